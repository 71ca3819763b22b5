"""The panel, the scoreboard, the sounds and the record are the same whatever lies in hidden places (product: Secrets).

Two deals differ only in two cards that nobody has played yet. What people see, hear and what is written must be
the same until one of the two is tapped in play, or until a scanned hand itself decides a verdict.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.birddog.rules import BIRD_DOG
from companion.games.birdhead.rules import BIRD_HEAD
from companion.games.bonehead.rules import BONEHEAD
from companion.games.bonehead.tableau import Layout
from companion.games.registry import GAMES
from companion.games.rook.rules import ROOK
from companion.inputs.inputs import Button, Held, Holding, Input, Lifted, Pressed, Resting, Tapped, Unreadable
from companion.match.header import Header
from companion.rules.events import Impossible, Revoked
from companion.scoreboard.view import view
from companion.screens.current_screen import screen_for
from companion.settings.schema import DEFAULTS
from companion.table.handling import handle
from companion.table.new_game import begin
from companion.table.resuming import resume
from companion.table.state import House, Refused, Reply, Resumed, Table
from companion.tags.tag_decks import CardCopy, Command, Person
from tests.companion.screens.marked_canvas import canvas_of
from tests.companion.table.prompts import walked
from tests.evening import Evening as SimulatedEvening
from tests.evening import picture_of
from tests.torture import so_many
from tools.gallery.evenings import WORDS, Evening, Told
from tools.gallery.examples import BONE_FAILED, CLAIMS, CLEARED, LAID, ROOK_TRICK, bonehead, rook, toriatama

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from companion.cards import Card
    from companion.rules.game import Game
    from companion.screens.picture import Picture

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would double its time

STEPS = 100


@dataclass(frozen=True)
class Dealt:
    """How a game deals: to how many, how many cards each hand has; the rest lies in the stack."""

    game: Game
    seats: int
    hand: int


DEALT = {
    "birddog": Dealt(BIRD_DOG, 3, 7),
    "birdhead": Dealt(BIRD_HEAD, 4, 10),
    "rook": Dealt(ROOK, 4, 9),
    "bonehead": Dealt(BONEHEAD, 3, 6),
}


@dataclass(frozen=True)
class Deal:
    """Which card lies where: first the hands, then the stack, the nest or the bones."""

    dealt: Dealt
    order: tuple[Card, ...]

    def hand(self, seat: int) -> tuple[Card, ...]:
        return self.order[self.dealt.hand * seat : self.dealt.hand * (seat + 1)]

    @property
    def stack(self) -> tuple[Card, ...]:
        return self.order[self.dealt.hand * self.dealt.seats :]

    def swapped(self, one: int, other: int) -> Deal:
        order = list(self.order)
        order[one], order[other] = order[other], order[one]
        return Deal(self.dealt, tuple(order))


@st.composite
def twins(draw: st.DrawFn, dealt: Dealt) -> tuple[Deal, Deal]:
    """Two deals that differ by one swap between two hidden places: two hands, or a hand and the stack."""
    cards = dealt.game.deck.cards_in_order
    held = dealt.hand * dealt.seats
    deal = Deal(dealt, tuple(draw(st.permutations(cards))))
    one = draw(st.integers(0, held - 1))
    others = [at for at in range(len(cards)) if min(at, held) // dealt.hand != one // dealt.hand]
    return deal, deal.swapped(one, draw(st.sampled_from(others)))


def tap(card: Card) -> Input:
    return Tapped((CardCopy(card.face.rank + card.suit, card.copy),))


def scanned_next(table: Table, deal: Deal, chance: Random) -> tuple[int, Card] | None:
    """The seat whose hand is being scanned and one of its cards that is still missing."""
    scanning = table.scanning()
    if scanning is None:
        return None
    seat = scanning[0]
    known = in_view(table)[seat]
    return seat, chance.choice([card for card in deal.hand(seat) if not bit(table, card) & known])


def bit(table: Table, card: Card) -> int:
    return table.playing.header.game.deck.bit(card)


def in_view(table: Table) -> tuple[int, ...]:
    """What the facts place in each hand of the deal that is being scanned."""
    state = table.playing.state
    nothing = (0,) * len(table.playing.header.names)
    if isinstance(state, Layout):
        return state.knowledge.known
    return state.now.knowledge.known if state and state.deal and state.now.dealing else nothing


def out_of_play(table: Table) -> int:
    state = table.playing.state
    if isinstance(state, Layout):
        return state.knowledge.out
    return state.now.knowledge.out if state and state.deal and not table.scored else 0


def drawn_next(table: Table, deal: Deal, chance: Random) -> Card | None:
    """A card of a draw that is asked for; sometimes nobody taps it, and now and then it was tapped before."""
    draw = next(iter(table.drawing), None)
    if draw is None or chance.random() < 0.2:
        return None
    return next(card for card in deal.stack if bit(table, card) & draw.among and card not in table.begun.drawn[1:])


def played_next(table: Table, deal: Deal, chance: Random) -> Card:
    """What somebody taps: mostly a card of the right hand, or the next of the stack; now and then any."""
    every = table.playing.header.game.deck.cards_in_order
    expected = table.playing.expects
    if chance.random() < 0.1 or expected.tap is None:
        return chance.choice(every)
    out = out_of_play(table)
    if expected.tap.seat is None:
        return next((card for card in deal.stack if not bit(table, card) & out), deal.stack[0])
    left = [card for card in deal.hand(expected.tap.seat) if not bit(table, card) & out]
    more = [card for card in deal.stack if not bit(table, card) & out]
    return chance.choice(left or more or list(every))


def seen(table: Table) -> tuple[Picture, str]:
    """What anybody may see: the panel's picture, and the bytes that phones are sent."""
    return picture_of(table), json.dumps(view(table))


BUTTONS: tuple[Input, ...] = (
    *map(Pressed, Button),
    Held(),
    Holding(3),
    Resting(),
    Tapped((Command.UNDO,)),
    Unreadable(),
)


def accused(table: Table) -> bool:
    """Whether the last word proves or suspects a revoke: what was scanned is known to the referee."""
    events = table.match.events if table.match else ()
    return any(isinstance(event, Revoked | Impossible) for event in events)


def refused(table: Table) -> tuple[str, str, str] | None:
    """Whose card was refused by which rule."""
    overlay = table.overlay
    return (overlay.who, overlay.card, overlay.rule.name) if isinstance(overlay, Refused) else None


BY_SCANNED_HANDS = {"follow-suit", "rook-must-be-played", "match-or-lowest", "not-in-hand", "card-used"}
"""The rules that a scanned hand may decide."""


def decided(one: Table, other: Table) -> bool:
    """Whether a scanned hand has decided a verdict: the two words differ, and only by rules that ask for hands.

    Where two cards count at once, the first may be refused at one table and the second at the other.
    """
    words = {refused(one), refused(other)}
    assert len(words) == 1 or {word[2] for word in words if word} <= BY_SCANNED_HANDS
    return len(words) > 1 or accused(one) != accused(other)


def hidden(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines of the record without the cards that were dealt and drawn: only the record on the card knows all."""
    secret = {"dealt", "draws", "drawn"}
    return tuple(" ".join(line.split()[:2]) if secret & {*line.split()} else line for line in lines)


def pressed_next(table: Table, chance: Random) -> Input | None:
    """A button, more often where only a button can go on, or a person's tag; None: a card is tapped."""
    waits = table.offered and table.playing.expects.tap is None and table.question is None
    if table.match is not None and chance.random() < 0.1:
        return Tapped((Person(chance.choice(table.playing.header.names)),))
    if waits and chance.random() < 0.8:
        return Pressed(chance.choice((Button.OK, Button.DOWN, Button.DOWN)))
    return chance.choice(BUTTONS) if chance.random() < 0.25 else None


@pytest.mark.parametrize("scanned", [False, True], ids=["unscanned", "scanned"])
@pytest.mark.parametrize("name", DEALT)
@settings(max_examples=so_many(25, 400), deadline=None)
@given(data=st.data(), chance=st.randoms(use_true_random=False))
def test_two_deals_that_differ_in_hidden_cards_only_cannot_be_told_apart(
    name: str, data: st.DataObject, chance: Random, *, scanned: bool
) -> None:
    dealt = DEALT[name]
    one, other = data.draw(twins(dealt))
    differ = dict(zip(one.order, other.order, strict=True))
    moved = {card for card, twin in differ.items() if card != twin}
    header = Header(dealt.game, ("Ann", "Bob", "Cid", "Dee")[: dealt.seats], dealt.seats - 1)
    table = twin = begin(Table(House(GAMES)), header, tuple(range(dealt.seats)) if scanned else ()).table
    for _ in range(STEPS):
        in_hand = scanned_next(table, one, chance)
        press = pressed_next(table, chance)
        if press is not None:
            given = given_twin = press
        elif in_hand is not None:
            given, given_twin = tap(in_hand[1]), tap(differ[in_hand[1]])
        elif (drawn := drawn_next(table, one, chance)) is not None:
            given, given_twin = tap(drawn), tap(differ[drawn])
        else:
            card = played_next(table, one, chance)
            if card in moved:
                return
            given = given_twin = tap(card)
        reply, reply_twin = handle(table, given, lambda _: 0), handle(twin, given_twin, lambda _: 0)
        if decided(reply.table, reply_twin.table):
            assert scanned, "a verdict differs although nobody saw the cards"
            return
        assert seen(reply.table) == seen(reply_twin.table)
        assert reply.cue == reply_twin.cue
        assert hidden(reply.lines) == hidden(reply_twin.lines)
        table, twin = reply.table, reply_twin.table
        if table.match is None:
            return


@pytest.mark.parametrize("step", ["", "hold", "hold OK", "hold DOWN OK", "9H"])
def test_no_screen_names_a_card_that_was_scanned_into_a_hand(step: str) -> None:
    said = shown(Evening(f"9H 10H JH {step}", scanned=True).table())
    assert "♥" not in said


SCANNED_TO_DRAW = """game bonehead
players Ann Bob
; table scanned=Ann,Bob
start Ann
deal
hand Ann 4C 4D 9S KH QH QD
hand Bob 5C 6C 9H AH KD JD
Ann heads KH QH QD
Bob heads AH KD JD"""
DRAWN_SCRIPTS = (
    "4C drawn",
    "4C OK drawn",
    "4C OK drawn 9H",
    "4C OK drawn drawn",
    "4C 4D drawn",
    "4C 4D OK drawn",
    "4C 4D OK drawn drawn",
    "4C 4D OK drawn UP",
    "4C 4D OK drawn hold DOWN OK",
    "4C 4D OK drawn BACK",
    "4C 4D OK drawn 9H OK",
    "4C 4D OK drawn+9H",
    "4C 4D OK 3D+drawn",
    "4C 4D OK 3D drawn hold OK",
    "4C 4D OK 3D drawn 9H OK 8H",
)


@pytest.mark.parametrize("card", ["4S", "3S", "5H", "9D", "2S", "10S", "KS"])
@pytest.mark.parametrize("script", DRAWN_SCRIPTS)
def test_whatever_is_drawn_and_scanned_looks_and_sounds_the_same(script: str, card: str) -> None:
    table, twin = (resume(SCANNED_TO_DRAW.splitlines(), House(GAMES)) for _ in range(2))
    assert table is not None
    assert twin is not None
    for step in script.split():
        given, given_twin = (_input(step.replace("drawn", drawn)) for drawn in ("7S", card))
        reply, reply_twin = handle(table, given, lambda _: 0), handle(twin, given_twin, lambda _: 0)
        assert seen(reply.table) == seen(reply_twin.table)
        assert reply.cue == reply_twin.cue
        assert hidden(reply.lines) == hidden(reply_twin.lines)
        table, twin = reply.table, reply_twin.table


def _input(word: str) -> Input:
    return WORDS.get(word) or Tapped(tuple(map(CardCopy, word.split("+"))))


def shown(table: Table) -> str:
    return " ".join(canvas_of(screen_for(table)).texts)


HIDDEN: list[tuple[str, Told, str, str]] = [
    # what is hidden, an evening, and two cards of which people cannot tell which one it was
    ("a drawn card", bonehead(f"{CLEARED}, Ann draws 4C 4D 4H"), "4H", "9S"),
    ("a drawn card later", bonehead(f"{CLEARED}, Ann draws 4C 4D 6H, Ann 4C"), "6H", "QS"),
    ("a bone that was too low", bonehead(BONE_FAILED), "7C", "6C"),
    ("a bone that was too low, later", bonehead(f"{BONE_FAILED}, Bob 4C"), "7C", "6C"),
    ("a scanned hand", rook("deal, dealt Ann 5R, Ann pass"), "5R", "Rook"),
    ("a scanned nest", rook(f"deal, nest 5B 6B 7B 8B 9B, {LAID.removeprefix('deal, ')}"), "9B", "14Y"),
    ("what was laid", rook(f"{LAID}, Dee lays 6B 7B 8B 9B 11B, Dee trump red"), "11B", "Rook"),
    ("a drink taken before", toriatama(CLAIMS), "white-can", "black-high"),
    ("whose drink was which", toriatama(CLAIMS), "green-high", "blue-small"),
    ("a drink claimed by", toriatama(f"{CLAIMS}, Bob claims red right"), "yellow-tall", "green-tall"),
]
STEPS_AFTER = ("", "hold", "hold OK", "hold OK OK", "hold DOWN OK", "hold BACK UP", "hold BACK DOWN")


def swapped(told: Told, one: str, other: str) -> Told:
    """The same evening with two cards changing places wherever they are named."""
    swap = {one: other, other: one}
    lines = (" ".join(swap.get(word, word) for word in line.split()) for line in told.record.splitlines())
    return replace(told, record="\n".join(lines))


@pytest.mark.parametrize("script", STEPS_AFTER)
@pytest.mark.parametrize(("evening", "one", "other"), [row[1:] for row in HIDDEN], ids=[row[0] for row in HIDDEN])
def test_no_screen_tells_which_of_two_cards_went_where_nobody_looks(
    evening: Told, one: str, other: str, script: str
) -> None:
    table, twin = (replace(told, script=script).table() for told in (evening, swapped(evening, one, other)))
    assert seen(table) == seen(twin)


@pytest.mark.parametrize(("evening", "one", "other"), [row[1:] for row in HIDDEN], ids=[row[0] for row in HIDDEN])
def test_a_power_cut_does_not_tell_it_either(evening: Told, one: str, other: str) -> None:
    before, after = (resume(told.record.splitlines(), House(GAMES)) for told in (evening, swapped(evening, one, other)))
    assert before is not None
    assert after is not None
    assert seen(before) == seen(after)


@pytest.mark.parametrize("script", STEPS_AFTER)
def test_only_the_newest_drink_is_named_and_never_a_hand(script: str) -> None:
    said = shown(replace(toriatama(CLAIMS), script=script).table()).lower()
    for drink in ("white can", "green high", "blue small", "yellow tall"):
        assert drink not in said


@pytest.mark.parametrize("script", ["DOWN", "UP", "hold", *(f"hold {'DOWN ' * entry}OK" for entry in range(1, 6))])
def test_a_taken_trick_of_rook_and_what_it_counts_wait_for_the_score(script: str) -> None:
    said = shown(replace(rook(ROOK_TRICK), script=script).table())
    for card in ("13G", "5G", "8G"):
        assert card not in said


# ---------------------------------------------------------------- drinks in closed fists


def drinks_by_chance() -> list[Table]:
    """Prompts of a match played by chance: claims, moves, menus, pages."""
    return walked("toriatama", 1, scanned=False)[::6]


def in_fists(table: Table) -> tuple[CardCopy, ...]:
    state = table.playing.state
    drinks = (drink for player in state.players for drink in player.right + player.left) if state else ()
    return tuple(CardCopy(str(drink)) for drink in drinks)


def test_two_drinks_in_fists_that_change_places_are_not_told_apart() -> None:
    tried = 0
    for table in drinks_by_chance():
        newest = table.playing.said.cards if table.playing.said else ()
        older = [drink for drink in fists(table) if drink not in newest]
        for one, other in pairwise(older):
            assert seen(table) == seen(with_fists_swapped(table, one, other))
            tried += 1
    assert tried > 50


def fists(table: Table) -> list[Card]:
    return [drink for player in table.playing.moment.players for drink in player.right + player.left]


def with_fists_swapped(table: Table, one: Card, other: Card) -> Table:
    """The same table, had these two drinks been taken the other way round."""
    swap = {one: other, other: one}

    def swapped_in(drinks: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(swap.get(drink, drink) for drink in drinks)

    state = table.playing.state
    players = tuple(
        replace(player, right=swapped_in(player.right), left=swapped_in(player.left)) for player in state.players
    )
    return replace(table, match=replace(table.playing, state=replace(state, players=players)))


def test_nothing_at_all_happens_when_a_drink_in_a_fist_passes_the_reader() -> None:
    tried = 0
    for table in drinks_by_chance():
        resumed = replace(table, resumed=Resumed("the set-up"))
        for drink in in_fists(table):
            for passing in (Tapped((drink,)), Tapped((drink, drink)), Resting(drink), Lifted(drink)):
                assert handle(resumed, passing, lambda _: 0) == Reply(resumed)
                tried += 1
    assert tried > 100


def test_a_fist_beside_an_open_drink_changes_nothing_about_that_drink() -> None:
    for table in drinks_by_chance():
        fists = in_fists(table)
        for drink in map(CardCopy, ("red-can", "blue-high", "black-tallest")):
            both, alone = Tapped((drink, *fists[:1])), Tapped((drink,))
            assert handle(table, both, lambda _: 0) == handle(table, alone, lambda _: 0)


def test_a_fist_neither_lights_the_panel_nor_sounds_nor_writes(tmp_path: Path) -> None:
    evening = SimulatedEvening(tmp_path, games={"toriatama": GAMES["toriatama"]}, regulars=("Ann", "Bob", "Cid"))
    evening.does("DOWN", "OK", "OK", "OK", "OK", "OK", "OK", "white-can", "red-tall")
    box = evening.box
    box.turn(DEFAULTS.panel.dark_after_s + 1)
    before, dark = evening.saved(), box.glass
    box.wires.lay(box.uid("white-can"))
    for _ in range(80):
        box.turn()
        assert (box.wires.pins.light, box.wires.pins.tone_hz) == ((0.0, 0.0, 0.0), 0.0)
    assert box.glass == dark
    box.wires.lift(box.uid("white-can"))
    box.turn(1)
    assert (box.glass, evening.saved()) == (dark, before)
