"""Rook, Kentucky Discard: two teams, an auction, a nest, and the bird as highest trump; to 300 (RULES.md).

Source: the official text; AT_HOME.md names that of each house rule. Decisions beyond it: if nobody bids, the next
dealer deals; both sides at 300 with equal scores play another deal; an unfinished trick does not count when a revoke
ends the deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.cards import Card, CardSet, Seat, left_of
from companion.games.rook import bidding, renege
from companion.games.rook.bidding import LOWEST_BIDS, RookBidding, RookDeal, RookState
from companion.games.rook.entry import ENTRY
from companion.games.rook.point_cards import BIRD, COLOURS, HIGH_ONES, NEST, WHOLE, Pack, pack_of
from companion.games.rook.renege import ROOK_MUST_BE_PLAYED, RookRevokes
from companion.rules import claims, tricks
from companion.rules.auction import AUCTION_WORDS, AuctionWon
from companion.rules.deal import Condition, Proven, Settled, Trick
from companion.rules.events import Event
from companion.rules.game import Choice, Expectation, Option, Pieces, rules_of_book
from companion.rules.partners import SEATS, by_seat, side
from companion.rules.partners_game import PartnersGame
from companion.rules.places import Place, What
from companion.rules.referee.knowledge import Gift
from companion.rules.referee.verdicts import ALREADY_PASSED, LEGAL, WRONG_PHASE, Illegal, Legal, Rule, Verdict
from companion.rules.statements import DEAL, Said, Secret, Statement, Word
from companion.support.caching import memoize
from companion.support.messages import N_, msg, msg_n
from companion.support.values import dataclass, replace

FOLLOW_SUIT = Rule("follow-suit", N_("Follow the colour led, or play the Rook."), N_("FOLLOW"), N_("Play another card"))
FOLLOW_COLOUR = Rule(
    "follow-suit", N_("Follow the colour led. The Rook is a trump."), N_("FOLLOW"), N_("Play another card")
)

WORDS = (
    Word("nest", Said.BY_TABLE, cards=True, secret=Secret.DEALT, told=N_("The nest passes over the reader, face down")),
    *AUCTION_WORDS,
    Word(
        "lays",
        cards=True,
        secret=Secret.GIVEN,
        told=N_("{who} takes the nest and lays five cards away"),
        brief=N_("lays away: {}"),
        calls=msg_n("{who} lays {cards} for the nest: tap it.", "{who} lays {cards} for the nest: tap them."),
        does=msg_n("lays a card away", "lays {n} cards away"),
    ),
    Word("trump", values=tuple(COLOURS), told=N_("{who} makes {value} trump"), brief=N_("makes {} trump")),
    Word("back", Said.OF_SEAT, cards=True, takes_back=True, told=N_("{who} takes {cards} back")),
)

MISDEAL = Word("misdeal", told=N_("{who} shows a misdeal"))
"""A word of tables with that house rule only."""

OPTIONS = (
    Option(
        "all-pass",
        ("next-dealer", "same-dealer", "dealer-takes-70"),
        N_("if nobody bids: who deals next, or the dealer has the lowest bid"),
        (N_("the next dealer deals"), N_("the same dealer deals"), N_("the dealer has the lowest bid")),
    ),
    Option(
        "nest",
        ("any", "no-counters"),
        N_("which cards the bidder may lay in the nest"),
        (N_("any cards"), N_("no counters")),
    ),
    Option(
        "first-lead",
        ("left-of-dealer", "declarer", "left-of-declarer"),
        N_("who leads the first trick"),
        (N_("left of the dealer"), N_("the highest bidder"), N_("left of the highest bidder")),
    ),
    Option(
        "rook-rank",
        ("high", "low", "10.5"),
        N_("the Rook is the highest or the lowest trump, or above the 10"),
        (N_("the highest"), N_("the lowest"), N_("above the 10")),
    ),
    Option(
        "rook-play",
        ("any-time", "as-trump"),
        N_("the Rook may be played at any time, or only as other trumps may"),
        (N_("always"), N_("as other trumps")),
    ),
    Option(
        "cards",
        ("41", "45", "57"),
        N_("5 to 14 and the Rook; the ones, too; or all cards"),
        (N_("5 to 14 and the Rook"), N_("the ones, too"), N_("all 57")),
    ),
    Option(
        "ones-count",
        tuple(HIGH_ONES),
        N_("ones, if played: the highest, 15 or 20 points; or the lowest, no points"),
        (N_("15 points"), N_("20 points"), N_("no points")),
    ),
    Option(
        "last-trick",
        ("nest", "nest-and-20"),
        N_("what the last trick takes"),
        (N_("the nest"), N_("the nest and 20 points")),
    ),
    Option("lowest-bid", LOWEST_BIDS, N_("where bids begin")),
    Option("target", ("300", "500", "1000"), N_("the points that win")),
    Option(
        "misdeal",
        ("none", "no-counters"),
        N_("a hand without counters may be thrown in instead of a first bid"),
        (N_("no"), N_("yes")),
    ),
    Option(
        "renege-window",
        ("next-trick-taken", "next-trick-led"),
        N_("how long a revoke may be corrected"),
        (N_("until the next trick is taken"), N_("until the next trick is led")),
    ),
    tricks.renege(N_("the bid is lost"), penalty_first=True),
)

BOOK = rules_of_book(OPTIONS)
CARDS = {"41": msg("5 to 14"), "45": msg("5 to 14 and 1"), "57": msg("1 to 14")}
FOLLOWING = {
    "any-time": msg("Follow the colour led, or play the Rook. Without that colour play any card, also a trump."),
    "as-trump": msg("Follow the colour led; the Rook is a trump. Without that colour play any card, also a trump."),
}
TAKING = {
    "high": msg("The Rook wins, else the highest trump, else the highest of the colour led"),
    "low": msg("The highest trump wins, the Rook below all others; else the highest of the colour led"),
    "10.5": msg("The highest trump wins, the Rook above the 10; else the highest of the colour led"),
}
LAYING = {
    "any": msg("Who bids most takes the nest, lays any five cards away and names trump."),
    "no-counters": msg("Who bids most takes the nest, lays five cards without points away and names trump."),
}
WINDOWS = {
    "next-trick-taken": msg("A revoke may be taken back until the next trick is taken."),
    "next-trick-led": msg("A revoke may be taken back until the next trick is led."),
}


def counter_values(pack: Pack) -> str:
    """What the counters of these cards count, and all of them together."""
    ones = msg("1 (high) counts {points}, ", points=pack.counters["1"]) if "1" in pack.counters else ""
    twenty = msg("the Rook and the last trick") if pack.last_trick else msg("the Rook")
    form = N_("{ones}5 counts 5, 10 and 14 count 10, {twenty} 20: {total} in all.")
    return msg(form, ones=ones, twenty=twenty, total=pack.total)


def pages(pack: Pack, house: Mapping[str, str]) -> tuple[str, ...]:
    """The pages of the panel for a table with these house rules."""
    again = msg(" Without counters you may throw in.") if house["misdeal"] == "no-counters" else ""
    return (
        msg(
            "4 players, partners opposite. {cards} cards: {ranks} in four colours, and the Rook. {hand} each, {nest} in"
            " the nest.",
            cards=len(pack.deck),
            ranks=CARDS[house["cards"]],
            hand=pack.hand,
            nest=NEST,
        ),
        msg(
            "Bid how many of the {most} points your side will take: {least} or more, by fives.",
            least=house["lowest-bid"],
            most=pack.total,
        ),
        LAYING[house["nest"]],
        FOLLOWING[house["rook-play"]],
        msg("When trump is led and the Rook is your only trump, you must play it."),
        msg("{winning}. The last trick takes the nest.", winning=TAKING[house["rook-rank"]]),
        counter_values(pack),
        msg("Each side scores what it takes. But a side that takes less than its bid is set: it loses the bid."),
        msg(
            "{window}{again} {target} points win.",
            window=WINDOWS[house["renege-window"]],
            again=again,
            target=house["target"],
        ),
    )


@dataclass(frozen=True, kw_only=True)
class Rook(PartnersGame[RookBidding]):
    """The rulebook, in the order of the rules. `pack` has its cards, `follow` is the rule of following suit."""

    pack: Pack
    follow: Rule = FOLLOW_SUIT

    # Components, setup

    def next_dealer(self, state: RookState, settled: Settled) -> Seat:
        """The deal passes left, also if nobody bids, unless the same dealer deals again."""
        if state.now.opening.passed_out and state.setup.options["all-pass"] == "next-dealer":
            return left_of(state.now.dealer, state.setup.seats)
        return super().next_dealer(state, settled)

    # Phases

    def expects_opening(self, state: RookState) -> Expectation | None:
        """Bid, lay, name trump; then tricks. The nest may be scanned into a hand that was scanned."""
        expected = bidding.next_word(state.now.opening, state.now.dealer)
        if expected is None:
            return None
        if MISDEAL in self.words and bidding.may_throw_in(state.now.opening, state.now.dealer) is not None:
            return replace(expected, words=expected.words | {MISDEAL.name})
        drawn = bidding.nest_drawn(state.now)
        return replace(expected, draws=drawn) if drawn else expected

    def advance_opening(self, deal: RookDeal, statement: Statement) -> tuple[RookDeal, tuple[Event, ...]]:
        """The high bidder gets the nest when the auction is over."""
        deal = replace(deal, opening=deal.opening.after(statement))
        match statement.word:
            case "lays":
                laid = deal.knowledge.gives(Gift(deal.opening.winner, None, NEST, self.deck.set(statement.cards)))
                return replace(deal, knowledge=laid), ()
            case "bid" | "pass" if deal.opening.over:
                bidder, bid = deal.opening.winner, deal.opening.bid
                return replace(deal, knowledge=deal.knowledge.takes_pile(bidder, NEST)), (AuctionWon(bidder, bid),)
        return deal, ()

    def _dealer_takes(self, state: RookState) -> bool:
        """Whether the next pass is the fourth and by house rule the dealer must make the lowest bid."""
        auction = state.now.opening
        last = len(auction.passed) == SEATS - 1 and auction.bidder is None
        return last and state.setup.options["all-pass"] == "dealer-takes-70"

    def first_leader(self, state: RookState) -> Seat:
        """Left of the dealer, or by house rule."""
        bidder = state.now.opening.winner
        return {
            "left-of-dealer": left_of(state.now.dealer, state.setup.seats),
            "declarer": bidder,
            "left-of-declarer": left_of(bidder, state.setup.seats),
        }[state.setup.options["first-lead"]]

    def aside(self, state: RookState) -> Mapping[Place, tuple[Card, ...]]:
        """The cards that the high bidder laid, if they were scanned."""
        auction = state.now.opening
        return {Place(What.LAID, auction.bidder, open=False): auction.laid} if auction.laid else {}

    def known_secrets(self, seat: Seat, state: RookState) -> frozenset[tuple[str, Seat | None]]:
        """The high bidder has seen the nest."""
        took = state.deal is not None and state.deal.opening.over and state.deal.opening.bidder == seat
        return frozenset({("nest", None)} if took else ())

    # Legality and winner

    def condition(self, state: RookState, statement: Statement) -> Condition:
        """The Rook may always be played, or to trump only. Otherwise follow the colour led; the Rook is a trump."""
        card, trump = statement.cards[0], state.now.opening.trump
        led = led_colour(state.now.tricks[-1], trump)
        free = card == BIRD and (led == trump or state.setup.options["rook-play"] == "any-time")
        if free or led in {"", card.suit}:
            return Condition(0, self.follow)
        none_of = self.deck.suit(led) | (self.pack.bird if led == trump else 0)
        return Condition(none_of, self._rule_broken(state, statement, none_of))

    def _rule_broken(self, state: RookState, statement: Statement, none_of: CardSet) -> Rule:
        """The broken rule: that of the Rook if it is the only card that had to be played, known or by counting."""
        seat = statement.by
        after = state.now.knowledge.plays(seat, self.deck.set(statement.cards))
        held = after.sure_cards(seat) & none_of or after.pool(seat) & none_of
        return ROOK_MUST_BE_PLAYED if held == self.pack.bird else self.follow

    def strength(self, state: RookState, trick: Trick, card: Card) -> tuple[bool, bool, int]:
        """The Rook, else the highest trump, else the highest of the colour led."""
        trump = state.now.opening.trump
        if card == BIRD:
            ranks = self.pack.ranks  # the other trumps have even places
            place = {"high": 2 * len(ranks), "low": -1, "10.5": 2 * ranks.index("10") + 1}
            return True, False, place[state.setup.options["rook-rank"]]
        trumps, led = card.suit == trump, led_colour(trick, trump)
        return trumps, card.suit == led and not trumps, 2 * self.pack.ranks.index(card.rank)

    # Scoring

    def points(self, state: RookState) -> tuple[int, ...]:
        """A made bid scores what was captured; a missed one costs the bid."""
        auction = state.now.opening
        taken, bidders = self.points_captured(state), side(auction.winner)
        if taken[bidders] < auction.bid:
            taken[bidders] = -auction.bid
        return by_seat(taken)

    def points_captured(self, state: RookState, tricks: int | None = None) -> list[int]:
        """The points captured by both sides in the first `tricks` tricks, or all. The last of all takes the nest."""
        return [*self._captured_points(state, self.pack.hand if tricks is None else tricks)]

    @memoize
    def _captured_points(self, state: RookState, tricks: int) -> tuple[int, int]:
        taken = [0, 0]
        for trick in state.now.complete_tricks[:tricks]:
            taken[side(self.winner(state, trick))] += self.pack.points(trick.cards)
        hand = self.pack.hand
        if state.now.finished and tricks >= hand:
            taken[side(self.winner(state, state.now.tricks[hand - 1]))] += self.pack.total - sum(taken)
        return taken[0], taken[1]

    # Revoke

    def settle(self, state: RookState) -> Settled | None:
        """Passed out, ended by a revoke that can no longer be corrected, or played to the end."""
        deal = state.now
        if deal.opening.passed_out or deal.opening.thrown_in:
            return Settled()
        if not (deal.proven or deal.finished):
            return None
        remedy = deal.remedy or state.setup.options["renege"]
        late = renege.late_revoke(state)
        if late is not None and remedy == "void-deal":
            return Settled()
        if late is not None and remedy == "penalty":
            return Settled(self._penalty(state, late))
        return Settled(self.points(state)) if deal.finished else None

    def _penalty(self, state: RookState, late: Proven) -> tuple[int, ...]:
        """The offending side loses the bid. The other side scores its counters of tricks before the proof."""
        assert late.player is not None
        taken = self.points_captured(state, late.tricks)
        taken[side(late.player)] = -state.now.opening.bid
        return by_seat(taken)

    def menu(self, state: RookState, said: Sequence[Statement]) -> tuple[Choice, ...]:
        """Admitting a revoke before it is proven: the plays on trust that can be taken back. A hand thrown in."""
        throws = self._throwing_in(state)
        if state.deal is None or self.settlement(state) is not None:
            return throws
        plays = renege.correctable_plays(state)
        mends = (Choice(N_("take back a play"), then=plays, asks=N_("Which play?")),) if plays else throws
        return (*super().menu(state, said), *mends)

    def _throwing_in(self, state: RookState) -> tuple[Choice, ...]:
        if MISDEAL not in self.words or self.winners(state):
            return ()
        begun = self.with_deal(state)
        seat = bidding.may_throw_in(begun.now.opening, begun.now.dealer)
        if seat is None:
            return ()
        first = () if begun is state else (Statement(DEAL.name),)
        thrown_in = Choice(N_("has no counters"), (*first, Statement(MISDEAL.name, seat)), seat)
        return (Choice(N_("misdeal"), then=(thrown_in,), asks=N_("Deal again?")),)

    # Verdicts

    def judge(self, state: RookState, statement: Statement) -> Verdict:
        """The judgement of the family, plus bids, the nest and taking back."""
        match statement.word:
            case "nest":
                return bidding.judge_scanned(self.pack, state.deal, statement)
            case "back":
                return self._judge_back(state, statement)
            case "bid" | "pass" if statement.word in self.expects(state).words and state.deal is not None:
                if statement.seat in state.deal.opening.passed:
                    return Illegal(ALREADY_PASSED)
        verdict = super().judge(state, statement)
        if not isinstance(verdict, Legal):
            return verdict
        match statement.word:
            case "bid":
                broken = state.now.opening.broken_by(int(statement.value))
                return Illegal(broken) if broken else LEGAL
            case "lays":
                no_counters = state.setup.options["nest"] == "no-counters"
                return bidding.judge_laid(self.pack, state.now, statement, no_counters=no_counters)
            case MISDEAL.name:
                return bidding.judge_misdeal(self.pack, state.now, statement.by)
        return verdict

    def _judge_back(self, state: RookState, statement: Statement) -> Verdict:
        """Plays may be taken back from naming trump to the end of the match."""
        if state.deal is None or not state.deal.opening.trump or self.winners(state):
            return Illegal(WRONG_PHASE)
        return renege.judge_back(state, statement, ended=self.settlement(state) is not None)

    def advance(self, state: RookState, statement: Statement) -> tuple[RookState, tuple[Event, ...]]:
        """The family's states, plus the nest and taking back. A dealer's pass may become a bid."""
        match statement.word:
            case "nest":
                return replace(state, deal=bidding.nest_scanned(self.pack, state.now, statement)), ()
            case "back":
                taken_back = renege.take_back(self.deck, state.now, statement)
                return self.revokes.prove(replace(state, deal=taken_back))  # the cards seen may prove another revoke
            case "pass" if self._dealer_takes(state):
                statement = Statement("bid", state.now.dealer, value=str(state.now.opening.lowest))
        return super().advance(state, statement)


class RookPieces(Pieces[Rook]):
    """The cards of the house rules."""

    def under(self, options: Mapping[str, str]) -> Rook:
        """The game with these cards, bids, rules and pages."""
        house = BOOK | dict(options)
        pack, told = pack_of(house), pages(pack_of(house), house)
        if told == self.game.pages:
            return self.game
        first = bidding.opening(int(house["lowest-bid"]), pack.total)
        follow = FOLLOW_SUIT if house["rook-play"] == BOOK["rook-play"] else FOLLOW_COLOUR
        own = {rule.name: rule for rule in (bidding.bid_range(first), follow)}
        rules = tuple(own.get(rule.name, rule) for rule in self.game.rules)
        words = (*ROOK.words, *((MISDEAL,) if house["misdeal"] != BOOK["misdeal"] else ()))
        kind = ROOK.deck_kind if house["cards"] == BOOK["cards"] else WHOLE
        revokes = RookRevokes(pack, follow)
        texts = replace(self.game, opening=first, follow=follow, revokes=revokes, rules=rules, words=words, pages=told)
        return replace(texts, deck=pack.deck, deck_kind=kind, pack=pack, cards_each=pack.hand)


def led_colour(trick: Trick, trump: str) -> str:
    """The colour led. A led Rook asks for trump. Empty before the lead."""
    return (trick.plays[0].cards[0].suit or trump) if trick.plays else ""


_PACK = pack_of(BOOK)
_OPENING = bidding.opening(int(BOOK["lowest-bid"]), _PACK.total)
ROOK = Rook(
    entry=ENTRY,
    name="rook",
    title=N_("Rook"),
    deck=_PACK.deck,
    pack=_PACK,
    revokes=RookRevokes(_PACK, FOLLOW_SUIT),
    deck_kind="rook",
    players=(4,),
    words=(*tricks.TRICK_WORDS, *claims.CLAIM_WORDS, *WORDS),
    rules=(
        bidding.bid_range(_OPENING),
        bidding.BID_STEP,
        bidding.BID_TOO_LOW,
        bidding.NO_MISDEAL,
        bidding.NEST_COUNTER,
        FOLLOW_SUIT,
        ROOK_MUST_BE_PLAYED,
        renege.NOT_A_REVOKE,
        renege.WINDOW_CLOSED,
    ),
    options=OPTIONS,
    pages=pages(_PACK, BOOK),
    cards_each=_PACK.hand,
    opening=_OPENING,
    tricks_closed=True,
    presses=11,
    costs=N_("the deal ends, {both} lose {bid}|end: {who} -{bid}|end: -{bid}"),
)
