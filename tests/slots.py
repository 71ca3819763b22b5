"""The texts of a screen by the names of their slots, whichever top and layout it has: what tests look for."""

from __future__ import annotations

from dataclasses import dataclass, fields

from companion.screens.layouts import Column, Screen, fact_of
from companion.screens.plot import PlotLine


@dataclass(frozen=True)
class Slots:
    """What a screen shows in each slot. Empty: it has no such slot, or nothing in it."""

    title: str = ""
    note: str = ""
    place: str = ""
    memo: str = ""
    fact: str = ""
    side: str = ""
    aside: str = ""
    lines: tuple[str, ...] = ()
    columns: tuple[Column, ...] = ()
    options: tuple[str, ...] = ()
    curve: tuple[PlotLine, ...] = ()


def slots(screen: Screen) -> Slots:
    """The texts of this screen."""
    fact = fact_of(screen)
    parts = (screen.top, screen.layout, fact)
    texts = {
        slot.name: getattr(part, slot.name)
        for part in parts
        for slot in fields(Slots)
        if slot.name != "fact" and hasattr(part, slot.name)
    }
    return Slots(fact=fact.text if fact else "", **texts)
