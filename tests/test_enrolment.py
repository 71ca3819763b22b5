"""Decks are enrolled on the simulated wires, from the first boot on: stickers, presses, plugs; then they are played."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from companion.enrolment.deck_kinds import FRENCH, kinds
from companion.enrolment.deck_menu import FIRST_LETTERS, LETTERS, MOST_LETTERS, Choosing, Dialogue, Naming, NoDeck
from companion.enrolment.enrolment import Enrolment, Verification
from companion.games.registry import GAMES
from companion.inputs.inputs import Button
from companion.parts.reader_kind import ReaderSettings
from companion.screens.current_screen import screen_for
from companion.screens.picture import Picture
from companion.settings.schema import Settings
from companion.simulation.box import SIMULATED, SimulatedBox, SimulatedSetup
from companion.storage.deck_files import UNFINISHED
from companion.storage.records import Store
from companion.table.choices import Page
from companion.table.cues import CUES
from companion.table.reply import Outcome
from companion.tags.tag_decks import CardCopy, Person, Piece, TagDeck, simulated_deck
from tests.evening import DEAL_GESTURES, FULL_DEAL_RECORD, REGULARS, asks, picture_after, picture_of
from tests.slots import slots

FACES = [str(card) for card in FRENCH.cards_in_order]
BUTTONS = frozenset("BACK UP DOWN OK".split())
SIT_DOWN = ("DOWN", "OK", *("OK",) * 4, *("DOWN",) * 2, "OK", "OK")
"""Ann, Bob and Cid play Bird Dog, Cid deals."""
PHONE = bytes.fromhex("08C0FFEE")


@dataclass
class House:
    """A box with nothing on its card, a roll of stickers, and every gesture counted."""

    root: Path
    settings: Settings = field(default_factory=Settings)
    requested: str = ""
    box: SimulatedBox = field(init=False)
    taps: int = 0
    presses: int = 0

    def __post_init__(self) -> None:
        self.switch_on()
        roll = simulated_deck("roll", [str(number) for number in range(80)], uid_bytes=self.box.wires.uid_bytes)
        self.roll = tuple(roll.pieces)

    def switch_on(self) -> None:
        setup = SimulatedSetup(replace(SIMULATED, settings=self.settings, regulars=REGULARS, requested=self.requested))
        self.box = SimulatedBox(Store(self.root), setup, enrolled=True)

    def again(self) -> None:
        """Pull the plug and put it back."""
        self.box.pull_the_plug()
        self.switch_on()

    def taps_new(self, *numbers: int) -> None:
        """The stickers of these numbers, one after the other."""
        for number in numbers:
            self.taps += 1
            self.box.tap_uid(self.roll[number])

    def does(self, *gestures: str) -> None:
        for gesture in gestures:
            if gesture in BUTTONS:
                self.presses += 1
                self.box.press(gesture)
            elif gesture == "HOLD":
                self.box.hold()
            else:
                self.box.tap(gesture)

    @property
    def decks(self) -> Dialogue | None:
        return self.box.table.decks

    def asked(self) -> Piece | None:
        """What the glass asks for, which shows what the program thinks."""
        self.seen()
        assert isinstance(self.decks, Enrolment)
        return self.decks.next

    def seen(self) -> Picture:
        assert self.box.glass == picture_of(self.box.table)
        return self.box.glass

    def told(self) -> tuple[str, ...]:
        """Fact and lines of the screen that the glass shows."""
        self.seen()
        screen = screen_for(self.box.table)
        return (slots(screen).fact, *slots(screen).lines)

    def saved(self, name: str, ending: str = ".json") -> TagDeck:
        return Store(self.root).decks.load(name, ending)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_a_deck_of_52_is_enrolled_from_the_first_boot_with_a_tap_a_card_and_played_with(house: House) -> None:
    assert house.told() == ("ENROL", "Each card gets a tag,", "the box learns them.", "OK = enrol")
    house.does("OK", "OK")
    assert house.asked() == CardCopy("2S")
    house.taps_new(*range(52))
    assert (house.taps, house.presses) == (52, 2)
    assert house.told() == ("COMPLETE", "All tags read well.", "", "OK = check   BACK = done")
    assert house.box.wires.pins.light == CUES[Outcome.DONE].colour
    assert house.saved("french").pieces == {house.roll[place]: CardCopy(face) for place, face in enumerate(FACES)}
    house.does("BACK", *SIT_DOWN, *DEAL_GESTURES)
    assert house.seen() == picture_after(*FULL_DEAL_RECORD)


def test_skip_back_clash_and_a_pulled_plug_lose_nothing_and_the_check_finds_every_card(house: House) -> None:
    house.does("OK", "OK")
    house.taps_new(0, 1)
    house.does("DOWN")
    assert house.asked() == CardCopy("5S")
    house.taps_new(3, 4)
    house.does("UP")
    assert house.asked() == CardCopy("6S")
    house.taps_new(1)
    assert house.told() == ("IS 3♠", "This tag is 3♠.", "One tag, one card.", "Tap the tag of 6♠.")
    assert house.box.wires.pins.light == CUES[Outcome.REJECTED].colour
    before = house.asked()
    house.again()
    assert house.asked() == before
    house.taps_new(*range(4, 52))
    assert house.told()[:2] == ("1 LEFT", "No tag: 4♠")
    house.does("OK")
    assert house.asked() == CardCopy("4S")
    house.taps_new(2)
    house.does("OK")
    assert isinstance(house.decks, Verification)
    house.taps_new(*reversed(range(51)))
    assert house.told()[:2] == ("2♠", "To tap: A♣")
    house.taps_new(51)
    assert house.told()[0] == "COMPLETE"


@pytest.mark.parametrize("cut", range(0, 9, 2))
def test_after_a_pulled_plug_the_same_picture_is_back(house: House, cut: int) -> None:
    house.does("OK", "OK")
    house.taps_new(*range(cut + 1))
    before = house.seen()
    house.again()
    assert house.seen() == before


def test_a_paused_run_is_back_at_power_on_and_in_the_list_of_decks(house: House) -> None:
    house.does("OK", "OK")
    house.taps_new(0, 1)
    house.does("BACK")
    assert house.decks is None
    house.does("HOLD", "DOWN", "OK", "DOWN", "OK", "OK")
    assert house.asked() == CardCopy("4S")
    house.does("BACK")
    house.again()
    assert house.asked() == CardCopy("4S")


def test_a_requested_game_does_not_hide_what_the_deck_of_another_game_misses(tmp_path: Path) -> None:
    rook = kinds(GAMES, ())["rook"]
    *others, last = rook.pieces
    uids = (bytes((4, 0, 0, 0, 0, 0, number)) for number in range(1, 80))
    Store(tmp_path).decks.save(TagDeck("ours", rook.name, dict(zip(uids, others, strict=False))), finished=False)
    house = House(tmp_path, requested="birddog")
    assert house.asked() == last
    house.does("BACK", "BACK")
    assert tuple(house.box.table.house.offered) == ("birddog",)


def test_an_unfinished_deck_is_not_played_with_until_it_is_kept_as_it_is(house: House) -> None:
    house.does("OK", "OK")
    house.taps_new(*range(3))
    assert Store(house.root).decks.names() == []
    house.does("BACK", "HOLD", "DOWN", "OK", "DOWN", "OK", "DOWN", "OK")
    assert Store(house.root).decks.names() == ["french"]
    assert Store(house.root).decks.names(UNFINISHED) == []
    assert house.box.table.house.shelf.in_play("french") == house.saved("french")


def test_no_game_begins_with_a_deck_that_is_not_finished_and_its_cards_say_so(house: House) -> None:
    house.does("OK", "OK")
    house.taps_new(*range(3))
    house.does("BACK", "DOWN", *("OK",) * 5)
    assert house.box.table.match is None
    assert house.told() == ("NO DECK", "The deck for this is not", "finished.", "Hold BACK: decks")
    house.taps_new(1)
    assert house.told() == ("NOT YET", "Its deck is not finished.", "", "Between games: decks")


@pytest.mark.parametrize(
    "walk", [("HOLD", "BACK"), ("HOLD", "HOLD", "DOWN", "DOWN", "OK", "BACK"), ("OK", "HOLD", "BACK")]
)
def test_without_any_deck_the_menu_leads_back_to_the_offer_to_enrol_one(house: House, walk: tuple[str, ...]) -> None:
    house.does(*walk)
    assert house.decks == NoDeck()


def test_who_gets_a_name_tag_at_the_table_is_offered_a_seat_at_once(house: House) -> None:
    house.does("OK", *("DOWN",) * 5, "OK", "OK", "UP", "OK")
    house.taps_new(0)
    house.does("BACK", *("DOWN",) * 2, "OK")
    assert asks(house.box.table) == "name"
    assert house.box.table.question is not None
    assert house.box.table.question.choices[len(REGULARS)] == "A"


def enrolled(house: House, *, cards: int = 52) -> None:
    """A whole deck is on the card, its stickers the first of the roll."""
    house.box.pull_the_plug()
    pieces = {house.roll[place]: CardCopy(face) for place, face in enumerate(FACES[:cards])}
    Store(house.root).decks.save(TagDeck("french", "french", pieces))
    house.switch_on()


def test_a_deck_that_is_chosen_again_leaves_the_taps_of_its_rest_alone(house: House) -> None:
    enrolled(house, cards=50)
    house.does("HOLD", "DOWN", "OK", "DOWN", "OK", "DOWN", "DOWN", "OK")
    house.taps_new(50)
    house.does("BACK", "HOLD", "DOWN", "OK", "DOWN", "DOWN", "OK")
    assert isinstance(house.decks, Choosing)
    assert house.decks.question.choices == ("check the tags", "play with this deck")
    house.does("DOWN", "OK", "BACK")
    assert (len(house.saved("french").pieces), len(house.saved("french", ".unfinished").pieces)) == (50, 51)
    assert len(house.box.table.house.shelf.unfinished[0].pieces) == 51
    house.again()
    assert house.asked() == CardCopy("AC")


def test_a_lost_card_gets_a_new_tag(house: House) -> None:
    enrolled(house)
    house.does("HOLD", "DOWN", "OK", "DOWN", "OK", "DOWN", "OK", "DOWN", "OK", "DOWN", "OK")
    assert house.told()[:2] == ("3♥", "Tap its tag.")
    house.taps_new(60)
    assert house.told() == ("3♥", "", "All tags read well.", "BACK = done")
    deck = house.saved("french")
    assert (deck.piece(house.roll[60]), deck.piece(house.roll[14]), len(deck.pieces)) == (CardCopy("3H"), None, 52)


def test_two_cards_whose_stickers_were_mixed_up_change_tags(house: House) -> None:
    enrolled(house)
    house.does("HOLD", "DOWN", "OK", "DOWN", "OK", "DOWN", "OK", "DOWN", "OK", "DOWN", "OK")
    house.taps_new(14)
    assert house.told() == ("IS 3♥", "This tag is 3♥.", "Tap a new tag.", "BACK = keep the old")
    house.taps_new(15)
    assert house.told() == ("4♥?", "This tag is 4♥.", "OK = swap it with 3♥", "BACK = no")
    house.does("BACK")
    assert house.told()[0] == "3♥"
    house.taps_new(15)
    house.does("OK")
    deck = house.saved("french")
    assert (deck.piece(house.roll[15]), deck.piece(house.roll[14]), len(deck.pieces)) == (
        *map(CardCopy, ("3H", "4H")),
        52,
    )


def test_a_second_deck_has_its_own_name_and_asks_before_it_takes_a_tag_of_the_first(house: House) -> None:
    enrolled(house)
    house.does("HOLD", "DOWN", "OK", "OK", "OK")
    house.taps_new(60, 5)
    assert house.told() == ("7♠?", "It is 7♠ of deck french.", "OK = it is 3♠ here", "BACK = no")
    house.does("BACK")
    assert house.asked() == CardCopy("3S")
    house.taps_new(5)
    house.does("OK")
    assert house.saved("french-2", ".unfinished").piece(house.roll[5]) == CardCopy("3S")
    assert house.saved("french").piece(house.roll[5]) == CardCopy("7S")


def test_the_deck_to_play_with_is_chosen_from_the_list(house: House) -> None:
    enrolled(house)
    Store(house.root).decks.save(TagDeck("second", "french", {house.roll[70]: CardCopy("2S")}))
    house.again()
    assert house.box.table.house.shelf.decks[0].name == "second"
    house.does("HOLD", "DOWN", "OK", "DOWN", "DOWN", "OK", "UP", "OK")
    assert house.box.table.house.shelf.decks[0].name == "french"
    house.again()
    assert house.box.table.house.shelf.decks[0].name == "french"


@pytest.mark.parametrize("uids", [(PHONE,), (b"\x04\x01\x02\x03\x04\x05\x06", b"\x04\x01\x02\x03\x04\x05\x07")])
def test_a_phone_and_two_tags_at_once_are_refused(house: House, uids: tuple[bytes, ...]) -> None:
    house.does("OK", "OK")
    house.box.tap_uid(*uids)
    assert house.told()[0] == ("A PHONE?" if len(uids) == 1 else "ONE TAG")
    assert house.box.wires.pins.light == CUES[Outcome.REJECTED].colour
    assert Store(house.root).decks.names(UNFINISHED) == []


def test_a_card_where_a_list_is_open_is_told_what_is_asked(house: House) -> None:
    house.taps_new(0)
    assert house.told()[-1] == "Now: OK = enrol"
    house.does("BACK", "OK")
    house.taps_new(0)
    assert house.told()[-1] == "Now: New deck"


def test_a_tag_that_reads_badly_is_named_at_the_end(house: House) -> None:
    enrolled(house, cards=51)
    house.does("HOLD", "DOWN", "OK", "DOWN", "OK", "DOWN", "DOWN", "OK")
    assert house.asked() == CardCopy("AC")
    house.box.wires.lay(house.roll[51])
    house.box.turn(0.3)
    house.box.wires.faults.switch_on("bit-errors")
    house.box.turn(0.4)
    house.box.wires.faults.switch_off("bit-errors")
    house.box.turn(0.3)
    house.box.wires.lift(house.roll[51])
    house.box.turn(0.5)
    assert house.told()[:2] == ("COMPLETE", "Reads badly: A♣")


def test_holding_back_leaves_the_decks_for_the_menu(house: House) -> None:
    house.does("HOLD", "OK")
    assert house.box.table.page is Page.HEALTH
    house.does("BACK")
    assert house.box.table.question is not None
    assert asks(house.box.table) == "game"


@pytest.mark.parametrize("kind", ["pn532", "rdm6300", "id12la"])
def test_readers_on_a_serial_port_enrol_the_numbers_that_they_hear(tmp_path: Path, kind: str) -> None:
    house = House(tmp_path, Settings(reader=ReaderSettings(kind=kind)))
    house.does("OK", "OK")
    house.taps_new(0, 1, 2)
    house.does("BACK", "HOLD", "DOWN", "OK", "DOWN", "OK", "DOWN", "OK")
    octets = {len(uid) for uid in house.saved("french").pieces}
    assert octets == {7 if kind == "pn532" else 5}


def test_tag_numbers_get_into_no_record(house: House) -> None:
    house.does("OK", "OK")
    house.taps_new(*range(52))
    house.does("BACK", *SIT_DOWN, "10D")
    house.taps_new(60)
    (record,) = (house.root / "records" / "running").iterdir()
    text = record.read_text("utf-8").upper()
    assert not [uid for uid in house.roll if uid.hex().upper() in text]


# ---------------------------------------------------------------- a name tag


def spelled(name: str) -> list[str]:
    """The presses for a name and its end, from the first letter each time."""
    presses: list[str] = []
    for letter in name.lower():
        presses += [*("DOWN",) * (LETTERS.index(letter)), "OK"]
    return [*presses, "UP", "OK"]


def test_a_name_is_spelled_at_the_box_and_its_tag_seats_its_person(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.does("OK", *("DOWN",) * 5, "OK", *spelled("Zoe"))
    assert house.told()[:2] == ("ZOE", "Tap the name tag.")
    house.taps_new(0)
    deck = house.saved("persons")
    assert list(deck.pieces.values()) == [Person("Zoe")]
    house.does("BACK")
    house.does("HOLD", "DOWN", "OK", "OK", *("DOWN",) * 5, "OK", *spelled("Al"))
    house.taps_new(1)
    assert list(house.saved("persons").pieces.values()) == [Person("Zoe"), Person("Al")]


def test_a_name_that_is_none_or_tagged_already_is_not_taken_and_a_letter_can_be_taken_back() -> None:
    naming = Naming(TagDeck("persons", "persons", {b"\x04abcdef": Person("Al")}))

    def done(*presses: str) -> Naming | Enrolment:
        now: Naming | Enrolment = naming
        for press in presses:
            assert isinstance(now, Naming)
            match press:
                case "OK":
                    now = now.confirm()
                case "BACK":
                    now = now.shorten()
                case _:
                    now = now.move(Button(press))
        return now

    assert done("UP", "OK") == replace(naming, cursor=0, notice="No name yet.")
    assert done(*spelled("end")) == replace(naming, text="End", cursor=0, notice="This name is not allowed.")
    tagged = done(*spelled("al"))
    assert isinstance(tagged, Naming)
    assert (tagged.text, tagged.notice) == ("Al", "Tagged already.")
    assert done("OK", "BACK") == naming
    offered = [replace(naming, cursor=cursor).sign for cursor in range(1, len(FIRST_LETTERS) + 1)]
    assert len(set(offered)) == len(offered), "no first letter twice"
    longest = done(*["OK"] * MOST_LETTERS)
    assert isinstance(longest, Naming)
    assert (longest.text, longest.sign) == ("A" + "a" * (MOST_LETTERS - 1), "")
    run = longest.confirm()
    assert isinstance(run, Enrolment)
    assert run.next == Person(longest.text)


def test_a_deck_that_rotted_is_told_and_left_as_it_is(house: House) -> None:
    enrolled(house)
    file = house.root / "decks" / "french.json"
    rotten = file.read_bytes().replace(b"10S", b"11S")
    file.write_bytes(rotten)
    house.again()
    told = screen_for(house.box.table)
    assert (slots(told).title, slots(told).note, slots(told).lines[1]) == ("Damaged", "deck", "french")
    assert house.seen() == picture_of(house.box.table)
    house.does("OK")
    assert house.decks == NoDeck()
    assert file.read_bytes() == rotten


def test_the_deck_chosen_at_the_table_is_in_play_whatever_the_times_of_the_files_say(house: House) -> None:
    enrolled(house)
    store = Store(house.root)
    store.decks.save(replace(house.saved("french"), name="second"))
    house.again()
    house.does("HOLD", "DOWN", "OK", "DOWN", "DOWN", "OK", *("DOWN",) * 2, "OK")
    for seconds, name in enumerate(("french", "second")):
        os.utime(house.root / "decks" / f"{name}.json", (seconds, seconds))
    house.again()
    deck = house.box.table.house.shelf.in_play("french")
    assert deck is not None
    assert deck.name == "french"


def test_a_tag_that_cannot_be_read_is_told_while_a_deck_is_enrolled_and_the_run_goes_on(house: House) -> None:
    house.does("OK", "OK")
    asked = house.told()
    house.box.wires.faults.switch_on("bit-errors")
    house.box.wires.lay(house.roll[0])
    house.box.turn(3.0)
    assert house.told()[0] == "TAP AGAIN"
    house.box.wires.faults.switch_off("bit-errors")
    house.box.turn(0.3)
    assert house.told() != asked
    assert house.told()[0] != "TAP AGAIN"
    house.box.wires.lift(house.roll[0])
    house.box.turn(0.5)
    house.taps_new(1)
    house.does("BACK")
    assert set(house.saved("french", ".unfinished").pieces) == set(house.roll[:2])
