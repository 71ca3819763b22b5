"""The position of trick games with single cards: following suit, taking tricks, playing to the end.

The game's own rules say which card beats which and which must be followed, once for each trump.

| integer | what it means |
|---|---|
| card | its bit in the game's deck: a `CardSet` of one |
| seat | clockwise from 0; `OVER` for nobody, when the deal is over |
| roll | random, 0 to 255; of n cards it selects number `roll * n >> 8` |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Self

from companion.cards import Card, CardSet, Deck, Luck, Seat, clockwise
from companion.players.strategy import OVER, rolls
from companion.rules.deal import Condition, Deal, Play, Trick, TrickState
from companion.rules.game import Setup
from companion.rules.referee.knowledge import Knowledge
from companion.rules.statements import PLAY, Statement
from companion.rules.tricks import TrickGame
from companion.support.values import dataclass, replace

ANY_CARD: CardSet = ~0
MOST_SEATS = 12
TOLD = "Of a rule that asks more than to follow the lead, `TrumpOrder` knows nothing: see docs/adding-a-game.md"


@dataclass(frozen=True, slots=True, eq=False)
class TrumpOrder:
    """The rules for one trump, by the bit of a card of this deck.

    After a lead, cards of `follows` are always right, all others only while the hand holds none of `asked`. `beaten_by`
    are the cards that beat it.
    """

    deck: Deck
    follows: dict[CardSet, CardSet]
    asked: dict[CardSet, CardSet]
    beaten_by: dict[CardSet, CardSet]

    @classmethod
    def of(cls, game: Any, bidding: Any, options: Mapping[str, str] | None = None) -> Self:
        """The rules for the trump of this bidding. `asked` depends on the suit led only.

        The `game` has `deck`, `condition`, `strength` and `suit` of a `TrickGame`; no card is wrong in any case.
        """
        deal = Deal(1, 0, Knowledge.of_new_deal(game.deck.all, (0, 0)), bidding)
        state = TrickState(Setup(2, 0, (0, 0), options or {}), (0, 0), None, deal)
        cards = [(card, game.deck.bit(card), game.suit(state, card)) for card in game.deck.cards_in_order]
        suits = dict.fromkeys(suit for _, _, suit in cards)
        rows = [row for suit in suits for row in _asked_of(game, state, suit, cards)]
        bits, *answers = zip(*rows, strict=True)
        return cls(game.deck, *(dict(zip(bits, column, strict=True)) for column in answers))


def _asked_of(
    game: Any, state: TrickState[Any], led: str, cards: Sequence[tuple[Card, CardSet, str]]
) -> Iterator[tuple[CardSet, ...]]:
    """For each lead of this suit: its bit, `follows`, `asked`, `beaten_by`. `cards`: all, with bit and suit."""
    first = next(card for card, _, suit in cards if suit == led)
    trick = Trick((Play(0, (first,)),))
    after = replace(state, deal=replace(state.now, tricks=(trick,)))
    none_of: list[CardSet] = []
    for card, _, _ in cards:
        condition = game.condition(after, Statement(PLAY, 1, (card,)))
        assert isinstance(condition, Condition), (
            f"{card} on {first} is wrong whatever is held: {condition.name}. {TOLD}"
        )
        none_of.append(condition.none_of)
    follows, asked = sum(bit for (_, bit, _), barred in zip(cards, none_of, strict=True) if not barred), max(none_of)
    assert {*none_of} == {0, asked}, f"not all cards that do not follow {first} are asked the same. {TOLD}"
    strength = [(bit, suit, game.strength(state, trick, card)) for card, bit, suit in cards]
    for bit, suit, own in strength:
        if suit == led:
            yield bit, follows, asked, sum(other for other, _, force in strength if force > own)


@cache
def rounds_of(seats: int, sits_out: tuple[Seat, ...] = ()) -> tuple[tuple[Seat, ...], ...]:
    """By leader: the seats that play, in order."""
    rounds = (clockwise(leader, seats) for leader in range(seats))
    return tuple(tuple(seat for seat in order if seat not in sits_out) for order in rounds)


@dataclass(slots=True)
class TrickPosition:
    """A deal during play.

    `won` are the cards taken, by seat. `lying` are the cards of the open trick and `last` is the seat that completes
    it. `follows` and `asked` are those of its lead (0: none yet); `takes` are the cards that beat the `taker` (all
    before the lead). Before a lead the `taker` leads; after the deal it took the last trick. `terms` is what else the
    game needs to score the deal. `rounds` by leader are the seats that play, in order. `leads` are the cards to lead if
    the hand has one (0: any), until one of BREAKS was played. `spares` are the cards to discard if the hand has one,
    until the open trick is complete. `ducks` by seat: ANY_CARD if it wants no trick, otherwise 0.
    """

    PARTNER: ClassVar[tuple[Seat, ...]] = (OVER,) * MOST_SEATS  # by seat; `OVER`: none
    LEADS: ClassVar[CardSet] = 0
    BREAKS: ClassVar[CardSet] = 0
    FIRST_SPARES: ClassVar[CardSet] = ANY_CARD  # `spares` of the first trick

    order: TrumpOrder
    hands: list[CardSet]
    won: list[CardSet]
    turn: Seat
    taker: Seat
    last: Seat
    rounds: tuple[tuple[Seat, ...], ...]
    takes: CardSet = 0
    lying: CardSet = 0
    follows: CardSet = 0
    asked: CardSet = 0
    terms: Any = ()
    ducks: tuple[CardSet, ...] = (0, 0, 0, 0)
    leads: CardSet = 0
    spares: CardSet = ANY_CARD

    @classmethod
    def laid_out(
        cls, game: TrickGame[Any], state: TrickState[Any], order: TrumpOrder, hands: Sequence[CardSet], *, terms: Any
    ) -> Self:
        """The position of this state. Takes the open trick back and plays it again."""
        *taken, lying = state.now.tricks
        leader, full, won = game.leader(state), list(hands), [0] * len(hands)
        for trick in taken:
            won[game.winner(state, trick)] |= order.deck.set(trick.cards)
        for play in lying.plays:
            full[play.seat] |= order.deck.set(play.cards)
        rounds = rounds_of(len(hands), state.now.sits_out)
        position = cls(order, full, won, leader, leader, OVER, rounds, terms=terms, ducks=(0,) * len(hands))
        position.leads = 0 if sum(won) & cls.BREAKS else cls.LEADS
        position.spares = ANY_CARD if taken else cls.FIRST_SPARES
        position._begin_trick()
        for play in lying.plays:
            position.play(order.deck.set(play.cards))
        return position

    def copy(self) -> Self:
        """An independent copy of the position."""
        return replace(self, hands=self.hands[:], won=self.won[:])

    def with_hands(self, hands: Sequence[CardSet]) -> Self:
        """A copy of the position with other hands, of equal sizes."""
        other = self.copy()
        other.hands = [*hands]
        return other

    def plays(self) -> list[CardSet]:
        """Every right card as its own set, in the order of the deck: those that follow while one of `asked` is held."""
        hand = self.hands[self.turn]
        cards = hand & self.follows if hand & self.asked else hand & self.spares or hand
        plays = []
        while cards:
            others = cards & (cards - 1)
            plays.append(cards ^ others)
            cards = others
        return plays

    def set_of(self, cards: Sequence[Card]) -> CardSet:
        """The bits of these cards."""
        return self.order.deck.set(cards)

    def play(self, cards: CardSet) -> None:
        """Lead or follow. After the last seat the strongest card takes the trick."""
        turn, hands = self.turn, self.hands
        hands[turn] ^= cards
        if cards & self.takes:
            order = self.order
            self.taker, self.takes = turn, order.beaten_by[cards]
            if not self.lying:
                self.follows, self.asked = order.follows[cards], order.asked[cards]
        self.lying |= cards
        if turn != self.last:
            self.turn = self.rounds[turn][1]
        else:
            self.won[self.taker] |= self.lying
            self.leads, self.spares = 0 if self.lying & self.BREAKS else self.leads, ANY_CARD
            self._begin_trick()

    def _begin_trick(self) -> None:
        """Start a trick: the taker leads if there are cards."""
        taker = self.taker
        self.turn, self.last = taker if self.hands[taker] else OVER, self.rounds[taker][-1]
        self.takes, self.lying, self.follows, self.asked = ANY_CARD, 0, self.leads, self.leads

    def playout(self, luck: Luck) -> None:
        """Lead any card. Take a trick if possible, but not a partner's; otherwise play any right card.

        A seat that ducks plays a card that does not take the trick, if it can.
        """
        hands, won, order, partner, ducks = self.hands, self.won, self.order, self.PARTNER, self.ducks
        leads, breaks, spares = self.leads, self.BREAKS, self.spares
        takes, lying, follows, asked, taker = self.takes, self.lying, self.follows, self.asked, self.taker
        chance, waiting = rolls(luck, len(order.deck)), self.waiting()
        while waiting:
            for seat, roll in zip(waiting, chance):  # noqa: B905 - there is a roll for each card of the deck
                hand = hands[seat]
                cards = hand & follows if hand & asked else hand & spares or hand
                if taker != partner[seat]:
                    cards = cards & (takes ^ ducks[seat]) or cards
                lower = roll * cards.bit_count() >> 8
                while lower:
                    cards &= cards - 1
                    lower -= 1
                card = cards & -cards
                hands[seat] = hand ^ card
                if card & takes:
                    taker, takes = seat, order.beaten_by[card]
                    if not lying:
                        follows, asked = order.follows[card], order.asked[card]
                lying |= card
            won[taker] |= lying
            leads, spares = 0 if lying & breaks else leads, ANY_CARD
            takes, lying, follows, asked = ANY_CARD, 0, leads, leads
            waiting = self.rounds[taker] if hands[taker] else ()
        self.taker = taker
        self._begin_trick()

    def waiting(self) -> tuple[Seat, ...]:
        """The seats that still play in the open trick, in order."""
        if self.turn == OVER:
            return ()
        seats = self.rounds[self.turn]
        return seats[: seats.index(self.last) + 1]
