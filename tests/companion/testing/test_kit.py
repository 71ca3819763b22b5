"""Every game passes the conformance kit, and each check of it finds what it is there for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from copy import copy
from pathlib import Path
from typing import Any, ClassVar

import pytest
from babel.messages import Catalog

from companion.cards import Deck, Luck
from companion.games.birddog.playout import BirdDogPosition
from companion.games.birddog.rules import BIRD_DOG, BirdDog
from companion.games.birddog.strategy import BirdDogStrategy
from companion.games.hearts.rules import HEARTS
from companion.games.registry import GAMES, not_installed
from companion.games.spades.rules import SPADES
from companion.games.toriatama.rules import TORIATAMA
from companion.players.seat_view import SeatView
from companion.rules.dealer import Dealer
from companion.rules.entry import GameEntry
from companion.rules.events import DealScored
from companion.rules.game import Game, Option
from companion.rules.places import Place, What
from companion.rules.statements import Statement, Word
from companion.rules.tricks import FOLLOW_SUIT
from companion.support.values import replace
from companion.testing.kit import CHECKS, conforms
from tests.test_toy_game import TOY
from tests.torture import MUTANTS, TORTURE, every_so_many
from tools.translations import compile_catalogue

PART = 1 if TORTURE else 4 if MUTANTS else 24
"""One case of so many is tried."""
LEAST = {"draws": 2}
"""With the widest names, and with short ones, of which none is cut."""


WHOLE = ("records", "asked")
"""The checks that are made of each game; of the others every eighth one, so that each game and each check is tried."""
TRIED = [(name, check) for name in GAMES for check in WHOLE] + every_so_many(
    8, [(name, check) for name in GAMES for check in CHECKS if check not in WHOLE]
)


@pytest.mark.parametrize(("name", "check"), TRIED)
def test_every_game_passes_the_kit(name: str, check: str) -> None:
    cases = max(LEAST.get(check, 1), -(-CHECKS[check].cases // PART))
    assert "".join(CHECKS[check].findings(GAMES[name], cases)) == ""


def test_a_game_of_elsewhere_without_parts_of_its_own_is_checked_as_well() -> None:
    found = {name: "".join(check.findings(TOY, 1)) for name, check in CHECKS.items()}
    failed = {name for name, finding in found.items() if finding}
    assert failed == {"entry", "records", "rules-with-records"}, found
    assert "no records" in found["records"]


def test_what_is_wrong_is_told_with_its_case_and_the_record_of_it() -> None:
    told: list[tuple[int, int]] = []
    found = conforms(GameEntry(rules=lambda: NAMELESS), lambda done, of: told.append((done, of)), share=0.01)
    assert told[0] == (1, len(CHECKS))
    assert told[-1] == (len(CHECKS), len(CHECKS))
    assert any(finding.startswith("returns, case 0: Whatever a method returns in a deal is of") for finding in found)
    assert sum("“deal” comes next where “Turn one up” is asked, and it is None" in finding for finding in found) == 1
    assert not [finding for finding in found if "The record" in finding]
    assert "The record up to there:\ngame birddog\n" in "".join(CHECKS["ends"].findings(NAMELESS, 1))


# ---------------------------------------------------------------- games that break one promise each


def broken(of: Game = BIRD_DOG, **methods: Any) -> Game:
    """Bird Dog, or another game, with other methods; its records are still those of that game."""
    game = copy(of)
    kind = type("Broken", (type(of),), {"__module__": type(of).__module__, **methods})
    object.__setattr__(game, "__class__", kind)
    vars(game).pop("shown", None)
    return game


def with_part(of: Game, part: str, **methods: Any) -> Game:
    """A game with other methods in a part of its entry."""
    kind = type("Broken", (getattr(of.entry, part)(),), methods)
    changed: dict[str, Any] = {part: lambda: kind}
    return replace(of, entry=replace(of.entry, **changed))


def with_words(of: Game = BIRD_DOG, **methods: Any) -> Game:
    return with_part(of, "shown", **methods)


def with_strategy(**methods: Any) -> Game:
    return with_part(BIRD_DOG, "strategy", **methods)


def without_hidden(self: BirdDog, state: Any) -> Any:
    """One card fewer."""
    places = dict(BirdDog.places(self, state))
    hidden = places[Place(What.UNSEEN, open=False)]
    return {**places, Place(What.UNSEEN, open=False): hidden & (hidden - 1) or hidden}


def in_two_places(self: BirdDog, state: Any) -> Any:
    places = dict(BirdDog.places(self, state))
    return {**places, Place(What.NEST): next(iter(places.values()))}


def unseen_hands(self: BirdDog, state: Any) -> Any:
    """Nobody is known to hold anything."""
    places = BirdDog.places(self, state)
    return {place: cards for place, cards in places.items() if place.what is not What.HAND}


def with_the_first_seat_ahead(self: BirdDog, state: Any) -> tuple[int, ...]:
    first, *others = BirdDog.points(self, state)
    return (first + 1, *others)


def won_by_what_was_brought(self: BirdDog, state: Any) -> tuple[int, ...]:
    return self.winners_of(state, state.totals) if state.deal is None else BirdDog.winners(self, state)


def tells_a_hand(_: BirdDog, state: Any) -> str:
    return str(state.now.knowledge.known[0] % 97) if state.deal else ""


class Drifting:
    """A game whose answers depend on how often it was asked."""

    asked: ClassVar[int] = 0

    @classmethod
    def points(cls, self: BirdDog, state: Any) -> tuple[int, ...]:
        cls.asked += 1
        return tuple(point + cls.asked for point in BirdDog.points(self, state))

    @staticmethod
    def take_over(_: Any, state: Any, _seat: int, *, racked: bool) -> Any:
        Drifting.asked += 1
        return None if racked else replace(state, totals=tuple(total + Drifting.asked for total in state.totals))


def changes_its_state(_: BirdDog, state: Any) -> str:
    object.__setattr__(state, "totals", tuple(total + 1 for total in state.totals))
    return ""


def deaf(self: BirdDog, seat: int, state: Any, statement: Statement) -> Statement | None:
    """Nobody hears what is dealt, not even into the own hand."""
    return None if statement.word == "hand" else BirdDog.seen_by(self, seat, state, statement)


def by_hidden_hands(_: BirdDogStrategy, view: SeatView, *_luck: Luck) -> Statement:
    """A choice by cards of all hands."""
    assert view.moment is not None
    moves = BirdDogStrategy().moves(view)
    return moves[hash(view.moment.state.now.knowledge.known) % len(moves)]


class Cheating(BirdDogPosition):
    """Everybody gets a point more than they have."""

    def scores(self) -> list[int]:
        return [score + 1 for score in super().scores()]


class Late(BirdDogPosition):
    """Every first card of the right ones is missing."""

    def plays(self) -> list[int]:
        return super().plays()[1:]


class Endless(BirdDogPosition):
    """A playout ends with a seat's turn."""

    def playout(self, luck: Luck) -> None:
        super().playout(luck)
        self.turn = 0


class Careless(Dealer):
    """Whoever plays a card held it, whatever was dealt."""

    def follow(self, said: Statement, _state: Any, _events: Any) -> None:
        self.tell(said, [self.piles.cards.index(card) for card in said.cards])


NAMELESS = broken(judge=lambda *_: None)
WORDY = replace(FOLLOW_SUIT, short="FOLLOW THE SUIT")
BITES: list[tuple[str, Game, str]] = [
    # the check, a game that does not pass it, a part of what is told
    ("entry", replace(BIRD_DOG, entry=replace(BIRD_DOG.entry, strategy=lambda: dict)), "no Strategy"),
    ("rulebook", replace(BIRD_DOG, rules=(WORDY,)), "pixels wide"),
    ("rulebook", replace(BIRD_DOG, rules=(replace(FOLLOW_SUIT, sentence="Follow"),)), "the sentence of follow-suit"),
    ("rulebook", replace(BIRD_DOG, pages=("word " * 60,)), "lines, and a page has"),
    ("rulebook", with_words(terms=("trick", "ruff")), "which nobody explains"),
    (
        "rulebook",
        broken(carry_in=lambda *_: frozenset(), winners=won_by_what_was_brought),
        "`begin` takes the scores (20, 0, 0), which end the match",
    ),
    ("rotation", broken(carry_in=lambda *_: frozenset(), winners=won_by_what_was_brought), "`begin` takes the scores"),
    ("records", broken(points=with_the_first_seat_ahead), "# => deal-score Ann=-1 Bob=-1 Cid=+1"),
    ("records", with_words(HEARTS, reason=lambda _, _state, rule, _cards: rule), "the table tells"),
    ("records", with_part(TORIATAMA, "pieces", note=lambda _: ""), "read back it is"),
    ("rules-with-records", replace(BIRD_DOG, rules=(*BIRD_DOG.rules, replace(WORDY, name="new"))), "breaks new"),
    ("asked", with_words(second_line=lambda *_: "Trump"), "asked.txt, line"),
    ("entry", replace(BIRD_DOG, deck=Deck.of("J Q", "S X")), "decks of its kind “french” have no JX, QX: bring a kind"),
    ("entry", replace(BIRD_DOG, deck_kind="tarot"), "its deck kind “tarot” cannot be enrolled: use one of french, "),
    ("rulebook", broken(hand_size=lambda *_: 9), "3 players are dealt 27 cards, and the deck has 24"),
    ("returns", broken(winners_of=lambda *_: 2), "`winners_of` returns 2, and a tuple of seats is wanted"),
    ("returns", broken(SPADES, floor=lambda *_: "-200"), "`floor` returns '-200', and a total or None is wanted"),
    ("returns", broken(to_scan=lambda *_: ((0, 7), (1, 7), (2, 7))), "`to_scan` says 7 of seat "),
    ("returns", broken(points=lambda *_: [1, 2, 3]), "`points` returns [1, 2, 3], and a tuple of numbers, by seat is"),
    ("returns", with_words(second_line=lambda *_: None), "`second_line` returns None, and a text is wanted"),
    (
        "returns",
        with_words(beside=lambda *_: "bid 3"),
        "`beside` returns 'bid 3', and a tuple of texts, such as (text,), is",
    ),
    ("returns", with_words(middle=lambda *_: (("QH",),)), "`middle` returns (('QH',),), and a tuple of pairs, "),
    ("returns", with_words(trump=lambda *_: "hearts"), "`trump` returns 'hearts', and a suit as on the cards, or"),
    ("refuses", with_words(large_line=lambda *_: "FOLLOW THE SUIT"), "pixels wide"),
    ("ends", broken(condition=lambda *_: FOLLOW_SUIT), "9C, JC: illegal follow-suit"),
    ("ends", broken(scores=lambda *_: (1, 1, 1)), "add up to"),
    ("ends", broken(continuation=lambda _, state: state.setup), "goes on begins with"),
    ("anything", replace(BIRD_DOG, rules=()), ""),
    ("places", broken(places=without_hidden), "nowhere"),
    ("places", broken(places=in_two_places), "in another place"),
    ("places", with_words(GAMES["bonehead"], middle=lambda *_, **__: ()), "people see none of them"),
    ("replay", broken(points=Drifting.points.__get__(Drifting)), ""),
    ("undo", with_words(headline=changes_its_state), "`shown.headline` changes the state: "),
    ("rotation", broken(points=with_the_first_seat_ahead), "leads to"),
    ("draws", with_words(second_line=lambda *_: "the trump of this deal is not known yet"), "cut"),
    ("closed-places", with_words(second_line=tells_a_hand), "people see"),
    ("exchanged-cards", with_words(second_line=tells_a_hand), "the panel"),
    ("open-hands", replace(BIRD_DOG, entry=replace(BIRD_DOG.entry, dealer=lambda: Careless)), "it is not yours"),
    ("open-hands", broken(places=unseen_hands), "do not agree"),
    ("presses", replace(BIRD_DOG, presses=1), "presses in a deal"),
    ("right-moves", with_strategy(moves=lambda _, view: (Statement("nil", view.seat),)), ""),
    ("fair-players", with_strategy(normal=by_hidden_hands), "only hidden cards differ"),
    ("fair-players", broken(known_secrets=lambda *_: frozenset({("hand", 0)})), "nobody showed it"),
    ("fair-players", broken(seen_by=deaf), "has not seen"),
    ("comings-and-goings", with_part(BIRD_DOG, "seating", take_over=Drifting.take_over), "when said again"),
    ("playouts", with_strategy(position=Cheating.of), "the deal scores"),
    ("playouts", with_strategy(position=Endless.of), "its `turn` is 0, and players.OVER is wanted"),
    ("playouts", with_strategy(position=Late.of), "right in the position"),
]


@pytest.mark.parametrize(("check", "game", "told"), BITES)
def test_a_check_finds_what_it_is_there_for(check: str, game: Game, told: str) -> None:
    found = "".join(CHECKS[check].findings(game, CHECKS[check].cases))
    assert told in found
    assert found.startswith(f"{check}, case ")


@pytest.fixture
def peg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameEntry:
    """A game of another author that scores while a deal is played, with records beside it."""
    (tmp_path / "records").mkdir()
    for name, place in {"peg.txt": "peg.py", "peg.table": "records/peg.table"}.items():
        (tmp_path / place).write_text(Path(__file__).with_name(name).read_text("utf-8"), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return not_installed("peg:PEG_E").entry


def test_a_game_that_scores_within_a_deal_passes_the_kit(peg: GameEntry) -> None:
    assert conforms(peg, lambda *_: None, 0.04) == []


def test_points_of_a_deal_that_do_not_add_up_are_found_also_where_they_are_scored_within_it(peg: GameEntry) -> None:
    game = broken(peg.rules())
    kind = type(game)
    advance = kind.advance

    def forgets(self: Any, state: Any, said: Statement) -> Any:
        after, events = advance(self, state, said)
        return after, tuple(DealScored((0, 0)) if isinstance(event, DealScored) else event for event in events)

    monkey = type("Broken", (kind,), {"__module__": kind.__module__, "advance": forgets})
    object.__setattr__(game, "__class__", monkey)
    assert "add up to" in "".join(CHECKS["ends"].findings(game, 16))


@pytest.mark.parametrize(
    ("said", "spoil", "told"),
    [
        ("{who} paßt", Path.exists, ""),
        ("{wer} paßt", Path.exists, "“{wer} paßt” (de) has the gap {wer}, which “{who} passes” has not"),
        ("{who paßt", Path.exists, "“{who paßt” has a brace without its other one"),
        ("{who} paßt", lambda mo: mo.write_bytes(mo.read_bytes()[:40]), "de is damaged: "),
        ("{who} paßt", lambda mo: mo.unlink(), "no LANGUAGE/LC_MESSAGES/companion.mo lies in"),
    ],
)
def test_what_is_wrong_with_a_translation_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, spoil: Callable[[Path], Any], told: str
) -> None:
    catalogue = Catalog("de")
    catalogue.add("{who} passes", said)
    mo = tmp_path / "speaking/languages/de/LC_MESSAGES/companion.mo"
    mo.parent.mkdir(parents=True)
    mo.write_bytes(compile_catalogue(catalogue))
    spoil(mo)
    (tmp_path / "speaking/__init__.py").touch()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "speaking", raising=False)
    game = replace(BIRD_DOG, entry=replace(BIRD_DOG.entry, languages="speaking:languages"))
    found = "".join(CHECKS["entry"].findings(game, 1))
    assert told in found if told else not found


def raises(*_: Any) -> Any:
    """A method of a game with a slip in it."""
    return dict[str, int]()["clubs"]


@pytest.mark.parametrize(
    ("check", "game", "told"),
    [
        ("undo", with_words(second_line=raises), "KeyError: 'clubs' (in `raises`, test_kit.py, line "),
        ("undo", broken(points=Drifting.points.__get__(Drifting)), "The last line was “"),
    ],
)
def test_what_is_wrong_names_the_statement_the_value_and_the_method(check: str, game: Game, told: str) -> None:
    assert told in "".join(CHECKS[check].findings(game, CHECKS[check].cases))


def test_all_records_that_are_missing_are_told_at_once_and_none_that_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    words = (*BIRD_DOG.words, Word("bid", number=True), Word("pass"))
    game = replace(BIRD_DOG, rules=(*BIRD_DOG.rules, replace(WORDY, name="new")), words=words)
    game = replace(game, options=(*game.options, Option("deck", ("one", "two"), "decks", ("one", "two"))))
    found = "".join(CHECKS["rules-with-records"].findings(game, 1))
    assert "no record breaks new: " in found
    assert "no record is played with “option deck two”" in found
    assert "already-passed" not in found


def test_every_check_has_a_game_that_does_not_pass_it() -> None:
    assert {check for check, _, _ in BITES} == set(CHECKS)
