"""Hearts: each player alone avoids hearts and the queen of spades; at 100 points the lowest wins (RULES.md here).

Sources and decisions: the binding rules beside this file.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.cards import FRENCH_RANKS, Card, CardSet, Deck, Seat
from companion.games.hearts import passing
from companion.games.hearts.entry import ENTRY
from companion.games.hearts.passing import HeartsDeal, HeartsState, Moon
from companion.rules.claims import CLAIM_WORDS
from companion.rules.deal import Condition, Revokes, Settled, Trick
from companion.rules.events import Event, SuitBroken
from companion.rules.game import Expectation, Option, Setup, rules_of_book
from companion.rules.passing import all_passed, judge_pass, passes_or_lead
from companion.rules.places import Place, What
from companion.rules.referee.judging import verdict_on
from companion.rules.referee.verdicts import Illegal, Promise, Rule, Verdict
from companion.rules.statements import PASSES, PLAY, Statement, UnreadableError
from companion.rules.tricks import FOLLOW_SUIT, TRICK_WORDS, TrickGame, cards_won, renege
from companion.support.messages import N_, msg
from companion.support.values import dataclass, replace

DECK = Deck.of(FRENCH_RANKS, "S H D C")
RANKS = tuple(FRENCH_RANKS.split())
HEARTS_SUIT, CLUBS = DECK.suit("H"), DECK.suit("C")
QUEEN, JACK, TWO, THREE = Card("Q", "S"), Card("J", "D"), Card("2", "C"), Card("3", "C")
POINT_CARDS = HEARTS_SUIT | DECK.set((QUEEN,))
CARDS_EACH = {3: 17, 4: 13, 5: 10}
LEFT_OUT = {3: DECK.set((Card("2", "D"),)), 4: 0, 5: DECK.set((Card("2", "D"), TWO))}
QUEEN_POINTS, ALL_POINTS, JACK_POINTS = 13, 26, -10

FIRST_LEAD = Rule("first-lead", N_("The two of clubs leads."), N_("2♣ LEADS"), N_("Tap that card"))
NO_POINTS = Rule("points-in-first-trick", N_("No points in the first trick."), N_("NO POINTS"), N_("Play another card"))
NOT_BROKEN = Rule("hearts-not-broken", N_("Hearts are not broken yet."), N_("NO HEART"), N_("Lead another suit"))

OPTIONS = (
    Option("target", ("100", "50", "75", "150"), N_("the points that end the game")),
    Option(
        "moon",
        ("others-add", "own-minus", "choice"),
        N_("the moon: 26 for the others, 26 off one's own total, or a choice"),
        (N_("26 for all others"), N_("26 off one's own total"), N_("the shooter chooses")),
    ),
    Option("jack", ("no", "minus-10"), N_("the jack of diamonds takes 10 points off"), (N_("no"), N_("yes"))),
    Option(
        "passing",
        ("in-turn", "left", "none"),
        N_("passing: left, right, across, none in turn; always left; never"),
        (N_("in turn"), N_("always left"), N_("never")),
    ),
    Option("queen-breaks", ("no", "yes"), N_("the queen of spades breaks hearts, too")),
    renege(N_("all 26 points")),
)

BOOK = rules_of_book(OPTIONS)
PASSING_PAGES = {
    "in-turn": msg(
        "Pass three cards face down: first deal left, then right, across, none. With 3 or 5 players never across."
    ),
    "left": msg("Pass three cards face down to the left, in every deal."),
    "none": msg("No cards are passed."),
}
BREAKING_PAGES = {
    "no": msg("No hearts and no Q♠ in the first trick. Hearts may be led when they are broken: once one was played."),
    "yes": msg(
        "No hearts and no Q♠ in the first trick. Hearts may be led when they are broken: once one or Q♠ was played."
    ),
}
COUNTING_PAGES = {
    "no": msg("The highest card of the suit led takes the trick. Each heart counts 1 point, Q♠ 13."),
    "minus-10": msg(
        "The highest card of the suit led takes the trick. Each heart counts 1 point, Q♠ 13; J♦ takes 10 off."
    ),
}
MOON_PAGES = {
    "others-add": msg("Take all 26 and you shoot the moon: 0 for you, 26 for each of the others."),
    "own-minus": msg("Take all 26 and you shoot the moon: 26 off your total."),
    "choice": msg("Take all 26 and you shoot the moon. Choose: 26 for each of the others, or 26 off your total."),
}


def pages(house: Mapping[str, str]) -> tuple[str, ...]:
    """The rules in short under these house rules."""
    return (
        msg("3 to 5 players, each alone. 52 cards; 3 play without 2♦, 5 without 2♦ and 2♣. All are dealt."),
        PASSING_PAGES[house["passing"]],
        msg("The lowest club leads, then who took the trick. Follow suit if you can, else play any card."),
        BREAKING_PAGES[house["queen-breaks"]],
        COUNTING_PAGES[house["jack"]],
        MOON_PAGES[house["moon"]],
        msg("The game ends when somebody has {target} points: the lowest total wins.", target=house["target"]),
    )


@dataclass(frozen=True, slots=True)
class HeartsRevokes(Revokes):
    """Points in the first trick have a rule of their own."""

    def rule(self, promise: Promise, proof: CardSet) -> Rule:
        """Points in the first trick break its own rule, unless a card of the suit led proves the revoke."""
        if promise.rule is NO_POINTS or promise.rule is FOLLOW_SUIT:
            points = promise.trick == 1 and points_of(promise.card) and not proof & CLUBS
            return NO_POINTS if points else FOLLOW_SUIT
        return promise.rule


@dataclass(frozen=True, kw_only=True)
class Hearts(TrickGame[passing.Passing]):
    """The rulebook, in the order of the rules."""

    # Components, set-up

    def hand_size(self, setup: Setup, carried: int) -> int:
        """All cards are dealt."""
        return CARDS_EACH[setup.seats]

    def deck_of(self, setup: Setup, carried: int) -> CardSet:
        """As many low cards are left out as make the hands even."""
        return self.deck.all & ~LEFT_OUT[setup.seats]

    # Phases

    def carry_in(self, setup: Setup) -> int:
        """No deal was scored yet. Raises UnreadableError if the starting scores end the match."""
        if max(setup.scores) >= setup.target:
            raise UnreadableError(f"these scores end the game already: a player has {setup.target} or more")
        return 0

    def carry_on(self, state: HeartsState) -> int:
        """The number of scored deals, by which the cards go left, right or across. A void deal does not count."""
        scored: int = state.carried
        return scored + (not self.result(state).voided)

    def way(self, state: HeartsState) -> int:
        """How many seats to the left the passed cards of this deal go. 0: nobody passes."""
        return passing.direction(state.setup, state.carried)

    def waiting(self, state: HeartsState) -> tuple[Seat, ...]:
        """Who has still to pass in this deal."""
        return passing.still_to_pass(state.now) if self.way(state) else ()

    def expects_opening(self, state: HeartsState) -> Expectation | None:
        """Everybody passes three cards; then the lowest club leads. Its lead means that all others passed unseen."""
        if state.now.tricks[0].plays:
            shooter = self.moon_chooser(state)
            return None if shooter is None else passing.choosing(shooter)
        waiting, way = self.waiting(state), self.way(state)
        if not waiting:
            return replace(self.expects_card(state), whose=msg("Who has {card}?", card=lowest_club(state.setup).sign))
        lead, draws = self.expects(all_passed(self, state, waiting)), passing.draws(state.now, way)
        return passes_or_lead(lead, passing.PASS[way], waiting, waiting, draws=draws)

    def advance_opening(self, deal: HeartsDeal, statement: Statement) -> tuple[HeartsDeal, tuple[Event, ...]]:
        """What the shooter of the moon has chosen."""
        return replace(deal, opening=replace(deal.opening, moon=statement.value)), ()

    def moon_chooser(self, state: HeartsState) -> Seat | None:
        """Who has to say what the moon does, by house rule, once the deal is played. None: nobody."""
        deal, options = state.now, state.setup.options
        if options["moon"] != "choice" or not deal.finished or deal.opening.moon:
            return None
        remedied = deal.offences and (deal.remedy or options["renege"]) != "play-on"
        taken = self.points_taken(state)
        return None if remedied or ALL_POINTS not in taken else taken.index(ALL_POINTS)

    def settle(self, state: HeartsState) -> Settled | None:
        """As in the family; None until the shooter has said what the moon does."""
        return super().settle(state) if self.moon_chooser(state) is None else None

    def first_leader(self, state: HeartsState) -> Seat:
        """The first seat, left of the dealer, that may hold the lowest club."""
        return self._may_hold_lowest_club(state)[0]

    def _may_hold_lowest_club(self, state: HeartsState) -> tuple[Seat, ...]:
        facts, card = state.now.knowledge, self.deck.set((lowest_club(state.setup),))
        return tuple(seat for seat in state.now.order if facts.pool(seat) & card)

    def turn(self, state: HeartsState) -> tuple[Seat, ...]:
        """At the first lead everybody who may hold the lowest club; then the next seat."""
        return super().turn(state) if state.now.tricks[0].plays else self._may_hold_lowest_club(state)

    def judge(self, state: HeartsState, statement: Statement) -> Verdict:
        """The verdict of the family, and that on passed cards."""
        if statement.word == PASSES and state.deal is not None:
            return judge_pass(self.expects(state), statement, passing.NUMBER, self.deck, facts=state.now.knowledge)
        return super().judge(state, statement)

    def advance(self, state: HeartsState, statement: Statement) -> tuple[HeartsState, tuple[Event, ...]]:
        """The family's states, and passed cards. Tells when hearts are broken."""
        if statement.word == PASSES:
            deal = replace(state.now, dealing=False)
            return replace(state, deal=passing.after_pass(deal, statement, self.way(state), self.deck)), ()
        after, events = super().advance(state, statement)
        broken = statement.word == PLAY and self.hearts_are_broken(after) and not self.hearts_are_broken(state)
        return after, (SuitBroken("H"), *events) if broken else events

    # Play

    def hearts_are_broken(self, state: HeartsState) -> bool:
        """Whether a heart was played in this deal; by house rule the queen of spades breaks hearts, too."""
        breaking = POINT_CARDS if state.setup.options["queen-breaks"] == "yes" else HEARTS_SUIT
        return bool(state.now.knowledge.out & breaking)

    def condition(self, state: HeartsState, statement: Statement) -> Condition | Rule:
        """The lowest club leads. Follow suit. No points in the first trick; no heart led before hearts are broken."""
        card, first, trick = statement.cards[0], len(state.now.tricks) == 1, state.now.tricks[-1]
        if not trick.plays and first:
            return Condition(0, FIRST_LEAD) if card == lowest_club(state.setup) else FIRST_LEAD
        if not trick.plays:
            early = card.suit == "H" and not self.hearts_are_broken(state)
            return Condition(self.deck.all & ~HEARTS_SUIT if early else 0, NOT_BROKEN)
        not_followed = self.not_followed(state, card)
        if first and points_of(card):
            return Condition(self.deck.all & ~POINT_CARDS, self._broken_first(state, statement, not_followed))
        return Condition(not_followed, FOLLOW_SUIT)

    def _broken_first(self, state: HeartsState, statement: Statement, clubs: CardSet) -> Rule:
        """The rule that points in the first trick break: that of the suit led, if the hand certainly has it."""
        seat, card = statement.by, statement.cards[0]
        after = state.now.knowledge.plays(seat, self.deck.set((card,)))
        holds = verdict_on(Promise(seat, clubs, state.now.number, 1, card, FOLLOW_SUIT), after)
        return FOLLOW_SUIT if isinstance(holds, Illegal) else NO_POINTS

    def strength(self, state: HeartsState, trick: Trick, card: Card) -> tuple[bool, int]:
        """The highest card of the suit led. There is no trump."""
        return card.suit == trick.plays[0].cards[0].suit, height(card)

    def after_trick(self, state: HeartsState, trick: Trick) -> tuple[Event, ...]:
        """The events of the family, and with the last point that one player has taken them all."""
        events, taken = super().after_trick(state, trick), self.points_taken(state)
        last = sum(taken) == ALL_POINTS and any(map(points_of, trick.cards))
        return (*events, Moon(taken.index(ALL_POINTS))) if last and ALL_POINTS in taken else events

    # Score

    def points_taken(self, state: HeartsState) -> tuple[int, ...]:
        """The points in the tricks that each seat has taken: hearts and the queen."""
        return tuple(sum(map(points_of, cards)) for cards in cards_won(self, state))

    def points(self, state: HeartsState) -> tuple[int, ...]:
        """The points taken, or those for the moon; less for who took the jack, under its house rule."""
        house = {**state.setup.options, "moon": self.moon(state)}
        return score(self.points_taken(state), self.jack_taker(state), house)

    def moon(self, state: HeartsState) -> str:
        """What the moon does: what its shooter has chosen, else the house rule."""
        return state.now.opening.moon or state.setup.options["moon"]

    def jack_taker(self, state: HeartsState) -> Seat | None:
        """Who took the jack of diamonds. None: nobody yet."""
        return next((seat for seat, cards in enumerate(cards_won(self, state)) if JACK in cards), None)

    def penalise(self, state: HeartsState, points: tuple[int, ...], offenders: frozenset[Seat]) -> tuple[int, ...]:
        """All points for the players who revoked, none for the others."""
        return tuple(ALL_POINTS * (seat in offenders) for seat in range(state.setup.seats))

    def winners_of(self, state: HeartsState, totals: tuple[int, ...]) -> tuple[Seat, ...]:
        """With the target all with the lowest total."""
        if max(totals) < state.setup.target:
            return ()
        return tuple(seat for seat, total in enumerate(totals) if total == min(totals))

    def is_decided(self, state: HeartsState) -> bool:
        """Whether all points are taken, and the jack where it counts."""
        jack = state.setup.options["jack"] == "no" or self.jack_taker(state) is not None
        return jack and sum(self.points_taken(state)) == ALL_POINTS

    # Visibility

    def known_secrets(self, seat: Seat, state: HeartsState) -> frozenset[tuple[str, Seat | None]]:
        """Everybody sees what came when all have passed."""
        way = self.way(state) if state.deal is not None else 0
        if not way or passing.still_to_pass(state.now):
            return frozenset()
        return frozenset({(PASSES, passing.taker_of(seat, -way, state.setup.seats))})

    def aside(self, state: HeartsState) -> Mapping[Place, tuple[Card, ...]]:
        """The cards that nobody was dealt."""
        return {Place(What.LEFT_OUT): tuple(self.deck.cards(LEFT_OUT[state.setup.seats]))}

    def places(self, state: HeartsState) -> Mapping[Place, CardSet]:
        """Cards that were passed and seen lie before their takers."""
        if state.deal is None or not self.way(state):
            return super().places(state)
        facts = state.now.knowledge
        lying = passing.before_takers(state.now, self.way(state), self.deck)
        gone = sum(lying.values())
        known = tuple(cards & ~gone | lying.get(seat, 0) for seat, cards in enumerate(facts.known))
        return super().places(replace(state, deal=replace(state.now, knowledge=replace(facts, known=known))))


def points_of(card: Card) -> int:
    """A heart counts 1, the queen of spades 13."""
    return QUEEN_POINTS if card == QUEEN else int(card.suit == "H")


def height(card: Card) -> int:
    """How high a card is in its suit, from 0."""
    return RANKS.index(card.rank)


def lowest_club(setup: Setup) -> Card:
    """The card that leads first."""
    return THREE if LEFT_OUT[setup.seats] & DECK.set((TWO,)) else TWO


def score(taken: tuple[int, ...], jack: Seat | None, options: Mapping[str, str]) -> tuple[int, ...]:
    """The score by seat of these points; `jack` is who took the jack of diamonds."""
    points = taken
    if ALL_POINTS in taken:
        others = options["moon"] != passing.OWN_MINUS
        shot, else_ = (0, ALL_POINTS) if others else (-ALL_POINTS, 0)
        points = tuple(shot if point == ALL_POINTS else else_ for point in taken)
    counts = options["jack"] == "minus-10"
    return tuple(point + JACK_POINTS * (counts and seat == jack) for seat, point in enumerate(points))


HEARTS = Hearts(
    entry=ENTRY,
    name="hearts",
    title=N_("Hearts"),
    deck=DECK,
    deck_kind="french",
    players=(3, 4, 5),
    words=(*TRICK_WORDS, *CLAIM_WORDS, *passing.PASSING_WORDS, passing.MOON_WORD),
    rules=(FIRST_LEAD, FOLLOW_SUIT, NO_POINTS, NOT_BROKEN),
    options=OPTIONS,
    pages=pages(BOOK),
    pages_under=pages,
    low_wins=True,
    target=int(BOOK["target"]),
    presses=4,
    costs=N_("all 26 points"),
    opening=passing.Passing(),
    revokes=HeartsRevokes(),
)
