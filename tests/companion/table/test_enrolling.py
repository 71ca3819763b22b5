"""Enrolling a deck at the table: what each tag and each press sounds like, and what is saved."""

from __future__ import annotations

import pytest

from companion.enrolment.deck_kinds import kinds
from companion.enrolment.deck_menu import Naming
from companion.enrolment.enrolment import Enrolment
from companion.games.registry import GAMES
from companion.inputs.inputs import Button, Pressed, Stranger, Tapped
from companion.table.effects import SaveDeck
from companion.table.handling import handle
from companion.table.modes import Enrolling, Playing
from companion.table.reply import Outcome
from companion.table.state import House, Table
from companion.tags.tag_decks import TagDeck
from tests.companion.table.pure_table import luck

FRENCH = kinds(GAMES, ())["french"]


def with_all_but(missing: int) -> TagDeck:
    """A deck in which so many cards have no tag yet."""
    return TagDeck("ours", "french", {place.to_bytes(7): piece for place, piece in enumerate(FRENCH.pieces[missing:])})


def at(dialogue: Enrolment | Naming) -> Table:
    return Table(House(GAMES), mode=Enrolling(dialogue, Playing()))


@pytest.mark.parametrize(("missing", "outcome"), [(2, Outcome.ACCEPTED), (1, Outcome.DONE)])
def test_the_last_tag_of_a_deck_sounds_as_its_end(missing: int, outcome: Outcome) -> None:
    reply = handle(
        at(Enrolment(FRENCH, with_all_but(missing))), Tapped((Stranger(uid=bytes.fromhex("04112233445566")),)), luck
    )
    assert reply.outcome is outcome


def test_a_deck_is_kept_without_the_cards_that_were_skipped() -> None:
    deck = with_all_but(1)
    reply = handle(at(Enrolment(FRENCH, deck, FRENCH.pieces[:1])), Pressed(Button.BACK), luck)
    assert reply.effects == (SaveDeck(deck),)


@pytest.mark.parametrize(("text", "outcome"), [("Ann", Outcome.PART), ("", Outcome.REJECTED)])
def test_a_name_without_a_letter_sounds_as_refused(text: str, outcome: Outcome) -> None:
    assert handle(at(Naming(with_all_but(0), text, 0)), Pressed(Button.OK), luck).outcome is outcome
