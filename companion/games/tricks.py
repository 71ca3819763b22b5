"""The family of trick-taking games: deal, talk, tricks, score, and what happens after a revoke.

A game of the family fills in the named parts at the head of `TrickGame`; everything below them is common: whose
turn it is, who leads, which plays stand on a promise, when a promise is broken, what a remedy does, when a deal
is scored or voided and who deals next. "Talk" is all that is said between the deal and the first lead.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic

from companion.events import DealScored, Event, GameOver, Redeal, TrickTaken, in_order
from companion.games.deal import Deal, Play, Settled, Talk, Trick, TrickState, proven_by
from companion.games.game import Expectation, Game
from companion.referee.judging import broken_common_rule, verdict_on
from companion.referee.knowledge import Knowledge
from companion.referee.verdicts import LEGAL, NO_REVOKE, Illegal, OnTrust, Promise, Unreadable
from companion.seats import Seat, clockwise, left_of
from companion.statements import DEAL, DEALT, HAND, PLAY, PLAYED, REMEDY, Statement

if TYPE_CHECKING:
    from companion.cards import CardSet
    from companion.games.game import Setup
    from companion.referee.verdicts import Rule, Verdict

TRICK_WORDS = (DEAL, HAND, DEALT, PLAYED, REMEDY)
RENEGE_MEANING = "what follows when a revoke is proven"


@dataclass(frozen=True, kw_only=True)
class TrickGame(Game, Generic[Talk]):
    """The family; a game fills in the parts down to the line.

    `hand_size` cards are dealt to each; `penalty` is what a revoke costs its player under the option of that name.
    """

    hand_size: int
    penalty: int = 0

    @abstractmethod
    def opening(self, setup: Setup) -> Talk:
        """The talk before its first word."""

    @abstractmethod
    def talk_expects(self, state: TrickState[Talk]) -> Expectation | None:
        """What the talk waits for; None when the first lead may come."""

    @abstractmethod
    def talk_advances(self, deal: Deal[Talk], statement: Statement) -> tuple[Deal[Talk], tuple[Event, ...]]:
        """The deal after one right word of the talk."""

    @abstractmethod
    def first_leader(self, state: TrickState[Talk]) -> Seat:
        """Who leads the first trick."""

    @abstractmethod
    def must_hold_none_of(self, state: TrickState[Talk], statement: Statement) -> tuple[CardSet, Rule]:
        """The cards that must not be in the hand if this play is right, and the rule that says so."""

    @abstractmethod
    def winner(self, state: TrickState[Talk], trick: Trick) -> Seat:
        """Who takes a complete trick."""

    def after_trick(self, state: TrickState[Talk], winner: Seat) -> tuple[Event, ...]:
        """What else follows from a trick that was just taken."""
        del state, winner
        return ()

    @abstractmethod
    def points(self, state: TrickState[Talk]) -> tuple[int, ...]:
        """The score of a deal that was played to its end, by seat, without any penalty."""

    def carry_in(self, setup: Setup) -> Any:
        """What is carried into the first deal. Raises UnreadableError if the scores brought end the game."""
        del setup

    def carry_on(self, state: TrickState[Talk]) -> Any:
        """What is carried from an ended deal into the next."""
        return state.carried

    @abstractmethod
    def winners_of(self, state: TrickState[Talk], totals: tuple[int, ...]) -> tuple[Seat, ...]:
        """Who has won the match with these totals after a deal; empty if nobody has yet."""

    # ---------------------------------------------------------------- what the whole family shares

    def begin(self, setup: Setup) -> TrickState[Talk]:
        """Before the first deal."""
        return TrickState(setup, setup.scores, self.carry_in(setup))

    def expects(self, state: TrickState[Talk]) -> Expectation:
        """The talk, a card of the trick, the next deal, or nothing more."""
        if state.deal is None or self.settled(state) is not None:
            return self._expects_deal(state)
        return self.talk_expects(state) or self._expects_card(state)

    def judge(self, state: TrickState[Talk], statement: Statement) -> Verdict:
        """The referee's word; changes nothing."""
        match statement.word:
            case "deal":
                due = "deal" in self.expects(state).words
                return LEGAL if due else Unreadable("a deal is still being played, or the game is over")
            case "hand" | "dealt":
                return self._judge_scan(state, statement)
            case "remedy" if state.deal is not None:
                return LEGAL if state.deal.revokes else Illegal(NO_REVOKE)
        knowledge = state.deal.knowledge if state.deal else self._dealt_out(state)
        broken = broken_common_rule(self.expects(state), statement, self.deck, knowledge)
        if broken is not None:
            return Illegal(broken)
        return self._judge_play(state, statement) if statement.word == PLAY else LEGAL

    def advance(self, state: TrickState[Talk], statement: Statement) -> tuple[TrickState[Talk], tuple[Event, ...]]:
        """The state after a right statement, and what followed."""
        events: tuple[Event, ...] = ()
        match statement.word:
            case "deal":
                return self._next_deal(state), ()
            case "hand" | "dealt":
                assert statement.seat is not None
                scanned = state.now.knowledge.seen_into(statement.seat, self.deck.set(statement.cards))
                return replace(state, deal=replace(state.now, knowledge=scanned)), ()
            case "remedy":
                state = replace(state, deal=replace(state.now, remedy=statement.value))
            case "play":
                state, events = self._play(state, statement)
            case _:
                deal, events = self.talk_advances(replace(state.now, dealing=False), statement)
                state = replace(state, deal=deal)
        state, closing = self._closed(state)
        return state, in_order((*events, *closing))

    def scores(self, state: TrickState[Talk]) -> tuple[int, ...]:
        """The totals as they stand, the deal just ended included."""
        settled = self.settled(state)
        if settled is None or settled.voided:
            return state.totals
        return tuple(map(sum, zip(state.totals, settled.points, strict=True)))

    def winners(self, state: TrickState[Talk]) -> tuple[Seat, ...]:
        """Who has won; judged when a deal is scored."""
        settled = self.settled(state)
        if settled is None or settled.voided:
            return ()
        return self.winners_of(state, self.scores(state))

    def settled(self, state: TrickState[Talk]) -> Settled | None:
        """How the deal ended under the remedy that holds now; None while it goes on (rules.md 0.3)."""
        deal = state.deal
        if deal is None:
            return None
        remedy = deal.remedy or state.setup.options["renege"]
        if deal.revokes and remedy == "void-deal":
            return Settled()
        if not deal.finished:
            return None
        offenders = {revoke.player for revoke in deal.revokes} if remedy == "penalty" else set()
        points = self.points(state)
        return Settled(tuple(won + self.penalty * (seat in offenders) for seat, won in enumerate(points)))

    def leader(self, state: TrickState[Talk]) -> Seat:
        """Who leads, or has led, the trick that is being played."""
        tricks = state.now.tricks
        if tricks[-1].plays:
            return tricks[-1].plays[0].seat
        return self.winner(state, tricks[-2]) if len(tricks) > 1 else self.first_leader(state)

    def turn(self, state: TrickState[Talk]) -> Seat:
        """Who plays the next card of the trick."""
        order = clockwise(self.leader(state), state.setup.seats)
        return order[len(state.now.tricks[-1].plays)]

    def headline(self, state: TrickState[Talk]) -> str:
        """Deal and trick."""
        if state.deal is None:
            return ""
        deal = state.deal
        trick = min(len(deal.tricks), self.hand_size)
        return f"d{deal.number} t{trick}/{self.hand_size}" if deal.tricks[0].plays else f"deal {deal.number}"

    def second_line(self, state: TrickState[Talk]) -> str:
        """Nothing, unless the game has something to remember."""
        del state
        return ""

    def to_scan(self, state: TrickState[Talk]) -> tuple[tuple[Seat, int], ...]:
        """The whole hands, left of the dealer first, right after the deal; the deal itself may be due."""
        if self.winners(state) or not self.dealt(state).now.dealing:
            return ()
        deal = self.dealt(state).now
        order = clockwise(left_of(deal.dealer, state.setup.seats), state.setup.seats)
        return tuple((seat, self.hand_size - deal.knowledge.known[seat].bit_count()) for seat in order)

    def dealt(self, state: TrickState[Talk]) -> TrickState[Talk]:
        """The state with a deal in play: the next one if the last has ended."""
        return self._next_deal(state) if state.deal is None or self.settled(state) else state

    def _expects_deal(self, state: TrickState[Talk]) -> Expectation:
        """The next deal begins with whatever comes first in it: a card or a word."""
        if self.winners(state):
            return Expectation("Game over", frozenset())
        deal = Statement("deal")
        first = self.expects(self._next_deal(state))
        choices = tuple(replace(choice, says=(deal, *choice.says)) for choice in first.choices)
        return replace(first, words=frozenset({"deal"}), implied=(deal, *first.implied), choices=choices)

    def _expects_card(self, state: TrickState[Talk]) -> Expectation:
        seat = self.turn(state)
        words = frozenset({PLAY})
        return Expectation("Play a card", words, (seat,), (1, 1), Statement(PLAY, seat))

    def _judge_scan(self, state: TrickState[Talk], statement: Statement) -> Verdict:
        """A scanned hand or card: right after the deal, each card once, no more than were dealt."""
        if state.deal is None or not state.deal.dealing:
            return Unreadable(f"“{statement.word}” stands right after “deal”")
        assert statement.seat is not None
        knowledge, cards = state.deal.knowledge, self.deck.set(statement.cards)
        known = knowledge.known[statement.seat]
        had = known if statement.word == "hand" else 0
        wanted = 1 if statement.word == "dealt" else self.hand_size
        if len(statement.cards) != wanted or known.bit_count() == self.hand_size:
            return Unreadable(f"a hand has {self.hand_size} cards; {known.bit_count()} of it were scanned before")
        if cards.bit_count() < wanted or cards & had != had or knowledge.placed_elsewhere(cards & ~had):
            return Unreadable("a card is named twice, is missing, or lies in another hand")
        return LEGAL

    def _judge_play(self, state: TrickState[Talk], statement: Statement) -> Verdict:
        none_of, rule = self.must_hold_none_of(state, statement)
        if not none_of:
            return LEGAL
        deal = state.now
        assert statement.seat is not None
        after = deal.knowledge.played(statement.seat, self.deck.set(statement.cards))
        trick, card = len(deal.tricks), statement.cards[-1]
        return verdict_on(Promise(statement.seat, none_of, deal.number, trick, card, rule), after)

    def _dealt_out(self, state: TrickState[Talk]) -> Knowledge:
        return Knowledge.of_new_deal(self.deck.all, (self.hand_size,) * state.setup.seats)

    def _next_deal(self, state: TrickState[Talk]) -> TrickState[Talk]:
        """The deal passes left, but a voided one is dealt again."""
        number, dealer = 1, state.setup.opener
        if state.deal is not None:
            settled = self.settled(state)
            assert settled is not None, "the deal before has not ended"
            number = state.deal.number + 1
            dealer = state.deal.dealer if settled.voided else left_of(state.deal.dealer, state.setup.seats)
        carried = self.carry_on(state) if state.deal else state.carried
        deal = Deal(number, dealer, self._dealt_out(state), self.opening(state.setup))
        return TrickState(state.setup, self.scores(state), carried, deal)

    def _play(self, state: TrickState[Talk], statement: Statement) -> tuple[TrickState[Talk], tuple[Event, ...]]:
        assert statement.seat is not None
        verdict = self._judge_play(state, statement)
        promised = verdict.promises if isinstance(verdict, OnTrust) else ()
        deal, seat, cards = state.now, statement.seat, self.deck.set(statement.cards)
        trick = Trick((*deal.tricks[-1].plays, Play(seat, statement.cards)))
        played = replace(
            deal,
            dealing=False,
            knowledge=deal.knowledge.played(seat, cards),
            tricks=(*deal.tricks[:-1], trick),
            promises=deal.promises + promised,
        )
        deal, proven = proven_by(played, seat, cards)
        state, taken = self._trick_taken(replace(state, deal=deal))
        return state, (*proven, *taken)

    def _trick_taken(self, state: TrickState[Talk]) -> tuple[TrickState[Talk], tuple[Event, ...]]:
        deal = state.now
        trick = deal.tricks[-1]
        if len(trick.plays) < state.setup.seats:
            return state, ()
        winner = self.winner(state, trick)
        further = self.after_trick(state, winner)
        state = replace(state, deal=replace(deal, tricks=(*deal.tricks, Trick())))
        return state, (TrickTaken(winner, trick.cards), *further)

    def _closed(self, state: TrickState[Talk]) -> tuple[TrickState[Talk], tuple[Event, ...]]:
        """What a deal that has ended with the last statement is worth."""
        settled = self.settled(state)
        if settled is None:
            return state, ()
        if settled.voided:
            zeros = (DealScored((0,) * state.setup.seats),) if state.now.announced else ()
            return state, (*zeros, Redeal())
        state = replace(state, deal=replace(state.now, announced=True))
        winners = self.winners(state)
        return state, (DealScored(settled.points), *((GameOver(winners),) if winners else ()))
