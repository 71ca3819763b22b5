"""What phones say aloud: the sentences of a table that the table posted before did not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.club.may_leave import sentences_may_leave
from companion.screens.spoken_sentences import Sentence, new_sentences
from companion.support.messages import language
from companion.table.state import Table
from companion.voice.messages import RecentMessages, encode

if TYPE_CHECKING:
    from companion.http.views.shared import SpokenMessages


class PhoneEars:
    """What all phones hear. Tables between may be skipped: a trick is told from its first card on."""

    def __init__(self) -> None:
        self._said: tuple[Sentence, ...] | None = None  # None: before the first table
        self._recent = RecentMessages()

    def after(self, table: Table) -> SpokenMessages:
        """The latest messages, those of this table included."""
        before, self._said = self._said, sentences_may_leave(table)
        new = new_sentences(before, self._said) if before is not None else ()
        if new:
            self._recent.take(encode([(sentence.kind.value, sentence.text) for sentence in new], language()))
        return self._recent.as_json()
