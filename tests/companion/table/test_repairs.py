"""Slips at the reader, planted in honest deals, are mended by one choice: everybody has played what he played."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from random import Random

import pytest

from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.match.header import Header
from companion.match.match import Match
from companion.rules.events import Impossible, Revoked
from companion.rules.game import Choice
from companion.rules.statements import PLAY, Statement
from companion.screens.current_screen import screen_for
from companion.screens.hearing import sentences_for
from companion.screens.layouts import OptionList
from companion.simulation.hints import hint
from companion.simulation.next_steps import what_to_say
from companion.simulation.open_deal import open_deal, shuffle_deck
from companion.table import words
from companion.table.repairs import corrections, in_turn, swaps_that_clear
from companion.table.state import Mended
from companion.table.unread_tags import dead_tag
from tests.companion.table.pure_table import done, question, refusal, table_of
from tests.evening import RECORDS
from tests.slots import slots
from tests.torture import some_of

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would double its time

NAMES = ("Ann", "Bob", "Cid", "Dee")
TRICK_GAMES = ("birddog", "birdhead", "rook")
SWAP, MISSED, TOO_MANY = range(3)


@cache
def honest_deal(name: str, seed: str) -> tuple[Match, tuple[Statement, ...]]:
    """A table before its first deal, and one deal of people who play by the rules, told without a slip."""
    game = GAMES[name]
    first = match = Match(Header(game, NAMES[: max(game.players)], 0))
    shuffle = shuffle_deck(game.deck, seed)
    said: list[Statement] = []
    while not (match.state and match.state.deal and match.state.deal.finished):
        cards = open_deal(match, shuffle)
        for statement in what_to_say(match, cards, hint(match, cards, shuffle(1))):
            match, answer = match.say(statement)
            assert answer.applied
            said.append(statement)
    return first, tuple(said)


def plays(deal: Sequence[Statement]) -> list[int]:
    return [place for place, said in enumerate(deal) if said.word == PLAY]


def told(match: Match, deal: Sequence[Statement]) -> tuple[Match, int]:
    """The match after these words, each card given to whose turn it is; and how many were taken before one was not."""
    for count, said in enumerate(deal):
        now = in_turn(match, [said])
        if not now:
            return match, count
        match, answer = match.say(*now)
        if any(isinstance(event, Revoked | Impossible) for event in answer.events):
            return match, count + 1
    return match, len(deal)


def story(match: Match) -> list[Statement]:
    return [moment.said for moment in match.story() if moment.said][::-1]


def offered(match: Match, which: int) -> tuple[Choice, ...]:
    correct = corrections(match, dead_tag(match))
    assert correct is not None
    return correct.then[which].then


def said_all(match: Match, statements: Sequence[Statement]) -> Match:
    for said in in_turn(match, statements):
        match, answer = match.say(said)
        assert answer.applied
    return match


def closed_in(choice: Choice) -> bool:
    """Whether it tells a play of a taken trick by its player, where nobody may look at it."""
    return re.search(r" in trick \d", choice.label) is not None


def signs(*said: Statement) -> str:
    return " ".join(card.sign for statement in said for card in statement.cards)


@pytest.mark.parametrize("name", TRICK_GAMES)
@pytest.mark.parametrize("seed", some_of(25))
def test_two_cards_in_the_wrong_order_are_swapped_whenever_it_is_noticed(name: str, seed: int) -> None:
    random = Random(seed)
    first, deal = honest_deal(name, f"swap {seed}")
    pairs = [
        (place, place + 1)
        for place in plays(deal)[:-1]
        if deal[place + 1].word == PLAY and signs(deal[place]) != signs(deal[place + 1])
    ]
    one, other = random.choice(pairs)
    slipped = [*deal[:one], deal[other], deal[one], *deal[other + 1 :]]
    noticed = random.randint(other + 1, len(deal))
    match, count = told(first, slipped[:noticed])
    if count <= other:  # the very slip was refused: nothing but the true order fits
        return
    label = f"put {signs(deal[one])} before {signs(deal[other])}"
    choices = offered(match, SWAP)
    assert all(choice.label.startswith("swap ") == closed_in(choice) for choice in choices)
    swaps = [choice for choice in choices if choice.label == label or closed_in(choice)]
    stories = [story(told(said_all(match, swap.says), deal[count:])[0]) for swap in swaps]
    assert list(deal) in stories


@pytest.mark.parametrize("name", TRICK_GAMES)
@pytest.mark.parametrize("seed", some_of(15))
def test_a_missed_card_is_tapped_later_and_the_others_pass_on_by_a_seat(name: str, seed: int) -> None:
    random = Random(seed)
    first, deal = honest_deal(name, f"missed {seed}")
    missed = random.choice(plays(deal)[:-1])
    slipped = [*deal[:missed], *deal[missed + 1 :]]
    match, count = told(first, slipped[: random.randint(missed + 1, len(slipped))])
    if count <= missed:
        return
    after = next(said for said in slipped[missed:] if said.word == PLAY)
    stories = []
    for choice in offered(match, MISSED):
        if choice.label == f"played before {signs(after)}" or closed_in(choice):
            place = next(place for place, said in enumerate(choice.says) if said.word == PLAY)
            card = choice.says[place].with_cards(*deal[missed].cards)
            again = in_turn(match, (*choice.says[:place], card, *choice.says[place + 1 :]))
            stories.append(story(told(said_all(match, again), deal[count + 1 :])[0]))
    assert list(deal) in stories


@pytest.mark.parametrize("name", TRICK_GAMES)
@pytest.mark.parametrize("seed", some_of(15))
def test_a_card_too_many_is_taken_out_and_the_others_come_back_by_a_seat(name: str, seed: int) -> None:
    random = Random(seed)
    first, deal = honest_deal(name, f"too many {seed}")
    *places, last = plays(deal)
    place = random.choice(places[1:])
    later = random.choice(
        [later_place for later_place in (*places, last) if later_place > place]
    )  # a card shown too early
    if len(deal[later].cards) != len(deal[place].cards):
        return
    match, count = told(first, [*deal[:place], deal[later]])
    if count <= place:
        return
    again = [c.says for c in offered(match, TOO_MANY) if c.label == signs(deal[later]) or closed_in(c)]
    assert list(deal) in [story(told(said_all(match, says), deal[place:])[0]) for says in again]


REVOKE = """
game birddog
players Ann Bob Cid
dealer Cid
deal
up 10D
Ann declare
Ann pass
Bob pass
Cid pass
Ann AH
Bob 9S
Cid 9H
Ann KH
Bob QH
"""
"""Cid's and Bob's cards of the first trick were tapped in the wrong order; the second trick makes Bob a revoker."""


def test_a_revoke_that_was_a_slip_is_mended_from_its_own_screen() -> None:
    table = table_of(REVOKE)
    assert question(table).choices[-1] == "wrong seat"
    assert "OK = not Bob's card" in slots(screen_for(done(table, "UP").table)).lines
    asked = question(done(table, "UP", "OK"))
    assert asked.choices[0] == "put 9♥ before 9♠"
    reply = done(table, "UP", "OK", "OK")
    assert reply.lines[:2] == ("; swapped Bob Cid", "undo 4")
    assert reply.lines[2:] == ("Bob 9H", "Cid 9S", "Ann KH", "Bob QH")
    assert reply.table.question is None
    assert reply.table.overlay == Mended("put 9♥ before 9♠")
    assert slots(screen_for(reply.table)).lines[0] == "Done: put 9♥ before 9♠"
    assert done(reply.table, "9S").lines == ()  # it lies there already
    assert done(reply.table, "QC").lines == ("Cid QC",)


def test_a_trick_that_was_taken_by_somebody_else_is_handed_over() -> None:
    table = table_of("\n".join([*REVOKE.strip().splitlines()[:-5], "Ann 9H", "Bob AH", "Cid QH"]))
    reply = done(table, "HOLD", "DOWN", "OK")
    assert reply.lines == ("; swapped Bob Cid", "undo 2", "Bob QH", "Cid AH")
    assert reply.table.overlay == Mended("put Q♥ before A♥", ((1, 2),))
    assert slots(screen_for(reply.table)).lines == (
        "Done: put Q♥ before A♥",
        "Trick 1 is Cid's",
        "",
        "",
        "On the table: nothing",
        "Now: Cid's turn",
    )


def test_the_latest_slips_are_mended_in_two_presses_from_the_menu() -> None:
    table = table_of("\n".join(REVOKE.strip().splitlines()[:-2]))  # Ann AH, Bob 9S, Cid 9H
    assert done(table, "HOLD", "DOWN", "OK").lines == ("; swapped Bob Cid", "undo 2", "Bob 9H", "Cid 9S")
    missed = done(table, "HOLD", "DOWN", "DOWN", "JH")
    assert missed.lines == ("; missed", "undo", "Cid JH", "Ann 9H")
    assert slots(screen_for(missed.table)).lines[0] == "Done: J♥ before 9♥"


def test_cards_that_went_back_may_be_tapped_and_count_as_the_next_play_where_they_are_right() -> None:
    table = table_of("\n".join(REVOKE.strip().splitlines()[:-2]))
    undone = done(table, "HOLD", "OK")
    assert slots(screen_for(undone.table)).lines[:4] == ("9♥ back to Cid", "", "", "On the table: A♥ 9♠")
    assert done(undone.table, "9H").lines == ("Cid 9H",)
    assert done(undone.table, "QH").lines == ("Cid QH",)
    twice = done(undone.table, "OK")
    assert done(twice.table, "9H").lines == ("Bob 9H",)
    again = refusal(done(undone.table, "9S"))
    assert again.rule.name == "card-used"


ROOK = """
game rook
players Ann Bob Cid Dee
dealer Dee
deal
Ann pass
Bob pass
Cid pass
Dee bid 75
Dee lays
Dee trump yellow
Ann 13G
Bob 5R
Cid 8G
Dee 6G
Ann 9G
Bob 5G
"""
"""Bob could have followed green."""


def test_what_is_taken_back_after_a_revoke_is_named_with_whose_it_is() -> None:
    reply = done(table_of(ROOK), "OK")
    assert reply.lines == ("back Bob 5R",)
    screen = screen_for(reply.table)
    assert " ".join(slots(screen).lines[:3]).strip() == "Back: Bob 5G 5R, Ann 9G, Dee 6G, Cid 8G"
    assert slots(screen).lines[3] == "On the table: 13G"
    assert done(reply.table, "5G").lines == ("Bob 5G",)
    for card, rule in (("5R", "follow-suit"), ("8G", "not-in-hand")):
        refused = refusal(done(reply.table, card))
        assert refused.rule.name == rule


def test_the_record_of_a_repair_reads_back_to_the_same_match() -> None:
    reply = done(table_of(REVOKE), "UP", "OK", "OK")
    lines = [*REVOKE.strip().splitlines(), *reply.lines]
    *_, last = answers("\n".join(lines), GAMES)
    assert last.match == reply.table.match


def test_a_swap_is_offered_only_where_it_leaves_nobody_accused() -> None:
    for record in ("birddog-renege-play-on-mid-deal", "birdhead-final-tie-extra-round", "rook-late-revoke"):
        offered = [(match, swap) for match in moments(record) for swap in swaps_that_clear(match)]
        assert offered
        for match, swap in offered:
            after = match
            for said in swap.says:
                after, answer = after.say(said)
                assert answer.applied
                assert not any(isinstance(event, Revoked | Impossible) for event in answer.events)


def moments(record: str) -> list[Match]:
    text = RECORDS[record].read_text("utf-8")
    return [answer.match for answer in answers(text, GAMES) if answer.match is not None]


@pytest.mark.parametrize(
    ("presses", "heard", "shown"),
    [
        (("DOWN",), "Swap Cid in trick 1 and Dee in trick 1", "swap Cid trick 1, Dee 1"),
        (("DOWN", "DOWN"), "Dee played in trick 1", "Dee played in trick 1"),
        ((*("DOWN",) * 3, "OK", "OK"), "Swap Cid in trick 1 and Dee in trick 1", "swap Cid trick 1, Dee 1"),
        ((*("DOWN",) * 3, "OK", "DOWN", "OK"), "Dee played in trick 1", "Dee played in trick 1"),
        ((*("DOWN",) * 3, "OK", "DOWN", "DOWN", "OK"), "Dee in trick 1", "Dee in trick 1"),
    ],
)
def test_a_play_of_a_trick_that_nobody_may_see_is_told_by_player_and_trick(
    presses: tuple[str, ...], heard: str, shown: str
) -> None:
    table = done(table_of("\n".join(ROOK.strip().splitlines()[:-2])), "HOLD", *presses).table
    menu = screen_for(table).layout
    assert isinstance(menu, OptionList)
    assert menu.options[menu.cursor] == shown
    assert sentences_for(table)[1].text.rpartition(", ")[0] == heard


def test_the_menu_corrects_a_missed_card_with_a_tap() -> None:
    table = table_of("\n".join(REVOKE.strip().splitlines()[:-3]))  # Ann AH, Bob 9S: Cid's card comes next
    opened = done(table, "HOLD", *("DOWN",) * 3, "OK", "DOWN", "OK").table
    assert question(opened).choices == ("Bob played before 9♠", "Ann played before A♥")
    assert slots(screen_for(opened)).lines[-1] == words.MISSED
    told = done(opened, "OK").table
    assert slots(screen_for(told)).lines[-1] == words.TAP_IT_NOW
    assert done(told, "9H").lines == ("; missed", "undo", "Bob 9H", "Cid 9S")
    reply = done(opened, "9H")
    assert reply.lines == ("; missed", "undo", "Bob 9H", "Cid 9S")


def test_a_card_that_was_tapped_already_is_not_taken_as_the_missed_one() -> None:
    table = table_of("\n".join(REVOKE.strip().splitlines()[:-3]))
    reply = done(table, "HOLD", *("DOWN",) * 3, "OK", "DOWN", "OK", "AH")
    assert refusal(reply)
    assert reply.lines == ()
    assert reply.table.playing == table.playing


def test_a_card_that_cannot_be_this_players_leads_to_the_corrections_with_ok() -> None:
    scanned = [f"hand {line}" for line in ("Ann AH KH JH AS KS QS JS", "Bob 9H QH 10S 9S AC KC QC")]
    lines = REVOKE.strip().splitlines()
    table = table_of("\n".join([*lines[:4], *scanned, *lines[4:10]]))
    refused = done(table, "AS")
    assert refusal(refused).rule.name == "not-in-hand"
    assert slots(screen_for(refused.table)).lines[-1] == "OK: fix a mistake"
    assert question(done(refused, "OK")).choices == ("a card was missed", "a card too many", "a tag does not read")
    assert done(refused.table, "BACK").table.question is None


@pytest.mark.parametrize("scanned", [True, False])
def test_no_swap_is_offered_of_cards_that_were_seen_in_the_hands_of_who_played_them(*, scanned: bool) -> None:
    cards = [str(card) for card in GAMES["hearts"].deck.cards_in_order]
    hands = [f"hand {name} {' '.join(cards[seat::4])}" for seat, name in enumerate(NAMES)]
    leads, follows = (
        next(name for name, hand in zip(NAMES, hands, strict=True) if card in hand) for card in ("2C", "3C")
    )
    plays = ["dealer Ann", "deal", *(hands if scanned else ()), f"{leads} 2C", f"{follows} 3C"]
    table = table_of("\n".join(["game hearts", f"players {' '.join(NAMES)}", "option passing none", *plays]))
    menu = question(done(table, "HOLD")).choices
    assert ("put 3♣ before 2♣" in menu) is not scanned


@pytest.mark.parametrize(("of_ann", "of_bob"), [("2/4", "3/4"), ("3/4", "2/4")])
def test_what_the_menu_offers_does_not_tell_which_cards_are_in_scanned_hands(of_ann: str, of_bob: str) -> None:
    lines = f"""
game birdhead
players Ann Bob Cid Dee
markers Ann 5/3 7/2 7/1
markers Bob 9/3 6/3 6/2
markers Cid 2/1 4/4 8/3
markers Dee 5/4 9/5 2/5
start Bob
deal
hand Cid 5/1 11/4 9/1 3/1 10/5 5/5 11/1 6/1 5/2
hand Dee 8/1 10/2 10/4 6/4 4/1 7/3 9/2 6/5 3/5
hand Ann 3/2 11/5 11/2 4/2 7/5 8/5 7/4 10/3 {of_ann}
hand Bob 8/2 4/5 9/4 11/3 10/1 4/3 2/2 2/3 {of_bob}
Bob 4/5
Cid 6/1
Dee 10/2
Ann 11/2
Ann 3/2
"""
    assert "put 3 before 11" in question(done(table_of(lines.lstrip()), "HOLD")).choices
