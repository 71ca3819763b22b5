"""Players who only hear the table set up and play every game to its end."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from companion.cards import Card
from companion.games.registry import GAMES
from companion.rules.game import Game
from companion.rules.places import What
from companion.runtime.speaking import Speaker
from companion.settings.schema import VoiceSettings
from companion.simulation.box import SIMULATED, SimulatedBox, SimulatedSetup
from companion.simulation.hands import SimulatedHands
from companion.storage.records import Store
from companion.voice.decoding import decode
from tests.evening import ROOT
from tests.listeners.listener import Gesture, HoldBack, Lay, Listener, Message, Press, Tap, TurnUp
from tests.listeners.other_games import RULEBOOKS
from tests.torture import every_so_many

BONE = "bone"
"""A card that its player does not know, since it lies face down."""

NAMES = ("Ann", "Bob", "Cid", "Dee")
MOST_GESTURES = 1500
SHORT = {"Spades": "Target: 200", "Euchre": "Target: 5"}
"""The house rules that make a match short, as the set-up calls them."""


@dataclass
class DarkRoom:
    """A box and its cards among people who only hear it. What they tap and press is all that they can do.

    Knows, as the cards themselves do, who holds what; shows each only the own hand.
    """

    root: Path
    game: Game
    messages: list[Message] = field(default_factory=list)
    heard: int = 0
    gestures: int = 0

    def __post_init__(self) -> None:
        store = Store(self.root)
        self.hands = SimulatedHands(lambda: self.box.recorder, "3")
        around = replace(SIMULATED.around, speaker=Speaker(VoiceSettings(verbosity="all"), self._says))
        self.box = SimulatedBox(store, SimulatedSetup(replace(SIMULATED, around=around, regulars=NAMES)))
        names = NAMES[: max(number for number in self.game.players if number <= len(NAMES))]
        rulebook = RULEBOOKS.get(self.game.title)
        assert rulebook, f"nobody who listens has the rulebook of {self.game.title} in mind: tests/listeners/"
        self.people = [Listener(name, rulebook(name), names, self._set_up(names)) for name in names]
        self.people[0].house_rule = SHORT.get(self.game.title, "")

    def _set_up(self, names: Sequence[str]) -> Mapping[str, str]:
        return {
            "Which game?": self.game.title,
            "How many?": str(len(names)),
            **{f"Seat {seat}: who?": name for seat, name in enumerate(names, 1)},
        }

    def _says(self, datagram: bytes) -> None:
        self.messages.append([(message.kind, message.text) for message in decode(datagram)])

    def hand(self, seat: int) -> list[str]:
        """What somebody feels: the own cards that are not on the table; of bones only that they are there."""
        deal = self.hands.cards(self.box.table)
        if deal is None:
            return self._in_the_middle()
        if deal.own(seat) == deal.bones[seat]:
            return [BONE] * len(deal.bones[seat])
        return [str(card.face) for card in self._cards(seat)]

    def _cards(self, seat: int) -> list[Card]:
        deal = self.hands.cards(self.box.table)
        assert deal is not None
        return [card for card in deal.own(seat) if card not in self.box.table.begun.gathered]

    def _in_the_middle(self) -> list[str]:
        """What lies there for everybody to take; empty: nothing."""
        if self.box.table.match is None:
            return []
        match = self.box.table.playing
        places = match.header.game.places(match.moment)
        lies = sum(cards for place, cards in places.items() if place.what is What.CENTRE)
        return list(map(str, self.game.deck.cards(lies)))

    def plays(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Let everybody hear and do what they do, until the game is over, or until `stop`."""
        while True:
            for message in self.messages[self.heard :]:
                for listener in self.people:
                    listener.hears(message)
            self.heard = len(self.messages)
            if self.people[0].over or stop():
                return
            self._moves_on()

    def plays_the_deal(self) -> None:
        """Until another deal is scored, or the game is over."""
        self.plays(lambda: not self.box.table.scored)
        self.plays(lambda: self.box.table.scored)
        assert self.box.table.scored or self.box.table.playing.winners, self._last()

    def mistakes(self) -> list[str]:
        """All complaints that were said."""
        return [text for message in self.messages for kind, text in message if kind == "mistake"]

    def _moves_on(self) -> None:
        self.gestures += 1
        assert self.gestures < MOST_GESTURES, self._last()
        hands = list(map(self.hand, range(len(self.people))))
        for act in (Listener.gives, Listener.speaks, Listener.acts):
            for person, hand in zip(self.people, hands, strict=True):
                gesture = act(person, hand)
                if gesture is not None:
                    return self._do(self.people.index(person), gesture)
        raise AssertionError(f"nobody knows what to do: {self._last()}")

    def _do(self, seat: int, gesture: Gesture) -> None:
        match gesture:
            case Press(button=button):
                self.box.press(button)
            case HoldBack():
                self.box.hold()
            case Tap(cards=cards):
                self.box.tap(*self._own(seat, cards))
            case Lay(cards=cards):
                problem = self.hands.lay(self.box.table, self._own(seat, cards))
                assert not problem, problem
            case TurnUp():
                deal = self.hands.cards(self.box.table)
                assert deal is not None
                self.box.tap(str(deal.stack[0]))

    def _own(self, seat: int, faces: Sequence[str]) -> list[str]:
        """The pieces that somebody means by these faces."""
        if self.hands.cards(self.box.table) is None:
            return list(faces)
        cards, chosen = self._cards(seat), []
        for face in faces:
            card = next(card for card in cards if face in {str(card.face), BONE})
            cards.remove(card)
            chosen.append(str(card))
        return chosen

    def _last(self) -> str:
        return "\n".join(f"{kind} {text}" for message in self.messages[-8:] for kind, text in (*message, ("-", "")))


def test_somebody_has_the_rulebook_of_every_game_in_mind() -> None:
    assert {game.title for game in GAMES.values()} == RULEBOOKS.keys()


@pytest.mark.parametrize("name", every_so_many(4, GAMES))
def test_people_who_only_hear_the_table_set_a_game_up_and_play_it_to_its_end(name: str, tmp_path: Path) -> None:
    room = DarkRoom(tmp_path, GAMES[name])
    room.plays()
    match = room.box.table.playing
    assert match.winners
    assert all(person.over for person in room.people)
    assert room.mistakes() == []


@pytest.mark.parametrize(("name", "told"), [("hearts", "Bob broke a rule in trick"), ("rook", "Revoke in trick")])
def test_a_revoke_is_heard_and_answered_and_the_game_goes_on(name: str, told: str, tmp_path: Path) -> None:
    room = DarkRoom(tmp_path, GAMES[name])
    room.people[1].rulebook.careless = True

    def is_heard() -> bool:
        return any(text.startswith(told) for text in room.mistakes())

    room.plays(is_heard)
    assert is_heard(), room.mistakes()
    for _ in range(2):
        room.plays_the_deal()


def test_a_wrong_card_of_a_scanned_hand_is_heard_and_replaced(tmp_path: Path) -> None:
    room = DarkRoom(tmp_path, GAMES["birddog"])
    room.people[0].set_up = {**room.people[0].set_up, "Tap all hands?": "Yes"}
    room.people[2].rulebook.careless = True
    room.plays()
    who, rule, remedy = room.mistakes()
    assert who.startswith("Cid: ")
    assert rule == "You must follow the suit that was led."
    assert remedy
    assert room.box.table.playing.winners


def test_a_card_is_taken_back_from_the_menu_by_ear(tmp_path: Path) -> None:
    room = DarkRoom(tmp_path, GAMES["spades"])
    room.plays(lambda: any(text.startswith("Cid plays ") for _, text in room.messages[-1]))
    room.people[2].wish = "Undo Cid"
    room.plays_the_deal()
    (back,) = (text for message in room.messages for _, text in message if " back to " in text)
    assert back.endswith(" back to Cid.")
    assert room.mistakes() == []


def test_whoever_has_lost_the_thread_asks_in_the_menu_and_plays_on(tmp_path: Path) -> None:
    room = DarkRoom(tmp_path, GAMES["spades"])
    turn = "Dee's turn: follow clubs."
    room.plays(lambda: room.messages[-1][-1:] == [("turn", turn)])
    for wish in ("Say again", "Tell all"):
        room.people[3].wish = wish
        room.plays(lambda: not room.people[3].wish and room.messages[-2] == [])
        told = [text for _, text in room.messages[-1]]
        assert told[-1] == turn
        everybody = all(any(text.startswith(f"{name}: score") for text in told) for name in NAMES)
        assert everybody == (wish == "Tell all")
    room.plays_the_deal()


def test_a_listener_knows_nothing_of_the_program() -> None:
    files = sorted((ROOT / "tests/listeners").glob("*.py"))
    assert len(files) == 4
    for file in files:
        imported = re.findall(r"^ *(?:from|import) ([\w.]+)", file.read_text("utf-8"), re.MULTILINE)
        ours = [name for name in imported if name.split(".")[0] in {"companion", "hardware", "tools", "tests"}]
        assert all(name.startswith("tests.listeners.") for name in ours), (file.name, ours)
