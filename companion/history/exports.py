"""Finished matches for other programs: a table as CSV, and links for the app BG Stats. Pure.

BG Stats (3.3.2 and newer) takes a match as JSON in a link, as its maker describes at
https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/; only what is described there is
written. The app asks which game and people it knows are meant.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from companion.history.finished_match import FinishedMatch
from companion.rules.game import Game
from companion.rules.partners import partner_of
from companion.support.csv_text import csv_text
from companion.support.names import person
from companion.support.values import dataclass

COLUMNS = (
    "number", "record", "game", "date", "began", "clock", "player", "seat", "partner", "place", "won", "finished",
    "points", "brought", "gained", "steps", "step", "revokes", "corrected", "rules",
)  # fmt: skip
"""The columns, which docs/records.md explains; new ones come last."""

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Tabletop Companion"


@dataclass(frozen=True, slots=True)
class NumberedMatch:
    """A finished match, its number, and the name of its record."""

    number: int
    record: str
    match: FinishedMatch


def as_csv(matches: Iterable[NumberedMatch], games: Mapping[str, Game]) -> str:
    """A row for each person of each match, by number and seat, below the heads of the columns."""
    rows = (
        _row(numbered, seat, games[numbered.match.game])
        for numbered in sorted(matches, key=lambda numbered: numbered.number)
        for seat in range(len(numbered.match.names))
    )
    return csv_text((COLUMNS, *rows))


def _row(numbered: NumberedMatch, seat: int, game: Game) -> tuple[str | int | None, ...]:
    match = numbered.match
    curve, partner, over = match.curve, partner_of(game, len(match.names), seat), bool(match.winners)
    scores = (curve.last[seat], match.brought[seat], match.own_points[seat])
    return (
        numbered.number,
        numbered.record,
        match.game,
        match.day.rstrip("?"),
        match.at[:19],
        "unset" if match.day.endswith("?") and match.at else "set" if match.at else None,
        match.names[seat],
        seat + 1,
        None if partner is None else match.names[partner],
        match.places[seat] if over else None,
        int(seat in match.winners) if over else None,
        int(over),
        *scores,
        curve.steps,
        curve.step,
        match.revokes[seat],
        int(bool(curve.corrected)),
        " ".join(f"{name}={value}" for name, value in match.rules),
    )


def bg_stats_link(numbered: NumberedMatch, game: Game, began: str) -> str:
    """The link that hands a match to BG Stats; `began` is when, in UTC, as "2026-11-27 20:15:03"."""
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": numbered.record,
        "playDate": began,
        "game": {
            "name": game.title,
            "sourceGameId": game.name,
            "highestWins": not game.low_wins,
            "noPoints": not game.keeps_score,
        },
        "players": [_player(numbered.match, seat, game) for seat in range(len(numbered.match.names))],
    }
    return LINK + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _player(match: FinishedMatch, seat: int, game: Game) -> dict[str, Any]:
    name = match.names[seat]
    score = {"score": match.curve.last[seat]} if game.keeps_score else {}
    rank = {"rank": match.places[seat]} if match.winners else {}
    return {"name": name, "sourcePlayerId": person(name), **score, **rank, "winner": seat in match.winners}
