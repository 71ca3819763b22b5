"""A slip seen late: a hand is scanned again in few presses, the last deal is corrected, and no other hand is lost."""

from __future__ import annotations

import pytest

from companion.table.state import Mended, Table
from tests.companion.table.pure_table import chosen, done, entries, question, table_of
from tests.evening import whole

EUCHRE = "game euchre|players Ann Bob Cid Dee|; table scanned=Ann,Bob,Cid,Dee|dealer Dee"
ANN, BOB = "hand Ann 9H 10H JH QH KH", "hand Bob 9C 10C JC QC KC"
CID, DEE = "9D 10D JD QD KD".split(), "9S 10S JS QS KS".split()


def scanning(*said: str) -> Table:
    return table_of("|".join((EUCHRE, "deal", *said)))


def dealt(who: str, cards: list[str]) -> list[str]:
    return [f"dealt {who} {card}" for card in cards]


ALL_DEALT = [
    *dealt("Ann", "9H 10H JH QH KH".split()),
    *dealt("Bob", "9C 10C JC QC KC".split()),
    *dealt("Cid", CID),
    *dealt("Dee", DEE),
]


def test_the_hand_that_is_scanned_now_is_begun_again_and_the_others_stay() -> None:
    table = scanning(ANN, BOB, *dealt("Cid", CID[:3]))
    reply = chosen(table, "tap Cid's hand again")
    assert (reply.lines, reply.table.scanning()) == (("undo 3",), (2, 5))


def test_an_earlier_hand_is_scanned_again_and_the_later_ones_are_said_again() -> None:
    table = scanning(ANN, BOB, *dealt("Cid", CID[:2]))
    reply = chosen(table, "tap another hand again")
    assert question(reply).choices == ("Bob", "Ann")
    again = done(reply, "OK")
    assert again.lines == ("undo 3", "dealt Cid 9D", "dealt Cid 10D")
    assert again.table.scanning() == (1, 5)
    assert done(again, "9C 10C JC QC AC").table.scanning() == (2, 3)


def test_nothing_is_scanned_again_once_somebody_has_spoken() -> None:
    table = scanning(*ALL_DEALT, "up AD", "Ann pass")
    assert not [entry for entry in entries(table) if "again" in entry]


def test_a_hand_takes_as_few_presses_as_the_menu_and_one_choice_where_undo_took_one_a_card() -> None:
    """Ann's hand of Euchre when all four are scanned: hold, down, down, OK, up, OK; by undo it took 21 presses."""
    table = scanning(*ALL_DEALT)
    singly = done(table, "HOLD", *("OK",) * 20)
    assert singly.table.scanning() == (0, 5)
    again = done(table, "HOLD DOWN DOWN OK UP OK")
    assert again.table.scanning() == (0, 5)
    assert [line.split()[1] for line in again.lines[1:]] == ["Bob"] * 5 + ["Cid"] * 5 + ["Dee"] * 5


def deal_and_next() -> Table:
    """Bird Dog with scanned hands: a deal was played, and the next one is being scanned."""
    lines = whole("birddog-full-deal")
    at = next(place for place, line in enumerate(lines) if line.startswith("dealer"))
    lines.insert(at, "; table scanned=Ann,Bob,Cid")
    return table_of("|".join((*lines, "deal", "dealt Bob 9H", "dealt Bob QH")))


def last_trick(table: Table) -> str:
    return " ".join(str(card) for card in table.playing.earlier.events[0].cards)  # type: ignore[union-attr]


def test_the_last_deal_is_corrected_while_the_next_one_is_dealt_and_the_scanned_cards_stay() -> None:
    table = deal_and_next()
    scanned = table.scanning()
    listed = chosen(table, "correct the last deal")
    swaps = done(listed, "OK")
    reply = done(swaps, "OK")
    assert not reply.is_rejected
    assert reply.lines[0].startswith("; swapped")
    assert reply.lines[-3:] == ("deal", "dealt Bob 9H", "dealt Bob QH")
    assert (reply.table.scanning(), isinstance(reply.table.overlay, Mended)) == (scanned, True)
    assert last_trick(reply.table) != last_trick(table)


def test_back_to_the_last_deal_is_one_choice() -> None:
    table = deal_and_next()
    reply = chosen(table, "back to the last deal")
    assert reply.lines == ("undo 3",)
    assert reply.table.playing.applied == table.playing.applied - 3
    assert reply.table.scored


@pytest.mark.parametrize("said", [(), (ANN,)])
def test_before_the_second_deal_there_is_no_last_one(said: tuple[str, ...]) -> None:
    assert not [entry for entry in entries(scanning(*said)) if "last deal" in entry]
