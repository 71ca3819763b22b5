"""The queue of orders: what waits to be done, what is being done, and what was told of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from companion.match.match import Match
from companion.web.hands import Hands, Movement, RefusedOrderError, Wait
from companion.web.orders import JUMPS, Do, Order

READY = Wait(0.0)

READ_TURNS = 120
"""Turns in which a remark is read: some eight seconds."""


class OrderQueue:
    """Orders one after another; `order` is the one that is being done (None: hands act by themselves).

    `wait` is the latest wait of what is being done; READY where nothing is.
    `remark` is what is told of the latest order; `refused`: it is why nothing was done.
    """

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self._unread = 0
        self._told_of: Match | None = None
        self._waiting: deque[Order] = deque()
        self._movement: Movement | None = None
        self.wait = READY
        self._free_at = 0.0
        self._taken = 0
        self.order: Order | None = None
        self.remark = ""
        self.refused = False

    @property
    def busy(self) -> bool:
        """Whether hands are still moving."""
        return self._movement is not None or bool(self._waiting)

    @property
    def done(self) -> int:
        """How many orders are done, or will never be."""
        return self._taken - len(self._waiting) - (self.order is not None)

    @property
    def jumps(self) -> bool:
        """Whether hands play ahead."""
        return isinstance(self.order, Do) and self.order in JUMPS

    @property
    def rests(self) -> bool:
        """Whether the time of the latest wait is not over."""
        return self._hands.now < self._free_at

    @property
    def refusal(self) -> str:
        """Why the latest order was refused, as long as nothing was played since. Empty: it was not."""
        return self.remark if self.refused and self._hands.table.match is self._told_of else ""

    def count(self) -> None:
        """Somebody gave an order."""
        self._taken += 1

    def add(self, order: Order) -> None:
        """Do this when all before it is done."""
        self._waiting.append(order)

    def start(self, movement: Movement, order: Order | None = None) -> None:
        """Do this now; the order counts as done when it is."""
        self._movement, self.order = movement, order

    def clear(self) -> None:
        """Nothing waits any more."""
        self._waiting.clear()

    def drop(self) -> None:
        """Nothing is being done any more."""
        self._movement, self.order, self.wait, self._free_at = None, None, READY, 0.0

    def tell(self, remark: str, *, refused: bool = True) -> None:
        """Tell this of the latest order; `refused`: it is why nothing was done."""
        self.remark, self.refused = remark, refused and bool(remark)
        self._unread, self._told_of = READ_TURNS, self._hands.table.match

    def forget_remark(self) -> None:
        """Once it was read, a remark is gone when play has gone on."""
        self._unread -= 1
        if self._unread < 0 and self._hands.table.match is not self._told_of:
            self.remark, self.refused = "", False

    def move_on(self, movement_of: Callable[[Order], Movement]) -> bool:
        """Go on with what is being done, or with the movement of the next order; whether there was any."""
        try:
            if self._movement is None:
                if not self._waiting:
                    return False
                self.order = self._waiting.popleft()
                self.tell("")
                self._movement = movement_of(self.order)
            wait = next(self._movement, None)
        except RefusedOrderError as why:
            self.tell(why.args[0])
            wait = None
        if wait is None:
            self.drop()
            return True
        self.wait, self._free_at = wait, self._hands.now + wait.seconds
        if wait.told is not None:
            self.tell(wait.told, refused=False)
        return True
