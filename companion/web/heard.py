"""What the table says to those who listen at its page: the messages that its voice would get, in each language.

The page says them itself and has the rules for what waits (`queue` of `companion/voice/messages.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from companion.http.views.shared import SpokenMessages
from companion.runtime.speaking import SentencesOf, Speaker
from companion.screens.spoken_sentences import Kind, Sentence
from companion.settings.schema import VoiceSettings
from companion.support.messages import language, spoken_in
from companion.table.state import Table
from companion.voice.messages import RecentMessages

ALL = VoiceSettings(verbosity="all")

ENDS = re.compile(r"(?<=[.!?…]) ")


class _Ears:
    """Those of one language."""

    def __init__(self, sentences_of: SentencesOf) -> None:
        self.recent = RecentMessages()
        self.sentences_of = sentences_of
        self.listen_to_new_table()

    def listen_to_new_table(self) -> None:
        self.speaker = Speaker(ALL, self.recent.take, sentences_of=self.sentences_of)


class PageEars:
    """The ears of the page at one table: of the box's own language, until others listen.

    `sentences_of` is what a table says at this page.
    """

    def __init__(self, sentences_of: SentencesOf) -> None:
        self._sentences_of = sentences_of
        self._ears = {language(): _Ears(sentences_of)}

    @property
    def number(self) -> int:
        """How many messages there were, in all languages."""
        return sum(ears.recent.number for ears in self._ears.values())

    def listen(self, languages: frozenset[str], table: Table | None) -> None:
        """Listen in these languages. In one that is new, what the table says now counts as said already."""
        joined = {code: _Ears(self._sentences_of) for code in sorted(languages) if code not in self._ears}
        if table is not None:
            _each(joined, lambda ears: ears.speaker.show(table, mute=True))
        self._ears = {code: ears for code, ears in self._ears.items() if code in languages} | joined

    def begin_anew(self) -> None:
        """The box is switched on: what it said before is broken off, and may be said again."""
        self.ask(Speaker.fall_silent)
        _each(self._ears, _Ears.listen_to_new_table)

    def show(self, table: Table, *, mute: bool = False) -> None:
        """Say what the table says that it did not say before; `mute`: it counts as said."""
        self.ask(lambda speaker: speaker.show(table, mute=mute))

    def tell(self, text: Callable[[], str], kind: Kind = Kind.MOVE) -> None:
        """Say something that no screen says, made in each language."""
        self.ask(lambda speaker: speaker.say(Sentence(told, kind) for told in ENDS.split(text()) if told))

    def ask(self, what: Callable[[Speaker], None]) -> None:
        """Ask the speaker of each language for something."""
        _each(self._ears, lambda ears: what(ears.speaker))

    def as_json(self) -> SpokenMessages:
        """The latest messages in the language in effect; none where nobody listens in it."""
        ears = self._ears.get(language())
        return (ears.recent if ears else RecentMessages()).as_json()


def _each(all_ears: Mapping[str, _Ears], do: Callable[[_Ears], None]) -> None:
    """Do this with the ears of each language, while that is in effect."""
    for code, ears in all_ears.items():
        with spoken_in(code):
            do(ears)
