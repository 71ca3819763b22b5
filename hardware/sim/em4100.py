"""A 125 kHz tag of type EM4100: it repeats a number of 40 bits while the field powers it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardware.sim.air import Authentication, Frame


class Em4100:
    """Deaf: it hears no frame of 13.56 MHz and takes no command.

    Args:
        uid: five bytes: version or customer, then the 32 bits that are printed on the tag in decimal.
    """

    def __init__(self, uid: bytes) -> None:
        if len(uid) != 5:
            raise ValueError(f"uid {uid.hex()}: {len(uid)} bytes, an EM4100 has 5")
        self.uid = uid

    def __repr__(self) -> str:
        return f"Em4100(bytes.fromhex('{self.uid.hex()}'))"

    def lose_power(self) -> None:
        """Nothing to forget."""

    def hear(self, frame: Frame) -> Frame | None:  # noqa: ARG002 - deaf
        """Silence."""
        return None

    def authenticate(self, request: Authentication) -> bool:  # noqa: ARG002 - deaf
        """Always refused."""
        return False
