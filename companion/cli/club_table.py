"""`companion club table`: a simulated table of a club, whose people are played by the computer."""

from __future__ import annotations

import os
import secrets
import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from threading import Event

from companion.cli.arguments import data_of, local_time, settings_of, speak_as_set
from companion.cli.club_box import IS_OFF, ending_by_signal
from companion.cli.console import WrongUseError, complain
from companion.club.outbox import club_place
from companion.games.registry import games_at_home
from companion.runtime.equipment import Equipment, Surroundings
from companion.scoreboard.view import view
from companion.settings.search_path import settings_file
from companion.simulation.box import SimulatedSetup, regulars_of
from companion.simulation.club_box import ClubBox
from companion.storage.records import Store
from companion.support.names import nearest_name, place_of

NO_TAG = "“{name}” has no name tag here; those in the settings have one: {known}"
PLAYS_WITHOUT = "{name} is seated here without a name tag, and plays: add the name to regulars in [people] of {file}"
PACE_S = 1.0
LOOK_S = 1.0
IDLE_S = 0.1
"""Seconds between two looks at the inbox, and between two looks for something to do."""


def run_table(arguments: Namespace) -> int:
    """Play what the director orders until SIGTERM or SIGINT; returns the exit status."""
    settings = settings_of(arguments)
    speak_as_set(settings)
    if not settings.club.on:
        raise WrongUseError(IS_OFF)
    people = [_known_person(name, regulars_of(settings)) for name in arguments.person or ()]
    ending = ending_by_signal()
    root = data_of(settings)
    with Store(root).alone():
        around = Surroundings(secrets.randbelow, local_time)
        equipment = Equipment(games_at_home(root), around, settings, regulars_of(settings))
        box = ClubBox(root, SimulatedSetup(equipment), view, time.time, place=club_place(os.environ, root))
        box.come(people)
        _play(box, ending, PACE_S if arguments.pace is None else arguments.pace, settings_file(arguments))
        box.pull_the_plug()
    return 0


def _known_person(name: str, regulars: Sequence[str]) -> str:
    """The person of this name, spelt as on the name tag. Raises WrongUseError."""
    place = place_of(name, regulars)
    if place is None:
        raise WrongUseError(NO_TAG.format(name=name, known=", ".join(regulars)) + nearest_name(name, regulars))
    return regulars[place]


def _play(box: ClubBox, ending: Event, pace_s: float, settings: Path) -> None:
    """Make one gesture after the other, and look at the inbox as often as a real table does."""
    looked, told = -LOOK_S, set[str]()
    while not ending.is_set():
        if time.monotonic() - looked >= LOOK_S:
            box.look()
            looked = time.monotonic()
            for name in sorted({*box.without_tag} - told):
                complain("club", PLAYS_WITHOUT.format(name=name, file=settings))
                told.add(name)
        if box.waits:
            ending.wait(IDLE_S)
        else:
            box.step()
            ending.wait(pace_s)
