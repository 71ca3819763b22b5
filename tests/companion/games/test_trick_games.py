"""Random matches of the trick games: no false accusation, and both readers of the rules give the same answers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.registry import GAMES
from companion.match.checker import answers, final
from companion.rules.events import Impossible, Suspect
from companion.rules.referee.proof import can_all_hold
from tests.companion.games.birddog.evenings import BirdDogEvening
from tests.companion.games.birdhead.evenings import BirdHeadEvening
from tests.companion.games.rook.evenings import RookEvening
from tests.companion.games.rook.naive_deal import total
from tests.companion.games.trick_evenings import FITTING, Evening, disturbed, played_out, said_blindly
from tests.torture import MUTANTS, TORTURE, every_so_many, so_many, some_of

pytestmark = pytest.mark.no_cover  # much of the same again: counting lines would take three times as long

Kind = type[Evening]
Rows = dict[int, dict[str, Any]]

EVERY_GAME = pytest.mark.parametrize(
    "kind", [BirdDogEvening, BirdHeadEvening, RookEvening], ids=["birddog", "birdhead", "rook"]
)


def told(lines: list[str]) -> Rows:
    """What the companion answers, by line; under 0 the last line of all."""
    rows: Rows = {}
    match = None
    for answer in answers("\n".join(lines), GAMES):
        row = answer.as_json()
        row.pop("reason", None)
        rows[row.pop("line")] = row
        match = answer.match
    assert match
    illegal = sum(row["verdict"] == "illegal" for row in rows.values())
    return rows | {0: final(match, illegal)}


def assert_agree(evening: Evening) -> None:
    """The companion against a naive reader that hears the record from its beginning."""
    lines, table = evening.lines, evening.reader()
    naive = {number: row for number, line in enumerate(lines, start=1) if (row := table.answer(line)) is not None}
    naive[0] = table.final()
    ours = told(lines)
    assert ours.keys() == naive.keys()
    for number in sorted(ours, key=lambda line: line or len(lines) + 1):
        assert ours[number] == naive[number], f"line {number}:\n" + "\n".join(lines[: number or None])


def events_of(rows: Rows, *kinds: str) -> list[dict[str, Any]]:
    return [event for number in sorted(rows) for event in rows[number].get("events", []) if event["event"] in kinds]


@EVERY_GAME
@pytest.mark.parametrize("seed", some_of(15))
def test_a_fair_match_ends_and_its_points_add_up(kind: Kind, seed: int) -> None:
    evening = played_out(kind, Random(seed), deals=150)
    rows = told(evening.lines)
    deals = [event["scores"] for event in events_of(rows, "deal-score")]
    before = evening.totals_brought()
    assert rows[0]["over"]
    assert rows[0]["scores"] == {name: before[name] + sum(deal[name] for deal in deals) for name in kind.names}
    assert [event["winners"] for event in events_of(rows, "game-over")] == [rows[0]["winners"]]


@EVERY_GAME
@pytest.mark.parametrize("seed", some_of(22))
def test_both_readers_agree_about_players_who_revoke(kind: Kind, seed: int) -> None:
    assert_agree(played_out(kind, Random(seed), revoking=0.25, deals=3))


@EVERY_GAME
@pytest.mark.parametrize("seed", every_so_many(23, range(46)))
def test_both_readers_agree_about_wrong_statements_repairs_and_remedies(kind: Kind, seed: int) -> None:
    assert_agree(disturbed(kind, Random(seed)))


@EVERY_GAME
@pytest.mark.parametrize("seed", some_of(10))
def test_both_readers_agree_about_players_who_name_any_card(kind: Kind, seed: int) -> None:
    assert_agree(said_blindly(kind, Random(seed)))


BROUGHT: dict[str, list[list[str]]] = {
    "birddog": [[], ["score Ann 9", "score Cid 10"], ["score Ann 12", "score Bob 12"]],
    "birdhead": [
        [],
        ["score Ann 20", "score Bob 21"],
        ["markers Ann 7 11", "markers Bob 7 7"],
        ["markers Ann 7/3 11/1", "markers Bob 7", "markers Cid 11"],
        ["markers Ann 9/2 9", "score Ann 18", "score Dot 3"],
    ],
    "rook": [[], ["score Cid 250"], ["score Ann 205", "score Dot 260"]],
}
"""Header lines that a game may bring beside its options."""


def headers(kind: Kind) -> list[list[str]]:
    """Every value of every house rule, and each way of bringing scores; with torture each alone with each."""
    game = kind.header(Random(0))[0].split()[1]
    opener = "start" if game == "birdhead" else "dealer"
    begin = [f"game {game}", f"players {' '.join(kind.names)}", f"{opener} {kind.names[-1]}"]
    rules = [f"option {name} {value}" for name, values in kind.options.items() for value in values]
    if TORTURE or MUTANTS:
        return [[*begin, rule, *brought] for rule in rules for brought in BROUGHT[game]]
    together = max(len(BROUGHT[game]), *map(len, kind.options.values()))
    return [[*begin, *_rules(kind, number), *BROUGHT[game][number % len(BROUGHT[game])]] for number in range(together)]


def _rules(kind: Kind, number: int) -> list[str]:
    """A value of every house rule."""
    return [f"option {name} {values[number % len(values)]}" for name, values in kind.options.items()]


@EVERY_GAME
def test_both_readers_agree_under_every_house_rule_whatever_is_brought(kind: Kind) -> None:
    for number, header in enumerate(headers(kind)):
        evening = kind(Random(number), list(header), revoking=0.3, scanning=0.4)
        for _ in range(so_many(1, 20)):
            if not evening.over:
                evening.new_deal()
            while evening.deal_is_open():
                evening.step()
        assert_agree(evening)


def renamed(value: Any, words: dict[str, str]) -> Any:
    """The same value with every word that stands in `words` replaced."""
    match value:
        case str():
            return " ".join(words.get(word, word) for word in value.split(" "))
        case dict():
            return {renamed(key, words): renamed(inner, words) for key, inner in value.items()}
        case list():
            return [renamed(inner, words) for inner in value]
    return value


def in_no_order_of_seats(rows: Rows) -> Rows:
    """The same answers where who won is told in one order."""
    for row in rows.values():
        for event in row.get("events", [row]):
            event["winners"] = sorted(event.get("winners", []))
    return rows


@EVERY_GAME
@pytest.mark.parametrize("seed", some_of(16))
def test_what_is_undone_and_said_again_gives_the_same_answers(kind: Kind, seed: int) -> None:
    random = Random(seed)
    lines = played_out(kind, random, revoking=0.2, deals=2).lines
    rows = told(lines)
    applied = [n for n in range(lines.index("deal"), len(lines)) if rows[n + 1]["verdict"] in FITTING]
    at = random.randrange(1, len(applied))
    back = random.randint(1, at)
    again, until = applied[at - back : at], applied[at - 1] + 1
    repaired = told([*lines[:until], f"undo {back}", *(lines[n] for n in again), *lines[until:]])
    assert [repaired[until + 2 + n] for n in range(back)] == [rows[n + 1] for n in again]
    assert [repaired[n + back + 2] for n in range(until, len(lines))] == [rows[n + 1] for n in range(until, len(lines))]
    assert repaired[0] == rows[0]


# ---------------------------------------------------------------- what is true of one game alone


@pytest.mark.parametrize("seed", some_of(10))
def test_twelve_faces_make_six_pairs_at_most_and_each_of_seven_tricks_has_one_winner(seed: int) -> None:
    evening = BirdDogEvening(Random(seed), ["game birddog", "players Ann Bob Cid", "dealer Cid"])
    evening.new_deal()
    while evening.deal_is_open():
        evening.step()
    rows = told(evening.lines)
    [deal] = events_of(rows, "deal-score")
    nils = sum(line.endswith("nil") for line in evening.lines)
    broken = len(events_of(rows, "nil-broken"))
    assert len(events_of(rows, "trick")) == 7
    assert 0 <= sum(deal["scores"].values()) - 3 * (nils - 2 * broken) <= 7


@pytest.mark.parametrize("suits", ["HSDC", "CDSH", "CHSD"], ids=["colours swapped", "twins swapped", "black swapped"])
@pytest.mark.parametrize("seed", some_of(4))
def test_the_suits_of_bird_dog_are_alike_but_for_their_colour(seed: int, suits: str) -> None:
    other = dict(zip("SHCD", suits, strict=True))
    ranks = "9 10 J Q K A".split()
    words = {rank + suit: rank + other[suit] for rank in ranks for suit in other} | other
    lines = disturbed(BirdDogEvening, Random(seed)).lines
    assert told([renamed(line, words) for line in lines]) == renamed(told(lines), words)


@pytest.mark.parametrize("seed", some_of(10))
def test_a_revoke_that_is_proven_in_bird_dog_was_a_revoke(seed: int) -> None:
    """Cards truly held: whoever is accused held a card of the suit led when the card named was played."""
    random = Random(seed)
    head = ["game birddog", "players Ann Bob Cid", f"dealer {random.choice(BirdDogEvening.names)}"]
    evening = BirdDogEvening(random, head, revoking=0.25)
    for _ in range(3):
        if evening.over:
            break
        evening.new_deal()
        while evening.deal_is_open():
            evening.step()
    truly = true_revokes(evening)
    named = events_of(told(evening.lines), "revoke")
    assert {(e["deal"], e["trick"], e["player"], e["card"]) for e in named} <= set(truly)
    assert len(named) == len(truly), "each is proven by the end of its deal"


def true_revokes(evening: Evening) -> list[tuple[int, int, str, str]]:
    """Deal, trick, player and card of each accepted play that did not follow though it could."""
    rows = told(evening.lines)
    found: list[tuple[int, int, str, str]] = []
    deal, hands, plays = 0, dict[str, list[str]](), list[str]()
    for number, line in enumerate(evening.lines, 1):
        words = line.split()
        if words[:1] == ["deal"]:
            deal, plays = deal + 1, []
            cards = evening.dealt[deal]
            hands = {name: cards[7 * at : 7 * at + 7] for at, name in enumerate(evening.names)}
        elif words[0] in evening.names and words[1] in hands[words[0]] and rows[number]["verdict"] in FITTING:
            player, card = words
            hands[player].remove(card)
            led = card if len(plays) % 3 == 0 else plays[len(plays) // 3 * 3]
            plays.append(card)
            if card[-1] != led[-1] and any(held[-1] == led[-1] for held in hands[player]):
                found.append((deal, (len(plays) + 2) // 3, player, card))
    return found


@pytest.mark.parametrize("seed", some_of(8))
def test_losers_of_a_fair_deal_of_birdhead_have_one_rank_as_points(seed: int) -> None:
    for event in events_of(told(played_out(BirdHeadEvening, Random(seed)).lines), "deal-score"):
        assert len(set(event["scores"].values()) - {0}) == 1
        assert 2 <= max(event["scores"].values()) <= 11


@pytest.mark.parametrize("seed", some_of(8))
def test_the_counters_of_a_fair_deal_of_rook_add_up_to_all_there_are(seed: int) -> None:
    """Both sides' points are 120 by the book where the bid is made; a missed bid brings the others the rest."""
    names, evening = RookEvening.names, played_out(RookEvening, Random(seed))
    bid, every = dict[str, Any](), total(evening.table.house)
    for event in events_of(told(evening.lines), "auction", "deal-score"):
        if event["event"] == "auction":
            bid = event
            continue
        side = event["scores"][bid["winner"]]
        other = event["scores"][names[(names.index(bid["winner"]) + 1) % 4]]
        made = side >= bid["bid"]
        assert side + other == every if made else (side, every - other < bid["bid"]) == (-bid["bid"], True)


@pytest.mark.parametrize("seed", [75, *range(so_many(4, 1500))])  # 75: a play alone, beside a pair of others
def test_no_promise_that_is_impossible_alone_stays_open_and_every_group_is_told(seed: int) -> None:
    """Wild deals of Rook: whoever can, revokes."""
    told_groups: list[set[Any]] = []
    for line in answers("\n".join(played_out(RookEvening, Random(f"wild {seed}"), revoking=0.9, deals=4).lines), GAMES):
        deal = line.match.state.deal if line.match and line.match.state else None
        if deal is None or not line.answer.applied:
            continue
        told_groups = [] if line.answer.events == () and line.text == "deal" else told_groups
        told_groups += [set(event.suspects) for event in line.answer.events if isinstance(event, Impossible)]
        if not can_all_hold((), deal.knowledge):
            continue
        assert all(can_all_hold((promise,), deal.knowledge) for promise in deal.promises), line.line
        accused = {suspect for group in told_groups for suspect in group}
        rest = [
            promise for promise in deal.promises if Suspect(promise.seat, promise.trick, promise.card) not in accused
        ]
        assert can_all_hold(rest, deal.knowledge), line.line
