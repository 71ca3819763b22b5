"""What is said of the lines of a record, to people."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.rules.referee.verdicts import Illegal
from companion.table.asked import seat_asked
from companion.web.examples import example_of, examples, scene_of
from companion.web.narration import news, sentence, story
from companion.web.orders import Begin, Do
from tests.companion.web.seating import seats
from tests.companion.web.table_in_browser import desk_of, does, steps_until
from tests.evening import RECORDS, match_of

CODE = re.compile(r"\b(10|[2-9JQKA]|1[1-4])[SHDCBGRY]\b|[=_/#]|\bNone\b|->|[a-z]-[a-z]+\b(?<!two-)|  ")
"""What a record, a program or a careless template would say."""


@pytest.mark.parametrize("game", examples())
def test_every_line_of_an_example_is_told_in_sentences_without_codes(game: str) -> None:
    before = None
    for line in example_of(game).lines:
        told = sentence(line, before)
        assert re.fullmatch(r"([A-Z].*[a-z0-9♠♥♦♣+-].*\.)", told), told
        assert not CODE.search(told), told
        before = line


def test_who_passes_says_no_nil_once_trump_is_made() -> None:
    told = [sentence(line) for line in example_of("birddog").lines]
    made = next(place for place, line in enumerate(told) if "makes" in line)
    assert "Ann says no nil." in told[made:]
    assert not any("passes" in line for line in told[made:])
    assert not any("no nil" in line for line in told[:made])


def test_a_maker_of_trump_who_does_not_play_alone_plays_with_the_partner() -> None:
    match = match_of(RECORDS["euchre-made-three"].read_text("utf-8"))
    assert [*story(match)][1:3] == [
        "Ann makes hearts trump.",
        "Ann plays with the partner.",
    ]


def test_a_refused_play_says_which_rule_and_the_next_one_that_it_repairs_it() -> None:
    lines = scene_of(example_of("birdhead")).lines
    told = [sentence(line, before) for before, line in zip((None, *lines), lines, strict=False)]
    assert told[0] == "The cards are dealt."
    assert told[-5:] == [
        "Ann leads two fives.",
        "Bob plays a three and a six.",
        "Cid plays a four and an eleven, but the box refuses: match each card, or play your lowest.",
        "Cid takes a four and an eleven back and plays a two and a four.",
        "Dot plays a five and a six. Dot takes the trick.",
    ]


def test_the_story_of_a_deal_names_every_card_in_words(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "birddog", people=3)
    does(desk, Do.DEAL_END)
    tricks = [told for told in story(desk.table.playing) if " leads " in told]
    assert all(told.count(" leads ") == told.count(" takes the trick") == 1 for told in tricks)
    assert len(tricks) == 7
    told = " ".join(story(desk.table.playing))
    assert re.search("the Bird Dog is (the )?\\w+ of ", told)
    assert not re.search("[♠♥♦♣]", told)


@pytest.mark.parametrize("game", examples())
def test_a_scene_is_a_deal_from_its_beginning_to_one_refused_play_and_what_mends_it(game: str) -> None:
    lines = scene_of(example_of(game)).lines
    assert lines[0].text == "deal"
    assert len(lines) <= 26
    refused = [isinstance(line.answer.verdict, Illegal) for line in lines]
    assert refused.count(True) == 1
    wrong, right = (lines[refused.index(True) + step] for step in (0, 1))
    who, again = wrong.text.split()[0], sentence(right, wrong)
    assert ", but the box refuses: " in sentence(wrong) or f"{who} must follow " in sentence(wrong)
    assert re.match(f"{who} (takes (?!that).+ back and plays|puts that back and takes) ", again)


def test_a_card_that_does_not_follow_is_told_with_the_suit_that_was_led() -> None:
    told = [sentence(line) for line in scene_of(example_of("rook")).lines]
    assert "East must follow yellow, so the box refuses the red 14." in told


def test_news_name_cards_by_signs_and_the_last_one_of_a_trick_with_who_took_it(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, Begin("spades", seats=seats(4, 3, "gentle"), seed=1))
    steps_until(desk, lambda: len(desk.table.playing.state.deal.tricks) == 2 and seat_asked(desk.table) == 0)
    assert news(desk.table.playing) == [
        "You: 4♦. Tom takes the trick with A♦.",
        "Tom: K♦.",
        "James: 2♦.",
        "Kathy: 10♦.",
    ]


def test_news_call_a_card_without_a_sign_as_people_do() -> None:
    matches = [line.match for line in answers(RECORDS["rook-lead-with-rook"].read_text("utf-8"), GAMES)]
    told = {line for match in matches if match is not None and match.state is not None for line in news(match)}
    assert {
        "West takes the nest and lays five cards away.",
        "West: yellow six. North takes the trick with the Rook.",
    } <= told


def test_a_trick_after_which_a_person_leads_is_told_by_the_question_alone(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, Begin("birddog", seats=seats(3, 2, "gentle"), seed=1))
    steps_until(desk, lambda: (now := desk.view()["asked"]) and now["sentence"].startswith("You took the trick."))
    assert news(desk.table.playing)
    assert not any("take" in told for told in news(desk.table.playing))


def test_a_bid_of_0_is_told_as_nil() -> None:
    match = match_of(RECORDS["spades-nil-lost-helps"].read_text("utf-8"))
    assert [*story(match)][:4] == ["Ann says nil.", "Bob bids 3.", "Cid bids 4.", "Dot bids 3."]


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("bonehead", "after a 2 anything goes, and a 10 clears the pile."),
        ("spades", "10 off for each trick bid. Tricks over the bid are bags: 10 cost 100."),
        ("rook", "120 in all. A side that takes fewer points than it bid is set: its bid is taken off."),
        ("birddog", "if you did not declare. Nil bets 3 points on taking no trick."),
        ("birdhead", "the highest there costs its player its rank in points."),
        ("toriatama", "A crate of 6 ends the game: a point for each of its colours and shapes."),
        ("euchre", "euchred: 2 points for the others. All 5 are a march: 2 points, 4 for who plays alone."),
    ],
)
def test_words_of_a_game_are_explained_where_they_are_asked_first(game: str, told: str, tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    people = GAMES[game].players[-1]
    does(desk, Begin(game, seats=seats(people, people - 1, "gentle"), seed=1))
    steps_until(desk, lambda: seat_asked(desk.table) == 0)
    asked = desk.view()["asked"]
    assert asked is not None
    assert asked["opening"].endswith(told)


def test_who_takes_the_queen_of_spades_is_told_with_the_trick() -> None:
    matches = [line.match for line in answers(RECORDS["hearts-example"].read_text("utf-8"), GAMES)]
    told = [list(story(match)) for match in matches if match is not None and match.state is not None]
    end = "Bob plays the ten of spades. Ann takes the trick with the queen of spades. Ann takes the queen of spades."
    assert any(lines[-1].endswith(end) for lines in told if lines)
