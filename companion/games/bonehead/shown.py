"""How Bonehead is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from companion.cards import Card, Seat
from companion.cards.spoken import RANKS
from companion.games.bonehead.rules import BONE, MUST_BEAT_PILE, Bonehead, Cleared
from companion.games.bonehead.tableau import Layout, Phase
from companion.match.ending import places_by
from companion.rules.events import Event, GameOver
from companion.rules.game import Shown
from companion.rules.partners import sides_of
from companion.rules.referee.verdicts import Rule
from companion.rules.statements import Statement
from companion.support.messages import N_, join, msg, msg_n
from companion.support.text import listing

STARTER_ASKED = {
    "lowest-hand-card": (msg("Who starts?"), msg("the lowest card in hand")),
    "first-3": (msg("Who starts?"), msg("3 (heads first), else a 4")),
}
"""By the value of the option: the question that determines the starter, and an instruction."""


def beating(top: str) -> tuple[str, str]:
    """What beats a pile with a card of this rank on top: beside its rank, and in words."""
    match top:
        case "2":
            return msg("any card"), msg("any card")
        case "A":
            return msg("or 2 or 10"), msg("another ace, a 2 or a 10")
        case _:
            form = N_("an {rank} or higher, a 2 or a 10") if top == "8" else N_("a {rank} or higher, a 2 or a 10")
            return msg("or higher"), msg(form, rank=msg(RANKS[top]))


class BoneheadShown(Shown[Bonehead]):
    """The words of Bonehead."""

    terms: ClassVar[frozenset[str]] = frozenset({"stack", "pile", "head", "bone"})

    to_you: ClassVar[Mapping[str, str]] = {
        "{who} lays out {cards}": N_("You lay out {cards}"),
        "{who} draws": N_("You draw"),
        "{who} takes the pile": N_("You take the pile"),
        "{who} turns a bone: {cards}": N_("You turn a bone: {cards}"),
        "{who} turns a bone: too low": N_("You turn a bone: too low"),
        "{who} is the bonehead": msg_n("You are the bonehead", "{who} are the boneheads"),
        "{who} has the most cards left: the bonehead. First out wins, then fewest cards left: {places}": N_(
            "You have the most cards left, and are the bonehead. First out wins, then fewest cards left: {places}"
        ),
    }

    def begins(self, state: Layout) -> str:
        """What heads and bones are, before anybody is asked for a head, and which heads are good."""
        order = msg(
            "Play your hand first, then the heads, which lie open, then the bones below them, face down: the first"
            " without any wins."
        )
        strong = msg(
            "Strong cards make good heads: a 2 and a 10 go on anything; after a 2 anything goes, and a 10 clears the"
            " pile."
        )
        return join((order, strong))

    def moments(self, state: Layout, said: Statement, events: Sequence[Event], names: Sequence[str]) -> Iterator[str]:
        """A bone that was turned, a pile that is cleared, and who is the bonehead."""
        if said.word == BONE.name and said.seat is not None:
            if state.pile or events:
                cards = join(card.sign for card in said.cards)
                yield msg("{who} turns a bone: {cards}", who=names[said.seat], cards=cards)
            else:
                yield msg("{who} turns a bone: too low", who=names[said.seat])
        yield from (event.sentence(tuple(names)) for event in events if isinstance(event, Cleared))
        if any(isinstance(event, GameOver) for event in events):
            last = [names[seat] for seat in self._last(state)]
            yield msg_n("{who} is the bonehead", "{who} are the boneheads", len(last), who=listing(last))

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
        last = [names[seat] for seat in self._last(state)]
        placed = sorted(zip(places_by(self.results(state), sides_of(self.game, len(names))), names, strict=True))
        places = ", ".join(f"{place}. {name}" for place, name in placed)
        told = msg_n(
            "{who} has the most cards left: the bonehead. First out wins, then fewest cards left: {places}",
            "{who} have the most cards left: the boneheads. First out wins, then fewest cards left: {places}",
            len(last),
            who=listing(last),
            places=places,
        )
        return msg("The bonehead"), told

    def results(self, state: Layout) -> Sequence[tuple[int, ...]]:
        """By when they were out, or by their cards."""
        out = state.out
        left = enumerate(self.standing(state))
        return [(-out.index(seat) if seat in out else -len(out), -cards) for seat, cards in left]

    def _last(self, state: Layout) -> tuple[Seat, ...]:
        """Who has most cards left."""
        left = self.standing(state)
        return tuple(seat for seat in range(len(left)) if left[seat] == max(left))

    def over_match(self, deals: Sequence[Layout], side: Sequence[Seat]) -> str:
        """The cards, heads and bones that are left."""
        return join(_cards_left(deals[-1], side[0]), ", ")

    def middle(self, state: Layout, *, taken: bool = False) -> tuple[tuple[Seat | None, tuple[Card, ...]], ...]:
        """The pile."""
        return ((None, state.pile),) if state.pile else ()

    def beside(self, state: Layout, seat: Seat) -> tuple[str, ...]:
        """What is left: the number of cards in the hand, of heads and of bones."""
        return _cards_left(state, seat) if state.phase is Phase.PLAYING else ()

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
        form = N_("{card} lies on the pile, and {played} is lower. {name} may play {cards}, or take the pile.")
        return msg("{card} lies", card=top.sign), msg(form, card=top.sign, played=played, cards=beating(top.rank)[1])

    def large_line(self, state: Layout, rule: Rule) -> str:
        """The card to beat, which is public."""
        return msg("BEAT {card}", card=state.pile[-1].sign) if rule is MUST_BEAT_PILE and state.pile else rule.short


def _cards_left(state: Layout, seat: Seat) -> tuple[str, ...]:
    """The cards in the hand, the heads and the bones that a player has left."""
    hand, heads, bones = state.in_hand(seat), state.heads[seat].bit_count(), state.bones[seat]
    return (
        *((msg("{n} in hand", n=hand),) if hand else ()),
        *((msg_n("{n} head", "{n} heads", heads),) if heads else ()),
        *((msg_n("{n} bone", "{n} bones", bones),) if bones else ()),
    )
