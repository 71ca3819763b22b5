"""`companion games`: list the games and where they come from; install, remove and look for those of other packages.

for example:
  companion games
  companion games install ohhell-1.0-py3-none-any.whl
  companion games remove ohhell
  companion games refresh

install takes a wheel of pure Python that brings one game and nothing else. First
the conformance kit plays the game in a process of its own. Nothing is downloaded.
refresh finds games that pip has installed beside the companion, or removed.
On the box only root may change the games of other packages: sudo companion games …

exit status:
  0   all is well
  1   the game is refused, for the reasons printed; list: a game is set aside
  2   no such file or game, or no right to change the games
  75  the memory card failed
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from companion import VERSION
from companion.cli.commands import Command, argument
from companion.cli.console import Progress, WrongUseError, bar, complain, print_lines, print_tables, refusing
from companion.games.plugins import INDEX, OF_BOX, SpoiltIndexError, load_index, place_of_games
from companion.games.registry import GAMES, NAMES, why_set_aside
from companion.plugins.install import BusyError, PlugInGames, Trial, candidates_of
from companion.plugins.trial import describe_by_trial
from companion.plugins.wheel import UnfitWheelError, read_wheel
from companion.support.text import listing, nearest, visible
from companion.support.text_tables import TextTable

ALL_WELL, REFUSED = 0, 1
TRIAL = "companion.cli.game_trial"
"""The module whose process opens and plays a game before it is installed."""

SPOILT = "{place} is damaged ({why}). companion games refresh writes a new one."
RESTART = "The table offers it after its next start (the service: sudo systemctl restart companion)."


COMMAND = Command(
    "games",
    usual="list",
    actions=(
        Command("list", "list the games, and where each comes from"),
        Command(
            "install",
            "install a game of another package, if it passes the conformance kit",
            {
                "name": argument(
                    "FILE",
                    "the wheel of the game",
                    asks="Which file? For example: companion games install ohhell-1.0-py3-none-any.whl",
                )
            },
        ),
        Command(
            "remove",
            "remove a game of another package",
            {"name": argument("NAME", "the name of the game", asks="Which game? companion games lists them.")},
        ),
        Command("refresh", "find games that pip has installed or removed"),
    ),
)


def games(arguments: Namespace) -> int:
    """Run `companion games`; returns the exit status."""
    what, name = arguments.what, arguments.name
    place = place_of_games()
    if what != "list" and place == OF_BOX and not os.access(place, os.W_OK):
        raise WrongUseError(f"the games in {place} belong to root: sudo companion games {what} …")
    try:
        match what:
            case "install":
                return _install(PlugInGames(place), Path(name))
            case "remove":
                return _remove(PlugInGames(place), name)
            case "refresh":
                return _refresh(PlugInGames(place))
            case _:
                return _list(place)
    except UnfitWheelError as refusal:
        complain("games", f"{name} is refused, and nothing is changed:", *(f"  {why}" for why in refusal.reasons))
        return REFUSED
    except SpoiltIndexError as why:
        raise WrongUseError(SPOILT.format(place=place / INDEX, why=why)) from why
    except BusyError as busy:
        raise WrongUseError(str(busy)) from busy


def _install(games_here: PlugInGames, path: Path) -> int:
    with refusing(path):
        wheel = read_wheel(path)
    with games_here.lock(), bar(f"Trying {wheel.name}") as progress:
        installed = games_here.install(wheel, _trial(progress, plays=True))
    print_lines([f"{installed.title} of {installed.source} is installed.", RESTART])
    return ALL_WELL


def _remove(games_here: PlugInGames, name: str) -> int:
    # of one name pip may have one, too
    ours_last = sorted(load_index(games_here.place), key=lambda plug_in: plug_in.installed_here)
    known = {plug_in.name: plug_in for plug_in in ours_last}
    if name not in known:
        here = listing(sorted(known), "and") if known else "none"
        what = "a game of the companion itself" if name in NAMES else "not a game of another package"
        raise WrongUseError(f"“{name}” is {what}; installed games of other packages: {here}{nearest(name, known)}")
    if not known[name].installed_here:
        package = known[name].package
        raise WrongUseError(f"pip has installed {name}: pip uninstall {package}, and then companion games refresh")
    with games_here.lock():
        gone = games_here.remove(name)
    print_lines([f"{gone.title} of {gone.source} is removed. Its records stay, and count again with the game."])
    return ALL_WELL


def _refresh(games_here: PlugInGames) -> int:
    with games_here.lock(), bar("Looking") as progress:
        candidates = list(candidates_of(games_here.wheel_places()))
        found = games_here.refresh(candidates, _trial(progress, plays=False))
    aside = [plug_in for plug_in in found if plug_in.aside]
    for plug_in in aside:
        complain("games", f"{plug_in.name} of {plug_in.source} is set aside: {plug_in.aside}")
    names = [plug_in.name for plug_in in found if not plug_in.aside]
    print_lines([f"Games of other packages: {listing(names, 'and') if names else 'none'}"])
    return REFUSED if aside else ALL_WELL


def _trial(progress: Progress, *, plays: bool) -> Trial:
    return lambda candidate: describe_by_trial(candidate, TRIAL, plays=plays, progress=progress)


# ---------------------------------------------------------------- the list


def _list(place: Path) -> int:
    rows = list(_rows(place))
    print_tables([TextTable("Games", ("name", "title", "players", "from", ""), tuple(row for row, _ in rows), words=5)])
    return ALL_WELL if all(fine for _, fine in rows) else REFUSED


def _rows(place: Path) -> Iterator[tuple[tuple[str, ...], bool]]:
    """A row for each game, and whether it can be played."""
    for name in NAMES:
        game = GAMES[name]
        yield (name, game.title, _players(game.players), f"companion {VERSION}", ""), True
    for plug_in in load_index(place):
        why = why_set_aside(plug_in)
        state = f"set aside: {why}" if why else ""
        yield (plug_in.name, plug_in.title, _players(plug_in.players), visible(plug_in.source), visible(state)), not why


def _players(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))
