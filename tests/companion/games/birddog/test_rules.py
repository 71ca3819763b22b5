"""Bird Dog: cases beyond its records, and that the records cover every rule and event."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.match.checker import NoRecordError, answers, final
from tests.cases import for_each
from tests.companion.games.birddog.naive_reader import NaiveBirdDog
from tests.evening import RECORDS

OWN = {name: path for name, path in RECORDS.items() if name.startswith("birddog-")}
BEYOND = {f"birddog-{name}" for name in ("claim-unclear", "decided-after-the-trick", "decided-with-nil")}
BEYOND |= {"birddog-void-deal-at-eleven"}
"""Claims and corrected scores, which the naive reader does not know (tests/companion/rules/test_claims.py)."""
HEADER = "game birddog\nplayers Ann Bob Cid\ndealer Cid\n"
SCANNED = "hand Ann 9H 10H JH QH KH AH 9S"


def rows_of(text: str) -> list[dict[str, Any]]:
    return [answer.as_json() for answer in answers(text, GAMES)]


def final_of(text: str) -> dict[str, Any]:
    told = list(answers(text, GAMES))
    match = told[-1].match
    assert match
    return final(match, sum(answer.as_json()["verdict"] == "illegal" for answer in told))


def last(text: str) -> tuple[str, str | None]:
    """Verdict and rule of the last line."""
    row = rows_of(HEADER + text)[-1]
    return row["verdict"], row["rule"]


@for_each("name", sorted(OWN.keys() - BEYOND))
def test_a_naive_reader_answers_each_record_alike(name: str) -> None:
    text = OWN[name].read_text("utf-8")
    naive = NaiveBirdDog()
    told = {number: row for number, line in enumerate(text.split("\n"), 1) if (row := naive.answer(line))}
    found = {row["line"]: {key: row[key] for key in ("verdict", "rule", "events")} for row in rows_of(text)}
    assert found == told
    assert final_of(text) == naive.final()


def test_the_records_show_every_rule_and_every_event_of_the_game() -> None:
    rows = [row for path in OWN.values() for row in rows_of(path.read_text("utf-8"))]
    rules = (
        "wrong-phase nothing-to-undo not-your-turn card-used not-in-hand card-count no-revoke follow-suit claim-unclear"
    )
    events = "declared forced revoke trick nil-broken impossible deal-score score-corrected redeal game-over"
    assert {row["rule"] for row in rows} - {None} == set(rules.split())
    assert {event["event"] for row in rows for event in row["events"]} == set(events.split())


@pytest.mark.parametrize(
    "head",
    [
        "",
        "deal",
        "game chess\nplayers Ann Bob Cid",
        "players Ann Bob Cid\ngame birddog",
        "game birddog\ndeal",
        "game birddog\nplayers Ann Bob",
        "game birddog\nplayers Ann Bob Cid Dan",
        "game birddog\nplayers 4",
        "game birddog\nplayers Ann Bob ann",
        "game birddog\nplayers Ann Bob pass",
        'game birddog\nplayers Ann Bob ""',
        "game birddog\nplayers Ann Bob " + "é" * 33,
        "game birddog\nplayers Ann Bob " + "é" * 32 + "e",
    ],
)
def test_without_right_game_and_players_there_is_no_record(head: str) -> None:
    with pytest.raises(NoRecordError):
        list(answers(head, GAMES))


def test_a_name_of_sixty_four_bytes_is_kept_exactly() -> None:
    name = "é" * 32
    assert name in final_of(f"game birddog\nplayers Ann Bob {name}\ndealer Ann\ndeal")["scores"]


def test_the_first_words_are_read_in_any_case() -> None:
    told = rows_of("GAME BirdDog\nPLAYERS Ann Bob Cid\nDealer Cid\nDEAL")
    assert [row["verdict"] for row in told] == ["legal"] * 4


def test_a_refusal_carries_its_sentence() -> None:
    row = rows_of(HEADER + "deal\nup 10D\nBob pass")[-1]
    assert (row["rule"], row["reason"]) == ("not-your-turn", "It is another player's turn.")


def test_nothing_is_won_when_the_evening_just_ends() -> None:
    told = final_of(HEADER + "score Ann 10\ndeal\nup 10D\nBob pass\nend")
    brought = {"Ann": 10, "Bob": 0, "Cid": 0}
    assert told == {"final": True, "over": False, "scores": brought, "winners": [], "illegal": 1, "revokes": 0}


def record(name: str) -> str:
    path = OWN[f"birddog-{name}"]
    return path.read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "standing"),
    [
        ("renege-play-on-mid-deal", 2),
        ("renege-void-mid-deal", 4),
        ("proven-by-counting", 1),
        ("undo-a-play", 0),
        ("undo", 0),
        ("whole-match", 0),
    ],
)
def test_revokes_that_stand_are_counted_voided_deals_or_not(name: str, standing: int) -> None:
    assert final_of(record(name))["revokes"] == standing


def test_a_game_won_by_a_remedy_is_over_and_one_opened_again_is_not() -> None:
    text = record("remedy-changes-the-winner")
    assert final_of(text)["winners"] == ["Ann"]
    opened = final_of(text.removesuffix("end\n") + "remedy play-on\n")
    assert (opened["over"], opened["winners"], opened["scores"]) == (False, [], {"Ann": 11, "Bob": 11, "Cid": 1})


@pytest.mark.parametrize("line", ["deal", SCANNED, "dealt Ann 9H"])
def test_dealing_and_scanning_after_the_first_card_is_an_error(line: str) -> None:
    assert last(f"deal\nup 10D\n{line}") == ("error", None)


@pytest.mark.parametrize("line", [SCANNED, "dealt Ann 9H"])
def test_scanning_before_the_deal_is_an_error(line: str) -> None:
    assert last(line) == ("error", None)


@pytest.mark.parametrize("line", ["deal", SCANNED, "dealt Ann 9H"])
def test_dealing_and_scanning_after_the_evening_ended_is_an_error(line: str) -> None:
    assert last(f"deal\nend\n{line}") == ("error", None)


def test_scanning_before_the_dealer_is_named_is_an_error() -> None:
    assert rows_of("game birddog\nplayers Ann Bob Cid\n" + SCANNED)[-1]["verdict"] == "error"


def test_a_hand_of_no_card_is_an_error_even_when_all_were_scanned() -> None:
    assert last(f"deal\n{SCANNED}\nhand Ann") == ("error", None)
