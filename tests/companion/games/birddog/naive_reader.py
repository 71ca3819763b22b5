"""Bird Dog read a second time from its rules, in the plainest way: lists, sets and trying things out.

Nothing here is imported from the companion, and nothing is fast or clever: the whole state is copied for each
statement, `undo` throws copies away, and what the deal is worth is worked out again from its first card.
"""

from __future__ import annotations

import copy
import re

from tests.companion.games.birddog.naive_deal import (
    DECK,
    HAND,
    OPTIONS,
    STACK,
    TWIN,
    Answer,
    Deal,
    Game,
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
from tests.companion.games.birddog.naive_lines import (
    SEAT_WORDS,
    TABLE_WORDS,
    ForbiddenError,
    Said,
    UnreadableError,
    forbid,
    only,
    read,
    words_of,
)
from tests.companion.games.naive_table import contradictions, impossible

GOAL = 11
HEADER_WORDS = "game players dealer option score".split()


class NaiveTable:
    """Reads a record line by line and answers each as `companion check --json` does."""

    deck, size = DECK, HAND  # a test may deal fewer cards

    def __init__(self) -> None:
        self.game_named = False
        self.names: list[str] = []
        self.dealer: str | None = None
        self.options = {name: values[0] for name, values in OPTIONS.items()}
        self.scores: dict[str, int] = {}
        self.games: list[Game] = []  # the game before the first statement, then after each applied one
        self.illegal = 0

    def answer(self, line: str) -> Answer | None:
        """The verdict, rule and events of this line; None where it says nothing."""
        try:
            words = words_of(line)
            if not words:
                return None
            return self._header(words) or self._statement(words)
        except UnreadableError:
            return {"verdict": "error", "rule": None, "events": []}
        except ForbiddenError as broken:
            self.illegal += 1
            return {"verdict": "illegal", "rule": str(broken), "events": []}

    def final(self) -> Answer:
        game = self.now()
        return {
            "final": True,
            "over": game.winner is not None,
            "scores": game.totals,
            "winners": [game.winner] if game.winner else [],
            "illegal": self.illegal,
            "revokes": game.revokes,
        }

    def now(self) -> Game:
        return self.games[-1] if self.games else Game(self._totals_brought(), self.dealer or "")

    def _totals_brought(self) -> dict[str, int]:
        return {name: self.scores.get(name, 0) for name in self.names}

    # the header

    def _header(self, words: list[str]) -> Answer | None:
        lines = {
            "game": self._game_line,
            "players": self._players_line,
            "dealer": self._dealer_line,
            "option": self._option_line,
            "score": self._score_line,
        }
        if words[0].lower() not in lines:
            return None
        only(len(self.games) < 2)
        lines[words[0].lower()](words[1:])
        return {"verdict": "legal", "rule": None, "events": []}

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
        only(self.dealer is None and len(rest) == 1 and rest[0] in self.names)
        self.dealer = rest[0]

    def _option_line(self, rest: list[str]) -> None:
        low = [word.lower() for word in rest]
        only(bool(self.names) and len(low) == 2 and low[0] in OPTIONS and low[1] in OPTIONS[low[0]])
        self.options[low[0]] = low[1]

    def _score_line(self, rest: list[str]) -> None:
        only(len(rest) == 2 and rest[0] in self.names and rest[0] not in self.scores)
        only(re.fullmatch(r"[+-]?\d+", rest[1]))
        self.scores[rest[0]] = int(rest[1])

    # statements

    def _statement(self, words: list[str]) -> Answer:
        said = read(words, self.names)
        if said.kind == "undo":
            return self._undo(said.number)
        game = copy.deepcopy(self.now())
        verdict, events = self._apply(game, said)
        self.games = [*(self.games or [self.now()]), game]
        return {"verdict": verdict, "rule": None, "events": events}

    def _undo(self, number: int) -> Answer:
        forbid("nothing-to-undo", number > max(0, len(self.games) - 1))
        self.games = self.games[: len(self.games) - number]
        return {"verdict": "legal", "rule": None, "events": []}

    def _apply(self, game: Game, said: Said) -> tuple[str, list[Answer]]:
        if said.kind == "deal":
            return "legal", self._new_deal(game)
        if said.kind in {"hand", "dealt"}:
            return "legal", self._scan(game, said)
        forbid("wrong-phase", game.ended)
        if said.kind == "end":
            game.ended = True
            return "legal", []
        forbid("wrong-phase", game.deal is None)
        assert game.deal
        if said.kind == "remedy":
            guilty = [event["player"] for event in game.deal.reported if event["player"]]
            forbid("no-revoke", not game.deal.revokers and not guilty)
            game.deal.rule, game.deal.remedied = said.value, guilty
            return "legal", self._settle(game)
        forbid("wrong-phase", said.kind != self.awaited(game.deal, said.kind))
        doings = {"up": self._up, "declare": self._declare, "pass": self._pass, "nil": self._nil}
        if said.kind in doings:
            return "legal", doings[said.kind](game.deal, said)
        return self._play(game, game.deal, said)

    def _new_deal(self, game: Game) -> list[Answer]:
        only(not game.ended and game.winner is None and (game.deal is None or game.deal.outcome != "open"))
        if game.deals == 0:
            only(self.dealer)
            game.dealer = self.dealer or ""
            game.totals = self._totals_brought()
            at_goal = [name for name in self.names if game.totals[name] >= GOAL]
            only(len(at_goal) != 1)
            game.rivals = at_goal or None
        game.deals += 1
        scanned: dict[str, list[str]] = {name: [] for name in self.names}
        rule = self.options["renege"]
        game.deal = Deal(game.deals, game.dealer, dict(game.totals), game.rivals, rule, scanned, self.deck, self.size)
        return []

    def _scan(self, game: Game, said: Said) -> list[Answer]:
        deal = game.deal
        only(deal is not None and not game.ended and not deal.ups)
        assert deal
        here = deal.scanned[said.player]
        only(len(set(said.cards)) == len(said.cards) and len(here) < deal.size)
        only(not any(card in deal.scanned[name] for name in self.names if name != said.player for card in said.cards))
        if said.kind == "hand":  # all of it, what was scanned before too
            only(len(said.cards) == deal.size and set(here) <= set(said.cards))
            here[:] = said.cards
        else:
            only(len(said.cards) == 1 and said.cards[0] not in here)
            here += said.cards
        return []

    def _order(self, first: str) -> list[str]:
        at = self.names.index(first)
        return self.names[at:] + self.names[:at]

    def _left_of(self, name: str) -> str:
        return self._order(name)[1]

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
        round_the_table = self._order(self._left_of(deal.dealer))
        if deal.trump is None:
            return round_the_table[len(deal.passes) % 3]
        if len(deal.nil_answers) < 3:
            return round_the_table[len(deal.nil_answers)]
        if not deal.tricks:
            return round_the_table[0]
        last = deal.tricks[-1]
        return trick_winner(deal, last) if len(last) == 3 else self._left_of(last[-1][0])

    def _check_cards(self, deal: Deal, said: Said) -> None:
        used = deal.ups + played(deal)
        forbid("card-used", len(set(said.cards)) < len(said.cards) or any(card in used for card in said.cards))
        in_hands = [card for name in self.names for card in known(deal, name)]
        may_come = pool(deal, said.player) if said.player else [card for card in deal.deck if card not in in_hands]
        forbid("not-in-hand", any(card not in may_come for card in said.cards))
        forbid("card-count", len(said.cards) != 1)

    def _name_trump(self, deal: Deal) -> Answer:
        card = deal.ups[-1]
        deal.trump = suit_of(card)
        deal.bird = rank_of(card) + TWIN[suit_of(card)]
        return {"trump": deal.trump, "birddog": deal.bird}

    def _up(self, deal: Deal, said: Said) -> list[Answer]:
        self._check_cards(deal, said)
        deal.ups += said.cards
        return [{"event": "forced", **self._name_trump(deal)}] if len(deal.ups) == STACK else []

    def _declare(self, deal: Deal, said: Said) -> list[Answer]:
        forbid("not-your-turn", said.player != self.whose_turn(deal))
        deal.declarer = said.player
        return [{"event": "declared", "player": said.player, **self._name_trump(deal)}]

    def _pass(self, deal: Deal, said: Said) -> list[Answer]:
        forbid("not-your-turn", said.player != self.whose_turn(deal))
        if deal.trump is None:
            deal.passes.append(said.player)
        else:
            deal.nil_answers.append((said.player, False))
        return []

    def _nil(self, deal: Deal, said: Said) -> list[Answer]:
        forbid("not-your-turn", said.player != self.whose_turn(deal))
        deal.nil_answers.append((said.player, True))
        return []

    def _play(self, game: Game, deal: Deal, said: Said) -> tuple[str, list[Answer]]:
        forbid("not-your-turn", said.player != self.whose_turn(deal))
        self._check_cards(deal, said)
        card = said.cards[0]
        if not deal.tricks or len(deal.tricks[-1]) == 3:
            deal.tricks.append([])
        trick = deal.tricks[-1]
        led = suit_of(trick[0][1]) if trick else suit_of(card)
        trick.append((said.player, card))
        events = self._broken_by(game, deal, said.player, card)
        verdict = self._verdict(deal, said.player, led) if suit_of(card) != led else "legal"
        forbid("follow-suit", verdict == "illegal")
        if verdict == "trust":
            deal.promises.append(Promise(said.player, len(deal.tricks), card, led))
        impossible = self._test_promises(game, deal, events)
        played = [(number, *play) for number, one in enumerate(deal.tricks, 1) for play in one]
        events.sort(key=lambda told: played.index((told["trick"], told["player"], told["card"])))  # oldest first
        events += self._trick_events(deal) if len(trick) == 3 else []
        return verdict, events + impossible + self._settle(game)

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
        deal.revokers.append(promise.player)
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

    def _settle(self, game: Game) -> list[Answer]:
        """Ends, scores, voids or goes on with the deal, worked out anew from what was before it."""
        deal = game.deal
        assert deal
        game.totals, game.rivals = dict(deal.totals_before), deal.rivals_before
        game.dealer, game.winner = deal.dealer, None
        if (deal.revokers or deal.remedied) and deal.rule == "void-deal":
            zeros: Answer = {"event": "deal-score", "scores": dict.fromkeys(self.names, 0)}
            told = [zeros] if deal.score_told else []
            deal.outcome, deal.score_told = "void", False
            return [*told, {"event": "redeal"}]
        if len(complete_tricks(deal)) < deal.size:
            deal.outcome = "open"
            return []
        deal.outcome, deal.score_told = "scored", True
        points = deal_points(deal, forced_bonus=self.options["forced-bonus"] == "yes")
        self._add(game, points)
        over: list[Answer] = [{"event": "game-over", "winners": [game.winner]}] if game.winner else []
        return [{"event": "deal-score", "scores": points}, *over]

    def _add(self, game: Game, points: dict[str, int]) -> None:
        for name in self.names:
            game.totals[name] += points[name]
        game.dealer = self._left_of(game.dealer)
        if game.rivals is None:
            at_goal = [name for name in self.names if game.totals[name] >= GOAL]
            game.winner = at_goal[0] if len(at_goal) == 1 else None
            game.rivals = at_goal if len(at_goal) > 1 else None
            return
        may_win = game.rivals if self.options["overtime"] == "only-tied" else self.names
        best = max(game.totals[name] for name in may_win)
        leaders = [name for name in may_win if game.totals[name] == best]
        game.winner = leaders[0] if len(leaders) == 1 else None
