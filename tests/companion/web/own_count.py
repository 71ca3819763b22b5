"""What a finished match comes to, counted from its record a second time, in the plainest way.

Nothing here is imported from the companion. The games that have a naive reader are read by it; the others are counted
here, by the rules of the book.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from tests.companion.games.birddog.naive_reader import NaiveBirdDog
from tests.companion.games.birdhead.naive_reader import NaiveBirdHead
from tests.companion.games.bonehead.naive_reader import NaiveTable as NaiveBonehead
from tests.companion.games.naive_table import NaiveTable
from tests.companion.games.rook.naive_reader import NaiveRook
from tests.companion.games.toriatama.naive_reader import NaiveTable as NaiveToriatama
from tests.companion.games.toriatama.naive_reader import score

READERS: dict[str, type[NaiveTable]] = {"birddog": NaiveBirdDog, "birdhead": NaiveBirdHead, "rook": NaiveRook}
RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()
TWINS = dict(zip("SCHD", "CSDH", strict=True))


def unsealed(line: str) -> str:
    """A line of a record without its annotation; empty for a note."""
    return line.partition(";")[0].strip()


def statements(record: str) -> list[str]:
    """What was said, without what was taken back."""
    said: list[str] = []
    for line in filter(None, map(unsealed, record.splitlines())):
        if line.split()[0] != "undo":
            said.append(line)
        else:
            del said[-int((line.split()[1:] or ["1"])[0]) :]
    return said


def own_count(record: str) -> dict[str, int]:
    """By player: points; in Bonehead 1 for who was rid of all cards first, else 0.

    Empty: a claim, or that no point was left, ended a deal of a game whose naive reader knows neither.
    """
    lines = statements(record)
    begins = lines.index("deal")
    head = {words[0]: words[1:] for words in map(str.split, lines[:begins])}
    brought = {words[1]: int(words[2]) for words in map(str.split, lines[:begins]) if words[0] == "score"}
    (game,), names = head["game"], head["players"]
    if game in READERS and any(line == "decided" or line.endswith(" claims") for line in lines[begins:]):
        return {}
    if game in READERS:
        reader = READERS[game]()
        for line in lines:
            reader.answer(line)
        return dict(reader.final()["scores"])
    if game == "bonehead":
        bones = NaiveBonehead(names, *head["start"])
        events = [event for line in lines[begins:] for event in bones.answer(line)[2]]
        return {name: int(("game-over", name) in events) for name in names}
    if game == "toriatama":
        drinks = NaiveToriatama(names, head["start"][0], {"move": "matching", "claims": "first-correct"})
        for line in lines[begins:]:
            drinks.answer(line)
        return {name: score(drinks.tables[-1].at(name, "crate")) for name in names}
    totals = {name: max((brought.get(partner, 0) for partner in _side(game, names, name)), key=abs) for name in names}
    for deal in _deals(lines[begins:]):
        COUNTS[game](names, deal, totals)
    return totals


def _side(game: str, names: Sequence[str], name: str) -> Sequence[str]:
    """Who shares the score of this player."""
    return [name] if game == "hearts" else names[names.index(name) % 2 :: 2]


def _deals(lines: Iterable[str]) -> list[list[list[str]]]:
    """The words of each statement, deal by deal."""
    deals: list[list[list[str]]] = []
    for words in map(str.split, lines):
        if words == ["deal"]:
            deals.append([])
        else:
            deals[-1].append(words)
    return deals


def _plays(names: Sequence[str], deal: Sequence[Sequence[str]]) -> list[tuple[str, str]]:
    """Who played which card, in order."""
    return [(words[0], words[1]) for words in deal if words[0] in names and words[1][:-1] in RANKS]


def _tricks(plays: Sequence[tuple[str, str]], size: int, trump: str = "") -> list[tuple[str, list[str]]]:
    """Who took which cards, of whole tricks of this size."""

    def strength(card: str, led: str) -> tuple[bool, bool, int]:
        return card[-1] == trump, card[-1] == led, RANKS.index(card[:-1])

    taken = []
    for at in range(0, len(plays) - size + 1, size):
        trick = plays[at : at + size]
        winner, _ = max(trick, key=lambda play: strength(play[1], trick[0][1][-1]))
        taken.append((winner, [card for _, card in trick]))
    return taken


def _claimant(deal: Sequence[Sequence[str]]) -> str:
    """Who has claimed the rest, and nobody has gone on. Empty: nobody."""
    said = [words for words in deal if words[1:2] in (["claims"], ["continues"])]
    return said[-1][0] if said and said[-1][1] == "claims" else ""


def _hearts(names: Sequence[str], deal: Sequence[Sequence[str]], totals: dict[str, int]) -> None:
    points = Counter(dict.fromkeys(names, 0))
    for winner, cards in _tricks(_plays(names, deal), len(names)):
        points[winner] += sum((card[-1] == "H") + 13 * (card == "QS") for card in cards)
    if claimant := _claimant(deal):
        points[claimant] += 26 - sum(points.values())
    for name in names:
        moon = max(points.values()) == 26
        totals[name] += 26 - points[name] if moon else points[name]


def _spades(names: Sequence[str], deal: Sequence[Sequence[str]], totals: dict[str, int]) -> None:
    bids = {words[0]: int(words[2]) for words in deal if words[1:2] == ["bid"]}
    won = Counter(winner for winner, _ in _tricks(_plays(names, deal), 4, "S"))
    if claimant := _claimant(deal):
        won[claimant] += 13 - sum(won.values())
    if sum(won.values()) < 13 and ["decided"] not in deal:
        return
    for side in (names[0::2], names[1::2]):
        bid, nils = sum(bids[name] for name in side), [name for name in side if not bids[name]]
        tricks = sum(won[name] for name in side if name not in nils)
        bags = max(0, tricks - bid) + sum(won[name] for name in nils)
        points = (10 * bid if tricks >= bid else -10 * bid) + bags
        points += sum(-100 if won[name] else 100 for name in nils)
        points -= 100 * (totals[side[0]] % 10 + bags >= 10)
        for name in side:
            totals[name] += points


def _euchre(names: Sequence[str], deal: Sequence[Sequence[str]], totals: dict[str, int]) -> None:
    said = {words[1]: words for words in deal if words[0] in names}
    if "orders" in said:
        maker, trump = said["orders"][0], next(words[1] for words in deal if words[0] == "up")[-1]
    elif "trump" in said:
        maker, trump = said["trump"][0], said["trump"][2][0].upper()
    else:
        return
    alone = "alone" in said
    plays = [(name, _without_bowers(card, trump)) for name, card in _plays(names, deal)]
    won = Counter(names.index(winner) % 2 for winner, _ in _tricks(plays, 3 if alone else 4, trump))
    if claimant := _claimant(deal):
        won[names.index(claimant) % 2] += 5 - sum(won.values())
    if sum(won.values()) < 5 and ["decided"] not in deal:
        return
    side = names.index(maker) % 2
    points = (4 if alone else 2) if won[side] == 5 else 1 if won[side] >= 3 else 2
    for name in names[side if won[side] >= 3 else 1 - side :: 2]:
        totals[name] += points


def _without_bowers(card: str, trump: str) -> str:
    """The bowers as ace and king of trump; all other cards as ranks that nothing else has here."""
    rank, own = card[:-1], card[-1]
    if rank == "J" and own in (trump, TWINS[trump]):
        return f"{'A' if own == trump else 'K'}{trump}"
    return f"{RANKS.index(rank) - 4}{own}"


COUNTS: dict[str, Callable[[Sequence[str], Sequence[Sequence[str]], dict[str, int]], None]] = {
    "hearts": _hearts,
    "spades": _spades,
    "euchre": _euchre,
}
