"""People come and go at the table: what the menu offers, and which hands are scanned afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, count
from zlib import crc32

from companion.cards import Seat
from companion.match.header import MOST_SEED
from companion.match.match import Match
from companion.match.seating import late_points, newcomer_of
from companion.rules.game import Choice, first_words
from companion.rules.statements import EXCHANGE, JOIN, LEAVE, SEAT, Statement, quote
from companion.support.messages import N_, join, msg, msg_n
from companion.support.names import name_problem, place_of
from companion.support.text import listing
from companion.support.values import replace
from companion.table import words
from companion.table.apply_statements import beneath, not_now, say
from companion.table.effects import AddLine
from companion.table.modes import Menu
from companion.table.notes import HandsScanned, hands_to_scan
from companion.table.reply import Reply
from companion.table.setup import COMPUTER_NAMES, LEVELS, USUAL
from companion.table.state import SeatsChanged, Table

LATE_GUEST = Statement(JOIN.name, value="P9")


def offers(table: Table) -> Choice:
    """The changes of seats that the game allows now: one leaves and one comes, a late guest, an exchange."""
    match = table.playing
    leave = []
    for seat, name in enumerate(match.header.names):
        asks = msg("For {name}: who?", name=name, brief=msg("Who comes?"))
        leave.append(Choice("", seat=seat, then=tuple(_who_comes(table, seat)), asks=asks))
    then = (
        Choice(N_("somebody leaves"), then=tuple(leave), asks=N_("Who leaves?")),
        Choice(N_("somebody joins"), then=tuple(_late_guests(table)), asks=N_("Who joins?")),
        Choice(N_("two change seats"), then=tuple(_exchanges(match)), asks=N_("Swap seats?")),
    )
    possible = tuple(choice for choice in then if choice.then)
    return possible[0] if len(possible) == 1 else Choice("", then=possible, asks=words.SEATS)


def samples(match: Match) -> Iterator[Statement]:
    """A statement of each kind: what the referee says of it holds for its kind."""
    person = next(iter(match.header.people), 0)
    yield next(_computers(match, person)).says[0]
    yield Statement(LEAVE.name, 0)
    yield LATE_GUEST
    yield Statement(EXCHANGE.name, 0, value=quote(match.header.names[1]))


def change(table: Table, said: Statement) -> Reply:
    """Apply a statement of these lists; it is shown until the next tap, unless a rack is to be filled."""
    newcomer = newcomer_of(said) if said.word in (SEAT.name, JOIN.name) else None
    if newcomer and newcomer.computer is None and place_of(newcomer.name, table.playing.header.names) is not None:
        return not_now(table, newcomer.name, words.SEATED)
    reply = say(beneath(table), (said,))
    if reply.is_rejected:
        return reply
    after = follow_people(reply, table.playing)
    asks = after.table.scanning() or after.table.question
    return after if asks else replace(after, table=replace(after.table, overlay=SeatsChanged()))


def follow_people(reply: Reply, before: Match) -> Reply:
    """The reply to a change of players, with the hands to scan."""
    table, old, new = reply.table, before.header, reply.table.playing.header
    if new.seats == old.seats:
        return reply
    scanned = hands_to_scan(table.scanned, old, new)
    note = (AddLine(HandsScanned(scanned, new.names).line),) if scanned or table.scanned else ()
    return replace(reply, table=replace(table, scanned=scanned, before=None), effects=(*reply.effects, *note))


def guest_tapped(table: Table, menu: Menu, name: str) -> Reply | None:
    """The reply to a name tag at the question who comes. None: something else is asked."""
    leaves = (leaf for answer in menu.answers if isinstance(answer, Choice) for leaf in answer.leaves())
    asked = {(said.word, said.seat) for leaf in leaves for said in leaf.says if said.word != LEAVE.name}
    if len(asked) != 1 or {word for word, _ in asked} - {JOIN.name, SEAT.name}:
        return None
    ((word, seat),) = asked
    if name_problem(name, first_words(table.playing.header.game)):
        return not_now(table, name, words.UNFIT_NAME)
    return change(table, Statement(word, seat, value=quote(name)))


def _who_comes(table: Table, seat: Seat) -> Iterator[Choice]:
    """People, a computer, or nobody, in the place of this seat."""
    for label, name in _guests(table):
        yield Choice(label, (Statement(SEAT.name, seat, value=quote(name)),))
    match = table.playing
    computers = tuple(_computers(match, seat))
    if match.say(computers[0].says[0])[1].applied:
        yield Choice(N_("the computer"), then=computers, asks=N_("Which level?"))
    nobody = Statement(LEAVE.name, seat)
    if match.say(nobody)[1].applied:
        yield Choice(N_("nobody: one fewer"), (nobody,))


def _computers(match: Match, seat: Seat) -> Iterator[Choice]:
    """A computer of each level; one that sits here keeps its name."""
    header = match.header
    free = (name for name in COMPUTER_NAMES if place_of(name, header.names) is None)
    name = header.names[seat] if seat in header.computers else next(free)
    seed = crc32(f"{header.names} {match.applied}".encode()) % MOST_SEED + seat
    for level in LEVELS:
        said = Statement(SEAT.name, seat, value=f"{quote(name)} computer={level} seed={seed}")
        yield Choice(level, (said,), usual=level == USUAL)


def _late_guests(table: Table) -> Iterator[Choice]:
    """Who joins, and with how many points: the worst score, the mean, or none."""
    match = table.playing
    if not match.say(LATE_GUEST)[1].applied:
        return
    scores = match.scores
    worst = late_points(match.header.game, scores)
    points = tuple(dict.fromkeys((worst, round(sum(scores) / len(scores)), 0)))
    for label, name in _guests(table):
        says = [Statement(JOIN.name, value=f"{quote(name)} {number}") for number in points]
        each = (msg_n("{n} point", "{n} points", number) for number in points)
        ways = tuple(Choice(told, (said,)) for told, said in zip(each, says, strict=True))
        yield Choice(label, ways[0].says) if len(ways) == 1 else Choice(label, then=ways, asks=N_("Begins with?"))


def _exchanges(match: Match) -> Iterator[Choice]:
    names = match.header.names
    for first, second in combinations(range(len(names)), 2):
        said = Statement(EXCHANGE.name, first, value=quote(names[second]))
        if match.say(said)[1].applied:
            yield Choice(listing((names[first], names[second])), (said,))


def _guests(table: Table) -> Iterator[tuple[str, str]]:
    """The regulars who do not play, and a guest without a name: as they are offered, and their names."""
    header = table.playing.header
    seated, taken = header.names, first_words(header.game)
    known = (name for name in table.house.regulars if not name_problem(name, taken) and place_of(name, seated) is None)
    yield from ((join([name]), name) for name in known)
    guest = next(name for number in count(1) if place_of(name := f"P{number}", seated) is None)
    yield msg(words.GUEST, who=guest), guest
