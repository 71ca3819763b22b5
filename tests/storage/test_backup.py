"""Backups and their return: whole, in any order, through every power cut; and files that are no backups."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from companion.storage.backup import (
    FORMAT,
    MANIFEST,
    MOST_IN_ALL,
    BoxData,
    RefusedBackupError,
    backup_name,
    open_backup,
    write_backup,
)
from companion.storage.disk import StorageError, with_sum
from companion.storage.journal import compact, seal, unseal
from companion.storage.records import Store
from companion.storage.restore import Restoration, plan_restore
from companion.support.text import visible
from companion.tags.tag_decks import TagDeck, encode_file
from tests.storage.memory_card import MemoryCard
from tests.storage.spoilt_card import FAULTS, KilledError, SpoiltCard, left_on
from tests.storage.stories import NEW, OLD
from tests.storage.witness import ROOT
from tests.torture import so_many

AT = "2026-11-27T20:15:03"
FILE = ROOT / "stick" / "companion.zip"
SETTINGS = ROOT / "etc" / "config.toml"


def record(*lines: str, running: bool = False, at: str = AT) -> bytes:
    """The bytes of a record with these lines."""
    sealed, previous = b"", 0
    for number, line in enumerate(("game birddog", "players Ann Bob Cid", *lines), 1):
        raw, previous = seal(line, number, at, previous)
        sealed += raw
    return sealed if running else compact(unseal(sealed).lines)


def deck_file(deck: TagDeck, generation: int = 3) -> bytes:
    return encode_file(deck, generation).encode()


LONG = ("dealer Cid", "deal", "up 10D", "Ann pass")
DATA: Mapping[str, bytes] = {
    "records/running/one.table": record(*LONG, running=True),
    "records/running/old.thrown-away-1": record(running=True),
    "records/two.table": record(*LONG, "end"),
    "records/three.thrown-away-1": record("dealer Bob", "end"),
    "records/torn.table": b"game bird",
    "records/evenings": with_sum(json.dumps({"two": 7, "three": 4}).encode()),
    f"decks/{OLD.name}.json": deck_file(OLD),
    "drinks.txt": b"beer red\n",
    "aliases.toml": b'Annie = "Ann"\n',
}
NOT_KEPT = {
    "splash": b"1",
    "starting": b"1",
    "records/running/checkpoint": b"1",
    "records/running/parked": b"1",
    "records/running/four.begun": b"1",
    "phone-10.0.0.1.pem": b"KEY",
    ".secret": b"1",
}


def box(data: Mapping[str, bytes], card: MemoryCard | None = None) -> MemoryCard:
    """A card with these files in the data directory."""
    card = card or MemoryCard()
    for name, content in data.items():
        path = ROOT / name
        card.make(path.parent, ROOT)
        card.replace_whole(path, content)
    return card


def files(card: MemoryCard) -> dict[str, bytes]:
    """The files of a data directory, without what a killed writer left."""
    found = {
        str(path.relative_to(ROOT)): content for path, content in card.contents.items() if path.is_relative_to(ROOT)
    }
    return {name: content for name, content in found.items() if not Path(name).name.startswith(".")}


def packed(data: Mapping[str, bytes], club: str = "") -> bytes:
    return BoxData(ROOT, SETTINGS, club, box(data)).pack(AT).content


def restored(backup: bytes, card: MemoryCard) -> Restoration:
    store, opened = Store(ROOT, card), open_backup(io.BytesIO(backup))
    with store.alone():
        restoration = plan_restore(opened, store, SETTINGS)
        restoration.carry_out(store)
    return restoration


def test_a_fresh_box_gets_everything_but_what_is_secret_or_worked_out_anew() -> None:
    fresh = box({})
    restoration = restored(packed({**DATA, **NOT_KEPT}), fresh)
    assert files(fresh) == DATA
    assert restoration.remarks == ()
    assert restoration.coming == len(DATA)


def test_a_second_restore_changes_nothing() -> None:
    fresh, backup = box({}), packed(DATA)
    restored(backup, fresh)
    again = restored(backup, fresh)
    assert (again.coming, again.known, again.remarks) == (0, len(DATA), ())
    assert files(fresh) == DATA


def test_a_match_is_taken_as_far_as_it_was_ever_played_and_that_is_told() -> None:
    short, long = record(*LONG[:2], running=True), record(*LONG, running=True)
    behind, ahead = box({"records/running/one.table": short}), box({"records/running/one.table": long})
    assert restored(packed({"records/running/one.table": long}), behind).remarks == (
        "one was played on there: 2 lines come to it.",
    )
    assert restored(packed({"records/running/one.table": short}), ahead).remarks == (
        "one is longer here: it stays as it is.",
    )
    assert files(behind) == files(ahead) == {"records/running/one.table": long}


def test_a_running_match_that_was_finished_elsewhere_is_finished_here() -> None:
    here = box({"records/running/one.table": record(*LONG, running=True)})
    restored(packed({"records/one.table": record(*LONG, "end")}), here)
    assert files(here) == {"records/one.table": record(*LONG, "end")}


def test_another_match_of_the_same_name_gets_another_name_once() -> None:
    ours, theirs = record("dealer Ann", "end"), record("dealer Bob", "end")
    here, backup = box({"records/two.table": ours}), packed({"records/two.table": theirs})
    assert restored(backup, here).remarks == ("two is another match here: it is kept as two-2.",)
    assert restored(backup, here).coming == 0
    assert files(here) == {"records/two.table": ours, "records/two-2.table": theirs}
    there = box({"records/two.table": theirs})
    for _ in range(2):
        restored(packed(files(here)), there)
        restored(packed(files(there)), here)
    assert files(there) == {"records/two.table": theirs, "records/two-2.table": ours}
    assert files(here) == {"records/two.table": ours, "records/two-2.table": theirs}


def test_a_match_put_aside_on_either_box_is_put_aside_and_that_is_told() -> None:
    whole = record(*LONG, "end")
    here = box({"records/two.table": whole})
    told = restored(packed({"records/two.thrown-away-1": whole}), here)
    assert told.remarks == ("two was put aside there, and is here from now on.",)
    assert restored(packed({"records/two.table": whole}), here).remarks == ("two stays put aside here.",)
    assert files(here) == {"records/two.thrown-away-1": whole}


def test_a_damaged_record_is_taken_as_it_is_and_never_instead_of_a_whole_one() -> None:
    whole, damaged = record(*LONG, "end"), record(*LONG, "end").replace(b"Ann pass", b"Bob pass")
    here = box({"records/two.table": whole})
    restored(packed({"records/two.table": damaged}), here)
    assert files(here) == {"records/two.table": whole, "records/two-2.table": damaged}


def test_the_match_that_is_on_here_stays_the_one_that_is_gone_on_with() -> None:
    here = box({"records/running/ours.table": record(*LONG, running=True)})
    restored(packed({"records/running/theirs.table": record("dealer Bob", running=True)}), here)
    assert Store(ROOT, here).running() == ROOT / "records/running/ours.table"


def test_numbers_of_evenings_that_were_given_stay() -> None:
    ours = with_sum(json.dumps({"one": 1, "two": 2}).encode())
    here = box({"records/evenings": ours})
    restored(packed({"records/evenings": with_sum(json.dumps({"two": 9, "three": 2, "four": 5}).encode())}), here)
    assert files(here)["records/evenings"] == with_sum(json.dumps({"one": 1, "two": 2, "four": 5}).encode())


@pytest.mark.parametrize("name", ["sim", "sim1", "sim-2", 35 * "a" + "-2345"])
def test_a_deck_with_other_tags_gets_another_name_and_ours_stays_in_play(name: str) -> None:
    file, second = f"decks/{name}.json", f"{name[:36]}-2"
    ours, theirs = (type(deck)(name, deck.kind, deck.pieces) for deck in (OLD, NEW))
    here, backup = box({file: deck_file(ours, 1)}), packed({file: deck_file(theirs, 50)})
    assert restored(backup, here).remarks == (f"The deck {name} has other tags here: it is kept as {second}.",)
    assert restored(backup, here).coming == 0
    decks = Store(ROOT, here).decks
    assert decks.names() == [name, second]
    assert decks.load(name) == ours
    assert decks.load(second).pieces == theirs.pieces
    there = box({file: deck_file(theirs)})
    for _ in range(2):
        restored(packed(files(here)), there)
        restored(packed(files(there)), here)
    assert Store(ROOT, there).decks.names() == decks.names() == [name, second]


def test_lists_that_differ_are_kept_beside_ours_once() -> None:
    here, backup = box({"drinks.txt": b"ours"}), packed({"drinks.txt": b"theirs"})
    assert restored(backup, here).remarks == (
        "drinks.txt differs from the one here: it is kept as drinks.txt.restored-1.",
    )
    assert restored(backup, here).coming == 0
    assert files(here) == {"drinks.txt": b"ours", "drinks.txt.restored-1": b"theirs"}


def test_boxes_that_exchange_backups_again_and_again_gain_each_file_once() -> None:
    lists = ("drinks.txt", f"decks/{OLD.name}.unfinished", "records/running/one.torn-1")
    here, there = ({name: f"{box} {name}".encode() for name in lists} for box in ("our", "their"))
    for _ in range(4):
        ours, theirs = box(here), box(there)
        restored(packed(there), ours)
        restored(packed(files(ours)), theirs)
        here, there = files(ours), files(theirs)
        assert len(here) == len(there) == 2 * len(lists)


def test_settings_come_to_a_box_without_any_and_beside_others() -> None:
    card = box({})
    card.make(SETTINGS.parent, ROOT)
    card.replace_whole(SETTINGS, b"[sounds]\non = false\n")
    backup = BoxData(ROOT, SETTINGS, disk=card).pack(AT).content
    for there, target in ((None, "config.toml"), (b"[sounds]\n", "config.toml.restored-1")):
        fresh = box({} if there is None else {"etc/config.toml": there})
        (step,) = restored(backup, fresh).settings
        step.carry_out(fresh, ROOT)
        assert fresh.read(SETTINGS.with_name(target)) == b"[sounds]\non = false\n"


def test_several_backups_in_any_order_come_to_the_same() -> None:
    whole, other = record(*LONG, "end"), record("dealer Bob", "end")
    backups = [
        packed({"records/running/one.table": record(*LONG[:2], running=True), "records/two.table": other}),
        packed({"records/running/one.table": record(*LONG, running=True), "records/two.thrown-away-1": other}),
        packed({"records/one.table": whole, "records/three.table": other}),
    ]
    results = []
    for order in permutations(backups):
        card = box({})
        for backup in order:
            restored(backup, card)
        results.append(files(card))
    assert all(result == results[0] for result in results)
    assert {name: unseal(content).lines for name, content in results[0].items()} == {
        "records/one.table": unseal(whole).lines,
        "records/two.thrown-away-1": unseal(other).lines,
        "records/three.table": unseal(other).lines,
    }


def test_a_match_that_is_finished_while_it_is_backed_up_is_in_it() -> None:
    card = box({"records/running/one.table": record(*LONG, running=True)})

    class Finishing(MemoryCard):
        def read(self, path: Path) -> bytes:
            if path.name == "one.table" and path.parent.name == "running":
                card.rename(path, ROOT / "records/one.table")
            return card.read(path)

    disk = Finishing()
    disk.names, disk.folders = card.names, card.folders
    opened = open_backup(io.BytesIO(BoxData(ROOT, disk=disk).pack(AT).content))
    assert opened.manifest.paths == ("records/one.table",)


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_kept() -> None:
    class Failing(MemoryCard):
        def read(self, path: Path) -> bytes:
            if path.name == "two.table":
                raise OSError(5, "Input/output error")
            return super().read(path)

    made = BoxData(ROOT, disk=box(DATA, Failing())).pack(AT)
    assert open_backup(io.BytesIO(made.content)).manifest == made.manifest
    assert made.manifest.unread == ("records/two.table",)
    assert len(made.manifest.files) == len(DATA) - 1


@pytest.mark.parametrize(
    ("path", "is_kept"),
    [
        ("records/two\\three.table", False),
        (f"records/{'x' * 201}.table", False),
        (f"records/{'x' * 200}.table", True),
        (f"decks/{'x' * 200}.json.gone-1", True),
        ("records/zo\ne.table", False),
        ("records/.x.table", None),
    ],
)
def test_a_name_that_a_backup_cannot_have_is_told(path: str, *, is_kept: bool | None) -> None:
    manifest = BoxData(ROOT, disk=box({path: DATA["records/two.table"]})).pack(AT).manifest
    assert (manifest.paths, manifest.unread) == (
        (path,) if is_kept else (),
        (visible(path),) if is_kept is False else (),
    )


def test_a_card_without_room_is_left_alone() -> None:
    class Full(MemoryCard):
        def free_bytes(self, path: Path) -> int:
            del path
            return 1 << 20

    full = Full()
    with pytest.raises(RefusedBackupError, match="the card has 1 MB left"):
        restored(packed(DATA), full)
    assert files(full) == {}


# ---------------------------------------------------------------- power cuts and faults


def written(card: SpoiltCard, backup: bytes) -> bool:
    """Whether the program was told that the backup is there."""
    try:
        card.make(FILE.parent, ROOT)
        write_backup(FILE, backup, card)
    except (StorageError, KilledError):
        return False
    return True


def test_a_backup_that_is_cut_off_or_fails_is_whole_or_not_there() -> None:
    backup, unspoilt = packed(DATA), SpoiltCard()
    assert written(unspoilt, backup)
    states = 0
    for at, call in enumerate(unspoilt.made):
        for spoil in FAULTS[call]:
            card = SpoiltCard(at, spoil)
            done = written(card, backup)
            card.heal()
            for left in left_on(card, so_many(10, 100)):
                states += 1
                found = left.contents.get(FILE)
                assert found == backup or (found is None and not done), f"call {at} ({call}), {spoil}"
    assert states > 200


BEFORE: Mapping[str, bytes] = {
    "records/running/one.table": record(*LONG[:2], running=True),
    "records/running/ten.table": record(*LONG, running=True),
    "records/two.table": record("dealer Ann", "end"),
    "drinks.txt": b"water blue\n",
}
BROUGHT: Mapping[str, bytes] = {**DATA, "records/ten.table": record(*LONG, "end")}


def test_a_restore_that_is_cut_off_or_fails_spoils_nothing_and_a_second_one_ends_it() -> None:
    """Each file is as before or as it was to become, none has less than before, and the rest comes when asked again."""
    backup, unspoilt = packed(BROUGHT), spoilt_box()
    before = len(unspoilt.made)
    restored(backup, unspoilt)
    after, states, chance = files(unspoilt), 0, Random(1)
    calls = [(at, call, spoil) for at, call in enumerate(unspoilt.made) if at >= before for spoil in FAULTS[call]]
    for at, call, spoil in chance.sample(calls, min(len(calls), so_many(60, 100_000))):
        card = spoilt_box(at, spoil)
        try:
            restored(backup, card)
            done = True
        except (StorageError, KilledError, OSError):
            done = False
        card.heal()
        for left in left_on(card, so_many(4, 40)):
            states += 1
            found = files(left)
            told = f"call {at} ({call}), {spoil}"
            assert done <= (found == after), told
            assert all(content in _may_be(name, after) for name, content in found.items()), told
            assert "records/running/ten.table" in found or "records/ten.table" in found, told
            restored(backup, left)
            assert _matches(files(left)) == _matches(after), told
    assert states > 200


def spoilt_box(at: int = -1, spoil: int | str = 0) -> SpoiltCard:
    card = SpoiltCard(at, spoil)
    box(BEFORE, card)
    return card


def _may_be(name: str, after: Mapping[str, bytes]) -> set[bytes | None]:
    """What a file may hold in between; a match that comes to be finished is whole before it gets its new name."""
    whole = after.get(name.replace("running/", ""))
    return {BEFORE.get(name), after.get(name), whole}


def _matches(found: Mapping[str, bytes]) -> dict[str, object]:
    return {name: unseal(content).lines if ".table" in name else content for name, content in found.items()}


# ---------------------------------------------------------------- files that are no backups


def changed(backup: bytes, entry: str, content: bytes | None, mode: int = 0o100640) -> bytes:
    """The backup with another content of an entry (None: without it), and check sums of ZIP that fit."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(backup)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            if name != entry:
                new.writestr(name, old.read(name))
        if content is not None:
            info = zipfile.ZipInfo(entry)
            info.external_attr = mode << 16
            new.writestr(info, content)
    return made.getvalue()


def packed_otherwise(manifest: bytes) -> bytes:
    """A file with this list of contents, packed as no backup is, and spoilt."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr(MANIFEST, manifest)
    return made.getvalue().replace(b"\5\0]", b"\5\0\xff")


def relisted(backup: bytes, **keys: object) -> bytes:
    with zipfile.ZipFile(io.BytesIO(backup)) as old:
        manifest = json.loads(old.read(MANIFEST))
    return changed(backup, MANIFEST, json.dumps({**manifest, **keys}).encode())


def refused(backup: bytes) -> str:
    with pytest.raises(RefusedBackupError) as refusal:
        open_backup(io.BytesIO(backup))
    return str(refusal.value)


def test_a_backup_that_is_cut_off_anywhere_is_refused() -> None:
    backup = packed(DATA)
    for size in {*range(0, len(backup), so_many(97, 1)), len(backup) - 1}:
        assert "take another copy" in refused(backup[:size])


def test_a_backup_with_any_bit_flipped_is_refused_or_holds_the_same() -> None:
    backup = packed(DATA)
    chance = Random(5)
    for _ in range(so_many(300, 20_000)):
        spoilt, place = bytearray(backup), chance.randrange(len(backup))
        spoilt[place] ^= 1 << chance.randrange(8)
        try:
            opened = open_backup(io.BytesIO(spoilt))
        except RefusedBackupError:
            continue
        assert {path: opened.content(path) for path in opened.manifest.paths} == DATA


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda backup: changed(backup, "records/two.table", b"game birddog\n"), "does not fit what is in it"),
        (lambda backup: changed(backup, "records/two.table", None), "does not fit what is in it"),
        (lambda backup: changed(backup, "records/nine.table", b""), "does not fit what is in it"),
        (lambda backup: changed(backup, "../evil.txt", b""), "is nothing that a backup holds"),
        (lambda backup: changed(backup, "/etc/evil.txt", b""), "is nothing that a backup holds"),
        (lambda backup: changed(backup, "records/running/checkpoint", b""), "is nothing that a backup holds"),
        (lambda backup: changed(backup, "decks/../../x.json", b""), "is nothing that a backup holds"),
        (lambda backup: changed(backup, "drinks.txt", b"/etc/passwd", 0o120777), "is nothing that a backup holds"),
        (lambda _: packed_otherwise(b"{}"), "BadZipFile"),
        (lambda backup: changed(backup, MANIFEST, None), "no backup of a table"),
        (lambda backup: changed(backup, MANIFEST, b"[]"), "list of contents is wrong"),
        (lambda backup: relisted(backup, kind="office"), "another kind of box (office)"),
        (lambda backup: relisted(backup, format=FORMAT + 1, program="9.9"), "a newer version (9.9): update this box"),
        (lambda backup: relisted(backup, files="none"), "list of contents is wrong"),
        (lambda _: b"", "take another copy"),
        (lambda _: record(*LONG), "take another copy"),
    ],
)
def test_a_wrong_file_is_refused_with_what_to_do(spoil: object, says: str) -> None:
    assert callable(spoil)
    assert says in refused(spoil(packed(DATA)))


def test_a_change_of_the_same_length_is_found() -> None:
    backup = packed(DATA)
    spoilt = changed(backup, "drinks.txt", DATA["drinks.txt"].replace(b"red", b"blu"))
    assert "It was changed since it was written, at drinks.txt" in refused(spoilt)


def test_a_bomb_is_refused_before_it_is_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "too large" in refused(changed(packed(DATA), "x.txt", bytes(17 << 20)))
    monkeypatch.setattr("companion.storage.backup.MOST_IN_ALL", 100)
    assert MOST_IN_ALL > 100
    assert "too large" in refused(packed(DATA))


def test_a_backup_never_takes_the_place_of_a_file() -> None:
    card = box({"stick/companion.zip": b"ours"})
    with pytest.raises(StorageError):
        write_backup(FILE, b"theirs", card)
    assert card.read(FILE) == b"ours"


def test_the_name_of_a_backup_has_its_day_and_is_free() -> None:
    there = {"companion-2026-11-27.zip", "companion-2026-11-27-2.zip"}
    assert backup_name("2026-11-27", there.__contains__) == "companion-2026-11-27-3.zip"
