"""An evening in which people come and go: from the menu of the box to a record that checks, resumes and counts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import pytest

from companion.cards import Card
from companion.cli.main import main
from companion.games.registry import GAMES
from companion.history.finished_match import finished_match_of
from companion.inputs.inputs import Button, Input, Pressed, Waited
from companion.match.earlier_seats import seats_since
from companion.match.header import Header
from companion.match.match import Match
from companion.players.seat_view import SeatView
from companion.rules.deal import TrickState
from companion.rules.referee.verdicts import Legal
from companion.rules.statements import PLAY, Statement
from companion.scoreboard.view import view as board
from companion.screens.current_screen import screen_for
from companion.screens.layouts import draw
from companion.simulation.open_deal import open_deal
from companion.table.choices import Page
from companion.table.computer_rack import lying_open, rack
from companion.table.handling import handle
from companion.table.modes import Playing, Reading, WhichPlayer
from companion.table.reply import Reply
from companion.table.setup_dialogue import begin
from companion.table.state import House, SeatsChanged, Table
from companion.web.view import table_json
from tests.companion.history.sealed import sealed
from tests.companion.table.pure_table import done, entries, luck, person, question, tap
from tests.evening import resumed
from tests.slots import slots

HEARTS = GAMES["hearts"]
HOUSE = House(GAMES, regulars=("Ann", "Bob", "Eve", "Zoë"))


@dataclass
class Evening:
    """Four people with real cards at a table without scanned hands; what it writes is kept."""

    table: Table
    chance: Random
    lines: list[str]
    hands: dict[int, list[Card]] = field(default_factory=dict)
    racked: set[Card] = field(default_factory=set)

    @classmethod
    def of(cls, seed: int) -> Evening:
        header = Header(HEARTS, ("Ann", "Bob", "Cid", "Dee"), 0, {"passing": "none"})
        begun = begin(Table(HOUSE), header, ())
        return cls(begun.table, Random(seed), list(begun.lines))

    @property
    def match(self) -> Match:
        return self.table.playing

    def gives(self, given: Input) -> Reply:
        reply = handle(self.table, given, luck)
        self.keeps(reply)
        return reply

    def keeps(self, reply: Reply) -> None:
        assert not reply.is_rejected, self.table.playing.said
        self.table = reply.table
        self.lines += reply.lines

    def chooses(self, *labels: str) -> None:
        """Opens the menu and goes through its lists."""
        self.gives_words("HOLD")
        for label in labels:
            self.gives_words(*("DOWN",) * question(self.table).choices.index(label), "OK")

    def gives_words(self, *gestures: str) -> None:
        for gesture in gestures:
            self.keeps(done(self.table, gesture))

    def deals(self) -> None:
        state = HEARTS.with_deal(self.match.moment)
        cards = list(HEARTS.deck.cards(state.now.knowledge.deck))
        self.chance.shuffle(cards)
        seats = range(state.setup.seats)
        self.hands = {seat: cards[seat :: len(seats)] for seat in seats}
        self.racked = set()

    def plays_a_deal(self, most: int = 10_000) -> None:
        """A deal, or so many cards of it."""
        self.deals()
        self.plays_on(most)

    def plays_on(self, most: int = 10_000) -> None:
        cards = 0
        while cards < most:
            before = self.match
            self.goes_on()
            if self.match is before:
                continue
            cards += self.match.said is not None and self.match.said.word == PLAY
            if "deal" in self.match.expects.words or not self.match.expects.words:
                return

    def goes_on(self) -> None:
        """The next gesture of somebody."""
        scanning = self.table.scanning()
        if scanning is not None:
            card = next(card for card in self.hands[scanning[0]] if card not in self.racked)
            self.racked.add(card)
            self.gives(tap(str(card)))
        elif isinstance(self.table.mode, WhichPlayer):
            asked = self.table.mode
            place = asked.seats.index(next(seat for seat in asked.seats if asked.cards[0] in self.hands[seat]))
            self.gives_words(*("DOWN",) * place, "OK")
            self.lays_down(asked.cards[0])
        elif self.table.called is not None and self.table.called.cards:
            self.plays(self.table.called.cards[0])
        elif self.table.computer is not None or self.table.called is not None:
            self.gives(Waited(60))
        else:
            self.plays(self.right_card())

    def plays(self, card: Card) -> None:
        self.gives(tap(str(card)))
        if self.match.said and card in self.match.said.cards:
            self.lays_down(card)

    def lays_down(self, card: Card) -> None:
        next(hand for hand in self.hands.values() if card in hand).remove(card)

    def right_card(self) -> Card:
        """A card that is right by the real hands."""
        state: TrickState[object] = HEARTS.with_deal(self.match.moment)
        known = tuple(HEARTS.deck.set(self.hands[seat]) for seat in range(state.setup.seats))
        told = replace(state, deal=replace(state.now, knowledge=replace(state.now.knowledge, known=known)))
        seat = HEARTS.expects(told).seats[0]
        cards = [card for card in self.hands[seat] if self.is_right(told, seat, card)]
        return self.chance.choice(cards)

    @staticmethod
    def is_right(state: TrickState[object], seat: int, card: Card) -> bool:
        return isinstance(HEARTS.judge(state, Statement(PLAY, seat, (card,))), Legal)


def moment(table: Table) -> tuple[object, ...]:
    match = table.playing
    return match.header.seats, match.state, match.applied, match.scores, table.scanned


def test_bob_leaves_eve_comes_the_computer_takes_cid_s_seat_and_the_game_goes_to_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = Evening.of(seed=5)
    evening.plays_a_deal()
    evening.plays_a_deal()
    evening.plays_a_deal(most=9)
    scores = evening.match.scores
    evening.chooses("seats", "Bob", "Eve")
    assert evening.lines[-1] == "seat Bob Eve"
    assert (evening.match.header.names, evening.match.scores) == (("Ann", "Eve", "Cid", "Dee"), scores)
    evening.plays_on(most=6)
    evening.chooses("seats", "Cid", "the computer", "easy")
    held = len(evening.hands[2])
    assert evening.table.scanning() == (2, held)
    cut = resumed(evening.lines, HOUSE)
    assert (cut.scanned, cut.scanning()) == ((2,), (2, held))
    evening.plays_on()
    while evening.match.expects.words:
        evening.plays_a_deal()
        assert moment(resumed(evening.lines, HOUSE)) == moment(evening.table)
    assert evening.match.winners
    record = tmp_path / "evening.table"
    record.write_text("\n".join(evening.lines), encoding="utf-8")
    assert main(["check", str(record)]) == 0
    told = capsys.readouterr().out
    assert "Eve" in told.splitlines()[-1] + told.splitlines()[-2]


def test_a_cut_in_the_middle_of_filling_the_rack_goes_on_with_the_next_card() -> None:
    evening = Evening.of(seed=7)
    evening.plays_a_deal(most=7)
    evening.chooses("seats", "Bob", "the computer", "normal")
    for _ in range(4):
        evening.goes_on()
    table = resumed(evening.lines, HOUSE)
    left = len(evening.hands[1]) - 4
    assert (table.scanning(), moment(table)) == ((1, left), moment(evening.table))
    assert [str(card) for card in rack(evening.match, 1)] == [line.split()[-1] for line in evening.lines[-4:]]
    lines = slots(screen_for(done(table, "HOLD", "OK").table)).lines
    assert (lines[0], lines[4]) == ("Tom 1 card", "Tom: tap a card")


def test_undo_brings_back_who_sat_there_and_whose_hands_are_scanned() -> None:
    evening = Evening.of(seed=7)
    evening.plays_a_deal(most=7)
    evening.chooses("seats", "Bob", "the computer", "normal")
    evening.gives_words("HOLD", "OK")
    assert (evening.match.header.names, evening.table.scanned, evening.table.scanning()) == (
        ("Ann", "Bob", "Cid", "Dee"),
        (),
        None,
    )
    assert resumed(evening.lines, HOUSE).scanned == ()
    evening.plays_on()


def test_a_name_tag_answers_who_comes_and_one_who_plays_here_is_refused() -> None:
    evening = Evening.of(seed=7)
    evening.plays_a_deal(most=7)
    evening.chooses("seats", "Bob")
    assert person(evening.table, "Ann").is_rejected
    reply = person(evening.table, "Zoë")
    assert reply.lines == ("seat Bob Zoë",)
    assert reply.table.overlay == SeatsChanged()
    assert done(reply, "OK").table.mode == Playing()


def test_a_late_guest_joins_between_deals_with_the_points_that_the_house_chooses() -> None:
    evening = Evening.of(seed=7)
    evening.plays_a_deal()
    worst = max(evening.match.scores)
    evening.chooses("seats", "somebody joins", "Eve", f"{worst} points")
    assert (evening.match.header.names, evening.match.scores[4]) == (("Ann", "Bob", "Cid", "Dee", "Eve"), worst)
    evening.plays_a_deal()
    assert moment(resumed(evening.lines, HOUSE)) == moment(evening.table)
    evening.chooses("seats", "somebody leaves", "Ann", "nobody: one fewer")
    assert evening.match.header.names == ("Bob", "Cid", "Dee", "Eve")
    evening.chooses("seats", "two change seats", "Bob and Eve")
    assert evening.match.header.names == ("Eve", "Cid", "Dee", "Bob")
    evening.plays_a_deal()
    assert moment(resumed(evening.lines, HOUSE)) == moment(evening.table)
    assert evening.match.header.lines()[1] == "players Eve Cid Dee Bob"  # of a checkpoint


def test_a_computer_that_takes_a_seat_knows_what_the_seat_knew_and_no_more() -> None:
    """Two evenings that differ in the hands of the others only: the new computer sees the same in both."""
    evening = Evening.of(seed=11)
    evening.plays_a_deal(most=8)
    evening.chooses("seats", "Cid", "the computer", "normal")
    while evening.table.scanning() is not None:
        evening.goes_on()
    match = evening.match
    view = SeatView.of(match, 2)
    known = view.state.now.knowledge.known
    assert known[2] == HEARTS.deck.set(evening.hands[2])
    assert [known[seat] for seat in (0, 1, 3)] == [0, 0, 0]
    others = SeatView.of(match, 0)
    assert others.state.now.knowledge.known == (0, 0, 0, 0)
    assert lying_open(match, 2) == ()


def test_a_hand_that_was_scanned_lies_open_to_nobody_while_it_is_put_into_the_rack() -> None:
    lines = "game hearts|players Ann Bob Cid Dee|dealer Dee|option passing none|; table scanned=Ann,Bob,Cid,Dee|deal"
    hands = [" ".join(f"{rank}{suit}" for rank in "2 3 4 5 6 7 8 9 10 J Q K A".split()) for suit in "CDHS"]
    said = [f"hand {name} {hand}" for name, hand in zip(("Ann", "Bob", "Cid", "Dee"), hands, strict=True)]
    table = resumed([*lines.split("|"), *said, "Ann 2C", "Bob 2D"], HOUSE)
    after = done(replace(table, resumed=None), "HOLD").table
    at = entries(table).index("seats")
    after = done(after, *("DOWN",) * at, "OK DOWN OK").table
    after = done(after, *("DOWN",) * question(after).choices.index("the computer"), "OK OK").table
    assert after.scanning() == (1, 12)
    assert lying_open(after.playing, 1) == ()
    assert done(after, "3C").is_rejected
    assert not done(after, "5D").is_rejected


@pytest.mark.parametrize(("label", "most"), [("Eve", 12), ("the computer", 14)])
def test_a_seat_is_given_away_in_few_presses(label: str, most: int) -> None:
    """The third player of four to the first regular, or to the computer, with the menu opened by holding BACK."""
    evening = Evening.of(seed=7)
    evening.plays_a_deal(most=7)
    table, presses = done(evening.table, "HOLD").table, 1
    for wanted in ("seats", "Cid", label, *(("normal",) if label != "Eve" else ())):
        choices = question(table).choices
        steps = (choices.index(wanted) - question(table).cursor) % len(choices)
        way = min((steps, Button.DOWN), (len(choices) - steps, Button.UP), key=lambda way: way[0])
        for _ in range(way[0]):
            table = handle(table, Pressed(way[1]), luck).table
        table, presses = handle(table, Pressed(Button.OK), luck).table, presses + way[0] + 1
    assert presses <= most
    assert seats_since(table.playing, evening.match) == (0, 1, 2, 3)


RECORD = """game hearts
players Ann Bob Cid Dee
dealer Dee
option passing none
deal
hand Cid 4C 6D 7D 8D 9D 10D JD QD KD AD 6H 7H 8H
Ann 2C
Bob 3C
seat Bob Eve
Cid 4C
Dee 5C
seat Cid Tom computer=easy seed=4
"""


def test_a_record_with_a_seat_that_was_given_away_is_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "seats.table"
    record.write_text(f"{RECORD}hand Tom 6D 7D 8D 9D 10D JD QD KD AD 6H 7H 8H\nDee 6C\n", encoding="utf-8")
    assert main(["replay", str(record)]) == 0
    assert "No illegal statement" in capsys.readouterr().out


def test_the_simulated_table_puts_the_hand_into_the_rack_also_when_it_was_scanned_before() -> None:
    match = resumed(RECORD.strip().split("\n"), HOUSE).playing
    cards = open_deal(match, lambda _: HEARTS.deck.cards_in_order)
    assert cards is not None
    assert cards.unseen[2] == cards.hands[2]
    again = resumed(f"{RECORD}dealt Tom 6D".strip().split("\n"), HOUSE).playing
    after = open_deal(again, lambda _: HEARTS.deck.cards_in_order)
    assert after is not None
    assert set(cards.unseen[2]) - set(after.unseen[2]) == {HEARTS.deck.card("6D")}


def test_a_finished_game_counts_for_those_who_sit_there_at_its_end() -> None:
    evening = Evening.of(seed=7)
    evening.plays_a_deal()
    evening.chooses("seats", "somebody leaves", "Bob", "Eve")
    evening.lines.append("end")
    counted = finished_match_of(sealed(evening.lines), GAMES)
    assert counted.names == ("Ann", "Eve", "Cid", "Dee")
    assert counted.curve.last == evening.match.scores


def test_pictures_pages_boards_and_sentences_know_who_sits_there_after_every_change() -> None:
    evening = Evening.of(seed=7)
    evening.plays_a_deal()
    for labels, names, cards in (
        (("somebody joins", "Eve", f"{max(evening.match.scores)} points"), ["Ann", "Bob", "Cid", "Dee", "Eve"], 5),
        (("Cid", "the computer", "easy"), ["Ann", "Bob", "Tom", "Dee", "Eve"], 99),
        (("somebody leaves", "Ann", "nobody: one fewer"), ["Bob", "Tom", "Dee", "Eve"], 0),
        (("two change seats", "Bob and Eve"), ["Eve", "Tom", "Dee", "Bob"], 6),
        (("Tom", "Zoë"), ["Eve", "Zoë", "Dee", "Bob"], 99),
    ):
        evening.chooses("seats", *labels)
        shows(evening.table, names)
        if cards and "deal" in evening.match.expects.words:
            evening.deals()
        evening.plays_on(cards)
        shows(evening.table, names)


def shows(table: Table, names: list[str]) -> None:
    """Every page, picture, sentence and board of this table, which name these people."""
    match = table.playing
    cards = open_deal(match, lambda _: HEARTS.deck.cards_in_order)
    seen, public = table_json(table, cards), board(table)
    assert seen is not None
    assert [seat["name"] for seat in seen["seats"]] == names
    assert [player["name"] for player in public["players"]] == names
    pages = [replace(table, mode=Reading(page, table.mode), overlay=None) for page in Page if page is not Page.ENDING]
    for shown in (table, replace(table, overlay=None), *pages, done(table, "HOLD").table):
        screen = screen_for(shown)
        draw(screen)
        assert screen.says is None or screen.says()
