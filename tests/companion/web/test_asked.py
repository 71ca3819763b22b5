"""What the page asks of people: one answer to who is asked, and what; nothing that nobody may see."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from companion.cards import Deck, SeatAssignment
from companion.games.bonehead.rules import beats
from companion.games.registry import GAMES
from companion.http.views.table import LaidTableCards
from companion.match.header import Header
from companion.rules.game import Choice, Expectation
from companion.rules.statements import Statement, Word
from companion.screens.current_screen import screen_for
from companion.screens.hearing import sentences_for
from companion.screens.layouts import Glance
from companion.table.asked import seats_asked
from companion.table.modes import Revoke
from companion.table.presses_for_answers import button_answers
from companion.table.setup_dialogue import begin
from companion.table.state import House, Table
from companion.web.asked import acts, label_of
from companion.web.orders import Begin, Do, GiveAnswer, LayCards, Nest, Pace, SetPace
from companion.web.rules_and_scores import scores_at
from companion.web.virtual_table import VirtualTable
from tests.companion.web.seating import seats
from tests.companion.web.standing import dealt
from tests.companion.web.table_in_browser import asked, desk_of, does, presses, steps_until, turns
from tests.evening import END_HERE, begun, resumed, whole
from tests.test_toy_game import TOY, HighCard, State
from tests.torture import every_so_many, only_with_page

SAYS = {"pass": "pass", "call hearts": "call hearts", "solo hearts": "solo hearts", "hearts": "suit hearts"}
"""The answers of a game of somebody else by their labels: two of them name one suit, and mean different things."""

STEPS, ASKINGS = 40, 8
"""Of Next at most; the askings with answers that are met in them."""


@pytest.fixture
def spades(tmp_path: Path) -> VirtualTable:
    """Ann and three computers; she is to bid."""
    return to_bid(tmp_path)


def to_bid(tmp_path: Path) -> VirtualTable:
    desk = desk_of(tmp_path)
    does(desk, Begin("spades", seats=seats(4, 3, "gentle"), scanned=True, seed=1))
    steps_until(desk, lambda: bool(asked(desk)["answers"]) and asked(desk)["yours"])
    return desk


def test_nothing_is_asked_while_no_game_is_in_play(tmp_path: Path) -> None:
    assert desk_of(tmp_path).view()["asked"] is None


def test_a_bid_is_one_answer_for_each_number_of_tricks(spades: VirtualTable) -> None:
    now = asked(spades)
    assert [answer["label"] for answer in now["answers"]] == ["Nil", *map(str, range(1, 14))]
    assert now["question"] == "How many tricks will you take?"
    assert now["sentence"].startswith(f"{now['question']} 0 is nil: ")
    assert {answer["group"] for answer in now["answers"]} == {"bid"}
    assert not any(answer["main"] for answer in now["answers"]), "none looks like advice"
    assert (now["answers"][7]["says"], [answer["place"] for answer in now["answers"]]) == ("Bid 7", [*range(14)])


@pytest.mark.parametrize(("game", "against"), every_so_many(8, product(GAMES, ["people", "computers"])))
def test_every_answer_has_a_text_to_read_and_one_to_hear(game: str, against: str, tmp_path: Path) -> None:
    desk, people = desk_of(tmp_path), GAMES[game].players[-1]
    computers = people - 1 if against == "computers" and GAMES[game].entry.strategy() else 0
    does(desk, Begin(game, seats=seats(people, computers, "gentle"), scanned=True, seed=7))
    met = set[int]()
    for _ in range(STEPS):
        does(desk, Do.NEXT)
        now = asked(desk)
        for answer in now["answers"]:
            assert all(answer[text].strip() for text in ("label", "says")), answer
            met.add(now["number"])
        if len(met) == ASKINGS:
            break
    assert met


def test_one_person_among_computers_is_asked_to_pass_whoever_has_still_to(tmp_path: Path) -> None:
    desk, (person, *computers) = desk_of(tmp_path), seats(4, 3, "gentle")
    does(desk, Begin("hearts", seats=(computers[0], person, *computers[1:]), scanned=True, seed=1))
    steps_until(desk, lambda: asked(desk)["yours"])
    now, shown = asked(desk), screen_for(desk.table).layout
    assert len(desk.table.playing.expects.implied) == 4
    assert (now["seat"], now["sentence"]) == (1, "Pass 3 cards to James.")
    assert seats_asked(desk.table) == (1,)
    assert now["sentence"] in [sentence.text for sentence in sentences_for(desk.table)]
    assert isinstance(shown, Glance)
    assert (shown.fact.text, shown.lines) == ("ANN", ("passes 3 cards", "for James", "face down"))


def test_that_nobody_passes_is_told_until_the_person_has_played(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, Begin("hearts", seats=seats(4, 3, "gentle"), rules={"passing": "none"}, scanned=True, seed=1))
    steps_until(desk, lambda: asked(desk)["yours"])
    assert asked(desk)["opening"] == "No passing."
    does(desk, Do.NEXT)
    assert asked(desk)["opening"] == ""


def test_each_seat_says_who_sits_there_and_what_was_said(spades: VirtualTable) -> None:
    table = spades.view()["table"]
    assert [(seat["you"], seat["level"]) for seat in table["seats"]] == [(True, ""), *[(False, "gentle")] * 3]
    assert table["me"] == 0
    assert [bool(seat["beside"]) for seat in table["seats"]] == [False, True, True, True]


def test_the_number_stays_while_the_same_is_asked_and_changes_with_the_question(spades: VirtualTable) -> None:
    before = asked(spades)["number"]
    spades.hands.box.press("UP")
    spades.hands.box.press("BACK")
    assert asked(spades)["number"] == before
    does(spades, Do.NEXT)
    assert asked(spades)["number"] != before


def test_the_same_question_after_another_play_has_another_number(tmp_path: Path) -> None:
    desk, numbers = desk_of(tmp_path, "birddog"), set[int]()
    steps_until(desk, lambda: len(desk.view()["table"]["playable"] or ()) > 1)
    led = desk.view()["table"]["playable"]
    for card in led:
        does(desk, LayCards((card,)))
        numbers.add(asked(desk)["number"])
        does(desk, GiveAnswer(place=-1, number=asked(desk)["number"]))
    assert len(numbers) == len(led)


@only_with_page
def test_taking_the_pile_is_the_usual_answer_only_to_a_hand_that_beats_nothing(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "bonehead", people=2)
    mains = set()
    for _ in range(40):
        does(desk, Do.NEXT)
        cards = desk.cards.deal
        takes = [answer for answer in asked(desk)["answers"] if answer["group"] == "choice"]
        if not takes or cards is None or desk.table.open_set:
            continue
        state = desk.table.playing.state
        own = cards.hands[state.turn] or cards.heads[state.turn]
        lies = not own or any(beats(card, state.pile) for card in own)
        assert [answer["main"] for answer in takes] == [not lies]
        mains.add(lies)
    assert True in mains


def test_nothing_that_is_asked_names_a_card_of_another_hand(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, SetPace(Pace.AT_ONCE), Begin("spades", seats=seats(4, 3, "gentle"), scanned=True, seed=1))
    for _ in range(8):
        told, cards = json.dumps(asked(desk), ensure_ascii=False), desk.cards.simulated.cards(desk.table)
        assert cards is not None
        assert not [card for hand in cards.hands[1:] for card in hand if card.sign in told]
        does(desk, Do.NEXT)
    assert "J♠" in told, "a card that was played is named"


def test_what_a_deal_has_brought_is_told_once(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "birddog", people=3)
    steps_until(desk, lambda: desk.table.scored)
    now = asked(desk)
    assert now["sentence"] == "The deal is scored. Next deal?", "a table below has the points"
    assert "The deal is scored" not in " ".join(now["news"])
    assert re.search(r"(^|\. )Points: Ann [+-]\d+, ", scores_at(desk.table)["aloud"]), "who listens hears them alone"


@only_with_page
def test_a_refusal_stands_until_something_was_played_and_hides_no_news(spades: VirtualTable) -> None:
    does(spades, Do.BONE)
    now = asked(spades)
    assert now["refused"] == "Nobody turns a bone now: hand first, then heads."
    assert now["news"]
    assert now["sentence"] == "How many tricks will you take? 0 is nil: 100 points for taking none, or 100 lost."
    does(spades, GiveAnswer(place=4, number=now["number"]))
    assert asked(spades)["refused"] == ""


def lies_in_the_middle(desk: VirtualTable) -> Iterator[LaidTableCards]:
    table = desk.view()["table"]
    if "middle" in table:
        yield from table["middle"]


def test_cards_that_are_passed_lie_with_their_backs_up(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    desk.take(Begin("hearts", seats=seats(4, 3, "gentle"), scanned=True, seed=1))
    desk.turn()
    backs = 0
    for _ in range(400):
        desk.turn()
        middle = list(lies_in_the_middle(desk))
        backs += sum(lying["backs"] for lying in middle)
        assert not [card for lying in middle for card in lying["cards"]]
        if asked(desk)["yours"]:
            break
    assert backs


def test_who_has_no_card_to_lay_is_asked_for_the_only_answer(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "bonehead", people=2)
    steps_until(desk, lambda: desk.view()["table"]["playable"] == [] and asked(desk)["answers"] != [])
    assert "turn: take the pile." in asked(desk)["sentence"]


def test_what_the_panel_wants_to_be_sure_of_is_asked_and_answered_on_the_page(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "bonehead", people=2)
    steps_until(desk, lambda: [answer["main"] for answer in asked(desk)["answers"]] == [False])
    calm = asked(desk)["sentence"]
    for presses_, sentence, labels in (
        (["DOWN"], "Take the pile?", ["Take the pile", "No"]),
        (END_HERE[:-1], "End here?", ["End here", "Play on"]),
    ):
        presses(desk, *presses_)
        now = asked(desk)
        assert (now["yours"], now["sentence"]) == (True, sentence)
        assert [answer["label"] for answer in now["answers"]] == labels
        does(desk, GiveAnswer(place=1, number=now["number"]))
        assert asked(desk)["sentence"] == calm


def test_names_stay_as_people_write_them(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, Begin("birddog", seats=tuple(map(SeatAssignment, ("ann", "bob", "cid"))), scanned=True, seed=1))
    steps_until(desk, lambda: len(asked(desk)["answers"]) > 1)
    told = {(answer["label"], answer["says"]) for answer in asked(desk)["answers"]}
    assert told == {("ann", "ann"), ("bob", "bob"), ("cid", "cid"), ("Nobody", "Nobody")}


@pytest.mark.parametrize("note", ["; seat Bob computer=easy seed=1", "; nobody plays for Bob"])
def test_what_mends_a_proven_mistake_is_offered_on_the_page_whoever_is_next(note: str, tmp_path: Path) -> None:
    told = [line for line in whole("birddog-impossible-player") if not line.startswith("remedy")]
    begun(tmp_path, *told[:2], note, *told[2 : told.index("Ann JH") + 1])
    desk = desk_of(tmp_path)
    now = asked(desk)
    assert (now["seat"], now["yours"], now["sentence"]) == (1, True, "Play on, or OK: remedy.")
    assert [answer["label"] for answer in now["answers"]] == ["Choose what follows"]
    does(desk, GiveAnswer(place=0, number=now["number"]))
    assert isinstance(desk.table.mode, Revoke)


@only_with_page
def test_an_answer_is_given_by_the_buttons_of_the_box_and_seen_as_pressed(spades: VirtualTable) -> None:
    now, pressed = asked(spades), list[str]()
    spades.take(GiveAnswer(place=11, number=now["number"]))
    while spades.busy:
        spades.turn()
        pressed += [button for button in spades.view()["box"]["down"] if button not in pressed[-1:]]
    assert set(pressed) <= {"UP", "DOWN", "OK"}
    assert pressed
    assert spades.view()["table"]["seats"][0]["beside"] == ["bid 11"]


def test_an_answer_to_another_question_is_refused_with_a_reason(spades: VirtualTable) -> None:
    old = asked(spades)["number"]
    spades.take(GiveAnswer(place=4, number=old))
    for _ in range(2):  # the second time for the same reason
        spades.take(GiveAnswer(place=5, number=old))
        turns(spades, 1)
        assert asked(spades)["refused"] == "The table asks something else by now."
        assert spades.view()["table"]["seats"][0]["beside"] == ["bid 4"]
        turns(spades, 30)  # a computer plays
        assert not asked(spades)["refused"]


def test_an_answer_to_a_game_that_another_page_has_ended_is_refused_with_the_same_reason(tmp_path: Path) -> None:
    remark = does(desk_of(tmp_path), GiveAnswer(place=0, number=1))["remark"]
    assert remark == "The table asks something else by now."


def test_buttons_on_a_dark_panel_wake_it_first(spades: VirtualTable) -> None:
    does(spades, GiveAnswer(place=4, number=asked(spades)["number"]))
    spades.hands.box.wires.clock.sleep(3600)
    turns(spades, 3)
    assert not spades.hands.box.wires.panel.lit
    does(spades, GiveAnswer(place=-1, number=asked(spades)["number"]))
    assert spades.view()["table"]["seats"][0]["beside"] == []


def test_the_last_act_is_taken_back_by_the_answer_for_it(spades: VirtualTable) -> None:
    does(spades, GiveAnswer(place=4, number=asked(spades)["number"]))
    assert asked(spades)["undo"]
    does(spades, GiveAnswer(place=-1, number=asked(spades)["number"]))
    assert spades.view()["table"]["seats"][0]["beside"] == []


def test_three_cards_that_are_passed_are_told_to_the_box_at_once(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    desk.take(Begin("hearts", seats=seats(4, 3, "gentle"), scanned=True, seed=1))
    told = [turns(desk, 1)["asked"]["sentence"] for _ in range(200)]
    assert "Tom passes 3 cards to James, face down." in told
    assert asked(desk)["opening"] == "Everybody passes three cards to the left."
    assert asked(desk)["sentence"] == "Pass 3 cards to Tom."
    hand = [card["word"] for card in desk.view()["table"]["seats"][0]["hand"]]
    does(desk, Nest(tuple(hand[:3])))
    for _ in range(120):
        desk.turn()
    passed = [
        moment.said.cards for moment in desk.table.playing.this_deal() if moment.said and moment.said.word == "passes"
    ]
    assert {*hand[:3]} in [{*map(str, cards)} for cards in passed]


def test_several_people_pass_in_any_order_and_the_cards_of_each_are_told_to_the_box_at_once(tmp_path: Path) -> None:
    desk = dealt(tmp_path, "hearts", 3)
    told = []
    for seat in (2, 0, 1):
        told.append(asked(desk)["sentence"])
        hand = [card["word"] for card in desk.view()["table"]["seats"][seat]["hand"]]
        desk.take(Nest(tuple(hand[:3])))
        assert not turns(desk, 1)["asked"]["yours"], "nobody is asked while cards are tapped"
        turns(desk, 2)
        assert {*map(str, desk.table.playing.statement.cards)} == {*hand[:3]}
    assert told == ["Bob's turn: pass 3 cards to Cid."] * 3, "who sits here is asked; of a computer it is told"


@pytest.mark.parametrize(
    ("computers", "told"),
    [
        (3, ["Pass 3 cards to Tom.", "Pass 2 more cards to Tom.", "Pass one more card to Tom."]),
        (0, ["Ann passes 2 more cards to Bob, face down.", "Ann passes one more card to Bob, face down."]),
    ],
)
def test_of_cards_that_are_passed_one_by_one_is_said_how_many_are_left(
    computers: int, told: list[str], tmp_path: Path
) -> None:
    desk = desk_of(tmp_path)
    does(desk, Begin("hearts", seats=seats(4, computers, "gentle"), scanned=True, seed=1))
    hand, sentences = desk.view()["table"]["seats"][0]["hand"], [asked(desk)["sentence"]]
    for card in hand[:2]:
        does(desk, LayCards((card["word"],)))
        sentences.append(asked(desk)["sentence"])
    assert sentences[-len(told) :] == told


def test_a_dealer_who_is_a_computer_turns_one_up_and_a_person_is_asked_to_and_then_for_one_thing_alone(
    tmp_path: Path,
) -> None:
    desk = desk_of(tmp_path)

    def is_turned_up() -> bool:
        return any(moment.said and moment.said.word == "up" for moment in desk.table.playing.this_deal())

    does(desk, SetPace(Pace.SLOW), Begin("birddog", seats=seats(3, 2, "gentle"), scanned=True, seed=1))
    now = asked(desk)
    assert (now["yours"], now["sentence"]) == (True, "Turn up the top card of the stack.")
    assert desk.view()["table"]["deal"] == "turn up"
    assert desk.view()["table"]["playable"] == [], "no card of the hand is it"
    turns(desk, 100)
    assert not is_turned_up()
    assert now["answers"] == [], "the stack says it"
    does(desk, Do.DEAL)
    steps_until(desk, lambda: desk.table.scored)
    desk.take(Do.NEXT)
    met = {(asked(desk)["sentence"], asked(desk)["yours"], turns(desk, 1)["table"]["deal"]) for _ in range(200)}
    assert ("Tom turns one up.", False, "") in met
    assert is_turned_up()
    assert "turn up" not in {deal for _, _, deal in met}, "nothing at the stack beside what is asked"


@only_with_page
def test_the_rest_is_claimed_with_one_press_by_the_menu_of_the_box_and_the_hand_is_shown(spades: VirtualTable) -> None:
    does(spades, SetPace(Pace.AT_ONCE), GiveAnswer(place=4, number=asked(spades)["number"]))
    steps_until(spades, lambda: any(answer["group"] == "claim" for answer in asked(spades)["answers"]))
    now = asked(spades)
    place = next(answer["place"] for answer in now["answers"] if answer["group"] == "claim")
    does(spades, SetPace(Pace.SLOW))
    spades.take(GiveAnswer(place=place, number=now["number"]))
    told = {now["sentence"]: now["answers"] for now in (turns(spades, 1)["asked"] for _ in range(75))}
    said = [moment.said.word for moment in spades.table.playing.this_deal() if moment.said][::-1]
    assert said[said.index("claims") :][:5] == ["claims", "shows", "agrees", "agrees", "agrees"]
    (play_on,) = told["The others check your claim."]
    assert (play_on["label"], play_on["main"]) == ("Play on", False)
    assert spades.table.scored, "the computers have seen it, and agree at once"


@pytest.mark.parametrize("game", every_so_many(2, ["euchre", "hearts", "toriatama", "bonehead"]))
def test_who_is_asked_can_lay_a_card_or_has_an_answer_until_the_match_ends(game: str, tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, Begin(game, seats=seats(3 if game != "euchre" else 4, 0), scanned=True, seed=2))
    single = 0
    for _ in range(60):
        view = desk.view()
        table, now = view["table"], view["asked"]
        if now is None or table.get("over"):
            break
        if now["yours"]:
            assert table["awaits"] or table["deal"] or now["answers"], now["sentence"]
            single += table["awaits"] and not now["answers"] and table["several"] == 1
        does(desk, Do.NEXT)
    assert single or game == "toriatama"


@only_with_page
def test_the_last_card_is_played_with_one_press(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, SetPace(Pace.AT_ONCE), Begin("hearts", seats=seats(4, 3, "gentle"), scanned=True, seed=2))
    offered = 0
    for _ in range(60):
        now, hand = asked(desk), desk.view()["table"]["seats"][0]["hand"]
        last = [answer for answer in now["answers"] if answer["label"] == "Play the last card"]
        assert not last or len(hand) == 1
        if last:
            offered += 1
            does(desk, GiveAnswer(place=last[0]["place"], number=now["number"]))
            assert desk.view()["table"]["seats"][0]["hand"] == [] or desk.table.scored
            break
        does(desk, Do.NEXT)
    assert offered


def test_a_card_that_is_back_is_not_to_be_taken_back(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, SetPace(Pace.AT_ONCE), Begin("hearts", seats=seats(4, 3, "gentle"), scanned=True, seed=1))
    does(desk, Do.NEXT)
    table = desk.view()["table"]
    wrong = next(card["word"] for card in table["seats"][0]["hand"] if card["word"] not in (table["playable"] or []))
    does(desk, LayCards((wrong,)))
    assert asked(desk)["refused"] == "You must follow the suit that was led."
    assert asked(desk)["sentence"] == "Your turn: follow clubs."


def test_who_has_the_nest_sees_its_cards_and_is_asked_for_the_next_thing_first(tmp_path: Path) -> None:
    desk = dealt(tmp_path, "rook", 1, 3, seed=3)
    cards = desk.cards.deal
    assert cards is not None
    nest = {str(card) for card in cards.nest}
    steps_until(desk, lambda: desk.view()["table"]["deal"] == "nest")
    assert asked(desk)["sentence"] == "The nest is yours: choose five cards to lay away, then name trump."
    assert {card["word"] for card in desk.view()["table"]["seats"][0]["hand"] if card.get("received")} == nest
    does(desk, Do.NEXT)
    assert asked(desk)["sentence"] == "Which colour is trump?"
    assert not any(card.get("received") for card in desk.view()["table"]["seats"][0]["hand"])


def test_of_a_set_that_is_open_the_sentence_says_what_the_box_says(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, SetPace(Pace.AT_ONCE), Begin("bonehead", seats=seats(2, 1, "gentle"), seed=3))
    for _ in range(30):
        table = desk.view()["table"]
        words = [card["word"] for card in table["seats"][0]["hand"]]
        may = table["playable"] or []
        pair = next((word for word in words if word in may and sum(word[:-1] == other[:-1] for other in words) > 1), "")
        if pair and asked(desk)["yours"] and "play" in asked(desk)["sentence"]:
            desk.take(LayCards((pair,)))
            for _ in range(10):
                desk.turn()
            assert asked(desk)["sentence"] == "Your turn: another of the same rank, or that is all."
            assert [answer["label"] for answer in asked(desk)["answers"]] == ["That is all"]
            return
        does(desk, Do.NEXT)
    raise AssertionError("no pair")


def test_trump_is_named_after_the_cards_of_the_nest_were_laid_away_by_whom_they_belong_to(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, "rook", people=4)
    steps_until(desk, lambda: desk.view()["table"]["deal"] == "nest")
    now = asked(desk)
    assert (now["yours"], now["answers"]) == (True, [])
    table = desk.view()["table"]
    words = tuple(card["word"] for card in table["seats"][table["me"]]["hand"][:5])
    does(desk, Nest(words))
    assert len(asked(desk)["answers"]) == 4
    assert {str(card) for card in desk.cards.deal.nest} == {*words}  # type: ignore[union-attr]


def test_the_next_deal_is_offered_before_cards_of_it_are_to_be_passed(tmp_path: Path) -> None:
    desk = desk_of(tmp_path)
    does(desk, Begin("hearts", seats=seats(4, 3, "gentle"), scanned=True, seed=1), Do.DEAL_END)
    assert [answer["says"] for answer in asked(desk)["answers"]] == ["Next deal"]


def test_why_another_deal_is_played_stands_with_the_question(tmp_path: Path) -> None:
    begun(tmp_path, *whole("spades-tie-at-500"))
    now = asked(desk_of(tmp_path))
    why = "Both sides have 510: equal at 500 or more, so another deal is played."
    assert now["sentence"] == f"The deal is scored. {why} Next deal?"
    assert why not in " ".join(now["news"])


def test_why_a_lead_was_refused_is_told_once(tmp_path: Path) -> None:
    desk = dealt(tmp_path, "hearts", 1, 3)

    def leads_without_hearts() -> bool:
        now = asked(desk)
        return now["yours"] and "Hearts are not broken yet." in now["sentence"]

    steps_until(desk, leads_without_hearts)
    hand = desk.view()["table"]["seats"][0]["hand"]
    does(desk, LayCards((next(card["word"] for card in hand if card["suit"] == "H"),)))
    now = asked(desk)
    assert f"{now['refused']} {now['sentence']}".count("Hearts are not broken yet.") == 1


def test_a_name_with_a_full_stop_stays_whole(tmp_path: Path) -> None:
    desk, names = desk_of(tmp_path), ("Dr. No", "J. R.", "Cid", "Dee")
    does(desk, SetPace(Pace.AT_ONCE), Begin("hearts", seats=tuple(map(SeatAssignment, names)), seed=1))
    steps_until(desk, lambda: asked(desk)["sentence"] == "Dr. No's turn: follow spades.")
    hand = desk.view()["table"]["seats"][0]["hand"]
    does(desk, LayCards((next(card["word"] for card in hand if card["suit"] != "S"),)))
    assert asked(desk)["refused"].startswith("Dr. No: ")
    assert (asked(desk)["sentence"], asked(desk)["question"]) == ("Dr. No's turn: follow spades.",) * 2


def test_of_a_dealer_who_lays_a_card_away_that_is_said() -> None:
    header = ["game euchre", "players Ann Tom James Kathy", "; seat Tom computer=gentle seed=1", "dealer Tom", "deal"]
    table = resumed([*header, "up QS", "James pass", "Kathy pass", "Ann orders"])
    assert acts(table, 1) == "Tom discards one card, face down."


@pytest.mark.parametrize("scanned", [True, False])
def test_several_people_pass_one_after_another_and_nobody_is_asked_again(tmp_path: Path, *, scanned: bool) -> None:
    desk = desk_of(tmp_path, "hearts", people=4, scanned=scanned)
    passed = []
    while (view := desk.view())["table"]["deal"] == "nest":
        table = view["table"]
        own = table["seats"][table["me"]]
        passed.append(own["name"])
        assert table["me"] in table["turn"]
        assert asked(desk)["sentence"].startswith((own["name"], "Everybody passes"))
        does(desk, Nest(tuple(held["word"] for held in own["hand"][:3]), asked(desk)["number"]))
    assert passed == ["Bob", "Cid", "Dee", "Ann"]
    turns(desk, 10)
    assert "passes" not in asked(desk)["sentence"]
    assert asked(desk)["answers"] == []


@pytest.mark.parametrize(
    ("says", "labels"),
    [
        (SAYS, ["pass", "call hearts", "solo hearts", "♥"]),
        ({"draw": "takes 1"}, ["draw"]),
        ({"bid 1": "takes 1", "bid 2": "takes 2"}, ["1", "2"]),
    ],
)
def test_an_answer_is_a_sign_or_a_number_alone_where_that_says_it_all(says: dict[str, str], labels: list[str]) -> None:
    parts = {label: said.partition(" ") for label, said in says.items()}
    choices = tuple(Choice(label, (Statement(word, value=value),)) for label, (word, _, value) in parts.items())

    class Asks(HighCard):
        def expects(self, state: State) -> Expectation:
            return Expectation("Your game?", frozenset(choice.says[0].word for choice in choices), choices=choices)

    words = (
        Word("pass"),
        *(Word(name, values=("hearts",)) for name in ("call", "solo", "suit")),
        Word("takes", number=True),
    )
    toy = {name: getattr(TOY, name) for name in ("name", "title", "deck_kind", "players", "rules", "pages", "opener")}
    game = Asks(**toy, deck=Deck.of("7 8", "S H"), words=words)
    table = begin(Table(House({"toy": game})), Header(game, ("Ann", "Bob"), 0), ()).table
    assert [label_of(table, answer) for answer in button_answers(table)] == labels
