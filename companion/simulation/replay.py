"""A record played on the whole simulated machine, gesture by gesture, and its display after each.

Cards are laid on the simulated field and buttons are pressed; the drivers, the loop and the recorder are the real
ones. What no gesture can say is read back from a record, as after a power cut, and marked so. After each gesture the
machine's story is compared with the record's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count, islice, takewhile
from operator import sub
from pathlib import Path
from typing import NamedTuple

from companion.cards import Card, Seat
from companion.games.registry import GAMES, with_entry
from companion.match.checker import LineAnswer
from companion.match.header import Header
from companion.match.match import Match
from companion.rules.dealer import INTO_A_HAND
from companion.rules.game import Game
from companion.rules.referee.verdicts import Illegal
from companion.rules.statements import HEADER_WORDS, Statement, UnreadableError, split_words
from companion.runtime.recorder import Recorder
from companion.runtime.simulated_devices import I2C_HZ
from companion.screens.picture import Picture
from companion.simulation import gesture_search
from companion.simulation.box import CLOCK_BEGINS, SIMULATED, SimulatedBox, SimulatedSetup, deck_for
from companion.simulation.gesture_search import BACK, Gesture, in_words, refused_tap, same_story, statement_of, story
from companion.storage.records import Store
from companion.support.values import dataclass, replace
from companion.table.reply import Reply, add_lines
from companion.table.setup_dialogue import begin
from companion.table.state import House, Table

OPENED = "the table is opened with what the record begins with"
NOT_OPENED = "no table can be opened with this: the set-up asks"
READ_BACK = "no gesture says this: read back from the record, as after a power cut"
UNSAYABLE = "nobody can say this at the table"


class WireTraffic(NamedTuple):
    """Traffic of the reader's SPI and of the display's I2C: transfers and bytes."""

    reader_transfers: int = 0
    reader_octets: int = 0
    display_transfers: int = 0
    display_octets: int = 0

    @property
    def display_ms(self) -> float:
        """Modelled time on the display's bus: nine clocks a byte, one each for START and STOP (UM10204)."""
        return 1000 * (9 * self.display_octets + 2 * self.display_transfers) / I2C_HZ


@dataclass(frozen=True, slots=True)
class ReplayedStep:
    """The display after one gesture: the lines of the record that it said, the gesture in words, and its traffic.

    `opens`: the lines are those of the header.
    """

    lines: tuple[LineAnswer, ...]
    how: str
    picture: Picture
    wires: WireTraffic
    opens: bool = False


def seats_scanned(said: Iterable[Statement]) -> tuple[Seat, ...]:
    """The seats whose hands were scanned in a story."""
    into_hands = (statement for statement in said if statement.word in INTO_A_HAND)
    return tuple(sorted({statement.seat for statement in into_hands if statement.seat is not None}))


def write_running(
    store: Store,
    header: Header,
    scanned: tuple[Seat, ...],
    said: Iterable[Statement] = (),
    *,
    notes: tuple[str, ...] = (),
) -> Path:
    """Write a running record of this match with these notes, as another table would; the next power-on resumes it.

    Returns where it is.
    """
    recorder, begun = Recorder(store, lambda: CLOCK_BEGINS), begin(Table(House(GAMES)), header, scanned)
    recorder.keep(begun)
    recorder.keep(Reply(begun.table, effects=add_lines(*notes, *_lines(Match(header), said))))
    assert recorder.path is not None
    path = recorder.path
    recorder.close()
    return path


def _lines(match: Match, said: Iterable[Statement]) -> Iterator[str]:
    """The lines of these statements, with the names of those who sit there when each is said."""
    for statement in said:
        yield match.header.language.write(statement)
        match, _ = match.say(statement)


class Replay:
    """Plays a record on the machine; `directory` is for its running records."""

    def __init__(self, record: tuple[LineAnswer, ...], directory: Path) -> None:
        statements = [line.match.said for line in record if line.match is not None and line.match.said is not None]
        self._scanned = seats_scanned(statements)
        self._record = record
        self._header = tuple(takewhile(_is_header, record))
        self._stores = (Store(directory / f"table-{number}") for number in count(1))
        self._pending: list[LineAnswer] = []
        self._counted = WireTraffic()

    @property
    def table(self) -> Table:
        """The table of the machine."""
        return self._machine.table

    def run(self, lines: Iterable[LineAnswer]) -> Iterator[ReplayedStep]:
        """The display after each line, or group of lines, of the record; first the opened table.

        `lines` are the record's, as an iterable, so that a caller can count the lines that are done.
        """
        begun = self._record[: len(self._header) + 1][-1].match  # a note after the header belongs to it
        assert begun is not None, "a record has players"
        self._equipment = replace(SIMULATED, regulars=(), games=_with_ours(begun.header.game))
        yield self._open(self._header, begun.header)
        for line in islice(lines, len(self._header), None):
            if line.answer.applied and _is_header(line) and line.match is not None:
                yield self._open((line,), line.match.header)
            elif line.answer.applied and self.table.match is not None:
                yield from self._apply(line)
            else:
                yield self._try_refused(line)
        yield from self._read_back()

    def _open(self, lines: tuple[LineAnswer, ...], header: Header) -> ReplayedStep:
        """Open a new table with a record of the header only."""
        whole = _can_begin(header)
        self._power_on(Match(header), recorded=whole)
        if whole:
            self._machine.do(BACK)  # puts the title RESUMED away: nobody was here before
        return replace(self._shot(lines, OPENED if whole else NOT_OPENED), opens=True)

    def _power_on(self, match: Match, *, recorded: bool = True) -> None:
        """Start the machine with a running record of this match, as another table would have written it."""
        *_, first = match.story()
        store, header = next(self._stores), replace(first.header, computers={})  # gestures tell their words, too
        if recorded:
            write_running(store, header, self._scanned, reversed([*match.said_so_far()]))
        self._counted = WireTraffic()
        self._machine = SimulatedBox(store, SimulatedSetup(self._equipment, deck=deck_for(header.game)))

    def _apply(self, line: LineAnswer) -> Iterator[ReplayedStep]:
        """Make the gesture for the pending lines and this one; pending lines without a gesture are read back."""
        said = statement_of(line)
        assert said is not None
        if said.word == "undo":
            yield from self._read_back()
        earlier, self._pending = self._pending, [*self._pending, line]
        gesture = gesture_search.gesture_for(self.table, said, line.known_match, self._named_after(line))
        if gesture is not None:
            self._do(gesture)
            yield self._shown_pending(in_words(gesture))
        elif not gesture_search.waits_for_more(self.table, list(filter(None, map(statement_of, self._pending)))):
            if earlier:
                self._pending = earlier
                yield from self._read_back()
                yield from self._apply(line)
            else:
                yield from self._read_back()

    def _named_after(self, line: LineAnswer) -> frozenset[Card]:
        """The copies that are named in the rest of this deal."""
        later = (
            line_answer
            for line_answer in self._record
            if line_answer.line > line.line and line_answer.answer.applied and not _is_header(line_answer)
        )
        rest = takewhile(lambda statement: statement.word != "deal", filter(None, map(statement_of, later)))
        return frozenset(card for statement in rest for card in statement.cards if card.copy)

    def _try_refused(self, line: LineAnswer) -> ReplayedStep:
        """Show the mistake to the machine if a tap can."""
        said, verdict = statement_of(line), line.answer.verdict
        gesture = refused_tap(self.table, said, verdict.rule) if said and isinstance(verdict, Illegal) else None
        self._do(gesture or ())
        return self._shot((line,), in_words(gesture) if gesture else UNSAYABLE)

    def _read_back(self) -> Iterator[ReplayedStep]:
        """Write the record up to the last pending line, and start the machine again."""
        if self._pending:
            self._machine.pull_the_plug()
            self._power_on(self._pending[-1].known_match)
            yield self._shown_pending(READ_BACK)

    def _do(self, gesture: Gesture) -> None:
        for given in gesture:
            self._machine.do(given)

    def _shown_pending(self, how: str) -> ReplayedStep:
        lines, self._pending = tuple(self._pending), []
        same = same_story(story(self.table.playing), story(lines[-1].known_match))
        assert same, f"the machine tells another story at line {lines[-1].line}"
        return self._shot(lines, how)

    def _shot(self, lines: tuple[LineAnswer, ...], how: str) -> ReplayedStep:
        reader, display = self._machine.wires.reader_wire.traffic, self._machine.wires.i2c.traffic
        now = WireTraffic(reader.transfers, reader.octets, display.transfers, display.octets)
        spent, self._counted = WireTraffic(*map(sub, now, self._counted)), now
        return ReplayedStep(lines, how, self._machine.glass, spent)


def _is_header(line: LineAnswer) -> bool:
    try:
        return split_words(line.text)[0].lower() in HEADER_WORDS
    except UnreadableError:
        return False


def _with_ours(game: Game) -> Mapping[str, Game]:
    """All games. A plug-in game counts as ours here and raises its errors: without it there is no table."""
    ours = {game.name: with_entry(game, replace(game.entry, package=""))}
    return {**GAMES, **ours} if game.entry.package else GAMES


def _can_begin(header: Header) -> bool:
    """Whether a game can begin with this header."""
    try:
        _ = Match(header).moment
    except UnreadableError:
        return False
    return True
