"""What the page asks of people: who is asked, in which sentence, and which answers there are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from zlib import crc32

from companion.cards import SUIT_SIGNS, Card, Seat
from companion.cards.spoken import in_words
from companion.club.may_leave import sentences_may_leave
from companion.http.views.desk import AnswerTold, AskedTold
from companion.inputs.inputs import HandInput, Tapped
from companion.match.match import Match
from companion.players.claim_answer import takes_all
from companion.rules.claims import DECIDED
from companion.rules.deal import TrickState
from companion.rules.statements import PLAY, Secret, Statement
from companion.rules.suggestions import suit_of
from companion.rules.tricks import TrickGame
from companion.scoreboard.view import taker
from companion.screens.asking import asked_sentences, refusal_in_words, revokes_in_words
from companion.screens.parts import turn_of
from companion.screens.spoken_sentences import Sentence, as_sentence, capital, small
from companion.screens.telling import question, to_follow
from companion.screens.to_person import result_in_words, score_in_words, to_person, win_in_words
from companion.simulation.gesture_search import piece_of
from companion.simulation.hands import SimulatedHands
from companion.simulation.hints import reason_of
from companion.simulation.next_steps import for_computers, gesture_of, givers, to_scan
from companion.simulation.open_deal import OpenDeal, state_with_open_hands
from companion.support.messages import msg, tr
from companion.support.values import replace
from companion.table.asked import begun_draw, confirms, may_interrupt, only_person, seat_asked
from companion.table.presses_for_answers import (
    AnswerGroup,
    ButtonAnswer,
    Presses,
    button_answers,
    mending_label,
    suit_named,
    undo_presses,
)
from companion.table.state import Table
from companion.web.playable import dealer_at_work, playable, seat_of_hand, turns_up, why_not_all

BACK_AGAIN = -1
"""The place of the answer that takes the last act back."""

LAID_ALL = msg("No more cards of this rank.")
"""Of a set that the table keeps open, while the hand before it has nothing to add."""


def asked_json(
    table: Table, hands: SimulatedHands, news: list[str], refused: str, *, still_lies: bool = False
) -> AskedTold | None:
    """Who is asked, and what. None: no game is in play. `refused` is why the page has refused something.

    `still_lies`: the trick that was just taken, or the last card
    of the match, still lies there, and the sentence only says who took it, or who wins.
    """
    if not table.in_play:
        return None
    cards, seat = hands.cards(table), seat_asked(table)
    complete = hands.has_laid_all(table)
    ends = still_lies and not table.playing.expects.words
    answers = [] if complete or ends or _gives_away(table, cards) else [*_answers(table, cards)]
    answers += _play_of_last_card(table, cards)
    refused = " ".join(filter(None, (refused, refusal_in_words(table))))
    asked = (tr(LAID_ALL),) if complete else _sentences(table, cards, still_lies=still_lies)
    told = [sentence for sentence in asked if sentence and sentence not in refused]
    sentence = " ".join(told)
    news = _not_told_twice(news, sentence, table)
    if scored := score_in_words(table.playing):  # the page shows the points of all
        sentence = sentence.replace(scored, tr("The deal is scored."))
    yours = _is_yours(table, cards, seat)
    return {
        "seat": seat,
        "yours": yours,
        "sentence": sentence,
        "question": re.split(r"(?<=\?) ", told[0])[0] if told else "",
        "refused": refused,
        "opening": _opening(table.playing) if yours and table.playing.expects.words else "",
        "news": news or [*_dealer(table)],
        "answers": answers,
        "undo": bool(undo_presses(table)),
        "number": number_of(table),
    }


def _not_told_twice(news: list[str], sentence: str, table: Table) -> list[str]:
    """The news without what the sentence says, too: all of one, or in it a revoke, a result, or who wins."""
    news = [told for told in news if told not in sentence]
    for once in (revokes_in_words(table), result_in_words(table.playing), win_in_words(table.playing)):
        if once and once in sentence:
            news = [told.replace(once, "").strip() for told in news]
    return news


def _opening(match: Match) -> str:
    """What the words of the game mean, until a person has acted in this deal. Empty: nothing is explained."""
    game = match.header.game
    begins = "" if acts_of_people(match) else game.shown.begins(game.with_deal(match.moment))
    return as_sentence(tr(begins)) if begins else ""


def _dealer(table: Table) -> Iterator[str]:
    """Who deals, where nothing else has happened in the deal."""
    match = table.playing
    dealer = None if match.state is None or table.scored else match.header.game.shown.dealer(match.state)
    if dealer is not None and match.expects.words:
        yield to_person(match, msg("{who} is the dealer.", who=match.header.names[dealer]))


def acts_of_people(match: Match) -> int:
    """How often people have said or played something in this deal; without people, how often anybody has."""
    secrets, computers = match.header.game.secrets, match.header.computers
    alone = len(computers) == len(match.header.names)
    acts = (now.said for now in match.this_deal() if now.said and secrets.get(now.said.word) is not Secret.DEALT)
    return sum(said.seat is not None and (alone or said.seat not in computers) for said in acts)


def number_of(table: Table) -> int:
    """The number of this asking: the same as long as the same is asked at the same moment of the match."""
    answers = [(answer.label, answer.seat) for answer in button_answers(table)]
    match = table.playing
    said = match.applied, hash((*match.said_in_deal(),))
    return crc32(repr((match.header.lines(), said, table.begun, answers)).encode())


def is_over(table: Table, number: int | None) -> bool:
    """Whether the asking with this number is over. None: whatever is asked is meant."""
    return number is not None and not (table.in_play and number == number_of(table))


def gesture_for(table: Table, cards: OpenDeal | None, place: int, number: int) -> tuple[HandInput, ...]:
    """What hands do for the answer at this place of the asking with this number; -1 undoes. Empty: it is over."""
    if is_over(table, number):
        return ()
    if place == BACK_AGAIN:
        return undo_presses(table)
    answers = button_answers(table)
    if place < len(answers):
        answer = answers[place]
        return answer.presses or (answer.says and gesture_of(table, (answer.says,))) or ()
    last = _last_card(table, cards)
    return (Tapped((piece_of(last),)),) if last is not None else ()


def _last_card(table: Table, cards: OpenDeal | None) -> Card | None:
    """The card that a hand plays now without a choice."""
    if cards is None:
        return None
    own = cards.hands[seat_of_hand(table, cards)]
    plays = table.tap is not None and table.tap.word == PLAY
    alone = len(own) == 1 and plays and isinstance(table.playing.header.game, TrickGame)
    return own[0] if alone and playable(table, cards) else None


def _gives_away(table: Table, cards: OpenDeal | None) -> bool:
    """Whether a person has cards to lay aside first: until then no answer is offered that would choose them."""
    if cards is None or table.scored or table.question is not None or _box_asks(table):
        return False
    return bool(givers(table.playing, cards))


def all_given(table: Table, cards: OpenDeal | None) -> Presses:
    """Presses that tell the box that all people have laid their cards away, unseen by it. Empty: they have not."""
    if cards is None or _gives_away(table, cards):
        return ()
    match button_answers(table):
        case (ButtonAnswer(presses=presses, says=Statement(word)),):
            return presses if table.playing.header.game.secrets.get(word) is Secret.GIVEN else ()
    return ()


def _box_asks(table: Table) -> bool:
    """Whether the box has a question of its own, before that of the game: to be sure of something, or to mend it."""
    return confirms(table) or bool(mending_label(table))


def _is_yours(table: Table, cards: OpenDeal | None, seat: Seat | None) -> bool:
    """Whether a person at this page is asked, and not only the dealer's hand."""
    if _box_asks(table) or may_interrupt(table):
        return True
    if table.scanning() is not None and not table.scored:
        return False
    if dealer_at_work(table, cards) is not None:
        return False
    if seat is None or turns_up(table, cards):
        return True
    return not for_computers(table, cards) and seat not in table.playing.header.computers and not to_scan(table, cards)


def _sentences(table: Table, cards: OpenDeal | None, *, still_lies: bool) -> tuple[str, ...]:
    """The question; where a person leads, after who took the trick, and while that trick still lies, who took it alone.

    While the last card of the match lies there, who wins it. An empty one says nothing.
    """
    seat, match = seat_asked(table), table.playing
    takes = taker(match)
    if _box_asks(table):
        return asked_sentences(table)
    if still_lies and not match.expects.words:
        return (win_in_words(match),)
    leads = seat == takes and seat not in match.header.computers and not table.scored
    if takes is None or not leads:
        return _question(table, cards, seat)
    took = as_sentence(to_person(match, msg("{who} took the trick", who=match.header.names[takes])))
    return (took,) if still_lies else (took, *_question(table, cards, seat))


def _question(table: Table, cards: OpenDeal | None, seat: Seat | None) -> tuple[str, ...]:
    """What is asked of this seat, as the voice says it; of a computer, whose cards nobody here taps, that it thinks."""
    if (dealer := dealer_at_work(table, cards)) is not None:
        return (tr("{who} turns one up.", who=table.playing.header.names[dealer]),)
    if turns_up(table, cards):
        return (tr("Turn up the top card of the stack."),)
    if table.scanning() is not None and not table.scored and table.question is None:
        return (tr("Dealing."),)
    if gives := _to_give(table, cards):
        return (gives,)
    speaks = table.called is not None and not table.called.cards
    if seat is not None and (free := _without_the_suit_led(table, cards, seat)):
        return free
    if seat is not None and (must := _all_that_is_left(table, cards, seat)):
        return must
    if seat is None or speaks or may_interrupt(table) or for_computers(table, cards) is None:
        leads = not table.playing.header.game.shown.middle(table.playing.moment)
        return *asked_sentences(_once_given(table, cards)), why_not_all(table, cards) if leads else ""
    if seat not in table.playing.header.computers:
        return (tr("The cards are taken up, face down."),)
    return (acts(table, seat),)


def _to_give(table: Table, cards: OpenDeal | None) -> str:
    """What one of several people is asked who gives cards away, none of them yet. Empty: nobody is."""
    match, seat = table.playing, seat_of_hand(table, cards)
    if cards is None or seat not in givers(match, cards) or only_person(match) is not None or begun_draw(table):
        return ""
    game = match.header.game
    own, _ = game.shown.question(game.with_deal(match.moment), seat, match.header.names)
    return as_sentence(turn_of(match, seat, small(in_words(tr(own), game.deck))))


def _once_given(table: Table, cards: OpenDeal | None) -> Table:
    """The table that asks for the answer alone, once cards are laid away of which it hears with the answer."""
    match = table.playing
    secrets, says = match.header.game.secrets, next((choice.says for choice in match.expects.choices), ())
    given = tuple(said for said in says if secrets.get(said.word) is Secret.GIVEN)
    done = tuple(said for said in given if cards is not None and said.by not in cards.givers)
    return replace(table, match=match.after(done)) if done else table


def acts(table: Table, seat: Seat) -> str:
    """What a computer does now: gives cards away, thinks, or plays, when a card of it lies there and others follow."""
    who, secrets = table.playing.header.names[seat], table.playing.header.game.secrets
    if table.playing.claim is not None:
        return tr("{who} checks the claim.", who=who)
    gives = any(secrets.get(word) is Secret.GIVEN for word in table.playing.expects.words)
    if gives and (gift := question(table)):
        return as_sentence(gift)
    plays = table.begun.gathered and PLAY in table.playing.expects.words
    return tr("{who} plays.", who=who) if plays else tr("{who} thinks.", who=who)


def sentences_to_hear(table: Table, hands: SimulatedHands) -> tuple[Sentence, ...]:
    """What this table says, with the page's own sentence where that knows better what a person may play."""
    said = sentences_may_leave(table)
    seat, cards = seat_asked(table) if table.in_play else None, hands.cards(table)
    if seat is None or not (better := _without_the_suit_led(table, cards, seat)):
        return said
    follow, text = as_sentence(turn_of(table.playing, seat, to_follow(table.playing))), " ".join(filter(None, better))
    return tuple(replace(sentence, text=text) if sentence.text == follow else sentence for sentence in said)


def _all_that_is_left(table: Table, cards: OpenDeal | None, seat: Seat) -> tuple[str, ...]:
    """The only answer of a person none of whose known cards may be laid, and why. Empty: there is a choice."""
    me, answers = seat_of_hand(table, cards), button_answers(table)
    if cards is None or len(answers) != 1 or not (cards.hands[me] or cards.heads[me]) or playable(table, cards) != []:
        return ()
    answer, game = answers[0], table.playing.header.game
    because = reason_of(game, state_with_open_hands(game, cards), answer.says, cards) if answer.says else ""
    why = as_sentence(in_words(tr(because), game.deck)) if because else ""
    return (as_sentence(turn_of(table.playing, seat, tr(answer.label))), why) if answer.label else ()


def _without_the_suit_led(table: Table, cards: OpenDeal | None, seat: Seat) -> tuple[str, ...]:
    """What is asked of a person at this page who is to follow, and visibly has no card of the suit. Empty: nobody is.

    The table does not know that: it asks to follow.
    """
    match, state, may = table.playing, table.playing.state, playable(table, cards)
    game = match.header.game
    if cards is None or not may or not isinstance(game, TrickGame) or not isinstance(state, TrickState):
        return ()
    lies, own = game.shown.middle(match.moment), cards.own(seat)
    suit = lies and suit_of(game, state, lies[0][1][0])
    if not suit or any(game.suit(state, held) in (suit, "") for held in own):
        return ()
    asks = tr("play any card") if len(may) == len(own) else tr("play another suit")
    return as_sentence(turn_of(match, seat, asks)), why_not_all(table, cards)


def _answers(table: Table, cards: OpenDeal | None) -> Iterator[AnswerTold]:
    lays = _lays(table, cards)
    answers = button_answers(table)
    claimed = table.playing.claim is not None  # "Play on" would take it back
    several = len({answer.seat for answer in answers}) > 1
    ends_anyway = any(_reason(answer) for answer in answers)
    for place, answer in enumerate(answers):
        if answer.group is AnswerGroup.CLAIM and (ends_anyway or not _is_sure(table.playing, answer.seat, cards)):
            continue
        suit, short = suit_named(table.playing.header.game, answer.label, answer.says), label_of(table, answer)
        who = table.playing.header.names[answer.seat] if answer.seat is not None else ""
        named = several and who and answer.group not in (AnswerGroup.PERSON, AnswerGroup.CLAIM)
        says = in_words(_reason(answer) or tr(answer.label) or who, table.playing.header.game.deck)
        begin = str if answer.group is AnswerGroup.PERSON else capital  # a name stays as people write it
        yield {
            "label": f"{who} {short}" if named else begin(short),
            "says": tr("{who}: {what}", who=who, what=says) if named else begin(says),
            "suit": suit,
            "group": (AnswerGroup.CLAIM if _reason(answer) else answer.group).value,
            "main": answer.main and not lays and not claimed,
            "place": place,
        }


def _play_of_last_card(table: Table, cards: OpenDeal | None) -> Iterator[AnswerTold]:
    """An answer that lays the last card of a hand; its place is behind those of the box."""
    if _last_card(table, cards) is not None:
        label, step, place = tr("Play the last card"), AnswerGroup.STEP, len(button_answers(table))
        yield {"label": label, "says": label, "suit": "", "group": step.value, "main": True, "place": place}


def _is_sure(match: Match, seat: Seat | None, cards: OpenDeal | None) -> bool:
    """Whether the own hand takes every trick that is left, however the others lie, and has a choice of cards."""
    if seat is None or cards is None or not isinstance(match.state, TrickState):
        return False
    return len(cards.own(seat)) > 1 and takes_all(match.header.game, match.state, seat, cards.own(seat))


def _lays(table: Table, cards: OpenDeal | None) -> bool:
    """Whether the own seat lays a card, or turns one that nobody knows, instead of giving an answer."""
    if not table.offered or not table.optional or cards is None:
        return False
    me = seat_of_hand(table, cards)
    return bool(playable(table, cards)) or not (cards.hands[me] or cards.heads[me])


def label_of(table: Table, answer: ButtonAnswer) -> str:
    """The short text of an answer: the sign of a suit, the number of a bid among others, a name, or its label."""
    if answer.group is AnswerGroup.CLAIM:
        return tr("The rest are mine: end this deal")
    if reason := _reason(answer):
        return reason
    if suit := suit_named(table.playing.header.game, answer.label, answer.says):
        return SUIT_SIGNS.get(suit, tr(answer.label))
    value = answer.says.value if answer.says else ""
    if answer.group is AnswerGroup.BID and value.isdigit() and int(value) and len(table.offered) > 1:
        return value
    return tr(answer.label) or (table.playing.header.names[answer.seat] if answer.seat is not None else "")


def _reason(answer: ButtonAnswer) -> str:
    """An answer with the reason for which it is offered. Empty: it needs none."""
    decided = answer.says is not None and answer.says.word == DECIDED
    return tr("The rest changes nothing: score now") if decided else ""
