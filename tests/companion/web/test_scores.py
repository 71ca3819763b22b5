"""The score sheet of the page: deals and totals by side, what is played for, and what was done in this deal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.http.views.answers import ScoreSheet
from companion.match.checker import answers
from companion.support.messages import spoken_in
from companion.web.orders import Begin, Do, Pace, SetPace, WrongOrderError
from companion.web.rules_and_scores import scores_at
from companion.web.seats_and_corrections import seats_at
from tests.companion.web.browser import Browser
from tests.companion.web.seating import seats
from tests.companion.web.standing import dealt
from tests.companion.web.table_in_browser import begin, desk_of, does, steps_until
from tests.evening import RECORDS
from tests.torture import only_with_page

GOALS = {
    "birddog": "A match to 11 points. The highest wins.",
    "birdhead": "A match to 22 points. The lowest wins.",
    "bonehead": "Cards left. The lowest wins.",
    "euchre": "A match to 10 points. The highest wins.",
    "hearts": "A match to 100 points. The lowest wins.",
    "rook": "A match to 300 points. The highest wins.",
    "spades": "A match to 200 points. The highest wins.",
    "toriatama": "Points. The highest wins.",
}


HEADS = "[...document.querySelectorAll('#scores-told th[scope=col]')].map((head) => head.textContent)"
BESIDE = "$('scores').dispatchEvent(new MouseEvent('click', {clientX: 1, clientY: 1, bubbles: true})); 0"


@pytest.fixture(scope="module")
def hearts(tmp_path_factory: pytest.TempPathFactory) -> ScoreSheet:
    """After two deals."""
    return sheet(tmp_path_factory.mktemp("hearts"), "hearts", deals=2)


@pytest.fixture(scope="module")
def spades(tmp_path_factory: pytest.TempPathFactory) -> ScoreSheet:
    """After two deals."""
    return sheet(tmp_path_factory.mktemp("spades"), "spades", deals=2)


def sheet(root: Path, game: str, deals: int) -> ScoreSheet:
    desk = desk_of(root)
    people = GAMES[game].players[-1]
    rules = {"target": "200"} if game == "spades" else {}
    does(desk, SetPace(Pace.AT_ONCE), Begin(game, rules=rules, seats=seats(people, people - 1, "gentle"), seed=1))
    for _ in range(deals):
        does(desk, Do.DEAL_END)
        does(desk, Do.NEXT)
    return scores_at(desk.table)


@only_with_page
@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_what_it_is_played_for_and_how_it_stands(game: str, tmp_path: Path) -> None:
    told = sheet(tmp_path, game, deals=0)
    assert told["goal"] == GOALS[game]
    assert len(told["heads"]) == len(told["stands"])
    assert told["deals"] == []


@only_with_page
def test_deals_add_up_to_the_total_and_the_lowest_leads(hearts: ScoreSheet) -> None:
    assert len(hearts["deals"]) == 2
    totals = [sum(map(int, column)) for column in zip(*hearts["deals"], strict=True)]
    assert hearts["stands"] == [str(total) for total in totals]
    leaders = [name for name, total in zip(hearts["heads"], totals, strict=True) if total == min(totals)]
    assert hearts["leads"] == ("You are ahead." if leaders[0] == "You" else f"{leaders[0]} is ahead.")


@only_with_page
def test_each_deal_tells_bids_tricks_and_bags(spades: ScoreSheet) -> None:
    for points, accounts in zip(spades["deals"], spades["accounts"], strict=True):
        taken = 0
        for scored, account in zip(points, accounts, strict=True):
            found = re.fullmatch(r"bid (\d+), took (\d+)(?:, (\d+) bags?)?", account)
            assert found, account
            bid, won, bags = (int(number or 0) for number in found.groups())
            taken += won
            assert bags == max(0, won - bid)
            assert int(scored) == (10 * bid + bags if won >= bid else -10 * bid)
        assert taken == 13


@pytest.mark.parametrize(
    ("record", "told"),
    [
        ("rook-full-deal-set", ["", "bid 80, took 75"]),
        ("rook-late-revoke", ["revoke", ""]),
        ("rook-all-pass", ["", ""]),
        ("rook-score-withdrawn", ["", ""]),
    ],
)
def test_a_deal_of_rook_tells_what_was_bid_and_taken(record: str, told: list[str]) -> None:
    *_, last = answers(RECORDS[record].read_text("utf-8"), GAMES)
    match = last.known_match
    assert [match.header.game.shown.account(match.state, side) for side in match.sides] == told


def test_each_deal_of_hearts_tells_the_hearts_and_the_queen(hearts: ScoreSheet) -> None:
    for points, accounts in zip(hearts["deals"], hearts["accounts"], strict=True):
        assert sum("Q♠" in account for account in accounts) == 1
        taken = [int(account.split()[0]) if "heart" in account else 0 for account in accounts]
        assert sum(taken) == 13
        counted = [number + 13 * ("Q♠" in account) for number, account in zip(taken, accounts, strict=True)]
        assert counted == list(map(int, points))


@only_with_page
def test_tricks_of_partners_stand_against_their_bid_at_the_score(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "spades", people=4)
    assert {seat["against_bid"] for seat in desk.view()["table"]["seats"]} == {""}
    steps_until(desk, lambda: len(desk.table.playing.state.now.tricks) == 6)
    seats_now = desk.view()["table"]["seats"]
    said = [seat["beside"][0] for seat in seats_now]
    bids = [0 if "nil" in bid else int(bid.split()[-1]) for bid in said]
    won = [seat["won"]["tricks"] * bool(bid) for seat, bid in zip(seats_now, bids, strict=True)]  # of nils: bags
    assert [seat["against_bid"] for seat in seats_now] == [
        f"bid {bids[seat] + bids[seat - 2]}, took {won[seat] + won[seat - 2]}" for seat in range(4)
    ]


@only_with_page
def test_a_match_that_was_won_is_told_so(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, SetPace(Pace.AT_ONCE), Begin("bonehead", seats=seats(2, 1, "gentle"), seed=1))
    steps_until(desk, lambda: not desk.table.playing.expects.words)
    winner = desk.table.playing.winners[0]
    assert scores_at(desk.table)["leads"] == ("You have won." if winner == 0 else "Tom has won.")


def test_partners_share_a_column(spades: ScoreSheet) -> None:
    assert spades["heads"] == ["You and James", "Tom and Kathy"]


def test_sides_are_named_in_german_and_a_column_begins_with_a_capital(tmp_path: Path) -> None:
    desk = dealt(tmp_path, "spades", 1, 3)
    with spoken_in("de"):
        assert scores_at(desk.table)["heads"][0] == "Du und James"
        assert seats_at(desk.table)["sides"][0]["label"].startswith("Ann und James: ")


def test_there_is_none_before_a_game(tmp_path: Path) -> None:
    with pytest.raises(WrongOrderError):
        scores_at(desk_of(tmp_path).table)


@only_with_page
def test_one_click_opens_it_and_escape_or_a_click_beside_it_closes_it(page: Browser) -> None:
    begin(page, "hearts", 4)
    for closes in (lambda: page.press("Escape"), lambda: page.ask(BESIDE)):
        page.click("#show-scores")
        page.until("$('scores').open")
        assert page.ask(HEADS) == ["Ann", "Bob", "Cid", "Dee"]
        assert page.ask("count('#scores-told :is(h3, ol)')") == 0, "nothing was done yet"
        closes()
        page.until("!$('scores').open && !history.state?.open")
    page.click("#mine")
    page.until("window.quiet()")
    page.click("#show-scores")
    page.until("count('#scores-told li') > 0")
    assert page.ask("document.querySelector('#scores-told li').textContent").startswith("Bob has passed three cards")
