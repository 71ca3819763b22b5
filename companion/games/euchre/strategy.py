"""The strategy of Euchre: what makes trump, what to discard, when to play alone, and tricks (RULES.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from companion.cards import SUIT_NAMES, Card, CardSet, Luck, Seat
from companion.games.euchre.bidding import ALONE, DISCARDS, ORDERS, PASS, SUITS, TRUMP, EuchreDeal, EuchreState
from companion.games.euchre.hopes import LONE, alone_pays, best_to_name, heard_by, strength, to_order, turned_up
from companion.games.euchre.playout import ENOUGH, TRUMPS, Careful, EuchrePosition, EuchreTurn, card_of, discard
from companion.games.euchre.rules import DECK, EUCHRE
from companion.players import likelihood, strategy, trick_heuristics
from companion.players.seat_view import SeatView
from companion.rules.partners import SEATS, partner
from companion.rules.referee.deals import Dealt
from companion.rules.referee.verdicts import Legal
from companion.rules.statements import PLAY, Statement
from companion.support.values import replace

Hope: TypeAlias = "Callable[[CardSet, Seat, EuchreDeal], tuple[int, str]]"

NEVER = 99
"""More than any hand has: its player never plays alone."""


class EuchreStrategy(trick_heuristics.PartnersStrategy):
    """The strategy of Euchre."""

    PLAYOUTS = 1800
    BIDDING_EFFORT = 12
    DOUBT = 1
    position = EuchrePosition.of

    def moves(self, view: SeatView) -> tuple[Statement, ...]:
        """Order or pass, the three suits, every card to discard, alone or not, or every right card."""
        words, seat = view.expects.words, view.seat
        if trick_heuristics.may_say(view, {PLAY}):
            return trick_heuristics.right_cards(view)
        if not trick_heuristics.may_say(view, words):
            return ()
        suits = (Statement(TRUMP, seat, value=suit) for suit in SUITS)
        cards = (Statement(DISCARDS, seat, (card,)) for card in DECK.cards(trick_heuristics.hand(view)))
        every = (*suits, *cards, *(Statement(word, seat) for word in (ORDERS, ALONE, PASS)))
        said = (statement for statement in every if statement.word in words)
        return tuple(statement for statement in said if isinstance(EUCHRE.judge(view.state, statement), Legal))

    def greedy(self, view: SeatView, luck: Luck) -> Statement:
        """Makes no trump. Plays the highest card."""
        return _choose(view, _nothing, NEVER, trick_heuristics.highest)

    def easy(self, view: SeatView, luck: Luck) -> Statement:
        """Makes trump with three of them, never plays alone. Wins as cheaply as possible."""
        return _choose(view, _trumps, NEVER, trick_heuristics.lowest_that_wins)

    def normal(self, view: SeatView, luck: Luck) -> Statement:
        """Makes trump and plays alone by the strength of the hand. Draws trumps, leads what stays highest."""
        return _choose(view, _hope, LONE, _by_strength)

    def turn(self, view: SeatView) -> trick_heuristics.Turn:
        """With a partner."""
        return trick_heuristics.Turn.of(view, partner=partner(view.seat))

    def candidates(self, view: SeatView, luck: Luck) -> Sequence[Statement]:
        """What the normal level says, then every other. The discard comes before anything else.

        Nobody tries to play alone where that cannot win more: in points of the deal it may look better.
        """
        pays = alone_pays(view.state, view.seat)
        moves = [move for move in self.moves(view) if pays or move.word != ALONE]
        discards = [move for move in moves if move.word == DISCARDS]
        usual = self.normal(view, luck) if moves else None
        return sorted(discards or moves, key=lambda move: move != usual)

    def deals(self, view: SeatView, luck: Luck) -> Iterator[Dealt]:
        """Weighed by what the others said. No dealer lays down the trump that was taken up."""
        deal: EuchreDeal = view.state.now
        taken = 0 if deal.opening.second_round else DECK.bit(turned_up(deal))
        dealt = trick_heuristics.deals(view, luck, taken)
        return likelihood.likely(dealt, heard_by(view.seat, view.state).likelihood, luck)

    def bids(self, view: SeatView, dealt: Dealt, luck: Luck) -> strategy.After:
        """Complete the bidding as the normal level would."""
        state: EuchreState = view.state
        dealer, taken = state.now.dealer, DECK.bit(turned_up(state.now))

        def outcome(statement: Statement) -> strategy.Playable:
            deal, hands = state.now, list(dealt.hands)
            while True:
                if statement.word == ORDERS:
                    hands[dealer] |= taken
                hands[statement.by] &= ~DECK.set(statement.cards)
                deal, _ = EUCHRE.advance_opening(deal, statement)
                after = replace(state, deal=deal)
                if deal.opening.passed_out:
                    return trick_heuristics.Unplayed((0,) * SEATS)
                speaker = _speaker(after)
                if speaker is None:
                    return Careful(EuchrePosition.of(after, hands), deal.opening.trump, deal.knowledge.out)
                statement = _word(after, speaker, hands[speaker], _hope, lone=LONE)

        return outcome


# Heuristics


def _choose(view: SeatView, hope: Hope, lone: int, plays: Callable[[trick_heuristics.Turn], Card]) -> Statement:
    """Make trump if `hope` is not below 0, play alone with this strength, otherwise the card of `plays`."""
    if PLAY in view.expects.words:
        return Statement(PLAY, view.seat, (plays(EuchreStrategy().turn(view)),))
    return _word(view.state, view.seat, trick_heuristics.hand(view), hope, lone=lone)


def _speaker(state: EuchreState) -> Seat | None:
    """Who speaks next after the card was turned up. None: the first lead is due."""
    deal = state.now
    if deal.opening.maker is None:
        return deal.order[deal.opening.passes % SEATS]
    return deal.dealer if deal.opening.discard_due else next(iter(EUCHRE.may_play_alone(state)), None)


def _word(state: EuchreState, seat: Seat, cards: CardSet, hope: Hope, *, lone: int) -> Statement:
    """What this seat says with these cards."""
    deal, said = state.now, state.now.opening
    if said.maker is None:
        points, suit = hope(cards, seat, deal)
        stuck = state.setup.options["stick-the-dealer"] == "yes" and said.passes == 2 * SEATS - 1
        if points < 0 and not stuck:
            return Statement(PASS, seat)
        return Statement(TRUMP, seat, value=SUIT_NAMES[suit]) if said.second_round else Statement(ORDERS, seat)
    if said.discard_due and seat == deal.dealer:
        return Statement(DISCARDS, seat, tuple(DECK.cards(discard(cards, said.trump))))
    alone = strength(cards, said.trump) >= lone and alone_pays(state, seat)
    return Statement(ALONE if alone else PASS, seat)


def _hope(cards: CardSet, seat: Seat, deal: EuchreDeal) -> tuple[int, str]:
    """The strength that these cards have more than it takes to make trump, and the best suit."""
    up = turned_up(deal)
    if deal.opening.second_round:
        return best_to_name(cards, seat, deal.dealer, up)
    return to_order(cards, seat, deal.dealer, up), up.suit


def _trumps(cards: CardSet, seat: Seat, deal: EuchreDeal) -> tuple[int, str]:
    """How many trumps more than enough these cards have, and the longest suit. The dealer counts the card turned up."""
    up = turned_up(deal)
    turned = deal.opening.second_round
    held = cards | DECK.bit(up) if seat == deal.dealer and not turned else cards
    suits = [suit for suit in TRUMPS if (suit != up.suit) == turned]
    return max(((held & TRUMPS[suit]).bit_count() - ENOUGH, suit) for suit in suits)


def _nothing(cards: CardSet, seat: Seat, deal: EuchreDeal) -> tuple[int, str]:
    """Makes trump only as a dealer who must; then of the longest suit."""
    return -1, _trumps(cards, seat, deal)[1]


def _by_strength(turn: trick_heuristics.Turn) -> Card:
    """The card of an experienced player."""
    state, seat = turn.view.state, turn.view.seat
    said, mate, won = state.now.opening, partner(seat), EUCHRE.tricks_won(state)
    moment = EuchreTurn(
        said.trump,
        trick_heuristics.hand(turn.view),
        DECK.set(turn.cards),
        DECK.set(card for card in turn.cards if turn.beats(card)),
        DECK.set(turn.unseen),
        leads=turn.best is None,
        ours=turn.ours,
        made_trump=said.maker == seat,
        partner_made=said.maker == mate,
        partner_follows=mate not in {*state.now.sits_out, *(play.seat for play in turn.trick.plays)},
        last=turn.last,
        lost=won[seat - 1] + won[seat - 3],
    )
    return next(DECK.cards(card_of(moment)))
