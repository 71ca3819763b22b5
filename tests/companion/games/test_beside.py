"""What lies beside a player for all to see: said in few letters, and nothing of a trick that is closed."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from companion.games.birdhead.rules import MATCH_OR_LOWEST
from companion.games.registry import GAMES, NAMES
from companion.match.checker import answers
from companion.match.match import Match
from companion.rules.events import TrickTaken
from companion.rules.tricks import TrickGame
from companion.scoreboard.view import beside, view
from companion.support.messages import spoken_in
from companion.testing.records import texts_of
from tests.companion.table.pure_table import table_of
from tests.evening import match_of
from tests.torture import every_so_many
from tools.gallery.examples import (
    BIDDING,
    BIRDHEAD_DEAL,
    BIRDHEAD_LAST,
    BIRDHEAD_LED,
    BIRDHEAD_TRICK,
    BONE_FAILED,
    BONEHEAD,
    EUCHRE,
    EUCHRE_ALONE,
    FOUR,
    HEARTS,
    HEARTS_PLAYS,
    LED,
    PASSED,
    ROOK,
    ROOK_DEAL,
    ROOK_TRICK,
    birdhead,
    rook,
)

MOST_LETTERS = 10
ORDERED = "game euchre|players Ann Bob Cid Dee|dealer Dee|deal|up QS"
HIGH, LOW = (f"game rook|players Ann Bob Cid Dee|option rook-rank {rank}|dealer Dee" for rank in ("high", "low"))
LAID = "deal|Ann bid 70|Bob pass|Cid pass|Dee pass|Ann lays 5B 6B 7B 8B 9B"
EUCHRE_BOTH = f"{EUCHRE}, option alone defenders-too"


def told(game: str, header: str, said: str) -> list[tuple[str, ...]]:
    """What is said of each player after these statements."""
    match = match_of(f"game {game}", *(line.strip() for line in f"{header}, {said}".split(",")))
    return [match.header.game.shown.beside(match.moment, seat) for seat in range(len(match.header.names))]


DECLARED = "deal, up 9H, Ann declare, Ann pass, Bob pass, Cid pass"
SPADES_BID = "deal, Ann bid 4, Bob bid 0, Cid blind, Dee bid 3"
SAID = {
    "declared, nil": (
        ("birddog", "players Ann Bob Cid, dealer Cid", "deal, up 9H, Ann declare, Ann pass, Bob nil, Cid pass"),
        [("declared",), ("nil",), ()],
    ),
    "nil lost": (
        (
            "birddog",
            "players Ann Bob Cid, dealer Cid",
            "deal, up 9H, Ann declare, Ann pass, Bob nil, Cid pass, Ann 9C, Bob AC, Cid 10C",
        ),
        [("declared",), ("nil lost",), ()],
    ),
    "a nil that leads is not lost": (
        (
            "birddog",
            "players Ann Bob Cid, dealer Cid",
            "deal, up 9H, Ann declare, Ann nil, Bob pass, Cid pass, Ann 9C",
        ),
        [("declared", "nil"), (), ()],
    ),
    "auction": (("rook", ROOK, BIDDING), [("passed",), ("bid 70",), ("bid 80",), ("passed",)]),
    "bid": (("rook", ROOK, LED), [(), (), (), ("bid 75",)]),
    "bids": (
        ("spades", "players Ann Bob Cid Dee, dealer Dee, score Ann 123, option blind-nil any", SPADES_BID),
        [("bid 4",), ("nil",), ("blind nil",), ("bid 3",)],
    ),
    "a nil that took a trick is lost": (
        (
            "spades",
            "players Ann Bob Cid Dee, dealer Dee",
            f"{SPADES_BID}, Ann 2C, Bob AC, Cid 3C, Dee 4C".replace("Cid blind", "Cid bid 1"),
        ),
        [("bid 4",), ("nil lost",), ("bid 1",), ("bid 3",)],
    ),
    "pairs": (
        ("birddog", "players Ann Bob Cid, dealer Cid", f"{DECLARED}, Ann JC, Bob JS, Cid KC, Cid KS, Ann QC, Bob QS"),
        [("declared",), (), ("3 pairs",)],
    ),
    "one pair": (
        ("birddog", "players Ann Bob Cid, dealer Cid", f"{DECLARED}, Ann KC, Bob KS, Cid 9C"),
        [("declared", "1 pair"), (), ()],
    ),
    "hand and bones": (
        ("bonehead", BONEHEAD, BONE_FAILED),
        [
            ("6 in hand", "1 bone"),
            ("11 in hand", "3 heads", "3 bones"),
            ("3 heads", "3 bones"),
            ("1 in hand", "3 heads", "3 bones"),
            ("5 in hand", "3 heads", "3 bones"),
        ],
    ),
    "maker, alone": (("euchre", EUCHRE_BOTH, EUCHRE_ALONE), [("maker", "alone"), (), ("sits out",), ()]),
    "passing": (("hearts", HEARTS, PASSED.rpartition(",")[0]), [("passed",), ("passed",), ("passed",), ()]),
}


@pytest.mark.parametrize("name", SAID)
def test_what_a_player_has_said_lies_beside_the_player(name: str) -> None:
    (game, header, said), expected = SAID[name]
    assert told(game, header, said) == expected


@pytest.mark.parametrize(("option", "bags"), [("ten", ["3 bags", "", "3 bags", ""]), ("none", [""] * 4)])
def test_bags_belong_to_both_players_of_a_side_where_they_cost_points(option: str, bags: list[str]) -> None:
    match = match_of(
        *"game spades|players Ann Bob Cid Dee|dealer Dee|score Ann 123".split("|"), f"option bags {option}"
    )
    seen = [player["beside_score"] for player in beside(match.header.game, match.moment)]
    assert seen == bags


@pytest.mark.parametrize(
    ("said", "side", "counts"),
    [
        ("", (0, 2), ""),
        (", deal, Ann bid 4", (0, 2), ""),
        (f", {SPADES_BID}".replace("Cid blind", "Cid bid 1"), (0, 2), "bid 5, took 0"),
        (f", {SPADES_BID}, Ann 2C, Bob 3C, Cid 4C, Dee AC".replace("Cid blind", "Cid bid 1"), (1, 3), "bid 3, took 1"),
    ],
)
def test_the_tricks_of_a_side_count_against_its_bid_when_all_have_bid(
    said: str, side: tuple[int, int], counts: str
) -> None:
    match = match_of(*f"game spades, players Ann Bob Cid Dee, dealer Dee{said}".split(", "))
    assert match.header.game.shown.against_bid(match.moment, side) == counts


def moments(name: str) -> Iterator[Match]:
    """Every moment of a game's records: of every fourth one, of all with torture."""
    for text in every_so_many(4, texts_of(GAMES[name]).values()):
        yield from (answer.match for answer in answers(text, GAMES) if answer.match and answer.match.state is not None)


@pytest.mark.parametrize("name", NAMES)
def test_every_fact_is_short_and_trump_is_a_suit_of_the_deck(name: str) -> None:
    suits = {card.suit for card in GAMES[name].deck.cards_in_order} | {""}
    for match in moments(name):
        game, state = match.header.game, match.moment
        assert game.shown.trump(state) in suits
        for seat in range(len(match.header.names)):
            facts = game.shown.beside(state, seat)
            assert all(0 < len(fact) <= MOST_LETTERS for fact in facts), facts
            assert len(facts) == len(set(facts)) <= 3


@pytest.mark.parametrize("name", every_so_many(2, NAMES))
def test_tricks_won_are_those_that_were_told_and_open_where_anybody_may_look(name: str) -> None:
    for match in moments(name):
        game, state = match.header.game, match.moment
        won = [game.shown.won_tricks(state, seat) for seat in range(len(match.header.names))]
        assert all(len(player.open) in {0, player.tricks} for player in won)
        closed = {place for place in game.places(state) if place.what.name == "TAKEN" and not place.open}
        assert not (closed and any(player.open for player in won))
        taken = [event for event in match.events if isinstance(event, TrickTaken)]
        if taken and isinstance(game, TrickGame) and not game.settlement(state):
            assert won[taken[0].winner].tricks >= 1
            assert sum(player.tricks for player in won) == len(state.now.tricks) - 1


def test_nothing_of_a_taken_trick_of_rook_is_told_before_its_deal_is_scored() -> None:
    seen = view(rook(ROOK_TRICK).table())
    assert [player["won"] for player in seen["players"]] == [{"tricks": 0, "open": []}] * 3 + [
        {"tricks": 1, "open": []}
    ]
    assert seen["trump"] == {"suit": "Y", "sign": "", "above": "top: Rook"}
    assert "13" not in json.dumps([player["won"] for player in seen["players"]])
    assert all(player["won"]["open"] for player in view(rook(ROOK_DEAL).table())["players"] if player["won"]["tricks"])


@pytest.mark.parametrize(
    ("record", "language", "above"),
    [
        ("game birddog|players Ann Bob Cid|dealer Cid|deal|up 9H|Ann declare", "en", "top: 9♦"),
        (f"{ORDERED}|Ann orders", "en", "top: J♠ J♣"),
        (f"{ORDERED}|Ann orders", "de", "oben: B♠ B♣"),
        (f"{HIGH}|{LAID}|Ann trump green", "en", "top: Rook"),
        (f"{LOW}|{LAID}|Ann trump green", "en", ""),
    ],
)
def test_the_cards_that_beat_all_trumps_are_told_with_trump(record: str, language: str, above: str) -> None:
    with spoken_in(language):
        assert view(table_of(record))["trump"]["above"] == above


def test_markers_lie_before_who_lost_with_them() -> None:
    seen = view(birdhead("deal, Bob 7", header=f"{FOUR}, start Bob, markers Ann 3, markers Bob 9 11").table())
    assert [[card["rank"] for card in player["markers"]] for player in seen["players"]] == [["3"], ["9", "11"], [], []]


def test_points_taken_in_hearts_are_told_since_anybody_may_look() -> None:
    match = match_of(
        "game hearts", *HEARTS.split(", "), *PASSED.split(", "), *" ".join(HEARTS_PLAYS.split()).split(", ")
    )
    game = match.header.game
    taken = game.points_taken(match.moment)  # type: ignore[attr-defined]
    assert any(taken)
    for seat, points in enumerate(taken):
        assert game.shown.points_of_deal(match.moment, seat) == points
        assert game.shown.beside(match.moment, seat) == ((f"{points} point{'s' * (points > 1)}",) if points else ())


def birdhead_after(said: str, header: str = BIRDHEAD_DEAL) -> Match:
    """BirdHead after these statements."""
    return match_of("game birdhead", *(line.strip() for line in f"{header}, {said}".strip(", ").split(",")))


def test_nobody_takes_the_last_trick_of_birdhead() -> None:
    match = birdhead_after(f"{BIRDHEAD_LAST}, Bob 8, Cid 3, Dee 10, Ann 8")
    shown, names = match.header.game.shown, match.header.names
    assert match.state.now.finished
    assert [str(card) for _, cards in shown.last_trick(match.moment) for card in cards] == "8 3 10 8".split()
    told = list(shown.moments(match.state, match.statement, match.events, names))
    assert told == ["Dee has the highest last card: 10 points"]
    assert match.before is not None
    assert list(shown.moments(match.before.state, match.before.statement, match.before.events, names)) == []
    won = [match.header.game.shown.won_tricks(match.moment, seat).tricks for seat in range(4)]
    assert sum(won) == len([trick for trick in match.state.now.tricks if trick.plays]) - 1


@pytest.mark.parametrize(
    ("header", "said", "together", "ahead", "last"),
    [
        (f"{FOUR}, start Dee", "", False, None, ""),
        (f"{FOUR}, start Dee", f"{BIRDHEAD_LED}, Ann 8 10", False, 0, ""),
        (f"{FOUR}, start Dee", f"{BIRDHEAD_TRICK}, Cid 3", False, 2, "7 7 8 10 2 3 9 10"),
        (BIRDHEAD_DEAL, f"{BIRDHEAD_LAST}, Bob 8", True, None, "11 2 7 8"),
    ],
)
def test_the_cards_of_the_last_trick_of_birdhead_open_together_and_nobody_is_ahead(
    header: str, said: str, *, together: bool, ahead: int | None, last: str
) -> None:
    match = birdhead_after(said, header)
    shown = match.header.game.shown
    assert (shown.opens_together(match.moment), shown.ahead(match.moment)) == (together, ahead)
    assert [str(card) for _, cards in shown.last_trick(match.moment) for card in cards] == last.split()


@pytest.mark.parametrize(
    ("led", "fact", "begins"),
    [("10 10", "10 10 to match", "Each card must be as high as"), ("3", "3 to match", "The card must be at least 3")],
)
def test_birdhead_tells_the_ranks_to_match(led: str, fact: str, begins: str) -> None:
    match = birdhead_after(f"{BIRDHEAD_TRICK}, Cid {led}", f"{FOUR}, start Dee")
    told, why = match.header.game.shown.why(match.moment, MATCH_OR_LOWEST, "2")
    assert (told, why.startswith(begins)) == (fact, True)


def test_the_merit_of_a_trick_of_birdhead_is_how_many_cards_match_then_the_highest() -> None:
    match = birdhead_after(BIRDHEAD_TRICK, f"{FOUR}, start Dee")
    assert match.header.game.shown.merit_of_last(match.moment) == (0, 2, 10, 9)


def test_the_last_trick_of_rook_may_be_looked_at_until_the_next_one_is_led_to() -> None:
    for said, lies in ((ROOK_TRICK, ["13G", "5G", "8G", "Rook"]), (f"{ROOK_TRICK}, Dee 7Y", [])):
        match = rook(said).table().playing
        last = match.header.game.shown.last_trick(match.moment)
        assert [str(card) for _, cards in last for card in cards] == lies
