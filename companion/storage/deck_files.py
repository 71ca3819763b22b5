"""The decks of tags on the SD card.

    ROOT/decks/NAME.json                 an enrolled deck
    ROOT/decks/NAME.unfinished           a deck that is still being enrolled; NAME.json is unchanged
    ROOT/decks/NAME.json.gone-1          a deleted or renamed deck; NAME.unfinished.gone-1 likewise
    ROOT/decks/NAME.json.damaged-1       what was no deck, when one took its name; NAME.unfinished.damaged-1 likewise

A saved deck is on the SD card when the call returns. Each file has a number, its generation. The deck that was chosen
or enrolled last has the greatest, independent of the clock. Files without a generation come last, by modification time.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

from companion.storage.disk import DISK, Disk, StorageError, UnusableDeckError, in_words
from companion.support.text import visible
from companion.support.values import replace
from companion.tags.tag_decks import DeckError, Shelf, TagDeck, decode, encode_file, generation_of

DECK, UNFINISHED = ".json", ".unfinished"


class DeckFiles:
    """The decks of one data directory. Creates the directory when needed."""

    def __init__(self, root: Path, disk: Disk = DISK) -> None:
        self.directory = root / "decks"
        self._root = root
        self._disk = disk

    def names(self, ending: str = DECK) -> list[str]:
        """The names of the enrolled or UNFINISHED decks, the last chosen or enrolled first. Raises StorageError."""
        with in_words("cannot look through the directory", self.directory):
            written = self._disk.newest_first(self.directory, f"*{ending}")
            return [path.stem for path in sorted(written, key=self._generation, reverse=True)]

    def shelf(self, picked: str | None = None) -> Shelf:
        """All decks, the last chosen or enrolled first; before them the one named `picked`.

        Collects invalid decks in `unusable`, and what cannot be read in `unreadable`. Raises StorageError for the
        picked deck alone.
        """
        first = (self.load(picked),) if picked else ()
        shelf = Shelf()
        try:
            names = [(name, DECK) for name in self.names() if name != picked]
            names += [(name, UNFINISHED) for name in self.names(UNFINISHED)]
        except StorageError as fault:
            return Shelf(first, unreadable=(fault.as_value(self._root),))
        for name, ending in names:
            shelf = self._with(shelf, name, ending)
        return replace(shelf, decks=(*first, *shelf.decks))

    def load(self, name: str, ending: str = DECK) -> TagDeck:
        """Read a deck. Raises StorageError if it is missing, UnusableDeckError if it is invalid."""
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

    def save(self, deck: TagDeck, before: str = "", *, finished: bool = True) -> None:
        """Save a deck. Replaces others of its name as `Shelf.with_deck` does; a finished one is in play.

        After a renaming `before` is the old name, whose generation it keeps. Raises StorageError.
        """
        self._disk.make(self.directory, self._root)
        ending = DECK if finished else UNFINISHED
        path, unfinished = self._path(deck.name, ending), self._path(deck.name, UNFINISHED)
        with in_words("deck not saved", path):
            for spoilt in filter(self._disk.exists, {path, unfinished}):
                self._set_aside_if_unusable(spoilt)
            content = self._seal(deck, self._path(before, ending) if before else None)
            begun = self.shelf().with_deck(deck, finished=True).unfinished if finished else (deck,)
            if deck.name in [other.name for other in begun] or not self._disk.exists(unfinished):
                self._disk.replace_whole(path, content)
                return
            self._disk.replace_whole(unfinished, content)
            self._disk.move(unfinished, path)

    def _set_aside_if_unusable(self, path: Path) -> None:
        try:
            self.load(path.stem, path.suffix)
        except UnusableDeckError as fault:
            aside = self._disk.free_beside(path, "damaged")
            self._disk.move(path, aside)
            sys.stderr.write(visible(f"companion: {fault} It is kept as {aside.name}.") + "\n")

    def put_aside(self, name: str) -> list[Path]:
        """Rename the files of a deck, finished and unfinished, so that it is no longer used. Returns the new paths.

        Raises StorageError.
        """
        moved = []
        for path in (self._path(name), self._path(name, UNFINISHED)):
            with in_words("deck not put aside", path):
                if self._disk.exists(path):
                    moved.append(self._disk.free_beside(path, "gone"))
                    self._disk.move(path, moved[-1])
        return moved

    def copy_aside(self, name: str) -> Path:
        """Copy the file of a finished deck that is to be replaced. Returns the copy. Raises StorageError."""
        path = self._path(name)
        with in_words("deck not put aside", path):
            aside = self._disk.free_beside(path, "gone")
            self._disk.replace_whole(aside, self._disk.read(path))
        return aside

    def _with(self, shelf: Shelf, name: str, ending: str) -> Shelf:
        """The shelf with this deck, or with the reason why not, after its others."""
        try:
            deck = self.load(name, ending)
        except UnusableDeckError as fault:
            return replace(shelf, unusable={**shelf.unusable, name: str(fault)})
        except StorageError as fault:
            return replace(shelf, unreadable=(*shelf.unreadable, fault.as_value(self._root)))
        if ending == DECK:
            return replace(shelf, decks=(*shelf.decks, deck))
        return replace(shelf, unfinished=(*shelf.unfinished, deck))

    def _seal(self, deck: TagDeck, before: Path | None) -> bytes:
        """The content of the file, with the generation of `before` or one greater than all others."""
        latest = max(map(self._generation, self._disk.files(self.directory)), default=0)
        return encode_file(deck, self._generation(before) if before else latest + 1).encode()

    def _generation(self, path: Path) -> int:
        """The generation of a file; 0: it cannot be read."""
        with suppress(OSError):
            return generation_of(self._disk.read(path))
        return 0

    def _path(self, name: str, ending: str = DECK) -> Path:
        return self.directory / f"{name}{ending}"
