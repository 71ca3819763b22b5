"""Hands at the virtual table: they lay and lift cards, push buttons, and deal. Each movement gives seconds to wait.

A movement is a generator: what it does happens when it is asked for the next pause, so that several can be strung
together and nothing here knows who waits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from companion.enrolment.deck_kinds import plays
from companion.enrolment.deck_transfer import DeckCollection, RefusedError
from companion.inputs.inputs import Button, Held, Pressed, Tapped
from companion.rules.game import pieces_of
from companion.runtime.loop import TURN_S
from companion.simulation.box import HOLD_S, LAY_S, PRESS_S, Chances, SimulatedBox, regulars_of
from companion.simulation.hands import NO_BONE, NOTHING_TO_DEAL, SimulatedHands
from companion.support.messages import msg
from companion.support.values import replace
from companion.web.heard import PageEars
from companion.web.orders import How
from companion.web.rulebook import rules_json
from companion.web.view import ViewParts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from companion.http.views import RulesTold
    from companion.settings.schema import Settings
    from companion.storage.records import Store
    from companion.table.state import Table
    from companion.tags.tag_decks import Shelf, TagDeck

AWAY_S = LAY_S + 3 * TURN_S
"""Time after which the reader is sure that a lifted card is gone."""

NO_TAG = msg("{card} has no tag in this deck.")

T = TypeVar("T")


class Pause(float):
    """Seconds in which nothing is in anybody's hand: a new order ends what is being done here."""


class Hands:
    """What hands can do at one table, and who was dealt what.

    `_lying` are the words of the cards on the reader. `_hurried`: hands move as ever, but nobody waits for them.
    """

    def __init__(self, store: Store, chances: Chances) -> None:
        self._store = store
        self._chances = chances
        self._simulated = SimulatedHands(store, chances.seed)
        self._passing: tuple[bytes, ...] = ()
        self._lying: dict[bytes, str] = {}
        self._hurried = False
        self.shown = ViewParts()
        self._heard = PageEars()
        self._offered: tuple[Shelf | None, Mapping[str, list[str]]] = None, {}
        self._switch_on()

    @property
    def table(self) -> Table:
        """What the program thinks."""
        return self._box.table

    def settle(self, settings: Settings) -> None:
        """People, sounds and house rules are these when the box is next switched on."""
        own = self._chances.equipment.settings
        chosen = replace(own, people=settings.people, sounds=settings.sounds, rules=settings.rules)
        equipment = replace(self._chances.equipment, settings=chosen, regulars=regulars_of(chosen))
        self._chances = replace(self._chances, equipment=equipment)

    def offers(self) -> Mapping[str, list[str]]:
        """The names of the enrolled decks with which each game can be played at this table, the latest first."""
        if self._offered[0] is not self.table.house.shelf:
            decks, games = self._store.decks.shelf().decks, self._chances.equipment.games
            offers = {name: [deck.name for deck in decks if self._can_play(deck, name)] for name in games}
            self._offered = self.table.house.shelf, offers
        return self._offered[1]

    def rules_of(self, name: str) -> RulesTold:
        """The rules of a game as it is played now, or else as it would begin here."""
        match = self.table.match
        if match is not None and match.header.game.name == name:
            return rules_json(match.header.game, match.header.options)
        return rules_json(self._chances.equipment.games[name], self._chances.equipment.settings.rules.get(name, {}))

    def see_to_decks(self, change: Callable[[DeckCollection], T]) -> T:
        """Something is done to the decks on the card; what a game is played with stays. Raises RefusedError."""
        if self.table.decks is not None:
            raise RefusedError("the box sees to a deck just now: BACK on the box ends that")
        changed = change(self.collection)
        played = self._chances.deck
        if played is not None and not self.table.in_play:
            played = self._enrolled(played.name)
            self._chances = replace(self._chances, deck=played)
        self._box.look_at_decks(played)
        return changed

    @property
    def collection(self) -> DeckCollection:
        """The decks on the card."""
        return DeckCollection(self._store.decks, self._chances.equipment.games)

    def played_with(self) -> str:
        """The name of the enrolled deck in play; empty: a drawn one is."""
        deck, match = self._chances.deck, self.table.match
        return deck.name if deck and (match is None or deck.serves(match.header.game.deck_kind)) else ""

    def _enrolled(self, name: str) -> TagDeck | None:
        return next((deck for deck in self._store.decks.shelf().decks if deck.name == name), None)

    def _can_play(self, deck: TagDeck, name: str) -> bool:
        equipment = self._chances.equipment
        game = pieces_of(equipment.games[name]).under(equipment.settings.rules.get(name, {}))
        return plays(deck, game) and all(map(self._box.wires.hears, deck.pieces))

    def _say(self, remark: str) -> Iterator[float]:
        self.shown.remark = remark
        return iter(())

    def _lay(self, words: Iterable[str], how: How = How.TAP) -> Iterator[float]:
        """Cards on the reader, and off again unless they are to rest there."""
        words = tuple(words)
        try:
            uids = self._box.uids(*self._simulated.near(self.table, words))
        except KeyError as missing:
            return self._say(msg(NO_TAG, card=missing.args[0]))
        return self._place(uids, words, how)

    def _tap_name_tag(self, name: str) -> Iterator[float]:
        """Somebody's name tag passes over the reader."""
        uid = self._box.person(name)
        return self._place((uid,), (name,)) if uid else self._say(msg("{who} has no name tag.", who=name))

    def _tap_sticker(self) -> Iterator[float]:
        """The next sticker of a roll, which no deck knows, passes over the reader."""
        uid = next(iter(self._box.new_stickers()), None)
        return self._place((uid,), ("sticker",)) if uid else self._say(msg("The roll of stickers is used up."))

    def _place(self, uids: tuple[bytes, ...], words: Iterable[str], how: How = How.TAP) -> Iterator[float]:
        for uid, word in zip(uids, words, strict=True):
            if uid not in self._lying:
                self._box.wires.lay(uid)
                self._lying[uid] = word
        if how is How.BRUSH:
            yield from self._lift(uids)
        elif how is How.TAP:
            self._passing = uids
            yield self._box.lay_s
            yield from self._lift(uids)
        else:
            yield TURN_S

    def _lift(self, uids: Iterable[bytes]) -> Iterator[float]:
        self._take_up(uids)
        yield AWAY_S

    def _take_up(self, uids: Iterable[bytes]) -> None:
        for uid in uids:
            self._box.wires.lift(uid)
            self._lying.pop(uid, None)
        self._passing = ()

    def _is_pressed(self) -> bool:
        """Whether a finger is on a button."""
        return any(self._box.wires.pins.is_down(button.value) for button in Button)

    def _let_go(self) -> None:
        """No finger is on a button, and what was only to pass over the reader is lifted."""
        self._take_up(self._passing)
        for button in Button:
            self._box.wires.pins.release(button.value)

    def _push(self, button: Button, *, down: bool) -> Iterator[float]:
        """A finger stays at least as long on a button as fingers do."""
        pins = self._box.wires.pins
        (pins.press if down else pins.release)(button.value)
        yield PRESS_S if down else TURN_S

    def _press(self, button: Button, seconds: float = PRESS_S) -> Iterator[float]:
        self._box.wires.pins.press(button.value)
        yield seconds
        yield from self._push(button, down=False)

    def _deal(self, most: int) -> Iterator[float]:
        """The dealer's taps: hands that are scanned, cards drawn into them, or the next card of the stack."""
        word = self._simulated.face_down(self.table)
        if not word:
            up = self._simulated.turned_up(self.table)
            yield from self._lay(up) if up else self._say(NOTHING_TO_DEAL)
        while word and most:
            yield from self._lay((word,))
            yield Pause(0.0)
            word, most = self._simulated.face_down(self.table), most - 1

    def _turn_bone(self) -> Iterator[float]:
        bone = self._simulated.bone(self.table)
        return self._lay(bone) if bone else self._say(NO_BONE)

    def _perform(self, given: object) -> Iterator[float]:
        match given:
            case Tapped(pieces=pieces):
                yield from self._lay(tuple(map(str, pieces)))
            case Pressed(button=button):
                yield from self._press(button)
            case Held(button=button):
                yield from self._press(button, HOLD_S)

    def _switch_on(self) -> None:
        self._box, self._powered = SimulatedBox(self._store, self._chances, lying=self._lying), True
        self._heard.begin_anew()
        self._free_at = 0.0

    def _scan(self) -> Iterator[float]:
        """All cards that are dealt face down pass over the reader, one in a turn, before anybody has looked up."""
        self._hurried, before = True, None
        while (word := self._simulated.face_down(self.table)) and before is not self.table:
            before = self.table
            try:
                self._box.tap(word)
            except KeyError:
                self.shown.remark = msg(NO_TAG, card=word)
            yield TURN_S
