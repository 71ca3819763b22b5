"""Spades: positions in which people laughed at a computer."""

from __future__ import annotations

import pytest

from tests.companion.players.positions import Position

LONG = "AS QS 5S 2S 3D 4D 5D 6D 7D 8D 9D 10D JD"
"""No hearts and no clubs."""


def held(name: str, cards: str, bids: str = "3333") -> str:
    """A deal with one hand known, and these bids from Bob on."""
    said = (f"{who} bid {bid}" for who, bid in zip(("Bob", "Cid", "Dot", "Ann"), bids, strict=True))
    return f"deal, hand {name} {cards}, {', '.join(said)},"


POSITIONS = (
    Position("last, low trump", f"{held('Ann', LONG)} Bob AH, Cid 3H, Dot 4H", ("Ann 2S",), "TricksterBots #116"),
    Position(
        "the partner has it, last", f"{held('Ann', LONG)} Bob 3H, Cid KH, Dot 4H", ("Ann 3D",), "TricksterBots #335"
    ),
    Position("the partner's ace, third", f"{held('Dot', LONG)} Bob AH, Cid 3H", ("Dot 3D",), "TricksterBots #335"),
    Position("the partner's king, third", f"{held('Dot', LONG)} Bob KH, Cid 3H", ("Dot 3D",), "TricksterBots #335"),
    Position(
        "nil after the partner's nil",
        "deal, hand Dot 9S 6S 2S 10H 8H 4H 3H 9D 5D 2D 7C 3C 2C, Bob bid 0, Cid bid 3",
        tuple(f"Dot bid {tricks}" for tricks in range(1, 5)),
        "TricksterBots #333",
    ),
    Position(
        "the partner keeps nil, the own bid is made",
        f"{held('Bob', 'AS KS QS AC KC 3C AH KH 3H 3D 4D 5D 6D', '1404')} Bob AC, Cid 2C, Dot 4C, Ann 5C",
        ("Bob KC", "Bob KH", "Bob AH"),
        "TricksterBots #190",
    ),
    Position(
        "trumps for the bid beside a nil",
        f"{held('Ann', LONG, '3033')} Bob AH, Cid 3H, Dot 4H",
        ("Ann 2S",),
        "TricksterBots #178",
    ),
    Position(
        "a rival's nil has the trick, the own bid needs the aces",
        f"""{held("Bob", "AC QC 3C 4C 5C 9C 3D 4D KD AD 2D 9D 8D", "5320")}
        Bob 3C, Cid KC, Dot 2C, Ann 6C, Cid 3H, Dot 2H, Ann 9H""",
        ("Bob 2D", "Bob 3D", "Bob 4D"),
        "TricksterBots #264",
    ),
)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_nobody_laughs_at_the_normal_level(position: Position) -> None:
    assert position.said_by("spades", "normal") in position.accepted
