"""Finished matches for other programs: CSV that spreadsheets take as it is meant, and links of BG Stats."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from functools import cache
from typing import Any
from urllib.parse import unquote

import pytest

from companion.games.registry import GAMES
from companion.history.exports import COLUMNS, LINK, NumberedMatch, as_csv, bg_stats_link
from companion.history.finished_match import FinishedMatch, finished_match_of
from companion.history.selection import Selection
from companion.history.statistics import partners_records, player_records
from tests.companion.history.sealed import evening, sealed
from tests.evening import ROOT, whole


@cache
def dog() -> FinishedMatch:
    return evening("birddog-whole-match")


@cache
def spades() -> FinishedMatch:
    return evening("spades-whole-match", "2026-11-22T21:15:03?")


def rows_of(*matches: FinishedMatch) -> list[dict[str, str]]:
    numbered = [NumberedMatch(number, f"e{number}", match) for number, match in enumerate(matches, 1)]
    return list(csv.DictReader(io.StringIO(as_csv(reversed(numbered), GAMES), newline="")))


def test_each_person_has_a_row_in_the_order_of_numbers_and_seats() -> None:
    found = rows_of(dog(), spades())
    assert [(row["number"], row["player"]) for row in found][:4] == [
        ("1", "Ann"),
        ("1", "Bob"),
        ("1", "Cid"),
        ("2", "Ann"),
    ]
    assert (found[2]["points"], found[2]["won"], found[2]["place"]) == ("12", "1", "1")
    assert (found[0]["points"], found[0]["partner"]) == ("-3", "")
    assert (found[3]["partner"], found[3]["date"], found[3]["clock"]) == ("Cid", "2026-11-22", "unset")
    assert "overtime=highest-of-all" in found[0]["rules"].split()


def test_lines_end_as_rfc_4180_says_and_the_heads_are_documented() -> None:
    text = as_csv([NumberedMatch(1, "e1", dog())], GAMES)
    assert text.count("\r\n") == text.count("\n") == 4
    documented = (ROOT / "docs" / "records.md").read_text("utf-8")
    assert [column for column in COLUMNS if f"`{column}`" not in documented] == []


@pytest.mark.parametrize("name", ["=1+1", "+49", "-5", "@me"])
def test_no_name_becomes_a_formula(name: str) -> None:
    assert rows_of(replace(dog(), names=(name, "Bob", "Cid")))[0]["player"] == f"'{name}"


def test_commas_and_what_was_ended_early_are_told_rightly() -> None:
    early = replace(dog(), names=("Ann, the tall", "Bob", "Cid"), winners=())
    row = rows_of(early)[0]
    assert (row["player"], row["won"], row["place"], row["finished"]) == ("Ann, the tall", "", "", "0")


def play_of(match: FinishedMatch) -> dict[str, Any]:
    link = bg_stats_link(NumberedMatch(7, "e7", match), GAMES[match.game], "2026-11-20 20:15:03")
    assert link.startswith(LINK)
    found: dict[str, Any] = json.loads(unquote(link.removeprefix(LINK)))
    return found


def test_a_link_hands_the_match_to_bg_stats_as_its_maker_describes() -> None:
    play = play_of(dog())
    assert {"sourceName", "sourcePlayId", "playDate", "game", "players"} == set(play)
    assert play["game"] == {
        "name": "Bird Dog", "sourceGameId": "birddog", "highestWins": True, "noPoints": False,
    }  # fmt: skip
    assert play["players"][2] == {"name": "Cid", "sourcePlayerId": "cid", "score": 12, "rank": 1, "winner": True}


def test_a_game_without_points_hands_none_over() -> None:
    bones = evening("bonehead-full-match")
    assert play_of(bones)["game"]["noPoints"]
    assert "score" not in play_of(bones)["players"][0]


def test_matches_are_chosen_by_partner_house_rule_and_period() -> None:
    assert Selection(player="Ann", partner="Cid").takes(spades(), GAMES)
    assert not Selection(player="Ann", partner="Bob").takes(spades(), GAMES)
    assert not Selection(player="Ann", partner="Cid").takes(dog(), GAMES)
    assert Selection(rules={"overtime": "highest-of-all"}).takes(dog(), GAMES)
    assert not Selection(rules={"overtime": "only-tied"}).takes(dog(), GAMES)
    for since, until, taken in (
        ("2026-11", "2026-11", True),
        ("2026", "", True),
        ("", "2026-10", False),
        ("2026-11-23", "", False),
    ):
        assert Selection(since=since, until=until).takes(spades(), GAMES) == taken
    assert not Selection(since="2026").takes(replace(dog(), at=""), GAMES)


def test_partners_are_counted_together() -> None:
    first, second = partners_records([spades(), replace(spades(), winners=())], GAMES)
    assert (first.partners, first.matches, first.wins) == (("Ann", "Cid"), 1, 1)
    assert (second.partners, second.wins) == (("Bob", "Dot"), 0)


def test_points_that_were_brought_are_not_of_this_match() -> None:
    lines = whole("birddog-whole-match")
    lines.insert(2, "score Cid -1")
    match = finished_match_of(sealed([*lines, "end"]), GAMES)
    assert (match.curve.last, match.own_points, match.winners) == ((-3, -4, 11), (-3, -4, 12), (2,))
    assert player_records([match])[0].per_match == 12
