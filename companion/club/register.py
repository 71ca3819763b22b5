"""What an organiser's computer knows of its club: hosts, boxes, revoked certificates; as JSON. Pure.

Dates are texts as RFC 3339 has them. The serial number of a certificate is a text in hex: readers of JSON round large
numbers.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct, field
from msgspec.json import Decoder, encode
from msgspec.json import format as lay_out
from msgspec.structs import replace

from companion.club.broker_config import PORT
from companion.support.decoding import decode_strangers

MOST_BYTES = 1 << 24


class Register(Struct, frozen=True):
    """The club as its organiser keeps it.

    `hosts` are the names and addresses of the broker, and boxes get the first. `user` is the user that a broker becomes
    which root starts. `boxes` has the serial numbers of all certificates that were made for a name, `revoked` those
    that are revoked, with the date. `out` are the names that are shut out.
    """

    hosts: tuple[str, ...]
    port: int = PORT
    user: str = ""
    boxes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    revoked: dict[str, str] = field(default_factory=dict)
    out: frozenset[str] = frozenset()
    version: Literal[1] = 1

    def with_certificate(self, name: str, serial: str) -> Register:
        """The register with one more certificate, which also readmits a name that was shut out."""
        return replace(self, boxes={**self.boxes, name: (*self.boxes.get(name, ()), serial)}, out=self.out - {name})

    def shut_out(self, name: str, date: str) -> Register:
        """The register with all certificates of a name revoked."""
        gone = dict.fromkeys(self.boxes[name], date)
        return replace(self, revoked={**gone, **self.revoked}, out=self.out | {name})

    def to_text(self) -> str:
        """The content of its file."""
        return lay_out(encode(self, order="deterministic"), indent=1).decode() + "\n"


_REGISTER: Final = Decoder(Register)


def register_of(text: str) -> Register:
    """The register in a text of our own. Raises ValueError if it is malformed."""
    return decode_strangers(_REGISTER, text.encode(), MOST_BYTES)
