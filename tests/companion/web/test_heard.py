"""What the page's view has for ears: each change once, the same as the box's voice says, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.birddog.rules import BONUS_PAGES
from companion.games.registry import GAMES
from companion.runtime.speaking import Speaker
from companion.screens.hearing import sentences_for, tell_all
from companion.screens.spoken_sentences import Sentence
from companion.settings.schema import VoiceSettings
from companion.simulation.box import SIMULATED, SimulatedSetup
from companion.storage.records import Store
from companion.support.lazy_import import nothing
from companion.voice.decoding import decode
from companion.voice.messages import MOST_MESSAGES
from companion.web.orders import AtOnce, Begin, Do, LayCards, Order, Pace, SetPace, Watch
from companion.web.virtual_table import VirtualTable
from tests.companion.web.seating import seats
from tests.companion.web.table_in_browser import desk_of, does, turns
from tests.torture import every_so_many, only_with_page

Said = list[tuple[str, str]]


def said_of(sentences: Iterable[Sentence]) -> Said:
    return [(sentence.kind.value, sentence.text) for sentence in sentences]


class Page:
    """Somebody who takes every view of a desk, and hears what is new in it."""

    def __init__(self, desk: VirtualTable) -> None:
        self.desk = desk
        self._number = desk.view()["heard"]["number"]

    def hears(self, *orders: Order) -> Said:
        """What is new after these orders."""
        return self.new(does(self.desk, *orders))

    def new(self, view: Mapping[str, Any]) -> Said:
        heard = view["heard"]
        missed = heard["number"] - self._number
        assert missed <= MOST_MESSAGES
        self._number = heard["number"]
        new = heard["latest"][len(heard["latest"]) - missed :]
        return [(kind, text) for message in new for kind, text in message["say"]]


@pytest.fixture
def page(playing: VirtualTable) -> Page:
    return Page(playing)


def right_card(page: Page) -> LayCards:
    return LayCards((does(page.desk, AtOnce.HINT)["hint"]["right"][0],))


def test_a_card_is_heard_once_with_whose_turn_it_is_then(page: Page) -> None:
    card = right_card(page)
    before = sentences_for(page.desk.table)
    heard = page.hears(card)
    assert heard == said_of(sentence for sentence in sentences_for(page.desk.table) if sentence not in before)
    assert [kind for kind, _ in heard] == ["move", "turn"]
    assert " leads " in heard[0][1]
    assert page.new(turns(page.desk, 30)) == []


def test_a_card_of_somebody_else_is_heard_as_a_mistake(page: Page) -> None:
    page.hears(right_card(page))
    others = page.desk.view()["table"]["seats"][0]["hand"][0]["word"]
    heard = page.hears(LayCards((others,)))
    assert heard[0][0] == "mistake"


@only_with_page
@pytest.mark.parametrize("game", every_so_many(4, GAMES))
def test_the_page_says_what_the_voice_of_the_box_says(game: str, tmp_path: Path) -> None:
    box: list[Said] = []
    speaker = Speaker(
        VoiceSettings(verbosity="all"), lambda told: box.append([(spoken.kind, spoken.text) for spoken in decode(told)])
    )
    desk = VirtualTable(
        Store(tmp_path), SimulatedSetup(replace(SIMULATED, around=replace(SIMULATED.around, speaker=speaker)))
    )
    does(desk, Begin(game, seats=seats(GAMES[game].players[-1]), scanned=False, seed=1))
    page, heard = Page(desk), Said()
    box.clear()
    for _ in range(12):
        heard += page.hears(Do.NEXT)
    assert heard == [sentence for message in box for sentence in message]
    assert len(heard) >= 12


@only_with_page
def test_every_move_of_a_jump_is_heard(page: Page) -> None:
    page.hears(right_card(page))
    moves = Said()
    page.desk.take(Do.TRICK)
    while page.desk.busy:
        page.desk.turn()
        moves += [sentence for sentence in page.new(page.desk.view()) if sentence[0] == "move"]
    assert [text.split()[1] for _, text in moves] == ["plays", "plays", "takes"]


def test_cards_that_the_page_deals_are_not_counted_aloud(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    page = Page(desk)
    heard = page.hears(Begin("birddog", seats=seats(3), seed=1))
    assert heard == said_of(sentences_for(desk.table))
    dealt = Page(desk).hears(AtOnce.FAST, Begin("birddog", seats=seats(3), seed=1), Do.DEAL)
    assert {text for _, text in dealt} == {
        "The cards are dealt.",
        "The box reads each hand, face down.",
        f"{BONUS_PAGES['yes']} Nil bets 3 points on taking no trick.",
    }


def test_what_a_deal_begins_with_is_heard_after_a_deal_in_a_moment(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    heard = Page(desk).hears(Begin("hearts", seats=seats(4), rules={"passing": "none"}, seed=1))
    assert ("move", "No passing.") in heard


def test_who_asks_hears_the_screen_again_or_all_that_lies_open_after_a_silence(page: Page) -> None:
    for ask, sentences in ((AtOnce.SAY_AGAIN, sentences_for), (AtOnce.TELL_ALL, tell_all)):
        heard = page.hears(ask)
        assert heard == said_of(sentences(page.desk.table))
        silence, told = page.desk.view()["heard"]["latest"][-2:]
        assert not silence["say"]
        assert told["say"]


def test_who_asks_ends_nothing_that_hands_are_at(page: Page) -> None:
    page.desk.take(right_card(page))
    page.desk.turn()
    assert page.desk.busy
    page.desk.take(AtOnce.SAY_AGAIN)
    assert page.desk.busy


def test_who_watches_hears_the_captions_and_not_the_same_from_the_box(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    page, heard, captions = Page(desk), Said(), list[str]()
    desk.take(Watch("birddog", 1.0))
    while not captions or desk.view()["watching"] == "shows":
        desk.turn()
        view = desk.view()
        heard += page.new(view)
        if view["watching"] == "shows" and view["caption"] not in captions[-1:]:
            captions.append(view["caption"])
    watched = " ".join(captions)
    assert " ".join(text for kind, text in heard if kind == "move").startswith(watched)
    assert [text for kind, text in heard if kind == "mistake"] == []


def test_who_watches_hears_the_caption_again(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    desk.take(Watch("birddog", 10.0))
    page = Page(desk)
    while not desk.view()["caption"]:
        desk.turn()
    page.new(desk.view())
    desk.take(AtOnce.SAY_AGAIN)
    assert " ".join(text for _, text in page.new(desk.view())) == desk.view()["caption"]


def test_a_lost_power_is_heard_and_then_everything_anew(page: Page) -> None:
    heard = page.hears(Do.UNPLUG)
    assert heard[0] == ("mistake", "No power.")
    assert heard[1:] == said_of(sentences_for(page.desk.table))


def test_a_hint_is_told_without_the_signs_of_cards(page: Page) -> None:
    hint = does(page.desk, AtOnce.HINT)["hint"]
    assert hint["right"]
    assert not set("♠♥♦♣") & {*hint["says"], *hint["in_short"]}


@only_with_page
@pytest.mark.parametrize(
    "game", every_so_many(4, [name for name, game in GAMES.items() if game.entry.strategy is not nothing])
)
def test_a_deal_with_computers_is_heard_to_its_end_without_a_gap(game: str, tmp_path: Path) -> None:
    people = GAMES[game].players[-1]
    desk = desk_of(tmp_path)
    does(desk, SetPace(Pace.AT_ONCE), Begin(game, seats=seats(people, people - 1, "gentle"), seed=1))
    page, heard = Page(desk), Said()
    desk.take(Do.DEAL_END)
    while desk.busy:
        desk.turn()
        heard += page.new(desk.view())
    names = desk.table.playing.header.names
    assert all(any(text.startswith(name) for kind, text in heard if kind == "move") for name in names)
