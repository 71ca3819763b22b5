"""Watching an example at the desk: paused, step by step, stopped, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.match.checker import LineAnswer
from companion.storage.records import Store
from companion.table.state import Refused
from companion.web.examples import example_of, examples, scene_of
from companion.web.narration import sentence
from companion.web.orders import Begin, Demonstrate, Do, PointAtGame, ToggleFault, Watch
from companion.web.virtual_table import VirtualTable
from tests.companion.web.browser import Browser
from tests.companion.web.table_in_browser import desk_of, does, turns
from tests.torture import only_with_page

MOST_TURNS = 20_000
DEALT = "The cards are dealt. East's cards pass over the reader, face down."


def captions_of(desk: VirtualTable) -> list[str]:
    """What is said until no hand moves any more, each once."""
    said: list[str] = []
    while desk.busy:
        desk.turn()
        caption = desk.view()["caption"]
        if caption and caption not in said[-1:]:
            said.append(caption)
    return said


def sentences(lines: Sequence[LineAnswer]) -> list[str]:
    return [sentence(line, before) for before, line in zip((None, *lines), lines, strict=False)]


@only_with_page
@pytest.mark.parametrize("game", examples())
@pytest.mark.no_cover  # much of the same again: counting lines would take three times as long
def test_it_is_told_line_by_line_and_then_asks_what_shall_be_next(game: str, tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    desk.take(Watch(game, 0.07))
    told = " ".join(captions_of(desk))
    assert [line for line in sentences(scene_of(example_of(game)).lines) if line not in told] == []
    before, view = desk.table.match, turns(desk, 200)
    assert (view["watching"], view["caption"]) == (
        "asks",
        "“Watch on” shows how this deal ends; “Play” begins a game of your own.",
    )
    assert desk.table.match is before, "nothing is dealt, and nothing goes on"
    assert desk.table.house.parked == ()


def test_who_watches_on_sees_the_rest_of_the_example(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    desk.take(Watch("birddog", 0.07))
    shown = captions_of(desk)
    desk.take(Do.PAUSE)
    told = " ".join(shown[:-1] + captions_of(desk))
    example = example_of("birddog")
    after = example.lines.index(scene_of(example).lines[-1]) + 1
    assert [line for line in sentences(example.lines[after:]) if line not in told] == []
    assert desk.view()["watching"] == "is over"


@only_with_page
@pytest.mark.parametrize("page", [4.0], indirect=True)
def test_an_example_is_called_one_play_deals_its_game_and_stop_leads_back_to_the_choice(page: Browser) -> None:
    page.click("#watch-trick")
    page.until("!$('watching').hidden && $('new-game').hidden && $('where').textContent")
    game = page.ask("$('game-title').textContent")
    assert page.ask("$('where').textContent").startswith(f"Example: {game}")
    page.ask("import('/orders.js').then(one => one.order({do: 'demonstrate', every: 0}))")
    page.until("/“Play” begins a game of your own/.test($('remark').textContent) && window.quiet()")
    assert page.ask("[$('pause').textContent, $('stop').textContent]") == ["Watch on", "Play"]
    page.ask("new Promise(go => setTimeout(go, 500))")  # another button stood there
    page.click("#stop")
    page.until("$('watching').hidden && $('new-game').hidden && count('.seat') && window.quiet()")
    assert page.ask("$('where').textContent") == f"{game}, to 50"
    page.click("#show-new")
    page.click("#watch-trick")
    page.until("!$('watching').hidden")
    page.click("#stop")
    page.until("display().startsWith('Which game?') && $('watching').hidden && !$('new-game').hidden")


@only_with_page
@pytest.mark.parametrize("game", examples())
@pytest.mark.no_cover
def test_the_box_refuses_one_play_of_each_scene_until_it_is_mended(game: str, tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
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


def scene(tmp_path: Path) -> VirtualTable:
    desk = desk_of(tmp_path)
    desk.take(Watch("spades", 5))
    turns(desk, 2)  # the first hand is on its way
    return desk


def test_a_pause_lasts_until_somebody_goes_on_and_a_step_is_one_sentence(tmp_path: Path) -> None:
    desk = scene(tmp_path)
    desk.take(Do.PAUSE)
    view = desk.view()
    assert (view["paused"], view["caption"]) == (True, DEALT)
    assert turns(desk, 300)["caption"] == DEALT
    desk.take(Do.STEP)
    assert turns(desk, 300)["caption"] == "North bids 3."
    desk.take(Do.PAUSE)
    assert not desk.view()["paused"]
    assert turns(desk, 40)["caption"].startswith("East bids 4.")


def test_a_step_that_is_asked_for_while_hands_move_is_not_lost(tmp_path: Path) -> None:
    desk = scene(tmp_path)
    for order in (Do.PAUSE, Do.STEP):
        desk.take(order)
    assert turns(desk, 40)["caption"] == "North bids 3."


def test_it_is_stopped_at_once_and_asks(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    desk.take(Watch("birddog", 5))
    turns(desk, 40)
    desk.take(Do.NEXT)
    assert desk.view()["remark"].startswith("The table shows something just now")
    desk.take(Demonstrate(0))
    view = does(desk)
    assert (view["watching"], view["caption"]) == (
        "asks",
        "“Watch on” shows how this deal ends; “Play” begins a game of your own.",
    )
    assert (view["lying"], view["box"]["down"]) == ([], [])
    assert desk.done == 3
    view = does(desk, PointAtGame("birddog"))
    assert (view["watching"], view["table"].get("game"), view["pointed"]) == ("", None, "birddog"), "it gives way"
    assert not Store(tmp_path).all_running()


def test_after_the_plug_was_pulled_it_asks_too(tmp_path: Path) -> None:
    desk = scene(tmp_path)
    desk.take(Do.UNPLUG)
    desk.rest()
    assert desk.view()["watching"] == "is over"


@pytest.mark.parametrize("last", [Begin("rook", seed=1), Watch("rook", 0)])
def test_whatever_ends_it_no_example_is_kept_among_peoples_games(last: Begin | Watch, tmp_path: Path) -> None:
    desk = scene(tmp_path)
    desk.take(last)
    desk.rest()
    assert desk.table.house.parked == ()
    assert [path.stem for path in Store(tmp_path).all_running()] == [desk.view()["saved"][0]]


def test_an_example_that_is_watched_is_gone_when_the_table_is_closed(tmp_path: Path) -> None:
    scene(tmp_path).close()
    assert desk_of(tmp_path).table.match is None


def test_a_scene_that_the_box_does_not_hear_ends_with_the_reason(tmp_path: Path) -> None:
    desk = scene(tmp_path)
    desk.take(ToggleFault("miso-low"))
    desk.take(Demonstrate(0.5))
    told = captions_of(desk)
    assert told[-1].startswith("It ends here: the box did not take the last card")


def test_nothing_is_paused_where_nothing_is_watched(tmp_path: Path) -> None:
    assert does(desk_of(tmp_path, "birddog"), Do.PAUSE)["remark"] == "There is nothing to pause."
