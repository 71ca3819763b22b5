"""The byte format of a running record: sealed lines that detect and locate torn writes and bit errors.

    Ann 9H ; n=17 at=2026-11-20T20:15:03 crc=9ab3c1f0        blanks up to a multiple of 512 bytes, line break

`n` counts the lines. `at` is the local time; "?" after it means that the clock was not set. `crc` is the CRC-32 of all
bytes of the line before " crc=", started with the check sum of the line before (0 at first). So changed, lost, added
or moved lines are detected. Padding keeps each line in its own disk blocks: a torn block cannot affect an older line.
This module knows neither the meaning of statements nor where the bytes are stored.
"""

from __future__ import annotations

import re
import zlib
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator

from companion.support.messages import msg
from companion.support.text import at_line
from companion.support.values import dataclass, replace

BLOCK = 512
"""The size of a disk block, in bytes. A power cut affects whole blocks."""

_SEAL = re.compile(rb" n=(?P<n>\d+) at=(?P<at>\S+) crc=(?P<crc>[0-9a-f]{8})")
_SEALED_LINE = re.compile(rb"(?s)(?P<body>;.*|.* ;)" + _SEAL.pattern + rb"(?P<rest>.*)")
_SUMMED_LINE = re.compile(rb"(?m)^(?P<covered>[^\n;]*;[^\n]*) crc=(?P<crc>[0-9a-f]{8})(?P<rest>[^\n]*)")
"""A line with a check sum. One without number and time was not written by this program."""

TORN = msg("the line is torn")
NO_SUM = msg("no check sum")
UNNUMBERED = msg("a check sum without number and time")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a record without its seal. A record without seals has line numbers as `n`, no `at` and no `crc`."""

    text: str
    n: int
    at: str = ""
    crc: int | None = None


@dataclass(frozen=True, slots=True)
class Recovered:
    """The content of a record.

    `lines` are the valid lines and `end` is the offset after them. `torn` is an incomplete last write; empty if there
    is none. `damage` says which line is invalid, if an incomplete write cannot be the cause; such a record must not be
    continued, nor repaired without asking. `lost` counts the lines from there on. At most one of `torn` and `damage` is
    set.
    """

    lines: tuple[Line, ...]
    end: int
    torn: bytes = b""
    damage: str | None = None
    lost: int = 0

    @property
    def sealed(self) -> bool:
        """Whether all lines have check sums. True if there are no lines."""
        return all(line.crc is not None for line in self.lines)

    @property
    def last_crc(self) -> int:
        """The start value of the next line's check sum."""
        return (self.lines[-1].crc or 0) if self.lines else 0

    @property
    def next_n(self) -> int:
        """The number of the next line; the first is 1."""
        return self.lines[-1].n + 1 if self.lines else 1


def seal(text: str, n: int, at: str, previous: int) -> tuple[bytes, int]:
    """The bytes of one sealed and padded line, and its check sum.

    Raises ValueError unless the text is one non-empty line without blanks around it.
    """
    line, crc = _seal(text, n, at, previous)
    blanks = -(len(line) + 1) % BLOCK
    return line + b" " * blanks + b"\n", crc


def pad(lines: Iterable[Line]) -> bytes:
    """The lines of a running record, each padded to whole blocks. The inverse of `compact`."""
    written: list[bytes] = []
    previous = 0
    for line in lines:
        raw, previous = seal(line.text, line.n, line.at, previous)
        written.append(raw)
    return b"".join(written)


def compact(lines: Iterable[Line]) -> bytes:
    """The lines without padding. Check sums stay valid, since they do not cover padding."""
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
    # A note is already a comment; a statement needs a semicolon first.
    body = text if text.startswith(";") else f"{text} ;"
    covered = f"{body} n={n} at={at}".encode()
    crc = zlib.crc32(covered, previous)
    return covered + b" crc=%08x" % crc, crc


def unseal(data: bytes) -> Recovered:
    """Read any record. Never raises. An incomplete last line is torn; any other error is damage."""
    lines: list[Line] = []
    end = 0
    for number, judged in enumerate(_judge(data), 1):
        if judged.line is None or judged.fault:
            rest = data[end:]
            if b"\n" not in rest:
                return Recovered(tuple(lines), end, torn=rest)
            fault = at_line(number, judged.fault or UNNUMBERED)
            return Recovered(tuple(lines), end, damage=fault, lost=len(_split(rest)))
        lines.append(judged.line)
        end += judged.size
    return Recovered(tuple(lines), end)


def whole_lines(data: bytes, n: int, previous: int) -> tuple[str, ...] | None:
    """The text of each sealed line, from number `n` on, after a line with the check sum `previous`.

    None if a line is torn or damaged. Never raises.
    """
    judged = tuple(_judge_sealed(_split(data), n, previous))
    return None if any(line.fault for line in judged) else tuple(line.line.text for line in judged if line.line)


def continuation(raw: bytes, n: int, previous: int) -> int | None:
    """The check sum of a compact line, without its line break, that goes on as number `n` after the sum `previous`.

    None: it is no such line, so that a record to which it is added would be damaged. Never raises.
    """
    match = _SEALED_LINE.fullmatch(raw)
    if match is None or match["rest"] or b"\n" in raw or match["n"] != b"%d" % n:
        return None
    crc = zlib.crc32(raw[: match.start("crc") - len(" crc=")], previous)
    return crc if match["crc"] == b"%08x" % crc and _is_text(raw) else None


def _is_text(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def unseal_running(data: bytes) -> Recovered:
    """Read a running record after a power cut, which can tear one block at most. Never raises.

    Each block of a line is synced before the next is written. So only the last block can be torn, and the blocks before
    it hold the start of its line. A record that was cut off while it was being finished is complete but may be
    unpadded.
    """
    recovered = unseal(data)
    if not recovered.sealed:
        recovered = Recovered((), 0, damage=at_line(1, NO_SUM), lost=len(recovered.lines))
    if recovered.end == len(data):
        return recovered
    lines, end = _in_blocks(data, recovered.lines)
    last, over = (len(data) - 1) // BLOCK * BLOCK, len(data) % BLOCK
    by_hand = not lines and over and data.endswith(b"\n")
    if _begins_line(data[end:last]) and not by_hand:
        return Recovered(lines, end, torn=data[end:])
    blocks = -(-(len(data) - end) // BLOCK)
    fault = recovered.damage or at_line(len(recovered.lines) + 1, NO_SUM)
    return replace(recovered, torn=b"", damage=fault, lost=max(recovered.lost, blocks) if over else blocks)


def _in_blocks(data: bytes, lines: tuple[Line, ...]) -> tuple[tuple[Line, ...], int]:
    """The valid lines that fill their own blocks, and the offset after them.

    The last line may not: a cut can tear its padding.
    """
    end = previous = 0
    for number, line in enumerate(lines):
        raw, previous = seal(line.text, line.n, line.at, previous)
        if not data.startswith(raw, end):
            return lines[:number], end
        end += len(raw)
    return lines, end


def _begins_line(blocks: bytes) -> bool:
    """Whether the blocks are the text of one unfinished line. True if there are none."""
    try:
        text = getincrementaldecoder("utf-8")().decode(blocks)  # a character may be cut in two
    except UnicodeDecodeError:
        return False
    return all(letter.isprintable() for letter in text) and not _SEAL.search(blocks)


def has_sum(raw: bytes) -> bool:
    """Whether the line has a check sum, even one that this program did not write."""
    return bool(_SEAL.search(raw) or _SUMMED_LINE.search(raw))


def misfits(lines: Iterable[bytes]) -> Iterator[tuple[int, str]]:
    """The invalid lines of a record with check sums as (line number from 1, message). Empty if all are valid."""
    return ((number, judged.fault) for number, judged in enumerate(_judge_sealed(lines), 1) if judged.fault)


@dataclass(frozen=True, slots=True)
class _Judged:
    """A line of the file: its size with the line break, its content, and its error (empty: valid)."""

    size: int
    line: Line | None
    fault: str = ""


def _judge(data: bytes) -> Iterator[_Judged]:
    if has_sum(data):
        return _judge_sealed(_split(data))
    if data and b"\n" not in data:  # a complete record has several lines: this is a torn first line
        return iter([_Judged(len(data), None, TORN)])
    return (_by_hand(raw, number) for number, raw in enumerate(_split(data), 1))


def _split(data: bytes) -> list[bytes]:
    return re.findall(rb"[^\n]*\n|[^\n]+", data)


def _by_hand(raw: bytes, number: int) -> _Judged:
    try:
        return _Judged(len(raw), Line(raw.decode().removesuffix("\n").removesuffix("\r"), number))
    except UnicodeDecodeError:
        return _Judged(len(raw), None, "not UTF-8")


def _judge_sealed(lines: Iterable[bytes], expected: int | None = None, previously: int = 0) -> Iterator[_Judged]:
    """Check each line against the one before; the first may have any number if none is `expected`.

    After a wrong check sum, accepts both the written and the correct one as the next start value, so that one error is
    reported once.
    """
    previous = [previously]
    for raw in lines:
        match = _SUMMED_LINE.fullmatch(raw.removesuffix(b"\n").rstrip(b" "))
        if not match:
            yield _Judged(len(raw), None, NO_SUM if raw.endswith(b"\n") else TORN)
            expected = None
            continue
        written = int(match["crc"], 16)
        right = [zlib.crc32(match["covered"], crc) for crc in previous]
        sealed = _SEALED_LINE.fullmatch(match[0])
        line = _line(sealed) if sealed else None
        fault = _fault(match, raw, fits=written in right)
        if sealed and not fault:
            fault = _number_error(line, expected)
        yield _Judged(len(raw), line, fault)
        previous = [written] if written in right else [written, right[0]]
        expected = line.n + 1 if line else None


def _line(match: re.Match[bytes]) -> Line | None:
    body = match["body"]
    try:
        text = (body if body.startswith(b";") else body[: -len(" ;")]).decode()
        return Line(text, int(match["n"]), match["at"].decode(), int(match["crc"], 16))
    except ValueError:  # not UTF-8, or a number with thousands of digits
        return None


def _fault(match: re.Match[bytes], raw: bytes, *, fits: bool) -> str:
    if not raw.endswith(b"\n"):
        return TORN
    if not fits:
        return msg("the check sum {crc} does not fit", crc=match["crc"].decode())
    return msg("something stands behind the check sum") if match["rest"] else ""


def _number_error(line: Line | None, expected: int | None) -> str:
    if line is None:
        return msg("not UTF-8")
    return "" if line.n == (expected or line.n) else msg("n={n} where {due} is due", n=line.n, due=expected)
