"""Checks of what a game says of itself: its entry, rules, words, options and pages, and that each fits the panel.

And of what its methods return: a finding names the method and what it should return.
"""

from __future__ import annotations

import pickle
import re
from collections import Counter
from collections.abc import Callable, Iterable
from copy import copy
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from string import Formatter
from typing import Any

from companion.enrolment import deck_kinds
from companion.enrolment.deck_kinds import DeckKind
from companion.games.plugin_form import tuple_of, unknown_kind
from companion.games.registry import DECK_KINDS, GAMES
from companion.http.sprites import symbols
from companion.match.checker import answers
from companion.match.header import Header
from companion.match.match import Match
from companion.players.strategy import Strategy
from companion.rules.deal import Condition
from companion.rules.dealer import INTO_A_HAND, Dealer
from companion.rules.entry import GameEntry
from companion.rules.game import Expectation, Game, Pieces, Shown
from companion.rules.glossary import GLOSSARY
from companion.rules.referee.verdicts import COMMON_RULES, Illegal, Legal, OnTrust, Rule, Unreadable
from companion.rules.suggestions import Suggestions
from companion.screens.glyphs import LARGE, MEDIUM, SMALL, Font
from companion.screens.picture import line_width, wrap
from companion.screens.question import MOST_EXPLAINED
from companion.support.messages import DOMAIN, texts_of
from companion.testing.evening import BROUGHT, NAMES, FairEvening, begins, chance_of
from companion.testing.stories import telling

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MOST_LINES = 5
"""Lines of a page of the rules on the panel."""


PARTS = {"strategy": Strategy, "shown": Shown, "pieces": Pieces, "dealer": Dealer, "suggestions": Suggestions}
"""The classes of the parts of an entry."""


def entry(game: Game, _: int = 0) -> None:
    """The entry of a game has what its rooms ask for, and goes with it to another process."""
    own = game.entry
    there = own.rules()
    assert isinstance(there, Game), f"`rules` of the entry is {there!r}, no Game"
    assert there.name == game.name, f"`rules` of the entry of {game.name} is {there.name}"
    for part, kind in PARTS.items():
        _is_a(getattr(own, part)(), kind, part)
    for part in ("screen", "at_home"):
        found = getattr(own, part)()
        assert found is None or callable(found), f"`{part}` of the entry is {found!r}, no function"
    kinds = own.deck_kinds()
    wrong = [kind for kind in kinds(game) if not isinstance(kind, DeckKind)] if kinds else []
    assert not wrong, f"{wrong} among the `deck_kinds` of the entry"
    why = unknown_kind(game.deck_kind, [kind.name for kind in kinds(game)] if kinds else (), DECK_KINDS)
    assert not why, why
    _has_tags(game)
    assert pickle.loads(pickle.dumps(game)).name == game.name  # noqa: S301 - our own bytes
    _has_an_example(own, game)
    _has_pictures(own)
    _has_languages(own)


def _is_a(found: Any, kind: type, part: str) -> None:
    if found is not None or part not in {"strategy", "shown"}:
        assert isinstance(found, type), f"`{part}` of the entry is {found!r}, no class"
        assert issubclass(found, kind), f"`{part}` of the entry is {found.__name__}, no {kind.__name__}"


def _has_tags(game: Game) -> None:
    kind = deck_kinds.kinds({**GAMES, game.name: game}, ())[game.deck_kind]
    missing = [str(card) for card in game.deck.cards_in_order if not kind.has(card)]
    assert not missing, f"decks of its kind “{kind.name}” have no {', '.join(missing)}: bring a kind (deck_kinds)"


def _has_an_example(own: GameEntry, game: Game) -> None:
    if own.example:
        package, path = own.example.split(":")
        text = files(package).joinpath(path).read_text("utf-8")
        assert f"game {game.name}\n" in text, f"the example is no record of {game.title}"
        lines = [line for line in answers(text, {game.name: game}) if line.match and line.match.said]
        followed = pairwise(lines)
        mended = any(
            isinstance(line_answer.answer.verdict, Illegal) and then.answer.applied for line_answer, then in followed
        )
        assert mended, "no play of the example is refused and mended: that is what people are shown first"


def _has_pictures(own: GameEntry) -> None:
    package, path = own.pictures.split(":")
    try:
        drawn = symbols(files(package).joinpath(path).read_bytes())
    except ValueError as why:
        raise AssertionError(f"`pictures` of the entry are no sprite: {why}") from None
    missing = sorted({"tile", *own.shapes.values()} - drawn)
    assert not missing, f"`pictures` of the entry have no symbol {', '.join(missing)}"


def _has_languages(own: GameEntry) -> None:
    package, _, path = own.languages.partition(":")
    if not package:
        return
    directory = Path(str(files(package)), path)
    codes = [catalogue.parts[-3] for catalogue in sorted(directory.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))]
    assert codes, f"`languages` of the entry: no LANGUAGE/LC_MESSAGES/{DOMAIN}.mo lies in {directory}"
    for code in codes:
        try:
            texts = texts_of(directory, code)
        except OSError as why:
            raise AssertionError(f"`languages` of the entry: {why}") from None
        for text, said in texts:
            further = _gaps(said) - _gaps(text) - {"n"}
            assert not further, f"“{said}” ({code}) has the gap {{{min(further)}}}, which “{text}” has not"


def _gaps(text: str) -> set[str]:
    try:
        return {gap for _, gap, _, _ in Formatter().parse(text) if gap is not None}
    except ValueError as why:
        raise AssertionError(f"“{text}” has a brace without its other one: {why}") from None


def rulebook(game: Game, _: int = 0) -> None:
    """Every rule has name, sentence, short form and remedy; options and pages have their texts; and all fit."""
    for rule in (rule for rule in game.rules if rule not in COMMON_RULES):
        assert NAME.fullmatch(rule.name), f"“{rule.name}” is no name of a rule: use-small-letters"
        assert rule.sentence[-1:] in {".", "!", "?"}, f"the sentence of {rule.name} is none: “{rule.sentence}”"
        _fits(rule.short, LARGE, f"the short form of {rule.name}")
        _fits(rule.remedy, SMALL, f"the remedy of {rule.name}")
        assert len(wrap(rule.sentence)) <= 2, f"{rule.sentence} fills more than two lines of the panel"
    for number, page in enumerate(game.pages, start=1):
        assert page, f"page {number} of the rules in short is empty"
        lines = len(wrap(page))
        assert lines <= MOST_LINES, (
            f"page {number} of the rules fills {lines} lines, and a page has {MOST_LINES}: {page}"
        )
    assert game.pages, "the rules in short (`pages`) are missing"
    for word in game.shown.terms:
        assert word in GLOSSARY, f"`terms` has “{word}”, which nobody explains: use {', '.join(GLOSSARY)}"
    for option in game.options:
        assert NAME.fullmatch(option.name), f"“{option.name}” is no name of an option"
        assert option.meaning, f"option {option.name} has no meaning"
        assert len(option.labels) == len(option.values), f"option {option.name} does not say each of its values"
        lines = len(wrap(option.meaning))
        assert lines <= MOST_EXPLAINED, f"the meaning of option {option.name} fills {lines} lines of the panel"
        assert len(option.values) > 1, f"option {option.name} has nothing to choose"
    _fits(game.title, MEDIUM, "the title")
    _are_different("rules", (rule.name for rule in game.rules))
    _are_different("words", (word.name for word in game.words))
    _are_different("options", (option.name for option in game.options))
    for option in game.options:
        _are_different(f"values of {option.name}", option.values)
    assert game.opener in {"dealer", "start"}, f"the opener is “dealer” or “start”, not “{game.opener}”"
    assert game.players, "nobody can play it"
    assert 1 <= min(game.players) <= max(game.players) <= len(NAMES), f"{game.players} players"
    for seats in game.players:
        state = game.begin(Header(game, NAMES[:seats], 0).setup())
        assert game.scores(state) == (0,) * seats, f"{seats} players begin with {game.scores(state)}"
        dealt = sum(cards for _, cards in game.to_scan(game.with_deal(state)))
        assert dealt <= len(game.deck), f"{seats} players are dealt {dealt} cards, and the deck has {len(game.deck)}"
        for points in (sign * bound for bound in BROUGHT for sign in (1, -1) if "score" in game.brings):
            begins(Header(game, NAMES[:seats], 0, scores={0: points}))


def _fits(text: str, font: Font, what: str) -> None:
    assert text.strip(), f"{what} is empty"
    width = font.width(text)
    assert width <= line_width(), f"{what} is {width} pixels wide, and the panel {line_width()}: “{text}”"


def _are_different(what: str, names: Iterable[str]) -> None:
    twice = [name for name, number in Counter(names).items() if number > 1]
    assert not twice, f"two {what} are called {', '.join(twice)}"


# ---------------------------------------------------------------- what its methods return

Fits = Callable[[Any], bool]


def _is_one_of(*kinds: type) -> Fits:
    return lambda found: isinstance(found, kinds)


def _are_plays(found: Any) -> bool:
    return isinstance(found, tuple) and all(_is_pair(play) for play in found)


def _is_pair(found: Any) -> bool:
    return isinstance(found, tuple) and len(found) == 2 and isinstance(found[1], tuple)


WANTED: dict[str, tuple[Fits, str]] = {
    "expects": (_is_one_of(Expectation), "an api.Expectation"),
    "judge": (_is_one_of(Legal, OnTrust, Illegal, Unreadable), "api.LEGAL, an api.Illegal or another verdict"),
    "advance": (_is_pair, "the next state and a tuple of events"),
    "scores": (tuple_of(int), "a tuple of numbers, by seat"),
    "winners": (tuple_of(int), "a tuple of seats"),
    "to_scan": (_is_one_of(tuple), "a tuple of seats, each with a number of cards"),
    "hand_size": (_is_one_of(int), "a number"),
    "first_leader": (_is_one_of(int), "a seat"),
    "expects_opening": (_is_one_of(Expectation, type(None)), "an api.Expectation or None"),
    "advance_opening": (_is_pair, "the deal and a tuple of events"),
    "condition": (_is_one_of(Condition, Rule), "an api.Condition or an api.Rule"),
    "strength": (_is_one_of(tuple), "a tuple, which is compared"),
    "after_trick": (_is_one_of(tuple), "a tuple of events"),
    "points": (tuple_of(int), "a tuple of numbers, by seat"),
    "winners_of": (tuple_of(int), "a tuple of seats"),
    "floor": (_is_one_of(int, type(None)), "a total or None"),
}
"""What the methods of a game return: whether it fits, and what fits, for its author."""

TEXT = (_is_one_of(str), "a text")
SHOWN_WANTED: dict[str, tuple[Fits, str]] = {
    "headline": TEXT,
    "second_line": TEXT,
    "middle": (_are_plays, "a tuple of pairs, a seat or None with a tuple of cards,"),
}
"""What is said of a state in the game's own words; `beside` is asked for each seat."""
BESIDE = tuple_of(str), "a tuple of texts, such as (text,),"


def returns(game: Game, case: int) -> None:
    """Whatever a method returns in a deal is of the kind that is wanted."""
    own = type(game)
    watched = copy(game)
    methods = {name: _watch(name, getattr(own, name), *wanted) for name, wanted in WANTED.items() if hasattr(own, name)}
    object.__setattr__(watched, "__class__", type(own.__name__, (own,), {"__module__": own.__module__, **methods}))
    with telling(FairEvening(watched, chance_of(game.name, "returns", case))) as evening:
        before = evening.match
        for match in evening.plays(1):
            _scans_fewer(before, match)
            _says_what_is_wanted(match)
            before = match


def _says_what_is_wanted(match: Match) -> None:
    """Whether what is said of this moment is of the kind that screens and pages put together."""
    shown, suits = match.header.game.shown, {"", *(card.suit for card in match.header.game.deck.cards_in_order)}
    _watch("trump", shown.trump, suits.__contains__, "a suit as on the cards, or an empty text,")(match.moment)
    for name, wanted in SHOWN_WANTED.items():
        _watch(name, getattr(shown, name), *wanted)(match.moment)
    for seat in range(len(match.header.names)):
        _watch("beside", shown.beside, *BESIDE)(match.moment, seat)


def _scans_fewer(before: Match, match: Match) -> None:
    """Whether a scanned hand waits for fewer cards: a table that is told to go on scanning does so without end."""
    game, said = match.header.game, match.said
    if said is None or said.word not in INTO_A_HAND:
        return
    was, left = (dict(game.to_scan(moment.moment)).get(said.by, 0) for moment in (before, match))
    wanted = was - len(said.cards)
    assert left == wanted, (
        f"`to_scan` says {left} of seat {said.by} after {len(said.cards)} of {was} cards: {wanted} are left"
    )


def _watch(name: str, method: Callable[..., Any], fits: Fits, wanted: str) -> Callable[..., Any]:
    """This method, which tells what it returns if that does not fit."""

    def ask(*asked: Any, **named: Any) -> Any:
        found = method(*asked, **named)
        assert fits(found), f"`{name}` returns {found!r:.60}, and {wanted} is wanted"
        return found

    return ask
