"""What all trick games share."""

from __future__ import annotations

from typing import Any

import pytest

from companion import api
from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.rules.tricks import RENEGE, TrickGame, renege
from companion.support.values import replace


def test_a_revoke_costs_what_the_game_says() -> None:
    option = renege("3 points less")
    assert (option.name, option.values) == ("renege", ("play-on", "void-deal", "penalty"))
    assert option.meaning == "revoke: no penalty, void deal or 3 points less"
    assert option.says == ("no penalty", "the deal is void", "3 points less")
    assert option.name_and_label("void-deal") == ("revoke", "the deal is void")
    assert replace(option, title="").name_and_label("void-deal") == ("renege", "void deal")


def test_the_rulebooks_penalty_comes_first() -> None:
    option = renege("2 for the others", "2 points", penalty_first=True)
    assert option.meaning == "revoke: no penalty, void deal or 2 for the others"
    assert option.labels == ("2 points", "no penalty", "the deal is void")
    assert option.values == ("penalty", "play-on", "void-deal")


def test_every_trick_game_has_the_house_rule() -> None:
    for game in GAMES.values():
        if isinstance(game, TrickGame):
            own = [option for option in game.options if option.name == RENEGE.name]
            assert [sorted(option.values) for option in own] == [sorted(RENEGE.values)], game.name


class Queens(api.TrickGame[Any]):
    """Queens are trumps, and belong to no other suit: it says so, and no more."""

    def suit(self, state: Any, card: api.Card) -> str:
        return "trumps" if card.rank == "Q" else card.suit

    def strength(self, state: Any, trick: api.Trick, card: api.Card) -> tuple[int, ...]:
        return (card.rank == "Q", self.suit(state, card) == self.suit(state, trick.cards[0]), "7 8 Q".index(card.rank))

    def points(self, state: Any) -> tuple[int, ...]:
        return self.tricks_won(state)

    def winners_of(self, state: Any, totals: tuple[int, ...]) -> tuple[int, ...]:
        return ()


QUEENS = Queens(
    name="queens",
    title="Queens",
    deck=api.Deck.of("7 8 Q", "S H D C"),
    deck_kind="french",
    players=(3,),
    cards_each=4,
    pages=("Queens are trumps.",),
)


@pytest.mark.parametrize(
    ("lead", "wrong", "right"),
    [("QS", "7D", "QD"), ("7S", "7D", "8S"), ("7H", "", "QD"), ("7H", "", "7D")],
    ids=["a trump asks for trumps", "a suit asks for its cards", "not its queen: a trump", "nor any: a discard"],
)
def test_the_suit_led_is_all_that_counts_as_it(lead: str, wrong: str, right: str) -> None:
    hands = "hand Bob 8S 7D QD QH", "hand Cid 8H 8D 8C QC", "hand Ann 7S 7H 7C QS"
    plays = [f"Bob {card}" for card in (wrong, right) if card]
    lines = ["game queens", "players Ann Bob Cid", "dealer Cid", "deal", *hands, f"Ann {lead}", *plays]
    verdicts = [line.answer.verdict for line in answers("\n".join(lines), {"queens": QUEENS})][-len(plays) :]
    assert verdicts == [api.Illegal(api.FOLLOW_SUIT)] * bool(wrong) + [api.LEGAL]
