"""The games without suits, as somebody who listens has them in mind; and all games by their titles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.listeners.rulebook import RANKS, Rulebook, height, number_in, rank
from tests.listeners.trick_games import BirdDog, Euchre, Hearts, Rook, Spades

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.listeners.rulebook import Wanted


class BirdHead(Rulebook):
    """Each card is matched, or the lowest are played."""

    def plays(self, asked: str, hand: Sequence[str]) -> tuple[str, ...]:
        """Alike cards to lead; to follow, the lowest that match each card, or the lowest."""
        ranked = sorted(hand, key=height)
        if asked.startswith("lead"):
            most = 1 if "lead one card" in asked else min(3, len(hand) - 1)
            return tuple([card for card in ranked if card == ranked[0]][:most])
        bar = [
            number_in(part)
            for part in asked.split(" or more", maxsplit=1)[0].rsplit(", ", maxsplit=1)[-1].split(" plus ")
        ]
        return matching(bar, ranked) or tuple(ranked[: len(bar)])


def matching(bar: Sequence[int], ranked: Sequence[str]) -> tuple[str, ...]:
    """The lowest cards of which each is at least what it stands against; empty: there are none."""
    chosen: list[str] = []
    left = list(ranked)
    for least in bar:
        fits = [card for card in left if int(card) >= least]
        if not fits:
            return ()
        chosen.append(fits[0])
        left.remove(fits[0])
    return tuple(chosen)


class Bonehead(Rulebook):
    """The lowest card that beats the pile, with all that are alike; twos and tens at last."""

    def plays(self, asked: str, hand: Sequence[str]) -> tuple[str, ...]:
        """Cards of one rank that beat the pile; the highest become heads; a bone is turned whatever it is."""
        if "bone" in asked:
            return tuple(hand[:1])
        ranked = sorted(hand, key=lambda card: (rank(card) in {"2", "10"}, height(card)))
        if found := re.match(r"lay (\d) (?:more )?cards? open", asked):
            return tuple(ranked[-int(found[1]) :])
        beaten = re.search(r"(\w+) or higher", asked) or re.search("another (ace)", asked)
        least = height(RANKS.get(beaten[1], beaten[1])) if beaten else 0
        fits = [card for card in ranked if rank(card) in {"2", "10"} or height(card) >= least]
        return tuple(card for card in fits if rank(card) == rank(fits[0]))

    def instead(self, answer: str) -> bool:
        """The pile is taken."""
        return answer == "take the pile"


class Toriatama(Rulebook):
    """The own drinks are remembered: which are in the right and in the left fist."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.fists: dict[str, list[str]] = {"right": [], "left": []}
        self.taker, self.new, self.chosen, self.opened = "", "", "", ""

    def hears(self, text: str) -> None:
        """Move the own drinks on and put them back, as it is told."""
        if found := re.fullmatch(r"(\w+) takes a drink\.", text):
            self.taker = found[1]
            if self.taker == self.name:
                self._move_on([self.chosen])
        elif found := re.fullmatch(r"The new drink is (.+)\.", text):
            self.new = found[1]
        elif text == f"{self.name} moves the drinks on.":
            self._move_on([])
        elif found := re.match(r"(\w+)'s claim: New drink back to centre, the claimed one moves from (\w+) hand", text):
            self._claimed(found[2] if found[1] == self.name else "")
        elif text.startswith(f"{self.name} is wrong: "):
            self.fists[self.opened] = []

    def _move_on(self, new: list[str]) -> None:
        self.fists = {"right": new, "left": self.fists["right"]}

    def _claimed(self, fist: str) -> None:
        if self.taker == self.name:
            self.fists["right"] = []
        for drink in self._matching(fist)[:1]:
            self.fists[fist].remove(drink)
            self.fists["left"] += [drink] * (fist == "right")

    def _matching(self, fist: str) -> list[str]:
        return [drink for drink in self.fists.get(fist, ()) if set(drink.split()) & set(self.new.split())]

    def volunteers(self, lines: Sequence[str], hand: Sequence[str]) -> bool:
        """Whether an own drink is like the new one, which somebody else has taken."""
        alike = any(map(self._matching, self.fists))
        return " ".join(lines).startswith("Who claims a drink") and self.taker != self.name and alike

    def plays(self, asked: str, hand: Sequence[str]) -> tuple[str, ...]:
        """The first drink in the centre."""
        self.chosen = hand[0].replace("-", " ")
        return (hand[0],)

    def answers(self, asked: str, answers: Mapping[str, str], hand: Sequence[str]) -> Wanted | None:
        """By which word the own drink is claimed, and in which hand it is."""
        if asked == "colour or shape?":
            own = next(self._matching(fist)[0] for fist in self.fists if self._matching(fist))
            return lambda answer: answer in own.split()
        if asked.startswith("which hand"):
            self.opened = next(fist for fist in self.fists if self._matching(fist))
            return f"{self.opened} hand".__eq__
        return None if "take a drink" in asked or "takes a drink" in asked else lambda answer: answer == "the game ends"


RULEBOOKS: Mapping[str, type[Rulebook]] = {
    "BirdHead cards": BirdHead,
    "Bird Dog": BirdDog,
    "Rook": Rook,
    "Toriatama drinks": Toriatama,
    "Bonehead": Bonehead,
    "Hearts": Hearts,
    "Spades": Spades,
    "Euchre": Euchre,
}
"""By the title of the game, as the menu calls it."""
