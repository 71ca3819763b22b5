"""Parse a settings file: its values, the line of each, and what is wrong with them.

A wrong value is a problem and leaves the default in force; an unknown key is a warning. Opens no file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any

from companion.parts.reader_kind import ReaderSettings
from companion.screens.name_fitting import drawing_problem
from companion.settings.schema import NAMES, NO_PIN, TABLES, KeyPath, Settings, key_of, keys, toml_key
from companion.support.allowed import Allowed, toml_value
from companion.support.messages import Message, msg
from companion.support.names import name_problem
from companion.support.text import nearest
from companion.support.values import dataclass, replace

REGULARS: KeyPath = ("people", "regulars")
LONGEST_FOUND = 60
"""Maximum characters of a wrong value in a message."""

I2C_PINS = {0: (0, 1), 1: (2, 3)}


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem at a line (0: no line) and a key (empty: no key): the value found and what is allowed."""

    line: int
    key: str
    found: str
    allowed: str

    @property
    def message(self) -> Message:
        """What is wrong. Keys and values are those of the file."""
        if not self.key:
            return msg("found {found}; allowed: {allowed}", found=self.found, allowed=self.allowed)
        return msg("{key}: found {found}; allowed: {allowed}", key=self.key, found=self.found, allowed=self.allowed)

    def __str__(self) -> str:
        return str(self.message)


@dataclass(frozen=True, slots=True)
class SettingsWarning:
    """A key that the schema does not know, or names that the panel cannot draw: the text says which."""

    line: int
    key: str
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class ParsedSettings:
    """The result of parsing: the values that the text sets, the line of each, and the complaints in order."""

    settings: Settings
    explicit: Mapping[KeyPath, Any]
    lines: Mapping[KeyPath, int]
    warnings: tuple[SettingsWarning, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def values(self) -> Mapping[KeyPath, Any]:
        """Every value in force, defaults included."""
        reader = {path[1]: key for path, key in keys().items() if path[0] == "reader"}
        further = {("reader", name, word): key for name in self.settings.further for word, key in reader.items()}
        return {path: key.default for path, key in (*keys().items(), *further.items())} | dict(self.explicit)


@dataclass(frozen=True, slots=True)
class ParsedValue:
    """One value of the text and the line on which it begins."""

    path: KeyPath
    value: Any
    line: int

    @property
    def fits(self) -> bool:
        """Whether the schema allows this value for this key."""
        key = key_of(self.path)
        return key is not None and key.allowed.fits(self.value)

    @property
    def bars_a_table(self) -> bool:
        """Whether a value stands where the schema has a table; an empty table sets nothing."""
        return self.value != {} and any(self.path == path[: len(self.path)] != path for path in keys())


def read(text: str, options: Mapping[KeyPath, Any] | None = None) -> ParsedSettings:
    """Parse a settings file; `options` override the text."""
    try:
        _toml(text)
    except (ValueError, RecursionError) as refusal:
        return replace(from_entries((), options or {}), problems=(_why_no_toml(text, refusal),))
    return from_entries(tuple(_entries(text)), options or {})


def from_entries(entries: tuple[ParsedValue, ...], options: Mapping[KeyPath, Any]) -> ParsedSettings:
    """Build the settings from these entries (empty: the defaults); `options` override them."""
    values = {entry.path: entry.value for entry in entries if entry.fits} | dict(options)
    settings = _settings(values)
    lines = {entry.path: entry.line for entry in entries if key_of(entry.path)}
    warnings: list[SettingsWarning] = []
    problems = [*_clashes(settings, lines), *_missing_names(settings, lines)]
    for entry in entries:
        if entry.bars_a_table or (key_of(entry.path) and not entry.fits):
            problems.append(_wrong(entry))
        elif key_of(entry.path) is None and entry.value != {}:
            key = toml_key(entry.path)
            warnings.append(SettingsWarning(entry.line, key, f"unknown key {key}, ignored{_where_known(key)}"))
        elif entry.path == REGULARS and (why := drawing_problem(entry.value)):
            warnings.append(SettingsWarning(entry.line, toml_key(entry.path), f"{toml_key(entry.path)}: {why}"))
    return ParsedSettings(
        settings, values, lines, tuple(warnings), tuple(sorted(problems, key=lambda problem: problem.line))
    )


def _settings(values: Mapping[KeyPath, Any]) -> Settings:
    tables = {
        table: page(**{path[1]: _freeze(value) for path, value in values.items() if path[:-1] == (table,)})
        for table, page in TABLES.items()
    }
    further: dict[str, dict[str, Any]] = {}
    rules: dict[str, dict[str, str]] = {}
    for path, value in values.items():
        if path[0] == "rules" and value != keys()[path].default:
            rules.setdefault(path[1], {})[path[2]] = value
        if path[0] == "reader" and len(path) > 2:
            further.setdefault(path[1], {})[path[2]] = value
    return Settings(**tables, rules=rules, further={name: ReaderSettings(**keys) for name, keys in further.items()})


def _freeze(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


# ---------------------------------------------------------------- lines


def _entries(text: str) -> Iterator[ParsedValue]:
    """Yield every value of a valid TOML text, in order.

    A TOML statement ends with its line. Lines are collected until `tomllib` accepts them: that is one statement.
    """
    table: KeyPath = ()
    gathered, begun = "", 1
    for number, line in enumerate(text.split("\n"), 1):
        gathered += line + "\n"
        try:
            values = _toml(gathered)
        except ValueError:
            continue
        if gathered.lstrip().startswith("["):
            table = _header(values)
        else:
            yield from (ParsedValue(table + path, value, begun) for path, value in leaves(values))
        gathered, begun = "", number + 1


def _header(values: dict[str, Any]) -> KeyPath:
    """The table that a header opens: `[a.b]`; of a list of tables, `[[a.b]]`, a name that no table has."""
    path: KeyPath = ()
    while isinstance(values, dict) and values:
        ((name, values),) = values.items()
        path += (name,)
    return (f"[[{toml_key(path)}]]",) if isinstance(values, list) else path


def leaves(values: dict[str, Any], path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    """The values that a statement sets: one, or those of an inline table."""
    for name, value in values.items():
        if isinstance(value, dict) and value:
            yield from leaves(value, (*path, name))
        else:
            yield (*path, name), value


# ---------------------------------------------------------------- complaints


def _toml(text: str) -> dict[str, Any]:
    """The values of a TOML text. Raises ValueError, RecursionError."""
    import tomllib  # noqa: PLC0415 - only where there is a text

    return tomllib.loads(text)


def _where_known(key: str) -> str:
    """Where this key belongs, or how it may be called; to append to a message."""
    if tables := [f"[{toml_key(path[:-1])}]" for path in keys() if path[-1] == key]:
        return f"; it belongs below {' or '.join(tables)}"
    misnamed = re.fullmatch(r"reader\..+\.(\w+)", key)
    if misnamed and ("reader", misnamed[1]) in keys():
        return "; a reader is called by 1 to 8 small letters, as west"
    return nearest(key, map(toml_key, keys()))


def _why_no_toml(text: str, refusal: Exception) -> Problem:
    """What is wrong with a text that is not TOML; `tomllib` gives the position in its message only."""
    place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", str(refusal))
    line = int(place[1] or len(text.splitlines())) if place else 0
    words = str(refusal) if isinstance(refusal, ValueError) else "brackets in brackets without end"
    words = words[: place.start()] if place else words
    told = re.sub(r"\(('.+?'),?\)", lambda path: toml_key(re.findall("'(.+?)'", path[1])), words)
    twice = text.split("\n")[line - 1].partition("=")[0].strip() if "overwrite" in words else ""
    return Problem(line, twice, f"no TOML ({told})", 'lines like kind = "ssd1306"')


def _wrong(entry: ParsedValue) -> Problem:
    key = key_of(entry.path)
    found = key.to_toml(entry.value) if key else toml_value(entry.value)
    shown = found if len(found) <= LONGEST_FOUND else f"{found[:LONGEST_FOUND]}…"
    if key is None:
        return Problem(entry.line, toml_key(entry.path), shown, f"a table, [{toml_key(entry.path)}]")
    return Problem(entry.line, toml_key(entry.path), shown, f"{key.allowed}{_hint(key.allowed, entry.value)}")


def _hint(allowed: Allowed, value: Any) -> str:
    """A near match for a word, or what is wrong with one of several names."""
    if isinstance(value, str):
        return nearest(value, [word for word in allowed.choices if isinstance(word, str)])
    names = value if allowed is NAMES and isinstance(value, list) else []
    problems = (name_problem(name) for name in names if isinstance(name, str))
    return next((f"; {problem}" for problem in problems if problem), "")


def _clashes(settings: Settings, lines: Mapping[KeyPath, int]) -> Iterator[Problem]:
    """Each wire that two keys claim, or find by a pattern, reported at the later line of the two."""
    wanted: dict[str, list[KeyPath]] = {}
    for path, wire in _claims(settings):
        wanted.setdefault(wire, []).append(path)
    for wire, paths in wanted.items():
        found = dict.fromkeys(paths, wire)
        if {*"*?["} & {*wire}:
            fitting = ((other, path) for other, its in wanted.items() if fnmatchcase(other, wire) for path in its)
            found |= {path: other for other, path in fitting if path[-1] == paths[0][-1]}
        if len(found) > 1:
            first, *_, last = sorted(found, key=lambda path: lines.get(path, 0))
            kind = "pin" if wire.startswith("GPIO") else "wire" if wire.startswith("/") else "name"
            too = "has, too" if found[first] == found[last] else f"finds, too: {found[first]}"
            told = f"{found[last]}, which {toml_key(first)} {too}"
            yield Problem(lines.get(last, 0), toml_key(last), told, f"a {kind} of its own")


def _missing_names(settings: Settings, lines: Mapping[KeyPath, int]) -> Iterator[Problem]:
    """What a box in a club must set: reported at the line that is empty, or else where the club is switched on."""
    wanted = {
        "box": (settings.club.box, 'a name, as "table-4"'),
        "broker": (settings.club.broker, 'a host, as "club.local"'),
    }
    for name, (value, what) in wanted.items():
        if settings.club.on and not value:
            path = ("club", name)
            line = lines.get(path, lines.get(("club", "on"), 0))
            yield Problem(line, toml_key(path), '"" while club.on is true', what)


def _claims(settings: Settings) -> Iterator[tuple[KeyPath, str]]:
    """Each key and the wire that it claims; a bus claims its pins on the header."""
    if not settings.panel.is_page:
        yield from _claims_of_other_parts(settings)
    taken: set[int] = set()
    for name, reader in settings.readers_here.items():
        table = ("reader", name) if name else ("reader",)
        wired = reader.entry.bus
        if place := wired.place(reader):
            yield (*table, wired.slot_key), place
        pins = [pin for pin in wired.pins(reader) if pin not in taken]  # readers on one bus share its pins
        yield from (((*table, wired.bus_key), f"GPIO{pin}") for pin in pins)
        taken.update(pins)


def _claims_of_other_parts(settings: Settings) -> Iterator[tuple[KeyPath, str]]:
    """The pins of buttons, sound, reset and display."""
    for part in settings.pins.__match_args__:
        pin = getattr(settings.pins, part)
        if pin != NO_PIN and (part != "reset" or settings.reader.entry.has_reset):
            yield ("pins", part), f"GPIO{pin}"
    bus = settings.panel.i2c_bus
    yield from ((("panel", "i2c_bus"), f"GPIO{pin}") for pin in I2C_PINS.get(bus, ()))
