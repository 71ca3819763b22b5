"""Everything that reads bytes of strangers, each as one function that takes any bytes: an answer or a named error.

Held by hypothesis in the suite (test_hostile_bytes.py), and by a fuzzer that follows the branches with `make fuzz`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.club.bundle import Bundle, UnfitBundleError, bundle_of
from companion.enrolment.deck_kinds import kinds
from companion.enrolment.deck_transfer import faults_of
from companion.games.plugins import INDEX, PlugIn, SpoiltIndexError, load_index, save_index, top_module
from companion.games.registry import GAMES
from companion.games.toriatama.drink_list import DrinksError, read_drinks
from companion.match.checker import NoRecordError, answers
from companion.plugins.wheel import UnfitWheelError, wheel_of
from companion.settings.parser import read
from companion.storage.disk import Disk
from companion.storage.journal import compact, has_sum, pad, seal, unseal, unseal_running
from companion.table.from_record import CannotResumeError, resume
from companion.table.state import House
from companion.tags.tag_decks import DeckError, Person, decode, encode, simulated_deck
from hardware.frames import pn532, rdm6300
from tests.companion.storage.check_sums import check_sums
from tests.evening import RECORDS
from tests.plugins import wheel as written_wheel

KINDS = kinds(GAMES, ())
LONGEST_NAME = 64
LONGEST = 4096
"""So many bytes are enough for every length that a format can announce wrongly."""


def record(octets: bytes) -> None:
    """`companion check`, and going on from such lines."""
    text = octets.decode("utf-8", "replace")
    with suppress(NoRecordError):
        for answer in answers(text, GAMES):
            answer.as_json()
            assert all(
                len(name.encode()) <= LONGEST_NAME for name in (answer.match.header.names if answer.match else ())
            )
    with suppress(CannotResumeError):
        resume(text.split("\n"), House(GAMES))


def journal(octets: bytes) -> None:
    """What is good goes through compact and padded unchanged; check sums and reading agree."""
    recovered = unseal(octets)
    unseal_running(octets)
    assert len(octets) == recovered.end + len(recovered.torn) or recovered.damage
    if has_sum(octets):
        assert bool(check_sums(octets)) == bool(recovered.torn or recovered.damage)
    if recovered.lines and recovered.sealed:
        assert unseal(compact(recovered.lines)).lines == recovered.lines
        assert unseal(pad(recovered.lines)).lines == recovered.lines


def settings(octets: bytes) -> None:
    """A settings file."""
    told = read(octets.decode("utf-8", "replace"))
    for problem in (*told.warnings, *told.problems):
        assert len(str(problem)) < LONGEST + 1000


def deck(octets: bytes) -> None:
    """A deck that is imported or found on the card: both say the same of it."""
    text = octets.decode("utf-8", "replace")
    faults = list(faults_of(text, KINDS))
    try:
        found = decode(text)
    except DeckError:
        assert faults, "refused without a word"
    else:
        assert decode(encode(found)) == found
        people = [piece for piece in found.pieces.values() if isinstance(piece, Person)]
        assert all(len(person.name.encode()) <= LONGEST_NAME for person in people)


def drinks(octets: bytes) -> None:
    """The drinks of the house."""
    with suppress(DrinksError):
        read_drinks(octets.decode("utf-8", "replace"))


def rdm6300_frames(octets: bytes) -> None:
    """What a 125 kHz reader says."""
    frames = rdm6300.Rdm6300Numbers()
    for number in frames.feed(octets):
        assert number is None or len(number) == 5
    assert len(frames._body or b"") <= rdm6300.LONGEST


def pn532_frames(octets: bytes) -> None:
    """What a PN532 says, and the list of tags that may be in it."""
    frames = pn532.Pn532Frames()
    for answer in frames.feed(octets):
        if isinstance(answer, bytes):
            with suppress(ValueError):
                assert all(len(uid) in pn532.UID_LENGTHS for uid in pn532.targets(answer))
    assert len(frames._received) <= pn532.LONGEST + 8


@dataclass(frozen=True)
class Target:
    """A reader of bytes, and right ones to begin with."""

    takes: Callable[[bytes], None]
    right: tuple[bytes, ...]


def _records() -> tuple[bytes, ...]:
    found = (
        min((RECORDS[name] for name in RECORDS if name.startswith(f"{game}-")), key=lambda path: path.stat().st_size)
        for game in GAMES
    )
    return tuple(path.read_bytes() for path in found)


def _sealed() -> bytes:
    """A running record."""
    written, crc = b"", 0
    for n, line in enumerate(("game birddog", "players Ann Bob Cid", "; table scanned=Ann", "dealer Cid", "deal"), 1):
        sealed, crc = seal(line, n, "2026-01-01T00:00:00", crc)
        written += sealed
    return written


def wheel(octets: bytes) -> None:
    """A wheel with a game: refused, or taken with all files in their package."""
    with suppress(UnfitWheelError):
        found = wheel_of(WHEEL, octets)
        tops = {name.split("/")[0] for name in found.files}
        assert tops == {top_module(found.entry), WHEEL.replace("-py3-none-any.whl", ".dist-info")}


def index(octets: bytes) -> None:
    """The list of games of other packages."""

    class OneFile(Disk):
        def read(self, path: Path) -> bytes:
            return octets

    with suppress(SpoiltIndexError):
        load_index(Path(), OneFile())


def club_bundle(octets: bytes) -> None:
    """A box's bundle: refused, or one that is written and read again as the same."""
    with suppress(UnfitBundleError):
        found = bundle_of(octets)
        assert bundle_of(found.to_text().encode()) == found


WHEEL = "highcard-1.0-py3-none-any.whl"


def _wheel() -> bytes:
    with TemporaryDirectory() as directory:
        return written_wheel(Path(directory)).read_bytes()


def _bundle() -> bytes:
    """One in the right form; whether its certificates are any is asked later."""
    pem = "-----BEGIN {0}-----\n" + 3 * ("A" * 64 + "\n") + "-----END {0}-----\n"
    certificate, key = pem.format("CERTIFICATE"), pem.format("PRIVATE KEY")
    return Bundle("table-4", "club.local", 8883, certificate, certificate, key).to_text().encode()


def _index() -> bytes:
    with TemporaryDirectory() as directory:
        save_index(Path(directory), [PlugIn("chess", "Chess", "chess", "1.0", 1, "chess:ENTRY", "chess-1.0-1", (2,))])
        return Path(directory, INDEX).read_bytes()


TARGETS = {
    "record": Target(record, _records()),
    "journal": Target(journal, (_sealed(), compact(unseal(_sealed()).lines))),
    "settings": Target(settings, (b'[panel]\nkind = "ssd1306"\nbrightness = 9\n[pins]\nok = 5\n',)),
    "deck": Target(deck, (encode(simulated_deck("french", ["10H", "9S"])).encode(),)),
    "drinks": Target(drinks, (b"red-can\ngreen-tall # ours\n",)),
    "rdm6300": Target(rdm6300_frames, (b"\x020C000621A58E\r\n\x03", b"\x020C000621A58E\x03")),
    "pn532": Target(pn532_frames, (bytes.fromhex("00 00 FF 00 FF 00 00 00 FF 06 FA D5 03 32 01 06 07 E8 00"),)),
    "bundle": Target(club_bundle, (_bundle(),)),
    "wheel": Target(wheel, (_wheel(),)),
    "index": Target(index, (_index(),)),
}
