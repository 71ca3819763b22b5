"""OK on a refusal, and BACK on a revoke, say why: the cards concerned, and the rule as a sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.birddog.rules import BIRD_DOG
from companion.games.registry import GAMES
from companion.screens.current_screen import screen_for
from companion.screens.layouts import lines_of
from companion.table.apply_statements import at_moment, refuse
from companion.table.modes import Revoke
from companion.table.setup_dialogue import open_table
from companion.table.state import House, Table, Why
from tests.companion.table.pure_table import done, refusal, table_of
from tests.evening import RECORDS, match_of, whole

HANDS = (
    "game birddog|players Ann Bob Cid|dealer Cid|; table scanned=Ann,Bob,Cid|deal|hand Ann AC AS AH JC JS AD QD"
    "|hand Bob 10C QS 10H QC 10S 9H QH|hand Cid KC KS KH 9D JD KD JH|up 10D|Ann pass|Bob declare"
    "|Ann pass|Bob pass|Cid pass|Ann AC"
)
REVOKED = "game birddog|players Ann Bob Cid|dealer Cid|deal|up 10D|Ann pass|Bob declare|Ann pass|Bob pass|Cid pass"


def told(table: Table) -> str:
    return " ".join(lines_of(screen_for(table)))


def test_ok_on_a_refusal_names_the_lead_the_card_and_the_rule() -> None:
    table = done(table_of(HANDS), "QS").table
    assert "OK = why" in told(table)
    why = done(table, "OK").table
    assert told(why) == (
        "A♣ led Q♠ The lead was clubs (A♣). Bob can follow, so Q♠ may not be played. Take back, tap another. BACK"
    )


def test_a_refusal_that_says_everything_promises_no_more() -> None:
    table = done(table_of(HANDS), "10C", "10C").table
    assert "OK = why" not in told(table)


def test_a_card_after_the_game_has_its_sign_and_the_question_its_own_end() -> None:
    over = done(at_moment(Table(House(GAMES)), match_of(*whole("birddog-exactly-eleven"))), "OK", "9H", "OK").table
    assert told(over) == "Why? 9♥ No card is asked for now. Now: Same table again? BACK"


@pytest.mark.parametrize(("tapped", "told_as"), [("2S", "2♠? "), ("7/1", "7? ")])
def test_a_card_at_the_set_up_has_its_sign(tapped: str, told_as: str) -> None:
    assert told(done(open_table(House(GAMES)), tapped).table).startswith(told_as)


def test_why_goes_away_with_the_next_tap_and_with_back_and_need_not_be_asked() -> None:
    table = done(table_of(HANDS), "QS").table
    played = done(table, "10C").table.playing
    assert done(table, "OK", "10C").table.playing == played
    assert done(table, "OK", "BACK").table.overlay is None
    assert done(table, "BACK").table.overlay is None
    assert not done(table, "OK", "10C").is_rejected


def test_a_card_of_nobody_still_leads_to_the_corrections() -> None:
    table = done(table_of(HANDS), "KC").table
    assert refusal(table).rule.name == "not-in-hand"
    assert "OK = why" not in told(table)
    assert not isinstance(done(table, "OK").table.overlay, Why)


def test_back_on_a_revoke_names_the_lead_the_card_and_its_proof_and_leads_back() -> None:
    table = done(table_of(REVOKED), "AC 9S KC AS 10C".replace("10C", "JC")).table
    assert isinstance(table.mode, Revoke)
    assert "BACK = why" in told(table)
    why = done(table, "BACK").table
    said = told(why)
    assert said.startswith("A♣ led 9♠ Trick 1: the lead was clubs (A♣). Bob played 9♠, and could have followed.")
    assert "J♣ proves it." in said
    assert done(why, "BACK").table == table


def test_a_game_that_says_no_price_of_a_revoke_promises_none() -> None:
    games = {**GAMES, "birddog": replace(BIRD_DOG, penalty=0)}
    table = at_moment(Table(House(games)), match_of(*whole("birddog-two-revokes")[:-1], games=games))
    assert "OK = a penalty" in told(table)


@pytest.mark.parametrize("record", [name for name in RECORDS if name.endswith(("-whole-match", "-full-match"))])
def test_every_rule_of_every_game_has_a_whole_sentence_at_any_moment(record: str) -> None:
    last = match_of(*whole(record))
    for match in (*list(last.story())[:: max(1, last.applied // 6)], last):
        table = Table(House(GAMES), match)
        for rule in match.header.game.rules:
            why = done(refuse(table, "X", rule, 0), "OK").table
            assert isinstance(why.overlay, Why)
            sentence = match.header.game.shown.why(match.moment, rule, "X")[1].format(*match.header.names, name="Ann")
            pages = [told(done(why, *["DOWN"] * page).table) for page in range(2)]
            assert all(word in " ".join(pages) for word in sentence.split())
