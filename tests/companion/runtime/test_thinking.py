"""A strong computer thinks in slices: the loop polls and answers between them, and the choice is the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, islice
from pathlib import Path

import pytest

from companion.cards import Seat
from companion.games.birddog.strategy import BirdDogStrategy
from companion.players.monte_carlo import Strong
from companion.players.player import HurriedError, finish
from companion.players.seat_view import SeatView
from companion.runtime.thinker import SLICE, THINKING_S, Thinker
from companion.screens.current_screen import screen_for
from companion.screens.layouts import at_place, draw
from companion.support.values import replace
from companion.table.computer_seats import choosing, luck_of
from companion.table.state import Advised, Advising
from companion.table.timing import thought_due
from tests.company import Company

MOST_TURNS = 200


@pytest.fixture
def strong(tmp_path: Path) -> Company:
    """Bird Dog, where Tom and James are strong, at the moment when one of them begins to think about a card."""
    table = Company(tmp_path, "birddog", players=3, level="strong")
    for _ in range(MOST_TURNS):
        if "play" in table.match.expects.words and table.match.expects.seats[0] and not table.table.called:
            break
        table.moves_on()
    turned_until_it_thinks(table)
    return table


def turned_until_it_thinks(table: Company) -> None:
    for _ in range(MOST_TURNS):
        if table.box.loop.thinking:
            return
        table.box.loop.turn()
        table.box.wires.clock.sleep(0.0 if table.box.loop.thinking else 0.1)
        if table.table.called:
            raise AssertionError("it has chosen in one turn")
    raise AssertionError(f"nobody thinks: {table.shown()}")


def test_a_turn_has_one_slice_and_the_choice_is_that_of_one_go(
    strong: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_once = finish(choosing(strong.table))
    playouts, slices = 0, []

    def worth(birddog: BirdDogStrategy, scores: Sequence[int], seat: Seat) -> float:
        nonlocal playouts
        playouts += 1
        return own(birddog, scores, seat)

    own = BirdDogStrategy.worth
    monkeypatch.setattr(BirdDogStrategy, "worth", worth)
    while strong.box.loop.thinking:
        before = playouts
        strong.box.loop.turn()
        slices.append(playouts - before)
    assert max(slices) <= SLICE
    assert sum(slices) > 5 * SLICE
    assert strong.table.wish == at_once


def test_a_press_between_two_slices_is_answered_in_the_next_turn_and_the_choice_begun_anew(strong: Company) -> None:
    at_once = finish(choosing(strong.table))
    strong.box.wires.pins.press("BACK")
    strong.box.wires.clock.sleep(0.02)
    strong.box.loop.turn()
    strong.box.turn(1.0)  # held: the menu
    assert strong.table.question is not None
    assert not strong.box.loop.thinking
    strong.box.wires.pins.release("BACK")
    strong.box.turn()
    strong.press("BACK")
    strong.box.turn(5.0)
    assert strong.table.wish == at_once


def test_an_undo_in_between_ends_the_thought(strong: Company) -> None:
    thought_about = strong.match
    strong.box.loop.table = replace(strong.table, match=thought_about.before)
    strong.box.loop.turn()
    assert strong.table.wish is None or strong.table.wish.match is not thought_about


def test_a_card_of_the_rack_is_refused_while_its_player_thinks(strong: Company) -> None:
    seat = strong.match.expects.seats[0]
    before = strong.saved()
    strong.box.wires.lay(strong.box.uid(str(strong.cards.hands[seat][0])))
    while strong.box.loop.thinking and strong.table.overlay is None:
        strong.box.loop.turn()
        strong.box.wires.clock.sleep(0.001)
    assert "The computer still thinks." in strong.shown().replace(" | ", " ")
    assert strong.saved() == before


def test_a_computer_whose_time_is_over_plays_the_best_so_far_and_the_record_notes_it(strong: Company) -> None:
    loop, clock = strong.box.loop, strong.box.wires.clock
    settings = loop._equipment.settings
    settings = replace(settings, people=replace(settings.people, think_s=2))
    loop._equipment = replace(loop._equipment, settings=settings)
    while loop.thinking:
        loop.turn()
        clock.sleep(0.3)
    assert strong.table.called
    assert strong.saved()[-1] == "; hurried"


def test_advice_that_is_cut_short_leaves_no_note_as_nobody_has_said_anything(strong: Company) -> None:
    table, thinker = replace(strong.table, overlay=Advising()), Thinker()
    thought = thought_due(table, 0.0)
    assert thought is not None
    replies = (thinker.think(thought, table, now, 2.0) for now in count(0.0))
    reply = next(filter(None, replies))
    assert isinstance(reply.table.overlay, Advised)
    assert reply.effects == ()


def test_a_thought_that_must_end_gives_the_best_of_its_whole_laps(strong: Company) -> None:
    view = SeatView.of(strong.match, strong.match.expects.seats[0])
    player = Strong(BirdDogStrategy(), 400)
    whole = finish(player.trying(view, luck_of(1, 1)))
    for steps in range(0, 400, 7):
        thinking = player.trying(view, luck_of(1, 1))
        for _ in islice(thinking, steps + 1):
            pass
        with pytest.raises(StopIteration) as end:
            thinking.throw(HurriedError)
        tried = end.value.value
        assert {attempt.move for attempt in tried} == {attempt.move for attempt in whole}
        assert tried == sorted(tried, key=lambda trial: (-trial.trials, -trial.worth if trial.trials else 0))


def test_a_slow_computer_says_that_it_thinks(strong: Company) -> None:
    clock, since = strong.box.wires.clock, strong.box.wires.clock.now()
    waits = draw(at_place(screen_for(strong.table), "Thinking …"))
    while clock.now() - since < THINKING_S:
        assert strong.box.glass != waits
        strong.box.loop.turn()
        clock.sleep(0.1)
    strong.box.loop.turn()
    assert strong.box.glass == waits
    strong.box.turn()
    assert strong.table.called
    assert strong.box.glass == draw(screen_for(strong.table))
