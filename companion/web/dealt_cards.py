"""The shuffled cards at the virtual table, and the hands that deal, lay and give them away."""

from __future__ import annotations

from collections.abc import Iterable

from companion.inputs.inputs import Button, HandInput, Pressed, Tapped
from companion.match.match import Match
from companion.runtime.loop import TURN_S
from companion.simulation.hands import NO_BONE, NOTHING_TO_DEAL, SimulatedHands
from companion.simulation.open_deal import OpenDeal
from companion.support.messages import msg
from companion.web.hands import NO_TAG, PAUSE, Hands, Movement, RefusedOrderError, Wait
from companion.web.orders import How


class DealtCards:
    """Who holds what, and was dealt what; `simulated` has the cards of each deal.

    Deals by itself at most once at each moment of the match; `_dealt_at` is the latest such moment.
    """

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self.deal_anew()

    def deal_anew(self, example: Match | None = None) -> None:
        """Another match lies on the table: this example, or one that people play."""
        self._dealt_at: Match | None = None
        self.simulated = SimulatedHands(lambda: self._hands.box.recorder, self._hands.setup.seed, example=example)

    @property
    def deal(self) -> OpenDeal | None:
        """The cards of the deal; None while no game is in play, or where none are dealt."""
        return self.simulated.cards(self._hands.table)

    def lay(self, words: Iterable[str], how: How = How.TAP) -> Movement:
        """Cards on the reader: of alike ones those that can be played now."""
        words = tuple(words)
        try:
            uids = self._hands.box.uids(*self.simulated.near(self._hands.table, words))
        except KeyError as missing:
            raise RefusedOrderError(msg(NO_TAG, card=missing.args[0])) from missing
        if len(uids) < len(words):
            raise RefusedOrderError(msg("A card is named twice."))
        return self._hands.lay(uids, words, how)

    def lay_whole(self, words: tuple[str, ...], how: How) -> Movement:
        """Cards that are a whole play: if a set of them stays open, the hand ends it."""
        before = self._hands.table.begun
        yield from self.lay(words, how)
        table = self._hands.table
        if table.open_set and table.question is None and table.begun is not before:
            yield from self._hands.press(Pressed(Button.OK))

    def give_away(self, words: tuple[str, ...]) -> Movement:
        """Lay these cards of a hand face down, and tap them at once where the table reads them."""
        if why_not := self.simulated.lay(self._hands.table, words):
            raise RefusedOrderError(why_not)
        return self.scan()

    def perform(self, given: HandInput) -> Movement:
        """A tap, a press or a held button."""
        return self.lay(map(str, given.pieces)) if isinstance(given, Tapped) else self._hands.press(given)

    def perform_all(self, gesture: Iterable[HandInput]) -> Movement:
        """The taps and presses of a gesture, one after the other."""
        for given in gesture:
            yield from self.perform(given)

    def deal_some(self, most: int = 1) -> Movement:
        """The dealer's taps: hands that are scanned, cards drawn into them, or the next card of the stack."""
        word = self._face_down
        if not word:
            if not (up := self.simulated.turned_up(self._hands.table)):
                raise RefusedOrderError(NOTHING_TO_DEAL)
            yield from self.lay(up)
        while word and most:
            yield from self.lay((word,))
            yield PAUSE
            word, most = self._face_down, most - 1

    def turn_bone(self) -> Movement:
        """The next of somebody's bones, which nobody knows."""
        if not (bone := self.simulated.bone(self._hands.table)):
            raise RefusedOrderError(NO_BONE)
        return self.lay(bone)

    def scan(self) -> Movement:
        """All cards that are dealt face down pass over the reader, one in a turn, before anybody has looked up."""
        before = None
        while (word := self._face_down) and before is not self._hands.table:
            before = self._hands.table
            try:
                self._hands.box.tap(word)
            except KeyError as missing:
                raise RefusedOrderError(msg(NO_TAG, card=word)) from missing
            yield Wait(TURN_S, hurried=True)

    def deals_by_itself(self) -> bool:
        """Whether cards wait to be scanned for which no hand has tried it yet."""
        before, self._dealt_at = self._dealt_at, self._hands.table.match
        return before is not self._dealt_at and bool(self._face_down)

    def try_again(self) -> None:
        """Cards that wait to be scanned are dealt by themselves once more."""
        self._dealt_at = None

    @property
    def _face_down(self) -> str:
        return self.simulated.face_down(self._hands.table)
