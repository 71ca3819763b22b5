"""The server of the phone's page, over TLS: pairs a phone by the code of the table, and takes tags that it reads."""

from __future__ import annotations

import secrets
import socket
import time
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Annotated, Final

import segno
from msgspec import Meta, Struct
from msgspec.json import Decoder
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from companion.http.guard import LARGEST_BODY, Bucket
from companion.http.site import Door, Limits, Site, body_of, text_response
from companion.phone.pairing import Pairing
from companion.storage.disk import OWNERS, in_words
from companion.support.decoding import decode_strangers, fits
from companion.support.lazy_import import import_later
from companion.support.messages import msg

AUTHORITY = import_later("companion.club.authority:Authority")

LIMITS: Final = Limits(4, 2, 16, 12)
MOST_A_SECOND: Final = 20.0
"""Orders that a phone may give, guesses at the code included."""
KEPT: Final = "phone-{address}.pem"
"""The file of certificate and key, below the data directory. It is kept: a phone asks people about each new one."""
MOST_AGE: Final = timedelta(days=365)
"""Maximum age of the certificate; then a new one is made."""

NOT_PAIRED = msg("This phone is not the one of the table. Scan the code of the table anew.")


class PairWish(Struct, frozen=True):
    """A phone that has seen the code, and the token by which it is known from now on."""

    code: Annotated[str, Meta(max_length=64)]
    token: Annotated[str, Meta(min_length=16, max_length=64)]


class TapTold(Struct, frozen=True):
    """A tag that the phone has read, as Web NFC writes its number."""

    token: Annotated[str, Meta(max_length=64)]
    tag: Annotated[str, fits(r"([0-9A-Fa-f]{2}:?){4,10}", "the number of a tag, as 04:a2:b5:32")]


PAIRS, TAPS = Decoder(PairWish), Decoder(TapTold)


class PhoneServer:
    """The page on a bound socket, for phones that reach this computer at `host`; `root` keeps the certificate."""

    def __init__(self, pairing: Pairing, listens: socket.socket, host: str, root: Path) -> None:
        self.address = f"https://{host}:{listens.getsockname()[1]}/"
        self.pairing, self._listens = pairing, listens
        self._certificate = certificate_for(host, root, datetime.now(UTC))
        self._site = Site(
            "companion.phone",
            [Route("/pair", self.pair, methods=["POST"]), Route("/tap", self.tap, methods=["POST"])],
            LIMITS,
            Door(secrets.token_urlsafe(24), orders=Bucket(MOST_A_SECOND, MOST_A_SECOND, at=time.monotonic())),
        )

    def serve(self) -> AbstractContextManager[None]:
        """Serve the page meanwhile."""
        return self._site.serve(self._listens, self._certificate)

    def picture(self) -> bytes:
        """The code of the table as SVG: the address of the page, with the secret behind it."""
        drawn = BytesIO()
        address = f"{self.address}#{self.pairing.code}"
        segno.make(address, error="m", micro=False).save(
            drawn, kind="svg", scale=4, border=4, light="#fff", dark="#000"
        )
        return drawn.getvalue()

    async def pair(self, request: Request) -> Response:
        """A phone shows the code, and becomes the reader."""
        wish = decode_strangers(PAIRS, await body_of(request), LARGEST_BODY)
        if not self.pairing.pair(wish.code, wish.token):
            return text_response(403, NOT_PAIRED)
        return PlainTextResponse(status_code=204)

    async def tap(self, request: Request) -> Response:
        """The phone has read a tag."""
        told = decode_strangers(TAPS, await body_of(request), LARGEST_BODY)
        if not self.pairing.tap(told.token, bytes.fromhex(told.tag.replace(":", ""))):
            return text_response(403, NOT_PAIRED)
        return PlainTextResponse(status_code=204)


def certificate_for(host: str, root: Path, now: datetime) -> Path:
    """The file with certificate and key for this address: the one that is kept, or a new one. Raises StorageError."""
    path = root / KEPT.format(address=host)
    if path.exists() and path.stat().st_size and now.timestamp() - path.stat().st_mtime < MOST_AGE.total_seconds():
        return path
    signed = AUTHORITY().make("Tabletop Companion", now).server([host], now)
    with in_words("not written", path):
        root.mkdir(parents=True, exist_ok=True)
        OWNERS.replace_whole(path, (signed.certificate + signed.key).encode())
    return path
