"""A page as it is sent: in the language in effect, in one style, with a link for each module that it imports.

A cookie says which language was chosen, so that the page itself arrives in it, and everything that the page asks for.
Other cookies are ignored, and this one gives no rights: it chooses among the known languages. A box in English has
chosen none: then Accept-Language decides. Values only, no sockets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from companion.support.messages import ENGLISH, LANGUAGES, known_languages, language, own_name, tr

_TEXT = re.compile(
    r"(?P<before>>\s*|\b(?:aria-label|title|placeholder)=\")(?P<text>[^<>\"{}]*[A-Za-z][^<>\"{}]*?)(?=\s*<|\")"
)
"""A text between two tags, or what an attribute says to people. Our pages have neither scripts nor styles in them."""

_BEFORE_A_SIGN = re.compile(r" (?=[?!;»])|(?<!\d) (?=:)|(?<=«) ")
"""The spaces of French at which no line may break, as `plain` of words.js has them for what scripts show."""


def texts_of(page: str) -> Iterator[str]:
    """The texts of a page, in their order."""
    body = page[page.index("<title>") :]
    yield from (_in_one_line(found["text"]) for found in _TEXT.finditer(body))


def translate(page: str) -> str:
    """The page in the language in effect."""
    if language() == ENGLISH:
        return page
    head = page.index("<title>")
    body = _TEXT.sub(
        lambda found: found["before"] + _BEFORE_A_SIGN.sub("\u202f", tr(_in_one_line(found["text"]))), page[head:]
    )
    return page[:head].replace(f'<html lang="{ENGLISH}">', f'<html lang="{language()}">') + body


def catalogue() -> bytes:
    """The texts of the scripts as JSON: by the English text its translation, or both forms of one with a number."""
    try:
        return (LANGUAGES / language() / "page.json").read_bytes()
    except OSError:
        return b"{}"


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


_COMMENT = re.compile(
    rb"(?:^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/)|[ \t]+(?://[^\n\"'`]*|/\*(?:(?!\*/)[^\n\"'`])*\*/))[ \t]*$",
    re.MULTILINE | re.DOTALL,
)
"""A comment that has its lines for itself, or ends a line: a quarter of what a page would weigh.

One behind code has no quotes in it: else it may be a part of a text.
"""


def without_comments(file: bytes) -> bytes:
    """A script or a style sheet for browsers: as many lines, so that an error is found at its place."""
    return _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), file)


SHEET = "page.css"
_SPARE = re.compile(rb"^ +|<!--.*?-->", re.MULTILINE)
SHEETS = re.compile(rb'(?:\s*<link rel="stylesheet" href="/[\w-]+\.css">)+')


def in_one_sheet(page: bytes, files: Mapping[str, bytes]) -> tuple[bytes, bytes]:
    """The page with one link for all its style sheets, and that sheet: nothing is painted before the last has come.

    Neither is sent with its indentation, nor the page with its comments.
    """
    links = SHEETS.search(page)
    assert links is not None, "every page has a style"
    assert b'rel="stylesheet"' not in page[links.end() :], "its sheets follow each other"
    sheet = b"".join(files[name.decode()] for name in re.findall(rb'"/([\w-]+\.css)"', links[0]))
    page = page.replace(links[0], b'\n<link rel="stylesheet" href="/%s">' % SHEET.encode())
    return _SPARE.sub(b"", page), _SPARE.sub(b"", sheet)


SCRIPT = re.compile(rb'<script type="module" src="/([\w-]+\.js)"></script>\n')
IMPORT = re.compile(rb'^(?:import|export)\b[^;]*?"\./([\w-]+\.js)";', re.MULTILINE)


def preloads(page: bytes, files: Mapping[str, bytes]) -> bytes:
    """The page with a link for each module after its script."""

    def link(script: re.Match[bytes]) -> bytes:
        names = map(str.encode, behind(script[1].decode(), files))
        links = (b'<link rel="modulepreload" href="/%s">\n' % name for name in names)
        return script[0] + b"".join(links)

    return SCRIPT.sub(link, page)


def behind(script: str, files: Mapping[str, bytes]) -> list[str]:
    """The modules that a script imports, and those that they import, in the order in which they are met."""
    met = [script]
    for module in met:
        met += dict.fromkeys(name for name in map(bytes.decode, IMPORT.findall(files[module])) if name not in met)
    return met[1:]


COOKIE = "companion-language"
"""`language.js` has it, too."""

VARY = "accept-encoding, accept-language, cookie"
"""The headers of a request on which an answer with texts depends."""

KNOWN = known_languages()


def language_of(headers: Mapping[str, str]) -> str:
    """The code of the language; the header names are in lower case."""
    said = (cookie.strip().partition("=") for cookie in headers.get("cookie", "").split(";"))
    chosen = next((value for name, _, value in said if name == COOKIE and value in KNOWN), "")
    return chosen or (language() if language() != ENGLISH else _asked_for(headers.get("accept-language", "")))


def _asked_for(accepted: str) -> str:
    """The known language that is wanted most, as in `de-CH, en;q=0.5`; English if there is none."""
    best, best_weight = ENGLISH, 0.0
    for part in "".join(accepted.lower().split()).split(","):
        tag, _, weight = part.partition(";q=")
        code = tag.partition("-")[0]
        if code in KNOWN and (wanted := _weight(weight)) > best_weight:
            best, best_weight = code, wanted
    return best


def _weight(text: str) -> float:
    """How much a language is wanted, 0 to 1; without a weight 1; 0 for a malformed one."""
    whole, _, part = text.partition(".")
    digits = part[:3] or "0"
    return min(1.0, float(f"{whole or 1}.{digits}")) if (whole or "1") in {"0", "1"} and digits.isdecimal() else 0.0


def options() -> str:
    """The languages as HTML options, each by its own name."""
    return "".join(f'<option value="{code}" lang="{code}">{own_name(code)}</option>' for code in KNOWN)
