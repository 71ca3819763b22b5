"""Screens of a box beside its games, for the gallery: its decks, its settings, and its club."""

from __future__ import annotations

from collections.abc import Mapping

from companion.enrolment.deck_kinds import FRENCH
from companion.enrolment.enrolment import Enrolment, Verification
from companion.games.birddog.rules import BIRD_DOG
from companion.games.registry import GAMES
from companion.games.rook.rules import ROOK
from companion.inputs.club import Club, ClubRound, ClubTable
from companion.inputs.inputs import GainsTried, Input, Lifted, Ordered, Stranger, Tapped, Untouched
from companion.match.header import Header
from companion.rules.game import Game
from companion.runtime.offered_settings import SoundHere, pages
from companion.runtime.settings_in_force import HELPER_MISSING, NEEDS_ROOT, NOT_KEPT, UNCHANGED, in_force
from companion.settings.schema import DEFAULTS, Settings, VoiceSettings
from companion.support.values import dataclass, replace
from companion.table import club, setup_dialogue
from companion.table.handling import handle
from companion.table.settings_menu import NO_CARD_SEEN, show_list
from companion.table.state import BoxNotice, House, Table
from companion.tags.tag_decks import CardCopy, NoCard, Person, Shelf, TagDeck, simulated_deck
from tools.gallery.evenings import LONGEST, TRIO, WORDS, Names, after, no_luck

# ---------------------------------------------------------------- decks


NEW_STICKERS = bytes.fromhex("04AB00000000")


@dataclass(frozen=True, slots=True)
class AtTheDecks:
    """Decks, and a script for them: "new" taps a new sticker, "new*12" twelve of them.

    "phone", "bank-card" and "two" are refused by every deck. "5H" is the sticker of that card, in the deck at hand or
    else in any other; "weak:5H" lifts it after a bad read. `types`: the reader types numbers either way round.
    """

    script: str = ""
    decks: tuple[TagDeck, ...] = ()
    regulars: Names = TRIO
    types: bool = False

    def table(self) -> Table:
        """The table at the end of the script."""
        house = House(GAMES, self.regulars, undecided_readers=frozenset({0} if self.types else ()))
        table, stickers = setup_dialogue.at_power_on(setup_dialogue.open_table(house), Shelf(self.decks)), 0
        for word in self.script.split():
            name, _, times = word.partition("*")
            for _ in range(int(times or 1)):
                stickers += name == "new"
                table = handle(table, _input(name, table, stickers), no_luck).table
        return table


def _input(word: str, table: Table, stickers: int) -> Input:
    """The input that a word of the script stands for."""
    new = Stranger(uid=NEW_STICKERS + bytes([stickers]))
    match word.split(":"):
        case ["new"]:
            return Tapped((new,))
        case ["two"]:
            return Tapped((new, Stranger(uid=NEW_STICKERS + b"\xff")))
        case ["bank-card"]:
            return Tapped((Stranger(kind=NoCard.CHIP_CARD),))
        case ["phone"]:
            return Tapped((Stranger(kind=NoCard.PHONE),))
        case ["weak", card]:
            return Lifted(Stranger(uid=_sticker(card, table)), 5)
        case _:
            return WORDS.get(word) or Tapped((Stranger(uid=_sticker(word, table)),))


def _sticker(card: str, table: Table) -> bytes:
    in_hand = (table.decks.deck,) if isinstance(table.decks, Enrolment | Verification) else ()
    decks: tuple[TagDeck, ...] = (*in_hand, *table.house.shelf.decks)
    return next(uid for deck in decks for uid, piece in deck.pieces.items() if piece == CardCopy(card))


def _french(name: str, cards: int) -> TagDeck:
    words = [str(card) for card in FRENCH.cards_in_order]
    return TagDeck(name, "french", simulated_deck(name, words[:cards]).pieces)


WHOLE, SOME = _french("french", 52), _french("french", 40)
OTHER = TagDeck("rook", "rook", simulated_deck("rook", ["14R", "7D"]).pieces)
LONGEST_NAME = TagDeck("the-deck-with-the-longest-name-there-can", "french", SOME.pieces)
RUN = "hold DOWN OK OK OK"
"""Enrol another French deck."""
CHECK = "hold DOWN OK DOWN OK OK"

ENROLMENTS: Mapping[str, AtTheDecks] = {
    "no-deck": AtTheDecks(),
    "decks": AtTheDecks("hold DOWN OK DOWN", (WHOLE, OTHER)),
    "deck-kinds": AtTheDecks("OK DOWN"),
    "deck-choices": AtTheDecks("hold DOWN OK DOWN OK", (SOME,)),
    "enrol-first": AtTheDecks("OK OK"),
    "enrol-number": AtTheDecks("OK OK new DOWN", types=True),
    "enrol-next": AtTheDecks("OK OK new*16"),
    "enrol-alike": AtTheDecks("OK DOWN OK new*47"),
    "enrol-drinks": AtTheDecks("OK DOWN DOWN DOWN DOWN OK new*3"),
    "enrol-persons": AtTheDecks("OK UP UP OK new"),
    "enrol-commands": AtTheDecks("OK UP OK new"),
    "enrol-clash": AtTheDecks("OK OK new*16 3S"),
    "enrol-elsewhere": AtTheDecks(f"{RUN} new*16 14R", (OTHER,)),
    "enrol-phone": AtTheDecks("OK OK new*16 phone"),
    "enrol-bank-card": AtTheDecks("OK OK new*16 bank-card"),
    "name-first": AtTheDecks("OK DOWN*5 OK DOWN"),
    "name-next": AtTheDecks("OK DOWN*5 OK DOWN*25 OK DOWN*14 OK DOWN*4"),
    "name-end": AtTheDecks("OK DOWN*5 OK OK DOWN*13 OK DOWN*13 OK UP"),
    "name-none": AtTheDecks("OK DOWN*5 OK UP OK"),
    "name-tag": AtTheDecks("OK DOWN*5 OK OK DOWN*13 OK DOWN*13 OK UP OK"),
    "enrol-two-tags": AtTheDecks("OK OK new*16 two"),
    "enrol-whole": AtTheDecks("OK OK new*52"),
    "enrol-weak": AtTheDecks("OK OK new*52 weak:8H weak:KC"),
    "enrol-skipped": AtTheDecks("OK OK new*16 DOWN new*20 DOWN new*14 weak:8H"),
    "replace-which": AtTheDecks(f"{CHECK} BACK hold DOWN OK DOWN OK DOWN OK DOWN OK", (WHOLE,)),
    "replace-next": AtTheDecks("hold DOWN OK DOWN OK DOWN OK DOWN OK OK", (WHOLE,)),
    "replaced": AtTheDecks("hold DOWN OK DOWN OK DOWN OK DOWN OK OK new", (WHOLE,)),
    "verify-first": AtTheDecks(CHECK, (WHOLE,)),
    "verify": AtTheDecks(f"{CHECK} 2S 3S 7D 5H weak:5H", (WHOLE,)),
    "verify-elsewhere": AtTheDecks(f"{CHECK} 2S 14R", (WHOLE, OTHER)),
    "verify-unknown": AtTheDecks(f"{CHECK} 2S new", (WHOLE,)),
    "verify-whole": AtTheDecks(f"{CHECK} {' '.join(map(str, FRENCH.cards_in_order))}", (WHOLE,)),
    "longest-persons": AtTheDecks("OK UP UP OK new new", regulars=LONGEST),
    "longest-deck": AtTheDecks(CHECK, (LONGEST_NAME,)),
}


# ---------------------------------------------------------------- settings


TRIED = GainsTried(((18, 0), (23, 4), (33, 10), (38, 10), (43, 10), (48, 9)), 10)


@dataclass(frozen=True, slots=True)
class AtSettings:
    """A table in the settings of its box, and then a script; `by` are the settings in force.

    `then` comes after the script; `overlay` lies over the picture.
    """

    script: str = ""
    by: Settings = DEFAULTS
    speaks: bool = True
    then: Input | None = None
    overlay: BoxNotice | None = None

    def table(self) -> Table:
        """The table at the end of the script."""
        header = Header(BIRD_DOG, TRIO, 2)
        in_menu = after(setup_dialogue.begin(Table(House(GAMES, adjusts=True)), header, ()).table, "10D hold UP UP")
        sound = SoundHere(self.speaks, {"plughw:CARD=Device": "USB Audio Device"})
        table = after(show_list(in_menu, pages(self.by, (2026, 11, 27, 20, 15), sound)), self.script)
        table = handle(table, self.then, no_luck).table if self.then else table
        return replace(table, overlay=self.overlay) if self.overlay else table


BOX_SETTINGS: Mapping[str, AtSettings] = {
    "settings": AtSettings(),
    "settings-end": AtSettings("UP"),
    "settings-language": AtSettings("OK"),
    "settings-voice": AtSettings("DOWN OK DOWN", speaks=False),
    "settings-volume": AtSettings("DOWN DOWN OK", Settings(voice=VoiceSettings(verbosity="all"))),
    "settings-sound-card": AtSettings("DOWN DOWN DOWN OK", Settings(voice=VoiceSettings(verbosity="all"))),
    "settings-beeps": AtSettings("DOWN DOWN OK"),
    "settings-brightness": AtSettings("DOWN DOWN DOWN OK"),
    "settings-display-off": AtSettings("DOWN DOWN DOWN DOWN OK"),
    "settings-box-off": AtSettings("DOWN DOWN DOWN DOWN DOWN OK"),
    "settings-thinking": AtSettings("DOWN DOWN DOWN DOWN DOWN DOWN OK"),
    "settings-reader": AtSettings("UP UP OK"),
    "settings-gains": AtSettings("UP UP OK", then=TRIED),
    "settings-month": AtSettings("UP OK OK"),
    "settings-not-kept": AtSettings(overlay=BoxNotice(NOT_KEPT, in_force(UNCHANGED))),
    "settings-no-card": AtSettings(overlay=BoxNotice(*NO_CARD_SEEN)),
    "settings-needs-root": AtSettings(overlay=BoxNotice(NEEDS_ROOT, HELPER_MISSING)),
    "going-to-sleep": AtSettings("BACK", then=Untouched()),
}


# ---------------------------------------------------------------- the club


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
        table = club.at_power_on(setup_dialogue.open_table(House(games, club=Club())))
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
