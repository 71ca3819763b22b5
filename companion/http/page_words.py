"""A page in the language in effect: the texts of its HTML, and the catalogue of its scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.support.messages import ENGLISH, LANGUAGES, language, tr

_TEXT = re.compile(
    r"(?P<before>>\s*|\b(?:aria-label|title|placeholder)=\")(?P<text>[^<>\"{}]*[A-Za-z][^<>\"{}]*?)(?=\s*<|\")"
)
"""A text between two tags, or what an attribute says to people. Our pages have neither scripts nor styles in them."""


def texts_of(page: str) -> Iterator[str]:
    """The texts of a page, in their order."""
    body = page[page.index("<title>") :]
    yield from (_in_one_line(found["text"]) for found in _TEXT.finditer(body))


def translated(page: str) -> str:
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
