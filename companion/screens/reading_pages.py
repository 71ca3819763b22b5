"""Pages to read: this deal, the rules, health, the score chart. Buttons turn those of several pages."""

from __future__ import annotations

from collections.abc import Callable

from companion import VERSION
from companion.cards import Deck, signs
from companion.match.ending import Ending, ending_of
from companion.match.match import Match
from companion.match.score_chart import BY_DEAL, ScoreChart, score_chart_of
from companion.rules.events import TrickTaken
from companion.rules.statements import Secret
from companion.screens import telling
from companion.screens.glyphs import MEDIUM, SMALL
from companion.screens.layouts import NOTE_END, Chart, Fact, Glance, Heading, Screen, TextPage
from companion.screens.name_fitting import distinct_names, drawn_names, fit_sides, with_drawn_names
from companion.screens.parts import game_title, has_event, large_names, of_sides
from companion.screens.picture import fill_lines, line_width, shorten, wrap
from companion.screens.plot import PlotLine
from companion.screens.spoken_sentences import Sentence, as_sentence, capital, sentences
from companion.screens.templates import as_spoken, first_fitting
from companion.screens.words import TURN_PAGES
from companion.support.messages import N_, tr, tr_n
from companion.support.text import listing
from companion.support.values import replace
from companion.table.modes import Reading
from companion.table.state import Table

CABLE = N_("Is its cable loose? Plug\nit in: play goes on.")
HELP = N_("Owner, in a terminal:\nsudo companion doctor")

PAGE_LINES = 5
SHOWN_WEAK = 2


def health(table: Table, mode: Reading) -> Screen:
    """The health page: readers, last fault, version; then the cards with weak tags, and help."""
    state = table.health
    ago = tr("Last fault {n} min ago:", n=state.ago_min)
    fault = [ago, tr(state.last)] if state.last else [tr("No fault so far"), ""]
    if state.of_reader:
        fault = tr(CABLE).split("\n")
    restarts = ", ".join(f"{reader} {times}".strip() for reader, times in state.returns) or "0"
    works = tr(state.trouble) or tr("Reader: works")
    first = (works, tr("Restarts: {times}", times=restarts), *fault, f"Companion {VERSION}")
    known = tr(HELP).split("\n")
    lines, told = _weak(table)
    weak = fill_lines([shorten(line, SMALL, line_width()) for line in lines], PAGE_LINES - len(known))
    texts = (works, " ".join(fault), told, " ".join(known))
    return _page(tr("Health"), (*first, *weak, *known), mode, lambda number: texts[:2] if not number else texts[2:])


def _weak(table: Table) -> tuple[list[str], str]:
    """The cards with weak tags, as lines and as heard; none during a deal: a weak read gives away where one was."""
    if not table.health.weak:
        return [tr("All cards read well")], tr("All cards read well")
    words = table.match.expects.words if table.match is not None and table.match.state is not None else ()
    if words and "deal" not in words:
        lines = tr("Some cards read badly:\nsee which on this page\nafter the deal.").split("\n")
        return lines, " ".join(lines)
    weak = [tr("{card}: {n} bad reads", card=sign, n=polls) for sign, polls in table.health.weak[:SHOWN_WEAK]]
    return [*weak, tr("They need new tags.")], f"{', '.join(weak)}. {tr('They need new tags.')}"


def history(table: Table, mode: Reading) -> Screen:
    """The statements of this deal."""
    title, lines = tr("Done so far"), _said_in_deal(table.playing)
    return _page(title, lines, mode, lambda number: lines[number * PAGE_LINES :][:PAGE_LINES], deck=deck_of(table))


def rules(table: Table, mode: Reading) -> Screen:
    """The rules in short, a page at a time."""
    lines: list[str] = []
    for text in table.playing.header.game.pages:
        wrapped = wrap(tr(text))
        lines += fill_lines(wrapped, -(-len(wrapped) // PAGE_LINES) * PAGE_LINES)
    said = (" ".join(lines[first : first + PAGE_LINES]).strip() for first in range(0, len(lines), PAGE_LINES))
    pages = tuple(said)
    page = _page(tr("Rules"), tuple(lines), mode, lambda number: tuple(as_spoken([pages[number]])), deck=deck_of(table))
    assert isinstance(page.top, Heading)
    return replace(page, top=replace(page.top, keys=game_title(table.playing)))


def deck_of(table: Table) -> Deck:
    """The cards of the game in play."""
    return table.playing.header.game.deck


def _page(
    title: str,
    lines: tuple[str, ...],
    mode: Reading,
    says: Callable[[int], tuple[str, ...]],
    *,
    deck: Deck | None = None,
) -> Screen:
    """One page of lines, the page number, and the buttons; the pages wrap around. It is heard as `says`."""
    pages = -(-len(lines) // PAGE_LINES)
    number = mode.number % pages
    shown = fill_lines(list(lines[number * PAGE_LINES :]), PAGE_LINES)
    turn = tr(TURN_PAGES) if pages > 1 else tr("BACK")
    place = tr("{title}, {n} of {all}", title=title, n=number + 1, all=pages)
    return Screen(
        mode.page.value,
        Heading(title, f"{number + 1}/{pages}"),
        TextPage((*shown, turn)),
        says=lambda: sentences(place, *says(number), deck=deck, about=(mode.page, number)),
    )


def _said_in_deal(match: Match) -> tuple[str, ...]:
    """The statements since the deal began, oldest first; of a closed trick only the winning play.

    Omits scanned cards: they lie in a hand.
    """
    lines: list[str] = []
    secrets = match.header.game.secrets
    closed = match.header.game.tricks_closed and not match.scored
    for moment in match.this_deal():
        if closed and has_event(moment, TrickTaken):
            break
        if moment.said and secrets.get(moment.said.word) is not Secret.DEALT:
            lines.append(first_fitting(*telling.last_in_words(moment), width=line_width()))
    return tuple(reversed(lines)) or (tr("nothing yet"),)


def ending(table: Table, mode: Reading) -> Screen:
    """What is shown after the winners, a page each: the remark, best trick, biggest turn, revokes, the series."""
    match = table.playing
    result = ending_of(match, table.before)
    if result is None or not result.shown_fields:
        return course(table)
    number = mode.number % len(result.shown_fields)
    pages = {
        "remark": _remark,
        "best": _best_trick,
        "turn": _biggest_turn,
        "revokes": _revokes_found,
        "series": _series,
    }
    shown = pages[result.shown_fields[number]](match, result)
    return _with_number(table, shown, number + 1)


def course(table: Table) -> Screen:
    """The score chart; of a match that was won it follows the pages of its ending."""
    return _with_number(table, match_chart(table.playing), -1)


def with_back(page: Screen, game: str) -> Screen:
    """A page that has no line for buttons: BACK stands beside its title, after the game where there is room."""
    return _beside_title(page, f"{game}  {tr('BACK')}", f"{game} {tr('BACK')}", tr("BACK"))


def _beside_title(page: Screen, *keys: str) -> Screen:
    """A page with the first of these beside its title that has room there; one that tells of keys stays as it is."""
    if not isinstance(page.top, Heading) or page.top.keys:
        return page
    room = line_width() - NOTE_END - 4 - MEDIUM.width(page.top.title)
    return replace(page, top=replace(page.top, keys=first_fitting(*keys, width=room)))


def after_course(table: Table, public: Screen) -> Screen:
    """What is public; of a match that was won the last of its pages."""
    return _with_number(table, public, 0)


def _with_number(table: Table, page: Screen, number: int) -> Screen:
    """A page with its number among those that DOWN turns after a match: its ending, the chart, what is public.

    0 is the last one, -1 that before it. A match that nobody has won has no such pages.
    """
    told = ending_of(table.playing, table.before)
    if told is None or not isinstance(page.top, Heading):
        return with_back(page, game_title(table.playing))
    count = len(told.shown_fields) + 2
    place = f"{number if number > 0 else count + number}/{count}"
    if isinstance(page.layout, Glance | TextPage) and tr(TURN_PAGES) in page.layout.lines:
        return _beside_title(replace(page, top=Heading(page.top.title, place)), game_title(table.playing), "")
    turns = "▲▼ " if number > 0 else "▼ " if number else ""
    return _beside_title(page, f"{turns}{place}   {tr('BACK')}", f"{turns}{place}", place)


def _remark(match: Match, told: Ending) -> Screen:
    """What the game remarks on this end."""
    title, sentence = map(tr, told.remark)
    drawn = with_drawn_names(as_sentence(sentence), match.header.names)
    lines = fill_lines(wrap(drawn), PAGE_LINES)
    return Screen("ending", Heading(title), TextPage((*lines, tr(TURN_PAGES))), says=lambda: sentences(sentence))


def _best_trick(match: Match, told: Ending) -> Screen:
    best = told.best
    assert best is not None
    cards, own = signs(best.cards), tr(listing([tr(card.sign) for card in best.played]))
    points = tr_n("{n} point in deal {deal}", "{n} points in deal {deal}", best.worth, deal=best.deal)
    worth = points if best.worth else tr("in a trick of deal {deal}", deal=best.deal)
    title = tr(best.title(low_wins=match.header.game.low_wins))
    took, won = tr("took {cards}", cards=cards), tr("won it with {cards}", cards=own)
    several = tr("with {n} cards: {cards}", n=len(best.played), cards=own)
    forms = (took, won) if len(best.played) == 1 else (several,)
    line = first_fitting(*forms, tr("with {cards}", cards=own), width=line_width())
    who, each = match.header.names[best.taker], ", ".join(tr(card.sign) for card in best.cards)
    told_whole = tr("{who} took {cards} {worth}", who=who, worth=worth, cards=each)
    return Screen(
        "ending",
        Heading(title),
        Glance(Fact(large_names(match, (best.taker,))), (line, worth, tr(TURN_PAGES))),
        says=lambda: sentences(title, told_whole, deck=match.header.game.deck),
    )


def _biggest_turn(match: Match, told: Ending) -> Screen:
    turn = told.turn
    assert turn is not None
    title, where = tr("Biggest turn"), tr("in turn {n}", n=turn.number)
    if turn.step == BY_DEAL:
        title, where = tr("Best deal"), tr("in deal {deal}", deal=turn.number)
    one = abs(turn.change) == 1
    unit = tr(turn.counted.replace("points", "point").replace("cards", "card") if one else turn.counted)
    counted = tr("fewer {counted} than before", counted=unit) if turn.change < 0 else unit
    who = tr(listing([match.header.names[seat] for seat in turn.seats]))
    heard = tr("{who}: {change} {unit} {where}", who=who, change=abs(turn.change), unit=counted, where=where)
    change = f"{turn.change:+}" if turn.change > 0 else str(-turn.change)
    fact = Fact(large_names(match, turn.seats, line_width() - MEDIUM.width(change) - 8), side=change)
    (names,) = fit_sides(match.header.names, (turn.seats,), SMALL, line_width())
    line = f"{counted} {where}"
    by_words = SMALL.width(line) > line_width() >= SMALL.width(counted)
    lines = [names] if len(names) > len(fact.text) else []
    lines += [*((counted, where) if by_words else wrap(line)), tr("the best in this game")]
    return Screen(
        "ending", Heading(title), Glance(fact, (*lines[:2], tr(TURN_PAGES))), says=lambda: sentences(title, heard)
    )


def _revokes_found(match: Match, told: Ending) -> Screen:
    number, nobody = sum(told.revokes), tr("No wrong card stayed on the table.")

    def by_player(names: tuple[str, ...]) -> str:
        return ", ".join(f"{name}: {count}" for name, count in zip(names, told.revokes, strict=True) if count)

    lines = wrap(by_player(distinct_names(drawn_names(match.header.names), 4)) or nobody)
    return Screen(
        "ending",
        Heading(tr("Rules broken")),
        Glance(Fact(str(number or tr("NONE"))), (*fill_lines(lines, 2), tr(TURN_PAGES))),
        says=lambda: sentences(tr("Rules broken: {n}", n=number) if number else nobody, by_player(match.header.names)),
    )


def _series(match: Match, told: Ending) -> Screen:
    """How many matches each has won; partners who have won the same ones stand together."""
    series = told.series
    assert series is not None
    together = all(len({series.won[seat] for seat in side}) == 1 for side in told.sides)
    sides = told.sides if together else tuple((seat,) for seat in range(len(series.won)))
    games = tr_n("in {n} game", "in {n} games", series.matches)
    glance = Glance(Fact(games.upper()), columns=of_sides(match, sides, series.won))
    heard = tr("Won so far, {games}", games=games), telling.points(match.header.names, series.won)
    return Screen("ending", Heading(tr("Won so far")), glance, says=lambda: sentences(*heard))


def match_chart(match: Match) -> Screen:
    """The score chart of this match so far."""
    chart = score_chart_of(match)
    if not chart.steps:
        none = tr("No deal was scored yet.")
        return Screen("course", Heading(game_title(match)), TextPage(("", none)), says=lambda: sentences(none))
    return chart_screen(chart, match.header.names)


def chart_screen(chart: ScoreChart, names: tuple[str, ...]) -> Screen:
    """A line for each player, or for partners together, labelled with initials and total."""
    letters = distinct_names(drawn_names(names), 2)
    lines = []
    for side in chart.sides():
        label = f"{'+'.join(letters[seat] for seat in side)} {chart.last[side[0]]}"
        lines.append(PlotLine(label, tuple(standing[side[0]] for standing in chart.points)))
    top, layout = Heading(capital(tr(chart.counted)), tr(chart.length)), Chart(tuple(lines), chart.corrected)
    return Screen("course", top, layout, says=lambda: _course(chart, names))


def _course(chart: ScoreChart, names: tuple[str, ...]) -> tuple[Sentence, ...]:
    """Where everybody stands at its end."""
    last = ", ".join(tr("{who} {n}", who=who, n=n) for who, n in zip(names, chart.last, strict=True))
    after = tr("After {length}: {scores}", length=tr(chart.length), scores=last)
    return sentences(tr(chart.counted), after, tr(chart.corrections))
