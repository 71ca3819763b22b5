"""What every game is: a rulebook that answers four questions, and the words it is told in.

`begin` a match, say what it `expects`, `judge` a statement, `advance` by one that was right. States are values;
nothing in here knows a tag, a button, a file or the time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from companion.rules.entry import NO_ENTRY, GameEntry
from companion.rules.places import UNSEEN, Place
from companion.rules.statements import END, HIDDEN, UNDO, Language, Word
from companion.support.values import dataclass, field, replace

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.cards.card import Card
    from companion.cards.deck import CardSet, Deck
    from companion.cards.seats import Seat
    from companion.rules.events import Event, Revoked
    from companion.rules.referee.verdicts import Rule, Verdict
    from companion.rules.statements import Statement


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
    """One answer to a question of the game: a word or a seat to show, and everything it says at once.

    One that says nothing leads to the further question `asks` with the answers `then`. `at_once` marks an answer
    that is taken with one press instead of being chosen first, `wants_card` one whose first statement that can take
    cards waits for the next tap. `note` stands in the record before what it says.
    """

    label: str
    says: tuple[Statement, ...] = ()
    seat: Seat | None = None
    then: tuple[Choice, ...] = ()
    asks: str = ""
    at_once: bool = False
    wants_card: bool = False
    note: str = ""

    def leaves(self) -> Iterator[Choice]:
        """Every answer that says something, this one or those it leads to."""
        if not self.then:
            yield self
        for further in self.then:
            yield from further.leaves()

    def after(self, first: Statement) -> Choice:
        """The same answer where something else is said before it."""
        if self.then:
            return replace(self, then=tuple(further.after(first) for further in self.then))
        return replace(self, says=(first, *self.says))


@dataclass(frozen=True, slots=True)
class Draw:
    """Cards that just went into the hand of a seat unseen: what scanning them says, and how many they are.

    `among` are the cards that nobody has seen. `alone` says that any of them that is tapped now must be one of these,
    since every other card in a hand was seen.
    """

    seat: Seat
    says: Statement
    cards: int
    among: CardSet
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the table waits for; a generic screen and a computer player need nothing else.

    `words` have a place now (empty: the match is over), said by one of `seats` (empty: by the table).
    `pieces` is how many cards the statement takes, least and most; `limit` is what everybody can see to be the most
    that it can be (0: nothing more is known). `tap` is what a tapped card says, after
    `implied` was said without a word; None: a card has no place now. `choices` are for the buttons. `draw` is what
    may be scanned before (None: nothing).
    """

    headline: str
    words: frozenset[str]
    seats: tuple[Seat, ...] = ()
    pieces: tuple[int, int] = (0, 0)
    tap: Statement | None = None
    implied: tuple[Statement, ...] = ()
    choices: tuple[Choice, ...] = ()
    limit: int = 0
    draw: Draw | None = None

    def answers(self) -> Iterator[Choice]:
        """Everything that the buttons can say now, further questions answered."""
        for choice in self.choices:
            yield from choice.leaves()


@dataclass(frozen=True, kw_only=True)
class Game(ABC):
    """A rulebook.

    `name` stands in records, `title` on displays; `deck_kind` says which decks of tags it is played with, `players`
    are the numbers who can play. `opener` is the header word for who deals ("dealer") or starts ("start") the first
    deal, `opener_asked` the question for it if the game has its own. `words` are all it can be told but `undo` and
    `end`; `rules` its own beside the common ones; `pages` its rules in short, each for one page of the panel.
    `tricks_closed` says that nobody may look at a taken trick before the deal is scored. `counted` is what a
    player's standing counts, `low_wins` says that little of it is good. `entry` leads to what the game brings besides.
    """

    name: str
    title: str
    deck: Deck
    deck_kind: str
    players: tuple[int, ...]
    words: tuple[Word, ...]
    rules: tuple[Rule, ...]
    pages: tuple[str, ...]
    options: tuple[Option, ...] = ()
    opener: str = "dealer"
    opener_asked: str = ""
    keeps_score: bool = True
    brings: tuple[str, ...] = ("score",)
    tricks_closed: bool = False
    counted: str = "points"
    low_wins: bool = False
    entry: GameEntry = field(default=NO_ENTRY, repr=False, compare=False)

    def by_the_book(self) -> Game:
        """The game with the pieces that a record means which notes none."""
        return self

    def noted(self, words: Sequence[str]) -> Game:
        """The game as this note in a record's header has it; a note that it cannot use changes nothing."""
        del words
        return self

    def note(self) -> str:
        """What a record notes of this house's pieces in its header, in words that `noted` reads; empty: nothing."""
        return ""

    @abstractmethod
    def begin(self, setup: Setup) -> Any:
        """The state before the first deal. Raises UnreadableError if the scores brought end the game already."""

    def scores_brought(self, said: Mapping[Seat, int], markers: tuple[tuple[Card, ...], ...]) -> tuple[int, ...]:
        """The scores from before by seat, 0 where nothing was said. Raises UnreadableError if they contradict."""
        return tuple(said.get(seat, 0) for seat in range(len(markers)))

    def finds_opener(self, rules: Mapping[str, str]) -> tuple[str, ...]:
        """What is asked where these house rules let the cards say who opens: a question and what to do; else ()."""
        del rules
        return ()

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

    def standing(self, state: Any) -> tuple[int, ...]:
        """How everybody stands, by seat, for the curve of a match: the totals, unless the game knows better."""
        return self.scores(state)

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

    def menu(self, state: Any, said: Sequence[Statement]) -> tuple[Choice, ...]:
        """What the menu offers beside the common entries; `said` is the whole story, the latest first."""
        del state, said
        return ()

    def standing_revokes(self, state: Any) -> tuple[Revoked, ...]:
        """The revokes proven in this deal that were not taken back, in order."""
        del state
        return ()

    def going_on(self, state: Any) -> Setup | None:
        """The set-up of a new match that goes on with the scores as they stand; None where no score is kept."""
        del state
        return None

    def seen(self, state: Any, statement: Statement) -> Statement:
        """What everybody saw of a statement that led to this state: cards that went into a hand stay hidden."""
        del state
        return statement.with_cards() if statement.word in HIDDEN else statement

    def heard_by(self, seat: Seat, state: Any, statement: Statement) -> Statement | None:
        """What one seat learns of a statement that led to this state; None: nothing, hidden cards were scanned."""
        if statement.seat == seat or statement.word not in HIDDEN:
            return statement
        return None if statement.word in {"hand", "dealt", "nest"} else self.seen(state, statement)

    def learnt(self, seat: Seat, state: Any, statement: Statement) -> bool:
        """Whether a seat has by this state of the game seen cards that were scanned in secret before."""
        del seat, state, statement
        return False

    def in_fists(self, state: Any) -> frozenset[Card]:
        """Pieces held in closed fists, which may pass the reader by chance: nothing at all may tell of it."""
        del state
        return frozenset()

    def places(self, state: Any) -> Mapping[Place, CardSet]:
        """Where every piece of the deck lies now, each in one place; places where nothing lies are left out."""
        del state
        return {UNSEEN: self.deck.all}

    def middle(self, state: Any, *, taken: bool = False) -> tuple[tuple[Seat | None, tuple[Card, ...]], ...]:
        """What lies open in the middle, oldest first, with who laid it (None: nobody in particular).

        With `taken`, where no trick is open, the one that was taken last.
        """
        del state, taken
        return ()

    def lies(self, state: Any, card: Card) -> Place | None:
        """Where this card is known to lie; None where cards alike lie in several places."""
        copies = self.deck.copies(card)
        found = [place for place, cards in self.places(state).items() if cards & copies]
        return found[0] if len(found) == 1 else None

    def reason(self, state: Any, rule: Rule, cards: tuple[Card, ...]) -> Rule:
        """The rule that these cards broke, in other words where the game knows better what is wrong with them."""
        del state, cards
        return rule

    def large_line(self, state: Any, rule: Rule) -> str:
        """The short form of a broken rule as it applies now, at most ten letters."""
        del state
        return rule.short


def language(game: Game, names: tuple[str, ...]) -> Language:
    """What can be said at a table of this game with these players."""
    return Language({word.name: word for word in (*game.words, UNDO, END)}, game.deck, names)
