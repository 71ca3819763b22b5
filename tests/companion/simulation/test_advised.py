"""What a hint proposes: the choice of a good player, who knows one hand, and what the rules say for it."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from companion.cards import Card
from companion.games.bonehead.rules import BONEHEAD
from companion.games.registry import GAMES
from companion.rules.game import Setup
from companion.rules.statements import PLAY, Statement
from companion.rules.suggestions import suggestions_of
from companion.simulation.advised import what_good_players_say
from companion.support.values import replace
from companion.web.orders import Begin, Do
from tests.companion.web.seating import seats
from tests.companion.web.table_in_browser import desk_of, does
from tests.torture import so_many

STEPS = 14
WITH_HANDS = [name for name in GAMES if name != "toriatama"]
EACH_ONCE = [(game, bool(number % 2)) for number, game in enumerate(WITH_HANDS)]


@pytest.mark.parametrize(("game", "scanned"), so_many(EACH_ONCE[::3], list(product(WITH_HANDS, (True, False)))))
@pytest.mark.no_cover
def test_next_plays_what_a_good_player_would_whether_the_box_sees_the_hands_or_not(
    game: str,
    scanned: bool,  # noqa: FBT001
    tmp_path: Path,
) -> None:
    desk = desk_of(tmp_path, game, scanned=scanned)
    played = 0
    for _ in range(STEPS):
        table, cards = desk.table, desk.cards.deal
        best = () if table.open_set or table.scored else what_good_players_say(table.playing, cards)
        tip = desk.cards.simulated.tip(table)
        does(desk, Do.NEXT)
        if best and best[0].cards and tip is not None and not tip.says:
            said = [card for moment in desk.table.playing.story() if moment.said for card in moment.said.cards]
            assert {card.face for card in best[0].cards} <= {card.face for card in (*desk.table.begun.gathered, *said)}
            played += 1
    assert played


def test_a_computer_is_not_advised_and_no_game_without_hands(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, Begin("bonehead", seats=seats(2, 1), seed=1))
    cards = desk.cards.deal
    (first,) = what_good_players_say(desk.table.playing, cards)
    assert first.seat == 0
    assert what_good_players_say(desk.table.playing, None) == ()
    desk.take(Do.NEXT)
    while desk.table.playing.expects.seats[0] == 0:
        desk.turn()
    assert what_good_players_say(desk.table.playing, desk.cards.deal) == ()


@pytest.mark.no_cover
def test_nobody_passes_for_those_who_would_not(tmp_path: Path) -> None:
    orders = 0
    for seed in "12345678":
        desk = desk_of(tmp_path / seed, "euchre", seed=int(seed))
        does(desk, Do.NEXT, Do.NEXT)
        orders += any(moment.said and moment.said.word == "orders" for moment in desk.table.playing.story())
    assert orders >= 2


@pytest.mark.parametrize(
    ("pile", "hand", "play", "reason"),
    [
        ("8S", "9H JD", "9H", "the lowest that beats 8♠"),
        ("8S", "9H JD 10C", "9H", "the lowest that beats 8♠; a 10 goes on anything, keep it"),
        ("8S", "9H JD 2C", "JD", "now and then another rank, or the game goes in circles"),
        ("8S", "3H 10C", "10C", "a 10 clears the pile, and you play again"),
        ("2S", "3H 4C", "3H", "your lowest"),
        ("", "3H 4C", "3H", "your lowest"),
        ("8S", "3H 4C", "", "nothing that you may play beats 8♠"),
        ("8S", "3H 9C", "", ""),
    ],
)
def test_the_rules_of_bonehead_say_why(pile: str, hand: str, play: str, reason: str) -> None:
    def cards(words: str) -> tuple[Card, ...]:
        return tuple(card for card in map(BONEHEAD.deck.card, words.split()) if card)

    state = replace(BONEHEAD.begin(Setup(2, 0, (0, 0), {"start": "random", "play-on": "no"})), pile=cards(pile))
    said = Statement(PLAY, 0, cards(play)) if play else Statement("takes", 0)
    assert suggestions_of(BONEHEAD).reason(BONEHEAD, state, said, cards(hand)) == reason
