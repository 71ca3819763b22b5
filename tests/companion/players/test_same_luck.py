"""The same luck gives the same choice. That hidden cards change none the conformance kit holds."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.registry import GAMES
from companion.players.levels import LEVELS, player
from tests.companion.players.tables import moments
from tests.torture import every_so_many, so_many

PLAYOUTS = so_many(2, 6)


@pytest.mark.parametrize("game", every_so_many(8, sorted(GAMES)))
@pytest.mark.no_cover  # much of the same again: counting lines would take three times as long
def test_the_same_luck_gives_the_same_choice(game: str) -> None:
    again = [[_story(game, level) for level in LEVELS] for _ in range(2)]
    assert again[0] == again[1]


def _story(game: str, level: str) -> list[object]:
    return [match.said for match in moments(GAMES[game], player(GAMES[game], level, PLAYOUTS), Random(3))]
