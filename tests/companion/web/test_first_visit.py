"""What people who had never seen the page stumbled over at its table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.companion.web.table_in_browser import READY, served
from tests.companion.web.test_layout import SIZES
from tests.evening import RECORDS, begun
from tests.torture import every_so_many

if TYPE_CHECKING:
    from pathlib import Path

    from tests.companion.web.browser import Browser

pytestmark = pytest.mark.no_cover


def alone(page: Browser, game: str, seed: int = 1) -> None:
    """A game of one person and computers that play at once."""
    page.ask(f"document.querySelector('input[value={game}]').click(); $('seed').value = '{seed}'")
    page.ask("window.paced('at once')")
    page.click("#deal")
    page.until("count('#own .holds') && window.quiet()")


def plays_on(page: Browser, until: str, most: int = 120) -> None:
    for _ in range(most):
        if page.ask(until):
            return
        page.ask("$('next').click()")
        page.until("window.quiet()")
    raise AssertionError(f"never {until}")


def scored(name: str) -> list[str]:
    """The lines of a record of Hearts whose last one scores a deal."""
    said = (line.partition("#")[0].rstrip() for line in RECORDS[name].read_text("utf-8").splitlines())
    return [*filter(None, said)]


def test_after_a_deal_lies_what_it_brought_until_the_next_one_is_dealt(browser: Browser, tmp_path: Path) -> None:
    begun(tmp_path, *scored("hearts-moon-others-add"))
    with served(tmp_path) as address:
        browser.call("Page.navigate", url=address)
        browser.until("document.querySelectorAll('#own .dealt tbody tr').length === 1")
        browser.ask(READY)
        told = browser.ask("document.querySelector('.dealt').textContent")
        assert "shoots the moon" in told
        for size in ("desktop", "phone", "small phone"):
            browser.size(*SIZES[size])
            box = "(one => [one.clientHeight, one.scrollHeight])(document.querySelector('.dealt'))"
            seen, whole = browser.ask(box)
            assert whole <= seen + 1, size
        browser.ask("$('next').click()")
        browser.until("window.quiet() && !document.querySelector('.dealt')")
        browser.call("Page.navigate", url="about:blank")


def test_a_moment_that_is_taken_back_does_not_stay_over_the_box(page: Browser) -> None:
    shown = page.ask("""import('/moment.js').then(({standsOut}) => [5, null].map(number => {
        standsOut({moment: number && {number, text: 'too low', aloud: ''}}, false);
        return $('moment').hidden;
    }))""")
    assert shown == [False, True]


def test_the_last_trick_is_put_away_by_whatever_one_does_next(page: Browser) -> None:
    alone(page, "hearts")
    plays_on(page, "count('#last-trick') && $('remark').textContent.includes('Your turn')")
    page.click("#last-trick")
    assert page.ask("count('.trick.over')") == 1
    page.click("#own .fan .holds.dim, #own .fan .holds:last-child")
    assert page.ask("count('.trick.over')") == 0


COVERED = """
(() => {
  const card = document.querySelectorAll('#own .fan .holds:not(.dim) .card');
  return [...card].map(one => {
    const {left, right, top, bottom} = one.getBoundingClientRect();
    const grid = Array.from({length: 64}, (_, at) =>
      [left + (at % 8 + .5) / 8 * (right - left), top + (Math.floor(at / 8) + .5) / 8 * (bottom - top)]);
    return grid.filter(([x, y]) => document.elementFromPoint(x, y)?.closest('.dim')).length;
  });
})()"""


def test_no_card_that_may_be_laid_is_hidden_by_one_that_may_not(page: Browser) -> None:
    page.size(*SIZES["phone"])
    alone(page, "hearts")
    plays_on(page, "count('#own .fan .dim') && count('#own .fan .holds:not(.dim)') && count('#own [data-cards=many]')")
    page.until("!document.getAnimations().length")
    assert set(page.ask(COVERED)) == {0}


ALIKE = """
(() => {
  const hand = [...document.querySelectorAll('#own .fan .holds:not(.dim)')];
  const rank = card => card.ariaLabel.split(' of ')[0];
  return hand.find(card => hand.filter(other => rank(other) === rank(card)).length > 1);
})()"""
PILE = "document.querySelector('#answers [data-group=choice]')"
PLACE = "(({x, y}) => [Math.round(x), Math.round(y)])($('lay').getBoundingClientRect())"


@pytest.mark.parametrize("size", every_so_many(3, ["phone", "desktop", "phone on its side"]))
def test_the_button_that_lays_cards_has_one_place_apart_from_the_pile_and_says_why_it_is_there(
    page: Browser, size: str
) -> None:
    page.size(*SIZES[size])
    alone(page, "bonehead", 3)
    plays_on(page, f"Boolean({PILE} && {ALIKE})")
    assert page.ask("/^\\d+ in hand$/.test(document.querySelector('#others .fact').textContent)")
    page.ask(f"{ALIKE}.click()")
    page.until("!$('lay').hidden")
    assert "or press “Lay 1”" in page.ask("$('remark').textContent")
    beside = page.ask(PLACE)
    box = "(one => one.getBoundingClientRect())"
    gap = f"((lay, pile) => Math.max(lay.left - pile.right, pile.left - lay.right))({box}($('lay')), {box}({PILE}))"
    assert page.ask(gap) > 20
    page.ask(f"{PILE}.remove()")
    assert page.ask(PLACE) == beside


PARTNERS = """
[...document.querySelectorAll('.seat')].map(seat => {
  const [score, partner] = ['.score', '.partner'].map(one => seat.querySelector(one));
  const {right = 0, top = 0, bottom = 0} = partner?.getBoundingClientRect() ?? {};
  const seen = Boolean(partner) && document.elementFromPoint(right - 2, (top + bottom) / 2) === partner;
  return [seat.dataset.seat, score?.textContent ?? '', seen];
}).sort()"""


@pytest.mark.parametrize("size", every_so_many(4, ["small phone", "desktop", "phone", "phone on its side"]))
def test_partners_have_one_score_and_ones_own_is_named_so(page: Browser, size: str) -> None:
    page.size(*SIZES[size])
    alone(page, "spades")
    assert page.ask(PARTNERS) == [["0", "we 0", False], ["1", "they 0", False], ["2", "", True], ["3", "", False]]
    page.click("#show-new")
    alone(page, "hearts")
    assert page.ask(PARTNERS) == [[str(seat), "0", False] for seat in range(4)]


HEADS = """
(selector => [...document.querySelectorAll(`#others .lower ${selector}`)].map(one => {
  const {left, right, top, bottom} = one.getBoundingClientRect(), seat = one.closest('.seat').getBoundingClientRect();
  const within = left >= seat.left && right <= seat.right && top >= seat.top && bottom <= seat.bottom;
  return [bottom - top, parseFloat(getComputedStyle(one).fontSize), within];
}))"""


def test_the_heads_of_others_can_be_read_on_a_laptop(page: Browser) -> None:
    page.size(*SIZES["desktop"])
    alone(page, "bonehead", 3)
    plays_on(page, "count('#others .lower .holds:not(.bone)') === 9")
    heads = page.ask(f"{HEADS}('.holds:not(.bone) .card')")
    assert len(heads) == 9
    assert all(high >= 40 and within for high, _, within in heads)
    assert all(within for *_, within in page.ask(f"{HEADS}('.bone .card')"))
    assert all(letters >= 14 for _, letters, _ in page.ask(f"{HEADS}('.holds:not(.bone) .corner.top b')"))


def test_cards_that_were_passed_on_have_a_dot_and_the_sentence_says_so(page: Browser) -> None:
    alone(page, "hearts")
    assert "dot" not in page.ask("$('remark').textContent")
    plays_on(page, "count('#own .received')")
    page.until("$('remark').textContent.includes('New cards have a dot.')")


def test_how_real_cards_are_read_is_asked_after_the_wish_for_them(page: Browser) -> None:
    page.ask("""
      const readers = JSON.stringify({readers: ['a stick', 'a phone']});
      window.fetch = async () => new Response(readers, {headers: {'Content-Type': 'application/json'}});
    """)
    page.ask("import('/real.js').then(({offerReaders}) => offerReaders(() => 'hearts'))")
    labels = "[...document.querySelectorAll('#real button')].map(one => one.textContent)"
    assert page.ask(labels) == ["Play with real cards"]
    page.ask("document.querySelector('#real button').click()")
    assert page.ask(labels) == ["a stick", "a phone"]
