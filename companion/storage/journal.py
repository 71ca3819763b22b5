"""The bytes of a running record: lines sealed so that a torn write and a rotten bit are seen and located.

    Ann 9H ; n=17 at=2026-11-20T20:15:03 crc=9ab3c1f0        blanks up to a multiple of 512 bytes, line break

`n` counts the lines, `at` is the wall time as the box believed it ("?" behind it: not set yet), `crc` is the
CRC-32 of all bytes of the line before " crc=", begun with the check sum of the line before (0 at the first): no
line can be changed, lost, added or moved unseen. Padding keeps each line in disk blocks of its own, so a torn block
cannot reach an older line.
This module judges bytes; it does not know what a statement means, nor where the bytes are kept.
"""

from __future__ import annotations

import re
import zlib
from codecs import getincrementaldecoder
from typing import TYPE_CHECKING

from companion.support.values import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

BLOCK = 512
"""What a card writes at once: a cut hits whole blocks."""

_SEAL = re.compile(rb" n=(?P<n>\d+) at=(?P<at>\S+) crc=(?P<crc>[0-9a-f]{8})")
_SEALED_LINE = re.compile(rb"(?s)(?P<body>;.*|.* ;)" + _SEAL.pattern + rb"(?P<rest>.*)")
_SUMMED_LINE = re.compile(rb"(?m)^(?P<covered>[^\n;]*;[^\n]*) crc=(?P<crc>[0-9a-f]{8})(?P<rest>[^\n]*)")
"""A line with a check sum, whatever else is noted; without number and time somebody else wrote it."""

TORN = "the line is torn"
NO_SUM = "no check sum"
UNNUMBERED = "a check sum without number and time"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a record without its seal.

    In a record written by hand `n` is the line's number, `at` is empty and `crc` None.
    """

    text: str
    n: int
    at: str = ""
    crc: int | None = None


@dataclass(frozen=True, slots=True)
class Recovered:
    """What the bytes of a record hold.

    `lines` are the good lines and `end` the offset behind them. `torn` is what a cut-off last write left behind
    (empty: nothing). `damage` says which line does not fit although more follows or a write cannot have left it
    so; such a record must not be continued, nor repaired unasked. `lost` counts the lines from there on.
    At most one of `torn` and `damage` is set.
    """

    lines: tuple[Line, ...]
    end: int
    torn: bytes = b""
    damage: str | None = None
    lost: int = 0

    @property
    def sealed(self) -> bool:
        """Whether the lines carry check sums; true while there is no line."""
        return all(line.crc is not None for line in self.lines)

    @property
    def last_crc(self) -> int:
        """With what the next line's check sum begins."""
        return (self.lines[-1].crc or 0) if self.lines else 0

    @property
    def next_n(self) -> int:
        """The number of the next line; the first is 1."""
        return self.lines[-1].n + 1 if self.lines else 1


def seal(text: str, n: int, at: str, previous: int) -> tuple[bytes, int]:
    """The bytes to append for one line, and its check sum for the next one.

    Raises ValueError when the text is empty, has blanks around it or more than one line.
    """
    line, crc = _seal(text, n, at, previous)
    blanks = -(len(line) + 1) % BLOCK
    return line + b" " * blanks + b"\n", crc


def padded(lines: Iterable[Line]) -> bytes:
    """Sealed lines as a running record has them, each in blocks of its own: the opposite of `compact`."""
    written: list[bytes] = []
    previous = 0
    for line in lines:
        raw, previous = seal(line.text, line.n, line.at, previous)
        written.append(raw)
    return b"".join(written)


def compact(lines: Iterable[Line]) -> bytes:
    """The same lines without padding: check sums stay, for padding is not part of them."""
    written: list[bytes] = []
    previous = 0
    for line in lines:
        raw = line.text.encode()
        if line.crc is not None:
            raw, previous = _seal(line.text, line.n, line.at, previous)
        written.append(raw + b"\n")
    return b"".join(written)


def _seal(text: str, n: int, at: str, previous: int) -> tuple[bytes, int]:
    if text.splitlines() != [text] or text != text.strip(" "):
        raise ValueError(f"not one line without blanks around it: {text!r}")
    if at.split() != [at]:
        raise ValueError(f"not one word of time: {at!r}")
    # A note is a comment already; behind a statement a comment begins.
    body = text if text.startswith(";") else f"{text} ;"
    covered = f"{body} n={n} at={at}".encode()
    crc = zlib.crc32(covered, previous)
    return covered + b" crc=%08x" % crc, crc


def unseal(data: bytes) -> Recovered:
    """Read any record; never raises. A last line without line break is torn, whatever else does not fit is damage."""
    lines: list[Line] = []
    end = 0
    for number, judged in enumerate(_judge(data), 1):
        if judged.line is None or judged.fault:
            rest = data[end:]
            if b"\n" not in rest:
                return Recovered(tuple(lines), end, torn=rest)
            fault = f"line {number}: {judged.fault or UNNUMBERED}"
            return Recovered(tuple(lines), end, damage=fault, lost=len(_split(rest)))
        lines.append(judged.line)
        end += judged.size
    return Recovered(tuple(lines), end)


def unseal_running(data: bytes) -> Recovered:
    """Read a running record, of which one block at most was being written when the power failed; never raises.

    A line is written block by block, each synced before the next: torn is a last block, behind the blocks with which
    its line begins. A record that was cut off while it was finished is whole, and need not be in blocks.
    """
    found = unseal(data)
    if not found.sealed:
        found = Recovered((), 0, damage=f"line 1: {NO_SUM}", lost=len(found.lines))
    if found.end == len(data):
        return found
    lines, end = _in_blocks(data, found.lines)
    last, over = (len(data) - 1) // BLOCK * BLOCK, len(data) % BLOCK
    by_hand = not lines and over and data.endswith(b"\n")
    if _begins_line(data[end:last]) and not by_hand:
        return Recovered(lines, end, torn=data[end:])
    blocks = -(-(len(data) - end) // BLOCK)
    fault = found.damage or f"line {len(found.lines) + 1}: {NO_SUM}"
    return replace(found, torn=b"", damage=fault, lost=max(found.lost, blocks) if over else blocks)


def _in_blocks(data: bytes, lines: tuple[Line, ...]) -> tuple[tuple[Line, ...], int]:
    """Those of the good lines that fill blocks of their own, and the offset behind them.

    The last one may not: its block was torn behind the check sum.
    """
    end = previous = 0
    for number, line in enumerate(lines):
        raw, previous = seal(line.text, line.n, line.at, previous)
        if not data.startswith(raw, end):
            return lines[:number], end
        end += len(raw)
    return lines, end


def _begins_line(blocks: bytes) -> bool:
    """Whether these blocks are text of one line that goes on behind them; so are none."""
    try:
        text = getincrementaldecoder("utf-8")().decode(blocks)  # a letter may be cut in two
    except UnicodeDecodeError:
        return False
    return all(letter.isprintable() for letter in text) and not _SEAL.search(blocks)


def has_sum(raw: bytes) -> bool:
    """Whether this line has a check sum, ours or that of somebody else."""
    return bool(_SEAL.search(raw) or _SUMMED_LINE.search(raw))


def misfits(lines: Iterable[bytes]) -> Iterator[tuple[int, str]]:
    """What `check_sums` finds, in the lines of a record of which one has a check sum; nothing is kept of them."""
    return ((number, judged.fault) for number, judged in enumerate(_judge_sealed(lines), 1) if judged.fault)


def check_sums(data: bytes) -> list[tuple[int, str]]:
    """Every line that does not fit, as (line number from 1, sentence); empty: all is well, or nothing is sealed."""
    return [(number, judged.fault) for number, judged in enumerate(_judge(data), 1) if judged.fault]


@dataclass(frozen=True, slots=True)
class _Judged:
    """A line of the file: its length with the line break, what it says, and what does not fit (empty: it fits)."""

    size: int
    line: Line | None
    fault: str = ""


def _judge(data: bytes) -> Iterator[_Judged]:
    if has_sum(data):
        return _judge_sealed(_split(data))
    if data and b"\n" not in data:  # a record has a game and its players: this is a first line that was cut off
        return iter([_Judged(len(data), None, TORN)])
    return (_by_hand(raw, number) for number, raw in enumerate(_split(data), 1))


def _split(data: bytes) -> list[bytes]:
    return re.findall(rb"[^\n]*\n|[^\n]+", data)


def _by_hand(raw: bytes, number: int) -> _Judged:
    try:
        return _Judged(len(raw), Line(raw.decode().removesuffix("\n").removesuffix("\r"), number))
    except UnicodeDecodeError:
        return _Judged(len(raw), None, "not UTF-8")


def _judge_sealed(lines: Iterable[bytes]) -> Iterator[_Judged]:
    """Judge each line by the one before.

    After a check sum that does not fit, go on from what is written and from what should be: one fault, one sentence.
    """
    previous = [0]
    due: int | None = None
    for raw in lines:
        found = _SUMMED_LINE.fullmatch(raw.removesuffix(b"\n").rstrip(b" "))
        if not found:
            yield _Judged(len(raw), None, NO_SUM if raw.endswith(b"\n") else TORN)
            due = None
            continue
        written = int(found["crc"], 16)
        right = [zlib.crc32(found["covered"], crc) for crc in previous]
        sealed = _SEALED_LINE.fullmatch(found[0])
        line = _line(sealed) if sealed else None
        fault = _fault(found, raw, fits=written in right)
        if sealed and not fault:
            fault = _misnumbered(line, due)
        yield _Judged(len(raw), line, fault)
        previous = [written] if written in right else [written, right[0]]
        due = line.n + 1 if line else None


def _line(found: re.Match[bytes]) -> Line | None:
    body = found["body"]
    try:
        text = (body if body.startswith(b";") else body[: -len(" ;")]).decode()
        return Line(text, int(found["n"]), found["at"].decode(), int(found["crc"], 16))
    except ValueError:  # not UTF-8, or a number of thousands of digits
        return None


def _fault(found: re.Match[bytes], raw: bytes, *, fits: bool) -> str:
    if not raw.endswith(b"\n"):
        return TORN
    if not fits:
        return f"the check sum {found['crc'].decode()} does not fit"
    return "something stands behind the check sum" if found["rest"] else ""


def _misnumbered(line: Line | None, due: int | None) -> str:
    if line is None:
        return "not UTF-8"
    return "" if line.n == (due or line.n) else f"n={line.n} where {due} is due"
