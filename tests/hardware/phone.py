"""A phone on the reader."""

from __future__ import annotations

from collections.abc import Callable

from hardware.sim.tags import RANDOM_NUMBER, Tag, cascade_levels


class Phone(Tag):
    """A phone, a bank card or a passport whose number is random: made up at each power-up, its first byte 08 (6.5.4).

    Args:
        numbers: gives the other three bytes of each number, as `random.Random.randbytes` does.
        sak: bit 20 of most; 60 of a phone that also speaks to other phones.
    """

    def __init__(self, numbers: Callable[[int], bytes], *, sak: int = 0x20) -> None:
        self._numbers = numbers
        super().__init__(RANDOM_NUMBER + numbers(3), sak=sak)

    def lose_power(self) -> None:
        """Forget the number, too."""
        super().lose_power()
        self.uid = RANDOM_NUMBER + self._numbers(3)
        self._levels = cascade_levels(self.uid)
