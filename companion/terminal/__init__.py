"""`companion play`: the table on real wires, or simulated in a terminal, or a demonstration of it."""

from companion.terminal.playing import play

__all__ = ["play"]
