"""The plug of the director's computer is pulled: all that it has acknowledged is there, and no half of a step."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from companion.director.event_record import begin, events_directory, path_of, read_events
from companion.director.event_words import Story, write_line
from companion.director.record_shelf import RecordShelf
from companion.storage.journal import BLOCK, pad, unseal
from tests.companion.director.evenings import AT, EVENT, NAMES, pairs, tell_story
from tests.companion.director.test_record_shelf import LINES, MATCH, stored, sums
from tests.evening import ROOT as HERE
from tests.storage.memory_card import STALE, MemoryCard
from tests.storage.straced import RECORDED, Replay, speaks, strace
from tests.storage.witness import ROOT, Witness, laid
from tests.torture import only_with_torture

CUTS = 5
ROUND_CUT = Path(__file__).with_name("records") / "2026-11-25-club-evening.event"
"""A power cut in a round's start, of a program that wrote a whole step with one sync."""
LONG = "Maximiliane-Friederike von und zu Hohenfels-Altenburg-Neustadt "
STEPS = (
    ["game spades", "movement howell", "deals 2", "duplicate yes"],
    ["person Zoe"],
    pairs(4)[:8],
    pairs(4)[8:],
    ["plan 1", "seat 1 a Ann Gus Bob Hal boards=1,2", "seat 2 b Cid Eve Dee Fay boards=3,4", "round 1"],
    ["done 1 1 2"],
    ['correct 1 1 1 percent 60 40 "the board was turned"'],
)


def left_on(card: MemoryCard, tmp_path: Path, moment: object) -> list[Path]:
    """What may be on the disk if power fails now."""
    chances = [Random(f"{moment}/{number}") for number in range(CUTS)]
    return [laid(card.after_a_cut(chance), tmp_path / f"{moment}-{n}") for n, chance in enumerate(chances)]


def an_empty_card() -> MemoryCard:
    card = MemoryCard()
    card.mkdir(ROOT)
    card.directory_synced(ROOT.parent)
    return card


def statements(story: Story | None) -> tuple[str, ...]:
    """The first words of all statements."""
    words: list[str] = []
    while story is not None:
        words.append(story.said)
        story = story.before
    return tuple(words[::-1])


def watched(card: MemoryCard, allowed: Callable[[], Sequence[tuple[str, ...] | None]], cuts: int) -> list[str]:
    """After each operation the plug is pulled in so many ways: what is wrong with which state, and each state's name.

    `allowed` are the stories that may be there after a start; None: no event.
    """
    known: set[int] = set()
    found: list[str] = []

    def watch(call: str, path: Path, content: bytes) -> None:
        del content
        for number in range(1 if card.settled else cuts):
            left = card.after_a_cut(Random(f"{len(found)}/{call}/{path}/{number}"))
            key = hash(tuple(sorted(left.contents.items())))
            if key not in known:
                known.add(key)
                events = read_events(ROOT, left)
                now = statements(events.records[0].story) if events.records else None
                found.append(str(events.faults or (now not in allowed() and f"{now} after {path} {call}") or ""))

    card.watch = watch
    return found


def test_a_line_that_was_kept_is_there_after_a_power_cut(tmp_path: Path) -> None:
    card = an_empty_card()
    shelf, kept = RecordShelf(ROOT, card), {}
    for box in ("box-1", "box-2"):
        for n in range(1, len(LINES) + 1):
            shelf.keep(stored(n, box=box))
            kept[box, MATCH] = sums(n)
            for root in left_on(card, tmp_path, f"{box}-{n}"):
                assert RecordShelf(root).read() == kept


def test_a_step_of_an_event_is_whole_or_gone_after_a_power_cut_at_any_operation() -> None:
    card, said = an_empty_card(), [None, ("event",)]
    found = watched(card, lambda: said[-2:], 60)
    event = begin(ROOT, [f'event {EVENT} "Club evening" 1 0'], AT, card)
    for step in STEPS:
        lines = [f"step {len(step)}", *step] if len(step) > 1 else step
        said.append((*(said[-1] or ()), *(line.split()[0] for line in lines)))
        event.say(step, AT)
        assert statements(event.story) == said[-1]
    assert [fault for fault in found if fault] == []
    assert len(found) > 300


def torn(whole: bytes, start: int) -> Iterator[bytes]:
    """What may be left of the blocks from `start` on if each was synced before the next was written."""
    for end in range(start, len(whole), BLOCK):
        block = whole[end : end + BLOCK]
        noise = [Random(number).randbytes(BLOCK) for number in range(3)]
        pieces = [block[:cut] + noise[cut % 3][cut:] for cut in range(0, BLOCK, 37)]
        for left in (b"", bytes(BLOCK), *(block[:BLOCK].ljust(BLOCK, b"\n") for block in STALE), *noise, *pieces):
            yield whole[:end] + left
        yield from (whole[:end] + block[:size] for size in range(1, BLOCK, 41))


@pytest.mark.parametrize(
    ("names", "at_table"),
    [(NAMES[:16], 4), ([name + LONG[3:] for name in NAMES[:16]], 8)],
    ids=["lines of one block", "lines of two blocks"],
)
def test_every_torn_state_of_every_block_is_opened_without_the_step_that_was_torn(
    names: list[str], at_table: int, tmp_path: Path
) -> None:
    tables = [names[first : first + at_table] for first in range(0, len(names), at_table)]
    seats = [write_line("seat", number, "a", *table) for number, table in enumerate(tables, 1)]
    event = begin(tmp_path, [f'event {EVENT} "Club evening" 1 0', *(write_line("person", name) for name in names)], AT)
    path = path_of(tmp_path, EVENT)
    before = path.read_bytes()
    event.say(["plan 1", *seats, "round 1"], AT)
    whole = path.read_bytes()
    states = 0
    for content in torn(whole, len(before)):
        path.write_bytes(content)
        (again,) = read_events(tmp_path).records
        assert again.story.event.current is None
        assert bool(again.trouble) == (content != before)
        states += 1
    assert states > 200
    again.say(["person Zoe"], AT)
    (last,) = read_events(tmp_path).records
    assert last.story.event.people[-1] == "Zoe"
    assert last.trouble == ""
    (aside,) = events_directory(tmp_path).glob("*.torn-1")
    assert aside.read_bytes() == content[len(before) :]


def test_a_round_that_an_earlier_program_was_cut_off_in_is_left_out_and_told(tmp_path: Path) -> None:
    events_directory(tmp_path).mkdir(parents=True)
    path = events_directory(tmp_path) / ROUND_CUT.name
    path.write_bytes(ROUND_CUT.read_bytes())
    begin(tmp_path, [f'event {EVENT} "Another" 1 0'], AT)
    events = read_events(tmp_path)
    assert events.faults == ()
    earlier, _ = events.records
    assert len(earlier.story.event.seated) == 1
    assert earlier.story.event.done == {(1, table): 1 for table in (1, 2, 3, 4)}
    assert events.troubles == (
        f"{path.stem}: the last step was not saved whole, as after a power cut, and does not count: make it again",
    )
    earlier.say(["person Zoe"], AT)
    assert read_events(tmp_path).records[0].story.event.people[-1] == "Zoe"
    (aside,) = events_directory(tmp_path).glob("*.torn-1")
    assert aside.read_bytes() == ROUND_CUT.read_bytes()[39 * BLOCK :]


@only_with_torture
def test_no_torn_state_of_an_earlier_program_stops_the_director_or_counts_half_a_round(tmp_path: Path) -> None:
    """It wrote the six lines with one sync: each may be there, be lost or be anything."""
    begin(tmp_path, [f'event {EVENT} "Another" 1 0'], AT)
    path, content = events_directory(tmp_path) / ROUND_CUT.name, ROUND_CUT.read_bytes()
    chance, kept, cut_off = Random(7), content[: 39 * BLOCK], 0
    lines = [content[at : at + BLOCK] for at in range(len(kept), len(content), BLOCK)]
    for _ in range(200):
        left = [chance.choice((line, line, bytes(BLOCK), chance.randbytes(BLOCK), STALE[4])) for line in lines]
        path.write_bytes(kept + b"".join(left)[: chance.randrange(1, len(lines) + 1) * BLOCK])
        events = read_events(tmp_path)
        assert EVENT in [record.story.event.name for record in events.records]
        earlier = [record for record in events.records if record.path == path]
        cut_off += len(earlier)
        assert all(len(state.story.event.seated) == 1 for state in earlier)
        assert events.troubles
    assert cut_off > 150


def test_a_damaged_round_of_an_earlier_program_that_was_acknowledged_is_not_cut_off(tmp_path: Path) -> None:
    events_directory(tmp_path).mkdir(parents=True)
    path = events_directory(tmp_path) / ROUND_CUT.name
    lines = unseal(ROUND_CUT.read_bytes()).lines[:39]
    path.write_bytes(pad(lines).replace(b"seat 2 table-2 Eve", b"seat 2 table-2 Zoe"))
    before = path.read_bytes()
    (fault,) = read_events(tmp_path).faults
    assert fault.shortly.startswith("line 32: the check sum ")
    assert path.read_bytes() == before


PROGRAM = """
import os, sys
from pathlib import Path
from companion.director.desk import Desk
from companion.games.registry import GAMES
from tests.companion.director.evenings import AT, NAMES
from tests.companion.director.test_server import CLUB
from tests.companion.director.wishing import wish
desk = Desk(Path(sys.argv[1]), GAMES)
for keys in ({"do": "new", **CLUB}, *({"do": "person", "name": name} for name in NAMES[:8]),
             {"do": "enter all"}, {"do": "round"}, {"do": "pause"}, {"do": "undo"}, {"do": "undo"}, {"do": "round"}):
    desk.wish(wish(**keys), AT)
    os.write(1, b".")
"""


def test_no_cut_of_the_program_itself_loses_or_halves_a_step(tmp_path: Path) -> None:
    """Its system calls as the kernel saw them, done again on a card whose plug is pulled after each."""
    data, log = tmp_path / "data", tmp_path / "log"
    data.mkdir()
    ours, theirs = pty.openpty()
    words = (strace(), "-ff", "-qq", *RECORDED, "-o", str(log), sys.executable, "-c", PROGRAM, str(data))
    subprocess.run(words, check=True, cwd=HERE, stdout=theirs, timeout=120)  # noqa: S603 - our own words
    os.close(theirs)
    os.close(ours)
    (by_program,) = (text for path in tmp_path.glob("log.*") if speaks(text := path.read_text("ascii")))
    stories = [None, *stories_of(next((data / "events").iterdir()))]
    witness = Witness(MemoryCard(), 0)
    replay = Replay(data, witness)
    found = watched(witness.card, lambda: stories[int(str(witness.seen())) :][:2], 60)
    replay.does(by_program)
    assert [fault for fault in found if fault] == []
    assert len(found) > 300
    assert witness.seen() == len(stories) - 1


def stories_of(path: Path) -> list[tuple[str, ...]]:
    """The statements of a record behind its beginning, and behind each further step."""
    lines = [(line.text, line.at) for line in unseal(path.read_bytes()).lines]
    first = next(n for n, (text, _) in enumerate(lines) if text.startswith("person"))
    return [statements(story) for n in range(first, len(lines) + 1) if (story := tell_story(lines[:n])).is_whole]
