"""The table to which the lines of a running record lead, as a match is resumed."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Seat
from companion.inputs.club import round_of
from companion.match import checker
from companion.match.checker import LineAnswer, Say, answer_each, guests_blamed
from companion.match.match import Match
from companion.rules.statements import UnreadableError, note_words
from companion.support.messages import msg
from companion.support.text import at_line
from companion.support.values import replace
from companion.table import apply_statements, unread_tags
from companion.table.notes import CardNote, CardNoteKind, Dropped, HandsScanned, Note, hands_to_scan, read_notes
from companion.table.state import Begun, House, Resumed, Table


class CannotResumeError(ValueError):
    """The rules refuse a line of the record, or fail at it; names the line, not its content."""


class NotInstalledError(CannotResumeError):
    """The game of the record is not installed here. The message quotes its line."""


def resume(lines: Sequence[str], house: House, say: Say = Match.say) -> Table | None:
    """The table after these lines, titled as resumed; None if the header is incomplete.

    `say` applies a statement to the match. Raises CannotResumeError.
    """
    try:
        judged = tuple(answer_each(lines, house.games, say))
    except checker.GameGoneError as gone:
        name = lines[0].removeprefix("game ")
        raise NotInstalledError(at_line(1, msg("game {game} is not installed here", game=name))) from gone
    except checker.GuestError as fault:
        raise CannotResumeError(*fault.args) from fault
    except checker.NoRecordError:
        return None
    match = judged[-1].known_match
    with guests_blamed(match.header.game, CannotResumeError, judged[-1].line):
        return _resume(lines, house, judged, match)


def _resume(lines: Sequence[str], house: House, judged: Sequence[LineAnswer], match: Match) -> Table | None:
    try:
        match.header.setup()
    except UnreadableError:
        return None
    for line_answer in judged:
        if not line_answer.answer.applied:
            raise CannotResumeError(at_line(line_answer.line, msg("does not fit the rules")))
    notes, last_notes = read_notes(lines, match.header), read_notes(lines[judged[-1].line :], match.header)
    unread = unread_tags.after_notes((), notes, match.header.game.deck)
    table = Table(
        house,
        match,
        mode=apply_statements.mode_of(match, unread=unread),
        unread=unread,
        begun=_begun_play(last_notes),
        scanned=_scanned_seats(lines, judged),
        resumed=Resumed(),
        club=next(filter(None, map(round_of, lines)), None),
    )
    lost = table.begun.drawn and not table.drawing  # cards after a player tag, which is not in the record
    return replace(table, begun=Begun(interrupted=True)) if lost else table


def _scanned_seats(lines: Sequence[str], judged: Sequence[LineAnswer]) -> tuple[Seat, ...]:
    """The seats whose hands are scanned, from the last note about it. The note names the people who played then.

    A power cut may come between a change of players and its note.
    """
    matches = [(answer.line, answer.match) for answer in judged if answer.match is not None]
    at = next((line for line in range(len(lines), 0, -1) if note_words(lines[line - 1]) == ["table"]), 0)
    then = next(match.header for line, match in reversed(matches) if line <= at or not match.applied)
    notes = read_notes(lines[at - 1 : at], then) if at else ()
    noted = next((note.seats for note in notes if isinstance(note, HandsScanned)), ())
    return hands_to_scan(noted, then, matches[-1][1].header)


def _begun_play(last_notes: Sequence[Note]) -> Begun:
    """What the notes after the last statement tell of a play or a draw that is not complete."""
    begun = Begun()
    for note in last_notes:
        match note:
            case Dropped():
                begun = Begun()
            case CardNote(CardNoteKind.TAPPED):
                begun = replace(begun, interrupted=True)
            case CardNote(CardNoteKind.DRAWN, card):
                begun = replace(begun, drawn=(*begun.drawn, card))
    return begun
