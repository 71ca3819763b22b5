"""What may leave the box: no deal of a record before it is scored, and no board while other tables still play it.

Every way out asks here: what is published, what phones see, hear and download, what the voice says, what is copied from
the history. Pure. A record is replayed by the rules of its game, since only they know when a deal is scored.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from companion.inputs.club import ClubRound, round_of
from companion.match.checker import NoRecordError, answer_each
from companion.match.match import Match
from companion.rules.events import DealScored
from companion.rules.game import Game
from companion.rules.statements import DEAL
from companion.screens.hearing import sentences_for, without_cards
from companion.screens.spoken_sentences import Sentence
from companion.table.club import deals_scored
from companion.table.state import Table


class MayLeave(NamedTuple):
    """The number of lines that may leave, and whether the match is over and all of it may."""

    lines: int
    over: bool


NOTHING = MayLeave(0, over=False)


WITHOUT_CARDS = ("on", "game", "look", "title", "where", "counted", "turn", "scored", "dealer", "won", "over", "curve")
"""The keys of the public view that leave the box while other tables still play the same board."""


def view_may_leave(view: Mapping[str, Any], table: Table) -> dict[str, Any]:
    """The public view of a table with the round of a club that is played there.

    In duplicate play it has no cards, bids or words of the panel: others have yet to play the board.
    """
    place = _round_at(table)
    if place is None:
        return dict(view)
    club = {"event": place.event, "round": place.round, "table": place.table, "seating": place.seating}
    if not place.boards:
        return {**view, "club": club}
    players = [{"name": player["name"], "stands": player["stands"]} for player in view.get("players", ())]
    return {**{key: view[key] for key in WITHOUT_CARDS if key in view}, "players": players, "club": club}


def sentences_may_leave(
    table: Table, tell: Callable[[Table], tuple[Sentence, ...]] = sentences_for
) -> tuple[Sentence, ...]:
    """What is said aloud of a table: the sentences of `tell`; in duplicate play others, without cards and bids."""
    place = _round_at(table)
    return without_cards(table) if place is not None and place.boards else tell(table)


def _round_at(table: Table) -> ClubRound | None:
    """The round of a club that is played at a table. None: none is."""
    return table.club if table.in_play else None


def is_held(place: ClubRound | None, released: Collection[str], deals: int | None = None) -> bool:
    """Whether other tables still play one of the boards of a round, or of its first `deals`.

    `released` are boards as "EVENT:BOARD". Only duplicate play holds anything back.
    """
    return place is not None and any(f"{place.event}:{board}" not in released for board in place.boards[:deals])


def club_round_of(lines: Sequence[str]) -> ClubRound | None:
    """The round of a club that these lines were played for; None: for none."""
    return next(filter(None, map(round_of, lines)), None)


def may_leave(
    lines: Sequence[str], released: Collection[str], games: Mapping[str, Game], pause: Callable[[], None] = lambda: None
) -> MayLeave:
    """The lines up to the last one that scored a deal or ended the match; in duplicate play up to a board that is held.

    `released` are the boards that may leave, as "EVENT:BOARD". A deal that has left is not called back if it is undone.
    `pause` is called at each line. A record that cannot be replayed leaves as far as it can be.
    """
    place, far, over = club_round_of(lines), 0, False
    try:
        for line_answer in answer_each(lines, games):
            pause()
            match = line_answer.match
            if match is None or match.said is None or not line_answer.answer.applied:
                continue
            over = match.ended or not match.expects.words
            if not (over or any(isinstance(event, DealScored) for event in line_answer.answer.events)):
                continue
            if is_held(place, released, _deals_begun(match)):
                return MayLeave(far, over=False)
            far = line_answer.line
    except NoRecordError:
        return MayLeave(far, over=False)
    return MayLeave(len(lines), over) if over else MayLeave(far, over=False)


def _deals_begun(match: Match) -> int:
    """How many deals were played, one that was broken off included."""
    return deals_scored(match) + (match.ended and not _is_between_deals(match))


def _is_between_deals(match: Match) -> bool:
    """Whether the last statement of the match broke off no deal."""
    return match.before is None or DEAL.name in match.before.expects.words or not match.before.expects.words
