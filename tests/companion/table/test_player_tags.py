"""A person's tag before a card names its seat; where the turn order says otherwise the smallest repair is asked."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.screens.current_screen import screen_for
from companion.screens.layouts import lines_of
from companion.table import words
from companion.table.reply import Outcome
from companion.table.state import Mended, Table
from tests.companion.table.pure_table import done, question, refusal, table_of
from tests.evening import asks, whole
from tests.slots import slots

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would double its time

BIRD_DOG = """
game birddog
players Ann Bob Cid
dealer Cid
deal
up 10D
Ann declare
Ann pass
Bob pass
Cid pass
Ann AH
"""
"""Ann has led hearts; it is Bob's turn."""

BIRDHEAD = """
game birdhead
players Ann Bob Cid Dee
start Ann
deal
Ann 7/1 7/2
"""
"""Two cards each; it is Bob's turn."""

HEADS = """
game bonehead
players Ann Bob Cid
start Ann
deal
"""

DRAWS = """
game bonehead
players Ann Bob
start Ann
; table scanned=Ann,Bob
deal
hand Ann 3C 4C 5C 6C 7C 8C
hand Bob 3D 4D 5D 6D 7D 8D
Ann heads 6C 7C 8C
Bob heads 6D 7D 8D
Ann 3C
"""
"""Ann draws a card; then it is Bob's turn."""

CLAIMS = """
game toriatama
players Ann Bob Cid
start Ann
deal
Ann takes red-can
Bob takes green-can
Cid takes blue-tall
Ann takes red-tall
"""


def asked(table: Table) -> tuple[str, ...]:
    assert asks(table) == "who"
    return question(table).choices


# ---------------------------------------------------------------- whose turn it is


def test_a_tag_waits_for_its_card_in_large_letters() -> None:
    reply = done(table_of(BIRD_DOG), "Bob")
    assert (reply.outcome, reply.effects) == (Outcome.PART, ())
    assert slots(screen_for(reply.table)).fact == "BOB:"
    assert done(reply.table, "9H").lines == ("Bob 9H",)
    assert done(reply.table, "9H").table == done(table_of(BIRD_DOG), "9H").table


@pytest.mark.parametrize("press", ["BACK", "OK", "UP", "DOWN", "HOLD BACK"])
def test_a_press_takes_the_tag_back(press: str) -> None:
    table = table_of(BIRD_DOG)
    assert done(table, f"Cid {press}").table == table


def test_another_tag_takes_its_place() -> None:
    assert done(table_of(BIRD_DOG), "Cid Ann Bob 9H").lines == ("Bob 9H",)


def test_a_refused_card_leaves_the_tag_waiting() -> None:
    refused = done(table_of(BIRD_DOG), "Bob AH")
    assert refusal(refused)
    assert done(refused.table, "9H").lines == ("Bob 9H",)


def test_several_cards_of_one_play_need_one_tag() -> None:
    assert done(table_of(BIRDHEAD), "Bob 8/1 9/1").lines == ("Bob 8/1 9/1",)
    assert done(table_of(BIRDHEAD), "Bob 8/1 Bob 9/1").lines == ("Bob 8/1 9/1",)
    assert refusal(done(table_of(BIRDHEAD), "Bob 8/1 Cid"))


def test_a_card_is_drawn_after_the_tag_of_who_draws_as_without_it() -> None:
    assert done(table_of(DRAWS), "Ann 9S").lines == done(table_of(DRAWS), "9S").lines == ("Ann draws 9S",)
    assert done(table_of(DRAWS), "Bob 4D").table.begun.gathered


def test_a_card_after_the_tag_of_who_draws_closes_the_set_before_it_as_without_the_tag() -> None:
    laying = table_of(DRAWS.rpartition("Ann 3C")[0])
    assert done(laying, "3C Ann 9S").lines == done(laying, "3C 9S").lines == ("Ann 3C", "Ann draws 9S")


@pytest.mark.parametrize("tag", ["Bob", "Cid"])
def test_a_drawn_card_after_a_wrong_tag_is_not_named_and_may_be_tapped_again(tag: str) -> None:
    record = DRAWS.replace("Ann Bob", "Ann Bob Cid", 1).replace("Ann heads", "hand Cid 3S 4S 5S 6S 7S 8S\nAnn heads")
    table = table_of(record.replace("Ann 3C\n", "Cid heads 6S 7S 8S\nAnn 3C\n"))
    reply = done(table, tag, "9S")
    assert (reply.is_rejected, "9" in " ".join(lines_of(screen_for(reply.table)))) == (True, False)
    assert done(reply, "9S").lines == ("Ann draws 9S",)


def test_heads_are_laid_by_whose_tag_was_tapped() -> None:
    table = table_of(HEADS)
    assert done(table, "Cid 3C 4C 5C").lines == ("Cid heads 3C 4C 5C",)
    assert slots(screen_for(done(table, "Cid 3C").table)).side == "1/3"
    assert done(table, "Cid 3C 4C 5C 6C 7C 8C").lines == ("Ann heads 6C 7C 8C",)
    assert done(table, "Cid 3C BACK 3D 4D 5D").lines == ("Ann heads 3D 4D 5D",)


def test_the_last_cards_of_birdhead_may_come_in_any_order_and_go_on_from_the_last_winner() -> None:
    game = "game birdhead\nplayers Ann Bob Cid Dee\nstart Bob\n"
    deal = "deal\nBob 2 2 2\nCid 3 3 3\nDee 4 4 4\nAnn 5 5 5\nAnn 6 6 6\nBob 7 7 7\nCid 9 9 9\nDee 10 10 10\n"
    rest = "Dee 2\nAnn 4\nBob 5\nCid 6\nCid 4\nDee 5\nAnn 7\nBob 10\nBob 11\nCid 2\nDee 7\nAnn 8\n"
    table = table_of(game + deal + rest)
    assert done(table, "Dee 10/5").lines == ("Dee 10/5",)
    assert done(table, "Dee 10/5 8/5").lines == ("Bob 8/5",)


def test_a_tag_says_whose_a_further_card_of_a_set_is() -> None:
    table = table_of(BIRDHEAD.replace("Ann 7/1 7/2", "Ann 7/1 7/2\nBob 8 8\nCid 2 2\nDee 3 3"))
    assert done(table, "4/1 4/2 Bob").lines == ("; tapped 4/2",)
    assert done(table, "4/1 4/2 Cid").lines == ("Bob 4/1", "Cid 4/2")
    assert done(table, "4/1 Cid 4/2").lines == ("Bob 4/1", "Cid 4/2")
    assert done(table, "Bob 4/1 4/2 Cid").lines == ("Bob 4/1", "Cid 4/2")


def test_at_the_claims_a_tag_is_the_claimant() -> None:
    assert done(table_of(CLAIMS), "Cid").table.asked == "claims what?"


def test_among_people_a_tag_moves_the_cursor() -> None:
    table = table_of("\n".join(BIRD_DOG.strip().splitlines()[:5]))
    assert done(table, "Bob OK").lines == ("Ann pass", "Bob declare")


def test_a_tag_of_who_leads_says_like_the_card_alone_what_nobody_else_says() -> None:
    table = table_of("\n".join(BIRD_DOG.strip().splitlines()[:7]))
    assert done(table, "Ann AH").lines == ("Bob pass", "Cid pass", "Ann AH")


@pytest.mark.parametrize("gestures", ["Zoë", "HOLD Cid", "Cid 9H Cid"])
def test_a_tag_that_says_nothing_now_is_refused(gestures: str) -> None:
    assert refusal(done(table_of(BIRD_DOG), gestures))


# ---------------------------------------------------------------- out of turn


def test_the_player_before_was_missed_and_the_card_waits_for_the_missed_one() -> None:
    reply = done(table_of(BIRD_DOG), "Cid 9H")
    assert reply.lines == ()
    assert asked(reply.table)[0] == "box missed Bob's card"
    assert done(reply.table, "QH").lines == ("Bob QH", "Cid 9H")
    assert slots(screen_for(reply.table)).lines[-1] == words.MISSED
    told = done(reply.table, "OK").table
    assert slots(screen_for(told)).lines[-1] == words.TAP_IT_NOW
    assert done(told, "QH").lines == ("Bob QH", "Cid 9H")


def test_two_players_were_missed_and_are_asked_for_one_after_the_other() -> None:
    table = table_of(BIRDHEAD.replace("7/1 7/2", "7/1"))
    reply = done(table, "Dee 8/1 9/1")
    assert reply.lines == ("Bob 9/1",)
    assert asked(reply.table)[0] == "box missed Cid's card"
    assert done(reply.table, "10/1").lines == ("Cid 10/1", "Dee 8/1")


def test_a_card_that_comes_late_is_put_in_its_place() -> None:
    reply = done(table_of(BIRD_DOG), "9H Bob 10H")
    assert asked(reply.table)[:2] == ("Cid played 9♥", "9♥ was not played")
    mended = done(reply.table, "OK")
    assert mended.lines == ("; missed", "undo", "Bob 10H", "Cid 9H")
    assert mended.table.overlay == Mended("Cid played 9♥")


def test_a_card_that_was_not_played_is_taken_out() -> None:
    mended = done(table_of(BIRD_DOG), "9H Bob 10H DOWN OK")
    assert mended.lines == ("; dropped", "undo", "Bob 10H")
    assert mended.table.playing.said == done(table_of(BIRD_DOG), "10H").table.playing.said


def test_the_tag_was_the_wrong_one() -> None:
    reply = done(table_of(BIRD_DOG), "Cid 9H")
    assert asked(reply.table)[-1] == "Bob plays 9♥ now"
    assert done(reply.table, "UP OK").lines == ("Bob 9H",)


def test_a_play_of_two_cards_out_of_turn_is_asked_when_both_lie_there() -> None:
    table = table_of(BIRDHEAD)
    assert done(table, "Cid 8/1").lines == ("; tapped 8/1",)
    reply = done(table, "Cid 8/1 9/1")
    assert asked(reply.table)[0] == "box missed Bob's card"
    assert done(reply.table, "10/1").table.question == reply.table.question
    assert done(reply.table, "10/1 10/2").lines == ("Bob 10/1 10/2", "Cid 8/1 9/1")


def test_back_never_drops_the_waiting_card_silently() -> None:
    reply = done(table_of(BIRD_DOG), "Cid 9H BACK")
    assert reply.is_rejected
    assert (refusal(reply).who, refusal(reply).card) == ("Cid", "9♥")
    assert done(reply.table, "9H").lines == ("Bob 9H",)


@pytest.mark.parametrize(
    ("record", "lines", "gestures"),
    [
        ("birddog-renege-play-on-mid-deal", 23, "Cid OK"),
        ("birddog-renege-play-on-mid-deal", 23, "Ann AC BACK"),
        ("birdhead-follow-two", 13, "2/1 BACK"),
    ],
)
def test_the_question_of_a_proven_revoke_is_back_when_nothing_was_played(
    record: str, lines: int, gestures: str
) -> None:
    table = table_of("\n".join(whole(record)[:lines]))
    assert "redeal" in question(table).choices
    assert question(done(table, gestures)) == question(table)


def test_a_tag_does_not_lose_the_card_that_waits_at_a_proven_revoke() -> None:
    table = done(table_of("\n".join(whole("birdhead-follow-two")[:12])), "4/1 2/1").table
    assert refusal(done(table, "Ann"))
    assert done(table, "Ann BACK OK").lines == ("remedy play-on", "Dot 2/1")


def test_the_menu_does_not_lose_the_waiting_card() -> None:
    table = done(table_of(BIRD_DOG), "Cid 9H").table
    assert done(table, "HOLD BACK").table == table
    assert done(table, "HOLD DOWN DOWN OK BACK BACK").table == table


@pytest.mark.parametrize("card", ["9H", "AH"])
def test_a_card_that_is_out_is_not_the_missed_one(card: str) -> None:
    table = done(table_of(BIRD_DOG), "Cid 9H").table
    reply = done(table, card)
    assert reply.is_rejected
    assert reply.table.question == table.question


def test_a_card_that_is_out_is_refused_for_every_seat() -> None:
    overlay = refusal(done(table_of(BIRD_DOG), "Cid AH"))
    assert overlay.rule.name == "card-used"


@pytest.mark.parametrize("gestures", ["Cid 9H QH", "9H Bob 10H OK", "9H Bob 10H DOWN OK", "9H Bob 10H DOWN DOWN KH"])
def test_the_record_of_a_repair_reads_back_to_the_same_match(gestures: str) -> None:
    table, lines = table_of(BIRD_DOG), BIRD_DOG.strip().splitlines()
    for gesture in gestures.split():
        reply = done(table, gesture)
        table, lines = reply.table, [*lines, *reply.lines]
    *_, last = answers("\n".join(lines), GAMES)
    assert last.match == table.playing


def test_the_menu_is_seen_while_a_named_play_lies_half() -> None:
    table = done(table_of(BIRDHEAD), "Bob 9/1 HOLD").table
    assert (table.begun.named, len(table.begun.gathered)) == (1, 1)
    assert slots(screen_for(table)).title == "Menu"
    assert screen_for(done(table, "BACK").table).name == "player tag"
