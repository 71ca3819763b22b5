"""Bird Dog: three players, each alone, collect pairs of face cards; first to eleven points (RULES.md).

Source: the first version of the author's page. Decisions beyond it: totals may be negative; a declarer may say nil; a
broken nil does not exclude the bonus; three players at eleven or more continue like two.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.cards import (
    SAME_COLOUR,
    SUIT_NAMES,
    SUIT_SIGNS,
    SUITS_FIRST,
    Card,
    CardSet,
    Deck,
    Seat,
)
from companion.games.birddog.entry import ENTRY
from companion.rules.claims import CLAIM_WORDS, UNCLEAR
from companion.rules.deal import Deal, Trick, TrickState
from companion.rules.events import Event, NilBroken
from companion.rules.game import Choice, Expectation, Option, Setup, rules_of_book
from companion.rules.places import Place, What
from companion.rules.statements import Said, Statement, UnreadableError, Word
from companion.rules.tricks import FOLLOW_SUIT, TRICK_WORDS, TrickGame, cards_won, renege
from companion.support.messages import N_, Message, join, msg, msg_as, msg_n
from companion.support.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """A player made trump at the turned-up card."""

    kind = "declared"
    tells_statement = True
    player: Seat
    trump: str
    birddog: Card

    def sentence(self, names: tuple[str, ...]) -> str:
        """Who declared which trump, and the Bird Dog."""
        who, suit, card = names[self.player], SUIT_NAMES[self.trump], self.birddog.sign
        return msg("{who} makes {suit} trump; the Bird Dog is {card}", who=who, suit=suit, card=card)


@dataclass(frozen=True, slots=True)
class Forced(Event):
    """The third up-card made trump."""

    kind = "forced"
    trump: str
    birddog: Card

    def sentence(self, names: tuple[str, ...]) -> str:
        """The trump and the Bird Dog."""
        suit, card = SUITS_FIRST[self.trump], self.birddog.sign
        return msg("{suit} are trump by force; the Bird Dog is {card}", suit=suit, card=card)


DECK = Deck.of("9 10 J Q K A", "S H D C")
RANKS = ("9", "10", "J", "Q", "K", "A")
FACES = ("J", "Q", "K")
FACE_CARDS = DECK.set(card for card in DECK.cards_in_order if card.rank in FACES)
UP_CARDS = 3
TARGET = 11
NIL_POINTS = 3

WORDS = (
    Word("up", Said.BY_TABLE, cards=True, told=N_("{cards} is turned up")),
    Word("declare", told=N_("{who} makes it trump"), brief=N_("makes it trump")),
    Word("pass", told=N_("{who} passes"), brief=msg_as("auction", "passes")),
    Word("nil", told=N_("{who} will take no trick"), brief=N_("says nil")),
)


OPTIONS = (
    Option(
        "forced-bonus",
        ("yes", "no"),
        N_("a point for most pairs, also if all passed three times"),
        title=N_("bonus if all pass"),
    ),
    Option(
        "overtime",
        ("highest-of-all", "only-tied"),
        N_("who can win an extra deal: all, or who had 11 before the first"),
        (N_("all can win"), N_("who had 11")),
        N_("two at 11"),
    ),
    renege(N_("3 points less")),
)

BOOK = rules_of_book(OPTIONS)
BONUS_PAGES = {
    "yes": msg("1 point a pair won: two J, Q or K of a rank. 1 more for most pairs, untied, if you did not declare."),
    "no": msg("1 point a pair won: two J, Q or K of a rank. 1 more for most pairs, untied, if another declared."),
}


def pages(house: Mapping[str, str]) -> tuple[str, ...]:
    """The rules in short under these house rules."""
    return (
        msg("3 players, 24 cards: 9 10 J Q K A of four suits. 7 cards each, 3 left as the stack."),
        msg("Turn up a card: its suit may be trump; its twin of the same colour is the Bird Dog, the highest card."),
        msg("Left of the dealer first: declare or pass. All pass: turn the next. The third is trump, unasked."),
        msg("Nil: bet before the first trick that you win none. 3 points if so, 3 points less if not."),
        msg("Follow suit if you can, the Bird Dog in its own suit; else play any card."),
        msg("The Bird Dog wins, else the highest trump, else the highest card of the suit led."),
        BONUS_PAGES[house["forced-bonus"]],
        msg("11 points win. If more than one has them, all play one more deal."),
    )


@dataclass(frozen=True, slots=True)
class BirdDogBidding:
    """Up-cards, who declared, and the answers to the nil question (left of the dealer first)."""

    ups: tuple[Card, ...] = ()
    passes: int = 0
    declarer: Seat | None = None
    nils: tuple[bool, ...] = ()

    @property
    def made(self) -> bool:
        """Whether trump is made: declared, or forced by the third up-card."""
        return self.declarer is not None or len(self.ups) == UP_CARDS

    @property
    def trump(self) -> str:
        """The suit of the last up-card."""
        return self.ups[-1].suit

    @property
    def bird_dog(self) -> Card:
        """The other card of the same rank and colour."""
        return Card(self.ups[-1].rank, SAME_COLOUR[self.trump])


BirdDogState = TrickState[BirdDogBidding]
BirdDogDeal = Deal[BirdDogBidding]


@dataclass(frozen=True, kw_only=True)
class BirdDog(TrickGame[BirdDogBidding]):
    """The rulebook, in the order of the rules."""

    # Phases

    def expects_opening(self, state: BirdDogState) -> Expectation | None:
        """Turn a card up, declare or pass, nil or pass; then tricks."""
        deal = state.now
        return _nil_asking(deal.opening, deal.order) if deal.opening.made else _declaring(deal.opening, deal.order)

    def advance_opening(self, deal: BirdDogDeal, statement: Statement) -> tuple[BirdDogDeal, tuple[Event, ...]]:
        """The first to declare ends it. A pass on one card does not apply to the next."""
        bidding = deal.opening
        if statement.word == "up":
            bidding = BirdDogBidding((*bidding.ups, *statement.cards))
            deal = replace(deal, knowledge=deal.knowledge.turned_up(DECK.set(statement.cards)), opening=bidding)
            return deal, (Forced(bidding.trump, bidding.bird_dog),) if bidding.made else ()
        if bidding.made:
            return replace(deal, opening=replace(bidding, nils=(*bidding.nils, statement.word == "nil"))), ()
        if statement.word == "pass":
            return replace(deal, opening=replace(bidding, passes=bidding.passes + 1)), ()
        bidding = replace(bidding, declarer=statement.seat)
        return replace(deal, opening=bidding), (Declared(statement.by, bidding.trump, bidding.bird_dog),)

    # Legality and winner: the suit that was led is followed; the Bird Dog belongs to its printed suit

    def strength(self, state: BirdDogState, trick: Trick, card: Card) -> tuple[bool, bool, bool, int]:
        """The Bird Dog, else the highest trump, else the highest of the led suit."""
        bidding, led = state.now.opening, trick.plays[0].cards[0].suit
        return card == bidding.bird_dog, card.suit == bidding.trump, card.suit == led, RANKS.index(card.rank)

    def after_trick(self, state: BirdDogState, trick: Trick) -> tuple[Event, ...]:
        """A player's first won trick breaks their nil."""
        winner = self.winner(state, trick)
        before = (self.winner(state, earlier) for earlier in state.now.tricks[:-1])
        breaks = winner in nil_players(state) and winner not in before
        return (*super().after_trick(state, trick), *((NilBroken(winner),) if breaks else ()))

    def aside(self, state: BirdDogState) -> Mapping[Place, tuple[Card, ...]]:
        """The cards that were turned up."""
        return {Place(What.TURNED_UP, number=number): (card,) for number, card in enumerate(state.now.opening.ups, 1)}

    # Scoring

    def points(self, state: BirdDogState) -> tuple[int, ...]:
        """Pairs, the bonus for most pairs, and nil."""
        pairs, nils = self.pairs(state), self.nils(state)
        bonus = self.bonus(state, pairs)
        return tuple(pairs[seat] + (seat == bonus) + nils.get(seat, 0) for seat in range(state.setup.seats))

    def nils(self, state: BirdDogState) -> Mapping[Seat, int]:
        """The points for nil of each player who said it: lost with the first trick."""
        said = nil_players(state)
        won = self.tricks_won(state) if said else ()
        return {seat: -NIL_POINTS if won[seat] else NIL_POINTS for seat in said}

    def pairs(self, state: BirdDogState) -> tuple[int, ...]:
        """Pairs won so far by seat: for J, Q and K, the number of cards won over two, rounded down."""
        ranks = [[card.rank for card in cards] for cards in cards_won(self, state)]
        return tuple([sum([won.count(face) // 2 for face in FACES]) for won in ranks])

    def bonus(self, state: BirdDogState, pairs: tuple[int, ...]) -> Seat | None:
        """The player with most pairs, if only one and not the declarer. A forced trump has no declarer."""
        declarer = state.now.opening.declarer
        if declarer is None and state.setup.options["forced-bonus"] == "no":
            return None
        best = [seat for seat, number in enumerate(pairs) if number == max(pairs)]
        return best[0] if len(best) == 1 and best[0] != declarer else None

    def carry_in(self, setup: Setup) -> frozenset[Seat]:
        """The seats with eleven points if starting scores require an extra deal first; empty otherwise."""
        reached = _seats_at_target(setup.scores)
        if len(reached) == 1:
            raise UnreadableError("these scores end the game already: exactly one player has 11 or more")
        return reached

    def carry_on(self, state: BirdDogState) -> frozenset[Seat]:
        """The seats that had eleven points before the first extra deal. Empty: none; a void deal makes none."""
        carried: frozenset[Seat] = state.carried
        return carried if carried or self.result(state).voided else _seats_at_target(self.scores(state))

    def winners_of(self, state: BirdDogState, totals: tuple[int, ...]) -> tuple[Seat, ...]:
        """Exactly one player with eleven. After an extra deal the highest of all, or of those who were tied."""
        if not state.carried:
            reached = _seats_at_target(totals)
            return tuple(reached) if len(reached) == 1 else ()
        all_can_win = state.setup.options["overtime"] == "highest-of-all"
        rivals = range(len(totals)) if all_can_win else sorted(state.carried)
        best = max(totals[seat] for seat in rivals)
        leaders = tuple(seat for seat in rivals if totals[seat] == best)
        return leaders if len(leaders) == 1 else ()

    def is_decided(self, state: BirdDogState) -> bool:
        """All faces are out, none of them in the open trick, and no nil can be lost any more."""
        deal = state.now
        if FACE_CARDS & ~deal.knowledge.out or FACE_CARDS & DECK.set(deal.tricks[-1].cards):
            return False
        return all(points < 0 for points in self.nils(state).values())

    def counted_cards(self, state: BirdDogState, cards: CardSet) -> bool:
        """Faces make pairs."""
        return bool(cards & FACE_CARDS)


def nil_players(state: BirdDogState) -> tuple[Seat, ...]:
    """The seats that said nil in this deal, left of the dealer first."""
    return tuple(seat for seat, nil in zip(state.now.order, state.now.opening.nils, strict=False) if nil)


def shares(game: BirdDog, state: BirdDogState) -> list[tuple[Message, ...]]:
    """The parts of each seat's points in words: pairs, the bonus, nil, a revoke."""
    nils, settled, won = game.nils(state), game.result(state), game.pairs(state)
    best = game.bonus(state, won)
    parts = []
    for seat, pairs in enumerate(won):
        nil, bonus = nils.get(seat, 0), int(seat == best)
        other = {N_("bonus"): bonus, N_("nil"): nil, N_("revoke"): settled.points[seat] - pairs - bonus - nil}
        worth = [join((msg(word), f"{number:+d}")) for word, number in other.items() if number]
        parts.append((*([msg_n("{n} pair", "{n} pairs", pairs)] if pairs else ()), *worth))
    return parts


def _seats_at_target(totals: tuple[int, ...]) -> frozenset[Seat]:
    return frozenset(seat for seat, total in enumerate(totals) if total >= TARGET)


def _declaring(bidding: BirdDogBidding, order: tuple[Seat, ...]) -> Expectation:
    """Turn a card up, or ask who declares. Tapping the next card means that the others passed."""
    up = Statement("up")
    waiting = order[bidding.passes :] if bidding.ups else ()
    if not waiting:
        return Expectation(N_("Turn one up"), frozenset({"up"}), pieces=(1, 1), tap=up)
    return _asking(who_declares(bidding.ups[-1]), "declare", waiting, then=up, own=(N_("pass"), N_("make it trump")))


def who_declares(up: Card) -> Message:
    """Asks for the player who makes the suit of the card turned up trump."""
    return msg("Who makes {suit} trump?", suit=SUIT_SIGNS[up.suit])


def _nil_asking(bidding: BirdDogBidding, order: tuple[Seat, ...]) -> Expectation | None:
    """Asks every seat once, left of the dealer first. The first lead means that the others passed."""
    waiting = order[len(bidding.nils) :]
    if not waiting:
        return None
    play = Statement("play", order[0])
    return _asking(who_says_nil(bidding), "nil", waiting, then=play, own=(N_("no nil"), N_("nil")))


def who_says_nil(bidding: BirdDogBidding) -> Message:
    """Asks for players who want to take no trick, besides those who have said so."""
    return msg("Who else says nil?") if any(bidding.nils) else msg("Who says nil?")


def _asking(
    headline: str, word: str, waiting: tuple[Seat, ...], then: Statement, *, own: tuple[str, str]
) -> Expectation:
    """One list instead of several questions. A named seat implies passes before it; "nobody" means that all pass.

    `own` are the answers for a player who alone is asked: to pass, and to say the word.
    """
    passes = tuple(Statement("pass", seat) for seat in waiting)
    passing, saying = own
    named = (Choice("", (*passes[:at], Statement(word, seat)), seat, own=saying) for at, seat in enumerate(waiting))
    choices = (Choice(N_("nobody"), passes, own=passing), *named)
    return Expectation(headline, frozenset({word, "pass"}), waiting[:1], tap=then, implied=passes, choices=choices)


BIRD_DOG = BirdDog(
    entry=ENTRY,
    name="birddog",
    title=N_("Bird Dog"),
    deck=DECK,
    deck_kind="french",
    players=(3,),
    words=(*TRICK_WORDS, *CLAIM_WORDS, *WORDS),
    rules=(UNCLEAR, FOLLOW_SUIT),
    options=OPTIONS,
    pages=pages(BOOK),
    pages_under=pages,
    cards_each=7,
    opening=BirdDogBidding(),
    penalty=-3,
    target=TARGET,
    presses=4,
)
