from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.support.unreadable import UnreadableFile
from companion.tags.tag_decks import (
    CardCopy,
    CommandCard,
    DeckError,
    NoCard,
    Person,
    Piece,
    Shelf,
    TagDeck,
    decode,
    encode,
    encode_file,
    generation_of,
    is_random_uid,
    no_card,
    simulated_deck,
    uid_text,
)
from tests.cases import for_each
from tests.torture import so_many

TEN = bytes.fromhex("04A1B2C3D4E5F6")
ACE = bytes.fromhex("04A1B2C3D4E5F7")
OK = bytes.fromhex("DEADBEEF")
ZOE = bytes.fromhex("04112233445566")
PHONE = bytes.fromhex("08C0FFEE")
BIRD = bytes.fromhex("04C0FFEE112233")

RED = TagDeck("french-red", "french", {TEN: CardCopy("10H", 1), OK: CommandCard.OK})
BLUE = TagDeck("french-blue", "french", {ACE: CardCopy("AS"), ZOE: Person("Zoë 李")})
ROOK = TagDeck("rook", "rook", {BIRD: CardCopy("Rook")})

WRITTEN = """\
{
  "format": 1,
  "name": "french-red",
  "kind": "french",
  "tags": {
    "04A1B2C3D4E5F6": {"card": "10H", "copy": 1},
    "DEADBEEF": {"command": "OK"}
  }
}
"""


def edited(**changes: Any) -> str:
    """The written deck with keys replaced, or left out where the change is None."""
    deck = json.loads(WRITTEN) | changes
    return json.dumps({key: value for key, value in deck.items() if value is not None})


def test_a_new_tag_takes_the_place_of_the_old_one() -> None:
    deck = TagDeck("french", "french", {b"\x04\x01\x02\x03": CardCopy("2S")})
    assert deck.with_tag(b"\x04\x01\x02\x04", CardCopy("2S")).pieces == {b"\x04\x01\x02\x04": CardCopy("2S")}
    assert deck.without(CardCopy("2S")).pieces == {}


def test_a_deck_on_the_shelf_is_finished_or_unfinished_and_the_latest_comes_first() -> None:
    one, other = TagDeck("one", "french", {}), TagDeck("other", "french", {b"\x04\x01\x02\x03": CardCopy("2S")})
    shelf = Shelf((one,)).with_deck(other, finished=False)
    assert (shelf.decks, shelf.unfinished) == ((one,), (other,))
    assert shelf.elsewhere(b"\x04\x01\x02\x03", "one") == ("other", CardCopy("2S"))
    assert shelf.elsewhere(b"\x04\x01\x02\x03", "other") is None
    assert shelf.with_deck(other, finished=True) == Shelf((other, one))


def test_no_new_deck_takes_the_name_of_a_deck_with_tags_or_of_a_file_that_cannot_be_read() -> None:
    empty, file = TagDeck("empty", "rook", {}), UnreadableFile("decks/old.red.deck", "its disk", "Cannot read old.red.")
    shelf = Shelf((RED, empty), (BLUE,), unusable={"torn": "crc: found 0"}, unreadable=(file,))
    assert shelf.taken == {"french-red", "french-blue", "torn", "old.red"}
    assert shelf.faults == ["crc: found 0", "Cannot read old.red."]


def test_a_tag_stands_for_its_piece_and_an_unknown_one_for_nothing() -> None:
    assert RED.piece(TEN) == CardCopy("10H", 1)
    assert RED.piece(OK) is CommandCard.OK
    assert RED.piece(ACE) is None


def test_00_stands_for_the_first_of_five_bytes_which_printed_numbers_lack() -> None:
    printed, whole = b"\0\x11\x22\x33\x44", b"\x2a\x55\x66\x77\x88"
    deck = TagDeck("rook", "rook", {TEN: CardCopy("10R"), printed: CardCopy("1R"), whole: CardCopy("2R")})
    assert deck.piece(b"\x2a" + printed[1:]) == CardCopy("1R")
    assert deck.piece(b"\0" + whole[1:]) == CardCopy("2R")
    assert deck.piece(b"\x11" + whole[1:]) is None
    assert deck.piece(b"\0\x11\x66\x77\x88") is None
    assert [TagDeck("rook", "rook", {b"\0" + uid[1:]: CommandCard.OK}).piece(uid) for uid in (TEN, OK)] == [None, None]


def test_a_card_is_written_as_in_a_table_record() -> None:
    assert (str(CardCopy("10H")), str(CardCopy("7", 3))) == ("10H", "7/3")


def test_a_card_of_another_deck_is_named_by_that_deck() -> None:
    shelf = Shelf((RED, BLUE))
    assert shelf.foreign(ACE, "french") == "french-blue"
    assert shelf.piece(ACE, "french") is None
    assert shelf.foreign(TEN, "french") is None
    assert shelf.foreign(PHONE, "french") is None


def test_a_card_of_another_kind_of_deck_is_a_stranger_of_that_deck() -> None:
    shelf = Shelf((RED, ROOK))
    assert shelf.piece(BIRD, "french") is None
    assert shelf.foreign(BIRD, "french") == "rook"
    assert shelf.piece(BIRD, "rook") == CardCopy("Rook")
    assert shelf.piece(OK, "rook") is CommandCard.OK


def test_while_no_game_is_on_all_cards_are_known() -> None:
    assert Shelf((RED, BLUE)).piece(ACE, "") is not None
    assert Shelf((RED, BLUE)).foreign(ACE, "") is None


def test_a_game_without_a_deck_knows_no_cards_but_commands() -> None:
    assert Shelf((RED,)).piece(TEN, "rook") is None
    assert Shelf((RED,)).piece(OK, "rook") is CommandCard.OK


def test_a_person_is_welcome_whichever_deck_holds_the_tag() -> None:
    shelf = Shelf((RED, BLUE))
    assert shelf.piece(ZOE, "french") == Person("Zoë 李")
    assert shelf.foreign(ZOE, "french") is None


def test_a_card_in_two_decks_belongs_to_the_one_in_play() -> None:
    double = TagDeck("birdhead", "birdhead", {TEN: CardCopy("10", 4)})
    assert Shelf((double, RED)).piece(TEN, "birdhead") == CardCopy("10", 4)
    assert Shelf((double, RED)).piece(TEN, "french") == CardCopy("10H", 1)
    assert Shelf((double, RED)).foreign(TEN, "birdhead") is None


@pytest.mark.parametrize(
    ("uid", "random"),
    [("08C0FFEE", True), ("08000000", True), ("04C0FFEE", False), ("08A1B2C3D4E5F6", False), ("DEADBE08", False)],
)
def test_only_four_bytes_that_begin_with_08_are_made_up_for_one_meeting(uid: str, random: bool) -> None:  # noqa: FBT001 - a column
    assert is_random_uid(bytes.fromhex(uid)) is random


def test_a_phone_is_never_learnt_as_a_card() -> None:
    found = no_card(PHONE, chip_card=True), no_card(TEN, chip_card=True), no_card(TEN, chip_card=False)
    assert found == (NoCard.PHONE, NoCard.CHIP_CARD, None)
    with pytest.raises(DeckError, match=r"08C0FFEE.*phone"):
        TagDeck("red", "french", {PHONE: CardCopy("10H")})


def test_a_deck_is_written_in_one_form() -> None:
    assert encode(RED) == WRITTEN
    backwards = dict(reversed(list(RED.pieces.items())))
    assert encode(TagDeck("french-red", "french", backwards)) == WRITTEN


def test_a_deck_reads_back_as_it_was_written() -> None:
    for deck in (RED, BLUE, TagDeck("new", "rook", {})):
        assert decode(encode(deck)) == deck


def test_a_file_of_a_deck_has_its_generation_and_ends_with_its_check_sum() -> None:
    head, tags = WRITTEN.split('  "tags"')
    tags = tags.removesuffix("\n}\n")
    written = f'{head}  "generation": 17,\n  "tags"{tags},\n  "crc": "38b4adf3"\n}}\n'
    assert encode_file(RED, 17) == written
    assert decode(written) == RED
    for wrong in ("38b4adf0", "38B4ADF3", ""):
        with pytest.raises(DeckError, match="crc: found "):
            decode(written.replace("38b4adf3", wrong))
    with pytest.raises(DeckError, match="crc: found "):
        decode(json.dumps(json.loads(written)))
    with pytest.raises(DeckError, match="generation: found '17', allowed: a whole number"):
        decode(edited(generation="17"))
    assert decode(edited(generation=17)) == RED


def test_the_generation_of_a_file_is_found_whatever_else_is_wrong_with_it() -> None:
    assert generation_of(encode_file(RED, 17).encode()) == 17
    assert generation_of(b'{"generation" : 18 \xff') == 18
    assert [generation_of(content) for content in (b"", WRITTEN.encode(), b'"generation": "19"')] == [0, 0, 0]


def test_names_are_kept_in_their_own_letters() -> None:
    assert "Zoë 李" in encode(BLUE)
    for name in ("Zoe\u0308", "Zoë", "ﬁn", "\u212aim", " Ann  B ", "e\u0301\u0327"):
        assert Person(name).name == name
        assert decode(encode_file(TagDeck("red", "french", {TEN: Person(name)}), 1)).piece(TEN) == Person(name)


def test_what_is_at_its_limit_is_kept_and_one_more_is_not() -> None:
    for piece in CardCopy("7"), CardCopy("7", 99), Person("李" * 21 + "a"):
        assert decode(encode(TagDeck("red", "french", {TEN: piece}))).piece(TEN) == piece
    assert '"copy"' not in encode(TagDeck("red", "french", {TEN: CardCopy("7")}))
    for size in 4, 5, 7, 10:
        assert TagDeck("red", "french", {bytes(size): CardCopy("7")})
    for wrong in 3, 6, 8, 9, 11:
        with pytest.raises(DeckError):
            TagDeck("red", "french", {bytes(wrong): CardCopy("7")})
    with pytest.raises(DeckError):
        CardCopy("7", 100)
    with pytest.raises(DeckError):
        Person("李" * 21 + "ab")


def test_of_what_is_wrong_the_first_key_and_eighty_letters_are_told() -> None:
    with pytest.raises(DeckError) as refused:
        decode('{"format": 1}')
    assert refused.value.key == "kind"
    with pytest.raises(DeckError, match="red"):
        decode('{"format": 1, "name": "a", "kind": "rook", "colour": "red"}')
    assert len(str(DeckError("kind", "?" * 200, "a word")).split("?")) == 1 + 80 - len("'...'")


def test_a_deck_of_a_colour_serves_its_kind_and_itself() -> None:
    red = TagDeck("red", "french-red", {})
    assert [red.serves(kind) for kind in ("french", "french-red", "red", "rook")] == [True, True, False, False]


def test_tag_numbers_may_be_written_small_by_hand() -> None:
    assert decode(edited(tags={"04a1b2c3d4e5f6": {"card": "10H"}})).piece(TEN) == CardCopy("10H")
    assert uid_text(TEN) == "04A1B2C3D4E5F6"


@for_each(
    ("text", "key", "found"),
    [
        ("", "line 1", ""),
        ('{\n"format" 1\n}', "line 2", ""),
        ("[]", "deck", "[]"),
        ("[" * 100_000, "deck", "brackets in brackets without end"),
        ("9" * 5_000, "deck", "a number of too many digits"),
        (WRITTEN.replace('"kind"', '"name"'), "name", "2 times"),
        (WRITTEN.replace("DEADBEEF", "04A1B2C3D4E5F6"), "04A1B2C3D4E5F6", "2 times"),
        (edited(format=2), "format", "2"),
        (edited(format=True), "format", "True"),
        (edited(kind=None), "kind", "None"),
        (edited(colour="red"), "colour", "red"),
        (edited(name="../../passwd"), "name", "passwd"),
        (edited(name=7), "name", "7"),
        (edited(kind="two words"), "kind", "two words"),
        (edited(tags=[]), "tags", "[]"),
        (edited(tags={"xyz": {"card": "10H"}}), "tags", "xyz"),
        (edited(tags={"04A1B2": {"card": "10H"}}), "tags", "04A1B2"),
        (edited(tags={"08C0FFEE": {"card": "10H"}}), "tags", "08C0FFEE"),
        (edited(tags={"DEADBEEF": {"card": "9S"}, "deadbeef": {"card": "10H"}}), "tags.deadbeef", "DEADBEEF"),
        (edited(tags={"DEADBEEF": {"card": ""}}), "tags.DEADBEEF.card", "''"),
        (edited(tags={"DEADBEEF": {"card": "10 H"}}), "tags.DEADBEEF.card", "10 H"),
        (edited(tags={"DEADBEEF": {"card": 10}}), "tags.DEADBEEF.card", "10"),
        (edited(tags={"DEADBEEF": {"card": "7", "copy": -1}}), "tags.DEADBEEF.copy", "-1"),
        (edited(tags={"DEADBEEF": {"card": "7", "copy": True}}), "tags.DEADBEEF.copy", "True"),
        (edited(tags={"DEADBEEF": {"card": "7", "copy": "1"}}), "tags.DEADBEEF.copy", "'1'"),
        (edited(tags={"DEADBEEF": {"command": "ok"}}), "tags.DEADBEEF.command", "ok"),
        (edited(tags={"DEADBEEF": {"command": ["OK"]}}), "tags.DEADBEEF.command", "OK"),
        (edited(tags={"DEADBEEF": {"person": ""}}), "tags.DEADBEEF.person", "''"),
        (edited(tags={"DEADBEEF": {"person": "\x1b[2J"}}), "tags.DEADBEEF.person", "x1b"),
        (edited(tags={"DEADBEEF": {"person": "\ud800"}}), "tags.DEADBEEF.person", "ud800"),
        (edited(tags={"DEADBEEF": {"person": 'Ann "the" Bob'}}), "tags.DEADBEEF.person", "the"),
        (edited(tags={"DEADBEEF": {"person": "李" * 22}}), "tags.DEADBEEF.person", "李"),
        (edited(tags={"DEADBEEF": {"card": "7", "person": "Ann"}}), "tags.DEADBEEF.piece", "Ann"),
        (edited(tags={"DEADBEEF": "10H"}), "tags.DEADBEEF.piece", "10H"),
    ],
)
def test_a_deck_that_cannot_be_is_refused_with_key_and_value(text: str, key: str, found: str) -> None:
    with pytest.raises(DeckError) as refused:
        decode(text)
    assert refused.value.key == key
    assert found in str(refused.value)
    assert len(str(refused.value)) < 250


def test_two_tags_for_one_copy_of_a_card_are_both_named() -> None:
    with pytest.raises(DeckError, match="10H/1: 04A1B2C3D4E5F6 and 04A1B2C3D4E5F7"):
        TagDeck("red", "french", {TEN: CardCopy("10H", 1), ACE: CardCopy("10H", 1)})


def test_two_numbers_of_one_card_are_kept_if_their_lengths_differ() -> None:
    deck = TagDeck("red", "french", {TEN: CardCopy("10H")}).with_number(bytes(4), CardCopy("10H"))
    assert decode(encode(deck)).pieces == {TEN: CardCopy("10H"), bytes(4): CardCopy("10H")}
    lacking = (CardCopy("10H"), bytes(5)), (CardCopy("10H"), ACE), (CardCopy("AS"), ACE)
    assert [deck.lacks(*number) for number in lacking] == [True, False, True]


def test_another_number_of_one_length_is_kept_beside_the_first_and_goes_with_it() -> None:
    deck = TagDeck("red", "french", {TEN: CardCopy("10H")}).with_number(ACE, CardCopy("10H"))
    assert '"card": "10H", "also": true' in encode(deck)
    assert decode(encode(deck)) == deck
    assert (deck.piece(ACE), deck.piece(TEN)) == (CardCopy("10H"), CardCopy("10H"))
    again = deck.with_tag(ACE, CardCopy("10H"))
    assert (dict(again.pieces), again.further) == ({ACE: CardCopy("10H")}, frozenset())
    command = TagDeck("red", "commands", {TEN: CommandCard.OK}).with_number(ACE, CommandCard.OK)
    assert decode(encode(command)) == command, "a command may have several tags, of which none is further"
    with pytest.raises(DeckError, match="also: found 1"):
        decode(encode(deck).replace("true", "1"))
    with pytest.raises(DeckError, match="piece"):
        decode(edited(tags={"DEADBEEF": {"command": "OK", "also": True}}))


def test_commands_and_persons_may_have_several_tags() -> None:
    deck = TagDeck("red", "french", {TEN: CommandCard.OK, ACE: CommandCard.OK, OK: Person("Ann"), ZOE: Person("Ann")})
    assert decode(encode(deck)) == deck


def test_a_deck_does_not_change_with_the_dictionary_it_was_made_from() -> None:
    pieces: dict[bytes, Piece] = {TEN: CardCopy("10H")}
    deck = TagDeck("red", "french", pieces)
    pieces[ACE] = CardCopy("AS")
    assert deck.piece(ACE) is None


def test_a_simulated_deck_is_the_same_at_every_start() -> None:
    deck = simulated_deck("birdhead", ["7", "7", "8"], [CommandCard.OK, Person("Ann")])
    assert list(deck.pieces.values()) == [
        CardCopy("7", 1),
        CardCopy("7", 2),
        CardCopy("8"),
        CommandCard.OK,
        Person("Ann"),
    ]
    assert deck == simulated_deck("birdhead", ["7", "7", "8"], [CommandCard.OK, Person("Ann")])
    assert decode(encode(deck)) == deck


@pytest.mark.parametrize("kind", ["french", "birdhead", "rook", "toriatama", "k609"])  # k609 would put 88 at uid3
def test_simulated_numbers_are_those_of_seven_byte_tags(kind: str) -> None:
    uids = list(simulated_deck(kind, [f"c{number}" for number in range(300)]).pieces)
    assert len(set(uids)) == 300
    for uid in uids:
        assert (len(uid), uid[0]) == (7, 0x04)
        assert not uid[3] & 0x80


def test_simulated_numbers_of_the_other_kind_have_five_bytes() -> None:
    pieces = simulated_deck("rook", ["1", "2"], uid_bytes=5).pieces
    assert [(len(uid), uid[-1]) for uid in pieces] == [(5, 0), (5, 1)]


def test_simulated_decks_share_no_tag() -> None:
    french, rook = (simulated_deck(kind, ["1", "2", "3"]) for kind in ("french", "rook"))
    assert not french.pieces.keys() & rook.pieces.keys()


WORDS = st.text(min_size=1, max_size=40)
UIDS = st.sampled_from([4, 7, 10]).flatmap(lambda size: st.binary(min_size=size, max_size=size))
PIECES = st.one_of(
    st.builds(lambda word, copy: (CardCopy, word, copy), WORDS, st.integers(0, 5)),
    st.sampled_from(CommandCard),
    st.builds(lambda word: (Person, word), WORDS),
)


@settings(max_examples=so_many(40, 100))
@given(WORDS, st.dictionaries(UIDS, PIECES, max_size=6))
def test_whatever_deck_can_be_made_can_be_kept(name: str, recipes: dict[bytes, Any]) -> None:
    try:
        pieces = {uid: made if isinstance(made, CommandCard) else made[0](*made[1:]) for uid, made in recipes.items()}
        deck = TagDeck(name, "french", pieces)
    except DeckError:
        return
    assert decode(encode(deck).encode().decode()) == deck


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.text(max_size=50) | JSON.map(json.dumps) | JSON.map(lambda tags: edited(tags=tags)))
def test_hostile_text_is_a_deck_or_a_deck_error(text: str) -> None:
    with contextlib.suppress(DeckError):
        decode(text)
