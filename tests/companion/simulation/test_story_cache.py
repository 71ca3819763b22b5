"""What a story leads to is found from where an earlier one has ended, for each of those who hear it."""

from __future__ import annotations

from companion.simulation.open_deal import memoize_story


def test_a_story_is_told_on_from_where_it_is_another_one() -> None:
    told: list[str] = []

    def hears(eyes: str, knows: str, said: str) -> str:
        told.append(said)
        return f"{knows} {eyes}{said}"

    def begins(eyes: str, begun: list[int]) -> str:
        told.append(f"{eyes} begins")
        return str(begun)

    story, begun = memoize_story(begins, hears), [0]
    assert story("A", begun, ("1", "2")) == story("A", begun, ("1", "2")) == "[0] A1 A2"
    assert story("A", begun, ("1", "2", "3")) == "[0] A1 A2 A3"
    assert told == ["A begins", "1", "2", "3"]
    told.clear()
    assert story("A", begun, ("1", "4")) == "[0] A1 A4", "after an undo it is told from the beginning"
    assert story("A", [0], ("1",)) == "[0] A1", "another deal, though it looks alike"
    assert story("B", begun, ("1", "2")) == "[0] B1 B2"
    assert told == ["A begins", "1", "4", "A begins", "1", "B begins", "1", "2"]
