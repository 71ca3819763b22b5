"""The answers that the four buttons can give now, each with the presses that give it.

An answer is found by its place, never by its label.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TypeAlias

from companion.cards import Seat
from companion.inputs.inputs import Button, Held, Pressed
from companion.inputs.questions import Question, choices_at
from companion.match.header import Header
from companion.rules.claims import CLAIMS
from companion.rules.game import Choice, Game, deals
from companion.rules.statements import Statement
from companion.support.messages import N_
from companion.support.values import dataclass, replace
from companion.table import apply_statements, revokes
from companion.table.asked import confirms, just_said, only_person, seat_asked
from companion.table.modes import EndingHere, Menu, Playing, Reporting, ShuttingDown, uncover
from companion.table.state import Table

Presses: TypeAlias = "tuple[Pressed | Held, ...]"

MOST_AT_ONCE = 20
"""Answers that are offered together; of more, those of the first question come first."""

OK, BACK = Pressed(Button.OK), Pressed(Button.BACK)
NEXT_DEAL, THAT_IS_ALL = N_("next deal"), N_("that is all")
NO, PLAY_ON, END = N_("no"), N_("play on"), N_("end here")
WHAT_FOLLOWS, SWAP = N_("choose what follows"), N_("swap two cards")


def undo_presses(table: Table) -> Presses:
    """The presses that take back what a person of this table did last, and what followed. Empty: there is nothing.

    Where an answer is half said, or only a part of a play lies there, they take back that part.
    """
    if table.match is None or table.question is not None:
        return ()
    if table.path and isinstance(table.mode, Playing):
        return (BACK,) * (1 if table.overlay is None else 2)
    part = bool(table.begun.gathered)
    if part and table.computer is None:
        return (Held(), OK)
    if (turned_up := just_said(table.match)) > 1:
        return (Held(), *(OK,) * turned_up)
    computers = table.match.header.computers
    for number, moment in enumerate(table.match.this_deal(), 1 + part):
        said = moment.statement
        if said.seat is not None and said.seat not in computers and not deals(moment.header.game, said.word):
            return (Held(), *(OK,) * number)
    return ()


class AnswerGroup(Enum):
    """The kind of an answer, for code that lays answers out on a page."""

    BID = "bid"
    SUIT = "suit"
    CHOICE = "choice"
    PERSON = "person"
    STEP = "step"
    CLAIM = "claim"


@dataclass(frozen=True, slots=True)
class ButtonAnswer:
    """An answer and the presses that give it (empty: it stands in the menu). `seat` is the player whom it names.

    `says` is the last statement that it makes; None: it makes none of the game. `main`: play goes on with it. Of
    several answers of the game none does, so that nothing looks like advice.
    """

    label: str
    group: AnswerGroup
    presses: Presses
    seat: Seat | None = None
    says: Statement | None = None
    main: bool = False


def button_answers(table: Table) -> tuple[ButtonAnswer, ...]:
    """Everything that the buttons can answer now, in the order in which people read it. Empty: nothing is asked."""
    if table.match is None or isinstance(table.mode, Reporting):
        return ()
    covered = not isinstance(table.mode, EndingHere | ShuttingDown) and uncover(table.mode) is not table.mode
    return tuple(_answers(table, (BACK,) if table.overlay is not None or covered else ()))


def _answers(table: Table, away: Presses) -> Iterator[ButtonAnswer]:
    mode = uncover(table.mode)
    if isinstance(table.mode, EndingHere):
        yield ButtonAnswer(END, AnswerGroup.CHOICE, (*away, OK))
    if isinstance(table.mode, EndingHere | ShuttingDown):  # to switch off, people hold OK: no press says so
        yield ButtonAnswer(PLAY_ON, AnswerGroup.CHOICE, (*away, BACK))
        return
    if isinstance(mode, Menu):
        return
    if table.question is not None:
        yield from _of_question(table.question, away)
    elif isinstance(mode, Playing):
        yield from _in_play(table, away)


def mending_label(table: Table) -> str:
    """What OK leads to after some play was proven wrong; play may go on without that. Empty: there is nothing."""
    match, rests = table.playing, table.scored or table.open_set
    if rests or not match.expects.words or not isinstance(uncover(table.mode), Playing):
        return ""
    return WHAT_FOLLOWS if revokes.blame(match) else SWAP if revokes.find_suspects(match) else ""


def _of_question(question: Question, before: Presses) -> Iterator[ButtonAnswer]:
    for place, label in enumerate(question.choices):
        moves = map(Pressed, moves_to(question.cursor, place, len(question.choices)))
        yield ButtonAnswer(label, AnswerGroup.CHOICE, (*before, *moves, OK), main=place == 0)


def _in_play(table: Table, away: Presses) -> Iterator[ButtonAnswer]:
    if not table.playing.expects.words:
        yield from _of_question(apply_statements.same_table(table.playing).question, (*away, OK))
    elif table.scored:
        yield ButtonAnswer(NEXT_DEAL, AnswerGroup.STEP, (*away, OK), main=True)
    elif table.open_set:
        yield ButtonAnswer(THAT_IS_ALL, AnswerGroup.STEP, (*away, OK), main=True)
    elif label := mending_label(table):
        yield ButtonAnswer(label, AnswerGroup.STEP, (*away, OK))
    elif confirms(table) and table.chosen is not None:
        yield _answer(table, table.chosen, table.chosen.seat, (*away, OK), main=len(table.offered) == 1)
        yield ButtonAnswer(NO, AnswerGroup.CHOICE, (*away, BACK))
    else:
        yield from _of_game(table, away)
        yield from _claims(table)


def _claims(table: Table) -> Iterator[ButtonAnswer]:
    """The claim of the rest, offered to the player whose turn it is."""
    match, seat = table.playing, seat_asked(table)
    if table.tap is None or table.begun.gathered or seat is None or seat in match.header.computers:
        return
    for entry in match.header.game.menu(match.moment, ()):
        for choice in entry.leaves():
            if choice.seat == seat and [said.word for said in choice.says] == [CLAIMS]:
                yield ButtonAnswer(entry.label, AnswerGroup.CLAIM, (), seat, choice.says[0])


def _of_game(table: Table, away: Presses) -> Iterator[ButtonAnswer]:
    """The answers of the game: all final ones, or those of its next question if they are too many or look alike."""
    if not table.offered:
        return
    final = list(_leaves(table.choices, ()))
    of_next = [((*table.path, place), choice, choice.seat) for place, choice in enumerate(table.offered)]
    labels = {(_label(table, choice), seat) for _, choice, seat in final}
    too_many = len(final) > MOST_AT_ONCE or len(labels) < len(final)
    found = of_next if too_many else final
    shown = [
        _answer(table, choice, seat, (*away, *map(Pressed, presses_to(table, target))), main=len(found) == 1)
        for target, choice, seat in found
        if not {*choice.says} & _to_be_laid(table)
    ]
    yield from _sorted_bids(shown) if any(answer.group is AnswerGroup.BID for answer in shown) else shown


def _label(table: Table, choice: Choice) -> str:
    """The label of an answer; the one person among computers gives it in the own words."""
    return (choice.own if only_person(table.playing) is not None else "") or choice.label


def _answer(table: Table, choice: Choice, seat: Seat | None, presses: Presses, *, main: bool) -> ButtonAnswer:
    """The answer that these presses give."""
    own, label = only_person(table.playing) is not None, _label(table, choice)
    group, says = _group(table.playing.header, choice, own=own), choice.says[-1] if choice.says else None
    return ButtonAnswer(label, group, presses, None if own and label else seat, says, main)


def _sorted_bids(shown: Sequence[ButtonAnswer]) -> list[ButtonAnswer]:
    """The bids by their amount, then what else may be said, and what leads to a further question."""
    bids = (replace(answer, group=AnswerGroup.BID if answer.says else answer.group) for answer in shown)
    return sorted(bids, key=lambda answer: (answer.says is None, _amount(answer)))


def _amount(answer: ButtonAnswer) -> tuple[bool, int]:
    """The sort key of a bid: numbers first, the lowest before the others."""
    value = answer.says.value if answer.says else ""
    return not value.isdigit(), int(value) if value.isdigit() else 0


def _to_be_laid(table: Table) -> frozenset[Statement]:
    """The statements that people make by giving cards away in view of the reader: no button makes them."""
    computers = table.playing.header.computers
    draws = (draw for draw in table.drawing if draw.alone and draw.says.seat != draw.seat)
    return frozenset(draw.says for draw in draws if draw.says.seat not in computers)


def _group(header: Header, choice: Choice, *, own: bool) -> AnswerGroup:
    if choice.says and header.language.words[choice.says[-1].word].number:
        return AnswerGroup.BID
    if suit_named(header.game, choice.label, choice.says[-1] if choice.says else None):
        return AnswerGroup.SUIT
    person = choice.seat is not None and not choice.label and not (own and choice.own)
    return AnswerGroup.PERSON if person else AnswerGroup.CHOICE


def suit_named(game: Game, label: str, said: Statement | None) -> str:
    """The suit that an answer names and nothing else, as on the cards. Empty: its label says more, or no suit."""
    suits = dict.fromkeys(card.suit for card in game.deck.cards_in_order if card.suit)
    named = said.value if said and label == said.value else ""
    return next((suit for suit in suits if named and str(game.shown.suit_name(suit)) == named), "")


def _leaves(
    choices: Sequence[Choice], path: tuple[int, ...], named: Seat | None = None
) -> Iterator[tuple[tuple[int, ...], Choice, Seat | None]]:
    """The final answers below these choices, each with its path of indices and the player whom it names."""
    for place, choice in enumerate(choices):
        seat = named if choice.seat is None else choice.seat
        if choice.then:
            yield from _leaves(choice.then, (*path, place), seat)
        else:
            yield (*path, place), choice, seat


def presses_to(table: Table, target: tuple[int, ...]) -> tuple[Button, ...]:
    """The fewest presses that say the answer at `target`, a path of indices in the choices of the game."""
    path, cursor, presses = table.path, table.cursor, list[Button]()
    while path != target[: len(path)]:
        path, cursor = path[:-1], 0
        presses.append(Button.BACK)
    for level in range(len(path), len(target)):
        answers, unset = len(choices_at(table.choices, target[:level])), cursor < 0 and not table.optional
        moves = moves_to(cursor + unset, target[level] + unset, answers + unset, around=not table.optional)
        presses += [*moves, Button.OK]
        cursor = 0
    return tuple(presses)


def moves_to(cursor: int, place: int, answers: int, *, around: bool = True) -> tuple[Button, ...]:
    """The fewest presses of UP or DOWN from one of `answers` to another; `around`: the first follows the last."""
    down, up = place - cursor, cursor - place
    if around:
        down, up = down % answers, up % answers
    return (Button.DOWN,) * down if up < 0 or 0 <= down <= up else (Button.UP,) * up
