"""Aliases in finished matches: a person may have another name than in a record, and two names may be one person.

Records are sealed and stay as they are. Everything that counts matches reads their names through these aliases.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from shlex import join, quote

from companion.history.finished_match import FinishedMatch
from companion.support.names import each_once, name_problem, nearest_name, person, place_of
from companion.support.values import dataclass, field, replace


class RefusedAliasError(ValueError):
    """What cannot be an alias. Says why, and what to do."""


@dataclass(frozen=True, slots=True)
class Aliases:
    """The names of people who are called otherwise than in records, by `person` of the recorded name."""

    names: Mapping[str, str] = field(default_factory=dict)

    def name(self, recorded: str) -> str:
        """What this person is called."""
        name, met = recorded, set[str]()
        while (key := person(name)) in self.names and key not in met:
            met.add(key)
            name = self.names[key]
        return name

    def in_match(self, match: FinishedMatch) -> FinishedMatch:
        """The match with what its players are called. Two who would be one keep their own names: both played."""
        names = self.of_match(match.names)
        return match if names == match.names else replace(match, names=names)

    def of_match(self, recorded: Sequence[str]) -> tuple[str, ...]:
        """What the players of a match are called."""
        called = tuple(map(self.name, recorded))
        people = Counter(map(person, called))
        return tuple(own if people[person(name)] > 1 else name for own, name in zip(recorded, called, strict=True))

    def rename(self, people: Sequence[str], old: str, new: str) -> Aliases:
        """The aliases with a new name for one of these people. Raises RefusedAliasError."""
        known = _find(people, old)
        if problem := name_problem(new):
            raise RefusedAliasError(f"“{new}” cannot be a name: {problem}")
        if new == known:
            raise RefusedAliasError(f"“{new}” is called so already")
        if place_of(new, people) is not None and person(new) != person(known):
            raise RefusedAliasError(
                f"{new} is somebody else here; to count both as one person: companion history merge {join((old, new))}"
            )
        if person(new) in self.names and person(new) != person(known):
            raise RefusedAliasError(
                f"“{new}” is counted as {self.name(new)}; first: companion history take-back {quote(new)}"
            )
        return Aliases({**self.names, person(known): new})

    def merge(self, people: Sequence[str], name: str, into: str) -> Aliases:
        """The aliases by which the matches of one of these people count for another. Raises RefusedAliasError."""
        first, other = _find(people, name), _find(people, into)
        if person(self.name(first)) == person(self.name(other)):
            raise RefusedAliasError(f"“{name}” and “{into}” are one person already")
        return Aliases({**self.names, person(first): other})

    def take_back(self, name: str) -> Aliases:
        """The aliases without that of this name. Raises RefusedAliasError."""
        if person(name) not in self.names:
            there = ", ".join(f"{old} (now {new})" for old, new in sorted(self.names.items()))
            raise RefusedAliasError(f"“{name}” has no other name; {f'these have: {there}' if there else 'nobody has'}")
        return Aliases({old: new for old, new in self.names.items() if old != person(name)})


def aliases_of(names: Mapping[str, str]) -> Aliases:
    """The aliases in a list of names. Raises RefusedAliasError for what is no name, and for a circle."""
    for old, new in names.items():
        if problem := name_problem(old) or name_problem(new):
            raise RefusedAliasError(f"“{old}” = “{new}”: {problem}")
    aliases = Aliases({person(old): new for old, new in names.items()})
    for old in names:
        end = person(aliases.name(old))
        if end in aliases.names and person(aliases.names[end]) != end:
            raise RefusedAliasError(f"“{old}” comes back to itself; remove one of these lines")
    return aliases


def people_in(matches: Iterable[FinishedMatch]) -> tuple[str, ...]:
    """Everybody in these matches, once."""
    return each_once(name for match in matches for name in match.names)


def together(matches: Iterable[FinishedMatch], name: str, other: str) -> int:
    """The number of these matches that both have played."""
    both = {person(name), person(other)}
    return sum(len(both) > 1 and both <= set(map(person, match.names)) for match in matches)


def _find(people: Sequence[str], name: str) -> str:
    """This person as spelled here. Raises RefusedAliasError."""
    place = place_of(name, people)
    if place is None:
        known = f"{', '.join(sorted(people)) or 'nobody'}{nearest_name(name, people)}"
        raise RefusedAliasError(f"“{name}” has finished no evening here; these people have: {known}")
    return people[place]
