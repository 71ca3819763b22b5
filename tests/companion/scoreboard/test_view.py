"""The scoreboard's view: standings, what lies open, and whose turn it is. What it must never tell: test_secrets."""

from __future__ import annotations

import json

import pytest

from companion.scoreboard.view import view
from companion.screens.hearing import tell_all
from tests.evening import RECORDS
from tools.gallery.evenings import RecordedTable, ScriptedTable, SetUpTable
from tools.gallery.examples import BIRDHEAD_TRICK, HEADS, ROOK_TRICK, birdhead, bonehead, rook, toriatama
from tools.gallery.examples import CRATES as CRATES_FULL

DEAL = RECORDS["birddog-full-deal"].read_text("utf-8").splitlines()
LED, TAKEN, LED_AGAIN = (RecordedTable("\n".join(DEAL[: DEAL.index("Ann AC") + lines])) for lines in (2, 3, 5))
CRATES = toriatama(CRATES_FULL.partition("start Ann, ")[2], header="players Ann Bob Cid, start Ann")


def lying(told: RecordedTable) -> list[str]:
    """The cards in the middle behind the names of those who laid them."""
    faces = ("+".join(card["rank"] + card["suit"] for card in pile["cards"]) for pile in view(told.table())["lies"])
    return [f"{pile['who']} {cards}" for pile, cards in zip(view(told.table())["lies"], faces, strict=True)]


def test_before_a_game_only_what_the_box_says_is_told() -> None:
    told = view(SetUpTable().table())
    assert told.keys() == {"on", "says"}
    assert told["says"]


def test_a_trick_lies_there_with_whose_card_is_whose_and_whose_turn_it_is() -> None:
    told = view(LED.table())
    assert lying(LED) == ["Ann AC", "Bob 10C"]
    assert (told["title"], told["turn"], told["apart"]) == ("Bird Dog", [2], False)
    assert [(player["name"], player["stands"]) for player in told["players"]] == [("Ann", 0), ("Bob", 0), ("Cid", 0)]


def test_a_trick_may_be_looked_at_until_something_else_is_said() -> None:
    assert lying(TAKEN) == ["Ann AC", "Bob 10C", "Cid KC"]
    assert lying(LED_AGAIN) == ["Ann QS"]


VOIDED = (*DEAL[: DEAL.index("Ann AC")], "Ann AC", "Bob 9H", "Cid KC", "Ann QS", "Bob 9C", "remedy void-deal")


@pytest.mark.parametrize(
    ("deal", "dealer", "score"),
    [
        (VOIDED, "Cid", 0),
        ((*VOIDED, "correct Bob 1 agreed"), "Cid", 0),
        ((*VOIDED, "seat Bob Eve"), "Cid", 0),
        ((*DEAL, "correct Bob 1 agreed"), "Ann", 1),
    ],
)
def test_while_the_next_deal_is_awaited_nothing_is_told_of_the_last_one(
    deal: tuple[str, ...], dealer: str, score: int
) -> None:
    table = RecordedTable("\n".join(deal)).table()
    told = view(table)
    assert (told["where"], told["memo"]) == ("deal 2", "")
    assert told["says"][:2] == ["Bird Dog deal 2", dealer.upper()]
    heard = " ".join(sentence.text for sentence in tell_all(table))
    assert f"Bird Dog: deal 2. {dealer} is the dealer. Ann: score {score}. " in heard


def test_nobody_looks_at_a_taken_trick_of_rook() -> None:
    assert lying(rook(ROOK_TRICK)) == []
    assert len(lying(rook(ROOK_TRICK.rpartition(",")[0]))) == 3


def test_of_alike_cards_nobody_is_told_which_copy_it_is() -> None:
    assert lying(birdhead(BIRDHEAD_TRICK))[:2] == ["Dee 7+7", "Ann 8+10"]


def test_heads_and_the_pile_are_open() -> None:
    told = bonehead(f"{HEADS}, Ann 4C")
    assert lying(told) == [" 4C"]
    assert [len(player["open"]) for player in view(told.table())["players"]] == [3] * 5


def test_crates_are_open_and_fists_and_the_centre_are_not() -> None:
    told = view(CRATES.table())
    crates = [len(player.crate) for player in CRATES.table().playing.moment.players]
    assert [len(player["open"]) for player in told["players"]] == crates
    assert any(crates)
    assert (told["lies"], told["apart"]) == ([], True)


def test_a_scored_deal_is_a_step_of_the_curve() -> None:
    assert view(LED.table())["curve"] is None
    told = view(RecordedTable("\n".join(DEAL)).table())
    assert told["curve"]["points"] == [[0, 0, 0], [1, 2, 1]]
    assert [player["stands"] for player in told["players"]] == [1, 2, 1]


@pytest.mark.parametrize("script", ["", "9H"])
def test_names_are_kept_letter_by_letter(script: str) -> None:
    names = ("Ann", '<img src=x onerror="alert(1)">', "Zoë 李")
    told = json.loads(json.dumps(view(ScriptedTable(script, names=names).table())))
    assert tuple(player["name"] for player in told["players"]) == names
