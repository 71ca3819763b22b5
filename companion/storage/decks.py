"""The decks of tags on the card.

    ROOT/decks/NAME.json                 one enrolled deck
    ROOT/decks/NAME.unfinished           one that is still being enrolled; the finished one of that name is as it was
    ROOT/decks/NAME.json.gone-1          one that was deleted or renamed, as it was; NAME.unfinished.gone-1 likewise

What is saved is on the card when the call returns. Each file has a number, its generation: the deck that was last
chosen or enrolled has the greatest, whatever the clock said then. Those written before there were numbers come after
all others, by the times of their files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.storage.disk import (
    DISK,
    Disk,
    UnusableDeckError,
    free_beside,
    in_words,
    make,
    newest_first,
    replace_whole,
    sync_directory,
)
from companion.tags.decks import DeckError, Shelf, TagDeck, decode, encode_file, generation_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

DECK, UNFINISHED = ".json", ".unfinished"


class DeckFiles:
    """The decks of one data directory. The directory is made when first needed."""

    def __init__(self, root: Path, disk: Disk = DISK) -> None:
        self.directory = root / "decks"
        self._root = root
        self._disk = disk

    def names(self) -> list[str]:
        """The names of the enrolled decks, the last chosen or enrolled first."""
        return self._latest_first(DECK)

    def unfinished(self) -> list[str]:
        """The names of the decks that are still being enrolled, the last one first."""
        return self._latest_first(UNFINISHED)

    def shelf(self, picked: str | None = None) -> Shelf:
        """All decks, the last chosen or enrolled first, before them the one that was picked by name.

        One that cannot be used is left out and told. Raises StorageError, also where that is the picked one.
        """
        unusable: dict[str, str] = {}
        first = [self.load(picked)] if picked else []
        decks = self._usable([name for name in self.names() if name != picked], DECK, unusable)
        unfinished = self._usable(self.unfinished(), UNFINISHED, unusable)
        return Shelf((*first, *decks), tuple(unfinished), unusable)

    def load(self, name: str, ending: str = DECK) -> TagDeck:
        """An enrolled deck. Raises StorageError when it is missing, UnusableDeckError when it cannot be used."""
        path = self._path(name, ending)
        with in_words("cannot read the deck", path):
            written = self._disk.read(path)
        try:
            deck = decode(written.decode())
        except (DeckError, UnicodeDecodeError) as fault:
            remedy = "Correct the file, import the deck again or enrol it anew."
            raise UnusableDeckError(f"cannot use the deck ({fault})", path, remedy) from fault
        if deck.name != name:
            raise UnusableDeckError(f"the deck calls itself {deck.name}", path, "Name the file and the deck alike.")
        return deck

    def save(self, deck: TagDeck, before: str = "") -> None:
        """Keep a deck under its name, instead of one of the same name: it is the one to play with now.

        One that was called otherwise `before` stays where it stood. Raises StorageError.
        """
        make(self._disk, self.directory, self._root)
        path, unfinished = self._path(deck.name), self._path(deck.name, UNFINISHED)
        with in_words("deck not saved", path):
            content = self._sealed(deck, self._path(before) if before else None)
            if not self._disk.exists(unfinished):
                replace_whole(self._disk, path, content)
                return
            replace_whole(self._disk, unfinished, content)
            self._disk.rename(unfinished, path)
            sync_directory(self._disk, self.directory)

    def save_unfinished(self, deck: TagDeck, before: str = "") -> None:
        """Keep a deck that is still being enrolled; `save` ends that. `before` as there. Raises StorageError."""
        make(self._disk, self.directory, self._root)
        path = self._path(deck.name, UNFINISHED)
        with in_words("deck not saved", path):
            replace_whole(self._disk, path, self._sealed(deck, self._path(before, UNFINISHED) if before else None))

    def put_aside(self, name: str) -> list[Path]:
        """Take a deck, and what is unfinished of it, from the shelf; the files are kept under these names.

        Raises StorageError.
        """
        aside = []
        for path in (self._path(name), self._path(name, UNFINISHED)):
            with in_words("deck not put aside", path):
                if self._disk.exists(path):
                    aside.append(free_beside(self._disk, path, "gone"))
                    self._disk.rename(path, aside[-1])
                    sync_directory(self._disk, self.directory)
        return aside

    def _usable(self, names: Sequence[str], ending: str, unusable: dict[str, str]) -> list[TagDeck]:
        decks = []
        for name in names:
            try:
                decks.append(self.load(name, ending))
            except UnusableDeckError as fault:
                unusable[name] = str(fault)
        return decks

    def _sealed(self, deck: TagDeck, before: Path | None) -> bytes:
        """A deck as it is written: where that file stood, or before all files, also those that are put aside."""
        kept = self._generation(before) if before else 0
        latest = max(map(self._generation, self._disk.files(self.directory)), default=0)
        return encode_file(deck, kept or latest + 1).encode()

    def _latest_first(self, ending: str) -> list[str]:
        with in_words("cannot look through the directory", self.directory):
            written = newest_first(self._disk, self.directory, ending)
            return [path.stem for path in sorted(written, key=self._generation, reverse=True)]

    def _generation(self, path: Path) -> int:
        return generation_of(self._disk.read(path))

    def _path(self, name: str, ending: str = DECK) -> Path:
        return self.directory / f"{name}{ending}"
