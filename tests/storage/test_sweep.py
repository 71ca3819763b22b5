"""Each call of the whole machine on its card fails once, and from there on, including start-up."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from random import Random

import pytest

from companion.screens.layouts import draw
from companion.screens.templates import fill
from companion.screens.words import NOT_SAVED
from companion.storage.disk import StorageError
from tests.evening import DEAL_GESTURES, Evening
from tests.storage.spoilt_card import FAULTS, KilledError, SpoiltCard, left_on
from tests.storage.stories import DEAL, Telling, begun
from tests.storage.witness import ROOT, Witness, faults_of, started, told_once
from tests.torture import TORTURE, every_so_many, so_many

LAST_TRICK = DEAL.index("Bob QD")
RECORD = (*DEAL[:2], "score Bob 9", *DEAL[2:LAST_TRICK])
"""A match that is won with the next trick."""

TORN = b"Bob QD ; n=30 at=2026"
GESTURES = ("UNDO", "OK", *DEAL_GESTURES[-4:], "BACK", "OK", "OK", "10D", "PASS")
"""The last card undone and played again, the last trick, the end of the match, and the next one begun."""


@dataclass
class Told:
    """An evening that goes on from a record with a torn line, on a card that may be spoilt; how it ended."""

    card: SpoiltCard
    witness: Witness = field(init=False)
    evening: Evening | None = None
    ended: BaseException | None = None

    def __post_init__(self) -> None:
        self._prepare()
        try:
            self.evening = Evening(ROOT, disk=self.card)
            self.witness.seen = self._seen
            self.card.looks = self.witness.look
            self.evening.does(*GESTURES)
            self.witness.look()
        except KilledError as ended:
            self.ended = ended
            self.witness.look()
        except StorageError as ended:  # what the display shows now is that nothing is saved
            self.ended = ended
        self.card.looks, self.card.watch = lambda: None, lambda _call, _path, _content: None

    def _prepare(self) -> None:
        """The record lies there, not a part of the story."""
        before = Telling(0, "before")
        begun(before, RECORD).close()
        for path, file in before.card.names.items():
            file.versions = [file.now + (TORN if path.suffix == ".table" else b"")]
        self.card.names, self.card.kept = before.card.names, before.card.kept
        self.card.folders = before.card.folders
        self.witness = Witness(self.card, 0)
        self.witness.written, self.witness.shown = dict(before.witness.written), dict(before.witness.shown)

    def _seen(self) -> object:
        assert self.evening is not None
        return self.evening.box.wires.i2c.traffic.octets


@cache
def sweep() -> list[tuple[int, str, int | str, bool]]:
    """Which call is spoilt, what kind it is, how, and whether all after it are."""
    return [
        (at, call, spoil, for_ever)
        for at, call in enumerate(Told(SpoiltCard()).card.made)
        for spoil in FAULTS[call]
        for for_ever in (False, True)
        if TORTURE or (at % 2 and not for_ever if spoil == "kill" else at % 4 == 3 * for_ever)
    ]


def test_the_story_makes_every_kind_of_call() -> None:
    told = Told(SpoiltCard())
    assert told.ended is None
    assert set(told.card.made) == set(FAULTS) - {"mkdir"}
    lines = [line for lines in told.witness.written.values() for line in lines]
    assert "undo" in lines
    assert lines[-1] == "Ann pass"
    assert list(faults_of(started(told.card), told.witness.shown, told.witness.written)) == []


@pytest.mark.parametrize("part", range(4))
def test_whatever_call_is_spoilt_nothing_that_was_shown_is_lost(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    told_once(monkeypatch)
    for at, call, spoil, for_ever in sweep()[part::4]:
        told = Told(SpoiltCard(at, spoil, for_ever=for_ever))
        what = f"call {at} ({call}), {spoil}, from then on: {for_ever}"
        told.card.heal()
        if spoil != "kill" and told.ended is not None:
            _ends_unsaved(told, what)
        for card in left_on(told.card, so_many(2, 10)):
            assert any(TORN in content for content in card.contents.values()), what
            assert list(faults_of(started(card), told.witness.shown, told.witness.written)) == [], what


def _ends_unsaved(told: Told, what: str) -> None:
    """The display says so, and a card tapped now is not taken: a failed sync is not tried again."""
    if told.evening is None:  # the program did not come up
        return
    assert told.evening.box.glass == draw(fill(NOT_SAVED)), what
    table, written = told.evening.box.table, told.card.contents
    with suppress(StorageError, AssertionError):
        told.evening.does("QD", "OK", "QD")
    assert told.evening.box.table.match == table.match, what
    assert told.card.contents == written, what


def test_a_first_boot_that_fails_anywhere_is_told_and_the_next_one_works() -> None:
    unspoilt = SpoiltCard()
    Evening(ROOT, disk=unspoilt).sits_down()
    spoilt = [(at, call, spoil) for at, call in enumerate(unspoilt.made) for spoil in FAULTS[call]]
    for at, call, spoil in every_so_many(2, spoilt):
        card = SpoiltCard(at, spoil)
        told = False
        try:
            evening = Evening(ROOT, disk=card)
            told = bool(evening.box.table.reported or evening.box.shelf.unreadable)
            if not told:
                evening.sits_down()
        except (StorageError, KilledError):
            told = True
        # On a first boot only titles and checkpoint are read, and the table does without them.
        assert told or call == "read", f"call {at} ({call}), {spoil}"
        card.heal()
        again = Evening(ROOT, disk=card)
        if not again.box.table.in_play:
            again.sits_down()
        assert again.box.table.match is not None
        record = again.box.recorder.path
        assert all(record in card.after_a_cut(Random(cut)).contents for cut in range(3)), (at, spoil)
