"""What has happened at the table in a line, and what lies there now, for somebody who sees no picture."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from companion.cards import Seat, signs
from companion.cards.spoken import suit_name
from companion.match.match import Match
from companion.rules.events import DealScored
from companion.rules.second_person import forms_to_you
from companion.rules.statements import DEAL, PLAY
from companion.rules.tricks import TrickGame
from companion.screens.spoken_sentences import as_sentence
from companion.screens.telling import in_whole_words, standing
from companion.screens.to_person import event_in_words, in_sentences, names_to_person, remark_in_words, unusual_in_words
from companion.support.messages import tr, tr_n
from companion.support.values import replace
from companion.table.apply_statements import as_seen
from companion.table.asked import only_person
from companion.table.state import Table

MOST_OF_PILE = 8
"""Cards of a pile that are named: the last ones."""


def story_since(before: Match, now: Match) -> Iterator[str]:
    """What was said and played since a moment of the match, and what followed; cards in hidden places are not told."""
    moments = [*takewhile(lambda moment: moment is not before, now.story())]
    for moment in reversed(moments):
        if moment.said is not None and moment.said.word not in {DEAL.name, *moment.header.game.secrets}:
            yield _last_said(moment)
        for event in moment.events:
            if isinstance(event, DealScored):
                yield from unusual_in_words(moment)
            yield event_in_words(event, moment)


def _last_said(match: Match) -> str:
    """Who has just said or played what; cards as signs, the only person is "You"."""
    said, own = match.statement, only_person(match)
    seen = as_seen(match, said)
    if said.word == PLAY or (said.cards[1:] and said.seat != own):
        return match.speaking.short(seen, names_to_person(match))
    if said.seat != own:
        return in_whole_words(match)
    to_you = forms_to_you(match.header.game)
    if form := match.header.game.shown.telling(match.moment, said):
        return tr(to_you.get(form, form), who=match.speaking.names[said.by])
    return replace(match.speaking, to_you=to_you).in_words(seen)


def on_the_table(table: Table) -> Iterator[str]:
    """What lies in the middle and who has bid and won what; after a deal and at the end, where everybody stands."""
    match = table.playing
    if table.scored or not match.expects.words:
        yield in_sentences(filter(None, [remark_in_words(match)]))
        yield standing(match)
        return
    if match.state is None:
        return
    game, names = match.header.game, names_to_person(match)
    lies = " · ".join(
        f"{names[seat]} {tr(signs(cards))}" if seat is not None else _pile(tr(signs(cards[-MOST_OF_PILE:])), len(cards))
        for seat, cards in game.shown.middle(match.moment)
    )
    if lies:
        yield as_sentence(tr("On the table: {cards}", cards=lies))
    if not isinstance(game, TrickGame):
        return
    trump = game.shown.trump(match.state)
    facts = ((name, ", ".join(_facts(match, seat))) for seat, name in enumerate(names))
    known = " · ".join(tr("{who}: {facts}", who=name, facts=fact) for name, fact in facts if fact)
    told = [tr("Trump is {suit}.", suit=suit_name(trump))] if trump else []
    if told or known:
        yield " ".join((*told, *filter(None, [known and as_sentence(known)])))


def _pile(shown: str, number: int) -> str:
    return tr("a pile of {n}, the last {cards}", n=number, cards=shown) if number > MOST_OF_PILE else shown


def _facts(match: Match, seat: Seat) -> Iterator[str]:
    """What a player has bid, and the tricks won."""
    shown = match.header.game.shown
    yield from map(tr, shown.beside(match.state, seat))
    if tricks := shown.won_tricks(match.state, seat).tricks:
        yield tr_n("{n} trick", "{n} tricks", tricks)
