"""A backup comes from a USB stick by the menu of the box: offered, asked, brought, or refused in words."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.inputs.inputs import Button, Held, Pressed, Tapped
from companion.inputs.stick_news import BackupRead, NotRestored, Restored, StickFault, StickSeen
from companion.parts.reader_kind import reader_kind
from companion.runtime import exclusions_and_backups
from companion.runtime.recorder import Recorder
from companion.runtime.stick_process import restore, work_at
from companion.runtime.sticks import Mount, backups_on
from companion.screens.current_screen import screen_for
from companion.screens.layouts import lines_of
from companion.simulation.box import deck_for
from companion.storage.backup import BackupFault, BoxData
from companion.storage.records import Store
from companion.support.values import replace
from companion.table.at_stick import follow_stick
from companion.table.choices import MenuEntry
from companion.table.effects import AtStick, TakeStock
from companion.table.handling import handle
from companion.table.menu import open_menu
from companion.table.modes import Menu, Restoring
from companion.table.reply import Outcome, Reply
from companion.table.setup_dialogue import open_table
from companion.table.state import BackingUp, House, ReadingBackup, Table, with_shelf
from companion.tags.tag_decks import CardCopy, Person, Shelf, TagDeck
from tests.companion.history.sealed import kept, sealed
from tests.companion.runtime.test_exclusions_and_backups import working_at
from tests.companion.table.pure_table import luck
from tests.evening import Evening, begun, whole
from tests.slots import heard
from tests.storage.test_backup import changed, relisted

NAME, FILE = "2026-11-27-201503-birddog", "companion-2026-11-27.zip"
RESTORE = "restore from USB stick"
PRESSES = 7
"""Presses from the first question of a fresh box until the backup comes."""


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stick that is mounted, with a backup of a box that has a deck, a finished match and a running one."""
    root, stick = tmp_path / "old", tmp_path / "stick"
    kept(root, NAME, sealed([*whole("birddog-full-deal"), "end"]))
    begun(root, *whole("birddog-full-deal")[:8])
    Store(root).decks.save(deck_for(GAMES["birddog"]))
    stick.mkdir()
    (stick / FILE).write_bytes(BoxData(root).pack("2026-11-27T20:15:03").content)
    monkeypatch.setattr(exclusions_and_backups, "MODULE", working_at(stick))
    monkeypatch.setattr(exclusions_and_backups, "sticks_now", lambda: [Mount(stick, read_only=False)])
    return stick


@pytest.fixture
def fresh(tmp_path: Path) -> Evening:
    return Evening(tmp_path / "fresh")


def is_offered(table: Table) -> bool:
    return isinstance(table.mode, Menu) and MenuEntry.RESTORE in table.mode.answers


def chooses_restore(evening: Evening) -> int:
    """Returns the presses."""
    evening.does("HOLD")
    evening.turns_until(lambda: is_offered(evening.box.table))
    place = evening.question.choices.index(RESTORE)
    evening.does(*("DOWN",) * place, "OK")
    return place + 2


def test_a_backup_on_a_stick_comes_to_a_fresh_box_with_few_presses(stick: Path, fresh: Evening) -> None:
    presses = chooses_restore(fresh)
    assert "ONE MOMENT" in lines_of(screen_for(fresh.box.table))
    fresh.turns_until(lambda: fresh.overlay != ReadingBackup())
    asked = heard(fresh.box.table)
    assert "27 Nov 2026" in asked
    assert "2 games, 1 deck" in asked
    assert not (fresh.root / "records").exists() or not Store(fresh.root).all_finished()
    fresh.does("OK")
    assert presses + 1 <= PRESSES
    fresh.turns_until(lambda: fresh.overlay)
    assert fresh.overlay == BackingUp(Restored(1, 2))
    assert "IT IS HERE" in lines_of(screen_for(fresh.box.table))
    assert [path.stem for path in Store(fresh.root).all_finished()] == [NAME]
    assert Store(fresh.root).decks.names() == Store(stick.parent / "old").decks.names()
    assert len(fresh.box.table.house.parked) == 1  # the running match is offered at once
    assert stick.joinpath(FILE).exists()


def test_what_a_backup_on_a_stick_lacks_is_told_when_it_has_come(stick: Path, fresh: Evening) -> None:
    (stick.parent / "old" / "drinks.txt").mkdir()
    (stick / FILE).write_bytes(BoxData(stick.parent / "old").pack("2026-11-27T20:15:03").content)
    chooses_restore(fresh)
    fresh.turns_until(lambda: fresh.overlay != ReadingBackup())
    fresh.does("OK")
    fresh.turns_until(lambda: fresh.overlay)
    assert fresh.overlay == BackingUp(Restored(1, 2, lacks=1))
    assert "saved without 1 file" in heard(fresh.box.table)


def test_the_entry_is_there_only_with_a_backup_on_a_stick_and_before_a_match(stick: Path, fresh: Evening) -> None:
    backup = stick / FILE
    backup.rename(stick / "holiday.zip")
    fresh.does("HOLD")
    for _ in range(60):
        fresh.box.turn()
        time.sleep(0.02)
    assert not is_offered(fresh.box.table)
    (stick / "holiday.zip").rename(backup)
    fresh.does("BACK", "HOLD", "DOWN")
    fresh.turns_until(lambda: is_offered(fresh.box.table))
    assert fresh.question.chosen == "decks"  # the cursor stays on its entry
    fresh.does("BACK")
    fresh.sits_down()
    fresh.does("HOLD")
    assert not is_offered(fresh.box.table)


def test_a_stick_that_is_pulled_out_takes_the_entry_along(fresh: Evening) -> None:
    with_one = follow_stick(open_menu(fresh.box.table).table, has_backup=True)
    assert is_offered(with_one)
    assert isinstance(with_one.mode, Menu)
    assert not is_offered(handle(with_one, StickSeen(has_backup=False), luck).table)


def asking() -> Table:
    table = follow_stick(open_table(House(GAMES)), has_backup=True)
    return handle(replace(table, overlay=ReadingBackup()), BackupRead(FILE, "2026-11-27", 1, 2), luck).table


def test_back_brings_nothing_and_whoever_has_gone_on_is_not_asked() -> None:
    asked = asking()
    left = handle(asked, Pressed(Button.BACK), luck)
    assert (left.effects, isinstance(left.table.mode, Menu)) == ((), False)
    table = open_table(House(GAMES))
    assert handle(table, BackupRead(FILE, "2026-11-27", 1, 2), luck).table is table


def test_nothing_begins_while_a_backup_comes() -> None:
    reply = handle(asking(), Pressed(Button.OK), luck)
    assert reply.effects == (AtStick("restore", FILE),)
    for given in (Pressed(Button.OK), Pressed(Button.BACK), Held(), Held(Button.OK), Tapped((Person("Ann"),))):
        assert handle(reply.table, given, luck).table is reply.table
    after = handle(reply.table, Restored(1, 2), luck)
    assert not isinstance(after.table.mode, Restoring)
    assert (after.effects, after.outcome) == ((TakeStock(),), Outcome.DONE)


@pytest.mark.parametrize("ends", ["raise SystemExit(1)", "print('restored 1')"])
def test_a_restore_that_is_killed_is_told_and_what_came_is_shown(
    fresh: Evening, stick: Path, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    chooses_restore(fresh)
    fresh.turns_until(lambda: fresh.overlay != ReadingBackup())
    monkeypatch.setattr(exclusions_and_backups, "MODULE", (exclusions_and_backups.MODULE[0], "-c", ends))
    fresh.does("OK")
    fresh.turns_until(lambda: fresh.overlay)
    assert fresh.overlay == BackingUp(NotRestored(StickFault.FAILED))
    monkeypatch.setattr(exclusions_and_backups, "MODULE", working_at(stick))
    fresh.does("OK")
    chooses_restore(fresh)
    fresh.turns_until(lambda: fresh.overlay != ReadingBackup())
    fresh.does("OK")
    fresh.turns_until(lambda: fresh.overlay)
    assert fresh.overlay == BackingUp(Restored(1, 2))


def test_the_decks_that_came_are_played_with_at_once_and_those_of_the_box_stay_in_play(stick: Path) -> None:
    old = Store(stick.parent / "old")
    table, own = open_table(House(GAMES)), deck_for(GAMES["birddog"])
    keeps = Recorder(old, lambda: "").keep
    assert [deck.name for deck in keeps(Reply(table, effects=(TakeStock(),))).house.shelf.decks] == old.decks.names()
    with_own = with_shelf(table, Shelf((replace(own, name="ours"),)))
    decks = keeps(Reply(with_own, effects=(TakeStock(),))).house.shelf.decks
    assert [deck.name for deck in decks] == ["ours", *old.decks.names()]


def test_a_deck_that_came_and_cannot_be_played_with_keeps_its_name(stick: Path) -> None:
    store = Store(stick.parent / "old")
    store.decks.save(TagDeck("begun", "french", {bytes(5): CardCopy("2S")}), finished=False)
    restored = open_table(House(GAMES))
    keep = Recorder(store, lambda: "", readers=[reader_kind("rdm6300")]).keep
    assert store.decks.names()
    shelf = keep(Reply(restored, effects=(TakeStock(),))).house.shelf
    assert shelf.decks == ()
    assert shelf.taken == {"begun", *store.decks.names()}


# ---------------------------------------------------------------- what is refused

SPOILT: dict[StickFault, Callable[[bytes], bytes]] = {
    StickFault.SPOILT: lambda backup: backup[:-100],
    StickFault.CHANGED: lambda backup: changed(backup, f"records/{NAME}.table", b"game birddog\n"),
    StickFault.NEWER: lambda backup: relisted(backup, format=99),
    StickFault.OTHER_KIND: lambda backup: relisted(backup, kind="office"),
}


def sticks(stick: Path) -> list[Mount]:
    return [Mount(stick, read_only=True)]


@pytest.mark.parametrize("fault", SPOILT)
def test_a_wrong_backup_is_refused_in_words_and_an_older_whole_one_is_taken(stick: Path, fault: StickFault) -> None:
    root, whole_one = stick.parent / "new", (stick / FILE).read_bytes()
    later = stick / "companion-2026-11-27-10.zip"
    later.write_bytes(SPOILT[fault](whole_one))
    assert work_at(root, ["read"], sticks(stick)) == f"read {FILE} 1 2"
    (stick / FILE).unlink()
    assert (
        work_at(root, ["read"], sticks(stick)) == work_at(root, ["restore", later.name], sticks(stick)) == fault.value
    )
    assert not root.exists()
    told_of_it = handle(open_table(House(GAMES)), NotRestored(fault), luck)
    assert told_of_it.is_rejected
    assert len([*lines_of(screen_for(told_of_it.table))]) > 3


def test_every_refusal_of_a_backup_has_its_words() -> None:
    assert {refusal.value for refusal in BackupFault} <= {fault.value for fault in StickFault}


def test_a_backup_that_the_box_has_already_brings_nothing(stick: Path) -> None:
    assert work_at(stick.parent / "old", ["read"], sticks(stick)) == StickFault.NOTHING_NEW.value
    assert work_at(stick.parent / "old", ["read"], []) == StickFault.NO_STICK.value


def test_a_later_backup_of_the_box_itself_does_not_hide_that_of_another(stick: Path) -> None:
    own = stick.parent / "own"
    kept(own, "2026-11-20-201503-rook", sealed([*whole("rook-full-deal-made"), "end"]))
    for day, drinks in (("20", "beer red"), ("28", "wine red")):
        (own / "drinks.txt").write_text(drinks, "utf-8")
        packed = BoxData(own).pack(f"2026-11-{day}T21:00:00").content
        (stick / f"companion-2026-11-{day}.zip").write_bytes(packed)
    assert work_at(own, ["read"], sticks(stick)) == f"read {FILE} 1 2"
    assert work_at(own, ["restore", FILE], sticks(stick)) == "restored 1 2 0"
    assert [title.title for title in Store(own).parked_titles.load().values()] == ["Bird Dog Ann Bob Cid"]
    assert work_at(own, ["read"], sticks(stick)) == StickFault.NOTHING_NEW.value
    (stick / FILE).write_bytes(b"")
    assert work_at(own, ["read"], sticks(stick)) == StickFault.NOTHING_NEW.value
    (stick / "companion-2026-11-29.zip").write_bytes(b"")
    assert work_at(own, ["read"], sticks(stick)) == StickFault.SPOILT.value


def test_a_card_without_room_is_told(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.storage.disk.Disk.free_bytes", lambda *_: 1 << 20)
    assert restore(stick.parent / "new", [stick / FILE], dry=True) is StickFault.NO_ROOM


def test_the_latest_day_comes_first_and_of_a_day_the_last(stick: Path) -> None:
    for name in (
        "companion-2025-12-31-9.zip",
        "companion-2026-11-27-2.zip",
        "companion-2026-11-27-10.zip",
        "notes.zip",
    ):
        (stick / name).write_bytes(b"")
    found = backups_on(sticks(stick))
    assert [path.stem.removeprefix("companion-") for path in found] == [
        *("2026-11-27-10", "2026-11-27-2", "2026-11-27", "2025-12-31-9")
    ]
