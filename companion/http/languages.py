"""The language of a request: the one chosen in this browser, that chosen for the box, or the one it asks for.

A cookie says what was chosen, so that the page itself arrives in it, and everything that the page asks for. Other
cookies are ignored, and this one gives no rights: it chooses among the known languages. A box in
English has chosen none: then Accept-Language decides. Values only, no sockets.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.support.messages import ENGLISH, known_languages, language, own_name

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
    for part in accepted.lower().split(","):
        tag, _, weight = part.partition(";q=")
        code = tag.strip().partition("-")[0]
        if code in KNOWN and (wanted := _weight(weight)) > best_weight:
            best, best_weight = code, wanted
    return best


def _weight(text: str) -> float:
    """How much a language is wanted, 0 to 1; without a weight 1; 0 for a malformed one."""
    whole, _, part = text.strip().partition(".")
    digits = part[:3] or "0"
    return min(1.0, float(f"{whole or 1}.{digits}")) if (whole or "1") in {"0", "1"} and digits.isdecimal() else 0.0


def options() -> str:
    """The languages as HTML options, each by its own name."""
    return "".join(f'<option value="{code}" lang="{code}">{own_name(code)}</option>' for code in KNOWN)
