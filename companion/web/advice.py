"""What is advised at the virtual table, and what is told of the others: functions of the table and its hands."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import Card, Seat
from companion.cards.spoken import cards_in_words, in_words
from companion.http.views.desk import HintTold
from companion.match.match import Match
from companion.rules.statements import Secret, Statement
from companion.rules.suggestions import suggestions_of
from companion.screens.spoken_sentences import small
from companion.simulation.advised import to_give
from companion.simulation.hands import SimulatedHands
from companion.simulation.hints import reason_of, with_implied
from companion.simulation.next_steps import for_computers, givers, what_to_say
from companion.simulation.open_deal import OpenDeal, state_with_open_hands
from companion.support.messages import msg, tr
from companion.table.asked import may_interrupt, only_person, seat_asked
from companion.table.presses_for_answers import button_answers
from companion.table.state import Table
from companion.web.ahead import is_yours
from companion.web.asked import acts, acts_of_people, is_over, label_of, number_of
from companion.web.playable import seat_of_hand

SHOW = msg("Show the cards that are left, or play on.")
"""In place of a hint on a claim: none says whether it is right."""

LED = 6
"""So many acts of a person who learns a game have their hint unasked."""


class Adviser:
    """Remembers for which asking somebody wanted a hint: one press, one hint, which is gone with what was asked.

    Beside gentle computers alone a person's first acts have it unasked, until such a match of that game has ended here.
    """

    def __init__(self) -> None:
        self.asking: int | None = None
        self._played: set[str] = set()

    def hint_for(self, table: Table) -> None:
        """Somebody wants a hint for what this table asks."""
        self.asking = number_of(table) if table.in_play else None

    def look(self, table: Table) -> None:
        """Forget the hint when it is over, so that no undo brings it back."""
        if is_over(table, self.asking):
            self.asking = None
        if table.in_play and not table.playing.expects.words and only_person(table.playing) is not None:
            self._played.add(table.playing.header.game.name)

    def hint(self, table: Table, hands: SimulatedHands) -> HintTold | None:
        """The hint that was wanted for what is asked, or that stands there for who learns the game."""
        wanted = self.asking == number_of(table) or self._leads(table.playing)
        return hint_json(table, hands) if wanted else None

    def _leads(self, match: Match) -> bool:
        """Whether the one person, beside gentle computers alone, begins a game that its first deal explains."""
        game, computers = match.header.game, match.header.computers
        if only_person(match) is None or {computer.level for computer in computers.values()} != {"gentle"}:
            return False
        is_new = game.name not in self._played and acts_of_people(match) < LED
        return is_new and bool(game.shown.begins(game.with_deal(match.moment)))


def has_hint(table: Table, hands: SimulatedHands) -> bool:
    """Whether there is a hint; far cheaper than the hint itself."""
    if not table.in_play or table.question is not None or not table.playing.expects.words:
        return False
    deal = hands.cards(table)
    gives = deal is not None and _giver(table, deal) is not None
    if gives or not (is_yours(table, deal) or may_interrupt(table)):
        return gives
    if may_interrupt(table):
        return True
    tip = hands.tip(table)
    turns_unseen = tip is not None and tip.blind and bool(tip.right)  # a card that nobody has seen
    return turns_unseen or bool(_instead(table.playing) or _to_say(table, hands))


def hint_json(table: Table, hands: SimulatedHands) -> HintTold | None:
    """What a good player does now and why, with the cards or the answer that it marks. None: there is no hint."""
    if not has_hint(table, hands):
        return None
    deal, match = hands.cards(table), table.playing
    if deal is not None and (giver := _giver(table, deal)) is not None:
        return _of_gift(table, deal, giver)
    if instead := _instead(match):
        says = in_words(tr(instead), match.header.game.deck)
        return {"says": says, "in_short": says, "right": [], "answer": None}
    said = _to_say(table, hands)
    if not said and may_interrupt(table):
        return _hint(table, tr("no claim"), msg("you hold nothing like it"))
    if not said:
        return _hint(table, small(tr(match.expects.headline)), msg("nobody knows which card it is"))
    because = _reason(match, deal, said[-1])
    return _of_cards(table, said[-1].cards, because) if said[-1].cards else _of_answer(table, said, because)


def _instead(match: Match) -> str:
    """What is told where no hint is given. Empty: hints are."""
    if match.claim:
        return SHOW
    return "" if only_person(match) is not None else suggestions_of(match.header.game).instead_of_hints


def _to_say(table: Table, hands: SimulatedHands) -> tuple[Statement, ...]:
    """What a good player says now. Empty: nothing, or a card that nobody has seen."""
    tip = hands.tip(table)
    if may_interrupt(table):
        return tip.says if tip else ()
    said = what_to_say(table.playing, hands.cards(table), tip, table.choices)
    return () if tip is not None and tip.blind and said != tip.says else said


def _giver(table: Table, deal: OpenDeal) -> Seat | None:
    """The person who is to give cards away now, oneself if possible. None: nobody is."""
    seats = () if table.scored or table.scanning() is not None else givers(table.playing, deal)
    return seat_of_hand(table, deal) if seats else None


def _of_gift(table: Table, deal: OpenDeal, giver: Seat) -> HintTold:
    """The cards to give away, face down, and why."""
    match, cards = table.playing, to_give(table.playing, deal, giver)
    secrets = match.header.game.secrets
    word = next(word for word in (*match.expects.words, *secrets) if secrets.get(word) is Secret.GIVEN)
    return _of_cards(table, cards, _reason(match, deal, Statement(word, giver, cards)))


def _reason(match: Match, deal: OpenDeal | None, said: Statement) -> str:
    """Why a good player says this now. Empty: nothing is to be said of it."""
    if said.seat is None:
        return ""
    game = match.header.game
    state = state_with_open_hands(game, deal) if deal else match.moment
    return reason_of(game, with_implied(game, state) if said.cards else state, said, deal)


def _of_cards(table: Table, cards: Sequence[Card], because: str) -> HintTold:
    return _hint(table, cards_in_words(cards), because, right=[str(card) for card in cards])


def _of_answer(table: Table, said: tuple[Statement, ...], because: str) -> HintTold:
    """A hint at what to say: the answer that says it, or where none does at once, the words of it."""
    for place, answer in enumerate(button_answers(table)):
        if answer.says == said[-1]:
            return _hint(table, label_of(table, answer), because, answer=place)
    return _hint(table, table.playing.header.language.in_words(said[-1]), because)


def _sentence(what: str, because: str) -> str:
    if not because:
        return tr("Hint: {cards}.", cards=what)
    return tr("Hint: {cards}, {because}.", cards=what, because=tr(because))


def _hint(table: Table, what: str, because: str, *, right: Sequence[str] = (), answer: int | None = None) -> HintTold:
    says, in_short = (in_words(_sentence(what, why), table.playing.header.game.deck) for why in (because, ""))
    return {"says": says, "in_short": in_short, "right": list(right), "answer": answer}


def doing(table: Table, hands: SimulatedHands) -> str:
    """What a computer is doing; empty: it is not its turn."""
    seat = seat_asked(table) if table.in_play and for_computers(table, hands.cards(table)) is not None else None
    return "" if seat is None else acts(table, seat)
