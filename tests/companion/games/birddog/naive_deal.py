"""One deal of Bird Dog in the naive reader: cards seen and hidden, winners, score."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.companion.games.naive_table import Answer

RANKS = "9 10 J Q K A".split()
SUITS = "S H D C".split()
DECK = [rank + suit for suit in SUITS for rank in RANKS]
TWIN = {"H": "D", "D": "H", "S": "C", "C": "S"}
HAND = 7
STACK = 3
OPTIONS = {
    "forced-bonus": ["yes", "no"],
    "overtime": ["highest-of-all", "only-tied"],
    "renege": ["play-on", "void-deal", "penalty"],
}


@dataclass
class Promise:
    """`player` held no card of `suit` after the play of `card` in `trick`."""

    player: str
    trick: int
    card: str
    suit: str

    def suspect(self) -> Answer:
        return {"player": self.player, "trick": self.trick, "card": self.card}


@dataclass
class Deal:
    """All that was said and seen since the cards were dealt, and what the table knew before."""

    number: int
    dealer: str
    totals_before: dict[str, int]
    rivals_before: list[str] | None
    renege: str
    scanned: dict[str, list[str]]
    deck: list[str] = field(default_factory=lambda: DECK)
    size: int = HAND  # cards dealt to each
    ups: list[str] = field(default_factory=list)
    passes: list[str] = field(default_factory=list)
    declarer: str | None = None
    trump: str | None = None
    bird: str | None = None
    nil_answers: list[tuple[str, bool]] = field(default_factory=list)
    tricks: list[list[tuple[str, str]]] = field(default_factory=list)
    promises: list[Promise] = field(default_factory=list)
    revokes: list[str] = field(default_factory=list)
    reported: list[Answer] = field(default_factory=list)  # groups of suspects
    remedied: list[Answer] = field(default_factory=list)  # the groups of one player on which the last remedy acts
    outcome: str = "open"  # or "scored", "void"
    score_told: bool = False


# --- one deal ---------------------------------------------------------------------------------------------------------


def suit_of(card: str) -> str:
    return card[-1]


def rank_of(card: str) -> str:
    return card[:-1]


def played(deal: Deal) -> list[str]:
    return [card for trick in deal.tricks for _, card in trick]


def own_plays(deal: Deal, name: str) -> list[str]:
    return [card for trick in deal.tricks for player, card in trick if player == name]


def known(deal: Deal, name: str) -> list[str]:
    """The cards that the facts place in this hand."""
    return [card for card in deal.scanned[name] if card not in played(deal)]


def pool(deal: Deal, name: str) -> list[str]:
    """The cards that this hand may hold; its own scanned cards when they are all of it."""
    if len(known(deal, name)) == deal.size - len(own_plays(deal, name)):
        return known(deal, name)
    elsewhere = deal.ups + played(deal)
    for other in deal.scanned:
        if other != name:
            elsewhere += known(deal, other)
    return [card for card in deal.deck if card not in elsewhere]


def beats(deal: Deal, card: str, best: str) -> bool:
    def strength(card: str) -> tuple[bool, bool, int]:
        return card == deal.bird, suit_of(card) == deal.trump, RANKS.index(rank_of(card))

    same_or_trump = suit_of(card) in {suit_of(best), deal.trump}
    return card == deal.bird or (best != deal.bird and same_or_trump and strength(card) > strength(best))


def trick_winner(deal: Deal, trick: list[tuple[str, str]]) -> str:
    winner, best = trick[0]
    for player, card in trick[1:]:
        if beats(deal, card, best):
            winner, best = player, card
    return winner


def complete_tricks(deal: Deal) -> list[list[tuple[str, str]]]:
    return [trick for trick in deal.tricks if len(trick) == len(deal.scanned)]


def nil_players(deal: Deal) -> list[str]:
    return [player for player, bet in deal.nil_answers if bet]


def tricks_of(deal: Deal, name: str) -> list[list[tuple[str, str]]]:
    return [trick for trick in complete_tricks(deal) if trick_winner(deal, trick) == name]


def pairs_of(deal: Deal, name: str) -> int:
    faces = Counter(rank_of(card) for trick in tricks_of(deal, name) for _, card in trick)
    return faces["J"] // 2 + faces["Q"] // 2 + faces["K"] // 2


def deal_points(deal: Deal, *, forced_bonus: bool) -> dict[str, int]:
    points = {name: pairs_of(deal, name) for name in deal.scanned}
    most = [name for name in points if points[name] == max(points.values())]
    bonus = len(most) == 1 and most[0] != deal.declarer and (deal.declarer is not None or forced_bonus)
    if bonus:
        points[most[0]] += 1
    for name in nil_players(deal):
        points[name] += -3 if tricks_of(deal, name) else 3
    if deal.renege == "penalty":
        for name in {*deal.revokes, *(event["player"] for event in deal.remedied)}:
            points[name] -= 3
    return points


# --- promises ---------------------------------------------------------------------------------------------------------


def all_can_hold(deal: Deal, promises: list[Promise]) -> bool:
    """Whether the unseen cards fill every hidden place so that nobody holds a suit denied."""
    denied = {name: {promise.suit for promise in promises if promise.player == name} for name in deal.scanned}
    if any(suit_of(card) in denied[name] for name in deal.scanned for card in known(deal, name)):
        return False
    seen = deal.ups + played(deal) + [card for name in deal.scanned for card in known(deal, name)]
    unseen = [card for card in deal.deck if card not in seen]
    places = [name for name in deal.scanned for _ in range(hidden_size(deal, name))]
    given: dict[str, int] = {}

    def find_card(place: int, tried: set[str]) -> bool:
        for card in unseen:
            if suit_of(card) in denied[places[place]] or card in tried:
                continue
            tried.add(card)
            if card not in given or find_card(given[card], tried):
                given[card] = place
                return True
        return False

    return all(find_card(place, set()) for place in range(len(places)))


def hidden_size(deal: Deal, name: str) -> int:
    return deal.size - len(own_plays(deal, name)) - len(known(deal, name))
