"""What was played at the tables of an event, from the records of the boxes, with corrections applied. Pure.

A note in a record names its event, round and table. The record counts if its people were seated there and it comes from
a box of their table. Of several boxes the last one counts; of several records of a box the one with the most deals, or
else the latest. Of identical records the one with the shortest name counts: the others are copies of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain

from companion.director.event import ClubEvent, Correction, Counts, DealPlace, Seated, SeatPoints, Sitting
from companion.inputs.club import round_of
from companion.match.checker import LineAnswer, NoRecordError, answers, guests_blamed
from companion.match.match import Match, scored_deals
from companion.rules.game import Game
from companion.storage.journal import unseal
from companion.support.messages import msg
from companion.support.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A record of a box: where it belongs, who played, and what each deal scored, by seat.

    `trouble` says why nothing of it counts; empty: it does. `refused` names the first line that the rules refuse or
    that comes after the end; empty: there is no such line.
    """

    box: str
    match: str
    event: str
    round: int
    table: int
    seating: str = ""
    names: tuple[str, ...] = ()
    deals: tuple[tuple[int, ...], ...] = ()
    over: bool = False
    trouble: str = ""
    refused: str = ""


@dataclass(frozen=True, slots=True)
class DealResult:
    """A deal of a table, and what it counts.

    `board` is 0 without duplicate. `corrections` are the numbers of the statements that changed it, the last in force.
    """

    place: DealPlace
    board: int
    names: tuple[str, ...]
    counts: Counts
    box: str = ""
    match: str = ""
    corrections: tuple[int, ...] = ()


def played_match(box: str, name: str, record: bytes, games: Mapping[str, Game]) -> PlayedMatch | None:
    """The match in a record. None: it was not played for an event."""
    lines = unseal(record).lines
    found = next(filter(None, (round_of(line.text) for line in lines)), None)
    if found is None:
        return None
    belongs = PlayedMatch(box, name, *found.key, found.seating)
    try:
        told = tuple(answers("\n".join(line.text for line in lines), games))
        match = told[-1].known_match
        with guests_blamed(match.header.game, NoRecordError):
            return _with_score(replace(belongs, refused=_first_refusal(belongs, told)), match)
    except NoRecordError as problem:
        return replace(belongs, trouble=str(problem))


def _with_score(belongs: PlayedMatch, match: Match) -> PlayedMatch:
    game, over = match.header.game, match.ended or bool(match.winners)
    deals = tuple(scored.scores for scored in scored_deals(match))[::-1] if game.keeps_score else ()
    if not game.keeps_score and over and match.state is not None:
        deals = (game.shown.standing(match.state),)
    return replace(belongs, names=match.header.names, deals=deals, over=over)


def _first_refusal(belongs: PlayedMatch, told: Iterable[LineAnswer]) -> str:
    """The sentence for the first line that changes nothing. Empty without such a line."""
    refused = next((line_answer for line_answer in told if not line_answer.answer.applied), None)
    if refused is None:
        return ""
    place = {"box": belongs.box, "match": belongs.match, "n": refused.line}
    if refused.match is not None and refused.match.said is not None and not refused.match.expects.words:
        return msg("{box}: line {n} of {match} comes after the end of the match: it counts nothing", **place)
    return msg("{box}: line {n} of {match} is against the rules of its game: it counts nothing", **place)


def deal_results(event: ClubEvent, matches: Iterable[PlayedMatch]) -> tuple[DealResult, ...]:
    """Every deal of the event that was played or corrected, by round, table and deal."""
    played = by_place(event, matches)
    corrections: dict[DealPlace, list[Correction]] = {}
    for correction in event.corrections:
        corrections.setdefault(correction.place, []).append(correction)
    tables = (_of_table(event, *at, played, corrections=corrections) for at in event.sittings())
    return tuple(chain.from_iterable(tables))


def by_place(event: ClubEvent, matches: Iterable[PlayedMatch]) -> dict[tuple[int, int], PlayedMatch]:
    """The match that counts, by round and table: of its people, at its last box, with the most deals.

    Names of matches decide between equals only: they begin with a date, and the clock of the box may have been wrong.
    """
    sat = {(seated.number, sitting.table): sitting for seated, sitting in event.sittings()}
    known = (_by_current_names(event, match) for match in matches if match.event == event.name and not match.trouble)
    ours = _without_copies(known)
    placed = ((sat[our.round, our.table], our) for our in ours if (our.round, our.table) in sat)
    fitting = (
        ((at.boxes.index(match.box), min(len(match.deals), event.deals), match.over, match.match), match)
        for at, match in placed
        if match.box in at.boxes and _is_seated(match, at)
    )
    return {(match.round, match.table): match for _, match in sorted(fitting, key=lambda found: found[0])}


def _is_seated(match: PlayedMatch, at: Sitting) -> bool:
    """Whether its people are those of the table, as they were seated last."""
    return frozenset(match.names) == frozenset(at.names) and match.seating in {"", at.seating}


def _by_current_names(event: ClubEvent, match: PlayedMatch) -> PlayedMatch:
    return replace(match, names=tuple(map(event.current_name, match.names)))


def _without_copies(matches: Iterable[PlayedMatch]) -> Iterable[PlayedMatch]:
    """Of matches that differ in their names only, the one with the shortest name."""
    by_length = sorted(matches, key=lambda match: (len(match.match), match.match), reverse=True)
    return {replace(match, match=""): match for match in by_length}.values()


def _of_table(
    event: ClubEvent,
    seated: Seated,
    sitting: Sitting,
    played: Mapping[tuple[int, int], PlayedMatch],
    *,
    corrections: Mapping[DealPlace, list[Correction]],
) -> Iterator[DealResult]:
    match = played.get((seated.number, sitting.table))
    for deal in range(1, max(event.deals, len(match.deals) if match else 0) + 1):
        place = seated.number, sitting.table, deal
        said = corrections.get(place, [])
        scored = _by_seat(match, sitting, deal) if match else ()
        if not scored and not said:
            continue
        yield DealResult(
            place,
            board=sitting.boards[deal - 1] if deal <= len(sitting.boards) else 0,
            names=sitting.names,
            counts=said[-1].counts if said else SeatPoints(scored),
            box=match.box if match else "",
            match=match.match if match else "",
            corrections=tuple(correction.n for correction in said),
        )


def _by_seat(match: PlayedMatch, sitting: Sitting, deal: int) -> tuple[int, ...]:
    """The score of a deal by the seats of the event: at the box they may have sat down in another order."""
    if deal > len(match.deals):
        return ()
    score = dict(zip(match.names, match.deals[deal - 1], strict=True))
    return tuple(score[name] for name in sitting.names)


def strays(
    event: ClubEvent | None, matches: Iterable[PlayedMatch], unreadable: Collection[str]
) -> tuple[PlayedMatch, ...]:
    """The records that count nothing at this event, each with its `trouble`. `unreadable` are names of others."""
    matches = tuple(matches)
    counting = by_place(event, matches) if event else {}
    counts = {(match.box, match.match) for match in counting.values()}
    return tuple(
        replace(match, trouble=match.trouble or _why_stray(match, event, counting, unreadable))
        for match in matches
        if (match.box, match.match) not in counts
    )


def _why_stray(
    match: PlayedMatch,
    event: ClubEvent | None,
    counting: Mapping[tuple[int, int], PlayedMatch],
    unreadable: Collection[str],
) -> str:
    """Why a record that can be read counts nothing, and what to do where something can be done."""
    place = {"table": match.table, "round": match.round}
    if match.event in unreadable:
        return msg("the record of its event, {event}, cannot be read", event=match.event)
    if event is None or match.event != event.name:
        return msg("there is no event {event} here", event=match.event)
    at = event.seated[match.round - 1].at_table(match.table) if 1 <= match.round <= len(event.seated) else None
    if at is None:
        return msg("nobody was seated at table {table} in round {round}", **place)
    if frozenset(_by_current_names(event, match).names) != frozenset(at.names):
        return msg("other people were seated at table {table} in round {round}", **place)
    if not _is_seated(_by_current_names(event, match), at):
        return msg("round {round} was begun again after this match", **place)
    if other := counting.get((match.round, match.table)):
        return msg("{other} of {box} counts for table {table}", other=other.match, box=other.box, **place)
    if event.over or match.round < len(event.seated):
        return msg("table {table} did not have this box in round {round}", **place)
    return msg("table {table} was not given this box; if it plays there, give it this box", **place)
