"""All that can be said from a position, to a depth: both readers of the rules answer every line, and it is counted.

Chess programs call it perft. `python -m tests.companion.games.exhaustive` shows what is counted now against
`exhaustive_counts.txt` as a patch, and changes nothing: whoever means the difference applies it with `patch -p0`.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import unified_diff
from pathlib import Path
from zlib import crc32

from companion.match.checker import answers
from companion.match.match import Match
from companion.rules.events import as_words
from companion.rules.referee.verdicts import Illegal
from tests.companion.games.small_decks import Reader, Told, game_of, naive_of

COUNTS = Path(__file__).with_name("exhaustive_counts.txt")
RIGHT = ("legal", "trust")


@dataclass(frozen=True)
class Position:
    """Where counting begins, and what is tried from there: one tuple of lines for each level of depth.

    `?` in a line is the seat that may act, or the first of several. `cards` is a small deck of which each seat holds
    `hand` (empty: the whole deck).
    """

    name: str
    header: tuple[str, ...]
    said: tuple[str, ...]
    levels: tuple[tuple[str, ...], ...]
    cards: tuple[str, ...] = ()
    hand: int = 0

    @property
    def game(self) -> str:
        return self.header[0].split()[1]

    def under(self, *options: str) -> Position:
        """The same with other house rules: `renege=penalty`."""
        lines = tuple(f"option {option.replace('=', ' ')}" for option in options)
        return replace(self, name=" ".join((self.name, *options)), header=(*self.header, *lines))


@dataclass
class Tally:
    """What was counted; `check` is a CRC-32 over every line and its answer, in order."""

    lines: int = 0
    ends: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    tricks: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)
    check: int = 0

    def count(self, line: str, told: Told) -> None:
        verdict, rule, events = told
        self.lines += 1
        self.verdicts[verdict] += 1
        self.rules.update([rule] if rule else [])
        self.check = crc32(json.dumps([line, *told], sort_keys=True).encode(), self.check)
        for event in events:
            self.events[event["event"]] += 1
            self.tricks.update([event["winner"]] if event["event"] == "trick" else [])
            self.points.update(event.get("scores", {}))

    def told(self) -> str:
        rows = {
            "verdicts": self.verdicts,
            "illegal": self.rules,
            "events": self.events,
            "tricks": self.tricks,
            "points": self.points,
        }
        written = [f"  {title:9} {_listed(counts)}" for title, counts in rows.items() if counts]
        total = f"  {'lines':9} {self.lines}, ends {self.ends}, check {self.check:08x}"
        return "\n".join((total, *written))


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {counts[name]}" for name in sorted(counts))


def counted(position: Position) -> Tally:
    """Everything that can be said from this position. Raises AssertionError where the two readers disagree."""
    match, naive = opened(position)
    tally = Tally()
    _walk(match, naive, position.levels, tally)
    return tally


def opened(position: Position) -> tuple[Match, Reader]:
    """Both readers, at the position."""
    game = game_of(position.game, position.cards, position.hand)
    naive = naive_of(position.game, position.header, position.cards, position.hand)
    found = list(answers("\n".join((*position.header, *position.said)), {game.name: game}))
    for line in found[len(position.header) :]:
        row = line.as_json()
        assert (row["verdict"], row["rule"], row["events"]) == naive.answer(line.text), line.text
        assert row["verdict"] in RIGHT, f"{position.name}: {line.text}: {row}"
    match = found[-1].known_match
    return match, naive


def _walk(match: Match, naive: Reader, levels: Sequence[tuple[str, ...]], tally: Tally) -> None:
    went_on = False
    for line in _lines(match, levels[0]) if levels else ():
        after, told = _said(match, line)
        assert told == naive.answer(line), f"{line} after {_story(match)}"
        tally.count(line, told)
        if told[0] in RIGHT:
            went_on = True
            _walk(after, naive, levels[1:], tally)
            naive.answer("undo")
    tally.ends += not went_on


def _lines(match: Match, lines: tuple[str, ...]) -> Iterator[str]:
    seats = match.expects.seats
    turn = match.header.names[seats[0]] if seats else "nobody"
    return (line.replace("?", turn) for line in lines if seats or "?" not in line)


def _said(match: Match, line: str) -> tuple[Match, Told]:
    after, answer = match.say(match.header.language.read(line.split()))
    rule = answer.verdict.rule.name if isinstance(answer.verdict, Illegal) else None
    events = [{"event": event.kind} | as_words(event, match.header.names) for event in answer.events]
    return after, (answer.verdict.word, rule, events)


def _story(match: Match) -> str:
    write = match.header.language.write
    return " · ".join(write(moment.said) for moment in reversed(list(match.story())) if moment.said)


def table(positions: Sequence[Position]) -> str:
    """Each position by name, and under it what was counted."""
    return "\n".join(f"{position.name}\n{counted(position).told()}\n" for position in positions)


def kept() -> dict[str, str]:
    """The table as it is kept, by position."""
    blocks = (block.partition("\n") for block in COUNTS.read_text("utf-8").rstrip().split("\n\n"))
    return {name: told for name, _, told in blocks}


def main() -> None:
    """Writes what is different now to standard output, as a patch."""
    from tests.companion.games.exhaustive_positions import POSITIONS  # noqa: PLC0415 - they are built of Position

    before, now = (text.splitlines(keepends=True) for text in (COUNTS.read_text("utf-8"), table(POSITIONS)))
    name = os.path.relpath(COUNTS)
    sys.stdout.writelines(unified_diff(before, now, name, name))


if __name__ == "__main__":
    main()
