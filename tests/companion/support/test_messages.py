"""Messages of the core in the language in effect."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from gettext import NullTranslations
from pathlib import Path
from threading import Thread

import pytest
from babel.messages import Catalog

from companion.support import messages
from companion.support.messages import msg, msg_n, spoken_in, tr, tr_n
from tools.translations import compile_catalogue

GERMAN = {
    "{who} draws {n}": "{who} zieht {n}",
    "take the pile": "Stapel nehmen",
    "{what}, or wait": "{what}, oder warten",
}


class German(NullTranslations):
    """A catalogue of three texts and a number."""

    def gettext(self, message: str) -> str:
        return GERMAN.get(message, message)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

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


@pytest.fixture
def german_whist(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory of a game's catalogue, in a process that knows no other game's words."""
    monkeypatch.setattr(messages._Process, "further", [])
    monkeypatch.setattr(messages._Process, "loaded", {})
    catalogue = Catalog("de")
    catalogue.add("Whist", "Whist auf Deutsch")
    catalogue.add("Rules", "Andere Regeln")
    (tmp_path / "de/LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "de/LC_MESSAGES/companion.mo").write_bytes(compile_catalogue(catalogue))
    return tmp_path


@pytest.mark.parametrize("spoil", [lambda mo: mo[:3], lambda mo: mo[:28], lambda mo: mo.replace(b"utf-8", b"utf-9")])
def test_a_damaged_catalogue_of_a_game_costs_no_language(spoil: Callable[[bytes], bytes], german_whist: Path) -> None:
    file = german_whist / "de/LC_MESSAGES/companion.mo"
    file.write_bytes(spoil(file.read_bytes()))
    messages.add_catalogue(german_whist)
    with spoken_in("de"):
        assert (tr("Whist"), tr("Rules")) == ("Whist", "Regeln")
    with pytest.raises(OSError, match="damaged"):
        messages.texts_of(german_whist, "de")


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


def test_a_game_of_another_package_brings_its_own_words_and_speaks_english_without(german_whist: Path) -> None:
    messages.add_catalogue(german_whist)
    try:
        assert messages.speak("de")
        assert (tr("Whist"), tr("Rules")) == ("Whist auf Deutsch", "Regeln"), "the house says first what it knows"
        assert messages.speak("fr")
        assert (tr("Whist"), tr("Rules")) == ("Whist", "Règles")
        with spoken_in("de"):
            assert (tr("Whist"), tr("Rules")) == ("Whist auf Deutsch", "Regeln")
    finally:
        messages.speak(messages.ENGLISH)


def test_a_game_that_is_found_later_has_its_words_in_every_language_that_is_spoken(german_whist: Path) -> None:
    with spoken_in("de"):
        messages.add_catalogue(german_whist)
        assert (tr("Whist"), tr("Rules")) == ("Whist auf Deutsch", "Regeln")


@pytest.mark.usefixtures("german")
def test_a_thread_speaks_another_language_than_the_process_for_a_while() -> None:
    def said() -> tuple[str, str]:
        return messages.language(), tr("Rules")

    elsewhere: list[tuple[str, str]] = []
    with spoken_in("fr"):
        assert said() == ("fr", "Règles")
        with spoken_in("en"):
            assert said() == ("en", "Rules")
        other = Thread(target=lambda: elsewhere.append(said()))
        other.start()
        other.join()
        assert said() == ("fr", "Règles")
        with spoken_in("de"):
            assert tr("take the pile") == "Stapel nehmen", "the catalogue of the process, wherever that came from"
    assert [said()] == elsewhere == [("de", "Rules")]


def test_a_thread_speaks_english_where_a_language_has_no_catalogue_or_has_failed() -> None:
    with spoken_in("xx"):
        assert (messages.language(), tr("Rules")) == ("en", "Rules")
    with pytest.raises(ZeroDivisionError), spoken_in("de"):
        raise ZeroDivisionError
    assert messages.language() == "en"


def test_a_catalogue_is_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages._Process, "loaded", {})
    with spoken_in("de"):
        once = messages._speech.get()
    with spoken_in("de"):
        assert messages._speech.get() == once
