#!/usr/bin/env python3
"""Finds comments that ran together: ./run check, or python3 -B tools/check_comments.py [FILE | FOLDER]...

Comments are set by hand, 120 columns at most. Tools and editors that wrap them know nothing of tables and pictures and
break these. What gives that away, and is reported as `file:line: reason`, is, in a block of whole-line comments:

    a line of more than 120 columns (behind code, too);
    a broken row: a wide row of a table or picture, then up to three words that start no deeper;
    a stub: a line of one or two words between two full ones.

Without arguments: all C++ of the project. Exits with 1 when anything is found.
"""
import pathlib
import re
import sys

WIDTH = 120  # no line is longer
ROW = 100    # a row this wide may have been broken
FULL = 90    # a line of text longer than that is full
FOLDERS = "include", "src", "tests", "bench", "examples"
SUFFIXES = ".hpp", ".cpp", ".ipp"

COMMENT = re.compile(r"\s*//[/!]?<?(?= |$)")
TABLE = re.compile(r"\S {3,}\S|\||\+--|\.--")  # columns, or what pictures are drawn with
DRAWN_OR_CODE = re.compile(r"  |--|->|\||;$|(^| )[^\w ]+( |$)")


def indent(text):
    return len(text) - len(text.lstrip())


def check(lines):
    """Yields (line number, reason)."""
    for number, line in enumerate(lines, 1):
        if len(line) > WIDTH and "//" in line:
            yield number, f"a comment of {len(line)} columns, more than {WIDTH}"
    # What each line says, None where it is no comment of its own.
    said = [line[found.end():] if (found := COMMENT.match(line)) else None for line in lines]
    for at in range(1, len(lines)):
        before, text = said[at - 1], said[at]
        if not before or not text or DRAWN_OR_CODE.search(text.strip()):
            continue
        count, wide = len(text.split()), len(lines[at - 1])
        if indent(before) > 1 and TABLE.search(before):
            if wide >= ROW and count <= 3 and indent(text) <= indent(before):
                yield at + 1, f"a broken row: '{text.strip()}' belongs to the line before"
        elif count <= 2 and wide > FULL and at + 1 < len(lines) and said[at + 1] and len(lines[at + 1]) > FULL:
            yield at + 1, f"a stub: '{text.strip()}' between two full lines"


def main(arguments):
    root = pathlib.Path(__file__).resolve().parent.parent
    files = []
    for path in map(pathlib.Path, arguments or [root / folder for folder in FOLDERS]):
        files += sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES) if path.is_dir() else [path]
    found = 0
    for file in files:
        for number, reason in check(file.read_text(encoding="utf-8").splitlines()):
            shown = file.relative_to(root) if file.is_relative_to(root) else file
            print(f"{shown}:{number}: {reason}")
            found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
