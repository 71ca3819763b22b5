"""Enrolment and checks of a deck by taps and presses, without a table."""

from __future__ import annotations

import pytest

from companion.enrolment.deck_kinds import kind_of, kinds
from companion.enrolment.deck_menu import begin, free_name
from companion.enrolment.enrolment import (
    WEAK_POLLS,
    Clash,
    Elsewhere,
    Enrolment,
    Notice,
    Together,
    Unfit,
    UnknownTag,
    Verification,
)
from companion.games.registry import GAMES
from companion.rules.game import pieces_of
from companion.support.values import replace
from companion.tags.tag_decks import CardCopy, CommandCard, NoCard, Person, Piece, Shelf, TagDeck, decode, encode

KINDS = kinds(GAMES, ("Ann", "Bob"))
CLUB = TagDeck("club", "rook", {b"\x04CLUB00": CardCopy("14R")})
HOUSE = Shelf((CLUB,))


def sticker(number: int, octets: int = 7) -> bytes:
    return b"\x04" + number.to_bytes(octets - 1, "big")


def tags(*uids: bytes) -> frozenset[bytes]:
    return frozenset(uids)


def after(taps: int, kind: str = "french") -> Enrolment:
    """A run in which so many stickers were tapped, from number 0 on."""
    run = begin(KINDS[kind], HOUSE)
    for number in range(taps):
        run = run.tap(tags(sticker(number)), HOUSE)
    return run


def card(word: str) -> CardCopy:
    name, _, copy = word.partition("/")
    return CardCopy(name, int(copy or 0))


# ---------------------------------------------------------------- kinds


@pytest.mark.parametrize(
    ("kind", "size", "first", "last"),
    [
        ("french", 52, "2S", "AC"),
        ("birdhead", 50, "2/1", "11/5"),
        ("rook", 41, "5B", "Rook"),
        ("rook-57", 57, "5B", "4Y"),
        ("drinks", 36, str(GAMES["toriatama"].deck.cards_in_order[0]), str(GAMES["toriatama"].deck.cards_in_order[-1])),
        ("persons", 2, "Ann", "Bob"),
        ("commands", 4, "OK", "UNDO"),
    ],
)
def test_a_kind_has_its_pieces_each_once_and_in_order(kind: str, size: int, first: str, last: str) -> None:
    pieces = KINDS[kind].pieces
    assert len(set(pieces)) == len(pieces) == size
    assert [KINDS[kind].label(pieces[0]), KINDS[kind].label(pieces[-1])] == [
        KINDS[kind].label(_piece(first)),
        KINDS[kind].label(_piece(last)),
    ]


def _piece(word: str) -> Piece:
    if word in {"Ann", "Bob"}:
        return Person(word)
    return CommandCard(word) if word in {"OK", "UNDO"} else card(word)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_played_with_a_deck_of_its_kind(name: str) -> None:
    game = GAMES[name]
    wanted = {CardCopy(str(held.face), held.copy) for held in game.deck.cards_in_order}
    serving = [kind for kind in KINDS.values() if TagDeck("any", kind.name, {}).serves(game.deck_kind)]
    assert serving
    assert all(wanted <= set(kind.pieces) for kind in serving)


def test_a_rook_deck_of_57_serves_rook_and_one_of_41_is_no_deck_of_57() -> None:
    large, small = TagDeck("large", "rook-57", {sticker(1): card("5B")}), TagDeck("small", "rook", {})
    assert Shelf((large, small)).piece(sticker(1), "rook") == card("5B")
    assert not small.serves("rook-57")


def test_an_eleven_may_be_a_jack_of_a_french_deck() -> None:
    kind = KINDS["birdhead"]
    assert (kind.sign(card("11/2")), kind.remark(card("11/2"))) == ("11", "2 of 5 (or a J)")
    assert kind.remark(card("7/5")) == "5 of 5"


def test_the_drinks_are_those_of_the_house() -> None:
    drinks = [f"{colour}-{shape}" for colour in "mint rose lime plum".split() for shape in "abcdefg"]
    house = pieces_of(GAMES["toriatama"]).from_note(["drinks", *drinks])
    assert [str(piece) for piece in kinds({"toriatama": house}, ())["drinks"].pieces] == drinks


def test_pieces_of_former_days_belong_to_their_deck() -> None:
    deck = TagDeck("old", "persons", {sticker(1): Person("Zoe")})
    assert kind_of(deck, KINDS).pieces == (Person("Ann"), Person("Bob"), Person("Zoe"))
    assert kind_of(TagDeck("old", "tarock", {sticker(1): card("XXI")}), KINDS).pieces == (card("XXI"),)


# ---------------------------------------------------------------- the guided run


def test_each_tap_enrols_what_was_asked_for_and_asks_for_the_next() -> None:
    run = after(3)
    assert [run.deck.piece(sticker(number)) for number in range(3)] == [card("2S"), card("3S"), card("4S")]
    assert run.next == card("5S")


@pytest.mark.parametrize("kind", KINDS)
def test_a_run_ends_after_one_tap_a_piece_and_its_deck_can_be_written_and_read(kind: str) -> None:
    run = after(len(KINDS[kind].pieces), kind)
    assert (run.next, run.missing, run.notice) == (None, (), None)
    assert decode(encode(run.deck)) == run.deck


@pytest.mark.parametrize("octets", [4, 5, 7, 10])
def test_tag_numbers_of_every_reader_are_enrolled(octets: int) -> None:
    run = begin(KINDS["french"], HOUSE).tap(tags(sticker(1, octets)), HOUSE)
    assert run.deck.piece(sticker(1, octets)) == card("2S")


@pytest.mark.parametrize(
    ("uids", "notice"),
    [
        ((sticker(1),), Clash(card("3S"))),
        ((b"\x04CLUB00",), Elsewhere(b"\x04CLUB00", card("14R"), "club")),
        ((bytes.fromhex("08C0FFEE"),), Unfit(NoCard.PHONE)),
        ((b"\x04\x05\x06",), Unfit(NoCard.PHONE)),
        ((sticker(7), sticker(8)), Together()),
    ],
)
def test_what_cannot_be_enrolled_is_named_and_changes_nothing(uids: tuple[bytes, ...], notice: Notice) -> None:
    before = after(2)
    run = before.tap(tags(*uids), HOUSE)
    assert run.notice == notice
    assert (run.deck, run.next) == (before.deck, before.next)
    again = run.tap(tags(sticker(9)), HOUSE)
    assert (again.notice, again.deck.piece(sticker(9))) == (None, card("4S"))


@pytest.mark.parametrize("kind", NoCard)
def test_what_can_be_no_card_is_never_a_tag(kind: NoCard) -> None:
    before = after(2)
    run = before.tap(tags(), HOUSE, kind)
    assert (run.notice, run.deck) == (Unfit(kind), before.deck)
    assert Verification(before.kind, before.deck).tap(tags(), HOUSE, kind).notice == Unfit(kind)


def test_a_seven_byte_number_may_begin_with_08() -> None:
    uid = bytes.fromhex("08112233445566")
    assert after(0).tap(tags(uid), HOUSE).deck.piece(uid) == card("2S")


def test_a_tag_of_another_deck_may_be_one_of_this_deck_too() -> None:
    run = after(2).tap(tags(b"\x04CLUB00"), HOUSE).agree()
    assert run.deck.piece(b"\x04CLUB00") == card("4S")
    assert CLUB.piece(b"\x04CLUB00") == card("14R")


def test_a_skipped_piece_is_asked_for_again_when_the_run_is_over() -> None:
    run = after(2).skip()
    for number in range(2, 51):
        run = run.tap(tags(sticker(number)), HOUSE)
    assert (run.next, run.missing) == (None, (card("4S"),))
    assert run.again().next == card("4S")


@pytest.mark.parametrize("taps", [1, 5])
def test_back_takes_the_last_tag_back_and_asks_for_its_piece(taps: int) -> None:
    run = after(taps).undo()
    assert (run.deck, run.next) == (after(taps - 1).deck, after(taps - 1).next)
    assert run.tap(tags(sticker(taps - 1)), HOUSE) == after(taps)


def test_back_takes_a_skip_back() -> None:
    assert after(2).skip().undo() == after(2)
    assert after(0).undo() == after(0)


def test_a_run_that_was_cut_off_goes_on_behind_the_last_piece_and_knows_what_was_skipped() -> None:
    run = after(2).skip().tap(tags(sticker(2)), HOUSE)
    resumed = Enrolment.resume(run.kind, decode(encode(run.deck)))
    assert resumed == run
    assert resumed.undo().next == card("5S")


def test_replacing_gives_one_piece_a_new_tag_and_the_old_one_means_nothing() -> None:
    whole = after(52)
    run = Enrolment(whole.kind, whole.deck, replacing=card("2S"))
    assert run.tap(tags(sticker(0)), HOUSE).notice == Clash(card("2S"))
    wrong = replace(run, deck=run.deck.with_number(b"\xde\xad\xbe\xef", card("2S")))
    assert wrong.tap(tags(sticker(0)), HOUSE).deck == whole.deck, "its own tag again: any other number is gone"
    run = run.tap(tags(sticker(99)), HOUSE)
    assert (run.deck.piece(sticker(99)), run.deck.piece(sticker(0)), run.next) == (card("2S"), None, None)
    assert len(run.deck.pieces) == 52


@pytest.mark.parametrize(("unread", "weak"), [(0, False), (WEAK_POLLS - 1, False), (WEAK_POLLS, True), (40, True)])
def test_a_tag_that_polls_could_not_read_is_weak(unread: int, *, weak: bool) -> None:
    run = after(2).lift(sticker(1), unread)
    assert run.weak == ((card("3S"),) if weak else ())
    assert run.lift(sticker(1), 0).weak == ()
    assert after(2).lift(sticker(50), 40).weak == ()


def test_decks_without_a_name_are_numbered() -> None:
    deck = TagDeck("french", "french", {sticker(1): card("2S")})
    two = TagDeck("french-2", "french", {sticker(1): card("2S")})
    empty = TagDeck("french", "french", {})
    shelves = [Shelf(), Shelf((deck,)), Shelf((deck,), (two,)), Shelf((empty,))]
    assert [free_name("french", shelf) for shelf in shelves] == [
        "french",
        "french-2",
        "french-3",
        "french",
    ]


# ---------------------------------------------------------------- the check


def test_a_check_counts_each_piece_once_and_lists_what_is_missing() -> None:
    check = Verification(KINDS["french"], after(52).deck)
    for number in (0, 5, 0):
        check = check.tap(tags(sticker(number)), HOUSE)
    assert check.seen == (card("7S"), card("2S"))
    assert len(check.missing) == 50
    assert card("7S") not in check.missing


@pytest.mark.parametrize(
    ("uid", "notice"),
    [
        (sticker(99), UnknownTag()),
        (b"\x04CLUB00", Elsewhere(b"\x04CLUB00", card("14R"), "club")),
        (bytes.fromhex("08C0FFEE"), Unfit(NoCard.PHONE)),
    ],
)
def test_a_check_says_what_is_none_of_the_deck(uid: bytes, notice: Notice) -> None:
    check = Verification(KINDS["french"], after(52).deck).tap(tags(uid), HOUSE)
    assert (check.notice, check.seen) == (notice, ())


def test_a_check_misses_what_has_no_tag_at_all() -> None:
    check = Verification(KINDS["commands"], after(3, "commands").deck)
    for number in range(3):
        check = check.tap(tags(sticker(number)), HOUSE)
    assert check.missing == (CommandCard.UNDO,)
