"""The virtual table is put together from parts, each of which can be understood alone."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

MOST_METHODS = 20

WEB = Path(__file__).parents[3] / "companion" / "web"


def classes(sources: Iterable[str]) -> list[ast.ClassDef]:
    return [node for source in sources for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]


def inherited(found: list[ast.ClassDef]) -> Iterator[str]:
    """Classes with behaviour whose base is another one of them: a value of msgspec may have further fields."""
    with_methods = {
        class_def.name for class_def in found if any(isinstance(part, ast.FunctionDef) for part in class_def.body)
    }
    for class_def in found:
        bases = {base.id for base in class_def.bases if isinstance(base, ast.Name)}
        yield from (f"{class_def.name} is a {base}" for base in sorted(bases & with_methods))


def set_from_outside(found: list[ast.ClassDef]) -> Iterator[str]:
    """Attributes that a class sets of anything but itself."""
    for definition in found:
        targets = [
            node for node in ast.walk(definition) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        ]
        foreign = (node for node in targets if not (isinstance(node.value, ast.Name) and node.value.id == "self"))
        yield from (f"{definition.name} sets {ast.unparse(node)}" for node in foreign)


def too_large(found: list[ast.ClassDef]) -> Iterator[str]:
    methods: defaultdict[str, int] = defaultdict(int)
    for node in found:
        methods[node.name] += sum(isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) for part in node.body)
    yield from (f"{name} has {number} methods" for name, number in methods.items() if number > MOST_METHODS)


def offenders(sources: Iterable[str]) -> list[str]:
    found = classes(sources)
    return [*inherited(found), *set_from_outside(found), *too_large(found)]


ALLOWED = {
    "Matches sets self._hands.box.loop.table": "the list of parked games is no statement of a match",
    "PageServer sets self._site.stream.followed": "a server is told who follows its stream",
    "PageServer sets self.runner.on_end": "the thread of the table tells the server when it ends",
}
"""What is set from outside all the same, and why."""


def test_no_part_sets_an_attribute_of_another_inherits_from_one_or_is_too_large_to_read() -> None:
    assert offenders(path.read_text("utf-8") for path in WEB.glob("*.py")) == list(ALLOWED)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("class A:\n def f(self): self.x = 1\nclass B(A): pass", ["B is a A"]),
        ("class A:\n def f(self, other): other.x += 1", ["A sets other.x"]),
        ("class A:\n def f(self): self.part.x, y = 1, 2", ["A sets self.part.x"]),
        ("class A:\n" + "".join(f" def f{n}(self): pass\n" for n in range(MOST_METHODS + 1)), ["A has 21 methods"]),
    ],
)
def test_the_law_of_parts_bites(source: str, found: list[str]) -> None:
    assert offenders([source]) == found
