"""Evenings of Bird Dog by chance: records of fair play, of players who revoke, and of tables that say anything at all.

The naive reader says whose turn it is and what was accepted; the cards are shuffled and dealt here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.companion.games.naive_birddog import NaiveTable
from tests.companion.games.naive_birddog_deal import DECK, HAND, OPTIONS, Deal, own_plays, suit_of

if TYPE_CHECKING:
    from random import Random

NAMES = ["Ann", "Bob", "Cid"]
RUBBISH = ["", "# nothing", "; tapped 9H", "Zed pass", "Ann 8H", "Ann", "xyzzy", "Bob bid 75", "up", "remedy maybe"]


def header(random: Random, *, scores: bool = True, options: bool = True) -> list[str]:
    lines = ["game birddog", "players " + " ".join(NAMES), f"dealer {random.choice(NAMES)}"]
    for name, values in OPTIONS.items():
        if options and random.random() < 0.5:
            lines.append(f"option {name} {random.choice(values)}")
    if scores and random.random() < 0.7:
        lines += [f"score {name} {random.randint(-5, 10)}" for name in NAMES]
    elif scores and random.random() < 0.4:
        lines += [f"score {name} 12" for name in random.sample(NAMES, random.randint(2, 3))]
    return lines


class Evening:
    """Writes one record, line by line, and keeps the cards that were truly dealt."""

    def __init__(self, random: Random, lines: list[str], *, revoking: float = 0, scanning: float = 0.2) -> None:
        self.random = random
        self.revoking = revoking
        self.scanning = scanning
        self.table = NaiveTable()
        self.lines: list[str] = []
        self.dealt: dict[int, list[str]] = {}
        for line in lines:
            self.say(line)

    def say(self, line: str) -> bool:
        """Writes the line; whether it was accepted."""
        self.lines.append(line)
        answer = self.table.answer(line)
        accepted = answer is not None and answer["verdict"] in {"legal", "trust"}
        if accepted and line == "deal":
            self.dealt[self._deal().number] = self.random.sample(DECK, len(DECK))
        return accepted

    def interrupt(self, line: str) -> None:
        """Says anything but dealing and scanning after the evening ended, or a remedy where no deal ever was."""
        game = self.table.now()
        late = game.ended and line.startswith(("deal", "hand"))
        early = game.deal is None and line.startswith("remedy")
        if not late and not early:
            self.say(line)

    @property
    def over(self) -> bool:
        return self.table.now().winner is not None

    def deal_is_open(self) -> bool:
        game = self.table.now()
        return game.deal is not None and game.deal.outcome == "open" and not game.ended

    def _deal(self) -> Deal:
        deal = self.table.now().deal
        assert deal
        return deal

    def hand(self, name: str) -> list[str]:
        """The cards truly left in this hand."""
        at = HAND * NAMES.index(name)
        deal = self._deal()
        return [card for card in self.dealt[deal.number][at : at + HAND] if card not in own_plays(deal, name)]

    def new_deal(self) -> None:
        assert self.say("deal")
        for name in NAMES:
            if self.random.random() < self.scanning:
                self._scan(name)

    def _scan(self, name: str) -> None:
        if self.random.random() < 0.7:
            self.say(f"hand {name} " + " ".join(self.hand(name)))
            return
        for card in self.hand(name)[: self.random.choice([2, 7])]:
            self.say(f"dealt {name} {card}")

    def step(self) -> None:
        """Says what comes next at an open deal, as these players would."""
        deal = self._deal()
        name = self.table.whose_turn(deal)
        match self.table.awaited(deal, "pass"):
            case "up":
                stack = self.dealt[deal.number][3 * HAND :]
                self.say(f"up {stack[len(deal.ups)]}")
            case "pass" if deal.trump is None:
                self.say(f"{name} {self.random.choice(['declare', 'pass', 'pass', 'pass'])}")
            case "pass":
                self.say(f"{name} {self.random.choice(['nil', 'pass', 'pass', 'pass'])}")
            case _:
                self._play(deal, name)

    def _play(self, deal: Deal, name: str) -> None:
        cards = self.hand(name)
        led = suit_of(deal.tricks[-1][0][1]) if deal.tricks and len(deal.tricks[-1]) < 3 else ""
        following = [card for card in cards if suit_of(card) == led] or cards
        if self.random.random() < self.revoking and self.say(f"{name} {self.random.choice(cards)}"):
            return
        self.say(f"{name} {self.random.choice(following)}")


def played_out(random: Random, *, revoking: float = 0, scanning: float = 0.2, deals: int = 40) -> Evening:
    """An evening of this many deals at most, or to the end of the game."""
    evening = Evening(random, header(random), revoking=revoking, scanning=scanning)
    while not evening.over and deals:
        evening.new_deal()
        deals -= 1
        while evening.deal_is_open():
            evening.step()
    return evening


def disturbed(random: Random, steps: int = 150) -> Evening:
    """An evening with revokes, wrong statements, repairs and changes of mind at any moment."""
    evening = Evening(random, header(random), revoking=0.3, scanning=0.25)
    for _ in range(steps):
        if random.random() < 0.2:
            evening.interrupt(anything(random))
        elif evening.deal_is_open():
            evening.step()
        elif evening.over and random.random() < 0.5:
            break
        else:
            _between_deals(random, evening)
    return evening


def _between_deals(random: Random, evening: Evening) -> None:
    if random.random() < 0.4:
        evening.interrupt(f"remedy {random.choice(OPTIONS['renege'])}")
    elif not evening.over and not evening.table.now().ended:
        evening.new_deal()
    else:
        evening.say(f"undo {random.randint(1, 12)}")


def anything(random: Random) -> str:
    """A statement of any kind, most often out of place."""
    name = random.choice(NAMES)
    card = random.choice(DECK)
    return random.choice(
        [
            f"{name} {card}",
            f"{name} {card}",
            f"{name} {card} {random.choice(DECK)}",
            f"{name} pass",
            f"{name} nil",
            f"{name} declare",
            f"up {card}",
            f"up {card} {random.choice(DECK)}",
            f"hand {name} {' '.join(random.sample(DECK, random.choice([6, 7, 7, 7])))}",
            f"dealt {name} {card}",
            f"undo {random.choice([1, 1, 2, 3, 5, 30, 500])}",
            f"remedy {random.choice(OPTIONS['renege'])}",
            "end" if random.random() < 0.2 else "deal",
            f"score {name} 3",
            random.choice(RUBBISH),
        ]
    )


def said_at_random(random: Random, deals: int = 2) -> list[str]:
    """A record of players who name any card that comes to mind until one is accepted."""
    evening = Evening(random, header(random), scanning=0.25)
    while deals and not evening.over:
        evening.new_deal()
        deals -= 1
        while evening.deal_is_open():
            deal = evening.table.now().deal
            assert deal
            if evening.table.awaited(deal, "pass") != "play":
                evening.step()
            else:
                evening.say(f"{evening.table.whose_turn(deal)} {random.choice(DECK)}")
    return evening.lines
