"""Which pieces belong to a deck of each kind, in the order in which they are enrolled, and what people call them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cards.card import SUIT_SIGNS, Card
from companion.cards.deck import Deck
from companion.support.values import dataclass, field, replace
from companion.tags.decks import CardCopy, Command, Person

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.rules.game import Game
    from companion.tags.decks import Piece, TagDeck

FRENCH = Deck.of("2 3 4 5 6 7 8 9 10 J Q K A", "S H D C")
PERSONS, COMMANDS = "persons", "commands"


@dataclass(frozen=True, slots=True)
class DeckKind:
    """A kind of deck: `name` as in its file, `title` for people, `pieces` in the order of enrolment.

    `cards` knows their signs; None where the pieces are no cards. `hints` say by the word of a card what else will do.
    """

    name: str
    title: str
    pieces: tuple[Piece, ...]
    cards: Deck | None = None
    hints: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of_cards(cls, name: str, title: str, deck: Deck, hints: Mapping[str, str] | None = None) -> DeckKind:
        """A tag for each card of a deck."""
        return cls(name, f"{title} {len(deck)}", tuple(map(_copy, deck.cards_in_order)), deck, hints or {})

    def sign(self, piece: Piece) -> str:
        """What people call a piece, of this kind or another; alike cards have one name."""
        match piece:
            case CardCopy(card=word):
                card = self._card(word) or FRENCH.card(word)
                return card.sign if card else word
            case Command():
                return piece.value
            case Person(name=name):
                return name

    def remark(self, piece: Piece) -> str:
        """What else must be said of it: which of alike cards it is; empty for nothing."""
        if not isinstance(piece, CardCopy) or not piece.copy:
            return ""
        alike = sum(isinstance(other, CardCopy) and other.card == piece.card for other in self.pieces)
        return " ".join(filter(None, (f"{piece.copy} of {alike}", self.hints.get(piece.card))))

    def called(self, piece: Piece) -> str:
        """The sign, with the number of its copy where there are alike ones, for lists."""
        return f"{self.sign(piece)}/{piece.copy}" if isinstance(piece, CardCopy) and piece.copy else self.sign(piece)

    def groups(self) -> Mapping[str, tuple[Piece, ...]]:
        """The pieces by suit, colour or rank, for finding one of them with few presses."""
        found: dict[str, tuple[Piece, ...]] = {}
        for piece in self.pieces:
            label = self._group(piece)
            found[label] = (*found.get(label, ()), piece)
        return found

    def _group(self, piece: Piece) -> str:
        card = self._card(piece.card) if isinstance(piece, CardCopy) else None
        return (SUIT_SIGNS.get(card.suit, card.suit) or card.rank) if card else "all"

    def _card(self, word: str) -> Card | None:
        return self.cards.card(word) if self.cards else None

    def with_all_of(self, deck: TagDeck) -> DeckKind:
        """The same with whatever else this deck holds: drinks and people of former days."""
        former = (piece for piece in dict.fromkeys(deck.pieces.values()) if piece not in self.pieces)
        return replace(self, pieces=(*self.pieces, *sorted(former, key=str)))


def kinds(games: Mapping[str, Game], people: tuple[str, ...]) -> dict[str, DeckKind]:
    """All kinds by name: French cards, what each game brings, persons where there are people, and the commands."""
    brought = [(game, deck_kinds) for game in games.values() if (deck_kinds := game.entry.deck_kinds())]
    known = (
        DeckKind.of_cards("french", "French", FRENCH),
        *(kind for game, deck_kinds in brought for kind in deck_kinds(game)),
        DeckKind(PERSONS, "Name tags", tuple(map(Person, people))),
        DeckKind(COMMANDS, "OK PASS NIL UNDO", tuple(Command)),
    )
    return {kind.name: kind for kind in known if kind.pieces}


def kind_of(deck: TagDeck, known: Mapping[str, DeckKind]) -> DeckKind:
    """The kind of a deck, with all that it holds; of one that nobody knows, what it holds is the kind."""
    return known.get(deck.kind, DeckKind(deck.kind, deck.kind, ())).with_all_of(deck)


def plays(deck: TagDeck, game: Game) -> bool:
    """Whether every card of a game has a tag in this deck."""
    held = set(deck.pieces.values())
    return deck.serves(game.deck_kind) and all(_copy(card) in held for card in game.deck.cards_in_order)


def _copy(card: Card) -> CardCopy:
    return CardCopy(str(card.face), card.copy)
