"""Sends the sentences of a changed screen to the voice, as datagrams to a process of its own.

Sending never waits and never fails: drops what the voice cannot take now. Loaded only if the voice is on.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from companion.club.may_leave import sentences_may_leave
from companion.runtime.gestures import HOLD_S
from companion.screens.hearing import tell_all
from companion.screens.spoken_sentences import Kind, Sentence, new_sentences, sentences
from companion.settings.schema import VoiceSettings
from companion.support.messages import N_, language, tr
from companion.table.choices import MenuEntry
from companion.table.modes import Playing
from companion.table.state import Table
from companion.voice.messages import Loudspeaker, encode

SentencesOf: TypeAlias = Callable[[Table], tuple[Sentence, ...]]

Send: TypeAlias = Callable[[bytes], object]

SPOKEN = {
    "off": frozenset[Kind](),
    "all": frozenset(Kind),
    "turns": frozenset({Kind.TURN, Kind.MISTAKE}),
    "mistakes": frozenset({Kind.MISTAKE}),
}
"""The kinds of sentences that each verbosity says."""
HELLO = N_("This is the voice of the table.")


class Speaker:
    """Sends what a table says; `send` raises OSError instead of waiting.

    `names_loudspeaker`: each message says how loud it is, and on which device, because the settings may change.
    """

    def __init__(
        self,
        voice: VoiceSettings,
        send: Send,
        *,
        names_loudspeaker: bool = False,
        sentences_of: SentencesOf = sentences_may_leave,
    ) -> None:
        self.trouble = ""
        """Why nobody hears the sentences; empty: somebody does."""
        self._voice = voice
        self._names_loudspeaker = names_loudspeaker
        self._send_datagram = send
        self._sentences_of = sentences_of
        self._table: Table | None = None
        self._said: tuple[Sentence, ...] = ()
        self._moves: tuple[Sentence, ...] = ()  # of this moment of the match: no notice over it makes them news again
        self._down_since: float | None = None  # of the fifth button

    def show(self, table: Table, *, mute: bool = False) -> None:
        """Say the sentences that are new since the last table; of a new notice, all sentences.

        A wrong card that is tapped twice is thus reported twice. `mute`: the sentences count as said.
        """
        if table is self._table:
            return
        last, self._table = self._table, table
        before, self._said = (*self._said, *self._moves), self._sentences_of(table)
        noticed_anew = table.overlay is not None and (last is None or table.overlay is not last.overlay)
        begun = last is not None and last.match is None and table.match is not None
        if not mute:
            self.say(new_sentences(() if noticed_anew or begun else before, self._said))
        if last is None or table.match is not last.match or (table.overlay is None and isinstance(table.mode, Playing)):
            self._moves = tuple(sentence for sentence in self._said if sentence.kind is Kind.MOVE)

    def adjust(self, voice: VoiceSettings) -> None:
        """Speak by these settings from now on."""
        self._voice = voice
        self.fall_silent()

    def try_out(self) -> None:
        """Say a sample sentence, so that people hear the settings of the voice, and then what is shown."""
        if self._voice.verbosity != "off":
            self._tell((*sentences(tr(HELLO)), *self._said))

    def say(self, sentences: Iterable[Sentence]) -> None:
        """Say these sentences, except the kinds that the settings leave out."""
        told = [sentence for sentence in sentences if sentence.kind in SPOKEN[self._voice.verbosity]]
        if told:
            self._send(told)

    def say_again(self) -> None:
        """Say what the screen says, whatever is being said."""
        self._tell(self._said)

    def tell_all(self) -> None:
        """Say everything that everybody may know now."""
        self._tell(sentences_may_leave(self._table, tell_all) if self._table is not None else ())

    def answer(self, entry: MenuEntry) -> None:
        """Say what was chosen in the menu: the screen again, or everything."""
        (self.say_again if entry is MenuEntry.SAY_AGAIN else self.tell_all)()

    def take_edges(self, edges: Iterable[tuple[bool, float]], now: float) -> None:
        """Take the edges (down, at) of the fifth button: a short press says the screen again, a long one tells all."""
        for down, at in edges:
            if self._down_since is not None and not down:
                self.say_again()
            self._down_since = at if down else None
        if self._down_since is not None and now - self._down_since >= HOLD_S:
            self._down_since = None
            self.tell_all()

    def fall_silent(self) -> None:
        """Stop in mid-sentence."""
        self._send(())

    def _tell(self, sentences: Iterable[Sentence]) -> None:
        """Say what somebody asked for, of every kind and at once."""
        self.fall_silent()
        self._send(sentences)

    def _send(self, sentences: Iterable[Sentence]) -> None:
        said = [(sentence.kind.value, sentence.text) for sentence in sentences]
        loudspeaker = Loudspeaker(self._voice.volume, self._voice.device) if self._names_loudspeaker else None
        try:
            self._send_datagram(encode(said, language(), loudspeaker))
        except BlockingIOError:
            return  # it has enough to say
        except OSError as fault:
            self.trouble = f"{fault.strerror}"
            return
        self.trouble = ""


@contextmanager
def speaking(
    voice: VoiceSettings, settings_file: Path | None, environ: Mapping[str, str] = os.environ
) -> Iterator[Speaker]:
    """A speaker: to the voice of the service ($COMPANION_VOICE), or to one of its own with this settings file."""
    place = environ.get("COMPANION_VOICE")
    with _to(place) if place else _to_own(settings_file) as send:
        speaker = Speaker(voice, send, names_loudspeaker=True)
        yield speaker
        speaker.fall_silent()


@contextmanager
def _to(place: str) -> Iterator[Send]:
    """To a socket that may be missing now and be there later."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.setblocking(False)
        yield lambda datagram: line.sendto(datagram, place)


@contextmanager
def _to_own(settings_file: Path | None) -> Iterator[Send]:
    """To a process that ends when the line is closed."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.setblocking(False)
    config = ["--config", str(settings_file)] if settings_file else []
    with its:
        process = subprocess.Popen([sys.executable, "-m", "companion", "voice", *config], stdin=its.fileno())  # noqa: S603 - our own words
    with process, ours:
        yield ours.send
