"""What a held BACK offers: common entries in a fixed order, those of the game between them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion import VERSION
from companion.cards import Card
from companion.games.registry import GAMES
from companion.games.rook.rules import ROOK
from companion.games.toriatama.rules import TORIATAMA
from companion.inputs.inputs import Button, Health, Held, Input, Lifted, Pressed, Stranger, Tapped
from companion.match.header import Header
from companion.rules.statements import Statement
from companion.screens.current_screen import screen_for
from companion.screens.layouts import HoldBar, TopLines
from companion.table.apply_statements import at_moment
from companion.table.choices import Page, Parked
from companion.table.effects import AddLine, FinishRecord, OpenRecord, ParkRecord, TakeUpRecord
from companion.table.handling import MOST_WEAK, handle
from companion.table.modes import Menu, Revoke, ShuttingDown, SwitchedOff
from companion.table.setup_dialogue import begin, open_table
from companion.table.state import House, Table, TakenBack
from companion.tags.tag_decks import CardCopy, Person
from tests.companion.table.pure_table import chosen, done, ends, entries, luck, question, refusal, table_of
from tests.evening import asks, match_of, picture_of, resumed, whole
from tests.slots import heard, slots
from tests.torture import some_of

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would double its time

BIRD_DOG, BIRD_HEAD = GAMES["birddog"], GAMES["birdhead"]
PEOPLE = ("Ann", "Bob", "Cid", "Dee")
COMMON = ("show this deal", "rules", "turn sound off")
BEFORE_PLAY = ("health of the box", "decks", "past games", "back up to USB stick", "turn sound off", "shut down")
LAST = ("seats", "end here", "park this game", "health of the box", "shut down")
HAND = "hand Ann 9H 10H JH QH KH AH 9S"
OFFERS = (
    open_table(House(GAMES)),
    open_table(House(GAMES), Header(BIRD_DOG, PEOPLE[:3], 0)),
)
"""What stands there at power-on: the set-up, or the same table again."""


def playing(name: str, **header: Mapping[int, int] | Mapping[str, str]) -> Table:
    """A table of this game before its first card."""
    game = GAMES[name]
    names = PEOPLE[: 3 if 3 in game.players else 4]
    return begin(Table(House(GAMES)), Header(game, names, 0, **header), ()).table  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["birddog", "birdhead", "rook", "toriatama", "bonehead"])
def test_every_game_has_the_common_entries_and_nothing_to_undo_at_first(name: str) -> None:
    no_card_yet = name == "rook"
    correct = () if no_card_yet else ("other mistakes",)
    assert entries(playing(name)) == ("undo: nothing", *correct, *COMMON, *LAST)


def test_what_a_game_offers_stands_between_the_common_entries() -> None:
    table = done(playing("toriatama"), "red-can").table
    own = ("a hand goes back", "insert a missed drink")
    assert entries(table)[1:] == ("other mistakes", *COMMON, *own, *LAST)


def test_the_menu_never_names_what_is_to_be_remembered() -> None:
    assert "red" not in entries(done(playing("toriatama"), "red-can").table)[0]


def test_undo_names_the_last_word_and_takes_it_back() -> None:
    table = done(playing("birddog"), "10D").table
    assert entries(table)[0].startswith("undo up 10")
    assert done(table, "HOLD", "OK").lines == ("undo",)


@pytest.mark.parametrize(("scanned", "undo"), [("dealt Ann 9H", "undo Ann's last card"), (HAND, "undo Ann's hand")])
def test_undo_says_whether_a_card_or_a_whole_hand_was_scanned(scanned: str, undo: str) -> None:
    header = ("game birddog", "players Ann Bob Cid", "dealer Cid", "deal")
    assert entries(table_of("\n".join((*header, scanned))))[0] == undo


@pytest.mark.parametrize(
    ("said", "undo", "saved"),
    [
        ("remedy play-on", "undo: play on", "play on"),
        ("correct Bob -2 counted-wrong", "undo Bob -2 counted wrong", "Bob -2 counted wrong"),
        ("seat Bob Eve computer=normal seed=1", "undo seats", "seats"),
    ],
)
def test_no_word_that_only_a_record_has_is_undone_or_saved_last(said: str, undo: str, saved: str) -> None:
    lines = (*whole("birddog-two-revokes")[:-1], said)
    assert entries(table_of("\n".join(lines)))[0] == undo
    top = screen_for(resumed(lines)).top
    assert isinstance(top, TopLines)
    assert top.memo == f"Last saved: {saved}"


@pytest.mark.parametrize(
    ("entry", "page"), [("show this deal", "history"), ("rules", "rules"), ("health of the box", "health")]
)
def test_an_entry_opens_a_page_that_a_press_puts_away(entry: str, page: str) -> None:
    table = chosen(done(playing("rook"), "OK").table, entry).table
    assert table.page is Page(page)
    assert done(table, "BACK").table.overlay is None


def test_health_names_the_trouble_the_restarts_and_the_version() -> None:
    table = playing("rook")
    table = handle(table, Health("Reader: no answer"), luck).table
    assert slots(screen_for(chosen(table, "health of the box").table)).lines[:2] == ("Reader: no answer", "Restarts: 0")
    table = handle(table, Health("Buttons: pins refused", (("", 1), ("west", 2))), luck).table
    lines = slots(screen_for(chosen(table, "health of the box").table)).lines
    assert lines[:2] == ("Buttons: pins refused", "Restarts: 1, west 2")
    assert f"Companion {VERSION}" in lines
    table = handle(table, Health("Reader: no answer", last="Reader: no answer", of_reader=True), luck).table
    assert "Is its cable loose? Plug" in slots(screen_for(chosen(table, "health of the box").table)).lines


def test_a_list_of_the_menu_has_its_question_for_a_title() -> None:
    table = table_of("game toriatama|players Ann Bob|start Ann|deal|Ann takes red-can")
    assert question(chosen(table, "a hand goes back")).title == "Whose hand?"


def test_health_shows_the_last_fault_and_its_age() -> None:
    table = playing("rook")
    assert "No fault so far" in slots(screen_for(chosen(table, "health of the box").table)).lines
    table = handle(table, Health(last="Display: no answer", ago_min=3), luck).table
    assert slots(screen_for(chosen(table, "health of the box").table)).lines[2:4] == (
        "Last fault 3 min ago:",
        "Display: no answer",
    )
    assert handle(table, Health(last="Display: no answer", ago_min=3), luck).table is table


def test_health_names_the_cards_that_read_badly_the_worst_first_but_not_while_a_deal_is_on() -> None:
    table = playing("rook")
    for card, unread in (("10G", 2), ("5R", 4), ("10G", 3), ("14B", 0)):
        table = handle(table, Lifted(CardCopy(card), unread), luck).table
    table = handle(table, Lifted(Stranger(), 9), luck).table
    assert table.health.weak == (("10G", 5), ("5R", 4))
    assert handle(table, Health("Reader: no answer"), luck).table.health.weak == table.health.weak
    weak = done(chosen(table, "health of the box").table, "DOWN").table
    assert slots(screen_for(weak)).lines[:3] == ("10G: 5 bad reads", "5R: 4 bad reads", "They need new tags.")
    dealt = done(chosen(done(table, "OK").table, "health of the box").table, "DOWN").table
    assert "10G" not in " ".join(slots(screen_for(dealt)).lines)


def test_after_the_match_down_shows_how_it_went_and_once_more_what_is_public() -> None:
    table = at_moment(Table(House(GAMES)), match_of(*whole("birdhead-whole-match")))
    went = done(table, *["DOWN"] * 4).table  # past who ends it, best trick, revokes; markers are no turn to be praised
    assert went.page is Page.COURSE
    assert [line.label for line in slots(screen_for(went)).curve] == ["An 11", "Bo 7", "Ci 26", "Do 0"]
    assert done(went, "DOWN").table.page is Page.PUBLIC
    assert done(went, "BACK").table.overlay is None


def test_how_it_went_is_in_the_menu_of_a_match_that_is_over_or_was_ended_only() -> None:
    table = playing("rook")
    assert "points deal by deal" not in entries(table)
    ended = ends(table).table
    assert chosen(ended, "points deal by deal").table.page is Page.COURSE


def test_only_the_worst_few_cards_are_remembered() -> None:
    table = playing("rook")
    for place, card in enumerate(table.playing.header.game.deck.cards_in_order):
        table = handle(table, Lifted(CardCopy(str(card)), place + 1), luck).table
    assert len(table.health.weak) == MOST_WEAK


def test_sound_is_switched_off_and_on() -> None:
    table = chosen(playing("rook"), "turn sound off").table
    assert table.house.muted
    assert not chosen(table, "turn sound on").table.house.muted


def test_parking_leaves_the_record_and_begins_the_set_up() -> None:
    reply = chosen(playing("rook"), "park this game")
    assert reply.effects == (AddLine("; parked"), ParkRecord())
    assert reply.table.match is None
    assert reply.table.setting_up is not None


def test_a_game_that_is_over_is_not_parked() -> None:
    ended = done(ends(playing("rook")).table, "BACK").table
    assert entries(ended)[-3:] == ("end here", "health of the box", "shut down")


# ---------------------------------------------------------------- before play


@pytest.mark.parametrize("table", OFFERS)
def test_before_a_game_begins_the_menu_is_short(table: Table) -> None:
    assert entries(table) == BEFORE_PLAY


@pytest.mark.parametrize("way_out", [("BACK",), ("OK", "BACK"), ("HOLD", "BACK"), ("UP", "OK", "BACK")])
@pytest.mark.parametrize("table", OFFERS)
def test_the_short_menu_leads_back_to_the_question_it_lay_over(table: Table, way_out: tuple[str, ...]) -> None:
    asked = done(table, "DOWN").table
    assert done(asked, "HOLD", *way_out).table == asked


@pytest.mark.parametrize("table", OFFERS)
def test_the_short_menu_switches_the_sound(table: Table) -> None:
    quiet = done(table, "HOLD", "UP", "UP", "OK").table
    assert (quiet.house.muted, quiet.question) == (True, table.question)


@pytest.mark.parametrize("table", OFFERS)
def test_no_card_counts_under_the_short_menu(table: Table) -> None:
    reply = done(table, "HOLD", "10D")
    assert (reply.is_rejected, reply.effects) == (True, ())


def test_a_person_who_sits_down_closes_the_short_menu() -> None:
    asked = done(open_table(House(GAMES, PEOPLE)), "OK", "HOLD").table
    table = handle(asked, Tapped((Person("Zoe"),)), luck).table
    assert table.setting_up is not None
    assert table.setting_up.names == ("Zoe",)
    assert table.question == table.setting_up.question()


# ---------------------------------------------------------------- shut down


@pytest.mark.parametrize("table", [*OFFERS, playing("birddog"), done(playing("rook"), "OK").table])
def test_holding_ok_shuts_down_and_nothing_counts_any_more(table: Table) -> None:
    reply = done(chosen(table, "shut down").table, "OK", "HOLDING-OK", "HOLD-OK")
    assert (type(reply.table.mode), reply.lines, reply.table.held_eighths) == (SwitchedOff, (), 0)
    for gesture in ("OK", "BACK", "HOLD", "10D", "HOLD-OK"):
        assert done(reply.table, gesture).table == reply.table
    assert handle(reply.table, Health("Reader: no answer"), luck).table == reply.table


def test_before_it_is_held_ok_does_nothing_and_back_plays_on() -> None:
    table = playing("birddog")
    asked = chosen(table, "shut down").table
    for gestures in (("OK",), ("OK", "HOLDING-OK"), ("UP",), ("DOWN",)):
        still = done(asked, *gestures).table
        assert isinstance(still.mode, ShuttingDown)
        assert done(still, "BACK").table == replace(table, held_eighths=0)


def test_ok_that_chose_it_in_the_menu_is_not_the_one_that_shuts_down() -> None:
    asked = chosen(playing("birddog"), "shut down").table
    assert done(asked, "HOLDING-OK").table == asked
    assert done(asked, "HOLD-OK").table == asked


def test_the_bar_fills_for_ok_only_where_it_shuts_down() -> None:
    table = playing("birddog")
    assert done(table, "HOLDING-OK").table is table
    assert done(table, "HOLD-OK").table is table
    held = done(chosen(table, "shut down").table, "OK", "HOLDING-OK").table
    assert screen_for(held).hold == HoldBar(4, "Shut down")


def test_a_card_plays_on_while_it_is_asked_whether_to_shut_down() -> None:
    reply = done(chosen(playing("birddog"), "shut down").table, "10D")
    assert reply.lines == ("deal", "up 10D")
    assert reply.table.overlay is None


# ---------------------------------------------------------------- parked games


def test_parked_games_are_listed_and_the_one_that_is_on_is_parked_for_another() -> None:
    parked = (Parked("first", "Rook Ann Bob"), Parked("second", "Rook Ann Bob"))
    table = replace(playing("birddog"), house=House(GAMES, parked=parked))
    assert entries(table)[7:10] == ("park this game", "go on: Rook Ann Bob", "go on: Rook Ann Bob")
    reply = done(table, "HOLD", *("DOWN",) * 9, "OK")
    assert reply.effects == (AddLine("; parked"), TakeUpRecord("second"))


# ---------------------------------------------------------------- taps and answers


def test_a_tap_while_the_menu_is_open_is_the_next_play() -> None:
    reply = done(playing("birddog"), "HOLD", "10D")
    assert reply.lines == ("deal", "up 10D")
    assert reply.table.question is None


def test_a_wrong_answer_of_the_game_changes_nothing() -> None:
    table = done(playing("toriatama"), "red-can").table
    reply = done(chosen(table, "a hand goes back").table, "DOWN", "OK")
    assert refusal(reply)
    assert reply.lines == ()


# ---------------------------------------------------------------- end here and go on


def test_to_end_here_is_asked_with_the_standing_of_all() -> None:
    table = playing("birddog", scores={1: 7})
    asked = chosen(table, "end here")
    assert (asked.lines, asked.table.match) == ((), table.match)
    shown = screen_for(asked.table)
    assert [(column.top, column.number) for column in slots(shown).columns] == [
        ("Ann", "0"),
        ("Bob", "7"),
        ("Cid", "0"),
    ]
    assert done(asked, "BACK").table == table
    assert done(asked, "DOWN").table == asked.table
    assert done(asked, "OK").lines == ("end",)
    assert done(asked, "10D").lines == ("deal", "up 10D")


def test_scores_are_carried_on_only_where_there_are_any() -> None:
    for table, answers in (
        (playing("birddog"), ("play again", "new game")),
        (playing("birddog", scores={1: 7}), ("play again", "go on", "new game")),
        (playing("toriatama"), ("play again", "new game")),
    ):
        ended = ends(table).table
        assert question(ended).choices == answers


def test_scores_and_house_rules_go_into_the_next_record() -> None:
    table = playing("birddog", scores={1: 7, 2: 3}, options={"renege": "void-deal"})
    reply = done(ends(table).table, "DOWN", "OK")
    assert [type(effect) for effect in reply.effects] == [FinishRecord, OpenRecord]
    assert reply.lines == (
        "game birddog", "players Ann Bob Cid", "option renege void-deal", "score Bob 7", "score Cid 3", "dealer Ann",
    )  # fmt: skip


def test_markers_go_along_with_the_scores_that_they_are() -> None:
    card = BIRD_HEAD.deck.card("3/1")
    assert card is not None
    header = Header(BIRD_HEAD, PEOPLE, 0, markers={2: (card,)})
    table = begin(Table(House(GAMES)), header, ()).table
    reply = done(ends(table).table, "DOWN", "OK")
    assert reply.lines == ("game birdhead", "players Ann Bob Cid Dee", "score Cid 3", "markers Cid 3/1", "start Ann")
    assert reply.table.playing.scores == (0, 0, 3, 0)


def test_the_same_table_again_begins_from_nothing() -> None:
    card = BIRD_HEAD.deck.card("3/1")
    assert card is not None
    header = Header(BIRD_HEAD, PEOPLE, 0, markers={2: (card,)})
    reply = done(ends(begin(Table(House(GAMES)), header, ()).table).table, "OK")
    assert reply.lines == ("game birdhead", "players Ann Bob Cid Dee", "start Bob")


def test_parked_games_are_not_forgotten_when_another_begins() -> None:
    parked = (Parked("2026-01-01-rook", "Rook"),)
    table = open_table(House({"rook": ROOK}, parked=parked))
    while table.setting_up is not None:
        table = done(table, "OK").table
    assert table.house.parked == parked


@pytest.mark.parametrize("seed", some_of(6))
@pytest.mark.parametrize("name", ["birddog", "rook", "toriatama"])
def test_after_any_taps_and_presses_the_lines_lead_back_to_the_same_table(name: str, seed: int) -> None:
    rng = random.Random(seed)
    opened = begin(Table(House(GAMES)), Header(GAMES[name], PEOPLE[: 3 if name == "birddog" else 4], 0), ())
    table, lines = opened.table, opened.lines
    for _ in range(120):
        reply = handle(table, any_input(table, rng), luck)
        if reply.begins or ParkRecord() in reply.effects:
            break
        table, lines = reply.table, (*lines, *reply.lines)
        picture_of(table)
    back = resumed(lines)
    assert back.playing.state == table.playing.state
    if isinstance(table.mode, Revoke):
        assert asks(back) == asks(table)


def any_input(table: Table, rng: random.Random) -> Input:
    """A card that is taken now if there is one, a press, or BACK held."""
    kind = rng.random()
    if kind < 0.55:
        cards = list(table.playing.header.game.deck.cards_in_order)
        taps = [Tapped((CardCopy(str(card)),)) for card in rng.sample(cards, len(cards))]
        return next((tap for tap in taps if not handle(table, tap, luck).is_rejected), taps[0])
    return Pressed(rng.choice(list(Button))) if kind < 0.95 else Held(rng.choice((Button.BACK, Button.OK)))


def test_only_a_game_with_scores_goes_on() -> None:
    assert TORIATAMA.continuation(playing("toriatama").playing.moment) is None


def test_parked_games_of_the_same_people_differ_and_tell_how_they_stand_below_the_list() -> None:
    first, second = (f"2026-11-{day}-201512-rook" for day in ("02", "22"))
    parked = (Parked(second, "Rook Ann Bob", "d2 45-75 Ann Bob"), Parked(first, "Rook Ann Bob", "d1 0-0 Ann Bob"))
    table = done(replace(playing("rook"), house=House(GAMES, parked=parked)), "HOLD").table
    at = entries(table).index("park this game")
    assert entries(table)[at + 1 : at + 3] == ("22 Nov 20:15 Rook Ann Bob", "2 Nov 20:15 Rook Ann Bob")
    for detail in ("d2 45-75 Ann Bob", "d1 0-0 Ann Bob"):
        at += 1
        assert isinstance(table.mode, Menu)
        asked = replace(table, mode=replace(table.mode, question=replace(table.mode.question, cursor=at)))
        assert slots(screen_for(asked)).lines[-1] == detail


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (Statement("back", 1, (Card("7", "R"),)), "7R of Bob lies again"),
        (Statement("end"), "The game goes on."),
        (Statement("remedy", value="void-deal"), "The deal counts again."),
        (Statement("remedy", value="play-on"), "The revoke is open."),
        (Statement("remedy", value="penalty"), "No penalty."),
        (Statement("deal"), "The cards are not dealt."),
        (Statement("dealt", 1), "Bob 1 card"),
        (Statement("claims", 1), "Bob claims"),
        (Statement("pass", 1), "Bob passes"),
        (Statement("play", 1, (Card("7", "R"),)), "7R back to Bob"),
    ],
)
def test_each_undone_statement_has_its_own_words(said: Statement, told: str) -> None:
    screen = screen_for(replace(playing("rook"), overlay=TakenBack((said,))))
    assert slots(screen).lines[0] == told


def test_a_bid_that_is_undone_is_called_as_it_was_said() -> None:
    screen = screen_for(replace(playing("spades"), overlay=TakenBack((Statement("bid", 1, value="0"),))))
    assert slots(screen).lines[0] == "Bob says nil"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (Statement("deal"), "Taken back. The cards are not dealt."),
        (Statement("decided"), "Taken back. The deal goes on."),
        (Statement("blind", 1), "Taken back: Bob bids nil without looking."),
    ],
)
def test_what_is_heard_of_an_undo_is_not_that_it_holds(said: Statement, told: str) -> None:
    assert heard(replace(playing("spades"), overlay=TakenBack((said,)))).startswith(told)
