"""The language of the settings is put into effect; what is written is the same in every language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.arguments import speak_as_set
from companion.games.registry import GAMES
from companion.settings.schema import People, Settings
from companion.support import messages
from companion.support.messages import ENGLISH, known_languages
from tests.company import Company
from tests.languages import speaking
from tests.torture import so_many

GERMAN = Settings(people=People(language="de"))


@pytest.fixture(autouse=True)
def afterwards_english() -> Iterator[None]:
    yield
    messages.speak(ENGLISH)


def test_the_language_of_the_settings_is_spoken(capsys: pytest.CaptureFixture[str]) -> None:
    speak_as_set(GERMAN)
    assert (messages.language(), messages.tr("Rules")) == ("de", "Regeln")
    assert capsys.readouterr().err == ""


def test_a_missing_catalogue_is_told_once_and_english_is_spoken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(messages, "LANGUAGES", tmp_path)
    monkeypatch.setattr(messages._Process, "loaded", {})
    speak_as_set(GERMAN)
    assert (messages.language(), messages.tr("Rules")) == (ENGLISH, "Rules")
    told = 'companion: the catalogue of language "de" is missing: English is spoken\n'
    assert capsys.readouterr().err == told


def evening(root: Path, game: str, language: str) -> dict[str, bytes]:
    """Every file of a deal played in this language."""
    with speaking(language):
        table = Company(root, game, players=max(player for player in GAMES[game].players if player <= MOST_PLAYERS))
        table.plays_deals(1)
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


MOST_PLAYERS = 4
PLAYED = [name for name, game in GAMES.items() if game.keeps_score and game.entry.strategy()]


@pytest.mark.no_cover
@pytest.mark.parametrize("game", so_many(PLAYED[:1], PLAYED))
def test_the_record_of_an_evening_is_the_same_in_every_language(game: str, tmp_path: Path) -> None:
    english, *others = (evening(tmp_path / code, game, code) for code in known_languages())
    assert any(name.endswith(".table") for name in english)
    assert others == [english] * len(others)
