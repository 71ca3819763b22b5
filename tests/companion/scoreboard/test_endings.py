"""How a match ended: what is told of it, over the whole page, and as a picture that never leaves the house."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from companion.scoreboard.past_matches import FinishedMatches
from companion.scoreboard.view import view
from tests.companion.http.client import asked, views
from tests.companion.scoreboard.phases import PHASES, whole
from tests.companion.scoreboard.phones import opened, posts, served
from tests.companion.web.browser import Browser
from tests.evening import played_out
from tests.needs import with_chromium
from tests.patience import until
from tools.gallery.evenings import RecordedTable, Shown

browsing = [
    with_chromium,
    pytest.mark.no_cover,
]
LINES = whole("birddog").record.splitlines()


def ending(table: Shown) -> dict[str, Any]:
    told: dict[str, Any] = view(table.table())["ending"]
    return told


def test_a_match_that_goes_on_has_no_ending() -> None:
    assert view(PHASES["birddog-trick"].table())["ending"] is None
    assert view(PHASES["birddog-deal-score"].table())["ending"] is None


def test_partners_win_together_and_the_best_side_is_first() -> None:
    told = ending(whole("rook"))
    assert [row["seats"] for row in told["standings"]] == [[1, 3], [0, 2]]
    assert told["winners"] == [1, 3]
    assert sum(told["revokes"]) == 0
    assert told["best"]["worth"] == 40
    assert told["series"] is None


def test_where_the_lowest_wins_it_is_first_and_a_trick_may_be_dear() -> None:
    told = ending(whole("hearts"))
    stands = [row["stands"] for row in told["standings"]]
    assert stands == sorted(stands)
    assert told["best"]["title"] == "Costliest trick"
    assert ending(whole("spades"))["best"]["title"] == "Highest cards"


def test_a_game_without_tricks_tells_of_none() -> None:
    told = ending(PHASES["bonehead-game-over"])
    assert (told["best"], told["revokes"]) == (None, None)


def test_the_ending_of_an_evening_tells_the_series_up_to_it_and_of_an_open_match_nothing(tmp_path: Path) -> None:
    evening = (LINES, LINES, [*LINES[: len(LINES) // 2], "end"])
    first, second, early = (played_out(tmp_path, *lines).name for lines in evening)
    with served(tmp_path) as port:
        series = [json.loads(asked(port, f"/endings/{name}")[2])["series"] for name in (first, second)]
        assert [row["matches"] for row in series] == [1, 2]
        assert max(series[1]["won"]) == 2
        for name in (early, "none.table", f"..%2Frecords%2F{first}"):
            assert asked(port, f"/endings/{name}")[0] == 404


def test_the_match_that_just_ended_counts_to_the_series(tmp_path: Path) -> None:
    played_out(tmp_path, *LINES)
    told = view(RecordedTable("\n".join(LINES)).table())
    with served(tmp_path) as port:
        posts(tmp_path, told)
        following = views(port)
        shown = next(sentence for sentence in following if sentence["on"] and sentence["ending"]["series"])
        following.close()
    assert shown["ending"].pop("series")["matches"] == 2
    assert told["ending"].pop("series") is None
    assert shown == told


def test_what_comes_next_is_told_while_the_series_is_still_being_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = Event()
    monkeypatch.setattr(FinishedMatches, "with_series", lambda *_: reads.wait(20))
    with served(tmp_path) as port, closing(views(port)) as following:
        for told in (view(RecordedTable("\n".join(LINES)).table()), {"on": True, "title": "the next match"}):
            posts(tmp_path, told)
            assert next(shown for shown in following if shown["on"])["title"] == told["title"]
        reads.set()


def test_a_view_that_cannot_be_completed_is_passed_on_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "now").write_text('{"on":true,"ending":{"series":null}}', "utf-8")
    with served(tmp_path) as port:
        following = views(port)
        assert next(sentence for sentence in following if sentence["on"]) == {"on": True, "ending": {"series": None}}
        following.close()


# ---------------------------------------------------------------- in a browser

NAMES = ("Zoë & Co", "<img src=x onerror=alert(1)>", "Cid")
PX = "parseFloat(getComputedStyle(one).fontSize)"
OPEN = "Boolean(document.querySelector('dialog.ending[open]'))"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("box")
    played_out(root, *LINES)
    return root


@pytest.fixture(scope="module")
def page(root: Path) -> Iterator[Browser]:
    with opened(root, 390, 844) as phone:
        yield phone


@pytest.fixture
def shows(page: Browser, root: Path) -> Callable[[RecordedTable], None]:
    def show(table: RecordedTable) -> None:
        told = view(table.table())
        posts(root, told)
        said = "".join(told["says"]).replace(" -", " \u2212").replace("(-", "(\u2212")
        page.until(f"document.getElementById('says').textContent === {json.dumps(said)}")

    return show


@pytest.fixture
def ended(page: Browser, shows: Callable[[RecordedTable], None]) -> Iterator[Browser]:
    """The page with an ending on it that was not seen before."""
    page.ask("sessionStorage.clear()")
    shows(RecordedTable("\n".join(LINES), names=NAMES))
    page.until(OPEN)
    yield page
    shows(RecordedTable("\n".join(LINES[:20])))
    page.until(f"!{OPEN}")


@pytest.mark.usefixtures("ended")
class TestInABrowser:
    pytestmark = browsing

    def test_the_winner_is_large_and_names_are_text(self, page: Browser) -> None:
        told = ending(RecordedTable("\n".join(LINES), names=NAMES))
        assert page.ask("document.getElementById('winner').textContent") == NAMES[told["winners"][0]]
        assert page.ask("parseFloat(getComputedStyle(document.getElementById('winner')).fontSize)") >= 28
        rows = page.ask("[...document.querySelectorAll('.standings .who')].map(one => one.firstChild.textContent)")
        assert rows == [NAMES[row["seats"][0]] for row in told["standings"]]
        assert page.ask("document.querySelector('.ending img')") is None
        titles = page.ask("[...document.querySelectorAll('.telling h3')].map(one => one.textContent)")
        assert titles == ["Highest cards", "Best deal", "Rules broken"]
        best = page.ask("document.querySelectorAll('.telling')[1].innerText")
        assert "points" not in best, "a number of them says it"

    def test_the_rank_of_a_card_is_not_broken_in_two(
        self, page: Browser, shows: Callable[[RecordedTable], None]
    ) -> None:
        shows(whole("rook"))
        page.until("document.querySelectorAll('.ending .corner .wide').length")
        lines = "document.querySelectorAll('.ending .corner .wide')"
        assert page.ask(f"[...{lines}].every(one => one.getBoundingClientRect().height < 1.5 * {PX})")

    def test_it_fits_every_size(self, page: Browser) -> None:
        outside = """
            [...document.querySelectorAll('.ending *')].map(one => [one.getBoundingClientRect(), one])
              .filter(([box, one]) => box.width && !one.closest('.card, .paper') &&
                (box.left < -1 || box.right > innerWidth + 1)).map(([, one]) => one.outerHTML.slice(0, 80))"""
        for size in ((390, 844), (320, 640), (820, 1180), (640, 400), (1280, 800)):
            page.size(*size)
            assert page.ask(outside) == [], size
            assert page.ask("document.querySelector('.ending').clientWidth === innerWidth"), size
            buttons = page.ask(
                "[...document.querySelectorAll('.ending button')].map(one => one.getBoundingClientRect())"
                ".map(box => [box.height >= 44, box.bottom <= innerHeight])"
            )
            assert buttons == [[True, True]] * 2, size
        page.size(390, 844)

    def test_no_button_of_it_takes_the_keys_that_are_meant_for_the_box(self, page: Browser) -> None:
        assert page.ask("document.activeElement.id") == "winner"
        page.press("Enter")
        assert page.ask("document.querySelector('.ending .said').textContent") == ""

    def test_no_motion_is_endless_and_none_is_there_where_it_is_not_wanted(self, page: Browser) -> None:
        page.ask("document.querySelector('.ending footer button:last-child').click()")
        moves = "document.getAnimations().map(one => one.effect.getComputedTiming().endTime)"
        page.moves(moves=False)
        page.click("#again")
        assert page.ask(moves) == []
        page.click(".ending footer button:last-child")
        page.moves()
        page.click("#again")
        assert 0 < max(page.ask(moves)) < 5000
        page.moves(moves=False)

    def test_it_is_shown_once_and_again_when_asked_for(self, page: Browser) -> None:
        page.click(".ending footer button:last-child")
        page.until(f"!{OPEN} && sessionStorage.getItem('ending')")  # a moment later, before anybody can load it anew
        page.ask("window.before = true, location.reload()")
        page.until("!window.before && document.querySelectorAll('.player.won').length === 1")
        assert not page.ask(OPEN)
        page.click("#again")
        assert page.ask(OPEN)

    def test_the_picture_of_the_evening_is_saved_and_nothing_is_sent(self, page: Browser, tmp_path: Path) -> None:
        page.keeps_files_in(tmp_path)
        before = list(page.requests)
        page.click(".ending footer .main")
        page.until("document.querySelector('.ending .said').textContent.includes('downloads')")
        picture = until_there(tmp_path)
        assert is_picture(picture.read_bytes())
        assert picture.name.startswith("Bird Dog 2")
        assert [url for url in page.requests[len(before) :] if not url.startswith("blob:")] == []

    def test_where_the_phone_can_share_files_it_is_handed_over(self, page: Browser) -> None:
        page.ask("""
            navigator.canShare = ({files}) => files.length === 1;
            navigator.share = async ({files}) => { window.shared = [files[0].type, files[0].size, files[0].name]; };
        """)
        page.click(".ending footer .main")
        kind, size, name = page.until("window.shared")
        assert (kind, size > 20_000, name.endswith(".png")) == ("image/png", True, True)
        page.ask("delete navigator.canShare, delete navigator.share")

    def test_the_picture_is_drawn_to_its_edges(self, page: Browser) -> None:
        told = json.dumps(ending(whole("rook")))
        drawn = page.ask(f"""import('/evening_picture.js').then(({{picture}}) => {{
            const canvas = picture({told}, '2026-05-03T20:00:00');
            const seen = new Uint32Array(canvas.getContext('2d').getImageData(90, 0, 900, 1350).data.buffer);
            const colours = (y) => new Set(seen.slice(900 * y, 900 * (y + 1))).size;
            return [220, 384, 600, 1110].map(colours);
        }})""")
        assert min(drawn) > 8  # the winner, the standings, the curve and what is told


def until_there(directory: Path) -> Path:
    """The picture that is saved here, in a moment: its file is empty at first."""
    return until(lambda: [path for path in directory.glob("*.png") if path.stat().st_size])[0]


def is_picture(data: bytes) -> bool:
    """Whether this is a whole PNG of 1080 by 1350 (PNG specification, 11.2.2 and 11.2.5)."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (1080, 1350)
    return data.endswith(b"IEND\xaeB`\x82")


@pytest.mark.usefixtures("page")
class TestEvenings:
    pytestmark = browsing

    def test_each_evening_tells_its_day_and_shares_its_picture(self, page: Browser, tmp_path: Path) -> None:
        page.click("#show-past")
        page.until("document.querySelectorAll('.evening').length")
        assert page.ask("document.querySelector('.evening summary').textContent").startswith("Bird Dog, ")
        page.ask("document.querySelector('.evening').open = true")
        page.until("document.querySelectorAll('.evening .row button').length === 2")
        page.keeps_files_in(tmp_path)
        before = list(page.requests)
        page.click(".evening .row button:nth-child(2)")
        assert is_picture(until_there(tmp_path).read_bytes())
        assert [url for url in page.requests[len(before) :] if not url.startswith("blob:")] == []
        page.click(".evening .row button:first-child")
        assert page.ask(OPEN)
        page.click(".ending footer button:last-child")
        page.click("#show-now")

    def test_an_ending_that_is_read_again_stays_while_views_arrive(
        self, page: Browser, shows: Callable[[RecordedTable], None]
    ) -> None:
        read = json.dumps(ending(whole("rook")))
        page.ask(f"import('/ending.js').then(({{openEnding}}) => openEnding({read}))")
        page.until(OPEN)
        title = page.ask("document.getElementById('winner').textContent")
        shows(RecordedTable("\n".join(LINES[:20])))
        shows(RecordedTable("\n".join(LINES[:21])))
        assert page.ask(OPEN)
        assert page.ask("document.getElementById('winner').textContent") == title
        page.click(".ending footer button:last-child")
