"""A bare Debian, an ordinary user, a clone: the commands of the documents as they stand there (TORTURE=1, minutes).

Debian's smallest tree, with what the documents say one needs: git, make, python3. No `python`, no `pip`, no compiler.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.companion.room.room_process import CardReader, Page, Room, address_told
from tests.companion.room.test_evening import (
    CARDS,
    MOST_DEALS,
    PEOPLE,
    WHOLE_EVENING_S,
    begin_with_first_deck,
    play_deals,
)
from tests.needs import BARE, program
from tests.patience import until
from tests.torture import only_with_torture

ROOT = Path(__file__).parents[1]
MIRROR = "http://deb.debian.org/debian"
REACHES = (
    "/etc/apt/apt.conf.d",
    "/etc/pip.conf",
    "/etc/resolv.conf",
    "/etc/hosts",
    "/etc/ssl/certs",
    "/usr/share/keyrings",
)
"""How this computer reaches its packages."""
PAGES = (
    "README",
    "docs/club",
    "docs/commands",
    "docs/decks",
    "docs/records",
    "docs/director",
    "docs/playing",
    "docs/scoreboard",
)
ON_A_BOX = ("sudo make install", "sudo companion", "sudo systemctl", "sudo -u companion")
"""What a page says of the box, or of a system that was booted."""
REAL_CARDS = r"two commands: `(?P<first>[^`]+)`,\s`(?P<second>[^`]+)`"
"""How the README says what real cards take on a computer."""
READER_PORT = 35_963
"""Where Debian's virtual reader waits for its card."""
READER_COMES_S = 30.0
IN_THE_SHELL = (". ", "make command", "sudo apt")
"""Lines that no `timeout` may run, or that take as long as they take."""
ANSWERS_S = 20
STILL_RUNS = 124
"""The status of `timeout`: a page is served, an evening is played."""
WRONG = re.compile(r"Traceback|No module named|externally-managed|command not found|No such file or directory: '.*bin")
OF_ANN = """\
from dataclasses import replace
from companion.games.euchre.entry import ENTRY
ENTRY = replace(ENTRY, api=3)
"""
"""A game that ann is writing."""

pytestmark = only_with_torture


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def tree(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A tree with the user ann, who has a clone in /home/ann/companion, and may say sudo."""
    if os.geteuid() != 0 or not program("debootstrap"):
        pytest.skip(BARE)
    place = tmp_path_factory.mktemp("debian") / "tree"
    wanted = "python3,git,make,sudo,ca-certificates,procps"
    run("debootstrap", "--variant=minbase", f"--include={wanted}", request.param, place, mirror())
    for path in filter(os.path.exists, REACHES):
        run(
            "cp",
            "--recursive",
            "--dereference",
            "--remove-destination",
            "--no-target-directory",
            path,
            f"{place}{path}",
        )
    with mounted(place):
        inside(
            place,
            "useradd --create-home --shell /bin/bash ann && echo 'ann ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/ann",
        )
        inside(place, "apt-get update -qq && mkdir -p /media/ann/STICK && chown -R ann: /media/ann")
        clone = place / "home/ann/companion"
        files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, check=True, encoding="utf-8")  # noqa: S607
        for name in files.stdout.split():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, clone / name)
        shutil.copy(next((ROOT / "companion/games/birddog/records").glob("example.table")), clone / "evening.table")
        (clone / "whist.py").write_text(OF_ANN, "utf-8")
        inside(place, "chown -R ann: /home/ann")
        yield place


def mirror() -> str:
    """Where this computer has its Debian from."""
    sources = [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("debian.sources")]
    texts = "\n".join(path.read_text("utf-8") for path in sources if path.exists())
    found = re.search(r"^(?:URIs:|deb) +(?:\[.*\] )?(https?://\S+)", texts, re.MULTILINE)
    return found[1] if found else MIRROR


@contextmanager
def mounted(place: Path) -> Iterator[None]:
    run("mount", "-t", "proc", "proc", place / "proc")
    run("mount", "--bind", "/dev", place / "dev")
    try:
        yield
    finally:
        run("umount", "--lazy", place / "dev")
        run("umount", "--lazy", place / "proc")


def run(*words: str | Path) -> None:
    told = subprocess.run(words, check=False, capture_output=True, encoding="utf-8", errors="replace")  # noqa: S603
    assert told.returncode == 0, (words, told.stdout[-2000:], told.stderr)


def inside(place: Path, script: str) -> None:
    run("chroot", place, "sh", "-euc", script)


def of_ann(place: Path, lines: list[str]) -> Iterator[tuple[str, int, str]]:
    """Each line as ann types it in one terminal, in her clone: the line, its status, what was told."""
    script = ["cd ~/companion", "exec 2>&1"]
    for line in lines:
        short = line if line.startswith(IN_THE_SHELL) else f"timeout {ANSWERS_S} {line}"
        script += [short.replace(" apt install ", " apt-get install -y -qq "), 'echo "@@ $?"']
    told = subprocess.run(  # noqa: S603 - our own words
        ["chroot", place, "su", "-", "ann"],  # noqa: S607 - wherever Debian has them
        input="\n".join(script),
        capture_output=True,
        check=False,
        encoding="utf-8",
        errors="replace",
    )
    parts = re.split(r"^@@ (\d+)\n", told.stdout, flags=re.MULTILINE)
    for line, said, status in zip(lines, parts[::2], parts[1::2], strict=False):
        yield line, int(status), said


def commands(page: str) -> list[str]:
    """What a page tells people to type on their own computer."""
    found = re.findall(r"^```sh\n(.*?)^```$", (ROOT / f"{page}.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    lines = [re.sub(r"\s+#.*", "", line) for line in "".join(found).splitlines()]
    return [line for line in lines if line and not line.startswith(ON_A_BOX)]


def test_every_command_of_the_documents_works_as_it_stands(tree: Path) -> None:
    set_up = commands("docs/club")
    done = list(of_ann(tree, set_up[set_up.index("sudo apt install make python3-venv mosquitto") :]))
    assert [(line, said) for line, status, said in done if status not in {0, STILL_RUNS}] == []
    others = [line for page in PAGES for line in commands(page)]
    assert [
        (line, said) for line, status, said in of_ann(tree, others) if status > STILL_RUNS or WRONG.search(said)
    ] == []


@pytest.mark.timeout(WHOLE_EVENING_S)
def test_two_commands_and_one_tap_a_card_lead_to_a_finished_game_of_hearts(tree: Path) -> None:
    """The reader is the virtual one of Debian; nobody has read one of the four hands, nor named its cards."""
    told = re.search(REAL_CARDS, (ROOT / "README.md").read_text("utf-8"))
    assert told
    began = time.monotonic()
    assert [status for _, status, _ in of_ann(tree, [told["first"]])] == [0]
    inside(tree, "apt-get install -y -qq vsmartcard-vpcd")
    settings = tree / "home/ann/.config/companion/config.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text(PEOPLE, "utf-8")
    inside(tree, "chown -R ann: /home/ann/.config")
    with service_of_readers(tree), made_by_ann(tree, told["second"]) as process:
        page, reader = Page(address_told(process)), CardReader(READER_PORT)
        offered = json.loads(page.get("readers"))["readers"]
        assert [*offered][: len(reader.offered)] == [*reader.offered]
        ready = time.monotonic()
        chosen = {"number": 0, "reader": offered[0], "game": "hearts"}
        assert page.post("readers", json.dumps(chosen).encode()) == 204
        table = Room(address_told(process), process)
        begin_with_first_deck(table, reader, CARDS)
        begun = time.monotonic()
        play_deals(table, reader, MOST_DEALS)
        assert table.view["board"]["over"]
        reader.lift()
    (record,) = (tree / "home/ann/.local/share/companion/records").rglob("*.table")
    lines = record.read_text("utf-8").splitlines()
    assert not [line for line in lines if {"hand", "dealt"} & {*line.split()[:2]}]
    spent = [round(later - earlier) for earlier, later in ((began, ready), (ready, begun), (begun, time.monotonic()))]
    told_s = "seconds: {} to the page, {} for the deck of 52, {} for Hearts to its end"
    print(told_s.format(*spent))  # noqa: T201 - figures of a test that takes minutes


@contextmanager
def service_of_readers(place: Path) -> Iterator[None]:
    """The service of PC/SC, which the service manager starts on a booted system.

    Ann sits at no screen that it knows of, so it asks nobody whether she may use the reader.
    """
    inside(place, "mkdir -p /run/pcscd")
    options = subprocess.run(  # noqa: S603 - our own words
        ["chroot", place, "/usr/sbin/pcscd", "--help"],  # noqa: S607 - wherever Debian has it
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    polkit = ["--disable-polkit"] * ("--disable-polkit" in options.stdout + options.stderr)
    service = subprocess.Popen(  # noqa: S603 - the same
        ["chroot", place, "/usr/sbin/pcscd", "--foreground", *polkit],  # noqa: S607 - the same
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until((place / "run/pcscd/pcscd.comm").exists, READER_COMES_S)
        yield
    finally:
        service.terminate()
        service.wait()


@contextmanager
def made_by_ann(place: Path, command: str) -> Iterator[subprocess.Popen[str]]:
    """What ann types in her clone, until she presses Ctrl-C, which reaches all that it started."""
    hers = ["env", "-i", "HOME=/home/ann", "PATH=/usr/bin:/bin", "sh", "-c", f"cd ~/companion && exec {command}"]
    process = subprocess.Popen(  # noqa: S603 - our own words
        ["chroot", "--userspec=ann:ann", place, *hers],  # noqa: S607 - the same
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        start_new_session=True,
    )
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.communicate(timeout=60)
