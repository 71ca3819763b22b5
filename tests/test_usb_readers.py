"""Readers with a USB plug at a whole table: one number a tag, whatever of it is typed; plugs pulled in mid-trick."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest

from companion.enrolment.deck_menu import Choosing
from companion.enrolment.enrolment import Clash, Enrolment
from companion.games.birddog.rules import BIRD_DOG
from companion.parts.reader_kind import READERS, TYPING, ReaderSettings, reader_kind
from companion.parts.readers import keyboard, keys125
from companion.parts.readers.usb_buses import KEYS
from companion.screens.current_screen import screen_for
from companion.screens.layouts import lines_of
from companion.settings.schema import Settings
from companion.simulation.box import SIMULATED, SimulatedBox, SimulatedSetup, deck_for
from companion.storage.records import Store
from companion.table.state import Refused
from companion.tags.known_tags import KnownTags
from companion.tags.tag_decks import CardCopy, Piece, Shelf, TagDeck
from hardware.sim.keys import SimKeys
from tests.evening import BIRD_DOG_ONLY, REGULARS, begun
from tests.test_several_readers import ANN_LEADS, said

KINDS = ("pcsc", "keyboard", "keys125")
PULLED = {"pcsc": "pcsc-cut", "keyboard": "keys-cut", "keys125": "keys-cut"}

TYPED_OF_13_56_MHZ: dict[str, Callable[[bytes], str]] = {
    "first four, hex": lambda uid: uid[:4].hex(),
    "first four, decimal": lambda uid: f"{int.from_bytes(uid[:4], 'big'):010d}",
    "first four from behind, decimal": lambda uid: f"{int.from_bytes(uid[:4], 'little'):010d}",
    "last four, hex": lambda uid: uid[-4:].hex(),
    "all, from behind": lambda uid: uid[::-1].hex(),
    "all, decimal": lambda uid: f"{int.from_bytes(uid, 'big'):017d}",
    "with the cascade tag": lambda uid: (b"\x88" + uid[:3]).hex(),
}
TYPED_OF_125_KHZ: dict[str, Callable[[bytes], str]] = {
    "8H10D": lambda uid: f"{int.from_bytes(uid[1:], 'big'):010d}",
    "3+5": lambda uid: f"{uid[2]:03d}{int.from_bytes(uid[3:], 'big'):05d}",
    "6H8D": lambda uid: f"{int.from_bytes(uid[2:], 'big'):08d}",
    "hex": bytes.hex,
    "four, hex": lambda uid: uid[1:].hex(),
    "four from behind, decimal": lambda uid: f"{int.from_bytes(uid[1:], 'little'):010d}",
}


def enrolled_deck(first: bytes, length: int) -> TagDeck:
    """The cards of Bird Dog on tags as a roll has them: the numbers of other readers, with all their bytes."""
    chance = Random(7)
    pieces: dict[bytes, Piece] = {
        first + bytes(chance.randrange(256) for _ in range(length - len(first))): piece
        for piece in deck_for(BIRD_DOG).pieces.values()
    }
    return TagDeck("ours", BIRD_DOG.deck_kind, pieces)


def table_of(root: Path, kind: str, deck: TagDeck) -> SimulatedBox:
    begun(root, *ANN_LEADS)
    Store(root).decks.save(deck)
    return started(root, Settings(reader=ReaderSettings(kind=kind)))


def started(root: Path, settings: Settings) -> SimulatedBox:
    equipment = replace(SIMULATED, games=BIRD_DOG_ONLY, settings=settings, regulars=REGULARS)
    return SimulatedBox(Store(root), SimulatedSetup(equipment), enrolled=True)


def uid_of(deck: TagDeck, card: str) -> bytes:
    return next(uid for uid, piece in deck.pieces.items() if piece == CardCopy(card))


HIGH, LOW = enrolled_deck(b"\x04", 7), enrolled_deck(b"\x01\x00", 5)


@pytest.mark.parametrize(
    ("kind", "form"),
    [("keyboard", form) for form in TYPED_OF_13_56_MHZ] + [("keys125", form) for form in TYPED_OF_125_KHZ],
)
def test_a_deck_of_another_reader_plays_at_one_that_types(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, form: str
) -> None:
    text = {**TYPED_OF_13_56_MHZ, **TYPED_OF_125_KHZ}[form]
    monkeypatch.setattr(keyboard, "CHIP", partial(SimKeys, text=text))
    monkeypatch.setattr(keys125, "CHIP", partial(SimKeys, text=text))
    deck = HIGH if kind == "keyboard" else LOW
    table = table_of(tmp_path, kind, deck)
    for card, told in (("AC", "Ann AC"), ("10C", "Bob 10C"), ("KC", "Cid KC")):
        table.tap_uid(uid_of(deck, card))
        assert said(table) == told


def test_a_card_that_is_typed_again_and_again_while_it_lies_is_one_tap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyboard, "CHIP", partial(SimKeys, repeat_s=0.5))
    table = table_of(tmp_path, "keyboard", HIGH)
    table.wires.lay(uid_of(HIGH, "AC"))
    table.turn(10.0)
    assert said(table) == "Ann AC"
    assert not isinstance(table.table.overlay, Refused)


@pytest.mark.parametrize("kind", KINDS)
def test_a_reader_pulled_in_mid_trick_is_said_and_plays_on_when_it_is_back(tmp_path: Path, kind: str) -> None:
    deck = LOW if kind == "keys125" else HIGH
    table = table_of(tmp_path, kind, deck)
    table.tap_uid(uid_of(deck, "AC"))
    table.wires.faults.switch_on(PULLED[kind])
    table.turn(2.0)
    assert table.table.health.trouble in lines_of(screen_for(table.table))
    table.wires.faults.switch_off(PULLED[kind])
    table.turn(2.0)
    assert not table.table.health.trouble
    table.tap_uid(uid_of(deck, "10C"))
    assert said(table) == "Bob 10C"


def test_two_readers_that_type_serve_a_seat_each(tmp_path: Path) -> None:
    begun(tmp_path, *ANN_LEADS)
    Store(tmp_path).decks.save(HIGH)
    kinds = {"ann": "keyboard", "bob": "pcsc"}
    further = {name: ReaderSettings(kind=kind, seat=name.title()) for name, kind in kinds.items()}
    table = started(tmp_path, Settings(further=further))
    for reader, card, told in (("ann", "AC", "Ann AC"), ("bob", "10C", "Bob 10C"), ("", "KC", "Cid KC")):
        table.tap_uid(uid_of(HIGH, card), reader=reader)
        table.turn(1.0)
        assert said(table) == told


def test_a_card_between_two_readers_that_tell_different_numbers_is_one_tap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyboard, "CHIP", partial(SimKeys, text=lambda uid: uid[:4].hex()))
    begun(tmp_path, *ANN_LEADS)
    Store(tmp_path).decks.save(HIGH)
    table = started(tmp_path, Settings(further={"west": ReaderSettings(kind="keyboard", again_ms=5000)}))
    table.wires.lay(uid_of(HIGH, "AC"))
    table.turn(0.5)
    table.wires.lay(uid_of(HIGH, "AC"), "west")
    table.turn(2.0)
    assert said(table) == "Ann AC"
    assert not isinstance(table.table.overlay, Refused)


# ---------------------------------------------------------------- one card, two numbers

PRINTED = bytes.fromhex("DEADBEEF")
"""The number that a keyboard reader types for a card with another chip than the one that was enrolled."""


def tap_here(table: SimulatedBox, uid: bytes = PRINTED) -> str:
    table.turn(2.0)  # the same number typed again at once is no tap
    table.tap_uid(uid)
    return table.table.question.title if table.table.question else ""


def choose(table: SimulatedBox, label: str) -> None:
    question = table.table.question
    assert question is not None
    for _ in range(question.choices.index(label)):
        table.press("DOWN")
    table.press("OK")


def numbers(root: Path, card: str) -> set[bytes]:
    pieces = Store(root).decks.load("ours").pieces
    return {uid for uid, piece in pieces.items() if piece == CardCopy(card)}


def test_a_card_that_another_reader_reads_as_another_number_is_asked_for_and_tapped_where_it_is_known(
    tmp_path: Path,
) -> None:
    begun(tmp_path, *ANN_LEADS)
    Store(tmp_path).decks.save(HIGH)
    table = started(tmp_path, Settings(further={"west": ReaderSettings(kind="keys125")}))
    low, high = uid_of(LOW, "AC"), uid_of(HIGH, "AC")
    table.tap_uid(low, reader="west")
    assert table.table.question is not None
    assert table.table.question.title == "Which card is this?"
    assert table.table.question.choices[-1] == "tap it elsewhere"
    table.tap_uid(high)
    assert said(table) == "Ann AC"
    assert numbers(tmp_path, "AC") == {low, high}
    table.tap_uid(uid_of(LOW, "10C"), reader="west")
    table.tap_uid(uid_of(HIGH, "10C"))
    table.press("OK")
    table.turn(1.0)
    table.tap_uid(low, reader="west")
    assert isinstance(table.table.overlay, Refused), "it is the ace that lies there already, not a stranger"
    assert table.table.overlay.card == "A♣"


@pytest.mark.parametrize("kind", ["keyboard", "pcsc"])
def test_a_strange_number_of_the_same_length_is_asked_for_where_readers_of_two_kinds_serve(
    tmp_path: Path, kind: str
) -> None:
    begun(tmp_path, *ANN_LEADS)
    Store(tmp_path).decks.save(HIGH)
    settings = Settings(reader=ReaderSettings(kind="pcsc"), further={"west": ReaderSettings(kind=kind)})
    table = started(tmp_path, settings)
    strange, high = bytes.fromhex("04999999999999"), uid_of(HIGH, "AC")
    table.tap_uid(strange, reader="west")
    asked = table.table.question
    assert (asked is not None) is (kind == "keyboard")
    table.tap_uid(high)
    assert said(table) == "Ann AC"
    assert numbers(tmp_path, "AC") == {high, *[strange] * (kind == "keyboard")}
    table.pull_the_plug()
    again = started(tmp_path, settings)
    again.turn(2.0)
    again.tap_uid(strange, reader="west")
    told = again.table.overlay
    assert isinstance(told, Refused)
    assert (told.card == "A♣") is (kind == "keyboard"), "it lies there already, and is no stranger"


def test_a_card_that_no_other_reader_is_there_for_is_chosen_and_known_after_a_power_cut(tmp_path: Path) -> None:
    table = table_of(tmp_path, "keyboard", HIGH)
    assert tap_here(table) == "Which card is this?"
    choose(table, "♣")
    choose(table, "A♣")
    assert said(table) == "Ann AC"
    assert numbers(tmp_path, "AC") == {PRINTED, uid_of(HIGH, "AC")}
    table.pull_the_plug()
    again = started(tmp_path, Settings(reader=ReaderSettings(kind="keyboard")))
    again.hold()
    again.press("OK")
    assert said(again) != "Ann AC"
    tap_here(again)
    assert said(again) == "Ann AC"


def test_the_question_which_card_it_is_can_be_left_and_nothing_is_kept(tmp_path: Path) -> None:
    table = table_of(tmp_path, "keyboard", HIGH)
    assert tap_here(table)
    table.press("BACK")
    assert table.table.question is None
    assert tap_here(table)
    table.tap_uid(uid_of(HIGH, "AC"))
    assert said(table) == "Ann AC"
    assert numbers(tmp_path, "AC") == {uid_of(HIGH, "AC")}, "this reader knows the ace: it was another tag"


def test_a_strange_number_as_long_as_those_of_the_deck_is_a_strange_tag(tmp_path: Path) -> None:
    table = table_of(tmp_path, "pcsc", HIGH)
    assert not tap_here(table, bytes.fromhex("04999999999999"))
    assert isinstance(table.table.overlay, Refused)


# ---------------------------------------------------------------- one number a tag


def test_a_number_that_two_tags_may_have_is_neither() -> None:
    pieces: dict[bytes, Piece] = {
        bytes.fromhex("04112233445566"): CardCopy("AC"),
        bytes.fromhex("04112233665544"): CardCopy("KC"),
    }
    shelf, known = Shelf((TagDeck("ours", "french", pieces),)), KnownTags()
    assert known.number(bytes.fromhex("04112233"), shelf) == bytes.fromhex("04112233")
    assert known.number(bytes.fromhex("33445566"), shelf) == bytes.fromhex("04112233445566")


def test_a_deck_that_was_enrolled_at_a_reader_that_types_plays_at_any_other() -> None:
    tag, typed = bytes.fromhex("04112233445566"), bytes.fromhex("33221104")
    shelf = Shelf((TagDeck("ours", "french", {typed: CardCopy("AC")}),))
    assert KnownTags().number(tag, shelf) == typed


def test_a_tag_that_no_deck_has_keeps_its_number() -> None:
    known, tag = KnownTags(), bytes.fromhex("04112233445566")
    assert known.number(tag, Shelf((HIGH,))) == tag
    assert known.number(tag[:4], Shelf((HIGH,))) == tag[:4]


# ---------------------------------------------------------------- what a start loads


# ---------------------------------------------------------------- which way round it types


def as_typed(kind: str, uid: bytes) -> str:
    """As a reader types that has the bytes of all others from behind."""
    return f"{int.from_bytes(uid[1:], 'little'):010d}" if kind == "keys125" else uid[::-1].hex()


def enrols(root: Path, kind: str, uids: Sequence[bytes], *presses: str, form: str = "auto") -> SimulatedBox:
    """A first French deck is begun, the first tag tapped, this is pressed, and the other tags are tapped."""
    table = started(root, Settings(reader=ReaderSettings(kind=kind, form=form)))
    for press in ("OK", "OK"):
        table.press(press)
    for number, uid in enumerate(uids):
        table.tap_uid(uid)
        for press in presses if not number else ():
            table.press(press)
    return table


NUMBERS = {
    "keyboard": tuple(bytes.fromhex(f"4A22334{digit}") for digit in "567"),
    "keys125": tuple(bytes.fromhex(f"000063E9A{digit}") for digit in "BCD"),
}
SHOWN = {"keyboard": ("4533224A", "4A223345"), "keys125": ("2884199168", "0006547883")}
"""The two numbers that are offered for the first tag, as it is typed from behind and as it is printed."""


@pytest.fixture
def from_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers that type the bytes of all others from behind."""
    for part, kind in ((keyboard, "keyboard"), (keys125, "keys125")):
        monkeypatch.setattr(part, "CHIP", partial(SimKeys, text=partial(as_typed, kind)))


@pytest.mark.usefixtures("from_behind")
@pytest.mark.parametrize("kind", NUMBERS)
def test_a_first_deck_has_the_numbers_that_are_printed(tmp_path: Path, kind: str) -> None:
    """Two presses settle the whole deck: who looks at one tag picks its number."""
    uids = NUMBERS[kind]
    asked = enrols(tmp_path / "asked", kind, uids[:1]).table
    assert isinstance(asked.decks, Choosing)
    assert asked.decks.question.choices == (*SHOWN[kind], "none is printed")
    table = enrols(tmp_path, kind, uids, "DOWN", "OK")
    assert isinstance(table.table.decks, Enrolment)
    (deck,) = Store(tmp_path).decks.shelf().unfinished
    assert [*deck.pieces] == [*uids]
    table.tap_uid(uids[1])
    assert isinstance(table.table.decks, Enrolment)
    assert table.table.decks.notice == Clash(deck.pieces[uids[1]])


@pytest.mark.usefixtures("from_behind")
@pytest.mark.parametrize("answer", [("OK",), ("UP", "OK")], ids=["as typed", "cannot tell"])
def test_whoever_cannot_tell_goes_on_with_what_is_typed(tmp_path: Path, answer: tuple[str, ...]) -> None:
    enrols(tmp_path, "keyboard", NUMBERS["keyboard"], *answer)
    (deck,) = Store(tmp_path).decks.shelf().unfinished
    assert [*deck.pieces] == [uid[::-1] for uid in NUMBERS["keyboard"]]


def test_the_readers_that_type_are_those_on_the_bus_of_keyboards() -> None:
    assert {kind for kind in READERS if reader_kind(kind).bus is KEYS} == TYPING


@pytest.mark.parametrize(("kind", "form"), [("keyboard", "hex"), ("pcsc", "auto")])
def test_a_reader_that_is_settled_or_types_nothing_asks_for_nothing(tmp_path: Path, kind: str, form: str) -> None:
    table = enrols(tmp_path, kind, NUMBERS["keyboard"][:2], form=form)
    assert isinstance(table.table.decks, Enrolment)
    assert len(table.table.decks.deck.pieces) == 2


def test_a_card_is_refused_while_it_is_asked_and_back_leaves_nothing(tmp_path: Path) -> None:
    table = enrols(tmp_path, "keyboard", NUMBERS["keyboard"])
    assert isinstance(table.table.overlay, Refused)
    for press in ("BACK", "BACK"):
        table.press(press)
    shelf = Store(tmp_path).decks.shelf()
    assert not shelf.unfinished
    assert not shelf.decks


def test_a_box_with_wires_loads_nothing_of_it() -> None:
    program = (
        "import sys; from companion.runtime.devices import on_wires; from companion.settings.schema import DEFAULTS;"
        "from hardware.header_pins import HeaderPins; from hardware.linux_pins import LinuxPin;"
        "on_wires(DEFAULTS, LinuxPin(25), HeaderPins(aside=True)).stations[0].reader.poll"
        ";import companion.runtime.loop; print(*sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True)  # noqa: S603 - our own words
    usb = ("keys", "pcsc", "smartcard", "background", "typed_numbers", "usb_buses", "keyboard")
    assert [name for name in told.stdout.split() if name.rpartition(".")[2] in usb or "smartcard" in name] == []
