"""Slips seen late, while hands are scanned: a hand is scanned again, the last deal is corrected.

Nothing else that was scanned is lost: it is said again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from companion.match.match import Match
from companion.rules.game import Choice, deals
from companion.rules.statements import DEAL, Statement, undo_of
from companion.support.messages import msg
from companion.support.values import replace
from companion.table import repairs, words


def late_repairs(match: Match) -> tuple[Choice, ...]:
    """What the menu offers while cards are dealt, or right after: a hand again, the last one first; the last deal."""
    game = match.header.game
    said = tuple(match.said_in_deal())
    scanned = tuple(takewhile(lambda statement: deals(game, statement.word), said))
    hands = tuple(_again(scanned, seat) for seat in dict.fromkeys(statement.seat for statement in scanned))
    others = (Choice(words.ANOTHER_HAND, then=hands[1:], asks=words.WHOSE_HAND),) if hands[1:] else ()
    last = _last_deal(match, scanned) if len(scanned) == len(said) else ()
    return (*(replace(hand, label=_label(match, hand), seat=None) for hand in hands[:1]), *others, *last)


def _label(match: Match, hand: Choice) -> str:
    return words.THE_NEST_AGAIN if hand.seat is None else msg(words.HAND_AGAIN, name=match.header.names[hand.seat])


def _again(scanned: Sequence[Statement], seat: int | None) -> Choice:
    """Take back the cards of this hand (None: the nest), and say the others of `scanned` again, the latest first."""
    first = max(place for place, statement in enumerate(scanned) if statement.seat == seat)
    others = (statement for statement in reversed(scanned[: first + 1]) if statement.seat != seat)
    label = words.THE_NEST_AGAIN if seat is None else ""
    return Choice(label, (undo_of(first + 1), *others), seat)


def _last_deal(match: Match, scanned: Sequence[Statement]) -> tuple[Choice, ...]:
    """The corrections of the deal before this one, after which these cards are said again; or all of them go back."""
    before = match.earlier
    if before is None or before.earlier is None:
        return ()
    again = (Statement(DEAL.name), *reversed(scanned))
    back = Choice(words.BACK_TO_LAST_DEAL, (undo_of(len(again)),))
    lists = repairs.corrections(before, None)
    return (back,) if lists is None else (replace(_then(lists, again), label=words.CORRECT_LAST_DEAL), back)


def _then(choice: Choice, again: tuple[Statement, ...]) -> Choice:
    """This repair of the deal before, from this deal and back to it."""
    if choice.then:
        return replace(choice, then=tuple(_then(further, again) for further in choice.then))
    undo, *others = choice.says
    return replace(choice, says=(undo_of(int(undo.value) + len(again)), *others, *again))
