"""Every level of every game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion.cards import Card
from companion.games.registry import GAMES
from companion.players.levels import LEVELS, player, strategy_of
from companion.players.seat_view import SeatView
from companion.players.trick_heuristics import Turn
from companion.rules.statements import PLAY
from tests.companion.players.seats import match_of, says, view_of
from tests.companion.players.tables import moments
from tests.torture import only_with_torture, so_many


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", sorted({"birdhead", "birddog", "rook", "euchre"} & set(GAMES)))
def test_every_level_of_every_game_says_something_right(game: str, level: str) -> None:
    held = {
        "birdhead": "2 3 4 5 6 7 8 9 10 11",
        "birddog": "9S JS KS 9H QH AH 10D",
        "euchre": "JH JD AH 9S 10S",
        "rook": "Rook 5R 6R 7R 8G 9G 5B 6B 7Y",
    }
    after = {"birdhead": ("Ann 5",), "birddog": ("up 9C",), "rook": (), "euchre": ("up 9H",)}[game]
    match = match_of(game, "deal", f"hand Bob {held[game]}", *after)
    said = match.header.language.read(says(match, "Bob", level).split())
    assert match.say(said)[1].applied
    assert said in strategy_of(GAMES[game]).moves(view_of(match, "Bob"))


def test_a_level_that_does_not_exist_is_a_fault_of_ours() -> None:
    with pytest.raises(AssertionError, match="divine"):
        player(GAMES["rook"], "divine")


def test_the_gentle_level_says_what_the_easy_one_does_and_is_careless_with_one_card_of_four() -> None:
    match = match_of("birdhead", "deal", "hand Bob 2 3 4 5 6 7 8 9 10 11", "Ann 2")
    view, gentle = view_of(match, "Bob"), player(GAMES["birdhead"], "gentle")
    easy = player(GAMES["birdhead"], "easy").choose(view, lambda _: 0)
    assert gentle.choose(view, lambda below: below - 1) == easy
    chosen = [gentle.choose(view, Random(seed).randrange) for seed in range(100)]
    assert len({*chosen}) > 5
    assert 70 < chosen.count(easy) < 95


def chosen(game: str, deals: int) -> Iterator[tuple[SeatView, Turn, Card]]:
    """The cards that the gentle level plays at a whole table, where it has a choice."""
    gentle = player(GAMES[game], "gentle")
    for number in range(deals):
        for match in moments(GAMES[game], gentle, Random(number)):
            if PLAY not in match.expects.words:
                continue
            view = SeatView.of(match, match.expects.seats[0])
            turn, said = Turn.of(view, partner=(view.seat + 2) % 4), gentle.choose(view, Random(number).randrange)
            if said is not None and len(turn.cards) > 1:
                yield view, turn, said.cards[0]


@only_with_torture
def test_at_hearts_the_gentle_level_neither_takes_its_own_queen_of_spades_nor_hunts_her() -> None:
    queen, catchers = Card("Q", "S"), {Card("K", "S"), Card("A", "S")}
    leads = 0
    for _, turn, card in chosen("hearts", so_many(6, 25)):
        if turn.best is None:
            leads += 1
            risky = catchers & {card} and queen in turn.unseen
            low = [other for other in turn.cards if other.suit != "S" and other.rank in "2345"]
            assert not (low and (card == queen or risky)), (turn.cards, card)
        elif card == queen:
            assert not turn.beats(card), (turn.cards, turn.best)
    assert leads > so_many(40, 200)


@only_with_torture
@pytest.mark.parametrize("game", ["spades", "euchre"])
def test_with_a_partner_the_gentle_level_trumps_no_trick_that_is_theirs(game: str) -> None:
    followed = 0
    for _, turn, card in chosen(game, so_many(5, 15)):
        if turn.best is not None and turn.ours:
            followed += 1
            needless = [other for other in turn.cards if not turn.beats(other)]
            assert not (needless and turn.beats(card)), (turn.cards, turn.best, card)
    assert followed > so_many(8, 30)


def test_at_bonehead_the_gentle_level_keeps_what_always_goes_while_it_has_another_card() -> None:
    gentle, plays = player(GAMES["bonehead"], "gentle"), 0
    for number in range(so_many(2, 4)):
        for match in moments(GAMES["bonehead"], gentle, Random(number)):
            if PLAY not in match.expects.words:
                continue
            view = SeatView.of(match, match.expects.seats[0])
            moves = [move for move in strategy_of(view.game).moves(view) if move.word == PLAY]
            others = [move for move in moves if move.cards[0].rank not in {"2", "10"}]
            said = gentle.choose(view, Random(number).randrange)
            assert said is not None
            plays += bool(others)
            assert not others or said in others, (others, said)
    assert plays > so_many(25, 60)
