from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.tags.presence import (
    MISSES_TO_LIFT,
    NO_CARD_LIFTED_AFTER_S,
    UNREADABLE_AFTER_S,
    PresenceEvent,
    TagLifted,
    TagPresence,
    TagResting,
    TagsTapped,
    TagTapped,
    TagUnreadable,
)
from companion.tags.tag_decks import NoCard

POLL_S = 0.066
A, B, C = b"\x04AAAAAA", b"\x04BBBBBB", b"\x04CCCCCC"
PHONE, BANK_CARD = NoCard.PHONE.value, NoCard.CHIP_CARD.value
NAMES = {"a": A, "b": B, "c": C, "p": PHONE, "k": BANK_CARD}


def watch(polls: Iterable[str], start: float = 10.0) -> list[tuple[float, PresenceEvent]]:
    """Feed polls one POLL_S apart: letters are the tags found, '?' is unclear, '!' a reader fault, '' a clear miss.

    Gives each event with the seconds from the first poll to when it was told.
    """
    presence = TagPresence()
    told: list[tuple[float, PresenceEvent]] = []
    for number, poll in enumerate(polls):
        now = start + number * POLL_S
        if poll == "!":
            presence, events = presence.after_fault(now)
        else:
            uids = frozenset(NAMES[letter] for letter in poll if letter in NAMES)
            presence, events = presence.saw(uids, now, unclear="?" in poll)
        told += [(number * POLL_S, event) for event in events]
    return told


def taps(polls: Iterable[str]) -> list[bytes | frozenset[bytes]]:
    found: list[bytes | frozenset[bytes]] = []
    for _, event in watch(polls):
        match event:
            case TagTapped(uid):
                found.append(uid)
            case TagsTapped(uids):
                found.append(uids)
            case _:
                pass
    return found


STAYS_AWAY = [""] * (int(NO_CARD_LIFTED_AFTER_S / POLL_S) + 2)


@pytest.mark.parametrize(
    ("polls", "found"),
    [
        (["p", "p", "ap", "ap", "p"], [PHONE, A]),
        (["ap"], [A]),
        (["abp"], [frozenset({A, B})]),
        (["p", "", "", "", "", "p", *STAYS_AWAY[:-4], "p"], [PHONE]),
        (["p", *STAYS_AWAY, "p"], [PHONE, PHONE]),
        (["pk"], [frozenset({PHONE, BANK_CARD})]),
        (["k", *STAYS_AWAY[:-4], "k"], [BANK_CARD]),
    ],
)
def test_what_can_be_no_card_is_told_once_and_never_with_a_card(
    polls: list[str], found: list[bytes | frozenset[bytes]]
) -> None:
    assert taps(polls) == found


def test_a_phone_that_rests_is_not_told() -> None:
    assert not [event for _, event in watch(["p"] * 100) if isinstance(event, TagResting)]


LIFT = [""] * 4


@pytest.mark.parametrize(
    "polls",
    [
        ["a"],
        ["a"] * 40,
        ["a", "", "a", "", "", "a"],
        ["a", "?", "?", "?", "?", "?", "a"],
        ["a", "!", "!", "!", "!", "!", "a"],
        ["a", "", "", "!", "", "", "a"],
        ["a", "", "", "?", "", "", "a"],
        ["a?", "a", "a"],
        ["a?", "?", "a"],
        ["a?", "", "a"],
        ["a?", "!", "a"],
        ["?", "?", "a"],
    ],
)
def test_one_lay_is_one_tap_whatever_the_reader_stammers(polls: list[str]) -> None:
    assert taps(polls) == [A]


@pytest.mark.parametrize("polls", [["?"] * 9, ["!"] * 9, [""] * 9])
def test_no_tag_is_made_up(polls: list[str]) -> None:
    assert watch(polls) == []


@pytest.mark.parametrize(
    ("polls", "expected"),
    [
        (["a", "b", "c"], [A, B, C]),  # lifted and replaced within one poll
        (["a", *LIFT, "b", *LIFT, "c", *LIFT], [A, B, C]),  # three taps a second
        (["a", *LIFT, "a"], [A, A]),  # lifted for 0.3 s
        (["a", "b", "a"], [A, B]),  # never proven gone
        (["a", "a", "ab", "ab"], [A, B]),  # a second card on the first
        (["a", "a", "b", "", "ab"], [A, B]),  # the second hides the first for a moment
        (["ab", "ab"], [frozenset({A, B})]),
        (["a?", "ab", "ab"], [frozenset({A, B})]),
        (["a?", "b", "ab"], [frozenset({A, B})]),  # seen one after the other, laid together
        (["ab?", "abc"], [frozenset({A, B, C})]),
        (["c", "abc"], [C, frozenset({A, B})]),  # together, on one that rests
        (["a", "ab"], [A, B]),  # clear, so a was told before b came
    ],
)
def test_taps_come_in_the_order_of_the_hand(polls: list[str], expected: list[bytes | frozenset[bytes]]) -> None:
    assert taps(polls) == expected


def test_a_clear_tap_is_told_in_the_very_poll_that_saw_it() -> None:
    assert watch(["", "a"], start=5.0) == [(POLL_S, TagTapped(A, 5.0 + POLL_S))]


def test_an_unclear_tap_is_told_within_100_ms_and_dated_when_it_was_laid() -> None:
    [(told, event)] = watch(["a?", "a?", "a?"], start=5.0)
    assert told < 0.1
    assert event == TagTapped(A, 5.0)


def test_a_fault_tells_what_was_gathered_and_lifts_nothing() -> None:
    assert [event for _, event in watch(["a?", *["!"] * 20], start=5.0)] == [TagTapped(A, 5.0)]


def test_a_lift_is_told_after_three_clear_misses_in_a_row() -> None:
    [_, (told, event)] = watch(["a", "", "", "", "", ""], start=0.0)
    assert event == TagLifted(A, told)
    assert told == MISSES_TO_LIFT * POLL_S


def test_fast_polls_alone_do_not_lift_a_tag() -> None:
    presence, _ = TagPresence().saw(frozenset({A}), 1.0)
    for missed in range(10):
        presence, events = presence.saw(frozenset(), 1.0 + 0.01 * missed)
        assert events == ()
    assert [tag.uid for tag in presence.tags] == [A]


def test_misses_count_only_in_a_row_however_slow_the_polls() -> None:
    presence = TagPresence()
    lifted = 0
    for number, poll in enumerate(["a", "", "", "a", "", "", "a", "", ""]):
        presence, events = presence.saw(frozenset({A} if poll else ()), 0.2 * number)
        lifted += sum(isinstance(event, TagLifted) for event in events)
    assert lifted == 0


def test_a_lift_is_told_before_the_tap_that_came_with_it() -> None:
    events = [type(event) for _, event in watch(["a", "", "", "b"])]
    assert events == [TagTapped, TagLifted, TagTapped]


def test_where_only_one_tag_can_be_read_cards_laid_fast_lift_each_other_and_none_is_forgotten() -> None:
    """Before the last of them is proven gone comes the next, with an unclear poll that would keep them all."""
    presence = TagPresence()
    told: list[PresenceEvent] = []
    cards = [A, B, C] * 20
    for number, (before, card) in enumerate(pairwise(cards)):
        for poll, (uid, unclear) in enumerate([(before, True), (card, False), (card, False)]):
            now = 0.14 * number + 0.04 * poll
            presence, events = presence.saw(frozenset({uid}), now, unclear=unclear, alone=True)
            told += events
    assert [event.uid for event in told if isinstance(event, TagTapped)] == cards
    assert not [event for event in told if isinstance(event, TagResting)]


def test_a_tag_that_is_not_read_is_not_called_forgotten() -> None:
    assert not [event for _, event in watch(["a", *["b?"] * 120]) if event == TagResting(A, event.at)]


def test_a_tag_that_rests_three_seconds_is_told_once_for_each_lay() -> None:
    forgotten = ["a"] * 120
    resting = [
        (told, event.uid) for told, event in watch(forgotten + LIFT + forgotten) if isinstance(event, TagResting)
    ]
    assert [uid for _, uid in resting] == [A, A]
    assert 3.0 <= resting[0][0] < 3.0 + POLL_S * 1.01


def test_a_tag_that_leaves_before_three_seconds_is_not_called_forgotten() -> None:
    assert not [event for _, event in watch(["a"] * 45 + LIFT * 5) if isinstance(event, TagResting)]


STAMMER = st.sampled_from(["a", "", "?", "a?", "!"])


def stays_within_misses(polls: Sequence[str]) -> bool:
    run = 0
    for poll in polls:
        run = 0 if poll else run + 1
        if run >= MISSES_TO_LIFT:
            return False
    return True


@given(st.lists(STAMMER, max_size=40).filter(stays_within_misses))
def test_any_stammer_within_one_lay_gives_exactly_one_tap(stammer: list[str]) -> None:
    assert taps(["a", *stammer, "a"]) == [A]


@given(st.lists(st.sampled_from("abc"), max_size=12), st.data())
def test_every_lay_of_every_card_is_one_tap(cards: list[str], data: st.DataObject) -> None:
    polls: list[str] = []
    for card in cards:
        stammer = data.draw(st.lists(STAMMER.map(lambda poll: poll.replace("a", "")), max_size=2))
        polls += [card, *stammer, card, *LIFT]
    assert taps(polls) == [NAMES[card] for card in cards]


@given(st.lists(st.sampled_from(["", "a", "b", "ab", "abc", "?", "a?", "bc?", "!"]), max_size=60), st.integers(1, 20))
def test_taps_and_lifts_of_a_tag_take_turns(polls: list[str], times: int) -> None:
    present: set[bytes] = set()
    for _, event in watch(poll for poll in polls for _ in range(times)):
        match event:
            case TagTapped(uid):
                assert uid not in present
                present.add(uid)
            case TagsTapped(uids):
                assert len(uids) > 1
                assert not uids & present
                present |= uids
            case TagLifted(uid):
                present.remove(uid)
            case TagResting(uid):
                assert uid in present
            case TagUnreadable():
                pass


@pytest.mark.parametrize(
    ("polls", "unread"),
    [
        ([True] * 6, 0),
        ([True, False, True, False, True], 2),
        (["unclear", "unclear", True], 2),
        ([True, "unclear", "unclear", True], 2),
        ([True, "unclear", "unclear"], 0),
    ],
)
def test_a_lift_tells_how_many_polls_could_not_read_the_tag_while_it_lay_there(
    polls: list[bool | str], unread: int
) -> None:
    presence, now, told = TagPresence(), 0.0, []
    for poll in [*polls, *[False] * 8]:
        now += 0.07
        presence, events = presence.saw(frozenset({A} if poll is True else ()), now, unclear=poll == "unclear")
        told += [event.unread for event in events if isinstance(event, TagLifted)]
    assert told == [unread]


IN_VAIN = int(UNREADABLE_AFTER_S / POLL_S) + 2
"""So many polls last longer than people are left without a word."""


def unreadable(polls: Iterable[str]) -> list[bool]:
    """What is told of tags that cannot be read: False when it begins, True when it is over."""
    return [event.gone for _, event in watch(polls) if isinstance(event, TagUnreadable)]


@pytest.mark.parametrize(
    ("polls", "told"),
    [
        (["?"] * (IN_VAIN - 3), []),
        (["?"] * IN_VAIN, [False]),
        (["?"] * 3 * IN_VAIN, [False]),
        (["?", "", ""] * IN_VAIN, [False]),  # now and then it does not even answer
        (["?", "", "", ""] * IN_VAIN, []),
        (["?"] * IN_VAIN + ["", "", ""], [False, True]),
        (["?"] * IN_VAIN + ["a"], [False, True]),
        (["?"] * IN_VAIN + ["a?"], [False, True]),
        (["?"] * IN_VAIN + ["!"], [False, True]),
        (["?"] * IN_VAIN + LIFT + ["?"] * IN_VAIN, [False, True, False]),
        (["a?"] * 3 * IN_VAIN, []),  # something beside a card that is read
        (["a"] + ["?"] * IN_VAIN, [False]),  # another card on the one that was read
        (["!"] * 3 * IN_VAIN, []),
        ([""] * 3 * IN_VAIN, []),
    ],
)
def test_what_answers_and_cannot_be_read_for_two_seconds_is_told_until_it_is_read_or_gone(
    polls: list[str], told: list[bool]
) -> None:
    assert unreadable(polls) == told


def test_the_end_of_an_unreadable_tag_is_told_before_the_tap_that_came_with_it() -> None:
    events = [type(event) for _, event in watch(["?"] * IN_VAIN + ["a"])]
    assert events == [TagUnreadable, TagUnreadable, TagTapped]


@given(st.lists(st.sampled_from(["", "a", "?", "?", "?", "a?", "!"]), max_size=200))
def test_beginning_and_end_of_unreadable_tags_take_turns(polls: list[str]) -> None:
    told = unreadable(polls)
    assert told == [False, True] * (len(told) // 2) + [False] * (len(told) % 2)
