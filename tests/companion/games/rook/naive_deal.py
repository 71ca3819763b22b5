"""One deal of Rook in the naive reader: cards seen, and where the hidden ones may be."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.companion.games.naive_table import Answer

COLOURS = {"black": "B", "green": "G", "red": "R", "yellow": "Y"}
EVERY_CARD = [f"{rank}{colour}" for colour in COLOURS.values() for rank in range(1, 15)] + ["Rook"]
COUNTERS = {"5": 5, "10": 10, "14": 10, "Rook": 20}
NEST = 5
House = dict[str, str]
OPTIONS = {
    "all-pass": ["next-dealer", "same-dealer", "dealer-takes-70"],
    "nest": ["any", "no-counters"],
    "first-lead": ["left-of-dealer", "declarer", "left-of-declarer"],
    "rook-rank": ["high", "low", "10.5"],
    "rook-play": ["any-time", "as-trump"],
    "cards": ["41", "45", "57"],
    "ones-count": ["15", "20", "low"],
    "last-trick": ["nest", "nest-and-20"],
    "lowest-bid": ["70", "80", "100"],
    "target": ["300", "500", "1000"],
    "misdeal": ["none", "no-counters"],
    "renege": ["penalty", "play-on", "void-deal"],
    "renege-window": ["next-trick-taken", "next-trick-led"],
}


def colour(card: str) -> str:
    return card[-1] if card != "Rook" else ""


def rank(card: str) -> str:
    return card if card == "Rook" else card[:-1]


def deck_of(house: House) -> list[str]:
    away = {"41": ["1", "2", "3", "4"], "45": ["2", "3", "4"], "57": []}[house["cards"]]
    return [card for card in EVERY_CARD if rank(card) not in away]


def hand_of(house: House) -> int:
    return {"41": 9, "45": 10, "57": 13}[house["cards"]]


def counters(card: str, house: House) -> int:
    if rank(card) == "1":
        return {"15": 15, "20": 20, "low": 0}[house["ones-count"]]
    return COUNTERS.get(rank(card), 0)


def last_trick(house: House) -> int:
    return 20 if house["last-trick"] == "nest-and-20" else 0


def total(house: House) -> int:
    return sum(counters(card, house) for card in deck_of(house)) + last_trick(house)


def height(card: str, house: House) -> int:
    """Where a card that is not the Rook stands in its colour."""
    return 15 if rank(card) == "1" and house["ones-count"] != "low" else int(rank(card))


@dataclass
class Promise:
    """Of the cards still held after play number `at` (from 0) none is in `none_of`."""

    player: str
    at: int
    card: str
    none_of: set[str]

    @property
    def trick(self) -> int:
        return self.at // 4 + 1

    def suspect(self) -> Answer:
        return {"player": self.player, "trick": self.trick, "card": self.card}


@dataclass
class Revoke:
    """A broken promise; `proof` is how many cards were played before the one that proved it.

    Of a group `at` and `trick` are those of the youngest play, `plays` the numbers of all.
    """

    player: str
    at: int
    trick: int
    proof: int
    plays: tuple[int, ...] = ()


@dataclass
class Deal:
    """Everything said since `deal`."""

    number: int
    dealer: str
    house: House
    renege: str
    totals_before: dict[str, int]
    scanned: dict[str, list[str]]
    returned: dict[str, list[str]]
    nest: list[str] = field(default_factory=list)
    called: list[tuple[str, int]] = field(default_factory=list)  # 0 is a pass
    bidder: str = ""
    bid: int = 0
    laid: list[str] | None = None  # empty: unseen
    trump: str = ""
    leader: str = ""
    plays: list[tuple[str, str]] = field(default_factory=list)
    trusted: list[int] = field(default_factory=list)  # the numbers of the plays on trust
    promises: list[Promise] = field(default_factory=list)
    revokes: list[Revoke] = field(default_factory=list)
    reported: list[Answer] = field(default_factory=list)  # groups of suspects
    groups: list[Revoke] = field(default_factory=list)  # the same as revokes that a remedy may act on
    remedied: list[Answer] = field(default_factory=list)  # those on which the last remedy acts
    outcome: str = "open"
    score_told: dict[str, int] = field(default_factory=dict)

    def offences(self) -> list[Revoke]:
        """Revokes, and the groups that the last remedy takes for one."""
        taken = [revoke for event, revoke in zip(self.reported, self.groups, strict=True) if event in self.remedied]
        return self.revokes + taken

    def out(self) -> list[str]:
        return [card for _, card in self.plays] + (self.laid or [])

    def held(self, name: str) -> int:
        """How many cards are in this hand."""
        exchanging = name == self.bidder and self.laid is None
        return hand_of(self.house) + NEST * exchanging - sum(player == name for player, _ in self.plays)

    def known(self, name: str) -> set[str]:
        """The cards that the facts place in this hand."""
        cards = set(self.scanned[name])
        if name == self.bidder:
            cards = set() if self.laid == [] else cards | set(self.nest)
        return (cards | set(self.returned[name])) - set(self.out())

    def free(self, name: str) -> set[str]:
        """The cards placed nowhere that may lie in this hand; no name: in the pile that was laid unseen."""
        placed = set(self.out()).union(*map(self.known, self.scanned))
        if name not in ("", self.bidder):
            placed |= self.own_of_bidder()
        return set(deck_of(self.house)) - placed

    def own_of_bidder(self) -> set[str]:
        """The cards scanned for the bidder, and those of a scanned nest: in no other hand."""
        return set(self.nest) | set(self.scanned.get(self.bidder, []))

    def pool(self, name: str) -> set[str]:
        known = self.known(name)
        return known if len(known) == self.held(name) else known | self.at_most(name, set())[0]

    def at_most(self, name: str, none_of: set[str]) -> tuple[set[str], int]:
        """The free cards but these that this hand may have, and how many of them at most."""
        may = self.free(name)
        if name != self.bidder or self.laid != []:
            return may - none_of, len(may - none_of)
        own, others = may & self.own_of_bidder(), may - self.own_of_bidder()
        spare = len(others) - sum(self.held(seat) - len(self.known(seat)) for seat in self.scanned if seat != name)
        taken = (others if spare else set()) - none_of
        return (own - none_of) | taken, len(own - none_of) + min(len(taken), spare)

    def denied(self, card: str) -> set[str]:
        """The cards that a player denies who plays anything else to this lead."""
        led = colour(card) or self.trump
        own = {card for card in deck_of(self.house) if colour(card) == led}
        return own | {"Rook"} if led == self.trump else own

    def bird_may(self, card: str, lead: str) -> bool:
        """Whether the Rook may be played whatever its player holds."""
        to_trump = (colour(lead) or self.trump) == self.trump
        return card == "Rook" and (to_trump or self.house["rook-play"] == "any-time")

    def tricks(self) -> list[list[tuple[str, str]]]:
        return [self.plays[at : at + 4] for at in range(0, len(self.plays) // 4 * 4, 4)]
