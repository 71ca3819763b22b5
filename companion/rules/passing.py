"""Cards that players pass to each other face down, before the first lead."""

from __future__ import annotations

from typing import Any

from companion.cards import Deck, Seat
from companion.rules.game import Choice, Draw, Expectation, Game
from companion.rules.referee.judging import NamedCards, judge_common
from companion.rules.referee.knowledge import Knowledge
from companion.rules.referee.verdicts import LEGAL, Illegal, Verdict
from companion.rules.statements import PASSES, Secret, Statement, Word
from companion.support.messages import N_, msg, msg_n
from companion.support.values import replace


def passing_word(told: str) -> Word:
    """The word of passed cards. `told` says how many everybody passes on."""
    return Word(
        PASSES,
        cards=True,
        secret=Secret.GIVEN,
        told=told,
        calls=msg_n("{who} passes {cards}: tap it.", "{who} passes {cards}: tap them."),
        does=msg_n("passes a card", "passes {n} cards"),
    )


def ask_to_pass(giver: str, taker: str, number: int) -> tuple[str, str]:
    """The question for cards to pass to this player, to the giver and to the others."""
    return (
        msg("Pass {n} cards to {who}.", n=number, who=taker),
        msg("{who} passes {n} cards to {taker}, face down", who=giver, n=number, taker=taker),
    )


def all_passed(game: Game, state: Any, waiting: tuple[Seat, ...]) -> Any:
    """The state of this game after these seats have passed cards unseen."""
    for seat in waiting:
        state, _ = game.advance(state, Statement(PASSES, seat))
    return state


def passes_or_lead(
    lead: Expectation, headline: str, waiting: tuple[Seat, ...], seats: tuple[Seat, ...], *, draws: tuple[Draw, ...]
) -> Expectation:
    """Those of `waiting` pass; `seats` may pass now. A lead says that all have passed, unseen."""
    passes = tuple(Statement(PASSES, seat) for seat in waiting)
    return replace(
        lead,
        headline=headline,
        words=frozenset({PASSES}),
        seats=seats,
        implied=passes,
        choices=(Choice(N_("all passed"), passes),),
        optional=True,
        draws=draws,
    )


def passed_cards(facts: Knowledge, giver: Seat, taker: Seat, number: int, *, due: bool = True) -> Draw:
    """The cards that this player may be seen to pass. `due`: the taker may look at them now."""
    says, alone = Statement(PASSES, giver), facts.seen_whole(giver)
    return Draw(taker, says, number, facts.pool(giver), alone=alone, due=due)


def judge_pass(expected: Expectation, statement: Statement, number: int, deck: Deck, *, facts: Knowledge) -> Verdict:
    """Judge cards that a player passes: `number` of the own hand, or none if nobody saw them."""
    found = judge_common(replace(expected, pieces=(number, number)), statement, deck, facts)
    return LEGAL if isinstance(found, NamedCards) else Illegal(found)
