"""Write the types of values for others, `python -m tools.write_types --renew`, as `make goldens` does.

Of the pages' views as TypeScript, by which their scripts are checked; of the club's payloads as JSON Schemas.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from msgspec.json import schema

from companion.club import payloads
from companion.http import views

SOURCES = [Path(views.__file__).with_name(f"{page}.py") for page in views.PAGES]
PLACE = Path(views.__file__).parents[1] / "static" / "views.d.ts"
HEAD = """\
// deno-fmt-ignore-file
// deno-lint-ignore-file
// What pages are told. `make goldens` writes this file from companion/http/views/.

/** Fields that only other members of a union have. */
type Without<Field extends string> = { [field in Field]?: undefined };
"""
SCHEMAS = Path(payloads.__file__).with_name("schemas")
DIALECT = "https://json-schema.org/draft/2020-12/schema"
NAMES = {"str": "string", "int": "number", "float": "number", "bool": "boolean"}


def schemas() -> dict[str, str]:
    """The text of each file of the club's payloads, by its name."""
    return {
        f"{name}.json": json.dumps({"$schema": DIALECT, **schema(kind)}, indent=2, ensure_ascii=False) + "\n"
        for name, kind in payloads.PAYLOADS.items()
    }


def declarations() -> str:
    """The text of the file of views."""
    statements = [statement for source in SOURCES for statement in ast.parse(source.read_text("utf-8")).body]
    fields = _fields_of_classes(statements)
    return "\n".join([HEAD, *filter(None, (_declaration(*pair, fields) for pair in _with_next(statements)))])


def _with_next(statements: list[ast.stmt]) -> Iterator[tuple[ast.stmt, ast.stmt]]:
    """Each statement and the one behind it, which may be its documentation."""
    return pairwise([*statements, ast.Pass()])


def _declaration(statement: ast.stmt, behind: ast.stmt, fields: Mapping[str, list[str]]) -> str:
    match statement:
        case ast.ClassDef(name=name, bases=[ast.Name(id=base)]):
            extends = "" if base == "TypedDict" else f" extends {base}"
            lines = "".join(f"  {line}\n" for line in _fields(statement))
            return f"{_comment(ast.get_docstring(statement))}export interface {name}{extends} {{\n{lines}}}\n"
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.BinOp() as union):
            members = _told_apart(ast.unparse(union).split(" | "), fields)
            return f"{_comment(_text(behind))}export type {name} =\n  | " + "\n  | ".join(members) + ";\n"
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.Subscript() as value):
            return f"{_comment(_text(behind))}export type {name} = {_type(value)};\n"
    return ""


def _fields(cls: ast.ClassDef) -> Iterator[str]:
    for statement, behind in _with_next(cls.body):
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Subscript(ast.Name("NotRequired"), kind)):
                yield f"{_comment(_text(behind), '  ')}{name}?: {_type(kind)};"
            case ast.AnnAssign(target=ast.Name(id=name), annotation=kind):
                yield f"{_comment(_text(behind), '  ')}{name}: {_type(kind)};"


def _type(annotation: ast.expr) -> str:
    match annotation:
        case ast.Name(name):
            return NAMES.get(name, name)
        case ast.Constant(None):
            return "null"
        case ast.BinOp(left, _, right):
            return " | ".join(dict.fromkeys((_type(left), _type(right))))
        case ast.Subscript(ast.Name("list"), of):
            return f"Array<{_type(of)}>" if isinstance(of, ast.BinOp) else f"{_type(of)}[]"
        case ast.Subscript(ast.Name("tuple"), ast.Tuple(parts)):
            return f"[{', '.join(map(_type, parts))}]"
        case ast.Subscript(ast.Name("dict"), ast.Tuple(parts)):
            return f"Record<{', '.join(map(_type, parts))}>"
        case ast.Subscript(ast.Name("Literal"), ast.Tuple(parts)):
            return " | ".join(map(_literal, parts))
        case ast.Subscript(ast.Name("Literal"), part):
            return _literal(part)
    raise ValueError(f"{ast.unparse(annotation)} has no counterpart among the types of pages")


def _literal(value: ast.expr) -> str:
    """A literal as scripts write it, which is as JSON does."""
    assert isinstance(value, ast.Constant)
    return json.dumps(value.value)


def _fields_of_classes(statements: Sequence[ast.stmt]) -> dict[str, list[str]]:
    """The names of all fields of each class, those of its base first."""
    found: dict[str, list[str]] = {}
    for cls in statements:
        if isinstance(cls, ast.ClassDef):
            inherited = (name for base in cls.bases for name in found.get(ast.unparse(base), ()))
            annotated = (each.target for each in cls.body if isinstance(each, ast.AnnAssign))
            found[cls.name] = [*inherited, *map(ast.unparse, annotated)]
    return found


def _told_apart(members: Sequence[str], fields: Mapping[str, list[str]]) -> Iterator[str]:
    """The members of a union, each without the fields of the others: so that asking for one tells them apart."""
    names = dict.fromkeys(name for member in members for name in fields[member])
    for member in members:
        without = " | ".join(f'"{name}"' for name in names if name not in fields[member])
        yield f"({member} & Without<{without}>)" if without else member


def _text(statement: ast.stmt) -> str | None:
    match statement:
        case ast.Expr(ast.Constant(str(text))):
            return text
    return None


def _comment(text: str | None, indent: str = "") -> str:
    return f"/** {text} */\n{indent}" if text else ""


if __name__ == "__main__" and "--renew" in sys.argv:
    PLACE.write_text(declarations(), "utf-8")
    for file, text in schemas().items():
        (SCHEMAS / file).write_text(text, "utf-8")
