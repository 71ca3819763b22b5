"""The drinks of the house: a file in the data directory that its owner edits. Errors name the line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.toriatama.drink_list import DrinksError, listed
from companion.storage.disk import CannotStartError, Disk

if TYPE_CHECKING:
    from pathlib import Path

    from companion.cards import Deck
    from companion.rules.game import Game

DRINKS = "drinks.txt"
"""The file in the data directory: one drink per line, as colour-shape."""


def at_home(root: Path, disk: Disk) -> Game | None:
    """The game with the drinks of this house. None if it uses the rulebook's. Raises CannotStartError."""
    deck = _drinks(root / DRINKS, disk)
    if deck is None:
        return None
    from companion.games.toriatama.rules import TORIATAMA  # noqa: PLC0415 - few houses have drinks of their own

    return TORIATAMA.with_drinks(deck)


def _drinks(path: Path, disk: Disk) -> Deck | None:
    """The drink list. None if there is no such file."""
    try:
        return listed(_text(disk.read(path)))
    except FileNotFoundError:
        return None
    except DrinksError as fault:
        raise CannotStartError(f"{path}:{fault.place}: found {fault.found}; allowed: {fault.allowed}.") from fault
    except OSError as fault:
        raise CannotStartError(f"{path}: {fault.strerror}; allowed: a text file, or none at all.") from fault


def _text(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        raise DrinksError(line, f"byte 0x{content[fault.start]:02X}", "UTF-8 text") from fault
