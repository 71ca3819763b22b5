"""BirdHead by chance: both readers agree on every line, fair players are never refused, seats do not matter."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.record import answers, final
from tests.companion.games.birdhead_evenings import NAMES, disturbed, played_out, said_at_random
from tests.companion.games.naive_birdhead import NaiveBirdHead

Rows = dict[int, dict[str, Any]]


def told(lines: list[str]) -> Rows:
    """What the companion answers, by line; under 0 the last line of all."""
    rows: Rows = {}
    match = None
    for answer in answers("\n".join(lines), GAMES):
        row = answer.as_json()
        row.pop("reason", None)
        rows[row.pop("line")] = row
        match = answer.match
    assert match
    illegal = sum(row["verdict"] == "illegal" for row in rows.values())
    return rows | {0: final(match, illegal)}


def read_naively(lines: list[str]) -> Rows:
    table = NaiveBirdHead()
    rows = {number: table.answer(line) for number, line in enumerate(lines, start=1)}
    return {number: row for number, row in rows.items() if row is not None} | {0: table.final()}


def assert_agree(lines: list[str]) -> None:
    ours, naive = told(lines), read_naively(lines)
    assert ours.keys() == naive.keys()
    for number in sorted(ours, key=lambda line: line or len(lines) + 1):
        assert ours[number] == naive[number], f"line {number}: {lines[number - 1]}"


def events_of(rows: Rows, *kinds: str) -> list[dict[str, Any]]:
    return [event for number in sorted(rows) for event in rows[number].get("events", []) if event["event"] in kinds]


@pytest.mark.parametrize("seed", range(12))
def test_fair_players_are_never_refused_and_never_accused(seed: int) -> None:
    lines = played_out(Random(seed)).lines
    rows = told(lines)
    assert {row["verdict"] for number, row in rows.items() if number} <= {"legal", "trust"}
    assert not events_of(rows, "revoke", "impossible")


@pytest.mark.parametrize("seed", range(12))
def test_a_fair_match_ends_and_its_points_add_up(seed: int) -> None:
    evening = played_out(Random(seed), deals=150)
    rows = told(evening.lines)
    deals = [event["scores"] for event in events_of(rows, "deal-score")]
    before = evening.table.totals_brought()
    assert rows[0]["over"]
    assert rows[0]["scores"] == {name: before[name] + sum(deal[name] for deal in deals) for name in NAMES}
    assert [event["winners"] for event in events_of(rows, "game-over")] == [rows[0]["winners"]]


@pytest.mark.parametrize("seed", range(8))
def test_losers_of_a_fair_deal_have_one_rank_as_points(seed: int) -> None:
    for event in events_of(told(played_out(Random(seed)).lines), "deal-score"):
        assert len(set(event["scores"].values()) - {0}) == 1
        assert 2 <= max(event["scores"].values()) <= 11


@pytest.mark.parametrize("seed", range(20))
def test_both_readers_agree_about_players_who_revoke(seed: int) -> None:
    assert_agree(played_out(Random(seed), revoking=0.25, deals=3).lines)


@pytest.mark.parametrize("seed", range(40))
def test_both_readers_agree_about_wrong_statements_repairs_and_remedies(seed: int) -> None:
    assert_agree(disturbed(Random(seed)).lines)


@pytest.mark.parametrize("seed", range(5))
def test_both_readers_agree_about_players_who_name_any_card(seed: int) -> None:
    assert_agree(said_at_random(Random(seed)).lines)


def renamed(value: Any, names: dict[str, str]) -> Any:
    """The same value with every player renamed."""
    match value:
        case str():
            return " ".join(names.get(word, word) for word in value.split(" "))
        case dict():
            return {renamed(key, names): renamed(one, names) for key, one in value.items()}
        case list():
            return [renamed(one, names) for one in value]
    return value


@pytest.mark.parametrize("seed", range(8))
def test_players_who_move_on_a_seat_take_the_answers_with_them(seed: int) -> None:
    names = dict(zip(NAMES, [*NAMES[1:], NAMES[0]], strict=True))
    lines = disturbed(Random(seed)).lines
    moved = [line if line.startswith("players") else renamed(line, names) for line in lines]
    there, here = told(moved), renamed(told(lines), names)
    for row in (*there.values(), *here.values()):
        for event in row.get("events", [row]):
            event["winners"] = sorted(event.get("winners", []))
    assert there == here


@pytest.mark.parametrize("seed", range(12))
def test_what_is_undone_and_said_again_gives_the_same_answers(seed: int) -> None:
    random = Random(seed)
    lines = played_out(random, revoking=0.2, deals=2).lines
    rows = told(lines)
    applied = [n for n in range(lines.index("deal"), len(lines)) if rows[n + 1]["verdict"] in {"legal", "trust"}]
    at = random.randrange(1, len(applied))
    back = random.randint(1, at)
    again, until = applied[at - back : at], applied[at - 1] + 1
    repaired = told([*lines[:until], f"undo {back}", *(lines[n] for n in again), *lines[until:]])
    assert [repaired[until + 2 + n] for n in range(back)] == [rows[n + 1] for n in again]
    assert [repaired[n + back + 2] for n in range(until, len(lines))] == [rows[n + 1] for n in range(until, len(lines))]
    assert repaired[0] == rows[0]
