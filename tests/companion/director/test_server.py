"""The organiser's page over real sockets: who gets in, what may be wished for, and an evening from end to end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.club.payloads import Order, Presence, decode
from companion.director.collection import FromBox, Reaction
from companion.director.desk import Desk
from companion.director.event_record import read_events
from companion.director.page_view import page_view, results_view
from companion.director.password import MOST_ADDRESSES, Tries, password_of
from companion.games.registry import GAMES
from companion.http.guard import HEADERS, Bucket
from companion.http.page_words import COOKIE
from companion.http.views.director import EventTold, RoundTable
from companion.storage.disk import StorageError
from companion.support.values import replace
from tests.cases import for_each
from tests.companion.director.evenings import AT, NAMES, record_of
from tests.companion.director.oddities import a_directory, a_link_to_nothing
from tests.companion.director.served import PASSWORD, Organiser, served
from tests.companion.director.wishing import wish
from tests.companion.http.client import asked, files_of, has_our_headers, is_small_and_own, views

FILES = files_of("companion.director")
LARGEST_PAGE = 25_000
CLUB = {"title": "Club evening", "game": "spades", "movement": "howell", "deals": 2, "duplicate": True}


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Organiser]:
    with served(tmp_path) as organiser:
        yield organiser


def seated(page: Organiser, pairs: int = 4, **more: object) -> None:
    """An event of so many pairs, its first round begun."""
    page.wire.is_there("a", *NAMES[: 2 * pairs])
    page.wire.is_there("b")
    assert page.wishes("new", **{**CLUB, **more}) == ""
    assert page.wishes("enter all") == ""
    assert page.wishes("round") == ""


def orders(page: Organiser) -> dict[str, Order]:
    return {message.topic.split("/")[1]: decode(Order, message.payload) for message in page.wire.sent}


def told(page: Organiser) -> RoundTable:
    """What the page shows of table 1, which has box a."""
    table = page_view(page.desk, AT, "")["tables"][0]
    assert table["box"] == "a"
    return table


def told_of_event(page: Organiser) -> EventTold:
    """What the page shows of the event that is on."""
    event = page_view(page.desk, AT, "")["event"]
    assert event is not None
    return event


# ---------------------------------------------------------------- who gets in


@for_each("path", ["/", "/nothing.js", *(f"/{name}" for name in FILES)])
def test_every_answer_has_our_headers(page: Organiser, path: str) -> None:
    has_our_headers(page.port, path, 404 if path == "/nothing.js" else 200)


def test_the_page_is_small_and_own(page: Organiser) -> None:
    is_small_and_own(page.port, FILES, LARGEST_PAGE)


@pytest.mark.parametrize(
    "path",
    [
        "/events",
        "/choices",
        "/results/x",
        "/hands/x",
        "/hands/x.css",
        "/exports/x/event.json",
        "/nothing",
        "/a/b.js",
        "/exports/x/a.css",
    ],
)
def test_without_the_password_only_the_page_itself_is_shown(page: Organiser, path: str) -> None:
    assert asked(page.port, path)[0] == 401
    page.cookie = ""
    assert page.wishes("person", name="Ann") == "Give the password first."


WRONG = ("", "x", PASSWORD[:-1], f"{PASSWORD}x", "ß")


def test_an_address_may_give_a_few_wrong_passwords_and_locks_nobody_else_out(page: Organiser) -> None:
    evil = "127.0.0.66"
    assert [page.logs_in(wrong, evil) for wrong in (*WRONG, "y")] == [403] * 5 + [429]
    assert page.logs_in(PASSWORD, evil) == 429, "who has tried too often cannot even give the right one"
    assert page.logs_in() == 200
    assert page.wishes("new", **CLUB) == ""


def test_right_passwords_are_not_counted(page: Organiser) -> None:
    assert [page.logs_in() for _ in range(20)] == [200] * 20
    assert [page.logs_in(wrong) for wrong in WRONG] == [403] * 5


def test_whoever_has_no_password_uses_up_nothing_that_the_organiser_needs(page: Organiser) -> None:
    page.site._wishes = Bucket(most=1, per_second=0, left=1)
    for path in ("/", "/director.js", "/wishes"):
        asked(page.port, path, "POST", "{}", "127.0.0.66", **page.headers(Cookie=""))
    assert page.wishes("new", **CLUB) == ""


def test_the_mistakes_of_an_address_are_forgotten_one_by_one_and_of_so_many_addresses_only() -> None:
    tries = Tries()
    for moment in range(5):
        assert tries.may_try("a", moment / 10)
        tries.was_wrong("a", moment / 10)
    assert not tries.may_try("a", 9.0)
    assert tries.may_try("a", 10.5)
    tries.was_wrong("a", 10.5)
    assert not tries.may_try("a", 10.6)
    for number in range(3 * MOST_ADDRESSES):
        tries.was_wrong(f"b{number}", 11.0)
    assert len(tries._buckets) == MOST_ADDRESSES


def test_the_cookie_is_for_this_site_and_for_no_script_and_ends_with_the_session(page: Organiser) -> None:
    _, headers, _ = page.posts("/login", {"password": PASSWORD})
    assert headers["set-cookie"].endswith("; Path=/; HttpOnly; SameSite=Strict")
    assert page.gets("/choices")[0] == 200
    assert page.posts("/logout", {})[0] == 200
    assert page.gets("/choices")[0] == 401


@pytest.mark.parametrize(
    "other",
    [
        {"Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"X-Token": "guessed"},
        {"Host": "evil.example"},
    ],
)
def test_a_page_of_somebody_else_can_wish_for_nothing(page: Organiser, other: dict[str, str]) -> None:
    assert page.posts("/wishes", {"do": "new", **CLUB}, **other)[0] == 403
    assert read_events(page.desk.root).names == ()


@pytest.mark.parametrize("body", ["", "[]", "null", "{", "[" * 2000, '{"do": 7}', '{"do": "sing"}', '{"do": "undo"}'])
def test_what_is_no_wish_is_refused_in_words(page: Organiser, body: str) -> None:
    status, _, said = asked(page.port, "/wishes", "POST", body, **page.headers())
    assert status == 400
    assert said


def test_a_house_rule_that_the_game_does_not_have_is_not_passed_over(page: Organiser) -> None:
    status, _, said = page.posts("/wishes", {"do": "new", **CLUB, "options": {"bag": "none"}})
    assert (status, said.endswith("has no “bag”".encode())) == (400, True)
    assert read_events(page.desk.root).names == ()


def test_a_wish_has_a_limit(page: Organiser) -> None:
    assert page.posts("/wishes", {"do": "person", "name": "x" * 5000})[0] == 413


# ---------------------------------------------------------------- the password


def test_a_password_is_made_once_and_for_the_owner_only(tmp_path: Path) -> None:
    made, is_new = password_of(tmp_path)
    assert is_new
    assert len(made) == 14
    assert password_of(tmp_path) == (made, False)
    assert (tmp_path / "password").stat().st_mode & 0o777 == 0o600


def test_one_of_the_organisers_own_choice_is_taken_and_a_short_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("four clubs doubled\n", "utf-8")
    assert password_of(tmp_path) == ("four clubs doubled", False)
    (tmp_path / "password").write_text("short\n", "utf-8")
    with pytest.raises(StorageError, match="8 to 200 characters"):
        password_of(tmp_path)


def in_two_lines(path: Path) -> None:
    path.write_text("four clubs\ndoubled\n", "utf-8")


def in_latin_1(path: Path) -> None:
    path.write_bytes("vier Kreuz für Süd".encode("latin-1"))


@pytest.mark.parametrize("make", [in_two_lines, in_latin_1, a_link_to_nothing, a_directory])
def test_a_password_that_nobody_could_type_is_refused_and_stays(make: Callable[[Path], None], tmp_path: Path) -> None:
    path = tmp_path / "password"
    make(path)
    before = path.lstat().st_mtime_ns
    with pytest.raises(StorageError, match=r"Write another, or delete it|Move "):
        password_of(tmp_path)
    assert path.lstat().st_mtime_ns == before


# ---------------------------------------------------------------- an evening


def test_whoever_taps_a_name_tag_at_any_box_is_one_of_the_people(page: Organiser) -> None:
    page.wire.is_there("a", "Ann", "Bob")
    assert page.wishes("new", **CLUB) == ""
    page.wire.is_there("b", "Cid", "ann", "undo")
    event = page.event
    assert event.people == ("Ann", "Bob", "Cid")


def test_boxes_are_told_their_tables_when_a_round_begins_and_again_when_they_follow_another_order(
    page: Organiser,
) -> None:
    seated(page)
    first = orders(page)
    assert first["a"].assignment is not None
    assert first["a"].assignment.players == ("Ann", "Gus", "Bob", "Hal")
    before = len(page.wire.sent)
    page.wire.is_there("a", order=first["a"].number)
    assert len(page.wire.sent) == before
    page.wire.is_there("a", order=1)
    assert [message.topic for message in page.wire.sent[before:]] == ["club/a/order"]


def test_two_wishes_for_one_round_begin_no_other(page: Organiser) -> None:
    seated(page)
    assert page.wishes("round", round=2) == ""
    assert page.wishes("round", round=2) == "Round 3 comes next."
    assert told_of_event(page)["round"] == 2


def test_who_leaves_before_the_first_round_leaves_no_empty_place_in_the_movement(page: Organiser) -> None:
    page.wire.is_there("a", *NAMES[:10])
    assert page.wishes("new", **CLUB) == ""
    assert page.wishes("enter all") == ""
    assert page.wishes("leaves", name="Cid") == ""
    assert page.wishes("round") == ""
    assert (told_of_event(page)["waits"], told_of_event(page)["out"]) == ([1, 2], [])
    assert page.wishes("leaves", name="Ann") == ""
    assert page.wishes("round") == ""
    assert len(told_of_event(page)["out"]) == 2


def test_a_match_that_is_over_before_its_deals_leaves_none_to_be_waited_for(page: Organiser) -> None:
    seated(page)
    players, club = ("Ann", "Gus", "Bob", "Hal"), {"event": page.event.name, "round": 1, "table": 1}
    page.wire.shows("a", players, 1, club=club)
    assert told(page)["done"] == 1
    page.wire.shows("a", players, 1, over=True)
    assert told(page)["done"] == 1, "that may be a match of their own"
    page.wire.shows("a", players, 1, over=True, club=club | {"seating": "0a1b2c3d"})
    assert told(page)["done"] == 1, "that is a match of this round before it was begun again"
    page.wire.shows("a", players, 1, over=True, club=club)
    assert told(page)["done"] == 2
    assert told_of_event(page)["waits"] == [2]


def test_lines_behind_the_end_of_a_match_are_told_with_box_match_and_line(page: Organiser) -> None:
    seated(page)
    event = page.event
    match = "2026-11-25-201501-1"
    record = record_of(event, 1, 1, extra=("end", "deal", "Ann bid 3"))
    page.wire.reports("a", match, record)
    line = len(record.splitlines()) - 1
    assert page_view(page.desk, AT, "")["troubles"] == [
        f"a: line {line} of {match} comes after the end of the match: it counts nothing"
    ]
    assert told_of_event(page)["counted"] == 2


def test_whoever_was_at_an_event_before_is_one_of_the_people_of_the_next_by_a_tap(page: Organiser) -> None:
    """The same evening, the same director: the box was switched on again, and knows of nobody yet."""
    assert page.wishes("new", **CLUB) == ""
    page.wire.is_there("a", *NAMES[:4])
    assert page.wishes("ends") == ""
    page.wire.is_there("a")
    assert page.wishes("new", **{**CLUB, "movement": "individual"}) == ""
    page.wire.is_there("a", *NAMES[:4])
    assert page.event.people == tuple(NAMES[:4])
    assert page.wishes("enter all") == ""
    assert len(page.event.entrants) == 4


def test_a_name_that_no_record_can_hold_is_refused_when_it_is_written(page: Organiser) -> None:
    assert page.wishes("new", **CLUB) == ""
    for name in ("Deal", "undo", "PASS"):
        assert "is a word of the records" in page.wishes("person", name=name)
    page.wire.is_there("a", "deal", "Ann")
    assert page.event.people == ("Ann",)


def test_a_name_has_single_blanks_between_its_words_however_it_comes(page: Organiser) -> None:
    assert page.wishes("new", **CLUB) == ""
    page.wire.is_there("a", "Ed  Fox")
    assert page.wishes("person", name=" Gus  Hill ") == ""
    page.wire.is_there("a", "Ed  Fox", "Gus   Hill")
    assert people(page) == {"Ed Fox": "a", "Gus Hill": "a"}
    assert page.wishes("partners", names=["Ed  Fox", "Gus Hill"]) == ""
    assert page.wishes("remove", name="Ed Fox") == ""
    assert page.wishes("remove", name="Gus  Hill") == ""
    assert page.event.people == ()


def correction(**keys: object) -> dict[str, Any]:
    return {"do": "correct", "round": 1, "table": 1, "deal": 1, "reason": "a slip", **keys}


@pytest.mark.parametrize(
    ("asked_for", "why"),
    [
        ({"do": "move", "table": 1, "box": "zzz"}, "box: no “zzz” was heard here; heard: a, b"),
        ({"do": "move", "table": 9, "box": "a"}, "nobody sits at table 9"),
        ({"do": "move", "table": 1, "box": "b", "round": 7}, "round: it is round 1 by now; found 7"),
        ({"do": "breaks", "box": "zzz"}, "box: no “zzz” was heard here; heard: a, b"),
        ({"do": "mended", "box": "a"}, "box: “a” did not break down; broken are: none"),
        ({"do": "done", "round": 9, "table": 1, "deals": 1}, "nobody sat at table 1 in round 9"),
        ({"do": "done", "round": 1, "table": 9, "deals": 1}, "nobody sat at table 9 in round 1"),
        ({"do": "done", "round": 1, "table": 1, "deals": 9}, "deals: a round has 0 to 2 of them; found 9"),
        (correction(deal=9, points=[1, 2, 1, 2]), "deal: a round has 1 to 2; found 9"),
        (correction(table=9, points=[1, 2, 1, 2]), "nobody sat at table 9 in round 1"),
        (correction(points=[1, 2]), "points: 4 numbers are wanted, one for each seat; found 2"),
        (correction(points=[10, 20, 30, 20]), "points: partners have the same; found 10, 20, 30, 20"),
        (correction(percent=[50, 50]), "percent: it counts where all play the same boards alone; give points"),
        ({"do": "merge", "name": "Ann", "into": "Nobody"}, "“Nobody” is not among the people"),
        (
            {"do": "person", "name": "Ann#1"},
            "name: empty, or with a quotation mark, number sign, semicolon or control character; found “Ann#1”",
        ),
    ],
)
def test_what_is_not_there_or_cannot_be_is_refused_with_key_and_value(
    page: Organiser, asked_for: dict[str, object], why: str
) -> None:
    seated(page, duplicate=False)
    before = page.desk.changes
    assert page.wishes(str(asked_for["do"]), **{key: asked_for[key] for key in asked_for if key != "do"}) == why
    assert page.desk.changes == before


def test_people_who_play_alone_have_the_points_of_their_side_by_a_correction_too(page: Organiser) -> None:
    assert page.wishes("new", **{**CLUB, "movement": "individual", "duplicate": False}) == ""
    page.wire.is_there("a", *NAMES[:4])
    assert page.wishes("enter all") == ""
    assert page.wishes("round") == ""
    told = "points: partners have the same; found 10, 20, 30, 20"
    assert page.wishes(**correction(points=[10, 20, 30, 20])) == told
    assert page.wishes(**correction(points=[10, 20, 10, 20])) == ""


def test_after_the_end_a_step_is_refused_with_what_allows_it(page: Organiser) -> None:
    seated(page)
    assert page.wishes("ends") == ""
    remedy = "the event has ended: take back the last step, then “person” can be done"
    assert page.wishes("person", name="Zoe") == remedy


def test_a_box_that_comes_after_the_round_began_gets_its_order_or_none(page: Organiser) -> None:
    seated(page)
    page.wire.is_there("c")
    assert orders(page)["c"].assignment is None
    assert page.wishes("move", table=2, box="c") == ""
    assert orders(page)["c"].assignment is not None
    assert orders(page)["b"].assignment is None


def test_boards_are_released_when_both_boxes_show_that_they_are_finished(page: Organiser) -> None:
    seated(page)
    page.wire.shows("a", ("Ann", "Gus", "Bob", "Hal"), 2)
    assert orders(page)["a"].released == ()
    page.wire.shows("b", ("Cid", "Eve", "Dee", "Fay"), 1)
    event = page.desk.names[0]
    assert orders(page)["b"].released == (f"{event}:1",)


def test_what_a_table_shows_of_the_round_before_finishes_nothing(page: Organiser) -> None:
    names = ("Ann", "Cid", "Bob", "Dee")
    seated(page, 2, movement="swiss", duplicate=False)
    page.wire.shows("a", names, 2)
    assert page.wishes("round") == ""
    event = page.event
    page.wire.shows("a", names, 2)
    assert page.desk.event == event, "the retained view again"
    page.wire.shows("a", names, 0)
    page.wire.shows("a", names, 1)
    assert page.event.done == {(1, 1): 2, (2, 1): 1}


def test_an_evening_from_the_first_tap_to_the_export(page: Organiser) -> None:
    seated(page)
    event = page.event
    for table, box in ((1, "a"), (2, "b")):
        page.wire.reports(box, f"2026-11-25-201503-{table}", record_of(event, 1, table))
    status, body = page.gets(f"/results/{event.name}")
    told = json.loads(body)
    assert status == 200
    assert [(row["table"], row["board"]) for row in told["results"]] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    correct = {"round": 1, "table": 1, "deal": 1, "points": [90, -90, 90, -90], "reason": "a trick was miscounted"}
    assert page.wishes("correct", **correct) == ""
    status, sheet = page.gets(f"/exports/{event.name}/scores.csv")
    assert status == 200
    assert "1,1,1,1,N,Ann,90," in sheet.decode()
    assert page.gets(f"/exports/{event.name}/usebio.xml")[0] == 200
    assert page.gets(f"/exports/{event.name}/nothing.csv")[0] == 404
    next(view for view in views(page.port, Cookie=page.cookie) if not view["event"]["waits"])
    assert page.event.done == {(1, 1): 2, (1, 2): 2}


def test_the_stream_tells_every_change(page: Organiser) -> None:
    seated(page)
    view = next(view for view in views(page.port, Cookie=page.cookie) if view["event"])
    assert view["event"]["round"] == 1
    assert next(row["names"] for row in view["tables"]) == ["Ann", "Gus", "Bob", "Hal"]
    assert view["event"]["waits"] == [1, 2]


def test_two_pages_of_one_evening_are_told_the_same_each_in_its_language(page: Organiser) -> None:
    seated(page)
    page.wire.says("club/b/presence", b'{"on": false}')
    troubles, seats, rules, refusals = set(), set(), set(), set()
    for code in ("de", "fr", "en"):
        own = page.headers(Cookie=f"{page.cookie}; {COOKIE}={code}")
        view = next(view for view in views(page.port, Cookie=own["Cookie"]) if view["event"])
        troubles.add(view["tables"][1].pop("trouble"))
        seats.add(json.dumps(view["tables"]))
        rules.add(json.loads(asked(page.port, "/choices", **own)[2])["games"][0]["options"][0]["meaning"])
        refusals.add(asked(page.port, "/hands/nothing", **own)[2])
        refusals.add(asked(page.port, "/wishes", "POST", json.dumps({"do": "new", **CLUB}), **own)[2])
    assert [len(texts) for texts in (troubles, seats, rules, refusals)] == [3, 1, 3, 6]


def test_a_page_that_is_loaded_again_is_told_at_once_also_in_another_language(page: Organiser) -> None:
    """A view waits ten seconds at most here."""
    for _ in range(3):
        with closing(views(page.port, Cookie=f"{page.cookie}; {COOKIE}=de")) as told:
            assert next(told)["event"] is None


def test_hands_are_shown_to_the_organiser_and_kept_by_no_browser(page: Organiser) -> None:
    seated(page)
    path = f"/hands/{page.desk.names[0]}"
    status, headers, body = asked(page.port, path, **page.headers())
    assert (status, headers["cache-control"]) == (200, "no-store")
    assert HEADERS.items() <= headers.items()
    assert body.decode().count("<section") == 6
    assert asked(page.port, path)[0] == 401
    assert page.posts("/logout", {})[0] == 200
    assert page.gets(path)[0] == 401


def test_usebio_is_offered_for_pairs_on_the_same_boards_and_else_refused_in_words(page: Organiser) -> None:
    seated(page, duplicate=False)
    (name,) = page.desk.names
    view = next(view for view in views(page.port, Cookie=page.cookie) if view["events"])
    assert view["events"] == [{"name": name, "usebio": False}]
    status, why = asked(page.port, f"/exports/{name}/usebio.xml", Cookie=f"{page.cookie}; {COOKIE}=de")[::2]
    assert (status, why.decode()) == (404, "USEBIO ist für Paare, die dieselben Boards spielen")


def test_an_event_without_hand_records_says_why(page: Organiser) -> None:
    seated(page, duplicate=False)
    assert page.gets(f"/hands/{page.desk.names[0]}") == (
        400,
        b"Only an event with the same boards at all tables has hand records.",
    )
    assert page.gets("/hands/nothing") == (400, b"There is no such event.")


def test_the_secret_is_made_once_and_stays_in_the_record_of_the_event(page: Organiser, tmp_path: Path) -> None:
    seated(page)
    event = page.event
    record = tmp_path / "events" / f"{event.name}.event"
    assert record.read_text("utf-8").count(f"secret {event.secret} ;") == 1
    assert record.stat().st_mode & 0o777 == 0o600
    page.desk.look(AT)
    view = next(view for view in views(page.port, Cookie=page.cookie) if view["event"])
    assert view["event"]["boards"] == 6
    told = [json.dumps(view, ensure_ascii=False).encode(), *(message.payload for message in page.wire.sent)]
    told += [page.gets(path)[1] for path in ("/choices", f"/results/{event.name}", f"/exports/{event.name}/event.json")]
    told += [page.gets(f"/hands/{event.name}")[1]]
    told += [path.read_bytes() for path in tmp_path.glob("director.sqlite*")]
    hidden = [
        event.secret.encode(),
        *(" ".join(map(str, board.hands[0])).encode() for board in page.desk.boards(event)),
    ]
    assert [secret for secret in hidden for text in told if secret in text] == []


def test_of_two_clicks_one_takes_a_step_back_and_none_takes_one_that_the_page_has_not_shown(page: Organiser) -> None:
    for wished in ({"do": "new", **CLUB}, {"do": "person", "name": "Ann"}, {"do": "person", "name": "Bob"}):
        page.desk.wish(wish(**wished), AT)
    shown = page_view(page.desk, AT, "")["event"]
    assert shown
    assert page.wishes("undo", step=shown["step"]) == ""
    again = "That step was taken back already, or another one has come since."
    assert page.wishes("undo", step=shown["step"]) == again
    assert list(page.event.people) == ["Ann"]
    shown = page_view(page.desk, AT, "")["event"]
    page.wire.is_there("a", "Cid")
    assert shown
    assert page.wishes("undo", step=shown["step"]) == again, "it would have been Cid, who has just come"
    assert list(page.event.people) == ["Ann", "Cid"]


def test_boards_that_are_chosen_later_get_a_secret_and_keep_it(tmp_path: Path) -> None:
    made = iter([f"{number:032x}" for number in (1, 2)])
    desk = Desk(tmp_path, GAMES, made.__next__)
    desk.wish(wish(**{"do": "new", **CLUB, "duplicate": False}), AT)
    assert [chosen(desk, duplicate=duplicate) for duplicate in (False, True, False, True)] == ["", *[f"{1:032x}"] * 3]
    desk.wish(wish(do="undo"), AT)
    assert chosen(desk, duplicate=False) == f"{1:032x}", "taken back, but not forgotten"
    desk.wish(wish(do="ends"), AT)
    desk.wish(wish(**{"do": "new", **CLUB}), AT)
    assert chosen(desk, duplicate=True) == f"{2:032x}", "another event, other deals"


def chosen(desk: Desk, *, duplicate: bool) -> str:
    """The secret after this choice."""
    desk.wish(wish(**{"do": "choose", **CLUB, "duplicate": duplicate}), AT)
    assert desk.event is not None
    return desk.event.secret


def test_nobody_wishes_for_a_secret(page: Organiser) -> None:
    seated(page)
    assert page.wishes("secret", name="0" * 32).startswith('do: found "secret"; allowed: ')


def test_an_event_goes_on_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        seated(page)
        before = page.desk.event
        sent = orders(page)
    with served(tmp_path) as page:
        assert page.desk.event == before
        page.wire.is_there("a", order=1)
        page.wire.is_there("b", order=1)
        assert orders(page) == sent


def test_a_table_tells_whose_name_tags_it_waits_for_until_its_match_begins(page: Organiser) -> None:
    seated(page)
    names = told(page)["names"]
    assert told(page)["missing"] == names
    page.wire.is_there("a", *NAMES, seated=tuple(names[1:]))
    assert told(page)["missing"] == [names[0]]
    page.wire.shows("a", names, 0)
    assert told(page)["missing"] == []


def test_a_table_that_plays_by_an_earlier_name_of_somebody_is_seen_as_playing(page: Organiser) -> None:
    seated(page)
    names = told(page)["names"]
    page.wire.shows("a", names, 1)
    assert page.wishes("person", name="Anna") == ""
    assert page.wishes("merge", name=names[0], into="Anna") == ""
    page.wire.shows("a", names, 2)
    table = told(page)
    assert (table["names"], table["missing"]) == (["Anna", *names[1:]], [])
    assert (table["turn"], table["done"]) == (["Anna"], 2)


def test_people_are_where_they_tapped_last(page: Organiser) -> None:
    page.wire.is_there("b", "Ann", "Bob")
    page.wire.is_there("a", "Ann")
    assert page.desk.boxes.here == {"Ann": "a", "Bob": "b"}
    page.wire.is_there("b", "Ann", "Bob", seated=("Ann",))
    assert page.desk.boxes.here == {"Ann": "b", "Bob": "b"}
    page.wire.shows("a", ("Ann", "Bob"), 0)
    page.wire.is_there("a", "Ann", "Bob")
    assert page.desk.boxes.here == {"Ann": "a", "Bob": "a"}
    page.wire.is_there("a")
    assert page.desk.boxes.here == {"Ann": "b", "Bob": "b"}


def test_people_are_where_they_tapped_last_after_a_restart_too_in_whatever_order_the_boxes_are_heard(
    tmp_path: Path,
) -> None:
    with served(tmp_path) as page:
        for box, name in (("a", "Ann"), ("b", "Bob"), ("b", "Ann"), ("a", "Bob")):
            page.wire.is_there(box, *page.desk.boxes[box].state.here, name)
        page.wire.shows("c", ("Ann", "Cid"), 0)
        page.wire.is_there("c", "Ann", "Cid")
        page.wire.is_there("b", "Bob", "Ann", seated=("Ann",))
        where = dict(page.desk.boxes.here)
        assert where == {"Ann": "b", "Bob": "a", "Cid": "c"}
    for order in ("abc", "cba"):
        with served(tmp_path) as page:
            for box in order:
                page.wire.is_there(box, *{"a": ("Ann", "Bob"), "b": ("Bob", "Ann"), "c": ("Ann", "Cid")}[box])
            page.wire.shows("c", ("Ann", "Cid"), 0)
            assert page.desk.boxes.here == where
    with served(tmp_path) as page:
        page.wire.is_there("a", "Bob")
        page.wire.is_there("a", "Bob", "Ann")
        assert page.desk.boxes.here == {"Ann": "a", "Bob": "a"}, "a tap after the restart"
    for odd in (b"", b"[1]", b'{"Ann": 1}', b"\xff"):
        (tmp_path / "here.json").write_bytes(odd)
        assert Desk(tmp_path, GAMES).boxes.here == {}


def test_a_name_that_was_taken_out_stays_out_though_its_tag_was_tapped_also_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        page.wire.is_there("a", *NAMES[:8], "Zoe", "Anne")
        assert page.wishes("new", **CLUB) == ""
        assert page.wishes("remove", name="Zoe") == ""
        assert page.wishes("merge", name="Anne", into="Ann") == ""
        page.wire.is_there("b", "Anne")
        assert people(page) == {name: "b" if name == "Ann" else "a" for name in NAMES[:8]}
        assert page.wishes("enter all") == ""
    with served(tmp_path) as page:
        page.wire.is_there("a", *NAMES[:8], "Zoe", "Anne")
        assert list(people(page)) == NAMES[:8]
        assert page.wishes("round") == ""
        assert page.wishes("remove", name="Ann") == "Ann has a place in the rounds: they can leave"
        assert page.wishes("person", name="Zoe") == ""
        assert "Zoe" in people(page)


def people(page: Organiser) -> dict[str, str]:
    """Everybody that the page shows, with the box where they are."""
    return {row["name"]: row["here"] for row in page_view(page.desk, AT, "")["people"]}


def test_a_record_of_others_is_told(page: Organiser) -> None:
    seated(page)
    event = page.event
    page.wire.reports("c", "2026-11-25-201503-x", record_of(replace(event, name="another"), 1, 1))
    view = next(view for view in views(page.port, Cookie=page.cookie) if view["troubles"])
    (told,) = view["troubles"]
    assert told == "c: the record 2026-11-25-201503-x does not count: there is no event another here"


def test_a_result_that_is_missing_can_be_entered_also_when_the_next_round_has_begun(page: Organiser) -> None:
    """Of an earlier round without those that come by themselves, when their board is released."""
    seated(page)
    event = page.event
    assert missing(page) == [(1, 1, 1), (1, 1, 2), (1, 2, 1), (1, 2, 2)]
    page.wire.reports("a", "2026-11-25-201503-1", record_of(event, 1, 1))
    assert page.wishes("round") == ""
    assert missing(page) == [(2, 1, 1), (2, 1, 2), (2, 2, 1), (2, 2, 2), (1, 2, 1), (1, 2, 2)]
    assert page.wishes("done", round=1, table=2, deals=1) == ""
    assert page.wishes("correct", round=1, table=2, deal=2, points=[60, -60, 60, -60], reason="no box") == ""
    assert missing(page)[4:] == [], "the other table has still to finish that board"
    assert page.wishes("done", round=1, table=1, deals=2) == ""
    assert missing(page)[4:] == [(1, 2, 1)]
    assert page.wishes("ends") == ""
    assert missing(page) == []


def missing(page: Organiser) -> list[tuple[int, int, int]]:
    """Round, table and deal of each result that can be entered."""
    found = results_view(*page.desk.results(page.event))["missing"]
    return [(deal["round"], deal["table"], deal["deal"]) for deal in found]


def test_what_does_not_count_is_told_until_the_next_event_begins(page: Organiser) -> None:
    seated(page)
    event = page.event
    page.wire.reports("c", "2026-11-25-201503-x", record_of(event, 1, 1))
    assert page.wishes("ends") == ""
    (told,) = page_view(page.desk, AT, "")["troubles"]
    assert told.endswith("does not count: table 1 did not have this box in round 1")
    assert page.wishes("new", **CLUB) == ""
    assert page_view(page.desk, AT, "")["troubles"] == []


def test_a_new_event_waits_for_the_end_of_the_one_that_is_on(page: Organiser) -> None:
    seated(page)
    assert page.wishes("new", **CLUB) == "End the event that is on before a new one."
    assert page.wishes("ends") == ""
    assert page.wishes("new", **CLUB) == ""
    assert len(set(page.desk.names)) == 2
    latest = orders(page)["a"]
    assert latest.assignment is None
    assert latest.released == tuple(f"{page.desk.names[0]}:{board}" for board in (1, 2))


def test_a_damaged_event_is_told_on_the_page_and_another_can_begin(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        seated(page)
        name = page.desk.names[0]
        sent = orders(page)
    path = tmp_path / "events" / f"{name}.event"
    path.write_bytes(path.read_bytes().replace(b"person Ann", b"person Zoe"))
    spoilt = path.read_bytes()
    with served(tmp_path) as page:
        page.wire.is_there("a", order=1)
        view = next(view for view in views(page.port, Cookie=page.cookie) if view["troubles"])
        assert (view["event"], view["events"]) == (None, [])
        assert "companion director mend " + name in view["troubles"][0]
        assert page.wire.sent == [], "its tables play on"
        assert page.wishes("new", **CLUB) == ""
        assert page.desk.names == (f"{name}-2",)
        assert orders(page)["a"].number > sent["a"].number
    assert path.read_bytes() == spoilt


def test_a_clock_that_was_ahead_brings_back_no_event_and_no_number(tmp_path: Path) -> None:
    ahead = "2031-01-01T20:00:00"
    desk = Desk(tmp_path, GAMES)
    for at, title in ((ahead, "Ahead"), (AT, "Right")):
        desk.wish(wish(**{"do": "new", **CLUB, "title": title}), at)
        desk.wish(wish(do="ends"), at)
    desk.wish(wish(**{"do": "new", **CLUB, "title": "On"}), AT)
    before = numbers(desk)
    again = Desk(tmp_path, GAMES)
    assert [again.event_of(name).title for name in again.names] == ["Ahead", "Right", "On"]
    assert again.event == desk.event
    assert numbers(again) == before


def numbers(desk: Desk) -> list[int]:
    """The number of the order for a box that comes."""
    desk.take_in(Reaction(news=FromBox("a", Presence(on=True))), AT)
    return [decode(Order, message.payload).number for message in desk.to_send()]


def test_no_path_in_disguise_is_answered_without_the_password(page: Organiser) -> None:
    """What looks like a file of the page before it is decoded, and like results behind that."""
    page.cookie = ""
    for path in (
        "/results%2Fspring.js",
        "/hands%2fspring.css",
        "/exports%2Fspring%2Fall.js",
        "/choices%3F.js",
        "/events%2F.js",
    ):
        status, _ = page.gets(path)
        assert status in {401, 404}, path
    assert page.gets("/results%2Fspring.js")[0] == page.gets("/hands%2Fspring.js")[0] == 401
    assert page.gets("/index.html?x")[0] in {200, 404}
