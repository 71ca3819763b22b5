"""When the box must stay on although nobody touches it, and whether its clock is right."""

from __future__ import annotations

from pathlib import Path

CLOCK_IS_SET = Path("/run/systemd/timesync/synchronized")
"""Exists once systemd-timesyncd has set the clock since power-on. A Pi starts with the time of its last shut-down."""
STAYS_ON = Path("/run/companion-sockets/stays-on")
"""A directory with a file for each work that a switched-off box would cut, as an update (systemd/install.sh)."""
NOTICE_S = 60.0
"""Seconds from "good night" to the switch."""


def stays_on(works: Path = STAYS_ON) -> bool:
    """Whether something is at work that must not be cut."""
    return works.is_dir() and any(works.iterdir())
