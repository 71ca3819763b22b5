"""Screens of a club's table: orders, name tags, boards and results."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.birddog.rules import BIRD_DOG
from companion.games.rook.rules import ROOK
from companion.inputs.club import Club, ClubRound, ClubTable
from companion.inputs.inputs import Ordered, Tapped
from companion.rules.game import Game
from companion.support.values import dataclass
from companion.table.club import at_power_on
from companion.table.handling import handle
from companion.table.setup_dialogue import open_table
from companion.table.state import House, Table
from companion.tags.tag_decks import Person
from tools.gallery.evenings import LONGEST, TRIO, Names, after, no_luck

DEAL = "10D DOWN DOWN OK OK AC 10C KC QS KS AS AH 10H KH JC QC 9D JS 10S JD AD 9H KD QD QH JH"


@dataclass(frozen=True, slots=True)
class AtTheClub:
    """A table of a club from power-on: taps and presses, "order" and "next" for the orders of the director.

    "elsewhere" is an order that seats Zoë at another table. "tags" taps the name tags of all people of this one, "tag"
    that of the second of them, "foreign" Zoë's.
    """

    script: str = ""
    names: Names = TRIO
    game: Game = BIRD_DOG
    boards: tuple[int, ...] = ()
    round: int = 2
    table_number: int = 4

    def table(self) -> Table:
        """The table at the end of the script."""
        games = {game.name: game for game in (BIRD_DOG, ROOK)}
        table = at_power_on(open_table(House(games, club=Club())))
        for word in self.script.split():
            orders = {"order": self._wish(self.round), "next": self._wish(self.round + 1)}
            orders["elsewhere"] = orders["order"]
            if word in orders:
                places = {"Zoë": 12} if word == "elsewhere" else {}
                table = handle(table, Ordered(orders[word], places=places), no_luck).table
                continue
            tags = {"tags": self.names, "tag": self.names[1:2], "foreign": ("Zoë",)}
            for name in tags.get(word, ()):
                table = handle(table, Tapped((Person(name),)), no_luck).table
            table = table if word in tags else after(table, word)
        return table

    def _wish(self, number: int) -> ClubTable:
        deals = len(self.boards) or 1
        place = ClubRound("2026-11-25-club", number, self.table_number, deals, self.boards)
        return ClubTable(place, self.game.name, self.names, self.names[-1])


FOUR: Names = ("Ann", "Bob", "Cid", "Dee")

CLUBS: Mapping[str, AtTheClub] = {
    "club": AtTheClub(),
    "club-here": AtTheClub("tags"),
    "club-table": AtTheClub("order"),
    "club-table-one": AtTheClub("order tag", names=FOUR, game=ROOK, table_number=100, round=12),
    "club-not-here": AtTheClub("order foreign"),
    "club-elsewhere": AtTheClub("elsewhere foreign"),
    "club-begins": AtTheClub("order tag OK", names=FOUR, game=ROOK),
    "club-board": AtTheClub("order tags", boards=(5, 6)),
    "club-result": AtTheClub(f"order tags {DEAL}"),
    "club-result-next": AtTheClub(f"order tags 10D next {DEAL.removeprefix('10D ')}"),
    "club-menu": AtTheClub("order hold"),
    "longest-club-table": AtTheClub("order", names=LONGEST),
    "longest-club-begins": AtTheClub("order OK", names=LONGEST),
}
