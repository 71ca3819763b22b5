"""`companion doctor`: every part of the box looked at in order, each with what was found and what mends it."""

from companion.doctor.visit import doctor

__all__ = ["doctor"]
