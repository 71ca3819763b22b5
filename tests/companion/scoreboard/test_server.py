"""The scoreboard over real sockets: what it sends, whom it refuses, and that nobody disturbs the table."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from http.client import HTTPResponse
from importlib.resources import files
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from companion.cli.console import WrongUseError
from companion.cli.main import main
from companion.cli.parsers import WRONG_USE
from companion.cli.scoreboard_serve import check_address, given_socket
from companion.http import serving, site
from companion.http.guard import hosts_of
from companion.scoreboard.posting import posting_place, view_poster
from companion.scoreboard.server import LIMITS
from companion.settings.schema import DEFAULTS
from companion.storage.records import Store
from companion.support.values import replace
from tests.cases import for_each
from tests.companion.http.client import answers_heads, asked, files_of, has_our_headers, is_small_and_own, views
from tests.companion.scoreboard.phones import served
from tests.companion.scoreboard.test_posting import TABLE, answered, posting_to
from tests.evening import Evening, begun, played_out, whole
from tests.patience import until

FILES = files_of("companion.scoreboard")
SHARED = files("companion.http") / "static"
LARGEST_PAGE = 15_000
STUCK = 50
CONNECTIONS_OF_A_BROWSER = 6
GIVEN = """\
import os, sys
from companion.cli import scoreboard_serve
from companion.cli.main import main
from companion.http import tasks
tasks.ask_itself.__defaults__ = ({every_s},)
os.dup2(int(os.environ["LISTENS"]), scoreboard_serve.FIRST_GIVEN)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1")
main(["scoreboard", "--config", sys.argv[1], "--data", sys.argv[2]])
"""
"""The page with a socket as the service manager gives it, which asks itself more often than every five seconds."""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("box")


@pytest.fixture(scope="module")
def port(root: Path) -> Iterator[int]:
    with served(root) as port:
        yield port


@for_each("path", ["/", "/evenings", "/nothing", "/records/none.table", *(f"/{name}" for name in FILES)])
def test_every_answer_has_our_headers(port: int, path: str) -> None:
    has_our_headers(port, path, 404 if path in {"/nothing", "/records/none.table"} else 200)


def test_the_page_is_small_and_own(port: int) -> None:
    is_small_and_own(port, FILES, LARGEST_PAGE)


def test_a_home_screen_of_ios_gets_the_icon_as_pixels_in_its_colours(port: int) -> None:
    places = re.findall(rb'rel="apple-touch-icon" href="([^"]+)"', asked(port, "/")[2])
    status, headers, content = asked(port, places[0].decode())
    drawn = Image.open(BytesIO(content))
    pixels = drawn.tobytes()
    shades = {f"#{pixels[at : at + 3].hex()}" for at in range(0, len(pixels), 3)}
    assert (status, headers["content-type"], drawn.size) == (200, "image/png", (180, 180))
    assert shades >= set(re.findall("#[0-9a-f]{6}", (SHARED / "icon.svg").read_text("utf-8")))


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
@pytest.mark.parametrize("path", ["/", "/events", "/evenings", "/orders"])
def test_nothing_can_be_sent_to_it(port: int, method: str, path: str) -> None:
    origin = {"Origin": f"http://127.0.0.1:{port}", "Sec-Fetch-Site": "same-origin"}
    assert asked(port, path, method, **origin)[0] == 405


def test_it_answers_to_its_addresses_and_to_the_name_of_the_settings_only(port: int) -> None:
    for host, status in {"localhost": 200, "127.0.0.1": 200, "box.local": 200, "evil.com": 403, "0.0.0.0": 403}.items():  # noqa: S104 - what is asked for
        assert asked(port, "/", Host=f"{host}:{port}")[0] == status
    assert asked(port, "/events", **{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"})[0] == 403


@pytest.mark.parametrize(
    ("address", "name", "hosts"),
    [
        ("127.0.0.1", "", {"localhost:1", "127.0.0.1:1", "[::1]:1"}),
        ("192.168.1.5", "", {"192.168.1.5:1"}),
        ("192.168.1.5", "box.local", {"192.168.1.5:1", "box.local:1"}),
    ],
)
def test_a_connection_from_the_network_may_ask_for_the_address_it_came_to(
    address: str, name: str, hosts: set[str]
) -> None:
    assert hosts_of(address, 1, name) == hosts


def test_what_the_box_posts_is_told_to_all_who_follow(root: Path, port: int) -> None:
    following = views(port)
    assert next(following) == {"on": False}
    with posting_to(root / "now") as posting:
        posting.post(TABLE)
        assert next(following)["title"] == "Bird Dog"
    assert next(following) == {"on": False}
    following.close()


PEM = "-----BEGIN PRIVATE KEY-----\n"


@pytest.mark.parametrize("planted", ["link", "pipe", "key", "list", "not JSON", "too much", "deep"])
def test_what_no_table_posts_is_shown_to_nobody(tmp_path: Path, planted: str) -> None:
    (tmp_path / "key").write_text(PEM, "utf-8")
    match planted:
        case "link":
            (tmp_path / "now").symlink_to(tmp_path / "key")
        case "pipe":
            os.mkfifo(tmp_path / "now")
        case _:
            texts = {"key": PEM, "list": "[]", "not JSON": '{"on": NaN}', "too much": f'{{"on": "{"a" * (1 << 18)}"}}'}
            (tmp_path / "now").write_text(texts.get(planted, "[" * 100_000), "utf-8")
    with served(tmp_path) as port:
        following = views(port)
        assert next(following) == {"on": False}
        following.close()


def test_a_view_is_one_event_whatever_stands_in_it(tmp_path: Path) -> None:
    (tmp_path / "now").write_text('{"on":\n\nevent: other\ndata: {"on":true}\n\n}', "utf-8")
    with served(tmp_path) as port:
        following = views(port)
        assert next(following) == {"on": False}
        (tmp_path / "new").write_text('{"on":\n\ntrue, "says": ["\\ud800"]}', "utf-8")
        (tmp_path / "new").replace(tmp_path / "now")
        assert next(following) == {"on": True, "says": ["\ud800"]}
        following.close()


# ---------------------------------------------------------------- evenings and records


def test_a_match_that_was_played_out_can_be_downloaded_and_no_other(tmp_path: Path) -> None:
    lines = whole("birddog-whole-match")
    ended = played_out(tmp_path, *lines)
    early = played_out(tmp_path, *lines[: len(lines) // 2], "end")
    begun(tmp_path, *lines[:-30])
    running = Store(tmp_path).all_running()[0]
    with served(tmp_path) as port:
        told = asked(port, "/evenings")[2].decode()
        status, headers, record = asked(port, f"/records/{ended.name}")
        assert (status, headers["content-disposition"]) == (200, "attachment")
        assert record == ended.read_bytes()
        assert f'"record":"{ended.name}"' in told
        for name in (early.name, running.name, f"running%2F{running.name}", f"..%2Frecords%2F{ended.name}"):
            assert asked(port, f"/records/{name}")[0] == asked(port, f"/endings/{name}")[0] == 404
            assert f'"record":"{name}"' not in told


# ---------------------------------------------------------------- clients that are slow, dead or hostile


def stuck_clients(port: int) -> list[socket.socket]:
    """Some say nothing, some never end their headers, some send rubbish, some follow and never read."""
    follow = f"GET /events HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode()
    says = (b"", b"GET / HTTP/1.1\r\nX-", b"\x16\x03\x01" * 50, follow)
    clients = []
    for number in range(STUCK):
        client = socket.create_connection(("127.0.0.1", port), 10, (f"127.0.0.{100 + number}", 0))
        client.sendall(says[number % len(says)])
        clients.append(client)
    return clients


def test_fifty_stuck_clients_delay_no_tap_by_a_single_turn(tmp_path: Path) -> None:
    alone = answered(tmp_path / "alone", lambda _: None)
    with served(tmp_path) as port:
        clients = stuck_clients(port)
        with posting_to(tmp_path / "now") as posting:
            assert answered(tmp_path / "beside", posting.post) == alone
            assert asked(port, "/")[0] == 200
        for client in clients:
            client.close()


def test_the_head_of_the_stream_is_no_stream_and_the_line_is_free_for_the_next_request(port: int) -> None:
    answers_heads(port)


def follows(port: int, address: str, path: str = "/events") -> tuple[socket.socket, bytes]:
    """A connection from this address that asks for this, and the first line of the answer (empty: cut off)."""
    client = socket.create_connection(("127.0.0.1", port), 10, (address, 0))
    try:
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
        return client, client.recv(4096).split(b"\r\n")[0]
    except ConnectionResetError:
        return client, b""


def test_one_phone_that_takes_all_it_can_get_leaves_room_for_the_others(tmp_path: Path) -> None:
    with served(tmp_path) as port:
        greedy = [follows(port, "127.0.0.9") for _ in range(LIMITS.connections)]
        lines = [line for _, line in greedy]
        assert lines.count(b"HTTP/1.1 200 OK") == LIMITS.streams_each
        assert lines.count(b"") >= LIMITS.connections - LIMITS.connections_each
        others = [follows(port, f"127.0.0.{20 + number}") for number in range(20)]
        assert {line for _, line in others} == {b"HTTP/1.1 200 OK"}
        for client, _ in (*greedy, *others):
            client.close()


def test_a_household_behind_one_router_follows_while_three_more_browsers_load_the_page(tmp_path: Path) -> None:
    with served(tmp_path) as port:
        watching = [follows(port, "127.0.0.9") for _ in range(6)]
        loading = [follows(port, "127.0.0.9", "/") for _ in range(3 * CONNECTIONS_OF_A_BROWSER)]
        assert {line for _, line in (*watching, *loading)} == {b"HTTP/1.1 200 OK"}
        for client, _ in (*watching, *loading):
            client.close()


def test_a_silent_stream_says_now_and_then_that_it_is_alive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "ALIVE_S", 0.02)
    with served(tmp_path) as port, socket.create_connection(("127.0.0.1", port), 10) as client:
        client.sendall(f"GET /events HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
        heard = b""
        while heard.count(b"event: alive\ndata: ") < 3:
            heard += client.recv(4096)
    assert b"\r\nx-accel-buffering: no\r\n" in heard, "nginx keeps an answer to itself else until it has 32 KiB of it"


def test_a_request_that_trickles_in_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "ARRIVES_S", 0.2)
    host = b"Host: localhost\r\n"
    for beginning in (b"", b"GET / HTTP/1.1\r\n", b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 99\r\n\r\n"):
        with served(tmp_path) as port, socket.create_connection(("127.0.0.1", port), timeout=10) as client:
            client.sendall(beginning)
            assert trickles_until_cut(client)


def trickles_until_cut(client: socket.socket) -> bool:
    """Whether the other side ends the connection although a letter comes every now and then."""
    client.settimeout(0.05)
    until = time.monotonic() + 5
    while time.monotonic() < until:
        try:
            client.sendall(b"x")
            if client.recv(4096) == b"":
                return True
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


def test_a_whole_request_after_a_slow_one_on_the_same_line_is_answered(port: int) -> None:
    ask = f"GET / HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode()
    with socket.create_connection(("127.0.0.1", port), timeout=10) as client:
        for _ in range(2):
            client.sendall(ask[:20])
            time.sleep(0.02)
            client.sendall(ask[20:])
            answer = HTTPResponse(client)
            answer.begin()
            assert answer.status == 200
            answer.read()


# ---------------------------------------------------------------- the command


def test_it_takes_the_socket_that_the_service_manager_opened(tmp_path: Path) -> None:
    if shutil.which("systemd-socket-activate") is None:
        pytest.skip("systemd-socket-activate is not installed")
    (tmp_path / "config.toml").write_text("[scoreboard]\non = true\n", "utf-8")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = ["systemd-socket-activate", "-l", f"127.0.0.1:{port}", f"--setenv=COMPANION_VIEW={tmp_path}"]
    words += [sys.executable, "-m", "companion", "scoreboard", "--config", str(tmp_path / "config.toml")]
    running = subprocess.Popen([*words, "--data", str(tmp_path)], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)  # noqa: S603 - our own words

    def answers() -> bool:
        try:
            return asked(port, "/")[0] == 200
        except OSError:
            return False

    try:
        until(answers)
    finally:
        running.terminate()
        running.wait(10)


def heard_for_ever(manager: socket.socket) -> None:
    while True:
        manager.recv(100)


def test_the_service_manager_hears_that_the_page_answers_and_no_more_once_nobody_can_connect(tmp_path: Path) -> None:
    """The socket is shut down by another process that has it, as a game in the page's own could do."""
    (tmp_path / "config.toml").write_text("[scoreboard]\non = true\n", "utf-8")
    words = [sys.executable, "-c", GIVEN.format(every_s=0.05), str(tmp_path / "config.toml"), str(tmp_path)]
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager,
        socket.create_server(("127.0.0.1", 0)) as listens,
    ):
        manager.bind(str(tmp_path / "notify"))
        manager.settimeout(60)
        places = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "COMPANION_VIEW": str(tmp_path)}
        environ = {**os.environ, **places, "LISTENS": str(listens.fileno())}
        running = subprocess.Popen(  # noqa: S603 - our own words
            words, env=environ, pass_fds=[listens.fileno()], stderr=subprocess.PIPE, encoding="utf-8"
        )
        try:
            assert [manager.recv(100), manager.recv(100)] == [b"READY=1", b"WATCHDOG=1"]
            assert asked(listens.getsockname()[1], "/")[0] == 200
            listens.shutdown(socket.SHUT_RDWR)
            manager.settimeout(1.5)
            with pytest.raises(TimeoutError):
                heard_for_ever(manager)
            assert running.poll() is None
        finally:
            running.terminate()
            _, told = running.communicate(timeout=10)
    assert "the socket of the page does not listen any more" in told


def test_descriptors_that_are_meant_for_another_process_are_left_alone() -> None:
    assert given_socket({}) is None
    assert given_socket({"LISTEN_PID": "1", "LISTEN_FDS": "1"}) is None


@pytest.mark.parametrize(
    ("bound", "allowed", "fits"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("0.0.0.0", "127.0.0.1", False),  # noqa: S104 - an address to refuse
        ("192.168.1.5", "127.0.0.1", False),
        ("192.168.1.5", "0.0.0.0", True),  # noqa: S104 - an address to allow
        ("0.0.0.0", "0.0.0.0", True),  # noqa: S104 - the same
    ],
)
def test_only_the_settings_open_it_to_a_network(bound: str, allowed: str, *, fits: bool) -> None:
    if fits:
        check_address(bound, allowed)
    else:
        with pytest.raises(WrongUseError, match="the settings allow"):
            check_address(bound, allowed)


def test_it_says_that_it_is_off(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "config.toml").write_text("", "utf-8")
    assert main(["scoreboard", "--config", str(tmp_path / "config.toml")]) == WRONG_USE
    assert "Switch it on in the settings: on = true below [scoreboard]" in capsys.readouterr().err


def test_where_there_is_no_place_for_the_view_two_lines_say_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("COMPANION_VIEW", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "config.toml").write_text("[scoreboard]\non = true\n", "utf-8")
    assert main(["scoreboard", "--config", str(tmp_path / "config.toml")]) == WRONG_USE
    why, remedy = capsys.readouterr().err.splitlines()
    assert why.startswith("companion scoreboard: there is no directory for what is on the table now: neither $COMP")
    words = remedy.partition("export ")[2].partition(",")[0]
    name, value = words.split("=")
    monkeypatch.setenv(name, value.strip('"').replace("$HOME", str(tmp_path)))
    place = posting_place(os.environ)
    assert place is not None
    with view_poster(replace(DEFAULTS.scoreboard, on=True)) as tell:
        tell(TABLE)
        until(place.exists)


def test_a_table_that_can_tell_no_phone_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("COMPANION_VIEW", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    with view_poster(replace(DEFAULTS.scoreboard, on=True)):
        assert capsys.readouterr().err.startswith("companion: phones see nothing: there is no directory")


def test_a_whole_evening_at_the_simulated_table_is_followed(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.sits_down()
    with posting_to(tmp_path / "now") as posting, served(tmp_path) as port:
        following = views(port)
        for gesture in ("9H", "OK"):
            evening.does(gesture)
            posting.post(evening.box.table)
        assert any(view.get("title") == "Bird Dog" for view in following)
        following.close()
