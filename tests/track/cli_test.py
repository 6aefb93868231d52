"""The command as a whole, in a small repository of its own."""

import json
import os
import shutil
import tempfile
import unittest

import support
import measure

ROWS = {"overlap_mask/box_walls": 10000, "sweep/centres_ship": 20000}


class Command(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.top = self.folder.name
        support.project(self.top, ROWS)

    def track(self, *words, expect=0, env=None):
        code, said = support.track(self.top, *words, env=env)
        self.assertEqual(code, expect, said)
        self.assertNotIn("Traceback", said)
        return said

    def test_two_commits_the_same_one_and_a_dirty_tree(self):
        support.set_rows(self.top, dict(ROWS, **{"sweep/centres_ship": 21200}))
        said = self.track("--rounds", "16", expect=1)  # BASE: HEAD, since there are changes
        self.assertRegex(said, r"sweep/centres_ship/sse2/n:16384 .*slower  <-- beyond the threshold")
        # The project's times have noise, so what did not change may be called so: one run in twenty.
        self.assertRegex(said, r"overlap_mask/box_walls/sse2/n:16384 ")
        self.assertNotRegex(said, r"overlap_mask/box_walls/sse2/n:16384 .*beyond")
        with open(os.path.join(self.top, "report", "track.json"), encoding="utf-8") as file:
            data = json.load(file)
        self.assertTrue(data["head_has_changes"])
        self.assertEqual([len(data["rounds"]), data["not_told"]], [16, []])
        for side in ("base_context", "head_context"):
            self.assertEqual(data[side]["golden"], "0")
            self.assertNotIn("complete", data[side])
        for side in ("base_program", "head_program"):
            self.assertTrue(os.path.exists(os.path.join(self.top, data[side])))
        self.assertRegex(data["measured"], r"^\d{4}-\d\d-\d\dT")
        support.commit(self.top, "two")
        self.track("HEAD~1", "HEAD", "--rounds", "16", expect=1)
        self.track("--rounds", "16", expect=1)  # BASE: HEAD~1
        self.assertRegex(self.track("HEAD", "HEAD~1", "--rounds", "16"), "faster")
        said = self.track("HEAD~1", "HEAD", "--rounds", "16", "--threshold", "9")
        self.assertRegex(said, r"sweep/centres_ship/sse2/n:16384 .*slower")
        self.assertNotRegex(self.track("HEAD", "HEAD", "--rounds", "16"), "beyond")

    def test_what_could_not_be_told_is_no_success(self):
        said = self.track("HEAD", "HEAD", "--rounds", "6", expect=2)
        self.assertIn("error: 6 rounds are too few for 2 rows: at least 7 make an interval", said)
        self.assertNotIn("== measure", said)
        # Of twelve rows that share a start's luck, 12 rounds miss the median once in two thousand runs.
        support.set_rows(self.top, dict.fromkeys(measure.DEFAULT_ROWS, 10000), luck=0.5)
        support.commit(self.top, "luck")
        said = self.track("HEAD", "HEAD", "--rounds", "12", expect=2)
        self.assertIn("<-- may be beyond the threshold", said)
        self.assertRegex(said, r"not told: 1?\d of 12 rows may be beyond the threshold")

    def test_sides_that_answer_differently_are_not_told(self):
        support.set_rows(self.top, dict(ROWS, **{"sweep/centres_ship": 30000}), golden="1")
        said = self.track("--rounds", "9", expect=2)
        self.assertRegex(said, r"BEWARE: the golden hashes differ, 0 and 1(.|\n)*<-- beyond(.|\n)*not told: the golden")
        with open(os.path.join(self.top, "report", "track.json"), encoding="utf-8") as file:
            self.assertEqual(len(json.load(file)["not_told"]), 1)
        support.set_rows(self.top, ROWS, golden="0 (wrong)")
        self.assertIn("BEWARE: the golden hash of head is wrong", self.track("--rounds", "9", expect=2))

    def test_a_base_that_lacks_a_row_and_rows_that_nobody_has(self):
        support.set_rows(self.top, {"overlap_mask/box_walls": 10000, "cast_mask/diagonal_walls": 5000})
        said = self.track("--rounds", "6")
        self.assertRegex(said, "sweep/centres_ship.* only in base")
        self.assertRegex(said, "cast_mask/diagonal_walls.* only in head")
        said = self.track("--rounds", "6", "--filter", "cast", expect=2)
        self.assertIn("error: no row to compare matches cast: only one of the two has it", said)
        said = self.track("--rounds", "6", "--filter", "^frame/", expect=2)
        self.assertRegex(said, r"matches \^frame/\n(.|\n)*\n  cast_mask, overlap_mask\n  on sse2, with n:16384\.\n")

    def test_what_it_does_not_know_it_says(self):
        for words, answer in ((["--bogus"], "unrecognized arguments: --bogus"), (["nowhere"], "no revision nowhere"),
                              (["--rounds", "0"], "--rounds: invalid positive int"), (["--accept", "x"], "goes with"),
                              (["--rounds", "x"], "--rounds"), (["--threshold", "-1"], "--threshold"),
                              (["--counts", "--history"], "one of them"), (["--history", "HEAD"], "--history none"),
                              (["--counts", "--accept", "x", "HEAD"], "no revision"), (["--isa", "mmx"], "--isa"),
                              (["--counts", "--filter", "x"], "--filter is for two revisions"),
                              (["--counts", "HEAD", "--rounds", "9"], "--rounds does not go with --counts"),
                              (["--counts", "--isa", "avx2"], "--isa does not go with --counts"),
                              (["--counts", "--threshold", "9"], "--threshold does not go with --counts"),
                              (["--record", "--rounds", "9"], "--rounds does not go with --record"),
                              (["--history", "--filter", "x"], "--filter does not go with --history"),
                              (["--rounds", "5"], "5 rounds are too few for any row: at least 6")):
            said = self.track(*words, expect=2)
            self.assertIn(answer, said)
            self.assertNotIn("== ", said)  # nothing is built before
        for words, answer in ((["HEAD", "--filter", "("], "--filter ("), (["HEAD~9"], "no revision HEAD~9")):
            self.assertIn(answer, self.track(*words, expect=2))

    def test_a_tool_that_is_missing_is_named_with_its_package(self):
        bare = os.path.join(self.top, "build", "bin")
        os.makedirs(bare)
        for tool in ("git", "tar"):
            os.symlink(shutil.which(tool), os.path.join(bare, tool))
        env = dict(os.environ, PATH=bare)
        self.assertIn("error: valgrind is needed and not installed", self.track("--counts", expect=2, env=env))
        self.assertRegex(self.track("HEAD", "HEAD", expect=2, env=env), "error: .* is needed and not installed")
        os.unlink(os.path.join(bare, "git"))
        self.assertIn("error: git is needed and not installed", self.track(expect=2, env=env))

    def test_records_are_of_commits_and_are_drawn(self):
        said = self.track("--record")
        self.assertIn("one more record", said)
        support.write(os.path.join(self.top, "change"), "x")
        self.assertIn("there are changes", self.track("--record", expect=2))
        support.commit(self.top, "two")
        self.track("--record", "HEAD")
        self.assertRegex(self.track("--history"), r"fake, fake, -O3: 2 records(.|\n)*written: report.history\.svg")
        self.assertTrue(os.path.exists(os.path.join(self.top, "report", "history.svg")))
        self.assertIn("error: ", self.track("--history", "--out", "change", expect=2))  # which is no folder

    def test_what_is_recorded_once_or_answers_wrongly_is_not_recorded(self):
        self.track("--record")
        said = self.track("--record", "HEAD", expect=2)
        self.assertIn("bench/track/history.jsonl has HEAD", said)
        self.assertNotIn("== measure", said)
        support.set_rows(self.top, ROWS, golden="0 (wrong)")
        support.commit(self.top, "wrong")
        self.assertIn("is wrong: what answers wrongly", self.track("--record", expect=2))

    def test_a_record_and_documents_are_no_change_of_the_code(self):
        support.set_rows(self.top, dict(ROWS, **{"sweep/centres_ship": 21200}))
        support.commit(self.top, "slower")
        self.track("--record")
        support.write(os.path.join(self.top, "docs", "page"), "words")
        self.assertRegex(self.track("--rounds", "9", expect=1), r"base HEAD~1 \(")
        support.commit(self.top, "no code")
        said = self.track("--rounds", "9", expect=1)
        self.assertRegex(said, r"base [0-9a-f]{10}~1 \((.|\n)*<-- beyond")
        self.assertNotIn("== build", said)
        self.assertIn("both sides are the same code", self.track("HEAD~1", "HEAD", "--rounds", "9"))

    def test_help_names_everything(self):
        said = self.track("--help")
        for word in ("BASE", "--counts", "--accept", "--record", "--history", "--filter", "--rounds", "docs/tracking.md"):
            self.assertIn(word, said)


if __name__ == "__main__":
    unittest.main()
