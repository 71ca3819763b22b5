from __future__ import annotations

import os
import shutil
from itertools import permutations
from pathlib import Path

import pytest

from companion.enrolment.deck_menu import free_name
from companion.enrolment.deck_transfer import DeckCollection
from companion.games.registry import GAMES
from companion.storage.disk import Disk, StorageError
from companion.storage.records import Store
from companion.support.values import replace
from companion.tags.tag_decks import CardCopy, CommandCard, Shelf, TagDeck, encode, encode_file
from tests.companion.storage.spoilt_disk import sweep

OLD = TagDeck("french-red", "french", {bytes(7): CardCopy("10H")})
NEW = TagDeck("french-red", "french", {bytes(7): CardCopy("10H"), bytes(4): CommandCard.OK})


def test_a_deck_is_the_old_one_or_the_new_one_whatever_fails(tmp_path: Path) -> None:
    saved: dict[Path, bool] = {}

    def enrolled(root: Path) -> None:
        Store(root).decks.save(OLD)

    def enrol(store: Store) -> None:
        saved[store.decks.directory.parent] = False
        store.decks.save(NEW)
        saved[store.decks.directory.parent] = True

    for root in sweep(tmp_path, enrolled, enrol):
        store = Store(root)
        assert store.decks.names() == ["french-red"]
        assert store.decks.load("french-red") in ((NEW,) if saved[root] else (OLD, NEW))


def test_a_deck_that_is_being_enrolled_leaves_the_finished_one_alone_until_it_is_whole(tmp_path: Path) -> None:
    saved: dict[Path, bool] = {}

    def enrolling(root: Path) -> None:
        Store(root).decks.save(OLD)
        Store(root).decks.save(NEW, finished=False)
        assert Store(root).decks.shelf() == Shelf((OLD,), (NEW,))

    def finish(store: Store) -> None:
        saved[store.decks.directory.parent] = False
        store.decks.save(NEW)
        saved[store.decks.directory.parent] = True

    for root in sweep(tmp_path, enrolling, finish):
        finished = Shelf((NEW,))
        assert Store(root).decks.shelf() in ((finished,) if saved[root] else (finished, Shelf((OLD,), (NEW,))))


def test_decks_are_listed_and_read_by_name(tmp_path: Path) -> None:
    store = Store(tmp_path / "deep" / "down")
    assert store.decks.names() == []
    store.decks.save(OLD)
    store.decks.save(NEW)
    assert store.decks.names() == ["french-red"]
    assert store.decks.load("french-red") == NEW


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "cannot read the deck"),
        (b"\xff", "cannot use the deck .*utf-8"),
        (b"{}", "cannot use the deck .*format: found None"),
        (b'{"format": 1, "name": "blue", "kind": "french", "tags": {}}', "calls itself blue"),
    ],
)
def test_a_deck_that_cannot_be_used_is_named(tmp_path: Path, content: bytes | None, sentence: str) -> None:
    store = Store(tmp_path)
    store.decks.save(OLD)
    if content is not None:
        (store.decks.directory / "other.json").write_bytes(content)
    with pytest.raises(StorageError, match=sentence) as refused:
        store.decks.load("other")
    assert refused.value.path.name == "other.json"
    assert store.decks.load("french-red") == OLD


def test_the_shelf_leaves_out_a_deck_that_cannot_be_used_and_says_why(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.decks.save(OLD)
    (store.decks.directory / "french.json").write_bytes(b"{")
    shelf = store.decks.shelf()
    assert shelf.decks == (OLD,)
    assert list(shelf.unusable) == ["french"]
    assert "Correct the file" in shelf.unusable["french"]
    assert free_name("french", shelf) == "french-2", "what is enrolled next takes no other file's place"
    with pytest.raises(StorageError, match="cannot use the deck"):
        store.decks.shelf("french")


def test_a_spoilt_file_is_kept_beside_the_deck_that_takes_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    decks = Store(tmp_path).decks
    decks.save(OLD)
    for finished, ending in ((False, "unfinished"), (True, "unfinished"), (True, "json")):
        spoilt = f"french-red.{ending}"
        (decks.directory / spoilt).write_bytes(b"{")
        decks.save(NEW, finished=finished)
        assert f"{spoilt}.damaged-" in capsys.readouterr().err
    kept = sorted(path.name for path in decks.directory.glob("*.damaged-*") if path.read_bytes() == b"{")
    assert kept == ["french-red.json.damaged-1", "french-red.unfinished.damaged-1", "french-red.unfinished.damaged-2"]
    assert decks.shelf() == Shelf((NEW,))


def test_what_an_interrupted_save_left_beside_does_not_get_into_the_next(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.decks.save(OLD)
    (store.decks.directory / ".french-red.tmp").write_bytes(b"x" * 5000)
    store.decks.save(NEW)
    assert store.decks.load("french-red") == NEW


THREE = tuple(TagDeck(name, "french", {bytes(7): CardCopy("10H")}) for name in ("red", "green", "blue"))


def in_play(root: Path) -> str:
    deck = Store(root).decks.shelf().in_play("french")
    assert deck is not None
    return deck.name


@pytest.fixture
def chosen(tmp_path: Path) -> Path:
    """Three decks were enrolled, then the green one was chosen."""
    for deck in (*THREE, THREE[1]):
        Store(tmp_path / "box").decks.save(deck)
    return tmp_path / "box"


def aged(files: tuple[Path, ...]) -> None:
    """The times of the files say that they were written in this order."""
    for seconds, file in enumerate(files):
        os.utime(file, (seconds * 86400, seconds * 86400))


def test_the_deck_in_play_is_the_last_chosen_whatever_the_times_of_the_files_say(chosen: Path) -> None:
    files = sorted((chosen / "decks").iterdir())
    for order in permutations(files):
        aged(order)
        assert in_play(chosen) == "green"
        assert Store(chosen).decks.names() == ["green", "blue", "red"]


def test_the_deck_in_play_is_the_last_chosen_in_whatever_order_the_files_are_copied(chosen: Path) -> None:
    for number, order in enumerate(permutations(sorted((chosen / "decks").iterdir()))):
        copy = chosen.parent / f"copy-{number}"
        (copy / "decks").mkdir(parents=True)
        for file in order:
            shutil.copyfile(file, copy / "decks" / file.name)
        assert in_play(copy) == "green"


@pytest.mark.parametrize(
    "before",
    [encode_file(THREE[0], 1), encode_file(THREE[0], 9), encode(THREE[0])],
    ids=["numbered", "the ninth", "of an earlier version"],
)
def test_a_deck_enrolled_under_an_earlier_clock_is_the_one_to_play_with(tmp_path: Path, before: str) -> None:
    file = tmp_path / "decks" / "red.json"
    file.parent.mkdir()
    file.write_text(before, "utf-8")
    os.utime(file, (4e9, 4e9))
    Store(tmp_path).decks.save(THREE[1])
    assert in_play(tmp_path) == "green"


def test_a_run_left_under_an_earlier_clock_is_the_one_to_go_on_with(tmp_path: Path) -> None:
    decks = Store(tmp_path).decks
    decks.save(THREE[0], finished=False)
    os.utime(decks.directory / "red.unfinished", (4e9, 4e9))
    decks.save(THREE[1], finished=False)
    assert [deck.name for deck in decks.shelf().unfinished] == ["green", "red"]


def test_a_deck_that_was_put_aside_and_brought_back_does_not_come_before_later_ones(chosen: Path) -> None:
    (aside,) = Store(chosen).decks.put_aside("green")
    Store(chosen).decks.save(THREE[2])
    aside.rename(chosen / "decks" / "green.json")
    assert in_play(chosen) == "blue"


@pytest.mark.parametrize("generation", [1, 0], ids=["chosen once", "restored"])
def test_a_new_name_is_no_new_choice(chosen: Path, generation: int) -> None:
    (chosen / "decks" / "red.json").write_text(encode_file(THREE[0], generation), "utf-8")
    DeckCollection(Store(chosen).decks, GAMES).rename("red", "rosy")
    assert Store(chosen).decks.names() == ["green", "blue", "rosy"]


class PoorDisk(Disk):
    """As with a locale that has no letters but those of English."""

    def exists(self, path: Path) -> bool:
        str(path).encode("ascii")
        return super().exists(path)


def test_a_name_that_the_locale_cannot_write_is_told(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match=r"locale, ascii, .*Vögel.json. Start the companion with PYTHONUTF8=1"):
        Store(tmp_path, PoorDisk()).decks.save(replace(OLD, name="Vögel"))
