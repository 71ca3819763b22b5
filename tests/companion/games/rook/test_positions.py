"""Rook: positions in which people laughed at a computer. Ann deals, Bob has the bid, red is trump."""

from __future__ import annotations

import pytest

from tests.companion.players.positions import Position


def held(name: str, cards: str) -> str:
    return f"deal, hand {name} {cards}, Bob bid 70, Cid pass, Dot pass, Ann pass, Bob lays, Bob trump red,"


POSITIONS = (
    Position("under a 14", f"{held('Cid', '5B 13B 10B 7G 8G 9G 5Y 6Y 7Y')} Bob 14B", ("Cid 5B",), "apprank.io"),
    Position("no counter to a rival", f"{held('Cid', '5B 6B 10B 7G 8G 9G 5Y 6Y 7Y')} Bob 14B", ("Cid 6B",)),
    Position(
        "a 14 to the partner's Rook",
        f"{held('Dot', '14B 6B 7B 7G 8G 9G 5Y 6Y 7Y')} Bob Rook, Cid 6R",
        ("Dot 14B",),
        "apprank.io",
    ),
    Position(
        "the highest trump left, under the partner's",
        f"""{held("Dot", "5R 6R 7R 10R 8G 9G 7B 8B 9B")} Bob 13R, Cid 14R, Dot 5R, Ann Rook
        Ann 12R, Bob 9R, Cid 6B, Dot 6R, Ann 6G, Bob 14G, Cid 7G, Dot 8G, Bob 11R, Cid 6Y""",
        ("Dot 7R",),
        "boardgaming.com",
    ),
    Position(
        "the Rook on the partner's sure trick",
        f"{held('Dot', '7R 10R Rook 8B 9B 14B 8G 9G 14Y')} Bob 13G, Cid 6G, Dot 9G, Ann 6R, Ann 8R, Bob 11R, Cid 9R",
        ("Dot 10R",),
    ),
)


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_nobody_laughs_at_the_normal_level(position: Position) -> None:
    assert position.said_by("rook", "normal") in position.accepted
