"""Instructions, which have no noise: callgrind counts those of whole queries (scalar, SSE2, AVX2), and the disassembly
those in loops (AVX-512, which callgrind does not run). The committed baseline is bench/track/counts.json."""

import collections
import datetime
import glob
import json
import os
import re
import subprocess
import tempfile

from build import cache_values, program
from common import TrackError, need, read_json, run, write_whole

BASELINE = os.path.join("bench", "track", "counts.json")
# Counts are comparable only if all of this is the same: it makes the code, or runs it.
FINGERPRINT = ("compiler", "flags", "xsimd", "libc", "valgrind")


# ---- callgrind ----------------------------------------------------------------------------------------------------

def parse_callgrind(text):
    """{name: instructions} of dumps that a program named itself (CALLGRIND_DUMP_STATS_AT)."""
    found, name = {}, None
    for line in text.splitlines():
        if line.startswith("desc: Trigger: "):
            words = line[len("desc: Trigger: "):]
            name = words[len("Client Request: "):] if words.startswith("Client Request: ") else None
        elif line.startswith("totals: ") and name is not None:
            if name in found:
                raise TrackError(f"two counts of {name}")
            found[name] = int(line.split()[1])
            name = None
    return found


def count(out, pattern=""):
    """{row: instructions} of the hitscan_counts in a build folder."""
    need("valgrind")
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "dumps")
        env = {key: value for key, value in os.environ.items() if not key.startswith(("HITSCAN_", "LD_", "GLIBC_"))}
        env["LD_BIND_NOW"] = "1"  # else the first call of a function counts its linking
        done = subprocess.run(["valgrind", "--tool=callgrind", "--instr-atstart=no", "--collect-atstart=no",
                               "--combine-dumps=yes", f"--callgrind-out-file={file}", program(out, "hitscan_counts"),
                               pattern], env=env, text=True, errors="replace", capture_output=True)
        if done.returncode != 0:
            raise TrackError(f"callgrind failed with {done.returncode}:\n{done.stderr[-2000:]}")
        with open(file, encoding="utf-8", errors="replace") as dumps:
            found = parse_callgrind(dumps.read())
    if not found and not pattern:
        raise TrackError("callgrind counted nothing")
    return found


# ---- disassembly --------------------------------------------------------------------------------------------------

# What fills gaps so that loops begin where the processor likes it: of no cost worth counting, and not for us to choose.
FILLER = re.compile(r"(?:data16|cs|nop[wl]?|xchg\s+%ax,%ax|nop)\b")
FUNCTION = re.compile(r"^([0-9a-f]+) <(.*)>:$")
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+(\S.*)$")
JUMP = re.compile(r"^(?:bnd )?(j[a-z]+|loop[a-z]*)\s+([0-9a-f]+)\b")
LEAVE = re.compile(r"^(?:notrack |bnd |repz )*(?:ret|ud2|hlt|jmp\s+\*)")


def successors(lines):
    """[indices that may run next] for [(address, text)] of one function."""
    at = {address: i for i, (address, _) in enumerate(lines)}
    out, tables = [], []
    for i, (_, text) in enumerate(lines):
        following = [i + 1] if i + 1 < len(lines) else []
        jump = JUMP.match(text)
        if jump:
            if jump[1] == "jmp":
                following = []
            if int(jump[2], 16) in at:
                following = following + [at[int(jump[2], 16)]]
        elif LEAVE.match(text):
            following = []
            if "jmp" in text:
                tables.append(i)
        out.append(following)
    # What fills a gap that nothing runs into leads nowhere: as a way into a loop it would hide that this is one.
    leading = collections.Counter(to for following in out for to in following)
    gaps = set()
    for i, (_, text) in enumerate(lines):
        if i > 0 and not leading[i] and FILLER.match(text):
            leading.subtract(out[i])
            out[i] = []
            gaps.add(i)
    # A jump through a table: to all that nothing else leads to.
    if tables:
        reached = {0}.union(gaps, *out)
        cases = [i for i in range(len(lines)) if i not in reached]
        for i in tables:
            out[i] = cases
    return out


def components(nodes, edges):
    """Strongly connected components, each a list (Tarjan, SIAM Journal on Computing 1, 1972), without recursion."""
    number, low, stack, on_stack = {}, {}, [], set()
    for start in nodes:
        if start in number:
            continue
        work = [(start, iter(edges[start]))]
        number[start] = low[start] = len(number)
        stack.append(start)
        on_stack.add(start)
        while work:
            node, rest = work[-1]
            for to in rest:
                if to not in number:
                    number[to] = low[to] = len(number)
                    stack.append(to)
                    on_stack.add(to)
                    work.append((to, iter(edges[to])))
                    break
                if to in on_stack:
                    low[node] = min(low[node], number[to])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    part = []
                    while not part or part[-1] != node:
                        part.append(stack.pop())
                        on_stack.discard(part[-1])
                    yield part


def loop_instructions(lines):
    """Instructions in loops, for [(address, text)] of one function: those on a cycle of its control flow. Inner loops
    are counted again, so that it shows when something moves from an outer loop into one: what remains cyclic when the
    jumps to the ways in are taken away."""
    edges = dict(enumerate(successors(lines)))
    counted = [FILLER.match(text) is None for _, text in lines]
    total, work = 0, [(list(edges), edges)]
    while work:
        nodes, edges = work.pop()
        for part in components(nodes, edges):
            inside = set(part)
            if len(part) == 1 and part[0] not in edges[part[0]]:
                continue
            total += sum(counted[i] for i in part)
            entries = {to for node in nodes if node not in inside for to in edges[node] if to in inside}
            entries = entries or {min(inside)}  # the function begins with it
            work.append((sorted(inside), {i: [to for to in edges[i] if to in inside and to not in entries]
                                          for i in inside}))
    return total


def short_name(name):
    """A demangled name without namespaces, return type and parameters: scan<sweep_pairs<avx512bw, 2, true>>."""
    name = re.sub(r"\(anonymous namespace\)::|hitscan::detail::|xsimd::", "", name)
    clone = "".join(re.findall(r"\s\[clone ([^\]]*)\]", name))
    name = re.sub(r"\s\[clone [^\]]*\]", "", name)
    depth = begin = 0
    end = len(name)
    for i, letter in enumerate(name):
        if letter == "<":
            depth += 1
        elif letter == ">":
            depth -= 1
        elif depth == 0 and letter == " ":
            begin = i + 1
        elif depth == 0 and letter == "(" and i > begin:
            end = i
            break
    return name[begin:end].replace("> >", ">>").replace("> >", ">>") + clone


def parse_disassembly(text):
    """{function: instructions in its loops} of objdump's output; functions without loops are left out."""
    found, names, name, lines = {}, collections.Counter(), None, []

    def finish():
        loops = loop_instructions(lines) if name is not None else 0
        if loops:
            short = short_name(name)
            names[short] += 1
            found[short if names[short] == 1 else f"{short} #{names[short]}"] = loops

    for line in text.splitlines():
        head = FUNCTION.match(line)
        if head:
            finish()
            name, lines = head[2], []
            continue
        instruction = INSTRUCTION.match(line)
        if instruction:
            lines.append((int(instruction[1], 16), instruction[2]))
    finish()
    return found


def count_loops(out, isa="avx512"):
    """{"loops/<isa>/<file>/<function>": instructions} of the ISA's objects in a build folder. Files that are compiled once
    for 2D and once for 3D may have a function in both: the second is "<function> #2"."""
    objects = [path for part in ("", "_2d", "_3d", "_world")
               for path in sorted(glob.glob(os.path.join(out, "CMakeFiles", f"hitscan_isa_{isa}{part}.dir", "src", "**", "*.o"),
                                              recursive=True))]
    found = {}
    for path in objects:
        file = os.path.basename(path).split(".")[0]
        text = run(["objdump", "--disassemble", "--demangle", "--no-show-raw-insn", path])
        for function, value in parse_disassembly(text).items():
            key = f"loops/{isa}/{file}/{function}"
            found[key if key not in found else f"{key} #2"] = value
    return found


def count_everything(out, pattern=""):
    """Both kinds, of the rows and loops whose name the pattern is found in."""
    try:
        chosen = re.compile(pattern)
    except re.error as error:
        raise TrackError(f"--filter {pattern}: {error}") from error
    loops = count_loops(out)
    return {**count(out, pattern), **{name: value for name, value in loops.items() if chosen.search(name)}}


# ---- what made them -------------------------------------------------------------------------------------------------

def fingerprint(out):
    """What the counts of a build folder depend on, beside the sources."""
    cache = cache_values(out, "CMAKE_CXX_COMPILER", "CMAKE_CXX_FLAGS", "CMAKE_BUILD_TYPE", "CMAKE_CXX_FLAGS_RELEASE",
                         "HITSCAN_XSIMD_FOUND_DIR", "HITSCAN_CHECKS")
    version = run([cache["CMAKE_CXX_COMPILER"], "--version"]).splitlines()[0]
    # "g++ (Debian 12.2.0-14) 12.2.0", and "c++ (Debian ..." where it has that name.
    version = re.sub(r"^\S*?(clang|g)?\+\+(-\d+)? ", "", version) if "(" in version else version
    kind = cache["CMAKE_BUILD_TYPE"] or "Release"
    checks = {"ON": "checks", "1": "checks", "OFF": "no-checks", "0": "no-checks"}.get(cache["HITSCAN_CHECKS"], "")
    flags = " ".join([cache["CMAKE_CXX_FLAGS"], cache["CMAKE_CXX_FLAGS_RELEASE"] if kind == "Release" else kind,
                      checks]).split()
    try:
        libc = os.confstr("CS_GNU_LIBC_VERSION") or "unknown"
    except (ValueError, OSError):
        libc = "unknown"
    return {"compiler": version, "flags": " ".join(flags), "xsimd": xsimd_version(cache["HITSCAN_XSIMD_FOUND_DIR"]),
            "libc": libc, "valgrind": run(["valgrind", "--version"]).strip()}


def xsimd_version(folder):
    try:
        with open(os.path.join(folder, "xsimd", "config", "xsimd_config.hpp"), encoding="utf-8") as file:
            parts = dict(re.findall(r"define XSIMD_VERSION_(MAJOR|MINOR|PATCH)\s+(\d+)", file.read()))
    except OSError:
        return "unknown"
    return ".".join(parts.get(part, "0") for part in ("MAJOR", "MINOR", "PATCH"))


# ---- comparison -----------------------------------------------------------------------------------------------------

Change = collections.namedtuple("Change", "name before after")  # None: there is none


def compare(before, after):
    """All that differs, the worst first."""
    changes = [Change(name, before.get(name), after.get(name)) for name in {*before, *after}
               if before.get(name) != after.get(name)]

    def badness(change):
        both = change.before is not None and change.after is not None
        return (0 if both else 1, -(change.after / change.before) if both else 0, change.name)

    return sorted(changes, key=badness)


def describe(changes, most=25):
    lines = []
    for name, before, after in changes[:most]:
        if before is None:
            lines.append(f"  new        {after:>12}  {name}")
        elif after is None:
            lines.append(f"  gone       {before:>12}  {name}")
        else:
            lines.append(f"  {100 * (after - before) / before:+8.2f} % {before:>12} -> {after}  {name}")
    if len(changes) > most:
        lines.append(f"  ... and {len(changes) - most} more")
    for word, numbers in (("gone", [c.before for c in changes if c.after is None]),
                          ("new", [c.after for c in changes if c.before is None])):
        if numbers:
            lines.append(f"  {word} in all: {len(numbers)} names, {sum(numbers)} instructions")
    return "\n".join(lines)


def compare_two(before, after):
    """(words, whether anything takes more, why that could not be told or ""). A kernel by another name is one that is
    gone and one that is new, which nothing compares."""
    changes, both = compare(before, after), before.keys() & after.keys()
    more = sum(before[name] < after[name] for name in both)
    less = sum(before[name] > after[name] for name in both)
    words = f"counts: {len(both)} compared" + (f", {more} more, {less} less" if more or less else ", all equal")
    renamed = not more and len(before) > len(both) < len(after)
    return ("\n".join([words, describe(changes)]).rstrip(), more > 0,
            "names are gone and others are new: a kernel that has another name is not compared" if renamed else "")


# ---- the baseline ---------------------------------------------------------------------------------------------------

def baseline_text(made_by, counts, accepted):
    """One line a count, sorted: a change of one count is a change of one line."""
    def block(opening, lines, closing):
        return f" {opening}\n" + ",\n".join(f"  {line}" for line in lines) + f"\n {closing}"

    return ("{\n" +
            ' "made_by": ' + json.dumps(made_by, sort_keys=True) + ",\n" +
            block('"accepted": [', [json.dumps(entry, sort_keys=True) for entry in accepted], "],") + "\n" +
            block('"counts": {', [f"{json.dumps(name)}: {counts[name]}" for name in sorted(counts)], "}") + "\n}\n")


def load_baseline(path):
    """(made_by, counts, accepted)"""
    data = read_json(path)
    try:
        made_by, counts, accepted = data["made_by"], data["counts"], data["accepted"]
        if not all(isinstance(value, int) and value >= 0 for value in counts.values()):
            raise TrackError(f"{path}: a count that is no number")
        return made_by, counts, list(accepted)
    except (KeyError, TypeError, AttributeError) as error:
        raise TrackError(f"{path} is no baseline of counts: {error}") from error


def check(path, made_by, counts):
    """(words, good): whether the counts are the baseline's. Those of another compiler say nothing, and pass."""
    if not os.path.exists(path):
        return f"there is no {path}; ./run track --counts --accept \"first\" makes it", False
    before_by, before, _ = load_baseline(path)
    other = [part for part in FINGERPRINT if before_by.get(part) != made_by.get(part)]
    if other:
        return ("counts: NOT compared, and passed. The baseline was made by another " + ", another ".join(
            f"{part} ({before_by.get(part)!r}, here {made_by.get(part)!r})" for part in other), True)
    changes = compare(before, counts)
    if not changes:
        return f"counts: {len(counts)} compared with {path}, all equal", True
    return (f"counts: {len(changes)} of {len(counts)} differ from {path}\n{describe(changes)}\n"
            "If that is how it has to be: ./run track --counts --accept \"the reason\"", False)


def accept(path, made_by, counts, reason, today=None):
    """Makes these counts the baseline, and writes down why. Returns what changed."""
    if not reason.strip():
        raise TrackError("--accept needs a reason, in words")
    before, accepted = {}, []
    if os.path.exists(path):
        _, before, accepted = load_baseline(path)
    changes = compare(before, counts)
    if changes or not os.path.exists(path) or load_baseline(path)[0] != made_by:
        both = [c.after / c.before for c in changes if c.before and c.after is not None]
        accepted.append({"date": today or datetime.date.today().isoformat(), "reason": reason.strip(),
                         "changed": len(both), "new": sum(c.before is None for c in changes),
                         "gone": sum(c.after is None for c in changes),
                         "most": round(max(both), 4) if both else 1, "least": round(min(both), 4) if both else 1})
        write_whole(path, baseline_text(made_by, counts, accepted))
    return changes
