"""Two halves of a deck become one, and every conflict is told."""

from __future__ import annotations

import pytest

from companion.enrolment.deck_kinds import kinds
from companion.enrolment.deck_transfer import merge_decks
from companion.games.registry import GAMES
from companion.tags.tag_decks import CardCopy, CommandCard, Piece, TagDeck
from tests.cases import for_each

KNOWN = kinds(GAMES, ())


def deck(name: str, kind: str, **tags: str) -> TagDeck:
    """A deck with these tags, as A1="2S"."""
    pieces: dict[bytes, Piece] = {}
    for number, word in tags.items():
        card, _, copy = word.partition("/")
        pieces[b"\x04\0\0" + bytes.fromhex(number)] = CardCopy(card, int(copy or 0))
    return TagDeck(name, kind, pieces)


def merge(kind: str, mine: dict[str, str], theirs: dict[str, str]) -> tuple[TagDeck, list[str]]:
    made, conflicts = merge_decks(deck("west", kind, **mine), deck("east", kind, **theirs), KNOWN[kind])
    return made, list(map(str, conflicts))


def test_two_halves_are_one_deck_whichever_comes_first() -> None:
    west, east = {"A1": "2S", "A2": "3S"}, {"A2": "3S", "A3": "4S"}
    made, conflicts = merge("french", west, east)
    assert (made, conflicts) == (deck("west", "french", **west, A3="4S"), [])
    assert dict(merge("french", east, west)[0].pieces) == dict(made.pieces)


def test_a_tag_that_is_two_cards_and_a_card_with_two_tags_are_told_with_both() -> None:
    _, told = merge("french", {"A1": "2S", "A2": "3S"}, {"A1": "5H", "A4": "3S"})
    assert told == [
        "tag 040000A1 is 2♠ in west and 5♥ in east: give the wrong card a new tag, then merge again",
        "3♠ has tag 040000A2 in west and 040000A4 in east: give the wrong card a new tag, then merge again",
    ]


def test_both_numbers_of_a_card_come_with_it() -> None:
    first, other, short = (bytes.fromhex(number) for number in ("040000A1", "040000B1", "0400000000B2B3"))
    east = deck("east", "french", A1="2S").with_number(other, CardCopy("2S")).with_number(short, CardCopy("2S"))
    for west in (deck("west", "french", A1="2S"), deck("west", "french", A9="3S"), deck("west", "french")):
        made, conflicts = merge_decks(west, east, KNOWN["french"])
        assert not conflicts
        assert {uid for uid, piece in made.pieces.items() if piece == CardCopy("2S")} == {first, other, short}
        assert made.further == {other}


@pytest.mark.parametrize(
    ("theirs", "whole"),
    [
        ({"A2": "7/1", "A3": "7/2"}, {"A1": "7/1", "A2": "7/2", "A3": "7/3"}),
        ({"A1": "7/4", "A3": "7/5"}, {"A1": "7/1", "A3": "7/5"}),
    ],
)
def test_alike_cards_of_both_halves_are_counted_on(theirs: dict[str, str], whole: dict[str, str]) -> None:
    made, conflicts = merge("birdhead", {"A1": "7/1"}, theirs)
    assert (made, conflicts) == (deck("west", "birdhead", **whole), [])


def test_more_alike_cards_than_there_are_cannot_all_be_right() -> None:
    _, told = merge("birdhead", {f"A{n}": f"7/{n}" for n in range(1, 6)}, {"B1": "7/1"})
    assert len(told) == 1


TYPED, HEARD = bytes.fromhex("00BC614E01"), bytes.fromhex("2ABC614E01")


@for_each(("mine", "theirs"), [(TYPED, HEARD), (HEARD, TYPED), (HEARD, HEARD)])
def test_a_tag_of_125_khz_is_one_tag_whether_its_first_byte_is_known_or_not(mine: bytes, theirs: bytes) -> None:
    west, east = (TagDeck(name, "french", {tag: CardCopy("2S")}) for name, tag in (("west", mine), ("east", theirs)))
    assert merge_decks(west, east, KNOWN["french"]) == (west, [])
    for half in (west, east):
        assert half.piece(mine) == half.piece(theirs) == CardCopy("2S")
        assert half.piece(bytes.fromhex("2ABC614E02")) is None


def test_decks_of_two_kinds_are_not_merged_and_commands_may_have_several_tags() -> None:
    _, told = merge_decks(deck("west", "french"), deck("east", "rook"), KNOWN["french"])
    assert str(told[0]) == "west is a french deck and east a rook deck: only decks of one kind can be merged"
    west, east = (TagDeck(name, "commands", {name.encode(): CommandCard.OK}) for name in ("west", "east"))
    made, conflicts = merge_decks(west, east, KNOWN["commands"])
    assert (len(made.pieces), conflicts) == (2, [])
