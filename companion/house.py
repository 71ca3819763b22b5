"""What the owner of the box edits: the games as this house plays them. A file that cannot be used is told by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.registry import GAMES
from companion.games.toriatama.drink_list import DrinksError, listed
from companion.storage.disk import DISK, CannotStartError, Disk

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from companion.cards.deck import Deck
    from companion.rules.game import Game

DRINKS = "drinks.txt"
"""In the data directory: one drink a line, as colour-shape."""


def games_of(root: Path, disk: Disk = DISK) -> Mapping[str, Game]:
    """All games, Toriatama with the drinks of the house. Raises CannotStartError."""
    deck = _drinks(root / DRINKS, disk)
    if deck is None:
        return GAMES
    from companion.games.toriatama.rules import TORIATAMA  # noqa: PLC0415 - few houses have drinks of their own

    return {**GAMES, TORIATAMA.name: TORIATAMA.with_drinks(deck)}


def _drinks(path: Path, disk: Disk) -> Deck | None:
    """The list of drinks; None where there is no such file."""
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
