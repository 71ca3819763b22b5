"""What people who had never seen the page stumbled over at its table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.companion.web.browser import Browser
from tests.companion.web.standing import dealt, played, shown
from tests.companion.web.table_in_browser import opened
from tests.companion.web.test_layout import GEOMETRY, SIZES
from tests.evening import begun, whole
from tests.torture import only_with_page

pytestmark = pytest.mark.no_cover


def asks_to_lay(view: Any) -> bool:
    """The person is to lay one card of several, not all of which may be laid."""
    table = view["table"]
    return bool(table["playable"]) and 0 < len(table["playable"]) < len(table["seats"][0]["hand"])


def test_after_a_deal_lies_what_it_brought_until_the_next_one_is_dealt(browser: Browser, tmp_path: Path) -> None:
    begun(tmp_path, *whole("hearts-moon-others-add"))
    with opened(browser, tmp_path):
        browser.until("document.querySelectorAll('#own .dealt tbody tr').length === 1")
        told = browser.ask("document.querySelector('.dealt').textContent")
        assert "shot the moon, all 26 points: everybody else +26" in told
        assert browser.ask("$('moment-told').textContent").count("+26") == 4, "those who cannot see it hear it"
        for size in ("desktop", "phone", "small phone"):
            browser.size(*SIZES[size])
            box = "(one => [one.clientHeight, one.scrollHeight])(document.querySelector('.dealt'))"
            seen, needed = browser.ask(box)
            assert needed <= seen + 1, size
        browser.size(*SIZES["desktop"])
        browser.click("#show-scores")
        browser.until("$('scores').open && count('#scores-told li') > 9")
        browser.ask("$('scores').close()")
        browser.ask("onwards().click()")
        browser.until("window.quiet() && !document.querySelector('.dealt')")


@only_with_page
def test_a_moment_that_is_taken_back_does_not_stay_over_the_box(page: Browser) -> None:
    shown = page.ask("""import('/moment.js').then(({standsOut}) => [0, 5, 4].map(number => {
        const latest = number === 5 ? [{number, text: 'too low', aloud: ''}] : [];
        standsOut({pace: 'normal', moments: {record: 'evening', number, latest}});
        return $('moment').hidden;
    }))""")
    assert shown == [True, False, True]


@only_with_page
def test_the_last_trick_is_put_away_by_whatever_one_does_next(browser: Browser, tmp_path: Path) -> None:
    desk = dealt(tmp_path, "hearts", 1, 3)
    played(desk, lambda view: view["table"]["last_trick"] and view["table"]["took"] is None and view["asked"]["yours"])
    with shown(browser, desk, tmp_path) as page:
        for size in (*SIZES.values(), (320, 568, 1.0)):
            page.size(*size)
            assert not [fault for fault in page.ask(f"({GEOMETRY})()") if "last lies" in fault or " over last" in fault]
        page.click("#last-trick")
        page.ask("$('last-trick').dispatchEvent(new MouseEvent('click', {detail: 2}))")  # of a double click
        assert page.ask("count('.trick.over')") == 1
        page.click("#own .fan .holds.dim, #own .fan .holds:last-child")
        assert page.ask("count('.trick.over')") == 0


COVERED = """
(() => {
  const card = document.querySelectorAll('#own .fan .holds:not(.dim) .card');
  return [...card].map(one => {
    const {left, right, top, bottom} = one.getBoundingClientRect();
    const grid = Array.from({length: 8}, (_, at) =>
      [left + (at % 2 + .5) / 8 * (right - left), top + (Math.floor(at / 2) + .5) / 8 * (bottom - top)]);
    return grid.filter(([x, y]) => document.elementFromPoint(x, y)?.closest('.dim')).length;
  });
})()"""
"""At how many points of the corner that tells rank and suit another card covers each card that may be laid."""


@only_with_page
def test_of_no_card_that_may_be_laid_one_that_may_not_hides_the_corner(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, played(dealt(tmp_path, "hearts", 1, 3), asks_to_lay), tmp_path) as page:
        page.size(*SIZES["phone"])
        assert page.ask("count('#own .fan .dim') && count('#own [data-cards=many]')")
        page.until("!document.getAnimations().length")
        assert set(page.ask(COVERED)) == {0}
        page.ask("fetch = async (_, {body}) => (window.sent = JSON.parse(body), new Response('{\"number\": 0}'))")
        page.ask("document.querySelector('#own .fan .dim').click()")
        page.until("window.sent?.do === 'lay' && window.sent.dimmed")  # the table knows that help is wanted


ALIKE = """
(() => {
  const hand = [...document.querySelectorAll('#own .fan .holds:not(.dim)')];
  const rank = card => card.ariaLabel.split(' of ')[0];
  return hand.find(card => hand.filter(other => rank(other) === rank(card)).length > 1);
})()"""
PILE = "document.querySelector('#answers [data-group=choice]')"
GAP = f"""
((lay, pile) => Math.max(lay.left - pile.right, pile.left - lay.right))(
  $('lay').getBoundingClientRect(), {PILE}.getBoundingClientRect())"""
PLACE = "(({x, y}) => [Math.round(x), Math.round(y)])($('lay').getBoundingClientRect())"


def may_take_the_pile_or_lay_a_pair(view: Any) -> bool:
    """The pile may be taken, and one of two cards of a rank may be laid."""
    playable = view["table"]["playable"] or ()
    ranks = [card["rank"] for card in view["table"]["seats"][0]["hand"] if card["word"] in playable]
    piled = any(answer["group"] == "choice" for answer in view["asked"]["answers"])
    return piled and len(ranks) > len(set(ranks))


@only_with_page
def test_the_button_that_lays_cards_has_one_place_apart_from_the_pile_and_says_why_it_is_there(
    browser: Browser, tmp_path: Path
) -> None:
    desk = played(dealt(tmp_path, "bonehead", 1, 2, seed=3), may_take_the_pile_or_lay_a_pair)
    with shown(browser, desk, tmp_path) as page:
        assert page.ask("/^\\d+ in hand$/.test(document.querySelector('#others .fact').textContent)")
        page.ask(f"{ALIKE}.click()")
        page.until("!$('lay').hidden")
        assert "or press “Lay 1”" in page.ask("$('remark').textContent")
        for size in ("phone on its side", "desktop", "phone"):
            page.size(*SIZES[size])
            beside = page.ask(PLACE)
            assert page.ask(GAP) > 20, size
        page.ask(f"{PILE}.remove()")
        assert page.ask(PLACE) == beside


PARTNERS = """
[...document.querySelectorAll('.seat')].map(seat => {
  const partner = seat.querySelector('.partner');
  const scores = [...seat.querySelectorAll('.score')].filter(one => one.checkVisibility());
  const {right = 0, top = 0, bottom = 0} = partner?.getBoundingClientRect() ?? {};
  const seen = Boolean(partner) && document.elementFromPoint(right - 2, (top + bottom) / 2) === partner;
  return [seat.dataset.seat, scores.map(one => one.textContent).join(', '), seen];
}).sort()"""


HIDDEN = """
[...document.querySelectorAll('.own header :is(.score, .fact, .won)')].filter(one => {
  const {left, right, top, bottom} = one.getBoundingClientRect();
  const corners = [[left + 5, top + 5], [right - 5, bottom - 5]];
  return corners.some(at => !one.contains(document.elementFromPoint(...at)));
}).map(one => one.textContent)"""
"""What is told at one's own name, and is cut off or covered."""


@only_with_page
def test_scores_of_both_sides_with_their_bags_are_whole_beside_each_other(browser: Browser, tmp_path: Path) -> None:
    desk = played(
        dealt(tmp_path, "spades", 1, 3, seed=3),
        lambda view: (
            view["table"]["seats"][0]["stands"] and view["table"]["seats"][0]["against_bid"].startswith("bid 4")
        ),
    )
    desk = played(desk, lambda view: view["table"]["seats"][0]["won"]["tricks"])
    with shown(browser, desk, tmp_path) as page:
        for size in ("desktop", "phone", "phone on its side", "small phone"):
            page.size(*SIZES[size])
            ((own, scores, _), *others) = page.ask(PARTNERS)
            assert re.sub(r"took \d", "took", scores) == "we 63, 3 bags bid 4, took, they 31, 1 bag bid 7, took", size
            assert [own, *others] == ["0", ["1", "", False], ["2", "", True], ["3", "", False]], size
            assert page.ask(HIDDEN) == [], size


HEADS = """
(selector => [...document.querySelectorAll(`#others .lower ${selector}`)].map(one => {
  const {left, right, top, bottom} = one.getBoundingClientRect(), seat = one.closest('.seat').getBoundingClientRect();
  const within = left >= seat.left && right <= seat.right && top >= seat.top && bottom <= seat.bottom;
  return [bottom - top, parseFloat(getComputedStyle(one).fontSize), within];
}))"""


@only_with_page
def test_the_heads_of_others_can_be_read_on_a_laptop(browser: Browser, tmp_path: Path) -> None:
    desk = played(dealt(tmp_path, "bonehead", 1, 3), lambda view: lying_before_others(view) == 9)
    with shown(browser, desk, tmp_path) as page:
        page.size(*SIZES["desktop"])
        heads = page.ask(f"{HEADS}('.holds:not(.bone) .card')")
        assert len(heads) == 9
        assert all(high >= 60 and within for high, _, within in heads)
        assert all(within for *_, within in page.ask(f"{HEADS}('.bone .card')"))
        assert all(letters >= 20 for _, letters, _ in page.ask(f"{HEADS}('.holds:not(.bone) .corner.top b')"))
        page.size(1024, 700)  # a tablet
        assert all(within for *_, within in page.ask(f"{HEADS}('.holds .card')")), "none is cut by the box"


@only_with_page
def test_the_open_hands_of_others_can_be_read_on_a_laptop(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, dealt(tmp_path, "hearts", 4), tmp_path) as page:
        page.size(*SIZES["desktop"])
        hands = page.ask(f"{HEADS.replace('.lower', '.hand')}('.card')")
        assert len(hands) == 39
        assert all(high >= 50 and within for high, _, within in hands)


def lying_before_others(view: Any) -> int:
    """Heads of all but the first player."""
    return sum(len(seat["heads"]) for seat in view["table"]["seats"][1:])


DOTS = """
[...document.querySelectorAll('#own .received')].every(one => {
  const {left, top} = one.getBoundingClientRect(), dot = getComputedStyle(one, '::after');
  const suit = one.querySelector('.corner.top svg').getBoundingClientRect();
  const from = left + parseFloat(dot.left), high = top + parseFloat(dot.top);
  return from >= suit.right && from + parseFloat(dot.width) <= one.getBoundingClientRect().right && high < suit.bottom;
})"""
"""Each dot is seen, beside the sign of the suit."""


@only_with_page
def test_cards_that_were_passed_on_have_a_dot_and_the_sentence_says_so_and_nobody_has_a_partner(
    browser: Browser, tmp_path: Path
) -> None:
    desk = dealt(tmp_path, "hearts", 1, 3)
    assert "dot" not in str(desk.view()["asked"])
    played(desk, lambda view: any(card.get("received") for card in view["table"]["seats"][0]["hand"]))
    with shown(browser, desk, tmp_path) as page:
        assert page.ask("count('#own .received')") == 3
        page.until("$('remark').textContent.includes('New cards have a dot.')")
        for size in ("desktop", "phone", "small phone"):
            page.size(*SIZES[size])
            assert page.ask(DOTS), size
        assert page.ask(PARTNERS) == [[str(seat), "0", False] for seat in range(4)]


def test_how_real_cards_are_read_is_asked_after_the_wish_for_them(page: Browser) -> None:
    page.ask("""
      const readers = JSON.stringify({readers: ['a stick', 'a phone']});
      const fetched = window.fetch;
      window.fetch = async (place, sent) => place !== '/readers' ? fetched(place, sent) : sent
        ? new Response(`gone: ${JSON.parse(sent.body).reader}`, {status: 400})
        : new Response(readers, {headers: {'Content-Type': 'application/json'}});
    """)
    page.ask("import('/start.js').then(({openNew}) => openNew(true))")
    labels = "[...document.querySelectorAll('#real button')].map(one => one.textContent)"
    page.until(f"{labels}.join() === 'Play with real cards'")
    page.ask("document.querySelector('#real button').click()")
    assert page.ask(labels) == ["a stick", "a phone"]
    page.ask("document.querySelector('#real button').click()")
    page.until("$('deal-said').textContent === 'gone: a stick' && !$('deal-said').hidden")
    assert page.ask(labels) == ["Play with real cards"], "what is there is asked anew"
