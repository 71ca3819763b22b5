"""`companion club`: what the organiser and the owner of a box type, and what they read."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from companion.cli import club_box, club_table
from companion.cli.main import main
from companion.club.join import FILES
from companion.club.payloads import Order
from companion.settings.parser import read
from companion.settings.schema import ClubSettings
from tests.companion.simulation.test_club_box import assigned, box, orders


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The organiser's directory at its usual place, and nothing on a boot partition."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(club_box, "BOOT", tmp_path / "boot")
    text = f'\ufeff# mine\n[club]\nbundle = "{tmp_path}/etc/club"\n'  # with a byte order mark, as Windows writes it
    (tmp_path / "config.toml").write_text(text, "utf-8")
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "config.toml"))
    return tmp_path / "companion/club-office"


def told(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    """What the command says, after it ended with this status."""
    assert main(["club", *words]) == status
    out, err = capsys.readouterr()
    return err if status else out


def test_a_club_is_made_a_box_is_added_and_joins(
    place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert f"mosquitto -c {place}/broker/mosquitto.conf" in told(capsys, "init", "--host", "club.local")
    assert told(capsys, "add", "table-4").startswith("table-4.club is made for the box table-4.")
    assert (tmp_path / "table-4.club").stat().st_mode & 0o777 == 0o600
    assert told(capsys, "join", "table-4.club").startswith("This box is table-4 in its club;")
    assert all((tmp_path / "etc/club" / name).is_file() for name in FILES)
    text = (tmp_path / "config.toml").read_text("utf-8")
    club = read(text).settings.club
    assert (club.on, club.box, club.broker, club.port, club.tls) == (True, "table-4", "club.local", 8883, True)
    assert text.startswith("# mine\n")


def test_a_settings_file_that_join_makes_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told(capsys, "init")
    told(capsys, "add", "table-4")
    monkeypatch.setattr(ClubSettings, "bundle_directory", str(tmp_path / "etc/club"))
    assert main(["club", "join", "table-4.club", "--config", "new.toml"]) == 0
    assert capsys.readouterr().err == ""
    assert read((tmp_path / "new.toml").read_text("utf-8")).settings.club.box == "table-4"


def test_join_takes_the_bundle_on_the_boot_partition(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "has no bundle: name the file" in told(capsys, "join", status=2)
    told(capsys, "init")
    (tmp_path / "boot").mkdir()
    told(capsys, "add", "table-4", "--to", "boot")
    assert "Delete " + str(tmp_path / "boot/table-4.club") in told(capsys, "join")
    told(capsys, "add", "table-5", "--to", "boot")
    assert "has several bundles (table-4.club, table-5.club)" in told(capsys, "join", status=2)


def test_a_refused_bundle_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.club").write_bytes(b"\x1b[2J")
    before = (tmp_path / "config.toml").read_bytes()
    assert told(capsys, "join", "bad.club", status=1).startswith("companion club: bad.club is refused, and nothing has")
    assert (tmp_path / "config.toml").read_bytes() == before
    assert not (tmp_path / "etc").exists()


def test_settings_that_are_wrong_are_told_before_anything_is_installed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told(capsys, "init")
    told(capsys, "add", "table-4")
    with (tmp_path / "config.toml").open("a", encoding="utf-8") as file:
        file.write("tls = 3\n")
    assert "config.toml: line 4 is wrong" in told(capsys, "join", "table-4.club", status=2)
    assert not (tmp_path / "etc").exists()


def test_a_box_is_shut_out_and_a_broker_that_is_off_hears_of_it_when_it_starts(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told(capsys, "init")
    told(capsys, "add", "table-4")
    assert "when it starts" in told(capsys, "shut-out", "table-4")
    assert "user table-4\ntopic deny #" in (place / "broker/club.acl").read_text("utf-8")
    assert "“table-9” is not a box of this club; its boxes: table-4" in told(capsys, "shut-out", "table-9", status=2)


def test_a_club_elsewhere_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "init", "of-tuesday", "--port", "18883", "--name", "Tuesday")
    told(capsys, "add", "table-4", "--club", "of-tuesday")
    assert "port = 18883" in (tmp_path / "table-4.club").read_text("utf-8")
    assert "x.local, localhost, 127.0.0.1" in told(capsys, "renew", "--host", "x.local", "--club", "of-tuesday")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("add", "Which box? For example: companion club add table-4"),
        ("renew table-4", "“table-4” has no place here; the options are --host, --club"),
        ("add Table", "“Table” is not a name for a box"),
        ("add director", "“director” cannot be a box"),
        ("add table-4 --club nowhere", "there is no club in "),
        ("init --host Club", "--host “Club” is not a name or an address in small letters"),
        ("init --to here", "--to is for add"),
        ("add table-4 --to gone", "gone/table-4.club: there is no directory gone\n"),
        ("add table-4 --to config.toml", "config.toml/table-4.club: Not a directory\n"),
        ("add table-4 --host x", "--host is for init and renew"),
        ("join nowhere.club", "nowhere.club: there is no such file"),
        ("sing", "“sing” is not one of init, add, shut-out, renew, join"),
    ],
)
def test_wrong_use_is_told(words: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    if "nowhere" not in words and not words.startswith("init"):
        told(capsys, "init")
    assert why in told(capsys, *words.split(), status=2)


def test_nothing_that_is_there_is_overwritten(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "init")
    assert "is not empty, and nothing is overwritten" in told(capsys, "init", status=2)
    told(capsys, "add", "table-4")
    before = (place / "club.json").read_bytes()
    assert "table-4.club already exists: delete it" in told(capsys, "add", "table-4", status=2)
    assert (place / "club.json").read_bytes() == before


def test_a_table_names_whoever_has_no_name_tag_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = '[people]\nregulars = ["Ann", "Bob"]\n[club]\non = true\nbox = "heron"\nbroker = "club.local"\n'
    (tmp_path / "config.toml").write_text(text, "utf-8")
    said = told(capsys, "table", "--person", "ann", "--person", "Bobb", "--data", str(tmp_path / "box"), status=2)
    assert said.startswith("companion club: “Bobb” has no name tag here; those in the settings have one: Ann, Bob")
    assert "did you mean “Bob”?" in said


def test_a_table_says_once_who_is_seated_without_a_name_tag_and_where_it_is_added(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_table, "LOOK_S", 0.0)
    heron = box(tmp_path, "heron")
    orders(tmp_path, "heron", Order(1, assigned(("Ann", "Zoe", "Cid", "Dee"))))
    looks = iter([False] * 3)

    class Ending(Event):
        def is_set(self) -> bool:
            heron.look()
            return next(looks, True)

    club_table._play(heron, Ending(), 0.0, tmp_path / "config.toml")
    assert capsys.readouterr().err == (
        "companion club: Zoe is seated here without a name tag, and plays: "
        f"add the name to regulars in [people] of {tmp_path}/config.toml\n"
    )
