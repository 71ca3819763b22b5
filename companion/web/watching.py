"""An example at the table, step by step: what is said, and what hands then do. Knows neither time nor the box."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from companion.match.checker import LineAnswer
from companion.match.match import Match
from companion.simulation.gesture_search import Gesture, same_story, story
from companion.support.messages import msg, tr
from companion.support.values import dataclass
from companion.table.state import Table
from companion.web.examples import Example, gesture_of_line, scanned_in
from companion.web.narration import sentence

LOST = msg("It ends here: the box did not take the last card. Is a fault switched on?")


@dataclass(frozen=True, slots=True)
class ExampleStep:
    """A caption, made in the language in effect; the cards that are scanned unseen, and what hands then do.

    `lost`: the table cannot follow any more.
    """

    caption: Callable[[], str]
    scanned: tuple[str, ...] = ()
    gesture: Gesture = ()
    lost: bool = False


def steps(example: Example, table: Callable[[], Table]) -> Iterator[ExampleStep]:
    """The example from its first line on; ends early when the table tells another story by then."""
    told: list[Callable[[], str]] = []
    reached: Match | None = None
    before: LineAnswer | None = None
    for line in example.lines:
        if reached is not None and not same_story(story(table().playing), story(reached)):
            yield ExampleStep(partial(tr, LOST), lost=True)
            return
        scanned, gesture = scanned_in(line), gesture_of_line(table(), line)
        told += [partial(sentence, line, before)] if scanned or gesture or line.answer.applied else []
        before = line
        if not scanned and gesture is None:
            continue  # it is said together with the next one
        yield ExampleStep(partial(_in_one, tuple(told)), scanned, gesture or ())
        told.clear()
        reached = line.match if line.answer.applied else reached


def _in_one(told: Iterable[Callable[[], str]]) -> str:
    return " ".join(tell() for tell in told)
