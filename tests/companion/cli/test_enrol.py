"""`companion enrol`: which run is meant, and a roll of stickers at the simulated table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from types import MappingProxyType

import pytest

from companion.cli.enrol import run_for
from companion.enrolment.deck_kinds import kinds
from companion.games.registry import DECK_KINDS, GAMES
from companion.runtime.service import BOX, run_box
from companion.runtime.simulated_devices import Simulation, simulation_of
from companion.storage.disk import CannotStartError
from companion.storage.records import Store
from companion.tags.tag_decks import CardCopy, Person, Shelf, TagDeck
from hardware.bus import DeviceError, Edge
from tests.companion.conftest import Companion
from tests.evening import finds

UNHEARD = Shelf(unheard={"french": "Its tags are of another frequency."})
PART = TagDeck("french", "french", {b"\x04\x01\x02\x03": CardCopy("2S"), b"\x04\x01\x02\x04": CardCopy("4S")})


def test_stickers_are_tapped_by_typing_and_every_tap_is_kept(companion: Companion, tmp_path: Path) -> None:
    told = companion(
        "enrol", "french", "--simulate", "--data", tmp_path, typed=("2", "d", "", "2s", "what", "?", "unplug", "b")
    ).out
    assert told.count("red light, long beep") == 1
    assert "“what” is no card of this deck" in told
    assert told.splitlines()[-1].split(maxsplit=2)[2] == "3 of 52; go on: companion enrol french --name french"
    (deck,) = Store(tmp_path).decks.shelf().unfinished
    assert list(map(str, deck.pieces.values())) == ["2S", "3S", "5S"]
    companion("enrol", "french", "--simulate", "--data", tmp_path, typed=("48", "o", "1", "q"))
    assert len(Store(tmp_path).decks.load("french").pieces) == 52


def test_a_trial_without_a_data_directory_says_that_it_is_not_kept(companion: Companion) -> None:
    told = companion("enrol", "french", "--simulate", typed=("", "b")).out
    assert told.endswith("\nBye. Nothing is kept. To keep it, use --data DIR.\n")


def test_where_there_is_no_box_nobody_is_sent_to_it(tmp_path: Path, companion: Companion) -> None:
    settings = tmp_path / "config.toml"
    settings.write_text("[panel]\ni2c_bus = 99\n[reader]\nspi_bus = 10\n", "utf-8")
    out, err = companion("enrol", "french", "--config", settings, "--data", tmp_path, status=2)
    assert out == ""
    assert "/dev/spidev10.0 and /dev/i2c-99 are missing" in err


def test_name_tags_are_for_the_people_who_are_named(tmp_path: Path, companion: Companion) -> None:
    people = ("--person", "Zoe", "--person", "Yul")
    companion("enrol", "persons", *people, "--simulate", "--data", tmp_path, typed=("2", "b"))
    assert set(Store(tmp_path).decks.load("persons").pieces.values()) == {Person("Zoe"), Person("Yul")}


def test_name_tags_that_were_begun_go_on_by_the_name_of_their_deck_alone() -> None:
    begun = TagDeck("persons", "persons", {b"\x04\x01\x02\x03": Person("Zoe")})
    assert run_for("persons", "persons", GAMES, Shelf((), (begun,)), people=()).deck == begun


def test_the_drinks_of_the_house_are_enrolled(tmp_path: Path, companion: Companion) -> None:
    drinks = [f"{colour}-{shape}" for colour in "mint rose lime plum".split() for shape in "abcdefg"]
    (tmp_path / "drinks.txt").write_text("\n".join(drinks), "utf-8")
    companion("enrol", "drinks", "--simulate", "--data", tmp_path, typed=("2", "b"))
    (deck,) = Store(tmp_path).decks.shelf().unfinished
    assert list(map(str, deck.pieces.values())) == drinks[:2]


def test_the_command_line_knows_every_kind() -> None:
    assert set(DECK_KINDS) == set(kinds(GAMES, ("Ann",)))


def test_without_people_name_tags_are_refused(
    monkeypatch: pytest.MonkeyPatch, companion: Companion, tmp_path: Path
) -> None:
    monkeypatch.setenv("COMPANION_CONFIG", "")
    assert "--person Ann" in companion("enrol", "persons", "--simulate", "--data", tmp_path, status=2).err


@pytest.mark.parametrize(
    ("shelf", "name", "begun"),
    [
        (Shelf(), "", ("french", "2S")),
        (Shelf(), "red", ("red", "2S")),
        (Shelf((PART,)), "", ("french-2", "2S")),
        (UNHEARD, "", ("french-2", "2S")),
        (Shelf((PART,)), "french", ("french", "3S")),
        (Shelf((), (PART,)), "", ("french", "5S")),
        (Shelf((), (PART,)), "blue", ("blue", "2S")),
    ],
)
def test_a_run_goes_on_or_begins_by_its_name(shelf: Shelf, name: str, begun: tuple[str, str]) -> None:
    run = run_for("french", name, GAMES, shelf, people=())
    assert (run.deck.name, str(run.next)) == begun


@pytest.mark.parametrize(
    ("kind", "name", "shelf", "sentence"),
    [
        ("rook", "french", Shelf((PART,)), "french is a deck of kind french"),
        ("french", "french", UNHEARD, "french is a deck that cannot be used here"),
        ("french", "french", Shelf(unusable={"french": "broken"}), "french is a deck that cannot be used here"),
        ("french", "no name", Shelf(), "--name: found “no name”; allowed: a word"),
        ("persons", "", Shelf(), "Whose name tags"),
    ],
)
def test_a_run_that_cannot_be_is_refused(kind: str, name: str, shelf: Shelf, sentence: str) -> None:
    with pytest.raises(CannotStartError, match=sentence):
        run_for(kind, name, GAMES, shelf, people=())


def test_a_whole_deck_has_nothing_to_enrol() -> None:
    run = run_for("commands", "", GAMES, Shelf(), people=())
    for number in range(4):
        run = run.tap(frozenset({bytes([4, 1, 2, number])}), Shelf())
    with pytest.raises(CannotStartError, match="has all its tags"):
        run_for("commands", "commands", GAMES, Shelf((run.deck,)), people=())


@dataclass
class Somebody:
    """Lays one sticker on the reader, turn by turn of the loop, and then presses BACK."""

    wires: Simulation
    turns: int = 0
    names = ()
    faults = MappingProxyType[str, DeviceError]({})

    def edges(self) -> list[Edge]:
        self.turns += 1
        if self.turns == 3:
            self.wires.lay(b"\x04\x01\x02\x03\x04\x05\x06")
        pressed = {12: True, 13: False}
        now = self.wires.clock.now()
        return [Edge("BACK", down=pressed[self.turns], at=now)] if self.turns in pressed else []

    def wait(self, seconds: float) -> None:
        self.wires.clock.sleep(seconds)

    def close(self) -> None:
        self.wires.devices.buttons.close()


def test_the_real_table_enrols_and_ends_when_the_run_is_left(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    wires = simulation_of()
    finds(monkeypatch, tmp_path, replace(wires.devices, buttons=Somebody(wires)))
    run = partial(run_for, "french", "", GAMES, people=())
    assert run_box(tmp_path, replace(BOX, dialogue=run)) == 0
    (deck,) = Store(tmp_path).decks.shelf().unfinished
    assert list(map(str, deck.pieces.values())) == ["2S"]
