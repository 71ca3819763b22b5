"""Stories on a memory card, operation by operation: whole matches, half plays, undo, parking, decks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from companion.games.toriatama.drink_list import read_drinks
from companion.games.toriatama.rules import TORIATAMA
from companion.rules.game import Game
from companion.simulation.box import SIMULATED, SimulatedSetup
from companion.storage.journal import seal
from companion.storage.record_file import RecordFile
from companion.storage.records import Store
from companion.tags.tag_decks import CardCopy, TagDeck, encode_file
from companion.terminal.session import Session
from tests.companion.terminal.playing_cards import NARROW
from tests.evening import DEAL_GESTURES, Evening, whole
from tests.storage.memory_card import MemoryCard
from tests.storage.witness import AT, ROOT, Witness

SHAPES = "glass mug jug cup keg tin flask".split()
NAME = "2026-01-01-000000-told"
DEAL = tuple(whole("birddog-full-deal"))
DRINKS = tuple(f"{colour}-{shape}" for colour in "mint rose lime plum".split() for shape in SHAPES)
OLD = TagDeck("french-red", "french", {bytes(7): CardCopy("10H")})
NEW = TagDeck("french-red", "french", {bytes([4, n, *bytes(5)]): CardCopy(f"{n}H") for n in range(2, 11)})


@dataclass
class Telling:
    """A card with its witness; what is told stays told when the plug was pulled."""

    cuts: int
    name: str
    card: MemoryCard = field(default_factory=MemoryCard)
    witness: Witness = field(init=False)

    def __post_init__(self) -> None:
        self.witness = Witness(self.card, self.cuts, self.name)

    @property
    def store(self) -> Store:
        return Store(ROOT, self.card)


def match_of(game: Game, most: int = 1_000) -> Callable[[Telling], None]:
    """A match of a game by the simulated table, now and then undone or cut off, and the next one begun.

    It goes to its end, or to so many steps at `most`.
    """

    def told(telling: Telling) -> None:
        session = Session(telling.store, SimulatedSetup(replace(SIMULATED, games={game.name: game}), seed="1"))
        telling.witness.seen = lambda: (id(session._box), session._box.wires.i2c.traffic.octets)
        steps = 0
        while steps < most and (session.table.match is None or not session.table.playing.winners):
            steps += 1
            line = "undo" if steps % 17 == 0 else "unplug" if steps % 40 == 0 else ""
            session.take(line, NARROW)
        for line in ("unplug", "undo", "", "unplug", "", "", "", ""):
            session.take(line, NARROW)
        session.close()

    return told


def parked(telling: Telling) -> None:
    """A game is parked and another one begun, which is parked for the first."""
    evening = Evening(ROOT, disk=telling.card)
    telling.witness.seen = lambda: (id(evening.box), evening.box.wires.i2c.traffic.octets)
    evening.sits_down()
    evening.does(*DEAL_GESTURES[:7], "HOLD", *("UP",) * 3, "OK")
    evening.again()
    evening.does("OK")
    evening.sits_down()
    evening.does("10D", "HOLD", *("UP",) * 3, "OK")
    evening.again()
    evening.does("KC")
    evening.box.pull_the_plug()


def said(*lines: str) -> Callable[[Telling], None]:
    """A record of these lines, each reported when it is saved, finished at the end."""

    def told(telling: Telling) -> None:
        record = begun(telling, lines)
        telling.store.finish(record)

    return told


def begun(telling: Telling, lines: Sequence[str]) -> RecordFile:
    """A running record of these lines, of which the table shows nothing before its header is whole."""
    header = lines.index("deal") if "deal" in lines else len(lines)
    record, crc = telling.store.begin(NAME, header), 0
    for n, line in enumerate(lines, 1):
        sealed, crc = seal(line, n, AT, crc)
        record.append(sealed)
        if n >= header:
            telling.witness.shows()
    return record


def decks(telling: Telling) -> None:
    """A deck is enrolled, and later another one of its name imported."""
    path, before = ROOT / "decks" / "french-red.json", None
    for generation, deck in enumerate((OLD, NEW, OLD), 1):
        content = encode_file(deck, generation).encode()
        telling.witness.may_hold[path] = {before, content}
        telling.store.decks.save(deck)
        telling.witness.may_hold[path] = {content}
        before = content


def recoveries(telling: Telling) -> None:
    """Whatever a cut leaves of a record: start-up, one line more, the end of the game, and again cut all the while."""
    gone_on: set[int] = set()
    watched = telling.card.watch

    def cut_and_go_on(call: str, path: Path, content: bytes) -> None:
        watched(call, path, content)
        for number in range(0 if telling.card.settled else telling.cuts):
            card = telling.card.after_a_cut(Random(f"{telling.witness.operations}/{number}"))
            key = hash(tuple(sorted(card.contents.items())))
            if key not in gone_on:
                gone_on.add(key)
                _goes_on(telling, card)

    telling.card.watch = cut_and_go_on
    said(*DEAL[:9])(telling)


def _goes_on(telling: Telling, card: MemoryCard) -> None:
    again = Telling(max(telling.cuts // 4, 1), f"{telling.name}, {telling.witness.operations} again", card)
    witness, before = again.witness, telling.witness
    witness.known, witness.faults = before.known, before.faults
    witness.written, witness.shown = dict(before.written), dict(before.shown)
    for path in again.store.all_running():
        record, recovered = again.store.resume(path)
        witness.written[path.stem] = tuple(line.text for line in recovered.lines)
        witness.shows()
        record.append(seal("; taken up", recovered.next_n, AT, recovered.last_crc)[0])
        witness.shows()
        again.store.finish(record)


HOUSE_DRINKS = TORIATAMA.with_drinks(read_drinks("\n".join(DRINKS)))
"""A match of these begins with a line of two blocks."""
