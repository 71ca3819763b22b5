"""Screens about revokes: what follows from one, plays of which one was wrong, a score that is withdrawn."""

from __future__ import annotations

from companion.cards import Seat, signs
from companion.inputs.questions import Question
from companion.match.match import Match
from companion.rules.events import Impossible, Revoked, ScoreWithdrawn, Suspect
from companion.rules.partners import sides_of
from companion.rules.statements import PLAY
from companion.screens import words
from companion.screens.glyphs import SMALL
from companion.screens.layouts import SPARE, Fact, Options, Screen, TopLines, fits_one_line
from companion.screens.name_fitting import cuts, fit_sides
from companion.screens.parts import brief_names, large_name
from companion.screens.picture import fill_lines, line_width, wrap
from companion.screens.question import asks
from companion.screens.refusals import counted_as
from companion.screens.spoken_sentences import Kind, Sentence, sentences, small
from companion.screens.templates import as_spoken, fill, first_fitting
from companion.support.messages import N_, tr, tr_n
from companion.support.text import listing
from companion.support.values import replace
from companion.table.choices import Remedy
from companion.table.modes import Revoke
from companion.table.revokes import blame, find_suspects, revokes_in_question
from companion.table.state import Table

MEANINGS = {
    Remedy.TAKE_BACK: N_("OK = back to {name}'s play"),
    Remedy.PLAY_ON: N_("OK = no penalty, play on"),
    Remedy.VOID_DEAL: N_("OK = no points, redeal"),
    Remedy.PENALTY: N_("OK = {price}"),
    Remedy.SWAP: N_("OK = not {name}'s card"),
}
"""What OK does at each answer to a revoke."""


def revoke(table: Table, asked: Revoke) -> Screen:
    """Player, trick, card and rule of a revoke, and the possible answers."""
    match, question = table.playing, asked.question
    proven = revokes_in_question(match)
    group = None if proven else blame(match)
    plays = group.suspects if group else proven
    player = plays[0].player
    same = [play for play in plays if play.player == player]
    if group:
        top = TopLines(tr(words.SO, shown=_what_shows_it(match, brief_names(match))), tr(words.ONE_IS_A_REVOKE))
    else:
        top = TopLines(_tricks(same), _rule_line(match, proven[0].rule, len(same)))
    cards = " ".join(tr(play.card.sign) for play in same[:2])
    fact = Fact(large_name(match, player), side=cards, aside=tr("laid:") if len(same) == 1 else "")
    means = first_fitting(*_meanings(match, asked, player, brief_names(match)), width=line_width())
    more = tr(words.OTHERS_OR_WHY if proven else words.OTHERS_OR_LATER)
    (whole, *_), deck = _meanings(match, asked, player, match.header.names), match.header.game.deck
    return Screen(
        "revoke",
        top,
        Options(fact, *_answers_in_a_line(question), (means, more)),
        says=lambda: (
            *(_accused_in_words(match, (group,)) if group else _revoked_in_words(match, same, proven[0].rule)),
            *asks(question, deck),
            *sentences(*as_spoken([whole]), deck=deck),
        ),
    )


def _answers_in_a_line(question: Question) -> tuple[tuple[str, ...], int]:
    """The answers and the place of the chosen one; where they do not fit, that one alone and its number."""
    answers = tuple(map(tr, question.choices))
    if fits_one_line(answers, line_width() - SPARE * (len(answers) - 1)):  # else two read like one answer
        return answers, question.cursor
    return (tr(question.chosen), tr("{n} of {all}", n=question.cursor + 1, all=len(answers))), 0


def _rule_line(match: Match, name: str, times: int) -> str:
    """The rule with this name, which was broken so many times."""
    short = tr(next((rule.short for rule in match.header.game.rules if rule.name == name), name))
    return tr("{rule} broken. Laid:", rule=short) if times > 1 else tr("Rule broken: {rule}", rule=short)


def _tricks(plays: list[Revoked | Suspect]) -> str:
    """In which tricks it was."""
    tricks = [str(trick) for trick in dict.fromkeys(play.trick for play in plays)]
    return tr_n("Revoke in trick {tricks}", "Revoke in tricks {tricks}", len(plays), tricks=", ".join(tricks))


def _revoked_in_words(match: Match, plays: list[Revoked | Suspect], name: str) -> tuple[Sentence, ...]:
    """Who revoked, where, and with which cards; which rule was broken."""
    game, who = match.header.game, match.header.names[plays[0].player]
    what = tr("{who}: {what}", who=who, what=", ".join(tr(play.card.sign) for play in plays))
    rule = tr(next((rule.sentence for rule in game.rules if rule.name == name), name))
    broken = tr("Rule broken: {rule}", rule=small(rule))
    return sentences(_tricks(plays), what, broken, kind=Kind.MISTAKE, deck=game.deck, about=match.applied)


def _meanings(match: Match, asked: Revoke, seat: Seat, names: tuple[str, ...]) -> tuple[str, ...]:
    """The effect of the answer at the cursor, with the cards that wait if the deal goes on; the whole form first."""
    answer = asked.answers[asked.question.cursor]
    if asked.waiting and answer is Remedy.PLAY_ON:
        forms = N_("OK = play on with {who}'s {cards}"), N_("OK = with {who}'s {cards}")
        return tuple(tr(form, who=names[match.expects.seats[0]], cards=signs(asked.waiting)) for form in forms)
    prices = _prices(match, seat, names)
    return tuple(tr(MEANINGS[answer]).format(price=price, name=names[seat]) for price in prices)


def _prices(match: Match, seat: Seat, names: tuple[str, ...]) -> list[str]:
    """What the penalty costs the side of this seat, in ever shorter forms."""
    game = match.header.game
    side = [names[player] for side in sides_of(game, len(names)) if seat in side for player in side]
    who, both = "+".join(side), tr(listing(side))
    if costs := getattr(game, "costs", ""):
        return tr(costs, who=who, both=both, bid=getattr(match.state.now.opening, "bid", "")).split("|")
    points = abs(getattr(game, "penalty", 0))
    if not points:
        return [tr("a penalty")]  # the game says no more
    return [tr_n("costs {who} {n} point", "costs {who} {n} points", points, who=who)]


def impossible(table: Table, groups: tuple[Impossible, ...]) -> Screen:
    """Plays of which at least one was wrong, a line for each group; the next tap removes this screen."""
    match, names = table.playing, brief_names(table.playing)
    guilty = groups[0].player if len(groups) == 1 else None
    first, second = fill_lines(_suspected_plays(names, groups), 2)
    of_one = words.ONE_IS_A_REVOKE if len(groups[0].suspects) == 2 else words.NOT_ALL_RIGHT
    shown = fill(
        words.IMPOSSIBLE,
        shown=_what_shows_it(match, names),
        wrong=tr(of_one if len(groups) == 1 else words.IN_EACH_LINE),
        fact=tr(words.REVOKE if blame(match) else words.NO_PENALTY) if guilty is None else large_name(match, guilty),
        first=first,
        second=second,
        then=_after_suspicion(match, names),
    )
    return replace(shown, says=lambda: _suspected_in_words(match, groups))


def _what_shows_it(match: Match, names: tuple[str, ...]) -> str:
    """That its player had the card that was just played; or that it cannot be, if something else was said."""
    said = match.said
    if said is None or said.word != PLAY or said.seat is None:
        return tr(words.NOT_POSSIBLE)
    return tr(words.HAD, who=names[said.seat], card=counted_as(match, said.cards[:1]))


def _suspected_in_words(match: Match, groups: tuple[Impossible, ...]) -> tuple[Sentence, ...]:
    """The plays of which one was wrong, and what may be done."""
    then, deck = _after_suspicion(match, match.header.names), match.header.game.deck
    return *_accused_in_words(match, groups), *sentences(*as_spoken([then]), deck=deck, about=match.applied)


def _accused_in_words(match: Match, groups: tuple[Impossible, ...]) -> tuple[Sentence, ...]:
    """The plays of which one was wrong, and what shows it."""
    names, deck = match.header.names, match.header.game.deck
    shown = _what_shows_it(match, names)
    form = N_("{shown}, so one of these was a revoke: {plays}")
    plays = (tr(form, shown=shown, plays=_plays(names, group)) for group in groups)
    return sentences(*plays, kind=Kind.MISTAKE, deck=deck, about=match.applied)


def _suspected_plays(names: tuple[str, ...], groups: tuple[Impossible, ...]) -> list[str]:
    if len(groups) > 1:
        return [_line_of_plays(names, group) for group in groups]
    suspects = groups[0].suspects
    if len(suspects) != 2:
        return wrap(_plays(names, groups[0]))
    form = N_("{who} {card} in trick {n}")
    return [tr(form, who=names[play.player], card=play.card.sign, n=play.trick) for play in suspects]


def _line_of_plays(names: tuple[str, ...], group: Impossible) -> str:
    """The plays of a group, the names cut until they fit; else how many they are."""
    number = tr_n("{n} play", "{n} plays", len(group.suspects))
    return first_fitting(*(_plays(cut, group) for cut in cuts(names)), number, width=line_width())


def _plays(names: tuple[str, ...], group: Impossible) -> str:
    return ", ".join(f"{names[play.player]} {tr(play.card.sign)}" for play in group.suspects)


def _after_suspicion(match: Match, names: tuple[str, ...]) -> str:
    """Who is to play, or what OK does."""
    if blame(match):
        return tr("Play on, or OK = remedy")
    if find_suspects(match):
        return tr("Play on, or OK = fix it")
    seats = match.expects.seats
    return tr("Play on: {who}'s turn", who=names[seats[0]]) if seats else tr("Play on")


def score_withdrawn(table: Table, event: ScoreWithdrawn) -> Screen:
    """A score that no longer counts: the deal goes on where it stopped."""
    names = table.playing.header.names
    sides = sides_of(table.playing.header.game, len(names))
    half = -(-len(sides) // 2)
    teams = fit_sides(names, sides, SMALL, line_width() // half - SMALL.width(" +000, "))
    each = [f"{team} {event.scores[side[0]]:+}" for team, side in zip(teams, sides, strict=True)]
    first, second = ", ".join(each[:half]), ", ".join(each[half:])
    shown = fill(words.SCORE_WITHDRAWN, first=first, second=second, turn=_turn(table.playing))
    return replace(shown, says=lambda: sentences(tr("The deal goes on."), kind=Kind.MISTAKE))


def _turn(match: Match) -> str:
    """Whose turn it is; empty if nobody's."""
    seats = match.expects.seats
    return tr("{who} plays next", who=brief_names(match)[seats[0]]) if seats else ""
