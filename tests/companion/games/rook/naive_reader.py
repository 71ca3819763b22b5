"""Rook read a second time from its rules, in the plainest way: lists, sets and trying things out.

Nothing here is imported from the companion. What may be hidden is found by trying to deal the unseen cards out.
"""

from __future__ import annotations

from tests.companion.games.naive_table import Answer, Game, NaiveTable, contradictions, forbid, impossible, only
from tests.companion.games.rook.naive_deal import (
    COLOURS,
    NEST,
    OPTIONS,
    Deal,
    Promise,
    Revoke,
    colour,
    counters,
    deck_of,
    hand_of,
    height,
    last_trick,
    rank,
    total,
)


class NaiveRook(NaiveTable):
    """Answers line after line."""

    options = OPTIONS

    def side(self, name: str) -> list[str]:
        at = self.names.index(name) % 2
        return [self.names[at], self.names[at + 2]]

    def worth(self, card: str) -> int:
        return counters(card, self.house)

    def totals_brought(self) -> dict[str, int]:
        return {
            name: max((self.brought.get(partner, 0) for partner in self.side(name)), key=abs) for name in self.names
        }

    def check_words(self, words: list[str]) -> None:
        head, *rest = words
        deck = deck_of(self.house)
        if head in ("hand", "dealt", "back"):
            only(bool(rest) and rest[0] in self.names and all(card in deck for card in rest[1:]))
        elif head == "nest":
            only(all(card in deck for card in rest))
        elif head == "remedy":
            only(len(rest) == 1 and rest[0] in OPTIONS["renege"])
        elif head in self.names:
            only(bool(rest))
            fits = {
                "pass": len(rest) == 1,
                "misdeal": len(rest) == 1 and self.house["misdeal"] == "no-counters",
                "bid": len(rest) == 2 and rest[-1].isdigit(),
                "trump": len(rest) == 2 and rest[-1] in COLOURS,
                "lays": all(card in deck for card in rest[1:]),
            }
            only(fits.get(rest[0], all(card in deck for card in rest)))
        else:
            only(words in (["deal"], ["end"]))

    def new_deal(self, game: Game) -> list[Answer]:
        game.deals += 1
        none: dict[str, list[str]] = {name: [] for name in self.names}
        scanned, returned = ({name: list(cards) for name, cards in none.items()} for _ in range(2))
        game.deal = Deal(
            game.deals, game.opener, self.house, self.house["renege"], dict(game.totals), scanned, returned
        )
        return []

    def scan(self, deal: Deal, words: list[str]) -> None:
        only(not deal.called)
        head, *rest = words
        cards = rest if head == "nest" else rest[1:]
        before, size = (deal.nest, NEST) if head == "nest" else (deal.scanned[rest[0]], hand_of(self.house))
        only(len(cards) == (1 if head == "dealt" else size) and len(before) < size)
        only(head == "dealt" or set(before) <= set(cards))
        before[:] = cards if head != "dealt" else before + cards
        seen = [card for scanned in deal.scanned.values() for card in scanned] + deal.nest
        only(len(set(seen)) == len(seen))

    # statements

    def phase(self, deal: Deal) -> str:
        if deal.outcome != "open":
            return "between deals"
        if not deal.bidder:
            return "auction"
        if deal.laid is None:
            return "lays"
        return "play" if deal.trump else "trump"

    def whose_turn(self, deal: Deal) -> str:
        phase = self.phase(deal)
        if phase == "auction":
            passed = [name for name, bid in deal.called if not bid]
            last = deal.called[-1][0] if deal.called else deal.dealer
            return next(name for name in [*self.seats_from(last)[1:], last] if name not in passed)
        if phase in ("lays", "trump"):
            return deal.bidder
        if len(deal.plays) % 4:
            return self.left_of(deal.plays[-1][0])
        return self.winner(deal, deal.tricks()[-1]) if deal.plays else deal.leader

    def say(self, game: Game, words: list[str]) -> tuple[str, list[Answer]]:
        deal = game.deal
        if words[0] == "back":
            return "legal", self._back(game, deal, words[1], words[2:])
        name, word, rest = words[0], words[1], words[2:]
        if word == "misdeal":
            return self._misdeal(game, deal, name)
        kind = {"pass": "auction", "bid": "auction", "lays": "lays", "trump": "trump"}.get(word, "play")
        forbid("wrong-phase", bool(game.winners) or kind != self.phase(deal))
        if kind == "auction":
            return "legal", self._calls(game, deal, name, int(rest[0]) if rest else None)
        forbid("not-your-turn", name != self.whose_turn(deal))
        if kind == "lays":
            return self._lays(deal, name, rest), []
        if kind == "trump":
            deal.trump = COLOURS[rest[0]]
            leaders = {"left-of-dealer": self.left_of(deal.dealer), "declarer": name}
            deal.leader = leaders.get(self.house["first-lead"], self.left_of(name))
            return "legal", []
        return self._plays(game, deal, name, words[1:])

    def _misdeal(self, game: Game, deal: Deal, name: str) -> tuple[str, list[Answer]]:
        called = [seat for seat, _ in deal.called]
        forbid("wrong-phase", bool(game.winners) or self.phase(deal) != "auction" or self.whose_turn(deal) in called)
        forbid("not-your-turn", name != self.whose_turn(deal))
        known, pool = deal.known(name), deal.pool(name)
        plain = [card for card in pool if not self.worth(card)]
        forbid("no-misdeal", any(map(self.worth, known)) or len(plain) < hand_of(self.house))
        deal.outcome = "thrown in"
        return "legal" if len(plain) == len(pool) else "trust", [{"event": "redeal"}]

    def _calls(self, game: Game, deal: Deal, name: str, bid: int | None) -> list[Answer]:
        forbid("already-passed", (name, 0) in deal.called)
        forbid("not-your-turn", name != self.whose_turn(deal))
        if bid is not None:
            highest = max((made for _, made in deal.called), default=0)
            forbid("bid-range", not int(self.house["lowest-bid"]) <= bid <= total(self.house))
            forbid("bid-step", bid % 5 != 0)
            forbid("bid-too-low", bid <= highest)
        deal.called.append((name, bid or 0))
        passes = sum(made == 0 for _, made in deal.called)
        made = [(who, what) for who, what in deal.called if what]
        if passes == 4 and self.house["all-pass"] == "dealer-takes-70":
            made = [(deal.dealer, int(self.house["lowest-bid"]))]
        if passes == 4 and not made:
            deal.outcome = "passed out"
            if self.house["all-pass"] == "next-dealer":
                game.opener = self.left_of(deal.dealer)
            return [{"event": "redeal"}]
        if not made or (passes < 3 and made[-1][1] < total(self.house)):
            return []
        deal.bidder, deal.bid = made[-1]
        return [{"event": "auction", "winner": deal.bidder, "bid": deal.bid}]

    def _check_cards(self, deal: Deal, name: str, cards: list[str], *needed: int) -> None:
        forbid("card-used", len(set(cards)) < len(cards) or any(card in deal.out() for card in cards))
        forbid("not-in-hand", any(card not in deal.pool(name) for card in cards))
        forbid("card-count", len(cards) not in needed)

    def _lays(self, deal: Deal, name: str, cards: list[str]) -> str:
        self._check_cards(deal, name, cards, 0, NEST)
        deal.laid = cards
        if self.house["nest"] != "no-counters" or (cards and not any(map(self.worth, cards))):
            return "legal"
        if not cards:
            return "trust"
        known, pool = deal.known(name), deal.pool(name)
        may_stay = [card for card in pool if self.worth(card)]
        forbid("nest-counter", not all(map(self.worth, known)) or len(may_stay) < hand_of(self.house))
        return "legal" if len(may_stay) == len(pool) else "trust"

    def _plays(self, game: Game, deal: Deal, name: str, cards: list[str]) -> tuple[str, list[Answer]]:
        self._check_cards(deal, name, cards, 1)
        card, at = cards[0], len(deal.plays)
        lead = deal.plays[at // 4 * 4][1] if at % 4 else card
        deal.plays.append((name, card))
        none_of: set[str] = set() if deal.bird_may(card, lead) or at % 4 == 0 else deal.denied(lead)
        verdict = self._verdict(deal, name, none_of) if card not in none_of else "legal"
        broken = [promise for promise in deal.promises if promise.player == name and card in promise.none_of]
        if verdict == "trust":
            deal.trusted.append(at)
            deal.promises.append(Promise(name, at, card, none_of))
        nest = self._nest_revoke(game, deal)
        rule = "rook-must-be-played" if card == "Rook" else "follow-suit"
        revokes = [(promise.at, self._proven(game, deal, promise, rule, at)) for promise in broken]
        events = [*nest, *self._tested(game, deal, revokes, at)]
        trick: list[Answer] = []
        if len(deal.plays) % 4 == 0:
            last = deal.tricks()[-1]
            trick = [{"event": "trick", "winner": self.winner(deal, last), "cards": [card for _, card in last]}]
        doubts = [event for event in events if event["event"] == "impossible"]
        proofs = [event for event in events if event["event"] == "revoke"]
        return verdict, proofs + trick + doubts + self.settle(game)

    def _verdict(self, deal: Deal, name: str, none_of: set[str]) -> str:
        pool, known, left = deal.pool(name), deal.known(name), deal.held(name)
        unsure = deal.free(name) if left > len(known) else set()  # a bidder who laid unseen: as if nothing was scanned
        if left == 0 or not (known | unsure) & none_of:
            return "legal"
        if known & none_of or len(known) + deal.at_most(name, none_of)[1] < left:
            guilty = (pool if len(pool) == left else known) & none_of or pool & none_of
            forbid("rook-must-be-played", guilty == {"Rook"})
            forbid("follow-suit", True)
        return "trust"

    def winner(self, deal: Deal, trick: list[tuple[str, str]]) -> str:
        led = colour(trick[0][1]) or deal.trump

        def worth(card: str) -> float:
            if card == "Rook":
                return {"high": 1000, "low": 100, "10.5": 210.5}[self.house["rook-rank"]]
            own = height(card, self.house)
            return own + (200 if colour(card) == deal.trump else 0) if colour(card) in (led, deal.trump) else 0

        return max(trick, key=lambda play: worth(play[1]))[0]

    # revokes

    def _closes(self, trick: int) -> int:
        """How many cards are out when the window of a play in this trick closes."""
        return 4 * trick + (4 if self.house["renege-window"] == "next-trick-taken" else 1)

    def _proven(self, game: Game, deal: Deal, promise: Promise, rule: str, proof: int) -> Answer:
        deal.promises.remove(promise)
        game.revokes += 1
        deal.revokes.append(Revoke(promise.player, promise.at, promise.trick, proof))
        correctable = len(deal.plays) < self._closes(promise.trick)
        told = {"event": "revoke", "deal": deal.number, **promise.suspect()}
        return {**told, "rule": rule, "correctable": correctable}

    def _nest_revoke(self, game: Game, deal: Deal) -> list[Answer]:
        over = len(deal.plays) == 4 * hand_of(self.house)
        laid = deal.laid or ([card for card in deck_of(self.house) if card not in deal.out()] if over else [])
        kept = [card for name, card in deal.plays if name == deal.bidder and not self.worth(card)]
        told_before = any(revoke.trick == 0 for revoke in deal.revokes)
        order = ["Rook", "1", "14", "10", "5"]
        found = [card for seat in order for card in deck_of(self.house) if rank(card) == seat and card in laid]
        found = [card for card in found if self.worth(card)]
        if self.house["nest"] != "no-counters" or told_before or not kept or not found:
            return []
        game.revokes += 1
        deal.revokes.append(Revoke(deal.bidder, -1, 0, len(deal.plays)))
        told = {"event": "revoke", "player": deal.bidder, "deal": deal.number, "trick": 0, "card": found[0]}
        return [{**told, "rule": "nest-counter", "correctable": False}]

    def _possible(self, deal: Deal, promises: list[Promise]) -> bool:
        """Whether the unseen cards can be dealt out so that these promises hold."""
        places: list[set[str]] = [] if deal.laid else [deal.free("")] * NEST
        for name in self.names:
            denied = {card for promise in promises if promise.player == name for card in promise.none_of}
            if deal.known(name) & denied:
                return False
            places += [deal.free(name) - denied] * (deal.held(name) - len(deal.known(name)))
        lying: dict[str, int] = {}

        def place(at: int, tried: set[str]) -> bool:
            for card in places[at]:
                if card not in tried:
                    tried.add(card)
                    if card not in lying or place(lying[card], tried):
                        lying[card] = at
                        return True
            return False

        return all(place(at, set()) for at in range(len(places)))

    def _tested(self, game: Game, deal: Deal, revokes: list[tuple[int, Answer]], proof: int) -> list[Answer]:
        """The revokes given and those that the test proves, the oldest first, and every new suspicion."""
        alone, groups = contradictions(deal.promises, lambda promises: self._possible(deal, promises))
        revokes += [(play.at, self._proven(game, deal, play, "follow-suit", proof)) for play in alone]
        new: list[Answer] = []
        for group in groups:
            event = impossible([promise.suspect() for promise in group])
            if event not in deal.reported:
                new.append(event)
                youngest = group[-1]
                plays = tuple(promise.at for promise in group)
                deal.groups.append(Revoke(event["player"] or "", youngest.at, youngest.trick, proof, plays))
        deal.reported += new
        return [event for _, event in sorted(revokes, key=lambda revoke: revoke[0])] + new

    def _back(self, game: Game, deal: Deal, name: str, cards: list[str]) -> list[Answer]:
        forbid("wrong-phase", bool(game.winners) or not deal.trump)
        forbid("card-used", len(set(cards)) < len(cards))
        forbid("card-count", len(cards) != 1)
        named = [at for at in deal.trusted if deal.plays[at] == (name, cards[0])]
        forbid("not-a-revoke", not named)
        at = named[0]
        forbid("window-closed", deal.outcome != "open" or len(deal.plays) >= self._closes(at // 4 + 1))
        for player, card in deal.plays[at:]:
            deal.returned[player].append(card)
        deal.plays = deal.plays[:at]
        deal.trusted = [play for play in deal.trusted if play < at]
        deal.promises = [promise for promise in deal.promises if promise.at < at]
        standing = [revoke for revoke in deal.revokes if revoke.at < at]
        game.revokes -= len(deal.revokes) - len(standing)
        deal.revokes = standing
        kept = [number for number, group in enumerate(deal.groups) if all(play < at for play in group.plays)]
        deal.groups, deal.reported = [deal.groups[n] for n in kept], [deal.reported[n] for n in kept]
        deal.remedied = [event for event in deal.remedied if event in deal.reported]
        return [*self._tested(game, deal, [], at), *self.settle(game)]

    # the score

    def settle(self, game: Game) -> list[Answer]:
        deal = game.deal
        game.totals, game.winners, game.opener = dict(deal.totals_before), [], deal.dealer
        late = [
            offence for offence in deal.offences() if offence.trick and len(deal.plays) >= self._closes(offence.trick)
        ]
        before, deal.score_told = deal.score_told, {}
        if late and deal.renege == "void-deal":
            deal.outcome = "void"
            zeros: Answer = {"event": "deal-score", "scores": dict.fromkeys(self.names, 0)}
            return [*([zeros] if before else []), {"event": "redeal"}]
        if late and deal.renege == "penalty":
            points = self._penalty(deal, min(late, key=lambda play: (play.proof, play.at)))
        elif len(deal.plays) == 4 * hand_of(self.house):
            points = self._points(deal)
        else:
            deal.outcome = "open"
            return [{"event": "score-withdrawn", "scores": before}] if before else []
        deal.outcome, deal.score_told = "scored", points
        game.totals = {name: game.totals[name] + points[name] for name in self.names}
        game.opener = self.left_of(deal.dealer)
        best = max(game.totals.values())
        ahead = [name for name in self.names if game.totals[name] == best]
        game.winners = ahead if best >= int(self.house["target"]) and len(ahead) == 2 else []
        over: list[Answer] = [{"event": "game-over", "winners": ahead}] if game.winners else []
        return [{"event": "deal-score", "scores": points}, *over]

    def _captured(self, deal: Deal, tricks: int) -> dict[str, int]:
        points = dict.fromkeys(self.names, 0)
        for trick in deal.tricks()[:tricks]:
            for name in self.side(self.winner(deal, trick)):
                points[name] += sum(self.worth(card) for _, card in trick)
        return points

    def _penalty(self, deal: Deal, revoke: Revoke) -> dict[str, int]:
        points = self._captured(deal, revoke.proof // 4)
        return points | dict.fromkeys(self.side(revoke.player), -deal.bid)

    def _points(self, deal: Deal) -> dict[str, int]:
        points = self._captured(deal, hand_of(self.house))
        played = [card for _, card in deal.plays]
        for name in self.side(self.winner(deal, deal.tricks()[-1])):
            points[name] += sum(self.worth(card) for card in deck_of(self.house) if card not in played)
            points[name] += last_trick(self.house)
        if points[deal.bidder] < deal.bid:
            points |= dict.fromkeys(self.side(deal.bidder), -deal.bid)
        return points
