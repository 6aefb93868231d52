"""The workflow files of a hosted forge: are they YAML, are they workflows, and is what they run there? They are held to
the part of YAML that reads the same everywhere: block mappings and sequences, plain and quoted scalars, flow sequences
of scalars, literal blocks."""

import glob
import os
import re
import subprocess
import tempfile
import unittest

import support

FOLDER = os.path.join(support.ROOT, ".github", "workflows")


class NotYaml(Exception):
    pass


class Reader:
    """A part of YAML 1.2, and an error for anything beyond it."""

    def __init__(self, text):
        self.lines = []
        self.raw = text.split("\n")
        for number, line in enumerate(self.raw):
            if "\t" in line:
                raise NotYaml(f"line {number + 1}: a tab")
            if line.strip() and not line.strip().startswith("#"):
                self.lines.append((number, len(line) - len(line.lstrip()), line.strip()))
        self.at = 0

    def fail(self, why):
        number = self.lines[min(self.at, len(self.lines) - 1)][0] + 1 if self.lines else 1
        raise NotYaml(f"line {number}: {why}")

    def document(self):
        value = self.block(0)
        if self.at < len(self.lines):
            self.fail("an indentation that fits nothing")
        return value

    def block(self, indent):
        if self.at >= len(self.lines) or self.lines[self.at][1] < indent:
            return None
        indent = self.lines[self.at][1]
        return self.sequence(indent) if self.lines[self.at][2].startswith("- ") else self.mapping(indent)

    def sequence(self, indent):
        out = []
        while self.at < len(self.lines) and self.lines[self.at][1] == indent:
            number, _, text = self.lines[self.at]
            if not text.startswith("- "):
                self.fail("no item")
            rest = text[2:].lstrip()
            inner = indent + len(text) - len(rest)
            if re.match(r"[\w-]+:(\s|$)", rest):  # a mapping that begins on this line
                self.lines[self.at] = (number, inner, rest)
                out.append(self.mapping(inner))
            else:
                self.at += 1
                out.append(self.scalar(rest))
        return out

    def mapping(self, indent):
        out = {}
        while self.at < len(self.lines) and self.lines[self.at][1] == indent:
            number, _, text = self.lines[self.at]
            found = re.fullmatch(r"([\w-]+):(?:\s+(.*))?", text)
            if not found:
                self.fail("no key")
            key, rest = found[1], found[2]
            if key in out:
                self.fail(f"{key} twice")
            if rest == "|":
                out[key] = self.literal(number, indent)
            elif rest:
                self.at += 1
                out[key] = self.scalar(rest)
            else:
                self.at += 1
                out[key] = self.block(indent + 1)
        return out

    def literal(self, number, indent):
        body = []
        for line in self.raw[number + 1:]:
            if line.strip() and len(line) - len(line.lstrip()) <= indent:
                break
            body.append(line)
        while body and not body[-1].strip():
            body.pop()
        if not body:
            self.fail("an empty block")
        last = number + len(body)
        while self.at < len(self.lines) and self.lines[self.at][0] <= last:
            self.at += 1
        margin = len(body[0]) - len(body[0].lstrip())
        return "\n".join(line[margin:] for line in body) + "\n"

    def scalar(self, text):
        if text[0] == "[":
            if text[-1] != "]":
                self.fail("[ without ]")
            return [self.scalar(part.strip()) for part in text[1:-1].split(",")]
        if text[0] in "\"'":
            if len(text) < 2 or text[-1] != text[0] or text[0] in text[1:-1]:
                self.fail("a quotation that does not end")
            return text[1:-1]
        if text[0] in "{}&*!|>%@`" or ": " in text or " #" in text or text.endswith(":"):
            self.fail(f"beyond the part of YAML that is used here: {text}")
        return {"true": True, "false": False}.get(text, int(text) if text.isdigit() else text)


def read(text):
    return Reader(text).document()


class Yaml(unittest.TestCase):
    def test_reads_what_is_yaml(self):
        self.assertEqual(read("a: 1\nb:\n  - x\n  - c: 'y'\n    d: [p, q]\ne: |\n  f: g\n\n  h\n# no\ni:\nj: true\n"),
                         {"a": 1, "b": ["x", {"c": "y", "d": ["p", "q"]}], "e": "f: g\n\nh\n", "i": None, "j": True})

    def test_refuses_what_is_not(self):
        for text in ("a: 1\n  b: 2\n", "a:\n    b: 1\n  c: 2\n", "a: 1\na: 2\n", "a: [1\n", "a: 'x\n", "\ta: 1\n",
                     "a\n", "a: b: c\n", "- a\nb: 1\n", "a: {b: 1}\n", "a: |\nb: 1\n"):
            with self.assertRaises(NotYaml, msg=text):
                read(text)

    def test_is_of_one_mind_with_pyyaml(self):
        try:
            import yaml
        except ImportError:
            self.skipTest("no PyYAML here")
        for path in sorted(glob.glob(os.path.join(FOLDER, "*.yml"))):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            other = yaml.safe_load(text)
            other["on"] = other.pop(True)  # YAML 1.1 takes "on" for a truth value
            self.assertEqual(read(text), other, path)


class Workflows(unittest.TestCase):
    def setUp(self):
        self.all = {}
        for path in glob.glob(os.path.join(FOLDER, "*.yml")):
            with open(path, encoding="utf-8") as file:
                self.all[os.path.basename(path)] = read(file.read())

    def steps(self):
        for name, workflow in self.all.items():
            for job in workflow["jobs"].values():
                for step in job["steps"]:
                    yield name, step

    def test_there_are_four(self):
        self.assertEqual(sorted(self.all), ["counts.yml", "elsewhere.yml", "test.yml", "track.yml"])

    def test_each_has_what_a_workflow_needs(self):
        for name, workflow in self.all.items():
            self.assertEqual(workflow["name"] + ".yml", name)
            self.assertIn("push", workflow["on"])
            self.assertTrue(workflow["permissions"] and workflow["jobs"], name)
            for job in workflow["jobs"].values():
                self.assertRegex(job["runs-on"], r"^(ubuntu-\d\d\.\d\d|windows-\d{4}|macos-\d\d)$")
                self.assertGreater(job["timeout-minutes"], 0)
        for name, step in self.steps():
            self.assertEqual(("uses" in step) + ("run" in step), 1, f"{name}: {step}")
            self.assertLessEqual(set(step), {"uses", "run", "name", "with", "if", "env"}, name)
            if "uses" in step:
                self.assertRegex(step["uses"], r"^[\w-]+/[\w-]+@[\w.]+$")

    def test_what_they_run_is_shell_and_is_there(self):
        with open(os.path.join(support.ROOT, "run"), encoding="utf-8") as file:
            verbs = set(re.findall(r"^verb_(\w+)\(\)", file.read(), re.M))
        ran = set()
        for name, step in self.steps():
            if "run" not in step:
                continue
            script = re.sub(r"\$\{\{.*?\}\}", "x", step["run"])
            with tempfile.NamedTemporaryFile("w", suffix=".sh") as file:
                file.write(script)
                file.flush()
                done = subprocess.run(["bash", "-n", file.name], text=True, capture_output=True)
            self.assertEqual(done.returncode, 0, f"{name}: {done.stderr}")
            ran |= {(name, verb) for verb in re.findall(r"\./run (\w+)", script)}
        self.assertLessEqual({verb for _, verb in ran}, verbs)
        self.assertLessEqual({("test.yml", "test"), ("counts.yml", "track"), ("track.yml", "bench")}, ran)

    def test_wall_time_fails_nothing(self):
        track = [step for name, step in self.steps() if name == "track.yml"]
        page = next(step for step in track if "github-action-benchmark" in step.get("uses", ""))
        self.assertEqual((page["with"]["tool"], page["with"]["fail-on-alert"]), ("googlecpp", False))
        self.assertEqual(page["with"]["output-file-path"], "report/bench.median.json")
        self.assertTrue(any("bencher run" in step.get("run", "") and
                            "--adapter json --file report/bench.bmf.json" in step["run"] for step in track))
        self.assertTrue(all("--err" not in step.get("run", "") for step in track))
        for name, step in self.steps():
            if "./run track" in step.get("run", ""):
                self.assertIn("--counts", step["run"], name)


if __name__ == "__main__":
    unittest.main()
