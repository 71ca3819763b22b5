"""Statistics of a contest: means, differences on the same deals, what follows from them, and times of choices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import inf, sqrt
from statistics import NormalDist, fmean, stdev

from companion.players.arena.contest import ArenaRound, Contest
from companion.support.text_tables import NOTHING, TextTable
from companion.support.values import dataclass

LEAST = 20
"""The fewest deals that prove anything: fewer easily all go one way, and their mean is far from normal."""

SPREAD = 0.03
"""The variance of the true mean that an always valid interval is narrowest for; the variance of a deal is 1.

It sets how soon which difference is found, not how often an interval is wrong. With 0.03 a difference of 0.2 standard
deviations takes 220 deals (median), one of 0.4 takes 70.
"""


@dataclass(frozen=True, slots=True)
class Confidence:
    """This `share` of all intervals contains the true mean.

    `always` holds for all moments of a contest together, so one may look after every deal and stop when one likes. The
    plain interval holds for a number of deals that was chosen before. Stopped as soon as it leaves out 0, up to 1,000
    deals, it is wrong for 44 of 100 pairs of equal players; `always` is for 2 to 4 in every game, and for 7 where
    equal means come from most uneven points. Neither sees what is so rare that it did not happen in LEAST deals.
    """

    share: float = 0.95
    always: bool = False

    def __str__(self) -> str:
        return f"{self.share * 100:.10g} %"

    def within(self, samples: Sequence[float], together: int = 1) -> float | None:
        """Half the width of the interval; None: too few samples.

        `together` intervals contain their true means all at once with this confidence (Bonferroni).
        """
        number = len(samples)
        if number < LEAST:
            return None
        errors = (_always if self.always else _student)(number, (1 - self.share) / together)
        return None if errors == inf else errors * stdev(samples) / sqrt(number)


def _student(number: int, error: float) -> float:
    """Standard errors on each side, for a number of samples chosen before.

    The quantile of Student's t by its expansion (Abramowitz and Stegun, 26.7.5); its error is below a thousandth.
    """
    z, freedom = NormalDist().inv_cdf(1 - error / 2), number - 1
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def _always(number: int, error: float) -> float:
    """Standard errors on each side, for all numbers of samples together; infinite for the first few.

    The sequential t-test: the likelihood of the t statistic, averaged over true means around 0 with variance SPREAD,
    divided by that for a true mean of 0, is a martingale. It exceeds 1 / error at any time with at most this
    probability (Ville), whatever the variance of a sample; the interval has the means for which it does not. Exact for
    normal samples. H. Wang, A. Ramdas: Anytime-valid t-tests and confidence sequences for Gaussian means with unknown
    variance (arXiv 2310.03722), Gaussian mixture.
    """
    weight = 1 + number * SPREAD
    bound = (weight / error**2) ** (1 / number)
    return sqrt((number - 1) * (bound - 1) / (1 - bound / weight)) if bound < weight else inf


@dataclass(frozen=True, slots=True)
class Figures:
    """The results of one side. `mean` is points per deal and player; the true mean is `within` that much of it.

    `within` is None after too few deals. `lost` is the share of deals with the worst result; `median_ms` and `p99_ms`
    are times of a choice.
    """

    side: str
    players: tuple[int, ...]
    mean: float
    within: float | None
    lost: float
    median_ms: float
    p99_ms: float


@dataclass(frozen=True, slots=True)
class Difference:
    """The points of one side less those of another on the same deals. `better` is empty while that is not sure."""

    side: str
    other: str
    mean: float
    within: float | None
    better: str

    @property
    def name(self) -> str:
        """The two sides."""
        return f"{self.side} − {self.other}"

    @property
    def conclusion(self) -> str:
        """What one may conclude, in words."""
        return f"{self.better} is better" if self.better else "too few deals" if self.within is None else "not sure"


def figures(contest: Contest, rounds: Sequence[ArenaRound], confidence: Confidence) -> tuple[Figures, ...]:
    """The figures of every side. One round is one sample, since all its seatings share the cards."""
    return tuple(_of(side, players, rounds, confidence) for side, players in contest.sides.items())


def _of(side: str, players: tuple[int, ...], rounds: Sequence[ArenaRound], confidence: Confidence) -> Figures:
    means = _means(players, rounds)
    lost = fmean(round_.lost[player] / len(round_.lost) for round_ in rounds for player in players)
    spent = (round_.seconds[player] for round_ in rounds for player in players)
    times = sorted(second * 1000 for seconds in spent for second in seconds) or [0.0]
    median, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
    return Figures(side, players, fmean(means), confidence.within(means), lost, median, p99)


def _means(players: Sequence[int], rounds: Sequence[ArenaRound]) -> list[float]:
    """The mean points of these players over all seatings, for each round."""
    return [sum(round_.points[player] for player in players) / len(players) / len(round_.points) for round_ in rounds]


def differences(contest: Contest, rounds: Sequence[ArenaRound], confidence: Confidence) -> tuple[Difference, ...]:
    """The difference between any two sides. The intervals hold for all of them together."""
    means = [(side, _means(players, rounds)) for side, players in contest.sides.items()]
    pairs = list(combinations(means, 2))
    return tuple(_between(contest, *pair, confidence, together=len(pairs)) for pair in pairs)


def _between(
    contest: Contest,
    one: tuple[str, list[float]],
    other: tuple[str, list[float]],
    confidence: Confidence,
    *,
    together: int,
) -> Difference:
    by_deal = [ours - theirs for ours, theirs in zip(one[1], other[1], strict=True)]
    mean, within = fmean(by_deal), confidence.within(by_deal, together)
    sure = within is not None and abs(mean) > within
    better = one[0] if (mean > 0) != contest.low_wins else other[0]
    return Difference(one[0], other[0], mean, within, better if sure else "")


def until_sure(contest: Contest, played: Iterable[ArenaRound], confidence: Confidence) -> Iterator[ArenaRound]:
    """Pass rounds on until every difference is sure. Looks whenever there are a twentieth more."""
    so_far: list[ArenaRound] = []
    look = LEAST
    for arena_round in played:
        yield arena_round
        so_far.append(arena_round)
        if len(so_far) >= look:
            look += 1 + look // 20
            if all(pair.better for pair in differences(contest, so_far, confidence)):
                return


def table(contest: Contest, results: Sequence[Figures], confidence: Confidence, deals: int) -> TextTable:
    """The figures as a table for people."""
    rows = tuple(
        (
            result.side,
            f"{result.mean:.2f}",
            plus_minus(result.within).strip() or NOTHING,
            f"{result.lost:.1%}",
            f"{result.median_ms:.1f}",
            f"{result.p99_ms:.1f}",
        )
        for result in results
    )
    many = f"{deals} deals, each" if deals > 1 else "1 deal,"
    title = f"{contest.title}; {many} played {len(contest.levels)} times, from every seat"
    return TextTable(title, ("side", "mean", str(confidence), "lost", "median ms", "p99 ms"), rows)


def difference_table(found: Sequence[Difference], confidence: Confidence) -> TextTable:
    """The differences and what one may conclude, as a table for people."""
    rows = tuple(
        (pair.name, pair.conclusion, f"{pair.mean:+.2f}", plus_minus(pair.within).strip() or NOTHING) for pair in found
    )
    title = f"Difference on the same deals, {confidence} sure" + " of all lines together" * (len(rows) > 1)
    return TextTable(title, ("sides", "conclusion", "mean", str(confidence)), rows, words=2)


def plus_minus(within: float | None) -> str:
    """Half the width of an interval, for people, to put after its mean."""
    return "" if within is None else f" ± {within:.2f}"
