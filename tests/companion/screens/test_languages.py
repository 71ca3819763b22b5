"""Every screen in every language: nothing clipped, nothing over anything else; longer texts do no harm."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.match.score_chart import ScoreChart
from companion.rules.referee.verdicts import COMMON_RULES, Rule
from companion.screens.glyphs import LARGE, SMALL
from companion.screens.hearing import sentences_for, tell_all
from companion.screens.layouts import lines_of
from companion.screens.picture import line_width, wrap
from companion.screens.question import MOST_EXPLAINED
from companion.screens.reading_pages import chart_screen
from companion.support.messages import ENGLISH, known_languages, tr
from companion.support.text import listing
from companion.table.apply_statements import at_moment
from companion.table.state import House, Table
from companion.testing.screens import OF_A_PANEL, canvas_of
from tests.cases import for_each
from tests.companion.screens.layout import COMMON_NAMES, assert_well_laid_out, assert_words_apart, cut_texts
from tests.languages import speaking
from tests.torture import only_with_torture
from tools.gallery import gallery

REVOKED_TWICE = Path("companion/games/rook/records/two-revokes-one-card.table").read_text("utf-8")
FOREIGN = [code for code in known_languages() if code != ENGLISH]
RULES = {f"{game.name}-{rule.name}": rule for game in GAMES.values() for rule in (*COMMON_RULES, *game.rules)}


@pytest.fixture(params=FOREIGN)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with speaking(request.param):
        yield request.param


def test_german_needs_no_case_where_a_chart_says_how_long_it_was() -> None:
    chart = ScoreChart("turn", "cards left", ((9, 9), (8, 9), (7, 9)))
    with speaking("de"):
        says = chart_screen(chart, ("Ann", "Bob")).says
        assert says
        assert says()[-1].text == "2 Züge gespielt: Ann 7, Bob 9."


@pytest.fixture
def longer() -> Iterator[None]:
    with speaking("longer"):
        yield


@pytest.mark.usefixtures("language")
@for_each("name", gallery.names())
def test_no_line_is_clipped_in_any_language(name: str) -> None:
    screen = gallery.screen(name)
    assert_well_laid_out(screen)
    if name in COMMON_NAMES:
        assert not cut_texts(screen)
        assert_words_apart(screen)


@pytest.mark.usefixtures("language")
@for_each("name", COMMON_NAMES)
def test_no_sentence_has_signs_of_a_panel_in_any_language(name: str) -> None:
    says = gallery.screen(name).says
    table = None if name in gallery.ALONE else gallery.table(name)
    told = [*(says() if says else ()), *(sentences_for(table) if table else ())]
    assert [sentence.text for sentence in told if OF_A_PANEL.search(sentence.text.removeprefix("+"))] == []


def heard(name: str, language: str) -> list[str]:
    with speaking(language):
        return [sentence.text for sentence in sentences_for(gallery.table(name))]


def test_what_a_player_does_and_did_has_its_own_form() -> None:
    assert "Ann ist dran: einen Kopf spielen, beliebige Karte." in heard("bonehead-head", "de")
    with speaking("de"):
        told = " ".join(sentence.text for sentence in tell_all(gallery.table("spades-fourth-bid")))
    assert "Ann: Stand 61, 1 Überstich, 3 geboten." in told


def test_a_name_alone_is_no_text_of_a_catalogue_and_two_names_are_plural() -> None:
    with speaking("fr"):
        assert tr(listing(["Jan"])) == "Jan"
    *_, last, _ = answers(REVOKED_TWICE, GAMES)
    with speaking("de"):
        told = [sentence.text for sentence in tell_all(at_moment(Table(House(GAMES)), last.known_match))]
    assert "S und E haben falsch bedient." in told


def test_a_small_letter_follows_a_colon_in_french() -> None:
    assert "Ann : quelle couleur ?" in heard("euchre-suit", "fr")


@pytest.mark.parametrize(("code", "day"), [("de", "Vom 27.\u00a0Nov 2026."), ("fr", "Du 27 nov.\u00a02026.")])
def test_a_day_is_one_sentence(code: str, day: str) -> None:
    assert day in heard("restore-asks", code)


@pytest.mark.usefixtures("language")
@for_each("name", sorted(GAMES))
def test_what_a_house_rule_is_about_is_told_whole(name: str) -> None:
    cut = [tr(option.meaning) for option in GAMES[name].options if len(wrap(tr(option.meaning))) > MOST_EXPLAINED]
    assert not cut


@for_each("name", gallery.names())
def test_court_cards_have_the_letters_of_the_language(name: str) -> None:
    with speaking("fr"):
        screen = gallery.screen(name)
        told = [*lines_of(screen), *(sentence.text for sentence in (screen.says() if screen.says else ()))]
    assert not re.findall(r"[JQK][♠♥♦♣]|\bJ\b|\b[JQK](?:pique|cœur|carreau|trèfle)", " ".join(told))


@pytest.mark.usefixtures("language")
@for_each("name", [name for name in gallery.names() if name.startswith("trick-")])
def test_trump_is_seen_in_any_language(name: str) -> None:
    assert "♦" in canvas_of(gallery.screen(name)).texts


@pytest.mark.usefixtures("language")
def test_a_match_that_goes_on_says_so_beside_trump_in_any_language() -> None:
    texts = canvas_of(gallery.screen("resumed")).texts
    assert any(text.startswith(tr("RESUMED")) and text.endswith(tr("trump")) for text in texts)


@pytest.mark.usefixtures("language")
@for_each("name", RULES)
def test_a_refusal_says_its_whole_rule_in_any_language(name: str) -> None:
    rule: Rule = RULES[name]
    assert LARGE.width(tr(rule.short)) <= line_width()
    assert len(wrap(tr(rule.sentence), SMALL, line_width())) <= 2
    assert SMALL.width(tr(rule.remedy)) <= line_width()


@only_with_torture
@pytest.mark.usefixtures("longer")
@for_each("name", gallery.names())
def test_texts_two_fifths_longer_are_shortened_and_never_drawn_over_anything(name: str) -> None:
    screen = gallery.screen(name)
    assert_well_laid_out(screen)
    if screen.says:
        screen.says()
