"""The score sheet of the match on the table: what each deal brought, how it stands, and what was done in this deal."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from companion.match.match import Match
from companion.match.score_chart import score_chart_of
from companion.rules.partners import sides_of
from companion.screens.sentences import capital
from companion.support.messages import tr, tr_n
from companion.support.text import listed
from companion.web.narration import story
from companion.web.orders import WrongOrderError

if TYPE_CHECKING:
    from companion.http.views import ScoreSheet
    from companion.table.state import Table


def scores_at(table: Table) -> ScoreSheet:
    """The score sheet of the match in play. Raises WrongOrderError where there is none."""
    if not table.in_play:
        raise WrongOrderError("no game is in play")
    return scores_json(table.playing)


def scores_json(match: Match) -> ScoreSheet:
    """The score sheet. A game that is a single deal has only the row of how it stands."""
    game, names = match.header.game, match.header.names
    sides, now = sides_of(game, len(names)), game.shown.standing(match.moment)
    standings = score_chart_of(match).points if game.keeps_score else ()
    return {
        "goal": _goal(match),
        "leads": _leads(match, now),
        "heads": [listed(names[seat] for seat in side) for side in sides],
        "deals": [
            [_signed(after[side[0]] - before[side[0]]) for side in sides] for before, after in pairwise(standings)
        ],
        "total": tr("Total") if game.keeps_score else tr("Now"),
        "stands": [str(now[side[0]]) for side in sides],
        "story": list(story(match)),
    }


def _signed(change: int) -> str:
    return f"{change:+}" if change else "0"


def _goal(match: Match) -> str:
    """What is counted, up to which total, and which is the best."""
    game = match.header.game
    wins = tr("The lowest wins.") if game.low_wins else tr("The highest wins.")
    target = int(match.header.setup().options.get("target", game.target))
    counted = tr(game.counted)
    if target:
        return f"{tr('A match to {n} points.', n=target)} {wins}"
    return f"{capital(counted)}. {wins}"


def _leads(match: Match, now: tuple[int, ...]) -> str:
    """Who leads. Empty: all are equal."""
    best = min(now) if match.header.game.low_wins else max(now)
    ahead = [name for name, stands in zip(match.header.names, now, strict=True) if stands == best]
    return tr_n("{who} leads.", "{who} lead.", len(ahead), who=listed(ahead)) if len(ahead) < len(now) else ""
