"""The strategy of Toriatama: claims and drinks, and that forgotten drinks are ignored."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from companion.games.toriatama import strategy as toriatama
from companion.games.toriatama.rules import TORIATAMA
from companion.match.header import Header
from companion.match.match import Match
from companion.players.monte_carlo import Strong
from companion.players.seat_view import SeatView

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.cards import Luck
    from companion.rules.statements import Statement

    Choice = Callable[[SeatView, Luck], Statement | None]

STRATEGY = toriatama.ToriatamaStrategy()

NAMES = ("Ann", "Bob", "Cid")
STRONG: Choice = Strong(STRATEGY, 1).choose
LEVELS: dict[str, Choice] = {
    "greedy": STRATEGY.greedy,
    "easy": STRATEGY.easy,
    "normal": STRATEGY.normal,
    "strong": STRONG,
}


def forgets(number: int) -> int:
    """Luck with which only what was just seen comes to mind."""
    return number - 1


def recalls(number: int) -> int:
    """Luck with which everything comes to mind."""
    del number
    return 0


def after(*lines: str, names: tuple[str, ...] = NAMES) -> Match:
    """A match that Ann began, at this point."""
    match = Match(Header(TORIATAMA, names, 0))
    for line in ("deal", *lines):
        match, answer = match.say(match.header.language.read(line.split()))
        assert answer.applied, line
    return match


def view_of(name: str, *lines: str, names: tuple[str, ...] = NAMES) -> SeatView:
    return SeatView.of(after(*lines, names=names), names.index(name))


def told(match: Match, said: Statement | None) -> str:
    return match.header.language.write(said) if said else ""


ROUND = ("Ann takes red-can", "Bob takes green-tall", "Cid takes blue-small")
CLAIMED = (*ROUND, "Ann takes yellow-bottle", "Bob takes red-high")


# What may be said


def test_in_its_turn_a_seat_may_take_anything_that_lies_in_the_centre_or_claim_with_a_hand_that_is_not_empty() -> None:
    match = after(*CLAIMED)
    moves = STRATEGY.moves(SeatView.of(match, 2))
    takes = [move.cards[0] for move in moves if move.word == "takes"]
    assert len(takes) == 36 - 5
    claims = {told(match, move) for move in moves if move.word == "claims"}
    assert claims == {"Cid claims red right", "Cid claims high right"}


@pytest.mark.parametrize("name", ["Bob", "Ann", "Cid"])
def test_every_move_is_right_by_the_referee(name: str) -> None:
    match = after(*CLAIMED)
    for move in STRATEGY.moves(SeatView.of(match, NAMES.index(name))):
        assert match.say(move)[1].applied, move


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Dan", ("Ann takes red-can", "Bob takes green-tall")),
        ("Bob", CLAIMED),
        ("Ann", (*CLAIMED, "Ann claims red left")),
    ],
    ids=["empty hands", "the taker", "decided"],
)
def test_who_has_no_claim_and_no_turn_has_nothing_to_say(name: str, lines: tuple[str, ...]) -> None:
    names = (*NAMES, "Dan") if name == "Dan" else NAMES
    assert STRATEGY.moves(view_of(name, *lines, names=names)) == ()


def test_nothing_is_said_before_the_deal_and_a_full_crate_is_said() -> None:
    assert STRATEGY.moves(SeatView.of(Match(Header(TORIATAMA, NAMES, 0)), 0)) == ()
    match = Match(Header(TORIATAMA, NAMES[:2], 0))
    match, _ = match.say(match.header.language.read(["deal"]))
    shapes = iter([drink for drink in TORIATAMA.deck.cards_in_order if drink.suit in {"red", "green", "blue"}])
    while not match.state.must_move:
        match, _ = match.say(match.header.language.read([NAMES[match.state.turn], "takes", str(next(shapes))]))
    turn = match.state.turn
    assert [move.word for move in STRATEGY.moves(SeatView.of(match, turn)) if move.word != "claims"] == ["moves"]
    over, _ = match.say(match.header.language.read([NAMES[turn], "moves"]))
    assert STRATEGY.moves(SeatView.of(over, turn)) == ()


# Choices


@pytest.mark.parametrize(
    ("level", "luck", "claim"),
    [
        ("strong", forgets, "Ann claims red left"),
        ("normal", recalls, "Ann claims red left"),
        ("easy", recalls, "Ann claims red left"),
        ("normal", forgets, ""),
        ("easy", forgets, ""),
        ("greedy", recalls, ""),
    ],
)
def test_who_remembers_a_drink_in_the_left_hand_claims_with_it(level: str, luck: Luck, claim: str) -> None:
    match = after(*CLAIMED)
    assert told(match, LEVELS[level](SeatView.of(match, 0), luck)) == claim


def test_the_right_hand_is_opened_first_since_its_drink_gains_a_turn() -> None:
    match = after(*ROUND, "Ann takes red-bottle", "Bob takes red-high")
    assert told(match, STRONG(SeatView.of(match, 0), recalls)) == "Ann claims red right"


def test_nobody_claims_what_it_does_not_hold() -> None:
    match = after(*ROUND, "Ann takes yellow-bottle", "Bob takes white-high")
    assert told(match, STRONG(SeatView.of(match, 0), recalls)) == ""


@pytest.mark.parametrize("chance", range(5))
def test_strong_takes_what_is_new_and_what_nobody_can_claim(chance: int) -> None:
    match = after(*ROUND)
    take = STRONG(SeatView.of(match, 0), Random(chance).randrange)
    assert take is not None
    (drink,) = take.cards
    assert drink.suit not in {"red", "green", "blue"}
    assert drink.rank not in {"can", "tall", "small"}


def test_greedy_takes_what_is_new_whoever_can_claim_it() -> None:
    match = after(*ROUND)
    takes = [STRATEGY.greedy(SeatView.of(match, 0), Random(chance).randrange) for chance in range(30)]
    assert any(take and take.cards[0].suit in {"green", "blue"} for take in takes)


# Memory


@pytest.mark.parametrize(("level", "kept"), [("easy", toriatama.EASY), ("normal", toriatama.NORMAL)])
def test_memory_fades_by_the_same_share_with_every_turn(level: str, kept: int) -> None:
    """Ann took the red can in her last turn but one, four turns before Bob took his red drink."""
    match = after(*CLAIMED)
    for share, claims in ((kept**4 - 1, True), (kept**4, False)):

        def luck(number: int, share: int = share) -> int:
            return share if number == 100**4 else number - 1

        assert (LEVELS[level](SeatView.of(match, 0), luck) is not None) is claims


@pytest.mark.parametrize("level", ["greedy", "easy", "normal"])
def test_swapping_drinks_that_do_not_come_to_mind_does_not_change_the_choice(level: str) -> None:
    """Ann and Cid hold each other's drinks, and Bob's hands have changed; the centre is the same."""
    story = (*CLAIMED, "Cid takes black-tallest")
    other = tuple(
        line.replace("red-can", "*").replace("blue-small", "red-can").replace("*", "blue-small") for line in story
    )
    one, two = after(*story), after(*other)
    assert one.state.places(TORIATAMA.deck) != two.state.places(TORIATAMA.deck)
    for name in (0, 1):
        first, second = (LEVELS[level](SeatView.of(match, name), forgets) for match in (one, two))
        assert first == second


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_and_luck_give_the_same_choice(level: str) -> None:
    view = view_of("Cid", *CLAIMED)
    assert len({LEVELS[level](view, Random(5).randrange) for _ in range(3)}) == 1
