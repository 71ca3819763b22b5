"""What readers type, as recorded streams of the kernel's events: each form, bounce, repeats, and what is lost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.frames.keys import CHARACTERS, ENDS, EVENT, LONGEST, PAUSE_S, SILENT, BadLine, KeyLines
from hardware.sim.keys import DROPPED, KEYS, event, stroke, strokes
from tests.cases import for_each

HEADER = Path("/usr/include/linux/input-event-codes.h")
NUMBER = "0006547886"


def typed(*texts: str, enter: bool = True) -> bytes:
    return b"".join(key for text in texts for key in strokes(text, enter=enter))


def test_a_line_ends_with_enter() -> None:
    assert KeyLines().feed(typed(NUMBER, "0063e9ae"), 0.0) == [NUMBER, "0063E9AE"]


def test_a_line_without_enter_ends_where_the_reader_pauses() -> None:
    keys = KeyLines()
    assert keys.feed(typed(NUMBER, enter=False), 1.0) == []
    assert keys.feed(b"", 1.0 + PAUSE_S) == []
    assert keys.feed(b"", 1.01 + PAUSE_S) == [NUMBER]
    assert keys.feed(b"", 9.0) == []


@for_each("size", range(1, 2 * EVENT.size))
def test_events_may_come_in_pieces_of_any_size(size: int) -> None:
    keys, octets = KeyLines(), typed(NUMBER)
    pieces = (octets[at : at + size] for at in range(0, len(octets), size))
    assert [line for piece in pieces for line in keys.feed(piece, 0.0)] == [NUMBER]


def test_a_key_that_is_held_is_one_character() -> None:
    held = event(1, KEYS["KEY_7"], 2)
    assert KeyLines().feed(stroke("KEY_7") + held + held + stroke("KEY_ENTER"), 0.0) == ["7"]


def test_a_french_reader_types_q_for_a_and_digits_with_shift() -> None:
    shift = KEYS["KEY_LEFTSHIFT"]
    french = event(1, shift, 1) + stroke("KEY_1") + event(1, shift, 0) + event(1, 16, 1) + event(1, 16, 0)
    assert KeyLines().feed(french + stroke("KEY_ENTER"), 0.0) == ["1A"]


def test_digits_may_come_from_the_number_pad() -> None:
    pad = b"".join(event(1, code, 1) + event(1, code, 0) for code in (79, 80, 81, 75, 76, 77, 71, 72, 73, 82, 96))
    assert KeyLines().feed(pad, 0.0) == ["1234567890"]


@pytest.mark.parametrize("at", range(0, 10, 3))
def test_a_number_of_which_the_kernel_has_lost_a_part_is_none(at: int) -> None:
    keys = strokes(NUMBER)
    octets = b"".join(keys[:at]) + DROPPED + keys[at] + b"".join(keys[at + 1 :])
    assert KeyLines().feed(octets, 0.0) == [BadLine.SPOILT]
    assert KeyLines().feed(octets + typed(NUMBER), 0.0) == [BadLine.SPOILT, NUMBER]


def test_a_line_without_an_end_is_none_and_is_not_kept() -> None:
    keys = KeyLines()
    for _ in range(1000):
        assert keys.feed(stroke("KEY_1"), 0.0) == []
        assert len(keys._line) <= LONGEST
    assert keys.feed(stroke("KEY_ENTER") + typed(NUMBER), 0.0) == [BadLine.SPOILT, NUMBER]


def test_letters_that_no_number_has_are_told() -> None:
    hello = b"".join(event(1, code, 1) + event(1, code, 0) for code in (35, 18, 38, 38, 24))
    assert BadLine.LETTERS in KeyLines().feed(hello, 0.0)


@pytest.mark.skipif(not HEADER.exists(), reason="no headers of the kernel: sudo apt install linux-libc-dev")
def test_the_codes_are_those_of_the_kernel() -> None:
    codes = {name: int(code) for name, code in re.findall(r"#define (KEY_\w+)\s+(\d+)\b", HEADER.read_text("utf-8"))}
    for char in "1234567890BCDEF":
        assert CHARACTERS[codes[f"KEY_{char}"]] == char
    for digit in "1234567890":
        assert CHARACTERS[codes[f"KEY_KP{digit}"]] == digit
    assert CHARACTERS[codes["KEY_A"]] == CHARACTERS[codes["KEY_Q"]] == "A"
    assert {codes[f"KEY_{name}"] for name in ("ENTER", "KPENTER", "TAB")} == ENDS
    names = "LEFTCTRL LEFTSHIFT RIGHTSHIFT LEFTALT CAPSLOCK NUMLOCK RIGHTCTRL RIGHTALT LEFTMETA RIGHTMETA"
    assert {codes[f"KEY_{name}"] for name in names.split()} == SILENT
    assert {name: codes[name] for name in KEYS} == KEYS
