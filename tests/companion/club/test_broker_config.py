"""What Mosquitto is told, as text. What it makes of it: tests/club/test_security.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.club.broker_config import access_list, configuration

PLACE = Path("/home/ann/club/broker")


def directives(config: str) -> dict[str, str]:
    lines = (line.partition(" ") for line in config.splitlines() if line and not line.startswith("#"))
    return {name: value for name, _, value in lines if name != "log_type"}


def test_who_connects_is_who_its_certificate_says() -> None:
    told = directives(configuration(PLACE))
    wanted = "require_certificate use_identity_as_username use_username_as_clientid".split()
    assert [told[name] for name in wanted] == ["true"] * 3
    assert (told["allow_anonymous"], told["listener"]) == ("false", "8883")
    assert told["crlfile"] == "/home/ann/club/broker/crl.pem"


def test_a_port_and_a_user_are_told() -> None:
    told = directives(configuration(PLACE, port=18_883, user="ann"))
    assert (told["listener"], told["user"]) == ("18883", "ann")
    assert "user" not in directives(configuration(PLACE))


def test_who_is_shut_out_is_denied_everything_before_the_patterns() -> None:
    access = access_list(["table-9", "table-4"])
    assert "user table-4\ntopic deny #\n\nuser table-9\ntopic deny #\n" in access
    assert access.index("user table-9") < access.index("pattern ")


def test_a_box_is_named_by_its_certificate_in_all_that_it_writes() -> None:
    lines = [line.split() for line in access_list().splitlines() if line.startswith("pattern")]
    assert lines
    assert all("/%u/" in topic for _, may, topic in lines if may != "read")


@pytest.mark.parametrize("place", ["/home/ann\nallow_anonymous true", "/home/ann "])
def test_a_directory_that_would_be_a_directive_is_refused(place: str) -> None:
    with pytest.raises(ValueError, match="the directory"):
        configuration(Path(place))
