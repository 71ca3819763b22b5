"""Positions of playouts against the referee with every hand open: the same plays, turns, tricks and scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice
from random import Random
from typing import Any

import pytest

from companion.cards import Card, CardSet
from companion.games.birddog.playout import BirdDogPosition
from companion.games.birddog.rules import BIRD_DOG
from companion.games.birdhead.playout import BirdHeadPosition, without_copies_of
from companion.games.birdhead.rules import BIRD_HEAD, DECK, MOST_LED, rank
from companion.games.euchre.playout import EuchrePosition
from companion.games.euchre.rules import EUCHRE
from companion.games.hearts.playout import HeartsPosition
from companion.games.hearts.rules import HEARTS
from companion.games.rook.playout import RookPosition
from companion.games.rook.rules import ROOK
from companion.games.spades.playout import SpadesPosition
from companion.games.spades.rules import SPADES
from companion.players.seat_view import SeatView
from companion.players.strategy import Position
from companion.players.trick_heuristics import deals, positions
from companion.rules.deal import Condition
from companion.rules.game import Setup, pieces_of
from companion.rules.referee.verdicts import Legal
from companion.rules.statements import Statement
from companion.rules.tricks import TrickGame
from tests.cases import for_each
from tests.torture import every_so_many, only_with_torture, some_of

GAMES: tuple[TrickGame[Any], ...] = (BIRD_DOG, BIRD_HEAD, ROOK, HEARTS, SPADES, EUCHRE)
KINDS: tuple[type[Position], ...] = (
    BirdDogPosition,
    BirdHeadPosition,
    RookPosition,
    HeartsPosition,
    SpadesPosition,
    EuchrePosition,
)
POSITIONS: dict[str, Any] = dict(zip((game.name for game in GAMES), KINDS, strict=True))
HOUSE_RULES = [(game, {option.name: value}) for game in GAMES for option in game.options for value in option.values]


@dataclass
class OpenTable:
    """One deal with all hands open, told to the referee with every hand scanned, and again with none of them."""

    game: TrickGame[Any]
    random: Random
    state: Any
    blind: Any
    hands: list[CardSet]
    rest: list[Card] = field(default_factory=list)

    @classmethod
    def of(cls, game: TrickGame[Any], random: Random, options: dict[str, str]) -> OpenTable:
        """A deal by chance after the bidding."""
        game, seats = pieces_of(game).under(options), game.players[0]
        book = {option.name: option.values[0] for option in game.options}
        markers = fronts(random) if game is BIRD_HEAD else ((),) * seats
        setup = Setup(seats, random.randrange(seats), (0,) * seats, book | options, markers)
        state = game.begin(setup)
        table = cls(game, random, state, state, [0] * seats)
        table.say(Statement("deal"))
        table.deal()
        table.bidding()
        return table

    def deal(self) -> None:
        """Every hand is scanned, and Rook's nest."""
        knowledge = self.state.now.knowledge
        cards = list(self.game.deck.cards(knowledge.deck))
        self.random.shuffle(cards)
        for seat, size in enumerate(knowledge.held):
            dealt, cards = cards[:size], cards[size:]
            self.hands[seat] = self.game.deck.set(dealt)
            self.state, _ = self.game.advance(self.state, Statement("hand", seat, tuple(dealt)))
        if self.game.name == "rook":
            self.state, _ = self.game.advance(self.state, Statement("nest", None, tuple(cards)))
        self.rest = cards

    def bidding(self) -> None:
        """Anything that may be said, until the first lead."""
        while "play" not in (expected := self.game.expects(self.state)).words:
            if "deal" in expected.words:
                self.say(Statement("deal"))
                self.deal()
            elif "up" in expected.words:
                self.say(Statement("up", None, (self.rest.pop(),)))
            elif "passes" in expected.words:
                self.passes()
            elif "lays" in expected.words:
                self.lays(expected.seats[0])
            elif "discards" in expected.words:
                self.discards(self.state.now.dealer)
            else:
                leaves = [leaf for choice in expected.choices for leaf in choice.leaves()]
                self.say(leaves[int(len(leaves) * self.random.random() ** 3)].says[0])  # low bids are made, too

    def passes(self) -> None:
        """Everybody passes any three cards, seen by all."""
        deck, seats = self.game.deck, len(self.hands)
        way = HEARTS.way(self.state)
        given = [tuple(self.random.sample(tuple(deck.cards(hand)), 3)) for hand in self.hands]
        for seat, cards in enumerate(given):
            self.say(Statement("passes", seat, cards))
        for seat, cards in enumerate(given):
            self.hands[seat] &= ~deck.set(cards)
            self.hands[(seat + way) % seats] |= deck.set(cards)

    def lays(self, bidder: int) -> None:
        """The bidder takes the nest and lays any five cards, counters only where the house allows them."""
        deck = self.game.deck
        both = list(deck.cards(self.hands[bidder])) + self.rest
        while True:
            laid = Statement("lays", bidder, tuple(self.random.sample(both, 5)))
            if self.game.judge(self.state, laid) == Legal():
                break
        self.say(laid)
        self.hands[bidder] = deck.set(both) & ~deck.set(laid.cards)

    def discards(self, dealer: int) -> None:
        """The dealer takes the card up and discards any card, seen by all."""
        deck = self.game.deck
        six = self.hands[dealer] | deck.bit(self.state.now.opening.up)
        (card,) = self.random.sample(tuple(deck.cards(six)), 1)
        self.say(Statement("discards", dealer, (card,)))
        self.hands[dealer] = six & ~deck.bit(card)

    def say(self, statement: Statement) -> None:
        self.state, _ = self.game.advance(self.state, statement)
        self.blind, _ = self.game.advance(self.blind, statement)

    @property
    def turn(self) -> int:
        return self.game.expects(self.state).seats[0]

    @property
    def over(self) -> bool:
        return not any(hand for seat, hand in enumerate(self.hands) if seat not in self.state.now.sits_out)

    def right_plays(self) -> Iterator[tuple[Card, ...]]:
        """Every choice of cards of the hand that the referee calls legal now."""
        seat, deck = self.turn, self.game.deck
        least, most = self.game.expects(self.state).pieces
        hand = list(deck.cards(self.hands[seat]))
        for number in range(least, min(most, MOST_LED + 1) + 1):
            for cards in {looks(chosen): chosen for chosen in combinations(hand, number)}.values():
                play = Statement("play", seat, cards)
                right = self.game.judge(self.state, play) == Legal()
                assert right == self.holds_none(play), "the verdict and the promise differ"
                if right:
                    yield cards

    def holds_none(self, play: Statement) -> bool:
        """Whether the hand, less these cards, holds none of the play's promise."""
        condition = self.game.condition(self.state, play)
        after = self.hands[self.turn] & ~self.game.deck.set(play.cards)
        return isinstance(condition, Condition) and not after & condition.none_of

    def position(self) -> Any:
        """The position of this moment, for one who has seen no hand scanned."""
        return POSITIONS[self.game.name].of(self.blind, self.hands)

    def cards(self, play: CardSet) -> tuple[Card, ...]:
        """The cards of the hand for which a play stands."""
        hand, chosen = list(self.game.deck.cards(self.hands[self.turn])), []
        for card in self.game.deck.cards(play):
            chosen.append(next(held for held in hand if held.face == card.face))
            hand.remove(chosen[-1])
        return tuple(chosen)

    def play(self, cards: tuple[Card, ...]) -> None:
        seat = self.turn
        self.say(Statement("play", seat, cards))
        self.hands[seat] &= ~self.game.deck.set(cards)


def looks(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Alike cards look alike."""
    return tuple(sorted(str(card.face) for card in cards))


def fronts(random: Random) -> tuple[tuple[Card, ...], ...]:
    """No markers, or so many that three or four cards are dealt; which cards they are matters to no play."""
    number = random.choice([0, 8, 9])
    cards = random.sample(DECK.cards_in_order, 4 * number)
    return tuple(tuple(cards[number * seat : number * (seat + 1)]) for seat in range(4))


def assert_the_same_plays(table: OpenTable, position: Any) -> list[tuple[Card, ...]]:
    right = list(table.right_plays())
    assert len(position.plays()) == len(right)
    assert set(position.plays()) == {position.set_of(cards) for cards in right}
    return right


@pytest.mark.parametrize("seed", some_of(5))
@for_each(("game", "options"), every_so_many(6, HOUSE_RULES))
def test_a_position_agrees_with_the_referee_at_every_turn(
    game: TrickGame[Any], options: dict[str, str], seed: int
) -> None:
    table = OpenTable.of(game, Random(seed), options)
    position = table.position()
    while not table.over:
        assert position.turn == table.turn
        assert position == table.position(), "a position that was played differs from one that was set up"
        cards = max(table.random.sample(assert_the_same_plays(table, position) * 2, 2), key=len)
        position.play(position.set_of(cards))
        table.play(cards)
    assert position.turn == -1
    assert position == table.position()
    assert tuple(position.scores()) == table.game.points(table.state)


def played_out(table: OpenTable) -> Any:
    """The position at the end of a deal that was played by it, the referee told of every play."""
    position = table.position()
    while position.turn != -1:
        play = table.random.choice(position.plays())
        cards = table.cards(play)
        position.play(play)
        table.play(cards)
    return position


@pytest.mark.parametrize("seed", some_of(6))
@for_each(("game", "options"), every_so_many(3, HOUSE_RULES))
def test_what_was_played_with_a_position_is_scored_by_the_referee(
    game: TrickGame[Any], options: dict[str, str], seed: int
) -> None:
    table = OpenTable.of(game, Random(seed + 6), options)
    assert tuple(played_out(table).scores()) == table.game.points(table.state)


@pytest.mark.parametrize("seed", range(3))
def test_every_bid_is_made_or_missed_as_the_referee_says(seed: int) -> None:
    table = OpenTable.of(ROOK, Random(seed), {})
    position, deal = played_out(table), table.state.now
    for bid in range(0, 125, 5):
        position.terms = (bid, *position.terms[1:])
        state = replace(table.state, deal=replace(deal, opening=replace(deal.opening, bid=bid)))
        assert tuple(position.scores()) == ROOK.points(state)


@only_with_torture
@pytest.mark.parametrize("seed", some_of(2))
@for_each(("game", "options"), every_so_many(3, HOUSE_RULES))
def test_a_position_with_other_hands_equals_one_set_up_with_them(
    game: TrickGame[Any], options: dict[str, str], seed: int
) -> None:
    table = OpenTable.of(game, Random(seed), options)
    while not table.over:
        position, twin = table.position(), table.position()
        others = anew(table)
        assert position.with_hands(others) == POSITIONS[game.name].of(table.blind, others)
        assert position == twin == position.with_hands(others).with_hands(table.hands)
        table.play(table.random.choice(list(table.right_plays())))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_was_played_is_laid_out_once_for_all_deals(game: TrickGame[Any]) -> None:
    table, laid_out = OpenTable.of(game, Random(1), {}), []

    def of(state: Any, hands: Sequence[CardSet]) -> Any:
        laid_out.append(hands)
        return POSITIONS[game.name].of(state, hands)

    view = SeatView(game, 0, table.blind)
    drawn = list(islice(positions(of, view, deals(view, Random(2).randrange)), 20))
    assert len(laid_out) == 1
    assert len({str(card) for card in drawn}) == 20


def anew(table: OpenTable) -> list[CardSet]:
    """The cards of all hands, dealt again."""
    deck = table.game.deck
    cards = list(deck.cards(sum(table.hands)))
    table.random.shuffle(cards)
    return [deck.set(cards.pop() for _ in range(hand.bit_count())) for hand in table.hands]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_copy_is_played_on_alone(game: TrickGame[Any]) -> None:
    position = OpenTable.of(game, Random(1), {}).position()
    before = position.copy()
    while position.turn != -1:
        twin = position.copy()
        assert twin == position
        position.play(position.plays()[0])
        assert twin != position
    assert before == OpenTable.of(game, Random(1), {}).position()


@pytest.mark.parametrize(("of_all", "right"), [(False, {"4 6", "6 6"}), (True, {"4 6"})])
def test_lowest_cards_raise_the_bar_only_where_the_house_says_so(*, of_all: bool, right: set[str]) -> None:
    hands = ("2 5 5", "3 10 11", "4 6 6", "2 2 2")
    position = BirdHeadPosition([without_copies_of(map(Card, hand.split())) for hand in hands], 0, of_all)
    for said in ("5 5", "3 10"):
        position.play(position.set_of(tuple(map(Card, said.split()))))
    assert {" ".join(card.rank for card in DECK.cards(play)) for play in position.plays()} == right


@pytest.mark.parametrize("seed", range(4))
def test_last_cards_of_birdhead_may_be_opened_in_any_order(seed: int) -> None:
    table = OpenTable.of(BIRD_HEAD, Random(seed), {})
    while len(table.game.expects(table.state).seats) == 1:
        table.play(table.random.choice(list(table.right_plays())))
    position = table.position()
    for seat in table.random.sample(range(4), 4):
        table.say(Statement("play", seat, tuple(DECK.cards(table.hands[seat]))))
        table.hands[seat] = 0
        position = table.position()
        assert position.turn == (-1 if table.over else table.turn)
        last = position.copy()
        while last.turn != -1:
            (card,) = last.plays()
            last.play(card)
        assert last.hands == [0] * 4
        assert max(last.scores()) == max(map(rank, lasting(last)))
    assert tuple(position.scores()) == BIRD_HEAD.points(table.state)


def lasting(position: Any) -> list[Card]:
    """The last cards of all seats."""
    return [card for hand in position.last for card in DECK.cards(hand)]
