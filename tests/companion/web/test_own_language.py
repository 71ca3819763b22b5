"""Each page in the language that its browser chose, at one table and at once; the box keeps its own."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.http import page_words, site
from companion.support import messages
from companion.support.messages import language, speak
from companion.web.orders import AtOnce, Begin, Do, LayCards, Leaving, Order, Pace, SetPace, ToggleFault, Watch
from companion.web.stored_decks import TableDecks
from companion.web.table_thread import CANNOT, Runner
from companion.web.virtual_table import VirtualTable
from tests.companion.http.client import in_language, views
from tests.companion.web.browser import Browser
from tests.companion.web.seating import seats, seats_json
from tests.companion.web.table_in_browser import READY, begin, desk_of, does, look_at, served
from tests.companion.web.test_page_in_a_language import TOLD
from tests.companion.web.test_server import Client
from tests.languages import OTHER_LETTERS, MadeUp, foreign, speaking
from tests.test_languages import assert_foreign, values_of
from tests.torture import every_so_many, only_with_page, so_many

BOTH = frozenset({"en", "de"})
TURNS = 30
"""Of the loop after an order: hands are at rest then, or show something that takes its time."""


def evening(game: str) -> list[Order]:
    """Something of everything that the page shows: hints, what computers did, refusals, an example, what is left."""
    computers = 1 if GAMES[game].entry.strategy() else 0
    return [
        Begin(game, seats=seats(GAMES[game].players[-1], computers, "gentle"), scanned=True, seed=1),
        *(Do.NEXT, AtOnce.HINT) * so_many(5, 8),
        *(AtOnce.SAY_AGAIN, Do.TRICK, LayCards(("9Z",)), Do.PAUSE, AtOnce.TELL_ALL),
        *(Begin(game, leaving=Leaving.THROW_AWAY, seed=2), Watch(game, 1.0), Do.NEXT, AtOnce.SAY_AGAIN),
        *(Do.UNPLUG, Do.NEXT),
    ]


class Pages:
    """Who follows a table in several languages: the latest view of each, and how many there were."""

    def __init__(self, desk: VirtualTable, speaks: Callable[[str], None] = lambda _: None) -> None:
        self.desk = desk
        self.runner = Runner(lambda: desk, self._take, speaks=speaks)
        self.latest: dict[str, dict[str, Any]] = {}
        self.views = Counter[str]()

    def _take(self, text: str) -> None:
        self.latest[language()] = json.loads(text)
        self.views[language()] += 1

    def turn(self, number: int = TURNS) -> None:
        for _ in range(number):
            self.runner._turn(self.desk)

    def after(self, order: Order) -> dict[str, Any]:
        """The latest views after an order."""
        self.runner.order(order)
        self.turn()
        return dict(self.latest)


@pytest.fixture
def other_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language of other letters, beside that of the box."""
    monkeypatch.setitem(messages._Process.loaded, OTHER_LETTERS, MadeUp(foreign))


@only_with_page
@pytest.mark.no_cover
@pytest.mark.usefixtures("other_letters")
@pytest.mark.parametrize("game", every_so_many(8, GAMES))
def test_a_page_at_an_english_box_has_no_english_word(game: str, tmp_path: Path) -> None:
    pages = Pages(desk_of(tmp_path))
    pages.runner.follow(frozenset({"en", OTHER_LETTERS}))
    for order in evening(game):
        assert_foreign(values_of(pages.after(order)[OTHER_LETTERS] | {"start": ""}))
    assert language() == "en"


@pytest.mark.parametrize("game", every_so_many(2, ["birddog", "rook"]))
def test_two_languages_are_of_the_same_moment_and_differ_in_nothing_but_texts(game: str, tmp_path: Path) -> None:
    pages = Pages(desk_of(tmp_path))
    pages.runner.follow(BOTH)
    for order in evening(game):
        views = pages.after(order)
        same_but_for_texts(*(views[code] | {"heard": {}} for code in sorted(BOTH)))
        assert views["en"]["box"]["glass"] == views["de"]["box"]["glass"], "the box keeps its language"
        with speaking("de"):
            assert pages.desk.view() == {name: value for name, value in views["de"].items() if name != "start"}


def same_but_for_texts(one: Any, other: Any) -> None:
    assert type(one) is type(other)
    match one:
        case dict():
            assert list(one) == list(other)
            for key, value in one.items():
                same_but_for_texts(value, other[key])
        case list():
            assert len(one) == len(other)
            for mine, yours in zip(one, other, strict=True):
                same_but_for_texts(mine, yours)
        case int() | float():
            assert one == other


def test_a_box_that_has_chosen_none_speaks_the_language_of_its_page(tmp_path: Path) -> None:
    pages = Pages(desk_of(tmp_path, "birddog"))
    pages.turn(2)
    english = pages.latest["en"]["box"]["glass"]
    pages.runner.follow(frozenset({"de"}))
    pages.turn(2)
    assert pages.latest["de"]["box"]["glass"] != english
    pages.runner.follow(BOTH)
    pages.turn(2)
    assert pages.latest["en"]["box"]["glass"] == pages.latest["de"]["box"]["glass"] != english, "it stays as it is"
    pages.runner.follow(frozenset({"en"}))
    pages.turn(2)
    assert pages.latest["en"]["box"]["glass"] == english


def test_a_language_that_is_chosen_at_the_box_is_that_of_its_display_at_once(tmp_path: Path) -> None:
    chosen = list[str]()
    pages = Pages(desk_of(tmp_path, "birddog"), chosen.append)
    pages.turn(2)
    english = pages.latest["en"]["box"]["glass"]
    with speaking("de"):
        pages.turn(2)
    assert chosen == ["de"]
    german = pages.latest["de"]["box"]["glass"]
    assert german != english
    pages.turn(2)
    pages.runner.follow(frozenset({"fr"}))
    pages.turn(2)
    assert chosen == ["de", "en"]
    assert pages.latest["fr"]["box"]["glass"] == english, "English was chosen, too"


def test_english_too_can_be_chosen_at_a_box_that_speaks_the_language_of_its_page(tmp_path: Path) -> None:
    chosen = list[str]()
    pages = Pages(desk_of(tmp_path, "birddog"), chosen.append)
    pages.turn(2)
    english = pages.latest["en"]["box"]["glass"]
    pages.runner.follow(frozenset({"de"}))
    pages.turn(2)
    assert pages.latest["de"]["box"]["glass"] != english

    def choose_english(_: VirtualTable) -> None:
        speak("en")

    pages.runner._put(choose_english)
    pages.turn(2)
    assert chosen == ["en"]
    assert pages.latest["de"]["box"]["glass"] == english


@only_with_page
def test_what_was_said_before_is_said_in_a_language_that_comes_later(tmp_path: Path) -> None:
    for order, begins in (
        (Do.PAUSE, "Es gibt nichts"),
        (LayCards(("9Z",)), "9Z hat"),
        (ToggleFault("none"), "Keine Störung"),
        (Do.BONE, "Jetzt deckt niemand"),
    ):
        pages = Pages(desk_of(tmp_path / begins[0], "birddog"))
        pages.after(order)
        pages.runner.follow(BOTH)
        pages.turn(1)
        assert pages.latest["de"]["remark"].startswith(begins), "nothing else has changed at the table"


def test_a_caption_is_said_in_a_language_that_comes_later_and_heard_again_in_each(tmp_path: Path) -> None:
    english = "The cards are dealt. Bob's cards pass over the reader, face down."
    german = "Es wird gegeben. Die Karten von Bob gehen verdeckt über den Leser."
    pages = Pages(desk_of(tmp_path))
    assert pages.after(Watch("birddog", 10.0))["en"]["caption"] == english
    pages.runner.follow(BOTH)
    pages.turn(1)
    assert pages.latest["de"]["caption"] == german
    heard = {code: view["heard"]["latest"][-1] for code, view in pages.after(AtOnce.SAY_AGAIN).items()}
    assert heard == {
        "en": {"say": [["move", told] for told in re.findall(r"\S.*?\.", english)], "language": "en"},
        "de": {"say": [["move", told] for told in re.findall(r"\S.*?\.", german)], "language": "de"},
    }


def test_a_language_that_comes_later_hears_nothing_of_before(tmp_path: Path) -> None:
    pages = Pages(desk_of(tmp_path, "birddog"))
    pages.after(Do.NEXT)
    pages.runner.follow(BOTH)
    pages.turn()
    assert pages.latest["de"]["heard"] == {"number": 0, "latest": []}
    views = pages.after(Do.NEXT)
    missed = views["en"]["heard"]["latest"][-views["de"]["heard"]["number"] :]
    assert [[kind for kind, _ in message["say"]] for message in missed] == [
        [kind for kind, _ in view["say"]] for view in views["de"]["heard"]["latest"]
    ]


def built_in(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """In which languages views are built from now on."""
    built, whole = Counter[str](), pages.desk.view
    monkeypatch.setattr(pages.desk, "view", lambda: [built.update([language()]), whole()][1])
    return built


def test_a_language_that_nobody_follows_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = Pages(desk_of(tmp_path, "birddog"))
    pages.turn(80)
    built = built_in(pages, monkeypatch)
    pages.after(SetPace(Pace.FAST))
    assert built == {"en": 1}
    pages.runner.follow(frozenset({"de"}))
    pages.after(SetPace(Pace.NORMAL))
    assert built.keys() == {"en", "de"}
    assert built["en"] == 1, "nobody reads English any more"
    pages.runner.follow(frozenset({"en"}))
    pages.turn()
    assert built["en"] == 3, "shown anew, and once more when the box speaks English again"
    assert pages.latest["en"]["pace"] == "normal", "it was shown anew, though nothing has changed since"
    pages.turn()
    assert built["en"] == 3


@pytest.mark.usefixtures("capsys")
def test_a_mistake_of_ours_is_told_in_each_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = Pages(desk_of(tmp_path, "birddog"))
    pages.runner.follow(BOTH)
    pages.turn()
    monkeypatch.setattr(TableDecks, "offers", lambda _: {})  # without any game
    views = pages.after(Do.NEXT)
    assert views["en"]["remark"] == CANNOT
    assert views["de"]["remark"].startswith("Das geht hier nicht")
    assert views["de"]["table"] == views["de"]["table"] | {"game": "birddog"}


@pytest.mark.parametrize("watched", [True, False])
def test_who_comes_after_a_language_was_chosen_at_the_box_finds_its_view(tmp_path: Path, *, watched: bool) -> None:
    """Nothing happens at the table meanwhile: what was shown to nobody is not shown again by itself."""
    desk = desk_of(tmp_path, "birddog")
    stream = site.Broadcast(2, 2, "")
    runner = Runner(lambda: desk, stream.tell, speaks=stream.speak)
    stream.followed = runner.follow

    def choose_german(_: VirtualTable) -> None:
        """As in the menu, amid a turn: the display is German at its end."""
        speak("de")

    async def first_view(code: str) -> tuple[AsyncGenerator[str, None], str]:
        following = stream.follow("", code)
        await anext(following)  # which says that the stream is alive
        runner._turn(desk)
        return following, await asyncio.wait_for(anext(following), 1)

    async def evening() -> str:
        english, _ = await first_view("en")
        if not watched:
            french, _ = await first_view("fr")
            await french.aclose()
            await english.aclose()
            runner._turn(desk)
        with speaking("en"):
            runner._put(choose_german)
            runner._turn(desk)
            assert [view async for view in english] == [], "it has ended: the page comes back in the other language"
            runner._turn(desk)
            return (await first_view("de"))[1]

    assert json.loads(asyncio.run(evening()).removeprefix("data: "))["next"]["label"] == "Weiter"


# ---------------------------------------------------------------- over the wire


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A table at which a game was left, and another is in play."""
    root = tmp_path_factory.mktemp("table")
    desk = desk_of(root, "rook")
    does(desk, Begin("birdhead", seats=seats(4), leaving=Leaving.PARK, seed=1))
    desk.close()
    with served(root) as address:
        yield Client(address)


@only_with_page
def test_two_streams_at_one_table_are_in_two_languages(client: Client) -> None:
    with closing(views(client.port)) as english, closing(views(client.port, **in_language("de"))) as german:
        one, other = next(english), next(german)
        while one["done"] != other["done"]:
            one, other = next(english), next(german)
        same_but_for_texts(one | {"heard": {}}, other | {"heard": {}})
        assert (one["next"]["label"], other["next"]["label"]) == ("For me", "Für mich")
        assert client.order({"do": "pause"}, **in_language("fr"))[0] == 200
        assert any(view["remark"] == "There is nothing to pause." for view in english)
        assert any(view["remark"].startswith("Es gibt nichts") for view in german)


def test_a_stream_in_a_language_that_nobody_followed_has_its_view_at_once(client: Client) -> None:
    for code in ("de", "en", "fr", "de"):
        with closing(views(client.port, **in_language(code))) as following:
            label = {"en": "For me", "de": "Für mich", "fr": "Pour moi"}[code]
            assert next(following)["next"]["label"] == label


@pytest.mark.parametrize("path", ["/", "/words.json", "/settings", "/rules/rook", "/saved-games"])
def test_whatever_the_page_asks_for_is_in_its_language(client: Client, path: str) -> None:
    def texts(**headers: str) -> str:
        status, answered, body = client.get(path, **headers)
        assert status == 200
        stored = answered["cache-control"] == "no-store"
        assert stored or "cookie" in answered["vary"], "nobody gets what was kept in another language"
        return body.decode()

    own, german, french = texts(), texts(**in_language("de")), texts(**in_language("fr"))
    assert len({own, german, french}) == 3
    assert own == texts(**in_language("en"))


@pytest.mark.parametrize(
    ("scores", "german"),
    [([5], "Punkte: eine Zahl"), ([500, 0, 500, 0], "Mit diesen Punkten"), ([5, 0, 6, 0], "Partner haben")],
)
def test_scores_from_before_are_refused_in_the_language_of_the_page(
    client: Client, scores: list[int], german: str
) -> None:
    begins = {"do": "begin", "game": "rook", "seats": seats_json(4), "scores": scores}
    status, why = client.order(begins, **in_language("de"))
    assert status == 400
    assert why.decode().startswith(german)


@pytest.mark.parametrize(
    "cookie",
    ["xx", "", "DE", "../../de", "de/../fr", '"de"', "de\x01", "d%65", "de" * 4000],
)
def test_a_wrong_choice_is_the_language_of_the_box(client: Client, cookie: str) -> None:
    assert b'<html lang="en">' in client.get("/", **in_language(cookie))[2]


def test_a_language_without_a_catalogue_is_english(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_words, "KNOWN", ("en", "de", "xx"))
    assert b'<html lang="en">' in client.get("/", **in_language("xx"))[2]
    with closing(views(client.port, **in_language("xx"))) as following:
        assert next(following)["next"]["label"] == "For me"


def test_a_choice_opens_nothing(client: Client) -> None:
    foreign_page = {"Origin": "http://elsewhere.example", **in_language("de")}
    assert client.order({"do": "pause"}, **foreign_page)[0] == 403
    assert client.order({"do": "pause"}, **{"X-Token": "", **in_language("de")})[0] == 403
    assert client.get("/", Host="elsewhere.example", **in_language("de"))[0] == 403
    assert client.get("/settings", **{"Sec-Fetch-Site": "cross-site", **in_language("de")})[0] == 403
    assert client.get("/", **in_language("de" * 10_000))[0] in {400, 431}


@pytest.mark.parametrize(
    ("path", "asked_for", "english", "german"),
    [
        ("/saved-games/none", {"do": "throw away"}, "There is no unfinished game", "Es gibt kein unfertiges Spiel"),
        ("/decks/none", {"do": "delete"}, "“none” is no deck here; there are: none", "„none“ ist hier kein Deck"),
        ("/decks", b"no deck", "This is no deck: ", "Das ist kein Deck: "),
        ("/settings", {"key": ["people", "think_s"], "value": 99}, "people.think_s: f", "people.think_s: g"),
        ("/settings", {"key": ["people", "regulars"], "value": [";"]}, ";: a name has", ";: ein Name hat"),
        ("/orders", b"x" * 5000, "What is sent here has at most 4096 bytes.", "Was hierher geschickt wird"),
    ],
)  # fmt: skip
def test_a_refusal_is_in_the_language_of_the_request(
    client: Client, path: str, asked_for: Any, english: str, german: str
) -> None:
    for cookie, begins in ((in_language("en"), english), (in_language("de"), german), ({}, english)):
        status, text = client.post(path, asked_for, **cookie)
        assert status in {400, 404, 413}
        assert text.decode().startswith(begins)


# ---------------------------------------------------------------- in browsers

ENGLISH = re.compile(r"\b(the|is|are|of|to|and|card|turn|plays|leads|play|next|hint|page|says)\b", re.IGNORECASE)
"""Words that no German text has."""

CHOOSE = "((code) => { $('language').value = code; $('language').dispatchEvent(new Event('change')); })"


@pytest.fixture
def other_browser(browser: Browser) -> Iterator[Browser]:
    """Another window than that of `page`, with a memory of its own."""
    other = browser.another(window=True)
    yield other
    other.close()


def choose(page: Browser, code: str, shown: str) -> None:
    page.ask(f"{CHOOSE}('{code}')")
    page.until(f"document.documentElement?.lang === '{shown}' && document.querySelectorAll('#games .game').length")
    page.ask(READY)


@only_with_page
def test_two_browsers_at_one_table_speak_two_languages(page: Browser, other_browser: Browser, tmp_path: Path) -> None:
    address = page.ask("location.href")
    look_at(other_browser, address)
    choose(other_browser, "de", "de")
    begin(page, "birdhead", 4)
    page.ask("$('hint').click()")
    for browser, hint, plays, told in (
        (page, "Hint", "For me", "Hint: "),
        (other_browser, "Tipp", "Für mich", "Tipp: "),
    ):
        browser.until("count('.seat') === 4 && window.quiet() && count('#remark .hint')")
        assert browser.ask("[$('hint').textContent, $('mine').textContent]") == [hint, plays]
        assert browser.ask("document.querySelector('#remark .hint').textContent").startswith(told)
    page.ask("$('mine').click()")
    page.until("count('#trick .card') && window.quiet()")
    other_browser.until("count('#trick .card') && window.quiet()")
    assert not [text for text in other_browser.ask(TOLD) if ENGLISH.search(text)]
    other_browser.call("Page.reload")
    other_browser.until("document.querySelectorAll('#games .game').length")
    other_browser.ask(READY)
    assert other_browser.ask("[document.documentElement.lang, $('language').value]") == ["de", "de"]
    assert page.ask("[document.documentElement.lang, $('language').value]") == ["en", ""]
    choose(other_browser, "", "en")
    assert other_browser.ask("document.cookie") == ""
    assert not (tmp_path / "config.toml").exists(), "the language of the box is nobody's business here"
    assert other_browser.complaints == []


@only_with_page
def test_another_tab_follows_when_it_is_looked_at_again_and_a_window_beside_it_soon(
    page: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = page.another(window=True)
    tab.call("Page.navigate", url=page.ask("location.href"))
    tab.until("document.querySelectorAll('#games .game').length")
    tab.ask(READY)
    choose(tab, "fr", "fr")
    page.ask("document.dispatchEvent(new Event('visibilitychange'))")
    page.until("document.documentElement?.lang === 'fr'")
    page.until("document.querySelectorAll('#games .game').length")
    page.ask(READY)
    choose(tab, "de", "de")
    monkeypatch.setattr(site, "ALIVE_S", 0.05)
    page.ask("$('hint').click()")  # the stream has something to say, and then waits so short a time
    page.until("document.documentElement?.lang === 'de'")
    page.until("document.querySelectorAll('#games .game').length")
    page.ask(READY)
    choose(page, "", "en")
    tab.close()


@only_with_page
def test_a_page_whose_stream_comes_in_another_language_is_loaded_anew(page: Browser) -> None:
    """It was loaded in a tab that nobody saw, and elsewhere somebody chose before it was looked at."""
    chosen = "document.cookie = 'companion-language=fr; Path=/'"
    script = page.call("Page.addScriptToEvaluateOnNewDocument", source=chosen)["identifier"]
    page.call("Page.reload")
    page.until("document.documentElement?.lang === 'fr' && document.querySelectorAll('#games .game').length")
    page.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    page.ask(READY)
    choose(page, "", "en")


def test_an_open_page_follows_the_language_that_is_chosen_at_the_box(page: Browser) -> None:
    with speaking("de"):
        page.until("/^Die Anzeige/.test(document.querySelector('html[lang=de] #panel')?.getAttribute('aria-label'))")
