"""Games that were left before their end: listed, gone on with, finished, thrown away and put back."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any, Literal

import pytest

from companion.games.registry import GAMES
from companion.simulation.hands import SHOWN
from companion.storage.records import Store
from companion.table.modes import Menu, Reporting, SettingUp
from companion.web.hands import RefusedOrderError
from companion.web.match_in_play import CANNOT_END, MatchInPlay
from companion.web.matches import ASKS_FIRST
from companion.web.orders import Begin, Demonstrate, Do, GoOn, Leaving, Order, PointAtGame, Watch
from companion.web.saved_games import NO_GAME, SavedGames
from companion.web.virtual_table import VirtualTable
from tests.companion.history.sealed import kept, sealed
from tests.companion.http.client import views
from tests.companion.web.table_in_browser import desk_of, does, presses, served, turns
from tests.companion.web.test_server import Client
from tests.evening import begun, whole

TIMEOUT_S = 20.0


def saved(desk: VirtualTable, which: Literal["kept", "thrown_away"] = "kept") -> list[str]:
    """The records that are listed."""
    return [game["record"] for game in desk.matches.saved_games()()[which]]


def in_play(desk: VirtualTable) -> str:
    return str(desk.view()["saved"][0])


def files(root: Path) -> dict[str, bytes]:
    """The records that are not finished, with what is in them."""
    return {path.name: path.read_bytes() for path in (root / "records/running").glob("2*")}


def cards(view: Mapping[str, Any]) -> list[Any]:
    return [seat["hand"] for seat in view["table"]["seats"]]


@pytest.fixture
def desk(tmp_path: Path) -> VirtualTable:
    """Rook is in play, and Bird Dog is parked."""
    desk = desk_of(tmp_path, "birddog", scanned=False)
    does(desk, Do.NEXT, Do.NEXT, Begin("rook", seed=1))
    return desk


@pytest.fixture
def left(desk: VirtualTable) -> str:
    """The record of the parked game."""
    (name,) = saved(desk)
    return name


def test_a_game_that_was_left_is_listed_with_title_date_deal_names_and_standing(desk: VirtualTable) -> None:
    (row,) = desk.matches.saved_games()()["kept"]
    assert row["record"].endswith("-birddog")
    assert row == {
        "record": row["record"],
        "game": "birddog",
        "title": "Bird Dog",
        "at": "2026-01-01T00:00:00",
        "deal": 1,
        "names": ["Ann", "Bob", "Cid"],
        "counted": "points",
        "stands": [("Ann", 0), ("Bob", 0), ("Cid", 0)],
    }


def test_partners_stand_together(desk: VirtualTable) -> None:
    does(desk, Begin("birddog", seed=1))
    rook = next(game for game in desk.matches.saved_games()()["kept"] if game["game"] == "rook")
    assert rook["stands"] == [("Ann and Cid", 0), ("Bob and Dee", 0)]


def test_a_game_is_gone_on_with_where_it_was_left_and_the_one_in_play_is_parked(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "birddog", scanned=False)
    before, name = does(desk, Do.NEXT), in_play(desk)
    does(desk, Begin("rook", seed=1))
    rook = in_play(desk)
    after = does(desk, GoOn(name))
    assert after["table"]["game"] == "birddog"
    assert cards(after) == cards(before)  # nobody has shown them to the box
    assert after["table"]["middle"] == before["table"]["middle"]
    assert after["box"]["said"][0].startswith("RESUMED: ")
    assert saved(desk) == [rook]


def test_a_game_is_gone_on_with_by_a_table_that_was_started_anew(tmp_path: Path) -> None:
    first = desk_of(tmp_path, "birddog", scanned=False)
    name, parked = in_play(first), cards(first.view())
    presses(first, "HOLD")
    running = cards(does(first, Begin("rook", seed=2, scanned=False)))
    first.close()
    desk = desk_of(tmp_path)
    assert cards(desk.view()) == running
    after = does(desk, GoOn(name))
    assert after["table"]["game"] == "birddog"
    assert cards(after) == parked


def test_the_one_in_play_is_finished_with_its_scores(desk: VirtualTable, tmp_path: Path) -> None:
    name = in_play(desk)
    does(desk, Begin("birddog", seed=1, leaving=Leaving.END))
    (finished,) = Store(tmp_path).all_finished()
    assert finished.stem == name
    assert finished.read_text("utf-8").rstrip().split("\n")[-1].startswith("end ;")
    assert name not in saved(desk)


def test_the_one_in_play_is_thrown_away_told_and_put_back_to_go_on(desk: VirtualTable, left: str) -> None:
    name, before = in_play(desk), cards(desk.view())
    view = does(desk, GoOn(left, Leaving.THROW_AWAY))
    assert (
        view["remark"]
        == "Rook with Ann, Bob, Cid and Dee is thrown away. “New game” lists it, should you want it back."
    )
    assert saved(desk) == []
    assert saved(desk, "thrown_away") == [name]
    desk.matches.put_back(name)
    assert saved(desk) == [name]
    assert cards(does(desk, GoOn(name))) == before


def test_a_game_may_be_thrown_away_before_something_is_watched(desk: VirtualTable, left: str) -> None:
    name = in_play(desk)
    does(desk, Watch("birddog", 0.1, leaving=Leaving.THROW_AWAY))
    turns(desk, 5)
    assert saved(desk, "thrown_away") == [name]
    assert saved(desk) == [left]


def test_after_the_clock_was_set_back_the_game_in_play_is_still_the_one_that_the_box_plays(
    desk: VirtualTable, left: str, tmp_path: Path
) -> None:
    before = cards(does(desk, Begin("spades", scanned=False)))
    os.utime(tmp_path / f"records/running/{left}.table", (2**31, 2**31))
    spades = in_play(desk)
    assert cards(does(desk, Do.NEXT)) == before, "a bid moves no card"
    does(desk, Watch("rook", 0.1), Demonstrate(0), PointAtGame("rook"))
    assert left in saved(desk)
    assert len(files(tmp_path)) == 3, "the example is gone"
    assert cards(does(desk, GoOn(spades))) == before


def test_what_is_thrown_away_is_offered_nowhere_and_its_record_stays_as_it_was(
    desk: VirtualTable, left: str, tmp_path: Path
) -> None:
    before = files(tmp_path)
    desk.matches.throw_away(left)
    assert saved(desk) == []
    assert desk.table.house.parked == ()
    after = files(tmp_path)
    assert after.pop(f"{left}.thrown-away-1") == before.pop(f"{left}.table")
    assert after == before
    desk.close()
    assert desk_of(tmp_path).table.house.parked == ()
    desk = desk_of(tmp_path)
    desk.matches.put_back(left)
    assert [parked.record for parked in desk.table.house.parked] == [left]


@pytest.mark.parametrize("lists_it", ["menu", "set-up", "health over the set-up"])
def test_a_list_of_the_box_that_offered_it_is_left_or_begins_again(
    desk: VirtualTable, left: str, lists_it: str
) -> None:
    if lists_it == "menu":
        presses(desk, "HOLD")
    else:
        presses(desk, "HOLD")
        assert desk.table.question
        park = desk.table.question.choices.index("park this game")
        presses(desk, *["DOWN"] * park, "OK", "OK")
        presses(desk, *(["HOLD", "OK"] if lists_it.startswith("health") else []))
    desk.matches.throw_away(left)
    assert not isinstance(desk.table.mode, Menu)
    while not desk.table.in_play and not isinstance(desk.table.mode, SettingUp):
        presses(desk, "BACK")
    if setup := desk.table.setting_up:
        assert setup.before is None
        assert left not in [parked.record for parked in setup.parked]


WRONG = ("gone", "", "../../decks/ours", "x" * 300)


@pytest.mark.parametrize("name", WRONG)
def test_no_other_name_is_a_game_and_nothing_changes(desk: VirtualTable, name: str, tmp_path: Path) -> None:
    before, table = files(tmp_path), desk.table.match
    assert does(desk, GoOn(name, Leaving.THROW_AWAY))["remark"].startswith("There is no unfinished game")
    for see_to in (desk.matches.throw_away, desk.matches.put_back):
        with pytest.raises(RefusedOrderError, match="no unfinished game"):
            see_to(name)
    assert files(tmp_path) == before
    assert desk.table.match is table


def test_the_game_in_play_and_one_already_thrown_away_are_told_from_others(
    desk: VirtualTable, left: str, tmp_path: Path
) -> None:
    with pytest.raises(RefusedOrderError, match="in play"):
        desk.matches.throw_away(in_play(desk))
    assert "in play" in does(desk, GoOn(in_play(desk), Leaving.THROW_AWAY))["remark"]
    with pytest.raises(RefusedOrderError, match="no unfinished"):
        desk.matches.put_back(left)
    desk.matches.throw_away(left)
    before = files(tmp_path)
    with pytest.raises(RefusedOrderError, match="no unfinished"):
        desk.matches.throw_away(left)
    assert "no unfinished" in does(desk, GoOn(left, Leaving.THROW_AWAY))["remark"]
    assert files(tmp_path) == before


def test_while_the_plug_is_out_the_game_that_comes_back_is_in_play(desk: VirtualTable) -> None:
    name = in_play(desk)
    desk.take(Do.UNPLUG)
    desk.turn()
    with pytest.raises(RefusedOrderError, match="in play"):
        desk.matches.throw_away(name)


def test_a_record_that_rotted_is_not_listed_and_stays_as_it_is(desk: VirtualTable, left: str, tmp_path: Path) -> None:
    path = tmp_path / f"records/running/{left}.table"
    path.write_bytes(path.read_bytes().replace(b"Bob", b"Rob", 1))
    before = files(tmp_path)
    assert saved(desk) == []
    assert "damaged: line" in does(desk, GoOn(left, Leaving.THROW_AWAY))["remark"]
    with pytest.raises(RefusedOrderError, match="stays as it is"):
        desk.matches.throw_away(left)
    assert files(tmp_path) == before


def test_a_damaged_record_is_reported_by_the_box_and_confirmed_by_nobody_else(
    desk: VirtualTable, left: str, tmp_path: Path
) -> None:
    path = tmp_path / f"records/running/{left}.table"
    path.write_bytes(path.read_bytes().replace(b"Bob", b"Rob", 1))
    name = in_play(desk)
    view = does(desk, Begin("hearts", seed=1))
    assert isinstance(desk.table.mode, Reporting)
    assert view["remark"] == ASKS_FIRST
    assert path.exists()
    presses(desk, "OK")
    assert not path.exists()
    assert does(desk, GoOn(name))["table"]["game"] == "rook"


@pytest.mark.parametrize("order", [Begin("birddog", leaving=Leaving.END), Watch("birddog", 5, leaving=Leaving.END)])
def test_a_game_is_not_finished_where_the_rules_do_not_let_it_end(
    desk: VirtualTable, order: Order, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(MatchInPlay, "_can_end", lambda _: False)
    leaving = desk.view()["leaving"]
    assert leaving is not None
    assert leaving["ways"] == ["park", "throw away"]
    before = files(tmp_path)
    assert does(desk, order)["remark"] == CANNOT_END
    assert files(tmp_path) == before
    assert desk.view()["table"]["game"] == "rook"


def test_a_game_that_is_over_and_one_without_players_are_not_listed(
    desk: VirtualTable, left: str, tmp_path: Path
) -> None:
    running = tmp_path / "records/running"
    (running / "2026-01-02-000000-rook.table").write_bytes(b"")
    assert saved(desk) == [left]


def test_the_list_is_read_beside_the_table_which_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reads, may_end = Event(), Event()

    def slowly(*_: object) -> dict[str, str]:
        reads.set()
        assert may_end.wait(TIMEOUT_S)
        return {"read": "slowly"}

    monkeypatch.setattr(SavedGames, "as_json", slowly)
    with served(tmp_path) as address, ThreadPoolExecutor() as pool:
        client = Client(address)
        listed = pool.submit(client.get, "/saved-games")
        assert reads.wait(TIMEOUT_S)
        assert client.order({"do": "pace", "pace": "fast"})[0] == 200
        assert next(view for view in views(client.port) if view["pace"] == "fast")
        may_end.set()
        assert json.loads(listed.result()[2]) == {"read": "slowly"}


def test_what_is_wrong_with_a_request_is_told(tmp_path: Path) -> None:
    with served(tmp_path) as address:
        client = Client(address)
        assert client.post("/saved-games/rook", {"do": "delete"}) == (
            400,
            b'do: found "delete"; allowed: throw away, put back',
        )
        for wish in ("throw away", "put back"):
            assert client.post("/saved-games/..%2f..", {"do": wish})[0] == 405  # no name has a slash
            assert client.post("/saved-games/rook", {"do": wish}) == (400, NO_GAME.encode())
        assert client.post("/saved-games/rook", {"do": "put back"}, Origin="http://elsewhere")[0] == 403
        assert json.loads(client.get("/saved-games")[2]) == {"kept": [], "finished": [], "thrown_away": []}


def test_a_record_is_replayed_again_only_when_it_has_changed(
    desk: VirtualTable, left: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert saved(desk) == [left]
    monkeypatch.setattr("companion.web.saved_games.resume", lambda *_: pytest.fail("replayed again"))
    assert saved(desk) == [left]


def test_a_game_begun_at_the_box_after_an_example_that_was_broken_off_is_kept_and_the_example_is_not(
    tmp_path: Path,
) -> None:
    desk = desk_of(tmp_path)
    desk.take(Watch("birddog", 5.0))
    turns(desk, 30)
    does(desk, GoOn("gone"))  # breaks it off, and there is nothing to go on with
    shown = desk.view()["saved"][0]
    presses(desk, "HOLD")
    assert desk.table.question
    park = desk.table.question.choices.index("park this game")
    own = presses(desk, *["DOWN"] * park, "OK", *["OK"] * 12)["saved"][0]
    assert own
    assert own != shown
    does(desk, Begin("rook"))
    assert [parked.record for parked in desk.table.house.parked] == [own]


def test_a_match_that_has_just_ended_is_listed_at_once_and_stays_so(tmp_path: Path) -> None:
    begun(tmp_path, *whole("birddog-full-deal"), "end")
    desk = desk_of(tmp_path)
    name = in_play(desk)
    for _ in range(2):
        listed = desk.matches.saved_games()()
        assert [game["record"] for game in listed["finished"]] == [name]
        assert name not in saved(desk)
        assert (tmp_path / f"records/{name}.table").exists() == (in_play(desk) != name)
        does(desk, Begin("rook", seed=1))


def test_an_example_that_is_over_is_not_among_the_finished_games(tmp_path: Path) -> None:
    begun(tmp_path, *(header := whole("birddog-full-deal"))[:3], SHOWN, *header[3:], "end")
    assert SavedGames(Store(tmp_path), GAMES).as_json("") == {"kept": [], "finished": [], "thrown_away": []}


def test_a_finished_game_is_listed_put_aside_and_put_back_as_it_was(tmp_path: Path) -> None:
    path = kept(tmp_path, "2026-11-20-201503-birddog", sealed([*whole("birddog-full-deal"), "end"]))
    record, desk = path.read_bytes(), desk_of(tmp_path)
    assert [game["record"] for game in desk.matches.saved_games()()["finished"]] == [path.stem]
    sheet = desk.matches.score_sheet(path.stem)()
    assert (sheet["heads"], sheet["deals"], sheet["story"]) == (["Ann", "Bob", "Cid"], [["+1", "+2", "+1"]], [])
    desk.matches.throw_away(path.stem)
    listed = desk.matches.saved_games()()
    assert (listed["finished"], [game["record"] for game in listed["thrown_away"]]) == ([], [path.stem])
    assert Store(tmp_path).all_finished() == []
    desk.matches.put_back(path.stem)
    assert path.read_bytes() == record
    with pytest.raises(RefusedOrderError, match="no unfinished game"):
        desk.matches.put_back(path.stem)
