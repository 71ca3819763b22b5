"""Bird Dog by chance: fair tables are left in peace, and two readers of the rules answer every line alike."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.record import answers, final
from tests.companion.games.birddog_evenings import NAMES, Evening, disturbed, header, played_out, said_at_random
from tests.companion.games.naive_birddog import NaiveTable

Row = dict[str, Any]
TOLD = "verdict rule events".split()


def told(lines: list[str]) -> dict[int, Row]:
    """What the companion answers, by line; the final answer under 0."""
    rows, match = {}, None
    for answer in answers("\n".join(lines), GAMES):
        row = answer.as_json()
        rows[answer.line] = {key: row[key] for key in TOLD}
        match = answer.match
    assert match
    illegal = sum(row["verdict"] == "illegal" for row in rows.values())
    return {**rows, 0: final(match, illegal)}


def told_naively(lines: list[str]) -> dict[int, Row]:
    table = NaiveTable()
    rows = {number: row for number, line in enumerate(lines, start=1) if (row := table.answer(line))}
    return {**rows, 0: table.final()}


def assert_agree(lines: list[str]) -> None:
    ours, naive = told(lines), told_naively(lines)
    for number in sorted(ours.keys() | naive.keys()):
        assert ours.get(number) == naive.get(number), f"line {number}:\n" + "\n".join(lines[:number])


def events_of(rows: dict[int, Row], kind: str) -> list[Row]:
    return [event for row in rows.values() for event in row.get("events", []) if event["event"] == kind]


@pytest.mark.parametrize("seed", range(20))
def test_fair_players_are_never_refused_and_never_accused(seed: int) -> None:
    evening = played_out(Random(seed))
    rows = told(evening.lines)
    refused = [
        line for number, line in enumerate(evening.lines, 1) if rows[number]["verdict"] not in {"legal", "trust"}
    ]
    assert not refused
    assert not events_of(rows, "revoke") + events_of(rows, "impossible")


@pytest.mark.parametrize("seed", range(20))
def test_a_fair_match_ends_and_its_points_add_up(seed: int) -> None:
    random = Random(seed)
    evening = played_out(random)
    rows = told(evening.lines)
    brought = {line.split()[1]: int(line.split()[2]) for line in evening.lines if line.startswith("score")}
    deals = [event["scores"] for event in events_of(rows, "deal-score")]
    totals = {name: brought.get(name, 0) + sum(deal[name] for deal in deals) for name in NAMES}
    assert rows[0]["scores"] == totals
    assert rows[0]["over"]
    assert [event["winners"] for event in events_of(rows, "game-over")] == [rows[0]["winners"]]


@pytest.mark.parametrize("seed", range(10))
def test_twelve_faces_make_six_pairs_at_most_and_each_of_seven_tricks_has_one_winner(seed: int) -> None:
    evening = Evening(Random(seed), ["game birddog", "players Ann Bob Cid", "dealer Cid"])
    evening.new_deal()
    while evening.deal_is_open():
        evening.step()
    rows = told(evening.lines)
    [deal] = events_of(rows, "deal-score")
    nils = sum(line.endswith("nil") for line in evening.lines)
    broken = len(events_of(rows, "nil-broken"))
    assert len(events_of(rows, "trick")) == 7
    assert 0 <= sum(deal["scores"].values()) - 3 * (nils - 2 * broken) <= 7


@pytest.mark.parametrize("seed", range(25))
def test_both_readers_agree_about_players_who_revoke(seed: int) -> None:
    assert_agree(played_out(Random(seed), revoking=0.25, deals=8).lines)


@pytest.mark.parametrize("seed", range(60))
def test_both_readers_agree_about_wrong_statements_repairs_and_remedies(seed: int) -> None:
    assert_agree(disturbed(Random(seed)).lines)


@pytest.mark.parametrize("seed", range(30))
def test_both_readers_agree_about_players_who_name_any_card(seed: int) -> None:
    assert_agree(said_at_random(Random(seed)))


def renamed(value: Any, names: dict[str, str]) -> Any:
    """The same value with every word that stands in `names` replaced."""
    match value:
        case str():
            return " ".join(names.get(word, word) for word in value.split(" "))
        case dict():
            return {renamed(key, names): renamed(one, names) for key, one in value.items()}
        case list():
            return [renamed(one, names) for one in value]
    return value


@pytest.mark.parametrize("seed", range(10))
def test_the_answers_do_not_depend_on_which_seat_is_named_first(seed: int) -> None:
    lines = disturbed(Random(seed)).lines
    turned = ["players Cid Ann Bob" if line.startswith("players") else line for line in lines]
    assert told(turned) == told(lines)


@pytest.mark.parametrize("seed", range(10))
def test_players_who_move_on_a_seat_take_the_answers_with_them(seed: int) -> None:
    names = {"Ann": "Bob", "Bob": "Cid", "Cid": "Ann"}
    lines = disturbed(Random(seed)).lines
    moved = [line if line.startswith("players") else renamed(line, names) for line in lines]
    assert told(moved) == renamed(told(lines), names)


@pytest.mark.parametrize("suits", ["HSDC", "CDSH", "CHSD"], ids=["colours swapped", "twins swapped", "black swapped"])
@pytest.mark.parametrize("seed", range(4))
def test_the_suits_are_alike_but_for_their_colour(seed: int, suits: str) -> None:
    other = dict(zip("SHCD", suits, strict=True))
    ranks = "9 10 J Q K A".split()
    words = {rank + suit: rank + other[suit] for rank in ranks for suit in other} | other
    lines = disturbed(Random(seed)).lines
    assert told([renamed(line, words) for line in lines]) == renamed(told(lines), words)


@pytest.mark.parametrize("seed", range(25))
def test_what_is_undone_and_said_again_gives_the_same_answers(seed: int) -> None:
    random = Random(seed)
    lines = played_out(random, revoking=0.2, deals=3).lines
    rows = told(lines)
    start = lines.index("deal")
    applied = [n for n in range(start, len(lines)) if rows[n + 1]["verdict"] in {"legal", "trust"}]
    at = random.randrange(1, len(applied))
    back = random.randint(1, at)
    again = [lines[n] for n in applied[at - back : at]]
    until = applied[at - 1] + 1
    repaired = told([*lines[:until], f"undo {back}", *again, *lines[until:]])
    assert [repaired[until + 2 + n] for n in range(back)] == [rows[n + 1] for n in applied[at - back : at]]
    assert [repaired[n + back + 2] for n in range(until, len(lines))] == [rows[n + 1] for n in range(until, len(lines))]
    assert repaired[0] == rows[0]


@pytest.mark.parametrize("seed", range(10))
def test_a_proven_revoke_was_a_revoke(seed: int) -> None:
    """Cards truly held: whoever is accused held a card of the suit led when the card named was played."""
    random = Random(seed)
    evening = Evening(random, header(random, options=False), revoking=0.25)
    for _ in range(3):
        if evening.over:
            break
        evening.new_deal()
        while evening.deal_is_open():
            evening.step()
    truly = {(deal, trick, player, card) for deal, trick, player, card in true_revokes(evening)}
    named = events_of(told(evening.lines), "revoke")
    assert {(e["deal"], e["trick"], e["player"], e["card"]) for e in named} <= truly
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
            hands = {name: cards[7 * at : 7 * at + 7] for at, name in enumerate(NAMES)}
        elif words[0] in NAMES and words[1] in hands[words[0]] and rows[number]["verdict"] in {"legal", "trust"}:
            player, card = words
            hands[player].remove(card)
            led = card if len(plays) % 3 == 0 else plays[len(plays) // 3 * 3]
            plays.append(card)
            if card[-1] != led[-1] and any(held[-1] == led[-1] for held in hands[player]):
                found.append((deal, (len(plays) + 2) // 3, player, card))
    return found


@pytest.mark.parametrize("seed", range(10))
def test_a_match_written_down_and_read_again_gives_the_same_answers(seed: int) -> None:
    lines = [line for line in disturbed(Random(seed)).lines if line]
    match = list(answers("\n".join(lines), GAMES))[-1].match
    assert match
    story = [moment for moment in match.story() if moment.said][::-1]
    said = [match.header.language.write(moment.said) for moment in story if moment.said]
    head = list(match.header.lines())
    again = list(answers("\n".join([*head, *said]), GAMES))
    assert [answer.answer.events for answer in again[len(head) :]] == [moment.events for moment in story]
    assert all(answer.answer.applied for answer in again)
    assert again[-1].match == match
