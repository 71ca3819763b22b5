"""What a newcomer needs: the rules, what lies open before the others, and a word at the pile."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion.games.bonehead.rules import BONEHEAD
from companion.games.registry import GAMES, NAMES
from companion.rules.glossary import words_of
from companion.web.orders import AtOnce, Do, PointAtGame
from companion.web.rules_and_scores import rules_at, rules_json
from companion.web.virtual_table import VirtualTable
from tests.companion.web.browser import Browser
from tests.companion.web.standing import dealt, played, shown
from tests.companion.web.table_in_browser import READY, begin, desk_of, does
from tests.companion.web.test_layout import SIZES
from tests.companion.web.test_pieces import goes_on
from tests.torture import every_so_many, only_with_page, so_many

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
    assert book["words"] == words_of(game)
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
    assert rules_at(desk.hands, "rook", {}) == rules_json(GAMES["rook"], {})


def test_the_rules_of_the_next_game_are_told_under_the_house_rules_that_are_chosen_for_it(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "spades", people=4)
    told = rules_at(desk.hands, "spades", {"target": "200", "moon": "yes", "spades": "x"})
    assert told == rules_json(GAMES["spades"], {"target": "200"})
    assert any("200 points win" in page for page in told["pages"])


@only_with_page
@pytest.mark.no_cover
def test_the_rules_of_the_chosen_game_open_and_close_by_tap_escape_and_back(page: Browser) -> None:
    for size, close in product(so_many(["small phone", "desktop"], SIZES), ("tap", "Escape", "back")):
        page.size(*SIZES[size])
        page.click("input[value=bonehead] ~ .tile")
        page.click("#game-rules")
        page.until(OPEN)
        assert page.ask("document.querySelector('#rules .lead').textContent") == BONEHEAD.entry.line
        assert page.ask("[$('rules').scrollTop, $('rules').scrollTop = 60]") == [0, 60]
        told = page.ask("[...document.querySelectorAll('#rules li')].map(one => one.textContent)")
        assert told == [*BONEHEAD.pages, *words_of(BONEHEAD)]
        assert page.ask("$('rules').scrollWidth <= $('rules').clientWidth"), size
        assert page.ask("parseFloat(getComputedStyle(document.querySelector('#rules li')).fontSize)") >= 16, size
        match close:
            case "tap":
                page.click("#rules .close")
            case "Escape":
                page.press("Escape")
            case _:
                page.ask("history.back()")
        page.until(f"!{OPEN} && !history.state")


@only_with_page
@pytest.mark.no_cover
def test_the_running_table_has_its_rules_one_tap_away_at_any_size(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, dealt(tmp_path, "rook", 4), tmp_path) as page:
        hidden = []
        for name, size in SIZES.items():
            page.size(*size)
            hidden += [] if seen(page, "#show-rules") else [name]
        assert hidden == []
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


@only_with_page
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
    page.until(f"{SEEN.strip()}(document.querySelector('.game:has(:checked)'))")
    begin(page, "bonehead", 3)
    page.call("Page.reload")
    page.until("document.querySelectorAll('.seat').length === 3 && !window.quiet")
    assert page.ask(chosen) == "bonehead"


# ------------------------------------------------------------------ the table


@only_with_page
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
def test_a_hint_is_for_what_is_asked_now_and_gone_with_it(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, dealt(tmp_path, "hearts", 4), tmp_path) as page:
        page.click("#hint")
        page.until("count('#own .holds.right') === 3")  # those to be passed
        page.ask("document.querySelectorAll('#own .holds.right').forEach(card => card.click())")
        assert page.ask("$('lay').textContent") == "Pass 3 cards"
        assert page.ask("[...document.querySelectorAll('#remark .news')].at(-1).textContent").startswith(
            "3 cards are chosen: press"
        )
        page.click("#mine")
        page.until(
            "window.quiet() && !$('hint').hidden && !count('.right') && !document.querySelector('#remark .hint')"
        )


@only_with_page
@pytest.mark.no_cover
def test_a_hint_for_a_bid_marks_its_answer_and_no_card(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, dealt(tmp_path, "spades", 4), tmp_path) as page:
        page.click("#hint")
        page.until("count('#answers .right') === 1 && !count('.holds.right')")
        page.click("#answers .right")
        page.until("window.quiet() && !count('.right')")


@only_with_page
def test_a_hint_is_whole_sentences_and_says_first_what_to_lay(tmp_path: Path) -> None:
    desk = dealt(tmp_path, "bonehead", 4)
    for _ in range(16):
        hint = does(desk, AtOnce.HINT)["hint"]
        assert hint is not None
        assert hint["says"].endswith((".", "?"))
        if hint["right"] and hint["answer"] is None:
            assert hint["says"].startswith("Hint: "), hint
        does(desk, Do.NEXT)


def piled(root: Path, people: int = 4) -> VirtualTable:
    """Bonehead when there is a pile that may be taken."""
    return played(dealt(root, "bonehead", people), may_take)


def may_take(view: Any) -> bool:
    return any(answer["says"] == "Take the pile" for answer in view["asked"]["answers"])


def is_bid(view: Any) -> bool:
    return any(answer["group"] == "bid" for answer in view["asked"]["answers"])


def may_take_or_lay_a_pair(view: Any) -> bool:
    """The pile may be taken, and two cards of a rank may be laid."""
    table = view["table"]
    playable = table["playable"] or ()
    ranks = [card["rank"] for card in table["seats"][table["me"]]["hand"] if card["word"] in playable]
    return may_take(view) and len(ranks) > len(set(ranks))


TAKES = "#answers [title='Take the pile']"


@pytest.mark.no_cover
@pytest.mark.parametrize("by", every_so_many(3, ["touch", "mouse", "key"]))
def test_the_pile_is_taken_by_an_answer_near_the_hand_and_by_no_stray_click(
    browser: Browser, tmp_path: Path, by: str
) -> None:
    with shown(browser, piled(tmp_path), tmp_path) as page:
        page.size(*SIZES["phone"])
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
        words = (
            f"[...document.querySelectorAll('[data-seat=\"{turn}\"] .hand [data-word]')].map(one => one.dataset.word)"
        )
        hand = page.ask(words)
        assert set(pile) <= set(hand)


STAND_APART = """
(() => {
  $('next').hidden = false;
  const [row, {left, top, right, bottom}] = ['answers', 'next'].map((name) => $(name).getBoundingClientRect());
  $('next').hidden = true;
  return [...document.querySelectorAll('#answers button:not([hidden]), #mine')].every((one) => {
    const box = one.getBoundingClientRect(), scrolledAway = one.id !== 'mine' && box.top >= row.bottom;
    return scrolledAway || box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom;
  });
})()"""
"""Whether no answer lies where Next stands."""


@pytest.mark.no_cover
@pytest.mark.parametrize(("game", "asked"), [("rook", is_bid), ("bonehead", may_take)])
def test_nothing_is_answered_where_next_stood(browser: Browser, tmp_path: Path, game: str, asked: Any) -> None:
    """Who goes on by it again and again bids nothing, and takes no pile."""
    with shown(browser, played(dealt(tmp_path, game, 4), asked), tmp_path) as page:
        for name, size in SIZES.items():
            page.size(*size)
            assert page.ask(STAND_APART), name


@pytest.mark.no_cover
def test_on_a_phone_the_own_name_is_read_beside_the_bones_where_heads_are_chosen(
    browser: Browser, tmp_path: Path
) -> None:
    with shown(browser, dealt(tmp_path, "bonehead", 1, 3), tmp_path) as page:
        page.size(*SIZES["phone"])
        name, bones, hint = map(page.box, ("#own h2 .tag", "#own .lower", "#steps :not([hidden])"))
        assert page.ask("document.querySelector('#own h2 .tag').textContent") == "Ann"
        assert name["width"] > 0
        assert name["right"] <= bones["left"] <= bones["right"] <= hint["left"]


@pytest.mark.no_cover
@pytest.mark.parametrize("game", every_so_many(2, ["bonehead", "spades", "toriatama"]))
def test_what_a_game_explains_is_read_whole_where_one_is_asked_first(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    desk = played(dealt(tmp_path, game, 1, GAMES[game].players[-1] - 1), lambda view: view["asked"]["yours"])
    asked = desk.view()["asked"]
    assert asked is not None
    with shown(browser, desk, tmp_path) as page:
        for name in ("desktop", *PHONES, "phone on its side"):
            page.size(*SIZES[name])
            told = page.ask("$('remark').textContent")
            assert told.startswith(asked["sentence"]), name
            assert page.ask(OVERLAPS) == [], name
            assert asked["opening"] in told or name not in {"desktop", "phone"}


@pytest.mark.no_cover
@pytest.mark.parametrize(("game", "on_phone"), every_so_many(2, [("rook", 2), ("spades", 3), ("euchre", 1)]))
def test_what_a_bid_counts_is_read_beside_the_box_and_why_the_hint_is_it_on_a_phone(
    browser: Browser, tmp_path: Path, game: str, on_phone: int
) -> None:
    """On a phone the first sentences of it, so many."""
    desk = played(dealt(tmp_path, game, 1, 3), lambda view: view["advises"] and view["asked"]["yours"])
    asked = desk.view()["asked"]
    assert asked is not None
    with shown(browser, desk, tmp_path) as page:
        page.size(1024, 700)
        assert asked["opening"] in page.ask("$('remark').textContent")
        page.size(*SIZES["tablet"])
        assert asked["opening"] in page.ask("$('remark').textContent")
        page.size(*SIZES["phone"])
        assert ". ".join(asked["opening"].split(". ")[:on_phone]) in page.ask("$('remark').textContent")
        page.click("#hint")
        assert ", " in page.until("document.querySelector('#remark .hint')?.textContent"), "it says why"
        assert page.ask(OVERLAPS) == []


@only_with_page
def test_what_a_game_explains_is_read_whatever_ends_its_sentences(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(GAMES["euchre"].shown), "begins", lambda *_: "Count your trumps! Then bid!")
    desk = played(dealt(tmp_path, "euchre", 1, 3), lambda view: view["asked"]["yours"])
    with shown(browser, desk, tmp_path) as page:
        assert "Count your trumps! Then bid!" in page.ask("$('remark').textContent")


OVERLAPS = """
['#own', '#answers', '.bezel'].filter((one) => {
  const [it, {left, top, right, bottom}] = [one, '#remark'].map((name) =>
    document.querySelector(name).getBoundingClientRect());
  return left + 1 < it.right && it.left + 1 < right && top + 1 < it.bottom && it.top + 1 < bottom;
})"""
"""What is not read or seen whole for the sentence."""

TOLD = {
    "spades": ("D", "bid 2", "11 bags", "tricks"),
    "bonehead": ("10 in hand", "show all"),
    "hearts": ("total 100", "+26", "17"),
}


@pytest.mark.no_cover
@pytest.mark.parametrize("game", TOLD)
def test_on_a_phone_a_row_of_cards_is_whole_below_all_that_is_told_of_its_player(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    with shown(browser, dealt(tmp_path, game, 1, GAMES[game].players[-1] - 1), tmp_path) as page:
        page.size(*SIZES["phone"])
        facts = "".join(f"<span class='fact'>{told}</span>" for told in TOLD[game])
        page.ask(f"document.querySelector('#others .beside').innerHTML = {json.dumps(facts)}")
        rows, seats = page.ask(
            "['.before > :last-child', '.seat'].map(one =>"
            " [...document.querySelectorAll(`#others ${one}`)].map(one => one.getBoundingClientRect().bottom))"
        )
        assert len({round(row) for row in rows}) == 1
        assert rows[0] <= seats[0]


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


@only_with_page
@pytest.mark.no_cover
def test_heads_and_bones_of_the_others_are_seen_on_phones_and_a_tile_says_what_its_number_counts(
    browser: Browser, tmp_path: Path
) -> None:
    with shown(browser, piled(tmp_path, 5), tmp_path) as page:
        for size in PHONES:
            page.size(*SIZES[size])
            assert page.ask(HEADS) == [[True] * 3] * 4, size
            assert page.ask("[...document.querySelectorAll('#others .holds.bone')].every(one => one.checkVisibility())")
        titles = page.ask(
            "[...document.querySelectorAll('#others .seat .many')].map(one => one.title || one.ariaLabel)"
        )
        assert len(titles) == 4
        assert all("cards: hand, heads and bones" in title or "Show what lies before" in title for title in titles)


@only_with_page
@pytest.mark.no_cover
def test_a_hand_is_turned_by_a_button_that_says_so(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, dealt(tmp_path, "bonehead", 2), tmp_path) as page:
        for place, turns, after in (("own", "down", 0), ("others", "up", 1)):
            name = page.ask(f"document.querySelector('#{place} h2').textContent")
            says = f"Turn {name}'s cards face {turns}"
            turner = f"document.querySelector('#{place} .turner')"
            assert page.ask(f"[{turner}.title, {turner}.ariaLabel, {turner}.textContent]") == [says, says, ""]
            assert page.ask(f"getComputedStyle({turner}).opacity === '1' && {turner}.checkVisibility()")
            assert min(page.box(f"#{place} .turner")[side] for side in ("width", "height")) >= 24
            page.click(f"#{place} .turner")
            assert page.ask(f"Boolean(count('#{place} .hand .card:not(.back)'))") is bool(after)
        page.click("#others .turner")  # back again: it lies open as soon as its player is asked
        goes_on(page, f"document.querySelector('#own h2').textContent === {json.dumps(name)}")
        assert page.ask("count('#own .hand .card:not(.back)') > 0")


@only_with_page
@pytest.mark.no_cover
def test_drinks_in_the_crates_of_the_others_are_seen_on_phones(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, dealt(tmp_path, "toriatama", 4), tmp_path) as page:
        page.size(*SIZES["small phone"])
        assert page.ask("""[...document.querySelectorAll('#others .seat')].every(seat => {
          const whole = seat.getBoundingClientRect();
          return [...seat.querySelectorAll('.crate > *, .fist')].every(one => {
            const {left, right, bottom, width} = one.getBoundingClientRect();
            return width >= 7 && left >= whole.left && right <= whole.right && bottom <= whole.bottom;
          });
        })""")


@only_with_page
@pytest.mark.no_cover
def test_a_set_that_is_open_is_ended_near_the_hand(browser: Browser, tmp_path: Path) -> None:
    desk = played(dealt(tmp_path, "bonehead", 4), may_take_or_lay_a_pair)
    with shown(browser, desk, tmp_path) as page:
        page.ask(
            f"const card = {ONE_OF_TWO}; import('/orders.js').then(one => one.order({{do: 'lay', cards: [card]}}))"
        )
        page.until(f"window.quiet() && !!document.querySelector({json.dumps(ALL)})")
        for size in (*PHONES, "low laptop"):
            page.size(*SIZES[size])
            assert seen(page, ALL), size
        page.click(ALL)
        page.until(f"window.quiet() && !document.querySelector({json.dumps(ALL)})")


ONE_OF_TWO = """
(() => {
  const hand = [...document.querySelectorAll('#own .hand .holds:not(.dim)')].map(one => one.dataset.word);
  return hand.find((word, at) => hand.some((other, place) => place !== at && other.slice(0, -1) === word.slice(0, -1)));
})()"""
ALL = "#onwards [title='That is all']"


@only_with_page
@pytest.mark.no_cover
@pytest.mark.parametrize("size", so_many(["small phone"], PHONES))
def test_heads_cover_no_button_while_an_example_is_watched(page: Browser, size: str) -> None:
    page.size(*SIZES[size])
    page.ask("import('/orders.js').then(one => one.order({do: 'watch', game: 'bonehead', every: 10}))")
    page.until("!$('watching').hidden && count('#own .lower .holds:not(.bone)')")
    page.ask("import('/orders.js').then(one => one.order({do: 'pause'}))")
    page.until("$('pause').textContent === 'Go on'")
    assert [selector for selector in ("#pause", "#step", "#stop") if not seen(page, selector)] == []


OVER = """
(() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].filter(one => one.checkVisibility());
  const over = (a, b) => Math.min(a.right - b.left, b.right - a.left, a.bottom - b.top, b.bottom - a.top) > 0;
  return boxes('#own h2, #hint, #mine, #ahead').filter(one => boxes('#own .hand .card').some(card =>
    over(card.getBoundingClientRect(), one.getBoundingClientRect()))).map(one => one.id || one.textContent);
})()"""


@only_with_page
@pytest.mark.no_cover
def test_marked_cards_cover_neither_name_nor_buttons(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, dealt(tmp_path, "bonehead", 4), tmp_path) as page:
        for at in (0, 2, 5):
            page.ask(f"document.querySelectorAll('#own .hand .holds')[{at}].click()")
            page.ask(f"document.querySelectorAll('#own .hand .holds')[{at}].classList.add('aimed')")
        for size in PHONES:
            page.size(*SIZES[size])
            page.until("document.getAnimations().length === 0")
            assert page.ask("count('#own .hand [aria-pressed=true]')") == 3
            assert page.ask(OVER) == [], size
            assert [selector for selector in ("#mine", "#ahead") if not seen(page, selector)] == [], size


@only_with_page
@pytest.mark.no_cover
@pytest.mark.parametrize("size", so_many(["small phone"], ["phone", "small phone", "desktop"]))
def test_a_card_on_the_reader_moves_nothing(browser: Browser, tmp_path: Path, size: str) -> None:
    with shown(browser, dealt(tmp_path, "birdhead", 4), tmp_path) as page:
        page.size(*SIZES[size])
        places = "['box', 'reader', 'trick', 'own'].map(one => $(one).getBoundingClientRect().bottom)"
        before = page.ask(places)
        word = page.ask("document.querySelector('#own .holds').dataset.word")
        page.ask(f"import('/orders.js').then(one => one.order({{do: 'lay', cards: ['{word}'], how: 'rest'}}))")
        page.until("count('#lying .card') === 1 && window.quiet()")
        assert page.ask(places) == before
        inside = """((card, reader) => card.top >= reader.top && card.bottom <= reader.bottom && card.width > 20)(
            document.querySelector('#lying .card').getBoundingClientRect(), $('reader').getBoundingClientRect())"""
        assert page.ask(inside)


@only_with_page
@pytest.mark.no_cover
def test_a_touch_on_the_display_leads_to_the_tile_of_the_game_that_it_names(page: Browser) -> None:
    page.size(*SIZES["phone"])
    page.ask("document.querySelector('input[value=toriatama]').click()")
    page.until("/› Toriatama/.test($('panel').ariaLabel)")
    page.ask("$('start').scrollTop = 0")
    page.click("#panel")
    page.until("document.activeElement.value === 'toriatama'")
    assert seen(page, ".game:has([value=toriatama])")
