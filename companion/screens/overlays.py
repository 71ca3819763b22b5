"""Screens over the match: refusals, questions, revokes, cards taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cards import signs
from companion.rules.deal import TrickState
from companion.screens.glyphs import LARGE, MEDIUM, NARROW, SMALL
from companion.screens.name_fitting import distinct_names, fit_names
from companion.screens.parts import CHOOSE, brief_names, first_fitting, large_name, memo, place, spoken, with_name
from companion.screens.picture import WIDTH, fill_lines, wrap
from companion.screens.screen import LISTED, MARK_WIDTH, NAME_ROOM, Column, Screen, name_in, one_line, seats_in_columns
from companion.table.choices import Remedy
from companion.table.revokes import blamed, revokes_in_question, suspected

if TYPE_CHECKING:
    from companion.inputs.questions import Question
    from companion.match.match import Match
    from companion.rules.events import Impossible, ScoreWithdrawn
    from companion.rules.statements import Statement
    from companion.table.modes import NeverRead, Revoke
    from companion.table.state import Mended, NowRead, Refused, Table, TakenBack

CARD_ROOM = 96
"""Pixels for the cards of a refusal, with room for a name before them."""


def question(asked: Question) -> Screen:
    """A question: its answers in one line and the chosen one large, or a list if they are too long."""
    answers = distinct_names(asked.choices, max(map(len, asked.choices)))
    chosen = answers[asked.cursor]
    if one_line(answers) and LARGE.width(chosen) <= WIDTH:
        return _large_question(asked, answers, chosen.upper())
    return Screen(
        asked.asks,
        title=asked.title,
        note=f"{asked.cursor + 1}/{len(answers)}",
        options=answers,
        cursor=asked.cursor,
        lines=(*("",) * LISTED, (asked.below and asked.below[asked.cursor]) or CHOOSE),
    )


def whose(asked: Question) -> Screen:
    """Who plays a further card of the same rank: each answer has its own button."""
    lines = ("", f"OK = {asked.chosen}", f"DOWN = {asked.choices[1]}")
    return Screen(asked.asks, place="Whose card is it?", fact=asked.title.upper(), lines=lines)


def _large_question(asked: Question, answers: tuple[str, ...], fact: str) -> Screen:
    """The title as large as it fits; the explanation stands below the answers or below a small title."""
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
    """A refused tap in three lines: who, which rule, what to do now."""
    names = table.match.header.names if table.match else ()
    card = refused.card if MEDIUM.width(refused.card) <= CARD_ROOM else f"{len(refused.card.split())} cards"
    room = WIDTH - MARK_WIDTH - MEDIUM.width(card) - 6
    who = fit_names(names, MEDIUM, room)[names.index(refused.who)] if refused.who in names else ""
    sentence = refused.rule.sentence.format(*brief_names(table.match) if table.match else ())
    return Screen(
        "refusal",
        title=who or _thing(table, refused),
        ending=card if who else "",
        fact=refused.large,
        lines=(*fill_lines(wrap(sentence, SMALL, WIDTH), 2), refused.rule.remedy),
    )


def _thing(table: Table, refused: Refused) -> str:
    """What was tapped, without a player's name."""
    if refused.deck:
        return f"Card of {refused.deck}"
    found = table.match.header.game.deck.card(refused.card) if table.match else None
    return f"{found.sign if found else refused.card}?" if refused.card else "Not accepted"


MEANINGS = {
    Remedy.TAKE_BACK: "It and all after it.",
    Remedy.LET_STAND: "The deal goes on.",
    Remedy.PLAY_ON: "The deal goes on.",
    Remedy.VOID_DEAL: "No points, deal again.",
    Remedy.PENALTY: "It costs {price}.",
    Remedy.SWAP: "Not {name}'s card?",
}
"""The meaning of each answer to a revoke."""


def revoke(table: Table, asked: Revoke) -> Screen:
    """Player, trick, card and rule of a revoke, and the possible answers."""
    match = table.playing
    proven = revokes_in_question(match)
    group = blamed(match) if not proven else None
    plays = group.suspects if group else proven
    first = plays[0]
    same = [play for play in plays if play.player == first.player]
    tricks = (" or " if group else ", ").join(map(str, dict.fromkeys(play.trick for play in same)))
    rule = f"Rule: {proven[0].rule}" if proven else "Which play is open."
    points = abs(getattr(match.header.game, "penalty", 0))
    price = f"{points} points" if points else "the bid"
    name = brief_names(match)[first.player]
    question = asked.question
    words = question.choices
    if not one_line(words):
        words = (question.chosen, f"{question.cursor + 1}/{len(words)}")
    return Screen(
        "revoke",
        place=f"Revoke in trick{'s' * (len(same) > 1 and not group)} {tricks}",
        memo=rule,
        fact=large_name(match, first.player),
        side=" ".join(play.card.sign for play in same[:2]),
        options=words,
        cursor=question.cursor if len(words) == len(question.choices) else 0,
        lines=("", _meaning(asked, price, name), CHOOSE),
    )


def _meaning(asked: Revoke, price: str, name: str) -> str:
    """The effect of the answer at the cursor, including the cards that wait for it if the deal goes on."""
    answer = asked.answers[asked.question.cursor]
    if asked.waiting and answer in {Remedy.LET_STAND, Remedy.PLAY_ON}:
        return f"Play on, {signs(asked.waiting)} counts."
    return MEANINGS[answer].format(price=price, name=name)


def impossible(table: Table, groups: tuple[Impossible, ...]) -> Screen:
    """Plays of which at least one was wrong, a line for each group; the next tap removes this screen."""
    match, first = table.playing, groups[0]
    names = brief_names(match)
    count = NUMBERS.get(len(first.suspects), "these")
    guilty = first.player if len(groups) == 1 else None
    return Screen(
        "impossible",
        place=f"One of {count} plays was" if len(groups) == 1 else "One in each line was",
        memo="wrong. Which is open.",
        fact="REVOKE?" if guilty is None else large_name(match, guilty),
        lines=(*fill_lines(_suspected_plays(names, groups), 2), _after_suspicion(match, names)),
    )


def _suspected_plays(names: tuple[str, ...], groups: tuple[Impossible, ...]) -> list[str]:
    if len(groups) == 1 and len(groups[0].suspects) == 2:
        return [f"{names[play.player]} {play.card.sign} in trick {play.trick}" for play in groups[0].suspects]
    told = [", ".join(f"{names[play.player]} {play.card.sign}" for play in group.suspects) for group in groups]
    return told if len(told) > 1 else wrap(told[0], SMALL, WIDTH)


def _after_suspicion(match: Match, names: tuple[str, ...]) -> str:
    """Who is to play, or what OK does."""
    if blamed(match):
        return "Play on, or OK: choose"
    if suspected(match):
        return "Play on, or OK: swap"
    seats = match.expects.seats
    return f"Play on: {names[seats[0]]}'s turn" if seats else "Play on"


def withdrawn(table: Table, event: ScoreWithdrawn) -> Screen:
    """A score that no longer counts: the deal goes on where it stopped."""
    match = table.playing
    names, seats = brief_names(match), match.expects.seats
    gone = ", ".join(f"{name} {points:+}" for name, points in zip(names, event.scores, strict=True))
    return Screen(
        "withdrawn",
        place="The score is withdrawn,",
        memo="the deal goes on.",
        fact="PLAY ON",
        lines=(*fill_lines(wrap(gone, SMALL, WIDTH), 2), f"{names[seats[0]]}'s turn" if seats else ""),
    )


NUMBERS = {2: "two", 3: "three", 4: "four"}


BY_PLAYER = 3
"""Maximum statements listed one by one; more are listed by player."""


def _by_player(names: tuple[str, ...], back: TakenBack) -> list[str]:
    """The returned cards of each player; empty if no card goes back."""
    cards: dict[str, list[str]] = {}
    for statement in back.statements:
        if statement.seat is not None and statement.cards and statement.word != "back":
            cards.setdefault(names[statement.seat], []).extend(card.sign for card in statement.cards)
    told = ", ".join(f"{name} {' '.join(signs)}" for name, signs in cards.items())
    return wrap(f"Back: {told}", SMALL, WIDTH) if told else []


def taken_back(table: Table, back: TakenBack) -> Screen:
    """Which cards go back to whom, and which stay."""
    match = table.playing
    names = brief_names(match)
    lines = _by_player(names, back) if len(back.statements) > BY_PLAYER else []
    if not lines:
        lines = [_undone(names, statement) for statement in back.statements[-BY_PLAYER:]]
    count = len(back.statements)
    before = spoken(match)
    return Screen(
        "taken back",
        title="Taken back",
        note=str(count) if count > 1 else "",
        lines=(
            *fill_lines(lines, 3),
            _on_the_table(match),
            "tap on, or OK takes" if before else "tap on",
            f"back “{before}”" if before else "",
        ),
    )


UNDONE = {"end": "The game goes on.", "play-on": "The revoke is open.", "penalty": "No penalty."}
UNDONE |= {"void-deal": "The deal counts again."}


def _undone(names: tuple[str, ...], statement: Statement) -> str:
    """The effect of undoing this statement: cards go back, or a play that was taken back is on the table again."""
    who = names[statement.seat] if statement.seat is not None else "the stack"
    cards = signs(statement.cards)
    if statement.word == "back":
        return f"{cards} of {who} lies again"
    if cards:
        return f"{cards} back to {who}"
    if statement.seat is None:
        return UNDONE.get(statement.value or statement.word, f"no “{statement.word}”")
    return f"{who}: no “{statement.word}”"


EVERY_CARD = ["Every card after it", "went to its own seat."]


def mended(table: Table, done: Mended) -> Screen:
    """What was repaired, and whose turn it is now."""
    match = table.playing
    seats = match.expects.seats
    turn = f"Now: {brief_names(match)[seats[0]]}'s turn" if seats else ""
    names = brief_names(match)
    taken = [f"Trick {number} is {names[seat]}'s" for number, seat in done.tricks]
    lines = (done.repair, *fill_lines(taken or EVERY_CARD, 2), "", _on_the_table(match), turn)
    return Screen("mended", title="Mended", lines=lines)


def _on_the_table(match: Match) -> str:
    """The cards of the open trick; empty if the game has no tricks or none is open."""
    state = match.state
    if not isinstance(state, TrickState) or state.deal is None or not match.expects.words:
        return ""
    trick = signs(state.now.tricks[-1].cards) or "nothing"
    begun = bool(state.now.tricks[0].plays)
    return first_fitting(f"On the table: {trick}", f"Table: {trick}", width=WIDTH) if begun else ""


def token(table: Table, seat: int) -> Screen:
    """Whose name tag was tapped: the next card is this player's."""
    match, laid = table.playing, len(table.begun.gathered)
    return Screen(
        "token",
        place=place(table),
        memo=memo(table),
        fact=f"{name_in(match.header.names, seat, NARROW, NAME_ROOM - NARROW.width(':')).upper()}:",
        finger=True,
        side=f"{laid}/{match.expects.pieces[0]}" if laid else "",
        aside="tap",
        lines=("", with_name(match, seat, "{}: tap the card", WIDTH), "BACK = somebody else's"),
    )


def never_read(table: Table, asked: NeverRead) -> Screen:
    """Unread cards in a scored deal: the scores carry a "?" until they are read."""
    match = table.playing
    cards = signs(asked.cards)
    provisional = tuple(f"{score}?" for score in match.scores)
    large = LARGE.width(cards) <= WIDTH
    words = seats_in_columns(match.header.names, provisional) if match.header.game.keeps_score else ()
    return Screen(
        "never read",
        place="Scores are provisional.",
        memo="Never read:",
        fact=cards if large else f"{len(asked.cards)} CARDS",
        lines=("Tap it, or OK." if len(asked.cards) == 1 else "Tap them, or OK.", "" if large else cards),
        columns=tuple(Column(foot=word) for word in words),
    )


def now_read(table: Table, read: NowRead) -> Screen:
    """A tag that failed before has been read."""
    match = table.playing
    seats = match.expects.seats
    turn = "" if table.question or not seats else f"Now: {brief_names(match)[seats[0]]}'s turn"
    return Screen("read", title="Read", fact=read.cards, lines=("The tag reads again.", "", turn))
