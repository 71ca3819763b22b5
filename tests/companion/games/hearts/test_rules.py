"""The rules of Hearts that no single record shows: directions, totals, what is known of passed cards."""

from __future__ import annotations

import pytest

from companion.games.hearts.passing import BEGINS, PASS, PASS_THREE, Moon, direction
from companion.games.hearts.rules import DECK, FIRST_LEAD, HEARTS, RANKS, lowest_club, points_of, score
from companion.match.match import Match
from companion.rules.game import Setup
from companion.rules.statements import UnreadableError
from tests.evening import right_match

BOOK = {option.name: option.values[0] for option in HEARTS.options}
FOUR = "game hearts|players Ann Bob Cid Dee|dealer Dee"


def setup(seats: int, **options: str) -> Setup:
    return Setup(seats, 0, (0,) * seats, BOOK | {name.replace("_", "-"): value for name, value in options.items()})


def match_of(lines: str) -> Match:
    return right_match(*lines.split("|"))


@pytest.mark.parametrize(
    ("seats", "option", "ways"),
    [
        (4, "in-turn", (1, -1, 2, 0, 1, -1)),
        (3, "in-turn", (1, -1, 0, 1)),
        (5, "in-turn", (1, -1, 0, 1)),
        (4, "left", (1, 1, 1)),
        (4, "none", (0, 0)),
    ],
)
def test_cards_go_left_right_across_and_stay_in_turn(seats: int, option: str, ways: tuple[int, ...]) -> None:
    assert tuple(direction(setup(seats, passing=option), deals) for deals in range(len(ways))) == ways


@pytest.mark.parametrize(("way", "word"), [(1, "left"), (-1, "right"), (2, "across")])
def test_a_direction_is_said_by_the_same_word_everywhere(way: int, word: str) -> None:
    assert [said[way].split()[-1] for said in (PASS, PASS_THREE, BEGINS)] == [word] * 3


def test_every_card_that_is_not_left_out_is_dealt() -> None:
    for seats in HEARTS.players:
        dealt = HEARTS.deck_of(setup(seats), 0)
        assert dealt.bit_count() == seats * HEARTS.hand_size(setup(seats), 0)
        assert lowest_club(setup(seats)) == min(
            DECK.cards(dealt & DECK.suit("C")), key=lambda card: RANKS.index(card.rank)
        )


def test_the_points_of_a_deck_are_twenty_six() -> None:
    assert sum(map(points_of, DECK.cards_in_order)) == 26


@pytest.mark.parametrize(
    ("taken", "jack", "options", "points"),
    [
        ((13, 6, 7, 0), 3, {}, (13, 6, 7, 0)),
        ((13, 6, 7, 0), 3, {"jack": "minus-10"}, (13, 6, 7, -10)),
        ((26, 0, 0), None, {}, (0, 26, 26)),
        ((26, 0, 0), None, {"moon": "own-minus"}, (-26, 0, 0)),
        ((0, 26, 0), 1, {"jack": "minus-10"}, (26, -10, 26)),
        ((25, 0, 1), 0, {"moon": "own-minus", "jack": "minus-10"}, (15, 0, 1)),
    ],
)
def test_the_score_of_what_was_taken(
    taken: tuple[int, ...], jack: int | None, options: dict[str, str], points: tuple[int, ...]
) -> None:
    assert score(taken, jack, BOOK | options) == points


@pytest.mark.parametrize(
    ("totals", "winners"),
    [((99, 0, 5, 7), ()), ((100, 3, 5, 7), (1,)), ((131, 9, 5, 5), (2, 3)), ((100, 100, 100, 100), (0, 1, 2, 3))],
)
def test_at_a_hundred_all_with_the_lowest_total_win(totals: tuple[int, ...], winners: tuple[int, ...]) -> None:
    assert HEARTS.winners_of(HEARTS.begin(setup(4)), totals) == winners


def test_scores_that_end_the_game_begin_none() -> None:
    brought = Setup(3, 0, (99, 0, 0), BOOK)
    assert HEARTS.begin(brought).carried == 0
    with pytest.raises(UnreadableError, match="100 or more"):
        HEARTS.begin(Setup(3, 0, (100, 0, 0), BOOK))


def test_nobody_can_pass_what_came_and_seen_cards_are_with_their_takers() -> None:
    match = match_of(f"{FOUR}|deal|Ann passes 2S QS KH|Cid passes|Dee passes|Bob passes")
    facts = match.state.now.knowledge
    assert facts.known == (0, DECK.set(map(DECK.card, ("2S", "QS", "KH"))), 0, 0)  # type: ignore[arg-type]
    assert facts.held == (13,) * 4
    early = match_of(f"{FOUR}|deal|Ann passes 2S QS KH").say(match.header.language.read("Bob passes QS 3S 4S".split()))
    assert early[1].verdict.word == "illegal"


def test_the_first_leader_is_known_from_a_scanned_hand_only_when_all_have_passed() -> None:
    hand = "hand Ann 2C 3C 4C 5C 2D 3D 4D 5D 2S 3S 4S 5S 2H"
    assert match_of(f"{FOUR}|deal|{hand}").expects.seats == (0, 1, 2, 3)
    kept = match_of(f"{FOUR}|deal|{hand}|Ann passes 3C 4C 5C|Bob passes|Cid passes|Dee passes")
    assert kept.expects.seats == (0,)
    given = match_of(f"{FOUR}|deal|{hand}|Ann passes 2C 4C 5C|Bob passes|Cid passes|Dee passes")
    assert given.expects.seats == (1,)
    unseen = match_of(f"{FOUR}|deal|{hand}|Ann passes|Bob passes|Cid passes|Dee passes")
    assert unseen.expects.seats == (0, 1)


def test_the_three_leads_where_the_two_is_left_out() -> None:
    state = HEARTS.begin(setup(5))
    assert HEARTS.shown.large_line(state, HEARTS.shown.reason(state, FIRST_LEAD, ())) == "3♣ LEADS"
    assert HEARTS.shown.large_line(HEARTS.begin(setup(4)), FIRST_LEAD) == "2♣ LEADS"


def test_the_moon_is_told_in_words() -> None:
    assert Moon(1).sentence(("Ann", "Bob")) == "Bob shoots the moon: all 26 points"
