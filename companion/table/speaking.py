"""Saying statements to the match: all of a gesture or none of it, and what it sounds like."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.events import DealScored, GameOver, NilBroken, Revoked, TrickTaken
from companion.referee.verdicts import CARD_USED, Illegal, Rule
from companion.table.inputs import Cue
from companion.table.questions import Question
from companion.table.table import Refused, Reply, Table

if TYPE_CHECKING:
    from companion.events import Event
    from companion.match import Match
    from companion.seats import Seat
    from companion.statements import Statement

NOT_A_PIECE = Rule("not-in-deck", "This tag is no card of this deck.", "NOT OURS", "Tap a card of this deck")
ONE_AT_A_TIME = Rule("one-at-a-time", "Two cards at once.", "ONE CARD", "Tap one card at a time")
NO_CARD_NOW = Rule("wrong-phase", "No card is asked for now.", "NOT NOW", "Look at the question")
NOT_THIS_BUTTON = Rule("wrong-phase", "This button does nothing now.", "NOT NOW", "Look at the bottom line")


def say(table: Table, statements: tuple[Statement, ...]) -> Reply:
    """All of these statements or none of them."""
    match, events = table.playing, ()
    lines: tuple[str, ...] = ()
    heard: tuple[Event, ...] = events
    for statement in statements:
        said, answer = match.say(statement)
        if not answer.applied:
            rule = answer.verdict.rule if isinstance(answer.verdict, Illegal) else CARD_USED
            return refused(replace(table, gathered=()), _cards(statement), rule, statement.seat, match)
        match, heard = said, (*heard, *answer.events)
        lines = (*lines, match.header.language.write(statement))
    question = remedy_asked(match, heard)
    asks = ("; asks revoke",) if question else ()
    done = replace(table, match=match, question=question, overlay=None, cursor=0, gathered=(), interrupted=False)
    return Reply(done, (*lines, *asks), _cue(heard))


def refused(table: Table, card: str, rule: Rule, seat: Seat | None = None, match: Match | None = None) -> Reply:
    """Nothing happened; says whose card broke which rule."""
    match = match or table.match
    large = match.header.game.large_line(match.state, rule) if match and match.state is not None else rule.short
    who = match.header.names[seat] if match and seat is not None else ""
    return Reply(replace(table, overlay=Refused(who, card, rule, large)), cue=Cue.REFUSED)


def _cards(statement: Statement) -> str:
    return " ".join(card.sign for card in statement.cards)


def _cue(events: tuple[Event, ...]) -> Cue:
    loudest = (
        (GameOver, Cue.OVER),
        (Revoked, Cue.REVOKE),
        (DealScored, Cue.SCORE),
        (NilBroken, Cue.TRICK),
        (TrickTaken, Cue.TRICK),
    )
    return next((cue for kind, cue in loudest if any(isinstance(event, kind) for event in events)), Cue.ACCEPTED)


def remedy_asked(match: Match, events: tuple[Event, ...]) -> Question | None:
    """The table's question after a proven revoke; the house rule stands first."""
    revoke = next((event for event in events if isinstance(event, Revoked)), None)
    if revoke is None:
        return None
    option = next(option for option in match.header.game.options if option.name == "renege")
    house = match.header.options.get("renege", option.values[0])
    choices = (house, *(value for value in option.values if value != house))
    return Question("remedy", "Revoke", choices)
