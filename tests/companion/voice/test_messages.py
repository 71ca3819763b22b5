"""What the table may tell its voice, and in which order it is said."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.voice.decoding import decode
from companion.voice.messages import (
    KINDS,
    MISTAKE,
    MOST_BYTES,
    MOST_KEPT,
    MOST_LETTERS,
    MOST_SENTENCES,
    MOVE,
    TURN,
    Heard,
    Spoken,
    encode,
    queue,
)

SENTENCES = st.lists(st.tuples(st.sampled_from(KINDS), st.text(min_size=1)))


@given(SENTENCES)
def test_whatever_is_told_fits_and_can_be_read(sentences: list[tuple[str, str]]) -> None:
    told = [
        (kind, text) for kind, text in sentences if any(map(str.isprintable, text[:MOST_LETTERS].replace(" ", "\n")))
    ]
    heard = decode(encode(told, "en"))
    assert [message.kind for message in heard] == [kind for kind, _ in told]
    assert {message.language for message in heard} <= {"en"}


def test_text_stays_as_it_is_but_for_what_steers_a_program() -> None:
    (message,) = decode(encode([(MOVE, "Zoë plays\x01 5S\n7 of “hearts”.")], "de"))
    assert (message.text, message.language) == ("Zoë plays  5S 7 of “hearts”.", "de")


def test_more_than_anybody_listens_to_is_cut_off() -> None:
    heard = decode(encode([(TURN, "ä" * 1000)] * 1000, "en"))
    assert 0 < len(heard) <= MOST_SENTENCES
    assert {len(message.text) for message in heard} == {MOST_LETTERS}
    assert len(decode(encode([(TURN, "a")] * 1000, "en"))) == MOST_SENTENCES


@pytest.mark.parametrize(
    "datagram",
    [
        b"",
        b"hello",
        b"\xff\xfe",
        b"[]",
        b"{}",
        b'{"say": "hello", "language": "en"}',
        b'{"say": ["hello"], "language": "en"}',
        b'{"say": [["shout", "hello"]], "language": "en"}',
        b'{"say": [["move", 7]], "language": "en"}',
        b'{"say": [["move", " "]], "language": "en"}',
        b'{"say": [["move", "\\u0001 \\ud800"]], "language": "en"}',
        b'{"say": [["move", "hello", "more"]], "language": "en"}',
        b'{"say": [["move", "hello"]], "language": "../../etc/passwd"}',
        b'{"say": [["move", "hello"]], "language": "--help"}',
        b'{"say": [["move", "hello"]], "language": "en", "run": "rm"}',
        b'{"say": [["move", "hello"]]}',
        json.dumps({"say": [["move", "a" * (MOST_LETTERS + 1)]], "language": "en"}).encode(),
        b"[" * MOST_BYTES,
        encode([(MOVE, "hello")], "en") + b" " * MOST_BYTES,
        b"7" * MOST_BYTES,
    ],
)
def test_what_is_no_message_is_refused(datagram: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - that of `json`, too
        decode(datagram)


@given(st.binary(max_size=200))
def test_no_bytes_bring_another_error(datagram: bytes) -> None:
    try:
        decode(datagram)
    except ValueError:
        return


def heard(words: str) -> Heard:
    """Sentences by the first letter of their kinds: "m1 t" is a move called m1 and a question called t."""
    kinds = {"m": MOVE, "t": TURN, "x": MISTAKE}
    return tuple(Spoken(kinds[word[0]], word, "en") for word in words.split())


@pytest.mark.parametrize(
    ("waiting", "comes", "then"),
    [
        ("", "m1 t1", "m1 t1"),
        ("m1", "m2 t2", "m1 m2 t2"),  # no move is lost to the next one
        ("m1 t1", "m2 t2", "m1 m2 t2"),  # an older question is
        ("t1", "m2", "t1 m2"),  # it is asked still
        ("t1", "t2", "t2"),  # along a menu: at once
        ("m1 m2 t1", "x1", "x1 m1 m2"),  # a mistake cuts off what is said, which is said again
        ("x1 m1", "x2", "x2 m1"),
        ("x1 t1", "m2 t2", "m2 t2"),  # it is mended
        ("x1", "m2", "x1 m2"),
        ("m1 t1 x1", "", ""),  # silence
    ],
)
def test_what_waits_after_a_message(waiting: str, comes: str, then: str) -> None:
    assert [message.text for message in queue(heard(waiting), heard(comes))] == then.split()


def test_what_nobody_would_wait_for_is_dropped_the_oldest_first() -> None:
    waiting = queue(heard(" ".join(f"m{number}" for number in range(50))), heard("m50 t"))
    assert [message.text for message in waiting] == [
        *(f"m{number}" for number in range(50 - MOST_KEPT, 50)),
        "m50",
        "t",
    ]


@given(st.lists(SENTENCES))
def test_the_queue_is_bounded_whatever_comes(messages: list[list[tuple[str, str]]]) -> None:
    waiting: Heard = ()
    for message in messages:
        waiting = queue(waiting, tuple(Spoken(kind, text, "en") for kind, text in message[:MOST_SENTENCES]))
        assert len(waiting) <= MOST_KEPT + MOST_SENTENCES
