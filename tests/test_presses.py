"""The taps and presses of a deal, counted over a random match of each game, stay within the table of the product.

The table assumes usual deals, and so does the match: hands are not scanned, in Bird Dog the first turned-up card is
declared and nobody says nil, in Rook one bids and three pass. A set is closed by the next player's card, the next
deal begins with its first card or bid.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from companion.games.registry import GAMES
from companion.inputs.inputs import Pressed, Tapped
from companion.match.header import Header
from companion.match.match import Match
from companion.runtime.recorder import Recorder
from companion.simulation.box import CLOCK_BEGINS, Chances, SimulatedBox
from companion.simulation.gesture_search import Gesture, gesture_for, same_story, story
from companion.simulation.hints import hint
from companion.simulation.next_steps import what_to_say
from companion.simulation.open_deal import deals, open_deal, shuffled
from companion.storage.records import Store
from companion.table.handling import handle
from companion.table.new_game import begin
from companion.table.state import House, Table

if TYPE_CHECKING:
    from pathlib import Path

    from companion.rules.statements import Statement

NAMES = ("Ann", "Bob", "Cid", "Dee")


@dataclass
class Counted:
    """Taps and presses of one statement or one deal."""

    taps: int = 0
    presses: int = 0

    def add(self, gesture: Gesture) -> None:
        self.taps += sum(len(given.pieces) for given in gesture if isinstance(given, Tapped))
        self.presses += sum(isinstance(given, Pressed) for given in gesture)


@dataclass
class Evening:
    """A match on the simulated table, told by the shortest gestures; `told` is what was meant, the table may wait."""

    machine: SimulatedBox
    told: Match
    seed: str
    by_deal: dict[int, Counted] = field(default_factory=lambda: defaultdict(Counted))
    by_word: dict[str, list[Counted]] = field(default_factory=lambda: defaultdict(list))

    def plays_to_its_end(self) -> None:
        while not self.told.winners:
            said = self.next_words()
            after = self.told
            for one in said:
                after, answer = after.say(one)
                assert answer.applied
            gesture = gesture_for(self.machine.table, said[-1], after)
            assert gesture is not None, said
            self.does(self._without_closing(gesture, after), said[-1].word, after)
        assert same_story(story(self.machine.table.playing), story(self.told))

    def next_words(self) -> tuple[Statement, ...]:
        game = self.told.header.game
        shuffle = shuffled(game.deck, self.seed)
        cards = open_deal(self.told, shuffle)
        declares = [one.says for one in self.told.expects.answers() if one.says[-1].word == "declare"]
        if declares:
            return declares[deals(self.told) % len(declares)]
        tip = hint(self.told, cards, shuffle(1))
        first_lead = self.told.expects.headline == "Nil?" and tip is not None and self.told.expects.tap
        if first_lead and tip:
            return (*self.told.expects.implied, first_lead.with_cards(*tip.right))
        return what_to_say(self.told, cards, tip)

    def _without_closing(self, gesture: Gesture, after: Match) -> Gesture:
        """A set is left open for the next player's card to close it."""
        taps = tuple(given for given in gesture if isinstance(given, Tapped))
        table = self.machine.table
        for given in taps:
            table = handle(table, given, lambda _: 0).table
        closed_by_press = taps and taps == gesture[: len(taps)] and table.begun.gathered and not after.winners
        return taps if closed_by_press and table.question is None else gesture

    def does(self, gesture: Gesture, word: str, after: Match) -> None:
        for given in gesture:
            match given:
                case Tapped(pieces=pieces):
                    self.machine.tap(*map(str, pieces))
                case Pressed(button=button):
                    self.machine.press(button.value)
        self.told = after
        self.by_deal[deals(after)].add(gesture)
        self.by_word[word].append(Counted())
        self.by_word[word][-1].add(gesture)


def evening(game: str, players: int, directory: Path, seed: str, score: int = 0) -> Evening:
    """The match after it was played; a score from before makes it shorter."""
    scores = dict.fromkeys(range(players), score) if score else {}
    header = Header(GAMES[game], NAMES[:players], 0, scores=scores)
    store = Store(directory)
    keeper = Recorder(store, lambda: CLOCK_BEGINS)
    keeper.keep(begin(Table(House(GAMES)), header, ()))
    keeper.close()
    evening = Evening(SimulatedBox(store, Chances(regulars=())), Match(header), seed)
    evening.machine.press("BACK")
    evening.plays_to_its_end()
    return evening


# game, players, score from before, and the most taps and presses of a deal
PER_DEAL = [
    ("birddog", 3, 8, 22, 4),
    ("rook", 4, 200, 36, 10),
    ("bonehead", 4, 0, 110, 20),
    ("hearts", 4, 60, 52, 4),
]


@pytest.mark.parametrize("seed", ["1", "2"])
@pytest.mark.parametrize(("game", "players", "score", "taps", "presses"), PER_DEAL)
def test_a_deal_takes_no_more_taps_and_presses_than_promised(  # noqa: PLR0917 - a row of the table
    game: str, players: int, score: int, taps: int, presses: int, seed: str, tmp_path: Path
) -> None:
    counted = evening(game, players, tmp_path, seed, score).by_deal
    assert max(deal.taps for deal in counted.values()) <= taps
    assert max(deal.presses for deal in counted.values()) <= presses


@pytest.mark.parametrize("seed", ["1", "2"])
def test_birdhead_is_forty_taps_and_a_press_only_where_a_lead_is_followed_by_its_own_rank(
    seed: str, tmp_path: Path
) -> None:
    """The three presses of the table are a usual deal: nobody can say how often a rank meets itself."""
    played = evening("birdhead", 4, tmp_path, seed, 12)
    counted = list(played.by_deal.values())
    assert all(deal.taps == 40 for deal in counted)
    assert sum(deal.presses for deal in counted) <= 3 * len(counted)
    assert all(play.presses <= 2 for play in played.by_word["play"])
    assert sum(play.presses for play in played.by_word["play"]) <= 2 * own_rank_follows(played.told)


def own_rank_follows(match: Match) -> int:
    """How often the second play of a trick begins with the rank of the lead."""
    said = [one.said for one in reversed(list(match.story())) if one.said is not None]
    return sum(
        bool(one.cards and two.cards)
        and one.seat != two.seat
        and one.cards[0].rank in {card.rank for card in two.cards}
        for one, two in pairwise(said)
    )


def test_a_turn_of_toriatama_is_one_tap_and_a_claim_four_presses_at_most(tmp_path: Path) -> None:
    words = evening("toriatama", 4, tmp_path, "1").by_word
    assert all((take.taps, take.presses) == (1, 0) for take in words["takes"])
    assert len(words["claims"]) > 2
    assert all(claim.taps == 0 and claim.presses <= 4 for claim in words["claims"])
