"""What every game is: a rulebook that answers four questions, and the words it is told in.

`begin` a match, say what it `expects`, `judge` a statement, `advance` by one that was right. States are values;
nothing in here knows a tag, a button, a file or the time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.statements import END, UNDO, Language, Word

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.cards import Card, Deck
    from companion.events import Event
    from companion.referee.verdicts import Rule, Verdict
    from companion.seats import Seat
    from companion.statements import Statement


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule; the first value is the book's. `meaning` is one line for people."""

    name: str
    values: tuple[str, ...]
    meaning: str


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that is settled before the first deal.

    `opener` deals or starts the first deal, as the game has it; `scores` were brought from before, by seat;
    `markers` are cards that lie in front of each seat from before (empty: none anywhere); `options` holds every
    house rule of the game.
    """

    seats: int
    opener: Seat
    scores: tuple[int, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    markers: tuple[tuple[Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question of the game: a word or a seat to show, and everything it says at once."""

    label: str
    says: tuple[Statement, ...]
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the table waits for; a generic screen and a computer player need nothing else.

    `words` have a place now (empty: the match is over), said by one of `seats` (empty: by the table).
    `pieces` is how many cards the statement takes, least and most. `tap` is what a tapped card says, after
    `implied` was said without a word; None: a card has no place now. `choices` are for the buttons.
    """

    headline: str
    words: frozenset[str]
    seats: tuple[Seat, ...] = ()
    pieces: tuple[int, int] = (0, 0)
    tap: Statement | None = None
    implied: tuple[Statement, ...] = ()
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Game(ABC):
    """A rulebook.

    `name` stands in records, `title` on displays; `players` are the numbers who can play. `opener` is the header
    word for who deals ("dealer") or starts ("start") the first deal. `words` are all it can be told but `undo`
    and `end`; `rules` its own beside the common ones; `pages` its rules in short, each for one page of the panel.
    """

    name: str
    title: str
    deck: Deck
    players: tuple[int, ...]
    words: tuple[Word, ...]
    rules: tuple[Rule, ...]
    pages: tuple[str, ...]
    options: tuple[Option, ...] = ()
    opener: str = "dealer"
    keeps_score: bool = True
    brings: tuple[str, ...] = ("score",)

    @abstractmethod
    def begin(self, setup: Setup) -> Any:
        """The state before the first deal. Raises UnreadableError if the scores brought end the game already."""

    def scores_brought(self, said: Mapping[Seat, int], markers: tuple[tuple[Card, ...], ...]) -> tuple[int, ...]:
        """The scores from before by seat, 0 where nothing was said. Raises UnreadableError if they contradict."""
        return tuple(said.get(seat, 0) for seat in range(len(markers)))

    @abstractmethod
    def expects(self, state: Any) -> Expectation:
        """What may come next."""

    @abstractmethod
    def judge(self, state: Any, statement: Statement) -> Verdict:
        """The referee's word on a statement; changes nothing."""

    @abstractmethod
    def advance(self, state: Any, statement: Statement) -> tuple[Any, tuple[Event, ...]]:
        """The state after a statement that was judged legal or on trust, and what followed from it."""

    @abstractmethod
    def scores(self, state: Any) -> tuple[int, ...]:
        """The totals by seat as they stand now."""

    @abstractmethod
    def winners(self, state: Any) -> tuple[Seat, ...]:
        """Who has won; empty while the game goes on."""

    def headline(self, state: Any) -> str:
        """Where we are, for the top line, at most nine letters ("d3 t4/7"); empty before the first deal."""
        del state
        return ""

    def second_line(self, state: Any) -> str:
        """What everybody must remember, for the second line (trump, bid); empty if there is nothing."""
        del state
        return ""

    def to_scan(self, state: Any) -> tuple[tuple[Seat, int], ...]:
        """Each seat in the order of dealing, and how many cards of its hand may still be scanned; () if too late."""
        del state
        return ()

    def large_line(self, state: Any, rule: Rule) -> str:
        """The short form of a broken rule as it applies now, at most ten letters."""
        del state
        return rule.short


def language(game: Game, names: tuple[str, ...]) -> Language:
    """What can be said at a table of this game with these players."""
    return Language({word.name: word for word in (*game.words, UNDO, END)}, game.deck, names)
