"""What is asked at a table, in the one sentence that its pages say; the box says it with all the rest (`hearing`)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.inputs.inputs import UNHARMED
from companion.inputs.questions import Question
from companion.rules.tricks import FOLLOW_SUIT
from companion.screens import telling
from companion.screens.current_screen import screen_for
from companion.screens.hearing import said_by, sentences_for
from companion.screens.refusals import refused_in_words
from companion.screens.spoken_sentences import Kind, Sentence, as_sentence, capital, sentences
from companion.screens.to_person import event_in_words, in_sentences, result_in_words
from companion.support.messages import tr
from companion.support.values import replace
from companion.table.asked import begun_draw, confirms, gift_asked, only_person
from companion.table.modes import EndingHere, Playing, Reading, Reporting, Revoke, ShuttingDown, uncover
from companion.table.revokes import revokes_in_question
from companion.table.state import Refused, Table


def asked_sentence(table: Table) -> str:
    """What is asked now in a sentence or two, whatever lies over it and whatever part fails."""
    return " ".join(asked_sentences(table))


def asked_sentences(table: Table) -> tuple[str, ...]:
    """The sentences of what is asked now."""
    if isinstance(table.mode, ShuttingDown):
        return _texts(said_by(screen_for(replace(table, overlay=None))))
    if confirms(table):
        chosen = None if isinstance(table.mode, EndingHere) else table.chosen
        meant = telling.answer(table.playing, chosen) if chosen else tr("end here")
        return (tr("{answer}?", answer=capital(meant)),)
    calm = replace(table, overlay=None, mode=uncover(table.mode), health=UNHARMED)
    if calm.question is not None:
        return _of_question(calm, calm.question)
    if not calm.in_play or not isinstance(calm.mode, Playing):
        return _texts(said_by(screen_for(calm)))
    return _of_game(calm)


def _of_question(table: Table, asked: Question) -> tuple[str, ...]:
    """A question of the table, after the mistake that it is about; its title says what no mistake does."""
    mistakes = [told.text for told in said_by(screen_for(table)) if told.kind is Kind.MISTAKE]
    if revoked := revokes_in_words(table):
        mistakes = [revoked, mistakes[-1]]
    deck = table.match.header.game.deck if table.match else None
    return (*mistakes, *_texts(sentences("" if mistakes else asked.title, " ".join(map(tr, asked.text)), deck=deck)))


def _of_game(table: Table) -> tuple[str, ...]:
    """What a match waits for: a card that is due, another match or deal, or the next turn."""
    if (table.owed or gift_asked(table) or begun_draw(table)) and (asks := telling.question(table)):
        return (as_sentence(asks),)
    if not table.playing.expects.words:
        return (tr("The game is over. Another one?"),)
    if table.scored:
        return tuple(filter(None, (result_in_words(table.playing), tr("Next deal?"))))
    own = [sentence for sentence in said_by(screen_for(table)) if sentence.kind is Kind.TURN]
    told = own or [*telling.turn(table)]
    return _texts(told[:1] if table.offered else told)


def _texts(told: Iterable[Sentence]) -> tuple[str, ...]:
    return tuple(sentence.text for sentence in told)


def revokes_in_words(table: Table) -> str:
    """Who broke a rule in which trick, where it is asked what follows. Empty: that is not asked, or not proven."""
    if not isinstance(uncover(table.mode), Revoke):
        return ""
    return in_sentences(event_in_words(event, table.playing) for event in revokes_in_question(table.playing))


def refusal_in_words(table: Table) -> str:
    """What was refused, why, and what to do now; empty: nothing was. The one person knows who laid which card."""
    if not isinstance(table.overlay, Refused):
        return ""
    says = [sentence.text for sentence in refused_in_words(table, table.overlay)]
    own, names = (only_person(table.match), table.match.header.names) if table.match else (None, ())
    if own is not None and names[own] == table.overlay.who:
        del says[0]
    back_already = table.overlay.rule.name == FOLLOW_SUIT.name  # its remedy is to take the card back
    return " ".join(says[:-1] if back_already else says)


def over_the_match(table: Table) -> str:
    """What lies over the match, as its screen says it: a refusal, a page, a damaged file. Empty: nothing does."""
    reads = isinstance(table.mode, Reading | Reporting)
    told = () if table.overlay is None and not reads else sentences_for(table)
    return refusal_in_words(table) or " ".join(sentence.text for sentence in told)
