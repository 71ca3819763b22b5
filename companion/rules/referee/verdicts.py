"""The referee's word on a statement, and the rules that hold in every game (rules.md 0.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from companion.support.values import dataclass

if TYPE_CHECKING:
    from companion.cards.card import Card
    from companion.cards.deck import CardSet
    from companion.cards.seats import Seat


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of a rulebook.

    `name` is stable and stands in records, `sentence` is shown when the rule is broken, `short` (at most ten
    letters) is its large line on the panel, `remedy` says what the player does now.
    """

    name: str
    sentence: str
    short: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Promise:
    """What a play on trust asserts: of the cards that `seat` still holds after it, none is in `holds_none_of`.

    `card` is the highest card of that play, `rule` the one it broke if the promise does not hold.
    """

    seat: Seat
    holds_none_of: CardSet
    deal: int
    trick: int
    card: Card
    rule: Rule


@dataclass(frozen=True, slots=True)
class Legal:
    """Right whatever is hidden."""

    word = "legal"


@dataclass(frozen=True, slots=True)
class OnTrust:
    """Right if the hidden hand keeps these promises."""

    promises: tuple[Promise, ...]
    word = "trust"


@dataclass(frozen=True, slots=True)
class Illegal:
    """Wrong whatever is hidden."""

    rule: Rule
    word = "illegal"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """No statement of this game at this moment; the sentence says what was found and what is allowed."""

    reason: str
    word = "error"


Verdict: TypeAlias = Legal | OnTrust | Illegal | Unreadable

LEGAL = Legal()

WRONG_PHASE = Rule("wrong-phase", "Not now: something else comes first.", "NOT NOW", "Answer what is asked")
NOTHING_TO_UNDO = Rule("nothing-to-undo", "There is nothing left to undo.", "NOTHING", "Play on")
ALREADY_PASSED = Rule("already-passed", "You have passed: no more bids this deal.", "PASSED", "Wait for the lead")
NOT_YOUR_TURN = Rule("not-your-turn", "It is another player's turn.", "WAIT", "Wait for your turn")
NOT_IN_DECK = Rule("not-in-deck", "This card does not belong to this deck.", "NOT OURS", "Use this deck's cards")
CARD_USED = Rule("card-used", "This card is already out in this deal.", "USED", "Tap another card")
NOT_IN_HAND = Rule("not-in-hand", "This card cannot be in your hand.", "NOT YOURS", "Play your own, or OK")
CARD_COUNT = Rule("card-count", "Wrong number of cards.", "HOW MANY?", "Tap as many as asked")
NO_REVOKE = Rule("no-revoke", "No broken rule is proven in this deal.", "NO REVOKE", "Play on")

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
