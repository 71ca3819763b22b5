from __future__ import annotations

import re
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.storage.journal import (
    BLOCK,
    Line,
    Recovered,
    compact,
    continuation,
    has_sum,
    pad,
    seal,
    unseal,
    unseal_running,
    whole_lines,
)
from tests.companion.storage.check_sums import check_sums
from tests.torture import every_so_many

AT = "2026-11-20T20:15:03"
EVENING = (
    "game birddog",
    'players Ann "Zoë 李" Cid',
    "; table deck=french-red scanned=Ann",
    "dealer Cid",
    "deal",
    "up 10D",
    "; unread 9S" + " and a word on it" * 40,
    "Ann declare",
)


def sealed(texts: tuple[str, ...] = EVENING) -> bytes:
    record, previous = b"", 0
    for n, text in enumerate(texts, 1):
        line, previous = seal(text, n, AT, previous)
        record += line
    return record


def texts(recovered: Recovered) -> tuple[str, ...]:
    return tuple(line.text for line in recovered.lines)


def line_ends(record: bytes) -> list[int]:
    return [0, *(offset + 1 for offset, octet in enumerate(record) if octet == ord("\n"))]


RECORD = sealed()
ENDS = line_ends(RECORD)


def test_a_line_carries_number_time_and_check_sum_of_all_that_stands_before() -> None:
    line, crc = seal("Ann 9H", 17, AT, 0x12345678)
    covered = b"Ann 9H ; n=17 at=2026-11-20T20:15:03"
    assert crc == zlib.crc32(covered, 0x12345678)
    assert line == (covered + b" crc=%08x" % crc).ljust(BLOCK - 1) + b"\n"


def test_a_note_is_a_comment_already() -> None:
    line, _ = seal("; tapped 10H", 3, AT, 0)
    assert line.startswith(b"; tapped 10H n=3 at=2026-11-20T20:15:03 crc=")


@pytest.mark.parametrize("length", [1, 400, 463, 464, 465, 466, 467, 468, 976, 1500])
def test_a_line_fills_whole_blocks_and_no_more_than_it_needs(length: int) -> None:
    line, _ = seal("x" * length, 1, AT, 0)
    assert len(line) % 512 == 0
    assert len(line) - len(line.rstrip()) <= 512
    assert unseal(line).lines[0].text == "x" * length


@pytest.mark.parametrize(
    "text", ["", " ", " Ann 9H", "Ann 9H ", "Ann 9H\n", "Ann\n9H", "Ann\r9H", "Ann\u20289H", "a\x0bb"]
)
def test_what_is_not_one_line_is_not_sealed(text: str) -> None:
    with pytest.raises(ValueError, match="one line"):
        seal(text, 1, AT, 0)


@pytest.mark.parametrize("at", ["", "2026-11-20 20:15", "now\n"])
def test_a_time_is_one_word(at: str) -> None:
    with pytest.raises(ValueError, match="one word"):
        seal("deal", 1, at, 0)


BY_HAND = b"game birddog\nplayers Ann Bob Cid\n"


def test_padding_is_the_opposite_of_compacting() -> None:
    lines = unseal(compact(unseal(RECORD).lines)).lines
    assert pad(lines) == RECORD


def test_one_block_without_a_seal_is_a_first_line_that_was_cut_off() -> None:
    for rubbish in bytes(BLOCK), b"\n" * BLOCK, BY_HAND.ljust(BLOCK, b"\n"), b"game bird", b"\xff\ngame":
        assert unseal_running(rubbish) == Recovered((), 0, torn=rubbish)
    assert unseal_running(b"") == unseal(b"")
    assert unseal_running(RECORD) == unseal(RECORD)


@pytest.mark.parametrize(
    ("wiped", "lost"), [(bytes(8 * BLOCK), 8), (b"\xff" * 2 * BLOCK, 2), (BY_HAND, 2), (bytes(BLOCK + 1), 2)]
)
def test_a_wiped_record_and_one_by_hand_are_damage_from_the_first_line_on(wiped: bytes, lost: int) -> None:
    assert unseal_running(wiped) == Recovered((), 0, damage="line 1: no check sum", lost=lost)


def test_lines_that_fill_a_block_by_hand_are_lines() -> None:
    blank_at_the_end = b"game birddog".ljust(BLOCK - 2) + b"\n\n"
    assert [line.n for line in unseal(blank_at_the_end).lines] == [1, 2]


def test_what_comes_after_a_record_by_hand_begins_with_no_check_sum() -> None:
    assert (unseal(b"").last_crc, unseal(b"").next_n) == (0, 1)
    assert (unseal(b"game birddog\n").last_crc, unseal(b"game birddog\n").next_n) == (0, 2)


def test_a_sealed_record_reads_back_as_it_was_written() -> None:
    recovered = unseal(RECORD)
    assert texts(recovered) == EVENING
    assert [line.n for line in recovered.lines] == list(range(1, 9))
    assert {line.at for line in recovered.lines} == {AT}
    assert (recovered.end, recovered.torn, recovered.damage, recovered.lost) == (len(RECORD), b"", None, 0)
    assert check_sums(RECORD) == []


def test_a_recovered_record_says_how_to_go_on() -> None:
    recovered = unseal(RECORD)
    line, _ = seal("Bob pass", recovered.next_n, AT, recovered.last_crc)
    assert texts(unseal(RECORD + line)) == (*EVENING, "Bob pass")


def test_nothing_is_an_empty_record_that_begins_with_line_1() -> None:
    recovered = unseal(b"")
    assert recovered == Recovered((), 0)
    assert (recovered.next_n, recovered.last_crc, recovered.sealed) == (1, 0, True)


def test_a_compact_record_has_the_same_lines_and_check_sums_without_padding() -> None:
    compacted = compact(unseal(RECORD).lines)
    assert unseal(compacted).lines == unseal(RECORD).lines
    assert compacted == b"".join(line.rstrip() + b"\n" for line in RECORD.splitlines())
    assert check_sums(compacted) == []


def test_a_record_written_by_hand_needs_no_check_sums() -> None:
    by_hand = "game birddog\r\n# at Zoë's\n\nplayers 3\nup 10D ; at=noon n=4".encode()
    recovered = unseal(by_hand)
    assert texts(recovered) == ("game birddog", "# at Zoë's", "", "players 3", "up 10D ; at=noon n=4")
    assert recovered.lines[3] == Line("players 3", 4)
    assert (recovered.damage, recovered.torn, recovered.sealed) == (None, b"", False)
    assert check_sums(by_hand) == []
    assert compact(recovered.lines).decode().splitlines() == list(texts(recovered))


def test_one_line_by_hand_is_read() -> None:
    assert texts(unseal(b"game birddog\n")) == ("game birddog",)


def test_a_record_by_hand_that_is_not_utf_8_is_damaged() -> None:
    assert unseal(b"game birddog\nplayers Jos\xe9\n").damage == "line 2: not UTF-8"


def test_a_text_may_look_like_a_seal() -> None:
    texts_like_seals = ("Ann 9H ; n=4 at=x crc=00000000", "; crc=12345678", "deal")
    assert texts(unseal(sealed(texts_like_seals))) == texts_like_seals


def spliced(*numbers: int) -> bytes:
    """The lines of the record with these numbers, in this order."""
    return b"".join(RECORD[ENDS[number - 1] : ENDS[number]] for number in numbers)


def altered(old: bytes, new: bytes) -> bytes:
    assert RECORD.count(old) == 1
    return RECORD.replace(old, new)


HAND = b"Bob pass\n"


@pytest.mark.parametrize(
    ("record", "line", "sentence"),
    [
        (spliced(2, 3, 4), 1, "does not fit"),
        (spliced(1, 2, 4, 5), 3, "does not fit"),
        (spliced(1, 2, 2, 3), 3, "does not fit"),
        (spliced(1, 3, 2, 4), 2, "does not fit"),
        (altered(b"up 10D", b"up 10H"), 6, "does not fit"),
        (altered(b"dealer Cid ; n=4", b"dealer Cid ; n=3"), 4, "does not fit"),
        (spliced(1, 2) + HAND + spliced(3, 4), 3, "no check sum"),
        (HAND + RECORD, 1, "no check sum"),
        (RECORD + HAND, 9, "no check sum"),
        (spliced(1) + spliced(2).replace(b"   \n", b" ; \n") + spliced(3), 2, "stands behind"),
        (spliced(1).replace(b"   \n", b"  \r\n") + spliced(2, 3), 1, "stands behind"),
        (compact(unseal(RECORD).lines).replace(b"up 10D", b"up 10H")[:-1], 6, "does not fit"),
        (compact(unseal(RECORD).lines).replace(b"Ann declare", b"Ann pass"), 8, "does not fit"),
        (
            seal("deal", 1, AT, 0)[0] + seal("up 9H", 3, AT, seal("deal", 1, AT, 0)[1])[0] + HAND,
            2,
            "n=3 where 2 is due",
        ),
    ],
)
def test_a_line_that_does_not_fit_before_the_end_is_damage_and_located(record: bytes, line: int, sentence: str) -> None:
    recovered = unseal(record)
    assert recovered.torn == b""
    assert recovered.damage is not None
    assert recovered.damage.startswith(f"line {line}: ")
    assert sentence in recovered.damage
    assert len(recovered.lines) == line - 1
    assert check_sums(record)[0] == (line, recovered.damage.removeprefix(f"line {line}: "))


@pytest.mark.parametrize(
    "rubbish",
    [
        b"\0" * BLOCK,
        b"\xff" * BLOCK,
        b"rub\nbish\n".ljust(BLOCK, b"?"),
        b"Ann 9",
        b"Ann\n\xffBob\n",
        b"\0",
        b"Ann 9H ; n=9 at=x crc=123",
        RECORD[-BLOCK:],
    ],
)
def test_what_a_cut_off_write_leaves_at_the_end_is_torn(rubbish: bytes) -> None:
    recovered = unseal_running(RECORD + rubbish)
    assert recovered == Recovered(unseal(RECORD).lines, len(RECORD), torn=rubbish)


LINE = RECORD[ENDS[6] : ENDS[7]]
"""A line of two blocks: they go to the card one after the other."""

CUT_LETTER = b"; ".ljust(BLOCK - 1, b"x") + "Ö".encode()[:1]


@pytest.mark.parametrize("second", [b"", LINE[BLOCK:600], bytes(BLOCK), b"\n" * BLOCK, b"\xd3;" * (BLOCK // 2)])
@pytest.mark.parametrize("first", [LINE[:BLOCK], CUT_LETTER])
def test_the_block_behind_the_beginning_of_a_long_line_may_be_torn(first: bytes, second: bytes) -> None:
    before = RECORD[: ENDS[6]]
    recovered = unseal_running(before + first + second)
    assert recovered == Recovered(unseal(before).lines, len(before), torn=first + second)


@pytest.mark.parametrize(
    ("behind", "lost"),
    [
        (bytes(8 * BLOCK), 8),
        (b"\xff" * 2 * BLOCK, 2),
        (b"\n" * 2 * BLOCK, 2),
        (bytes(BLOCK) + b"Ann", 2),
        (LINE[:BLOCK] + bytes(2 * BLOCK), 3),
        (RECORD[:BLOCK] * 2, 2),
        (b"\xd6".ljust(BLOCK, b"x") + bytes(BLOCK), 2),
        (b" n=9 at=x crc=00000000".rjust(BLOCK, b"x") + bytes(BLOCK), 2),
    ],
)
def test_what_one_line_cannot_have_left_is_damage_and_counted(behind: bytes, lost: int) -> None:
    recovered = unseal_running(RECORD + behind)
    assert (texts(recovered), recovered.end, recovered.torn) == (EVENING, len(RECORD), b"")
    assert recovered.damage is not None
    assert recovered.damage.startswith("line 9: ")
    assert recovered.lost == lost


def test_damage_amid_a_record_counts_every_line_from_there_on() -> None:
    rotten = altered(b"up 10D", b"up 10H")
    assert (unseal(rotten).lost, unseal_running(rotten).lost) == (3, len(RECORD[ENDS[5] :]) // BLOCK)
    compact_and_rotten = compact(unseal(RECORD).lines).replace(b"up 10D", b"up 10H")
    assert unseal_running(compact_and_rotten) == unseal(compact_and_rotten)
    assert unseal_running(compact(unseal(RECORD).lines)) == unseal(compact(unseal(RECORD).lines))


def test_lines_behind_a_known_one_are_read_if_all_are_whole_and_go_on_from_it() -> None:
    _, known = seal(EVENING[0], 1, AT, 0)
    assert whole_lines(RECORD[ENDS[1] :], 2, known) == EVENING[1:]
    for rest, previous in (RECORD[ENDS[1] : -1], known), (RECORD[ENDS[2] :], known), (RECORD[ENDS[1] :], 0):
        assert whole_lines(rest, 2, previous) is None


@pytest.mark.parametrize("page", [4096, 8192, 65536])
def test_a_page_wiped_at_the_end_is_never_taken_for_one_line(page: int) -> None:
    record = sealed(tuple(f"Ann {n}H" for n in range(2, page // BLOCK + 10)))
    for begin in range(len(record) - page, len(record) - BLOCK, BLOCK):
        for wiped in b"\0", b"\xff":
            recovered = unseal_running(record[:begin] + wiped * (len(record) - begin))
            assert (recovered.end, recovered.lost) == (begin, (len(record) - begin) // BLOCK)
            assert recovered.damage == f"line {begin // BLOCK + 1}: no check sum"


def test_a_first_line_that_was_cut_off_is_torn_not_a_record_by_hand() -> None:
    for end in range(1, ENDS[1]):
        assert unseal(RECORD[:end]) == unseal_running(RECORD[:end]) == Recovered((), 0, torn=RECORD[:end])


@pytest.mark.parametrize(
    ("record", "read"),
    [(RECORD, unseal), (RECORD, unseal_running), (compact(unseal(RECORD).lines), unseal)],
    ids=["running", "running, as such", "compact"],
)
def test_cut_at_any_byte_the_complete_lines_are_there_and_no_other(
    record: bytes, read: Callable[[bytes], Recovered]
) -> None:
    ends = line_ends(record)
    for cut in range(len(record) + 1):
        whole = max(number for number, end in enumerate(ends) if end <= cut)
        recovered = read(record[:cut])
        assert texts(recovered) == EVENING[:whole]
        assert (recovered.end, recovered.torn, recovered.damage) == (ends[whole], record[ends[whole] : cut], None)


def flips(record: bytes, limit: int) -> list[tuple[int, bytes]]:
    flipped = []
    for offset in range(limit):
        for bit in range(8):
            wrong = bytearray(record)
            wrong[offset] ^= 1 << bit
            flipped.append((offset, bytes(wrong)))
    return flipped


SIX = sealed(EVENING[:6])


@pytest.mark.parametrize(
    ("record", "read"),
    [(SIX, unseal_running), (compact(unseal(SIX).lines), unseal), (sealed(EVENING[:1]), unseal_running)],
    ids=["running", "compact", "lone"],
)
@pytest.mark.no_cover  # much of the same again: counting lines would take three times as long
def test_no_flipped_bit_goes_unnoticed_in_text_seal_or_padding(
    record: bytes, read: Callable[[bytes], Recovered]
) -> None:
    ends = line_ends(record)
    for offset, wrong in every_so_many(3, flips(record, len(record))):
        struck = max(number for number, end in enumerate(ends) if end <= offset)
        recovered = read(wrong)
        assert bool(recovered.torn) != bool(recovered.damage)
        assert texts(recovered) == EVENING[:struck]
        if struck < len(ends) - 3:  # the last line looks torn, and the line before may swallow it
            assert recovered.damage
        if len(ends) > 2:  # a lone line without a seal may be one by hand
            assert check_sums(wrong)


def test_one_rotten_line_gets_one_sentence() -> None:
    rotten = altered(b"up 10D", b"up 10H")
    assert [number for number, _ in check_sums(rotten)] == [6]
    crc = b"crc=%08x" % (unseal(RECORD).lines[3].crc or 0)
    assert [number for number, _ in check_sums(altered(crc, b"crc=00000000"))] == [4]
    assert [number for number, _ in check_sums(spliced(1, 2) + HAND + spliced(3, 4))] == [3]


def test_a_torn_last_line_is_named() -> None:
    assert check_sums(RECORD[:-1]) == [(8, "the line is torn")]


TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=60).filter(
    lambda text: text.splitlines() == [text] and text == text.strip(" ")
)


@given(st.lists(TEXTS, max_size=6), st.data())
def test_any_lines_survive_and_any_cut_leaves_a_beginning(lines: list[str], data: st.DataObject) -> None:
    record = sealed(tuple(lines))
    assert texts(unseal(record)) == tuple(lines)
    cut = data.draw(st.integers(0, len(record)))
    recovered = unseal(record[:cut])
    assert texts(recovered) == tuple(lines[: len(recovered.lines)])
    assert recovered.damage is None
    assert record[recovered.end : cut] == recovered.torn
    assert recovered.end == max(end for end in line_ends(record) if end <= cut)


@given(
    st.lists(
        st.binary(max_size=80) | st.sampled_from([RECORD, RECORD[:BLOCK], b"\n", b" n=1 at=x crc=00000000"]), max_size=6
    )
)
def test_hostile_bytes_are_judged_without_raising(pieces: list[bytes]) -> None:
    record = b"".join(pieces)
    recovered = unseal(record)
    if has_sum(record):
        assert bool(check_sums(record)) == bool(recovered.torn or recovered.damage)
    compact(recovered.lines)


def test_a_check_sum_of_somebody_else_needs_neither_number_nor_time() -> None:
    covered = (b"game birddog ;", b"deal ; said=loudly")
    first = zlib.crc32(covered[0])
    record = b"%s crc=%08x\n%s crc=%08x\n" % (covered[0], first, covered[1], zlib.crc32(covered[1], first))
    assert check_sums(record) == []
    assert check_sums(record.replace(b"deal", b"dear")) == [
        (2, f"the check sum {zlib.crc32(covered[1], first):08x} does not fit")
    ]
    assert check_sums(record + b"up 9S\n") == [(3, "no check sum")]
    assert unseal(record).damage == "line 1: a check sum without number and time"


def test_every_line_without_a_seal_is_told() -> None:
    lines = RECORD.split(b"\n")
    lines[1] = lines[4] = b"Ann 9H".ljust(BLOCK - 1)
    assert [number for number, fault in check_sums(b"\n".join(lines)) if fault == "no check sum"] == [2, 5]


def test_after_a_wrong_line_and_a_wrong_sum_the_next_line_is_right_again() -> None:
    lines = RECORD.split(b"\n")
    lines[3] = lines[3].replace(b"dealer Cid", b"dealer Ann")
    lines[4] = re.sub(rb"crc=\w{8}", b"crc=00000000", lines[4])
    assert [number for number, _ in check_sums(b"\n".join(lines))] == [4, 5]


def test_rubbish_behind_a_whole_line_in_its_block_is_torn_in_the_last_line_only() -> None:
    def spoilt(number: int) -> bytes:
        at = ENDS[number - 1] + 300
        return RECORD[:at] + b"\n,\xff\n rubbish".ljust(ENDS[number] - at - 1, b"x") + RECORD[ENDS[number] - 1 :]

    assert len(spoilt(8)) == len(RECORD)
    recovered = unseal_running(spoilt(8))
    assert recovered == Recovered(unseal(RECORD[: ENDS[7]]).lines, ENDS[7], torn=spoilt(8)[ENDS[7] :])
    assert unseal_running(spoilt(6)).damage == "line 7: no check sum"


def test_a_compact_line_goes_on_behind_the_one_before_it() -> None:
    sealed = [seal(text, n, "2026-11-20T20:15:03", 0)[0].rstrip() for n, text in enumerate(["; one"], 1)]
    crc = continuation(sealed[0], 1, 0)
    assert crc == unseal(sealed[0] + b"\n").last_crc
    following, last = seal("Ann 9H", 2, "2026-11-20T20:15:04", crc or 0)
    assert continuation(following.rstrip(), 2, crc or 0) == last


@pytest.mark.parametrize(
    ("line", "n", "previous"),
    [
        (b"Ann 9H ; n=2 at=now crc=%08x" % zlib.crc32(b"Ann 9H ; n=2 at=now", 7), 3, 7),
        (b"Ann 9H ; n=2 at=now crc=%08x" % zlib.crc32(b"Ann 9H ; n=2 at=now", 7), 2, 8),
        (b"Ann 9H ; n=2 at=now crc=%08x  " % zlib.crc32(b"Ann 9H ; n=2 at=now", 7), 2, 7),
        (b"Ann 9H ; n=02 at=now crc=%08x" % zlib.crc32(b"Ann 9H ; n=02 at=now", 7), 2, 7),
        (b"An\nn 9H ; n=2 at=now crc=%08x" % zlib.crc32(b"An\nn 9H ; n=2 at=now", 7), 2, 7),
        (b"\xff ; n=2 at=now crc=%08x" % zlib.crc32(b"\xff ; n=2 at=now", 7), 2, 7),
        (b"Ann 9H ; n=2 at=now", 2, 7),
        (b"", 1, 0),
    ],
)
def test_any_other_line_does_not_go_on(line: bytes, n: int, previous: int) -> None:
    assert continuation(line, n, previous) is None


@given(text=st.binary(max_size=30), n=st.integers(1, 20))
def test_a_line_that_goes_on_damages_no_record(text: bytes, n: int) -> None:
    before = [Line(f"; {number}", number, "now", 0) for number in range(1, n)]
    record = compact(before)
    covered = text + b" ; n=%d at=now" % n
    line = covered + b" crc=%08x" % zlib.crc32(covered, unseal(record).last_crc)
    recovered = unseal(record + line + b"\n")
    assert (continuation(line, n, unseal(record).last_crc) is not None) == (len(recovered.lines) == n)
