"""Power-on: the picture comes before the first poll, and the house follows the settings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.enrolment.deck_menu import Dialogue, NoDeck
from companion.games.registry import GAMES
from companion.runtime.power_on import power_on
from companion.runtime.recorder import Recorder
from companion.runtime.simulated_devices import Simulation, simulation_of
from companion.settings.schema import DEFAULTS, People, Settings, SoundSettings
from companion.simulation.box import CLOCK_BEGINS, SIMULATED, deck_for
from companion.storage.records import Store
from companion.table.state import Table
from companion.tags.tag_decks import Shelf
from tests.evening import FULL_DEAL_RECORD, REGULARS, begun, picture_of

SHELF = Shelf((deck_for(GAMES["birddog"], REGULARS),))


def table_of(
    root: Path,
    wires: Simulation,
    settings: Settings = DEFAULTS,
    *,
    shelf: Shelf = SHELF,
    requested: str = "",
    decks: Dialogue | None = None,
) -> Table:
    """The table after power-on, for which the decks were asked for once."""
    resumed: list[Table] = []

    def shelf_of(table: Table) -> Shelf:
        resumed.append(table)
        return shelf

    recorder = Recorder(Store(root), lambda: CLOCK_BEGINS)
    equipment = replace(SIMULATED, settings=settings, regulars=REGULARS, requested=requested)
    loop = power_on(wires.devices, recorder, equipment, shelf_of, decks=decks)
    assert [table.match for table in resumed] == [loop.table.match]
    recorder.close()
    return loop.table


def test_the_panel_shows_the_running_game_before_a_reader_is_polled(tmp_path: Path) -> None:
    begun(tmp_path, *FULL_DEAL_RECORD[:9])
    wires = simulation_of()
    table = table_of(tmp_path, wires)
    assert table.playing.said is not None
    assert wires.panel.picture() == picture_of(table).pages
    assert wires.reader_wire.traffic.transfers == 0


def test_without_a_running_game_the_set_up_offers_the_requested_game_only(tmp_path: Path) -> None:
    table = table_of(tmp_path, simulation_of(), requested="rook")
    assert table.setting_up is not None
    assert set(table.house.offered) == {"rook"}
    assert table.house.games == GAMES


@pytest.mark.parametrize("on", [True, False])
def test_sounds_advice_people_and_house_rules_are_those_of_the_settings(tmp_path: Path, *, on: bool) -> None:
    rules = {"birddog": {"target": "20"}}
    house = table_of(
        tmp_path, simulation_of(), Settings(sounds=SoundSettings(on), people=People(advice=on), rules=rules)
    ).house
    assert (house.muted, house.advises, house.regulars, house.rules) == (not on, on, REGULARS, rules)


def test_a_deck_is_offered_where_there_is_none_unless_another_dialogue_is_asked_for(tmp_path: Path) -> None:
    assert table_of(tmp_path, simulation_of(), shelf=Shelf()).decks == NoDeck()
    assert table_of(tmp_path, simulation_of()).decks is None
    assert table_of(tmp_path, simulation_of(), decks=NoDeck()).decks == NoDeck()
