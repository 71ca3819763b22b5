"""Every option of every command, beside everything that changes what a command does: it counts, or it is refused."""

from __future__ import annotations

from argparse import Namespace

import pytest

from companion.cli import main as cli
from companion.cli.commands import SUMMARIES, Command, command_of
from companion.cli.main import main
from companion.games.registry import DECK_KINDS
from tests.cases import for_each

COMMANDS = [command_of(name) for name in SUMMARIES]
FILES = "--config --data"
SETTINGS = "--config --data --panel --upside-down --common-anode"
VALUES = {"--port": "8080", "--seed": "1", "--deals": "2", "--playouts": "9", "--jobs": "2", "--panel": "sh1106"}
VALUES |= {"--game": "rook", "--players": "strong", "--fault": "miso-low", "--until": "0.95"}
VALUES |= {"--pace": "0.5", "--tables": "4", "--movement": "swiss", "--rounds": "3"}
VALUES |= {"--scores": "Ann=12,Bob=-7"}
VALUES |= {"--since": "2026-11", "history --until": "2026"}
"""What an option is given that takes no any word, by its name or after that of its command."""

PLAYED = "--player --option --since --until --json --csv --bgstats --config --data"

COUNT = {
    "play": f"--simulate --game --scores --deck {SETTINGS}",
    "play --simulate": f"--terminal --port --game --scores --deck --seed {SETTINGS}",
    "play --simulate --terminal": f"--game --scores --deck --seed {SETTINGS}",
    **dict.fromkeys((f"enrol {kind}" for kind in DECK_KINDS if kind != "persons"), f"--name --simulate {SETTINGS}"),
    "enrol persons": f"--name --person --simulate {SETTINGS}",
    "enrol persons --simulate": f"--name --person {SETTINGS}",
    **dict.fromkeys(
        ("decks list", "decks show x", "decks sheet x", "decks merge x y", "decks rename x y", "decks delete x"),
        "--config --data",
    ),
    "decks": "--config --data",
    "decks export x": "--config --data --csv",
    "decks import x": "--config --data --replace",
    "games": "",
    **dict.fromkeys(("games list", "games install x", "games remove x", "games refresh"), ""),
    "config": SETTINGS,
    "config show": SETTINGS,
    "config show x": SETTINGS,
    "config path": "--config",
    "config socket": "--config",
    "config voice": "--config",
    "config club": "--config",
    "config ports": "--config",
    "config debian": "--config",
    "config set x y": "--config",
    "config take": "--config",
    "config example": "",
    # Said twice, --no-questions and --json mean what one of them means.
    "doctor": f"--no-questions --json --simulate --bundle {SETTINGS}",
    "doctor --simulate": f"--no-questions --json --fault --bundle {SETTINGS}",
    "check x": "--json --game",
    "replay x": "--png --wire --game",
    "history": PLAYED,
    "history rook": PLAYED,
    "history list": PLAYED,
    "history list --player x": f"--with {PLAYED}",
    "history people": "--config --data",
    "history rename x y": "--config --data",
    "history merge x y": "--yes --config --data",
    "history take-back x": "--config --data",
    "history show 1": "--json --config --data",
    "history export 1": "--config --data",
    "history put-aside 1": "--config --data",
    "history bring-back 1": "--config --data",
    "backup x": "--config --data",
    "restore x": "--dry-run --config --data",
    "arena rook": "--players --deals --until --seed --playouts --jobs --plot --json",
    "scoreboard": "--config --data",
    "director": "--address --port --name --broker --club --config --data",
    "director serve": "--address --port --name --broker --club --config --data",
    **dict.fromkeys((f"director {what}" for what in ("rebuild", "export x y", "hands x", "mend x")), "--config --data"),
    "club init": "--name --host --port --club",
    "club init x": "--name --host --port",
    "club add x": "--club --to",
    "club shut-out x": "--club",
    "club renew": "--host --club",
    **dict.fromkeys(("club join", "club join x"), "--config"),
    "club run": "--config --data",
    "club table": "--person --pace --config --data",
    "club evening": "--pace --fast --tables --game --movement --rounds --deals --once --data",
    "club evening --fast": "--tables --game --movement --rounds --deals --once --data",
    **dict.fromkeys(("voice", "voice x"), "--config"),
    "rules": "",
    "rules rook": "",
}
"""Command line -> the options that change what it does."""


def options_of(command: Command) -> dict[str, bool]:
    """Every option of a command and its actions, and whether it takes a value."""
    arguments = {word: how for part in command.parts for word, how in part.arguments.items()}
    return {word: how.get("action") != "store_true" for word, how in arguments.items() if word.startswith("--")}


CASES = [
    (line, option, takes_a_value)
    for line in COUNT
    for command in COMMANDS
    if command.name == line.partition(" ")[0]
    for option, takes_a_value in options_of(command).items()
    if option not in line
]


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[Namespace]:
    """The arguments with which a command was called; it does nothing."""
    calls: list[Namespace] = []

    def call(arguments: Namespace) -> int:
        calls.append(arguments)
        return 0

    monkeypatch.setattr(cli, "entry", lambda *_: call)
    return calls


@for_each(("line", "option", "takes_a_value"), CASES)
def test_an_option_counts_or_is_refused(
    line: str, option: str, *, takes_a_value: bool, called: list[Namespace], capsys: pytest.CaptureFixture[str]
) -> None:
    value = VALUES.get(f"{line.split(maxsplit=1)[0]} {option}", VALUES.get(option, "any"))
    words = [*line.split(), option, *([value] if takes_a_value else [])]
    called.clear()
    counts = option in COUNT[line].split()
    assert main(words) == (0 if counts else 2)
    assert bool(called) is counts
    told = capsys.readouterr().err
    assert (told == "") if counts else told.startswith(f"companion {line.partition(' ')[0]}")
    assert counts or f": {option} " in told


def test_every_command_and_every_word_that_changes_it_is_in_the_table() -> None:
    assert {line.partition(" ")[0] for line in COUNT} == {command.name for command in COMMANDS} == {*SUMMARIES}
    named = {f"{command.name} {action.name}" for command in COMMANDS for action in command.actions}
    assert named <= {" ".join(line.split()[:2]) for line in COUNT}


@pytest.mark.parametrize(("option", "most"), [("--tables", 100), ("--rounds", 400), ("--deals", 40)])
def test_an_evening_beyond_what_a_director_takes_is_refused_at_the_door(
    option: str, most: int, called: list[Namespace], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["club", "evening", option, str(most)]) == 0
    assert main(["club", "evening", option, str(most + 1)]) == 2
    assert (len(called), f"a whole number from 1 to {most}" in capsys.readouterr().err) == (1, True)


def test_a_file_for_an_evening_that_is_only_shown_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history", "show", "17", "copy.table"]) == 2
    assert "“copy.table” has no place here" in capsys.readouterr().err
