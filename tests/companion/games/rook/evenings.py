"""Random matches of Rook: bids by small steps, a nest laid seen or unseen, admitted revokes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.companion.games.rook.naive_deal import COLOURS, DECK, HAND, NEST, OPTIONS, counters
from tests.companion.games.rook.naive_reader import NaiveRook
from tests.companion.games.trick_evenings import Evening

if TYPE_CHECKING:
    from random import Random


class RookEvening(Evening):
    names = ("Ann", "Bob", "Cid", "Dot")
    deck = cards = tuple(DECK)
    options = OPTIONS
    hand_size = HAND
    rubbish = "|# nothing|; tapped 9B|Zed pass|Ann 4B|Ann|xyzzy|Bob declare|up 9B|remedy maybe".split("|")
    reader = NaiveRook

    def __init__(
        self, random: Random, lines: list[str] | None = None, *, revoking: float = 0, scanning: float = 0.2
    ) -> None:
        self.laid: dict[int, list[str]] = {}
        super().__init__(random, lines, revoking=revoking, scanning=scanning)

    @classmethod
    def header(cls, random: Random) -> list[str]:
        lines = ["game rook", "players " + " ".join(cls.names), f"dealer {random.choice(cls.names)}"]
        lines += cls.house_rules(random)
        if random.random() < 0.7:
            lines += [f"score {name} {5 * random.randint(-20, 59)}" for name in random.sample(cls.names[:2], 2)]
        return lines

    def hand(self, name: str) -> list[str]:
        deal, cards = self.deal, self.dealt[self.deal.number]
        at = HAND * self.names.index(name)
        held = cards[at : at + HAND] + (cards[-NEST:] if name == deal.bidder else [])
        if name == deal.bidder and deal.laid is not None:
            held = [card for card in held if card not in self.laid[deal.number]]
        return [card for card in held if (name, card) not in deal.plays]

    def new_deal(self) -> None:
        super().new_deal()
        if self.random.random() < self.scanning:
            self.say("nest " + " ".join(self.dealt[self.deal.number][-NEST:]))

    def step(self) -> None:
        name = self.table.whose_turn(self.deal)
        match self.table.phase(self.deal):
            case "auction":
                highest = max((bid for _, bid in self.deal.called), default=65)
                bid = max(65, highest) + 5 * self.random.choice([1, 1, 1, 2, 3])
                self.say(f"{name} bid {bid}" if bid <= 120 and self.random.random() < 0.35 else f"{name} pass")
            case "lays":
                self._lays(name)
            case "trump":
                self.say(f"{name} trump {self.random.choice(list(COLOURS))}")
            case _:
                self._play(name)

    def _lays(self, name: str) -> None:
        cards = self.hand(name)
        plain = [card for card in cards if not counters(card)]
        strict = self.table.house["nest"] == "no-counters" and self.random.random() >= self.revoking
        chosen = self.random.sample(plain if strict and len(plain) >= NEST else cards, NEST)
        self.laid[self.deal.number] = chosen
        seen = self.random.random() < max(self.scanning, 0.3)
        if not seen or not self.say(f"{name} lays " + " ".join(chosen)):
            self.say(f"{name} lays")

    def _play(self, name: str) -> None:
        deal, cards = self.deal, self.hand(name)
        if self.revoking and deal.trusted and self.random.random() < 0.04:
            player, card = deal.plays[self.random.choice(deal.trusted[-2:])]
            self.say(f"back {player} {card}")
            return
        if self.random.random() < self.revoking and self.say(f"{name} {self.random.choice(cards)}"):
            return
        self.say(f"{name} {self.random.choice(self._fair(cards))}")

    def _fair(self, cards: list[str]) -> list[str]:
        """The cards that may truly be played."""
        plays = self.deal.plays
        if len(plays) % 4 == 0:
            return cards
        denied = self.deal.denied(plays[len(plays) // 4 * 4][1])
        following = [card for card in cards if card in denied]
        return following + (["Rook"] if "Rook" in cards and "Rook" not in following else []) if following else cards

    def step_blindly(self) -> None:
        if self.table.phase(self.deal) != "play":
            self.step()
            return
        left = [card for card in DECK if card not in self.deal.out()]
        cards = DECK if self.random.random() < 0.1 else left
        self.say(f"{self.table.whose_turn(self.deal)} {self.random.choice(cards)}")

    @classmethod
    def own_lines(cls, random: Random, name: str) -> list[str]:
        some = " ".join(random.sample(DECK, random.choice([4, 5, 5, 5])))
        return [
            f"{name} pass",
            f"{name} bid {random.choice([5, 65, 70, 72, 85, 120, 125])}",
            f"{name} lays",
            f"{name} lays {some}",
            f"{name} trump {random.choice(list(COLOURS))}",
            f"nest {some}",
            f"back {name} {random.choice(DECK)}",
            f"back {name}",
        ]
