"""The words of the card table, explained beside the rules of the games that use them."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from companion.rules.glossary import GLOSSARY, words_of


@pytest.mark.parametrize("game", GAMES)
def test_a_game_explains_words_that_are_known_and_that_its_rules_use(game: str) -> None:
    texts = " ".join((*GAMES[game].pages, *(rule.sentence for rule in GAMES[game].rules))).lower()
    told = GAMES[game].shown.terms
    assert told <= GLOSSARY.keys()
    assert [word for word in told - {"revoke"} if word not in texts.replace(" led", " lead")] == []


def test_who_plays_spades_reads_what_a_trick_trump_and_a_set_are() -> None:
    assert [told.partition(":")[0] for told in words_of(GAMES["spades"])] == [
        *("Trick", "To lead", "To follow", "Trump", "Bid", "Set", "Revoke")
    ]
    assert words_of(GAMES["toriatama"]) == []
