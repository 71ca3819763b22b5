"""The states of an evening as the organiser's page meets them, each built on the one before."""

from __future__ import annotations

from collections.abc import Sequence

from companion.director.event import Sitting
from tests.companion.director.evenings import NAMES, record_of
from tests.companion.director.served import Organiser

BOXES = ("table-1", "table-2", "table-3", "table-4")
PEOPLE = (*NAMES[:14], "Maximiliane-Friederike", "Konstantin von und zu Hohenfels")
CLUB = {"title": "Thursday", "game": "spades", "movement": "howell", "deals": 2, "rounds": 4, "minutes": 20}


def sittings(club: Organiser) -> tuple[Sitting, ...]:
    """The tables of its round."""
    now = club.event.current
    assert now is not None
    return now.sittings


def without_broker(club: Organiser) -> None:
    club.wire.trouble = "nobody listens at club.local:8883: does the broker run?"


def nobody(club: Organiser) -> None:
    for box in BOXES:
        club.wire.is_there(box)
    done(club, "new", **CLUB, duplicate=True)


def gathered(club: Organiser, people: Sequence[str] = PEOPLE) -> None:
    nobody(club)
    for number, box in enumerate(BOXES):
        club.wire.is_there(box, *people[4 * number : 4 * number + 4])


def entered(club: Organiser, people: Sequence[str] = PEOPLE) -> None:
    gathered(club, people)
    done(club, "enter all")


def seated(club: Organiser, people: Sequence[str] = PEOPLE) -> None:
    """One table waits for a name tag, one plays, one has finished, one has lost its box."""
    entered(club, people)
    done(club, "round")
    first, second, third, _ = sittings(club)
    club.wire.is_there(first.box, *people[:4], seated=first.names[:3], order=9)
    club.wire.shows(second.box, second.names, 1, turn=2)
    plays(club, third)
    club.wire.is_gone("table-4")


def many(club: Organiser) -> None:
    """Thirteen tables of a Mitchell, which have finished one round and play another."""
    people = [f"{first_name}{name}" for first_name in ("Anne", "Hans", "Lise") for name in map(str.lower, NAMES)][:52]
    for number in range(13):
        club.wire.is_there(f"table-{number + 1:02}", *people[4 * number : 4 * number + 4])
    done(club, "new", **CLUB | {"movement": "mitchell", "rounds": 6}, duplicate=True)
    for do in ("enter all", "round"):
        done(club, do)
    for sitting in sittings(club):
        club.wire.reports(sitting.box, f"2026-11-25-201501-{sitting.table}", record_of(club.event, 1, sitting.table))
    done(club, "round")


def finished(club: Organiser) -> None:
    seated(club)
    for sitting in sittings(club):
        plays(club, sitting)


def over(club: Organiser) -> None:
    """Three rounds were played, and a result was corrected."""
    finished(club)
    for _ in range(2):
        done(club, "round")
        for sitting in sittings(club):
            plays(club, sitting)
    done(club, "correct", round=1, table=1, deal=1, points=[55, -5, 55, -5], reason="a bid was misheard")
    done(club, "ends")


def done(club: Organiser, do: str, **more: object) -> None:
    refused = club.wishes(do, **more)
    assert refused == ""


def plays(club: Organiser, sitting: Sitting) -> None:
    """A table sends the record of its round."""
    event = club.event
    number = len(event.seated)
    box = "table-1" if sitting.box not in BOXES else sitting.box
    club.wire.reports(box, f"2026-11-25-2015{number:02}-{sitting.table}", record_of(event, number, sitting.table))


STATES = {
    "without a broker": without_broker,
    "nobody": nobody,
    "gathered": gathered,
    "entered": entered,
    "seated": seated,
    "many": many,
    "finished": finished,
    "over": over,
}
