"""The language of a request: the one that this browser has chosen, or the box's own. Values only, no sockets.

A cookie says it, so that the page itself arrives in it, and everything that the page asks for. Whatever else a cookie
says is nothing to us, and this one opens nothing: it chooses among the languages that there are.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from companion.support.messages import known_languages, language, own_name, spoken_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

P = ParamSpec("P")
T = TypeVar("T")

COOKIE = "companion-language"
"""What `language.js` calls it, too."""

VARY = "accept-encoding, cookie"
"""On what an answer with texts depends."""

KNOWN = known_languages()


def language_of(headers: Mapping[str, str]) -> str:
    """The code of the language, English if that has no catalogue; the header names are in lower case."""
    said = (one.strip().partition("=") for one in headers.get("cookie", "").split(";"))
    with spoken_in(next((value for name, _, value in said if name == COOKIE and value in KNOWN), language())):
        return language()


def in_language_of(headers: Mapping[str, str], what: Callable[P, T]) -> Callable[P, T]:
    """The same function in the language of this request, in whichever thread it is called."""
    code = language_of(headers)

    @wraps(what)
    def spoken(*given: P.args, **named: P.kwargs) -> T:
        with spoken_in(code):
            return what(*given, **named)

    return spoken


def options() -> str:
    """The languages as HTML options, each by its own name."""
    return "".join(f'<option value="{code}" lang="{code}">{own_name(code)}</option>' for code in KNOWN)
