"""The type of a function that colours text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Paint: TypeAlias = Callable[[str, str], str]
"""Maps a text and a style name to the coloured text. Returns the text unchanged where there are no colours."""
