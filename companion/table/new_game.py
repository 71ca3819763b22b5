"""From the first question to the header of a new record, and from one game to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.inputs.inputs import Button, Cue
from companion.inputs.questions import Question
from companion.match.match import Match
from companion.rules.statements import UnreadableError
from companion.support.values import replace
from companion.table.apply import ON_WITH_SCORES
from companion.table.setup import MOST_SEED, SetUp
from companion.table.state import Reply, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.cards.seats import Seat
    from companion.match.header import Header
    from companion.rules.game import Game
    from companion.table.parked import Parked
    from companion.table.setup import Luck


def open_table(
    games: Mapping[str, Game],
    regulars: tuple[str, ...],
    last: Header | None,
    luck: Luck,
    parked: tuple[Parked, ...] = (),
) -> Table:
    """A table at power-on with no game in play: the same as last time, or the first question of the set-up."""
    table = Table(games, regulars, parked=parked)
    if last is None:
        return setting_up(table, luck)
    text = (last.game.title, " ".join(last.names))
    question = Question("same table", "Same table again?", ("yes", "another"), text=text)
    return replace(table, question=question, match=Match(last))


def setting_up(table: Table, luck: Luck) -> Table:
    """A table at the first question of the set-up."""
    return asking(table, _first_question(table, luck))


def asking(table: Table, setting_up: SetUp) -> Table:
    """The table at the question where this set-up stands."""
    return replace(table, match=None, setting_up=setting_up, question=setting_up.question(), overlay=None, scanned=())


def _first_question(table: Table, luck: Luck) -> SetUp:
    return SetUp(table.games, table.regulars, table.parked, table.house_rules).begun(luck)


def knowing(table: Table, parked: tuple[Parked, ...]) -> Table:
    """The table when these games are parked; a set-up that has hardly begun offers them."""
    return _begun_anew(replace(table, parked=parked))


def at_home(table: Table, house_rules: Mapping[str, Mapping[str, str]], *, muted: bool) -> Table:
    """The table at power-on as the settings want it."""
    return _begun_anew(replace(table, house_rules=house_rules, muted=muted))


def _begun_anew(table: Table) -> Table:
    """A set-up in which nothing was answered yet asks what the table now knows."""
    fresh = table.setting_up is not None and table.setting_up.before is None
    return setting_up(table, lambda _: 0) if fresh else table


def set_up_pressed(table: Table, setting_up: SetUp, button: Button, luck: Luck) -> Reply:
    """A press while the set-up asks."""
    assert table.question is not None
    match button:
        case Button.UP | Button.DOWN:
            return Reply(replace(table, question=table.question.moved(button)))
        case Button.BACK:
            before = setting_up.before or setting_up
            return Reply(replace(table, setting_up=before, question=before.question()))
        case Button.OK:
            parked = setting_up.parked_at(table.question.cursor)
            if parked is not None:
                return Reply(table, takes_up=parked.record)
            return set_up_answered(table, setting_up.answered(table.question.cursor, luck))


def set_up_answered(table: Table, setting_up: SetUp) -> Reply:
    """The next question, or the record that begins when everything is settled."""
    question = setting_up.question()
    if question is not None:
        if table.question is not None and question.asks == table.question.asks == "rules":
            question = replace(question, cursor=table.question.cursor)
        return Reply(replace(table, setting_up=setting_up, question=question, overlay=None))
    header = setting_up.header()
    return begin(table, header, tuple(range(len(header.names))) if setting_up.scanned else ())


def begin(table: Table, header: Header, scanned: tuple[Seat, ...]) -> Reply:
    """The header of a new record; hands of these seats are scanned. Its last line says that it is complete.

    The cards of a computer are always scanned, where cards are dealt.
    """
    if any(word.name == "dealt" for word in header.game.words):
        scanned = tuple(sorted({*scanned, *(one.seat for one in header.computers)}))
    note = (_scanned_note(header, scanned),) if scanned else ()
    fresh = Table(
        table.games,
        table.regulars,
        Match(header),
        scanned=scanned,
        muted=table.muted,
        advises=table.advises,
        parked=table.parked,
        house_rules=table.house_rules,
        health=table.health,
        shelf=table.shelf,
    )
    *lines, last = header.lines()
    return Reply(fresh, (*lines, *note, last), Cue.ACCEPTED, begins=True, finishes=table.match is not None)


def after_the_game(table: Table, chosen: str, luck: Luck) -> Reply:
    """The same people play again, go on with their scores, or do something else."""
    match chosen:
        case "yes":
            return same_again(table, luck)
        case chosen if chosen == ON_WITH_SCORES:
            return begin(table, _new_chances(_going_on(table.playing), luck), table.scanned)
        case _:
            return leave(table, luck)


def same_again(table: Table, luck: Luck) -> Reply:
    """The same people and house rules; the deal passes on by one seat, unless the cards say who opens."""
    header = table.playing.header
    if header.game.finds_opener(header.options):
        again = _first_question(table, luck).again(header, luck, scanned=_all_scanned(table))
        return Reply(asking(table, again), finishes=True)
    opener = luck(len(header.names)) if header.opener is None else (header.opener + 1) % len(header.names)
    game = table.games.get(header.game.name, header.game)  # a game from before may have had other drinks
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
