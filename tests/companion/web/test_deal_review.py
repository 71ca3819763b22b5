"""A deal that is over is looked at: all hands and all tricks, and never before."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.http.views.answers import DealReview
from companion.http.views.shared import CardFace
from companion.rules.tricks import TrickGame
from companion.web.deal_review import review
from companion.web.orders import Do, WrongOrderError
from companion.web.virtual_table import VirtualTable
from tests.companion.web.browser import Browser
from tests.companion.web.standing import dealt, shown
from tests.companion.web.table_in_browser import desk_of, does
from tests.evening import RECORDS, begun
from tests.torture import only_with_page

OF_TRICKS = [name for name, game in GAMES.items() if isinstance(game, TrickGame)]

READ = """[...document.querySelectorAll('#rules-told tr')].map(
  (row) => [...row.querySelectorAll('th, [role=img]')].map((one) => one.ariaLabel ?? one.textContent))"""


def seen(desk: VirtualTable) -> DealReview:
    return review(desk.table, desk.cards.simulated)


def counted(*cells: list[CardFace]) -> Counter[str]:
    return Counter(card["rank"] + card["suit"] for cell in cells for card in cell)


@only_with_page
@pytest.mark.parametrize("game", OF_TRICKS)
def test_after_a_deal_every_card_is_seen_where_it_was_dealt_and_who_laid_it(game: str, tmp_path: Path) -> None:
    people = min(4, GAMES[game].players[-1])
    desk = dealt(tmp_path, game, 1, people - 1)
    does(desk, Do.DEAL_END)
    told = seen(desk)
    hands, tricks = told["rows"][0]["cells"], [row for row in told["rows"] if row["led"] is not None]
    assert told["heads"][0] == "You"
    assert counted(*hands, told["rest"]) == Counter(card.rank + card.suit for card in GAMES[game].deck.cards_in_order)
    assert [row["led"] for row in tricks[1:]] == [row["took"] for row in tricks[:-1]]
    if len(told["rows"]) == len(tricks) + 1:  # nothing was given away
        for seat in range(people):
            assert counted(*(row["cells"][seat] for row in tricks)) <= counted(hands[seat])


def test_cards_that_were_passed_are_seen_with_who_gave_them(tmp_path: Path) -> None:
    desk = dealt(tmp_path, "hearts", 1, 3)
    does(desk, Do.DEAL_END)
    hands, given, *tricks = (row["cells"] for row in seen(desk)["rows"])
    for seat in range(4):
        held = counted(hands[seat]) - counted(given[seat]) + counted(given[seat - 1])
        assert counted(*(cells[seat] for cells in tricks)) <= held


def test_nobody_sees_it_before_the_deal_is_over_and_the_next_deal_hides_it(tmp_path: Path) -> None:
    desk = dealt(tmp_path, "euchre", 1, 3)
    for played in (Do.TRICK, Do.DEAL_END):
        with pytest.raises(WrongOrderError):
            seen(desk)
        does(desk, played)
    first = seen(desk)
    does(desk, Do.NEXT)
    with pytest.raises(WrongOrderError):
        seen(desk)
    does(desk, Do.DEAL_END)
    assert seen(desk)["rows"][0] != first["rows"][0]


def test_nobody_sees_the_hands_of_a_deal_that_a_remedy_lets_go_on(tmp_path: Path) -> None:
    begun(tmp_path, *RECORDS["rook-late-revoke"].read_text("utf-8").partition("back")[0].splitlines())
    desk = desk_of(tmp_path)
    assert desk.view()["table"]["scored"]
    assert not desk.view()["table"]["reviews"]
    with pytest.raises(WrongOrderError):
        seen(desk)


@only_with_page
def test_the_page_shows_it_after_a_deal_and_escape_leads_back(browser: Browser, tmp_path: Path) -> None:
    desk = dealt(tmp_path, "euchre", 1, 3)
    with shown(browser, desk, tmp_path) as page:
        assert page.ask("count('#see-hands')") == 0
        page.ask("document.querySelector('#jumps [value=deal-end]').click()")
        page.until("count('#see-hands') && window.quiet()")
        page.click("#see-hands")
        page.until("count('#rules-told .reviewed')")
        heads, hands, *rows = page.ask(READ)
        assert (heads[0], hands[0], rows[-1][0]) == ("You", "Dealt", "Trick 5")
        assert all(hand.count(" of ") == 5 for hand in hands[1:])
        assert sum("led" in cell for cell in rows[-1]) == sum("took it" in cell for cell in rows[-1]) == 1
        page.press("Escape")
        page.until("!$('rules').open && document.activeElement === $('see-hands')")
