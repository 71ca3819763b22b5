"""Collect the texts for people, bring the catalogues up to date and compile them: `make translations`.

A text is a literal of `msg`, `msg_n`, `tr` or `tr_n` (in scripts `tr` and `trN`), an argument of the values in `TEXTS`,
a constant of a module `words.py`, or it stands in the HTML of a page. A new or changed text is missing in a catalogue
until somebody translates it there; a test names it.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.http.page_words import texts_of
from companion.support.messages import DOMAIN, LANGUAGES
from hardware.sim.faults import FAULTS, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).parents[1]
TEMPLATE = LANGUAGES / f"{DOMAIN}.pot"
STARTED = datetime(2026, 11, 1, tzinfo=UTC)
"""Stands in every catalogue, so that a run without new texts changes no file."""

Text: TypeAlias = "str | tuple[str, str]"
"""A text, or the forms for one and for several."""


class Texts(NamedTuple):
    """Which arguments of a call are texts: by place (`rest`: from this one on all) and by name.

    `words` are words of records or settings, which people read with blanks for hyphens; those of records as they are,
    too, where a whole statement is shown.
    """

    places: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    words: tuple[int | str, ...] = ()
    rest: int = 99


SCREEN = ("place", "memo", "fact", "title", "note", "lines", "side", "aside", "held_for")
TEXTS = {
    "msg": Texts((0,)),
    "tr": Texts((0,)),
    "Rule": Texts((1, 2, 3, 4), ("sentence", "short", "remedy", "why")),
    "Option": Texts((2, 3), ("meaning", "says"), words=(0, 1)),
    "renege": Texts((0, 1), ("says",)),
    "Word": Texts((), ("told",), words=(0, "values", "then")),
    "Choice": Texts((0,), ("label", "asks")),
    "Expectation": Texts((0,), ("headline", "whose")),
    "Question": Texts((0, 1, 3), ("title", "choices", "text")),
    "DeckKind": Texts((1,), ("title",)),
    "of_cards": Texts((1, 3), ("title", "hints")),
    "GameEntry": Texts((), ("line",)),
    "replace": Texts((), (*SCREEN, "sentence", "remedy", "headline", "whose")),
    "Screen": Texts((), SCREEN),
    "_notice": Texts(rest=1),
    "_form": Texts(rest=1),
}
"""By the function that is called."""
SAYS = ("msg", "msg_n", "tr", "tr_n")
OF_A_GAME = ("title", "pages", "counted", "opener_asked", "costs")
"""Arguments of the class of any game."""
CONSTANTS = ("PAGES", "instead_of_hints")
"""Constants of any module, or of a class in it, that are texts."""
NO_TEXTS = ("BEGUN", "IN_RACK", "NOT_CALLED", "LOGS")
"""Constants of the modules `words.py` that nobody reads."""


def texts_of_python(source: str, *, words: bool = False) -> Iterator[Text]:
    """The texts of a module. `words`: all its constants are."""
    module = ast.parse(source)
    constants = _all_assigned(node for node in module.body if not isinstance(node, _SCOPES))
    for node in ast.walk(module):
        for name, value in _assigned(node):
            if name in CONSTANTS or (words and name in constants and name.isupper() and name not in NO_TEXTS):
                yield from _literals(value, constants)
    yield from _texts_of_calls(module, constants)


_SCOPES = (ast.FunctionDef, ast.ClassDef)


def _texts_of_calls(scope: ast.AST, known: dict[str, ast.expr]) -> Iterator[Text]:
    """The texts of the calls below a node, in which a name means what was assigned in the same function, or outside."""
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, ast.Call):
            yield from _texts_of_call(node, known)
        own = _all_assigned(ast.walk(node)) if isinstance(node, ast.FunctionDef) else {}
        yield from _texts_of_calls(node, known | own)


def _all_assigned(nodes: Iterable[ast.AST]) -> dict[str, ast.expr]:
    """The names that these nodes assign, each with its value; one that has several values is a tuple of them."""
    values: dict[str, list[ast.expr]] = {}
    for node in nodes:
        for name, value in _assigned(node):
            values.setdefault(name, []).append(value)
    return {name: ast.Tuple(some) if len(some) > 1 else some[0] for name, some in values.items()}


def _assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The names that are assigned, each with its value."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            yield name, value
        case ast.NamedExpr(target=ast.Name(id=name), value=value):
            yield name, value
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            yield name, value
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
            for one, value in zip(names, values, strict=True):
                if isinstance(one, ast.Name):
                    yield one.id, value


def _texts_of_call(call: ast.Call, known: dict[str, ast.expr]) -> Iterator[Text]:
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    if name in SAYS and any(isinstance(argument, ast.JoinedStr) for argument in call.args):
        raise ValueError(f"a text for people is built by an f-string: {ast.unparse(call)}")
    if name in {"msg_n", "tr_n"}:
        forms = [tuple(_literals(argument, known)) for argument in call.args[:2]]
        yield from zip(*forms, strict=True) if len(forms) == len(("one", "several")) else ()
        return
    texts = TEXTS.get(name, Texts(names=OF_A_GAME))
    for place, argument in [*enumerate(call.args), *((word.arg or "", word.value) for word in call.keywords)]:
        if place in texts.words:
            written = tuple(_literals(argument, known))
            yield from (word.replace("-", " ") for word in written)
            yield from written if name == "Word" else ()
        elif place in (*texts.places, *texts.names) or (isinstance(place, int) and place >= texts.rest):
            yield from _literals(argument, known)


def _literals(node: ast.expr | None, known: dict[str, ast.expr]) -> Iterator[str]:
    """The texts that an expression can be or hold, as far as its module tells."""
    match node:
        case ast.Constant(value=str(text)):
            yield from (text,) if _is_text(text) else ()
        case ast.Name(id=name) if name in known:
            yield from _literals(known[name], {other: value for other, value in known.items() if other != name})
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.BoolOp(values=parts) | ast.Dict(values=parts):
            for part in parts:
                yield from _literals(part, known)
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, op=ast.Add(), right=other):
            yield from (*_literals(one, known), *_literals(other, known))
        case ast.Starred(value=value):
            yield from _literals(value, known)


def _is_text(text: str) -> bool:
    """Whether there is a word beside the gaps, or several gaps, whose order and signs depend on the language."""
    gap = r"\{[a-z]+\}"
    return re.search(r"[^\W\d_]{2}", re.sub(r"\{\w*\}", "", text)) is not None or len(re.findall(gap, text)) > 1


_STRING = r'"((?:[^"\\]|\\.)*)"'
_SCRIPT_TEXT = re.compile(rf"\btr\(\s*{_STRING}|\btrN\(\s*{_STRING},\s*{_STRING}")


def texts_of_script(source: str) -> Iterator[Text]:
    """The texts of a JavaScript module."""
    for plain, one, several in _SCRIPT_TEXT.findall(source):
        yield (json.loads(f'"{one}"'), json.loads(f'"{several}"')) if one else json.loads(f'"{plain}"')


def sources() -> Iterator[Path]:
    """The files with texts: all of `companion/` but the command line, which is English."""
    for path in sorted((ROOT / "companion").rglob("*")):
        room = path.relative_to(ROOT / "companion").parts[0]
        if path.suffix in {".py", ".js", ".html"} and room not in {"cli", "doctor", "testing", "players", "voice"}:
            yield path


FAULTS_AT = "hardware/sim/faults.py"
"""Where the faults of the page are described, in a tree without languages; the other ones are for the doctor."""


def collected() -> dict[Text, list[str]]:
    """Every text with the files where it stands."""
    found: dict[Text, list[str]] = {}
    for path in (*sources(), ROOT / "companion/players/advice.py"):
        for text in _texts_of_file(path):
            places = found.setdefault(text, [])
            places += [name] if (name := path.relative_to(ROOT).as_posix()) not in places else []
    on_page = (fault for fault in FAULTS.values() if fault.place not in {Place.CARD, Place.MACHINE})
    found |= {fault.sentence: [FAULTS_AT] for fault in on_page}
    for one in [text for text in found if isinstance(text, tuple)]:
        found.pop(one[0], None)  # the same without a number is the form for one
    return found


def _texts_of_file(path: Path) -> Iterator[Text]:
    source = path.read_text(encoding="utf-8")
    match path.suffix:
        case ".py":
            return texts_of_python(source, words=path.name == "words.py")
        case ".js":
            return texts_of_script(source)
    return texts_of(source)


def template() -> Catalog:
    """The catalogue without translations."""
    made = _catalogue(None)
    for text, places in sorted(collected().items(), key=lambda one: (one[1][0], str(one[0]))):
        made.add(text, locations=[(place, 0) for place in places])
    return made


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


def updated(language: str, texts: Catalog) -> Catalog:
    """The catalogue of a language with exactly these texts, and what of them was translated."""
    before, after = translations(language), _catalogue(language)
    after.mime_headers = before.mime_headers  # its plural forms are those that were translated, not the newest Babel's
    for one in texts:
        if one.id:
            kept = before.get(one.id if isinstance(one.id, str) else one.id[0])
            after.add(one.id, kept.string if kept else None, one.locations, kept.flags if kept else ())
    return after


def compiled(catalogue: Catalog) -> bytes:
    """The catalogue as `gettext` reads it."""
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def for_pages(catalogue: Catalog) -> str:
    """The translated texts of the scripts, as the pages fetch them."""
    told = {}
    for one in catalogue:
        if one.string and any(place.endswith(".js") for place, _ in one.locations):
            told[one.id if isinstance(one.id, str) else one.id[0]] = one.string
    return json.dumps(told, ensure_ascii=False, indent=0, sort_keys=True) + "\n"


def written(catalogue: Catalog) -> bytes:
    """The catalogue as translators read it."""
    file = BytesIO()
    write_po(file, catalogue, width=120, include_lineno=False)
    return file.getvalue()


def main(languages: list[str]) -> None:
    """Bring the template and the catalogues of these languages up to date; without any, of all there are."""
    texts = template()
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(written(texts))
    for language in languages or sorted(path.parents[1].name for path in LANGUAGES.glob("*/LC_MESSAGES/*.po")):
        catalogue, file = updated(language, texts), po_file(language)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(written(catalogue))
        file.with_suffix(".mo").write_bytes(compiled(catalogue))
        (LANGUAGES / language / "page.json").write_text(for_pages(catalogue), encoding="utf-8")
        missing = sum(not all(_forms(one.string)) for one in catalogue if one.id)
        sys.stdout.write(f"{language}: {len(catalogue)} texts, {missing} not translated\n")


def _forms(string: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return tuple(string) if isinstance(string, list | tuple) else (string or "",)


if __name__ == "__main__":
    main(sys.argv[1:])
