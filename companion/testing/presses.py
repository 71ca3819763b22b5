"""Check of the effort at the table: each card is tapped once, and the presses of a deal stay in the game's budget.

The deals are usual ones: nothing is scanned, and people say and play what the hints of the game propose. A set is
closed by the next player's card, a deal begins with its first card or word.
"""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

from companion.inputs.inputs import Pressed, Tapped
from companion.match.header import Header
from companion.match.match import Match
from companion.rules.game import Game
from companion.rules.statements import Statement
from companion.simulation.gesture_search import Gesture, gesture_for, same_story, story
from companion.simulation.hints import hint
from companion.simulation.next_steps import what_to_say
from companion.simulation.open_deal import open_deal, shuffle_deck
from companion.support.values import dataclass, field
from companion.table.handling import handle
from companion.table.setup_dialogue import begin
from companion.table.state import House, Table
from companion.testing.evening import MOST_SAID, NAMES, over
from companion.testing.stories import telling

DEALS = 2
"""Deals that are counted, the longest match at most."""


class CountedGesture(NamedTuple):
    """The taps and presses of one gesture, and the word that it says."""

    word: str
    taps: int
    presses: int


@dataclass(slots=True)
class UsualEvening:
    """A match told to a table by the shortest gestures. `match` is what was meant; the table may still wait for more.

    `deals` has the gestures of each deal.
    """

    match: Match
    table: Table
    seed: str
    deals: list[list[CountedGesture]] = field(default_factory=list)

    @classmethod
    def of(cls, game: Game, case: int) -> UsualEvening:
        """A table of the book's rules, with another number of players each time."""
        seats = game.players[case % len(game.players)]
        header = Header(game, NAMES[:seats], case % seats)
        return cls(Match(header), begin(Table(House({game.name: game})), header, ()).table, str(case))

    def plays_a_deal(self) -> None:
        """Play one deal to its end, by what hints propose."""
        before = self.match.applied
        self.deals.append([])
        while not over(self.match) or self.match.applied == before:
            assert self.match.applied - before < MOST_SAID, f"a usual deal has not ended after {MOST_SAID} statements"
            self._says(self._next_words())

    def _next_words(self) -> tuple[Statement, ...]:
        shuffle = shuffle_deck(self.match.header.game.deck, self.seed)
        cards = open_deal(self.match, shuffle)
        return what_to_say(self.match, cards, hint(self.match, cards, shuffle(1)))

    def _says(self, said: tuple[Statement, ...]) -> None:
        assert said, f"the hints propose nothing: {self.match.expects}"
        after, write = self.match, self.match.header.language.write
        for statement in said:
            after, answer = after.say(statement)
            assert answer.applied, f"the hints propose “{write(statement)}”, and it is {answer.verdict}"
        gesture = gesture_for(self.table, said[-1], after)
        assert gesture is not None, f"no taps and presses say “{' · '.join(map(write, said))}”"
        gesture = self._without_closing(gesture, after)
        for given in gesture:
            self.table = handle(self.table, given, lambda _: 0).table
        self.deals[-1].append(_count(said[-1].word, gesture))
        self.match = after

    def _without_closing(self, gesture: Gesture, after: Match) -> Gesture:
        """A set is left open for the next player's card to close it."""
        taps = tuple(given for given in gesture if isinstance(given, Tapped))
        table = self.table
        for given in taps:
            table = handle(table, given, lambda _: 0).table
        closed_by_press = taps and taps == gesture[: len(taps)] and table.begun.gathered and not after.winners
        return taps if closed_by_press and table.question is None else gesture


def _count(word: str, gesture: Gesture) -> CountedGesture:
    taps = sum(len(given.pieces) for given in gesture if isinstance(given, Tapped))
    return CountedGesture(word, taps, sum(isinstance(given, Pressed) for given in gesture))


def presses(game: Game, case: int) -> None:
    """Everything is said by taps and presses, no card is tapped twice, and presses stay in the budget of the game."""
    evening = UsualEvening.of(game, case)
    with telling(evening):
        while evening.match.expects.words and len(evening.deals) < DEALS:
            before = evening.match.applied
            evening.plays_a_deal()
            said = islice(evening.match.story(), evening.match.applied - before)
            cards = sum(len(match.said.cards) for match in said if match.said)
            taps, pressed = (sum(column) for column in list(zip(*evening.deals[-1], strict=True))[1:])
            assert taps <= cards, f"{taps} taps for the {cards} cards of a deal"
            too_many = f"{pressed} presses in a deal, and {game.presses} are what the game states"
            assert pressed <= (game.presses or pressed), too_many
        if not evening.table.begun.gathered:
            assert same_story(story(evening.table.playing), story(evening.match)), "the table tells another story"
