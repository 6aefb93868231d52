"""./run track: did a change make anything slower? docs/tracking.md explains it."""

import argparse
import os
import random
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import build  # noqa: E402
import counts  # noqa: E402
import history  # noqa: E402
import measure  # noqa: E402
import report  # noqa: E402
from common import TrackError, need, root_of, run, write_whole  # noqa: E402
from stats import rounds_needed  # noqa: E402

GOOD, SLOWER, NOT_TOLD, INTERRUPTED = 0, 1, 2, 130


def positive(kind):
    def convert(words):
        value = kind(words)
        if not 0 < value < 1e6:
            raise ValueError
        return value

    convert.__name__ = f"positive {kind.__name__}"
    return convert


def parser():
    p = argparse.ArgumentParser(
        prog="./run track", allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Compares the speed of two revisions, or keeps a history of it. Exit 1: something is slower; 2: it "
                    "could not be told.",
        epilog="BASE is HEAD when the code has changes, else the commit before the last one that changed it; HEAD is\n"
               "the files as they are now. Any revision that git knows will do, and . is the files as they are now.\n"
               "docs/tracking.md explains the figures.")
    p.add_argument("base", nargs="?", metavar="BASE")
    p.add_argument("head", nargs="?", metavar="HEAD")
    p.add_argument("--filter", metavar="REGEX", help="rows by name, instead of the usual ones; with --counts BASE too")
    p.add_argument("--isa", choices=measure.ISAS, help="instead of the best there is")
    p.add_argument("--rounds", type=positive(int), metavar="N", help=f"starts of the programs ({measure.ROUNDS})")
    p.add_argument("--threshold", type=positive(float), metavar="PERCENT", help="what is too slow (3)")
    p.add_argument("--seed", type=int, help="of the coin that decides between ABBA and BAAB")
    p.add_argument("--out", metavar="DIR", help="where track.json, history.svg go (report)")
    p.add_argument("--counts", action="store_true",
                   help="count instructions instead: of the files as they are against the committed baseline, or BASE "
                        "against HEAD")
    p.add_argument("--accept", metavar="REASON", help="with --counts: make these the baseline, and say why")
    p.add_argument("--record", nargs="?", const=build.WORKING_COPY, metavar="REVISION",
                   help=f"add a record of a commit to {history.FILE}")
    p.add_argument("--history", action="store_true", help=f"draw {history.FILE}")
    return p


# What each kind of run takes beside its revisions; whatever else is given is refused, since it would mean nothing.
TAKES = {"two revisions": ("filter", "isa", "rounds", "threshold", "seed", "out"), "--counts": ("filter",),
         "--record": (), "--history": ("threshold", "out")}
DEFAULTS = {"head": build.WORKING_COPY, "rounds": measure.ROUNDS, "threshold": 3.0, "out": "report"}


def check_arguments(p, args):
    """Refuses what does not go together, before anything is built; then fills in what was not said."""
    if args.accept is not None and not args.counts:
        p.error("--accept goes with --counts")
    if args.accept is not None and (args.base or args.filter):
        p.error("--accept takes all counts of the files as they are: no revision, no --filter")
    if sum((args.counts, args.record is not None, args.history)) > 1:
        p.error("--counts, --record and --history: one of them")
    if args.base and (args.record is not None or args.history):
        p.error("--record takes one revision, --history none")
    kind = next((name for name, given in (("--counts", args.counts), ("--record", args.record is not None),
                                          ("--history", args.history)) if given), "two revisions")
    for name in TAKES["two revisions"]:
        if getattr(args, name) is not None and name not in TAKES[kind]:
            p.error(f"--{name} does not go with {kind}")
    if args.counts and args.filter is not None and not args.base:
        p.error("--filter is for two revisions: the baseline is compared as a whole")
    needed = rounds_needed(report.ALPHA)
    if args.rounds is not None and args.rounds < needed:
        p.error(f"{args.rounds} rounds are too few for any row: at least {needed} make an interval")
    for name, value in DEFAULTS.items():
        if getattr(args, name) is None:
            setattr(args, name, value)


def default_base(root):
    """What changes of the code are compared with: the last commit or, where there are none, the one before the last
    that made one."""
    head = build.Revision(root, build.WORKING_COPY)
    last = build.last_change(root)
    return "HEAD" if head.dirty else "HEAD~1" if last == head.commit else f"{last[:10]}~1"


def progress_of(all_of_them):
    """For people at a terminal: logs do without."""
    begin = time.monotonic()

    def show(done):
        if sys.stderr.isatty():
            left = (time.monotonic() - begin) / done * (all_of_them - done)
            words = f"{done}/{all_of_them}, {left:.0f} s left" if done < all_of_them else ""
            print(f"\r{words:<40}\r", end="", file=sys.stderr, flush=True)

    return show


def rows_of(program, label, args):
    """(the rows to measure, all rows, context) of a build"""
    with measure.Runner(program, label) as runner:
        names = runner.names()
        return measure.choose(names, args.filter, args.isa), names, runner.context()


def built(revision):
    return build.program(build.build(revision, measure.PROGRAM), measure.PROGRAM)


def compare_times(root, args):
    revisions = [build.Revision(root, name) for name in (args.base or default_base(root), args.head)]
    programs = [built(r) for r in revisions]
    labels = [str(r) for r in revisions]
    (base_rows, _, base_context), (head_rows, names, head_context) = [rows_of(p, n, args)
                                                                      for p, n in zip(programs, labels)]
    both = [name for name in head_rows if name in set(base_rows)]
    if not both:
        why = ": only one of the two has it" if base_rows or head_rows else "\n" + measure.there_is(names)
        raise TrackError("no row to compare" + (f" matches {args.filter}" if args.filter else "") + why)
    needed = rounds_needed(report.ALPHA / len(both))
    if args.rounds < needed:
        raise TrackError(f"{args.rounds} rounds are too few for {len(both)} rows: at least {needed} make an interval")
    print(f"== measure {len(both)} rows, {args.rounds} rounds", flush=True)
    rounds = measure.measure(programs, labels, both, args.rounds, random.Random(args.seed), progress_of(args.rounds))
    threshold = args.threshold / 100
    judged = report.rows(rounds, threshold)
    doubted = report.doubts((base_context, head_context))
    not_told = report.not_told(judged, doubted)
    if revisions[0].tree == revisions[1].tree:
        print("both sides are the same code: what differs is noise")
    print(report.text(judged, *labels, args.rounds, threshold, sorted(set(base_rows) - set(both)),
                      sorted(set(head_rows) - set(both)), doubted))
    base_program, head_program = (os.path.relpath(program, root) for program in programs)
    facts = {"base": revisions[0].commit, "head": revisions[1].commit, "head_has_changes": revisions[1].dirty,
             "base_program": base_program, "head_program": head_program,
             "threshold": threshold, "measured": history.now(), "base_context": base_context,
             "head_context": head_context, "not_told": not_told, "rounds": rounds}
    write_whole(os.path.join(root, args.out, "track.json"), report.data(judged, facts))
    for words in not_told:
        print(f"not told: {words}")
    return NOT_TOLD if not_told else SLOWER if any(row["beyond"] for row in judged) else GOOD


def compare_counts(root, args):
    need("valgrind")
    need("objdump", "binutils")
    pattern = args.filter or ""
    if not args.base:
        return check_baseline(root, args)
    found, made_by = [], []
    for name in (args.base, args.head):
        revision = build.Revision(root, name)
        out = build.build(revision, "hitscan_counts")
        found.append(counts.count_everything(out, pattern))
        made_by.append(counts.fingerprint(out))
    if made_by[0] != made_by[1]:
        raise TrackError(f"built by different means: {made_by[0]} and {made_by[1]}")
    if not found[0].keys() & found[1].keys():
        raise TrackError("no count of both sides" + (f" matches {args.filter}: {counts.BASELINE} has the names"
                                                     if args.filter else ""))
    words, more, not_told = counts.compare_two(*found)
    print(words + (f"\nnot told: {not_told}" if not_told else ""))
    return SLOWER if more else NOT_TOLD if not_told else GOOD


def check_baseline(root, args):
    out = os.path.join(root, "build", "release")
    build.ninja(out, "hitscan_counts", dict(os.environ), "build/release")
    path, made_by = os.path.join(root, counts.BASELINE), counts.fingerprint(out)
    found = counts.count_everything(out)
    if args.accept is not None:
        changes = counts.accept(path, made_by, found, args.accept)
        print(counts.describe(changes) if changes else "counts: nothing changed")
        print(f"{counts.BASELINE}: {len(found)} counts")
        return GOOD
    words, good = counts.check(path, made_by, found)
    print(words.replace(root + os.sep, ""))
    return GOOD if good else SLOWER


def record(root, args):
    revision = build.Revision(root, args.record)
    if revision.dirty:
        raise TrackError("there are changes: a record is about a commit. Commit them, or name one: --record HEAD")
    path = os.path.join(root, history.FILE)
    records = history.load(path)
    program = built(revision)
    names, _, context = rows_of(program, str(revision), args)
    if not names:
        raise TrackError("no row to record")
    if context.get("golden", "").endswith("(wrong)"):
        raise TrackError(f"the golden hash of {revision} is wrong: what answers wrongly is not worth a record")
    if any(r["commit"] == revision.commit and history.machine(r) == history.machine(history.about(context))
           for r in records):
        raise TrackError(f"{history.FILE} has {revision} on this machine: take its line away to record it again")
    print(f"== measure {len(names)} rows, {args.rounds} starts", flush=True)
    values = measure.series(program, str(revision), names, args.rounds, progress_of(args.rounds))
    date, subject = run(["git", "log", "-1", "--format=%cI%n%s", revision.commit], cwd=root).strip().split("\n", 1)
    history.append(path, history.make(revision.commit, history.utc(date), subject, context, values))
    print(f"{history.FILE}: one more record, of {revision}")
    return GOOD


def draw(root, args):
    records = history.load(os.path.join(root, history.FILE))
    print(history.text(records, args.threshold / 100))
    path = os.path.join(root, args.out, "history.svg")
    write_whole(path, history.svg(records, args.threshold / 100))
    print(f"written: {os.path.relpath(path, root)}")
    return GOOD


def main(arguments):
    p = parser()
    args = p.parse_args(arguments)
    check_arguments(p, args)
    try:
        need("git")
        root = root_of()
        if args.counts:
            return compare_counts(root, args)
        if args.record is not None:
            return record(root, args)
        if args.history:
            return draw(root, args)
        return compare_times(root, args)
    except TrackError as error:
        print(f"error: {error}", file=sys.stderr)
        return NOT_TOLD
    except (subprocess.SubprocessError, OSError, ValueError) as error:  # ValueError: an answer that is no number
        print(f"error: {error}", file=sys.stderr)
        return NOT_TOLD
    except KeyboardInterrupt:
        print("\ninterrupted: nothing was written", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
