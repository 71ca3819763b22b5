"""How people tell the table what a record says: the taps and presses that lead to the same story.

Nothing is known about the table's gestures but what it offers; which of them says a statement is found by asking
`handle` what each would lead to. Pure: nobody is told anything here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from companion.statements import Statement, UnreadableError, split_words
from companion.table.handling import handle
from companion.table.inputs import Button, Held, Input, Pressed, Tapped
from companion.table.menu import MENU
from companion.table.table import Refused
from companion.tags import CardCopy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.match import Match
    from companion.record import LineAnswer
    from companion.referee.verdicts import Rule
    from companion.table.table import Table

Gesture: TypeAlias = tuple[Input, ...]

BACK, OK = Pressed(Button.BACK), Pressed(Button.OK)


def story(match: Match) -> tuple[Statement, ...]:
    """Everything that holds, oldest first; a scanned hand as the cards it was dealt."""
    said = [moment.said for moment in match.story() if moment.said is not None]
    return tuple(one for statement in reversed(said) for one in _one_by_one(statement))


def _one_by_one(statement: Statement) -> tuple[Statement, ...]:
    if statement.word != "hand":
        return (statement,)
    return tuple(Statement("dealt", statement.seat, (card,)) for card in statement.cards)


def statement_of(line: LineAnswer) -> Statement | None:
    """What a line says; None where it cannot be read."""
    assert line.match is not None
    try:
        return line.match.header.language.read(split_words(line.text))
    except UnreadableError:
        return None


def gesture_for(table: Table, said: Statement, after: Match) -> Gesture | None:
    """The gesture after which the table has the story of `after`, the last word of it `said`; None: there is none."""
    wanted = story(after)
    for gesture in _gestures(table, said, after):
        match = _led_to(table, gesture).match
        if match is not None and match.header == after.header and story(match) == wanted:
            return gesture
    return None


def refused_tap(table: Table, said: Statement, rule: Rule) -> Gesture | None:
    """The taps that the table refuses for just this rule and player; None: nobody can show it that mistake."""
    if not said.cards or table.match is None:
        return None
    gesture = _taps(said)
    reached = _led_to(table, gesture)
    who = "" if said.seat is None else table.match.header.names[said.seat]
    match reached.overlay:
        case Refused(who=refused, rule=broken) if (refused, broken) == (who, rule) and reached.match is table.match:
            return gesture
    return None


def is_told_with_more(table: Table, pending: Sequence[Statement]) -> bool:
    """Whether the table takes these statements together with a later one: passes, or a deal that a tap begins."""
    expected = table.playing.expects
    lists = [choice.says for choice in expected.choices]
    if expected.tap is not None:
        lists.append((*expected.implied, expected.tap))
    return any(says[: len(pending)] == tuple(pending) and len(says) > len(pending) for says in lists)


def statements_to_undo(table: Table, after: Match) -> int:
    """How many statements of the table's own story lie behind `after`."""
    wanted = story(after)
    return next(number for number, moment in enumerate(table.playing.story()) if story(moment) == wanted)


def in_words(gesture: Gesture) -> str:
    """A gesture as one would tell it: `tap AC`, `DOWN, OK`, `hold BACK, OK`."""
    return ", ".join(map(_in_words, gesture))


def _in_words(given: Input) -> str:
    match given:
        case Tapped(pieces=pieces):
            return f"tap {' '.join(str(piece) for piece in pieces)}"
        case Pressed(button=button):
            return button.value
        case Held():
            return "hold BACK"
    raise AssertionError(f"no gesture: {given}")


def _led_to(table: Table, gesture: Gesture) -> Table:
    for given in gesture:
        table = handle(table, given, lambda _: 0).table
    return table


def _gestures(table: Table, said: Statement, after: Match) -> Iterator[Gesture]:
    """What might say it, the shortest first."""
    if said.word == "undo":
        yield (Held(), *(OK,) * statements_to_undo(table, after))
    elif said.word == "end":
        yield (Held(), *_moves(0, MENU.index("end here"), len(MENU)), OK)
    elif said.cards:
        yield _taps(said)
    else:
        yield from _answers(table)
        yield from ((BACK, *answer) for answer in _answers(_led_to(table, (BACK,))))


def _taps(said: Statement) -> Gesture:
    return tuple(Tapped((CardCopy(str(card)),)) for card in said.cards)


def _answers(table: Table) -> Iterator[Gesture]:
    """Every answer to what the table asks now; OK alone where there is nothing to choose."""
    question = table.question
    choices = len(question.choices if question else table.playing.expects.choices) or 1
    cursor = question.cursor if question else table.cursor
    yield from ((*_moves(cursor, place, choices), OK) for place in range(choices))


def _moves(cursor: int, place: int, choices: int) -> Gesture:
    """The shorter way round from one answer to another."""
    down, up = (place - cursor) % choices, (cursor - place) % choices
    return (Pressed(Button.DOWN),) * down if down <= up else (Pressed(Button.UP),) * up
