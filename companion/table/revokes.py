"""Questions about a proven revoke. They follow from the last statement and the house rule."""

from __future__ import annotations

from companion.inputs.questions import Question
from companion.match.match import Match
from companion.rules.deal import TrickState
from companion.rules.events import DealScored, Impossible, Redeal, Revoked
from companion.rules.statements import Statement
from companion.rules.tricks import RENEGE
from companion.support.lazy_import import lazy_call
from companion.table import words
from companion.table.choices import Remedy
from companion.table.modes import Revoke

A_SWAP_CLEARS = lazy_call("companion.table.repairs:a_swap_clears")


def revoke_question(match: Match) -> Revoke | None:
    """Whether to take it back or to play on, while that is possible; afterwards what follows."""
    if takings_back(match):
        return _ask(Remedy.TAKE_BACK, Remedy.PLAY_ON, *_swap(match))
    return remedy_question(match) if revokes_in_question(match) else None


def takings_back(match: Match) -> tuple[Statement, ...]:
    """The statements that would take back what was just proven; empty if it is too late."""
    correctable = (event for event in match.events if isinstance(event, Revoked) and event.correctable)
    words = (Statement("back", event.player, (event.card,)) for event in correctable)
    return tuple(said for said in words if match.say(said)[1].applied)


def revokes_in_question(match: Match) -> tuple[Revoked, ...]:
    """The revokes to ask about now: those just proven, or those that can no longer be taken back.

    Cards laid in secret before the first trick are never asked about.
    """
    proven = tuple(event for event in match.events if isinstance(event, Revoked) and event.trick)
    return proven or _left_standing(match)


def find_suspects(match: Match) -> bool:
    """Whether some of several plays was wrong and a swap of two would explain it."""
    return any(isinstance(event, Impossible) for event in match.events) and A_SWAP_CLEARS(match)


def blame(match: Match) -> Impossible | None:
    """The suspects of the last statement, if all are of one player: a remedy is possible, but not asked."""
    groups = (event for event in match.events if isinstance(event, Impossible))
    return next((group for group in groups if group.player is not None), None)


def _left_standing(match: Match) -> tuple[Revoked, ...]:
    """Revokes that nobody took back in time, when they end the deal."""
    ends = any(isinstance(event, DealScored | Redeal) for event in match.events)
    if not ends or match.said is None or match.said.word == "remedy":
        return ()
    standing = match.header.game.standing_revokes(match.state)
    late = tuple(revoke for revoke in standing if revoke.correctable)
    return late if late and _rule_in_force(match) is not Remedy.PLAY_ON else ()


def remedy_question(match: Match) -> Revoke:
    """The question which remedy follows; the rule in force comes first."""
    option = next((option for option in match.header.game.options if option.name == RENEGE.name), RENEGE)
    first = _rule_in_force(match)
    others = (remedy for remedy in map(Remedy, option.values) if remedy is not first)
    return _ask(first, *others, *_swap(match))


def _ask(*answers: Remedy) -> Revoke:
    return Revoke(Question(words.REVOKE, tuple(words.REMEDIES[answer] for answer in answers)), answers)


def _rule_in_force(match: Match) -> Remedy:
    """The remedy that was chosen in this deal, else the house rule."""
    chosen = match.state.deal.remedy if isinstance(match.state, TrickState) and match.state.deal else ""
    return Remedy(chosen or match.header.setup().options.get(RENEGE.name, RENEGE.values[0]))


def _swap(match: Match) -> tuple[Remedy, ...]:
    """The answer "swap", if two cards tapped in the wrong order explain the proof."""
    return (Remedy.SWAP,) if A_SWAP_CLEARS(match) else ()
