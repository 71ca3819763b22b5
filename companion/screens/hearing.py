"""The sentences of a table, beside `screen_for`: what its screen says, and everything that all may know at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from companion.cards import CardSet, Seat
from companion.cards.spoken import cards_in_words, in_words, suit_name
from companion.match.match import Match
from companion.rules.deal import in_play
from companion.rules.places import Place, What
from companion.screens import telling
from companion.screens.current_screen import of_computer, own_screen, screen_for
from companion.screens.layouts import Screen
from companion.screens.parts import memo, state_to_tell
from companion.screens.spoken_sentences import Kind, Sentence, as_sentence, sentences
from companion.support.messages import N_, tr, tr_n
from companion.support.values import replace
from companion.table.choices import Page
from companion.table.modes import AtClub, NextBoard, Playing, Reading
from companion.table.state import Table


def sentences_for(table: Table) -> tuple[Sentence, ...]:
    """What the screen of this table says, in reading order.

    A screen of the match says what happened, what it adds to that, and whose turn it is, unless it says so itself.
    """
    if isinstance(table.mode, Reading) and table.overlay is None and table.mode.page in TOLD_WHOLE:
        return tell_all(table) if table.mode.page is Page.PUBLIC else tuple(map(Sentence, _scores(table.playing)))
    own = said_by(screen_for(table))
    if not isinstance(table.mode, Playing) or table.overlay is not None:
        return own
    computers_ask = table.playing.expects.choices and not table.offered  # a game's screen wants an answer to show
    if of_computer(table) is not None and not computers_ask:  # what it tells beside a turn counts here, too
        own = (*(sentence for sentence in said_by(own_screen(table)) if sentence.kind is Kind.MOVE), *own)
    asks = any(sentence.kind is Kind.TURN for sentence in own)
    return (
        *telling.what_happened(table.playing),
        *telling.opening(table),
        *telling.so_far(table),
        *own,
        *(() if asks else telling.turn(table)),
    )


def said_by(screen: Screen | None) -> tuple[Sentence, ...]:
    """What a screen says; (): it says nothing, or there is none."""
    return screen.says() if screen and screen.says else ()


def _scores(match: Match) -> Iterator[str]:
    """Where everybody stands; what lies before each, where no points are kept."""
    yield telling.standing(match)
    if match.state is not None and not match.header.game.keeps_score:
        yield from _of_players(match)


def without_cards(table: Table) -> tuple[Sentence, ...]:
    """What may be said where others have yet to play the same cards: whose turn it is; the panel says more."""
    if isinstance(table.mode, AtClub | NextBoard) and table.overlay is None:
        return said_by(screen_for(table))
    mistakes = any(sentence.kind is Kind.MISTAKE for sentence in sentences_for(table))
    look = Sentence(tr("Look at the panel."), Kind.MISTAKE if mistakes else Kind.TURN, table.playing.applied)
    if table.overlay is not None or not isinstance(table.mode, Playing):
        return (look,)
    return (*telling.whose_turn(table), *((look,) if mistakes else ()))


AT_ONCE = 8
"""Cards of a sentence. A pile of more takes several, so that none is cut off."""

TOLD_WHOLE = {Page.PUBLIC, Page.SCORES}


def tell_all(table: Table) -> tuple[Sentence, ...]:
    """Everything that everybody may know now; what is asked stands last. Without a match: the screen."""
    if not table.in_play:
        return sentences_for(table)
    match = table.playing
    shown = screen_for(replace(table, mode=table.choosing, overlay=None))
    own = shown.says() if shown.says else sentences(*re.split(r"\s{2,}", memo(table)), deck=match.header.game.deck)
    told = [*map(Sentence, _facts(match)), *(sentence for sentence in own if sentence.kind is Kind.MOVE)]
    if not isinstance(table.mode, Playing | Reading):
        return (*told, *sentences_for(table))
    asks = tuple(sentence for sentence in own if sentence.kind is Kind.TURN) or telling.turn(table)
    return (*told, *telling.so_far(table), *asks)


def _facts(match: Match) -> Iterator[str]:
    game, state = match.header.game, state_to_tell(match)
    where = in_words(tr(game.shown.headline(state)), game.deck) if state is not None else ""
    yield as_sentence(": ".join(filter(None, (tr(game.title), where))))
    if state is None:
        return
    if trump := game.shown.trump(state):
        yield tr("Trump is {suit}.", suit=suit_name(trump))
    dealer = game.shown.dealer(state)
    if dealer is not None:
        yield tr("{who} is the dealer.", who=match.header.names[dealer])
    for seat, cards in game.shown.middle(state, taken=True):
        for first in range(0, len(cards), AT_ONCE):
            lies = cards_in_words(cards[first : first + AT_ONCE])
            yield as_sentence(lies if seat is None else tr("{who}: {what}", who=match.header.names[seat], what=lies))
    if (ahead := game.shown.ahead(state)) is not None:
        yield tr("{who} is winning the trick.", who=match.header.names[ahead])
    for seat, told in enumerate(_of_players(match)):
        yield told
        for cards in filter(None, game.shown.won_tricks(state, seat).open):
            yield tr("{who} took {cards}.", who=match.header.names[seat], cards=cards_in_words(cards))


def _of_players(match: Match) -> Iterator[str]:
    """What is told of each player, by seat."""
    game = match.header.game
    places = game.places(state_to_tell(match))
    return (in_words(_of_player(match, seat, places), game.deck) for seat in range(len(match.header.names)))


def _of_player(match: Match, seat: Seat, places: Mapping[Place, CardSet]) -> str:
    """Score, tricks, what all may know beside, and the open cards of a player."""
    game, state = match.header.game, state_to_tell(match)
    won = game.shown.won_tricks(state, seat)
    facts = [tr("score {n}", n=match.scores[seat])] if game.keeps_score else []
    beside = filter(None, (game.shown.beside_score(state, seat), *game.shown.beside(state, seat)))
    facts += [in_words(tr(fact), game.deck) for fact in beside]
    facts += [tr_n("{n} trick", "{n} tricks", won.tricks)] if won.tricks else []
    if seat not in in_play(state, len(match.header.names)):
        facts.append(tr("sits out"))
    for place, cards in places.items():
        if place.seat == seat and place.open and place.what in OPEN:
            facts.append(tr(OPEN[place.what], cards=cards_in_words(game.deck.cards(cards))))
    told = ", ".join(dict.fromkeys(facts)) or tr("nothing")  # a game may tell, too, who sits out
    return as_sentence(tr("{who}: {facts}", who=match.header.names[seat], facts=told))


OPEN = {What.HEADS: N_("open {cards}"), What.MARKER: N_("markers {cards}"), What.CRATE: N_("crate {cards}")}
"""Cards that lie open before a player, by the place where they lie."""
