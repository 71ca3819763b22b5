"""The score of Euchre by a second reading of RULES.md: who scores 1, 2 or 4 with lone players of either side."""

from __future__ import annotations

from itertools import product

from companion.games.euchre.rules import EUCHRE, score
from companion.games.registry import GAMES
from companion.match.checker import answers
from companion.match.match import Match
from companion.testing.records import texts_of

LONE = ((), (2,), (1,), (2, 1), (2, 3), (0, 1), (0, 3))
"""Who sits out: nobody, a partner of the first side, one of the second, or one of each."""


def points(maker: int, tricks: int, out: tuple[int, ...], *, any_lone: bool) -> tuple[int, int]:
    """The score of both sides, said as the rulebook says it."""
    makers, others = (maker % 2, 1 - maker % 2)
    lone = {seat % 2 for seat in out}
    score = [0, 0]
    if tricks == 5:
        score[makers] = 4 if makers in lone else 2
    elif tricks >= 3:
        score[makers] = 1
    elif others in lone or (any_lone and makers in lone):
        score[others] = 4
    else:
        score[others] = 2
    return score[0], score[1]


def test_a_second_reading_scores_every_deal_alike() -> None:
    for maker, tricks, out, any_lone in product(range(4), range(6), LONE, (False, True)):
        wanted = points(maker, tricks, out, any_lone=any_lone) * 2
        assert score(maker, tricks, out, any_lone=any_lone) == wanted, (maker, tricks, out, any_lone)


def moments(record: str) -> list[Match]:
    """The match after each line of a record of Euchre."""
    return [line.match for line in answers(record, GAMES) if line.match and line.match.state]


def test_a_march_is_open_until_its_last_trick() -> None:
    four = [match.state for match in moments(texts_of(EUCHRE)["whole-match.table"]) if four_by_the_partner(match)]
    assert four
    assert not any(map(EUCHRE.is_decided, four))


def four_by_the_partner(match: Match) -> bool:
    """Whether the maker's partner has taken all four tricks."""
    deal = match.state.deal
    return deal is not None and deal.opening.maker == 2 and EUCHRE.tricks_won(match.state) == (4, 0, 0, 0)


def test_offenders_lose_what_the_others_would_score_alone() -> None:
    record = texts_of(EUCHRE)["penalty-from-offender.table"].replace("option lone-hands any\n", "")
    assert next(match.scores for match in moments(record) if match.scored) == (0, -4, 0, -4)
