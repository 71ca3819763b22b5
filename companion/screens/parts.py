"""Parts for the screens of all games: top lines, scores, choices, waiting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cards import signs
from companion.inputs.inputs import Button
from companion.inputs.questions import at_once, further
from companion.rules.partners import sides_of
from companion.rules.statements import PLAY
from companion.screens.forms import first_fitting
from companion.screens.glyphs import MEDIUM, NARROW, SMALL
from companion.screens.name_fitting import fit_names, name_in, seats_in_columns
from companion.screens.picture import WIDTH
from companion.screens.screen import (
    COLUMN_GAP,
    FINGER,
    GAP,
    MARK_WIDTH,
    NAME_ROOM,
    NUMBER_END,
    TASK_AT,
    Column,
    Fact,
    Glance,
    Heading,
    Options,
    Row,
    Rows,
    Screen,
    TextPage,
    TopLines,
    one_line,
)
from companion.screens.words import AFTER_THE_GAME, AGAIN, CHOOSE
from companion.support.messages import Message, tr
from companion.table.apply_statements import as_seen
from companion.table.asked import only_person

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.cards import Seat
    from companion.match.match import Match
    from companion.rules.events import Event
    from companion.rules.game import Choice
    from companion.rules.statements import Statement
    from companion.table.state import Table

BRIEF = 44
"""Maximum pixels of a name in a small line with other words."""

LINES_BELOW_A_TITLE = 6

WINNER_ROOM, MOST_LARGE_NAMES = 98, 2
"""Pixels of a large name behind the bird; large names that stand side by side."""


def place(table: Table) -> str:
    """The first small line: game, deal and trick."""
    match = table.playing
    where = tr(match.header.game.shown.headline(match.state)) if match.state is not None else ""
    return f"{game_title(match)} {where}".rstrip()


def game_title(match: Match) -> str:
    """The title of the game without its kind of deck."""
    return tr(match.header.game.title.removesuffix(" cards").removesuffix(" drinks"))


def has_event(match: Match, kind: type[Event]) -> bool:
    """Whether the last statement had an event of this kind."""
    return any(isinstance(event, kind) for event in match.events)


def turn_of(match: Match, seat: Seat, asked: str) -> str:
    """Whose turn it is, and what is asked, as a sentence: of the only person at the table, of a player by name."""
    if seat == only_person(match):
        return tr("Your turn: {asked}", asked=asked)
    return tr("{who}'s turn: {asked}", who=match.header.names[seat], asked=asked)


def with_name(match: Match, seat: int, words: str, width: int = WIDTH - MARK_WIDTH) -> str:
    """A small line with a player's name at "{}", cut to the room that the other words leave."""
    room = width - SMALL.width(words.replace("{}", ""))
    return words.format(name_in(match.header.names, seat, SMALL, max(room, SMALL.width("MM"))))


def below(match: Match, seat: int) -> str:
    """A name for the slot below the fact."""
    return "☞" + name_in(match.header.names, seat, MEDIUM, TASK_AT - 6 - MEDIUM.width("☞")).upper()


def totals(match: Match, numbers: tuple[int, ...], tops: tuple[str, ...] = ()) -> tuple[Column, ...]:
    """Each player's name, or another word, above a number of 16 pixels."""
    names = tops or fit_names(match.header.names, SMALL, WIDTH // len(numbers) - COLUMN_GAP)
    return tuple(Column(name, number=str(number)) for name, number in zip(names, numbers, strict=True))


def standing(match: Match) -> tuple[Column, ...]:
    """Where all stand, partners together: points, or what the game counts instead. Empty: nothing is counted."""
    numbers = match.header.game.shown.standing(match.moment)
    return of_sides(match, sides_of(match.header.game, len(numbers)), numbers) if numbers else ()


def of_sides(match: Match, sides: tuple[tuple[Seat, ...], ...], numbers: tuple[int, ...]) -> tuple[Column, ...]:
    """The names of each side above its number of 16 pixels; `numbers` are by seat."""
    partners = len(sides[0])
    room = WIDTH // len(sides) - COLUMN_GAP - (partners - 1) * SMALL.width("+ ")
    names = fit_names(match.header.names, SMALL, room // partners)
    return tuple(Column("+".join(names[seat] for seat in side), number=str(numbers[side[0]])) for side in sides)


def seat_columns(match: Match, tops: Mapping[int, str], words: tuple[str, ...] = ()) -> tuple[Column, ...]:
    """A word for each seat above its name, which another word follows. A ten is a `T` where there is no room for it."""
    seats = len(match.header.names)
    tops = {seat: first_fitting(top, top.replace("10", "T"), width=WIDTH // seats - 1) for seat, top in tops.items()}
    feet = (
        seats_in_columns(match.header.names, words)
        if words
        else fit_names(match.header.names, SMALL, WIDTH // seats - 2)
    )
    return tuple([Column(tops.get(seat, ""), foot) for seat, foot in enumerate(feet)])


def memo(table: Table) -> str:
    """The second small line: what everybody must remember."""
    match = table.playing
    return tr(match.header.game.shown.second_line(match.state)) if match.state is not None else ""


def large_name(match: Match, seat: int) -> str:
    """A name for the fact."""
    return name_in(match.header.names, seat, NARROW, NAME_ROOM).upper()


def brief_names(match: Match) -> tuple[str, ...]:
    """All names, short enough for a small line with other words."""
    return fit_names(match.header.names, SMALL, BRIEF)


def in_words(match: Match) -> str:
    """The last statement as its word tells it, if there is room for that; else as `spoken`."""
    assert match.said is not None
    said = as_seen(match, match.said)
    told = match.header.language.words[said.word].told
    who = "" if said.seat is None else brief_names(match)[said.seat]
    sentence = tr(told, who=who, cards=signs(said.cards), value=value_of(said)) if told else ""
    return first_fitting(sentence or spoken(match), spoken(match), width=WIDTH)


def spoken(match: Match) -> str:
    """The last statement in words: player, and cards or word; empty before the first."""
    if match.said is None:
        return ""
    said = as_seen(match, match.said)
    who = "" if said.seat is None else brief_names(match)[said.seat]
    word = {PLAY: "", "dealt": tr("1 card"), "hand": tr("a hand")}.get(said.word, tr(said.word))
    return " ".join(filter(None, (who, word, *(tr(card.sign) for card in said.cards), value_of(said))))


def bid_of(label: str) -> str:
    """A bid in large letters, without the word for it: "85", "NIL"."""
    number = label.values.get("bid") if isinstance(label, Message) else None
    return (tr(label) if number is None else str(number)).upper()


def value_of(said: Statement) -> str:
    """The value of a statement in words: each of its words, a blank for a hyphen."""
    return " ".join(tr(word.replace("-", " ")) for word in said.value.split())


def score_columns(match: Match, tops: Mapping[int, str] | None = None) -> tuple[Column, ...]:
    """Each player's score at the foot, in a column of its own, and a word for each seat above it."""
    if not match.header.game.keeps_score:
        return ()
    above, words = tops or {}, seats_in_columns(match.header.names, tuple(map(str, match.scores)))
    return tuple(Column(above.get(seat, ""), word) for seat, word in enumerate(words))


def changes_above_totals(match: Match, changes: Sequence[str]) -> tuple[Column, ...]:
    """Each player's name and change above the total; a blank stands between them if there is room."""
    width = WIDTH // len(changes) - COLUMN_GAP
    tops: tuple[str, ...] = ()
    for blank in (" ", ""):
        after = [f"{blank}{change}" if change else "" for change in changes]
        names = fit_names(match.header.names, SMALL, width - max(map(SMALL.width, after)))
        tops = tuple(f"{name}{text}" for name, text in zip(names, after, strict=True))
        if all(SMALL.width(top) <= width for top in tops):
            break
    return totals(match, match.scores, tops)


def rows(match: Match, remarks: tuple[tuple[str, str], ...] = ()) -> tuple[Row, ...]:
    """The totals in rows of 16 pixels, with the points of the last deal and their parts."""
    numbers = tuple(map(str, match.scores))
    widest = max(MEDIUM.width(number) for number in numbers)
    names = fit_names(match.header.names, MEDIUM, NUMBER_END - min(widest, 41) - 4)
    remarks = remarks or (("", ""),) * len(names)
    return tuple(Row(name, number, *remark) for name, number, remark in zip(names, numbers, remarks, strict=True))


def scores(table: Table, title: str) -> Screen:
    """The totals, in the largest letters that fit."""
    match = table.playing
    if len(match.scores) <= 3:
        return Screen(
            "scores",
            Heading(title),
            Rows(rows(match)),
        )
    a_line = 1 if len(match.scores) <= LINES_BELOW_A_TITLE else 2
    longest = max(map(str, match.scores), key=SMALL.width)
    room = WIDTH // a_line - SMALL.width("  -000000" if a_line == 1 else f"    {longest}")
    names = fit_names(match.header.names, SMALL, room)
    each = [f"{name}  {total}" for name, total in zip(names, match.scores, strict=True)]
    lines = tuple("   ".join(each[first : first + a_line]) for first in range(0, len(each), a_line))
    return Screen(
        "scores",
        Heading(title),
        TextPage(lines),
    )


def game_over(table: Table, columns: tuple[Column, ...] = ()) -> Screen:
    """The winners, large, and the totals, or other `columns`."""
    match = table.playing
    alone = len(match.winners) == 1
    return Screen(
        "game over",
        Heading(tr("Winner") if alone else tr("Winners"), tr(AFTER_THE_GAME)),
        Glance(
            Fact(large_names(match, match.winners, WINNER_ROOM if alone else WIDTH), ("bird",) if alone else ()),
            columns=columns or totals(match, match.scores),
        ),
    )


def large_names(match: Match, seats: tuple[Seat, ...], width: int = WIDTH) -> str:
    """The names of these players for the fact: one, two joined, or how many of them there are."""
    if len(seats) > MOST_LARGE_NAMES:
        return tr("ALL") if len(seats) == len(match.header.names) else tr("{n} PLAYERS", n=len(seats))
    room = (width - (len(seats) - 1) * NARROW.width("+ ")) // len(seats)
    return "+".join(name_in(match.header.names, seat, NARROW, room) for seat in seats).upper()


def offer(table: Table) -> str:
    """What DOWN says where a card is awaited, as that no points are left. Empty: it says nothing."""
    return f"▼ {tr(table.offered[0].label)}" if table.offered else ""


def waiting(table: Table) -> Screen:
    """The generic screen of an expectation: whose turn, what for, and how to play it."""
    match = table.playing
    expected = match.expects
    if not expected.words:
        return Screen(
            "the end",
            TopLines(memo=memo(table)),
            Glance(Fact(tr("THE END")), ("", tr("OK = next game")), score_columns(match)),
        )
    quick = tuple(tr(choice.label) for choice in table.offered if choice.at_once)
    if len(quick) < len(table.offered):
        return choosing(table)
    least, most = expected.pieces
    pieces = least if least == most else f"{least}-{most}"
    return Screen(
        "waiting",
        TopLines(memo=memo(table)),
        Glance(
            Fact(
                large_name(match, expected.seats[0]) if len(expected.seats) == 1 else tr("TAP"),
                FINGER,
                side=f"{len(table.begun.gathered)}/{least}" if table.begun.gathered else "",
                aside=tr("tap {n}", n=pieces),
            ),
            (f"▼ {quick[0]}" if quick else "", tr(AGAIN if table.begun.interrupted else expected.headline)),
            score_columns(match),
        ),
    )


def choosing(table: Table) -> Screen:
    """A choice of the game: the player, the answer at the cursor large, and the answers below it."""
    match, offered, question = table.playing, table.offered, tr(table.asked)
    chosen, speaker = offered[table.cursor % len(offered)], chosen_player(table)
    people = any(choice.seat is not None and not choice.label for choice in offered)
    asked = match.expects.seats[0] if len(match.expects.seats) == 1 and not people else None
    seat = next((seat for seat in (chosen.seat, speaker, asked) if seat is not None), None)
    if chosen.label and seat is not None:
        return Screen("choice", TopLines(memo=with_name(match, seat, f"{{}}: {question}")), options(table))
    return Screen("choice", TopLines(memo=memo(table)), options(table, question))


def options(table: Table, aside: str = "") -> Options:
    """The answers that a game offers, the one at the cursor large, and what the buttons do."""
    match, offered = table.playing, table.offered
    chosen, words = offered[table.cursor % len(offered)], answers(match, offered)
    cursor = table.cursor % len(offered)
    first, shown = _visible_answers(words, cursor)
    return Options(
        Fact((tr(chosen.label) or large_name(match, chosen.seat or 0)).upper(), aside=aside),
        shown,
        cursor - first,
        ("", tr("or tap the next card") if table.tap else "", buttons(words, offered, cursor)),
    )


def chosen_player(table: Table) -> Seat | None:
    """The player among the answers chosen so far; None: no answer names one."""
    choices = table.choices
    taken = (further(choices, table.path[:step])[place] for step, place in enumerate(table.path))
    return next((choice.seat for choice in taken if choice.seat is not None), None)


def answers(match: Match, offered: tuple[Choice, ...]) -> tuple[str, ...]:
    """The words of the answers, cut to fit side by side if possible."""
    labels = tuple(tr(choice.label) for choice in offered if choice.seat is None or choice.label)
    seats = max(1, len(offered) - len(labels))
    room = (WIDTH - sum(SMALL.width(label) + GAP for label in labels)) // seats - GAP
    names = fit_names(match.header.names, SMALL, max(room, SMALL.width("Ann")))
    return tuple(tr(choice.label) or names[choice.seat or 0] for choice in offered)


def _visible_answers(words: tuple[str, ...], cursor: int) -> tuple[int, tuple[str, ...]]:
    """As many uncut answers around the cursor as fit side by side, and the index of the first."""
    first, end = cursor, cursor + 1
    while True:
        if end < len(words) and one_line(words[first : end + 1]):
            end += 1
        elif first > 0 and one_line(words[first - 1 : end]):
            first -= 1
        else:
            return first, words[first:end]


def buttons(words: tuple[str, ...], offered: tuple[Choice, ...], cursor: int = 0) -> str:
    """What the buttons do: choose, or answer with one press."""
    places = ((sign, at_once(offered, button, cursor)) for button, sign in ((Button.DOWN, "▼"), (Button.UP, "▲")))
    quick = [f"{sign} {words[place]}" for sign, place in places if place is not None]
    return "   ".join(("OK", *quick)) if quick else tr(CHOOSE)
