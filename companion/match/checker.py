"""Judges a whole table record by the rules: one answer for each statement (docs/record-format.md).

Seals are no matter of the rules: `storage/journal.py` looks at them, and `companion check` tells both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias

from companion.match.header import Header, UnknownGameError, first_line
from companion.match.match import Answer, Match
from companion.rules.events import Revoked, as_words
from companion.rules.game import Game
from companion.rules.referee.verdicts import LEGAL, Illegal, Unreadable
from companion.rules.statements import HEADER_WORDS, Statement, UnreadableError, note_words, split_words
from companion.support.lazy_import import lazy_call
from companion.support.messages import msg
from companion.support.text import at_line
from companion.support.values import dataclass

revokes_here = lazy_call("companion.match.earlier_seats:revokes_here")
Say: TypeAlias = Callable[[Match, Statement], tuple[Match, Answer]]


class NoRecordError(ValueError):
    """The text is not a table record: it has no valid `game` and `players` before the first statement."""


class GameGoneError(NoRecordError):
    """The game of the record is not installed here."""


class GuestError(NoRecordError):
    """A game of another package failed at a line of the record."""


def failure_of(game: Game, fault: BaseException) -> str:
    """What a game of another package raised, in a few words: never a hand."""
    return msg("package {package} failed: {fault}", package=game.entry.package, fault=type(fault).__name__)


@contextmanager
def guard(blame: Callable[[BaseException], object], *lets_through: type[Exception]) -> Iterator[None]:
    """Hand what is raised in here, as by a game of another package, to `blame`, which raises a fault of ours again.

    Exceptions that it `lets_through` go on to the caller, as an interrupt from the keyboard does.
    """
    try:
        yield
    except BaseException as fault:
        if isinstance(fault, (KeyboardInterrupt, GeneratorExit, *lets_through)):
            raise
        blame(fault)


@contextmanager
def guests_blamed(
    game: Game, ours: type[Exception], line: int = 0, lets_through: tuple[type[Exception], ...] = ()
) -> Iterator[None]:
    """Turn any other exception of a game of another package into `ours`, which names the line (0: no line)."""
    try:
        yield
    except (ours, *lets_through):
        raise
    except BaseException as fault:
        if isinstance(fault, KeyboardInterrupt | GeneratorExit) or not game.entry.package:
            raise
        why = failure_of(game, fault)
        raise ours(at_line(line, why) if line else why) from fault


@dataclass(frozen=True, slots=True)
class LineAnswer:
    """The answer to one line, and the match after it. `match` is None before the players are known."""

    line: int
    text: str
    answer: Answer
    match: Match | None

    @property
    def known_match(self) -> Match:
        """The match after a line behind `players`, as the last one of every record is."""
        assert self.match is not None, "the players are not known yet"
        return self.match

    @property
    def reason(self) -> str:
        """The sentence with which the line is refused, as the table says it. Empty: it is not refused."""
        verdict, match = self.answer.verdict, self.match
        if not isinstance(verdict, Illegal) or match is None:
            return verdict.reason if isinstance(verdict, Unreadable) else ""
        said = match.header.language.read(split_words(self.text))
        with suppress(UnreadableError):  # the header is not complete
            return match.header.game.shown.reason(match.moment, verdict.rule, said.cards).sentence
        return verdict.rule.sentence

    def as_json(self) -> dict[str, Any]:
        """A line of `companion check --json`."""
        verdict = self.answer.verdict
        row: dict[str, Any] = {"line": self.line, "verdict": verdict.word, "rule": None}
        if isinstance(verdict, Illegal):
            row["rule"] = verdict.rule.name
        if reason := self.reason:
            row["reason"] = reason
        names = self.match.header.names if self.match else ()
        row["events"] = [{"event": event.kind} | as_words(event, names) for event in self.answer.events]
        return row


def answers(text: str, games: Mapping[str, Game]) -> Iterator[LineAnswer]:
    """One answer for each non-empty line. Raises NoRecordError if the text is not a record."""
    return answer_each(text.split("\n"), games)


def answer_each(lines: Iterable[str], games: Mapping[str, Game], say: Say = Match.say) -> Iterator[LineAnswer]:
    """One answer for each non-empty line. `say` applies a statement to the match. Raises NoRecordError."""
    header: Header | None = None
    match: Match | None = None
    refusal: NoRecordError | None = None
    for line, written in enumerate(lines, start=1):
        note = note_words(written)
        if not note and not written.partition("#")[0].partition(";")[0].strip():
            continue
        try:
            if note:
                header, match = _with_note(header, match, written)
                continue
            words = split_words(written)
            if match is None:
                header = _header_line(header, words, games)
                match = Match(header) if header.names else None
                answer = Answer(LEGAL)
            else:
                match, answer = _say(match, words, say)
        except UnreadableError as problem:
            refusal = refusal or _refusal(line, problem)
            if match is None and not _may_stand_before_players(written):
                raise refusal from problem
            answer = Answer(Unreadable(str(problem)))
        except BaseException as fault:
            if isinstance(fault, KeyboardInterrupt) or header is None or not header.game.entry.package:
                raise
            raise GuestError(at_line(line, failure_of(header.game, fault))) from fault
        yield LineAnswer(line, written, answer, match)
    if match is None:
        raise refusal or NoRecordError("a record begins with “game NAME” and “players …”; they are missing")


def _refusal(line: int, problem: UnreadableError) -> NoRecordError:
    """The error for a record without a valid header after this problem."""
    gone = isinstance(problem, UnknownGameError)
    return (GameGoneError if gone else NoRecordError)(f"line {line}: {problem}")


def _with_note(header: Header | None, match: Match | None, note: str) -> tuple[Header | None, Match | None]:
    """Apply a note of the header. Ignores later notes."""
    if match is None:
        return header and header.with_note(note), None
    return header, Match(match.header.with_note(note)) if match.said is None else match


def _may_stand_before_players(written: str) -> bool:
    """Whether this is a note or a header line. A valid `game` or `players` line may still follow."""
    word = written.split(maxsplit=1)[0].lower()
    return word.startswith(";") or word in HEADER_WORDS


def _header_line(header: Header | None, words: list[str], games: Mapping[str, Game]) -> Header:
    if header is None:
        return first_line(words, games)
    if words[0].lower() != "players":
        raise UnreadableError(f"“players …” comes second; found “{' '.join(words)}”")
    return header.with_line(words)


def _say(match: Match, words: list[str], say: Say) -> tuple[Match, Answer]:
    if words[0].lower() in HEADER_WORDS and words[0] not in match.header.names:
        if match.said is not None:
            raise UnreadableError("a header line stands before the first statement")
        return Match(match.header.with_line(words)), Answer(LEGAL)
    return say(match, match.header.language.read(words))


def final(match: Match, illegal: int, forgotten: int = 0) -> dict[str, Any]:
    """The last line of `companion check --json`. `forgotten` revokes are in deals that the match no longer stores."""
    names = match.header.names
    return {
        "final": True,
        "over": bool(match.winners),
        "scores": dict(zip(names, match.scores, strict=True)),
        "winners": [names[seat] for seat in match.winners],
        "illegal": illegal,
        "revokes": forgotten + sum(1 for _ in standing_revokes(match)),
    }


def standing_revokes(match: Match) -> Iterator[Revoked]:
    """The proven revokes that were neither undone nor corrected by the end of their deal."""
    for moment in (moment.played for moment in match.deals()):
        revokes = () if moment.state is None else match.header.game.standing_revokes(moment.state)
        if revokes and moment.header is not match.header:
            revokes = revokes_here(match, moment, revokes)
        yield from revokes
