"""A game on the card that nobody can go on with: it is told, kept as it is, and the box is none the worse for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.inputs.inputs import Untouched
from companion.screens.current_screen import screen_for
from companion.screens.damaged_files import report
from companion.screens.layouts import Screen, draw
from tests.evening import DEAL_GESTURES, END_HERE, FULL_DEAL_RECORD, Evening, begun, picture_after
from tests.slots import slots
from tests.storage.memory_card import MemoryCard
from tests.storage.stories import DEAL, NAME, Telling
from tests.storage.stories import begun as told
from tests.storage.witness import ROOT as CARD

PARK = ("HOLD", *("UP",) * 3, "OK")


def rotten(record: bytes, line: int = 3) -> bytes:
    """One bit of this line is another one; the third is the last of the header."""
    place = (line - 1) * 512
    return record[:place] + bytes([record[place] ^ 1]) + record[place + 1 :]


def rots(evening: Evening, spoil: Callable[[bytes], bytes] = rotten) -> bytes:
    """The plug is pulled, the record spoilt, and power is back; what the record holds now."""
    evening.box.pull_the_plug()
    record = evening.record()
    content = spoil(record.read_bytes())
    record.write_bytes(content)
    evening.switch_on()
    return content


def kept(root: Path) -> dict[str, bytes]:
    """What was put aside, by name."""
    return {path.name: path.read_bytes() for path in (root / "records" / "running").glob("*.damaged-*")}


def panel(evening: Evening) -> Screen:
    assert evening.seen() == draw(screen_for(evening.box.table))
    return screen_for(evening.box.table)


def text(evening: Evening) -> str:
    return " ".join(slots(panel(evening)).lines)


def test_the_panel_says_what_ok_does_and_where_the_record_is_kept(playing: Evening) -> None:
    rots(playing)
    told = panel(playing)
    assert (slots(told).title, slots(told).note) == ("Damaged", "game")
    *_, first, second, confirms = slots(told).lines
    assert (first + second, confirms) == (f"{playing.record().stem}.damaged-1", "OK = new game")
    assert slots(told).lines[0] == "The game cannot be read."
    assert playing.box.table.damaged[0].why.startswith("line 3: the check sum")


def test_ok_keeps_it_aside_unchanged_and_begins_a_new_game(playing: Evening) -> None:
    name, content = playing.record().stem, rots(playing)
    playing.does("OK")
    assert playing.box.table.setting_up is not None
    assert kept(playing.root) == {f"{name}.damaged-1": content}
    playing.sits_down()
    playing.does(*DEAL_GESTURES)
    assert playing.seen() == picture_after(*FULL_DEAL_RECORD)
    assert kept(playing.root) == {f"{name}.damaged-1": content}


def test_it_is_told_again_until_somebody_knows(playing: Evening) -> None:
    content = rots(playing)
    before = playing.seen()
    for gesture in ("QS", "UNDO", "BACK", "UP", "DOWN", "HOLD"):
        playing.does(gesture)
        assert playing.seen() == before, gesture
    playing.again()
    assert playing.seen() == before
    assert playing.record().read_bytes() == content
    playing.does("OK")
    playing.again()
    assert playing.box.table.damaged == ()
    assert playing.box.table.setting_up is not None


def test_nothing_that_was_kept_before_is_overwritten(playing: Evening) -> None:
    first = playing.record().with_suffix(".damaged-1")
    first.write_bytes(b"an earlier one")
    content = rots(playing)
    playing.does("OK")
    assert kept(playing.root) == {first.name: b"an earlier one", first.with_suffix(".damaged-2").name: content}


def test_what_is_over_or_parked_is_as_it_was(playing: Evening) -> None:
    playing.does(*END_HERE, "DOWN", "OK")  # one is over
    playing.sits_down()
    playing.does("10D", *PARK, "OK")  # one is parked
    playing.sits_down()
    playing.does("9S")
    (parked,) = playing.box.table.house.parked
    playing.box.pull_the_plug()
    running = next(path for path in (playing.root / "records/running").glob("*.table") if path.stem != parked.record)
    running.write_bytes(rotten(running.read_bytes()))
    playing.switch_on()
    assert slots(panel(playing)).title == "Damaged"
    playing.does("OK")
    assert playing.asks == "same table"  # as the one that is over
    playing.does("DOWN", "OK", "DOWN", "OK")
    assert playing.saved()[-2:] == ["; parked", "; taken up"]
    assert len(list((playing.root / "records").glob("*.table"))) == 1


def test_a_damaged_game_that_was_parked_is_told_and_the_one_in_play_goes_on(playing: Evening) -> None:
    playing.does(*PARK, "OK")
    parked = playing.record()
    playing.sits_down()
    playing.does("9S")
    before = playing.seen()
    playing.box.pull_the_plug()
    content = rotten(parked.read_bytes())
    parked.write_bytes(content)
    playing.switch_on()
    assert "OK = back to your game" in slots(panel(playing)).lines
    playing.box.loop.receive(Untouched(now=False))  # the box says good night
    playing.does("QS")
    assert [damage.record for damage in playing.box.table.damaged] == [parked.stem]
    playing.does("OK")
    assert slots(panel(playing)).place.startswith("RESUMED: ")
    playing.does("BACK")
    assert playing.seen() == before
    assert kept(playing.root) == {f"{parked.stem}.damaged-1": content}


def test_a_parked_game_that_is_damaged_amid_a_deal_is_not_offered_as_if_it_were_whole(playing: Evening) -> None:
    playing.does(*PARK, "OK")
    parked = playing.record()
    playing.sits_down()
    assert playing.box.table.house.parked
    playing.box.pull_the_plug()
    parked.write_bytes(rotten(parked.read_bytes(), 6))
    playing.switch_on()
    assert [damage.record for damage in playing.box.table.damaged] == [parked.stem]
    assert playing.box.table.house.parked == ()


@pytest.mark.parametrize(
    ("spoil", "line", "why"),
    [
        (lambda record: record[512:], 1, "the check sum"),
        (lambda record: record[:512] + record[1024:], 2, "the check sum"),
        (lambda _: b"game birddog\nplayers 3\ndealer P1\ndeal\n", 1, "no check sum"),
        (lambda record: b"\n" + record, 1, "no check sum"),
    ],
    ids=["without its first line", "without its second", "by hand", "with a line before it"],
)
def test_a_story_that_was_shortened_or_changed_is_never_gone_on_with(
    playing: Evening, spoil: Callable[[bytes], bytes], line: int, why: str
) -> None:
    content = rots(playing, spoil)
    assert text(playing).startswith("The game cannot be read. ")
    assert playing.box.table.damaged[0].why.startswith(f"line {line}: {why}")
    assert playing.record().read_bytes() == content


def test_a_game_that_todays_rules_refuse_is_told_and_kept_as_well(tmp_path: Path) -> None:
    begun(tmp_path, "game birddog", "players Ann Bob Cid", "dealer Cid", "deal", "up 10D", "Bob declare")
    evening = Evening(tmp_path)
    assert text(evening).startswith("Line 6: does not fit the rules. ")
    content = evening.record().read_bytes()
    evening.does("OK")
    assert evening.box.table.setting_up is not None
    assert list(kept(tmp_path).values()) == [content]


def test_two_of_them_are_told_one_after_the_other(playing: Evening) -> None:
    playing.does(*PARK, "OK")
    playing.sits_down()
    playing.does("9S")
    playing.box.pull_the_plug()
    for path in (playing.root / "records/running").glob("*.table"):
        path.write_bytes(rotten(path.read_bytes()))
    playing.switch_on()
    first, second = playing.box.table.damaged
    playing.does("OK")
    assert playing.seen() == draw(damaged_now(second, playing))
    assert list(kept(playing.root)) == [first.kept_as]
    playing.does("OK")
    assert playing.box.table.setting_up is not None
    assert set(kept(playing.root)) == {first.kept_as, second.kept_as}


def damaged_now(record: object, evening: Evening) -> Screen:
    assert record == evening.box.table.damaged[0]
    return report(evening.box.table.damaged[0], in_play=False)


def test_a_plug_pulled_while_it_is_put_aside_loses_no_byte_of_it() -> None:
    telling = Telling(0, "")
    told(telling, DEAL[:9])
    path = CARD / "records" / "running" / f"{NAME}.table"
    content = rotten(telling.card.read(path))
    telling.card.names[path].versions = [content]
    left: list[MemoryCard] = []

    def cut(_call: str, _path: Path, _content: bytes) -> None:
        left.extend(telling.card.after_a_cut(Random(number)) for number in range(10))

    evening = Evening(CARD, disk=telling.card)
    telling.card.watch = cut
    evening.does("OK")
    assert len(left) > 10
    for card in left:
        assert list(card.contents.values()) == [content]
        again = Evening(CARD, disk=card)
        assert bool(again.box.table.damaged) == (path in card.names)


@pytest.mark.parametrize(
    ("left", "line", "goes_on"),
    [(0, 1, False), (1024, 3, False), (3584, 8, True)],
    ids=["emptied", "cut in its header", "cut in its deal"],
)
def test_a_parked_record_that_lost_whole_lines_is_told(
    playing: Evening, left: int, line: int, *, goes_on: bool
) -> None:
    playing.does(*PARK, "OK")
    lines = len(playing.saved())
    rots(playing, lambda record: record[:left])
    damaged = playing.box.table.damaged[0]
    told = f"Its last {damaged.lost} cards and answers are lost. " if goes_on else "The game cannot be read. "
    assert text(playing).startswith(told)
    assert text(playing).endswith("OK = play them again" if goes_on else "OK = new game")
    assert damaged.why == f"line {line}: the rest is missing"
    assert damaged.lost == lines - left // 512
    assert damaged.goes_on == goes_on
    before = playing.seen()
    playing.again()
    assert playing.seen() == before, "it is told until somebody knows"
    playing.does("OK")
    assert [len(content) for content in kept(playing.root).values()] == [left]
    playing.again()
    assert playing.box.table.damaged == ()
    assert playing.box.table.in_play == goes_on


@pytest.mark.parametrize("left", [0, 512, 1024], ids=["emptied", "one line", "two lines"])
def test_a_running_record_without_its_header_begins_no_new_game_in_silence(playing: Evening, left: int) -> None:
    content = rots(playing, lambda record: record[:left])
    assert text(playing).endswith(" OK = new game")
    assert playing.box.table.damaged[0].why == f"line {left // 512 + 1}: the rest is missing"
    assert playing.record().read_bytes() == content
    playing.does("OK")
    assert list(kept(playing.root).values()) == [content]
    assert list((playing.root / "records").glob("*.table")) == []


def test_a_running_record_cut_behind_its_checkpoint_is_told_once(playing: Evening) -> None:
    playing.does(*DEAL_GESTURES[8:], "OK", "10D")
    playing.box.recorder.save_checkpoint()
    rots(playing, lambda record: record[:5120])
    assert text(playing).startswith("Its last 22 cards and answers are lost. ")
    playing.does("OK")
    assert playing.box.table.in_play
    playing.again()
    assert playing.box.table.damaged == ()
    assert playing.box.table.in_play
