"""Functions that remember their latest answers.

A tap asks the same questions about a moment several times: a play is judged, then played. Moments are large values and
are compared by identity; `functools.lru_cache` would compare and hash their fields.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

LATEST = 4
"""Answers that are kept: few, since they keep their moments."""

_FORGETTING: list[Callable[[], None]] = []


def forget() -> None:
    """Forget every answer: for figures of what is done once, measured again and again."""
    for forget_answers in _FORGETTING:
        forget_answers()


def forgettable() -> dict[Any, Any]:
    """A dictionary of latest answers, each to be continued; `forget` empties it."""
    answers: dict[Any, Any] = {}
    _FORGETTING.append(answers.clear)
    return answers


def memoize(ask: Callable[P, R]) -> Callable[P, R]:
    """Decorate a pure function, called by place, of moments and, as its last argument, a small value."""
    latest: tuple[tuple[tuple[int, ...], tuple[Any, ...], Any], ...] = ()

    @wraps(ask)
    def answer(*asked: P.args, **none: P.kwargs) -> R:
        nonlocal latest  # replaced whole: another thread sees it as it was or as it is
        moments, value = tuple(map(id, asked[:-1])), asked[-1]
        for known, held, answered in latest:  # what is held keeps its identity
            if known == moments and (held[-1] is value or held[-1] == value):
                found: R = answered
                return found
        found = ask(*asked, **none)
        latest = ((moments, asked, found), *latest[: LATEST - 1])
        return found

    def forgets() -> None:
        nonlocal latest
        latest = ()

    _FORGETTING.append(forgets)
    return answer
