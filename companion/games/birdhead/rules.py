"""BirdHead: keep your lowest card for the last trick; the highest card there is minus points (RULES.md).

Source: the designer's page. Decisions beyond it: a play that matches is a match even if it is the lowest; lowest cards
that do not match never win; of several losers the latest in the order of the last trick determines the next starter.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.cards import Card, CardSet, Deck, Seat, clockwise, left_of
from companion.games.birdhead.entry import ENTRY
from companion.rules.deal import Condition, Play, Settled, Trick, TrickState
from companion.rules.events import Event
from companion.rules.game import Expectation, Option, Setup, rules_of_book
from companion.rules.places import Place, What
from companion.rules.referee.knowledge import Knowledge
from companion.rules.referee.verdicts import Rule
from companion.rules.statements import Statement, UnreadableError
from companion.rules.tricks import TRICK_WORDS, TrickGame, leader_after, renege
from companion.support.messages import N_, msg
from companion.support.values import dataclass, replace

DECK = Deck.of_alike("2 3 4 5 6 7 8 9 10 11", 5)
MOST_CARDS, MOST_LED = 10, 3
LIMIT = 22

LEAD_COUNT = Rule("lead-count", N_("Lead one, two or three cards."), N_("1 2 OR 3"), N_("Lead fewer cards"))
LEAD_RANK = Rule("lead-rank", N_("All cards of a lead have the same rank."), N_("ONE RANK"), N_("Lead alike cards"))
KEEP_ONE = Rule("keep-one", N_("Keep one card for the last trick."), N_("KEEP ONE"), N_("Lead one card less"))
MATCH_OR_LOWEST = Rule(
    "match-or-lowest", N_("Match each card, or play your lowest."), N_("LOWEST"), N_("Play other cards")
)

OPTIONS = (
    Option(
        "bar",
        ("last-match", "max-of-all"),
        N_("what a follow must reach: the latest match, or the highest so far"),
        (N_("the latest match"), N_("the highest so far")),
    ),
    Option(
        "markers",
        ("removed", "shuffled-back"),
        N_("losing cards leave the deck, or points are on paper"),
        (N_("losing cards leave the deck"), N_("points are on paper")),
    ),
    Option(
        "final-tie",
        ("shared", "extra-round"),
        N_("a tie for lowest at the end: shared, or more deals"),
        (N_("they share it"), N_("they play on")),
    ),
    renege(N_("11 minus points")),
)

BOOK = rules_of_book(OPTIONS)
MATCHING_PAGES = {
    "last-match": msg(
        "Each match must reach the one before; the last takes the trick and leads. Other cards never win."
    ),
    "max-of-all": msg(
        "Each match must reach the highest so far; the last takes the trick and leads. Other cards never win."
    ),
}
DEALING_PAGES = {
    "removed": msg("4 players, 50 cards: 2 to 11, five of each. 10 cards each, fewer when cards have left the deck."),
    "shuffled-back": msg("4 players, 50 cards: 2 to 11, five of each. 10 cards each."),
}
ENDING_PAGES = {
    "removed": msg("Cards that lose lie before their player, out of the deck. 22 points end the game; the fewest win."),
    "shuffled-back": msg("Points are on paper. 22 points end the game; the fewest win."),
}


def pages(house: Mapping[str, str]) -> tuple[str, ...]:
    """The rules in short under these house rules."""
    return (
        DEALING_PAGES[house["markers"]],
        msg("Lead one, two or three cards of one rank. Keep one card for the last trick."),
        msg("Match with as many cards, each equal or higher: on 7 7 lay 7 8, say. Or lay your lowest cards."),
        MATCHING_PAGES[house["bar"]],
        msg("Last trick: all open their last card together. The highest gets its rank in points, also in a tie."),
        ENDING_PAGES[house["markers"]],
    )


Markers = tuple[tuple[Card, ...], ...]
"""The losing cards in front of each seat."""


def rank(card: Card) -> int:
    """2 is low, 11 is high."""
    return int(card.rank)


def ranks(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """The sorted ranks of a play. Plays are compared card by card."""
    return tuple(sorted(map(rank, cards)))


def matches(play: tuple[int, ...], bar: tuple[int, ...]) -> bool:
    """Whether each rank is equal to or higher than that of the bar."""
    return all(own >= least for own, least in zip(play, bar, strict=True))


@dataclass(frozen=True, kw_only=True)
class BirdHead(TrickGame[None]):
    """The rulebook, in the order of the rules."""

    # Components, setup

    def deck_of(self, setup: Setup, carried: Markers) -> CardSet:
        """The deck without markers, which are out for the rest of the match."""
        cards = DECK.all
        named_first = sorted((card for markers in carried for card in markers), key=lambda card: not card.copy)
        for card in named_first:
            there = DECK.copies(card) & cards
            cards &= ~(there & -there)
        return cards

    def _dealt_out(self, setup: Setup, carried: Markers) -> Knowledge:
        """The initial knowledge. Markers named by their copies are exactly these cards."""
        named = DECK.set(card for markers in carried for card in markers if card.copy)
        return super()._dealt_out(setup, carried).with_copies(named)

    def hand_size(self, setup: Setup, carried: Markers) -> int:
        """As many cards as there are for all, ten at most."""
        return min(MOST_CARDS, self.deck_of(setup, carried).bit_count() // setup.seats)

    def next_dealer(self, state: TrickState[None], settled: Settled) -> Seat:
        """The next starter: left of the loser; of several losers, of the latest in the order of the last trick."""
        if settled.voided:
            return state.now.dealer
        *before, _ = state.now.complete_tricks
        order = clockwise(leader_after(self, state, before), state.setup.seats)
        return left_of(max(self.losers(state), key=order.index), state.setup.seats)

    # Phases

    def first_leader(self, state: TrickState[None]) -> Seat:
        """The starter leads the first trick, then the winner leads."""
        return state.now.dealer

    def turn(self, state: TrickState[None]) -> tuple[Seat, ...]:
        """Clockwise. In the last trick everybody who has not opened the last card, from the last winner on."""
        *before, trick = state.now.tricks
        played = {play.seat for play in trick.plays}
        last = in_last_trick(state)
        leader = leader_after(self, state, before) if last else self.leader(state)
        waiting = [seat for seat in clockwise(leader, state.setup.seats) if seat not in played]
        return tuple(waiting if last else waiting[:1])

    def expects_card(self, state: TrickState[None]) -> Expectation:
        """A lead has one to three cards, and keeps one; follows have as many as the lead."""
        expected, plays = super().expects_card(state), state.now.tricks[-1].plays
        if in_last_trick(state):
            return expected
        if plays:
            return replace(expected, pieces=(len(plays[0].cards),) * 2)
        limit = min(MOST_LED, state.now.knowledge.held[self.leader(state)] - 1)
        return replace(expected, pieces=(1, len(DECK)), limit=limit)

    # Legality

    def condition(self, state: TrickState[None], statement: Statement) -> Condition | Rule:
        """A lead has one to three alike cards and keeps one. A follow matches, or is the lowest cards."""
        plays = state.now.tricks[-1].plays
        own = ranks(statement.cards)
        if in_last_trick(state):
            return Condition(0, MATCH_OR_LOWEST)
        if not plays:
            return _lead(own, state.now.knowledge.held[self.leader(state)]) or Condition(0, MATCH_OR_LOWEST)
        bar = self.bar(state, plays)
        below = (card for card in DECK.cards_in_order if rank(card) < own[-1])
        lower = 0 if matches(own, bar) else DECK.set(below)
        return Condition(lower, MATCH_OR_LOWEST, max(statement.cards, key=rank))

    def bar(self, state: TrickState[None], plays: tuple[Play, ...]) -> tuple[int, ...]:
        """The sorted ranks of the latest match, at first the lead; or card by card the highest of all plays."""
        bar, _ = self._last_match(state, plays)
        return bar

    def winner(self, state: TrickState[None], trick: Trick) -> Seat:
        """The last match, the later of equals, or the leader."""
        return trick.taker_by(state.setup, None, lambda: self._last_match(state, trick.plays)[1])

    def _last_match(self, state: TrickState[None], plays: tuple[Play, ...]) -> tuple[tuple[int, ...], Seat]:
        """The bar after these plays, and who matched last."""
        bar, best = ranks(plays[0].cards), plays[0].seat
        for play in plays[1:]:
            own = ranks(play.cards)
            if matches(own, bar):
                bar, best = own, play.seat
            elif state.setup.options["bar"] == "max-of-all":
                bar = tuple(map(max, zip(bar, own, strict=True)))
        return bar, best

    def after_trick(self, state: TrickState[None], trick: Trick) -> tuple[Event, ...]:
        """Nobody takes the last trick."""
        return () if state.now.finished else super().after_trick(state, trick)

    def aside(self, state: TrickState[None]) -> Mapping[Place, tuple[Card, ...]]:
        """The markers."""
        return {Place(What.MARKER, seat): cards for seat, cards in enumerate(state.carried)}

    # Scoring

    def points(self, state: TrickState[None]) -> tuple[int, ...]:
        """The minus points: the rank of a loser's card."""
        lost = self.losers(state)
        cards = {play.seat: play.cards[0] for play in last_trick(state).plays}
        return tuple(rank(cards[seat]) if seat in lost else 0 for seat in range(state.setup.seats))

    def losers(self, state: TrickState[None]) -> tuple[Seat, ...]:
        """All players with the highest rank in the last trick."""
        plays = last_trick(state).plays
        highest = max(rank(play.cards[0]) for play in plays)
        return tuple(play.seat for play in plays if rank(play.cards[0]) == highest)

    def scores_brought(self, said: Mapping[Seat, int], markers: Markers) -> tuple[int, ...]:
        """The sum of a player's markers is the score. Scores without markers mean points on paper."""
        for face in {card.face for front in markers for card in front}:
            if sum(card.face == face for front in markers for card in front) > 5:
                raise UnreadableError(f"there are five {face}s; more of them are markers")
        named = [card for front in markers for card in front if card.copy]
        if twice := next((card for card in named if named.count(card) > 1), None):
            raise UnreadableError(f"{twice} is named twice among the markers")
        sums = tuple(sum(map(rank, front)) for front in markers)
        for seat, points in said.items():
            if markers[seat] and points != sums[seat]:
                raise UnreadableError(f"a score of {points} contradicts markers of {sums[seat]}")
        return tuple(sums[seat] if markers[seat] else said.get(seat, 0) for seat in range(len(markers)))

    def carry_in(self, setup: Setup) -> Markers:
        """The starting markers. None of them where points are on paper; then the deck is complete."""
        if _winners(setup, setup.scores):
            raise UnreadableError(f"these scores end the game already: somebody has {LIMIT} or more")
        markers = ((),) * setup.seats if _on_paper(setup) else setup.markers
        if not self.hand_size(setup, markers):
            raise UnreadableError("so many cards are markers that not everybody can be dealt one")
        return markers

    def carry_on(self, state: TrickState[None]) -> Markers:
        """A loser keeps the losing card as a marker."""
        markers: Markers = state.carried
        settled = self.settlement(state)
        if settled is None or settled.voided or _on_paper(state.setup):
            return markers
        losers = self.losers(state)
        lost = {play.seat: play.cards for play in last_trick(state).plays if play.seat in losers}
        return tuple(kept + lost.get(seat, ()) for seat, kept in enumerate(markers))

    def continuation(self, state: TrickState[None]) -> Setup:
        """The markers stay out of the deck, unless points are on paper."""
        markers = () if _on_paper(state.setup) else self.with_deal(state).carried
        return replace(super().continuation(state), markers=markers)

    def winners_of(self, state: TrickState[None], totals: tuple[int, ...]) -> tuple[Seat, ...]:
        """Judged after each deal. If no cards are left for another one, the lowest win in any case."""
        left = self.hand_size(state.setup, self.carry_on(state))
        return _winners(state.setup, totals) if left else _lowest(totals)


def _on_paper(setup: Setup) -> bool:
    """Whether points are on paper and every losing card returns to the deck."""
    return setup.options["markers"] == "shuffled-back"


def _winners(setup: Setup, totals: tuple[int, ...]) -> tuple[Seat, ...]:
    """A total of 22 or more ends the match. The lowest wins; a tie is shared or played off."""
    if max(totals) < LIMIT:
        return ()
    lowest = _lowest(totals)
    return lowest if len(lowest) == 1 or setup.options["final-tie"] == "shared" else ()


def _lowest(totals: tuple[int, ...]) -> tuple[Seat, ...]:
    return tuple(seat for seat, total in enumerate(totals) if total == min(totals))


def in_last_trick(state: TrickState[None]) -> bool:
    """Whether everybody has one card left, or has just opened it."""
    deal = state.now
    held = deal.knowledge.held
    if max(held) > 1:
        return False
    played = {play.seat for play in deal.tricks[-1].plays}
    return all(cards == (seat not in played) for seat, cards in enumerate(held))


def last_trick(state: TrickState[None]) -> Trick:
    """The trick that was played last."""
    return next(trick for trick in reversed(state.now.tricks) if trick.plays)


def _lead(own: tuple[int, ...], held: int) -> Rule | None:
    """The rule that a lead breaks."""
    if len(own) > MOST_LED:
        return LEAD_COUNT
    if own[0] != own[-1]:
        return LEAD_RANK
    return KEEP_ONE if len(own) == held else None


BIRD_HEAD = BirdHead(
    entry=ENTRY,
    name="birdhead",
    title=N_("BirdHead cards"),
    short_title=N_("BirdHead"),
    deck=DECK,
    deck_kind="birdhead",
    players=(4,),
    opener="start",
    words=TRICK_WORDS,
    rules=(LEAD_COUNT, LEAD_RANK, KEEP_ONE, MATCH_OR_LOWEST),
    options=OPTIONS,
    pages=pages(BOOK),
    pages_under=pages,
    penalty=11,
    brings=("score", "markers"),
    low_wins=True,
    target=LIMIT,
    presses=8,
)
