"""Tags that can be no card. Many make up a new number whenever they are read, so on a reader one is like another."""

from __future__ import annotations

from enum import Enum

from companion.tags.tag_decks import is_random_uid


class NoCard(Enum):
    """What a tag is that can be no card. The value stands for its number while it lies on a reader.

    `PHONE`: its number is random: a phone, also many bank cards and passports. `CHIP_CARD`: its protocol is that of a
    bank card, a DESFire card, a passport or a phone.
    """

    PHONE = b"phone"
    CHIP_CARD = b"chip card"


NO_CARDS = {kind.value: kind for kind in NoCard}
"""The kinds by the values that stand for their numbers."""


def no_card(uid: bytes, *, chip_card: bool) -> NoCard | None:
    """What this tag is if it can be no card; None: it can be one. `chip_card`: so its protocol says."""
    if is_random_uid(uid):
        return NoCard.PHONE
    return NoCard.CHIP_CARD if chip_card else None
