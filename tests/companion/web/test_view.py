"""Views are values: texts in reading order, cards as they lie, and nothing that nobody may see."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cards import Card, Deck
from companion.games.birddog.rules import BIRD_DOG
from companion.games.registry import GAMES as LIBRARY
from companion.games.rook.rules import ROOK
from companion.screens.layouts import (
    FINGER,
    Chart,
    Column,
    Fact,
    Glance,
    Heading,
    Layout,
    OptionList,
    Options,
    Row,
    Rows,
    Screen,
    Target,
    TextPage,
    TopLines,
    Versus,
    lines_of,
)
from companion.screens.plot import PlotLine
from companion.support.values import replace
from companion.table.state import House, Table
from companion.testing.records import texts_of
from companion.web.autoplay import PAUSES
from companion.web.delayed_removal import SWEPT_S
from companion.web.orders import AtOnce, Begin, Do, LayCards, Pace, Watch
from companion.web.view import _shelf, _stack, _stands, card, sort_hand, table_json
from tests.companion.web.seating import seats
from tests.companion.web.standing import dealt
from tests.companion.web.table_in_browser import asked, desk_of, does, steps_until
from tests.companion.web.test_delayed_removal import seconds_until
from tests.evening import match_of
from tests.test_toy_game import TOY
from tests.torture import every_so_many

GAMES = [("birddog", 3), ("birdhead", 4), ("rook", 4), ("toriatama", 3), ("bonehead", 2)]


@pytest.mark.parametrize(
    ("layout", "told"),
    [
        (Glance(Fact("BOB", FINGER, "♣", "lead"), ("Last",), (Column("9H", "Ann 1"),)), "BOB|♣|lead|Last|9H Ann 1"),
        (Target(Fact("7+7"), "☞ANN", ("tap 2", ""), (Column(foot="Bob 3"),)), "7+7|☞ANN|tap 2|Bob 3"),
        (Options(Fact("BOB"), ("Ann", "Bob"), 1, ("OK",)), "BOB|Ann|› Bob, chosen|OK"),
        (OptionList(("a", "b"), 1, ("Why",)), "a|› b, chosen|Why"),
        (TextPage(("One", "", "Two")), "One|Two"),
        (Rows((Row("Ann", "7", "+3", "nil"),)), "Ann 7 +3 nil"),
        (Chart((PlotLine("Ann 7", (0, 7)),)), ""),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_screen_is_read_from_top_to_bottom(layout: Layout, told: str) -> None:
    read = list(lines_of(Screen("x", TopLines("Where", "What"), layout)))
    assert read == ["Where", "What", *filter(None, told.split("|"))]


def test_titles_stand_for_the_small_lines_at_the_top() -> None:
    assert list(lines_of(Screen("x", Heading("Menu", "1/3")))) == ["Menu", "1/3"]
    assert list(lines_of(Screen("x", Versus("Bob", "K♠")))) == ["Bob", "K♠"]


def test_a_card_is_its_word_rank_and_suit() -> None:
    assert card(BIRD_DOG, Card("7", copy=3)) == {"word": "7/3", "rank": "7", "suit": ""}


def test_a_piece_with_a_shape_of_its_own_names_its_picture() -> None:
    assert card(ROOK, Card("Rook"))["picture"] == "bird"


@pytest.mark.parametrize(("game", "people"), GAMES)
def test_every_moment_of_a_deal_is_json_and_names_no_face_that_nobody_sees(
    game: str, people: int, tmp_path: Path
) -> None:
    desk = desk_of(tmp_path, game, people=people)
    for _ in range(12):
        desk.take(Do.NEXT)
        desk.rest()
        view = desk.view()
        assert json.loads(json.dumps(view)) == view
        cards = desk.cards.deal
        hidden = {str(held) for heap in (cards.stack, *cards.bones) for held in heap} if cards else set()
        drinks = desk.table.playing.moment.players if game == "toriatama" else ()
        hidden |= {str(held) for player in drinks for held in player.right + player.left}
        words = [part["word"] for part in _cards_in(view["table"])]
        assert not hidden & set(words)
        assert len(set(words)) == len(words)


def _cards_in(value: object) -> list[dict[str, str]]:
    """All cards, wherever they lie in a view."""
    if isinstance(value, dict):
        return [value] if "word" in value else [card for part in value.values() for card in _cards_in(part)]
    return [card for part in value for card in _cards_in(part)] if isinstance(value, list) else []


def test_of_several_people_at_a_page_the_hand_of_the_one_who_is_asked_lies_open(tmp_path: Path) -> None:
    desk = dealt(tmp_path, "spades", 4)
    asked_hands = set()
    for _ in range(10):
        table = does(desk, Do.NEXT)["table"]
        assert table["down"] == [place for place in range(4) if place != table["me"]]
        asked_hands.add(table["me"])
    assert len(asked_hands) == 4
    assert dealt(tmp_path / "one", "spades", 1, 3).view()["table"]["down"] == []
    assert does(desk, Watch("spades"), *[Do.NEXT] * 3)["table"]["down"] == []


def test_no_hand_of_several_people_lies_open_while_hands_are_scanned(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    scanned = does(desk, AtOnce.FAST, Begin("spades", seats=seats(4), seed=1))["table"]
    assert (scanned["deal"], scanned["down"]) == ("scan", [0, 1, 2, 3])
    assert len(does(desk, *[Do.NEXT] * 4)["table"]["down"]) == 3


def test_a_claim_shows_every_hand_at_the_page() -> None:
    before, claims, _ = texts_of(ROOK)["claim.table"].partition("\nWest claims")
    matches = (match_of(*record.splitlines()) for record in (before, before + claims))
    first, then = (table_json(Table(House(LIBRARY), match), None) for match in matches)
    assert first is not None
    assert then is not None
    assert (len(first["down"]), then["down"]) == (3, [])


def test_a_taken_trick_lies_in_the_middle_until_it_was_seen_and_the_view_says_whose_it_is(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "birddog", people=3)
    steps_until(desk, lambda: desk.view()["table"]["middle"])
    desk.take(Do.TRICK)
    while desk.view()["table"]["took"] is None:
        desk.turn()
    table = desk.view()["table"]
    assert len(table["middle"]) == 3
    assert table["turn"] == [table["took"]]
    name = desk.table.playing.header.names[table["took"]]
    assert asked(desk)["sentence"] == f"{name} took the trick."
    assert PAUSES[Pace.NORMAL].trick_s <= seconds_until(desk, lambda view: not view["table"]["middle"]) < 2
    assert asked(desk)["sentence"] == f"{name} took the trick."
    assert seconds_until(desk, lambda view: "lead" in view["asked"]["sentence"]) >= SWEPT_S
    assert asked(desk)["sentence"] == f"{name} took the trick. {name}'s turn: lead."
    does(desk, Do.NEXT)
    table = desk.view()["table"]
    assert ([lying["who"] for lying in table["middle"]], table["took"]) == (["Ann"], None)


def test_a_stack_that_fills_hands_is_there_when_it_is_empty_too(tmp_path: Path) -> None:
    for game, empty in (("bonehead", 0), ("birddog", None)):
        cards = desk_of(tmp_path / game, game, people=3).cards.deal
        assert cards is not None
        piles = (cards, replace(cards, stack=()))
        assert [_stack(LIBRARY[game], pile) for pile in piles] == [len(cards.stack), empty]


def test_cards_already_laid_for_this_play_are_not_asked_for_again(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "birdhead", people=4)
    table = desk.view()["table"]
    ranks = [held["rank"] for held in table["seats"][table["turn"][0]]["hand"]]
    twice = next(rank for rank in ranks if ranks.count(rank) > 1)
    alike = [held["word"] for held in table["seats"][table["turn"][0]]["hand"] if held["rank"] == twice]
    assert (table["several"], [seat["laid"] for seat in table["seats"]]) == (3, [0, 0, 0, 0])
    after = does(desk, LayCards(tuple(alike[:1])))["table"]
    assert (after["several"], [seat["laid"] for seat in after["seats"]]) == (3, [1, 0, 0, 0])


@pytest.mark.parametrize("game", every_so_many(3, ["rook", "spades", "euchre"]))
def test_a_taken_trick_that_is_closed_is_nowhere_in_the_view_once_the_next_is_led(game: str, tmp_path: Path) -> None:
    desk = desk_of(tmp_path, game, people=4)
    tried = 0
    for _ in range(40):
        desk.take(Do.NEXT)
        desk.rest()
        table, state = desk.view()["table"], desk.table.playing.moment
        if desk.table.scored or table["took"] is not None or not state.deal:
            continue
        taken = {str(held) for trick in state.now.tricks[:-1] for held in trick.cards}
        tried += len(taken)
        assert not taken & {part["word"] for part in _cards_in(table)}
        assert all(seat["won"]["open"] == [] for seat in table["seats"])
        assert sum(seat["won"]["tricks"] for seat in table["seats"]) == len(state.now.tricks) - 1
    assert tried > 20


def test_a_shelf_of_even_rows_names_them_and_another_one_does_not() -> None:
    drinks = LIBRARY["toriatama"].deck.cards_in_order
    assert _shelf(replace(LIBRARY["toriatama"], deck=Deck(drinks)))["rows"] == [
        *dict.fromkeys(drink.suit for drink in drinks)
    ]
    assert _shelf(replace(LIBRARY["toriatama"], deck=Deck(drinks[1:]))) == {"places": 35, "rows": [], "columns": []}


def test_the_table_says_how_many_deals_have_begun(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "birddog", people=3)
    assert desk.view()["table"]["deals"] == 1
    steps_until(desk, lambda: desk.view()["table"]["deals"] == 2)


def test_nobody_stands_anywhere_in_a_game_that_keeps_no_score_and_counts_nothing_else() -> None:
    begun = ("game toy", "players Ann Bob", "start Ann")
    assert _stands(match_of(*begun, games={"toy": TOY}), 0) == 0
    assert _stands(match_of(*begun, games={"toy": replace(TOY, keeps_score=False)}), 0) is None


@pytest.mark.parametrize(("game", "lies"), [("bonehead", "A♦ 2♣ 2♥ 10♠"), ("hearts", "10♠ 2♥ 2♣ A♦")])
def test_a_hand_lies_sorted_as_people_sort_it(game: str, lies: str) -> None:
    hand = (Card(word[:-1], word[-1]) for word in "AD 2C 10S 2H".split())
    assert " ".join(card.sign for card in sort_hand(LIBRARY[game], hand)) == lies
