"""One answer to who is asked: the panel's large name and the voice's sentence are the same player's, in every game."""

from __future__ import annotations

import re

import pytest

from companion.games.registry import GAMES
from companion.screens.asking import asked_sentence
from companion.screens.current_screen import screen_for
from companion.screens.layouts import Glance, Target
from companion.support.messages import spoken_in
from companion.table.asked import own_seat, seat_asked, seats_asked
from companion.table.from_record import resume
from companion.table.modes import Playing
from companion.table.state import House, Table
from tests.companion.table.prompts import walked
from tests.companion.table.pure_table import table_of
from tests.evening import RECORDS, resumed, whole
from tests.torture import so_many

WITHOUT_A_NAME = frozenset({"impossible", "turn up", "maker", "passing", "first lead"})
"""Screens whose fact is a card, a question to all, or the answer at the cursor."""


def large_names(table: Table) -> set[str]:
    """The players whom the panel names large, or below the fact."""
    layout = screen_for(table).layout
    fact = layout.fact.text if isinstance(layout, Glance | Target) else ""
    below = layout.player if isinstance(layout, Target) else ""
    words = {*re.findall(r"[A-Z]+", f"{fact} {below}")}
    return {name for name in table.playing.header.names if name.upper() in words}


@pytest.mark.parametrize("scanned", [False, True])
def test_panel_and_voice_name_the_player_who_is_asked(scanned: bool) -> None:  # noqa: FBT001
    wrong: list[object] = []
    for game in so_many(sorted(GAMES)[scanned::2], sorted(GAMES)):
        for table in walked(game, 1, scanned=scanned):
            if not table.in_play or table.mode.__class__ is not Playing or table.overlay is not None:
                continue
            seat = seat_asked(table)
            if seat is None:
                continue
            names, name = table.playing.header.names, table.playing.header.names[seat]
            sentence, large = asked_sentence(table), large_names(table)
            others = [other for other in names if sentence.startswith(other) and other != name]
            alike = large == {name} or (not large and screen_for(table).name != "trick")
            if others or not (alike or screen_for(table).name in WITHOUT_A_NAME):
                wrong.append((game, screen_for(table).name, name, large, sentence))
    assert wrong == []


EUCHRE = """game euchre
players Ann Tom James Kathy
; seat Tom computer=gentle seed=1
; seat James computer=gentle seed=2
; seat Kathy computer=gentle seed=3
dealer Tom
deal
up QS
James pass
Kathy pass
Ann orders
Tom discards QS"""

LEADS = EUCHRE.partition("James pass")[0].replace("dealer Tom", "dealer Kathy") + "Ann orders\nKathy discards QS"

CLAIMED = """game toriatama
players Ann Bob Cid
start Ann
deal
Ann takes red-can
Bob takes blue-can
Cid takes red-tall
Ann takes blue-small
Bob takes white-bottle
Cid claims bottle right"""


def test_who_may_take_the_next_drink_is_asked_beside_those_who_may_still_claim_the_last() -> None:
    table = resumed(CLAIMED.splitlines())
    assert seats_asked(table) == (0, 2)


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(EUCHRE, id="a computer leads"),
        pytest.param(LEADS, id="the same person leads"),
    ],
)
def test_who_has_made_trump_is_asked_to_play_alone_before_the_first_lead(record: str) -> None:
    table = resumed(record.splitlines())
    assert (seat_asked(table), own_seat(table)) == (0, 0)
    assert not large_names(table) & {"Tom", "James", "Kathy"}
    assert asked_sentence(table) == "Do you play alone?"


@pytest.mark.parametrize(
    ("dealer", "passed", "does"),
    [("Tom", ("James", "Kathy"), "order it up"), ("Ann", ("Tom", "James", "Kathy"), "pick it up")],
)
def test_a_dealer_picks_up_what_others_order_up(dealer: str, passed: tuple[str, ...], does: str) -> None:
    header = EUCHRE.replace("dealer Tom", f"dealer {dealer}").splitlines()[:8]
    table = resumed([*header, *(f"{name} pass" for name in passed)])
    assert asked_sentence(table).endswith(f"is up: do you {does}?")
    assert does in [choice.own for choice in table.offered]


def test_a_dealer_who_ordered_up_lays_a_card_away_and_then_may_play_alone() -> None:
    header = EUCHRE.replace("dealer Tom", "dealer Ann").splitlines()[:8]
    ordered = [*header, "Tom pass", "James pass", "Kathy pass", "Ann orders"]
    tables = [resume(lines, House(GAMES)) for lines in (ordered, [*ordered, "Ann discards QS"])]
    assert [table and asked_sentence(table) for table in tables] == [
        "Lay one card away, face down.",
        "Do you play alone?",
    ]


def test_the_only_person_is_spoken_to_as_you_and_others_by_name() -> None:
    begun = ["game spades", "players Ann Bob Cid Dee", "; seat {} computer=gentle seed=1", "dealer Dee", "deal"]
    alone = [line.format(name) for line in begun[2:3] for name in ("Bob", "Cid", "Dee")]
    only = resume([*begun[:2], *alone, *begun[3:]], House(GAMES))
    several = resume([*begun[:2], *begun[3:]], House(GAMES))
    assert only is not None
    assert several is not None
    assert asked_sentence(only) == "How many tricks will you take? 0 is nil: 100 points for taking none, or 100 lost."
    assert asked_sentence(several) == "How many tricks will Ann take?"


TURNED_UP = "game birddog|players Ann Bob Cid|dealer Cid|deal|up 9H"
ALONE = "|; seat Bob computer=gentle seed=1|; seat Cid computer=gentle seed=1|dealer"
HAS_BID = "game rook|players Ann Bob Cid Dee|dealer Dee|deal|Ann bid 70|Bob pass|Cid pass|Dee pass"


@pytest.mark.parametrize(
    ("record", "asked"),
    [
        (TURNED_UP.replace("|dealer", ALONE), "Nine of hearts is turned up: do you make its suit trump?"),
        (f"{TURNED_UP}|Ann pass|Bob pass|Cid pass|up QC", "Who makes clubs trump?"),
        (f"{TURNED_UP}|Ann declare", "Who says nil?"),
        (HAS_BID.partition("|Ann")[0], "What does Ann bid?"),
        (HAS_BID, "Ann has the nest, lays five cards away, and names trump."),
        (f"{HAS_BID}|Ann lays", "Which colour does Ann make trump?"),
    ],
)
def test_what_is_said_before_the_first_trick_is_asked_in_the_words_of_the_game(record: str, asked: str) -> None:
    assert asked_sentence(table_of(record)) == asked


def test_why_another_deal_is_played_after_a_tie_is_said_with_the_question() -> None:
    tie = resumed(whole("spades-tie-at-500"))
    why = "Both sides have 510: equal at 500 or more, so another deal is played."
    assert asked_sentence(tie).endswith(f"{why} Next deal?")


def test_a_revoke_is_told_to_the_only_person_as_all_else_is() -> None:
    told = whole("rook-revoke-correctable")
    header, deal = told[:2], told[2 : next(at for at, line in enumerate(told) if line.startswith("back"))]
    alone = [f"; seat {name} computer=gentle seed=1" for name in ("North", "South", "West")]
    for seats, begin in ([], "East broke"), (alone, "You broke"):
        table = resumed([*header, *seats, *deal])
        sentence = asked_sentence(table)
        rule = "Rule broken: follow the colour led, or play the Rook."
        assert sentence.startswith(f"{begin} a rule in trick 1 with the red five. {rule}")


def test_a_price_is_told_whole_also_where_the_panel_has_no_room_for_it() -> None:
    told = RECORDS["rook-revoke-fourth-card"].read_text("utf-8").replace("South", "Bartholomew-the-Great")
    table = resumed([line for line in told.splitlines() if line[0] != "#"])
    says = screen_for(table).says
    assert says is not None
    assert "the deal ends, North and Bartholomew-the-Great lose 80" in " ".join(sentence.text for sentence in says())


def test_the_rule_that_was_broken_has_its_nouns_in_capitals_in_german() -> None:
    told = whole("hearts-revoke-hearts-led")
    table = resumed(told[: told.index("Dee 4H") + 1])
    with spoken_in("de"):
        assert "Verletzt: Herz ist noch nicht gebrochen." in asked_sentence(table)
