"""A law that many cases keep is one test, which lists every case that breaks it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import Any, TypeAlias

Law: TypeAlias = "Callable[..., None]"
LONGEST = 200
"""Characters of a case that are told."""


def for_each(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Law], Law]:
    """Call the test with each case, as `pytest.mark.parametrize` does, but as one test with one set of fixtures.

    Raises ExceptionGroup with the faults of all cases; its message lists the cases.
    """
    known = (names,) if isinstance(names, str) else names
    arguments = [dict(zip(known, (case,) if isinstance(names, str) else case, strict=True)) for case in cases]
    assert arguments, "a law without a case holds nothing"

    def decorated(law: Law) -> Law:
        @wraps(law)
        def holds(**fixtures: Any) -> None:
            faults = {}
            for at, given in enumerate(arguments):
                try:
                    law(**fixtures, **given)
                except Exception as fault:  # noqa: BLE001 - any fault is told, with those of the other cases
                    faults[at] = fault
            if faults:
                broken = [", ".join(map(str, arguments[at].values()))[:LONGEST] for at in faults]
                listed = "\n".join([f"broken by {len(broken)} of {len(arguments)} cases:", *broken])
                raise ExceptionGroup(listed, [*faults.values()])

        asked = signature(law)
        others = [parameter for name, parameter in asked.parameters.items() if name not in known]
        holds.__signature__ = asked.replace(parameters=others)  # type: ignore[attr-defined] # pytest reads it
        return holds

    return decorated
