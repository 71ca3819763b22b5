"""Random matches of Bird Dog: cards are turned up, players declare or pass, and say nil."""

from __future__ import annotations

from random import Random

from tests.companion.games.birddog.naive_deal import DECK, HAND, OPTIONS, own_plays, suit_of
from tests.companion.games.birddog.naive_reader import NaiveBirdDog
from tests.companion.games.trick_evenings import Evening


class BirdDogEvening(Evening):
    names = ("Ann", "Bob", "Cid")
    deck = cards = tuple(DECK)
    options = OPTIONS
    hand_size = HAND
    rubbish = "|# nothing|; tapped 9H|Zed pass|Ann 8H|Ann|xyzzy|Bob bid 75|up|remedy maybe".split("|")
    reader = NaiveBirdDog

    @classmethod
    def header(cls, random: Random) -> list[str]:
        lines = ["game birddog", "players " + " ".join(cls.names), f"dealer {random.choice(cls.names)}"]
        lines += cls.house_rules(random)
        how = random.random()
        if how < 0.7:
            lines += [f"score {name} {random.randint(-5, 10)}" for name in cls.names]
        elif how < 0.8:
            lines += [f"score {name} 12" for name in random.sample(cls.names, random.randint(2, 3))]
        return lines

    def totals_brought(self) -> dict[str, int]:
        brought = {line.split()[1]: int(line.split()[2]) for line in self.lines if line.startswith("score")}
        return dict.fromkeys(self.names, 0) | brought

    def hand(self, name: str) -> list[str]:
        at = HAND * self.names.index(name)
        cards = self.dealt[self.deal.number][at : at + HAND]
        return [card for card in cards if card not in own_plays(self.deal, name)]

    def step(self) -> None:
        deal = self.deal
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
                self._play(name)

    def _play(self, name: str) -> None:
        cards, tricks = self.hand(name), self.deal.tricks
        led = suit_of(tricks[-1][0][1]) if tricks and len(tricks[-1]) < 3 else ""
        following = [card for card in cards if suit_of(card) == led] or cards
        if self.random.random() < self.revoking and self.say(f"{name} {self.random.choice(cards)}"):
            return
        self.say(f"{name} {self.random.choice(following)}")

    def step_blindly(self) -> None:
        if self.table.awaited(self.deal, "pass") == "play":
            self.say(f"{self.table.whose_turn(self.deal)} {self.random.choice(DECK)}")
        else:
            self.step()

    @classmethod
    def own_lines(cls, random: Random, name: str) -> list[str]:
        card, other = random.choice(DECK), random.choice(DECK)
        return [f"{name} pass", f"{name} nil", f"{name} declare", f"up {card}", f"up {card} {other}"]
