"""The command line of hitscan_bench and what it writes:  program_test.py <hitscan_bench>"""
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import stored  # for the path to run_data

import run_data

PROGRAM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else ""
if not os.path.exists(PROGRAM):
    print("skipped: the benchmark is not built (./run bench builds it)")
    sys.exit(77)
ONE_ROW = "^frame/curtain/[^/]*/n:640$"


def run(*arguments, **more):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False, **more)


class Options(unittest.TestCase):
    def refused(self, why, *arguments):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
        self.assertIn(why, done.stderr)

    def test_that_are_unknown_or_wrong_are_named(self):
        self.refused("there is no option --quik", "--quik")
        self.refused("there is no option quick", "quick")
        self.refused("--quick or --full", "--quick", "--full")
        self.refused("'mmx'", "--isa", "mmx")
        self.refused("''", "--isa=scalar,")
        self.refused("'10x'", "--sizes=10x")
        self.refused("'0'", "--sizes", "0")
        self.refused("--filter wants a value", "--filter")
        self.refused("--filter [", "--filter", "[")
        self.refused("'first'", "--cpu", "first")
        self.refused("no row has such a name", "--filter", "nothing_is_called_so")

    def test_help_names_every_option(self):
        text = run("--help").stdout
        for name in "quick full filter isa sizes cpu out list golden benchmark_".split():
            self.assertIn("--" + name, text)

    def test_list_gives_names_once(self):
        names = run("--list", "--quick").stdout.split()
        self.assertEqual(len(names), len(set(names)))
        for name in names:
            self.assertRegex(name, run_data.NAME.pattern + "$")
        self.assertLess({"overlap_mask/box_walls/scalar/n:1024"}, set(names))

    def test_isa_and_sizes_choose(self):
        names = run("--list", "--isa", "scalar", "--sizes", "77,L1").stdout.split()
        self.assertEqual({n.split("/")[3] for n in names}, {"n:77", "n:1024"})
        self.assertEqual({n.split("/")[2] for n in names}, {"scalar", "plain", "native", "naive"})

    def test_of_google_benchmark_pass_through(self):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "google.json")
            done = run("--benchmark_filter=overlap_count/box_walls/scalar/n:1024$", "--benchmark_min_time=0.01",
                       "--isa", "scalar", f"--benchmark_out={out}", "--benchmark_repetitions=2")
            self.assertEqual(done.returncode, 0, done.stderr)
            with open(out, encoding="utf-8") as file:
                data = json.load(file)
        self.assertEqual(data["benchmarks"][0]["run_name"], "overlap_count/box_walls/scalar/n:1024")
        self.assertEqual(data["context"]["cpu_model"], data["context"]["cpu_model"].strip())
        self.assertNotEqual(run("--benchmark_no_such_flag=1").returncode, 0)


class ARun(unittest.TestCase):
    def test_writes_what_readers_accept(self):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "new", "folder")
            done = run("--filter", ONE_ROW, "--out", out)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            data = run_data.load(os.path.join(out, "bench.json"))
        self.assertEqual([g["isa"] for g in data.context["golden"]], ["scalar", *data.isas(data.rows)])
        self.assertEqual(data.context["complete"], "yes")
        self.assertTrue(all(g["right"] for g in data.context["golden"] + data.context["frames"]))
        self.assertLessEqual({"scalar", "naive"}, {r.variant for r in data.rows})
        for row in data.rows:
            self.assertGreaterEqual(len(row.all_ns), 3)
        for line in done.stdout.splitlines():
            self.assertLessEqual(len(line), 100)

    def test_that_is_interrupted_leaves_a_valid_file(self):
        for how in (signal.SIGINT, signal.SIGTERM):
            with tempfile.TemporaryDirectory() as folder, subprocess.Popen(
                    [PROGRAM, "--quick", "--isa", "scalar", "--out", folder], stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE, text=True) as program:
                for line in program.stdout:
                    if line.startswith("golden"):
                        break
                time.sleep(1)
                program.send_signal(how)
                text, _ = program.communicate(timeout=60)
                self.assertEqual(program.returncode, 130)
                self.assertIn("INTERRUPTED", text)
                data = run_data.load(os.path.join(folder, "bench.json"))
                self.assertEqual(os.listdir(folder), ["bench.json"])
            self.assertEqual(data.context["complete"], "no")
            self.assertEqual([g["isa"] for g in data.context["golden"]], ["scalar"])

    def test_says_when_it_cannot_write(self):
        with tempfile.TemporaryDirectory() as folder:
            blocked = os.path.join(folder, "file")
            with open(blocked, "w", encoding="ascii") as file:
                file.write("no folder")
            for out in ("/proc/nowhere", blocked, os.path.join(blocked, "in it")):
                done = run("--filter", ONE_ROW, "--isa", "scalar", "--out", out)
                self.assertEqual((done.returncode, done.stdout), (2, ""))  # before anything is measured
                self.assertIn("cannot write", done.stderr)

    def test_that_ends_before_its_first_row_leaves_the_one_before(self):
        with tempfile.TemporaryDirectory() as folder:
            before = os.path.join(folder, "bench.json")
            shutil.copy(stored.STORED, before)
            with subprocess.Popen([PROGRAM, "--quick", "--isa", "scalar", "--out", folder], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True) as program:
                program.stdout.readline()  # what the CPU is: the golden hashes come next, and take a while
                program.send_signal(signal.SIGINT)
                text, _ = program.communicate(timeout=60)
                self.assertEqual(program.returncode, 130)
            self.assertIn("nothing was measured", text)
            with open(before, "rb") as a, open(stored.STORED, "rb") as b:
                self.assertEqual(a.read(), b.read())


if __name__ == "__main__":
    if not PROGRAM or not stored.HERE:
        sys.exit(__doc__)
    unittest.main()
