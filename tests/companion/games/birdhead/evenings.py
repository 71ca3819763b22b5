"""Random matches of BirdHead: sets, false lowest cards, copies with and without names."""

from __future__ import annotations

from random import Random

from tests.companion.games.birdhead.naive_reader import CARDS, OPTIONS, NaiveBirdHead, matches, rank, ranks
from tests.companion.games.trick_evenings import Evening


class BirdHeadEvening(Evening):
    names = ("Ann", "Bob", "Cid", "Dot")
    deck = tuple(card for card in CARDS if "/" in card)
    cards = tuple(CARDS)
    options = OPTIONS
    hand_size = 10
    rubbish = "|# nothing|; tapped 7/3|Zed 7|Ann 12|Ann|xyzzy|Ann 7/6|Bob pass|remedy maybe".split("|")
    reader = NaiveBirdHead

    def __init__(
        self, random: Random, lines: list[str] | None = None, *, revoking: float = 0, scanning: float = 0.2
    ) -> None:
        self.by_name = random.choice([0, 0.2, 0.5, 1])  # how often a copy is named, in a hand and in play
        super().__init__(random, lines, revoking=revoking, scanning=scanning)

    @classmethod
    def header(cls, random: Random) -> list[str]:
        lines = ["game birdhead", "players " + " ".join(cls.names), f"start {random.choice(cls.names)}"]
        lines += cls.house_rules(random)
        if random.random() < 0.3:
            return lines + [f"score {name} {random.randint(0, 21)}" for name in cls.names]
        return lines + cls._markers(random)

    @classmethod
    def _markers(cls, random: Random) -> list[str]:
        lines, cards = [], random.sample(cls.deck, len(cls.deck))
        for name in cls.names:
            lying = [cards.pop() for _ in range(random.choice([0, 1, 2, 4]))]
            while sum(map(rank, lying)) > 21:
                lying.pop()
            shown = [card if random.random() < 0.5 else card.split("/")[0] for card in lying]
            on_paper = [f"score {name} {sum(map(rank, lying)) if lying else random.randint(0, 21)}"]
            lines += [f"markers {name} {' '.join(shown)}"] if shown else []
            lines += on_paper if random.random() < 0.3 else []
        return lines

    def shuffled(self) -> list[str]:
        cards = super().shuffled()
        for marker in sorted(self.deal.aside(), key=lambda card: "/" not in card):
            cards.remove(next(card for card in cards if card == marker or card.split("/")[0] == marker))
        return cards

    def hand(self, name: str) -> list[str]:
        """The cards truly held now, each copy by name."""
        deal = self.deal
        at = deal.size * self.names.index(name)
        held = self.dealt[deal.number][at : at + deal.size]
        for card in sorted(deal.played(name), key=lambda card: "/" not in card):
            gone = [piece for piece in held if piece == card] or [piece for piece in held if rank(piece) == rank(card)]
            if gone:
                held.remove(gone[0])
        return held

    def scan(self, name: str) -> None:
        self.tap_hand(name, self._said(self.hand(name)))

    def _said(self, cards: list[str]) -> list[str]:
        return [card if self.random.random() < self.by_name else card.split("/")[0] for card in cards]

    def step(self) -> None:
        deal = self.deal
        name = self.random.choice(self.table.may_act(deal))
        hand = self.random.sample(self.hand(name), deal.held(name))
        if self.table.last_trick(deal):
            self._play(name, hand)
        elif not deal.tricks or len(deal.tricks[-1]) == 4:
            alike = [card for card in hand if rank(card) == rank(hand[0])]
            self._play(name, alike[: self.random.randint(1, min(3, len(hand) - 1))])
        else:
            self._follow(name, hand)

    def _follow(self, name: str, hand: list[str]) -> None:
        count = len(self.deal.tricks[-1][0][1])
        if self.random.random() < self.revoking and self._play(name, hand[:count]):
            return
        bar = self.deal.bar(of_all=self.table.house["bar"] == "max-of-all")
        tries = [self.random.sample(hand, count) for _ in range(4)]
        matching = [cards for cards in tries if matches(ranks(cards), bar)]
        self._play(name, [*matching, sorted(hand, key=rank)[:count]][0])

    def _play(self, name: str, cards: list[str]) -> bool:
        return self.say(f"{name} " + " ".join(self._said(cards)))

    def step_blindly(self) -> None:
        deal = self.deal
        name = self.random.choice(self.table.may_act(deal))
        if self.random.random() < 0.3 or self.by_name == 1:
            self.step()
            return
        open_trick = deal.tricks and len(deal.tricks[-1]) < 4
        count = len(deal.tricks[-1][0][1]) if open_trick else self.random.randint(1, 3)
        self.say(f"{name} " + " ".join(str(self.random.randint(2, 11)) for _ in range(count)))

    @classmethod
    def own_lines(cls, random: Random, name: str) -> list[str]:
        card = random.choice(CARDS)
        some = random.sample(CARDS, random.choice([2, 2, 3, 4]))
        return [f"{name} {card} {card}", f"{name} {' '.join(some)}"]
