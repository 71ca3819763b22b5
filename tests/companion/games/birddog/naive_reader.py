"""Bird Dog read a second time from its rules, in the plainest way: lists, sets and trying things out.

Nothing here is imported from the companion, and nothing is fast or clever: the whole state is copied for each
statement, `undo` throws copies away, and what the deal is worth is worked out again from its first card.
"""

from __future__ import annotations

import re

from tests.companion.games.birddog.naive_deal import (
    DECK,
    HAND,
    OPTIONS,
    STACK,
    TWIN,
    Deal,
    Promise,
    all_can_hold,
    complete_tricks,
    deal_points,
    known,
    nil_players,
    own_plays,
    played,
    pool,
    rank_of,
    suit_of,
    trick_winner,
    tricks_of,
)
from tests.companion.games.naive_table import Answer, Game, NaiveTable, contradictions, forbid, impossible, only

GOAL = 11
HEADER_WORDS = "game players dealer option score".split()
TABLE_WORDS = "deal up undo remedy end hand dealt".split()
SEAT_WORDS = "declare pass nil".split()


def card_of(word: str) -> str:
    card = re.sub("^T", "10", word.upper())
    only(card in DECK)
    return card


def spelled(words: list[str], names: list[str]) -> list[str]:
    """The words of a statement in lower case, its cards as in the deck."""
    kind, rest = words[0].lower(), words[1:]
    if kind in {"deal", "end"}:
        only(not rest)
        return [kind]
    if kind == "remedy":
        only(len(rest) == 1 and rest[0].lower() in OPTIONS["renege"])
        return [kind, rest[0].lower()]
    if kind == "up":
        return [kind, *map(card_of, rest)]
    if kind in {"hand", "dealt"}:
        only(rest and rest[0] in names)
        return [kind, rest[0], *map(card_of, rest[1:])]
    only(words[0] in names and rest)
    if rest[0].lower() in SEAT_WORDS:
        only(len(rest) == 1)
        return [words[0], rest[0].lower()]
    return [words[0], *map(card_of, rest)]


class NaiveBirdDog(NaiveTable):
    """Answers line after line, and reads the header strictly."""

    options = OPTIONS
    deck, size = DECK, HAND  # a test may deal fewer cards

    def __init__(self) -> None:
        super().__init__()
        self.game_named = False

    def totals_brought(self) -> dict[str, int]:
        return {name: self.brought.get(name, 0) for name in self.names}

    # the header

    def _header(self, words: list[str]) -> bool:
        lines = {
            "game": self._game_line,
            "players": self._players_line,
            "dealer": self._dealer_line,
            "option": self._option_line,
            "score": self._score_line,
        }
        if words[0].lower() not in lines:
            return False
        only(len(self.games) < 2)
        lines[words[0].lower()](words[1:])
        return True

    def _game_line(self, rest: list[str]) -> None:
        only(not self.game_named and [word.lower() for word in rest] == ["birddog"])
        self.game_named = True

    def _players_line(self, rest: list[str]) -> None:
        only(self.game_named and not self.names)
        names = ["P1", "P2", "P3"] if rest == ["3"] else rest
        only(len(names) == 3 and len({name.casefold() for name in names}) == 3)
        only(not any(name.lower() in (*HEADER_WORDS, *TABLE_WORDS, *SEAT_WORDS) for name in names))
        self.names = names

    def _dealer_line(self, rest: list[str]) -> None:
        only(not self.opener and len(rest) == 1 and rest[0] in self.names)
        self.opener = rest[0]

    def _option_line(self, rest: list[str]) -> None:
        low = [word.lower() for word in rest]
        only(bool(self.names) and len(low) == 2 and low[0] in OPTIONS and low[1] in OPTIONS[low[0]])
        self.house[low[0]] = low[1]

    def _score_line(self, rest: list[str]) -> None:
        only(len(rest) == 2 and rest[0] in self.names and rest[0] not in self.brought)
        only(re.fullmatch(r"[+-]?\d+", rest[1]))
        self.brought[rest[0]] = int(rest[1])

    # statements

    def _said(self, game: Game, words: list[str]) -> tuple[str, list[Answer]]:
        return super()._said(game, spelled(words, self.names))

    def check_words(self, words: list[str]) -> None:
        """They are spelled already."""

    def say(self, game: Game, words: list[str]) -> tuple[str, list[Answer]]:
        deal, (name, *rest) = game.deal, words
        kind = "up" if name == "up" else rest[0] if rest[0] in SEAT_WORDS else "play"
        forbid("wrong-phase", kind != self.awaited(deal, kind))
        forbid("not-your-turn", kind != "up" and name != self.whose_turn(deal))
        match kind:
            case "up":
                return "legal", self._up(deal, rest)
            case "declare":
                deal.declarer = name
                return "legal", [{"event": "declared", "player": name, **self._name_trump(deal)}]
            case "pass" if deal.trump is None:
                deal.passes.append(name)
            case "pass" | "nil":
                deal.nil_answers.append((name, kind == "nil"))
            case _:
                return self._play(game, deal, name, rest)
        return "legal", []

    def new_deal(self, game: Game) -> list[Answer]:
        if game.deals == 0:
            only(self.opener)
            at_goal = [name for name in self.names if game.totals[name] >= GOAL]
            only(len(at_goal) != 1)
            game.more = at_goal or None
        game.deals += 1
        scanned: dict[str, list[str]] = {name: [] for name in self.names}
        renege = self.house["renege"]
        game.deal = Deal(game.deals, game.opener, dict(game.totals), game.more, renege, scanned, self.deck, self.size)
        return []

    def scan(self, deal: Deal, words: list[str]) -> None:
        kind, player, *cards = words
        only(not deal.ups)
        here = deal.scanned[player]
        only(len(set(cards)) == len(cards) and len(here) < deal.size)
        only(not any(card in deal.scanned[name] for name in self.names if name != player for card in cards))
        if kind == "hand":  # all of it, what was scanned before too
            only(len(cards) == deal.size and set(here) <= set(cards))
            here[:] = cards
        else:
            only(len(cards) == 1 and cards[0] not in here)
            here += cards

    def awaited(self, deal: Deal, kind: str) -> str:
        """The kind of statement that comes next; of the two answers to a question the one that was given."""
        if deal.outcome != "open":
            return "nothing"
        if deal.trump is None:
            if len(deal.passes) == 3 * len(deal.ups):
                return "up"
            return "declare" if kind == "declare" else "pass"
        if len(deal.nil_answers) < 3:
            return "nil" if kind == "nil" else "pass"
        return "play"

    def whose_turn(self, deal: Deal) -> str:
        round_the_table = self.seats_from(self.left_of(deal.dealer))
        if deal.trump is None:
            return round_the_table[len(deal.passes) % 3]
        if len(deal.nil_answers) < 3:
            return round_the_table[len(deal.nil_answers)]
        if not deal.tricks:
            return round_the_table[0]
        last = deal.tricks[-1]
        return trick_winner(deal, last) if len(last) == 3 else self.left_of(last[-1][0])

    def _check_cards(self, deal: Deal, player: str, cards: list[str]) -> None:
        used = deal.ups + played(deal)
        forbid("card-used", len(set(cards)) < len(cards) or any(card in used for card in cards))
        in_hands = [card for name in self.names for card in known(deal, name)]
        may_come = pool(deal, player) if player else [card for card in deal.deck if card not in in_hands]
        forbid("not-in-hand", any(card not in may_come for card in cards))
        forbid("card-count", len(cards) != 1)

    def _name_trump(self, deal: Deal) -> Answer:
        card = deal.ups[-1]
        deal.trump = suit_of(card)
        deal.bird = rank_of(card) + TWIN[suit_of(card)]
        return {"trump": deal.trump, "birddog": deal.bird}

    def _up(self, deal: Deal, cards: list[str]) -> list[Answer]:
        self._check_cards(deal, "", cards)
        deal.ups += cards
        return [{"event": "forced", **self._name_trump(deal)}] if len(deal.ups) == STACK else []

    def _play(self, game: Game, deal: Deal, player: str, cards: list[str]) -> tuple[str, list[Answer]]:
        self._check_cards(deal, player, cards)
        card = cards[0]
        if not deal.tricks or len(deal.tricks[-1]) == 3:
            deal.tricks.append([])
        trick = deal.tricks[-1]
        led = suit_of(trick[0][1]) if trick else suit_of(card)
        trick.append((player, card))
        events = self._broken_by(game, deal, player, card)
        verdict = self._verdict(deal, player, led) if suit_of(card) != led else "legal"
        forbid("follow-suit", verdict == "illegal")
        if verdict == "trust":
            deal.promises.append(Promise(player, len(deal.tricks), card, led))
        impossible = self._test_promises(game, deal, events)
        played = [(number, *play) for number, trick in enumerate(deal.tricks, 1) for play in trick]
        events.sort(key=lambda told: played.index((told["trick"], told["player"], told["card"])))  # oldest first
        events += self._trick_events(deal) if len(trick) == 3 else []
        return verdict, events + impossible + self.settle(game)

    def _verdict(self, deal: Deal, player: str, denied: str) -> str:
        left = deal.size - len(own_plays(deal, player))
        may_hold = pool(deal, player)
        outside = [card for card in may_hold if suit_of(card) != denied]
        if left == 0 or len(outside) == len(may_hold):
            return "legal"
        if any(suit_of(card) == denied for card in known(deal, player)) or len(outside) < left:
            return "illegal"
        return "trust"

    def _revoke(self, game: Game, deal: Deal, promise: Promise) -> Answer:
        deal.promises = [other for other in deal.promises if other is not promise]
        deal.revokes.append(promise.player)
        game.revokes += 1
        told = {"event": "revoke", "deal": deal.number, **promise.suspect()}
        return {**told, "rule": "follow-suit", "correctable": False}

    def _broken_by(self, game: Game, deal: Deal, player: str, card: str) -> list[Answer]:
        broken = [promise for promise in deal.promises if (promise.player, promise.suit) == (player, suit_of(card))]
        return [self._revoke(game, deal, promise) for promise in broken]

    def _test_promises(self, game: Game, deal: Deal, revokes: list[Answer]) -> list[Answer]:
        """Adds to `revokes` what the test proves; the events that name several suspects, each group once."""
        alone, groups = contradictions(deal.promises, lambda promises: all_can_hold(deal, promises))
        revokes += [self._revoke(game, deal, promise) for promise in alone]
        found = [impossible([promise.suspect() for promise in group]) for group in groups]
        new = [event for event in found if event not in deal.reported]
        deal.reported += new
        return new

    def _trick_events(self, deal: Deal) -> list[Answer]:
        trick = deal.tricks[-1]
        winner = trick_winner(deal, trick)
        events: list[Answer] = [{"event": "trick", "winner": winner, "cards": [card for _, card in trick]}]
        if winner in nil_players(deal) and len(tricks_of(deal, winner)) == 1:
            events.append({"event": "nil-broken", "player": winner})
        return events

    # what a deal is worth

    def settle(self, game: Game) -> list[Answer]:
        """Ends, scores, voids or goes on with the deal, worked out anew from what was before it."""
        deal = game.deal
        game.totals, game.more = dict(deal.totals_before), deal.rivals_before
        game.opener, game.winners = deal.dealer, []
        if (deal.revokes or deal.remedied) and deal.renege == "void-deal":
            zeros: Answer = {"event": "deal-score", "scores": dict.fromkeys(self.names, 0)}
            told = [zeros] if deal.score_told else []
            deal.outcome, deal.score_told = "void", False
            return [*told, {"event": "redeal"}]
        if len(complete_tricks(deal)) < deal.size:
            deal.outcome = "open"
            return []
        deal.outcome, deal.score_told = "scored", True
        points = deal_points(deal, forced_bonus=self.house["forced-bonus"] == "yes")
        self._add(game, points)
        over: list[Answer] = [{"event": "game-over", "winners": game.winners}] if game.winners else []
        return [{"event": "deal-score", "scores": points}, *over]

    def _add(self, game: Game, points: dict[str, int]) -> None:
        for name in self.names:
            game.totals[name] += points[name]
        game.opener = self.left_of(game.opener)
        if game.more is None:
            at_goal = [name for name in self.names if game.totals[name] >= GOAL]
            game.winners = at_goal if len(at_goal) == 1 else []
            game.more = at_goal if len(at_goal) > 1 else None
            return
        may_win = game.more if self.house["overtime"] == "only-tied" else self.names
        best = max(game.totals[name] for name in may_win)
        leaders = [name for name in may_win if game.totals[name] == best]
        game.winners = leaders if len(leaders) == 1 else []
