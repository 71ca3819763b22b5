"""Court cards have the letters of people's decks in each language; records keep J, Q and K."""

from __future__ import annotations

import pytest

from companion.cards import FRENCH_RANKS, Card, Deck
from companion.cards.spoken import in_words
from companion.support.messages import spoken_in, tr

FRENCH = Deck.of(FRENCH_RANKS, "S H D C")


@pytest.mark.parametrize(("language", "letters"), [("en", "J Q K"), ("de", "B D K"), ("fr", "V D R")])
def test_a_court_card_is_shown_by_its_letter_and_still_heard_as_that_card(language: str, letters: str) -> None:
    courts = [Card(rank, "H") for rank in "JQK"]
    with spoken_in(language):
        shown = [tr(card.sign) for card in courts]
        heard = {in_words(sign, FRENCH) for sign in shown}
    assert shown == [f"{letter}♥" for letter in letters.split()]
    assert [str(card) for card in courts] == ["JH", "QH", "KH"]
    assert len(heard) == 3
    assert not any("♥" in words for words in heard)
