"""What is collected, and whether the catalogues are those of the program."""

from __future__ import annotations

import re

import pytest

from companion.support.messages import ENGLISH, LANGUAGES, known_languages
from tools import translations
from tools.translations import TEMPLATE, po_file, template, texts_of_python, texts_of_script, updated

FOREIGN = [code for code in known_languages() if code != ENGLISH]


@pytest.mark.parametrize(
    ("source", "texts"),
    [
        ('msg("{who} draws {n}", who=name, n=2)', ["{who} draws {n}"]),
        ('tr_n("{n} card", "{n} cards", n)', [("{n} card", "{n} cards")]),
        ('Rule("card-used", "It is out.", "USED", "Tap another")', ["It is out.", "Tap another", "USED"]),
        ('Option("final-tie", ("shared", "3"), "a tie")', ["a tie", "final tie", "shared"]),
        ('Choice("nobody" if alone else "", asks="Who?")', ["Who?", "nobody"]),
        ('PAGES = ("All are dealt.",)\nGame(pages=PAGES, title="Hearts")', ["All are dealt.", "Hearts"]),
        ('Word("play-on", told="{who} plays on")', ["play on", "play-on", "{who} plays on"]),
        ('msg("{cards}"), msg("10"), msg(title)', []),
    ],
)
def test_the_texts_of_a_module_are_found(source: str, texts: list[str]) -> None:
    assert sorted(set(texts_of_python(source)), key=str) == texts


def test_all_constants_of_a_module_of_words_are_texts() -> None:
    source = (
        '"""What is said."""\nDUE = "Now: another for {due}|Now: {due}"\nYES, NO = "yes", "no"\nBEGUN = "[0-9]+ago"'
    )
    assert [*texts_of_python(source, words=True)] == ["Now: another for {due}|Now: {due}", "yes", "no"]


def test_a_text_that_an_f_string_builds_is_none() -> None:
    with pytest.raises(ValueError, match="f-string"):
        list(texts_of_python('msg(f"{who} draws")'))


def test_the_texts_of_a_script_are_found() -> None:
    source = 'tr("a \\"red\\" one"); filled.tr(name); trN("{n} card",\n  "{n} cards", n)'
    assert [*texts_of_script(source)] == ['a "red" one', ("{n} card", "{n} cards")]


def test_the_template_is_that_of_the_program() -> None:
    assert TEMPLATE.read_bytes() == translations.written(template()), "make translations"


@pytest.mark.parametrize("language", FOREIGN)
def test_a_catalogue_is_that_of_the_program(language: str) -> None:
    catalogue = updated(language, template())
    assert po_file(language).read_bytes() == translations.written(catalogue), "make translations"
    assert po_file(language).with_suffix(".mo").read_bytes() == translations.compiled(catalogue), "make translations"
    assert (LANGUAGES / language / "page.json").read_text("utf-8") == translations.for_pages(catalogue)


@pytest.mark.parametrize("language", FOREIGN)
def test_every_text_is_translated_with_the_same_gaps(language: str) -> None:
    for one in translations.translations(language):
        if not one.id:
            continue
        forms = [str(form or "") for form in (one.string if isinstance(one.string, list | tuple) else [one.string])]
        assert all(forms), one.id
        wanted = set(GAP.findall("".join(one.id)))
        assert set(GAP.findall("".join(forms))) == wanted, one.id


GAP = re.compile(r"\{\w*\}")


def test_a_name_in_a_call_means_what_its_function_assigned() -> None:
    source = (
        'form = "outside"\ndef alone():\n form = "{who} alone" if lone else "{who}, too"\n return tr(form)\ntr(form)'
    )
    assert sorted(texts_of_python(source)) == ["outside", "{who} alone", "{who}, too"]


def test_several_gaps_are_a_text_because_languages_order_them() -> None:
    assert list(texts_of_python('msg("{colour} {shape}"), msg("{colour}")')) == ["{colour} {shape}"]
