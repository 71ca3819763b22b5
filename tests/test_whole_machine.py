"""Cards are laid on the simulated field, buttons are pressed, plugs are pulled; what counts is read off the glass."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.screens.current_screen import screen_for
from companion.screens.picture import Picture
from companion.simulation.box import SimulatedBox
from companion.support.values import replace
from companion.table.state import ClearReader, Refused, with_shelf
from companion.table.words import TWIN
from companion.tags.tag_decks import CardCopy, TagDeck
from hardware.sim.tags import Tag
from tests.evening import (
    DEAL_GESTURES,
    END_HERE,
    FULL_DEAL_RECORD,
    RECORDS,
    ROOT,
    Evening,
    begun,
    below_the_top,
    picture_after,
    whole,
)
from tests.slots import slots
from tests.torture import every_so_many

HEADER = ("game birddog", "players Ann Bob Cid", "dealer Cid")
DARK = Picture()


# ---------------------------------------------------------------- a deal


@pytest.mark.parametrize("controller", ["ssd1306", "ssd1309", "sh1106"])
def test_a_full_deal_is_tapped_and_its_score_stands_on_the_glass(tmp_path: Path, controller: str) -> None:
    evening = Evening(tmp_path, controller=controller)
    evening.sits_down()
    evening.does(*DEAL_GESTURES)
    assert evening.seen() == picture_after(*FULL_DEAL_RECORD)
    names, scores = evening.box.table.playing.header.names, evening.box.table.playing.scores
    assert dict(zip(names, scores, strict=True)) == {"Ann": 1, "Bob": 2, "Cid": 1}


def test_the_running_record_of_a_deal_is_the_record_of_the_deal(evening: Evening) -> None:
    evening.does(*DEAL_GESTURES)
    assert evening.saved() == whole("birddog-full-deal")


def test_ok_at_the_score_begins_the_next_deal(evening: Evening) -> None:
    evening.does(*DEAL_GESTURES, "OK")
    assert evening.saved()[-1] == "deal"
    assert not evening.box.table.scored


def test_a_tap_at_the_score_begins_the_next_deal_as_well(evening: Evening) -> None:
    evening.does(*DEAL_GESTURES, "9S")
    assert evening.saved()[-2:] == ["deal", "up 9S"]


def test_a_wrong_card_is_refused_with_who_which_rule_and_what_to_do(playing: Evening) -> None:
    before = playing.box.table.match
    playing.does("10D")
    refusal = playing.refusal
    assert (refusal.who, refusal.rule.name) == ("Ann", "card-used")
    assert playing.box.table.match == before
    assert playing.box.wires.pins.light == (1.0, 0.0, 0.0)
    playing.does("QS")
    assert playing.saved()[-1] == "Ann QS"


# ---------------------------------------------------------------- the plug


CUTS = [place for place in range(len(DEAL_GESTURES) + 1) if place == 0 or DEAL_GESTURES[place - 1] != "DOWN"]
"""Where the plug may be pulled; a cursor that was moved and not yet confirmed is the one thing that is lost."""


@pytest.mark.parametrize("cut", every_so_many(2, CUTS))
def test_after_the_plug_was_pulled_the_same_picture_is_back_and_the_score_comes_out_the_same(
    evening: Evening, cut: int
) -> None:
    evening.does(*DEAL_GESTURES[:cut])
    before, before_the_plug = evening.seen(), screen_for(evening.box.table)
    evening.again()
    assert below_the_top(evening.seen()) == below_the_top(before)
    resumed = slots(screen_for(evening.box.table))
    asks = slots(before_the_plug).options
    assert resumed.place.startswith("RESUMED: " if asks else "RESUMED")
    assert resumed.memo == slots(before_the_plug).memo if asks else resumed.memo.startswith("Last saved: ")
    evening.does(*DEAL_GESTURES[cut:])
    assert below_the_top(evening.seen()) == below_the_top(picture_after(*FULL_DEAL_RECORD))


def test_the_plug_may_be_pulled_after_every_gesture_of_a_deal(evening: Evening) -> None:
    for gesture in DEAL_GESTURES:
        evening.does(gesture)
        if gesture != "DOWN":
            evening.again()
    assert below_the_top(evening.seen()) == below_the_top(picture_after(*FULL_DEAL_RECORD))


PLAYER = """
import sys
from pathlib import Path
from tests.evening import Evening
evening = Evening(Path(sys.argv[1]))
for gesture in sys.argv[2:]:
    evening.does(gesture)
    print(gesture, flush=True)
while True:
    evening.box.turn()
"""


@pytest.mark.parametrize("gestures", [1, 4, 11])
def test_a_process_that_is_killed_leaves_what_it_has_shown(evening: Evening, tmp_path: Path, gestures: int) -> None:
    evening.box.pull_the_plug()
    words = [sys.executable, "-c", PLAYER, str(tmp_path), *DEAL_GESTURES[:gestures]]
    with subprocess.Popen(words, stdout=subprocess.PIPE, encoding="utf-8", cwd=ROOT) as player:  # noqa: S603 - our own
        assert player.stdout is not None
        for _ in range(gestures):
            assert player.stdout.readline()
        player.send_signal(signal.SIGKILL)
    evening.switch_on()
    evening.does(*DEAL_GESTURES[gestures:])
    assert evening.seen() == picture_after(*FULL_DEAL_RECORD)


REVOKE = ("10D", "DOWN", "OK", "OK", *"AC 9H KC".split(), *"AS KS QS".split(), *"AH 10C KH".split())
"""Ann declares; Bob follows clubs with the 9 of hearts, and plays a club later: proven in trick 3."""


def revoked(evening: Evening) -> None:
    evening.does(*REVOKE[: REVOKE.index("10C") + 1])
    assert evening.asks == "remedy"


def test_an_open_revoke_question_comes_back(evening: Evening) -> None:
    revoked(evening)
    before = evening.seen()
    evening.again()
    assert below_the_top(evening.seen()) == below_the_top(before)
    evening.does("DOWN", "OK")
    assert evening.saved()[-1] == "remedy void-deal"


def test_a_revoke_question_survives_the_menu_and_back(evening: Evening) -> None:
    revoked(evening)
    before = evening.seen()
    evening.does("HOLD", "BACK")
    assert evening.seen() == before
    evening.does("BACK")  # says why
    assert evening.seen() != before
    evening.does("BACK")
    assert evening.seen() == before
    assert evening.saved()[-1] == "Bob 10C"


def test_the_next_card_answers_a_revoke_question_as_the_house_does(evening: Evening) -> None:
    revoked(evening)
    evening.does("KH")
    assert evening.asks == ""
    assert evening.saved()[-1] == "Cid KH"


def test_a_refused_card_leaves_a_revoke_question_open(evening: Evening) -> None:
    revoked(evening)
    before = evening.seen()
    evening.does("10D")
    assert isinstance(evening.overlay, Refused)
    evening.does("BACK")
    assert evening.seen() == before


def test_an_undone_remedy_is_asked_again(evening: Evening) -> None:
    revoked(evening)
    evening.does("DOWN", "OK", "HOLD", "OK", "BACK")
    assert evening.asks == "remedy"


def _lie_at_power_on(evening: Evening, *cards: str) -> None:
    """Plug pulled, and put back with these cards on the reader."""
    evening.box.pull_the_plug()
    evening.box = _with_cards(evening, cards)


def _with_cards(evening: Evening, cards: tuple[str, ...]) -> SimulatedBox:
    """A table that finds cards on its reader at the first turn."""
    numbers = [evening.box.uid(card) for card in cards]
    return evening.switch_on(lying=numbers)


def test_a_card_on_the_reader_at_power_on_is_the_lost_tap_if_it_was_not_saved(playing: Evening) -> None:
    _lie_at_power_on(playing, "QS")
    playing.box.turn(1.0)
    assert playing.saved()[-1] == "Ann QS"


def test_a_card_on_the_reader_at_power_on_is_still_there_if_it_was_saved(playing: Evening) -> None:
    _lie_at_power_on(playing, "KC")
    playing.box.turn(1.0)
    assert playing.overlay is None
    assert playing.saved()[-1] == "Cid KC"


@pytest.mark.parametrize("fault", ["spi-error", "miso-low", "bit-errors"])
def test_a_saved_card_is_still_there_when_the_reader_is_late(playing: Evening, fault: str) -> None:
    playing.box.pull_the_plug()
    playing.switch_on(lying=[playing.box.uid("KC")], faults=(fault,))
    playing.box.turn(1.0)
    playing.box.wires.faults.switch_off(fault)
    playing.box.turn(1.0)
    assert playing.overlay is None
    assert playing.saved()[-1] == "Cid KC"


# ---------------------------------------------------------------- the end of a game


def test_the_evening_can_end_and_the_same_people_play_again(playing: Evening) -> None:
    playing.does(*END_HERE)
    assert playing.asks == "same table"
    before = playing.seen()
    playing.again()
    assert below_the_top(playing.seen()) == below_the_top(before)
    playing.does("OK")
    assert playing.saved() == ["game birddog", "players Ann Bob Cid", "dealer Ann"]
    assert len(list((playing.root / "records").glob("*.table"))) == 1


def test_an_end_by_mistake_is_undone(playing: Evening) -> None:
    before = playing.box.table.match
    playing.does(*END_HERE, "HOLD", "OK")
    assert playing.box.table.match == before
    playing.does("QS")
    assert playing.saved()[-1] == "Ann QS"


def test_at_power_on_after_a_game_the_same_table_is_offered(playing: Evening) -> None:
    playing.does(*END_HERE, "DOWN", "OK")
    assert playing.box.table.setting_up is not None
    playing.again()
    assert playing.asks == "same table"
    playing.does("BACK", "10D", "HOLD", "OK", "PASS", "UNDO")
    playing.does("BACK", "OK")
    assert playing.saved() == ["game birddog", "players Ann Bob Cid", "dealer Ann"]


def test_scores_that_no_new_game_can_begin_with_are_not_offered(tmp_path: Path) -> None:
    """Cid alone has eleven, but only Ann and Bob can win the extra deal."""
    lines = RECORDS["birddog-overtime-outsider-ahead"].read_text("utf-8").splitlines()
    begun(tmp_path, *(line for line in lines if not line.startswith("#")))
    evening = Evening(tmp_path)
    evening.does(*END_HERE)
    assert evening.question.choices == ("play again", "new game")
    evening.does("OK")
    assert evening.saved()[-1] == "dealer Ann"


def test_a_game_is_over_at_eleven_points_and_its_picture_comes_back(tmp_path: Path) -> None:
    lines = (*HEADER[:2], "score Bob 9", HEADER[2])
    begun(tmp_path, *lines)
    evening = Evening(tmp_path)
    evening.does(*DEAL_GESTURES)
    assert evening.box.table.playing.winners == (1,)
    assert evening.box.table.playing.expects.words == frozenset()
    over = evening.seen()
    evening.again()
    assert below_the_top(evening.seen()) == below_the_top(over)
    evening.does("9S", "BACK", "OK", "OK")
    assert evening.saved() == ["game birddog", "players Ann Bob Cid", "dealer Ann"]


# ---------------------------------------------------------------- taps


def test_two_cards_at_once_are_refused(playing: Evening) -> None:
    playing.does("QS+9S")
    assert playing.refusal.rule.name == "one-at-a-time"
    assert playing.saved()[-1] == "Cid KC"


def test_a_foreign_tag_is_refused_by_name_and_changes_nothing(playing: Evening) -> None:
    before = playing.box.table.match
    playing.box.tap_uid(bytes.fromhex("04DEADBEEF5A5A"))
    assert playing.refusal.rule.name == "not-in-deck"
    assert playing.box.table.match == before


def test_a_card_of_another_deck_of_the_house_is_refused_by_the_name_of_that_deck(playing: Evening) -> None:
    before, saved, stray = playing.box.table.match, playing.saved(), bytes.fromhex("04DEADBEEF5A5B")
    blue = TagDeck("french-blue", "french", {stray: CardCopy("QS")})
    shelf = playing.box.table.house.shelf
    playing.box.loop.table = with_shelf(playing.box.table, replace(shelf, decks=(*shelf.decks, blue)))
    playing.box.tap_uid(stray)
    refusal = playing.refusal
    assert (refusal.rule.name, refusal.deck) == ("not-in-deck", "french-blue")
    assert (playing.box.table.match, playing.saved()) == (before, saved)


def test_a_clone_of_a_played_card_is_refused_as_that_card_and_changes_nothing(playing: Evening) -> None:
    before, saved = playing.box.table.match, playing.saved()
    clone = Tag(playing.box.uid("10C"))
    playing.box.wires.fields[""].place(clone)
    playing.box.turn(0.3)
    playing.box.wires.fields[""].lift(clone)
    refusal = playing.refusal
    assert (refusal.rule.name, refusal.card, refusal.rule.remedy) == ("card-used", "10♣", TWIN)
    assert refusal.rule.sentence == "Trick 1: {1} played it. Tap another card."
    assert (playing.box.table.match, playing.saved()) == (before, saved)


def test_a_card_and_its_clone_on_the_reader_together_are_one_tap(playing: Evening) -> None:
    for _ in range(2):
        playing.box.wires.fields[""].place(Tag(playing.box.uid("QS")))
    playing.box.turn(1.0)
    playing.box.wires.fields[""].clear()
    playing.box.turn(1.0)
    assert playing.saved()[-2:] == ["Cid KC", "Ann QS"]
    assert playing.overlay is None


def test_a_card_that_rests_is_one_tap_and_a_request_to_clear_the_reader(playing: Evening) -> None:
    uid = playing.box.uid("QS")
    playing.box.wires.lay(uid)
    playing.box.turn(5.0)
    assert isinstance(playing.overlay, ClearReader)
    playing.box.wires.lift(uid)
    playing.box.turn(1.0)
    assert playing.overlay is None
    assert playing.saved()[-2:] == ["Cid KC", "Ann QS"]


def test_a_wiggled_card_is_one_tap(playing: Evening) -> None:
    uid = playing.box.uid("QS")
    for _ in range(4):
        playing.box.wires.lay(uid)
        playing.box.turn(0.25)
        playing.box.wires.lift(uid)
        playing.box.turn(0.06)
    assert playing.saved()[-2:] == ["Cid KC", "Ann QS"]


def test_three_taps_a_second_are_all_seen(evening: Evening) -> None:
    for gesture in DEAL_GESTURES[:5]:
        evening.does(gesture)
    began = evening.box.wires.clock.now()
    for card in DEAL_GESTURES[5:]:
        uid = evening.box.uid(card)
        evening.box.wires.lay(uid)
        evening.box.turn(0.15)
        evening.box.wires.lift(uid)
        evening.box.turn(0.1)
    assert evening.box.wires.clock.now() - began < len(DEAL_GESTURES[5:]) / 3
    assert evening.seen() == picture_after(*FULL_DEAL_RECORD)


def test_a_command_card_does_what_a_button_does(evening: Evening) -> None:
    evening.does("10D", "PASS", "9S", "DOWN", "OK-card", "UNDO", "OK-card")
    assert evening.saved()[-6:] == ["Ann pass", "Bob pass", "Cid pass", "up 9S", "Ann declare", "undo"]


def test_a_pass_card_answers_no_menu(evening: Evening) -> None:
    evening.does("10D", "HOLD", "PASS")
    assert isinstance(evening.overlay, Refused)
    assert evening.saved()[-1] == "up 10D"
