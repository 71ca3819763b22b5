"""The only person among computers at a shelf of drinks: asked for claims, advised, and told what came of them."""

from __future__ import annotations

import re
from pathlib import Path

from companion.web.narration import story
from companion.web.orders import AtOnce, Begin, Do, GiveAnswer, LayCards, Pace, SetPace
from companion.web.virtual_table import VirtualTable
from tests.companion.web.seating import seats
from tests.companion.web.table_in_browser import asked, desk_of, does, steps_until, turns


def test_the_only_person_is_asked_for_a_claim_and_advised_and_no_computer_goes_on_before(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, SetPace(Pace.NORMAL), Begin("toriatama", seats=seats(4, 3, "gentle"), seed=1))
    claimed = 0
    while claimed < 3:
        view = does(desk, AtOnce.HINT)
        now, hint = asked(desk), view["hint"]
        if hint["right"]:
            does(desk, LayCards(tuple(hint["right"])))
            continue
        assert re.match(r"\w+ takes the \w+ \w+\. Do you hold one of the same colour or shape\?", now["sentence"])
        assert not any(told in now["sentence"] for told in now["news"])
        fists = view["table"]["seats"][0]["fists"]
        assert [answer["label"].split(", ")[1] for answer in now["answers"]] == 2 * [
            side for side in ("right", "left") if fists[side]
        ]
        if view["next"]["label"] == "No claim":
            assert turns(desk, 400)["asked"] == now, "it waits for an answer"
        if hint["answer"] is None:
            assert hint["says"] == "Hint: no claim, you hold nothing like it."
            does(desk, Do.NEXT)
            continue
        word, side = now["answers"][hint["answer"]]["label"].removeprefix("Claim ").split(", ")
        assert re.fullmatch(rf"Hint: claim {word}, {side}, there you hold the .*\b{word}\b.*\.", hint["says"])
        view = does(desk, GiveAnswer(hint["answer"], now["number"]))
        after, moment = view["asked"], view["moments"]["latest"][-1]
        assert (moment["text"], moment["aloud"]) == ("You are right.", ""), "the voice has said it"
        assert f"You claim: {word} {side} hand. You are right: the new drink goes back, and yours moves on." in [
            *after["news"]
        ]
        claimed += 1
    assert "A right claim" not in now["sentence"], "in the first round one was told what it does"


def test_after_a_wrong_claim_its_player_is_told_what_it_costs_and_what_to_do_now(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, SetPace(Pace.AT_ONCE), Begin("toriatama", seats=seats(2, 1, "gentle"), seed=1))
    does(desk, LayCards(("red-can",)))
    steps_until(desk, lambda: asked(desk)["answers"])
    assert asked(desk)["sentence"].endswith("; a wrong one empties that hand. Claim it, or take a drink and tap it.")
    wrong = next(answer for answer in asked(desk)["answers"] if not re.search(" (red|can),", answer["label"]))
    now = does(desk, GiveAnswer(wrong["place"], asked(desk)["number"]))["asked"]
    assert "You are wrong: what that hand held goes back." in now["news"][-1]
    assert "again" not in " ".join(now["news"])
    assert now["sentence"] == "Your turn: take a drink and tap it."


def test_the_log_names_the_newest_drink_alone_until_a_crate_is_full_and_then_says_whose(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, SetPace(Pace.AT_ONCE), Begin("toriatama", seats=seats(3, 2, "gentle"), seed=1))
    steps_until(desk, lambda: len(takes(desk)) == 6)
    assert [bool(re.search("takes? the ", told)) for told in takes(desk)] == [False] * 5 + [True]
    desk.take(Do.GAME_END)
    while desk.table.playing.expects.words:
        desk.turn()
    seen = desk.view()
    assert not seen["table"]["over"], "the full crate is seen before the ending covers it"
    assert 6 in [len(seat["crate"]) for seat in seen["table"]["seats"]]
    ending = turns(desk, 400)["table"]["ending"]
    assert all(re.search("takes? the ", told) for told in takes(desk))
    assert re.match(r"(You|Tom|James) filled a crate, which ends the game", ending["remark"][1])
    *_, last = story(desk.table.playing)
    assert re.match(ending["remark"][1].split(" filled")[0], last)
    assert ending["turn"]["number"] <= len(takes(desk)) + 1


def takes(desk: VirtualTable) -> list[str]:
    return [told for told in story(desk.table.playing) if re.match(r"\w+ takes? ", told)]
