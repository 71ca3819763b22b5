"""What every screen keeps to, whoever sits at the table: nothing cut, nothing over anything else, one large fact."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import get_args

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from companion.cards import Card
from companion.inputs.questions import Question
from companion.match.header import Header
from companion.rules.events import Impossible, Suspect
from companion.rules.referee.verdicts import COMMON_RULES, Rule
from companion.rules.statements import Statement, quote
from companion.screens.current_screen import screen_for
from companion.screens.enrolling import CLASH
from companion.screens.glyphs import LARGE, MEDIUM, SMALL, Font, undrawn
from companion.screens.layouts import (
    Fact,
    Glance,
    Heading,
    HoldBar,
    Layout,
    OptionList,
    Options,
    Screen,
    Top,
    draw,
    fact_of,
    fits_one_line,
    lines_of,
)
from companion.screens.name_fitting import distinct_names, fit_names
from companion.screens.picture import EDGE, Size, laid_out, line_width, wrap
from companion.screens.question import question
from companion.screens.revoked import _suspected_plays, impossible
from companion.screens.templates import fill
from companion.support.messages import join, msg, spoken_in
from companion.support.names import name_problem, person
from companion.table import apply_statements, words
from companion.testing.screens import canvas_of
from tests.cases import for_each
from tests.companion.screens.layout import COMMON_NAMES, assert_well_laid_out, assert_words_apart, cut_texts, seen
from tests.torture import so_many
from tools.gallery import gallery
from tools.gallery.boxes import AtTheClub, AtTheDecks
from tools.gallery.evenings import (
    LONGEST,
    TRIO,
    Called,
    PastTable,
    RecordedTable,
    ResumedTable,
    ScriptedTable,
    SetUpTable,
    after,
)
from tools.gallery.gallery import GALLERY

NAME = (
    st.text(min_size=1, max_size=64)
    .map(lambda name: name.strip().encode("utf-8", "replace")[:64].decode("utf-8", "ignore"))
    .filter(lambda name: not name_problem(name) and quote(name).split() != [])
)
NAMES = st.tuples(NAME, NAME, NAME).filter(lambda names: len({person(name) for name in names}) == 3)


def with_names(name: str, names: tuple[str, ...]) -> Screen:  # noqa: C901 - every kind of table
    """The screen of the gallery with other people at the table."""
    match GALLERY.get(name):
        case ScriptedTable() as evening:
            return screen_for(replace(evening, names=(*names, *evening.names[3:])).table())
        case RecordedTable() as told:
            return screen_for(replace(told, names=(*names, "Dora", "Emil")).table())
        case Called(told=told) as called:
            return screen_for(replace(called, told=replace(told, names=(*names, "Dora", "Emil"))).table())
        case SetUpTable(last=Header() as last) as setting_up:
            return screen_for(replace(setting_up, regulars=names, last=replace(last, names=names)).table())
        case SetUpTable() as setting_up:
            return screen_for(replace(setting_up, regulars=(*names, *setting_up.regulars[3:])).table())
        case PastTable(past=past) as listed:
            return screen_for(replace(listed, past=tuple(replace(match, people=names) for match in past)).table())
        case ResumedTable(lines=lines):
            for old, new in zip(TRIO, names, strict=True):
                lines = lines.replace(old, quote(new))
            return screen_for(ResumedTable(lines).table())
        case AtTheDecks() as decks:
            return screen_for(replace(decks, regulars=names).table())
        case AtTheClub() as club:
            return screen_for(replace(club, names=(*names, *club.names[3:])).table())
        case _:  # none of its own, or no names in it
            return gallery.screen(name)


def assert_fact_is_largest(screen: Screen) -> None:
    fact = fact_of(screen)
    heights = [mark.height for mark in seen(canvas_of(screen)) if not (fact and mark.what in fact.icons)]
    if fact:
        assert heights.count(LARGE.height) == 1
    assert max(heights) == (LARGE.height if fact else MEDIUM.height)


@for_each("name", gallery.names())
def test_nothing_is_cut_nor_drawn_over_anything_else_and_the_fact_is_the_largest(name: str) -> None:
    screen = gallery.screen(name)
    assert_well_laid_out(screen)
    assert_fact_is_largest(screen)


@for_each("name", gallery.names())
def test_a_sign_beside_the_fact_keeps_clear_of_the_edge(name: str) -> None:
    screen = gallery.screen(name)
    fact = fact_of(screen)
    sides = [mark for mark in canvas_of(screen).marks if fact and fact.side and mark.what == fact.side]
    assert all(mark.x + mark.width < line_width() for mark in sides if mark.height > SMALL.height)


def test_each_part_of_a_screen_has_few_fields_and_shows_where_they_stand() -> None:
    parts = (Screen, Fact, *get_args(Top), *get_args(Layout))
    assert [part.__name__ for part in parts if len(part.__match_args__) > 6] == []
    assert [
        part.__name__ for part in parts if not re.search(r"^ *(0|16) +|rows from 16", part.__doc__, re.MULTILINE)
    ] == []


def test_every_screen_is_drawn_on_a_wider_panel() -> None:
    wide = Size(256, 64)
    for name in gallery.names():
        screen = laid_out(wide, partial(gallery.screen, name))
        assert_well_laid_out(screen, wide)
        picture = draw(screen, wide)
        assert (len(picture.pages), picture.size) == (2048, wide)
        marks = canvas_of(replace(screen, mark="‼"), wide).marks
        assert {mark.x + mark.width for mark in marks if mark.what == "‼"} == {256 - EDGE}, name


def test_the_texts_of_a_wider_panel_use_its_width() -> None:
    table = ScriptedTable(gallery.TRICK, names=("Maximilian", "Bartholomew", "Cid")).table()
    drawn = {width: canvas_of(screen_for(table, Size(width, 64)), Size(width, 64)).texts for width in (128, 256)}
    assert not any("Bartholomew" in text for text in drawn[128])
    assert any("Bartholomew" in text for text in drawn[256])


def test_a_higher_panel_shows_the_same_rows_and_dark_ones_below() -> None:
    for name in gallery.names():
        rows = draw(gallery.screen(name), Size(128, 96)).rows()
        assert (rows[:64], set(rows[64:])) == (draw(gallery.screen(name)).rows(), {"." * 128}), name


@for_each("name", COMMON_NAMES)
def test_with_short_names_every_text_is_whole(name: str) -> None:
    assert not cut_texts(gallery.screen(name))


@for_each("name", COMMON_NAMES)
def test_with_short_names_words_side_by_side_stand_apart(name: str) -> None:
    assert_words_apart(gallery.screen(name))


@settings(max_examples=so_many(60, 250), deadline=None)
@given(st.sampled_from(gallery.names()), NAMES)
@example("score-corrected-amount", ("0", "\u082e", "p"))  # who cannot be drawn is called by the seat
def test_any_names_fit_on_any_screen(name: str, names: tuple[str, ...]) -> None:
    screen = with_names(name, names)
    assert_well_laid_out(screen)
    assert_fact_is_largest(screen)


WIDEST = ("W" * 64, "W" * 63 + "M", "李" * 21)
"""As long as names may be; two of them begin alike."""


@for_each("name", gallery.names())
def test_the_widest_names_fit_on_every_screen(name: str) -> None:
    screen = with_names(name, WIDEST)
    assert_well_laid_out(screen)
    assert_fact_is_largest(screen)


@given(NAMES, st.sampled_from([SMALL, MEDIUM, LARGE]), st.integers(20, 128))
def test_names_are_never_blank_and_never_look_alike(names: tuple[str, ...], font: Font, width: int) -> None:
    looks = [SMALL.line(name.upper()) for name in fit_names(names, font, width)]
    assert len(set(looks)) == 3
    assert all(any(columns) for columns in looks)


def test_names_are_cut_only_as_far_as_they_must_be() -> None:
    assert fit_names(("Ann", "Bartholomew", "Cid"), SMALL, 128) == ("Ann", "Bartholomew", "Cid")
    assert fit_names(("Ann", "Bartholomew", "Cid"), SMALL, 30) == ("Ann", "Bar", "Cid")
    assert fit_names(("Ann", "Barbara", "Bart"), SMALL, 30) == ("Ann", "Barb", "Bart")
    assert distinct_names(("李", "王"), 4) == ("李", "王2")


def test_names_without_a_visible_sign_are_called_by_their_seat() -> None:
    assert distinct_names(("\u200b", "Bob", "\u2060"), 8) == ("#1", "Bob", "#3")


def test_a_name_that_cannot_be_drawn_is_the_word_for_its_seat_or_its_place_in_a_list() -> None:
    drawn = {name: " ".join(canvas_of(gallery.screen(name)).texts) for name in gallery.names()}
    assert [name for name, texts in drawn.items() if undrawn(texts)] == []
    assert "SEAT 3" in drawn["longest-birdhead-last-trick"]
    assert "Name 2 Name 3 guest, called P1" in drawn["longest-name"]
    with spoken_in("de"):
        assert "PLAT3" in canvas_of(gallery.screen("longest-birdhead-last-trick")).texts
    assert fit_names(("Zoë 李", "李小龙", "王"), SMALL, 24) == ("Zoë", "S2", "S3")


def test_a_name_that_cannot_be_drawn_is_heard_as_it_is() -> None:
    heard = gallery.screen("longest-why-revoke").says
    assert heard
    assert LONGEST[1] in " ".join(sentence.text for sentence in heard())


def test_a_name_with_a_bar_is_read_and_heard_whole() -> None:
    shown = fill(CLASH, deck="NAMES", due="Bob", fact="", held="A|B")
    assert isinstance(shown.layout, Glance)
    assert shown.layout.lines == ("This tag is A|B.", "One tag, one card.", "Tap the tag of Bob.")
    assert shown.says
    assert "This tag is A|B." in [sentence.text for sentence in shown.says()]


@pytest.mark.parametrize("names", [TRIO, LONGEST])
def test_a_score_never_loses_a_digit(names: tuple[str, ...]) -> None:
    table = ScriptedTable(gallery.TRICK, names=names, scores=(999_999, 999_999, -999_999)).table()
    drawn = " ".join(canvas_of(screen_for(table)).texts)
    assert drawn.count("999999") in {0, 3}  # left out where names would be cut to a letter
    rows = " ".join(canvas_of(screen_for(after(table, "UP"))).texts)
    assert rows.count("999999") == 3


COMMON = (
    *COMMON_RULES,
    *(rule for rule in vars(apply_statements).values() if isinstance(rule, Rule)),
)


@for_each("rule", COMMON)
def test_a_rule_fits_into_a_refusal(rule: Rule) -> None:
    assert len(rule.short) <= 10
    assert LARGE.width(rule.short) <= line_width()
    assert len(wrap(rule.sentence, SMALL, line_width())) <= 2
    assert SMALL.width(rule.remedy) <= line_width()


@given(st.lists(st.text(min_size=1, max_size=12), min_size=2, max_size=9, unique=True), st.data())
def test_the_chosen_answer_is_always_to_be_seen(options: list[str], data: st.DataObject) -> None:
    cursor = data.draw(st.integers(0, len(options) - 1))
    assume(all(SMALL.width(option) for option in options))
    listed, plain = (Screen("a", Heading("?"), OptionList(tuple(options), place)) for place in (cursor, -9))
    assert canvas_of(listed).picture() != canvas_of(plain).picture()
    assert not canvas_of(listed).overflow


def test_answers_stand_side_by_side_below_a_fact_and_in_a_list_without_one() -> None:
    answers = ("nobody", "Ann", "Bob", "Cid")
    assert fits_one_line(answers)
    beside = {
        mark.y for mark in canvas_of(Screen("a", layout=Options(Fact("ANN"), answers, 0))).marks if mark.what in answers
    }
    below = [mark.y for mark in canvas_of(Screen("a", layout=OptionList(answers, 0))).marks if mark.what in answers]
    assert (beside, below) == ({40}, [16, 24, 32, 40])


def test_the_bar_of_a_held_button_covers_the_last_line_only() -> None:
    plain, held = (gallery.screen(name) for name in ("trick-one-card", "hold-bar"))
    rows = [(a, b) for a, b in zip(canvas_of(plain).picture().rows(), canvas_of(held).picture().rows(), strict=True)]
    assert [y for y, (a, b) in enumerate(rows) if a != b] == list(range(56, 64))


@pytest.mark.parametrize(("eighths", "filled"), [(1, 12), (4, 48), (8, 96)])
def test_the_bar_of_a_held_button_fills_by_eighths(eighths: int, filled: int) -> None:
    held = canvas_of(Screen("a", hold=HoldBar(eighths, "Menu")))
    frame, bar = held.shapes[-5], held.shapes[-1]
    assert (frame.x + frame.width, bar.x, bar.width) == (128, frame.x + 2, filled)


SAYS: list[tuple[str, str]] = [
    # what must stand on which screen
    ("dealer", "CID|deals 7 each|Turn one up and tap it.|points:|Ann 0"),
    ("declare-name", "BOB|Who makes ♦ trump?|If ♦: 10♥ beats all|OK = Bob   ▲▼ others"),
    ("all-passed", "NEXT CARD|Turn it face down, turn|the next one up, tap it."),
    ("trick-two-cards", "Trump ♦, 10♥ beats all|Bird Dog trick 2 of 7|CID|♠|★ = best; points:|Q♠|K♠★"),
    ("trick-bird-dog", "BOB|10♥★|A♥"),
    ("nil-broken", "Cid's nil is broken"),
    ("nil-one-said", "Who else says nil?|nobody|Bob|Cid"),
    ("refused-follow", "Bob|K♠|FOLLOW ♣|You must follow the suit|that was led.   OK = why|Take back, tap another"),
    ("refused-not-in-hand", "Cid|K♥|By the cards tapped so|far, it is not yours.|OK: fix a mistake"),
    ("refused-other-deck", "Card of sim-rook|NOT OURS"),
    ("why-follow", "A♣ led|K♠|The lead was clubs (A♣).|BACK"),
    ("why-revoke", "A♥ led|9♠|Trick 1: the lead was|BACK"),
    ("revoke", "Revoke in trick 1|Rule broken: FOLLOW|BOB|9♠|play on|penalty"),
    ("revoke-twice", "Revoke in tricks 1, 2|FOLLOW broken. Laid:|9♣ 10♣|OK = costs Bob 3 points"),
    (
        "impossible",
        "Ann had the A♦, so|one play was a revoke:|NO PENALTY|Bob 9♠ in trick 1|Cid 9♣ in trick 1|Play on: Bob's turn",
    ),
    ("impossible-player", "Ann had the J♥, so|one play was a revoke:|CID|Cid A♥ in trick 2|Play on, or OK = remedy"),
    ("impossible-player-remedy", "Ann had the J♥, so|one play was a revoke:|CID|A♥ 9♥|OK = no penalty, play on"),
    (
        "impossible-two-groups",
        "Cid had the A♣, so|in each line one is wrong:|Bob J♠, Bob J♥, Bob K♣|Cid K♥, Cid J♣, Cid A♣",
    ),
    ("rook-score-withdrawn", "The deal goes on.|Dee plays next|PLAY ON|No longer counts:|Ann+Cid -75|Bob+Dee +45"),
    ("taken-back-three", "K♣ back to Cid|10♣ back to Bob|A♣ back to Ann"),
    ("enrol-commands", "Tap a spare card:|PASS|It will mean PASS."),
    ("damaged-play-on", "toriatama|old game|File for the owner:|OK = back to your game"),
    ("club-result", "Round 2|points:|please wait"),
    ("reader-trouble-title", "Plug in reader!"),
    ("computer-slot", "plays slot 3:|out of the rack, tap it"),
    ("bonehead-draw", "Bob draws, taps 2 cards|ANN|then plays"),
    ("restore-in-part", "NOT ALL|53 games, 2 decks|have come. It was saved|without 3 files."),
    ("computer-bone", "turns a bone:|tap any one face down"),
    ("euchre-tricks", "Game: Ann+Cid 1 : 0|Tricks: 0 and 1"),
    ("enrol-alike", "birdhead: 47/50 tagged|Next: 3 of 5 (or a J)"),
    ("setup-scan-hands", "Tap all hands?|YES|yes: errors show at once"),
    ("computer-slot-unread", "Tom's card: rack slot?|SLOT 1"),
    ("longest-correct-unread", "Which card was it?"),
    ("pairs", "Bob: 1 pair| J♠♦"),
    ("deal-score-bonus", "Deal 1|1 pair|3|2 pairs|bonus +1|▼ why"),
    ("deal-score-penalty", "5 pairs|nil +3|revoke|▼ why|OK = next deal"),
    ("generic-scores", "Scores|OK = next deal"),
    ("settings-voice", "can install it.|OK = choose it"),
    ("scores", "Scores|Bird Dog BACK"),
    ("rules", "Rules|Bird Dog|9 10 J Q K A of four"),
    ("course", "▼ 4/5   BACK|7 deals"),
    ("ending-series", "Won so far|▲▼ 3/5"),
    ("restore-changed", "FILE ALTERED|Nothing was restored.|OK = close"),
    ("last-words-crash", "Wait: it starts again.|Last card lost? Tap it.|Tell the owner:|journalctl -u companion"),
    ("name-none", "▲▼ letter, or END|No name yet.|First choose a letter.|BACK = no name tag"),
    ("settings-wrong", "ERROR|settings file|line 4|Owner: mend it, restart"),
    ("past-games", "Past games|20:15 Ann Bob Cid: in the|statistics|OK = leave it out   BACK"),
    ("setup-scores-given", "start scores: 10 0 0|Ann 10, Bob 0, Cid 0|OK = enter the scores"),
    ("reader-trouble", "Reader: no answer|Cable loose? Plug it in."),
    ("hearts-deal-score", "Ann  +13 = 13  Q♠|Dee  +13 = 26  13x♥"),
    ("toriatama-four-scores", "Ann  4 + 3 = 7|colours + shapes in the"),
    ("deal-score-nil", "-2|1 pair|nil -3|2 pairs|▼ why"),
    ("deal-score-nil-why", "Cid -2| 1 pair, nil -3|Bob +2| 2 pairs"),
    ("deal-score-penalty-why", " nil +3, revoke -3"),
    ("extra-deal", "Extra deal: total decides"),
    ("game-over", "Winner   OK = new game|Most points win ▼ stats|BOB|11"),
    ("scanned", "CID|turns up|Turn up one of the rest"),
    ("seats-who-comes", "For Bob: who?"),
    ("rook-game-over", "Winners   OK = new game|BOB+DEE|315"),
    ("birdhead-game-over", "Winners   OK = new game|Lowest wins ▼ stats|ANN+DEE"),
    ("ending-winners", "BOB+DOT|Ann+Cid|-75=|Bob+Dot|+95="),
    ("ending-last-deal", "Deal 15|5/5   BACK|game so far:|Dealer: Dot|Bid: Cid 75, failed|Trump: yellow"),
    ("end-here-cards-left", "END HERE?|Bob|11"),
    ("end-here-partners", "END HERE?|Ann+Cid|61|Bob+Dee|-90"),
    ("ending-best-trick", "Best trick|1/6|BOB|took 10B 13B Rook 10G|40 points in deal 3"),
    ("ending-lowest-wins", "Lowest wins|1/5|Ann has 109 and ends the|game; the lowest total"),
    ("ending-dearest-trick", "Costliest trick|ANN|15 points in deal 5"),
    ("ending-biggest-turn", "Best deal|BOB+DOT|+120|points in deal 5"),
    ("ending-bonehead", "The bonehead|Bob has the most cards"),
    ("ending-biggest-turn-cards", "BOB|2|fewer cards left than|before in turn 15"),
    ("ending-revokes-none", "Rules broken|NONE|No wrong card stayed on|the table."),
    ("ending-revokes", "8|Ann: 2, Bob: 1, Cid: 2,|Dot: 3"),
    ("ending-series", "Won so far|IN 4 GAMES|Dan"),
    ("ending-series-partners", "IN 4 GAMES|Ann+Cid|Bob+Dot"),
    ("resumed", "RESUMED      trump|Last saved: Bob 10♣"),
    ("resumed-question", "RESUMED: 10♦ up|Who makes ♦ trump?|NOBODY"),
    ("resumed-half-play", "Half done: tap all again"),
    ("resumed-torn", "RESUMED, last tap lost"),
    ("resumed-scanning", "Last saved: Ann, card 2|ANN|2/7"),
    ("scan-first", "Tap each hand first|ANN|0/7|Tap 7, face down"),
    ("scan-hand", "ANN|4/7|Tap 3 more, face down"),
    (
        "setup-house-rules",
        "Bird Dog|rules|as in the book|bonus if all pass: yes|▼ explains each rule|OK = play as in the book",
    ),
    ("setup-house-rules-at-home", "as usual here|OK = play as usual here"),
    ("generic-bid", "Ann: Bid?|BID 75"),
    ("generic-claims", "Ann: claims what?|BLUE|blue|bottle"),
    ("generic-the-end", "BOB|Winner|OK = new game"),
    ("birdhead-start", "DEE|starts|Deal 10 cards each."),
    ("birdhead-follow", "Dee led 7 7|7|or higher each|☞ANN|tap 2|or 2 lowest"),
    ("birdhead-follow-half", "Ann is best: 8 10|8+10|☞BOB|tapped a 2|tap 1 more"),
    ("birdhead-lead", "BirdHead 8 in hand|Cid took it with 9 10|CID|tap 1 to 3"),
    ("birdhead-set", "CID|4|OK = just this one"),
    ("birdhead-set-again", "Another 4|CID'S SET|Dee plays|Whose card is it?"),
    ("birdhead-set-two", "CID|4 4|OK = just these 2"),
    ("birdhead-last-trick", "Last trick: all turn up|CID|tap|8"),
    ("birdhead-deal-score", "DEE|lost:|+10|9"),
    ("birdhead-deal-score-losers", "Ann  +8 = 17  loses|Bob  +8 = 8  loses|Cid  +0 = 0|Dee  +8 = 8  loses"),
    ("birdhead-markers", "Ann: 8 9|Cid: none"),
    ("rook-first-bid", "Dee deals 9, nest 5|ANN 70?|▲ 75   ▼ pass|OK = bid 70"),
    ("rook-result", "BID ALOUD?|OK = say who has the bid"),
    ("rook-result-winner", "Who has the bid?|BOB|Ann|nobody"),
    ("rook-result-amount", "For how much?|BOB 100|▲ 105   ▼ 95|OK = Bob at 100"),
    ("rook-bid", "Game: Ann+Cid 75 : 45|Cid bid 80  out: Ann Dee|BOB 85?|▲ 90   ▼ pass|OK = bid 85"),
    ("rook-trump", "Dee bid 75|Dee: Trump?|BLACK|Take nest, lay 5 away"),
    ("hearts-trick-five", "DEE|led:|♦|points: Ann 1 Bob 4 Dee 2|3♦★|6♥"),
    ("setup-house-rules-changed", "revoke: no penalty, void|deal or 3 points less|OK = change it"),
    ("spades-blind-nil", "BOB BLIND?|No trick, cards unseen?|▲ nil   ▼ 13|OK = blind nil"),
    ("spades-bid", "ANN?|How many tricks?|▲ 3 or more   ▼ 0 to 2"),
    ("spades-tricks", "Ann+Cid 61: won 2 of 6|Bob+Dee -90: won 5 of 6|Spades are broken|Ann"),
    ("rook-trick", "Dee bid 75, trump yellow|BOB|yellow|led:|11Y★|7Y"),
    ("rook-trick-taken", "DEE|Dee took the trick"),
    ("rook-deal-score-made", "Dee bid 75, took 75|BID MADE|Ann+Cid|+45=|Bob+Dee|+75=|120"),
    ("rook-deal-score-tie", "A tie: one more deal|BID MADE|325"),
    ("rook-deal-score-set", "BID FAILED|Bob+Dee|-80=|-35"),
    ("rook-revoke-score", "Costs the bid: 75|CID|revoked|Ann+Cid|-75=|Bob+Dee|+45="),
    ("rook-revoke-correctable", "Revoke in trick 1|BOB|5R|undo|1 of 3"),
    (
        "toriatama-claims",
        ("Who claims a drink of|this colour or shape?|RED CAN|Dee|Ann|Bob|Nobody: Dee taps next|OK = Dee claims   ▲▼"),
    ),
    (
        "toriatama-claim-hand",
        "Ann claims red:|which hand? left: empty|RED CAN|right hand|BACK = one step back|OK = right hand",
    ),
    (
        "toriatama-claim-right",
        "Dee's claim:|CORRECT!|New drink back to centre,|the claimed one moves|from right hand to left",
    ),
    ("decks", "rook: 2 of 42|OK = open   BACK"),
    ("toriatama-claim-wrong", "Who claims now?|Bob: right hand to centre|WRONG|Bob|Nobody: Dee taps next"),
    ("toriatama-final-scores", "6|1 colour|5 shapes"),
    ("bonehead-heads", "Choose 3: tap, lay open"),
    ("bonehead-heads-some", "DAN|2/3|✓|Choose one more, tap it"),
    ("bonehead-too-many", "By the cards tapped so|far, not all are yours."),
    ("birdhead-scores", "Scores|22: low wins"),
    ("ending-best-trick", "Best trick|Rook"),
    ("bonehead-turn", "Bonehead stack 5 pile 2|Ann draws 2 now|9|or higher|☞BOB|▼ take pile"),
    ("bonehead-cleared", "skull0|CLEARED|☞ANN"),
    ("bonehead-taken", "Bob took 2 cards|ANY CARD"),
    ("bonehead-head", "ANY HEAD|play a head"),
    ("bonehead-bone", "ANY BONE|turn a bone"),
    ("bonehead-bone-failed", "Too low: Ann takes all"),
    ("computer-bone-failed", "Too low: Ann takes all|Put it in rack slot 1"),
    ("token-late", "Bob 9♠ now?|1/5"),
    ("score-corrected", "BOB|+2|Reason: forgotten|new score: 2"),
    ("enrol-number", "On the tag?|none is printed"),
    ("hearts-this-deal", "Ann passed cards"),
    ("rook-scores", "Scores|Rook  BACK|game to 300|75 : 45|Ann+Cid|75|Bob+Dee|45"),
    ("ending-best-trick-spades", "Highest cards|DOT|took A♠ K♠ 3♠ 2♠|in a trick of deal 14"),
    ("bonehead-open-cards", "On the table|BACK|Ann: 10 2 2, 3 down"),
]


@for_each(("name", "wanted"), SAYS)
def test_a_screen_says_what_it_is_for(name: str, wanted: str) -> None:
    said = canvas_of(gallery.screen(name)).texts
    assert [text for text in wanted.split("|") if text not in said] == []


@for_each("name", [name for name in gallery.names() if name.startswith("longest")])
def test_a_long_name_in_the_fact_is_cut_so_that_it_stays_unlike_the_others(name: str) -> None:
    """Cut to its beginning with a dotted end, two names could look the same."""
    facts = [mark.what for mark in canvas_of(gallery.screen(name)).marks if mark.height == LARGE.height]
    assert not [fact for fact in facts if "…" in fact]


@pytest.mark.parametrize(
    ("tens", "lines"),
    [
        (2, "Ann 10♠, Bob 10♠|Ann 10♠, Bob 10♠"),
        (3, "An 10♠, Bo 10♠, Ci 10♠|Ann 10♠, Bob 10♠"),
        (4, "4 plays|Ann 10♠, Bob 10♠"),
        (7, "7 plays|7 plays"),
    ],
)
def test_a_line_for_each_group_of_suspects_is_never_cut(tens: int, lines: str) -> None:
    names = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus")
    ten = Card("10", "S")
    first = Impossible(tuple(Suspect(seat, 1, ten) for seat in range(tens)))
    second = first if tens == 7 else Impossible((Suspect(0, 1, ten), Suspect(1, 1, ten)))
    assert "|".join(_suspected_plays(names, (first, second))) == lines


def test_a_question_has_one_look_at_all_its_answers() -> None:
    asked = Question("Seat 1: who?", ("Bo", "guest, called P1"))
    assert type(question(asked).layout) is type(question(replace(asked, cursor=1)).layout)


@for_each(("language", "told"), [("en", "This cannot be, so"), ("de", "So geht es nicht, also")])
def test_suspects_that_no_play_has_shown_come_without_a_card(language: str, told: str) -> None:
    table = ScriptedTable(gallery.IMPOSSIBLE).table()
    claimed = replace(table, match=replace(table.playing, said=Statement("claims", 0)))
    groups = tuple(event for event in table.playing.events if isinstance(event, Impossible))
    with spoken_in(language):
        assert next(lines_of(impossible(claimed, groups))) == told


def test_a_line_that_is_too_long_keeps_the_name_of_a_setting_and_the_card_that_is_undone() -> None:
    long = msg("sound card"), msg("the usual one"), "Maximiliane-Ottilie"
    asked = Question("Menu", (words.setting(*long[:2]), words.undo(join((long[2], "9♥")), "9♥"), *"abcdef"))
    listed = question(asked).layout
    assert isinstance(listed, OptionList)
    assert listed.options[:2] == ("sound card", "undo 9♥")


def test_two_names_of_a_long_line_stay_two_where_one_begins_like_the_other() -> None:
    names = ("Annabelle", "Ann", "Bob")
    asked = Question("Which swap?", ("Annabelle and Ann have changed cards", *"abcdef"))
    listed = question(asked, None, names).layout
    assert isinstance(listed, OptionList)
    first, second = listed.options[0].split(" have")[0].split(" and ")
    assert first != second
