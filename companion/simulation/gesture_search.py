"""Find the taps and presses that make the table say what a record says.

The search knows no gesture: it tries inputs with `handle` until the table tells the same story. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import fields
from heapq import heappop, heappush
from itertools import count
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from companion.cards import Card
from companion.inputs.inputs import Button, HandInput, Held, Pressed, Tapped
from companion.match.checker import LineAnswer
from companion.match.match import Match
from companion.rules.referee.verdicts import Rule
from companion.rules.statements import Statement, UnreadableError, split_words
from companion.support.messages import tr
from companion.support.values import replace
from companion.table.handling import handle
from companion.table.modes import Enrolling, Reading
from companion.table.state import Refused, Table
from companion.tags.tag_decks import CardCopy

Gesture: TypeAlias = tuple[HandInput, ...]

BACK, OK = Pressed(Button.BACK), Pressed(Button.OK)
PRESSES = (OK, Pressed(Button.DOWN), Pressed(Button.UP), BACK)

BEHIND_THE_MENU = frozenset({"end", "back", "claims", "correct", "remedy", "returns"})
"""Words that are said from the menu; the table asks for all others."""

MOST_INPUTS, MOST_TRIED = 16, 400
"""Maximum inputs of a gesture, and maximum tables that a search visits."""

MOST_TOGETHER = 2
"""Maximum cards laid on the reader together; hidden cards are tapped one by one."""

NOT_COMPARED = frozenset({"house", "match", "health", "wish"})
"""Fields of a table that no gesture for a statement changes; matches are compared by their stories."""

COMPARED = attrgetter(*(part.name for part in fields(Table) if part.name not in NOT_COMPARED))


def story(match: Match) -> tuple[Statement, ...]:
    """The statements that stand, oldest first; a scanned hand as one statement a card."""
    return tuple(single for said in reversed([*match.said_so_far()]) for single in _one_by_one(said))


def same_story(one: Sequence[Statement], other: Sequence[Statement]) -> bool:
    """Whether two stories are equal. Cards laid together have no order; an unnamed copy equals any copy."""
    return len(one) == len(other) and all(map(_same_statement, one, other))


def _same_statement(one: Statement, other: Statement) -> bool:
    if one.cards == other.cards or len(one.cards) != len(other.cards):
        return one == other
    alike = map(_alike, sorted(one.cards, key=str), sorted(other.cards, key=str))
    return one.with_cards() == other.with_cards() and all(alike)


def _alike(one: Card, other: Card) -> bool:
    return one == other or (not (one.copy and other.copy) and one.face == other.face)


def _one_by_one(statement: Statement) -> tuple[Statement, ...]:
    if statement.word != "hand":
        return (statement,)
    return tuple(Statement("dealt", statement.seat, (card,)) for card in statement.cards)


def statement_of(line: LineAnswer) -> Statement | None:
    """The statement of a line; None if it cannot be read."""
    match = line.known_match
    for language in (match.header.language, match.speaking):  # who has just left is named by the latter
        with suppress(UnreadableError):
            return language.read(split_words(line.text))
    return None


def gesture_for(table: Table, said: Statement, after: Match, spared: frozenset[Card] = frozenset()) -> Gesture | None:
    """The gesture after which the table has the story of `after`, which ends with `said`; None: there is none.

    An unnamed copy is chosen; the `spared` ones, which are named later, come last.
    """
    if said.word == "undo":
        gesture: Gesture = (Held(), *(OK,) * statements_to_undo(table, after))
        return gesture if _is_story(_led_to(table, gesture).match, after) else None
    for start in ((), (Held(),)) if said.word in BEHIND_THE_MENU else ((),):
        found = _shortest(_led_to(table, start), said, after, spared)
        if found is not None:
            return (*start, *found)
    return None


def _is_story(match: Match | None, after: Match) -> bool:
    """Whether a match has the header and story of another; computer seats are not compared."""
    if match is None or replace(match.header, computers={}) != replace(after.header, computers={}):
        return False
    return same_story(story(match), story(after))


def refused_tap(table: Table, said: Statement, rule: Rule) -> Gesture | None:
    """The taps that the table refuses for this rule and player; None: no taps show this mistake."""
    if not said.cards or table.match is None:
        return None
    gesture = _taps(table, said.cards)
    reached = _led_to(table, gesture)
    who = "" if said.seat is None else table.match.header.names[said.seat]
    match reached.overlay:
        case Refused(who=refused, rule=broken) if reached.match is table.match:
            return gesture if (refused, broken.name) == (who, rule.name) else None
    return None


def waits_for_more(table: Table, pending: Sequence[Statement]) -> bool:
    """Whether the table takes these statements together with a later one: passes, or a deal that a tap begins."""
    expected = table.playing.expects
    lists = [choice.says for choice in expected.choices]
    if expected.tap is not None:
        lists.append((*expected.implied, expected.tap))
    return any(says[: len(pending)] == tuple(pending) and len(says) > len(pending) for says in lists)


def statements_to_undo(table: Table, after: Match) -> int:
    """How many statements of the table's story come after those of `after`."""
    wanted = story(after)
    moments = enumerate(table.playing.story())
    return next(number for number, moment in moments if same_story(story(moment), wanted))


def in_words(gesture: Gesture) -> str:
    """A gesture in words: `tap AC`, `DOWN, OK`, `hold BACK, OK`."""
    return ", ".join(map(_in_words, gesture))


def _in_words(given: HandInput) -> str:
    match given:
        case Tapped(pieces=pieces):
            return tr("tap {cards}", cards=" ".join(str(piece) for piece in pieces))
        case Pressed(button=button):
            return button.value
        case Held():
            return tr("hold BACK")


def _led_to(table: Table, gesture: Gesture) -> Table:
    for given in gesture:
        table = handle(table, given, lambda _: 0).table
    return table


def _taps(
    table: Table, cards: Sequence[Card], spared: frozenset[Card] = frozenset(), before: Gesture = ()
) -> tuple[Tapped, ...]:
    """A tap for each card, of alike ones each time another copy than `before`."""
    taps: tuple[Tapped, ...] = ()
    for card in cards:
        reached = table if card.copy else _led_to(table, taps)
        taps = (*taps, _tap(reached, card, (*before, *taps), spared))
    return taps


def _tap(table: Table, card: Card, before: Gesture, spared: frozenset[Card]) -> Tapped:
    """A tap of this card, or of its first copy that the table accepts; if it accepts none, of the first."""
    copies = [card] if card.copy else sorted(_copies(table, card), key=spared.__contains__)
    taps = [Tapped((piece_of(copy),)) for copy in copies]
    fresh = [tap for tap in taps if tap not in before] or taps[:1]
    if len(fresh) == 1:
        return fresh[0]
    return next((tap for tap in fresh if not isinstance(_led_to(table, (tap,)).overlay, Refused)), fresh[0])


def _copies(table: Table, card: Card) -> Iterator[Card]:
    deck = table.playing.header.game.deck
    return deck.cards(deck.copies(card))


def piece_of(card: Card) -> CardCopy:
    """What the tag of a card stands for."""
    return CardCopy(str(card.face), card.copy)


class _Step(NamedTuple):
    """A table on the way, the cards still to be laid down, and the inputs so far."""

    table: Table
    cards: tuple[Card, ...]
    done: Gesture = ()


def _ways(step: _Step, together: int) -> Iterator[tuple[int, Pressed | None]]:
    """Every next input: how many cards it leaves to lay down, and its button (None: cards are tapped)."""
    cards = len(step.cards)
    if cards:
        yield cards - 1, None
    if 1 < cards <= together:
        yield 0, None
    if len(step.done) < MOST_INPUTS:
        yield from ((cards, press) for press in PRESSES)


def _shortest(begun: Table, said: Statement, after: Match, spared: frozenset[Card]) -> Gesture | None:
    """The shortest gesture that lays down the cards of `said` and leads to the story of `after`; None: not found.

    Tries first what may end after the fewest inputs; of equals, what leaves the fewest cards to lay down. A button may
    name the cards, as those that are taken from the table.
    """
    together, wanted, order = 1 if said.word in after.header.game.secrets else MOST_TOGETHER, story(after), count()
    waiting: list[tuple[int, int, int, _Step, Pressed | None]] = []
    met: dict[tuple[object, ...], Table] = {}  # a table is kept, so that no other match gets the id of its own

    def consider(step: _Step) -> None:
        for left, press in _ways(step, together):
            inputs = len(step.done) + 1 + (left and max(1, left - together + 1))
            heappush(waiting, (inputs, left, next(order), step, press))

    consider(_Step(begun, said.cards))
    while waiting and len(met) < MOST_TRIED:
        _, left, _, (table, cards, done), press = heappop(waiting)
        laid = len(cards) - left
        taps = _taps(table, cards[:laid], spared, done)
        given = press or Tapped(tuple(piece for tap in taps for piece in tap.pieces))
        step = _Step(_led_to(table, (given,)), cards[laid:], (*done, given))
        if step.table.match is not begun.match and _is_story(step.table.match, after):
            return step.done
        if _leads_on(begun, step.table, wanted):
            key = (id(step.table.match), left, *COMPARED(step.table))
            if key not in met:
                met[key] = step.table
                consider(step)
    return None


def _leads_on(begun: Table, reached: Table, wanted: Sequence[Statement]) -> bool:
    """Whether nothing was refused, and nothing said but the beginning of the wanted story."""
    if isinstance(reached.overlay, Refused) or isinstance(reached.mode, Reading | Enrolling) or reached.match is None:
        return False
    if reached.match is begun.match:
        return True
    reached_story = story(reached.match)
    return len(reached_story) < len(wanted) and same_story(reached_story, wanted[: len(reached_story)])
