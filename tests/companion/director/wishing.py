"""Wishes as the page sends them."""

from __future__ import annotations

import json
from typing import Any

from companion.director.wishes import Wish, wish_in


def wish(**keys: Any) -> Wish:
    """The wish with these keys, read as the server reads it."""
    return wish_in(json.dumps(keys).encode())
