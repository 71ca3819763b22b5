"""A game of another package that fails, wherever it may: it is put aside and named, and the box plays on."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
from asyncio import CancelledError
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

import pytest

from companion.games import registry
from companion.games.birddog.rules import BIRD_DOG, BirdDog
from companion.games.plugins import PlugIn, save_index
from companion.history.cache import Cache
from companion.history.finished_match import NotScoredError, finished_match_of
from companion.match.checker import GameGoneError, GuestError, answers
from companion.rules.entry import GameEntry
from companion.rules.game import Game
from companion.runtime import service
from companion.runtime.guest_games import MARK, MOST_DEATHS, TICK_S, ended_in_time, trust_start
from companion.screens.current_screen import screen_for
from companion.screens.glyphs import SMALL
from companion.screens.layouts import Screen
from companion.screens.picture import line_width
from companion.simulation.box import SIMULATED, SimulatedSetup, deck_for
from companion.storage.records import Store
from companion.support.values import replace
from companion.table.state import Table
from companion.terminal.session import Session
from companion.web.orders import Do
from companion.web.preferences import Preferences
from companion.web.server import PageServer, free_socket
from companion.web.table_thread import Runner
from companion.web.virtual_table import VirtualTable
from tests.companion.http.client import asked, views
from tests.companion.terminal.playing_cards import NARROW
from tests.evening import REGULARS, ROOT, Evening, begun
from tests.plugins import GAME, MODULES, unpacked
from tests.slots import slots
from tests.test_toy_game import TOY, HighCard

PACKAGE = "highcard 1.0"
HEADER = ("game toy", "players Ann Bob Cid", "start Ann")
SITS_DOWN = ("DOWN", *("OK",) * 6)
"""To the toy, which is the second game, with the first three regulars and the rules of the book."""


class OwnError(Exception):
    """A fault of the game's author."""


def raises() -> None:
    raise OwnError("a hidden card")


def leaves() -> None:
    raise SystemExit(0)


def sinks() -> None:
    sinks()


def breaks_off() -> None:
    raise CancelledError  # no Exception, as what test runners and libraries of tasks raise


def gives_nonsense() -> None:
    """Not what a game gives."""


@dataclass(frozen=True)
class Hostile(HighCard):
    """The toy, which fails in one of its questions from some moment on."""

    where: str = ""
    how: Any = None

    def __getattribute__(self, name: str) -> Any:
        get = super().__getattribute__
        if name == get("where") and not name.startswith("_"):
            return get("how")() if name == "shown" else lambda *_, **__: get("how")()
        return get(name)


def hostile(where: str, how: Any = raises, package: str = PACKAGE) -> Game:
    entry = GameEntry(package=package, api=3)
    toy = {name: getattr(TOY, name) for name in ("name title deck deck_kind players words rules pages opener").split()}
    return Hostile(**toy, entry=entry, where=where, how=how)


GOOD_TOY = replace(TOY, entry=GameEntry(package=PACKAGE, api=3))


def games(toy: Game) -> Mapping[str, Game]:
    return {"birddog": BIRD_DOG, "toy": toy}


def panel(evening: Evening) -> Screen:
    evening.seen()
    shown = screen_for(evening.box.table)
    assert all(SMALL.width(line) <= line_width() for line in slots(shown).lines)
    return shown


def is_put_aside(evening: Evening, error: str) -> None:
    """The panel names the package, OK leads to the games that are left, and one of them is played."""
    shown = panel(evening)
    text = " ".join(slots(shown).lines)
    assert "highcard 1.0 stopped by an error" in text
    assert error in evening.box.table.damaged[0].why, "the log has it"
    kept = evening.box.table.damaged[0].kept_as
    evening.does("OK")
    assert [*evening.box.table.house.games] == ["birddog"]
    assert not evening.box.table.in_play
    assert not kept or (evening.root / "records/running" / kept).is_file()
    assert not list((evening.root / "records/running").glob("*.table"))
    evening.sits_down()
    assert evening.saved()[0] == "game birddog"


FAULTS = {raises: "OwnError", leaves: "SystemExit", breaks_off: "CancelledError", sinks: "RecursionError"}


@pytest.fixture(autouse=True)
def no_garbage() -> Iterator[None]:
    """Devices of boxes of earlier tests would be collected, and closed, at the deepest call of a game that sinks."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("how", FAULTS)
@pytest.mark.parametrize("where", ["expects", "judge", "advance", "scores", "places", "shown", "winners"])
def test_a_failing_game_does_not_stop_the_table(tmp_path: Path, where: str, how: Any) -> None:
    evening = Evening(tmp_path, games=games(GOOD_TOY))
    evening.does(*SITS_DOWN)
    evening.does("OK", "3")
    assert evening.saved()[-1] == "Ann 3"
    evening.games = games(hostile(where, how))
    evening.box.loop.table = now_with(evening.box.table, evening.games["toy"])
    for gesture in ("7", "5", "9+10", "4+1", "12+2", "HOLD", "OK"):
        if not evening.box.table.damaged:
            evening.does(gesture)
    is_put_aside(evening, FAULTS[how])


def test_a_game_that_gives_no_verdict_is_put_aside(tmp_path: Path) -> None:
    evening = Evening(tmp_path, games=games(GOOD_TOY))
    evening.does(*SITS_DOWN, "OK")
    evening.box.loop.table = now_with(evening.box.table, hostile("judge", gives_nonsense))
    evening.does("3")
    is_put_aside(evening, "AssertionError")


def now_with(table: Table, game: Game) -> Table:
    """The same table, whose game is this one from now on."""
    match = replace(table.playing, header=replace(table.playing.header, game=game))
    return replace(table, match=match, house=replace(table.house, games={**table.house.games, game.name: game}))


@pytest.mark.parametrize("how", [*FAULTS, gives_nonsense])
@pytest.mark.parametrize("where", ["begin", "expects", "judge", "advance"])
def test_a_running_record_of_a_failing_game_is_told_at_power_on(tmp_path: Path, where: str, how: Any) -> None:
    begun(tmp_path, *HEADER, "single", "Ann 3")
    evening = Evening(tmp_path, games=games(hostile(where, how)))
    shown = panel(evening)
    assert slots(shown).title == "Damaged"
    assert slots(shown).note == "game"
    is_put_aside_at_power_on(evening)


def is_put_aside_at_power_on(evening: Evening) -> None:
    content = evening.record().read_bytes()
    evening.does("OK")
    (kept,) = (evening.root / "records/running").glob("*.damaged-1")
    assert kept.read_bytes() == content
    assert evening.box.table.setting_up is not None


@pytest.mark.parametrize("how", [*FAULTS, gives_nonsense])
@pytest.mark.parametrize("part", ["screen", "strategy", "dealer"])
def test_a_failing_part_does_not_stop_the_table(tmp_path: Path, part: str, how: Any) -> None:
    begun(tmp_path, *HEADER[:2], "; seat Bob computer=normal seed=3", HEADER[2], "single", "Ann 3")
    evening = Evening(tmp_path, games=games(with_part(part, how)))
    if not evening.box.table.damaged:
        evening.box.turn(8.0)
    assert evening.box.table.damaged or how is gives_nonsense or part == "dealer"  # nobody deals at the box
    if evening.box.table.damaged:
        assert "highcard 1.0" in evening.box.table.damaged[0].why
        evening.does("OK")
    evening.seen()


def with_part(part: str, how: Any) -> Game:
    return replace(TOY, entry=GameEntry(package=PACKAGE, api=3, **{part: how}))


def test_a_game_that_fails_while_it_is_chosen_is_not_offered_again(tmp_path: Path) -> None:
    evening = Evening(tmp_path, games=games(hostile("shown")))
    for gesture in SITS_DOWN:
        if not evening.box.table.damaged:
            evening.does(gesture)
    is_put_aside(evening, "OwnError")


def test_a_title_that_cannot_be_drawn_costs_all_games_of_other_packages(tmp_path: Path) -> None:
    evening = Evening(tmp_path, games=games(hostile("title")))
    is_put_aside(evening, "")


def test_after_a_fault_the_record_is_told_again_at_the_next_start_until_somebody_said_ok(tmp_path: Path) -> None:
    evening = Evening(tmp_path, games=games(hostile("judge")))
    evening.does(*SITS_DOWN, "OK")
    assert evening.box.table.damaged
    evening.games = games(GOOD_TOY)
    evening.again()
    assert evening.box.table.playing.header.game.name == "toy"
    assert slots(screen_for(evening.box.table)).place.startswith("RESUMED: ")


def interrupted() -> None:
    raise KeyboardInterrupt


def test_ctrl_c_in_the_middle_of_a_game_is_not_blamed_on_it(tmp_path: Path) -> None:
    begun(tmp_path, *HEADER, "single", "Ann 3")
    with pytest.raises(KeyboardInterrupt):
        Evening(tmp_path, games=games(hostile("judge", interrupted)))
    evening = Evening(tmp_path, games=games(GOOD_TOY))
    evening.box.loop.table = now_with(evening.box.table, hostile("judge", interrupted))
    with pytest.raises(KeyboardInterrupt):
        evening.does("7")


def test_a_fault_of_ours_is_not_blamed_on_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(tmp_path, games=games(GOOD_TOY))
    evening.sits_down()

    def fails(*_: object) -> None:
        raise OwnError

    monkeypatch.setattr("companion.table.handling.answer", fails)
    with pytest.raises(OwnError):
        evening.does("OK")


# ---------------------------------------------------------------- at a simulated table


def mistyped(where: str) -> Game:
    """A trick game with a typo in this method."""
    values = {field.name: getattr(BIRD_DOG, field.name) for field in fields(BIRD_DOG)}
    values |= {"name": "typo", "title": "Typo", "entry": replace(BIRD_DOG.entry, package=PACKAGE)}
    game: Game = type("Typo", (BirdDog,), {where: lambda *_: raises()})(**values)
    return game


def in_terminal(root: Path, setup: SimulatedSetup) -> Iterator[Table]:
    session = Session(Store(root), setup)
    session.opening(NARROW)
    while True:
        yield session.table
        session.take("", NARROW)


def on_page(root: Path, setup: SimulatedSetup) -> Iterator[Table]:
    desk = VirtualTable(Store(root), setup)
    runner = Runner(lambda: desk, lambda _: None)
    while True:
        runner._turn(desk)
        yield desk.table
        runner.order(Do.NEXT)
        for _ in range(10):
            runner._turn(desk)


@pytest.mark.parametrize("table", [in_terminal, on_page])
@pytest.mark.parametrize("where", ["strength", "points", "advance_opening"])
def test_a_failing_game_does_not_stop_a_simulated_table(
    tmp_path: Path, table: Callable[[Path, SimulatedSetup], Iterator[Table]], where: str
) -> None:
    begun(tmp_path, "game typo", "players Ann Bob Cid", "dealer Cid")
    known = {"birddog": BIRD_DOG, "typo": mistyped(where)}
    seen = table(tmp_path, SimulatedSetup(replace(SIMULATED, games=known), seed="1"))
    failed = next(now for now in islice(seen, 400) if now.damaged)
    assert failed.damaged[0].why.endswith(f"package {PACKAGE} failed: OwnError")
    after = next(now for now in islice(seen, 400) if now.in_play)
    assert after.playing.header.game is BIRD_DOG
    assert list((tmp_path / "records/running").glob("*.damaged-1"))


def test_after_the_only_game_that_was_asked_for_has_failed_another_one_is_played(tmp_path: Path) -> None:
    alone = replace(SIMULATED, games=games(hostile("judge")), requested="toy")
    seen = in_terminal(tmp_path, SimulatedSetup(alone, seed="1"))
    assert next(now for now in islice(seen, 400) if now.damaged)
    assert next(now for now in islice(seen, 400) if now.in_play).playing.header.game is BIRD_DOG


@pytest.fixture
def guest_on_page(tmp_path: Path) -> Iterator[tuple[int, VirtualTable]]:
    """The port of a page, and its table with a game of another package."""
    begun(tmp_path, "game typo", "players Ann Bob Cid", "dealer Cid")
    setup = SimulatedSetup(replace(SIMULATED, games={"birddog": BIRD_DOG, "typo": mistyped("nowhere")}), seed="1")
    desk = VirtualTable(Store(tmp_path), setup)
    with free_socket(0) as listens:
        server = PageServer(lambda: desk, listens, Preferences(tmp_path / "config.toml"))
        thread = Thread(target=server.run)
        thread.start()
        yield listens.getsockname()[1], desk
        server.stop()
        thread.join()


@pytest.mark.parametrize("asks", ["scores", "seats"])
def test_a_game_that_fails_where_the_page_asks_of_it_is_put_aside(
    guest_on_page: tuple[int, VirtualTable], monkeypatch: pytest.MonkeyPatch, asks: str
) -> None:
    port, desk = guest_on_page
    fails = {
        "scores": "companion.web.rules_and_scores.names_to_person",
        "seats": "companion.web.seats_and_corrections.may_correct",
    }[asks]
    monkeypatch.setattr(fails, lambda *_: raises())
    status, _, told = asked(port, f"/{asks}")
    assert (status, told) == (400, b"no game is in play")
    assert desk.table.damaged[0].why.endswith(f"package {PACKAGE} failed: OwnError")
    assert any(view["needs_box"] for view in views(port)), "the panel tells what failed, at the table's next turn"


@pytest.mark.parametrize(
    ("path", "fails"),
    [
        ("/rules/typo", "companion.web.rules_and_scores.pieces_of"),
        ("/saved-games/{record}", "companion.web.rules_and_scores.names_to_person"),
    ],
)
def test_what_is_read_of_a_failing_game_beside_the_table_is_refused_with_the_reason(
    guest_on_page: tuple[int, VirtualTable], monkeypatch: pytest.MonkeyPatch, path: str, fails: str
) -> None:
    port, desk = guest_on_page
    monkeypatch.setattr("companion.web.server.GAMES", desk.table.house.games)
    monkeypatch.setattr(fails, lambda _: raises())
    status, _, told = asked(port, path.format(record=desk.in_play.record))
    assert (status, told.decode()) == (400, f"package {PACKAGE} failed: OwnError")
    assert desk.table.in_play, "it stops nothing"


def test_a_game_that_fails_where_it_is_heard_is_put_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(tmp_path, "game typo", "players Ann Bob Cid", "dealer Cid")
    known = {"birddog": BIRD_DOG, "typo": mistyped("nowhere")}
    desk = VirtualTable(Store(tmp_path), SimulatedSetup(replace(SIMULATED, games=known), seed="1"))
    hears = "companion.web.table_as_seen.sentences_to_hear"
    monkeypatch.setattr(hears, lambda table, _: raises() if table.in_play else ())
    desk.listen(frozenset({"en", "de"}))
    assert desk.table.damaged[0].why.endswith(f"package {PACKAGE} failed: OwnError")
    desk.turn()


GUEST: dict[str, Any] = {"__name__": "highcard.rules"}
"""Functions of another package that never answer, in its own lines or in a library; after seconds they fail, or a test
of what does not end them would not end either."""
exec(  # noqa: S102 - what such a package may do
    """
from threading import Event
from time import monotonic


def hangs():
    end = monotonic() + 5
    while monotonic() < end:
        pass
    raise KeyError


def swallows():
    end = monotonic() + 5
    while monotonic() < end:
        try:
            hangs()
        except Exception:
            pass
    raise KeyError


def waits():
    Event().wait(5)
    raise KeyError
""",
    GUEST,
)


@pytest.mark.parametrize(
    ("where", "how"),
    [("expects", "hangs"), ("judge", "hangs"), ("advance", "swallows"), ("shown", "hangs"), ("judge", "waits")],
)
def test_a_game_that_never_answers_is_ended_and_put_aside(tmp_path: Path, where: str, how: str) -> None:
    evening = Evening(tmp_path, games=games(GOOD_TOY))
    evening.does(*SITS_DOWN, "OK")
    evening.box.loop.table = now_with(evening.box.table, hostile(where, GUEST[how]))
    with ended_in_time({"highcard"}, lambda: evening.box.loop.turns, 0.2):
        while not evening.box.table.damaged:
            evening.does("3")
    assert "TooLongError" in evening.box.table.damaged[0].why
    evening.does("OK")
    assert evening.box.table.setting_up is not None


def test_a_record_at_which_a_game_hangs_is_told_at_power_on(tmp_path: Path) -> None:
    begun(tmp_path, *HEADER, "single", "Ann 3")
    with ended_in_time({"highcard"}, lambda: 0, 0.02):
        evening = Evening(tmp_path, games=games(hostile("judge", GUEST["hangs"])))
    assert evening.box.table.damaged[0].why == "line 4: package highcard 1.0 failed: TooLongError"


def test_what_hangs_elsewhere_and_what_is_slow_but_goes_on_is_left_alone() -> None:
    turns = iter(range(10**9))
    for modules, count in (({"rook"}, lambda: 1), ({"tests"}, lambda: next(turns))):
        with ended_in_time(modules, count, 0.005):
            end = monotonic() + 0.1
            while monotonic() < end:
                pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_only_a_box_with_games_of_other_packages_looks_for_what_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_GAMES", str(tmp_path))
    for games_there in ((), (PlugIn("chess", "Chess", "chess", "1.0", 1, "chess:ENTRY", "chess-1.0-1"),)):
        save_index(tmp_path, games_there)
        registry._read_index.cache_clear()
        with service._guests_in_time(lambda: 1, tmp_path):
            assert (signal.getitimer(signal.ITIMER_REAL)[1] == TICK_S) is bool(games_there)


# ---------------------------------------------------------------- a game that ends the process

MURDER = GAME.replace(
    "        state = replace(state, laid=", "        __import__('os')._exit(3)\n        state = replace(state, laid="
)
"""The toy, which ends the process when somebody plays a card."""


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Starts a box on which a game is on that ends the process, as systemd would."""
    begun(tmp_path, *(line.replace("toy", "highcard") for line in HEADER), "single", "Ann 3")
    Store(tmp_path).decks.save(deck_for(BIRD_DOG, REGULARS))
    unpacked(tmp_path / "games/highcard-1.0-1", {**MODULES, "highcard/rules.py": MURDER})
    plug_in = PlugIn("highcard", "High Card", "highcard", "1.0", 3, "highcard.entry:ENTRY", "highcard-1.0-1")
    save_index(tmp_path / "games", [plug_in])
    monkeypatch.setenv("COMPANION_GAMES", str(tmp_path / "games"))
    command = [sys.executable, "-m", "tests.service_process", str(tmp_path), str(tmp_path / "glass"), "reader"]
    started: list[subprocess.Popen[str]] = []

    def starts() -> subprocess.Popen[str]:
        started.append(subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, encoding="utf-8"))  # noqa: S603 - ours
        return started[-1]

    yield starts
    for one_start in started:
        one_start.kill()
        one_start.communicate()


def test_a_game_that_ends_the_process_at_each_start_is_left_out(
    tmp_path: Path, box: Callable[[], subprocess.Popen[str]]
) -> None:
    (record,) = (tmp_path / "records/running").glob("*.table")
    content = record.read_bytes()
    assert [box().wait(30) for _ in range(MOST_DEATHS)] == [3] * MOST_DEATHS
    plays = box()
    assert plays.stderr is not None
    assert plays.stderr.readline() == "companion: 5 starts have died: this one is without the games of other packages\n"
    assert "OK parks it until its game is installed" in plays.stderr.readline()
    plays.terminate()
    assert plays.wait(30) == 0
    assert record.read_bytes() == content
    assert box().wait(30) == 3, "the next start tries again"


def test_a_start_that_plays_for_a_while_is_trusted(tmp_path: Path) -> None:
    (tmp_path / MARK).write_bytes(b"....")
    with ended_in_time({"highcard"}, lambda: 1, 0.01, lambda: trust_start(tmp_path)):
        while (tmp_path / MARK).exists():
            pass


# ---------------------------------------------------------------- a game that is not installed any more


def test_a_match_whose_game_is_gone_waits_for_it(tmp_path: Path) -> None:
    begun(tmp_path, *HEADER, "single", "Ann 3")
    evening = Evening(tmp_path)
    assert slots(panel(evening)).title == "Not installed"
    assert " ".join(slots(panel(evening)).lines[:2]) == "Game toy is not installed here."
    evening.does("OK")
    assert evening.box.table.setting_up is not None
    assert evening.saved()[-1] == "; parked"
    evening.again()
    assert not evening.box.table.damaged
    assert not evening.box.table.house.parked
    evening.games = games(GOOD_TOY)
    evening.again()
    (waiting,) = evening.box.table.house.parked
    assert waiting.title == "High Card Ann Bob Cid"
    evening.games = {"birddog": BIRD_DOG}
    evening.again()
    assert not evening.box.table.house.parked
    evening.games = games(GOOD_TOY)
    evening.again()
    evening.does("UP", "OK")
    assert evening.box.table.playing.header.game.name == "toy"


def test_a_plug_pulled_before_ok_tells_it_again(tmp_path: Path) -> None:
    begun(tmp_path, *HEADER, "single")
    evening = Evening(tmp_path)
    evening.again()
    assert slots(panel(evening)).title == "Not installed"


def test_a_record_of_a_game_that_is_gone_or_fails_says_so() -> None:
    record = "\n".join((*HEADER, "single", "Ann 3"))
    with pytest.raises(GameGoneError, match="line 1: the game “toy” is not installed here; companion games lists"):
        tuple(answers(record, {"birddog": BIRD_DOG}))
    with pytest.raises(GuestError, match=r"line 4: package highcard 1\.0 failed: OwnError"):
        tuple(answers(record, games(hostile("judge"))))


def test_an_evening_of_a_failing_game_does_not_count(tmp_path: Path) -> None:
    begun(tmp_path, *HEADER, "single", "Ann 3")
    (record,) = (tmp_path / "records/running").glob("*.table")
    with pytest.raises(NotScoredError, match="OwnError"):
        finished_match_of(record.read_bytes(), games(hostile("shown")))


def test_a_remembered_evening_counts_for_the_package_that_judged_it(tmp_path: Path) -> None:
    begun(tmp_path, *HEADER, "single", "Ann 3", "end")
    (record,) = (path.read_bytes() for path in (tmp_path / "records/running").glob("*.table"))
    known = Cache(tmp_path / "cache")
    assert known.finished_match_of(record, games(GOOD_TOY)).names == ("Ann", "Bob", "Cid")
    known.save()
    assert Cache(tmp_path / "cache").finished_match_of(record, games(hostile("judge"))).game == "toy"
    newer = hostile("judge", package="highcard 2.0")
    with pytest.raises(NotScoredError, match=r"highcard 2\.0 failed"):
        Cache(tmp_path / "cache").finished_match_of(record, games(newer))
    with pytest.raises(NotScoredError, match="not installed"):
        Cache(tmp_path / "cache").finished_match_of(record, {"birddog": BIRD_DOG})
