"""Orders as movements: which part of the virtual table does what was asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from companion.enrolment.enrolment import Verification
from companion.runtime.speaking import Speaker
from companion.support.messages import msg
from companion.web import orders
from companion.web.asked import is_over
from companion.web.autoplay import ANOTHER_QUESTION
from companion.web.hands import Hands, Movement, RefusedOrderError
from companion.web.orders import Ahead, AtOnce, Do
from companion.web.playable import why_barred
from companion.web.seats_and_corrections import change
from companion.web.table_as_seen import DeskParts

OF_AN_ASKING = (orders.LayCards, orders.Nest, orders.ChangeSeats, orders.CorrectScore)
"""Orders that mean nothing once the table asks something else."""


class OrderExecution:
    """Gives each order to its part."""

    def __init__(self, parts: DeskParts) -> None:
        self._parts = parts
        self._tags = TagsAtHand(parts.hands)

    def do_beside(self, order: orders.ToggleFault | AtOnce | orders.SetPace) -> None:
        """Done at once, whatever hands are at: it only changes what is around them. Raises RefusedOrderError."""
        self._parts.queue.tell("")
        match order:
            case orders.ToggleFault(name=name):
                self._parts.hands.toggle_fault(name)
            case AtOnce.HINT:
                self._parts.adviser.hint_for(self._parts.hands.table)
            case AtOnce.TELL_ALL:
                self._parts.ears.ask(Speaker.tell_all)
            case AtOnce.SAY_AGAIN if self._parts.demonstration.watched:
                self._parts.ears.tell(self._parts.demonstration.caption)
            case AtOnce.SAY_AGAIN:
                self._parts.ears.ask(Speaker.say_again)
            case AtOnce.FAST | orders.SetPace():
                self._parts.habits.switch(order)
                self._parts.cards.try_again()
            case _:
                assert_never(order)

    def of(self, order: orders.Order) -> Movement:  # noqa: C901, PLR0912 - every order
        """The order as a movement. Raises RefusedOrderError."""
        parts, table = self._parts, self._parts.hands.table
        if isinstance(order, OF_AN_ASKING) and is_over(table, order.number):
            raise RefusedOrderError(ANOTHER_QUESTION)
        if isinstance(order, orders.Begin | orders.Watch) and order.game not in table.house.offered:
            raise RefusedOrderError(msg("This table was switched on for another game."))
        match order:
            case orders.LayCards():
                return self._lay(order)
            case orders.Nest(words=words):
                return parts.cards.give_away(words)
            case orders.TapNameTag(name=name):
                return self._tags.tap_name_tag(name)
            case orders.ChangeSeats() | orders.CorrectScore():
                return change(parts.hands, order)
            case orders.Push(button=button, down=down):
                return parts.hands.push(button, down=down)
            case orders.GiveAnswer():
                return parts.autoplay.answer(order)
            case orders.PressNext(does=does, number=number) if does is parts.ahead and not is_over(table, number):
                return parts.autoplay.play_for_person() if does is Ahead.PLAYS else parts.autoplay.next()
            case orders.Begin():
                return parts.matches.begin(order)
            case orders.GoOn():
                return parts.matches.go_on(order)
            case orders.PointAtGame(game=game):
                return parts.matches.choose(game)
            case orders.Watch():
                return parts.demonstration.watch(order)
            case Do():
                return self._of_word(order)
        return iter(())  # nothing is watched or played ahead any more, or the button meant another step

    def _lay(self, order: orders.LayCards) -> Movement:
        """Lay cards, but no dimmed one that the box could only trust."""
        cards = self._parts.cards
        if order.dimmed and (why := why_barred(self._parts.hands.table, cards.deal, order.words)):
            raise RefusedOrderError(why)
        return (cards.lay_whole if order.whole else cards.lay)(order.words, order.how)

    def _of_word(self, order: Do) -> Movement:
        if order in {Do.PAUSE, Do.STEP}:
            raise RefusedOrderError(msg("There is nothing to pause."))
        movements: dict[Do, Callable[[], Movement]] = {
            Do.LIFT: self._parts.hands.lift,
            Do.DEAL: self._parts.cards.deal_some,
            Do.BONE: self._parts.cards.turn_bone,
            Do.NEXT: self._parts.autoplay.next,
            Do.STICKER: self._tags.tap_sticker,
            Do.STICKER_AGAIN: self._tags.tap_again,
            Do.UNPLUG: self._parts.hands.pull_the_plug,
        }
        return movements[order]() if order in movements else self._parts.autoplay.jump(order)


class TagsAtHand:
    """The tags that hands have besides cards: people's name tags, stickers of a roll, a deck while it is checked."""

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
            raise RefusedOrderError(all_tapped if isinstance(self._hands.table.decks, Verification) else used_up)
        self._tapped = due[:1]
        return self.tap_again()

    def tap_again(self) -> Movement:
        """Tap the last of these once more."""
        if not self._tapped:
            raise RefusedOrderError(msg("Nothing was tapped yet."))
        return self._hands.lay(self._tapped, ("sticker",))
