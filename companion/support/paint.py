"""Words in colours."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Paint: TypeAlias = Callable[[str, str], str]
"""From a text and the name of a style to the text in that style, or unchanged where there are no colours."""
