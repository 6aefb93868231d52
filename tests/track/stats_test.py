"""The statistics, against distributions whose answers are known."""

import math
import random
import statistics
import unittest

import support  # noqa: F401
import stats


def gaussian(chance):
    return chance.gauss(0, 1)


def cauchy(chance):
    return math.tan(math.pi * (chance.random() - 0.5))


def skewed(chance):
    return chance.expovariate(1) - math.log(2)  # its median is 0


class Interval(unittest.TestCase):
    def test_ranks_are_those_of_the_binomial_distribution(self):
        for count in range(1, 80):
            for alpha in (0.5, 0.1, 0.05, 0.01, 0.05 / 12, 1e-4):
                k = stats.rank_of_interval(count, alpha)

                def outside(rank, n=count):  # both tails
                    return 2 * sum(math.comb(n, i) for i in range(rank)) / 2**n

                self.assertLessEqual(outside(k) if k else 0, alpha)
                self.assertGreater(outside(k + 1), alpha)

    def test_too_few_rounds_have_no_interval(self):
        self.assertEqual(stats.rounds_needed(0.05), 6)
        self.assertEqual(stats.median_interval([1.0] * 5, 0.05), (-math.inf, math.inf))
        self.assertEqual(stats.median_interval([3, 1, 2, 6, 5, 4], 0.05), (1, 6))

    def test_holds_the_median_as_often_as_it_says_whatever_the_distribution(self):
        for draw in (gaussian, cauchy, skewed):
            chance = random.Random(1)
            tries, missed = 2000, 0
            for _ in range(tries):
                low, high = stats.median_interval([draw(chance) for _ in range(32)], 0.05)
                missed += not low <= 0 <= high
            # 0.0201 is the exact rate: P(X <= 8) + P(X >= 24) for 32 tosses; five standard deviations are 0.016.
            self.assertLess(abs(missed / tries - 0.0201), 0.016, draw.__name__)

    def test_median_and_quantiles_are_the_usual_ones(self):
        chance = random.Random(2)
        for count in (1, 2, 3, 10, 11):
            values = [chance.random() for _ in range(count)]
            self.assertAlmostEqual(stats.median(values), statistics.median(values))
            self.assertAlmostEqual(stats.quantile(values, 0.5), statistics.median(values))
            self.assertEqual((stats.quantile(values, 0), stats.quantile(values, 1)), (min(values), max(values)))


class Verdict(unittest.TestCase):
    def judged(self, low, high):
        return stats.judge([math.log1p(v) for v in (low, low, (low + high) / 2, (low + high) / 2, high, high)],
                           0.05, 0.03)[3:]

    def test_says_what_the_interval_says(self):
        self.assertEqual(self.judged(0.01, 0.02), ("slower", False))
        self.assertEqual(self.judged(0.029, 0.2), ("slower", False))
        self.assertEqual(self.judged(0.031, 0.2), ("slower", True))
        self.assertEqual(self.judged(-0.2, -0.01), ("faster", False))
        self.assertEqual(self.judged(-0.02, 0.02), ("no change told apart", False))
        self.assertEqual(self.judged(-0.02, 0.04), ("too noisy", False))
        self.assertEqual(self.judged(-0.04, 0.02), ("too noisy", False))

    def test_too_few_rounds_report_nothing(self):
        middle, low, high, verdict, beyond = stats.judge([0.5] * 5, 0.05, 0.03)
        self.assertEqual((middle, low, high, verdict, beyond), (0.5, -math.inf, math.inf, "too noisy", False))

    def test_percent_is_a_ratio(self):
        self.assertEqual(stats.percent(math.log(1.05)), "+5.0 %")
        self.assertEqual(stats.percent(math.log(0.5)), "-50.0 %")
        self.assertEqual(stats.percent(math.inf), "+inf")


def rounds(chance, draw, scale, rows=12, count=48, slow=0.0):
    """Noise of every row, part of it shared by all rows of a round, and a slow-down of the first."""
    shared = [draw(chance) * scale / 2 for _ in range(count)]
    out = {row: [s + draw(chance) * scale for s in shared] for row in range(rows)}
    out[0] = [value + math.log1p(slow) for value in out[0]]
    return stats.judge_all(out)


class Rates(unittest.TestCase):
    def test_at_most_one_run_in_twenty_reports_anything_where_nothing_changed(self):
        for draw in (gaussian, cauchy):
            chance = random.Random(3)
            tries = 400
            alarms = sum(any(j[3] in ("slower", "faster") for j in rounds(chance, draw, 0.02).values())
                         for _ in range(tries))
            self.assertLessEqual(alarms / tries, 0.05 + 3 * math.sqrt(0.05 * 0.95 / tries), draw.__name__)

    def test_the_correction_for_the_number_of_rows_is_needed(self):
        chance = random.Random(4)
        alarms = 0
        for _ in range(200):
            alarms += any(stats.judge([gaussian(chance) for _ in range(48)], 0.05, 0.03)[3] in ("slower", "faster")
                          for _ in range(12))
        self.assertGreater(alarms / 200, 0.2)

    def test_five_percent_is_found_in_noise_of_two(self):
        chance = random.Random(5)
        found = [rounds(chance, gaussian, 0.02, slow=0.05)[0] for _ in range(400)]
        self.assertGreaterEqual(sum(j[3] == "slower" for j in found) / 400, 0.99)
        found = [rounds(chance, gaussian, 0.012, slow=0.05)[0] for _ in range(400)]
        self.assertGreaterEqual(sum(j[4] for j in found) / 400, 0.95)

    def test_what_is_below_the_threshold_is_never_beyond_it(self):
        chance = random.Random(6)
        beyond = sum(rounds(chance, gaussian, 0.01, slow=0.03)[0][4] for _ in range(400))
        self.assertLessEqual(beyond / 400, 0.02)


class ChangePoints(unittest.TestCase):
    def series(self, *levels, noise=0.01, seed=7):
        chance = random.Random(seed)
        return [math.log(level) + chance.gauss(0, noise) for level, count in levels for _ in range(count)]

    def test_finds_jumps_where_they_are(self):
        self.assertEqual(stats.change_points(self.series((100, 12), (110, 12))), [12])
        self.assertEqual(stats.change_points(self.series((100, 15), (120, 12), (90, 15))), [15, 27])

    def test_finds_nothing_where_nothing_is(self):
        found = sum(bool(stats.change_points(self.series((100, 30), noise=0.05, seed=s), shuffles=199))
                    for s in range(60))
        self.assertLessEqual(found, 4)
        self.assertEqual(stats.change_points([1.0] * 20), [])
        self.assertEqual(stats.change_points([]), [])

    def test_an_outlier_and_a_trifle_are_no_change(self):
        values = self.series((100, 20))
        values[9] += 0.5
        self.assertEqual(stats.change_points(values), [])
        self.assertEqual(stats.change_points(self.series((100, 500), (130, 1))), [])
        self.assertEqual(stats.change_points(self.series((100, 20), (101.5, 20), noise=0.001)), [])

    def test_equal_values_share_a_rank(self):
        self.assertEqual(stats.ranks([5, 1, 5, 2]), [3.5, 1, 3.5, 2])


if __name__ == "__main__":
    unittest.main()
