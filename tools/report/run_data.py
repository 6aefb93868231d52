"""Reads bench.json strictly: what a tracker would choke on is an error here, too."""
import json
import re
from statistics import median

NAME = re.compile(r"([^/]+)/([^/]+)/([^/]+)/n:([1-9][0-9]*)(?:/m:([1-9][0-9]*))?")
PLAIN = ("plain", "native")
ISAS = ("sse2", "avx2", "avx512", "neon64")


class BadFile(Exception):
    """bench.json is not what hitscan_bench writes."""


def quantile(values, part):
    values = sorted(values)
    at = part * (len(values) - 1)
    low = int(at)
    high = min(low + 1, len(values) - 1)
    return values[low] + (values[high] - values[low]) * (at - low)


class Row:
    """All repetitions of one name. Times are ns a call; `ns` is the thread's clock, `wall` the one on the wall."""

    def __init__(self, name, first):
        self.name = name
        match = NAME.fullmatch(name)
        if not match:
            raise BadFile(f"a name is not query/scene/variant/n:N: {name}")
        self.query, self.scene, self.variant = match[1], match[2], match[3]
        self.n, self.m = int(match[4]), int(match[5] or 0)
        self.kernel = first.get("label", "")
        self.bytes = first.get("bytes_an_item", 0)
        self.read = first.get("read_bytes_per_second", 0)
        self.entries, self.all_ns, self.all_wall = [], [], []

    def add(self, entry):
        for key in ("cpu_time", "real_time"):
            if not isinstance(entry.get(key), (int, float)) or not 0 < entry[key] < 1e18:
                raise BadFile(f"{self.name}: {key} is {entry.get(key)}")
        if entry.get("time_unit") != "ns":
            raise BadFile(f"{self.name}: time_unit is {entry.get('time_unit')}, not ns")
        self.entries.append(entry)
        self.all_ns.append(entry["cpu_time"])
        self.all_wall.append(entry["real_time"])

    @property
    def ns(self):
        return median(self.all_ns)

    @property
    def wall(self):
        return median(self.all_wall)

    @property
    def ns_an_item(self):
        return self.ns / self.n

    @property
    def spread(self):
        return quantile(self.all_ns, 0.25), quantile(self.all_ns, 0.75)

    @property
    def noisy(self):
        """The quartiles of the rounds are a tenth of the median apart, or more."""
        return self.spread[1] - self.spread[0] > 0.1 * self.ns


class Run:
    def __init__(self, context, rows):
        self.context, self.rows = context, rows
        self.peers = []  # rows of peers.json: other libraries, asked the same
        self.about_peers = {}  # and when, where and of what that was

    @property
    def headline(self):
        return [r for r in self.rows if r.kernel]

    @property
    def frames(self):
        return [r for r in self.rows if r.query == "frame"]

    @property
    def crossing(self):
        return [r for r in self.rows if r.scene == "crossing"]

    @property
    def busy(self):
        """How much longer it took on the wall than its thread ran: others had the core."""
        thread = sum(e["cpu_time"] * e["iterations"] for r in self.rows for e in r.entries)
        wall = sum(e["real_time"] * e["iterations"] for r in self.rows for e in r.entries)
        return wall / thread if thread else 1

    def variants(self, rows):
        """Of these rows, in the order of tables: reference, plain loops, instruction sets, whatever else there is."""
        known = ["scalar", "naive", *PLAIN, *ISAS]
        found = {r.variant: None for r in rows}
        return [v for v in known if v in found] + [v for v in found if v not in known]

    def isas(self, rows):
        return [v for v in self.variants(rows) if v in ISAS]


def no_constant(text):
    raise BadFile(f"{text} is not JSON")


def no_twins(pairs):
    out = dict(pairs)
    if len(out) != len(pairs):
        raise BadFile("a key is there twice")
    return out


def strict(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file, parse_constant=no_constant, object_pairs_hook=no_twins)
    except (ValueError, BadFile) as error:
        raise BadFile(f"{path}: {error}") from error


def load_peers(path):
    data = strict(path)
    try:
        for row in data["rows"]:
            if not {"query", "scene", "asking", "items", "unit", "right"} <= row.keys() or "hitscan" not in row["times"]:
                raise KeyError
        return data["rows"], {key: value for key, value in data.items() if key != "rows"}
    except (AttributeError, KeyError, TypeError) as error:
        raise BadFile(f"{path}: these are not rows of hitscan_peers") from error


def load(path):
    data = strict(path)
    if not isinstance(data, dict) or not {"context", "benchmarks"} <= data.keys():
        raise BadFile(f"{path}: no context and benchmarks")
    rows = {}
    for entry in data["benchmarks"]:
        name = entry.get("name", "")
        row = rows.setdefault(name, None) or Row(name, entry)
        rows[name] = row
        row.add(entry)
    return Run(data["context"], list(rows.values()))
