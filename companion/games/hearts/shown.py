"""How Hearts is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from companion.cards import Card, Seat
from companion.games.hearts.passing import BEGINS, NUMBER, OWN_MINUS, PASS_THREE, HeartsState, Moon, taker_of
from companion.games.hearts.rules import ALL_POINTS, FIRST_LEAD, JACK, QUEEN, THREE, Hearts, lowest_club, points_of
from companion.rules.deal import sum_scores
from companion.rules.events import Event, TrickTaken
from companion.rules.passing import ask_to_pass
from companion.rules.referee.verdicts import Rule
from companion.rules.statements import Statement
from companion.rules.trick_shown import TrickShown
from companion.rules.tricks import cards_won
from companion.support.messages import N_, join, msg, msg_n
from companion.support.values import replace


class HeartsShown(TrickShown[Hearts]):
    """The words of Hearts."""

    to_you: ClassVar[Mapping[str, str]] = {
        "{who} has passed three cards": N_("You have passed three cards"),
        "{who} chooses for the moon: {value}": N_("You choose for the moon: {value}"),
        "{who} takes the queen of spades": N_("You take the queen of spades"),
        "{who} shoots the moon: all 26 points": N_("You shoot the moon: all 26 points"),
        "{who} shot the moon, all 26 points: everybody else {points}": N_(
            "You shot the moon, all 26 points: everybody else {points}"
        ),
        "{who} shot the moon, all 26 points: {points}": N_("You shot the moon, all 26 points: {points}"),
        "{who} took the queen of spades: {points}": N_("You took the queen of spades: {points}"),
    }

    def moments(
        self, state: HeartsState, said: Statement, events: Sequence[Event], names: Sequence[str]
    ) -> Iterator[str]:
        """Also who takes the queen of spades, and who shoots the moon, unless the deal is scored with it."""
        yield from super().moments(state, said, events, names)
        for event in () if self.scored_by_tricks(state, events) else events:
            if isinstance(event, TrickTaken) and QUEEN in event.cards:
                yield msg("{who} takes the queen of spades", who=names[event.winner])
            if isinstance(event, Moon):
                yield event.sentence(tuple(names))

    def unusual(self, state: HeartsState, events: Sequence[Event], names: Sequence[str]) -> Iterator[str]:
        """The moon; else who took the queen of spades."""
        if not self.scored_by_tricks(state, events):
            return
        taken = self.game.points_taken(state)
        if ALL_POINTS in taken and self.game.moon(state) == OWN_MINUS:
            shooter, off = names[taken.index(ALL_POINTS)], str(-ALL_POINTS)
            yield msg("{who} shot the moon, all 26 points: {points}", who=shooter, points=off)
        elif ALL_POINTS in taken:
            shooter, each = names[taken.index(ALL_POINTS)], format(ALL_POINTS, "+")
            yield msg("{who} shot the moon, all 26 points: everybody else {points}", who=shooter, points=each)
        else:
            won = enumerate(cards_won(self.game, state))
            takers = (names[seat] for seat, cards in won if QUEEN in cards)
            points = format(points_of(QUEEN), "+")
            yield from (msg("{who} took the queen of spades: {points}", who=who, points=points) for who in takers)

    def worth(self, state: HeartsState, card: Card) -> int:
        """The points of a heart or the queen."""
        return points_of(card)

    def remark(self, state: HeartsState, names: Sequence[str]) -> tuple[str, str]:
        """Who ends the game. Of a moon why it loses: its points end the game, and another total is lower."""
        winners, taken = self.game.winners(state), self.game.points_taken(state)
        if not winners:
            return "", ""
        shooter = taken.index(ALL_POINTS) if ALL_POINTS in taken else None
        points = self.game.points(state)
        by_moon = max(state.totals) < state.setup.target <= max(sum_scores(state.totals, points))
        revoked = self.game.result(state).points != points
        if shooter is None or shooter in winners or revoked or not by_moon or self.game.moon(state) == OWN_MINUS:
            return self.why_it_ends(state, names)
        why = msg(
            "{who} shot the moon, all {n} points, but {n} for each of the others end the game, and {winner} has less"
            " than {who}",
            who=names[shooter],
            n=ALL_POINTS,
            winner=names[winners[0]],
        )
        return msg("The moon loses"), why

    def reason(self, state: HeartsState, rule: Rule, cards: tuple[Card, ...]) -> Rule:
        """Five players lead the three of clubs."""
        three = rule is FIRST_LEAD and lowest_club(state.setup) == THREE
        return replace(rule, sentence=N_("The three of clubs leads.")) if three else rule

    def large_line(self, state: HeartsState, rule: Rule) -> str:
        """The card that leads, and the suit to follow."""
        if rule.name == FIRST_LEAD.name:
            return msg("{card} LEADS", card=lowest_club(state.setup).sign)
        return super().large_line(state, rule)

    def question(self, state: HeartsState, seat: Seat, names: Sequence[str]) -> tuple[str, str]:
        """To whom three cards are passed."""
        if seat not in self.game.waiting(state):
            return "", ""
        taker = names[taker_of(seat, self.game.way(state), state.setup.seats)]
        return ask_to_pass(names[seat], taker, NUMBER)

    def points_of_deal(self, state: HeartsState, seat: Seat) -> int | None:
        """The points taken, which lie open."""
        return self.game.points_taken(state)[seat] if state.deal else None

    def account(self, state: HeartsState, side: Sequence[Seat]) -> str:
        """The moon, or how many hearts and the queen; and the jack where it counts."""
        if (revoke := self.for_revoke(state, side)) is not None:
            return revoke
        cards = cards_won(self.game, state)[side[0]]
        jack = (JACK.sign,) if JACK in cards and state.setup.options["jack"] == "minus-10" else ()
        if self.game.points_taken(state)[side[0]] == ALL_POINTS:
            return join((msg("moon: all 26"), *jack), ", ")
        return join((*_hearts(cards), *((QUEEN.sign,) if QUEEN in cards else ()), *jack), ", ")

    def over_match(self, deals: Sequence[HeartsState], side: Sequence[Seat]) -> str:
        """Hearts and queens taken, moons shot, and tricks."""
        played = self.scored_deals(deals)
        cards = [card for state in played for card in cards_won(self.game, state)[side[0]]]
        queens = cards.count(QUEEN)
        counts = [state for state in played if self.for_revoke(state, side) is None]
        moons = sum(self.game.points_taken(state)[side[0]] == ALL_POINTS for state in counts)
        others = sum(self._adds_for_moon(state, side[0]) for state in played)
        parts = (
            *_hearts(cards),
            *((join((f"{queens}×", QUEEN.sign)),) if queens else ()),
            *((msg_n("{n} moon: all 26 points", "{n} moons: all 26 points", moons),) if moons else ()),
            *((msg_n("{n} moon of another: +26", "{n} moons of others: +26 each", others),) if others else ()),
            super().over_match(deals, side),
        )
        return join(parts, ", ")

    def _adds_for_moon(self, state: HeartsState, seat: Seat) -> bool:
        """Whether somebody else has shot the moon in this deal, and all others got its points."""
        taken = self.game.points_taken(state)
        shot = ALL_POINTS in taken and taken[seat] != ALL_POINTS and self.for_revoke(state, (seat,)) is None
        return shot and self.game.moon(state) != OWN_MINUS

    def beside(self, state: HeartsState, seat: Seat) -> tuple[str, ...]:
        """Who has passed while others have not, and the points taken."""
        if state.deal is None:
            return ()
        if waiting := self.game.waiting(state):
            return () if seat in waiting else (msg("passed"),)
        taken = self.game.points_taken(state)[seat]
        return (msg_n("{n} point", "{n} points", taken),) if taken else ()

    def begins(self, state: HeartsState) -> str:
        """Where everybody passes three cards, or that nobody does."""
        return "" if state.deal is None else BEGINS[self.game.way(state)]

    def second_line(self, state: HeartsState) -> str:
        """Where cards are passed, then whether hearts may be led."""
        if state.deal is None:
            return ""
        if self.game.waiting(state):
            return PASS_THREE[self.game.way(state)]
        if not self.game.way(state) and not state.deal.tricks[0].plays:
            return self.begins(state)
        return msg("Hearts broken") if self.game.hearts_are_broken(state) else msg("Hearts not broken")


def _hearts(cards: Sequence[Card]) -> tuple[str, ...]:
    """In words: 5♥ would read as a card. Empty: no hearts."""
    hearts = sum(card.suit == "H" for card in cards)
    return (msg_n("{n} heart", "{n} hearts", hearts),) if hearts else ()
