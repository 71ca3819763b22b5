"""What a game waits for, offers and shows after each line of a few stories: `asked.txt` among its records.

The stories follow each other: lines that are said and, indented below each, what is asked then. `renew` writes them
anew, so that an author sees what has changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import as_file
from itertools import zip_longest

from companion.cards import CardSet
from companion.match.checker import answers
from companion.match.match import Match
from companion.rules.game import Choice, Game
from companion.rules.places import UNSEEN, Place, in_fists
from companion.testing.records import folder_of, texts_of

KEPT = "asked.txt"


def asks(game: Game, _: int = 0) -> None:
    """What is asked after each line of the stories in `records/asked.txt` is what the file says; it may be missing."""
    kept = texts_of(game, KEPT).get(KEPT, "")
    for line, (old, new) in enumerate(zip_longest(kept.splitlines(), renewed_text(game, kept).splitlines()), start=1):
        assert old == new, f"{KEPT}, line {line} is “{old}”, and now it is “{new}”"


def renew(game: Game) -> None:
    """Write what is asked now, if the records lie in a directory."""
    kept = texts_of(game, KEPT).get(KEPT)
    with as_file(folder_of(game) / KEPT) as path:
        if kept is not None:
            path.write_text(renewed_text(game, kept), "utf-8")


def renewed_text(game: Game, kept: str) -> str:
    """These stories with what is asked now, and how a new match would go on from there."""
    return "\n\n".join(_retell(story, game) for story in kept.strip().split("\n\n")) + "\n" if kept else ""


def _retell(story: str, game: Game) -> str:
    said = [line for line in story.splitlines() if not line.startswith(" ")]
    begun = said.index("deal")
    told = [said[0], f"    {facts(game)}", *said[1:begun]]
    for number in range(begun, len(said) + 1):
        told += [f"    {line}" for line in what_is_asked(_match_of(said[:number], game))] + said[number : number + 1]
    return "\n".join((*told, f"    {continuation(_match_of(said, game))}"))


def _match_of(lines: list[str], game: Game) -> Match:
    *_, last = answers("\n".join(lines), {game.name: game})
    assert last.answer.applied, f"“{last.text}” is {last.answer.verdict}"
    return last.known_match


def facts(game: Game) -> str:
    """What is true of a game in every deal."""
    kept = f"keeps score of {', '.join(game.brings)}" if game.keeps_score else "keeps no score"
    wins = "low" if game.low_wins else "high"
    tricks = "closed" if game.tricks_closed else "open"
    presses = f"{game.presses} presses at most" if game.presses else "any presses"
    return f"{kept}, counts {game.counted}, {wins} wins, tricks {tricks}, {presses}"


def what_is_asked(match: Match) -> Iterator[str]:
    """Where we are, what has a place now, what a tap says, the answers on the buttons, and what lies where."""
    game, state, names = match.header.game, match.moment, match.header.names
    scores = dict.fromkeys(" ".join(map(str, points)) for points in (game.scores(state), game.shown.standing(state)))
    headlines = (match.expects.headline, game.shown.headline(state), game.shown.second_line(state), *scores)
    yield " · ".join(filter(None, headlines))
    yield from _expectation(match)
    yield from _answers(match)
    yield from _where_cards_are(match)
    if told := "; ".join(_known_to_all(match)):
        yield f"beside: {told}"
    yield from secrets(match)
    if match.events:
        yield f"tells: {'; '.join(event.sentence(names) for event in match.events)}"
    large_lines = [(rule.short, game.shown.large_line(state, rule)) for rule in game.rules]
    if larger := [line for short, line in large_lines if line != short]:
        yield f"refused: {', '.join(larger)}"


def _expectation(match: Match) -> Iterator[str]:
    """Who may say which words with how many cards, what a tap says, and which cards are drawn."""
    expected, names, write = match.expects, match.header.names, match.header.language.write
    who = " ".join(names[seat] for seat in expected.seats) or "table"
    least, most = expected.pieces
    yield f"{who}: {' '.join(sorted(expected.words))} {least}..{most}, seen {expected.limit}"
    if expected.tap:
        whose = f" ({expected.whose})" if expected.whose else ""
        yield "tap: " + ", ".join(map(write, (*expected.implied, expected.tap))) + whose
    for draw in expected.draws:
        taker, marks = "pile" if draw.seat is None else names[draw.seat], " alone" * draw.alone + " due" * draw.due
        yield f"draw: {write(draw.says)} {taker} {draw.cards} of {draw.among.bit_count()}{marks}"


def _answers(match: Match) -> Iterator[str]:
    """The answers on the buttons, and those of the menu."""
    said = [moment.said for moment in match.story() if moment.said]
    menu = match.header.game.menu(match.moment, said)
    for kind, choices in {"press": match.expects.choices, "menu": menu}.items():
        if choices:
            yield f"{kind}: " + "; ".join(_answer_line(choice, match) for choice in choices)


def _where_cards_are(match: Match) -> Iterator[str]:
    """The cards still to scan, those of each place, those in the middle, and the last trick unless it lies there."""
    game, state, names = match.header.game, match.moment, match.header.names
    if scans := game.to_scan(state):
        yield "scan: " + ", ".join(f"{names[seat]} {cards}" for seat, cards in scans)
    yield f"lies: {', '.join(_lies(place, cards, match) for place, cards in game.places(state).items())}"
    middle, last = (game.shown.middle(state, taken=taken) for taken in (False, True))
    for kind, laid in {"middle": middle, "last": () if last == middle else last}.items():
        if laid:
            yield f"{kind}: " + ", ".join(
                f"{'' if seat is None else names[seat]} {' '.join(map(str, cards))}".strip() for seat, cards in laid
            )


def _known_to_all(match: Match) -> Iterator[str]:
    """Trump, the dealer, and what all may know of each player."""
    game, state, names = match.header.game, match.moment, match.header.names
    dealer = game.shown.dealer(state)
    if trump := game.shown.trump(state):
        yield f"trump {trump}"
    if dealer is not None:
        yield f"{names[dealer]} deals"
    for seat, name in enumerate(names):
        won = game.shown.won_tricks(state, seat)
        tricks = (f"won {won.tricks}{' open' * bool(won.open)}",) if won.tricks else ()
        told = (game.shown.beside_score(state, seat), *game.shown.beside(state, seat), *tricks)
        if facts := ", ".join(filter(None, told)):
            yield f"{name}: {facts}"


def _lies(place: Place, cards: CardSet, match: Match) -> str:
    """A place and its cards; of unseen cards only their number."""
    who = "" if place.seat is None else match.header.names[place.seat]
    pieces = map(str, match.header.game.deck.cards(cards))
    there = str(cards.bit_count()) if place == UNSEEN else " ".join(pieces)
    marks = "" if place.open else "closed"
    return " ".join(f"{marks} {place.what.name.lower()} {who} {place.number or ''} ({there})".split())


def secrets(match: Match) -> Iterator[str]:
    """What of the last statement is hidden from others, who knows secrets, and which cards lie in fists."""
    game, state, names, said = match.header.game, match.moment, match.header.names, match.said
    if said and (seen := game.public_part(state, said)) != said:
        yield f"seen: {match.header.language.write(seen)}"
    if said and (deaf := [name for seat, name in enumerate(names) if game.seen_by(seat, state, said) is None]):
        yield f"not heard: {' '.join(deaf)}"
    if learned := [f"{name} {word}" for seat, name in enumerate(names) for word, _ in game.known_secrets(seat, state)]:
        yield f"learned: {', '.join(learned)}"
    if fists := in_fists(game.places(state)):
        yield f"in fists: {' '.join(sorted(map(str, game.deck.cards(fists))))}"


def continuation(match: Match) -> str:
    """Who opens a new match that goes on from here, with which scores and markers."""
    setup = match.header.game.continuation(match.moment)
    if setup is None:
        return "no score is kept"
    markers = " | ".join(" ".join(map(str, front)) for front in setup.markers)
    return f"going on: {match.header.names[setup.opener]} with {' '.join(map(str, setup.scores))} {markers}".rstrip()


def _answer_line(choice: Choice, match: Match) -> str:
    """An answer; if it leads to a question, the answers of that, or their number if they are many."""
    marks = "~" * choice.aloud + "+" * choice.wants_card
    name = "" if choice.seat is None else match.header.names[choice.seat]
    says = ", ".join(map(match.header.language.write, choice.says))
    if choice.then:
        leaves = sum(1 for _ in choice.leaves())
        further = ", ".join(_answer_line(answer, match) for answer in choice.then)
        says = f"{choice.asks} ({further if leaves < 10 else leaves})"
    return " ".join(f"[{choice.label or name}]{marks} {says} {choice.note}".split())
