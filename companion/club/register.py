"""What an organiser's computer knows of its club: its hosts, its boxes, and what counts no more; as JSON. Pure.

Dates are texts as RFC 3339 has them. The number of a certificate is a text in hex: readers of JSON round large numbers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.club.broker_config import PORT
from companion.support.values import dataclass, field, replace

VERSION = 1


@dataclass(frozen=True, slots=True)
class Register:
    """The club as its organiser keeps it.

    `hosts` are the names and addresses of the broker; boxes are told the first. `boxes` has the numbers of all
    certificates that were made for a name, `revoked` those that count no more, with the date. `out` are the names that
    may do nothing.
    """

    hosts: tuple[str, ...]
    port: int = PORT
    user: str = ""
    boxes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    revoked: Mapping[str, str] = field(default_factory=dict)
    out: frozenset[str] = frozenset()

    def with_certificate(self, name: str, serial: str) -> Register:
        """After a certificate was made; a name that was shut out may come back by it."""
        return replace(self, boxes={**self.boxes, name: (*self.boxes.get(name, ()), serial)}, out=self.out - {name})

    def shut_out(self, name: str, date: str) -> Register:
        """After everything that was made for a name is revoked."""
        gone = dict.fromkeys(self.boxes[name], date)
        return replace(self, revoked={**gone, **self.revoked}, out=self.out | {name})

    def to_text(self) -> str:
        """The content of its file."""
        shown = {
            "version": VERSION,
            "hosts": self.hosts,
            "port": self.port,
            "user": self.user,
            "boxes": self.boxes,
            "revoked": self.revoked,
            "out": sorted(self.out),
        }
        return json.dumps(shown, indent=1) + "\n"


def register_of(text: str) -> Register:
    """The register in a text of our own. Raises ValueError if it is spoilt."""
    try:
        found: dict[str, Any] = json.loads(text)
        if found["version"] != VERSION:
            raise ValueError(f"version {found['version']}; this program knows {VERSION}")
        boxes = {str(name): tuple(map(str, serials)) for name, serials in found["boxes"].items()}
        hosts, out = tuple(map(str, found["hosts"])), frozenset(map(str, found["out"]))
        return Register(hosts, int(found["port"]), str(found["user"]), boxes, dict(found["revoked"]), out)
    except (KeyError, TypeError, AttributeError) as fault:
        raise ValueError(f"it has no {fault}") from fault
