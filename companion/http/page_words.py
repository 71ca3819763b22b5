"""A page as it is sent: in the language in effect, in one style, with a link for each module that it imports."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from companion.support.messages import ENGLISH, LANGUAGES, language, tr

_TEXT = re.compile(
    r"(?P<before>>\s*|\b(?:aria-label|title|placeholder)=\")(?P<text>[^<>\"{}]*[A-Za-z][^<>\"{}]*?)(?=\s*<|\")"
)
"""A text between two tags, or what an attribute says to people. Our pages have neither scripts nor styles in them."""


def texts_of(page: str) -> Iterator[str]:
    """The texts of a page, in their order."""
    body = page[page.index("<title>") :]
    yield from (_in_one_line(found["text"]) for found in _TEXT.finditer(body))


def translate(page: str) -> str:
    """The page in the language in effect."""
    if language() == ENGLISH:
        return page
    head = page.index("<title>")
    body = _TEXT.sub(lambda found: found["before"] + tr(_in_one_line(found["text"])), page[head:])
    return page[:head].replace(f'<html lang="{ENGLISH}">', f'<html lang="{language()}">') + body


def catalogue() -> bytes:
    """The texts of the scripts as JSON: by the English text its translation, or both forms of one with a number."""
    try:
        return (LANGUAGES / language() / "page.json").read_bytes()
    except OSError:
        return b"{}"


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


_COMMENT = re.compile(rb"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)$", re.MULTILINE | re.DOTALL)
"""A comment that has its lines for itself: a fifth of what a page would weigh."""


def without_comments(file: bytes) -> bytes:
    """A script or a style sheet for browsers: as many lines, so that an error is found at its place."""
    return _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), file)


SHEET = "page.css"
SHEETS = re.compile(rb'(?:\s*<link rel="stylesheet" href="/[\w-]+\.css">)+')


def in_one_sheet(page: bytes, files: Mapping[str, bytes]) -> tuple[bytes, bytes]:
    """The page with one link for all its style sheets, and that sheet: nothing is painted before the last has come."""
    links = SHEETS.search(page)
    assert links is not None, "every page has a style"
    assert b'rel="stylesheet"' not in page[links.end() :], "its sheets follow each other"
    sheets = (files[name.decode()] for name in re.findall(rb'"/([\w-]+\.css)"', links[0]))
    return page.replace(links[0], b'\n    <link rel="stylesheet" href="/%s">' % SHEET.encode()), b"".join(sheets)


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
