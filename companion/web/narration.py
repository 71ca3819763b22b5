"""What was said or played, in sentences for somebody who watches: who does what, what the box says, what follows."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

from companion.cards import SUIT_NAMES
from companion.rules.events import DealScored, GameOver, Impossible, Redeal, Revoked, ScoreWithdrawn, TrickTaken
from companion.rules.referee.verdicts import Illegal, OnTrust
from companion.rules.statements import DEAL, PLAY, Secret
from companion.rules.tricks import FOLLOW_SUIT, TrickGame
from companion.simulation.gesture_search import statement_of
from companion.support.messages import tr, tr_n
from companion.support.text import listed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from companion.cards import Card
    from companion.match.checker import LineAnswer
    from companion.match.match import Match
    from companion.rules.events import Event
    from companion.rules.referee.verdicts import Rule
    from companion.rules.statements import Statement

NOT_TOLD = frozenset({DEAL.name, "undo"})
UNSEEN = frozenset({Secret.DEALT, Secret.DRAWN})
"""Cards that go into a hand: nobody does anything worth telling."""

RANKS = {"J": "jack", "Q": "queen", "K": "king", "A": "ace", "2": "two", "3": "three", "4": "four", "5": "five"}
RANKS |= {"6": "six", "7": "seven", "8": "eight", "9": "nine", "10": "ten", "11": "eleven"}
COLOURS = {"B": "black", "G": "green", "R": "red", "Y": "yellow"}
NUMBERS = ("no", "one", "two", "three", "four", "five")


MOST_NEWS = 5
"""Statements that are told at once: the latest."""


def news(match: Match) -> tuple[str, ...]:
    """What everybody could see happen since a person last played: a sentence or two each.

    The own play is told, too, where nothing else happened yet or something followed from it.
    """
    happened: list[str] = []
    for now in match.this_deal():
        if now.said is None or len(happened) == MOST_NEWS:
            break
        if now.said.word in NOT_TOLD or now.header.game.secrets.get(now.said.word) in UNSEEN:
            continue
        own = now.said.seat not in now.header.computers
        if not (own and happened) or now.events:
            happened.append(_sentences(_seen(now)))
        if own:
            break
    return tuple(happened[::-1])


def _seen(match: Match) -> Iterator[str]:
    """What the last statement says to all, and what followed."""
    header, said = match.header, match.said
    assert said is not None
    yield _stated(header.game.seen(match.state, said), match, repairs=False, refused=False)
    shed = said.seat is not None and not isinstance(header.game, TrickGame)
    again = shed and match.expects.words and match.expects.seats[:1] == (said.seat,)
    for event in match.events:
        told = _happened(event, match)
        yield tr("{told}: {who} plays again", told=told, who=header.names[said.by]) if again else told


def sentence(line: LineAnswer, after: LineAnswer | None = None) -> str:
    """What is said and done in this line; `after` is the line before it, which may have been refused."""
    said, match = statement_of(line), line.match
    assert said is not None
    assert match is not None
    repairs = after is not None and isinstance(after.answer.verdict, Illegal)
    told = [_stated(said, match, repairs=repairs, refused=isinstance(line.answer.verdict, Illegal))]
    match line.answer.verdict:
        case Illegal(rule=rule):
            told[0] = _refused(said, rule, match) or f"{told[0]}, but the box refuses: {_one_clause(rule.sentence)}"
        case OnTrust():
            told[0] = f"{told[0]}; the box cannot see that hand, and trusts it"
    told += [_happened(event, match) for event in line.answer.events]
    return _sentences(told)


def _sentences(told: Iterable[str]) -> str:
    return " ".join(f"{_large(one.rstrip('.'))}." for one in told)


def _refused(said: Statement, rule: Rule, match: Match) -> str:
    """A card that does not follow, with the suit that was led; empty for all that breaks another rule."""
    game, state = match.header.game, match.state
    if rule.name != FOLLOW_SUIT.name or not isinstance(game, TrickGame) or said.seat is None:
        return ""
    led = game.suit_name(game.suit(state, state.now.tricks[-1].plays[0].cards[0]))
    cards = in_words(said.cards, game.entry.look)
    return f"{match.header.names[said.seat]} must follow {led}, so the box refuses {cards}"


def _one_clause(sentence: str) -> str:
    """The sentence of a rule behind a colon; its own colon becomes a semicolon."""
    return _small(sentence.rstrip(".").replace(": ", "; "))


def _stated(said: Statement, match: Match, *, repairs: bool, refused: bool) -> str:
    header = match.header
    who = "" if said.seat is None else header.names[said.seat]
    cards = in_words(said.cards, header.game.entry.look)
    if said.word != PLAY:
        template = header.language.words[said.word].told or f"{{who}} {said.word} {{cards}} {{value}}"
        told = " ".join(template.format(who=who, cards=cards, value=said.value.replace("-", " ")).split()).rstrip(" :")
        told = told if refused else _with_pile(told, said, match)
        return told.replace(f"{who} ", f"{who} puts that back and ", 1) if repairs else told
    middle = header.game.middle(match.moment, taken=True)
    leads = not refused and len(middle) == 1 and middle[0][0] == said.seat
    plays = f"{'leads' if leads else 'plays'} {cards}"
    return f"{who} takes that back and {plays}" if repairs else f"{who} {plays}"


def _with_pile(told: str, said: Statement, match: Match) -> str:
    """The same with the pile that went into a hand by it, which is seen no more."""
    number = _pile(match.before) if match.before and not match.events and not _pile(match) else 0
    if not number or isinstance(match.header.game, TrickGame):
        return told
    if not match.header.language.words[said.word].cards:
        return tr_n("{told}: {n} card", "{told}: {n} cards", number, told=told)
    return tr_n(
        "{told}; it is too low, and goes into the hand with the pile: {n} card",
        "{told}; it is too low, and goes into the hand with the pile: {n} cards",
        number + 1,
        told=told,
    )


def _pile(match: Match) -> int:
    """How many cards lie in the middle."""
    return sum(len(cards) for _, cards in match.header.game.middle(match.moment))


def _happened(event: Event, match: Match) -> str:
    names, look = match.header.names, match.header.game.entry.look
    changes = partial(_changes, names)
    match event:
        case TrickTaken(winner=winner):
            return f"{names[winner]} takes the trick"
        case Revoked(player=player, trick=trick, card=card):
            return f"{names[player]} broke a rule in trick {trick} with {in_words((card,), look)}"
        case Impossible(player=player):
            return "One of these plays broke a rule" if player is None else f"{names[player]} broke a rule"
        case DealScored(scores=scores):
            return f"The deal is scored: {changes(scores)}"
        case ScoreWithdrawn(scores=scores):
            return f"No longer counts: {changes(scores)}"
        case Redeal():
            return "This deal does not count"
        case GameOver(winners=winners):
            return f"{listed([names[seat] for seat in winners])} win{'s' * (len(winners) == 1)} the game"
    return event.sentence(names)


def in_words(cards: Sequence[Card], look: str) -> str:
    """Cards as people say them; `look` is that of the game's entry.

    >>> from companion.cards import Card
    >>> in_words((Card("10", "C"),), "suits"), in_words((Card("7", "Y"),), "colours")
    ('the ten of clubs', 'the yellow seven')
    >>> in_words((Card("7"), Card("7"), Card("8")), "suits")
    'two sevens and an eight'
    """
    if not cards:
        return ""
    if look == "drinks" or any(card.suit for card in cards):
        return listed([f"the {_named(card, look)}" for card in cards])
    many = Counter(RANKS.get(card.rank, card.rank) for card in cards)
    return listed([_several(name, number) for name, number in many.items()])


def _named(card: Card, look: str) -> str:
    if look == "drinks":
        return card.sign
    rank = RANKS.get(card.rank, card.rank)
    if look == "colours":
        return f"{COLOURS.get(card.suit, '')} {rank}".strip()
    return f"{rank} of {SUIT_NAMES.get(card.suit, card.suit)}"


def _several(name: str, number: int) -> str:
    if not name.islower():
        return f"the {name}"  # a card with a name of its own
    if number == 1:
        return f"{'an' if name[0] in 'ae' else 'a'} {name}"
    return f"{NUMBERS[number] if number < len(NUMBERS) else number} {name}{'es' if name.endswith('x') else 's'}"


def _changes(names: Iterable[str], scores: Iterable[int]) -> str:
    return ", ".join(f"{name} {points:+}" for name, points in zip(names, scores, strict=True))


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _large(text: str) -> str:
    return text[:1].upper() + text[1:]
