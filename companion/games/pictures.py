"""The pictures of the games, for the servers: read when a page first asks, judged before they are served."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from companion.games.registry import entry_of
from companion.http.sprites import symbols
from companion.match.checker import guard
from companion.rules.entry import GameEntry


@lru_cache(maxsize=32)  # phones may ask for any name
def pictures_of(name: str) -> bytes | None:
    """The sprite of this game, the common one if it has none that can be shown; None: there is no such game."""
    try:
        entry = entry_of(name)
    except KeyError:
        return None
    return _sprite(entry.pictures) or _sprite(GameEntry().pictures)


def _sprite(place: str) -> bytes:
    """The sprite at "package:path". Empty: the file is missing, or holds more than shapes."""
    with guard(lambda _: None):
        package, _, path = place.partition(":")
        read = files(package).joinpath(path).read_bytes()
        return read if "tile" in symbols(read) else b""
    return b""
