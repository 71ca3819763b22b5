"""How many lines of code there are, without comments, docstrings and blanks, and how many of them are imports.

python -m tests.code_lines
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACES = ("companion", "hardware", "tools")
NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}


def lines_of(text: str) -> tuple[int, int]:
    """The lines of code of a module, and those of its imports."""
    statements = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt)]
    texts = _rows(node for node in statements if _is_text(node))
    imports = _rows(node for node in statements if isinstance(node, ast.Import | ast.ImportFrom))
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    code = {row for token in tokens if token.type not in NO_CODE for row in range(token.start[0], token.end[0] + 1)}
    return len(code - texts), len(imports)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _rows(statements: Iterable[ast.stmt]) -> set[int]:
    return {row for node in statements for row in range(node.lineno, (node.end_lineno or node.lineno) + 1)}


if __name__ == "__main__":
    counts = [lines_of(path.read_text("utf-8")) for place in PLACES for path in (ROOT / place).rglob("*.py")]
    code, imports = map(sum, zip(*counts, strict=True))
    sys.stdout.write(f"{code:,} lines of code in {len(counts)} files, {100 * imports / code:.1f} % of them imports\n")
