"""After every play of thousands the trick games prove what laying out every deal proves, no more and no less.

Tiny decks, planted breaches; the companion is asked through `judge` and `advance` as the table asks it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

import pytest

from companion.cards import SUIT_NAMES, CardSet, Deck
from companion.games.birddog import rules as birddog
from companion.games.birdhead import rules as birdhead
from companion.games.euchre import rules as euchre
from companion.games.hearts import passing
from companion.games.hearts import rules as hearts
from companion.games.rook import bidding as rook_bidding
from companion.games.rook import rules as rook
from companion.games.spades import rules as spades
from companion.games.spades.rules import Bid
from companion.rules.events import Impossible, Revoked
from companion.rules.game import Setup
from companion.rules.referee.deals import Deals
from companion.rules.referee.verdicts import CARD_USED, NOT_IN_DECK, NOT_IN_HAND, Illegal
from companion.rules.statements import Statement
from companion.rules.tricks import TrickGame
from tests.companion.games.every_deal import (
    EveryBirdDog,
    EveryBirdHead,
    EveryDeal,
    EveryEuchre,
    EveryHearts,
    EveryRook,
    EverySpades,
    Play,
    face,
    faces,
)
from tests.companion.games.small_decks import fields_of
from tests.torture import MUTANTS, so_many

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would double its time

DEALS = 100 if MUTANTS else so_many(60, 100)  # of each seed
SEEDS = range(3 if MUTANTS else so_many(1, 100))
SIZES = [(2, 4, 2), (2, 5, 0), (2, 5, 1), (3, 2, 2), (3, 3, 0)]
"""Seats, cards in each hand, hidden cards in no hand."""


@dataclass(frozen=True, kw_only=True)
class Tiny:
    """A game with few cards in hands of this size."""

    cards: CardSet
    size: int

    def deck_of(self, setup: Any, carried: Any) -> CardSet:
        del setup, carried
        return self.cards

    def hand_size(self, setup: Any, carried: Any) -> int:
        del setup, carried
        return self.size

    def is_decided(self, state: Any) -> bool:
        """Every deal is played to its last card: what ends one sooner counts for four."""
        del state
        return False


@dataclass(frozen=True, kw_only=True)
class TinyBirdDog(Tiny, birddog.BirdDog):
    pass


@dataclass(frozen=True, kw_only=True)
class TinyBirdHead(Tiny, birdhead.BirdHead):
    pass


@dataclass(frozen=True, kw_only=True)
class TinyRook(Tiny, rook.Rook):
    def points(self, state: Any) -> tuple[int, ...]:
        """Nobody keeps score: the book's is for nine tricks."""
        return tuple(0 for _ in range(state.setup.seats))


@dataclass(frozen=True, kw_only=True)
class TinySpades(Tiny, spades.Spades):
    """Nobody bids, since four do, and nobody keeps score."""

    def expects_opening(self, state: Any) -> None:
        del state

    def bids(self, state: Any) -> tuple[Bid, ...]:
        return tuple(Bid(1, blind=False) for _ in range(state.setup.seats))

    def points(self, state: Any) -> tuple[int, ...]:
        return tuple(0 for _ in range(state.setup.seats))


@dataclass(frozen=True, kw_only=True)
class TinyEuchre(Tiny, euchre.Euchre):
    def points(self, state: Any) -> tuple[int, ...]:
        """Nobody keeps score, since two or three may play."""
        return tuple(0 for _ in range(state.setup.seats))


@dataclass(frozen=True, kw_only=True)
class TinyHearts(Tiny, hearts.Hearts):
    direction: int

    def way(self, state: Any) -> int:
        del state
        return self.direction


@dataclass
class Evening:
    """One deal as it is played, the truth beside it; `heard` counts what came up."""

    random: Random
    game: TrickGame[Any]
    state: Any
    hands: list[list[str]]
    heard: Counter[str] = field(default_factory=Counter)
    cheats: float = 0.2
    copies: float = 1.0  # how often an alike card is named by its number

    @classmethod
    def of(cls, random: Random, game: TrickGame[Any], cards: Sequence[str], seats: int, size: int) -> Evening:
        """Dealt, nothing scanned; the deck's first card belongs to nobody."""
        options = {option.name: option.values[0] for option in game.options} | {"renege": "play-on"}
        options |= {option.name: random.choice(option.values) for option in game.options if option.name in OF_THE_BIRD}
        dealers = seats - isinstance(game, TinyRook | TinySpades | TinyEuchre)  # their bidding goes round among four
        setup = Setup(seats, random.randrange(dealers), (0,) * seats, options)
        hands = [list(cards[seat * size : (seat + 1) * size]) for seat in range(seats)]
        evening = cls(random, game, game.begin(setup), hands)
        evening.say("deal")
        return evening

    def statement(self, word: str, seat: int | None = None, cards: Sequence[str] = (), value: str = "") -> Statement:
        meant = [card for name in cards if (card := self.game.deck.card(name))]
        return Statement(word, seat, tuple(meant), value)

    def say(self, word: str, seat: int | None = None, cards: Sequence[str] = (), value: str = "") -> tuple[Any, ...]:
        """A statement that must be right."""
        statement = self.statement(word, seat, cards, value)
        verdict = self.game.judge(self.state, statement)
        assert verdict.word in {"legal", "trust"}, (statement, verdict)
        self.state, events = self.game.advance(self.state, statement)
        return events

    def scan(self) -> list[list[str]]:
        """Now and then a whole hand, or a few of its cards."""
        scanned = []
        for seat, hand in enumerate(self.hands):
            number = self.random.choice([0, 0, 0, self.random.randint(1, len(hand)), len(hand)])
            scanned.append([self.called(card) for card in self.random.sample(hand, number)])
            for card in scanned[-1]:
                self.say("dealt", seat, [card])
        return scanned

    def round(self, *words: str) -> None:
        """Said by one after the other, while anybody is asked."""
        for word in words[: len(self.hands)]:
            self.say(word, self.game.expects(self.state).seats[0])

    def called(self, card: str) -> str:
        """As a reader of tags names it, or as people do."""
        return card if self.random.random() < self.copies else face(card)


def set_of(deck: Deck, names: Sequence[str]) -> CardSet:
    return deck.set(card for card in deck.cards_in_order if str(card) in names)


def bird_dog(random: Random) -> tuple[Evening, EveryDeal]:
    """The first card of the stack is turned up, sometimes the second, too."""
    suits = random.choice(["SH", "SHD"])
    cards = [rank + suit for suit in suits for rank in "9 10 J Q K A".split()[: 8 - len(suits)]]
    random.shuffle(cards)
    seats, size, left = random.choice(SIZES)
    cards = cards[: seats * size + left + 1]
    game = TinyBirdDog(**fields_of(birddog.BIRD_DOG), cards=set_of(birddog.DECK, cards), size=size)
    evening = Evening.of(random, game, cards, seats, size)
    scanned = evening.scan()
    up, *stack = cards[seats * size :]
    evening.say("up", None, [up])
    if stack and random.random() < 0.3:
        evening.round("pass", "pass", "pass")
        evening.say("up", None, [stack.pop()])
    evening.round("declare")
    evening.round("pass", "nil", "pass")
    return evening, EveryBirdDog([*cards[: seats * size], *stack], [size] * seats, scanned)


def bird_head(random: Random) -> tuple[Evening, EveryDeal]:
    """Ranks of two to five copies; told as tags tell it, as people do, or mixed."""
    copies, last = random.choice([(2, 7), (3, 5), (4, 4), (5, 4)])
    cards = [f"{rank}/{copy}" for rank in range(2, last + 1) for copy in range(1, copies + 1)]
    random.shuffle(cards)
    seats, size, left = random.choice(SIZES)
    cards = cards[: seats * size + left]
    game = TinyBirdHead(**fields_of(birdhead.BIRD_HEAD), cards=set_of(birdhead.DECK, cards), size=size)
    evening = Evening.of(random, game, cards, seats, size)
    evening.copies = random.choice([1, 0.7, 0.3, 0])
    return evening, EveryBirdHead(cards, [size] * seats, evening.scan())


def rook_exchanged(random: Random) -> tuple[Evening, EveryDeal]:
    colours = random.choice(["BG", "BGR", "BGR"])
    cards = [f"{rank}{colour}" for colour in colours for rank in range(5, 12 - len(colours))]
    random.shuffle(cards)
    seats, size = random.choice([(2, 3), (2, 4), (3, 2)])
    pile = SMALL_NEST
    cards = ["Rook", *cards][: seats * size + pile]
    random.shuffle(cards)
    game = TinyRook(**fields_of(rook.ROOK), cards=set_of(rook.ROOK.deck, cards), size=size)
    evening = Evening.of(random, game, cards, seats, size)
    scanned, nest = evening.scan(), cards[seats * size :]
    nest_seen = nest if random.random() < 0.4 else []
    if nest_seen:
        evening.say("nest", None, nest)
    bidder = evening.game.expects(evening.state).seats[0]
    evening.say("bid", bidder, value="120")
    evening.hands[bidder] += nest
    laid = random.sample(evening.hands[bidder], pile)
    laid_seen = laid if random.random() < 0.4 else []
    evening.say("lays", bidder, laid_seen)
    evening.hands[bidder] = [card for card in evening.hands[bidder] if card not in laid]
    trump = random.choice([*(card[-1] for card in cards if card != "Rook")])
    evening.say("trump", bidder, value={"B": "black", "G": "green", "R": "red"}[trump])
    sizes = [size] * seats
    naive = EveryRook(cards, sizes, scanned, bidder=bidder, trump=trump, pile=pile, nest=nest_seen, laid=laid_seen)
    naive.free = evening.state.setup.options["rook-play"] == "any-time"
    return evening, naive


def spades_bid(random: Random) -> tuple[Evening, EveryDeal]:
    """The cards are all dealt, one in three a spade or more."""
    seats, size = random.choice([(2, 3), (2, 4), (2, 5), (3, 2), (3, 3), (4, 2)])
    suits = random.choice(["SH", "SHC"])
    cards = [rank + suit for rank in "2 3 4 5 6".split() for suit in suits][: seats * size]
    random.shuffle(cards)
    game = TinySpades(**fields_of(spades.SPADES), cards=set_of(spades.DECK, cards), size=size)
    evening = Evening.of(random, game, cards, seats, size)
    return evening, EverySpades(cards, [size] * seats, evening.scan())


def euchre_made(random: Random) -> tuple[Evening, EveryDeal]:
    """Left of the dealer makes trump, mostly of the card turned up; now and then the partner sits out."""
    seats, size, left = random.choice([(2, 3, 1), (2, 4, 0), (2, 4, 1), (3, 2, 1), (3, 3, 0), (4, 2, 0), (4, 2, 0)])
    suits = random.choice(["SC", "SCH"])
    cards = [rank + suit for rank in "J 9 10 Q K".split() for suit in suits][: seats * size + left + 1]
    random.shuffle(cards)
    game = TinyEuchre(**fields_of(euchre.EUCHRE), cards=set_of(euchre.DECK, cards), size=size)
    evening = Evening.of(random, game, cards, seats, size)
    scanned, up = evening.scan(), cards[seats * size]
    evening.say("up", None, [up])
    ordered, dealer, trump = seats < 4 or random.random() < 0.5, evening.state.now.dealer, up[-1]
    if ordered:
        evening.round("orders")
    else:
        evening.round("pass", "pass", "pass", "pass")
        trump = random.choice([suit for suit in suits if suit != trump])
        evening.say("trump", (dealer + 1) % 4, value=SUIT_NAMES[trump])
    both = [*evening.hands[dealer], up]
    laid = random.sample(both, 1)
    seen = laid if ordered and random.random() < 0.5 else []
    if ordered:
        evening.say("discards", dealer, seen)
        evening.hands[dealer] = [card for card in both if card not in laid]
    partner = (dealer + 3) % 4
    out = [partner] if partner < seats and random.random() < 0.4 else []
    evening.say("alone" if out else "pass", (dealer + 1) % 4)
    for seat in out:
        evening.hands[seat] = []
    used = cards if ordered else [card for card in cards if card != up]
    taken = up if ordered else ""
    return evening, EveryEuchre(
        used, [size] * seats, scanned, dealer=dealer, trump=trump, up=taken, laid=seen, sits_out=out
    )


def hearts_passed(random: Random) -> tuple[Evening, EveryDeal]:
    """The cards are all dealt; one card is passed each, or two, or none."""
    seats, size = random.choice([(2, 3), (2, 4), (2, 5), (3, 2), (3, 3)])
    passing.NUMBER = random.randint(1, size - 1)
    cards = [rank + suit for suit in "CHS" for rank in "3 4 5 6 Q".split()]
    random.shuffle(cards)
    cards = ["2C", *cards][: seats * size]
    random.shuffle(cards)
    way = random.choice([0, 1, 1, -1])
    game = TinyHearts(**fields_of(hearts.HEARTS), cards=set_of(hearts.DECK, cards), size=size, direction=way)
    evening = Evening.of(random, game, cards, seats, size)
    scanned, passed = evening.scan(), [random.sample(hand, passing.NUMBER) for hand in evening.hands]
    seen = [cards if random.random() < 0.5 else [] for cards in passed]
    for seat in random.sample(range(seats), seats if way else 0):
        evening.say("passes", seat, seen[seat])
        evening.hands[seat] = [card for card in evening.hands[seat] if card not in passed[seat]]
    for seat, given in enumerate(passed if way else []):
        evening.hands[(seat + way) % seats] += given
    return evening, EveryHearts(cards, [size] * seats, scanned, way=way, number=passing.NUMBER, passed=seen)


OF_THE_BIRD = {"rook-rank", "rook-play"}
"""The house rules about the Rook, any of them."""
SMALL_NEST = 2
TINY = {
    "birddog": bird_dog,
    "birdhead": bird_head,
    "rook": rook_exchanged,
    "spades": spades_bid,
    "euchre": euchre_made,
    "hearts": hearts_passed,
}


@pytest.fixture(autouse=True)
def few_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cards in Rook's nest. Hearts for two, who pass as many as a deal says."""
    for chapter in (rook, rook_bidding):
        monkeypatch.setattr(chapter, "NEST", SMALL_NEST)
    monkeypatch.setattr(passing, "NUMBER", passing.NUMBER)
    monkeypatch.setitem(hearts.LEFT_OUT, 2, 0)


def told(events: Sequence[Any]) -> list[tuple[object, ...]]:
    """What was proven, in the naive words."""
    found: list[tuple[object, ...]] = []
    for event in events:
        if isinstance(event, Revoked):
            found.append(("revoke", event.player, event.trick, str(event.card), event.rule))
        elif isinstance(event, Impossible):
            suspects = ((suspect.player, suspect.trick, str(suspect.card)) for suspect in event.suspects)
            found.append(("impossible", *suspects, event.player))
    return found


def chosen(evening: Evening, naive: EveryDeal, seat: int) -> Iterator[list[str]]:
    """Plays from the true hand, in the order in which this player tries them: honestly, or denying what it can."""
    random, hand = evening.random, evening.hands[seat]
    expected = evening.game.expects(evening.state)
    least, most = expected.pieces
    plays = [
        list(cards)
        for number in range(least, min(most, expected.limit or most) + 1)
        for cards in combinations(hand, number)
        if naive.trick() or len(faces(cards)) == 1
    ]
    random.shuffle(plays)
    denied = {tuple(cards): naive.denied(seat, tuple(cards)) for cards in plays}
    if random.random() < evening.cheats:
        plays.sort(key=lambda cards: not denied[*cards])
    else:
        plays.sort(key=lambda cards: bool((faces(hand) - faces(cards)).keys() & denied[*cards]))
    yield from plays


def assert_alike(evening: Evening, naive: EveryDeal, events: Sequence[Any], expected: list[Any]) -> None:
    deal = evening.state.now
    assert told(events) == expected
    assert [(promise.seat, promise.trick, str(promise.card)) for promise in deal.promises] == [
        promise.told for promise in naive.promises()
    ]
    reported = [play.plays for play in deal.proven if isinstance(play.event, Impossible)]
    named = [[(play.player, play.trick, str(play.card)) for play in group] for group in reported]
    assert named == [[play.told for play in group] for group in naive.reported]
    standing = [(revoke.player, revoke.trick, str(revoke.card)) for revoke in deal.revokes]
    assert sorted(standing) == sorted(play.told for play in naive.proven)
    assert bool(standing or reported) == (not naive.consistent()), "at the first play with which not all can be right"
    if evening.copies == 1:
        assert Deals.of(deal.knowledge, deal.promises).count == naive.agreeing(naive.promises())


def taken_back(evening: Evening, naive: EveryRook, play: Play) -> None:
    """That play and all after it go back into their hands."""
    for played_card in naive.plays[naive.plays.index(play) :]:
        evening.hands[played_card.seat] += played_card.cards
    events = evening.say("back", play.seat, play.cards)
    assert_alike(evening, naive, events, naive.back(play))
    evening.heard["back"] += 1


def named_at_random(evening: Evening, naive: EveryDeal) -> None:
    """Any cards of the deck: refused as not there exactly when they lie so in no world."""
    seat = evening.random.choice(evening.game.turn(evening.state))
    number = evening.random.randint(*evening.game.expects(evening.state).pieces) if naive.trick() else 1
    names = tuple(map(evening.called, evening.random.sample(naive.cards, number)))
    verdict = evening.game.judge(evening.state, evening.statement("play", seat, names))
    nowhere = isinstance(verdict, Illegal) and verdict.rule in {NOT_IN_DECK, CARD_USED, NOT_IN_HAND}
    assert nowhere == (not naive.with_cards(seat, names)), (seat, names, verdict)
    evening.heard["nowhere" if nowhere else "somewhere"] += 1


def played(evening: Evening, naive: EveryDeal) -> None:
    """The next player tries plays until one is not refused."""
    seat = evening.random.choice(evening.game.turn(evening.state))
    if isinstance(naive, EveryHearts) and not naive.plays:
        (seat,) = (seat for seat, hand in enumerate(evening.hands) if "2C" in hand)
    for cards in chosen(evening, naive, seat):
        names = tuple(map(evening.called, cards))
        verdict = evening.game.judge(evening.state, evening.statement("play", seat, names))
        rule = verdict.rule.name if isinstance(verdict, Illegal) else ""
        assert (verdict.word, rule) == naive.verdict(seat, names), (seat, names)
        evening.heard[verdict.word] += 1
        if not rule:
            break
    events = evening.say("play", seat, names)
    evening.hands[seat] = [card for card in evening.hands[seat] if card not in cards]
    assert_alike(evening, naive, events, naive.play(seat, names))
    evening.heard.update(str(event[0]) for event in told(events))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", TINY)
def test_every_prefix_is_judged_proven_and_blamed_as_laying_out_every_deal_does(game: str, seed: int) -> None:
    random, heard = Random(f"{game} {seed}"), Counter[str]()
    for _ in range(DEALS):
        evening, naive = TINY[game](random)
        evening.heard, evening.cheats = heard, random.choice([0.2, 0.9])
        assert_alike(evening, naive, (), [])
        while any(evening.hands):
            backs = naive.may_go_back() if isinstance(naive, EveryRook) and random.random() < 0.2 else []
            if backs and isinstance(naive, EveryRook):
                taken_back(evening, naive, random.choice(backs))
            else:
                named_at_random(evening, naive)
                played(evening, naive)
    assert min(heard[word] for word in ("legal", "trust", "illegal", "revoke", *["back"] * (game == "rook"))) > 5
