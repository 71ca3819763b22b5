"""Every mutant of a module: one operator, number or condition of its tree changed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

OTHERS = (
    "Add Sub, Sub Add, Mult FloorDiv, FloorDiv Mult, Mod FloorDiv, BitOr BitAnd, BitAnd BitOr, BitXor BitOr, "
    "LShift RShift, RShift LShift, Eq NotEq, NotEq Eq, Lt LtE, LtE Lt, Gt GtE, GtE Gt, Is IsNot, IsNot Is, "
    "In NotIn, NotIn In, And Or, Or And, USub UAdd, Invert UAdd"
)
OTHER = {getattr(ast, operator): getattr(ast, instead) for operator, instead in map(str.split, OTHERS.split(", "))}
"""One replacement for each operator: the nearest one, which tests miss most easily."""

OPERATORS = (ast.Compare, ast.BoolOp, ast.UnaryOp)
DEFINED = (ast.FunctionDef, ast.ClassDef)
GUARDS = ("strict", "frozen", "slots", "kw_only", "repr")


@dataclass(frozen=True)
class Mutant:
    """A node of the tree, one of its fields, and the replacement; `apply` changes the tree."""

    node: ast.AST
    field: str
    value: Any
    line: int
    around: ast.AST
    inside: str

    def apply(self) -> Any:
        """Change the tree; returns the old value."""
        before = getattr(self.node, self.field)
        setattr(self.node, self.field, self.value)
        return before

    def __str__(self) -> str:
        before = ast.unparse(self.around).split("\n")
        value = self.apply()
        after = ast.unparse(self.around).split("\n")
        setattr(self.node, self.field, value)
        changed = next(pair for pair in zip(before, after, strict=False) if pair[0] != pair[1])
        return f"{self.inside}: {changed[0]} -> {changed[1]}"


def mutants(node: ast.AST, line: int = 0, inside: str = "", parent: ast.AST | None = None) -> Iterator[Mutant]:
    """The mutants of a node and of all below it."""
    line, inside = getattr(node, "lineno", line), node.name if isinstance(node, DEFINED) else inside
    around = parent if parent and isinstance(node, ast.Constant) else node
    yield from (Mutant(node, field, value, line, around, inside) for field, value in changes(node))
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            match child:
                case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                    pass
                case ast.keyword(arg=guard) if guard in GUARDS:
                    pass
                case ast.AST() if name not in {"annotation", "returns"}:
                    yield from mutants(child, line, inside, node)


def changes(node: ast.AST) -> Iterator[tuple[str, Any]]:
    """The possible replacements in the fields of one node."""
    match node:
        case ast.BinOp(op=op) | ast.AugAssign(op=op) | ast.BoolOp(op=op) | ast.UnaryOp(op=op) if type(op) in OTHER:
            yield "op", OTHER[type(op)]()
        case ast.Compare(ops=ops):
            yield from (("ops", [*ops[:at], OTHER[type(op)](), *ops[at + 1 :]]) for at, op in enumerate(ops))
        case ast.Constant(value=bool(value)):
            yield "value", not value
        case ast.Constant(value=int(value) | float(value)):
            yield from (("value", value + step) for step in (1, -1))
        case _:
            yield from conditions(node)
            yield from detours(node)


def conditions(node: ast.AST) -> Iterator[tuple[str, Any]]:
    """The negation of a condition that has no operator to change."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=condition):
            yield "operand", ast.UnaryOp(ast.Not(), condition)
        case ast.comprehension(ifs=[condition]) if not isinstance(condition, OPERATORS):
            yield "ifs", [ast.UnaryOp(ast.Not(), condition)]
    for field in ("test", "guard"):
        asked = getattr(node, field, None)
        if asked is not None and not isinstance(asked, OPERATORS):
            yield field, ast.UnaryOp(ast.Not(), asked)


def detours(node: ast.AST) -> Iterator[tuple[str, Any]]:
    """A loop skipped or left at another time, an exception not caught, a decorator removed."""
    match node:
        case ast.For():
            yield "iter", ast.Tuple([], ast.Load())
        case ast.ExceptHandler():
            yield "type", ast.Tuple([], ast.Load())
        case ast.Break():
            yield "__class__", ast.Continue
        case ast.Continue():
            yield "__class__", ast.Break
        case ast.FunctionDef(decorator_list=[ast.Name(id="abstractmethod" | "cache" | "memoize")]):
            pass  # the last two save time only
        case ast.FunctionDef(decorator_list=[*further, _]) | ast.ClassDef(decorator_list=[*further, _]):
            yield "decorator_list", further
