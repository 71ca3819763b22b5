"""The program in a terminal, with its file operations recorded or broken by strace."""

from __future__ import annotations

import os
import re
import signal
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from companion.storage.journal import BLOCK
from companion.storage.records import Store
from tests.storage.memory_card import MemoryCard
from tests.storage.straced import RECORDED, Call, Replay, calls, speaks, strace, typed
from tests.storage.witness import Witness, faults_of, laid, told_once
from tests.torture import TORTURE, so_many

NAME = "2026-01-01-000000-birddog"
TO_THE_END = ["undo" if n % 17 == 0 else "unplug" if n % 40 == 0 else "" for n in range(1, so_many(240, 300))]
SET_UP = [""] * 7
"""Bird Dog, three people, the rules of the book, a dealer, hands scanned: the seventh Enter taps all hands."""

NOT_SAVED, KILLED = 75, -signal.SIGKILL


@dataclass(frozen=True)
class Recorded:
    """A directory, and the log of what the program did in it."""

    data: Path
    log: str

    def data_in(self, call: Call) -> bool:
        """Whether it touches the directory."""
        return any(buffer.startswith(os.fsencode(self.data)) for buffer in call.content[:2])


@pytest.fixture(scope="module")
def whole_match(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    where = tmp_path_factory.mktemp("match")
    data, log = where / "data", where / "log"
    data.mkdir()
    words = (strace(), "-ff", "-qq", *RECORDED, "-o", str(log))
    ended = typed(data, [*TO_THE_END, "q"], *words, game=so_many("bonehead", "birddog"))  # the shorter, the longer
    assert ended.status == 0, ended.told
    assert list((data / "records").glob("*.table")), "the match has not come to its end"
    # What counts earlier matches beside it only reads, and says nothing.
    (by_table,) = (told for path in where.glob("log.*") if speaks(told := path.read_text("ascii")))
    return Recorded(data, by_table)


def test_no_cut_of_a_whole_match_loses_or_invents_a_line(
    whole_match: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    told_once(monkeypatch)
    witness = Witness(MemoryCard(), so_many(2, 60), "recorded")
    Replay(whole_match.data, witness).does(whole_match.log)
    print(f"{witness.operations} operations, {witness.states} states")  # noqa: T201 - the count
    assert witness.faults == []
    assert witness.states > so_many(100, 5000)


def test_each_line_of_a_whole_match_is_one_write_of_one_block_and_one_sync(whole_match: Recorded) -> None:
    record = re.compile(re.escape(os.fsencode(whole_match.data)) + rb"/records/running/[^/]+\.table")
    touching = (call for call in calls(whole_match.log) if whole_match.data_in(call))
    made = [(call.name, bool(record.fullmatch(call.content[0])), len(call.content[-1])) for call in touching]
    lines = [place for place, call in enumerate(made) if call[:2] == ("write", True)]
    assert len(lines) > 100
    for place in lines:
        (_, _, octets), (then, of_record, _), *after = made[place : place + 3]
        assert (octets, then, of_record) == (BLOCK, "fdatasync", True)
        assert all(name not in {"fsync", "fdatasync"} for name, _, _ in after), "none may follow the last line"


def test_a_recording_whose_syncs_are_struck_out_is_caught(
    whole_match: Recorded, monkeypatch: pytest.MonkeyPatch
) -> None:
    told_once(monkeypatch)
    witness = Witness(MemoryCard(), 3, "recorded without syncs")
    lines = (line for line in whole_match.log.splitlines() if not line.startswith("fdatasync("))
    Replay(whole_match.data, witness).does("\n".join(line for _, line in zip(range(1500), lines, strict=False)))
    assert any("lost of" in fault or "refused" in fault for fault in witness.faults)


def test_the_program_itself_starts_from_what_a_cut_leaves(
    whole_match: Recorded, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told_once(monkeypatch)
    witness = Witness(MemoryCard(), 0, "recorded")
    left: list[tuple[MemoryCard, dict[str, int], dict[str, tuple[str, ...]]]] = []
    watched, chance = witness.card.watch, Random(6)

    def leaves(call: str, path: Path, content: bytes) -> None:
        watched(call, path, content)
        if not witness.card.settled and witness.operations % so_many(20, 1) == 0:
            left.append((witness.card.after_a_cut(chance), dict(witness.shown), dict(witness.written)))

    witness.card.watch = leaves
    Replay(whole_match.data, witness).does(whole_match.log)
    for number, (card, shown, written) in enumerate(chance.sample(left, so_many(2, 100))):
        data = tmp_path / str(number)
        laid(card, data)
        ended = typed(data, ["q"])
        assert ended.status == 0, ended.told
        assert list(faults_of(found_in(data), shown, written)) == []


def found_in(data: Path) -> dict[str, tuple[str, ...]]:
    """Every record there, as it can be read."""
    store = Store(data)
    records = {path.stem: store.read(path) for path in (*store.all_running(), *store.all_finished())}
    assert not any(recovered.damage for recovered in records.values())
    return {name: tuple(line.text for line in recovered.lines) for name, recovered in records.items()}


# ---------------------------------------------------------------- the sweep


FAULTS = {
    "write": ("error=EIO", "error=ENOSPC", "error=EROFS", "retval=7", "signal=KILL"),
    "fdatasync": ("error=EIO", "error=ENOSPC", "signal=KILL"),
    "fsync": ("error=EIO", "signal=KILL"),
    "openat": ("error=EROFS", "error=EMFILE", "error=ENOSPC", "signal=KILL"),
    "mkdir": ("error=ENOSPC", "error=EROFS", "signal=KILL"),
}
SAMPLES = (
    ("fdatasync", "error=EIO", "6+", NOT_SAVED),
    ("write", "retval=7", "6", NOT_SAVED),
    ("write", "signal=KILL", "5", KILLED),
    ("openat", "error=EROFS", "1+", 0),  # the directory is not even read: that is reported, and nothing begins
)
SWEEP = tuple(
    (call, fault, f"{when}{more}", None)
    for call, faults in FAULTS.items()
    for fault in faults
    for when in range(1, 9)
    for more in ("", "+")
)


@pytest.mark.parametrize(("call", "fault", "when", "status"), SWEEP if TORTURE else SAMPLES)
def test_a_spoilt_call_ends_the_program_and_the_next_start_has_what_was_saved(
    tmp_path: Path, call: str, fault: str, when: str, status: int | None
) -> None:
    running = tmp_path / "records" / "running"
    places = (running / f"{NAME}.begun", running / f"{NAME}.table", running, tmp_path / "records")
    only = [word for place in places for word in ("-P", str(place))]
    inject = ("-e", f"trace={call}", "-e", f"inject={call}:{fault}:when={when}")
    ended = typed(tmp_path, [*SET_UP, "", "", "q"], strace(), "-f", "-qq", "-o", "/dev/null", *only, *inject)
    assert ended.status in {0, KILLED if "KILL" in fault else NOT_SAVED}, ended.told
    assert (ended.status == NOT_SAVED) == ("companion: " in ended.told)
    assert status in {None, ended.status}
    saved = found_in(tmp_path)
    again = typed(tmp_path, ["q"])
    assert again.status == 0, again.told
    assert _said(found_in(tmp_path)) == _said(saved)


def _said(records: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Without those that were cut off before their first line."""
    return {name: lines for name, lines in records.items() if lines}
