"""One finished record as a value: its players, scores and winners; or the reason why it is not counted.

Everything is derived from the record by the rules. A record that was changed, that comes from elsewhere, or that breaks
these rules is never counted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from companion.cards import Seat
from companion.match.checker import GameGoneError, GuestError, NoRecordError, answers, guests_blamed, standing_revokes
from companion.match.ending import places_of
from companion.match.match import Match
from companion.match.score_chart import BY_DEAL, ScoreChart, score_chart_of
from companion.rules.game import Game, rules_of_book
from companion.rules.statements import PLAY, UnreadableError
from companion.storage.journal import Line, unseal
from companion.support.values import dataclass

_MOMENT = re.compile(r"(?P<day>\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?P<doubt>.*)")

NOT_OURS = "it has no check sums, so it was not played here"


class NotScoredError(ValueError):
    """A record that is not counted. The message says why, without the name of the file."""


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """The result of a record.

    `game` is its name in records, `at` the recorded start time (empty: none). `winners`, and the `places` by seat, are
    empty if the match ended early. `revokes` are those that stand, by seat. `rules` are all house rules in force, by
    name.
    """

    game: str
    names: tuple[str, ...]
    at: str
    curve: ScoreChart
    winners: tuple[Seat, ...]
    revokes: tuple[int, ...]
    places: tuple[int, ...] = ()
    rules: tuple[tuple[str, str], ...] = ()

    @property
    def day(self) -> str:
        """The date, with a question mark if the clock was not set; "?" if there is none."""
        moment = _MOMENT.fullmatch(self.at)
        return f"{moment['day']}{'?' * bool(moment['doubt'])}" if moment else "?"

    @property
    def brought(self) -> tuple[int, ...]:
        """The points from an earlier match with which this one began, by seat."""
        return self.curve.points[0] if self.curve.step == BY_DEAL else (0,) * len(self.names)

    @property
    def own_points(self) -> tuple[int, ...]:
        """The last standings without points that were brought, by seat."""
        return tuple(last - brought for last, brought in zip(self.curve.last, self.brought, strict=True))


def finished_match_of(record: bytes, games: Mapping[str, Game]) -> FinishedMatch:
    """The result of a finished record. Raises NotScoredError."""
    lines = _lines(record)
    match = _judge(lines, games)
    with guests_blamed(match.header.game, NotScoredError):
        return _result(match, lines[0].at)


def _result(match: Match, at: str) -> FinishedMatch:
    try:
        curve = score_chart_of(match)
    except UnreadableError as problem:
        raise NotScoredError(f"nothing was played: {problem}") from problem
    if not (curve.steps or any(said.word == PLAY for said in match.said_so_far())):
        raise NotScoredError("nothing was played")
    header, revokes = match.header, Counter(revoked.player for revoked in standing_revokes(match))
    by_seat = tuple(revokes[seat] for seat in range(len(header.names)))
    rules = {**rules_of_book(header.game.options), **header.options}
    played = (header.game.name, header.names, at, curve, match.winners, by_seat, places_of(match))
    return FinishedMatch(*played, tuple(rules.items()))


def match_of(record: bytes, games: Mapping[str, Game]) -> Match:
    """The match at the end of a record. Raises NotScoredError."""
    return _judge(_lines(record), games)


def is_over(record: bytes, games: Mapping[str, Game]) -> bool:
    """Whether this is the record of a match that was won or ended early. Raises NotScoredError."""
    match = match_of(record, games)
    with guests_blamed(match.header.game, NotScoredError):
        return match.ended or bool(match.winners)


def _lines(record: bytes) -> tuple[Line, ...]:
    """The lines of a sealed and undamaged record. Raises NotScoredError."""
    journal = unseal(record)
    if journal.damage or journal.torn:
        raise NotScoredError(f"it is damaged: {journal.damage or 'its end is torn'}")
    if not journal.sealed:
        raise NotScoredError(NOT_OURS)
    return journal.lines


def _judge(lines: tuple[Line, ...], games: Mapping[str, Game]) -> Match:
    """The match at the end of a record without errors. Raises NotScoredError."""
    try:
        said = tuple(answers("\n".join(line.text for line in lines), games))
    except (GameGoneError, GuestError) as problem:
        raise NotScoredError(str(problem)) from problem
    except NoRecordError as problem:
        raise NotScoredError(f"it is no record: {problem}") from problem
    wrong = next((line_answer for line_answer in said if not line_answer.answer.applied), None)
    if wrong is not None:
        objection = f"line {wrong.line}, “{wrong.text}”, is {wrong.answer.verdict.word}"
        raise NotScoredError(f"these rules do not bear it out: {objection}")
    return said[-1].known_match
