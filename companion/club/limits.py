"""Limits of the messages of a club: bytes, lines, names."""

import re

MOST_BYTES = 65_536
"""Maximum bytes of a JSON payload."""
MOST_LINE_BYTES = 8_192
"""Maximum bytes of a line of a record."""
MOST_LINES = 1_000_000
MOST_ANSWERED = 200
"""Maximum lines of a payload; one payload answers one question."""
MOST_MATCHES = 200
"""Maximum matches of a state: the latest."""
MOST_HERE, MOST_SEATED, MOST_TROUBLES, MOST_RELEASED = 100, 8, 20, 500
"""Maximum people here, people seated, troubles and released boards of a payload."""
MOST_ROUNDS, MOST_TABLES, MOST_DEALS = 400, 100, 40
"""Maximum rounds of an event, tables of a round, deals at a table in a round."""
MOST_PLACED = 4 * MOST_TABLES
"""Maximum people of a round."""
MOST_TEXT = 300
"""Maximum characters of a trouble, and of a text of the view."""
MOST_NUMBER = (1 << 31) - 1

NAME_OF_BOX = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
"""Also the common name of its certificate, and its client identifier."""
NAME_OF_MATCH = re.compile(r"[a-z0-9-]{1,64}")
