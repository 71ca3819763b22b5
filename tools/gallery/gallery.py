"""Every screen by name, made by a table at play: for golden pictures, documents and reviewers.

A table gets there by taps and presses; only screens without a table are made by hand. `python -m tools.gallery --renew`
draws the golden pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from pathlib import Path

from companion.games.birddog.rules import BIRD_DOG
from companion.games.registry import GAMES
from companion.games.rook.rules import ROOK
from companion.games.toriatama.rules import TORIATAMA
from companion.match.header import Header
from companion.match.score_chart import BY_DEAL, ScoreChart
from companion.parts.display_kind import DISPLAYS
from companion.rules.entry import GameEntry
from companion.screens import png
from companion.screens.backups import NOT_RESTORED
from companion.screens.current_screen import screen_for
from companion.screens.damaged_files import report
from companion.screens.layouts import Screen, draw
from companion.screens.notices import last_words, wrong_settings
from companion.screens.picture import Picture
from companion.screens.reading_pages import chart_screen
from companion.screens.templates import fill
from companion.screens.words import CANNOT_START, GONE, NOT_SAVED, SPLASH, STOPPED
from companion.storage.journal import NO_SUM
from companion.support.messages import msg
from companion.support.text import at_line, listing
from companion.support.values import replace
from companion.table.choices import ListedMatch
from companion.table.modes import Damaged
from companion.table.state import Table
from tools.gallery.boxes import BOX_SETTINGS, CLUBS, ENROLMENTS, AtSettings, AtTheClub, AtTheDecks
from tools.gallery.computers import COMPANIES
from tools.gallery.evenings import LONGEST, TRIO, PastTable, ResumedTable, ScriptedTable, SetUpTable, Shown
from tools.gallery.examples import EXAMPLES

GOLDENS = Path("tests/screens")
ALL_SCREENS = Path("docs/screens.png")
"""The contact sheet in companion/README.md."""
THREE_SCREENS = Path("docs/panel.png")
"""The picture in docs/playing.md."""
SHOWN_FIRST = ("trick-bird-dog", "refused-follow", "deal-score-bonus")
"""The directory of the golden pictures, relative to the project."""

PAST = (
    ListedMatch("2026-11-27-201503-birddog", "Bird Dog", TRIO),
    ListedMatch("2026-11-20-193000-rook", "Rook", (*TRIO, "Dee")),
    ListedMatch("2026-11-20-192811-bonehead", "Bonehead", ("Ann", "Tom"), aside=True),
)
UP_CARD = "10D"
DECLARED = "10D DOWN DOWN OK"
SLIP = f"{DECLARED} AH 9S 9H KH QH"
"""Bob and Cid tapped their cards in the wrong order."""
LEAD = f"{DECLARED} AC"
TRICK = f"{LEAD} 10C KC"
BROKEN_NIL = f"{DECLARED} DOWN DOWN DOWN OK {TRICK.removeprefix(DECLARED)} QS KS AS"
REST = "QS KS AS AH 10H KH JC QC 9D JS 10S JD AD 9H KD QD QH JH"
DEAL = f"{TRICK} {REST}"
UNREAD_QS = "hold DOWN DOWN DOWN OK UP OK OK DOWN DOWN DOWN OK"
"""The queen of spades cannot be read: spades, queen."""
UNREAD_DEAL = f"{TRICK} {UNREAD_QS} {REST.removeprefix('QS ')}"
SIX_DEALS = 6 * (DEAL,)
"""Everybody has 8 points then."""
NIL_DEAL = f"{DECLARED} DOWN DOWN DOWN OK {TRICK.removeprefix(DECLARED)} {REST}"
BONUS_DEAL = f"10D DOWN OK AC 10C KC {REST}"
TWO_REVOKES = "10D DOWN OK AS 9C 9S KS 10C 10S 9D JD QD KC JC QS"
IMPOSSIBLE = "10D DOWN OK AH 9S 9C AS 10S JS AC 10C JC KC QC QD 9D AD"
ONE_IS_GUILTY = "JD DOWN OK KD AD 9D JC AH QD KS 10H 9H JH"
TWO_GROUPS = "AD DOWN OK 10S 9S 9C QD JS KH KS JH JC 9H KC AC"
HANDS = "AC QS 10H JC 10S KD JH 10C KS KH QC JD AD QD KC AS AH 9D JS 9H QH"
REVOKED_DEAL = "10D DOWN OK DOWN DOWN OK OK AS 9C 9S KS JC 10S AC QC KC AD JD KD AH KH QH JH 9H 10H 10C QD QS"
PENALTY = (("renege", "penalty"),)

RESTORE = "backup-there hold DOWN DOWN DOWN DOWN OK"
SEATS_LISTED = "hold UP UP UP UP UP UP OK"
SEATS = f"{TRICK} {SEATS_LISTED}"
SEATS_AT_FIRST = "hold UP UP UP UP UP OK"
"""Before the first deal no score can be corrected."""

PLAIN = replace(BIRD_DOG, name="plain", title="Whist", entry=GameEntry())
"""A game without screens of its own, for the generic ones."""
PLAIN_ROOK = replace(ROOK, name="plain", title="Rook Whist", entry=GameEntry(shown=ROOK.entry.shown))
PLAIN_DRINKS = replace(
    TORIATAMA, name="plain", title="Drinks", short_title="", entry=GameEntry(shown=TORIATAMA.entry.shown)
)

RECORD = """game birddog
players Ann Bob Cid
dealer Cid
deal
up 10D
Ann pass
Bob declare
Ann pass
Bob pass
Cid pass
Ann AC
Bob 10C"""

SCANNING = """game birddog
players Ann Bob Cid
; table scanned=Ann,Bob,Cid
dealer Cid
deal
dealt Ann 9H
dealt Ann QH"""

GALLERY: Mapping[str, Shown | AtTheDecks | AtTheClub | AtSettings] = {
    "setup-game": SetUpTable("DOWN", games=tuple(GAMES.values())),
    "setup-name": SetUpTable("DOWN"),
    "setup-names-many": SetUpTable("OK DOWN", regulars=("Ann", "Bob", "Cid", "Dee", "Eve", "Finn", "Grete", "Hal")),
    "setup-house-rules": SetUpTable("OK OK OK"),
    "setup-house-rules-changed": SetUpTable("OK OK OK DOWN DOWN DOWN OK"),
    "setup-scores": SetUpTable("OK OK OK UP UP OK DOWN DOWN OK OK"),
    "setup-scores-given": SetUpTable("OK OK OK UP UP OK DOWN DOWN OK UP UP OK OK OK UP UP"),
    "setup-computers": SetUpTable("OK OK OK UP OK OK DOWN OK"),
    "setup-house-rules-at-home": SetUpTable("OK OK OK", at_home={"birddog": {"renege": "penalty"}}),
    "setup-dealer": SetUpTable("OK OK OK OK DOWN"),
    "setup-scan-hands": SetUpTable("OK OK OK OK OK DOWN"),
    "same-table": SetUpTable(last=Header(BIRD_DOG, TRIO, 2)),
    "dealer": ScriptedTable(),
    "scan-first": ScriptedTable(scanned=True),
    "scan-hand": ScriptedTable("9H 10H JH QH", scanned=True),
    "scan-twice": ScriptedTable("9H 10H 9H", scanned=True),
    "scanned": ScriptedTable(HANDS, scanned=True),
    "declare-nobody": ScriptedTable(UP_CARD),
    "declare-name": ScriptedTable(f"{UP_CARD} DOWN DOWN"),
    "declare-second": ScriptedTable("9S OK JC"),
    "all-passed": ScriptedTable("9S OK"),
    "all-passed-twice": ScriptedTable("9S OK 10D OK"),
    "forced-nil": ScriptedTable("9S OK 10D OK JC"),
    "nil-nobody": ScriptedTable(DECLARED),
    "nil-one-said": ScriptedTable(f"{DECLARED} DOWN OK"),
    "lead-first": ScriptedTable(f"{DECLARED} OK"),
    "lead-first-nil": ScriptedTable(f"{DECLARED} DOWN DOWN DOWN OK"),
    "trick-one-card": ScriptedTable(LEAD),
    "trick-two-cards": ScriptedTable(f"{TRICK} QS KS"),
    "trick-bird-dog": ScriptedTable(f"{TRICK} QS KS AS AH 10H"),
    "trick-taken": ScriptedTable(TRICK),
    "trick-nil": ScriptedTable(f"{DECLARED} DOWN DOWN DOWN OK AC 10C"),
    "nil-broken": ScriptedTable(BROKEN_NIL),
    "refused-follow": ScriptedTable(f"{HANDS} {DECLARED} AC KS", scanned=True),
    "refused-used": ScriptedTable(f"{LEAD} AC"),
    "refused-played": ScriptedTable(f"{TRICK} QS 10C"),
    "refused-turned-up": ScriptedTable(f"{LEAD} 10D"),
    "refused-not-in-hand": ScriptedTable(f"{HANDS} {DECLARED} AC QC KH", scanned=True),
    "refused-stranger": ScriptedTable(f"{LEAD} stranger"),
    "refused-phone": ScriptedTable(f"{LEAD} phone"),
    "refused-bank-card": ScriptedTable(f"{LEAD} bank-card"),
    "refused-other-deck": ScriptedTable(f"{LEAD} other-deck"),
    "refused-two-cards": ScriptedTable(f"{LEAD} 10C+KC"),
    "refused-no-card-now": SetUpTable("9H", last=Header(BIRD_DOG, TRIO, 2)),
    "refused-command": ScriptedTable(f"{LEAD} [NIL]"),
    "refused-undo": ScriptedTable("hold OK"),
    "why-follow": ScriptedTable(f"{HANDS} {DECLARED} AC KS OK", scanned=True),
    "why-phone": ScriptedTable(f"{LEAD} phone OK"),
    "why-bank-card": ScriptedTable(f"{LEAD} bank-card OK"),
    "why-used": ScriptedTable(f"{HANDS} {DECLARED} AC AC OK", scanned=True),
    "why-revoke": ScriptedTable(f"{IMPOSSIBLE} JD KD KH BACK"),
    "revoke": ScriptedTable(f"{IMPOSSIBLE} JD KD KH"),
    "revoke-void": ScriptedTable(f"{IMPOSSIBLE} JD KD KH DOWN"),
    "revoke-penalty": ScriptedTable(f"{IMPOSSIBLE} JD KD KH DOWN DOWN"),
    "revoke-twice": ScriptedTable(TWO_REVOKES, options=PENALTY),
    "revoke-swap": ScriptedTable(f"{SLIP} UP"),
    "revoke-swap-which": ScriptedTable(f"{SLIP} UP OK"),
    "mended": ScriptedTable(f"{SLIP} UP OK OK"),
    "mended-trick": ScriptedTable(f"{TRICK} QS KS hold DOWN DOWN AS"),
    "correct": ScriptedTable(f"{TRICK} hold DOWN DOWN DOWN OK"),
    "correct-unread": ScriptedTable(f"{TRICK} hold DOWN DOWN DOWN OK UP OK"),
    "correct-unread-rank": ScriptedTable(f"{TRICK} hold DOWN DOWN DOWN OK UP OK DOWN OK"),
    "unread-read": ScriptedTable(f"{TRICK} {UNREAD_QS} KS QS"),
    "never-read": ScriptedTable(UNREAD_DEAL, earlier=(DEAL,)),
    "score-corrected": ScriptedTable(f"{TRICK} hold UP UP UP UP UP OK DOWN OK UP UP OK DOWN DOWN OK"),
    "score-corrected-amount": ScriptedTable(f"{TRICK} hold UP UP UP UP UP OK DOWN OK"),
    "correct-missed": ScriptedTable(f"{TRICK} hold DOWN DOWN DOWN OK DOWN OK"),
    "token": ScriptedTable(f"{TRICK} QS KS (Cid)"),
    "token-missed": ScriptedTable(f"{TRICK} (Bob) KS"),
    "token-late": ScriptedTable(f"{TRICK} QS KS (Bob) 9S"),
    "token-not-here": ScriptedTable(f"{TRICK} (Zoë)"),
    "impossible": ScriptedTable(IMPOSSIBLE),
    "impossible-player": ScriptedTable(ONE_IS_GUILTY),
    "impossible-player-remedy": ScriptedTable(f"{ONE_IS_GUILTY} OK"),
    "impossible-two-groups": ScriptedTable(TWO_GROUPS),
    "taken-back": ScriptedTable(f"{TRICK} hold OK"),
    "taken-back-three": ScriptedTable(f"{TRICK} hold OK OK OK"),
    "taken-back-word": ScriptedTable(f"{DECLARED} hold OK"),
    "menu": ScriptedTable(f"{TRICK} hold"),
    "menu-end": ScriptedTable(f"{TRICK} hold UP"),
    "menu-before-play": SetUpTable("hold", games=tuple(GAMES.values())),
    "past-games": PastTable(PAST),
    "past-games-aside": PastTable(PAST, "UP"),
    "past-games-none": PastTable(()),
    "backup-goes-on": SetUpTable("hold DOWN DOWN DOWN OK"),
    **{
        f"backup-{word}": SetUpTable(f"hold DOWN DOWN DOWN OK stick-{word}")
        for word in ("saved", "no-stick", "full", "read-only", "gone", "no-right", "failed", "incomplete")
    },
    "restore-offered": SetUpTable(RESTORE.removesuffix(" OK")),
    "restore-reads": SetUpTable(RESTORE),
    "restore-asks": SetUpTable(f"{RESTORE} backup-read"),
    "restore-goes-on": SetUpTable(f"{RESTORE} backup-read OK"),
    "restore-here": SetUpTable(f"{RESTORE} backup-read OK restored"),
    "restore-in-part": SetUpTable(f"{RESTORE} backup-read OK restored-in-part"),
    **{
        f"restore-{fault.value.replace(' ', '-')}": SetUpTable(f"{RESTORE} refused-{fault.value.replace(' ', '-')}")
        for fault in NOT_RESTORED
    },
    "menu-scanned": ScriptedTable("9H 10H hold", scanned=True),
    "scan-again": ScriptedTable("AC QS 10H JC 10S KD JH 10C KS hold DOWN", scanned=True),
    "scan-another-again": ScriptedTable(f"{HANDS} hold DOWN DOWN OK", scanned=True),
    "seats": ScriptedTable(SEATS),
    "seats-who-comes": ScriptedTable(f"{SEATS} DOWN OK"),
    "seats-level": ScriptedTable(f"{SEATS} DOWN OK DOWN OK"),
    "seats-rack": ScriptedTable(f"{SEATS} DOWN OK DOWN OK OK"),
    "seats-seated": ScriptedTable(f"{SEATS} DOWN OK OK", regulars=("Eve",)),
    "seats-undone": ScriptedTable(f"{SEATS} DOWN OK OK hold OK"),
    "seats-between-deals": ScriptedTable(f"{DEAL} {SEATS_LISTED}"),
    "seats-two-change": ScriptedTable(f"{DEAL} {SEATS_LISTED} DOWN OK"),
    "seats-changed": ScriptedTable(f"{DEAL} {SEATS_LISTED} DOWN OK DOWN OK", scores=(1, 2, 3)),
    "seats-joins": ScriptedTable(f"{SEATS_AT_FIRST} DOWN OK", names=(*TRIO, "Dee"), game=GAMES["hearts"]),
    "seats-joined": ScriptedTable(
        f"{SEATS_AT_FIRST} DOWN OK OK", names=(*TRIO, "Dee"), game=GAMES["hearts"], regulars=("Eve",)
    ),
    "scores": ScriptedTable(f"{TRICK} UP", earlier=(NIL_DEAL, DEAL)),
    "pairs": ScriptedTable(f"{DEAL.removesuffix(' QD QH JH')} DOWN"),
    "this-deal": ScriptedTable(f"{TRICK} hold DOWN DOWN DOWN DOWN OK"),
    "this-deal-next": ScriptedTable(f"{TRICK} hold DOWN DOWN DOWN DOWN OK DOWN"),
    "rules": ScriptedTable(f"{TRICK} hold DOWN DOWN DOWN DOWN DOWN OK"),
    "rules-last": ScriptedTable(f"{TRICK} hold DOWN DOWN DOWN DOWN DOWN OK UP"),
    "deal-score": ScriptedTable(DEAL, earlier=(DEAL,)),
    "deal-score-bonus": ScriptedTable(BONUS_DEAL),
    "deal-score-nil": ScriptedTable(NIL_DEAL),
    "deal-score-nil-why": ScriptedTable(f"{NIL_DEAL} DOWN"),
    "deal-score-penalty-why": ScriptedTable(f"{REVOKED_DEAL} OK DOWN", options=PENALTY),
    "deal-score-penalty": ScriptedTable(f"{REVOKED_DEAL} OK", options=PENALTY),
    "deal-score-void": ScriptedTable(f"{REVOKED_DEAL} DOWN OK"),
    "extra-deal-announced": ScriptedTable(DEAL, earlier=7 * (DEAL,)),
    "extra-deal": ScriptedTable(f"{DEAL} OK", earlier=7 * (DEAL,)),
    "game-over": ScriptedTable(BONUS_DEAL, earlier=SIX_DEALS),
    "game-over-scores": ScriptedTable(f"{BONUS_DEAL} UP", earlier=SIX_DEALS),
    "game-over-again": ScriptedTable(f"{BONUS_DEAL} OK", earlier=SIX_DEALS),
    "ending-revokes-none": ScriptedTable(f"{BONUS_DEAL} DOWN DOWN DOWN", earlier=SIX_DEALS),
    "course": ScriptedTable(f"{BONUS_DEAL} DOWN DOWN DOWN DOWN", earlier=SIX_DEALS),
    "course-menu": ScriptedTable(f"{BONUS_DEAL} OK hold", earlier=SIX_DEALS),
    "menu-missed": ScriptedTable(f"{TRICK} hold DOWN DOWN"),
    "menu-missed-ok": ScriptedTable(f"{TRICK} hold DOWN DOWN OK"),
    "course-no-deal": ScriptedTable(f"{TRICK} hold UP UP UP UP OK OK hold DOWN DOWN DOWN DOWN OK"),
    "end-here": ScriptedTable(f"{TRICK} hold UP UP UP UP OK"),
    "ended": ScriptedTable(f"{TRICK} hold UP UP UP UP OK OK"),
    "resumed": ResumedTable(RECORD),
    "resumed-set-up": ResumedTable("\n".join(RECORD.splitlines()[:3])),
    "resumed-question": ResumedTable("\n".join(RECORD.splitlines()[:5])),
    "resumed-torn": ResumedTable(RECORD, torn=True),
    "resumed-scanning": ResumedTable(SCANNING),
    "resumed-half-play": ResumedTable("game birdhead\nplayers Ann Bob Cid Dee\nstart Cid\ndeal\n; tapped 4/1"),
    "shut-down": ScriptedTable(f"{TRICK} hold UP OK"),
    "shut-down-held": ScriptedTable(f"{TRICK} hold UP OK OK half-ok"),
    "good-night": ScriptedTable(f"{TRICK} hold UP OK OK hold-ok"),
    "health": ScriptedTable(f"{LEAD} silent hold UP UP OK"),
    "health-fault": ScriptedTable(f"{LEAD} failed hold UP UP OK"),
    "health-well": ScriptedTable(f"{LEAD} hold UP UP OK DOWN"),
    "health-weak": ScriptedTable(f"{DEAL} weak weaker hold UP UP OK DOWN"),
    "health-in-a-deal": ScriptedTable(f"{LEAD} weak hold UP UP OK DOWN"),
    "clear-reader": ScriptedTable(f"{LEAD} rests"),
    "cannot-read": ScriptedTable(f"{LEAD} unreadable"),
    "reader-trouble": ScriptedTable(f"{LEAD} silent"),
    "reader-trouble-title": ScriptedTable(f"{DEAL} silent"),
    "hold-bar": ScriptedTable(f"{LEAD} half"),
    "generic-choice": ScriptedTable(UP_CARD, game=PLAIN),
    "generic-bid": ScriptedTable("UP", names=(*TRIO, "Dee"), game=PLAIN_ROOK),
    "generic-naming": ScriptedTable("OK DOWN OK DOWN OK DOWN OK DOWN", names=(*TRIO, "Dee"), game=PLAIN_ROOK),
    "generic-claims": ScriptedTable("red-can green-tall blue-bottle DOWN OK", names=(*TRIO, "Dee"), game=PLAIN_DRINKS),
    "generic-turn": ScriptedTable(LEAD, game=PLAIN),
    "generic-scores": ScriptedTable(DEAL, game=PLAIN),
    "generic-the-end": ScriptedTable(f"{BONUS_DEAL} DOWN DOWN DOWN DOWN DOWN", game=PLAIN, earlier=SIX_DEALS),
    **{
        f"longest-{name}": ScriptedTable(script, names=LONGEST, scores=(9, 9, -99))
        for name, script in (
            ("dealer", ""),
            ("declare", f"{UP_CARD} DOWN"),
            ("trick", f"{TRICK} QS KS"),
            ("nil-broken", BROKEN_NIL),
            ("revoke", TWO_REVOKES),
            ("why-revoke", f"{TWO_REVOKES} BACK"),
            ("impossible", IMPOSSIBLE),
            ("impossible-player", ONE_IS_GUILTY),
            ("impossible-player-remedy", f"{ONE_IS_GUILTY} OK"),
            ("impossible-two-groups", TWO_GROUPS),
            ("taken-back", f"{TRICK} hold OK"),
            ("refused-played", f"{TRICK} QS 10C"),
            ("correct-unread", f"{TRICK} hold DOWN DOWN DOWN OK UP OK"),
            ("unread-read", f"{TRICK} {UNREAD_QS} KS QS"),
            ("never-read", UNREAD_DEAL),
            ("menu", f"{TRICK} hold"),
            ("seats-two-change", f"{SEATS_AT_FIRST} DOWN OK"),
            ("pairs", f"{DEAL.removesuffix(' JH')} DOWN"),
            ("this-deal", f"{TRICK} hold DOWN DOWN DOWN DOWN OK"),
            ("game-over", DEAL),
            ("course", f"{DEAL} DOWN DOWN DOWN DOWN"),
        )
    },
    "longest-seats-seated": ScriptedTable(f"{SEATS} DOWN OK OK", names=LONGEST, regulars=("Eve",)),
    "longest-name": SetUpTable(regulars=LONGEST),
    "longest-same-table": SetUpTable(last=Header(BIRD_DOG, LONGEST, 2)),
    "longest-refused": ScriptedTable(f"{HANDS} {DECLARED} AC KS", names=LONGEST, scanned=True),
    "longest-why-follow": ScriptedTable(f"{HANDS} {DECLARED} AC KS OK", names=LONGEST, scanned=True),
    "longest-deal-score": ScriptedTable(DEAL, names=LONGEST, scores=(-10, -20, -30)),
    **EXAMPLES,
    **COMPANIES,
    **ENROLMENTS,
    **CLUBS,
    **BOX_SETTINGS,
}


COURSES = {
    "course-two": (BY_DEAL, ((0, 0), (2, 0), (2, 3), (5, 3), (4, 6), (8, 6), (11, 7))),
    "course-five": (
        BY_DEAL,
        ((0,) * 5, (1, 4, 0, 3, 18), (9, 4, 13, 8, 18), (9, 19, 17, 15, 18), (22, 21, 17, 26, 18)),
    ),
    "course-long": (BY_DEAL, tuple((deal * 3, deal * deal // 20, 60 - deal, deal % 7 * 9) for deal in range(61))),
    "course-level": (BY_DEAL, ((0, 0, 0), (0, 0, 0))),
}
"""Matches of two and five, a very long one, and one without points: steps and standings."""

GUEST_FAILED = "package {package} failed: {fault}"
ROTTEN = Damaged(
    "2026-01-01-201503-birddog",
    at_line(17, msg("the check sum {crc} does not fit", crc="9ab3c1f0")),
    "2026-01-01-201503-birddog.damaged-1",
    lost=8,
    goes_on=True,
)
FIRST_ROTTEN = replace(ROTTEN, why=at_line(1, NO_SUM), lost=1, goes_on=False)
OUT_OF_DATE = Damaged(
    "2026-01-01-201503-toriatama", at_line(123, msg("does not fit the rules")), "2026-01-01-201503-toriatama.damaged-2"
)
UNUSABLE = Damaged("", "cannot use the deck", "french-red")
NOT_HERE = msg("game {game} is not installed here", game="whist")
ABSENT = Damaged("2026-01-01-201503-whist", at_line(1, NOT_HERE), "", absent=True)
FAILED = Damaged(
    "2026-01-01-201503-whist",
    at_line(123, msg(GUEST_FAILED, package="some-whist 1.0.2", fault="RecursionError")),
    "2026-01-01-201503-whist.damaged-1",
)
FAILED_EARLY = Damaged("", msg(GUEST_FAILED, package="some-whist 1.0.2", fault="TypeError"), "")

CONTROLLERS = listing((f'"{name}"' for name in DISPLAYS), "or")
FIVE = ("Ann", "Bob", "Cid", "Dan", "Eve")
ALONE: Mapping[str, Callable[[], Screen]] = {
    **{
        name: partial(chart_screen, ScoreChart(step, "points", points), FIVE[: len(points[0])])
        for name, (step, points) in COURSES.items()
    },
    "not-saved": lambda: fill(NOT_SAVED),
    "gone": lambda: fill(GONE),
    "stopped": lambda: fill(STOPPED),
    "last-words": lambda: last_words("not saved (No space left on device)", "2026-01-01-201503-birddog.table"),
    "last-words-crash": lambda: last_words("AssertionError", "handling.py line 42"),
    "splash": lambda: fill(SPLASH),
    "cannot-start": lambda: fill(CANNOT_START),
    "damaged": lambda: report(FIRST_ROTTEN, in_play=False),
    "damaged-go-on": lambda: report(ROTTEN, in_play=False),
    "damaged-play-on": lambda: report(OUT_OF_DATE, in_play=True),
    "damaged-deck": lambda: report(UNUSABLE, in_play=False),
    "damaged-absent": lambda: report(ABSENT, in_play=False),
    "damaged-guest": lambda: report(FAILED, in_play=False),
    "damaged-guest-set-up": lambda: report(FAILED_EARLY, in_play=False),
    "settings-wrong": lambda: wrong_settings(4, "panel.kind", '"ssd1307"', CONTROLLERS),
}
"""What makes the screens without a table, in the language in effect."""


@cache
def table(name: str) -> Table:
    """The table of this name. It is played once: most of the time goes there, and no language or size changes it."""
    return GALLERY[name].table()


def screen(name: str) -> Screen:
    """The screen of this name, in the language in effect."""
    return ALONE[name]() if name in ALONE else screen_for(table(name))


def names() -> tuple[str, ...]:
    """All screens in the order of a match."""
    return (*GALLERY, *ALONE)


def pictures() -> Iterator[tuple[str, Picture]]:
    """Every screen with its picture."""
    return ((name, draw(screen(name))) for name in names())


def renew(directory: Path) -> None:
    """Draw all golden pictures, and delete those without a screen."""
    directory.mkdir(parents=True, exist_ok=True)
    for old in directory.glob("*.png"):
        if old.stem not in names():
            old.unlink()
    for name, picture in pictures():
        png.save(picture, directory / f"{name}.png")


def illustrate() -> None:
    """Draw the pictures of the documents."""
    every = dict(pictures())
    png.sheet(every.items(), columns=6).save(ALL_SCREENS, optimize=True)
    png.sheet([(name, every[name]) for name in SHOWN_FIRST], columns=3).save(THREE_SCREENS, optimize=True)
