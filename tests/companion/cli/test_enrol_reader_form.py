"""A reader that types is settled by one tag that is known: of a deck, or whose number a person reads somewhere."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from collections import deque
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.cli import enrol
from companion.cli.enrol import say, settle_forms
from companion.doctor.typed_form import FormDialogue
from companion.parts.reader_kind import ReaderKind, ReaderSettings
from companion.settings.parser import read
from companion.settings.schema import Settings
from companion.tags.tag_decks import CardCopy, Shelf, TagDeck
from hardware.bus import DeviceError, Sighting
from hardware.sim.clock import SimClock

TAG = bytes.fromhex("11223344")
BACKWARDS = f"{int.from_bytes(TAG, 'little'):010d}"
HELD = Shelf((TagDeck("ours", "french", {TAG: CardCopy("AC")}),))


class Typist:
    """A reader that types these texts, one a poll; an empty one is no tag."""

    def __init__(self, *texts: str) -> None:
        self.typed = ""
        self.closed = False
        self._texts = deque(texts)

    def poll(self) -> Sighting:
        self.typed = (self._texts.popleft() if self._texts else "") or self.typed
        return Sighting()

    def close(self) -> None:
        self.closed = True


def plug(monkeypatch: pytest.MonkeyPatch, typist: Typist) -> None:
    """Plug this reader in; nobody types at the terminal."""
    monkeypatch.setattr(ReaderKind, "open", lambda *_: typist)
    monkeypatch.setattr(enrol, "read_typed_line", lambda: None)


def settled(
    texts: Sequence[str], lines: Sequence[str | None], known: Sequence[bytes] = (), *, low: bool = False
) -> str:
    waiting = deque(lines)
    dialogue = FormDialogue(Typist(*texts), known, say, low=low)
    return dialogue.run(SimClock(), lambda: waiting.popleft() if waiting else "")


@pytest.mark.parametrize(
    ("typed", "told", "form"),
    [
        (BACKWARDS, "11:22:33:44", "dec-rev"),
        ("0287454020", "11:22:33:44", "dec"),
        ("44332211", "11 22 33 44", "hex-rev"),
        ("11223344", "11223344", "hex"),
    ],
)
def test_a_number_that_a_person_knows_settles_the_form_before_or_after_the_tap(
    typed: str, told: str, form: str
) -> None:
    assert settled([typed], [None, f"{told}\n"]) == form
    assert settled(["", "", typed], [f"{told}\n", None, None, None]) == form


@pytest.mark.parametrize(
    ("typed", "told", "form"),
    [
        ("0006547886", "0006547886 099,59822", "dec"),
        ("09959822", "0006547886", "3+5"),
        ("0063E9AE", "099,59822", "hex"),
        (f"{int.from_bytes(bytes.fromhex('0063E9AE'), 'little'):010d}", "0006547886", "dec-rev"),
    ],
)
def test_what_is_printed_on_a_card_of_125_khz_settles_the_form(typed: str, told: str, form: str) -> None:
    assert settled([typed], [None, f"{told}\n"], low=True) == form


def test_a_tag_of_a_deck_settles_the_form_and_nothing_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert settled([BACKWARDS], [None], [TAG]) == "dec-rev"
    assert "It types" not in capsys.readouterr().out


def test_what_settles_nothing_is_told_and_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert settled(["11223344"], [None, "two\n", "11:22:33:44\n"]) == "hex"
    assert "“two” is no such number." in capsys.readouterr().out
    assert settled(["0287453986"], [None, "04:A2:B5:32:CE:00:80\n"]) == ""
    assert "it keeps a part back" in capsys.readouterr().out
    assert settled(["0287453986"], [None, "\n"]) == ""
    palindrome = bytes.fromhex("11222211")
    texts = [palindrome.hex(), "", "", "44332211"]
    assert settled(texts, [None, "11222211\n", None, None, "11223344\n"]) == "hex-rev"
    assert "Tap another one" in capsys.readouterr().out


def test_the_form_is_written_into_the_settings_and_used_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, typist = tmp_path / "config.toml", Typist(BACKWARDS)
    file.write_text('# mine\n[reader]\nkind = "pcsc"\n[reader.west]\nkind = "keyboard"\n', "utf-8")
    plug(monkeypatch, typist)
    after = settle_forms(read(file.read_text("utf-8")).settings, HELD, file)
    assert (after.reader.form, after.further["west"].form, typist.closed) == ("auto", "dec-rev", True)
    assert file.read_text("utf-8").startswith("# mine")
    assert read(file.read_text("utf-8")).settings == after
    assert f'Settled: form = "dec-rev", written into {file}.' in capsys.readouterr().out


def test_settings_that_cannot_be_written_are_told_as_a_line_to_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plug(monkeypatch, Typist(BACKWARDS))
    wrong = tmp_path / "config.toml"
    wrong.write_text("nonsense", "utf-8")
    settings = Settings(reader=ReaderSettings(kind="keyboard"))
    assert settle_forms(settings, HELD, wrong).reader.form == "dec-rev"
    assert 'write form = "dec-rev" below [reader]' in capsys.readouterr().out
    assert wrong.read_text("utf-8") == "nonsense"


def test_a_reader_that_fails_is_told_and_others_are_asked_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Unplugged(Typist):
        def poll(self) -> Sighting:
            raise DeviceError("no reader that types is plugged in", bus="input")

    plug(monkeypatch, Unplugged())
    settings = Settings(reader=ReaderSettings(kind="keyboard"), further={"west": ReaderSettings(kind="pcsc")})
    assert settle_forms(settings, HELD, tmp_path / "none.toml") == settings
    assert "no reader that types is plugged in" in capsys.readouterr().out
    told = Settings(reader=ReaderSettings(kind="keyboard", form="hex"))
    assert settle_forms(told, HELD, tmp_path / "none.toml") == told
    assert not capsys.readouterr().out


def test_enrol_asks_at_a_terminal_alone_and_begins_after_enter(tmp_path: Path) -> None:
    """There is no such reader here: it is told, and the dialogue goes on at the page."""
    config = tmp_path / "config.toml"
    config.write_text('[reader]\nkind = "keyboard"\ninput = "/dev/input/none"\n', "utf-8")
    words = [sys.executable, "-m", "companion", "enrol", "french", "--config", str(config), "--data", str(tmp_path)]
    ours, theirs = pty.openpty()
    with os.fdopen(ours, "rb"), os.fdopen(theirs, "rb") as terminal:
        asked = subprocess.run(words, stdin=terminal, capture_output=True, encoding="utf-8", check=False)  # noqa: S603 - our own words
    assert re.search(r"/dev/input/none not found", asked.stdout)
    silent = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False)  # noqa: S603 - the same
    assert "not found" not in silent.stdout
    assert asked.returncode == silent.returncode == 2
