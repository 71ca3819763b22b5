"""The unmodified program in a terminal of its own under strace, and its file operations as it made them."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.evening import ROOT as HERE
from tests.needs import STRACE
from tests.storage.witness import ROOT, Witness

PROMPT = b"\r\n> "
TERMINAL = b"/dev/pts/"
CALLS = "openat,write,pwrite64,fsync,fdatasync,ftruncate,unlink,rename,mkdir"
RECORDED = ("-y", "-xx", "-s", "1000000", "-e", f"trace={CALLS}")
TIMEOUT_S = 60

_CALL = re.compile(r"(\w+)\((.*)\) += (-?\d+)(?:<(.*?)>)?(?: .*)?")
_PART = re.compile(r'"((?:\\x[0-9a-f]{2})*)"|<((?:\\x[0-9a-f]{2})*)>|([^,"<]+)')


def strace() -> str:
    """Where strace is; the test is skipped where it is not, or where it may not trace."""
    found = shutil.which("strace")
    if found is None:
        pytest.skip(STRACE)
    if subprocess.run([found, "-o", os.devnull, "true"], check=False, capture_output=True).returncode:  # noqa: S603
        pytest.skip("strace may not trace here (ptrace is forbidden)")
    return found


@dataclass(frozen=True)
class Ended:
    """What the program printed, and how it ended."""

    told: str
    status: int


def typed(data: Path, lines: Sequence[str], *before: str, game: str = "birddog") -> Ended:
    """`companion play --simulate` in a terminal, each line typed at a prompt; `before` are the words that run it."""
    words = (sys.executable, "-m", "companion", "play", "--simulate", "--terminal", "--data", str(data), "--seed", "1")
    ours, theirs = pty.openpty()
    with subprocess.Popen(  # noqa: S603 - our own words
        (*before, *words, "--game", game), cwd=HERE, stdin=theirs, stdout=theirs, stderr=theirs
    ) as program:
        os.close(theirs)
        try:
            told = _conversation(ours, lines)
        except TimeoutError:
            program.kill()  # or this would wait for its end for ever
            raise
    os.close(ours)
    return Ended(told.decode("utf-8", "replace"), program.returncode)


def _conversation(terminal: int, lines: Sequence[str]) -> bytes:
    told, left = b"", list(lines)
    while select.select([terminal], [], [], TIMEOUT_S)[0]:
        try:
            told += os.read(terminal, 65536)
        except OSError:  # the program has ended
            return told
        if told.endswith(PROMPT) and left:
            os.write(terminal, left.pop(0).encode() + b"\n")
    raise TimeoutError(f"the program says nothing more: {told[-400:]!r}")


@dataclass(frozen=True)
class Call:
    """One system call that succeeded: its name, its paths and bytes in order, its other words, what it gave."""

    name: str
    content: tuple[bytes, ...]
    words: tuple[str, ...]
    gave: int


def calls(log: str) -> Iterator[Call]:
    """The calls of a log written with RECORDED, those that failed left out."""
    for line in log.splitlines():
        found = _CALL.fullmatch(line)
        if found and int(found[3]) >= 0:
            parts = _PART.findall(found[2])
            content = tuple(
                bytes.fromhex((quoted or path).replace("\\x", "")) for quoted, path, word in parts if not word
            )
            words = tuple(word.strip() for _, _, word in parts if word.strip())
            yield Call(found[1], content, words, int(found[3]))


def speaks(log: str) -> bool:
    """Whether a log has something for the terminal."""
    return any(call.name == "write" and call.content[0].startswith(TERMINAL) for call in calls(log))


class Replay:
    """Does on a witness's card what a log says was done in `data`; what was written to the terminal was shown."""

    def __init__(self, data: Path, witness: Witness) -> None:
        self._data = os.fsencode(data)
        self._card = witness.card
        self._descriptors: dict[int, int] = {}
        self._told = 0
        self._card.mkdir(ROOT)
        self._card.directory_synced(ROOT.parent)
        witness.seen = lambda: self._told

    def does(self, log: str) -> None:
        """Everything in it that touches the data directory or the terminal."""
        for call in calls(log):
            if call.name == "write" and call.content[0].startswith(TERMINAL):
                self._told += 1
            elif any(buffer.startswith(self._data) for buffer in call.content[:2]):
                self._touches(call)

    def _touches(self, call: Call) -> None:
        card, content = self._card, call.content
        match call.name:
            case "openat":
                flags = sum(getattr(os, flag) for flag in call.words[1].split("|"))
                self._descriptors[call.gave] = card.open(self._path(content[1]), flags)
            case "mkdir":
                card.mkdir(self._path(content[0]))
            case "rename":
                card.rename(self._path(content[0]), self._path(content[1]))
            case "write":
                card.write(self._descriptor(call), content[1][: call.gave])
            case "fsync" | "fdatasync":
                card.fsync(self._descriptor(call))
            case "ftruncate":
                card.ftruncate(self._descriptor(call), int(call.words[1]))
            case unknown:
                raise AssertionError(f"the model of the card knows no {unknown}")

    def _descriptor(self, call: Call) -> int:
        return self._descriptors[int(call.words[0])]

    def _path(self, path: bytes) -> Path:
        return ROOT / os.fsdecode(path[len(self._data) :].lstrip(b"/"))
