"""The language of a request: the one that this browser has chosen, or the box's own. Values only, no sockets.

A cookie says it, so that the page itself arrives in it, and everything that the page asks for. Whatever else a cookie
says is nothing to us, and this one opens nothing: it chooses among the languages that there are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.support.messages import known_languages, language, own_name

if TYPE_CHECKING:
    from collections.abc import Mapping

COOKIE = "companion-language"
"""What `language.js` calls it, too."""

VARY = "accept-encoding, cookie"
"""On what an answer with texts depends."""

KNOWN = known_languages()


def language_of(headers: Mapping[str, str]) -> str:
    """The code of the language; the header names are in lower case."""
    said = (cookie.strip().partition("=") for cookie in headers.get("cookie", "").split(";"))
    return next((value for name, _, value in said if name == COOKIE and value in KNOWN), language())


def options() -> str:
    """The languages as HTML options, each by its own name."""
    return "".join(f'<option value="{code}" lang="{code}">{own_name(code)}</option>' for code in KNOWN)
