"""The drinks of the house: a file in the data directory that its owner edits. Errors name the line."""

from __future__ import annotations

import errno
from pathlib import Path

from companion.cards import Deck
from companion.games.toriatama.drink_list import DrinksError, read_drinks
from companion.rules.game import Game
from companion.storage.disk import Disk, StorageError, in_words
from companion.support.messages import msg

DRINKS = "drinks.txt"
"""The file in the data directory: one drink per line, as colour-shape."""


def at_home(root: Path, disk: Disk) -> Game | None:
    """The game with the drinks of this house. None if it uses the rulebook's. Raises StorageError."""
    deck = _drinks(root / DRINKS, disk)
    if deck is None:
        return None
    from companion.games.toriatama.rules import TORIATAMA  # noqa: PLC0415 - few houses have drinks of their own

    return TORIATAMA.with_drinks(deck)


def _drinks(path: Path, disk: Disk) -> Deck | None:
    """The drink list. None if there is no such file."""
    try:
        with in_words("cannot be read", path):
            return read_drinks(_text(disk.read(path)))
    except DrinksError as fault:
        remedy = f"Line {fault.place}: found {fault.found}; allowed: {fault.allowed}."
        raise StorageError("no drinks to play with", path, remedy, msg("a line is wrong")) from fault
    except StorageError as fault:
        if fault.errno == errno.ENOENT:
            return None
        raise


def _text(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        raise DrinksError(line, f"byte 0x{content[fault.start]:02X}", "UTF-8 text") from fault
