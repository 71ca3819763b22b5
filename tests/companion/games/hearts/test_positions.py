"""Hearts: positions in which people laughed at a computer."""

from __future__ import annotations

import pytest

from tests.companion.players.positions import Position


def held(cards: str) -> str:
    """A deal without passing, of which Bob's hand is known."""
    return f"option passing none, deal, hand Bob {cards},"


QUEEN = "2C 9C 3S QS 4D KD AD 2H 7H 8H 9H JH KH"
FIRST = "Bob 2C, Cid KC, Dot 4C, Ann 5C,"

NEAR_THE_MOON = f"""{held("2C 5C 3H 6H 7H JH 2S 3S 4S 2D 3D 4D 5D")}
Bob 2C, Cid 3C, Dot 4C, Ann AC
Ann KC, Bob 5C, Cid 6C, Dot 7C
Ann QC, Bob 5D, Cid 2H, Dot 8C
Ann JC, Bob 4D, Cid 4H, Dot 7D
Ann 10C, Bob 3D, Cid 8H, Dot 8D
Ann AS, Bob 4S, Cid 7S, Dot 10S
Ann KS, Bob 3S, Cid 6S, Dot 9S
Ann QS, Bob 2S, Cid 5S, Dot 8S
Ann AH, Bob 7H, Cid 10H, Dot 10D
Ann KH, Bob 6H, Cid 9H, Dot JD
"""
"""Ann has the queen and nine hearts; three tricks are left."""

POSITIONS = (
    Position("last below the king", f"{held(QUEEN)} {FIRST} Cid 5S, Dot KS, Ann 6S", ("Bob QS",)),
    Position("last below the ace", f"{held(QUEEN)} {FIRST} Cid AS, Dot 5S, Ann 6S", ("Bob QS",)),
    Position(
        "last, with the king beside",
        f"{held(QUEEN.replace('3S', 'KS'))} {FIRST} Cid 5S, Dot AS, Ann 6S",
        ("Bob QS",),
        "SerenityOS #7381",
    ),
    Position(
        "third, with the king beside",
        f"{held(QUEEN.replace('3S', 'KS'))} Bob 2C, Cid KC, Dot AC, Ann 5C, Dot AS, Ann 6S",
        ("Bob QS",),
        "TricksterBots #265",
    ),
    Position(
        "two tricks before the moon",
        f"{NEAR_THE_MOON} Ann 9C, Bob 2D, Cid 6D, Dot 9D, Ann 5H",
        ("Bob JH",),
        "TricksterBots #191",
    ),
    Position("three tricks before the moon", f"{NEAR_THE_MOON} Ann 9C", ("Bob 2D",), "Chicago Tribune"),
    Position(
        "the highest heart before the moon",
        f"""{held("2C 5C 3H AH 2S 3S JS 2D 3D 4D 5D 6D 7D")} Bob 2C, Cid 3C, Dot 4C, Ann AC
        Ann KC, Bob 5C, Cid 6C, Dot 7C, Ann QC, Bob 5D, Cid 2H, Dot 8C, Ann JC, Bob 4D, Cid 4H, Dot 6H
        Ann 10C, Bob 3D, Cid 8H, Dot 7H, Ann AS, Bob 3S, Cid 7S, Dot 10S, Ann QS, Bob 2S, Cid 5S, Dot 8S
        Ann 4S, Bob JS, Cid 6S, Dot 9S""",
        ("Bob AH",),
    ),
    Position(
        "the queen lies in a trick of diamonds, last",
        f"{held(QUEEN.replace('QS', '4S'))} {FIRST} Cid 9D, Dot 10D, Ann QS",
        ("Bob 4D",),
        "TricksterBots #365",
    ),
    Position(
        "the queen lies in a trick of diamonds, third",
        f"{held(QUEEN.replace('QS', '4S'))} Bob 2C, Cid KC, Dot AC, Ann 5C, Dot 10D, Ann QS",
        ("Bob 4D",),
        "TricksterBots #195",
    ),
    Position(
        "the jack for ten points, a heart beside",
        f"option jack minus-10, {held('2C 9C 3S 4S 3D 4D QD 2H 7H 8H 9H JH KH')} {FIRST} Cid 10D, Dot JD, Ann 3H",
        ("Bob QD",),
        "TricksterBots #237",
    ),
    Position(
        "nobody else has diamonds",
        f"""{held("2C 2S 3H 4H 6D 7D 8D 9D 10D JD QD KD AD")} Bob 2C, Cid 3C, Dot 4C, Ann AC
        Ann 2D, Bob AD, Cid 3D, Dot 4D, Bob KD, Cid 5D, Dot 5H, Ann 6H""",
        ("Bob 2S", "Bob 3H", "Bob 4H"),
        "TricksterBots #126",
    ),
)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_nobody_laughs_at_the_normal_level(position: Position) -> None:
    assert position.said_by("hearts", "normal") in position.accepted


@pytest.mark.parametrize("hand", ["2H 9H JH 3C 5C 9C JC 4D 7D 9D 2S 5S 8S", "2H 3C 5C 9C JC 4D 7D 9D 10D 2S 5S 8S 9S"])
def test_the_lowest_heart_is_not_passed(hand: str) -> None:
    """TricksterBots #263."""
    assert "2H" not in Position("", f"deal, hand Bob {hand}", ("Bob",)).said_by("hearts", "normal").split()
