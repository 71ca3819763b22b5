"""What is wrong with a settings file that is not TOML. Loaded only for such a file."""

from __future__ import annotations

import re

from companion.settings.schema import toml_key


def why_no_toml(text: str, refusal: Exception) -> tuple[int, str, str, str]:
    """The line, the key, what was found and what is allowed; `tomllib` gives the position in its message only."""
    place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", str(refusal))
    line = int(place[1] or len(text.splitlines())) if place else 0
    words = str(refusal) if isinstance(refusal, ValueError) else "brackets in brackets without end"
    words = words[: place.start()] if place else words
    told = re.sub(r"\(('.+?'),?\)", lambda path: toml_key(re.findall("'(.+?)'", path[1])), words)
    twice = text.split("\n")[line - 1].partition("=")[0].strip() if "overwrite" in words else ""
    return (line, twice, f"no TOML ({told})", 'lines like kind = "ssd1306"')
