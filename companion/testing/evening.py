"""Evenings of any game by chance: legal play with every hand open, and tables at which anything is said.

They ask the game alone what may come: a game without strategy, dealer or screen of its own is played like any other.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, takewhile
from random import Random

from companion.cards import Card, Seat
from companion.match.checker import answers
from companion.match.header import Header
from companion.match.match import Answer, Match
from companion.players.arena.contest import Dealing, in_brief
from companion.rules import statements
from companion.rules.events import Event
from companion.rules.game import Game
from companion.rules.places import OUT, UNSEEN
from companion.rules.referee.deals import shuffle
from companion.rules.referee.verdicts import Legal
from companion.rules.statements import DEAL, HAND, PLAY, UNDO, Said, Statement, UnreadableError, Word, quote
from companion.rules.suggestions import suggestions_of
from companion.support.values import replace

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ian", "Joy", "Kit", "Lea")

MOST_SAID = 3000
"""Maximum statements of a deal: enough for ten seats that all say something at each of 100 cards."""

PRESSED = 0.2
"""The share of answers where a card can be played, too."""

BROUGHT = (3, 20, 100, 400)
"""Upper bounds of scores from before, so that ends of matches are met whatever a game counts to."""


def chance_of(*names: object) -> Random:
    """A random generator seeded by these names."""
    return Random("/".join(map(str, names)))  # noqa: S311 - a test, not a secret


def header_by(game: Game, chance: Random) -> Header:
    """Some players, some house rules, now and then scores or markers from before."""
    seats = chance.choice(game.players)
    options = {option.name: chance.choice(option.values) for option in game.options if chance.random() < 0.5}
    plain = Header(game, NAMES[:seats], chance.randrange(seats), options)
    before = [replace(plain, scores=_scores(seats, chance)), replace(plain, scores={0: chance.choice(BROUGHT)})]
    if "markers" in game.brings:
        front = chance.sample(game.deck.cards_in_order, len(game.deck) // 4)
        before.insert(0, replace(plain, markers={seat: tuple(front[seat::seats]) for seat in range(seats)}))
    wanted = before if "score" in game.brings and chance.random() < 0.5 else []
    return next(filter(begins, chance.sample(wanted, len(wanted))), plain)


def _scores(seats: int, chance: Random) -> dict[Seat, int]:
    top = chance.choice(BROUGHT)
    return {seat: chance.randint(-top // 4, top) for seat in range(seats)}


def begins(header: Header) -> bool:
    """Whether a match can begin with this header: scores may contradict each other, or end the game."""
    try:
        state = header.game.begin(header.setup())
    except UnreadableError:
        return False
    over = header.game.winners(state)
    assert not over, f"`begin` takes the scores {header.brought}, which end the match: let it raise UnreadableError"
    return True


def lines_of(match: Match) -> list[str]:
    """The record of a match: its header, and what was said."""
    said = [moment.said for moment in match.story() if moment.said is not None]
    return [*match.header.lines(), *map(match.header.language.write, reversed(said))]


def reread(lines: Sequence[str], game: Game) -> tuple[list[tuple[Event, ...]], Match]:
    """The events of each line of a record, and the match after it. Every line must be right."""
    told = list(answers("\n".join(lines), {game.name: game}))
    for line_answer in told:
        read, verdict = line_answer.text, in_brief(line_answer.answer.verdict)
        assert line_answer.answer.applied, f"“{read}” was right when it was said, and read back it is {verdict}"
    return [line_answer.answer.events for line_answer in told], told[-1].known_match


def over(match: Match) -> bool:
    """Whether the deal in play has ended, or none has begun."""
    return match.expects.words <= {DEAL.name}


SCANNED = 0.5
"""The share of scans where a hand can be scanned, at a table where anything is said."""


class AnyEvening:
    """A table at which anything is said: rightly, nearly rightly, or nonsense.

    `lines` are all that was said, refused or not; `match` is what the game made of it. `moves` is how often somebody
    comes, goes or changes seats.
    """

    def __init__(self, game: Game, chance: Random, header: Header | None = None, *, moves: float = 0.0) -> None:
        self.chance, self.moves = chance, moves
        self.match = Match(header or header_by(game, chance))
        self.game = self.match.header.game
        self.lines = list(self.match.header.lines())

    def says(self, most: int) -> Iterator[tuple[Match, Statement, Answer]]:
        """Say so many things. Yields the match before each, what was said, and the answer."""
        while most > 0:
            for said in self._something():
                most -= 1
                before = self.match
                self.match, answer = before.say(said)
                self.lines.append(before.header.language.write(said))
                yield before, said, answer

    def _something(self) -> tuple[Statement, ...]:
        """A card, an answer of the buttons or of the menu, or any words: mostly what is waited for."""
        if self.moves and self.chance.random() < self.moves:
            return (self._any_seats(),)
        expected, kind = self.match.expects, self.chance.random()
        answers_now = list(expected.answers())
        scans = [(seat, size) for seat, size in self.game.to_scan(self.match.moment) if size]
        if scans and DEAL.name not in expected.words and self.chance.random() < SCANNED:
            seat, size = self.chance.choice(scans)
            return (Statement(HAND.name, seat, self._cards(size, size)),)
        if kind < 0.6 and expected.tap is not None and not (answers_now and self.chance.random() < PRESSED):
            least, most = expected.pieces
            return (*expected.implied, expected.tap.with_cards(*self._cards(max(1, least), max(1, most))))
        if kind > 0.95:
            since = [moment.said for moment in self.match.this_deal() if moment.said]
            answers_now = [leaf for choice in self.game.menu(self.match.moment, since) for leaf in choice.leaves()]
            answers_now = [leaf for leaf in answers_now if not leaf.wants_card]
        if kind > 0.1 and answers_now:
            return self.chance.choice(answers_now).says
        return (self._any_words(),)

    def _any_seats(self) -> Statement:
        """Somebody takes a seat, joins, leaves or changes seats; the newcomer may sit here already."""
        names, guest = self.match.header.names, quote(self.chance.choice(NAMES))
        seat = self.chance.randrange(len(names))
        computer = self.chance.choice(("", f" computer=easy seed={seat}"))
        match self.chance.choice(statements.SEATING):
            case Word(name=statements.SEAT.name):
                return Statement(statements.SEAT.name, seat, value=guest + computer)
            case Word(name=statements.JOIN.name):
                points = self.chance.choice(("", " 0", f" {self.chance.choice(BROUGHT)}"))
                return Statement(statements.JOIN.name, value=guest + points + computer)
            case Word(name=statements.LEAVE.name):
                return Statement(statements.LEAVE.name, seat)
            case _:
                return Statement(statements.EXCHANGE.name, seat, value=quote(self.chance.choice(names)))

    def _cards(self, least: int, most: int) -> tuple[Card, ...]:
        """A chance number of cards within these limits, mostly of those that are not out."""
        deck = self.game.deck
        free = sum(cards for place, cards in self.game.places(self.match.moment).items() if place.what not in OUT)
        cards = list(deck.cards(free)) if free and self.chance.random() < 0.9 else deck.cards_in_order
        least, most = min(least, len(cards)), min(most, len(cards))
        number = self.chance.choice([least, least, least, self.chance.randint(least, most)])
        return tuple(self.chance.sample(cards, number))

    def _any_words(self) -> Statement:
        """Any word of the game with anything that can stand after it, now and then an undo."""
        language = self.match.header.language
        unsaid = {"undo", "end", *statements.SEATING_WORDS}
        words = [word for word in language.words.values() if word.name not in unsaid]
        word = self.chance.choice([*words, UNDO])
        seat = None if word.said is Said.BY_TABLE else self.chance.randrange(len(language.names))
        if word.cards:
            sizes = [*self.match.expects.pieces, *(size for _, size in self.game.to_scan(self.match.moment)), 1]
            size = max(self.chance.choice(sizes), int(word.name == PLAY))  # `Ann` alone says nothing
            return Statement(word.name, seat, self._cards(size, size))
        values = [leaf.says[-1].value for leaf in self.match.expects.answers() if leaf.says]
        numbers = [value for value in values if value.isdigit() and int(value) >= word.optional]  # never `undo 0`
        numbers = numbers or [str(self.chance.choice([1, 1, 2, 5, 30]))]
        value = self.chance.choice(word.values or (numbers if word.number else ("",)))
        if word.number and word.then:
            value = f"{self.chance.choice([-1, 1]) * self.chance.randint(1, 30):+}"
        return Statement(
            word.name, seat, value=" ".join((value, *(self.chance.sample(word.then, 1) if word.then else ())))
        )


MOST_TRIED = 60
"""Maximum plays of each number of cards that are judged when an answer of the buttons is possible, too."""

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
            dealing = Dealing(self.match, shuffle(self.game.deck.cards_in_order, self.chance.randrange))
            for moment in reversed([*takewhile(lambda moment: moment is not before, dealing.match.story())]):
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
            assert answer.applied, f"“{told}” is right, and a table that sees no hand says {in_brief(answer.verdict)}"
            same = answer.events == match.events
            assert same, f"after “{told}” a table that sees no hand tells {answer.events}, not {match.events}"
        return match

    def move(self, dealing: Dealing | None) -> tuple[Statement, ...]:
        """The next statements of a player whose turn it is: any legal answer of the buttons, or any legal cards."""
        answers_now = [choice.says for choice in self.match.expects.answers() if self._can_be_said(choice.says)]
        played = self._cards(dealing, MOST_TRIED if answers_now else sys.maxsize)
        if answers_now and (played is None or (self.wild and self.chance.random() < PRESSED)):
            return self.chance.choice(answers_now)
        assert played is not None, self._why_nobody_goes_on()
        return played

    def _why_nobody_goes_on(self) -> str:
        """What is asked, and which rule forbids each card that might be played."""
        expected, tap, forbidden = self.match.expects, self.match.expects.tap, dict[str, list[str]]()
        for said in self._plays(self.match, tap, None, MOST_TRIED) if tap else ():
            why = in_brief(self.game.judge(self.match.moment, said))
            forbidden.setdefault(why, []).append(" ".join(map(str, said.cards)))
        words = ", ".join(sorted(expected.words))
        nothing = f"nobody can go on: “{expected.headline}” is asked, and of {words} nothing is right"
        return "; ".join((nothing, *(f"{', '.join(some)}: {why}" for why, some in forbidden.items())))

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
        ways: list[tuple[tuple[Statement, ...], str, tuple[Seat, ...]]] = []
        if tap is not None and not any(words[said.word].cards and not said.cards for said in expected.implied):
            ways = [(expected.implied, tap.word, expected.seats if tap.word in expected.words else (tap.by,))]
        others = sorted(expected.words - {word for _, word, _ in ways})
        by_seat = (name for name in others if words[name].cards and words[name].said is Said.BY_SEAT)
        ways += [((), name, expected.seats) for name in by_seat]
        for implied, word, seats in ways:
            match = self.match
            for before in implied:
                match, _ = match.say(before)
            for seat in self.chance.sample(seats, len(seats)):
                for said in self._plays(match, Statement(word, seat), dealing, most):
                    if isinstance(self.game.judge(match.moment, said), Legal):
                        return (*implied, said)
        return None

    def _plays(self, match: Match, said: Statement, dealing: Dealing | None, tried: int) -> Iterator[Statement]:
        """This statement with cards of its seat's hand, else with what lies open for all, else with any."""
        blind = dealing.dealer.shows(said) if dealing else said
        if blind.cards:
            yield blind
        drawn = [draw.cards for draw in match.expects.draws if draw.says == said]
        least, most = (drawn[0], drawn[0]) if drawn else match.expects.pieces
        own = open_ones = others = 0
        for place, cards in self.game.places(match.moment).items():
            if place.what in OUT:
                continue
            if place.seat == said.seat:
                own |= cards
            if place.seat is None and place.open:
                open_ones |= cards
            if place == UNSEEN and tried == sys.maxsize:
                others |= cards
        for cards in (own, open_ones, others):
            hand = suggestions_of(self.game).in_order_of_use(said.word, list(self.game.deck.cards(cards)))
            sizes = range(max(least, 1), min(most, len(hand)) + 1)
            for size in self.chance.sample(sizes, len(sizes)) if self.wild else sizes:
                yield from (said.with_cards(*some) for some in self._some(hand, size, tried))

    def _some(self, hand: Sequence[Card], size: int, tried: int) -> Iterator[tuple[Card, ...]]:
        """Choices of `size` cards of a hand, in order of use or by chance, `tried` of them at most."""
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


def public(match: Match) -> Statement | None:
    """The last statement as heard at a table that scans no hand. None: nothing is heard."""
    said, game = match.statement, match.header.game
    if said.word not in game.secrets:
        return said
    others = (seat for seat in range(len(match.header.names)) if seat != said.seat)
    heard = any(game.seen_by(seat, match.state, said) is not None for seat in others)
    return said.with_cards() if heard else None
