"""Measuring, with a program that says it takes what the test wants."""

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import support
import build
import measure
import report
from common import TrackError, read_json

NAMES = [f"{query}/{scene}/{isa}/n:{n}" for query, scene in (("overlap_mask", "box_walls"), ("overlap_any", "box_walls"),
                                                             ("sweep", "centres_ship"))
         for isa in ("scalar", "plain", "sse2", "avx2") for n in (1024, 16384)]


class Choice(unittest.TestCase):
    def test_the_default_is_a_few_rows_on_the_best_isa(self):
        self.assertEqual(measure.choose(NAMES), ["overlap_mask/box_walls/avx2/n:16384", "sweep/centres_ship/avx2/n:16384"])
        self.assertEqual(measure.choose(NAMES, isa="sse2")[0], "overlap_mask/box_walls/sse2/n:16384")

    def test_a_filter_chooses_rows_of_the_best_isa_unless_it_names_some(self):
        self.assertEqual(measure.choose(NAMES, "^overlap_any.*1024$"), ["overlap_any/box_walls/avx2/n:1024"])
        self.assertEqual(measure.choose(NAMES, "^overlap_any.*/(sse2|plain)/.*1024$"),
                         ["overlap_any/box_walls/plain/n:1024", "overlap_any/box_walls/sse2/n:1024"])
        self.assertEqual(measure.choose(NAMES, "any.*1024", "scalar"), ["overlap_any/box_walls/scalar/n:1024"])
        self.assertEqual(measure.choose(NAMES, "nothing"), [])

    def test_what_is_not_there_is_an_error(self):
        with self.assertRaisesRegex(TrackError, "no neon64 here; there is avx2, sse2, scalar"):
            measure.choose(NAMES, isa="neon64")
        with self.assertRaisesRegex(TrackError, r"--filter \("):
            measure.choose(NAMES, "(")

    def test_the_default_rows_are_rows_of_the_benchmark(self):
        counted = read_json(os.path.join(support.ROOT, "bench", "track", "counts.json"))["counts"]
        rows = {"/".join(name.split("/")[:2]) for name in counted}
        self.assertEqual([row for row in measure.DEFAULT_ROWS if row not in rows], [])


class Turns(unittest.TestCase):
    class Side:
        def __init__(self, name, log):
            self.name, self.log = name, log

        def ask(self, line):
            return "ok"

        def run(self, first, calls):
            self.log.append((self.name, first, calls))
            return 1000.0

    def test_quads_are_abba_or_baab_and_ask_both_sides_the_same(self):
        log = []
        measure.one_round(self.Side("A", log), self.Side("B", log), {"row": 100}, random.Random(1))
        del log[:2]  # what fills the caches
        quads = [log[i:i + 4] for i in range(0, len(log), 4)]
        self.assertEqual(len(quads), measure.TURNS)
        orders = {"".join(name for name, _, _ in quad) for quad in quads}
        self.assertEqual(orders, {"ABBA", "BAAB"})
        for quad in quads:
            self.assertEqual(len({(first, calls) for _, first, calls in quad}), 1)
        self.assertGreater(len({quad[0][1] for quad in quads}), measure.TURNS / 2)  # questions are fresh


class Programs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)

    def program(self, name, rows, check="ok"):
        folder = os.path.join(self.folder.name, name)
        support.set_rows(folder, rows, check)
        out = os.path.join(folder, "program")
        subprocess.run([os.environ.get("CXX", "c++"), "-std=c++17", os.path.join(folder, "bench", "track.cpp"), "-o", out],
                       check=True)
        return out

    def script(self, text):
        path = os.path.join(self.folder.name, f"script{random.randrange(10**9)}")
        support.write(path, f"#!{sys.executable}\n{text}")
        os.chmod(path, 0o755)
        return path

    def compare(self, base, head, rounds=16):
        with measure.Runner(base, "base") as runner:
            names = runner.names()
        return measure.measure((base, head), ("base", "head"), names, rounds, random.Random(1))

    def test_a_slow_down_is_found_and_what_stayed_is_not(self):
        base = self.program("base", {"a/x": 10000, "b/x": 20000})
        head = self.program("head", {"a/x": 10600, "b/x": 20000})
        rounds = self.compare(base, head)
        judged = {row["name"].split("/")[0]: row for row in report.rows(rounds, 0.03)}
        self.assertEqual((judged["a"]["verdict"], judged["a"]["beyond"]), ("slower", True))
        self.assertFalse(judged["b"]["beyond"])  # noise may be told apart from nothing in one run of twenty
        self.assertAlmostEqual(judged["a"]["head_ns"], 10600, delta=300)
        judged = report.rows(self.compare(head, base), 0.03)
        self.assertEqual(judged[-1]["verdict"], "faster")

    def test_the_report_is_json_even_without_intervals(self):
        base = self.program("one", {"a/x": 10000})
        judged = report.rows(self.compare(base, base, 2), 0.03)
        read = json.loads(report.data(judged, {"base": "b"}))
        self.assertEqual((read["base"], read["rows"][0]["low"], read["rows"][0]["verdict"]), ("b", None, "too noisy"))
        words = report.text(judged, "b", "h", 2, 0.03, only_base=["old"], only_head=["new"])
        self.assertRegex(words, r"old +only in base\nnew +only in head\n\n0 slower")
        self.assertIn("<-- may be beyond the threshold", words)
        self.assertEqual(len(report.not_told(judged, [])), 1)

    def test_what_is_slower_is_told_whatever_else_is_not(self):
        rows = [{"beyond": beyond, "may_be_beyond": may_be} for beyond, may_be in ((1, 0), (0, 1), (0, 0))]
        self.assertEqual(report.not_told(rows, []), [])
        self.assertIn("1 of 2 rows", report.not_told(rows[1:], [])[0])
        self.assertEqual(report.not_told(rows[2:], []), [])
        self.assertEqual(report.not_told(rows, ["doubt"]), ["doubt"])
        self.assertEqual(report.not_told(rows[2:], ["doubt"]), ["doubt"])

    def test_an_interval_that_holds_the_threshold_is_not_told(self):
        for low, high, beyond, may_be in ((0.1, 0.2, True, False), (0.01, 0.2, False, True), (-0.1, 0.2, False, True),
                                          (-0.2, 0.01, False, False), (0.001, 0.01, False, False)):
            row = report.rows([{"a": [1, 1, d]} for d in [low] * 24 + [high] * 24], 0.03)[0]
            self.assertEqual((row["beyond"], row["may_be_beyond"]), (beyond, may_be), (low, high))

    def test_golden_hashes_that_are_wrong_or_differ_are_doubts(self):
        for base, head, words in (("1", "1", []), ("1", "2", ["differ, 1 and 2"]),
                                  ("1 (wrong)", "1", ["base is wrong"]),
                                  ("1", "2 (wrong)", ["head is wrong", "differ, 1 and 2"])):
            found = report.doubts([{"golden": base}, {"golden": head}])
            self.assertEqual(len(found), len(words), found)
            for one, word in zip(found, words):
                self.assertIn(word, one)

    def test_wrong_answers_stop_it(self):
        base = self.program("right", {"a/x": 10000})
        wrong = self.program("wrong", {"a/x": 10000}, "error: wrong answers: a/x, input 3")
        with self.assertRaisesRegex(TrackError, "head: wrong answers: a/x, input 3"):
            self.compare(base, wrong)

    def test_a_row_that_is_missing_stops_it(self):
        with self.assertRaisesRegex(TrackError, "head: no such row"):
            self.compare(self.program("two", {"a/x": 1e4, "b/x": 1e4}), self.program("less", {"a/x": 1e4}))

    def test_a_program_that_dies_or_is_not_there_is_an_error(self):
        with self.assertRaisesRegex(TrackError, "base: the program ended with 3 at"):
            self.compare(self.script("import sys; sys.exit(3)"), "none")
        with self.assertRaisesRegex(TrackError, "cannot run .*/nothing"):
            self.compare(os.path.join(self.folder.name, "nothing"), "none")
        with measure.Runner(self.script("input(); print('0', flush=True); input()"), "base") as runner:
            with self.assertRaisesRegex(TrackError, "3 calls in 0.0 ns"):
                runner.run(0, 3)

    def test_a_series_is_a_time_a_start(self):
        program = self.program("series", {"a/x": 10000})
        values = measure.series(program, "it", ["a/x/sse2/n:16384"], 3)["a/x/sse2/n:16384"]
        self.assertEqual(len(values), 3)
        self.assertTrue(all(10000 <= value < 10500 for value in values), values)


class Build(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.top = self.folder.name
        support.project(self.top, {"a/x": 1000})

    def working_copy(self):
        return build.Revision(self.top, build.WORKING_COPY)

    def test_the_working_copy_is_its_files_whether_git_knows_them_or_not(self):
        clean = self.working_copy()
        self.assertFalse(clean.dirty)
        support.write(os.path.join(self.top, "build", "ignored"), "x")
        self.assertEqual(self.working_copy().tree, clean.tree)
        support.write(os.path.join(self.top, "new"), "x")
        dirty = self.working_copy()
        self.assertTrue(dirty.dirty)
        self.assertIn("new", support.git(self.top, "ls-tree", "--name-only", dirty.tree).split())
        self.assertEqual(support.git(self.top, "status", "--porcelain"), "?? new\n")  # nothing was added for good
        support.commit(self.top, "two")
        self.assertEqual(build.Revision(self.top, "HEAD").tree, dirty.tree)
        self.assertFalse(self.working_copy().dirty)

    def test_a_change_within_a_second_that_keeps_the_length_is_seen(self):
        path = os.path.join(self.top, "file")
        for attempt in range(20):
            support.write(path, f"{2 * attempt:04}")
            support.commit(self.top, "file")
            before = os.stat(path)
            support.write(path, f"{2 * attempt + 1:04}")
            if int(os.stat(path).st_ctime) == int(before.st_ctime):
                break
        time.sleep(1.1)  # git looks into files that are as young as its index
        self.assertTrue(self.working_copy().dirty)

    def test_one_content_is_one_folder_whatever_its_name(self):
        support.git(self.top, "tag", "same")
        folders = {build.folder_of(build.Revision(self.top, name)) for name in ("HEAD", "main", "same", ".")}
        self.assertEqual(len(folders), 1)
        os.environ["HITSCAN_CMAKE_ARGS"] = "-DX=1"
        self.addCleanup(os.environ.pop, "HITSCAN_CMAKE_ARGS")
        self.assertNotIn(build.folder_of(self.working_copy()), folders)

    def test_what_git_does_not_know_is_an_error(self):
        for name in ("nothing", "--all", "HEAD~7"):
            with self.assertRaisesRegex(TrackError, "revision"):
                build.Revision(self.top, name)

    def test_a_clone_of_few_commits_says_that_it_is_one(self):
        support.git(self.top, "clone", "-q", "--depth", "1", f"file://{self.top}", "few")
        with self.assertRaisesRegex(TrackError, "no revision HEAD~1; this clone .* --unshallow"):
            build.Revision(os.path.join(self.top, "few"), "HEAD~1")

    def test_what_is_not_code_makes_no_other_copy(self):
        clean = self.working_copy()
        for path in (os.path.join("docs", "page"), os.path.join("bench", "READ.md"),
                     os.path.join("bench", "track", "history.jsonl")):
            support.write(os.path.join(self.top, path), "x")
            self.assertEqual((self.working_copy().tree, self.working_copy().dirty), (clean.tree, False), path)
        support.write(os.path.join(self.top, "bench", "documents"), "x")
        self.assertTrue(self.working_copy().dirty)

    def test_a_copy_is_whole_or_not_there(self):
        target = os.path.join(self.top, "build", "copy")
        support.write(os.path.join(target + ".part", "half"), "x")  # what an interruption leaves
        build.export(self.working_copy(), target)
        self.assertTrue(os.path.exists(os.path.join(target, "bench", "track.cpp")))
        self.assertFalse(os.path.exists(os.path.join(target, "half")))
        self.assertFalse(os.path.exists(target + ".part"))

    def test_it_says_when_it_builds_and_nothing_when_all_is_there(self):
        said = []
        for _ in range(2):
            out = build.build(self.working_copy(), "hitscan_track", said.append)
        self.assertEqual([words.split()[1] for words in said], ["configure", "build"], said)
        self.assertRegex(said[1], "hitscan_track, 2 steps$")
        precompiles = build.cache_values(out, "HITSCAN_PRECOMPILE")["HITSCAN_PRECOMPILE"]
        self.assertEqual(precompiles, "OFF" if shutil.which("ccache") else "")  # or ccache would be of no use

    def test_what_does_not_build_says_why(self):
        support.write(os.path.join(self.top, "bench", "track.cpp"), "int main() { return mistake; }\n")
        with self.assertRaisesRegex(TrackError, "does not build:(.|\n)*mistake"):
            build.build(self.working_copy(), "hitscan_track", lambda words: None)
        with self.assertRaisesRegex(TrackError, "has no hitscan_other"):
            build.build(self.working_copy(), "hitscan_other", lambda words: None)


if __name__ == "__main__":
    unittest.main()
