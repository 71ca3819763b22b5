"""What the tests of the terminal share: one game, two sizes of terminal, cards by their words, a running record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.registry import GAMES
from companion.simulation.box import CLOCK_BEGINS
from companion.storage.journal import seal
from companion.terminal.view import View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.cards import Card
    from companion.storage.records import Store

GAME = GAMES["birddog"]


def plain(text: str, _style: str) -> str:
    return text


NARROW, WIDE = View(80, 24, plain), View(140, 50, plain)


def cards(words: str) -> tuple[Card, ...]:
    found = tuple(GAME.deck.card(word) for word in words.split())
    assert None not in found
    return tuple(card for card in found if card is not None)


def write_record(store: Store, lines: Sequence[str]) -> None:
    record, crc = store.begin("running"), 0
    for n, line in enumerate(lines, start=1):
        sealed, crc = seal(line, n, CLOCK_BEGINS, crc)
        record.append(sealed)
    record.close()
