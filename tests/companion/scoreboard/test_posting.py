"""Posting the view: into a file that is always whole, and never at the cost of the table."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from companion.cli.play import scoreboard_posting
from companion.runtime.service import BOX, run_table
from companion.runtime.simulated_devices import simulation_of
from companion.scoreboard.posting import Posting, in_language, posting_place, view_poster
from companion.scoreboard.view import view
from companion.settings.schema import ScoreboardSettings, Settings
from companion.storage.records import Store
from companion.support.messages import ENGLISH, known_languages, speak, spoken_in
from companion.table.state import Table
from companion.tags.tag_decks import Shelf
from tests.companion.scoreboard.test_heard import BEFORE, NOW
from tests.evening import BIRD_DOG_ONLY, BUTTONS, DEAL_GESTURES, Evening
from tests.patience import until
from tools.gallery.evenings import ScriptedTable as Shown

EVERY_TURNS, DOWN_TURNS = 9, 4
TABLE = Shown().table()


def answered(root: Path, tell: Callable[[Table], None]) -> list[tuple[int, str]]:
    """At which turn of the loop everything that hands did in a deal was taken, and how it stood then."""
    evening = Evening(root)
    evening.sits_down()
    loop = evening.box.loop
    taken: list[tuple[int, str]] = []
    turns = 0

    def stop() -> bool:
        nonlocal turns
        turn, phase = divmod(turns, EVERY_TURNS)
        said = str(loop.table.playing.said)
        if not taken or taken[-1][1] != said:
            taken.append((turns, said))
        turns += 1
        if turn == len(DEAL_GESTURES):
            return True
        gesture = DEAL_GESTURES[turn]
        if phase in {0, DOWN_TURNS}:
            moved(evening, gesture, down=phase == 0)
        return False

    loop.run(stop, None, tell)
    return taken


def moved(evening: Evening, gesture: str, *, down: bool) -> None:
    """A button or a card goes down, or up again."""
    wires = evening.box.wires
    if gesture in BUTTONS:
        (wires.pins.press if down else wires.pins.release)(gesture)
    else:
        (wires.lay if down else wires.lift)(evening.box.uid(gesture))


@contextmanager
def posting_to(place: Path) -> Iterator[Posting]:
    """A posting without pauses, until the end of the block."""
    posting = Posting(place, pause_s=0)
    posting.start()
    yield posting
    posting.stop()


@pytest.mark.parametrize(
    ("environment", "place"),
    [
        ({"COMPANION_VIEW": "/run/companion", "XDG_RUNTIME_DIR": "/run/user/1"}, "/run/companion/scoreboard.json"),
        ({"XDG_RUNTIME_DIR": "/run/user/1"}, "/run/user/1/companion/scoreboard.json"),
        ({"XDG_RUNTIME_DIR": "not/absolute"}, "None"),
        ({}, "None"),
    ],
)
def test_it_is_kept_where_nothing_lasts(environment: dict[str, str], place: str) -> None:
    assert str(posting_place(environment)) == place


def test_the_latest_table_is_posted_and_taken_away_at_the_end(tmp_path: Path) -> None:
    environment = {"COMPANION_VIEW": str(tmp_path)}
    file = tmp_path / "scoreboard.json"
    with view_poster(ScoreboardSettings(on=True), environment) as tell:
        tell(TABLE)
        until(file.exists)
        assert json.loads(file.read_text("utf-8"))["title"] == "Bird Dog"
    assert list(tmp_path.iterdir()) == []


def test_it_is_posted_in_the_language_of_the_box_and_in_each_other_one(tmp_path: Path) -> None:
    place = tmp_path / "scoreboard.json"
    (tmp_path / "scoreboard.en.json").write_text("of a box that spoke German", "utf-8")
    with posting_to(place) as posting:
        posting.post(TABLE)
        until(lambda: len(list(tmp_path.glob("*.json"))) == len(known_languages()))
        told = {path.name: json.loads(path.read_text("utf-8")) for path in tmp_path.iterdir()}
    assert told.keys() == {"scoreboard.json", "scoreboard.de.json", "scoreboard.fr.json"}
    for code, path in {"en": "scoreboard.json", "de": "scoreboard.de.json", "fr": "scoreboard.fr.json"}.items():
        with spoken_in(code):
            assert {**told[path], "heard": {}} == json.loads(json.dumps(view(TABLE))) | {"heard": {}}
    assert len({tuple(answer["says"]) for answer in told.values()}) == len(told)
    assert list(tmp_path.iterdir()) == [], "all of them are taken away at the end"


def test_each_language_hears_its_own_sentences(tmp_path: Path) -> None:
    place = tmp_path / "board.json"
    with posting_to(place) as posting:
        for number, table in enumerate((BEFORE, NOW)):
            posting.post(table)
            until(partial(both_heard, place, number))
        (german,) = heard(in_language(place, "de"))["latest"]
        (english,) = heard(place)["latest"]
    assert (german["language"], english["language"]) == ("de", "en")
    assert [kind for kind, _ in german["say"]] == [kind for kind, _ in english["say"]]
    assert german["say"] != english["say"]


def test_after_another_choice_at_the_box_no_file_keeps_an_earlier_table(tmp_path: Path) -> None:
    own = tmp_path / "board.json"
    german, english = in_language(own, "de"), in_language(own, "en")
    posting = Posting(own)
    posting._post(BEFORE)
    try:
        speak("de")
        posting._post(NOW)
        assert (english.exists(), german.exists()) == (True, False)
        (message,) = heard(own)["latest"]
        speak(ENGLISH)
        posting._post(NOW)
        assert (english.exists(), german.exists()) == (False, True)
        assert heard(german)["latest"] == [message], "the same is heard once in a language"
    finally:
        speak(ENGLISH)


def both_heard(place: Path, number: int) -> bool:
    return all(heard(address)["number"] == number for address in (place, in_language(place, "de")))


def heard(place: Path) -> dict[str, Any]:
    """What is posted there for ears."""
    try:
        return dict(json.loads(place.read_text("utf-8"))["heard"])
    except FileNotFoundError:
        return {"number": None}


def test_while_a_newer_table_waits_no_other_language_is_made(tmp_path: Path) -> None:
    posting = Posting(tmp_path / "board.json")
    posting.post(BEFORE)
    posting._post(NOW)
    assert [path.name for path in tmp_path.iterdir()] == ["board.json"]


def test_the_real_table_posts_while_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_VIEW", str(tmp_path))
    file = tmp_path / "scoreboard.json"
    on = Settings(scoreboard=ScoreboardSettings(on=True))
    store, devices = Store(tmp_path / "data"), simulation_of().devices
    around = replace(BOX.around, posted=scoreboard_posting)
    run_table(
        store, Shelf(), devices, file.exists, equipment=replace(BOX, games=BIRD_DOG_ONLY, around=around, settings=on)
    )
    assert not file.exists()


def test_nothing_is_posted_unless_the_settings_say_so(tmp_path: Path) -> None:
    with view_poster(ScoreboardSettings(), {"COMPANION_VIEW": str(tmp_path)}) as tell:
        tell(TABLE)
    with view_poster(ScoreboardSettings(on=True), {}) as tell:
        tell(TABLE)
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_costs_the_scoreboard_and_not_the_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("no directory", "utf-8")
    with posting_to(tmp_path / "file" / "board.json") as posting:
        posting.post(TABLE)
    assert capsys.readouterr().err.startswith("companion: the scoreboard misses a view: ")


def test_a_view_that_comes_after_the_end_is_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a table that is busy with something else when it is switched off."""
    began, goes_on = Event(), Event()

    def slow_view(table: Table) -> Any:
        began.set()
        goes_on.wait()
        return view(table)

    monkeypatch.setattr("companion.scoreboard.posting.view", slow_view)
    monkeypatch.setattr("companion.scoreboard.posting.STOP_TIMEOUT_S", 0.01)
    posting = Posting(tmp_path / "board.json")
    posting.start()
    posting.post(TABLE)
    began.wait()
    posting.stop()
    goes_on.set()
    posting.join()
    assert list(tmp_path.iterdir()) == []


def test_a_posting_that_hangs_delays_no_tap_by_a_single_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = answered(tmp_path / "alone", lambda _: None)
    hangs = Event()
    monkeypatch.setattr("companion.scoreboard.posting.post", lambda *_: hangs.wait())
    with posting_to(tmp_path / "board.json") as posting:
        assert answered(tmp_path / "beside", posting.post) == alone
        assert len(alone) > len(DEAL_GESTURES) // 2
        hangs.set()
