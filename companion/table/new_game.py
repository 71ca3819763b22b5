"""From the first question to the header of a new record, and from one game to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.inputs.inputs import Button, Cue
from companion.match.match import Match
from companion.rules.statements import UnreadableError
from companion.support.values import replace
from companion.table.apply_statements import looked_through, rematch
from companion.table.choices import Rematch, Step
from companion.table.modes import SameTable, SettingUp
from companion.table.parked_games import Parked
from companion.table.setup import MOST_SEED, SetUp
from companion.table.state import House, Reply, Table

if TYPE_CHECKING:
    from companion.cards import Seat
    from companion.match.header import Header
    from companion.table.setup import Luck


def open_table(house: House, last: Header | None, luck: Luck) -> Table:
    """A table at power-on with no game in play: the same as last time, or the first question of the set-up."""
    table = Table(house)
    if last is None:
        return setting_up(table, luck)
    return replace(table, mode=rematch((last.game.title, " ".join(last.names))), match=Match(last))


def setting_up(table: Table, luck: Luck) -> Table:
    """A table at the first question of the set-up."""
    return asking(table, _first_question(table.house, luck))


def asking(table: Table, setting_up: SetUp) -> Table:
    """The table at the question where this set-up stands."""
    return replace(table, match=None, mode=_mode_of(setting_up), overlay=None, scanned=())


def _mode_of(setup: SetUp, cursor: int = 0) -> SettingUp:
    question = setup.question()
    assert question is not None
    return SettingUp(setup, replace(question, cursor=cursor))


def _first_question(house: House, luck: Luck) -> SetUp:
    return SetUp(house.offered, house.regulars, house.parked, house.rules).begun(luck)


def knowing(table: Table, parked: tuple[Parked, ...]) -> Table:
    """The table when these games are parked; a set-up in which nothing was answered yet offers them."""
    known = replace(table, house=replace(table.house, parked=parked))
    fresh = table.setting_up is not None and table.setting_up.before is None
    return setting_up(known, lambda _: 0) if fresh else known


def set_up_pressed(table: Table, mode: SettingUp, button: Button, luck: Luck) -> Reply:
    """A press while the set-up asks."""
    setup, cursor = mode.setup, mode.question.cursor
    match button:
        case Button.UP | Button.DOWN:
            return Reply(replace(table, mode=replace(mode, question=mode.question.moved(button))))
        case Button.BACK:
            return Reply(replace(table, mode=_mode_of(setup.before or setup)))
        case Button.OK:
            answer = setup.answers[cursor]
            if isinstance(answer, Parked):
                return Reply(table, takes_up=answer.record)
            return set_up_answered(table, mode, setup.answered(cursor, luck))


def set_up_answered(table: Table, mode: SettingUp, setup: SetUp) -> Reply:
    """The next question, or the record that begins when everything is settled; house rules are gone through in turn."""
    if setup.step is not None:
        cursor = mode.question.cursor if setup.step is mode.setup.step is Step.RULES else 0
        return Reply(replace(table, mode=_mode_of(setup, cursor), overlay=None))
    header = setup.header()
    return begin(table, header, tuple(range(len(header.names))) if setup.scanned else ())


def begin(table: Table, header: Header, scanned: tuple[Seat, ...]) -> Reply:
    """The header of a new record; hands of these seats are scanned. Its last line says that it is complete.

    The cards of a computer are always scanned, where cards are dealt.
    """
    if any(word.name == "dealt" for word in header.game.words):
        scanned = tuple(sorted({*scanned, *(one.seat for one in header.computers)}))
    note = (_scanned_note(header, scanned),) if scanned else ()
    fresh = Table(table.house, Match(header), scanned=scanned, health=table.health)
    *lines, last = header.lines()
    return Reply(fresh, (*lines, *note, last), Cue.ACCEPTED, begins=True, finishes=table.match is not None)


def same_table_pressed(table: Table, asked: SameTable, button: Button, luck: Luck) -> Reply:
    """A press while it is asked whether the same people play again, go on with their scores, or do something else."""
    if button is not Button.OK:
        return looked_through(table, asked, button)
    match asked.answers[asked.question.cursor]:
        case Rematch.SAME:
            return same_again(table, luck)
        case Rematch.WITH_SCORES:
            return begin(table, _new_chances(_going_on(table.playing), luck), table.scanned)
        case Rematch.ANOTHER:
            return leave(table, luck)


def same_again(table: Table, luck: Luck) -> Reply:
    """The same people and house rules; the deal passes on by one seat, unless the cards say who opens."""
    header = table.playing.header
    if header.game.finds_opener(header.options):
        again = _first_question(table.house, luck).again(header, luck, scanned=_all_scanned(table))
        return Reply(asking(table, again), finishes=True)
    opener = luck(len(header.names)) if header.opener is None else (header.opener + 1) % len(header.names)
    game = table.house.games.get(header.game.name, header.game)  # a game from before may have had other drinks
    fresh = replace(header, game=game, opener=opener, scores={}, markers={})
    return begin(table, _new_chances(fresh, luck), table.scanned)


def scans_no_hands(table: Table) -> Reply:
    """From now on only the computers' hands are scanned: one of the others has a tag that does not read."""
    header = table.playing.header
    scanned = tuple(one.seat for one in header.computers)
    return Reply(replace(table, scanned=scanned), (_scanned_note(header, scanned),), Cue.PART)


def _scanned_note(header: Header, scanned: tuple[Seat, ...]) -> str:
    return f"; table scanned={','.join(header.names[seat] for seat in scanned)}"


def _all_scanned(table: Table) -> bool:
    """Whether the hands of people are scanned, too."""
    return len(table.scanned) == len(table.playing.header.names)


def _new_chances(header: Header, luck: Luck) -> Header:
    """Computers play another game with other chances."""
    if not header.computers:
        return header
    seed = luck(MOST_SEED)
    return replace(header, computers=tuple(replace(one, seed=seed + one.seat) for one in header.computers))


def leave(table: Table, luck: Luck) -> Reply:
    """Away from a game that is over, to the set-up."""
    return Reply(setting_up(table, luck), finishes=True)


def _going_on(match: Match) -> Header:
    """The same people, house rules and scores; who would have dealt next opens, a deal cut short is dealt again."""
    setup = match.header.game.going_on(match.moment)
    assert setup is not None, "no scores to go on with"
    scores = {seat: points for seat, points in enumerate(setup.scores) if points}
    markers = {seat: cards for seat, cards in enumerate(setup.markers) if cards}
    header = replace(match.header, opener=setup.opener, scores=scores, markers=markers)
    try:
        header.setup()
    except UnreadableError:  # a penalty point has no card: from here on the points are on paper
        return replace(header, markers={})
    return header
