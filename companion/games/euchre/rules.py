"""Euchre: two sides, the jacks of one colour highest; to make trump is to promise three tricks (RULES.md beside this).

Sources and decisions: the binding rules beside this file.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.cards import SAME_COLOUR, Card, Deck, Seat, left_of
from companion.games.euchre import bidding
from companion.games.euchre.bidding import EuchreDeal, EuchreState, TrumpMade
from companion.games.euchre.entry import ENTRY
from companion.rules.claims import CLAIM_WORDS
from companion.rules.deal import Settled, Trick
from companion.rules.events import Event
from companion.rules.game import Expectation, Option, Setup, rules_of_book
from companion.rules.partners import SEATS, by_seat, partner, side
from companion.rules.partners_game import PartnersGame
from companion.rules.places import Place, What
from companion.rules.referee.judging import judge_common
from companion.rules.referee.verdicts import LEGAL, NOT_YOUR_TURN, Illegal, Legal, Rule, Verdict
from companion.rules.statements import Statement
from companion.rules.tricks import FOLLOW_SUIT, TRICK_WORDS, renege
from companion.support.messages import N_, msg
from companion.support.values import dataclass, replace

DECK = Deck.of("9 10 J Q K A", "S H D C")
RANKS = ("9", "10", "J", "Q", "K", "A")
HAND = 5
PROMISED = 3
"""The tricks that the makers must take."""
MADE, MARCH, LONE_MARCH = 1, 2, 4
EUCHRED, EUCHRED_ALONE = 2, 4
BOWERS = msg("The highest trump is its jack, the right bower; then the other jack of the same colour, the left bower.")

TURNED_DOWN = Rule("turned-down", N_("That suit was turned down."), N_("NOT THAT"), N_("Name another suit"))
MUST_NAME = Rule("dealer-must-name", N_("The dealer must name a suit."), N_("NAME ONE"), N_("Name a suit"))
SITS_OUT = Rule(
    NOT_YOUR_TURN.name,
    N_("You sit out this deal: your partner plays alone."),
    N_("SIT OUT"),
    N_("Wait for the next deal"),
)
NOT_ALONE = Rule("not-alone", N_("You cannot play alone now."), N_("NOT ALONE"), N_("Play on"))

OPTIONS = (
    Option("stick-the-dealer", ("no", "yes"), N_("the dealer must name a suit when all others have passed twice")),
    Option(
        "alone",
        ("maker", "defenders-too"),
        N_("who may play alone: the maker; a defender against a lone one, too"),
        (N_("the maker"), N_("a defender, too")),
    ),
    Option(
        "lone-hands",
        ("own-side", "any"),
        N_("who scores 4 for a euchre or a revoke: the lone side, or both"),
        (N_("the lone side"), N_("both sides")),
    ),
    Option("target", ("10", "5", "7", "15"), N_("the points that win")),
    Option(
        "penalty",
        ("for-others", "from-offender"),
        N_("a revoke: the others score, or its side loses"),
        (N_("the others score"), N_("its side loses")),
    ),
    renege(N_("2 for the others, 4 if alone"), N_("2 points, 4 if alone"), penalty_first=True),
)

BOOK = rules_of_book(OPTIONS)
SECOND_ROUND = {
    "no": msg("If all pass, it is turned down: name another suit, or pass. If all pass again, the next dealer deals."),
    "yes": msg("If all pass, it is turned down: name another suit, or pass. The dealer, asked last, must name one."),
}


def pages(house: Mapping[str, str]) -> tuple[str, ...]:
    """The rules in short under these house rules."""
    return (
        msg("4 players, partners opposite. 24 cards: 9 10 J Q K A. 5 cards each, then one is turned up."),
        msg("In turn, order up its suit as trump, or pass. If one orders, the dealer picks it up and discards one."),
        SECOND_ROUND[house["stick-the-dealer"]],
        BOWERS,
        msg(
            "Who made trump, the maker, may play alone: the partner sits out. Follow suit if you can, else play any"
            " card."
        ),
        msg(
            "The makers score 1 point for 3 or 4 tricks, 2 for all 5, 4 alone. With fewer, the others score 2: a"
            " euchre."
        ),
        msg("The side that first has {target} points wins.", target=house["target"]),
    )


@dataclass(frozen=True, kw_only=True)
class Euchre(PartnersGame[bidding.EuchreBidding]):
    """The rulebook, in the order of the rules."""

    # Phases

    def expects_opening(self, state: EuchreState) -> Expectation | None:
        """Turn a card up, make trump, discard, play alone; then tricks."""
        deal = state.now
        if deal.opening.up is None:
            return Expectation(N_("Turn one up"), frozenset({bidding.UP}), pieces=(1, 1), tap=Statement(bidding.UP))
        if deal.opening.maker is None:
            return bidding.making(deal.opening, deal.dealer, stuck=state.setup.options["stick-the-dealer"] == "yes")
        expected = bidding.last_words(deal, self.may_play_alone(state))
        if expected is None:
            return None
        for statement in expected.implied:
            state, _ = self.advance(state, statement)
        lead = self.expects(state)
        return replace(expected, pieces=lead.pieces, tap=lead.tap)

    def advance_opening(self, deal: EuchreDeal, statement: Statement) -> tuple[EuchreDeal, tuple[Event, ...]]:
        """One more word of the bidding. Trump is an event when it is made."""
        after = bidding.after_word(deal, statement, self.deck)
        made = deal.opening.maker is None and after.opening.maker is not None
        return after, (TrumpMade(statement.by, after.opening.trump),) if made else ()

    def may_play_alone(self, state: EuchreState) -> tuple[Seat, ...]:
        """Who may still say that they play alone, the next one first. Trump must be made."""
        return bidding.may_play_alone(state.now, defenders=state.setup.options["alone"] == "defenders-too")

    def first_leader(self, state: EuchreState) -> Seat:
        """Left of the dealer; if that player sits out, the next one."""
        return next(seat for seat in state.now.order if seat not in state.now.sits_out)

    def next_dealer(self, state: EuchreState, settled: Settled) -> Seat:
        """The deal passes left, also if nobody makes trump."""
        return left_of(state.now.dealer, SEATS) if state.now.opening.passed_out else super().next_dealer(state, settled)

    # Play

    def suit(self, state: EuchreState, card: Card) -> str:
        """The left bower belongs to trump."""
        trump = state.now.opening.trump
        return trump if card == left_bower(trump) else card.suit

    def strength(self, state: EuchreState, trick: Trick, card: Card) -> tuple[bool, bool, bool, bool, int]:
        """The right bower, the left bower, the highest trump, else the highest card of the suit led."""
        trump = state.now.opening.trump
        right, left = card == Card("J", trump), card == left_bower(trump)
        follows = self.suit(state, card) == self.suit(state, trick.plays[0].cards[0])
        return right, left, card.suit == trump, follows, RANKS.index(card.rank)

    # Score, by side

    def points(self, state: EuchreState) -> tuple[int, ...]:
        """What the makers score with three tricks or more, else the others."""
        maker = state.now.opening.maker
        assert maker is not None, "nobody has made trump"
        won = self.tricks_won(state)
        return score(maker, won[maker] + won[partner(maker)], state.now.sits_out, any_lone=any_lone(state.setup))

    def is_decided(self, state: EuchreState) -> bool:
        """The makers have made it and cannot march, or are euchred."""
        maker, won = state.now.opening.maker, self.tricks_won(state)
        assert maker is not None, "nobody has made trump"
        taken, left = won[maker] + won[partner(maker)], HAND - sum(won)
        lone, out = any_lone(state.setup), state.now.sits_out
        return len({score(maker, taken + more, out, any_lone=lone) for more in range(left + 1)}) == 1

    def penalise(self, state: EuchreState, points: tuple[int, ...], offenders: frozenset[Seat]) -> tuple[int, ...]:
        """The other side scores 2 or 4, or by house rule the offenders lose them; nothing else counts.

        Both revoked: no side scores, or both lose.
        """
        offending, out = {side(seat) for seat in offenders}, state.now.sits_out
        worth = [euchre_points(team, out, any_lone=any_lone(state.setup)) for team in (0, 1)]
        if state.setup.options["penalty"] == "from-offender":
            return by_seat([-worth[1 - team] * (team in offending) for team in (0, 1)])
        return by_seat([worth[team] * (team not in offending) for team in (0, 1)])

    def settle(self, state: EuchreState) -> Settled | None:
        """Nobody has made trump, or as in the family."""
        return Settled() if state.now.opening.passed_out else super().settle(state)

    # Verdicts

    def judge(self, state: EuchreState, statement: Statement) -> Verdict:
        """Judge a statement. A player who sits out breaks SITS_OUT, not NOT_YOUR_TURN."""
        verdict = self._judge(state, statement)
        sits_out = state.deal is not None and statement.seat in state.deal.sits_out
        return Illegal(SITS_OUT) if sits_out and verdict == Illegal(NOT_YOUR_TURN) else verdict

    def _judge(self, state: EuchreState, statement: Statement) -> Verdict:
        """The verdict of the family, and those on making trump, discarding and playing alone."""
        deal = state.deal
        if deal is not None and deal.opening.maker is not None and not deal.tricks[0].plays:
            return self._judge_last_word(state, statement)
        verdict = super().judge(state, statement)
        if not isinstance(verdict, Legal) or deal is None or deal.opening.up is None:
            return verdict
        if statement.word == bidding.TRUMP and bidding.SUITS[statement.value] == deal.opening.up.suit:
            return Illegal(TURNED_DOWN)
        last = deal.opening.passes == 2 * SEATS - 1
        if statement.word == bidding.PASS and last and state.setup.options["stick-the-dealer"] == "yes":
            return Illegal(MUST_NAME)
        return verdict

    def _judge_last_word(self, state: EuchreState, statement: Statement) -> Verdict:
        """Trump is made, and nobody has led: the dealer discards one card, or none that was seen; one may be alone."""
        asked = self.may_play_alone(state)[:1]
        if statement.word == bidding.ALONE and statement.seat not in asked:
            return Illegal(NOT_ALONE)
        if statement.word not in {bidding.ALONE, bidding.PASS, bidding.DISCARDS}:
            return super().judge(state, statement)
        seats = (state.now.dealer,) if statement.word == bidding.DISCARDS else asked
        expected = replace(self.expects(state), seats=seats)
        found = judge_common(expected, statement, self.deck, state.now.knowledge)
        return Illegal(found) if isinstance(found, Rule) else LEGAL

    # Visibility

    def aside(self, state: EuchreState) -> Mapping[Place, tuple[Card, ...]]:
        """The card turned up, until the dealer takes it up; then the discard, if it was seen."""
        said = state.now.opening
        if said.discarded:
            return {Place(What.LAID, state.now.dealer, open=False): said.discarded}
        lies = said.up is not None and (said.maker is None or said.second_round)
        return {Place(What.TURNED_UP, number=1): (said.up,)} if lies and said.up else {}


def left_bower(trump: str) -> Card:
    """The other jack of the colour of this suit."""
    return Card("J", SAME_COLOUR[trump])


def plays_alone(seat: Seat, sits_out: tuple[Seat, ...]) -> bool:
    """Whether this player or the partner plays alone."""
    return bool({seat, partner(seat)} & {*sits_out})


def any_lone(setup: Setup) -> bool:
    """Whether a lone hand raises the price of a euchre or a revoke for both sides."""
    return setup.options["lone-hands"] == "any"


def euchre_points(scoring: int, sits_out: tuple[Seat, ...], *, any_lone: bool) -> int:
    """What this side scores for a euchre or for a revoke of the others."""
    alone = bool(sits_out) if any_lone else plays_alone(scoring, sits_out)
    return EUCHRED_ALONE if alone else EUCHRED


def score(maker: Seat, tricks: int, sits_out: tuple[Seat, ...], *, any_lone: bool) -> tuple[int, ...]:
    """The score by seat if the maker's side has taken so many tricks.

    >>> score(0, 3, (), any_lone=False), score(0, 5, (2,), any_lone=False), score(0, 2, (2, 1), any_lone=False)
    ((1, 0, 1, 0), (4, 0, 4, 0), (0, 4, 0, 4))
    >>> score(0, 2, (2,), any_lone=False), score(0, 2, (2,), any_lone=True)
    ((0, 2, 0, 2), (0, 4, 0, 4))
    """
    scoring = side(maker) if tricks >= PROMISED else 1 - side(maker)
    if tricks < PROMISED:
        points = euchre_points(scoring, sits_out, any_lone=any_lone)
    else:
        points = (LONE_MARCH if plays_alone(scoring, sits_out) else MARCH) if tricks == HAND else MADE
    return by_seat([points * (team == scoring) for team in (0, 1)])


EUCHRE = Euchre(
    entry=ENTRY,
    name="euchre",
    title=N_("Euchre"),
    deck=DECK,
    deck_kind="french",
    players=(SEATS,),
    words=(*TRICK_WORDS, *CLAIM_WORDS, *bidding.BIDDING_WORDS),
    rules=(TURNED_DOWN, MUST_NAME, NOT_ALONE, SITS_OUT, FOLLOW_SUIT),
    options=OPTIONS,
    pages=pages(BOOK),
    pages_under=pages,
    cards_each=HAND,
    opening=bidding.EuchreBidding(),
    tricks_closed=True,
    presses=6,
    costs=N_("2 for the others"),
)
