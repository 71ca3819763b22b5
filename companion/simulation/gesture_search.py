"""Finds the taps and presses that say what a record says.

The search knows no gesture: it tries inputs with `handle` until the table tells the same story. Pure.
"""

from __future__ import annotations

from dataclasses import fields
from functools import partial
from heapq import heappop, heappush
from itertools import count
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from companion.inputs.inputs import Button, HandInput, Held, Pressed, Tapped
from companion.rules.statements import HIDDEN, Statement, UnreadableError, split_words
from companion.support.values import dataclass, replace
from companion.table.handling import handle
from companion.table.modes import Enrolling, Reading
from companion.table.state import Refused, Table
from companion.tags.tag_decks import CardCopy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from companion.cards import Card
    from companion.match.checker import LineAnswer
    from companion.match.match import Match
    from companion.rules.referee.verdicts import Rule

Gesture: TypeAlias = tuple[HandInput, ...]

BACK, OK = Pressed(Button.BACK), Pressed(Button.OK)
PRESSES = (OK, Pressed(Button.DOWN), Pressed(Button.UP), BACK)

BEHIND_THE_MENU = frozenset({"end", "back", "remedy", "returns"})
"""What people say when something went wrong; everything else is asked for."""

MOST_INPUTS, MOST_TRIED = 16, 400
"""Maximum inputs of a gesture, and moments of the table that are looked at before a search gives up."""

MOST_TOGETHER = 2
"""A reader may tell more in several parts; a hand is tapped card by card."""

NOT_COMPARED = frozenset({"house", "match", "health", "wish"})
"""Parts of a table that no gesture for a statement changes; matches are compared by the story they tell."""

COMPARED = attrgetter(*(part.name for part in fields(Table) if part.name not in NOT_COMPARED))


def story(match: Match) -> tuple[Statement, ...]:
    """Everything that holds, oldest first; a scanned hand as the cards it was dealt."""
    said = [moment.said for moment in match.story() if moment.said is not None]
    return tuple(one for statement in reversed(said) for one in _one_by_one(statement))


def same_story(told: Sequence[Statement], wanted: Sequence[Statement]) -> bool:
    """Whether two stories are one. Cards laid down together have no order; unnamed copies may be any."""
    return len(told) == len(wanted) and all(map(_same_said, told, wanted))


def _same_said(told: Statement, wanted: Statement) -> bool:
    if told.cards == wanted.cards or len(told.cards) != len(wanted.cards):
        return told == wanted
    alike = map(_alike, sorted(told.cards, key=str), sorted(wanted.cards, key=str))
    return told.with_cards() == wanted.with_cards() and all(alike)


def _alike(one: Card, other: Card) -> bool:
    return one == other or (not (one.copy and other.copy) and one.face == other.face)


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


def gesture_for(table: Table, said: Statement, after: Match, spared: frozenset[Card] = frozenset()) -> Gesture | None:
    """The gesture after which the table has the story of `after`, the last word of it `said`; None: there is none.

    Where no copy is named one is chosen; the `spared` ones, which are named later, come last.
    """
    if said.word == "undo":
        gesture: Gesture = (Held(), *(OK,) * statements_to_undo(table, after))
        return gesture if _is_story(_led_to(table, gesture).match, after) else None
    found = Search(after, said.word, spared).shortest(table, said.cards)
    if found is None and said.word in BEHIND_THE_MENU:
        found = Search(after, said.word, spared).shortest(_led_to(table, (Held(),)), said.cards)
        return None if found is None else (Held(), *found)
    return found


def _is_story(match: Match | None, after: Match) -> bool:
    """Whether a match is this one; computer seats are not compared."""
    if match is None or replace(match.header, computers=()) != replace(after.header, computers=()):
        return False
    return same_story(story(match), story(after))


def refused_tap(table: Table, said: Statement, rule: Rule) -> Gesture | None:
    """The taps that the table refuses for just this rule and player; None: nobody can show it that mistake."""
    if not said.cards or table.match is None:
        return None
    gesture = _taps(table, said.cards)
    reached = _led_to(table, gesture)
    who = "" if said.seat is None else table.match.header.names[said.seat]
    match reached.overlay:
        case Refused(who=refused, rule=broken) if reached.match is table.match:
            return gesture if (refused, broken.name) == (who, rule.name) else None
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
    moments = enumerate(table.playing.story())
    return next(number for number, moment in moments if same_story(story(moment), wanted))


def in_words(gesture: Gesture) -> str:
    """A gesture as one would tell it: `tap AC`, `DOWN, OK`, `hold BACK, OK`."""
    return ", ".join(map(_in_words, gesture))


def _in_words(given: HandInput) -> str:
    match given:
        case Tapped(pieces=pieces):
            return f"tap {' '.join(str(piece) for piece in pieces)}"
        case Pressed(button=button):
            return button.value
        case Held():
            return "hold BACK"


def _led_to(table: Table, gesture: Gesture) -> Table:
    for given in gesture:
        table = handle(table, given, lambda _: 0).table
    return table


def _taps(table: Table, cards: Sequence[Card], spared: frozenset[Card] = frozenset()) -> Gesture:
    """Card after card, of alike ones each time another copy."""
    taps: list[HandInput] = []
    for card in cards:
        reached = table if card.copy else _led_to(table, tuple(taps))
        taps.append(_tap(reached, card, taps, spared))
    return tuple(taps)


def _tap(table: Table, card: Card, before: Sequence[HandInput], spared: frozenset[Card] = frozenset()) -> Tapped:
    """A tap of this card, or of the first copy of it that the table takes; if it takes none, of any."""
    copies = [card] if card.copy else sorted(_copies(table, card), key=spared.__contains__)
    taps = [given for given in (Tapped((piece_of(copy),)) for copy in copies) if given not in before]
    if len(taps) == 1:
        return taps[0]
    taken = (given for given in taps if not isinstance(_led_to(table, (given,)).overlay, Refused))
    return next(taken, taps[0] if taps else Tapped((piece_of(copies[0]),)))


def _copies(table: Table, card: Card) -> Iterator[Card]:
    deck = table.playing.header.game.deck
    return deck.cards(deck.copies(card))


def piece_of(card: Card) -> CardCopy:
    """What the tag of a card says."""
    return CardCopy(str(card.face), card.copy)


@dataclass(frozen=True, slots=True)
class _Step:
    """A table on the way, the cards still to be laid down, and what was done so far."""

    table: Table
    cards: tuple[Card, ...]
    done: Gesture = ()

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for moments from which the same can be reached."""
        return id(self.table.match), self.cards, COMPARED(self.table)


class _Way(NamedTuple):
    """What can be done next, in the order of trying: first what may end after the fewest `inputs`.

    Of equal ones that which leaves the fewest cards to lay down, then the one that was thought of first.
    """

    inputs: int
    cards: int
    number: int
    goes: Callable[[], _Step]


class Search:
    """Looks for the shortest gesture that leads to the story of a match by trying, what seems nearest first."""

    def __init__(self, after: Match, word: str, spared: frozenset[Card] = frozenset()) -> None:
        self._spared = spared
        self._after = after
        self._together = 1 if word in HIDDEN else MOST_TOGETHER
        self._wanted = story(after)
        self._turn = count()

    def shortest(self, table: Table, cards: tuple[Card, ...]) -> Gesture | None:
        """The gesture that tells the story with these cards laid down on the way; None: there is none."""
        waiting, met = sorted(self._ways(_Step(table, cards))), set[tuple[object, ...]]()
        while waiting and len(met) < MOST_TRIED:
            further = heappop(waiting).goes()
            if not further.cards and self._arrived(table, further.table):
                return further.done
            if self._leads_on(table, further.table) and further.key not in met:
                met.add(further.key)
                for way in self._ways(further):
                    heappush(waiting, way)
        return None

    def _ways(self, step: _Step) -> Iterator[_Way]:
        """One input more: the next card, all of them together, or a button."""
        if step.cards:
            yield self._way(step, len(step.cards) - 1, lambda: self._tapped(step))
        if 1 < len(step.cards) <= self._together:
            yield self._way(step, 0, lambda: self._laid_together(step))
        if len(step.done) < MOST_INPUTS:
            for press in PRESSES:
                yield self._way(step, len(step.cards), partial(self._after_input, step, press, step.cards))

    def _way(self, step: _Step, left: int, goes: Callable[[], _Step]) -> _Way:
        still = left and max(1, left - self._together + 1)
        return _Way(len(step.done) + 1 + still, left, next(self._turn), goes)

    def _tapped(self, step: _Step) -> _Step:
        first, *rest = step.cards
        return self._after_input(step, _tap(step.table, first, step.done, self._spared), tuple(rest))

    def _laid_together(self, step: _Step) -> _Step:
        pieces = (piece for tap in _taps(step.table, step.cards, self._spared) for piece in tap.pieces)  # type: ignore[union-attr]
        return self._after_input(step, Tapped(tuple(pieces)), ())

    @staticmethod
    def _after_input(step: _Step, given: HandInput, cards: tuple[Card, ...]) -> _Step:
        return _Step(_led_to(step.table, (given,)), cards, (*step.done, given))

    def _arrived(self, begun: Table, table: Table) -> bool:
        return table.match is not begun.match and _is_story(table.match, self._after)

    def _leads_on(self, begun: Table, reached: Table) -> bool:
        """Whether nothing was refused, and nothing else said than what is wanted."""
        if (
            isinstance(reached.overlay, Refused)
            or isinstance(reached.mode, Reading | Enrolling)
            or reached.match is None
        ):
            return False
        if reached.match is begun.match:
            return True
        told = story(reached.match)
        return len(told) < len(self._wanted) and same_story(told, self._wanted[: len(told)])
