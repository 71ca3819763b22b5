"""`companion enrol`: enrol a deck at the real box or on simulated wires."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from companion.cli.play import scoreboard_posting, with_settings
from companion.cli.play_simulated import talk
from companion.enrolment.deck_kinds import kind_of, kinds
from companion.enrolment.deck_menu import begun
from companion.enrolment.enrolment import Enrolment
from companion.games.registry import GAMES, games_at_home
from companion.runtime.service import merge_names, people_of, run_box, wires_of
from companion.settings.search_path import data_directory
from companion.simulation.box import Chances
from companion.storage.disk import CannotStartError
from companion.storage.records import Store
from companion.support.values import dataclass, field, replace
from companion.tags.tag_decks import DeckError
from companion.terminal.session import Session

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping

    from companion.rules.game import Game
    from companion.settings.schema import Settings
    from companion.tags.tag_decks import Shelf

AT_THE_BOX = "Go to the box: its display asks for one card after the other, and every tap is saved. BACK ends this."


@dataclass(frozen=True, slots=True)
class Wish:
    """What to enrol: a kind, a deck name (empty: a free one), the owners of name tags, the games of drinks."""

    kind: str
    name: str
    people: tuple[str, ...]
    games: Mapping[str, Game] = field(default_factory=lambda: GAMES)

    def run(self, shelf: Shelf) -> Enrolment:
        """The unfinished run, the rest of the deck of that name, or a new run. Raises CannotStartError."""
        known = kinds(self.games, self.people or people_of(shelf))
        if self.kind not in known:
            raise CannotStartError("whose name tags? Say --person NAME, as often as there are people.")
        left = next(
            (deck for deck in shelf.unfinished if self.name in {"", deck.name} and deck.kind == self.kind), None
        )
        if left is not None:
            return Enrolment.resumed(kind_of(left, known), left)
        try:
            return self._rest(shelf) or begun(known[self.kind], shelf, self.name)
        except DeckError as fault:
            raise CannotStartError(f"--name: found “{fault.found}”; allowed: {fault.allowed}.") from fault

    def _rest(self, shelf: Shelf) -> Enrolment | None:
        """A run over what the deck of this name lacks; None: no such deck."""
        deck = next((deck for deck in (*shelf.decks, *shelf.unfinished) if deck.name == self.name), None)
        if deck is None:
            return None
        if deck.kind != self.kind:
            raise CannotStartError(f"{deck.name} is a deck of kind {deck.kind}; name another one with --name.")
        run = Enrolment(kind_of(deck, kinds(self.games, self.people)), deck)
        if run.next is None:
            raise CannotStartError(f"{deck.name} has all its tags. Replace one at the table: hold BACK, decks.")
        return run


def enrol(arguments: Namespace) -> int:
    """Run `companion enrol`; returns the exit status.

    for example:
      companion enrol french                           a French deck of 52
      companion enrol french --name french-red         one more of them
      companion enrol persons --person Ann --person Bob

    Every tap is saved; a run that was left goes on where it was.

    exit status:
      0, 2, 69, 75, 78 as of companion play
    """
    return with_settings(arguments, _enrol)


def _enrol(arguments: Namespace, settings: Settings) -> int:
    people = merge_names(tuple(arguments.person or ()), settings.people.regulars if not arguments.person else ())
    wish = Wish(arguments.kind, arguments.name or "", people)
    if arguments.simulate:
        return _simulate(arguments.data, wish, settings)
    root = data_directory(settings.data.directory)
    games = games_at_home(root)
    if any(node.exists() for node in wires_of(settings)):
        print(AT_THE_BOX)  # noqa: T201 - what this command is for
    status = run_box(root, None, games, settings, decks=replace(wish, games=games).run, posted=scoreboard_posting)
    if not status:
        _tell(Store(root))
    return status


def _simulate(data: str | None, wish: Wish, settings: Settings) -> int:
    with ExitStack() as ending:
        store = Store(Path(data or ending.enter_context(TemporaryDirectory())))
        ending.enter_context(store.alone())
        games = games_at_home(store.root)
        run = replace(wish, games=games).run(store.decks.shelf())
        chances = Chances(games, settings=settings, regulars=wish.people)
        session = Session(store, chances, run)
        ending.callback(session.close)
        talk(session)
        if data:
            _tell(store)
        else:
            print("Bye. With --data DIR it is kept.")  # noqa: T201 - what this command is for
    return 0


def _tell(store: Store) -> None:
    """Print the standing of the decks."""
    from companion.cli.decks import standing  # noqa: PLC0415 - only when everything else is done

    for line in standing(store):
        print(line)  # noqa: T201 - what this command is for
