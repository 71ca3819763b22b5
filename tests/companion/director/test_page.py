"""The organiser's page in a real browser: an event from the password to a correction, on a desk and on a phone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from companion.director.event import SeatPoints
from companion.director.page_view import games_view
from companion.http.views.director import GameChoice
from companion.rules.game import Game
from tests.companion.director.browsing import (
    CLIPPED,
    SIZES,
    SMALL,
    TABS,
    enters,
    fill,
    leaves,
    on_the_page,
    press,
    show,
    text,
    texts,
)
from tests.companion.director.evenings import NAMES, record_of
from tests.companion.director.served import PASSWORD, Organiser, served
from tests.companion.director.states import done, sittings
from tests.companion.web.browser import Browser
from tests.companion.web.test_axe import complaints, with_axe
from tests.needs import has_axe, with_chromium
from tests.torture import every_so_many, only_with_page, so_many

pytestmark = [
    with_chromium,
    pytest.mark.no_cover,
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as opened:
        yield opened


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Organiser]:
    with served(tmp_path) as organiser:
        for box in ("a", "b"):
            organiser.wire.is_there(box)
        organiser.wire.is_there("a", *NAMES[:8], trouble=("The reader is deaf: pull the plug and put it in again.",))
        yield organiser


@pytest.fixture
def page(browser: Browser, club: Organiser) -> Iterator[Browser]:
    """The page after the password was typed."""
    enters(browser, club)
    browser.until("document.querySelectorAll('#tables .boxes > li').length === 2")
    yield browser
    leaves(browser)


def begins(page: Browser) -> None:
    """An event of eight people is made on the page, and its first round begun."""
    show(page, "event")
    fill(page, "event-title", "Thursday")
    fill(page, "event-game", "spades")
    fill(page, "event-movement", "howell")
    fill(page, "event-minutes", "20")
    page.ask("document.getElementById('event-duplicate').checked = true")
    press(page, "keep-event")
    page.until("document.getElementById('title').textContent === 'Thursday'")
    show(page, "people")
    press(page, "enter-all")
    page.until("document.querySelectorAll('#people tbody tr').length === 4")
    show(page, "tables")
    page.until("document.getElementById('next-round')?.disabled === false")
    press(page, "next-round")
    page.until("!!document.getElementById('box-of-2')")


def test_an_evening_on_the_page(page: Browser, club: Organiser) -> None:
    begins(page)
    event = club.event
    assert (event.game, event.movement, event.minutes, event.duplicate) == ("spades", "howell", 20, True)
    assert page.ask("document.getElementById('clock').textContent") in {"20:00", "19:59", "19:58", "19:57"}
    for table, box in ((1, "a"), (2, "b")):
        club.wire.reports(box, f"2026-11-25-201503-{table}", record_of(event, 1, table))
    page.until("document.getElementById('tables').textContent.includes('All tables have finished')")
    show(page, "standings")
    assert page.ask("document.querySelectorAll('#standings tbody tr').length") == 4
    show(page, "results")
    page.until("document.querySelectorAll('#results .pen').length === 4")
    press(page, "correct-1-2-1")
    page.until("document.getElementById('correct')?.open")
    page.ask("history.back()")
    page.until("!document.getElementById('correct')")
    assert page.ask("location.hash") == "#results"
    press(page, "correct-1-2-1")
    assert page.ask("document.getElementById('correct-kind').options.length") == 2
    for place, points in enumerate((55, -5, 55, -5)):
        fill(page, f"value-{place}", str(points))
    fill(page, "correct-reason", "a bid was misheard")
    page.ask("document.querySelector('dialog .main').click()")
    page.until("document.querySelector('#results .mark')?.textContent === 'corrected: a bid was misheard'")
    page.until("!document.querySelector('dialog')")  # the page may hear of it before the answer to its wish
    assert club.event.corrections[0].counts == SeatPoints((55, -5, 55, -5))
    show(page, "tables")
    press(page, "undo")
    show(page, "results")
    page.until("!document.querySelector('#results .mark')")


HOLDS_RESULTS = """
window.held = [];
const asks = window.fetch;
window.fetch = async (path, ...more) => {
  const answer = await asks(path, ...more);
  if (!held || !String(path).startsWith("/results/")) return answer;
  const text = await answer.text();
  await new Promise((comes) => held.push(comes));
  return new Response(text);
};
"""
"""Answers about results are made when the page asks, and arrive when `held` is called."""


def test_an_older_answer_about_results_stands_over_no_newer_one(
    page: Browser, club: Organiser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.director.server.CLOCK_S", 1e9)
    begins(page)
    for table, box in ((1, "a"), (2, "b")):
        club.wire.reports(box, f"2026-11-25-201503-{table}", record_of(club.event, 1, table))
    show(page, "results")
    page.until("document.querySelectorAll('#results .pen').length === 4")
    page.ask(HOLDS_RESULTS)
    done(club, "title", title="Earlier")
    page.until("document.getElementById('title').textContent === 'Earlier' && held.length")
    done(club, "correct", round=1, table=1, deal=1, points=[5, 5, 5, 5], reason="misheard")
    done(club, "title", title="Later")
    page.until("document.getElementById('title').textContent === 'Later'")
    page.ask("new Promise((asked) => setTimeout(asked, 300))")  # long enough for a second question, where there is one
    page.ask("(() => { const all = held; held = null; for (const comes of all.reverse()) comes(); })()")
    page.ask("new Promise((drawn) => setTimeout(drawn, 300))")
    page.until("document.querySelector('#results .mark')?.textContent === 'corrected: misheard'", 5)


def test_a_percent_is_asked_for_by_side(page: Browser, club: Organiser) -> None:
    done(club, "new", game="hearts", movement="individual", duplicate=True)
    done(club, "enter all")
    done(club, "round")
    show(page, "results")
    page.until("!!document.getElementById('missing')")
    fill(page, "missing", "round 1, table 2, deal 1")
    hears_of(page, club, "c")
    press(page, "enter-missing")
    fill(page, "correct-kind", "percent")
    assert texts(page, "#correct .points label") == list(sittings(club)[1].names)


def test_hands_are_shown_to_whoever_says_yes_and_fit_every_size(page: Browser, club: Organiser) -> None:
    begins(page)
    show(page, "event")
    page.until("!!document.getElementById('hands')")
    page.ask("window.confirm = (text) => { window.asked = text; return false; }")
    opened = (
        "document.getElementById('hands').dispatchEvent(new MouseEvent('click', {cancelable: true, bubbles: true}))"
    )
    assert page.ask(opened) is False
    assert page.ask("window.asked") == "Show all hands of 6 boards?"
    assert page.ask("document.getElementById('hands').target") == "_blank"
    path = page.ask("document.getElementById('hands').getAttribute('href')")
    assert path == f"/hands/{club.desk.names[0]}"
    page.call("Page.navigate", url=f"http://127.0.0.1:{club.port}{path}")
    page.until("document.querySelectorAll('.board').length === 6")
    for size in SIZES.values():
        page.size(*size)
        assert page.ask(CLIPPED) == []
    page.call("Emulation.setEmulatedMedia", media="print")
    assert page.ask("getComputedStyle(document.querySelector('.board')).breakInside") == "avoid"
    page.call("Emulation.setEmulatedMedia", media="")


def test_a_refusal_is_told_on_the_page_and_goes_with_the_next_wish(page: Browser) -> None:
    show(page, "people")
    show(page, "event")
    fill(page, "event-deals", "2")
    press(page, "keep-event")
    page.until("document.getElementById('where').textContent === 'Not begun'")
    show(page, "people")
    fill(page, "new-name", "Ann")
    press(page, "add")
    page.until("document.getElementById('refused').textContent.startsWith('Ann is there already')")
    fill(page, "new-name", "Zoe")
    press(page, "add")
    page.until("document.getElementById('refused').hidden")


def test_a_field_that_is_being_written_in_is_not_drawn_anew(page: Browser, club: Organiser) -> None:
    show(page, "event")
    page.ask("document.getElementById('event-title').focus()")
    page.ask("document.getElementById('event-title').value = 'Half a ti'")
    hears_of(page, club, "c")
    assert page.ask("document.getElementById('event-title').value") == "Half a ti"


def hears_of(page: Browser, club: Organiser, box: str) -> None:
    """A box connects, and the page has had the time to be drawn anew."""
    club.wire.is_there(box)
    page.ask("new Promise((done) => setTimeout(done, 700))")


def test_what_was_chosen_stays_until_it_is_kept_or_left(page: Browser, club: Organiser) -> None:
    show(page, "event")
    fill(page, "event-game", "hearts")
    page.ask("document.getElementById('keep-event').focus()")
    hears_of(page, club, "c")
    assert page.ask("document.getElementById('event-game').value") == "hearts"
    fill(page, "event-title", 'a "b"')
    press(page, "keep-event")
    page.until("!document.getElementById('refused').hidden")
    hears_of(page, club, "d")
    assert page.ask("document.getElementById('event-game').value") == "hearts"
    show(page, "people")
    show(page, "event")
    page.until("document.getElementById('event-game').value !== 'hearts'")


@has_axe
def test_somebody_too_many_is_taken_out_or_made_one_with_another(page: Browser, club: Organiser) -> None:
    club.wire.is_there("b", "Zoe", "Anne")
    assert club.wishes("new", title="Thursday", game="spades", movement="howell", deals=2) == ""
    show(page, "people")
    page.until("!!document.getElementById('somebody-too-many')")
    page.ask("document.querySelector('#somebody-too-many summary').click()")
    assert page.ask("document.getElementById('take-out').disabled")
    fill(page, "too-many", "Zoe")
    assert text(page, "#take-out") == "Take out"
    press(page, "take-out")
    page.until("!document.getElementById('people').textContent.includes('Zoe')")
    fill(page, "too-many", "Anne")
    fill(page, "is-really", "Ann")
    assert text(page, "#take-out") == "Make them one person"
    club.wire.is_there("b", "Anne", "Ida")
    page.until("document.getElementById('people').textContent.includes('Ida')")
    assert page.ask("document.getElementById('too-many').value") == "Anne", "what was chosen stays when news come"
    press(page, "take-out")
    page.until("!document.getElementById('people').textContent.includes('Anne')")
    event = club.event
    assert (event.people, event.gone) == ((*NAMES[:8], "Ida"), {"Zoe": "", "Anne": "Ann"})
    assert page.ask("document.getElementById('take-out').disabled"), "nothing is chosen any more"
    for size in SIZES.values():
        page.size(*size)
        assert (page.ask(CLIPPED), page.ask(SMALL)) == ([], [])
    page.size(*SIZES["desktop"])


@pytest.mark.parametrize("scheme", so_many(["light"], ["dark", "light"]))
def test_axe_finds_nothing_wrong_with_any_tab(page: Browser, club: Organiser, scheme: str) -> None:
    wishes = {"prefers-color-scheme": scheme, "prefers-reduced-motion": "reduce"}
    page.call("Emulation.setEmulatedMedia", features=[{"name": name, "value": wish} for name, wish in wishes.items()])
    begins(page)
    event = club.event
    club.wire.reports("a", "2026-11-25-201503-1", record_of(event, 1, 1))
    with_axe(page)
    found = []
    for tab in TABS:
        show(page, tab)
        found += [f"{tab}, {line}" for line in complaints(page).splitlines()]
    show(page, "results")
    page.until("document.querySelectorAll('#results tbody tr').length")
    press(page, "correct-1-1-1")
    found += [f"correcting, {line}" for line in complaints(page).splitlines()]
    assert found == []


@has_axe
def test_axe_finds_nothing_wrong_with_the_password(page: Browser) -> None:
    page.ask("document.getElementById('logout').click()")
    page.until("document.getElementById('login')?.hidden === false")
    with_axe(page)
    assert complaints(page) == ""


@only_with_page
def test_a_table_says_whose_name_tag_it_waits_for_and_people_where_they_tapped_last(
    browser: Browser, tmp_path: Path
) -> None:
    with on_the_page(browser, tmp_path, "seated") as club:
        assert texts(browser, ".table .mark") == ["waits for Bob", "plays", "finished", "needs you"]
        assert text(browser, ".table .lacks") == "Bob"
        assert texts(browser, ".boxes .line")[:2] == ["table-1\nis there", "Table 1\nIt broke down"]
        browser.ask("document.getElementById('change-2').open = true")
        club.wire.is_there("table-9")
        browser.until("document.querySelectorAll('.boxes > li').length === 5")
        assert browser.ask("document.getElementById('change-2').open"), "what was unfolded stays so"
        assert not browser.ask("document.getElementById('change-1').open")
        show(browser, "people")
        assert texts(browser, "#people .where li")[:3] == ["Ann\nat table-1", "Bob\nat table-1", "Cid\nat table-1"]


NEXT = {
    "without a broker": ("There is no event yet: choose what is played.", "to-event"),
    "nobody": ("Nobody has tapped a name tag yet. Tap at any box, or add people by hand.", "to-people"),
    "gathered": ("16 people are not entered yet.", "to-people"),
    "entered": ("Everybody is entered: the first round can begin.", "next-round"),
    "seated": ("Waiting for: table 1, table 2 and table 4", ""),
    "finished": ("All tables have finished.", "next-round"),
    "over": ("The event has ended. The standings say who has won.", "to-event"),
}


TROUBLE = {
    "without a broker": "nobody listens at club.local:8883: does the broker run?",
    **dict.fromkeys(
        ("seated", "finished"),  # where a box broke down
        "Its box is not heard: look at its plug and its network. It plays on, and reports when it is back.",
    ),
}


@pytest.mark.parametrize("state", every_so_many(12, NEXT))
def test_a_sentence_and_one_button_say_what_to_do_next(browser: Browser, tmp_path: Path, state: str) -> None:
    with on_the_page(browser, tmp_path, state):
        show(browser, "tables")
        sentence, button = NEXT[state]
        browser.until(f"document.querySelector('.next p').innerText === {json.dumps(sentence)}")  # records come late
        assert browser.ask("[...document.querySelectorAll('.next .main')].map(one => one.id).join()") == button
        assert text(browser, "#tables .trouble") == TROUBLE.get(state, "")


@only_with_page
def test_the_page_speaks_the_language_of_its_browser_at_once_and_the_session_goes_on(page: Browser) -> None:
    for code, tab in (("de", "Tische"), ("fr", "Tables"), ("", "Tables")):
        page.ask("window.old = true")
        fill(page, "language", code)
        page.until("!window.old && document.querySelectorAll('#tables .boxes > li').length === 2")
        assert page.ask("document.documentElement.lang") == (code or "en")
        assert text(page, "#show-tables") == tab
        assert page.ask("document.getElementById('language').value") == code


@only_with_page
def test_a_page_whose_session_is_over_asks_for_the_password_again(page: Browser, club: Organiser) -> None:
    """As when the director was started anew."""
    page.ask("import('/ask.js').then(({send}) => send('/logout', {}))")
    club.site.site.wake(club.site.site.stream.speak, "en")  # which ends the stream
    page.until("document.getElementById('login')?.hidden === false && document.getElementById('tabs').hidden")


@only_with_page
def test_what_is_typed_stays_while_the_password_is_asked_for_again(page: Browser, club: Organiser) -> None:
    show(page, "event")
    fill(page, "event-title", "Thursday")
    page.ask("import('/ask.js').then(({send}) => send('/logout', {}))")
    club.site.site.wake(club.site.site.stream.speak, "en")
    page.until("!document.getElementById('login').hidden")
    fill(page, "password", PASSWORD)
    page.ask("document.querySelector('#login button').click()")
    page.until("document.getElementById('login').hidden && !document.getElementById('tabs').hidden")
    assert page.ask("document.getElementById('event-title').value") == "Thursday"


@only_with_page
def test_a_page_that_was_refused_at_first_goes_on_by_itself(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusals = iter([TimeoutError])

    def games_in_time(games: Mapping[str, Game]) -> list[GameChoice]:
        for refusal in refusals:
            raise refusal
        return games_view(games)

    with served(tmp_path) as club:
        monkeypatch.setattr("companion.director.server.games_view", games_in_time)
        enters(browser, club)
        browser.complaints.clear()
        leaves(browser)


@only_with_page
def test_an_event_that_ends_opens_the_standings_headed_by_who_has_won(browser: Browser, tmp_path: Path) -> None:
    with on_the_page(browser, tmp_path, "finished") as club:
        assert browser.ask("document.getElementById('standings').hidden")
        assert club.wishes("ends") == ""
        browser.until("!document.getElementById('standings').hidden")


FIGURES_END = """
[...document.querySelectorAll('.scores')].map(one => new Set([...one.querySelectorAll('td:not(.text, [rowspan])')]
  .map(cell => {
    const place = document.createRange();
    place.selectNodeContents(cell);
    return Math.round(place.getBoundingClientRect().right);
  })).size)"""
"""At how many places from the left figures end in each table."""


@only_with_page
def test_what_an_event_that_is_over_leaves_is_read_and_the_next_begins_with_its_choices(
    browser: Browser, tmp_path: Path
) -> None:
    with on_the_page(browser, tmp_path, "over"):
        assert text(browser, "#standings .winners strong") == "Eve and Fay have won"
        assert texts(browser, "#standings .medal") == ["1", "2", "3"]
        show(browser, "results")
        browser.until("document.querySelectorAll('.scores').length === 12")
        assert browser.ask(FIGURES_END) == [2] * 12  # points and percent
        show(browser, "standings")
        browser.click("#of-Gus")  # a name leads to what that person has played
        browser.until("document.querySelectorAll('#results .own').length === 6")
        assert browser.ask("document.activeElement.id") == "show-results"
        assert texts(browser, "#results .groups h2") == ["Gus"]
        assert set(texts(browser, "#results .own td.text")) == {"Gus and Hal"}
        assert browser.ask("document.querySelectorAll('#results .pen').length") == 6
        browser.ask("history.back()")
        browser.until("!document.getElementById('standings').hidden")
        show(browser, "event")
        assert texts(browser, "#event h2") == ["Thursday has ended", "A new event"]
        told = ["Spades", "Howell: all move, one winner", "3 rounds", "2 deals a round"]
        assert texts(browser, "#event .facts li")[:4] == told
        chosen = {"game": "spades", "movement": "howell", "rounds": "4", "minutes": "20", "deals": "2"}
        assert {name: browser.ask(f"document.getElementById('event-{name}').value") for name in chosen} == chosen
        assert browser.ask("document.getElementById('event-duplicate').checked")
        press(browser, "keep-event")
        browser.until("document.getElementById('title').textContent === 'Club evening'")


WALL = "'wall' in document.documentElement.dataset"
LETTERS = """
Math.min(...[...document.querySelectorAll('#wall *')].filter(one => one.checkVisibility({opacityProperty: true}) &&
  [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()))
  .map(one => parseFloat(getComputedStyle(one).fontSize)))"""
LARGER_THAN_THE_SCREEN = """
[...document.querySelectorAll('#wall *')].filter(one => {
  const box = one.getBoundingClientRect();
  return box.right > innerWidth + 1 || box.left < -1 || box.bottom > innerHeight + 1;
}).map(one => one.outerHTML.slice(0, 90))"""


@only_with_page
@pytest.mark.parametrize(
    "state", every_so_many(7, ["over", "without a broker", "nobody", "gathered", "seated", "many", "finished"])
)
def test_the_wall_is_read_from_afar_and_no_slide_is_larger_than_the_screen(
    browser: Browser, tmp_path: Path, state: str
) -> None:
    with on_the_page(browser, tmp_path, state):
        press(browser, "to-wall")
        browser.until(WALL)
        for name in ("projector", "desktop", "phone", "narrow"):
            browser.size(*SIZES[name])
            for _ in range(browser.ask("document.querySelectorAll('#wall .dots i').length")):
                assert (name, browser.ask(CLIPPED)) == (name, [])
                if name in {"projector", "desktop"}:
                    assert browser.ask(LETTERS) >= {"projector": 28, "desktop": 20}[name]
                    assert browser.ask(LARGER_THAN_THE_SCREEN) == []
                browser.press("ArrowRight")


@only_with_page
def test_the_wall_shows_seats_and_standings_in_turn_and_a_key_stops_it(browser: Browser, tmp_path: Path) -> None:
    with on_the_page(browser, tmp_path, "over") as club:
        shown = texts(browser, "#standings .ranks tbody tr")
        assert club.wishes("undo") == ""
        browser.until("document.getElementById('where').textContent === 'Round 3 of 4'")
        browser.ask("window.setInterval = (act, ms) => { window.turns = act; window.every = ms; return 0; }")
        browser.ask(
            "window.locks = 0; "
            "navigator.wakeLock.request = async () => (locks += 1, {release: async () => { window.locks = 0; }}); 0"
        )
        press(browser, "to-wall")
        browser.until(WALL)
        assert browser.ask("window.every") == 12_000
        browser.ask("document.dispatchEvent(new Event('visibilitychange'))")
        assert browser.ask("window.locks") == 2, "a page that was hidden has lost the lock of its screen"
        assert not browser.ask("document.querySelector('nav').checkVisibility()")
        assert len(texts(browser, "#wall .tables > li")) == 4
        browser.ask("window.turns()")
        rows = texts(browser, "#wall .places li")
        ranks = [row.split("\t") for row in shown]
        assert [row.split("\n") for row in rows] == [
            [place, names, f"{percent}%"] for place, names, percent, *_ in ranks
        ]
        browser.press("Space")
        browser.ask("window.turns()")
        assert text(browser, "#wall .foot .mark") == "paused"
        assert texts(browser, "#wall .places li") == rows
        browser.press("ArrowRight")
        assert len(texts(browser, "#wall .tables > li")) == 4
        browser.press("Escape")
        browser.until(f"!({WALL})")
        assert browser.ask("window.locks") == 0
        assert browser.ask("document.querySelector('nav').checkVisibility()")


@only_with_page
@has_axe
@pytest.mark.parametrize("state", so_many(["over"], ["gathered", "seated", "over"]))
def test_axe_finds_nothing_wrong_with_the_wall(browser: Browser, tmp_path: Path, state: str) -> None:
    with on_the_page(browser, tmp_path, state, "#wall"):
        browser.until(WALL)
        with_axe(browser)
        assert complaints(browser) == ""
