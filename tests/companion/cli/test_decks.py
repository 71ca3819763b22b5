"""`companion decks`: what is listed, shown and carried from box to box, and every fault of a file told by its key."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.birddog.rules import BIRD_DOG
from companion.games.rook.rules import ROOK
from companion.simulation.box import deck_for
from companion.storage.deck_files import UNFINISHED
from companion.storage.records import Store
from companion.tags.tag_decks import CardCopy, TagDeck, decode, encode, encode_file
from tests.companion.conftest import Companion

CARDS = {uid: piece for uid, piece in deck_for(BIRD_DOG).pieces.items() if isinstance(piece, CardCopy)}
DECK = TagDeck("ours", "french", CARDS)
SMALL = TagDeck("small", "rook", {b"\x04\x01\x02\x03": CardCopy("5B"), b"\x04\x01\x02\x04": CardCopy("Rook")})
HEAD = {"format": 1, "name": "ours", "kind": "french"}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A house with one finished and one unfinished deck."""
    store = Store(tmp_path / "home")
    store.decks.save(DECK)
    store.decks.save(SMALL, finished=False)
    return store.root


def test_decks_are_listed_with_kind_and_count_and_how_to_go_on(home: Path, companion: Companion) -> None:
    ours, small = companion("decks", "--data", home).out.splitlines()
    assert ours.split() == ["ours", "french", "24", "of", "52"]
    assert small.split(maxsplit=2) == ["small", "rook", "2 of 41; go on: companion enrol rook --name small"]


def test_a_house_without_decks_is_told_how_to_begin(tmp_path: Path, companion: Companion) -> None:
    out = companion("decks", "list", "--data", tmp_path).out
    assert out == f"No deck yet in {tmp_path}: companion enrol french (without a reader: --simulate)\n"


def test_where_a_service_has_its_own_data_an_empty_house_is_told_how_to_ask_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, companion: Companion
) -> None:
    monkeypatch.setattr("companion.settings.search_path.SERVICE_DATA", tmp_path)
    for command in ("decks", "history"):
        out = companion(command, "--data", tmp_path / "mine").out
        assert f"sudo companion {command}\n" in out
    assert "sudo" not in companion("decks", "--data", tmp_path).out


def test_a_deck_is_shown_with_what_it_lacks_and_without_tag_numbers(home: Path, companion: Companion) -> None:
    told = companion("decks", "show", "small", "--data", home).out
    assert told.startswith("small, Rook 41: 2 of 41 have a tag\nTags:   5B Rook\nNo tag: 6B 7B ")
    assert "0401" not in told
    assert max(map(len, told.splitlines())) <= 79


def test_an_exported_deck_is_imported_elsewhere_as_it_was(home: Path, tmp_path: Path, companion: Companion) -> None:
    file = tmp_path / "ours.json"
    told = companion("decks", "export", "ours", file, "--data", home).out
    assert told == f"ours, 24 of 52 with a tag, is written to {file}.\n"
    for words in (("export", "small"), ("sheet", "french")):
        err = companion("decks", *words, file, "--data", home, status=2).err
        assert err == f"companion decks: {file} already exists, and is not overwritten: choose another name\n"
    companion("decks", "import", file, "--data", tmp_path / "other")
    assert Store(tmp_path / "other").decks.load("ours") == DECK


def test_without_a_file_a_deck_is_exported_to_standard_output(home: Path, companion: Companion) -> None:
    assert companion("decks", "export", "small", "--data", home).out == encode(SMALL)


def test_no_deck_is_overwritten_unless_it_is_asked_for(home: Path, tmp_path: Path, companion: Companion) -> None:
    file = tmp_path / "ours.json"
    other = TagDeck("ours", "french", {b"\x04\x01\x02\x03": CardCopy("2S")})
    file.write_text(encode(other), "utf-8")
    assert "--replace" in companion("decks", "import", file, "--data", home, status=1).err
    assert Store(home).decks.load("ours") == DECK
    aside = home / "decks/ours.json.gone-1"
    told = companion("decks", "import", file, "--replace", "--data", home).out
    assert f"Kept aside: {aside}" in told
    assert Store(home).decks.load("ours") == other
    assert decode(aside.read_text("utf-8")) == DECK
    assert "Kept" not in companion("decks", "import", file, "--replace", "--data", home).out


@pytest.mark.parametrize(
    ("whole", "keys"),
    [
        ({**HEAD, "tags": {"0401": {"card": "2S"}, "04010203": {"card": ""}, "08010203": {"card": "3S"}}}, 3),
        ({**HEAD, "format": 2, "tags": {"04010203": {"command": "STOP"}}}, 2),
        ({**HEAD, "kind": "frensh", "tags": {}}, 1),
        ({**HEAD, "tags": {"04010203": {"card": "14R"}, "04010204": {"card": "2S", "copy": 1}}}, 2),
        ({**HEAD, "tags": []}, 1),
        ({"name": "ours"}, 1),
        ([], 1),
    ],
)
def test_every_fault_of_a_file_is_told_by_its_key_and_nothing_is_changed(
    whole: Any, keys: int, home: Path, tmp_path: Path, companion: Companion
) -> None:
    file = tmp_path / "bad.json"
    file.write_text(json.dumps(whole), "utf-8")
    told = companion("decks", "import", file, "--replace", "--data", home, status=1).err.splitlines()
    assert len(told) == keys
    assert all(line.startswith(f"companion decks: {file}: ") and ", allowed: " in line for line in told)
    assert Store(home).decks.load("ours") == DECK


def test_a_deck_goes_through_a_spreadsheet_and_back(home: Path, tmp_path: Path, companion: Companion) -> None:
    file = tmp_path / "ours.csv"
    companion("decks", "export", "ours", file, "--csv", "--data", home)
    assert companion("decks", "export", "ours", "--csv", "--data", home).out == file.read_bytes().decode()
    companion("decks", "import", file, "--data", tmp_path / "other")
    assert Store(tmp_path / "other").decks.load("ours") == DECK


def test_a_list_with_a_wrong_line_changes_nothing(home: Path, tmp_path: Path, companion: Companion) -> None:
    file = tmp_path / "ours.csv"
    file.write_text("0007883662,2S\n0007883663,15H\n", "utf-8")
    told = companion("decks", "import", file, "--replace", "--data", home, status=1)
    assert told.err == (
        f"companion decks: {file}: line 2: “15H” is in no french deck: write it as AC, or take the line out\n"
    )
    assert Store(home).decks.load("ours") == DECK


def test_one_enrolled_card_settles_what_the_numbers_of_a_list_mean(
    home: Path, tmp_path: Path, companion: Companion
) -> None:
    backwards = tmp_path / "My cards (1).csv"
    backwards.write_text("0050462980,5B\n0067240196,6B\n", "utf-8")  # 03020104, 04020104
    told = companion("decks", "import", backwards, "--data", home).out
    assert "These are decimal numbers with their bytes backwards: 0050462980 is 04010203 at the reader." in told
    assert Store(home).decks.load("My-cards-1").pieces == {
        b"\x04\x01\x02\x03": CardCopy("5B"),
        b"\x04\x01\x02\x04": CardCopy("6B"),
    }


def test_two_halves_of_a_deck_become_one_here_or_from_a_file(home: Path, tmp_path: Path, companion: Companion) -> None:
    half = TagDeck("east", "french", {b"\x04\x09\x09\x09": CardCopy("2S")})
    file = tmp_path / "half.csv"
    file.write_text("04:09:09:08;3S\n", "utf-8")
    Store(home).decks.save(half)
    assert companion("decks", "merge", "ours", "east", "--data", home).out == "ours: 25 of 52 have a tag\n"
    assert companion("decks", "merge", "ours", file, "--data", home).out == "ours: 26 of 52 have a tag\n"
    whole = {**DECK.pieces, **half.pieces, b"\x04\x09\x09\x08": CardCopy("3S")}
    assert Store(home).decks.load("ours").pieces == whole
    assert Store(home).decks.load("east") == half


def test_halves_that_contradict_each_other_are_told_and_stay_as_they_are(
    home: Path, tmp_path: Path, companion: Companion
) -> None:
    (uid, *_), file = DECK.pieces, tmp_path / "half.json"
    theirs = {uid: "2S", b"\x04\x09\x09\x08": "9S", b"\x04\x09\x09\x07": "3S"}
    file.write_text(encode(TagDeck("ours", "french", {tag: CardCopy(card) for tag, card in theirs.items()})), "utf-8")
    told = companion("decks", "merge", "ours", file, "--data", home, status=1).err.splitlines()
    assert len(told) == 2
    assert all(" in ours and " in line for line in told)
    assert all(line.endswith(" in half.json: give the wrong card a new tag, then merge again") for line in told)
    assert Store(home).decks.load("ours") == DECK


def test_an_unfinished_half_stays_unfinished_until_every_card_has_a_tag(
    home: Path, tmp_path: Path, companion: Companion
) -> None:
    file = tmp_path / "half.csv"
    cards = [str(card) for card in ROOK.deck.cards_in_order if str(card) not in {"5B", "Rook"}]
    for given, unfinished in ((cards[:3], ["small"]), (cards, [])):
        file.write_text("".join(f"04:00:{at:02}:00,{card}\n" for at, card in enumerate(given)), "utf-8")
        companion("decks", "merge", "small", file, "--data", home)
        assert Store(home).decks.names(UNFINISHED) == unfinished
    assert len(Store(home).decks.load("small").pieces) == 41


def test_a_sheet_is_written_for_a_deck_and_for_a_kind_of_which_there_is_none(
    home: Path, tmp_path: Path, companion: Companion
) -> None:
    assert companion("decks", "sheet", "ours", "--data", home).out.count("✓") == 24
    told = companion("decks", "sheet", "drinks", tmp_path / "drinks.html", "--data", home).out
    assert told == f"A page to print from a browser is written to {tmp_path}/drinks.html.\n"
    assert (tmp_path / "drinks.html").read_text("utf-8").count("<li>") == 36
    assert "there are: small, ours" in companion("decks", "sheet", "oars", "--data", home, status=2).err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("show",), "Which deck? companion decks lists them."),
        (("import",), "Which file? For example: companion decks import cards.csv"),
        (("list", "ours"), "“ours” has no place here"),
        (("show", "ours", "small"), "“small” has no place here"),
        (("rename", "ours"), "Which new name?"),
        (("merge", "ours"), "Which other half? companion decks merge DECK OTHER"),
        (("merge", "ours", "nowhere.json"), "nowhere.json: there is no such file"),
        (("sheet",), "Which deck or kind? For example: companion decks sheet french french.html"),
        (("sheet", "frnch"), "“frnch” is no deck here; there are: small, ours; did you mean “french”?"),
        (("show", "our"), "“our” is no deck here; there are: small, ours; did you mean “ours”?"),
        (("import", "nowhere.json"), "nowhere.json: there is no such file"),
        (("export", "ours", "no/such/place"), "no/such/place: there is no directory no/such"),
    ],
)
def test_wrong_use_is_told_in_a_line(words: tuple[str, ...], sentence: str, home: Path, companion: Companion) -> None:
    out, err = companion("decks", *words, "--data", home, status=2)
    assert out == ""
    assert sentence in err


def test_nothing_is_imported_under_a_table_at_work(home: Path, tmp_path: Path, companion: Companion) -> None:
    file = tmp_path / "new.json"
    file.write_text(encode(TagDeck("new", "french", {})), "utf-8")
    with Store(home).alone():
        assert "another companion is at work" in companion("decks", "import", file, "--data", home, status=2).err
    assert Store(home).decks.names() == ["ours"]


# ---------------------------------------------------------------- renamed and deleted


def test_a_renamed_deck_is_the_same_under_another_name_and_its_old_file_stays_aside(
    home: Path, companion: Companion
) -> None:
    companion("decks", "rename", "ours", "french-red", "--data", home)
    assert Store(home).decks.names() == ["french-red"]
    assert Store(home).decks.load("french-red").pieces == DECK.pieces
    assert (home / "decks/ours.json.gone-1").read_text("utf-8") == encode_file(DECK, 1)
    companion("decks", "rename", "small", "tiny", "--data", home)
    assert Store(home).decks.names(UNFINISHED) == ["tiny"]


@pytest.mark.parametrize(
    ("old", "new", "status"), [("ours", "small", 1), ("ours", "a/b", 1), ("ours", "", 1), ("oors", "x", 2)]
)
def test_a_name_that_is_taken_or_impossible_changes_nothing(
    home: Path, old: str, new: str, status: int, companion: Companion
) -> None:
    companion("decks", "rename", old, new, "--data", home, status=status)
    assert (Store(home).decks.names(), Store(home).decks.names(UNFINISHED)) == (["ours"], ["small"])


@pytest.mark.parametrize(
    ("answer", "left"), [("y\n", []), ("YES\n", []), ("n\n", ["ours"]), ("\n", ["ours"]), ("", ["ours"])]
)
def test_a_deck_is_deleted_after_a_yes_only_and_can_be_had_back(
    home: Path, answer: str, left: list[str], monkeypatch: pytest.MonkeyPatch, companion: Companion
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    told = companion("decks", "delete", "ours", "--data", home, status=1 if left else 0)
    assert "24 of 52 have a tag. Delete it?" in told.out
    assert Store(home).decks.names() == left
    if not left:
        companion("decks", "import", home / "decks/ours.json.gone-1", "--data", home)
        assert Store(home).decks.load("ours") == DECK


def test_two_decks_of_one_name_deleted_one_after_the_other_are_both_kept(
    home: Path, monkeypatch: pytest.MonkeyPatch, companion: Companion
) -> None:
    for number in (1, 2):
        Store(home).decks.save(DECK)
        monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
        companion("decks", "delete", "ours", "--data", home)
        assert (home / f"decks/ours.json.gone-{number}").exists()
