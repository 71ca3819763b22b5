"""What the tests of the terminal share: one game, two sizes of terminal, cards by their words."""

from __future__ import annotations

from companion.cards import Card
from companion.games.registry import GAMES
from companion.terminal.view import TerminalView

GAME = GAMES["birddog"]


def plain(text: str, _style: str) -> str:
    return text


NARROW, WIDE = TerminalView(80, 24, plain), TerminalView(140, 50, plain)


def cards(words: str) -> tuple[Card, ...]:
    found = tuple(GAME.deck.card(word) for word in words.split())
    assert None not in found
    return tuple(card for card in found if card is not None)
