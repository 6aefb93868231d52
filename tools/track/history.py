"""What the library took, commit after commit: one line of JSON a record, so that two branches that both add records
merge without a conflict (.gitattributes: merge=union)."""

import datetime
import json
import math
import os
import xml.sax.saxutils

from common import TrackError, write_whole
from stats import change_points, median, percent, quantile

FILE = os.path.join("bench", "track", "history.jsonl")
FIELDS = {"commit": str, "date": str, "subject": str, "cpu": str, "compiler": str, "flags": str, "golden": str,
          "ghz": float, "rows": dict}


def make(revision_commit, date, subject, context, values):
    """A record of {row: [ns of each run]}: of each row the median and the quartiles, in ns a call."""
    rows = {name: [float(f"{number:.5g}") for number in (median(v), quantile(v, 0.25), quantile(v, 0.75))]
            for name, v in sorted(values.items())}
    return {"commit": revision_commit, "date": date, "measured": now(), "subject": subject, **about(context),
            "golden": context.get("golden", "unknown"), "ghz": float(context.get("ghz_measured", 0)), "rows": rows}


def about(context):
    """What must be the same for two records to be compared, of what a program says of its run."""
    return {"cpu": context.get("cpu_model", "unknown"), "compiler": context.get("compiler", "unknown"),
            "flags": context.get("flags", "unknown")}


def machine(record):
    return record["cpu"], record["compiler"], record["flags"]


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def utc(date):
    """A date of git's, so that records sort by it as text."""
    return datetime.datetime.fromisoformat(date.replace("Z", "+00:00")).astimezone(
        datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def parse(text, name):
    """The records, the oldest commit first. A line twice, which a merge can leave, counts once."""
    records, seen = [], set()
    for number, text_line in enumerate(text.splitlines(), 1):
        if not text_line.strip() or text_line in seen:
            continue
        seen.add(text_line)
        try:
            record = json.loads(text_line)
        except json.JSONDecodeError as error:
            raise TrackError(f"{name}, line {number}: {error.msg}; one record a line") from error
        if not isinstance(record, dict):
            raise TrackError(f"{name}, line {number}: no record")
        for field, kind in FIELDS.items():
            value = record.get(field)
            if not isinstance(value, (int, float) if kind is float else kind):
                raise TrackError(f"{name}, line {number}: {field} is missing or of the wrong kind")
        for row, numbers in record["rows"].items():
            if not (isinstance(numbers, list) and len(numbers) == 3 and all(
                    isinstance(n, (int, float)) and n > 0 and math.isfinite(n) for n in numbers)):
                raise TrackError(f"{name}, line {number}: {row} has no three times")
        records.append(record)
    return sorted(records, key=lambda r: (r["date"], r.get("measured", "")))


def load(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return parse(file.read(), path)


def append(path, record):
    """Adds a line; an interruption leaves the file as it was."""
    before = ""
    if os.path.exists(path):
        load(path)  # does not add to what is broken
        with open(path, encoding="utf-8") as file:
            before = file.read()
    if before and not before.endswith("\n"):
        before += "\n"
    write_whole(path, before + json.dumps(record, sort_keys=True) + "\n")


def machines(records):
    """{(cpu, compiler, flags): records}: only those of one machine can be compared."""
    groups = {}
    for record in records:
        groups.setdefault(machine(record), []).append(record)
    return groups


def lines_of(records):
    """{row: [(record, [median, low, high])]} of one machine's records."""
    lines = {}
    for record in records:
        for name, numbers in record["rows"].items():
            lines.setdefault(name, []).append((record, numbers))
    return dict(sorted(lines.items()))


def jumps(points, threshold):
    """[(index, difference of logarithms)] of a line's change points."""
    logs = [math.log(numbers[0]) for _, numbers in points]
    at = change_points(logs, smallest=threshold)
    edges = [0, *at, len(logs)]
    return [(at[i], median(logs[at[i]:edges[i + 2]]) - median(logs[edges[i]:at[i]])) for i in range(len(at))]


BARS = "▁▂▃▄▅▆▇█"


def spark(values):
    low, high = min(values), max(values)
    span = math.log(high / low) if high > low else 0
    # Less than 10 % in all is drawn as little: a line that only trembles should look so.
    scale = max(span, math.log(1.1))
    return "".join(BARS[min(7, int(8 * math.log(v / low) / scale))] if span else BARS[0] for v in values)


def text(records, threshold=0.03):
    """For a terminal: a line a row, and below it what jumped, and with which commit."""
    out = []
    for (cpu, compiler, flags), group in machines(records).items():
        out.append(f"{cpu}, {compiler}, {flags}: {len(group)} records, "
                   f"{group[0]['commit'][:10]} to {group[-1]['commit'][:10]}")
        for name, points in lines_of(group).items():
            values = [numbers[0] for _, numbers in points]
            out.append(f"  {name:<48} {per_item(name, values[-1]):>10}  {spark(values)}")
            for at, difference in jumps(points, threshold):
                record = points[at][0]
                out.append(f"    {percent(difference):>8} with {record['commit'][:10]} {record['subject']}"
                           f"{other_clock(points[at - 1][0], record)}")
        out.append("")
    return "\n".join(out) if out else "no records yet: ./run track --record adds one\n"


def other_clock(before, after):
    """The clock rates of two records that are not alike: virtual machines on different hosts tell one CPU's name."""
    if abs(after["ghz"] - before["ghz"]) <= 0.05 * before["ghz"]:
        return ""
    return f" (at {after['ghz']:.2f} GHz, before at {before['ghz']:.2f}: another machine?)"


def per_item(name, ns):
    """ns an item, since that is what people compare; the name says how many there are."""
    size = name.rsplit("/n:", 1)
    return f"{ns / int(size[1]):.4f} ns" if len(size) == 2 and size[1].isdigit() else f"{ns:.4g} ns"


WIDTH, HEIGHT, LEFT, GAP = 760, 92, 20, 46


def svg(records, threshold=0.03):
    """One small chart a row and machine. A point is a record, its bar the quartiles, a red line a change point; who
    hovers over a point sees the commit."""
    charts = []
    for machine, group in machines(records).items():
        charts += [(machine, name, points) for name, points in lines_of(group).items()]
    quote = xml.sax.saxutils.escape
    height = max(1, len(charts)) * (HEIGHT + GAP) + 20
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
           f'viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{height}" fill="white"/>']
    if not charts:
        out.append('<text x="20" y="30">no records yet</text>')
    for number, (machine, name, points) in enumerate(charts):
        top = number * (HEIGHT + GAP) + GAP
        low = min(numbers[1] for _, numbers in points)
        high = max(max(numbers[2] for _, numbers in points), low * 1.1)

        def x(i, count=len(points)):
            return LEFT + (WIDTH - 2 * LEFT) * (i + 0.5) / count

        def y(value, low=low, high=high, top=top):
            return top + HEIGHT * (1 - math.log(value / low) / math.log(high / low))

        out.append(f'<text x="{LEFT}" y="{top - 18}" font-weight="bold">{quote(name)}</text>')
        out.append(f'<text x="{LEFT}" y="{top - 4}" fill="#666">{quote(", ".join(machine))}: '
                   f'{per_item(name, points[-1][1][0])} an item</text>')
        out.append(f'<rect x="{LEFT}" y="{top}" width="{WIDTH - 2 * LEFT}" height="{HEIGHT}" fill="none" stroke="#ccc"/>')
        for at, difference in jumps(points, threshold):
            at_x = (x(at - 1) + x(at)) / 2
            out.append(f'<line x1="{at_x:.1f}" y1="{top}" x2="{at_x:.1f}" y2="{top + HEIGHT}" stroke="#c00"/>')
            out.append(f'<text x="{at_x + 4:.1f}" y="{top + 12}" fill="#c00">{quote(percent(difference))} '
                       f'{quote(points[at][0]["commit"][:10])}</text>')
        path = " ".join(f"{x(i):.1f},{y(numbers[0]):.1f}" for i, (_, numbers) in enumerate(points))
        out.append(f'<polyline points="{path}" fill="none" stroke="#07a"/>')
        for i, (record, (middle, first, third)) in enumerate(points):
            label = f"{record['commit'][:10]} {record['subject']}: {per_item(name, middle)} an item"
            out.append(f'<line x1="{x(i):.1f}" y1="{y(first):.1f}" x2="{x(i):.1f}" y2="{y(third):.1f}" stroke="#07a"/>')
            out.append(f'<circle cx="{x(i):.1f}" cy="{y(middle):.1f}" r="3" fill="#07a">'
                       f'<title>{quote(label)}</title></circle>')
    out.append("</svg>")
    return "\n".join(out) + "\n"
