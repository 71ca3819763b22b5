"""Legal play of any game by chance, with every hand open.

Asks the game alone what may come: a game without strategy, dealer or screen of its own is played like any other.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from random import Random

from companion.cards import Card, Seat
from companion.match.header import Header
from companion.match.match import Match
from companion.players.arena.dealing import Dealing
from companion.rules.game import Game
from companion.rules.places import OUT, UNSEEN
from companion.rules.referee.deals import shuffled
from companion.rules.referee.verdicts import Legal
from companion.rules.statements import DEAL, Said, Statement, Word
from companion.rules.suggestions import suggestions_of
from companion.testing.evening import MOST_SAID, PRESSED, header_by, over

MOST_TRIED = 60
"""Maximum plays of each number of cards that are judged for one that is right, while an answer could be given."""

WILD, STILL_WILD = 200, 0.1
"""The statements of a deal after which most plays are sensible, and the share that is still chosen by chance: some
games never end among fools, others never among players who always do the same."""


class FairEvening:
    """A match whose players keep to the rules and choose by chance. Every hand is scanned: `match` knows all.

    `blind` is the same match at a table that scans nothing.
    """

    def __init__(self, game: Game, chance: Random, header: Header | None = None) -> None:
        self.chance = chance
        self.match = self.blind = Match(header or header_by(game, chance))
        self.game = self.match.header.game
        self.wild = True

    def plays(self, deals: int) -> Iterator[Match]:
        """Play up to this many deals. Yields the match after each statement."""
        for _ in range(deals):
            if not self.match.expects.words:
                return
            yield from self.deal()

    def deal(self) -> Iterator[Match]:
        """Play one deal. Yields the match after each statement."""
        before, dealing = self.match, None
        if DEAL.name in self.match.expects.words:
            dealing = Dealing(self.match, shuffled(self.game.deck.cards_in_order, self.chance.randrange))
            for moment in reversed(list(_since(dealing.match, before))):
                yield self._hear(moment)
        while not over(self.match):
            assert self.match.applied - before.applied < MOST_SAID, f"a deal has not ended after {MOST_SAID} statements"
            said = dealing.says() if dealing else None
            self.wild = self.chance.random() < max(STILL_WILD, 1 - (self.match.applied - before.applied) / WILD)
            for statement in (said,) if said else self.move(dealing):
                yield self._hear(_after(self.match, statement, dealing))

    def _hear(self, match: Match) -> Match:
        self.match, heard = match, public(match)
        if heard is not None:
            self.blind, answer = self.blind.say(heard)
            told = self.blind.header.language.write(heard)
            assert answer.applied, f"“{told}” is right, and a table that sees no hand says {answer.verdict}"
            same = answer.events == match.events
            assert same, f"after “{told}” a table that sees no hand tells {answer.events}, not {match.events}"
        return match

    def move(self, dealing: Dealing | None) -> tuple[Statement, ...]:
        """The next statements of whose turn it is: an answer of the buttons, or cards, whatever is right."""
        answers_now = [choice.says for choice in self.match.expects.answers() if self._can_be_said(choice.says)]
        played = self._cards(dealing, MOST_TRIED if answers_now else sys.maxsize)
        if answers_now and (played is None or (self.wild and self.chance.random() < PRESSED)):
            return self.chance.choice(answers_now)
        assert played is not None, f"nobody can go on: {self.match.expects}"
        return played

    def _can_be_said(self, says: Sequence[Statement]) -> bool:
        """Whether an answer says something, names the cards that it lays, and is right."""
        words = self.match.header.language.words
        if not says or any(words[say.word].cards and not say.cards for say in says):
            return False
        match = self.match
        for say in says:
            match, answer = match.say(say)
            if not isinstance(answer.verdict, Legal):
                return False
        return True

    def _cards(self, dealing: Dealing | None, most: int) -> tuple[Statement, ...] | None:
        """Cards that are right now, with what their tap implies; None: no card is."""
        expected, tap = self.match.expects, self.match.expects.tap
        if tap is not None and tap.seat is None:
            return expected.implied  # what comes then is the table's to say
        words = self.match.header.language.words
        taps = tap is not None and not any(
            words[statement.word].cards and not statement.cards for statement in expected.implied
        )
        ways: list[tuple[tuple[Statement, ...], str, tuple[Seat, ...]]] = []
        if tap is not None and taps:
            ways = [(expected.implied, tap.word, expected.seats if tap.word in expected.words else (tap.by,))]
        others = sorted(expected.words - {way[1] for way in ways})
        ways += [((), name, expected.seats) for name in others if self._takes_cards(words[name])]
        for implied, word, seats in ways:
            match = self.match
            for before in implied:
                match, _ = match.say(before)
            for seat in self.chance.sample(seats, len(seats)):
                for said in self._plays(match, Statement(word, seat), dealing, most):
                    if isinstance(self.game.judge(match.moment, said), Legal):
                        return (*implied, said)
        return None

    def _takes_cards(self, word: Word) -> bool:
        return word.cards and word.said is Said.BY_SEAT

    def _plays(self, match: Match, said: Statement, dealing: Dealing | None, tried: int) -> Iterator[Statement]:
        """This statement with cards of its seat's hand, else with what lies open for all, else with any."""
        blind = dealing.shows(said) if dealing else said
        if blind.cards:
            yield blind
        drawn = [draw.cards for draw in match.expects.draws if draw.says == said]
        least, most = (drawn[0], drawn[0]) if drawn else match.expects.pieces
        own = open_ones = others = 0
        for place, cards in self.game.places(match.moment).items():
            if place.what not in OUT:
                own |= cards * (place.seat == said.seat)
                open_ones |= cards * (place.seat is None and place.open)
                others |= cards * (place == UNSEEN and tried == sys.maxsize)
        for cards in (own, open_ones, others):
            hand = suggestions_of(self.game).in_order_of_use(said.word, list(self.game.deck.cards(cards)))
            sizes = range(max(least, 1), min(most, len(hand)) + 1)
            for size in self.chance.sample(sizes, len(sizes)) if self.wild else sizes:
                yield from (said.with_cards(*some) for some in self._some(hand, size, tried))

    def _some(self, hand: Sequence[Card], size: int, tried: int) -> Iterator[tuple[Card, ...]]:
        """So many cards of a hand, in order of use or by chance, `tried` choices at most."""
        first = list(islice(combinations(hand, size), tried))
        if len(first) < tried or not self.wild:
            yield from self.chance.sample(first, len(first)) if self.wild else first
        else:
            yield from (tuple(self.chance.sample(hand, size)) for _ in range(tried))


def _after(match: Match, said: Statement, dealing: Dealing | None) -> Match:
    """The match after a right statement. Where cards were dealt, the dealer's statements follow."""
    if dealing is not None:
        dealing.hear(said)
        return dealing.match
    after, answer = match.say(said)
    assert answer.applied, f"{said}: {answer.verdict}"
    return after


def _since(match: Match, before: Match) -> Iterator[Match]:
    for moment in match.story():
        if moment is before:
            return
        yield moment


def public(match: Match) -> Statement | None:
    """The last statement as a table hears it that scans no hand. None: it hears nothing."""
    said, game = match.said, match.header.game
    assert said is not None
    if said.word not in game.secrets:
        return said
    others = (seat for seat in range(len(match.header.names)) if seat != said.seat)
    heard = any(game.seen_by(seat, match.state, said) is not None for seat in others)
    return said.with_cards() if heard else None
