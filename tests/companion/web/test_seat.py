"""Sitting at the table: what one got, what one is asked, and what may be claimed, seen from the own seat alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.inputs.inputs import MenuStatement
from companion.players.claim_answer import takes_all
from companion.rules.claims import CLAIMS
from companion.rules.statements import Statement
from companion.rules.tricks import TrickGame
from companion.web.orders import AtOnce, Begin, Do, Pace, SetPace
from companion.web.virtual_table import VirtualTable
from tests.companion.web.browser import Browser
from tests.companion.web.seating import seats
from tests.companion.web.standing import played, shown
from tests.companion.web.table_in_browser import asked, desk_of, does, steps_until, turns
from tests.companion.web.test_layout import SIZES, begin, goes_on, table
from tests.torture import every_so_many, only_with_page, so_many

__all__ = ["table"]  # the fixture

PALE = "[...document.querySelectorAll('#trick .play')].map((play) => getComputedStyle(play).filter !== 'none')"
SHOWN = "$('last-trick')?.ariaPressed"


def dealt(root: Path, game: str, seed: int = 1) -> VirtualTable:
    """A table of one person and three quick computers."""
    desk = desk_of(root)
    does(desk, SetPace(Pace.AT_ONCE), Begin(game, seats=seats(4, 3, "gentle"), seed=seed))
    return desk


def own(desk: VirtualTable) -> list[Any]:
    return list(desk.view()["table"]["seats"][0]["hand"])


def received(desk: VirtualTable) -> set[str]:
    return {card["word"] for card in own(desk) if card.get("received")}


@only_with_page
def test_cards_that_were_passed_are_marked_until_the_first_trick_was_taken(tmp_path: Path) -> None:
    desk = dealt(tmp_path, "hearts")
    before = {card["word"] for card in own(desk)}
    assert received(desk) == set()
    steps_until(desk, lambda: desk.view()["table"]["middle"] and asked(desk)["yours"])
    assert received(desk) == {card["word"] for card in own(desk)} - before
    assert len(received(desk)) == 3
    assert not any(card.get("received") for seat in desk.view()["table"]["seats"][1:] for card in seat["hand"])
    does(desk, Do.TRICK)
    assert received(desk) == set()


def test_who_has_none_of_the_suit_led_is_told_to_play_any_card(tmp_path: Path) -> None:
    desk = dealt(tmp_path, "spades")
    told = dict[bool, set[str]]()
    for _ in range(40):
        does(desk, Do.NEXT)
        now, table = asked(desk), desk.view()["table"]
        if table["middle"] and table["took"] is None and now["sentence"].startswith("Your turn"):
            led = table["middle"][0]["cards"][0]["suit"]
            told.setdefault(any(card["suit"] == led for card in own(desk)), set()).add(now["sentence"])
            heard = [text for message in desk.view()["heard"]["latest"] for _, text in message["say"]]
            assert [text for text in heard if text.startswith("Your turn")][-1] == now["sentence"]
        if len(told) > 1:
            break
    assert told[False] == {"Your turn: play any card."}
    assert all(sentence.startswith("Your turn: follow ") for sentence in told[True])


HAS_NO_CLUB = 26


def test_who_has_none_of_the_suit_led_and_may_not_play_every_card_is_told_why(tmp_path: Path) -> None:
    desk = dealt(tmp_path, "hearts", HAS_NO_CLUB)
    steps_until(desk, lambda: desk.view()["table"]["middle"] and asked(desk)["yours"])
    assert asked(desk)["sentence"] == "Your turn: play another suit. No points in the first trick."


@only_with_page
@pytest.mark.parametrize("game", every_so_many(2, ["spades", "hearts"]))
def test_the_rest_is_claimed_only_where_nobody_can_take_a_trick(game: str, tmp_path: Path) -> None:
    desk = dealt(tmp_path, game)
    sure = 0
    for _ in range(80):
        does(desk, Do.NEXT)
        offered = [answer for answer in asked(desk)["answers"] if answer["group"] == "claim"]
        if offered:
            cards = desk.cards.deal
            assert cards is not None
            match = desk.table.playing
            assert takes_all(match.header.game, match.state, 0, cards.own(0))
            assert len(cards.own(0)) > 1, "the last card is played, not claimed"
            assert not any("score the deal" in answer["label"] for answer in asked(desk)["answers"]), (
                "one end is enough"
            )
            sure += 1
        if sure == so_many(2, 80):
            break
    assert sure, "sometimes it can be claimed"


@only_with_page
def test_a_hint_calls_no_claim_right(tmp_path: Path) -> None:
    desk = dealt(tmp_path, "hearts")

    def offered() -> list[Any]:
        return [answer for answer in asked(desk)["answers"] if answer["group"] == "claim"]

    steps_until(desk, offered)
    desk.hands.box.loop.receive(MenuStatement(Statement(CLAIMS, asked(desk)["seat"])))  # by the menu of the box
    desk.turn()
    hint = does(desk, AtOnce.HINT)["hint"]
    assert hint is not None
    assert (hint["says"], hint["right"]) == ("Show the cards that are left, or play on.", [])


@only_with_page
@pytest.mark.no_cover
def test_the_last_trick_is_paler_and_its_button_pressed_while_it_is_looked_at_again(table: Browser) -> None:
    begin(table, "hearts", 4)
    goes_on(table, 30, "count('#trick .play') === 2")
    assert table.ask(PALE) == [False, False]
    goes_on(table, 5, "$('last-trick')")
    table.click("#last-trick")
    assert (table.ask(PALE), table.ask(SHOWN)) == ([True] * 4, "true")
    table.click("#last-trick")
    assert (table.ask("count('#trick.over')"), table.ask(SHOWN)) == (0, "false")


@only_with_page
@pytest.mark.parametrize(
    "game", every_so_many(3, [name for name, game in GAMES.items() if isinstance(game, TrickGame)])
)
def test_cards_of_two_deals_never_lie_in_one_picture(game: str, tmp_path: Path) -> None:
    desk, number = desk_of(tmp_path), max(GAMES[game].players)
    company = seats(number, number - 1, "gentle")
    does(desk, SetPace(Pace.AT_ONCE), Begin(game, seats=company, seed=1))
    steps_until(desk, lambda: desk.view()["table"]["middle"])
    does(desk, Do.DEAL_END)
    assert desk.table.scored
    shown = desk.view()["table"]
    assert [[*seat["hand"], *seat["heads"]] for seat in shown["seats"]] == [[]] * number
    assert (shown["stack"], shown["nest"], shown["up"]) == (None, 0, None)
    shown = does(desk, Do.NEXT)["table"]
    assert (shown["last_trick"], shown["took"]) == ([], None)
    assert own(desk)


def test_the_last_cards_of_birdhead_open_together_and_lie_until_the_next_deal(tmp_path: Path) -> None:
    desk = dealt(tmp_path, "birdhead", 2)

    def laid() -> list[tuple[int, int]]:
        """How many open cards, and how many backs, lie before each player who has laid some."""
        return [(len(play["cards"]), play["backs"]) for play in desk.view()["table"]["middle"]]

    steps_until(desk, lambda: len(own(desk)) == 1 and asked(desk)["yours"] and laid())
    assert {*laid()} == {(0, 1)}
    assert "takes the trick with" in asked(desk)["news"][-1]
    steps_until(desk, lambda: desk.table.scored)
    last = desk.view()["table"]["middle"]
    assert laid() == [(1, 0)] * 4
    ranks = [[play["cards"][0]["rank"] for play in desk.view()["table"][name]] for name in ("middle", "last_trick")]
    assert ranks[0] == ranks[1]
    turns(desk, 200)
    assert desk.view()["table"]["middle"] == last
    assert does(desk, Do.NEXT)["table"]["middle"] == []


@only_with_page
def test_own_bid_and_tricks_are_seen_above_the_cards_of_a_phone(browser: Browser, tmp_path: Path) -> None:
    desk = played(
        dealt(tmp_path, "spades", 3), lambda view: view["table"]["seats"][0]["won"]["tricks"] and not view["doing"]
    )
    with shown(browser, desk, tmp_path) as page:
        page.size(*SIZES["phone"])
        page.until("window.quiet()")
        page.ask("document.querySelector('.own .score').firstChild.nextSibling.textContent = '212'; 0")
        bottoms, top = page.ask("""[
          [...document.querySelectorAll('.own :is(.fact, .won)')].map(one => one.getBoundingClientRect().bottom),
          document.querySelector('.own .fan .card').getBoundingClientRect().top]""")
        assert len(bottoms) == 2
        assert max(bottoms) <= top
