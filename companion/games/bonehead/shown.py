"""How Bonehead is shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.cards import Card, Seat
from companion.games.bonehead.rules import MUST_BEAT_PILE, Bonehead
from companion.games.bonehead.tableau import Layout, Phase
from companion.rules.game import Shown
from companion.rules.referee.verdicts import Rule
from companion.support.messages import msg, msg_n

STARTER_ASKED = {
    "lowest-hand-card": (msg("Lowest card?"), msg("In hand, heads are laid")),
    "first-3": (msg("First 3?"), msg("Heads, hand, else a 4")),
}
"""By the value of the option: the question that determines the starter, and an instruction."""


class BoneheadShown(Shown[Bonehead]):
    """The words of Bonehead."""

    def opener_question(self, rules: Mapping[str, str]) -> tuple[str, ...]:
        """People determine the starter: a record names the starter before any card."""
        return STARTER_ASKED.get(rules.get("start", ""), ())

    def standing(self, state: Layout) -> tuple[int, ...]:
        """The number of cards left by seat, with bones and heads. Fewer is better."""
        return tuple(state.knowledge.held[seat] + state.bones[seat] for seat in range(state.setup.seats))

    def remark(self, state: Layout, names: Sequence[str]) -> tuple[str, str]:
        """Who has most cards left is the bonehead; the others are placed by when they were out, or by their cards."""
        if not self.game.winners(state):
            return "", ""
        left, out = self.standing(state), state.out
        order = sorted(range(len(left)), key=lambda seat: (out.index(seat) if seat in out else len(out), left[seat]))
        last = [seat for seat in order[1:] if left[seat] == max(left)]
        places = ", ".join(f"{place}. {names[seat]}" for place, seat in enumerate(order, 1) if seat not in last)
        who = " + ".join(names[seat] for seat in last)
        return msg("The bonehead"), msg("{who} has most cards left: the bonehead. {places}", who=who, places=places)

    def middle(self, state: Layout, *, taken: bool = False) -> tuple[tuple[Seat | None, tuple[Card, ...]], ...]:
        """The pile."""
        return ((None, state.pile),) if state.pile else ()

    def beside(self, state: Layout, seat: Seat) -> tuple[str, ...]:
        """The number of cards in the hand, then that of the bones."""
        if state.phase is not Phase.PLAYING:
            return ()
        hand, bones = state.in_hand(seat), state.bones[seat]
        return tuple(
            fact
            for fact, number in (
                (msg("{n} in hand", n=hand), hand),
                (msg_n("{n} bone", "{n} bones", bones), bones),
            )
            if number
        )

    def headline(self, state: Layout) -> str:
        """The number of cards in the stack."""
        return msg("stack {n}", n=state.stack) if state.phase is Phase.PLAYING else msg("heads")

    def second_line(self, state: Layout) -> str:
        """The top of the pile, and its number of cards."""
        if state.phase is not Phase.PLAYING:
            return ""
        if not state.pile:
            return msg("Pile empty")
        return msg_n("Pile {card}, {n} card", "Pile {card}, {n} cards", len(state.pile), card=state.pile[-1].sign)

    def why(self, state: Layout, rule: Rule, played: str) -> tuple[str, str]:
        """The card on top of the pile."""
        if rule is not MUST_BEAT_PILE or not state.pile:
            return super().why(state, rule, played)
        top = state.pile[-1]
        return msg("{card} lies", card=top.sign), msg(
            "{card} lies on the pile, and {played} is lower. {name} may play {rank} or higher, a 2 or a 10, or take the"
            " pile.",
            card=top.sign,
            played=played,
            rank=top.corner,
        )

    def large_line(self, state: Layout, rule: Rule) -> str:
        """The card to beat, which is public."""
        return msg("BEAT {card}", card=state.pile[-1].sign) if rule is MUST_BEAT_PILE and state.pile else rule.short
