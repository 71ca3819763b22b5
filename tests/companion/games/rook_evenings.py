"""Evenings of Rook by chance: fair play, revokes that are hidden or admitted, and tables that say anything at all.

The naive reader says whose turn it is and what was accepted; the cards are shuffled and dealt here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.companion.games.naive_rook import NaiveRook
from tests.companion.games.naive_rook_deal import COLOURS, DECK, HAND, NEST, OPTIONS, Deal, counters

if TYPE_CHECKING:
    from random import Random

NAMES = ["Ann", "Bob", "Cid", "Dot"]
RUBBISH = ["", "# nothing", "; tapped 9B", "Zed pass", "Ann 4B", "Ann", "xyzzy", "Bob declare", "up 9B", "remedy maybe"]


def header(random: Random, *, options: float = 0.4, scores: bool = True) -> list[str]:
    lines = ["game rook", "players " + " ".join(NAMES), f"dealer {random.choice(NAMES)}"]
    lines += [f"option {name} {random.choice(values)}" for name, values in OPTIONS.items() if random.random() < options]
    if scores and random.random() < 0.7:
        lines += [f"score {name} {5 * random.randint(-20, 59)}" for name in random.sample(NAMES[:2], 2)]
    return lines


class Evening:
    """Writes one record, line by line, and keeps the cards that were truly dealt."""

    def __init__(self, random: Random, lines: list[str], *, revoking: float = 0, scanning: float = 0.2) -> None:
        self.random = random
        self.revoking = revoking
        self.scanning = scanning
        self.table = NaiveRook()
        self.lines: list[str] = []
        self.dealt: dict[int, list[str]] = {}
        self.laid: dict[int, list[str]] = {}
        for line in lines:
            self.say(line)

    def say(self, line: str) -> bool:
        """Writes the line; whether it was accepted."""
        self.lines.append(line)
        answer = self.table.answer(line)
        accepted = answer is not None and answer["verdict"] in {"legal", "trust"}
        if accepted and line == "deal":
            self.dealt[self.deal.number] = self.random.sample(DECK, len(DECK))
        return accepted

    def interrupt(self, line: str) -> None:
        """Says anything but dealing and scanning after the evening ended, or a remedy where no deal ever was."""
        game = self.table.now
        late = game.ended and line.startswith(("deal", "hand", "nest"))
        early = game.deal is None and line.startswith(("remedy", "back"))
        if not late and not early:
            self.say(line)

    @property
    def deal(self) -> Deal:
        deal = self.table.now.deal
        assert isinstance(deal, Deal)
        return deal

    @property
    def over(self) -> bool:
        return bool(self.table.now.winners)

    def deal_is_open(self) -> bool:
        game = self.table.now
        return game.deal is not None and game.deal.outcome == "open" and not game.ended

    def hand(self, name: str) -> list[str]:
        """The cards truly held now."""
        deal, cards = self.deal, self.dealt[self.deal.number]
        at = HAND * NAMES.index(name)
        held = cards[at : at + HAND] + (cards[-NEST:] if name == deal.bidder else [])
        if name == deal.bidder and deal.laid is not None:
            held = [card for card in held if card not in self.laid[deal.number]]
        return [card for card in held if (name, card) not in deal.plays]

    def new_deal(self) -> None:
        assert self.say("deal")
        for name in NAMES:
            if self.random.random() < self.scanning:
                self._scan(name)
        if self.random.random() < self.scanning:
            self.say("nest " + " ".join(self.dealt[self.deal.number][-NEST:]))

    def _scan(self, name: str) -> None:
        if self.random.random() < 0.7:
            self.say(f"hand {name} " + " ".join(self.hand(name)))
            return
        for card in self.hand(name)[: self.random.choice([2, HAND])]:
            self.say(f"dealt {name} {card}")

    def step(self) -> None:
        """Says what comes next at an open deal, as these players would."""
        deal = self.deal
        name = self.table.whose_turn(deal)
        match self.table.phase(deal):
            case "auction":
                highest = max((bid for _, bid in deal.called), default=65)
                bid = max(65, highest) + 5 * self.random.choice([1, 1, 1, 2, 3])
                self.say(f"{name} bid {bid}" if bid <= 120 and self.random.random() < 0.35 else f"{name} pass")
            case "lays":
                self._lays(name)
            case "trump":
                self.say(f"{name} trump {self.random.choice(list(COLOURS))}")
            case _:
                self._play(deal, name)

    def _lays(self, name: str) -> None:
        cards = self.hand(name)
        plain = [card for card in cards if not counters(card)]
        strict = self.table.house["nest"] == "no-counters" and self.random.random() >= self.revoking
        chosen = self.random.sample(plain if strict and len(plain) >= NEST else cards, NEST)
        self.laid[self.deal.number] = chosen
        seen = self.random.random() < max(self.scanning, 0.3)
        if not seen or not self.say(f"{name} lays " + " ".join(chosen)):
            self.say(f"{name} lays")

    def _play(self, deal: Deal, name: str) -> None:
        cards = self.hand(name)
        if self.revoking and deal.trusted and self.random.random() < 0.04:
            player, card = deal.plays[self.random.choice(deal.trusted[-2:])]
            self.say(f"back {player} {card}")
            return
        if self.random.random() < self.revoking and self.say(f"{name} {self.random.choice(cards)}"):
            return
        self.say(f"{name} {self.random.choice(self.fair(deal, cards))}")

    def fair(self, deal: Deal, cards: list[str]) -> list[str]:
        """The cards that may truly be played."""
        if len(deal.plays) % 4 == 0:
            return cards
        denied = deal.denied(deal.plays[len(deal.plays) // 4 * 4][1])
        following = [card for card in cards if card in denied]
        return following + (["Rook"] if "Rook" in cards and "Rook" not in following else []) if following else cards


def played_out(random: Random, *, revoking: float = 0, scanning: float = 0.2, deals: int = 40) -> Evening:
    """An evening of this many deals at most, or to the end of the game."""
    evening = Evening(random, header(random), revoking=revoking, scanning=scanning)
    while not evening.over and deals:
        evening.new_deal()
        deals -= 1
        while evening.deal_is_open():
            evening.step()
    return evening


def disturbed(random: Random, steps: int = 200) -> Evening:
    """An evening with revokes, wrong statements, repairs and changes of mind at any moment."""
    evening = Evening(
        random, header(random), revoking=random.choice([0.1, 0.3]), scanning=random.choice([0, 0.25, 0.7])
    )
    for _ in range(steps):
        if random.random() < 0.1:
            evening.interrupt(anything(random))
        elif evening.deal_is_open():
            evening.step()
        elif evening.over and random.random() < 0.5:
            break
        elif random.random() < 0.4:
            evening.interrupt(f"remedy {random.choice(OPTIONS['renege'])}")
        elif not evening.over and not evening.table.now.ended:
            evening.new_deal()
        else:
            evening.say(f"undo {random.randint(1, 12)}")
    return evening


def anything(random: Random) -> str:
    """A statement of any kind, most often out of place."""
    name, card = random.choice(NAMES), random.choice(DECK)
    some = " ".join(random.sample(DECK, random.choice([4, 5, 5, 5])))
    return random.choice(
        [
            f"{name} {card}",
            f"{name} {card}",
            f"{name} {card} {random.choice(DECK)}",
            f"{name} pass",
            f"{name} bid {random.choice([5, 65, 70, 72, 85, 120, 125])}",
            f"{name} lays",
            f"{name} lays {some}",
            f"{name} trump {random.choice(list(COLOURS))}",
            f"hand {name} {' '.join(random.sample(DECK, random.choice([8, 9, 9])))}",
            f"dealt {name} {card}",
            f"nest {some}",
            f"back {name} {card}",
            f"back {name}",
            f"undo {random.choice([1, 1, 1, 2, 3, 5, 30, 500])}",
            f"remedy {random.choice(OPTIONS['renege'])}",
            f"remedy {random.choice(OPTIONS['renege'])}",
            "end" if random.random() < 0.1 else "deal",
            f"score {name} 3",
            random.choice(RUBBISH),
        ]
    )


def said_at_random(random: Random, deals: int = 1) -> Evening:
    """A record of players who name any card that comes to mind until one is accepted."""
    evening = Evening(random, header(random), scanning=0.25)
    while deals and not evening.over:
        evening.new_deal()
        deals -= 1
        while evening.deal_is_open():
            if evening.table.phase(evening.deal) == "play":
                cards = DECK if random.random() < 0.1 else [card for card in DECK if card not in evening.deal.out()]
                evening.say(f"{evening.table.whose_turn(evening.deal)} {random.choice(cards)}")
            else:
                evening.step()
    return evening
