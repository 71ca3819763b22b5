"""People come and go, and scores are corrected, from the page: the box hears it, its rules allow or refuse it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.http.views.answers import SeatChoice
from companion.rules.statements import REASONS
from companion.support.messages import tr
from companion.table.state import ScoreChanged, SeatsChanged
from companion.web.autoplay import ANOTHER_QUESTION
from companion.web.orders import Begin, ChangeSeats, CorrectScore, Do, Order, WrongOrderError
from companion.web.rules_and_scores import scores_at
from companion.web.seats_and_corrections import NO_CORRECTION, NO_GUEST, seats_at
from companion.web.virtual_table import VirtualTable
from tests.companion.scoreboard.phases import whole
from tests.companion.web.browser import Browser
from tests.companion.web.seating import seats
from tests.companion.web.standing import dealt, shown
from tests.companion.web.table_in_browser import desk_of, does, open_drawer, presses, steps_until
from tests.evening import begun
from tests.languages import speaking
from tests.torture import only_with_page

BETWEEN = "Seats change between two deals only."
FIXED = "This game needs just as many players."
SEATED = "This player has a seat already."


@pytest.fixture
def hearts(tmp_path: Path) -> VirtualTable:
    """Hearts of four people without passing, before its first deal."""
    desk = desk_of(tmp_path)
    does(desk, Begin("hearts", seats=seats(4), rules={"passing": "none"}, seed=1, scanned=False))
    return desk


def labels(choice: SeatChoice) -> list[str]:
    return [further["label"] for further in choice["then"]]


def change(desk: VirtualTable, *path: str, name: str | None = None, older: int = 0) -> Mapping[str, Any]:
    """Choose these labels in the list of seats; what is shown then. `older`: at another asking."""
    told = seats_at(desk.table)
    choice, places = told["seats"], list[int]()
    for label in path:
        places.append(labels(choice).index(label))
        choice = choice["then"][places[-1]]
    return does(desk, ChangeSeats(tuple(places), told["number"] + older, name))


def correct(desk: VirtualTable, seat: int, points: int, reason: str = REASONS[0]) -> Mapping[str, Any]:
    return does(desk, CorrectScore(seat, points, reason, seats_at(desk.table)["number"]))


def names(desk: VirtualTable) -> tuple[str, ...]:
    return desk.table.playing.header.names


def mid_deal(desk: VirtualTable) -> None:
    """Four cards are played."""
    steps_until(desk, lambda: desk.table.playing.said and desk.table.playing.said.word == "play")
    for _ in range(3):
        does(desk, Do.NEXT)


@only_with_page
def test_somebody_of_the_house_takes_a_seat_and_the_display_says_so(hearts: VirtualTable) -> None:
    shown = change(hearts, "somebody leaves", "Bob", "Eve")
    assert names(hearts) == ("Ann", "Eve", "Cid", "Dee")
    assert isinstance(hearts.table.overlay, SeatsChanged)
    assert shown["table"]["seats"][1]["name"] == "Eve"
    assert "Eve" in " ".join(shown["box"]["said"])


def test_a_guest_is_called_as_somebody_types(hearts: VirtualTable) -> None:
    change(hearts, "somebody leaves", "Bob", "guest, called P1", name="Zoë Lee")
    change(hearts, "somebody joins", "guest, called P1", name="Al")
    assert names(hearts) == ("Ann", "Zoë Lee", "Cid", "Dee", "Al")


def test_two_change_seats_and_one_leaves(hearts: VirtualTable) -> None:
    change(hearts, "two change seats", "Ann and Cid")
    change(hearts, "somebody leaves", "Bob", "nobody: one fewer")
    assert names(hearts) == ("Cid", "Ann", "Dee")


@only_with_page
def test_the_computer_plays_on_with_a_hand_that_is_tapped_into_its_rack(hearts: VirtualTable) -> None:
    mid_deal(hearts)
    change(hearts, "Cid", "the computer", "gentle")
    (seat,) = hearts.table.playing.header.computers
    steps_until(hearts, lambda: "deal" in hearts.table.playing.expects.words)
    assert seat == 2
    assert sum(hearts.table.playing.scores) in (26, 78)


def test_of_a_computer_that_plays_better_from_here_on_its_level_is_told(hearts: VirtualTable) -> None:
    mid_deal(hearts)
    change(hearts, "Cid", "the computer", "gentle")
    name = names(hearts)[2]
    shown = change(hearts, name, "the computer", "strong")
    assert names(hearts)[2] == name
    assert f"From now on {name} is the computer (strong)." in shown["asked"]["news"]


def test_undo_of_the_box_seats_the_people_as_before(hearts: VirtualTable) -> None:
    change(hearts, "somebody leaves", "Bob", "Eve")
    presses(hearts, "HOLD", "OK")
    assert names(hearts) == ("Ann", "Bob", "Cid", "Dee")


def test_what_the_rules_forbid_now_is_not_offered_and_told(hearts: VirtualTable) -> None:
    assert seats_at(hearts.table)["why_not"] == []
    mid_deal(hearts)
    told = seats_at(hearts.table)
    assert (told["seats"]["asks"], told["why_not"]) == ("Who leaves?", [BETWEEN])


def test_a_game_of_a_fixed_number_says_so(tmp_path: Path) -> None:
    told = seats_at(desk_of(tmp_path, "birddog").table)
    assert told["why_not"] == [FIXED, BETWEEN]


def test_a_game_that_is_over_offers_nothing_and_the_box_refuses_it_too(tmp_path: Path) -> None:
    begun(tmp_path, *whole("birddog").record.splitlines()[:-1])
    desk = desk_of(tmp_path)
    does(desk)
    older = seats_at(desk.table)["number"]
    does(desk, Do.NEXT)
    told = seats_at(desk.table)
    assert (told["seats"]["then"], told["why_not"]) == ([], ["The game is over."])
    assert does(desk, ChangeSeats((0, 0, 0), older))["asked"]["refused"] == tr(ANOTHER_QUESTION)


def test_two_people_of_one_name_are_refused_by_the_box(hearts: VirtualTable) -> None:
    for path in (("somebody leaves", "Bob", "guest, called P1"), ("somebody joins", "guest, called P1")):
        shown = change(hearts, *path, name="dee")
        assert names(hearts) == ("Ann", "Bob", "Cid", "Dee")
        assert SEATED in shown["asked"]["refused"]
        assert shown["box"]["light"][0] > 0


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (lambda number: ChangeSeats((0, 1, 0), number + 1), ANOTHER_QUESTION),
        (lambda number: ChangeSeats((0, 9), number), ANOTHER_QUESTION),
        (lambda number: ChangeSeats((0, 1), number), ANOTHER_QUESTION),
        (lambda number: ChangeSeats((0, 1, 0), number, "Zoë"), NO_GUEST),
        (lambda number: CorrectScore(7, 5, REASONS[0], number), ANOTHER_QUESTION),
        (lambda number: CorrectScore(0, 5, REASONS[0], number + 1), ANOTHER_QUESTION),
    ],
    ids=["another asking", "no such place", "no answer yet", "Eve is no guest", "no such seat", "score of before"],
)
def test_an_order_that_fits_no_list_changes_nothing(hearts: VirtualTable, order: Any, why: str) -> None:
    given: Order = order(seats_at(hearts.table)["number"])
    before = hearts.table.playing
    assert does(hearts, given)["asked"]["refused"] == tr(why)
    assert hearts.table.playing is before


def test_a_box_in_its_menu_takes_nothing_from_elsewhere(hearts: VirtualTable) -> None:
    number = seats_at(hearts.table)["number"]
    presses(hearts, "HOLD")
    does(hearts, ChangeSeats((0, 1, 0), number))
    assert names(hearts) == ("Ann", "Bob", "Cid", "Dee")
    assert "Nobody can say that now." in does(hearts, Do.LIFT)["asked"]["refused"]


def test_any_number_corrects_a_score_by_one_statement(hearts: VirtualTable) -> None:
    mid_deal(hearts)
    correct(hearts, 1, 12, "forgotten")
    assert hearts.table.playing.scores == (0, 12, 0, 0)
    assert isinstance(hearts.table.overlay, ScoreChanged)
    assert "Bob +12: forgotten." in " ".join(scores_at(hearts.table)["story"])


def test_partners_are_one_side(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "spades")
    assert [side["label"] for side in seats_at(desk.table)["sides"]] == ["Ann and Cid: 0", "Bob and Dee: 0"]
    correct(desk, 0, -3)
    assert desk.table.playing.scores == (-3, 0, -3, 0)


def test_scores_that_may_be_corrected_have_the_french_blank(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "spades")
    with speaking("fr"):
        assert seats_at(desk.table)["sides"][1]["label"] == "Bob et Dee : 0"


def test_before_the_first_deal_no_score_is_corrected_and_the_box_says_so(hearts: VirtualTable) -> None:
    told = seats_at(hearts.table)
    assert (told["sides"], told["why_uncorrected"]) == ([], NO_CORRECTION)
    assert "Nobody can say that now." in correct(hearts, 0, 5)["asked"]["refused"]
    assert hearts.table.playing.scores == (0, 0, 0, 0)


def test_where_no_game_is_in_play_there_is_nothing_to_tell(tmp_path: Path) -> None:
    with pytest.raises(WrongOrderError):
        seats_at(desk_of(tmp_path).table)


# ---------------------------------------------------------------- in a real browser

NAMES = "[...document.querySelectorAll('.seat header')].map((seat) => seat.textContent).join()"


def opened(page: Browser) -> None:
    """The lists of seats, with what they offer."""
    open_drawer(page, "seating")
    page.until("$('seats-said').textContent || $('seat-lists').childElementCount")


def chooses(page: Browser, *answers: str) -> None:
    """These answers in the lists that follow from one another."""
    for place, label in enumerate(answers):
        field = f"document.querySelectorAll('#seat-lists select')[{place}]"
        page.ask(
            f"{field}.value = [...{field}.options].find(({{label}}) => label === {json.dumps(label)}).value;"
            f"{field}.dispatchEvent(new Event('change'))"
        )


def types(page: Browser, field: str, text: str) -> None:
    page.ask(f"{field}.focus(); {field}.select?.()")
    page.call("Input.insertText", text=text)


def test_who_comes_is_chosen_and_named_in_the_drawer(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, dealt(tmp_path, "hearts", 4), tmp_path) as page:
        opened(page)
        chooses(page, "Bob", "guest, called P1")
        assert page.ask("document.querySelector('#seat-lists input').value") == "Guest 1"
        types(page, "document.querySelector('#seat-lists input')", "Zoë")
        page.click("#seat-change button")
        page.until(f"!$('drawer').open && {NAMES}.includes('Zoë')")
        assert "Zoë" in page.ask("display()")


@only_with_page
def test_two_of_one_name_are_refused_in_words_and_no_name_is_none(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, dealt(tmp_path, "hearts", 4), tmp_path) as page:
        opened(page)
        chooses(page, "Bob", "guest, called P1")
        for empty in ("", "  "):
            page.ask(f"document.querySelector('#seat-lists input').value = '{empty}'")
            page.click("#seat-change button")
            assert page.ask("$('drawer').open && !$('seat-change').checkValidity()")
        types(page, "document.querySelector('#seat-lists input')", "Cid")
        page.click("#seat-change button")
        page.until(f"!$('drawer').open && $('remark').textContent.includes({json.dumps(SEATED)})")
        assert "Bob" in page.ask(NAMES)


@only_with_page
def test_in_a_deal_the_drawer_says_what_the_rules_forbid(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, dealt(tmp_path, "birddog", 3), tmp_path) as page:
        opened(page)
        page.until(f"$('seats-said').textContent === {json.dumps(f'{FIXED} {BETWEEN}')}")


def test_a_score_is_corrected_on_the_score_sheet_by_keyboard_on_a_narrow_phone(
    browser: Browser, tmp_path: Path
) -> None:
    with shown(browser, dealt(tmp_path, "hearts", 4), tmp_path) as page:
        page.size(320, 640)
        page.ask("$('show-scores').click()")
        page.until("$('scores').open")
        page.ask("document.querySelector('#correct summary').focus()")
        page.press("Enter")
        page.until("$('whose').length === 4")
        assert page.ask("$('scores').scrollWidth <= $('scores').clientWidth")
        page.press("Tab")
        page.press("ArrowDown")
        page.press("Tab")
        for wrong in ("abc", "0", "1e9", "2.5"):
            types(page, "$('change')", wrong)
            page.press("Enter")
            assert page.ask("$('scores').open && !$('correction').checkValidity()"), wrong
        types(page, "$('change')", "-12")
        page.press("Enter")
        page.until("!$('scores').open && display().includes('Score corrected')")
        page.size(1280, 860)
        page.ask("$('show-scores').click()")
        page.until("$('scores').open")
        assert "\u221212" in page.ask("document.querySelector('#scores-told tfoot').textContent")
        made = "import('/dom.js').then(({make}) => make('p', '', 'Set 3-5: -50, ', -7).textContent)"
        assert page.ask(made) == "Set 3-5: \u221250, \u22127"


@only_with_page
def test_lists_that_are_open_follow_the_game(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, dealt(tmp_path, "hearts", 4), tmp_path) as page:
        opened(page)
        page.ask("window.before = $('seat-lists').firstChild; $('next').click()")
        page.until("window.quiet()")
        chooses(page, "Bob", "Eve")
        page.click("#seat-change button")
        page.until(f"{NAMES}.includes('Eve')")
