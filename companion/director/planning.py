"""The next round of an event: who sits where, at which box, with which boards. Pure.

A movement that is known beforehand is followed as long as it has places for all: a latecomer takes the place that an
odd number leaves empty. From the round on in which there are more entrants, they meet whom they have not met yet, and
the movement is not taken up again: its boards may have been seen meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from companion.director.event import NO_BOX, ClubEvent, Movement, Seated, Sitting
from companion.director.movements import individual, swiss
from companion.director.movements.pairs import howell, mitchell, round_robin
from companion.director.movements.sittings import Meeting, PlannedRound, Rounds, places
from companion.rules.game import Game
from companion.rules.partners import SEATS, sides_of
from companion.support.messages import msg
from companion.support.values import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """What a movement must know of a game: the seats of a table, whether those opposite are partners, who enters."""

    seats: int
    partners: bool
    of_pairs: bool
    """Whether an entrant is a pair; else each is a person."""

    @classmethod
    def of(cls, game: Game, movement: str) -> Shape:
        """Four seats for partners and for `individual`, or the most if four cannot play; otherwise two seats."""
        partners = SEATS in game.players and len(sides_of(game, SEATS)) == 2
        if partners or movement == Movement.INDIVIDUAL:
            seats = SEATS if SEATS in game.players else max(game.players)
            return cls(seats, partners, of_pairs=partners and movement != Movement.INDIVIDUAL)
        return cls(2, partners, of_pairs=False)


def refusal(event: ClubEvent, game: Game | None) -> str:
    """Why the next round cannot begin, in a sentence; empty: it can."""
    if why := misfit(event, game):
        return why
    assert game is not None, "one was chosen"
    shape = Shape.of(game, event.movement)
    size = 2 if shape.of_pairs else 1
    if event.over or (event.rounds and len(event.seated) >= event.rounds):
        return msg("All rounds were played.")
    wrong = next((entrant for entrant in event.entrants if len(entrant.names) != size), None)
    if wrong or (shape.of_pairs and event.unpaired and not event.seated):
        together, alone = msg("Everybody needs a partner."), msg("Everybody plays alone here: part the pairs.")
        return together if shape.of_pairs else alone
    if len(_active(event)) * size < shape.seats:
        return msg("There are too few people for a table.")
    return ""


def misfit(event: ClubEvent, game: Game | None) -> str:
    """Why the movement is not for this game, or that none was chosen, in a sentence; empty: it is for it."""
    if game is None:
        return msg("Choose a game first.")
    if fits(game, event.movement):
        return ""
    return msg("This movement is not for {game}: choose individual.", game=game.title)


def fits(game: Game, movement: str) -> bool:
    """Whether a game can be played by this movement."""
    shape = Shape.of(game, movement)
    return shape.seats in game.players and (movement not in {Movement.MITCHELL, Movement.HOWELL} or shape.partners)


def length(event: ClubEvent, shape: Shape) -> int:
    """How many rounds the whole movement has; 0: any number."""
    if event.movement == Movement.MITCHELL:
        return places(event.planned_for) // 2
    if event.movement in {Movement.HOWELL, Movement.ROUND_ROBIN}:
        return places(event.planned_for) - 1
    return len(_known_rounds(event, shape))


def next_round(
    event: ClubEvent, shape: Shape, ranking: Sequence[int] = ()
) -> tuple[tuple[Sitting, ...], tuple[str, ...]]:
    """The tables of the next round, without boxes, and the names of those who sit out.

    `ranking` are the entrants by standing, the best first, for a movement that asks for it.
    """
    planned = _plan(event, shape, len(event.seated) + 1, ranking)
    sittings = tuple(_sitting(event, shape, meeting) for meeting in planned.meetings)
    return sittings, tuple(name for number in planned.out for name in event.entrants[number].names)


def boards_needed(event: ClubEvent, shape: Shape) -> tuple[int, ...]:
    """The boards of an event as far as they are known: those that were played, and those of the rounds to come.

    If each round is planned by the ones before, these are the rounds that the organiser chose, else the next one.
    """
    played = {board for _, sitting in event.sittings() for board in sitting.boards}
    ahead = _sets_ahead(event, shape) if event.entrants and not event.over else ()
    return tuple(sorted(played.union(*(_boards(event, board_set) for board_set in ahead))))


def _sets_ahead(event: ClubEvent, shape: Shape) -> set[int]:
    """The sets of boards of the rounds to come."""
    begun = len(event.seated)
    last = event.rounds or length(event, shape) or begun + 1
    known = _known_rounds(event, shape)[begun:last]
    free = {_free_set(event, number) for number in range(begun + len(known) + 1, last + 1)}
    return free.union(meeting.board_set for planned_round in known for meeting in planned_round.meetings)


def boards_ahead(event: ClubEvent, shape: Shape) -> frozenset[int]:
    """The boards of rounds that are planned already, also if there are too many entrants now: one may be removed.

    Empty if each round is planned by the ones before: then a board is played in one round only.
    """
    whole = _whole(event, shape)
    if event.over or not _is_as_planned(event, shape, whole):
        return frozenset()
    following = whole[len(event.seated) : event.rounds or None]
    sets = {meeting.board_set for planned_round in following for meeting in planned_round.meetings}
    return frozenset(board for board_set in sets for board in _boards(event, board_set))


def with_boxes(
    sittings: Sequence[Sitting], present: Collection[str], before: Seated | None, broken: Collection[str] = ()
) -> tuple[Sitting, ...]:
    """The tables with their boxes. A table keeps the box that it had in the round before.

    If that box is not there, a free one takes its place. Without a free one the table waits until a box is plugged in.
    A `broken` box is not used, and neither is one that was shut out.
    """
    had = {sitting.table: sitting.box for sitting in (before.sittings if before else ()) if sitting.box not in broken}
    tables = {sitting.table for sitting in sittings}
    kept = {table: box for table, box in had.items() if box in present and table in tables}
    free = iter(sorted(set(present) - set(kept.values()), key=_by_number))

    def box_of(table: int) -> str:
        return kept.get(table) or next(free, had.get(table, NO_BOX))

    return tuple(Sitting(sitting.table, box_of(sitting.table), sitting.names, sitting.boards) for sitting in sittings)


def _by_number(box: str) -> tuple[str, int]:
    """Sort key: box-9 comes before box-10."""
    digits = box[len(box.rstrip("0123456789")) :]
    return box.rstrip("0123456789"), int(digits or 0)


def rounds_played(event: ClubEvent, shape: Shape) -> Iterator[PlannedRound]:
    """The rounds that were seated, by entrants."""
    for seated in event.seated:
        meetings = tuple(
            Meeting(sitting.table, entrants_at(event, shape, sitting.names), 0) for sitting in seated.sittings
        )
        yield PlannedRound(meetings, tuple(dict.fromkeys(_numbers(event, seated.out))))


def entrants_at(event: ClubEvent, shape: Shape, names: Sequence[str]) -> tuple[int, ...]:
    """The entrants of a table: North and South, East and West; or each person by seat."""
    return tuple(_numbers(event, names[:2] if shape.of_pairs else names))


def _numbers(event: ClubEvent, names: Sequence[str]) -> list[int]:
    found = (event.entrant_of(name) for name in names)
    return [number for number in found if number is not None]


def _active(event: ClubEvent) -> list[int]:
    number = len(event.seated) + 1
    return [place for place, entrant in enumerate(event.entrants) if entrant.plays_in(number)]


def _is_outgrown(event: ClubEvent) -> bool:
    """Whether there are more entrants than the movement has places; of people who play alone, more than at first."""
    alone = event.movement == Movement.INDIVIDUAL
    return len(event.entrants) > (event.planned_for if alone else places(event.planned_for))


def _known_rounds(event: ClubEvent, shape: Shape) -> Rounds:
    """All rounds of a movement that is still followed; empty: each round is planned by the ones before."""
    whole = _whole(event, shape)
    return whole if not _is_outgrown(event) and _is_as_planned(event, shape, whole) else ()


def _is_as_planned(event: ClubEvent, shape: Shape, whole: Rounds) -> bool:
    """Whether all who met so far met as the movement has it, and on its boards."""
    return all(
        (entrants_at(event, shape, sitting.names), sitting.boards)
        in [(meeting.entrants, _boards(event, meeting.board_set)) for meeting in planned.meetings]
        for planned, seated in zip(whole, event.seated, strict=False)
        for sitting in seated.sittings
    )


def _whole(event: ClubEvent, shape: Shape) -> Rounds:
    """All rounds of a movement that is known beforehand; empty: each round is planned by the ones before."""
    entrants = event.planned_for
    if event.movement == Movement.ROUND_ROBIN:
        return round_robin(entrants)
    if event.movement == Movement.HOWELL:
        return howell(entrants)
    if event.movement == Movement.MITCHELL:
        return mitchell(entrants, event.rounds or places(entrants))
    is_whist = event.movement == Movement.INDIVIDUAL and shape.seats == SEATS and shape.partners
    return individual.whist(entrants) if is_whist else ()


def _plan(event: ClubEvent, shape: Shape, number: int, ranking: Sequence[int]) -> PlannedRound:
    whole, active = _known_rounds(event, shape), _active(event)
    absent = set(range(places(max(event.begun_with, len(event.entrants))))) - set(active)
    alone = event.movement == Movement.INDIVIDUAL
    if number <= len(whole) and not (alone and len(active) < len(event.entrants)):
        return whole[number - 1].without(absent)
    before, board_set = tuple(rounds_played(event, shape)), _free_set(event, number)
    if alone:
        return individual.next_round(active, shape.seats, before, board_set, partners=shape.partners)
    ordered = [entrant for entrant in ranking if entrant in active] if event.movement == Movement.SWISS else active
    return swiss.next_round(ordered or active, before, board_set)


def _free_set(event: ClubEvent, number: int) -> int:
    """Boards of an unplanned round: a number that no planned round uses, also when entrants come later."""
    return number - 1 if event.movement == Movement.INDIVIDUAL else places(event.planned_for) + number


def _sitting(event: ClubEvent, shape: Shape, meeting: Meeting) -> Sitting:
    entrants = [event.entrants[number].names for number in meeting.entrants]
    if shape.of_pairs:
        (north, south), (east, west) = entrants
        names: tuple[str, ...] = north, east, south, west
    else:
        names = tuple(name for (name,) in entrants)
    return Sitting(meeting.table, NO_BOX, names, _boards(event, meeting.board_set))


def _boards(event: ClubEvent, board_set: int) -> tuple[int, ...]:
    """The numbers of the boards of a set, in duplicate play."""
    first = board_set * event.deals + 1
    return tuple(range(first, first + event.deals)) if event.duplicate else ()
