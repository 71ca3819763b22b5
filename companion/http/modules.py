"""Which modules a page needs, read off their imports: it asks for all at once, not for each after its importer."""

from __future__ import annotations

import re
from collections.abc import Mapping

SCRIPT = re.compile(rb'<script type="module" src="/([\w-]+\.js)"></script>\n')
IMPORT = re.compile(rb'^(?:import|export)\b[^;]*?"\./([\w-]+\.js)";', re.MULTILINE)


def preloads(page: bytes, files: Mapping[str, bytes]) -> bytes:
    """The page with a link for each module behind its script."""

    def linked(script: re.Match[bytes]) -> bytes:
        names = map(str.encode, behind(script[1].decode(), files))
        links = (b'<link rel="modulepreload" href="/%s">\n' % name for name in names)
        return script[0] + b"".join(links)

    return SCRIPT.sub(linked, page)


def behind(script: str, files: Mapping[str, bytes]) -> list[str]:
    """The modules that a script imports, and those that they import, in the order in which they are met."""
    met = [script]
    for module in met:
        met += dict.fromkeys(name for name in map(bytes.decode, IMPORT.findall(files[module])) if name not in met)
    return met[1:]
