"""The taps and presses of usual deals, beyond the budget of presses that the conformance kit holds (`Game.presses`)."""

from __future__ import annotations

from collections import Counter
from itertools import chain, pairwise
from random import Random
from statistics import fmean

import pytest

from companion.cards import Card
from companion.games.registry import GAMES
from companion.inputs.inputs import Button, Pressed
from companion.match.header import Header
from companion.match.match import Match
from companion.players.levels import player
from companion.rules.game import Choice, Expectation
from companion.rules.referee.verdicts import LEGAL, Verdict
from companion.rules.statements import PLAY, Statement, Word
from companion.simulation.gesture_search import gesture_for
from companion.table.setup_dialogue import begin
from companion.table.state import House, Table
from companion.testing.presses import UsualEvening
from tests.companion.players.tables import moments
from tests.companion.table.pure_table import done
from tests.test_toy_game import TOY, HighCard, State
from tests.torture import so_many

SPADES = GAMES["spades"]

# game, and the most taps of a deal
PER_DEAL = [("birddog", 24), ("rook", 36), ("birdhead", 40), ("bonehead", 150)]


TAKES = tuple(Statement("takes", 0, tuple(map(Card, ranks))) for ranks in (("5",), ("3", "4")))


class Takes(HighCard):
    """Ann says by a button which cards of the table she takes."""

    def expects(self, state: State) -> Expectation:
        choices = tuple(Choice(str(place), (said,)) for place, said in enumerate(TAKES))
        return Expectation("Takes?", frozenset({"takes"}), (0,), choices=choices)

    def judge(self, state: State, statement: Statement) -> Verdict:
        return LEGAL


def test_an_answer_of_the_buttons_names_cards_that_nobody_taps() -> None:
    toy = {name: getattr(TOY, name) for name in ("name", "title", "deck", "deck_kind", "players", "rules", "pages")}
    match = Match(Header(Takes(**toy, words=(Word("takes", cards=True),), opener="start"), ("Ann", "Bob"), 0))
    table = begin(Table(House({"toy": match.header.game})), match.header, ()).table
    presses = [gesture_for(table, said, match.after((said,))) for said in TAKES]
    assert presses == [(Pressed(Button.OK),), (Pressed(Button.DOWN), Pressed(Button.OK))]


def played(game: str, case: int, deals: int = 3) -> UsualEvening:
    evening = UsualEvening.of(GAMES[game], case)
    while evening.match.expects.words and len(evening.deals) < deals:
        evening.plays_a_deal()
    return evening


@pytest.mark.parametrize("case", [1, 2])
@pytest.mark.parametrize(("game", "taps"), PER_DEAL)
def test_a_deal_takes_no_more_taps_than_promised(game: str, taps: int, case: int) -> None:
    assert max(sum(gesture.taps for gesture in deal) for deal in played(game, case).deals) <= taps


@pytest.mark.parametrize("case", [1, 2])
def test_birdhead_is_a_press_only_where_a_lead_is_followed_by_its_own_rank(case: int) -> None:
    """The three presses of the table are a usual deal: nobody can say how often a rank meets itself."""
    evening = played("birdhead", case)
    said = [gesture for deal in evening.deals for gesture in deal]
    assert sum(gesture.presses for gesture in said) <= 3 * len(evening.deals)
    assert all(play.presses <= 2 for play in said)
    assert sum(play.presses for play in said) <= 2 * own_rank_follows(evening.match)


def own_rank_follows(match: Match) -> int:
    """How often the second play of a trick begins with the rank of the lead."""
    said = [moment.said for moment in reversed(list(match.story())) if moment.said is not None]
    return sum(
        bool(earlier.cards and later.cards)
        and earlier.seat != later.seat
        and earlier.cards[0].rank in {card.rank for card in later.cards}
        for earlier, later in pairwise(said)
    )


def test_a_turn_of_toriatama_is_one_tap_and_a_claim_six_presses_at_most() -> None:
    said = [gesture for case in range(3) for deal in played("toriatama", case).deals for gesture in deal]
    assert all((take.taps, take.presses) == (1, 0) for take in said if take.word == "takes")
    claims = [statement for statement in said if statement.word == "claims"]
    assert len(claims) > 2
    assert all(claim.taps == 0 and claim.presses <= 6 for claim in claims)


@pytest.fixture(scope="module")
def bid_presses() -> tuple[list[int], list[int]]:
    """The presses of each bid of Spades: of the first by the score of a deal, which begins the next, and of a later."""
    evening = played("spades", case=1, deals=1)
    return presses_of_bids(evening.table), presses_of_bids(done(evening.table, "OK UP OK").table)


def presses_of_bids(table: Table) -> list[int]:
    match = table.playing
    choices = {choice.says[-1]: choice.says for choice in match.expects.answers()}
    found = []
    for said in (says for last, says in choices.items() if last.word == "bid"):
        after = match
        for statement in said:
            after, _ = after.say(statement)
        gesture = gesture_for(table, said[-1], after)
        assert gesture is not None
        found.append((int(said[-1].value), len(gesture)))
    return [presses for _, presses in sorted(found)]


def bids_of_normal(chance: Random) -> list[int]:
    """What the four say in a deal."""
    match = next(moment for moment in moments(SPADES, player(SPADES, "normal"), chance) if PLAY in moment.expects.words)
    return [int(moment.said.value) for moment in match.story() if moment.said and moment.said.word == "bid"][::-1]


def test_a_bid_of_spades_takes_a_press_more_for_each_trick_from_between_two_and_three(
    bid_presses: tuple[list[int], list[int]],
) -> None:
    first, later = bid_presses
    assert later == [4, 3, 2, 2, 3, 4, 5, 6, 7, 8, 8, 7, 6, 5]  # around the list: nil follows 1, and 13 follows nil
    assert first == [presses + 1 for presses in later]  # OK for the next deal


def test_up_and_down_say_no_bid_of_spades_and_back_leads_to_none_or_takes_back() -> None:
    table = done(played("spades", case=1, deals=1).table, "OK").table
    assert done(table, "UP UP DOWN DOWN DOWN").table.playing.said == table.playing.said
    assert done(table, "UP UP BACK").table.chosen is None
    said = done(table, "UP OK").table
    assert (said.playing.said and said.playing.said.value) == "3"
    assert done(said, "BACK").table.playing.said == table.playing.said


def test_nearly_all_deals_of_spades_stay_in_the_budget_when_all_bid_as_normal_does(
    bid_presses: tuple[list[int], list[int]],
) -> None:
    """`pytest -s` prints how many presses these deals take, and what was bid."""
    first, later = bid_presses
    said = [bids_of_normal(Random(deal)) for deal in range(so_many(100, 500))]
    of_deals = sorted(first[bids[0]] + sum(later[bid] for bid in bids[1:]) for bids in said)
    within = sum(presses <= SPADES.presses for presses in of_deals) / len(said)
    spread = (
        f"mean {fmean(of_deals):.2f}, 95 % {of_deals[len(said) * 95 // 100]}, max {of_deals[-1]}, {within:.0%} within"
    )
    print(f"\n{spread}; {sorted(Counter(chain(*said)).items())}")  # noqa: T201 - figures are to be read
    assert within > 0.9
