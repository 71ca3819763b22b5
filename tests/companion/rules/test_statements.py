"""What a statement says: one sentence for panel, page, phones and voice, from the word of the game."""

from __future__ import annotations

import pytest

from companion.cards import Card, signs
from companion.games.registry import GAMES
from companion.rules.passing import passing_word
from companion.rules.statements import CORRECT, Language, Statement, UnreadableError, Word, value_of

NAMES = ("Ann", "Bob", "Cid", "Dee")


def language(game: str) -> Language:
    """The statements of a game between these players."""
    return Language({word.name: word for word in GAMES[game].words}, GAMES[game].deck, NAMES)


@pytest.mark.parametrize(
    ("game", "line", "sentence"),
    [
        ("birddog", "Bob 9H", "Bob plays the nine of hearts"),
        ("birddog", "Ann nil", "Ann will take no trick"),
        ("birddog", "up QC", "the queen of clubs is turned up"),
        ("rook", "Cid bid 85", "Cid bids 85"),
        ("rook", "Cid trump green", "Cid makes green trump"),
        ("bonehead", "Dee takes", "Dee takes the pile"),
        ("toriatama", "Ann claims red left", "Ann claims: red left hand"),
    ],
)
def test_a_statement_is_a_sentence(game: str, line: str, sentence: str) -> None:
    spoken = language(game)
    assert spoken.in_words(spoken.read(line.split())) == sentence


def test_the_panel_has_short_names_and_signs_in_the_same_sentence() -> None:
    birddog = language("birddog")
    up = birddog.read(["up", "QC"])
    assert birddog.in_words(up, ("A", "B", "C", "D"), signs) == "Q♣ is turned up"
    assert birddog.short(birddog.read(["Bob", "9H"]), ("A", "B", "C", "D")) == "B 9♥"


def test_who_passes_cards_names_them_in_the_line() -> None:
    passing = Language({"passes": passing_word("{who} passes")}, GAMES["hearts"].deck, NAMES)
    assert passing.read(["Ann", "passes", "2C", "3C"]).cards == (Card("2", "C"), Card("3", "C"))


def test_a_play_that_begins_a_trick_leads() -> None:
    birddog = language("birddog")
    assert birddog.in_words(birddog.read(["Bob", "9H"]), leads=True) == "Bob leads the nine of hearts"


def test_a_computers_cards_are_asked_for_in_the_words_of_its_game() -> None:
    bonehead, heads = language("bonehead"), Statement("heads", 1, (Card("9", "H"),))
    assert bonehead.brief(heads, "slots 1 2") == "lays heads: slots 1 2"
    assert bonehead.call(heads, "the card in slot 1", 1) == "Bob lays the card in slot 1 as a head: tap it."
    assert bonehead.call(heads, "the cards in slots 1 and 2", 2).endswith("as heads: tap them.")
    drawn = Statement("draws", 1, (Card("9", "H"),))
    assert bonehead.brief(drawn, "slot 1") == "draws slot 1:"
    assert bonehead.call(drawn, "the card in slot 1", 1) == "Bob draws the card in slot 1: tap it."
    assert (bonehead.does(heads), bonehead.does(drawn)) == ("lays a head", "draws")


def test_a_word_without_a_sentence_or_its_value_is_said_as_it_is() -> None:
    words = {"knocks": Word("knocks"), "bids": Word("bids", number=True, told="{who} bids {value} points")}
    spoken = Language(words, GAMES["rook"].deck, NAMES)
    said = Statement("knocks", 1), Statement("bids", 1), Statement("bids", 1, value="5")
    assert [spoken.in_words(words) for words in said] == ["Bob knocks", "Bob bids", "Bob bids 5 points"]


@pytest.mark.parametrize(
    ("game", "said", "ends"),
    [
        ("birddog", "nill", "; did you mean “nil”"),
        ("birddog", "deall", "a word of this game$"),
        ("birddog", "declare nil 9H", "found “nil 9H” after it; “nil” has a line of its own"),
        ("toriatama", "claim red left", "“claim” is no word that Ann can say in this game; did you mean “claims”"),
    ],
)
def test_to_a_player_only_words_of_players_are_proposed(game: str, said: str, ends: str) -> None:
    with pytest.raises(UnreadableError, match=ends):
        language(game).read(["Ann", *said.split()])


def test_a_name_and_a_change_are_said_without_what_only_a_record_needs() -> None:
    assert value_of(Statement("join", value='"Mary Ann" 30 computer=easy seed=7')) == "Mary Ann"
    assert value_of(Statement("correct", 1, value="-5 counted-wrong")) == "-5 counted wrong"


def test_a_change_to_a_score_has_six_digits_at_most() -> None:
    corrections = Language({CORRECT.name: CORRECT}, GAMES["rook"].deck, NAMES)
    assert corrections.read(["correct", "Bob", "999999", "agreed"]) == Statement("correct", 1, value="+999999 agreed")
    with pytest.raises(UnreadableError, match="of 6 digits at most"):
        corrections.read(["correct", "Bob", "1000000", "agreed"])
