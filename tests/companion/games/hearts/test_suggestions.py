"""Why Hearts hints at a card that takes the trick so far, which nobody wants."""

from __future__ import annotations

import pytest

from companion.cards import Card
from companion.rules.statements import PLAY, Statement
from companion.rules.suggestions import suggestions_of
from companion.support.messages import tr
from tests.companion.games.hearts.test_strategy import match_of

DEALT = ("option passing none", "deal", "Bob 2C", "Cid 5C", "Dee AC", "Ann 4C")
"""Dee leads to the second trick."""


@pytest.mark.parametrize(
    ("lies", "own", "card", "why"),
    [
        ("Dee 5D", "2D 9D 3S", "2D", "it follows diamonds, and does not take the trick"),
        ("Dee 5D", "9D JD 3S", "9D", "you have no lower one"),
        ("Dee 5D", "9D JD 3S", "JD", "you have none that stays below"),
        ("Dee 5D", "2D JD 3S", "JD", "it gets rid of your highest card of this suit"),
        ("Dee 5D", "JD 3S 4S", "JD", "it is your only card of this suit"),
        ("Dee 5D, Ann 3D, Bob 7D", "2D JD 3S", "JD", "you play last, and no points lie there"),
        ("Dee 5D, Ann 3D, Bob QS", "9D JD 3S", "9D", "you have no lower one"),
    ],
)
def test_a_card_that_takes_the_trick_is_hinted_at_with_a_reason_of_hearts(
    lies: str, own: str, card: str, why: str
) -> None:
    plays = lies.split(", ")
    match = match_of(*DEALT, *(f"{play}" for play in plays))
    game, seat = match.header.game, (3 + len(plays)) % 4
    said = Statement(PLAY, seat, (Card(card[:-1], card[-1]),))
    held = tuple(Card(word[:-1], word[-1]) for word in own.split())
    assert tr(suggestions_of(game).reason(game, match.state, said, held)) == why
