"""“The rest are mine” at the table: from the menu, shown or trusted, accepted or played on, by people and computers."""

from __future__ import annotations

import pytest

from companion.director.results import played_match
from companion.games.registry import GAMES
from companion.history.finished_match import finished_match_of
from companion.inputs.inputs import Button, Pressed
from companion.players.player import finish
from companion.screens.asking import asked_sentence
from companion.table.computer_seats import choosing
from companion.table.presses_for_answers import button_answers
from companion.table.state import Table
from companion.web.asked import label_of
from tests.companion.history.sealed import sealed
from tests.companion.table.pure_table import chosen, done, entries, question, refusal, table_of
from tests.slots import heard, shown

HEADER = "game spades|players Ann Bob Cid Dee|dealer Dee"
BIDS = "deal|Ann bid 6|Bob bid 2|Cid bid 2|Dee bid 2"
LED = f"{HEADER}|{BIDS}|Ann AH|Bob 2H|Cid 3H|Dee 4H"
SPADES = "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S"
HANDS = ("AH 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", "2H 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC")
COMPUTER = (
    f"{HEADER}|; seat Bob computer=normal seed=1|deal|hand Bob {HANDS[1]}"
    "|Ann bid 6|Bob bid 2|Cid bid 2|Dee bid 2|Ann AH|Bob 2H|Cid 3H|Dee 4H"
)
DECIDED = (
    f"{HEADER}|deal|Ann bid 7|Bob bid 7|Cid bid 6|Dee bid 6|Ann AH|Bob 2H|Cid 3H|Dee 4H|Ann 5H|Bob KH|Cid 6H|Dee 7H"
)


def claim_of(table: Table, presses: str = "OK") -> Table:
    return done(chosen(table, "the rest are mine"), presses).table


def test_nobody_claims_before_a_card_was_led() -> None:
    assert "the rest are mine" not in entries(table_of(f"{HEADER}|{BIDS}"))
    assert "the rest are mine" not in entries(table_of("game birdhead|players Ann Bob Cid Dee|start Ann|deal|Ann 4"))


def test_whose_turn_it_is_comes_first_among_those_who_may_claim() -> None:
    assert question(chosen(table_of(LED), "the rest are mine")).choices == ("Ann", "Bob", "Cid", "Dee")


def test_ok_of_the_table_ends_the_deal_and_the_claimant_has_the_tricks() -> None:
    table = claim_of(table_of(LED))
    assert shown(table).endswith(
        "Claim: all tricks left|ANN|claims|› all agree, chosen|play on|Proof: tap Ann's 12 cards|OK = all agree   ▲▼"
    )
    reply = done(table, "OK")
    assert reply.lines == ("Bob agrees", "Cid agrees", "Dee agrees")
    assert reply.table.playing.scores == (85, -40, 85, -40)
    assert "Ann takes the last 12 tricks." in heard(reply.table)


def test_a_claim_that_is_not_accepted_is_played_on_as_if_nothing_was_said() -> None:
    before, table = table_of(LED), done(claim_of(table_of(LED)), "DOWN", "OK").table
    assert table.playing.expects == before.playing.expects
    assert table.playing.state == before.playing.state


def test_the_hand_is_shown_card_by_card_and_is_a_fact_from_then_on() -> None:
    table = claim_of(table_of(LED))
    part = done(table, "AS")
    assert part.lines == ("; tapped AS",)
    assert "1/12" in shown(part.table)
    reply = done(part, SPADES.removeprefix("AS "))
    assert reply.lines == (f"Ann shows {SPADES}",)
    played_on = done(reply, "DOWN", "OK")
    assert refusal(done(played_on, "2C")).rule.name == "not-in-hand"


def test_a_card_that_is_out_is_no_card_of_the_hand() -> None:
    assert refusal(done(claim_of(table_of(LED)), "2H")).rule.name == "card-used"


def test_a_claim_is_asked_about_and_no_answer_of_the_auction() -> None:
    auction = "deal|up AS|Ann pass|Bob pass|Cid pass|Dee pass|Ann pass|Bob pass|Cid trump diamonds|Cid pass"
    table = table_of(f"game euchre|players Ann Bob Cid Dee|dealer Dee|{auction}|Ann KD|Bob AD|Cid JH|Dee 9D|Cid claims")
    assert asked_sentence(table) == "Cid takes all tricks that are left: agreed?"


def test_a_claim_waits_through_a_power_cut() -> None:
    table = table_of(f"{LED}|Ann claims|; tapped AS")
    assert asked_sentence(table) == "Ann takes all tricks that are left: agreed?"
    assert "Half done: tap all again" in shown(table)
    assert done(table, "OK").table.playing.scores == (85, -40, 85, -40)


def test_undo_takes_the_end_back_and_then_the_claim() -> None:
    table = done(claim_of(table_of(LED)), "OK").table
    back = done(table, "HOLD", "OK", *("OK",) * 3).table
    assert back.playing.state == table_of(LED).playing.state


def test_a_revoke_that_the_shown_hand_proves_is_asked_about_at_once() -> None:
    table = claim_of(table_of(f"{HEADER}|{BIDS}|Ann 2H|Bob 2S|Cid 3H|Dee 4H"), "OK")
    reply = done(table, "AH AS KS QS JS 10S 9S 8S 7S 6S 5S 4S")
    assert question(reply).title == "Revoke"


@pytest.mark.parametrize(
    ("cards", "word"), [(SPADES, "agrees"), (SPADES.replace("3S", "2D"), "continues")], ids=["certain", "not certain"]
)
def test_a_computer_agrees_to_what_is_certain_and_plays_on_otherwise(cards: str, word: str) -> None:
    table = table_of(f"{COMPUTER}|Ann claims|Ann shows {cards}")
    said = finish(choosing(table)).said
    assert said is not None
    assert table.playing.header.language.write(said) == f"Bob {word}"


def test_a_computer_waits_for_a_hand_that_it_has_not_seen_and_people_cannot_agree_for_it() -> None:
    table = table_of(f"{COMPUTER}|Ann claims")
    assert finish(choosing(table)).said is None
    assert [choice.label for choice in table.offered] == ["play on"]
    assert "OK = play on" in shown(table)


def test_a_deal_without_a_point_left_is_offered_to_end_and_may_be_played_on() -> None:
    table = table_of(DECIDED)
    assert "▼ score: no points left" in shown(table)
    assert "Down, then OK: score the deal now." in heard(table)
    assert done(table, "DOWN").table.playing.scores == table.playing.scores
    assert done(table, "DOWN", "OK").table.playing.scores == (-130, -130, -130, -130)
    assert done(table, "8H").lines == ("Bob 8H",)
    sure = done(table, "DOWN").table
    assert asked_sentence(sure) == "Score the deal now?"
    assert [(answer.label, answer.presses) for answer in button_answers(sure)] == [
        ("score the deal now", (Pressed(Button.OK),)),
        ("no", (Pressed(Button.BACK),)),
    ]
    assert label_of(table, button_answers(table)[0]) == "The rest changes nothing: score now"


# ---------------------------------------------------------------- what becomes of the record


CLAIMED = f"{LED}|Ann claims|Ann shows {SPADES}|Bob agrees|Cid agrees|Dee agrees|end"


def test_the_history_counts_a_claimed_deal_as_any_other() -> None:
    match = finished_match_of(sealed(CLAIMED.split("|")), GAMES)
    assert match.curve.last == (85, -40, 85, -40)


def test_a_club_counts_a_claimed_board_as_any_other() -> None:
    header, _, story = CLAIMED.partition("|deal|")
    note = "; club event=spades round=1 table=1 boards=1"
    match = played_match("table-1", "m", sealed([*header.split("|"), note, "deal", *story.split("|")]), GAMES)
    assert match is not None
    assert match.deals == ((85, -40, 85, -40),)


def test_a_hand_that_is_shown_and_proves_a_revoke_may_void_the_deal() -> None:
    """Then nobody is asked whether they agree, but for the first word of the next deal."""
    rules = "option renege void-deal|option blind-nil any"
    led = f"{HEADER.replace('dealer', f'{rules}|dealer')}|{BIDS}|Ann AH|Bob 2C|Cid 3H|Dee 4H"
    table = table_of(f"{led}|Bob claims|Bob shows 2H 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC")
    assert shown(table).startswith("Revoke in trick 1")
    dealt = done(table, "OK").table
    assert "How many tricks?" in shown(dealt)
    assert asked_sentence(dealt) == "How many tricks will Ann take?"
