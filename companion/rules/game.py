"""The interface of a game: `Game` is its rulebook, `Shown` is how it is shown. See docs/adding-a-game.md.

A game has six methods of its own: `begin` a match, say what it `expects`, `judge` a statement, `advance` by a right
one, and give the `scores` and `winners` of a state. All other methods have defaults. Most games derive from `TrickGame`
(`tricks.py`), which has the six: there `strength`, `points` and `winners_of` are enough. States are values, and derive
from `Asked`. `judge` and `advance` get only the game's own words: those that `language` adds (`undo`, `end`,
corrections, seats) never reach them. A game says which answers there are, not how they are tapped or pressed, kept or
shown.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

from companion.cards import SUIT_NAMES, Card, CardSet, Deck, Seat
from companion.rules.entry import GameEntry
from companion.rules.events import Event, NilBroken, Revoked
from companion.rules.places import UNSEEN, Place
from companion.rules.referee.verdicts import Rule, Verdict
from companion.rules.statements import CORRECT, DEAL, END, SEATING, UNDO, Language, Said, Secret, Statement, Word
from companion.support.caching import memoize
from companion.support.lazy_import import import_later
from companion.support.messages import msg, tr
from companion.support.values import dataclass, field, replace

if TYPE_CHECKING:
    from companion.http.views.shared import GameOption

AnyGame = TypeVar("AnyGame", bound="Game")


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule. The first value is the rulebook's. `meaning` is one line for people.

    `says` names each value to people, as an answer to the meaning. Empty: the values name themselves. `title` stands in
    lists instead of the name, and there the value is named as `says` has it.
    """

    name: str
    values: tuple[str, ...]
    meaning: str
    says: tuple[str, ...] = ()
    title: str = ""

    @property
    def labels(self) -> tuple[str, ...]:
        """What people read for each value."""
        return self.says or tuple(value.replace("-", " ") for value in self.values)

    def name_and_label(self, value: str) -> tuple[str, str]:
        """The house rule and its value as a line of a list names them; records have hyphens for the blanks."""
        if self.title:
            return self.title, self.labels[self.values.index(value)]
        return self.name.replace("-", " "), value.replace("-", " ")

    def view(self) -> GameOption:
        """The house rule as pages ask for it, in the language in effect."""
        meaning, labelled = tr(self.meaning), zip(self.values, self.labels, strict=True)
        return {
            "name": self.name,
            "meaning": meaning[:1].upper() + meaning[1:],
            "values": [{"value": value, "label": tr(label)} for value, label in labelled],
        }


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything that is decided before the first deal.

    `opener` deals or starts the first deal, depending on the game. `scores` are the starting scores by seat. `markers`
    are cards that already lie in front of each seat; empty: none. `options` has every house rule of the game.
    """

    seats: int
    opener: Seat
    scores: tuple[int, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    markers: tuple[tuple[Card, ...], ...] = ()

    @property
    def target(self) -> int:
        """The points that end the match, under the house rule of that name, which the game has."""
        return int(self.options["target"])


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a question of the game: its label or seat, and the statements that it makes.

    An answer without statements leads to the question `asks` with the answers `then`. `aloud`: people have said it
    without the box, and now enter it; computers hear no such words, so a table with computers does not offer it.
    `wants_card`: the first statement that can take cards waits for the next tap. `note` is written to the record before
    the statements. `unread`: it names a card whose tag does not read. `own` is the label for a player who alone is
    asked (empty: `label`). `usual`: most people take it, and the question begins at it.
    """

    label: str
    says: tuple[Statement, ...] = ()
    seat: Seat | None = None
    then: tuple[Choice, ...] = ()
    asks: str = ""
    aloud: bool = False
    wants_card: bool = False
    note: str = ""
    unread: bool = False
    own: str = ""
    usual: bool = False

    def leaves(self) -> Iterator[Choice]:
        """This answer, or all final answers to its further questions."""
        if not self.then:
            yield self
        for further in self.then:
            yield from further.leaves()

    def after(self, first: Statement) -> Choice:
        """This answer with another statement before its own."""
        if self.then:
            return replace(self, then=tuple(further.after(first) for further in self.then))
        return replace(self, says=(first, *self.says))


@dataclass(frozen=True, slots=True)
class Draw:
    """Cards that came unseen into a hand, from a stack or from another player, and may be scanned now.

    `seat` has the hand; None means that they are laid on a pile. `says` is the statement that scans them, `cards` is
    their number, and each is one of `among`. `alone`: no other unseen card can be in a hand, so a tapped card of
    `among` was drawn, and nobody is asked. `due`: the seat may take them up now, and a computer does.
    """

    seat: Seat | None
    says: Statement
    cards: int
    among: CardSet
    alone: bool = False
    due: bool = True


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the table waits for. A generic screen or a computer player needs nothing else.

    - `headline` what is to be done, in a few words: "Play a card"
    - `words` what may be said now; none when the match is over
    - `seats` who may say it; nobody if the table says it
    - `pieces` the least and the most cards of the next play
    - `tap` the statement of a tapped card, or None when no card is expected
    - `implied` the statements that come before `tap`, without a gesture of their own
    - `choices` the answers by button, the usual one first: UP and DOWN move around them, OK says the chosen one
    - `optional` a card is awaited, and one of `choices` may be given instead; none is offered before DOWN is pressed
    - `unset` none of `choices` is the usual one: OK says nothing before UP or DOWN has led to an answer
    - `limit` the most cards this play can have, by what everybody can see, or 0 if that is unknown
    - `draws` the cards that may be scanned first
    - `whose` the question that asks whose a tapped card is; empty: none is asked, it is of the first of `seats`
    """

    headline: str
    words: frozenset[str]
    seats: tuple[Seat, ...] = ()
    pieces: tuple[int, int] = (0, 0)
    tap: Statement | None = None
    implied: tuple[Statement, ...] = ()
    choices: tuple[Choice, ...] = ()
    optional: bool = False
    unset: bool = False
    limit: int = 0
    draws: tuple[Draw, ...] = ()
    whose: str = ""

    @property
    def least_cards(self) -> int:
        """The least cards of the next play."""
        return self.pieces[0]

    @property
    def most_cards(self) -> int:
        """The most cards of the next play; `limit` may be lower."""
        return self.pieces[1]

    @property
    def one_by_one(self) -> bool:
        """Whether several may play a card each in any order, and the next one is asked for by name."""
        cards = len(self.seats) > 1 and self.pieces == (1, 1) and not (self.whose or self.implied)
        return cards and self.tap is not None and self.tap.seat == self.seats[0]

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Those who are named as the ones to act now."""
        return self.seats[:1] if self.one_by_one else self.seats

    def answers(self) -> Iterator[Choice]:
        """All final answers that the buttons can give now."""
        for choice in self.choices:
            yield from choice.leaves()


@dataclass(frozen=True, slots=True)
class Asked:
    """A state that computes its expectation once, since one tap asks for it three times."""

    _expects: Expectation | None = field(default=None, init=False, repr=False, compare=False)

    def expects_by(self, ask: Callable[[Any], Expectation]) -> Expectation:
        """The expectation of this state, from `ask` at the first call."""
        if self._expects is not None:
            return self._expects
        expected = ask(self)
        object.__setattr__(self, "_expects", expected)
        return expected


@dataclass(frozen=True, kw_only=True)
class Game(ABC):
    """A rulebook.

    - `name`, `title` its name in records, and on displays
    - `short_title` its title on the panel in a match, if another
    - `deck_kind` the kind of deck that it needs
    - `players` the possible numbers of players
    - `words` its own statements; `language` adds those of every game
    - `rules` its own rules, besides the common ones
    - `pages` its rules in short, one panel page each
    - `pages_under` the pages under these values of the house rules, where they differ from `pages`
    - `opener` the header word for the seat that deals ("dealer") or starts ("start") the first deal
    - `opener_asked` the question for that seat, if it is not the common one
    - `keeps_score` False if only the winner counts: a match is one deal
    - `brings` the header words for scores and markers from an earlier match
    - `tricks_closed` nobody may look at a taken trick before the deal is scored
    - `counted` the unit of the score
    - `low_wins` the lowest score wins
    - `target` the total at which a match ends, unless the house rule `target` says another; 0 if no total ends it
    - `by_rank` suits do not matter: hands are sorted by the ranks of the deck
    - `crate` the number of places in a player's crate, 0 without crates
    - `presses` the most button presses that a usual deal takes, 0 if that is not stated
    - `entry` its other parts; by default it has none of its own
    """

    name: str
    title: str
    deck: Deck
    deck_kind: str
    players: tuple[int, ...]
    words: tuple[Word, ...]
    rules: tuple[Rule, ...]
    pages: tuple[str, ...]
    pages_under: Callable[[Mapping[str, str]], tuple[str, ...]] | None = field(default=None, repr=False, compare=False)
    short_title: str = ""
    options: tuple[Option, ...] = ()
    opener: str = "dealer"
    opener_asked: str = ""
    keeps_score: bool = True
    brings: tuple[str, ...] = ("score",)
    tricks_closed: bool = False
    counted: str = "points"
    low_wins: bool = False
    target: int = 0
    by_rank: bool = False
    crate: int = 0
    presses: int = 0
    entry: GameEntry = field(default=GameEntry(), repr=False, compare=False)

    _shown: ClassVar[str] = "companion.rules.game:Shown"
    """The class that shows this family of games, as “module:name”."""

    @cached_property
    def shown(self) -> Shown[Self]:
        """How panel, pages, phones and voice show this game: by its own part, or as its family."""
        own: type[Shown[Self]] = self.entry.shown() or import_later(self._shown)()
        return own(self)

    @cached_property
    def secrets(self) -> Mapping[str, Secret]:
        """The words whose cards are hidden, and why."""
        return {word.name: word.secret for word in self.words if word.secret is not None}

    @abstractmethod
    def begin(self, setup: Setup) -> Any:
        """The state before the first deal. Raises UnreadableError if the starting scores end the match already."""

    def scores_brought(self, said: Mapping[Seat, int], markers: tuple[tuple[Card, ...], ...]) -> tuple[int, ...]:
        """The starting scores by seat, 0 if not stated. Raises UnreadableError if they contradict each other."""
        return tuple(said.get(seat, 0) for seat in range(len(markers)))

    @abstractmethod
    def expects(self, state: Any) -> Expectation:
        """What may come next."""

    @abstractmethod
    def judge(self, state: Any, statement: Statement) -> Verdict:
        """Judge a statement. Changes nothing."""

    @abstractmethod
    def advance(self, state: Any, statement: Statement) -> tuple[Any, tuple[Event, ...]]:
        """The state after a statement that is legal or on trust, and its events."""

    @abstractmethod
    def scores(self, state: Any) -> tuple[int, ...]:
        """The current totals by seat."""

    @abstractmethod
    def winners(self, state: Any) -> tuple[Seat, ...]:
        """The winners. Empty while the match continues."""

    def with_deal(self, state: Any) -> Any:
        """The state with a deal in progress: the next one if the last has ended."""
        return state

    def to_scan(self, state: Any) -> tuple[tuple[Seat, int], ...]:
        """The seats in order of dealing, with the number of cards that may still be scanned. () if it is too late."""
        return ()

    def menu(self, state: Any, said: Sequence[Statement]) -> tuple[Choice, ...]:
        """The game's own entries for the menu. `said` are the statements of this deal, the latest first."""
        return ()

    def standing_revokes(self, state: Any) -> tuple[Revoked, ...]:
        """The revokes proven in this deal and not corrected, in order of proof."""
        return ()

    def continuation(self, state: Any) -> Setup | None:
        """The set-up of a new match that continues with the current scores. None if the game keeps no score."""
        return None

    def public_part(self, state: Any, statement: Statement) -> Statement:
        """The public part of a statement that led to this state. Cards that went into a hand are left out."""
        return statement.with_cards() if statement.word in self.secrets else statement

    def seen_by(self, seat: Seat, state: Any, statement: Statement) -> Statement | None:
        """The part of a statement that one seat learns. None if it learns nothing: hidden cards were scanned."""
        if statement.seat == seat or statement.word not in self.secrets:
            return statement
        return None if self.secrets[statement.word] is Secret.DEALT else self.public_part(state, statement)

    def known_secrets(self, seat: Seat, state: Any) -> frozenset[tuple[str, Seat | None]]:
        """The secret statements of this deal, as word and seat, whose cards another seat has seen by this state."""
        return frozenset()

    def places(self, state: Any) -> Mapping[Place, CardSet]:
        """The place of every piece of the deck. Each is in one place; empty places are left out."""
        return {UNSEEN: self.deck.all}


@dataclass(frozen=True, slots=True)
class Won:
    """The tricks that a seat has won in a deal: how many, and the cards of those that anybody may look at."""

    tricks: int = 0
    open: tuple[tuple[Card, ...], ...] = ()


class Shown(Generic[AnyGame]):
    """How a game is shown: the same words on the panel, on pages and phones, and by the voice.

    Cards, scores and turns are shown without it. A game overrides what it says in its own words, in a class that
    `GameEntry.shown` opens. `state` is a state of this game. No answer names a card that lies in a hidden place.
    """

    to_you: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """What is said to the player whom a sentence of this game is about, by its English form with the gap {who}."""
    said_aloud: ClassVar[frozenset[str]] = frozenset()
    """Statements that all hear whole when they are made, and are to remember by themselves until the match ends."""
    terms: ClassVar[frozenset[str]] = frozenset()
    """The words of the card table that its rules use: keys of `GLOSSARY` (`rules/glossary.py`)."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def moments(self, state: Any, said: Statement, events: Sequence[Event], names: Sequence[str]) -> Iterator[str]:
        """Highlights of the statement that led to this state, and of its events: short sentences, with these names.

        Only what everybody has seen. By default that a nil is broken.
        """
        yield from (event.sentence(tuple(names)) for event in events if isinstance(event, NilBroken))

    def unusual(self, state: Any, events: Sequence[Event], names: Sequence[str]) -> Iterator[str]:
        """What was unusual in a deal that these events score: its summary begins with it. By default nothing."""
        return iter(())

    def opener_question(self, rules: Mapping[str, str]) -> tuple[str, ...]:
        """A question and an instruction, if these house rules let the cards decide who opens; otherwise ()."""
        return ()

    def standing(self, state: Any) -> tuple[int, ...]:
        """The standing by seat for the score chart. By default the totals."""
        return self.game.scores(state)

    def headline(self, state: Any) -> str:
        """The position for the top line, in a few words ("trick 4 of 7"). Empty before the first deal."""
        return ""

    def second_line(self, state: Any) -> str:
        """A reminder for the second line (trump, bid). Empty if there is none."""
        return ""

    def begins(self, state: Any) -> str:
        """An announcement at the start of the deal, such as "No passing". Empty: nothing."""
        return ""

    def trump(self, state: Any) -> str:
        """The suit that is trump, as cards name it. Empty without trump, and before it is made."""
        return ""

    def above_trump(self, state: Any) -> tuple[Card, ...]:
        """The cards that beat every trump of a usual rank in this deal, the highest first."""
        return ()

    def dealer(self, state: Any) -> Seat | None:
        """Who deals. None if that does not matter to the deal."""
        return None

    def beside(self, state: Any, seat: Seat) -> tuple[str, ...]:
        """Public facts of a player besides cards, score and tricks: a bid, a nil, who made trump.

        Each has a few letters; the shorter, the better.
        """
        return ()

    def beside_score(self, state: Any, seat: Seat) -> str:
        """What is counted with a player's score, or with that of the side, in a few letters: "3 bags"."""
        return ""

    def question(self, state: Any, seat: Seat, names: Sequence[str]) -> tuple[str, str]:
        """What is asked of this seat by a list of answers, as a sentence: to the player, and of the player to others.

        Empty: the headline of what is expected says it.
        """
        return "", ""

    def points_of_deal(self, state: Any, seat: Seat) -> int | None:
        """The points that a seat has made in this deal so far. None: they are not public, or the game has no points."""
        return None

    def telling(self, state: Any, said: Statement) -> str:
        """How the statement that led to this state is told, with the gap {who}. Empty: as its word always is."""
        return ""

    def account(self, state: Any, side: Sequence[Seat]) -> str:
        """What a side did in a deal that was scored, in short: its bid, its tricks. Empty: the points say all."""
        return ""

    def worth(self, state: Any, card: Card) -> int:
        """What a card counts for who takes it. 0 for all: tricks are worth the same."""
        return 0

    def results(self, state: Any) -> Sequence[tuple[int, ...]]:
        """By seat what decides the places at the end, more is better. Empty: the standings."""
        return ()

    def over_match(self, deals: Sequence[Any], side: Sequence[Seat]) -> str:
        """What a side did in the whole match, in short, as people talk of it afterwards. Empty: nothing is counted.

        `deals` are the states at the end of each deal.
        """
        return ""

    def against_bid(self, state: Any, side: Sequence[Seat]) -> str:
        """The tricks that a side has bid and taken: "bid 7, took 5". Empty: it has bid none."""
        return ""

    def last_trick(self, state: Any) -> tuple[tuple[Seat | None, tuple[Card, ...]], ...]:
        """The plays of the trick that was taken last, if anybody may look at it, and none otherwise."""
        return ()

    def opens_together(self, state: Any) -> bool:
        """Whether all open the cards of the trick at once, in whatever order they are tapped."""
        return False

    def won_tricks(self, state: Any, seat: Seat) -> Won:
        """The tricks of a seat as they lie before it."""
        return Won()

    def ahead(self, state: Any) -> Seat | None:
        """The seat that is winning the open trick. None: no card lies."""
        return None

    def merit_of_last(self, state: Any) -> tuple[int, ...]:
        """The merit of the trick just taken: what it counts (0: like any other), then how strong its cards are.

        Empty: its tricks are not compared.
        """
        return ()

    def middle(self, state: Any, *, taken: bool = False) -> tuple[tuple[Seat | None, tuple[Card, ...]], ...]:
        """The open cards in the middle, oldest first, with the seat that played them (None: no seat; one such entry).

        Its cards lie side by side where `places` has them in the centre, else in a pile of which the top is seen.
        `taken`: if no trick is open, the last taken one.
        """
        return ()

    def reason(self, state: Any, rule: Rule, cards: tuple[Card, ...]) -> Rule:
        """The rule that these cards broke, in the game's own words if it has more specific ones."""
        return rule

    def why(self, state: Any, rule: Rule, played: str) -> tuple[str, str]:
        """Why these cards break this rule now: the fact that they contradict ("Q♥ led"), and a whole sentence.

        `played` are the cards as everybody sees them; "{name}" in the sentence is their player. Names only cards that
        have been shown.
        """
        return "", rule.why or rule.sentence

    def why_revoked(self, state: Any, revoked: Revoked) -> tuple[str, str]:
        """Why a play of this deal, now proven, broke its rule: the fact that it contradicts, and a whole sentence."""
        rule = next((rule.sentence for rule in self.game.rules if rule.name == revoked.rule), "")
        played, trick = self.in_words(revoked.card.sign), revoked.trick
        return "", msg("{name} played {card} in trick {trick}. {rule}", card=played, trick=trick, rule=msg(rule))

    def remark(self, state: Any, names: Sequence[str]) -> tuple[str, str]:
        """Why the last score ends the match, or does not, if that is not obvious: a few words, and a sentence.

        `names` are those of the players. Empty: it is obvious.
        """
        return "", ""

    def suit_name(self, suit: str) -> str:
        """A suit in words."""
        return SUIT_NAMES.get(suit, suit)

    def in_words(self, card: str) -> str:
        """The sign of a card as it stands in a sentence."""
        return card

    def large_line(self, state: Any, rule: Rule) -> str:
        """The short form of a broken rule, at most ten characters."""
        return rule.short


class Pieces(Generic[AnyGame]):
    """The pieces of a game: always the same, unless `GameEntry.pieces` opens a class that knows others.

    They may depend on the house rules, or be a house's own, which the header of a record then notes.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def under(self, options: Mapping[str, str]) -> AnyGame:
        """The game with the cards and the texts of these house rules; the book's where none is named."""
        if self.game.pages_under is None:
            return self.game
        pages = self.game.pages_under({**rules_of_book(self.game.options), **options})
        return self.game if pages == self.game.pages else replace(self.game, pages=pages)

    def by_the_book(self) -> AnyGame:
        """The game with the pieces of a record that notes none."""
        return self.game

    def from_note(self, words: Sequence[str]) -> AnyGame:
        """The game with the pieces of this note in a record's header. Ignores invalid notes."""
        return self.game

    def note(self) -> str:
        """The note about this house's pieces for a record's header, which `from_note` reads. Empty: none."""
        return ""


def pieces_of(game: AnyGame) -> Pieces[AnyGame]:
    """The game's own pieces, or the common ones."""
    own: type[Pieces[AnyGame]] = game.entry.pieces()
    return own(game)


def deals(game: Game, word: str) -> bool:
    """Whether this is a word of the dealer, or of cards that are scanned while they are dealt."""
    return word == DEAL.name or game.secrets.get(word) is Secret.DEALT


def first_words(game: Game) -> frozenset[str]:
    """The words with which a line of this game's records begins: nobody who plays it has such a name."""
    return frozenset(word.name for word in game.words if word.said is not Said.BY_SEAT)


@memoize
def language(game: Game, names: tuple[str, ...]) -> Language:
    """The statements that are possible in this game with these players."""
    common = (UNDO, END, *SEATING, *((CORRECT,) if game.keeps_score else ()))
    return Language({word.name: word for word in (*game.words, *common)}, game.deck, names)


def rules_of_book(options: Iterable[Option]) -> dict[str, str]:
    """The house rules as the game's rulebook has them."""
    return {option.name: option.values[0] for option in options}
