"""Bird Dog at the lower levels: declaring, nil, and single cards."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.birddog.strategy import BirdDogStrategy
from companion.games.registry import GAMES
from companion.players.levels import player
from companion.players.seat_view import SeatView
from companion.players.trick_heuristics import hand
from companion.rules.referee.verdicts import Legal
from companion.rules.statements import PLAY, Statement
from tests.companion.players.seats import match_of, may_say, says
from tests.companion.players.tables import moments

STRATEGY = BirdDogStrategy()

TRUMP = ("deal", "up 9S")  # the Bird Dog is the nine of clubs; Bob is asked first
PLAYING = ("Bob pass", "Cid pass", "Ann declare", "Bob pass", "Cid pass", "Ann pass")
STRONG = "hand Bob 9C AS KS AH 9H 9D 10D"
MIDDLING = "hand Bob 9C 10S 9H 10H QD KD JD"
WEAK = "hand Bob 9H 10H JH 9D 10D QC 10C"


@pytest.mark.parametrize(
    ("held", "greedy", "easy", "normal"),
    [
        (STRONG, "pass", "declare", "declare"),
        (MIDDLING, "pass", "declare", "pass"),
        (WEAK, "pass", "pass", "pass"),
    ],
    ids=["the Bird Dog, ace and king", "the Bird Dog alone", "nothing"],
)
def test_who_declares(held: str, greedy: str, easy: str, normal: str) -> None:
    match = match_of("birddog", TRUMP[0], held, TRUMP[1])
    said = [says(match, "Bob", level).removeprefix("Bob ") for level in ("greedy", "easy", "normal")]
    assert said == [greedy, easy, normal]


@pytest.mark.parametrize(
    ("held", "said"), [(STRONG, "Bob pass"), (MIDDLING, "Bob pass"), (WEAK, "Bob nil")], ids=["dog", "middling", "weak"]
)
def test_a_weak_hand_says_nil_unless_it_is_a_beginner(held: str, said: str) -> None:
    match = match_of("birddog", TRUMP[0], held, TRUMP[1], *PLAYING[:3])
    assert says(match, "Bob", "normal") == said
    assert says(match, "Bob", "easy") == "Bob pass"


def test_nil_is_played_just_below_what_lies_there() -> None:
    match = match_of(
        "birddog", TRUMP[0], WEAK, TRUMP[1], *PLAYING[:3], "Bob nil", *PLAYING[4:],
        "Bob 9H", "Cid AH", "Ann QH", "Cid QD", "Ann KD",
    )  # fmt: skip
    assert says(match, "Bob", "normal") == "Bob 10D"
    assert says(match, "Bob", "greedy") == "Bob 10D"


def test_what_lies_there_is_taken_if_it_counts_and_stays_taken() -> None:
    begun = ("deal", "hand Ann AH JH 9D 10D JC QC KC", "up 9S", *PLAYING)
    worth_it = match_of("birddog", *begun, "Bob 10H", "Cid QH")
    assert says(worth_it, "Ann", "normal") == "Ann AH"
    worthless = match_of("birddog", *begun, "Bob 9H", "Cid 10H")
    assert says(worthless, "Ann", "normal") == "Ann JH"  # the jack itself is worth it
    assert says(worthless, "Ann", "greedy") == "Ann AH"
    too_low = match_of("birddog", *begun, "Bob KD", "Cid AD")
    assert says(too_low, "Ann", "normal") == "Ann 9D"


def test_a_question_has_two_answers_and_a_turned_up_card_none() -> None:
    match = match_of("birddog", "deal", STRONG)
    assert may_say(match, "Bob") == []
    match = match_of("birddog", "deal", STRONG, "up 9S")
    assert may_say(match, "Bob") == ["Bob declare", "Bob pass"]
    assert may_say(match, "Cid") == []


def test_what_may_be_said_is_what_the_referee_takes() -> None:
    for match in moments(GAMES["birddog"], player(GAMES["birddog"], "random"), Random(2)):
        view = SeatView.of(match, match.expects.seats[0])
        tried = [Statement(word, view.seat) for word in ("declare", "nil", "pass")]
        tried += [Statement(PLAY, view.seat, (card,)) for card in view.game.deck.cards(hand(view))]
        assert set(STRATEGY.moves(view)) == {
            move for move in tried if isinstance(view.game.judge(view.state, move), Legal)
        }
