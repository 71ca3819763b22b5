"""Who plays from here on: somebody takes a seat, joins, leaves, or changes seats (rules/RULES.md 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from companion.cards import Seat
from companion.match.header import Computer, Header
from companion.rules.game import Game, first_words
from companion.rules.partners import partner_of
from companion.rules.referee.verdicts import BrokenRuleError, Rule
from companion.rules.seating import chair_of, seating_of
from companion.rules.statements import DEAL, Statement, UnreadableError, are_points, split_words
from companion.support.messages import N_
from companion.support.names import name_problem, place_of
from companion.support.values import dataclass, replace

AnySeat = TypeVar("AnySeat", Seat, "Seat | None")
GAME_OVER = Rule("wrong-phase", N_("The game is over."), N_("GAME OVER"), N_("Begin a new one"))
FIXED_NUMBER = Rule("fixed-number", N_("This game needs just as many players."), N_("NOT SO"), N_("Give the seat away"))
BETWEEN_DEALS = Rule(
    "between-deals", N_("Seats change between two deals only."), N_("NOT NOW"), N_("End this deal first")
)
RACK_LATER = Rule(
    "rack-later",
    N_("The computer sits down before the first word or after the first lead."),
    N_("NOT NOW"),
    N_("Play on to the lead"),
)


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who begins to play: a name, and the computer that plays (None: a person).

    `points` are what a late guest begins with; None: as the game has it.
    """

    name: str
    computer: Computer | None = None
    points: int | None = None


def newcomer_of(said: Statement) -> Newcomer:
    """The person or computer that a statement names. Raises UnreadableError."""
    name, *rest = split_words(said.value)
    points: int | None = None
    noted: dict[str, str] = {}
    for word in rest:
        key, equals, value = word.partition("=")
        if equals and key in {"computer", "seed"} and key not in noted:
            noted[key] = value
        elif said.word == "join" and points is None and are_points(word):
            points = int(word)
        else:
            raise UnreadableError(f"“{word}” has no place after the name “{name}”")
    if not noted:
        return Newcomer(name, points=points)
    level, seed = noted.get("computer", ""), noted.get("seed", "0")
    if not (level.isascii() and level.isalpha() and level.islower()) or not (seed.isascii() and seed.isdigit()):
        raise UnreadableError("a computer is written as computer=LEVEL seed=NUMBER")
    return Newcomer(name, Computer(level, int(seed[:9])), points)


def apply_seating(header: Header, state: Any, said: Statement) -> tuple[Header, Any]:
    """Header and state after a statement of seats; the state is None before the first deal.

    Raises UnreadableError and BrokenRuleError.
    """
    if state is not None and header.game.winners(state):
        raise BrokenRuleError(GAME_OVER)
    match said.word:
        case "seat":
            newcomer = newcomer_of(said)
            names, computers = _names(header, newcomer, said.by), _computers(header, said.by, newcomer)
            after = replace(header, names=names, computers=computers)
            racked = said.by in after.computers
            if state is not None and not (racked and said.by in header.computers):
                state = seating_of(header.game).take_over(state, said.by, racked=racked)
                if state is None:
                    raise BrokenRuleError(RACK_LATER)
            return after, state
        case "join":
            newcomer = newcomer_of(said)
            _check_name(header, newcomer.name)
            return _regroup(header, state, step(header, said), newcomer)
        case "leave":
            return _regroup(header, state, step(header, said))
        case _:
            return _exchange(header, state, said.by, header.names.index(split_words(said.value)[0]))


def late_points(game: Game, scores: Sequence[int]) -> int:
    """The default points of a late guest: the worst score, so that the guest overtakes nobody."""
    return max(scores) if game.low_wins else min(scores)


def step(header: Header, said: Statement) -> tuple[Seat | None, ...]:
    """For each seat after this statement the seat before it, when this header held. None: a newcomer's."""
    seats: list[Seat | None] = list(range(len(header.names)))
    match said.word:
        case "join":
            return (*seats, None)
        case "leave":
            return tuple(seat for seat in seats if seat != said.seat)
        case "exchange" if not _partners(header):
            return _swap(seats, said.by, header.names.index(split_words(said.value)[0]))
        case _:
            return tuple(seats)


def _exchange(header: Header, state: Any, seat: Seat, other: Seat) -> tuple[Header, Any]:
    if seat == other:
        raise UnreadableError("“exchange” needs two players")
    order = _swap(range(len(header.names)), seat, other)
    if not _partners(header):
        return _regroup(header, state, order)
    if not _between_deals(header.game, state):
        raise BrokenRuleError(BETWEEN_DEALS)
    names = tuple(header.names[place] for place in order)
    after = replace(header, names=names, computers=_move_computers(header, order))
    return after, state  # the score stays with the side


def _regroup(
    header: Header, state: Any, order: Sequence[Seat | None], newcomer: Newcomer | None = None
) -> tuple[Header, Any]:
    """Header and state with these seats in place of the present ones, between two deals. Raises as `apply_seating`."""
    game = header.game
    if len(order) not in game.players:
        raise BrokenRuleError(FIXED_NUMBER)
    if not _between_deals(game, state):
        raise BrokenRuleError(BETWEEN_DEALS)
    names, computers = tuple(header.names[seat] for seat in order if seat is not None), _move_computers(header, order)
    if newcomer:
        names = (*names, newcomer.name)
        computers |= {len(order) - 1: newcomer.computer} if newcomer.computer else {}
    scores = header.brought if state is None else game.scores(state)
    points = late_points(game, scores) if newcomer is None or newcomer.points is None else newcomer.points
    if points and "score" not in game.brings:
        raise UnreadableError(f"{game.title} has no score to begin with; found {points}")
    after = replace(_move_brought(header, order, points), names=names, computers=computers)
    if state is None:
        if after.opener is not None:
            game.begin(after.setup())  # which refuses points that end the match
        return after, None
    state = seating_of(game).regroup(state, order, points)
    if state is None:
        raise BrokenRuleError(FIXED_NUMBER)
    return after, state


def _move_brought(header: Header, order: Sequence[Seat | None], points: int) -> Header:
    """The header in which opener, scores and markers have moved with their players; a newcomer brings these points."""
    place = {seat: number for number, seat in enumerate(order) if seat is not None}
    scores = {place[seat]: score for seat, score in header.scores.items() if seat in place}
    scores |= {order.index(None): points} if None in order and points else {}
    markers = {place[seat]: cards for seat, cards in header.markers.items() if seat in place}
    opener = None if header.opener is None else chair_of(header.opener, len(header.names), order)
    return replace(header, scores=scores, markers=markers, opener=opener)


def _between_deals(game: Game, state: Any) -> bool:
    return state is None or DEAL.name in game.expects(state).words


def _partners(header: Header) -> bool:
    return partner_of(header.game, len(header.names), 0) is not None


def _names(header: Header, newcomer: Newcomer, seat: Seat) -> tuple[str, ...]:
    """The names with the newcomer in this seat. A computer may have the name of the person it plays on for."""
    others = tuple(name for place, name in enumerate(header.names) if place != seat)
    name = _check_name(replace(header, names=others), newcomer.name)
    return (*header.names[:seat], name, *header.names[seat + 1 :])


def _check_name(header: Header, name: str) -> str:
    if problem := name_problem(name, first_words(header.game)):
        raise UnreadableError(problem)
    if place_of(name, header.names) is not None:
        raise UnreadableError(f"“{name}” plays here already")
    return name


def _computers(header: Header, seat: Seat, newcomer: Newcomer) -> dict[Seat, Computer]:
    others = {place: computer for place, computer in header.computers.items() if place != seat}
    return others if newcomer.computer is None else {**others, seat: newcomer.computer}


def _move_computers(header: Header, order: Sequence[Seat | None]) -> dict[Seat, Computer]:
    """The computers when the seats stand in this order."""
    old = header.computers
    return {place: old[seat] for place, seat in enumerate(order) if seat is not None and seat in old}


def _swap(seats: Sequence[AnySeat], one: Seat, other: Seat) -> tuple[AnySeat, ...]:
    order = list(seats)
    order[one], order[other] = order[other], order[one]
    return tuple(order)
