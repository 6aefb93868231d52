#!/usr/bin/env python3
"""Who uses a name of the standard library includes its header: ./run check, or
python3 -B tools/check_includes.py [FILE]...

What one standard library's <vector> brings along another's does not, and then nothing compiles. A header of the
project's own may have included it. As `file:line: reason`; without arguments all of include, src, bench, tests and
examples. Exits with 1 when anything is found.
"""
import functools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLACES = [ROOT / place for place in ("include", "src", "bench", "tests")]
HEADERS = {header: re.compile(rf"\bstd::(?:ranges::)?({names.replace(' ', '|')})\b") for header, names in {
    "algorithm": "all_of any_of none_of clamp copy copy_n count count_if equal equal_range fill fill_n find find_if "
                 "for_each generate includes lower_bound max max_element merge min min_element minmax mismatch "
                 "next_permutation nth_element partial_sort partition remove_if replace reverse rotate set_difference "
                 "set_intersection shuffle sort stable_partition stable_sort transform unique upper_bound",
    "array": "array",
    "atomic": "atomic",
    "bit": "bit_cast bit_ceil bit_width countl_zero countr_zero has_single_bit popcount",
    "chrono": "chrono",
    "cmath": "abs ceil copysign cos exp floor fma hypot isfinite isinf isnan log2 nextafter pow signbit sin sqrt",
    "cstdio": "fopen fprintf printf puts snprintf",
    "cstdlib": "abort exit getenv",
    "cstring": "memcmp memcpy memset strcmp strlen",
    "fstream": "ifstream ofstream",
    "functional": "function greater less",
    "limits": "numeric_limits",
    "map": "map",
    "memory": "make_shared make_unique shared_ptr unique_ptr",
    "numeric": "accumulate gcd iota lcm midpoint partial_sum reduce",
    "optional": "nullopt optional",
    "random": "mt19937 mt19937_64 uniform_int_distribution uniform_real_distribution",
    "set": "set",
    "span": "span",
    "sstream": "istringstream ostringstream stringstream",
    "string": "string to_string",
    "string_view": "string_view",
    "thread": "thread",
    "tuple": "apply tie tuple tuple_element_t tuple_size_v",
    "utility": "exchange index_sequence make_index_sequence move pair swap",
    "vector": "vector",
}.items()}
CAN_BE_C = {"cmath", "cstdio", "cstdlib", "cstring"}


@functools.cache
def brings(file):
    """The standard headers that this file has, by itself or by headers of the project's own."""
    found = set()
    for quote, name in re.findall(r'^#include ([<"])([^>"]+)', file.read_text(encoding="utf-8"), re.M):
        beside = [file.parent] if quote == '"' else []
        own = next((place / name for place in beside + PLACES if (place / name).is_file()), None)
        found |= brings(own.resolve()) if own else {name}
    return found


def check(file):
    """Yields (line number, reason)."""
    code = re.sub(r'"(\\.|[^"\\\n])*"|//.*', "", file.read_text(encoding="utf-8"))
    have = brings(file)
    for header, names in HEADERS.items():
        used = None if header in have or (header in CAN_BE_C and header[1:] + ".h" in have) else names.search(code)
        if used:
            yield code.count("\n", 0, used.start()) + 1, f"std::{used.group(1)} without <{header}>"


def main(arguments):
    files = [pathlib.Path(name).resolve() for name in arguments] or sorted(
        file for place in PLACES + [ROOT / "examples"] for file in place.rglob("*.?pp") if "planted" not in file.name)
    found = 0
    for file in files:
        for number, reason in check(file):
            print(f"{file.relative_to(ROOT) if file.is_relative_to(ROOT) else file}:{number}: {reason}")
            found += 1
    if not files:
        print("no files: this check does not find them any more")
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
