#!/usr/bin/env python3
"""Compares the JSON of docs/cli.md, which has remarks between its members, with what commands print.

Of a section's indented block every member with a number, a truth value or a text is read. Where
the command prints members of that name, one of them must have this value, as far as digits are
written; seconds are not compared. Members of other inputs (faults of goals) are those that the
command does not print here.

usage: documented_json.py TESUJI PAGE EXAMPLES
"""
import json
import pathlib
import re
import subprocess
import sys

# section -> arguments; an example's path stands for the name that the page has
SECTIONS = {"solve": ["solve", "--json", "hexapawn3.kif"]}
MEMBER = re.compile(r'"([a-z_]+)": (-?\d+(?:\.\d+)?|true|false|"[^"]*")')
TIMES = ("seconds", "_per_second", "version", "game")


def block_of(page, section):
    text = page.rsplit(f"\n### {section}\n", 1)[1].split("\n### ", 1)[0]
    lines = []
    for line in text.split("\n"):
        if line.startswith("    "):
            lines.append(line)
        elif lines and line.strip():
            break
    return "\n".join(lines)


def values(printed, found):
    """Name of a member -> all values that are printed under it."""
    if isinstance(printed, dict):
        for name, value in printed.items():
            found.setdefault(name, []).append(value)
            values(value, found)
    elif isinstance(printed, list):
        for value in printed:
            values(value, found)
    return found


def same(written, value):
    if isinstance(value, bool) or isinstance(value, str):
        return json.loads(written) == value
    if not isinstance(value, (int, float)) or not re.fullmatch(r"-?\d.*|-\d.*", written):
        return False
    digits = len(written.split(".")[1]) if "." in written else 0
    return abs(float(written) - value) <= 0.5 * 10**-digits if digits else float(written) == value


def main(tesuji, page_file, examples):
    page = pathlib.Path(page_file).read_text(encoding="utf-8")
    faults = compared = 0
    for section, arguments in SECTIONS.items():
        words = [str(pathlib.Path(examples) / one) if one.endswith(".kif") else one for one in arguments]
        printed = values(json.loads(subprocess.run([tesuji, *words], check=True, capture_output=True).stdout), {})
        for name, written in MEMBER.findall(block_of(page, section)):
            if name.endswith(TIMES) or name not in printed:
                continue
            compared += 1
            if not any(same(written, value) for value in printed[name]):
                print(f"{page_file}, {section}: \"{name}\" is {written} there; `tesuji {' '.join(arguments)}` prints "
                      f"{sorted(set(map(str, printed[name])))[:8]}")
                faults += 1
    print(f"{page_file}: {compared} members compared, {faults} differ")
    return 1 if faults or not compared else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
