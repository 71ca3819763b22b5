"""The tags that hands have besides cards: people's name tags, stickers of a roll, a deck while it is checked."""

from __future__ import annotations

from companion.enrolment.enrolment import Verification
from companion.support.messages import msg
from companion.table.state import Table
from companion.web.hands import Hands, Movement, RefusedOrderError


def verifies(table: Table) -> bool:
    """Whether the box checks all cards of a deck."""
    return isinstance(table.decks, Verification)


class TagsAtHand:
    """Passes them over the reader with these hands."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self._tapped: tuple[bytes, ...] = ()

    def tap_name_tag(self, name: str) -> Movement:
        """Tap somebody's name tag."""
        if (uid := self._hands.box.person(name)) is None:
            raise RefusedOrderError(msg("{who} has no name tag.", who=name))
        return self._hands.lay((uid,), (name,))

    def tap_sticker(self) -> Movement:
        """Tap the tag that is due: the next sticker of a roll, or of a deck that is checked."""
        if not (due := self._hands.box.due_tags()):
            used_up, all_tapped = msg("The roll of stickers is used up."), msg("Every card with a tag was tapped.")
            raise RefusedOrderError(all_tapped if verifies(self._hands.table) else used_up)
        self._tapped = due[:1]
        return self.tap_again()

    def tap_again(self) -> Movement:
        """Tap the last of these once more."""
        if not self._tapped:
            raise RefusedOrderError(msg("Nothing was tapped yet."))
        return self._hands.lay(self._tapped, ("sticker",))
