"""How fast computers play: a pause before each card and after each trick, by turns of the loop."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cards.spoken import cards_in_words
from companion.runtime.loop import TURN_S
from companion.simulation.box import LAY_S
from companion.web.autoplay import PAUSES
from companion.web.delayed_removal import is_full_trick
from companion.web.narration import last_news
from companion.web.orders import Begin, Do, LayCards, Pace, SetPace, WrongOrderError, read
from companion.web.virtual_table import VirtualTable
from tests.companion.web.browser import Browser
from tests.companion.web.seating import seats
from tests.companion.web.table_in_browser import asked, begin, desk_of, does, look_at, opened, served, steps_until
from tests.torture import every_so_many, only_with_page, so_many

TURNS_S = 0.4
"""At most, for the loop of the box between two cards."""


def bidden(root: Path, pace: Pace, seed: int = 1) -> VirtualTable:
    """Spades with three computers, whose turn it is to lead or to follow."""
    desk = desk_of(root)
    does(desk, SetPace(pace), Begin("spades", seats=seats(4, 3, "gentle"), seed=seed))
    steps_until(desk, lambda: "play" in desk.table.playing.expects.words)
    return desk


def until(desk: VirtualTable, there: Callable[[], object]) -> float:
    """Turn until this is true; the seconds that people waited for it."""
    for turns in range(400):
        if there():
            return turns * TURN_S
        desk.turn()
    raise AssertionError("never there")


def plays(desk: VirtualTable) -> None:
    """Until the person may play, and then a card that may be played."""
    until(desk, lambda: desk.view()["table"]["playable"])
    desk.take(LayCards((desk.view()["table"]["playable"][0],)))


def middle(desk: VirtualTable) -> int:
    return len(desk.view()["table"]["middle"])


def is_over(desk: VirtualTable) -> bool:
    return is_full_trick(desk.table.playing)


@pytest.mark.parametrize(
    ("pace", "card_s", "trick_s"),
    every_so_many(2, [(Pace.SLOW, 1.8, 2.0), (Pace.NORMAL, 1.0, 1.6), (Pace.FAST, 0.6, 0.8)]),
)
def test_a_computers_card_and_a_full_trick_have_their_time(
    pace: Pace, card_s: float, trick_s: float, tmp_path: Path
) -> None:
    desk, cards, tricks = bidden(tmp_path, pace, seed=2), list[float](), list[float]()
    for _ in range(3):
        plays(desk)
        until(desk, lambda: not desk.view()["table"]["playable"])
        while not is_over(desk):
            lay = desk.table.match
            cards.append(until(desk, lambda lay=lay: desk.table.match is not lay))  # type: ignore[misc]
        tricks.append(until(desk, lambda: middle(desk) != 4))
    assert cards == pytest.approx([card_s] * 2, abs=TURNS_S), "the person plays last in the first two tricks"
    assert tricks == pytest.approx([trick_s] * 3, abs=1.5 * LAY_S)


@only_with_page
def test_a_full_trick_is_seen_for_a_moment_where_computers_play_at_once(tmp_path: Path) -> None:
    desk = bidden(tmp_path, Pace.AT_ONCE)
    plays(desk)
    until(desk, lambda: is_over(desk))
    shown = desk.view()["table"]
    assert (len(shown["middle"]), shown["took"]) == (4, desk.table.playing.events[-1].winner)  # type: ignore[attr-defined]
    assert until(desk, lambda: middle(desk) != 4) >= PAUSES[Pace.AT_ONCE].trick_s


@only_with_page
def test_a_trick_is_swept_before_a_person_leads_and_counts_for_its_taker(tmp_path: Path) -> None:
    desk, tricks = bidden(tmp_path, Pace.FAST), 0
    while tricks == 0 or desk.table.playing.expects.seats != (0,):
        plays(desk)
        until(desk, lambda: is_over(desk))
        tricks += 1
    for _ in range(200):
        desk.turn()
    shown = desk.view()["table"]
    assert (len(shown["middle"]), shown["took"], bool(shown["playable"])) == (0, None, True)
    assert asked(desk)["sentence"].startswith("You took the trick. Your turn: lead.")
    assert sum(seat["won"]["tricks"] for seat in shown["seats"]) == tricks
    plays(desk)
    assert until(desk, lambda: middle(desk) == 1) < TURNS_S


def test_heads_are_laid_at_once_and_what_a_computer_does_with_a_pile_is_read_before_the_next_one_acts(
    tmp_path: Path,
) -> None:
    desk = desk_of(tmp_path)
    does(desk, SetPace(Pace.SLOW), Begin("bonehead", seats=seats(4, 3, "gentle"), seed=1))
    desk.take(Do.NEXT)
    assert until(desk, lambda: "play" in desk.table.playing.expects.words) < 3.0, "nobody reads heads one by one"
    steps_until(desk, lambda: desk.table.playing.expects.words >= {"play"} and desk.view()["table"]["playable"])
    plays(desk)
    waited = list[tuple[int, float]]()
    while len(waited) < 4:
        told = last_news(desk.table.playing)
        took_s = until(desk, lambda told=told: last_news(desk.table.playing) != told)  # type: ignore[misc]
        waited.append((len(told), took_s))
    assert [took_s > PAUSES[Pace.SLOW].letter_s * letters > 1 for letters, took_s in waited[1:]] == [True] * 3, waited


@only_with_page
def test_whoever_takes_a_trick_is_told_with_the_card(tmp_path: Path) -> None:
    desk = bidden(tmp_path, Pace.FAST)
    for _ in range(5):
        plays(desk)
        until(desk, lambda: is_over(desk))
        match = desk.table.playing
        told, taken = last_news(match), match.events[-1]
        card = next(card for (seat, cards) in match.header.game.shown.middle(match.moment, taken=True)
                    for card in cards if seat == taken.winner)  # type: ignore[attr-defined]  # fmt: skip
        assert cards_in_words((card,)) in told


@only_with_page
def test_a_person_leads_without_waiting_for_the_sweep(tmp_path: Path) -> None:
    desk = bidden(tmp_path, Pace.SLOW)
    for _ in range(13):
        plays(desk)
        until(desk, lambda: is_over(desk))
        if desk.table.playing.expects.seats == (0,):
            break
    assert middle(desk) == 4
    assert until(desk, lambda: desk.view()["table"]["playable"]) == 0
    plays(desk)
    assert until(desk, lambda: middle(desk) == 1) < PAUSES[Pace.SLOW].trick_s


@only_with_page
def test_a_jump_waits_for_no_trick(tmp_path: Path) -> None:
    desk = bidden(tmp_path, Pace.SLOW)
    desk.take(Do.DEAL_END)
    turns = 0
    while desk.busy:
        desk.turn()
        turns += 1
        assert desk.hurries or not desk.busy
    assert desk.table.scored
    assert turns < 400


def test_nothing_is_played_for_a_person_who_waits(tmp_path: Path) -> None:
    for number, pace in enumerate(so_many([Pace.FAST, Pace.AT_ONCE], [*Pace])):
        desk = bidden(tmp_path / str(number), pace)
        until(desk, lambda desk=desk: desk.view()["table"]["playable"])  # type: ignore[misc]
        before = desk.table.match
        for _ in range(so_many(60, 100)):
            desk.turn()
        assert desk.table.match is before


def test_a_pace_that_nobody_knows_is_refused() -> None:
    with pytest.raises(WrongOrderError, match="at once"):
        read(b'{"do": "pace", "pace": "hasty"}')


@only_with_page
def test_a_pace_is_remembered_by_the_browser_for_the_next_table(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path / "one") as address:
        look_at(browser, address)
        assert browser.ask("$('pace').value") == "normal"
        browser.ask("paced('fast')")
        browser.until("window.quiet() && localStorage.getItem('pace') === 'fast'")
    port = int(address.rstrip("/").rpartition(":")[2])
    with served(tmp_path / "two", port=port) as address:
        look_at(browser, address)
        browser.until("$('pace').value === 'fast'")
        browser.ask("localStorage.clear()")
        browser.call("Page.navigate", url="about:blank")


@only_with_page
@pytest.mark.no_cover
def test_the_card_that_takes_a_full_trick_and_its_player_are_marked(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, 20.0):
        browser.ask(
            """
            window.took = [];
            new MutationObserver(() => {
              const [seat, ...more] = document.querySelectorAll('.seat.takes');
              const cards = count('#trick .play.takes'), plays = count('#trick .play');
              if (seat && !more.length) window.took.push([plays, cards, seat.dataset.at]);
            }).observe(document.body, {subtree: true, childList: true});
            """
        )
        begin(browser, "hearts", 4)
        browser.until("window.quiet() && !$('next').disabled")
        for _ in range(40):
            if browser.ask("window.took.length"):
                break
            browser.ask("$('next').click()")
            browser.until("window.quiet()")
        assert browser.ask("window.took[0].slice(0, 2)") == [4, 1]
