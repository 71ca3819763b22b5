"""Values behave like standard dataclasses in everything that this project uses."""

from __future__ import annotations

import copy
import dataclasses
import inspect
from typing import Any, ClassVar

import pytest

from companion.support import values


def shapes(dataclass: Any, field: Any) -> dict[str, Any]:
    """The same classes, made by one library or the other."""

    @dataclass(frozen=True, slots=True)
    class Fixed:
        """A value."""

        kind: ClassVar[str] = "fixed"
        first: int
        second: str = "two"
        third: list[int] = field(default_factory=list, compare=False)
        fourth: int = field(init=False, repr=False, compare=False)
        sixth: int = field(default=6, init=False, repr=False, compare=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "fourth", self.first + 1)

    @dataclass(frozen=True, slots=True)
    class Wider(Fixed):
        fifth: int = field(default=5, kw_only=True)

    @dataclass(slots=True)
    class Open:
        first: int = 1
        second: int = field(default=2, repr=False)

    @dataclass(frozen=True, kw_only=True)
    class Rulebook:
        title: str
        pages: tuple[str, ...] = ()

        def opened(self) -> str:
            return self.title

    @dataclass(frozen=True, kw_only=True)
    class Thicker(Rulebook):
        pages: tuple[str, ...] = ("one",)

        def opened(self) -> str:
            return super().opened().upper()

    @dataclass(frozen=True, slots=True)
    class Nothing:
        """No field at all."""

    return {kind.__name__: kind for kind in (Fixed, Wider, Open, Rulebook, Thicker, Nothing)}


@pytest.fixture(autouse=True, params=[0, values.UNCOMPILED], ids=["compiled", "read from the fields"])
def _in_either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "UNCOMPILED", request.param)
    OURS.update(shapes(values.dataclass, values.field))


OURS = shapes(values.dataclass, values.field)
THEIRS = shapes(dataclasses.dataclass, dataclasses.field)

CALLS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Fixed", (1,), {}),
    ("Fixed", (1, "b", [3]), {}),
    ("Fixed", (), {"second": "b", "first": 2}),
    ("Fixed", (), {}),
    ("Fixed", (1,), {"fourth": 4}),
    ("Wider", (1,), {"fifth": 6}),
    ("Wider", (1, "b", [], 6), {}),
    ("Open", (), {}),
    ("Open", (3,), {"second": 4}),
    ("Rulebook", (), {"title": "Rook"}),
    ("Rulebook", ("Rook",), {}),
    ("Thicker", (), {"title": "Rook"}),
    ("Nothing", (), {}),
    ("Nothing", (1,), {}),
]


def facts(shape: Any, given: tuple[Any, ...], named: dict[str, Any]) -> object:
    """What can be seen of one value."""
    try:
        value = shape(*given, **named)
    except TypeError:
        return "refused"
    alike = shape(*given, **named)
    parts = [(part.name, getattr(value, part.name), part.init, part.kw_only) for part in dataclasses.fields(value)]
    hashes = isinstance(hash(value), int) and hash(value) == hash(alike) if shape.__hash__ else None
    copied = copy.deepcopy(value) == value
    return repr(value), value == alike, value != 1, hashes, parts, shape.__match_args__, copied, shape.__doc__ is None


@pytest.mark.parametrize(("name", "given", "named"), CALLS)
def test_a_value_is_made_shown_compared_and_copied_as_a_standard_one(
    name: str, given: tuple[Any, ...], named: dict[str, Any]
) -> None:
    ours, theirs = facts(OURS[name], given, named), facts(THEIRS[name], given, named)
    if isinstance(ours, tuple) and isinstance(theirs, tuple):
        assert ours[:-1] == theirs[:-1]
    else:
        assert ours == theirs


@pytest.mark.parametrize("shapes_of", [OURS, THEIRS], ids=["ours", "theirs"])
def test_what_is_frozen_does_not_change(shapes_of: dict[str, Any]) -> None:
    value = shapes_of["Fixed"](1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        value.first = 2
    with pytest.raises(dataclasses.FrozenInstanceError):
        del value.first
    opened = shapes_of["Open"](1)
    opened.first = 3
    assert opened == shapes_of["Open"](3)


def test_the_arguments_of_a_value_are_shown_as_those_of_a_standard_one() -> None:
    def shown(shape: Any) -> list[tuple[str, object, object]]:
        return [
            (parameter.name, parameter.kind, parameter.annotation)
            for parameter in inspect.signature(shape).parameters.values()
        ]

    assert [shown(OURS[name]) for name in OURS] == [shown(THEIRS[name]) for name in OURS]
    assert str(inspect.signature(OURS["Open"])) == "(first: 'int' = 1, second: 'int' = 2)"


def test_a_changed_value_keeps_all_else_by_either_library() -> None:
    value = OURS["Wider"](1, "b", [3], fifth=7)
    assert values.replace(value, first=2) == dataclasses.replace(value, first=2) == OURS["Wider"](2, "b", [], fifth=7)
    assert values.replace(value, first=2).third == [3]
    assert values.replace(value, first=2).fourth == 3


def test_a_changed_value_keeps_what_the_standard_library_added() -> None:
    signed = dataclasses.make_dataclass("Signed", ["by"], bases=(OURS["Rulebook"],), frozen=True, kw_only=True)
    value = signed(title="Rook", by="Ann")
    assert values.replace(value, pages=("one",)) == signed(title="Rook", pages=("one",), by="Ann")
    heir = type("Heir", (signed,), {})
    assert values.replace(heir(title="Rook", by="Ann"), by="Bob") == heir(title="Rook", by="Bob")


def test_values_match_by_their_parts_and_a_method_reaches_its_parent() -> None:
    match OURS["Fixed"](1):
        case values_of if values_of.__match_args__ == ("first", "second", "third"):
            assert dataclasses.asdict(values_of) == {"first": 1, "second": "two", "third": [], "fourth": 2, "sixth": 6}
    assert OURS["Thicker"](title="Rook").opened() == "ROOK"


def test_two_shapes_with_the_same_parts_are_not_equal() -> None:
    assert OURS["Fixed"](1) != THEIRS["Fixed"](1)
    assert OURS["Fixed"](1) != OURS["Wider"](1)


def test_no_shape_has_room_for_more_than_its_slots() -> None:
    with pytest.raises(AttributeError):
        OURS["Open"]().third = 3
