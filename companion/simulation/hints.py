"""What to do now, and a wrong card to try, judged with every hand open.

The table itself does not see the hands: a hint says whether it would accept the wrong card on trust.
What the virtual table shows of a hint is in `companion.web.advice`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, islice
from typing import Any

from companion.cards import SUIT_SIGNS, Card, Seat
from companion.match.match import Match
from companion.rules.game import Expectation, Game
from companion.rules.places import in_fists
from companion.rules.referee.verdicts import Illegal, Legal
from companion.rules.statements import Secret, Statement
from companion.rules.suggestions import suggestions_of
from companion.screens.spoken_sentences import capital
from companion.simulation.advised import offered_to_people, people_say
from companion.simulation.open_deal import OpenDeal, state_with_open_hands
from companion.support.messages import tr
from companion.support.values import dataclass, replace

MOST_TRIED = 500
"""Maximum plays of several cards that are judged."""

SIGNS = frozenset(SUIT_SIGNS.values())


@dataclass(frozen=True, slots=True)
class Hint:
    """A right play and a wrong one: cards that `seat` lays down together (None: they are turned up). Empty: none.

    `because` is the reason for the right play, `advised` whether a good player would choose it, `blind` whether nobody
    has seen its cards. `line` is the large line of the rule that the wrong play breaks; `trusted`: the table cannot see
    that it is wrong. `says` is what a good player would say instead of laying a card; empty: nothing.
    """

    right: tuple[Card, ...] = ()
    because: str = ""
    advised: bool = False
    wrong: tuple[Card, ...] = ()
    line: str = ""
    trusted: bool = False
    blind: bool = False
    seat: Seat | None = None
    says: tuple[Statement, ...] = ()

    @property
    def why(self) -> str:
        """The short form of the broken rule, in the language in effect; the signs of cards stay as they are."""
        words = " ".join(word if set(word) & SIGNS else word.lower() for word in tr(self.line).split())
        return capital(words)


def hint(
    match: Match, deal: OpenDeal | None, pieces: Sequence[Card] = (), advised: tuple[Statement, ...] = ()
) -> Hint | None:
    """What to try; None if no card may be played now, and nothing else is advised.

    Where no hands are dealt, any of these pieces may be taken. `advised` is what good players would say; without it
    the game's suggestions choose.
    """
    game = match.header.game
    if not match.expects.words:
        return None
    state = state_with_open_hands(game, deal) if deal else match.moment
    expected, says = game.expects(state), _advised_answer(match, advised)
    tap = expected.tap
    if tap is None or any(game.secrets.get(implied.word) is Secret.GIVEN for implied in expected.implied):
        return Hint(says=says, advised=True, because=reason_of(game, state, says[-1], deal)) if says else None
    state = with_implied(game, state)
    sizes = game.expects(state)
    if deal:
        own = deal.stack[:1] if tap.seat is None else deal.own(tap.seat)
    else:
        fists = in_fists(game.places(state))
        own = tuple(piece for piece in pieces if not game.deck.set((piece,)) & fists)
    plays = list(_plays(suggestions_of(game).in_order_of_use(tap.word, own), sizes))
    advice = next(iter(advised), None)
    first = (advice.cards,) if advice and advice.word == tap.word and advice.cards else ()
    right = next((play for play in (*first, *plays) if isinstance(game.judge(state, tap.with_cards(*play)), Legal)), ())
    if tap.word == "bone" or tap.seat is None:
        return Hint(right, blind=True, seat=tap.seat, says=says)
    by_computer = tap.seat in match.header.computers
    if by_computer and not says:
        return None  # its cards are nobody's to see, and it plays them itself
    best = says[-1] if says else tap.with_cards(*right)
    because = reason_of(game, state, best, deal)
    found = Hint(() if says else right, because, advised=best == advice, seat=tap.seat, says=says)
    if by_computer:
        return found
    near = {*own, *pieces}
    elsewhere = [card for card in game.deck.cards_in_order if card not in near]
    tried = chain(plays, _unlike(own, sizes), _plays(elsewhere, sizes))
    return _with_wrong_play(found, match, state, (tap.with_cards(*play) for play in tried))


def _with_wrong_play(right: Hint, match: Match, state: Any, plays: Iterable[Statement]) -> Hint:
    """The hint with the first of these plays that breaks a rule, if one does."""
    game = match.header.game
    for said in plays:
        verdict = game.judge(state, said)
        if isinstance(verdict, Illegal):
            line = game.shown.large_line(state, verdict.rule)
            return replace(right, wrong=said.cards, line=line, trusted=_is_taken(match, said))
    return right


def _advised_answer(match: Match, advised: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """The answer on the buttons by which people say what is advised. Empty: it is said by a card, or not at all."""
    offered = (choice.says for choice in offered_to_people(match)) if advised else ()
    return next((says for says in offered if people_say(says) == advised), ())


def reason_of(game: Game, state: Any, said: Statement, deal: OpenDeal | None) -> str:
    """Why a good player says this now, by the own cards (none where no hand is dealt). Empty: nothing is to be said."""
    if said.seat is None:
        return ""
    return suggestions_of(game).reason(game, state, said, deal.own(said.seat) if deal else ())


def with_implied(game: Game, state: Any) -> Any:
    """The state in which a card is judged: after what its play implies was said."""
    for implied in game.expects(state).implied:
        state, _ = game.advance(state, implied)
    return state


def _plays(cards: Sequence[Card], expected: Expectation) -> Iterator[tuple[Card, ...]]:
    """Plays of the number of cards that is asked for; where it is free, of as many alike cards as there are."""
    least, most = expected.pieces
    if least == most or not least:
        return islice(combinations(cards, max(1, least)), MOST_TRIED)
    return _alike(cards, most)


def _alike(cards: Sequence[Card], most: int) -> Iterator[tuple[Card, ...]]:
    """For each rank all its cards, then one fewer each time."""
    for rank in dict.fromkeys(card.rank for card in cards):
        same = tuple(card for card in cards if card.rank == rank)
        yield from (same[:number] for number in range(min(most, len(same)), 0, -1))


def _unlike(cards: Sequence[Card], expected: Expectation) -> Iterator[tuple[Card, ...]]:
    """Pairs of different ranks, if several cards may be laid down together."""
    if expected.least_cards < expected.most_cards:
        yield from (pair for pair in combinations(cards, 2) if pair[0].rank != pair[1].rank)


def _is_taken(match: Match, statement: Statement) -> bool:
    """Whether the table, which has not seen the hands, would accept this play."""
    for said in (*match.expects.implied, statement):
        match, answer = match.say(said)
        if not answer.applied:
            return False
    return True
