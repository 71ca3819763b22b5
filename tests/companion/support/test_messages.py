"""Messages of the core in the language in effect."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

import pytest
from babel.messages import Catalog

from companion.support import messages
from companion.support.messages import msg, msg_n, tr, tr_n
from tools.translations import compiled

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GERMAN = {
    "{who} draws {n}": "{who} zieht {n}",
    "take the pile": "Stapel nehmen",
    "{what}, or wait": "{what}, oder warten",
}


class German:
    """A catalogue of three texts and a number."""

    def gettext(self, message: str) -> str:
        return GERMAN.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return {"{n} card": ("{n} Karte", "{n} Karten")}[msgid1][n != 1]


@pytest.fixture
def german() -> Iterator[None]:
    messages.speak_by("de", German())
    yield
    messages.speak(messages.ENGLISH)


def test_a_message_is_its_english_text() -> None:
    drawn = msg("{who} draws {n}", who="Ann", n=2)
    assert drawn == "Ann draws 2"
    assert tr(drawn) == "Ann draws 2"
    assert (tr_n("{n} card", "{n} cards", 1), str(msg_n("{n} card", "{n} cards", 4))) == ("1 card", "4 cards")


def test_english_loads_no_catalogue() -> None:
    assert messages.speak("en")
    assert messages.language() == "en"
    assert tr("take the pile") == "take the pile"
    assert tr("{what}, or wait", what="OK") == "OK, or wait"


@pytest.mark.usefixtures("german")
def test_an_edge_says_a_message_and_the_messages_in_it() -> None:
    taken = msg("{what}, or wait", what=msg("take the pile"))
    assert tr(taken) == "Stapel nehmen, oder warten"
    assert taken == "take the pile, or wait"
    assert tr(msg("{who} draws {n}", who="take the pile", n=1)) == "take the pile zieht 1", "a name is no message"
    assert (tr_n("{n} card", "{n} cards", 1), tr(msg_n("{n} card", "{n} cards", 4))) == ("1 Karte", "4 Karten")


@pytest.mark.usefixtures("german")
def test_what_has_no_translation_is_said_in_english() -> None:
    assert tr(msg("{who} waits", who="Ann")) == "Ann waits"
    assert tr("") == ""


def test_a_language_without_a_catalogue_is_english() -> None:
    assert not messages.speak("xx")
    assert messages.language() == "en"


@pytest.mark.usefixtures("german")
def test_a_copy_can_still_be_said_in_another_language() -> None:
    drawn = msg("{who} draws {n}", who="Ann", n=2)
    for same in (copy.copy(drawn), copy.deepcopy(drawn)):
        assert same == drawn
        assert tr(same) == "Ann zieht 2"


def test_a_game_of_another_package_brings_its_own_words_and_speaks_english_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages._InEffect, "further", [])
    catalogue = Catalog("de")
    catalogue.add("Whist", "Whist auf Deutsch")
    catalogue.add("Rules", "Andere Regeln")
    (tmp_path / "de/LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "de/LC_MESSAGES/companion.mo").write_bytes(compiled(catalogue))
    messages.add_catalogue(tmp_path)
    try:
        assert messages.speak("de")
        assert (tr("Whist"), tr("Rules")) == ("Whist auf Deutsch", "Regeln"), "the house says first what it knows"
        assert messages.speak("fr")
        assert (tr("Whist"), tr("Rules")) == ("Whist", "Règles")
    finally:
        messages.speak(messages.ENGLISH)
