"""Lines of an event's record: their words read, and written. Pure; which words there are is `event_words.py`'s."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from companion.director.event import ClubEvent, Correction, SeatPoints, SidePercents, Sitting
from companion.rules.statements import UnreadableError, quoted

MOST_TABLES, MOST_ROUNDS, MOST_DEALS, MOST_BOARDS = 100, 400, 40, 9_999
MOST_POINTS = 99_999
MOST_TEXT = 120
BOARDS = "boards="
_SECRET = re.compile(r"[0-9a-f]{32}")
_BOX = re.compile(r"[a-z0-9][a-z0-9-]{0,31}|-")


def words_of(rest: Sequence[str], number: int) -> Sequence[str]:
    """The words, which must be so many. Raises UnreadableError, as the functions below do."""
    if len(rest) != number or not all(rest):
        raise UnreadableError(f"{number} words are wanted; found “{' '.join(rest)}”")
    return rest


def number_in(rest: Sequence[str], place: int, most: int) -> int:
    """The whole number at a place, from 1 to `most`."""
    word = rest[place] if place < len(rest) else ""
    if word.isascii() and word.isdigit() and len(word) < 7 and 1 <= int(word) <= most:
        return int(word)
    raise UnreadableError(f"a whole number from 1 to {most} is wanted; found “{word[:20]}”")


def value_in(word: str) -> int:
    """A score."""
    digits = word.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) < 6:
        return int(word)
    raise UnreadableError(f"a whole number from -{MOST_POINTS} to {MOST_POINTS} is wanted; found “{word[:20]}”")


def box_in(word: str = "") -> str:
    """The name of a box, or that of none."""
    if _BOX.fullmatch(word):
        return word
    raise UnreadableError(f"a box has a name of a-z, 0-9 and -; found “{word[:40]}”")


def boards_in(word: str) -> tuple[int, ...]:
    """The boards of a word "boards=5,6"; "boards=" has none."""
    numbers = word.removeprefix(BOARDS)
    return tuple(number_in([board], 0, MOST_BOARDS) for board in numbers.split(",")) if numbers else ()


def secret_in(rest: Sequence[str]) -> str:
    """The only word, if it is a secret. The refusal does not repeat it."""
    if len(rest) == 1 and _SECRET.fullmatch(rest[0]):
        return rest[0]
    raise UnreadableError("a secret is 32 of 0-9 and a-f")


def yes_in(rest: Sequence[str]) -> bool:
    """Whether the only word is yes."""
    if list(rest) in (["yes"], ["no"]):
        return rest[0] == "yes"
    raise UnreadableError("yes or no is wanted")


def correction_in(rest: Sequence[str], event: ClubEvent) -> Correction:
    """What a deal of this event counts, by the words of the next statement."""
    if len(rest) < 6 or rest[3] not in {"points", "percent"} or not rest[-1].strip():
        raise UnreadableError("“correct ROUND TABLE DEAL points|percent NUMBERS REASON”")
    number, table, deal = (
        number_in(rest, 0, MOST_ROUNDS),
        number_in(rest, 1, MOST_TABLES),
        number_in(rest, 2, MOST_DEALS),
    )
    values, names = tuple(map(value_in, rest[4:-1])), _names_at(event, number, table)
    wanted = len(names) if rest[3] == "points" else 2
    if len(values) != wanted or not (rest[3] == "points" or all(0 <= value <= 100 for value in values)):
        raise UnreadableError(f"{rest[3]} of {wanted} sides are wanted, percents from 0 to 100")
    counts = SeatPoints(values) if rest[3] == "points" else SidePercents(values)
    return Correction(event.stated + 1, number, table, deal, counts, rest[-1][:MOST_TEXT])


def _names_at(event: ClubEvent, number: int, table: int) -> tuple[str, ...]:
    found = event.seated[number - 1].at_table(table) if number <= len(event.seated) else None
    if found is None:
        raise UnreadableError(f"nobody sat at table {table} in round {number}")
    return found.names


def write_line(*words: object) -> str:
    """A line of these words; those with blanks are quoted. Raises UnreadableError for what no line can hold."""
    texts = [str(word) for word in words]
    if any(set('"#;') & set(text) or not text.isprintable() or not text.strip() for text in texts):
        raise UnreadableError("no quotation mark, number sign, semicolon or control character, and not nothing")
    return " ".join(quoted(text) for text in texts)


def seats_written(number: int, sittings: Iterable[Sitting], out: Sequence[str]) -> list[str]:
    """The lines that seat a round, in one action."""
    seats = [
        write_line("seat", sitting.table, sitting.box, *sitting.names, *_boards_written(sitting))
        for sitting in sittings
    ]
    return [
        write_line("plan", number),
        *seats,
        *([write_line("out", *out)] if out else []),
        write_line("round", number),
    ]


def _boards_written(sitting: Sitting) -> list[str]:
    """The word “boards=…”. Without boards it is left out, unless the last name would be read as that word."""
    needed = sitting.boards or sitting.names[-1].startswith(BOARDS)
    return [f"{BOARDS}{','.join(map(str, sitting.boards))}"] if needed else []
