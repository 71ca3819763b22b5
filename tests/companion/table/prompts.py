"""Every kind of prompt of all games: those of the gallery, and those that matches played by chance come by."""

from __future__ import annotations

from functools import cache
from itertools import chain
from random import Random

from companion.cards import Card, CardSet
from companion.games.bonehead.tableau import Layout
from companion.games.registry import GAMES
from companion.inputs.inputs import Button, Held, Input, Pressed, Tapped
from companion.match.header import Header
from companion.rules.referee.knowledge import Knowledge
from companion.table.handling import handle
from companion.table.modes import Restoring, SwitchedOff
from companion.table.reply import Outcome
from companion.table.setup_dialogue import begin, open_table
from companion.table.state import House, Table
from companion.tags.tag_decks import CardCopy
from tests.evening import asks
from tools.gallery import gallery
from tools.gallery.boxes import AtTheDecks

BUTTONS: tuple[Input, ...] = (*map(Pressed, Button), Held())
NAMES = ("Ann", "Bob", "Cid", "Dee")
WALKS, STEPS = 1, 80
PRESSED_NOW_AND_THEN = 0.15
"""So often somebody presses a button where a card would do."""


def luck(_: int) -> int:
    return 0


def tap(*cards: Card) -> Tapped:
    return Tapped(tuple(CardCopy(str(card.face), card.copy) for card in cards))


def cards_of(table: Table) -> tuple[Card, ...]:
    return table.playing.header.game.deck.cards_in_order


def knowledge_of(table: Table) -> Knowledge | None:
    """What the table has seen of the deal in play; None where no cards are dealt or the next deal is due."""
    state = table.playing.state
    if isinstance(state, Layout):
        return state.knowledge
    deal = getattr(state, "deal", None)
    return None if deal is None or table.playing.expects.implied else deal.knowledge


def played(table: Table) -> tuple[Card, ...]:
    """The cards that lie open in this deal, of alike ones those that were named."""
    known = knowledge_of(table)
    if known is None:
        return ()
    deck = table.playing.header.game.deck
    surely: CardSet = known.out & known.for_good if deck.cards_in_order[0].copy else known.out
    return tuple(deck.cards(surely))


def good_tap(table: Table, chance: Random) -> Input | None:
    """The tap of some card that counts now; None: no card does."""
    cards = chance.sample(cards_of(table), len(cards_of(table))) if table.match else ()
    replies = ((tap(card), handle(table, tap(card), luck)) for card in cards)
    return next((given for given, reply in replies if reply.outcome not in {Outcome.REJECTED, Outcome.NOTHING}), None)


def kind(table: Table) -> tuple[object, ...]:
    """Two tables of one kind ask the same of people."""
    question = asks(table)
    over = (type(table.overlay).__name__, type(table.mode).__name__, table.page)
    if table.match is None:
        return ("set-up", question, over)
    expected = table.playing.expects
    laid = (expected.headline, expected.tap and expected.tap.word, bool(table.begun.gathered), bool(expected.implied))
    steps = (question, over, len(table.path), table.scored, table.scanning() is not None, table.playing.ended)
    return (table.playing.header.game.name, *laid, *steps)


def walked(name: str, seed: int, *, scanned: bool) -> list[Table]:
    """A match played by chance, one table after the other."""
    chance, game = Random(seed), GAMES[name]
    seats = max(number for number in game.players if number <= len(NAMES))
    table = begin(Table(House(GAMES)), Header(game, NAMES[:seats], 0), tuple(range(seats)) if scanned else ()).table
    tables = [table]
    while len(tables) < STEPS and table.match is not None:
        given = good_tap(table, chance) if chance.random() > PRESSED_NOW_AND_THEN else None
        table = handle(table, given or chance.choice(BUTTONS), luck).table
        tables.append(table)
    return tables


def sitting_down(place: int) -> list[Table]:
    """The set-up of the game at this place, everything answered by OK."""
    tables = [open_table(House(GAMES, NAMES[:2]))]
    for button in (*(Button.DOWN,) * place, *(Button.OK,) * 9):
        if tables[-1].match is None:
            tables.append(handle(tables[-1], Pressed(button), luck).table)
    return tables


@cache
def prompts() -> tuple[Table, ...]:
    """One table of each kind."""
    names = (name for name, shown in gallery.GALLERY.items() if not isinstance(shown, AtTheDecks))
    shown = map(gallery.table, reversed([*names]))
    met = {kind(table): table for table in shown if not isinstance(table.mode, SwitchedOff | Restoring)}
    for place, name in enumerate(GAMES):
        evenings = (walked(name, seed, scanned=scanned) for seed in range(WALKS) for scanned in (False, True))
        for table in chain(sitting_down(place), *evenings):
            met.setdefault(kind(table), table)
    return tuple(met.values())
