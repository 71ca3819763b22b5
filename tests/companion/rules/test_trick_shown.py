"""What any trick game is shown by: of the trick that lies now, and of its suit however long its name is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.api import FOLLOW_SUIT, Card, Deck, GameEntry, TrickGame, TrickShown
from tests import evening

if TYPE_CHECKING:
    from companion.match.match import Match

DEALT = "game sevens|players Ann Bob Cid|dealer Cid|deal|hand Ann 7S 7H 8H|hand Bob 8S 7D QH|hand Cid QS 8D QD"
NAMES = {"♠": "1234567", "♥": "12345678"}


class Sevens(TrickGame[Any]):
    """Suits are called by their signs, and the latest card takes."""

    def suit(self, state: Any, card: Card) -> str:
        return card.sign[-1]

    def winner(self, state: Any, trick: Any) -> int:
        return int(trick.plays[-1].seat)

    def points(self, state: Any) -> tuple[int, ...]:
        return self.tricks_won(state)

    def winners_of(self, state: Any, totals: tuple[int, ...]) -> tuple[int, ...]:
        return ()


class SevensShown(TrickShown[Sevens]):
    """A suit of seven letters, one of eight, and one without a name; only a seven counts."""

    def suit_name(self, suit: str) -> str:
        return NAMES.get(suit, "")

    def worth(self, state: Any, card: Card) -> int:
        return 7 * (card.rank == "7")


SEVENS = Sevens(
    name="sevens",
    title="Sevens",
    deck=Deck.of("7 8 Q", "S H D"),
    deck_kind="french",
    players=(3,),
    cards_each=3,
    pages=("Sevens count.",),
    entry=GameEntry(shown=lambda: SevensShown),
)


def match_of(plays: str) -> Match:
    return evening.match_of(*f"{DEALT}|{plays}".split("|"), games={"sevens": SEVENS})


def test_who_is_ahead_is_asked_of_the_trick_that_lies_now() -> None:
    told = {"Ann 7S|Bob 8S": 1, "Ann 7S|Bob 8S|Cid QS": None, "Ann 7S|Bob 8S|Cid QS|Cid QD|Ann 7H": 0}
    assert {plays: SEVENS.shown.ahead(match_of(plays).state) for plays in told} == told


def test_a_trick_without_strengths_is_as_good_as_what_it_counts_and_nothing_if_that_is_none() -> None:
    assert SEVENS.shown.merit_of_last(match_of("Ann 7S|Bob 8S|Cid QS").state) == (7,)
    assert SEVENS.shown.merit_of_last(match_of("Ann 8H|Bob QH|Cid QD").state) == ()


def test_a_suit_is_named_large_if_its_name_fits_and_is_a_sign_without_one() -> None:
    follow = FOLLOW_SUIT.short
    told = {"Ann 7S": "1234567 LED", "Ann 7H": f"{follow} ♥", "Ann 7S|Bob 8S|Cid QS|Cid QD": f"{follow} ♦"}
    assert {plays: SEVENS.shown.large_line(match_of(plays).state, FOLLOW_SUIT) for plays in told} == told


def test_the_lead_that_was_not_followed_is_that_of_the_trick_that_lies_now() -> None:
    led, _ = SEVENS.shown.why(match_of("Ann 7S|Bob 8S|Cid QS|Cid QD|Ann 7H").state, FOLLOW_SUIT, "7♥")
    assert led == "Q♦ led"
