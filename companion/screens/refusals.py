"""A refused tap as a screen: who, which rule, what to do now; and the play that is the reason."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cards import SUIT_SIGNS, Card
from companion.enrolment.words import deck_name
from companion.match.match import Match
from companion.rules.events import Revoked
from companion.rules.referee.verdicts import NOT_IN_HAND
from companion.rules.statements import PLAY
from companion.rules.tricks import TrickGame
from companion.screens import words
from companion.screens.glyphs import MEDIUM, SMALL
from companion.screens.layouts import MARK_WIDTH, Fact, Glance, Screen, TextPage, Versus
from companion.screens.name_fitting import fit_names
from companion.screens.parts import brief_names
from companion.screens.picture import fill_lines, line_width, wrap
from companion.screens.spoken_sentences import Kind, Sentence, as_sentence, sentences
from companion.screens.templates import as_spoken
from companion.support.messages import Message, join, tr, tr_n
from companion.table.revokes import revokes_in_question
from companion.table.state import Refused, Table, Why

CARD_ROOM = 96
"""Pixels for the cards of a refusal, with room for a name before them."""


def refusal(table: Table, refused: Refused) -> Screen:
    """A refused tap in three lines: who, which rule, what to do now."""
    names = table.match.header.names if table.match else ()
    card, cards = _as_tapped(refused.card), len(refused.card.split())
    card = card if MEDIUM.width(card) <= CARD_ROOM else tr_n("{n} card", "{n} cards", cards)
    room = line_width() - MARK_WIDTH - MEDIUM.width(card) - 6
    who = fit_names(names, MEDIUM, room)[names.index(refused.who)] if refused.who in names else ""
    sentence, remedy = _sentence(refused), tr(refused.rule.remedy)
    brief = sentence.format(*brief_names(table.match) if table.match else ())
    lines = _with_ok(table, refused, (*fill_lines(wrap(brief), 2), remedy))
    return Screen(
        "refusal",
        Versus(who or _thing(refused), card if who else ""),
        Glance(Fact(tr(refused.large).upper()), lines),
        says=lambda: refused_in_words(table, refused),
    )


def refused_in_words(table: Table, refused: Refused) -> tuple[Sentence, ...]:
    """Whose card was refused, by which rule, and what to do now."""
    match = table.match
    names = match.header.names if match else ()
    alike = match is not None and match.header.game.entry.look == "drinks"
    card = _as_tapped(refused.card)
    cards = card if alike else ", ".join(card.split())
    what = cards if refused.who else _thing(refused)
    lead = tr("{who}: {what}", who=refused.who, what=what) if refused.who and what else refused.who or what
    texts = lead, _sentence(refused).format(*names), tr(refused.rule.remedy)
    return sentences(*texts, kind=Kind.MISTAKE, deck=match.header.game.deck if match else None)


def _sentence(refused: Refused) -> str:
    """What is wrong with this card, or with all of these."""
    several = refused.rule is NOT_IN_HAND and " " in refused.card
    return tr("By the cards tapped so far, not all are yours.") if several else tr(refused.rule.sentence)


def _with_ok(table: Table, refused: Refused, lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines of a refusal, with what OK does after the second or the last one, where there is room."""
    if table.match is None or refused.rule is NOT_IN_HAND or not _has_more(table.match, refused):
        return lines
    for place in (1, 2):
        longer = f"{lines[place]}   {tr(words.OK_WHY)}".strip()
        if SMALL.width(longer) <= line_width():
            return (*lines[:place], longer, *lines[place + 1 :])
    return lines


def _has_more(match: Match, refused: Refused) -> bool:
    """Whether the page behind OK says more than the sentence that stands there already."""
    return match.header.game.shown.why(match.moment, refused.rule, refused.card) != ("", refused.rule.sentence)


def why(table: Table, shown: Why) -> Screen:
    """The two cards concerned, and the broken rule as a whole sentence, a page at a time."""
    match, refused = table.playing, shown.refused
    against, card, text = _why(match, refused, brief_names(match))
    lines = wrap(text)
    pages = -(-len(lines) // WHY_LINES)
    number = shown.number % pages
    title = against or tr("Why?")
    room = line_width() - MARK_WIDTH - MEDIUM.width(title) - 6
    page = fill_lines(lines[number * WHY_LINES :], WHY_LINES)
    keys = tr("{n}/{all}  ▼ more   BACK", n=number + 1, all=pages) if pages > 1 else tr("BACK")
    whole, deck = _why(match, refused, match.header.names)[2], match.header.game.deck
    return Screen(
        "why",
        Versus(title, card if MEDIUM.width(card) <= room else ""),
        TextPage((*page, keys)),
        says=lambda: sentences(*as_spoken([whole]), kind=Kind.MISTAKE, deck=deck),
    )


def _why(match: Match, refused: Refused | None, names: tuple[str, ...]) -> tuple[str, str, str]:
    """What was played against what, and the broken rule as a whole sentence with these names."""
    game = match.header.game
    if refused is not None:
        against, sentence = game.shown.why(match.moment, refused.rule, refused.card)
        known = refused.who in match.header.names
        who = names[match.header.names.index(refused.who)] if known else tr("The player")
        card, then = _as_tapped(refused.card), f" {as_sentence(tr(refused.rule.remedy))}"
    else:
        revoked = revokes_in_question(match)[0]
        against, sentence = game.shown.why_revoked(match.state, revoked)
        who, card, then = names[revoked.player], tr(revoked.card.sign), _proof(match, revoked)
    return tr(against), card, f"{tr(sentence).format(*names, name=who)}{then}"


WHY_LINES = 5


def _proof(match: Match, revoked: Revoked) -> str:
    """The card that has just proven it, if it is the same player's."""
    said = match.said
    if said is None or said.seat != revoked.player or said.word != PLAY or revoked not in match.events:
        return ""
    return " " + tr("{cards} proves it.", cards=counted_as(match, said.cards))


def counted_as(match: Match, cards: Sequence[Card]) -> str:
    """The signs of these cards; of one that counts as another suit with that suit: "J♥=♦"."""
    game, state = match.header.game, match.state
    suits = [game.suit(state, card) if isinstance(game, TrickGame) else card.suit for card in cards]
    each = zip(cards, suits, strict=True)
    return join(
        [card.sign if suit == card.suit else join([card.sign, SUIT_SIGNS.get(suit, suit)], "=") for card, suit in each]
    )


def _thing(refused: Refused) -> str:
    """What was tapped, without a player's name."""
    if refused.deck:
        return tr("Card of {deck}", deck=deck_name(refused.deck))
    return f"{_as_tapped(refused.card)}?" if refused.card else tr("Not accepted")


def _as_tapped(tapped: str) -> str:
    """Signs of cards by the letters of the language in effect; a name or a word as it is."""
    return tr(tapped) if isinstance(tapped, Message) else tapped
