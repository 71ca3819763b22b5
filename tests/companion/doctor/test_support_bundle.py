"""The bundle of the doctor tells what helps, and nothing of people or places."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.cli.main import main
from companion.doctor import support_bundle
from companion.doctor.simulated import simulated_context
from companion.doctor.support_bundle import bundle_of, journal_lines
from companion.rules.statements import quote
from companion.settings.parser import read
from companion.settings.schema import keys
from companion.settings.search_path import Configuration
from companion.storage.deck_files import DeckFiles
from companion.storage.disk import CannotStartError
from companion.storage.journal import seal
from companion.support.allowed import Private, toml_value
from companion.support.names import name_problem
from companion.tags.tag_decks import Person, TagDeck

SECRETS = {
    "scoreboard.address": "192.168.7.13",
    "scoreboard.name": "villa-kunterbunt.example",
    "club.broker": "broker.bridge-club.example",
    "club.bundle": "/srv/secret place/keys",
    "panel.page_address": "10.9.8.7",
    "panel.phone_address": "10.9.8.6",
    "data.directory": "/home/annette/cards",
}
SETTINGS = "".join(f"{key} = {toml_value(value)}\n" for key, value in SECRETS.items())
ELSEWHERE = (
    "companion-club: no answer from broker.bridge-club.example (192.168.7.99), me@villa.example.org",
    "-----BEGIN PRIVATE KEY-----",
    "bm8gcmVhbCBrZXk=",
    "-----END PRIVATE KEY-----",
    "eth0 b8:27:eb:01:02:03 fe80::ba27:ebff:fe01:203 my-box.local /home/annette/x",
)


def told(
    root: Path, text: str = "", journal: Sequence[str] = (), *, names: bool = False, people: Sequence[str] = ()
) -> str:
    """The bundle of a simulated box with these settings, this journal, and these people on tags and in a record."""
    file = root / "config.toml"
    file.write_text(text, "utf-8")
    context = simulated_context(Configuration(file, read(text.strip("\ufeff")), {}), root / "data", (), asks=False)
    if people:
        pieces = {bytes([4, 9, 9, at]): Person(name) for at, name in enumerate(people[::2])}
        context.store.decks.save(TagDeck("people", "persons", pieces))
        line, _ = seal(f"players {' '.join(map(quote, people[1::2]))}", 1, "2026-01-01T00:00:00", 0)
        (root / "data" / "records" / "2026-01-01-000000-rook.table.broken").write_bytes(line + b"join Eve 20\n")
    with closing(context):
        return bundle_of(context, lambda: journal, lambda _: {5: "input"}, names=names)


def test_it_has_versions_settings_findings_wires_and_journal(tmp_path: Path) -> None:
    text = told(tmp_path, "[panel]\nbrightness = 90\n", ["2026-11-27 companion: it works"])
    for part in (
        "Companion 0.",
        "gpiozero 2",
        "panel.brightness = 90",
        "ok: chip: MFRC522",
        "GPIO5 button BACK: input",
        "GPIO25 reader RST: not read",
        "2026-11-27 companion: it works",
    ):
        assert part in text


def test_every_key_that_may_say_where_or_who_is_marked_and_none_of_their_values_gets_out(tmp_path: Path) -> None:
    marked = {".".join(path) for path, key in keys().items() if key.private is Private.PLACE}
    assert marked == {*SECRETS}
    text = told(tmp_path, SETTINGS, (*ELSEWHERE, *SECRETS.values()), names=True)
    for secret in (*SECRETS.values(), "192.168.7.99", "villa", "bm8g", "b8:27", "fe80", "my-box", "annette"):
        assert secret not in text.replace("/config.toml", ""), secret
    assert text.count("(left out)") >= len(SECRETS)


@pytest.mark.parametrize(
    "text",
    [
        'club.broker = "Hidden Host"\n',
        'scoreboard.address = ["Hidden Host"]\n',
        'club.password = "Hidden Host"\n',
        'people.regulars = ["Hidden Host", 7]\n',
        'people.regulars = "Hidden Host"\n',
        '\ufeffclub.password = "Hidden Host"\n',
    ],
)
def test_a_wrong_or_unknown_setting_is_told_without_its_value(tmp_path: Path, text: str) -> None:
    written = told(tmp_path, text, ["companion: config.toml:1: found “Hidden Host”; allowed: others"])
    assert "Hidden Host" not in written
    assert re.search(r"(failure|warning): settings: line 1", written)


def test_settings_that_brackets_spoil_are_told(tmp_path: Path) -> None:
    assert "failure: settings: " in told(tmp_path, "people.regulars = " + "[" * 50_000)


def test_one_person_has_one_number_everywhere_and_names_stay_if_they_are_wished(tmp_path: Path) -> None:
    people = ("Ann", "Bob", "Zoë", "Cid the kid")
    text = 'people.regulars = ["Ann"]\nreader.seat = "Bob"\n'
    journal = ["Ann plays; ANN'S turn, not anna's; Eve has 20", "zoe\u0308: Cid  The Kid"]
    hidden = told(tmp_path, text, journal, people=people)
    assert "P1 plays; P1'S turn, not anna's; P5 has 20" in hidden
    assert 'people.regulars = ["P1"]' in hidden
    assert 'reader.seat = "P2"' in hidden
    assert re.search(r"^P\d: P\d$", hidden, re.MULTILINE)
    (tmp_path / "again").mkdir()
    assert "Zoë" in told(tmp_path / "again", text, ["Zoë plays"], people=people, names=True)


def test_names_on_the_tags_of_an_unfinished_deck_are_left_out(tmp_path: Path) -> None:
    begun = TagDeck("people", "persons", {bytes([4, 9, 9, 0]): Person("Una")})
    DeckFiles(tmp_path / "data").save(begun, finished=False)
    assert "Una" not in told(tmp_path, journal=["Una plays"])


def test_a_record_that_cannot_be_read_keeps_no_name_of_others_in_the_bundle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data" / "records").mkdir(parents=True)
    spoilt = tmp_path / "data" / "records" / "2025-01-01-000000-rook.table"
    spoilt.touch()

    def read_bytes(file: Path, read: Callable[[Path], bytes] = Path.read_bytes) -> bytes:
        if file == spoilt:
            raise OSError(5, "Input/output error")
        return read(file)

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    assert "Bob" not in told(tmp_path, journal=["Bob plays"], people=("Ann", "Bob"))
    monkeypatch.setattr(support_bundle, "ask_as_owner", lambda *_: "")
    with pytest.raises(CannotStartError, match="With --names they stay"):
        told(tmp_path)
    assert "Bob" in told(tmp_path, journal=["Bob plays"], names=True)


OF_THE_LINE = frozenset("“”'\":, ")
"""What stands around the names in the journal below: a name of nothing else is not seen to be gone."""
NAMES = st.text(min_size=1, max_size=12).filter(
    lambda name: not (name_problem(name) or set(name) <= OF_THE_LINE or re.fullmatch(r"P?\d+", name, re.IGNORECASE))
)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(people=st.lists(NAMES, min_size=2, max_size=6, unique=True))
def test_no_name_gets_out_however_odd(people: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    journal = [f"companion: {name} plays, “{name}”: {name!r} {toml_value(name)}" for name in people]
    text = told(tmp_path_factory.mktemp("box"), f"people.regulars = {toml_value(people[:1])}\n", journal, people=people)
    below = text.partition("\n\n## Journal")[2].partition("\n")[2]
    plain = unicodedata.normalize("NFC", below).casefold()
    for name in people:
        form = r"\s+".join(map(re.escape, unicodedata.normalize("NFC", name).casefold().split()))
        assert not re.search(rf"(?<!\w){form}(?!\w)", re.sub(r"\bp\d+\b", "", plain)), name


def test_a_journal_that_cannot_be_read_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    (line,) = journal_lines()
    assert line.startswith("not read: ")
    assert len(support_bundle.UNITS) == 5


def test_the_command_writes_it_once_and_says_what_to_do_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bundle.txt"
    words = ["doctor", "--simulate", "--bundle", str(file)]
    assert main(words) == 0
    assert "Read it, then send it" in capsys.readouterr().out
    assert file.read_text("utf-8").startswith("Tabletop Companion: what a helper wants to know")
    assert "Ann" not in re.findall(r"\w+", file.read_text("utf-8"))
    assert main(words) == 2
    assert "is there already" in capsys.readouterr().err
    assert main(["doctor", "--simulate", "--bundle", "-"]) == 0
    assert capsys.readouterr().out.startswith("Tabletop Companion: what a helper wants to know")
    assert not Path("-").exists()
    assert main(["doctor", "--simulate", "--names"]) == 2
