"""The virtual table as its page sees it: the whole view, and whether it may be another one by now."""

from __future__ import annotations

from dataclasses import astuple
from operator import is_
from typing import TYPE_CHECKING

from companion.rules.entry import nothing
from companion.rules.partners import sides_of
from companion.support.messages import tr
from companion.table.setup import COMPUTER_NAMES
from companion.web.advice import hint, news_json, tip_of
from companion.web.asked import asked_json
from companion.web.brief_looks import before_it_goes, goes_soon
from companion.web.jumps import is_yours
from companion.web.narration import last_play
from companion.web.orders import JUMPS
from companion.web.setup_answers import pointed_at
from companion.web.showing import Shows
from companion.web.view import Ahead, box_json, next_json, table_json

if TYPE_CHECKING:
    from companion.http.views import DeskView, FaultSwitch, GameTile, TableCards
    from companion.simulation.box import Chances
    from companion.storage.records import Store


class Seen(Shows):
    """A table that is looked at: nothing here moves a hand."""

    def __init__(self, store: Store, chances: Chances) -> None:
        super().__init__(store, chances)
        self._looked_at: tuple[tuple[object, ...], tuple[object, ...]] = (), ()

    def has_changed(self) -> bool:
        """Whether the view may be another one than when this was last asked; far cheaper than a view."""
        large: tuple[object, ...] = (self.table, self._chances, self._watched)  # by identity: comparing is dear
        small = (
            *astuple(self.shown),
            self._is_offered,
            self._lets_see,
            self._powered,
            self.done,
            self._heard.number,
            self._order in JUMPS,
            *self._lying.values(),
            self._box.wires.faults.on(),
            box_json(self._box, powered=self._powered),
        )
        before, self._looked_at = self._looked_at, (large, small)
        return small != before[1] or not all(map(is_, large, before[0]))

    def listen(self, languages: frozenset[str]) -> None:
        """In these languages the page is heard from now on."""
        self._heard.listen(languages, self.table if self._powered else None)

    def view(self) -> DeskView:
        """What the page shows now, in the language in effect."""
        table, hands, shown = self.table, self._simulated, self.shown
        tip, news = tip_of(table, hands), news_json(table, hands, watching=shown.watching)
        return {
            "remark": tr(shown.remark),
            "caption": shown.caption and self._caption(),
            "every": shown.every,
            "hinted": shown.hinted,
            "fast": shown.fast,
            "quick": shown.quick,
            "watching": shown.watching,
            "paused": shown.paused,
            "box": box_json(self._box, powered=self._powered),
            "table": (self._table_json() if self._powered else None) or {},
            "asked": asked_json(table, hands.cards(table), news, tr(shown.remark)) if self._powered else None,
            **news,
            "heard": self._heard.as_json(),
            "next": next_json(self._next_does()),
            "lying": list(self._lying.values()),
            "hint": hint(table, hands, tip) if shown.hinted else None,
            "faults": self._faults(),
            "games": self._games(),
            "pointed": pointed_at(table.mode),
            "examples": sorted(name for name, game in table.house.offered.items() if game.entry.example),
            "tags": list(self._chances.equipment.regulars),
            "computers": list(COMPUTER_NAMES),
            "enrolling": table.decks is not None,
            "deck": self.played_with(),
            "leaving": self._leaving(),
            "saved": [self._in_play, *(parked.record for parked in table.house.parked)],
            "jumps": self._order in JUMPS,
            "done": self.done,
        }

    def _table_json(self) -> TableCards | None:
        """The cards on the table; an ending with the time of it, and the play that brought it."""
        shown, match = table_json(self.table, self._simulated.cards(self.table)), self.table.match
        if shown is None or match is None:
            return None
        if self._lets_see:
            return before_it_goes(shown, match)
        if shown["ending"] is None:
            return shown
        return {**shown, "ending": {**shown["ending"], "at": self._box.recorder.at, "last": last_play(match)}}

    def _faults(self) -> list[FaultSwitch]:
        """The faults that the wires know, and which of them are on."""
        wires = self._box.wires
        return [
            {"name": name, "sentence": tr(sentence), "on": wires.faults.is_on(name)}
            for name, sentence in wires.known_faults.items()
        ]

    def _games(self) -> list[GameTile]:
        """The games of this table, as their tiles tell them."""
        return [
            {
                "name": name,
                "title": tr(game.title),
                "known": game.entry.known,
                "players": list(game.players),
                "partners": len(sides_of(game, game.players[-1])) < game.players[-1],
                "line": tr(game.entry.line),
                "minutes": game.entry.minutes,
                "computers": game.entry.strategy is not nothing,
                "decks": self.offers()[name],
            }
            for name, game in self.table.house.offered.items()
        ]

    def _next_does(self) -> Ahead:
        """What the button for the next step does now."""
        table = self.table
        if self._is_offered:
            return Ahead.OFFERED
        if self._lets_see:
            return Ahead.GOES_ON
        if table.in_play and not table.playing.expects.words:
            return Ahead.AGAIN
        mine = table.in_play and table.question is None and is_yours(table, self._simulated.cards(table))
        return Ahead.PLAYS if mine else Ahead.GOES_ON

    @property
    def _lets_see(self) -> bool:
        """Whether a card still lies there that is gone in the next picture."""
        match = self.table.match
        new = self._powered and not self.shown.watching and match is not self._looked_at_last
        return new and self.table.in_play and goes_soon(match)

    def _switch_on(self) -> None:
        super()._switch_on()
        self._looked_at_last = self.table.match
