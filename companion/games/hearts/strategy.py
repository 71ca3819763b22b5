"""The strategy of Hearts: what to pass, and how to take no points (RULES.md here)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations

from companion.cards import Card, Luck, Seat
from companion.games.hearts.passing import MOON, NUMBER, OTHERS_ADD, OWN_MINUS
from companion.games.hearts.playout import HeartsPosition
from companion.games.hearts.rules import DECK, HEARTS, JACK, JACK_POINTS, QUEEN, height, points_of
from companion.games.hearts.suggestions import NEAR
from companion.players.seat_view import SeatView
from companion.players.strategy import After, Playable
from companion.players.trick_heuristics import TrickStrategy, Turn, hand, may_say, right_cards
from companion.rules.game import Setup
from companion.rules.referee.deals import Dealt
from companion.rules.statements import PASSES, PLAY, Statement

GUARDED = 4
"""Low spades that protect the queen, or the ace and king from catching it."""
HIGHEST_SLIP = height(Card("10", "C"))
"""Nobody leads a higher card without a thought."""
TRIED = 5
"""The number of cards among which the strong level looks for three to pass."""


class HeartsStrategy(TrickStrategy):
    """The strategy of Hearts."""

    PLAYOUTS = 800
    position = HeartsPosition.of

    def moves(self, view: SeatView) -> tuple[Statement, ...]:
        """Every three cards, or every right card."""
        if may_say(view, {PASSES}):
            return tuple(Statement(PASSES, view.seat, three) for three in combinations(_cards(view), NUMBER))
        if MOON in view.expects.words:
            return tuple(answer.says[0] for answer in view.expects.answers() if view.seat in view.expects.seats)
        return right_cards(view) if may_say(view, {PLAY}) else ()

    def greedy(self, view: SeatView, luck: Luck) -> Statement:
        """Passes the highest cards. Plays the lowest card, and throws points where it cannot follow."""
        return _choose(view, height, _lowest)

    def easy(self, view: SeatView, luck: Luck) -> Statement:
        """Passes the highest cards. Stays below the trick with the highest card that does."""
        return _choose(view, height, _below)

    def normal(self, view: SeatView, luck: Luck) -> Statement:
        """Passes what is dangerous in this hand. Watches the queen of spades, and gets rid of high cards for free."""
        return _choose(view, _danger_in(_cards(view)), _careful)

    def turn(self, view: SeatView) -> Turn:
        """With the points of this match's options."""
        return Turn.of(view, _worth_in(view.state.setup))

    def may_slip(self, turn: Turn, card: Card, usual: Card) -> bool:
        """A card that is as far from points: no queen or high lead, and what is thrown is worth as much."""
        if turn.best is None and card != usual and height(card) > HIGHEST_SLIP:
            return False
        return turn.beats(card) == turn.beats(usual) and turn.worth(card) == turn.worth(usual)

    def candidates(self, view: SeatView, luck: Luck) -> Sequence[Statement]:
        """Three of the most dangerous cards; every right card; of the moon what is best for the whole match."""
        if MOON in view.expects.words:
            return (self.normal(view, luck),) if self.moves(view) else ()
        if not may_say(view, {PASSES}):
            return self.moves(view)
        cards = _cards(view)
        worst = sorted(cards, key=_danger_in(cards))[-TRIED:]
        return tuple(Statement(PASSES, view.seat, three) for three in combinations(worst, NUMBER))

    def bids(self, view: SeatView, dealt: Dealt, luck: Luck) -> After:
        """All others pass as the normal level would, in this imagined deal."""
        state = view.state

        def outcome(statement: Statement) -> Playable:
            way, seats = HEARTS.way(state), len(dealt.hands)
            given = []
            for seat, cards in enumerate(dealt.hands):
                own = tuple(DECK.cards(cards))
                chosen = statement.cards if seat == view.seat else _most(own, _danger_in(own))
                given.append(DECK.set(chosen))
            hands = [cards & ~given[seat] | given[(seat - way) % seats] for seat, cards in enumerate(dealt.hands)]
            return HeartsPosition.of(state, hands)

        return outcome

    def worth(self, scores: Sequence[int], seat: Seat) -> float:
        """The average points of the others less the own."""
        return (sum(scores) - scores[seat]) / (len(scores) - 1) - scores[seat]


# Heuristics


def _choose(view: SeatView, danger: Callable[[Card], int], plays: Callable[[Turn], Card]) -> Statement:
    """Pass the three most dangerous cards, say what the moon does, or play."""
    if MOON in view.expects.words:
        return Statement(MOON, view.seat, value=_moon(view))
    if may_say(view, {PASSES}):
        return Statement(PASSES, view.seat, _most(_cards(view), danger))
    return Statement(PLAY, view.seat, (plays(Turn.of(view, _worth_in(view.state.setup))),))


def _worth_in(setup: Setup) -> Callable[[Card], int]:
    """The points of a card under the options."""
    counts = setup.options["jack"] == "minus-10"
    return (lambda card: JACK_POINTS if card == JACK else points_of(card)) if counts else points_of


def _moon(view: SeatView) -> str:
    """26 for the others, unless that ends the match and somebody has less than its shooter."""
    state, words = view.state, {value: Statement(MOON, view.seat, value=value) for value in (OTHERS_ADD, OWN_MINUS)}
    winners = HEARTS.winners(HEARTS.advance(state, words[OTHERS_ADD])[0])
    return OWN_MINUS if winners and view.seat not in winners else OTHERS_ADD


def _cards(view: SeatView) -> tuple[Card, ...]:
    return tuple(DECK.cards(hand(view)))


def _most(cards: Sequence[Card], danger: Callable[[Card], int]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=danger)[-NUMBER:])


def _danger_in(cards: Sequence[Card]) -> Callable[[Card], int]:
    """The danger of each of these cards in a hand of them."""
    return partial(_danger, cards=cards)


def _danger(card: Card, cards: Sequence[Card]) -> int:
    """High cards of short suits; high spades, unless low ones protect them; high hearts."""
    suit = [other for other in cards if other.suit == card.suit]
    if card.suit != "S":
        return 2 * height(card) - 2 * len(suit) + 4 * (card.suit == "H")
    low = sum(height(card) < height(QUEEN) for card in suit)
    return 40 + points_of(card) if low < GUARDED and height(card) >= height(QUEEN) else 0


def _lowest(turn: Turn) -> Card:
    """The lowest card; the most points where it cannot follow."""
    return _heaviest(turn) if _discards(turn) else min(turn.cards, key=height)


def _below(turn: Turn) -> Card:
    """The highest card below the trick, else the lowest."""
    if _discards(turn):
        return _heaviest(turn)
    if below := [card for card in turn.cards if not turn.beats(card)]:
        return max(below, key=partial(_weight, turn))
    return min(
        turn.cards, key=lambda card: (card == QUEEN, _catches_queen(turn, card) and turn.best is None, height(card))
    )


def _careful(turn: Turn) -> Card:
    """Stops the moon, takes a trick that is worth it, else stays below, or throws what is dangerous."""
    near = shooter(turn.view)
    stopping = stops(turn, near) if near is not None else None
    if stopping is not None:
        return stopping
    if turn.best is None:
        return min(turn.cards, key=partial(_risk, turn))
    if _discards(turn):
        return max(turn.cards, key=lambda card: (points_of(card) > 1, _catches_queen(turn, card), _weight(turn, card)))
    return _following(turn)


def _following(turn: Turn) -> Card:
    """The highest card below the trick, or the highest of all if it costs nothing to take it."""
    below = [card for card in turn.cards if not turn.beats(card)]
    others = [card for card in turn.cards if card != QUEEN] or list(turn.cards)
    points = sum(map(turn.worth, turn.trick.cards))
    free = points < 0 or (points == 0 and turn.last and QUEEN not in below)
    if below and not free:
        return max(below, key=partial(_weight, turn))
    if free or turn.last or len(turn.view.state.now.tricks) == 1:  # it must be taken, or is for free
        return max(others, key=height)
    return min(others, key=height)


def _discards(turn: Turn) -> bool:
    """Whether this seat cannot follow suit."""
    return turn.best is not None and turn.cards[0].suit != turn.best.suit


def _heaviest(turn: Turn) -> Card:
    return max(turn.cards, key=partial(_weight, turn))


def _weight(turn: Turn, card: Card) -> tuple[int, int]:
    """What to get rid of first: points, then high cards."""
    return turn.worth(card), height(card)


def _catches_queen(turn: Turn, card: Card) -> bool:
    """Whether this is the ace or king of spades while somebody else has the queen."""
    return card.suit == "S" and height(card) > height(QUEEN) and QUEEN in turn.unseen


def _risk(turn: Turn, card: Card) -> float:
    """The share of the others' cards of this suit that are lower, and more for spades that may catch the queen."""
    others = [unseen for unseen in turn.unseen if unseen.suit == card.suit]
    lower = sum(height(other) < height(card) for other in others)
    share = lower / len(others) if others else 1.0
    return share + (card == QUEEN or _catches_queen(turn, card)) * 2 + (card.suit == "H") / 4 - height(card) / 1000


def shooter(view: SeatView) -> Seat | None:
    """Another player who may yet take all points; None: nobody is near it, or somebody else has points."""
    taken = HEARTS.points_taken(view.state)
    most = max(taken)
    seat = taken.index(most)
    return seat if most >= NEAR and most == sum(taken) and seat != view.seat else None


def stops(turn: Turn, seat: Seat) -> Card | None:
    """The card that may take a point before this player takes it; None: play as usual."""
    if turn.best is None:
        return max((card for card in turn.cards if card.suit == "H" and turn.stays(card)), key=height, default=None)
    taker, played = HEARTS.winner(turn.view.state, turn.trick), {play.seat for play in turn.trick.plays}
    if taker != seat and (turn.last or seat in played):
        return None
    if turn.cards[0].suit != turn.best.suit:
        return min(turn.cards, key=lambda card: (points_of(card), height(card)))
    over = [card for card in turn.cards if turn.beats(card)]
    return max(over, key=height, default=None) if any(map(points_of, turn.trick.cards)) else None
