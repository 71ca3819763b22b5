"""Hints say why, truly, and are gone when what they were for is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cards import Card
from companion.games.registry import GAMES
from companion.rules.statements import PLAY
from companion.web.advice import LED
from companion.web.orders import AtOnce, Begin, Do, GiveAnswer, Pace, SetPace, Watch
from companion.web.virtual_table import VirtualTable
from tests.companion.web.seating import seats
from tests.companion.web.table_in_browser import asked, desk_of, does, steps_until
from tests.torture import every_so_many, so_many

STEPS = so_many(12, 20)


def dealt(root: Path, game: str, seed: int = 1, people: int = 0, level: str = "gentle") -> VirtualTable:
    desk, people = desk_of(root), people or GAMES[game].players[-1]
    does(desk, SetPace(Pace.AT_ONCE), Begin(game, seats=seats(people, people - 1, level), seed=seed))
    return desk


def hints(desk: VirtualTable) -> Iterator[str]:
    """What is hinted in each of many turns, which the hint then plays."""
    for _ in range(STEPS):
        if desk.view()["advises"]:
            hint = does(desk, AtOnce.HINT)["hint"]
            assert hint is not None
            yield hint["says"]
        does(desk, Do.NEXT)


@pytest.mark.parametrize("game", every_so_many(7, sorted({*GAMES} - {"toriatama"})))
def test_every_hint_says_why(game: str, tmp_path: Path) -> None:
    given = list(hints(dealt(tmp_path, game)))
    assert len(given) > STEPS / 2
    for hint in given:
        what, comma, why = hint.removeprefix("Hint: ").removesuffix(".").rpartition(", ")
        assert what, hint
        assert comma, hint
        assert len(why) > 6, hint


def unseen(desk: VirtualTable, suit: str) -> list[Card]:
    """The cards of a suit that were neither played nor lie in the own hand."""
    cards, match = desk.cards.deal, desk.table.playing
    assert cards is not None
    played = {
        card for moment in match.this_deal() if moment.said and moment.said.word == PLAY for card in moment.said.cards
    }
    return [
        card
        for card in match.header.game.deck.cards_in_order
        if card.suit == suit and card not in {*played, *cards.own(0)}
    ]


@pytest.mark.parametrize("seed", every_so_many(3, [1, 2, 3]))
def test_a_lead_that_is_said_to_be_the_lowest_or_the_highest_left_is(seed: int, tmp_path: Path) -> None:
    desk, leads = dealt(tmp_path, "hearts", seed, people=4), 0
    ranks = "2 3 4 5 6 7 8 9 10 J Q K A".split()
    for hint in hints(desk):
        if "other" not in hint:
            continue
        tapped = desk.view()["hint"]["right"]  # type: ignore[index]
        card = desk.table.playing.header.game.deck.card(tapped[0])
        assert card is not None
        above = [ranks.index(other.rank) > ranks.index(card.rank) for other in unseen(desk, card.suit)]
        leads += 1
        assert "still out are higher" in hint or "the others" in hint
        if "all other" in hint:
            assert all(above)
        elif "most other" in hint:
            assert not all(above)
            assert 2 * sum(above) >= len(above)
    assert leads


@pytest.mark.parametrize(
    ("asked_for", "hint"),
    [
        ("take the pile.", "Hint: take the pile, nothing that you may play beats "),
        ("turn a bone", "Hint: turn a bone, nobody knows which card it is."),
    ],
)
def test_who_can_beat_no_pile_or_knows_no_card_has_a_hint_too(asked_for: str, hint: str, tmp_path: Path) -> None:
    desk = dealt(tmp_path, "bonehead", seed=1, people=4)
    steps_until(desk, lambda: asked(desk)["yours"] and asked_for in asked(desk)["sentence"])
    told = does(desk, AtOnce.HINT)["hint"]
    assert told is not None
    assert told["says"].startswith(hint)
    assert told["in_short"] == f"{hint.partition(',')[0]}."


def test_no_undo_brings_a_hint_back(tmp_path: Path) -> None:
    desk = dealt(tmp_path, "spades", level="easy")
    assert does(desk, AtOnce.HINT)["hint"]
    first = asked(desk)["number"]
    does(desk, Do.NEXT)
    assert desk.view()["hint"] is None
    while asked(desk)["number"] != first:
        does(desk, GiveAnswer(place=-1, number=asked(desk)["number"]))
    assert desk.view()["hint"] is None
    assert does(desk, AtOnce.HINT)["hint"]


@pytest.mark.parametrize("game", ["rook", "birdhead", "birddog", "toriatama"])
def test_in_a_first_deal_beside_gentle_computers_the_first_hints_come_unasked(game: str, tmp_path: Path) -> None:
    desk = dealt(tmp_path, game)
    steps_until(desk, lambda: desk.view()["advises"])
    led = []
    for _ in range(LED + 4):
        if (view := desk.view())["advises"]:
            led.append(bool(view["hint"]))
        does(desk, Do.NEXT)
    assert led == sorted(led, reverse=True)
    assert LED <= sum(led) < len(led)


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_who_plays_beside_better_computers_asks_for_hints(level: str, tmp_path: Path) -> None:
    desk = dealt(tmp_path, "rook", level=level)
    steps_until(desk, lambda: desk.view()["advises"])
    assert desk.view()["hint"] is None


def test_nobody_is_led_in_the_second_deal(tmp_path: Path) -> None:
    desk = dealt(tmp_path, "birdhead")
    steps_until(desk, lambda: desk.table.playing.deals_begun == 2 and desk.view()["advises"])
    assert desk.view()["hint"] is None


def test_who_has_played_a_game_to_its_end_is_led_no_more(tmp_path: Path) -> None:
    desk = dealt(tmp_path, "bonehead", people=2)
    assert desk.view()["hint"]
    steps_until(desk, lambda: desk.view()["table"]["over"])
    does(desk, Begin("bonehead", seats=seats(2, 1, "gentle"), seed=2))
    steps_until(desk, lambda: desk.view()["advises"])
    assert desk.view()["hint"] is None


def test_who_has_watched_an_example_to_its_end_is_led(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, Watch("bonehead", 0.07))
    assert does(desk, Do.PAUSE)["table"]["over"]
    does(desk, SetPace(Pace.AT_ONCE), Begin("bonehead", seats=seats(2, 1, "gentle"), seed=1))
    steps_until(desk, lambda: desk.view()["advises"])
    assert desk.view()["hint"]
