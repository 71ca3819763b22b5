"""The hands of one simulated table, for the terminal and the page: who holds which cards, and which to try.

Remembers nothing: all follows from the match and its record. What the table cannot know stands there in notes: by
which number the decks are shuffled, and which cards players laid face down. So it is the same after a restart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import dropwhile, islice

from companion.cards import Card, Seat
from companion.match.match import Match
from companion.rules.referee.verdicts import Legal
from companion.rules.statements import DEAL, UNDO, Secret
from companion.runtime.recorder import Recorder
from companion.simulation.advised import SkillOf, all_good, what_good_players_say
from companion.simulation.hints import Hint, hint
from companion.simulation.next_steps import givers, number_to_lay, to_scan
from companion.simulation.open_deal import (
    OpenDeal,
    deal_number,
    explaining,
    open_deal,
    shuffle_deck,
    state_with_open_hands,
)
from companion.support.messages import msg, msg_n
from companion.support.text import listing
from companion.table.club import deals_scored
from companion.table.effects import AddLine
from companion.table.reply import Reply
from companion.table.state import Table

NOTHING_TO_DEAL = msg("There is nothing to deal now.")
NO_BONE = msg("Nobody turns a bone now: hand first, then heads.")

SHOWN = "; example"
"""The note in a record that is shown and that nobody plays."""

CARDS = "; cards "
"""The note in a record with the number by which its decks are shuffled, where people have chosen one."""

LAID = re.compile(r"; laid (\d+) (\d+) (.+)")
"""The note in a record of a deal, a seat from 1, and the cards that it has laid face down."""


class SimulatedHands:
    """Deals at a simulated table, shuffled as the record in its `recorder` says: by the number in its note CARDS.

    Without that note by `seed` and its name. A record that is SHOWN gets the cards of the `example`. `skill_of` says
    how well the people play whose next step is asked for.
    """

    def __init__(
        self,
        recorder: Callable[[], Recorder],
        seed: str,
        *,
        example: Match | None = None,
        skill_of: SkillOf = all_good,
    ) -> None:
        self._recorder = recorder
        self._skill_of = skill_of
        self._seed = seed
        self._example = (example, explaining(example)) if example is not None else None
        self._dealt: tuple[Match, OpenDeal | None] | None = None
        self._tip: tuple[Match, SkillOf, Hint | None] | None = None

    def cards(self, table: Table) -> OpenDeal | None:
        """The cards of the deal; None while no game is in play, or where none are dealt."""
        match = table.match
        if match is None or table.before_play:
            return None
        if self._dealt is None or self._dealt[0] is not match:
            shuffle = partial(self._shuffle, table, match)
            self._dealt = match, open_deal(match, shuffle, self._gifts(match))
        return self._dealt[1]

    def tip(self, table: Table, skill_of: SkillOf | None = None) -> Hint | None:
        """What to try; None while no game is in play, or when no card has a place now.

        `skill_of` says how well people play; None: as at this table.
        """
        match = table.match
        if match is None or table.before_play or table.scanning():
            return None
        skill_of = skill_of or self._skill_of
        if self._tip is None or self._tip[0] is not match or self._tip[1] is not skill_of:
            cards = self.cards(table)
            advised = what_good_players_say(match, cards, skill_of)
            self._tip = match, skill_of, hint(match, cards, self._shuffle(table, match, 1), advised)
        return self._tip[2]

    def face_down(self, table: Table) -> str:
        """The next card to be scanned into a hand; empty: there is none."""
        cards, scanning = self.cards(table), table.scanning()
        if cards is None or table.question is not None or table.scored:
            return ""
        unseen = cards.unseen[scanning[0]] if scanning else to_scan(table, cards)
        return str(unseen[0]) if unseen else ""

    def has_laid_all(self, table: Table) -> bool:
        """Whether the open set of alike cards is complete: its hand has no further card for it."""
        cards, tap = self.cards(table), table.tap if table.open_set else None
        if cards is None or tap is None or tap.seat is None or tap.seat in table.playing.header.computers:
            return False
        laid = table.begun.gathered
        state, most = state_with_open_hands(table.playing.header.game, cards), table.playing.expects.most_cards
        left = [card for card in cards.own(tap.seat) if card not in laid and card.rank == laid[0].rank]
        judge = table.playing.header.game.judge
        fits = (isinstance(judge(state, tap.with_cards(*laid, card)), Legal) for card in left)
        return len(laid) >= most or not any(fits)

    def turned_up(self, table: Table) -> tuple[str, ...]:
        """The top of the stack if it is to be turned up now; else empty."""
        tap, cards = table.match.expects.tap if table.match else None, self.cards(table)
        if tap is None or tap.seat is not None or table.question or cards is None or self.tip(table) is None:
            return ()
        return tuple(map(str, cards.stack[:1]))

    def bone(self, table: Table) -> tuple[str, ...]:
        """The bone to be turned next, which nobody knows; empty: there is none."""
        tip = self.tip(table)
        return tuple(map(str, tip.right)) if tip and tip.blind and tip.seat is not None else ()

    def near(self, table: Table, words: Sequence[str]) -> tuple[str, ...]:
        """These cards with copies: of alike cards those in the hand whose turn it is, then those of the others."""
        cards = self.cards(table)
        if cards is None:
            return tuple(words)
        scanning = table.scanning()
        turn = scanning[0] if scanning else next(iter(table.playing.expects.seats), 0)
        hands = (cards.unseen if scanning else cards.hands)[turn:] + cards.hands[:turn]
        held = [card for hand in hands for card in hand]
        chosen: list[str] = []
        for word in words:
            copies = (str(card) for card in held if word in {str(card), str(card.face)})
            chosen.append(next((copy for copy in copies if copy not in chosen), word))
        return tuple(chosen)

    def lay(self, table: Table, words: Sequence[str]) -> str:
        """Give cards of a hand away, face down; the table need not see it. Returns why not, or nothing."""
        deal = self.cards(table) if table.match is not None else None
        seats = givers(table.playing, deal) if deal is not None else ()
        if deal is None or not seats:
            return msg("Nothing is laid face down now.")
        number = number_to_lay(table.playing, deal)
        whose = [seat for seat in seats if set(words) <= set(map(str, deal.hands[seat]))]
        if len(set(words)) != number or not whose:
            return msg_n(
                "{n} card is laid face down, by {names}.",
                "{n} cards of one hand are laid face down, by {names}.",
                number,
                names=listing((table.playing.header.names[seat] for seat in seats), "or"),
            )
        note = f"; laid {deal_number(table.playing)} {whose[0] + 1} {' '.join(words)}"
        self._recorder().keep(Reply(table, effects=(AddLine(note),)))
        self._dealt = self._tip = None
        return ""

    def to_tell(self, table: Table) -> tuple[str, ...]:
        """The next card laid face down by a person that the box can read now; empty: no such card."""
        if table.match is None or table.question is not None or (table.computer is not None and table.owed is None):
            return ()
        laid = self._gifts(table.match) if table.drawing else {}
        for draw in table.drawing:
            given = laid.get(draw.says.by, ()) if draw.says.seat is not None else ()
            if set(table.begun.drawn) <= set(given):
                return tuple(str(card) for card in given if card not in table.begun.drawn)[:1]
        return ()

    def _gifts(self, match: Match) -> Mapping[Seat, tuple[Card, ...]]:
        """The cards that each seat has laid face down in this deal. An undo gives back what the box has not heard."""
        game, laid = match.header.game, dict[Seat, tuple[Card, ...]]()
        heard = {said.by for said in match.said_in_deal() if game.secrets.get(said.word) is Secret.GIVEN}
        for line in self._recorder().lines:
            if (note := LAID.fullmatch(line)) and int(note[1]) == deal_number(match):
                laid[int(note[2]) - 1] = tuple(filter(None, map(game.deck.card, note[3].split())))
            elif line.partition(" ")[0] == UNDO.name:
                laid = {seat: cards for seat, cards in laid.items() if seat in heard}
        return laid

    def _shuffle(self, table: Table, match: Match, deal: int) -> Sequence[Card]:
        """The shuffled cards of a deal; a board has the same cards at every table of the club."""
        if board := board_in_play(table):
            return shuffle_deck(match.header.game.deck, board)(1)
        record = self._recorder()
        if self._example is not None and SHOWN in record.lines:
            example, shuffle = self._example
            if deal <= example.deals_begun:
                return shuffle(deal)
        number = next((line.removeprefix(CARDS) for line in record.lines if line.startswith(CARDS)), None)
        seed = f"{self._seed}/{record.name}" if number is None else f"{number}/"
        return shuffle_deck(match.header.game.deck, seed)(deal)


def board_in_play(table: Table) -> str:
    """The name of the board whose cards are in play, or else are dealt next; empty: they belong to no board.

    A deal that is dealt again is still of the same board.
    """
    club = table.club
    if club is None or not club.boards:
        return ""
    before = _before_the_deal(table.playing)
    deal = deals_scored(before) if before is not None else 0
    return f"{club.event}/board {club.boards[deal]}" if deal < len(club.boards) else ""


def _before_the_deal(match: Match) -> Match | None:
    """The moment before the last deal, or the present one where a deal is next. None: nothing was dealt yet."""
    if DEAL.name in match.expects.words:
        return match
    since = dropwhile(lambda moment: moment.said is None or moment.said.word != DEAL.name, match.story())
    return next(islice(since, 1, None), None)
