"""One deal of a trick-taking game as a value: plays, promises, proven revokes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import EllipsisType
from typing import Any, Generic, TypeVar

from companion.cards import Card, CardSet, Deck, Seat, clockwise
from companion.rules.events import Event, Impossible, Revoked, Suspect
from companion.rules.game import Asked, Game, Setup
from companion.rules.places import UNSEEN, Place, What, card_sets, fill, place_between
from companion.rules.referee.judging import verdict_on
from companion.rules.referee.knowledge import Knowledge
from companion.rules.referee.proof import broken_by_card, contradictions
from companion.rules.referee.verdicts import Promise, Rule, Verdict
from companion.support.values import dataclass, field, replace

Opening = TypeVar("Opening")
"""What a game remembers between the deal and the first lead: a bidding, the passing of cards."""


@dataclass(frozen=True, slots=True)
class Play:
    """The cards that one seat played at its turn."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Trick:
    """The plays of one trick in order. The first one led.

    `claimed` is who took it by a claim: its cards lie before that player, and nobody knows who would have played what.
    """

    plays: tuple[Play, ...] = ()
    claimed: Seat | None = None
    _taker: tuple[Setup, Any, Seat] | None = field(default=None, init=False, repr=False, compare=False)

    def taker_by(self, setup: Setup, opening: Any, decide: Callable[[], Seat]) -> Seat:
        """Who takes it, as `decide` says. Cached for this set-up and opening: scores and screens ask of every trick."""
        if self.claimed is not None:
            return self.claimed
        known = self._taker
        if known is None or known[0] is not setup or known[1] is not opening:
            known = setup, opening, decide()
            object.__setattr__(self, "_taker", known)
        return known[2]

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the trick in the order of play."""
        return tuple([card for play in self.plays for card in play.cards])


@dataclass(frozen=True, slots=True)
class Condition:
    """The condition under which a play is right: its player holds none of these cards afterwards (0: always right).

    `rule` is the rule that is broken otherwise. `highest` is the play's highest card, by default the last one named.
    """

    none_of: CardSet
    rule: Rule
    highest: Card | None = None


@dataclass(frozen=True, slots=True)
class Proven:
    """A reported revoke or group of suspects. `tricks` is the number of tricks that were complete before its proof.

    The house rule or a remedy acts on it if it `counts`: a revoke always, a group of plays of one player from the next
    remedy on (rules/RULES.md 3).
    """

    event: Revoked | Impossible
    tricks: int
    counts: bool = True

    @property
    def player(self) -> Seat | None:
        """The player who broke a rule. None if it may be one of several."""
        return self.event.player

    @property
    def plays(self) -> tuple[Suspect, ...]:
        """The plays of which at least one was wrong, oldest first."""
        if isinstance(self.event, Impossible):
            return self.event.suspects
        return (Suspect(self.event.player, self.event.trick, self.event.card),)

    @property
    def trick(self) -> int:
        """The trick of the wrong play, or of the latest suspect. It decides whether a correction is still possible."""
        return self.plays[-1].trick


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a seat that waits for its answer: who has agreed, and whether the hand was shown."""

    seat: Seat
    agreed: tuple[Seat, ...] = ()
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Deal(Generic[Opening]):
    """One deal from shuffle to score.

    `opening` is what the game remembers of what came before the first lead. `dealing` is true until the first
    statement that is not about dealt cards. All `tricks` are complete except the last, which may be empty.
    `promises` are the open ones, oldest first; `proven` is what was reported. `remedy` is the table's choice after
    a revoke; empty: the house rule applies. `scored` is the score of this deal by seat that was announced and
    stands; empty if there is none. `sits_out` are the seats that do not play in it. `claim` is the claim of the
    rest that waits for an answer. `ended`: all agreed that it ends before the last card. `racks` are the seats that a
    computer took in this deal, with the cards that were tapped into its rack since.
    """

    number: int
    dealer: Seat
    knowledge: Knowledge
    opening: Opening
    dealing: bool = True
    tricks: tuple[Trick, ...] = (Trick(),)
    promises: tuple[Promise, ...] = ()
    proven: tuple[Proven, ...] = ()
    remedy: str = ""
    scored: tuple[int, ...] = ()
    sits_out: tuple[Seat, ...] = ()
    claim: Claim | None = None
    ended: bool = False
    racks: tuple[tuple[Seat, CardSet], ...] = ()

    @property
    def in_racks(self) -> Mapping[Seat, CardSet]:
        """The cards that stand in the racks that were filled since their computers came."""
        return {seat: cards & self.knowledge.known[seat] for seat, cards in self.racks}

    def with_rack(self, seat: Seat, cards: CardSet | None) -> Deal[Opening]:
        """The deal with these cards in the rack of this seat. None: it has no rack to fill."""
        others = tuple(rack for rack in self.racks if rack[0] != seat)
        return replace(self, racks=others if cards is None else (*others, (seat, cards)))

    @property
    def order(self) -> tuple[Seat, ...]:
        """All seats, left of the dealer first."""
        return clockwise(self.dealer + 1, len(self.knowledge.held))

    @property
    def players(self) -> int:
        """The number of seats that play in this deal."""
        return len(self.knowledge.held) - len(self.sits_out)

    def is_complete(self, trick: Trick) -> bool:
        """Whether everybody who plays in this deal has played to this trick, or it was claimed."""
        return len(trick.plays) + len(self.sits_out) == len(self.knowledge.held) or trick.claimed is not None

    @property
    def complete_tricks(self) -> tuple[Trick, ...]:
        """The tricks that are complete."""
        return self.tricks if self.is_complete(self.tricks[-1]) else self.tricks[:-1]

    @property
    def revokes(self) -> tuple[Revoked, ...]:
        """The proven revokes, in order of proof."""
        return tuple(proven.event for proven in self.proven if isinstance(proven.event, Revoked))

    @property
    def offences(self) -> tuple[Proven, ...]:
        """The proofs to which the house rule or the last remedy applies, in order of proof."""
        return tuple(proven for proven in self.proven if proven.counts)

    @property
    def may_be_remedied(self) -> bool:
        """Whether a player is proven to have broken a rule."""
        return any(proven.player is not None for proven in self.proven)

    def with_remedy(self, remedy: str) -> Deal[Opening]:
        """Apply the table's choice of a remedy. Everything that names one player counts from now on."""
        proven = tuple(replace(proof, counts=proof.counts or proof.player is not None) for proof in self.proven)
        return replace(self, remedy=remedy, proven=proven)

    def with_proofs(self, revokes: tuple[Revoked, ...], accused: tuple[Impossible, ...] = ()) -> Deal[Opening]:
        """The deal after a statement that proves these revokes and reports these groups of suspects."""
        if not revokes and not accused:
            return self
        tricks = len(self.tricks) - 1
        found = (Proven(revoke, tricks) for revoke in revokes)
        suspected = (Proven(group, tricks, counts=False) for group in accused)
        return replace(self, proven=(*self.proven, *found, *suspected))

    def newly_accused(self, groups: Iterable[tuple[Promise, ...]]) -> tuple[Impossible, ...]:
        """The groups of suspects that were not reported before."""
        suspects = (tuple(Suspect(promise.seat, promise.trick, promise.card) for promise in group) for group in groups)
        reported = {proven.plays for proven in self.proven}
        return tuple(Impossible.of(group) for group in suspects if group not in reported)

    @property
    def finished(self) -> bool:
        """Whether every card of those who play has been played, or nobody plays on."""
        holders = [seat for seat, held in enumerate(self.knowledge.held) if held and seat not in self.sits_out]
        return self.ended or not holders


@dataclass(frozen=True, slots=True)
class TrickState(Asked, Generic[Opening]):
    """A match. `totals` are the scores before the current `deal`, which is None before the first.

    `carried` is what a game carries from deal to deal besides the totals. `past` is the number of deals before the
    seats were changed. `corrected` is what was corrected by hand since the deal ended, by seat; empty: nothing.
    """

    setup: Setup
    totals: tuple[int, ...]
    carried: Any
    deal: Deal[Opening] | None = None
    past: int = 0
    corrected: tuple[int, ...] = ()
    _settled: Settled | EllipsisType | None = field(default=..., init=False, repr=False, compare=False)

    @property
    def now(self) -> Deal[Opening]:
        """The current or last deal. A deal must have begun."""
        assert self.deal is not None, "no deal has begun"
        return self.deal

    def totals_with(self, points: tuple[int, ...]) -> tuple[int, ...]:
        """The totals with these points of the deal, and what was corrected by hand since it ended."""
        return sum_scores(self.totals, points, self.corrected)

    def with_score(self, points: tuple[int, ...]) -> TrickState[Opening]:
        """The state after these points were announced, or withdrawn (empty). It is settled as before."""
        scored = replace(self, deal=replace(self.now, scored=points))
        object.__setattr__(scored, "_settled", self._settled)
        return scored

    def settled_by(self, settle: Callable[[TrickState[Opening]], Settled | None]) -> Settled | None:
        """What `settle` says of this state. Cached, since the last card of a deal asks it many times."""
        settled = self._settled
        if settled is ...:
            settled = settle(self)
            object.__setattr__(self, "_settled", settled)
        return settled


@dataclass(frozen=True, slots=True)
class Settled:
    """How a deal ended: with points by seat, or voided (no points)."""

    points: tuple[int, ...] = ()

    @property
    def voided(self) -> bool:
        """Whether the deal does not count."""
        return not self.points


def proven_by(
    deal: Deal[Opening],
    disproved: Mapping[Promise, Rule],
    promised: tuple[Promise, ...],
    correctable: Callable[[int], bool],
) -> tuple[Deal[Opening], tuple[Event, ...]]:
    """The deal after the referee checked its promises, with the new revokes and suspects (rules/RULES.md 1).

    `disproved` maps the open promises that cards have broken to the broken rule. `promised` is what the statement
    itself asserts. `correctable` says of a trick whether a revoke in it may still be corrected.
    """
    promises = deal.promises + promised
    left = tuple(promise for promise in promises if promise not in disproved) if disproved else promises
    groups = contradictions(left, deal.knowledge)
    if not disproved and not groups:  # as nearly always: spares the hashes of all promises
        return replace(deal, promises=promises) if promised else deal, ()
    rules = {**disproved, **{group[0]: group[0].rule for group in groups if len(group) == 1}}
    revokes = tuple(
        Revoked(made.seat, made.deal, made.trick, made.card, rules[made].name, correctable(made.trick))
        for made in promises
        if made in rules
    )
    accused = deal.newly_accused(group for group in groups if len(group) > 1)
    kept = tuple(promise for promise in left if promise not in rules)
    return replace(deal.with_proofs(revokes, accused), promises=kept), (*revokes, *accused)


@dataclass(frozen=True, slots=True)
class Revokes:
    """What a game knows of its revokes: which rule one breaks, and what may become of it."""

    def judge(self, state: TrickState[Any], promise: Promise, after: Knowledge) -> Verdict:
        """The verdict on a play that is right if this promise holds; `after` is what is known after it."""
        return verdict_on(promise, after)

    def rule(self, promise: Promise, proof: CardSet) -> Rule:
        """The rule that a broken promise names, given the cards that prove it (0: proven by counting)."""
        return promise.rule

    def correctable(self, state: TrickState[Any], trick: int) -> bool:
        """Whether a revoke in this trick may still be corrected."""
        return False

    def also_proven(self, state: TrickState[Any]) -> tuple[Revoked, ...]:
        """Revokes that are proven without a promise, older than all promises."""
        return ()

    def prove(
        self, state: TrickState[Any], promised: tuple[Promise, ...] = (), seat: Seat | None = None, cards: CardSet = 0
    ) -> tuple[TrickState[Any], tuple[Event, ...]]:
        """Prove what follows from these cards of a seat.

        The promises of the statement are stored with the rule for a proof by counting.
        """
        deal, also = state.now, self.also_proven(state)
        if not promised and not deal.promises and not also:
            return state, ()
        promised = tuple([replace(promise, rule=self.rule(promise, 0)) for promise in promised])
        proofs = broken_by_card(deal.promises, deal.knowledge, seat, cards)
        disproved = {promise: self.rule(promise, proof) for promise, proof in proofs.items()}
        after, events = proven_by(deal, disproved, promised, lambda trick: self.correctable(state, trick))
        after = after.with_proofs(also)
        return state if after is deal else replace(state, deal=after), (*also, *events)


def of_deal(
    deck: Deck, deal: Deal[Opening], aside: Mapping[Place, tuple[Card, ...]], *, closed: bool
) -> dict[Place, CardSet]:
    """The places of all cards of a trick-taking game. `closed`: nobody may look at taken tricks.

    `aside` are cards that were laid down or turned up outside the tricks.
    """
    knowledge = deal.knowledge
    piles = dict(aside)
    for number, trick in enumerate(deal.tricks, start=1):
        lying = number == len(deal.tricks)
        for play in trick.plays:
            what = What.TRICK if lying else What.TAKEN
            place = Place(what, play.seat, number, open=lying or not closed)
            piles[place] = (*piles.get(place, ()), *play.cards)  # a claimant may have played to the trick before
    hands = {Place(What.HAND, seat, open=False): cards for seat, cards in enumerate(knowledge.known)}
    between = {place_between(group.holders): group.cards for group in knowledge.between}
    out = knowledge.out | (deck.all & ~knowledge.deck)
    return fill({**card_sets(deck, piles, out), **hands, **between, UNSEEN: knowledge.unseen})


def place_of(game: Game, state: Any, card: Card) -> Place | None:
    """The place of this card. None if it is unknown or alike cards lie in several places.

    A copy that nobody has named may be any of the alike ones.
    """
    copies = game.deck.copies(card)
    if card.copy and isinstance(state, TrickState) and not game.with_deal(state).now.knowledge.named_anywhere & copies:
        copies = game.deck.copies(card.face)
    found = [place for place, cards in game.places(state).items() if cards & copies]
    return found[0] if len(found) == 1 else None


def with_changed_totals(game: Any, state: Any, changes: tuple[int, ...]) -> Any:
    """The state of this game after a score correction, by seat. None: the game keeps no totals.

    The points of a deal may depend on the totals before it: if it has ended, they stay as they are, also by a remedy.
    """
    if not isinstance(state, TrickState):
        return None
    if game.settlement(state) is None:
        return replace(state, totals=sum_scores(state.totals, changes))
    return replace(state, corrected=sum_scores(state.corrected, changes))


def sum_scores(*scores: tuple[int, ...]) -> tuple[int, ...]:
    """The sum of these scores by seat; empty ones count nothing."""
    return tuple(map(sum, zip(*filter(None, scores), strict=True)))


def in_play(state: Any, seats: int) -> tuple[Seat, ...]:
    """The seats that play cards in this deal of any game with `seats` seats. In most games all do."""
    deal = state.deal if isinstance(state, TrickState) else None
    return tuple(seat for seat in range(seats) if deal is None or seat not in deal.sits_out)
