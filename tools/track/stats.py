"""Statistics of the tracker. All work on logarithms of times: a ratio is a difference then, and 5 % slower and 5 %
faster are equally far from nothing."""

import math
import random


def median(values):
    ordered = sorted(values)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def quantile(values, share):
    """Linear between order statistics."""
    ordered = sorted(values)
    at = share * (len(ordered) - 1)
    low = math.floor(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (at - low)


def rank_of_interval(count, alpha):
    """The largest k for which the k-th smallest and the k-th largest of `count` values enclose their median with
    probability 1 - alpha or more, whatever the distribution: the sign test (Conover, Practical Nonparametric
    Statistics, chapter 3). 0: there are too few values for any."""
    k, below, ways = 0, 0, 1  # below = P(X < k + 1) * 2^count for the binomial X
    while k < count:
        below += ways
        if 2 * below > alpha * 2**count:
            break
        ways = ways * (count - k) // (k + 1)
        k += 1
    return k


def median_interval(values, alpha):
    """(low, high) that holds the median of the distribution but for one case in 1 / alpha."""
    k = rank_of_interval(len(values), alpha)
    if k == 0:
        return -math.inf, math.inf
    ordered = sorted(values)
    return ordered[k - 1], ordered[len(ordered) - k]


def rounds_needed(alpha):
    """The fewest values from which an interval can be made at all."""
    count = 1
    while rank_of_interval(count, alpha) == 0:
        count += 1
    return count


VERDICTS = ("slower", "faster", "no change told apart", "too noisy")


def judge(differences, alpha, threshold):
    """(median, low, high, verdict, beyond) of the rounds' differences. An interval that holds 0 did not tell the two
    apart, whatever its median says; it is too noisy if a change as large as the threshold could hide in it. `beyond`:
    the whole interval is slower than the threshold."""
    middle = median(differences)
    low, high = median_interval(differences, alpha)
    limit = math.log1p(threshold)
    if low > 0:
        verdict = "slower"
    elif high < 0:
        verdict = "faster"
    elif high <= limit and low >= -limit:
        verdict = "no change told apart"
    else:
        verdict = "too noisy"
    return middle, low, high, verdict, low > limit


def judge_all(rounds, alpha=0.05, threshold=0.03):
    """{name: judge(...)} for {name: [difference of each round]}. `alpha` is shared by all of them (Bonferroni): one
    call in 1 / alpha, at most, reports anything where nothing changed, however many benchmarks there are."""
    each = alpha / max(1, len(rounds))
    return {name: judge(differences, each, threshold) for name, differences in rounds.items()}


def ranks(values):
    """1 for the smallest; equal values share their mean rank."""
    order = sorted(range(len(values)), key=values.__getitem__)
    out = [0.0] * len(values)
    i = 0
    while i < len(order):
        j = i
        while j + 1 < len(order) and values[order[j + 1]] == values[order[i]]:
            j += 1
        for k in range(i, j + 1):
            out[order[k]] = (i + j) / 2 + 1
        i = j + 1
    return out


def _best_split(centred):
    """(score, index) of the split at which the sums of ranks left and right of it differ most, for its place."""
    count, total, best = len(centred), 0.0, (0.0, 0)
    for i in range(1, count):
        total += centred[i - 1]
        best = max(best, (abs(total) / math.sqrt(i * (count - i)), i))
    return best


def change_points(values, alpha=0.01, smallest=0.03, shuffles=999, seed=1):
    """Where a series of logarithms jumps: ascending indices, each the first of its new level. Pettitt's statistic
    (Applied Statistics 28, 1979), weighted for short ends, against shuffles of the same values; then left and right of
    each point in turn. Jumps of less than `smallest` between the medians are left alone; of an outlier, ranks make
    little."""
    chance = random.Random(seed)
    found = []

    def look(first, last):
        part = values[first:last]
        if len(part) < 2:
            return
        mean = (len(part) + 1) / 2
        centred = [r - mean for r in ranks(part)]
        score, at = _best_split(centred)
        if at == 0 or abs(median(part[at:]) - median(part[:at])) < math.log1p(smallest):
            return
        as_good = 1
        for _ in range(shuffles):
            chance.shuffle(centred)
            as_good += _best_split(centred)[0] >= score - 1e-12
        if as_good / (shuffles + 1) > alpha:
            return
        found.append(first + at)
        look(first, first + at)
        look(first + at, last)

    look(0, len(values))
    return sorted(found)


def percent(difference):
    """A difference of logarithms as people write it."""
    if math.isinf(difference):
        return "-inf" if difference < 0 else "+inf"
    return f"{100 * math.expm1(difference):+.1f} %"
