"""The cards of one play, from the tap to the statement."""

from __future__ import annotations

import pytest

from companion.inputs.inputs import Tapped
from companion.rules.statements import Statement
from companion.table.handling import handle
from companion.table.reply import Outcome, Reply
from companion.table.several_cards import combine
from companion.tags.tag_decks import CardCopy
from tests.evening import resumed

DEAL = "game birddog|players Ann Bob Cid|dealer Cid|deal|up 10D|Ann declare|Ann pass|Bob pass|Cid pass"


@pytest.mark.parametrize(("card", "outcome"), [("AC", Outcome.ACCEPTED), ("10D", Outcome.REJECTED)])
def test_a_tapped_card_is_judged_once(card: str, outcome: Outcome, monkeypatch: pytest.MonkeyPatch) -> None:
    table = resumed(DEAL.split("|"))
    game, judged = type(table.playing.header.game), list[str]()
    judge = game.judge

    def counted(self: object, state: object, said: Statement) -> object:
        judged.append(said.word)
        return judge(self, state, said)  # type: ignore[arg-type] # the game itself

    monkeypatch.setattr(game, "judge", counted)
    assert handle(table, Tapped((CardCopy(card),)), lambda _: 0).outcome is outcome
    assert judged == ["play"]


def test_of_two_inputs_in_a_row_the_one_that_came_to_more_is_heard() -> None:
    table = resumed(DEAL.split("|"))
    scored, part = Reply(table, Outcome.DONE), Reply(table, Outcome.PART)
    assert combine(table, scored, part).outcome is combine(table, part, scored).outcome is Outcome.DONE
