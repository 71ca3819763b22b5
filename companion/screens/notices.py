"""Screens of the box that need no table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.screens.glyphs import SMALL
from companion.screens.picture import WIDTH, fill_lines, shorten, wrap
from companion.screens.screen import LISTED, Screen

if TYPE_CHECKING:
    from companion.table.modes import Damaged

AT_THE_GAME = len("2026-01-01-000000-")
"""Where the name of a record may be broken."""

CLEAR_READER = Screen(
    "clear reader",
    title="Reader",
    fact="CLEAR IT",
    lines=("A card is lying there.", "Take it up, then tap", "the next card."),
)
CANNOT_READ = Screen(
    "cannot read",
    title="Reader",
    fact="TAP AGAIN",
    lines=("Cannot read: lift,", "tap again. It never", "reads? Hold BACK."),
)
SHUT_DOWN = Screen(
    "shut down",
    title="Shut down",
    fact="HOLD OK",
    lines=("Hold OK to shut down.", "It goes on from here.", "BACK = play on"),
    held_for="Shut down",
)
GOOD_NIGHT = Screen(
    "good night",
    title="Saved.",
    fact="GOOD NIGHT",
    lines=("The box switches off.", "Unplug it when the", "green light is out."),
)
SPLASH = Screen(
    "splash",
    title="Tabletop",
    fact="COMPANION",
    lines=("", "One moment, the game", "is being opened."),
)
CANNOT_START = Screen(
    "cannot start",
    title="Tabletop",
    fact="NOT YET",
    lines=("Something is missing.", "What it is, tells", "journalctl -u companion"),
)
STOPPED = Screen(
    "stopped",
    title="Saved.",
    fact="STOPPED",
    lines=("Nobody is keeping score.", "The game goes on from", "here at power-on."),
)
NOT_SAVED = Screen(
    "not saved",
    title="Memory card",
    fact="NOT SAVED",
    lines=("It cannot be written.", "Starting again from", "what was saved."),
)
GONE = Screen(
    "gone",
    title="Memory card",
    fact="GONE",
    lines=("Moved or deleted while", "in use: put it back,", "or OK = begin anew"),
)

REASON_LINES = 3
HELP = "journalctl -u companion"

UNUSABLE_DECK = ("cannot be used:", "import the deck again", "or enrol it anew.", "OK = play on")

SAVING = "Saving …"
"""Replaces the place during a slow write."""


def last_words(reason: str, place: str) -> Screen:
    """The screen after a crash: the reason, and a line of the program or a file on the SD card."""
    where = [place] if SMALL.width(place) <= WIDTH else [place[:AT_THE_GAME], place[AT_THE_GAME:]]
    said = [*(shorten(part, SMALL, WIDTH) for part in where), *wrap(reason, SMALL, WIDTH)[:REASON_LINES]]
    return Screen("last words", title="Stopped", note="restarting", lines=(*fill_lines(said, LISTED), HELP))


def wrong_settings(line: int, key: str, found: str, allowed: str) -> Screen:
    """The screen for a wrong setting: value and allowed values; `line` is 0 and `key` empty if unknown."""
    what = [shorten(text, SMALL, WIDTH) for text in (key or "The file", f"found {found}")]
    lines = (*what, *wrap(f"allowed: {allowed}", SMALL, WIDTH)[: LISTED - 1])
    return Screen("wrong settings", title="Settings", note=f"line {line}" if line else "", lines=lines)


def damaged(record: Damaged, *, in_play: bool) -> Screen:
    """The screen for a damaged record: the bad line, the lines lost, the name of the copy.

    `in_play`: another game is on.
    """
    if not record.record:
        deck = shorten(record.kept_as, SMALL, WIDTH)
        return Screen("damaged", title="Damaged", note="deck", lines=("The file of the deck", deck, *UNUSABLE_DECK))
    line, _, why = record.why.partition(": ")
    kept = record.kept_as[:AT_THE_GAME], record.kept_as[AT_THE_GAME:]
    fault = fill_lines(wrap(why[:1].upper() + why[1:] + ".", SMALL, WIDTH), 2)
    lost = f"{record.lost} line{'s' * (record.lost > 1)} lost. Kept as" if record.lost else "Kept, unchanged, as"
    then = "OK = play on" if in_play else f"OK = go on before {line}" if record.goes_on else "OK = new game"
    return Screen("damaged", title="Damaged", note=line, lines=(*fault, lost, *kept, then))
