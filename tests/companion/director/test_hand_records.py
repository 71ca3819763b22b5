"""Hand records: the deals of an event's boards, as text and as a page, and who never sees them."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.cards import Card
from companion.club.payloads import encode
from companion.director.event import ClubEvent
from companion.director.event_words import Story, add_statement
from companion.director.exports import EXPORTS
from companion.director.hand_records import Board, board, boards, needed_boards
from companion.director.hands_text import LINES, NEW_PAGE, WIDTH, as_page, as_text, by_suit, heading
from companion.director.orders import orders
from companion.director.tables import reckon, tables_of
from companion.games.registry import GAMES
from companion.match.header import Header
from companion.rules.places import What
from companion.rules.statements import DEAL, Statement, UnreadableError
from companion.support.messages import speak
from companion.testing.evening import FairEvening
from tests.companion.director.evenings import AT, howell_evening, pairs, round_begun, shape_of, story

SECRET, OTHER = "0f1e2d3c4b5a69788796a5b4c3d2e1f0", "0f1e2d3c4b5a69788796a5b4c3d2e1f1"
LAID_OUT = sorted({*GAMES} - {"toriatama"})


def event_of(game: str, secret: str = SECRET, *more: str) -> ClubEvent:
    lines = ("movement individual", "rounds 4", "deals 2", "duplicate yes", f"secret {secret}", *more)
    return story(f"game {game}", *lines, *pairs(4)).event


def boards_of(game: str, secret: str = SECRET, *more: str) -> tuple[Board, ...]:
    return boards(event_of(game, secret, *more), GAMES[game])


def cards_of(dealt: Board) -> list[Card]:
    return [card for pile in (*dealt.hands, *dealt.bones, dealt.nest, dealt.up, dealt.stack) for card in pile]


# ---------------------------------------------------------------- the deals


@pytest.mark.parametrize("game", LAID_OUT)
def test_every_card_lies_somewhere_once_and_the_hands_are_as_large_as_the_game_deals_them(game: str) -> None:
    event = event_of(game)
    names = tuple("NESW"[: shape_of(event).seats])
    header = Header(GAMES[game], names, 0)
    state, _ = header.game.advance(header.game.begin(header.setup()), Statement(DEAL.name))
    gone = sum(there for place, there in header.game.places(state).items() if place.what is What.LEFT_OUT)
    for dealt in boards(event, GAMES[game]):
        assert Counter(cards_of(dealt)) == Counter(header.game.deck.cards(header.game.deck.all & ~gone))
        assert {seat: len(hand) for seat, hand in enumerate(dealt.hands)} == dict(header.game.to_scan(state))


@pytest.mark.parametrize("game", LAID_OUT)
def test_equal_secrets_deal_equal_boards_and_others_deal_others(game: str) -> None:
    assert boards_of(game) == boards_of(game)
    for mine, other in zip(boards_of(game), boards_of(game, OTHER), strict=True):
        assert cards_of(mine) != cards_of(other)
    hands = [dealt.hands for dealt in boards_of(game)]
    assert len(set(hands)) == len(hands), "each board is another deal"


def test_a_board_stays_what_it_is_whoever_comes_and_goes_and_however_many_are_asked_for() -> None:
    event = event_of("spades")
    more = add_statement(add_statement(Story(event), "person Zoe", AT), "alone Zoe", AT).event
    assert board(event, GAMES["spades"], 3) == board(more, GAMES["spades"], 3) == boards_of("spades")[2]


def test_each_card_comes_to_each_seat_about_as_often() -> None:
    event = event_of("spades")
    ace = Counter(
        seat
        for number in range(1, 401)
        for seat, hand in enumerate(board(event, GAMES["spades"], number).hands)
        if Card("A", "S") in hand
    )
    assert all(70 <= ace[seat] <= 130 for seat in range(4)), ace


@pytest.mark.parametrize(
    ("game", "parts"),
    [
        ("rook", {"nest": 5}),
        ("euchre", {"up": 1, "stack": 3}),
        ("birddog", {"up": 1, "stack": 2}),
        ("bonehead", {"stack": 16}),
        ("spades", {}),
    ],
)
def test_what_lies_beside_the_hands(game: str, parts: dict[str, int]) -> None:
    dealt = boards_of(game)[0]
    found = {name: len(getattr(dealt, name)) for name in ("nest", "up", "stack") if getattr(dealt, name)}
    assert found == parts
    assert [len(cards) for cards in dealt.bones] == [3 if game == "bonehead" else 0] * len(dealt.hands)


def test_the_deck_is_that_of_the_house_rules() -> None:
    cards = GAMES["rook"].options[[option.name for option in GAMES["rook"].options].index("cards")]
    sizes = {len(cards_of(boards_of("rook", SECRET, f"option cards {value}")[0])) for value in cards.values}
    assert len(sizes) > 1


@pytest.mark.parametrize("game", [name for name in LAID_OUT if GAMES[name].opener == "dealer"])
def test_the_dealer_of_a_board_is_whom_the_box_has_for_it(game: str) -> None:
    seats = len(boards_of(game)[0].hands)
    evening = FairEvening(GAMES[game], Random(7), Header(GAMES[game], tuple("NESWP"[:seats]), 0))
    for _ in evening.plays(2):
        pass
    begun = [
        match.state for match in reversed(list(evening.match.story())) if match.said and match.said.word == DEAL.name
    ]
    dealers = [GAMES[game].shown.dealer(state) for state in begun[:2]]
    assert dealers == [dealt.opener for dealt in boards_of(game)[:2]]


def test_who_begins_a_second_board_is_left_open_where_the_first_decides_it() -> None:
    assert [dealt.opener for dealt in boards_of("birdhead")[:3]] == [0, None, 2]


# ---------------------------------------------------------------- which boards


def test_a_movement_says_which_boards_are_needed() -> None:
    now = howell_evening(4, f"secret {SECRET}")
    numbers = needed_boards(now.event, GAMES["spades"])
    for _ in range(3):
        now = round_begun(now)
    assert numbers == (1, 2, 3, 4, 5, 6)
    assert {board for _, sitting in now.event.sittings() for board in sitting.boards} == {*numbers}


@pytest.mark.parametrize("movement", ["swiss", "individual", "howell", "mitchell", "round-robin"])
@pytest.mark.parametrize("number", [2, 3, 4])
def test_every_round_is_played_with_boards_that_were_laid_out_before(movement: str, number: int) -> None:
    people = pairs(number)
    if movement == "individual":
        people = [line for line in people if line.startswith("person")]
        people += [line.replace("person", "alone") for line in people]
    lines = ("duplicate yes", "deals 2", "rounds 3", f"secret {SECRET}")
    now = story("game spades", f"movement {movement}", *lines, *people)
    for _ in range(3):
        before = set(needed_boards(now.event, GAMES["spades"]))
        now = round_begun(now)
        assert now.event.current is not None
        assert {board for sitting in now.event.current.sittings for board in sitting.boards} <= before


def test_an_event_that_has_ended_needs_the_boards_that_were_played() -> None:
    now = howell_evening(4, f"secret {SECRET}")
    assert needed_boards(add_statement(round_begun(now), "ends", AT).event, GAMES["spades"]) == (1, 2)
    with pytest.raises(UnreadableError, match="No board was played"):
        boards(add_statement(now, "ends", AT).event, GAMES["spades"])


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("game spades", f"secret {SECRET}"), "Only an event with the same boards at all tables has hand records."),
        (("game spades", "duplicate yes"), "Only an event with the same boards at all tables has hand records."),
        (("duplicate yes", f"secret {SECRET}"), "Choose a game first."),
        (
            ("game toriatama", "movement individual", "duplicate yes", f"secret {SECRET}"),
            "Nothing is laid out for Toriatama drinks.",
        ),
        (
            ("game hearts", "movement howell", "duplicate yes", f"secret {SECRET}"),
            "This movement is not for Hearts: choose individual.",
        ),
        (
            ("game spades", "duplicate yes", f"secret {SECRET}"),
            "Enter the people first: they decide on the boards.",
        ),
    ],
)
def test_where_nothing_is_laid_out_it_is_said_why(lines: tuple[str, ...], why: str) -> None:
    event = story(*lines).event
    with pytest.raises(UnreadableError, match=f"^{why}$"):
        boards(event, GAMES.get(event.game))
    assert needed_boards(event, GAMES.get(event.game)) == ()


# ---------------------------------------------------------------- the secret


def test_the_secret_outlives_what_is_taken_back_and_is_passed_over() -> None:
    now = story("game spades", "duplicate yes", f"secret {SECRET}")
    now = add_statement(now, f"undo {now.last_action[0]}", AT)
    assert (now.event.duplicate, now.event.secret) == (False, SECRET)
    with pytest.raises(UnreadableError, match="has its secret"):
        add_statement(now, f"secret {OTHER}", AT)


@pytest.mark.parametrize("word", ["", "7", SECRET[1:], SECRET + "0", SECRET.upper(), f"{SECRET} {SECRET}"])
def test_what_is_no_secret_is_refused_and_not_repeated(word: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        story(f"secret {word}")
    assert str(refused.value) == "a secret is 32 of 0-9 and a-f"


def test_no_order_export_or_picture_of_the_event_has_the_secret_or_a_hand() -> None:
    now = round_begun(howell_evening(4, f"secret {SECRET}"))
    event, game = now.event, GAMES["spades"]
    told = [encode(order).decode() for order in orders(event, shape_of(event), ("a", "b", "c")).values()]
    told += [repr(event), repr(now)]
    tables = tables_of(reckon(event, game, ()))
    told += [export(tables).decode() for _, export in EXPORTS.values()]
    hidden = [SECRET, *(" ".join(map(str, hand)) for dealt in boards(event, game) for hand in dealt.hands)]
    assert len(told) == 3 + 2 + len(EXPORTS)
    assert [secret for secret in hidden for text in told if secret in text] == []


# ---------------------------------------------------------------- text and page


def test_a_hand_is_told_by_suit_the_highest_first_and_a_suit_that_it_lacks_is_told_too() -> None:
    deck = GAMES["spades"].deck
    hand = [card for word in "2S AS 10H KC QC".split() if (card := deck.card(word))]
    assert by_suit(deck, hand) == (
        ("♠ spades", "A 2"),
        ("♥ hearts", "10"),
        ("♦ diamonds", "–"),
        ("♣ clubs", "K Q"),
    )


def test_a_board_names_its_dealer_by_the_seat() -> None:
    assert [heading(dealt) for dealt in boards_of("spades")[:2]] == [
        "Board 1, dealer: North (seat 1)",
        "Board 2, dealer: East (seat 2)",
    ]
    assert heading(boards_of("birddog")[2]) == "Board 3, dealer: Seat 3"
    assert heading(boards_of("bonehead")[0]) == "Board 1, begins: North (seat 1)"


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("game", LAID_OUT)
def test_the_text_fits_on_a4_and_no_board_is_parted(game: str, language: str) -> None:
    event = event_of(game)
    speak(language)
    try:
        text = as_text(event, boards(event, GAMES[game]))
    finally:
        speak("en")
    assert max(map(len, text.splitlines())) <= WIDTH
    pages = text.split(NEW_PAGE)
    assert max(page.count("\n") for page in pages) <= LINES
    assert sum(page.count("-" * WIDTH) for page in pages) == len(boards(event, GAMES[game]))
    assert all(page.lstrip().startswith("Board") or language != "en" for page in pages[1:])


@pytest.mark.parametrize("game", LAID_OUT)
def test_text_and_page_have_every_card_of_every_hand(game: str) -> None:
    event = event_of(game)
    found = boards(event, GAMES[game])
    text, page = as_text(event, found), as_page(event, found)
    for dealt in found:
        for hand in dealt.hands:
            told = by_suit(dealt.deck, hand)
            assert Counter(" ".join(ranks for _, ranks in told).replace("–", "").split()) == Counter(
                card.rank for card in hand
            )
            assert all(ranks in text and f"<dd>{ranks}</dd>" in page for _, ranks in told)


def test_the_page_warns_first_and_quotes_what_people_wrote() -> None:
    event = story('title "Cards & <b>more</b>"', "game spades", "duplicate yes", f"secret {SECRET}", *pairs(2)).event
    page = as_page(event, boards(event, GAMES["spades"]))
    assert "<title>Hand records: Cards &amp; &lt;b&gt;more&lt;/b&gt;</title>" in page
    assert page.index("Who plays should not read this") < page.index("<h2>Board 1, dealer: North (seat 1)</h2>")
    assert "<script" not in page
    assert "style=" not in page
