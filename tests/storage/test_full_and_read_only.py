"""The program as people start it, on a card that is really full or read-only: a tmpfs mounted for the test alone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.storage.journal import BLOCK
from tests.evening import ROOT
from tests.needs import MOUNTS
from tests.storage.straced import typed
from tests.storage.test_unmodified_program import NOT_SAVED, SET_UP

PAGES = 16 * 1024
"""Four pages: set-up and hands fit, a whole deal does not."""
HOLDS = "mount -t tmpfs -o size={size} tmpfs {place} && echo mounted && exec sleep 1000"


@dataclass(frozen=True)
class SmallCard:
    """A mount that only this test sees, and the words that run something in it."""

    data: Path
    inside: tuple[str, ...]

    def says(self, *words: str) -> str:
        inside = (*self.inside, *words)
        return subprocess.run(inside, check=True, capture_output=True, encoding="utf-8").stdout  # noqa: S603

    def status(self, words: str) -> int:
        """How a command of the companion ends here."""
        inside = (*self.inside, sys.executable, "-m", "companion", *words.split())
        return subprocess.run(inside, check=False, capture_output=True).returncode  # noqa: S603

    def remounted(self, options: str) -> None:
        self.says("mount", "-o", f"remount,{options}", str(self.data))

    def record(self) -> str:
        return self.says("sh", "-c", f"cat {self.data}/records/running/*.table")


@pytest.fixture
def card(tmp_path: Path) -> Iterator[SmallCard]:
    holds = HOLDS.format(size=PAGES, place=tmp_path)
    words = ("unshare", "-m", "sh", "-c", holds)
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as keeper:  # noqa: S603 - our own
        assert keeper.stdout is not None
        if keeper.stdout.readline() != b"mounted\n":
            pytest.skip(MOUNTS)
        yield SmallCard(tmp_path, ("nsenter", "-t", str(keeper.pid), "-m", "env", f"--chdir={ROOT}"))
        keeper.kill()


def test_a_full_card_is_told_with_a_remedy_and_room_is_all_it_takes_to_go_on(card: SmallCard) -> None:
    ended = typed(card.data, [*SET_UP, *[""] * 12, "q"], *card.inside)
    assert (ended.status, "The card is full" in ended.told) == (NOT_SAVED, True), ended.told
    saved = card.record()
    again = typed(card.data, ["", "q"], *card.inside)
    assert again.status == NOT_SAVED, again.told
    assert card.record() == saved
    card.remounted("size=1M")
    assert typed(card.data, ["", "q"], *card.inside).status == 0
    assert card.record().startswith(saved)
    assert len(card.record()) > len(saved)


def test_a_line_of_which_the_card_takes_a_part_is_not_saved_and_told_with_a_remedy(tmp_path: Path) -> None:
    """The system itself takes a part of the tenth line, and says so by the count alone."""
    whole, limit = 9 * BLOCK, ("prlimit", f"--fsize={9 * BLOCK + 100}")
    ended = typed(tmp_path, [*SET_UP, *[""] * 12, "q"], *limit)
    assert (ended.status, "The card is full" in ended.told) == (NOT_SAVED, True), ended.told
    (record,) = (tmp_path / "records" / "running").glob("*.table")
    saved = record.read_bytes()
    assert len(saved) == whole
    assert typed(tmp_path, ["", "q"]).status == 0
    assert record.read_bytes().startswith(saved)


def test_a_card_that_turned_read_only_is_told_with_a_remedy_and_nothing_on_it_is_touched(card: SmallCard) -> None:
    assert typed(card.data, [*SET_UP, "", "q"], *card.inside).status == 0
    saved = card.record()
    card.remounted("ro")
    ended = typed(card.data, ["", "q"], *card.inside)
    assert (ended.status, "The card is read-only" in ended.told) == (NOT_SAVED, True), ended.told
    assert card.record() == saved
    check = f"{sys.executable} -m companion check --json {card.data}/records/running/*.table"
    assert "legal" in card.says("sh", "-c", check)
    card.remounted("rw")
    assert typed(card.data, ["", "q"], *card.inside).status == 0
    assert card.record().startswith(saved)


@pytest.mark.parametrize("spoil", ["yes > {place}/fill || true", "mount -o remount,ro {place}"])
def test_what_a_full_or_read_only_card_does_not_take_is_not_saved(card: SmallCard, spoil: str) -> None:
    place = card.data
    card.remounted("size=1M")
    assert card.status(f"config set club.bundle {place}-joined/club --config {place}/config.toml") == 0
    for made in (f"club init --club {place}/office", f"club add table-4 --club {place}/office --to {place}"):
        assert card.status(made) == 0
    assert card.status(f"backup {place}/all.zip --data {place} --config {place}/config.toml") == 0
    card.says("sh", "-c", spoil.format(place=place))
    words = ("config set voice.volume 80", f"club join {place}/table-4.club", f"restore {place}/all.zip --data {place}")
    ends = {word: card.status(f"{word} --config {place}/config.toml") for word in words}
    assert ends == dict.fromkeys(words, NOT_SAVED)
