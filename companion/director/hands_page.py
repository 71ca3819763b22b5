"""Hand records as a page that a browser prints: a board is never parted by the end of a sheet. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from companion.director.hands_text import SuitLine, by_suit, further, heading, seat_name, warning
from companion.support.messages import language, tr

if TYPE_CHECKING:
    from companion.director.event import ClubEvent
    from companion.director.hands import Board

PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>{title}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/theme.css">
<link rel="stylesheet" href="/look.css">
<link rel="stylesheet" href="/hands.css">
</head>
<body>
<header><h1>{title}</h1></header>
<main>
<p class="state">{warning}</p>
{boards}
</main>
</body>
</html>
"""


def as_page(event: ClubEvent, boards: Iterable[Board]) -> str:
    """All boards, in the language in effect."""
    return PAGE.format(
        language=language(),
        title=escape(tr("Hand records: {event}", event=event.title)),
        warning=escape(warning()),
        boards="\n".join(map(_board, boards)),
    )


def _board(board: Board) -> str:
    seats = len(board.hands)
    hands = "".join(
        f"<div><h3>{escape(seat_name(seat, seats))}</h3>{_list(by_suit(board.deck, board.hands[seat]))}</div>\n"
        for seat in range(seats)
    )
    return (
        f'<section class="board">\n<h2>{escape(heading(board))}</h2>\n<div class="hands">\n{hands}</div>\n'
        f"{_list(further(board))}\n</section>"
    )


def _list(parts: Iterable[SuitLine]) -> str:
    rows = "".join(f"<dt>{escape(label)}</dt><dd>{escape(ranks)}</dd>" for label, ranks in parts)
    return f"<dl>{rows}</dl>" if rows else ""
