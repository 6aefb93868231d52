#!/usr/bin/env python3
"""What the public headers offer are functions that say what they do: ./run check, or
python3 -B tools/check_headers.py [HEADER]...

Of all that the headers declare in namespace hitscan (not in detail), as `file:line: reason`:

    an object: an editor shows a variable, and no signature, where a function should be called;
    a function without a comment that begins with /// above it. One comment is enough for functions that follow each
    other line by line.

Without arguments: all public headers. Exits with 1 when anything is found.
"""
import pathlib
import re
import sys

NAME = re.compile(r"(operator\s*[^\s\w]+|[A-Za-z_]\w*)\s*\($")
NO_FUNCTION = re.compile(r"(using|static_assert|struct|class|enum|union|concept|friend|extern)\b")


def without(code, opening, closing, start):
    """The code without the balanced pair that begins at `start`."""
    depth = 0
    for at in range(start, len(code)):
        depth += (code[at] == opening) - (code[at] == closing)
        if depth == 0:
            return code[:start] + code[at + 1:]
    return code


def bare(code):
    """A declaration without attributes, template heads and requires-clauses."""
    code = re.sub(r"\[\[.*?\]\]", " ", code, flags=re.S).strip()
    while code.startswith("template"):
        code = without(code, "<", ">", code.index("<"))[len("template"):].strip()
        if code.startswith("requires"):
            code = without(code, "(", ")", code.index("("))[len("requires"):].strip()
    return code


def is_function(code):
    code = bare(code)
    return "(" in code and not NO_FUNCTION.match(code)


def declarations(text):
    """Yields (line, comment above, code, is there a blank line above) of what namespace hitscan declares."""
    scopes, comment, code, first, blank = [], [], "", 0, True
    for number, line in enumerate(text.splitlines(), 1):
        said = line.strip()
        if said.startswith("#"):
            continue
        if said.startswith("//") or not said:
            if not code and scopes == ["hitscan"]:
                comment, blank = (comment + [said], blank) if said else ([], True)
            continue
        for c in line.split("//")[0] + "\n":
            here = scopes == ["hitscan"]
            if here and not code and not c.isspace():
                first = number
            if here and code.count("(") > code.count(")"):  # braces among the arguments are values
                code += c
            elif c == "{":
                named = re.search(r"\bnamespace (\w+)\s*$", code)
                scopes.append(named.group(1) if named else "{")
                if named:
                    code = ""
            elif c == "}":
                inner = scopes.pop()
                if scopes == ["hitscan"] and (inner != "{" or is_function(code)):
                    if inner == "{":
                        yield first, comment, code, blank
                    comment, code, blank = [], "", False
            elif here and c == ";":
                yield first, comment + re.findall("///<", line), code, blank
                comment, code, blank = [], "", False
            elif (here and (code or not c.isspace())) or not scopes:
                code += c


def check(text):
    """Yields (line number, reason)."""
    documented = False  # the function before
    for line, comment, code, blank in declarations(text):
        if not is_function(code):
            documented = code.startswith("using") and any(said.startswith("///") for said in comment)
            if re.search(r"\bconstexpr auto\b", code):
                yield line, f"an object, '{' '.join(code.split())}': a function has a signature"
            continue
        code = bare(code)
        name = NAME.search(code[:code.index("(") + 1]).group(1)
        documented = any(said.startswith("///") for said in comment) or (documented and not blank and not comment)
        if not documented:
            yield line, f"{name} has no comment that begins with ///"


def main(arguments):
    root = pathlib.Path(__file__).resolve().parent.parent
    count = found = 0
    for file in map(pathlib.Path, arguments or sorted((root / "include/hitscan").rglob("*.hpp"))):
        text = file.read_text(encoding="utf-8")
        count += sum(1 for _ in declarations(text))
        for number, reason in check(text):
            print(f"{file.relative_to(root) if file.is_relative_to(root) else file}:{number}: {reason}")
            found += 1
    if count == 0:
        print("no declarations: this check does not find them any more")
    return 1 if found or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
