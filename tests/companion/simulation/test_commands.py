from __future__ import annotations

import pytest

from companion.inputs.inputs import Button, Held, Pressed
from companion.simulation.box import REGULARS
from companion.simulation.commands import Action, Fault, Lay, Order, Tap, Unknown, parse
from tests.companion.terminal.playing_cards import GAME

FAULTS = {"no-answer": "Silence.", "stuck": "Stuck."}


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("", Order.AUTO),
        ("  auto ", Order.AUTO),
        ("10d", Tap(("10D",))),
        ("th", Tap(("10H",))),
        ("QS", Tap(("QS",))),
        ("q♥", Tap(("QH",))),
        ("9h 10h", Tap(("9H", "10H"))),
        ("o", Pressed(Button.OK)),
        ("Up", Pressed(Button.UP)),
        ("d", Pressed(Button.DOWN)),
        ("back", Pressed(Button.BACK)),
        ("h", Held()),
        ("hold", Held()),
        ("ho", Held(Button.OK)),
        ("pass", Tap(("PASS",))),
        ("nil", Tap(("NIL",))),
        ("undo", Tap(("UNDO",))),
        ("ann", Tap(("Ann",))),
        ("deal", Order.DEAL),
        ("bone", Order.BONE),
        ("lay 9h td", Lay(("9H", "10D"))),
        ("9h 9h", Tap(("9H", "9H"))),
        ("unplug", Order.UNPLUG),
        ("fault no-answer", Fault("no-answer")),
        ("?", Order.HELP),
        ("q", Order.QUIT),
        ("exit", Order.QUIT),
    ],
)
def test_a_line_is_one_action(line: str, action: Action) -> None:
    assert parse(line, GAME.deck, REGULARS, FAULTS) == action


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("unplugg", "did you mean “unplug”"),
        ("anm", "did you mean “ann”"),
        ("11d", "did you mean “10d”"),
        ("9h foo", "“foo” is no card"),
        ("lay 9h foo", "“foo” is no card"),
        ("fault", "takes no-answer, stuck"),
        ("fault stick", "did you mean “stuck”"),
        ("\x1b[2J", "\\u001b"),
    ],
)
def test_an_unknown_word_is_answered_with_what_is_near(line: str, told: str) -> None:
    action = parse(line, GAME.deck, tuple(map(str.lower, REGULARS)), FAULTS)
    assert isinstance(action, Unknown)
    assert told in action.sentence
    assert "\x1b" not in action.sentence
