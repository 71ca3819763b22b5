"""The bundle of `companion doctor --bundle`: one text by which somebody can help, without secrets and names."""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import tomllib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

from companion import VERSION
from companion.doctor.checks import run_checks
from companion.doctor.computer_facts import WANTED
from companion.doctor.context import Context
from companion.doctor.findings import Finding, PartState
from companion.settings.parser import ParsedSettings, leaves
from companion.settings.schema import key_of, toml_key
from companion.storage.disk import DISK, CannotStartError
from companion.storage.owner import ask_as_owner
from companion.storage.records import Store
from companion.support.allowed import Private
from companion.support.text import visible

UNITS = ("companion", "companion-scoreboard", "companion-voice", "companion-club", "companion-settings")
JOURNAL_LINES = 200
JOURNAL_S = 20.0
"""Maximum seconds for the journal, also on a slow card."""
NEWCOMERS = frozenset({"players", "seat", "join", "exchange"})
"""Words of a record that names may follow."""
PLACES = (
    (re.compile(r"-----BEGIN[\s\S]*?-----END[^\n]*-----"), "KEY"),
    (re.compile(r"\b[\w.+-]+@[\w-]+(\.[\w-]+)+"), "ADDRESS"),
    (re.compile(r"\b(?!127\.|0\.0\.0\.0)(\d{1,3}\.){3}\d{1,3}\b"), "ADDRESS"),
    (re.compile(r"\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b", re.IGNORECASE), "ADDRESS"),
    (re.compile(r"\b[0-9a-f]{1,4}(?::[0-9a-f]{0,4}){4,7}\b", re.IGNORECASE), "ADDRESS"),
    (re.compile(r"\b[\w-]+\.(?:local|lan|home|internal|fritz\.box)\b", re.IGNORECASE), "HOST"),
    (re.compile(r"(?<=/home/)[^/\s:;,'\"]+"), "USER"),
)
"""Forms of addresses, hosts and home directories, and the word that replaces each."""
USUAL_USERS = frozenset({"", "root", "pi", "companion", "$USER"})
HEAD = """\
Tabletop Companion: what a helper wants to know of this box.
Read it before you send it. Names of people are P1, P2 …; addresses, hosts and directories of yours are left out.
"""
HEAD_WITH_NAMES = """\
Tabletop Companion: what a helper wants to know of this box. Names of people stand in it, as you wished.
"""


def bundle_of(
    context: Context,
    journal: Callable[[], Sequence[str]],
    states: Callable[[Iterable[int]], dict[int, str]],
    *,
    names: bool,
) -> str:
    """The text. `journal` gives the last lines of the units, `states` what is known of pins by their GPIO numbers."""
    wires = tuple(_wiring(context, states))  # before the checks take the pins
    sections = {
        "Versions": _versions(context),
        "Settings": _settings(context),
        "Doctor": [_in_one_line(check.name, finding, context) for check, finding in run_checks(context)],
        "Wiring": wires,
        f"Journal, the last {JOURNAL_LINES} lines": journal(),
    }
    shown = ((f"## {title}", "", *map(visible, lines), "") for title, lines in sections.items())
    text = "\n".join(chain([""], *shown))
    hidden = _hide(text, context, names=names)
    return f"{HEAD_WITH_NAMES if names else HEAD}{hidden}"


def journal_lines() -> list[str]:
    """The last lines of our units; why not, if they cannot be read."""
    units = [word for unit in UNITS for word in ("--unit", unit)]
    words = ["journalctl", "--no-pager", "--quiet", "--output=short-iso", "--no-hostname", f"--lines={JOURNAL_LINES}"]
    try:
        told = subprocess.run([*words, *units], capture_output=True, timeout=JOURNAL_S, check=False)  # noqa: S603 - our own words
    except (OSError, subprocess.SubprocessError) as fault:
        return [f"not read: {fault}"]
    lines = told.stdout.decode("utf-8", "replace").splitlines()
    complaint = told.stderr.decode("utf-8", "replace").strip()
    return lines or [f"not read: {complaint or 'it has no line of ours'}; try sudo companion doctor --bundle"]


def _versions(context: Context) -> Iterator[str]:
    system = platform.freedesktop_os_release() if Path("/etc/os-release").exists() else {}
    yield f"Companion {VERSION}"
    yield f"Python {'.'.join(map(str, context.machine.python))}"
    yield f"Kernel {platform.release()} {platform.machine()}"
    yield f"System {system.get('PRETTY_NAME', 'unknown')}"
    yield f"Board {context.machine.model or 'no Raspberry Pi'}"
    there = context.machine.packages
    yield from (f"{name} {there[name] or 'of an unknown version' if name in there else 'missing'}" for name in WANTED)


def _settings(context: Context) -> Iterator[str]:
    """Every key with its value; of private ones only whether they are set."""
    found = context.configuration
    yield f"# {found.file or 'no settings file'}"
    for path, value in found.parsed.values.items():
        key = key_of(path)
        if key is None:
            continue
        shown = key.to_toml(value)
        if key.private is Private.PLACE and value != key.default:
            shown = "(left out)"
        yield f"{toml_key(path)} = {shown}"


def _in_one_line(name: str, finding: Finding, context: Context) -> str:
    found = finding.found
    if name == "settings" and finding.state is not PartState.OK:
        found = "; ".join(_wrong(context.configuration.parsed)) or found
    return f"{finding.state.value}: {name}: {found}{f' → {finding.remedy}' if finding.remedy else ''}"


def _wrong(parsed: ParsedSettings) -> Iterator[str]:
    """What is wrong with the settings, without the values, which may be private."""
    yield from (f"line {problem.line}: {problem.key or 'no TOML'}: wrong" for problem in parsed.problems)
    yield from (f"line {warning.line}: {warning.key}: ignored" for warning in parsed.warnings)


# ---------------------------------------------------------------- what is left out


def _hide(text: str, context: Context, *, names: bool) -> str:
    """The text without places, secrets and, unless they are wished, names."""
    raw = _raw(context.configuration.file)
    secrets = {*_private(context, raw, Private.PLACE), *_unknown(raw)}
    here = {os.uname().nodename} - {"", "localhost"}
    users = {context.machine.user} - USUAL_USERS
    hidden = unicodedata.normalize("NFC", text)
    if not names:
        numbered = {name: f"P{n}" for n, name in enumerate(_names(context, raw), start=1)}
        hidden = _replace(hidden, numbered)
    others = dict.fromkeys(secrets, "(left out)") | dict.fromkeys(here, "HOST") | dict.fromkeys(users, "USER")
    hidden = _replace(hidden, others)
    for form, instead in PLACES:
        hidden = form.sub(instead, hidden)
    return hidden


def _replace(text: str, instead: Mapping[str, str]) -> str:
    """The text with each of these words replaced, the longest first, in any case and as files quote them."""
    spelled = {written: other for word, other in instead.items() for written in _spellings(word) if written.strip()}
    if not spelled:
        return text
    into = {_plain(written): other for written, other in spelled.items()}
    forms = [r"\s+".join(map(re.escape, word.split())) for word in sorted(spelled, key=len, reverse=True)]
    any_of = re.compile(rf"(?<!\w)(?:{'|'.join(forms)})(?!\w)", re.IGNORECASE)
    return any_of.sub(lambda found: into.get(_plain(found[0]), "(left out)"), text)


def _plain(word: str) -> str:
    """A word without capitals, in one Unicode form and with single blanks, to compare it."""
    return " ".join(unicodedata.normalize("NFC", word).casefold().split())


def _spellings(word: str) -> set[str]:
    """A word as it is, in capitals, which may have other letters ("ß"), and as files and faults quote it."""
    spellings = set[str]()
    for plain in (unicodedata.normalize("NFC", form) for form in (word, word.upper(), word.casefold())):
        quoted = (json.dumps(plain), json.dumps(plain, ensure_ascii=False), repr(plain))
        spellings |= {plain, visible(plain), *(form[1:-1] for form in quoted)}
    return spellings


def _names(context: Context, raw: dict[str, Any]) -> list[str]:
    """The people whom the settings, the tags and the records know. Raises CannotStartError."""
    told = ask_as_owner(context.store.root, lambda: json.dumps(sorted(_kept_names(context.store))))
    try:
        kept = [str(name) for name in json.loads(told)]
    except ValueError as fault:
        raise CannotStartError("The names in the records cannot be left out. With --names they stay.") from fault
    return sorted({*kept, *_private(context, raw, Private.NAME)})


def _kept_names(store: Store) -> Iterator[str]:
    """The names on tags and in records, also in those that are damaged or put aside."""
    shelf = store.decks.shelf()
    yield from (name for deck in (*shelf.decks, *shelf.unfinished) for name in deck.people)
    for file in sorted(store.root.rglob("*.table*")):
        with suppress(OSError):  # the checks tell what cannot be read
            if file.is_file() and not file.is_symlink():
                yield from _named_in(file.read_bytes().decode("utf-8", "replace"))


def _named_in(record: str) -> Iterator[str]:
    for line in record.splitlines():
        words = re.findall(r'"([^"]*)"|(\S+)', line.partition(";")[0].partition("#")[0])
        plain = [quoted or word for quoted, word in words]
        if NEWCOMERS & {word for _, word in words}:
            yield from (word for word in plain if word not in NEWCOMERS and not word.isdecimal())


def _raw(file: Path | None) -> dict[str, Any]:
    """The settings file as TOML reads it, with keys that the schema does not know; empty: it is no TOML."""
    try:
        return tomllib.loads(DISK.read(file).decode("utf-8-sig")) if file else {}
    except (OSError, ValueError, RecursionError):
        return {}


def _private(context: Context, raw: dict[str, Any], why: Private) -> set[str]:
    """The private values of this kind that are set, whether they fit or not."""
    values = dict(context.configuration.parsed.explicit) | dict(leaves(raw))
    return {
        text
        for path, value in values.items()
        if (key := key_of(path)) is not None and key.private is why
        for text in _texts(value)
        if text != key.default and not text.isdecimal()
    }


def _unknown(raw: dict[str, Any]) -> set[str]:
    """The texts of keys that the schema does not know: they may be private."""
    return {text for path, value in leaves(raw) if key_of(path) is None for text in _texts(value) if len(text) > 1}


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list() | tuple():
            for part in value:
                yield from _texts(part)


# ---------------------------------------------------------------- the wires


def _wiring(context: Context, states: Callable[[Iterable[int]], dict[int, str]]) -> Iterator[str]:
    """Each pin of the settings, and what `states` says of it: its direction, its bias, who uses it."""
    settings = context.settings
    if settings.panel.is_page:
        yield "a page in a browser takes the place of display, buttons and sounder"
        return
    kind = settings.reader.entry
    yield f"reader: {settings.reader.kind} {settings.reader.wire}; display: {settings.panel.kind} {settings.panel.wire}"
    pins = {
        **{f"button {name}": number for name, number in settings.pins.buttons.items()},
        **{name.lower(): number for name, number in settings.pins.sounder.items()},
        **{f"reader {signal}": number for signal, _, number in kind.wires if number is not None},
    }
    if kind.has_reset:
        pins["reader RST"] = settings.pins.reset
    known = states(pins.values())
    yield from (f"GPIO{number} {name}: {known.get(number, 'not read')}" for name, number in pins.items())
