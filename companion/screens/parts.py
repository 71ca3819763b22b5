"""Parts for the screens of all games: top lines, scores, choices, waiting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Any

from companion.cards import Seat
from companion.match.match import Match
from companion.rules.claims import DECIDED
from companion.rules.deal import Trick, TrickState
from companion.rules.events import Event, Sides, TrickTaken
from companion.rules.game import Choice
from companion.rules.partners import sides_of
from companion.rules.statements import DEAL
from companion.rules.tricks import TrickGame
from companion.screens import layouts
from companion.screens.glyphs import MEDIUM, NARROW, SMALL
from companion.screens.layouts import Column, Fact, Glance, Heading, Options, Row, Rows, Screen, TextPage, TopLines
from companion.screens.name_fitting import fit_names, fit_sides, name_in, seats_in_columns
from companion.screens.picture import line_width
from companion.screens.spoken_sentences import capital, sentences
from companion.screens.templates import as_spoken, first_fitting
from companion.screens.words import AGAIN, AGAIN_OR, HOW
from companion.support.messages import N_, Message, tr
from companion.table.apply_statements import as_seen
from companion.table.asked import only_person
from companion.table.state import Table

BEST, BEST_IS = "★", N_("★ = best")
"""Stands after the card that takes the trick so far; what it means."""

BRIEF = 44
"""Maximum pixels of a name in a small line with other words."""

LINES_BELOW_A_TITLE = 6

WINNER_ROOM, MOST_LARGE_NAMES = 98, 2
"""Pixels of a large name after the bird; large names that stand side by side."""


def place(table: Table) -> str:
    """The first small line: game, deal and trick."""
    match = table.playing
    state = state_to_tell(match)
    where = tr(match.header.game.shown.headline(state)) if state is not None else ""
    return f"{game_title(match)} {where}".rstrip()


def state_to_tell(match: Match) -> Any:
    """The state of which is told: of the next deal as soon as the last one's score was seen. None before all."""
    if match.state is None or DEAL.name not in match.expects.words or match.scored:
        return match.state
    return match.header.game.with_deal(match.state)


def game_title(match: Match) -> str:
    """The title of the game in short."""
    return tr(match.header.game.short_title or match.header.game.title)


def has_event(match: Match, kind: type[Event]) -> bool:
    """Whether the last statement had an event of this kind."""
    return any(map(isinstance, match.events, repeat(kind))) if match.events else False


def turn_of(match: Match, seat: Seat, asked: str) -> str:
    """Whose turn it is, and what is asked, as a sentence: of the only person at the table, of a player by name."""
    if seat == only_person(match):
        return tr("Your turn: {asked}", asked=asked)
    return tr("{who}'s turn: {asked}", who=match.header.names[seat], asked=asked)


def with_name(match: Match, seat: int, words: str, width: int = 0) -> str:
    """A small line with a player's name at "{}", cut to the room that the other words leave."""
    most = width - SMALL.gap if width else line_width() - layouts.MARK_WIDTH
    room = most - SMALL.width(words.replace("{}", ""))
    return words.format(name_in(match.header.names, seat, SMALL, max(room, SMALL.width("MM"))))


def below(match: Match, seat: int, *, asked: bool = True) -> str:
    """A name for the slot below the fact, after a finger if this player is `asked` for a tap."""
    name = name_in(match.header.names, seat, MEDIUM, layouts.TASK_AT - 6 - MEDIUM.width("☞")).upper()
    return f"☞{name}" if asked else name


def totals(match: Match, numbers: tuple[int, ...]) -> tuple[Column, ...]:
    """Each player's name above a number of 16 pixels."""
    names = fit_names(match.header.names, SMALL, line_width() // len(numbers) - layouts.COLUMN_GAP)
    return tuple(Column(name, number=str(number)) for name, number in zip(names, numbers, strict=True))


def standing(match: Match) -> tuple[Column, ...]:
    """Where all stand, partners together: points, or what the game counts instead. Empty: nothing is counted."""
    numbers = match.header.game.shown.standing(match.moment)
    return of_sides(match, sides_of(match.header.game, len(numbers)), numbers) if numbers else ()


def of_sides(match: Match, sides: Sides, numbers: tuple[int, ...]) -> tuple[Column, ...]:
    """The names of each side above its number of 16 pixels; `numbers` are by seat."""
    tops = fit_sides(match.header.names, sides, SMALL, line_width() // len(sides) - layouts.COLUMN_GAP)
    return tuple(Column(top, number=str(numbers[side[0]])) for top, side in zip(tops, sides, strict=True))


def seat_columns(match: Match, tops: Mapping[int, str]) -> tuple[Column, ...]:
    """A word for each seat above its name. A ten is a `T` where there is no room for it."""
    width = line_width() // len(match.header.names)
    tops = {seat: first_fitting(top, top.replace("10", "T"), width=width - 1) for seat, top in tops.items()}
    feet = fit_names(match.header.names, SMALL, width - 2)
    return tuple([Column(tops.get(seat, ""), foot) for seat, foot in enumerate(feet)])


def memo(table: Table) -> str:
    """The second small line: what everybody must remember."""
    match = table.playing
    state = state_to_tell(match)
    return tr(match.header.game.shown.second_line(state)) if state is not None else ""


def large_name(match: Match, seat: int) -> str:
    """A name for the fact."""
    return name_in(match.header.names, seat, NARROW, layouts.name_room()).upper()


def brief_names(match: Match) -> tuple[str, ...]:
    """All names, short enough for a small line with other words."""
    return fit_names(match.header.names, SMALL, BRIEF)


def last_said(match: Match) -> str:
    """The last statement in few signs: player, and cards or word; empty before the first."""
    return "" if match.said is None else match.speaking.short(as_seen(match, match.said), speaking_names(match))


def speaking_names(match: Match) -> tuple[str, ...]:
    """The names on the panel when the last statement was said."""
    return fit_names(match.speaking.names, SMALL, BRIEF)


def bid_of(label: str) -> str:
    """A bid without the word for it: "85", "nil"."""
    number = label.values.get("bid") if isinstance(label, Message) else None
    return tr(label) if number is None else str(number)


def ways(table: Table) -> str:
    """The bids to which UP and DOWN lead: the list goes around, and from its lowest DOWN leads to the highest."""
    up, down = (table.offered[(table.cursor + step) % len(table.offered)].label for step in (-1, 1))
    return f"▲ {bid_of(up)}   ▼ {bid_of(down)}"


def score_columns(match: Match, tops: Mapping[int, str] | None = None, rows: int = 2) -> tuple[Column, ...]:
    """Each player's name with the score, in a column of its own, and a word for each seat above it."""
    return number_columns(match, tuple(map(str, match.scores)), tops, rows) if match.header.game.keeps_score else ()


def number_columns(
    match: Match, numbers: tuple[str, ...], tops: Mapping[int, str] | None = None, rows: int = 2
) -> tuple[Column, ...]:
    """Each player's name with a number, and a word for each seat above it.

    Where names would be cut too short, the number stands below the name if both `rows` are free; else it is left out.
    """
    tops = tops or {}
    if feet := seats_in_columns(match.header.names, numbers):
        return tuple([Column(tops.get(seat, ""), foot) for seat, foot in enumerate(feet)])
    if tops or rows < 2:
        return seat_columns(match, tops)
    names = fit_names(match.header.names, SMALL, line_width() // len(numbers) - layouts.COLUMN_GAP // 2)
    return tuple(Column(name, number) for name, number in zip(names, numbers, strict=True))


def changes(
    match: Match, heading: Heading, points: Sequence[int], remarks: Sequence[str], *, last: tuple[str, ...] = ()
) -> Screen:
    """A line for each player: the points of this deal, the total, and a remark; then the `last` lines."""
    names = fit_names(match.header.names, SMALL, BRIEF)
    each = zip(names, points, match.scores, remarks, strict=True)
    lines = (f"{name}  {point:+d} = {total}  {remark}".rstrip() for name, point, total, remark in each)
    return Screen("deal score", heading, TextPage((*lines, *last)))


def sum_of(total: int, change: int) -> str:
    """What a total was before, and its change in this deal; if too long only the latter; empty if it was nothing."""
    if not (before := total - change):
        return ""
    alone = f"{change:+d}"
    whole = tr("was {n}, {change}", n=before, change=alone)
    return first_fitting(whole, tr("deal {change}", change=alone), alone, width=line_width() - layouts.REMARK_AT)


def rows(match: Match, remarks: tuple[tuple[str, str], ...] = ()) -> tuple[Row, ...]:
    """The totals in rows of 16 pixels, with the points of the last deal and their parts."""
    numbers = tuple(map(str, match.scores))
    widest = max(MEDIUM.width(number) for number in numbers)
    names = fit_names(match.header.names, MEDIUM, layouts.NUMBER_END - min(widest, 41) - 4)
    remarks = remarks or (("", ""),) * len(names)
    return tuple(Row(name, number, *remark) for name, number, remark in zip(names, numbers, remarks, strict=True))


def played_to(match: Match) -> str:
    """The total that ends the match, or who won, as a note. Empty: it ends otherwise."""
    if len(match.winners) in range(1, MOST_LARGE_NAMES + 1):
        return tr("{who} won", who=fit_sides(match.header.names, (match.winners,), SMALL, BRIEF)[0])
    low = match.header.game.low_wins
    ends = tr("{n}: low wins", n=match.header.target) if low else tr("game to {n}", n=match.header.target)
    return ends if match.header.target else ""


def scores(table: Table, title: str) -> Screen:
    """The totals, in the largest letters that fit."""
    match = table.playing
    heading = Heading(title, played_to(match), tr("OK = next deal") if table.scored and not table.page else "")
    if len(match.scores) <= 3:
        return Screen("scores", heading, Rows(rows(match)))
    a_line = 1 if len(match.scores) <= LINES_BELOW_A_TITLE else 2
    longest = max(map(str, match.scores), key=SMALL.width)
    room = line_width() // a_line - SMALL.width("  -000000" if a_line == 1 else f"    {longest}")
    names = fit_names(match.header.names, SMALL, room)
    each = [f"{name}  {total}" for name, total in zip(names, match.scores, strict=True)]
    lines = tuple("   ".join(each[first : first + a_line]) for first in range(0, len(each), a_line))
    return Screen("scores", heading, TextPage(lines))


def game_over(table: Table, columns: tuple[Column, ...] = ()) -> Screen:
    """The winners, large, and the totals, or other `columns`; above them what is counted."""
    match = table.playing
    alone = len(match.winners) == 1
    title, counted, how = _winner_word(match), tr(match.header.game.counted), tr(HOW)
    top = TopLines(
        first_fitting(f"{title}      {tr(AGAIN_OR)}", f"{title}   {tr(AGAIN_OR)}"),
        first_fitting(*(f"{what} {how}" for what in (*_what_wins(match), capital(counted))), capital(counted)),
    )
    names = large_names(match, match.winners, WINNER_ROOM if alone else line_width())
    glance = Glance(Fact(names, ("bird",) if alone else ()), columns=columns or totals(match, match.scores))
    return Screen("game over", top, glance)


def _what_wins(match: Match) -> tuple[str, ...]:
    """Whether few or many of what is counted win; of points also in short."""
    counted, low = match.header.game.counted, match.header.game.low_wins
    whole = tr("Fewest {counted} win", counted=tr(counted)) if low else tr("Most {counted} win", counted=tr(counted))
    short = tr("Lowest wins") if low else tr("Highest wins")
    return (whole, short) if counted == "points" else (whole,)


def _winner_word(match: Match) -> str:
    return tr("Winner") if len(match.winners) == 1 else tr("Winners")


def _winners(match: Match) -> Fact:
    return names_beside(match, match.winners, _winner_word(match))


def names_beside(match: Match, seats: tuple[Seat, ...], aside: str) -> Fact:
    """The names of these players as the fact, and aside what they do or are."""
    return Fact(large_names(match, seats, layouts.room_beside(aside)), aside=aside)


def large_names(match: Match, seats: tuple[Seat, ...], width: int = 0) -> str:
    """The names of these players for the fact: one, two joined, or how many of them there are."""
    if len(seats) > MOST_LARGE_NAMES:
        return tr("ALL") if len(seats) == len(match.header.names) else tr("{n} PLAYERS", n=len(seats))
    names, width = match.header.names, width or line_width()
    if len(seats) == 1:
        return name_in(names, seats[0], NARROW, width).upper()
    return fit_sides(names, (seats,), NARROW, width)[0].upper()


def deal_again(match: Match, columns: tuple[Column, ...]) -> Screen:
    """A scored deal that does not count after a revoke and is dealt again, above the totals."""
    heading = Heading(tr("Deal {n}", n=match.state.now.number), tr("OK = deal again"), tr("after a revoke"))
    return Screen("deal score", heading, Glance(Fact(tr("NO POINTS")), columns=columns))


def lying_trick(match: Match) -> Trick:
    """The trick on the table: the one just taken until somebody leads the next."""
    tricks: tuple[Trick, ...] = match.state.now.tricks
    return tricks[-2] if has_event(match, TrickTaken) and not tricks[-1].plays else tricks[-1]


def played_cards(game: TrickGame[Any], state: TrickState[Any], trick: Trick) -> dict[Seat, str]:
    """The card of each player in a trick, the best so far with a star."""
    best = game.winner(state, trick) if trick.plays else None
    return {play.seat: tr(play.cards[0].sign) + BEST * (play.seat == best) for play in trick.plays}


def card_awaited(table: Table, led: str, line: str, columns: tuple[Column, ...]) -> Glance:
    """Whose card comes next and what was `led`; below, an answer that may be given instead, or else this line."""
    match = table.playing
    name = large_name(match, match.expects.seats[0])
    fact = Fact(name, layouts.FINGER, side=led, aside=tr("led:") if led else tr("leads"))
    if any(BEST in column.top for column in columns):
        line = line or tr(BEST_IS)
    return Glance(fact, (tr(AGAIN) if table.begun.interrupted else offer(table) or line,), columns)


def passer(table: Table, seat: Seat, number: int) -> Fact:
    """Who passes cards, and how many of them were tapped."""
    drawn = len(table.begun.drawn)
    side = f"{drawn}/{number}" if drawn else ""
    return Fact(large_name(table.playing, seat), layouts.FINGER, side=side, aside=tr("passes"))


def offer(table: Table) -> str:
    """The answer to which DOWN leads where a card is awaited, as that no point is left. Empty: there is none."""
    if not table.offered:
        return ""
    answer = table.offered[0]
    if any(said.word == DECIDED for said in answer.says):
        return tr("▼ score: no points left")
    return f"▼ {tr(answer.label)}"


def instead(table: Table) -> Screen:
    """An answer that DOWN has led to, although a card is awaited: nothing is said before OK."""
    match, chosen = table.playing, table.chosen
    assert chosen is not None
    label = tr(chosen.label)
    fact = first_fitting(label.upper(), tr("SURE?"), width=line_width(), font=NARROW)
    speaker, *others = {said.seat for said in chosen.says}
    who = memo(table) if speaker is None or others else with_name(match, speaker, f"{{}}: {label}")
    ok, back = tr("OK = {answer}", answer=label), tr("BACK = not now")
    lines = (first_fitting(ok, f"OK = {label}", width=line_width()), back, tr("or tap the next card"))
    says = as_spoken([ok, back])
    return Screen("instead", TopLines(memo=who), Glance(Fact(fact), lines), says=lambda: sentences(*says))


def waiting(table: Table) -> Screen:
    """The generic screen of an expectation: whose turn, what for, and how to play it."""
    match = table.playing
    expected = match.expects
    if not expected.words:
        fact = _winners(match) if match.winners else Fact(tr("THE END"))
        glance = Glance(fact, (tr("Game over"), tr(AGAIN_OR)), score_columns(match, rows=1))
        return Screen("the end", TopLines(memo=memo(table)), glance)
    if table.offered and not table.optional:
        return choosing(table)
    least, most = expected.pieces
    pieces = least if least == most else f"{least}-{most}"
    who = large_name(match, expected.seats[0]) if len(expected.seats) == 1 else tr("TAP")
    tapped = f"{len(table.begun.gathered)}/{least}" if table.begun.gathered else ""
    fact = Fact(who, layouts.FINGER, side=tapped, aside=tr("tap {n}", n=pieces) if most > 1 else "")
    lines = (offer(table), tr(AGAIN if table.begun.interrupted else expected.headline))
    return Screen("waiting", TopLines(memo=memo(table)), Glance(fact, lines, score_columns(match, rows=1)))


def choosing(table: Table) -> Screen:
    """A choice of the game: the question, the answer at the cursor large, and the answers below it."""
    return Screen("choice", TopLines(memo=question(table)), options(table))


def question(table: Table) -> str:
    """The question that is asked now, after whose answer it is if that is known."""
    asked, seat = tr(table.asked), who_answers(table)
    return asked if seat is None else with_name(table.playing, seat, f"{{}}: {asked}")


def who_answers(table: Table) -> Seat | None:
    """Whose answer the question wants. None: nobody's in particular, as where the answers are players."""
    seats, speaker = table.playing.expects.seats, chosen_player(table)
    people = any(choice.seat is not None and not choice.label for choice in table.offered)
    return speaker if speaker is not None else seats[0] if len(seats) == 1 and not people else None


def options(table: Table, fact: Fact | None = None, line: str = "", means: str = "") -> Options:
    """The answers that a game offers, and what OK says; the answer at the cursor is large, or another `fact`.

    `means` is what the answer "{who}" means; empty: what it says.
    """
    match, offered, cursor = table.playing, table.offered, table.cursor
    assert 0 <= cursor < len(offered), "an answer is chosen"
    chosen, words = offered[cursor], answers(match, offered)
    answer = tr(means, who=words[cursor]) if means else words[cursor]
    first, shown = _visible_answers(words, cursor)
    return Options(
        fact or Fact((tr(chosen.label) or large_name(match, chosen.seat or 0)).upper()),
        shown,
        cursor - first,
        (line or (tr("BACK = one step back") if table.path else _or_card(table)), ok_says(answer, len(words))),
    )


def _or_card(table: Table) -> str:
    """A line that says that a card may be tapped instead of an answer, or says that nobody does. Empty if none may."""
    if table.tap is None:
        return ""
    if not table.playing.expects.implied:
        return tr("or tap the next card")
    if table.tap.seat is None:
        return tr("Nobody: turn a new card")
    return with_name(table.playing, table.tap.seat, tr("Nobody: {who} leads", who="{}"), line_width())


def ok_says(answer: str, of: int = 2) -> str:
    """The last line of a question: what OK says, and that there are other answers if there are several."""
    ok = tr("OK = {answer}", answer=answer)
    return first_fitting(tr("{ok}   ▲▼ others", ok=ok), f"{ok}   ▲▼", ok, width=line_width()) if of > 1 else ok


def chosen_player(table: Table) -> Seat | None:
    """The player among the answers chosen so far; None: no answer names one."""
    return next((choice.seat for choice in table.taken if choice.seat is not None), None)


def answers(match: Match, offered: tuple[Choice, ...]) -> tuple[str, ...]:
    """The words of the answers, cut to fit side by side if possible."""
    labels = [tr(choice.label) for choice in offered if choice.seat is None or choice.label]
    seats = max(1, len(offered) - len(labels))
    room = (line_width() - sum([SMALL.width(label) + layouts.GAP for label in labels])) // seats - layouts.GAP
    names = fit_names(match.header.names, SMALL, max(room, SMALL.width("Ann")))
    return tuple([tr(choice.label) if choice.label else names[choice.seat or 0] for choice in offered])


def _visible_answers(words: tuple[str, ...], cursor: int) -> tuple[int, tuple[str, ...]]:
    """As many uncut answers around the cursor as fit side by side, and the index of the first."""
    first, end = cursor, cursor + 1
    while True:
        if end < len(words) and layouts.fits_one_line(words[first : end + 1]):
            end += 1
        elif first > 0 and layouts.fits_one_line(words[first - 1 : end]):
            first -= 1
        else:
            return first, words[first:end]
