"""The pictures of a report, each from the rows that are there: what was not measured is not drawn."""
import math

from files import best, count, groups, short
from run_data import ISAS
from svg import DASHED, Chart, Log, around, dot, known, line, num, path, rect, sheet, text


def legend(x, y, variants, width):
    """Short strokes with names, wrapped; and where it ends."""
    out, at = [], x
    for v in variants:
        name = "reference" if v == "scalar" else v
        space = 34 + 7 * len(name)
        if at > x and at + space > width:
            at, y = x, y + 18
        out.append(path([(at, y - 4), (at + 20, y - 4)], f"line s-{known(v)}", DASHED.get(v, "")))
        out.append(text(at + 25, y, name))
        at += space
    return "".join(out), y


def lines_over_size(name, title, unit, series, marks=(), limits=(), width=380, height=270):
    """series: {variant: [(n, value)]}; marks: (n, label) upright; limits: (value, label) across."""
    left, right, top, bottom = 44, 12, 54, 64
    values = [v for points in series.values() for _, v in points]
    sizes = [n for points in series.values() for n, _ in points]
    x = Log(*around(sizes), left, width - right)
    y = Log(*around([*values, *(v for v, _ in limits if v < 30 * max(values))]), height - bottom, top)
    out = [text(10, 18, title, "ink big"), text(10, 34, unit, "soft small")]
    for v in y.steps():
        out.append(line(left, y(v), width - right, y(v), "rule"))
        out.append(text(left - 5, y(v) + 4, f"{v:g}", "soft", "end"))
    out.append(line(left, height - bottom, width - right, height - bottom, "axis"))
    taken = -math.inf
    for n in sorted(set(sizes)):
        if x(n) - taken > 34:
            out.append(text(x(n), height - bottom + 16, count(n), "soft", "middle"))
            taken = x(n)
    for n, label in marks:
        if x.has(n):
            out.append(line(x(n), top, x(n), height - bottom, "mark"))
            out.append(text(x(n), top - 4, label, "soft small", "middle"))
    for value, label in limits:
        if y.has(value):
            out.append(line(left, y(value), width - right, y(value), "mark"))
            out.append(text(left + 4, y(value) - 4, label, "soft small"))
    for variant, points in series.items():
        at = [(x(n), y(v)) for n, v in sorted(points)]
        out.append(path(at, f"line s-{known(variant)}", DASHED.get(variant, "")))
        out += [dot(x(n), y(v), variant, f"{variant}, n = {n}: {short(v)}") for n, v in sorted(points)]
    out.append(legend(left, height - bottom + 38, series, width)[0])
    return Chart(name, width, height, "".join(out), f"{title}, {unit}")


def by_scene(rows):
    out = {}
    for r in rows:
        out.setdefault((r.query, r.scene), []).append(r)
    return out


def size_sweep(run):
    """Queries that were measured at four sizes or more: ns an item over n, the caches marked."""
    charts = []
    caches = [(c["level"], c["size"]) for c in run.context.get("caches", []) if c.get("type") != "Instruction"]
    for (query, scene), rows in by_scene(run.headline).items():
        if len({r.n for r in rows}) < 4:
            continue
        series = {v: [(r.n, r.ns_an_item) for r in rows if r.variant == v] for v in run.variants(rows)}
        item = max(r.bytes for r in rows)
        marks = [(size / item, f"L{level}") for level, size in caches] if item else []
        charts.append((len({r.n for r in rows}), lines_over_size(
            f"size_{query}_{scene}", f"{query}, {scene}", "ns an item over the number of items", series, marks)))
    most = max((sizes for sizes, _ in charts), default=0)
    return [chart for sizes, chart in charts if sizes == most]


SHADES = ("#f4f6f9", "#dbe7f3", "#bcd5ec", "#94bce0", "#689fd2", "#3f80bf", "#235f9f", "#164277", "#0d2a52")


def shade(ratio, most):
    part = math.log(max(ratio, 1)) / math.log(max(most, 2))
    index = min(int(part * len(SHADES)), len(SHADES) - 1)
    return SHADES[index], "#ffffff" if index >= 4 else "#1f2328"


def ratio_text(r):
    return f"{r:.2f}" if r < 0.995 else f"{r:.1f}" if r < 99.5 else f"{r:.0f}"


def cell(x, y, width, height, words, fill, ink, title):
    return (rect(x + 1, y + 1, width - 2, height - 2, fill=fill, title=title) +
            f'<text x="{num(x + width / 2)}" y="{num(y + height / 2 + 4)}" text-anchor="middle" fill="{ink}">{words}</text>')


def heatmap(run):
    """ISA x query: how many times as fast as the scalar reference, at the size most rows have, best 16384."""
    rows = [r for r in run.headline if r.variant in ISAS]
    sizes = {}
    for r in rows:
        sizes.setdefault(r.n, set()).add((r.query, r.scene))
    if not sizes:
        return None
    most = max(len(s) for s in sizes.values())
    n = min((n for n, s in sizes.items() if len(s) == most), key=lambda n: abs(math.log(n / 16384)))
    table = {key: by for key, by in groups(run.headline).items() if key[3] == n and "scalar" in by}
    columns = [v for v in run.variants(run.headline) if v != "scalar"]
    if not table:
        return None
    left, top, wide, high = 250, 66, 68, 24
    width, height = left + wide * len(columns) + 10, top + high * len(table) + 10
    out = [text(10, 20, "Times as fast as the scalar reference", "ink big"),
           text(10, 38, f"{n} items", "soft small")]
    for i, v in enumerate(columns):
        out.append(text(left + wide * (i + 0.5), top - 8, v, "ink", "middle"))
    top_ratio = max(by["scalar"].ns / r.ns for by in table.values() for v, r in by.items() if v != "scalar")
    for j, ((_, query, scene, _, _), by) in enumerate(table.items()):
        out.append(text(left - 8, top + high * j + 16, f"{query}, {scene}", "ink small", "end"))
        for i, v in enumerate(columns):
            if v in by:
                ratio = by["scalar"].ns / by[v].ns
                fill, ink = shade(ratio, top_ratio)
                out.append(cell(left + wide * i, top + high * j, wide, high, ratio_text(ratio), fill, ink,
                                f"{query} {scene}, {v}: {ratio_text(ratio)} times"))
    return Chart("heatmap", width, height, "".join(out), f"times as fast as scalar, {n} items")


# Float operations an item of the textbook test as bench/opponents/baseline.ipp writes it: every +, -, *, /, root, minimum, maximum
# and comparison is one.
OPERATIONS = {("overlap", "boxes"): 4, ("inside", "boxes"): 4, ("overlap", "circles"): 6, ("overlap", "mixed"): 10,
              ("mover", "boxes"): 13, ("movers", "boxes"): 19, ("movers", "circles"): 26}
KINDS = {"box_walls": ("overlap", "boxes"), "screen_walls": ("overlap", "boxes"), "walls_screen": ("inside", "boxes"),
         "ship_curtain": ("overlap", "circles"), "bomb_walls": ("overlap", "mixed"), "bullet_walls": ("mover", "boxes"),
         "ray522_walls": ("mover", "boxes"), "diagonal_walls": ("mover", "boxes"), "bullet_apart": ("mover", "boxes"),
         "diagonal_apart": ("mover", "boxes"), "bullets_ship": ("movers", "boxes"), "centres_ship": ("movers", "boxes"),
         "boxes_apart": ("movers", "boxes"), "boxes_close": ("movers", "boxes"), "circles_ship": ("movers", "circles")}


def roofline(run):
    """Textbook operations a second over operations a byte, best ISA; the roofs are what this core was measured at."""
    points = []
    for (kernel, query, scene, n, _), by in groups(run.headline).items():
        top = best(by)
        if top and top.bytes and scene in KINDS:
            work = OPERATIONS[KINDS[scene]]
            points.append((work / top.bytes, work / top.ns_an_item, kernel, query, scene, n, top))
    reads, peak = run.context.get("reads", []), run.context.get("gflops", 0)
    if not points or not reads or not peak:
        return None
    width, height, left, right, top_edge, bottom = 760, 430, 52, 20, 52, 70
    x = Log(*around([p[0] for p in points], 1.8), left, width - right)
    y = Log(min(p[1] for p in points) / 3, max(*(p[1] for p in points), peak) * 1.6, height - bottom, top_edge)
    out = [text(10, 20, "Roofline", "ink big"),
           text(10, 38, "billions of textbook operations a second over operations a byte; above a roof: the library "
                        "needs fewer than the textbook", "soft small")]
    for v in y.steps():
        out.append(line(left, y(v), width - right, y(v), "rule"))
        out.append(text(left - 6, y(v) + 4, f"{v:g}", "soft", "end"))
    out.append(line(left, height - bottom, width - right, height - bottom, "axis"))
    for v in (0.125, 0.25, 0.5, 1, 2, 4, 8):
        if x.has(v):
            out.append(text(x(v), height - bottom + 16, f"{v:g}", "soft", "middle"))
    for r in reads:  # GB/s * operations a byte, up to the peak
        knee = min(peak / r["gbs"], x.high)
        start = max(x.low, y.low / r["gbs"])
        if start < knee:
            out.append(path([(x(start), y(start * r["gbs"])), (x(knee), y(min(knee * r["gbs"], y.high)))],
                            "line axis"))
            out.append(text(x(start) + 22, y(start * r["gbs"]) + 9, f"{r['name']} {r['gbs']:.0f} GB/s", "soft small"))
    out.append(line(left, y(peak), width - right, y(peak), "axis"))
    out.append(text(left + 4, y(peak) - 6, f"float arithmetic {peak:.0f} Gflop/s", "soft small"))
    fits = [("L1", "avx512"), ("L2", "avx2"), ("L3", "sse2"), ("memory", "plain")]
    # Of a large last cache, how much one may use is not known: as in bench/harness/machine.cpp.
    caches = sorted((c["level"], min(c["size"], 16 << 20)) for c in run.context.get("caches", [])
                    if c.get("type") != "Instruction")
    large = any(c["size"] > 16 << 20 for c in run.context.get("caches", []))
    seen = {}
    for intensity, speed, kernel, query, scene, n, row in points:
        level = next((i for i, (_, size) in enumerate(caches) if row.bytes * n <= size), len(caches))
        name, look = fits[min(level, 3) if level < len(caches) else 3]
        seen[name] = look
        out.append(dot(x(intensity), y(speed), look, f"{kernel} {query} {scene}, n = {n}, {row.variant}: "
                                                     f"{speed:.1f} Gop/s, {short(row.ns_an_item)} ns an item"))
    columns = []  # [leftmost x, rightmost x, kernels]: one label where columns of points are close
    for intensity, _, kernel, *_ in sorted(points, key=lambda p: p[0]):
        if columns and x(intensity) - columns[-1][1] < 30:
            columns[-1][1] = x(intensity)
            columns[-1][2].add(kernel)
        else:
            columns.append([x(intensity), x(intensity), {kernel}])
    for first, last, kernels in columns:
        out.append(text((first + last) / 2, height - bottom + 34, " ".join(sorted(kernels)), "ink small", "middle"))
    at = left
    for name, look in fits:
        if name in seen:
            out.append(dot(at, height - 14, look))
            words = "more than 16 MiB" if name == "memory" and large else f"data in {name}"
            out.append(text(at + 8, height - 10, words))
            at += 110
    return Chart("roofline", width, height, "".join(out), "roofline")


def crossover_map(run):
    """Movers x targets: grid against brute force."""
    pairs = {}
    for r in run.crossing:
        pairs.setdefault((r.m, r.n), {})[r.variant.split("-")[0]] = r
    pairs = {key: by["brute"].ns / by["grid"].ns for key, by in pairs.items() if {"brute", "grid"} <= by.keys()}
    if not pairs:
        return None
    rows, columns = sorted({m for m, _ in pairs}), sorted({n for _, n in pairs})
    left, top, wide, high = 110, 84, 68, 30
    isa = run.crossing[0].variant.split("-")[1]
    out = [text(10, 20, "Grid or brute force?", "ink big"),
           text(10, 38, f"How many times as fast the grid finds each mover's first hit, {isa};", "soft small"),
           text(10, 54, "blue: the grid wins, building included; orange: brute force does", "soft small")]
    for i, n in enumerate(columns):
        out.append(text(left + wide * (i + 0.5), top - 8, count(n), "ink", "middle"))
    for j, m in enumerate(rows):
        out.append(text(left - 8, top + high * j + 19, f"{count(m)} targets", "ink", "end"))
        for i, n in enumerate(columns):
            if (m, n) in pairs:
                ratio = pairs[m, n]
                blue = ("#d3e5f6", "#9cc6ea", "#5a9bd5", "#2468ad", "#123f73")
                orange = ("#fbe3c8", "#f3bb7b", "#e0883a", "#b45f17", "#7f3d08")
                step = min(int(abs(math.log2(ratio)) / 1.2), 4)
                fill = (blue if ratio >= 1 else orange)[step]
                out.append(cell(left + wide * i, top + high * j, wide, high, ratio_text(ratio), fill,
                                "#ffffff" if step >= 3 else "#1f2328", f"{n} movers, {m} targets: {ratio_text(ratio)}"))
    bottom = top + high * len(rows)
    out.append(text(left + wide * len(columns) / 2, bottom + 20, "movers", "soft", "middle"))
    return Chart("crossover", left + wide * len(columns) + 10, bottom + 32, "".join(out), "grid or brute force")


def frames(run):
    """Milliseconds a frame, a chart a scene."""
    out = []
    for (_, scene), rows in by_scene(run.frames).items():
        series = {v: [(r.n, r.ns * 1e-6) for r in rows if r.variant == v] for v in run.variants(rows)}
        out.append(lines_over_size(f"frame_{scene}", scene, "ms a frame over the number of things", series,
                                   limits=[(1.0, "1 ms"), (16.7, "60 frames a second")]))
    return out


def growth(run):
    """Nanoseconds an item while the world grows with what is in it."""
    out = []
    for query in dict.fromkeys(r["query"] for r in run.peers if r["query"].startswith("growth")):
        rows = [r for r in run.peers if r["query"] == query]
        series = {name.split()[0]: [(r["asking"], r["times"][name]) for r in rows if r["times"].get(name)] for name in rows[0]["times"]}
        what = query.removeprefix("growth: ")
        out.append(lines_over_size(f"growth_{what.replace(' ', '_')}", what, "ns an item over the number of items",
                                   {name: points for name, points in series.items() if points}))
    return out


def all_charts(run):
    """{name: (title, charts, the same on one sheet)}, in the order of the page."""
    out = {}
    sweep = size_sweep(run)
    if sweep:
        out["size_sweep"] = ("How speed changes with size", sweep, sheet("size_sweep", "size sweep", sweep, 2))
    for title, chart in (("How much the instruction sets give", heatmap(run)), ("How far from the limit", roofline(run)),
                         ("Grid or brute force", crossover_map(run))):
        if chart:
            out[chart.name] = (title, [chart], chart)
    grown = growth(run)
    if grown:
        out["growth"] = ("Many against many: other libraries, and growth", grown, sheet("growth", "growth", grown, 2))
    scenes = frames(run)
    if scenes:
        out["frames"] = ("What a game pays: whole frames", scenes, sheet("frames", "frames", scenes, 3))
    return out
