"""Whatever is asked of the table on the page, in any order: it lives on, and what cannot be done is answered (P32)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from companion.enrolment.deck_transfer import RefusedError
from companion.games.registry import GAMES
from companion.settings.settings_file import CannotChangeError
from companion.simulation.box import SimulatedSetup
from companion.simulation.gesture_search import same_story, story
from companion.storage.records import Store
from companion.tags.tag_decks import encode
from companion.web import stored_decks
from companion.web.examples import examples
from companion.web.orders import WrongOrderError, read
from companion.web.preferences import OFFERED, Preferences
from companion.web.virtual_table import VirtualTable
from tests.companion.web.seating import seats_json
from tests.companion.web.table_in_browser import OURS, turns
from tests.torture import TORTURE, so_many

STEPS, WALKS = so_many(10, 200), so_many(6, 300)
HELD_TURNS = 25
"""So long a button must be down before that is holding it."""

SIMPLE = "lift deal bone next hint fast sticker unplug".split()
BUTTONS = "OK OK OK DOWN DOWN UP BACK".split()
COMMANDS = "UNDO UNDO PASS OK NIL".split()

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(), max_size=30),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
"""Anything that JSON can say, halves of letters and numbers without end included."""

WORDS = "lay nest push fault begin demonstrate watch tag hint next AC rook OK tap rest easy ours".split()
SOME = st.sampled_from([*WORDS, "penalty", True, ["Ann", "Zoë"], ["AC"], 3, "theirs"])
KEYS = "cards how button down name game people seed scanned computers level deck every".split()
TOLD = st.builds(
    lambda word, told: {"do": word, **told},
    st.sampled_from(WORDS),
    st.dictionaries(st.sampled_from(KEYS), VALUES | SOME),
)
CHANCE = st.integers(0, (1 << 20) - 1)
ELSEWHERE = "orders settings decks".split()


def words(desk: VirtualTable) -> list[str]:
    """The cards that can be clicked."""
    table: Mapping[str, Any] = desk.view()["table"]
    lying = [card["word"] for seat in table.get("seats", ()) for card in (*seat["hand"], *seat["heads"])]
    return lying or [card["word"] for card in table.get("centre", ())] or ["AC"]


def one(things: Any, chance: int) -> Any:
    return things[chance % len(things)]


def laid(desk: VirtualTable, chance: int) -> list[dict[str, Any]]:
    """Cards side by side in a hand, often one alone."""
    shown = words(desk)
    at, many = chance % len(shown), one((1, 1, 1, 2, 3, 5), chance // 64)
    how = one(("tap", "tap", "rest", "brush"), chance // 7)
    if many == 5:
        return [{"do": "nest", "cards": shown[at : at + 5]}]
    return [{"do": "lay", "cards": shown[at : at + many], "how": how}]


def pressed(_: VirtualTable, chance: int) -> list[dict[str, Any]]:
    """One button, some times."""
    button, times = one(BUTTONS, chance), one((1, 1, 2, 6), chance // 8)
    return [{"do": "push", "button": button, "down": down} for _ in range(times) for down in (True, False)]


def held(_: VirtualTable, chance: int) -> list[dict[str, Any]]:
    """BACK opens the menu; OK shuts down where that is asked."""
    button = one(("BACK", "BACK", "OK"), chance)
    return [{"do": "push", "button": button, "down": down} for down in (True, False)]


def begun(_: VirtualTable, chance: int) -> list[dict[str, Any]]:
    """A new game, often with what it cannot have."""
    game, deck = one(tuple(GAMES), chance), one(("", "", "ours"), chance // 8)
    number = chance // 32 % 6
    seats = seats_json(number, min(number, chance // 256 % 5), "easy")
    return [{"do": "begin", "game": game, "deck": deck, "seats": seats, "scanned": chance // 2048 % 2 == 0}]


def watched(_: VirtualTable, chance: int) -> list[dict[str, Any]]:
    return [{"do": "watch", "game": one(examples(), chance), "every": one((0, 0, 0.1, 5), chance // 8)}]


def others(_: VirtualTable, chance: int) -> list[dict[str, Any]]:
    return [{"do": one(SIMPLE, chance)}, {"do": "fault", "name": one(("miso-low", "no"), chance)}]


ORDERS: dict[str, tuple[int, Callable[[VirtualTable, int], list[dict[str, Any]]]]] = {
    "next": (6, lambda _, chance: [{"do": "next"}] * (1 + chance % 3)),
    "presses": (4, pressed),
    "holds": (2, held),
    "lays": (3, laid),
    "commands": (1, lambda _, chance: [{"do": "lay", "cards": [one(COMMANDS, chance)]}]),
    "begins": (2, begun),
    "watches": (2, watched),
    "slows down": (1, lambda _, chance: [{"do": "demonstrate", "every": one((0, 0.1, 0.1), chance)}]),
    "tags": (1, lambda desk, chance: [{"do": "tag", "name": one((*desk.view()["tags"], "Nobody"), chance)}]),
    "others": (2, others),
}
"""What people do on the page, and how often; what is left to chance in it is drawn from a number."""

BY_WEIGHT = [kind for kind, (weight, _) in ORDERS.items() for _ in range(weight)]


class Anybody(RuleBasedStateMachine):
    """People at one table in a browser, from power-on; the words they may lay are those on the page."""

    @initialize()
    def is_switched_on(self) -> None:
        self.place = TemporaryDirectory()
        self.store = Store(Path(self.place.name))
        self.preferences = Preferences(Path(self.place.name) / "config.toml")
        self.desk = VirtualTable(self.store, SimulatedSetup())
        self.taken = 0

    @rule(kind=st.sampled_from(BY_WEIGHT), chance=CHANCE)
    def asks(self, kind: str, chance: int) -> None:
        for asked in ORDERS[kind][1](self.desk, chance):
            self.sends(asked)
            if asked["do"] == "push":
                self.desk.rest()
            turns(self.desk, HELD_TURNS if kind == "holds" and asked["down"] else 0)
        self.desk.rest((0, 3, 60, 1000)[chance % 4])
        self.shows()

    @rule(kind=st.sampled_from(BY_WEIGHT), chance=CHANCE)
    def asks_again(self, kind: str, chance: int) -> None:
        self.asks(kind, chance)

    @rule(chance=CHANCE)
    def chooses_from_the_menu(self, chance: int) -> None:
        """Opened if no question is asked; the answer is one of those that stand there."""
        if self.desk.table.question is None:
            self.asks("holds", 0)
        question = self.desk.table.question
        place = chance // 8 % len(question.choices) - question.cursor if question else 0
        for button in (*("DOWN" if place > 0 else "UP" for _ in range(abs(place))), "OK"):
            for down in (True, False):
                self.sends({"do": "push", "button": button, "down": down})
        self.desk.rest()
        self.shows()

    @rule(kind=st.sampled_from(ELSEWHERE), told=TOLD, value=VALUES | SOME)
    def asks_elsewhere(self, kind: str, told: dict[str, Any], value: Any) -> None:
        match kind:
            case "orders":
                self.sends(told)
                self.desk.rest(5)
            case "settings":
                self.chooses(OFFERED[len(told) * 7 % len(OFFERED)], value)
            case "decks":
                self.sees_to_decks(("put", "rename", "delete")[len(told) % 3], value)
        self.shows()

    def chooses(self, path: Any, value: Any) -> None:
        with suppress(CannotChangeError, WrongOrderError):
            self.desk.hands.settle(self.preferences.choose(json.dumps({"key": path, "value": value}).encode()))
        assert json.dumps(self.preferences.as_json())

    def sees_to_decks(self, how: str, name: Any) -> None:
        with suppress(RefusedError, WrongOrderError):
            if how == "put":
                text = json.dumps(name) if isinstance(name, dict) else encode(OURS)
                stored_decks.put(self.desk.decks, text.encode(), may_replace=True)
            else:
                stored_decks.change(self.desk.decks, "ours", json.dumps({"do": how, "to": name}).encode())
        assert json.dumps(stored_decks.as_json(self.desk.decks))

    def sends(self, asked: dict[str, Any]) -> None:
        """An order as it comes over the wire: refused with a reason, or taken and counted when it is done."""
        with suppress(WrongOrderError):
            self.desk.take(read(json.dumps(asked).encode()))
            self.taken += 1

    def shows(self) -> None:
        self.desk.turn()
        assert json.dumps(self.desk.view(), ensure_ascii=False).encode()
        assert self.desk.done <= self.taken

    def teardown(self) -> None:
        """All orders come to their end, and what is on the card is what was played."""
        if not hasattr(self, "desk"):
            return
        self.sends({"do": "demonstrate", "every": 0})
        self.desk.rest(20_000)
        self.shows()
        assert self.desk.done == self.taken
        table = self.desk.table
        kept = table.in_play and not table.damaged and not self.desk.in_play.shows_example
        self.desk.close()
        again = VirtualTable(self.store, SimulatedSetup())
        if kept:
            assert same_story(story(again.table.playing), story(table.playing))
        assert again.view()
        again.close()
        self.place.cleanup()


def walk(walks: int, steps: int) -> None:
    how = settings(
        max_examples=walks,
        stateful_step_count=steps,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink) if TORTURE else (Phase.generate,),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    run_state_machine_as_test(Anybody, settings=how)


@pytest.mark.no_cover  # much of the same again: counting lines would take three times as long
@pytest.mark.timeout(so_many(1200, 7200))
def test_whatever_is_ordered_the_table_lives_on_and_answers() -> None:
    walk(WALKS, STEPS)
