"""What was unusual in a deal: its summary begins with it, by name and with what it costs, wherever it is told."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.match.match import Match
from companion.rules.events import DealScored
from companion.rules.statements import DEAL
from companion.screens.asking import asked_sentence
from companion.screens.to_person import score_in_words
from companion.table.apply_statements import at_moment
from companion.table.state import House, Table
from companion.testing.records import texts_of
from companion.web.narration import deals_gone_by, last_news, moment_of, moments_json
from companion.web.rules_and_scores import scores_at
from tests.evening import match_of
from tests.slots import heard


def scored(game: str, record: str) -> Match:
    """The match of a record when its first deal was scored."""
    matches = (line.match for line in answers(texts_of(GAMES[game])[f"{record}.table"], {game: GAMES[game]}))
    return next(match for match in matches if match and any(isinstance(event, DealScored) for event in match.events))


@pytest.mark.parametrize(
    ("game", "record", "told"),
    [
        ("hearts", "moon-others-add", "Ann shot the moon, all 26 points: everybody else +26."),
        ("hearts", "moon-own-minus", "Ann shot the moon, all 26 points: -26."),
        ("hearts", "full-deal", "Ann took the queen of spades: +13."),
        ("hearts", "renege-penalty", ""),
        ("spades", "one-set", "Bob and Dot are set, 5 of 7: -70."),
        ("spades", "ten-bags", "Ann and Cid have 10 bags: -100. Bob and Dot are set, 2 of 4: -40."),
        ("spades", "nil-kept", "Ann's nil is made: +100."),
        ("spades", "blind-nil-lost", "Ann and Cid are set, 2 of 4: -40. Ann's nil is lost: -200."),
        ("spades", "revoke-penalty", ""),
        ("euchre", "euchred", "Bob and Dot are euchred."),
        ("euchre", "march", "Dot and Bob take every trick."),
        ("euchre", "alone-euchred", "Bob is euchred alone."),
        ("euchre", "claim-alone", "Ann takes every trick alone."),
        ("euchre", "made-three", ""),
        ("euchre", "passed-out", ""),
        ("euchre", "both-revoke", ""),
        ("rook", "full-deal-made", ""),
        ("rook", "full-deal-set", "West and East missed their bid."),
        ("birddog", "nil-kept", "Bob's nil is made."),
        ("birddog", "claim-unclear", "Ann's nil is lost."),
    ],
)
def test_a_summary_begins_with_what_was_unusual_and_what_it_costs(game: str, record: str, told: str) -> None:
    match = scored(game, record)
    table = at_moment(Table(House(GAMES)), match)
    begin = f"{told} The deal is scored: ".lstrip()
    assert bool(match.unusual) == bool(told)
    assert score_in_words(match).startswith(begin)
    assert asked_sentence(table).startswith(begin)
    assert begin in last_news(match)
    assert moment_of(match) == "", "page and voice tell it with the score"
    assert begin in heard(table).replace("minus ", "-").replace("plus ", "+")


@pytest.mark.parametrize(
    ("game", "record", "side", "did"),
    [
        ("hearts", "moon-others-add", (0,), "13 hearts, 1× Q♠, 1 moon: all 26 points, 13 tricks"),
        ("hearts", "moon-others-add", (1,), "1 moon of another: +26, 0 tricks"),
        ("hearts", "moon-own-minus", (1,), "0 tricks"),
        ("spades", "nil-kept", (0, 2), "1 of 1 bid made, 1 of 1 nil made, 1 bag, 5 tricks"),
        ("spades", "nil-lost-bags", (0, 2), "0 of 1 bid made, 0 of 1 nil made, 2 bags, 5 tricks"),
        ("spades", "nil-lost-bags", (1, 3), "1 of 1 bid made, 2 bags, 8 tricks"),
    ],
)
def test_the_ending_tells_what_a_side_has_done(game: str, record: str, side: tuple[int, ...], did: str) -> None:
    assert GAMES[game].shown.over_match([scored(game, record).state], side) == did


@pytest.mark.parametrize(("game", "record"), [("rook", "first-lead-left-of-declarer"), ("euchre", "penalty-alone")])
def test_no_missed_bid_and_no_euchre_is_told_of_a_deal_that_a_revoke_decided(game: str, record: str) -> None:
    assert scored(game, record).unusual == ()


def test_the_ending_of_spades_counts_what_a_revoke_has_missed_and_no_deal_that_it_made_void() -> None:
    match = scored("spades", "revoke-penalty")
    made, missed = (GAMES["spades"].shown.over_match([match.state], side) for side in ((0, 2), (1, 3)))
    assert made.startswith("1 of 1 bid made, 2 bags")
    assert missed.startswith("0 of 1 bid made, 0 of 1 nil made, 0 bags")
    void, _ = match.say(match.header.language.read(["remedy", "void-deal"]))
    assert GAMES["spades"].shown.over_match([void.state], (0, 2)) == "0 of 0 bids made, 0 bags, 0 tricks"


def test_the_ending_of_hearts_counts_no_moon_of_who_revoked_in_that_deal() -> None:
    header = ("game hearts", "players Ann Bob Cid Dee", "dealer Ann", "option passing none", "option renege penalty")
    tricks = ("Dee 2C", "Ann KD", "Bob 5C", "Cid 4C", "Bob 2D", "Cid 3D", "Dee 4D", "Ann AD", "Ann AC")
    claim = ("Bob 6C", "Cid 7C", "Dee 8C", "Ann claims", "Bob agrees", "Cid agrees", "Dee agrees")
    match = match_of(*header, "deal", *tricks, *claim)
    assert match.scores == (26, 0, 0, 0)
    assert GAMES["hearts"].shown.over_match([match.state], (0,)) == "13 hearts, 1× Q♠, 12 tricks"


@pytest.mark.parametrize(
    ("game", "record", "accounts"),
    [
        ("hearts", "moon-others-add", ["moon: all 26", "", "", ""]),
        ("hearts", "full-deal", ["6 hearts, Q♠", "6 hearts", "", "1 heart"]),
        ("hearts", "jack-minus-10", ["4 hearts, Q♠", "1 heart", "J♦", "8 hearts"]),
        ("birddog", "nil-broken", ["1 pair", "2 pairs", "1 pair, nil -3"]),
        ("birddog", "full-deal-bonus", ["1 pair", "2 pairs, bonus +1", "1 pair"]),
        ("spades", "ten-bags", ["bid 5, took 11, 6 bags, bags cost 100", "bid 4, took 2, set"]),
        ("spades", "two-nils", ["bid 0, took 3, 3 bags, nil made, nil lost", "bid 12, took 10, set"]),
        ("hearts", "renege-penalty", ["", "", "revoke", ""]),
        ("spades", "revoke-penalty", ["bid 6, took 8, 2 bags", "revoke"]),
        ("euchre", "both-revoke", ["revoke", "revoke"]),
        ("euchre", "march", ["0 tricks", "maker, 5 tricks"]),
        ("euchre", "passed-out", ["", ""]),
        ("euchre", "alone-euchred", ["3 tricks", "alone, 2 tricks"]),
    ],
)
def test_the_line_of_a_deal_has_a_word_for_it(game: str, record: str, accounts: list[str]) -> None:
    assert scores_at(at_moment(Table(House(GAMES)), scored(game, record)))["accounts"][0] == accounts


def test_nothing_that_stands_out_in_a_deal_is_lost_by_what_follows() -> None:
    *_, last = (line.match for line in answers(texts_of(GAMES["hearts"])["full-deal.table"], GAMES) if line.match)
    assert last.before is not None
    told = moments_json(last.before)
    assert [moment["text"] for moment in told] == ["Ann takes the queen of spades."]
    assert [moment["number"] for moment in told] == sorted({moment["number"] for moment in told})


def test_of_deals_that_went_by_each_is_told_that_had_something_unusual() -> None:
    *_, last = (line.match for line in answers(texts_of(GAMES["hearts"])["whole-match.table"], GAMES) if line.match)
    told = deals_gone_by(last, None)
    assert (
        "Deal 3 – Bob took the queen of spades: +13. Deal 4 – Dee shot the moon, all 26 points: everybody else +26. "
        "Deal 5 – " in told
    )


@pytest.mark.parametrize("game", ["spades", "rook", "euchre", "birddog"])
def test_its_words_are_explained_in_the_first_deal_alone(game: str) -> None:
    records = texts_of(GAMES[game]).values()
    matches = (line.match for text in records for line in answers(text, {game: GAMES[game]}) if line.match)
    dealt = (match for match in matches if match.said and match.said.word == DEAL.name)
    explained = {match.state.now.number == 1: bool(GAMES[game].shown.begins(match.state)) for match in dealt}
    assert explained == {True: True, False: False}


@pytest.mark.parametrize(("record", "explained"), [("ten-bags", True), ("no-bags", False)])
def test_bags_are_explained_where_they_cost_points(record: str, explained: bool) -> None:  # noqa: FBT001
    assert ("bags" in GAMES["spades"].shown.begins(scored("spades", record).state)) is explained
