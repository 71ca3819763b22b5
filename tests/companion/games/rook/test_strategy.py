"""Rook at the lower levels: the auction, the nest, trump, and single cards."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.registry import GAMES
from companion.games.rook.point_cards import COUNTERS
from companion.games.rook.strategy import RookStrategy
from companion.players.levels import LEVELS, player
from companion.players.seat_view import SeatView
from companion.players.trick_heuristics import hand
from companion.rules.referee.verdicts import Legal
from companion.rules.statements import PLAY, Statement
from tests.companion.players.seats import match_of, may_say, says, view_of
from tests.companion.players.tables import moments

STRATEGY = RookStrategy()

STRONG = "hand Bob Rook 14R 13R 12R 9R 14G 14B 6Y 7Y"
WEAK = "hand Bob 5R 6R 7G 8G 9G 6B 7B 6Y 7Y"
DOT = "hand Dot 5Y 10Y 8Y 9Y 14Y 5B 8B 9B 10B"


def test_a_strong_hand_bids_high_and_a_weak_one_passes() -> None:
    strong, weak = match_of("rook", "deal", STRONG), match_of("rook", "deal", WEAK)
    assert [says(strong, "Bob", level) for level in ("greedy", "easy", "normal")] == [
        "Bob pass",
        "Bob bid 70",
        "Bob bid 70",
    ]
    assert says(weak, "Bob", "normal") == "Bob bid 70"  # what a bidder takes on average with nothing
    higher = ("Cid bid 95", "Dot pass", "Ann pass")
    again = match_of("rook", "deal", STRONG, "Bob bid 70", *higher)
    assert says(again, "Bob", "normal") == "Bob bid 100"
    assert says(again, "Bob", "easy") == "Bob pass"
    assert says(match_of("rook", "deal", WEAK, "Bob bid 70", *higher), "Bob", "normal") == "Bob pass"


def test_the_partner_is_not_outbid() -> None:
    match = match_of("rook", "deal", STRONG, "Bob bid 70", "Cid pass", "Dot bid 75", "Ann pass")
    assert says(match, "Bob", "normal") == "Bob pass"


def test_the_bidder_lays_short_colours_and_names_the_long_one() -> None:
    begun = ("deal", STRONG, "nest 5Y 8Y 6G 7G 11B", "Bob bid 70", "Cid pass", "Dot pass", "Ann pass")
    match = match_of("rook", *begun)
    assert len(may_say(match, "Bob")) == 2002
    laid = says(match, "Bob", "normal")
    assert laid.startswith("Bob lays ")
    assert not set(laid.split()[2:]) & {"Rook", "14R", "13R", "12R", "9R", "14G", "14B"}
    assert says(match_of("rook", *begun, laid), "Bob", "normal") == "Bob trump red"
    assert len(says(match, "Bob", "strong").split()) == 7


def test_no_counter_is_laid_where_the_house_forbids_it() -> None:
    begun = (
        "option nest no-counters",
        "deal",
        STRONG,
        "nest 5Y 5B 6G 7G 11B",
        "Bob bid 70",
        "Cid pass",
        "Dot pass",
        "Ann pass",
    )
    match = match_of("rook", *begun)
    for line in (*may_say(match, "Bob")[::50], says(match, "Bob", "normal"), says(match, "Bob", "strong")):
        assert not {card.rstrip("BGRY") for card in line.split()[2:]} & set(COUNTERS)


@pytest.mark.parametrize("level", LEVELS)
def test_who_holds_too_few_other_cards_lays_the_cheapest_counters_for_the_rest(level: str) -> None:
    held, nest = "hand Ann 5B 5G 5R 5Y 10B 10G 10R 10Y 14B", "nest 14G 14R Rook 6B 7B"
    match = match_of(
        "rook", "option nest no-counters", "deal", held, nest, "Bob pass", "Cid pass", "Dot pass", "Ann bid 120"
    )
    laid = says(match, "Ann", level).split()[2:]
    assert {"6B", "7B"} < {*laid} <= {"6B", "7B", "5B", "5G", "5R", "5Y"}


def test_the_partner_s_trick_is_given_counters_and_the_rivals_none() -> None:
    begun = ("deal", DOT, "Bob bid 70", "Cid pass", "Dot pass", "Ann pass", "Bob lays", "Bob trump red")
    partner_has_it = match_of("rook", *begun, "Bob 14B", "Cid 6B")
    assert says(partner_has_it, "Dot", "normal") == "Dot 8B"  # Ann may have a trump
    assert says(match_of("rook", *begun, "Bob Rook", "Cid 6R"), "Dot", "normal") in {"Dot 10Y", "Dot 14Y", "Dot 10B"}
    rival_has_it = match_of("rook", *begun, "Bob 7B", "Cid 14B")
    assert says(rival_has_it, "Dot", "normal") == "Dot 8B"


def test_what_may_be_said_is_what_the_referee_takes() -> None:
    for match in moments(GAMES["rook"], player(GAMES["rook"], "random"), Random(4)):
        view = SeatView.of(match, match.expects.seats[0])
        if "lays" in view.expects.words:
            continue
        tried = [Statement("pass", view.seat)]
        tried += [Statement("bid", view.seat, value=str(bid)) for bid in range(65, 126)]
        tried += [Statement("trump", view.seat, value=colour) for colour in ("black", "green", "red", "yellow")]
        tried += [Statement(PLAY, view.seat, (card,)) for card in view.game.deck.cards(hand(view))]
        assert set(STRATEGY.moves(view)) == {
            move for move in tried if isinstance(view.game.judge(view.state, move), Legal)
        }


def test_a_passed_out_deal_is_imagined_without_points() -> None:
    match = match_of("rook", "deal", "hand Ann 5R 6R 7G 8G 9G 6B 7B 6Y 7Y", "Bob pass", "Cid pass", "Dot pass")
    view = view_of(match, "Ann")
    ended = next(STRATEGY.imagine(view, Random(1).randrange))(Statement("pass", 0))
    ended.playout(Random(1).randrange)
    assert ended.scores() == [0, 0, 0, 0]
