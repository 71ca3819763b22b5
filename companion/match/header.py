"""The header of a table record: game, players, opener, house rules, starting scores."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from companion.cards import Card, Seat, SeatAssignment
from companion.rules.game import Game, Setup, first_words, language, pieces_of, rules_of_book
from companion.rules.statements import MOST_CHANGE_DIGITS, Language, UnreadableError, are_points, note_words, quote
from companion.support.lazy_import import lazy_call
from companion.support.names import each_once, name_problem, nearest_name
from companion.support.text import nearest
from companion.support.values import dataclass, field, replace

_SEAT_NOTE = (  # compiled when it is first asked for: most tables have no computer
    r';[ \t]*seat[ \t]+(?:"(?P<quoted>[^"]+)"|(?P<name>[^ \t"]+))[ \t]+'
    r"computer=(?P<level>[a-z]+)[ \t]+seed=(?P<seed>[0-9]{1,9})(?![0-9])"
)


WHY_NO_LINE = lazy_call("companion.match.header_lines:why_no_line")
MOST_SEED = 10**6


class UnknownGameError(UnreadableError):
    """A record names a game that is not installed here."""


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player: its level, and its random seed."""

    level: str = "normal"
    seed: int = 0


Computers: TypeAlias = "Mapping[Seat, Computer]"
"""The seats that the computer plays; people play the others."""


def computers_in(seats: Sequence[SeatAssignment]) -> Computers:
    """The computers in these seats, all with the same random seed."""
    return {number: Computer(seat.level) for number, seat in enumerate(seats) if seat.level}


def with_new_seeds(computers: Computers, luck: Callable[[int], int]) -> Computers:
    """The computers of a new match: seats and levels stay, the random seeds are new."""
    if not computers:
        return computers
    seed = luck(MOST_SEED)
    return {seat: replace(computer, seed=seed + seat) for seat, computer in computers.items()}


@dataclass(frozen=True, slots=True)
class Header:
    """Everything that is decided before the first deal. Grows line by line.

    `opener` is the seat that deals or starts first; None: not known yet. `scores` and `markers` (cards in front of a
    player) are by seat, if stated. `computers` are the computer players by seat.
    """

    game: Game
    names: tuple[str, ...] = ()
    opener: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    scores: Mapping[int, int] = field(default_factory=dict)
    markers: Mapping[int, tuple[Card, ...]] = field(default_factory=dict)
    computers: Computers = field(default_factory=dict)

    def __post_init__(self) -> None:
        game = pieces_of(self.game).under(self.options)  # its deck may depend on the house rules
        object.__setattr__(self, "game", game)

    @property
    def seats(self) -> tuple[SeatAssignment, ...]:
        """Who sits where."""
        levels = {seat: computer.level for seat, computer in self.computers.items()}
        return tuple(SeatAssignment(name, levels.get(seat, "")) for seat, name in enumerate(self.names))

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that no computer plays."""
        return tuple(seat for seat in range(len(self.names)) if seat not in self.computers)

    @property
    def target(self) -> int:
        """The total that ends the match, by its house rules. 0: it ends otherwise."""
        book = (option.values[0] for option in self.game.options if option.name == "target")
        return int(self.options.get("target") or next(book, self.game.target))

    @property
    def language(self) -> Language:
        """The language of statements of this table."""
        return language(self.game, self.names)

    @property
    def brought(self) -> tuple[int, ...]:
        """The starting scores by seat. If they contradict each other, as stated."""
        try:
            return self.game.scores_brought(self.scores, self._markers)
        except UnreadableError:
            return tuple(self.scores.get(seat, 0) for seat in range(len(self.names)))

    @property
    def _markers(self) -> tuple[tuple[Card, ...], ...]:
        return tuple(self.markers.get(seat, ()) for seat in range(len(self.names)))

    def with_line(self, words: Sequence[str]) -> Header:
        """The header with one more line. Raises UnreadableError."""
        match words[0].lower(), list(words[1:]):
            case "players", names if not self.names:
                return replace(self, names=_players(self.game, names))
            case ("dealer" | "start") as word, [name] if word == self.game.opener and self.opener is None:
                return replace(self, opener=self._seat(name))
            case "option", [name, value]:
                return replace(self, options={**self.options, **self._option(name.lower(), value.lower())})
            case "score", [name, points] if "score" in self.game.brings and self._seat(name) not in self.scores:
                return replace(self, scores={**self.scores, self._seat(name): _whole_number(points)})
            case "markers", [name, _, *_] if "markers" in self.game.brings and self._seat(name) not in self.markers:
                return replace(self, markers={**self.markers, self._seat(name): tuple(map(self._card, words[2:]))})
        raise UnreadableError(WHY_NO_LINE(self.game, words))

    def with_note(self, line: str) -> Header:
        """The header after a note about the pieces or a computer seat."""
        noted = replace(self, game=pieces_of(self.game).from_note(note_words(line)))
        found = re.match(_SEAT_NOTE, line.strip()) if "seat" in line else None
        name = (found["quoted"] or found["name"]) if found else ""
        if found is None or name not in self.names:
            return noted
        computer = Computer(found["level"], int(found["seed"]))
        return replace(noted, computers={**self.computers, self.names.index(name): computer})

    def setup(self) -> Setup:
        """The set-up of the match. Raises UnreadableError if a line is missing."""
        if self.opener is None:
            raise UnreadableError(f"a line “{self.game.opener} NAME” is missing before the first deal")
        options = {**rules_of_book(self.game.options), **self.options}
        scores = self.game.scores_brought(self.scores, self._markers)
        return Setup(len(self.names), self.opener, scores, options, self._markers)

    def lines(self) -> tuple[str, ...]:
        """The lines of the header. The opener is last: a header that has it is complete."""
        names = [quote(name) for name in self.names]
        note = pieces_of(self.game).note()
        opener = () if self.opener is None else (f"{self.game.opener} {names[self.opener]}",)
        return (
            f"game {self.game.name}",
            f"players {' '.join(names)}",
            *(f"option {name} {value}" for name, value in self.options.items()),
            *(f"score {names[seat]} {points}" for seat, points in self.scores.items()),
            *(f"markers {names[seat]} {' '.join(map(str, had))}" for seat, had in self.markers.items()),
            *((f"; {note}",) if note else ()),
            *(
                f"; seat {names[seat]} computer={computer.level} seed={computer.seed}"
                for seat, computer in self.computers.items()
            ),
            *opener,
        )

    def _seat(self, name: str) -> int:
        if name not in self.names:
            known = f"the players are {', '.join(self.names)}{nearest_name(name, self.names)}"
            raise UnreadableError(f"“{name}” does not play here; {known}")
        return self.names.index(name)

    def _card(self, word: str) -> Card:
        card = self.game.deck.card(word)
        if card is None:
            raise UnreadableError(f"“{word}” is no card of {self.game.title}")
        return card

    def _option(self, name: str, value: str) -> dict[str, str]:
        for option in self.game.options:
            if option.name == name:
                if value in option.values:
                    return {name: value}
                raise UnreadableError(f"option {name} takes {', '.join(option.values)}; found “{value}”")
        known = [option.name for option in self.game.options]
        options = ", ".join(known) or "none"
        raise UnreadableError(f"{self.game.title} has no option “{name}”; it has {options}{nearest(name, known)}")


def first_line(words: Sequence[str], games: Mapping[str, Game]) -> Header:
    """The header that `game NAME` starts. Raises UnreadableError for any other line."""
    match [word.lower() for word in words]:
        case ["game", name] if name in games:
            return Header(pieces_of(games[name]).by_the_book())
        case ["game", *names]:
            found = " ".join(names) or "nothing"
            allowed = ", ".join(sorted(games))
            there = f"companion games lists what there is: {allowed}{nearest(found, games)}"
            raise UnknownGameError(f"the game “{found}” is not installed here; {there}")
    raise UnreadableError(f"a record begins with “game NAME”; found “{' '.join(words)}”")


def _players(game: Game, names: list[str]) -> tuple[str, ...]:
    if len(names) == 1 and len(names[0]) == 1 and names[0].isascii() and names[0].isdigit():
        names = [f"P{seat + 1}" for seat in range(int(names[0]))]
    if len(names) not in game.players:
        allowed = " or ".join(map(str, game.players))
        split = f": {', '.join(names)}; a name with a blank stands in double quotes" if len(names) > 2 else ""
        raise UnreadableError(
            f"{game.title} is played by {allowed}; found {len(names)} name{'s' * (len(names) != 1)}{split}"
        )
    for name in names:
        if problem := name_problem(name, first_words(game)):
            raise UnreadableError(problem)
    if len(each_once(names)) < len(names):
        raise UnreadableError("two players have the same name; capitals and blanks around it make no difference")
    return tuple(names)


def _whole_number(word: str) -> int:
    if are_points(word):
        return int(word)
    raise UnreadableError(f"a score is a whole number of at most {MOST_CHANGE_DIGITS} digits; found “{word}”")
