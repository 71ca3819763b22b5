"""`companion voice`: a process of its own, as the table and systemd start it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.voice.messages import MOVE, encode
from companion.voice.programs import Speech
from companion.voice.voice import key_of
from tests.companion.voice.loudspeaker import PATIENCE_S, Loudspeaker, loudspeaker
from tests.needs import with_voice

__all__ = ["loudspeaker"]


@contextmanager
def process(
    place: Path, stdin: socket.socket | int, *words: str, settings: str = ""
) -> Iterator[subprocess.Popen[str]]:
    (place / "config.toml").write_text(settings, "utf-8")
    environment = {
        **os.environ,
        "COMPANION_CONFIG": str(place / "config.toml"),
        "CACHE_DIRECTORY": str(place / "cache"),
    }
    with subprocess.Popen(  # noqa: S603 - our own words
        [sys.executable, "-m", "companion", "voice", *words],
        stdin=stdin.fileno() if isinstance(stdin, socket.socket) else stdin,
        stderr=subprocess.PIPE,
        env=environment,
        encoding="utf-8",
    ) as running:
        yield running
        running.kill()


@with_voice
def test_a_sentence_is_said_in_the_language_of_the_box_and_kept(loudspeaker: Loudspeaker, tmp_path: Path) -> None:
    german = '[people]\nlanguage = "de"\n'
    with process(tmp_path, subprocess.DEVNULL, "Ist das laut genug?", settings=german) as running:
        loudspeaker.wait_for_a_word()
        assert running.communicate(timeout=PATIENCE_S)[1] == ""
    assert running.returncode == 0
    (kept,) = (tmp_path / "cache").iterdir()
    assert kept.name == key_of("Ist das laut genug?", Speech("de", rate=170, volume=100))


@with_voice
def test_it_ends_with_the_table_that_started_it(loudspeaker: Loudspeaker, tmp_path: Path) -> None:
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with process(tmp_path, its) as running:
        its.close()
        ours.send(encode([(MOVE, "one")], "en"))
        assert loudspeaker.first()
        ours.close()
        assert running.wait(PATIENCE_S) == 0


@with_voice
def test_it_hears_datagrams_of_whoever_may_write_to_its_socket(loudspeaker: Loudspeaker, tmp_path: Path) -> None:
    """As systemd gives it one. An empty datagram is garbage, and no end."""
    its = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    its.bind(str(tmp_path / "voice"))
    with process(tmp_path, its) as running, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as table:
        for datagram in (b"", b"\0" * 200_000, encode([(MOVE, "one")], "en")):
            table.sendto(datagram, str(tmp_path / "voice"))
        loudspeaker.wait_for_a_word()
        running.send_signal(signal.SIGTERM)
        assert running.wait(PATIENCE_S) == -signal.SIGTERM
        assert running.stderr
        assert running.stderr.read() == "companion voice: messages: malformed ones are ignored\n"
    its.close()


@with_voice
def test_wrong_settings_are_told_with_line_key_and_what_there_is_and_english_is_spoken(
    loudspeaker: Loudspeaker, tmp_path: Path
) -> None:
    settings = '[voice]\nverbosity = "all"\nvoice = "englsh"\ndevice = "unplugged"\n'
    with process(tmp_path, subprocess.DEVNULL, "one", settings=settings) as running:
        voice, device, fault = running.communicate(timeout=PATIENCE_S)[1].splitlines()
    place = tmp_path / "config.toml"
    assert voice.startswith(f'companion voice: {place}:3: voice.voice: found "englsh"; allowed: ')
    assert {"en-us,", "de,", "fr-fr,"} <= set(voice.split())
    assert device.startswith(f'companion voice: {place}:4: voice.device: found "unplugged", which takes no sound (')
    assert device.endswith("; allowed: none is there: a sound card must be plugged in")
    assert fault.startswith("companion voice: aplay: ")
    with process(tmp_path, subprocess.DEVNULL, "one", settings=settings.replace("unplugged", "default")) as running:
        loudspeaker.wait_for_a_word()


def test_without_a_socket_it_asks_for_a_sentence(tmp_path: Path) -> None:
    with process(tmp_path, subprocess.DEVNULL) as running:
        told = running.communicate(timeout=PATIENCE_S)[1]
    assert running.returncode == 2
    assert told.startswith('companion voice: Which sentence? For example: companion voice "')


def test_a_setting_that_is_no_setting_ends_it(tmp_path: Path) -> None:
    with process(tmp_path, subprocess.DEVNULL, "one", settings="[voice]\nrate = 1000\n") as running:
        told = running.communicate(timeout=PATIENCE_S)[1]
    assert running.returncode == 78
    assert (
        told == f"companion: {tmp_path}/config.toml:2: voice.rate: found 1000; allowed: a whole number from 80 to 450\n"
    )
