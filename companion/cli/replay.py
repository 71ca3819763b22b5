"""`companion replay`: play a record through the simulated box, and print the display whenever a statement changes it.

for example:
  companion replay evening.table --png pictures

exit status:
  as companion check; also 2 if a picture cannot be written
"""

from __future__ import annotations

import re
import shutil
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from companion.cli.arguments import try_game
from companion.cli.check import answer_lines, describe_problem, status_of, sum_warnings, summary, where_wrong
from companion.cli.commands import TRIED, Command, argument, directory, flag
from companion.cli.console import WrongUseError, complain, painter, print_lines, refusing, with_bar
from companion.cli.scratch import scratch
from companion.games.registry import GAMES
from companion.match.checker import GuestError, LineAnswer, NoRecordError, answer_each, final, guests_blamed
from companion.rules.game import Game
from companion.screens.picture import Picture
from companion.screens.png import save
from companion.simulation.replay import Replay, ReplayedStep, WireTraffic
from companion.storage.disk import StorageError
from companion.storage.record_source import RecordFileError, open_record
from companion.support.text import Paint, visible
from companion.terminal.view import WIDE_COLUMNS, WIDE_ROWS, TerminalView

FULL_FRAME = 1034
"""Bytes that luma sends to an SSD1306 for every picture, address and control bytes included."""

INDENT = " " * 9
STAYS = f"{INDENT}The display stays as it is."


COMMAND = Command(
    "replay",
    arguments={
        "file": argument(
            "FILE",
            "a table record; - is standard input",
            asks="Which record? For example: companion replay evening.table",
        ),
        "--png": argument("DIR", "write a picture for each statement into this directory", type=directory),
        "--wire": flag("show the bytes on the wires, too"),
        "--game": TRIED,
    },
)


def replay(arguments: Namespace) -> int:
    """Replay `arguments.file`; `png` is a directory for pictures, `wire` prints the traffic. Returns the exit status.

    Statements of one gesture, such as passes and the answer after them, share one picture.
    """
    if arguments.game:
        try_game(arguments.game)
    try:
        with open_record(arguments.file) as record:
            found = tuple(answer_each(record.text(), GAMES))
            for warning in sum_warnings(record):
                complain("replay", f"{arguments.file}: {warning}")
        match, counts = found[-1].known_match, Counter(line_answer.answer.verdict.word for line_answer in found)
        every = _replay(found, match.header.game, arguments.png and Path(arguments.png), wire=arguments.wire)
        with guests_blamed(match.header.game, GuestError):
            closing = final(match, counts["illegal"])
            first = next(filter(None, map(where_wrong, found)), "")
            ending = [*summary(match, closing, counts["error"], first), *(totals(every) if arguments.wire else ())]
    except (RecordFileError, NoRecordError, StorageError) as problem:
        raise WrongUseError(f"{arguments.file}: {describe_problem(problem)}") from problem
    print_lines(ending)
    return status_of(closing, counts["error"])


def _replay(found: tuple[LineAnswer, ...], game: Game, directory: Path | None, *, wire: bool) -> list[ReplayedStep]:
    """Print everything that is shown, and write it into the directory.

    Raises StorageError, WrongUseError and GuestError.
    """
    every: list[ReplayedStep] = []
    before: Picture | None = None
    with scratch() as root:
        for shown, caption in _steps(found, game, root, wire=wire):
            every.append(shown)
            if directory is not None:
                write_pictures(shown, directory)
            print_lines([*caption, *(_display(shown.picture) if shown.picture != before else [STAYS]), ""])
            before = shown.picture
    return every


def _display(picture: Picture) -> list[str]:
    """The display as `companion play` draws it on a terminal of this width; at full size where there is none."""
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDE_COLUMNS
    return TerminalView(columns, WIDE_ROWS, painter()).panel(picture, "")


def _steps(
    found: tuple[LineAnswer, ...], game: Game, root: Path, *, wire: bool
) -> Iterator[tuple[ReplayedStep, list[str]]]:
    """What is shown, with its caption. Raises GuestError for what the game raises; what printing raises is its own."""
    paint = painter()
    lines = found if sys.stdout.isatty() else with_bar(found, found[-1].line, "Replaying")
    with guests_blamed(game, GuestError, lets_through=(StorageError,)):
        for shown in Replay(found, root).run(lines):
            yield shown, [*_caption(shown, paint, wire=wire)]


def _caption(shown: ReplayedStep, paint: Paint, *, wire: bool) -> Iterator[str]:
    for line in shown.lines:
        yield from answer_lines(line, paint)
    yield INDENT + paint(visible(f"» {shown.how}"), "dim")
    if wire:
        yield INDENT + paint(wires_in_words(shown.wires), "dim")


def write_pictures(shown: ReplayedStep, directory: Path) -> None:
    """Write the picture once for each of its statements; the header has one. Raises WrongUseError, NotWrittenError."""
    lines = shown.lines[-1:] if shown.opens else shown.lines
    with refusing(directory):
        directory.mkdir(parents=True, exist_ok=True)
        for line in lines:
            save(shown.picture, directory / _file_name(line))


def _file_name(line: LineAnswer) -> str:
    words = re.sub(r"\W+", "-", line.text.split("#")[0].split(";")[0]).strip("-")
    return f"{line.line:03}-{words[:40]}.png"


def wires_in_words(wires: WireTraffic) -> str:
    """The traffic in one line."""
    return (
        f"SPI {wires.reader_transfers} transfers, {wires.reader_octets} bytes; display {wires.display_octets} bytes "
        f"in {wires.display_transfers} messages, {wires.display_ms:.2f} ms at 400 kHz"
    )


def totals(every: list[ReplayedStep]) -> Iterator[str]:
    """The total traffic, and the display's bytes after the opening compared with full frames."""
    whole = WireTraffic(*map(sum, zip(*(shown.wires for shown in every), strict=True)))
    played = sum(shown.wires.display_octets for shown in every if not shown.opens)
    statements = sum(line.answer.applied for shown in every if not shown.opens for line in shown.lines)
    full = FULL_FRAME * statements
    yield f"In all: {wires_in_words(whole)}"
    if full:
        share = played / full
        yield (
            f"Display after the opening, cursor moves included: {played} bytes; "
            f"a full frame for each of {statements} statements: {full}; ratio {share:.3f}"
        )
