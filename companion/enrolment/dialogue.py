"""The type of the current step while decks are being enrolled."""

from __future__ import annotations

from typing import TypeAlias

from companion.enrolment.deck_menu import Choosing, NoDeck
from companion.enrolment.enrolment import Enrolment, Verification
from companion.enrolment.name_entry import Naming

Dialogue: TypeAlias = NoDeck | Choosing | Naming | Enrolment | Verification
"""An offer to begin, a list, the entry of a name, a guided run, or a check of a whole deck."""
