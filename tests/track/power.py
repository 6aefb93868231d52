#!/usr/bin/env python3
"""How good is ./run track? Measures its false alarms and what it finds, and writes down every round, so that it can be
interrupted and continued, and so that thousands of runs can be drawn from what was recorded.

    power.py run same 20     20 runs of a build against itself
    power.py run slow 20     20 runs of a build against one with a slow-down planted in one kernel
    power.py show            rates of the recorded runs, and of runs drawn from their rounds
    power.py sketch          rates of runs drawn from no more than how far the rounds of each row scattered once

The rounds are in build/track/power.jsonl, or in what --file says. Give the runs a machine that does nothing else, or
the load that you want to know about."""

import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tools", "track"))

import build  # noqa: E402
import history  # noqa: E402
import measure  # noqa: E402
import stats  # noqa: E402
from common import TrackError, run  # noqa: E402

# A chain of multiplications in one kernel's constructor, which every 1024 items run through: between fences, since
# the processor would hide it behind the rest.
KERNEL = "src/kernels/overlap_circles_boxes.cpp"
PLACE = "FORCED explicit circle_against_boxes(const state& s_) : s(s_) {\n"
PLANT = ('    asm volatile("mov $%d, %%%%ecx\\n lfence\\n 1: imul %%%%edx, %%%%edx\\n dec %%%%ecx\\n jnz 1b\\n lfence" '
         '::: "ecx", "edx", "cc");\n')
ROW = "overlap_mask/bomb_walls/"


def planted(base, length):
    """A commit, on no branch, with the plant in it."""
    text = run(["git", "show", f"{base.commit}:{KERNEL}"], cwd=ROOT)
    if text.count(PLACE) != 1:
        raise TrackError(f"{KERNEL} has changed: mend PLACE in {os.path.basename(__file__)}")
    text = text.replace(PLACE, PLACE + PLANT % length)
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, GIT_INDEX_FILE=os.path.join(folder, "index"))
        run(["git", "read-tree", base.commit], cwd=ROOT, env=env)
        file = os.path.join(folder, "planted")
        with open(file, "w", encoding="utf-8") as out:
            out.write(text)
        blob = run(["git", "hash-object", "-w", file], cwd=ROOT).strip()
        run(["git", "update-index", "--cacheinfo", f"100644,{blob},{KERNEL}"], cwd=ROOT, env=env)
        tree = run(["git", "write-tree"], cwd=ROOT, env=env).strip()
    return run(["git", "-c", "user.name=power", "-c", "user.email=power@localhost", "commit-tree", "-p", base.commit,
                "-m", "planted", tree], cwd=ROOT).strip()


def runs(args):
    revisions = [build.Revision(ROOT, args.base)] * 2
    if args.kind == "slow":
        revisions[1] = build.Revision(ROOT, planted(revisions[0], args.length))
    programs = [build.program(build.build(r, measure.PROGRAM), measure.PROGRAM) for r in revisions]
    labels = ["base", "head"]
    with measure.Runner(programs[1], "head") as head:
        names, context = measure.choose(head.names()), head.context()
    for number in range(args.count):
        seed = random.SystemRandom().randrange(1 << 30)
        rounds = measure.measure(programs, labels, names, args.rounds, random.Random(seed))
        entry = {"kind": args.kind, "length": args.length if args.kind == "slow" else 0, "date": history.now(),
                 "seed": seed, "cpu": context["cpu_model"],
                 "rounds": [{name: round(values[2], 6) for name, values in one.items()} for one in rounds]}
        with open(args.file, "a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")
        print(f"{args.kind} {number + 1}/{args.count}: {words(said(entry['rounds']))}", flush=True)


def said(rounds):
    """{row: (verdict, beyond the threshold)} of those that are reported."""
    judged = stats.judge_all({name: [r[name] for r in rounds] for name in rounds[0]})
    return {name: (stats.percent(j[0]), j[3], j[4]) for name, j in judged.items() if j[3] in ("slower", "faster")}


def words(found):
    return ", ".join(f"{name} {how[0]} {how[1]}{' beyond' if how[2] else ''}" for name, how in found.items()) or "nothing"


def tally(kind, all_found):
    """(runs, the planted row slower, the planted row beyond the threshold, any other row reported)"""
    slower = sum(any(name.startswith(ROW) and how[1] == "slower" for name, how in f.items()) for f in all_found)
    beyond = sum(any(name.startswith(ROW) and how[2] for name, how in f.items()) for f in all_found)
    other = sum(any(kind == "same" or not name.startswith(ROW) for name in f) for f in all_found)
    return len(all_found), slower, beyond, other


def show(args):
    entries = []
    with open(args.file, encoding="utf-8") as file:
        for text in file:
            if text.endswith("\n"):  # an interrupted run leaves half a line
                entries.append(json.loads(text))
    pool = {"same": [], "slow": []}
    for kind, rounds in pool.items():
        mine = [e for e in entries if e["kind"] == kind]
        for entry in mine:
            rounds += entry["rounds"]
        if not mine:
            continue
        count, slower, beyond, other = tally(kind, [said(e["rounds"]) for e in mine])
        print(f"{kind}: {count} runs of {len(mine[0]['rounds'])} rounds and {len(rounds[0])} rows")
        if kind == "slow":
            row = next(name for name in rounds[0] if name.startswith(ROW))
            print(f"  planted: {stats.percent(stats.median([r[row] for r in rounds]))} in {row}")
            print(f"  found: slower in {slower}, beyond the threshold in {beyond} of {count}")
        print(f"  {'false alarms' if kind == 'same' else 'other rows reported'}: in {other} of {count}")
    if not pool["same"]:
        return
    for name in pool["same"][0]:
        values = [r[name] for r in pool["same"]]
        print(f"  {name:<56} quartiles {stats.percent(stats.quantile(values, 0.25))} "
              f"{stats.percent(stats.quantile(values, 0.75))}")
    print_rates(lambda chance: chance.choice(pool["same"]), list(pool["same"][0]), len(entries[0]["rounds"]), args.draws)


# How far apart the quartiles of a round's difference were, row by row, in percent: 16 rounds on a Xeon with AVX-512, a
# virtual machine with two cores, with nothing else running.
QUARTILES = (0.5, 0.8, 0.8, 0.3, 1.0, 2.3, 0.2, 0.9, 0.5, 1.0, 4.1, 0.7)


def sketch(args):
    def one_round(chance):  # Student's t with 3 degrees of freedom, whose quartiles are 1.53 apart
        return {row: chance.gauss(0, 1) / math.sqrt(sum(chance.gauss(0, 1) ** 2 for _ in range(3)) / 3) / 1.53
                * apart / 100 for row, apart in enumerate(QUARTILES)}

    print_rates(one_round, list(range(len(QUARTILES))), 48, args.draws)


def print_rates(one_round, names, length, draws):
    """What is reported of runs made of drawn rounds, with a slow-down in each row in turn."""
    chance = random.Random(7)
    for slow in (0, 0.03, 0.04, 0.05, 0.07):
        slower = beyond = other = 0
        for number in range(draws):
            row = names[number % len(names)]
            # Which side is called base is a toss: turned round, a round is as good a round.
            drawn = [{name: value * sign for name, value in one_round(chance).items()}
                     for sign in (chance.choice((1, -1)) for _ in range(length))]
            for one in drawn:
                one[row] += math.log1p(slow)
            found = said(drawn)
            slower += row in found and found[row][1] == "slower"
            beyond += row in found and found[row][2]
            other += any(name != row or slow == 0 for name in found)
        print(f"drawn, {100 * slow:.0f} % in one row: slower {100 * slower / draws:.1f} %, beyond the threshold "
              f"{100 * beyond / draws:.1f} %; anything else {100 * other / draws:.1f} %")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--file", default=os.path.join(ROOT, "build", "track", "power.jsonl"))
    sub = p.add_subparsers(dest="verb", required=True)
    r = sub.add_parser("run")
    r.add_argument("kind", choices=("same", "slow"))
    r.add_argument("count", type=int)
    r.add_argument("--base", default="HEAD", help="what runs are about; one that stays saves building it again")
    r.add_argument("--rounds", type=int, default=48)
    r.add_argument("--length", type=int, default=4, help="multiplications in the plant (4)")
    for verb in ("show", "sketch"):
        sub.add_parser(verb).add_argument("--draws", type=int, default=1000)
    args = p.parse_args()
    try:
        {"run": runs, "show": show, "sketch": sketch}[args.verb](args)
    except (TrackError, subprocess.SubprocessError, OSError) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
