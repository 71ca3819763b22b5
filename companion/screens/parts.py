"""The pieces that the screens of all games are made of: top lines, scores, choices, waiting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.screens.glyphs import MEDIUM, NARROW, SMALL
from companion.screens.names import fitting
from companion.screens.picture import WIDTH
from companion.screens.screen import GAP, NAME_ROOM, NUMBER_END, Column, Row, Screen, name_in, seats_in_columns
from companion.statements import PLAY
from companion.table.speaking import as_seen

if TYPE_CHECKING:
    from companion.match import Match
    from companion.table.table import Table

CHOOSE = "▲▼ choose   OK   BACK"
BRIEF = 44
"""The most pixels of a name in a small line with other words."""


def place(table: Table) -> str:
    """The first small line: game, deal and trick."""
    match = table.playing
    where = match.header.game.headline(match.state) if match.state is not None else ""
    return f"{match.header.game.title} {where}".rstrip()


def memo(table: Table) -> str:
    """The second small line: what everybody must remember."""
    match = table.playing
    return match.header.game.second_line(match.state) if match.state is not None else ""


def large_name(match: Match, seat: int) -> str:
    """A name for the fact."""
    return name_in(match.header.names, seat, NARROW, NAME_ROOM).upper()


def brief_names(match: Match) -> tuple[str, ...]:
    """Everybody's name, short enough for a small line with other words."""
    return fitting(match.header.names, SMALL, BRIEF)


def spoken(match: Match) -> str:
    """The last statement as people say it: who, and the cards or the word; empty before the first."""
    if match.said is None:
        return ""
    said = as_seen(match.said)
    who = "" if said.seat is None else brief_names(match)[said.seat]
    word = {PLAY: "", "dealt": "1 card", "hand": "a hand"}.get(said.word, said.word)
    return " ".join(filter(None, (who, word, *(card.sign for card in said.cards), said.value)))


def score_columns(match: Match) -> tuple[Column, ...]:
    """Everybody's score at the foot, each in a column of its own."""
    if not match.header.game.keeps_score:
        return ()
    words = seats_in_columns(match.header.names, tuple(map(str, match.scores)))
    return tuple(Column(foot=word) for word in words)


def rows(match: Match, remarks: tuple[tuple[str, str], ...] = ()) -> tuple[Row, ...]:
    """The totals in rows of 16 pixels, with what the last deal brought and its parts."""
    numbers = tuple(map(str, match.scores))
    widest = max(MEDIUM.width(number) for number in numbers)
    names = fitting(match.header.names, MEDIUM, NUMBER_END - min(widest, 41) - 4)
    remarks = remarks or (("", ""),) * len(names)
    return tuple(Row(name, number, *said) for name, number, said in zip(names, numbers, remarks, strict=True))


def scores(table: Table, title: str) -> Screen:
    """The totals, in the largest letters that fit."""
    match = table.playing
    if len(match.scores) <= 3:
        return Screen("scores", title=title, rows=rows(match))
    names = fitting(match.header.names, SMALL, WIDTH - SMALL.width("  -000000"))
    lines = tuple(f"{name}  {total}" for name, total in zip(names, match.scores, strict=True))
    return Screen("scores", title=title, lines=lines)


def game_over(table: Table) -> Screen:
    """Who has won, and the totals."""
    match = table.playing
    names = brief_names(match)
    single = len(match.winners) == 1
    fact = f"{name_in(match.header.names, match.winners[0], NARROW, 54)} wins" if single else "shared"
    width = WIDTH // len(match.scores) - 4
    return Screen(
        "game over",
        title="Game over",
        note="OK",
        fact=f"{fact}!".upper(),
        icon="bird",
        columns=tuple(
            Column(name, number=str(total))
            for name, total in zip(fitting(names, SMALL, width), match.scores, strict=True)
        ),
    )


def waiting(table: Table) -> Screen:
    """Any expectation: whose turn, what for, and how to say it."""
    match = table.playing
    expected = match.expects
    if not expected.words:
        return Screen(
            "the end",
            place=place(table),
            memo=memo(table),
            fact="THE END",
            lines=("", "OK = next game"),
            columns=score_columns(match),
        )
    if expected.choices:
        return choosing(table)
    least, most = expected.pieces
    return Screen(
        "waiting",
        place=place(table),
        memo=memo(table),
        fact=large_name(match, expected.seats[0]) if len(expected.seats) == 1 else "TAP",
        finger=True,
        beside=f"{len(table.gathered)}/{least}" if table.gathered else "",
        aside=f"tap {least}" if least == most else f"tap {least}-{most}",
        lines=("", AGAIN if table.interrupted else expected.headline),
        columns=score_columns(match),
    )


AGAIN = "Tap this play again"


def choosing(table: Table) -> Screen:
    """A choice of the game: the answer at the cursor large, all of them below it."""
    match = table.playing
    expected = match.expects
    cursor = table.cursor % len(expected.choices)
    chosen = expected.choices[cursor]
    labels = tuple(choice.label for choice in expected.choices if choice.seat is None)
    seats = max(1, len(expected.choices) - len(labels))
    room = (WIDTH - sum(SMALL.width(label) + GAP for label in labels)) // seats - GAP
    names = fitting(match.header.names, SMALL, room)
    return Screen(
        "choice",
        place=place(table),
        memo=memo(table),
        fact=(chosen.label if chosen.seat is None else large_name(match, chosen.seat)).upper(),
        aside=expected.headline,
        options=tuple(choice.label if choice.seat is None else names[choice.seat] for choice in expected.choices),
        cursor=cursor,
        lines=("", "or tap the next card" if expected.tap else "", CHOOSE),
    )
