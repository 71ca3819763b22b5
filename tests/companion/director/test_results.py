"""From the records of boxes to results and standings."""

from __future__ import annotations

import pytest

from companion.director.event import ClubEvent, SeatPoints, SidePercents
from companion.director.event_words import add_statement
from companion.director.results import DealResult, PlayedMatch, deal_results, played_match, strays
from companion.director.standings import Matchpoints, matchpoints, ranking, standings
from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.rules.partners import sides_of
from companion.storage.journal import unseal
from companion.support.values import replace
from tests.companion.director.evenings import (
    AT,
    EVENT,
    NAMES,
    howell_evening,
    match_of,
    pairs,
    record_of,
    round_begun,
    story,
)
from tests.companion.history.sealed import sealed

PAIRS, ALONE = ((0, 2), (1, 3)), ((0,), (1,), (2,), (3,))
BEGUN = round_begun(howell_evening(4))


def points_of(result: DealResult) -> tuple[int, ...]:
    assert isinstance(result.counts, SeatPoints)
    return result.counts.points


def result(table: int, *points: int, board: int = 1, percent: tuple[int, ...] = ()) -> DealResult:
    counts = SidePercents(percent) if percent else SeatPoints(points)
    return DealResult((1, table, 1), board, ("A", "B", "C", "D"), counts)


# ---------------------------------------------------------------- records


def played(record: bytes) -> PlayedMatch:
    found = played_match("a", "m", record, GAMES)
    assert found is not None
    return found


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.keeps_score])
def test_the_deals_of_a_record_come_to_its_score(game: str) -> None:
    people = NAMES[: max(GAMES[game].players)]
    lines = [f"game {game}", "movement individual", *(f"person {name}" for name in people)]
    event = story(*lines, "plan 1", f"seat 1 a {' '.join(people)}", "round 1", "deals 3").event
    record = record_of(event, 1, 1)
    found = played(record)
    *_, last = answers("\n".join(line.text for line in unseal(record).lines), GAMES)
    assert tuple(map(sum, zip(*found.deals, strict=True))) == last.known_match.scores


def test_a_record_tells_where_it_belongs() -> None:
    found = match_of(BEGUN.event, 1, 2)
    assert (found.event, found.round, found.table) == (EVENT, 1, 2)
    assert found.names == ("Cid", "Eve", "Dee", "Fay")
    assert (len(found.deals), found.over) == (2, False)
    assert played(record_of(BEGUN.event, 1, 2, extra=("end",))).over


def test_a_deal_that_is_not_scored_yet_counts_nothing() -> None:
    lines = unseal(record_of(BEGUN.event, 1, 1)).lines
    part = sealed([line.text for line in lines[:-1]])
    found = played(part)
    assert len(found.deals) == 1


def test_a_record_of_no_event_is_none_and_one_that_cannot_be_read_says_why() -> None:
    assert played_match("a", "m", sealed(["game spades", "players Ann Bob Cid Dee"]), GAMES) is None
    found = played(sealed(["game chess", f"; club event={EVENT} round=1 table=1"]))
    assert "“chess” is not installed" in found.trouble


def test_people_may_sit_down_in_another_order() -> None:
    found = match_of(BEGUN.event, 1, 1)
    turned = replace(found, names=found.names[1:] + found.names[:1], deals=tuple(d[1:] + d[:1] for d in found.deals))
    assert [deal_result.counts for deal_result in deal_results(BEGUN.event, [turned])] == [
        *map(SeatPoints, found.deals)
    ]


def test_of_two_records_of_a_table_the_latest_counts_and_of_strangers_none() -> None:
    first, again = match_of(BEGUN.event, 1, 1), replace(match_of(BEGUN.event, 1, 1, seed=2), match="2026-11-26-1")
    strange = replace(again, match="2026-11-27-1", names=("Zoe", *again.names[1:]))
    matches = [again, strange, first]
    assert {deal_result.match for deal_result in deal_results(BEGUN.event, matches)} == {"2026-11-26-1"}
    assert whys(BEGUN.event, *matches) == {
        "2026-11-27-1": "other people were seated at table 1 in round 1",
        first.match: "2026-11-26-1 of a counts for table 1",
    }


def test_what_was_played_before_a_round_was_taken_back_and_begun_with_others_counts_nothing() -> None:
    found = match_of(BEGUN.event, 1, 1)
    at = BEGUN.event.seated[0].at_table(1)
    assert at is not None
    assert deal_results(BEGUN.event, [replace(found, seating=at.seating)])
    assert not deal_results(BEGUN.event, [replace(found, seating="0a1b2c3d")])


def whys(event: ClubEvent, *matches: PlayedMatch) -> dict[str, str]:
    """Why each record counts nowhere, by its name."""
    return {stray.match: stray.trouble for stray in strays(event, matches, {"damaged"})}


def test_a_record_that_counts_nowhere_has_a_reason_of_its_own_and_no_advice_that_changes_results() -> None:
    first = match_of(BEGUN.event, 1, 1)
    copy = replace(first, match=f"{first.match}-2")
    assert whys(BEGUN.event, copy, first) == {copy.match: f"{first.match} of a counts for table 1"}
    elsewhere = replace(first, box="c")
    advice = "table 1 was not given this box; if it plays there, give it this box"
    assert whys(BEGUN.event, elsewhere) == {first.match: advice}
    ended = add_statement(BEGUN, "ends", AT).event
    assert whys(ended, elsewhere) == {first.match: "table 1 did not have this box in round 1"}
    for changed, why in (
        ({"event": "damaged"}, "the record of its event, damaged, cannot be read"),
        ({"event": "nothing"}, "there is no event nothing here"),
        ({"table": 9}, "nobody was seated at table 9 in round 1"),
        ({"round": 9}, "nobody was seated at table 1 in round 9"),
        ({"seating": "0a1b2c3d"}, "round 1 was begun again after this match"),
    ):
        assert whys(BEGUN.event, replace(first, **changed)) == {first.match: why}
    moved = add_statement(BEGUN, "move 1 c", AT).event
    again = replace(match_of(BEGUN.event, 1, 1, seed=2), box="c", match="2026-11-26-1")
    assert whys(moved, first, again) == {first.match: "2026-11-26-1 of c counts for table 1"}


def test_a_record_that_was_broken_off_counts_for_nothing_beside_the_one_played_on_whatever_the_clock_said() -> None:
    whole = match_of(BEGUN.event, 1, 1)
    broken_off = replace(match_of(BEGUN.event, 1, 1, seed=2), match="2031-01-01-1")
    broken_off = replace(broken_off, deals=broken_off.deals[:1])
    assert {deal_result.match for deal_result in deal_results(BEGUN.event, [broken_off, whole])} == {whole.match}
    assert {deal_result.match for deal_result in deal_results(BEGUN.event, [broken_off])} == {"2031-01-01-1"}


def test_a_record_counts_from_the_boxes_of_its_table_alone_and_from_the_last_of_them_first() -> None:
    first = match_of(BEGUN.event, 1, 1)
    other = replace(match_of(BEGUN.event, 1, 1, seed=2), box="c", match="2026-11-26-1")
    assert {deal_result.box for deal_result in deal_results(BEGUN.event, [first, other])} == {"a"}
    assert whys(BEGUN.event, first, other) == {other.match: f"{first.match} of a counts for table 1"}
    moved = add_statement(BEGUN, "move 1 c", AT).event
    assert {deal_result.box for deal_result in deal_results(moved, [first])} == {"a"}, (
        "what was played before the move counts"
    )
    late = replace(first, match="2026-11-27-1")
    assert {deal_result.match for deal_result in deal_results(moved, [late, other])} == {"2026-11-26-1"}
    back = add_statement(add_statement(BEGUN, "move 1 c", AT), "move 1 a", AT).event
    assert {deal_result.match for deal_result in deal_results(back, [first, other])} == {first.match}


def test_a_correction_stands_in_for_what_was_played_and_the_last_one_holds() -> None:
    now = add_statement(BEGUN, 'correct 1 1 2 points 1 2 1 2 "miscounted"', AT)
    now = add_statement(now, 'correct 1 1 2 percent 60 40 "the board was turned"', AT)
    now = add_statement(now, 'correct 1 2 1 points 10 -10 10 -10 "no box"', AT)
    found = deal_results(now.event, [match_of(BEGUN.event, 1, 1)])
    assert [(*row.place, row.board) for row in found] == [(1, 1, 1, 1), (1, 1, 2, 2), (1, 2, 1, 1)]
    assert found[1].counts == SidePercents((60, 40))
    assert found[1].corrections == (now.event.stated - 2, now.event.stated - 1)
    assert found[2].counts == SeatPoints((10, -10, 10, -10))


# ---------------------------------------------------------------- match points


def test_a_better_result_counts_two_and_an_equal_one_counts_one() -> None:
    found = matchpoints(
        [result(1, 90, -90, 90, -90), result(2, 50, -50, 50, -50), result(3, 50, -50, 50, -50), result(4, 0, 7, 0, 7)],
        PAIRS,
        low_wins=False,
    )
    assert [deal_result and (deal_result.points, deal_result.most) for deal_result in found[1, 1, 1]] == [
        (6, 6),
        (0, 6),
    ]
    assert [deal_result and deal_result.points for deal_result in found[1, 2, 1]] == [3, 3]
    assert [deal_result and deal_result.percent for deal_result in found[1, 4, 1]] == [0, 10_000]


def test_where_low_wins_the_lower_is_better_and_each_seat_is_compared_with_its_like() -> None:
    found = matchpoints([result(1, 0, 13, 5, 8), result(2, 4, 9, 5, 8)], ALONE, low_wins=True)
    assert [deal_result and deal_result.points for deal_result in found[1, 1, 1]] == [2, 0, 1, 1]


def test_a_board_that_nobody_else_has_played_is_not_compared() -> None:
    assert matchpoints([result(1, 1, 2, 1, 2), result(2, 1, 2, 1, 2, board=2)], PAIRS, low_wins=False) == {
        (1, 1, 1): (None, None),
        (1, 2, 1): (None, None),
    }


def test_a_percent_that_was_given_is_compared_with_nobody() -> None:
    found = matchpoints([result(1, 1, 2, 1, 2), result(2, percent=(60, 40))], PAIRS, low_wins=False)
    assert found[1, 2, 1] == (Matchpoints(6000), Matchpoints(4000))
    assert found[1, 1, 1] == (None, None)
    found = matchpoints([result(2, percent=(60, 40, 50, 50))], ALONE, low_wins=True)
    assert [side and side.percent for side in found[1, 2, 1]] == [6000, 4000, 5000, 5000]


def test_match_points_of_a_board_share_out_all_there_are() -> None:
    played = [result(table, points, -points, points, -points) for table, points in enumerate((5, 9, 9, -3, 0, 9), 1)]
    found = matchpoints(played, PAIRS, low_wins=False)
    assert sum(side.points for sides in found.values() for side in sides if side) == 6 * 5 * 2


# ---------------------------------------------------------------- standings


def scored(*points: tuple[int, int]) -> tuple[DealResult, ...]:
    """Deals of the first round, the score of North and South and of East and West at each table."""
    event = BEGUN.event
    return tuple(
        DealResult((1, sitting.table, 1), 1, sitting.names, SeatPoints((north, east, north, east)))
        for sitting, (north, east) in zip(event.seated[0].sittings, points, strict=True)
    )


def test_pairs_are_ranked_by_their_percent_and_equals_share_a_place() -> None:
    found = standings(BEGUN.event, scored((90, -90), (50, -50)), PAIRS)
    assert [(row.place, row.names[0], row.percent) for row in found] == [
        (1, "Ann", 10_000),
        (1, "Eve", 10_000),
        (3, "Cid", 0),
        (3, "Gus", 0),
    ]


def test_without_duplicate_points_decide_and_low_wins_where_the_game_says_so() -> None:
    event = replace(BEGUN.event, duplicate=False)
    found = standings(event, scored((90, -90), (50, -55)), PAIRS)
    assert [(row.names[0], row.tenths) for row in found] == [("Ann", 900), ("Cid", 500), ("Eve", -550), ("Gus", -900)]
    assert standings(event, scored((90, -90), (50, -55)), PAIRS, low_wins=True)[0].names[0] == "Gus"


def test_whoever_sits_out_has_their_own_average() -> None:
    now = round_begun(round_begun(story("game spades", "movement howell", "deals 2", *pairs(3))))
    (first,), (second,) = (row.sittings for row in now.event.seated)
    results = [
        DealResult((number, 1, deal), 0, sitting.names, SeatPoints((30, 10, 30, 10)))
        for number, sitting in ((1, first), (2, second))
        for deal in (1, 2)
    ]
    now = add_statement(now, "done 2 1 2", AT)
    once = [standing for standing in standings(now.event, results, PAIRS) if standing.out]
    assert len(once) == 2
    for row in once:
        name = row.names[0]
        (own,) = {points_of(result)[result.names.index(name)] for result in results if name in result.names}
        assert (row.out, row.deals, row.tenths) == (1, 2, own * 4 * 10)


def test_a_round_that_is_being_played_gives_nothing_to_whoever_sits_it_out() -> None:
    now = round_begun(round_begun(story("game spades", "movement howell", "deals 2", *pairs(3))))
    results = [
        DealResult((1, 1, deal), 0, now.event.seated[0].sittings[0].names, SeatPoints((30, 10, 30, 10)))
        for deal in (1, 2)
    ]
    (name, *_), (sitting,) = now.event.seated[1].out, now.event.seated[1].sittings

    def tenths(event: ClubEvent) -> int:
        return next(standing.tenths for standing in standings(event, results, PAIRS) if name in standing.names)

    own = tenths(now.event)
    assert own in {2 * 30 * 10, 2 * 10 * 10}
    assert tenths(add_statement(now, "done 2 1 1", AT).event) == own
    for line in (f"done 2 {sitting.table} 2", "ends"):
        assert tenths(add_statement(now, line, AT).event) == 2 * own
    assert tenths(round_begun(now).event) == 2 * own


def test_the_directions_of_a_mitchell_have_standings_of_their_own() -> None:
    now = round_begun(story("game spades", "movement mitchell", "deals 1", *pairs(6)))
    results = [
        DealResult((1, sitting.table, 1), 0, sitting.names, SeatPoints((sitting.table, -sitting.table) * 2))
        for sitting in now.event.seated[0].sittings
    ]
    found = standings(now.event, results, PAIRS)
    assert [(row.group, row.place, row.names[0]) for row in found] == [
        ("E-W", 1, "Gus"),
        ("E-W", 2, "Ida"),
        ("E-W", 3, "Kim"),
        ("N-S", 1, "Eve"),
        ("N-S", 2, "Cid"),
        ("N-S", 3, "Ann"),
    ]


def test_people_alone_have_the_score_of_their_side() -> None:
    lines = [line for name in NAMES[:4] for line in (f"person {name}", f"alone {name}")]
    now = round_begun(story("game spades", "movement individual", "deals 1", *lines))
    names = now.event.seated[0].sittings[0].names
    results = [DealResult((1, 1, 1), 0, names, SeatPoints((30, -10, 30, -10)))]
    found = {standing.names[0]: standing.tenths for standing in standings(now.event, results, PAIRS)}
    assert [found[name] for name in names] == [300, -100, 300, -100]


def test_the_ranking_of_a_swiss_has_everybody() -> None:
    found = standings(replace(BEGUN.event, duplicate=False), scored((90, -90), (50, -55)), PAIRS)
    assert ranking(found, 6) == (0, 1, 2, 3, 4, 5)
    assert ranking((), 3) == (0, 1, 2)


def test_a_whole_howell_by_chance_gives_every_pair_its_percent() -> None:
    now = howell_evening(4)
    for _ in range(3):
        now = round_begun(now)
    matches: list[PlayedMatch] = [match_of(now.event, number, table) for number in (1, 2, 3) for table in (1, 2)]
    results = deal_results(now.event, matches)
    assert len(results) == 12
    found = standings(now.event, results, sides_of(GAMES["spades"], 4))
    assert sum(row.percent or 0 for row in found) == pytest.approx(4 * 5000, abs=2)
    assert [row.deals for row in found] == [6, 6, 6, 6]


# ---------------------------------------------------------------- a game that is won before its deals are played


def early(*extra: str, deals: int = 9) -> PlayedMatch:
    """A round of Euchre to five points, which is won before its last deal; `extra` lines follow it."""
    lines = ("game euchre", "movement howell", f"deals {deals}", "option target 5", *pairs(4))
    event = round_begun(story(*lines)).event
    return played(record_of(event, 1, 1, extra=extra))


def test_a_match_that_its_game_has_ended_is_over_with_or_without_its_last_line() -> None:
    assert early().over
    assert 1 < len(early().deals) < 9
    assert replace(early("end"), match="m") == early()


@pytest.mark.parametrize("behind", [("deal",), ("end", "deal"), ("end", "deal", "Ann pass")])
def test_lines_behind_the_end_count_nothing_and_are_told(behind: tuple[str, ...]) -> None:
    assert early().refused == ""
    told = early(*behind)
    assert told.deals == early().deals
    assert "a: line " in told.refused
    assert "of m comes after the end of the match" in told.refused


@pytest.mark.parametrize("line", ["Ann 2S", "nonsense"])
def test_a_line_that_the_rules_refuse_is_told(line: str) -> None:
    found = played(record_of(BEGUN.event, 1, 1, extra=(line,)))
    assert "is against the rules of its game" in found.refused
    assert len(found.deals) == 2
