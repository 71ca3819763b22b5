"""The screens of Toriatama: a take, claims on the new drink, crates as numbers. Never shows what a hand holds."""

from __future__ import annotations

from companion.cards import Seat
from companion.games.toriatama.drinks import PLACES, Drinker, DrinksState
from companion.games.toriatama.rules import ClaimMade
from companion.match.match import Match
from companion.rules.events import GameOver
from companion.rules.statements import Statement
from companion.screens import layouts, name_fitting, parts, telling, templates
from companion.screens.glyphs import MEDIUM, NARROW, SMALL
from companion.screens.layouts import FINGER, Fact, Glance, Heading, Options, Row, Rows, Screen, TextPage, TopLines
from companion.screens.picture import line_width
from companion.screens.spoken_sentences import Kind, Sentence, as_sentence, sentences, small
from companion.support.messages import N_, tr, tr_n
from companion.table.asked import only_person
from companion.table.state import Table


def screen(table: Table) -> Screen | None:
    """The game's screen for this table. None: use the generic screen."""
    match = table.playing
    state: DrinksState = match.moment
    if table.page is not None:
        return _final(match) if state.over else _crates(match)
    if parts.has_event(match, GameOver) or not match.expects.words:
        return None
    if parts.has_event(match, ClaimMade) and not table.path:
        return _claim_made(table)
    if state.must_move and not table.path:
        return _full_crate(table)
    return _claims(table) if table.choices else _take(table)


def _place(state: DrinksState, match: Match) -> str:
    """The game and the turn."""
    return f"{parts.game_title(match)} {tr('turn {n}', n=state.turns + 1)}"


def _next(state: DrinksState, match: Match) -> str:
    """Who goes on after the claims."""
    return parts.with_name(match, state.turn, tr("Next turn: {who}", who="{}"))


def _crates_now(match: Match, state: DrinksState) -> TopLines:
    """The turn, above how full the crates are, which is public; the game while all of them are empty."""
    full = [str(len(player.crate)) for player in state.players]
    if state.must_move:
        full[state.turn] = str(PLACES)
    if not any(player.crate for player in state.players):
        return TopLines(_place(state, match), tr("Each crate: 0 of {all} drinks", all=PLACES))
    return TopLines(tr("Turn {n}, in crates:", n=state.turns + 1), _with_all_names(match, full))


def _with_all_names(match: Match, numbers: list[str]) -> str:
    """A small line with a number after each name, the names cut alike until it fits."""
    each = (zip(cut, numbers, strict=True) for cut in name_fitting.cuts(match.header.names))
    lines = (", ".join(f"{name} {number}" for name, number in pairs) for pairs in each)
    return templates.first_fitting(*lines, width=line_width())


def two_lines(text: str) -> tuple[str, str]:
    r"""The two lines of a text. A translation without the break is one line, and the other is empty.

    >>> two_lines("left hand\nright hand"), two_lines("both hands")
    (('left hand', 'right hand'), ('both hands', ''))
    """
    first, _, second = text.partition("\n")
    return first, second.replace("\n", " ")


def _take(table: Table) -> Screen:
    """Whose turn it is, and its first step."""
    match = table.playing
    state: DrinksState = match.moment
    moves = tr("Left hand to the crate,\nright hand to the left.") if state.to_move else ""
    take = tr("Take a drink and tap it")
    return Screen(
        "take",
        _crates_now(match, state),
        Glance(
            Fact(parts.large_name(match, match.expects.seats[0]), FINGER, aside=tr("take {n}", n=1)),
            (*two_lines(moves), tr("Tap one from the centre")),
        ),
        says=lambda: sentences(
            moves.replace("\n", " "), parts.turn_of(match, match.expects.seats[0], small(take)), about=match.applied
        ),
    )


LEFT_EMPTY, RIGHT_EMPTY = N_("which hand? left: empty"), N_("which hand? right: empty")
CLAIMS = N_("{who} claims")
CLAIMED = N_("Who claims a drink of\nthis colour or shape?")


def _claims(table: Table) -> Screen:
    """The new drink, large, and who claims; then by which word, with which hand."""
    match = table.playing
    state: DrinksState = match.state
    fact, aside, shape = _large_drink(state)
    large = Fact(fact, side=tr("shape") if aside else "", aside=aside)
    path = table.path
    seat = parts.chosen_player(table) if path else None
    if seat is None:
        top = _who_claims_what(shape)
        line = _nobody(match, state) if table.tap and not path else " "
        asked = parts.options(table, large, line, CLAIMS)
    else:
        top = _claim_so_far(match, seat, tr(table.taken[-1].label), tr(_which_hand(state.players[seat])))
        asked = parts.options(table, large)
    return Screen("claims", top, asked, says=lambda: _claims_in_words(table, state))


def _which_hand(player: Drinker) -> str:
    """Asks which hand opens, and says which one is empty, so that only the other can."""
    if not player.left:
        return LEFT_EMPTY
    return N_("which hand?") if player.right else RIGHT_EMPTY


def _who_claims_what(shape: str) -> TopLines:
    """The question who claims the new drink; it names a shape that has no room beside the colour."""
    if shape:
        return TopLines(tr("Who claims a {shape}", shape=shape), tr("or one of this colour?"))
    return TopLines(*two_lines(tr(CLAIMED)))


def _nobody(match: Match, state: DrinksState) -> str:
    """What follows if nobody claims: the turn goes on."""
    return parts.with_name(match, state.turn, tr("Nobody: {who} taps next", who="{}"), line_width())


def _claims_in_words(table: Table, state: DrinksState) -> tuple[Sentence, ...]:
    """The new drink, who may claim or how, and what OK says. The only person is told of the drink with the question."""
    match = table.playing
    seat, about = parts.chosen_player(table), (match.applied, table.path)
    new = tr("{colour} {shape}", colour=tr(state.new.drink.suit), shape=tr(state.new.drink.rank))
    drink = tr("The new drink is {drink}", drink=new)
    if not table.path:
        asked = _who_claims(table, state)
    elif seat is None:
        asked = tr(CLAIMED).replace("\n", " ")
    else:
        asked = _claim_in_words(match.header.names[seat], tr(table.taken[-1].label))
    told = sentences(drink, kind=Kind.MOVE, about=match.applied) if only_person(match) is None else ()
    return (*told, *sentences(asked, telling.choice_now(table), about=about))


def _who_claims(table: Table, state: DrinksState) -> str:
    """Who has a drink like the new one; the only person is asked for the own hands, after who took which drink."""
    match, me = table.playing, only_person(table.playing)
    who = match.header.names[state.turn]
    if me is None:
        return tr("Who claims a drink of the same colour or shape? Nobody: {who} takes a drink and taps it", who=who)
    took = as_sentence(match.header.language.in_words(Statement("takes", state.taker, (state.new.drink,))))
    asks = tr("Do you hold one of the same colour or shape?")
    if state.turns <= len(state.players):  # nobody has seen many claims yet
        asks += " " + tr("A right claim moves yours on, and the new one goes back; a wrong one empties that hand.")
    if state.turn != me:
        return f"{took} {asks}"
    goes_on = tr("Claim it, or fill your crate.") if state.must_move else tr("Claim it, or take a drink and tap it.")
    return f"{took} {asks} {goes_on}"


def _large_drink(state: DrinksState) -> tuple[str, str, str]:
    """The new drink in large letters; or its colour large, and its shape small, apart from it if it is long."""
    drink = state.new.drink
    colour, shape = tr(drink.suit).upper(), tr(drink.rank)
    whole = tr("{colour} {shape}", colour=colour, shape=shape.upper())
    if NARROW.width(whole) <= line_width():
        return whole, "", ""
    beside = max(layouts.SIDE_WIDTH, SMALL.width(shape)) + 4
    return (colour, shape, "") if NARROW.width(colour) + beside <= line_width() else (colour, "", shape)


def _claim_so_far(match: Match, seat: Seat, word: str, which_hand: str) -> TopLines:
    """Who claims, by which word if that is chosen, and what is asked next."""
    if not word:
        return TopLines(parts.with_name(match, seat, tr("{who} claims:", who="{}")), tr("colour or shape?"))
    claims = tr("{who} claims {word}:", who="{}", word=word)
    return TopLines(parts.with_name(match, seat, claims), which_hand)


def _claim_in_words(who: str, word: str) -> str:
    """What is asked of somebody who claims, as a sentence."""
    opens = tr("which hand opens for {word}?", word=word)
    return tr("{who}: {asked}", who=who, asked=opens if word else tr("colour or shape?"))


def _full_crate(table: Table) -> Screen:
    """The move at the start of this turn fills the crate, which ends the match unless somebody claims."""
    match = table.playing
    state: DrinksState = match.state
    return Screen(
        "full crate",
        _crates_now(match, state),
        parts.options(table, Fact(tr("CRATE FULL")), tr("Does anyone claim first?")),
        says=lambda: sentences(_full_in_words(table, state), telling.choice_now(table), about=match.applied),
    )


def _full_in_words(table: Table, state: DrinksState) -> str:
    """Whose crate is full; the only person is also asked for a claim, or for the move."""
    match = table.playing
    if only_person(match) is None:
        return tr("{who} fills the crate", who=match.header.names[state.turn])
    claims = len(table.choices) > 1 or state.turn != only_person(match)
    return _who_claims(table, state) if claims else tr("Your turn: fill your crate. That ends the game.")


def _claim_made(table: Table) -> Screen:
    """Whether a claim was right, what goes back, what moves on. Names no drink but the new one, to an only person."""
    match = table.playing
    state: DrinksState = match.state
    claim = next(event for event in match.events if isinstance(event, ClaimMade))
    brief, lines = _after_claim(state, match.statement.value.split()[-1], correct=claim.correct)
    result, whose = tr("CORRECT!") if claim.correct else tr("WRONG"), tr("{who}'s claim:", who="{}")
    followed = " ".join((whose, small(lines[0]), *lines[1:]) if claim.correct else lines)
    if table.offered and not state.must_move:
        blamed = "" if claim.correct else parts.brief_names(match)[claim.player]
        top = TopLines(tr("Who claims now?"), parts.with_name(match, claim.player, brief, line_width()))
        shown: Options | Glance = parts.options(table, Fact(result, aside=blamed), _nobody(match, state), CLAIMS)
        asks, told = _who_claims(table, state), telling.choice_now(table)
    else:
        top = TopLines(_next(state, match), parts.with_name(match, claim.player, whose))
        shown = Glance(Fact(result), tuple(parts.with_name(match, claim.player, line) for line in lines))
        asks, told = _goes_on(table, state)
    return Screen(
        "claim made",
        top,
        shown,
        says=lambda: (
            *sentences(followed.format(match.header.names[claim.player]), kind=Kind.MOVE, about=match.applied),
            *sentences(asks, told, about=match.applied),
        ),
    )


def _after_claim(state: DrinksState, hand: str, *, correct: bool) -> tuple[str, tuple[str, ...]]:
    """What follows from a claim with this hand, in a brief line and in two or three. `{}` is the claimant's name."""
    if correct:
        moves = MOVES_ALL if state.setup.options["move"] == "whole-hand" else MOVES_ONE
        lines = tr("New drink back to centre,"), tr(moves), tr(STEPS[hand])
        return tr("New one back, {who}'s on", who="{}"), lines
    emptied = tr("{who}'s {hand} hand goes\nback to the centre.", who="{}", hand=tr(hand))
    return tr("{who}: {hand} hand to centre", who="{}", hand=tr(hand)), two_lines(emptied)


def _goes_on(table: Table, state: DrinksState) -> tuple[str, str]:
    """What the next player does after the last claim, and what OK says."""
    if state.must_move:
        return _full_in_words(table, state), telling.choice_now(table) if table.offered else ""
    return parts.turn_of(table.playing, state.turn, small(tr("Take a drink and tap it"))), ""


MOVES_ONE, MOVES_ALL = N_("the claimed one moves"), N_("all of that hand moves")
STEPS = {"right": N_("from right hand to left"), "left": N_("from left hand to crate")}


def _crates(match: Match) -> Screen:
    """The number of drinks in each crate. Hands are not shown."""
    state: DrinksState = match.moment
    full = tuple(len(player.crate) for player in state.players) or (0,) * len(match.header.names)
    return Screen(
        "crates",
        Heading(tr("In crates"), tr("{n} = full", n=PLACES)),
        Glance(Fact(tr("{n} of {all}", n=max(full), all=PLACES)), columns=parts.totals(match, full)),
    )


def _final(match: Match) -> Screen:
    """The points of the crates: colours and shapes."""
    state: DrinksState = match.state
    crates = [player.crate for player in state.players]
    counted = [(len({drink.suit for drink in crate}), len({drink.rank for drink in crate})) for crate in crates]
    if len(counted) <= 3:
        names = name_fitting.fit_names(match.header.names, MEDIUM, layouts.ROW_NAME_ROOM)
        rows = tuple(
            Row(name, str(points), tr_n("{n} colour", "{n} colours", colours), tr_n("{n} shape", "{n} shapes", shapes))
            for name, points, (colours, shapes) in zip(names, match.scores, counted, strict=True)
        )
        return Screen("scores", Heading(tr("Points")), Rows(rows))
    each = zip(parts.brief_names(match), match.scores, counted, strict=True)
    lines = tuple(f"{name}  {colours} + {shapes} = {points}" for name, points, (colours, shapes) in each)
    return Screen("scores", Heading(tr("Points")), TextPage((*lines, *two_lines(tr(COUNTED)))))


COUNTED = N_("colours + shapes in the\ncrate: most points win")
