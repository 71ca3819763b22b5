"""The results of a contest as a drawing: dots with their intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from companion.players.arena.statistics import Confidence, Difference, Figures, plus_minus

WIDTH_PX, MARGIN_PX, HEAD_PX, ROW_PX, LETTER_PX = 720, 16, 56, 40, 8
DARK, SURE, LIGHT = "#333", "#06c", "#bbb"


class PlotRow(NamedTuple):
    """A mean with its label, half the width of its interval (None: unknown), `text` with both, and a colour."""

    label: str
    mean: float
    within: float | None
    text: str
    colour: str


def plot(title: str, results: Sequence[Figures], found: Sequence[Difference], confidence: Confidence) -> str:
    """Means and differences, each with its interval, as an SVG drawing. Differences that are sure have a colour."""
    means = [
        PlotRow(result.side, result.mean, result.within, f"{result.mean:.2f}{plus_minus(result.within)}", DARK)
        for result in results
    ]
    pairs = [PlotRow(pair.name, pair.mean, pair.within, _note(pair), SURE if pair.better else DARK) for pair in found]
    blocks = [(title, means), ("Difference on the same deals", pairs)] if pairs else [(title, means)]
    height = sum(HEAD_PX + ROW_PX * len(rows) for _, rows in blocks) + MARGIN_PX
    left = MARGIN_PX * 2 + LETTER_PX * max(len(row.label) for _, rows in blocks for row in rows)
    drawn: list[str] = []
    top = 0
    for head, rows in blocks:
        drawn += _block(f"{head}, bars: {confidence}", rows, top, left)
        top += HEAD_PX + ROW_PX * len(rows)
    frame = f'viewBox="0 0 {WIDTH_PX} {height}" width="{WIDTH_PX}" font-family="sans-serif" font-size="14"'
    sheet = f'<rect width="{WIDTH_PX}" height="{height}" fill="#fff"/>'
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg" {frame}>', sheet, *drawn, "</svg>", ""])


def _note(difference: Difference) -> str:
    return f"{difference.mean:+.2f}{plus_minus(difference.within)}, {difference.conclusion}"


def _block(head: str, rows: Sequence[PlotRow], top: int, left: int) -> Iterator[str]:
    """A heading, a line at 0, and a row for each mean; all rows have one scale."""
    low = min(0.0, *(row.mean - (row.within or 0) for row in rows))
    high = max(0.0, *(row.mean + (row.within or 0) for row in rows))
    scale = (WIDTH_PX - left - MARGIN_PX * 5) / (high - low or 1.0)
    start = left + MARGIN_PX * 3 - low * scale
    bottom = top + HEAD_PX + ROW_PX * len(rows)
    yield f'<text x="{MARGIN_PX}" y="{top + 34}" font-weight="bold">{escape(head)}</text>'
    yield f'<line x1="{start:.1f}" y1="{top + HEAD_PX - 6}" x2="{start:.1f}" y2="{bottom}" stroke="{LIGHT}"/>'
    yield f'<text x="{start:.1f}" y="{bottom + 12}" text-anchor="middle" font-size="11" fill="#666">0</text>'
    for row, (label, mean, within, text, colour) in enumerate(rows):
        y, x, half = top + HEAD_PX + ROW_PX * row + 24, start + mean * scale, (within or 0) * scale
        # Centred above its dot, but never outside the drawing.
        middle = min(max(x, left + LETTER_PX * len(text) / 2), WIDTH_PX - MARGIN_PX - LETTER_PX * len(text) / 2)
        place = f'x="{middle:.1f}" y="{y - 9}" text-anchor="middle" font-size="12"'
        yield f'<text x="{MARGIN_PX}" y="{y + 5}">{escape(label)}</text>'
        yield f'<line x1="{x - half:.1f}" y1="{y}" x2="{x + half:.1f}" y2="{y}" stroke="{colour}" stroke-width="2"/>'
        yield f'<circle cx="{x:.1f}" cy="{y}" r="4" fill="{colour}"/>'
        yield f'<text {place} fill="{colour}">{escape(text)}</text>'
