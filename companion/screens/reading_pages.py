"""Pages to read: this deal, the rules, health, the score chart. Buttons turn those of several pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import VERSION
from companion.cards import signs
from companion.match.ending import ending_of
from companion.match.score_chart import ScoreChart, score_chart_of
from companion.rules.events import DealScored, TrickTaken
from companion.rules.statements import Secret
from companion.screens.forms import first_fitting
from companion.screens.glyphs import MEDIUM, SMALL
from companion.screens.name_fitting import distinct_names
from companion.screens.parts import brief_names, game_title, has_event, in_words, large_names, of_sides
from companion.screens.picture import WIDTH, fill_lines, shorten, wrap
from companion.screens.plot import Line
from companion.screens.screen import Screen
from companion.screens.words import HELP, TURN_PAGES
from companion.support.values import replace

if TYPE_CHECKING:
    from companion.match.ending import Ending
    from companion.match.match import Match
    from companion.table.modes import Reading
    from companion.table.state import Table

PAGE_LINES = 5


def health(table: Table, mode: Reading) -> Screen:
    """The health page: readers, last fault, version; then the cards with weak tags, and help."""
    state = table.health
    fault = (f"Last fault {state.ago_min} min ago:", state.last) if state.last else ("No fault so far", "")
    restarts = ", ".join(f"{reader} {times}".strip() for reader, times in state.returns) or "0"
    first = (state.trouble or "Reader: works", f"Restarts: {restarts}", *fault, f"Companion {VERSION}")
    weak = fill_lines([shorten(line, SMALL, WIDTH) for line in _weak(table)], PAGE_LINES - len(HELP))
    return _paged("Health", (*first, *weak, *HELP), mode)


def _weak(table: Table) -> list[str]:
    """The cards with weak tags; empty during a deal, because a weak read gives away where a card was."""
    if not table.health.weak:
        return ["All cards read well"]
    words = table.match.expects.words if table.match is not None and table.match.state is not None else ()
    if words and "deal" not in words:
        return ["Some cards read badly:", "see after this deal"]
    return [f"{sign}: {polls} bad reads" for sign, polls in table.health.weak]


def history(table: Table, mode: Reading) -> Screen:
    """The statements of this deal."""
    return _paged("This deal", _said_in_deal(table.playing), mode)


def rules(table: Table, mode: Reading) -> Screen:
    """The rules in short, a page at a time."""
    lines: list[str] = []
    for text in table.playing.header.game.pages:
        wrapped = wrap(text, SMALL, WIDTH)
        lines += fill_lines(wrapped, -(-len(wrapped) // PAGE_LINES) * PAGE_LINES)
    return _paged("Rules", tuple(lines), mode)


def _paged(title: str, lines: tuple[str, ...], mode: Reading) -> Screen:
    """One page of lines, the page number, and the buttons; the pages wrap around."""
    pages = -(-len(lines) // PAGE_LINES)
    number = mode.number % pages
    shown = fill_lines(list(lines[number * PAGE_LINES :]), PAGE_LINES)
    turn = TURN_PAGES if pages > 1 else "BACK"
    return Screen(mode.page.value, title=title, note=f"{number + 1}/{pages}", lines=(*shown, turn))


def _said_in_deal(match: Match) -> tuple[str, ...]:
    """The statements since the deal began, oldest first; of a closed trick only the winning play.

    Omits scanned cards: they lie in a hand.
    """
    lines: list[str] = []
    secrets = match.header.game.secrets
    closed = match.header.game.tricks_closed and not has_event(match, DealScored)
    for moment in match.this_deal():
        if closed and has_event(moment, TrickTaken):
            break
        if moment.said and secrets.get(moment.said.word) is not Secret.DEALT:
            lines.append(in_words(moment))
    return tuple(reversed(lines)) or ("nothing yet",)


def ending(table: Table, mode: Reading) -> Screen:
    """What is told after the winners, a page each: best trick, biggest turn, revokes found, the series."""
    match = table.playing
    told = ending_of(match, table.before)
    if told is None or not told.told:
        return match_chart(match)
    page = told.told[mode.number % len(told.told)]
    shown = {"best": _best_trick, "turn": _biggest_turn, "revokes": _revokes_found, "series": _series}[page](
        match, told
    )
    return replace(shown, note=f"{mode.number % len(told.told) + 1}/{len(told.told)}")


def _best_trick(match: Match, told: Ending) -> Screen:
    best = told.best
    assert best is not None
    cards, own = signs(best.cards), signs(best.played)
    worth = f"{best.worth} point{'s' * (best.worth != 1)} in deal {best.deal}" if best.worth else f"in deal {best.deal}"
    return Screen(
        "ending",
        title="Dearest trick" if match.header.game.low_wins and best.worth else "Best trick",
        fact=large_names(match, (best.taker,)),
        lines=(first_fitting(f"took {cards}", f"won it with {own}", f"with {own}", width=WIDTH), worth, TURN_PAGES),
    )


def _biggest_turn(match: Match, told: Ending) -> Screen:
    turn = told.turn
    assert turn is not None
    change = f"{turn.change:+d}"
    unit = turn.counted if abs(turn.change) != 1 else turn.counted.replace("points", "point").replace("cards", "card")
    return Screen(
        "ending",
        title="Biggest turn",
        fact=large_names(match, turn.seats, WIDTH - MEDIUM.width(change) - 8),
        side=change,
        lines=(f"{change} {unit}", f"in {turn.step} {turn.number}", TURN_PAGES),
    )


def _revokes_found(match: Match, told: Ending) -> Screen:
    number, names = sum(told.revokes), brief_names(match)
    by_player = (f"{name} {count}" for name, count in zip(names, told.revokes, strict=True) if count)
    lines = wrap(", ".join(by_player) or "Nobody broke a rule.", SMALL, WIDTH)
    return Screen(
        "ending",
        title="Revokes found",
        fact=str(number) if number else "NONE",
        lines=(*fill_lines(lines, 2), TURN_PAGES),
    )


def _series(match: Match, told: Ending) -> Screen:
    """How many matches each has won; partners who have won the same ones stand together."""
    series = told.series
    assert series is not None
    together = all(len({series.won[seat] for seat in side}) == 1 for side in told.sides)
    sides = told.sides if together else tuple((seat,) for seat in range(len(series.won)))
    fact = f"{series.matches} GAME{'S' * (series.matches != 1)}"
    return Screen("ending", title="Won so far", fact=fact, columns=of_sides(match, sides, series.won))


def match_chart(match: Match) -> Screen:
    """The score chart of this match so far."""
    chart = score_chart_of(match)
    if not chart.steps:
        return Screen("course", title=game_title(match), lines=("", "No deal was scored yet."))
    return chart_screen(chart, match.header.names)


def chart_screen(chart: ScoreChart, names: tuple[str, ...]) -> Screen:
    """A line for each player, or for partners together, labelled with initials and total."""
    letters = distinct_names(names, 1)
    lines = tuple(
        Line(
            f"{''.join(letters[seat] for seat in side)} {chart.last[side[0]]}",
            tuple(standing[side[0]] for standing in chart.points),
        )
        for side in chart.sides()
    )
    return Screen("course", title=chart.counted.capitalize(), note=chart.length, curve=lines)
