"""What the organiser's page shows, as JSON values. Pure; texts for people are in the language in effect."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime

from companion.director.boxes import Box, Boxes
from companion.director.desk import Desk
from companion.director.event import MOVEMENTS, NO_BOX, ClubEvent, SeatPoints, Sitting
from companion.director.exports import for_usebio
from companion.director.hand_records import needed_boards
from companion.director.planning import Shape, fits, length, refusal
from companion.director.results import DealResult
from companion.director.tables import Reckoned
from companion.http.views import director as views
from companion.rules.game import Game
from companion.support.messages import tr
from companion.support.names import person

MOST_TOLD = 20


def page_view(desk: Desk, at: str, link: str) -> views.DirectorView:
    """Everything but results. `at` is the time now; `link` says what is wrong with the broker, empty: nothing."""
    event = desk.event
    known = desk.reckon(event) if event else None
    return {
        "event": _event(event, desk, at, known) if event and known else None,
        "events": [
            {"name": event.name, "usebio": for_usebio(event.movement, duplicate=event.duplicate)}
            for event in desk.events
        ],
        "tables": _tables(event, desk) if event else [],
        "boxes": [_box(box, event) for box in desk.boxes],
        "people": _people(event, desk.boxes),
        "entrants": _entrants(event) if event else [],
        "standings": _standings(known) if known else [],
        "troubles": _troubles(desk, link),
        "changes": desk.changes,
    }


def games_view(games: Mapping[str, Game]) -> list[views.GameChoice]:
    """The games, with their house rules and the movements that fit them."""
    return [
        {
            "name": name,
            "title": tr(game.title),
            "movements": [movement for movement in MOVEMENTS if fits(game, movement)],
            "options": [option.view() for option in game.options],
        }
        for name, game in games.items()
    ]


def _event(event: ClubEvent, desk: Desk, at: str, reckoned: Reckoned) -> views.EventTold:
    game, now, (counted, finished) = desk.games.get(event.game), event.current, _deal_counts(reckoned)
    shape = Shape.of(game, event.movement) if game else None
    sittings, number = (now.sittings, now.number) if now else ((), 0)
    return {
        "name": event.name,
        "title": event.title,
        "game": event.game,
        "gameTitle": tr(game.title) if game else "",
        "options": dict(event.options),
        "movement": event.movement,
        "rounds": event.rounds,
        "length": length(event, shape) if shape and event.entrants else 0,
        "minutes": event.minutes,
        "deals": event.deals,
        "duplicate": event.duplicate,
        "round": number,
        "out": list(now.out) if now else [],
        "left": seconds_left(event, at),
        "paused": event.paused,
        "waits": [sitting.table for sitting in sittings if not event.is_finished(number, sitting.table)],
        "over": event.over,
        "refusal": tr(refusal(event, game)),
        "boards": len(needed_boards(event, game)),
        "pairs": bool(shape and shape.of_pairs),
        "seats": shape.seats if shape else 0,
        "partners": bool(shape and shape.partners),
        "counted": counted,
        "finished": finished,
        "step": desk.last_step,
    }


def _deal_counts(reckoned: Reckoned) -> tuple[int, int]:
    """How many deals count, and how many are finished: boards that are still played stay on their boxes."""
    counting = [result.place[:2] for result in reckoned.results]
    reported = sum(deals for place, deals in reckoned.event.done.items() if place not in reckoned.over)
    finished = reported + sum(place in reckoned.over for place in counting)
    return len(counting), max(len(counting), finished)


def seconds_left(event: ClubEvent, at: str) -> int | None:
    """The seconds until the round should end; less than 0 when it is late. None: there is no clock, or no round.

    >>> from companion.director.event import ClubEvent, Seated
    >>> begun = ClubEvent("e", minutes=20, seated=(Seated(1, "2026-11-25T20:00:00", ()),))
    >>> seconds_left(begun, "2026-11-25T20:05:00")
    900
    """
    now = event.current
    if not event.minutes or now is None:
        return None
    times = [*event.pauses, *([at] if event.paused else [])]
    stood = sum(_seconds(time, other) for time, other in zip(times[::2], times[1::2], strict=True))
    return 60 * event.minutes - _seconds(now.at, at) + stood


def _seconds(since: str, until: str) -> int:
    """Between two times of a record; one whose clock was not set ends in "?"."""
    try:
        first, last = (datetime.fromisoformat(moment.rstrip("?")) for moment in (since, until))
    except ValueError:
        return 0
    return int((last - first).total_seconds())


def _tables(event: ClubEvent, desk: Desk) -> list[views.RoundTable]:
    if event.current is None or event.over:
        return []
    seen, recorded = desk.boxes.finished_deals(event), desk.deals_in_records(event)
    return [
        _table(event, sitting, desk.boxes, max(seen.get(sitting.table, 0), recorded.get(sitting.table, 0)))
        for sitting in event.current.sittings
    ]


def _table(event: ClubEvent, at: Sitting, boxes: Boxes, reported: int) -> views.RoundTable:
    """A table of the round; `reported` are the deals that its box shows as finished, or its records have."""
    box, done = boxes[at.box], event.done.get((len(event.seated), at.table), 0)
    plays = box.plays_at(event, at)
    waits = box.presence.on and not plays and done < event.deals
    return {
        "table": at.table,
        "box": "" if at.box == NO_BOX else at.box,
        "names": list(at.names),
        "boards": list(at.boards),
        "done": min(event.deals, done),
        "byHand": done > reported,
        "missing": [name for name in at.names if name not in box.state.seated] if waits else [],
        "turn": list(map(event.current_name, box.turn)) if plays else [],
        "where": box.view.where if plays else "",
        "trouble": _trouble_of_table(event, at.box, boxes),
    }


def _trouble_of_table(event: ClubEvent, box: str, boxes: Boxes) -> str:
    """What is wrong with the box of a table, and what to do."""
    if box == NO_BOX:
        return tr("This table has no box: give it one, or enter its results by hand.")
    if box in event.broken:
        return tr("Its box broke down: move the table to another box, or enter its results by hand.")
    if box in boxes.gone:
        return tr("Its box was shut out: move the table to another box, or enter its results by hand.")
    if box not in boxes.present:
        return tr("Its box is not heard: look at its plug and its network. It plays on, and reports when it is back.")
    return ""


def _box(box: Box, event: ClubEvent | None) -> views.BoxTold:
    now = event.current if event and not event.over else None
    troubles = box.state.trouble  # always in English: Home Assistant compares it
    return {
        "name": box.name,
        "on": box.presence.on,
        "here": list(box.state.here),
        "table": next((sitting.table for sitting in now.sittings if sitting.box == box.name), 0) if now else 0,
        "broken": bool(event and box.name in event.broken),
        "game": box.view.title,
        "trouble": [_one_line(troubles[0], len(troubles))] if troubles else [],
    }


def _people(event: ClubEvent | None, boxes: Boxes) -> list[views.PersonTold]:
    here, people = boxes.here, event.people if event else ()
    gone = event.gone if event else {}
    known = {person(name) for name in (*people, *gone)}
    strangers = [name for name in here if person(name) not in known]
    boxed = {person(gone.get(name) or name): box for name, box in here.items()}
    sittings = event.current.sittings if event and event.current else ()
    places = {name: sitting.table for sitting in sittings for name in sitting.names}
    return [
        {
            "name": name,
            "here": boxed.get(person(name), ""),
            "entrant": -1 if event is None or (number := event.entrant_of(name)) is None else number,
            "table": places.get(name, 0),
            "known": name in people,
        }
        for name in (*people, *strangers)
    ]


def _entrants(event: ClubEvent) -> list[views.EntrantTold]:
    return [
        {"names": list(entrant.names), "since": entrant.since, "left": entrant.left or 0} for entrant in event.entrants
    ]


def _standings(reckoned: Reckoned) -> list[views.StandingRow]:
    return [
        {
            "place": row.place,
            "names": list(row.names),
            "group": row.group,
            "deals": row.deals,
            "points": row.tenths / 10,
            "percent": None if row.percent is None else row.percent / 100,
            "out": row.out,
        }
        for row in reckoned.standings
    ]


def _troubles(desk: Desk, link: str) -> list[str]:
    """What is wrong, a line for each box: a flood of one must not hide what is wrong with others."""
    strays: dict[str, list[str]] = {}
    for stray in desk.strays():
        place = {"box": stray.box, "match": stray.match}
        why = tr("{box}: the record {match} does not count: {why}", **place, why=stray.trouble)
        strays.setdefault(stray.box, []).append(why)
    for played_match in desk.refused_records():
        strays.setdefault(played_match.box, []).append(tr(played_match.refused))
    lines = [_one_line(own[-1], len(own)) for box, own in strays.items() if box not in desk.boxes.troubles]
    for box, told in desk.boxes.troubles.items():
        lines.append(_one_line(tr(told.sentence), told.times + len(strays.get(box, ()))))
    return [*([link] if link else []), *map(tr, desk.troubles), *lines[-MOST_TOLD:]]


def _one_line(sentence: str, count: int) -> str:
    """A trouble, with the number of all."""
    return sentence if count == 1 else tr("{trouble} ({count} in all)", trouble=sentence, count=count)


def results_view(reckoned: Reckoned, released: Collection[str]) -> views.EventResults:
    """All results of an event, for the tables of results and for corrections. `released` are "EVENT:BOARD"."""
    missing = () if reckoned.event.over else _missing_results(reckoned, released)
    return {
        "event": reckoned.event.name,
        "duplicate": reckoned.event.duplicate,
        "results": [_deal(result, reckoned) for result in reckoned.results],
        "missing": [_deal(result, reckoned) for result in missing],
    }


def _deal(result: DealResult, reckoned: Reckoned) -> views.DealTold:
    (number, table, deal), sides = result.place, reckoned.compared.get(result.place, ())
    corrections = reckoned.event.corrections if result.corrections else ()
    return {
        "round": number,
        "table": table,
        "deal": deal,
        "board": result.board,
        "names": list(result.names),
        "points": list(result.counts.points) if isinstance(result.counts, SeatPoints) else [],
        "percents": [None if side is None else side.percent / 100 for side in sides],
        "corrected": [correction.reason for correction in corrections if correction.n in result.corrections],
    }


def _missing_results(reckoned: Reckoned, released: Collection[str]) -> Iterator[DealResult]:
    """The deals without a result, the latest round first; of an earlier one without those whose board is held back."""
    event, known = reckoned.event, {result.place for result in reckoned.results}
    places = ((seated, sitting) for seated in reversed(event.seated) for sitting in seated.sittings)
    for seated, sitting in places:
        done = event.done.get((seated.number, sitting.table), 0)
        for deal, board in enumerate(sitting.boards or (0,) * event.deals, 1):
            place = seated.number, sitting.table, deal
            waits = seated is not event.current and board and deal <= done and f"{event.name}:{board}" not in released
            if place not in known and not waits:
                yield DealResult(place, board, sitting.names, SeatPoints(()))
