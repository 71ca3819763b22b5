"""The referee's proofs found by laying out every deal there could be. For tiny decks only.

Nothing here is imported from the companion, and nothing is counted or matched: a world is one way in which the cards
may have lain when play began, what was seen throws worlds away, and each play is right or wrong in each world. Cards
are the words of a record; of alike ones (`7/3`) a word without a number is any of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import NamedTuple

Names = tuple[str, ...]
World = tuple[Names, ...]
"""The hands by seat when play began; what is left lies in no hand."""

Event = tuple[object, ...]


class Play(NamedTuple):
    """It is right in a world where its player then holds none of `denied`; `trust` says that it was a promise."""

    seat: int
    cards: Names
    trick: int
    denied: frozenset[str]
    trust: bool

    @property
    def highest(self) -> str:
        return max(map(face, self.cards), key=lambda card: (len(card), card))

    @property
    def told(self) -> Event:
        return self.seat, self.trick, self.highest


def whose(group: Sequence[Play]) -> int | None:
    """The player of all these plays; None: there are several."""
    seats = {play.seat for play in group}
    return seats.pop() if len(seats) == 1 else None


def face(card: str) -> str:
    return card.split("/", maxsplit=1)[0]


@cache
def looks(hand: Names) -> Names:
    """A hand without the numbers of its copies."""
    return tuple(map(face, hand))


def faces(cards: Sequence[str]) -> Counter[str]:
    return Counter(map(face, cards))


def dealt(cards: Sequence[str], sizes: Sequence[int]) -> Iterator[World]:
    """Every way of dealing hands of these sizes."""
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        for others in dealt([card for card in cards if card not in hand], sizes[1:]):
            yield hand, *others


def having(worlds: list[World], seat: int, cards: Sequence[str]) -> list[World]:
    """The worlds in which a hand has all these cards: the very ones named by number, any copy of the others."""
    named, wanted = {card for card in cards if "/" in card}, faces(cards).items()
    if sum("/" in card for card in cards) > len(named):
        return []
    hands = {world[seat] for world in worlds}
    fitting = {hand for hand in hands if named <= set(hand) and all(looks(hand).count(look) >= n for look, n in wanted)}
    return [world for world in worlds if world[seat] in fitting]


@dataclass
class EveryDeal(ABC):
    """One deal of a trick game: the deck's cards that were not turned up, and the hands that were scanned."""

    cards: list[str]
    sizes: list[int]
    scanned: list[list[str]]
    plays: list[Play] = field(default_factory=list)
    proven: list[Play] = field(default_factory=list)
    reported: list[list[Play]] = field(default_factory=list)
    worlds: list[World] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.worlds = self.lain()

    def lain(self) -> list[World]:
        """How the cards may lie when play begins."""
        worlds = list(dealt(self.cards, self.sizes))
        for seat, cards in enumerate(self.scanned):
            worlds = having(worlds, seat, cards)
        return worlds

    @abstractmethod
    def denied(self, seat: int, cards: Names) -> frozenset[str]:
        """What a player must not hold after this play, by face, if it is to be right."""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.sizes)

    def trick(self) -> list[Play]:
        """The plays of the trick that is open."""
        return self.plays[len(self.plays) // self.players * self.players :]

    def gone(self, seat: int, plays: Sequence[Play]) -> list[str]:
        return [card for play in plays if play.seat == seat for card in play.cards]

    def right(self, play: Play) -> list[bool]:
        """In which worlds this play is right."""
        gone = self.gone(play.seat, self.plays[: self.plays.index(play) + 1])
        return self.holds_none(play.seat, gone, play.denied, self.worlds)

    def holds_none(self, seat: int, gone: list[str], denied: frozenset[str], worlds: list[World]) -> list[bool]:
        """In which worlds a hand holds none of these cards any more."""
        played = faces(gone)
        hands = {world[seat] for world in worlds}
        without = {hand for hand in hands if all(looks(hand).count(look) == played[look] for look in denied)}
        return [world[seat] in without for world in worlds]

    def verdict(self, seat: int, cards: Names) -> tuple[str, str]:
        """Right in every world, in none, or in some; and the rule that is broken."""
        gone = [*self.gone(seat, self.plays), *cards]
        rights = set(self.holds_none(seat, gone, self.denied(seat, cards), self.with_cards(seat, cards)))
        if len(rights) == 2:
            return "trust", ""
        return ("legal", "") if rights == {True} else ("illegal", self.rule(seat, cards))

    def with_cards(self, seat: int, cards: Names) -> list[World]:
        """The worlds in which this player had these cards, too."""
        return having(self.worlds, seat, [*self.gone(seat, self.plays), *cards])

    def after(self, seat: int, cards: Names) -> list[set[str]]:
        """What this hand may have left after a play."""
        gone = {*self.gone(seat, self.plays), *cards}
        return [set(world[seat]) - gone for world in self.with_cards(seat, cards)]

    @abstractmethod
    def rule(self, seat: int, cards: Names) -> str:
        """The rule that an illegal play breaks."""

    def rule_of(self, play: Play, proof: str) -> str:
        """The rule that a revoke names; the proof is a card, or empty when it was found by counting."""
        del play, proof
        return self.rule(0, ())

    def play(self, seat: int, cards: Names) -> list[Event]:
        """What is proven by a play that was judged right or taken on trust."""
        word, _ = self.verdict(seat, cards)
        self.worlds = self.with_cards(seat, cards)
        by_card = {
            promise: next(face(card) for card in cards if face(card) in promise.denied)
            for promise in self.promises()
            if promise.seat == seat and promise.denied & set(faces(cards))
        }
        trick = len(self.plays) // self.players + 1
        self.plays.append(Play(seat, cards, trick, self.denied(seat, cards), word == "trust"))
        return self.tested({play: self.rule_of(play, proof) for play, proof in by_card.items()})

    def promises(self) -> list[Play]:
        """The plays on trust that are not proven wrong, oldest first."""
        return [play for play in self.plays if play.trust and play not in self.proven]

    def tested(self, broken: dict[Play, str]) -> list[Event]:
        """The revokes that are proven now, oldest first, and each further group of suspects."""
        self.proven += broken
        alone = [promise for promise in self.promises() if self.worlds and not any(self.right(promise))]
        broken |= {promise: self.rule_of(promise, "") for promise in alone}
        self.proven += alone
        new = [group for group in self.groups() if group not in self.reported]
        self.reported += new
        events: list[Event] = [("revoke", *play.told, broken[play]) for play in self.plays if play in broken]
        return events + [("impossible", *(play.told for play in group), whose(group)) for group in new]

    def groups(self) -> list[list[Play]]:
        """Open promises that cannot be kept together, in groups apart; by the age of their oldest plays."""
        left, found = self.promises(), list[list[Play]]()
        while group := self.contradicting(left):
            found.append(group)
            left = [play for play in left if play not in group]
        return sorted(found, key=lambda group: self.plays.index(group[0]))

    def contradicting(self, promises: list[Play]) -> list[Play]:
        """Those left when each one without which it is still impossible is struck, oldest first; none if it is not."""
        kept_together = set(zip(*map(self.right, promises), strict=True))
        numbers = range(len(promises))
        if not promises or not self.worlds or (True,) * len(promises) in kept_together:
            return []
        left = set(numbers)
        for number in numbers:
            if not any(all(kept[other] for other in left - {number}) for kept in kept_together):
                left.remove(number)
        return [promises[number] for number in sorted(left)]

    def consistent(self) -> bool:
        """Whether some deal makes every play right."""
        return self.agreeing(self.plays) > 0

    def agreeing(self, plays: Sequence[Play]) -> int:
        """In how many worlds all these plays are right."""
        return sum(map(all, zip(*map(self.right, plays), strict=True))) if plays else len(self.worlds)


class EveryBirdDog(EveryDeal):
    """Follow the suit that was led; a card ends in the letter of its suit."""

    def denied(self, seat: int, cards: Names) -> frozenset[str]:
        del seat
        led = self.trick()[0].cards[0][-1] if self.trick() else cards[0][-1]
        return frozenset(card for card in self.cards if card[-1] == led != cards[0][-1])

    def rule(self, seat: int, cards: Names) -> str:
        del seat, cards
        return "follow-suit"


class EverySpades(EveryBirdDog):
    """Follow suit; no spade is led before one was played, unless the hand has nothing else."""

    def denied(self, seat: int, cards: Names) -> frozenset[str]:
        broken = any(card[-1] == "S" for play in self.plays for card in play.cards)
        if self.trick() or cards[0][-1] != "S" or broken:
            return super().denied(seat, cards)
        return frozenset(card for card in self.cards if card[-1] != "S")

    def rule(self, seat: int, cards: Names) -> str:
        return super().rule(seat, cards) if self.trick() else "spades-not-broken"

    def rule_of(self, play: Play, proof: str) -> str:
        del proof
        leads = play == next(played_card for played_card in self.plays if played_card.trick == play.trick)
        return "spades-not-broken" if leads else "follow-suit"


@dataclass
class EveryEuchre(EveryBirdDog):
    """The left bower is a trump. Who deals may have taken a card `up` (empty: not) and `laid` one (empty: unseen)."""

    dealer: int = 0
    trump: str = ""
    up: str = ""
    laid: list[str] = field(default_factory=list)
    sits_out: list[int] = field(default_factory=list)

    @property
    def players(self) -> int:
        return len(self.sizes) - len(self.sits_out)

    def lain(self) -> list[World]:
        """Each deal, and each card that the dealer may have laid."""
        worlds = list(dealt([card for card in self.cards if card != self.up], self.sizes))
        for seat, cards in enumerate(self.scanned):
            worlds = having(worlds, seat, cards)
        return sorted({after for world in worlds for after in self._laid(world)}) if self.up else worlds

    def _laid(self, world: World) -> Iterator[World]:
        hand = {*world[self.dealer], self.up}
        for card in self.laid or hand:
            if card in hand:
                yield *world[: self.dealer], tuple(sorted(hand - {card})), *world[self.dealer + 1 :]

    def suit(self, card: str) -> str:
        left = {"S": "JC", "C": "JS", "H": "JD", "D": "JH"}[self.trump]
        return self.trump if card == left else card[-1]

    def denied(self, seat: int, cards: Names) -> frozenset[str]:
        del seat
        led = self.suit(self.trick()[0].cards[0] if self.trick() else cards[0])
        return frozenset(card for card in self.cards if self.suit(card) == led != self.suit(cards[0]))


class EveryBirdHead(EveryDeal):
    """Match each card, or play the lowest; one card each in the last trick is free."""

    def denied(self, seat: int, cards: Names) -> frozenset[str]:
        own, trick = ranks(cards), self.trick()
        last = len(self.gone(seat, self.plays)) == self.sizes[seat] - 1
        if not trick or last or matches(own, self.bar(trick)):
            return frozenset()
        return frozenset(map(face, self.cards)).intersection(map(str, range(own[-1])))

    def bar(self, trick: Sequence[Play]) -> list[int]:
        bar = ranks(trick[0].cards)
        for play in trick:
            bar = ranks(play.cards) if matches(ranks(play.cards), bar) else bar
        return bar

    def rule(self, seat: int, cards: Names) -> str:
        del seat, cards
        return "match-or-lowest"


def ranks(cards: Names) -> list[int]:
    return sorted(int(face(card)) for card in cards)


def matches(own: list[int], bar: list[int]) -> bool:
    return all(played >= least for played, least in zip(own, bar, strict=True))


@dataclass
class EveryRook(EveryDeal):
    """Follow the colour or play the Rook; `laid` are the cards that the bidder was seen to lay (empty: unseen)."""

    bidder: int = 0
    trump: str = "B"
    free: bool = True  # the Rook may be played though its player can follow
    pile: int = 0
    nest: list[str] = field(default_factory=list)
    laid: list[str] = field(default_factory=list)
    returned: list[tuple[int, str]] = field(default_factory=list)

    def lain(self) -> list[World]:
        """Each deal, and each way of laying cards from hand and nest."""
        return sorted(set(self._exchanged()))

    def _exchanged(self) -> Iterator[World]:
        for world in super().lain():
            nest = set(self.cards).difference(*world)
            if self.nest and set(self.nest) != nest:
                continue
            both = nest.union(world[self.bidder])
            for laid in combinations(sorted(both), self.pile):
                if not self.laid or set(laid) == set(self.laid):
                    hand = tuple(sorted(both.difference(laid)))
                    yield *world[: self.bidder], hand, *world[self.bidder + 1 :]

    def denied(self, seat: int, cards: Names) -> frozenset[str]:
        del seat
        led = self.colour(self.trick()[0].cards[0] if self.trick() else cards[0])
        if (cards[0] == "Rook" and self.free) or self.colour(cards[0]) == led:
            return frozenset()
        return frozenset(card for card in self.cards if self.colour(card) == led)

    def colour(self, card: str) -> str:
        """A led Rook means trump; it is one of the trumps that must not be held."""
        return self.trump if card == "Rook" else card[-1]

    def verdict(self, seat: int, cards: Names) -> tuple[str, str]:
        """By worlds, but a bidder's hand counts as unseen after unseen laying: what is right is on trust."""
        word, rule = super().verdict(seat, cards)
        out = {card for play in self.plays for card in play.cards} | {*cards}
        known = [self._known(seat) - out for seat in range(len(self.sizes))]
        left = self.sizes[seat] - len(self.gone(seat, self.plays)) - 1
        doubt = len(known[seat]) < left and self.denied(seat, cards) - out.union(*known)
        return ("trust" if word == "legal" and seat == self.bidder and not self.laid and doubt else word), rule

    def _known(self, seat: int) -> set[str]:
        """The cards that were seen in a hand and lie there."""
        scanned = set() if seat == self.bidder else set(self.scanned[seat])
        return scanned | {card for owner, card in self.returned if owner == seat}

    def rule(self, seat: int, cards: Names) -> str:
        """That of the Rook if a hand certainly has no other card that it denies, or could have no other."""
        hands = self.after(seat, cards)
        certain, possible = set.intersection(*hands), set.union(*hands)
        denied = self.denied(seat, cards)
        return self._named("Rook" if (certain & denied or possible & denied) == {"Rook"} else "")

    def rule_of(self, play: Play, proof: str) -> str:
        del play
        return self._named(proof)

    def _named(self, proof: str) -> str:
        return "rook-must-be-played" if proof == "Rook" else "follow-suit"

    def may_go_back(self) -> list[Play]:
        """The plays on trust whose next trick is not complete."""
        complete = len(self.plays) // len(self.sizes)
        return [play for play in self.plays if play.trust and complete <= play.trick]

    def back(self, play: Play) -> list[Event]:
        """That play and all after it are taken back; the cards are known, the worlds do not come again."""
        at = self.plays.index(play)
        self.returned += [(play.seat, play.cards[0]) for play in self.plays[at:]]
        self.plays, gone = self.plays[:at], self.plays[at:]
        self.proven = [play for play in self.proven if play not in gone]
        self.reported = [group for group in self.reported if not set(group) & set(gone)]
        return self.tested({})


@dataclass
class EveryHearts(EveryDeal):
    """No points in the first trick, no early heart; so many cards were `passed` (empty: unseen), `way` seats on."""

    way: int = 0
    number: int = 0
    passed: list[list[str]] = field(default_factory=list)

    def lain(self) -> list[World]:
        """Of each hand just so many cards lie with its taker; of a scanned one no others can."""
        seats = range(len(self.sizes))
        return [world for world in dealt(self.cards, self.sizes) if all(self._may_lie(world, seat) for seat in seats)]

    def _may_lie(self, world: World, seat: int) -> bool:
        own, takers, size = set(world[seat]), set(world[(seat + self.way) % len(world)]), self.sizes[seat]
        scanned, given = set(self.scanned[seat]), set(self.passed[seat] if self.way else ())
        if self.way and not given:
            kept, gone = scanned & own, scanned & takers
            return scanned == kept | gone and len(gone) <= self.number and len(kept) <= size - self.number
        return given <= takers and scanned - given <= own

    def denied(self, seat: int, cards: Names) -> frozenset[str]:
        del seat
        suit, trick, every = cards[0][-1], self.trick(), frozenset(self.cards)
        if not trick:
            early = suit == "H" and not any(card[-1] == "H" for play in self.plays for card in play.cards)
            return frozenset(card for card in every if early and card[-1] != "H")
        if len(self.plays) < len(self.sizes) and counts(cards[0]):
            return frozenset(card for card in every if not counts(card))
        led = trick[0].cards[0][-1]
        return frozenset(card for card in every if card[-1] == led != suit)

    def verdict(self, seat: int, cards: Names) -> tuple[str, str]:
        """By worlds, but for the first lead."""
        if not self.plays and cards[0] != "2C":
            return "illegal", "first-lead"
        return super().verdict(seat, cards)

    def rule(self, seat: int, cards: Names) -> str:
        """Points in the first trick deny the suit led, too, if the hand certainly has it."""
        if not self.trick():
            return "hearts-not-broken"
        if len(self.plays) >= len(self.sizes) or not counts(cards[0]):
            return "follow-suit"
        certain = all(any(card[-1] == "C" for card in hand) for hand in self.after(seat, cards))
        return "follow-suit" if certain else "points-in-first-trick"

    def rule_of(self, play: Play, proof: str) -> str:
        trick = [played_card for played_card in self.plays if played_card.trick == play.trick]
        if trick[0] == play:
            return "hearts-not-broken"
        club = proof.endswith("C") or any(card[-1] == "C" for card in self._left(play.seat))
        return "points-in-first-trick" if play.trick == 1 and counts(play.cards[0]) and not club else "follow-suit"

    def _left(self, seat: int) -> set[str]:
        """The scanned cards that lie in this hand, as those passed unseen have all shown up, or the others."""
        found = set[str]()
        for giver, scanned in enumerate(self.scanned):
            taker = (giver + self.way) % len(self.sizes)
            for holder, other, number in (giver, taker, self.number), (taker, giver, self.sizes[giver] - self.number):
                shown = set(scanned).intersection(self.gone(other, self.plays))
                if self.way and not self.passed[giver] and (holder, number) == (seat, len(shown)):
                    found |= set(scanned) - shown - set(self.gone(holder, self.plays))
        return found


def counts(card: str) -> bool:
    """Whether a card of Hearts is worth points."""
    return card[-1] == "H" or card == "QS"
