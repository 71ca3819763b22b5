"""The decks on the panel: the piece to tap large, why a tap was refused, what is missing or weak."""

from __future__ import annotations

from typing import assert_never

from companion.cards.spoken import in_words
from companion.enrolment.deck_kinds import FRENCH, DeckKind
from companion.enrolment.deck_menu import Choosing, Dialogue, Naming, NoDeck
from companion.enrolment.enrolment import Clash, Elsewhere, Enrolment, Swap, Together, Unfit, UnknownTag, Verification
from companion.enrolment.words import NO_CARD, deck_name
from companion.screens.glyphs import NARROW
from companion.screens.layouts import Screen
from companion.screens.name_fitting import fit_people
from companion.screens.picture import fill_lines, line_width, wrap
from companion.screens.question import question
from companion.screens.spoken_sentences import Kind, sentences
from companion.screens.templates import Template, as_spoken, fill, first_fitting
from companion.screens.words import NO_DECK, fact_template
from companion.support.messages import N_, Message, tr
from companion.support.values import replace
from companion.tags.tag_decks import CardCopy, CommandCard, Person, Piece

NAMING = fact_template(
    "name tag", N_("Name on the tag:"), N_("▲▼ letter, or END"), "{fact}", "{so_far}", "{ok}", "{back}"
)
DUE, DUE_IN_CHECK = N_("Tap the tag of {due}."), N_("Tap the next to check.")
NEXT, HELD, NO = N_("Next: {due}"), N_("This tag is {held}.|{held}"), N_("BACK = no")
HELD_ELSEWHERE = N_("It is {held} of deck {other}.|Of deck {other}.")


def _template(name: str, memo: str, *lines: str, fact: str = "{fact}") -> Template:
    """A screen of a deck: below its name a small line, a fact, and three lines."""
    return fact_template(name, "{deck}", memo, fact, *lines)


ENROL = _template("enrol", N_("Next: {piece}"), N_("Tap its tag."), N_("▼ skip   ▲ undo"), N_("BACK = pause"))
REPLACE = _template("enrol", N_("New tag for: {piece}"), N_("Tap its tag."), N_("BACK = keep the old"))
CLASH = _template("enrol clash", NEXT, HELD, N_("One tag, one card."), DUE)
OWN_TAG = _template("enrol clash", NEXT, HELD, N_("Tap a new tag."), REPLACE.lines[-1])
SWAP = _template("enrol swap", NEXT, HELD, N_("OK = swap it with {due}|OK = swap the two"), NO)
ELSEWHERE = _template("enrol elsewhere", NEXT, HELD_ELSEWHERE, N_("OK = it is {due} here"), NO)
REFUSED = _template("enrol refused", NEXT, "{why}", "{what}", DUE)
REFUSED_IN_CHECK = _template(
    "verify refused", N_("Checked: {seen} of {all}"), "{why}", "{what}", N_("Others, or BACK = stop")
)
OTHER_DECK = _template("verify refused", N_("Another deck's card"), HELD_ELSEWHERE, DUE_IN_CHECK, N_("BACK = done"))
SEVERAL_TAGS = (N_("ONE TAG"), N_("Two tags at once."), N_("Lay one at a time."))
NO_DECKS_TAG = (N_("UNKNOWN"), N_("No deck has this tag."), N_("Lay it aside."))
"""Fact, reason and advice for a tag that no deck takes."""
REPLACED = _template("replaced", N_("It has a new tag:"), "", "{weak}", N_("BACK = done"))
SOME_LEFT = _template(
    "enrolled", N_("Cards without a tag:"), "{missing}", "{weak}", N_("OK = tag   BACK = done"), fact=N_("{count} LEFT")
)
ENROLLED = _template(
    "enrolled", N_("Every card has a tag"), "{weak}", "{advice}", N_("OK = check   BACK = done"), fact=N_("COMPLETE")
)
VERIFIED = _template("verified", N_("Checked: {seen} of {all}"), "{weak}", "", N_("BACK = done"), fact=N_("COMPLETE"))
VERIFY = _template("verify", N_("Checked: {seen} of {all}"), "{missing}", "{weak}", N_("BACK = stop checking"))
NONE_WEAK = N_("All tags read well.")
HEARD = 3
"""Pieces of a list that are said by name."""
COMMAND = _template("enrol", N_("Tap a spare card:"), N_("It will mean {fact}."), *ENROL.lines[1:])
"""No card shows what a command card means: any card that no game needs becomes one."""
PERSON = replace(ENROL, lines=(N_("Tap the name tag."), *ENROL.lines[1:]))
FOR_KIND = {CommandCard: COMMAND, Person: PERSON}


def screen(decks: Dialogue) -> Screen:
    """The screen of an enrolment dialogue."""
    match decks:
        case NoDeck():
            return fill(NO_DECK)
        case Choosing():
            return question(decks.question)
        case Naming():
            return _naming(decks)
        case Verification():
            return _refusal(decks) or _checking(decks)
        case Enrolment(next=None):
            return _at_the_end(decks)
        case Enrolment():
            return _refusal(decks) or _asking(decks)
    assert_never(decks)


def _naming(naming: Naming) -> Screen:
    """The end of the name that fits, the character at the cursor last."""
    end = tr("END")
    so_far = f"{naming.text}{naming.sign or f' {end}'}".lstrip().upper()
    so_far_typed = tr("So far: {letters}", letters=naming.text or tr("nothing"))
    ends = tr("OK = this is the name") if naming.text else tr("First choose a letter.")
    ok = tr("OK adds {letter}", letter=naming.sign) if naming.sign else ends
    back = tr("BACK = one letter back") if naming.text else tr("BACK = no name tag")
    fact = next(so_far[start:] for start in range(len(so_far) + 1) if NARROW.width(so_far[start:]) <= line_width())
    typed = so_far_typed if naming.sign or not naming.text else tr("Is the name complete?")
    shown = fill(NAMING, fact=fact, so_far=tr(naming.notice) or typed, ok=ok, back=back)
    heard = (tr("Name tag"), tr(naming.notice), so_far_typed if naming.text else "")
    letter = naming.sign or tr("End of the name")
    return replace(shown, says=lambda: sentences(*heard, letter, *as_spoken([ok, back])))


def _asking(run: Enrolment) -> Screen:
    piece = run.next
    assert piece is not None, "it is not at its end"
    fact = _name(run.kind.sign(piece)) if isinstance(piece, CardCopy) else _large(run.kind, piece)
    remark = tr(run.kind.remark(piece))
    if not remark and " " in fact and NARROW.width(fact) > line_width():
        remark, _, fact = fact.partition(" ")
    template = REPLACE if run.replacing else FOR_KIND.get(type(piece), ENROL)
    return _fill(template, run, about=piece, piece=remark, fact=fact)


def _refusal(at: Enrolment | Verification) -> Screen | None:
    """Three lines: what was tapped, what is wrong with it, what to do now. None: nothing was refused."""
    enrols = isinstance(at, Enrolment)
    match at.notice:
        case None:
            return None
        case Clash(piece=piece):
            template, form, other = CLASH, tr("IS {}"), ""
            if isinstance(at, Enrolment) and at.replacing == piece:
                template = OWN_TAG
        case Swap(piece=piece):
            template, form, other = SWAP, "{}?", ""
        case Elsewhere(piece=piece, deck=deck):
            (template, form), other = (ELSEWHERE, "{}?") if enrols else (OTHER_DECK, "{}"), deck_name(deck)
        case Unfit() | Together() | UnknownTag() as notice:
            fact, why, what = why_no_piece(notice)
            template = REFUSED if enrols else REFUSED_IN_CHECK
            return _fill(template, at, Kind.MISTAKE, fact=fact, why=why, what=what)
        case _:
            assert_never(at.notice)
    fact, held = _large(at.kind, piece, form), at.kind.label(piece)
    return _fill(template, at, Kind.MISTAKE, piece, fact=fact, held=held, other=other)


def why_no_piece(notice: Unfit | Together | UnknownTag) -> tuple[str, str, str]:
    """Fact, reason and advice for a tag that no deck takes."""
    if isinstance(notice, Unfit):
        rule = NO_CARD[notice.kind]
        why, what = fill_lines(wrap(tr(rule.sentence)), 2)
        return tr(rule.short), why, what
    fact, why, what = map(tr, SEVERAL_TAGS if isinstance(notice, Together) else NO_DECKS_TAG)
    return fact, why, what


def _at_the_end(run: Enrolment) -> Screen:
    """The end of an enrolment: what is missing, which tags are weak, what comes next."""
    weak = _weak(run) or tr(NONE_WEAK)
    if run.replacing is not None:
        return _fill(REPLACED, run, about=run.replacing, fact=_large(run.kind, run.replacing), weak=weak)
    if run.missing:
        missing = _list(tr("No tag:"), run.missing, run)
        return _fill(SOME_LEFT, run, count=str(len(run.missing)), missing=missing, weak=weak)
    return _fill(ENROLLED, run, weak=weak, advice=tr("They need new tags.") if run.weak else "")


def _checking(check: Verification) -> Screen:
    weak = _weak(check) or ("" if check.seen else tr("In any order."))
    if not check.missing:
        return _fill(VERIFIED, check, weak=weak or tr(NONE_WEAK))
    missing = _list(tr("To tap:"), check.missing, check)
    last = check.seen[-1] if check.seen else None
    fact = _large(check.kind, last) if last else tr("TAP ALL")
    return _fill(VERIFY, check, about=last, fact=fact, missing=missing, weak=weak)


def _fill(
    template: Template, at: Enrolment | Verification, kind: Kind = Kind.TURN, about: Piece | None = None, **values: str
) -> Screen:
    """A template with the deck, and the piece whose tag is due, or how many pieces of how many were checked.

    The piece that it is `about` is heard in words.
    """
    if isinstance(at, Verification):
        values |= {"seen": str(len(at.seen)), "all": str(len(at.kind.pieces))}
    elif at.next is not None:
        values["due"] = at.kind.label(at.next)
    heard = _lists_aloud(at) | (_spoken_values(at, about) if about else {})
    return fill(template, kind, heard, (), deck=_place(at), **values)


def _large(kind: DeckKind, piece: Piece, form: str = "{}") -> str:
    """A piece as the fact, `form` around it at "{}"; long names are cut so that they stay distinct."""
    if not isinstance(piece, Person):
        return form.format(_name(kind.label(piece)))
    names = tuple(dict.fromkeys((*map(kind.label, kind.pieces), piece.name)))
    room = line_width() - NARROW.width(form.replace("{}", ""))
    return form.format(fit_people(names, NARROW, room)[names.index(piece.name)].upper())


def _name(called: str) -> str:
    """What a piece is called in the language in effect; a name or the sign of a card stays."""
    return tr(called) if isinstance(called, Message) else called


def _place(at: Enrolment | Verification) -> str:
    """The deck, and how many of its pieces have a tag."""
    name, done, every = tr(deck_name(at.deck.name)), at.kind.tagged_in(at.deck), len(at.kind.pieces)
    forms = N_("{deck}: {n} of {all} tagged"), N_("{deck}: {n}/{all} tagged")
    whole = (tr(form, deck=name, n=done, all=every) for form in forms)
    return first_fitting(*whole, f"{name} {done}/{every}")


def _spoken_values(at: Enrolment | Verification, piece: Piece) -> dict[str, str]:
    """The values of a template as people hear them: the piece and the one that is due in words."""
    done, every = at.kind.tagged_in(at.deck), len(at.kind.pieces)
    place = tr("{deck}: {n} of {all} tagged", deck=deck_name(at.deck.name), n=done, all=every)
    due = at.next if isinstance(at, Enrolment) else None
    due_in_words = piece_in_words(at.kind, due) if due is not None else ""
    called = piece_in_words(at.kind, piece)
    return {"fact": called, "held": called, "deck": place, "due": due_in_words, "piece": ""}


def piece_in_words(kind: DeckKind, piece: Piece) -> str:
    """A piece as people call it ("seven, 3" for "7/3")."""
    return in_words(_name(kind.label(piece)).replace("/", ", "), kind.cards or FRENCH)


def _weak(at: Enrolment | Verification) -> str:
    """The weak tags; empty if there are none."""
    return _list(tr("Reads badly:"), at.weak, at) if at.weak else ""


def _lists_aloud(at: Enrolment | Verification) -> dict[str, str]:
    """What is missing and which tags are weak, as people hear it: the first few, and the number of the others."""
    lead = tr("To tap:") if isinstance(at, Verification) else tr("No tag:")
    lists = {"missing": (lead, at.missing), "weak": (tr("Reads badly:"), at.weak)}
    return {name: _list_aloud(lead, pieces, at) for name, (lead, pieces) in lists.items() if pieces}


def _list_aloud(lead: str, pieces: tuple[Piece, ...], at: Enrolment | Verification) -> str:
    names = [piece_in_words(at.kind, piece) for piece in pieces[:HEARD]]
    more = [f"+{left}"] if (left := len(pieces) - HEARD) > 0 else []
    return f"{lead} {', '.join([*names, *more])}."


def _list(lead: str, pieces: tuple[Piece, ...], at: Enrolment | Verification) -> str:
    """As many names as fit in one line, and the number of the others."""
    names = [_name(at.kind.label(piece)) for piece in pieces]
    cut = (f"{lead} {' '.join(names[:shown])} +{len(names) - shown}" for shown in range(len(names) - 1, -1, -1))
    return first_fitting(f"{lead} {' '.join(names)}", *cut, width=line_width())
