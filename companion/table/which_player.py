"""The player of a card where the turn order does not name one, for example when the two of clubs leads.

The facts tell it if one player alone can hold the card; a player tag tells it; else the table asks.
"""

from __future__ import annotations

from companion.cards import Card, Seat, signs
from companion.inputs.questions import Question
from companion.rules.referee.verdicts import NOT_YOUR_TURN, Illegal
from companion.rules.statements import Statement
from companion.support.messages import join
from companion.support.values import replace
from companion.table.apply_statements import reason, refuse, say
from companion.table.modes import WhichPlayer
from companion.table.reply import PART, Reply
from companion.table.state import Table
from companion.table.words import WHOSE_CARD


def play_of_somebody(table: Table, cards: tuple[Card, ...]) -> Reply:
    """The play of the only seat that can have these cards, or the question which of them has."""
    match, named = table.playing.after(table.playing.expects.implied), table.begun.named
    seats = match.expects.seats if named is None else (named,)
    judged = {seat: match.header.game.judge(match.moment, _play(table, seat, cards)) for seat in seats}
    able = tuple(seat for seat, verdict in judged.items() if not isinstance(verdict, Illegal))
    if len(able) > 1:
        question = Question(match.expects.whose or WHOSE_CARD, tuple(join([match.header.names[seat]]) for seat in able))
        return Reply(replace(table, mode=WhichPlayer(question, cards, able), overlay=None), PART)
    if able:
        return _says(table, able[0], cards)
    verdict = judged[seats[0]]
    assert isinstance(verdict, Illegal)
    return refuse(table, signs(cards), reason(match, _play(table, seats[0], cards), verdict.rule), named, match)


def answer_press(table: Table, asked: WhichPlayer) -> Reply:
    """OK at this question."""
    return _says(table, asked.seats[asked.question.cursor], asked.cards)


def play_by(table: Table, asked: WhichPlayer, seat: Seat) -> Reply:
    """A player tag as the answer."""
    if seat not in asked.seats:
        return refuse(table, signs(asked.cards), NOT_YOUR_TURN, seat)
    return _says(table, seat, asked.cards)


def _says(table: Table, seat: Seat, cards: tuple[Card, ...]) -> Reply:
    return say(table, (*table.playing.expects.implied, _play(table, seat, cards)))


def _play(table: Table, seat: Seat, cards: tuple[Card, ...]) -> Statement:
    tap = table.playing.expects.tap
    assert tap is not None
    return replace(tap, seat=seat, cards=cards)
