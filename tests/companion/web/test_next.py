"""Next goes on from the first card of a deal to its end, whatever is played, by whomever."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.screens.current_screen import screen_for
from companion.screens.layouts import lines_of
from companion.web.orders import Ahead, AtOnce, Begin, Do, LayCards, Pace, PressNext, SetPace
from companion.web.virtual_table import VirtualTable
from tests.companion.web.seating import seats
from tests.companion.web.standing import dealt, played
from tests.companion.web.table_in_browser import desk_of, does, turns
from tests.torture import every_so_many, only_with_page

MOST_PRESSES = 120
SPEAKS = 40
"""Turns after which a computer has said what it says, or asks for a card."""


def tables(name: str) -> Iterator[Begin]:
    """Every number of people and computers, the hands scanned in every other one."""
    game = GAMES[name]
    for people in game.players:
        for computers in range(people if game.entry.strategy() else 1):
            yield Begin(name, seats=seats(people, computers, "easy"), scanned=(people + computers) % 2 == 0, seed=1)


def looks(desk: VirtualTable) -> Any:
    """What a press can change: the story, the panel, where the cards are that nobody scanned, what is told."""
    cards = desk.cards.deal
    return desk.table.playing.applied, lines_of(screen_for(desk.table)), cards and cards.hands, desk.view()["remark"]


@only_with_page
@pytest.mark.no_cover
@pytest.mark.parametrize("game", every_so_many(4, GAMES))
def test_next_leads_to_the_end_of_the_deal_and_never_does_the_same_twice(game: str, tmp_path: Path) -> None:
    for at, table in enumerate(every_so_many(8, tables(game))):
        desk = desk_of(tmp_path / str(at))
        does(desk, SetPace(Pace.AT_ONCE), table)
        seen: list[Any] = []
        while not desk.table.scored and desk.table.playing.expects.words:
            now = looks(desk)
            assert now not in seen, (table, now)
            assert len(seen) < MOST_PRESSES, table
            seen.append(now)
            does(desk, Do.NEXT)
            if desk.table.computer is not None:
                turns(desk, SPEAKS)
        desk.close()


def is_followed(view: Any) -> bool:
    """Whether others play to the trick after the person who is asked."""
    return bool(view["asked"]["yours"]) and len(view["table"]["middle"]) < 3


def test_computers_wait_for_nobody_who_could_only_have_a_decided_deal_scored(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, SetPace(Pace.NORMAL), AtOnce.FAST, Begin("hearts", seats=seats(4, 3, "gentle"), seed=1))
    while not desk.table.offered or desk.table.computer is None:
        does(desk, Do.NEXT)
    before = desk.table.playing.applied
    assert desk.view()["next"]["label"] == "Next"
    turns(desk, 2 * SPEAKS)
    assert desk.table.playing.applied > before


def test_what_is_played_for_a_person_is_told_once(tmp_path: Path) -> None:
    desk = played(dealt(tmp_path, "hearts", 1, 3), lambda view: view["table"]["playable"] and is_followed(view))
    before = {card["word"]: card for card in desk.view()["table"]["seats"][0]["hand"]}
    does(desk, PressNext(Ahead.PLAYS))
    news = turns(desk, SPEAKS)["asked"]["news"]
    left = {card["word"] for card in desk.view()["table"]["seats"][0]["hand"]}
    assert len(before.keys() - left) == 1
    assert [told.startswith("You") for told in news] == [True, *[False] * (len(news) - 1)]
    assert len(news) > 1, "others have played by then"


def test_what_is_played_for_a_person_takes_the_place_of_cards_that_were_begun_to_be_laid(tmp_path: Path) -> None:
    desk = dealt(tmp_path, "bonehead", 1, 3)
    low = desk.view()["table"]["seats"][0]["hand"][0]["word"]
    assert [play["cards"][0]["word"] for play in does(desk, LayCards((low,)))["table"]["middle"]] == [low]
    view = does(desk, PressNext(Ahead.PLAYS))
    own = view["table"]["seats"][0]
    assert low in {card["word"] for card in own["hand"]}
    assert len(own["heads"]) == 3
    assert view["asked"]["news"][0].startswith("You lay out ")
