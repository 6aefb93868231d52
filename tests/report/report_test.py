"""What tools/report makes of a stored run: strict readers accept it, it is the same byte for byte, and what is not a
run is refused.   report_test.py --renew   after a deliberate change; look at the report before."""
import csv
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from html.parser import HTMLParser
from statistics import median

from stored import HERE, MAKE, PEERS, STORED

import run_data

SUMS = os.path.join(HERE, "stored", "sums.txt")


def make(folder):
    return subprocess.run([sys.executable, "-B", MAKE, folder], capture_output=True, text=True, check=False)


def digests(folder):
    out = {}
    for name in sorted(os.listdir(folder)):
        if not name.endswith((".png", "bench.json", "peers.json")):  # pictures depend on fonts
            with open(os.path.join(folder, name), "rb") as file:
                out[name] = hashlib.sha256(file.read()).hexdigest()
    return out


def strict_json(path):
    def refuse(text):
        raise ValueError(text)
    with open(path, encoding="utf-8") as file:
        return json.load(file, parse_constant=refuse, object_pairs_hook=run_data.no_twins)


class Balanced(HTMLParser):
    """Every element is closed, and nothing is fetched from anywhere."""
    VOID = {"meta", "br", "line", "rect", "path", "circle"}

    def __init__(self):
        super().__init__()
        self.open, self.wrong, self.tags = [], [], set()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag not in self.VOID or tag in ("rect", "circle") and not self.get_starttag_text().endswith("/>"):
            self.open.append(tag)
        for key, _ in attrs:
            if key in ("src", "href", "xlink:href", "srcset"):
                self.wrong.append(self.get_starttag_text())

    def handle_startendtag(self, tag, attrs):
        self.tags.add(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"</{tag}>")


class TheReport(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        shutil.copy(STORED, os.path.join(cls.folder, "bench.json"))
        shutil.copy(PEERS, os.path.join(cls.folder, "peers.json"))
        cls.made = make(cls.folder)
        cls.raw = strict_json(STORED)["benchmarks"]
        cls.names = list(dict.fromkeys(e["name"] for e in cls.raw))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def times(self, name, key):
        return [e[key] for e in self.raw if e["name"] == name]

    def test_is_made(self):
        self.assertEqual((self.made.returncode, self.made.stderr), (0, ""))

    def test_is_the_same_byte_for_byte(self):
        with open(SUMS, encoding="ascii") as file:
            want = dict(reversed(line.split()) for line in file)
        self.assertEqual(digests(self.folder), want)

    def test_leaves_the_raw_run_alone(self):
        with open(STORED, "rb") as a, open(self.path("bench.json"), "rb") as b:
            self.assertEqual(a.read(), b.read())

    def test_medians_have_one_row_a_name(self):
        rows = strict_json(self.path("bench.median.json"))["benchmarks"]
        self.assertEqual([r["name"] for r in rows], self.names)
        for r in rows:
            self.assertAlmostEqual(r["real_time"] / median(self.times(r["name"], "real_time")), 1, places=5)
            self.assertAlmostEqual(r["cpu_time"] / median(self.times(r["name"], "cpu_time")), 1, places=5)
            self.assertEqual((r["time_unit"], r["repetitions"]), ("ns", 1))
            self.assertNotRegex(r["name"], "_cv|_mean|_stddev")

    def test_medians_are_a_run_again(self):
        again = run_data.load(self.path("bench.median.json"))
        self.assertEqual([r.name for r in again.rows], self.names)

    def test_bmf_has_value_and_bounds(self):
        data = strict_json(self.path("bench.bmf.json"))
        self.assertEqual(list(data), self.names)
        for name, measures in data.items():
            m = measures["latency"]
            self.assertLessEqual(m["lower_value"], m["value"])
            self.assertLessEqual(m["value"], m["upper_value"])
            self.assertLessEqual(min(self.times(name, "cpu_time")) * 0.99999, m["lower_value"])
            self.assertGreaterEqual(max(self.times(name, "cpu_time")) * 1.00001, m["upper_value"])

    def test_csv_is_tidy(self):
        with open(self.path("bench.csv"), newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file, strict=True))
        self.assertEqual(list(rows[0]), "date sha cpu compiler isa bench n m metric unit value lo hi".split())
        names = [f"{r['bench']}/{r['isa']}/n:{r['n']}" + (f"/m:{r['m']}" if r["m"] else "") for r in rows]
        self.assertEqual(names, self.names)
        for r in rows:
            self.assertLessEqual(float(r["lo"]), float(r["value"]))
            self.assertLessEqual(float(r["value"]), float(r["hi"]))

    def test_markdown_tables_are_whole(self):
        with open(self.path("bench.md"), encoding="utf-8") as file:
            tables = re.findall(r"(?:^\|.*\n)+", file.read(), re.MULTILINE)
        self.assertEqual(len(tables), 3)
        for table in tables:
            self.assertEqual(len({line.count("|") for line in table.splitlines()}), 1, table)

    def test_page_is_whole_and_needs_no_network(self):
        with open(self.path("report.html"), encoding="utf-8") as file:
            text = file.read()
        page = Balanced()
        page.feed(text)
        page.close()
        self.assertEqual((page.open, page.wrong), ([], []))
        self.assertLessEqual({"svg", "table", "style"}, page.tags)
        self.assertNotIn("script", page.tags)
        self.assertNotRegex(text.replace("http://www.w3.org/2000/svg", ""), r"https?:|url\(|@import")
        self.assertIn("prefers-color-scheme", text)

    def test_page_marks_wrong_hashes(self):
        with open(STORED, encoding="utf-8") as file:
            data = json.load(file)
        data["context"]["golden"][1]["right"] = False
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "bench.json"), "w", encoding="utf-8") as file:
                json.dump(data, file)
            self.assertEqual(make(folder).returncode, 0)
            with open(os.path.join(folder, "report.html"), encoding="utf-8") as file:
                self.assertEqual(file.read().count("WRONG"), 1)
        with open(self.path("report.html"), encoding="utf-8") as file:
            self.assertEqual(file.read().count("WRONG"), 0)

    def test_tells_no_number_of_items_that_was_not_measured(self):
        with open(self.path("bench.md"), encoding="utf-8") as file:
            text = file.read()
        self.assertRegex(text, r"\| < 72k \|.*\| > 1\.3M \|")

    def test_marks_noise_and_a_busy_machine(self):
        with open(STORED, encoding="utf-8") as file:
            data = json.load(file)
        for entry in data["benchmarks"]:
            entry["cpu_time"] = 1000 + 11 * (entry["repetition_index"] % 2)
            entry["real_time"] = 1.1 * entry["cpu_time"]
        for loud in (False, True):
            if loud:
                for entry in data["benchmarks"]:
                    entry["cpu_time"] = 1000 + 110 * (entry["repetition_index"] % 2)
                    entry["real_time"] = 1.3 * entry["cpu_time"]
            with tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, "bench.json"), "w", encoding="utf-8") as file:
                    json.dump(data, file)
                self.assertEqual(make(folder).returncode, 0)
                with open(os.path.join(folder, "bench.md"), encoding="utf-8") as file:
                    text = file.read()
            self.assertEqual((" ~0." in text, "* busy: " in text), (loud, loud))

    def test_names_what_was_wrong_and_is_missing(self):
        with open(STORED, encoding="utf-8") as file:
            data = json.load(file)
        missing = "WRONG, and not timed: overlap/ship_curtain/plain/n:1024, input 0: 9 of 1024 answers differ"
        data["context"].update(complete="no", problems=[missing])
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "bench.json"), "w", encoding="utf-8") as file:
                json.dump(data, file)
            self.assertEqual(make(folder).returncode, 0)
            for name in ("report.html", "bench.md"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    self.assertIn(missing, file.read())

    def test_keeps_no_pictures_of_another_run(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(self.folder, folder, dirs_exist_ok=True)
            with open(STORED, encoding="utf-8") as file:
                data = json.load(file)
            data["benchmarks"] = [e for e in data["benchmarks"] if e["name"].startswith("frame/")]
            with open(os.path.join(folder, "bench.json"), "w", encoding="utf-8") as file:
                json.dump(data, file)
            os.remove(os.path.join(folder, "peers.json"))
            self.assertEqual(make(folder).returncode, 0)
            self.assertEqual([name for name in sorted(os.listdir(folder)) if name.endswith(".svg")], ["frames.svg"])

    def test_pictures_are_there_and_xml(self):
        for name in ("size_sweep", "heatmap", "roofline", "crossover", "growth", "frames"):
            root = xml.parse(self.path(name + ".svg")).getroot()
            self.assertTrue(root.tag.endswith("svg"))
            if shutil.which("rsvg-convert"):
                with open(self.path(name + ".png"), "rb") as file:
                    self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n")

    def test_page_shows_who_takes_how_long(self):
        with open(self.path("report.html"), encoding="utf-8") as file:
            text = file.read()
        for row in strict_json(PEERS)["rows"]:
            if not row["query"].startswith("growth"):
                self.assertRegex(text, rf"{row['query']}</td><td>{row['scene']}</td><td class=\"n\">{row['asking']}<")

    def test_page_says_when_peers_were_asked_and_of_what(self):
        with open(self.path("report.html"), encoding="utf-8") as file:
            self.assertIn("nobody told when", file.read())
        with open(PEERS, encoding="utf-8") as file:
            data = json.load(file)
        data.update(date="2026-01-01T00:00:00Z", commit="4567def", cpu_model="Intel(R) Xeon(R) Processor",
                    compiler="g++ 12.2.0")
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(STORED, os.path.join(folder, "bench.json"))
            with open(os.path.join(folder, "peers.json"), "w", encoding="utf-8") as file:
                json.dump(data, file)
            self.assertEqual(make(folder).returncode, 0)
            with open(os.path.join(folder, "report.html"), encoding="utf-8") as file:
                text = file.read()
        self.assertIn("Measured by itself, 2026-01-01T00:00:00Z. Another commit than the rest: 4567def, not 0123abc.<",
                      text)

    def test_refuses_what_hitscan_peers_does_not_write(self):
        for text in ("[]", "{}", '{"rows": [{}]}', '{"rows": 3}', '{"rows": [NaN]}', ""):
            with tempfile.TemporaryDirectory() as folder:
                shutil.copy(STORED, os.path.join(folder, "bench.json"))
                with open(os.path.join(folder, "peers.json"), "w", encoding="utf-8") as file:
                    file.write(text)
                made = make(folder)
                self.assertNotEqual(made.returncode, 0, text)
                self.assertIn("peers.json", made.stderr)
                self.assertNotIn("Traceback", made.stderr)

    def test_of_an_interrupted_run_says_so(self):
        with open(STORED, encoding="utf-8") as file:
            data = json.load(file)
        data["context"]["complete"] = "no"
        everything = data["benchmarks"]
        for kept in (0, 1, 40):
            data["benchmarks"] = everything[:kept]
            with tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, "bench.json"), "w", encoding="utf-8") as file:
                    json.dump(data, file)
                made = make(folder)
                self.assertEqual((made.returncode, made.stderr), (0, ""))
                with open(os.path.join(folder, "report.html"), encoding="utf-8") as file:
                    self.assertIn("interrupted", file.read())


class WhatIsNoRun(unittest.TestCase):
    def refused(self, text, why):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "bench.json"), "w", encoding="utf-8") as file:
                file.write(text)
            made = make(folder)
            self.assertNotEqual(made.returncode, 0)
            self.assertNotIn("Traceback", made.stderr)
            self.assertIn(why, made.stderr)
            self.assertEqual(os.listdir(folder), ["bench.json"])

    def changed(self, old, new):
        with open(STORED, encoding="utf-8") as file:
            text = file.read()
        self.assertIn(old, text)
        return text.replace(old, new, 1)

    def test_is_refused(self):
        self.refused("", "Expecting value")
        self.refused("[]", "no context")
        self.refused(self.changed("]\n}\n", ""), "Expecting")
        self.refused(re.sub(r'"cpu_time": [0-9.]+', '"cpu_time": NaN', self.changed("{", "{"), count=1), "NaN")
        self.refused(re.sub(r'"cpu_time": [0-9.]+', '"cpu_time": -1', self.changed("{", "{"), count=1), "cpu_time is -1")
        self.refused(self.changed('"repetition_index": 0', '"repetition_index": 0, "repetition_index": 0'), "twice")
        self.refused(self.changed("/n:1024", "/n:many"), "a name is not")

    def test_is_no_folder(self):
        made = make(os.path.join(HERE, "nowhere"))
        self.assertNotEqual(made.returncode, 0)
        self.assertIn("nowhere", made.stderr)


if __name__ == "__main__":
    if "--renew" in sys.argv:
        with tempfile.TemporaryDirectory() as made_in:
            shutil.copy(STORED, os.path.join(made_in, "bench.json"))
            shutil.copy(PEERS, os.path.join(made_in, "peers.json"))
            done = make(made_in)
            if done.returncode:
                sys.exit(done.stderr)
            with open(SUMS, "w", encoding="ascii") as sums:
                sums.writelines(f"{value}  {name}\n" for name, value in digests(made_in).items())
    else:
        unittest.main()
