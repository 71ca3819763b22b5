"""The sentences in a datagram, or why it is refused. Only the voice loads it: the table sends, and receives nothing."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.json import Decoder

from companion.support.decoding import RefusedMessage, decode_strangers, fits
from companion.voice.messages import MOST_BYTES, MOST_LETTERS, MOST_SENTENCES, Heard, Loudspeaker, Spoken

_Kind: TypeAlias = Literal["move", "turn", "mistake"]
_Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MOST_LETTERS)]
_Language: TypeAlias = Annotated[str, fits("[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8})?", "a language, as en or pt-BR")]


class _Message(Struct, frozen=True, forbid_unknown_fields=True):
    """A datagram: kinds and texts of sentences."""

    say: Annotated[tuple[tuple[_Kind, _Text], ...], Meta(max_length=MOST_SENTENCES)]
    language: _Language
    volume: Annotated[int, Meta(ge=0, le=200)] = 100
    device: Annotated[str, Meta(max_length=100)] = ""


_MESSAGES: Final = Decoder(_Message)


def decode(datagram: bytes) -> Heard:
    """The sentences of a datagram. Raises RefusedMessage (a ValueError) if the datagram is malformed."""
    message = decode_strangers(_MESSAGES, datagram, MOST_BYTES)
    by = Loudspeaker(message.volume, message.device) if message.device else None
    return tuple(Spoken(kind, _words(text), message.language, by) for kind, text in message.say)


def _words(text: str) -> str:
    """The text without control characters. Raises RefusedMessage if nothing is left."""
    if words := "".join(letter if letter.isprintable() else " " for letter in text).strip():
        return words
    raise RefusedMessage("say: found a sentence without words; allowed: sentences")
