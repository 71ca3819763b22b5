"""The family of trick-taking games: deal, opening, tricks, score, and remedies of a revoke.

A game implements the methods at the head of `TrickGame`. The methods below them are common: turn order, leads, plays
on trust, proof of broken promises, remedies, scored and void deals, the next dealer. The opening is everything between
the deal and the first lead: bidding, making trump, passing cards.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic

from companion.cards import Card, CardSet, Seat, clockwise, left_of
from companion.rules import claims
from companion.rules.deal import Condition, Deal, Opening, Play, Revokes, Settled, Trick, TrickState, of_deal
from companion.rules.events import DealScored, Event, GameOver, Redeal, Revoked, ScoreWithdrawn, TrickTaken, in_order
from companion.rules.game import Choice, Expectation, Game, Option, Setup
from companion.rules.places import Place
from companion.rules.referee.judging import NamedCards, find, judge_common, judge_scan
from companion.rules.referee.knowledge import Knowledge
from companion.rules.referee.verdicts import LEGAL, NO_REVOKE, Illegal, OnTrust, Promise, Rule, Unreadable, Verdict
from companion.rules.statements import DEAL, DEALT, HAND, PLAY, PLAYED, REMEDY, Statement, Word
from companion.support.caching import memoize
from companion.support.lazy_import import lazy_call
from companion.support.messages import N_, msg
from companion.support.values import dataclass, field, replace

judge_rack: Callable[..., NamedCards | Unreadable] = lazy_call("companion.rules.racks:judge_rack")
"""Imported when somebody takes a seat over: in most deals nobody does."""
ONE_PLAY = frozenset({PLAY})
TRICK_WORDS = (DEAL, HAND, DEALT, PLAYED, REMEDY)
FOLLOW_SUIT = Rule(
    "follow-suit", N_("You must follow the suit that was led."), N_("FOLLOW"), N_("Take back, tap another")
)
"""The rule of following suit, for games where nothing else must be followed."""

RENEGE = Option(
    "renege",
    ("play-on", "void-deal", "penalty"),
    N_("proven revoke: suit not followed"),
    (N_("no penalty"), N_("the deal is void"), N_("a penalty")),
    N_("revoke"),
)
"""The house rule on revokes; a trick game without it plays on."""


def renege(penalty: str, says: str = "", *, penalty_first: bool = False) -> Option:
    """The house rule on revokes. `penalty` says what a revoke costs, `says` are other words for it as an answer.

    `penalty_first`: the penalty is the rulebook's.
    """
    play_on, void_deal, cost = zip(RENEGE.values, (*RENEGE.says[:-1], says or penalty), strict=True)
    order = (cost, play_on, void_deal) if penalty_first else (play_on, void_deal, cost)
    meaning = msg("revoke: no penalty, void deal or {penalty}", penalty=msg(penalty))
    values, says_each = zip(*order, strict=True)
    return Option(RENEGE.name, values, meaning, says_each, RENEGE.title)


@dataclass(frozen=True, kw_only=True)
class TrickGame(Game, Generic[Opening]):
    """A trick-taking game. Subclasses implement or override the methods up to `counted_cards`.

    `opening` is what is remembered of the opening when a deal begins. `revokes` says which rule a revoke breaks, and
    what may become of it. `penalty` is added to the score of a player who revoked, under the option of that name;
    `costs` says the penalty where that is not a number of points, with the side and the bid, in ever shorter forms
    between "|". Words, rules and options are by default the common ones.
    """

    words: tuple[Word, ...] = TRICK_WORDS
    rules: tuple[Rule, ...] = (FOLLOW_SUIT,)
    options: tuple[Option, ...] = (RENEGE,)
    _shown: ClassVar[str] = "companion.rules.trick_shown:TrickShown"
    sides: ClassVar[tuple[tuple[Seat, ...], ...]] = ()
    cards_each: int = 0
    opening: Any = None
    revokes: Revokes = field(default=Revokes(), repr=False, compare=False)
    penalty: int = 0
    costs: str = ""

    def hand_size(self, setup: Setup, carried: Any) -> int:
        """The number of cards dealt to each seat, given what was carried into the deal; `cards_each` in most games."""
        return self.cards_each

    def deck_of(self, setup: Setup, carried: Any) -> CardSet:
        """The cards of a deal, given what was carried into it."""
        return self.deck.all

    def expects_opening(self, state: TrickState[Opening]) -> Expectation | None:
        """What the opening waits for: a bid, a card that is passed; or a choice after the tricks. None: a card."""
        return None

    def advance_opening(self, deal: Deal[Opening], statement: Statement) -> tuple[Deal[Opening], tuple[Event, ...]]:
        """The deal after a right statement of the opening, and its events."""
        raise AssertionError(f"no word of {self.name}: {statement} in deal {deal.number}")

    def first_leader(self, state: TrickState[Opening]) -> Seat:
        """The seat that leads the first trick; in most games left of the dealer."""
        return left_of(state.now.dealer, state.setup.seats)

    def expects_card(self, state: TrickState[Opening]) -> Expectation:
        """The next play: a card of the seat whose turn it is."""
        seats = self.turn(state)
        expected = Expectation(N_("Play a card"), ONE_PLAY, seats, (1, 1), Statement(PLAY, seats[0]))
        return claims.with_offer(self, state, expected)

    def turn(self, state: TrickState[Opening]) -> tuple[Seat, ...]:
        """The seats that may play next. If the order is free, the one that should begin is first."""
        deal = state.now
        order = [seat for seat in clockwise(self.leader(state), state.setup.seats) if seat not in deal.sits_out]
        return (order[len(deal.tricks[-1].plays)],)

    def condition(self, state: TrickState[Opening], statement: Statement) -> Condition | Rule:
        """The condition under which this play is right, or the rule that it breaks in any case.

        Unless a game overrides it: follow the suit that was led.
        """
        return Condition(self.not_followed(state, statement.cards[0]), FOLLOW_SUIT)

    def suit(self, state: TrickState[Opening], card: Card) -> str:
        """The suit that a card counts as in this deal; in most games its own."""
        return card.suit

    def not_followed(self, state: TrickState[Opening], card: Card) -> CardSet:
        """The cards of the suit led if this card does not follow suit: its player must hold none. Otherwise 0."""
        plays = state.now.tricks[-1].plays
        led = self.suit(state, plays[0].cards[0]) if plays else ""
        return self._cards_of_suit(state, led) if plays and self.suit(state, card) != led else 0

    @memoize
    def _cards_of_suit(self, state: TrickState[Opening], suit: str) -> CardSet:
        """The cards that count as this suit."""
        if type(self).suit is TrickGame.suit:
            return self.deck.suit(suit)
        return self.deck.set(card for card in self.deck.cards_in_order if self.suit(state, card) == suit)

    def winner(self, state: TrickState[Opening], trick: Trick) -> Seat:
        """The seat that takes a complete trick, or would take an open one: in most games by the strongest card."""

        def strongest() -> Seat:
            return max(trick.plays, key=lambda play: self.strength(state, trick, play.cards[0])).seat

        return trick.taker_by(state.setup, state.now.opening, strongest)

    def strength(self, state: TrickState[Opening], trick: Trick, card: Card) -> tuple[int, ...]:
        """The strength of a card in a trick, in a game whose tricks are taken by the strongest card."""
        raise NotImplementedError

    def after_trick(self, state: TrickState[Opening], trick: Trick) -> tuple[Event, ...]:
        """The events of a trick that was just completed."""
        return (TrickTaken(self.winner(state, trick), tuple(card.face for card in trick.cards)),)

    @abstractmethod
    def points(self, state: TrickState[Opening]) -> tuple[int, ...]:
        """The score of a completed deal by seat, without penalties."""

    def penalise(
        self, state: TrickState[Opening], points: tuple[int, ...], offenders: frozenset[Seat]
    ) -> tuple[int, ...]:
        """The score of a completed deal in which these players revoked, under the penalty; `points` are without it."""
        return tuple(won + self.penalty * (seat in offenders) for seat, won in enumerate(points))

    def carry_in(self, setup: Setup) -> Any:
        """What is carried into the first deal. Raises UnreadableError if the starting scores end the match."""

    def carry_on(self, state: TrickState[Opening]) -> Any:
        """What is carried from an ended deal into the next."""
        return state.carried

    @abstractmethod
    def winners_of(self, state: TrickState[Opening], totals: tuple[int, ...]) -> tuple[Seat, ...]:
        """The winners with these totals after a deal. Empty if the match continues."""

    def aside(self, state: TrickState[Opening]) -> Mapping[Place, tuple[Card, ...]]:
        """The cards of a deal that are out, but in no trick."""
        return {}

    def is_decided(self, state: TrickState[Opening]) -> bool:
        """Whether the score of this deal is the same however it goes on, by what all have seen. Revokes aside."""
        return False

    def counted_cards(self, state: TrickState[Opening], cards: CardSet) -> bool:
        """Whether it matters to the score who takes some of these cards, besides how many tricks they make."""
        return True

    # ---------------------------------------------------------------- common to the family

    def menu(self, state: TrickState[Opening], said: Sequence[Statement]) -> tuple[Choice, ...]:
        """The entry for a claim of the rest."""
        return claims.entries(self, state)

    def begin(self, setup: Setup) -> TrickState[Opening]:
        """The state before the first deal."""
        return TrickState(setup, setup.scores, self.carry_in(setup))

    def expects(self, state: TrickState[Opening]) -> Expectation:
        """What the opening, the trick or the next deal waits for."""
        return state.expects_by(self._expects)

    def _expects(self, state: TrickState[Opening]) -> Expectation:
        if state.deal is None or self.settlement(state) is not None:
            return self._expects_deal(state)
        if state.now.claim is not None:
            return claims.expects(state)
        return self.expects_opening(state) or self.expects_card(state)

    def judge(self, state: TrickState[Opening], statement: Statement) -> Verdict:
        """Judge a statement. Changes nothing."""
        match statement.word:
            case DEAL.name:
                due = DEAL.name in self.expects(state).words
                return LEGAL if due else Unreadable("a deal is still being played, or the game is over")
            case HAND.name | DEALT.name:
                scanned = self._find_scanned(state, statement)
                return LEGAL if isinstance(scanned, NamedCards) else scanned
            case REMEDY.name if state.deal is not None:
                return LEGAL if state.deal.may_be_remedied else Illegal(NO_REVOKE)
            case word if word in claims.NAMES and claims.are_made(self):
                return claims.judge(self, state, statement)
        knowledge = state.deal.knowledge if state.deal else self._dealt_out(state.setup, state.carried)
        found = judge_common(self.expects(state), statement, self.deck, knowledge)
        if not isinstance(found, NamedCards):
            return Illegal(found)
        return self._judge_play(state, found, statement) if statement.word == PLAY else LEGAL

    def advance(
        self, state: TrickState[Opening], statement: Statement
    ) -> tuple[TrickState[Opening], tuple[Event, ...]]:
        """The state after a right statement, and its events."""
        events: tuple[Event, ...] = ()
        match statement.word:
            case DEAL.name:
                return self._next_deal(state), ()
            case HAND.name | DEALT.name:
                found = self._find_scanned(state, statement)
                assert isinstance(found, NamedCards)
                seat, racks = statement.by, state.now.in_racks
                deal = replace(state.now, knowledge=found.knowledge.seen_into(seat, found.cards))
                if seat not in racks:
                    return replace(state, deal=deal), ()
                deal = deal.with_rack(seat, racks[seat] | found.cards)
                state, events = self.revokes.prove(replace(state, deal=deal), (), seat, found.cards)
            case REMEDY.name:
                state = replace(state, deal=state.now.with_remedy(statement.value))
            case "play":
                state, events = self._play(state, statement)
            case word if word in claims.NAMES and claims.are_made(self):
                state, events = claims.advance(self, state, statement)
            case _:
                deal, events = self.advance_opening(replace(state.now, dealing=False), statement)
                state = replace(state, deal=deal)
        state, closing = self._close_deal(state)
        return state, in_order((*events, *closing))

    def scores(self, state: TrickState[Opening]) -> tuple[int, ...]:
        """The current totals, including the deal just ended."""
        settled = self.settlement(state)
        if settled is None and not state.corrected:
            return state.totals
        return state.totals_with(settled.points if settled else ())

    def winners(self, state: TrickState[Opening]) -> tuple[Seat, ...]:
        """The winners, judged when a deal is scored."""
        settled = self.settlement(state)
        return () if settled is None or settled.voided else self.winners_of(state, self.scores(state))

    def settlement(self, state: TrickState[Opening]) -> Settled | None:
        """How the deal ended. None while it continues."""
        return None if state.deal is None else state.settled_by(self.settle)

    def settle(self, state: TrickState[Opening]) -> Settled | None:
        """How the deal ends under the current remedy. None while it continues (rules/RULES.md 3)."""
        deal = state.now
        if not (deal.proven or deal.finished):
            return None
        remedy = deal.remedy or state.setup.options.get(RENEGE.name, RENEGE.values[0])
        if deal.offences and remedy == "void-deal":
            return Settled()
        if not deal.finished:
            return None
        points = self.points(state)
        if deal.offences and remedy == "penalty":
            offenders = frozenset(offence.player for offence in deal.offences if offence.player is not None)
            points = self.penalise(state, points, offenders)
        return Settled(points)

    def result(self, state: TrickState[Opening]) -> Settled:
        """How the deal ended. It must have ended."""
        settled = self.settlement(state)
        assert settled is not None, "the deal has not ended"
        return settled

    def standing_revokes(self, state: TrickState[Opening]) -> tuple[Revoked, ...]:
        """The revokes of this deal, without corrected ones."""
        return state.deal.revokes if state.deal else ()

    def continuation(self, state: TrickState[Opening]) -> Setup:
        """The current scores. An unfinished deal is dealt again."""
        return replace(state.setup, opener=self.with_deal(state).now.dealer, scores=self.scores(state))

    def leader(self, state: TrickState[Opening]) -> Seat:
        """The seat that leads the current trick."""
        *before, trick = state.now.tricks
        return trick.plays[0].seat if trick.plays else leader_after(self, state, before)

    def tricks_won(self, state: TrickState[Opening]) -> tuple[int, ...]:
        """The number of complete tricks that each seat has won."""
        winners = [self.winner(state, trick) for trick in state.now.complete_tricks]
        return tuple(map(winners.count, range(state.setup.seats)))

    def places(self, state: TrickState[Opening]) -> Mapping[Place, CardSet]:
        """The places of tricks, seen cards of hands, and cards aside. Before the first deal: as it will be dealt."""
        state = state if state.deal else self._next_deal(state)
        closed = self.tricks_closed and not self.settlement(state)
        return of_deal(self.deck, state.now, self.aside(state), closed=closed)

    def to_scan(self, state: TrickState[Opening]) -> tuple[tuple[Seat, int], ...]:
        """The hands, left of the dealer first, right after the deal or when it is due."""
        if self.winners(state):
            return ()
        deal = self.with_deal(state).now
        racks = deal.in_racks
        if not (deal.dealing or racks):
            return ()
        scanned = {**dict(enumerate(deal.knowledge.known)), **racks} if deal.dealing else racks
        held = deal.knowledge.held
        return tuple([(seat, held[seat] - scanned[seat].bit_count()) for seat in deal.order if seat in scanned])

    def with_deal(self, state: TrickState[Opening]) -> TrickState[Opening]:
        """The state with a deal in progress: the next one if the last has ended."""
        return self._next_deal(state) if state.deal is None or self.settlement(state) else state

    def _expects_deal(self, state: TrickState[Opening]) -> Expectation:
        """The next deal, which begins with its first card or word."""
        if self.winners(state):
            return Expectation(N_("Game over"), frozenset())
        deal = Statement(DEAL.name)
        first = self.expects(self._next_deal(state))
        choices = tuple(choice.after(deal) for choice in first.choices)
        return replace(first, words=frozenset({DEAL.name}), implied=(deal, *first.implied), choices=choices)

    @memoize
    def _find_scanned(self, state: TrickState[Opening], statement: Statement) -> NamedCards | Unreadable:
        """The cards of a hand that is scanned right after the deal."""
        racks = state.deal.in_racks if state.deal else {}
        if state.deal and statement.seat in racks and not state.deal.finished:
            return judge_rack(statement, self.deck, state.deal.knowledge, racks[statement.by])
        dealt = state.deal.knowledge if state.deal and state.deal.dealing else None
        return judge_scan(statement, self.hand_size(state.setup, state.carried), self.deck, dealt)

    @memoize
    def _judge_play(self, state: TrickState[Opening], found: NamedCards, statement: Statement) -> Verdict:
        condition = self.condition(state, statement)
        if isinstance(condition, Rule):
            return Illegal(condition)
        if not condition.none_of:
            return LEGAL
        deal = state.now
        after = found.knowledge.plays(statement.by, found.cards)
        highest = statement.cards[-1] if condition.highest is None else condition.highest
        promise = Promise(statement.by, condition.none_of, deal.number, len(deal.tricks), highest.face, condition.rule)
        return self.revokes.judge(state, promise, after)

    def _dealt_out(self, setup: Setup, carried: Any) -> Knowledge:
        hands = (self.hand_size(setup, carried),) * setup.seats
        return Knowledge.of_new_deal(self.deck_of(setup, carried), hands)

    def next_dealer(self, state: TrickState[Opening], settled: Settled) -> Seat:
        """The next dealer or starter: left of this one; the same one after a void deal."""
        return state.now.dealer if settled.voided else left_of(state.now.dealer, state.setup.seats)

    def _next_deal(self, state: TrickState[Opening]) -> TrickState[Opening]:
        """The state at the start of the next deal. A void deal is dealt again."""
        number, dealer, carried = state.past + 1, state.setup.opener, state.carried
        if state.deal is not None:
            number = state.deal.number + 1
            dealer = self.next_dealer(state, self.result(state))
            carried = self.carry_on(state)
        deal = Deal(number, dealer, self._dealt_out(state.setup, carried), self.opening)
        return TrickState(state.setup, self.scores(state), carried, deal)

    def _play(self, state: TrickState[Opening], statement: Statement) -> tuple[TrickState[Opening], tuple[Event, ...]]:
        deal, seat = state.now, statement.by
        found = find(self.deck, deal.knowledge, statement)
        assert isinstance(found, NamedCards)
        verdict = self._judge_play(state, found, statement)
        promised = verdict.promises if isinstance(verdict, OnTrust) else ()
        trick = Trick((*deal.tricks[-1].plays, Play(seat, statement.cards)))
        knowledge, tricks = found.knowledge.plays(seat, found.cards), (*deal.tricks[:-1], trick)
        played = replace(deal, dealing=False, knowledge=knowledge, tricks=tricks)
        state, proven = self.revokes.prove(replace(state, deal=played), promised, seat, found.cards)
        if not played.is_complete(trick):
            return state, proven
        taken = self.after_trick(state, trick)
        return replace(state, deal=replace(state.now, tricks=(*tricks, Trick()))), (*proven, *taken)

    def _close_deal(self, state: TrickState[Opening]) -> tuple[TrickState[Opening], tuple[Event, ...]]:
        """Score a deal that ended with the last statement, or withdraw its score if it continues."""
        settled, scored = self.settlement(state), state.now.scored
        if settled is None and not scored:
            return state, ()
        points = settled.points if settled else ()
        state = state.with_score(points)
        if settled is None:
            return state, (ScoreWithdrawn(scored, sides=self.sides),)
        if settled.voided:
            zeros = (DealScored((0,) * state.setup.seats, sides=self.sides),) if scored else ()
            return state, (*zeros, Redeal())
        winners = self.winners(state)
        return state, (DealScored(points, sides=self.sides), *((GameOver(winners),) if winners else ()))


def leader_after(game: TrickGame[Any], state: TrickState[Any], tricks: Sequence[Trick]) -> Seat:
    """The seat that has to lead after these complete tricks of the deal."""
    return game.winner(state, tricks[-1]) if tricks else game.first_leader(state)


def cards_won(game: TrickGame[Any], state: TrickState[Any]) -> tuple[tuple[Card, ...], ...]:
    """The cards of the complete tricks that each seat has won, in order."""
    return _cards_won(game, state, len(state.now.tricks))


@memoize
def _cards_won(game: TrickGame[Any], state: TrickState[Any], tricks: int) -> tuple[tuple[Card, ...], ...]:
    won: list[tuple[Card, ...]] = [()] * state.setup.seats
    for trick in state.now.complete_tricks[:tricks]:
        won[game.winner(state, trick)] += trick.cards
    return tuple(won)
