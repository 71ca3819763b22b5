"""The bundle of a box: its name, its club's broker, its certificate and key, as one text file. Pure.

It is a flat TOML file and not an archive: nothing in it has a path, is a link, or unpacks to something larger.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping

from companion.club.limits import NAME_OF_BOX
from companion.support.text import listing, visible
from companion.support.values import dataclass

SUFFIX = ".club"
MOST_BYTES = 16_384
"""Maximum bytes of a bundle; one that `companion club add` makes has 2,000."""

RESERVED = frozenset({"broker", "club", "director", "home-assistant", "homeassistant"})
"""Names that no box may have: topics, certificates and people would confuse them."""
HOST = re.compile(r"(?=.{1,253}\Z)[a-z0-9-]+(\.[a-z0-9-]+)*")
"""The form of the setting `club.broker`."""
_CERTIFICATE, _KEY = (
    re.compile(rf"-----BEGIN {what}-----\n([A-Za-z0-9+/=]{{1,76}}\n){{2,80}}-----END {what}-----\n")
    # A key with a password does not fit: OpenSSL would ask for it at the terminal.
    for what in ("CERTIFICATE", "PRIVATE KEY")
)
FORMS = {"authority": _CERTIFICATE, "certificate": _CERTIFICATE, "key": _KEY}
"""The form of each PEM text."""

TEXT = '''\
# Box {box} of a club. On that box: sudo companion club join {box}{suffix}
# The key below is all that somebody needs to be this box. Delete this file when the box has joined.
box = "{box}"
broker = "{broker}"
port = {port}
authority = """
{authority}"""
certificate = """
{certificate}"""
key = """
{key}"""
'''


class UnfitBundleError(ValueError):
    """The bundle is refused. The message says what is wrong with it, and what to do."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """What a box gets from its club. `authority`, `certificate` and `key` are PEM texts; nothing is verified here."""

    box: str
    broker: str
    port: int
    authority: str
    certificate: str
    key: str

    def to_text(self) -> str:
        """The content of its file."""
        parts = {name: getattr(self, name) for name in Bundle.__match_args__}
        return TEXT.format(suffix=SUFFIX, **parts)


def name_problem(name: str) -> str:
    """Why a box cannot have this name; "" if it can."""
    if not NAME_OF_BOX.fullmatch(name):
        return f"“{visible(name[:40])}” is not a name for a box: 1 to 32 of a-z, 0-9 and -, such as table-4"
    if name in RESERVED:
        return f"“{name}” cannot be a box: the club itself uses {listing(sorted(RESERVED))}"
    return ""


def bundle_of(content: bytes) -> Bundle:
    """The bundle in a file. Raises UnfitBundleError unless every value has the right form."""
    if len(content) > MOST_BYTES:
        raise UnfitBundleError(f"it has more than {MOST_BYTES} bytes: it is not a bundle")
    try:
        found = tomllib.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as fault:
        why = visible(str(fault)[:80])
        raise UnfitBundleError(f"it is not a bundle ({why}): make one with companion club add") from fault
    if problem := next(_problems(found), ""):
        raise UnfitBundleError(f"{problem}: make a new bundle with companion club add")
    return Bundle(**found)


def _problems(found: Mapping[str, object]) -> Iterator[str]:
    keys = Bundle.__match_args__
    if set(found) != set(keys):
        yield f"it has {visible(listing(sorted(found)) if found else 'nothing')[:120]}; allowed: {listing(keys)}"
        return
    box, broker, port = found["box"], found["broker"], found["port"]
    if not isinstance(box, str):
        yield "its box is not a text"
    elif why := name_problem(box):
        yield why
    if not isinstance(broker, str) or not HOST.fullmatch(broker):
        yield "its broker is not a name or address in small letters"
    if type(port) is not int or not 0 < port <= 65_535:
        yield "its port is not a whole number from 1 to 65535"
    for name, form in FORMS.items():
        text = found[name]
        if not isinstance(text, str) or not form.fullmatch(text):
            yield f"its {name} is not a PEM text of one block without a password"
