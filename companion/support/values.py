"""Dataclasses that are cheap to define.

The standard library generates and compiles six methods for every class when its module is imported. Here a class
compiles only its `__init__`, when its first value is made. Type checkers see the standard dataclasses;
`dataclasses.fields`, `replace` and `asdict` work on these values, too. Supports only what this project uses: `frozen`,
`slots`, `kw_only`, `eq`, and string annotations.
"""

# Processor time until the first picture of a game that goes on, beside a process that only imports the public drivers
# (medians of 21 alternating rounds): 1.1 times as much with these values, 2.1 times with the standard dataclasses, on
# Python 3.11 and on Debian Trixie's 3.13. `tests/bench/test_start_figures.py` measures the same start on the clock.

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NoReturn

__all__ = ["dataclass", "field", "replace"]

MISSING: Any = object()
"""Marks a field without a default."""


UNCOMPILED = 64
"""Values of a class that are made before its `__init__` is compiled: a start makes fewer of most classes."""

BY_IDENTITY = {"__eq__": object.__eq__, "__hash__": object.__hash__}


class FieldSpec:
    """One field: its default or default factory, and which methods use it, as `dataclasses.field` is told."""

    default_factory = MISSING
    init = repr = compare = True
    kw_only = False

    def __init__(self, default: Any = MISSING, **options: Any) -> None:
        self.default = default
        vars(self).update(options)


PLAIN = FieldSpec()
"""Most fields."""


def _dataclass(
    *, frozen: bool = False, slots: bool = False, kw_only: bool = False, eq: bool = True
) -> Callable[[Any], Any]:
    def decorate(cls: Any) -> Any:
        own = _own_parts(cls, kw_only=kw_only)
        parts = {**_inherited_fields(cls), **own}
        own_members = _own_members(cls, own)
        methods = {**_methods(parts, frozen=frozen), **({} if eq else BY_IDENTITY), **own_members}
        if slots:
            named = {"__slots__": tuple(own), "__qualname__": cls.__qualname__, "__setstate__": _set_state}
            cls = type(cls)(cls.__name__, cls.__bases__, {**methods, **named})
        else:
            for name, method in methods.items():
                setattr(cls, name, method)
        if "__init__" not in own_members:
            cls.__init__ = _first_init(cls, frozen=frozen)
        return cls

    return decorate


def _own_parts(cls: Any, *, kw_only: bool) -> dict[str, FieldSpec]:
    parts = {}
    for name, hint in vars(cls).get("__annotations__", {}).items():
        if not hint.startswith("ClassVar"):
            default = vars(cls).get(name, MISSING)
            if default is MISSING and not kw_only:
                parts[name] = PLAIN
            else:
                parts[name] = default if isinstance(default, FieldSpec) else FieldSpec(default, kw_only=kw_only)
    return parts


def _inherited_fields(cls: Any) -> dict[str, FieldSpec]:
    bases = (vars(base).get("__parts__", {}) for base in reversed(cls.__mro__))
    return {name: part for parts in bases for name, part in parts.items()}


def _own_members(cls: Any, own: dict[str, FieldSpec]) -> dict[str, Any]:
    """The members that the class defines itself, without field defaults. They override generated methods."""
    made_by_python = {*own, "__dict__", "__weakref__"}
    return {name: value for name, value in vars(cls).items() if name not in made_by_python}


# ---------------------------------------------------------------- the methods


def _methods(parts: dict[str, FieldSpec], *, frozen: bool) -> dict[str, Any]:
    compared = [name for name, part in parts.items() if part.compare]
    key: Callable[[object], Any] = attrgetter(*compared) if compared else lambda _: ()

    def equal(self: object, other: object) -> bool:
        return bool(key(self) == key(other)) if other.__class__ is self.__class__ else NotImplemented

    methods = {
        "__parts__": parts,
        "__match_args__": tuple(name for name, part in parts.items() if part.init and not part.kw_only),
        **STANDARD,
        "__replace__": _replace,
        "__repr__": _repr,
        "__eq__": equal,
        "__hash__": None,
    }
    if frozen:
        methods |= {"__hash__": lambda self: hash(key(self)), "__setattr__": _refuse, "__delattr__": _refuse}
    return methods


def _repr(self: Any) -> str:
    parts = (f"{name}={getattr(self, name)!r}" for name, part in self.__parts__.items() if part.repr)
    return f"{type(self).__qualname__}({', '.join(parts)})"


def _refuse(self: object, name: str, *_value: object) -> NoReturn:
    from dataclasses import FrozenInstanceError  # noqa: PLC0415 - loads `dataclasses` only when needed

    raise FrozenInstanceError(f"{type(self).__qualname__} does not change: {name}")


def _set_state(self: object, state: tuple[None, dict[str, Any]]) -> None:
    """Restore the fields; `copy` and `pickle` call it."""
    for name, value in state[1].items():
        object.__setattr__(self, name, value)


def _first_init(cls: Any, *, frozen: bool) -> Any:
    """An `__init__` that is read from the fields, and replaces itself with the compiled one after UNCOMPILED calls."""
    calls = 0

    def first_init(self: object, *given: Any, **named: Any) -> None:
        nonlocal calls
        calls += 1
        values = _values(cls, given, named) if calls <= UNCOMPILED else None
        if values is None:
            cls.__init__ = _compile_init(cls, frozen=frozen)
            cls.__init__(self, *given, **named)
            return
        for name, value in values.items():
            object.__setattr__(self, name, value)
        if hasattr(cls, "__post_init__"):
            cls.__post_init__(self)

    return first_init


def _values(cls: Any, given: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any] | None:
    """The fields that these arguments give; None: they are wrong, which the compiled `__init__` tells."""
    positional, wanted, defaults, factories = _arguments(cls)
    told = {**dict(zip(positional, given, strict=False)), **named}
    values = {**defaults, **told}
    for name in factories:
        if name not in told:
            values[name] = factories[name]()
    fit = len(told) == len(given) + len(named) and wanted.issuperset(told)
    return values if fit and wanted <= values.keys() else None


@cache
def _arguments(cls: Any) -> tuple[tuple[str, ...], frozenset[str], dict[str, Any], dict[str, Any]]:
    """The names of positional and of all arguments; the defaults of fields, and what makes them, by their names."""
    parts: dict[str, FieldSpec] = cls.__parts__
    wanted = frozenset(name for name, part in parts.items() if part.init)
    positional = tuple(name for name in parts if name in wanted and not parts[name].kw_only)
    defaults = {name: part.default for name, part in parts.items() if part.default is not MISSING}
    factories = {name: part.default_factory for name, part in parts.items() if part.default_factory is not MISSING}
    return positional, wanted, defaults, factories


def _compile_init(cls: Any, *, frozen: bool) -> Any:
    """Compile the `__init__`. Values that have no Python literal are passed in as globals.

    A function that loops over the setters would need no `exec`, and takes 2.2 times as long with 2 fields, 1.6 times
    with 16 (188 and 411 ns, 760 and 1,182 ns; processor time, Python 3.11). `types.CodeType.replace` renames the
    arguments of a template, but needs one template for each number of fields.
    """
    names: dict[str, Any] = {"_missing": MISSING}
    positional, keyword_only, lines = ["self"], ["*"], []
    for name, part in cls.__parts__.items():
        default, value = f"_default_{name}", name
        names[default] = part.default
        names[f"_set_{name}"] = _setter(cls, name)
        if part.default_factory is not MISSING:
            names[f"_make_{name}"] = part.default_factory
            value = f"_make_{name}() if {name} is _missing else {name}"
        if part.init:
            optional = names[default] is not MISSING or value != name
            (keyword_only if part.kw_only else positional).append(f"{name}={default}" if optional else name)
        elif names[default] is MISSING:
            continue
        else:
            value = default
        lines.append(f"_set_{name}(self, {value})" if frozen else f"self.{name} = {value}")
    arguments = ", ".join(positional + keyword_only if len(keyword_only) > 1 else positional)
    body = "\n    ".join([*lines, "self.__post_init__()" if hasattr(cls, "__post_init__") else "pass"])
    exec(f"def __init__({arguments}):\n    {body}", names)  # noqa: S102 - the source is generated here only
    return names["__init__"]


def _setter(cls: Any, name: str) -> Callable[[object, Any], None]:
    """A function that sets a field of a frozen value. A slot's descriptor is twice as fast as `object.__setattr__`."""
    slot = getattr(getattr(cls, name, None), "__set__", None)
    return slot or (lambda self, value: object.__setattr__(self, name, value))


# ---------------------------------------------------------------- compatibility with the standard library


def _replace(value: Any, **changes: Any) -> Any:
    """A copy with these fields changed: a tap makes some twenty."""
    cls: Any = type(value)
    places, read, named = _given_to_init(cls)
    given = [*read(value)]
    for name, change in changes.items():
        given[places[name]] = change
    return cls(**dict(zip(places, given, strict=True))) if named else cls(*given)


@cache
def _given_to_init(cls: Any) -> tuple[dict[str, int], Callable[[object], tuple[Any, ...]], bool]:
    """The fields that `__init__` takes with their places, what reads them all, and whether some are given by name."""
    shown = next(vars(base)["__dataclass_fields__"] for base in cls.__mro__ if "__dataclass_fields__" in vars(base))
    parts = shown if isinstance(shown, dict) else cls.__parts__  # a plugin may add fields by the standard library
    names = [name for name, part in parts.items() if part.init]
    read: Any = attrgetter(*names) if names else lambda _: ()
    named = any(part.kw_only for part in parts.values())
    places = {name: place for place, name in enumerate(names)}
    return places, read if len(names) != 1 else lambda value: (read(value),), named


class _Standard:
    """An attribute by which the standard library recognises a dataclass, made on first access."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, value: object, cls: Any) -> Any:
        return getattr(_standard(cls), self._name)


class _Signature:
    """The arguments that make a value, with types and defaults, as `help` and `inspect.signature` show them."""

    def __get__(self, value: object, cls: Any) -> Any:
        from inspect import Signature, signature  # noqa: PLC0415 - loads `inspect` only when needed

        return signature(_standard(cls)).replace(return_annotation=Signature.empty)


STANDARD: dict[str, Any] = {
    "__signature__": _Signature(),
    **{name: _Standard(name) for name in ("__dataclass_fields__", "__dataclass_params__")},
}


@cache
def _standard(cls: Any) -> Any:
    """A standard dataclass with the same fields."""
    import dataclasses  # noqa: PLC0415 - loads `dataclasses` only when needed

    types: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        types |= vars(base).get("__annotations__", {})
    fields = []
    for name, part in cls.__parts__.items():
        options = {word: value for word, value in vars(part).items() if value is not MISSING}
        fields.append((name, types[name], dataclasses.field(**options)))
    return dataclasses.make_dataclass(cls.__name__, fields, frozen=cls.__setattr__ is _refuse)


if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
else:
    dataclass, field, replace = _dataclass, FieldSpec, _replace
