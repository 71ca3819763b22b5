"""Packages with a game, as strangers would write them: the game of test_toy_game, in wheels made by hand."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import sys
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from companion.support import lazy_import

HERE = Path(__file__).parent

TO_HERE = f"# {64 * '-'} to here"
_TOY, _, _ = (HERE / "test_toy_game.py").read_text("utf-8").partition(TO_HERE)
_LINES = (line for line in _TOY.splitlines() if not line.startswith(("import pytest", "from tests.")))
GAME = "\n".join(_LINES).replace('"toy"', '"highcard"')
"""The source of the toy game, under a name of its own."""

ENTRY = """
from companion.rules.entry import GameEntry
from companion.support.lazy_import import import_later

ENTRY = GameEntry(
    rules=import_later("highcard.rules:TOY"),
    shown=import_later("highcard.rules:HighCardShown"),
    deck_kinds=import_later("highcard.tags:deck_kinds"),
    api=3,
)
"""
TAGS = """
from companion.enrolment.deck_kinds import DeckKind


def deck_kinds(game):
    return (DeckKind.of_cards("numbers", "Numbers", game.deck),)
"""
RECORD = """\
game highcard
players Ann Bob Cid
option last three
start Ann
undo # -> illegal nothing-to-undo
Ann 3 # -> illegal wrong-phase
single
Ann 12 # -> illegal no-twelve
Bob 3 # -> illegal not-your-turn
Ann 3 4 # -> illegal card-count
Ann 3
Bob 3 # -> illegal card-used
Bob 7
Cid 5
Ann 9 10
Bob 4 1
Cid 12 2
# => deal-score Ann=+0 Bob=+0 Cid=+1
# => game-over winners=Cid
"""
MODULES = {
    "highcard/__init__.py": "",
    "highcard/entry.py": ENTRY,
    "highcard/rules.py": GAME,
    "highcard/tags.py": TAGS,
    "highcard/records/every-rule.table": RECORD,
}
METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
WHEEL = "Wheel-Version: 1.0\nGenerator: by hand\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
POINTS = "[companion.games]\nhighcard = highcard.entry:ENTRY\n"


@contextmanager
def imported() -> Iterator[None]:
    """What is imported of the package meanwhile is forgotten afterwards."""
    before = sys.path.copy()
    try:
        yield
    finally:
        sys.path[:] = before
        lazy_import._open.cache_clear()
        for name in [name for name in sys.modules if name.partition(".")[0] == "highcard"]:
            del sys.modules[name]


def unpacked(directory: Path, files: Mapping[str, str] = MODULES) -> Path:
    """The package as pip would lay it out, without its metadata."""
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return directory


def wheel(
    directory: Path,
    files: Mapping[str, str] | None = None,
    *,
    version: str = "1.0",
    further: Mapping[str, str] | None = None,
    record: bool = True,
) -> Path:
    """A wheel of these files (by default the game), whose metadata `further` replaces or extends."""
    info = f"highcard-{version}.dist-info"
    metadata = {
        f"{info}/METADATA": METADATA.format(name="highcard", version=version),
        f"{info}/WHEEL": WHEEL,
        f"{info}/entry_points.txt": POINTS,
        **{name.replace("INFO", info): text for name, text in (further or {}).items()},
    }
    path = directory / f"highcard-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as written:
        everything = {**(MODULES if files is None else files), **metadata}
        for name, text in everything.items():
            written.writestr(name, text)
        if record:
            written.writestr(f"{info}/RECORD", recorded(everything, f"{info}/RECORD"))
    return path


def recorded(files: Mapping[str, str], own: str) -> str:
    """The RECORD of these files: a line each with check sum and size."""
    lines = io.StringIO()
    rows = csv.writer(lines, lineterminator="\n")
    for name, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
        rows.writerow((name, f"sha256={digest}", len(text.encode())))
    rows.writerow((own, "", ""))
    return lines.getvalue()
