"""`companion play --simulate`: when a page is served, where, and what is said."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import webbrowser
from argparse import Namespace
from pathlib import Path
from threading import Event
from typing import Any, NoReturn
from urllib.request import urlopen

import pytest

from companion.cli import play, play_simulated
from companion.settings.schema import DEFAULTS, Settings
from companion.simulation.box import SimulatedSetup
from companion.storage.disk import StorageError
from companion.storage.records import Store
from companion.web.open_browser import RealTable, open_page, tell_address
from companion.web.preferences import Preferences
from companion.web.server import PageServer, free_socket


def opened(root: Path, port: int | None = None) -> int:
    ended = open_page(Store(root), SimulatedSetup(), port, root / "config.toml", opens=tell_address)
    assert isinstance(ended, int), "nobody chose real cards"
    return ended


@pytest.mark.parametrize(
    ("where", "calls"),
    [("terminal :0 linux", 1), ("terminal - linux", 0), ("pipe :0 linux", 0), ("terminal - darwin", 1)],
)
def test_the_address_is_told_and_a_browser_called_where_there_is_one(
    where: str, calls: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pages: list[str] = []
    stdin, display, platform = where.split()
    monkeypatch.setattr(webbrowser, "open", pages.append)
    monkeypatch.setattr(PageServer, "run", lambda _: None)
    monkeypatch.setenv("DISPLAY", display.strip("-"))
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: stdin == "terminal")
    assert opened(tmp_path) == 0
    assert capsys.readouterr().out.startswith("The table is at http://127.0.0.1:")
    assert len(pages) == calls


def test_a_port_that_is_taken_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with free_socket(0) as taken:
        assert opened(tmp_path, taken.getsockname()[1]) == 2
    assert "--port N" in capsys.readouterr().err


def test_without_the_packages_of_the_page_the_terminal_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "companion.web.server", None)
    assert opened(tmp_path) == 2
    assert "--terminal" in capsys.readouterr().err


@pytest.mark.parametrize(("given", "served"), [({}, 1), ({"terminal": True}, 0), ({"port": 8123}, 1)])
def test_simulate_serves_the_page_unless_the_terminal_is_asked_for(
    given: dict[str, object], served: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages: list[SimulatedSetup] = []

    def opened(_store: Store, setup: SimulatedSetup, *_: object, **_opens: object) -> int:
        pages.append(setup)
        return 0

    monkeypatch.setattr(play_simulated, "open_page", opened)
    monkeypatch.setattr(play_simulated, "talk", lambda _: None)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: "port" not in given)
    nothing = dict.fromkeys(("port", "game", "data", "deck", "config", "panel", "scores"))
    flags = {"simulate": True, "terminal": False, "upside_down": False, "common_anode": False}
    assert play.play(Namespace(**{**nothing, **flags, "seed": 7, **given})) == 0
    assert [setup.seed for setup in pages] == ["7"] * served


def test_real_cards_and_the_page_after_them_have_the_settings_of_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "config.toml"
    file.touch()
    seen: list[int] = []

    def opened(_store: Store, setup: SimulatedSetup, _port: int, file: Path, **of: Any) -> RealTable | int:
        seen.append(setup.equipment.settings.people.think_s)
        file.write_text("people.think_s = 5\n", "utf-8")
        monkeypatch.setattr(play_simulated, "plugged_in", lambda own: [("a reader", own)])
        return RealTable(next(iter(of["real_tables"]()))[1], "") if len(seen) == 1 else 0

    def with_real_cards(_: Namespace, settings: Settings, _game: str, left: Event) -> int:
        seen.append(settings.people.think_s)
        file.write_text("people.think_s = 6\n", "utf-8")
        left.set()
        return 0

    monkeypatch.setattr(play_simulated, "open_page", opened)
    nothing = dict.fromkeys(("port", "game", "data", "deck", "panel", "scores"))
    flags = {"terminal": False, "upside_down": False, "common_anode": False, "seed": 7}
    given = Namespace(**{**nothing, **flags, "config": str(file)})
    assert play_simulated.play_simulated(given, DEFAULTS, with_real_cards) == 0
    assert seen == [DEFAULTS.people.think_s, 5, 6]


def test_where_nobody_types_the_page_is_served_and_its_address_told(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "companion", "play", "--simulate", "--data", str(tmp_path)]
    with subprocess.Popen(  # noqa: S603 - our own words
        words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, encoding="utf-8"
    ) as table:
        assert table.stdout is not None
        address = re.fullmatch(
            r"The table is at (http://127\.0\.0\.1:\d+/) \(Ctrl-C ends it\)\.\n", table.stdout.readline()
        )
        assert address is not None
        with urlopen(address[1], timeout=10) as page:  # noqa: S310 - our own page
            assert b"Tabletop Companion" in page.read()
        table.terminate()


def test_what_ends_the_table_ends_the_server(tmp_path: Path) -> None:
    def failing() -> NoReturn:
        raise StorageError("not saved", tmp_path, "Start again.")

    with free_socket(0) as listening:
        server = PageServer(failing, listening, Preferences(tmp_path / "config.toml"))
        with pytest.raises(StorageError, match="not saved"):
            server.run()


def test_the_socket_is_free_again_afterwards() -> None:
    with free_socket(0) as listener:
        port = listener.getsockname()[1]
    with free_socket(port) as again, socket.socket() as client:
        client.connect(again.getsockname())
