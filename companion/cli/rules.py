"""`companion rules`: print the rules of a game from its `Game` object alone.

for example:
  companion rules {EXAMPLE}

exit status:
  0   all is well
  2   no such game, or it fails
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap

from companion.cli.arguments import try_game
from companion.cli.check import describe_problem
from companion.cli.commands import Command, argument, game_to_begin
from companion.cli.console import WrongUseError, print_lines
from companion.games.registry import GAMES
from companion.match.checker import GuestError, guests_blamed
from companion.match.header_lines import header_forms
from companion.rules.game import Game, Option, language
from companion.rules.glossary import words_of
from companion.rules.referee.verdicts import COMMON_RULES, Rule
from companion.rules.statements import PLAY, Said, Word

WIDTH = 79
NEWCOMERS = {"seat": "[computer=LEVEL seed=NUMBER]", "join": "[NUMBER]"}
"""What may follow the name of somebody who sits down."""
COLUMN = 22


COMMAND = Command(
    "rules",
    arguments={
        "game": argument("GAME", "a game, or module:ENTRY (default: list the games)", nargs="?", type=game_to_begin)
    },
)


def rules(arguments: Namespace) -> int:
    """Print the rules of `arguments.game`; without one the list of the games. Raises WrongUseError."""
    if arguments.game is None:
        print_lines(list_of(GAMES))
        return 0
    game = GAMES[try_game(arguments.game)]
    try:
        with guests_blamed(game, GuestError):
            lines = [*rulebook(game)]
    except GuestError as failed:
        raise WrongUseError(describe_problem(failed)) from failed
    print_lines(lines)
    return 0


def list_of(games: Mapping[str, Game]) -> Iterator[str]:
    """A line for each game: its name in records, its title, its numbers of players."""
    for game in games.values():
        yield f"{game.name:12} {game.title}, {_players(game)}"
    yield ""
    yield "companion rules GAME prints the rules of one of them."


def rulebook(game: Game) -> Iterator[str]:
    """The rulebook of a game as lines of at most 79 columns."""
    yield f"{game.title} ({game.name}), {_players(game)}"
    yield ""
    for page in game.pages:
        yield from wrap(page, WIDTH, initial_indent="  ", subsequent_indent="  ")
    yield from _chapter("What the words mean", words_of(game))
    yield from _chapter("Cards", wrap(" ".join(map(str, game.deck.cards_in_order)), WIDTH - 2, break_on_hyphens=False))
    yield from _chapter("Header of a record", header_forms(game).values())
    yield from _chapter("Statements of a record", _statement_lines(language(game, ()).words.values()))
    yield from _chapter(f"Rules of {game.title}", _rule_lines(game.rules))
    yield from _chapter("Rules of every game", _rule_lines(COMMON_RULES))
    yield from _chapter("House rules (the first value is the book's)", _option_lines(game.options))


def spelling(word: Word) -> str:
    """The syntax of a statement: capitals stand for a player, a card or a number."""
    name = "" if word.name == PLAY else word.name
    parts = {Said.BY_TABLE: (name,), Said.OF_SEAT: (name, "NAME"), Said.BY_SEAT: ("NAME", name)}[word.said]
    follows = "|".join((*word.values, *(["NUMBER"] if word.number else []), *(["NAME"] if word.names else [])))
    cards = "CARD …" if word.cards else ""
    then = "|".join(word.then)
    follows = f"[{follows}]" if follows and word.optional else follows
    return " ".join(filter(None, (*parts, cards, follows, then, NEWCOMERS.get(word.name))))


def _players(game: Game) -> str:
    return f"{' or '.join(map(str, game.players))} players"


def _chapter(title: str, lines: Iterable[str]) -> Iterator[str]:
    """A title and its indented lines; empty without lines."""
    if body := [f"  {line}" for line in lines]:
        yield from ("", title, *body)


def _statement_lines(words: Iterable[Word]) -> Iterator[str]:
    for word in words:
        yield from wrap(spelling(word), WIDTH - 2, subsequent_indent="  ", break_on_hyphens=False)


def _rule_lines(rules_told: Iterable[Rule]) -> Iterator[str]:
    for rule in rules_told:
        yield from _entry(rule.name, f"{rule.short:12} {rule.sentence}")
        yield from _entry("", f"{'':12} {rule.remedy}.")


def _option_lines(options: Iterable[Option]) -> Iterator[str]:
    for option in options:
        yield from _entry(option.name, " | ".join(option.values))
        yield from _entry("", option.meaning)


def _entry(name: str, text: str) -> Iterator[str]:
    """A name and its meaning in a column of its own."""
    indent = " " * COLUMN
    first, *rest = wrap(text, WIDTH - 2, initial_indent=indent, subsequent_indent=indent, drop_whitespace=True)
    yield f"{name:{COLUMN}}{first[COLUMN:]}"
    yield from rest
