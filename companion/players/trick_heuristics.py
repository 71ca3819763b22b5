"""What all trick games have in common for a seat that the computer takes: its cards, other deals, a card by thumb."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.rules.deal import Play, Trick
from companion.rules.referee.deals import Deals
from companion.rules.referee.verdicts import Legal
from companion.rules.statements import PLAY, Statement
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from companion.cards.card import Card
    from companion.cards.deck import CardSet
    from companion.cards.seats import Seat
    from companion.players.view import View
    from companion.rules.referee.deals import Dealt, Luck


def hand(view: View) -> CardSet:
    """The own cards; 0 as long as they were not all scanned."""
    knowledge = view.state.now.knowledge
    return knowledge.known[view.seat] if knowledge.seen_whole(view.seat) else 0


def may_say(view: View, words: Iterable[str]) -> bool:
    """Whether one of these words is due from this seat, whose hand was scanned."""
    expected = view.expects
    return not expected.words.isdisjoint(words) and view.seat in expected.seats and hand(view) != 0


def right_cards(view: View) -> tuple[Statement, ...]:
    """Every card of the hand that may be played now."""
    game, state = view.game, view.state
    plays = (Statement(PLAY, view.seat, (card,)) for card in game.deck.cards(hand(view)))
    return tuple(play for play in plays if isinstance(game.judge(state, play), Legal))


def deals(view: View, luck: Luck) -> Iterator[Dealt]:
    """Deals that agree with all that this seat knows and that was promised, each as likely as any other."""
    agreeing = Deals.of(view.state.now.knowledge, view.state.now.promises)
    while True:
        yield agreeing.draw(luck)


@dataclass(frozen=True, slots=True)
class Turn:
    """One card is due. What a seat sees then, as rules of thumb for any trick game need it.

    `cards` are the own ones that are right; `best` is the card that has the `trick` so far (None: the lead is due), and
    `ours` says that the own side laid it. `last` says that nobody plays after this seat, `unseen` are the cards that
    others may hold. `worth` is what a card brings to whom takes it.
    """

    view: View
    cards: tuple[Card, ...]
    trick: Trick
    best: Card | None
    ours: bool
    last: bool
    unseen: tuple[Card, ...]
    worth: Callable[[Card], int]

    @classmethod
    def of(cls, view: View, worth: Callable[[Card], int], partner: Seat | None = None) -> Turn:
        """The turn of this seat, which must be due."""
        game: Any = view.game
        state, trick = view.state, view.state.now.tricks[-1]
        cards = tuple(play.cards[0] for play in right_cards(view))
        unseen = tuple(view.game.deck.cards(state.now.knowledge.unseen))
        last = len(trick.plays) == state.setup.seats - 1
        taker = game.winner(state, trick) if trick.plays else None
        best = next((play.cards[0] for play in trick.plays if play.seat == taker), None)
        ours = best is not None and taker == partner
        return cls(view, cards, trick, best=best, ours=ours, last=last, unseen=unseen, worth=worth)

    def power(self, card: Card, under: Card | None = None) -> tuple[int, ...]:
        """How strong a card is in this trick; the lead is `under` this card (None: the card itself) while it is due."""
        trick = self.trick if self.trick.plays else Trick((Play(self.view.seat, (under or card,)),))
        game: Any = self.view.game
        power: tuple[int, ...] = game.strength(self.view.state, trick, card)
        return power

    def beats(self, card: Card) -> bool:
        """Whether this card would have the trick."""
        return self.best is None or self.power(card) > self.power(self.best)

    def stays(self, card: Card) -> bool:
        """Whether nobody can take the trick from this card."""
        power = self.power(card)
        return self.last or all(self.power(other, under=card) < power for other in self.unseen)

    def dear(self, card: Card) -> tuple[int, list[int]]:
        """What is laid on a trick that is won: what brings most, and of that the weakest."""
        return self.worth(card), [-one for one in self.power(card)]

    @property
    def cheapest(self) -> Card:
        """What is thrown where the trick is lost: worth little, weak."""
        return min(self.cards, key=lambda card: (self.worth(card), self.power(card)))


def highest(turn: Turn) -> Card:
    """Always the strongest."""
    return max(turn.cards, key=turn.power)


def lowest_that_wins(turn: Turn) -> Card:
    """The weakest card that has the trick for now, else the cheapest; leads the strongest."""
    if turn.best is None:
        return highest(turn)
    winning = [card for card in turn.cards if turn.beats(card)]
    return min(winning, key=turn.power) if winning and not turn.ours else turn.cheapest


def counted_out(turn: Turn) -> Card:
    """Takes what nobody can take back and what is worth it, gives a partner's trick what counts, else keeps quiet."""
    if turn.ours and turn.best is not None and turn.stays(turn.best):
        return max(turn.cards, key=turn.dear)
    sure = [card for card in turn.cards if turn.beats(card) and turn.stays(card)]
    lies = sum(map(turn.worth, turn.trick.cards))
    taking = [card for card in sure if turn.best is None or lies + turn.worth(card)]
    return max(taking, key=turn.dear) if taking else turn.cheapest
