"""BirdHead read a second time from its rules, in the plainest way: lists of ranks, and trying things out.

Nothing here is imported from the companion. A card is "7" or "7/3"; most of the time only its rank is looked at.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from tests.companion.games.naive_table import Answer, Game, NaiveTable, contradictions, forbid, impossible, only

RANKS = range(2, 12)
COPIES = 5
OPTIONS = {
    "bar": ["last-match", "max-of-all"],
    "markers": ["removed", "shuffled-back"],
    "final-tie": ["shared", "extra-round"],
    "renege": ["play-on", "void-deal", "penalty"],
}
CARDS = [f"{rank}{copy}" for rank in RANKS for copy in ("", *(f"/{n}" for n in range(1, COPIES + 1)))]
LOST, PENALTY = 22, 11


@cache
def rank(card: str) -> int:
    return int(card.split("/", maxsplit=1)[0])


def ranks(cards: list[str]) -> list[int]:
    return sorted(map(rank, cards))


class Hand(NamedTuple):
    """What was seen of the cards of one rank in a hand as it was dealt: words scanned, words played, other names."""

    scanned: tuple[str, ...]
    played: tuple[str, ...]
    named: frozenset[str]
    whole: bool

    def names(self) -> set[str]:
        return {card for card in self.scanned + self.played if "/" in card} | self.named

    def may_have(self, number: int) -> bool:
        """Whether so many of this rank may have been dealt to it."""
        return number >= len(self.played) and number in range(
            len(self.scanned), len(self.scanned) + 1 if self.whole else COPIES + 1
        )


Way = dict[str, int]
"""Who has each copy of a rank: the number of a hand, the markers (4) or nobody (5)."""


@cache
def ways(wanted: int, aside: tuple[str, ...], hands: tuple[Hand, ...], asked: str = "") -> list[Way]:
    """How the copies of a rank may be shared out; those that nobody names or asks for are alike."""
    copies = [f"{wanted}/{copy}" for copy in range(1, COPIES + 1)]
    markers, nobody = len(hands), len(hands) + 1
    named = [*(hand.names() for hand in hands), {card for card in aside if "/" in card}]
    told = [card for card in copies if card in {asked}.union(*named)]
    may = [[at for at, names in enumerate(named) if card in names] or range(nobody + 1) for card in told]
    if any(1 < len(owners) <= nobody for owners in may):
        return []
    found = []
    for first in product(*may):
        for others in combinations_with_replacement(range(nobody + 1), COPIES - len(told)):
            owners = first + others
            if owners.count(markers) == len(aside) and all(
                hand.may_have(owners.count(at)) for at, hand in enumerate(hands)
            ):
                found.append(dict(zip([*told, *(card for card in copies if card not in told)], owners, strict=True)))
    return found


@dataclass
class Promise:
    """No card below the highest of this play is left."""

    player: str
    trick: int
    highest: int
    at: int  # the number of the play

    def suspect(self) -> Answer:
        return {"player": self.player, "trick": self.trick, "card": str(self.highest)}


@dataclass
class Deal:
    """Everything said since `deal`; `tricks` holds who played what, the last trick too."""

    number: int
    starter: str
    renege: str
    totals_before: dict[str, int]
    markers: dict[str, list[str]]
    size: int
    scanned: dict[str, list[str]]
    named: dict[str, list[str]]  # copies scanned before the whole hand was
    tricks: list[list[tuple[str, list[str]]]] = field(default_factory=list)
    promises: list[Promise] = field(default_factory=list)
    revokes: list[Promise] = field(default_factory=list)
    reported: list[Answer] = field(default_factory=list)  # groups of suspects
    remedied: list[Answer] = field(default_factory=list)  # those on which the last remedy acts
    outcome: str = "open"
    score_told: bool = False

    def offenders(self) -> set[str]:
        return {promise.player for promise in self.revokes} | {event["player"] for event in self.remedied}

    def played(self, name: str | None = None) -> list[str]:
        return [card for trick in self.tricks for who, cards in trick for card in cards if name in (None, who)]

    def held(self, name: str) -> int:
        return self.size - len(self.played(name))

    def aside(self) -> list[str]:
        return [card for cards in self.markers.values() for card in cards]

    def ways(self, wanted: int, more: dict[str, list[str]] | None = None, asked: str = "") -> list[Way]:
        """Who may have each copy of a rank, had these cards been played, too; none if a name is played twice."""
        hands = []
        for name, scanned in self.scanned.items():
            played = [card for card in self.played(name) + (more or {}).get(name, []) if rank(card) == wanted]
            if any("/" in card and played.count(card) > 1 for card in played):
                return []
            seen = tuple(sorted(card for card in scanned if rank(card) == wanted))
            named = frozenset(card for card in self.named[name] if rank(card) == wanted)
            hands.append(Hand(seen, tuple(sorted(played)), named, len(scanned) == self.size))
        aside = tuple(sorted(card for card in self.aside() if rank(card) == wanted))
        return ways(wanted, aside, tuple(hands), asked)

    def known(self, name: str) -> list[str]:
        """The cards that are surely left in this hand, by rank."""
        at, left = list(self.scanned).index(name), []
        gone = Counter(map(rank, self.played(name)))
        for wanted in set(map(rank, self.scanned[name])):
            left += [str(wanted)] * (min(list(way.values()).count(at) for way in self.ways(wanted)) - gone[wanted])
        return left

    def pool(self, name: str) -> Counter[int]:
        """How many cards of each rank may lie in this hand."""
        known = self.known(name)
        if len(known) == self.held(name):
            return Counter(map(rank, known))
        others = [card for other in self.scanned if other != name for card in self.known(other)]
        elsewhere = Counter(map(rank, self.aside() + self.played() + others))
        return Counter({wanted: COPIES - elsewhere[wanted] for wanted in RANKS})

    def bar(self, *, of_all: bool) -> list[int]:
        trick = self.tricks[-1]
        bar = ranks(trick[0][1])
        for _, cards in trick[1:]:
            play = ranks(cards)
            if of_all:
                bar = [max(pair) for pair in zip(bar, play, strict=True)]
            elif matches(play, bar):
                bar = play
        return bar


def matches(play: list[int], bar: list[int]) -> bool:
    return all(played >= least for played, least in zip(play, bar, strict=True))


class NaiveBirdHead(NaiveTable):
    """Answers line after line."""

    opener_word = "start"
    options = OPTIONS

    def totals_brought(self) -> dict[str, int]:
        return {name: self.brought.get(name, sum(map(rank, self.markers.get(name, [])))) for name in self.names}

    def check_words(self, words: list[str]) -> None:
        head, *rest = words
        if head in ("hand", "dealt"):
            only(bool(rest) and rest[0] in self.names and all(card in CARDS for card in rest[1:]))
        elif head == "remedy":
            only(len(rest) == 1 and rest[0] in OPTIONS["renege"])
        elif head in self.names:
            only(bool(rest) and all(card in CARDS for card in rest))
        else:
            only(words in (["deal"], ["end"]))

    def new_deal(self, game: Game) -> list[Answer]:
        if game.more is None:
            lying = self.markers if self.house["markers"] == "removed" else {}
            game.more = {name: list(lying.get(name, [])) for name in self.names}
        game.deals += 1
        markers = {name: list(cards) for name, cards in game.more.items()}
        size = min(10, (COPIES * len(RANKS) - sum(map(len, markers.values()))) // 4)
        scanned: dict[str, list[str]] = {name: [] for name in self.names}
        before = dict(game.totals)
        named: dict[str, list[str]] = {name: [] for name in self.names}
        game.deal = Deal(game.deals, game.opener, self.house["renege"], before, markers, size, scanned, named)
        return []

    def scan(self, deal: Deal, words: list[str]) -> None:
        head, name, *cards = words
        only(head != "nest" and not deal.tricks)
        before = deal.scanned[name]
        only(len(cards) == (1 if head == "dealt" else deal.size) and len(before) < deal.size)
        only(len(cards) == len(set(cards)) or not any("/" in card and cards.count(card) > 1 for card in cards))
        deal.named[name] += [card for card in before if "/" in card] if head == "hand" else []
        deal.scanned[name] = cards if head == "hand" else before + cards
        only(not Counter(map(rank, before)) - Counter(map(rank, cards)) or head == "dealt")
        only(all(deal.ways(wanted) for wanted in set(map(rank, deal.scanned[name] + before))))

    def last_trick(self, deal: Deal) -> bool:
        """Whether one card each is opened together now."""
        done = deal.tricks[:-1] if deal.tricks and len(deal.tricks[-1]) < 4 else deal.tricks
        return sum(len(trick[0][1]) for trick in done) == deal.size - 1

    def may_act(self, deal: Deal) -> list[str]:
        trick = deal.tricks[-1] if deal.tricks and len(deal.tricks[-1]) < 4 else []
        if self.last_trick(deal):
            return [name for name in self.names if name not in [who for who, _ in trick]]
        if trick:
            return [self.left_of(trick[-1][0])]
        return [self.winner(deal.tricks[-1]) if deal.tricks else deal.starter]

    def winner(self, trick: list[tuple[str, list[str]]]) -> str:
        best, bar = trick[0][0], ranks(trick[0][1])
        for name, cards in trick[1:]:
            play = ranks(cards)
            if matches(play, bar):
                best = name
            if self.house["bar"] == "max-of-all":
                bar = [max(pair) for pair in zip(bar, play, strict=True)]
            elif matches(play, bar):
                bar = play
        return best

    def say(self, game: Game, words: list[str]) -> tuple[str, list[Answer]]:
        deal, name, cards = game.deal, words[0], words[1:]
        forbid("wrong-phase", bool(game.winners) or deal.outcome != "open")
        forbid("not-your-turn", name not in self.may_act(deal))
        self._check_cards(deal, name, cards)
        last = self.last_trick(deal)
        leads = not last and (not deal.tricks or len(deal.tricks[-1]) == 4)
        needed = 1 if last else len(cards) if leads else len(deal.tricks[-1][0][1])
        forbid("card-count", len(cards) != needed)
        if leads:
            forbid("lead-count", len(cards) > 3)
            forbid("lead-rank", len(set(map(rank, cards))) > 1)
            forbid("keep-one", len(cards) >= deal.held(name))
        low = not last and not leads and not matches(ranks(cards), deal.bar(of_all=self.house["bar"] == "max-of-all"))
        if not deal.tricks or len(deal.tricks[-1]) == 4:
            deal.tricks.append([])
        deal.tricks[-1].append((name, cards))
        return self._played(game, deal, name, low=low)

    def _check_cards(self, deal: Deal, name: str, cards: list[str]) -> None:
        """Each card that cannot be played beside the others is asked why; names come before mere ranks."""
        fine: list[str] = []
        missing: list[str] = []
        reasons = set()
        for card in sorted(cards, key=lambda card: "/" not in card):
            if deal.ways(rank(card), {name: [*fine, card]}):
                fine.append(card)
                continue
            reasons.add(self._why(deal, {name: fine}, card, missing.count(str(rank(card)))))
            missing += [card]
        if self._too_many(deal, name, fine):
            reasons.add("not-in-hand")
        for rule in ("not-in-deck", "card-used", "not-in-hand"):
            forbid(rule, rule in reasons)

    def _too_many(self, deal: Deal, name: str, cards: list[str]) -> bool:
        """Whether this hand had too few cards for all that was seen of it and these."""
        at = self.names.index(name)
        seen = set(map(rank, [*deal.scanned[name], *deal.played(name), *cards]))
        counts = ([list(way.values()).count(at) for way in deal.ways(wanted, {name: cards})] for wanted in seen)
        return sum(map(min, counts)) > deal.size

    def _why(self, deal: Deal, more: dict[str, list[str]], card: str, asked: int) -> str:
        wanted = rank(card)
        played = {who: [c for c in deal.played(who) + more.get(who, []) if rank(c) == wanted] for who in self.names}
        aside = sum(rank(one_aside) == wanted for one_aside in deal.aside())
        if "/" not in card:
            left = COPIES - aside - asked - sum(map(len, played.values()))
            return "not-in-deck" if aside == COPIES else "not-in-hand" if left > 0 else "card-used"
        owners = set()
        for way in deal.ways(wanted, more, card):
            who = way[card]
            plays = played[self.names[who]] if who < len(self.names) else []
            left = card not in plays and list(way.values()).count(who) > len(plays)
            owners.add("aside" if who == len(self.names) else "in play" if who > len(self.names) or left else "out")
        if "in play" in owners:
            return "not-in-hand"
        return "not-in-deck" if owners == {"aside"} else "card-used"

    def _played(self, game: Game, deal: Deal, name: str, *, low: bool) -> tuple[str, list[Answer]]:
        cards = deal.tricks[-1][-1][1]
        verdict = "legal"
        if low:
            highest = max(map(rank, cards))
            verdict = self._verdict(deal, name, highest)
        broken = [
            promise for promise in deal.promises if promise.player == name and min(map(rank, cards)) < promise.highest
        ]
        if verdict == "trust":
            deal.promises.append(Promise(name, len(deal.tricks), highest, sum(map(len, deal.tricks))))
        events = self._tested(game, deal, broken)
        trick: list[Answer] = []
        if len(deal.tricks[-1]) == 4 and deal.held(name):
            played = [card.split("/")[0] for _, cards in deal.tricks[-1] for card in cards]
            trick = [{"event": "trick", "winner": self.winner(deal.tricks[-1]), "cards": played}]
        revokes = [event for event in events if event["event"] == "revoke"]
        doubts = [event for event in events if event["event"] == "impossible"]
        return verdict, revokes + trick + doubts + self.settle(game)

    def _verdict(self, deal: Deal, name: str, highest: int) -> str:
        left, pool = deal.held(name), deal.pool(name)
        lower = sum(count for look, count in pool.items() if look < highest)
        if left == 0 or lower == 0:
            return "legal"
        bad = any(rank(card) < highest for card in deal.known(name)) or pool.total() - lower < left
        forbid("match-or-lowest", bad)
        return "trust"

    def _proven(self, game: Game, deal: Deal, promise: Promise) -> Answer:
        deal.promises = [waiting for waiting in deal.promises if waiting is not promise]
        deal.revokes.append(promise)
        game.revokes += 1
        told = {"event": "revoke", "deal": deal.number, **promise.suspect()}
        return {**told, "rule": "match-or-lowest", "correctable": False}

    def _possible(self, deal: Deal, promises: list[Promise]) -> bool:
        """Whether the unseen cards can be dealt out: who must hold high cards takes them first."""
        placed = deal.aside() + deal.played() + [card for name in self.names for card in deal.known(name)]
        out = Counter(map(rank, placed))
        free = {wanted: COPIES - out[wanted] for wanted in RANKS}
        floors = {
            name: max([promise.highest for promise in promises if promise.player == name], default=0)
            for name in self.names
        }
        for name in sorted(self.names, key=lambda name: -floors[name]):
            known = deal.known(name)
            if any(rank(card) < floors[name] for card in known):
                return False
            for _ in range(deal.held(name) - len(known)):
                high = [wanted for wanted in RANKS if wanted >= floors[name] and free[wanted]]
                if not high:
                    return False
                free[high[-1]] -= 1
        return True

    def _tested(self, game: Game, deal: Deal, broken: list[Promise]) -> list[Answer]:
        told = [(promise.at, self._proven(game, deal, promise)) for promise in broken]
        alone, groups = contradictions(deal.promises, lambda promises: self._possible(deal, promises))
        told += [(promise.at, self._proven(game, deal, promise)) for promise in alone]
        doubts = [impossible([promise.suspect() for promise in group]) for group in groups]
        new = [event for event in doubts if event not in deal.reported]
        deal.reported += new
        return [event for _, event in sorted(told, key=lambda found: found[0])] + new

    # the score

    def settle(self, game: Game) -> list[Answer]:
        deal = game.deal
        game.totals, game.winners = dict(deal.totals_before), []
        game.opener, game.more = deal.starter, {name: list(cards) for name, cards in deal.markers.items()}
        if deal.offenders() and deal.renege == "void-deal":
            zeros: Answer = {"event": "deal-score", "scores": dict.fromkeys(self.names, 0)}
            told = [zeros] if deal.score_told else []
            deal.outcome, deal.score_told = "void", False
            return [*told, {"event": "redeal"}]
        if any(deal.held(name) for name in self.names):
            deal.outcome = "open"
            return []
        deal.outcome, deal.score_told = "scored", True
        points = self._lose(game, deal)
        if deal.renege == "penalty":
            for name in deal.offenders():
                points[name] += PENALTY
        game.totals = {name: game.totals[name] + points[name] for name in self.names}
        return [{"event": "deal-score", "scores": points}, *self._end(game)]

    def _lose(self, game: Game, deal: Deal) -> dict[str, int]:
        """The points of the last trick; the losing cards become markers, and the next starter is found."""
        opened = dict(deal.tricks[-1])
        worst = max(rank(cards[0]) for cards in opened.values())
        points = {name: worst if rank(opened[name][0]) == worst else 0 for name in self.names}
        order = self.seats_from(self.winner(deal.tricks[-2]))
        game.opener = self.left_of([name for name in order if points[name]][-1])
        if self.house["markers"] == "removed":
            for name in self.names:
                game.more[name] += opened[name] if points[name] else []
        return points

    def _end(self, game: Game) -> list[Answer]:
        if max(game.totals.values()) < LOST:
            return []
        least = min(game.totals.values())
        best = [name for name in self.names if game.totals[name] == least]
        if self.house["final-tie"] == "extra-round" and len(best) > 1:
            return []
        game.winners = best
        return [{"event": "game-over", "winners": best}]
