"""A deal that plays itself at the simulated table, for everything that is no terminal: Enter, and one wrong card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.events import DealScored

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.match.match import Match
    from companion.terminal.session import Session
    from companion.terminal.view import View

MOST_ENTERS = 1000
"""Ends a game that is not over by then."""


def perform(session: Session, view: View) -> Iterator[str]:
    """What is shown after each Enter, from the set-up to the score; the first wrong card that is refused is tapped."""
    yield "A deal on simulated wires. In a terminal the same command lets you play."
    yield session.shown(view)
    tried = False
    for _ in range(MOST_ENTERS):
        tip = session.tip
        if not tried and tip is not None and tip.wrong and not tip.trusted and session.table.question is None:
            tried, wrong = True, " ".join(map(str, tip.wrong))
            yield f"Somebody taps {wrong}, and should not.\n{session.take(wrong, view)}"
        yield session.take("", view)
        if (match := session.table.match) and (session.table.scored or match.winners):
            break
    yield _result(session.table.playing)


def _result(match: Match) -> str:
    names = match.header.names
    points = next((event.scores for event in match.events if isinstance(event, DealScored)), None)
    if points is None:
        return f"The game is won: {', '.join(names[seat] for seat in match.winners)}."
    told = ", ".join(f"{name} {point:+}" for name, point in zip(names, points, strict=True))
    return f"The deal is scored: {told}."
