"""The settings that the page may change: names, sounds and house rules, saved in the settings file."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.json import Decoder

from companion.games.registry import GAMES
from companion.http.views.answers import SettingChoice, SettingChoices
from companion.screens.name_fitting import drawing_problem
from companion.settings.parser import REGULARS, read
from companion.settings.schema import KeyPath, Settings, key_of, keys, toml_key
from companion.settings.settings_file import CannotChangeError, SettingsFile
from companion.storage.disk import Disk
from companion.support.messages import known_languages, msg, own_name, tr
from companion.support.names import names_problem
from companion.web.orders import read_as

OFFERED = tuple(path for path in keys() if path[0] in {"people", "sounds", "rules"})
"""Without the wires: they belong to the builder."""

LONGEST_NAME = 20
"""In letters, as the fields of the page take."""

TITLES = {"people": msg("People"), "sounds": msg("Sounds")}
WORDS = {
    "on": (msg("The box beeps"), ()),
    "regulars": (msg("Who often plays here: offered for each seat"), ()),
    "language": (msg("The language of the box, from the next start on"), tuple(map(own_name, known_languages()))),
    "advice": (msg("The menu tells what the computer would play from a scanned hand"), ()),
    "think_s": (msg("Seconds that a computer may think; 0: as long as it takes"), ()),
}
"""What people read instead of a key, and of its values; a house rule says both itself."""


class Preferences:
    """The settings file of the user who started the table; created by the first choice."""

    def __init__(self, file: Path, disk: Disk | None = None) -> None:
        self.settings_file = SettingsFile(file, disk)

    def load(self) -> Settings:
        """All settings. Raises CannotChangeError if the file cannot be read."""
        return read(self.settings_file.text()).settings

    def as_json(self) -> SettingChoices:
        """All choices as JSON. Raises CannotChangeError if the file cannot be read."""
        values = read(self.settings_file.text()).values
        choices, undrawn = [_choice_json(path, values[path]) for path in OFFERED], drawing_problem(values[REGULARS])
        return {"file": str(self.settings_file.file), "choices": choices, "undrawn": tr(undrawn)}

    def choose(self, text: bytes) -> Settings:
        """Save a choice, a key and its value as JSON; returns all settings.

        Raises CannotChangeError, WrongOrderError.
        """
        return self.settings_file.keep(*_parse(text)).settings


class _Choice(Struct, frozen=True):
    """A key of the settings, by its parts, and its value."""

    key: tuple[str, ...]
    value: bool | int | float | str | list[str]


_CHOICES: Final = Decoder(_Choice)


def _parse(text: bytes) -> tuple[KeyPath, Any]:
    """The key and the value of a choice. Raises CannotChangeError, WrongOrderError."""
    choice = read_as(_CHOICES, text)
    if choice.key not in OFFERED:
        raise CannotChangeError("there is no such choice here")
    if choice.key == REGULARS and isinstance(choice.value, list):
        _check_regulars(choice.value)
    return choice.key, choice.value


def _check_regulars(names: list[str]) -> None:
    """Raises CannotChangeError with the name that cannot be one, and why."""
    if problem := names_problem(names)[1]:
        raise CannotChangeError(problem)
    for name in names:
        if len(name) > LONGEST_NAME:
            raise CannotChangeError(
                msg("{name} has {n} letters; a name here has at most {most}", name=name, n=len(name), most=LONGEST_NAME)
            )


def _choice_json(path: KeyPath, value: Any) -> SettingChoice:
    key = key_of(path)
    assert key is not None, "only what is offered"
    values, value = list(key.allowed.choices), list(value) if isinstance(value, tuple) else value
    label, labels = _words(path)
    title = GAMES[path[1]].title if path[0] == "rules" else TITLES[path[0]]
    return {
        "key": list(path),
        "title": tr(title),
        "label": tr(label),
        "labels": [*map(tr, labels)],
        "values": values,
        "value": value,
        "spelled": toml_key(path),
    }


def _words(path: KeyPath) -> tuple[str, tuple[str, ...]]:
    if path[0] != "rules":
        return WORDS[path[-1]]
    option = next(option for option in GAMES[path[1]].options if option.name == path[-1])
    meaning = tr(option.meaning)
    return meaning[:1].upper() + meaning[1:], option.labels
