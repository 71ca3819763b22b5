"""Random matches of Rook: bids by small steps, a nest laid seen or unseen, admitted revokes."""

from __future__ import annotations

from random import Random

from tests.companion.games.rook.naive_deal import COLOURS, EVERY_CARD, NEST, OPTIONS, counters, deck_of, hand_of, total
from tests.companion.games.rook.naive_reader import NaiveRook
from tests.companion.games.trick_evenings import Evening


class RookEvening(Evening):
    names = ("Ann", "Bob", "Cid", "Dot")
    deck = cards = tuple(EVERY_CARD)
    options = OPTIONS
    hand_size = 9
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
        if "option lowest-bid 100" in lines:  # of 120 points it is hardly ever made by chance
            lines = [line for line in lines if not line.startswith(("option cards", "option ones-count"))]
            lines.append(f"option cards {random.choice(['45', '57'])}")
        target = next((int(line.split()[2]) for line in lines if line.startswith("option target")), 300)
        if random.random() < 0.7 or target > 300:  # who plays by chance does not get far
            most = target // 5 - 1
            scores = [5 * random.randint(most - 79, most) for _ in range(2)]
            lines += [f"score {name} {score}" for name, score in zip(cls.names, scores, strict=False)]
        return lines

    def hand(self, name: str) -> list[str]:
        deal, cards = self.deal, self.dealt[self.deal.number]
        size = hand_of(self.table.house)
        at = size * self.names.index(name)
        held = cards[at : at + size] + (cards[-NEST:] if name == deal.bidder else [])
        if name == deal.bidder and deal.laid is not None:
            laid = deal.laid or self.laid.setdefault(deal.number, held[:NEST])  # somebody may have said it in between
            held = [card for card in held if card not in laid]
        return [card for card in held if (name, card) not in deal.plays]

    def shuffled(self) -> list[str]:
        cards = deck_of(self.table.house)
        return self.random.sample(cards, len(cards))

    def new_deal(self) -> None:
        super().new_deal()
        if self.random.random() < self.scanning:
            self.say("nest " + " ".join(self.dealt[self.deal.number][-NEST:]))

    def step(self) -> None:
        name = self.table.whose_turn(self.deal)
        match self.table.phase(self.deal):
            case "auction":
                plain = not any(counters(card, self.table.house) for card in self.hand(name))
                says = self.table.house["misdeal"] == "no-counters" and (plain or self.random.random() < 0.02)
                if says and self.say(f"{name} misdeal"):
                    return
                least, most = int(self.table.house["lowest-bid"]), total(self.table.house)
                highest = max((bid for _, bid in self.deal.called), default=0)
                bid = max(least - 5, highest) + 5 * self.random.choice([1, 1, 1, 2, 3])
                self.say(f"{name} bid {bid}" if bid <= most and self.random.random() < 0.35 else f"{name} pass")
            case "lays":
                self._lays(name)
            case "trump":
                self.say(f"{name} trump {self.random.choice(list(COLOURS))}")
            case _:
                self._play(name)

    def _lays(self, name: str) -> None:
        cards = self.hand(name)
        plain = [card for card in cards if not counters(card, self.table.house)]
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
        lead = plays[len(plays) // 4 * 4][1]
        following = [card for card in cards if card in self.deal.denied(lead) or self.deal.bird_may(card, lead)]
        return following if set(following) - {"Rook"} or (following and self.deal.denied(lead) & {"Rook"}) else cards

    def step_blindly(self) -> None:
        if self.table.phase(self.deal) != "play":
            self.step()
            return
        left = [card for card in deck_of(self.table.house) if card not in self.deal.out()]
        cards = EVERY_CARD if self.random.random() < 0.1 else left
        self.say(f"{self.table.whose_turn(self.deal)} {self.random.choice(cards)}")

    @classmethod
    def own_lines(cls, random: Random, name: str) -> list[str]:
        some = " ".join(random.sample(EVERY_CARD, random.choice([4, 5, 5, 5])))
        return [
            f"{name} pass",
            f"{name} misdeal",
            f"{name} bid {random.choice([5, 65, 70, 72, 85, 100, 120, 125, 180, 200])}",
            f"{name} lays",
            f"{name} lays {some}",
            f"{name} trump {random.choice(list(COLOURS))}",
            f"nest {some}",
            f"back {name} {random.choice(EVERY_CARD)}",
            f"back {name}",
        ]
