"""Euchre: positions in which people laughed at a computer. Ann deals."""

from __future__ import annotations

import pytest

from tests.companion.players.positions import Position


def held(name: str, cards: str, up: str = "9H") -> str:
    return f"deal, hand {name} {cards}, up {up},"


BOB_MADE = "Bob orders, Bob pass, Ann discards,"
DOT_MADE = "Bob pass, Cid pass, Dot orders, Dot pass, Ann discards,"
CID_MADE = "Bob pass, Cid orders,"
LONER = f"{held('Bob', 'JH JD AH KH AS')} Bob orders"
SURE = "JH JD AH KH 10H"
HIGH = ("Cid KH", "Cid AH", "Cid JD", "Cid JH")

BIDS = (
    Position(
        "the jack to a rival", f"{held('Bob', 'JD AH KH QH AS', 'JH')} Bob orders", ("Bob pass",), "TricksterBots #227"
    ),
    Position(
        "the jack to a rival, from the right",
        f"{held('Dot', 'JD AH KH QH AS', 'JH')} Bob pass, Cid pass, Dot orders",
        ("Dot pass",),
        "TricksterBots #227",
    ),
    Position("at 9:9", f"score Ann 9, score Bob 9, {LONER}", ("Bob pass",), "TricksterBots #286"),
    Position("at 8:0", f"score Bob 8, {LONER}", ("Bob pass",), "TricksterBots #286"),
    Position("at 3:0 of 5", f"option target 5, score Bob 3, {LONER}", ("Bob pass",), "TricksterBots #286"),
    Position("at 7:0", f"score Bob 7, {LONER}", ("Bob alone",), "TricksterBots #286"),
    Position(
        "three trumps and a suit", f"{held('Bob', 'JH JD AH AS QS')} Bob orders", ("Bob alone",), "TricksterBots #12"
    ),
)
PLAYS = (
    Position(
        "a lone hand that is sure",
        f"{held('Cid', SURE)} {CID_MADE} Ann discards, Cid alone, Bob AS",
        HIGH,
    ),
    Position("a sure hand", f"{held('Cid', SURE)} {CID_MADE} Cid pass, Ann discards, Bob AS", HIGH),
    Position(
        "the last good trump and a queen",
        f"""{held("Bob", "JH JD 9H QS AC", "10H")} {BOB_MADE} Bob JH, Cid KH, Dot QH, Ann 10H
        Bob JD, Cid 9D, Dot AH, Ann 9C, Bob AC, Cid KC, Dot 10C, Ann JC""",
        ("Bob 9H",),
        "TricksterBots #2",
    ),
    Position(
        "the last two are needed",
        f"""{held("Bob", "JD 9H AS QC 10D", "10H")} {BOB_MADE} Bob QC, Cid KC, Dot 9C, Ann 10C
        Cid KD, Dot 9D, Ann QD, Bob 10D, Cid 9S, Dot 10S, Ann KS, Bob AS""",
        ("Bob JD",),
        "TricksterBots #297",
    ),
    Position(
        "the partner must take this one",
        f"""{held("Bob", "AS 9C KD JD 10D")} Bob pass, Cid pass, Dot pass, Ann orders, Ann discards, Ann pass
        Bob AS, Cid 9S, Dot 10S, Ann KS, Bob 9C, Cid AC, Dot 10C, Ann QC, Cid 9D, Dot QD, Ann JH, Bob KD, Ann KC""",
        ("Bob 10D",),
        "TricksterBots #280",
    ),
    Position(
        "the left bower to the partner",
        f"{held('Bob', 'JC 9D 10D QH 10C', '9S')} {DOT_MADE}",
        ("Bob JC",),
        "TricksterBots #81",
    ),
    Position(
        "the left bower after the right",
        f"{held('Bob', 'JH JD 9D 10S QS')} {DOT_MADE} Bob JH, Cid KH, Dot 10H, Ann 9H",
        ("Bob JD",),
        "TricksterBots #278",
    ),
    Position(
        "the shorter ace", f"{held('Bob', 'AH AD KD 9C 10C', '9S')} {DOT_MADE}", ("Bob AH",), "TricksterBots #308"
    ),
    Position(
        "trumps before aces",
        f"{held('Bob', 'AH KH 10H AS 9D')} {BOB_MADE}",
        ("Bob AH", "Bob KH", "Bob 10H"),
        "TricksterBots #205",
    ),
    Position(
        "a high trump against the right bower",
        f"{held('Bob', 'JD AH 9H QS 10C', '10H')} {BOB_MADE}",
        ("Bob JD", "Bob AH"),
        "TricksterBots #313",
    ),
    Position(
        "the partner's ace",
        f"{held('Dot', 'KH 9H 9D 10D QC', '10H')} {BOB_MADE} Bob AS, Cid 9S",
        ("Dot 9D", "Dot 10D", "Dot QC"),
        "ohioeuchre.com",
    ),
)


@pytest.mark.parametrize("position", [*BIDS, *PLAYS], ids=lambda position: position.name)
def test_nobody_laughs_at_the_normal_level(position: Position) -> None:
    assert position.said_by("euchre", "normal") in position.accepted


@pytest.mark.parametrize("position", BIDS[:5], ids=lambda position: position.name)
def test_nor_does_the_strong_level_play_alone_where_that_wins_no_more(position: Position) -> None:
    assert {position.said_by("euchre", "strong", seed=seed) for seed in range(3)} == {*position.accepted}
