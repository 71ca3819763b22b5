"""A card whose tag another reader reads as another number."""

from __future__ import annotations

import pytest

from companion.cards import Card
from companion.games.registry import GAMES
from companion.table.effects import SaveDeck
from companion.table.second_numbers import take_card
from companion.table.state import House, Table
from companion.tags.tag_decks import CardCopy, Shelf, simulated_deck
from tests.evening import right_match

NUMBER = bytes.fromhex("DEADBEEF")
DECK = simulated_deck("french", [str(card) for card in GAMES["bonehead"].deck.cards_in_order])
TOM_IS_TO_PLAY = """game bonehead
players Ann Tom
start Ann
deal
hand Tom 4C 4D 9S KH QH QD
Ann heads AS AH AD
Tom heads KH QH QD
Ann 3C"""


@pytest.mark.parametrize(("card", "counts"), [("4C", True), ("7S", False)])
def test_only_a_card_that_counts_gets_the_number(card: str, *, counts: bool) -> None:
    table = Table(House(GAMES, shelf=Shelf((DECK,))), right_match(TOM_IS_TO_PLAY))
    reply = take_card(table, Card(*card), NUMBER)
    both = [SaveDeck(DECK.with_number(NUMBER, CardCopy(card)))] if counts else []
    assert [effect for effect in reply.effects if isinstance(effect, SaveDeck)] == both
    assert reply.is_rejected is not counts
