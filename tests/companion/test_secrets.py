"""The panel, the sounds and the record are the same whatever lies in hidden places (product: Secrets).

Two deals differ only in two cards that nobody has played yet. What people see, hear and what is written must be
the same until one of the two is tapped in play, or until a scanned hand itself decides a verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import GAMES
from companion.games.birddog import BIRD_DOG, DECK
from companion.header import Header
from companion.screens.showing import picture_of
from companion.table.beginning import begin
from companion.table.handling import handle
from companion.table.inputs import Button, Held, Holding, Pressed, Resting, Tapped
from companion.table.table import Refused, Table
from companion.tags import CardCopy, Command

if TYPE_CHECKING:
    from random import Random

    from companion.cards import Card
    from companion.table.inputs import Input

SEATS = (0, 1, 2)
STEPS = 100


@dataclass(frozen=True)
class Deal:
    """Which card lies where: 21 in the hands, three in the stack, which is turned up from its top."""

    order: tuple[Card, ...]

    def hand(self, seat: int) -> tuple[Card, ...]:
        return self.order[7 * seat : 7 * seat + 7]

    @property
    def stack(self) -> tuple[Card, ...]:
        return self.order[21:]

    def swapped(self, one: int, other: int) -> Deal:
        order = list(self.order)
        order[one], order[other] = order[other], order[one]
        return Deal(tuple(order))


def place(position: int) -> int:
    """Which hidden place a position of the order is: a hand, or the stack."""
    return position // 7


@st.composite
def twins(draw: st.DrawFn) -> tuple[Deal, Deal]:
    """Two deals that differ by one swap between two hidden places."""
    deal = Deal(tuple(draw(st.permutations(DECK.cards_in_order))))
    one = draw(st.integers(0, 20))
    other = draw(st.integers(0, 23).filter(lambda position: place(position) != place(one)))
    return deal, deal.swapped(one, other)


def tap(card: Card) -> Input:
    return Tapped((CardCopy(str(card)),))


def scanned_next(table: Table, deal: Deal, chance: Random) -> tuple[int, Card] | None:
    """The seat whose hand is being scanned and one of its cards that is still missing."""
    scanning = table.scanning()
    if scanning is None:
        return None
    seat = scanning[0]
    state = table.playing.state
    known = state.now.knowledge.known[seat] if state and state.deal and state.now.dealing else 0
    return seat, chance.choice([card for card in deal.hand(seat) if not DECK.bit(card) & known])


def played_next(table: Table, deal: Deal, chance: Random) -> Card:
    """What somebody taps: mostly a card of the right hand, or the next of the stack; now and then any."""
    if chance.random() < 0.1:
        return chance.choice(DECK.cards_in_order)
    expected, state = table.playing.expects, table.playing.state
    if expected.tap is not None and expected.tap.word == "up":
        turned = len(state.now.talk.ups) if state and state.deal and not table.scored else 0
        return deal.stack[min(turned, 2)]
    seat = expected.tap.seat if expected.tap is not None and expected.tap.seat is not None else 0
    out = state.now.knowledge.out if state and state.deal else 0
    left = [card for card in deal.hand(seat) if not DECK.bit(card) & out]
    return chance.choice(left or list(DECK.cards_in_order))


BUTTONS: tuple[Input, ...] = (*map(Pressed, Button), Held(), Holding(3), Resting(), Tapped((Command.UNDO,)))


def refused(table: Table) -> bool:
    return isinstance(table.overlay, Refused)


def hidden(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines of the record without the cards that were dealt: only the record on the card knows all."""
    return tuple(" ".join(line.split()[:2]) if line.startswith("dealt") else line for line in lines)


@pytest.mark.parametrize("scanned", [False, True], ids=["unscanned", "scanned"])
@settings(max_examples=60, deadline=None)
@given(deals=twins(), chance=st.randoms(use_true_random=False))
def test_two_deals_that_differ_in_hidden_cards_only_cannot_be_told_apart(
    deals: tuple[Deal, Deal], chance: Random, *, scanned: bool
) -> None:
    one, other = deals
    differ = dict(zip(one.order, other.order, strict=True))
    moved = {card for card, twin in differ.items() if card != twin}
    header = Header(BIRD_DOG, ("Ann", "Bob", "Cid"), 2)
    table = twin = begin(Table(GAMES), header, SEATS if scanned else ()).table
    for _ in range(STEPS):
        dealt = scanned_next(table, one, chance)
        if chance.random() < 0.25:
            given = given_twin = chance.choice(BUTTONS)
        elif dealt is not None:
            given, given_twin = tap(dealt[1]), tap(differ[dealt[1]])
        else:
            card = played_next(table, one, chance)
            if card in moved:
                return
            given = given_twin = tap(card)
        reply, reply_twin = handle(table, given, lambda _: 0), handle(twin, given_twin, lambda _: 0)
        if refused(reply.table) != refused(reply_twin.table):
            assert scanned, "a verdict differs although nobody saw the cards"
            return
        assert picture_of(reply.table) == picture_of(reply_twin.table)
        assert reply.cue == reply_twin.cue
        assert hidden(reply.lines) == hidden(reply_twin.lines)
        table, twin = reply.table, reply_twin.table
        if table.match is None:
            return


@pytest.mark.parametrize("step", ["", "hold", "hold OK", "hold DOWN OK", "9H"])
def test_no_screen_names_a_card_that_was_scanned_into_a_hand(step: str) -> None:
    from companion.screens.gallery import Evening  # noqa: PLC0415 - only this test walks the gallery's way
    from companion.screens.screen import canvas_of  # noqa: PLC0415
    from companion.screens.showing import screen_for  # noqa: PLC0415

    table = Evening(f"9H 10H JH {step}", scanned=True).table()
    said = " ".join(mark.what for mark in canvas_of(screen_for(table)).marks)
    assert "♥" not in said
