"""The words of the card table, explained beside the rules of the games that use them."""

from __future__ import annotations

import pytest

from companion.games.registry import GAMES
from companion.rules.glossary import GLOSSARY, words_of


@pytest.mark.parametrize("game", GAMES)
def test_a_game_explains_the_words_that_its_rules_use(game: str) -> None:
    texts = " ".join((*GAMES[game].pages, *(rule.sentence for rule in GAMES[game].rules))).lower()
    used = {word for word in GLOSSARY if word in texts.replace(" led", " lead")}
    assert GAMES[game].shown.terms - {"revoke"} == used - {"revoke"}


def test_who_plays_spades_reads_what_a_trick_trump_and_a_set_are() -> None:
    assert [told.partition(":")[0] for told in words_of(GAMES["spades"])] == [
        *("Trick", "To lead", "To follow", "Trump", "Bid", "Set", "Revoke")
    ]
    assert words_of(GAMES["toriatama"]) == []
