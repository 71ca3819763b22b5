"""Tables of any game at which anything may be said."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.cards import Card
from companion.match.header import Header
from companion.match.match import Answer, Match
from companion.rules.game import Game
from companion.rules.places import OUT
from companion.rules.statements import DEAL, HAND, PLAY, UNDO, Said, Statement
from companion.testing.evening import PRESSED, header_by

SCANNED = 0.5
"""How often a hand is scanned where it can be, at a table where anything is said."""


class AnyEvening:
    """A table at which anything is said: rightly, nearly rightly, or nonsense.

    `lines` are all that was said, refused or not; `match` is what the game made of it.
    """

    def __init__(self, game: Game, chance: Random, header: Header | None = None) -> None:
        self.chance = chance
        self.match = Match(header or header_by(game, chance))
        self.game = self.match.header.game
        self.lines = list(self.match.header.lines())

    def says(self, statements: int) -> Iterator[tuple[Match, Statement, Answer]]:
        """Say so many things. Yields the match before each, what was said, and the answer."""
        while statements > 0:
            for said in self._something():
                statements -= 1
                before = self.match
                self.match, answer = before.say(said)
                self.lines.append(before.header.language.write(said))
                yield before, said, answer

    def _something(self) -> tuple[Statement, ...]:
        """A card, an answer of the buttons or of the menu, or any words: mostly what is waited for."""
        expected, kind = self.match.expects, self.chance.random()
        answers_now = list(expected.answers())
        scans = [(seat, cards) for seat, cards in self.game.to_scan(self.match.moment) if cards]
        if scans and DEAL.name not in expected.words and self.chance.random() < SCANNED:
            seat, cards = self.chance.choice(scans)
            return (Statement(HAND.name, seat, self._cards(cards, cards)),)
        if kind < 0.6 and expected.tap is not None and not (answers_now and self.chance.random() < PRESSED):
            return (
                *expected.implied,
                expected.tap.with_cards(*self._cards(*(max(1, number) for number in expected.pieces))),
            )
        if kind > 0.95:
            since = [moment.said for moment in self.match.this_deal() if moment.said]
            answers_now = [leaf for choice in self.game.menu(self.match.moment, since) for leaf in choice.leaves()]
            answers_now = [leaf for leaf in answers_now if not leaf.wants_card]
        if kind > 0.1 and answers_now:
            return self.chance.choice(answers_now).says
        return (self._any_words(),)

    def _cards(self, least: int, most: int) -> tuple[Card, ...]:
        """So many cards, mostly of those that are not out."""
        deck = self.game.deck
        free = sum(cards for place, cards in self.game.places(self.match.moment).items() if place.what not in OUT)
        cards = list(deck.cards(free)) if free and self.chance.random() < 0.9 else deck.cards_in_order
        least, most = min(least, len(cards)), min(most, len(cards))
        number = self.chance.choice([least, least, least, self.chance.randint(least, most)])
        return tuple(self.chance.sample(cards, number))

    def _any_words(self) -> Statement:
        """Any word of the game with anything that can stand behind it, now and then an undo."""
        language = self.match.header.language
        words = [word for word in language.words.values() if word.name not in {"undo", "end"}]
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
        return Statement(
            word.name, seat, value=" ".join((value, *(self.chance.sample(word.then, 1) if word.then else ())))
        )
