"""Toriatama on the whole machine: drinks are tapped, claims take a press a word, a missed drink is put in later."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.toriatama.rules import TORIATAMA
from companion.rules.game import Choice
from companion.screens.current_screen import screen_for
from companion.table.choices import Page
from companion.table.modes import ShuttingDown
from tests.evening import Evening, match_of, whole
from tests.slots import slots

NAMES = ("Ann", "Bob", "Cid")
MOST_PRESSES = 6
TO_THE_GAMES_ENTRIES = ("HOLD", "DOWN", "DOWN", "DOWN", "DOWN", "DOWN")


@pytest.fixture
def drinks(tmp_path: Path) -> Evening:
    """Ann, Bob and Cid; Cid last heard a bird."""
    drinks = Evening(tmp_path, games={"toriatama": TORIATAMA}, regulars=NAMES)
    drinks.does("DOWN", "OK", "OK", "OK", "OK", "OK", "DOWN", "DOWN", "OK")
    return drinks


def spoken() -> list[str]:
    """The statements of the full match."""
    return whole("toriatama-full-match")[3:]


def press_for(offered: tuple[Choice, ...], place: int) -> list[str]:
    """The fewest presses that say the answer at this place; the cursor stands on the first."""
    back = len(offered) - place
    return [*(["DOWN"] * place if place <= back else ["UP"] * back), "OK"]


def presses_for(drinks: Evening, line: str) -> list[str]:
    """The presses that say a claim or a move."""
    table, presses = drinks.box.table, list[str]()
    said, offered = table.playing.header.language.read(line.split()), table.offered
    while offered:
        place = next(n for n, choice in enumerate(offered) if any(said in leaf.says for leaf in choice.leaves()))
        presses.extend(press_for(offered, place))
        offered = offered[place].then
    return presses


def tell(drinks: Evening, *lines: str) -> None:
    """Takes by taps, anything else by buttons."""
    for line in lines:
        _, word, *rest = line.split()
        presses = rest if word == "takes" else presses_for(drinks, line)
        assert word == "takes" or 0 < len(presses) <= MOST_PRESSES
        drinks.does(*presses)


def test_a_whole_match_with_its_claims_is_told_by_taps_and_buttons(drinks: Evening) -> None:
    lines = spoken()
    tell(drinks, *lines[1:])
    assert drinks.saved() == ["game toriatama", "players Ann Bob Cid", "start Cid", *lines]
    assert drinks.box.table.playing.winners == (NAMES.index("Bob"),)
    assert drinks.box.table.playing.scores == (5, 9, 6)
    drinks.seen()


def test_where_nobody_claims_nothing_is_pressed(drinks: Evening) -> None:
    drinks.does("white-can", "green-high", "red-can")
    assert drinks.saved()[-3:] == ["Cid takes white-can", "Ann takes green-high", "Bob takes red-can"]


@pytest.mark.parametrize(
    ("presses", "claim"),
    [
        (("OK", "OK", "OK"), "Ann claims white right"),
        (("OK", "OK", "DOWN", "OK"), "Ann claims white left"),
        (("DOWN", "OK", "DOWN", "OK", "OK"), "Bob claims can right"),
        (("DOWN", "OK", "DOWN", "OK", "BACK", "OK", "OK"), "Bob claims white right"),
        (("OK", "BACK", "DOWN", "OK", "OK", "OK"), "Bob claims white right"),
    ],
)
def test_a_claim_says_who_which_word_and_which_hand(drinks: Evening, presses: tuple[str, ...], claim: str) -> None:
    drinks.does("black-tall", "green-high", "red-bottle", "blue-small", "green-tall", "yellow-small", "white-can")
    drinks.does(*presses)
    assert drinks.saved()[-1] == claim


def test_who_has_one_hand_left_is_told_which_is_empty(drinks: Evening) -> None:
    drinks.does("black-tall", "green-high", "red-bottle", "blue-small", "green-tall", "yellow-small", "white-can")
    drinks.does("DOWN", "OK", "OK", "OK")
    assert drinks.saved()[-1] == "Bob claims white right"
    drinks.does("red-tall", "OK", "OK")
    assert "which hand? right: empty" in str(screen_for(drinks.box.table))


def test_a_step_of_a_claim_shows_on_the_glass(drinks: Evening) -> None:
    drinks.does("black-tall", "green-high", "white-can")
    begun = tuple(drinks.seen().rows())
    pictures = {begun}
    for press in ("DOWN", "OK"):
        drinks.does(press)
        pictures.add(tuple(drinks.seen().rows()))
    assert len(pictures) == 3
    drinks.does("BACK", "BACK")
    assert tuple(drinks.seen().rows()) == begun
    assert drinks.saved()[-1] == "Bob takes white-can"


def test_the_next_drink_closes_a_claim_that_was_only_begun(drinks: Evening) -> None:
    drinks.does("white-can", "OK", "green-high")
    assert drinks.saved()[-1] == "Ann takes green-high"
    assert drinks.box.table.path == ()


def test_a_full_crate_is_said_with_ok(drinks: Evening) -> None:
    lines = spoken()
    tell(drinks, *lines[1:-1])
    assert lines[-1] == "Bob moves"
    drinks.does("OK")
    assert drinks.saved()[-1] == "Bob moves"


# ---------------------------------------------------------------- the menu of the game


def test_a_missed_drink_is_put_in_and_the_turns_after_it_pass_on(drinks: Evening) -> None:
    drinks.does("white-can", "red-tall", "blue-tall")  # Ann's drink was never tapped: Bob took the red one
    drinks.does(*TO_THE_GAMES_ENTRIES, "DOWN", "OK")
    assert drinks.question.choices == ("Bob in turn 3", "Ann in turn 2", "Cid in turn 1")
    drinks.seen()
    drinks.does("DOWN", "green-high")
    assert drinks.saved()[-4:] == ["undo 2", "Ann takes green-high", "Bob takes red-tall", "Cid takes blue-tall"]
    assert drinks.box.table.playing.expects.seats == (NAMES.index("Ann"),)
    drinks.again()
    assert drinks.box.table.playing.expects.seats == (NAMES.index("Ann"),)


def test_claims_after_a_missed_drink_stay_with_those_who_made_them(drinks: Evening) -> None:
    drinks.does("white-can", "red-tall", "blue-tall", "white-tall")
    tell(drinks, "Bob claims tall right")
    drinks.does(*TO_THE_GAMES_ENTRIES, "DOWN", "OK", "yellow-high")
    assert drinks.saved()[-4:] == [
        "undo 2",
        "Cid takes yellow-high",
        "Ann takes white-tall",
        "Bob claims tall right",
    ]


def test_a_missed_drink_that_makes_a_later_claim_wrong_is_refused_whole(drinks: Evening) -> None:
    drinks.does("white-can", "red-tall", "blue-tall", "white-tall")
    tell(drinks, "Ann claims tall right")
    drinks.does(*TO_THE_GAMES_ENTRIES, "DOWN", "OK", "yellow-high")
    assert drinks.refusal.rule.name == "own-drink"
    assert drinks.saved()[-1] == "Ann claims tall right"


def test_a_missed_drink_that_lies_in_a_fist_is_not_heard(drinks: Evening) -> None:
    drinks.does("white-can", "red-tall", *TO_THE_GAMES_ENTRIES, "DOWN", "OK", "white-can")
    assert drinks.overlay is None
    assert drinks.asks == "menu"
    assert drinks.saved()[-1] == "Ann takes red-tall"


def test_ok_alone_inserts_no_drink(drinks: Evening) -> None:
    drinks.does("white-can", *TO_THE_GAMES_ENTRIES, "DOWN", "OK", "OK")
    assert drinks.saved()[-1] == "Cid takes white-can"
    assert drinks.asks == "menu"


def test_the_list_of_turns_names_no_drink(drinks: Evening) -> None:
    drinks.does("white-can", "red-tall", *TO_THE_GAMES_ENTRIES, "DOWN", "OK")
    shown = screen_for(drinks.box.table)
    assert not {"white", "red", "can", "tall"} & set(" ".join(slots(shown).options).split())


def test_a_hand_that_was_looked_at_goes_back(drinks: Evening) -> None:
    drinks.does("white-can", *TO_THE_GAMES_ENTRIES, "OK")
    drinks.seen()
    drinks.does("UP", "UP", "OK")
    assert drinks.saved()[-1] == "Cid returns right"


# ---------------------------------------------------------------- the common menu


def entry(drinks: Evening, name: str) -> None:
    """Open the menu and take the entry of this name."""
    drinks.does("HOLD")
    drinks.does(*("DOWN",) * drinks.question.choices.index(name), "OK")


def test_a_parked_game_waits_until_it_is_taken_up_again(drinks: Evening) -> None:
    drinks.does("white-can", "red-tall")
    told = drinks.saved()
    entry(drinks, "park this game")
    assert drinks.asks == "game"
    assert drinks.question.choices == ("1 Jan 00:00 Toriatama drinks Ann Bob Cid", "Toriatama drinks")
    drinks.seen()
    drinks.does("UP", "OK")
    assert drinks.saved() == [*told, "; parked", "; taken up"]
    drinks.does("blue-tall")
    assert drinks.saved()[-1] == "Bob takes blue-tall"
    assert drinks.again().table.playing.expects.seats == (NAMES.index("Cid"),)


def test_another_game_is_played_while_one_is_parked(drinks: Evening) -> None:
    drinks.does("white-can")
    entry(drinks, "park this game")
    drinks.does("OK", "OK", "OK", "OK", "OK", "OK", "red-tall")
    assert len(list((drinks.root / "records/running").glob("*.table"))) == 2
    assert drinks.again().table.playing.header.names == ("Ann", "Bob")
    entry(drinks, "park this game")
    assert drinks.question.choices == (
        "1 Jan 00:00 Toriatama drinks Ann Bob Cid",
        "1 Jan 00:00 Toriatama drinks Ann Bob",
        "Toriatama drinks",
    )
    drinks.does("UP", "UP", "OK")
    assert drinks.box.table.playing.header.names == NAMES
    assert [parked.title for parked in drinks.again().table.house.parked] == ["Toriatama drinks Ann Bob"]
    assert drinks.box.table.playing.header.names == NAMES


def test_from_the_menu_one_game_is_put_aside_for_another(drinks: Evening) -> None:
    drinks.does("white-can")
    first = drinks.record()
    entry(drinks, "park this game")
    drinks.does("OK", "OK", "OK", "OK", "OK", "OK", "red-tall")
    entry(drinks, "1 Jan 00:00 Toriatama drinks Ann Bob Cid")
    assert drinks.box.table.playing.header.names == NAMES
    drinks.does("BACK", "green-high")
    assert "Ann takes green-high" in first.read_text("utf-8")
    assert [parked.title for parked in drinks.again().table.house.parked] == ["Toriatama drinks Ann Bob"]
    assert drinks.box.table.playing.header.names == NAMES


def test_a_box_that_was_shut_down_comes_back_with_the_same_picture(drinks: Evening) -> None:
    drinks.does("white-can")
    told, shown = drinks.saved(), drinks.seen()
    entry(drinks, "shut down")
    drinks.box.press("OK")
    assert not drinks.box.shut_down
    drinks.box.hold("OK")
    assert drinks.box.shut_down
    night = drinks.seen()
    drinks.does("red-tall", "BACK")
    assert (drinks.seen(), drinks.saved()) == (night, told)
    drinks.again()
    drinks.does("BACK")
    assert drinks.seen() == shown


def test_a_press_held_since_the_menu_shuts_nothing_down(drinks: Evening) -> None:
    drinks.does("HOLD", "UP")
    drinks.box.hold("OK")
    assert isinstance(drinks.box.table.mode, ShuttingDown)


def test_after_a_power_cut_a_parked_game_stays_parked(drinks: Evening) -> None:
    drinks.does("white-can")
    entry(drinks, "park this game")
    table = drinks.again().table
    assert table.match is None
    assert table.question is not None
    assert table.question.choices[0] == "1 Jan 00:00 Toriatama drinks Ann Bob Cid"


def test_health_tells_how_often_the_reader_came_back(drinks: Evening) -> None:
    entry(drinks, "health of the box")
    assert drinks.page is Page.HEALTH
    before = drinks.seen()
    drinks.box.wires.faults.switch_on("spi-error")
    drinks.box.turn(2)
    drinks.box.wires.faults.switch_off("spi-error")
    drinks.box.turn(10)
    assert drinks.box.table.health.returns == (("", 1),)
    assert drinks.seen() != before


def test_the_record_of_a_match_reads_back_to_the_same_table(drinks: Evening) -> None:
    tell(drinks, *spoken()[1:20])
    assert match_of(*drinks.saved()).state == drinks.box.table.playing.state
