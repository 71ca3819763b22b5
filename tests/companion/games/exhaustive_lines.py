"""The lines that are tried from a position, and the positions of a worked example."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

from tests.companion.games.exhaustive import Position
from tests.evening import whole


def each(cards: str, saying: str = "?") -> tuple[str, ...]:
    """One line for each of these cards, said by whose turn it is."""
    return tuple(f"{saying} {card}" for card in cards.split())


def sets(cards: str, size: int, saying: str = "?") -> tuple[str, ...]:
    """One line for each so many of these cards."""
    return tuple(f"{saying} {' '.join(some)}" for some in combinations(cards.split(), size))


def alike(ranks: str, size: int, saying: str = "?") -> tuple[str, ...]:
    """One line for each so many ranks, the same ones too."""
    return tuple(f"{saying} {' '.join(some)}" for some in combinations_with_replacement(ranks.split(), size))


def remedies() -> tuple[str, ...]:
    return tuple(f"remedy {remedy}" for remedy in ("play-on", "void-deal", "penalty"))


def lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.split("|"))


def of_record(name: str, record: str, last: str, levels: tuple[tuple[str, ...], ...]) -> Position:
    """The position in a worked example after the line `last`; up to there every line was right."""
    story = tuple(whole(record))
    begin, end = story.index("deal"), len(story) - story[::-1].index(last)
    return Position(name, story[:begin], story[begin:end], levels)
