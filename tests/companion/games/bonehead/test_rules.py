"""Bonehead: its rules in examples, and its referee against a plain second reading of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from companion.cards import Card
from companion.games.bonehead.rules import BONEHEAD, MUST_BEAT_PILE, ORDER, beats
from companion.games.bonehead.tableau import Layout
from companion.games.registry import GAMES
from companion.match.checker import answers, final
from companion.match.header import Header, first_line
from companion.match.match import Match
from companion.rules.events import as_words
from companion.rules.referee.verdicts import Rule
from companion.rules.statements import PLAY, Statement, UnreadableError
from tests.cases import for_each
from tests.companion.games.bonehead.evenings import RealTable
from tests.companion.games.bonehead.naive_reader import DECK, Answer, NaiveTable
from tests.torture import some_of

TWO = ("game bonehead", "players Ann Bob", "start Ann")
THREE = ("game bonehead", "players Ann Bob Cid", "start Ann")
LAID = ("deal", "Ann heads 9S QH QD", "Bob heads 7S 7H 7D")

# Five players and a stack of seven cards: Ann is the first on her heads, then on her bones.
FIVE = ("game bonehead", "players Ann Bob Cid Dan Eve", "start Ann")
TO_HEADS = (
    "deal",
    "Ann heads 2C 2D 2H",
    "Bob heads 3D 3H 4S",
    "Cid heads 8C 8H 8S",
    "Dan heads 9H AC AD",
    "Eve heads KC KD KH",
    "Ann 10C 10D 10H",
    "Ann 4C 4D 4H",
    "Bob takes",
    "Cid 6S",
    "Dan takes",
    "Eve 3S",
    "Ann 5C 5D 5H",
    "Bob takes",
    "Cid 7S",
    "Dan 7D",
    "Eve takes",
)
TO_BONES = (*TO_HEADS, "Ann 2C 2D 2H", "Bob takes", "Cid 7H", "Dan 8D", "Eve takes")
TO_LAST_BONE = (
    *TO_BONES,
    *("Ann bone 9S", "Bob takes", "Cid JS", "Dan takes", "Eve 9C"),
    *("Ann bone JC", "Bob takes", "Cid 8C", "Dan takes", "Eve 7S"),
)


def match_of(*header: str) -> Match:
    built = first_line(header[0].split(), GAMES)
    for line in header[1:]:
        built = built.with_line(line.split())
    return Match(built)


def said(match: Match, line: str) -> tuple[Match, Answer]:
    """The match after a line, and the answer as the second reader gives it."""
    try:
        match, answer = match.say(match.header.language.read(line.split()))
    except UnreadableError:
        return match, ("error", None, [])
    told = [_told(event.kind, as_words(event, match.header.names)) for event in answer.events]
    rule = getattr(answer.verdict, "rule", None)
    return match, (answer.verdict.word, rule.name if rule else None, told)


def _told(kind: str, fields: dict[str, list[str]]) -> tuple[str, ...]:
    return kind, *fields.get("winners", ())


def after(header: Iterable[str], lines: Iterable[str]) -> Match:
    match = match_of(*header)
    for line in lines:
        match, answer = said(match, line)
        assert answer[0] == "legal", f"{line}: {answer}"
    return match


def verdict(match: Match, line: str) -> str:
    _, (word, rule, _events) = said(match, line)
    return rule or word


def assert_each(match: Match, expected: str, lines: str) -> None:
    """Each of these lines, separated by bars, has this verdict."""
    each = lines.split(" | ")
    assert {line: verdict(match, line) for line in each} == dict.fromkeys(each, expected)


# ---------------------------------------------------------------- 5.1 components, setup


@pytest.mark.parametrize(("players", "stack"), [(2, 34), (3, 25), (4, 16), (5, 7)])
def test_the_rest_of_the_deck_is_the_stack(players: int, stack: int) -> None:
    match = match_of("game bonehead", f"players {players}", "start P1")
    assert match.moment.stack == stack


@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_play(players: int) -> None:
    with pytest.raises(UnreadableError, match="Bonehead is played by 2 or 3 or 4 or 5"):
        match_of("game bonehead", f"players {players}")


def test_there_are_no_points_to_bring_and_none_to_win() -> None:
    with pytest.raises(UnreadableError):
        match_of(*TWO, "score Ann 3")
    assert after(TWO, LAID).scores == (0, 0)


@pytest.mark.parametrize(
    ("expected", "lines"),
    [
        ("legal", "hand Ann 3S 4S 5S 6S 7S 8S | dealt Ann 3S"),
        ("error", "hand Ann 3S 4S 5S 6S 7S | hand Ann 3S 4S 5S 6S 7S 7S | hand Ann 3S 4S 5S 6S 7S 8H"),
        ("error", "dealt Ann 3S 4S | dealt Ann 8H | dealt Bob 9H | deal"),
    ],
)
def test_six_cards_may_be_scanned_before_heads_are_laid(expected: str, lines: str) -> None:
    match = after(TWO, ["deal", "hand Bob 3H 4H 5H 6H 7H 8H"])
    assert_each(match, expected, lines)


def test_a_hand_is_scanned_card_by_card_or_at_once() -> None:
    begun = after(TWO, ["deal", "dealt Ann 3S", "dealt Ann 4S"])
    assert BONEHEAD.to_scan(begun.state) == ((0, 4), (1, 6))
    at_once = after(TWO, ["deal", "hand Ann 3S 4S 5S 6S 7S 8S"])
    assert said(begun, "hand Ann 8S 7S 6S 5S 4S 3S")[0].state == at_once.state
    assert verdict(begun, "hand Ann 5S 6S 7S 8S") == "error"
    assert verdict(begun, "hand Ann 3S 5S 6S 7S 8S 9S") == "error"
    laid, _ = said(begun, "Bob heads 9S 9H 9D")
    assert verdict(laid, "dealt Ann 5S") == "error"
    assert BONEHEAD.to_scan(laid.state) == ()


def test_heads_are_laid_in_any_order_of_seats_and_the_starter_plays_first() -> None:
    match = after(THREE, ["deal", "Cid heads 9S 9H 9D", "Ann heads 3S 3H 3D"])
    assert verdict(match, "Bob 5S") == "wrong-phase"
    assert verdict(match, "Cid heads 8S 8H 8D") == "not-your-turn"
    match, _ = said(match, "Bob heads 8S 8H 8D")
    assert match.expects.seats == (0,)
    assert verdict(match, "Bob heads 8S 8H 8D") == "wrong-phase"


@pytest.mark.parametrize(
    ("expected", "lines"),
    [
        ("card-count", "Ann heads 3S 4S | Ann heads 3S 4S 5S 6S | Ann heads"),
        ("not-in-hand", "Ann heads 3S 4S 9S | Ann heads 3S 4S 7S"),
        ("card-used", "Ann heads 3S 3S 7S | Ann heads 7S 7S"),
        ("legal", "Ann heads 3S 5S 8S"),
    ],
)
def test_three_cards_of_the_hand_become_heads(expected: str, lines: str) -> None:
    match = after(TWO, ["deal", "hand Ann 3S 4S 5S 6S 8S JS", "Bob heads 7S 7H 7D"])
    assert_each(match, expected, lines)


def test_more_unseen_cards_than_the_hand_hides_are_not_in_it() -> None:
    match = after(TWO, ["deal"])
    assert verdict(match, "Ann heads 3S 3H 3D 3C 4S 4H 4D") == "not-in-hand"
    assert verdict(match, "Ann heads 3S 3H 3D 3C 4S 4H") == "card-count"


# ---------------------------------------------------------------- 5.2 a turn


@for_each("top", ORDER)
@for_each("rank", ORDER)
def test_a_rank_beats_what_is_not_above_it_and_2_and_10_beat_all(rank: str, top: str) -> None:
    expected = rank in {"2", "10"} or top == "2" or "3456789JQKA".find(rank) >= "3456789JQKA".find(top)
    if top == "10":
        expected = rank in {"2", "10"}
    assert beats(Card(rank, "S"), (Card("3", "H"), Card(top, "H"))) == expected
    assert beats(Card(rank, "S"), ())


@pytest.mark.parametrize(
    ("expected", "lines"),
    [
        ("must-beat-pile", "Bob 8S | Bob 8S 8H"),
        ("legal", "Bob 9D | Bob 9D 9C | Bob JS | Bob 2S | Bob 10S | Bob takes"),
        ("same-rank", "Bob 9D JS | Bob 7S 8C | Bob 3S 3H 3D 7S 7H"),
        ("hand-first", "Bob 7S | Bob 7S 7C | Bob bone JS"),
        ("card-count", "Bob bone JS QS | Bob bone"),
        ("card-used", "Bob bone 7S | Bob bone 9H | Bob QH QH | Bob 9H | Bob QH 9H | Bob JS JS"),
        ("not-in-hand", "Bob bone QH | Bob QH | Bob 3S 3H 3D 3C"),
        ("not-your-turn", "Ann JS | Ann takes"),
        ("wrong-phase", "Bob draws | Bob heads 9D 9C JS"),
        ("error", "Bob nil | Bob takes 9H | remedy play-on"),
    ],
)
def test_cards_of_one_rank_from_the_hand_beat_the_pile(expected: str, lines: str) -> None:
    assert_each(after(TWO, (*LAID, "Ann 9H")), expected, lines)


@pytest.mark.parametrize(
    ("play", "line", "expected"),
    [
        ("Ann 3S", "Ann draws 4S", "legal"),
        ("Ann 3S", "Ann draws", "legal"),
        ("Ann 3S", "Ann draws 4S 5S", "draw-count"),
        ("Ann 3S 3H", "Ann draws 4S", "draw-count"),
        ("Ann 3S 3H", "Ann draws 4S 4S", "card-used"),
        ("Ann 3S 3H", "Ann draws 4S 3S", "card-used"),
        ("Ann 3S 3H", "Ann draws 4S 9S", "card-used"),
        ("Ann 3S 3H", "Ann draws 4S 7S", "not-in-hand"),
        ("Ann 3S 3H", "Bob draws 4S 5S", "wrong-phase"),
        ("Ann 10S", "Ann draws 4S", "legal"),
    ],
)
def test_the_hand_is_topped_up_to_three(play: str, line: str, expected: str) -> None:
    assert verdict(after(TWO, (*LAID, play)), line) == expected


def test_the_count_of_a_hand_follows_from_the_rules_when_nobody_says_what_was_drawn() -> None:
    said_so, silent = (after(TWO, (*LAID, "Ann 3S 3H", *draws)) for draws in (["Ann draws"], []))
    assert [match.state.in_hand(0) for match in (said_so, silent)] == [3, 3]
    assert [match.state.stack for match in (said_so, silent)] == [32, 32]
    assert verdict(said_so, "Ann draws") == "wrong-phase"
    later, _ = said(silent, "Bob 4S")
    assert verdict(later, "Ann draws") == "wrong-phase"
    assert verdict(later, "Bob draws") == "legal"


def test_nothing_is_drawn_by_a_hand_of_three_or_more() -> None:
    match = after(TWO, (*LAID, "Ann 3S 3H 3D", "Bob takes", "Ann 4S", "Bob 5S", "Ann 6S"))
    assert (match.state.in_hand(1), match.state.stack) == (5, 29)
    after_five = after(TWO, (*LAID, "Ann 3S 3H 3D", "Bob takes", "Ann 4S", "Bob 5S"))
    assert verdict(after_five, "Bob draws") == "draw-count"
    assert verdict(after_five, "Bob draws 6H") == "draw-count"


def test_the_stack_may_end_before_the_hand_has_three() -> None:
    match = after(FIVE, (*TO_HEADS[:9], "Cid 6S 6H"))
    assert (match.state.stack, match.state.in_hand(2)) == (0, 2)
    assert verdict(match, "Cid draws 9S JS") == "draw-count"
    assert verdict(match, "Cid draws 9S") == "legal"


@pytest.mark.parametrize("tens", ["10S", "10S 10H", "10S 10H 10D"])
def test_tens_clear_the_pile_and_give_one_extra_turn(tens: str) -> None:
    match, answer = said(after(TWO, (*LAID, "Ann 3S", "Bob KS")), f"Ann {tens}")
    assert answer == ("legal", None, [("cleared",)])
    assert (match.state.pile, match.state.in_hand(0), match.expects.seats) == ((), 3, (0,))
    match, _ = said(match, "Ann 4S")
    assert match.expects.seats == (1,)
    assert verdict(match, f"Bob {tens}") == "card-used"
    assert verdict(match, "Bob KS") == "card-used"


@pytest.mark.parametrize(
    ("lines", "line", "told"),
    [
        (TO_BONES, "Ann bone 9S", ["Ann turns a bone: 9♠"]),
        (TO_LAST_BONE, "Ann bone 5S", ["Ann turns a bone: too low"]),
        (TO_BONES, "Ann bone 10S", ["Ann turns a bone: 10♠", "A 10 clears the pile"]),
        (TO_BONES[:-1], "Eve takes", []),
    ],
)
def test_a_bone_that_was_turned_and_a_cleared_pile_are_told(lines: tuple[str, ...], line: str, told: list[str]) -> None:
    match, _ = (before := after(FIVE, lines)).say(words := before.header.language.read(line.split()))
    assert list(BONEHEAD.shown.moments(match.state, words, match.events, match.header.names)) == told


def test_the_pile_may_be_taken_at_will_but_not_when_it_is_empty() -> None:
    match = after(TWO, LAID)
    assert verdict(match, "Ann takes") == "pile-empty"
    match, answer = said(after(TWO, (*LAID, "Ann 3S")), "Bob takes")
    assert answer == ("legal", None, [])
    assert (match.state.in_hand(1), match.expects.seats) == (4, (0,))
    assert verdict(match, "Bob draws") == "wrong-phase"
    assert verdict(match, "Ann takes") == "pile-empty"


def test_the_cards_of_a_taken_pile_are_known_to_be_in_that_hand() -> None:
    match = after(TWO, (*LAID, "Ann 3S", "Bob 3H", "Ann takes", "Bob 4S"))
    assert verdict(match, "Ann 5S 5H 5D") == "legal"
    assert verdict(match, "Ann 5S 5H 5D 5C") == "not-in-hand"
    assert verdict(match, "Ann 3S 3H") == "must-beat-pile"
    match, _ = said(match, "Ann 4H")
    assert verdict(match, "Bob 3S") == "not-in-hand"


@pytest.mark.parametrize(
    ("expected", "lines"),
    [
        ("legal", "Ann 2C | Ann 2C 2D"),
        ("heads-first", "Ann bone 9S"),
        ("card-used", "Ann bone 2C"),
        ("not-in-hand", "Ann bone KC | Ann 9S | Ann 2C 2S"),
        ("pile-empty", "Ann takes"),
    ],
)
def test_heads_follow_an_empty_hand(expected: str, lines: str) -> None:
    assert_each(after(FIVE, TO_HEADS), expected, lines)


@pytest.mark.parametrize(
    ("expected", "lines"),
    [
        ("legal", "Ann 7S | Ann 2C | Ann takes"),
        ("hand-first", "Ann 2D | Ann 2C 2D | Ann bone 9S"),
        ("not-in-hand", "Ann 9S"),
        ("must-beat-pile", "Ann 6H"),
    ],
)
def test_a_hand_that_was_empty_and_grew_again_is_played_before_the_heads(expected: str, lines: str) -> None:
    took = (*TO_HEADS, "Ann 2C", "Bob 3C", "Cid 6H", "Dan 6D", "Eve 7S", "Ann takes")
    match = after(FIVE, (*took, "Bob 5H", "Cid takes", "Dan 6S", "Eve 7D"))
    assert (match.state.in_hand(0), match.state.stack) == (5, 0)
    assert_each(match, expected, lines)


@pytest.mark.parametrize(
    ("expected", "lines"),
    [
        ("legal", "Ann bone 9S | Ann bone 2S"),
        ("not-in-hand", "Ann bone 8D | Ann 9S"),
        ("card-used", "Ann bone 10C"),
        ("card-count", "Ann bone 9S 9C | Ann bone"),
        ("pile-empty", "Ann takes"),
        ("not-your-turn", "Bob bone 9S"),
    ],
)
def test_bones_are_turned_one_by_one_when_nothing_else_is_left(expected: str, lines: str) -> None:
    assert_each(after(FIVE, TO_BONES), expected, lines)


def test_a_bone_that_beats_the_pile_is_a_play_that_draws_nothing() -> None:
    match, answer = said(after(FIVE, TO_BONES), "Ann bone 9S")
    assert answer == ("legal", None, [])
    assert (match.state.bones[0], match.state.pile, match.expects.seats) == (2, (Card("9", "S"),), (1,))
    assert verdict(match, "Ann draws") == "draw-count"


@for_each("rule", BONEHEAD.rules)
def test_a_refusal_tells_once_what_to_play(rule: Rule) -> None:
    assert f"{rule.sentence} {rule.remedy}".lower().count("play") <= 1


def test_a_bone_that_fails_goes_to_the_hand_with_the_pile() -> None:
    match = after(FIVE, (*TO_BONES, "Ann bone 9S", "Bob 9D", "Cid JS", "Dan JD", "Eve QH"))
    match, answer = said(match, "Ann bone 7C")
    assert answer == ("legal", None, [])
    assert (match.state.bones[0], match.state.in_hand(0), match.state.pile) == (1, 6, ())
    assert verdict(match, "Ann draws") == "wrong-phase"
    match = _says(match, "Bob 4C", "Cid takes", "Dan 6S", "Eve 7S")
    assert verdict(match, "Ann bone QS") == "hand-first"
    assert verdict(match, "Ann 6H") == "not-in-hand"
    assert verdict(match, "Ann 7C") == "legal"


def _says(match: Match, *lines: str) -> Match:
    for line in lines:
        match, answer = said(match, line)
        assert answer[0] == "legal", f"{line}: {answer}"
    return match


def test_the_pile_may_be_taken_instead_of_turning_a_bone() -> None:
    match = after(FIVE, (*TO_BONES, "Ann bone 9S", "Bob takes", "Cid JS", "Dan takes", "Eve 9C", "Ann takes"))
    assert (match.state.bones[0], match.state.in_hand(0)) == (2, 1)


@pytest.mark.parametrize(
    ("bone", "events"),
    [("KS", [("game-over", "Ann")]), ("10S", [("cleared",), ("game-over", "Ann")]), ("6C", [])],
)
def test_the_first_without_cards_wins_at_once(bone: str, events: list[tuple[str, ...]]) -> None:
    match, answer = said(after(FIVE, TO_LAST_BONE), f"Ann bone {bone}")
    assert answer == ("legal", None, events)
    assert match.scores == (0,) * 5
    if events:
        assert (match.winners, match.expects.words) == ((0,), frozenset())
        assert [verdict(match, line) for line in ("Bob 4C", "Ann draws", "deal", "hand Ann")] == [
            "wrong-phase",
            "wrong-phase",
            "error",
            "error",
        ]


@pytest.mark.parametrize(("bone", "events"), [("KS", []), ("10S", [("cleared",)])])
def test_play_goes_on_without_the_winner_by_house_rule(bone: str, events: list[tuple[str, ...]]) -> None:
    match, answer = said(after((*FIVE, "option play-on yes"), TO_LAST_BONE), f"Ann bone {bone}")
    assert answer == ("legal", None, events)
    assert (match.winners, match.expects.seats) == ((), (1,))
    match = _says(match, "Bob 2C", "Cid 8S", "Dan 8C", "Eve takes")
    assert match.expects.seats == (1,)


def test_the_turn_passes_clockwise_whoever_starts() -> None:
    header = ("game bonehead", "players Ann Bob Cid", "start Cid")
    heads = ("deal", "Ann heads 3S 3H 3D", "Bob heads 4S 4H 4D", "Cid heads 5S 5H 5D")
    match, turns = after(header, heads), []
    for card in ("6S", "6H", "6D", "7S", "7H"):
        turns.append(match.expects.seats[0])
        match = _says(match, f"{match.header.names[turns[-1]]} {card}")
    assert turns == [2, 0, 1, 2, 0]


# ---------------------------------------------------------------- what the table is told


def test_before_the_deal_three_tapped_cards_are_the_heads_of_the_starter() -> None:
    expected = match_of(*TWO).expects
    assert (expected.words, expected.pieces, expected.tap) == (frozenset({"deal"}), (3, 3), Statement("heads", 0))
    assert expected.implied == (Statement("deal"),)
    laid = after(TWO, ["deal", "Ann heads 3S 3H 3D"]).expects
    assert (laid.words, laid.seats, laid.tap) == (frozenset({"heads"}), (1,), Statement("heads", 1))


def test_a_tapped_card_is_a_play_and_a_button_takes_the_pile() -> None:
    expected = after(TWO, LAID).expects
    assert (expected.pieces, expected.tap, expected.choices) == ((1, 4), Statement(PLAY, 0), ())
    (choice,) = after(TWO, (*LAID, "Ann 9H")).expects.choices
    assert (choice.label, choice.says) == ("take the pile", (Statement("takes", 1),))
    on_bones = after(FIVE, TO_BONES).expects
    assert (on_bones.pieces, on_bones.tap) == ((1, 1), Statement("bone", 0))


BOTH_SCANNED = ("deal", "hand Ann 3S 4S 5S KS KH KD", "hand Bob 3H 4H 5H 6H 6D 6C", "Ann heads KS KH KD")
BOTH_LAID = (*BOTH_SCANNED, "Bob heads 6H 6D 6C")


def test_a_draw_may_be_scanned_where_every_other_card_in_a_hand_was_seen() -> None:
    (draw,) = after(TWO, (*BOTH_LAID, "Ann 3S")).expects.draws
    assert draw.alone
    assert (draw.says, draw.cards) == (Statement("draws", 0), 1)
    assert len(list(BONEHEAD.deck.cards(draw.among))) == 52 - 12
    assert after(TWO, (*BOTH_LAID, "Ann 3S", "Ann draws 7S", "Bob 4H")).expects.draws


@pytest.mark.parametrize(
    "lines",
    [
        BOTH_LAID,
        (*BOTH_LAID, "Ann 3S", "Ann draws 7S"),
        (*BOTH_LAID, "Ann 3S", "Ann draws"),
        (*BOTH_LAID, "Ann 3S", "Bob 4H"),
        (*BOTH_LAID, "Ann 3S", "Bob takes"),
        (*LAID, "Ann 3S"),
    ],
    ids=["nothing drawn", "scanned", "told without cards", "left out", "left out and taken", "hands not scanned"],
)
def test_no_tap_is_taken_for_a_draw_where_nothing_is_due_or_it_could_mean_two_things(lines: tuple[str, ...]) -> None:
    assert not any(draw.alone for draw in after(TWO, lines).expects.draws)


def test_the_panel_tells_pile_and_stack_and_no_hidden_card() -> None:
    def lines(match: Match) -> tuple[str, str]:
        return BONEHEAD.shown.headline(match.state), BONEHEAD.shown.second_line(match.state)

    scanned = after(TWO, ["deal", "hand Ann 3S 4S 5S 6S 8S JS"])
    assert lines(scanned) == ("heads", "")
    assert lines(after(TWO, LAID)) == ("stack 34", "Pile empty")
    assert lines(after(TWO, (*LAID, "Ann 9H", "Bob JS JD"))) == ("stack 31", "Pile J♦, 3 cards")
    assert len(BONEHEAD.pages) == 6


@pytest.mark.parametrize(
    ("lies", "may"),
    [
        ("KH", "a king or higher, a 2 or a 10"),
        ("8H", "an eight or higher, a 2 or a 10"),
        ("AH", "another ace, a 2 or a 10"),
    ],
)
def test_a_low_card_is_refused_with_what_may_be_played(lies: str, may: str) -> None:
    state = after(TWO, (*LAID, "Ann 6H", f"Bob {lies}")).state
    _, why = BONEHEAD.shown.why(state, MUST_BEAT_PILE, "5♠")
    assert why == f"{lies[0]}♥ lies on the pile, and 5♠ is lower. {{name}} may play {may}, or take the pile."


def test_the_large_line_of_a_low_card_says_what_to_beat() -> None:
    match = after(TWO, (*LAID, "Ann KH"))
    short = {rule.name: BONEHEAD.shown.large_line(match.state, rule) for rule in BONEHEAD.rules}
    assert short["must-beat-pile"] == "BEAT K♥"
    assert all(len(line) <= 10 for line in short.values())


# ---------------------------------------------------------------- undo


def test_undo_gives_back_cards_heads_and_the_right_to_draw() -> None:
    before = after(TWO, (*LAID, "Ann 3S"))
    match = _says(before, "Ann draws 4S", "Bob takes", "undo 2")
    assert match.state == before.state
    assert verdict(match, "Ann draws 5S") == "legal"
    assert verdict(match, "undo 5") == "nothing-to-undo"
    assert _says(match, "undo 4").state == match_of(*TWO).state


# ---------------------------------------------------------------- the second reader


def both(header: Header, naive: NaiveTable, match: Match, line: str) -> tuple[Match, Answer]:
    """The answer that both readers of the rules give."""
    match, answer = said(match, line)
    story = "\n".join(header.language.write(moment.said) for moment in reversed(list(match.story())) if moment.said)
    assert answer == naive.answer(line), f"{line} after\n{story}"
    return match, answer


def opened(table: RealTable) -> tuple[Match, NaiveTable]:
    return match_of(*table.header), NaiveTable(list(table.names), table.starter, play_on=table.play_on)


@for_each("seed", some_of(60))
def test_both_readers_give_the_same_answers_to_anything_that_is_said(seed: int) -> None:
    chance = Random(seed)
    table = RealTable(2 + seed % 4, chance, play_on=seed % 3 == 0)
    match, naive = opened(table)
    applied: list[str] = []
    for line in table.right_lines(40):
        match, answer = both(match.header, naive, match, line)
        assert answer[0] == "legal", line
        applied.append(line)
        for _ in range(chance.randrange(6)):
            some = table.some_line()
            told, answer = both(match.header, naive, match, some)
            if answer[0] == "legal":
                again = applied[-(match.applied - told.applied) :] if some.startswith("undo") else ["undo"]
                for back in again:
                    told, answer = both(match.header, naive, told, back)
                    assert answer[0] == "legal", back
            assert told.state == match.state


@pytest.mark.no_cover  # much of the same again: counting lines would take three times as long
def test_random_statements_reach_every_rule_of_the_game() -> None:
    told: Counter[str | None] = Counter()
    for seed in range(25):
        table = RealTable(2 + seed % 4, Random(1000 + seed))
        match, naive = opened(table)
        for line in table.right_lines(150):
            match, _ = both(match.header, naive, match, line)
            told.update(verdict(match, table.some_line()) for _ in range(3))
    common = {"wrong-phase", "nothing-to-undo", "not-your-turn", "card-used", "not-in-hand", "card-count"}
    assert {rule.name for rule in BONEHEAD.rules} | common | {"legal", "error"} == set(told)


# ---------------------------------------------------------------- whole games


def assert_cards_lie_where_they_are_said_to_lie(state: Layout, table: RealTable) -> None:
    for seat, name in enumerate(table.names):
        held = {*table.hands[name], *table.heads[name]}
        assert state.in_hand(seat) == len(table.hands[name])
        assert {str(card) for card in BONEHEAD.deck.cards(state.knowledge.known[seat])} <= held
        assert {str(card) for card in BONEHEAD.deck.cards(state.heads[seat])} == set(table.heads[name])
        assert state.bones[seat] == len(table.bones[name])
    assert [str(card) for card in state.pile] == table.pile
    out = {str(card) for card in BONEHEAD.deck.cards(state.knowledge.out)}
    assert out == {*table.pile, *table.gone}
    assert sum(state.knowledge.held) + sum(state.bones) + state.stack + len(out) == len(DECK)


@pytest.mark.parametrize("play_on", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_played_by_chance_end_and_no_card_is_lost(players: int, *, play_on: bool) -> None:
    for seed in range(4):
        table = RealTable(players, Random(seed), play_on=play_on, careless=0.05)
        match = match_of(*table.header)
        for line in table.right_lines(2000):
            match = _says(match, line)
            assert_cards_lie_where_they_are_said_to_lie(match.state, table)
        assert bool(match.winners) == table.over
        assert match.winners or match.applied > 2000


def test_a_whole_game_is_answered_as_a_record() -> None:
    table = RealTable(3, Random(7))
    text = "\n".join((*table.header, *table.right_lines(2000)))
    *_, last = answers(text, GAMES)
    closing = final(last.known_match, 0)
    assert closing["over"]
    assert closing["scores"] == {"Ann": 0, "Bob": 0, "Cid": 0}
    assert closing["winners"] == [name for name in table.names if name not in table.holding]


# The end of a hand, told as `companion/games/bonehead/records/bone-fails.table`

NO_STACK = (
    "deal|Ann heads 10S 2C 2D|Bob heads 3D 3H 4S|Cid heads 8C 8H 8S|Dan heads 9H AC AD|Eve heads KC KD KH|"
    "Ann 10C 10D 10H|Ann draws 4C 4D 4H|Ann 4C 4D 4H|Ann draws 5C 5D 5H|Bob takes|Cid 6S|Cid draws|Dan takes|Eve 3S"
).split("|")
ON_HEADS = [*NO_STACK, "Ann 5C 5D 5H", "Bob takes", "Cid 7S", "Dan 7D", "Eve takes"]
ON_BONES = [*ON_HEADS, "Ann 10S", "Ann 2C 2D", "Bob takes", "Cid 7H", "Dan 8D", "Eve takes"]


def test_one_card_of_the_hand_is_played_before_heads_and_bones() -> None:
    one_left = after(FIVE, [*NO_STACK, "Ann 5C 5D", "Bob takes", "Cid 7S", "Dan 7D", "Eve takes"])
    assert verdict(one_left, "Ann bone 9S") == "hand-first"
    assert one_left.expects.limit == 1


def test_what_is_left_of_the_heads_is_the_most_that_can_be_played() -> None:
    assert after(FIVE, ON_HEADS).expects.limit == 3
    assert after(FIVE, [*ON_HEADS, "Ann 10S"]).expects.limit == 2


def test_a_bone_that_went_into_the_hand_is_seen_by_its_player_alone() -> None:
    laid, failed = Statement("bone", 0, (Card("9", "S"),)), Statement("bone", 0, (Card("7", "C"),))
    beaten = after(FIVE, [*ON_BONES, "Ann bone 9S", "Bob 9D", "Cid JS", "Dan JD", "Eve QC", "Ann bone 7C"]).state
    lying = after(FIVE, [*ON_BONES, "Ann bone 9S"]).state
    assert [BONEHEAD.seen_by(seat, lying, laid) for seat in (0, 1)] == [laid, laid]
    assert [BONEHEAD.seen_by(seat, beaten, failed) for seat in (0, 1)] == [failed, Statement("bone", 0)]


def test_a_bone_that_cleared_the_pile_is_seen_by_all() -> None:
    ten = Statement("bone", 0, (Card("10", "H"),))
    assert BONEHEAD.public_part(after(FIVE, ON_BONES).state, ten) == ten
    assert BONEHEAD.public_part(None, ten) == ten
