"""The virtual table as its page sees it: the whole view, and whether it may be another one by now."""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_
from typing import TypeAlias

from companion.enrolment.enrolment import Verification
from companion.http.views.desk import AskedTold, DeskView, FaultSwitch, GameTile, MomentsTold
from companion.http.views.shared import MatchEnding
from companion.http.views.table import TableCards
from companion.match.match import Match
from companion.rules.game import Game
from companion.rules.partners import sides_of
from companion.screens.to_person import remark_in_words, score_in_words
from companion.simulation.box import SimulatedSetup
from companion.storage.records import Store
from companion.support.caching import memoize
from companion.support.lazy_import import nothing
from companion.support.messages import language, tr
from companion.table.asked import may_interrupt
from companion.table.modes import Playing, SettingUp, ShuttingDown
from companion.table.setup import COMPUTER_NAMES
from companion.table.state import Advised, Advising, OfBox, Table, Why
from companion.web.advice import Adviser, doing, has_hint
from companion.web.ahead import is_yours, possible
from companion.web.asked import asked_json, sentences_to_hear
from companion.web.autoplay import Autoplay, Habits
from companion.web.dealt_cards import DealtCards
from companion.web.delayed_removal import (
    SEEN_S,
    SWEPT_S,
    ends_match,
    has_delayed_removal,
    is_full_trick,
    is_swept,
    view_before_removal,
)
from companion.web.hands import OFF, Hands, Movement, Wait
from companion.web.heard import PageEars
from companion.web.match_in_play import MatchInPlay
from companion.web.matches import Matches, pointed_at
from companion.web.narration import moments_json, news, playing_ahead
from companion.web.order_queue import OrderQueue
from companion.web.orders import Ahead
from companion.web.stored_decks import TableDecks
from companion.web.view import box_json, box_signs, next_json, on_reader, table_json
from companion.web.watching import Demonstration

ON_THE_PANEL_ALONE: TypeAlias = Why | Advising | Advised | OfBox
"""What the sentence of the page does not say."""


class BriefLook:
    """A card that lies where people can see it, although the program has taken it away: once for each match."""

    def __init__(self, hands: Hands, demonstration: Demonstration, habits: Habits) -> None:
        self._hands = hands
        self._demonstration = demonstration
        self._habits = habits
        self._seen: Match | None = None
        self._swept: Match | None = None

    @property
    def lasts(self) -> bool:
        """Whether a card still lies there that is gone in the next picture."""
        match = self._hands.table.match
        new = match is not self._seen and match is not self._hands.resumed
        free = new and self._hands.powered and self._demonstration.watched is None
        return free and self._hands.table.in_play and has_delayed_removal(match)

    @property
    def holds_back(self) -> bool:
        """Whether what has happened is not shown yet: a full trick is, and only lies there."""
        return self.lasts and not is_full_trick(self._hands.table.playing)

    @property
    def keeps_last_play(self) -> bool:
        """Whether the last play of a match lies there, which Next does not cut short."""
        return self.lasts and ends_match(self._hands.table.playing)

    @property
    def trick_is_swept(self) -> bool:
        """Whether the trick that was just taken was seen, also before the power was off, and goes to its taker."""
        match = self._hands.table.match
        seen = any(match is known for known in (self._seen, self._swept, self._hands.resumed))
        return match is not None and seen and is_swept(match)

    def end(self, match: Match | None) -> None:
        """The card was seen."""
        self._seen = match

    def hold(self) -> Movement:
        """A card that was just turned up, a full trick or the last play lies there for a while; an order ends it.

        A trick then goes to its taker, before anything else is asked or told.
        """
        match, pauses = self._hands.table.playing, self._habits.pauses
        to_see = pauses.last_s if ends_match(match) else pauses.trick_s if is_full_trick(match) else SEEN_S
        yield Wait(to_see, breaks=True)
        self._swept = match
        if is_swept(match):
            yield Wait(SWEPT_S, breaks=True)
        self.end(match)


class DeskParts:
    """What a virtual table is put together from."""

    def __init__(self, store: Store, setup: SimulatedSetup) -> None:
        self.ears = PageEars(lambda table: sentences_to_hear(table, self.cards.simulated))
        self.hands = Hands(store, setup, self.ears)
        self.cards = DealtCards(self.hands)
        self.decks = TableDecks(store, self.hands)
        self.in_play = MatchInPlay(store, self.hands)
        self.matches = Matches(store, self.hands, self.cards, self.decks, in_play=self.in_play)
        self.habits = Habits()
        self.autoplay = Autoplay(self.hands, self.cards, self.habits)
        self.demonstration = Demonstration(self.hands, self.cards, self.matches, self.ears)
        self.look = BriefLook(self.hands, self.demonstration, self.habits)
        self.queue = OrderQueue(self.hands)
        self.adviser = Adviser()

    @property
    def ahead(self) -> Ahead:
        """What the button for the next step does now."""
        table = self.hands.table
        if self.hands.is_off:
            return Ahead.SWITCHES_ON
        if self.look.holds_back:
            return Ahead.GOES_ON
        if table.in_play and not table.playing.expects.words:
            return Ahead.AGAIN
        if table.in_play and may_interrupt(table):
            return Ahead.LEAVES
        mine = table.in_play and table.question is None and is_yours(table, self.cards.deal)
        return Ahead.PLAYS if mine else Ahead.GOES_ON


class Seen:
    """A table that is looked at: nothing here moves a hand."""

    def __init__(self, parts: DeskParts) -> None:
        self._parts = parts
        self._looked_at: tuple[tuple[object, ...], ...] = (), ()

    @property
    def _table(self) -> Table:
        return self._parts.hands.table

    @property
    def _plays_ahead(self) -> bool:
        """Whether hands play ahead, so that nobody sees single cards."""
        return self._parts.queue.jumps and self._table.in_play

    def has_changed(self) -> bool:
        """Whether the view may be another one than when this was last asked; far cheaper than a view.

        While hands play ahead the view changes only when they begin, when a deal is scored, and when they end; and at
        once with every order that is given meanwhile.
        """
        before, self._looked_at = self._looked_at, (self._large(), self._small())
        large, small = self._looked_at
        return small != before[1] or not all(map(is_, large, before[0]))

    def _large(self) -> tuple[object, ...]:
        """What is compared by identity, since comparing is dear: nothing while hands play ahead."""
        hands, shows = self._parts.hands, self._parts.demonstration
        return () if self._plays_ahead else (self._table, hands.setup, shows.watched, shows.caption)

    def _small(self) -> tuple[object, ...]:
        """What changes with orders, each of which counts among those that are done; and with each card that is seen."""
        parts, hands, look = self._parts, self._parts.hands, self._parts.look
        shows, habits = parts.demonstration, parts.habits
        orders = (
            *(parts.queue.remark, parts.queue.done, parts.queue.jumps, parts.adviser.asking),
            *(shows.every_s, shows.paused, shows.stands, habits.fast, habits.pace),
            hands.box.wires.faults.on(),
        )
        if self._plays_ahead:
            return *orders, self._table.playing.scores
        signs = box_signs(hands.box, powered=hands.powered)
        return *orders, look.lasts, look.trick_is_swept, hands.lying, signs, parts.ears.number

    def view(self) -> DeskView:
        """What the page shows now, in the language in effect."""
        parts, table, hands = self._parts, self._table, self._parts.hands
        shows, habits, cards = parts.demonstration, parts.habits, parts.cards.simulated
        runs = hands.powered and not hands.is_off
        plays = runs and shows.watched is None
        said = self._news(), tr(parts.queue.refusal)
        asked = asked_json(table, cards, *said, still_lies=parts.look.lasts) if runs else None
        advises = plays and has_hint(table, cards)
        return {
            "remark": tr(parts.queue.remark),
            "caption": playing_ahead(table.playing) if self._plays_ahead else shows.caption(),
            "every": shows.every_s,
            "fast": habits.fast,
            "pace": habits.pace.value,
            "watching": shows.stands,
            "paused": shows.paused,
            "box": box_json(hands.box, powered=hands.powered),
            "needs_box": self._needs_box(asked),
            "table": (self._table_json() if hands.powered else None) or {},
            "asked": asked,
            "doing": tr(OFF) if hands.is_off else doing(table, cards) if plays else "",
            "moments": self._moments() if plays and table.in_play else None,
            "heard": parts.ears.as_json(),
            "next": next_json(parts.ahead),
            "lying": on_reader(table, parts.cards.deal, hands.lying),
            "hint": parts.adviser.hint(table, cards) if advises and asked else None,
            "advises": advises,
            "faults": self._faults(),
            "games": self._games(),
            "pointed": pointed_at(table.mode),
            "examples": sorted(name for name, game in table.house.offered.items() if game.entry.example),
            "tags": list(table.house.regulars),
            "regulars": list(hands.setup.equipment.regulars),
            "computers": list(COMPUTER_NAMES),
            "enrolling": table.decks is not None,
            "verifies": isinstance(table.decks, Verification),
            "deck": parts.decks.played_with,
            "leaving": parts.in_play.leaving(),
            "saved": [parts.in_play.record, *(parked.record for parked in table.house.parked)],
            "jumps": parts.queue.jumps,
            "ahead": possible(table, parts.cards.deal) if plays else [],
            "done": parts.queue.done,
        }

    def _needs_box(self, asked: AskedTold | None) -> bool:
        """Whether what happens is only seen on the box, as a fault is, or only its buttons answer, as in its menu."""
        parts, hands, table = self._parts, self._parts.hands, self._table
        shows = parts.demonstration.stands == "shows" or table.decks is not None
        tried = not hands.powered or bool(hands.box.wires.faults.on())
        reads = isinstance(table.overlay, ON_THE_PANEL_ALONE)
        reads |= isinstance(table.mode, ShuttingDown)  # it is switched off by OK held down alone
        reads |= not isinstance(table.mode, Playing | SettingUp) and not (asked and asked["answers"])
        return shows or tried or (not parts.queue.busy and (reads or bool(hands.lying)))

    def _moments(self) -> MomentsTold:
        """What stands out in this deal, but for what is not shown yet."""
        match, look = self._table.playing, self._parts.look
        seen = match.before or match if look.holds_back and not look.keeps_last_play else match
        return {"record": self._parts.in_play.record, "number": seen.applied, "latest": moments_json(seen)}

    def _news(self) -> list[str]:
        """What happened since a person last played, after what is told of the latest order."""
        queue, table = self._parts.queue, self._table
        if not table.in_play or self._parts.demonstration.watched is not None:
            return []
        told = [tr(queue.remark)] if queue.remark and not queue.refused else []
        return [*told, *news(table.playing, self._parts.autoplay.played)]

    def _table_json(self) -> TableCards | None:
        """The cards on the table; an ending with the time of it."""
        swept, match = self._parts.look.trick_is_swept, self._table.match
        shown = table_json(self._table, self._parts.cards.deal, swept=swept)
        if shown is None or match is None:
            return None
        if self._parts.demonstration.watched is not None:
            shown = {**shown, "me": 0, "down": []}  # who watches keeps the place: no turn moves the chairs
        if self._parts.look.holds_back:
            return view_before_removal(shown, match)
        if shown["ending"] is None:
            return shown
        at, (few, why) = self._parts.hands.box.recorder.at, (match.remark[0], remark_in_words(match))
        last = score_in_words(match) if match.header.game.keeps_score else ""
        ending: MatchEnding = {**shown["ending"], "at": at, "remark": [tr(few), why] if why else None, "last": last}
        return {**shown, "ending": ending}

    def _faults(self) -> list[FaultSwitch]:
        """The faults that the wires know, and which of them are on."""
        wires = self._parts.hands.box.wires
        return [
            {"name": name, "sentence": tr(sentence), "on": wires.faults.is_on(name)}
            for name, sentence in wires.known_faults.items()
        ]

    def _games(self) -> list[GameTile]:
        """The games of this table, as their tiles tell them, each with the decks for it."""
        decks, offered = self._parts.decks.offers(), self._table.house.offered
        return [{**tile, "decks": decks[tile["name"]]} for tile in _tiles(offered, (language(), *offered))]


@memoize
def _tiles(offered: Mapping[str, Game], known_by: tuple[str, ...]) -> list[GameTile]:
    """The tiles of these games, without decks. They are remembered by the language in effect and their names."""
    del known_by
    return [
        {
            "name": name,
            "title": tr(game.title),
            "look": game.entry.look,
            "known": game.entry.known,
            "players": list(game.players),
            "partners": len(sides_of(game, game.players[-1])) < game.players[-1],
            "line": tr(game.entry.line),
            "minutes": game.entry.minutes,
            "short": dict(game.entry.short),
            "short_minutes": game.entry.short_minutes,
            "computers": game.entry.strategy is not nothing,
            "decks": [],
        }
        for name, game in offered.items()
    ]
