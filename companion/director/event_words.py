"""The words of an event's record: each line is a statement, and says what the event is after it. Pure.

    event 2026-11-25-club "Club evening" 7 143  game NAME             option NAME VALUE
    movement howell    rounds 7    minutes 25    deals 2    duplicate yes
    secret 0f1e2d3c4b5a69788796a5b4c3d2e1f0     what the deals of the boards follow from
    person Ann         partners Ann Cid          alone Eve             late Ann 3      leaves Ann    comes Ann
    remove Zoe         merge Anne Ann
    plan 1             seat 1 box-a Ann Bob Cid Dee boards=1,2         out Eve         round 1
    move 1 box-b       breaks box-a              mended box-a          done 1 1 2
    pause              goes                      ends                  undo 2          step 6          orders 190
    correct 1 2 1 points 120 -80 120 -80 "the table agreed"            correct 1 2 1 percent 60 40 "a card was missing"

The seventh event; the numbers of its orders follow 143. Both are missing in a record of an earlier program. `step`
says how many of the next statements belong together: they count when the last is there. `orders` raises what the
numbers of orders follow. `remove` takes a person out on whom no round depends. `merge` says that the first is the
second, whose name counts from then on, also for what the first has played. `late`, `leaves` and `comes` are for the
whole entrant and name one of its people. `undo` takes statements back as if they had not been made, but what tables
have `done` stays, and so does the `secret`: boards may be laid out. `seat` and `out` count from `round` on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from companion.director.event import MOVEMENTS, NO_BOX, ClubEvent, Entrant, Seated, Sitting
from companion.director.event_lines import (
    BOARDS,
    MOST_DEALS,
    MOST_ROUNDS,
    MOST_TABLES,
    MOST_TEXT,
    boards_in,
    box_in,
    correction_in,
    number_in,
    secret_in,
    words_of,
    yes_in,
)
from companion.rules.statements import UnreadableError, split_words
from companion.support.names import name_problem, person, place_of
from companion.support.values import dataclass, field, replace

STAYS = frozenset({"done", "secret", "orders"})
"""The words that are not taken back."""
MOST_STEP = 10_000
"""Statements of one step."""
MOST_NUMBER = 999_999
"""The largest number of an event, of a statement and of an order."""
EVENT = re.compile(r"[a-z0-9-]{1,64}")
TELL_BOXES = frozenset("round move breaks mended done ends undo orders".split())
"""The words that may change what a box is told."""


@dataclass(frozen=True, slots=True)
class Story:
    """An event, the round that is being planned, and the story before the last statement.

    `planned` is the number of the round; 0: none. `due` is how many statements the present step still lacks, `step` how
    many it has so far.
    """

    event: ClubEvent
    planned: int = 0
    due: int = 0
    step: int = 1
    sittings: Mapping[int, Sitting] = field(default_factory=dict)
    out: tuple[str, ...] = ()
    said: str = ""
    before: Story | None = field(default=None, repr=False, compare=False)

    @property
    def is_whole(self) -> bool:
        """Whether the last step lacks nothing."""
        return not self.due and not self.planned

    @property
    def last_action(self) -> int:
        """How many statements `undo` takes back at once: the last step. 0: there is nothing to undo.

        Steps that stay are passed over.
        """
        story, number, stays = self, 0, True
        while stays:
            for _ in range(story.step):
                if story.before is None:
                    return 0
                stays, number = stays and story.said in STAYS | {"step"}, number + 1
                story = story.before
        return number


def tell_story(lines: Iterable[tuple[str, str]]) -> Story:
    """The story after these lines, each with its time. Raises UnreadableError for the first wrong one."""
    story: Story | None = None
    for text, at in lines:
        story = said(story, text, at)
    if story is None:
        raise UnreadableError("an event begins with “event NAME TITLE”; it is missing")
    return story


def said(story: Story | None, text: str, at: str) -> Story:
    """The story after one more statement at this time. Raises UnreadableError."""
    word, *rest = split_words(text) or [""]
    if story is None:
        return Story(_begin(word, rest), said=word)
    if word == "undo":
        return _undone(story, rest)
    if word not in WORDS:
        raise UnreadableError(f"“{word}” is no word of an event; it has {', '.join(WORDS)}")
    if story.event.over and word != "orders":
        raise UnreadableError("the event has ended")
    after = WORDS[word](story, rest, at)
    due = after.due if word == "step" else max(0, story.due - 1)
    step = 1 if story.is_whole else story.step + 1
    return replace(after, event=_count(after.event, story.event, word), due=due, step=step, said=word, before=story)


def _count(event: ClubEvent, before: ClubEvent, word: str) -> ClubEvent:
    number = before.stated + 1
    return replace(event, stated=number, ordered=number if word in TELL_BOXES else event.ordered)


def _begin(word: str, rest: Sequence[str]) -> ClubEvent:
    if word != "event" or len(rest) not in {2, 4} or not EVENT.fullmatch(rest[0]):
        raise UnreadableError("an event begins with “event NAME TITLE NUMBER ORDERS”, a name of a-z, 0-9 and -")
    number, since = (number_in(rest, 2, MOST_NUMBER), _count_in(rest[3:])) if len(rest) == 4 else (0, 0)
    return ClubEvent(rest[0], rest[1][:MOST_TEXT], number, since, stated=1, ordered=1)


def _undone(story: Story, rest: Sequence[str]) -> Story:
    number, earlier = number_in(rest, 0, 10_000), story
    for _ in range(number):
        if earlier.before is None:
            raise UnreadableError(f"there are no {number} statements to take back")
        earlier = earlier.before
    done = {place: deals for place, deals in story.event.done.items() if place[0] <= len(earlier.event.seated)}
    kept = replace(earlier.event, done=done, secret=story.event.secret, since=story.event.since)
    return replace(earlier, event=_count(kept, story.event, "undo"))


def _count_in(rest: Sequence[str]) -> int:
    """The only word: a number that may be 0."""
    return 0 if list(rest) == ["0"] else number_in(rest, 0, MOST_NUMBER)


def _step(story: Story, rest: Sequence[str], _: str) -> Story:
    if not story.is_whole:
        raise UnreadableError("a step is within none")
    return replace(story, due=number_in(rest, 0, MOST_STEP))


def _orders(story: Story, rest: Sequence[str], _: str) -> Story:
    return replace(story, event=replace(story.event, since=max(story.event.since, number_in(rest, 0, MOST_NUMBER))))


# ---------------------------------------------------------------- what is played


def _setter(name: str, value: Callable[[Sequence[str]], Any]) -> Callable[[Story, Sequence[str], str], Story]:
    """A word that sets one field."""

    def said_of(story: Story, rest: Sequence[str], _: str) -> Story:
        changed: dict[str, Any] = {name: value(rest)}
        return replace(story, event=replace(story.event, **changed))

    return said_of


def _option(story: Story, rest: Sequence[str], _: str) -> Story:
    name, value = words_of(rest, 2)
    return replace(story, event=replace(story.event, options={**story.event.options, name: value}))


def _game(story: Story, rest: Sequence[str], _: str) -> Story:
    return replace(story, event=replace(story.event, game=words_of(rest, 1)[0], options={}))


def _secret(story: Story, rest: Sequence[str], _: str) -> Story:
    if story.event.secret:
        raise UnreadableError("the event has its secret: boards may be laid out")
    return replace(story, event=replace(story.event, secret=secret_in(rest)))


def _movement(rest: Sequence[str]) -> str:
    if list(rest[:1]) and rest[0] in MOVEMENTS:
        return rest[0]
    raise UnreadableError(f"a movement is one of {', '.join(MOVEMENTS)}")


# ---------------------------------------------------------------- people


def _person(story: Story, rest: Sequence[str], _: str) -> Story:
    (name,) = words_of(rest, 1)
    if problem := name_problem(name):
        raise UnreadableError(problem)
    if (place := place_of(name, story.event.people)) is not None:
        raise UnreadableError(f"{story.event.people[place]} is there already; capitals make no difference")
    gone = {other: now for other, now in story.event.gone.items() if now or person(other) != person(name)}
    if (place := place_of(name, list(gone))) is not None:
        raise UnreadableError(f"{name} is {list(gone.values())[place]} here")
    return replace(story, event=replace(story.event, people=(*story.event.people, name), gone=gone))


def _remove(story: Story, rest: Sequence[str], _: str) -> Story:
    (name,) = words_of(rest, 1)
    event = _without_entrant(story.event, name)
    return replace(story, event=_without_person(event, name, ""))


def _merge(story: Story, rest: Sequence[str], _: str) -> Story:
    name, into = words_of(rest, 2)
    event = story.event
    if name == into or {name, into} - set(event.people):
        raise UnreadableError("two of the people are wanted")
    if both := next((seated.number for seated in event.seated if {name, into} <= _present(event, seated)), 0):
        raise UnreadableError(f"{name} and {into} were both in round {both}: they are two people")
    if event.entrant_of(into) is not None and event.entrant_of(name) is not None:
        event = _without_entrant(event, name if _is_free(event, name) else into)
    named = [tuple(into if own == name else own for own in entrant.names) for entrant in event.entrants]
    entrants = tuple(replace(entrant, names=names) for entrant, names in zip(event.entrants, named, strict=True))
    return replace(story, event=_without_person(replace(event, entrants=entrants), name, into))


def _present(event: ClubEvent, seated: Seated) -> set[str]:
    """Everybody in this round, as they are called now."""
    return set(map(event.called, chain(seated.out, *(sitting.names for sitting in seated.sittings))))


def _without_person(event: ClubEvent, name: str, now: str) -> ClubEvent:
    """Without this person; what the name has done is that of another, if there is one."""
    people = tuple(other for other in event.people if other != name)
    gone = {absent: now if other == name else other for absent, other in event.gone.items()}
    return replace(event, people=people, gone={**gone, name: now})


def _without_entrant(event: ClubEvent, name: str) -> ClubEvent:
    """Without the entrant of this person. Raises UnreadableError where a round depends on it."""
    if name not in event.people:
        raise UnreadableError(f"“{name}” is not among the people")
    if not _is_free(event, name):
        raise UnreadableError(f"{name} has a place in the rounds: they can leave")
    return replace(event, entrants=tuple(entrant for entrant in event.entrants if name not in entrant.names))


def _is_free(event: ClubEvent, name: str) -> bool:
    """Whether no round depends on this person: on their place among the entrants, or on those behind it."""
    number = event.entrant_of(name)
    if number is None or not event.seated:
        return True
    present = set().union(*(_present(event, seated) for seated in event.seated))
    depended_on = (place for place, entrant in enumerate(event.entrants) if present & set(entrant.names))
    return number >= event.begun_with and number > max(depended_on, default=-1)


def _partners(story: Story, rest: Sequence[str], _: str) -> Story:
    return _enter(story, tuple(words_of(rest, 2)))


def _alone(story: Story, rest: Sequence[str], _: str) -> Story:
    return _enter(story, tuple(words_of(rest, 1)))


def _enter(story: Story, names: tuple[str, ...]) -> Story:
    """These people are one entrant from the next round on, and in none other."""
    event = story.event
    if strangers := [name for name in names if name not in event.people]:
        raise UnreadableError(f"“{strangers[0]}” is not among the people")
    if len(set(names)) < len(names):
        raise UnreadableError("partners are two people")
    taken = [entrant for entrant in event.entrants if set(entrant.names) & set(names)]
    if taken and event.seated:
        raise UnreadableError(f"{' and '.join(taken[0].names)} play since an earlier round; they can leave")
    kept = tuple(entrant for entrant in event.entrants if entrant not in taken)
    since = len(event.seated) + 1
    return replace(story, event=replace(event, entrants=(*kept, Entrant(names, since))))


def _late(story: Story, rest: Sequence[str], _: str) -> Story:
    number = number_in(rest, 1, MOST_ROUNDS)
    return _with_entrant(story, rest, lambda entrant: replace(entrant, since=number))


def _leaves(story: Story, rest: Sequence[str], _: str) -> Story:
    return _with_entrant(story, rest, lambda entrant: replace(entrant, left=len(story.event.seated) + 1))


def _comes(story: Story, rest: Sequence[str], _: str) -> Story:
    return _with_entrant(story, rest, lambda entrant: replace(entrant, left=None))


def _with_entrant(story: Story, rest: Sequence[str], change: Callable[[Entrant], Entrant]) -> Story:
    name = rest[0] if rest else ""
    number = story.event.entrant_of(name)
    if number is None:
        raise UnreadableError(f"“{name}” does not play")
    entrants = list(story.event.entrants)
    entrants[number] = change(entrants[number])
    return replace(story, event=replace(story.event, entrants=tuple(entrants)))


# ---------------------------------------------------------------- rounds


def _plan(story: Story, rest: Sequence[str], _: str) -> Story:
    number = number_in(rest, 0, MOST_ROUNDS)
    if number != len(story.event.seated) + 1:
        raise UnreadableError(f"round {len(story.event.seated) + 1} is next; found {number}")
    return Story(story.event, number)


def _seat(story: Story, rest: Sequence[str], _: str) -> Story:
    if not story.planned:
        raise UnreadableError("“plan ROUND” comes before its seats")
    named = bool(rest) and rest[-1].startswith(BOARDS)
    boards, words = (boards_in(rest[-1]), rest[:-1]) if named else ((), rest)
    table, box, names = number_in(words, 0, MOST_TABLES), box_in(words[1] if len(words) > 1 else ""), tuple(words[2:])
    _refuse_seats(story, names)
    return replace(story, sittings={**story.sittings, table: Sitting(table, box, names, boards)})


def _refuse_seats(story: Story, names: tuple[str, ...]) -> None:
    seated = {name for sitting in story.sittings.values() for name in sitting.names}
    for name in names:
        if name not in story.event.people:
            raise UnreadableError(f"“{name}” is not among the people")
        if name in seated or names.count(name) > 1:
            raise UnreadableError(f"{name} has two seats in round {story.planned}")
    if not 2 <= len(names) <= 8:
        raise UnreadableError("2 to 8 people sit at a table")


def _out(story: Story, rest: Sequence[str], _: str) -> Story:
    return replace(story, out=(*story.out, *rest))


def _round(story: Story, rest: Sequence[str], at: str) -> Story:
    number = number_in(rest, 0, MOST_ROUNDS)
    if number != story.planned:
        raise UnreadableError(f"round {number} was not planned")
    sittings = tuple(story.sittings[table] for table in sorted(story.sittings))
    begun = Seated(number, at, sittings, story.out)
    begun_with = story.event.begun_with or len(story.event.entrants)
    return Story(replace(story.event, seated=(*story.event.seated, begun), pauses=(), begun_with=begun_with))


def _move(story: Story, rest: Sequence[str], _: str) -> Story:
    now, table, box = story.event.current, number_in(rest, 0, MOST_TABLES), box_in(rest[1] if len(rest) > 1 else "")
    if now is None or now.at_table(table) is None:
        raise UnreadableError(f"nobody sits at table {table}")
    sittings = tuple(_with_box(sitting, table, box) for sitting in now.sittings)
    seated = (*story.event.seated[:-1], replace(now, sittings=sittings))
    return replace(story, event=replace(story.event, seated=seated))


def _with_box(sitting: Sitting, table: int, box: str) -> Sitting:
    """The table has this box; another table that had it has none."""
    if sitting.table == table:
        return sitting.moved(box)
    return sitting.moved(NO_BOX) if sitting.box == box else sitting


def _breaks(story: Story, rest: Sequence[str], _: str) -> Story:
    return replace(story, event=replace(story.event, broken=story.event.broken | {box_in(*rest[:1])}))


def _mend(story: Story, rest: Sequence[str], _: str) -> Story:
    return replace(story, event=replace(story.event, broken=story.event.broken - {box_in(*rest[:1])}))


def _done(story: Story, rest: Sequence[str], _: str) -> Story:
    place = number_in(rest, 0, MOST_ROUNDS), number_in(rest, 1, MOST_TABLES)
    deals = 0 if list(rest[2:]) == ["0"] else number_in(rest, 2, MOST_DEALS)
    return replace(story, event=replace(story.event, done={**story.event.done, place: deals}))


def _pause(story: Story, _: Sequence[str], at: str) -> Story:
    pauses = story.event.pauses
    return story if story.event.paused else replace(story, event=replace(story.event, pauses=(*pauses, at)))


def _goes(story: Story, _: Sequence[str], at: str) -> Story:
    pauses = story.event.pauses
    return replace(story, event=replace(story.event, pauses=(*pauses, at))) if story.event.paused else story


def _ends(story: Story, _: Sequence[str], __: str) -> Story:
    return replace(story, event=replace(story.event, over=True))


def _correct(story: Story, rest: Sequence[str], _: str) -> Story:
    correction = correction_in(rest, story.event)
    return replace(story, event=replace(story.event, corrections=(*story.event.corrections, correction)))


def _minutes(rest: Sequence[str]) -> int:
    """So many minutes a round; 0: no clock."""
    return 0 if list(rest) == ["0"] else number_in(rest, 0, 600)


WORDS: dict[str, Callable[[Story, Sequence[str], str], Story]] = {
    "step": _step,
    "orders": _orders,
    "title": _setter("title", lambda rest: words_of(rest, 1)[0][:MOST_TEXT]),
    "game": _game,
    "option": _option,
    "movement": _setter("movement", _movement),
    "rounds": _setter("rounds", lambda rest: number_in(rest, 0, MOST_ROUNDS)),
    "minutes": _setter("minutes", _minutes),
    "deals": _setter("deals", lambda rest: number_in(rest, 0, MOST_DEALS)),
    "duplicate": _setter("duplicate", yes_in),
    "secret": _secret,
    "person": _person,
    "remove": _remove,
    "merge": _merge,
    "partners": _partners,
    "alone": _alone,
    "late": _late,
    "leaves": _leaves,
    "comes": _comes,
    "plan": _plan,
    "seat": _seat,
    "out": _out,
    "round": _round,
    "move": _move,
    "breaks": _breaks,
    "mended": _mend,
    "done": _done,
    "pause": _pause,
    "goes": _goes,
    "correct": _correct,
    "ends": _ends,
}
"""What each word does. `event` begins a record, and `undo` stands above all words."""
