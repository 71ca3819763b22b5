"""The record of an event on the disk: sealed lines that are only ever added to, each block synced before the next.

    ROOT/events/2026-11-25-club.event              only its owner reads it: it has the secret of the boards
    ROOT/events/2026-11-25-club.torn-1             what a power cut left of a step
    ROOT/events/2026-11-25-club.damaged-1          a damaged record as it was, before it was mended

A step is whole or does not count. What is left of one that power has cut off is put aside when the next is written.
Anything else that does not fit is damage: that record is told and left as it is, and all others go on.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from companion.director.event import ClubEvent
from companion.director.event_words import Story, add_statement, write_line
from companion.rules.statements import UnreadableError
from companion.storage.disk import OWNERS, Disk, StorageError, in_words
from companion.storage.journal import BLOCK, TORN, Line, Recovered, pad, seal, unseal_running
from companion.support.messages import msg
from companion.support.text import at_line

ENDING = ".event"
_APPEND = os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC
_OF_A_ROUND = (b"plan ", b"seat ", b"out ", b"round ")
"""How the lines that seat a round begin."""
DAY = "2026-11-25"
"""How the name of an event begins."""
_DATED = re.compile(r"\d{4}-\d\d-\d\d-")
_SEAL = re.compile(rb" n=(\d{1,6}) at=\S+ crc=")


class EventFaultError(StorageError):
    """A record that cannot go on, and stays as it is. `number` is that of its event; 0: it cannot be read.

    `lines` are at least as many as it ever had; 0 for a copy, whose lines another record counts.
    """

    number, lines = 0, 0


class DamagedError(EventFaultError):
    """A damaged record. `is_whole`: its beginning can be read, so it can be mended."""

    def __init__(self, why: str, path: Path, number: int = 0, lines: int = 0, *, is_whole: bool = True) -> None:
        mends = f"companion director mend {path.stem}"
        remedy = f"It stays as it is; this goes on from its whole lines, and keeps it beside: {mends}"
        if not is_whole:
            remedy = "Nothing of it is whole: put your copy in its place, or give the file another ending."
        super().__init__(f"the record of the event is damaged ({why})", path, remedy, why)
        self.number, self.lines = number, lines


class EventRecord:
    """An event that goes on. Raises StorageError; DamagedError for a record that is damaged.

    Reading changes nothing: somebody else may be writing.
    """

    def __init__(self, path: Path, disk: Disk = OWNERS) -> None:
        self.path, self._disk = path, disk
        self._story: Story | None = None
        self.check_sum, self._end = 0, 0
        """The check sum of the last line, and where it ends."""
        self._torn = b""
        self.begun = ""
        """The time of the first line; empty: there is none yet."""
        if disk.exists(path) or path.is_symlink():
            self._read()

    @property
    def story(self) -> Story:
        """The event as it stands."""
        assert self._story is not None, "a record has been begun"
        return self._story

    @property
    def trouble(self) -> str:
        """The sentence that the last step was cut off; empty: it was not."""
        if not self._torn:
            return ""
        return msg(
            "{event}: the last step was not saved whole, as after a power cut, and does not count: make it again",
            event=self.path.stem,
        )

    def say(self, texts: Sequence[str], at: str) -> Story:
        """Add statements as one step, all or none. Raises UnreadableError for a wrong one, StorageError."""
        if self._torn:
            self._put_aside(at)
        if self._story is not None and len(texts) > 1:
            texts = [write_line("step", len(texts)), *texts]
        story, lines, crc = self._story, b"", self.check_sum
        for text in texts:
            story = add_statement(story, text, at)
            line, crc = seal(text, story.event.stated, at, crc)
            lines += line
        assert story is not None
        self._write(lines)
        self._story, self.check_sum, self._end = story, crc, self._end + len(lines)
        self.begun = self.begun or at
        return story

    def _put_aside(self, at: str) -> None:
        """Keep what was cut off beside the record. An order may have had its number: none gets it again."""
        with in_words("cannot put aside what was cut off", self.path):
            self._disk.replace_whole(self._disk.free_beside(self.path.with_suffix(""), "torn"), self._torn)
        lines, self._torn = self.story.event.stated + _blocks(self._torn), b""
        self.say([write_line("orders", self.story.event.since + lines)], at)

    def _write(self, lines: bytes) -> None:
        with in_words("cannot write the record of the event", self.path):
            if not self._disk.exists(self.path):
                self._disk.replace_whole(self.path, lines)
            else:
                self._append(lines)

    def _append(self, lines: bytes) -> None:
        with self._disk.closing(self._disk.open(self.path, _APPEND)) as descriptor:
            try:
                self._disk.ftruncate(descriptor, self._end)
                for block in range(0, len(lines), BLOCK):  # at most one is torn, and the reader knows which
                    self._disk.write_whole(descriptor, lines[block : block + BLOCK])
                    self._disk.fdatasync(descriptor)
            except OSError:
                with suppress(OSError):
                    self._disk.ftruncate(descriptor, self._end)
                raise

    def _read(self) -> None:
        with in_words("cannot read the record of the event", self.path):
            _sync(self._disk, self.path)
            content = self._disk.read(self.path)
        found = unseal_running(content)
        told = _tell(found.lines)
        damage = told.problem or ("" if _is_cut(told.last, found, content) else found.damage)
        if damage or told.whole is None:
            number = told.last.event.number if told.last else 0
            why, is_whole = damage or at_line(1, TORN), told.whole is not None
            raise DamagedError(why, self.path, number, _blocks(content), is_whole=is_whole)
        self._story, self.check_sum = told.whole, told.lines[-1].crc or 0
        self._end = len(pad(told.lines))
        self._torn = content[self._end :]
        self.begun = told.lines[0].at


def _sync(disk: Disk, path: Path) -> None:
    """Sync a file whose last lines a killed program may have left in memory. Ignores one that cannot be written."""
    try:
        disk.sync_content(path)
    except OSError as fault:
        if fault.errno not in {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENXIO}:
            raise


def _blocks(content: bytes) -> int:
    """The number of disk blocks: no fewer than the lines that were ever there."""
    return -(-len(content) // BLOCK)


class _Told(NamedTuple):
    """The story in some lines: after the `last` that can be read, and after the last `whole` step, with its `lines`.

    `problem` says why the next cannot be read; empty: all can.
    """

    last: Story | None
    whole: Story | None
    lines: tuple[Line, ...]
    problem: str = ""


def _tell(lines: tuple[Line, ...]) -> _Told:
    story, whole, ends = None, None, 0
    for number, line in enumerate(lines, 1):
        try:
            story = add_statement(story, line.text, line.at)
        except UnreadableError as problem:
            return _Told(story, whole, lines[:ends], at_line(number, str(problem)))
        if story.is_whole:
            whole, ends = story, number
    return _Told(story, whole, lines[:ends])


def _is_cut(story: Story | None, found: Recovered, content: bytes) -> bool:
    """Whether damage is what a power cut left of a round that an earlier program wrote at once, with one sync.

    It is if the lines that are left are those of a round, and no later statement is there.
    """
    if story is None or story.event.number:
        return False
    blocks = [content[at : at + BLOCK] for at in range(found.end, len(content), BLOCK)]
    due = range(found.next_n, found.next_n + len(blocks))
    own = [block for block in blocks if (sealed := _SEAL.search(block)) and int(sealed[1]) in due]
    ended = any(block.startswith(b"round ") for block in own[:-1])
    return bool(own or story.planned) and not ended and all(block.startswith(_OF_A_ROUND) for block in own)


class Events(NamedTuple):
    """The events of a director by number, and the faults of those that cannot be read."""

    records: tuple[EventRecord, ...] = ()
    faults: tuple[StorageError, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all files, also of those that cannot be read."""
        return (*(record.path.stem for record in self.records), *(fault.path.stem for fault in self.faults))

    @property
    def troubles(self) -> tuple[str, ...]:
        """What people are to know of them."""
        return (*map(str, self.faults), *filter(None, (record.trouble for record in self.records)))

    @property
    def current(self) -> EventRecord | None:
        """The event that is on: the last one. None: there are no events, or the last cannot be read."""
        last = self.records[-1] if self.records else None
        if last is None or max(self._numbers) > last.story.event.number or self._is_lost_after(last.story.event):
            return None
        return last

    def _is_lost_after(self, event: ClubEvent) -> bool:
        """Whether an event that began after this one, the last that can be read, has lost its number.

        Lost events have names of its day or later, and more of them than there are free numbers before it
        (`next_number`).
        """
        lost = [fault for fault in self._lost if fault.path.name[: len(DAY)] >= event.name[: len(DAY)]]
        before = max((number for number in self._numbers if number < event.number), default=0)
        return bool(lost) and len(lost) >= event.number - before

    @property
    def _faulty(self) -> list[EventFaultError]:
        return [fault for fault in self.faults if isinstance(fault, EventFaultError)]

    @property
    def _lost(self) -> list[StorageError]:
        """The faults of files with the name of an event whose number cannot be read."""
        known = [fault.path for fault in self._faulty if fault.number]
        return [fault for fault in self.faults if fault.path not in known and _DATED.match(fault.path.name)]

    @property
    def _numbers(self) -> list[int]:
        """All numbers of events that can be read."""
        return [*(record.story.event.number for record in self.records), *(fault.number for fault in self._faulty)]

    @property
    def next_number(self) -> int:
        """The number of an event that begins now. It leaves numbers free for events whose number cannot be read."""
        return 1 + max(self._numbers, default=0) + len(self._lost)

    def since(self, record: EventRecord) -> int:
        """The number that the numbers of this event's orders follow."""
        before = self.records[: self.records.index(record)]
        return max(record.story.event.since, sum(record_before.story.event.stated for record_before in before))

    @property
    def ordered(self) -> int:
        """No order ever had a larger number, as far as records tell."""
        latest = max((self.since(record) + record.story.event.stated for record in self.records), default=0)
        return latest + sum(fault.lines for fault in self._faulty)


def events_directory(root: Path) -> Path:
    """The directory of the records of events."""
    return root / "events"


def path_of(root: Path, name: str) -> Path:
    """The file of an event."""
    return events_directory(root) / f"{name}{ENDING}"


def begin(root: Path, texts: Sequence[str], at: str, disk: Disk = OWNERS) -> EventRecord:
    """The record of a new event, which begins with these statements: all or none.

    Raises StorageError, UnreadableError.
    """
    disk.make(events_directory(root), root)
    name = add_statement(None, texts[0], at).event.name
    path = path_of(root, name)
    if disk.exists(path):
        raise UnreadableError(f"there is an event {name} already")
    record = EventRecord(path, disk)
    record.say(texts, at)
    return record


def read_events(root: Path, disk: Disk = OWNERS) -> Events:
    """All events; one that cannot be read is among the faults. Raises StorageError for their directory."""
    records: list[EventRecord] = []
    faults: list[StorageError] = []
    for path in disk.newest_first(events_directory(root), f"*{ENDING}"):
        try:
            records.append(_of_its_name(EventRecord(path, disk)))
        except StorageError as fault:
            faults.append(fault)
    return Events(tuple(sorted(records, key=_order)), tuple(sorted(faults, key=lambda fault: fault.path)))


def _order(record: EventRecord) -> tuple[int, str, str]:
    """By number; records of an earlier program have none, and come first, by the time of their clock."""
    event = record.story.event
    return event.number, "" if event.number else record.begun, event.name


def _of_its_name(record: EventRecord) -> EventRecord:
    """Raises EventFaultError for a copy under another name."""
    event = record.story.event
    if event.name != record.path.stem:
        remedy = f"Name it {event.name}{ENDING}, if that is not there, or give it another ending."
        fault = EventFaultError(f"it is the record of {event.name} under another name", record.path, remedy)
        fault.number = event.number
        raise fault
    return record


def mend(root: Path, name: str, at: str, disk: Disk = OWNERS) -> Path:
    """Go on from the whole steps of a damaged record. Returns the path of the damaged copy. Raises StorageError."""
    path = path_of(root, name)
    with in_words("cannot mend the record of the event", path):
        content = disk.read(path)
        lines = _tell(unseal_running(content).lines).lines
        if not lines:
            raise StorageError("nothing of the record is whole", path, "Give the file another ending.")
        aside = disk.free_beside(path.with_suffix(""), "damaged")
        disk.replace_whole(aside, content)
        disk.replace_whole(path, pad(lines))
    record = EventRecord(path, disk)
    record.say([write_line("orders", record.story.event.since + _blocks(content))], at)
    return aside
