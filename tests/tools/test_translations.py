"""What is collected, and whether the catalogues are those of the program."""

from __future__ import annotations

import ast
import json
import re
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from companion.support.messages import ENGLISH, LANGUAGES, known_languages
from tools import translations
from tools.translations import TEMPLATE, po_file, template, update

FOREIGN = [code for code in known_languages() if code != ENGLISH]


@pytest.fixture(scope="module")
def collected() -> tuple[Catalog, str]:
    """All that is collected, and the complaints about it. It reads every source file: two seconds."""
    with redirect_stderr(StringIO()) as complaints:
        return template(), complaints.getvalue()


@pytest.fixture(scope="module")
def texts(collected: tuple[Catalog, str]) -> Catalog:
    return collected[0]


def test_no_text_is_built_by_an_f_string(collected: tuple[Catalog, str]) -> None:
    assert collected[1] == ""


MARKS = {"N_", "msg", "msg_n", "tr", "tr_n"}


def marked(path: Path) -> set[str]:
    """The texts that a file marks to be translated. Babel does not read those within an f-string."""
    calls = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call) and node.args]
    texts = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id in MARKS]
    return {text.value for text in texts if isinstance(text, ast.Constant) and isinstance(text.value, str)}


def test_every_marked_text_is_collected(texts: Catalog) -> None:
    collected = {part for text in texts for part in ([text.id] if isinstance(text.id, str) else text.id)}
    files = [*LANGUAGES.parents[0].rglob("*.py"), *LANGUAGES.parents[1].glob("hardware/**/*.py")]
    assert {str(path): left for path in files if (left := marked(path) - collected)} == {}


def test_the_template_is_that_of_the_program(texts: Catalog) -> None:
    assert TEMPLATE.read_bytes() == translations.write(texts), "make translations"


@pytest.mark.parametrize("language", FOREIGN)
def test_a_catalogue_is_that_of_the_program(language: str, texts: Catalog) -> None:
    catalogue = update(language, texts)
    assert po_file(language).read_bytes() == translations.write(catalogue), "make translations"
    assert po_file(language).with_suffix(".mo").read_bytes() == translations.compile_catalogue(catalogue), (
        "make translations"
    )
    assert (LANGUAGES / language / "page.json").read_text("utf-8") == translations.for_pages(catalogue)


@pytest.mark.parametrize("language", FOREIGN)
def test_every_text_is_translated_with_the_same_gaps(language: str) -> None:
    for translation in translations.translations(language):
        if not translation.id:
            continue
        forms = [
            str(form or "")
            for form in (translation.string if isinstance(translation.string, list | tuple) else [translation.string])
        ]
        assert all(forms), translation.id
        wanted = set(GAP.findall("".join(translation.id)))
        assert set(GAP.findall("".join(forms))) == wanted, translation.id


GAP = re.compile(r"\{\w*\}")

NEVER = {
    "de": r"[♠♥♦♣]\w|\b(Etiketten?|Zusatzrunde)\b",
    "fr": r"[♠♥♦♣]\w|\b(tu|toi|ton|tes|levées?|étiquettes?)\b|-tu\b|\b(de|que) \{(who|name|names|game|winner)\}"
    r"|\b(prends|mets|tiens|choisis|recommence|réessaie)\b|[^\W\d_]'[^\W\d_]",
}
"""A sign before its rank, which the voice cannot say; "tu", since it is "vous", on the panel an infinitive; what a name
would elide; a second word for one thing; a typewriter's apostrophe."""


@pytest.mark.parametrize("language", NEVER)
def test_no_translation_has_what_its_language_never_says(language: str) -> None:
    texts = (text.string for text in translations.translations(language) if text.id)
    forms = (str(form) for told in texts for form in (told if isinstance(told, list | tuple) else [told]))
    assert [form for form in forms if re.search(NEVER[language], form, re.IGNORECASE)] == []


def test_babel_finds_each_text_of_the_scripts(texts: Catalog) -> None:
    found = {text.id if isinstance(text.id, str) else text.id[0] for text in texts}
    scripts = (path.read_text("utf-8") for path in LANGUAGES.parent.rglob("*.js"))
    marked = {json.loads(text) for script in scripts for text in IN_SCRIPT.findall(script)}
    assert marked - found == set(), "not within the call of another"


IN_SCRIPT = re.compile(r'\btrN?\(\s*("(?:[^"\\]|\\.)*")')


SAME_MEANING = Path(__file__).with_name("same_meaning.txt").read_text("utf-8").splitlines()
"""Short texts that mean the same in all files where they stand."""


def test_a_short_text_of_several_files_has_one_meaning_or_a_context(texts: Catalog) -> None:
    shared = {
        text.id
        for text in texts
        if isinstance(text.id, str) and 0 < len(text.id) <= SHORT and not text.context and len(text.locations) > 1
    }
    assert shared <= {*SAME_MEANING}, "give it a context (msg_as), or list it in same_meaning.txt"


SHORT = 14
"""Letters of a text that is likely to have two meanings: Deal, left, passes."""
