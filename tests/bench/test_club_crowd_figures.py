"""What a club of a hundred boxes costs: messages of a round, and the director's processor.

Counts hold what must not grow with the square of the tables: who is told what, and how often something is asked for.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.club.limits import MOST_ANSWERED
from companion.club.payloads import Curve, Presence, PublicView, Round, ShownPlayer
from companion.director.collection import FromBox, Reaction
from companion.director.desk import Desk
from companion.games.registry import GAMES
from tests.bench.figures import counted, timed
from tests.club.lines import sealed
from tests.club.local_broker import local_config
from tests.club.mosquitto import Client, mosquitto
from tests.club.rig import Director, Loop
from tests.companion.director.evenings import AT
from tests.companion.director.wishing import wish
from tests.needs import with_mosquitto
from tests.patience import until
from tests.torture import so_many

ROUNDS, DEALS = 3, 2
ORDERS_EACH = 1 + DEALS
"""Orders of a box and round: its table, and each of its boards that may leave."""
BOXES = 100 if os.environ.get("BENCH") else 30
MATCHES, LINES = 2, 400
ANSWERS = BOXES * MATCHES * LINES // MOST_ANSWERED
WELL_S = 45.0
"""Seconds in which all are there, well before a box would say its state again and what was lost be asked for."""
ROOT = Path(__file__).parents[2]
CROWD = """
import sys, threading
from companion.club.link import BrokerAddress
from companion.club.link import Connection
from companion.club.payloads import MatchHead
from companion.club.sender import Sender
from companion.club.topics import of_box
from tests.bench.test_club_crowd_figures import MATCHES, lines_of
from tests.club.lines import LinesAlone, crc_of

class Outbox(LinesAlone):
    def __init__(self, box):
        self.kept = {f"2026-11-{number + 1:02}-spades": lines_of(box, number) for number in range(MATCHES)}
    def matches(self):
        return {name: MatchHead.at(len(lines), crc_of(lines[-1]), finished=True) for name, lines in self.kept.items()}
    def lines(self, match, start, most):
        return self.kept[match][start - 1 : start - 1 + most]

ending = threading.Event()
for box in range(int(sys.argv[2])):
    name = f"table-{box}"
    sender = Sender(name, "0a1b2c3d", "0.1.0", Outbox(box), take=lambda _: None)
    link = Connection(BrokerAddress("127.0.0.1", int(sys.argv[1])), name, sender, lambda _: None, topics=of_box(name))
    threading.Thread(target=link.run, args=(ending,), daemon=True).start()
print("ready", flush=True)
sys.stdin.read()
"""
"""The boxes of a club in a process of their own, each with the link and the sender of a box."""


def with_tables(root: Path, tables: int, movement: str) -> Desk:
    """An event of duplicate Spades for so many tables, all of whose boxes are there."""
    desk = Desk(root, GAMES)
    for number in range(1, tables + 1):
        desk.take_in(Reaction(news=FromBox(f"table-{number}", Presence(on=True))), AT)
    desk.wish(wish(do="new", title="Club", game="spades", movement=movement, deals=DEALS, duplicate=True), AT)
    for number in range(4 * tables):
        desk.wish(wish(do="person", name=f"P{number}"), AT)
    desk.wish(wish(do="enter all"), AT)
    return desk


def plays_a_round(desk: Desk) -> int:
    """A round at all tables, which finish their deals one after the other; how many orders are sent."""
    desk.wish(wish(do="round"), AT)
    sent = len(desk.to_send())
    assert desk.event is not None
    number, sittings = len(desk.event.seated), desk.event.seated[-1].sittings
    for deal in range(1, DEALS + 1):
        for sitting in sittings:
            view = PublicView(
                on=True,
                players=tuple(ShownPlayer(name) for name in sitting.names),
                curve=Curve("deal", tuple((0, 0, 0, 0) for _ in range(deal + 1))),
                club=Round(desk.event.name, number, sitting.table),
            )
            desk.take_in(Reaction(news=FromBox(sitting.box, view)), AT)
            sent += len(desk.to_send())
    assert all(desk.event.is_finished(number, sitting.table) for sitting in sittings)
    return sent


@pytest.mark.parametrize(
    ("tables", "movement"), [(8, "round-robin"), (30, "howell"), (30, "round-robin"), (so_many(40, 100), "mitchell")]
)
def test_the_orders_of_a_round_do_not_grow_with_the_square_of_the_tables(
    tables: int, movement: str, tmp_path: Path
) -> None:
    desk = with_tables(tmp_path, tables, movement)
    desk.to_send()
    began = time.process_time()
    sent = [plays_a_round(desk) for _ in range(ROUNDS)]
    took = (time.process_time() - began) / ROUNDS
    counted(f"orders of a box and round at {tables} tables, {movement}", max(sent) / tables, ORDERS_EACH, "orders")
    timed(f"the director's processor for a round at {tables} tables", took, tables / 10, "s", repeats=ROUNDS)


def lines_of(box: int, match: int) -> tuple[bytes, ...]:
    """The record of a match at a box."""
    return sealed("game spades", *(f"; {box}.{match}.{number}" for number in range(2, LINES + 1)))


@with_mosquitto
def test_boxes_that_catch_up_at_once_lose_no_question(tmp_path: Path) -> None:
    """They wait for the director; each is asked for all it has. A question that got lost would be asked twice."""
    (tmp_path / "broker").mkdir()
    as_in_a_club = local_config("{port}")
    with mosquitto(tmp_path / "broker", as_in_a_club) as broker:
        words = [sys.executable, "-c", CROWD, str(broker.port), str(BOXES)]
        with subprocess.Popen(words, cwd=ROOT, stdin=-1, stdout=-1) as boxes:  # noqa: S603 - our own
            witness, loop = Client(broker.port, "witness"), Loop()
            try:
                witness.subscribe("club/+/presence", "club/+/ask")
                witness.hear(BOXES)
                began, used = time.monotonic(), time.process_time()
                director = Director(loop, tmp_path / "director", broker.port)
                try:
                    until(lambda: sum(len(reaction.stored) for reaction in director.heard) == BOXES * MATCHES * LINES)
                    took, used = time.monotonic() - began, time.process_time() - used
                    witness.settle()
                finally:
                    director.close()
            finally:
                boxes.kill()
                loop.close()
    assert director.troubles == []
    asked = sum(message.topic.endswith("/ask") for message in witness.got)
    counted(f"questions to {BOXES} boxes that catch up at once", asked, ANSWERS, "questions")
    counted("messages that answer them", sum(bool(reaction.stored) for reaction in director.heard), ANSWERS, "messages")
    timed(f"until {BOXES * MATCHES * LINES:,} lines are on the shelf", took, WELL_S, "s", repeats=1)
    timed("the director's processor for them", used, WELL_S / 3, "s", repeats=1)
