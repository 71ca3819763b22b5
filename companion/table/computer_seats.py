"""Asking the computer what its seats want: a function of the story and of each seat's seed, so nothing is remembered.

A choice can be left at any step and begun again: it depends on neither time nor what was thought before.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from companion.cards import Luck, Seat
from companion.match.match import Match
from companion.players.player import Thinking
from companion.players.seat_view import SeatView
from companion.rules.game import Choice
from companion.rules.statements import Statement
from companion.table.computer_rack import rack, standing
from companion.table.state import Advised, Table, Wish

_STEP, _MIX_1, _MIX_2, _WORD = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, (1 << 64) - 1


def luck_of(seed: int, applied: int) -> Luck:
    """The chance of one choice: numbers that follow from the seat's seed and the length of the story (SplitMix64)."""
    state = (seed << 24) + applied

    def luck(below: int) -> int:
        nonlocal state
        state = (state + _STEP) & _WORD
        mixed = ((state ^ (state >> 30)) * _MIX_1) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * _MIX_2) & _WORD
        return (mixed ^ (mixed >> 31)) % below

    return luck


def may_ask(table: Table) -> bool:
    """Whether a computer may have something to say at this table, and was not asked yet."""
    if table.wish is not None and table.wish.match is table.match:
        return False
    settled = not (table.scored or table.scanning() or table.owed or table.begun.gathered)
    return settled and bool(_speakers(table.playing))


def choosing(table: Table) -> Thinking[Wish]:
    """What a computer wants to say now, in steps. A seat that may interrupt comes before the one whose turn it is."""
    match = table.playing
    ready = match.after(table_statements(match))
    known = {view.seat: view for view in (table.wish.views if table.wish else ())}
    said: Statement | None = None
    for seat in _speakers(match):
        known[seat] = view = SeatView.of(ready, seat, known.get(seat))
        said = yield from _choice(match, seat, view)
        if said is not None:
            break
    return Wish(match, said, tuple(known.values()))


def may_advise(table: Table) -> bool:
    """Whether the menu offers advice: the house wants it, and it is the turn of a scanned hand."""
    if not table.house.advises or not table.in_play:
        return False
    if table.scored or table.scanning() or table.begun.gathered:
        return False
    return table.computer is None and bool(set(table.playing.expects.seats[:1]) & set(table.scanned))


def advising(table: Table) -> Thinking[Advised | None]:
    """What the computer would say for the seat whose turn it is, found in steps. None: it has no advice."""
    from companion.players.levels import advice  # noqa: PLC0415 - most tables do without

    match = table.playing
    (seat, *_) = match.expects.seats
    found = yield from advice(SeatView.of(match.after(table_statements(match)), seat), luck_of(0, match.applied))
    return found and Advised(*found)


def needs_card(match: Match, said: Statement) -> bool:
    """Whether tapped cards make this statement: it names cards, or a bone is turned up. Otherwise it is a word."""
    expected = match.expects
    return bool(said.cards) or (expected.tap is not None and said.word == expected.tap.word)


def table_statements(match: Match) -> tuple[Statement, ...]:
    """What the table itself says before a computer speaks: that a deal begins."""
    return tuple(takewhile(lambda said: said.seat is None, match.expects.implied))


def _speakers(match: Match) -> tuple[Seat, ...]:
    """The computers that may speak now: first those that may interrupt, then the one whose turn it is."""
    expected = match.expects
    turn = expected.seats[:1]
    order = dict.fromkeys((*(seat for seat in _first_speakers(expected.choices) if seat not in turn), *turn))
    return tuple(seat for seat in order if seat in match.header.computers)


def _first_speakers(choices: tuple[Choice, ...]) -> Iterator[int]:
    """The seat of the first statement of each answer."""
    for choice in choices:
        leaf = next(choice.leaves())
        yield from [said.seat for said in leaf.says if said.seat is not None][:1]


def _choice(match: Match, seat: Seat, view: SeatView) -> Thinking[Statement | None]:
    if match.claim:
        from companion.players.claim_answer import answer  # noqa: PLC0415 - nobody claims in most deals

        return answer(view)
    from companion.players.levels import LEVELS, player  # noqa: PLC0415 - a table of people starts without

    computer = match.header.computers[seat]
    level = computer.level if computer.level in LEVELS else "normal"  # a record from elsewhere
    luck = luck_of(computer.seed, match.applied)
    said = yield from player(match.header.game, level).thinking(view, luck)
    return said and said.with_cards(*standing(rack(match, seat), said.cards))
