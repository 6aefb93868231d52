"""The history: records, their file, and what is drawn of them."""

import os
import random
import tempfile
import unittest
import unittest.mock
import xml.dom.minidom

import support
import history
from common import TrackError

ROW = "overlap/walls/avx2/n:16384"
CONTEXT = {"cpu_model": "A <fast> CPU", "compiler": "g++ 12", "flags": "-O3", "golden": "12ab", "ghz_measured": "3.70"}


def record(commit, ns, day=1, subject="do & say", cpu=None):
    context = dict(CONTEXT, cpu_model=cpu or CONTEXT["cpu_model"])
    return history.make(commit, f"2030-01-{day:02}T00:00:00Z", subject, context, {ROW: [ns, ns * 1.01, ns * 0.99]})


def step(before, after, count=10):
    chance = random.Random(1)
    return [record(f"{i:040x}", (before if i < count else after) * (1 + 0.005 * chance.random()), i + 1, f"commit {i}")
            for i in range(2 * count)]


class File(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "bench", "track", "history.jsonl")

    def read(self):
        with open(self.path, encoding="utf-8") as file:
            return file.read()

    def test_what_is_added_is_read_oldest_commit_first(self):
        self.assertEqual(history.load(self.path), [])
        second, first = record("b" * 40, 2000.0, 2), record("a" * 40, 1000.0, 1)
        history.append(self.path, second)
        history.append(self.path, first)
        self.assertEqual(history.load(self.path), [first, second])
        self.assertEqual(self.read().count("\n"), 2)
        self.assertEqual(first["rows"], {ROW: [1000, 995, 1005]})

    def test_an_interruption_leaves_the_file_as_it_was(self):
        history.append(self.path, record("a" * 40, 1.0))
        before = self.read()
        for what in ("os.replace", "os.fsync"):
            with unittest.mock.patch(what, side_effect=KeyboardInterrupt):
                with self.assertRaises(KeyboardInterrupt):
                    history.append(self.path, record("b" * 40, 1.0))
            self.assertEqual(self.read(), before)
            self.assertEqual(os.listdir(os.path.dirname(self.path)), ["history.jsonl"])

    def test_a_last_line_without_an_end_is_not_run_into(self):
        history.append(self.path, record("a" * 40, 1.0))
        support.write(self.path, self.read().rstrip("\n"))
        history.append(self.path, record("b" * 40, 1.0, 2))
        self.assertEqual(len(history.load(self.path)), 2)

    def test_what_is_broken_is_named_and_not_added_to(self):
        good = '{"commit": "a"}'
        for text, words in (("{\n", "line 1"), (good + "\n", "line 1: date is missing"), ("[]\n", "no record"),
                            ("<<<<<<< HEAD\n", "line 1")):
            support.write(self.path, text)
            with self.assertRaisesRegex(TrackError, words):
                history.append(self.path, record("b" * 40, 1.0))
            self.assertEqual(self.read(), text)
        bad = record("a" * 40, 1.0)
        bad["rows"][ROW] = [1.0, -1.0, 1.0]
        support.write(self.path, history.json.dumps(bad) + "\n")
        with self.assertRaisesRegex(TrackError, "no three times"):
            history.load(self.path)

    def test_branches_that_both_add_records_merge_without_a_conflict(self):
        top = self.folder.name
        support.project(top, {"overlap/box": 1000})
        history.append(self.path, record("a" * 40, 1.0, 1))
        support.commit(top, "one record")
        support.git(top, "checkout", "-q", "-b", "side")
        history.append(self.path, record("b" * 40, 1.0, 2))
        support.commit(top, "of a branch")
        support.git(top, "checkout", "-q", "main")
        history.append(self.path, record("c" * 40, 1.0, 3))
        support.commit(top, "of main")
        support.git(top, "merge", "-q", "-m", "both", "side")
        self.assertEqual([r["commit"][0] for r in history.load(self.path)], ["a", "b", "c"])

    def test_a_line_that_a_merge_left_twice_counts_once(self):
        history.append(self.path, record("a" * 40, 1.0))
        support.write(self.path, self.read() * 2)
        self.assertEqual(len(history.load(self.path)), 1)

    def test_the_committed_one_can_be_read_and_drawn(self):
        records = history.load(os.path.join(support.ROOT, history.FILE))
        if not records:
            self.skipTest(f"no {history.FILE} yet")
        xml.dom.minidom.parseString(history.svg(records))
        self.assertIn(records[-1]["cpu"], history.text(records))

    def test_dates_of_all_zones_are_told_in_one(self):
        self.assertEqual(history.utc("2030-01-01T01:30:00+02:00"), "2029-12-31T23:30:00Z")
        self.assertEqual(history.utc("2030-01-01T01:30:00Z"), "2030-01-01T01:30:00Z")


class Drawing(unittest.TestCase):
    def test_a_jump_is_told_with_its_commit(self):
        text = history.text(step(1000, 1100))
        self.assertRegex(text, r"\+(9\.\d|10\.\d) % with 0{10} commit 10\b")
        self.assertNotIn("% with", history.text(step(1000, 1000)))

    def test_a_jump_with_another_clock_rate_says_so(self):
        for ghz, told in ((3.7, False), (3.6, False), (3.3, True), (4.0, True)):
            records = step(1000, 1100)
            for one in records[10:]:
                one["ghz"] = ghz
            words = f"(at {ghz:.2f} GHz, before at 3.70: another machine?)"
            self.assertEqual(words in history.text(records), told, ghz)

    def test_the_picture_is_xml_with_a_point_a_record_and_a_line_a_jump(self):
        for records, points, jumps in ((step(1000, 1100), 20, 1), (step(1000, 1000), 20, 0),
                                       ([record("a" * 40, 5.0)], 1, 0), ([], 0, 0)):
            page = xml.dom.minidom.parseString(history.svg(records))
            self.assertEqual(len(page.getElementsByTagName("circle")), points)
            red = [e for e in page.getElementsByTagName("line") if e.getAttribute("stroke") == "#c00"]
            self.assertEqual(len(red), jumps)
            for circle in page.getElementsByTagName("circle"):
                self.assertLessEqual(0, float(circle.getAttribute("cy")))
                self.assertLessEqual(float(circle.getAttribute("cy")),
                                     float(page.documentElement.getAttribute("height")))

    def test_machines_are_not_mixed(self):
        mixed = step(1000, 1000) + [record("f" * 40, 3000.0, 31, cpu="another") for _ in range(10)]
        self.assertNotIn("% with", history.text(mixed))
        self.assertEqual(len(history.machines(mixed)), 2)

    def test_a_trembling_line_looks_flat_and_a_step_does_not(self):
        self.assertEqual(set(history.spark([100, 100.5, 101])), {history.BARS[0]})
        self.assertEqual(history.spark([100, 200]), history.BARS[0] + history.BARS[-1])
        self.assertEqual(len(history.spark([5])), 1)

    def test_times_are_told_by_the_item(self):
        self.assertEqual(history.per_item("a/b/c/n:1000", 500), "0.5000 ns")
        self.assertEqual(history.per_item("frame", 500), "500 ns")


if __name__ == "__main__":
    unittest.main()
