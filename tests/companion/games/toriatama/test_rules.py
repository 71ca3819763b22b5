"""Toriatama: a table of cases for each rule, the places of drinks, the end, and what the table sees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.cards import Deck
from companion.games.registry import GAMES
from companion.games.toriatama.drinks import Drinker, DrinksState, Take
from companion.games.toriatama.rules import DECK, TORIATAMA
from companion.match.checker import answers
from companion.match.header import Header
from companion.match.match import Match
from companion.rules.game import pieces_of
from companion.rules.referee.verdicts import Illegal
from companion.rules.statements import Statement, UnreadableError
from tests.evening import right_match

NAMES = ("Ann", "Bob", "Cid", "Dee")


def record(*said: str, players: int = 2, opener: str = "Ann", house: dict[str, str] | None = None) -> str:
    """A record of these statements, its header and deal included."""
    options = [f"option {name} {value}" for name, value in (house or {}).items()]
    names = " ".join(NAMES[:players])
    return "\n".join(["game toriatama", f"players {names}", f"start {opener}", *options, "deal", *said])


def table_after(*said: str, **header: Any) -> Match:
    """The match after these statements, which must all be right."""
    return right_match(record(*said, **header))


def last_answer(*said: str, **header: Any) -> str:
    """Verdict or rule of the last statement, and what a claim came to."""
    row = list(answers(record(*said, **header), GAMES))[-1].as_json()
    claims = ["right" if event["correct"] else "wrong" for event in row["events"] if event["event"] == "claim"]
    return " ".join((row["rule"] or row["verdict"], *claims))


def assert_each(found: str, statements: str, *before: str, **header: Any) -> None:
    """Each of these statements, separated by bars, has this answer after those before."""
    each = statements.split(" | ")
    assert {said: last_answer(*before, said, **header) for said in each} == dict.fromkeys(each, found)


def lying(match: Match) -> dict[str, str]:
    """Where everybody's drinks are: "Ann" -> "red-can | green-can blue-can | crate …" (right, left, crate)."""
    state: DrinksState = match.state
    return {
        name: " | ".join(" ".join(map(str, place)) for place in (player.right, player.left, player.crate))
        for name, player in zip(match.header.names, state.players, strict=True)
    }


# One table a rule


TURN = ("Ann takes red-can", "Bob takes green-tall")


@pytest.mark.parametrize(
    ("found", "statements"),
    [
        ("legal", "Ann takes blue-can | Ann moves | Ann returns right | end"),
        ("not-in-centre", "Ann takes red-can"),
        ("not-your-turn", "Bob takes blue-can | Bob moves"),
        ("card-count", "Ann takes | Ann takes blue-can blue-tall"),
        ("card-used", "Ann takes blue-can blue-can"),
        ("error", "Ann takes pink-can | Ann blue-can | Ann declare | Ann claims pink right | Ann claims green"),
        ("error", "Ann claims green tall right"),
        ("own-drink", "Bob claims green right | Bob claims red left"),
        ("legal wrong", "Ann claims green right | Ann claims GREEN Right"),
        ("claim-word", "Ann claims can right"),
        ("hand-empty", "Ann claims green left | Bob returns left"),
    ],
)
def test_after_a_drink_each(found: str, statements: str) -> None:
    assert_each(found, statements, *TURN)


@pytest.mark.parametrize(
    ("found", "statements"),
    [
        ("legal", "Ann takes red-can"),
        ("wrong-phase", "Ann moves | Bob moves | Bob claims red right | Ann returns right"),
        ("nothing-to-undo", "undo 2"),
    ],
)
def test_before_the_first_drink(found: str, statements: str) -> None:
    assert_each(found, statements)


@pytest.mark.parametrize(
    ("found", "statements"),
    [
        ("claim-closed", "Ann claims red right"),
        ("own-drink", "Cid claims red right"),
        ("legal", "Dee takes red-small"),
        ("not-in-centre", "Dee takes red-tall"),
    ],
)
def test_after_a_correct_claim(found: str, statements: str) -> None:
    four = ("Ann takes red-can", "Bob takes red-tall", "Cid takes red-small", "Bob claims red right")
    assert_each(found, statements, *four, players=4)


def test_a_wrong_claim_leaves_the_word_to_others_but_not_to_its_speaker() -> None:
    three = ("Ann takes red-can", "Bob takes red-tall", "Cid takes red-small", "Ann claims small right")
    assert last_answer(*three, "Ann claims red right", players=3) == "one-claim"
    assert last_answer(*three, "Bob claims red right", players=3) == "legal right"


def test_the_move_closes_the_claims_and_is_said_once() -> None:
    assert last_answer(*TURN, "Ann moves", "Ann claims tall left") == "wrong-phase"
    assert last_answer(*TURN, "Ann moves", "Ann moves") == "wrong-phase"
    assert last_answer(*TURN, "Ann moves", "Bob moves") == "wrong-phase"
    assert lying(table_after(*TURN, "Ann moves", "Ann takes blue-can")) == lying(
        table_after(*TURN, "Ann takes blue-can")
    )


# Where the drinks go


def test_drinks_go_from_the_right_hand_to_the_left_and_into_the_crate() -> None:
    one = table_after("Ann takes red-can", "Bob takes red-tall")
    two = table_after("Ann takes red-can", "Bob takes red-tall", "Ann takes blue-can", "Bob takes blue-tall")
    assert lying(one) == {"Ann": "red-can |  | ", "Bob": "red-tall |  | "}
    assert lying(two) == {"Ann": "blue-can | red-can | ", "Bob": "blue-tall | red-tall | "}
    assert lying(two.say(two.header.language.read("Ann moves".split()))[0])["Ann"] == " | blue-can | red-can"


def test_a_correct_claim_moves_the_matching_drink_and_the_new_one_goes_back() -> None:
    right = table_after("Ann takes red-can", "Bob takes red-tall", "Ann claims red right")
    assert lying(right) == {"Ann": " | red-can | ", "Bob": " |  | "}
    left = table_after(*TURN, "Ann takes blue-can", "Bob takes red-tall", "Ann claims red left")
    assert lying(left) == {"Ann": "blue-can |  | red-can", "Bob": " | green-tall | "}


def test_a_wrong_claim_costs_the_opened_hand_and_nothing_else() -> None:
    wrong = table_after(*TURN, "Ann takes blue-can", "Bob takes red-small", "Ann claims small left")
    assert lying(wrong) == {"Ann": "blue-can |  | ", "Bob": "red-small | green-tall | "}


TWO_IN_LEFT = (
    "Ann takes red-can",
    "Bob takes blue-high",
    "Cid takes green-small",
    "Ann takes red-tall",
    "Bob takes red-high",
    "Ann claims red right",
    "Cid takes red-small",
)


@pytest.mark.parametrize(
    ("move", "lies"),
    [("matching", " | red-tall | red-can"), ("whole-hand", " |  | red-can red-tall")],
)
def test_of_two_matching_drinks_the_one_taken_earlier_moves_or_the_whole_hand(move: str, lies: str) -> None:
    match = table_after(*TWO_IN_LEFT, "Ann claims red left", players=3, house={"move": move})
    assert lying(match)["Ann"] == lies


def test_a_wrong_claim_from_a_full_left_hand_costs_both_drinks() -> None:
    match = table_after(*TWO_IN_LEFT, "Ann claims small left", players=3)
    assert lying(match)["Ann"] == " |  | "


def test_with_all_correct_every_correct_claimant_moves_and_the_taker_returns_once() -> None:
    said = ("Ann takes red-can", "Bob takes red-tall", "Cid takes red-small", "Ann claims red right")
    match = table_after(*said, "Bob claims red right", players=3, house={"claims": "all-correct"})
    assert lying(match) == {"Ann": " | red-can | ", "Bob": " | red-tall | ", "Cid": " |  | "}


def test_returning_the_new_drink_closes_no_claims() -> None:
    match = table_after("Ann takes red-can", "Bob takes red-tall", "Bob returns right", "Ann claims red right")
    assert lying(match) == {"Ann": " | red-can | ", "Bob": " |  | "}


# The end


HEADER = Header(TORIATAMA, NAMES[:3], 0)
STATE = DrinksState(HEADER.setup())
"""Three players; Ann opens."""


def cards(words: str) -> tuple[Any, ...]:
    return tuple(DECK.card(word) for word in words.split())


@pytest.mark.parametrize(
    ("crate", "left", "right", "placed"),
    [
        ("red-can red-tall", "blue-can", "blue-tall", "red-can red-tall blue-can blue-tall"),
        (
            "red-can red-tall red-small red-high",
            "blue-can blue-tall",
            "green-can",
            "red-can red-tall red-small red-high blue-can blue-tall",
        ),
        (
            "red-can red-tall red-small red-high red-bottle",
            "blue-can blue-tall",
            "",
            "red-can red-tall red-small red-high red-bottle blue-can",
        ),
    ],
)
def test_at_the_end_left_then_right_are_placed_the_earlier_first(
    crate: str, left: str, right: str, placed: str
) -> None:
    player = Drinker(cards(right), cards(left), cards(crate))
    assert player.put_in_crate() == Drinker(crate=cards(placed))


@pytest.mark.parametrize(
    ("crate", "points"),
    [
        ("", 0),
        ("red-can", 2),
        ("red-can red-tall", 3),
        ("red-can green-can blue-can yellow-can white-can black-can", 7),
        ("red-can green-tall blue-small yellow-bottle white-high black-tallest", 12),
    ],
)
def test_points_are_different_colours_and_different_shapes(crate: str, points: int) -> None:
    assert Drinker(crate=cards(crate)).points == points


SIX_CANS = "red-can green-can blue-can yellow-can white-can black-can"
FIVE_BLACK = "black-tall black-small black-bottle black-high black-tallest"


@pytest.mark.parametrize(
    ("other", "winners"),
    [
        ("red-tall green-tall blue-small yellow-small white-bottle", (1,)),
        ("red-tall green-small blue-bottle", (0,)),
        ("red-tall green-small blue-bottle blue-high", (0,)),
        ("red-tall green-tall blue-tall yellow-tall white-tall black-tall", (0, 1)),
    ],
)
def test_most_points_win_then_most_drinks_then_it_is_shared(other: str, winners: tuple[int, ...]) -> None:
    state = replace(STATE, players=(Drinker(crate=cards(SIX_CANS)), Drinker(crate=cards(other)), Drinker()))
    assert TORIATAMA.winners(state) == winners
    assert TORIATAMA.scores(state)[0] == 7


@pytest.mark.parametrize(
    ("crate", "left", "rule"),
    [(5, 0, "legal"), (5, 1, "crate-full"), (4, 1, "legal"), (4, 2, "crate-full")],
)
def test_when_the_move_fills_the_crate_nothing_is_taken(crate: int, left: int, rule: str) -> None:
    reds = cards("red-can red-tall red-small red-bottle red-high red-tallest")
    player = Drinker((), reds[crate : crate + left], reds[:crate])
    state = replace(STATE, players=(player, Drinker(), Drinker()), turns=3, take=Take(DECK.cards_in_order[-1]))
    match = Match(HEADER, state)
    verdict = match.say(HEADER.language.read(["Ann", "takes", "blue-can"]))[1].verdict
    assert (verdict.rule.name if isinstance(verdict, Illegal) else verdict.word) == rule
    moved, answer = match.say(HEADER.language.read(["Ann", "moves"]))
    assert answer.applied
    assert bool(moved.winners) is (rule == "crate-full")
    assert moved.remark[1].startswith("Ann filled a crate") is (rule == "crate-full")
    assert list(TORIATAMA.shown.moments(moved.state, Statement("moves", 0), moved.events, NAMES)) == []


def test_the_third_claim_fills_a_crate_after_two_wrong_ones() -> None:
    four = Header(TORIATAMA, NAMES, 0)
    dee = Drinker(cards("red-small"), cards("red-tall"), cards(FIVE_BLACK))
    players = (Drinker(), Drinker(cards("blue-can")), Drinker(cards("blue-tall")), dee)
    match = Match(four, replace(DrinksState(four.setup()), players=players, turns=5, take=Take(*cards("red-can"))))
    told: list[str] = []
    for line in ("Bob claims red right", "Cid claims red right", "Dee claims red left"):
        match, _ = match.say(said := four.language.read(line.split()))
        told += TORIATAMA.shown.moments(match.state, said, match.events, NAMES)
    assert told == ["Bob is wrong", "Cid is wrong", "Dee is right"]
    assert match.winners == (3,)
    assert match.remark[1].startswith("Dee filled a crate")


# What the table needs


def test_the_first_tap_deals_and_takes() -> None:
    expected = Match(HEADER).expects
    assert expected.words == {"deal"}
    assert (expected.seats, expected.choices) == ((0,), ())
    assert (expected.implied, expected.tap) == ((Statement("deal"),), Statement("takes", 0))


def test_several_words_have_a_place_at_once() -> None:
    assert table_after("Ann takes red-can").expects.words == {"takes", "claims", "returns"}
    assert table_after(*TURN).expects.words == {"takes", "moves", "claims", "returns"}
    assert table_after(*TURN, "Ann moves").expects.words == {"takes", "returns"}
    assert table_after(*TURN, "end").expects.words == set()


def test_claims_are_offered_clockwise_from_the_taker_then_by_word_then_by_hand() -> None:
    round_of_takes = ("Ann takes red-can", "Bob takes green-small", "Cid takes black-high")
    match = table_after(*round_of_takes, "Ann takes white-bottle", "Bob takes blue-tall", players=3)
    assert [choice.seat for choice in match.expects.choices] == [2, 0]
    assert [leaf.says[0] for choice in match.expects.choices for leaf in choice.leaves()] == [
        Statement("claims", seat, value=f"{word} {hand}")
        for seat, hands in ((2, ["right"]), (0, ["right", "left"]))
        for word in ("blue", "tall")
        for hand in hands
    ]
    spoken = table_after(*round_of_takes, "Ann claims black right", players=3)
    assert {choice.seat for choice in spoken.expects.choices} == {1}
    decided = table_after("Ann takes red-can", "Bob takes red-tall", "Ann claims red right", players=3)
    assert decided.expects.choices == ()


def test_a_full_crate_is_a_choice_and_no_drink_is_asked_for() -> None:
    player = Drinker(left=cards("red-can"), crate=cards(FIVE_BLACK))
    state = replace(STATE, players=(player, Drinker(), Drinker()), turns=3, take=Take(DECK.cards_in_order[0]))
    expected = TORIATAMA.expects(state)
    assert (expected.tap, expected.choices[0].label) == (None, "the game ends")
    assert expected.choices[0].says == (Statement("moves", 0),)
    assert {leaf.says[0].word for leaf in expected.choices[1].leaves()} == {"claims"}


def test_what_is_shown_tells_nothing_of_the_hands_but_whether_they_are_empty() -> None:
    take = Take(DECK.cards_in_order[0])
    hands = ("blue-small", "blue-can"), ("green-can green-tall", "red-tall"), ("yellow-can", "red-high")
    shown = set()
    for left, right in hands:
        player = Drinker(cards(right), cards(left))
        state = replace(STATE, players=(player,) * 3, turns=4, take=take)
        expected = TORIATAMA.expects(state)
        shown.add((TORIATAMA.shown.headline(state), TORIATAMA.shown.second_line(state), expected))
    assert len(shown) == 1
    assert next(iter(shown))[:2] == ("turn 4", "Drinks in crates: 0 0 0")
    empty = replace(STATE, players=(Drinker(), Drinker(cards("blue-can")), Drinker()), turns=4, take=take)
    assert {leaf.says[0].value for choice in TORIATAMA.expects(empty).choices for leaf in choice.leaves()} == {
        "red right",
        "can right",
    }


# The language


@pytest.mark.parametrize(
    "line",
    ["deal", "Ann takes red-can", "Ann moves", "Bob claims red right", "Bob claims tallest left", "Bob returns left"],
)
def test_statements_are_written_as_they_are_read(line: str) -> None:
    language = HEADER.language
    assert language.write(language.read(line.split())) == line


def test_a_house_may_have_other_drinks() -> None:
    game = TORIATAMA.with_drinks(Deck.of_drinks("pink amber", "mug jug cup"))
    header = replace(HEADER, game=game)
    assert header.language.read(["Ann", "claims", "jug", "left"]).value == "jug left"
    assert str(header.language.read(["Ann", "takes", "Pink-Cup"]).cards[0]) == "pink-cup"
    with pytest.raises(UnreadableError, match="pink or amber or mug or jug or cup, then right or left"):
        header.language.read(["Ann", "claims", "red", "left"])


def test_a_note_of_something_else_changes_no_drink() -> None:
    for note in [], ["seat", "Ann"], ["table", "drinks"]:
        assert pieces_of(TORIATAMA).from_note(note) is TORIATAMA
