"""A tag that does not read in a computer's rack, on the whole machine: the menu is the way on, to the score."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.cards import Card
from companion.simulation.next_steps import for_computers, to_scan
from companion.table.card_naming import dead_tag_now, rack_to_fill
from companion.table.computer_rack import rack, slot_of
from companion.table.state import Refused
from companion.table.words import NO_READ
from tests.company import Company
from tests.evening import Evening, asks
from tests.torture import only_with_torture


@dataclass
class WithDeadTags(Company):
    """The reader does not see these cards; the host names each of them in the menu. `named` counts how often."""

    dead: set[str] = field(default_factory=set)
    named: int = 0

    def tap(self, *words: str) -> None:
        for word in words:
            if word in self.dead:
                self.names(word)
            else:
                super().tap(word)

    def names(self, word: str) -> None:
        """Hold BACK, "a tag does not read", and the card: by suit and rank as it is dealt, then by its slot."""
        self.named += 1
        card = self.match.header.game.deck.card(word)
        assert card is not None
        self.box.hold()
        assert self.table.question is not None
        if NO_READ not in self.table.question.choices:
            self.chooses("other mistakes")
        self.chooses(NO_READ)
        if card.sign in self.choices() or f"slot {self.slot(card)}" in self.choices():
            self.chooses(card.sign if card.sign in self.choices() else f"slot {self.slot(card)}")
        else:
            self.chooses(card.sign.removeprefix(card.rank))
            self.chooses(card.sign)

    def slot(self, card: Card) -> int:
        said = self.table.called
        return slot_of(rack(self.match, said.seat), card) if said is not None and said.seat is not None else 0

    def choices(self) -> tuple[str, ...]:
        assert self.table.question is not None
        return self.table.question.choices

    def chooses(self, label: str) -> None:
        """Walk to this entry and take it."""
        assert label in self.choices(), f"{label} is none of {self.choices()}"
        while self.table.question is not None and self.table.question.chosen != label:
            self.box.press("DOWN")
        self.box.press("OK")


def with_dead_tags(root: Path, game: str, players: int, seat: int = 1) -> WithDeadTags:
    """One card of Tom's hand cannot be read, from the deal on."""
    company = WithDeadTags(root, game, players)
    company.dead = {str(company.cards.unseen[seat][1])}
    return company


def ann_plays(company: Company) -> bool:
    tap = company.table.tap
    return tap is not None and (tap.seat, tap.word) == (0, "play")


@pytest.mark.parametrize(
    ("game", "players"),
    [("birddog", 3), ("rook", 4), ("birdhead", 4), pytest.param("bonehead", 2, marks=only_with_torture)],
)
def test_a_deal_with_a_dead_tag_in_a_rack_is_played_to_its_score(game: str, players: int, tmp_path: Path) -> None:
    company = with_dead_tags(tmp_path, game, players)
    company.plays_deals()
    assert company.table.scored or company.match.winners
    assert company.is_right()
    assert company.named > 0
    notes = [line for line in company.saved() if line.startswith("; unread ")]
    assert len(notes) == company.named
    if company.table.question is not None:  # the card was never read: OK accepts it
        assert asks(company.table) == "never read"
        company.press("OK")
        assert company.saved()[-1].startswith("; accepted ")
    assert company.table.unread == () or company.match.winners


def test_a_drawn_card_whose_tag_does_not_read_is_named_into_its_slot(tmp_path: Path) -> None:
    company = WithDeadTags(tmp_path, "bonehead", 2)
    company.plays_while(lambda: company.table.owed is None)
    seat = rack_to_fill(company.table)
    assert seat == 1
    before = len(company.saved())
    (drawn,) = to_scan(company.table, company.cards)
    company.dead = {str(drawn)}
    company.tap(str(drawn))
    assert company.saved()[before:] == [f"; unread {drawn}", f"Tom draws {drawn}"]
    assert drawn in rack(company.match, 1)


def test_a_card_that_stands_in_the_rack_cannot_be_named_as_the_drawn_one(tmp_path: Path) -> None:
    company = WithDeadTags(tmp_path, "bonehead", 2)
    company.plays_while(lambda: company.table.owed is None)
    before, standing = company.saved(), next(card for card in rack(company.match, 1) if card)
    company.names(str(standing))
    overlay = company.table.overlay
    assert isinstance(overlay, Refused)
    assert overlay.rule.name in {"wrong-phase", "card-used"}
    assert (company.saved(), company.table.unread) == (before, ())
    assert "slot" not in company.shown()


def test_a_bone_that_does_not_read_is_named_by_its_face(tmp_path: Path) -> None:
    company = WithDeadTags(tmp_path, "bonehead", 2)
    company.plays_until("turns a bone")
    moves = for_computers(company.table, company.hands.cards(company.table))
    assert moves
    bone = str(moves[0].pieces[0])
    before = len(company.saved())
    company.dead = {bone}
    company.tap(bone)
    assert company.saved()[before:] == [f"; unread {bone}", f"Tom bone {bone}"]


def test_the_menu_names_a_called_card_by_its_slot_and_shows_no_face(tmp_path: Path) -> None:
    company = with_dead_tags(tmp_path, "birddog", 3)
    company.plays_until("plays slot")
    said = company.table.called
    assert said is not None
    choice = dead_tag_now(company.table)
    assert choice is not None
    assert [leaf.label for leaf in choice.then] == [f"slot {company.slot(card)}" for card in said.cards]
    company.box.hold()
    company.chooses("other mistakes")
    company.chooses(NO_READ)
    assert company.tells_no_face()


def test_a_power_cut_between_naming_and_the_rest_of_the_deal_changes_nothing(tmp_path: Path) -> None:
    company = with_dead_tags(tmp_path, "birddog", 3)
    company.plays_while(lambda: company.named == 0)
    before = (company.match.state, company.table.unread, rack(company.match, 1))
    company.box.pull_the_plug()
    company.plugged_in()
    assert (company.match.state, company.table.unread, rack(company.match, 1)) == before
    company.plays_deals()
    assert company.is_right()


def test_naming_a_card_of_a_rack_as_ones_own_is_refused_without_telling_where_it_stands(tmp_path: Path) -> None:
    company = WithDeadTags(tmp_path, "birddog", 3)
    company.plays_while(lambda: not ann_plays(company))
    hidden = next(card for card in rack(company.match, 1) if card)
    before = company.match
    company.names(str(hidden))
    overlay = company.table.overlay
    assert isinstance(overlay, Refused)
    assert overlay.rule.name == "wrong-phase"
    assert "slot" not in company.shown()
    assert "Tom" not in overlay.rule.sentence
    assert company.match is before
    assert company.table.unread == ()


def test_people_whose_hands_are_scanned_name_nothing_for_everybody_would_see_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.sits_down(scanned=True)
    assert evening.box.table.scanning() is not None
    assert dead_tag_now(evening.box.table) is None
