"""The page of the phone in a real browser over TLS, with a Web NFC of our own, and a whole table that it taps at."""

from __future__ import annotations

import errno
import json
import re
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import Mock, patch
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
import segno

from companion.http.serving import listening
from companion.phone.pairing import Pairing
from companion.phone.server import MOST_AGE, PhoneServer, certificate_for
from companion.room.playing import run_on_page
from companion.runtime.service import BOX
from companion.settings.schema import Panel, Settings
from companion.storage.disk import OWNERS, StorageError
from companion.support.values import replace
from tests.companion.room.room_process import PATIENCE_S, PluggedReader, Room, address_told, free_port
from tests.companion.web.browser import Browser
from tests.needs import with_chromium
from tests.torture import only_with_torture

HOST = "127.0.0.1"
NFC = """
window.NDEFReader = class extends EventTarget {
  scan() {
    window.chip = this;
    return window.refuses ? Promise.reject(new DOMException("", window.refuses)) : Promise.resolve();
  }
  reads(serialNumber) { this.dispatchEvent(Object.assign(new Event("reading"), { serialNumber })); }
};
window.locks = 0;
navigator.wakeLock.request = async () => (window.locks += 1, {release: async () => { window.locks = 0; }});
"""
"""Web NFC as far as the page uses it: `chip.reads(number)` is a tag at the back of the phone. `locks` keep it awake."""

FIRST_IS_LATE = """
const sends = window.fetch;
let first = new Promise((late) => setTimeout(late, 300));
window.fetch = async (...asked) => {
  const late = first;
  first = null;
  await late;
  return sends(...asked);
};
"""
"""The connection of the next request takes its time, as with a handshake."""

ANSWER_IS_LOST = """
const sends = window.fetch;
window.fetch = (...asked) => (window.fetch = sends)(...asked).then(() => Promise.reject(new TypeError("lost")));
"""
"""The table hears the next request, and nobody hears its answer."""

OURS = "the token of our phone"
SAID = "document.getElementById('said')?.textContent"


@contextmanager
def phones(root: Path) -> Iterator[PhoneServer]:
    with listening(HOST, 0) as listens:
        server = PhoneServer(Pairing(), listens, HOST, root)
        with server.serve():
            yield server


@contextmanager
def phone(address: str, *, has_nfc: bool = True) -> Iterator[Browser]:
    """A browser at this address, in which the warning of a certificate that nobody has signed was answered."""
    with Browser() as page:
        if has_nfc:
            page.call("Page.addScriptToEvaluateOnNewDocument", source=NFC)
        page.call("Security.setIgnoreCertificateErrors", ignore=True)
        page.call("Page.navigate", url=address)
        page.until(f"location.protocol === 'https:' && {SAID}")
        yield page


@with_chromium
def test_a_phone_is_paired_reads_tags_and_is_taken_away(tmp_path: Path) -> None:
    with phones(tmp_path) as server, phone(f"{server.address}#{server.pairing.code}") as page:
        assert page.ask("isSecureContext"), "a certificate that nobody signed is no secure context"
        page.click("#start")
        page.until(f"{SAID} === 'Tap a card with the back of this phone. Leave this page in front.'")
        page.ask("chip.reads('04:a2:b5:32:ce:00:80')")
        page.until(f"{SAID}.startsWith('1 read.')")
        page.ask("chip.reads('04:a2:b5:32:ce:00:81')")
        page.until(f"{SAID}.startsWith('2 read.')")
        assert [server.pairing.next_tap(), server.pairing.next_tap()] == [
            bytes.fromhex("04A2B532CE0080"),
            bytes.fromhex("04A2B532CE0081"),
        ]
        page.ask(FIRST_IS_LATE + "chip.reads('04:a2:b5:32:ce:00:82'); chip.reads('04:a2:b5:32:ce:00:83')")
        page.until(f"{SAID}.startsWith('4 read.')")
        assert [server.pairing.next_tap(), server.pairing.next_tap()] == [
            bytes.fromhex("04A2B532CE0082"),
            bytes.fromhex("04A2B532CE0083"),
        ]
        assert page.ask("locks") == 1
        page.ask("document.dispatchEvent(new Event('visibilitychange'))")  # it was used for something else meanwhile
        assert page.ask("locks") == 2
        page.ask("chip.reads('')")
        page.until(f"{SAID}.startsWith('This tag cannot be read here.')")
        page.call("Page.reload")  # it was put to sleep meanwhile
        page.until("!window.chip && document.getElementById('start')?.hidden === false")
        page.click("#start")
        page.until(f"{SAID} === 'Tap a card with the back of this phone. Leave this page in front.'")
        page.ask("chip.reads('04:a2:b5:32:ce:00:84')")
        page.until(f"{SAID}.startsWith('1 read.')")
        assert server.pairing.next_tap() == bytes.fromhex("04A2B532CE0084")
        server.pairing.part()
        page.ask("chip.reads('04:a2:b5:32:ce:00:80')")
        page.until(f"{SAID} === 'This phone is not the one of the table. Scan the code of the table anew.'")
        assert page.ask("locks") == 0, "a phone that reads no more stays on"
        assert server.pairing.next_tap() is None
        page.ask(f"location.hash = '{server.pairing.code}'")
        page.until("document.getElementById('start')?.hidden === false")
        page.click("#start")
        page.until(f"{SAID} === 'Tap a card with the back of this phone. Leave this page in front.'")


@with_chromium
def test_a_phone_whose_answer_was_lost_becomes_the_reader_by_the_same_code(tmp_path: Path) -> None:
    with phones(tmp_path) as server, phone(f"{server.address}#{server.pairing.code}") as page:
        page.ask(ANSWER_IS_LOST)
        page.click("#start")
        page.until(f"{SAID} === 'The table does not answer.'")
        assert not server.pairing.code, "the table has heard it"
        page.call("Page.reload")  # or the button again
        page.until("!window.chip && document.getElementById('start')?.hidden === false")
        page.click("#start")
        page.until(f"{SAID} === 'Tap a card with the back of this phone. Leave this page in front.'")
        page.ask("chip.reads('04:a2:b5:32:ce:00:80')")
        page.until(f"{SAID}.startsWith('1 read.')")
        with phone(page.ask("location.href")) as another:
            another.click("#start")
            another.until(f"{SAID} === 'This phone is not the one of the table. Scan the code of the table anew.'")


@with_chromium
def test_what_a_phone_lacks_is_said_in_words(tmp_path: Path) -> None:
    with phones(tmp_path) as server:
        with phone(f"{server.address}#{server.pairing.code}") as page:
            for name, words in (
                ("NotAllowedError", "Chrome may not use NFC here."),
                ("NotSupportedError", "This phone has no NFC."),
                ("NotReadableError", "NFC is off."),
            ):
                page.ask(f"window.refuses = '{name}'")
                page.click("#start")
                page.until(f"{SAID}.startsWith('{words}')")
            assert server.pairing.code, "a phone that cannot read was paired"
        with phone(f"{server.address}#{server.pairing.code}", has_nfc=False) as page:
            page.until(f"{SAID}.startsWith('This browser reads no tags.')")
            assert page.ask("document.getElementById('start').hidden")


def test_a_certificate_is_kept_for_its_address_until_it_is_old(tmp_path: Path) -> None:
    now = datetime.now(UTC)
    path = certificate_for(HOST, tmp_path, now)
    first = path.read_text("ascii")
    assert path.stat().st_mode & 0o077 == 0, "others read the key"
    assert certificate_for(HOST, tmp_path, now + MOST_AGE - timedelta(days=1)).read_text("ascii") == first
    assert certificate_for("127.0.0.2", tmp_path, now) != path
    later = now + MOST_AGE + timedelta(days=1)
    full = Mock(side_effect=OSError(errno.ENOSPC, "No space left on device"))
    with patch.object(OWNERS, "fsync", full), pytest.raises(StorageError, match="not written"):
        certificate_for(HOST, tmp_path, later)
    assert path.read_text("ascii") == first, "it is replaced whole, or stays"
    assert certificate_for(HOST, tmp_path, later).read_text("ascii") != first
    path.write_bytes(b"")
    assert certificate_for(HOST, tmp_path, now).read_bytes(), "the power was cut while an earlier program wrote it"
    assert path.stat().st_mode & 0o077 == 0


def test_a_certificate_that_cannot_be_kept_is_told_as_that_and_not_as_a_port(tmp_path: Path) -> None:
    (root := tmp_path / "data").touch()
    panel = Panel("page", page_port=free_port(), phone=True, phone_address=HOST, phone_port=free_port())
    with pytest.raises(StorageError, match="not written"):
        run_on_page(root, replace(BOX, settings=Settings(panel=panel)))


def test_the_code_is_the_address_with_the_secret_behind_it(tmp_path: Path) -> None:
    with phones(tmp_path) as server:
        expected = segno.make(f"{server.address}#{server.pairing.code}", error="m", micro=False)
        assert re.findall(rb'viewBox="0 0 (\d+) ', server.picture()) in ([], [str(expected.symbol_size(4)[0]).encode()])
        assert server.picture().startswith(b"<?xml")


class Told:
    """A phone without a browser: what it posts, and the answers."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._tls = ssl.create_default_context()
        self._tls.check_hostname, self._tls.verify_mode = False, ssl.CERT_NONE
        page = urlopen(address, timeout=PATIENCE_S, context=self._tls).read().decode()  # noqa: S310 - our own
        (self._token,) = re.findall(r'name="token" content="([^"]+)"', page)

    def post(self, place: str, told: dict[str, Any], **headers: str) -> tuple[int, bytes]:
        """The status and the body of the answer."""
        ours = {"x-token": self._token, "origin": self._address.rstrip("/"), "content-type": "application/json"}
        request = Request(self._address + place, json.dumps(told).encode(), ours | headers)  # noqa: S310 - the same
        try:
            with urlopen(request, timeout=PATIENCE_S, context=self._tls) as answer:  # noqa: S310 - the same
                return answer.status, answer.read()
        except HTTPError as refused:
            return refused.code, refused.read()


@pytest.mark.parametrize("tag", ["", "04:a2:b5", "two", "04:a2:b5:32\n", "04" * 11, 4])
def test_what_is_no_tag_is_refused(tag: object, tmp_path: Path) -> None:
    with phones(tmp_path) as server:
        client, code = Told(server.address), server.pairing.code
        assert client.post("pair", {"code": code, "token": "short"})[0] == 400
        assert client.post("pair", {"code": code, "token": OURS})[0] == 204
        assert client.post("tap", {"token": OURS, "tag": tag})[0] == 400
        assert client.post("tap", {"token": OURS, "tag": "04a2b532"}, origin="https://evil.example")[0] == 403
        assert client.post("tap", {"token": "guessed", "tag": "04a2b532"})[0] == 403
        assert client.post("pair", {"code": "guessed", "token": OURS})[0] == 403
        assert server.pairing.next_tap() is None


AT_A_TABLE = (
    "import companion.phone.pairing as p; p._secret = lambda: 'known'; from companion.cli.main import main; main({})"
)


@contextmanager
def enrolling(root: Path, readers: str = "") -> Iterator[tuple[Room, Told]]:
    """A table whose first reader is a phone, with these further `readers`: it asks for a first deck."""
    config, page, port = root / "config.toml", free_port(), free_port()
    panel = f'kind = "page"\npage_port = {page}\nphone = true\nphone_address = "{HOST}"\nphone_port = {port}\n'
    config.write_text(f"[panel]\n{panel}{readers}", "utf-8")
    words = ["enrol", "french", "--config", str(config), "--data", str(root / "data")]
    command = [sys.executable, "-c", AT_A_TABLE.format(words)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, encoding="utf-8") as process:  # noqa: S603 - our own
        try:
            yield Room(address_told(process), process), Told(f"https://{HOST}:{port}/")
        finally:
            process.terminate()


@only_with_torture
def test_a_deck_is_enrolled_by_a_phone_at_a_table_that_has_no_other_reader(tmp_path: Path) -> None:
    with enrolling(tmp_path) as (room, told):
        _two_cards(room, told)


def test_a_phone_and_a_reader_serve_one_table(tmp_path: Path) -> None:
    with TemporaryDirectory(dir="/dev/shm") as place, PluggedReader(Path(place, "ttyUSB0")) as reader:
        further = reader.settings.replace("[reader]", "[reader.west]")
        with enrolling(tmp_path, further) as (room, told):
            assert told.post("pair", {"code": "known", "token": OURS})[0] == 204
            assert told.post("tap", {"token": OURS, "tag": "04:a2:b5:32:ce:00:01"})[0] == 204
            room.until(lambda view: view["enrolling"]["done"] == 1)
            reader.lay(bytes.fromhex("0102030405"))
            room.until(lambda view: view["enrolling"]["done"] == 2)
            room.until(lambda view: not view["trouble"])


def _two_cards(room: Room, told: Told) -> None:
    assert room.until(lambda view: view["enrolling"] is not None)["phone"]["code"]
    with urlopen(f"{room.address}phone.svg", timeout=PATIENCE_S) as picture:  # noqa: S310 - our own
        assert b"<svg" in picture.read()
    assert told.post("pair", {"code": "known", "token": OURS})[0] == 204
    room.until(lambda view: view["phone"] == {"code": ""})
    for done in (1, 2):
        tag = f"04:a2:b5:32:ce:00:0{done}"
        assert told.post("tap", {"token": OURS, "tag": tag})[0] == 204
        room.until(lambda view, done=done: view["enrolling"]["done"] == done)  # type: ignore[misc]
    assert room.post("part", b"{}") == 204
    room.until(lambda view: view["phone"]["code"] != "")
    assert told.post("tap", {"token": OURS, "tag": "04:a2:b5:32:ce:00:03"})[0] == 403
