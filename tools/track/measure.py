"""Times of two builds that take turns: every few milliseconds, in the order ABBA or BAAB, on one core, with the same
questions. So what the machine does meanwhile, its clock rate first of all, happens to both."""

import math
import os
import re
import subprocess

from common import TrackError
from stats import median

PROGRAM = "hitscan_track"

# What is asked most, in the L2 cache: where a slip in a kernel shows most. --filter chooses others.
DEFAULT_ROWS = (
    "overlap_mask/box_walls",
    "overlap/screen_walls",
    "overlap/ship_curtain",
    "overlap_mask/bomb_walls",
    "inside_mask/walls_screen",
    "sweep_mask/bullet_walls",
    "cast_mask/diagonal_walls",
    "sweep_nearest/bullet_apart",
    "sweep/centres_ship",
    "sweep_times/circles_ship",
    "sweep_each_times/boxes_close",
    "overlap_each_mask/circles_boxes_close",
)
DEFAULT_SIZE = 16384
ISAS = ("avx512", "avx2", "sse2", "neon64", "scalar")  # best first
TURN_NS = 0.4e6  # long enough to forget the change of turns, short against what else goes on
TURNS = 64  # quads of a row, a round
ROUNDS = 48
QUESTIONS = 4096  # bench/scenes/scenes.hpp: different ones, going round


def core():
    """The core that both builds share: the last one, since the first serves most interrupts. None: cannot be chosen."""
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None


class Runner:
    """A running hitscan_track: asked line by line."""

    def __init__(self, program, label):
        self.label = label
        number = core()
        env = {key: value for key, value in os.environ.items() if key != "HITSCAN_ISA"}  # the rows say which
        try:
            self.process = subprocess.Popen(
                [program], env=env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1,
                preexec_fn=None if number is None else lambda: os.sched_setaffinity(0, {number}))
        except OSError as error:
            raise TrackError(f"cannot run {program}: {error.strerror}") from error

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.terminate()
        self.process.wait()

    def ask(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError:
            pass  # it is gone, and has no answer either
        answer = self.answer_to(line)
        if answer.startswith("error"):
            raise TrackError(f"{self.label}: {answer[len('error: '):].strip()}")
        return answer

    def answer_to(self, line):
        answer = self.process.stdout.readline()
        if not answer.endswith("\n"):
            raise TrackError(f"{self.label}: the program ended with {self.process.wait()} at \"{line}\"")
        return answer.rstrip("\n")

    def ask_lines(self, line):
        lines = [self.ask(line)]
        while lines[-1]:
            lines.append(self.answer_to(line))
        return lines[:-1]

    def names(self):
        return self.ask_lines("list")

    def context(self):
        """What a number means nothing without: CPU, compiler, flags, golden hash. Which commit it is and whether all
        was measured is not for this program to know, though it says something."""
        facts = dict(line.split(" ", 1) for line in self.ask_lines("context"))
        return {key: value for key, value in facts.items() if key not in ("commit", "complete")}

    def run(self, first, calls):
        """Nanoseconds of `calls` calls with the questions `first` and on."""
        taken = float(self.ask(f"run {first} {calls}"))
        if not taken > 0 or math.isinf(taken):
            raise TrackError(f"{self.label}: {calls} calls in {taken} ns")
        return taken


def choose(names, pattern=None, isa=None):
    """The rows to measure out of all: those that match, or the default ones; on one ISA, the one asked for, else the
    best there is. A pattern that names ISAs gets those."""
    labels = {name.split("/")[-2] for name in names}
    if isa is not None and isa not in labels:
        raise TrackError(f"no {isa} here; there is {', '.join(i for i in ISAS if i in labels)}")
    best = isa or next((i for i in ISAS if i in labels), None)
    if pattern is None:
        return [name for name in names
                if "/".join(name.split("/")[:2]) in DEFAULT_ROWS and name.endswith(f"/{best}/n:{DEFAULT_SIZE}")]
    try:
        chosen = [name for name in names if re.search(pattern, name)]
    except re.error as error:
        raise TrackError(f"--filter {pattern}: {error}") from error
    if isa is None and any(re.search(rf"\b{label}\b", pattern) for label in labels):
        return chosen
    return [name for name in chosen if name.split("/")[-2] == best]


def there_is(names):
    """What a --filter can choose from, in words."""
    parts = [name.split("/") for name in names]
    verbs, labels, sizes = (", ".join(dict.fromkeys(part[i] for part in parts)) for i in (0, -2, -1))
    return (f"Rows are called verb/scene/instruction set/n:items, and what can be compared is:\n  {verbs}\n"
            f"  on {labels}, with {sizes}.\n"
            "Whole frames, worlds (/m:) and other sizes cannot, though ./run bench --list has them.")


def calls_of_a_turn(runner):
    """How many calls of the open row fill a turn."""
    calls = 1
    while (taken := runner.run(0, calls)) < TURN_NS / 4:
        calls *= 2
    return max(1, round(calls * TURN_NS / taken))


def prepare(runners, names):
    """{row: calls a turn}. Each build first has its answers checked."""
    calls = {}
    for name in names:
        for runner in runners:
            runner.ask(f"open {name}")
            runner.ask("check")
        calls[name] = calls_of_a_turn(runners[0])
    return calls


def one_round(base, head, calls, chance):
    """{row: [ns a call of base, of head, difference of logarithms]} of two programs just started: how they happen to
    lie in memory lasts as long as they run, so that many turns of one start are but one observation. Of a side's two
    turns in a quad the faster counts, since what disturbs only ever slows down."""
    result = {}
    for name, count in calls.items():
        for runner in (base, head):
            runner.ask(f"open {name}")
            runner.run(0, count)  # fills the caches
        quads = []
        for turn in range(TURNS):
            first = turn * count % QUESTIONS
            best = {"A": math.inf, "B": math.inf}
            for side in chance.choice(("ABBA", "BAAB")):
                best[side] = min(best[side], (base if side == "A" else head).run(first, count) / count)
            quads.append(best)
        result[name] = [median([q["A"] for q in quads]), median([q["B"] for q in quads]),
                        median([math.log(q["B"] / q["A"]) for q in quads])]
    return result


def measure(programs, labels, names, count, chance, progress=lambda done: None):
    """[one_round(...)] of two programs."""
    with Runner(programs[0], labels[0]) as base, Runner(programs[1], labels[1]) as head:
        calls = prepare((base, head), names)
    rounds = []
    for done in range(count):
        with Runner(programs[0], labels[0]) as base, Runner(programs[1], labels[1]) as head:
            rounds.append(one_round(base, head, calls, chance))
        progress(done + 1)
    return rounds


def series(program, label, names, count, progress=lambda done: None):
    """{row: [ns a call of each start]} of one program."""
    with Runner(program, label) as runner:
        calls = prepare((runner,), names)
    values = {name: [] for name in names}
    for done in range(count):
        with Runner(program, label) as runner:
            for name, number in calls.items():
                runner.ask(f"open {name}")
                runner.run(0, number)
                values[name].append(median([runner.run(turn * number % QUESTIONS, number) / number
                                            for turn in range(TURNS)]))
        progress(done + 1)
    return values
