"""Somebody who only reads the page finds the way through every game, however it is clicked, and is told the truth.

`person.py` reads and clicks. Here stands what a match keeps to besides: it ends, what was laid is what the record says,
and scores equal a count of our own (`own_count.py`).
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import pytest

from tests.companion.web.browser import Browser, found
from tests.companion.web.own_count import own_count, statements
from tests.companion.web.person import ANSWERED_S, NOBODY_S, Fault, Person, Sight, Thing
from tests.companion.web.table_in_browser import served
from tests.evening import begun
from tests.needs import CHROMIUM
from tests.torture import TORTURE, every_so_many, so_many

PACE = 120.0
NAMES = ("Ann", "Tom", "James", "Kathy", "Nell")
LEVELS = ("gentle", "easy", "normal", "strong")
GAMES = {
    "hearts": ("dealer", (4, 3, 5), 95),
    "spades": ("dealer", (4,), 480),
    "euchre": ("dealer", (4,), 9),
    "birddog": ("dealer", (3,), 10),
    "rook": ("dealer", (4,), 290),
    "birdhead": ("start", (4,), 0),
    "bonehead": ("start", (2, 3, 4, 5), 0),
    "toriatama": ("start", (2, 3, 4), 0),
}
"""What the first player of a deal is, how many play, and a score from which a deal ends the match."""

TITLES = ["Hearts", "Spades", "Euchre", "Bird Dog", "Rook", "BirdHead", "Bonehead", "Toriatama"]
SEATINGS = [(game, number) for game, (_, numbers, _) in GAMES.items() for number in numbers]

MARKERS = [f"markers {name} {rank}" for name, rank in zip(NAMES, ("2 2 2 2 2", "3 3 3 3 3", "4 4 4 4 4"), strict=False)]
"""Of BirdHead before its last deal."""


# ------------------------------------------------------------------ how people click


def once(person: Person, sight: Sight, thing: Thing) -> None:
    """As soon as it is asked."""
    person.answers(sight, thing)


def slowly(person: Person, sight: Sight, thing: Thing) -> None:
    """After a while of thinking, in which nothing may move."""
    time.sleep(0.5)
    person.answers(sight, thing)


def doubly(person: Person, sight: Sight, thing: Thing) -> None:
    """As people click icons of a desktop."""
    person.answers(sight, thing, times=2)


def in_motion(person: Person, sight: Sight, thing: Thing) -> None:
    """And all cards at once after it, while nobody is asked: none of these clicks may lay one later."""
    person.answers(sight, thing)
    now = person.look()
    for card in () if now.asks else now.offers[:3]:
        asked = person.look().asks
        person.tries(card)
        if asked or person.look().asks:  # it was asked for before the card lay still
            person.clicked.append(card.name)


def reloading(person: Person, sight: Sight, thing: Thing) -> None:
    """And the page is loaded anew, which forgets marks: not between the mark and the button that lays it."""
    person.answers(sight, thing)
    if not person.look().marked:
        person.page.call("Page.reload")


def going_back(person: Person, sight: Sight, thing: Thing) -> None:
    """With the button of the browser, and forward again."""
    person.answers(sight, thing)
    if not person.look().marked:
        person.goes(-1, 1)


def _goes_on(person: Person) -> None:
    """With anything that is asked, until no card is marked, unless the match is over."""
    while not (sight := person.is_asked()).is_over:
        person.answers(sight, person.chooses(sight))
        if not person.look().marked:
            return


def without_a_net(person: Person, _: Sight, thing: Thing) -> None:
    """For a moment; a click in it may be lost, but is never done twice."""
    net = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    person.page.follow_network()
    person.page.call("Network.emulateNetworkConditions", offline=True, **net)
    person.tries(thing)
    time.sleep(0.3)
    person.page.call("Network.emulateNetworkConditions", offline=False, **net)
    person.clicked.append(thing.name)
    there = "it goes on saying that there is no table"
    person.waits_for(lambda now: not now.alarm and "not answer" not in now.sentence, NOBODY_S, there)
    _goes_on(person)


def in_another_language(person: Person, _: Sight, __: Thing) -> None:
    """Which asks the same; and the way back is found."""
    if not person.look().marked:
        person.speaks("Deutsch")
        person.speaks("English")
    _goes_on(person)


MANNERS: tuple[Callable[[Person, Sight, Thing], None], ...] = (
    once,
    slowly,
    doubly,
    in_motion,
    reloading,
    going_back,
    without_a_net,
    in_another_language,
)


CLICKS = dict.fromkeys(MANNERS, 1) | {once: 2, doubly: 2, in_motion: 2}
"""In the suite a person is watched for so many of them; with torture until the match is over."""


# ------------------------------------------------------------------ what is played


@dataclass(frozen=True)
class Evening:
    """A match before its last deal. Its last `computers` players are computers of this level."""

    game: str
    players: int
    computers: int
    level: str
    seed: int

    @staticmethod
    def of(seed: int) -> Evening:
        """One of all of them. In Bonehead people who know no rule take the pile for ever: there one person plays."""
        game, players = SEATINGS[seed % len(SEATINGS)]
        alone = game == "bonehead"
        computers = players - 1 if alone else 0 if seed % 7 == 6 else players - 1 - (seed % 5 == 4)
        return Evening(game, players, computers, LEVELS[seed // 3 % so_many(2, 4)], seed)

    def lines(self) -> Iterator[str]:
        """Its record."""
        opener, _, score = GAMES[self.game]
        names = NAMES[: self.players]
        yield f"game {self.game}"
        yield f"players {' '.join(names)}"
        yield from (f"; seat {name} computer={self.level} seed={self.seed}" for name in names[-self.computers or 9 :])
        yield f"; table scanned={','.join(names)}"
        yield f"{opener} {names[self.seed % self.players]}"
        yield from (f"score {name} {score}" for name in names if score)
        yield from MARKERS if self.game == "birdhead" else ()

    def __str__(self) -> str:
        return f"{self.seed}-{self.game}-{self.players}-{MANNERS[self.seed % len(MANNERS)].__name__}"


# ------------------------------------------------------------------ what must be true


def record(root: Path) -> str:
    """The record of the only match of this directory."""
    (path,) = root.glob("records/**/*.table")
    return path.read_text("utf-8")


WORDS = {
    "jack": "j",
    "queen": "q",
    "king": "k",
    "ace": "a",
    "spades": "s",
    "hearts": "h",
    "diamonds": "d",
    "clubs": "c",
    "nil": "0",
}
COLOURS = {"black": "b", "green": "g", "red": "r", "yellow": "y"}


def parts(card: str) -> frozenset[str]:
    """Rank and suit of a card, as people or the record name it."""
    if of_record := re.fullmatch(r"(\d+|[JQKA])([SHDCBGRY])", card):
        return frozenset(part.lower() for part in of_record.groups())
    words = re.findall(r"\d+|[a-z]+", card.partition("/")[0].lower().replace(" of ", " "))
    return frozenset((WORDS | COLOURS).get(word, word) for word in words)


def check_what_was_laid(told: str, clicked: list[str]) -> None:
    """Every card that the record has from a person was clicked since the one before; a claim shows the hand."""
    lines = statements(told)
    names = lines[1].split()[1:]
    computers = re.findall(r"^; seat (\S+) computer", told, re.MULTILINE)
    people = [name for name in names if name not in computers]
    left = [parts(name) for name in clicked]
    dealt = lines.index("deal")
    for at, words in enumerate(map(str.split, lines[dealt:]), dealt):
        if words[0] not in people or words[1] in {"draws", "shows"}:
            continue
        if words[1] == "bone" and any("bone, face down" in name for name in clicked):
            continue  # nobody knows it before it is turned
        cards = [word for word in words[1:] if re.fullmatch(r"\d+|(\d+|[JQKA])[SHDCBGRY]|\w+-\w+", word)]
        if not {*map(parts, cards)} <= {*left} and not {f"Bid {words[-1]}", "Play the last card"} & {*clicked}:
            raise Fault(f"{' '.join(words)}: nobody has clicked that, but {left}; {lines[at - 20 : at + 1]}")
        del left[: max((left.index(parts(card)) + 1 for card in cards if parts(card) in left), default=0)]


def check_scores(told: str, sight: Sight) -> None:
    """The ending says who has how much, as counted from the record; the only person is called you."""
    said = [thing.text for thing in sight.things if thing.role == "listitem" and "dialog" in thing.within]
    rows = [row.replace("\N{MINUS SIGN}", "-") for row in said]
    for name, points in own_count(told).items():
        has = re.compile(rf"\b({name}|You|du)\b.* {points} (points?|Punkte?)$")
        if statements(told)[0] != "game bonehead" and not any(map(has.search, rows)):
            raise Fault(f"{name} has {points}, and the page says {rows}")


# ------------------------------------------------------------------ the tests


@contextmanager
def sitting(root: Path, seed: int, *lines: str, pace: float = PACE) -> Iterator[Person]:
    """A person before the page of the table with this record."""
    begun(root, *lines)
    with a_tab() as page, served(root, pace, seed=str(seed)) as address:
        page.moves()
        page.size(1280, 800)
        yield Person(page, Random(seed), MANNERS[seed % len(MANNERS)]).opens(address)


@cache
def window() -> Browser:
    """A browser for all evenings: what an earlier one kept belongs to another address."""
    return Browser()


@contextmanager
def a_tab() -> Iterator[Browser]:
    """A tab with a history of its own, in a browser without cookies."""
    page = window().another(window=True)
    page.call("Network.clearBrowserCookies")
    yield page
    page.close()


def watch(evening: Evening, root: Path, clicks: int) -> bool:
    """Somebody plays so many clicks of it, and everything is as it must be; whether the match is over then."""
    with sitting(root, evening.seed, *evening.lines()) as person:
        known = evening.computers if evening.game != "toriatama" else 0
        assert len(person.is_asked().others) == known, "it is not seen who is a computer"
        seen = person.plays(clicks)
    check_what_was_laid(record(root), person.clicked)
    if seen.is_over:
        check_scores(record(root), seen)
    return seen.is_over


@pytest.fixture(autouse=True)
def _with_a_browser() -> None:
    if not found():
        pytest.skip(CHROMIUM)


def test_a_place_in_which_nothing_is_said_hides_no_sentence() -> None:
    places = (
        Thing("status", "", said, node=0, usable=True, pressed=False, within=frozenset({"main"}))
        for said in ("", "Kathy thinks.")
    )
    assert Sight((*places,)).sentence == "Kathy thinks."


@pytest.mark.no_cover
@pytest.mark.timeout(so_many(300, 1800))
@pytest.mark.parametrize("evening", [Evening.of(seed) for seed in range(so_many(30, 300))], ids=str)
def test_a_person_who_only_reads_is_asked_answered_and_told_the_truth(evening: Evening, tmp_path: Path) -> None:
    clicks = CLICKS[MANNERS[evening.seed % len(MANNERS)]]
    endless = evening.game == "spades" and not evening.computers  # four who bid by chance; there is no lower end
    assert watch(evening, tmp_path, so_many(clicks, 600)) or not TORTURE or endless, "the match does not end"


@pytest.mark.no_cover
def test_somebody_bids_and_plays_two_tricks(tmp_path: Path) -> None:
    """A quick one, for `make sabotage`."""
    watch(Evening("spades", 4, 3, "gentle", seed=8), tmp_path, 8)


@pytest.mark.no_cover
def test_somebody_plays_a_match_to_its_end(tmp_path: Path) -> None:
    """In the check; with torture all evenings end."""
    assert watch(Evening("euchre", 4, 3, "gentle", seed=8), tmp_path, 40)


@pytest.mark.no_cover
@pytest.mark.parametrize("title", so_many(["Bonehead"], TITLES))
def test_a_game_is_dealt_in_two_clicks(title: str, tmp_path: Path) -> None:
    with a_tab() as page, served(tmp_path, PACE) as address:
        page.size(1280, 800)
        person = Person(page, Random(1), once).opens(address)
        assert person.sits_down(title).offers
    assert statements(record(tmp_path))[0] == f"game {title.replace(' ', '').lower()}"


# ------------------------------------------------------------------ what was met once


@pytest.mark.no_cover
def test_three_cards_that_are_passed_are_told_to_the_box_at_once(tmp_path: Path) -> None:
    with sitting(tmp_path, 8, *Evening("hearts", 4, 3, "gentle", 8).lines()) as person:
        sight = person.is_asked()
        chosen = [thing.name for thing in sight.offers if "answers" not in thing.within][2:8:2]
        for name in chosen:
            person.answers(sight := person.is_asked(), sight.named(name))
        sight = person.waits_for(lambda now: now.answers, ANSWERED_S, "nothing lays what is marked")
        person.answers(sight, sight.answers[0])
        person.waits_for(
            lambda _: "Ann passes" in record(tmp_path), ANSWERED_S, f"no pass of {chosen} in {record(tmp_path)[-3000:]}"
        )
    (passed,) = [line.split()[2:] for line in statements(record(tmp_path)) if line.startswith("Ann passes")]
    assert {*map(parts, passed)} == {*map(parts, chosen)}


ORDERED = """
deal
hand James JH 10D QD AD AC
hand Kathy 9S 9D 10C JC QC
hand Ann 10S 10H QH KH AH
hand Tom JS KS JD KD 9C
up QS
James pass
Kathy pass
Ann orders
Tom discards QS
"""


@pytest.mark.no_cover
def test_the_maker_of_trump_is_asked_by_page_and_panel_alike(tmp_path: Path) -> None:
    evening = Evening("euchre", 4, 3, "gentle", 1)  # Tom deals
    with sitting(tmp_path, 8, *evening.lines(), *ORDERED.split("\n")[1:-1]) as person:
        person.plays(1)
    check_what_was_laid(record(tmp_path), person.clicked)


@pytest.mark.no_cover
def test_no_hint_is_offered_at_the_stack_of_which_nobody_has_seen_a_card(tmp_path: Path) -> None:
    with sitting(tmp_path, 8, *Evening("euchre", 4, 3, "gentle", 8).lines()) as person:
        assert "Hint" not in [thing.name for thing in person.is_asked().things]


@pytest.mark.no_cover
@pytest.mark.parametrize("game", every_so_many(3, ["toriatama", "bonehead", "spades"]))
def test_the_only_person_stays_at_the_bottom(game: str, tmp_path: Path) -> None:
    evening = Evening(game, GAMES[game][1][-1], GAMES[game][1][-1] - 1, "gentle", 8)
    with sitting(tmp_path, 8, *evening.lines()) as person:
        for _ in range(so_many(4, 30)):
            hands = [
                thing.name for thing in person.look().things if thing.role == "article" and "your hand" in thing.within
            ]
            assert hands in ([], ["You"], ["You, whose turn it is"])
            if (sight := person.look()).asks and sight.offers:
                person.answers(sight, person.chooses(sight))
