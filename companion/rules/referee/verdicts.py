"""The verdicts of the referee, and the rules of every game (rules/RULES.md 2)."""

from __future__ import annotations

from typing import TypeAlias

from companion.cards import Card, CardSet, Seat
from companion.support.messages import N_
from companion.support.values import dataclass


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a rulebook.

    `name` is stable and used in records. `sentence` is shown when the rule is broken. `short` is its large line on the
    panel, at most ten characters. `remedy` tells the player what to do now, or what the sentence leaves open. `why`
    explains the sentence where it needs more words (empty: it does not).
    """

    name: str
    sentence: str
    short: str
    remedy: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Promise:
    """What a play on trust asserts: `seat` holds no card of `holds_none_of` after it.

    `card` is the highest card of the play. `rule` is the one it broke if the promise is false.
    """

    seat: Seat
    holds_none_of: CardSet
    deal: int
    trick: int
    card: Card
    rule: Rule


@dataclass(frozen=True, slots=True)
class Legal:
    """Right, independent of hidden cards."""

    word = "legal"


@dataclass(frozen=True, slots=True)
class OnTrust:
    """Right if these promises hold."""

    promises: tuple[Promise, ...]
    word = "trust"


@dataclass(frozen=True, slots=True)
class Illegal:
    """Wrong, independent of hidden cards."""

    rule: Rule
    word = "illegal"


class BrokenRuleError(Exception):
    """A statement breaks this rule, independent of hidden cards."""

    def __init__(self, rule: Rule) -> None:
        super().__init__(rule.sentence)
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Not a statement of this game at this moment. `reason` says what was found and what is allowed."""

    reason: str
    word = "error"


Right: TypeAlias = Legal | OnTrust
"""The verdicts on a statement that counts."""

Verdict: TypeAlias = Right | Illegal | Unreadable

LEGAL = Legal()

WRONG_PHASE = Rule("wrong-phase", N_("Not now: something else comes first."), N_("NOT NOW"), N_("Answer what is asked"))
NOTHING_TO_UNDO = Rule("nothing-to-undo", N_("There is nothing left to undo."), N_("NO UNDO"), N_("Play on"))
ALREADY_PASSED = Rule(
    "already-passed", N_("You have passed: no more bids this deal."), N_("PASSED"), N_("Wait for the lead")
)
NOT_YOUR_TURN = Rule("not-your-turn", N_("It is another player's turn."), N_("WAIT"), N_("Wait for your turn"))
NOT_IN_DECK = Rule(
    "not-in-deck", N_("This card does not belong to this deck."), N_("NOT OURS"), N_("Use this deck's cards")
)
CARD_USED = Rule("card-used", N_("This card is already out in this deal."), N_("USED"), N_("Tap another card"))
NOT_IN_HAND = Rule(
    "not-in-hand", N_("By the cards tapped so far, it is not yours."), N_("NOT YOURS"), N_("OK: fix a mistake")
)
CARD_COUNT = Rule("card-count", N_("Wrong number of cards."), N_("HOW MANY?"), N_("Tap as many as asked"))
NO_REVOKE = Rule("no-revoke", N_("No broken rule is proven in this deal."), N_("NO REVOKE"), N_("Play on"))

COMMON_RULES = (
    WRONG_PHASE,
    NOTHING_TO_UNDO,
    ALREADY_PASSED,
    NOT_YOUR_TURN,
    NOT_IN_DECK,
    CARD_USED,
    NOT_IN_HAND,
    CARD_COUNT,
    NO_REVOKE,
)
