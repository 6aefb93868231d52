"""The files for trackers and for people without a browser; each a text."""
import csv
import io
import json

from run_data import ISAS


def number(value):
    return float(f"{value:.6g}")


def as_json(data):
    return json.dumps(data, indent=1, allow_nan=False) + "\n"


def median_json(run):
    """Google Benchmark's format with one row a name: what github-action-benchmark wants."""
    rows = []
    for index, r in enumerate(run.rows):
        entry = dict(r.entries[0])
        entry.update(family_index=index, repetitions=1, repetition_index=0,
                     iterations=sum(e["iterations"] for e in r.entries),
                     real_time=number(r.wall), cpu_time=number(r.ns))
        for key in ("items_per_second", "bytes_per_second"):
            if key in entry:
                entry[key] = number(entry[key] * r.all_ns[0] / r.ns)
        rows.append(entry)
    return as_json({"context": run.context, "benchmarks": rows})


def bmf_json(run):
    """Bencher's format. Lower and upper are the quartiles of the rounds."""
    return as_json({r.name: {"latency": {"value": number(r.ns), "lower_value": number(r.spread[0]),
                                         "upper_value": number(r.spread[1])}} for r in run.rows})


def tidy_csv(run):
    c = run.context
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow("date sha cpu compiler isa bench n m metric unit value lo hi".split())
    for r in run.rows:
        out.writerow([c.get("date", ""), c.get("commit", ""), c.get("cpu_model", ""), c.get("compiler", ""), r.variant,
                      f"{r.query}/{r.scene}", r.n, r.m or "", "time", "ns", f"{r.ns:.6g}", f"{r.spread[0]:.6g}",
                      f"{r.spread[1]:.6g}"])
    return text.getvalue()


def short(value):
    """Three digits, or a dash."""
    if not value:
        return "-"
    return f"{value:.3f}" if value < 9.995 else f"{value:.1f}"


NOISY = "~: a quarter of its rounds took a tenth more than another quarter."


def noted(words, row):
    return "~" + words if row.noisy else words


def count(n):
    if n >= 1 << 20 and n % (1 << 20) == 0:
        return f"{n >> 20}M"
    if n >= 1024 and n % 1024 == 0:
        return f"{n >> 10}k"
    return f"{n // 1000000}M" if n % 1000000 == 0 else f"{n // 1000}k" if n % 1000 == 0 else str(n)


def amount(n):
    return f"{n / 1e3:.1f}k" if n < 9950 else f"{n / 1e3:.0f}k" if n < 999500 else f"{n / 1e6:.1f}M"


def times(slow, fast):
    if not slow or not fast:
        return "-"
    ratio = slow / fast
    return f"{ratio:.2f}x" if ratio < 0.095 else f"{ratio:.1f}x" if ratio < 9.95 else f"{ratio:.0f}x"


def milliseconds(ns):
    return f"{ns * 1e-6:.4f}" if ns < 1e5 else f"{ns * 1e-6:.3f}" if ns < 1e7 else f"{ns * 1e-6:.1f}"


def facts(run):
    """What a number means nothing without, in words."""
    c = run.context
    out = [("CPU", c.get("cpu_model", "unknown") + (", a virtual machine" if c.get("virtual_machine") == "yes" else "")),
           ("clock", f"{c.get('ghz_measured', '?')} GHz measured, governor {c.get('governor', 'not told')}, "
                     f"boost {c.get('boost', 'not told')}"),
           ("instruction set", f"{c.get('isa', '?')} ({c.get('isa_why', '?')})"),
           ("reads", ", ".join(f"{r['name']} {r['gbs']:.0f} GB/s" for r in c.get("reads", []))),
           ("arithmetic", f"{c.get('gflops', 0):.0f} Gflop/s, float, one core"),
           ("built by", f"{c.get('compiler', '?')}, {c.get('flags', '?')}"),
           ("plain loops", f"plain: {c.get('plain_flags', 'not told')}; native: {c.get('native_flags', 'not told')}"),
           ("options", c.get("options", "not told")),
           ("version", f"{c.get('hitscan_version', '?')}, commit {c.get('commit', '?')}"),
           ("date", c.get("date", "?"))]
    if run.busy > 1.2:
        out.append(("busy", f"the machine: what was measured took {run.busy:.1f} times as long on the wall as its"
                            " thread ran"))
    if c.get("complete") != "yes":
        out.append(("incomplete", "; ".join(problems(run)) or "the run was interrupted: rows are missing"))
    return out


def problems(run):
    """What was wrong, or made an end of the run: a row each that is missing, and more."""
    return run.context.get("problems", [])


def groups(rows):
    """Rows that differ in the variant alone, in the order in which they come."""
    out = {}
    for r in rows:
        out.setdefault((r.kernel, r.query, r.scene, r.n, r.m), {})[r.variant] = r
    return out


def best(by_variant):
    found = [r for v, r in by_variant.items() if v in ISAS]
    return min(found, key=lambda r: r.ns) if found else None


def table(head, rows):
    rule = ["--:" if h.startswith(">") else "---" for h in head]
    head = [h.lstrip(">") for h in head]
    return "\n".join("| " + " | ".join(line) + " |" for line in [head, rule, *rows]) + "\n"


def headline_rows(run):
    """Head and rows of the table of queries; a '>' marks a column of numbers."""
    rows = [r for r in run.rows if r.query != "frame" and not r.m]
    variants = run.variants(rows)
    head = ["", "query", "scene", ">n", *(">" + ("ref" if v == "scalar" else v) for v in variants), ">/ref", ">/nat",
            ">read"]
    out = []
    for (kernel, query, scene, n, _), by in groups(rows).items():
        top = best(by)
        ref, native = by.get("scalar"), by.get("native")
        reads = top and top.read and n > 1024 and not query.endswith("_any")  # any hit ends that one early
        share = f"{100 * top.bytes / top.ns_an_item * 1e9 / top.read:.0f}%" if reads else "-"
        out.append([kernel, query, scene, count(n),
                    *(noted(short(by[v].ns_an_item), by[v]) if v in by else "-" for v in variants),
                    times(ref and ref.ns, top and top.ns), times(native and native.ns, top and top.ns), share])
    return head, out


def frame_rows(run):
    variants = run.variants(run.frames)
    head = ["scene", ">things", *(">" + ("ref" if v == "scalar" else v) for v in variants), ">/naive", "golden hash"]
    golden = {(g["scene"], g["n"]): f"{g['hash']} {'right' if g['right'] else 'WRONG'}"
              for g in run.context.get("frames", [])}
    out = []
    for (_, _, scene, n, _), by in groups(run.frames).items():
        top, naive = best(by), by.get("naive")
        out.append([scene, f"{n}", *(noted(milliseconds(by[v].ns), by[v]) if v in by else "-" for v in variants),
                    times(naive and naive.ns, top and top.ns), golden.get((scene, n), "-")])
    return head, out


def peer_rows(run):
    """Who takes how long, and how much slower the best of the others is."""
    rows = [r for r in run.peers if not r["query"].startswith("growth")]
    names = list(dict.fromkeys(name for r in rows for name in r["times"]))
    out = []
    for r in rows:
        others = [v for name, v in r["times"].items() if v and name != "hitscan"]
        own = r["times"]["hitscan"]
        out.append([r["query"], r["scene"], f"{r['asking']}", f"{r['items']}", r["unit"],
                    *(short(r["times"].get(name)) for name in names), times(min(others, default=0), own)])
    return ["query", "scene", ">asking", ">items", "unit", *(f">{n}" for n in names), ">best other"], out


IN_A_MILLISECOND = ("Items in a millisecond, one core, between the sizes that were measured. >: so many, the most that"
                    " were measured, take less; <: so many, the fewest, take more.")


def about_peers(run):
    """When that was measured, and what was otherwise than in the rest of the report."""
    then = run.about_peers
    words = f"Measured by itself, {then.get('date', 'nobody told when')}."
    for key, name in (("commit", "commit"), ("cpu_model", "CPU"), ("compiler", "compiler"), ("isa", "instruction set")):
        was, now = then.get(key, "not told"), run.context.get(key, "not told")
        if was != now:
            words += f" Another {name} than the rest: {was}, not {now}."
    return words


def budget_rows(run):
    entries = run.context.get("in_a_millisecond", [])
    variants = run.variants([r for r in run.rows if r.query != "frame" and not r.m])
    head = ["query", "scene", *(">" + ("ref" if v == "scalar" else v) for v in variants)]
    by = {}
    for e in entries:
        beyond = {"more": "> ", "fewer": "< "}.get(e.get("beyond", ""), "")
        by.setdefault((e["query"], e["scene"]), {})[e["variant"]] = beyond + amount(e["items"])
    return head, [[*key, *(cells.get(v, "-") for v in variants)] for key, cells in by.items()]


def crossover_lines(run):
    out = []
    for c in run.context.get("crossovers", []):
        won = f"from {c['n']:.0f} movers on" if c["n"] else "at no number of movers that was measured"
        out.append(f"{c['m']} targets: the grid wins {won}")
    return out


KERNELS = ("K1: one mover or ray against n walls. K2: its first hit, the walls no denser for being more. K3: n"
           " bullets at a ship. K4: one box against n. K5: one circle against n. K6: n pairs."
           " K7: n moving circles against one.")

# What verify() in bench/harness/harness.cpp does.
COMPARED = ("Besides, before a row was timed, some of the 4096 questions that go round were compared: 24 where it is"
            " about 20,000 items or fewer (pairs, where many ask many), 4 up to 300,000, 1 beyond. Answers of the"
            " library have to be the scalar reference's to the last bit; plain loops round: their times may be .001"
            " off, and one answer in 1000 another.")


def golden_text(run):
    return [f"{g['isa']}: {g['hash']}, {'right' if g['right'] else 'WRONG'}" for g in run.context.get("golden", [])]


def markdown(run):
    out = ["# hitscan benchmark\n"]
    out += [f"* {key}: {value}" for key, value in facts(run)]
    out += [f"* golden hash, {line}" for line in golden_text(run)]
    out.append(f"* {COMPARED}")
    out.append("\nNanoseconds an item, medians. `ref` is the scalar reference; `plain` and `native` are the plain loops,"
               " a byte an item\nor in two passes, as the compiler vectorises them for any x86-64 and for this CPU;"
               " `/ref` and `/nat`: how many times"
               " faster the best ISA is; `read`: its\nshare of what this core reads from a block of that size. "
               f"{NOISY}\n\n{KERNELS}\n")
    out.append(table(*headline_rows(run)))
    if run.frames:
        out.append("Whole frames, milliseconds; `naive` is the loop over an array of structs, over all pairs of"
                   " them where many ask many.\n")
        out.append(table(*frame_rows(run)))
    out.append(f"{IN_A_MILLISECOND}\n")
    out.append(table(*budget_rows(run)))
    if crossover_lines(run):
        out.append("A world by grid, rebuilt in each frame, against brute force:\n")
        out += ["* " + line for line in crossover_lines(run)]
    return "\n".join(out).rstrip("\n") + "\n"
