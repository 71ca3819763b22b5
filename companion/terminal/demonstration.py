"""A deal of Bird Dog that plays itself through the simulated wires, for everything that is no terminal.

The set-up by buttons, the hands scanned, one card played against the rules and refused, and a score at the end.
The script is the only place of the terminal that knows a game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.registry import GAMES
from companion.inputs.inputs import Button
from companion.rules.events import DealScored
from companion.simulation.box import REGULARS
from companion.simulation.commands import Press, Tap
from companion.simulation.observed_box import WatchedTable
from companion.support.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.storage.records import Store
    from companion.terminal.view import View

GAME = "birddog"
SET_UP = (
    "Ann sits first: OK, Bob: OK, Cid: OK, rules as in the book: OK, "
    "Cid deals: DOWN, DOWN, OK, hands are scanned: DOWN, OK"
)
HANDS = {"Ann": "AC QS 10H JC 10S KD JH", "Bob": "10C KS KH QC JD AD QD", "Cid": "KC AS AH 9D JS 9H QH"}
PLAY = """
up 10D
Bob declares: DOWN, DOWN, OK
Ann AC    Bob 10C   Cid KC
Ann QS    Bob KS    Cid AS
Cid AH    Ann JC    Ann 10H   Bob KH
Ann JC    Bob QC    Cid 9D
Cid JS    Ann 10S   Bob JD
Bob AD    Cid 9H    Ann KD
Bob QD    Cid QH    Ann JH
"""
AGAINST_THE_RULES = "Ann JC"
"""Its first time in the play: hearts were led, and she holds the ten."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One thing somebody does, in words and as an action."""

    caption: str
    action: Tap | Press


def scenes() -> Iterator[Scene]:
    """The whole script, in order."""
    yield from _presses(SET_UP)
    for name, hand in HANDS.items():
        yield from (Scene(f"{name}'s hand, face down", Tap((card,))) for card in hand.split())
    refused = False
    for line in PLAY.strip().splitlines():
        if ":" in line:
            yield from _presses(line)
            continue
        words = line.split()
        for who, card in zip(words[::2], words[1::2], strict=True):
            wrong = f"{who} {card}" == AGAINST_THE_RULES and not refused
            refused = refused or wrong
            yield Scene(_told(who, card, wrong=wrong), Tap((card,)))


def perform(store: Store, view: View) -> Iterator[str]:
    """What the panel shows after each tap and press, with a caption; the score is the last line."""
    table = WatchedTable(store, games={GAME: GAMES[GAME]}, regulars=REGULARS)
    yield "A deal of Bird Dog on simulated wires. In a terminal the same command lets you play."
    for scene in scenes():
        table.think()
        match scene.action:
            case Tap(words=words):
                table.tap(*words)
            case Press(button=button):
                table.press(button.value)
        yield "\n".join([scene.caption, *view.panel(table.glass, table.told)])
    table.pull_the_plug()
    yield _score(table)


def _told(who: str, card: str, *, wrong: bool) -> str:
    if who == "up":
        return f"{card} is turned up and tapped"
    return f"{who} taps {card}" + (", and should not" if wrong else "")


def _presses(line: str) -> Iterator[Scene]:
    """`why: OK, why: DOWN, OK` as presses, each with the reason given last."""
    why = ""
    for part in line.split(", "):
        why, _, button = part.rpartition(": ") if ": " in part else (why, "", part)
        yield Scene(f"{why}: {button} is pressed", Press(Button(button)))


def _score(table: WatchedTable) -> str:
    match = table.table.playing
    points = next(event.scores for event in match.events if isinstance(event, DealScored))
    told = ", ".join(f"{name} {point:+}" for name, point in zip(match.header.names, points, strict=True))
    return f"The deal is scored: {told}."
