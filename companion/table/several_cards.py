"""The cards of one play: tapped one by one or laid side by side, until the play is complete.

A play of a fixed number of cards is complete at that number. A set of any number of alike cards stays open: a card of
another rank is the next player's and closes it; for a further card of its rank the table asks whose it is; OK closes
it; it closes by itself when no card could join it.

Where the turn order does not name the player of a card, as when the two of clubs leads, the facts tell it if one player
alone can hold the card; a player tag tells it; else the table asks.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.cards import Card, Seat, signs
from companion.inputs.questions import Question
from companion.match.match import Match
from companion.rules.referee import verdicts
from companion.rules.statements import Statement
from companion.support.messages import join, msg
from companion.support.values import replace
from companion.table import computer_prompt, words
from companion.table.apply_statements import add_part, not_now, reason, refuse, say, signs_told
from companion.table.modes import Playing, Revoke, WhichPlayer, WhoseCard, waiting_cards
from companion.table.reply import Outcome, Reply
from companion.table.state import Table

OF_ONE_CARD = frozenset(
    rule.name for rule in (verdicts.NOT_IN_DECK, verdicts.CARD_USED, verdicts.NOT_IN_HAND, verdicts.CARD_COUNT)
)
"""Rules that the newest cards break by themselves: the cards before them stay."""


def lay(table: Table, cards: tuple[Card, ...], *, same_hand: bool = False) -> Reply:
    """Cards are laid down: the first of a play, further ones of it, or the next player's.

    `same_hand` says that the same hand laid them as the cards before.
    """
    match = table.playing
    if match.header.computers and (reply := computer_prompt.taken_from_rack(table, cards)) is not None:
        return reply
    waiting = waiting_cards(table.mode)
    if waiting and not set(waiting) & set(cards):
        return _both(table, lay(replace(table, mode=Playing()), waiting), cards)
    if table.tap is None:
        rule, seat = _forbids(match, cards)
        told = signs_told(table, cards)
        return refuse(table, told, rule, seat) if rule else not_now(table, told, words.NO_CARD_NOW)
    expected = match.expects
    if expected.whose or (expected.one_by_one and _is_anothers(table, cards)):
        return play_of_somebody(table, cards)
    gathered = table.begun.gathered
    if gathered and set(cards) & set(gathered):
        return refuse(table, signs(cards), words.LAID_TWICE)
    if not gathered or not table.open_set:
        return add_to_play(table, cards)
    alike = all(card.rank == gathered[0].rank for card in cards)
    fits = alike and not isinstance(_judge(table, (*gathered, *cards)).verdict, verdicts.Illegal)
    if fits and same_hand:
        return add_to_play(table, cards)
    passed = pass_to_next(table, cards)
    if not fits:
        return passed
    return add_to_play(table, cards) if passed.is_rejected else _ask(table, cards)


def _is_anothers(table: Table, cards: tuple[Card, ...]) -> bool:
    """Whether this card is of another player, where several may play: the one asked by name cannot hold it."""
    if table.begun.named is not None:
        return False
    verdict = _judge(table, cards).verdict
    return isinstance(verdict, verdicts.Illegal) and verdict.rule.name == verdicts.NOT_IN_HAND.name


def _forbids(match: Match, cards: tuple[Card, ...]) -> tuple[verdicts.Rule | None, Seat | None]:
    """The rule that forbids these cards, and the seat that breaks it. None: the game expects no such cards."""
    game, seat = match.header.game, next(iter(match.expects.seats), None)
    for word in sorted(match.expects.words - game.secrets.keys()):
        if match.header.language.words[word].cards and seat is not None:
            verdict = match.judge(Statement(word, seat, cards))
            if isinstance(verdict, verdicts.Illegal):
                return verdict.rule, seat
    return None, None


def add_to_play(table: Table, cards: tuple[Card, ...]) -> Reply:
    """Add these cards to the open play; a complete play becomes a statement, a part is noted."""
    expected = table.playing.expects
    every = (*table.begun.gathered, *cards)
    if not table.begun.gathered and len(cards) >= expected.most_cards:
        return say(table, _statements(table, cards))
    match, play, verdict = _judge(table, every)
    rule = reason(match, play, verdict.rule) if isinstance(verdict, verdicts.Illegal) else None
    if rule is not None and _wrong_by_itself(table, every, rule):
        return refuse(table, signs(cards), rule, play.seat)
    if len(every) < expected.least_cards or (rule is None and _can_grow(table, every)):
        return add_part(table, cards)
    return say(table, (*expected.implied, play))


def close_set(table: Table) -> Reply:
    """Close the open set: its cards are the whole play."""
    return say(table, _statements(table, table.begun.gathered))


def pass_to_next(table: Table, cards: tuple[Card, ...]) -> Reply:
    """Close the open set, and give these cards to the next player; if they are refused, the set stays open.

    If the set ends the game or leads to a question, that comes first; after a revoke these cards wait for the answer.
    """
    first = close_set(table)
    if first.table.playing.expects.tap is None:
        return first
    match first.table.mode:
        case Playing():
            return _both(table, first, cards)
        case Revoke() as asked:
            return replace(first, table=replace(first.table, mode=replace(asked, waiting=cards)))
        case _:
            return first


def lay_waiting(reply: Reply, waiting: tuple[Card, ...]) -> Reply:
    """The reply to an answer, and then the `waiting` cards if the deal goes on; the answer stands in any case."""
    expected = reply.table.playing.expects
    if not waiting or expected.implied or expected.tap is None:
        return reply
    both = _both(reply.table, reply, waiting)
    return replace(reply, table=both.table) if both.is_rejected else both


def whose_pressed(table: Table, asked: WhoseCard) -> Reply:
    """OK at the question whose the cards are."""
    return (pass_to_next if asked.question.cursor else add_to_play)(table, asked.cards)


def _both(table: Table, first: Reply, cards: tuple[Card, ...]) -> Reply:
    """The first reply, then these cards, as one reply."""
    return combine(table, first, first if first.is_rejected else lay(first.table, cards))


def combine(table: Table, first: Reply, then: Reply) -> Reply:
    """Two replies in a row as one; a refusal undoes both."""
    if then.is_rejected:
        return Reply(replace(table, overlay=then.table.overlay), then.outcome)
    return Reply(then.table, max(first.outcome, then.outcome), (*first.effects, *then.effects))


def _ask(table: Table, cards: tuple[Card, ...]) -> Reply:
    """Ask whose card this is: it fits the open set, and the next player could play it."""
    names = table.playing.header.names
    own, following = (names[at.playing.expects.seats[0]] for at in (table, close_set(table).table))
    answers = (msg(words.OWN_SET, name=own), msg(words.PLAYS_IT, name=following))
    question = Question(msg(words.AGAIN, cards=signs(cards)), answers, text=(words.WHOSE_CARD,))
    return Reply(replace(table, mode=WhoseCard(question, cards), overlay=None), Outcome.PART)


def _statements(table: Table, cards: tuple[Card, ...]) -> tuple[Statement, ...]:
    tap = table.tap
    assert tap is not None
    return (*table.playing.expects.implied, tap.with_cards(*cards))


def _wrong_by_itself(table: Table, together: tuple[Card, ...], rule: verdicts.Rule) -> bool:
    """Whether the newest cards are wrong in any combination; then the part before them stays."""
    if len(together) < table.playing.expects.least_cards:
        return rule.name != verdicts.CARD_COUNT.name
    return bool(table.begun.gathered) and rule.name in OF_ONE_CARD


class _Judged(NamedTuple):
    """A play, the moment of it, and the verdict on it."""

    match: Match
    play: Statement
    verdict: verdicts.Verdict


def _judge(table: Table, cards: tuple[Card, ...]) -> _Judged:
    """Judge these cards as a whole play."""
    *implied, play = _statements(table, cards)
    match = table.playing.after(implied)
    return _Judged(match, play, match.judge(play))


def _can_grow(table: Table, cards: tuple[Card, ...]) -> bool:
    """Whether one more alike card could join; the answer must not depend on scanned hands."""
    expected = table.playing.expects
    if len(cards) >= (expected.limit or expected.most_cards):
        return False
    deck = table.playing.header.game.deck
    faces = [card.face for card in deck.cards_in_order if card.rank == cards[-1].rank and card.copy <= 1]
    alike = [card for card in faces if card not in cards or deck.copies(card).bit_count() > 1]
    judged = (_judge(table, (*cards, card)).verdict for card in alike)
    may_be_held = {verdicts.NOT_IN_HAND.name} if table.scanned else set()
    return any(not isinstance(verdict, verdicts.Illegal) or verdict.rule.name in may_be_held for verdict in judged)


# ---------------------------------------------------------------- whose card, where the turn order does not name one


def play_of_somebody(table: Table, cards: tuple[Card, ...]) -> Reply:
    """The play of the only seat that can have these cards, or the question which of them has."""
    match, named = table.playing.after(table.playing.expects.implied), table.begun.named
    seats = match.expects.seats if named is None else (named,)
    judged = {seat: match.header.game.judge(match.moment, _play(table, seat, cards)) for seat in seats}
    able = tuple(seat for seat, verdict in judged.items() if not isinstance(verdict, verdicts.Illegal))
    if len(able) > 1:
        names = tuple(join([match.header.names[seat]]) for seat in able)
        question = Question(match.expects.whose or words.WHOSE_CARD, names)
        return Reply(replace(table, mode=WhichPlayer(question, cards, able), overlay=None), Outcome.PART)
    if able:
        return _says(table, able[0], cards)
    verdict = judged[seats[0]]
    assert isinstance(verdict, verdicts.Illegal)
    rule = reason(match, _play(table, seats[0], cards), verdict.rule)
    return refuse(table, signs_told(table, cards), rule, named, match=match)


def player_pressed(table: Table, asked: WhichPlayer) -> Reply:
    """OK at the question which player it is."""
    return _says(table, asked.seats[asked.question.cursor], asked.cards)


def play_by(table: Table, asked: WhichPlayer, seat: Seat) -> Reply:
    """A player tag as the answer."""
    if seat not in asked.seats:
        return refuse(table, signs(asked.cards), verdicts.NOT_YOUR_TURN, seat)
    return _says(table, seat, asked.cards)


def _says(table: Table, seat: Seat, cards: tuple[Card, ...]) -> Reply:
    return say(table, (*table.playing.expects.implied, _play(table, seat, cards)))


def _play(table: Table, seat: Seat, cards: tuple[Card, ...]) -> Statement:
    tap = table.playing.expects.tap
    assert tap is not None
    return replace(tap, seat=seat, cards=cards)
