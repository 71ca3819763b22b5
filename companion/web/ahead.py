"""Playing ahead: to a person's turn, to the end of a trick, a deal or the game. Knows neither hands nor time."""

from __future__ import annotations

from collections.abc import Callable

from companion.match.match import Match
from companion.rules.events import TrickTaken
from companion.rules.game import Game
from companion.rules.statements import PLAY, Secret
from companion.rules.tricks import TrickGame
from companion.simulation.next_steps import for_computers, to_scan
from companion.simulation.open_deal import OpenDeal
from companion.support.messages import msg
from companion.table.modes import NeverRead, Playing, Reading, WhichPlayer
from companion.table.state import Table
from companion.web.orders import JUMPS, Do

NOTHING_ON = msg("No game is in play.")
ASKED = msg("The box asks something: answer it first, with its buttons.")
OVER = msg("This game is over.")
SCORED = msg("This deal is scored. Next deals again.")
YOURS = msg("It is your turn.")
ALWAYS_YOURS = msg("You play every hand here, so it is your turn.")
NO_TRICKS = msg("This game has no tricks.")
NO_TRICK = msg("No trick has begun yet.")
STUCK = msg("It does not go on by itself. Is a fault switched on?")


def refusal(jump: Do, table: Table, deal: OpenDeal | None) -> str:
    """Why nothing can be played ahead; empty: it can."""
    if not table.in_play:
        return NOTHING_ON
    match = table.playing
    if not match.expects.words:
        return OVER
    if not _goes_on(table):
        return ASKED
    match jump:
        case Do.MY_TURN if is_yours(table, deal):
            return YOURS if match.header.computers else ALWAYS_YOURS
        case Do.TRICK if not has_tricks(match.header.game):
            return NO_TRICKS
        case Do.TRICK | Do.DEAL_END if table.scored:
            return SCORED
        case Do.TRICK if not awaits_trick(match):
            return NO_TRICK
    return ""


def possible(table: Table, deal: OpenDeal | None) -> list[str]:
    """What can be played ahead now, as orders name it. Where a match is one deal, its end is that of the game."""
    one_deal = table.in_play and not table.playing.header.game.keeps_score
    jumps = JUMPS - {Do.DEAL_END} if one_deal else JUMPS
    return [jump.value for jump in Do if jump in jumps and not refusal(jump, table, deal)]


def goal(jump: Do, table: Table) -> Callable[[Table, OpenDeal | None], bool]:
    """Whether a jump from this table has arrived. A game that is over, or a question for people, is the end of any."""
    tricks = tricks_taken(table.playing)

    def is_there(now: Table, deal: OpenDeal | None) -> bool:
        if not now.in_play or not now.playing.expects.words or not _goes_on(now):
            return True
        match jump:
            case Do.MY_TURN:
                return is_yours(now, deal)
            case Do.TRICK:
                return now.scored or tricks_taken(now.playing) > tricks
            case Do.GAME_END:
                return False  # the end of the game, which ends any
            case _:
                return now.scored

    return is_there


def is_yours(table: Table, deal: OpenDeal | None) -> bool:
    """Whether the table waits for what only a person decides: no dealer's hand, no computer, no set to be closed."""
    if table.scored or table.scanning() is not None or table.open_set or to_scan(table, deal):
        return False
    expected = table.playing.expects
    turned_up = expected.tap is not None and expected.tap.seat is None and not table.choices
    return not turned_up and for_computers(table, deal) is None


def has_tricks(game: Game) -> bool:
    """Whether a trick can be finished in this game."""
    return isinstance(game, TrickGame)


def may_be_reviewed(table: Table) -> bool:
    """Whether a deal of tricks is over, and no remedy of a revoke lets it go on: all may see all hands."""
    match = table.match
    if match is None or match.state is None or not has_tricks(match.header.game):
        return False
    deal, rests = match.state.deal, match.scored or not match.expects.words
    return match.ended or (rests and deal is not None and deal.finished)


def awaits_trick(match: Match) -> bool:
    """Whether the next card belongs to a trick: nobody bids, or gives cards away before the first."""
    game, words = match.header.game, match.expects.words
    return has_tricks(game) and PLAY in words and not any(game.secrets.get(word) is Secret.GIVEN for word in words)


def _goes_on(table: Table) -> bool:
    """Whether play goes on without an answer that is people's own."""
    return isinstance(table.mode, Playing | Reading | WhichPlayer | NeverRead)


def tricks_taken(match: Match) -> int:
    """How many tricks of this deal are complete."""
    return sum(isinstance(event, TrickTaken) for moment in match.this_deal() for event in moment.events)
