"""Ten slips and more in a match of each trick game, mended by buttons and taps alone: the score is the right one.

The whole machine plays: tags lie on the simulated reader, buttons are pressed, the glass is looked at. What should
have happened is the same match told without a slip.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from companion.cards import Card
from companion.cli.main import main
from companion.games.registry import GAMES
from companion.inputs.inputs import Pressed
from companion.match.checker import answers
from companion.match.header import Header
from companion.match.match import Match
from companion.rules.events import Impossible, Revoked
from companion.rules.statements import PLAY, Statement
from companion.screens.current_screen import screen_for
from companion.simulation.gesture_search import gesture_for
from companion.simulation.hints import hint
from companion.simulation.next_steps import what_to_say
from companion.simulation.open_deal import open_deal, shuffle_deck
from companion.table.repairs import in_turn, swaps_that_clear
from companion.table.state import Mended, Refused, TakenBack
from tests.evening import Evening
from tests.slots import slots
from tests.torture import every_so_many

Step = tuple[Statement, ...]
NAMES = ("Ann", "Bob", "Cid", "Dee")
DEALS = {"birddog": 9, "birdhead": 2, "rook": 2}
"""So many deals are played at most; a match of Bird Dog is over before."""

PRESSES = {
    "a doubled tap": 0,
    "a card that is out": 0,
    "a wrong dealer": 1,
    "two swapped": 2,
    "a card missed": 2,
    "a card taken back": 1,
    "out of turn": 1,
    "swapped, a revoke by that": 4,
    "missed, noticed later": 14,
    "one too many, noticed later": 9,
    "a revoke": 2,
    "a revoke admitted": 10,
}
"""The most presses that each repair takes; a held BACK is not counted."""


# ---------------------------------------------------------------- the match without a slip


def accused(match: Match) -> bool:
    return any(isinstance(event, Revoked | Impossible) for event in match.events)


def said(match: Match, step: Step) -> Match | None:
    """The match after these words, each card given to whose turn it is; None where they do not fit or accuse."""
    for statement in in_turn(match, step) or (None,):
        if statement is None:
            return None
        match, answer = match.say(statement)
        if not answer.applied or accused(match):
            return None
    return match


@cache
def honest(name: str) -> tuple[tuple[Step, ...], tuple[Match, ...]]:
    """What people say and play who know the rules, and the match before and after each step."""
    game = GAMES[name]
    shuffle = shuffle_deck(game.deck, "slips")
    matches = [Match(Header(game, NAMES[: max(game.players)], 0))]
    steps: list[Step] = []
    while not matches[-1].winners and len(deals_ended(matches)) < DEALS[name]:
        cards = open_deal(matches[-1], shuffle)
        step = what_to_say(matches[-1], cards, hint(matches[-1], cards, shuffle(1)))
        after = said(matches[-1], step)
        assert after is not None
        steps.append(step)
        matches.append(after)
    return tuple(steps), tuple(matches)


def deals_ended(matches: Sequence[Match]) -> list[Match]:
    return [match for match in matches if match.state and match.header.game.settlement(match.state) is not None]  # type: ignore[attr-defined]


# ---------------------------------------------------------------- the table


@dataclass
class Table:
    """The machine, what should have happened, and how many presses each repair took."""

    evening: Evening
    steps: tuple[Step, ...]
    matches: tuple[Match, ...]
    at: int = 0
    repairs: dict[str, int] = field(default_factory=dict)
    pressed: Counter[str] = field(default_factory=Counter)

    def plays_on(self, until: int) -> None:
        while self.at < until:
            self.says(self.steps[self.at])
            self.at += 1

    def says(self, step: Step) -> None:
        if step[-1].cards:
            self.evening.lays(*map(str, step[-1].cards))
            return
        self.closes()
        after = self.evening.box.table.playing
        for statement in step:
            after, _ = after.say(statement)
        gesture = gesture_for(self.evening.box.table, step[-1], after)
        assert gesture is not None, step
        self.evening.does(*(given.button.value for given in gesture if isinstance(given, Pressed)))

    def closes(self) -> None:
        """A lead that could be larger is all of it."""
        if self.evening.box.table.open_set:
            self.evening.does("OK")

    def does(self, slip: str, *gestures: str) -> None:
        """Gestures of a repair; the presses among them are counted."""
        self.evening.does(*gestures)
        self.repairs[slip] = self.repairs.get(slip, 0) + sum(
            gesture in {"OK", "UP", "DOWN", "BACK"} for gesture in gestures
        )
        self.evening.seen()

    def chooses(self, slip: str, entry: str) -> None:
        """The entry of a list, by the shorter way."""
        question = self.evening.question
        assert entry in question.choices, (entry, question.choices)
        place, count = question.choices.index(entry), len(question.choices)
        down = (place - question.cursor) % count
        self.does(slip, *(("DOWN",) * down if down <= count - down else ("UP",) * (count - down)))

    def opens(self, slip: str, *entries: str) -> None:
        """Hold BACK, and take these entries one by one."""
        self.does(slip, "HOLD")
        for entry in entries:
            self.chooses(slip, entry)
            self.does(slip, "OK")

    def is_right(self) -> None:
        """Everybody has played what he should have."""
        self.closes()
        assert tricks(self.evening.box.table.playing) == tricks(self.matches[self.at])

    def next_play(self, fits: Callable[[int], object]) -> int:
        """The place of the next play at which this slip can happen, after one trick at least."""
        return next(place for place in range(self.at + 1, len(self.steps)) if self.is_play(place) and fits(place))

    def is_play(self, place: int) -> bool:
        """Whether one plays here who follows, and nobody else could."""
        if place >= len(self.steps) or [step.word for step in self.steps[place]] != [PLAY]:
            return False
        before = self.matches[place]
        return bool(before.state.now.tricks[-1].plays) and len(before.expects.seats) == 1

    def plays(self, *places: int) -> Match | None:
        """The match if these steps came in this order, before the first of which all was right."""
        match: Match | None = self.matches[min(places)]
        for place in places:
            match = said(match, self.steps[place]) if match is not None else None
        return match

    def cards(self, place: int) -> tuple[Card, ...]:
        return self.steps[place][-1].cards

    def begins(self, place: int) -> None:
        self.plays_on(place)
        self.closes()


def tricks(match: Match) -> tuple[object, ...]:
    """Who has played what in this deal, and the scores; cards laid down together have no order."""
    played = [[(play.seat, sorted(map(str, play.cards))) for play in trick.plays] for trick in match.state.now.tricks]
    return played, match.scores, match.winners


def signs(cards: Sequence[Card]) -> str:
    return " ".join(card.sign for card in cards)


def sits_down(table: Table) -> None:
    """The wrong dealer is chosen, and taken back."""
    evening = table.evening
    while evening.asks != "opener":
        evening.does("OK")
    evening.does("DOWN", "OK")
    table.does("a wrong dealer", "BACK")
    evening.does("UP", "OK")
    while evening.box.table.match is None:
        evening.does("OK")
    assert evening.box.table.playing.header.opener == 0


# ---------------------------------------------------------------- slips and their repairs


def doubled(table: Table) -> None:
    place = table.next_play(lambda _: True)
    table.begins(place + 1)
    table.does("a doubled tap", str(table.cards(place)[0]))
    assert isinstance(table.evening.overlay, Refused)


def card_that_is_out(table: Table) -> None:
    place = table.next_play(lambda _: True)
    table.begins(place)
    table.does("a card that is out", str(table.cards(place - 1)[0]))
    assert isinstance(table.evening.overlay, Refused)


def swappable(table: Table, place: int) -> bool:
    if not table.is_play(place + 1) or len(table.cards(place)) != len(table.cards(place + 1)):
        return False
    faces = [sorted(str(card.face) for card in table.cards(number)) for number in (place, place + 1)]
    return faces[0] != faces[1] and table.plays(place + 1, place) is not None


def swapped(table: Table) -> None:
    place = table.next_play(lambda number: swappable(table, number))
    table.begins(place)
    table.says(table.steps[place + 1])
    table.says(table.steps[place])
    table.at = place + 2
    table.opens("two swapped", f"put {signs(table.cards(place))} before {signs(table.cards(place + 1))}")
    assert isinstance(table.evening.overlay, Mended)


def missed(table: Table) -> None:
    def fits(place: int) -> bool:
        return table.is_play(place + 1) and table.plays(place + 1) is not None and one_card(table, place, place + 1)

    place = table.next_play(fits)
    table.begins(place)
    table.says(table.steps[place + 1])
    seat = table.steps[place][0].seat
    assert seat is not None
    table.does("a card missed", "HOLD")
    table.chooses("a card missed", f"{NAMES[seat]} played before {signs(table.cards(place + 1))}")
    table.does("a card missed", "+".join(map(str, table.cards(place))))
    table.at = place + 2
    assert isinstance(table.evening.overlay, Mended)


def one_card(table: Table, *places: int) -> bool:
    """Whether all these plays are of one card; more are laid down together where one was missed."""
    return all(len(table.cards(place)) == 1 for place in places)


def out_of_turn(table: Table) -> None:
    """The next player's tag and card before this one's card was read."""
    place = table.next_play(lambda number: table.is_play(number + 1))
    table.begins(place)
    seat = table.steps[place + 1][0].seat
    assert seat is not None
    table.does("out of turn", NAMES[seat])
    assert f"{NAMES[seat].upper()}:" in slots(screen_for(table.evening.box.table)).fact
    table.does("out of turn", *map(str, table.cards(place + 1)))
    assert table.evening.asks == "who"
    table.does("out of turn", *map(str, table.cards(place)))
    table.at = place + 2


def taken_back(table: Table) -> None:
    def another(place: int) -> int | None:
        seat = table.steps[place][0].seat
        size = len(table.cards(place))
        own = (number for number in range(place + 1, len(table.steps)) if table.is_play(number))
        deal = table.matches[place].state.now.number
        return next(
            (
                number
                for number in own
                if table.steps[number][0].seat == seat
                and len(table.cards(number)) == size
                and table.matches[number].state.now.number == deal
                and said(table.matches[place], ((Statement(PLAY, seat, table.cards(number))),)) is not None
            ),
            None,
        )

    place = table.next_play(lambda number: another(number) is not None)
    table.begins(place)
    stray = another(place)
    assert stray is not None
    table.says((Statement(PLAY, table.steps[place][0].seat, table.cards(stray)),))
    table.does("a card taken back", "HOLD", "OK")
    assert isinstance(table.evening.overlay, TakenBack)
    assert any("back to" in line for line in slots(screen_for(table.evening.box.table)).lines)


def swapped_a_revoke(table: Table) -> None:
    """Noticed only when somebody is said to have revoked; mended from that very screen."""

    def proof(place: int) -> int | None:
        if not swappable(table, place):
            return None
        match = table.plays(place + 1, place)
        label = f"put {signs(table.cards(place))} before {signs(table.cards(place + 1))}"
        for later in range(place + 2, len(table.steps)):
            if match is None or table.steps[later][0].word != PLAY:
                return None
            after = in_turn(match, table.steps[later])
            match = match.say(after[0])[0] if after else None
            if match is not None and accused(match):
                revoked = any(isinstance(event, Revoked) for event in match.events)
                return later if revoked and label in [swap.label for swap in swaps_that_clear(match)[:2]] else None
        return None

    slip, place = "swapped, a revoke by that", table.next_play(lambda number: proof(number) is not None)
    later = proof(place)
    assert later is not None
    table.begins(place)
    for number in (place + 1, place, *range(place + 2, later + 1)):
        table.says(table.steps[number])
        table.closes()
    table.at = later + 1
    table.chooses(slip, "wrong seat")
    table.does(slip, "OK")
    if table.evening.asks == "whose":
        question = table.evening.question
        label = f"put {signs(table.cards(place))} before {signs(table.cards(place + 1))}"
        table.chooses(slip, next(choice for choice in question.choices if choice.endswith(label)))
        table.does(slip, "OK")


def missed_noticed_later(table: Table) -> None:
    """With the plug pulled while the repair is chosen."""

    def fits(place: int) -> bool:
        later = (place + 1, place + 2)
        return all(table.is_play(number) for number in later[:1]) and one_card(table, place, *later) and goes(place)

    def goes(place: int) -> bool:
        words = [statement.word for step in table.steps[place + 1 : place + 3] for statement in step]
        return words == [PLAY, PLAY] and table.plays(place + 1, place + 2) is not None

    slip, place = "missed, noticed later", table.next_play(fits)
    table.begins(place)
    for number in (place + 1, place + 2):
        table.says(table.steps[number])
    table.closes()
    table.at = place + 3
    for cut in (True, False):
        table.opens(slip, "other mistakes", "a card was missed")
        if cut:
            table.evening.again()
    seat = table.steps[place][0].seat
    assert seat is not None
    table.chooses(slip, f"{NAMES[seat]} played before {signs(table.cards(place + 1))}")
    table.does(slip, str(table.cards(place)[0]))


def too_many_noticed_later(table: Table) -> None:
    """A card of a later trick was held over the reader; the right one after it was taken as the next player's."""

    def stray(place: int) -> int | None:
        deal = table.matches[place].state.now.number
        if not one_card(table, place) or not table.is_play(place + 1):
            return None
        for later in range(place + 2, len(table.steps)):
            if not table.is_play(later) or table.matches[later].state.now.number != deal:
                continue
            if one_card(table, later) and plays_both(place, later):
                return later
        return None

    def plays_both(place: int, later: int) -> bool:
        before = said(table.matches[place], table.steps[later])
        return before is not None and said(before, table.steps[place]) is not None

    slip, place = "one too many, noticed later", table.next_play(lambda number: stray(number) is not None)
    later = stray(place)
    assert later is not None
    table.begins(place)
    table.says(table.steps[later])
    table.says(table.steps[place])
    table.at = place + 1
    table.opens(slip, "other mistakes", "a card too many")
    seat = table.steps[place][0].seat
    assert seat is not None
    table.chooses(slip, f"{NAMES[seat]} {signs(table.cards(later))}")
    table.does(slip, "OK")


def revoke(table: Table) -> None:
    """A real one: until it is proven people play what they hold; then the deal is void, or all is taken back."""
    before = table.at
    while (spoilt := spoilt_from(table.matches[table.at])) is None or not table.matches[table.at].state:
        table.plays_on(table.at + 1)
        assert table.at < before + 30
    for statement in spoilt:
        table.says((statement,))
        table.closes()
    correctable = table.evening.asks == "take back"
    table.chooses("a revoke", "undo" if correctable else "redeal")
    table.does("a revoke", "OK")
    if not correctable:
        table.at = max(place for place in range(table.at + 1) if table.steps[place][0].word == "deal")


def spoilt_from(match: Match) -> tuple[Statement, ...] | None:
    """Plays from here of which the first is a revoke and the last proves it; None where it is none."""
    if match.state is None or [match.expects.tap and match.expects.tap.word] != [PLAY] or match.expects.implied:
        return None
    shuffle = shuffle_deck(match.header.game.deck, "slips")
    cards, plays = open_deal(match, shuffle), list[Statement]()
    tip = hint(match, cards)
    seat = match.expects.seats[0]
    assert cards is not None
    if tip is None or not tip.trusted or not set(tip.wrong) <= set(cards.hands[seat]):
        return None
    step: Step = (Statement(PLAY, seat, tip.wrong),)
    while match.state.now.number and len(plays) < 12:
        match = match.say(step[0])[0]
        plays.append(step[0])
        if accused(match):
            return tuple(plays) if any(isinstance(event, Revoked) for event in match.events) else None
        cards = open_deal(match, shuffle)
        step = what_to_say(match, cards, hint(match, cards))
        if [statement.word for statement in step] != [PLAY]:
            return None
    return None


def admitted(table: Table) -> None:
    """A revoke that nobody has noticed yet is admitted in time; Rook only."""
    while (spoilt := spoilt_from(table.matches[table.at])) is None:
        table.plays_on(table.at + 1)
    table.closes()
    table.says(spoilt[:1])
    table.opens("a revoke admitted", "take back a play")
    seat = spoilt[0].seat
    assert seat is not None
    table.chooses("a revoke admitted", f"{NAMES[seat]} {signs(spoilt[0].cards)}")
    table.does("a revoke admitted", "OK")
    assert isinstance(table.evening.overlay, TakenBack)


SLIPS = (
    swapped_a_revoke,
    doubled,
    swapped,
    missed,
    out_of_turn,
    card_that_is_out,
    taken_back,
    too_many_noticed_later,
    missed_noticed_later,
)


@pytest.mark.parametrize("name", every_so_many(3, DEALS))
def test_a_match_full_of_slips_comes_to_the_right_score(name: str, tmp_path: Path) -> None:
    game = GAMES[name]
    table = Table(Evening(tmp_path, {name: game}, NAMES[: max(game.players)]), *honest(name))
    sits_down(table)
    revoke(table)
    for slip in (*SLIPS, *((admitted,) if name == "rook" else ())):
        slip(table)
        table.is_right()
    table.plays_on(len(table.steps))
    table.is_right()
    assert len(table.repairs) > 10
    assert {slip: presses for slip, presses in table.repairs.items() if presses > PRESSES[slip]} == {}
    reads_back(table.evening)


def reads_back(evening: Evening) -> None:
    """The record tells the same match, repairs and all; only a revoke that stands is held against it."""
    record = evening.record()
    *_, last = answers(record.read_text("utf-8"), evening.games)
    assert last.match == evening.box.table.playing
    assert {"; missed", "; dropped"} <= set(evening.saved())
    assert any(line.startswith("; swapped ") for line in evening.saved())
    revoked = any(line.startswith("remedy") for line in evening.saved())
    assert main(["check", str(record)]) == int(revoked)
