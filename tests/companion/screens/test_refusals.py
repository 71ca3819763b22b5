"""Cards in the reasons of a refusal, where a card counts as another suit than its own."""

from __future__ import annotations

import pytest

from companion.cards import Card
from companion.games.euchre.rules import Euchre
from companion.screens.refusals import counted_as
from tests.evening import match_of, whole


def test_a_suit_that_only_a_guest_game_has_stands_by_its_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of(*whole("euchre-example"))
    monkeypatch.setattr(Euchre, "suit", lambda *_: "W")
    assert counted_as(match, (Card("9", "H"),)) == "9♥=W"
