"""Hand records in words: as text for a printer, and as a page that a browser prints. Pure.

Text has lines of at most 80 characters and pages of at most 60 lines. No board is split by the end of a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import zip_longest
from textwrap import wrap
from typing import NamedTuple

from companion.cards import SUIT_SIGNS, Card, Deck, Seat, signs
from companion.cards.spoken import suit_name
from companion.director.event import ClubEvent
from companion.director.hand_records import Board
from companion.rules.partners import SEATS
from companion.support.messages import language, msg, tr

WIDTH, LINES = 80, 60
BESIDE = WIDTH // 2
"""Two hands stand side by side."""
NEW_PAGE = "\f"
NONE = "–"
DIRECTIONS = (msg("North"), msg("East"), msg("South"), msg("West"))


class SuitLine(NamedTuple):
    """A part of a hand: its suit as sign and word (empty: it has none), and the ranks, the highest first."""

    label: str
    ranks: str


def warning() -> str:
    """What stands above all hands."""
    return tr("Who plays should not read this: it shows every hand.")


def seat_name(seat: Seat, seats: int) -> str:
    """A seat as people find it at any table."""
    if seats != SEATS:
        return tr("Seat {n}", n=seat + 1)
    return tr("{direction} (seat {n})", direction=DIRECTIONS[seat], n=seat + 1)


def heading(board: Board) -> str:
    """The board, and who deals or begins."""
    number = tr("Board {n}", n=board.number)
    if board.opener is None:
        return number
    seat = seat_name(board.opener, len(board.hands))
    opener = tr("dealer: {seat}", seat=seat) if board.is_dealt_by_opener else tr("begins: {seat}", seat=seat)
    return f"{number}, {opener}"


def by_suit(deck: Deck, cards: Iterable[Card]) -> tuple[SuitLine, ...]:
    """A hand, suit by suit in the deck's order, with the suits that it lacks."""
    held = [card.face for card in reversed(tuple(deck.cards(deck.set(cards))))]
    suits = dict.fromkeys(card.suit for card in deck.cards_in_order)
    ranks = {suit: " ".join(tr(card.corner) for card in held if card.suit == suit) for suit in suits}
    labels = {suit: f"{SUIT_SIGNS.get(suit, '')} {suit_name(suit)}".strip() if suit else "" for suit in suits}
    return tuple(SuitLine(label, ranks[suit] or NONE) for suit, label in labels.items() if suit or ranks[suit])


def further(board: Board) -> tuple[SuitLine, ...]:
    """What lies beside the hands; what a game does not have is left out."""
    beside = [(tr("Nest"), board.nest), (tr("Turned up"), board.up), (tr("Stack, top first"), board.stack)]
    for seat, cards in enumerate(board.bones):
        beside.append((tr("Face down before {seat}", seat=seat_name(seat, len(board.hands))), cards))
    return tuple(SuitLine(label, tr(signs(cards))) for label, cards in beside if cards)


def as_text(event: ClubEvent, boards: Iterable[Board]) -> str:
    """All boards; a form feed marks the end of a page."""
    head = [*wrap(event.title, WIDTH), event.name, *wrap(warning(), WIDTH), ""]
    return "".join(f"{line}\n" for line in _paginate(head, map(_block, boards))).replace(f"{NEW_PAGE}\n", NEW_PAGE)


def _paginate(head: list[str], blocks: Iterable[list[str]]) -> Iterator[str]:
    yield from head
    used = len(head)
    for block in blocks:
        if used + len(block) > LINES:
            yield NEW_PAGE
            used = 0
        yield from block
        used += len(block)


def _block(board: Board) -> list[str]:
    lines = [heading(board), "-" * WIDTH]
    columns = [_column(board, seat) for seat in range(len(board.hands))]
    columns += [[]] * (len(columns) % 2)
    for left, right in zip(columns[::2], columns[1::2], strict=True):
        lines += [f"{row:<{BESIDE}}{other}".rstrip() for row, other in zip_longest(left, right, fillvalue="")]
    for label, cards in further(board):
        lines += wrap(f"{label}: {cards}", WIDTH, subsequent_indent="  ")
    return [*lines, ""]


def _column(board: Board, seat: Seat) -> list[str]:
    return [seat_name(seat, len(board.hands)), *_align(by_suit(board.deck, board.hands[seat]))]


def _align(parts: Sequence[SuitLine]) -> Iterator[str]:
    """The parts one below the other, their ranks in one column, never wider than half a line."""
    indent = max((len(part.label) for part in parts), default=0) + 3
    for label, ranks in parts:
        yield from wrap(ranks, BESIDE - 1, initial_indent=f"  {label}".ljust(indent), subsequent_indent=" " * indent)


PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>{title}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/theme.css">
<link rel="stylesheet" href="/phone_pages.css">
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
        boards="\n".join(map(_board_on_page, boards)),
    )


def _board_on_page(board: Board) -> str:
    names = (escape(seat_name(seat, len(board.hands))) for seat in range(len(board.hands)))
    lists = (_list_on_page(by_suit(board.deck, hand)) for hand in board.hands)
    hands = "".join(f"<div><h3>{name}</h3>{cards}</div>\n" for name, cards in zip(names, lists, strict=True))
    return (
        f'<section class="board">\n<h2>{escape(heading(board))}</h2>\n<div class="hands">\n{hands}</div>\n'
        f"{_list_on_page(further(board))}\n</section>"
    )


def _list_on_page(parts: Iterable[SuitLine]) -> str:
    rows = "".join(f"<dt>{escape(label)}</dt><dd>{escape(ranks)}</dd>" for label, ranks in parts)
    return f"<dl>{rows}</dl>" if rows else ""
