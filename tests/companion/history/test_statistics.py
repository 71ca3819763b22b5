"""Statistics of finished matches, as tables and charts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.registry import GAMES
from companion.history.exports import NumberedMatch
from companion.history.finished_match import FinishedMatch
from companion.history.result_tables import MOST_COLUMNS, chart, games_table, matches_table, players_tables, result
from companion.history.selection import Selection
from companion.history.statistics import game_records, player_records
from companion.match.ending import places_by
from companion.match.score_chart import ScoreChart
from companion.runtime.offered_settings import pages
from companion.settings.schema import Settings, VoiceSettings
from companion.support.messages import spoken_in, tr
from companion.table.choices import BoxSetting


def played(*last: int, winner: int | None = 0, names: tuple[str, ...] = ("Ann", "Bob", "Cid")) -> FinishedMatch:
    """Bird Dog in two deals."""
    points = ((0, 0, 0), (1, 1, 1), last)
    won = () if winner is None else (winner,)
    places = places_by([(points,) for points in last], [(0,), (1,), (2,)])
    curve = ScoreChart("deal", "points", points)
    return FinishedMatch("birddog", names, "2026-11-20T20:15:03", curve, won, (0, 1, 0), places)


LOUD = Settings(voice=VoiceSettings(verbosity="all"))
ANN = played(11, 4, 6)
BOB = played(2, 12, 5, winner=1)
CUT = played(3, 3, 0, winner=None)


def test_averages_are_over_matches_played_out_and_deals_over_all() -> None:
    ann, bob, cid = player_records([ANN, BOB, CUT])
    assert (ann.player, ann.matches, ann.wins, ann.per_match, ann.place) == ("Ann", 2, 1, 6.5, 2.0)
    assert (bob.player, bob.per_step, bob.revokes) == ("Bob", 19 / 6, 3)
    assert (cid.share, cid.series) == (0.0, 0)


def test_the_longest_series_is_of_wins_in_a_row_whatever_was_cut_off_between() -> None:
    ann, *_ = player_records([ANN, BOB, ANN, CUT, ANN, BOB])
    assert ann.series == 2


def test_capitals_make_no_second_player_and_the_latest_spelling_is_told() -> None:
    records = player_records([ANN, replace(ANN, names=("ANN", "Bob", "Cid"))])
    assert [record.player for record in records] == ["ANN", "Bob", "Cid"]
    assert [match for match in (ANN, BOB) if Selection(player="ann").takes(match, {})] == [ANN, BOB]


def test_a_game_tells_its_matches_and_its_longest() -> None:
    (game,) = game_records([ANN, CUT])
    assert (game.matches, game.ended_early, game.steps, game.longest, game.points) == (1, 1, 2.0, "2 deals", 7.0)


def test_who_never_finished_has_no_average() -> None:
    ann, *_ = player_records([CUT])
    assert (ann.share, ann.place, ann.per_match, ann.per_step) == (None, None, None, 1.5)
    (table,) = players_tables((ann,), GAMES)
    assert list(table.plain())[-1].split() == ["Ann", "0", "0", "–", "–", "–", "1.5", "0", "0"]


@pytest.mark.parametrize(("language", "half"), [("en", "50%"), ("de", "50\N{NARROW NO-BREAK SPACE}%")])
def test_a_percentage_is_written_as_the_language_has_it(language: str, half: str) -> None:
    with spoken_in(language):
        (table,) = players_tables(player_records([ANN, BOB]), GAMES)
        assert [row[3] for row in table.rows[:2]] == [half, half]
        offered = (page for page in pages(LOUD) if isinstance(page, BoxSetting) and page.key == ("voice", "volume"))
        assert tr(next(offered).answers[1].label) == half


def test_tables_are_plain_columns() -> None:
    assert list(games_table(game_records([ANN]), GAMES).plain()) == [
        "Games",
        "game      matches  early  average  longest  points        last",
        "Bird Dog        1      0      2.0  2 deals     7.0  2026-11-20",
    ]
    assert matches_table([NumberedMatch(7, "", BOB)], GAMES).rows == (
        ("7", "2026-11-20", "Bird Dog", "Ann 2, Bob* 12, Cid 5", "2 deals"),
    )


def test_an_evening_that_ended_early_says_so() -> None:
    assert result(CUT) == "Ann 3, Bob 3, Cid 0 (ended early)"


def test_low_wins_is_told_where_it_holds() -> None:
    (table,) = players_tables(player_records([replace(ANN, game="birdhead")]), GAMES)
    assert table.title == "BirdHead cards: points, low wins"


def test_a_chart_has_everybody_in_the_row_of_the_standing() -> None:
    assert list(chart(ANN.curve, ANN.names)) == [
        "11 |        A",
        "10 |",
        " 9 |",
        " 8 |",
        " 7 |",
        " 6 |        C",
        " 5 |",
        " 4 |        B",
        " 3 |",
        " 2 |",
        " 1 |     *",
        " 0 |  *",
        "   +---------",
        "A = Ann   B = Bob   C = Cid   * = several",
    ]


def test_a_very_long_match_keeps_its_first_and_last_standing() -> None:
    curve = ScoreChart("turn", "cards left", tuple((turn, 300 - turn) for turn in range(301)))
    lines = list(chart(curve, ("Ann", "Bob")))
    assert max(map(len, lines)) <= MOST_COLUMNS + 5
    assert lines[0].endswith("A")
    assert lines[0].startswith("300 |B")


def test_a_match_without_a_deal_has_a_chart_too() -> None:
    level = list(chart(ScoreChart("deal", "points", ((0, 0, 0),)), ANN.names))
    assert level == ["0 | ABC", "  +----", "ABC = Ann and Bob and Cid"]
