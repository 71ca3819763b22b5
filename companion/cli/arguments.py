"""What several commands make of their arguments: settings, and the error for what cannot be done."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.console import WrongUseError
from companion.games.registry import try_out
from companion.runtime.settings_in_force import BoxSettings
from companion.settings.schema import Settings, VoiceSettings
from companion.settings.search_path import EX_CONFIG, Configuration, data_directory, load_settings, settings_file
from companion.storage.disk import user_data
from companion.storage.owner import become_owner
from companion.storage.records import Store
from companion.support.allowed import toml_value
from companion.support.messages import speak
from companion.support.text import visible

if TYPE_CHECKING:
    from socket import socket

    from companion.runtime.speaking import Speaker


def try_game(game: str) -> str:
    """The name of a game. The one at "module:ENTRY" is among the games from now on.

    Its module lies in this directory, or is installed as any package is. Raises WrongUseError.
    """
    if ":" not in game:
        return game
    sys.path.insert(0, "")
    try:
        return try_out(game).name
    except KeyboardInterrupt:
        raise
    except BaseException as fault:
        from companion.games.plugin_form import why_not_opened  # noqa: PLC0415 - no start needs it

        raise WrongUseError(why_not_opened(game, fault)) from fault


def configuration_of(arguments: Namespace) -> Configuration:
    """The configuration of this command line; its complaints go to standard error."""
    found = load_settings(arguments)
    sys.stderr.writelines(f"{visible(complaint)}\n" for complaint in found.complaints())
    return found


def speaker_of(arguments: Namespace, voice: VoiceSettings) -> AbstractContextManager[Speaker | None]:
    """The voice, which speaks what the table shows; None if it is off."""
    if voice.verbosity == "off":
        return nullcontext()
    from companion.runtime.speaking import speaking  # noqa: PLC0415 - a silent table does without

    return speaking(voice, settings_file(arguments))


@contextmanager
def box_of(arguments: Namespace, settings: Settings) -> Iterator[BoxSettings]:
    """The settings that the menu of this table changes, and its voice."""
    with ExitStack() as ending:

        def open_voice(voice: VoiceSettings) -> Speaker | None:
            return ending.enter_context(speaker_of(arguments, voice))

        yield BoxSettings(settings, settings_file(arguments), open_voice)


def settings_of(arguments: Namespace) -> Settings:
    """The settings in force. Ends the command with EX_CONFIG if they are wrong."""
    found = configuration_of(arguments)
    if found.problem is not None:
        raise SystemExit(EX_CONFIG)
    return found.settings


def data_of(settings: Settings) -> Path:
    """The data directory. If this is root, it becomes the directory's owner for good, so that new files are theirs."""
    root = data_directory(settings.data.directory)
    become_owner(root)
    return root


def store_of(arguments: Namespace) -> Store:
    """The records and decks of this command line, by `settings_of` and `data_of`."""
    return Store(data_of(settings_of(arguments)))


def club_office(named: str | None) -> Path:
    """The organiser's directory of the club: the one that was named, else the usual one."""
    return Path(named).absolute() if named else user_data() / "companion" / "club-office"


def page_socket(address: str, port: int) -> socket:
    """A socket that listens for browsers. Raises WrongUseError."""
    from companion.http.serving import listening  # noqa: PLC0415 - most commands serve no page

    try:
        return listening(address, port)
    except OSError as fault:
        raise WrongUseError(f"{address}:{port} is not available for the page: {fault.strerror}.") from fault


def local_time() -> str:
    """The local time as records note it."""
    return time.strftime("%Y-%m-%dT%H:%M:%S")


def speak_as_set(settings: Settings) -> None:
    """Put the language of the settings into effect. Reports a missing catalogue, and speaks English then."""
    wanted = settings.people.language
    if not speak(wanted):
        sys.stderr.write(f"companion: the catalogue of language {toml_value(wanted)} is missing: English is spoken\n")
