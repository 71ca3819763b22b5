"""Evenings of BirdHead by chance: fair play, false lowest cards, and tables that say anything at all.

The naive reader says whose turn it is and what was accepted; the cards are shuffled and dealt here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.companion.games.naive_birdhead import CARDS, OPTIONS, Deal, NaiveBirdHead, matches, rank, ranks

if TYPE_CHECKING:
    from random import Random

NAMES = ["Ann", "Bob", "Cid", "Dot"]
RUBBISH = ["", "# nothing", "; tapped 7/3", "Zed 7", "Ann 12", "Ann", "xyzzy", "Ann 7/6", "Bob pass", "remedy maybe"]
DECK = [card for card in CARDS if "/" in card]


def header(random: Random, *, options: float = 0.4, brought: bool = True) -> list[str]:
    lines = ["game birdhead", "players " + " ".join(NAMES), f"start {random.choice(NAMES)}"]
    house = {name: random.choice(values) for name, values in OPTIONS.items() if random.random() < options}
    lines += [f"option {name} {value}" for name, value in house.items()]
    if brought and random.random() < 0.5:
        return lines + [f"score {name} {random.randint(0, 21)}" for name in NAMES]
    if brought and house.get("markers") != "shuffled-back":
        cards = random.sample(DECK, len(DECK))
        for name in NAMES:
            lying = [cards.pop() for _ in range(random.choice([0, 1, 2, 4]))]
            while sum(map(rank, lying)) > 21:
                lying.pop()
            shown = [card if random.random() < 0.5 else card.split("/")[0] for card in lying]
            lines += [f"markers {name} {' '.join(shown)}"] if shown else []
    return lines


class Evening:
    """Writes one record, line by line, and keeps the cards that were truly dealt."""

    def __init__(self, random: Random, lines: list[str], *, revoking: float = 0, scanning: float = 0.2) -> None:
        self.random = random
        self.revoking = revoking
        self.scanning = scanning
        self.table = NaiveBirdHead()
        self.lines: list[str] = []
        self.dealt: dict[int, list[str]] = {}
        self.naming: list[str] = []  # who names each copy, because the hand was scanned so
        for line in lines:
            self.say(line)

    def say(self, line: str) -> bool:
        """Writes the line; whether it was accepted."""
        self.lines.append(line)
        answer = self.table.answer(line)
        accepted = answer is not None and answer["verdict"] in {"legal", "trust"}
        if accepted and line == "deal":
            self._shuffle()
        return accepted

    def _shuffle(self) -> None:
        cards, aside = self.random.sample(DECK, len(DECK)), self.deal.aside()
        for marker in sorted(aside, key=lambda card: "/" not in card):
            cards.remove(next(card for card in cards if card == marker or card.split("/")[0] == marker))
        self.dealt[self.deal.number] = cards
        self.naming = []

    def interrupt(self, line: str) -> None:
        """Says anything but dealing and scanning after the evening ended, or a remedy where no deal ever was."""
        game = self.table.now
        late = game.ended and line.startswith(("deal", "hand"))
        early = game.deal is None and line.startswith("remedy")
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
        """The cards truly held now, each copy by name."""
        deal = self.deal
        at = deal.size * NAMES.index(name)
        held = self.dealt[deal.number][at : at + deal.size]
        for card in sorted(deal.played(name), key=lambda card: "/" not in card):
            gone = [one for one in held if one == card] or [one for one in held if rank(one) == rank(card)]
            if gone:
                held.remove(gone[0])
        return held

    def new_deal(self) -> None:
        assert self.say("deal")
        for name in NAMES:
            if self.random.random() < self.scanning:
                self._scan(name)

    def _scan(self, name: str) -> None:
        cards = self.hand(name)
        if self.random.random() < 0.5:
            self.naming.append(name)
        else:
            cards = [card.split("/")[0] for card in cards]
        if self.random.random() < 0.7:
            self.say(f"hand {name} " + " ".join(cards))
            return
        for card in cards[: self.random.choice([2, 10])]:
            self.say(f"dealt {name} {card}")

    def step(self) -> None:
        """The next play of these players."""
        deal = self.deal
        name = self.random.choice(self.table.may_act(deal))
        hand = self.random.sample(self.hand(name), deal.held(name))
        if self.table.last_trick(deal):
            self._play(name, hand)
        elif not deal.tricks or len(deal.tricks[-1]) == 4:
            alike = [card for card in hand if rank(card) == rank(hand[0])]
            self._play(name, alike[: self.random.randint(1, min(3, len(hand) - 1))])
        else:
            self._follow(deal, name, hand)

    def _follow(self, deal: Deal, name: str, hand: list[str]) -> None:
        count = len(deal.tricks[-1][0][1])
        if self.random.random() < self.revoking and self._play(name, hand[:count]):
            return
        bar = deal.bar(of_all=self.table.house["bar"] == "max-of-all")
        tries = [self.random.sample(hand, count) for _ in range(4)]
        matching = [cards for cards in tries if matches(ranks(cards), bar)]
        self._play(name, [*matching, sorted(hand, key=rank)[:count]][0])

    def _play(self, name: str, cards: list[str]) -> bool:
        by_name = name in self.naming
        said = [card if by_name or self.random.random() < 0.2 else card.split("/")[0] for card in cards]
        return self.say(f"{name} " + " ".join(said))


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
    """An evening with false plays, wrong statements, repairs and changes of mind at any moment."""
    evening = Evening(
        random, header(random), revoking=random.choice([0.1, 0.4]), scanning=random.choice([0, 0.25, 0.7])
    )
    for _ in range(steps):
        if random.random() < 0.15:
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
    name, card = random.choice(NAMES), random.choice(CARDS)
    some = " ".join(random.sample(CARDS, random.choice([2, 2, 3, 4])))
    return random.choice(
        [
            f"{name} {card}",
            f"{name} {card}",
            f"{name} {card} {card}",
            f"{name} {some}",
            f"hand {name} {' '.join(random.sample(CARDS, random.choice([8, 9, 10, 10])))}",
            f"dealt {name} {card}",
            f"undo {random.choice([1, 1, 1, 2, 3, 5, 30, 500])}",
            f"remedy {random.choice(OPTIONS['renege'])}",
            f"remedy {random.choice(OPTIONS['renege'])}",
            "end" if random.random() < 0.1 else "deal",
            f"score {name} 3",
            random.choice(RUBBISH),
        ]
    )


def said_at_random(random: Random, deals: int = 2) -> Evening:
    """A record of players who name any cards that come to mind until they are accepted."""
    evening = Evening(random, header(random), scanning=0.25)
    while deals and not evening.over:
        evening.new_deal()
        deals -= 1
        while evening.deal_is_open():
            deal = evening.deal
            open_trick = deal.tricks and len(deal.tricks[-1]) < 4
            count = len(deal.tricks[-1][0][1]) if open_trick else random.randint(1, 3)
            name = random.choice(evening.table.may_act(deal))
            if random.random() < 0.3 or name in evening.naming:
                evening.step()
            else:
                evening.say(f"{name} " + " ".join(str(random.randint(2, 11)) for _ in range(count)))
    return evening
