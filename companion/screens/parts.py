"""The pieces that the screens of all games are made of: top lines, scores, choices, waiting."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.screens.glyphs import SMALL
from companion.screens.picture import WIDTH
from companion.screens.screen import Row, Screen, listed, unique

if TYPE_CHECKING:
    from companion.match import Match
    from companion.table.table import Table

CHOOSE = "▲▼ choose    OK"


def place(table: Table) -> str:
    """The first small line: game, deal and trick."""
    match = table.playing
    where = match.header.game.headline(match.state) if match.state is not None else ""
    return f"{match.header.game.title} {where}".rstrip()


def memo(table: Table) -> str:
    """The second small line: what everybody must remember."""
    match = table.playing
    return match.header.game.second_line(match.state) if match.state is not None else ""


def score_line(table: Table) -> str:
    """Everybody's score on the bottom line."""
    match = table.playing
    return listed(match.header.names, tuple(map(str, match.scores))) if match.header.game.keeps_score else ""


def scores(table: Table, title: str) -> Screen:
    """The totals, largest letters that fit three or more rows."""
    match = table.playing
    pairs = tuple(zip(match.header.names, match.scores, strict=True))
    if len(pairs) <= 3:
        return Screen("scores", title=title, rows=tuple(Row(name, str(total)) for name, total in pairs))
    return Screen("scores", title=title, lines=tuple(f"{name}  {total}" for name, total in pairs))


def game_over(table: Table) -> Screen:
    """Who has won, and the totals."""
    match = table.playing
    names = [match.header.names[seat] for seat in match.winners]
    title = f"{names[0]} wins" if len(names) == 1 else "Shared win"
    return replace(scores(table, title), name="game over")


def waiting(table: Table) -> Screen:
    """Any expectation: whose turn, what for, and how to say it."""
    match = table.playing
    expected = match.expects
    if not expected.words:
        return Screen(
            "the end", place=place(table), memo=memo(table), fact="THE END", lines=("", "OK = next", score_line(table))
        )
    if expected.choices:
        return choosing(table)
    who = match.header.names[expected.seats[0]].upper() if len(expected.seats) == 1 else "TAP"
    least, most = expected.pieces
    count = f"tap {least}" if least == most else f"tap {least}-{most}"
    got = f"{len(table.gathered)}/{least}" if table.gathered else ""
    again = "tap this play again" if table.interrupted else expected.headline
    return Screen(
        "waiting",
        place=place(table),
        memo=memo(table),
        fact=who,
        aside=got or count,
        lines=(again, "", score_line(table)),
    )


def choosing(table: Table) -> Screen:
    """A choice of the game: the answer at the cursor large, the others beside it."""
    match = table.playing
    expected = match.expects
    labels = tuple(choice.label or _seat_name(match, choice.seat) for choice in expected.choices)
    chosen = labels[table.cursor % len(labels)]
    tap = "or tap the next card" if expected.tap else ""
    return Screen(
        "choice",
        place=place(table),
        memo=memo(table),
        fact=chosen.upper(),
        aside=expected.headline.lower(),
        lines=(options_line(labels, table.cursor), tap, CHOOSE),
    )


def _seat_name(match: Match, seat: int | None) -> str:
    assert seat is not None
    return match.header.names[seat]


def options_line(labels: tuple[str, ...], cursor: int) -> str:
    """The answers in one line, the one at the cursor between angles; cut alike until they fit."""
    for letters in range(max(map(len, labels)), 0, -1):
        cut = unique(labels, letters)
        line = " ".join(f"›{word}‹" if place == cursor else word for place, word in enumerate(cut))
        if SMALL.width(line) <= WIDTH:
            return line
    return f"›{labels[cursor][:8]}‹ {cursor + 1}/{len(labels)}"
