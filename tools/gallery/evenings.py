"""Tables for the gallery: scripts of taps and presses, or records."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TypeAlias

from companion.games.birddog.rules import BIRD_DOG
from companion.games.registry import GAMES
from companion.inputs import inputs, stick_news
from companion.match.checker import answer_each
from companion.match.ending import Series
from companion.match.header import Header
from companion.match.match import Match
from companion.rules.game import Game
from companion.rules.statements import quote, split_words
from companion.runtime.part_health import DISPLAY, SILENT
from companion.support.messages import msg
from companion.support.values import dataclass, field, replace
from companion.table.apply_statements import at_moment
from companion.table.choices import ListedMatch
from companion.table.from_record import resume
from companion.table.handling import handle
from companion.table.menu import list_past
from companion.table.setup_dialogue import begin, open_table
from companion.table.state import Advised, House, Table, Wish
from companion.tags.tag_decks import CardCopy, CommandCard, NoCard, Person

Names = tuple[str, ...]

TRIO: Names = ("Ann", "Bob", "Cid")
LONGEST: Names = ("Maximiliane-Élodie von Österreich-Åström zu Łódź-Šibenik", "李" * 21, "🦜🐕" * 8)
"""Names near the limit of 64 bytes; two of them in characters that no font has."""

SAY_ONCE = cache(Match.say)
"""What stands in the beginning of several records is judged once."""

READER = msg("Reader")
NO_ANSWER = msg("{part}: {trouble}", part=READER, trouble=SILENT)

WORDS: Mapping[str, inputs.Input] = {
    **{button.value: inputs.Pressed(button) for button in inputs.Button},
    **{f"[{command.value}]": inputs.Tapped((command,)) for command in CommandCard},
    "hold": inputs.Held(),
    "half": inputs.Holding(4),
    "hold-ok": inputs.Held(inputs.Button.OK),
    "half-ok": inputs.Holding(4, inputs.Button.OK),
    "rests": inputs.Resting(),
    "unreadable": inputs.UnreadableTag(),
    "silent": inputs.Health(NO_ANSWER, last=NO_ANSWER, of_reader=True, part=READER),
    "failed": inputs.Health(last=msg("{part}: {trouble}", part=DISPLAY, trouble=SILENT), ago_min=95),
    **{f"stick-{fault.value.replace(' ', '-')}": stick_news.BackedUp(fault=fault) for fault in stick_news.StickFault},
    "stick-saved": stick_news.BackedUp("companion-2026-11-27.zip"),
    "backup-there": stick_news.StickSeen(has_backup=True),
    "backup-read": stick_news.BackupRead("companion-2026-11-27.zip", "2026-11-27", 2, 53),
    "restored": stick_news.Restored(2, 53),
    "restored-in-part": stick_news.Restored(2, 53, 3),
    **{f"refused-{fault.value.replace(' ', '-')}": stick_news.NotRestored(fault) for fault in stick_news.StickFault},
    "weak": inputs.Lifted(CardCopy("9H"), 7),
    "weaker": inputs.Lifted(CardCopy("10D"), 23),
    "stranger": inputs.Tapped((inputs.Stranger(),)),
    "phone": inputs.Tapped((inputs.Stranger(kind=NoCard.PHONE),)),
    "bank-card": inputs.Tapped((inputs.Stranger(kind=NoCard.CHIP_CARD),)),
    "other-deck": inputs.Tapped((inputs.Stranger("sim-rook"),)),
}
"""The words of a script besides cards; "+" joins cards laid down together."""


@dataclass(frozen=True, slots=True)
class ScriptedTable:
    """A table made by a script of taps and presses; the last seat deals, after so many deals as in `earlier`."""

    script: str = ""
    names: Names = TRIO
    scores: tuple[int, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    scanned: bool = False
    game: Game = BIRD_DOG
    earlier: tuple[str, ...] = ()
    regulars: Names = ()

    def table(self) -> Table:
        """The table at the end of the script."""
        seats = tuple(range(len(self.names))) if self.scanned else ()
        first = (-1 - len(self.earlier)) % len(self.names)
        header = Header(self.game, self.names, first, dict(self.options), dict(enumerate(self.scores)))
        begun = begin(Table(House(GAMES, self.regulars)), header, seats).table
        return after(begun, " OK ".join((*self.earlier, self.script)))


@dataclass(frozen=True, slots=True)
class RecordedTable:
    """A table made by a record, for a long match, and then a script; `before` are the matches before it."""

    record: str
    script: str = ""
    names: Names = ()
    before: Series | None = None

    def table(self) -> Table:
        """The table at the end of the script."""
        said = tuple(answer_each(self.with_names(self.record).split("\n"), GAMES, SAY_ONCE))
        refused = [f"{line.text}: {line.answer.verdict}" for line in said if not line.answer.applied]
        assert not refused, refused
        return after(at_moment(Table(House(GAMES), before=self.before), said[-1].known_match), self.script)

    def with_names(self, text: str) -> str:
        """A text with the names of this table."""
        record = (line.split() for line in self.record.splitlines())
        seated = next(words[1:] for words in record if words[:1] == ["players"])
        others = dict(zip(seated, map(quote, self.names), strict=False))
        return "\n".join(" ".join(others.get(word, word) for word in line.split()) for line in text.splitlines())


@dataclass(frozen=True, slots=True)
class Called:
    """A table with computer seats: one of them wants to make this statement (empty: none), then a script.

    Statement, advice and its `reason` are given, so that no picture depends on the strength of the players.
    """

    told: RecordedTable
    line: str = ""
    script: str = ""
    reason: Names = ()

    def table(self) -> Table:
        """The table at the end of the script."""
        table = self.told.table()
        match = table.playing
        table = replace(table, scanned=tuple(match.header.computers))
        said = match.header.language.read(split_words(self.told.with_names(self.line))) if self.line else None
        if said and self.reason:
            return replace(table, overlay=Advised(said, self.reason))
        return after(replace(table, wish=Wish(match, said) if said else None), self.script)


@dataclass(frozen=True, slots=True)
class SetUpTable:
    """A table from power-on, with these regulars, games and house rules."""

    script: str = ""
    regulars: Names = TRIO
    games: tuple[Game, ...] = (BIRD_DOG,)
    last: Header | None = None
    at_home: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def table(self) -> Table:
        """The table at the end of the script."""
        games = {game.name: game for game in self.games}
        return after(open_table(House(games, self.regulars, self.at_home), self.last), self.script)


@dataclass(frozen=True, slots=True)
class PastTable:
    """The list of matches that can be put aside or brought back, after these presses."""

    past: tuple[ListedMatch, ...]
    script: str = ""

    def table(self) -> Table:
        """The table at the end of the script."""
        return after(list_past(open_table(House(GAMES, TRIO)), self.past), self.script)


@dataclass(frozen=True, slots=True)
class ResumedTable:
    """A table resumed after a power cut from these lines, and perhaps a `torn` one behind them."""

    lines: str
    torn: bool = False

    def table(self) -> Table:
        """The resumed table."""
        table = resume(self.lines.splitlines(), House(GAMES, TRIO))
        assert table is not None, "the record has no game"
        assert table.resumed is not None
        return replace(table, resumed=replace(table.resumed, torn=self.torn))


Shown: TypeAlias = ScriptedTable | RecordedTable | Called | SetUpTable | PastTable | ResumedTable


def after(table: Table, script: str) -> Table:
    """The table after these taps and presses."""
    for word in script.split():
        given = WORDS.get(word) or inputs.Tapped(tuple(map(_piece, word.split("+"))))
        table = handle(table, given, no_luck).table
    return table


def _piece(word: str) -> CardCopy | Person:
    """A card, one of several alike as "7/3", or a name tag as "(Ann)"."""
    if word.startswith("("):
        return Person(word[1:-1])
    card, _, copy = word.partition("/")
    return CardCopy(card, int(copy or 0))


def no_luck(_: int) -> int:
    """Chance that always gives the first."""
    return 0
