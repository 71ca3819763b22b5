"""The plug-in of pytest: `--companion-game NAME` runs the conformance kit, one item for each check.

Loaded by every pytest beside which the companion is installed, so it imports the rest when it is asked for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from companion.rules.game import Game
    from companion.testing.kit import Check


class WrongError(Exception):
    """A finding of the kit."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the kit."""
    group = parser.getgroup("companion", "conformance kit of the Tabletop Companion")
    meaning = "run the conformance kit for this game: its name, or module:ENTRY; without paths nothing else is run"
    group.addoption("--companion-game", action="append", default=[], metavar="NAME", help=meaning)
    group.addoption("--companion-renew", action="store_true", help="write its records/asked.txt anew")


def pytest_configure(config: pytest.Config) -> None:
    """Run the kit alone, unless paths were named."""
    if config.getoption("--companion-game") and config.args_source is not pytest.Config.ArgsSource.ARGS:
        config.args = []


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add an item for each check of each game."""
    for name in config.getoption("--companion-game"):
        game = _game(name)
        _check_entry_point(config, game, name)
        items += _items(session, game, name)


def _game(name: str) -> Game:
    from companion.games.plugin_form import missing_method, why_not_opened  # noqa: PLC0415 - see the head of this file
    from companion.games.registry import GAMES, not_installed  # noqa: PLC0415

    if ":" in name:
        try:
            game = not_installed(name)
        except KeyboardInterrupt:
            raise
        except BaseException as fault:  # noqa: BLE001 - somebody else's program
            raise pytest.UsageError(why_not_opened(name, fault)) from None
        if why := missing_method(game):
            raise pytest.UsageError(f"{name}: {why}")
        return game
    if name not in GAMES:
        raise pytest.UsageError(f"no game “{name}”: there are {', '.join(GAMES)}, or module:ENTRY of another")
    return GAMES[name]


def _check_entry_point(config: pytest.Config, game: Game, place: str) -> None:
    """Raise UsageError if the project here gives the entry at this place another name than its game has."""
    from companion.games.plugin_form import OTHER_NAME  # noqa: PLC0415
    from companion.games.plugins import GROUP  # noqa: PLC0415

    project = config.rootpath / "pyproject.toml"
    points = tomllib.loads(project.read_text("utf-8")).get("project", {}) if project.is_file() else {}
    for point, entry in points.get("entry-points", {}).get(GROUP, {}).items():
        if entry == place and point != game.name:
            raise pytest.UsageError(OTHER_NAME.format(point=point, name=game.name))


def _items(session: pytest.Session, game: Game, name: str) -> Iterator[pytest.Item]:
    from companion.testing.kit import CHECKS  # noqa: PLC0415

    if session.config.getoption("--companion-renew"):
        from companion.testing.asked import renew  # noqa: PLC0415

        renew(game)
    causes: dict[str, str] = {}
    for check in CHECKS.values():
        yield KitItem.from_parent(session, name=f"{name}::{check.name}", game=game, check=check, causes=causes)


class KitItem(pytest.Item):
    """One check of one game. `causes` are those found so far, each with the check that met it first."""

    def __init__(self, *, game: Game, check: Check, causes: dict[str, str], **further: Any) -> None:
        super().__init__(**further)
        self.game, self.check, self.causes = game, check, causes

    def runtest(self) -> None:
        """Try all cases."""
        for finding in self.check.findings(self.game, self.check.cases):
            if finding:
                first = self.causes.setdefault(cause := self.check.cause(finding), self.check.name)
                again = f"{self.check.name}: what `{first}` has found: {cause}"
                raise WrongError(finding if first == self.check.name else again)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The finding, without our own lines of code."""
        return str(excinfo.value) if isinstance(excinfo.value, WrongError) else super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """The place in reports: the path alone, since no line of a file defines the check."""
        return self.path, None, self.name
