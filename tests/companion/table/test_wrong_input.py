"""Wrong input at every prompt: three clear lines, nothing changed, and what was right before is right after it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.cards import Card
from companion.games.registry import GAMES
from companion.games.toriatama.drinks import DrinksState as Drinks
from companion.inputs.inputs import Input, Stranger, Tapped
from companion.match.checker import answers
from companion.rules.game import Choice
from companion.rules.places import in_fists
from companion.screens.current_screen import screen_for
from companion.table.cues import CUES
from companion.table.handling import handle
from companion.table.modes import AtClub, Menu, Reading, ShuttingDown, TryingGains, answer_first, uncover
from companion.table.reply import Outcome, Reply
from companion.table.seats import guest_tapped
from companion.table.setup_dialogue import open_table
from companion.table.state import House, Refused, Table, Why, put_away
from companion.tags.tag_decks import CardCopy, CommandCard, Person
from companion.testing.screens import canvas_of
from tests.companion.table.prompts import BUTTONS, cards_of, good_tap, luck, played, prompts, tap
from tests.evening import Evening, asks, begun, picture_of
from tests.slots import slots
from tests.torture import only_with_torture
from tools.gallery import gallery

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would double its time

UNKNOWN, OTHER_DECK = Tapped((Stranger(),)), Tapped((Stranger("sim-rook"),))
TOO_MANY = 6
"""More cards than any play has."""


def in_play() -> tuple[Table, ...]:
    return tuple(table for table in prompts() if table.match is not None)


def refusal(table: Table, given: Input) -> Refused:
    """What a wrong input is answered with; everything else stays as it was."""
    reply = handle(table, given, luck)
    told = reply.table.overlay
    assert isinstance(told, Refused)
    assert reply.is_rejected
    assert not reply.effects
    assert reply.table == replace(put_away(table), overlay=told, resumed=None, held_eighths=0)
    assert_three_clear_lines(reply.table)
    good = good_tap(table, Random(1))
    if good is not None:
        assert handle(reply.table, good, luck) == handle(table, good, luck)
    return told


def assert_three_clear_lines(table: Table) -> None:
    screen = screen_for(table)
    assert screen.name == "refusal"
    who, what_to_do = slots(screen).title, slots(screen).lines[-1]
    assert all((who, slots(screen).fact, slots(screen).lines[0], what_to_do))
    assert not canvas_of(screen).overflow


def waits_for_a_card(table: Table) -> bool:
    """Whether some card has a place now."""
    mode = uncover(table.mode)
    asks_first = answer_first(mode) or (isinstance(mode, Menu) and (mode.before is not None or waits_for_missed(mode)))
    if table.match is None or asks_first:
        return False
    return table.playing.expects.tap is not None or table.scanning() is not None


def waits_for_missed(menu: Menu) -> bool:
    """Whether the answer at the cursor is the next tap, whose refusal closes the menu."""
    return isinstance(menu.answer, Choice) and menu.answer.wants_card


def open_ones(table: Table) -> tuple[Card, ...]:
    """The cards that no fist holds."""
    game = table.playing.header.game
    fists = in_fists(game.places(table.playing.moment))
    return tuple(card for card in cards_of(table) if not game.deck.set((card,)) & fists)


@only_with_torture
def test_all_games_and_the_set_up_are_among_the_prompts() -> None:
    games = {table.playing.header.game.name if table.match else "" for table in prompts()}
    assert games >= {"", *GAMES}
    asked = {asks(table) for table in prompts() if table.question}
    assert asked >= {"game", "people", "name", "rules", "opener", "scanned", "same table"}
    assert asked >= {"menu", "remedy", "take back", "again"}


def test_while_a_backup_comes_cards_and_presses_change_nothing_and_beep_low() -> None:
    table = gallery.table("restore-goes-on")
    for given in (UNKNOWN, *BUTTONS):
        assert handle(table, given, luck) == Reply(table, Outcome.MEANINGLESS)


def test_a_tag_of_no_deck_is_called_unknown_at_every_prompt() -> None:
    assert {refusal(table, UNKNOWN).large for table in prompts()} == {"UNKNOWN"}


def test_a_card_of_another_deck_names_that_deck_at_every_prompt() -> None:
    for table in prompts():
        assert refusal(table, OTHER_DECK).large == "NOT OURS"
        assert slots(screen_for(handle(table, OTHER_DECK, luck).table)).title == "Card of sim-rook"


def test_a_tag_of_no_deck_among_good_cards_is_what_is_wrong_with_them() -> None:
    for table in in_play():
        both = Tapped((*tap(open_ones(table)[0]).pieces, Stranger()))
        assert refusal(table, both).large == "UNKNOWN"


def test_a_card_that_this_game_is_played_without_is_refused_with_the_reason() -> None:
    for table in filter(waits_for_a_card, in_play()):
        assert refusal(table, Tapped((CardCopy("joker"),))).rule.sentence == "This game is played without this card."


def test_a_card_that_lies_open_is_already_out_at_every_prompt_that_waits_for_one() -> None:
    tables = [table for table in in_play() if waits_for_a_card(table) and not table.scanning()]
    reasons = {refusal(table, tap(card)).rule.name for table in tables for card in played(table)[::9]}
    assert reasons == {"card-used"}


def test_a_card_is_refused_with_the_question_that_comes_first_or_the_rule_that_forbids_it() -> None:
    asked = set()
    for table in prompts():
        fresh = put_away(table)  # a card counts also where the box says good night
        if not waits_for_a_card(fresh) and not isinstance(fresh.mode, Menu | TryingGains):
            card = open_ones(table)[0] if table.match else GAMES["birddog"].deck.cards_in_order[0]
            told = refusal(table, tap(card))
            assert told.rule.name in {"wrong-phase", "crate-full"}
            asked.add(told.rule.remedy)
    assert {"Now: Bid?", "Now: Which game?", "Now: Whose card is it?", "Now: Take it back?"} <= asked
    assert {"Move your drinks: OK", "Now: Same table again?", "Now: OK = next deal", "Now: OK = next game"} <= asked


def test_too_many_cards_at_once_are_refused_at_every_prompt() -> None:
    for table in in_play():
        if not table.scanning():
            refusal(table, tap(*open_ones(table)[:TOO_MANY]))


def test_the_tag_of_somebody_who_does_not_play_is_refused_unless_a_seat_is_free() -> None:
    for table in prompts():
        if table.mode == AtClub():
            continue  # in a club everybody may say who is here
        if isinstance(table.mode, Menu) and table.in_play and guest_tapped(table, table.mode, "Zoë"):
            continue  # the seats ask who comes
        if table.in_play:
            assert refusal(table, Tapped((Person("Zoë"),))).large == "NOT HERE"
    ann = Tapped((Person("Ann"),))
    house = House({"birddog": GAMES["birddog"]}, ("Ann", "Bob", "Cid", "Dee"))
    seated = handle(open_table(house), ann, luck).table
    assert refusal(seated, ann).large == "SEATED"


@pytest.mark.parametrize("word", [CommandCard.PASS, CommandCard.NIL])
def test_a_command_card_that_has_no_place_says_so(word: CommandCard) -> None:
    answered = [table for table in prompts() if not handle(table, Tapped((word,)), luck).is_rejected]
    assert all(table.offered for table in answered)
    for table in prompts():
        if table not in answered:
            assert refusal(table, Tapped((word,))).rule.sentence == "Nobody can say that now."


def test_a_button_that_offers_nothing_beeps_low_and_leaves_the_picture() -> None:
    for table in prompts():
        for given in BUTTONS:
            reply = handle(table, given, luck)
            same = picture_of(reply.table) == picture_of(table)
            if reply.outcome == Outcome.MEANINGLESS:
                assert same
                assert (reply.effects, reply.table.match) == ((), table.match)
            elif same:
                reads = isinstance(reply.table.mode, Reading | ShuttingDown) or isinstance(reply.table.overlay, Why)
                assert reply.effects or reads, given


# ---------------------------------------------------------------- where cards may lie


def test_a_drink_in_a_crate_is_refused_without_its_place() -> None:
    tried = 0
    for table in in_play():
        state = table.playing.state
        if isinstance(state, Drinks) and waits_for_a_card(table):
            for drink in (drink for player in state.players for drink in player.crate):
                told = refusal(table, tap(drink))
                assert (told.rule.name, told.large) == ("not-in-centre", "NOT THERE")
                tried += 1
    assert tried > 3


MARKED = ("game birdhead", "players Ann Bob Cid Dot", "start Ann", "markers Bob 7/2 9/1")


def test_a_marker_is_called_one(tmp_path: Path) -> None:
    begun(tmp_path, *MARKED)
    table = Evening(tmp_path, games={"birdhead": GAMES["birdhead"]}, regulars=("Ann", "Bob", "Cid", "Dot")).box.table
    for laid in ("7/2", "9/1"):
        assert refusal(table, Tapped((CardCopy(laid[0], int(laid[2])),))).large == "MARKER"


def test_the_marker_of_a_play_is_named_where_another_card_stands_before_it() -> None:
    *_, told = answers("\n".join((*MARKED, "deal", "Ann 8 8", "Bob 9 7/2")), GAMES)
    assert told.reason == "This 7 marks a lost deal and is out of the deck."


def test_a_marker_that_is_dealt_again_is_called_one(tmp_path: Path) -> None:
    begun(tmp_path, *MARKED, "; table scanned=Ann,Bob,Cid,Dot")
    evening = Evening(tmp_path, games={"birdhead": GAMES["birdhead"]}, regulars=("Ann", "Bob", "Cid", "Dot"))
    told = refusal(evening.box.table, Tapped((CardCopy("7", 2),)))
    assert (told.large, told.card) == ("MARKER", "")


def test_a_wrong_second_card_leaves_the_first_one_where_it_lies(tmp_path: Path) -> None:
    evening = Evening(tmp_path, games={"birdhead": GAMES["birdhead"]}, regulars=("Ann", "Bob", "Cid", "Dot"))
    evening.does(*("OK",) * 7, "7+7", "OK", "9")
    assert refusal(evening.box.table, Tapped((CardCopy("7", 1),))).rule.name == "card-used"
    evening.does("7/1", "10")
    assert sorted(evening.saved()[-1].split()) == ["10/1", "9/1", "Bob"]


# ---------------------------------------------------------------- on the wires


@pytest.mark.parametrize("name", GAMES)
def test_wrong_tags_change_neither_record_nor_turn_on_the_whole_machine(name: str, tmp_path: Path) -> None:
    evening = Evening(tmp_path, games=GAMES, regulars=("Ann", "Bob", "Cid", "Dot"))
    evening.does(*("DOWN",) * list(GAMES).index(name))
    while evening.box.table.match is None:
        evening.does("OK")
    told, turn = evening.saved(), evening.box.table.playing
    shelf = evening.box.shelf
    other = next(deck for deck in shelf.decks if deck.kind != GAMES[name].deck_kind)
    stray = next(uid for uid, piece in other.pieces.items() if isinstance(piece, CardCopy))
    for uid in (bytes.fromhex("04DEADBEEF0001"), stray, evening.box.uid("NIL")):
        evening.box.wires.lay(uid)
        evening.box.turn(0.2)
        assert evening.box.wires.pins.light == CUES[Outcome.REJECTED].colour
        evening.box.wires.lift(uid)
        evening.box.turn(0.5)
        evening.seen()
        assert evening.saved() == told
        assert evening.box.table.playing is turn
