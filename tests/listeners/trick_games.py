"""The games with tricks, as somebody who listens has them in mind: the suit is followed, and not much strategy."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.listeners.rulebook import COLOURS, RANKS, SUITS, Rulebook, height, number_in, rank

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.listeners.rulebook import Wanted


SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
MOST_BID = 90
"""Where an auction of Rook ends."""


class Tricks(Rulebook):
    """The suit that was led is followed; the lowest card is good enough, and the highest is led."""

    suits: Mapping[str, str] = SUITS
    held_back = ""
    """A suit that must not be led before it is broken."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.trump = self.led = ""
        self.broken = self.laid = False

    def hears(self, text: str) -> None:
        """Remember trump, what was led, what is broken, and whether cards were given away."""
        if text == "The cards are dealt.":
            self.trump, self.broken, self.laid = "", False, False
        if found := re.search(r"makes (?!it )(\w+) trump", text):
            self.trump = self.suits[found[1]]
        if found := re.match(r"\w+ leads the (.+)\.|On the table: ([^,.]+)", text):
            self.led = self.suit_of(found[1] or found[2])
        self.broken = self.broken or text.endswith("are broken: they may be led now.")

    def suit_of(self, words: str) -> str:
        """The suit of a card that was named; empty: no card was."""
        return next(
            (self.suit(f"{self.braille(words)}{sign}") for name, sign in self.suits.items() if name in words), ""
        )

    def braille(self, words: str) -> str:
        """The rank of a card that was named."""
        return next((RANKS[word] for word in words.split() if word in RANKS), "")

    def suit(self, card: str) -> str:
        """The suit that a card belongs to."""
        return card[-1]

    def plays(self, asked: str, hand: Sequence[str]) -> tuple[str, ...]:
        """A card of the suit that was led, if there is one; once another one, if the player is careless."""
        if asked.endswith("face down."):
            return tuple(hand)
        named = [sign for name, sign in self.suits.items() if re.match(rf"follow {name}\b", asked)]
        led = self.led if asked == "turn" else named[0] if named else ""
        follows = [card for card in hand if self.suit(card) == led]
        if self.careless and follows and len(follows) < len(hand):
            self.careless = False
            return tuple(card for card in hand if card not in follows)[:1]
        ranked = sorted(follows or self.may_lead(hand, led), key=height)
        return tuple(ranked[:1] if led else ranked[-1:])

    def may_lead(self, hand: Sequence[str], led: str) -> Sequence[str]:
        """The cards that may be led, or thrown on a suit that the player does not have."""
        free = [card for card in hand if led or self.broken or self.suit(card) != self.held_back]
        return free or hand


class BirdDog(Tricks):
    """Whoever has three cards of the suit that is up declares; nobody bets on nil."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.up, self.down = "", ""

    def hears(self, text: str) -> None:
        """Remember the card that is up."""
        super().hears(text)
        if found := re.search(r"of (\w+) is turned up", text):
            self.up = self.suits[found[1]]

    def volunteers(self, lines: Sequence[str], hand: Sequence[str]) -> bool:
        """Whether the hand is good enough to declare."""
        return (
            bool(re.match("Who makes .* trump", "".join(lines[:1])))
            and sum(self.suit(card) == self.up for card in hand) >= 3
        )


class Euchre(BirdDog):
    """The left bower is a trump. Whoever has two trumps orders or names them; the dealer discards the lowest card."""

    def suit(self, card: str) -> str:
        """The suit; the other jack of the colour of trump is a trump."""
        return self.trump if self.trump and card == f"J{SAME_COLOUR[self.trump]}" else card[-1]

    def hears(self, text: str) -> None:
        """Remember whether the own card was discarded."""
        super().hears(text)
        if found := re.match(r"Not (\w+)", text):
            self.up, self.down = "", self.suits[found[1]]

    def gives(self, lines: Sequence[str], hand: Sequence[str]) -> tuple[str, ...]:
        """The dealer's discard."""
        if self.laid or f"{self.name} discards one card, face down." not in lines:
            return ()
        self.laid = True
        return (min(hand, key=lambda card: (self.suit(card) == self.trump, height(card))),)

    def volunteers(self, lines: Sequence[str], hand: Sequence[str]) -> bool:
        """Whether the hand is good enough to make trump."""
        most = max(sum(card[-1] == suit for card in hand) for suit in (self.up or SUITS.values()))
        return lines[:1] in (["Who orders it up?"], ["Who names trump?"]) and most >= 2 + (not self.up)

    def answers(self, asked: str, answers: Mapping[str, str], hand: Sequence[str]) -> Wanted | None:
        """The suit that is named: the one of which there are most."""
        if asked != "Which suit?":
            return super().answers(asked, answers, hand)
        free = [name for name, suit in SUITS.items() if suit != self.down]
        return max(free, key=lambda name: sum(card[-1] == SUITS[name] for card in hand)).__eq__


class Spades(Tricks):
    """Three tricks are bid, or as many as there are high cards."""

    held_back = "S"

    def answers(self, asked: str, answers: Mapping[str, str], hand: Sequence[str]) -> Wanted | None:
        """The bid."""
        if asked != "How many tricks":
            return super().answers(asked, answers, hand)
        bid = max(1, sum(rank(card) in "AK" for card in hand) + sum(card[-1] == "S" for card in hand) // 4)
        return f"bid {bid}".__eq__


class Hearts(Tricks):
    """Three high cards are passed; the two of clubs leads; the first trick takes no points."""

    held_back = "H"

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.first = True

    def hears(self, text: str) -> None:
        """Remember the first trick."""
        super().hears(text)
        if "leads the two of clubs" in text:
            self.first, self.laid = True, False
        self.first = self.first and not text.endswith("takes the trick.")

    def gives(self, lines: Sequence[str], hand: Sequence[str]) -> tuple[str, ...]:
        """The three cards that are passed."""
        if self.laid or not any(re.match(rf"{self.name} passes 3 cards", line) for line in lines):
            return ()
        self.laid = True
        return tuple(sorted((card for card in hand if card != "2C"), key=height)[-3:])

    def leads_unasked(self, lines: Sequence[str], hand: Sequence[str]) -> tuple[str, ...]:
        """The two of clubs."""
        called = any(line.startswith(("Who has two of clubs leads", "Who has the two of clubs taps")) for line in lines)
        return tuple(card for card in hand if card == "2C" and called)

    def may_lead(self, hand: Sequence[str], led: str) -> Sequence[str]:
        """No points in the first trick."""
        harmless = [card for card in hand if card[-1] != "H" and card != "QS"]
        return (harmless if self.first and harmless else None) or super().may_lead(hand, led)


class Rook(Tricks):
    """Whoever has a long colour bids to 90; the bidder lays the five lowest cards of other colours."""

    suits = COLOURS

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.won = False
        self.bid = 0

    def suit(self, card: str) -> str:
        """The colour; the Rook is a trump."""
        return self.trump if card == "Rook" else card[-1]

    def suit_of(self, words: str) -> str:
        """The colour of a card that was named."""
        return self.trump if words == "Rook" else super().suit_of(words)

    def hears(self, text: str) -> None:
        """Remember the highest bid, and who has won the auction."""
        super().hears(text)
        if found := re.search(r" bids (\d+)\.$| cards each, and \w+ to the nest\.$", text):
            self.bid = int(found[1] or 0)
        self.won = self.won or text.startswith(f"{self.name} wins the auction")

    def best(self, hand: Sequence[str]) -> str:
        """The colour of which there are most."""
        return max(COLOURS, key=lambda colour: sum(card[-1] == COLOURS[colour] for card in hand))

    def gives(self, lines: Sequence[str], hand: Sequence[str]) -> tuple[str, ...]:
        """The five cards that are laid for the nest."""
        if not self.won:
            return ()
        self.won, keeps = False, COLOURS[self.best(hand)]
        return tuple(sorted(hand, key=lambda card: (card == "Rook", card[-1] == keeps, height(card)))[:5])

    def answers(self, asked: str, answers: Mapping[str, str], hand: Sequence[str]) -> Wanted | None:
        """A bid or a pass; the colour that is trump."""
        if asked == "bid":
            held = sum(card[-1] == COLOURS[self.best(hand)] for card in hand)
            if held > 3 and self.bid < MOST_BID:
                return lambda answer: answer.startswith("bid ") and number_in(answer) <= MOST_BID
            return lambda answer: answer == "pass"
        return self.best(hand).__eq__ if asked in {"trump", "has the nest"} else super().answers(asked, answers, hand)
