"""Evenings of Bonehead with real cards: who shuffled knows them all, and tells what is played and what might be.

Written for the tests of the rulebook; it imports nothing from the companion.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.companion.games.bonehead.naive_reader import DECK, RANKS

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve")
RUBBISH = (
    "Ann flies",
    "Zoe 9H",
    "Ann 11H",
    "Ann",
    "Ann takes 9H",
    "remedy play-on",
    "up 9H",
    "Ann pass",
    "deal now",
    "undo 0",
    "hand",
    "nonsense",
    "back Ann 9H",
    "bid 70",
    "Ann heads 10X",
    "hand Zoe 9H",
)


def rank(card: str) -> int:
    """From 0, the lowest."""
    return RANKS.index(card[:-1])


class RealTable:
    """The cards as they really lie; `careless` is how often somebody takes the pile or keeps doubles back."""

    def __init__(self, players: int, chance: Random, *, play_on: bool = False, careless: float = 0.1) -> None:
        cards = DECK.copy()
        chance.shuffle(cards)
        self.names = NAMES[:players]
        self.chance, self.play_on, self.careless = chance, play_on, careless
        self.bones = {name: [cards.pop() for _ in range(3)] for name in self.names}
        self.hands = {name: [cards.pop() for _ in range(6)] for name in self.names}
        self.heads: dict[str, list[str]] = {name: [] for name in self.names}
        self.stack = cards
        self.pile: list[str] = []
        self.gone: list[str] = []
        self.starter = self.turn = chance.choice(self.names)

    @property
    def holding(self) -> list[str]:
        """Who still has cards, clockwise."""
        return [name for name in self.names if self.hands[name] or self.heads[name] or self.bones[name]]

    @property
    def over(self) -> bool:
        """Whether the evening is over."""
        return len(self.holding) == 1 if self.play_on else len(self.holding) < len(self.names)

    @property
    def header(self) -> tuple[str, ...]:
        """The lines before the deal."""
        option = ("option play-on yes",) if self.play_on else ()
        return ("game bonehead", f"players {' '.join(self.names)}", f"start {self.starter}", *option)

    def right_lines(self, turns: int) -> Iterator[str]:
        """Everything that is said until the game is over, or for so many turns; each is done when it is told."""
        yield "deal"
        yield from self._scans()
        yield from self._lays()
        for _ in range(turns):
            if self.over:
                return
            yield from self._turn(self.turn)

    def _scans(self) -> Iterator[str]:
        for name in self.names:
            hand, how = self.hands[name], self.chance.random()
            if how < 0.3:
                yield f"hand {name} {' '.join(hand)}"
            elif how < 0.5:
                number = self.chance.randint(1, 6)
                yield from (f"dealt {name} {card}" for card in hand[:number])
                if number < 6 and self.chance.random() < 0.5:
                    yield f"hand {name} {' '.join(self.chance.sample(hand, 6))}"

    def _lays(self) -> Iterator[str]:
        for name in self.chance.sample(self.names, len(self.names)):
            hand = sorted(self.hands[name], key=rank)
            self.hands[name], self.heads[name] = hand[:3], hand[3:]
            yield f"{name} heads {' '.join(hand[3:])}"

    def _turn(self, name: str) -> Iterator[str]:
        source = self.hands[name] or self.heads[name]
        if self.pile and self.chance.random() < self.careless / 2:
            yield self._takes(name)
        elif not source:
            yield self._turns_bone(name)
        elif right := sorted((card for card in source if self._beats(card)), key=rank):
            alike = [card for card in right if rank(card) == rank(right[0])]
            number = self.chance.randint(1, len(alike)) if self.chance.random() < self.careless else len(alike)
            yield from self._plays(name, source, alike[:number])
        else:
            yield self._takes(name)

    def _beats(self, card: str) -> bool:
        top = self.pile[-1][:-1] if self.pile else "2"
        return top == "2" or card[:-1] in {"2", "10"} or rank(card) >= RANKS.index(top)

    def _plays(self, name: str, source: list[str], cards: list[str]) -> Iterator[str]:
        for card in cards:
            source.remove(card)
        self._onto_pile(name, cards)
        drawn = []
        while self.stack and len(self.hands[name]) < 3:
            drawn.append(self.stack.pop())
            self.hands[name].append(drawn[-1])
        yield f"{name} {' '.join(cards)}"
        if drawn and self.chance.random() < 0.7:
            seen = drawn if self.chance.random() < 0.7 else []
            yield f"{name} draws {' '.join(seen)}".rstrip()

    def _turns_bone(self, name: str) -> str:
        bone = self.bones[name].pop(self.chance.randrange(len(self.bones[name])))
        if self._beats(bone):
            self._onto_pile(name, [bone])
        else:
            self.hands[name].append(bone)
            self._takes(name)
        return f"{name} bone {bone}"

    def _takes(self, name: str) -> str:
        self.hands[name] += self.pile
        self.pile = []
        self._pass_on(name)
        return f"{name} takes"

    def _onto_pile(self, name: str, cards: list[str]) -> None:
        self.pile += cards
        if cards[0][:-1] == "10":
            self.gone += self.pile
            self.pile = []
            if name in self.holding or self.stack:
                return
        self._pass_on(name)

    def _pass_on(self, name: str) -> None:
        place = self.names.index(name)
        order = (*self.names[place + 1 :], *self.names[: place + 1])
        self.turn = next((other for other in order if other in self.holding), name)

    def some_line(self) -> str:
        """Something that somebody might say by mistake; now and then it is right."""
        chance = self.chance
        name = chance.choice(self.names) if chance.random() < 0.4 else self.turn
        cards = " ".join(self._some_cards(name))
        shapes = (
            f"{name} {cards}",
            f"{name} {cards}",
            f"{name} bone {cards}",
            f"{name} takes",
            f"{name} draws {cards}",
            f"{name} draws",
            f"{name} heads {cards}",
            f"hand {name} {cards}",
            f"dealt {name} {cards}",
            "deal",
            "end",
            f"undo {chance.choice([1, 1, 2, 3, 7, 5000])}",
            chance.choice(RUBBISH),
        )
        return chance.choice(shapes).rstrip()

    def _some_cards(self, name: str) -> list[str]:
        chance = self.chance
        near = self.hands[name] + self.heads[name] + self.bones[name]
        any_of = [near, near, self.pile, self.gone, self.heads[chance.choice(self.names)], self.stack, DECK]
        alike = [card for card in DECK if card[:-1] == chance.choice(DECK)[:-1]]
        number = chance.choice([1, 1, 1, 2, 3, 3, 4, 5, 6, 7])
        if chance.random() < 0.1 and alike:
            return chance.sample(alike, min(number, len(alike)))
        return [chance.choice(chance.choice([cards for cards in any_of if cards])) for _ in range(number)]
