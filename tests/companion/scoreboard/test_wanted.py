"""Which evenings the page shows: the selection of `companion history`, asked of the server."""

from __future__ import annotations

import errno
import json
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from typing import Any
from unittest.mock import patch

import pytest

from companion.cli.main import main
from companion.games.registry import GAMES
from companion.history.cache import Cache
from companion.history.finished_match import FinishedMatch, finished_match_of
from companion.rules.game import Game
from companion.scoreboard import past_matches
from companion.scoreboard.past_matches import FinishedMatches, selection_of
from companion.storage.records import Store
from companion.support.decoding import RefusedMessage
from tests.cases import for_each
from tests.companion.history.sealed import kept, sealed
from tests.companion.http.client import asked
from tests.companion.scoreboard.phones import opened, served
from tests.companion.web.browser import Browser
from tests.evening import whole
from tests.needs import with_chromium
from tests.torture import every_so_many, only_with_page

EVENINGS = {
    "2026-01-20-201503-rook": ("rook-whole-match", "2026-01-20T20:15:03"),
    "2026-02-20-201503-birddog": ("birddog-whole-match", "2026-02-20T20:15:03"),
    "2026-03-20-201503-spades": ("spades-whole-match", "2026-03-20T20:15:03"),
}
ASKED = {
    "all": ({}, 3),
    "game": ({"game": "rook"}, 1),
    "a person": ({"player": "CID"}, 3),
    "partners": ({"player": "Ann", "with": "Cid"}, 2),
    "opponents": ({"player": "Ann", "with": "Bob"}, 0),
    "house rule": ({"rule": "target=200"}, 1),
    "since": ({"since": "2026-02"}, 2),
    "until": ({"until": "2026-02-20"}, 2),
    "period and game": ({"since": "2026-02-01", "until": "2026-03-31", "game": "spades"}, 1),
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three evenings: of Rook, Bird Dog and Spades."""
    root = tmp_path_factory.mktemp("box")
    for name, (record, at) in EVENINGS.items():
        kept(root, name, sealed(whole(record), at))
    return root


def told(root: Path, query: Mapping[str, str]) -> Mapping[str, Any]:
    return FinishedMatches(Store(root), Cache(None)).as_json(selection_of(query))


@pytest.mark.parametrize(("query", "number"), every_so_many(5, ASKED.values()), ids=every_so_many(5, ASKED))
def test_page_and_command_line_select_the_same_evenings(
    query: dict[str, str], number: int, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = {"game": "", "rule": "--option", "player": "--player", "with": "--with"}
    words = [word for key, value in query.items() for word in (flags.get(key, f"--{key}"), value) if word]
    main(["history", *words, "--json", "--data", str(root)])
    theirs = json.loads(capsys.readouterr().out)["evenings"]
    ours = told(root, query)["evenings"]
    assert [evening["at"] for evening in ours] == [evening["at"] for evening in theirs[::-1]]
    assert len(ours) == number


def test_evenings_that_are_too_many_to_be_listed_are_counted(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past_matches, "LATEST", 2)
    known = told(root, {})
    assert (known["number"], len(known["evenings"])) == (3, 2)


def test_tables_are_of_the_person_who_is_asked_for(root: Path) -> None:
    rows = [row[0] for table in told(root, {"player": "ann"})["tables"] for row in table["rows"]]
    assert rows == ["Ann"] * 3
    assert len({row[0] for table in told(root, {})["tables"] for row in table["rows"]}) > 2


def test_a_record_that_the_card_does_not_give_once_is_there_when_it_is_read_again(root: Path) -> None:
    matches = FinishedMatches(Store(root), Cache(None))
    with patch.object(Store, "content", side_effect=OSError(errno.EIO, "Input/output error")):
        assert matches.as_json()["evenings"] == []
    assert len(matches.as_json()["evenings"]) == len(EVENINGS)


def test_phones_that_ask_at_once_have_each_record_replayed_once(root: Path) -> None:
    matches, meeting, replayed = FinishedMatches(Store(root), Cache(None)), Barrier(2), list[bytes]()

    def replays(record: bytes, games: Mapping[str, Game]) -> FinishedMatch:
        replayed.append(record)
        with suppress(BrokenBarrierError):  # nobody else replays it
            meeting.wait(0.2)
        return finished_match_of(record, games)

    with patch.object(matches._remembered, "finished_match_of", replays), ThreadPoolExecutor() as phones:
        told = [*phones.map(lambda _: matches.as_json(), range(2))]
    assert told[0] == told[1]
    assert len(replayed) == len(EVENINGS)


def test_games_and_people_are_offered_whatever_is_chosen_and_house_rules_of_a_game(root: Path) -> None:
    choices = told(root, {"game": "birddog"})["choices"]
    assert dict(choices["games"]) == {name: GAMES[name].title for name in ("spades", "birddog", "rook")}
    assert {"Ann", "Bob", "Cid"} <= set(choices["people"])
    assert choices["rules"] == told(root, {})["choices"]["rules"] == []
    (rule,) = told(root, {"game": "spades", "player": "Zoe"})["choices"]["rules"]
    assert rule == ("target=200", "The points that win: 200")


@for_each(
    ("query", "why"),
    [
        ({"since": "last week"}, "since: found"),
        ({"until": "2026-1"}, "a year, a month or a day"),
        ({"rule": "renege"}, "as passing=none"),
        ({"player": "x" * 65}, "player: found"),
        ({"colour": "red"}, "colour"),
        ({"game": "x" * 900}, "game: found"),
        ({"game": "x" * 2000}, "at most 1000"),
    ],
)
def test_a_question_that_is_none_is_refused(query: dict[str, str], why: str) -> None:
    with pytest.raises(RefusedMessage, match=why):
        selection_of(query)


def test_the_server_answers_both(root: Path) -> None:
    with served(root) as port:
        status, _, refused = asked(port, "/evenings?since=soon")
        assert (status, b"a year, a month or a day" in refused) == (400, True)
        assert len(json.loads(asked(port, "/evenings?game=spades&since=2026-03")[2])["evenings"]) == 1


@pytest.fixture
def page(root: Path) -> Iterator[Browser]:
    with opened(root, 320, 740) as phone:
        phone.ask("document.getElementById('show-past').click()")
        phone.until("document.querySelectorAll('.evening').length === 3")
        phone.ask("document.querySelector('.wanted').open = true")
        yield phone


def choose(page: Browser, label: str, value: str) -> None:
    field = f"[...document.querySelectorAll('.wanted label')].find((label) => label.textContent.startsWith('{label}'))"
    control = f"{field}.querySelector('select, input')"
    page.ask(f"{control}.value = '{value}'; {control}.dispatchEvent(new Event('change', {{bubbles: true}}))")


@only_with_page
@with_chromium
def test_a_choice_on_a_narrow_phone_asks_the_server_and_stays(page: Browser) -> None:
    assert page.ask("document.querySelector('.wanted').scrollWidth <= innerWidth")
    choose(page, "Game", "spades")
    page.until("document.querySelectorAll('.evening').length === 1")
    choose(page, "House rule", "target=200")
    page.until("!!document.querySelector('.wanted option[value=\"target=200\"]:checked')")
    choose(page, "Game", "rook")
    page.until("document.querySelector('.evening summary').textContent.startsWith('Rook')")
    choose(page, "Game", "")
    choose(page, "With whom", "Ann")
    choose(page, "and as partner", "Bob")
    page.until("document.querySelector('#past .state')?.textContent === 'No evening is like that.'")
    page.ask("document.getElementById('show-now').click(); document.getElementById('show-past').click()")
    page.until("document.querySelector('#past .state')?.textContent === 'No evening is like that.'")
    choose(page, "and as partner", "Cid")
    choose(page, "From", "2026-03-01")
    page.until("document.querySelectorAll('.evening').length === 1")
    assert page.ask("document.querySelector('#past [role=status]').textContent") == "Evenings: 1"


FIRST_IS_LATE = """
const ask = fetch;
window.fetch = async (place) => {
  window.fetch = ask;
  const told = await (await ask(place)).json();
  await new Promise((comes) => window.comes = () => { comes(); return new Promise(setTimeout); });
  return {ok: true, json: async () => told};
};
0"""
"""The first answer comes when `comes` is called, which returns when the page has heard it."""


@only_with_page
@with_chromium
def test_an_answer_that_comes_after_that_to_a_later_choice_is_not_shown(page: Browser) -> None:
    page.ask(FIRST_IS_LATE)
    choose(page, "Game", "rook")
    page.until("!!window.comes")
    choose(page, "Game", "spades")
    page.until("document.querySelector('.evening summary').textContent.startsWith('Spades')")
    page.ask("window.comes()")
    assert page.ask("document.querySelector('.evening summary').textContent").startswith("Spades")
