"""What is advised at the virtual table, and what is told of the others: functions of the table and its hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.rules.claims import pending
from companion.rules.suggestions import suggestions_of
from companion.simulation.next_steps import FrontEndWords, for_computers, proposal, wrong_line
from companion.support.messages import msg, tr
from companion.support.text import listed
from companion.support.values import replace
from companion.table.state import Table
from companion.web.narration import news, news_in_short
from companion.web.view import hint_json

if TYPE_CHECKING:
    from companion.http.views import HintTold, NewsTold
    from companion.simulation.hands import SimulatedHands
    from companion.simulation.hints import Hint
    from companion.simulation.open_deal import OpenDeal

SHOW = msg("Show the cards that are left, or play on.")
"""In place of a hint on a claim: none says whether it is right."""

CLICKED = FrontEndWords(
    go=msg("Next"),
    again=msg("Play again"),
    bone=msg("Turn one of the bones."),
    lost=msg("Play a card, or press a button."),
    computer=msg("{who} thinks."),
    sign=lambda card: tr(card.sign),
    several=listed,
    apart=True,
)


def advice(table: Table, hands: SimulatedHands) -> tuple[str, ...]:
    """What to do next, in sentences."""
    return _sentences(table, hands.cards(table), hands.tip(table), adds=not hands.has_laid_all(table))


def advice_of_now(table: Table, hands: SimulatedHands) -> Callable[[], str]:
    """What to do next at this moment, in whichever language it is asked for later."""
    cards, tip, adds = hands.cards(table), hands.tip(table), not hands.has_laid_all(table)
    return lambda: " ".join(_sentences(table, cards, tip, adds=adds))


def _sentences(table: Table, cards: OpenDeal | None, tip: Hint | None, *, adds: bool) -> tuple[str, ...]:
    """`adds` says that the hand has a further card for the open set."""
    if table.open_set and not adds:
        return ()
    if (instead := instead_of_hints(table)) and table.question is None and not table.scored:
        return (tr(instead),)
    if table.open_set and table.question is None:
        return (tr("Lay another {card}, or OK.", card=table.begun.gathered[0].corner),)
    return proposal(table, cards, tip, CLICKED)


def instead_of_hints(table: Table) -> str:
    """What is said where a hint would open somebody's fist, or of a claim; empty: hints are given."""
    match = table.match
    if match and pending(match.state):
        return SHOW
    return suggestions_of(match.header.game).instead_of_hints if match and match.expects.words else ""


def tip_of(table: Table, hands: SimulatedHands) -> Hint | None:
    """The cards that a hint marks; None: it marks none here."""
    return None if instead_of_hints(table) or table.open_set else hands.tip(table)


def awaits_computer(table: Table, hands: SimulatedHands) -> bool:
    """Whether it thinks or speaks, and needs nobody's hand."""
    return for_computers(table, hands.cards(table)) == ()


def goes_on_by_itself(table: Table, hands: SimulatedHands) -> bool:
    """Whether a computer thinks or speaks, or its cards are being laid."""
    return for_computers(table, hands.cards(table)) is not None


def hint(table: Table, hands: SimulatedHands, tip: Hint | None) -> HintTold:
    """What to try now, and apart from it what would be wrong; nothing while the table goes on by itself."""
    told = () if goes_on_by_itself(table, hands) else advice(table, hands)
    wrong = wrong_line(tip, CLICKED) if tip else ""
    deck = table.match.header.game.deck if table.match else None
    if tip and wrong and told[-1:] == (wrong,):
        free = table.playing.expects.pieces[0] == 1 < len(tip.wrong)  # nobody would lay these together
        return hint_json(told[:-1], "" if free else wrong, replace(tip, wrong=()) if free else tip, deck)
    return hint_json(told, "", tip, deck)


def news_json(table: Table, hands: SimulatedHands, *, watching: bool) -> NewsTold:
    """What happened since somebody last played, in short, too; and after it whose turn it is, if a computer's."""
    match = table.match
    if match is None or table.before_play or watching:
        return {"news": [], "in_short": [], "doing": ""}
    doing = " ".join(advice(table, hands)) if goes_on_by_itself(table, hands) else ""
    return {"news": [*news(match)], "in_short": [*news_in_short(match)], "doing": doing}
