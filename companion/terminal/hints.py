"""One right and one wrong card to try, judged with every hand open.

The table itself does not see the hands; a wrong card that it can only take on trust is called so.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, combinations, islice
from typing import TYPE_CHECKING, Any

from companion.referee.verdicts import Illegal, Legal
from companion.statements import HAND, Statement
from companion.terminal.dealer import INTO_A_HAND, Dealt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.cards import Card
    from companion.games.game import Game
    from companion.match import Match

MOST_TRIED = 500
"""So many plays of several cards are judged in search of one; then the hint goes without it."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Cards to lay down together: `right`, and `wrong` with the short form of the rule it breaks.

    Either is empty where there is none. `trusted` says that the table cannot see that the wrong one is wrong.
    """

    right: tuple[Card, ...] = ()
    wrong: tuple[Card, ...] = ()
    why: str = ""
    trusted: bool = False


def hint(match: Match, dealt: Dealt) -> Hint | None:
    """What to try; None when no card has a place now."""
    game = match.header.game
    if not match.expects.words:
        return None
    state = opened(game, dealt)
    expected = game.expects(state)
    if expected.tap is None:
        return None
    for implied in expected.implied:
        state, _ = game.advance(state, implied)
    tap, size = expected.tap, max(1, game.expects(state).pieces[0])
    own = dealt.stack[:1] if tap.seat is None else dealt.hands[tap.seat]
    others = [card for card in game.deck.cards_in_order if card not in own]
    right = next((play for play in _plays(own, size) if _is_right(game, state, tap.with_cards(*play))), ())
    for play in chain(_plays(own, size), _plays(others, size)):
        verdict = game.judge(state, tap.with_cards(*play))
        if isinstance(verdict, Illegal):
            why = game.large_line(state, verdict.rule).capitalize()
            return Hint(right, play, why, trusted=_is_taken(match, tap.with_cards(*play)))
    return Hint(right)


def opened(game: Game, dealt: Dealt) -> Any:
    """The state of the game as somebody knows it who sees every hand.

    What lies on the table lies there: a wrong play that the table took on trust is not judged again.
    """
    state = dealt.begun
    for seat, cards in enumerate(dealt.whole):
        state, _ = game.advance(state, Statement(HAND.name, seat, cards))
    for said in dealt.said:
        if said.word not in INTO_A_HAND:
            state, _ = game.advance(state, said)
    return state


def _plays(cards: tuple[Card, ...] | list[Card], size: int) -> Iterator[tuple[Card, ...]]:
    return islice(combinations(cards, size), MOST_TRIED)


def _is_right(game: Game, state: Any, statement: Statement) -> bool:
    return isinstance(game.judge(state, statement), Legal)


def _is_taken(match: Match, statement: Statement) -> bool:
    """Whether the table, with what it has seen, would take this play."""
    for said in (*match.expects.implied, statement):
        match, answer = match.say(said)
        if not answer.applied:
            return False
    return True
