from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.cards import Card
from companion.games.registry import GAMES
from companion.games.rook.rules import ROOK
from companion.match.checker import answers
from companion.match.header import Header
from companion.match.match import Match
from companion.rules.deal import TrickState
from companion.rules.events import DealScored
from companion.rules.referee.verdicts import Illegal, Legal
from companion.rules.statements import Secret, Statement
from companion.simulation.box import REGULARS
from companion.simulation.hints import hint
from companion.simulation.open_deal import OpenDeal, Shuffle, explaining, open_deal, shuffle_deck, state_with_open_hands
from companion.support.values import replace
from tests.cases import for_each
from tests.companion.terminal.playing_cards import GAME, cards
from tests.evening import RECORDS
from tests.torture import every_so_many, so_many


def said(match: Match, lines: str) -> Match:
    for line in filter(None, map(str.strip, lines.splitlines())):
        match, answer = match.say(match.header.language.read(line.split()))
        assert answer.applied, line
    return match


def fresh() -> Match:
    return Match(Header(GAME, REGULARS[:3], opener=2))


def deal_of(match: Match, shuffle: Shuffle) -> OpenDeal:
    found = open_deal(match, shuffle)
    assert found is not None
    return found


def test_every_card_is_dealt_once_and_the_same_seed_deals_the_same() -> None:
    found = deal_of(fresh(), shuffle_deck(GAME.deck, "7"))
    assert [len(hand) for hand in found.hands] == [7, 7, 7]
    everything = [card for place in (*found.hands, found.stack) for card in place]
    assert sorted(map(str, everything)) == sorted(map(str, GAME.deck.cards_in_order))
    assert found == open_deal(fresh(), shuffle_deck(GAME.deck, "7"))
    assert found != open_deal(fresh(), shuffle_deck(GAME.deck, "8"))


def test_hands_explain_whatever_was_played() -> None:
    match = said(fresh(), "deal\nup 10D\nAnn pass\nBob declare\nAnn pass\nBob pass\nCid pass\nAnn AC\nBob 10C")
    for seed in map(str, range(20)):
        found = deal_of(match, shuffle_deck(GAME.deck, seed))
        assert found.up == cards("10D")[0]
        assert cards("AC")[0] in found.story[0].cards
        assert cards("10C")[0] in found.story[1].cards
        assert [len(hand) for hand in found.hands] == [6, 6, 7]
        assert len(found.stack) == 2


def test_what_is_turned_up_is_found_whatever_the_word_for_it() -> None:
    match = said(fresh(), "deal\nup 10D")
    found = deal_of(replace(match, said=replace(match.statement, word="opens")), shuffle_deck(GAME.deck, "7"))
    assert found.up == cards("10D")[0]


def test_a_scanned_hand_is_the_hand() -> None:
    hand = "9S 10S JS QS KS AS 9H"
    found = deal_of(said(fresh(), f"deal\nhand Ann {hand}"), shuffle_deck(GAME.deck, "1"))
    assert found.hands[0] == cards(hand)
    assert found.unseen[0] == ()
    assert found.unseen[1] == found.hands[1]


def test_taking_back_gives_the_card_back() -> None:
    match = said(fresh(), "deal\nup 10D")
    shuffle = shuffle_deck(GAME.deck, "3")
    before = open_deal(match, shuffle)
    again, _ = said(match, "Ann pass\nBob pass\nCid pass").say(Statement("undo", value="3"))
    assert open_deal(again, shuffle) == before


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_the_right_card_is_right_and_the_wrong_one_wrong_with_all_hands_open(seed: int) -> None:
    match, shuffle = fresh(), shuffle_deck(GAME.deck, str(seed))
    for _ in range(40):
        found = deal_of(match, shuffle)
        tip = hint(match, found)
        assert tip is not None
        assert tip.right
        assert tip.wrong or tip.blind  # the card that is turned up is anybody's guess
        state = state_with_open_hands(GAME, found)
        expected = GAME.expects(state)
        assert expected.tap is not None
        for implied in expected.implied:
            state, _ = GAME.advance(state, implied)
        assert isinstance(GAME.judge(state, expected.tap.with_cards(*tip.right)), Legal)
        assert tip.blind or isinstance(GAME.judge(state, expected.tap.with_cards(*tip.wrong)), Illegal)
        hidden = match
        for statement in (*match.expects.implied, expected.tap.with_cards(*tip.right)):
            hidden, answer = hidden.say(statement)
            assert answer.applied
        assert tip.blind or _is_taken(match, expected.tap.with_cards(*tip.wrong)) == tip.trusted
        match = hidden
        if any(isinstance(event, DealScored) for event in match.events):
            return
    pytest.fail("the deal never ended")


def _is_taken(match: Match, statement: Statement) -> bool:
    answer = None
    for step in (*match.expects.implied, statement):
        match, answer = match.say(step)
    assert answer is not None
    return answer.applied


def test_the_wrong_card_names_the_rule_it_breaks() -> None:
    hands = {"Ann": "AC QS 10H JC 10S KD JH", "Bob": "10C KS KH QC JD AD QD", "Cid": "KC AS AH 9D JS 9H QH"}
    order = [*cards(" ".join(hands.values())), *cards("10D 9S 9C")]
    start = "deal\nup 10D\nAnn pass\nBob declare\nAnn pass\nBob pass\nCid pass\nAnn AC"
    match = said(fresh(), start)
    found = deal_of(match, lambda _: order)
    tip = hint(match, found)
    assert tip is not None
    assert (tip.right, tip.wrong, tip.why, tip.trusted) == (cards("10C"), cards("KS"), "Follow ♣", True)


def at_rook(first: str, lines: str) -> Match:
    """Ann has the bid and has laid five cards, unseen."""
    bid = "Ann bid 70\nBob pass\nCid pass\nDee pass\nAnn lays\nAnn trump green"
    return said(Match(Header(ROOK, REGULARS[:4], opener=3)), f"{first}\n{bid}\n{lines}")


def test_a_revoke_that_is_taken_back_is_no_riddle_to_somebody_who_sees_all_hands() -> None:
    match = at_rook("deal", "Ann 5R\nBob 6Y\nback Bob 6Y")
    order = [*ROOK.deck.cards_in_order]
    swap(order, "6R", 10)  # Bob holds the six of red, and did not follow
    found = deal_of(match, lambda _: order)
    assert "6R" in map(str, found.hands[1])
    assert hint(match, found)


def swap(order: list[Card], card: str, place: int) -> None:
    at = list(map(str, order)).index(card)
    order[at], order[place] = order[place], order[at]


def test_what_the_high_bidder_plays_was_not_laid_aside() -> None:
    hand, shuffle = "9R 6Y 7Y 9B 11B 12B 6G 7G 9G", shuffle_deck(ROOK.deck, "1")
    for card in hand.split():
        match = at_rook(f"deal\nhand Ann {hand}", f"Ann {card}")
        found = deal_of(match, shuffle)
        assert card not in map(str, found.nest)
        assert [len(hand) for hand in found.hands] == [8, 9, 9, 9]
        assert hint(match, found)


LONGEST_LINES = so_many(60, 10_000)
SHORT = {name: path for name, path in RECORDS.items() if len(path.read_text("utf-8").splitlines()) <= LONGEST_LINES}


def moments(path: Path) -> list[Match]:
    """Every moment of a record after something was said."""
    found = {id(line.match): line.match for line in answers(path.read_text("utf-8"), GAMES)}
    return [match for match in found.values() if match is not None and match.said is not None]


@for_each("path", every_so_many(9, SHORT.values()))
def test_the_hands_explain_every_moment_of_every_record_and_are_as_large_as_the_referee_knows(path: Path) -> None:
    for match in moments(path):
        for shuffle in (shuffle_deck(match.header.game.deck, "1"), explaining(match)):
            found = open_deal(match, shuffle)
            hint(match, found, match.header.game.deck.cards_in_order)
            in_play = match.expects.words and "deal" not in match.expects.words
            if found and in_play and isinstance(match.state, TrickState):
                sizes = tuple(map(len, found.hands))
                held = match.state.now.knowledge.held
                secret = {match.header.game.secrets.get(word) for word in match.expects.words}
                chosen_ahead = Secret.GIVEN in secret  # what is given away is not in the hand any more
                assert sizes == held or (chosen_ahead and sum(sizes) <= sum(held))
