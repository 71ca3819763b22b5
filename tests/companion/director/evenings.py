"""An event in its own words, for the tests of the director."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random

from companion.director.event import NO_BOX, ClubEvent
from companion.director.event_words import Story, add_statement, seats_written
from companion.director.planning import Shape, next_round, with_boxes
from companion.director.results import PlayedMatch, played_match
from companion.games.registry import GAMES
from companion.match.header import Header
from companion.testing.evening import FairEvening
from tests.companion.history.sealed import sealed

AT = "2026-11-25T20:15:03"
EVENT = "2026-11-25-club"
NAMES = "Ann Bob Cid Dee Eve Fay Gus Hal Ida Jon Kim Lea Max Nia Oli Pam Qin Ron Sue Tom".split()


def tell_story(lines: Iterable[tuple[str, str]]) -> Story:
    """The story after these lines, each with its time. Raises UnreadableError for the first wrong one."""
    told: Story | None = None
    for text, at in lines:
        told = add_statement(told, text, at)
    assert told is not None, "there are lines"
    return told


def story(*lines: str, at: str = AT) -> Story:
    """The story of an event with these lines."""
    return tell_story([(f'event {EVENT} "Club evening"', at), *((line, at) for line in lines)])


def pairs(number: int) -> list[str]:
    """The lines of so many pairs: Ann and Bob, Cid and Dee …"""
    names = NAMES[: 2 * number]
    people = [f"person {name}" for name in names]
    return people + [f"partners {name} {other}" for name, other in zip(names[::2], names[1::2], strict=True)]


def howell_evening(number: int = 4, *more: str) -> Story:
    """So many pairs play duplicate Spades, two boards a round."""
    return story("game spades", "movement howell", "deals 2", "duplicate yes", *pairs(number), *more)


def shape_of(event: ClubEvent) -> Shape:
    return Shape.of(GAMES[event.game], event.movement)


def round_begun(now: Story, boxes: tuple[str, ...] = ("a", "b", "c"), ranking: tuple[int, ...] = ()) -> Story:
    """After the next round has been seated."""
    event = now.event
    sittings, out = next_round(event, shape_of(event), ranking)
    seated = with_boxes(sittings, boxes, event.current)
    for line in seats_written(len(event.seated) + 1, seated, out):
        now = add_statement(now, line, AT)
    return now


def tables(event: ClubEvent) -> list[str]:
    """The tables of the present round in short: "1 a Ann Cid Bob Dee 1,2"."""
    assert event.current is not None
    return [
        " ".join(
            [
                str(sitting.table),
                "(none)" if sitting.box == NO_BOX else sitting.box,
                *sitting.names,
                ",".join(map(str, sitting.boards)),
            ]
        ).rstrip()
        for sitting in event.current.sittings
    ]


def record_of(event: ClubEvent, number: int, table: int, seed: int = 1, *, extra: tuple[str, ...] = ()) -> bytes:
    """The compact record of a table of a round, played by chance; `extra` lines follow it."""
    sitting = next(sitting for sitting in event.seated[number - 1].sittings if sitting.table == table)
    header, said = _said(event.game, sitting.names, (*event.options.items(),), event.deals, f"{number} {table} {seed}")
    boards = f" boards={','.join(map(str, sitting.boards))}" if sitting.boards else ""
    note = f"; club event={event.name} round={number} table={table}{boards}"
    return sealed([*header, note, *said, *extra])


@cache
def _said(
    game: str, names: tuple[str, ...], options: tuple[tuple[str, str], ...], deals: int, chance: str
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Header and statements of a match of so many deals: many tests ask for the same one."""
    header = Header(GAMES[game], names, 0)
    for name, value in options:
        header = header.with_line(("option", name, value))
    evening = FairEvening(header.game, Random(chance), header)
    for _ in evening.plays(deals):
        pass
    said = [match.said for match in reversed(list(evening.match.story())) if match.said is not None]
    return (*header.lines(),), (*map(header.language.write, said),)


def match_of(event: ClubEvent, number: int, table: int, seed: int = 1) -> PlayedMatch:
    """What this table came to, by the record of the box that it was seated at."""
    name, sitting = f"2026-11-25-2015{number:02}-{table}", event.seated[number - 1].at_table(table)
    assert sitting is not None
    found = played_match(sitting.box, name, record_of(event, number, table, seed), GAMES)
    assert found is not None
    return found
