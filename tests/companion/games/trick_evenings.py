"""Evenings of a trick game by chance: fair play, revokes that are hidden or admitted, tables that say anything at all.

The naive reader says whose turn it is and what was accepted; the cards are shuffled and dealt here. A game tells how
its players open, lead and follow, and what nonsense may be said at its table.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

FITTING = {"legal", "trust"}


class Evening(ABC):
    """Writes one record, line by line, and keeps the cards that were truly dealt.

    `deck` and `hand_size` are those of a deal, `cards` everything that a line may call a card.
    """

    names: ClassVar[tuple[str, ...]]
    deck: ClassVar[tuple[str, ...]]
    cards: ClassVar[tuple[str, ...]]
    options: ClassVar[Mapping[str, Sequence[str]]]
    hand_size: ClassVar[int]
    rubbish: ClassVar[Sequence[str]]
    reader: ClassVar[type[Any]]

    def __init__(
        self, random: Random, lines: list[str] | None = None, *, revoking: float = 0, scanning: float = 0.2
    ) -> None:
        self.random = random
        self.revoking = revoking
        self.scanning = scanning
        self.table: Any = self.reader()
        self.lines: list[str] = []
        self.dealt: dict[int, list[str]] = {}
        for line in lines or self.header(random):
            self.say(line)

    @classmethod
    @abstractmethod
    def header(cls, random: Random) -> list[str]:
        """The lines before the first deal, house rules and scores from before among them."""

    @abstractmethod
    def hand(self, name: str) -> list[str]:
        """The cards truly held now."""

    @abstractmethod
    def step(self) -> None:
        """Says what comes next at an open deal, as these players would."""

    @abstractmethod
    def step_blindly(self) -> None:
        """The same, but cards are any that come to mind."""

    @classmethod
    @abstractmethod
    def own_lines(cls, random: Random, name: str) -> list[str]:
        """What may be said, rightly or wrongly, in this game alone."""

    @classmethod
    def house_rules(cls, random: Random) -> list[str]:
        """Some options, any values."""
        chosen = {name: random.choice(values) for name, values in cls.options.items() if random.random() < 0.4}
        return [f"option {name} {value}" for name, value in chosen.items()]

    def say(self, line: str) -> bool:
        """Writes the line; whether it was accepted."""
        self.lines.append(line)
        answer = self.table.answer(line)
        accepted = answer is not None and answer["verdict"] in FITTING
        if accepted and line == "deal":
            self.dealt[self.deal.number] = self.shuffled()
        return accepted

    def shuffled(self) -> list[str]:
        return self.random.sample(self.deck, len(self.deck))

    def interrupt(self, line: str) -> None:
        """Says anything but what the readers leave open.

        That is dealing and scanning after the evening ended, a remedy where no deal ever was, and one more score
        before the first deal, which might contradict what was brought.
        """
        late = self.now.ended and line.startswith(("deal", "hand", "nest"))
        early = self.now.deal is None and line.startswith(("remedy", "back", "score"))
        if not late and not early:
            self.say(line)

    @property
    def now(self) -> Any:
        """The evening as the reader has it now."""
        return self.table.now

    @property
    def deal(self) -> Any:
        deal = self.now.deal
        assert deal is not None
        return deal

    @property
    def over(self) -> bool:
        return bool(self.now.winners)

    def deal_is_open(self) -> bool:
        return self.now.deal is not None and self.now.deal.outcome == "open" and not self.now.ended

    def totals_brought(self) -> dict[str, int]:
        brought: dict[str, int] = self.table.totals_brought()
        return brought

    def new_deal(self) -> None:
        assert self.say("deal")
        for name in self.names:
            if self.random.random() < self.scanning:
                self.scan(name)

    def scan(self, name: str) -> None:
        self.tap_hand(name, self.hand(name))

    def tap_hand(self, name: str, cards: list[str]) -> None:
        """The whole hand at once, or card by card, perhaps not to its end."""
        if self.random.random() < 0.7:
            self.say(f"hand {name} " + " ".join(cards))
            return
        for card in cards[: self.random.choice([2, len(cards)])]:
            self.say(f"dealt {name} {card}")


def played_out(
    kind: type[Evening], random: Random, *, revoking: float = 0, scanning: float = 0.2, deals: int = 40
) -> Evening:
    """An evening of this many deals at most, or to the end of the game."""
    evening = kind(random, revoking=revoking, scanning=scanning)
    while not evening.over and deals:
        evening.new_deal()
        deals -= 1
        while evening.deal_is_open():
            evening.step()
    return evening


def said_blindly(kind: type[Evening], random: Random, deals: int = 1) -> Evening:
    """A record of players who name any card that comes to mind until one is accepted."""
    evening = kind(random, scanning=0.25)
    while deals and not evening.over:
        evening.new_deal()
        deals -= 1
        while evening.deal_is_open():
            evening.step_blindly()
    return evening


def disturbed(kind: type[Evening], random: Random, steps: int = 200) -> Evening:
    """An evening with revokes, wrong statements, repairs and changes of mind at any moment."""
    evening = kind(random, revoking=random.choice([0.1, 0.3]), scanning=random.choice([0, 0.25, 0.7]))
    for _ in range(steps):
        if random.random() < 0.15:
            evening.interrupt(anything(kind, random))
        elif evening.deal_is_open():
            evening.step()
        elif evening.over and random.random() < 0.5:
            break
        elif random.random() < 0.4:
            evening.interrupt(f"remedy {random.choice(kind.options['renege'])}")
        elif not evening.over and not evening.now.ended:
            evening.new_deal()
        else:
            evening.say(f"undo {random.randint(1, 12)}")
    return evening


def anything(kind: type[Evening], random: Random) -> str:
    """A statement of any kind, most often out of place."""
    name, card = random.choice(kind.names), random.choice(kind.cards)
    size = kind.hand_size
    return random.choice(
        [
            f"{name} {card}",
            f"{name} {card}",
            f"{name} {card} {random.choice(kind.cards)}",
            f"hand {name} {' '.join(random.sample(kind.cards, random.choice([size - 1, size, size])))}",
            f"dealt {name} {card}",
            f"undo {random.choice([1, 1, 1, 2, 3, 5, 30, 500])}",
            f"remedy {random.choice(kind.options['renege'])}",
            f"remedy {random.choice(kind.options['renege'])}",
            "end" if random.random() < 0.1 else "deal",
            f"score {name} 3",
            random.choice(kind.rubbish),
            *kind.own_lines(random, name),
        ]
    )
