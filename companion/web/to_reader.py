"""What happened, said to the only person at this page where it is about that person: "You take the trick"."""

from __future__ import annotations

from collections.abc import Iterable

from companion.match.match import Match
from companion.rules.events import DealScored, Event, GameOver, ScoreWithdrawn
from companion.rules.second_person import to_player
from companion.screens.sentences import capital
from companion.support.messages import msg_as, tr
from companion.support.text import listing
from companion.table.asked import only_person


def to_reader(match: Match, sentence: str) -> str:
    """A sentence in the language in effect, said to the only person at this page where it is about that person."""
    return tr(address(match, sentence))


def address(match: Match, sentence: str) -> str:
    """A sentence, said to the only person at this page where it is about that person."""
    own, header = only_person(match), match.header
    return sentence if own is None else to_player(sentence, header.names[own], header.game.shown.to_you)


def event_in_words(event: Event, match: Match) -> str:
    """What followed from the last statement, said to the only person at this page."""
    own, names = only_person(match), match.header.names
    if own is None or not isinstance(event, DealScored | ScoreWithdrawn | GameOver):
        return to_reader(match, event.sentence(names))
    if isinstance(event, GameOver) and own in event.winners and len(event.winners) > 1:
        winners = listing([tr("You"), *(names[seat] for seat in event.winners if seat != own)])
        return tr(msg_as("you among them", "{who} win the game", who=winners))
    if isinstance(event, GameOver):
        return to_reader(match, event.sentence(names))
    return tr(event.sentence((*names[:own], tr("You"), *names[own + 1 :])))


def score_in_words(match: Match) -> str:
    """What the deal that was just scored has brought, and before it what was unusual."""
    scored = (event_in_words(event, match) for event in match.events if isinstance(event, DealScored))
    return in_sentences((*unusual_in_words(match), *scored))


def unusual_in_words(match: Match) -> list[str]:
    """What was unusual in the deal that was just scored."""
    return [to_reader(match, told) for told in match.unusual]


def in_sentences(told: Iterable[str]) -> str:
    """Each of these as a sentence of its own."""
    return " ".join(f"{capital(sentence.rstrip('.'))}." for sentence in told)
