"""The screens of Toriatama: a take, claims on the new drink, crates as numbers. Never shows what a hand holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.toriatama.rules import ClaimMade
from companion.inputs.inputs import Button
from companion.inputs.questions import at_once, further
from companion.rules.events import GameOver
from companion.screens.forms import first_fitting
from companion.screens.glyphs import MEDIUM, NARROW, SMALL
from companion.screens.name_fitting import fit_names
from companion.screens.parts import (
    answers,
    chosen_player,
    game_title,
    has_event,
    large_name,
    totals,
    with_name,
)
from companion.screens.picture import WIDTH
from companion.screens.screen import ROW_NAME_ROOM, SIDE_WIDTH, Row, Screen

if TYPE_CHECKING:
    from companion.games.toriatama.drinks import State
    from companion.match.match import Match
    from companion.table.state import Table


CLAIMED = WIDTH - SMALL.width("Anna: ")
"""The width for the word of a claim after a name, in pixels."""


def screen(table: Table) -> Screen | None:
    """The game's screen for this table. None: use the generic screen."""
    match = table.playing
    state: State = match.moment
    if table.page is not None:
        return _final(match) if state.over else _crates(match)
    if has_event(match, GameOver):
        return None
    if not match.expects.words:
        return None
    if has_event(match, ClaimMade) and not table.path:
        return _claim_made(table)
    if state.must_move and state.to_move and not table.path:
        return _full_crate(table)
    return _claims(table) if table.offered else _take(table)


def _place(state: State, match: Match, words: str = "") -> str:
    """The game and the turn, or the turn and who goes on."""
    where = f"turn {state.turns + 1}"
    return with_name(match, state.turn, f"{where.capitalize()}  {words}") if words else f"{game_title(match)} {where}"


def _crate_line(match: Match, state: State) -> str:
    """How full the crates are, which is public."""
    full = [len(player.crate) for player in state.players] or [0] * len(match.header.names)
    names = fit_names(match.header.names, SMALL, WIDTH // len(full) - SMALL.width(" 0 "))
    line = " ".join(f"{name} {number}" for name, number in zip(names, full, strict=True))
    return first_fitting(f"Crates  {line}", line, width=WIDTH)


def _take(table: Table) -> Screen:
    """Whose turn it is, and its first step."""
    match = table.playing
    state: State = match.moment
    moves = ("Left hand to the crate,", "right hand to the left.") if state.to_move else ("", "")
    return Screen(
        "take",
        place=_place(state, match),
        memo=_crate_line(match, state),
        fact=large_name(match, match.expects.seats[0]),
        finger=True,
        aside="take 1",
        lines=(*moves, "Take a drink and tap it"),
    )


def _claims(table: Table) -> Screen:
    """The new drink, large, and who claims, one press each; then by which word, with which hand."""
    match = table.playing
    state: State = match.state
    fact, aside, apart = _large_drink(state)
    return Screen(
        "claims",
        place=_place(state, match, "next: {}"),
        memo=_claim_so_far(table) if table.path else apart or _crate_line(match, state),
        fact=fact,
        aside=aside,
        lines=_presses(table),
    )


def _large_drink(state: State) -> tuple[str, str, str]:
    """The new drink in large letters; or its colour large, and its shape small, on its own line if it is long."""
    drink = state.new.drink
    colour = drink.suit.upper()
    if NARROW.width(drink.sign.upper()) <= WIDTH:
        return drink.sign.upper(), "", ""
    beside = max(SIDE_WIDTH, SMALL.width(drink.rank)) + 4
    return (colour, drink.rank, "") if NARROW.width(colour) + beside <= WIDTH else (colour, "", f"+ {drink.rank}")


def _claim_so_far(table: Table) -> str:
    """Who claims, and by which word."""
    match = table.playing
    taken = [further(table.choices, table.path[:step])[place] for step, place in enumerate(table.path)]
    seat = chosen_player(table)
    word = taken[-1].label
    asked = first_fitting(f"{word}, opens which?", f"{word}: which?", width=CLAIMED) if word else "I have one that is"
    return asked if seat is None else with_name(match, seat, f"{{}}: {asked}", WIDTH)


def _presses(table: Table) -> tuple[str, ...]:
    """The answers that UP, DOWN and OK take at once. Empty for a button without one."""
    offered = table.offered
    words = answers(table.playing, offered)
    up, down = at_once(offered, Button.UP), at_once(offered, Button.DOWN)
    return (
        "" if up is None else f"UP {words[up]}",
        "" if down is None else f"DOWN {words[down]}",
        f"OK = {words[table.cursor]}{'' if table.path else ' claims'}",
    )


def _full_crate(table: Table) -> Screen:
    """The move at the start of this turn fills the crate, which ends the match unless somebody claims."""
    match = table.playing
    state: State = match.state
    claim = "DOWN = a claim first" if at_once(table.offered, Button.DOWN) is not None else ""
    return Screen(
        "full crate",
        place=_place(state, match),
        memo=_crate_line(match, state),
        fact="CRATE FULL",
        lines=(claim, "OK = drinks are moved,", with_name(match, state.turn, "{}'s crate is full")),
    )


def _claim_made(table: Table) -> Screen:
    """Whether a claim was right, what goes back and what moves on. Names no drink, not even the new one."""
    match = table.playing
    state: State = match.state
    claim = next(event for event in match.events if isinstance(event, ClaimMade))
    assert match.said is not None
    hand = match.said.value.split()[-1]
    further_claims = table.offered and not state.must_move
    if claim.correct:
        brief = with_name(match, claim.player, "New one back, {}'s on", WIDTH)
        what = "hand" if state.setup.options["move"] == "whole-hand" else "one"
        lines = ("The new one goes back,", with_name(match, claim.player, f"{{}}: {hand} {what} moves on"))
    else:
        brief = with_name(match, claim.player, f"{{}}: {hand} hand goes back", WIDTH)
        lines = (with_name(match, claim.player, f"{{}}'s {hand} hand goes"), "back to the centre.")
    goes_on = with_name(match, match.expects.seats[0], "{} goes on")
    return Screen(
        "claim made",
        place=_place(state, match, "next: {}"),
        memo=brief if further_claims else _crate_line(match, state),
        fact="RIGHT!" if claim.correct else "WRONG",
        lines=_presses(table) if further_claims else (*lines, goes_on),
    )


def _crates(match: Match) -> Screen:
    """The number of drinks in each crate. Hands are not shown."""
    state: State = match.moment
    full = tuple(len(player.crate) for player in state.players) or (0,) * len(match.header.names)
    return Screen("crates", title="Crates", fact=f"{max(full)} of 6", columns=totals(match, full))


def _final(match: Match) -> Screen:
    """The points of the crates: colours and shapes."""
    state: State = match.state
    counted = [({drink.suit for drink in one.crate}, {drink.rank for drink in one.crate}) for one in state.players]
    if len(counted) <= 3:
        names = fit_names(match.header.names, MEDIUM, ROW_NAME_ROOM)
        scored = zip(names, match.scores, counted, strict=True)
        rows = tuple(
            Row(name, str(n), _counted(len(c), "colour"), _counted(len(s), "shape")) for name, n, (c, s) in scored
        )
        return Screen("scores", title="Crates", rows=rows)
    names = fit_names(match.header.names, SMALL, 26)
    lines = tuple(
        f"{name} {points}: {_counted(len(c), 'colour')} {_counted(len(s), 'shape')}"
        for name, points, (c, s) in zip(names, match.scores, counted, strict=True)
    )
    return Screen("scores", title="Crates", lines=lines)


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' * (number != 1)}"
