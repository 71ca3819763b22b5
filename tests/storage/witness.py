"""Who has seen what: every operation of a story on a memory card, and the judgement of each cut.

A line counts as shown when bytes went to the display after it was written. What start-up finds after a cut must
hold all that was shown, and nothing beside what was written.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.match.match import Answer, Match
from companion.rules.game import Game
from companion.rules.statements import Statement
from companion.runtime import recorder
from companion.runtime.recorder import Recorder
from companion.storage import record_file, records
from companion.storage.disk import StorageError
from companion.storage.journal import unseal, unseal_running
from companion.storage.records import Store
from companion.table.from_record import resume
from companion.table.state import House
from tests.storage.memory_card import MemoryCard

ROOT = Path("/card/data")
REGULARS = ("Ann", "Bob", "Cid", "Dee", "Eve")
AT = "2026-01-01T00:00:00"

Lines = tuple[str, ...]
Records = dict[str, Lines]


class Known(dict[str, "Game"]):
    """Games by name; alike where the games are the same ones."""

    def __hash__(self) -> int:  # type: ignore[override] # nobody changes it
        return hash(tuple(map(id, self.values())))


class Judged:
    """Applies a statement to a match once: the records that cuts leave begin alike."""

    def __init__(self) -> None:
        self._first: list[Match] = []
        self._judged: dict[tuple[int, Statement], tuple[Match, tuple[Match, Answer]]] = {}

    def say(self, match: Match, statement: Statement) -> tuple[Match, Answer]:
        """As `Match.say`."""
        if match.said is None:
            match = self._first_of(match)
        if (id(match), statement) not in self._judged:
            self._judged[id(match), statement] = match, match.say(statement)  # it is kept, and with it its id
        return self._judged[id(match), statement][1]

    def _first_of(self, match: Match) -> Match:
        """The first moment that has its header."""
        if all(first.header != match.header for first in self._first):
            self._first.append(match)
        return next(first for first in self._first if first.header == match.header)


def told_once(patch: pytest.MonkeyPatch) -> None:
    """What start-up works out from equal bytes and equal lines is worked out once: thousands of cuts are alike."""

    say = Judged().say
    resumed = functools.lru_cache(maxsize=4096)(lambda lines, games: resume(lines, House(games, REGULARS), say))
    answered = functools.lru_cache(maxsize=256)(lambda text, games: tuple(answers(text, games)))
    patch.setattr(recorder, "resume", lambda lines, house: resumed(tuple(lines), Known(house.games)))
    patch.setattr(recorder, "answers", lambda text, games: answered(text, Known(games)))
    patch.setattr(record_file, "unseal", functools.lru_cache(maxsize=8)(unseal))
    patch.setattr(records, "unseal_running", functools.lru_cache(maxsize=8)(unseal_running))


def started(card: MemoryCard) -> Records | str:
    """Every record on a card after start-up, by name; or why there was no start."""
    store = Store(ROOT, card)
    try:
        table = Recorder(store, lambda: AT).open_table(House(GAMES, REGULARS))
        paths = [*store.all_running(), *store.all_finished()]
        found = [(path.stem, store.read(path)) for path in paths]
    except StorageError as refused:
        return str(refused)
    if table.damaged:
        return f"{table.damaged[0].record}: {table.damaged[0].why}"
    for name, recovered in found:
        if recovered.damage:  # a torn end of a parked game is cut when that is taken up
            return f"{name}: {recovered.damage}"
    return {name: tuple(line.text for line in recovered.lines) for name, recovered in found}


def faults_of(found: Records | str, shown: Mapping[str, int], written: Records) -> Iterator[str]:
    """What is wrong with what was found: something refused, lost or invented."""
    if isinstance(found, str):
        yield f"refused: {found}"
        return
    for name, lines in found.items():
        if written.get(name, ())[: len(lines)] != lines:
            yield f"invented in {name}: {lines[-1:]}"
    for name, number in shown.items():
        if len(found.get(name, ())) < number:
            yield f"lost of {name}: {written[name][len(found.get(name, ())) : number]}"


@dataclass
class Witness:
    """Watches a card; after each change and sync the plug is pulled in `cuts` ways, and each new state is judged.

    `seen` tells how much the display was sent so far, `may_hold` what files other than records may hold now (None:
    they may be missing). `states` counts the different contents started from, `faults` says what is wrong with which.
    """

    card: MemoryCard
    cuts: int
    name: str = ""
    seen: Callable[[], object] = lambda: None
    shown: dict[str, int] = field(default_factory=dict)
    written: Records = field(default_factory=dict)
    known: dict[int, Records | str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    operations: int = 0
    may_hold: dict[Path, set[bytes | None]] = field(default_factory=dict)
    _seen: object = None
    _line: bytes = b""

    def __post_init__(self) -> None:
        self.card.watch = self.watch

    @property
    def states(self) -> int:
        """How many different contents of the card were started from."""
        return len(self.known)

    def shows(self) -> None:
        """All that was written until now has been reported."""
        self.shown = {name: len(lines) for name, lines in self.written.items()}

    def look(self) -> None:
        """See whether something was shown since the last look."""
        if self.seen() != self._seen:
            self._seen = self.seen()
            self.shows()

    def watch(self, call: str, path: Path, content: bytes) -> None:
        """One operation was made."""
        self.look()
        if call == "write" and path.parent.name == "running" and path.suffix in {records.RECORD, record_file.BEGUN}:
            self._line += content  # long lines come block by block
            if self._line.endswith(b"\n"):
                self.written[path.stem] = (*self.written.get(path.stem, ()), text_of(self._line))
                self._line = b""
        self.operations += 1
        for number in range(1 if self.card.settled else self.cuts):
            self._pull(Random(f"{self.name}/{self.operations}/{number}"))

    def _pull(self, chance: Random) -> None:
        card = self.card.after_a_cut(chance)
        key = hash(tuple(sorted(card.contents.items())))
        if key not in self.known:
            self.known[key] = started(card)
        where = f"{self.name}, operation {self.operations}"
        self.faults += [f"{where}: {fault}" for fault in faults_of(self.known[key], self.shown, self.written)]
        self.faults += [f"{where}: {fault}" for fault in self._file_faults(card)]

    def _file_faults(self, card: MemoryCard) -> Iterator[str]:
        for path, allowed in self.may_hold.items():
            if card.contents.get(path) not in allowed:
                yield f"{path.name} is not what was saved: {card.contents.get(path)!r:.60}"


def laid(card: MemoryCard, data: Path) -> Path:
    """The files of a card in a new directory, for a real program."""
    data.mkdir()
    for path in sorted(card.folders):
        if ROOT in path.parents:
            (data / path.relative_to(ROOT)).mkdir()
    for path, content in card.contents.items():
        (data / path.relative_to(ROOT)).write_bytes(content)
    return data


def text_of(sealed: bytes) -> str:
    """What a sealed line says, by a plain reading of it."""
    return sealed.decode().rsplit(" n=", 1)[0].removesuffix(" ;")
