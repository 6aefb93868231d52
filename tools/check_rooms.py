#!/usr/bin/env python3
"""Promises of src: every #include points down the floors below, or stays in its room; every header compiles alone; and
nobody asks xsimd what its versions do not answer alike.

usage: check_rooms.py compiler [flag...]      without a compiler: the includes alone
"""

import concurrent.futures
import itertools
import os
import re
import subprocess
import sys
import tempfile

# From below. A room includes itself and the floors under its own.
FLOORS = [
    ["core"],
    ["dispatch", "reference"],
    ["lanes", "masks", "tiles", "bullets", "respond", "api"],
    ["kernels", "world"],
    ["particles"],
    ["isa"],
]
WITH_REGISTERS = ("lanes", "kernels")  # need an ISA; all others compile for any CPU
# What takes long to read, and is read by many: the more of it first.
OFTEN = [("xsimd/xsimd.hpp", "hitscan/detail/request.hpp"), ("hitscan/detail/request.hpp",)]
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SRC, INCLUDE = os.path.join(ROOT, "src"), os.path.join(ROOT, "include")
included = {}


def room_of(path):
    return os.path.relpath(path, SRC).split(os.sep)[0]


def files(*ends):
    return sorted(os.path.join(folder, name) for folder, _, names in os.walk(SRC) for name in names
                  if name.endswith(ends))


def wrong_includes():
    floor = {room: k for k, rooms in enumerate(FLOORS) for room in rooms}
    wrong = [f"src/{room} stands on no floor" for room in sorted(os.listdir(SRC)) if room not in floor]
    for path in files(".hpp", ".cpp"):
        with open(path, encoding="utf-8") as text:
            lines = text.readlines()
        for number, line in enumerate(lines, 1):
            if asked := re.search(r"xsimd::f?(min|max)\b", line):  # of zeros and NaN 14 takes the other one
                wrong.append(f"{os.path.relpath(path, SRC)}:{number}: {asked[0]}, where simd.hpp has {asked[1]}imum")
            found = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
            if not found:
                continue
            to = os.path.normpath(os.path.join(os.path.dirname(path), found[1]))
            mine, other = room_of(path), room_of(to)
            where = f"{os.path.relpath(path, SRC)}:{number}"
            if not os.path.exists(to):
                wrong.append(f"{where}: no file {found[1]}")
            elif mine != other and floor.get(other, 99) >= floor.get(mine, 0):
                wrong.append(f"{where}: {mine} may not include {other}, which is not below it")
    return wrong


def needs_isa(header):
    return room_of(header) in WITH_REGISTERS


def begins_with(header):
    """The header of src that this one includes before it says anything, or None."""
    with open(header, encoding="utf-8") as text:
        found = re.match(r'(?:\s|//.*|#pragma once)*#include "([^"]+)"', text.read())
    return found and os.path.normpath(os.path.join(os.path.dirname(header), found[1]))


def included_by(path):
    """All that it includes, by whatever way: paths, or the names of what is not ours."""
    if path not in included:
        included[path] = found = set()
        with open(path, encoding="utf-8") as text:
            for name, other in re.findall(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)', text.read(), re.MULTILINE):
                to = os.path.join(os.path.dirname(path), name) if name else os.path.join(INCLUDE, other)
                found.add(name and os.path.normpath(to) or other)
                if os.path.exists(to):
                    found |= included_by(os.path.normpath(to))
    return included[path]


def flags_of(header):
    isa = ["-DHITSCAN_ISA=sse2", "-DHITSCAN_ARCH=xsimd::sse2"] if needs_isa(header) else []
    return isa + ["-std=c++20", "-w"]


def often_in(header):
    """Of what many read, the most that this one includes anyhow: it stands before it when it is compiled alone."""
    return next((names for names in OFTEN if included_by(header).issuperset(names)), ())


def precompile(header, command, folder):
    names = often_in(header)
    path = os.path.join(folder, f"{len(names)}{needs_isa(header)}.hpp")
    if names and not os.path.exists(path):
        with open(path, "w", encoding="utf-8") as out:
            out.writelines(f"#include <{name}>\n" for name in names)
        subprocess.run(command + flags_of(header) + ["-x", "c++-header", path, "-o", path + ".gch"],
                       capture_output=True, check=False)  # should it fail, it is read as text
    return ["-include", path] if names else []


def compile_alone(header, before, command):
    run = subprocess.run(command + flags_of(header) + before + ["-fsyntax-only", "-x", "c++", "-"],
                         input=f'#include "{header}"\n', capture_output=True, text=True, check=False)
    if run.returncode == 0:
        return None
    errors = [line for line in run.stderr.splitlines() if "error" in line]
    return f"{os.path.relpath(header, SRC)} does not compile alone: {(errors or ['?'])[0]}"


def main():
    wrong, command = wrong_includes(), sys.argv[1:]
    headers = files(".hpp") if command else []
    # What another header begins with has compiled alone when that one has, as long as both are compiled alike.
    first = {header: begins_with(header) for header in headers}
    alike = {to for header, to in first.items() if to and needs_isa(header) == needs_isa(to)}
    wrong += [f"{os.path.relpath(header, SRC)} and what it begins with begin with each other" for header in headers
              if header in alike and first.get(first[header]) == header]
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        rest = [header for header in headers if header not in alike]
        before = [precompile(header, command, folder) for header in rest]
        wrong += filter(None, pool.map(compile_alone, rest, before, itertools.repeat(command)))
    print("\n".join(wrong) or f"{len(files('.hpp', '.cpp'))} files keep to their floors, {len(headers)} headers "
                              "compile alone")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
