"""What the computer wants, which slots its cards stand in, and what is left to people: values alone, no machine."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.registry import GAMES
from companion.inputs.inputs import Button, Pressed, Waited
from companion.match.header import MOST_SEED, Computer, Header
from companion.match.match import Match
from companion.rules.statements import split_words
from companion.screens.current_screen import screen_for
from companion.table import computer_rack
from companion.table.choices import Page
from companion.table.computer_rack import bone_slot, lying_open, rack, slot_of, slot_to_fill
from companion.table.computer_seats import luck_of, may_advise
from companion.table.from_record import resume
from companion.table.handling import handle
from companion.table.modes import Playing, Reading
from companion.table.reply import Outcome
from companion.table.setup import SetUp
from companion.table.setup_dialogue import begin
from companion.table.state import Advised, House, Table, Wish
from companion.table.timing import INTERRUPTS_AFTER_S, READ_S, SPEAKS_AFTER_S, next_step, thought_due
from tests.companion.table.pure_table import chosen, done, ends, entries, refusal
from tests.evening import resumed, right_match
from tests.slots import slots

SEATS = "; seat Tom computer=normal seed=7\n; seat James computer=easy seed=8"
BONEHEAD = f"game bonehead\nplayers Ann Tom James\n{SEATS}\nstart Ann"
DEALT = """deal
hand Tom 4C 4D 9S KH QH QD
hand James 5C 5D 9D KC QC QS
Ann heads AS AH AD
Tom heads KH QH QD
James heads KC QC QS"""


def match_of(*lines: str, header: str = BONEHEAD) -> Match:
    return right_match(header, *lines)


def table_of(*lines: str, header: str = BONEHEAD) -> Table:
    match = match_of(*lines, header=header)
    return replace(Table(House(GAMES)), match=match, scanned=tuple(match.header.computers))


def wishing(table: Table, line: str) -> Table:
    """The table when a computer wants this."""
    match = table.playing
    return replace(table, wish=Wish(match, match.header.language.read(split_words(line))))


def in_slots(match: Match, seat: int = 1) -> str:
    return " ".join(str(card) if card else "-" for card in rack(match, seat))


# ---------------------------------------------------------------- slots


@pytest.mark.parametrize(
    ("lines", "slots"),
    [
        ("deal\ndealt Tom 4C\ndealt Tom 9S", "4C 9S"),
        (DEALT, "4C 4D 9S"),
        (f"{DEALT}\nAnn 3C\nTom 4C", "- 4D 9S"),
        (f"{DEALT}\nAnn 3C\nTom 4C\nTom draws 7S", "7S 4D 9S"),
        (f"{DEALT}\nAnn 3C\nTom 4C 4D\nTom draws 7S 8S", "7S 8S 9S"),
        (f"{DEALT}\nAnn 3C\nTom 9S", "4C 4D"),
        (f"{DEALT}\nAnn 3C\nTom takes", "4C 4D 9S"),
        (f"{DEALT}\nAnn 3C\nTom 4C\nTom draws 7S\nundo 2", "4C 4D 9S"),
    ],
)
def test_a_hidden_card_goes_to_the_lowest_free_slot_and_leaves_it_when_it_is_played(lines: str, slots: str) -> None:
    assert in_slots(match_of(lines)) == slots


def test_a_computer_whose_name_has_a_comma_has_its_rack_again_after_a_power_cut() -> None:
    names, house = ("Ann", "Tom, the box", "Cid", "Dee"), House(GAMES)
    begun = begin(Table(house), Header(GAMES["hearts"], names, 0, computers={1: Computer()}), ())
    resumed = resume(begun.lines, house)
    assert resumed is not None
    assert resumed.scanned == begun.table.scanned == (1,)


@pytest.mark.parametrize(
    ("lines", "scanned"),
    [
        ("dealer Cid|deal|seat Cid Tom computer=normal seed=7", (2,)),
        ("; seat Bob computer=normal seed=7|; table scanned=Bob|dealer Cid|exchange Bob Cid", (2,)),
        ("; table scanned=Ann,Bob,Cid|dealer Cid|exchange Bob Cid", (0, 1, 2)),
        ("; seat Bob computer=normal seed=7|; table scanned=Bob|dealer Cid|deal|seat Bob Eve", ()),
    ],
)
def test_hands_are_scanned_after_a_power_cut_between_a_change_of_players_and_its_note(
    lines: str, scanned: tuple[int, ...]
) -> None:
    table = resume(f"game birddog|players Ann Bob Cid|{lines}".split("|"), House(GAMES))
    assert table is not None
    assert table.scanned == scanned


def test_racks_are_told_on_from_the_latest_moment_as_they_are_from_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = [*match_of(f"{DEALT}\nAnn 3C\nTom 4C 4D\nTom draws 7S 8S").story()][::-1]
    moments += [match_of(f"{DEALT}\nAnn 3C\nTom 9S"), moments[-1]]
    told = [rack(moment, 1) for moment in moments]
    for moment, told_on in zip(moments, told, strict=True):
        monkeypatch.setattr(computer_rack, "_latest", {})
        assert rack(moment, 1) == told_on


def test_a_taken_pile_lies_open_before_the_rack() -> None:
    match = match_of(DEALT, "Ann 3C", "Tom takes")
    assert [str(card) for card in lying_open(match, 1)] == ["3C"]
    assert slot_of(rack(match, 1), lying_open(match, 1)[0]) == 0


def test_the_next_slot_counts_cards_of_a_draw_that_is_not_complete() -> None:
    match = match_of(DEALT, "Ann 3C", "Tom 4C 4D")
    first = GAMES["bonehead"].deck.card("7S")
    assert first is not None
    assert slot_to_fill(match, 1) == 1
    assert slot_to_fill(match, 1, (first,)) == 2


def test_a_bone_that_was_too_low_goes_unseen_into_a_slot() -> None:
    header = "game bonehead\nplayers Ann Tom James Dan Eve\n; seat Tom computer=normal seed=7\nstart Tom"
    lines = (
        "deal|hand Tom 10C 10D 10H 10S 2C 2D|Ann heads 3D 3H 4S|Tom heads 10S 2C 2D|James heads 8C 8H 8S|"
        "Dan heads 9H AC AD|Eve heads KC KD KH|Tom 10C 10D 10H|Tom draws 4C 4D 4H|Tom 4C 4D 4H|"
        "Tom draws 5C 5D 5H|James takes|Dan 6S|Eve takes|Ann 3S|Tom 5C 5D 5H|James takes|Dan 7S|Eve 7D|"
        "Ann takes|Tom 10S|Tom 2C 2D|James takes|Dan 7H|Eve 8D|Ann takes|Tom bone 9S|James 9D|Dan JS|Eve JD|"
        "Ann QC|Tom bone 7C"
    ).split("|")
    match = match_of(*lines, header=header)
    assert in_slots(match) == "7C"
    assert bone_slot(match) == 1
    assert "7♣" not in str(screen_for(replace(Table(House(GAMES)), match=match)))


def test_the_nest_fills_the_slots_of_the_computer_that_takes_it() -> None:
    header = "game rook\nplayers Ann Tom James Kathy\n; seat Kathy computer=normal seed=3\ndealer Ann"
    bids = "Tom pass\nJames pass\nKathy bid 85\nAnn pass"
    dealt = "deal\nhand Kathy 5B 6B 7B 8B 9B 10B 11B 12B 13B\nnest 5G 6G 7G 8G 9G"
    assert len(rack(match_of(f"{dealt}\nTom pass", header=header), 3)) == 9
    match = match_of(f"{dealt}\n{bids}", header=header)
    assert in_slots(match, 3).endswith("13B 5G 6G 7G 8G 9G")
    assert in_slots(match_of(f"{dealt}\n{bids}\nKathy lays 5B 6B 7B 8B 9G", header=header), 3).startswith("- - - - 9B")


# ---------------------------------------------------------------- chance, and when it is asked


def test_chance_follows_from_the_seed_and_the_length_of_the_story_alone() -> None:
    def numbers(seed: int, applied: int) -> list[int]:
        luck = luck_of(seed, applied)
        return [luck(52) for _ in range(20)]

    assert numbers(4711, 30) == numbers(4711, 30)
    assert len({tuple(numbers(seed, applied)) for seed in range(5) for applied in range(5)}) == 25
    assert set(numbers(1, 1) + numbers(2, 2) + numbers(3, 3)) <= set(range(52))


def test_every_number_comes_about_as_often_as_any_other() -> None:
    luck = luck_of(1, 2)
    counted = [0] * 6
    for _ in range(6000):
        counted[luck(6)] += 1
    assert min(counted) > 880
    assert max(counted) < 1120


def test_a_computer_is_asked_at_once_and_its_word_waits_to_be_read() -> None:
    asked = table_of(DEALT, "Ann 3C")
    assert thought_due(asked, 0.0) is not None
    word = wishing(asked, "Tom takes")
    assert next_step(word, SPEAKS_AFTER_S - 0.1) is None
    said = handle(word, Waited(SPEAKS_AFTER_S), lambda _: 0)
    assert said.lines == ("Tom takes",)


@pytest.mark.parametrize(("led", "outcome"), [("3C", Outcome.NOTHING), ("AC", Outcome.PART)])
def test_a_word_of_a_computer_comes_with_a_sound_and_a_card_that_it_calls_without(led: str, outcome: Outcome) -> None:
    reply = handle(table_of(DEALT, f"Ann {led}"), Waited(INTERRUPTS_AFTER_S), lambda _: 0)
    assert reply.table.called is not None
    assert (reply.outcome, bool(reply.table.called.cards)) == (outcome, led == "3C")


@pytest.mark.parametrize("disturbed", [Page.SCORES, Page.PUBLIC])
def test_nobody_speaks_while_a_page_is_read(disturbed: Page) -> None:
    table = replace(wishing(table_of(DEALT, "Ann 3C"), "Tom takes"), mode=Reading(disturbed, Playing()))
    assert next_step(table, 60.0) is None


def test_a_refusal_is_left_to_be_read_before_a_computer_speaks() -> None:
    table = wishing(table_of(DEALT, "Ann 3C"), "Tom takes")
    refused = done(table, "7S").table
    assert refusal(refused)
    assert next_step(refused, SPEAKS_AFTER_S) is None
    assert next_step(refused, SPEAKS_AFTER_S + READ_S) is not None


def test_a_card_that_is_called_waits_for_its_tap_for_ever() -> None:
    assert next_step(wishing(table_of(DEALT, "Ann 3C"), "Tom 9S"), 3600.0) is None


def test_people_claim_before_computers_are_asked() -> None:
    header = "game toriatama\nplayers Ann Tom Bob\n; seat Tom computer=normal seed=7\nstart Bob"
    table = table_of("deal", "Bob takes red-can", "Ann takes red-high", header=header)
    assert [choice.seat for choice in table.offered] == [2], "Tom's claims are his own"
    assert thought_due(table, INTERRUPTS_AFTER_S - 0.1) is None
    assert thought_due(table, INTERRUPTS_AFTER_S) is not None


def test_a_computer_may_claim_while_a_person_is_to_take_a_drink() -> None:
    header = "game toriatama\nplayers Ann Tom Bob\n; seat Tom computer=normal seed=7\nstart Bob"
    takes = ("Bob takes red-can", "Ann takes red-high", "Tom takes blue-tall")
    assert thought_due(table_of("deal", *takes, header=header), INTERRUPTS_AFTER_S) is None, "the drink is its own"
    assert thought_due(table_of("deal", *takes, "Bob takes blue-can", header=header), INTERRUPTS_AFTER_S) is not None


# ---------------------------------------------------------------- what is left to people


def test_a_list_of_answers_ends_where_a_computer_would_speak() -> None:
    header = "game birddog\nplayers Ann Tom Bob\n; seat Tom computer=normal seed=7\ndealer Bob"
    table = table_of("deal", "hand Tom 9H 10H JH QH KH AH 9S", "up 10D", header=header)
    said = [[(say.word, say.seat) for say in choice.says] for choice in table.offered]
    assert said == [[("pass", 0)], [("declare", 0)]]
    assert table.tap is None, "the next card would pass for Tom"


def test_a_card_tapped_while_a_computer_speaks_is_refused_without_its_face() -> None:
    table = wishing(table_of(DEALT, "Ann 3C"), "Tom takes")
    reply = done(table, "7S")
    assert (refusal(reply).card, reply.lines) == ("", ())


def test_an_open_card_is_called_by_its_face() -> None:
    table = wishing(table_of(DEALT, "Ann 9C", "Tom takes", "James 9D", "James draws 7S", "Ann 9H"), "Tom 9C")
    assert slots(screen_for(table)).lines[0] == "plays 9♣:"


# ---------------------------------------------------------------- the record


def test_a_record_notes_who_is_a_computer_and_is_read_again() -> None:
    computers = {1: Computer("strong", 4711), 2: Computer("easy", 5)}
    header = Header(GAMES["bonehead"], ("Ann", "Tom", "Mary Ann"), 0, computers=computers)
    lines = begin(Table(House(GAMES)), header, ()).lines
    assert lines[2:] == (
        "; seat Tom computer=strong seed=4711",
        '; seat "Mary Ann" computer=easy seed=5',
        '; table scanned="Tom","Mary Ann"',
        "start Ann",
    )
    again = resumed(lines)
    assert again.playing.header.computers == computers
    assert again.scanned == (1, 2)


@pytest.mark.parametrize("note", ["; seat Zoe computer=normal seed=1", "; seat Tom", "; seat Tom computer= seed=x"])
def test_a_note_that_seats_nobody_changes_nothing(note: str) -> None:
    assert match_of(header=f"game bonehead\nplayers Ann Tom\n{note}\nstart Ann").header.computers == {}


def test_the_same_table_again_plays_with_other_chances() -> None:
    again = handle(ends(table_of(DEALT)).table, Pressed(Button.OK), lambda most: 5 if most == MOST_SEED else 0)
    assert again.table.playing.header.computers == {1: Computer("normal", 6), 2: Computer("easy", 7)}


def test_the_set_up_gives_the_last_seats_to_the_computer_and_names_them() -> None:
    setting_up = SetUp(GAMES, ("Ann", "tom", "Bob", "Cid")).skip_to_question()
    computers = "computer players: 0|computer players: 1|computer level: normal"
    for answer in f"Bonehead|4|Ann|tom|Bob|Cid|{computers}|as in the book|Ann|no".split("|"):
        after = dict(setting_up.answers)[answer]
        assert isinstance(after, SetUp)
        setting_up = after.skip_to_question()
    header = setting_up.header(lambda _: 0)
    assert header.names == ("Ann", "tom", "James", "Kathy")
    assert [(seat, computer.level) for seat, computer in header.computers.items()] == [(2, "strong"), (3, "strong")]


# ---------------------------------------------------------------- advice


@pytest.mark.parametrize(
    ("advises", "scanned", "told"), [(True, (0, 1, 2), True), (False, (0, 1, 2), False), (True, (1, 2), False)]
)
def test_advice_is_for_a_scanned_hand_of_a_house_that_wants_it(
    advises: bool,  # noqa: FBT001 - a row of the table
    scanned: tuple[int, ...],
    told: bool,  # noqa: FBT001 - the same
) -> None:
    dealt = table_of("deal", "hand Ann AS AH AD 3C 3D 4H", DEALT[5:])
    table = replace(dealt, house=House(GAMES, advises=advises), scanned=scanned)
    assert may_advise(table) == told
    assert ("what to play?" in entries(table)) == told


def test_advice_stands_on_the_display_until_the_next_tap() -> None:
    table = table_of("deal", "hand Ann AS AH AD 3C 3D 4H", DEALT[5:])
    table = replace(table, house=House(GAMES, advises=True), scanned=(0, 1, 2))
    table = chosen(table, "what to play?").table
    assert slots(screen_for(table)).fact == "Thinking …"
    table = handle(table, Waited(0.0), lambda _: 0).table
    assert isinstance(table.overlay, Advised)
    assert slots(screen_for(table)).place == "What to play?"
    assert done(table, "3C").table.overlay is None
