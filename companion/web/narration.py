"""The page's running commentary: who does what, what the box says to it, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, takewhile

from companion.cards import SUIT_SIGNS, Card
from companion.cards.spoken import cards_in_words, in_words, name
from companion.http.views.desk import MomentTold
from companion.match.checker import LineAnswer
from companion.match.match import Match
from companion.match.score_chart import after_deals
from companion.rules.events import DealScored, Event, TrickTaken, any_tells_statement
from companion.rules.referee.verdicts import Illegal, OnTrust, Rule
from companion.rules.second_person import forms_to_you
from companion.rules.statements import DEAL, PLAY, Secret, Statement
from companion.rules.suggestions import suit_of
from companion.rules.tricks import FOLLOW_SUIT, TrickGame
from companion.screens.telling import leads, points
from companion.screens.to_person import (
    address,
    event_in_words,
    in_sentences,
    names_to_person,
    remark_in_words,
    to_person,
    unusual_in_words,
)
from companion.simulation.gesture_search import statement_of
from companion.support.messages import ENGLISH, N_, join, language, msg, tr, tr_n
from companion.support.values import replace
from companion.table.asked import only_person
from companion.web.delayed_removal import cards_taken_with_pile, number_taken
from companion.web.view import standing

NOT_TOLD = frozenset({DEAL.name, "undo"})
UNSEEN = frozenset({Secret.DEALT, Secret.DRAWN})
"""Cards that go into a hand: nobody does anything worth telling."""


MOST_NEWS = 5
"""Statements that are told at once, and moments of a deal: the latest."""
MOST_DEALS = 8
"""Deals of which it is told at once what was unusual in them: the latest."""


def news(match: Match, played: Match | None = None) -> list[str]:
    """What everybody could see happen since a person last played, each in few words.

    One's own play is told only where nothing has happened since, or something followed from it, or it stands out as a
    bone does, or its card went into the hand with the pile, or it was `played` for the person.
    """
    return [_in_short(moment, match) for moment in reversed(_happened_since(match, played))]


def last_news(match: Match) -> str:
    """What everybody could see happen last in this deal, in sentences. Empty: nothing worth telling."""
    return next((in_sentences(_tell(now, match)) for now in match.this_deal() if _is_told(now)), "")


def _happened_since(match: Match, played: Match | None) -> list[Match]:
    """What is worth telling since a person last played, the latest first."""
    happened: list[Match] = []
    for now in match.this_deal():
        if now.said is None or len(happened) == MOST_NEWS:
            break
        if not _is_told(now) or _lies_face_down(now, match):
            continue
        own = now.said.seat not in now.header.computers
        stands_out = now.events or cards_taken_with_pile(now) or moment_of(now)
        if not (own and happened) or stands_out or now is played:
            happened.append(now)
        if own:
            break
    return happened


def _in_short(match: Match, present: Match) -> str:
    """What the last statement says to all, and what followed, in few words: cards by their signs."""
    said, names = match.statement, match.header.names
    seen = _public_statement(match, present)
    number = number_taken(match)
    if number and match.header.language.words[said.word].cards:
        cards = _signs(seen.cards) or tr("a bone")
        form = msg("{who} turns {cards}: too low, and takes {n} cards.", who=names[said.by], cards=cards, n=number + 1)
        return to_person(match, form)
    told, *followed = _tell(match, present, short=True)
    if seen.cards and seen.word == PLAY:
        told = tr("{who}: {what}", who=names_to_person(match)[said.by], what=_signs(seen.cards))
    return in_sentences((told, *followed))


def _signs(cards: Sequence[Card]) -> str:
    """Cards as they stand in a list: by their signs, those of colours by their names."""
    return " ".join(name(card) if card.suit and card.suit not in SUIT_SIGNS else tr(card.sign) for card in cards)


def deals_gone_by(match: Match, since: Match | None) -> str:
    """What was unusual in the latest deals scored since then, but for the one scored now. Empty: nothing."""
    scored = (moment for moment in takewhile(lambda moment: moment is not since, match.story()) if moment.unusual)
    told = [
        msg(
            "Deal {n} – {told}.",
            n=moment.deals_begun,
            told=join((address(match, sentence) for sentence in moment.unusual), ". "),
        )
        for moment in scored
        if moment is not match
    ]
    return join(reversed(told[:MOST_DEALS]), " ")


def playing_ahead(match: Match) -> str:
    """What is told while hands play ahead: where all stood after the last deal that was scored."""
    scored, names, stands = sum(1 for _ in after_deals(match)) - 1, names_to_person(match), standing(match)
    if not scored or not match.header.game.keeps_score:
        return tr("Playing ahead …")
    who = [" + ".join(names[seat] for seat in side) for side in match.sides]
    scores = points(who, [stands[side[0]] for side in match.sides])
    return tr("Playing ahead … After deal {n}: {scores}.", n=scored, scores=scores)


def story(match: Match) -> Iterator[str]:
    """What everybody could see happen in this deal, in order: a trick each, or a statement and what followed."""
    told: list[str] = []
    seen = (now for now in match.this_deal() if _is_told(now) and not _lies_face_down(now, match))
    for now in reversed([*seen]):
        said = now.statement
        follows = isinstance(now.header.game, TrickGame) and said.word == PLAY and not leads(said, now)
        sentences = in_sentences(_tell(now, match))
        told.append(f"{told.pop()} {sentences}" if told and follows else sentences)
    return iter(told)


def _is_told(match: Match) -> bool:
    """Whether the last statement is worth telling."""
    said = match.said
    return said is not None and said.word not in NOT_TOLD and match.header.game.secrets.get(said.word) not in UNSEEN


def _lies_face_down(now: Match, match: Match) -> bool:
    """Whether what was laid then lies face down in this match: all open it together, and some are still to lay it."""
    together = match.header.game.shown.opens_together
    return together(match.moment) and now.before is not None and together(now.before.moment)


def _public_statement(match: Match, present: Match) -> Statement:
    """What all have seen of the last statement of this match; of what was said aloud what is not to be remembered yet.

    It is the latest of the `present` match, or the match is over.
    """
    said, game = match.statement, match.header.game
    fresh = match is present or not present.expects.words
    open_to_all = cards_taken_with_pile(match) or (fresh and said.word in game.shown.said_aloud)
    return said if open_to_all else game.public_part(match.state, said)


def _tell(match: Match, present: Match, *, short: bool = False) -> Iterator[str]:
    """What the last statement says to all, and what followed; of a person's own card in the hand its name, too."""
    header, said = match.header, match.statement
    cards = _signs if short and not header.game.shown.said_aloud else cards_in_words
    if not any_tells_statement(match.events):
        yield _statement_in_words(_public_statement(match, present), match, repairs=None, refused=False, cards=cards)
    again = _plays_again(match)
    for event in match.events:
        if short and match is present and _is_asked_with(event, match):
            continue
        if isinstance(event, DealScored):
            yield from unusual_in_words(match)
        told = _event_in_words(event, match, short=short)
        yield tr(again, told=told, who=header.names[said.by]) if again else told
    if isinstance(header.game, TrickGame) and not match.scored:
        yield from _untold(match)
    if why := remark_in_words(match):
        yield why


def _plays_again(match: Match) -> str:
    """The form for what happened where the player who laid cards plays again. Empty: the player does not."""
    said = match.statement
    if not said.cards or isinstance(match.header.game, TrickGame):
        return ""
    if not match.expects.words or match.expects.seats[:1] != (said.seat,):
        return ""
    return N_("{told}: you play again") if said.seat == only_person(match) else N_("{told}: {who} plays again")


def _is_asked_with(event: Event, match: Match) -> bool:
    """Whether what is asked next begins with it: the only person at the page takes the trick, and leads."""
    return isinstance(event, TrickTaken) and event.winner == only_person(match) and PLAY in match.expects.words


def _untold(match: Match) -> Iterator[str]:
    """What stands out of the last statement beside what followed from it: who took a card that counts much, say."""
    heard = {event.sentence(match.header.names) for event in match.events}
    both = zip(_moments(match), _moments(match, names_to_person(match)), strict=True)
    yield from (to_person(match, *forms) for forms in both if forms[0] not in heard)


def _event_in_words(event: Event, match: Match, *, short: bool) -> str:
    """What followed; of a trick also the card that takes it, unless it was just told as played."""
    said, header = match.said, match.header
    if isinstance(event, TrickTaken) and said is not None and said.seat != event.winner:
        cards = dict(header.game.shown.middle(match.moment, taken=True)).get(event.winner)
        if cards:
            who, signs = header.names[event.winner], short and cards[0].suit  # else no sign says what it is
            laid = _signs(cards) if signs else cards_in_words(cards)
            return to_person(match, msg("{who} takes the trick with {cards}", who=who, cards=laid))
    told = event_in_words(event, match)
    names_card = not short and any(sign in told for sign in SUIT_SIGNS.values())
    return in_words(told, header.game.deck) if names_card else told


def moments_json(match: Match) -> list[MomentTold]:
    """What stands out of what happened in this deal, the latest last: the page shows all that are new to it."""
    latest = islice(((now, text) for now in match.this_deal() if (text := moment_of(now))), MOST_NEWS)
    return [{"number": now.applied, "text": text, "aloud": _aloud(now)} for now, text in reversed([*latest])]


def _aloud(match: Match) -> str:
    """What the voice has not said of what stands out of the last statement."""
    heard = [tr(event.sentence(match.header.names)) for event in match.events]
    untold = [told for told in map(tr, _moments(match)) if not any(more.startswith(told) for more in heard)]
    return in_words(in_sentences(untold), match.header.game.deck)


def moment_of(match: Match) -> str:
    """What stands out of the last statement, but for what the summary of a deal begins with. Empty: nothing does."""
    both = zip(_moments(match), _moments(match, names_to_person(match)), strict=True)
    return in_sentences(to_person(match, *forms) for forms in both)


def _moments(match: Match, names: tuple[str, ...] = ()) -> Iterator[str]:
    """What stands out of the last statement, with these names (empty: those of the players)."""
    said, header = match.said, match.header
    if said is not None:
        yield from header.game.shown.moments(match.state, said, match.events, names or header.names)


def sentence(line: LineAnswer, after: LineAnswer | None = None) -> str:
    """What is said and done in this line; `after` is the line before it, which may have been refused."""
    said, match = statement_of(line), line.known_match
    assert said is not None
    repairs = statement_of(after) if after is not None and isinstance(after.answer.verdict, Illegal) else None
    told = [_statement_in_words(said, match, repairs=repairs, refused=isinstance(line.answer.verdict, Illegal))]
    match line.answer.verdict:
        case Illegal(rule=rule):
            why = _one_clause(tr(rule.sentence))
            told[0] = _refusal(said, rule, match) or tr("{told}, but the box refuses: {why}", told=told[0], why=why)
        case OnTrust():
            told[0] = tr("{told}; the box cannot see that hand, and trusts it", told=told[0])
    if any_tells_statement(line.answer.events):
        told.clear()
    told += [tr(event.sentence(match.header.names)) for event in line.answer.events]
    told += [tr(why) for why in match.remark[1:] if why and line.answer.events]
    return in_sentences(told)


def _refusal(said: Statement, rule: Rule, match: Match) -> str:
    """A card that does not follow, with the suit that was led; empty for all that breaks another rule."""
    game, state = match.header.game, match.state
    if rule.name != FOLLOW_SUIT.name or not isinstance(game, TrickGame) or said.seat is None:
        return ""
    led = game.shown.suit_name(suit_of(game, state, state.now.tricks[-1].plays[0].cards[0]))
    return tr(
        "{who} must follow {led}, so the box refuses {cards}",
        who=match.header.names[said.seat],
        led=led,
        cards=cards_in_words(said.cards),
    )


def _one_clause(sentence: str) -> str:
    """The sentence of a rule after a colon; its own colon becomes a semicolon."""
    clause = sentence.rstrip(".").replace(": ", "; ")
    return clause[:1].lower() + clause[1:] if language() == ENGLISH else clause


def _statement_in_words(
    said: Statement,
    match: Match,
    *,
    repairs: Statement | None,
    refused: bool,
    cards: Callable[[tuple[Card, ...]], str] = cards_in_words,
) -> str:
    """What is said; `repairs` is what was refused before it."""
    game, spoken = match.header.game, match.speaking if said is match.said else match.header.language
    who = "" if said.seat is None else spoken.names[said.seat]
    begins = not refused and leads(said, match)
    if said.word == PLAY and repairs:
        play, lead = N_("{who} takes {wrong} back and plays {cards}"), N_("{who} takes {wrong} back and leads {cards}")
        again = lead if begins else play
        return tr(again, who=who, wrong=cards_in_words(repairs.cards), cards=cards_in_words(said.cards))
    if said.seat is not None and said.seat == only_person(match):
        spoken = replace(spoken, to_you=forms_to_you(game))
    if form := "" if refused else game.shown.telling(match.moment, said):
        told = tr(spoken.to_you.get(form, form), who=who)
    else:
        unseen = tr("a drink") if game.entry.look == "drinks" else ""
        told = spoken.in_words(said, cards=cards, leads=begins, unseen=unseen)
    if said.word == PLAY:
        return told
    told = told if refused else _with_pile(told, said, match)
    does = told.removeprefix(f"{who} ")
    return tr("{who} puts that back and {does}", who=who, does=does) if repairs and does != told else told


def _with_pile(told: str, said: Statement, match: Match) -> str:
    """Also tells which pile the player took into the hand."""
    number = number_taken(match)
    if not number:
        return told
    if not match.header.language.words[said.word].cards:
        return tr_n("{told}: {n} card", "{told}: {n} cards", number, told=told)
    return tr_n(
        "{told}; it is too low, and goes into the hand with the pile: {n} card",
        "{told}; it is too low, and goes into the hand with the pile: {n} cards",
        number + 1,
        told=told,
    )
