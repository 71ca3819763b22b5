"""The drawers of the page in a real browser: decks and settings by keyboard alone, and what eyes need to read them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.main import main
from companion.enrolment.deck_kinds import kinds
from companion.enrolment.tag_lists import as_list
from companion.games.registry import GAMES
from companion.storage.records import Store
from companion.tags.tag_decks import encode
from tests.companion.web.browser import Browser
from tests.companion.web.standing import dealt, shown
from tests.companion.web.table_in_browser import OURS, READY, begin, open_drawer
from tests.patience import until
from tests.torture import every_so_many, only_with_page

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would take three times as long

CONTRAST = Path(__file__).with_name("contrast.js").read_text("utf-8")
ENOUGH = 4.5
"""Of text to its background (WCAG 2.2, 1.4.3)."""

SAID = "$('decks-said').textContent"
LISTED = "[...document.querySelectorAll('.deck .told')].map(one => one.textContent)"
HERE = "document.activeElement"
RING = f"{HERE} === document.body || {HERE}.type === 'radio' || getComputedStyle({HERE}).outlineStyle !== 'none'"
"""The ring of a game that is chosen lies around its name, not its radio button."""

MOST_TABS = 120


def tabs_to(page: Browser, script: str) -> list[str]:
    """Tab until this is true in the page; what had the keys on the way, each seen by its ring."""
    passed: list[str] = []
    for _ in range(MOST_TABS):
        if page.ask(script):
            return passed
        page.press("Tab")
        assert page.ask(RING)
        passed.append(page.ask(f"{HERE}.id || {HERE}.ariaLabel || {HERE}.textContent"))
    raise AssertionError(f"never reached by Tab: {script}; passed {passed}")


def tabs_open(page: Browser, drawer: str) -> None:
    tabs_to(page, f"{HERE}.id === 'show-drawer'")
    page.press("Enter")
    if page.ask(f"Boolean(document.querySelector('#makers #{drawer}'))"):
        tabs_to(page, f"{HERE} === document.querySelector('#makers summary')")
        page.press("Enter")
    tabs_to(page, f"{HERE} === document.querySelector('#{drawer} summary')")
    page.press("Enter")


def kept_in(place: Path, name: str) -> str:
    """A file that the browser has downloaded."""
    until((place / name).exists)
    return (place / name).read_text("utf-8")


def test_the_script_of_the_decks_comes_when_somebody_looks_for_them(page: Browser) -> None:
    has_come = "performance.getEntriesByType('resource').some(({name}) => name.endsWith('/decks.js'))"
    assert page.ask(has_come) is False
    open_drawer(page, "decks")
    page.until("count('#deck-list .deck')")
    assert page.ask(has_come)


@only_with_page
def test_a_setting_is_changed_by_keyboard_alone_past_every_control_of_the_form(page: Browser) -> None:
    tabs_open(page, "house")
    page.until("count('#choices select') > 10")
    form = page.ask("[...document.querySelectorAll('#choices :is(select, input)')].map(one => one.id)")
    rule = "choice-rules.birddog.renege"
    passed = tabs_to(page, f"{HERE}.id === '{rule}'")
    page.press("ArrowDown")
    page.until("$('house-said').textContent === 'Kept.'")
    page.until(f"{HERE}.id === '{rule}'")
    passed += tabs_to(page, f"{HERE} === document.querySelector('#keys summary')")
    assert [line for line in passed if line.startswith("choice-")] == form


CHOOSES = "const field = $('choice-people.think_s'); field.value = {}; field.dispatchEvent(new Event('change'));"

FIRST_IS_LATE = """
window.sent = [];
const sends = window.fetch, late = new Promise((comes) => (window.goesOn = comes));
window.fetch = async (place, ...how) => {
  if (sent.push(JSON.parse(how[0].body).value) === 1) await late;
  return sends(place, ...how);
};
"""
"""What is sent next arrives when `goesOn` is called."""


def test_of_two_choices_the_later_one_is_kept_though_the_first_is_late(page: Browser, tmp_path: Path) -> None:
    open_drawer(page, "house")
    page.until("count('#choices select') > 10")
    page.ask(FIRST_IS_LATE)
    for seconds in (5, 7):
        page.ask(f"(() => {{ {CHOOSES.format(seconds)} }})()")
    page.until("sent.length")
    assert page.ask("sent") == [5]
    page.ask("goesOn()")
    page.until("sent.length === 2 && $('house-said').textContent === 'Kept.'")
    until(lambda: "think_s = 7" in (tmp_path / "config.toml").read_text("utf-8"))


def test_a_choice_that_fails_in_the_page_holds_up_no_later_one(page: Browser, tmp_path: Path) -> None:
    open_drawer(page, "house")
    page.until("count('#choices select') > 10")
    page.ask("""(() => {
      const sends = window.fetch;
      window.fetch = async () => ((window.fetch = sends), Response.json({choices: null}));
    })()""")
    for seconds in (5, 7):
        page.ask(f"(() => {{ {CHOOSES.format(seconds)} }})()")
    page.until("$('house-said').textContent === 'Kept.'")
    assert "think_s = 7" in (tmp_path / "config.toml").read_text("utf-8")
    page.complaints.clear()


@only_with_page
def test_a_deck_is_exported_renamed_deleted_and_imported_by_keyboard_alone(page: Browser, tmp_path: Path) -> None:
    Store(tmp_path).decks.save(OURS)
    page.keeps_files_in(tmp_path)
    tabs_open(page, "decks")
    page.until(f"{LISTED}[0] === 'oursFrench 52 · 24 of 52 have a tag'")
    tabs_to(page, f"{HERE}.ariaLabel === 'Export ours'")
    page.press("Enter")
    exported = kept_in(tmp_path, "ours.json")
    assert exported == encode(OURS)
    assert main(["decks", "export", "ours", str(tmp_path / "by-command.json"), "--data", str(tmp_path)]) == 0
    assert exported == (tmp_path / "by-command.json").read_text("utf-8")

    page.press("Tab", "Enter")
    page.write("theirs")  # over the old name, which is chosen
    page.press("Enter")
    page.until(f"{SAID} === 'ours is theirs now.' && {HERE}.ariaLabel === 'Export theirs'")
    page.press("Tab", "Tab", "Enter", "Escape")
    assert page.ask(f"{HERE}.ariaLabel") == "Delete theirs"
    page.press("Enter", "Enter")
    page.until(f"/^Kept aside: .*theirs.json.gone-1$/.test({SAID}) && {HERE}.id === 'deck-file'")
    assert Store(tmp_path).decks.names() == []

    page.press("Enter")
    page.give_file(tmp_path / "ours.json")
    page.press("Tab", "Space", "Tab", "Enter")
    page.until(f"{SAID} === 'ours: 24 of 52 have a tag.'")
    assert Store(tmp_path).decks.load("ours") == OURS


@only_with_page
def test_every_fault_of_a_file_is_listed_and_a_name_that_is_taken_refused(page: Browser, tmp_path: Path) -> None:
    Store(tmp_path).decks.save(OURS)
    page.keeps_files_in(tmp_path)
    open_drawer(page, "decks")
    page.until(f"{LISTED}.length === 1")
    bad = tmp_path / "bad.json"
    bad.write_text(encode(OURS).replace('"2H"', '"<b>2</b>"').replace('"5S"', '""').replace('"9H"', '"!"'), "utf-8")
    faults = sum(text in encode(OURS) for text in ('"2H"', '"5S"', '"9H"'))
    good = tmp_path / "good.json"
    good.write_text(encode(OURS), "utf-8")
    for file, lines in ((bad, faults), (good, 1)):
        page.click("#deck-file")
        page.give_file(file)
        page.click("#deck-import button")
        page.until(f"{SAID} && !{SAID}.includes('!') === {str(file == good).lower()}")
        assert len(page.ask(SAID).splitlines()) == lines
        assert page.ask("$('decks-said').scrollHeight <= $('decks-said').clientHeight"), "it is read whole"
    assert page.ask(SAID) == "there is a deck ours already; tick “put it in its place” if this one is to take it."
    page.complaints.clear()  # the browser tells a refusal, too


@only_with_page
def test_two_stickers_are_enrolled_exported_and_deleted_and_a_whole_deck_is_played_with(
    page: Browser, tmp_path: Path
) -> None:
    page.keeps_files_in(tmp_path)
    open_drawer(page, "decks")
    page.press("Escape")  # closes the drawer, and is no button of the box
    page.until("!$('drawer').open")
    page.ask("document.activeElement.blur()")
    page.key("Escape", down=True)
    page.until("/^Menu/.test(window.display())")
    page.key("Escape", down=False)
    page.press("ArrowDown", "Enter", "Enter", "Enter")
    page.until("!$('stickers').hidden")
    for _ in range(2):
        page.click("#sticker")
        page.until("window.quiet()")
    assert page.ask("$('stickers').innerText").startswith("Tap a new sticker")
    page.click("#sticker-again")
    page.until("/IS 3♠|One tag/.test(window.display())")
    page.ask("document.activeElement.blur()")
    page.press("Escape")
    page.until(f"{LISTED}.some(one => /2 of 5[0-9] have a tag, unfinished/.test(one))")
    page.ask("$('show-drawer').click()")
    page.until("!$('drawer').getAnimations().length")
    name = page.ask("document.querySelector('.deck b').textContent")
    for ending, mark in (("html", "✓"), ("csv", '"04:'), ("json", '"card"')):
        page.click(f'.deck a[download$=".{ending}"]')
        assert kept_in(tmp_path, f"{name}.{ending}").count(mark) == 2
    page.click('.deck [aria-label^="Delete"]')
    page.click('.deck [aria-label^="Delete"]')
    page.until(f"/gone-1$/.test({SAID})")

    file = tmp_path / "ours.csv"
    file.write_text(as_list(OURS, kinds(GAMES, ())[OURS.kind]), "utf-8")
    page.click("#deck-file")
    page.give_file(file)
    page.click("#deck-import button")
    page.until(f"{SAID} === 'ours: 24 of 52 have a tag.'")
    page.click("#close-drawer")
    page.ask("$('new-game').hidden && $('show-new').click()")
    page.click("input[value=birddog] + span")
    page.ask("$('cards').value = 'ours'")
    begin(page, "birddog", 3)
    assert page.ask("$('where').textContent") == "Bird Dog, to 11, with the deck ours"
    for _ in range(40):
        if page.ask("count('#trick .play') === 3"):  # it lies there for a moment
            break
        page.ask("$('next').click()")
        page.until("window.quiet()")
    else:
        pytest.fail("no trick was ever full")


@only_with_page
@pytest.mark.parametrize("game", every_so_many(2, ["", "rook", "toriatama", "bonehead"]))
def test_all_text_stands_out_from_its_background_and_every_control_has_a_name(
    game: str, page: Browser, tmp_path: Path
) -> None:
    Store(tmp_path).decks.save(OURS)
    (tmp_path / "decks" / "torn.json").write_text("{", "utf-8")
    page.ask("document.querySelectorAll('details').forEach(one => one.open = true)")
    page.until(f"{LISTED}.length && count('#choices select') > 10")
    page.ask("document.querySelector('.deck button').click()")
    if game:
        begin(page, game, 4)
        page.click("#hint")
        page.until("$('remark').textContent && window.quiet()")
    assert page.nameless() == []
    page.ask("$('show-drawer').click()")
    told = page.ask(f"({CONTRAST})()")
    assert len(told) > 150
    assert [line for line in told if line[0] < ENOUGH] == []
    assert page.nameless() == []


@only_with_page
def test_larger_print_and_no_hints_are_chosen_first_in_the_drawer_and_remembered(
    browser: Browser, tmp_path: Path
) -> None:
    with shown(browser, dealt(tmp_path, "hearts", 4), tmp_path) as page:
        letters = "$('remark').getBoundingClientRect().height"
        usual = page.ask(letters)
        page.ask("$('show-drawer').click()")
        page.until("!$('drawer').getAnimations().length")
        page.click("#print")
        page.click("#hints")
        page.press("Escape")
        seen = "$('hint').checkVisibility({visibilityProperty: true})"
        assert page.ask(letters) > usual * 1.1
        assert not page.ask(seen)
        page.call("Page.reload")
        page.until("document.querySelectorAll('.seat').length === 4")
        page.ask(READY)
        page.until("$('print').checked && !$('hints').checked")
        assert page.ask(letters) > usual * 1.1
        page.ask("$('print').click(), $('hints').click()")
        assert page.ask(f"[{letters}, {seen}]") == [usual, True]


@only_with_page
def test_who_begins_a_game_and_wants_no_hints_is_led_by_none(browser: Browser, tmp_path: Path) -> None:
    with shown(browser, dealt(tmp_path, "spades", 1, 3), tmp_path) as page:
        page.until("$('mine').checkVisibility() && window.quiet()")
        assert page.ask("count('#remark .hint, #answers .right')") == 2
        page.ask("$('hints').click()")
        assert page.ask("count('.hint, .right')") == 0
        page.call("Page.reload")
        page.until("document.querySelectorAll('.seat').length === 4")
        page.ask(READY)
        page.until("$('mine').checkVisibility() && window.quiet()")
        assert page.ask("count('.hint, .right')") == 0


@only_with_page
@pytest.mark.parametrize("size", [(390, 844), (320, 568), (1280, 800)])
def test_a_hint_hides_no_refusal(browser: Browser, tmp_path: Path, size: tuple[int, int]) -> None:
    with shown(browser, dealt(tmp_path, "spades", 1, 3), tmp_path) as page:
        page.size(*size)
        page.until("$('mine').checkVisibility() && window.quiet()")
        page.ask("[...document.querySelectorAll('#commands button')].find((one) => one.textContent === 'PASS').click()")
        page.until("count('#remark .refused')")
        assert page.ask("count('#remark .hint')") == 1
