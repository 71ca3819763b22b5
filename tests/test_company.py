"""Seats of the computer on the whole machine: real cards, a rack with slots, prompts; all games."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cards import Card
from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.match.match import Match
from companion.rules.statements import Statement
from companion.simulation.gesture_search import same_story, story
from companion.simulation.next_steps import to_scan
from companion.simulation.replay import Replay
from companion.table.computer_rack import rack, slot_of, slot_to_fill
from companion.table.state import Refused
from tests.company import Company
from tests.torture import every_so_many, so_many

MOST_TAPS, MOST_PRESSES = 150, 20
"""Of a game of Bonehead, one against three: about 110 taps are usual."""


@pytest.fixture
def table(tmp_path: Path) -> Company:
    """Bonehead, at the first card that a computer plays from a slot."""
    company = Company(tmp_path, "bonehead")
    company.plays_while(lambda: not calls_one_slot(company))
    return company


def calls_one_slot(company: Company) -> bool:
    said = company.table.called
    single = said is not None and said.word == "play" and len(said.cards) == 1
    return single and any(slot_of(slots(company), card) for card in called(company).cards)


def called(company: Company) -> Statement:
    said = company.table.called
    assert said is not None
    return said


def slots(company: Company, seat: int | None = None) -> tuple[Card | None, ...]:
    seat = called(company).seat if seat is None else seat
    assert seat is not None
    return rack(company.match, seat)


def another(company: Company) -> Card:
    """A card of the same rack that is not called."""
    return next(card for card in slots(company) if card and card not in called(company).cards)


def refusal(company: Company) -> Refused:
    overlay = company.table.overlay
    assert isinstance(overlay, Refused)
    return overlay


@pytest.mark.parametrize("seed", range(2, so_many(3, 13)))
def test_a_person_plays_bonehead_against_three_computers_to_its_end(seed: int, tmp_path: Path) -> None:
    company = Company(tmp_path, "bonehead", seed=seed)
    company.plays_deals()
    assert company.match.winners
    assert company.is_right()
    assert seed != 2 or (company.taps < MOST_TAPS and company.presses <= MOST_PRESSES), "not a usual game"


@pytest.mark.parametrize(
    ("game", "players"),
    every_so_many(
        2,
        [
            *(("birddog", 3), ("birdhead", 4), ("euchre", 4), ("rook", 4)),
            *(("hearts", 3), ("hearts", 4), ("toriatama", 3), ("spades", 4)),
        ],
    ),
)
def test_a_deal_of_every_other_game_is_played_with_computers_to_its_end(
    game: str, players: int, tmp_path: Path
) -> None:
    company = Company(tmp_path, game, players)
    company.plays_deals()
    assert company.table.scored or company.match.winners
    assert company.is_right()


@pytest.mark.parametrize(
    "rules", every_so_many(2, [{"cards": "57", "rook-play": "as-trump"}, {"cards": "45", "rook-rank": "10.5"}])
)
def test_rook_at_home_is_played_with_computers_to_its_end(rules: dict[str, str], tmp_path: Path) -> None:
    company = Company(tmp_path, "rook", rules={**rules, "last-trick": "nest-and-20", "misdeal": "no-counters"})
    company.plays_deals()
    assert company.table.scored
    assert company.is_right()


def test_cards_go_into_the_slots_in_the_order_of_the_taps_and_the_display_says_where(tmp_path: Path) -> None:
    company = Company(tmp_path, "bonehead", players=2)
    dealt = company.cards.unseen[1]
    for number, card in enumerate(dealt, start=1):
        assert f"TOM | {number - 1}/6 | Tap one of Tom's cards" in company.shown()
        assert f"rack slot {number}" in company.shown()
        company.tap(str(card))
    assert slots(company, 1) == dealt
    assert "ANN" in company.shown()


def test_only_computers_have_their_hands_scanned(tmp_path: Path) -> None:
    company = Company(tmp_path, "birddog", players=3)
    company.plays_until("Turn one up")
    assert [line.split()[1] for line in company.saved() if line.startswith("dealt")] == ["Tom"] * 7 + ["James"] * 7
    assert "; table scanned=Tom,James" in company.saved()
    assert "; seat Tom computer=normal seed=2" in company.saved()


def test_a_drawn_card_goes_to_the_lowest_free_slot_before_anybody_plays(table: Company) -> None:
    table.plays_until("Draws")
    draw = table.table.owed
    assert draw is not None
    assert draw.seat is not None
    place = slot_to_fill(table.match, draw.seat)
    assert f"rack slot {place}" in table.shown()
    (drawn,) = to_scan(table.table, table.cards)
    table.press("DOWN")
    assert table.table.owed is not None, "nobody takes the pile before the card was drawn"
    table.press("BACK")
    table.tap(str(drawn))
    assert slots(table, draw.seat)[place - 1] == drawn
    assert table.saved()[-1].endswith(f"draws {drawn}")


def test_a_card_from_another_slot_is_refused_with_its_slot_and_without_its_face(table: Company) -> None:
    before, wrong = table.match, another(table)
    wanted = slot_of(slots(table), called(table).cards[0])
    table.tap(str(wrong))
    assert table.match is before
    assert refusal(table).rule.sentence == f"It is from rack slot {slot_of(slots(table), wrong)}: put it back."
    assert refusal(table).rule.remedy == f"Now tap rack slot {wanted}"
    assert wrong.sign not in table.shown()
    table.tap(str(called(table).cards[0]))
    assert table.match is not before


def test_a_card_of_nobody_knows_whom_is_refused_and_nothing_is_told_of_it(table: Company) -> None:
    stranger = table.cards.stack[-1]
    table.tap(str(stranger))
    assert refusal(table).large == "NOT THIS"
    assert stranger.sign not in table.shown()


def test_a_card_of_a_rack_played_by_a_person_is_put_back_and_its_face_is_not_told(table: Company) -> None:
    table.plays_until("☞ANN")
    hidden = next(card for card in slots(table, 1) if card)
    table.tap(str(hidden))
    assert refusal(table).rule.sentence == f"It is {{1}}'s (computer), rack slot {slot_of(slots(table, 1), hidden)}."
    assert hidden.sign not in table.shown()


def test_after_a_power_cut_the_same_slot_is_called(table: Company) -> None:
    before, wanted = table.shown(), called(table)
    table.box.pull_the_plug()
    table.plugged_in()
    table.box.turn(1.0)
    assert called(table) == wanted
    assert table.shown() == before


def test_what_was_undone_is_called_again(table: Company) -> None:
    wanted, before = called(table), table.match
    table.tap(*map(str, wanted.cards))
    table.box.hold()
    table.press("OK")
    assert table.match is before
    table.press("BACK")
    table.box.turn(0.5)
    assert called(table) == wanted


def test_a_play_of_several_cards_is_called_whole_and_counted_tap_by_tap(tmp_path: Path) -> None:
    company = Company(tmp_path, "bonehead", players=2)
    company.plays_until("heads: slots")
    first, *rest = called(company).cards
    company.tap(str(first))
    assert company.shown().count("heads: slots") == 1
    assert company.saved()[-1] == f"; tapped {first}"
    company.tap(str(first))
    assert refusal(company).rule.short == "NOT AGAIN"
    company.box.pull_the_plug()
    company.plugged_in()
    company.box.turn(0.5)
    for card in (first, *rest):
        company.tap(str(card))
    assert company.saved()[-1] == f"Tom heads {' '.join(map(str, called_cards(company.match)))}"


def test_a_computer_dealer_of_euchre_takes_the_card_up_and_discards_one_of_its_rack(tmp_path: Path) -> None:
    company = Company(tmp_path, "euchre", opener=1)
    company.plays_until("discards")
    (discarded,) = called(company).cards
    place = slot_of(slots(company, 1), discarded)
    assert f"slot {place}" in company.shown()
    company.plays_deals()
    lines = company.saved()
    assert lines.index("Tom orders") + 1 == lines.index(f"Tom discards {discarded}")
    up = next(line.split()[1] for line in lines if line.startswith("up "))
    assert f"Tom {up}" in lines, "the card taken up lies open before the rack, and is played"


def test_a_computer_whose_partner_plays_alone_keeps_its_cards_in_the_rack(tmp_path: Path) -> None:
    company = Company(tmp_path, "euchre", seed=2, opener=1)
    company.plays_deals()
    assert company.is_right()
    lines = company.saved()
    after = lines[lines.index("Tom alone") + 1 :]
    assert {line.split()[0] for line in after} == {"Ann", "Tom", "James"}
    assert sum(card is not None for card in slots(company, 3)) == 5, "Kathy sits out"


def called_cards(match: Match) -> tuple[Card, ...]:
    return match.statement.cards


def test_a_word_of_the_computer_is_shown_before_it_counts(tmp_path: Path) -> None:
    company = Company(tmp_path, "birddog", players=3)
    company.plays_until("Turn one up")
    company.tap(str(company.cards.stack[0]))
    company.box.turn(0.5)
    assert "TOM | passes" in company.shown()
    assert company.saved()[-1].startswith("up ")
    company.box.turn(1.5)
    assert company.saved()[-1].startswith("Tom ")


def test_buttons_say_nothing_for_a_computer(table: Company) -> None:
    before = table.match
    for button in ("OK", "DOWN", "BACK", "UP", "BACK"):
        table.press(button)
    assert table.match is before


def test_a_persons_set_is_closed_by_time_where_a_computer_comes_next(table: Company) -> None:
    table.plays_while(lambda: "ANY CARD | ☞ANN" not in table.shown() or len(table.cards.hands[0]) < 2)
    card = table.cards.hands[0][0]
    table.tap(str(card))
    assert table.saved()[-1] == f"; tapped {card}"
    table.box.turn(4.0)
    assert table.saved()[-1] == f"Ann {card}"
    assert table.table.computer == 1


def test_rooks_nest_is_tapped_into_the_slots_of_a_computer_that_bid_highest(tmp_path: Path) -> None:
    for seed in range(1, 20):
        company = Company(tmp_path / str(seed), "rook", seed=seed)
        company.plays_until(" trump |" if company.shown() else "")
        lines = company.saved()
        if any(line.startswith("nest") for line in lines):
            break
    nest = next(line for line in lines if line.startswith("nest"))
    assert len(nest.split()) == 6
    laid = next(line for line in lines if " lays " in line)
    assert len(laid.split()) == 7


def test_a_record_of_computers_is_told_to_the_machine_like_any_other(tmp_path: Path) -> None:
    company = Company(tmp_path / "played", "bonehead", players=2)
    company.plays_while(lambda: sum(" draws " in line for line in company.saved()) < 2)
    found = tuple(answers("\n".join(company.saved()), GAMES))
    machine = Replay(found, tmp_path / "told")
    assert sum(len(shown.lines) for shown in machine.run(found)) == len(found)
    assert same_story(story(machine.table.playing), story(company.match))


def test_a_computer_says_nil_and_does_not_bid_nothing(tmp_path: Path) -> None:
    company = Company(tmp_path, "spades", players=4, seed=1)
    company.plays_while(lambda: company.table.called is None or company.table.called.value != "0")
    assert "| says nil" in company.shown()
