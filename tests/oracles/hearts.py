"""Hearts and OpenSpiel's `hearts`.

| OpenSpiel | here |
|---|---|
| four players | three and five are not compared |
| one deal; chance says where cards are passed | the deals of a match: in turn, by house rule always left, or never |
| passes one card after the other, in the order of the seats | three at once, in any order |
| `qs_breaks_hearts`, by default true | `queen-breaks`, by default no; both values are compared |
| `jd_bonus` | `jack`; both values are compared |
| the moon adds 26 to the others | the same, also by choice; under `moon own-minus` 26 less for everybody |
| returns are 26 less the points | points |
| `avoid_all_tricks_bonus`, `can_lead_any_club`, `can_lead_hearts_instead_of_qs` | not played here |
| `must_break_hearts`, `no_pts_on_first_trick`, by default true | always so here |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from companion.cards import FRENCH_RANKS, Card
from companion.games.hearts.passing import MOON
from companion.games.hearts.rules import ALL_POINTS, HEARTS
from companion.match.match import Match
from companion.rules.statements import PASSES, Statement
from tests.oracles.both import Action, Peer, after, dealt, their_deal

WAYS = {"in-turn": (1, 3, 2, 0), "left": (1,), "none": (0,)}
"""Where the cards of one deal after the other go, by the seats to the left."""
PASSED = 3
HIGH = 36
"""The lowest of the sixteen highest cards."""


class HeartsPeer(Peer):
    """Four players, under every house rule."""

    game = HEARTS
    cards = tuple(Card(rank, suit) for rank in FRENCH_RANKS.split() for suit in "CDHS")

    def deals(self, match: Match, chance: Random) -> tuple[Any, Match]:
        """Cards go round from the first seat on."""
        options = match.header.setup().options
        terms = {"qs_breaks_hearts": options["queen-breaks"] == "yes", "jd_bonus": options["jack"] == "minus-10"}
        theirs = their_deal("hearts", **terms)
        ways, before = WAYS[options["passing"]], sum(1 for _ in match.deals()) - 1
        cards = chance.sample(range(len(self.cards)), len(self.cards))
        if wants_moon(match):
            high = [card for card in cards if card >= HIGH][:13]
            low = [card for card in cards if card not in high]
            cards = [card for four in zip(high, low[::3], low[1::3], low[2::3], strict=True) for card in four]
        for action in (ways[before % len(ways)], *cards):
            theirs.apply_action(action)
        return theirs, dealt(match, ([self.cards[card] for card in cards[seat::4]] for seat in range(4)))

    def means(self, theirs: Any, match: Match) -> Mapping[Action, Statement]:
        """Every card is played, or passed with those that were chosen before and any others of the hand."""
        if PASSES not in match.expects.words:
            return super().means(theirs, match)
        seat, chosen, held = theirs.current_player(), _passed(theirs)[-1], theirs.legal_actions()
        passes = {card: [*chosen, card, *(kept for kept in held if kept != card)] for card in range(len(self.cards))}
        return {card: self._passes(seat, cards[:PASSED]) for card, cards in passes.items()}

    def says(
        self, theirs: Any, match: Match, action: Action, meant: Statement, chance: Random
    ) -> tuple[Statement, ...]:
        """When the last card is passed all pass, in any order."""
        if PASSES not in match.expects.words:
            then = after(match, meant)
            return (meant, *next(then.expects.answers()).says) if MOON in then.expects.words else (meant,)
        passed = _passed(theirs)
        passed[-1].append(action)
        if len(passed) < 4 or len(passed[-1]) < PASSED:
            return ()
        return tuple(self._passes(seat, passed[seat]) for seat in chance.sample(range(4), 4))

    def _passes(self, seat: int, cards: Sequence[Action]) -> Statement:
        return Statement(PASSES, seat, tuple(self.cards[card] for card in cards))

    def chooses(self, theirs: Any, match: Match, right: Sequence[Action], chance: Random) -> Action:
        """By chance; for the moon the first seat takes what it can, and the others nothing."""
        if not wants_moon(match) or PASSES in match.expects.words:
            return chance.choice(right)
        return max(right) if theirs.current_player() == 0 else min(right)

    def scores(self, theirs: Any, match: Match) -> tuple[int, ...]:
        """Points instead of returns; the moon by the house rule."""
        points = [ALL_POINTS - int(returned) for returned in theirs.returns()]
        moon = sum(points) > ALL_POINTS
        less = ALL_POINTS * (moon and match.header.setup().options["moon"] == "own-minus")
        return tuple(point - less for point in points)


def wants_moon(match: Match) -> bool:
    """Whether the first seat is dealt high cards, so that it sometimes shoots the moon: in one match of four."""
    return match.header.opener == 0


def _passed(theirs: Any) -> list[list[Action]]:
    """The cards that were chosen to be passed, by seat; the last list is that of the seat whose turn it is."""
    chosen = theirs.history()[1 + 52 :]
    return [chosen[at : at + PASSED] for at in range(0, len(chosen) + 1, PASSED)]
