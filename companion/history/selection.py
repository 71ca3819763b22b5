"""Which finished matches are asked for: by game, person, partner, house rules and period. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from companion.history.finished_match import FinishedMatch
from companion.rules.game import Game
from companion.rules.partners import partner_of
from companion.support.names import person, place_of
from companion.support.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Selection:
    """What is asked for; an empty text: all. `since` and `until` are a year, a month or a day, both included.

    `partner` is that of `player`. `rules` are values of house rules, the book's where a record names none.
    """

    game: str = ""
    player: str = ""
    partner: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)
    since: str = ""
    until: str = ""

    def takes(self, match: FinishedMatch, games: Mapping[str, Game]) -> bool:
        """Whether this match is asked for."""
        return (
            self.game in {"", match.game}
            and self._has_people(match, games)
            and self.rules.items() <= dict(match.rules).items()
            and self._in_period(match.day.rstrip("?"))
        )

    def counts(self, name: str) -> bool:
        """Whether this person's results are asked for."""
        return not self.player or person(name) == person(self.player)

    def _has_people(self, match: FinishedMatch, games: Mapping[str, Game]) -> bool:
        if not self.player:
            return True
        seat = place_of(self.player, match.names)
        if seat is None or not self.partner:
            return seat is not None
        beside = partner_of(games[match.game], len(match.names), seat)
        return beside is not None and beside == place_of(self.partner, match.names)

    def _in_period(self, day: str) -> bool:
        """Whether a day lies in the period; one that the record does not tell lies in none."""
        if not (self.since or self.until):
            return True
        return (
            bool(day)
            and day[: len(self.since)] >= self.since
            and (not self.until or day[: len(self.until)] <= self.until)
        )
