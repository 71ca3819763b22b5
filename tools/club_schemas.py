"""Write the JSON Schemas of the club's payloads, as their types say: `python -m tools.club_schemas --renew`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from msgspec.json import schema

from companion.club import payloads

PLACE = Path(payloads.__file__).with_name("schemas")
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, str]:
    """The text of each file, by its name."""
    return {
        f"{name}.json": json.dumps({"$schema": DIALECT, **schema(kind)}, indent=2, ensure_ascii=False) + "\n"
        for name, kind in payloads.PAYLOADS.items()
    }


if __name__ == "__main__" and "--renew" in sys.argv:
    for name, text in schemas().items():
        (PLACE / name).write_text(text, "utf-8")
