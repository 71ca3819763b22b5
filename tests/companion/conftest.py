"""The command line as tests call it."""

from __future__ import annotations

from typing import Protocol

import pytest
from _pytest.capture import CaptureResult


class Companion(Protocol):
    """Run `companion` with these words; it ends with this status, and what it printed is returned.

    Somebody at the terminal has `typed` these lines and then Ctrl-D; an exception is raised in place of a line.
    """

    def __call__(
        self, *words: object, status: int = 0, typed: tuple[str | type[BaseException], ...] = ()
    ) -> CaptureResult[str]: ...


def line_of(typed: str | type[BaseException]) -> str:
    if isinstance(typed, str):
        return typed
    raise typed


@pytest.fixture
def companion(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Companion:
    from companion.cli.main import main  # noqa: PLC0415 - most tests do without

    def run(*words: object, status: int = 0, typed: tuple[str | type[BaseException], ...] = ()) -> CaptureResult[str]:
        if typed:
            lines = iter(typed)
            monkeypatch.setattr("builtins.input", lambda _prompt: line_of(next(lines, EOFError)))
            monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        capsys.readouterr()
        assert main([*map(str, words)]) == status
        return capsys.readouterr()

    return run
