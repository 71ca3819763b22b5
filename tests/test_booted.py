"""The service in a booted system (tests/rehearsal): how it lives, and what code in each of its units could reach."""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.needs import PCSC, program
from tests.rehearsal.booted import rehearsed
from tests.rehearsal.inside import CRASHES
from tests.torture import only_with_torture

DATA = "/var/lib/companion"
OPEN = [f"{DATA}/records/before.table", f"{DATA}/records/after.table", "/run/companion-view/scoreboard.json"]
HIDDEN = [f"{DATA}/decks/kept.json", f"{DATA}/records/running/before.table", f"{DATA}/records/running/after.table"]
GAMES = "/var/lib/companion-games/index"
CLUB = "/var/lib/companion-club"
OUTBOX, INBOX = f"{CLUB}/outbox/view.json", f"{CLUB}/inbox/said"
OWN = ["/run/companion", "/run/companion-view", DATA, f"{DATA}/records", f"{CLUB}/outbox", f"{CLUB}/outbox/records"]
NOTIFY = "/run/systemd/notify"
QUEUES = "/dev/mqueue"
"""Each has its own, as `meets` shows."""
NEVER = ("connects", "listens", "rings", "meets", "inherits")
"""What no unit can do, whoever has broken into it."""
LOOKS_UP_NAMES = {"club": {"/run/avahi-daemon/socket"}}
"""The way to names such as broker.local, where avahi is installed; the club has the network anyway."""
PCSCD = "/run/pcscd/pcscd.comm"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Of one boot, whichever processes share these tests."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    kept = tmp_path_factory.getbasetemp().parent / f"booted-{run}.json"
    with kept.open("a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if kept.stat().st_size == 0:
            file.write(json.dumps(rehearsed(tmp_path_factory.mktemp("booted"))))
            file.flush()
        told: dict[str, Any] = json.loads(kept.read_text("utf-8"))
    assert "fault" not in told, told["fault"] + "\n" + told.get("journal", "")
    return told


def test_the_table_reaches_its_own_directories_and_nobody_else(told: dict[str, Any]) -> None:
    assert told["groups"] == ["companion", "dialout", "gpio", "i2c", "input", "spi"]
    for found in told["probes"]["table"]:
        assert found["writable"] == [*OWN, QUEUES]
        assert set(found["reads"]) == {*OPEN, *HIDDEN, GAMES, "/run/companion/own", OUTBOX, INBOX}
        assert found["families"] == ["AF_UNIX"]
        assert found["calls"] == []
        assert found["speaks to"] == ["/run/companion-sockets/settings", "/run/companion-sockets/voice", NOTIFY]


def test_the_scoreboard_reaches_the_view_and_finished_records_also_those_that_came_after_it(
    told: dict[str, Any],
) -> None:
    assert told["scoreboard groups"] == ["companion-scoreboard"]
    before, after = told["probes"]["scoreboard"]
    assert before["reads"] == [GAMES, *OPEN[:1]]
    assert after["reads"] == [GAMES, *OPEN]
    for found in (before, after):
        assert found["writable"] == ["/var/cache/companion-scoreboard", QUEUES]
        assert found["families"] == ["AF_UNIX"]
        assert found["calls"] == []
        assert found["speaks to"] == [NOTIFY]


def test_the_voice_reaches_its_cache_and_nothing_else_of_ours(told: dict[str, Any]) -> None:
    """It said what the table told it before the probe took its place."""
    assert told["voice groups"] == ["audio", "companion-voice"]
    for found in told["probes"]["voice"]:
        assert found["writable"] == ["/var/cache/companion-voice", QUEUES]
        assert found["reads"] == []
        assert found["families"] == ["AF_UNIX"]
        assert found["calls"] == found["switches off"] == found["speaks to"] == []


def test_the_club_reaches_the_network_its_key_its_inbox_and_the_outbox_which_it_reads(told: dict[str, Any]) -> None:
    """It was connected to a broker before the probe took its place."""
    assert told["said"] == ""
    assert told["club groups"] == ["companion-club"]
    for found in told["probes"]["club"]:
        assert found["writable"] == [f"{CLUB}/inbox", QUEUES]
        assert found["reads"] == [OUTBOX, INBOX, "/etc/companion/club/box.key"]
        assert found["families"] == found["calls"] == ["AF_UNIX", "AF_INET", "AF_INET6"]
        assert found["switches off"] == found["speaks to"] == []


def test_no_unit_can_be_called_meets_another_or_leaves_by_what_it_inherited(told: dict[str, Any]) -> None:
    """Not by shared memory, queues or semaphores, sockets of /run, io_uring, the page's socket, other processes."""
    assert told["others"] == ["club", "init", "scoreboard", "table", "voice"]
    for unit, rounds in told["probes"].items():
        for found in rounds:
            ways = found | {"connects": [*{*found["connects"]} - LOOKS_UP_NAMES.get(unit, set())]}
            assert {name: ways[name] for name in NEVER} == {name: [] for name in NEVER}
            assert {*found["signals"], *found["command lines"]} <= {unit}
    assert told["page listens"]


@only_with_torture
@pytest.mark.skipif(not program("pcscd"), reason=PCSC)
def test_a_table_with_a_reader_of_pcsc_connects_to_its_service_and_to_nobody_else(tmp_path: Path) -> None:
    """Besides it may connect to those sockets to which any table may send."""
    probes = rehearsed(tmp_path, '[reader.west]\nkind = "pcsc"\n')["probes"]
    for found in probes["table"]:
        assert {*found["connects"]} - {*found["speaks to"]} == {PCSCD}
        assert {*found["calls"]} <= {"AF_UNIX"}
        assert found["families"] == ["AF_UNIX"]
    assert not any(PCSCD in found["connects"] for unit in ("scoreboard", "voice", "club") for found in probes[unit])


def test_what_a_club_that_was_broken_into_leaves_in_the_inbox_neither_ends_nor_holds_up_the_table(
    told: dict[str, Any],
) -> None:
    assert told["restarts by a link in its inbox"] == 0
    assert told["told of it"] == 2


def test_a_setting_of_the_menu_is_kept_by_the_helper_and_only_for_the_table(told: dict[str, Any]) -> None:
    assert told["who may set"] == ["companion"]
    assert told["settings"].count("brightness = 90") == 1
    assert told["settings later"] == told["settings"]  # which pages may be seen is nothing to be set at the box
    assert told["helper waits"] == "active"


def test_a_stick_that_is_plugged_in_while_the_table_runs_takes_a_backup(told: dict[str, Any]) -> None:
    (name,) = told["on stick"]
    assert told["stick"] == ["seen 0", f"saved {name}", "seen 1", "nothing new", "no stick"]


def test_root_installs_a_game_that_the_service_may_read_and_not_remove(told: dict[str, Any]) -> None:
    assert told["games"] == "highcard High Card 2, 3, 4 highcard 1.0".split()
    assert told["removed by the service"] == 2


def test_only_the_table_switches_the_box_off(told: dict[str, Any]) -> None:
    assert [found["switches off"] for found in told["probes"]["scoreboard"]] == [[], []]
    assert told["status"] == 0  # the table's last act ended the machine


def test_an_update_takes_the_version_that_comes_up_with_its_units_and_gives_back_the_one_that_does_not(
    told: dict[str, Any],
) -> None:
    (first, *others), good, after_bad = told["versions"]
    assert set(others) == {first}
    assert good == [*(["environment-good"] * 3), first, "environment-good"]
    assert after_bad == good


def test_all_are_started_with_the_box(told: dict[str, Any]) -> None:
    assert sorted(told["comes with the box"]) == sorted(
        ["companion.service", "companion-club.service", "companion-scoreboard.socket", "companion-voice.socket"]
    )


def test_the_scoreboard_shows_what_the_table_posts(told: dict[str, Any]) -> None:
    assert told["view"]


def test_a_page_that_hangs_is_started_anew(told: dict[str, Any]) -> None:
    assert told["page after it hung"] == 200


def test_with_another_python_it_waits_and_tells_and_is_back_with_its_own(told: dict[str, Any]) -> None:
    assert told["restarts without its Python"] == 1


def test_it_is_started_again_after_every_crash_and_ends_well_when_it_is_stopped(told: dict[str, Any]) -> None:
    assert told["restarts"] == CRASHES
    assert told["stop"] == "success"
