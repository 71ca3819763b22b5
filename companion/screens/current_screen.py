"""Choose the screen for a table: a notice, the game's own screen, or the generic one.

No screen names a card in a hidden place.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.cards import Seat
from companion.match.match import Match
from companion.rules.deal import Claim
from companion.rules.events import GameOver, Impossible, ScoreWithdrawn
from companion.rules.statements import SEAT, Secret
from companion.screens import layouts, parts, words
from companion.screens.layouts import Fact, Glance, HoldBar, OptionList, Options, Screen, Top, TopLines
from companion.screens.picture import PANEL, Size, laid_out, line_width
from companion.screens.spoken_sentences import Kind, Says, in_small, sentences
from companion.screens.templates import fill, first_fitting
from companion.screens.words import AGAIN
from companion.support.lazy_import import lazy_call
from companion.support.messages import msg_n, tr, tr_n
from companion.table import modes
from companion.table.choices import Page
from companion.table.state import Resumed, Table

OVER_THE_MATCH: Callable[..., Screen] = lazy_call("companion.screens.over_the_match:screen")
QUESTION: Callable[..., Screen] = lazy_call("companion.screens.question:question")
ENROLLING: Callable[..., Screen] = lazy_call("companion.screens.enrolling:screen")
CLUB: Callable[..., Screen] = lazy_call("companion.screens.club:screen")
PROMPT: Callable[..., Screen | None] = lazy_call("companion.screens.computer_seats:prompt")
REPORT: Callable[..., Screen] = lazy_call("companion.screens.damaged_files:report")
PLAYER_TAG: Callable[..., Screen] = lazy_call("companion.screens.slips:player_tag")
NEVER_READ: Callable[..., Screen] = lazy_call("companion.screens.slips:never_read")
REVOKE: Callable[..., Screen] = lazy_call("companion.screens.revoked:revoke")
IMPOSSIBLE: Callable[..., Screen] = lazy_call("companion.screens.revoked:impossible")
SCORE_WITHDRAWN: Callable[..., Screen] = lazy_call("companion.screens.revoked:score_withdrawn")
IN_TROUBLE: Callable[..., Screen] = lazy_call("companion.screens.notices:in_trouble")
RESTORING: Callable[..., Screen] = lazy_call("companion.screens.backups:restoring")
"""What the first picture of a game rarely shows."""


def screen_for(table: Table, size: Size = PANEL) -> Screen:
    """The screen for this table, its texts fitted to a panel of this size."""
    return _frame(table) if size is PANEL else laid_out(size, lambda: _frame(table))


def _frame(table: Table) -> Screen:
    screen = _screen(table)
    top, says, trouble = screen.top, screen.says, table.health.trouble
    if isinstance(top, TopLines) and not top.place:
        top = TopLines(parts.place(table), top.memo, top.sign)
    if table.resumed is not None and not table.reported:
        top, says = _with_last_saved(table.resumed, table, screen, top)
    shown = Screen(screen.name, top, screen.layout, "", _hold_bar(table) if table.held_eighths else None, says)
    if not trouble:
        return shown
    return IN_TROUBLE(shown, table.health, told=table.resumed is not None or bool(table.reported))


def _with_last_saved(after: Resumed, table: Table, screen: Screen, top: Top) -> tuple[Top, Says]:
    """The top lines and the sentences after a power cut: this first."""
    lines = top if isinstance(top, TopLines) else None
    place = tr("RESUMED, last tap lost") if after.torn else tr("RESUMED")
    last = _last_said(table.playing) or tr("the set-up")
    said = _with(screen, in_small(place))
    if isinstance(screen.layout, Options | OptionList):
        asked = top.memo if isinstance(top, TopLines) else top.title
        return TopLines(first_fitting(f"{place}: {last}", place), asked), said
    sign = lines.sign if lines and not after.torn else ""
    return TopLines(_beside_trump(place, sign), tr("Last saved: {last}", last=last), sign), said


def _last_said(match: Match) -> str:
    """The last statement in few signs; a scanned card by its number in the hand."""
    short, said = parts.last_said(match), match.said
    if said is None or said.seat is None or match.header.game.secrets.get(said.word) is not Secret.DEALT:
        return short
    return tr("{who}, card {n}", who=parts.brief_names(match)[said.seat], n=_scanned_cards(match, said.seat))


def _beside_trump(place: str, sign: str) -> str:
    """The first line, and what the sign at its end means."""
    room = line_width() - layouts.MARK_WIDTH - layouts.SIGN_WIDTH
    trump = tr("trump")
    return first_fitting(f"{place}      {trump}", f"{place}  {trump}", trump, width=room) if sign else place


def _hold_bar(table: Table) -> HoldBar:
    """How far a button has been held, and for what."""
    off = isinstance(table.mode, modes.ShuttingDown) and table.overlay is None
    return HoldBar(table.held_eighths, tr("Shut down") if off else tr("BACK = menu"))


def _with(screen: Screen, text: str) -> Says:
    """What a screen says, after this text."""
    return lambda: (*sentences(text, kind=Kind.MOVE), *(screen.says() if screen.says else ()))


def _screen(table: Table) -> Screen:  # noqa: C901, PLR0912 - every mode
    if table.overlay is not None:
        return OVER_THE_MATCH(table)
    match table.mode:
        case modes.Playing():
            return _playing(table)
        case modes.Enrolling(dialogue=dialogue):
            return ENROLLING(dialogue)
        case modes.Reading() as mode:
            return _page(table, mode)
        case modes.EndingHere():
            return fill(words.END_HERE, columns=parts.standing(table.playing))
        case modes.ShuttingDown():
            return fill(words.SHUT_DOWN)
        case modes.GoingToSleep():
            return fill(words.GOING_TO_SLEEP)
        case modes.TryingGains():
            return fill(words.TRYING_GAINS)
        case modes.Restoring():
            return RESTORING()
        case modes.SwitchedOff():
            return fill(words.GOOD_NIGHT)
        case modes.Revoke() as asked:
            return REVOKE(table, asked)
        case modes.NeverRead() as asked:
            return NEVER_READ(table, asked)
        case modes.AtClub() | modes.NextBoard() as mode:
            return CLUB(table, mode)
        case modes.Reporting(files=files):
            return REPORT(files[0], in_play=table.in_play)
        case asked:
            header = table.match.header if table.match else None
            names = asked.setup.names if isinstance(asked, modes.SettingUp) else header.names if header else ()
            return QUESTION(asked.question, header.game.deck if header else None, names, table.house.regulars)


def _playing(table: Table) -> Screen:
    if table.begun.named is not None:
        return PLAYER_TAG(table, table.begun.named)
    return _accusing(table) or _scanning(table) or of_computer(table) or own_screen(table) or _match(table)


def of_computer(table: Table) -> Screen | None:
    """What a computer seat wants; None if no computer sits here, or a person is to move."""
    return PROMPT(table) if table.playing.header.computers else None


def _page(table: Table, mode: modes.Reading) -> Screen:
    from companion.screens import reading_pages  # noqa: PLC0415 - the first picture of a game starts without

    match mode.page:
        case Page.SCORES:
            return reading_pages.with_back(
                own_screen(table) or parts.scores(table, tr("Scores")), parts.game_title(table.playing)
            )
        case Page.HISTORY:
            return reading_pages.history(table, mode)
        case Page.ENDING:
            return reading_pages.ending(table, mode)
        case Page.COURSE:
            return reading_pages.course(table)
        case Page.HEALTH:
            return reading_pages.health(table, mode)
        case Page.RULES:
            return reading_pages.rules(table, mode)
        case Page.PUBLIC:
            return reading_pages.after_course(table, own_screen(table) or parts.waiting(table))


def own_screen(table: Table) -> Screen | None:
    """The screen of a claim, or the game's own; None: use the generic one."""
    match = table.playing
    if table.page is None:
        if table.choosing.cursor and not match.scored and table.optional and table.chosen is not None:
            return parts.instead(table)
        if match.claim is not None:
            return _claim(table, match.claim)
    own = match.header.game.entry.screen()
    shown: Screen | None = own(table) if own else None
    return shown


def _match(table: Table) -> Screen:
    if parts.has_event(table.playing, GameOver):
        return parts.game_over(table)
    if table.scored:
        return parts.scores(table, tr("Scores"))
    return parts.waiting(table)


def _accusing(table: Table) -> Screen | None:
    events = table.playing.events
    if not events:  # as after most taps
        return None
    gone = next((event for event in events if isinstance(event, ScoreWithdrawn)), None)
    if gone is not None:
        return SCORE_WITHDRAWN(table, gone)
    groups = tuple(event for event in events if isinstance(event, Impossible))
    return IMPOSSIBLE(table, groups) if groups else None


def _scanned_cards(match: Match, seat: Seat) -> int:
    """How many cards of this hand were scanned since the deal, or since its computer came."""
    if match.deal_due:
        return 0
    secrets, scanned = match.header.game.secrets, 0
    for said in match.said_in_deal():
        if said.seat == seat and said.word == SEAT.name:
            break
        if said.seat == seat and secrets.get(said.word) is Secret.DEALT:
            scanned += len(said.cards)
    return scanned


def _scanning(table: Table) -> Screen | None:
    scanning = table.scanning() if table.scanned and not table.scored else None
    if scanning is None:
        return None
    match = table.playing
    if table.house.tended:
        dealt = tr("The cards are dealt.")
        why = tr("The box reads each hand, face down.")
        return Screen("dealing", layout=Glance(Fact(tr("DEALING")), (dealt,)), says=lambda: sentences(why))
    seat, left = scanning
    lines: tuple[str, ...] = ()
    goes_to = ""
    if seat in match.header.computers:
        from companion.screens import computer_seats  # noqa: PLC0415 - people start without

        lines, goes_to = computer_seats.to_rack(table, seat), computer_seats.put(table, seat)
    scanned = _scanned_cards(match, seat)
    fact = Fact(parts.large_name(match, seat), layouts.FINGER, side=f"{scanned}/{scanned + left}")
    tap = tr("Tap {n}, face down", n=left)
    if scanned:
        tap = tr_n("Tap {n} more, face down", "Tap {n} more, face down", left)
    return Screen(
        "scan",
        TopLines(memo=parts.memo(table) or tr("Tap each hand first")),
        Glance(fact, lines or (tap,)),
        says=lambda: sentences(_scanned_next(match, seat, left), goes_to, about=match.applied),
    )


def _scanned_next(match: Match, seat: Seat, left: int) -> str:
    """Whose hand is scanned, how many are missing."""
    who = match.header.names[seat]
    return tr_n("{who}: tap {n} more card, face down", "{who}: tap {n} more cards, face down", left, who=who)


def _claim(table: Table, claim: Claim) -> Screen:
    """The question whether all agree to a claim."""
    match = table.playing
    shown, cards = len(table.begun.gathered), match.expects.most_cards
    more = msg_n("Proof: tap {who}'s card", "Proof: tap {who}'s {n} cards", cards - shown)
    show = parts.with_name(match, claim.seat, tr(more, who="{}"), line_width()) if cards else ""
    name, side = parts.large_name(match, claim.seat), f"{shown}/{cards}" if shown else ""
    who = Fact(name, layouts.FINGER, side=side, aside=tr("shown") if shown else tr("claims"))
    show = tr(AGAIN) if table.begun.interrupted else show
    return Screen(
        "claim",
        TopLines(memo=tr("Claim: all tricks left")),
        parts.options(table, who, show) if table.offered else Glance(who, (show,)),
    )
