"""What a table says to those who hear it: what happened, whose turn it is, what is asked; or everything at once.

Only what everybody may know. Names and cards are whole words; nothing of how a panel looks is in them. A screen adds
what its picture adds (`Screen.says`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion.cards import Card, signs
from companion.cards.spoken import cards_in_words, in_words, suit_name
from companion.match.match import Match
from companion.rules.deal import TrickState
from companion.rules.events import DealScored, Impossible, Revoked, ScoreWithdrawn, TrickTaken, any_tells_statement
from companion.rules.game import Choice
from companion.rules.statements import DEAL, PLAY, Secret, Statement
from companion.rules.tricks import TrickGame
from companion.screens.parts import last_said, speaking_names, turn_of, who_answers
from companion.screens.spoken_sentences import Kind, Sentence, as_sentence, sentences, small
from companion.support.messages import msg_as, tr, tr_n
from companion.table.apply_statements import as_seen
from companion.table.asked import begun_draw, only_person, seat_asked, seats_asked
from companion.table.state import Table

MOST_MOVES, MOST_ROUNDS = 6, 2
"""Statements that are said again when a screen is: an open trick with its first words; no more than all remember."""


# ---------------------------------------------------------------- what happened


def what_happened(match: Match) -> tuple[Sentence, ...]:
    """What was said and played last, oldest first, with what followed: in this trick, or in the one just taken."""
    told: list[tuple[Sentence, ...]] = []
    most = min(MOST_MOVES, MOST_ROUNDS * len(match.header.names))
    for moment in match.story():
        closed = any(isinstance(event, TrickTaken | DealScored) for event in moment.events)
        if moment.said is None or len(told) == most or (told and (closed or moment.said.word == DEAL.name)):
            break
        if heard := tuple(_sentences_of(moment)):
            told.append(heard)
    return tuple(sentence for sentences in reversed(told) for sentence in sentences)


def opening(table: Table) -> Iterator[Sentence]:
    """What a game says of a deal, until anybody has acted in it."""
    match, game, said = table.playing, table.playing.header.game, table.playing.said
    dealt = said and (said.word == DEAL.name or game.secrets.get(said.word) is Secret.DEALT)
    if not table.scored and (dealt or DEAL.name in match.expects.words):
        yield from sentences(game.shown.begins(game.with_deal(match.moment)), kind=Kind.MOVE)


def _sentences_of(match: Match) -> Iterator[Sentence]:
    """The last statement of this match, and its events."""
    said = match.statement
    if not any_tells_statement(match.events) and match.header.game.secrets.get(said.word) is not Secret.DEALT:
        yield Sentence(as_sentence(in_whole_words(match)), Kind.MOVE, match.applied)
    for event in match.events:
        if isinstance(event, DealScored):
            yield from sentences(*match.unusual, kind=Kind.MOVE, deck=match.header.game.deck, about=match.applied)
        mistake = isinstance(event, Revoked | Impossible | ScoreWithdrawn)
        text = as_sentence(in_words(tr(event.sentence(match.header.names)), match.header.game.deck))
        yield Sentence(text, Kind.MISTAKE if mistake else Kind.MOVE, match.applied)
    if why := match.remark[1]:
        yield Sentence(as_sentence(tr(why)), Kind.MOVE, match.applied)


def in_whole_words(
    match: Match, names: Sequence[str] = (), cards: Callable[[tuple[Card, ...]], str] = cards_in_words
) -> str:
    """Who has just said or done what, as everybody saw it; `names` are short ones, `cards` tells cards."""
    said, drinks = as_seen(match, match.statement), match.header.game.entry.look == "drinks"
    unseen = tr("a drink") if drinks else tr("a card")
    if (form := match.header.game.shown.telling(match.moment, said)) and said.seat is not None:
        return tr(form, who=(names or match.header.names)[said.seat])
    return match.speaking.in_words(said, names, cards, leads=leads(said, match), unseen=unseen)


def last_in_words(match: Match) -> tuple[str, ...]:
    """The last statement for the panel, the longest first: as a sentence unless it is a play, and in few signs."""
    short = last_said(match)
    if match.said is None or match.said.word == PLAY:
        return (short,)
    return in_whole_words(match, speaking_names(match), signs), short


def leads(said: Statement, match: Match) -> bool:
    """Whether this is the first card of the trick that lies on the table."""
    lies = match.header.game.shown.middle(match.moment, taken=True)
    return said.word == PLAY and len(lies) == 1 and lies[0][0] == said.seat


def points(names: Sequence[str], scores: Sequence[int]) -> str:
    """Numbers by player, with the sign in words where there is one ("Ann 3, Bob minus 2")."""
    return ", ".join(
        tr("{who} minus {n}", who=who, n=-score) if score < 0 else tr("{who} {n}", who=who, n=score)
        for who, score in zip(names, scores, strict=True)
    )


# ---------------------------------------------------------------- whose turn it is


def turn(table: Table) -> tuple[Sentence, ...]:
    """Whose turn it is and what is asked; what the buttons say."""
    if rests := _resting(table):
        return rests
    asks = table.chosen is not None or (table.offered and not table.optional)
    return choice(table) if asks else (_whose(table), *beside(table))


def _resting(table: Table) -> tuple[Sentence, ...]:
    """Where everybody stands after a deal or a game. Empty while a deal is played."""
    match = table.playing
    if not match.expects.words:
        return (Sentence(tr("The game is over.")), Sentence(standing(match)), Sentence(tr("OK: what comes next.")))
    if table.scored:
        return (Sentence(standing(match), about=match.applied), Sentence(tr("OK: next deal."), about=match.applied))
    return ()


def whose_turn(table: Table) -> tuple[Sentence, ...]:
    """Whose turn it is, without the question, which may name a card. Empty if it is not the turn of one player."""
    match, seat = table.playing, seat_asked(table)
    if (rests := _resting(table)) or seat is None:
        return rests
    return (Sentence(as_sentence(tr("{who}'s turn", who=match.header.names[seat])), about=match.applied),)


def _whose(table: Table) -> Sentence:
    match = table.playing
    about = (match.applied, len(table.begun.gathered), len(table.begun.drawn))
    seat, asked = seat_asked(table), _what_is_asked(table)
    return Sentence(as_sentence(asked if seat is None else turn_of(match, seat, asked)), about=about)


def _what_is_asked(table: Table) -> str:
    """What is asked of the next card: to lead, to follow, or in the game's own words; and how many cards."""
    match, (least, most) = table.playing, table.playing.expects.pieces
    asked = small(in_words(tr(table.asked), match.header.game.deck))
    if table.begun.interrupted:
        asked = tr("tap your cards again")
    elif match.claim is not None:
        asked = tr("show the rest")
    elif table.open_set:
        return tr("another of the same rank, or that is all")
    elif PLAY in match.expects.words and isinstance(match.state, TrickState) and DEAL.name not in match.expects.words:
        asked = to_follow(match) or tr(msg_as("what to do", "lead"))
    laid = len(table.begun.gathered)
    if least == most > 1 and laid:
        return tr_n("{asked}, {n} more card", "{asked}, {n} more cards", least - laid, asked=asked)
    return tr_n("{asked}, {n} card", "{asked}, {n} cards", least, asked=asked) if least == most > 1 else asked


def to_follow(match: Match) -> str:
    """Which suit is to be followed, or trump after a card without a suit. Empty if nothing was led."""
    game, lies = match.header.game, match.header.game.shown.middle(match.moment)
    if not lies:
        return ""
    suit = game.suit(match.state, lies[0][1][0]) or game.shown.trump(match.state) if isinstance(game, TrickGame) else ""
    return tr("follow {suit}", suit=suit_name(suit)) if suit else tr("follow")


def so_far(table: Table) -> Iterator[Sentence]:
    """The cards of an incomplete play, and cards that may be drawn first."""
    match, begun = table.playing, table.begun
    if begun.gathered:
        said = table.tap or table.called
        secret = said is None or said.word in match.header.game.secrets
        cards = tr_n("{n} card", "{n} cards", len(begun.gathered)) if secret else cards_in_words(begun.gathered)
        yield Sentence(as_sentence(tr("So far {cards}", cards=cards)), Kind.MOVE, (match.applied, len(begun.gathered)))
        if table.open_set:
            yield Sentence(tr("OK: that is all."), about=(match.applied, len(begun.gathered)))
    for draw in () if table.house.tended else table.drawing:
        left = draw.cards - len(begun.drawn)
        seat = draw.says.seat if draw.seat is None else draw.seat
        if seat is not None and draw.says.seat == draw.seat:
            who = match.header.names[seat]
            drawn = tr_n("{who} draws {n} card: tap it face down.", "{who} draws {n} cards: tap them face down.",
                         left, who=who)  # fmt: skip
            yield Sentence(drawn, about=(match.applied, left))


def beside(table: Table) -> tuple[Sentence, ...]:
    """What may be said instead of the card that is awaited. Empty: nothing."""
    said = (tr("Down, then OK: {answer}.", answer=answer(table.playing, choice)) for choice in table.offered)
    return tuple(map(Sentence, said))


def question(table: Table) -> str:
    """The question of a claim or of the game's answers: to the only person, or about a player by name; or empty."""
    match = table.playing
    seats, person = seats_asked(table), only_person(match)
    if (claim := match.claim) is not None:
        if claim.seat == person:
            return tr("The others check your claim.")
        return tr("{who} takes all tricks that are left: agreed?", who=match.header.names[claim.seat])
    if not seats or PLAY in match.expects.words or table.path:
        return ""
    if rest := _rest_of_gift(table):
        return rest
    game = match.header.game
    own, of_player = game.shown.question(game.with_deal(match.moment), seats[0], match.header.names)
    told = own if seats == (person,) else of_player
    return in_words(tr(told), game.deck)


def _rest_of_gift(table: Table) -> str:
    """How many of the cards that are passed are left while others lie there. Empty: none lie."""
    names, begun = table.playing.header.names, begun_draw(table)
    if begun is None or begun.seat is None or begun.seat == begun.says.seat:
        return ""
    giver, taker, left = names[begun.says.by], names[begun.seat], begun.cards - len(table.begun.drawn)
    if begun.says.seat == only_person(table.playing):
        return tr_n("Pass one more card to {who}.", "Pass {n} more cards to {who}.", left, who=taker)
    return tr_n("{who} passes one more card to {taker}, face down", "{who} passes {n} more cards to {taker}, face down",
                left, who=giver, taker=taker)  # fmt: skip


def choice(table: Table) -> tuple[Sentence, ...]:
    """A choice of the game: the question, and the answer at the cursor with its place."""
    match, seat = table.playing, who_answers(table)
    whole = question(table)
    asked = whole or in_words(tr(table.asked), match.header.game.deck)
    if seat is not None and not whole and not table.optional:
        asked = tr("{who}: {asked}", who=match.header.names[seat], asked=small(asked))
    about = (match.applied, table.path)
    return (Sentence(as_sentence(asked), about=about), Sentence(choice_now(table), about=about))


def choice_now(table: Table) -> str:
    """The answer that OK says now, and its place among the others; where none is chosen yet, how one is."""
    if table.chosen is None:
        return tr("Up and Down choose, then OK says it.")
    said, answers = answer(table.playing, table.chosen), len(table.offered)
    several = tr("OK: {answer}, {n} of {all}", answer=said, n=table.cursor + 1, all=answers)
    return as_sentence(several if answers > 1 else tr("OK: {answer}", answer=said))


def answer(match: Match, offer: Choice) -> str:
    """An answer of the game in words: its label, whom it names, or both."""
    label = in_words(tr(offer.label), match.header.game.deck)
    who = match.header.names[offer.seat] if offer.seat is not None else ""
    return tr("{who}, {what}", who=who, what=label) if who and label else who or label


def standing(match: Match) -> str:
    """Where everybody stands."""
    numbers = match.header.game.shown.standing(match.moment) or match.scores
    counted = tr(match.header.game.counted)
    return as_sentence(tr("{scores} {counted}", scores=points(match.header.names, numbers), counted=counted))
