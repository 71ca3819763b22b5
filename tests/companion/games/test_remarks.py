"""Why a match goes on although somebody has the target, and why it ends as it does: told wherever people look."""

from __future__ import annotations

import re
from random import Random

import pytest

from companion.cli.check import answer_lines
from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.match.match import Match
from companion.rules.events import GameOver
from companion.rules.second_person import forms_to_you, to_player
from companion.scoreboard.view import ending_json, view
from companion.screens.current_screen import screen_for
from companion.screens.hearing import sentences_for
from companion.screens.layouts import lines_of
from companion.support.values import replace
from companion.table.apply_statements import at_moment
from companion.table.state import House, Table
from companion.testing.records import texts_of
from companion.web.narration import sentence
from tests.companion.games.bonehead.evenings import RealTable
from tests.companion.table.pure_table import done
from tests.evening import match_of
from tests.slots import shown

TIES = {
    "rook": ("tie-at-1000", "Both sides have 1010: equal at 1000 or more, so another deal is played"),
    "spades": ("tie-at-500", "Both sides have 510: equal at 500 or more, so another deal is played"),
    "euchre": ("tie-at-10", "Both sides have 10: equal at 10 or more, so another deal is played"),
    "birddog": ("two-reach-eleven", "More than one has 11 or more, so an extra deal is played"),
}
MOON = "Dot shot the moon, all 26 points, but 26 for each of the others end the game, and Bob has less than Dot"

ENDS = "ends the game; the lowest total wins"


def plain(text: str, style: str) -> str:
    del style
    return text


def text_of(game: str, record: str) -> str:
    return texts_of(GAMES[game])[f"{record}.table"]


def scored(text: str, game: str) -> tuple[list[str], Table]:
    """What `check` reports of a record up to the first score that is remarked on, and the table then."""
    report: list[str] = []
    match: Match | None = None
    for line in answers(text, {game: GAMES[game]}):
        report, match = list(answer_lines(line, plain)), line.match
        if match is not None and match.remark[1]:
            break
    assert match is not None
    return report, at_moment(Table(House(GAMES)), match)


def last_told(text: str, game: str) -> str:
    """What the page tells of the line that made the first score that is remarked on."""
    return next(sentence(line) for line in answers(text, {game: GAMES[game]}) if line.match and line.match.remark[1])


def test_who_has_most_cards_left_is_named_the_bonehead_and_the_others_are_placed() -> None:
    told = last_told(text_of("bonehead", "last-bone-wins"), "bonehead")
    assert "Bob has the most cards left: the bonehead." in told
    assert told.endswith("First out wins, then fewest cards left: 1. Ann, 2. Cid, 3. Dan, 4. Eve, 5. Bob.")


def test_the_standings_of_those_who_played_on_are_in_the_order_of_its_sentence() -> None:
    real = RealTable(4, Random(1), play_on=True, careless=0)
    match = match_of(*real.header, *real.right_lines(200))
    ending = ending_json(match, None)
    assert ending is not None
    assert ending["remark"] is not None
    assert [standing["seats"] for standing in ending["standings"]] == [[2], [3], [0], [1]]
    assert ending["remark"][1].endswith(": 1. Cid, 2. Dan, 3. Ann, 4. Bob")


def test_two_with_most_cards_are_the_boneheads() -> None:
    match = match_of(text_of("bonehead", "example"))
    state, shown = match.state, GAMES["bonehead"].shown
    _, bob, _, dan = shown.standing(state)
    tied = replace(state, bones=(*state.bones[:3], state.bones[3] + bob - dan))
    told = shown.remark(tied, match.header.names)[1]
    assert told.startswith("Bob and Dan have the most cards left: the boneheads. ")


@pytest.mark.parametrize("game", TIES)
def test_equal_at_the_target_is_explained_on_every_surface(game: str) -> None:
    record, why = TIES[game]
    report, table = scored(text_of(game, record), game)
    assert any(why in line for line in report)
    assert why in " ".join(heard.text for heard in sentences_for(table))
    assert why in last_told(text_of(game, record), game)
    texts = shown(table)
    assert "A tie: one more deal" in texts or "OK = extra deal" in texts
    assert view(table)["says"] == list(lines_of(screen_for(table)))


def test_a_moon_that_loses_is_explained_on_every_surface() -> None:
    report, table = scored(text_of("hearts", "moon-loses"), "hearts")
    assert any(MOON in line for line in report)
    assert MOON in " ".join(heard.text for heard in sentences_for(table))
    assert MOON in last_told(text_of("hearts", "moon-loses"), "hearts")
    assert "The moon loses|1/" in shown(done(table, "DOWN").table)
    ending = ending_json(table.playing, None)
    assert ending is not None
    assert ending["remark"] == ["The moon loses", MOON]
    report, _ = scored(text_of("hearts", "moon-loses").replace("score Ann 80", "score Ann 74"), "hearts")
    assert any(MOON in line for line in report), "100 exactly end it, too"


@pytest.mark.parametrize(
    ("record", "told"), [("moon-ends-the-game", ENDS), ("moon-own-minus", ""), ("whole-match", ENDS)]
)
def test_a_moon_that_wins_or_ends_nothing_needs_no_word(record: str, told: str) -> None:
    remarks = {line.match.remark[1] for line in answers(text_of("hearts", record), GAMES) if line.match} - {""}
    assert [remark.partition(" and ")[2] for remark in remarks] == [told] * bool(told)


@pytest.mark.parametrize(
    ("before", "last", "after"),
    [("80", "correct Ann +20 agreed\nCid 8H", ""), ("60", "Cid 8H", "correct Ann +20 agreed")],
)
def test_a_moon_is_not_said_to_end_a_game_that_ends_by_a_correction(before: str, last: str, after: str) -> None:
    said = (
        text_of("hearts", "moon-loses").replace("score Ann 80", f"score Ann {before}").replace("Cid 8H", last) + after
    )
    *_, told = (line.match for line in answers(said, GAMES) if line.match)
    assert told.remark[1].endswith(ENDS)


def test_a_game_that_ends_since_all_cards_are_markers_is_not_said_to_end_by_points() -> None:
    corrected = "correct Cid -100 agreed\ncorrect Dee -190 agreed\n"
    match = match_of(text_of("birdhead", "tie-without-cards") + corrected)
    assert (max(match.scores), match.winners) == (10, (0, 1))
    assert match.remark[1] == "Too few cards are left for another deal; the lowest total wins"


def test_a_deal_that_does_not_count_is_not_remarked_on() -> None:
    said = text_of("birddog", "remedy-in-an-extra-deal")
    voided = [line.match for line in answers(said, GAMES) if line.match and line.text.startswith("remedy void-deal")]
    assert [match.remark for match in voided] == [("", "")] * len(voided)
    assert voided


@pytest.mark.parametrize(
    ("who", "wins"), [("highest-of-all", "highest total wins"), ("only-tied", "highest of them wins")]
)
def test_before_an_extra_deal_is_told_who_can_win_it(who: str, wins: str) -> None:
    said = text_of("birddog", "two-reach-eleven").replace("dealer", f"option overtime {who}\ndealer", 1)
    assert last_told(said, "birddog").endswith(f"and then the {wins}.")


@pytest.mark.parametrize("outsider", [10, 7])
def test_who_was_not_tied_does_not_win_with_as_many_or_more(outsider: int) -> None:
    said = text_of("birddog", "overtime-only-tied").replace("score Cid 10", f"score Cid {outsider}")
    *_, match = (line.match for line in answers(said, GAMES) if line.match and line.match.remark[1])
    assert match.scores == (12, 13, outsider + 6)
    assert match.remark[1] == "Others have as many or more, but only those who were tied can win"


@pytest.mark.parametrize("game", ["hearts", "birdhead"])
def test_who_ends_a_match_that_the_lowest_total_wins_is_told_with_that(game: str) -> None:
    told = 0
    for text in texts_of(GAMES[game]).values():
        for match in (line.match for line in answers(text, GAMES) if line.match and line.match.winners):
            if match.remark[0] == "Lowest wins":
                ((who, most),) = re.findall(rf"^(\w+) has (\d+) and {ENDS}$", match.remark[1])
                assert match.scores[match.header.names.index(who)] == int(most) == max(match.scores)
                assert to_player(match.remark[1], who, forms_to_you(match.header.game)).startswith(f"You have {most} ")
                told += 1
    assert told


@pytest.mark.parametrize(
    ("game", "record", "title", "why"),
    [
        ("hearts", "whole-match", "Lowest wins", ENDS),
        ("birdhead", "whole-match", "Lowest wins", ENDS),
        ("toriatama", "too-many-drinks", "A crate is full", " filled a crate, which ends the game; most"),
    ],
)
def test_why_a_match_ends_is_told_on_every_surface(game: str, record: str, title: str, why: str) -> None:
    report, table = scored(text_of(game, record), game)
    assert any(why in line for line in report)
    assert why in " ".join(heard.text for heard in sentences_for(table))
    assert f"{title}|" in shown(done(table, "DOWN").table)
    ending = ending_json(table.playing, None)
    assert ending is not None
    assert ending["remark"] is not None
    assert (ending["remark"][0], why in ending["remark"][1]) == (title, True)


def test_a_side_at_the_floor_is_told_why_it_lost() -> None:
    report, table = scored(text_of("spades", "floor-minus-200"), "spades")
    assert "A side with -200 or less has lost" in report[-1]
    assert "Lost at -200" in shown(done(table, "DOWN").table)
    *_, won = answers(
        text_of("spades", "floor-minus-200").replace("score Ann 100", "option bags none\nscore Ann 429"), GAMES
    )
    assert (won.known_match.scores[0], won.known_match.remark) == (500, ("", "")), "the target says it"


@pytest.mark.parametrize(("game", "target"), [("birddog", 11), ("rook", 300), ("spades", 500)])
def test_who_loses_with_the_target_is_told_why(game: str, target: int) -> None:
    ended = [
        line.match
        for text in texts_of(GAMES[game]).values()
        for line in answers(text, GAMES)
        if line.match and any(isinstance(event, GameOver) for event in line.match.events)
    ]
    for match in ended:
        goal = int(match.header.setup().options.get("target", target))
        others = [total for seat, total in enumerate(match.scores) if seat not in match.winners]
        if max(others) >= goal:
            assert match.remark[1], match.scores
    assert ended
