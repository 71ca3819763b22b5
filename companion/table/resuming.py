"""Resume a running record: the table that its lines lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from companion.cards import Card
from companion.inputs.club import round_of
from companion.match.checker import GameGoneError, GuestError, LineAnswer, NoRecordError, Say, answered, guests_blamed
from companion.match.match import Match
from companion.rules.statements import UnreadableError
from companion.support.messages import msg
from companion.support.text import at_line
from companion.support.values import replace
from companion.table import words
from companion.table.apply_statements import last_words, mode_of
from companion.table.state import DRAWN, Begun, House, Resumed, Table
from companion.table.unread_tags import after_notes, card_notes


class CannotResumeError(ValueError):
    """The rules refuse a line of the record, or fail at it; names the line, not its content."""


class NotInstalledError(CannotResumeError):
    """The game of the record is not installed here. The message quotes its line."""


def resume(lines: Sequence[str], house: House, say: Say = Match.say) -> Table | None:
    """The table after these lines, titled as resumed; None if the header is incomplete.

    `say` applies a statement to the match. Raises CannotResumeError.
    """
    try:
        judged = tuple(answered(lines, house.games, say))
    except GameGoneError as gone:
        name = lines[0].removeprefix("game ")
        raise NotInstalledError(at_line(1, msg("game {game} is not installed here", game=name))) from gone
    except GuestError as fault:
        raise CannotResumeError(*fault.args) from fault
    except NoRecordError:
        return None
    match = judged[-1].match
    assert match is not None
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
    unread = after_notes((), card_notes(lines, match.header.game.deck), match.header.game.deck)
    table = Table(
        house,
        match,
        mode=mode_of(match, waived=_plays_on(lines), unread=unread),
        unread=unread,
        waived=_plays_on(lines),
        begun=Begun(drawn=_cards_drawn(lines, match), interrupted=_was_interrupted(lines)),
        scanned=_hands_scanned(lines, match.header.names),
        resumed=Resumed(last_words(match) or words.THE_SET_UP),
        club=next(filter(None, map(round_of, lines)), None),
    )
    lost = table.begun.drawn and not table.drawing  # cards after a player tag, which is not in the record
    return replace(table, begun=Begun(interrupted=True)) if lost else table


def _hands_scanned(lines: Sequence[str], names: tuple[str, ...]) -> tuple[int, ...]:
    """The seats whose hands are scanned, from the latest note about it."""
    for line in reversed(lines):
        if line.startswith("; table ") and "scanned=" in line:
            said = line.split("scanned=", 1)[1]
            everybody = said == ",".join(names)  # a name may hold a comma
            return tuple(seat for seat, name in enumerate(names) if everybody or name in said.split(","))
    return ()


def _plays_on(lines: Sequence[str]) -> bool:
    """Whether play went on after a revoke that could have been taken back."""
    notes = takewhile(lambda line: line.startswith(";"), reversed(lines))
    return any(note.startswith("; waived ") for note in notes)


def _was_interrupted(lines: Sequence[str]) -> bool:
    """Whether a part of a play was tapped after the last statement, and not dropped."""
    return any(note.startswith("; tapped ") for note in _since_dropped(lines))


def _cards_drawn(lines: Sequence[str], match: Match) -> tuple[Card, ...]:
    """The cards of a draw that is not complete."""
    words = (note.removeprefix(DRAWN) for note in _since_dropped(lines) if note.startswith(DRAWN))
    cards = map(match.header.game.deck.card, words)
    return tuple(card for card in cards if card is not None)[::-1]


def _since_dropped(lines: Sequence[str]) -> Iterator[str]:
    """The notes after the last statement and the last dropped play, the latest first."""
    return takewhile(lambda line: line.startswith(";") and line != "; dropped", reversed(lines))
