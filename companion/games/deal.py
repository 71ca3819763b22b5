"""One deal of a trick-taking game as a value: who played what, what was promised, what is proven."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.events import Event, Impossible, Revoked, Suspect
from companion.referee.proof import suspects
from companion.values import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from companion.cards import Card, CardSet
    from companion.games.game import Setup
    from companion.referee.knowledge import Knowledge
    from companion.referee.verdicts import Promise, Rule
    from companion.seats import Seat

Talk = TypeVar("Talk")
"""What a game remembers of the talk before the tricks."""


@dataclass(frozen=True, slots=True)
class Play:
    """What one seat laid at its turn."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Trick:
    """The plays of one trick in their order; the first one led."""

    plays: tuple[Play, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the trick in the order of play."""
        return tuple(card for play in self.plays for card in play.cards)


@dataclass(frozen=True, slots=True)
class Condition:
    """Under which condition a play is right: its player then holds none of these cards (0: in any case).

    `rule` is broken where the condition does not hold; `highest` is the play's highest card (None: the last named).
    """

    none_of: CardSet
    rule: Rule
    highest: Card | None = None


@dataclass(frozen=True, slots=True)
class Proven:
    """A revoke, and how many tricks were complete before the statement that proved it."""

    revoke: Revoked
    tricks: int


@dataclass(frozen=True, slots=True)
class Deal(Generic[Talk]):
    """One deal from shuffle to score, as it was played.

    `dealing` lasts until the first word that is not about the dealt cards. `tricks` are complete but for the
    last, which may be empty. `promises` are open, oldest first; `proven` are the revokes; `accused` is what was last
    reported as impossible. `remedy` is the table's choice after a revoke (empty: the house rule). `announced`
    says that a score of this deal was given out.
    """

    number: int
    dealer: Seat
    knowledge: Knowledge
    talk: Talk
    dealing: bool = True
    tricks: tuple[Trick, ...] = (Trick(),)
    promises: tuple[Promise, ...] = ()
    proven: tuple[Proven, ...] = ()
    accused: tuple[Promise, ...] = ()
    remedy: str = ""
    announced: bool = False

    @property
    def revokes(self) -> tuple[Revoked, ...]:
        """The revokes in the order in which they were proven."""
        return tuple(one.revoke for one in self.proven)

    @property
    def finished(self) -> bool:
        """Whether every card has been played."""
        return not any(self.knowledge.held)


@dataclass(frozen=True, slots=True)
class TrickState(Generic[Talk]):
    """A match between or in deals: `totals` are the scores before the deal `now` (None: before the first).

    `carried` is what a game takes along from deal to deal besides the totals.
    """

    setup: Setup
    totals: tuple[int, ...]
    carried: Any
    deal: Deal[Talk] | None = None

    @property
    def now(self) -> Deal[Talk]:
        """The deal that is played or was played last; there must be one."""
        assert self.deal is not None, "no deal has begun"
        return self.deal


@dataclass(frozen=True, slots=True)
class Settled:
    """How a deal ended: with points by seat, or voided."""

    points: tuple[int, ...] = ()

    @property
    def voided(self) -> bool:
        """Whether the deal does not count."""
        return not self.points


def proven_by(
    deal: Deal[Talk],
    disproved: Mapping[Promise, Rule],
    promised: tuple[Promise, ...],
    correctable: Callable[[int], bool],
) -> tuple[Deal[Talk], tuple[Event, ...]]:
    """The deal after the referee asked what a statement proves, with the revokes and suspects (rules.md 0.1).

    `disproved` are the open promises that cards have broken, with the rule that each names; `promised` is what the
    statement itself asserts; `correctable` says of a trick whether a revoke in it may still be taken back.
    """
    promises, rules = deal.promises + promised, dict(disproved)
    while True:
        kept = tuple(promise for promise in promises if promise not in rules)
        accused = suspects(kept, deal.knowledge)
        if len(accused) != 1:
            break
        rules[accused[0]] = accused[0].rule
    revokes = tuple(
        Revoked(one.seat, one.deal, one.trick, one.card, rules[one].name, correctable(one.trick))
        for one in promises
        if one in rules
    )
    events: list[Event] = list(revokes)
    proven = tuple(Proven(revoke, len(deal.tricks) - 1) for revoke in revokes)
    deal = replace(deal, promises=kept, proven=deal.proven + proven)
    if accused and accused != deal.accused:
        events.append(Impossible(tuple(Suspect(one.seat, one.trick, one.card) for one in accused)))
    return replace(deal, accused=accused), tuple(events)
