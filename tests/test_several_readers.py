"""Several readers on one table, from the tag to the glass: one may belong to a seat, and none fails in silence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.parts.reader_kind import ReaderSettings
from companion.runtime.loop import TURN_S
from companion.screens.current_screen import screen_for
from companion.screens.layouts import lines_of
from companion.settings.parser import read
from companion.settings.schema import Settings
from companion.simulation.box import SIMULATED, SimulatedBox, SimulatedSetup
from companion.storage.records import Store
from companion.table.state import Refused
from companion.tags.presence import PresenceEvent, Readers, TagLifted, TagPresence, TagResting, TagsTapped, TagTapped
from tests.evening import BIRD_DOG_ONLY, REGULARS, begun, picture_of

ANN_LEADS = (
    "game birddog", "players Ann Bob Cid", "dealer Cid", "deal", "up 10D", "Ann pass", "Bob declare",
    "Ann pass", "Bob pass", "Cid pass",
)  # fmt: skip
"""Nobody says nil; the first trick is Ann's to lead."""

WEST = {"west": ReaderSettings(spi_device=1, seat="Bob")}
PAIRS = {
    "two on one SPI bus": Settings(further=WEST),
    "SPI and serial": Settings(further={"west": ReaderSettings(kind="pn532", port="/dev/ttyUSB0", seat="2")}),
    "serial and SPI": Settings(reader=ReaderSettings(kind="pn532"), further=WEST),
}


def table_of(root: Path, settings: Settings) -> SimulatedBox:
    begun(root, *ANN_LEADS)
    equipment = replace(SIMULATED, games=BIRD_DOG_ONLY, settings=settings, regulars=REGULARS)
    return SimulatedBox(Store(root), SimulatedSetup(equipment))


def said(table: SimulatedBox) -> str:
    """The last statement, as the record has it."""
    match = table.table.playing
    return match.header.language.write(match.statement)


@pytest.mark.parametrize("pair", PAIRS)
def test_cards_are_tapped_at_either_reader(tmp_path: Path, pair: str) -> None:
    table = table_of(tmp_path, PAIRS[pair])
    table.tap("AC")
    assert said(table) == "Ann AC"
    table.tap("10C", reader="west")
    assert said(table) == "Bob 10C"
    table.tap("KC")
    assert said(table) == "Cid KC"
    assert table.glass == picture_of(table.table)


def test_a_card_at_the_reader_of_a_seat_out_of_turn_is_not_taken_for_somebody_elses(tmp_path: Path) -> None:
    table = table_of(tmp_path, PAIRS["two on one SPI bus"])
    table.tap("AC", reader="west")
    assert table.table.question is not None
    assert len(table.table.playing.header.names) == 3
    assert said(table) == "Cid pass"


def test_a_refusal_at_the_reader_of_a_seat_names_nobody_for_the_next_card(tmp_path: Path) -> None:
    table = table_of(tmp_path, PAIRS["two on one SPI bus"])
    table.tap("AC")
    table.tap("AC", reader="west")
    assert isinstance(table.table.overlay, Refused)
    assert table.table.begun.named is None


def test_a_reader_of_somebody_who_does_not_play_is_everybodys(tmp_path: Path) -> None:
    table = table_of(tmp_path, Settings(further={"west": ReaderSettings(spi_device=1, seat="Zoe")}))
    table.tap("AC", reader="west")
    assert said(table) == "Ann AC"


def test_the_first_reader_may_belong_to_a_seat_too(tmp_path: Path) -> None:
    table = table_of(tmp_path, Settings(reader=ReaderSettings(seat="Ann"), further=WEST))
    table.tap("AC")
    assert said(table) == "Ann AC"
    table.tap("10C")
    assert said(table) == "Ann AC"


def test_a_card_that_two_readers_see_is_one_tap(tmp_path: Path) -> None:
    table = table_of(tmp_path, PAIRS["two on one SPI bus"])
    uid = table.uid("AC")
    for reader in ("", "west"):
        table.wires.lay(uid, reader)
    table.turn(0.5)
    table.wires.lift(uid)
    table.turn(0.5)
    table.wires.lift(uid, "west")
    table.turn(0.5)
    assert said(table) == "Ann AC"
    assert table.table.overlay is None


@pytest.mark.parametrize("pair", ["two on one SPI bus", "serial and SPI"])
def test_a_missing_second_reader_is_named_and_the_game_goes_on(tmp_path: Path, pair: str) -> None:
    table = table_of(tmp_path, PAIRS[pair])
    faults = table.wires.fields["west"].faults
    faults.switch_on("miso-low")
    table.turn(4 * TURN_S)
    assert table.table.health.trouble == "Reader west: no answer"
    assert set(table.loop.troubles) == {"Reader west"}
    table.tap("AC")
    assert said(table) == "Ann AC"
    faults.switch_off("miso-low")
    table.turn(1.0)
    assert table.table.health.trouble == ""
    assert table.table.health.returns == (("west", 1),)
    assert table.table.health.last == "Reader west: no answer"
    table.tap("10C", reader="west")
    assert said(table) == "Bob 10C"


def test_a_reader_that_fails_is_told_beside_a_refusal_and_after_a_power_cut(tmp_path: Path) -> None:
    table = table_of(tmp_path, Settings())
    table.tap("AC")
    table.tap("AC")
    assert isinstance(table.table.overlay, Refused)
    table.switch("miso-high")
    table.turn(2.0)
    *_, remedy = lines_of(screen_for(table.table))
    assert remedy == "Plug in reader!"
    again = table_of(tmp_path / "again", Settings())
    again.switch("miso-high")
    again.turn(2.0)
    resumed, trouble, *_ = lines_of(screen_for(again.table))
    assert resumed.startswith("RESUMED")
    assert trouble == "Reader: no answer"


def test_a_missing_first_reader_leaves_the_second(tmp_path: Path) -> None:
    table = table_of(tmp_path, Settings(further={"west": ReaderSettings(spi_device=1)}))
    table.wires.faults.switch_on("miso-low")
    table.turn(4 * TURN_S)
    assert table.table.health.trouble == "Reader: no answer"
    table.tap("AC", reader="west")
    assert said(table) == "Ann AC"
    assert "Reader: no answer" in lines_of(screen_for(table.table))


def test_a_card_that_lay_on_a_reader_when_it_was_unplugged_is_taken_at_another(tmp_path: Path) -> None:
    table = table_of(tmp_path, Settings(further={"west": ReaderSettings(spi_device=1)}))
    uid = table.uid("AC")
    table.wires.lay(uid, "west")
    table.turn(0.5)
    table.wires.fields["west"].faults.switch_on("miso-low")
    table.wires.lift(uid, "west")
    table.hold("BACK")
    table.press("OK")
    assert said(table) == "Cid pass"
    table.turn(3.0)
    table.tap("AC")
    assert said(table) == "Ann AC"


# ---------------------------------------------------------------- what lies where

A, B = b"\x04aaaaaa", b"\x04bbbbbb"


def story(*polls: tuple[int, str]) -> list[PresenceEvent]:
    """What polls a tenth of a second apart tell: the reader's place, and the tags it sees."""
    readers = Readers((TagPresence(), TagPresence()))
    told: list[PresenceEvent] = []
    for number, (place, tags) in enumerate(polls):
        uids = frozenset({"a": A, "b": B}[tag] for tag in tags)
        readers, events = readers.saw(place, uids, number / 10)
        told += events
    return told


@pytest.mark.parametrize(
    ("polls", "told"),
    [
        ([(0, "a"), (1, "b")], [TagTapped(A, 0.0), TagTapped(B, 0.1)]),
        ([(0, "a"), (1, "a")], [TagTapped(A, 0.0)]),
        ([(0, "a"), (1, "ab")], [TagTapped(A, 0.0), TagTapped(B, 0.1)]),
        ([(0, "a"), (1, "a"), *[(0, "")] * 4], [TagTapped(A, 0.0)]),
        ([(0, "a"), (1, "a"), *[(0, "")] * 4, *[(1, "")] * 4], [TagTapped(A, 0.0), TagLifted(A, 0.8)]),
        ([(0, "a"), *[(0, "")] * 4, (1, "a")], [TagTapped(A, 0.0), TagLifted(A, 0.3), TagTapped(A, 0.5)]),
        ([(0, ""), (1, "ab")], [TagsTapped(frozenset({A, B}), 0.1)]),
    ],
)
def test_a_tag_lies_where_it_was_seen_first(polls: list[tuple[int, str]], told: list[PresenceEvent]) -> None:
    assert [event for event in story(*polls) if not isinstance(event, TagResting)] == told


# ---------------------------------------------------------------- settings


def test_a_further_reader_has_the_keys_of_the_first() -> None:
    told = read('[reader]\nseat = "Ann"\n[reader.west]\nspi_device = 1\nseat = "2"\n[reader.east]\nkind = "pn532"\n')
    assert (told.warnings, told.problems) == ((), ())
    assert told.settings.readers == {
        "": ReaderSettings(seat="Ann"),
        "west": ReaderSettings(spi_device=1, seat="2"),
        "east": ReaderSettings(kind="pn532"),
    }


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[reader.west]\nspi_device = 3", "reader.west.spi_device: found 3; allowed: a whole number from 0 to 2"),
        ("[reader.west]\nspi_devise = 1", "unknown key reader.west.spi_devise, ignored"),
        ("[reader.a-very-long-name]\nspi_device = 1", "unknown key reader.a-very-long-name.spi_device, ignored"),
        (
            "[reader.west]\nspi_hz = 4000000",
            "reader.west.spi_device: found /dev/spidev0.0, which reader.spi_device has, too; allowed: a wire of its",
        ),
        (
            '[reader]\nkind = "pn532"\n[reader.west]\nkind = "rdm6300"',
            "reader.west.port: found /dev/serial0, which reader.port has, too; allowed: a wire of its own",
        ),
        (
            '[reader]\nkind = "pcsc"\n[reader.west]\nkind = "pcsc"',
            "reader.west.name: found *, which reader.name has, too; allowed: a name of its own",
        ),
        (
            '[reader]\nkind = "pcsc"\n[reader.west]\nkind = "pcsc"\nname = "SCM*"',
            "reader.west.name: found SCM*, which reader.name finds, too: *; allowed: a name of its own",
        ),
        (
            '[reader]\nkind = "pcsc"\nname = "ACR122U 0? 00"\n[reader.west]\nkind = "pcsc"\nname = "ACR*"',
            "reader.west.name: found ACR*, which reader.name finds, too: ACR122U 0? 00; allowed: a name of its own",
        ),
        (
            '[reader.west]\nkind = "pn532"\n[pins]\nok = 15',
            "pins.ok: found GPIO15, which reader.west.port has, too; allowed: a pin of its own",
        ),
    ],
)
def test_what_is_wrong_with_a_further_reader_is_told(text: str, complaint: str) -> None:
    told = read(text)
    assert any(str(problem).startswith(complaint) for problem in (*told.warnings, *told.problems))


def test_readers_of_names_of_their_own_serve_beside_each_other() -> None:
    names = ("ACR122U [[]1] 00 00", "ACR122U [[]1] 01 00", "SCM*")
    tables = ("[reader]", "[reader.west]", "[reader.east]")
    text = "\n".join(f'{table}\nkind = "pcsc"\nname = "{name}"' for table, name in zip(tables, names, strict=True))
    assert not read(text).problems


def test_a_phone_leaves_the_wire_of_the_first_reader_to_a_further_one() -> None:
    two = '[reader]\nkind = "pcsc"\n[reader.west]\nkind = "pcsc"\n'
    assert not read(f'{two}[panel]\nkind = "page"\nphone = true\n').problems
