"""What screens say: the sentences of a table at play, and which of them are heard when a screen changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cards import Card, Drink, spoken
from companion.games.registry import GAMES
from companion.inputs.questions import Question
from companion.screens.hearing import sentences_for, tell_all
from companion.screens.question import asks
from companion.screens.spoken_sentences import Kind, Sentence, as_sentence, new_sentences
from companion.support.messages import spoken_in
from companion.table.state import House, Table
from tests.company import Company
from tests.evening import match_of, whole
from tools.gallery import gallery


def heard_at(company: Company) -> list[str]:
    return [sentence.text for sentence in sentences_for(company.table)]


def heard_after(*lines: str) -> list[str]:
    return [sentence.text for sentence in sentences_for(Table(House(GAMES), match_of(*lines)))]


def test_cards_are_words() -> None:
    assert spoken.cards_in_words((Card("2", copy=1), Card("2", copy=4))) == "two twos"
    assert spoken.cards_in_words(()) == ""


@pytest.mark.parametrize(
    ("code", "can", "cup"),
    [
        ("en", "the red can", "the menthe tasse"),
        ("de", "ein Getränk (Dose, rot)", "ein Getränk (tasse, menthe)"),
        ("fr", "une boisson (bidon rouge)", "une boisson (tasse menthe)"),
    ],
)
def test_a_drink_is_a_thing_that_somebody_takes_also_one_of_the_house(code: str, can: str, cup: str) -> None:
    with spoken_in(code):
        assert [spoken.cards_in_words((drink,)) for drink in (Drink("can", "red"), Drink("tasse", "menthe"))] == [
            can,
            cup,
        ]


def test_a_trick_that_grows_says_the_new_card_and_whose_turn_it_is(tmp_path: Path) -> None:
    company = Company(tmp_path, "birddog", 3)
    company.plays_while(lambda: not any("leads" in text for text in heard_at(company)))
    before = sentences_for(company.table)
    assert before[-1].text == "James plays the card in slot 7: tap it."
    company.moves_on()
    new = new_sentences(before, sentences_for(company.table))
    assert [(sentence.text, sentence.kind) for sentence in new] == [
        ("James plays the queen of clubs.", Kind.MOVE),
        ("Your turn: follow clubs.", Kind.TURN),
    ]


@pytest.mark.parametrize(
    ("game", "heard"),
    [
        (
            "rook",
            [
                "Put the next one into slot 1.",
                "Kathy bids 80.",
                "Kathy takes 5 cards of the nest: tap one face down, and put it into slot 10.",
                "Kathy takes the last card of the nest: tap it face down, and put it into slot 14.",
                "Kathy lays the cards in slots 1, 2, 8, 12 and 14 for the nest: tap them.",
                "Kathy lays the card in slot 12 for the nest: tap it.",
                "Kathy makes green trump.",
            ],
        ),
        (
            "bonehead",
            [
                "Tom lays the cards in slots 1, 3 and 6 as heads: tap them.",
                "Tom lays the card in slot 6 as a head: tap it.",
                "Tom plays the cards in slots 1 and 2: tap them.",
                "Tom draws a card: tap it face down, and put it into slot 3.",
            ],
        ),
        ("birdhead", ["Tom plays the cards in slots 2 and 3: tap them.", "Tom plays the card in slot 3: tap it."]),
        ("spades", ["Kathy says nil."]),
        (
            "hearts",
            [
                "Tom passes the cards in slots 3, 5 and 11: tap them.",
                "The next one is for James, into slot 14.",
                "The next one is for Ann.",
                "Pass 3 cards to Tom: tap one face down, and put it into slot 3.",
            ],
        ),
    ],
)
def test_what_a_computer_wants_is_heard_in_whole_sentences(tmp_path: Path, game: str, heard: list[str]) -> None:
    company, missing = Company(tmp_path, game), set(heard)

    def still_missing() -> bool:
        missing.difference_update(heard_at(company))
        return bool(missing) and company.match.applied < 120

    company.plays_while(still_missing)
    assert not missing


def test_the_same_words_about_another_moment_are_heard_again() -> None:
    first, second = Sentence("Ann leads a seven.", Kind.MOVE, 4), Sentence("Ann leads a seven.", Kind.MOVE, 8)
    assert new_sentences((first,), (first, second)) == (second,)
    assert new_sentences((first,), (first,)) == ()


def test_a_cursor_that_moves_says_only_its_answer() -> None:
    question = Question("Which game?", ("BirdHead", "Bird Dog"), text=("Two of them.",))
    said = asks(question)
    assert [sentence.text for sentence in said] == ["Which game?", "Two of them.", "BirdHead, 1 of 2."]
    assert [
        sentence.text
        for sentence in new_sentences(said, asks(Question("Which game?", question.choices, 1, question.text)))
    ] == ["Bird Dog, 2 of 2."]
    assert new_sentences(said, asks(Question("Who?", question.choices)))[-1].text == "BirdHead, 1 of 2."


def test_telling_all_tells_of_every_player(tmp_path: Path) -> None:
    company = Company(tmp_path, "rook", 4)
    company.plays_until("trick 2")
    told = [sentence.text for sentence in tell_all(company.table)]
    assert told[0].startswith("Rook: trick 2 of 9")
    assert {name for text in told for name in company.match.header.names if text.startswith(f"{name}: score")} == {
        *company.match.header.names
    }
    assert "Trump is green." in told


def test_a_sentence_begins_and_ends_like_one() -> None:
    assert [as_sentence("ann wins"), as_sentence("Who deals?"), as_sentence("ok …")] == [
        "Ann wins.",
        "Who deals?",
        "Ok …",
    ]


def test_a_led_rook_asks_for_trump() -> None:
    bidding = "North bid 70|East pass|South pass|West pass|North lays|North trump red|North Rook".split("|")
    heard = heard_after("game rook", "players North East South West", "dealer West", "deal", *bidding)
    assert heard[-1:] == ["East's turn: follow red."]


def test_a_court_card_on_the_pile_is_said_in_words() -> None:
    begun = ["game bonehead", "players Ann Bob", "start Ann", "deal", "Ann heads KH QH AH", "Bob heads KS QS AS"]
    assert "Bob's turn: play a jack or higher, a 2 or a 10." in heard_after(*begun, "Ann JS")
    assert "Bob's turn: play another ace, a 2 or a 10." in heard_after(*begun, "Ann AD"), "nothing is higher"


def test_the_end_of_a_game_tells_where_everybody_stands() -> None:
    *_, over, standing, following = heard_after(*whole("birddog-whole-match"))
    assert (over, following) == ("The game is over.", "OK: what comes next.")
    assert standing.endswith(" points.")


def told_by(*names: str) -> list[str]:
    screens = (gallery.screen(name) for name in names)
    return [sentence.text for screen in screens if screen.says for sentence in screen.says()]


def test_lists_are_heard_with_commas_and_a_stop_behind_them() -> None:
    decks = told_by("verify-first", "enrol-skipped")
    assert "To tap: two of spades, three of spades, four of spades, plus 49." in decks
    assert {"No tag: five of hearts, king of diamonds.", "Reads badly: eight of hearts."} <= {*decks}
    cards = "Ten of diamonds: 23 bad reads, nine of hearts: 7 bad reads. They need new tags."
    in_a_deal = "Some cards read badly: see which on this page after the deal."
    assert {cards, in_a_deal} <= {*told_by("health-weak", "health-in-a-deal")}


def test_what_is_claimed_and_not_laid_is_heard_as_no_card_that_somebody_took() -> None:
    claimed = match_of(*Path("companion/games/rook/records/claim.table").read_text("utf-8").splitlines())
    told = [sentence.text for sentence in tell_all(Table(House(GAMES), claimed))]
    assert not [text for text in told if text.endswith("took .")]


def test_who_claims_the_rest_is_asked_to_show_it() -> None:
    told = [sentence.text for sentence in sentences_for(gallery.table("spades-claim-shown"))]
    assert "Ann's turn: show the rest, 4 more cards." in told


@pytest.mark.parametrize(
    ("code", "heard"),
    [
        ("en", "Ann 3 of 6, Bob 6 plus 1."),
        ("de", "Ann 3 von 6, Bob 6 plus 1."),
        ("fr", "Ann 3 sur 6, Bob 6 plus 1."),
    ],
)
def test_numbers_of_the_panel_are_words_in_every_language(code: str, heard: str) -> None:
    with spoken_in(code):
        assert as_sentence(spoken.in_words("Ann 3/6, Bob 6+1:")) == heard


def news_after(*lines: str, kind: Kind) -> list[str]:
    """What the last of these lines makes heard."""
    before, after = (sentences_for(Table(House(GAMES), match_of(*told))) for told in (lines[:-1], lines))
    return [sentence.text for sentence in new_sentences(before, after) if sentence.kind is kind]


FOUR = ("players Ann Bob Cid Dee", "dealer Dee")
BIRD_DOG = ("game birddog", "players Ann Bob Cid", "dealer Ann", "deal", "up 9D")
HEARTS = ("game hearts", *FOUR, "option passing none", "deal", "Ann 2C", "Bob 3C", "Cid 4H")
EUCHRE = ("game euchre", *FOUR, "deal", "up 9D", "Ann orders")
ROOK = ("game rook", *FOUR, "deal", "Ann bid 70", "Bob pass", "Cid pass", "Dee pass")


@pytest.mark.parametrize(
    ("lines", "heard"),
    [
        (BIRD_DOG, ["The nine of diamonds is turned up.", "The Bird Dog would be nine of hearts."]),
        ((*BIRD_DOG, "Bob declare"), ["Bob makes diamonds trump; the Bird Dog is nine of hearts."]),
        (HEARTS, ["Cid plays the four of hearts.", "Hearts are broken: they may be led now."]),
        (EUCHRE, ["Ann makes diamonds trump."]),
        (ROOK, ["Dee passes.", "Ann wins the auction with 70."]),
    ],
)
def test_what_has_just_happened_is_told_once(lines: tuple[str, ...], heard: list[str]) -> None:
    assert news_after(*lines, kind=Kind.MOVE) == heard


def test_what_a_game_is_about_is_heard_before_the_first_decision_and_not_after_it() -> None:
    begun = ("game bonehead", "players Ann Bob", "start Ann")
    explained = "Play your hand first, then the heads,"
    assert any(text.startswith(explained) for text in heard_after(*begun))
    assert news_after(*begun, "deal", kind=Kind.MOVE)[0] == "The cards are dealt."
    assert heard_after(*begun, "deal", "Ann heads KH QH AH")[0] == (
        "Ann lays out the king of hearts, the queen of hearts and the ace of hearts."
    )


def test_who_hears_spades_knows_who_deals_and_where_the_buttons_lead() -> None:
    assert heard_after("game spades", *FOUR)[-3:] == [
        "Dee deals 13 cards each.",
        "How many tricks will Ann take?",
        "Up leads to 3 and more, Down to 2 and fewer, then OK says it.",
    ]
    assert not any("deals" in text for text in heard_after("game spades", *FOUR, "deal", "Ann bid 3"))


def test_an_answer_beside_the_card_that_is_awaited_is_offered_once() -> None:
    lines = whole("euchre-decided")
    taken = lines[: lines.index("Dot AC") + 1]
    offers = news_after(*taken, kind=Kind.TURN), news_after(*taken, "Ann 9S", kind=Kind.TURN)
    assert offers == (["Ann's turn: lead.", "Down, then OK: score the deal now."], ["Bob's turn: follow spades."])
    assert heard_after(*taken, "Ann 9S")[-1] == "Down, then OK: score the deal now."
