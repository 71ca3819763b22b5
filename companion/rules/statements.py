"""Statements: the lines of a table record, and the words of their notation.

Only primary facts are stated; winners and points follow from them. A `Word` defines the notation of a statement. Words
of all games are here; a game adds its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from itertools import takewhile

from companion.cards import Card, Deck, Seat
from companion.cards.spoken import cards_in_words
from companion.support.messages import N_, Message, msg, msg_n, tr
from companion.support.names import nearest_name
from companion.support.text import nearest
from companion.support.values import dataclass, field

MOST_DIGITS = 4000
"""Maximum digits of a number in a record. Python refuses to read longer ones."""

MOST_CHANGE_DIGITS = 6
"""Maximum digits of a change to a score, as of a score in the header."""

PLAY = "play"
"""The word of a play. It is not written: `Ann 9H` is a play."""

PASSES = "passes"
"""The word of games in which players pass cards to each other."""

HEADER_WORDS = ("game", "players", "dealer", "start", "option", "score", "markers")


class UnreadableError(ValueError):
    """A line that is malformed or names an unknown player, card, word or option. The message says which."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement: its word, its seat (None: the table), its cards.

    `value` is a further word, or two separated by a blank ("red right").
    """

    word: str
    seat: Seat | None = None
    cards: tuple[Card, ...] = ()
    value: str = ""

    @property
    def by(self) -> Seat:
        """The seat, of a statement that has one."""
        assert self.seat is not None, f"the table says {self.word}"
        return self.seat

    def with_cards(self, *cards: Card) -> Statement:
        """A copy of this statement with these cards."""
        return Statement(self.word, self.seat, cards, self.value)


class Said(Enum):
    """The position of the player's name in a line."""

    BY_TABLE = "WORD …"
    OF_SEAT = "WORD NAME …"
    BY_SEAT = "NAME WORD …"


class Secret(Enum):
    """The reason why the cards of a statement are hidden from the other players."""

    DEALT = "scanned while they were dealt; no player did anything"
    DRAWN = "drawn into the own hand"
    GIVEN = "given away face down"


class Names(Enum):
    """The person whose name follows a word."""

    NEWCOMER = "somebody who does not play yet; then points, and computer=LEVEL seed=NUMBER of a computer"
    PLAYER = "another player"


@dataclass(frozen=True, slots=True)
class Word:
    """The notation of a statement.

    `values` are the words allowed after it, `then` those allowed after a value, all in small letters. `number`: a whole
    number follows; it may be missing and is 1 then, if it is `optional`, and has a sign where one of `then` follows.
    `cards`: cards follow; the rules judge their number. `secret` is why they are hidden, None if they are open.
    `takes_back`: the cards go from the table back into the hand. `names`: a name follows.

    These texts say it to people; an empty one stands for its parts in the order in which people read them. `told` is a
    sentence with the gaps {who}, {cards} and {value}. `brief` is a line of the panel below the player's name, whose gap
    {} is the value or the cards, in ever shorter versions. `calls` asks people to tap these cards of a computer, with
    {who} and {cards}; where nobody needs to tap them, `does` says after the name what the computer does.
    """

    name: str
    said: Said = Said.BY_SEAT
    cards: bool = False
    values: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    number: bool = False
    optional: bool = False
    secret: Secret | None = None
    takes_back: bool = False
    names: Names | None = None
    told: str = ""
    brief: str = ""
    calls: Message = msg_n("{who} {does} {cards}: tap it.", "{who} {does} {cards}: tap them.")
    does: Message | None = None


DEAL = Word("deal", Said.BY_TABLE, told=N_("The cards are dealt"))
HAND = Word(
    "hand", Said.OF_SEAT, cards=True, secret=Secret.DEALT, told=N_("{who}'s cards pass over the reader, face down")
)
DEALT = Word(
    "dealt",
    Said.OF_SEAT,
    cards=True,
    secret=Secret.DEALT,
    told=N_("A card for {who} passes over the reader, face down"),
)
PLAYED = Word(
    PLAY,
    cards=True,
    told=N_("{who} plays {cards}"),
    brief=N_("plays {}:"),
    calls=msg_n("{who} plays {cards}: tap it.", "{who} plays {cards}: tap them."),
    does=msg("plays"),
)
REMEDY = Word("remedy", Said.BY_TABLE, values=("play-on", "void-deal", "penalty"), told=N_("After the revoke: {value}"))
UNDO = Word("undo", Said.BY_TABLE, number=True, optional=True, told=N_("That is taken back"))
END = Word("end", Said.BY_TABLE, told=N_("The evening ends here"))
SEAT = Word("seat", Said.OF_SEAT, names=Names.NEWCOMER, told=N_("{value} plays on for {who}"))
KEEPS_NAME = N_("From now on {who} is the computer ({level})")
"""Only a computer takes the seat of its own name: it plays on for a person, or plays better or worse."""
JOIN = Word("join", Said.BY_TABLE, names=Names.NEWCOMER, told=N_("{value} joins the game"))
LEAVE = Word("leave", Said.OF_SEAT, told=N_("{who} leaves the game"))
EXCHANGE = Word("exchange", Said.OF_SEAT, names=Names.PLAYER, told=N_("{who} and {value} change seats"))
SEATING = (SEAT, JOIN, LEAVE, EXCHANGE)
"""Who plays from here on: people come and go (match/seating.py)."""
SEATING_WORDS = frozenset(word.name for word in SEATING)
REASONS = (N_("counted wrong"), N_("counted twice"), N_("forgotten"), N_("penalty"), N_("agreed"))
"""Why a score is corrected, as people read it; a record has a hyphen for the blank."""

CORRECT = Word(
    "correct",
    Said.OF_SEAT,
    number=True,
    then=tuple(reason.replace(" ", "-") for reason in REASONS),
    told=N_("{who}'s score is corrected"),
)
"""The score of a player changes by hand, by so much, for one of the reasons (rules/corrections.py)."""

UNSAID = frozenset({PLAY, REMEDY.name, CORRECT.name})
"""Words that nobody says where few fit: what stands beside them says it all."""


def undo_of(statements: int) -> Statement:
    """The statement that takes back so many statements."""
    return Statement(UNDO.name, value=str(statements))


@dataclass(frozen=True, slots=True)
class Language:
    """The statements that one table can make: the words and cards of its game, the names of its players.

    `to_you` are the forms in which a sentence is said to the player whom it is about. Empty: it is said to others.
    """

    words: Mapping[str, Word]
    deck: Deck
    names: tuple[str, ...]
    to_you: Mapping[str, str] = field(default_factory=dict)

    def in_words(
        self,
        said: Statement,
        names: Sequence[str] = (),
        cards: Callable[[tuple[Card, ...]], str] = cards_in_words,
        *,
        leads: bool = False,
        unseen: str = "",
    ) -> str:
        """What somebody said or did, in the language in effect and without a full stop.

        `names` are short ones for the panel (empty: whole ones), `cards` tells cards. `leads`: the play begins a trick.
        `unseen` stands for cards that are not shown. Empty: they are left out.
        """
        word, value = self.words[said.word], value_of(said)
        who = "" if said.seat is None else (names or self.names)[said.seat]
        if word.name == SEAT.name and value == self.names[said.by]:
            level = said.value.rpartition("computer=")[2].partition(" ")[0]
            return tr(KEEPS_NAME, who=who, level=tr(level))
        told = N_("{who} leads {cards}") if leads else word.told
        told = self.to_you.get(told, told)
        if not told or ("{value}" in told and not value):
            return " ".join(filter(None, (who, tr(said.word), cards(said.cards), value)))
        return " ".join(tr(told, who=who, cards=cards(said.cards) or unseen, value=value).split()).rstrip(" :")

    def short(self, said: Statement, names: Sequence[str]) -> str:
        """Who, and cards or word, with the signs of the panel ("Ann Q♥", "10♦ up"); not who sits where."""
        if said.word in SEATING_WORDS:
            return tr("seats")
        who = "" if said.seat is None else names[said.seat]
        called = {DEALT.name: tr("1 card"), HAND.name: tr("a hand"), PASSES: tr("passed cards")}
        word = "" if said.word in UNSAID else called.get(said.word, tr(said.word))
        cards = " ".join(tr(card.sign) for card in said.cards)
        return " ".join(filter(None, (who, word, cards, value_of(said)) if who else (cards, word, value_of(said))))

    def brief(self, said: Statement, what: str) -> str:
        """A line of the panel below the name; `what` is the value or the cards. Several versions are "long|short"."""
        told = tr(self.words[said.word].brief)
        return (told.replace("{}", what) if told else f"{tr(said.word)} {what}{':' * bool(said.cards)}").rstrip()

    def call(self, said: Statement, cards: str, several: int) -> str:
        """The request to tap these cards of a computer; `several` is their number."""
        calls, who = self.words[said.word].calls, "" if said.seat is None else self.names[said.seat]
        return tr(_of_number(calls, several), who=who, cards=cards, does=tr(said.word))

    def does(self, said: Statement) -> str:
        """What a computer does with its cards, said after its name."""
        does = self.words[said.word].does
        return tr(_of_number(does, len(said.cards)) if does else said.word)

    def read(self, line: Sequence[str]) -> Statement:
        """Parse a line that was split into words. Raises UnreadableError."""
        first, rest = line[0], list(line[1:])
        if first in self.names:
            return self._by_seat(self.names.index(first), rest)
        word = self.words.get(first.lower())
        if word is None or word.said is Said.BY_SEAT:
            meant = nearest_name(first, self.names) or nearest(first.lower(), self._of_the_table)
            names = ", ".join(self.names)
            raise UnreadableError(f"“{first}” is neither a player ({names}) nor a statement here{meant}")
        seat = self._seat(word, rest) if word.said is Said.OF_SEAT else None
        return self._rest(word, seat, rest)

    def write(self, statement: Statement) -> str:
        """The line of a record, without a line end."""
        word = self.words[statement.word]
        name = "" if statement.seat is None else quote(self.names[statement.seat])
        head: tuple[str, ...] = (name,) if word.name == PLAY else (name, word.name)
        if word.said is not Said.BY_SEAT:
            head = (word.name, name) if word.said is Said.OF_SEAT else (word.name,)
        value = "" if word.optional and statement.value == "1" else statement.value
        return " ".join((*head, *map(str, statement.cards), value)).rstrip()

    @property
    def _of_players(self) -> list[str]:
        return [word.name for word in self.words.values() if word.said is Said.BY_SEAT and word.name != PLAY]

    @property
    def _of_the_table(self) -> list[str]:
        return [word.name for word in self.words.values() if word.said is not Said.BY_SEAT]

    def _by_seat(self, seat: Seat, rest: list[str]) -> Statement:
        if not rest:
            raise UnreadableError(f"{self.names[seat]} does what? A card or a word is missing")
        word = self.words.get(rest[0].lower())
        if word is not None and word.said is Said.BY_SEAT and word.name != PLAY:
            return self._rest(word, seat, rest[1:])
        if PLAY not in self.words:
            meant = nearest(rest[0].lower(), self._of_players)
            raise UnreadableError(f"“{rest[0]}” is no word that {self.names[seat]} can say in this game{meant}")
        return self._rest(self.words[PLAY], seat, rest)

    def _seat(self, word: Word, rest: list[str]) -> Seat:
        if not rest or rest[0] not in self.names:
            meant = nearest_name(rest[0], self.names) if rest else ""
            raise UnreadableError(f"“{word.name}” needs a player: {', '.join(self.names)}{meant}")
        return self.names.index(rest.pop(0))

    def _rest(self, word: Word, seat: Seat | None, rest: list[str]) -> Statement:
        if word.cards:
            return Statement(word.name, seat, self._cards(rest, seat if word.name == HAND.name else None))
        if word.optional and not rest:
            return Statement(word.name, seat, value="1")
        if word.number or word.values:
            return Statement(word.name, seat, value=_value(word, rest))
        if word.names is Names.NEWCOMER:
            return Statement(word.name, seat, value=_newcomer(word, rest))
        value = quote(self.names[self._seat(word, rest)]) if word.names is Names.PLAYER else ""
        if rest:
            own = f"; “{rest[0]}” has a line of its own" if rest[0].lower() in self._of_players else ""
            raise UnreadableError(f"“{word.name}” is complete, found “{' '.join(rest)}” after it{own}")
        return Statement(word.name, seat, value=value)

    def _cards(self, words: list[str], hand_of: Seat | None) -> tuple[Card, ...]:
        """The cards of these words; each of a hand at most as often as the deck has it."""
        cards = tuple(map(self._card, words))
        if hand_of is not None:
            for card in cards:
                if (times := cards.count(card)) > (most := self.deck.copies(card).bit_count()):
                    who = self.names[hand_of]
                    raise UnreadableError(f"{card} is named {times} times in the hand of {who}; the deck has {most}")
        return cards

    def _card(self, word: str) -> Card:
        card = self.deck.card(word)
        if card is None:
            cards = [str(card) for card in self.deck.cards_in_order]
            meant = nearest(word.lower(), self._of_players) or nearest(word.upper(), cards)
            raise UnreadableError(f"“{word}” is neither a card nor a word of this game{meant}")
        return card


def value_of(said: Statement) -> str:
    """The value of a statement in words: a name, or each of its words, a blank for a hyphen."""
    if said.word in _WITH_NAME:
        return split_words(said.value)[0]
    return " ".join(word if are_points(word, least=1) else tr(word.replace("-", " ")) for word in said.value.split())


def _of_number(form: Message, number: int) -> Message:
    """This text for a number of cards."""
    return Message(form.form, form.several, {"n": number})


_WITH_NAME = {word.name for word in SEATING if word.names}


def _newcomer(word: Word, rest: list[str]) -> str:
    """A name, and what stands after it."""
    if not rest:
        raise UnreadableError(f"“{word.name}” needs the name of somebody who does not play yet")
    return " ".join((quote(rest[0]), *map(str.lower, rest[1:])))


def _value(word: Word, rest: list[str]) -> str:
    match [said.lower() for said in rest]:
        case [number] if word.number and not word.then and _is_number(number, least=int(word.optional)):
            return str(int(number))
        case [number, then] if word.number and then in word.then and are_points(number, least=1):
            return f"{int(number):+} {then}"
        case [value] if value in word.values and not word.then:
            return value
        case [value, then] if value in word.values and then in word.then:
            return f"{value} {then}"
    number = f"a change such as +5 or -5, of {MOST_CHANGE_DIGITS} digits at most" if word.then else "one whole number"
    if word.optional:
        number += " from 1"
    allowed = " or ".join(word.values) if word.values else number
    further = f", then {' or '.join(word.then)}" if word.then else ""
    raise UnreadableError(f"“{word.name}” takes {allowed}{further}, found “{' '.join(rest)}”")


def _is_number(said: str, *, least: int) -> bool:
    """Whether this is a whole number of at least `least`."""
    return len(said) <= MOST_DIGITS and said.isascii() and said.isdigit() and int(said) >= least


def are_points(said: str, *, least: int = 0) -> bool:
    """Whether this is a whole number of at most six digits and at least `least`, with or without a sign."""
    digits = said[said.startswith(("+", "-")) :]
    return len(digits) <= MOST_CHANGE_DIGITS and _is_number(digits, least=least)


def quote(name: str) -> str:
    """The name as a record writes it: in double quotes if it contains a blank."""
    return f'"{name}"' if " " in name else name


def split_words(line: str) -> list[str]:
    """Split a line into words, without its comment and annotation. A quoted name is one word.

    >>> split_words('"Mary Ann" 9H 10H ; n=4 # said loudly')
    ['Mary Ann', '9H', '10H']

    Raises UnreadableError if a quotation mark is missing.
    """
    text = line.partition("#")[0].partition(";")[0]
    words: list[str] = []
    for place, part in enumerate(text.split('"')):
        if place % 2:
            words.append(part)
        else:
            words.extend(word for word in part.replace("\t", " ").split(" ") if word)
    if text.count('"') % 2:
        raise UnreadableError("a quotation mark is missing")
    return words


def note_words(line: str) -> list[str]:
    """The words of a note without annotations. Empty if the line is not a note.

    >>> note_words("; drinks red-can mint-glass n=3 at=2026-11-20T20:15:03")
    ['drinks', 'red-can', 'mint-glass']
    >>> note_words(";drinks red-can"), note_words("deal ; n=3")
    (['drinks', 'red-can'], [])
    """
    note = line.partition("#")[0].strip()
    return list(takewhile(lambda word: "=" not in word, note[1:].split())) if note.startswith(";") else []
