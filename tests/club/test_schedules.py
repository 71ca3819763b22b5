"""A club by chance: whatever befalls it, the director has the records of its boxes byte for byte, each line once.

In the check 400 schedules, in parts so that both cores have work; a schedule is told by its seed and can be run
again: `club(SEED).settle()`.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.club.payloads import Lines, Publish, decode, encode
from companion.club.sender import Sender
from companion.director.collection import Collection, Reaction
from companion.storage.journal import unseal
from companion.support.decoding import RefusedMessage
from companion.support.values import replace
from tests.club.world import club
from tests.torture import so_many

PARTS = so_many(2, 20)
SCHEDULES = so_many(200, 100_000)
MOST_MINUTES = 20
FOUND_WITHIN = 300
"""Schedules within which a mistake at either end is found."""


@pytest.mark.parametrize("part", range(PARTS))
def test_the_director_has_the_records_of_its_boxes_whatever_befalls_the_club(part: int) -> None:
    for seed in range(part, SCHEDULES, PARTS):
        try:
            world = club(seed)
            assert world.settle() <= MOST_MINUTES
        except AssertionError as fault:
            raise AssertionError(f"schedule {seed}") from fault
        assert world.kept == sum(head.lines for box in world.boxes.values() for head in box.scored.values())


def test_what_the_director_has_are_whole_records() -> None:
    world = club(249)
    world.settle()
    assert len({box for box, _ in world.shelf}) > 50
    for lines in world.shelf.values():
        recovered = unseal(b"".join(line + b"\n" for line in lines))
        assert len(recovered.lines) == len(lines)


def test_a_box_that_saw_no_broker_all_evening_catches_up() -> None:
    world = next(world for world in map(club, range(100)) if any(world.boxes[name].scored for name in world.shy))
    assert not any(box in world.shy for box, _ in world.shelf)
    world.settle()
    assert any(box in world.shy for box, _ in world.shelf)


class ForgetsTheQuestion(Sender):
    def answer(self, topic: str, payload: bytes) -> tuple[Publish, ...]:
        return () if topic.endswith("/ask") else super().answer(topic, payload)


class SaysNothingToADirector(Sender):
    def answer(self, topic: str, payload: bytes) -> tuple[Publish, ...]:
        return () if topic.endswith("/presence") else super().answer(topic, payload)

    def again(self) -> tuple[Publish, ...]:
        return ()


class SendsWhatIsNotScored(Sender):
    def news(self) -> tuple[Publish, ...]:
        published = super().news()
        ahead = [publish for publish in published if publish.topic.endswith("/record")][-1:]
        return *published, *(self._one_more(publish) for publish in ahead)

    def _one_more(self, last: Publish) -> Publish:
        some = decode(Lines, last.payload)
        more = Lines(some.match, some.lines[-1:], some.start + len(some.lines))
        return Publish(last.topic, encode(more))


class KeepsWhateverComes(Collection):
    """Takes a line without looking at its number and its check sum."""

    def receive(self, topic: str, payload: bytes) -> Reaction:
        heard = super().receive(topic, payload)
        if not topic.endswith("/record") or heard.stored:
            return heard
        some = decode(Lines, payload)
        return Reaction(
            (_stored(topic.split("/")[1], some.match, some.start, some.lines[0].encode()),), heard.publishes
        )


def _stored(box: str, match: str, n: int, line: bytes):  # type: ignore[no-untyped-def]
    from companion.director.collection import Stored  # noqa: PLC0415

    return Stored(box, match, n, line)


class NeverAsks(Collection):
    def receive(self, topic: str, payload: bytes) -> Reaction:
        heard = super().receive(topic, payload)
        return replace(heard, publishes=())


class StumblesOverOld(Collection):
    def receive(self, topic: str, payload: bytes) -> Reaction:
        heard = super().receive(topic, payload)
        if topic.endswith("/record") and heard == Reaction():
            raise RefusedMessage("an old line")
        return heard


@pytest.mark.parametrize(
    ("sender", "collection"),
    [
        (ForgetsTheQuestion, Collection),
        (SaysNothingToADirector, Collection),
        (SendsWhatIsNotScored, Collection),
        (Sender, KeepsWhateverComes),
        (Sender, NeverAsks),
        (Sender, StumblesOverOld),
    ],
)
def test_a_mistake_at_either_end_is_found(sender: Callable[..., Sender], collection: Callable[..., Collection]) -> None:
    for seed in range(FOUND_WITHIN):
        try:
            club(seed, sender, collection).settle()
        except (AssertionError, RefusedMessage):
            return
    pytest.fail("no schedule finds it")
