"""What a club costs: the memory of the box's process, and the director's processor at many statements a second."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from companion.club import topics
from companion.club.payloads import MatchHead, State, encode
from companion.director.collection import Collection
from companion.director.record_shelf import RecordShelf
from tests.bench.figures import counted, only_with_bench, timed
from tests.club.lines import as_sent, crc_of, sealed
from tests.club.mosquitto import mosquitto
from tests.club.rig import Director, Loop
from tests.needs import with_mosquitto
from tests.patience import until

ROOT = Path(__file__).parents[2]
MATCHES, ABOVE_IMPORTS_MIB = (50, 8) if os.environ.get("BENCH") else (12, 4.5)
"""Of 1,000 lines each, and the bar of the memory with so many."""
IMPORTS = (
    "import time, companion.cli.main, companion.cli.club, companion.cli.club, companion.cli.arguments, ssl,"
    " companion.settings.parser, companion.club.payloads, paho.mqtt.client; print('ready', flush=True); time.sleep(600)"
)


def resident_kib(process: subprocess.Popen[str]) -> int:
    status = Path(f"/proc/{process.pid}/status").read_text("utf-8")
    return int(status.split("VmRSS:")[1].split()[0])


def peak_kib(process: subprocess.Popen[str]) -> int:
    status = Path(f"/proc/{process.pid}/status").read_text("utf-8")
    return int(status.split("VmHWM:")[1].split()[0])


def evening(box: int) -> tuple[bytes, ...]:
    return sealed("game spades", *(f"Ann 9H ; {box}.{number}" for number in range(2, 1_001)))


@with_mosquitto
def test_the_process_of_a_box_takes_little_memory_above_its_imports(tmp_path: Path) -> None:
    """With all these matches in its outbox, of which it has sent all lines."""
    records = tmp_path / "outbox/records"
    records.mkdir(parents=True)
    lines = evening(0)
    for number in range(MATCHES):
        (records / f"2026-11-{number:02}.table").write_bytes(b"".join(line + b"\n" for line in lines))
    (tmp_path / "broker").mkdir()
    with mosquitto(tmp_path / "broker") as broker:
        settings = tmp_path / "config.toml"
        settings.write_text(
            f'[club]\non = true\nbox = "table-4"\nbroker = "127.0.0.1"\nport = {broker.port}\ntls = false\n', "utf-8"
        )
        environment = {**os.environ, "COMPANION_CONFIG": str(settings), "COMPANION_CLUB": str(tmp_path)}
        loop = Loop()
        director = Director(loop, tmp_path / "director", broker.port)
        words = [sys.executable, "-m", "companion", "club", "run"]
        with (
            subprocess.Popen([sys.executable, "-c", IMPORTS], cwd=ROOT, stdout=-1, encoding="utf-8") as imports,  # noqa: S603 - our own
            subprocess.Popen(words, cwd=ROOT, env=environment, stderr=-1, encoding="utf-8") as box,  # noqa: S603 - the same
        ):
            try:
                assert imports.stdout is not None
                imports.stdout.readline()
                until(lambda: len(list(RecordShelf(tmp_path / "director").boxes.glob("*/*.table"))) == MATCHES)
                until(lambda: director.record("table-4", "2026-11-00").count(b"\n") == len(lines))
                above = (peak_kib(box) - resident_kib(imports)) / 1024
            finally:
                imports.kill()
                box.kill()
        director.close()
        loop.close()
    counted("the process of a box, above its imports, all lines sent", above, ABOVE_IMPORTS_MIB, "MiB")


@only_with_bench
def test_what_a_statement_costs_the_director(tmp_path: Path) -> None:
    """By the collection alone, and with the shelf: 20 lines of 20 boxes, each synced for itself."""
    clubs = [(f"box-{box}", evening(box)) for box in range(20)]

    def took(keeps: Callable[[RecordShelf, list[object]], None], rounds: int) -> float:
        collection, shelf = Collection({}, time.monotonic), RecordShelf(tmp_path / str(rounds))
        began = time.process_time()
        for n in range(1, rounds + 1):
            heard = [collection.receive(topics.record(box), as_sent("2026", n, lines[n - 1])) for box, lines in clubs]
            keeps(shelf, [stored for reaction in heard for stored in reaction.stored])
        return (time.process_time() - began) / (rounds * len(clubs))

    pure = median(took(lambda *_: None, 500) for _ in range(5))
    whole = took(lambda shelf, lines: shelf.keep(lines), 50)  # type: ignore[arg-type]
    timed("the director: 100 statements a second, the collection", 100 * 100 * pure, 1, "% of a core", repeats=5)
    timed("the director: 100 statements a second, on the shelf", 100 * 100 * whole, 20, "% of a core", repeats=1)
    state = encode(State(1, ("Ann", "Bob"), {"2026": MatchHead.at(1_000, crc_of(clubs[0][1][-1]))}))
    collection = Collection({}, time.monotonic)
    began = time.process_time()
    for _ in range(5_000):
        collection.receive(topics.state("box-1"), state)
    timed("the director: a state", (time.process_time() - began) / 5_000 * 1e6, 100, "µs", repeats=5_000)


@only_with_bench
@with_mosquitto
def test_what_a_hundred_statements_a_second_cost_the_director_with_its_connection(tmp_path: Path) -> None:
    """2,000 lines of 20 boxes as fast as the broker takes them, by the real link, in this process."""
    clubs = [(f"box-{box}", evening(box)[:100]) for box in range(20)]
    (tmp_path / "broker").mkdir()
    with mosquitto(tmp_path / "broker", most_queued=100_000) as broker:
        loop = Loop()
        director = Director(loop, tmp_path / "director", broker.port)
        until(lambda: director.link.trouble == "")
        publisher = [sys.executable, "-c", PUBLISH, str(broker.port)]
        began = time.process_time()
        with subprocess.Popen(publisher, cwd=ROOT) as sender:  # noqa: S603 - our own words
            sender.wait()
            pause = threading.Event()
            while sum(len(reaction.stored) for reaction in director.heard) < 2_000:
                pause.wait(0.05)
        took = time.process_time() - began
        assert sum(director.record(box, "2026").count(b"\n") for box, _ in clubs) == 2_000
        director.close()
        loop.close()
    timed("the director: 100 statements a second, all of it", 100 * 100 * took / 2_000, 20, "% of a core", repeats=1)


PUBLISH = """
import sys
from companion.club import topics
from tests.club.lines import as_sent, sealed
from tests.club.mosquitto import Client
client = Client(int(sys.argv[1]), "all-boxes")
for box in range(20):
    lines = sealed("game spades", *(f"Ann 9H ; {box}.{number}" for number in range(2, 1_001)))
    for n, line in enumerate(lines[:100], 1):
        client.publish(topics.record(f"box-{box}"), as_sent("2026", n, line))
client.leave()
"""
