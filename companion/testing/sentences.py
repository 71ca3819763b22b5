"""Checks of what is heard: every screen says something, in whole sentences, without the look of a panel."""

from __future__ import annotations

import re
from collections.abc import Iterable

from companion.screens.hearing import sentences_for, tell_all
from companion.screens.sentences import ENDS, Sentence
from companion.table.state import Table

OF_A_PANEL = re.compile(r"[►▲▼☞◄→←♠♥♦♣✓=|{}<>›‹]|\d/\d|\s\s|\.\.|:[.?!]|[?!]\.|^\W|: ?$|\bOK OK\b")
"""Signs, numbers and blanks of a panel, gaps that nothing filled, and ends of sentences that are none."""

LONGEST = 250
"""Letters of a sentence without its names: with them it is not cut off by the voice, which says 300."""


def is_heard(table: Table) -> None:
    """Whether this screen, and "tell all", say something, and say it well."""
    names = table.match.header.names if table.match is not None else ()
    for said in (sentences_for(table), tell_all(table)):
        is_well_said(said, names)


def is_well_said(said: Iterable[Sentence], names: Iterable[str] = ()) -> None:
    """Whether these are whole sentences in which people are called by their whole names; there must be one."""
    texts = [sentence.text for sentence in said]
    assert texts, "the screen says nothing"
    for text in texts:
        nameless = text
        for name in sorted(names, key=len, reverse=True):
            nameless = nameless.replace(name, "X")
        assert nameless.endswith(ENDS), f"“{text}” does not end like a sentence"
        found = OF_A_PANEL.search(nameless)
        assert found is None, f"“{text}” has “{found[0] if found else ''}” of a panel"
        assert len(nameless) <= LONGEST, f"“{text}” is too long to be heard"
        assert not nameless[0].islower(), f"“{text}” does not begin like a sentence"
