"""What each game hides stays hidden on the screens where it could be told.

That two deals which differ in hidden cards only look, sound and are logged the same the conformance kit holds.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from companion.cards import Card
from companion.games.registry import GAMES
from companion.inputs.inputs import Input, Lifted, Resting, Tapped
from companion.room.parts import PageShown
from companion.room.view import room_view
from companion.scoreboard.view import view
from companion.screens.asking import asked_sentence
from companion.screens.current_screen import screen_for
from companion.screens.picture import Picture
from companion.support.messages import known_languages, spoken_in
from companion.table.from_record import resume
from companion.table.handling import handle
from companion.table.presses_for_answers import button_answers
from companion.table.reply import Reply
from companion.table.state import House, Resumed, Table
from companion.tags.tag_decks import CardCopy
from companion.testing.screens import canvas_of
from tests.cases import for_each
from tests.companion.table.prompts import walked
from tests.evening import SLEEPY, picture_of
from tests.evening import Evening as SimulatedEvening
from tools.gallery.evenings import WORDS, RecordedTable, ScriptedTable
from tools.gallery.examples import BONE_FAILED, CLAIMS, CLEARED, LAID, ROOK_TRICK, bonehead, rook, toriatama

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would double its time


def seen(table: Table) -> tuple[Picture, list[str], str]:
    """What anybody may see: the panel's picture, what phones and the page in the room are sent, and what is asked."""
    asked = [asked_sentence(table), *((answer.label, answer.seat) for answer in button_answers(table))]
    return picture_of(table), [sent(table, code) for code in known_languages()], repr(asked)


def sent(table: Table, code: str) -> str:
    with spoken_in(code):
        return json.dumps([view(table), room_view(table, PageShown())])


def hidden(lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines of the record without the cards that were dealt and drawn: only the record on the card knows all."""
    secret = {"dealt", "draws", "drawn"}
    return tuple(" ".join(line.split()[:2]) if secret & {*line.split()} else line for line in lines)


@pytest.mark.parametrize("step", ["", "hold", "hold OK", "hold DOWN OK", "9H"])
def test_no_screen_names_a_card_that_was_scanned_into_a_hand(step: str) -> None:
    said = shown(ScriptedTable(f"9H 10H JH {step}", scanned=True).table())
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


@for_each("card", ["4S", "3S", "5H", "9D", "2S", "10S", "KS"])
@for_each("script", DRAWN_SCRIPTS)
def test_whatever_is_drawn_and_scanned_looks_and_sounds_the_same(script: str, card: str) -> None:
    table, twin = (resume(SCANNED_TO_DRAW.splitlines(), House(GAMES)) for _ in range(2))
    assert table is not None
    assert twin is not None
    for step in script.split():
        given, given_twin = (_input(step.replace("drawn", drawn)) for drawn in ("7S", card))
        reply, reply_twin = handle(table, given, lambda _: 0), handle(twin, given_twin, lambda _: 0)
        assert seen(reply.table) == seen(reply_twin.table)
        assert reply.outcome == reply_twin.outcome
        assert hidden(reply.lines) == hidden(reply_twin.lines)
        table, twin = reply.table, reply_twin.table


def _input(word: str) -> Input:
    return WORDS.get(word) or Tapped(tuple(map(CardCopy, word.split("+"))))


def shown(table: Table) -> str:
    return " ".join(canvas_of(screen_for(table)).texts)


FIRST_DEAL = "players Ann Bob Cid Dee, dealer Dee"
NEST_SCANNED = f"deal, nest 5B 6B 7B 8B 9B, {LAID.removeprefix('deal, ')}"
HIDDEN: list[tuple[str, RecordedTable, str, str]] = [
    # what is hidden, an evening, and two cards of which people cannot tell which one it was
    ("a drawn card", bonehead(f"{CLEARED}, Ann draws 4C 4D 4H"), "4H", "9S"),
    ("a drawn card later", bonehead(f"{CLEARED}, Ann draws 4C 4D 6H, Ann 4C"), "6H", "QS"),
    ("a bone that was too low", bonehead(BONE_FAILED), "7C", "6C"),
    ("a bone that was too low, later", bonehead(f"{BONE_FAILED}, Bob 4C"), "7C", "6C"),
    ("a scanned hand", rook("deal, dealt Ann 5R, Ann pass", header=FIRST_DEAL), "5R", "Rook"),
    (
        "a scanned nest",
        rook(NEST_SCANNED, header=FIRST_DEAL),
        "9B",
        "14Y",
    ),
    ("what was laid", rook(f"{LAID}, Dee lays 6B 7B 8B 9B 11B, Dee trump red", header=FIRST_DEAL), "11B", "Rook"),
    ("a drink taken before", toriatama(CLAIMS), "white-can", "black-high"),
    ("whose drink was which", toriatama(CLAIMS), "green-high", "blue-small"),
    ("a drink claimed by", toriatama(f"{CLAIMS}, Bob claims red right"), "yellow-tall", "green-tall"),
]
STEPS_AFTER = ("", "hold", "hold OK", "hold OK OK", "hold DOWN OK", "hold BACK UP", "hold BACK DOWN")


def swapped(told: RecordedTable, one: str, other: str) -> RecordedTable:
    """The same evening with two cards changing places wherever they are named."""
    swap = {one: other, other: one}
    lines = (" ".join(swap.get(word, word) for word in line.split()) for line in told.record.splitlines())
    return replace(told, record="\n".join(lines))


@for_each("script", STEPS_AFTER)
@for_each(("evening", "one", "other"), [row[1:] for row in HIDDEN])
def test_no_screen_tells_which_of_two_cards_went_where_nobody_looks(
    evening: RecordedTable, one: str, other: str, script: str
) -> None:
    table, twin = (replace(told, script=script).table() for told in (evening, swapped(evening, one, other)))
    assert seen(table) == seen(twin)


@pytest.mark.parametrize(("evening", "one", "other"), [row[1:] for row in HIDDEN], ids=[row[0] for row in HIDDEN])
def test_a_power_cut_does_not_tell_it_either(evening: RecordedTable, one: str, other: str) -> None:
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
        for drink, after in pairwise(older):
            assert seen(table) == seen(with_fists_swapped(table, drink, after))
            tried += 1
    assert tried > 40


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
        resumed = replace(table, resumed=Resumed())
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
    evening = SimulatedEvening(
        tmp_path, games={"toriatama": GAMES["toriatama"]}, regulars=("Ann", "Bob", "Cid"), panel=SLEEPY
    )
    evening.does("DOWN", "OK", "OK", "OK", "OK", "OK", "OK", "white-can", "red-tall")
    box = evening.box
    box.turn(SLEEPY.dark_after_s + 1)
    before, dark = evening.saved(), box.glass
    box.wires.lay(box.uid("white-can"))
    for _ in range(80):
        box.turn()
        assert (box.wires.pins.light, box.wires.pins.tone_hz) == ((0.0, 0.0, 0.0), 0.0)
    assert box.glass == dark
    box.wires.lift(box.uid("white-can"))
    box.turn(1)
    assert (box.glass, evening.saved()) == (dark, before)
