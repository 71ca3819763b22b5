"""What can be no card lies on the reader while people play: it is told once, and cards are read as without it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.parts.reader_kind import ReaderSettings
from companion.screens.current_screen import screen_for
from companion.settings.schema import Settings
from companion.table.reply import Outcome
from companion.table.state import Refused, Table, Why
from companion.tags.presence import NO_CARD_LIFTED_AFTER_S
from hardware.sim.tags import Tag
from tests.evening import BUTTONS, DEAL_GESTURES, Evening, whole
from tests.hardware.phone import Phone
from tests.slots import slots
from tests.test_enrolment import House

CHIP_READERS = ("mfrc522", "pn532")
TAPS = 50
AWAY_S = 0.3
"""So long a phone looks for tags itself, and answers no reader."""


def phone(seed: int = 1, sak: int = 0x20) -> Phone:
    """A phone whose numbers are the same in each run."""
    return Phone(Random(seed).randbytes, sak=sak)


THINGS: dict[str, Callable[[], tuple[Tag, ...]]] = {
    "a phone": lambda: (phone(),),
    "a phone that speaks to phones": lambda: (phone(sak=0x60),),
    "a plain tag with a random number": lambda: (phone(sak=0x08),),
    "two phones": lambda: (phone(1), phone(2)),
    "a bank card": lambda: (Tag(bytes.fromhex("DEADBEE0"), sak=0x28),),
    "a DESFire card": lambda: (Tag(bytes.fromhex("04112233445566"), sak=0x20),),
}
on_chip_readers = pytest.mark.parametrize("reader", CHIP_READERS)


def listening(evening: Evening) -> list[Outcome]:
    """The outcomes that are heard from now on."""
    outcomes: list[Outcome] = []
    play = evening.box.loop._play

    def heard(outcome: Outcome) -> None:
        if outcome is not Outcome.NOTHING:
            outcomes.append(outcome)
        play(outcome)

    evening.box.loop._play = heard  # type: ignore[method-assign]
    return outcomes


def lost(evening: Evening, *things: Tag, restless: bool = False) -> int:
    """Of the cards of whole deals, how many the record misses after TAPS taps; those are tapped again."""
    field, record, missed = evening.box.wires.fields[""], evening.record(), 0
    deal = [*DEAL_GESTURES, "OK"] * TAPS
    taps = [place for place, gesture in enumerate(deal) if gesture not in BUTTONS]
    for gesture in deal[: taps[TAPS]]:
        for thing in things if restless else ():
            field.lift(thing)
            evening.box.turn(AWAY_S)
            field.place(thing)
        before = record.stat().st_size
        evening.does(gesture)
        while gesture not in BUTTONS and record.stat().st_size == before:
            missed += 1
            assert missed < TAPS
            evening.does(gesture)
    return missed


def at_a_table(root: Path, reader: str, *things: Tag) -> Evening:
    """Three people at Bird Dog, with these things on the reader."""
    evening = Evening(root, reader=reader)
    evening.sits_down()
    for thing in things:
        evening.box.wires.fields[""].place(thing)
    evening.box.turn(1.0)
    return evening


@on_chip_readers
@pytest.mark.parametrize("what", ["two phones", "a bank card"])
def test_no_card_is_lost_beside_what_can_be_no_card_which_is_told_once(tmp_path: Path, reader: str, what: str) -> None:
    evening = at_a_table(tmp_path, reader)
    outcomes, things = listening(evening), THINGS[what]()
    for thing in things:
        evening.box.wires.fields[""].place(thing)
    evening.box.turn(1.0)
    assert outcomes == [Outcome.REJECTED]
    assert lost(evening, *things) == 0
    assert outcomes.count(Outcome.REJECTED) == 1


@on_chip_readers
def test_a_phone_that_answers_now_and_then_is_told_once_and_costs_no_card(tmp_path: Path, reader: str) -> None:
    restless = phone()
    evening = at_a_table(tmp_path, reader, restless)
    outcomes = listening(evening)
    assert lost(evening, restless, restless=True) == 0
    assert Outcome.REJECTED not in outcomes


@on_chip_readers
def test_a_phone_that_was_taken_away_is_told_again_when_it_comes_back(tmp_path: Path, reader: str) -> None:
    handset = phone()
    evening = at_a_table(tmp_path, reader, handset)
    outcomes, field = listening(evening), evening.box.wires.fields[""]
    evening.does("OK")
    field.lift(handset)
    evening.box.turn(NO_CARD_LIFTED_AFTER_S + 0.5)
    field.place(handset)
    evening.box.turn(1.0)
    assert outcomes.count(Outcome.REJECTED) == 1


@on_chip_readers
def test_a_card_laid_with_a_phone_is_read_and_only_the_card(tmp_path: Path, reader: str) -> None:
    evening = at_a_table(tmp_path, reader)
    outcomes, field = listening(evening), evening.box.wires.fields[""]
    field.place(phone())
    evening.does(DEAL_GESTURES[0])
    assert evening.saved()[-1] == "up 10D"
    assert outcomes == [Outcome.ACCEPTED]


@on_chip_readers
def test_two_cards_laid_together_beside_a_phone_are_both_read(tmp_path: Path, reader: str) -> None:
    evening = at_a_table(tmp_path, reader, phone())
    evening.does("10D+9H")
    assert evening.refusal.rule.name == "one-at-a-time"


@on_chip_readers
def test_one_tag_at_a_time_is_one_card_beside_a_phone(tmp_path: Path, reader: str) -> None:
    evening = Evening(tmp_path)
    evening.box.pull_the_plug()
    evening.switch_on(settings=Settings(reader=ReaderSettings(kind=reader, several=False)))
    evening.sits_down()
    evening.box.wires.fields[""].place(phone())
    evening.box.turn(1.0)
    evening.does(*DEAL_GESTURES)
    assert evening.saved() == whole("birddog-full-deal")


def test_a_phone_that_lies_there_disturbs_no_saved_card_at_power_on(tmp_path: Path) -> None:
    evening = at_a_table(tmp_path, "mfrc522")
    evening.does("10D")
    evening.box.pull_the_plug()
    evening.switch_on(lying=(bytes.fromhex("08C0FFEE"), evening.box.uid("10D")))
    evening.box.turn(1.0)
    assert evening.refusal.rule.name == "no-card"


@on_chip_readers
@pytest.mark.parametrize("what", sorted(set(THINGS) - {"two phones"}))
def test_it_is_named_in_play_as_in_enrolment_and_ok_answers_why(tmp_path: Path, reader: str, what: str) -> None:
    house = House(tmp_path / "new", Settings(reader=ReaderSettings(kind=reader)))
    house.does("OK", "OK")
    house.box.wires.fields[""].place(*THINGS[what]())
    house.box.turn(1.0)
    evening = at_a_table(tmp_path / "old", reader, *THINGS[what]())
    assert named(house.box.table) == named(evening.box.table)
    assert isinstance(evening.overlay, Refused)
    evening.does("OK")
    assert isinstance(evening.overlay, Why)
    assert "Cards tapped with it are valid." in " ".join(slots(screen_for(evening.box.table)).lines)


def named(table: Table) -> tuple[str, ...]:
    """What the panel calls it, and why it is refused."""
    screen = screen_for(table)
    return slots(screen).fact, *slots(screen).lines[:2]


def test_no_deck_ever_learns_a_phones_number(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.does("OK", "OK")
    handset, field = phone(), house.box.wires.fields[""]
    for number in range(4):
        field.place(handset)
        house.box.turn(0.5)
        house.taps_new(number)
        field.lift(handset)
        house.box.turn(NO_CARD_LIFTED_AFTER_S + 0.5)
    (deck,) = house.box.shelf.unfinished
    assert set(deck.pieces) == set(house.roll[:4])
