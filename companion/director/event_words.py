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
from zlib import crc32

from companion.club.limits import MOST_DEALS, MOST_ROUNDS, MOST_TABLES, NAME_OF_BOX
from companion.director.event import COUNTS, MOVEMENTS, NO_BOX, ClubEvent, Correction, Entrant, Seated, Sitting
from companion.rules.statements import UnreadableError, quote, split_words
from companion.support.names import name_problem, person, place_of
from companion.support.values import dataclass, field, replace

# ---------------------------------------------------------------- lines, read and written

MOST_BOARDS, MOST_POINTS, MOST_MINUTES = 9_999, 99_999, 600
MOST_TEXT = 120
BOARDS = "boards="
_SECRET = re.compile(r"[0-9a-f]{32}")


def words_of(rest: Sequence[str], number: int) -> Sequence[str]:
    """The further words of a statement, which must be so many. Raises UnreadableError, as the functions below do."""
    if len(rest) != number or not all(rest):
        raise UnreadableError(f"{number} words are wanted; found “{' '.join(rest)}”")
    return rest


def number_in(rest: Sequence[str], place: int, most: int, least: int = 1) -> int:
    """The whole number at a place, from `least` to `most`."""
    word = rest[place] if place < len(rest) else ""
    if word.isascii() and word.isdigit() and len(word) < 7 and least <= int(word) <= most:
        return int(word)
    raise UnreadableError(f"a whole number from {least} to {most} is wanted; found “{word[:20]}”")


def value_in(word: str) -> int:
    """A score."""
    digits = word.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) < 6:
        return int(word)
    raise UnreadableError(f"a whole number from -{MOST_POINTS} to {MOST_POINTS} is wanted; found “{word[:20]}”")


def box_in(word: str = "") -> str:
    """The name of a box, or that of none."""
    if word == NO_BOX or NAME_OF_BOX.fullmatch(word):
        return word
    raise UnreadableError(f"a box has a name of a-z, 0-9 and -; found “{word[:40]}”")


def boards_in(word: str) -> tuple[int, ...]:
    """The boards of a word "boards=5,6"; "boards=" has none."""
    numbers = word.removeprefix(BOARDS)
    return tuple(number_in([board], 0, MOST_BOARDS) for board in numbers.split(",")) if numbers else ()


def secret_in(rest: Sequence[str]) -> str:
    """The only word, if it is a secret. The refusal does not repeat it."""
    if len(rest) == 1 and _SECRET.fullmatch(rest[0]):
        return rest[0]
    raise UnreadableError("a secret is 32 of 0-9 and a-f")


def yes_in(rest: Sequence[str]) -> bool:
    """Whether the only word is yes."""
    if list(rest) in (["yes"], ["no"]):
        return rest[0] == "yes"
    raise UnreadableError("yes or no is wanted")


def correction_in(rest: Sequence[str], event: ClubEvent) -> Correction:
    """What a deal of this event counts, by the words of the next statement."""
    if len(rest) < 6 or rest[3] not in COUNTS or not rest[-1].strip():
        raise UnreadableError("“correct ROUND TABLE DEAL points|percent NUMBERS REASON”")
    most = (MOST_ROUNDS, MOST_TABLES, MOST_DEALS)
    number, table, deal = (number_in(rest, place, limit) for place, limit in enumerate(most))
    values, seats = tuple(map(value_in, rest[4:-1])), len(names_at(event, number, table))
    wanted, each = ({seats}, "seat") if rest[3] == "points" else ({2, seats}, "side")
    if len(values) not in wanted:
        numbers = " or ".join(map(str, sorted(wanted)))
        raise UnreadableError(f"{rest[3]}: {numbers} numbers are wanted, one for each {each}; found {len(values)}")
    if rest[3] == "percent" and not all(0 <= value <= 100 for value in values):
        raise UnreadableError(f"percent: each is from 0 to 100; found {', '.join(map(str, values))}")
    return Correction(event.stated + 1, (number, table, deal), COUNTS[rest[3]](values), rest[-1][:MOST_TEXT])


def names_at(event: ClubEvent, number: int, table: int) -> tuple[str, ...]:
    """Who sat at a table in a round. Raises UnreadableError if nobody did."""
    found = event.seated[number - 1].at_table(table) if 1 <= number <= len(event.seated) else None
    if found is None:
        raise UnreadableError(f"nobody sat at table {table} in round {number}")
    return found.names


def write_line(*words: object) -> str:
    """A line of these words; those with blanks are quoted. Raises UnreadableError for what no line can hold."""
    texts = [str(word) for word in words]
    if any(set('"#;') & set(text) or not text.isprintable() or not text.strip() for text in texts):
        raise UnreadableError("empty, or with a quotation mark, number sign, semicolon or control character")
    return " ".join(quote(text) for text in texts)


def seats_written(number: int, sittings: Iterable[Sitting], out: Sequence[str]) -> list[str]:
    """The lines that seat a round, in one action."""
    seats = (("seat", sitting.table, sitting.box, *sitting.names, *_boards_written(sitting)) for sitting in sittings)
    sits_out = [("out", *out)] if out else []
    return [write_line(*words) for words in (("plan", number), *seats, *sits_out, ("round", number))]


def _boards_written(sitting: Sitting) -> list[str]:
    """The word “boards=…”. Without boards it is left out, unless the last name would be read as that word."""
    needed = sitting.boards or sitting.names[-1].startswith(BOARDS)
    return [f"{BOARDS}{','.join(map(str, sitting.boards))}"] if needed else []


# ---------------------------------------------------------------- the story

STAYS = frozenset({"done", "secret", "orders"})
"""The words that are not taken back."""
MOST_STEP = 10_000
"""Statements of one step."""
MOST_NUMBER = 999_999
"""The largest number of an event, of a statement and of an order."""
EVENT = re.compile(r"[a-z0-9-]{1,64}")
TELL_BOXES = frozenset("round move breaks mended done correct ends undo orders merge".split())
"""The words after which the order of a box may change."""


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
    def last_action(self) -> tuple[int, int]:
        """How many statements `undo` takes back at once: those of the last step; and the number of the last of them.

        Steps that stay are passed over. (0, 0): there is nothing to undo.
        """
        story, number, stays, last = self, 0, True, 0
        while stays:
            last = story.event.stated
            for _ in range(story.step):
                if story.before is None:
                    return 0, 0
                stays, number = stays and story.said in STAYS | {"step"}, number + 1
                story = story.before
        return number, last


def add_statement(story: Story | None, text: str, at: str) -> Story:
    """The story after one more statement at this time. Raises UnreadableError."""
    word, *rest = split_words(text) or [""]
    if story is None:
        return Story(_begin(word, rest), said=word)
    if word == "undo":
        return _undo(story, rest)
    if word not in {*WORDS, *STEPS}:
        raise UnreadableError(f"“{word}” is no word of an event; it has {', '.join((*STEPS, *WORDS))}")
    if story.event.over and word != "orders":
        raise UnreadableError(f"the event has ended: take back the last step, then “{word}” can be done")
    after = STEPS[word](story, rest, at) if word in STEPS else replace(story, event=WORDS[word](story.event, rest, at))
    due = after.due if word == "step" else max(0, story.due - 1)
    step = 1 if story.is_whole else story.step + 1
    return replace(after, event=_count(after.event, story.event, word), due=due, step=step, said=word, before=story)


def _count(event: ClubEvent, before: ClubEvent, word: str) -> ClubEvent:
    """The event with the number of this statement, and whether it may change an order."""
    number = before.stated + 1
    return replace(event, stated=number, ordered=number if word in TELL_BOXES else event.ordered)


def _begin(word: str, rest: Sequence[str]) -> ClubEvent:
    if word != "event" or len(rest) not in {2, 4} or not EVENT.fullmatch(rest[0]):
        raise UnreadableError("an event begins with “event NAME TITLE NUMBER ORDERS”, a name of a-z, 0-9 and -")
    number, since = (number_in(rest, 2, MOST_NUMBER), number_in(rest, 3, MOST_NUMBER, 0)) if len(rest) == 4 else (0, 0)
    return ClubEvent(rest[0], rest[1][:MOST_TEXT], number, since, stated=1, ordered=1)


def _undo(story: Story, rest: Sequence[str]) -> Story:
    number, earlier = number_in(rest, 0, 10_000), story
    for _ in range(number):
        if earlier.before is None:
            raise UnreadableError(f"there are no {number} statements to take back")
        earlier = earlier.before
    done = {place: deals for place, deals in story.event.done.items() if place[0] <= len(earlier.event.seated)}
    kept = replace(earlier.event, done=done, secret=story.event.secret, since=story.event.since)
    return replace(earlier, event=_count(kept, story.event, "undo"))


def _step(story: Story, rest: Sequence[str], _: str) -> Story:
    if not story.is_whole:
        raise UnreadableError("a step cannot begin within another")
    return replace(story, due=number_in(rest, 0, MOST_STEP))


# ---------------------------------------------------------------- what is played


def _option(event: ClubEvent, rest: Sequence[str], _: str) -> ClubEvent:
    name, value = words_of(rest, 2)
    return replace(event, options={**event.options, name: value})


def _secret(event: ClubEvent, rest: Sequence[str], _: str) -> ClubEvent:
    if event.secret:
        raise UnreadableError("the event has its secret: boards may be laid out")
    return replace(event, secret=secret_in(rest))


def _movement(rest: Sequence[str]) -> str:
    if list(rest[:1]) and rest[0] in MOVEMENTS:
        return rest[0]
    raise UnreadableError(f"a movement is one of {', '.join(MOVEMENTS)}")


# ---------------------------------------------------------------- people


def _person(event: ClubEvent, rest: Sequence[str], _: str) -> ClubEvent:
    (name,) = words_of(rest, 1)
    if problem := name_problem(name):
        raise UnreadableError(problem)
    if (place := place_of(name, event.people)) is not None:
        raise UnreadableError(f"{event.people[place]} is there already; capitals make no difference")
    gone = {other: now for other, now in event.gone.items() if now or person(other) != person(name)}
    if (place := place_of(name, list(gone))) is not None:
        raise UnreadableError(f"{name} is {list(gone.values())[place]} here")
    return replace(event, people=(*event.people, name), gone=gone)


def _refuse_stranger(event: ClubEvent, name: str) -> None:
    if name not in event.people:
        raise UnreadableError(f"“{name}” is not among the people")


def _remove(event: ClubEvent, rest: Sequence[str], _: str) -> ClubEvent:
    (name,) = words_of(rest, 1)
    return _without_person(_without_entrant(event, name), name, "")


def _merge(event: ClubEvent, rest: Sequence[str], _: str) -> ClubEvent:
    name, into = words_of(rest, 2)
    _refuse_stranger(event, name)
    _refuse_stranger(event, into)
    if name == into:
        raise UnreadableError(f"{name} cannot be made one with {into}: name two of the people")
    if both := next((seated.number for seated in event.seated if {name, into} <= _present(seated)), 0):
        raise UnreadableError(f"{name} and {into} were both in round {both}: they are two people")
    if event.entrant_of(into) is not None and event.entrant_of(name) is not None:
        event = _without_entrant(event, name if _is_free(event, name) else into)

    def rename(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(into if own == name else own for own in names)

    def rename_round(seated: Seated) -> Seated:
        sittings = tuple(replace(sitting, names=rename(sitting.names)) for sitting in seated.sittings)
        return replace(seated, sittings=sittings, out=rename(seated.out))

    entrants = tuple(replace(entrant, names=rename(entrant.names)) for entrant in event.entrants)
    event = replace(event, entrants=entrants, seated=tuple(map(rename_round, event.seated)))
    return _without_person(event, name, into)


def _present(seated: Seated) -> set[str]:
    """Everybody in this round."""
    return set(chain(seated.out, *(sitting.names for sitting in seated.sittings)))


def _without_person(event: ClubEvent, name: str, now: str) -> ClubEvent:
    """The event without this person. `now` is the name that counts instead for what they played; empty: none does."""
    people = tuple(other for other in event.people if other != name)
    gone = {absent: now if other == name else other for absent, other in event.gone.items()}
    return replace(event, people=people, gone={**gone, name: now})


def _without_entrant(event: ClubEvent, name: str) -> ClubEvent:
    """Without the entrant of this person. Raises UnreadableError where a round depends on it."""
    _refuse_stranger(event, name)
    if not _is_free(event, name):
        raise UnreadableError(f"{name} has a place in the rounds: they can leave")
    return replace(event, entrants=tuple(entrant for entrant in event.entrants if name not in entrant.names))


def _is_free(event: ClubEvent, name: str) -> bool:
    """Whether no round depends on this person's place among the entrants, or on a later one."""
    number = event.entrant_of(name)
    if number is None or not event.seated:
        return True
    present = set().union(*map(_present, event.seated))
    depended_on = (place for place, entrant in enumerate(event.entrants) if present & set(entrant.names))
    return number >= event.begun_with and number > max(depended_on, default=-1)


def _enter(event: ClubEvent, names: Sequence[str]) -> ClubEvent:
    """These people are one entrant from the next round on, and in no other."""
    for name in names:
        _refuse_stranger(event, name)
    if len(set(names)) < len(names):
        raise UnreadableError("partners are two people")
    taken = [entrant for entrant in event.entrants if set(entrant.names) & set(names)]
    if taken and event.seated:
        raise UnreadableError(f"{' and '.join(taken[0].names)} play since an earlier round; they can leave")
    kept = tuple(entrant for entrant in event.entrants if entrant not in taken)
    return replace(event, entrants=(*kept, Entrant(tuple(names), len(event.seated) + 1)))


def _with_entrant(event: ClubEvent, rest: Sequence[str], **changed: Any) -> ClubEvent:
    """The event with changes to the entrant of the first word."""
    name = rest[0] if rest else ""
    number = event.entrant_of(name)
    if number is None:
        raise UnreadableError(f"“{name}” does not play")
    entrants = list(event.entrants)
    entrants[number] = replace(entrants[number], **changed)
    return replace(event, entrants=tuple(entrants))


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
    sitting = Sitting(table, box, names, boards, seating=_seating(story.event, names, boards))
    return replace(story, sittings={**story.sittings, table: sitting})


def _seating(event: ClubEvent, *seated: object) -> str:
    """The check sum of what is played at a table, and of who plays there."""
    return f"{crc32(repr((event.game, sorted(event.options.items()), event.deals, *seated)).encode()):08x}"


def _refuse_seats(story: Story, names: tuple[str, ...]) -> None:
    seated = {name for sitting in story.sittings.values() for name in sitting.names}
    for name in names:
        _refuse_stranger(story.event, name)
        if name in seated or names.count(name) > 1:
            raise UnreadableError(f"{name} has two seats in round {story.planned}")
    if not 2 <= len(names) <= 8:
        raise UnreadableError("2 to 8 people sit at a table")


def _round(story: Story, rest: Sequence[str], at: str) -> Story:
    number = number_in(rest, 0, MOST_ROUNDS)
    if number != story.planned:
        raise UnreadableError(f"round {number} was not planned")
    sittings = tuple(story.sittings[table] for table in sorted(story.sittings))
    begun = Seated(number, at, sittings, story.out)
    begun_with = story.event.planned_for
    return Story(replace(story.event, seated=(*story.event.seated, begun), pauses=(), begun_with=begun_with))


def _move(event: ClubEvent, rest: Sequence[str], _: str) -> ClubEvent:
    now, table, box = event.current, number_in(rest, 0, MOST_TABLES), box_in(rest[1] if len(rest) > 1 else "")
    if now is None or now.at_table(table) is None:
        raise UnreadableError(f"nobody sits at table {table}")
    sittings = tuple(_with_box(sitting, table, box) for sitting in now.sittings)
    return replace(event, seated=(*event.seated[:-1], replace(now, sittings=sittings)))


def _with_box(sitting: Sitting, table: int, box: str) -> Sitting:
    """The table has this box; another table that had it has none."""
    if sitting.table == table:
        return sitting.at_box(box)
    return sitting.at_box(NO_BOX) if sitting.box == box else sitting


def _note_done(event: ClubEvent, rest: Sequence[str], _: str) -> ClubEvent:
    place = number_in(rest, 0, MOST_ROUNDS), number_in(rest, 1, MOST_TABLES)
    return replace(event, done={**event.done, place: number_in(rest, 2, MOST_DEALS, 0)})


def _clock(event: ClubEvent, at: str, *, stands: bool) -> ClubEvent:
    """The clock stands, or goes on, from this time."""
    return event if event.paused == stands else replace(event, pauses=(*event.pauses, at))


STEPS: dict[str, Callable[[Story, Sequence[str], str], Story]] = {
    "step": _step,
    "plan": _plan,
    "seat": _seat,
    "out": lambda story, rest, _: replace(story, out=(*story.out, *rest)),
    "round": _round,
}
"""What the words of a step and of a round that is being planned do to the story."""
WORDS: dict[str, Callable[[ClubEvent, Sequence[str], str], ClubEvent]] = {
    "orders": lambda event, rest, _: replace(event, since=max(event.since, number_in(rest, 0, MOST_NUMBER))),
    "title": lambda event, rest, _: replace(event, title=words_of(rest, 1)[0][:MOST_TEXT]),
    "game": lambda event, rest, _: replace(event, game=words_of(rest, 1)[0], options={}),
    "option": _option,
    "movement": lambda event, rest, _: replace(event, movement=_movement(rest)),
    "rounds": lambda event, rest, _: replace(event, rounds=number_in(rest, 0, MOST_ROUNDS, 0)),
    "minutes": lambda event, rest, _: replace(event, minutes=number_in(rest, 0, MOST_MINUTES, 0)),
    "deals": lambda event, rest, _: replace(event, deals=number_in(rest, 0, MOST_DEALS)),
    "duplicate": lambda event, rest, _: replace(event, duplicate=yes_in(rest)),
    "secret": _secret,
    "person": _person,
    "remove": _remove,
    "merge": _merge,
    "partners": lambda event, rest, _: _enter(event, words_of(rest, 2)),
    "alone": lambda event, rest, _: _enter(event, words_of(rest, 1)),
    "late": lambda event, rest, _: _with_entrant(event, rest, since=number_in(rest, 1, MOST_ROUNDS)),
    "leaves": lambda event, rest, _: _with_entrant(event, rest, left=len(event.seated) + 1),
    "comes": lambda event, rest, _: _with_entrant(event, rest, left=None),
    "move": _move,
    "breaks": lambda event, rest, _: replace(event, broken=event.broken | {box_in(*rest[:1])}),
    "mended": lambda event, rest, _: replace(event, broken=event.broken - {box_in(*rest[:1])}),
    "done": _note_done,
    "pause": lambda event, _, at: _clock(event, at, stands=True),
    "goes": lambda event, _, at: _clock(event, at, stands=False),
    "correct": lambda event, rest, _: replace(event, corrections=(*event.corrections, correction_in(rest, event))),
    "ends": lambda event, _, __: replace(event, over=True),
}
"""What the other words do to the event. `event` begins a record, and `undo` stands above all words."""
