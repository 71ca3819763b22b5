"""What lies over the match: refusals, questions, revokes, pages to read, cards that go back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import VERSION
from companion.events import DealScored, TrickTaken
from companion.games.deal import TrickState
from companion.screens.glyphs import LARGE, MEDIUM, NARROW, SMALL
from companion.screens.names import fitting, unlike
from companion.screens.parts import CHOOSE, brief_names, first_fitting, large_name, memo, named, place, spoken
from companion.screens.picture import WIDTH, shorten, wrap
from companion.screens.screen import (
    LISTED,
    MARK_WIDTH,
    NAME_ROOM,
    Column,
    Screen,
    name_in,
    one_line,
    seats_in_columns,
)
from companion.table.questions import AGAIN
from companion.table.revokes import PLAY_ON, revokes_in_question, suspected

if TYPE_CHECKING:
    from companion.events import Impossible
    from companion.match import Match
    from companion.table.questions import Question
    from companion.table.table import Mended, NowRead, Page, Refused, Table, TakenBack

PAGE_LINES = 5
CARD_ROOM = 96
"""Before the cards of a refusal there is room for a name."""
CLEAR_READER = Screen(
    "clear reader",
    title="Reader",
    fact="CLEAR IT",
    lines=("A card is lying there.", "Take it up, then tap", "the next card."),
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


def wrong_settings(line: int, key: str, found: str, allowed: str) -> Screen:
    """Why the table does not start: what stands there, and what may; `line` is 0 and `key` empty for none."""
    what = [shorten(text, SMALL, WIDTH) for text in (key or "The file", f"found {found}")]
    lines = (*what, *wrap(f"allowed: {allowed}", SMALL, WIDTH)[: LISTED - 1])
    return Screen("wrong settings", title="Settings", note=f"line {line}" if line else "", lines=lines)


def question(asked: Question) -> Screen:
    """A question: its answers in one line and the chosen one large, or below each other where they are longer."""
    if asked.asks == AGAIN:
        return _whose(asked)
    answers = unlike(asked.choices, max(map(len, asked.choices)))
    chosen = answers[asked.cursor]
    if one_line(answers) and LARGE.width(chosen) <= WIDTH:
        return _large_question(asked, answers, chosen.upper())
    return Screen(
        asked.asks,
        title=asked.title,
        note=f"{asked.cursor + 1}/{len(answers)}",
        options=answers,
        cursor=asked.cursor,
        lines=(*("",) * LISTED, CHOOSE),
    )


def _whose(asked: Question) -> Screen:
    """Whose a further card of the same rank is: each answer has a button of its own."""
    lines = ("", f"OK = {asked.chosen}", f"DOWN = {asked.choices[1]}")
    return Screen(asked.asks, place="Whose card is it?", fact=asked.title.upper(), lines=lines)


def _large_question(asked: Question, answers: tuple[str, ...], fact: str) -> Screen:
    """The title as large as it fits; what explains the question stands below the answers or below a small title."""
    text = next((line for line in (" ".join(asked.text), *asked.text) if SMALL.width(line) <= WIDTH), "")
    titled = MEDIUM.width(asked.title) <= WIDTH - MARK_WIDTH
    return Screen(
        asked.asks,
        title=asked.title if titled else "",
        place=asked.title,
        memo=text,
        fact=fact,
        options=answers,
        cursor=asked.cursor,
        lines=("", text if titled else "", CHOOSE),
    )


def refusal(table: Table, refused: Refused) -> Screen:
    """Three answers: who, which rule, what to do now."""
    names = table.match.header.names if table.match else ()
    card = refused.card if MEDIUM.width(refused.card) <= CARD_ROOM else f"{len(refused.card.split())} cards"
    room = WIDTH - MARK_WIDTH - MEDIUM.width(card) - 6
    who = fitting(names, MEDIUM, room)[names.index(refused.who)] if refused.who in names else ""
    sentence = refused.rule.sentence.format(*brief_names(table.match) if table.match else ())
    return Screen(
        "refusal",
        title=who or _thing(table, refused.card),
        ending=card if who else "",
        fact=refused.large,
        lines=(*_filled(wrap(sentence, SMALL, WIDTH), 2), refused.rule.remedy),
    )


def _thing(table: Table, card: str) -> str:
    """What was tapped, where no player's name can stand before it."""
    if card.startswith("of "):
        return f"Card {card}"
    found = table.match.header.game.deck.card(card) if table.match else None
    return f"{found.sign if found else card}?" if card else "Not accepted"


REMEDIES = {
    "take back": ("take back", "It and all after it."),
    "play-on": ("play on", "The deal goes on."),
    "void-deal": ("no deal", "No points, deal again."),
    "penalty": ("penalty", "It costs {price}."),
    "wrong seat": ("swap", "Not {name}'s card?"),
}
"""The answers to a revoke as people say them, and what each means."""


def revoke(table: Table, asked: Question) -> Screen:
    """Player, trick, card, rule, and what may follow."""
    match = table.playing
    proven = revokes_in_question(match)
    first = proven[0]
    same = [event for event in proven if event.player == first.player]
    tricks = ", ".join(str(event.trick) for event in same)
    points = abs(getattr(match.header.game, "penalty", 0))
    price = f"{points} points" if points else "the bid"
    name = brief_names(match)[first.player]
    words = tuple(REMEDIES[choice][0] for choice in asked.choices)
    if not one_line(words):
        words = (REMEDIES[asked.chosen][0], f"{asked.cursor + 1}/{len(words)}")
    return Screen(
        "revoke",
        place=f"Revoke in trick{'s' * (len(same) > 1)} {tricks}",
        memo=f"Rule: {first.rule}",
        fact=large_name(match, first.player),
        beside=" ".join(event.card.sign for event in same[:2]),
        options=words,
        cursor=asked.cursor if len(words) == len(asked.choices) else 0,
        lines=("", _meaning(asked, price, name), CHOOSE),
    )


def _meaning(asked: Question, price: str, name: str) -> str:
    """What the answer at the cursor leads to; the cards that wait for it count where the deal goes on."""
    if asked.cards and asked.chosen == PLAY_ON:
        return f"Play on, {' '.join(card.sign for card in asked.cards)} counts."
    return REMEDIES[asked.chosen][1].format(price=price, name=name)


def impossible(table: Table, event: Impossible) -> Screen:
    """Plays of which one at least was wrong; play goes on, and the next tap takes this away."""
    match = table.playing
    names = brief_names(match)
    plays = [f"{names[play.player]} {play.card.sign} in trick {play.trick}" for play in event.suspects]
    lines = plays
    if len(plays) > 2:
        lines = wrap(", ".join(f"{names[play.player]} {play.card.sign}" for play in event.suspects), SMALL, WIDTH)
    seats = match.expects.seats
    turn = f"Play on: {names[seats[0]]}'s turn" if seats else "Play on"
    if suspected(match):
        turn = "Play on, or OK: swap"
    return Screen(
        "impossible",
        place=f"One of {NUMBERS.get(len(plays), 'these')} plays was",
        memo="wrong. Which is open.",
        fact="REVOKE?",
        lines=(*_filled(lines, 2), turn),
    )


NUMBERS = {2: "two", 3: "three", 4: "four"}


BY_PLAYER = 3
"""More statements than these are told by player."""


def _by_player(names: tuple[str, ...], back: TakenBack) -> list[str]:
    """Every card that goes back, after the name of its player; empty where no cards do."""
    cards: dict[str, list[str]] = {}
    for statement in back.statements:
        if statement.seat is not None and statement.cards:
            cards.setdefault(names[statement.seat], []).extend(card.sign for card in statement.cards)
    told = ", ".join(f"{name} {' '.join(signs)}" for name, signs in cards.items())
    return wrap(f"Back: {told}", SMALL, WIDTH) if told else []


def taken_back(table: Table, back: TakenBack) -> Screen:
    """Which cards go back to whom: one by one, more than three by player; and which stay."""
    match = table.playing
    names = brief_names(match)
    lines = _by_player(names, back) if len(back.statements) > BY_PLAYER else []
    for statement in () if lines else back.statements[-BY_PLAYER:]:
        who = names[statement.seat] if statement.seat is not None else "the stack"
        cards = " ".join(card.sign for card in statement.cards)
        lines.append(f"{cards} back to {who}" if cards else f"{who}: no “{statement.word}”")
    count = len(back.statements)
    before = spoken(match)
    return Screen(
        "taken back",
        title="Taken back",
        note=str(count) if count > 1 else "",
        lines=(
            *_filled(lines, 3),
            _on_the_table(match),
            "tap on, or OK takes" if before else "tap on",
            f"back “{before}”" if before else "",
        ),
    )


EVERY_CARD = ["Every card after it", "went to its own seat."]


def mended(table: Table, done: Mended) -> Screen:
    """What was mended, and whose turn it is by that."""
    match = table.playing
    seats = match.expects.seats
    turn = f"Now: {brief_names(match)[seats[0]]}'s turn" if seats else ""
    names = brief_names(match)
    taken = [f"Trick {number} is {names[seat]}'s" for number, seat in done.tricks]
    lines = (done.repair, *_filled(taken or EVERY_CARD, 2), "", _on_the_table(match), turn)
    return Screen("mended", title="Mended", lines=lines)


def _on_the_table(match: Match) -> str:
    """The cards that belong to the trick that goes on; empty where there are no tricks, or none was begun."""
    state = match.state
    if not isinstance(state, TrickState) or state.deal is None or not match.expects.words:
        return ""
    trick = " ".join(card.sign for card in state.now.tricks[-1].cards) or "nothing"
    begun = bool(state.now.tricks[0].plays)
    return first_fitting(f"On the table: {trick}", f"Table: {trick}", width=WIDTH) if begun else ""


def token(table: Table, seat: int) -> Screen:
    """Whose tag was tapped: the card that comes next is this player's."""
    match, laid = table.playing, len(table.gathered)
    return Screen(
        "token",
        place=place(table),
        memo=memo(table),
        fact=f"{name_in(match.header.names, seat, NARROW, NAME_ROOM - NARROW.width(':')).upper()}:",
        finger=True,
        beside=f"{laid}/{match.expects.pieces[0]}" if laid else "",
        aside="tap",
        lines=("", named(match, seat, "{}: tap the card", WIDTH), "BACK = somebody else's"),
    )


def never_read(table: Table, asked: Question) -> Screen:
    """Cards whose tags did not read in a deal that is scored: until that is settled the scores stand with a "?"."""
    match = table.playing
    signs = " ".join(card.sign for card in asked.cards)
    provisional = tuple(f"{score}?" for score in match.scores)
    large = LARGE.width(signs) <= WIDTH
    words = seats_in_columns(match.header.names, provisional) if match.header.game.keeps_score else ()
    return Screen(
        "never read",
        place="Scores are provisional.",
        memo="Never read:",
        fact=signs if large else f"{len(asked.cards)} CARDS",
        lines=("Tap it, or OK." if len(asked.cards) == 1 else "Tap them, or OK.", "" if large else signs),
        columns=tuple(Column(foot=word) for word in words),
    )


def now_read(table: Table, read: NowRead) -> Screen:
    """A tag that had not read before was read."""
    match = table.playing
    seats = match.expects.seats
    turn = "" if table.question or not seats else f"Now: {brief_names(match)[seats[0]]}'s turn"
    return Screen("read", title="Read", fact=read.cards, lines=("The tag reads again.", "", turn))


def health(table: Table, page: Page) -> Screen:
    """How the reader does, the last fault, and which version this is; then the cards that read badly, and help."""
    state = table.health
    fault = (f"Last fault {state.ago_min} min ago:", state.last) if state.last else ("No fault so far", "")
    first = (state.trouble or "Reader: works", f"Restarts: {state.restarts}", *fault, f"Companion {VERSION}")
    weak = _filled([shorten(line, SMALL, WIDTH) for line in _weak(table)], PAGE_LINES - len(HELP))
    return _paged("Health", (*first, *weak, *HELP), page)


HELP = ("Help: README.md and", "companion --help")


def _weak(table: Table) -> list[str]:
    """The cards that read badly; never while a deal is on, for each was somewhere when it did."""
    if not table.health.weak:
        return ["All cards read well"]
    if table.match is not None and table.match.state is not None and _deal_is_on(table.match):
        return ["Some cards read badly:", "see after this deal"]
    return [f"weak: {sign}, {polls} polls lost" for sign, polls in table.health.weak]


def _deal_is_on(match: Match) -> bool:
    words = match.expects.words
    return bool(words) and "deal" not in words


def history(table: Table, page: Page) -> Screen:
    """What was said and played in this deal."""
    return _paged("This deal", _said_in_deal(table.playing), page)


def rules(table: Table, page: Page) -> Screen:
    """The rules in short, a page at a time."""
    lines: list[str] = []
    for text in table.playing.header.game.pages:
        wrapped = wrap(text, SMALL, WIDTH)
        lines += _filled(wrapped, -(-len(wrapped) // PAGE_LINES) * PAGE_LINES)
    return _paged("Rules", tuple(lines), page)


def _paged(title: str, lines: tuple[str, ...], page: Page) -> Screen:
    """As many lines as fit, which page of how many, and the buttons; past the last comes the first."""
    pages = -(-len(lines) // PAGE_LINES)
    number = page.number % pages
    shown = _filled(list(lines[number * PAGE_LINES :]), PAGE_LINES)
    turn = "▲▼ page   BACK" if pages > 1 else "BACK"
    return Screen(page.name, title=title, note=f"{number + 1}/{pages}", lines=(*shown, turn))


def _filled(lines: list[str], room: int) -> tuple[str, ...]:
    """Exactly so many lines: the first ones, blank ones after them."""
    return (*lines[:room], *("",) * (room - len(lines)))


def _said_in_deal(match: Match) -> tuple[str, ...]:
    """What was said and played since the deal began, oldest first; of closed tricks only the one that is played.

    Scanned cards lie in a hand and are not told.
    """
    lines: list[str] = []
    closed = match.header.game.tricks_closed and not _scored(match)
    for moment in match.story():
        if moment.said is None or moment.said.word == "deal" or (closed and _taken(moment)):
            break
        if moment.said.word not in SCANNED:
            lines.append(spoken(moment))
    return tuple(reversed(lines)) or ("nothing yet",)


SCANNED = frozenset({"dealt", "hand", "nest"})
"""Words of the dealing that tell nobody anything."""


def _taken(match: Match) -> bool:
    return any(isinstance(event, TrickTaken) for event in match.events)


def _scored(match: Match) -> bool:
    return any(isinstance(event, DealScored) for event in match.events)
