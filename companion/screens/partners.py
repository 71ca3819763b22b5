"""Parts for the screens of games with partners: both sides, named by their players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.match.match import Match
from companion.rules.deal import TrickState
from companion.rules.events import GameOver
from companion.rules.partners import SIDES
from companion.screens import layouts
from companion.screens.glyphs import SMALL
from companion.screens.layouts import Column, Fact, Glance, Heading, Screen, TextPage, TopLines
from companion.screens.name_fitting import LEAST_LETTERS, cuts, fit_sides
from companion.screens.parts import brief_names, deal_again, game_over, has_event, names_beside, played_to, with_name
from companion.screens.picture import line_width
from companion.support.messages import tr, tr_n
from companion.support.text import listing
from companion.table.choices import Page
from companion.table.state import Table

MOST_PUBLIC = 3
"""Lines of public information; with fewer there is room for a gap."""


def screen_of_sides(
    table: Table,
    public: Callable[[Match], Screen],
    scored: Callable[[Match], Screen],
    asked: Callable[[Table], Screen | None],
) -> Screen | None:
    """What a game of two sides shows: a page of its own, its end, a scored deal, or what is asked."""
    match = table.playing
    game: Any = match.header.game
    if table.page is not None:
        return scores_of_sides(match) if table.page is Page.SCORES else public(match)
    if has_event(match, GameOver):
        return game_over(table, sides(match, game.result(match.state).points))
    if match.scored:
        voided = game.result(match.state).voided
        return deal_again(match, sides(match)) if voided else scored(match)
    return asked(table) if match.expects.words else None


def teams(match: Match, width: int, least: int = 1) -> tuple[str, ...]:
    """Both sides as "Ann+Cid" in at most `width` pixels each; empty: names would have fewer than `least` letters."""
    return fit_sides(match.header.names, SIDES, SMALL, width, least=least)


def side_lines(match: Match, *facts: Sequence[str]) -> tuple[str, str]:
    """A line for each side: its players, its score, and a fact about it ("Ann+Cid 127: won 1 of 6").

    Of several versions of the facts the first that leaves room for the names.
    """
    room = line_width() - layouts.MARK_WIDTH
    for version in facts:
        for cut in cuts(match.header.names, 1 if version is facts[-1] else LEAST_LETTERS):
            one, other = (
                f"{cut[first]}+{cut[second]} {match.scores[first]}: {fact}"
                for (first, second), fact in zip(SIDES, version, strict=True)
            )
            if max(SMALL.width(one), SMALL.width(other)) <= room:
                return one, other
    return one, other


def tricks_in_words(match: Match, numbers: Iterable[object]) -> str:
    """Both sides as one says them, each with its tricks: "Tricks: Ann and Cid 2, Bob and Dee 1"."""
    names = match.header.names
    both = ((names[first], names[second], number) for (first, second), number in zip(SIDES, numbers, strict=True))
    sides_ = (tr("{one} and {other} {n}", one=first, other=second, n=number) for first, second, number in both)
    return tr("Tricks: {sides}", sides=", ".join(sides_))


def of_teams(match: Match, numbers: Sequence[object], form: str = "{sides}") -> str:
    """A small line: both sides, each with its number; the numbers alone where names would be cut too short."""
    first, second = map(str, numbers)
    room = (line_width() - SMALL.width(form.format(sides=f" {first}  {second} "))) // 2
    if both := teams(match, room, LEAST_LETTERS):
        return form.format(sides=f"{both[0]} {first}  {both[1]} {second}")
    return form.format(sides=tr(listing((first, second))))


def game_so_far(match: Match, width: int = 0) -> str:
    """The scores of both sides in this game, of which only the first has room for its names ("Game: Ann+Cid 95 : 140").

    Without that word where it would leave too few letters of a name. `width` 0: it stands beside the mark.
    """
    scores, room = "{{}} {} : {}".format(*match.scores), width or line_width() - layouts.MARK_WIDTH
    for form, least in (tr("Game: {scores}", scores=scores), LEAST_LETTERS), (scores, 1):
        if both := teams(match, room - SMALL.width(form.format("")) - SMALL.gap, least):
            break
    return form.format(both[0])


def sides(match: Match, points: tuple[int, ...] = ()) -> tuple[Column, ...]:
    """Both sides above the total, and before it the points of this deal if it has some ("+60= 187")."""
    both = enumerate(teams(match, line_width() // 2 - layouts.COLUMN_GAP))
    return tuple(Column(team, f"{points[seat]:+d}=" if points else "", str(match.scores[seat])) for seat, team in both)


def deal_scored(match: Match, points: tuple[int, ...], fact: Fact, below: str) -> Screen:
    """The score of a deal: `fact` large, both sides, and a small line: why others have won, else what is `below`."""
    title = f"{tr('Deal {n}', n=match.state.now.number)}  {tr('OK = next deal')}"
    top, columns = TopLines(title, tr(match.remark[0]) or below), sides(match, points)
    return Screen("deal score", top, Glance(fact, columns=columns))


def revoke_decided(match: Match) -> tuple[Fact, str]:
    """Who revoked, in a deal that a revoke decided: large, and in a sentence."""
    proven = (offence.player for offence in match.state.now.offences)
    players = tuple(dict.fromkeys(player for player in proven if player is not None))
    who = tr(listing([match.header.names[player] for player in players]))
    return names_beside(match, players, tr("revoked")), tr_n("{who} revoked", "{who} revoked", len(players), who=who)


def public(match: Match, state: TrickState[Any], *lines: str) -> Screen:
    """Public information: the partners with their totals, the dealer, and these lines."""
    names = brief_names(match)
    totals = (f"{names[seat]} + {names[seat + 2]}: {match.scores[seat]}" for seat in (0, 1))
    gap = ("",) if len(lines) < MOST_PUBLIC else ()
    dealer = with_name(match, state.now.dealer, tr("Dealer: {who}", who="{}"))
    return Screen(
        "public",
        Heading(tr("Deal {n}", n=state.now.number), tr("game so far:")),
        TextPage((*totals, *gap, dealer, *lines)),
    )


def scores_of_sides(match: Match) -> Screen:
    """The totals of both sides."""
    fact = Fact("{} : {}".format(*match.scores))
    return Screen("scores", Heading(tr("Scores"), played_to(match)), Glance(fact, columns=sides(match)))
