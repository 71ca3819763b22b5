"""A story that is told on from where one of the latest has ended: most are one statement longer than the one before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from companion.support.caching import LATEST

Begun = TypeVar("Begun")
Knows = TypeVar("Knows")
Item = TypeVar("Item")


def memoize_story(
    begin: Callable[[Any, Begun], Knows], step: Callable[[Any, Knows, Item], Knows]
) -> Callable[[Any, Begun, tuple[Item, ...]], Knows]:
    """What a story leads to, in the eyes of somebody: most stories go on where one of the latest has ended.

    `begin` and each `step` get whose eyes they are, a small value; what has begun is compared by identity.
    """
    latest: tuple[tuple[Any, Begun, tuple[Item, ...], Knows], ...] = ()

    def after(eyes: Any, begun: Begun, story: tuple[Item, ...]) -> Knows:
        nonlocal latest
        known = (told for told in latest if told[1] is begun and told[0] == eyes and story[: len(told[2])] == told[2])
        *_, told, knows = max(known, key=lambda told: len(told[2]), default=(eyes, begun, (), begin(eyes, begun)))
        for item in story[len(told) :]:
            knows = step(eyes, knows, item)
        latest = ((eyes, begun, story, knows), *latest[: LATEST - 1])
        return knows

    return after
