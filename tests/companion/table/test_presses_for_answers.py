"""The answers of the buttons: each is given by its presses, in every question of every game."""

from __future__ import annotations

import re

import pytest

from companion.cards import Card
from companion.games.registry import GAMES
from companion.inputs.inputs import Button, Pressed, Tapped
from companion.rules.statements import PLAY, Statement
from companion.screens.current_screen import screen_for
from companion.screens.layouts import lines_of
from companion.support.values import replace
from companion.table import modes
from companion.table.asked import confirms
from companion.table.handling import handle
from companion.table.presses_for_answers import BACK, OK, button_answers, moves_to, undo_presses
from companion.table.state import BoxNotice, House, Refused, Table, TakenBack, Why, Wish
from companion.tags.tag_decks import CardCopy
from tests.companion.table.prompts import luck, prompts, walked
from tests.companion.table.pure_table import done, table_of
from tests.evening import match_of, right_match
from tests.slots import shown
from tests.torture import so_many


def given(table: Table, place: int) -> Table:
    """The table after the presses of this answer."""
    for press in button_answers(table)[place].presses:
        table = handle(table, press, lambda _: 0).table
    return table


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_presses_of_an_answer_say_what_it_says(game: str) -> None:
    tried = 0
    for table in walked(game, 1, scanned=False)[:: so_many(8, 4)]:
        for place, answer in enumerate(button_answers(table)):
            if answer.says is None or table.question is not None or not answer.presses:
                continue
            after = given(table, place)
            refused = isinstance(after.overlay, Refused)  # as a fist that is empty
            assert refused or answer.says in [moment.said for moment in after.playing.story()], answer
            tried += 1
    assert tried or game in {"birdhead", "hearts"}  # buttons say nothing there


CLUB, SETS_UP = (modes.AtClub, modes.NextBoard), (modes.SettingUp, modes.Enrolling, modes.TryingGains)
AT_THE_BOX = (modes.Menu, modes.Reading, *CLUB, *SETS_UP)
"""What lists and pages of the box ask is answered at the box, and its pages have lists of their own."""
GOES_BY_ITSELF = (Refused, Why, TakenBack)
"""It is told whole, is gone with the next tap, and another step back is asked for by Undo."""


def test_whatever_the_panel_asks_while_a_game_is_played_has_its_answers() -> None:
    asks = [table for table in prompts() if re.search("OK|BACK|▲|▼", " ".join(lines_of(screen_for(table))))]
    met = {type(table.mode) for table in asks if table.match and not isinstance(table.mode, AT_THE_BOX)}
    unanswered = [
        list(lines_of(screen_for(table)))
        for table in asks
        if table.match
        and not isinstance(table.mode, AT_THE_BOX)
        and not isinstance(table.overlay, GOES_BY_ITSELF)
        and not (button_answers(table) or undo_presses(table))
    ]
    assert unanswered == []
    assert met >= {modes.Playing, modes.EndingHere, modes.ShuttingDown, modes.Revoke, modes.WhichPlayer}


def test_what_the_panel_wants_to_be_sure_of_is_meant_or_not() -> None:
    passed_in_view = walked("hearts", 0, scanned=True)  # of hands that the table knows
    calm = [replace(table, overlay=None) for table in (*prompts(), *passed_in_view) if table.in_play]
    beside_a_card = [handle(table, Pressed(Button.DOWN), luck).table for table in calm if table.optional]
    asks = [table for table in (*calm, *beside_a_card) if confirms(table)]
    notice = BoxNotice("COPIED", "The games are on the stick.")
    for table in asks:
        shuts_down = isinstance(table.mode, modes.ShuttingDown)  # it is switched off by OK held down alone
        presses = [(BACK,)] if shuts_down else [(OK,), (BACK,)]
        assert [answer.presses for answer in button_answers(table)] == presses
        covered = button_answers(replace(table, overlay=notice))
        assert [answer.presses for answer in covered] == [(BACK, *press) for press in presses]
    assert {type(table.mode) for table in asks} == {modes.Playing, modes.EndingHere, modes.ShuttingDown}
    assert {table.playing.header.game.name for table in beside_a_card if confirms(table)} >= {"bonehead", "hearts"}


def test_no_button_says_what_the_reader_is_to_see() -> None:
    passed = [table for table in walked("hearts", 0, scanned=True) if table.drawing and table.offered]
    assert {button_answers(table) for table in passed if not confirms(table)} == {()}


@pytest.mark.parametrize(
    ("cursor", "place", "presses"),
    [(0, 0, ""), (0, 1, "DOWN"), (0, 3, "UP"), (0, 2, "DOWN DOWN"), (3, 1, "DOWN DOWN"), (2, 3, "DOWN")],
)
def test_the_nearer_way_around_leads_to_an_answer(cursor: int, place: int, presses: str) -> None:
    assert moves_to(cursor, place, 4) == tuple(Button[word] for word in presses.split())


def test_answers_beside_a_card_are_no_circle() -> None:
    assert moves_to(-1, 1, 2, around=False) == (Button.DOWN, Button.DOWN)
    assert moves_to(1, 0, 2, around=False) == (Button.UP,)


def test_of_answers_that_look_alike_the_first_question_is_answered_first() -> None:
    header = ("game toriatama", "players Ann Bob Cid", "start Ann", "deal")
    match = right_match(*header, "Ann takes red-can", "Bob takes green-small", "Cid takes black-high")
    asked = button_answers(Table(House(GAMES), match))
    assert [(answer.seat, answer.says) for answer in asked] == [(0, None), (1, None)]


COMPUTERS = [f"; seat {name} computer=normal seed=3" for name in ("Bob", "Cid", "Dee")]
BIRD_HEAD = ("game birdhead", "players Ann Bob Cid Dee", *COMPUTERS, "start Ann", "deal")


@pytest.mark.parametrize(
    ("plays", "wish", "left"),
    [
        (("Ann 11/1", "Bob 3/1", "Cid 2/1", "Dee 4/1"), None, "Dee 4/1"),  # Ann's own: what computers played stays
        (("Ann 7/1 7/2",), Statement(PLAY, 1, (Card("10", copy=1), Card("10", copy=2))), "deal"),  # Bob's, after Ann's
    ],
)
def test_undo_takes_back_what_a_person_did_last_with_the_part_of_a_play_that_lies_there(
    plays: tuple[str, ...], wish: Statement | None, left: str
) -> None:
    match = match_of(*BIRD_HEAD, *plays)
    table = Table(House(GAMES), match, wish=Wish(match, wish))
    table = handle(table, Tapped((CardCopy("10", 1),)), luck).table
    assert table.begun.gathered
    for press in undo_presses(table):
        table = handle(table, press, luck).table
    assert not table.begun.gathered
    assert table.playing.header.language.write(table.playing.statement) == left


@pytest.mark.parametrize("presses", ["BACK", "HOLD OK OK OK OK"])
def test_a_card_that_was_tapped_while_trump_was_asked_is_told_and_taken_back_with_its_passes(presses: str) -> None:
    asked = table_of("game birddog|players Ann Bob Cid|dealer Cid|deal|up 10D")
    turned_up = done(asked, "JC").table
    assert "J♣ is up   BACK = not so" in shown(turned_up)
    assert done(turned_up, presses).table.playing.state == asked.playing.state
    assert len(undo_presses(turned_up)) == len("HOLD OK OK OK OK".split())
    assert "not so" not in shown(done(asked, "BACK").table)
