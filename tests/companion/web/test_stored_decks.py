"""Enrolled decks at the virtual table: what a new game is played with, and what the page may do to them meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.enrolment.deck_kinds import plays
from companion.enrolment.deck_menu import Choosing
from companion.enrolment.deck_transfer import RefusedError, UnknownDeckError
from companion.games.registry import GAMES
from companion.simulation.box import SimulatedSetup, decks_for
from companion.storage.records import Store
from companion.tags.tag_decks import CardCopy, Piece, TagDeck, encode
from companion.web import stored_decks
from companion.web.orders import AtOnce, Begin, Do, How, LayCards, TapNameTag, WrongOrderError
from companion.web.virtual_table import VirtualTable
from tests.companion.web.seating import seats
from tests.companion.web.table_in_browser import desk_of, does, presses, turns
from tests.evening import uid_of
from tests.torture import only_with_page

DRAWN = {deck.kind: deck for deck in decks_for(GAMES.values())}


def enrolled(name: str, kind: str, *, without: str = "", uid_bytes: int = 7) -> TagDeck:
    """A deck of stickers that no drawn deck has; one card has none."""
    cards = [piece for piece in DRAWN[kind].pieces.values() if isinstance(piece, CardCopy) and str(piece) != without]
    roll = (bytes([4, 0x77]) + at.to_bytes(uid_bytes - 2, "big") for at in range(len(cards)))
    pieces: dict[bytes, Piece] = dict(zip(roll, cards, strict=False))
    return TagDeck(name, kind, pieces)


OURS = enrolled("ours", "french")
NINE = CardCopy("9H")


def table_with(root: Path, *kept: TagDeck) -> VirtualTable:
    for deck in kept:
        Store(root).decks.save(deck)
    return desk_of(root)


def on_reader(desk: VirtualTable) -> list[bytes]:
    return [tag.uid for tag in desk.hands.box.wires.fields[""].tags]


# ---------------------------------------------------------------- what is played with


@pytest.mark.parametrize(
    ("kind", "without", "games"),
    [
        ("french", "", {"birddog", "bonehead", "hearts", "spades", "euchre"}),
        ("french", "AS", set()),
        ("french", "2S", {"birddog", "euchre"}),
        ("birdhead", "", {"birdhead"}),
        ("birdhead", "7/3", set()),
        ("rook", "", {"rook"}),
        ("drinks", "", {"toriatama"}),
    ],
)
def test_a_deck_plays_the_games_of_its_kind_whose_every_card_has_a_tag(
    kind: str, without: str, games: set[str]
) -> None:
    deck = enrolled("ours", kind, without=without)
    assert {name for name, game in GAMES.items() if plays(deck, game)} == games


def test_the_page_offers_whole_decks_that_its_reader_hears(tmp_path: Path) -> None:
    long, short = enrolled("long", "rook", uid_bytes=10), enrolled("short", "rook", uid_bytes=5)
    desk = table_with(tmp_path, OURS, long, short, enrolled("torn", "birdhead", without="7/3"))
    assert {game["name"]: game["decks"] for game in desk.view()["games"] if game["decks"]} == {
        "birddog": ["ours"],
        "bonehead": ["ours"],
        "hearts": ["ours"],
        "spades": ["ours"],
        "euchre": ["ours"],
    }


def test_a_game_is_played_with_the_tags_of_the_chosen_deck_and_of_a_drawn_one_otherwise(tmp_path: Path) -> None:
    desk = table_with(tmp_path, OURS)
    assert does(desk, Begin("birddog", seats=seats(3), deck="ours", seed=1))["deck"] == "ours"
    assert desk.table.scanning() is None, "every hand was scanned"
    does(desk, LayCards(("9H",), How.REST))
    assert on_reader(desk) == [uid_of(OURS, NINE)]
    assert does(desk, Begin("birddog", seats=seats(3), seed=1))["deck"] == ""
    does(desk, LayCards(("9H",), How.REST))
    assert on_reader(desk) == [uid_of(DRAWN["french"], NINE)]


def test_name_tags_and_command_cards_are_there_whatever_deck_is_played_with(tmp_path: Path) -> None:
    desk = table_with(tmp_path, OURS)
    view = does(desk, Begin("birddog", seats=seats(3), deck="ours", seed=1), LayCards(("UNDO",)))
    assert view["remark"] == ""
    assert does(desk, TapNameTag(view["table"]["seats"][0]["name"]))["remark"] == ""


@only_with_page
@pytest.mark.parametrize("name", ["theirs", "torn", "../ours"])
def test_a_deck_that_cannot_be_played_with_is_told_and_the_game_goes_on(name: str, tmp_path: Path) -> None:
    desk = table_with(tmp_path, OURS, enrolled("torn", "french", without="AS"))
    does(desk, Begin("birddog", seats=seats(3), seed=1))
    before = desk.table.match
    view = does(desk, Begin("birddog", seats=seats(3), deck=name, seed=1))
    assert view["remark"] == f"There is no deck {name} with a tag for every card of this game."
    assert desk.table.match is before


def test_a_card_without_a_tag_ends_the_scan_with_a_word_and_not_the_table(tmp_path: Path) -> None:
    before = desk_of(tmp_path)
    does(before, AtOnce.FAST, Begin("birddog", seats=seats(3), seed=1))
    before.close()
    desk = VirtualTable(Store(tmp_path), SimulatedSetup(deck=TagDeck("torn", "french", {b"\x04\x77\x00\x00": NINE})))
    assert turns(desk, 3)["remark"].endswith(" has no tag in this deck.")
    assert desk.table.scanning() is not None


# ---------------------------------------------------------------- what the page may do meanwhile


def test_the_deck_of_the_game_in_play_may_go_and_the_game_goes_on_with_it(tmp_path: Path) -> None:
    desk = table_with(tmp_path, OURS)
    does(desk, Begin("birddog", seats=seats(3), deck="ours", seed=1))
    told = stored_decks.change(desk.decks, "ours", b'{"do":"delete"}')
    assert told["said"] == f"Kept aside: {tmp_path / 'decks' / 'ours.json.gone-1'}"
    view = does(desk, Do.UNPLUG, LayCards(("9H",), How.REST))
    assert on_reader(desk) == [uid_of(OURS, NINE)]
    assert [game["decks"] for game in view["games"]] == [[]] * len(GAMES)
    assert "no deck ours" in does(desk, Begin("birddog", seats=seats(3), deck="ours", seed=1))["remark"]


def test_a_deck_that_is_put_in_the_place_of_another_is_played_with_in_the_next_game(tmp_path: Path) -> None:
    desk = table_with(tmp_path, enrolled("ours", "french", without="AS"))
    assert not desk.decks.offers()["birddog"]
    with pytest.raises(RefusedError, match="tick “put it in its place”"):
        stored_decks.put(desk.decks, encode(OURS).encode(), may_replace=False)
    said = stored_decks.put(desk.decks, encode(OURS).encode(), may_replace=True)["said"]
    assert said == f"ours: 52 of 52 have a tag. Kept aside: {tmp_path / 'decks' / 'ours.json.gone-1'}"
    assert desk.view()["games"][1]["decks"] == ["ours"]


def test_an_imported_deck_names_the_decks_of_its_kind_that_know_its_tags_as_other_cards(tmp_path: Path) -> None:
    desk = table_with(tmp_path, OURS, enrolled("rook", "rook"))
    uids, cards = [*OURS.pieces], [*OURS.pieces.values()]
    shifted = TagDeck("shifted", "french", dict(zip(uids, cards[1:] + cards[:1], strict=True)))
    said = stored_decks.put(desk.decks, encode(shifted).encode(), may_replace=False)["said"]
    other = "52 of these tags mean something else in the deck ours: the deck that is played with decides."
    assert said == f"shifted: 52 of 52 have a tag. {other}"
    same = TagDeck("same", "french", dict(OURS.pieces))
    assert other in stored_decks.put(desk.decks, encode(shifted).encode(), may_replace=True)["said"]
    assert "deck ours" not in stored_decks.put(desk.decks, encode(same).encode(), may_replace=False)["said"]


def test_no_deck_is_changed_while_the_box_sees_to_one(tmp_path: Path) -> None:
    desk = table_with(tmp_path, OURS)
    assert presses(desk, "HOLD", "DOWN", "OK", "OK")["enrolling"]
    with pytest.raises(RefusedError, match="BACK on the box ends that"):
        stored_decks.change(desk.decks, "ours", b'{"do":"delete"}')
    assert stored_decks.export(desk.decks, "ours", "json").text == encode(OURS)


def test_a_deck_enrolled_on_the_box_takes_no_name_of_the_card_and_a_run_that_was_left_can_be_gone_on_with(
    tmp_path: Path,
) -> None:
    Store(tmp_path).decks.save(enrolled("french", "french"))
    Store(tmp_path).decks.save(enrolled("rook", "rook", without="5B"), finished=False)
    desk = desk_of(tmp_path)
    assert not desk.view()["enrolling"]
    assert {"french", "rook"} <= {
        deck.name for deck in (*desk.table.house.shelf.decks, *desk.table.house.shelf.unfinished)
    }


def test_a_new_deck_is_enrolled_sticker_by_sticker_and_kept(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    assert not desk.view()["enrolling"]
    assert presses(desk, "HOLD", "DOWN", "OK", "OK", "OK")["enrolling"]
    said = " ".join(does(desk, *[Do.STICKER] * 3)["box"]["said"])
    (unfinished,) = (tmp_path / "decks").glob("*.unfinished")
    assert unfinished.read_text("utf-8").count("04") >= 3
    assert "Next" in said or "tap" in said.lower()


def test_after_a_power_cut_the_box_asks_for_the_same_card_again(tmp_path: Path) -> None:
    desk = table_with(tmp_path, OURS)
    presses(desk, "HOLD", "DOWN", "OK", "OK", "OK")
    asked = does(desk, *[Do.STICKER] * 4)["box"]["said"]
    view = does(desk, Do.UNPLUG)
    assert view["enrolling"]
    assert view["box"]["said"] == asked == ["french: 4 of 52 tagged", *asked[1:]]
    assert does(desk, Do.STICKER)["box"]["said"][0] == "french: 5 of 52 tagged"


def test_all_cards_of_a_deck_are_checked_one_tap_after_the_other_and_any_of_them_again(tmp_path: Path) -> None:
    desk = table_with(tmp_path, OURS)
    assert does(desk, Do.STICKER_AGAIN)["remark"] == "Nothing was tapped yet."
    presses(desk, "HOLD", "DOWN", "OK")
    presses(desk, *["DOWN"] * kept_at(desk, "ours"), "OK")
    assert presses(desk, "OK")["verifies"]
    assert "Checked: 1 of 52" in " ".join(does(desk, Do.STICKER)["box"]["said"])
    assert "Checked: 1 of 52" in " ".join(does(desk, Do.STICKER_AGAIN)["box"]["said"])
    assert "Checked: 52 of 52" in " ".join(does(desk, *[Do.STICKER] * 51)["box"]["said"])
    assert does(desk, Do.STICKER)["remark"] == "Every card with a tag was tapped."


def kept_at(desk: VirtualTable, name: str) -> int:
    """The place of this deck in the list of decks."""
    assert isinstance(desk.table.decks, Choosing)
    return next(at for at, label in enumerate(desk.table.decks.question.choices) if label.startswith(name))


@only_with_page
def test_a_sticker_of_no_deck_is_no_card_of_a_game(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "birddog")
    before = desk.table.match
    does(desk, Do.STICKER)
    assert desk.table.match is before


# ---------------------------------------------------------------- what is asked


def test_decks_are_told_with_those_that_cannot_be_used(tmp_path: Path) -> None:
    Store(tmp_path).decks.save(enrolled("begun", "rook", without="5B"), finished=False)
    desk = table_with(tmp_path, OURS)
    (tmp_path / "decks" / "old\x1b.json").write_text("{", "utf-8")
    told = stored_decks.as_json(desk.decks)
    assert told["decks"] == [
        {"name": "ours", "title": "French 52", "counted": "52 of 52", "unfinished": False},
        {"name": "begun", "title": "Rook 41", "counted": "40 of 41", "unfinished": True},
    ]
    (fault,) = told["unusable"]
    assert "old\\u001b.json" in fault


def test_a_file_that_is_no_text_and_a_deck_of_no_name_are_refused(tmp_path: Path) -> None:
    desk = table_with(tmp_path)
    with pytest.raises(RefusedError, match="This file is no deck"):
        stored_decks.put(desk.decks, b"\xff", may_replace=False)
    for name in ("ours", "", "../config", "ours.json"):
        with pytest.raises(UnknownDeckError):
            stored_decks.export(desk.decks, name, "json")


def test_a_wish_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    desk = table_with(tmp_path, OURS)
    wishes = (
        b"{}",
        b'{"do":"burn"}',
        b'{"do":[]}',
        b'{"do":"rename","to":1}',
        b'{"do":"rename","to":"%s"}' % (b"x" * 41),
    )
    for text in (b"", b"[]", b'"do"', b"\xff", b"[" * 4000, *wishes):
        with pytest.raises(WrongOrderError, match=r"^(do|to): found|^allowed: an object|^not JSON in UTF-8"):
            stored_decks.change(desk.decks, "ours", text)


def test_a_file_is_called_like_its_deck_in_any_letters() -> None:
    assert stored_decks.download_header("Vögel/2", "json") == {
        "content-disposition": "attachment; filename*=UTF-8''V%C3%B6gel%2F2.json"
    }
