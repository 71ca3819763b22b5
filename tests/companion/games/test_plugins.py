"""The index of games from elsewhere, and what the registry makes of it."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.enrolment.deck_kinds import kinds
from companion.games import plugins, registry
from companion.games.birddog.rules import BIRD_DOG
from companion.games.plugin_form import misfit
from companion.games.plugins import INDEX, PlugIn, SpoiltIndexError, load_index, place_of_games, save_index
from companion.games.registry import DECK_KINDS, GAMES, NAMES, deck_kinds, entry_of, games_at_home
from companion.rules.entry import API, GameEntry
from companion.rules.statements import Word
from companion.support.values import replace
from tests.plugins import ENTRY, MODULES, imported, unpacked

HIGH_CARD = PlugIn(
    "highcard", "High Card", "highcard", "1.0", API, "highcard.entry:ENTRY", "highcard-1", (2, 3, 4), ("numbers",)
)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The place of games; what a test imports from there is forgotten after it."""
    monkeypatch.setenv("COMPANION_GAMES", str(tmp_path))
    with imported():
        yield tmp_path


def indexed(place: Path, *games: PlugIn, **files: str) -> None:
    unpacked(place / "highcard-1", {**MODULES, **{f"highcard/{name}.py": text for name, text in files.items()}})
    save_index(place, games or (HIGH_CARD,))


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    games = (HIGH_CARD, replace(HIGH_CARD, name="other", at_home=True, aside="it is no game"))
    save_index(tmp_path, games)
    assert load_index(tmp_path) == games


def test_no_index_names_no_game(tmp_path: Path) -> None:
    assert load_index(tmp_path / "nowhere") == ()


def test_no_flipped_bit_of_the_index_is_believed(tmp_path: Path) -> None:
    save_index(tmp_path, (HIGH_CARD,))
    right = (tmp_path / INDEX).read_bytes()
    for place in range(len(right)):
        (tmp_path / INDEX).write_bytes(right[:place] + bytes([right[place] ^ 4]) + right[place + 1 :])
        with pytest.raises(SpoiltIndexError):
            load_index(tmp_path)


def test_an_index_of_another_format_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "FORMAT", 2)
    save_index(tmp_path, (HIGH_CARD,))
    monkeypatch.undo()
    with pytest.raises(SpoiltIndexError, match="its format is 2, and this version reads 1"):
        load_index(tmp_path)


def test_games_lie_where_the_environment_says_on_the_box_or_with_the_data_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plugins, "OF_BOX", tmp_path / "box")
    environ = {"XDG_DATA_HOME": "/home/ann/data"}
    assert place_of_games(environ) == Path("/home/ann/data/companion-games")
    (tmp_path / "box").mkdir()
    assert place_of_games(environ) == tmp_path / "box"
    assert place_of_games({"COMPANION_GAMES": "/mnt/games"}) == Path("/mnt/games")


def test_a_game_of_another_package_is_one_of_the_games_and_names_its_package(place: Path) -> None:
    indexed(place)
    assert [*GAMES] == [*NAMES, "highcard"]
    game = GAMES["highcard"]
    assert (game.title, game.entry.package, entry_of("highcard").package) == ("High Card", *("highcard 1.0",) * 2)
    assert GAMES["highcard"] is game
    assert deck_kinds() == (*DECK_KINDS, "numbers")


def test_its_class_may_be_a_dataclass_of_the_standard_library(place: Path) -> None:
    rules = MODULES["highcard/rules.py"].replace(
        "class HighCard(Game):", "@dataclass(frozen=True)\nclass HighCard(Game):"
    )
    indexed(
        place,
        rules=rules.replace("    def begin", "    bonus: int = 0\n\n    def begin", 1).replace(
            "TOY = HighCard(", "TOY = HighCard(bonus=7,"
        ),
    )
    assert vars(GAMES["highcard"])["bonus"] == 7


def test_it_is_imported_when_it_is_asked_for_and_hides_no_other_module(place: Path) -> None:
    indexed(place)
    assert "birddog" in GAMES
    assert games_at_home(place) is GAMES
    assert deck_kinds()
    assert "highcard" not in sys.modules
    assert "highcard" in GAMES
    assert sys.path[-1] == str(place / "highcard-1")


def test_a_spoilt_index_is_told_in_one_line_and_the_games_of_the_house_are_there(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / INDEX).write_bytes(b"nonsense")
    assert [*GAMES] == [*NAMES]
    assert "highcard" not in GAMES
    assert capsys.readouterr().err == (
        f"companion: the list of games {place / INDEX} is damaged (its check sum does not fit): "
        "companion games refresh writes a new one\n"
    )


@pytest.mark.parametrize(
    ("changed", "files", "why"),
    [
        ({"api": 1}, {}, "install its release for version 3; docs/adding-a-game.md says what its author changes"),
        ({"api": 4}, {}, "and this is version 3: update the companion"),
        ({"path": "gone"}, {}, plugins.GONE),
        ({"path": "/elsewhere"}, {}, plugins.GONE),
        ({"entry": "elsewhere:ENTRY"}, {}, plugins.GONE),
        ({"aside": "it was no good"}, {}, "it was no good"),
        ({}, {"entry": "raise ValueError('no\\x1b[2J')"}, r"ValueError: no\u001b[2J"),
        ({}, {"entry": "import sys\nsys.exit(3)"}, "SystemExit: 3"),
        ({}, {"entry": "import pytest\npytest.skip('no', allow_module_level=True)"}, "Skipped: no"),
        ({}, {"entry": "def again(): again()\nagain()"}, "RecursionError: maximum recursion depth exceeded"),
        ({}, {"entry": "ENTRY = 3"}, "TypeError: its entry point gives a int, and a GameEntry is wanted"),
        ({}, {"entry": ENTRY.replace("api=3,", "")}, "does not say for which version of the companion's games it is"),
        ({}, {"entry": ENTRY.replace("3", "'3'")}, "does not say for which version of the companion's games it is"),
        ({}, {"entry": ENTRY.replace("api=3", "api=7")}, "it is written for version 7"),
        ({}, {"rules": "TOY = 1"}, "the `rules` of its GameEntry open 1, and an instance of a Game is wanted"),
        ({}, {"rules": "class TOY: ..."}, "open <class 'highcard.rules.TOY'>, and an instance of a Game is wanted"),
        ({}, {"rules": MODULES["highcard/rules.py"].replace("(2, 3, 4)", "'234'")}, "the field `players` of its Game"),
    ],
)
def test_a_game_that_cannot_be_opened_is_not_offered_and_told_once(
    place: Path, capsys: pytest.CaptureFixture[str], changed: dict[str, Any], files: dict[str, str], why: str
) -> None:
    indexed(place, replace(HIGH_CARD, **changed), **files)
    assert [*GAMES] == [*NAMES]
    assert len(GAMES) == len(NAMES)
    with pytest.raises(KeyError):
        GAMES["highcard"]
    told = capsys.readouterr().err
    assert told.startswith("companion: the game highcard of highcard 1.0 is set aside: ")
    assert why in told
    assert told.count("\n") == 1


def test_one_for_another_version_is_told_when_a_table_begins_without_being_asked_for(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    indexed(place, replace(HIGH_CARD, api=1))
    games_at_home(place)
    assert "the game highcard of highcard 1.0 is set aside: it is written for version 1" in capsys.readouterr().err
    assert "highcard" not in sys.modules


def test_a_game_of_the_house_is_not_replaced(place: Path) -> None:
    indexed(place, replace(HIGH_CARD, name="birddog"))
    assert GAMES["birddog"].entry.package == ""
    assert [*GAMES] == [*NAMES]


AT_HOME = ENTRY.replace("api=3", 'at_home=import_later("highcard.home:at_home"), api=3')
HOME = "from highcard.rules import TOY\nfrom companion.support.values import replace\ndef at_home(root, disk):\n    "


def test_a_game_of_another_package_may_have_pieces_of_the_house(place: Path) -> None:
    files = {"entry": AT_HOME, "home": f"{HOME}return replace(TOY, title='Ours')"}
    indexed(place, replace(HIGH_CARD, at_home=True), **files)
    game = games_at_home(place)["highcard"]
    assert (game.title, game.entry.package) == ("Ours", "highcard 1.0")


def test_one_that_fails_with_them_is_there_as_it_comes(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    indexed(place, replace(HIGH_CARD, at_home=True), entry=AT_HOME, home=f"{HOME}raise KeyError('x')")
    assert games_at_home(place)["highcard"].title == "High Card"
    assert "highcard 1.0 cannot read what this house has of its own: KeyError" in capsys.readouterr().err


CANCELLED = "from asyncio import CancelledError\ndef deck_kinds(game):\n    raise CancelledError"


@pytest.mark.parametrize("tags", ["1/0", "def deck_kinds(game):\n    1/0", CANCELLED])
def test_decks_are_listed_also_if_a_game_cannot_bring_its_own(
    place: Path, capsys: pytest.CaptureFixture[str], tags: str
) -> None:
    fault = "CancelledError" if tags == CANCELLED else "ZeroDivisionError"
    indexed(place, tags=tags)
    assert "french" in kinds(GAMES, ())
    assert f"highcard 1.0 cannot bring its deck kinds: {fault}" in capsys.readouterr().err


def test_it_brings_a_deck_kind(place: Path) -> None:
    indexed(place)
    assert kinds(GAMES, ())["numbers"].title == "Numbers 12"


def test_it_goes_to_another_process(place: Path) -> None:
    indexed(place)
    there = pickle.loads(pickle.dumps(GAMES["highcard"]))  # noqa: S301 - our own bytes
    assert there.entry.package == "highcard 1.0"


def test_an_index_is_read_once(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    indexed(place)
    assert registry.plug_ins()
    monkeypatch.setattr(registry, "load_index", None)
    assert registry.plug_ins()


def test_a_word_in_large_letters_is_told_to_its_author_since_lines_are_read_in_small_ones() -> None:
    shouts = replace(BIRD_DOG, words=(Word("suit", values=("S", "H")),))
    entry = GameEntry(api=API, rules=lambda: shouts)
    assert misfit(entry) == "“S” of the word “suit” must be in small letters"
