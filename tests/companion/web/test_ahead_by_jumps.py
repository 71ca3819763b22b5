"""Playing ahead: to a person's turn, to the end of a trick, to the end of a deal; refused, and stopped."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest

from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.rules.events import GameOver
from companion.rules.tricks import TrickGame
from companion.scoreboard.view import taker
from companion.simulation.advised import all_good, at_best, what_good_players_say
from companion.support.messages import spoken_in, tr
from companion.table.computer_rack import lying_open
from companion.web import ahead
from companion.web.narration import deals_gone_by
from companion.web.orders import AtOnce, Begin, Demonstrate, Do, Order, Pace, SetPace, ToggleFault
from companion.web.virtual_table import VirtualTable
from tests.companion.web.seating import seats
from tests.companion.web.table_in_browser import asked, desk_of, does, presses, turns
from tests.evening import RECORDS
from tests.torture import every_so_many, only_with_page, so_many

pytestmark = pytest.mark.no_cover  # whole deals; the same lines run in shorter tests

MOST_TURNS = 1000
MOST_AT_ONCE = 30
"""Turns of the loop, or slices of a thought, in a turn of the desk: a card lies, or is away, and a thought goes on."""


def beside_computers(root: Path, game: str, level: str = "easy") -> VirtualTable:
    """One person, and computers in all other seats."""
    desk = desk_of(root)
    people = GAMES[game].players[0]
    does(desk, Begin(game, seats=seats(people, people - 1, level), seed=1))
    return desk


def over(desk: VirtualTable) -> bool:
    return desk.table.scored or not desk.table.playing.expects.words


def tricks(desk: VirtualTable) -> int:
    return ahead.tricks_taken(desk.table.playing)


@only_with_page
@pytest.mark.parametrize("game", every_so_many(8, GAMES))
def test_a_jump_to_my_turn_ends_where_a_person_decides(game: str, tmp_path: Path) -> None:
    desk = beside_computers(tmp_path, game)
    for order in [Do.MY_TURN, Do.NEXT] * 60:
        does(desk, order)
        if over(desk):
            return
        if order is Do.NEXT:
            continue
        assert desk.table.computer is None
        assert not desk.table.open_set
        assert desk.table.choices or desk.view()["table"]["deal"] in {"", "nest"}  # no dealer's hand is wanted
        assert not desk.hands.lying
        assert does(desk, Do.MY_TURN)["remark"] == ahead.YOURS
    raise AssertionError("never over")


@pytest.mark.parametrize("game", every_so_many(8, GAMES))
@pytest.mark.parametrize("seated", [beside_computers, desk_of])
def test_a_deal_is_finished_and_the_table_can_be_played_on(
    game: str, seated: Callable[[Path, str], VirtualTable], tmp_path: Path
) -> None:
    desk = seated(tmp_path, game)
    assert does(desk, Do.DEAL_END)["remark"] == ""
    assert over(desk)
    ended = not desk.table.playing.expects.words
    assert does(desk, Do.DEAL_END)["remark"] == (ahead.OVER if ended else ahead.SCORED)
    if not ended:
        does(desk, Do.MY_TURN)
        assert not desk.table.scored
        assert desk.table.scanning() is None


@only_with_page
def test_who_finishes_a_deal_has_it_played_as_well_as_a_computer_can(tmp_path: Path) -> None:
    desk, advised, better = beside_computers(tmp_path, "hearts"), dict[int, str](), 0
    desk.take(Do.DEAL_END)
    while desk.busy:
        match, deal = desk.table.playing, desk.cards.deal
        if ahead.is_yours(desk.table, deal) and ahead.awaits_trick(match):
            best, usual = (str(what_good_players_say(match, deal, skill)[-1]) for skill in (at_best, all_good))
            advised[match.applied], better = best, better + (best != usual)
        desk.turn()
    played = {moment.applied - 1: str(moment.said) for moment in desk.table.playing.this_deal()}
    assert advised.items() <= played.items()
    assert better


@only_with_page
def test_a_game_that_was_finished_tells_first_what_was_unusual_in_the_deals_that_went_by(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, Begin("euchre", rules={"target": "5"}, seats=seats(4, 3, "gentle"), seed=1))
    with spoken_in("fr"):
        desk.take(Do.GAME_END)
        desk.rest(100 * MOST_TURNS)
    gone_by = deals_gone_by(desk.table.playing, None)
    assert "Deal 1 – " in gone_by
    assert asked(desk)["news"][0] == gone_by
    with spoken_in("de"):
        assert asked(desk)["news"][0] == tr(gone_by) != gone_by


@only_with_page
@pytest.mark.parametrize("game", so_many(["bonehead"], ["bonehead", "euchre"]))
def test_a_game_is_finished_for_who_must_go(game: str, tmp_path: Path) -> None:
    desk = beside_computers(tmp_path, game)
    assert "game-end" in desk.view()["ahead"]
    desk.take(Do.GAME_END)
    desk.rest(100 * MOST_TURNS)
    assert desk.view()["table"]["over"]
    assert desk.view()["ahead"] == []


@only_with_page
def test_nothing_is_offered_that_would_be_refused(tmp_path: Path) -> None:
    desk = beside_computers(tmp_path, "hearts")
    for _ in range(60):
        for jump in (Do.MY_TURN, Do.TRICK, Do.DEAL_END):
            refused = bool(ahead.refusal(jump, desk.table, desk.cards.deal))
            assert refused == (jump.value not in desk.view()["ahead"])
        does(desk, Do.NEXT)
        if desk.table.scored:
            assert desk.view()["ahead"] == ["my-turn", "game-end"]
            return
    raise AssertionError("never scored")


@only_with_page
@pytest.mark.parametrize(
    "game", every_so_many(3, [name for name, game in GAMES.items() if isinstance(game, TrickGame)])
)
def test_a_trick_is_finished_and_no_card_more(game: str, tmp_path: Path) -> None:
    desk = desk_of(tmp_path, game)
    while not ahead.awaits_trick(desk.table.playing):
        assert does(desk, Do.TRICK)["remark"] == ahead.NO_TRICK
        does(desk, Do.NEXT)
    for number in (1, 2):
        does(desk, Do.TRICK)
        assert tricks(desk) == number
        assert taker(desk.table.playing) is not None


def test_what_cannot_be_done_is_refused_with_a_sentence(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    assert does(desk, Do.MY_TURN)["remark"] == ahead.NOTHING_ON
    does(desk, Begin("bonehead", seats=seats(3), seed=1))
    assert does(desk, Do.MY_TURN)["remark"] == ahead.ALWAYS_YOURS
    assert does(desk, Do.TRICK)["remark"] == ahead.NO_TRICKS
    presses(desk, "HOLD")
    assert does(desk, Do.DEAL_END)["remark"] == ahead.ASKED
    assert not desk.view()["jumps"]


@only_with_page
@pytest.mark.parametrize(
    "order", every_so_many(4, [Do.UNPLUG, Demonstrate(0), Do.NEXT, Begin("rook", seats=seats(4), seed=1)])
)
def test_any_order_stops_a_jump_and_the_table_is_as_good_as_ever(order: Order, tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "hearts", people=4)
    desk.take(Do.DEAL_END)
    for _ in range(20):
        desk.turn()
    assert desk.view()["jumps"]
    said = desk.table.playing.applied
    view = does(desk, order)
    assert not view["jumps"]
    assert not view["remark"]
    assert not over(desk)
    assert desk.table.playing.applied <= said + 8
    does(desk, Do.DEAL_END)
    assert over(desk)


def test_a_fault_in_the_way_ends_a_jump_with_a_sentence(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "birddog", people=3)
    does(desk, Do.NEXT, ToggleFault("miso-low"))
    assert does(desk, Do.DEAL_END)["remark"] == ahead.STUCK
    does(desk, ToggleFault("miso-low"), Do.DEAL_END)
    assert over(desk)


@pytest.mark.parametrize("game", so_many(["euchre"], ["hearts", "bonehead", "euchre"]))
def test_nothing_hidden_is_shown_on_the_way(game: str, tmp_path: Path) -> None:
    desk = beside_computers(tmp_path, game)
    desk.take(Do.DEAL_END)
    for _ in range(MOST_TURNS):
        desk.turn()
        desk.take(AtOnce.HINT)
        if over(desk):
            return
        match, cards = desk.table.playing, desk.cards.deal
        assert cards is not None
        view = desk.view()
        told = json.dumps([view["table"], view["hint"]])
        for seat in match.header.computers:
            seen = {*lying_open(match, seat), *desk.table.begun.gathered}
            for card in cards.hands[seat]:
                assert card in seen or str(card) in desk.hands.lying or f'"{card}"' not in told
    raise AssertionError("never over")


@pytest.mark.parametrize(
    "game", so_many(["euchre", "bonehead"], [name for name, game in GAMES.items() if not game.crate])
)
def test_a_card_on_the_reader_is_named_unless_a_computer_keeps_it(game: str, tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    desk.take(AtOnce.FAST)  # so that hands tap card after card
    people = GAMES[game].players[0]
    desk.take(Begin(game, seats=seats(people, people - 1, "easy"), seed=1))
    named, kept, opened, own, deal = set[str](), set[str](), set[str](), set[str](), 0
    for _ in range(MOST_TURNS):
        if not desk.busy:
            desk.take(Do.NEXT)
        desk.turn()
        if not desk.table.in_play:
            continue
        view = desk.view()
        lying = {*view["lying"]} if desk.hands.lying else set()
        open_now = {*desk.hands.lying} & {card["word"] for laid in view["table"]["middle"] for card in laid["cards"]}
        assert open_now <= lying
        opened |= open_now
        if over(desk):
            break
        match, cards = desk.table.playing, desk.cards.deal
        assert cards is not None
        if match.deals_begun != deal:
            named, own, deal = set(), set(), match.deals_begun
        own |= {str(card) for seat in match.header.people for card in cards.hands[seat]}
        held = {str(card) for seat in match.header.computers for card in cards.hands[seat]}
        held -= {str(card) for seat in match.header.computers for card in lying_open(match, seat)}
        held -= {str(card) for card in desk.table.begun.gathered}
        kept |= {*desk.hands.lying} & held
        assert (named - lying) & held <= own
        named = lying
    assert opened
    assert kept


def test_a_card_that_a_computer_plays_is_named_though_the_reader_does_not_read_it(tmp_path: Path) -> None:
    desk = beside_computers(tmp_path, "spades")
    does(desk, Do.NEXT)  # all bid
    desk.take(ToggleFault("no-answer"))
    desk.take(Do.NEXT)
    assert turns(desk, 30)["lying"] == [str(card) for card in desk.hands.lying] != []


def test_a_match_of_which_only_the_winner_counts_is_one_deal() -> None:
    deals = set[int]()
    for name in {name for name, game in GAMES.items() if not game.keeps_score}:
        for path in (path for at, path in RECORDS.items() if at.startswith(f"{name}-")):
            *_, last = answers(path.read_text("utf-8"), GAMES)
            if last.match is not None and GameOver in map(type, last.match.events):
                deals.add(sum(1 for _ in last.match.deals()) - 1)
    assert deals == {1}


def test_what_is_played_ahead_is_seen_when_it_begins_when_a_deal_is_scored_and_when_it_has_ended(
    tmp_path: Path,
) -> None:
    desk = beside_computers(tmp_path, "hearts")
    desk.take(Do.DEAL_END)
    seen = list[tuple[bool, bool]]()
    turns = 0
    while desk.busy:
        desk.turn()
        turns += 1
        if desk.has_changed():
            seen.append((desk.view()["jumps"], desk.table.scored))
    assert seen in ([(True, False), (False, True)], [(True, False), (True, True), (False, True)])
    assert turns > MOST_AT_ONCE


def test_a_deal_that_was_scored_is_seen_however_seldom_somebody_looks(tmp_path: Path) -> None:
    desk = beside_computers(tmp_path, "spades")
    desk.take(Do.GAME_END)
    desk.turn()
    assert desk.has_changed()
    assert desk.view()["caption"] == "Playing ahead …"
    while not any(desk.table.playing.scores) or desk.table.scored:  # nobody looks until the next deal has begun
        desk.turn()
    assert desk.has_changed()
    told = r"Playing ahead … After deal 1: You \+ James (minus )?\d+, Tom \+ Kathy (minus )?\d+\."
    assert re.fullmatch(told, desk.view()["caption"])


@pytest.mark.parametrize(
    ("order", "part"),
    [
        (SetPace(Pace.SLOW), "pace"),
        (AtOnce.FAST, "fast"),
        (ToggleFault("miso-low"), "faults"),
        (AtOnce.SAY_AGAIN, "heard"),
        (AtOnce.TELL_ALL, "heard"),
    ],
)
def test_what_is_ordered_while_hands_play_ahead_is_seen_at_once_and_once(
    order: Order, part: Literal["pace", "fast", "faults", "heard"], tmp_path: Path
) -> None:
    desk = beside_computers(tmp_path, "hearts")
    desk.take(Do.GAME_END)
    while desk.table.match is None or desk.table.scanning() or desk.has_changed():
        desk.turn()
    before = desk.view()
    desk.take(order)
    assert desk.has_changed()
    view = desk.view()
    assert view[part] != before[part]
    assert (view["done"], view["jumps"]) == (before["done"] + 1, True)
    desk.turn()
    assert not desk.has_changed()
    assert desk.view()["jumps"]


def test_no_turn_of_a_jump_takes_longer_than_a_few_slices_of_a_thought(tmp_path: Path) -> None:
    desk = beside_computers(tmp_path, "euchre", "strong")  # a thought of 80 slices
    for jump in (Do.MY_TURN, Do.NEXT, Do.MY_TURN, *so_many((), (Do.DEAL_END, Do.NEXT, Do.MY_TURN))):
        desk.take(jump)
        while desk.busy:
            before = desk.hands.box.loop.turns
            desk.turn()
            assert desk.hands.box.loop.turns - before <= MOST_AT_ONCE
