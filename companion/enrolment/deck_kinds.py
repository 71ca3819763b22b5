"""Deck kinds: their pieces in the order of enrolment, and the names of the pieces."""

from __future__ import annotations

from collections.abc import Mapping

from companion.cards import FRENCH_RANKS, SUIT_SIGNS, Card, Deck
from companion.enrolment import words
from companion.rules.game import Game
from companion.support.messages import N_, join, msg
from companion.support.values import dataclass, field, replace
from companion.tags.tag_decks import CardCopy, CommandCard, Person, Piece, TagDeck

FRENCH = Deck.of(FRENCH_RANKS, "S H D C")
PERSONS, COMMANDS = "persons", "commands"


@dataclass(frozen=True, slots=True)
class DeckKind:
    """A kind of deck. `name` is used in files, `title` on displays; `pieces` are in the order of enrolment.

    `cards` gives the signs of cards; None if the pieces are not cards. `hints` maps a card to a note on substitutes.
    """

    name: str
    title: str
    pieces: tuple[Piece, ...]
    cards: Deck | None = None
    hints: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of_cards(cls, name: str, title: str, deck: Deck, hints: Mapping[str, str] | None = None) -> DeckKind:
        """A kind with one tag for each card of a deck."""
        told = msg("{kind} {cards}", kind=msg(title), cards=len(deck))
        return cls(name, told, tuple(map(_copy, deck.cards_in_order)), deck, hints or {})

    def sign(self, piece: Piece) -> str:
        """The display name of a piece. Alike cards have the same name."""
        if not isinstance(piece, CardCopy):
            return str(piece)
        card = self._card(piece.card) or FRENCH.card(piece.card)
        return card.sign if card else piece.card

    def remark(self, piece: Piece) -> str:
        """The copy number and hint of a piece, for enrolment. Empty if there is none."""
        if not isinstance(piece, CardCopy) or not piece.copy:
            return ""
        of_alike = msg("{number} of {all}", number=piece.copy, all=len(self.alike(piece)))
        return join(filter(None, (of_alike, msg(self.hints.get(piece.card, "")))))

    def alike(self, card: CardCopy) -> list[CardCopy]:
        """The pieces that look like this card, itself included."""
        return [piece for piece in self.pieces if isinstance(piece, CardCopy) and piece.card == card.card]

    def label(self, piece: Piece) -> str:
        """The sign and copy number, for lists."""
        return f"{self.sign(piece)}/{piece.copy}" if isinstance(piece, CardCopy) and piece.copy else self.sign(piece)

    def has(self, card: Card) -> bool:
        """Whether one of the pieces is this card."""
        return _copy(card) in self.pieces

    def tagged_in(self, deck: TagDeck) -> int:
        """How many of the pieces have a tag in this deck."""
        return len({*self.pieces} & {*deck.pieces.values()})

    def groups(self) -> Mapping[str, tuple[Piece, ...]]:
        """The pieces by suit, colour or rank, for selection with few presses."""
        found: dict[str, tuple[Piece, ...]] = {}
        for piece in self.pieces:
            label = self._group(piece)
            found[label] = (*found.get(label, ()), piece)
        return found

    def _group(self, piece: Piece) -> str:
        card = self._card(piece.card) if isinstance(piece, CardCopy) else None
        return (SUIT_SIGNS.get(card.suit, card.suit) or card.rank) if card else msg("all")

    def _card(self, word: str) -> Card | None:
        return self.cards.card(word) if self.cards else None

    def with_all_of(self, deck: TagDeck) -> DeckKind:
        """This kind with all other pieces of this deck, such as former drinks and people."""
        former = (piece for piece in dict.fromkeys(deck.pieces.values()) if piece not in self.pieces)
        return replace(self, pieces=(*self.pieces, *sorted(former, key=str)))


def kinds(games: Mapping[str, Game], people: tuple[str, ...]) -> dict[str, DeckKind]:
    """All kinds by name: French cards, those of the games, persons if there are any, commands."""
    known = (
        DeckKind.of_cards("french", N_("French"), FRENCH),
        *(kind for game in games.values() if (own := game.entry.deck_kinds()) for kind in own(game)),
        DeckKind(PERSONS, words.NAME_TAGS, tuple(map(Person, people))),
        DeckKind(COMMANDS, words.COMMAND_CARDS, tuple(CommandCard)),
    )
    return {kind.name: kind for kind in known if kind.pieces}


def kind_of(deck: TagDeck, known: Mapping[str, DeckKind]) -> DeckKind:
    """The kind of a deck with all its pieces. An unknown kind consists of the deck's pieces."""
    return known.get(deck.kind, DeckKind(deck.kind, deck.kind, ())).with_all_of(deck)


def plays(deck: TagDeck, game: Game) -> bool:
    """Whether every card of a game has a tag in this deck."""
    held = set(deck.pieces.values())
    return deck.serves(game.deck_kind) and all(_copy(card) in held for card in game.deck.cards_in_order)


def _copy(card: Card) -> CardCopy:
    return CardCopy(str(card.face), card.copy)
