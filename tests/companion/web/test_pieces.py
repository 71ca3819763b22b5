"""Pieces as one would hold them: faces, what lies beside a player, shelves, fists, crates, bones and heaps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import GAMES, NAMES
from companion.scoreboard.view import face
from tests.cases import for_each
from tests.companion.web.browser import Browser
from tests.companion.web.standing import dealt, played, shown
from tests.companion.web.table_in_browser import begin
from tests.companion.web.test_layout import GEOMETRY, SIZES
from tests.companion.web.test_picking import ASKS_NOBODY
from tests.torture import only_with_page

pytestmark = pytest.mark.no_cover

CONTRAST = Path(__file__).with_name("contrast.js").read_text("utf-8")
LEAST_CONTRAST = 4.5
SMALLEST_PX = 9.5

FACES = """
((cards, look, game) => import('/cards.js').then(({face, nameOfCard}) => {
  const made = cards.map(card => face(card, look, game)), hand = document.createElement('div');
  hand.style.cssText = '--card: 66px; position: absolute';
  hand.append(...made);
  for (const one of document.body.children) one.hidden = true; // it stays: a list may still be on its way to it
  document.body.append(hand);
  const box = one => one.getBoundingClientRect().toJSON();
  window.faces = made.map((one, at) => ({
    spoken: nameOfCard(cards[at], look), box: box(one),
    texts: [...one.querySelectorAll('b, .edge, .label')].filter(part => part.checkVisibility()).map(part => ({
      text: part.textContent, ...box(part), px: parseFloat(getComputedStyle(part).fontSize)})),
    shapes: one.querySelectorAll('path, use').length,
  }));
}))
"""
"""What cards look like in the hand: the box of each and its texts."""

DRAWN = """
[...document.querySelectorAll('path, use')].filter(one => one.checkVisibility()).every(one => one.getBBox().width > 0)
"""
"""Whether everything that is drawn has a size: a symbol that is missing has none."""


def goes_on(page: Browser, until: str, most: int = 60) -> None:
    """Next after Next until this is true."""
    for _ in range(most):
        if page.ask(until):
            return
        page.ask("$('next').click()")
        page.until("window.quiet()")
    raise AssertionError(f"never: {until}")


def faces_of(page: Browser, name: str) -> list[dict[str, Any]]:
    """The faces of the deck of a game, one of each rank and suit."""
    game = GAMES[name]
    cards = list({json.dumps(face(game, card)): face(game, card) for card in game.deck.cards_in_order}.values())
    page.ask(f"window.faces = null; {FACES.strip()}({json.dumps(cards)}, {json.dumps(game.entry.look)}, '{name}'); 0")
    page.until("window.faces")
    faces = list(page.until("window.faces"))
    page.until(DRAWN)
    return faces


@only_with_page
@for_each("name", NAMES)
def test_every_piece_has_a_face_with_a_name_of_its_own_that_is_drawn_and_can_be_read(page: Browser, name: str) -> None:
    faces = faces_of(page, name)
    assert len({drawn["spoken"] for drawn in faces}) == len(faces) > 9
    for drawn in faces:
        card = drawn["box"]
        assert drawn["texts"], drawn
        for text in drawn["texts"]:
            assert text["px"] >= SMALLEST_PX, text
            assert card["left"] - 1 <= text["left"], (drawn, text)
            assert text["left"] + text["width"] <= card["left"] + card["width"] + 1, (drawn, text)
            assert text["top"] + text["height"] <= card["top"] + card["height"] + 1, (drawn, text)
    dim = [contrast for contrast in page.ask(f"({CONTRAST})()") if contrast[0] < LEAST_CONTRAST]
    assert dim == []


def test_a_suit_is_drawn_and_a_colour_is_a_word_where_a_fan_shows_it(page: Browser) -> None:
    assert all(drawn["shapes"] >= 3 for drawn in faces_of(page, "birddog"))
    for drawn in faces_of(page, "rook"):
        word = next(text for text in drawn["texts"] if text["text"] == (drawn["spoken"].split()[0]))
        assert word["left"] + word["width"] <= drawn["box"]["left"] + drawn["box"]["width"] * 0.3


def test_an_unknown_shape_of_a_house_is_a_glass_with_both_words(page: Browser) -> None:
    page.ask(f"{FACES.strip()}([{{rank: 'mug', suit: 'mint'}}], 'drinks', 'toriatama'); 0")
    assert [drawn["text"] for drawn in page.until("window.faces")[0]["texts"]] == ["mint", "mug"]


@only_with_page
def test_bids_tricks_and_the_dealer_lie_at_the_name_of_each_player_and_trump_in_the_middle(
    browser: Browser, tmp_path: Path
) -> None:
    desk = played(dealt(tmp_path, "spades", 4), lambda view: len(takers(view)) == 2)
    with shown(browser, desk, tmp_path) as page:
        goes_on(page, "count('.won') === 2")
        for size in ((1280, 800), (820, 1180), (390, 844)):
            page.size(*size)
            page.ask("new Promise(requestAnimationFrame)")
            facts_lie_where_they_belong(page)


def takers(view: Any) -> list[str]:
    """Who has taken a trick."""
    return [seat["name"] for seat in view["table"]["seats"] if seat["won"]["tricks"]]


def facts_lie_where_they_belong(page: Browser) -> None:
    facts = page.ask("[...document.querySelectorAll('.fact')].map(one => one.textContent)")
    assert len(facts) == 4
    assert all(fact.startswith(("bid ", "nil")) for fact in facts)
    assert page.ask("count('.dealer')") == 1
    assert page.ask("document.querySelector('.trump').ariaLabel") == "Trump: spades"
    assert page.ask("count('button.won')") == 0, "nobody may look at a taken trick"
    for seat in page.ask("[...document.querySelectorAll('#others > *')].map((_, place) => place + 1)"):
        name, place = page.box(f"#others > :nth-child({seat}) h2"), page.box(f"#others > :nth-child({seat})")
        assert name["width"] > 20
        assert not page.ask(
            f"(one => one.scrollWidth > one.clientWidth + 1)(document.querySelector('#others > :nth-child({seat}) h2'))"
        )
        facts = page.ask(f"count('#others > :nth-child({seat}) .beside > *')")
        assert facts >= 1
        for fact in range(1, facts + 1):
            beside = page.box(f"#others > :nth-child({seat}) .beside > :nth-child({fact})")
            assert place["left"] <= beside["left"]
            assert beside["right"] <= place["right"]
            assert beside["bottom"] <= place["bottom"]
    trump, middle = page.box(".trump"), page.box("#table")
    assert middle["left"] <= trump["left"]
    assert trump["right"] <= middle["right"] + 1


@only_with_page
def test_tricks_that_anybody_may_look_at_open_and_are_put_back(page: Browser) -> None:
    begin(page, "birddog", 3)
    goes_on(page, "count('button.won') > 0 && count('#trick .play') === 1")
    page.click("button.won")
    assert page.ask("$('looked').querySelectorAll('.card').length") == 3
    assert page.ask("$('looked').querySelectorAll('[data-word]').length") == 0, "only cards that can be laid have words"
    page.click("#put-back")
    assert page.ask("!$('looked')")
    assert page.ask("document.activeElement.id").startswith("won-")
    page.click("button.won")
    page.click("button.won")
    assert page.ask("!$('looked')")
    for goes_on_with in ("Escape", ".own .holds"):
        page.click("button.won")
        page.press(goes_on_with) if goes_on_with == "Escape" else page.click(goes_on_with)
        page.until("!$('looked')")


def test_a_hint_for_a_bid_keeps_its_reason_beside_a_long_question(browser: Browser, tmp_path: Path) -> None:
    desk = played(dealt(tmp_path, "spades", 1, 3), lambda view: "0 is nil" in (view["asked"] or {}).get("sentence", ""))
    with shown(browser, desk, tmp_path) as page:
        page.ask("$('hint').click()")
        page.until("/^How many tricks will you take[?].* Hint: .*counting/.test($('remark').textContent)")


@only_with_page
def test_every_drink_keeps_its_place_on_the_shelf_and_the_places_of_others_stay_empty(page: Browser) -> None:
    begin(page, "toriatama", 3)
    stands = """Object.fromEntries([...document.querySelectorAll('#centre .holds')].map(one => {
        const {left, top} = one.getBoundingClientRect(); return [one.dataset.word, [left, top]]; }))"""
    before = page.ask(stands)
    assert len(before) == 36
    goes_on(page, "count('#centre .holds') === 33")
    after = page.ask(stands)
    assert page.ask("count('#centre .free')") == 3
    assert all(before[word] == place for word, place in after.items())
    assert len({place[0] for place in before.values()}) == len({place[1] for place in before.values()}) == 6
    assert page.ask("[...document.querySelectorAll('#centre .board')].map(one => one.textContent)") == [
        *("", *SHAPES),
        *COLOURS,
    ]
    assert page.ask(
        "[...document.querySelectorAll('#centre .holds')].every(({title, ariaLabel}) => title === ariaLabel)"
    )
    assert page.ask(BOARDS) == [0.0] * 6, "each drink stands on its board, in the last row as in the first"


BOARDS = """[...document.querySelectorAll('#centre .board:not(.shape)')].map(board => {
  const bottoms = [board, board.nextSibling].map(one => one.getBoundingClientRect().bottom);
  return Math.abs(bottoms[0] - bottoms[1]);
})"""
"""How far the first place of each row is from the board of its colour."""


def in_fists(page: Browser) -> set[str]:
    """The drinks that are neither on the shelf nor in a crate."""
    open_ones = set(page.ask("[...document.querySelectorAll('.centre .holds, .crate *')].map(one => one.dataset.word)"))
    return {f"{colour}-{shape}" for colour in COLOURS for shape in SHAPES} - open_ones


COLOURS, SHAPES = "red green blue yellow white black".split(), "can tall small bottle high tallest".split()
ON_THE_TABLE = (
    "[...document.querySelectorAll('#others, #own, #trick, #heaps, #centre')].map(one => one.innerHTML).join()"
)
"""Not the box: it says aloud which drink is new, and so do its claims."""


@only_with_page
def test_a_fist_tells_how_many_it_holds_and_nothing_of_them_and_opens_at_a_claim(page: Browser) -> None:
    begin(page, "toriatama", 3)
    most = 0
    for _ in range(30):
        held, html = in_fists(page), page.ask(ON_THE_TABLE).lower()
        assert not [word for word in held if word in html or word.replace("-", " ") in html.replace("-", " ")]
        closed = page.ask("[...document.querySelectorAll('.fist')].map(one => one.textContent)")
        assert sum(map(int, filter(None, closed))) == len(held)
        most = max(most, len(held))
        if page.ask("count('.fist.opened') > 0"):
            break
        page.ask("$('next').click()")
        page.until("window.quiet()")
    assert most
    assert page.ask("document.querySelector('.fist.opened').ariaLabel").endswith("just opened")


@only_with_page
def test_a_crate_has_six_places_and_fits_its_player(page: Browser) -> None:
    begin(page, "toriatama", 4)
    goes_on(page, "count('.crate .drink') > 0")
    for seat in page.ask("[...document.querySelectorAll('.seat')].map(one => one.dataset.seat)"):
        assert page.ask(f"count('.seat[data-seat=\"{seat}\"] .crate > *')") == 6
        own, crate = page.box(f'.seat[data-seat="{seat}"]'), page.box(f'.seat[data-seat="{seat}"] .crate')
        assert own["left"] <= crate["left"]
        assert crate["right"] <= own["right"]
        assert crate["bottom"] <= own["bottom"] + 1


OTHERWISE_ON_TURN = """
[...document.querySelectorAll('.seat')].filter(seat => {
  const [before, after] = [0, 1].map(() => (seat.classList.toggle('turn'), seat.firstChild.offsetHeight));
  return before !== after;
}).length"""
"""How many seats are parted otherwise when it is their turn."""


@only_with_page
def test_bones_are_seen_below_the_heads_and_the_top_of_the_pile_is_read(page: Browser) -> None:
    begin(page, "bonehead", 4)
    goes_on(page, "count('.pile .card') > 1 && count('#own .holds.bone') === 3")
    assert page.ask(OTHERWISE_ON_TURN) == 0
    bone, head = page.box("#own .holds.bone .card"), page.box("#own .lower .holds:not(.bone) .card")
    assert bone["bottom"] - head["bottom"] > head["height"] * 0.25
    drawn = page.box("#own .lower path.bone")
    assert drawn["top"] >= head["bottom"] - 1, "the bone is drawn where no head covers it"
    assert drawn["bottom"] <= bone["bottom"]
    at = {"x": bone["left"] + bone["width"] / 2, "y": bone["bottom"] - 4, "button": "left", "clickCount": 1}
    page.call("Input.dispatchMouseEvent", type="mousePressed", **at)
    page.call("Input.dispatchMouseEvent", type="mouseReleased", **at)
    page.until("$('remark').textContent.includes('Nobody turns a bone now: hand first, then heads.')")
    for lies in ("$('stack')", "document.querySelector('#others .bone')"):
        assert page.ask(f"{lies}.click(), $('remark').getAnimations().length") == 1, "the sentence blinks"
        page.ask("$('remark').getAnimations().forEach(blinks => blinks.finish())")
    turns = page.ask("[...document.querySelectorAll('.pile .fan > *')].map(one => getComputedStyle(one).rotate)")
    assert len(set(turns)) > 1
    top = page.box(".pile .fan > :last-child b")
    uppermost = f"document.elementFromPoint({top['x'] + top['width'] / 2}, {top['y'] + top['height'] / 2})"
    assert page.ask(f"{uppermost}.closest('.fan > *').matches(':last-child')")
    said = page.ask("document.querySelector('.pile .caption').textContent")
    assert said == f"pile of {page.ask(SIZE_OF_PILE)}"


SIZE_OF_PILE = "document.querySelector('.pile').ariaLabel.split(': ')[1].split(', ').length"


OTHERS = """
import('/players.js').then(({player}) => {
  const hand = [...'23456'].slice(0, %d).map(rank => ({word: rank + 'S', rank, suit: 'S'}));
  const own = {name: 'Tom', rack: 1, hand, heads: [], bones: 3}, all = {beside: [], markers: [], won: {open: []}};
  const made = player({seats: [{...own, ...all}], turn: [], down: [], sides: [], look: 'suits', game: 'bonehead'}, 0);
  const open = [...made.querySelectorAll('.hand .holds')].map(({ariaLabel}) => ariaLabel);
  return [made.querySelectorAll('.slot').length, open, made.querySelector('.many').textContent];
})
"""


@pytest.mark.no_cover
def test_four_open_cards_of_a_computer_are_named_and_a_button_says_that_one_can_look_at_the_others(
    page: Browser,
) -> None:
    assert page.ask(OTHERS % 0) == [1, [], "4 cards"]
    names = [f"{rank} of spades" for rank in range(3, 7)]
    assert page.ask(OTHERS % 5) == [1, names, "show all"]


ROWS = """
import('/players.js').then(({player}) => {
  const cards = [...'23456789JQKAabc'].map((rank, at) => ({word: rank, rank, suit: 'SHD'[Math.floor(at / 5)]}));
  const told = {name: 'Zoe', heads: [], bones: 0, beside: [], markers: [], won: {open: []}};
  const hands = ['23456789JQKA', '3456789JQKA', '356QKA', '35QKA', '23456789JQKA', '6789JQKA'];
  return [...hands, '23456789JQKAabc', '23456789JQ'].map(held => {
    const hand = cards.filter(({word}) => held.includes(word));
    const made = player({seats: [{...told, hand}], turn: [], down: [], sides: [], look: 'suits', game: 'hearts'}, 0);
    const {cards: rows = ''} = made.querySelector('.fan').dataset;
    return [rows, made.querySelector('.breaks')?.dataset.word];
  });
})
"""


@pytest.mark.no_cover
def test_each_card_of_a_hand_stays_in_its_row_until_few_are_left(page: Browser) -> None:
    hands = page.ask(ROWS)
    assert hands[:3] == [["many", "7"], ["many", "7"], ["many", "Q"]]
    assert hands[3][0] == "", "five cards have one row"
    assert hands[4:6] == [["many", "7"], ["many", "7"]]
    assert hands[6:] == [["many", "K"], ["many", "7"]], "the lower row was laid away"


def has_picked_up(view: Any) -> bool:
    """Whether a computer has more open cards in its hand than a phone shows in a row, and the person is asked."""
    held = [seat["hand"] for seat in view["table"]["seats"] if "rack" in seat]
    return view["asked"]["yours"] and max(map(len, held)) > 13


OWN = "[...document.querySelectorAll('#own .hand .holds')].map(one => one.dataset.word)"
COVERED = """
[...document.querySelectorAll('#others .fan > :not(:last-child)')].filter(one => {
  const rank = one.querySelector('.corner b').getBoundingClientRect();
  return rank.right > one.nextSibling.getBoundingClientRect().left + 1;
}).length
"""
"""How many ranks of the others' open cards the next card hides."""
LOOKS_AT = "[...document.querySelectorAll('#others button.many')].filter(one => one.checkVisibility())"


@only_with_page
@pytest.mark.no_cover
def test_everybody_can_look_at_what_a_computer_picked_up_at_any_size(browser: Browser, tmp_path: Path) -> None:
    desk = played(dealt(tmp_path, "bonehead", 1, 3, seed=1), has_picked_up)
    seats = desk.view()["table"]["seats"]
    (own,) = ([card["word"] for card in seat["hand"]] for seat in seats if seat["you"])
    with shown(browser, desk, tmp_path) as page:
        for name, size in SIZES.items():
            page.size(*size)
            page.ask("new Promise(requestAnimationFrame)")
            assert [
                fault for fault in page.ask(f"({GEOMETRY})()") if "too small" in fault or "cut off" in fault
            ] == [], name
            assert page.ask(COVERED) == 0, name
            at = int(page.ask(f"{LOOKS_AT}.at(-1).id").removeprefix("many-"))
            theirs = seats[at]
            page.ask(f"{LOOKS_AT}.at(-1).click()")
            lying = len(theirs["hand"]) + len(theirs["heads"]) + theirs["rack"] + theirs["bones"]
            told = f"{theirs['name']}'s cards: {lying} cards"
            assert page.ask("$('looked').querySelector('h2').textContent") == told
            assert page.ask("$('looked').querySelectorAll('.card').length") == lying, "those nobody knows face down"
            assert page.ask("$('looked').scrollWidth <= $('looked').clientWidth"), f"a card is cut: {name}"
            assert page.ask(OWN) == own
            page.ask(ASKS_NOBODY)
            for card in ("#looked .card", f"[data-seat='{at}'] .lower .holds:not(.bone)"):
                page.ask(f"document.querySelector({json.dumps(card)}).click()")
                assert page.ask("$('remark').textContent") == f"That is {theirs['name']}'s card.", name
            assert page.ask("window.taken") == []
            page.click("#put-back")
            assert not page.ask("count('.refused')"), name


@pytest.mark.no_cover
def test_a_stack_that_has_run_out_keeps_its_place(page: Browser) -> None:
    heaps = "heaps({stack: %s, deal: '', up: null, nest: 0, trump: null}, true).map(one => one.textContent)"
    of_heaps = "import('/table_middle.js').then(({heaps}) => %s)"
    told = {left: page.ask(of_heaps % (heaps % left)) for left in ("2", "0", "null")}
    assert told == {"2": ["stack of 2"], "0": ["stack is empty"], "null": []}


@pytest.mark.no_cover
def test_of_a_pile_the_top_is_seen_and_cards_in_the_centre_lie_side_by_side(page: Browser) -> None:
    cards = "Array.from({length: 9}, (_, at) => ({rank: String(at + 2), suit: 'H', word: ''}))"
    told = f"pile({{who: '', seat: null, cards: {cards}}}, {{look: 'french', game: '', centre: %s}})"
    seen = "(made => [made.querySelectorAll('.card').length, made.textContent.includes('pile of 9')])"
    of_middle = f"import('/table_middle.js').then(({{pile}}) => {seen}({told}))"
    assert page.ask(of_middle % "[]") == [6, True]
    assert page.ask(of_middle % cards) == [9, False]


DEALT = "{name: 'Ann', beside: [], points: 13, bones: 0, heads: [], markers: [], won: {tricks: 0, open: []}}"


@pytest.mark.no_cover
def test_points_of_this_deal_are_called_so_beside_the_total(page: Browser) -> None:
    said = "import('/pieces.js').then(({beside}) => beside(%s, 0, %s).textContent)"
    assert page.ask(said % (DEALT, "{scored: false, over: false}")) == "this deal +13"
    for end in ("scored", "over"):
        assert page.ask(said % (DEALT, f"{{{end}: true}}")) == "", "the total has them"


@pytest.mark.no_cover
def test_heads_and_bones_are_counted_where_no_hand_is_left(page: Browser) -> None:
    seat = "{hand: %s, heads: [1], bones: 3, beside: %s, markers: [], won: {tricks: 0, open: []}}"
    said = "import('/pieces.js').then(({beside}) => [...beside(%s, 0, {}).children].map(fact => fact.textContent))"
    assert page.ask(said % (seat % ("[]", "['1 head', '3 bones']"))) == ["1 head", "3 bones"]
    assert page.ask(said % (seat % ("[1, 2]", "['2 in hand', '1 head', '3 bones']"))) == ["2 in hand"]


@pytest.mark.no_cover
def test_only_a_name_in_the_facts_of_an_ending_becomes_you(page: Browser) -> None:
    told = json.dumps(
        {
            "names": ["None", "Ann"],
            "standings": [],
            "winners": [1],
            "computers": [],
            "title": "Hearts",
            "look": "",
            "game": "hearts",
            "revokes": [0, 0],
            "best": {"seat": 0, "cards": [], "deal": 1, "worth": 0},
            "curve": {"counted": "points", "step": "deal", "points": []},
        }
    )
    large = "[...document.querySelectorAll('.telling .large')].map(one => one.textContent)"
    shows = f"import('/ending.js').then(({{ends}}) => (ends({told}, null, 0), {large}))"
    assert page.ask(shows) == ["You", "None"]
    page.ask("document.querySelector('dialog.ending').close()")


@pytest.mark.no_cover
def test_at_the_end_a_person_reads_the_points_of_each_deal_and_their_average(page: Browser) -> None:
    told = "import('/sentences.js').then(({deals}) => deals({curve: %s}, 1))"
    curve = "{step: 'deal', counted: 'points', points: [[0, 0], [5, 21], [10, 42], [36, 42]]}"
    title = "Your points a deal, on average"
    assert page.ask(told % curve) == [{"title": title, "large": "14", "small": "+21, +21, 0"}]
    assert page.ask(told % curve.replace("deal", "turn")) == []
    page.ask("document.cookie = 'companion-language=fr'")
    page.call("Page.reload")
    page.until("document.documentElement?.lang === 'fr' && document.querySelectorAll('#games .game').length")
    assert page.ask(told % curve.replace("42", "0"))[0]["large"] == "0"
    assert page.ask(told % curve.replace("42", "-8"))[0]["large"] == "−2,7"
    page.ask("document.cookie = 'companion-language=; Max-Age=0'")
