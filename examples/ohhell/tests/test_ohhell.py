"""The records of Oh Hell, added up once more by hand: nothing of the game's own rules is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from companion import api
from ohhell.rules import OH_HELL, hand_sizes


RECORDS = Path(__file__).parents[1] / "ohhell/records"
HIGH = "2 3 4 5 6 7 8 9 10 J Q K A".split()
MATCHES = ("example", "down-difference", "first-deals", "up-down", "up-seven")


@dataclass
class ByHand:
    """One deal on paper."""

    trump: str = ""
    bids: dict[str, int] = field(default_factory=dict)
    won: dict[str, int] = field(default_factory=dict)
    trick: list[tuple[str, str]] = field(default_factory=list)

    def takes(self, name: str, card: str, players: int) -> None:
        """One more card; the last of a trick gives it to somebody."""
        self.trick.append((name, card))
        if len(self.trick) == players:
            suits = [card[-1] for _, card in self.trick]
            suit = self.trump if self.trump in suits else suits[0]
            best = max((HIGH.index(card[:-1]), name) for name, card in self.trick if card[-1] == suit)
            self.won[best[1]] = self.won.get(best[1], 0) + 1
            self.trick = []

    def scores(self, missed: str) -> dict[str, int]:
        """What everybody gets."""
        found = {}
        for name, bid in self.bids.items():
            won = self.won.get(name, 0)
            off = {"tricks": won, "nothing": 0, "difference": -abs(bid - won)}[missed]
            found[name] = 10 + bid if won == bid else off
        return found


def added_up(text: str) -> Iterator[tuple[dict[str, int], dict[str, int]]]:
    """For each deal of a record the scores that it tells, and those added up here."""
    deal, missed, players = ByHand(), "tricks", 0
    for line in text.splitlines():
        said, _, comment = line.partition("#")
        match [] if "illegal" in comment else said.split():
            case ["players", *names]:
                players = len(names)
            case ["option", "missed", value]:
                missed = value
            case ["deal"]:
                deal = ByHand()
            case ["up", card]:
                deal.trump = card[-1]
            case [name, "bid", number]:
                deal.bids[name] = int(number)
            case [name, card] if deal.bids:
                deal.takes(name, card, players)
        if line.startswith("# => deal-score"):
            told = dict(word.split("=") for word in line.split()[3:])
            yield {name: int(points) for name, points in told.items()}, deal.scores(missed)


@pytest.mark.parametrize("name", MATCHES)
def test_the_scores_of_a_record_are_those_added_up_by_hand(name: str) -> None:
    deals = list(added_up((RECORDS / f"{name}.table").read_text("utf-8")))
    assert deals
    for told, found in deals:
        assert told == found


@pytest.mark.parametrize(("seats", "most", "deals"), [(3, 10, 19), (4, 10, 19), (5, 10, 19), (6, 8, 15), (7, 7, 13)])
def test_the_hands_shrink_to_one_card_and_grow_again(seats: int, most: int, deals: int) -> None:
    assert seats in OH_HELL.players
    options = {option.name: option.values[0] for option in OH_HELL.options}
    sizes = hand_sizes(api.Setup(seats, 0, (0,) * seats, options))
    assert sizes == (*range(most, 0, -1), *range(2, most + 1))
    assert len(sizes) == deals
    assert most * seats < len(OH_HELL.deck)
