"""A score is corrected from the menu: whose, by how much, why; everybody sees it, and undo takes it back."""

from __future__ import annotations

from companion.table.effects import AddLine
from tests.companion.table.pure_table import chosen, done, entries, question, table_of
from tests.evening import whole
from tests.slots import heard, shown

ENTRY = "correct a score"
DEAL = "|".join(whole("birddog-full-deal"))
SPADES = "game spades|players Ann Bob Cid Dee|dealer Dee|score Ann 263|deal|Ann bid 4"


def test_the_menu_asks_whose_score_by_how_much_and_why() -> None:
    at = chosen(table_of(DEAL), ENTRY)
    assert question(at).choices == ("Ann", "Bob", "Cid")
    amounts = question(done(at, "DOWN OK"))
    assert (amounts.choices[0], amounts.choices[-1]) == ("-1: from 2 to 1", "+1: from 2 to 3")
    assert question(done(at, "DOWN OK UP OK")).choices[0] == "counted wrong"


def test_the_correction_is_a_line_of_the_record_and_is_shown_and_said() -> None:
    reply = done(chosen(table_of(DEAL), ENTRY), "DOWN OK UP UP UP OK DOWN OK")
    assert AddLine("correct Bob +3 counted-twice") in reply.effects
    assert reply.table.playing.scores == (1, 5, 1)
    told = shown(reply.table)
    assert "Score corrected" in told
    assert "counted twice" in told
    assert "Bob plus 3: counted twice." in heard(reply.table)


def test_undo_of_the_menu_takes_it_back() -> None:
    reply = done(chosen(table_of(DEAL), ENTRY), "OK OK OK")
    assert done(reply, "BACK HOLD OK").table.playing.scores == (1, 2, 1)


def test_partners_are_one_entry() -> None:
    at = chosen(table_of(SPADES), ENTRY)
    assert question(at).choices == ("Ann and Cid", "Bob and Dee")
    assert done(at, "OK OK OK").table.playing.scores == (262, 0, 262, 0)


def test_nobody_is_called_while_all_pass_cards() -> None:
    passing = "game hearts|players Ann Bob Cid Dee|dealer Dee|score Ann 20|deal"
    assert "turn" not in heard(done(chosen(table_of(passing), ENTRY), "OK OK OK").table)


def test_the_game_is_over_at_once_if_somebody_has_won_by_it() -> None:
    reply = done(chosen(table_of(DEAL), ENTRY), "DOWN OK", "UP " * 9, "OK OK")
    assert reply.table.playing.winners == (1,)
    assert reply.table.overlay is None


def test_it_is_offered_where_there_are_scores_and_nothing_lies_half_played() -> None:
    assert ENTRY in entries(table_of(SPADES))
    assert ENTRY not in entries(table_of("game birddog|players Ann Bob Cid|dealer Cid"))
    assert ENTRY not in entries(table_of(f"{DEAL}|end"))
    bonehead = "|".join(whole("bonehead-full-match")[:8])
    assert ENTRY not in entries(table_of(bonehead))
