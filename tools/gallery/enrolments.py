"""Decks for the gallery: scripts of stickers and presses from power-on."""

from __future__ import annotations

from collections.abc import Mapping

from companion.enrolment.deck_kinds import FRENCH
from companion.enrolment.enrolment import Enrolment, Verification
from companion.games.registry import GAMES
from companion.inputs.inputs import Input, Lifted, Stranger, Tapped
from companion.support.values import dataclass
from companion.table.handling import handle
from companion.table.setup_dialogue import at_power_on, open_table
from companion.table.state import House, Table
from companion.tags.tag_decks import CardCopy, NoCard, Shelf, TagDeck, simulated_deck
from tools.gallery.evenings import LONGEST, TRIO, WORDS, Names, no_luck

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
        table, stickers = at_power_on(open_table(house), Shelf(self.decks)), 0
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
