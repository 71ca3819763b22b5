"""The virtual table without any browser: what hands do, what is shown, and that it is the real box below."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.cards import SeatAssignment
from companion.games.registry import GAMES
from companion.http.views.desk import HintTold
from companion.inputs.inputs import Held
from companion.settings.schema import People, Settings
from companion.simulation.box import SIMULATED, SimulatedSetup
from companion.storage.records import Store
from companion.table.handling import handle
from companion.table.state import Refused
from companion.web.matches import regulars_of_game
from companion.web.orders import (
    AtOnce,
    Begin,
    Do,
    How,
    LayCards,
    Nest,
    Order,
    Pace,
    SetPace,
    TapNameTag,
    ToggleFault,
    Watch,
)
from companion.web.virtual_table import VirtualTable
from tests.companion.web.seating import seats
from tests.companion.web.table_in_browser import desk_of, does, presses, steps_until, turns
from tests.companion.web.test_switched_off import switch_off
from tests.evening import picture_of
from tests.torture import only_with_torture


def hand(view: Mapping[str, Any], seat: int) -> list[str]:
    return [card["word"] for card in view["table"]["seats"][seat]["hand"]]


def tip(desk: VirtualTable) -> HintTold:
    """What a hint proposes now."""
    hint: HintTold | None = does(desk, AtOnce.HINT)["hint"]
    assert hint is not None
    return hint


def wrong(desk: VirtualTable) -> list[str]:
    """The cards of whose turn it is that may not be played now."""
    table = desk.view()["table"]
    playable = table["playable"]
    return [] if playable is None else [word for word in hand({"table": table}, table["me"]) if word not in playable]


def test_a_new_game_is_set_up_by_the_box_itself_and_its_hands_are_scanned(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "birddog")
    view = desk.view()
    assert [seat["name"] for seat in view["table"]["seats"]] == ["Ann", "Bob", "Cid"]
    assert [len(hand(view, seat)) for seat in range(3)] == [7, 7, 7]
    assert desk.table.scanned == (0, 1, 2)
    assert desk.table.scanning() is None


def test_guests_who_fill_up_have_names_that_no_regular_has() -> None:
    assert [seat.name for seat in regulars_of_game(GAMES["spades"], ["P3", "Ann"])] == ["P3", "Ann", "P4", "P5"]


def test_hidden_hands_stay_hidden_from_the_box(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "birddog", scanned=False)
    assert desk.table.scanned == ()
    assert len(hand(desk.view(), 0)) == 7


@pytest.mark.no_cover  # much of the same again: counting lines would take three times as long
def test_the_same_seed_deals_the_same_hands_on_any_evening(tmp_path: Path) -> None:
    one, other = desk_of(tmp_path / "1", "rook"), desk_of(tmp_path / "2", "bonehead", people=2)
    does(other, Begin("rook", seed=1))
    assert hand(one.view(), 0) == hand(other.view(), 0)
    assert hand(one.view(), 0) != hand(desk_of(tmp_path / "3", "rook", seed=2).view(), 0)


def test_the_page_shows_the_glass_and_says_its_words(playing: VirtualTable) -> None:
    box = playing.view()["box"]
    assert b64decode(box["glass"]) == picture_of(playing.table).pages
    (turn,) = playing.view()["table"]["turn"]
    assert "Ann Bob Cid".split()[turn].upper() in box["said"]


def test_a_card_is_laid_lies_and_is_lifted_again(playing: VirtualTable) -> None:
    (word,) = tip(playing)["right"]
    playing.take(LayCards((word,)))
    playing.turn()
    assert playing.view()["lying"] == [word]
    playing.rest()
    assert playing.view()["lying"] == []
    assert playing.view()["table"]["middle"][-1]["cards"][0]["word"] == word


def test_a_wrong_card_is_refused_with_its_reason_and_stays_in_the_hand(playing: VirtualTable) -> None:
    steps_until(playing, lambda: wrong(playing))
    found = wrong(playing)
    view = does(playing, LayCards(tuple(found[:1])))
    assert isinstance(playing.table.overlay, Refused)
    assert any("FOLLOW" in line for line in view["box"]["said"])
    assert view["box"]["light"] == [255, 0, 0]
    assert set(found) <= {card["word"] for seat in view["table"]["seats"] for card in seat["hand"]}


def test_a_card_is_refused_as_one_also_where_somebody_is_called_like_it(playing: VirtualTable, tmp_path: Path) -> None:
    steps_until(playing, lambda: wrong(playing))
    called = (wrong(playing)[0], "Bob", "Cid")
    desk = VirtualTable(Store(tmp_path / "other"), SimulatedSetup(replace(SIMULATED, regulars=called)))
    does(desk, Begin("birddog", seats=tuple(map(SeatAssignment, called)), seed=1, scanned=True))
    steps_until(desk, lambda: wrong(desk))
    does(desk, LayCards(called[:1]))
    assert isinstance(desk.table.overlay, Refused)
    assert does(desk, TapNameTag(called[0]))["remark"] == ""


def test_a_card_that_stays_lying_is_told_until_it_is_lifted(playing: VirtualTable) -> None:
    (word,) = tip(playing)["right"]
    view = does(playing, LayCards((word,), How.REST))
    assert view["lying"] == [word]
    assert "A card is lying there." in turns(playing, 80)["box"]["said"]
    view = does(playing, Do.LIFT)
    assert view["lying"] == []
    assert "A card is lying there." not in view["box"]["said"]


def test_a_card_that_is_lifted_too_early_was_never_seen(playing: VirtualTable) -> None:
    before = playing.table.match
    does(playing, LayCards(tuple(tip(playing)["right"]), How.BRUSH))
    assert playing.table.match is before


def test_a_held_button_opens_the_menu_and_a_short_one_does_not(playing: VirtualTable) -> None:
    view = presses(playing, "BACK")
    assert playing.table.question is None
    view = presses(playing, "HOLD")
    assert playing.table.question is not None
    assert view["box"]["said"][0] == "Menu"


def test_two_cards_are_laid_at_once_where_the_game_takes_them(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "birdhead")
    words = hand(desk.view(), 0)
    pair = next((a, b) for a, b in pairwise(words) if a.split("/")[0] == b.split("/")[0])
    view = does(desk, LayCards(pair))
    assert len(view["table"]["middle"][-1]["cards"]) == 2
    assert not set(pair) & set(hand(view, 0))
    assert not isinstance(desk.table.overlay, Refused)


def test_a_new_game_ends_what_hands_were_doing_but_keeps_how_the_page_shows_it(playing: VirtualTable) -> None:
    view = does(playing, LayCards(tuple(tip(playing)["right"])), Begin("rook", seed=1))
    assert view["table"]["game"] == "rook"
    assert view["lying"] == view["table"]["middle"] == []


def test_the_plug_is_pulled_and_the_same_table_is_back(playing: VirtualTable) -> None:
    does(playing, Do.NEXT)
    before = playing.view()["table"]
    playing.take(Do.UNPLUG)
    playing.turn()
    dark = playing.view()
    assert dark["box"]["contrast"] == 0
    assert not any(b64decode(dark["box"]["glass"]))
    playing.rest()
    playing.turn()
    back = playing.view()
    assert back["box"]["said"][0].startswith("RESUMED")
    assert back["table"]["seats"] == before["seats"]


def test_a_plug_pulled_in_the_middle_of_a_tap_loses_nothing_that_was_shown(playing: VirtualTable) -> None:
    (word,) = tip(playing)["right"]
    playing.take(LayCards((word,)))
    playing.turn()
    view = does(playing, Do.UNPLUG)
    assert view["lying"] == []
    assert [card["word"] for card in view["table"]["middle"][-1]["cards"]] == [word]


def test_a_fault_is_switched_on_told_by_the_box_and_switched_off(playing: VirtualTable) -> None:
    does(playing, ToggleFault("miso-low"))
    assert any("Reader: no answer" in line for line in turns(playing, 60)["box"]["said"])
    assert [fault["name"] for fault in playing.view()["faults"] if fault["on"]] == ["miso-low"]
    does(playing, ToggleFault("miso-low"))
    assert not any(fault["on"] for fault in playing.view()["faults"])
    assert does(playing, ToggleFault("none"))["remark"].startswith("There is no fault of this name")


def test_a_fault_lasts_into_the_next_game_and_one_that_was_ended_stays_away(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    for faults in (["miso-low"], []):
        does(desk, ToggleFault("miso-low"), Begin("hearts", seats=seats(4, 3)))
        assert [fault["name"] for fault in desk.view()["faults"] if fault["on"]] == faults


def gives_away(desk: VirtualTable) -> bool:
    return bool(desk.view()["table"]["deal"] == "nest")


def test_five_cards_go_into_the_nest_face_down(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "rook")
    steps_until(desk, lambda: gives_away(desk))
    seat = desk.view()["table"]["turn"][0]
    five = tuple(hand(desk.view(), seat)[:5])
    name = desk.view()["table"]["seats"][seat]["name"]
    assert does(desk, Nest(five[:4]))["remark"] == f"5 cards of one hand are laid face down, by {name}."
    view = does(desk, Nest(five))
    assert view["table"]["nest"] == 5
    assert not set(five) & set(hand(view, seat))


@pytest.mark.parametrize(("game", "scanned", "lays"), [("rook", True, 5), ("euchre", False, 1)])
def test_what_is_laid_face_down_is_away_until_it_is_taken_back_also_over_a_restart(
    tmp_path: Path, game: str, lays: int, *, scanned: bool
) -> None:
    desk = desk_of(tmp_path, game, scanned=scanned, seed=3)
    steps_until(desk, lambda: gives_away(desk))
    seat = desk.view()["table"]["me"]
    laid = tuple(hand(desk.view(), seat)[:lays])
    does(desk, Nest(laid))
    chosen(desk, "undo")
    steps_until(desk, lambda: gives_away(desk))
    assert set(laid) <= set(hand(desk.view(), seat)), "the box had not heard of it"
    does(desk, Nest(laid), Do.NEXT, Do.NEXT)
    held = [hand(desk.view(), seat) for seat in range(4)]
    desk.close()
    desk = desk_of(tmp_path)
    assert [hand(desk.view(), seat) for seat in range(4)] == held
    presses(desk, "BACK")
    for _ in range(3):
        chosen(desk, "undo")
    assert gives_away(desk)
    assert set(laid) <= set(hand(desk.view(), seat)), "the box has heard of it no longer"


def test_what_was_laid_in_a_match_is_not_laid_in_the_next_one_at_the_same_table(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "rook")
    for _ in range(2):
        steps_until(desk, lambda: gives_away(desk))
        table = desk.view()["table"]
        does(desk, Nest(tuple(hand({"table": table}, table["me"])[:5])))
        chosen(desk, "end")
        presses(desk, "OK")


def test_fists_are_closed_and_no_hint_opens_them(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "toriatama", people=2)
    does(desk, Do.NEXT)
    does(desk, Do.NEXT)
    view = does(desk, AtOnce.HINT)
    assert [sum(seat["fists"].values()) for seat in view["table"]["seats"]] == [1, 1]
    assert len(view["table"]["centre"]) == 34
    assert view["hint"]["right"] == []
    assert "claim it" in view["hint"]["says"]


def test_a_word_that_is_no_card_is_told(playing: VirtualTable) -> None:
    assert does(playing, LayCards(("<img onerror>",)))["remark"] == "<img onerror> has no tag in this deck."
    word = playing.view()["table"]["seats"][0]["hand"][0]["word"]
    assert does(playing, LayCards((word, word)))["remark"] == "A card is named twice."


def test_a_command_card_says_what_a_button_says(playing: VirtualTable) -> None:
    does(playing, Do.NEXT, LayCards(("UNDO",)))
    assert "OK" in " ".join(playing.view()["box"]["said"])
    assert playing.table.question is not None


def test_a_scene_begins_with_the_hands_that_it_is_played_from(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    desk.take(Watch("birddog", 5))
    desk.turn()
    assert set(hand(desk.view(), 0)) == set("10H JC 10S KD JH QS AC".split())


def test_scores_from_before_count_in_the_first_match_of_those_who_have_them(tmp_path: Path) -> None:
    desk = VirtualTable(Store(tmp_path), SimulatedSetup(replace(SIMULATED, brought={"Ann": 5})))
    others = does(desk, Begin("birddog", seats=tuple(map(SeatAssignment, ("Bob", "Cid", "Dee")))))
    assert others["remark"].startswith("The box asks something first")
    for scores in ((5, 0, 0), (0, 0, 0)):
        does(desk, Begin("birddog", seats=seats(3)))
        assert desk.table.playing.scores == scores


@pytest.mark.parametrize("order", [Begin("rook"), Watch("rook", 0)])
def test_a_table_for_one_game_plays_no_other(order: Order, tmp_path: Path) -> None:
    desk = VirtualTable(Store(tmp_path), SimulatedSetup(replace(SIMULATED, games={"birddog": GAMES["birddog"]})))
    view = does(desk, order)
    assert view["remark"] == "This table was switched on for another game."
    assert [game["name"] for game in view["games"]] == view["examples"] == ["birddog"]
    assert does(desk, Begin("birddog"))["table"]["game"] == "birddog"


def test_a_slow_dealer_taps_card_by_card(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, AtOnce.FAST, Begin("birddog", seed=1))
    assert desk.table.scanning() == (1, 7)
    assert does(desk, Do.DEAL)["table"]["deal"] == "scan"
    assert desk.table.scanning() == (1, 6)
    does(desk, Do.NEXT)
    assert desk.table.scanning() is None


def test_every_order_is_counted_when_it_is_done(playing: VirtualTable) -> None:
    done = playing.done
    playing.take(LayCards(("9H",)))
    assert playing.done == done
    playing.take(SetPace(Pace.FAST))  # done at once, beside it
    assert playing.done == done + 1
    playing.rest()
    assert playing.done == done + 2


def company(tmp_path: Path, game: str = "bonehead", *, quick: bool = True) -> VirtualTable:
    """One person and computers at the desk, dealt."""
    desk = desk_of(tmp_path)
    does(
        desk,
        Begin(game, seats=seats(4, 3, "easy"), scanned=False, seed=1),
        SetPace(Pace.AT_ONCE if quick else Pace.SLOW),
    )
    return desk


def test_a_new_game_with_computers_seats_them_last_at_their_level(tmp_path: Path) -> None:
    header = company(tmp_path).table.playing.header
    assert header.names == ("Ann", "Tom", "James", "Kathy")
    assert [(seat, computer.level) for seat, computer in header.computers.items()] == [
        (1, "easy"),
        (2, "easy"),
        (3, "easy"),
    ]


@only_with_torture
def test_computers_play_by_themselves_until_it_is_a_persons_turn(tmp_path: Path) -> None:
    desk = company(tmp_path)

    def is_over() -> bool:
        while desk.table.computer is not None or desk.table.owed is not None:
            desk.turn()
        return not desk.table.playing.expects.words

    steps_until(desk, is_over)
    assert desk.table.playing.winners


def test_people_and_computers_sit_where_they_are_told_and_the_page_shows_them_meanwhile(tmp_path: Path) -> None:
    desk, levels = desk_of(tmp_path), ("", "easy", "", "strong")
    seats = tuple(map(SeatAssignment, ("Zoe", "Tom", "Al", "Kit"), levels))
    desk.take(Begin("rook", seats=seats, rules={"target": "500"}))
    desk.turn()
    assert desk.view()["table"]["game"] == "rook"
    desk.rest()
    assert [(seat["name"], seat["level"]) for seat in desk.view()["table"]["seats"]] == list(
        zip("Zoe Tom Al Kit".split(), levels, strict=True)
    )
    assert desk.table.playing.header.options == {"target": "500"}


def turns_of_a_trick(desk: VirtualTable) -> int:
    """How many turns go by from one card of the person to the next."""
    desk.take(Do.NEXT)
    for number in range(2000):
        desk.turn()
        if number and not desk.busy and desk.table.computer is None and not desk.table.open_set:
            return number
    raise AssertionError("a person's turn never comes")


def test_computers_take_their_time_unless_they_are_to_be_quick(tmp_path: Path) -> None:
    slow, quick = (company(tmp_path / str(quick), "birdhead", quick=quick) for quick in (False, True))
    assert turns_of_a_trick(slow) > turns_of_a_trick(quick) + 3 * 15


def test_the_cards_of_a_computer_stand_in_slots_and_none_of_their_faces_is_shown(tmp_path: Path) -> None:
    desk = company(tmp_path)
    seats = desk.view()["table"]["seats"]
    assert [seat.get("rack", 0) for seat in seats] == [0, 6, 6, 6]
    assert [len(seat["hand"]) for seat in seats] == [6, 0, 0, 0]


def chosen(desk: VirtualTable, label: str) -> None:
    """The entry that begins so is chosen from the question on the box; its menu is opened if there is none."""
    if desk.table.question is None:
        presses(desk, "HOLD")
    question = desk.table.question
    assert question is not None
    place = next(place for place, choice in enumerate(question.choices) if choice.startswith(label))
    presses(desk, *["DOWN"] * ((place - question.cursor) % len(question.choices)), "OK")


def test_a_card_that_was_taken_back_at_rook_is_in_its_hand_again(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "rook", scanned=False)
    steps_until(desk, lambda: wrong(desk))
    before = [hand(desk.view(), seat) for seat in range(4)]
    does(desk, LayCards(tuple(wrong(desk)[:1])))
    does(desk, LayCards(tuple(tip(desk)["right"])))
    chosen(desk, "take back a play")
    chosen(desk, "")
    assert [hand(desk.view(), seat) for seat in range(4)] == before
    proposed = tip(desk)
    assert proposed["right"]
    does(desk, LayCards(tuple(proposed["right"])))
    assert desk.view()["table"]["middle"]


def test_before_a_new_game_it_is_asked_what_becomes_of_the_one_in_play(playing: VirtualTable) -> None:
    asked = playing.view()["leaving"]
    assert asked == {"called": "Bird Dog with Ann, Bob and Cid", "ways": ["park", "end", "throw away"]}
    playing.take(Watch("rook", 5))
    playing.turn()
    assert playing.view()["leaving"] is None


@pytest.mark.no_cover  # much of the same again: counting lines would take three times as long
def test_a_match_that_is_over_is_finished_and_not_parked_by_a_new_game(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "toriatama", people=2)
    steps_until(desk, lambda: not desk.table.playing.expects.words)
    assert desk.view()["leaving"] is None
    does(desk, Begin("birddog", seed=1))
    assert desk.table.house.parked == ()
    assert len(Store(tmp_path).all_finished()) == 1


def test_a_new_game_while_the_plug_is_out_is_dealt_when_it_is_in_again(playing: VirtualTable) -> None:
    playing.take(Do.UNPLUG)
    playing.turn()
    assert not playing.view()["box"]["powered"]
    view = does(playing, Begin("rook", seed=1))
    assert (view["table"]["game"], view["box"]["powered"]) == ("rook", True)
    playing.take(Do.UNPLUG)
    playing.turn()
    view = does(playing, Begin("rook", deck="nobody's"))
    assert (view["table"]["game"], view["box"]["powered"]) == ("rook", True)


def test_the_menu_opens_while_a_computer_lays_cards_aside_and_names_none_of_them(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    desk.take(Begin("rook", seats=seats(4, 3, "easy"), scanned=False, seed=1))
    for _ in range(4000):
        desk.turn()
        called = desk.table.called if desk.table.in_play else None
        if called is not None and called.word == "lays" and desk.table.begun.gathered:
            break
        if not desk.busy:
            desk.take(Do.NEXT)
    laid = desk.table.begun.gathered
    assert laid
    question = handle(desk.table, Held(), lambda _: 0).table.question
    assert question is not None
    assert question.choices[0].startswith("undo")
    assert not any(card.sign in question.choices[0] for card in laid)


def test_who_has_begun_to_tap_a_pass_of_hearts_goes_on_with_it(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "hearts")
    steps_until(desk, lambda: not desk.table.scanning())
    does(desk, LayCards((hand(desk.view(), 2)[4],)))
    does(desk, Do.NEXT)
    said = desk.table.playing.statement
    assert (said.word, said.seat) == ("passes", 2)


@pytest.mark.parametrize(("answer", "stack"), [(["OK"], 4), (["DOWN", "OK"], 3)])
def test_the_card_turned_up_in_euchre_is_turned_down_or_taken_up(tmp_path: Path, answer: list[str], stack: int) -> None:
    desk = desk_of(tmp_path, "euchre")
    steps_until(desk, lambda: "orders" in desk.table.playing.expects.words)
    before, after = desk.view()["table"], presses(desk, *answer)["table"]
    assert before["up"] is not None
    assert (before["stack"], after["up"], after["stack"]) == (3, None, stack)


def test_a_card_turned_up_is_drawn_until_another_is_played_or_the_middle_shows_what_lies_open(
    playing: VirtualTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert playing.view()["table"]["up"] is not None
    deal = playing.cards.deal
    assert deal is not None
    with monkeypatch.context() as piled:
        piled.setattr(type(playing.table.playing.header.game.shown), "middle", lambda *_, **__: ((None, (deal.up,)),))
        playing.hands.box.loop.table = replace(playing.table)
        assert playing.view()["table"]["up"] is None
    does(playing, Do.NEXT)
    assert playing.view()["table"]["up"] is None


def test_a_new_regular_is_offered_for_the_next_game_and_has_a_name_tag_from_then_on(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    regulars = ["Zoe", "Ann", "Bob"]
    desk.hands.settle(Settings(people=People(regulars=tuple(regulars))))
    view = desk.view()
    assert view["regulars"] == regulars
    for name in view["tags"]:
        assert does(desk, TapNameTag(name))["remark"] == ""
    assert does(desk, Begin("birddog"))["tags"] == regulars


@pytest.mark.parametrize("gives_way", [True, False])
def test_the_match_of_drawn_cards_is_parked_where_a_table_with_real_cards_takes_its_place(
    *, gives_way: bool, tmp_path: Path
) -> None:
    desk = desk_of(tmp_path, "birddog", people=3)
    if gives_way:
        desk.in_play.give_way()
    desk.close()
    (record,) = (tmp_path / "records").rglob("*.table")
    assert ("; parked" in record.read_text("utf-8")) is gives_way


def pulls_the_plug(desk: VirtualTable) -> None:
    desk.take(Do.UNPLUG)
    desk.turn()
    assert not desk.hands.powered


@pytest.mark.parametrize("without_power", [switch_off, pulls_the_plug])
def test_it_is_parked_there_also_from_a_box_without_power(
    without_power: Callable[[VirtualTable], None], tmp_path: Path
) -> None:
    desk = desk_of(tmp_path, "birddog", people=3)
    without_power(desk)
    desk.in_play.give_way()
    desk.close()
    (record,) = (tmp_path / "records").rglob("*.table")
    assert "; parked" in record.read_text("utf-8")


def test_a_match_that_is_over_is_finished_there_and_not_parked(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "toriatama", people=2)
    steps_until(desk, lambda: not desk.table.playing.expects.words)
    desk.in_play.give_way()
    desk.close()
    (record,) = (tmp_path / "records").rglob("*.table")
    assert record.parent.name == "records"
    assert "; parked" not in record.read_text("utf-8")
