"""The match in play at the virtual table: parked, ended or thrown away when another takes its place."""

from __future__ import annotations

from pathlib import Path

from companion.http.views.desk import LeavingWays
from companion.match.match import Match
from companion.rules.referee.verdicts import Illegal
from companion.rules.statements import Statement
from companion.storage.records import Store
from companion.support.messages import Message, msg, tr
from companion.support.text import listing
from companion.table.apply_statements import beneath, say
from companion.table.effects import AddLine, ParkRecord
from companion.table.notes import PARKED
from companion.table.reply import Reply
from companion.table.state import Table
from companion.tags.tag_decks import TagDeck
from companion.web.examples import Example, forget
from companion.web.hands import Hands, RefusedOrderError
from companion.web.orders import Leaving

END = Statement("end")
CANNOT_END = msg("This game cannot be finished here: park it, or throw it away.")
THROWN_AWAY = msg("{game} is thrown away. “New game” lists it, should you want it back.")


class MatchInPlay:
    """The match on the table, and what becomes of it when another takes its place.

    `_example` is the record of an example, which nobody plays. `_left` has the deck of each match that was left at
    this table.
    """

    def __init__(self, store: Store, hands: Hands) -> None:
        self._store = store
        self._hands = hands
        self._example: Path | None = None
        self._left: dict[str, TagDeck | None] = {}
        self._ends: tuple[Match | None, bool] = None, False
        self._gives_way = False

    @property
    def record(self) -> str:
        """The name of the record in play; empty: none is."""
        return self._hands.box.recorder.name if self._table.in_play else ""

    @property
    def _table(self) -> Table:
        return self._hands.table

    def leave(self, leaving: Leaving) -> str:
        """Park, end or throw away what is in play, or finish it if it is over; an example is gone.

        Returns what is told of it. Raises RefusedOrderError.
        """
        asked, told = self.leaving(), ""
        if asked and leaving.value not in asked["ways"]:
            raise RefusedOrderError(CANNOT_END)
        if self._table.in_play and not self.shows_example:
            told = self._put_aside(leaving)
        self._hands.clear_reader()
        self.close()
        return told

    def _put_aside(self, leaving: Leaving) -> str:
        table, recorder = self._table, self._hands.box.recorder
        plays = bool(table.playing.expects.words)
        if plays and leaving is not Leaving.END:
            return self._park(throws_away=leaving is Leaving.THROW_AWAY)
        if plays:
            recorder.keep(say(beneath(table), (END,)))
        recorder.finish()
        return ""

    def _park(self, *, throws_away: bool) -> str:
        """Park the match. What is thrown away is parked first, too: put back, it waits as others do."""
        path = self._hands.box.recorder.path
        assert path is not None, "what is in play has a record"
        self._left[path.stem] = self._hands.setup.deck
        self._hands.box.recorder.keep(Reply(self._table, effects=(AddLine(PARKED), ParkRecord())))
        if not throws_away:
            return ""
        self._store.throw_away(path)
        return msg(THROWN_AWAY, game=self._name())

    def leaving(self) -> LeavingWays | None:
        """What may become of the match in play when another is begun; None: nobody needs to be asked."""
        table = self._table
        if not self._hands.powered or not table.in_play or not table.playing.expects.words or self.shows_example:
            return None
        ways = [way.value for way in Leaving if way is not Leaving.END or self._can_end()]
        return {"called": tr(self._name()), "ways": ways}

    def _name(self) -> Message:
        header = self._table.playing.header
        return msg("{game} with {names}", game=msg(header.game.title), names=listing(header.names))

    def _can_end(self) -> bool:
        """Whether the rules let the match end here."""
        match = self._table.playing
        if self._ends[0] is not match:
            self._ends = match, not isinstance(match.say(END)[1].verdict, Illegal)
        return self._ends[1]

    @property
    def shows_example(self) -> bool:
        """Whether an example is in play, and not what somebody has begun since."""
        return self._example is not None and self.record == self._example.stem

    def show(self, example: Example) -> None:
        """Put the record of an example in the place of what was left."""
        self._example = example.begin(self._store)

    def deck_of(self, record: str) -> TagDeck | None:
        """The deck of a match that was left at this table; None: drawn cards."""
        return self._left.get(record)

    def give_way(self) -> None:
        """Another table takes the place of this one: at its end the match in play is parked, not left running."""
        self._gives_way = True

    def close(self) -> None:
        """Leave the table as it stands; everything is saved, but no example."""
        gives_way, self._gives_way = self._gives_way and self._table.in_play and not self.shows_example, False
        if gives_way and not self._hands.powered:
            self._hands.switch_on()  # a pulled plug leaves no record open
        if gives_way:
            self._put_aside(Leaving.PARK)
        self._hands.box.pull_the_plug()
        if self._example is not None:
            forget(self._example)
        self._example = None
