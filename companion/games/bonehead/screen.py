"""The screens of Bonehead: heads, the pile to beat, taken and cleared piles, the open cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.bonehead.rules import Cleared
from companion.games.bonehead.tableau import DECK, HEADS, Layout, Phase
from companion.inputs.inputs import Button
from companion.rules.events import GameOver
from companion.screens.forms import first_fitting
from companion.screens.glyphs import SMALL
from companion.screens.name_fitting import fit_names
from companion.screens.parts import (
    below,
    game_over,
    has_event,
    large_name,
    seat_columns,
    totals,
    with_name,
)
from companion.screens.picture import WIDTH
from companion.screens.screen import TASK_AT, Screen
from companion.screens.words import AGAIN
from companion.table.computer_rack import bone_slot
from companion.table.several_cards import offered_next

if TYPE_CHECKING:
    from companion.cards import Seat
    from companion.match.match import Match
    from companion.table.state import Table

SKULL = ("skull0", "skull1", "skull2", "skull3")
"""The frames of the skull that turns over a cleared pile until the next tap."""

LISTED_NAME = 40
"""Maximum width of a name in the list of open cards, in pixels."""


def screen(table: Table) -> Screen | None:
    """The game's screen for this table. None: use the generic screen."""
    match = table.playing
    state: Layout = match.moment
    if table.page is not None:
        return _open_cards(match)
    if has_event(match, GameOver):
        return game_over(table, totals(match, match.header.game.standing(match.state)))
    if not match.expects.words:
        return None
    return _turn(table) if state.phase is Phase.PLAYING else _heads(table)


def _heads(table: Table) -> Screen:
    """Whose heads are expected, and who has laid them."""
    match = table.playing
    state: Layout = match.moment
    laid = {seat: "✓" for seat in range(state.setup.seats) if state.heads[seat]}
    fresh = state.phase is Phase.SHUFFLED
    return Screen(
        "heads",
        place="Bonehead heads",
        memo="Deal 3 bones and 6 each" if fresh else "",
        fact=large_name(match, match.expects.seats[0]),
        finger=True,
        side=f"{len(table.begun.gathered)}/{HEADS}",
        lines=(AGAIN if table.begun.interrupted else "Tap 3 heads, lay them",),
        columns=seat_columns(match, laid),
    )


def _turn(table: Table) -> Screen:
    """The card to beat, large; below, whose turn it is and the sizes of the hands."""
    match = table.playing
    state: Layout = match.state
    seat = match.expects.seats[0]
    cleared = has_event(match, Cleared)
    fact, aside = _pile(state)
    heaps = f"stack {state.stack} pile {len(state.pile)}"
    return Screen(
        "turn",
        place=first_fitting(f"Bonehead {heaps}", heaps),
        memo=_drawing(table) or _last(match, state),
        fact="CLEARED" if cleared else fact,
        icon=SKULL[0] if cleared else "",
        frames=SKULL if cleared and not (table.begun.gathered or table.begun.drawn) else (),
        side=" ".join(card.rank for card in table.begun.gathered),
        aside="" if cleared or table.begun.gathered else aside,
        below=below(match, seat),
        tasks=(AGAIN_BRIEF if table.begun.interrupted else _source(table, state, seat), _take(table)),
        columns=seat_columns(match, {}, tuple(str(state.in_hand(one)) for one in range(state.setup.seats))),
    )


AGAIN_BRIEF = "tap again"


def _pile(state: Layout) -> tuple[str, str]:
    """The rank on top of the pile, and what may be played on it."""
    if not state.pile:
        return "ANY CARD", ""
    top = state.pile[-1].rank
    return top, "any card" if top == "2" else "or higher"


def _source(table: Table, state: Layout, seat: Seat) -> str:
    """The source of the next play: hand, heads or bones."""
    if table.begun.gathered:
        return "OK = all"
    if state.in_hand(seat):
        return "play"
    return "play a head" if state.heads[seat] else "turn a bone"


def _take(table: Table) -> str:
    """How to take the pile."""
    following = offered_next(table, Button.DOWN)
    if following is not None and (seat := following.says[-1].seat) is not None:
        return with_name(table.playing, seat, "▼ {} takes", WIDTH - TASK_AT)
    offered = table.offered
    if not offered:
        return ""
    button = "DOWN" if offered[0].at_once else "OK"
    return f"{button} = take"


def _drawing(table: Table) -> str:
    """How many cards may be scanned before the next play. Never names them."""
    if not table.drawing:
        return ""
    (draw,) = table.drawing
    assert draw.seat is not None
    done = f"drew {len(table.begun.drawn)}/{draw.cards}" if table.begun.drawn else f"draws {draw.cards}"
    return with_name(table.playing, draw.seat, f"{{}} {done}: tap {'them' if draw.cards > 1 else 'it'}")


def _last(match: Match, state: Layout) -> str:
    """The public part of the last statement: a draw that is due, or a pile that was taken."""
    said = match.said
    if said is None or said.seat is None:
        return ""
    if state.drawn and state.drawn[1] and said.word != "draws":
        return with_name(match, state.drawn[0], f"{{}} draws {state.drawn[1]}")
    before = match.before.state if match.before else None
    if not state.pile and before is not None and before.pile and not has_event(match, Cleared):
        taken = len(before.pile)
        if said.word == "bone":
            slot = bone_slot(match)
            return with_name(match, said.seat, f"No: {{}} takes it: slot {slot}" if slot else "No: {} takes the pile")
        return with_name(match, said.seat, f"{{}} took {taken} card{'s' * (taken > 1)}")
    return ""


def _open_cards(match: Match) -> Screen:
    """For each player: the open heads, and how many bones are left."""
    state: Layout = match.moment
    names = fit_names(match.header.names, SMALL, LISTED_NAME)
    lines = tuple(f"{name}: {_faces(state, seat)}{_bones(state.bones[seat])}" for seat, name in enumerate(names))
    return Screen("open cards", title="Heads, bones", lines=lines)


def _faces(state: Layout, seat: Seat) -> str:
    heads = " ".join(card.rank for card in DECK.cards(state.heads[seat]))
    return f"{heads}, " if heads else ""


def _bones(number: int) -> str:
    return f"{number or 'no'} bone{'s' * (number != 1)}"
