"""How far the true mean of all deals may lie from the mean of those that were played."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from statistics import NormalDist, stdev

from companion.support.values import dataclass

LEAST = 20
"""With fewer deals nothing is sure: wins come out all alike too easily, and points are far from normal."""

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
