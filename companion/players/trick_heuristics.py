"""Common parts of strategies: the own hand, imagined deals, heuristics for one card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from companion.cards import Card, CardSet, Luck, Seat
from companion.players.seat_view import SeatView
from companion.players.strategy import After, Playable, Position, Strategy, after
from companion.rules.deal import Play, Trick
from companion.rules.referee.deals import Deals, Dealt
from companion.rules.referee.proof import not_contradicted
from companion.rules.referee.verdicts import Legal
from companion.rules.statements import PLAY, Statement
from companion.support.values import dataclass, replace


def _deal_of(view: SeatView) -> Any:
    """What has the `knowledge` of a deal, and its promises: the deal of a trick game, the state of any other."""
    return getattr(view.state, "now", view.state)


def hand(view: SeatView) -> CardSet:
    """The own cards. 0 unless all were scanned. A state of a game without tricks has its `knowledge` as a field."""
    knowledge = _deal_of(view).knowledge
    return knowledge.known[view.seat] if knowledge.seen_whole(view.seat) else 0


def may_say(view: SeatView, words: Iterable[str]) -> bool:
    """Whether this seat may say one of these words now and its hand was scanned."""
    expected = view.expects
    return not expected.words.isdisjoint(words) and view.seat in expected.seats and hand(view) != 0


def right_cards(view: SeatView) -> tuple[Statement, ...]:
    """A play of every card of the hand that is right now."""
    game, state = view.game, view.state
    plays = (Statement(PLAY, view.seat, (card,)) for card in game.deck.cards(hand(view)))
    return tuple(play for play in plays if isinstance(game.judge(state, play), Legal))


def deals(view: SeatView, luck: Luck, not_in_rest: CardSet = 0) -> Iterator[Dealt]:
    """Endless random deals that agree with this seat's knowledge and all promises, all equally likely.

    If some have none of `not_in_rest` there, only those. Promises that cannot hold together are not believed.
    """
    deal = _deal_of(view)
    promises = getattr(deal, "promises", ())
    agreeing = Deals.of(deal.knowledge, promises, not_in_rest=not_in_rest)
    if not agreeing.count:
        agreeing = Deals.of(deal.knowledge, not_contradicted(promises, deal.knowledge))
    while True:
        yield agreeing.draw(luck)


def positions(
    of: Callable[[Any, Sequence[CardSet]], Position], view: SeatView, drawn: Iterator[Dealt]
) -> Iterator[Position]:
    """The positions of these deals. `of` lays out the first one; in the others only the hands differ."""
    first = of(view.state, next(drawn).hands)
    yield first
    for dealt in drawn:
        yield first.with_hands(dealt.hands)


class TrickStrategy(Strategy):
    """The strategy of a trick game, with bidding or without."""

    BIDDING_EFFORT = 6
    """The cost of a trial of a statement, in playouts."""

    @staticmethod
    def position(state: Any, hands: Sequence[CardSet], /) -> Position:
        """The position of this state with these hands, with which deals are imagined."""
        raise NotImplementedError("a TrickStrategy imagines deals by its `position`, as in `position = Position.of`")

    def moves(self, view: SeatView) -> tuple[Statement, ...]:
        """Every right answer of the buttons that is one statement, or every right card."""
        if may_say(view, {PLAY}):
            return right_cards(view)
        said = (answer.says for answer in view.expects.answers() if may_say(view, view.expects.words))
        alone = (says[0] for says in said if len(says) == 1 and says[0].seat == view.seat)
        return tuple(statement for statement in alone if isinstance(view.game.judge(view.state, statement), Legal))

    def turn(self, view: SeatView) -> Turn:
        """The turn of this seat, with what tricks are worth in this game."""
        return Turn.of(view)

    def slips(self, view: SeatView, usual: Statement) -> Sequence[Statement]:
        """Cards that do the same to the trick, and neither give more away nor throw away a sure trick."""
        if usual.word != PLAY:
            return ()
        turn = self.turn(view)
        return [Statement(PLAY, view.seat, (card,)) for card in turn.cards if self.may_slip(turn, card, usual.cards[0])]

    def may_slip(self, turn: Turn, card: Card, usual: Card) -> bool:
        """Whether somebody careless may play this card in place of the usual one."""
        if turn.best is None:
            cheap = turn.worth(card) <= min(map(turn.worth, turn.cards)) or turn.stays(card)
            return cheap and turn.power(card)[:-1] <= turn.power(usual)[:-1]
        if turn.beats(card) != turn.beats(usual) or turn.power(card)[:-1] != turn.power(usual)[:-1]:
            return False
        wasted = turn.last if turn.beats(card) else turn.is_highest(card)
        return turn.worth(card) == turn.worth(usual) and not wasted

    def effort(self, view: SeatView) -> int:
        """BIDDING_EFFORT during the bidding, since every trial includes the rest of it."""
        return 1 if PLAY in view.expects.words else self.BIDDING_EFFORT

    def imagine(self, view: SeatView, luck: Luck) -> Iterator[After]:
        """Other hands and undealt cards. The rest of the bidding uses heuristics."""
        if PLAY in view.expects.words:
            return map(after, positions(self.position, view, self.deals(view, luck)))
        return (self.bids(view, dealt, luck) for dealt in self.deals(view, luck))

    def deals(self, view: SeatView, luck: Luck) -> Iterator[Dealt]:
        """Endless deals that agree with what was played; a game may weigh them by what the others said."""
        return deals(view, luck)

    def bids(self, view: SeatView, dealt: Dealt, luck: Luck) -> After:
        """Complete the bidding as the normal level would, in this imagined deal, where seats alone bid."""
        game: Any = view.game

        def outcome(statement: Statement) -> Playable:
            state = game.advance(view.state, statement)[0]
            while PLAY not in (expected := game.expects(state)).words:
                if (settled := game.settlement(state)) is not None:
                    return Unplayed(settled.points or (0,) * state.setup.seats)
                seat, deal = expected.seats[0], state.now
                seen = deal.knowledge.seen_into(seat, dealt.hands[seat])
                other = SeatView(game, seat, replace(state, deal=replace(deal, knowledge=seen)))
                answer = self.normal(other, luck)
                assert answer is not None, f"`normal` has no answer to {expected.headline}"
                state = game.advance(state, answer)[0]
            return self.position(state, dealt.hands)

        return outcome

    def worth(self, scores: Sequence[int], seat: Seat) -> float:
        """The lead over the average of the others."""
        return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


class PartnersStrategy(TrickStrategy):
    """The strategy of a trick game of two sides."""

    def worth(self, scores: Sequence[int], seat: Seat) -> float:
        """The lead of the own side."""
        return scores[seat] - scores[seat - 1]


@dataclass(frozen=True, slots=True)
class Unplayed:
    """The outcome of a deal that ends with its bidding, such as one in which nobody bid."""

    points: tuple[int, ...]

    def playout(self, luck: Luck) -> None:
        """Nothing is played."""

    def scores(self) -> list[int]:
        """What the bidding alone comes to."""
        return [*self.points]


def _alike(_card: Card) -> int:
    return 1


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn of a seat, as heuristics for any trick game need it.

    `cards` are the own right cards. `best` is the card that has the `trick` so far; None: the seat leads. `ours`: the
    own side played it. `last`: nobody plays after this seat. `unseen` are cards that others may hold. `worth` gives the
    points of a card for the side that takes it.
    """

    view: SeatView
    cards: tuple[Card, ...]
    trick: Trick
    best: Card | None
    ours: bool
    last: bool
    unseen: tuple[Card, ...]
    worth: Callable[[Card], int]

    @classmethod
    def of(cls, view: SeatView, worth: Callable[[Card], int] = _alike, partner: Seat | None = None) -> Turn:
        """The turn of this seat. It must be its turn. At first all tricks are worth the same."""
        game: Any = view.game
        state, trick = view.state, view.state.now.tricks[-1]
        cards = tuple(play.cards[0] for play in right_cards(view))
        facts = state.now.knowledge
        unseen = tuple(game.deck.cards(facts.deck & ~(facts.out | hand(view))))
        last = len(trick.plays) == state.now.players - 1
        taker = game.winner(state, trick) if trick.plays else None
        best = next((play.cards[0] for play in trick.plays if play.seat == taker), None)
        ours = best is not None and taker == partner
        return cls(view, cards, trick, best=best, ours=ours, last=last, unseen=unseen, worth=worth)

    def power(self, card: Card, under: Card | None = None) -> tuple[int, ...]:
        """The strength of a card in this trick. If the seat leads, `under` is the lead; None: the card itself."""
        trick = self.trick if self.trick.plays else Trick((Play(self.view.seat, (under or card,)),))
        game: Any = self.view.game
        power: tuple[int, ...] = game.strength(self.view.state, trick, card)
        return power

    def beats(self, card: Card) -> bool:
        """Whether this card would have the trick."""
        return self.best is None or self.power(card) > self.power(self.best)

    def stays(self, card: Card) -> bool:
        """Whether no unseen card can beat this card."""
        power = self.power(card)
        return self.last or all(self.power(other, under=card) < power for other in self.unseen)

    def is_highest(self, card: Card) -> bool:
        """Whether no unseen card of its suit is higher."""
        power = self.power(card, under=card)
        return all(self.power(other, under=card) < power for other in self.unseen if other.suit == card.suit)

    def dear(self, card: Card) -> tuple[int, list[int]]:
        """Sort key for a card to add to a won trick: the most points, then the weakest."""
        return self.worth(card), [-part for part in self.power(card)]

    @property
    def cheapest(self) -> Card:
        """The card to throw on a lost trick: few points, then weak."""
        return min(self.cards, key=lambda card: (self.worth(card), self.power(card)))


def highest(turn: Turn) -> Card:
    """The strongest card."""
    return max(turn.cards, key=turn.power)


def lowest_that_wins(turn: Turn) -> Card:
    """The weakest card that beats the trick so far, or the cheapest. Leads the strongest."""
    if turn.best is None:
        return highest(turn)
    winning = [card for card in turn.cards if turn.beats(card)]
    return min(winning, key=turn.power) if winning and not turn.ours else turn.cheapest


def by_card_counting(turn: Turn) -> Card:
    """Takes safe tricks with points, adds points to a partner's safe trick, otherwise plays the cheapest card."""
    if turn.ours and turn.best is not None and turn.stays(turn.best):
        return max(turn.cards, key=turn.dear)
    sure = [card for card in turn.cards if turn.beats(card) and turn.stays(card)]
    lies = sum(map(turn.worth, turn.trick.cards))
    taking = [card for card in sure if turn.best is None or lies + turn.worth(card)]
    return max(taking, key=turn.dear) if taking else turn.cheapest


def duck(turn: Turn) -> Card:
    """The strongest card that does not win, else the weakest."""
    losing = [card for card in turn.cards if not turn.beats(card)]
    return max(losing, key=turn.power) if losing else min(turn.cards, key=turn.power)
