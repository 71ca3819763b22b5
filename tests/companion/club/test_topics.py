"""The topics of a club."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.club import topics
from companion.club.topics import Topic, check_name, parse
from companion.support.decoding import RefusedMessage


@pytest.mark.parametrize(
    ("topic", "parts"),
    [
        (topics.record("box-1"), Topic("box-1", "record")),
        (topics.presence("box-1"), Topic("box-1", "presence")),
        (topics.presence(topics.DIRECTOR), Topic("director", "presence")),
        (topics.state("a"), Topic("a", "state")),
        (topics.view("a"), Topic("a", "view")),
        (topics.ask("a"), Topic("a", "ask")),
        (topics.order("a"), Topic("a", "order")),
    ],
)
def test_a_topic_that_was_made_is_parsed(topic: str, parts: topics.Topic) -> None:
    assert parse(topic) == parts


@pytest.mark.parametrize(
    "topic",
    [
        "",
        "club",
        "club/box-1",
        "club/Box/state",
        "club/-box/state",
        "club/box/state/x",
        "club/box/lamp",
        "club2/box/state",
        "club/director/state",
        "club/director/record",
        "club/box/record/m/1",
        "club/box/record/",
        "club/box/record\n",
        "club/" + "b" * 33 + "/state",
        "club/box/state" + "/" * 10_000_000,
    ],
)
def test_any_other_topic_is_refused(topic: str) -> None:
    with pytest.raises(RefusedMessage) as refused:
        parse(topic)
    assert "docs/club-protocol.md" in str(refused.value)
    assert len(str(refused.value)) < 200


@given(st.text() | st.from_regex("(club|other)/[a-z]*/(view|other)", fullmatch=True))
def test_no_topic_makes_it_stumble(topic: str) -> None:
    try:
        found = parse(topic)
    except RefusedMessage:
        return
    assert topic == f"club/{found.box}/{found.kind}"


@pytest.mark.parametrize("name", ["a", "box-1", "7", "x" * 32])
def test_a_box_has_a_short_name(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize("name", ["", "Box", "-a", "x" * 33, "a/b", "a+", "#", "director"])
def test_any_other_name_is_refused(name: str) -> None:
    with pytest.raises(RefusedMessage, match="allowed: 1 to 32 of a-z"):
        check_name(name)
