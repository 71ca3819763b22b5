"""Apply statements to the match: all of a gesture or none of it, with the outcome."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from companion.cards import Card, Seat, signs
from companion.inputs.inputs import Button
from companion.inputs.questions import Question
from companion.match.header import Header
from companion.match.match import Match
from companion.rules.deal import place_of
from companion.rules.events import DealScored, Event, GameOver, Revoked, TrickTaken
from companion.rules.places import OUT, Place, What
from companion.rules.referee.verdicts import CARD_COUNT, CARD_USED, Illegal, Rule, Unreadable
from companion.rules.statements import Secret, Statement, UnreadableError
from companion.support.messages import join, msg
from companion.support.values import replace
from companion.table import modes, revokes, unread_tags, words
from companion.table.choices import Rematch, Remedy
from companion.table.effects import AddLine, Effect
from companion.table.notes import CardNote, CardNoteKind
from companion.table.reply import Outcome, Reply, add_lines
from companion.table.state import NOT_BEGUN, Begun, Refused, Table


def say(table: Table, statements: tuple[Statement, ...]) -> Reply:
    """Apply all of these statements or none."""
    match = table.playing
    effects: tuple[Effect, ...] = ()
    heard: tuple[Event, ...] = ()
    for statement in statements:
        said, answer = match.say(statement)
        if not answer.applied:
            verdict = answer.verdict
            assert isinstance(verdict, Illegal | Unreadable), f"a verdict is wanted; found {verdict!r}"
            broken = verdict.rule if isinstance(verdict, Illegal) else words.DEALT_TWICE
            rule = reason(match, statement, broken)
            what = signs_told(table, as_seen(match, statement).cards)
            begun = replace(NOT_BEGUN, interrupted=table.begun.interrupted)
            return refuse(replace(table, begun=begun), what, rule, statement.seat, match=match)
        match, heard = said, (*heard, *answer.events)
        effects = (*effects, AddLine(match.speaking.write(statement)))
    outcome = max((OUTCOMES.get(type(event), Outcome.ACCEPTED) for event in heard), default=Outcome.ACCEPTED)
    return Reply(at_moment(table, match), outcome, effects)


def signs_told(table: Table, cards: tuple[Card, ...]) -> str:
    """The signs of refused cards. Empty where one may be given away in secret."""
    return "" if may_be_given(table) else signs(cards)


def may_be_given(table: Table) -> bool:
    """Whether a card tapped now may be one that is given away in secret, its giver's player tag forgotten."""
    expected, secrets = table.playing.expects, table.playing.header.game.secrets
    said = expected.words.union(statement.word for statement in expected.implied)
    return any(secrets.get(word) is Secret.GIVEN for word in said)


def at_moment(table: Table, match: Match) -> Table:
    """The table at this moment of the match, with nothing begun and no overlay."""
    mode = mode_of(match, unread=table.unread)
    return replace(table, match=match, mode=mode, begun=NOT_BEGUN, overlay=None)


def refuse(  # noqa: PLR0913 - most of it has a default
    table: Table, card: str, rule: Rule, seat: Seat | None = None, *, match: Match | None = None, deck: str = ""
) -> Reply:
    """A refusal that changes nothing: whose card broke which rule, or to which other `deck` it belongs."""
    match = match or table.match
    large = match.header.game.shown.large_line(match.state, rule) if match and match.state is not None else rule.short
    who = match.header.names[seat] if match and seat is not None else ""
    return Reply(replace(table, overlay=Refused(who, card, rule, large, deck)), Outcome.REJECTED)


def add_part(table: Table, cards: tuple[Card, ...]) -> Reply:
    """Add these cards to a play that is not complete; notes keep them in the record."""
    return note_part(table, replace(table.begun, gathered=(*table.begun.gathered, *cards)), CardNoteKind.TAPPED, cards)


def note_part(table: Table, begun: Begun, kind: CardNoteKind, cards: tuple[Card, ...]) -> Reply:
    """Go on with what was begun; notes of this kind keep the cards that came to it in the record."""
    notes = tuple(CardNote(kind, card).line for card in cards)
    return Reply(replace(table, begun=begun, mode=table.choosing, overlay=None), Outcome.PART, add_lines(*notes))


def not_now(table: Table, tapped: str, rule: Rule) -> Reply:
    """Refuse a tap that has no place now; the remedy says what is asked instead."""
    return refuse(table, tapped, replace(rule, remedy=msg(words.NOW, asked=msg(_asked_now(table)))))


def _asked_now(table: Table) -> str:
    match modes.uncover(table.mode):
        case modes.Playing():
            return _asked_in_play(table)
        case modes.WhoseCard():
            return words.WHOSE_CARD
        case modes.OutOfTurn():
            return words.WHAT_WAS_MISSED
        case modes.Revoke(answers=answers):
            return words.TAKE_IT_BACK if Remedy.TAKE_BACK in answers else words.WHAT_FOLLOWS
        case modes.NeverRead():
            return words.WAS_NEVER_READ
        case modes.AtClub():
            return words.TAP_NAMES
        case modes.NextBoard():
            return words.TAKE_ENVELOPE
        case mode:
            return mode.question.title


def _asked_in_play(table: Table) -> str:
    if not table.playing.expects.words or table.scored:
        return words.NEXT_DEAL if table.playing.expects.words else words.NEXT_GAME
    return words.TAP_HANDS if table.scanning() else table.asked


def reason(match: Match, said: Statement, rule: Rule) -> Rule:
    """The most specific rule that a statement broke at this moment of the match."""
    least, most = match.expects.pieces
    if rule is CARD_COUNT and least == most:
        return replace(rule, remedy=msg(words.TAP_IN_ALL, cards=least))
    rule = match.header.game.shown.reason(match.moment, rule, said.cards)
    return _rule_of_used_card(match, said.cards) if rule is CARD_USED else rule


def _rule_of_used_card(match: Match, cards: Sequence[Card]) -> Rule:
    """The rule for the first of these cards that is out; it names an open place only."""
    game = match.header.game
    found = (place_of(game, match.moment, card) for card in cards)
    place = next((place for place in found if place is not None and place.what in OUT), None)
    return CARD_USED if place is None else _rule_at(place)


def _rule_at(place: Place) -> Rule:
    if place.what is What.TAKEN and place.number:  # without a number it was taken in a game without tricks
        by_whom = words.played_by(place.seat, place.number)
        return replace(words.CLOSED_TRICK, sentence=by_whom) if place.open else words.CLOSED_TRICK
    return words.LIES.get(place.what, CARD_USED)


MOST_TOLD = 6
"""Cards of one statement that are named to people. More is a hand that was shown."""


def as_seen(match: Match, statement: Statement) -> Statement:
    """The public part of the statement that led to this moment, without the cards of a whole hand."""
    seen = match.header.game.public_part(match.state, statement)
    return seen if len(seen.cards) <= MOST_TOLD else seen.with_cards()


OUTCOMES: dict[type[Event], Outcome] = {
    TrickTaken: Outcome.TRICK,
    DealScored: Outcome.DONE,
    Revoked: Outcome.REVOKE,
    GameOver: Outcome.OVER,
}
"""The outcome of statements by their events."""


def mode_of(match: Match, *, unread: tuple[Card, ...] = ()) -> modes.Playing | modes.Asking:
    """The question of the match itself; it follows from the last statement, so menus and power cuts cannot lose it.

    `unread` are cards whose tags did not read.
    """
    if match.ended:
        return same_table(match)
    if not match.events:
        return modes.PLAYING
    return revokes.revoke_question(match) or unread_tags.unread_question(match, unread) or modes.PLAYING


def beneath(table: Table) -> Table:
    """The table without menu or question; what the match asks, or what the menu covered, stays open."""
    if isinstance(table.mode, modes.Menu) and not isinstance(modes.under(table.mode), modes.Playing):
        return replace(table, mode=table.mode.over)
    asked = mode_of(table.playing, unread=table.unread)
    return replace(table, mode=table.choosing if isinstance(asked, modes.Playing) else asked)


def browse(table: Table, mode: modes.Asking | modes.Menu, button: Button) -> Reply:
    """The reply to UP, DOWN and BACK at a question: they move the cursor and leave the question.

    A question of the match itself cannot be left; BACK moves its cursor to the first answer.
    """
    if button is not Button.BACK:
        return Reply(replace(table, mode=replace(mode, question=mode.question.move(button))))
    below = beneath(table)
    if type(below.mode) is type(mode) or (isinstance(mode, modes.SameTable) and table.before_play):
        return Reply(replace(table, mode=replace(mode, question=replace(mode.question, cursor=0))))
    return Reply(below)


def same_table(match: Match) -> modes.SameTable:
    """The question after a game; the scores of a game that was ended early may be carried on."""
    if match.ended and not match.winners and header_to_continue(match):
        return rematch((words.WITH_THESE_SCORES,), *Rematch)
    return rematch((join(match.header.names),))


def rematch(text: tuple[str, ...], *answers: Rematch) -> modes.SameTable:
    """The question whether the same people play again, with these answers (empty: the same, or another game)."""
    answers = answers or (Rematch.SAME, Rematch.ANOTHER)
    choices = tuple(words.REMATCHES[answer] for answer in answers)
    return modes.SameTable(Question(words.SAME_TABLE, choices, text=text), answers)


def header_to_continue(match: Match) -> Header | None:
    """The header of a match that continues with these scores; a deal that was not finished is dealt again.

    None: there are no scores, or they do not tell everything: only the tied players can win an extra deal.
    """
    setup = match.header.game.continuation(match.moment)
    if setup is None or not any(setup.scores):
        return None
    scores = {seat: points for seat, points in enumerate(setup.scores) if points}
    markers = {seat: cards for seat, cards in enumerate(setup.markers) if cards}
    header = replace(match.header, opener=setup.opener, scores=scores, markers=markers)
    for possible in (header, replace(header, markers={})):  # a penalty point has no card: then no points have
        with suppress(UnreadableError):
            header.game.begin(possible.setup())
            return possible
    return None
