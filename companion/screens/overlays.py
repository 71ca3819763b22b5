"""Screens over the match: refusals, questions, revokes, cards taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.cards import signs
from companion.rules.deal import TrickState
from companion.rules.referee.verdicts import NOT_IN_HAND
from companion.rules.statements import PLAY
from companion.screens import words
from companion.screens.forms import fill, first_fitting
from companion.screens.glyphs import LARGE, MEDIUM, NARROW, SMALL
from companion.screens.name_fitting import distinct_names, fit_names
from companion.screens.parts import brief_names, large_name, memo, spoken, with_name
from companion.screens.picture import WIDTH, fill_lines, wrap
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
from companion.screens.sentences import Sentence, ended
from companion.support.messages import tr
from companion.support.values import replace
from companion.table.choices import Remedy
from companion.table.revokes import blamed, revokes_in_question, suspected

if TYPE_CHECKING:
    from companion.inputs.questions import Question
    from companion.match.match import Match
    from companion.rules.events import Impossible, Revoked, ScoreWithdrawn
    from companion.rules.statements import Statement
    from companion.table.modes import NeverRead, Revoke
    from companion.table.state import Mended, NowRead, Refused, Table, TakenBack, Why

CARD_ROOM = 96
"""Pixels for the cards of a refusal, with room for a name before them."""


def question(asked: Question) -> Screen:
    """A question: its answers in one line and the chosen one large, or a list if they are too long."""
    return replace(_question(asked), says=lambda: asks(asked))


def asks(asked: Question) -> tuple[Sentence, ...]:
    """The question, what explains it, and the answer at the cursor with its place."""
    below = " ".join(asked.below[asked.cursor : asked.cursor + 1])
    chosen = tr("{answer}, {n} of {all}", answer=tr(asked.chosen), n=asked.cursor + 1, all=len(asked.choices))
    texts = tr(asked.title), " ".join(map(tr, asked.text)), chosen, tr(below)
    return tuple(Sentence(ended(text), about=asked.title) for text in texts if text)


def _question(asked: Question) -> Screen:
    answers = distinct_names(asked.choices, max(map(len, asked.choices)))
    chosen = answers[asked.cursor]
    if one_line(answers) and LARGE.width(chosen) <= WIDTH:
        return _large_question(asked, answers, chosen.upper())
    explained = [wrap(text, SMALL, WIDTH)[:MOST_EXPLAINED] for text in asked.below]
    listed = LISTED + 1 - max(map(len, (*explained, " ")))
    first = max(0, min(asked.cursor - listed // 2, len(answers) - listed))
    below = (explained and explained[asked.cursor]) or [words.CHOOSE]
    return Screen(
        "question",
        title=asked.title,
        note=f"{asked.cursor + 1}/{len(answers)}",
        options=answers[first : first + listed],
        cursor=asked.cursor - first,
        lines=(*("",) * (LISTED + 1 - len(below)), *below),
    )


MOST_EXPLAINED = 3
"""Lines below a list that explain the answer at the cursor."""


def whose_card(asked: Question) -> Screen:
    """Who plays a further card of the same rank: each answer has its own button."""
    return fill(words.WHOSE_CARD, cards=asked.title.upper(), own=asked.chosen, following=asked.choices[1])


def _large_question(asked: Question, answers: tuple[str, ...], fact: str) -> Screen:
    """The title as large as it fits; the explanation stands below the answers or below a small title."""
    text = next((line for line in (" ".join(asked.text), *asked.text) if SMALL.width(line) <= WIDTH), "")
    titled = MEDIUM.width(asked.title) <= WIDTH - MARK_WIDTH
    return Screen(
        "question",
        title=asked.title if titled else "",
        place=asked.title,
        memo=text,
        fact=fact,
        options=answers,
        cursor=asked.cursor,
        lines=("", text if titled else "", words.CHOOSE),
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
        lines=_with_ok(table, refused, (*fill_lines(wrap(sentence, SMALL, WIDTH), 2), refused.rule.remedy)),
    )


def _with_ok(table: Table, refused: Refused, lines: tuple[str, ...]) -> tuple[str, ...]:
    """The lines of a refusal, with what OK does behind the second or the last one, where there is room."""
    if table.match is None or refused.rule is NOT_IN_HAND:
        return lines
    for place in (1, 2):
        longer = f"{lines[place]}   {words.OK_WHY}".strip()
        if SMALL.width(longer) <= WIDTH:
            return (*lines[:place], longer, *lines[place + 1 :])
    return lines


def why(table: Table, shown: Why) -> Screen:
    """The two cards concerned, and the broken rule as a whole sentence, a page at a time."""
    match, refused = table.playing, shown.refused
    names, game = brief_names(match), match.header.game
    if refused is not None:
        against, sentence = game.why(match.moment, refused.rule, refused.card)
        who = names[match.header.names.index(refused.who)] if refused.who in match.header.names else "The player"
        card, then = refused.card, f" {refused.rule.remedy}."
    else:
        revoked = revokes_in_question(match)[0]
        against, sentence = game.why_revoked(match.state, revoked)
        who, card, then = names[revoked.player], revoked.card.sign, _proof(match, revoked)
    lines = wrap(f"{sentence.format(*names, name=who)}{then}", SMALL, WIDTH)
    pages = -(-len(lines) // WHY_LINES)
    number = shown.number % pages
    room = WIDTH - MARK_WIDTH - MEDIUM.width(against or "Why?") - 6
    return Screen(
        "why",
        title=against or "Why?",
        ending=card if MEDIUM.width(card) <= room else "",
        lines=(
            *fill_lines(lines[number * WHY_LINES : (number + 1) * WHY_LINES], WHY_LINES),
            f"{number + 1}/{pages}  ▼ more   BACK" if pages > 1 else "BACK",
        ),
    )


WHY_LINES = 5


def _proof(match: Match, revoked: Revoked) -> str:
    """The card that has just proven it, if it is the same player's."""
    said = match.said
    if said is None or said.seat != revoked.player or said.word != PLAY or revoked not in match.events:
        return ""
    return f" {signs(said.cards)} proves it."


def _thing(table: Table, refused: Refused) -> str:
    """What was tapped, without a player's name."""
    if refused.deck:
        return f"Card of {refused.deck}"
    card = table.match.header.game.deck.card(refused.card) if table.match else None
    return f"{card.sign if card else refused.card}?" if refused.card else "Not accepted"


def revoke(table: Table, asked: Revoke) -> Screen:
    """Player, trick, card and rule of a revoke, and the possible answers."""
    match = table.playing
    proven = revokes_in_question(match)
    group = blamed(match) if not proven else None
    plays = group.suspects if group else proven
    first = plays[0]
    same = [play for play in plays if play.player == first.player]
    tricks = (" or " if group else ", ").join(map(str, dict.fromkeys(play.trick for play in same)))
    rule = f"Rule: {_short(match, proven[0].rule)}" if proven else "Which play is open."
    game = match.header.game
    price = getattr(game, "costs", "") or f"{abs(getattr(game, 'penalty', 0))} points"
    name = brief_names(match)[first.player]
    question = asked.question
    options = question.choices
    if not one_line(options):
        options = (question.chosen, f"{question.cursor + 1}/{len(options)}")
    return Screen(
        "revoke",
        place=f"Revoke in trick{'s' * (len(same) > 1 and not group)} {tricks}",
        memo=rule,
        fact=large_name(match, first.player),
        side=" ".join(play.card.sign for play in same[:2]),
        options=options,
        cursor=question.cursor if len(options) == len(question.choices) else 0,
        lines=("", _meaning(asked, price, name), words.CHOOSE_OR_WHY if proven else words.CHOOSE),
    )


def _short(match: Match, name: str) -> str:
    """The short form of the rule with this name, as in a refusal."""
    return next((rule.short for rule in match.header.game.rules if rule.name == name), name)


def _meaning(asked: Revoke, price: str, name: str) -> str:
    """The effect of the answer at the cursor, including the cards that wait for it if the deal goes on."""
    answer = asked.answers[asked.question.cursor]
    if asked.waiting and answer in {Remedy.LET_STAND, Remedy.PLAY_ON}:
        return f"Play on, {signs(asked.waiting)} counts."
    return words.MEANINGS[answer].format(price=price, name=name)


def impossible(table: Table, groups: tuple[Impossible, ...]) -> Screen:
    """Plays of which at least one was wrong, a line for each group; the next tap removes this screen."""
    match, names = table.playing, brief_names(table.playing)
    count = words.NUMBERS.get(len(groups[0].suspects), "these")
    guilty = groups[0].player if len(groups) == 1 else None
    first, second = fill_lines(_suspected_plays(names, groups), 2)
    return fill(
        words.IMPOSSIBLE,
        one=f"One of {count} plays" if len(groups) == 1 else "One in each line",
        fact="REVOKE?" if guilty is None else large_name(match, guilty),
        first=first,
        second=second,
        then=_after_suspicion(match),
    )


def _suspected_plays(names: tuple[str, ...], groups: tuple[Impossible, ...]) -> list[str]:
    if len(groups) == 1 and len(groups[0].suspects) == 2:
        return [f"{names[play.player]} {play.card.sign} in trick {play.trick}" for play in groups[0].suspects]
    if len(groups) == 1:
        return wrap(_plays(names, groups[0]), SMALL, WIDTH)
    shorter = [distinct_names(names, letters) for letters in range(max(map(len, names)), 0, -1)]
    return [
        first_fitting(*(_plays(cut, one) for cut in shorter), f"{len(one.suspects)} plays", width=WIDTH)
        for one in groups
    ]


def _plays(names: tuple[str, ...], group: Impossible) -> str:
    return ", ".join(f"{names[play.player]} {play.card.sign}" for play in group.suspects)


def _after_suspicion(match: Match) -> str:
    """Who is to play, or what OK does."""
    if blamed(match):
        return "Play on, or OK: choose"
    if suspected(match):
        return "Play on, or OK: swap"
    return _turn(match, "Play on: {}'s turn") or "Play on"


def score_withdrawn(table: Table, event: ScoreWithdrawn) -> Screen:
    """A score that no longer counts: the deal goes on where it stopped."""
    names = brief_names(table.playing)
    scores = ", ".join(f"{name} {points:+}" for name, points in zip(names, event.scores, strict=True))
    first, second = fill_lines(wrap(scores, SMALL, WIDTH), 2)
    return fill(words.SCORE_WITHDRAWN, first=first, second=second, turn=_turn(table.playing, "{}'s turn"))


def _turn(match: Match, sentence: str) -> str:
    """Whose turn it is, the name at "{}"; empty if nobody's."""
    seats = match.expects.seats
    return sentence.format(brief_names(match)[seats[0]]) if seats else ""


BY_PLAYER = 3
"""Maximum statements listed one by one; more are listed by player."""


def _by_player(names: tuple[str, ...], statements: tuple[Statement, ...]) -> list[str]:
    """The returned cards of each player; empty if no card goes back."""
    cards: dict[str, list[str]] = {}
    for statement in statements:
        if statement.seat is not None and statement.cards and statement.word != "back":
            cards.setdefault(names[statement.seat], []).extend(card.sign for card in statement.cards)
    back_to = ", ".join(f"{name} {' '.join(signs)}" for name, signs in cards.items())
    return wrap(f"Back: {back_to}", SMALL, WIDTH) if cards else []


def undone(table: Table, back: TakenBack) -> Screen:
    """Which cards go back to whom, and which stay."""
    match = table.playing
    names = brief_names(match)
    lines = _by_player(names, back.statements) if len(back.statements) > BY_PLAYER else []
    if not lines:
        lines = [_effect(names, statement) for statement in back.statements[-BY_PLAYER:]]
    count = len(back.statements)
    before = spoken(match)
    return Screen(
        "undone",
        title="Taken back",
        note=str(count) if count > 1 else "",
        lines=(
            *fill_lines(lines, 3),
            _on_the_table(match),
            "tap on, or OK takes" if before else "tap on",
            f"back “{before}”" if before else "",
        ),
    )


def _effect(names: tuple[str, ...], statement: Statement) -> str:
    """The effect of undoing this statement: cards go back, or a play that was taken back is on the table again."""
    who = names[statement.seat] if statement.seat is not None else "the stack"
    cards = signs(statement.cards)
    if statement.word == "back":
        return f"{cards} of {who} lies again"
    if cards:
        return f"{cards} back to {who}"
    if statement.seat is None:
        return words.UNDONE.get(statement.value or statement.word, f"no “{statement.word}”")
    return f"{who}: no “{statement.word}”"


def repaired(table: Table, repair: Mended) -> Screen:
    """What was repaired, and whose turn it is now."""
    match, names = table.playing, brief_names(table.playing)
    taken = [f"Trick {number} is {names[seat]}'s" for number, seat in repair.tricks] or words.EVERY_CARD
    lines = (repair.repair, *fill_lines(taken, 2), "", _on_the_table(match), _turn(match, "Now: {}'s turn"))
    return Screen("repaired", title="Mended", lines=lines)


def _on_the_table(match: Match) -> str:
    """The cards of the open trick; empty if the game has no tricks or none is open."""
    state = match.state
    if not isinstance(state, TrickState) or state.deal is None or not match.expects.words:
        return ""
    trick = signs(state.now.tricks[-1].cards) or "nothing"
    begun = bool(state.now.tricks[0].plays)
    return first_fitting(f"On the table: {trick}", f"Table: {trick}", width=WIDTH) if begun else ""


def player_tag(table: Table, seat: int) -> Screen:
    """Whose name tag was tapped: the next card is this player's."""
    match, laid, wanted = table.playing, len(table.begun.gathered), table.playing.expects.pieces[0]
    line = with_name(match, seat, "{}: tap the card", WIDTH)
    if gift := next((draw for draw in table.drawing if draw.says.seat == seat), None):
        laid, wanted = len(table.begun.drawn), gift.cards
        line = "tap it face down" if wanted == 1 else f"{wanted} cards, face down"
        if gift.seat is not None:
            line = with_name(match, gift.seat, f"{wanted} for {{}}, face down", WIDTH)
    return Screen(
        "player tag",
        memo=memo(table),
        fact=f"{name_in(match.header.names, seat, NARROW, NAME_ROOM - NARROW.width(':')).upper()}:",
        finger=True,
        side=f"{laid}/{wanted}" if laid else "",
        aside="tap",
        lines=("", line, "BACK = none of them" if laid and gift else "BACK = somebody else's"),
    )


def never_read(table: Table, asked: NeverRead) -> Screen:
    """Unread cards in a scored deal: the scores carry a "?" until they are read."""
    match = table.playing
    cards = signs(asked.cards)
    provisional = tuple(f"{score}?" for score in match.scores)
    large = LARGE.width(cards) <= WIDTH
    seats = seats_in_columns(match.header.names, provisional) if match.header.game.keeps_score else ()
    shown = fill(
        words.NEVER_READ,
        fact=cards if large else f"{len(asked.cards)} CARDS",
        tap="Tap it, or OK." if len(asked.cards) == 1 else "Tap them, or OK.",
        cards="" if large else cards,
    )
    return replace(shown, columns=tuple(Column(foot=seat) for seat in seats))


def now_read(table: Table, read: NowRead) -> Screen:
    """A tag that failed before has been read."""
    turn = "" if table.question else _turn(table.playing, "Now: {}'s turn")
    return Screen("now read", title="Read", fact=read.cards, lines=("The tag reads again.", "", turn))
