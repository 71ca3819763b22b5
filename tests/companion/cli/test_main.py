"""The command line as people and scripts meet it: help, wrong use, exit statuses, closed pipes."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
import tomllib
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import IO

import pytest

from companion import VERSION
from companion.__main__ import main as program_main
from companion.cli.commands import SUMMARIES, command_of
from companion.cli.parsers import ChoiceParser
from companion.games.registry import GAMES
from companion.rules.glossary import words_of
from companion.rules.referee.verdicts import COMMON_RULES
from companion.storage.records import Store
from companion.tags.tag_decks import TagDeck
from tests.companion.conftest import Companion
from tests.evening import RECORDS

ROOT = Path(__file__).parents[3]
FULL_DEAL = RECORDS["birddog-full-deal"]
UNSAID = {"exists": os.path.exists, "is_dir": os.path.isdir, "is_file": os.path.isfile, "is_symlink": os.path.islink}


def program(*words: str, stdout: IO[bytes] | int = subprocess.PIPE, **environment: str) -> subprocess.Popen[bytes]:
    """`companion`, running as a program of its own."""
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    where = buffered | {"PYTHONPATH": str(ROOT)} | environment
    command = [sys.executable, "-m", "companion", *words]
    return subprocess.Popen(command, env=where, stdout=stdout, stderr=subprocess.PIPE)  # noqa: S603 - our own program


def test_help_teaches_with_examples_and_exit_statuses(companion: Companion) -> None:
    told = companion("--help").out
    assert (companion("help").out, companion("help", "check").out) == (told, companion("check", "--help").out)
    assert "examples:" in told
    assert "exit status:" in told
    assert all(summary.split()[0] in told for summary in SUMMARIES.values())


@pytest.mark.parametrize("command", SUMMARIES)
def test_each_command_has_help_with_an_example_and_exit_statuses(command: str, companion: Companion) -> None:
    example = companion(command, "--help").out.split("example", 1)[1]
    assert f"companion {command}" in example
    assert "exit status:" in example


def test_what_argparse_keeps_for_each_command_is_a_parser() -> None:
    """From Python 3.14 on `add_parser` asks it for `_check_help`."""
    parser = ChoiceParser("companion", SUMMARIES, command_of)
    (listed,) = (action.choices for action in parser._actions if isinstance(action.choices, dict))
    assert [name for name, kept in listed.items() if isinstance(kept, ArgumentParser)] == [*SUMMARIES]


def test_the_version_is_told(companion: Companion) -> None:
    assert companion("--version").out == f"companion {VERSION}\n"


def test_no_command_at_all_shows_the_help_as_wrong_use(companion: Companion) -> None:
    out, err = companion(status=2)
    assert out == ""
    assert "commands:" in err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chek"], "“chek” is not a command; the commands are play, enrol, decks, games, config, doctor, check, "),
        (["chek"], "history, backup, restore, arena, scoreboard, club, director, voice, rules; did you mean “check”?"),
        (
            ["xyzzy"],
            "doctor, check, replay, history, backup, restore, arena, scoreboard, club, director, voice, rules\n",
        ),
        (["people"], "director, voice, rules; did you mean “history people”?"),
        (["export"], "; did you mean “decks export”, “history export” or “director export”?"),
        (
            ["check", "--jsno", "x"],
            "“--jsno” has no place here; the options are --json, --game; did you mean “--json”?",
        ),
        (["check", "--js", "x"], "“--js” has no place here"),
        (["rules", "birddog", "more"], "“more” has no place here; there are no options"),
        (["rules", "birdog"], "“birdog” is not a game here; the games are "),
        (["rules", "birdog"], "; did you mean “birddog”?"),
        (
            ["arena", "whist:ENTRY"],
            "whist:ENTRY is not installed, and its name is wanted here: in the directory of ",
        ),
        (["play", "--game", "chess"], "“chess” is not a game here; the games are "),
        (["play", "--seed", "many"], "--seed: “many” is not a whole number of at most 20 digits\n"),
        (["play", "--seed", "9" * 21], "9” is not a whole number of at most 20 digits\n"),
        ([""], "“” is not a command; the commands are play, "),
        (
            ["play", "--panel", "sh1107"],
            "“sh1107” is not one of ssd1306, ssd1309, sh1106, page; did you mean “sh1106”?",
        ),
        (
            ["enrol", "frnch"],
            "“frnch” is not one of french, birdhead, rook, rook-57, drinks, persons, commands; did you mean",
        ),
        (
            ["decks", "lst"],
            "“lst” is not one of list, show, export, sheet, import, merge, rename, delete; did you mean “list”?",
        ),
        (
            ["config", "pth"],
            "“pth” is not one of show, set, path, example, socket, voice, club, ports, debian, take; did you mean",
        ),
        (["play", "--simulate", "--port", "65536"], "--port: “65536” is not a whole number from 1 to 65535"),
        (["play", "--simulate", "--port", "８０８０"], "--port: “８０８０” is not a whole number from 1 to 65535"),
        (["decks", "--data", __file__], "test_main.py is a file, and a directory is wanted"),
        (["play", "--simulate", "--port", "0"], "“0” is not a whole number from 1 to 65535"),
        (["play", "--terminal"], "companion play: --terminal is for --simulate"),
        (["play", "--seed", "0"], "companion play: --seed is for --simulate"),
        (["--verson"], "“--verson” has no place here; the options are --help, --version; did you mean “--version”?"),
        (["director", "--adress", "club.local"], "“--adress” has no place here; the options are --address, "),
        (["director", "--adress", "club.local"], "; did you mean “--address”?"),
        (["rules", "./whist.py:ENTRY"], "whist.py is a file, and a module is wanted: whist:ENTRY, where it lies"),
        (["check"], "Which record? For example: companion check evening.table"),
        (["\x1b[2J"], "“\\u001b[2J” is not a command"),
        (["help", "chek"], "did you mean “check”?"),
        (["decks", "lst", "--help"], "did you mean “list”?"),
        (["config", "set", "voice.volume", "80", "--config", "x" * 300], "xxx: File name too long"),
        (["enrol", "persons", "--person", "Ann; Bob"], "--person: Ann; Bob: a name has no quotation mark, semicolon, "),
        (["enrol", "persons", "--person", ""], "--person: a name has 1 to 64 bytes; found 0"),
        (["history", "--player", ""], "--player: a name has 1 to 64 bytes; found 0"),
        (["history", "list", "--player", "Ann", "--with", ""], "--with: a name has 1 to 64 bytes; found 0"),
    ],
)
def test_wrong_use_says_what_was_found_and_what_is_allowed(
    words: list[str], sentence: str, companion: Companion
) -> None:
    out, err = companion(*words, status=2)
    assert out == ""
    assert sentence in err
    assert len(err.splitlines()) <= 2


@pytest.mark.parametrize(
    "words",
    ["backup {}", "director --club {}", "club add table-4 --club {}", "config set voice.volume 80 --config {}"],
)
def test_a_place_into_which_this_user_may_not_look_is_named(
    words: str, tmp_path: Path, companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its `Path` answers False there, as from Python 3.14 on."""
    theirs, stat = tmp_path / "theirs", Path.stat

    def refuse(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path.is_relative_to(theirs):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return stat(path, follow_symlinks=follow_symlinks)

    for asked, answered in UNSAID.items():
        monkeypatch.setattr(Path, asked, lambda path, answered=answered, **_: answered(path))
    monkeypatch.setattr(Path, "stat", refuse)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "companion").mkdir()
    err = companion(*words.format(theirs).split(), status=2).err
    assert str(theirs) in err
    assert err.endswith(": Permission denied\n")


@pytest.mark.parametrize("name", GAMES)
def test_rules_tell_everything_the_game_knows(name: str, companion: Companion) -> None:
    told = companion("rules", name.upper()).out
    flat = " ".join(told.split())
    game = GAMES[name]
    for rule in (*game.rules, *COMMON_RULES):
        assert {rule.name, rule.sentence, rule.short, rule.remedy} <= {part for part in _parts(rule) if part in flat}
    for option in game.options:
        assert f"{option.name} {' | '.join(option.values)} {' '.join(option.meaning.split())}" in flat
    assert all(" ".join(page.split()) in flat for page in game.pages)
    assert all(told in flat for told in words_of(game))
    assert all(word.name in flat for word in game.words if word.name != "play")
    assert max(map(len, told.splitlines())) <= 79


def _parts(rule: object) -> list[str]:
    return [str(getattr(rule, field)) for field in ("name", "sentence", "short", "remedy")]


def test_statements_are_spelled_with_what_follows_them(companion: Companion) -> None:
    told = [line.strip() for line in companion("rules", "birddog").out.splitlines()]
    for spelled in ("deal", "hand NAME CARD …", "NAME CARD …", "NAME declare", "undo [NUMBER]", "up CARD …"):
        assert spelled in told
    assert "remedy play-on|void-deal|penalty" in told
    assert "seat NAME NAME [computer=LEVEL seed=NUMBER]" in told


@pytest.mark.parametrize(
    ("name", "brought"), [("birdhead", ["score", "markers"]), ("rook", ["score"]), ("bonehead", [])]
)
def test_rules_name_what_a_header_may_bring(name: str, brought: list[str], companion: Companion) -> None:
    lines = companion("rules", name).out.splitlines()
    assert [
        word for word in ("score", "markers") if any(line.startswith(f"  {word} NAME") for line in lines)
    ] == brought


def test_rules_without_a_game_list_the_games(companion: Companion) -> None:
    told = companion("rules").out
    assert all(name in told and game.title in told for name, game in GAMES.items())


@pytest.mark.parametrize("words", [["check", str(FULL_DEAL)], ["rules", "birddog"], ["--help"]])
def test_checking_and_rules_import_no_hardware(words: list[str]) -> None:
    with program(*words, PYTHONPROFILEIMPORTTIME="1") as running:
        imported = running.communicate()[1].decode()
    assert "companion.cli.commands" in imported
    assert not any(package in imported for package in ("hardware", "gpiozero", "luma", "rich"))


WITHOUT_THE_PACKAGE = """
import sys
class Missing:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.partition(".")[0] in sys.argv[1].split(","):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing)
from companion.cli.main import main
sys.exit(main(sys.argv[2:]))
"""
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"].values()
ONLY_BY_EXTRAS = {re.split(r"\W", package)[0] for extra in EXTRAS for package in extra} - {"pytest"}


def without(packages: Iterable[str], words: Iterable[str], root: Path) -> subprocess.CompletedProcess[str]:
    """`companion`, where these packages are not installed."""
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", WITHOUT_THE_PACKAGE, ",".join(packages), *words],
        env=os.environ | {"PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(root), "XDG_CONFIG_HOME": str(root)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize("words", ["backup {box}/saved.zip", "play --simulate --terminal"])
def test_what_pip_installs_without_extras_is_enough(words: str, tmp_path: Path) -> None:
    Store(tmp_path / "companion").decks.save(TagDeck("french", "french", {}))
    done = without(ONLY_BY_EXTRAS - {"mfrc522"}, words.format(box=tmp_path).split(), tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_package_of_an_extra_is_missed_with_what_brings_it(tmp_path: Path) -> None:
    done = without(ONLY_BY_EXTRAS, ["club", "init", str(tmp_path / "club")], tmp_path)
    assert (done.returncode, done.stderr.splitlines()) == (
        69,
        [
            "companion: the package cryptography is not installed",
            "companion: pip install 'tabletop-companion[director]'",
        ],
    )


@pytest.mark.parametrize(
    "words",
    [["replay", str(FULL_DEAL)], ["play", "--simulate"], ["enrol", "french", "--simulate"]],
    ids=lambda words: words[0],
)
def test_a_reader_whose_package_is_missing_says_so_in_two_lines(words: list[str], tmp_path: Path) -> None:
    done = without(["mfrc522"], words, tmp_path)
    said = done.stderr.splitlines()
    assert (done.returncode, len(said)) == (69, 2)
    assert said[0] == "companion: the package mfrc522 is not installed"
    assert "make install" in said[1]


def test_output_is_utf8_whatever_the_locale(tmp_path: Path) -> None:
    record = tmp_path / os.fsdecode("zoë.table".encode())
    record.write_text("game birddog\nplayers Zoë 李 Noe\u0308\ndealer 李\ndeal\n", "utf-8")
    with program("check", str(record), LC_ALL="C", PYTHONUTF8="0", PYTHONIOENCODING="ascii") as running:
        out, err = running.communicate()
    assert (running.returncode, err) == (0, b"")
    assert "Zoë 李 Noe\u0308" in out.decode("utf-8")


@pytest.mark.parametrize(
    ("words", "status", "why"), [("play --simulate --terminal", 0, ""), ("decks import -", 1, "not UTF-8 text")]
)
def test_bytes_that_are_no_text_are_a_wrong_word(words: str, status: int, why: str, tmp_path: Path) -> None:
    usual = {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8:strict", "XDG_DATA_HOME": str(tmp_path)}
    ran = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "companion", *words.split()],
        env={**os.environ, **usual},
        input=b"9h \xff\nq\n",
        capture_output=True,
        check=False,
    )
    assert (ran.returncode, len(ran.stderr.splitlines()), why in ran.stderr.decode()) == (status, bool(why), True)


@pytest.mark.parametrize(
    ("words", "status", "why"),
    [
        ("config path --config", 78, "found File too large; allowed: a file that can be read"),
        ("decks import", 2, "File too large"),
        ("check", 2, "line 1 is longer than 1 MB: a record is text"),
    ],
)
def test_a_file_of_any_size_is_refused_and_fills_no_memory(
    words: str, status: int, why: str, tmp_path: Path, companion: Companion
) -> None:
    image = tmp_path / "sd.img"
    with image.open("wb") as file:
        file.truncate(1 << 40)  # of no blocks
    told = companion(*words.split(), image, status=status).err
    assert told.splitlines()[0].endswith(why), told


@pytest.mark.parametrize("lines", [0, 20000])
def test_a_closed_pipe_is_no_fault(lines: int, tmp_path: Path) -> None:
    record = tmp_path / "long.table"
    record.write_text("game birddog\nplayers 3\ndealer P1\n" + "up 9H\n" * lines, "utf-8")
    with program("check", str(record)) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 141


def shell(script: str, home: Path) -> subprocess.CompletedProcess[str]:
    """What a script of the shell has done in this directory, where all files of the user lie; "$0" is this Python."""
    places = dict.fromkeys(("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"), str(home))
    return subprocess.run(  # noqa: S603 - our own program
        ["/bin/sh", "-c", script, sys.executable],
        env={**os.environ, "PYTHONPATH": str(ROOT), **places},
        cwd=home,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_without_a_standard_output_nothing_is_shown_and_nothing_breaks(tmp_path: Path) -> None:
    ran = shell('"$0" -m companion config example >&-', tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("check -", "a record begins with “game NAME”"),
        ("replay -", "a record begins"),
        ("decks import -", "This is no deck"),
    ],
)
def test_a_closed_standard_input_is_an_empty_one(words: str, why: str, tmp_path: Path) -> None:
    ran = shell(f'"$0" -m companion {words} <&-', tmp_path)
    assert why in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("words", [("config", "example"), ("--help",), ("check", "--help")])
def test_a_full_disk_under_the_output_is_told_in_a_line(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full, program(*words, stdout=full) as running:
        assert running.communicate()[1] == b"companion: the output is not complete: No space left on device\n"
    assert running.returncode == 75


@pytest.mark.parametrize(
    ("words", "told"), [("config set voice.volume 30", "the card is full"), ("config example >told", "is not complete")]
)
def test_a_limit_of_the_size_of_files_is_met_as_a_full_disk(words: str, told: str, tmp_path: Path) -> None:
    ran = shell(f'ulimit -f 0; "$0" -m companion {words}', tmp_path)
    assert ran.returncode == 75
    assert told in ran.stderr


@pytest.mark.parametrize("words", ["check -", "replay -", "check /dev/stdin"])
def test_a_record_from_a_pipe_is_read_within_16_mb(words: str, tmp_path: Path) -> None:
    ran = shell(f'yes deal | head -c 20000000 | "$0" -m companion {words}', tmp_path)
    assert ran.stderr.endswith(": File too large\n")
    assert ran.returncode == 2


def test_ctrl_c_ends_quietly(monkeypatch: pytest.MonkeyPatch, companion: Companion) -> None:
    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.cli.check.check", interrupted)
    assert companion("check", "any.table", status=130) == ("", "")


def test_ctrl_c_while_the_program_is_loaded_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.__main__.show_splash", interrupted)
    assert program_main() == 130


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (["play"], dict.fromkeys(("port", "game", "data", "deck", "seed")) | {"simulate": False, "terminal": False}),
        (["play", "--simulate", "--game", "BirdDog", "--seed", "7"], {"simulate": True, "game": "birddog", "seed": 7}),
        (["replay", "a.table", "--png", "out", "--wire"], {"file": "a.table", "png": "out", "wire": True}),
    ],
)
def test_arguments_reach_the_command(
    words: list[str], wanted: dict[str, object], monkeypatch: pytest.MonkeyPatch, companion: Companion
) -> None:
    seen: dict[str, object] = {}

    def called(arguments: Namespace) -> int:
        seen.update(vars(arguments))
        return 3

    monkeypatch.setattr("companion.cli.main.entry", lambda *_: called)
    companion(*words, status=3)
    assert wanted.items() <= seen.items()
