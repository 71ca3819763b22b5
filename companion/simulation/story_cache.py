"""A cache that replays a match's statements from the longest prefix already computed.

Most stories are one statement longer than the one before: a hint, a view and the cards that may be laid ask of the same
deal again and again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Begun = TypeVar("Begun")
Knows = TypeVar("Knows")
Item = TypeVar("Item")

LATEST = 8
"""Stories that are kept: one for each seat, and one with open hands."""


def memoize_story(
    begin: Callable[[Any, Begun], Knows], step: Callable[[Any, Knows, Item], Knows]
) -> Callable[[Any, Begun, tuple[Item, ...]], Knows]:
    """Make a function that folds a story over what has begun, in somebody's eyes; it keeps the latest ones.

    `begin` and each `step` get these eyes, a small value that is compared; what has begun is compared by identity.
    """
    latest: tuple[tuple[Any, Begun, tuple[Item, ...], Knows], ...] = ()

    def after(eyes: Any, begun: Begun, story: tuple[Item, ...]) -> Knows:
        nonlocal latest  # replaced whole: another thread sees it as it was or as it is
        before = next((told for told in latest if told[1] is begun and told[0] == eyes), None)
        if before is not None and story[: len(before[2])] == before[2]:
            *_, told, knows = before
        else:
            told, knows = (), begin(eyes, begun)
        for item in story[len(told) :]:
            knows = step(eyes, knows, item)
        latest = ((eyes, begun, story, knows), *[other for other in latest if other is not before][: LATEST - 1])
        return knows

    return after
