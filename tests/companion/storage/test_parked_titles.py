"""The titles of parked games: believed for the record that they were made of, and for no other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.runtime import recorder
from companion.storage import parked_titles
from companion.storage.disk import DISK, Disk
from companion.storage.parked_titles import ParkedTitle, ParkedTitles
from companion.storage.records import Store
from companion.table.choices import Parked
from companion.table.from_record import CannotResumeError, resume
from companion.table.modes import Menu
from companion.table.state import House, Table
from tests.evening import Evening
from tests.flips import flips

TITLES = {
    "2026-11-20-rook": ParkedTitle(17, 0x9AB3C1F0, "Rook Ann Bob Cid Dot", "d2 45-70 Ann Bob Cid Dot"),
    "2026-11-21-bonehead": ParkedTitle(9, 7, "Bonehead Zoë", ""),
}
PARK = ("HOLD", *("UP",) * 3, "OK")


class Full(Disk):
    """A card without space."""

    def write(self, _descriptor: int, _content: bytes) -> int:
        return 0


@pytest.fixture
def titles(tmp_path: Path) -> ParkedTitles:
    return ParkedTitles(tmp_path / "parked", DISK)


@pytest.fixture
def parked(tmp_path: Path) -> Evening:
    """A table at the set-up, one game parked."""
    evening = Evening(tmp_path)
    evening.sits_down()
    evening.does("10D", *PARK)
    return evening


def test_titles_come_back_and_a_missing_file_has_none(titles: ParkedTitles) -> None:
    assert titles.load() == {}
    titles.save(TITLES)
    assert titles.load() == TITLES


def test_no_flipped_bit_and_no_cut_is_believed(titles: ParkedTitles, tmp_path: Path) -> None:
    titles.save(TITLES)
    file = tmp_path / "parked"
    whole = file.read_bytes()
    for content in (*(whole[:length] for length in range(len(whole))), *flips(whole)):
        file.write_bytes(content)
        with pytest.raises(ValueError, match="check sum"):
            titles.load()


def test_another_version_s_titles_do_not_count(titles: ParkedTitles, monkeypatch: pytest.MonkeyPatch) -> None:
    titles.save(TITLES)
    monkeypatch.setattr(parked_titles, "VERSION", "9.9")
    assert titles.load() == {}


def test_a_full_card_keeps_the_titles_that_it_has(titles: ParkedTitles, tmp_path: Path) -> None:
    titles.save(TITLES)
    ParkedTitles(tmp_path / "parked", Full()).save({})
    assert titles.load() == TITLES


def test_a_start_replays_no_parked_game_whose_title_is_kept(parked: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    offered = parked.box.table.house.parked
    assert [parked_game.title for parked_game in offered] == ["Bird Dog Ann Bob Cid"]
    monkeypatch.setattr(recorder, "resume", lambda *_: pytest.fail("replayed"))
    parked.again()
    assert parked.box.table.house.parked == offered


def test_a_start_that_takes_too_long_goes_on_where_it_was_ended(
    parked: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles, replayed, record = Store(parked.root).parked_titles, list[str](), parked.record()
    record.with_stem("another").write_bytes(record.read_bytes())
    (record.parent / "parked").unlink()  # as after an update or a restore

    def replays(lines: Sequence[str], house: House) -> Table | None:
        replayed.append(lines[0])
        if len(replayed) == 2:
            raise SystemExit
        return resume(lines, house)

    monkeypatch.setattr(recorder, "resume", replays)
    with pytest.raises(SystemExit):
        parked.again()
    assert len(titles.load()) == 1
    parked.switch_on()
    assert (len(replayed), len(titles.load())) == (3, 2)


@pytest.mark.parametrize("spoilt", ["record", "titles"])
def test_a_title_that_does_not_fit_is_dropped_and_reported(
    parked: Evening, spoilt: str, capsys: pytest.CaptureFixture[str]
) -> None:
    parked.box.pull_the_plug()
    file = parked.root / "records" / "running" / "parked"
    kept = ParkedTitles(file, DISK)
    ((name, title),) = kept.load().items()
    if spoilt == "record":
        kept.save({name: title._replace(crc=title.crc ^ 1, title="Rook Eve")})
    else:
        file.write_bytes(file.read_bytes()[:-3])
    parked.switch_on()
    assert [parked_game.title for parked_game in parked.box.table.house.parked] == ["Bird Dog Ann Bob Cid"]
    assert ("does not fit its record" if spoilt == "record" else "check sum") in capsys.readouterr().err
    assert kept.load() == {name: title}


def test_a_parked_game_that_the_rules_refuse_by_now_is_reported_when_it_is_taken_up(
    parked: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise CannotResumeError("line 9: does not fit the rules")

    monkeypatch.setattr(recorder, "resume", refused)
    question = parked.question
    parked.does(*("DOWN",) * (len(question.choices) - 1), "OK")
    assert [damaged.why for damaged in parked.box.table.damaged] == ["line 9: does not fit the rules"]
    parked.does("OK")
    assert parked.box.table.setting_up is not None
    assert len(list((parked.root / "records" / "running").glob("*.damaged-1"))) == 1
    assert parked.box.table.house.parked == ()


@pytest.mark.parametrize("why", ["line 9: does not fit the rules", "it is not there"])
def test_a_game_is_parked_also_if_the_one_that_is_chosen_instead_cannot_be_taken_up(
    parked: Evening, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = parked.record()
    parked.does("OK")
    parked.sits_down()
    if why == "it is not there":
        first.unlink()
    else:
        fails_at(monkeypatch, first.read_bytes().count(b"\n"), why)
    parked.does("HOLD")
    assert isinstance(parked.box.table.mode, Menu)
    (place,) = (n for n, answer in enumerate(parked.box.table.mode.answers) if isinstance(answer, Parked))
    parked.does(*("DOWN",) * place, "OK")
    assert [report.why for report in parked.box.table.reported] == [why]
    parked.does("OK")
    assert parked.box.table.setting_up is not None
    (other,) = parked.box.table.house.parked
    assert other.record == parked.record().stem != first.stem
    parked.does("UP", "OK")
    assert parked.saved()[-2:] == ["; parked", "; taken up"]


def fails_at(monkeypatch: pytest.MonkeyPatch, lines: int, why: str) -> None:
    """The rules refuse the record of so many lines."""

    def resumes(told: Sequence[str], house: House) -> Table | None:
        if len(told) == lines:
            raise CannotResumeError(why)
        return resume(told, house)

    monkeypatch.setattr(recorder, "resume", resumes)


def test_a_damaged_record_that_somebody_has_taken_away_is_put_aside_by_nobody(parked: Evening) -> None:
    parked.box.pull_the_plug()
    record = parked.record()
    record.write_bytes(record.read_bytes()[512:])
    parked.switch_on()
    record.unlink()
    parked.does("OK")
    assert parked.box.table.setting_up is not None
