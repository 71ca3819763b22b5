"""What tests look for: the texts of a screen by their slots, whichever top and layout it has, and all of a table."""

from __future__ import annotations

from dataclasses import dataclass, fields

from companion.screens.current_screen import screen_for
from companion.screens.hearing import sentences_for
from companion.screens.layouts import Column, Screen, fact_of, lines_of
from companion.screens.plot import PlotLine
from companion.table.state import Table


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


def shown(table: Table) -> str:
    """All texts on the panel, in reading order, with a bar between them."""
    return "|".join(lines_of(screen_for(table)))


def heard(table: Table) -> str:
    """All that the voice says."""
    return " ".join(sentence.text for sentence in sentences_for(table))
