"""How a table gets to a picture as it does in an evening: a script of taps and presses, or a record that is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from companion.games.birddog.rules import BIRD_DOG
from companion.games.registry import GAMES
from companion.inputs.inputs import (
    Button,
    Health,
    Held,
    Holding,
    Lifted,
    Pressed,
    Resting,
    Stranger,
    Tapped,
    Unreadable,
)
from companion.match.checker import answers
from companion.match.header import Header
from companion.rules.statements import quoted, split_words
from companion.support.values import dataclass, field, replace
from companion.table.apply import at_moment
from companion.table.handling import handle
from companion.table.new_game import begin, open_table
from companion.table.resuming import resume
from companion.table.state import Advised, House, Table, Wish
from companion.tags.decks import CardCopy, Command, Person

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.inputs.inputs import Input
    from companion.rules.game import Game

Names = tuple[str, ...]

TRIO: Names = ("Ann", "Bob", "Cid")
LONGEST: Names = ("Maximiliane-Élodie von Österreich-Åström zu Łódź-Šibenik", "李" * 21, "🦜🐕" * 8)
"""Near the 64 bytes that a name may have; two of them in signs that no font here draws."""

WORDS: Mapping[str, Input] = {
    **{button.value: Pressed(button) for button in Button},
    **{f"[{command.value}]": Tapped((command,)) for command in Command},
    "hold": Held(),
    "half": Holding(4),
    "hold-ok": Held(Button.OK),
    "half-ok": Holding(4, Button.OK),
    "rests": Resting(),
    "unreadable": Unreadable(),
    "silent": Health("Reader: no answer", last="Reader: no answer"),
    "failed": Health(last="Display: no answer", ago_min=95),
    "weak": Lifted(CardCopy("9H"), 7),
    "weaker": Lifted(CardCopy("10D"), 23),
    "stranger": Tapped((Stranger(),)),
    "other-deck": Tapped((Stranger("sim-rook"),)),
}
"""What a script may say besides cards; cards laid down together are joined by "+"."""


@dataclass(frozen=True, slots=True)
class Evening:
    """How a table gets to its picture: who sits there, dealt by the last seat, and a script of taps and presses."""

    script: str = ""
    names: Names = TRIO
    scores: tuple[int, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    scanned: bool = False
    game: Game = BIRD_DOG

    def table(self) -> Table:
        """The table when the script has been played."""
        seats = tuple(range(len(self.names))) if self.scanned else ()
        header = Header(self.game, self.names, len(self.names) - 1, dict(self.options), dict(enumerate(self.scores)))
        return after(begin(Table(House(GAMES)), header, seats).table, self.script)


@dataclass(frozen=True, slots=True)
class Told:
    """How a table gets to its picture where the way is long: a record of the evening, then a script."""

    record: str
    script: str = ""
    names: Names = ()

    def table(self) -> Table:
        """The table when the record was told and the script was played."""
        said = tuple(answers(self.named(self.record), GAMES))
        refused = [f"{one.text}: {one.answer.verdict}" for one in said if not one.answer.applied]
        assert not refused, refused
        assert said[-1].match is not None
        return after(at_moment(Table(House(GAMES)), said[-1].match), self.script)

    def named(self, text: str) -> str:
        """Lines of the record with other people at its table."""
        record = (line.split() for line in self.record.splitlines())
        seated = next(words[1:] for words in record if words[:1] == ["players"])
        others = dict(zip(seated, map(quoted, self.names), strict=False))
        return "\n".join(" ".join(others.get(word, word) for word in line.split()) for line in text.splitlines())


@dataclass(frozen=True, slots=True)
class Called:
    """The same at a table with computers: one of them wants to say this line of a record (empty: none), then a script.

    What is called, or advised for this `reason`, is given here, so that no picture depends on how well anybody plays.
    """

    told: Told
    line: str = ""
    script: str = ""
    reason: Names = ()

    def table(self) -> Table:
        """The table when the record was told, the line was called and the script was played."""
        table = self.told.table()
        match = table.playing
        table = replace(table, scanned=tuple(one.seat for one in match.header.computers))
        said = match.header.language.read(split_words(self.told.named(self.line))) if self.line else None
        if said and self.reason:
            return replace(table, overlay=Advised(said, self.reason))
        return after(replace(table, wish=Wish(match, said) if said else None), self.script)


@dataclass(frozen=True, slots=True)
class SettingUp:
    """The same from power-on, with these regulars, games and house rules."""

    script: str = ""
    regulars: Names = TRIO
    games: tuple[Game, ...] = (BIRD_DOG,)
    last: Header | None = None
    at_home: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def table(self) -> Table:
        """The table when the script has been played."""
        games = {game.name: game for game in self.games}
        return after(open_table(House(games, self.regulars, self.at_home), self.last, _no_luck), self.script)


@dataclass(frozen=True, slots=True)
class Resumed:
    """The same after a power cut: these lines were on the card, and perhaps a `torn` one behind them."""

    lines: str
    torn: bool = False

    def table(self) -> Table:
        """The table as it comes back."""
        table = resume(self.lines.splitlines(), House(GAMES, TRIO))
        assert table is not None, "the record has no game"
        assert table.resumed is not None
        return replace(table, resumed=replace(table.resumed, torn=self.torn))


Shown: TypeAlias = Evening | Told | Called | SettingUp | Resumed


def after(table: Table, script: str) -> Table:
    """The table when these words were tapped and pressed."""
    for word in script.split():
        given = WORDS.get(word) or Tapped(tuple(map(_piece, word.split("+"))))
        table = handle(table, given, _no_luck).table
    return table


def _piece(word: str) -> CardCopy | Person:
    """A card, one of several alike as "7/3", or the tag of a person as "(Ann)"."""
    if word.startswith("("):
        return Person(word[1:-1])
    card, _, copy = word.partition("/")
    return CardCopy(card, int(copy or 0))


def _no_luck(_: int) -> int:
    return 0
