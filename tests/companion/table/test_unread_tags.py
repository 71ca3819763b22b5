"""A tag that does not read: its card is named with the buttons, and the score waits for it or for OK."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from companion.games.rook.point_cards import pack_of
from companion.match.checker import answers
from companion.rules.places import What
from companion.screens.current_screen import screen_for
from companion.table.reply import Outcome
from companion.table.state import NowRead
from companion.table.unread_tags import dead_tag
from tests.companion.table.pure_table import done, refusal, table_of
from tests.companion.table.test_repairs import TRICK_GAMES, honest_deal, said_all
from tests.slots import slots
from tests.torture import some_of
from tools.gallery.examples import ROOK_REST, ROOK_TRICK, rook
from tools.gallery.gallery import TRICK, UNREAD_DEAL, UNREAD_QS

HEADER = ["game birddog", "players Ann Bob Cid", "dealer Cid"]
BIRDHEAD = "game birdhead|players Ann Bob Cid Dee|start Ann|deal|Ann 7/1 7/2|Bob 2/1 3/1|Cid 9/1 10/1".split("|")


class Told:
    """A table and the lines that it has written."""

    def __init__(self, lines: list[str]) -> None:
        self.table, self.lines, self.outcome = table_of("\n".join(lines)), lines, Outcome.NOTHING

    def does(self, gestures: str) -> Told:
        for gesture in gestures.split():
            reply = done(self.table, gesture)
            self.table, self.lines, self.outcome = reply.table, [*self.lines, *reply.lines], reply.outcome
        return self

    def same_after_a_power_cut(self) -> bool:
        table, now = table_of("\n".join(self.lines)), self.table
        return (table.question, table.unread, table.playing) == (now.question, now.unread, now.playing)


def birddog(script: str) -> Told:
    return Told(HEADER).does(script.replace("hold", "HOLD"))


def test_the_card_is_named_by_suit_and_rank_and_counts_as_the_normal_statement() -> None:
    told = birddog(f"{TRICK} {UNREAD_QS}")
    assert told.lines[-2:] == ["; unread QS", "Ann QS"]
    *_, last = answers("\n".join(told.lines), GAMES)
    assert last.match == told.table.playing
    assert told.same_after_a_power_cut()


def test_only_cards_that_do_not_lie_open_are_offered() -> None:
    told = birddog(TRICK)
    choice = dead_tag(told.table.playing)
    assert choice is not None
    assert choice.asks == "Ann's card?"
    assert [suit.label for suit in choice.then] == ["♠", "♥", "♦", "♣"]
    named = {leaf.label for leaf in choice.leaves()}
    assert len(named) == 24 - 4
    assert not named & {"10♦", "A♣", "10♣", "K♣"}


def test_birdhead_asks_only_for_the_rank() -> None:
    choice = dead_tag(Told(BIRDHEAD).table.playing)
    assert choice is not None
    assert [rank.label for rank in choice.then] == "2 3 4 5 6 7 8 9 10 11".split()
    assert not any(rank.then for rank in choice.then)


def test_what_is_offered_does_not_depend_on_scanned_hands() -> None:
    lines = [*HEADER, "deal"]
    scanned = [*lines, "hand Ann AC QS 10H JC 10S KD JH", "up 10D"]
    lists = [dead_tag(Told(told).table.playing) for told in ([*lines, "up 10D"], scanned)]
    assert lists[0] == lists[1]


def test_what_is_offered_does_not_tell_what_lies_in_a_taken_trick_of_rook() -> None:
    offered = dead_tag(rook(f"{ROOK_TRICK}").table().playing)
    assert offered is not None
    assert len(list(offered.leaves())) == 41


def test_a_card_that_cannot_be_played_is_refused_like_a_tap() -> None:
    lines = [*HEADER, "deal", "hand Ann AC QS 10H JC 10S KD JH", "up 10D", "Ann declare", "Ann pass", "Bob pass"]
    told = Told([*lines, "Cid pass"]).does("HOLD DOWN OK OK OK OK")
    assert (refusal(told.table).rule.name, told.table.unread) == ("not-in-hand", ())
    assert told.lines == [*lines, "Cid pass"]


def test_a_card_of_a_set_may_be_named_between_two_taps() -> None:
    told = Told(BIRDHEAD).does("11/3 HOLD DOWN DOWN DOWN OK UP OK UP OK")
    assert told.lines[-2:] == ["; unread 11", "Dee 11/3 11"]
    assert told.same_after_a_power_cut()


def test_a_tag_that_reads_again_is_noted_and_says_nothing() -> None:
    told = birddog(f"{TRICK} {UNREAD_QS} KS QS")
    assert told.lines[-2:] == ["Bob KS", "; read QS"]
    assert (told.table.overlay, told.table.unread, told.outcome) == (NowRead("Q♠"), (), Outcome.ACCEPTED)
    assert "The tag reads again." in slots(screen_for(told.table)).lines
    assert refusal(told.does("QS").table)
    assert told.same_after_a_power_cut()


def test_a_card_that_was_taken_back_and_reads_by_then_is_played_and_noted() -> None:
    told = birddog(f"{TRICK} {UNREAD_QS} hold OK QS")
    assert told.lines[-3:] == ["undo", "; read QS", "Ann QS"]
    assert told.table.unread == ()
    assert told.same_after_a_power_cut()


def test_at_the_end_of_the_deal_the_scores_are_provisional_until_the_card_is_tapped() -> None:
    told = birddog(UNREAD_DEAL)
    screen = screen_for(told.table)
    assert (slots(screen).place, slots(screen).fact, slots(screen).lines[0]) == (
        "Scores are provisional.",
        "Q♠",
        "Tap it, or OK = without it",
    )
    assert all(column.foot.endswith("?") for column in slots(screen).columns)
    assert told.same_after_a_power_cut()
    assert refusal(told.does("9S").table)
    assert told.does("BACK QS").lines[-1] == "; read QS"
    assert told.does("BACK").table.question is None
    assert screen_for(told.table).name == "deal score"
    assert told.same_after_a_power_cut()


def test_ok_accepts_the_card_as_it_was_named() -> None:
    told = birddog(f"{UNREAD_DEAL} OK")
    assert told.lines[-1] == "; accepted QS"
    assert screen_for(told.table).name == "deal score"
    assert told.same_after_a_power_cut()
    assert told.does("OK").lines[-1] == "deal"


def test_a_deal_whose_cards_were_all_read_asks_nothing() -> None:
    assert birddog(f"{TRICK} {UNREAD_QS} KS QS {UNREAD_DEAL.split(' KS ')[1]}").table.question is None


def test_of_alike_cards_the_one_never_read_is_any_that_was_not_seen() -> None:
    told = Told([*BIRDHEAD[:4], "; unread 7", "Ann 7"]).does("7/1")
    assert told.lines[-1] == "Bob 7/1"  # in play it is the next player's
    assert told.table.unread != ()


@pytest.mark.parametrize("name", TRICK_GAMES)
@pytest.mark.parametrize("seed", some_of(5))
def test_in_a_full_deal_no_more_cards_stay_unread_than_are_not_dealt(name: str, seed: int) -> None:
    first, deal = honest_deal(name, f"unread {seed}")
    match = said_all(first, deal)
    game = GAMES[name]
    places = game.places(match.state)
    unread = sum(cards.bit_count() for place, cards in places.items() if place.what in {What.UNSEEN, What.NEST})
    turned_up = sum(place.what is What.TURNED_UP for place in places)
    assert unread + turned_up == {"birddog": 3, "birdhead": 10, "rook": 5}[name]
    if name == "rook":
        pack = pack_of({})
        captured = sum(pack.points(trick.cards) for trick in match.state.now.tricks)
        nest = (cards for place, cards in places.items() if place.what in {What.UNSEEN, What.NEST, What.LAID})
        assert captured + sum(pack.points(game.deck.cards(cards)) for cards in nest) == pack.total
        assert sum(game.points_captured(match.state)) == pack.total  # type: ignore[attr-defined]


def test_rooks_score_waits_as_well() -> None:
    lines = rook(f"{ROOK_TRICK}, {ROOK_REST}").record.splitlines()
    told = Told([*lines[:-1], "; unread 7R", lines[-1]]).does("BACK")
    assert slots(screen_for(told.table)).fact == "7R"
    assert all(column.foot.endswith("?") for column in slots(screen_for(told.table)).columns)
