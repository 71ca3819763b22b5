"""Watching an example at the desk: paused, step by step, stopped, and what it leaves behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.games.registry import GAMES
from companion.simulation.box import Chances
from companion.storage.records import Store
from companion.table.state import Refused
from companion.web.examples import example_of, examples, scene_of
from companion.web.narration import sentence
from companion.web.orders import Begin, Demonstrate, Do, ToggleFault, Watch
from companion.web.virtual_table import VirtualTable
from tests.companion.web.seating import seats
from tests.companion.web.table_in_browser import desk_of, does, turns

if TYPE_CHECKING:
    from pathlib import Path

MOST_TURNS = 20_000


def captions_of(desk: VirtualTable) -> list[str]:
    """What is said until no hand moves any more, each once."""
    said: list[str] = []
    while desk.busy:
        desk.turn()
        caption = desk.view()["caption"]
        if caption and caption not in said[-1:]:
            said.append(caption)
    return said


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("game", examples())
@pytest.mark.no_cover  # much of the same again: counting lines would take three times as long
def test_it_is_told_line_by_line_and_leaves_a_new_deal(game: str, whole: bool, tmp_path: Path) -> None:  # noqa: FBT001
    desk = desk_of(tmp_path)
    example = example_of(game)
    lines = (example if whole else scene_of(example)).lines
    desk.take(Watch(game, 0.07, whole=whole))
    told = " ".join(captions_of(desk))
    sentences = [sentence(line, before) for before, line in zip((None, *lines), lines, strict=False)]
    assert [one for one in sentences if one not in told] == []
    view = desk.view()
    assert (view["watching"], view["caption"], view["table"]["game"]) == (False, "", game)
    assert desk.table.playing.expects.words
    assert desk.table.house.parked == ()


@pytest.mark.parametrize("game", examples())
@pytest.mark.no_cover
def test_the_box_refuses_one_play_of_each_scene_until_it_is_mended_and_new_cards_are_dealt(
    game: str, tmp_path: Path
) -> None:
    dealt = []
    for seed in "12":
        desk = VirtualTable(Store(tmp_path / seed), Chances(seed=seed))
        desk.take(Watch(game, 0.07))
        wrong, mended = dict[str, str](), ""
        before = desk.table.match
        while desk.busy:
            desk.turn()
            overlay, match = desk.table.overlay, desk.table.match
            if isinstance(overlay, Refused):
                wrong[overlay.rule.name], before = overlay.who, match
            elif wrong and not mended and match and match is not before and match.said:
                mended = match.header.names[match.said.seat or 0]
        assert list(wrong.values()) == [mended]
        dealt.append(desk.view()["table"])
        before = desk.table.playing
        does(desk, Do.NEXT, Do.NEXT, Do.NEXT)  # the first one says that somebody is ready
        assert desk.table.playing is not before
    assert (dealt[0] != dealt[1]) != bool(GAMES[game].crate), "drinks all lie in the centre"


def scene(tmp_path: Path) -> VirtualTable:
    desk = desk_of(tmp_path)
    desk.take(Watch("birdhead", 5))
    turns(desk, 2)  # the first cards are on their way
    return desk


def test_a_pause_lasts_until_somebody_goes_on_and_a_step_is_one_sentence(tmp_path: Path) -> None:
    desk = scene(tmp_path)
    desk.take(Do.PAUSE)
    view = desk.view()
    assert (view["paused"], view["caption"]) == (True, "Ann leads two fives.")
    assert turns(desk, 300)["caption"] == "Ann leads two fives."
    desk.take(Do.STEP)
    assert turns(desk, 300)["caption"] == "Bob plays a three and a six."
    desk.take(Do.PAUSE)
    assert not desk.view()["paused"]
    assert turns(desk, 40)["caption"].startswith("Cid plays a four and an eleven, but the box refuses")


def test_a_step_that_is_asked_for_while_hands_move_is_not_lost(tmp_path: Path) -> None:
    desk = scene(tmp_path)
    for order in (Do.PAUSE, Do.STEP):
        desk.take(order)
    assert turns(desk, 40)["caption"] == "Bob plays a three and a six."


def test_it_is_stopped_at_once_for_the_deal_that_was_asked_for(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    desk.take(Watch("birddog", 5, then=Begin("birddog", seats=seats(3, 2))))
    turns(desk, 40)
    desk.take(Do.NEXT)
    assert desk.view()["remark"].startswith("The table shows something just now")
    desk.take(Demonstrate(0))
    assert not desk.view()["watching"]
    view = does(desk)
    assert (view["caption"], view["lying"], view["box"]["down"]) == ("", [], [])
    assert len(desk.table.playing.header.computers) == 2
    assert desk.done == 3


@pytest.mark.parametrize("last", [Do.UNPLUG, Begin("rook", seed=1), Watch("rook", 0)])
def test_whatever_ends_it_no_example_is_kept_among_peoples_games(last: Do | Begin | Watch, tmp_path: Path) -> None:
    desk = scene(tmp_path)
    desk.take(last)
    desk.rest()
    assert desk.table.house.parked == ()
    assert desk.table.playing.header.names != ("Ann", "Bob", "Cid", "Dot")


def test_an_example_that_is_watched_is_gone_when_the_table_is_closed(tmp_path: Path) -> None:
    scene(tmp_path).close()
    assert VirtualTable(Store(tmp_path), Chances()).table.match is None


def test_a_scene_that_the_box_does_not_hear_leaves_a_new_deal_too(tmp_path: Path) -> None:
    desk = scene(tmp_path)
    desk.take(ToggleFault("miso-low"))
    desk.take(Demonstrate(0.5))
    told = captions_of(desk)
    assert told[-1].startswith("It ends here: the box did not take the last card")


def test_nothing_is_paused_where_nothing_is_watched(tmp_path: Path) -> None:
    assert does(desk_of(tmp_path, "birddog"), Do.PAUSE)["remark"] == "There is nothing to pause."
