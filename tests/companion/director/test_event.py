"""Events in the words of their record: what each statement changes, what is refused, and what is taken back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.director.event import Correction, Entrant, SeatPoints, SidePercents
from companion.director.event_record import DamagedError, EventRecord, begin, events_directory, mend, read_events
from companion.director.event_words import add_statement, write_line
from companion.director.results import deal_results
from companion.director.standings import standings
from companion.doctor.findings import PartState
from companion.doctor.storage_checks import examine_files
from companion.rules.statements import UnreadableError
from companion.storage.disk import DISK, Disk, StorageError
from tests.companion.director.evenings import AT, EVENT, NAMES, howell_evening, match_of, round_begun, story, tables
from tests.companion.director.oddities import a_link_to_itself, a_link_to_nothing, a_pipe


def test_people_become_entrants_and_a_new_partnership_parts_an_old_one() -> None:
    event = story("person Ann", "person Bob", "person Cid", "partners Ann Bob", "partners Ann Cid").event
    assert event.people == ("Ann", "Bob", "Cid")
    assert event.entrants == (Entrant(("Ann", "Cid")),)
    assert event.unpaired == ("Bob",)


def test_whoever_comes_late_or_leaves_plays_in_the_rounds_between() -> None:
    late = howell_evening(4, "late Dee 2").event.entrants[1]
    assert [late.plays_in(number) for number in (1, 2, 3)] == [False, True, True]
    left = add_statement(round_begun(howell_evening(4)), "leaves Ann", AT)
    assert [left.event.entrants[0].plays_in(number) for number in (1, 2)] == [True, False]
    assert add_statement(left, "comes Bob", AT).event.entrants[0].plays_in(2)


def test_a_round_counts_when_all_its_seats_were_said() -> None:
    now = story("person Ann", "person Bob", "plan 1", "seat 3 box-b Ann Bob boards=5,6")
    assert now.event.seated == ()
    event = add_statement(now, "round 1", AT).event
    assert tables(event) == ["3 box-b Ann Bob 5,6"]
    assert event.current is not None
    assert (event.current.number, event.current.at) == (1, AT)


def test_a_plan_that_a_power_cut_interrupted_is_made_anew() -> None:
    now = story("person Ann", "person Bob", "plan 1", "seat 3 a Ann Bob", "plan 1", "seat 1 a Ann Bob", "round 1")
    assert tables(now.event) == ["1 a Ann Bob"]


def test_the_box_of_a_table_is_taken_from_the_table_that_had_it() -> None:
    now = add_statement(round_begun(howell_evening(4)), "move 2 a", AT)
    assert [table.split()[1] for table in tables(now.event)] == ["(none)", "a"]


def test_a_correction_is_a_further_statement_with_its_reason() -> None:
    now = round_begun(howell_evening(4))
    now = add_statement(now, 'correct 1 2 1 points 120 -80 120 -80 "a trick was counted twice"', AT)
    now = add_statement(now, 'correct 1 2 1 percent 60 40 "the board was turned"', AT)
    first, second = now.event.corrections
    assert first == Correction(
        now.event.stated - 1, (1, 2, 1), SeatPoints((120, -80, 120, -80)), "a trick was counted twice"
    )
    assert (second.counts, second.reason) == (SidePercents((60, 40)), "the board was turned")
    now = add_statement(now, 'correct 1 2 1 percent 60 40 50 50 "a card was seen"', AT)
    assert now.event.corrections[-1].counts == SidePercents((60, 40, 50, 50))


def test_undo_takes_back_a_whole_round_and_is_a_statement_itself() -> None:
    before = howell_evening(4)
    now = round_begun(before)
    assert now.last_action[0] == 4  # plan, two seats, round
    after = add_statement(now, f"undo {now.last_action[0]}", AT)
    assert after.event.seated == ()
    assert after.event.stated == now.event.stated + 1
    assert after.event.ordered == after.event.stated
    assert after.last_action[0] == 1
    assert add_statement(after, "undo 1", AT).event.entrants == before.event.entrants[:-1]


def test_undo_passes_over_what_tables_have_finished() -> None:
    now = round_begun(howell_evening(4))
    for line in ("leaves Cid", "done 1 1 1", "done 1 2 2"):
        now = add_statement(now, line, AT)
    assert now.last_action[0] == 3
    after = add_statement(now, "undo 3", AT)
    assert after.event.done == {(1, 1): 1, (1, 2): 2}
    assert after.event.entrants[1].left is None
    assert add_statement(after, f"undo {after.last_action[0]}", AT).event.done == {}
    assert add_statement(now, "done 1 2 0", AT).event.done[1, 2] == 0


def test_the_whole_movement_can_be_chosen_again_after_a_number_of_rounds() -> None:
    chosen = story("rounds 3")
    assert (chosen.event.rounds, add_statement(chosen, "rounds 0", AT).event.rounds) == (3, 0)


@pytest.mark.parametrize(
    "line",
    [
        "game",
        "movement bingo",
        "rounds 1000",
        "rounds ²",
        "deals 99999999",
        "duplicate maybe",
        "person undo",
        "person ann",
        "partners Ann Ann",
        "partners Ann Zoe",
        "late Zoe 2",
        "plan 2",
        "seat 1 a Ann Bob",
        "round 1",
        "move 1 b",
        "move",
        "breaks",
        "breaks Box",
        "undo 1000",
        'correct 1 1 1 points 1 2 "no round"',
        "correct 1 1 1",
        "sings",
        "",
        'person "',
    ],
)
def test_what_cannot_be_is_refused_in_words(line: str) -> None:
    with pytest.raises(UnreadableError, match=r".{10}"):
        add_statement(story("person Ann", "person Bob"), line, AT)


@pytest.mark.parametrize("line", ["seat 1 a Ann", "seat 1 a Ann Ann", "seat 1 a Ann Zoe", "seat 101 a Ann Bob"])
def test_seats_that_cannot_be_are_refused(line: str) -> None:
    now = story("person Ann", "person Bob", "plan 1")
    with pytest.raises(UnreadableError):
        add_statement(now, line, AT)


def test_nobody_has_two_seats_in_a_round() -> None:
    now = story("person Ann", "person Bob", "person Cid", "plan 1", "seat 1 a Ann Bob")
    with pytest.raises(UnreadableError, match="Ann has two seats in round 1"):
        add_statement(now, "seat 2 b Cid Ann", AT)


def test_partners_of_an_earlier_round_stay_together() -> None:
    with pytest.raises(UnreadableError, match="Ann and Bob play since an earlier round"):
        add_statement(round_begun(howell_evening(4)), "partners Ann Cid", AT)


def test_after_its_end_an_event_takes_nothing_but_undo() -> None:
    now = story("person Ann", "ends")
    with pytest.raises(UnreadableError, match="has ended"):
        add_statement(now, "person Bob", AT)
    assert not add_statement(now, "undo 1", AT).event.over


@pytest.mark.parametrize("word", ['a "b"', "a;b", "a#b", "", "a\nb", "\x1b[2J"])
def test_what_no_line_can_hold_is_refused(word: str) -> None:
    with pytest.raises(UnreadableError):
        write_line("person", word)


# ---------------------------------------------------------------- on the disk


def test_an_event_is_the_same_after_a_restart(tmp_path: Path) -> None:
    record = begin(tmp_path, [f'event {EVENT} "Club evening" 1 0'], AT)
    record.say(["person Ann", 'person "Mary Ann"'], AT)
    (again,) = read_events(tmp_path).records
    assert again.story.event == record.story.event
    assert again.story.event.stated == 4
    again.say(["person Cid"], AT)
    assert read_events(tmp_path).records[0].story.event.people == ("Ann", "Mary Ann", "Cid")


def test_all_statements_of_an_action_are_written_or_none(tmp_path: Path) -> None:
    record = begin(tmp_path, [f'event {EVENT} "Club evening" 1 0'], AT)
    before = (events_directory(tmp_path) / f"{EVENT}.event").read_bytes()
    with pytest.raises(UnreadableError):
        record.say(["person Ann", "person Ann"], AT)
    assert (events_directory(tmp_path) / f"{EVENT}.event").read_bytes() == before
    assert record.story.event.people == ()


@pytest.mark.parametrize("cut", [1, 100, 511, 512, 600, 1023])
def test_a_torn_line_is_cut_off_and_the_event_goes_on(tmp_path: Path, cut: int) -> None:
    record = begin(tmp_path, [f'event {EVENT} "Club evening" 1 0'], AT)
    record.say(["person Ann"], AT)
    record.say(["person Bob", "person Cid"], AT)
    path = events_directory(tmp_path) / f"{EVENT}.event"
    path.write_bytes(path.read_bytes()[:-cut])
    torn = path.read_bytes()
    again = EventRecord(path)
    assert again.story.event.people[:1] == ("Ann",)
    assert path.read_bytes() == torn, "whoever only reads may read while another writes"
    again.say(["person Dee"], AT)
    assert EventRecord(path).story.event.people[-1] == "Dee"


def test_the_latest_event_is_the_one_that_was_begun_last(tmp_path: Path) -> None:
    for name, at in (("2026-11-25-evening", "2026-11-25T19:00:00"), ("2026-11-25-afterwards", "2026-11-25T22:30:00")):
        begin(tmp_path, [f"event {name} {name[11:]}"], at).say(["person Ann"], at[:-1] + "9")
    assert [record.story.event.title for record in read_events(tmp_path).records] == ["evening", "afterwards"]


def test_events_follow_their_numbers_whatever_the_clock_said(tmp_path: Path) -> None:
    for number, at in ((1, "2031-01-01T19:00:00"), (2, "1970-01-01T00:01:00?"), (3, AT)):
        begin(tmp_path, [f"event {9 - number} {number} {number} 0"], at)
    begin(tmp_path, ["event earlier 0"], "2035-01-01T00:00:00")
    events = read_events(tmp_path)
    assert [record.story.event.title for record in events.records] == ["0", "1", "2", "3"]
    assert events.next_number == 4
    current = events.current
    assert current is not None
    assert current.story.event.title == "3"


def test_no_order_of_an_event_has_a_number_that_an_earlier_one_had(tmp_path: Path) -> None:
    first = begin(tmp_path, ["event a A 1 0"], "2031-01-01T19:00:00")
    first.say(["person Ann", "ends"], AT)
    assert read_events(tmp_path).ordered == 4
    second = begin(tmp_path, ["event b B 2 4"], AT)
    assert (second.story.event.since, second.story.event.ordered) == (4, 1)
    first.path.unlink()
    events = read_events(tmp_path)
    assert events.since(events.records[0]) == 4, "also when the earlier one is not there any more"
    second.say(["orders 40"], AT)
    second.say(["undo 1"], AT)
    assert second.story.event.since == 40, "nothing lowers it"


def damaged(path: Path, line: int) -> bytes:
    """Flip a bit of a line, counted from 1; what is there then."""
    content = bytearray(path.read_bytes())
    content[(line - 1) * 512 + 3] ^= 4
    path.write_bytes(content)
    return bytes(content)


def test_a_damaged_event_blocks_no_other_and_stays_as_it_is(tmp_path: Path) -> None:
    tmp_path /= "director"
    tmp_path.mkdir()
    old = begin(tmp_path, ["event old Old 1 0", "person Ann", "ends"], AT)
    new = begin(tmp_path, ["event new New 2 3"], AT)
    spoilt = damaged(old.path, 2)
    (events_directory(tmp_path) / "dir.event").mkdir()
    (events_directory(tmp_path) / "empty.event").touch()
    (events_directory(tmp_path) / "copy.event").write_bytes(new.path.read_bytes())
    a_link_to_itself(events_directory(tmp_path) / "loop.event")
    a_link_to_nothing(events_directory(tmp_path) / "link.event")
    a_pipe(events_directory(tmp_path) / "pipe.event")
    (events_directory(tmp_path) / "no-utf-8-\udceb.event").touch()
    events = read_events(tmp_path)
    assert [record.story.event.name for record in events.records] == ["new"]
    assert {fault.path.stem: fault.shortly for fault in events.faults} == {
        "old": "line 2: the check sum 90f56ade does not fit",
        "dir": "it is a directory",
        "empty": "line 1: the line is torn",
        "copy": "it is the record of new under another name",
        "loop": "it is a link",
        "link": "it is not there",
        "pipe": "it is no file",
        "no-utf-8-\udceb": "line 1: the line is torn",
    }
    assert r"no-utf-8-\udceb.event" in " ".join(map(str, events.faults))
    assert events.names == ("new", "copy", "dir", "empty", "link", "loop", "no-utf-8-\udceb", "old", "pipe")
    found = examine_files(tmp_path.parent, DISK)
    assert (found.state, found.remedy[:17]) == (PartState.FAILURE, "Name it new.event")
    assert "director/events/copy.event: it is the record of new under another name; and 7 more" in found.found
    assert events.current is not None
    assert events.current.say(["person Bob"], AT).event.people == ("Bob",)
    assert old.path.read_bytes() == spoilt


def test_where_the_last_event_is_damaged_the_one_before_is_not_on_again(tmp_path: Path) -> None:
    begin(tmp_path, ["event old Old 1 0"], AT)
    damaged(begin(tmp_path, ["event new New 2 3", "person Ann", "person Bob"], AT).path, 2)
    events = read_events(tmp_path)
    assert events.current is None
    assert events.next_number == 3
    assert events.ordered == 1 + 3, "no number that the damaged one may have given"


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def made_a_directory(path: Path) -> None:
    path.unlink()
    path.mkdir()


def renamed(path: Path) -> None:
    path.rename(path.with_name("2026-11-25-tonight (1).event"))


@pytest.mark.parametrize(
    ("spoils", "remedy"),
    [
        (emptied, "put your copy in its place, or give the file another ending"),
        (made_a_directory, "Move that directory away"),
        (renamed, "Name it 2026-11-25-tonight.event"),
    ],
)
def test_where_nothing_of_the_last_event_can_be_read_the_one_before_is_not_on_again(
    spoils: Callable[[Path], None], remedy: str, tmp_path: Path
) -> None:
    old = begin(tmp_path, ["event 2026-11-18-club Old 1 0"], AT)
    last = begin(tmp_path, ["event 2026-11-25-tonight New 2 3"], AT)
    spoils(last.path)
    events = read_events(tmp_path)
    assert events.current is None
    assert remedy in events.troubles[0]
    begin(tmp_path, [f"event 2026-11-25-another New {events.next_number} 3"], AT)
    now = read_events(tmp_path).current
    assert now is not None
    assert now.story.event.name == "2026-11-25-another"
    emptied(old.path)
    assert read_events(tmp_path).current is not None, "an earlier one"


def test_an_order_number_that_a_cut_off_step_may_have_given_is_given_by_no_other(tmp_path: Path) -> None:
    record = begin(tmp_path, ["event a A 1 7", "person Ann", "person Bob"], AT)
    record.say(["breaks box-1"], AT)
    damaged(record.path, 4)
    again = EventRecord(record.path)
    assert again.trouble
    now = again.say(["breaks box-2"], AT).event
    assert now.since + now.ordered > 7 + 4


def test_a_damaged_event_is_mended_from_its_whole_steps_and_kept_beside(tmp_path: Path) -> None:
    record = begin(tmp_path, ["event a A 1 7", "person Ann"], AT)
    for step in (["person Bob", "person Cid"], ["person Dee", "person Eve"]):
        record.say(step, AT)
    before = damaged(record.path, 7)
    aside = mend(tmp_path, "a", AT)
    assert (aside.name, aside.read_bytes()) == ("a.damaged-1", before)
    assert aside.stat().st_mode & 0o777 == 0o600
    (again,) = read_events(tmp_path).records
    assert again.story.event.people == ("Ann", "Bob", "Cid")
    assert again.story.event.since == 7 + 8, "no order has a number that the lost lines may have given"
    damaged(again.path, 1)
    with pytest.raises(StorageError, match="nothing of the record is whole"):
        mend(tmp_path, "a", AT)


def test_a_changed_line_is_damage_and_is_left_as_it_is(tmp_path: Path) -> None:
    begin(tmp_path, [f'event {EVENT} "Club evening" 1 0'], AT).say(["person Ann", "person Bob"], AT)
    path = events_directory(tmp_path) / f"{EVENT}.event"
    changed = path.read_bytes().replace(b"person Ann", b"person Eve")
    path.write_bytes(changed)
    with pytest.raises(DamagedError, match=r"line 3: the check sum .* does not fit"):
        EventRecord(path)
    assert path.read_bytes() == changed


class Full(Disk):
    """A disk that has room for ten more bytes."""

    def write(self, descriptor: int, content: bytes) -> int:
        return super().write(descriptor, content[:10])


def test_a_full_disk_loses_nothing_that_was_said_before(tmp_path: Path) -> None:
    begin(tmp_path, [f'event {EVENT} "Club evening" 1 0'], AT)
    path = events_directory(tmp_path) / f"{EVENT}.event"
    record = EventRecord(path, Full())
    with pytest.raises(StorageError, match="full"):
        record.say(["person Ann"], AT)
    assert record.story.event.people == ()
    again = EventRecord(path)
    again.say(["person Bob"], AT)
    assert EventRecord(path).story.event.people == ("Bob",)


# ---------------------------------------------------------------- people too many


def test_a_name_that_came_by_a_slip_is_taken_out_and_its_partner_waits_again() -> None:
    now = add_statement(howell_evening(2), "remove Ann", AT).event
    assert now.people == ("Bob", "Cid", "Dee")
    assert now.unpaired == ("Bob",)
    assert [entrant.names for entrant in now.entrants] == [("Cid", "Dee")]


def test_whoever_was_taken_out_can_be_added_again_and_the_step_be_taken_back() -> None:
    now = add_statement(howell_evening(2), "remove Ann", AT)
    again = add_statement(now, "person ann", AT).event
    assert (again.people, again.gone) == (("Bob", "Cid", "Dee", "ann"), {})
    assert add_statement(now, "undo 1", AT).event.people == howell_evening(2).event.people


def test_between_rounds_only_those_are_taken_out_on_whom_no_round_depends() -> None:
    now = round_begun(howell_evening(4))
    for line in ("person Ida", "person Jon", "person Kim", "partners Ida Jon"):
        now = add_statement(now, line, AT)
    for name in ("Kim", "Jon"):
        now = add_statement(now, f"remove {name}", AT)
    assert now.event.people == (*NAMES[:8], "Ida")
    assert len(now.event.entrants) == 4
    with pytest.raises(UnreadableError, match="Ann has a place in the rounds: they can leave"):
        add_statement(now, "remove Ann", AT)


def test_two_names_of_one_person_become_one_that_keeps_its_place() -> None:
    lines = ("person Anne", "person Zoe", "partners Anne Zoe")
    now = add_statement(howell_evening(2, *lines), "merge Anne Ann", AT).event
    assert now.people == ("Ann", "Bob", "Cid", "Dee", "Zoe")
    assert [entrant.names for entrant in now.entrants] == [("Ann", "Bob"), ("Cid", "Dee")]
    assert now.unpaired == ("Zoe",)
    with pytest.raises(UnreadableError, match="anne is Ann here"):
        add_statement(add_statement(howell_evening(2, *lines), "merge Anne Ann", AT), "person anne", AT)


def test_what_a_name_has_played_is_that_of_the_person_whose_name_counts() -> None:
    now = round_begun(howell_evening(4, "person Anna", "person Anni"))
    played = match_of(now.event, 1, 1)
    for line in ("merge Ann Anna", "merge Anna Anni"):
        now = add_statement(now, line, AT)
    event = now.event
    assert event.gone == {"Ann": "Anni", "Anna": "Anni"}
    assert event.entrants[0].names == ("Anni", "Bob")
    result, again = (deal_results(event, [match])[0] for match in (played, match_of(event, 1, 1)))
    assert result.names[0] == again.names[0] == "Anni"
    found = standings(event, [result], ((0, 2), (1, 3)))
    assert next(standing for standing in found if standing.entrant == 0).deals == 1
    assert "Anni" in " ".join(tables(round_begun(now).event)), "and sits down by that name"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("merge Ann Cid", "Ann and Cid were both in round 1: they are two people"),
        ("merge Ann Ann", "Ann cannot be made one with Ann"),
        ("merge Ann Zoe", "“Zoe” is not among the people"),
        ("remove Zoe", "not among the people"),
        ("remove", "1 words are wanted"),
    ],
)
def test_people_who_cannot_be_taken_out_or_made_one_are_told_why(line: str, why: str) -> None:
    with pytest.raises(UnreadableError, match=why):
        add_statement(round_begun(howell_evening(4)), line, AT)
