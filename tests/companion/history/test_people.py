"""Who is who in history: names that count for others, and what cannot be one."""

from __future__ import annotations

import pytest

from companion.history.finished_match import FinishedMatch
from companion.history.people import Aliases, RefusedAliasError, aliases_of, people_in, together
from tests.companion.history.sealed import evening

PEOPLE = ("Ann", "Bob", "Cid")


def played() -> FinishedMatch:
    return evening("birddog-whole-match")


def test_a_person_is_called_otherwise_in_every_match() -> None:
    aliases = Aliases().rename(PEOPLE, "ann", "Annika")
    assert aliases.in_match(played()).names == ("Annika", "Bob", "Cid")
    assert aliases.rename(("Annika", "Bob"), "Annika", "Anni").in_match(played()).names[0] == "Anni"


def test_a_capital_can_be_changed_without_a_circle() -> None:
    assert Aliases().rename(PEOPLE, "Ann", "ANN").in_match(played()).names[0] == "ANN"


def test_two_who_are_one_person_keep_both_names_where_both_played() -> None:
    aliases = Aliases().merge(PEOPLE, "Bob", "Ann")
    assert aliases.name("bob") == "Ann"
    assert aliases.in_match(played()).names == ("Ann", "Bob", "Cid")
    assert together([played()], "Ann", "bob") == 1
    with pytest.raises(RefusedAliasError, match="are one person already"):
        aliases.merge(PEOPLE, "Ann", "Bob")


def test_what_is_taken_back_is_as_recorded() -> None:
    aliases = Aliases().rename(PEOPLE, "Ann", "Annika")
    assert aliases.take_back("Ann") == Aliases()
    with pytest.raises(RefusedAliasError, match="these have: ann"):
        aliases.take_back("Bob")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("Anne", "Eve", "has finished no evening here; these people have: Ann, Bob, Cid, Mary Ann; did you mean “Ann”"),
        ("Ann", "Bob", "companion history merge Ann Bob$"),
        ("Ann", "Mary Ann", "companion history merge Ann 'Mary Ann'$"),
        ("Ann", "deal", "word of the records"),
        ("Ann", 'A"n', "cannot be a name"),
        ("Ann", "", "cannot be a name"),
        ("ann", "Ann", "“Ann” is called so already"),
        ("Ann", "Zoë", "first: companion history take-back 'Zoë'$"),
    ],
)
def test_what_cannot_be_a_name_is_refused_with_what_to_do(old: str, new: str, reason: str) -> None:
    with pytest.raises(RefusedAliasError, match=reason):
        Aliases({"zoë": "Cid"}).rename((*PEOPLE, "Mary Ann"), old, new)


def test_a_list_with_a_circle_is_refused() -> None:
    with pytest.raises(RefusedAliasError, match="comes back to itself"):
        aliases_of({"Ann": "Bob", "Bob": "Cid", "Cid": "Ann"})
    assert aliases_of({"Ann": "Bob", "bob": "Bob"}).name("Ann") == "Bob"


def test_people_are_listed_once_whatever_the_capitals() -> None:
    assert people_in([played(), Aliases().rename(PEOPLE, "Ann", "ANN").in_match(played())]) == PEOPLE
