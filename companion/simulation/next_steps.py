"""The next sensible step at a simulated table, and the lines that propose it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias, TypeGuard

from companion.cards import Card, Seat
from companion.inputs.inputs import Button, HandInput, Pressed, Tapped
from companion.inputs.questions import Question
from companion.match.match import Match
from companion.rules.game import Choice
from companion.rules.statements import DEAL, Statement
from companion.rules.suggestions import suggestions_of
from companion.simulation.advised import SkillOf, all_good, to_give
from companion.simulation.gesture_search import Gesture, gesture_for, in_words, piece_of
from companion.simulation.hints import Hint
from companion.simulation.open_deal import OpenDeal
from companion.support.messages import join, msg, msg_n, tr
from companion.support.unreadable import UnreadableFile
from companion.support.values import dataclass, replace
from companion.table import modes
from companion.table.asked import only_person
from companion.table.choices import SetUpStep
from companion.table.club import with_end
from companion.table.computer_seats import needs_card
from companion.table.state import Table, put_away
from companion.tags.tag_decks import Person


@dataclass(frozen=True, slots=True)
class LayAside:
    """Give these cards of a hand away: face down, unread."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scan:
    """Tap the hands that are scanned now, all their cards."""


Action: TypeAlias = HandInput | LayAside | Scan


GO = "Enter"
"""What is typed for the next step."""

MOVES = msg("UP and DOWN move, OK takes, BACK goes back")


def next_steps(
    table: Table, deal: OpenDeal | None, hint: Hint | None, skill_of: SkillOf = all_good
) -> tuple[Action, ...]:
    """The next sensible thing: an answer, a hand to scan, the nest, or the gesture for a word or a right card.

    Chooses scanned hands in the set-up, so that the table sees wrong cards. `skill_of` says how well people choose what
    they give away. Empty while a computer thinks or speaks.
    """
    if table.reported:
        return (Pressed(Button.OK),)
    mode = modes.uncover(table.mode)
    if isinstance(mode, modes.AtClub):
        return (*_put_away(table), *_next_tag(table, mode))
    if not table.in_play or isinstance(mode, modes.SameTable | modes.Revoke | modes.NeverRead | modes.NextBoard):
        return (*_put_away(table), *_answer(mode))
    if isinstance(mode, modes.WhichPlayer):
        down = (_who_has_it(mode, deal) - mode.question.cursor) % len(mode.seats)
        return (*_put_away(table), *(Pressed(Button.DOWN),) * down, Pressed(Button.OK))
    if plain := _plain_step(table, deal, skill_of):
        return plain[0]
    said = what_to_say(table.playing, deal, hint, table.choices)
    gesture = gesture_of(table, said) if said else None
    return gesture or _ok(table)


def _plain_step(
    table: Table, deal: OpenDeal | None, skill_of: SkillOf = all_good
) -> tuple[tuple[Action, ...], str] | None:
    """The next steps where nothing is to be said, and a sentence on them; None: something is to be said."""
    if not table.playing.expects.words:
        return _ok(table), tr("The game is over. {go}: on to the next one.", go=GO)
    if table.scored:
        return _ok(table), tr("The deal is scored, and the cards are dealt again. {go}: on to the next deal.", go=GO)
    if table.scanning() is not None:
        return (Scan(),), tr("The cards are dealt; each hand is tapped, faces down. {go} taps them all.", go=GO)
    if (begun := _rest_of_gift(table, deal)) is not None:
        who, rest = begun
        cards = _as_typed_text(rest)
        sentence = tr("{who} lays {n} more face down. {go}: tap {cards}", who=who, n=len(rest), go=GO, cards=cards)
        return _taps(rest), sentence
    if drawn := to_scan(table, deal):
        sentence = tr("Cards drawn into a scanned hand: {n}. {go} taps them, faces down.", n=len(drawn), go=GO)
        return _taps(drawn), sentence
    if (moves := for_computers(table, deal)) is not None:
        return moves or _put_away(table), tr("The computer's turn. Enter goes on.")
    if table.open_set and table.playing.header.computers:
        cards = _as_typed_text(table.begun.gathered)
        return _ok(table), tr("{go}: that is all, {cards}.", go=GO, cards=cards)
    if deal is not None and (seats := givers(table.playing, deal)):
        laid = to_give(table.playing, deal, seats[0], skill_of)
        lays = msg_n(
            "{who} lays {n} card face down. {go}: lay {cards}",
            "{who} lays {n} cards face down. {go}: lay {cards}",
            len(laid),
        )
        sentence = tr(lays, who=table.playing.header.names[seats[0]], go=GO, cards=_as_typed_text(laid))
        return (LayAside(tuple(map(str, laid))),), sentence
    return None


def _as_typed_text(cards: Iterable[Card]) -> str:
    """Cards as they can be typed."""
    return " ".join(str(card.face) for card in cards)


def for_computers(table: Table, deal: OpenDeal | None) -> tuple[Tapped, ...] | None:
    """The taps that a computer waits for, empty while it thinks or speaks; None: it is a person's turn."""
    if not table.in_play or table.question is not None or table.scored or table.scanning() is not None:
        return None
    if table.owed is not None:
        return _taps(to_scan(table, deal)) or None
    said = table.called
    if said is None or not needs_card(table.playing, said):
        return () if said is not None or table.computer is not None else None
    cards = [card for card in said.cards if card not in table.begun.gathered]
    if not cards and deal is not None and said.seat is not None:
        cards = list(deal.bones[said.seat][:1])
    return _taps(cards)


def what_to_say(
    match: Match, deal: OpenDeal | None, hint: Hint | None, choices: tuple[Choice, ...] | None = None
) -> tuple[Statement, ...]:
    """The statements of the next sensible step; empty: unknown. Only these `choices` are left (None: all)."""
    expected = match.expects if choices is None else replace(match.expects, choices=choices)
    seat = next(iter(expected.seats), None)
    hand = deal.hands[seat] if deal and seat is not None else ()
    suggestions, plays = suggestions_of(match.header.game), tuple[Statement, ...]()
    if hint is not None and hint.says in [choice.says for choice in expected.answers()]:
        return hint.says
    if hint is not None and hint.right and expected.tap is not None:
        plays = (*expected.implied, replace(expected.tap, seat=hint.seat, cards=hint.right))
        if hint.advised:
            return plays
    return suggestions.says(match.state, expected, hand) or plays or suggestions.last_resort(expected)


def gesture_of(table: Table, said: Sequence[Statement]) -> Gesture | None:
    """The taps and presses for these statements; None: there are none."""
    return gesture_for(table, said[-1], with_end(table.club, table.playing.after(said)))


def givers(match: Match, deal: OpenDeal) -> tuple[Seat, ...]:
    """The people who have still to give cards away, face down."""
    return tuple(seat for seat in deal.givers if seat not in match.header.computers)


def _rest_of_gift(table: Table, deal: OpenDeal | None) -> tuple[str, tuple[Card, ...]] | None:
    """The player who taps own cards to give them away, and the cards still to tap. None: nobody has begun."""
    drawn = set(table.begun.drawn)
    if deal is None or not drawn:
        return None
    for seat in givers(table.playing, deal):
        number = next((draw.cards for draw in table.drawing if draw.says.seat == seat), 0)
        if number and drawn <= set(deal.hands[seat]):
            hand = tuple(card for card in deal.hands[seat] if card not in drawn)
            laid = suggestions_of(table.playing.header.game).lays_aside(hand)
            return table.playing.header.names[seat], laid[: number - len(drawn)]
    return None


def number_to_lay(match: Match, deal: OpenDeal) -> int:
    """How many cards each of them gives away; 0: nobody does."""
    hands = (deal.hands[seat] for seat in givers(match, deal)[:1])
    return sum(len(suggestions_of(match.header.game).lays_aside(hand)) for hand in hands)


def to_scan(table: Table, deal: OpenDeal | None) -> tuple[Card, ...]:
    """The cards drawn into a scanned hand, or given away out of one, that are not tapped yet."""
    if deal is None:
        return ()
    deck, tapped = table.playing.header.game.deck, table.begun.drawn
    for draw in table.drawing:
        seat, giver = draw.seat, draw.says.seat
        given = (card for said in deal.story if said.with_cards() == draw.says for card in said.cards)
        hand = deal.hands[seat] if seat is not None and giver in {None, seat} else given
        cards = tuple(card for card in hand if deck.bit(card) & draw.among)
        if {*tapped} < {*cards}:
            return tuple(card for card in cards if card not in tapped)
    return ()


def _what_then(reported: modes.Damaged | UnreadableFile) -> str:
    then, form = msg("play goes on without it"), msg("{go}: {then}.")
    if isinstance(reported, modes.Damaged):
        then = msg("the game goes on before it") if reported.goes_on else then
        form = msg("{go}: it is put aside, and {then}.") if reported.record else form
    return tr(form, go=GO, then=then)


def proposal(table: Table, deal: OpenDeal | None, hint: Hint | None) -> tuple[str, ...]:
    """One to three lines on what can be done now."""
    if table.reported:
        return (_what_then(table.reported[0]),)
    if isinstance(table.mode, modes.EndingHere):
        return (tr("{go} or BACK: play on. OK: end here.", go=GO),)
    if isinstance(table.mode, modes.AtClub):
        return (tr("The people of the club's table tap their name tags, in any order."),)
    if isinstance(table.mode, modes.NextBoard):
        return (tr("The envelope of board {n} is taken, and its hands are dealt. OK goes on.", n=table.mode.board),)
    if isinstance(table.mode, modes.ShuttingDown):
        return (tr("{go} or BACK: play on. Hold OK: shut down.", go=GO),)
    if table.question is not None:
        return _question_lines(modes.uncover(table.mode), table.question, deal)
    if plain := _plain_step(table, deal):
        return (plain[1],)
    if hint is not None and table.playing.header.computers:
        hint = replace(hint, wrong=())  # who plays a game does not try the box
    if said := _word_to_say(table, deal, hint):
        lines = _word_lines(table, said, hint)
    else:
        lines = (*_or_buttons(table), *(_hint_lines(hint, table.begun.gathered) if hint else ()))
    return lines or (tr("Type what is played next."),)


def _put_away(table: Table) -> tuple[Action, ...]:
    return (Pressed(Button.BACK),) if table.overlay is not None or put_away(table) is not table else ()


def _ok(table: Table) -> tuple[Action, ...]:
    return (*_put_away(table), Pressed(Button.OK))


def _taps(cards: Iterable[Card]) -> tuple[Tapped, ...]:
    return tuple(Tapped((piece_of(card),)) for card in cards)


def _next_tag(table: Table, mode: modes.AtClub) -> tuple[Action, ...]:
    """The name tag of the first person who is missing at the club's table; OK leads from a result to the next table."""
    club = table.house.club
    if club is not None and club.wanted is not None and mode.wanted is None:
        return (Pressed(Button.OK),)
    missing = club.missing if club is not None and mode.wanted is not None else ()
    return tuple(Tapped((Person(name),)) for name in missing[:1])


def _answer(mode: modes.Mode) -> tuple[Action, ...]:
    if not _asks_for_scan(mode):
        return (Pressed(Button.OK),)
    no_then_yes = 1 - mode.question.cursor
    return (*(Pressed(Button.DOWN),) * no_then_yes, Pressed(Button.OK))


def _who_has_it(mode: modes.WhichPlayer, deal: OpenDeal | None) -> int:
    """The place of the player who has the cards among the answers; 0 if nobody has them."""
    hands = deal.hands if deal else ()
    having = (place for place, seat in enumerate(mode.seats) if hands and set(mode.cards) <= set(hands[seat]))
    return next(having, 0)


def _asks_for_scan(mode: modes.Mode) -> TypeGuard[modes.SettingUp]:
    """Whether the set-up asks if hands shall be scanned."""
    return isinstance(mode, modes.SettingUp) and mode.setup.step is SetUpStep.SCANNED


def _question_lines(mode: modes.Mode, question: Question, deal: OpenDeal | None) -> tuple[str, ...]:
    if _asks_for_scan(mode):
        return (
            tr("{go}: yes, the dealer taps the hands, and a wrong card is refused at once.", go=GO),
            tr("OK: no, hands stay hidden; a wrong card is trusted until a later one proves it."),
        )
    answer = question.choices[_who_has_it(mode, deal)] if isinstance(mode, modes.WhichPlayer) else question.chosen
    asked = tr(question.title).rstrip(" ?\u202f\u00a0")
    return (tr("{asked}? {go}: {answer}. {moves}.", asked=asked, go=GO, answer=tr(answer), moves=MOVES),)


def _word_to_say(table: Table, deal: OpenDeal | None, hint: Hint | None) -> tuple[Statement, ...]:
    """The statements of the next step, if it is a word; empty: it lays cards, or nothing can be said."""
    said = what_to_say(table.playing, deal, hint, table.choices) if table.choices else ()
    return () if said and said[-1].cards else said


def _or_buttons(table: Table) -> tuple[str, ...]:
    """That something can be said instead of laying a card, by which buttons; empty: there is nothing to choose."""
    if not table.choices:
        return ()
    expected, only = table.playing.expects, table.choices[0]
    asked = tr(expected.headline).rstrip(" ?")
    press = gesture_of(table, only.says) if expected.optional else None
    if press:
        return (tr("{asked}, or {does} ({how}).", asked=asked, does=tr(only.label), how=in_words(press)),)
    return (tr("{asked}, or ask the buttons: {moves}.", asked=asked, moves=MOVES),)


def _word_lines(table: Table, said: tuple[Statement, ...], hint: Hint | None) -> tuple[str, ...]:
    """The words that the next step says, and the buttons for them; empty: no buttons say them."""
    match, gesture = table.playing, gesture_of(table, said)
    if gesture is None:
        return ()
    named = match.expects.optional or only_person(match) is not None
    label = next((choice.own or choice.label for choice in table.choices if choice.says == said), "") if named else ""
    unspoken = {DEAL.name, *match.header.game.secrets}
    spoken = join((match.header.language.in_words(what) for what in said if what.word not in unspoken), " · ")
    does, how = tr(label or spoken or table.choices[0].label), in_words(gesture)
    if hint and hint.because and hint.says == said:
        return (tr("{go}: {does} ({how}), {because}.", go=GO, does=does, how=how, because=tr(hint.because)),)
    return (tr("{go}: {does} ({how}).", go=GO, does=does, how=how),)


def _hint_lines(hint: Hint, laid: tuple[Card, ...]) -> tuple[str, ...]:
    if hint.right and hint.seat is None:
        return (tr("Nobody has seen the next card. {go} turns it up.", go=GO),)
    if hint.blind and hint.seat is None:
        return (tr("Turn one up."),)
    if hint.blind:
        return (tr("Only bones are left, and nobody knows them. {bone}", bone=msg("Enter, or bone, turns one.")),)
    lines = tuple(filter(None, (_right_line(hint, laid), _wrong_line(hint))))
    return lines if hint.because or not lines else (" ".join(lines),)


def _right_line(hint: Hint, laid: tuple[Card, ...]) -> str:
    """The cards of a hint that do not lie there yet: those `laid` are put back where it has others."""
    if not hint.right:
        return ""
    right = [card for card in hint.right if card not in laid or not set(laid) <= set(hint.right)]
    cards = _as_typed_text(right)
    cards = tr("lay {cards} together", cards=cards) if len(right) > 1 else cards
    because = tr(", {because}", because=tr(hint.because)) if hint.because else ""
    return tr("{go}: {does}.", go=GO, does=cards + because)


def _wrong_line(hint: Hint) -> str:
    """The wrong card of a hint, and why it is wrong; empty: there is none."""
    if not hint.wrong:
        return ""
    cards, why = _as_typed_text(hint.wrong), hint.why
    if hint.trusted:
        return tr("Wrong would be {cards}: {why}, but trusted: hands are hidden.", cards=cards, why=why)
    return tr("Wrong would be {cards}: {why}.", cards=cards, why=why)
