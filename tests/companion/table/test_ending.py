"""What the buttons show after the last card of a match."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from companion.match.ending import Series, ending_of
from companion.match.header import Computer
from companion.screens.current_screen import screen_for
from companion.screens.layouts import lines_of
from companion.support.values import replace
from companion.table.apply_statements import at_moment
from companion.table.choices import Page
from companion.table.modes import Playing, SameTable
from companion.table.state import House, Table
from tests.companion.table.pure_table import done
from tests.evening import match_of, whole
from tests.slots import slots

LAST = {"toriatama": "full-match", "bonehead": "full-match"}


def over(game: str, before: Series | None = None) -> Table:
    """The table after the last card of one of the game's matches."""
    return at_moment(Table(House(GAMES), before=before), match_of(*whole(f"{game}-{LAST.get(game, 'whole-match')}")))


def titles(table: Table) -> list[str]:
    """The titles of all pages that DOWN shows in a row, until it comes to what is public."""
    shown = []
    while table.page is not Page.PUBLIC:
        shown.append(slots(screen_for(table)).title or slots(screen_for(table)).place)
        table = done(table, "DOWN").table
    return shown


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_names_its_winners_largest_and_leads_to_its_ending(game: str) -> None:
    table = over(game)
    seats = len(table.playing.header.names)
    winners, *pages = titles(over(game, Series(1, (0,) * seats)))
    assert winners.startswith("Winner")
    said = slots(screen_for(table)).fact
    assert all(table.playing.header.names[seat].upper() in said for seat in table.playing.winners)
    biggest = "Best deal" if table.playing.header.game.keeps_score else "Biggest turn"
    assert (biggest in pages) == (game not in {"birdhead", "hearts"})  # where points only hurt, none is praised
    assert "Won so far" in pages
    assert ("Rules broken" in pages) == any(page.endswith((" trick", "Highest cards")) for page in pages)


def test_rules_broken_are_not_counted_where_one_person_has_played_and_broken_none() -> None:
    match = over("birddog").playing
    computers = {1: Computer("gentle"), 2: Computer("gentle")}
    alone = replace(match, header=replace(match.header, computers=computers))
    told = ending_of(alone, None)
    assert told is not None
    assert told.best is not None
    assert "revokes" not in told.shown_fields


def test_a_series_that_is_not_known_is_left_out() -> None:
    assert "Won so far" not in titles(over("birddog"))


def test_the_pages_of_the_ending_turn_back_and_ok_goes_on_from_each() -> None:
    second = done(over("birddog"), "DOWN", "DOWN").table
    assert slots(screen_for(second)).title == "Best deal"
    assert slots(screen_for(done(second, "UP").table)).title == "Highest cards"
    assert slots(screen_for(done(second, "UP", "UP").table)).place.startswith("Winner")
    assert isinstance(done(second, "BACK").table.mode, Playing)
    assert isinstance(done(second, "OK", "OK").table.mode, SameTable)


def test_the_words_for_a_screen_reader_tell_the_whole_ending() -> None:
    said = " ".join(lines_of(screen_for(done(over("rook", Series(1, (1, 0, 1, 0))), *["DOWN"] * 4).table)))
    assert said == "Won so far ▲▼ 4/6 IN 2 GAMES Ann+Cid 1 Bob+Dot 1"
