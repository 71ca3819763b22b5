"""The decks on the panel: the piece to tap large, why a tap was refused, what is missing or weak."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from companion.enrolment.deck_menu import Choosing, NoDeck
from companion.enrolment.enrolment import ChipCard, Clash, Elsewhere, Enrolment, Together, Unfit, Unknown, Verification
from companion.enrolment.name_entry import Naming
from companion.screens.glyphs import NARROW
from companion.screens.name_fitting import fit_names
from companion.screens.overlays import question
from companion.screens.parts import first_fitting
from companion.screens.picture import WIDTH
from companion.screens.screen import Screen
from companion.tags.tag_decks import CardCopy, Person

if TYPE_CHECKING:
    from companion.enrolment.deck_kinds import DeckKind
    from companion.enrolment.dialogue import Dialogue
    from companion.tags.tag_decks import Piece

NO_DECK = Screen(
    "no deck",
    title="No deck yet",
    fact="ENROL",
    lines=("Each card gets a tag,", "the box learns them.", "OK = enrol"),
)


def screen(decks: Dialogue) -> Screen:
    """The screen of an enrolment dialogue."""
    match decks:
        case NoDeck():
            return NO_DECK
        case Choosing():
            return question(decks.question)
        case Naming():
            return _naming(decks)
        case Verification():
            return _refused_check(decks) or _checking(decks)
        case Enrolment(next=None):
            return _at_the_end(decks)
        case Enrolment():
            return _refused(decks) or _asking(decks)
    assert_never(decks)


def _naming(naming: Naming) -> Screen:
    """The end of the name that fits, the character at the cursor last."""
    so_far = f"{naming.text}{naming.sign}".upper() or "?"
    fact = next(so_far[start:] for start in range(len(so_far) + 1) if NARROW.width(so_far[start:]) <= WIDTH)
    taking = f"OK adds {naming.sign}" if naming.sign else "OK = this is the name"
    back = "BACK = one letter back" if naming.text else "BACK = no name tag"
    lines = (naming.notice or f"So far: {naming.text}".rstrip(), taking, back)
    return Screen("name tag", place="Name tag", memo="▲▼ letter, ▲ from A: end", fact=fact, lines=lines)


def _asking(run: Enrolment) -> Screen:
    piece = _next(run)
    buttons = ("BACK = leave it",) if run.replacing else ("DOWN skip     UP back", "BACK pause")
    told = f"{'New tag for:' if run.replacing else 'Next:'} {run.kind.remark(piece)}".rstrip()
    return Screen(
        "enrol",
        place=_place(run),
        memo=told,
        fact=run.kind.sign(piece) if isinstance(piece, CardCopy) else _large(run.kind, piece),
        lines=("Tap its tag.", *buttons),
    )


def _refused(run: Enrolment) -> Screen | None:
    """Three lines: what was tapped, what is wrong with it, what to do now."""
    due = run.kind.called(_next(run))
    now = first_fitting(f"Now: another for {due}", f"Now: {due}", width=WIDTH)
    match run.notice:
        case Clash(piece=piece):
            held = run.kind.called(piece)
            lines = (_fitting(f"This tag is {held}.", held), "One tag, one card.", now)
            return Screen(
                "enrol clash",
                place=_place(run),
                memo=f"Next: {due}",
                fact=_large(run.kind, piece, "IS {}"),
                lines=lines,
            )
        case Elsewhere(piece=piece, deck=deck):
            held = run.kind.called(piece)
            lines = (_fitting(f"It is {held} of {deck}.", f"Of {deck}."), f"OK = {due} here, too", "BACK = no")
            return Screen(
                "enrol elsewhere",
                place=_place(run),
                memo=f"Next: {due}",
                fact=_large(run.kind, piece, "{}?"),
                lines=lines,
            )
        case Unfit() | ChipCard() | Together() | Unknown() as notice:
            fact, lines = _unfit(notice, now)
            return Screen("enrol refused", place=_place(run), memo=f"Next: {due}", fact=fact, lines=lines)
        case None:
            return None
    assert_never(run.notice)


def _unfit(notice: Unfit | ChipCard | Together | Unknown, now: str) -> tuple[str, tuple[str, str, str]]:
    match notice:
        case Unfit():
            return "NO TAG", ("A phone or bank card:", "its number changes.", now)
        case ChipCard():
            return "NO TAG", ("A bank card or phone:", "a card needs a tag.", now)
        case Together():
            return "ONE TAG", ("Two tags at once.", "Lay one at a time.", now)
        case Unknown():
            return "UNKNOWN", ("No deck of this house", "has this tag.", now)
    assert_never(notice)


def _at_the_end(run: Enrolment) -> Screen:
    """The end of an enrolment: what is missing, which tags are weak, what comes next."""
    weak = _listed("Weak:", run.weak, run) if run.weak else "No tag reads badly."
    if run.replacing is not None:
        sign = _large(run.kind, run.replacing)
        lines = ("", weak, "BACK = done")
        return Screen("replaced", place=_place(run), memo="It has a new tag:", fact=sign, lines=lines)
    if run.missing:
        left, lines = f"{len(run.missing)} LEFT", (_listed("No tag:", run.missing, run), weak, "OK those   BACK done")
        return Screen("enrolled", place=_place(run), memo="The run is over", fact=left, lines=lines)
    lines = (weak, "Weak ones: a new tag." if run.weak else "", "OK verify   BACK done")
    return Screen("enrolled", place=_place(run), memo="Every card has a tag", fact="ALL IN", lines=lines)


def _checking(check: Verification) -> Screen:
    latest = _large(check.kind, check.seen[-1]) if check.seen else "TAP ALL"
    weak = _listed("Weak:", check.weak, check) if check.weak else ""
    memo = f"{len(check.seen)} of {len(check.kind.pieces)} seen"
    if not check.missing:
        lines = (weak or "No tag reads badly.", "", "BACK = done")
        return Screen("verified", place=_place(check), memo=memo, fact="ALL IN", lines=lines)
    missing = _listed(f"{len(check.missing)} to go:", check.missing, check)
    return Screen("verify", place=_place(check), memo=memo, fact=latest, lines=(missing, weak, "BACK = done"))


def _refused_check(check: Verification) -> Screen | None:
    place, now = _place(check), "Tap the next card."
    match check.notice:
        case Elsewhere(piece=piece, deck=deck):
            held = check.kind.called(piece)
            lines = (_fitting(f"It is {held} of {deck}.", f"Of {deck}."), "Not of this deck.", now)
            return Screen(
                "verify refused", place=place, memo="Another deck's card", fact=_large(check.kind, piece), lines=lines
            )
        case Unfit() | ChipCard() | Together() | Unknown() as notice:
            fact, lines = _unfit(notice, now)
            return Screen("verify refused", place=place, memo="This does not count", fact=fact, lines=lines)
        case _:
            return None


def _large(kind: DeckKind, piece: Piece, words: str = "{}") -> str:
    """A piece as the fact, `words` around it at "{}"; long names are cut so that they stay distinct."""
    if not isinstance(piece, Person):
        return words.format(kind.called(piece))
    names = tuple(dict.fromkeys((*map(kind.called, kind.pieces), piece.name)))
    room = WIDTH - NARROW.width(words.replace("{}", ""))
    return words.format(fit_names(names, NARROW, room)[names.index(piece.name)].upper())


def _place(at: Enrolment | Verification) -> str:
    """The deck, and how many of its pieces have a tag."""
    whole = len(at.kind.pieces)
    return f"{at.deck.name} {whole - len(_untagged(at))}/{whole}"


def _untagged(at: Enrolment | Verification) -> set[Piece]:
    return set(at.kind.pieces) - set(at.deck.pieces.values())


def _next(run: Enrolment) -> Piece:
    assert run.next is not None
    return run.next


def _listed(lead: str, pieces: tuple[Piece, ...], at: Enrolment | Verification) -> str:
    """As many names as fit in one line, and the number of the others."""
    names = [at.kind.called(piece) for piece in pieces]
    cut = (f"{lead} {' '.join(names[:shown])} +{len(names) - shown}" for shown in range(len(names) - 1, -1, -1))
    return first_fitting(f"{lead} {' '.join(names)}", *cut, width=WIDTH)


def _fitting(*texts: str) -> str:
    return first_fitting(*texts, width=WIDTH)
