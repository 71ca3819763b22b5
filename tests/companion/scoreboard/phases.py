"""A table of every game at every phase of an evening, for the tests that look at the page for phones."""

from __future__ import annotations

from collections.abc import Mapping

from tests.evening import RECORDS
from tools.gallery.evenings import LONGEST, RecordedTable, ScriptedTable, SetUpTable, Shown
from tools.gallery.examples import EXAMPLES
from tools.gallery.gallery import DEAL, DECLARED, TRICK


def whole(game: str) -> RecordedTable:
    """The example of a match that is played to its end."""
    lines = RECORDS[f"{game}-whole-match"].read_text("utf-8").splitlines()
    return RecordedTable("\n".join(line for line in lines if line.strip() and not line.startswith("#")))


def of(*names: str) -> dict[str, Shown]:
    """These tables of the gallery."""
    return {name: EXAMPLES[name] for name in names}


PHASES: Mapping[str, Shown] = {
    "setup": SetUpTable("OK"),
    "birddog-declares": ScriptedTable("9S OK JC"),
    "birddog-nil": ScriptedTable(f"{DECLARED} DOWN OK"),
    "birddog-trick": ScriptedTable(f"{TRICK} QS KS"),
    "birddog-trick-taken": ScriptedTable(TRICK),
    "birddog-deal-score": ScriptedTable(DEAL, scores=(3, 4, 5)),
    "birddog-game-over": whole("birddog"),
    **of("birdhead-start", "birdhead-follow-half", "birdhead-lead", "birdhead-last-trick", "birdhead-deal-score"),
    "birdhead-game-over": whole("birdhead"),
    **of("rook-first-bid", "rook-bid", "rook-trump", "rook-lead", "rook-trick-bird", "rook-trick-taken"),
    **of("rook-deal-score-made"),
    "rook-game-over": whole("rook"),
    **of("hearts-passing", "hearts-passing-some", "hearts-trick", "hearts-trick-taken", "hearts-trick-five"),
    **of("hearts-deal-score"),
    "hearts-game-over": whole("hearts"),
    **of("spades-bid", "spades-third-bid", "spades-tricks", "spades-deal-score", "spades-nil-lost-bags"),
    "spades-game-over": whole("spades"),
    **of("euchre-turn-up", "euchre-orders", "euchre-last-words", "euchre-left-bower", "euchre-deal-score-alone"),
    "euchre-game-over": whole("euchre"),
    **of("toriatama-first-take", "toriatama-claims", "toriatama-crate-full", "toriatama-game-over"),
    **of("toriatama-own-drinks-long"),
    **of("bonehead-heads", "bonehead-first-card", "bonehead-turn", "bonehead-bone-failed", "bonehead-game-over"),
}

LONG_NAMES: Mapping[str, Shown] = {
    "longest-birddog": ScriptedTable(f"{TRICK} QS KS", names=LONGEST, scores=(999_999, 999_999, -999_999)),
    **of("longest-rook-trick", "longest-hearts-trick-five", "longest-bonehead-turn", "longest-euchre-left-bower"),
    **of("longest-birdhead-game-over", "longest-rook-game-over", "longest-hearts-passing-five"),
}
