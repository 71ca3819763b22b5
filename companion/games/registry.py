"""The list of games: those of the house, and those that other packages bring.

A new game of the house needs a folder here, its name in the list, and records with their answers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from companion.games.plugins import GONE, INDEX, PlugIn, SpoiltIndexError, load_index, place_of_games
from companion.match.checker import guard
from companion.rules.entry import GameEntry
from companion.storage.disk import DISK, Disk, StorageError
from companion.support.lazy_import import Opener, import_later
from companion.support.messages import add_catalogue
from companion.support.text import visible
from companion.support.values import replace

if TYPE_CHECKING:
    from companion.rules.game import Game

NAMES = ("birdhead", "birddog", "rook", "toriatama", "bonehead", "hearts", "spades", "euchre")
"""The folders of the games, in the order in which games are offered."""

EXAMPLE = "birddog"
"""The game of examples in help texts and demonstrations."""

DECK_KINDS = ("french", "birdhead", "rook", "rook-57", "drinks", "persons", "commands")
"""The deck kinds that can be enrolled: those of the games in the folders, and those that every box has."""


def entry_of(name: str) -> GameEntry:
    """The entry of this game. Raises KeyError if there is none of this name."""
    if name in NAMES:
        return cast("GameEntry", import_module(f"companion.games.{name}.entry").ENTRY)
    found = guest(name)
    if found is None:
        raise KeyError(name)
    return found.entry


# ---------------------------------------------------------------- games of other packages


def plug_ins() -> Mapping[str, PlugIn]:
    """The games of other packages in the index, by name. A spoilt index is reported once, and names none."""
    return {} if _left_out else _read_index(place_of_games())


_left_out = False


def leave_out_guests() -> None:
    """Go on as if no game of another package were installed, as long as this program runs."""
    global _left_out  # noqa: PLW0603 - there is one index for all who ask
    _left_out = True


@cache
def _read_index(place: Path) -> Mapping[str, PlugIn]:
    try:
        # of one name one may be set aside
        played_last = sorted(load_index(place), key=lambda plug_in: not plug_in.aside)
        return {plug_in.name: plug_in for plug_in in played_last if plug_in.name not in NAMES}
    except SpoiltIndexError as why:
        _tell(f"the list of games {place / INDEX} is damaged ({why}): companion games refresh writes a new one")
        return {}


def guest(name: str) -> Game | None:
    """A game of another package, opened: its entry names the package.

    None: there is none of this name, or it is set aside, which is reported.
    """
    if name in _tried:
        return _tried[name]
    plug_in = plug_ins().get(name)
    found = _open(place_of_games(), plug_in) if plug_in else ""
    return None if isinstance(found, str) else found


def why_set_aside(plug_in: PlugIn) -> str:
    """Why a game of another package cannot be played; empty: it can, and is open."""
    found = _open(place_of_games(), plug_in)
    return found if isinstance(found, str) else ""


@cache
def _open(place: Path, plug_in: PlugIn) -> Game | str:
    """The game, or why it is set aside, which is reported."""
    why = plug_in.why_aside(place)
    if not why:
        try:
            return open_plug_in(place, plug_in)
        except KeyboardInterrupt:
            raise
        except BaseException as fault:  # noqa: BLE001 - somebody else's program
            gone = isinstance(fault, ModuleNotFoundError) and fault.name == plug_in.module
            why = GONE if gone else f"{type(fault).__name__}: {fault}"
    _tell(f"the game {plug_in.name} of {plug_in.source} is set aside: {why}")
    return why


def open_plug_in(place: Path, plug_in: PlugIn) -> Game:
    """Import a game of another package. Raises TypeError if it is not a game, and any exception of the package."""
    if plug_in.installed_here and (path := str(place / plug_in.path)) not in sys.path:
        sys.path.append(path)  # last: it hides no other module
    entry = _fitting(plug_in.entry)
    _say_in_its_languages(entry)
    entry = replace(entry, package=plug_in.source, deck_kinds=partial(_deck_kinds_of, entry.deck_kinds, plug_in.source))
    return with_entry(entry.rules(), entry)


def _fitting(place: str, kinds: tuple[str, ...] = ()) -> GameEntry:
    """The GameEntry at "module:name", of these deck kinds or any. Raises TypeError, and what its import raises."""
    from companion.games.plugin_form import misfit  # noqa: PLC0415 - most tables play a game of the house

    entry: GameEntry = import_later(place)()
    if why := misfit(entry, kinds):
        raise TypeError(why)
    return entry


_tried: dict[str, Game] = {}
"""The games that their authors try in this program."""


def try_out(place: str) -> Game:
    """Make the game of the GameEntry at "module:name" one of the games of this program.

    Its place is named where it fails. Raises TypeError, and what its import raises.
    """
    _fitting(place, DECK_KINDS)
    game = not_installed(place, place)
    if game.name in NAMES:
        raise TypeError(f"its name “{game.name}” is that of a game that is here: give it another")
    _tried[game.name] = game
    return game


def not_installed(place: str, package: str = "") -> Game:
    """The game of the GameEntry at "module:name", installed or not. Raises as `try_out` does.

    `package` is named where it fails; empty: it ends the program.
    """
    found = import_later(place)()
    entry = replace(found if isinstance(found, GameEntry) else _fitting(place), package=package)
    _say_in_its_languages(entry)
    return with_entry(entry.rules(), entry)


def _say_in_its_languages(entry: GameEntry) -> None:
    package, _, path = entry.languages.partition(":")
    if package:
        from importlib.resources import files  # noqa: PLC0415 - most games are of the house

        add_catalogue(Path(str(files(package)), path))


def _deck_kinds_of(opener: Opener, source: str) -> Callable[[Game], tuple[Any, ...]]:
    """The deck kinds of a game of another package, as a function of the game. Decks are listed also if it fails."""

    def kinds(game: Game) -> tuple[Any, ...]:
        with guard(lambda fault: _tell(f"{source} cannot bring its deck kinds: {type(fault).__name__}: {fault}")):
            own = opener()
            return tuple(own(game)) if own else ()
        return ()

    return kinds


def with_entry(game: Game, entry: GameEntry) -> Game:
    """A copy of the game with this entry. Works for a class of any kind."""
    from copy import copy  # noqa: PLC0415 - most tables play a game of the house

    stamped = copy(game)
    object.__setattr__(stamped, "entry", entry)
    vars(stamped).pop("shown", None)  # cached for the other entry, if it was asked for
    return stamped


def _tell(problem: str) -> None:
    sys.stderr.write(visible(f"companion: {problem}") + "\n")


def deck_kinds() -> tuple[str, ...]:
    """All deck kinds that can be enrolled; opens no game."""
    further = (kind for plug_in in plug_ins().values() for kind in plug_in.deck_kinds)
    return tuple(dict.fromkeys((*DECK_KINDS, *further)))


# ---------------------------------------------------------------- all games


class Library(Mapping[str, "Game"]):
    """The games by name. Imports the rules of a game on access, since a table plays only one.

    A game of another package that cannot be opened is not among them.
    """

    def __getitem__(self, name: str) -> Game:
        found = guest(name) if name not in NAMES else None
        return cast("Game", entry_of(name).rules()) if found is None else found

    def __contains__(self, name: object) -> bool:
        return name in NAMES or (isinstance(name, str) and guest(name) is not None)

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys((*NAMES, *filter(guest, plug_ins()), *_tried))

    def __len__(self) -> int:
        return sum(1 for _ in self)


GAMES: Mapping[str, Game] = Library()


class AtHome(NamedTuple):
    """All games with a house's own pieces. `faults` are its files that cannot be used: these games have the book's."""

    games: Mapping[str, Game]
    faults: tuple[StorageError, ...] = ()

    def report(self) -> AtHome:
        """Report the faults; return self."""
        for fault in self.faults:
            _tell(str(fault))
        return self


def games_at_home(root: Path) -> Mapping[str, Game]:
    """All games with the house's own pieces from this data directory; reports the files that cannot be used."""
    return at_home(root).report().games


def at_home(root: Path, disk: Disk = DISK, names: Container[str] = ()) -> AtHome:
    """All games; those of `names` (empty: all) with the house's own pieces from this data directory.

    Reports the games of other packages that are set aside, and imports none without such pieces; with `names` only
    games of the house are asked.
    """
    own: dict[str, Game | None] = {}
    faults: list[StorageError] = []
    for name in NAMES:
        if (not names or name in names) and (has_its_own := entry_of(name).at_home()):
            try:
                own[name] = has_its_own(root, disk)
            except StorageError as fault:
                faults.append(fault)
    if not names:
        place = place_of_games()
        for known in plug_ins().values():
            if known.why_aside(place):
                why_set_aside(known)
        own |= {name: _guest_at_home(name, root, disk) for name, plug_in in plug_ins().items() if plug_in.at_home}
    games = {**GAMES, **{name: game for name, game in own.items() if game}} if any(own.values()) else GAMES
    return AtHome(games, tuple(faults))


def _guest_at_home(name: str, root: Path, disk: Disk) -> Game | None:
    """A game of another package with the house's own pieces; None: as it comes."""
    found = guest(name)
    if found is None:
        return None
    unread = f"{found.entry.package} cannot read what this house has of its own"
    with guard(lambda fault: _tell(f"{unread}: {type(fault).__name__}: {fault}")):
        game = found.entry.at_home()(root, disk)
        return with_entry(game, found.entry) if game else None
    return None
