"""What a newcomer needs: the rules, what lies open before the others, and a word at the pile."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from companion.games.bonehead.rules import BONEHEAD
from companion.games.registry import GAMES, NAMES
from companion.web.orders import PointAtGame
from companion.web.rulebook import rules_at, rules_json
from tests.companion.web.table_in_browser import READY, begin, desk_of, does
from tests.companion.web.test_layout import SIZES
from tests.torture import every_so_many, so_many

if TYPE_CHECKING:
    from pathlib import Path

    from tests.companion.web.browser import Browser

PHONES = ["phone", "low phone", "small phone"]
OPEN = "$('rules').open"
SEEN = """
(one => {
  const {left, top, right, bottom} = one.getBoundingClientRect();
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && one.contains(seen);
})"""


def seen(page: Browser, selector: str) -> bool:
    return bool(page.ask(f"{SEEN.strip()}(document.querySelector({json.dumps(selector)}))"))


# ------------------------------------------------------------------ the rules


@pytest.mark.parametrize("name", NAMES)
def test_the_rules_are_those_of_the_game_with_the_house_rules_that_hold(name: str) -> None:
    game = GAMES[name]
    book = rules_json(game, {})
    assert book["aim"] == game.entry.line
    assert book["pages"] == list(game.pages)
    assert [rule["value"] for rule in book["house"]] == [option.values[0] for option in game.options]
    for at, option in enumerate(game.options):
        rule = rules_json(game, {option.name: option.values[-1]})["house"][at]
        assert rule["meaning"].lower() == option.meaning.lower()
        assert [told["label"] for told in rule["values"]] == list(option.labels)
        assert rule["value"] == option.values[-1]


def test_a_game_in_play_tells_the_house_rules_of_its_record(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "bonehead", people=2)
    header = desk.table.playing.header
    assert rules_at(desk.hands, "bonehead", {}) == rules_json(header.game, header.options)
    assert rules_at(desk.hands, "rook", {})["title"] == "Rook"


def test_the_rules_of_the_next_game_are_told_under_the_house_rules_that_are_chosen_for_it(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "spades", people=4)
    told = rules_at(desk.hands, "spades", {"target": "200", "moon": "yes", "spades": "x"})
    assert told == rules_json(GAMES["spades"], {"target": "200"})
    assert any("200 points win" in page for page in told["pages"])


@pytest.mark.no_cover
@pytest.mark.parametrize("size", so_many(["small phone", "desktop"], ["phone", "small phone", "desktop"]))
def test_the_rules_of_the_chosen_game_open_and_close_by_tap_escape_and_back(page: Browser, size: str) -> None:
    page.size(*SIZES[size])
    for close in ("tap", "Escape", "back"):
        page.click("input[value=bonehead] ~ .tile")
        page.click("#game-rules")
        page.until(OPEN)
        assert page.ask("document.querySelector('#rules .lead').textContent") == BONEHEAD.entry.line
        assert page.ask("[...document.querySelectorAll('#rules li')].map(one => one.textContent)") == [*BONEHEAD.pages]
        assert page.ask("$('rules').scrollWidth <= $('rules').clientWidth")
        assert page.ask("parseFloat(getComputedStyle(document.querySelector('#rules li')).fontSize)") >= 16
        match close:
            case "tap":
                page.click("#rules .close")
            case "Escape":
                page.press("Escape")
            case _:
                page.ask("history.back()")
        page.until(f"!{OPEN} && !history.state")


@pytest.mark.no_cover
def test_the_running_table_has_its_rules_one_tap_away_at_any_size(page: Browser) -> None:
    begin(page, "rook", 4)
    for size in SIZES.values():
        page.size(*size)
        assert seen(page, "#show-rules")
        page.click("#show-rules")
        page.until(f"{OPEN} && $('rules-title').textContent === 'Rook'")
        page.press("Escape")
        page.until(f"!{OPEN} && !history.state")


# ------------------------------------------------------------------ which game


def test_the_arrow_of_the_box_goes_to_the_chosen_game_only_where_it_asks_which(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    for name in ("bonehead", "birdhead", "spades"):
        assert does(desk, PointAtGame(name))["pointed"] == name
        assert "› " + GAMES[name].title in " ".join(desk.view()["box"]["said"])
    playing = desk_of(tmp_path / "other", "rook", people=4)
    said = playing.view()["box"]["said"]
    view = does(playing, PointAtGame("bonehead"))
    assert (view["pointed"], view["box"]["said"]) == ("", said)


@pytest.mark.no_cover
def test_tile_and_arrow_agree_and_the_chosen_game_survives_a_reload(page: Browser) -> None:
    chosen = "document.querySelector('[name=game]:checked').value"
    page.ask("document.querySelector('input[value=bonehead]').click()")
    page.until("/› Bonehead, chosen/.test(window.display())")
    page.ask("document.querySelector('.knob[value=DOWN]').click()")
    page.until(f"{chosen} === 'hearts'")
    assert page.ask("$('game-title').textContent") == "Hearts"
    page.call("Page.reload")
    page.until("document.querySelectorAll('#games .game').length && !window.quiet")
    page.ask(READY)
    assert page.ask(chosen) == "hearts"
    assert seen(page, ".game:has(:checked)")
    begin(page, "bonehead", 3)
    page.call("Page.reload")
    page.until("document.querySelectorAll('.seat').length === 3 && !window.quiet")
    assert page.ask(chosen) == "bonehead"


# ------------------------------------------------------------------ the table


def test_a_hand_of_a_game_of_ranks_is_sorted_by_them_and_others_by_suit(tmp_path: Path) -> None:
    order = list("3 4 5 6 7 8 9 J Q K A 2 10".split())
    for seat in desk_of(tmp_path, "bonehead", people=5).view()["table"]["seats"]:
        ranks = [order.index(card["rank"]) for card in seat["hand"]]
        assert len(ranks) == 6
        assert ranks == sorted(ranks)
    for seat in desk_of(tmp_path / "other", "spades", people=4).view()["table"]["seats"]:
        suits = [card["suit"] for card in seat["hand"]]
        assert len(dict.fromkeys(suits)) == sum(suit != other for suit, other in zip(suits, ["", *suits], strict=False))


@pytest.mark.no_cover
def test_a_hint_is_for_what_is_asked_now_and_gone_with_it(page: Browser) -> None:
    begin(page, "hearts", 4)
    page.click("#hint")
    page.until("count('#own .holds.right') === 3")  # those to be passed
    page.ask("document.querySelectorAll('#own .holds.right').forEach(card => card.click())")
    assert page.ask("$('lay').textContent") == "Pass 3 cards"
    assert page.ask("document.querySelector('#remark .news').textContent").startswith("3 cards are chosen: press")
    page.click("#next")
    page.until("window.quiet() && !$('hint').hidden && !count('.right') && !document.querySelector('#remark .hint')")
    begin_bids(page)
    page.click("#hint")
    page.until("count('#answers .right') === 1 && !count('.holds.right')")
    page.click("#answers .right")
    page.until("window.quiet() && !count('.right')")


def begin_bids(page: Browser) -> None:
    page.ask("$('show-new').click()")
    begin(page, "spades", 4)
    page.until("count('#answers button') > 10 && window.quiet()")


@pytest.mark.no_cover
@pytest.mark.parametrize("size", so_many(["small phone"], PHONES))
def test_a_hint_is_whole_sentences_on_phones_and_says_first_what_to_lay(page: Browser, size: str) -> None:
    page.size(*SIZES[size])
    begin(page, "bonehead", 4)
    for _ in range(so_many(6, 16)):
        page.until("window.quiet()")
        page.ask("$('hint').hidden || $('hint').click()")
        page.until("window.quiet()")
        told = page.ask("$('remark').textContent")
        assert told.endswith((".", "?")), told
        assert page.ask("$('remark').scrollHeight <= $('remark').clientHeight + 4"), told
        if page.ask("count('#own .holds.right') > 0"):
            assert "Hint: " in told, told
        page.ask("$('next').click()")


def piled(page: Browser, people: int = 4, least: int = 1) -> None:
    """Bonehead until there is a pile that may be taken."""
    begin(page, "bonehead", people)
    for _ in range(40):
        page.until("window.quiet()")
        if page.ask(f"count('.pile .card') >= {least} && count(\"#answers [title='Take the pile']\")"):
            return
        page.ask("$('next').click()")
    raise AssertionError("no pile")


TAKES = "#answers [title='Take the pile']"


@pytest.mark.no_cover
@pytest.mark.parametrize("by", every_so_many(3, ["touch", "mouse", "key"]))
def test_the_pile_is_taken_by_an_answer_near_the_hand_and_by_no_stray_click(page: Browser, by: str) -> None:
    page.size(*SIZES["phone"])
    piled(page)
    turn, pile = (
        page.ask(f"({selector})") for selector in ("document.querySelector('#own .seat').dataset.seat", WORDS)
    )
    page.click(".pile")
    assert page.ask("window.quiet() && count('.pile') === 1")
    match by:
        case "touch":
            page.finger("touchStart", *page.middle(TAKES))
            page.finger("touchEnd")
        case "mouse":
            page.click(TAKES)
        case _:
            page.ask(f"document.querySelector({json.dumps(TAKES)}).focus()")
            page.press("Enter")
    page.until("window.quiet() && !count('.pile')")
    page.ask(f"$('many-{turn}')?.click()")
    page.until(f"document.querySelector('#own .seat').dataset.seat === '{turn}'")
    hand = page.ask("[...document.querySelectorAll('#own .hand [data-word]')].map(one => one.dataset.word)")
    assert set(pile) <= set(hand)


WORDS = "[...document.querySelectorAll('.pile [data-word]')].map(one => one.dataset.word)"


HEADS = """
[...document.querySelectorAll('#others .seat')].map(seat => {
  const whole = seat.getBoundingClientRect();
  return [...seat.querySelectorAll('.lower .holds:not(.bone) .card')].map(one => {
    const {left, top, right, bottom} = one.getBoundingClientRect(), rank = one.querySelector('.corner b');
    const inside = left >= whole.left && right <= whole.right && top >= whole.top && bottom <= whole.bottom;
    return inside && right - left >= 14 && rank.checkVisibility() && parseFloat(getComputedStyle(rank).fontSize) >= 12;
  });
})"""


@pytest.mark.no_cover
def test_heads_and_bones_of_the_others_are_seen_on_phones(page: Browser) -> None:
    piled(page, 5)
    for size in PHONES:
        page.size(*SIZES[size])
        assert page.ask(HEADS) == [[True] * 3] * 4, size
        assert page.ask("[...document.querySelectorAll('#others .holds.bone')].every(one => one.checkVisibility())")


@pytest.mark.no_cover
def test_drinks_in_the_crates_of_the_others_are_seen_on_phones(page: Browser) -> None:
    begin(page, "toriatama", 4)
    page.size(*SIZES["small phone"])
    assert page.ask("""[...document.querySelectorAll('#others .seat')].every(seat => {
      const whole = seat.getBoundingClientRect();
      return [...seat.querySelectorAll('.crate > *, .fist')].every(one => {
        const {left, right, bottom, width} = one.getBoundingClientRect();
        return width >= 7 && left >= whole.left && right <= whole.right && bottom <= whole.bottom;
      });
    })""")


@pytest.mark.no_cover
@pytest.mark.parametrize("size", so_many(["small phone"], [*PHONES, "low laptop"]))
def test_a_set_that_is_open_is_ended_near_the_hand(page: Browser, size: str) -> None:
    page.size(*SIZES[size])
    piled(page)
    page.ask("$('next').focus()")
    for _ in range(30):
        page.until("window.quiet()")
        if page.ask("[...document.querySelectorAll('#own .hand .holds')].some(one => one.ariaPressed !== null)"):
            break
        page.ask("$('next').click()")
    word = page.ask("document.querySelector('#own .hand .holds[aria-pressed]').dataset.word")
    page.ask(f"import('/orders.js').then(one => one.order({{do: 'lay', cards: ['{word}']}}))")
    page.until("window.quiet()")
    if not page.ask(f"!!document.querySelector({json.dumps(ALL)})"):
        return  # too low, and refused
    assert seen(page, ALL)
    page.click(ALL)
    page.until(f"window.quiet() && !document.querySelector({json.dumps(ALL)})")


ALL = "#answers [title='That is all']"


@pytest.mark.no_cover
@pytest.mark.parametrize("size", so_many(["small phone"], PHONES))
def test_heads_cover_no_button_while_an_example_is_watched(page: Browser, size: str) -> None:
    page.size(*SIZES[size])
    page.ask("import('/orders.js').then(one => one.order({do: 'watch', game: 'bonehead', every: 10}))")
    page.until("!$('watching').hidden && count('#own .lower .holds:not(.bone)')")
    page.ask("import('/orders.js').then(one => one.order({do: 'pause'}))")
    page.until("$('pause').textContent === 'Go on'")
    assert [selector for selector in ("#pause", "#step", "#stop") if not seen(page, selector)] == []


@pytest.mark.no_cover
@pytest.mark.parametrize("size", so_many(["small phone"], PHONES))
def test_the_number_at_a_tile_says_what_it_counts_and_a_hand_is_turned_by_a_button_that_says_so(
    page: Browser, size: str
) -> None:
    page.size(*SIZES[size])
    piled(page)
    titles = page.ask("[...document.querySelectorAll('#others .seat .many')].map(one => one.title || one.ariaLabel)")
    assert all("cards: hand, heads and bones" in title or "Show what lies before" in title for title in titles)
    turner, name = "document.querySelector('#own .turner')", page.ask("document.querySelector('#own h2').textContent")
    if not page.ask(f"{turner}?.checkVisibility()"):
        return  # a large hand has no room for it, and a person alone at the page needs none
    assert page.ask(f"[{turner}.title, {turner}.ariaLabel, {turner}.textContent]") == [
        *[f"Turn {name}'s cards face down"] * 2,
        "",
    ]


OVER = """
(() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility());
  const over = (a, b) => Math.min(a.right - b.left, b.right - a.left, a.bottom - b.top, b.bottom - a.top) > 0;
  return boxes('#own h2, #hint, #next, #ahead').filter(one => boxes('#own .hand .card').some(card =>
    over(card.getBoundingClientRect(), one.getBoundingClientRect()))).map(one => one.id || one.textContent);
})()"""


@pytest.mark.no_cover
@pytest.mark.parametrize("size", so_many(["small phone"], PHONES))
def test_marked_cards_cover_neither_name_nor_buttons(page: Browser, size: str) -> None:
    page.size(*SIZES[size])
    begin(page, "bonehead", 4)
    for at in (0, 2, 5):
        page.ask(f"document.querySelectorAll('#own .hand .holds')[{at}].click()")
        page.ask(f"document.querySelectorAll('#own .hand .holds')[{at}].classList.add('aimed')")
    page.until("document.getAnimations().length === 0")
    assert page.ask("count('#own .hand [aria-pressed=true]')") == 3
    assert page.ask(OVER) == []
    assert [selector for selector in ("#next", "#ahead") if not seen(page, selector)] == []


@pytest.mark.no_cover
@pytest.mark.parametrize("size", so_many(["small phone"], ["phone", "small phone", "desktop"]))
def test_a_card_on_the_reader_moves_nothing(page: Browser, size: str) -> None:
    page.size(*SIZES[size])
    begin(page, "birdhead", 4)
    places = "['box', 'reader', 'trick', 'own'].map(one => $(one).getBoundingClientRect().bottom)"
    before = page.ask(places)
    word = page.ask("document.querySelector('#own .holds').dataset.word")
    page.ask(f"import('/orders.js').then(one => one.order({{do: 'lay', cards: ['{word}'], how: 'rest'}}))")
    page.until("count('#lying .card') === 1 && window.quiet()")
    assert page.ask(places) == before
    inside = """((card, reader) => card.top >= reader.top && card.bottom <= reader.bottom && card.width > 20)(
        document.querySelector('#lying .card').getBoundingClientRect(), $('reader').getBoundingClientRect())"""
    assert page.ask(inside)


@pytest.mark.no_cover
def test_a_touch_on_the_display_leads_to_the_tile_of_the_game_that_it_names(page: Browser) -> None:
    page.size(*SIZES["phone"])
    page.ask("document.querySelector('input[value=toriatama]').click()")
    page.until("/› Toriatama/.test($('panel').ariaLabel)")
    page.ask("$('start').scrollTop = 0")
    page.click("#panel")
    page.until("document.activeElement.value === 'toriatama'")
    assert seen(page, ".game:has([value=toriatama])")
