"""A table of a club: its people tap their name tags, play what the director ordered, and see the result.

An order waits while a match is in play. What was ordered is played once; the note in its record tells it after a power
cut. Nothing here locks anybody in: the menu leaves the club's table.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile

from companion.cards import Luck
from companion.inputs.club import Club, ClubRound, ClubTable
from companion.inputs.inputs import Button, Ordered
from companion.match.header import Header
from companion.match.match import Match, scored_deals
from companion.rules.game import Game
from companion.rules.statements import DEAL, Statement, UnreadableError
from companion.support.messages import msg
from companion.support.names import each_once, place_of
from companion.support.values import replace
from companion.table import choices, enrolling, words
from companion.table.apply_statements import not_now, refuse, say
from companion.table.effects import FinishRecord
from companion.table.modes import AtClub, Mode, NextBoard, Playing, Reading, Reporting, SameTable, SettingUp
from companion.table.reply import Outcome, Reply
from companion.table.setup_dialogue import begin, setting_up
from companion.table.state import Table

MOST_HERE = 200
"""People who may be here; a club has a hundred tables, but one box sees fewer."""

END = Statement("end")


# ---------------------------------------------------------------- orders


def take_order(table: Table, order: Ordered) -> Reply:
    """The reply to an order: at a free table its people are asked for, a match in play comes first."""
    club, wanted = table.house.own_club, order.wanted
    if wanted is not None and table.club is not None and table.club.is_for(wanted.place):
        wanted = None  # it is in play, or its result is shown
    trouble = problem_of(wanted, table.house.games) if wanted is not None else ""
    wanted = None if trouble else wanted
    here = each_once((*order.here, *club.here))
    seated = club.seated if wanted == club.wanted else order.seated
    left = club.left and wanted is None
    known = Club(wanted, here, seated, left, trouble, order.places)
    return _free_for(_with_club(table, known), wanted)


def _free_for(table: Table, wanted: ClubTable | None) -> Reply:
    """The reply of a free table to an order: it asks for its people. A withdrawn order asks for nobody."""
    over = isinstance(table.mode, Playing) and table.in_play and not table.playing.expects.words
    free = over or isinstance(table.mode, AtClub | SettingUp | SameTable)
    asked = table.mode.wanted if isinstance(table.mode, AtClub) else None
    if not free or asked == wanted:
        return Reply(table)
    return Reply(_at(table, wanted), Outcome.ACCEPTED if wanted else Outcome.NOTHING)


def problem_of(wanted: ClubTable, games: Mapping[str, Game]) -> str:
    """The reason why this match cannot be played here. Empty: it can."""
    place = wanted.place
    if wanted.game not in games:
        return msg("no game {game} here", game=wanted.game)
    if place.deals < 1 or len(place.boards) not in {0, place.deals}:
        return msg("{deals} deals with {boards} boards", deals=place.deals, boards=len(place.boards))
    try:
        _header(wanted, games, lambda _: 0).setup()
    except UnreadableError as fault:
        return str(fault)
    return ""


def _header(wanted: ClubTable, games: Mapping[str, Game], luck: Luck) -> Header:
    """The header of the match. Raises UnreadableError."""
    header = Header(games[wanted.game]).with_line(("players", *wanted.players))
    for name, value in wanted.options.items():
        header = header.with_line(("option", name, value))
    opener = wanted.dealer or header.names[luck(len(header.names))]
    return header.with_line((header.game.opener, opener))


# ---------------------------------------------------------------- the club's table


def at_power_on(table: Table) -> Table:
    """The table of a club at power-on: a running match goes on, otherwise the table waits for the director.

    Files that cannot be used are still reported first.
    """
    if isinstance(table.mode, Reporting):
        beneath = at_power_on(replace(table, mode=table.mode.over))
        return replace(beneath, mode=replace(table.mode, over=beneath.mode))
    if not table.in_play:
        return _at(table, None)
    said = table.playing.said
    begins = isinstance(table.mode, Playing) and (said is None or _is_deal(said))
    return follow(table, Reply(_at_board(table) if begins else table)).table


def follow(before: Table, reply: Reply) -> Reply:
    """The reply with its consequences at a club's table: the end, the next board, the request for people."""
    table = reply.table
    if table.club is not None and isinstance(table.mode, Playing):
        begins = reply.begins or (_deals_anew(before, table) and _is_deal(table.playing.said))
        reply = _end(before, reply) or (replace(reply, table=_at_board(table)) if begins else reply)
        table = reply.table
    club = table.house.club
    if club is None or club.left:
        return reply
    match table.mode:
        case SameTable() if table.in_play and table.club is not None:
            return replace(reply, table=_at(table, None))
        case SameTable() | SettingUp() if club.wanted is not None:
            return replace(reply, table=_at(table, club.wanted))
        case AtClub(wanted=asked) if asked != club.wanted and (asked is not None or table.match is None):
            return replace(reply, table=_at(table, club.wanted))
    return reply


def _end(before: Table, reply: Reply) -> Reply | None:
    """The reply with the end of the match after its last deal. None if the match goes on.

    The end can be taken back to correct a deal; then the next deal ends the match again.
    """
    table = reply.table
    if before.match is None or reply.begins or table.playing.ended:
        return None
    if _deals_anew(before, table) and _is_done(table.club, before.match):
        return say(before, (END,))
    if _is_moment_of(before.match, table.playing) or with_end(table.club, table.playing) is table.playing:
        return None
    ended = say(table, (END,))
    return replace(reply, table=ended.table, effects=(*reply.effects, *ended.effects))


def _deals_anew(before: Table, after: Table) -> bool:
    """Whether the first statement since `before` begins a deal."""
    return before.match is not None and after.playing.earlier is before.match


def _is_moment_of(match: Match, moment: Match) -> bool:
    """Whether nothing was said since this moment of the match, or all of it was taken back."""
    return any(earlier is moment for earlier in takewhile(lambda at: at.applied >= moment.applied, match.story()))


def _is_deal(said: Statement | None) -> bool:
    return said is not None and said.word == DEAL.name


def with_end(club: ClubRound | None, match: Match) -> Match:
    """The match with its end, if its last word has scored the last deal of a round; else as it is."""
    return match.say(END)[0] if match.scored and _is_done(club, match) else match


def _is_done(club: ClubRound | None, match: Match) -> bool:
    """Whether all deals of the round are scored."""
    return club is not None and bool(match.expects.words) and deals_scored(match) >= club.deals


def deals_scored(match: Match) -> int:
    """The number of scored deals, without deals that were dealt again or whose score was withdrawn."""
    return sum(1 for _ in scored_deals(match))


def _at_board(table: Table) -> Table:
    """The table at the start of a deal: in duplicate play it asks for the envelope of the next board."""
    boards = table.club.boards if table.club is not None else ()
    deal = deals_scored(table.playing) if boards else 0
    return replace(table, mode=NextBoard(boards[deal])) if deal < len(boards) else table


def _at(table: Table, wanted: ClubTable | None) -> Table:
    """The table that waits for these people, or for the director; a match that was only offered is not."""
    match = table.match if table.in_play else None
    return replace(table, match=match, mode=AtClub(wanted), overlay=None, club=table.club if match else None)


def tag_tapped(table: Table, name: str, luck: Luck) -> Reply:
    """A name tag while nobody plays: this person is here, and sits down if the director says so."""
    club = table.house.own_club
    here = each_once((*club.here, name))[-MOST_HERE:]
    known = _with_club(replace(table, overlay=None), replace(club, here=here))
    wanted, elsewhere = table.mode.wanted if isinstance(table.mode, AtClub) else None, club.table_of(name)
    place = place_of(name, wanted.players) if wanted else None
    seat = wanted.players[place] if wanted and place is not None else None
    if seat is None and elsewhere is not None:
        return refuse(known, name, words.sits_at(elsewhere))
    if wanted is None:
        return Reply(known, Outcome.PART)
    if seat is None:
        return not_now(known, name, words.NOT_AT_TABLE)
    seated = replace(known.house.own_club, seated=tuple(dict.fromkeys((*club.seated, seat))))
    sits = _with_club(known, seated)
    return Reply(sits, Outcome.PART) if seated.missing else _begin(sits, wanted, luck)


def answer_press(table: Table, mode: AtClub | NextBoard, button: Button, luck: Luck) -> Reply:
    """A press at the club's table, or before a board."""
    match mode, button:
        case NextBoard(), Button.OK:
            return Reply(replace(table, mode=Playing()))
        case AtClub(wanted=None), _:
            return _pressed_between(table, mode, button)
        case AtClub(wanted=wanted, sure=True), Button.OK if wanted is not None:
            return _begin(table, wanted, luck)
        case AtClub(wanted=wanted), Button.OK:
            return Reply(replace(table, mode=AtClub(wanted, sure=True)))
        case AtClub(wanted=wanted, sure=True), Button.BACK:
            return Reply(replace(table, mode=AtClub(wanted)))
        case _:
            return Reply(table, Outcome.MEANINGLESS)


def _pressed_between(table: Table, mode: Mode, button: Button) -> Reply:
    """A press between two rounds: OK goes on to the next table, or to a game without the club."""
    wanted = table.house.own_club.wanted
    match button:
        case Button.OK if wanted is not None:
            return Reply(_at(table, wanted), Outcome.PART)
        case Button.OK if table.match is None:
            return Reply(setting_up(table), Outcome.PART)
        case Button.UP if table.match is not None:
            return Reply(replace(table, mode=Reading(choices.Page.SCORES, mode)))
        case Button.DOWN if table.match is not None:
            return Reply(replace(table, mode=Reading(choices.Page.COURSE, mode)))
        case _:
            return Reply(table, Outcome.MEANINGLESS)


def leave(table: Table) -> Reply:
    """Leave the club's table: the set-up asks for a game as in any house, until the next order."""
    left = replace(table.house.own_club, wanted=None, seated=(), left=True)
    free = replace(_with_club(table, left), club=None)
    return Reply(setting_up(free), Outcome.PART, (FinishRecord(),) if table.match is not None else ())


def _begin(table: Table, wanted: ClubTable, luck: Luck) -> Reply:
    """The match of this table, unless no deck serves it."""
    if (without := enrolling.lacking(table, table.house.games[wanted.game], wanted.options)) is not None:
        return refuse(table, "", without)
    header = _header(wanted, table.house.games, luck)
    free = _with_club(table, replace(table.house.own_club, wanted=None, seated=()))
    begun = begin(free, header, (), wanted.place.note())
    return replace(begun, table=replace(begun.table, club=wanted.place))


def _with_club(table: Table, club: Club) -> Table:
    return replace(table, house=replace(table.house, club=club))
