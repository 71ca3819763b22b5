"""Screens of a club's table: who is missing, the board to take, the result of a round."""

from __future__ import annotations

from companion.inputs.club import ClubTable
from companion.screens import parts
from companion.screens.glyphs import SMALL
from companion.screens.layouts import COLUMN_GAP, Column, Fact, Glance, Heading, Screen, TopLines
from companion.screens.name_fitting import fit_names, fit_people, with_drawn_names
from companion.screens.picture import line_width, shorten
from companion.screens.spoken_sentences import Sentence, sentences
from companion.screens.telling import standing
from companion.screens.templates import Template, fill
from companion.screens.words import notice_template
from companion.support.messages import N_, msg_as, tr, tr_n
from companion.support.text import listing
from companion.support.values import replace
from companion.table.modes import AtClub, NextBoard
from companion.table.state import Table

TICK, NO_TICK = "✓", msg_as("name tag", "tap")

CLUB_WAITS = Template(
    "club",
    TopLines(N_("Club: {here}"), "{who}"),
    N_("TAP NAME TAG"),
    (N_("The director says"), N_("where you play."), N_("OK = without the club")),
)
BEGIN_WITHOUT = Template(
    "club begins",
    TopLines(N_("No name tag, table {n}:"), "{who}"),
    N_("BEGIN?"),
    ("", N_("OK = without their tags"), N_("BACK = wait for them")),
)
NEXT_BOARD = notice_template(
    "next board",
    N_("Next deal"),
    N_("ENVELOPE {board}"),
    N_("Give each seat its hand\nfrom it, face down.\nOK = play it"),
)


def screen(table: Table, mode: AtClub | NextBoard) -> Screen:
    """The screen of this mode."""
    match mode:
        case NextBoard(board=board):
            return fill(NEXT_BOARD, board=str(board))
        case AtClub(wanted=None):
            return _result(table) if table.match is not None else _waiting(table)
        case AtClub(wanted=wanted, sure=sure):
            assert wanted is not None
            return _begin_without(table, wanted) if sure else _sit_down(table, wanted)


def _sit_down(table: Table, wanted: ClubTable) -> Screen:
    """The table's number large, and each of its people with a tick when the name tag was tapped."""
    club, place = table.house.own_club, wanted.place
    names = fit_names(wanted.players, SMALL, line_width() // len(wanted.players) - COLUMN_GAP)
    ticks = (TICK if name in club.seated else tr(NO_TICK) for name in wanted.players)
    title = tr(table.house.games[wanted.game].title)
    deals = tr_n("{title}, {n} deal", "{title}, {n} deals", place.deals, title=title)
    fact, lines = Fact(tr("TABLE {n}", n=place.table)), (tr("Tap your name tags."),)
    return Screen(
        "club table",
        TopLines(tr("Round {n}", n=place.round), deals),
        Glance(fact, lines, tuple(map(Column, names, ticks))),
        says=lambda: _seats(table, wanted),
    )


def _seats(table: Table, wanted: ClubTable) -> tuple[Sentence, ...]:
    """Which table it is, who sits there, and whose tag is missing."""
    place = wanted.place
    who = listing(wanted.players, "and")
    at = tr("Table {table}, round {round}: {who}.", table=place.table, round=place.round, who=who)
    missing = tr("Name tags are missing: {who}.", who=", ".join(table.house.own_club.missing))
    return sentences(at, missing, about=place.key)


def _begin_without(table: Table, wanted: ClubTable) -> Screen:
    missing = table.house.own_club.missing
    who = ", ".join(missing)
    drawn = tuple(with_drawn_names(name, wanted.players) for name in missing)
    room = fit_people(drawn, SMALL, (line_width() - SMALL.width(", ") * len(missing)) // max(1, len(missing)))
    return fill(BEGIN_WITHOUT, n=str(wanted.place.table), who=", ".join(room), heard={"who": who})


def _waiting(table: Table) -> Screen:
    """Nobody plays: name tags say who is here."""
    club = table.house.own_club
    who = shorten(", ".join(reversed(club.here)), SMALL, line_width())
    told = tr("Cannot play: {why}", why=tr(club.trouble)) if club.trouble else ""
    here = tr_n("{n} is here", "{n} are here", len(club.here)) if club.here else tr("nobody yet")
    filled = fill(CLUB_WAITS, here=here, who=shorten(told, SMALL, line_width()) or who)
    last = tr("{who} is here.", who=club.here[-1]) if club.here else ""
    return replace(filled, says=lambda: sentences(last, told, tr("The director says where you play."), about=club.here))


def _result(table: Table) -> Screen:
    """The scores of the round that is over, until the next one."""
    club = table.house.own_club
    number = table.club.round if table.club else 0
    told = tr("Round {n} is over", n=number)
    following = club.wanted.place if club.wanted else None
    then = tr("OK: table {table}, round {round}.", table=following.table, round=following.round) if following else ""
    said = sentences(told, standing(table.playing), then, about=(table.playing.applied, following))
    title, note = tr("Round {n}", n=number), tr("OK = round {n}", n=following.round) if following else tr("please wait")
    top = Heading(title, note, tr("{counted}:", counted=tr(table.playing.header.game.counted)))
    return replace(parts.scores(table, title), name="club result", top=top, says=lambda: said)
