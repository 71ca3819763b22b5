"""The drink file of the owner: read, rejected by line, and older records stay readable."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.registry import GAMES, at_home
from companion.games.toriatama.at_home import DRINKS
from companion.games.toriatama.rules import DECK, TORIATAMA

BOOK = "\n".join(map(str, DECK.cards_in_order))


def test_without_a_list_the_games_are_the_books(tmp_path: Path) -> None:
    assert at_home(tmp_path / "nowhere") == (GAMES, ())


def test_a_list_takes_the_place_of_the_books_drinks(tmp_path: Path) -> None:
    (tmp_path / DRINKS).write_text(f"\ufeff{BOOK}\r\nmint-glass\r\n", "utf-8")
    games, faults = at_home(tmp_path)
    assert faults == ()
    assert [str(drink) for drink in games["toriatama"].deck.cards_in_order][-2:] == ["black-tallest", "mint-glass"]
    assert {name: games[name] for name in games if name != "toriatama"} == {
        name: game for name, game in GAMES.items() if game is not TORIATAMA
    }


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"red-can\n\nred can\n", "Line 3: found “red can”; allowed: one drink as colour-shape"),
        (b"red-can\nr\xffd-can\n", "Line 2: found byte 0xFF; allowed: UTF-8 text."),
        (b"red-can\n", "Line 1: found 1 drinks; allowed: 28 or more: of fewer four players can take all"),
    ],
)
def test_a_bad_list_is_told_with_file_and_line(tmp_path: Path, content: bytes, told: str) -> None:
    (tmp_path / DRINKS).write_bytes(content)
    assert_told(tmp_path, f"no drinks to play with: {tmp_path / DRINKS}. {told}")


def test_a_list_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / DRINKS).mkdir()
    assert_told(tmp_path, f"cannot be read (Is a directory): {tmp_path / DRINKS}. Move that directory away.")


def assert_told(root: Path, told: str) -> None:
    """That is told, and all games are there, this one with the drinks of the book."""
    games, (fault,) = at_home(root)
    assert games is GAMES
    assert str(fault).startswith(told)
