"""The exchange behind a blind nil at the table: tapped after a name tag, or unseen; with a computer as partner."""

from __future__ import annotations

import pytest

from companion.players.player import finish
from companion.screens.asking import asked_sentence
from companion.table.computer_rack import rack
from companion.table.computer_seats import choosing
from companion.web.narration import last_news
from tests.companion.table.pure_table import done, table_of
from tests.slots import heard, shown

HEADER = "game spades|players Ann Bob Cid Dee|dealer Dee|option blind-nil any|option blind-exchange two-cards"
BIDS = "Ann blind|Bob bid 3|Cid bid 4|Dee bid 3"
CID = "2S 3S 4S 5S 2D 3D 4D 5D 2H 3H 4H 5H 6H"
COMPUTER = f"{HEADER}|; seat Cid computer=normal seed=1|deal|hand Cid {CID}|{BIDS}"


def test_the_first_lead_or_two_presses_say_that_four_cards_were_passed_unseen() -> None:
    table = table_of(f"{HEADER}|deal|{BIDS}")
    texts = "Blind nil: 2 cards to Cid|ANN|passes|face down|Then Cid passes 2 back.|Then Ann leads."
    assert texts in shown(table)
    assert done(table, "DOWN OK").lines == ("Ann passes", "Cid passes")
    assert done(table, "7C").lines == ("Ann passes", "Cid passes", "Ann 7C")


def test_the_only_person_is_asked_to_pass_to_the_partner_and_told_what_the_partner_has_passed() -> None:
    computers = "|".join(f"; seat {name} computer=normal seed=1" for name in ("Bob", "Cid", "Dee"))
    table = table_of(f"{HEADER}|{computers}|deal|{BIDS}")
    assert asked_sentence(table) == "Pass 2 cards to Cid."
    after = done(table, "AS KS").table
    assert last_news(after.playing) == "You have passed two cards."
    told = last_news(done(table_of(COMPUTER), "AS KS").table.playing)
    assert told == "Ann has passed two cards.", "of several people each has a name"


def test_two_cards_after_the_tag_of_who_gives_them_are_passed_seen() -> None:
    table = table_of(f"{HEADER}|deal|{BIDS}")
    first = done(table, "Ann AS").table
    assert "1/2" in shown(first)
    reply = done(first, "Ann KS")
    assert reply.lines == ("Ann passes AS KS",)
    assert "ANN" not in shown(reply.table)
    assert reply.table.playing.expects.seats == (2,)


def test_a_computer_takes_what_comes_into_its_rack_and_passes_two_low_cards_back() -> None:
    table = done(table_of(COMPUTER), "AS KS").table
    assert table.playing.expects.seats == (2,)
    assert {"AS", "KS"} <= set(map(str, rack(table.playing, 2)))
    said = finish(choosing(table)).said
    assert said is not None
    assert (said.word, set(map(str, said.cards))) == ("passes", {"2D", "2H"})


def test_without_the_house_rule_nothing_is_passed() -> None:
    table = table_of(f"{HEADER.replace('two-cards', 'none')}|deal|{BIDS}")
    assert table.playing.expects.words == {"play"}


@pytest.mark.parametrize(
    ("presses", "said"),
    [
        ("OK", ()),
        ("DOWN OK", ("Ann bid 2",)),
        ("UP OK", ("Ann bid 3",)),
        ("UP DOWN OK", ("Ann bid 2",)),
        ("DOWN UP BACK OK", ()),
    ],
)
def test_no_bid_is_said_unawares(presses: str, said: tuple[str, ...]) -> None:
    assert done(table_of("game spades|players Ann Bob Cid Dee|dealer Dee|deal"), presses).lines == said


def test_the_question_after_a_revoke_says_what_the_penalty_costs() -> None:
    bids = "Ann bid 3|Bob bid 3|Cid bid 3|Dee bid 3"
    table = table_of(
        f"game spades|players Ann Bob Cid Dee|dealer Dee|deal|{bids}|Ann 2H|Bob 3C|Cid 3H|Dee 4H|Dee 5D|Ann 6D"
    )
    assert "OK = the side is set" in shown(done(table, "7H DOWN DOWN").table)


def test_the_line_below_a_bid_names_the_two_beside_it_also_where_the_list_goes_around() -> None:
    at = table_of("game spades|players Ann Bob Cid Dee|dealer Dee|deal")
    assert "▲ 3   ▼ 1" in shown(done(at, "DOWN").table)
    assert "NIL?|How many tricks?|▲ 1   ▼ 13" in shown(done(at, "DOWN DOWN DOWN").table)
    assert "▲ nil   ▼ 12" in shown(done(at, "DOWN DOWN DOWN DOWN").table)


def test_a_power_cut_between_the_cards_after_a_tag_asks_for_tag_and_cards_again() -> None:
    resumed = table_of(f"{HEADER}|deal|{BIDS}|; drawn 3C")
    assert "Half done: tag and cards" in shown(resumed)
    assert "Tap the name tag and the cards again." in heard(resumed)
