"""`companion config`: show the settings and where they come from, or an example.

for example:
  companion config show       every setting, its value, and where it was set
  companion config show voice those of one table, or one: voice.volume
  companion config set voice.volume 80
                              change one setting in the file
  companion config path       which settings file is used
  companion config example    a settings file with all defaults
  companion config socket     where the scoreboard listens; nothing if it is off
  companion config voice      what is spoken; nothing if the voice is off
  companion config club       the name of the box in its club; nothing if it is in none
  companion config ports      the serial ports of the readers, one a line
  companion config debian     the Debian packages that the readers need
  companion config take       keeps what the menu of the box sends on a socket

The settings file is the first of these: --config, $COMPANION_CONFIG,
~/.config/companion/config.toml (or below $XDG_CONFIG_HOME),
/etc/companion/config.toml.

exit status:
  0   all is well
  1   path: there is no file
  2   show: there is no such setting
  78  a wrong value in the file
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from itertools import groupby

from companion.cli.arguments import configuration_of
from companion.cli.commands import CONFIG, SETTINGS, Command, argument
from companion.cli.console import WrongUseError, print_lines
from companion.settings.schema import key_of, keys, toml_key
from companion.settings.search_path import EX_CONFIG, Configuration, candidates
from companion.support.text import nearest, visible

NONE_THERE = 1
EXAMPLE_HEAD = """\
# Settings of the Tabletop Companion. Every line may be left out: these are the defaults.
# `companion config path` tells which file is used, `companion config show` what is in force.
"""
EXAMPLE_READER = """
# A further reader, by any short name, has the keys of [reader]: below, one on the other select of the same bus.
# [reader.west]
# spi_device = 1
# seat = "Ann"
"""
NO_FILE = """\
companion: there is no settings file, the defaults are in force. It is looked for in
  {places}
`companion config example` prints one to begin with.
"""


COMMAND = Command(
    "config",
    arguments=SETTINGS,
    usual="config",
    actions=(
        Command(
            "show",
            "show every setting, its value, and where it was set",
            {"key": argument("KEY", "only this setting, or this table of them", nargs="?"), **SETTINGS},
        ),
        Command(
            "set",
            "change one setting in the settings file",
            {
                "key": argument("KEY", "its name, as voice.volume", asks="Which setting? companion config lists them."),
                "value": argument("VALUE", "its value, as 80, true or de", asks="Which value? For example: 80"),
                **CONFIG,
            },
            run="config_change:change",
        ),
        Command("path", "print which settings file is used", CONFIG),
        Command("example", "print a settings file with all defaults"),
        Command("socket", "print where the scoreboard listens; nothing if it is off", CONFIG),
        Command("voice", "print what is spoken; nothing if the voice is off", CONFIG),
        Command("club", "print the name of the box in its club; nothing if it is in none", CONFIG),
        Command("ports", "print the serial ports of the readers, one a line", CONFIG),
        Command("debian", "print the Debian packages that the readers need, one a line", CONFIG),
        Command(
            "take", "keep what the menu of the box sends; for the service manager", CONFIG, run="config_change:take"
        ),
    ),
)


def config(arguments: Namespace) -> int:
    """Run `companion config`; returns the exit status. `socket` to `debian` are for the installer."""
    if arguments.what == "example":
        sys.stdout.writelines(example())
        return 0
    found = configuration_of(arguments)
    if arguments.what == "path" and found.file is None:
        sys.stderr.write(NO_FILE.format(places="\n  ".join(map(str, candidates(arguments.config, os.environ)))))
    if arguments.what == "path" and (found.file is None or not found.file.exists()):
        return NONE_THERE
    print_lines(map(visible, _answer(arguments.what, found, arguments.key)))
    return EX_CONFIG if found.problem else 0


def _answer(what: str, found: Configuration, key: str | None) -> Iterable[str]:
    board = found.settings.scoreboard
    match what:
        case "path":
            return [str(found.file)]
        case "socket":
            return [f"{board.address}:{board.port}"] if board.on else []
        case "voice":
            return [] if found.settings.voice.verbosity == "off" else [found.settings.voice.verbosity]
        case "club":
            return [found.settings.club.box] if found.settings.club.on else []
        case "ports":
            return [reader.port for reader in found.settings.readers.values() if reader.wire == reader.port]
        case "debian":
            return sorted({package for kind in found.settings.reader_kinds for package in kind.debian})
    return _keys_as_toml(found, key) if key else [f"# {found.file or 'no settings file'}", *_keys_as_toml(found)]


def _keys_as_toml(found: Configuration, only: str = "") -> Iterator[str]:
    """Every key with its value and its source, as TOML; `only` that key or table. Raises WrongUseError."""
    values = ((path, key_of(path), value) for path, value in found.parsed.values.items())
    lines = {path: visible(f"{'.'.join(path)} = {key.to_toml(value)}") for path, key, value in values if key}
    names = {path: toml_key(path) for path in lines}
    wanted = [path for path, name in names.items() if not only or f"{name}.".startswith(f"{only}.")]
    if not wanted:
        raise WrongUseError(f"“{only}” is no setting{nearest(only, names.values())} (companion config show)")
    width = max(len(lines[path]) for path in wanted)
    yield from (f"{lines[path]:{width}}  # {found.source(path)}" for path in wanted)


def example() -> Iterator[str]:
    """An example file with all keys, their meaning and their defaults, line by line."""
    yield EXAMPLE_HEAD
    for table, paths in groupby(keys(), lambda path: path[:-1]):
        yield f"\n[{'.'.join(table)}]\n"
        for path in paths:
            key = keys()[path]
            yield f"# {key.meaning} ({key.allowed})\n{path[-1]} = {key.to_toml(key.default)}\n"
    yield EXAMPLE_READER
