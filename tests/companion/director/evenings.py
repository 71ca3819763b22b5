"""An event in its own words, for the tests of the director."""

from __future__ import annotations

from companion.director.event import NO_BOX, Event
from companion.director.event_words import Story, said, seats_written, told
from companion.director.planning import Shape, next_round, with_boxes
from companion.games.registry import GAMES

AT = "2026-11-25T20:15:03"
EVENT = "2026-11-25-club"
NAMES = "Ann Bob Cid Dee Eve Fay Gus Hal Ida Jon Kim Lea Max Nia Oli Pam Qin Ron Sue Tom".split()


def story(*lines: str, at: str = AT) -> Story:
    """The story of an event with these lines."""
    return told([(f'event {EVENT} "Club evening"', at), *((line, at) for line in lines)])


def pairs(number: int) -> list[str]:
    """The lines of so many pairs: Ann and Bob, Cid and Dee …"""
    names = NAMES[: 2 * number]
    people = [f"person {name}" for name in names]
    return people + [f"partners {one} {other}" for one, other in zip(names[::2], names[1::2], strict=True)]


def howell_evening(number: int = 4, *more: str) -> Story:
    """So many pairs play duplicate Spades, two boards a round."""
    return story("game spades", "movement howell", "deals 2", "duplicate yes", *pairs(number), *more)


def shape_of(event: Event) -> Shape:
    return Shape.of(GAMES[event.game], event.movement)


def round_begun(now: Story, boxes: tuple[str, ...] = ("a", "b", "c"), ranking: tuple[int, ...] = ()) -> Story:
    """After the next round has been seated."""
    event = now.event
    sittings, out = next_round(event, shape_of(event), ranking)
    seated, _ = with_boxes(sittings, boxes, event.current)
    for line in seats_written(len(event.seated) + 1, seated, out):
        now = said(now, line, AT)
    return now


def tables(event: Event) -> list[str]:
    """The tables of the present round in short: "1 a Ann Cid Bob Dee 1,2"."""
    assert event.current is not None
    return [
        " ".join(
            [str(one.table), "(none)" if one.box == NO_BOX else one.box, *one.names, ",".join(map(str, one.boards))]
        ).rstrip()
        for one in event.current.sittings
    ]
