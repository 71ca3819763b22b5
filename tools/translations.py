"""Bring the catalogues up to date with the texts of the program and compile them: `make translations`.

Babel collects the texts where they are marked, as its own command does (docs/languages.md). A new or changed text is
missing in a catalogue until somebody translates it there; a test names it.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import IO, Any, TypeAlias

from babel.messages import Catalog
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.games.registry import GAMES
from companion.http.page_words import texts_of
from companion.rules.game import Game
from companion.rules.statements import END, SEATING, UNDO
from companion.support.messages import DOMAIN, LANGUAGES
from hardware.sim.faults import FAULTS, FaultPlace

ROOT = Path(__file__).parents[1]
TEMPLATE = LANGUAGES / f"{DOMAIN}.pot"
STARTED = datetime(2026, 11, 1, tzinfo=UTC)
"""Stands in every catalogue, so that a run without new texts changes no file."""


# ---------------------------------------------------------------- what Babel does not read by itself

Found: TypeAlias = tuple[int, None, str, list[str]]
"""Line, function, text and comments of a text, as Babel wants them from an extractor."""


def page(file: IO[bytes], *_: object, **__: object) -> Iterator[Found]:
    """The texts in the HTML of a page."""
    return ((0, None, text, []) for text in texts_of(file.read().decode()))


def settings_of_games(*_: object, **__: object) -> Iterator[Found]:
    """Words of records and settings that people read, with blanks for hyphens."""
    return ((0, None, text, []) for game in GAMES.values() for text in sorted(_words(game)))


def _words(game: Game) -> set[str]:
    said = {part for word in (*game.words, UNDO, END, *SEATING) for part in (word.name, *word.values, *word.then)}
    rules = {part for rule in game.options for part in (rule.name, *rule.values)}
    return {word for word in said | {part.replace("-", " ") for part in said | rules} if any(map(str.isalpha, word))}


def faults(*_: object, **__: object) -> Iterator[Found]:
    """What the page says of the faults that it can switch on: their room knows no languages."""
    on_page = (fault for fault in FAULTS.values() if fault.place not in {FaultPlace.CARD, FaultPlace.MACHINE})
    return ((0, None, fault.sentence, []) for fault in on_page)


# ---------------------------------------------------------------- catalogues


class _OfNoVersion(Catalog):
    """A catalogue that does not say which version of Babel wrote it: it is the same by any."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """The lines of the head."""
        return [(key, value) for key, value in self._get_mime_headers() if key != "Generated-By"]

    @mime_headers.setter
    def mime_headers(self, lines: Iterable[tuple[str, str]]) -> None:
        self._set_mime_headers(lines)


def _catalogue(language: str | None) -> Catalog:
    return _OfNoVersion(language, DOMAIN, project="Tabletop Companion", creation_date=STARTED, revision_date=STARTED)


def template() -> Catalog:
    """The catalogue without translations."""
    made = _catalogue(None)
    found = extract_from_dir(ROOT, *_mapping(), keywords={})
    for path, _, text, _, context in sorted(found, key=lambda text: (text[0], str(text[2]))):
        made.add(text, locations=[(path, 0)], context=context)
    return made


def _mapping() -> tuple[list[tuple[str, str]], dict[str, dict[str, Any]]]:
    """Which function reads the files of a pattern, and with which options: the table that `pybabel` reads."""
    mappings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["babel"]["mappings"]
    methods = [(mapping["pattern"], mapping["method"]) for mapping in mappings]
    return methods, {
        mapping["pattern"]: mapping | {"keywords": parse_keywords(mapping.get("keywords", ()))} for mapping in mappings
    }


def po_file(language: str) -> Path:
    """Where the translations into a language stand."""
    return LANGUAGES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def translations(language: str) -> Catalog:
    """The catalogue of a language as it stands in its file; empty: there is none yet."""
    path = po_file(language)
    if not path.exists():
        return _catalogue(language)
    with path.open("rb") as file:
        return read_po(file, language, DOMAIN)


def update(language: str, texts: Catalog) -> Catalog:
    """The catalogue of a language with exactly these texts, and what of them was translated."""
    before, after = translations(language), _catalogue(language)
    after.mime_headers = before.mime_headers  # its plural forms are those that were translated, not the newest Babel's
    for text in texts:
        if text.id:
            kept = before.get(_key(text), text.context)
            string, flags = (kept.string, kept.flags) if kept else (None, ())
            after.add(text.id, string, text.locations, flags, context=text.context)
    return after


def _key(text: Message) -> str:
    return text.id if isinstance(text.id, str) else text.id[0]


def compile_catalogue(catalogue: Catalog) -> bytes:
    """The catalogue as `gettext` reads it."""
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def for_pages(catalogue: Catalog) -> str:
    """The translated texts of the scripts, as the pages fetch them."""
    told = {}
    for text in catalogue:
        if text.string and any(place.endswith(".js") for place, _ in text.locations):
            told["\x04".join(filter(None, (text.context, _key(text))))] = text.string
    return json.dumps(told, ensure_ascii=False, indent=0, sort_keys=True) + "\n"


def write(catalogue: Catalog) -> bytes:
    """The catalogue as translators read it."""
    file = BytesIO()
    write_po(file, catalogue, width=120, include_lineno=False)
    return file.getvalue()


def main(languages: list[str]) -> None:
    """Bring the template and the catalogues of these languages up to date; without any, of all there are."""
    texts = template()
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(write(texts))
    for language in languages or sorted(path.parents[1].name for path in LANGUAGES.glob("*/LC_MESSAGES/*.po")):
        catalogue, file = update(language, texts), po_file(language)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(write(catalogue))
        file.with_suffix(".mo").write_bytes(compile_catalogue(catalogue))
        (LANGUAGES / language / "page.json").write_text(for_pages(catalogue), encoding="utf-8")
        missing = sum(not message.string or not all(message.string) for message in catalogue if message.id)
        sys.stdout.write(f"{language}: {len(catalogue)} texts, {missing} not translated\n")


if __name__ == "__main__":
    main(sys.argv[1:])
