"""What a match keeps in memory, counted in blocks of the interpreter; the process: `test_start_figures.py`."""

from __future__ import annotations

import gc
import sys
from collections import deque

import pytest

from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.match.match import Match
from companion.screens.current_screen import screen_for
from companion.support.caching import forget
from companion.table.apply_statements import say
from companion.table.state import House, Table
from tests.bench.figures import counted
from tests.evening import RECORDS

LONGEST = (
    "birddog-whole-match",
    "birdhead-whole-match",
    "bonehead-full-match",
    "rook-whole-match",
    "toriatama-example",
)

MOST = 64
"""Blocks of memory for each statement."""


def played(record: str) -> Table:
    """The table after a record that was said and shown at it, as on the box."""
    tables = (line.match for line in answers(record, GAMES) if line.match and line.match.said and line.answer.applied)
    table: Table | None = None
    for moment in tables:
        table = table or Table(House(GAMES), match=Match(moment.header))
        table = say(table, (moment.statement,)).table
        screen_for(table)
    assert table is not None
    return table


@pytest.mark.parametrize("name", [*LONGEST, "bonehead-full-match", "toriatama-example"])
def test_a_statement_keeps_a_few_blocks_of_memory(name: str) -> None:
    record = RECORDS[name].read_text("utf-8")
    deque((played(record) for _ in range(2)), maxlen=0)  # what is kept once
    forget()
    gc.collect()
    before = sys.getallocatedblocks()
    table = played(record)
    gc.collect()
    blocks = sys.getallocatedblocks() - before
    statements = table.playing.applied
    counted(f"{name}, kept of each of {statements} statements", blocks / statements, MOST, "blocks", repeats=statements)
