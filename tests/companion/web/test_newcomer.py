"""What somebody needs who plays for the first time: what just happened, what Next does, and nothing unasked."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

import pytest

from companion.simulation.box import SimulatedSetup
from companion.storage.records import Store
from companion.web.narration import news
from companion.web.orders import Begin, Do, LayCards, Pace, SetPace, Watch
from companion.web.virtual_table import VirtualTable
from tests.companion.web.seating import seats
from tests.companion.web.table_in_browser import desk_of, does, turns
from tests.evening import match_of
from tests.torture import only_with_page

BONEHEAD = (
    "game bonehead",
    "players Ann Bob",
    "start Ann",
    "deal",
    "hand Ann 3S 4S 5S 10S AS KS",
    "hand Bob 3H 4H 7H 8H QH KH",
    "Ann heads 10S AS KS",
    "Bob heads 8H QH KH",
)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (("Ann 5S",), "Ann: 5♠."),
        (("Ann 5S", "Bob takes"), "Bob takes the pile: 1 card."),
        (("Ann 4S", "Bob 7H", "Ann takes"), "Ann takes the pile: 2 cards."),
    ],
)
def test_a_pile_that_is_taken_is_told_with_its_cards(said: tuple[str, ...], told: str) -> None:
    assert news(match_of(*BONEHEAD, *said))[-1] == told


def test_who_clears_the_pile_plays_again() -> None:
    hands = ("hand Ann 3S 4S 10D 10S AS KS", *BONEHEAD[5:])
    match = match_of(*BONEHEAD[:4], *hands, "Ann 3S", "Bob 7H", "Ann 10D")
    assert news(match) == ["Ann: 10♦. A 10 clears the pile: Ann plays again."]


def test_all_that_computers_did_since_the_own_play_is_told_whoever_played_it(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, SetPace(Pace.AT_ONCE), Begin("bonehead", seats=seats(4, 3, "gentle"), seed=3), Do.NEXT)
    does(desk, Do.MY_TURN, Do.NEXT)
    view = does(desk, Do.MY_TURN)
    who = [re.split("[: ]", told)[0] for told in view["asked"]["news"]]
    assert who == ["Tom", "James", "Kathy"]


@only_with_page
def test_while_computers_play_what_happened_is_told_and_no_prompt_of_the_box(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, Begin("bonehead", seats=seats(4, 3, "gentle"), seed=3))
    doing, told = set(), 0
    for _ in range(30):
        desk.take(Do.NEXT)
        view = turns(desk, 2)
        if view["doing"]:
            plays = desk.table.begun.gathered and "play" in desk.table.playing.expects.words
            assert view["doing"].endswith("plays." if plays else "thinks."), "a card that lies there"
            doing.add(view["doing"].replace("plays", "thinks"))
            told += bool(view["asked"]["news"])
            assert not view["advises"]
    assert doing
    assert doing <= {f"{who} {what}." for who in ("Tom", "James", "Kathy") for what in ("thinks", "plays")}
    assert told


def test_a_computer_of_whose_cards_one_lies_there_plays_and_thinks_no_more(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, Begin("bonehead", seats=seats(4, 3, "gentle"), seed=3), Do.NEXT)
    told = set()
    for turn in range(400):
        if turn % 40 == 0:
            desk.take(Do.NEXT)
        view = turns(desk, 1)
        if view["doing"]:
            told.add((bool(desk.table.begun.gathered), view["doing"].partition(" ")[2]))
    assert {(False, "thinks."), (True, "plays.")} <= told


def test_next_says_what_it_does(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    view = does(desk, Begin("bonehead", seats=seats(2, 1), seed=1))
    assert view["next"]["label"] == "For me"
    desk.take(Do.NEXT)
    desk.turn()
    assert desk.view()["next"]["label"] in {"For me", "Next"}


def test_a_hand_without_another_card_of_the_rank_ends_the_set_itself(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "bonehead", people=2)
    while "play" not in desk.table.playing.expects.words:
        does(desk, Do.NEXT)
    cards = desk.cards.deal
    assert cards is not None
    (seat,) = desk.table.playing.expects.seats
    hand = cards.hands[seat]
    single = next(card for card in hand if sum(held.rank == card.rank for held in hand) == 1)
    before, said = desk.table.playing.applied, set()
    desk.take(LayCards((str(single),)))
    for _ in range(60):
        asked = turns(desk, 1)["asked"]
        if desk.table.open_set:
            said.add((asked["sentence"], len(asked["answers"])))
    assert said == {("No more cards of this rank.", 0)}
    assert desk.table.playing.applied > before
    assert not desk.table.open_set


def holding_alike_cards(root: Path) -> tuple[VirtualTable, str]:
    """A table where somebody leads from a hand with two cards of a rank, and one of these."""
    for seed in count(1):
        desk = desk_of(root / str(seed), "birdhead", seed=seed)
        cards = desk.cards.deal
        assert cards is not None
        hand = cards.hands[desk.table.playing.expects.seats[0]]
        if several := [card for card in hand if sum(held.rank == card.rank for held in hand) > 1]:
            return desk, str(several[0])
    raise AssertionError


def test_a_set_to_which_the_hand_has_another_card_stays_open_and_says_so(tmp_path: Path) -> None:
    desk, card = holding_alike_cards(tmp_path)
    does(desk, LayCards((card,)))
    view = turns(desk, 60)
    assert desk.table.open_set
    assert not view["advises"]
    assert [answer["label"] for answer in view["asked"]["answers"]] == ["That is all"]


def test_a_whole_play_is_ended_without_asking(tmp_path: Path) -> None:
    desk, card = holding_alike_cards(tmp_path)
    before = desk.table.playing.applied
    does(desk, LayCards((card,), whole=True))
    assert not desk.table.open_set
    assert desk.table.playing.applied > before


def test_an_example_that_was_watched_is_no_game_that_was_left(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, Watch("bonehead", 0.07))
    assert desk.view()["leaving"] is None
    does(desk, Begin("birdhead", seed=1))
    assert desk.table.house.parked == ()


def test_an_example_that_was_shown_when_the_program_was_killed_is_forgotten(tmp_path: Path) -> None:
    store = Store(tmp_path)
    desk = VirtualTable(store, SimulatedSetup())
    desk.take(Watch("birdhead", 5.0))
    turns(desk, 3)
    assert store.all_running()
    again = desk_of(tmp_path)  # nothing was closed
    assert Store(tmp_path).all_running() == []
    assert not again.table.in_play


@only_with_page
def test_the_same_table_again_is_one_press_and_an_ending_says_when_it_was(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, SetPace(Pace.AT_ONCE), Begin("bonehead", seats=seats(2, 1, "gentle"), seed=1))
    for _ in range(200):
        if not desk.table.playing.expects.words:
            break
        does(desk, Do.NEXT, Do.MY_TURN)
    view = desk.view()
    assert view["next"]["label"] == "Play again"
    assert view["table"]["ending"]["at"] == desk.hands.box.recorder.at != ""
    does(desk, Do.NEXT)
    assert "heads" in desk.table.playing.expects.words
