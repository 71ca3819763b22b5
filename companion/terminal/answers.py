"""Answers in words: what may be typed for what is asked now, and the gesture that gives the answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.inputs.inputs import HandInput
from companion.simulation.next_steps import gesture_of
from companion.support.messages import tr
from companion.table.presses_for_answers import AnswerGroup, ButtonAnswer, button_answers
from companion.table.state import Table

DECLINES = "pass"
"""The word of a statement by which people decline: `no` says it, and `yes` the only other answer."""

MOST_LISTED = 3
"""Numbers of bids that are listed; of more, the first two and the last."""


def gesture_for_words(table: Table, typed: Sequence[str]) -> tuple[HandInput, ...]:
    """What hands do for the answer that these words name. Empty: they name none, or several."""
    answers = button_answers(table)
    named = [answer for answer in answers if tr(answer.label).lower().split() == list(typed)]
    named = named or [answer for answer in answers if {*typed} <= {*_words(answer, answers)}]
    if len(named) != 1:
        return ()
    (answer,) = named
    return answer.presses or (answer.says and gesture_of(table, (answer.says,))) or ()


def _words(answer: ButtonAnswer, answers: Sequence[ButtonAnswer]) -> Iterator[str]:
    """The words by which an answer may be named."""
    yield from tr(answer.label).lower().split()
    said = answer.says
    if said is None:
        return
    yield from (said.word, *said.value.lower().split())
    declined = [other for other in answers if other.says is not None and other.says.word == DECLINES]
    if said.word == DECLINES:
        yield "no"
    elif len(answers) - len(declined) == 1 and declined:
        yield "yes"


def to_type(table: Table) -> str:
    """The answers that may be typed, as a list. Empty: there is no choice, or it may be given instead of a card."""
    answers = [answer for answer in button_answers(table) if answer.group is not AnswerGroup.CLAIM and answer.label]
    if len(answers) <= 1 or table.optional:
        return ""
    numbers = [answer.says.value for answer in answers if answer.says and answer.group is AnswerGroup.BID]
    numbers = [number for number in numbers if number.isdigit() and int(number)]
    others = [tr(answer.label) for answer in answers if answer.says is None or answer.says.value not in numbers]
    if len(numbers) > MOST_LISTED:
        numbers = [*numbers[:2], f"… {numbers[-1]}"]
    return ", ".join((*others, *numbers)).replace(", …", " …")
