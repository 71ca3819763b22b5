"""Statistics of a contest: means with confidence intervals, and times of choices."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from companion.support.text_tables import NOTHING, Table
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.players.arena.contest import Contest, Round

SURE = 1.96
"""Standard errors on each side of a mean for 95 % confidence."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The results of one player. `mean` is points per deal; the true mean is within ± `within` with 95 % confidence.

    `within` is None after a single deal. `lost` is the share of deals with the worst result; `median_ms` and `p99_ms`
    are times of a choice.
    """

    player: int
    level: str
    mean: float
    within: float | None
    lost: float
    median_ms: float
    p99_ms: float


def figures(contest: Contest, rounds: Sequence[Round]) -> tuple[Figures, ...]:
    """The figures of every player. One round is one sample, since all its seatings share the cards."""
    return tuple(_of(player, level, rounds) for player, level in enumerate(contest.levels))


def _of(player: int, level: str, rounds: Sequence[Round]) -> Figures:
    seatings = len(rounds[0].points)
    means = [one.points[player] / seatings for one in rounds]
    within = SURE * stdev(means) / sqrt(len(means)) if len(means) > 1 else None
    lost = sum(one.lost[player] for one in rounds) / seatings / len(rounds)
    times = sorted(second * 1000 for one in rounds for second in one.seconds[player]) or [0.0]
    median, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
    return Figures(player, level, fmean(means), within, lost, median, p99)


def table(contest: Contest, results: Sequence[Figures], deals: int) -> Table:
    """The figures as a table for people."""
    low = ", low wins" if contest.low_wins else ""
    rows = tuple(
        (
            one.level,
            f"{one.mean:.2f}",
            NOTHING if one.within is None else f"± {one.within:.2f}",
            f"{one.lost:.1%}",
            f"{one.median_ms:.1f}",
            f"{one.p99_ms:.1f}",
        )
        for one in results
    )
    counted = f"{contest.game.title}: {contest.counted} a deal{low}"
    title = f"{counted}; {deals} deals, each played {len(results)} times, from every seat"
    return Table(title, ("player", "mean", "95 %", "lost", "median ms", "p99 ms"), rows)


ROW_PX, LEFT_PX, WIDTH_PX, MARGIN_PX = 28, 90, 640, 24


def plot(title: str, results: Sequence[Figures]) -> str:
    """The means and their intervals as an SVG drawing."""
    low = min(0.0, *(one.mean - (one.within or 0) for one in results))
    span = max(one.mean + (one.within or 0) for one in results) - low or 1.0
    scale = (WIDTH_PX - LEFT_PX - MARGIN_PX) / span
    height = MARGIN_PX * 2 + ROW_PX * len(results)
    zero = LEFT_PX - low * scale
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH_PX} {height}" font-family="sans-serif">',
        f'<text x="8" y="16">{escape(title)}</text>',
        f'<line x1="{zero:.1f}" y1="{MARGIN_PX}" x2="{zero:.1f}" y2="{height - MARGIN_PX}" stroke="#bbb"/>',
    ]
    for row, one in enumerate(results):
        y = MARGIN_PX + ROW_PX * row + ROW_PX // 2
        x = LEFT_PX + (one.mean - low) * scale
        half = (one.within or 0) * scale
        lines += [
            f'<text x="8" y="{y + 4}">{one.level}</text>',
            f'<line x1="{x - half:.1f}" y1="{y}" x2="{x + half:.1f}" y2="{y}" stroke="#333" stroke-width="2"/>',
            f'<circle cx="{x:.1f}" cy="{y}" r="4" fill="#333"/>',
            f'<text x="{x:.1f}" y="{y - 7}" text-anchor="middle">{one.mean:.2f}</text>',
        ]
    return "\n".join([*lines, "</svg>", ""])
