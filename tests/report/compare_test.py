"""Google Benchmark's compare.py accepts what a run leaves behind, and sees what has changed."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from stored import MAKE, STORED

COMPARE = "/usr/share/benchmark/compare.py"
PYTHON = "/usr/bin/python3"  # the one that the system's packages are for


def present():
    if not os.path.exists(COMPARE) or not os.path.exists(PYTHON):
        return False
    return subprocess.run([PYTHON, "-c", "import scipy"], capture_output=True, check=False).returncode == 0


class Compare(unittest.TestCase):
    def compare(self, old, new):
        done = subprocess.run([PYTHON, COMPARE, "--no-color", "benchmarks", old, new], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def slower(self, path, factor, folder):
        """The same run, twice as slow on avx512."""
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        for e in data["benchmarks"]:
            if "/avx512/" in e["name"]:
                e["real_time"] *= factor
                e["cpu_time"] *= factor
        out = os.path.join(folder, "slower.json")
        with open(out, "w", encoding="utf-8") as file:
            json.dump(data, file)
        return out

    def change(self, text, name):
        """What compare.py says about the times of the first repetition: (wall, cpu)."""
        found = re.search(rf"^{re.escape(name)} +([+-][0-9.]+) +([+-][0-9.]+) ", text, re.MULTILINE)
        self.assertTrue(found, text)
        return float(found[1]), float(found[2])

    def test_accepts_raw_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            text = self.compare(STORED, self.slower(STORED, 2, folder))
        self.assertEqual(self.change(text, "overlap_mask/box_walls/avx512/n:1024"), (1, 1))
        self.assertEqual(self.change(text, "overlap_mask/box_walls/sse2/n:1024"), (0, 0))
        low = re.search(r"box_walls/avx512/n:1024_pvalue +([0-9.]+) ", text)  # nine repetitions are enough for its test
        self.assertTrue(low and float(low[1]) < 0.01, text)

    def test_accepts_medians(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(STORED, encoding="utf-8") as file, open(os.path.join(folder, "bench.json"), "w",
                                                              encoding="utf-8") as to:
                to.write(file.read())
            subprocess.run([sys.executable, "-B", MAKE, folder], check=True, capture_output=True)
            medians = os.path.join(folder, "bench.median.json")
            text = self.compare(medians, self.slower(medians, 1.5, folder))
        self.assertEqual(self.change(text, "frame/curtain/avx512/n:640"), (0.5, 0.5))
        self.assertEqual(self.change(text, "frame/curtain/naive/n:640"), (0, 0))


if __name__ == "__main__":
    if not present():
        print("no compare.py with scipy (Debian: libbenchmark-tools python3-scipy)")
        sys.exit(77)
    unittest.main()
