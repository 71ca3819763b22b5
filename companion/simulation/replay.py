"""A record told to the whole simulated machine, gesture by gesture, and what its display shows after each.

Cards are laid on the simulated field and buttons are pressed; the drivers, the loop, the running record and the
panel are the real ones. What no gesture can say is read back from the record as after a power cut, and says so.
After every gesture the machine's own story is held against the record's.
"""

from __future__ import annotations

from itertools import islice, takewhile
from typing import TYPE_CHECKING

from companion.games.registry import GAMES
from companion.match.match import Match
from companion.rules.dealer import INTO_A_HAND
from companion.rules.referee.verdicts import Illegal
from companion.rules.statements import HEADER_WORDS, Statement, UnreadableError, split_words
from companion.runtime.devices import I2C_HZ
from companion.runtime.recorder import Recorder
from companion.simulation.box import CLOCK_BEGINS, Chances, SimulatedBox, deck_for
from companion.simulation.gesture_search import (
    BACK,
    gesture_for,
    in_words,
    is_told_with_more,
    refused_tap,
    same_story,
    statement_of,
    statements_to_undo,
    story,
)
from companion.storage.records import Store
from companion.support.values import dataclass, replace
from companion.table.apply_statements import say
from companion.table.menu import undo
from companion.table.new_game import begin
from companion.table.state import House, Reply, Table
from hardware.bus import Traffic

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from companion.cards import Card, Seat
    from companion.match.checker import LineAnswer
    from companion.match.header import Header
    from companion.screens.picture import Picture
    from companion.simulation.gesture_search import Gesture

OPENED = "the table is opened with what the record begins with"
NOT_OPENED = "no table can be opened with this: the set-up asks"
READ_BACK = "no gesture says this: read back from the record, as after a power cut"
UNSAYABLE = "nobody can say this at the table: the display stays"


@dataclass(frozen=True, slots=True)
class Wires:
    """What passed: the reader's SPI, the display's I2C."""

    reader: Traffic
    display: Traffic

    def since(self, earlier: Wires) -> Wires:
        """What passed after an earlier moment."""
        return Wires(self.reader.since(earlier.reader), self.display.since(earlier.display))

    def plus(self, other: Wires) -> Wires:
        """Both together."""
        return Wires(_sum(self.reader, other.reader), _sum(self.display, other.display))

    @property
    def display_ms(self) -> float:
        """Modelled time on the display's bus: nine clocks a byte, one each for START and STOP (UM10204)."""
        return 1000 * (9 * self.display.octets + 2 * self.display.transfers) / I2C_HZ


def _sum(one: Traffic, other: Traffic) -> Traffic:
    return Traffic(one.transfers + other.transfers, one.octets + other.octets)


SILENT = Wires(Traffic(), Traffic())


@dataclass(frozen=True, slots=True)
class Shown:
    """The display after one gesture: which lines of the record it said, how, and what it cost on the wires.

    `opens`: the lines are of the header, and the table was only opened.
    """

    lines: tuple[LineAnswer, ...]
    how: str
    picture: Picture
    wires: Wires
    opens: bool = False


def seats_scanned(said: Iterable[Statement]) -> tuple[Seat, ...]:
    """The seats whose hands were scanned in a story."""
    return tuple(sorted({one.seat for one in said if one.word in INTO_A_HAND and one.seat is not None}))


def write_running(store: Store, header: Header, scanned: tuple[Seat, ...], said: Iterable[Statement] = ()) -> None:
    """A running record of this match, as another table would have written it: who is switched on now resumes it."""
    recorder, begun = Recorder(store, lambda: CLOCK_BEGINS), begin(Table(House(GAMES)), header, scanned)
    recorder.keep(begun)
    recorder.keep(Reply(begun.table, tuple(map(header.language.write, said))))
    recorder.close()


class Replay:
    """A record on its way through the machine; `directory` keeps the running record meanwhile."""

    def __init__(self, found: tuple[LineAnswer, ...], directory: Path) -> None:
        said = [line.match.said for line in found if line.match is not None and line.match.said is not None]
        self._scanned = seats_scanned(said)
        self._found = found
        self._header = tuple(takewhile(_is_header, found))
        self._directory = directory
        self._tables = 0
        self._pending: list[LineAnswer] = []
        self._counted = SILENT

    def told(self, found: Iterable[LineAnswer]) -> Iterator[Shown]:
        """The display after each line or group of lines; the first is the opened table."""
        begun = self._found[: len(self._header) + 1][-1].match  # a note behind the header belongs to it
        assert begun is not None, "a record has players"
        yield self._open(self._header, begun.header)
        for line in islice(found, len(self._header), None):
            if line.answer.applied and _is_header(line) and line.match is not None:
                yield self._open((line,), line.match.header)
            elif line.answer.applied and self.table.match is not None:
                yield from self._applied(line)
            else:
                yield self._refused(line)
        yield from self._read_back()

    @property
    def table(self) -> Table:
        """What the machine thinks."""
        return self._machine.table

    def _open(self, lines: tuple[LineAnswer, ...], header: Header) -> Shown:
        """A new table that resumes a record of nothing but its header."""
        whole = _can_begin(header)
        self._power_on(self._record_of(Match(header)) if whole else self._empty(), header)
        if whole:
            self._do((BACK,))  # puts the title RESUMED away: nobody was here before
        return replace(self._shown(lines, OPENED if whole else NOT_OPENED), opens=True)

    def _empty(self) -> Store:
        self._tables += 1
        return Store(self._directory / f"table-{self._tables}")

    def _record_of(self, match: Match) -> Store:
        """A running record of this match, as another table would have written it."""
        store, header = self._empty(), replace(match.header, computers=())  # their words are told by gestures, too
        said = reversed([moment.said for moment in match.story() if moment.said is not None])
        write_running(store, header, self._scanned, said)
        return store

    def _power_on(self, store: Store, header: Header) -> None:
        self._store, self._counted = store, SILENT
        self._machine = SimulatedBox(store, Chances(deck=deck_for(header.game), regulars=()))

    def _applied(self, line: LineAnswer) -> Iterator[Shown]:
        """Tell it with all that waits to be told; what waits in vain is read back."""
        said = statement_of(line)
        assert said is not None
        assert line.match is not None
        if said.word == "undo":
            yield from self._read_back()
        earlier, self._pending = self._pending, [*self._pending, line]
        gesture = gesture_for(self.table, said, line.match, self._named_after(line))
        if gesture is not None:
            self._do(gesture)
            yield self._told_so(in_words(gesture))
        elif not is_told_with_more(self.table, self._statements()):
            if earlier:
                self._pending = earlier
                yield from self._read_back()
                yield from self._applied(line)
            else:
                yield from self._read_back()

    def _named_after(self, line: LineAnswer) -> frozenset[Card]:
        """The copies that are named in the rest of this deal."""
        later = (one for one in self._found if one.line > line.line and one.answer.applied and not _is_header(one))
        said = takewhile(lambda one: one.word != "deal", filter(None, map(statement_of, later)))
        return frozenset(card for one in said for card in one.cards if card.copy)

    def _refused(self, line: LineAnswer) -> Shown:
        """Show the mistake to the machine if a tap can."""
        said, verdict = statement_of(line), line.answer.verdict
        gesture = refused_tap(self.table, said, verdict.rule) if said and isinstance(verdict, Illegal) else None
        if gesture is not None:
            self._do(gesture)
        return self._shown((line,), in_words(gesture) if gesture else UNSAYABLE)

    def _read_back(self) -> Iterator[Shown]:
        """Write what waits into the record and start the machine again.

        Where the machine was shown other copies of alike cards than are named now, the whole record is read instead.
        """
        if not self._pending:
            return
        said = self._statements()
        target = self._pending[-1].match
        assert target is not None
        if said[0].word == "undo":
            reply = undo(self.table, statements_to_undo(self.table, target))
        else:
            reply = say(self.table, said)
        told = reply.table.match
        if told is not None and same_story(story(told), story(target)):
            self._machine.keeper.keep(reply)
        else:
            self._store = self._record_of(target)
        self._machine.pull_the_plug()
        self._power_on(self._store, target.header)
        yield self._told_so(READ_BACK)

    def _statements(self) -> tuple[Statement, ...]:
        return tuple(said for said in map(statement_of, self._pending) if said is not None)

    def _do(self, gesture: Gesture) -> None:
        for given in gesture:
            self._machine.do(given)

    def _told_so(self, how: str) -> Shown:
        lines, self._pending = tuple(self._pending), []
        match = lines[-1].match
        assert match is not None
        same = same_story(story(self.table.playing), story(match))
        assert same, f"the machine tells another story at line {lines[-1].line}"
        return self._shown(lines, how)

    def _shown(self, lines: tuple[LineAnswer, ...], how: str) -> Shown:
        wires = self._machine.wires
        now = Wires(wires.spi.traffic, wires.i2c.traffic)
        spent, self._counted = now.since(self._counted), now
        return Shown(lines, how, self._machine.glass, spent)


def _is_header(line: LineAnswer) -> bool:
    try:
        return split_words(line.text)[0].lower() in HEADER_WORDS
    except UnreadableError:
        return False


def _can_begin(header: Header) -> bool:
    """Whether this header lacks nothing and leaves a game to play."""
    try:
        _ = Match(header).moment
    except UnreadableError:
        return False
    return True
