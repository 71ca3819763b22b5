"""The people of a club that is only tried."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice

NAMES = tuple(
    """
    Ann Bob Cid Dee Eve Fay Gus Hal Ida Jon Kim Lea Max Nia Oli Pam Quin Ron Sue Tom Una Vic Wes Xena Yuri Zoe
    Amos Bea Carl Dora Emil Flo Gina Hugo Ines Jack Kurt Lola Mona Nico Olga Paul Rita Sam Tess Udo Vera Walt
""".split()
)


def people(number: int) -> tuple[str, ...]:
    """So many names.

    >>> people(2), people(50)[-1]
    (('Ann', 'Bob'), 'Bob2')
    """
    return tuple(islice(_names(), number))


def _names() -> Iterator[str]:
    yield from NAMES
    for again in count(2):
        yield from (f"{name}{again}" for name in NAMES)
