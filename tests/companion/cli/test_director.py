"""`companion director hands`: the hands of an event on standard output, or why there are none."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import director_serve
from companion.cli.main import main
from companion.director.desk import Desk
from companion.games.registry import GAMES
from companion.http.serving import listening
from tests.companion.conftest import Companion
from tests.companion.director.evenings import AT, NAMES
from tests.companion.director.oddities import a_directory, a_link_to_itself
from tests.companion.director.wishing import wish

CLUB = {"game": "spades", "movement": "howell", "deals": 2, "duplicate": True}


AFTERNOON, EVENING = "2026-11-25-afternoon", "2026-11-25-evening"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data directory with an afternoon of four pairs, and an evening for which nobody is entered yet."""
    (tmp_path / "director").mkdir()
    desk = Desk(tmp_path / "director", GAMES, lambda: "0" * 32)
    desk.wish(wish(**{"do": "new", "title": "Afternoon", **CLUB}), AT)
    for name in NAMES[:8]:
        desk.wish(wish(do="person", name=name), AT)
    desk.wish(wish(do="enter all"), AT)
    desk.wish(wish(**{"do": "new", "title": "Evening", **CLUB}), AT)
    return tmp_path


def test_the_hands_are_written_as_text(capsysbinary: pytest.CaptureFixture[bytes], data: Path) -> None:
    assert main(["director", "hands", AFTERNOON, "--data", str(data)]) == 0
    text = capsysbinary.readouterr().out.decode()
    assert text.splitlines()[:5] == [
        "Afternoon",
        AFTERNOON,
        "Who plays should not read this: it shows every hand.",
        "",
        "Board 1, dealer: North (seat 1)",
    ]
    assert text.count("dealer:") == 6


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("hands", f"hands of which event? There are: {AFTERNOON}, {EVENING}"),
        ("hands 2026-11-25-evenin", f"did you mean “{EVENING}”"),
        (f"hands {EVENING}", "Enter the people first: they decide on the boards."),
        (f"hands {AFTERNOON} x", "“x” has no place here"),
        (f"rebuild {AFTERNOON}", f"“{AFTERNOON}” has no place here"),
        (f"hands {AFTERNOON} --club x", "--club is for serve"),
    ],
)
def test_what_cannot_be_written_is_refused_in_words(companion: Companion, data: Path, words: str, why: str) -> None:
    assert why in companion("director", *words.split(), "--data", data, status=2).err


def test_a_directory_without_events_is_no_fault(companion: Companion, tmp_path: Path) -> None:
    assert companion("director", "rebuild", "--data", tmp_path).err == ""
    assert "Damaged are: none" in companion("director", "mend", "--data", tmp_path, status=2).err


def test_a_port_that_another_program_has_is_told(companion: Companion, tmp_path: Path) -> None:
    with listening("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        told = companion("director", "serve", "--port", str(port), "--data", tmp_path, status=2).err
    assert f"127.0.0.1:{port} is not available for the page: Address already in use." in told


def is_empty(path: Path) -> None:
    path.write_bytes(b"")


def is_a_list(path: Path) -> None:
    path.write_text("[]", "utf-8")


def has_no_host(path: Path) -> None:
    path.write_text('{"hosts": []}', "utf-8")


def is_no_text(path: Path) -> None:
    path.write_bytes(b"\xff\xfe")


@pytest.mark.parametrize("spoils", [is_empty, is_a_list, has_no_host, is_no_text, a_directory, a_link_to_itself])
def test_a_register_that_is_damaged_takes_the_broker_away_and_not_the_page(
    spoils: Callable[[Path], None], tmp_path: Path
) -> None:
    (tmp_path / "director").mkdir()
    spoils(tmp_path / "club.json")
    link = director_serve._link(tmp_path, None, tmp_path)
    assert link.trouble.startswith(f"{tmp_path}/club.json is damaged (")
    assert link.trouble.endswith("): restore it from your copy.")


def test_without_the_packages_of_a_page_the_director_says_how_to_have_them(
    companion: Companion, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "paho", None)
    told = companion("director", "--data", data, status=2).err
    assert told == (
        "companion director: the director needs starlette, uvicorn and paho-mqtt: "
        "pip install 'tabletop-companion[director]'.\n"
    )
    assert "Board 1" in companion("director", "hands", AFTERNOON, "--data", data).out
