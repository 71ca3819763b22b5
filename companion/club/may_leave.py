"""What may leave the box: of a record no deal before it is scored, and no board while others still play it.

Pure. A record is replayed by the rules of its game, since only they know when a deal is scored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from companion.inputs.club import round_of
from companion.match.checker import NoRecordError, answered
from companion.rules.events import DealScored
from companion.rules.statements import DEAL
from companion.table.club import deals_scored

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from companion.inputs.club import ClubRound
    from companion.match.match import Match
    from companion.rules.game import Game


class Leaving(NamedTuple):
    """The number of lines that may leave, and whether the match is over and all of it may."""

    lines: int
    over: bool


NOTHING = Leaving(0, over=False)


WITHOUT_CARDS = ("on", "game", "look", "title", "where", "counted", "turn", "scored", "dealer", "won", "curve")
"""What leaves of the public view while other tables still play the same board."""


def view_may_leave(view: Mapping[str, Any], place: ClubRound | None) -> dict[str, Any]:
    """The public view of a table with the round that is played there (None: of no club).

    In duplicate play it has no cards, bids and words of the panel: whoever has yet to play the board would know them.
    """
    if place is None:
        return dict(view)
    club = {"event": place.event, "round": place.round, "table": place.table}
    if not place.boards:
        return {**view, "club": club}
    players = [{"name": one["name"], "stands": one["stands"]} for one in view.get("players", ())]
    return {**{key: view[key] for key in WITHOUT_CARDS if key in view}, "players": players, "club": club}


def club_round_of(lines: Sequence[str]) -> ClubRound | None:
    """The round of a club that these lines were played for; None: for none."""
    return next(filter(None, map(round_of, lines)), None)


def may_leave(
    lines: Sequence[str], released: Collection[str], games: Mapping[str, Game], pause: Callable[[], None] = lambda: None
) -> Leaving:
    """All lines up to the last that scored a deal or ended the match; of duplicate play only `released` boards.

    A board is released as "EVENT:BOARD". What has left stays out, also when it is undone. `pause` is called at each
    line. A record that cannot be replayed leaves as far as it can.
    """
    place, far, over = club_round_of(lines), 0, False
    try:
        for one in answered(lines, games):
            pause()
            match = one.match
            if match is None or match.said is None or not one.answer.applied:
                continue
            over = match.ended or not match.expects.words
            if not (over or any(isinstance(event, DealScored) for event in one.answer.events)):
                continue
            if place is not None and not _are_released(place, match, released):
                return Leaving(far, over=False)
            far = one.line
    except NoRecordError:
        return Leaving(far, over=False)
    return Leaving(len(lines), over) if over else Leaving(far, over=False)


def _are_released(place: ClubRound, match: Match, released: Collection[str]) -> bool:
    """Whether everybody has played the boards of all deals so far, one that was broken off included."""
    deals = deals_scored(match) + (match.ended and not _is_between_deals(match))
    return all(f"{place.event}:{board}" in released for board in place.boards[:deals])


def _is_between_deals(match: Match) -> bool:
    """Whether no deal was begun before the last word of the match."""
    return match.before is None or DEAL.name in match.before.expects.words or not match.before.expects.words
