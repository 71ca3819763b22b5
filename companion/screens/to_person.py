"""What happened, said to the only person at this table where it is about that person: "You take the trick"."""

from __future__ import annotations

from collections.abc import Iterable

from companion.match.match import Match
from companion.rules.events import DealScored, Event, GameOver, ScoreWithdrawn
from companion.rules.second_person import forms_to_you, to_player
from companion.screens.spoken_sentences import as_sentence
from companion.support.messages import N_, Message, msg_as, tr
from companion.support.text import listing
from companion.table.asked import only_person


def to_person(match: Match, sentence: str, with_you: str = "") -> str:
    """A sentence in the language in effect, said to the only person at this table where it is about that person.

    `with_you` is the same one with "You" for that name: it is said where the person stands in a list.
    """
    own = only_person(match)
    about = isinstance(sentence, Message) and own is not None and match.header.names[own] in sentence.values.values()
    return tr(address(match, sentence) if about or not with_you else with_you)


def names_to_person(match: Match) -> tuple[str, ...]:
    """The names of the players; the only person at this table is "You"."""
    own, names = only_person(match), match.header.names
    return names if own is None else (*names[:own], tr(msg_as("in a list", "You")), *names[own + 1 :])


def remark_in_words(match: Match) -> str:
    """What the game remarks on the last score or the end. Empty: nothing."""
    if not match.remark[1]:
        return ""
    return to_person(match, match.remark[1], match.header.game.shown.remark(match.state, names_to_person(match))[1])


def address(match: Match, sentence: str) -> str:
    """A sentence, said to the only person at this table where it is about that person."""
    own, header = only_person(match), match.header
    return sentence if own is None else to_player(sentence, header.names[own], forms_to_you(header.game))


def event_in_words(event: Event, match: Match) -> str:
    """What followed from the last statement, said to the only person at this table."""
    own, names = only_person(match), match.header.names
    if isinstance(event, DealScored) and not match.header.game.keeps_score:
        return _points(event, match)
    if own is None or not isinstance(event, DealScored | ScoreWithdrawn | GameOver):
        return to_person(match, event.sentence(names))
    if isinstance(event, GameOver) and own in event.winners and len(event.winners) > 1:
        winners = listing([tr(msg_as("in a list", "You")), *(names[seat] for seat in event.winners if seat != own)])
        return tr(msg_as("you among them", "{who} win the game", who=winners))
    if isinstance(event, GameOver):
        return to_person(match, event.sentence(names))
    return tr(event.sentence(names_to_person(match)))


def _points(event: DealScored, match: Match) -> str:
    told, form = event.sentence(names_to_person(match)), N_("Points: {changes}")
    return tr(Message(form, "", told.values)) if isinstance(told, Message) else told


def points_in_words(match: Match) -> str:
    """What was unusual in the deal that was just scored, and its points, for who has read that it is scored."""
    points = (_points(event, match) for event in match.events if isinstance(event, DealScored))
    return in_sentences((*unusual_in_words(match), *points))


def score_in_words(match: Match) -> str:
    """What the deal that was just scored has brought, and before it what was unusual."""
    scored = (event_in_words(event, match) for event in match.events if isinstance(event, DealScored))
    return in_sentences((*unusual_in_words(match), *scored))


def result_in_words(match: Match) -> str:
    """What the deal that was just scored has brought, and why the match goes on. Empty: none was."""
    return " ".join(filter(None, (score_in_words(match), in_sentences(filter(None, [remark_in_words(match)])))))


def win_in_words(match: Match) -> str:
    """Who wins the match by the last statement. Empty: nobody yet."""
    return in_sentences(event_in_words(event, match) for event in match.events if isinstance(event, GameOver))


def unusual_in_words(match: Match) -> list[str]:
    """What was unusual in the deal that was just scored."""
    return [to_person(match, told) for told in match.unusual]


def in_sentences(told: Iterable[str]) -> str:
    """Each of these as a sentence of its own."""
    return " ".join(map(as_sentence, told))
