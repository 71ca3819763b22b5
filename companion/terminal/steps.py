"""What a person would do next at this table, and the sentence that proposes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.table.inputs import Button
from companion.terminal.commands import Order, Press, Tap

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.cards import Card
    from companion.table.questions import Question
    from companion.table.table import Table
    from companion.terminal.commands import Action
    from companion.terminal.hints import Hint

BUTTONS = "u d move, o takes, b goes back"


def next_steps(table: Table, hint: Hint | None) -> tuple[Action, ...]:
    """The next sensible thing: an answer, a hand to scan, a right card, or OK.

    Hands are scanned where that is asked, since the dealer does it in no time and the table then sees wrong cards.
    """
    put_away = () if table.overlay is None else (Press(Button.BACK),)
    if table.question is not None:
        return (*put_away, *_answer(table.question))
    if table.scored:
        return (*put_away, Press(Button.OK))
    if table.scanning() is not None:
        return (Order.DEAL,)
    if hint is not None and hint.right and not table.playing.expects.choices:
        return (Tap(tuple(map(str, hint.right))),)
    return (*put_away, Press(Button.OK))


def proposal(table: Table, hint: Hint | None) -> tuple[str, ...]:
    """One or two lines on what can be done now."""
    if table.question is not None:
        return _question_told(table.question)
    if not table.playing.expects.words:
        return ("The game is over. Enter: on to the next one.",)
    if table.scored:
        return ("The deal is scored, and the cards are dealt again. Enter: on to the next deal.",)
    if table.scanning() is not None:
        return ("The cards are dealt; each hand is tapped, faces down. Enter taps them all.",)
    told = (*_choices_told(table), *(_cards_told(hint) if hint else ()))
    return told or ("Type what is played next.",)


def tap_words(cards: Iterable[Card]) -> str:
    """Cards as they are typed."""
    return " ".join(map(str, cards))


def _answer(question: Question) -> tuple[Action, ...]:
    wanted = question.choices.index("yes") if question.asks == "scanned" else question.cursor
    moves = (Press(Button.DOWN),) * ((wanted - question.cursor) % len(question.choices))
    return (*moves, Press(Button.OK))


def _question_told(question: Question) -> tuple[str, ...]:
    if question.asks == "scanned":
        return (
            "Enter: yes, the dealer taps the hands, and a wrong card is refused at once.",
            "o: no, hands stay hidden; a wrong card is trusted until a later one proves it.",
        )
    return (f"{question.title.rstrip('?')}? Enter: {question.chosen}. {BUTTONS}.",)


def _choices_told(table: Table) -> tuple[str, ...]:
    choices: Sequence[str] = [
        choice.label or table.names_of((choice.seat,) if choice.seat is not None else ())
        for choice in table.playing.expects.choices
    ]
    return (f"{table.playing.expects.headline} Enter: {choices[table.cursor]}. {BUTTONS}.",) if choices else ()


def _cards_told(hint: Hint) -> tuple[str, ...]:
    right = f"{tap_words(hint.right)} (right)" if hint.right else ""
    trust = ", but trusted: hands are hidden" if hint.trusted else ""
    wrong = f"{tap_words(hint.wrong)} (wrong: {hint.why}{trust})" if hint.wrong else ""
    return (f"Try {' or '.join(part for part in (right, wrong) if part)}",)
