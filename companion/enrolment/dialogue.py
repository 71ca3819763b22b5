"""What the box and somebody with tags in hand are about, while decks are seen to."""

from __future__ import annotations

from typing import TypeAlias

from companion.enrolment.enrolment import Enrolment, Verification
from companion.enrolment.lists import Choosing, NoDeck
from companion.enrolment.name_entry import Naming

Dialogue: TypeAlias = NoDeck | Choosing | Naming | Enrolment | Verification
"""The offer to begin, a list to choose from, a name that is spelled, a guided run, a check of a whole deck."""
