"""A deal of tricks that is over, with every hand open: who was dealt what, who gave what away, and who played what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

from companion.cards import Card
from companion.http.views.answers import DealReview, ReviewedRow
from companion.match.match import Match
from companion.rules.events import TrickTaken
from companion.rules.statements import DEAL, Secret
from companion.rules.tricks import TrickGame
from companion.scoreboard.view import faces
from companion.screens.to_person import names_to_person
from companion.simulation.hands import SimulatedHands
from companion.simulation.open_deal import OpenDeal
from companion.support.messages import tr
from companion.support.values import replace
from companion.table.state import Table
from companion.web.ahead import may_be_reviewed
from companion.web.orders import WrongOrderError
from companion.web.view import sort_hand


def review(table: Table, hands: SimulatedHands) -> DealReview:
    """The cards of the deal that was just scored. Raises WrongOrderError: a deal is in play, or it has no tricks."""
    if not table.in_play or not may_be_reviewed(table):
        raise WrongOrderError("no deal is over")
    match = table.playing
    played = next((now for now in match.story() if now.expects.words and DEAL.name not in now.expects.words), None)
    deal, game = hands.cards(replace(table, match=played)) if played else None, match.header.game
    if deal is None or not isinstance(game, TrickGame):
        raise WrongOrderError("no tricks were played")
    in_hands = game.deck.set(card for hand in deal.dealt for card in hand)
    rest = game.deck_of(deal.begun.setup, deal.begun.carried) & ~in_hands
    return {
        "look": game.entry.look,
        "heads": list(names_to_person(match)),
        "rows": [*_hands(game, deal), *_tricks(game, match)],
        "rest": faces(game, _in_order(game, game.deck.cards(rest))),
    }


def _in_order(game: TrickGame[Any], cards: Iterable[Card]) -> Iterable[Card]:
    return sort_hand(game, game.deck.cards(game.deck.set(cards)))


def _hands(game: TrickGame[Any], deal: OpenDeal) -> Iterator[ReviewedRow]:
    """What each player was dealt, and what was given away in secret."""
    given = {said.by: said.cards for said in deal.story if game.secrets.get(said.word) is Secret.GIVEN}
    yield _row(game, tr("Dealt"), deal.dealt)
    if given:
        yield _row(game, tr("Given away"), [given.get(seat, ()) for seat in range(len(deal.dealt))])


def _tricks(game: TrickGame[Any], match: Match) -> Iterator[ReviewedRow]:
    """What each player laid to each trick; nobody takes a last one that only decides who loses."""
    tricks = [trick.plays for trick in match.state.now.tricks if trick.plays]
    takers = [event.winner for now in match.this_deal() for event in now.events if isinstance(event, TrickTaken)]
    for number, (plays, taker) in enumerate(zip_longest(tricks, reversed(takers)), start=1):
        laid = {play.seat: play.cards for play in plays}
        row = _row(game, tr("Trick {n}", n=number), [laid.get(seat, ()) for seat in range(len(match.header.names))])
        yield {**row, "led": plays[0].seat, "took": taker}


def _row(game: TrickGame[Any], title: str, cards: Sequence[Iterable[Card]]) -> ReviewedRow:
    return {"title": title, "cells": [faces(game, _in_order(game, cell)) for cell in cards], "led": None, "took": None}
