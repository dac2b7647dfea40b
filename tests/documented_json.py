#!/usr/bin/env python3
"""Compares the JSON of docs/cli, which has remarks between its members, with what commands print.

Of the first indented block in the part "JSON" of a subcommand's page every member with a number, a truth
value or a text is read. Where the commands print members of that name, one of them must have this value,
as far as digits are written; `...` in a text stands for the rest of it, and seconds are not compared.

Of subcommands that are WHOLE the page has exactly the members that the commands print, but for those of
diagnostics. In others the page may have members of other inputs (faults of goals).

usage: documented_json.py TESUJI FOLDER EXAMPLES
"""
import json
import pathlib
import re
import subprocess
import sys

# subcommand -> commands' arguments; an example's path stands for the name that the page has
SECTIONS = {
    "solve": ["--json hexapawn3.kif"],
    "induce": [
        "--json --quiet --examples=induce/popper/exs.pl --background=induce/popper/bk.pl --bias=induce/popper/bias.pl"
        " --max-clauses=1",
        "--json --quiet --examples=induce/grandparent.pl --background=induce/family.pl",
        "--json --quiet --examples=induce/grandparent.pl --background=induce/family.pl --max-clauses=2",
        "--json --quiet --noise --max-clauses=3 --examples=induce/noisy.pl --background=induce/four-generations.pl",
    ],
}
WHOLE = {"induce"}
EXAMPLE = re.compile(r"[a-z0-9/-]+\.(?:kif|pl)$")
NAME = re.compile(r'"([a-z_]+)":')
MEMBER = re.compile(r'"([a-z_]+)": (-?\d+(?:\.\d+)?|true|false|"[^"]*")')
TIMES = ("seconds", "_per_second", "version", "game")


def block_of(page):
    text = page.split("\n## JSON\n", 1)[1]
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
            if name != "diagnostics":
                values(value, found)
    elif isinstance(printed, list):
        for value in printed:
            values(value, found)
    return found


def same(written, value):
    if isinstance(value, str) and written.startswith('"'):
        text, rest, _ = json.loads(written).partition("...")
        return value.startswith(text) if rest else value == text
    if isinstance(value, bool):
        return json.loads(written) == value
    if not isinstance(value, (int, float)) or not re.fullmatch(r"-?\d.*|-\d.*", written):
        return False
    digits = len(written.split(".")[1]) if "." in written else 0
    return abs(float(written) - value) <= 0.5 * 10**-digits if digits else float(written) == value


def printed_by(tesuji, section, arguments, examples):
    words = [EXAMPLE.sub(lambda path: str(pathlib.Path(examples) / path[0]), one) for one in arguments.split()]
    done = subprocess.run([tesuji, section, *words], capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"tesuji {section} {arguments}: exit code {done.returncode}\n{done.stderr.decode()}")
    return json.loads(done.stdout)


def main(tesuji, folder, examples):
    faults = []
    compared = 0
    for section, commands in SECTIONS.items():
        printed = {}
        for arguments in commands:
            values(printed_by(tesuji, section, arguments, examples), printed)
        block = block_of((pathlib.Path(folder) / f"{section}.md").read_text(encoding="utf-8"))
        for name, written in MEMBER.findall(block):
            if name.endswith(TIMES) or name not in printed:
                continue
            compared += 1
            if not any(same(written, value) for value in printed[name]):
                faults.append(f'{section}: "{name}" is {written} there; `tesuji {section}` prints '
                              f"{sorted(set(map(str, printed[name])))[:8]}")
        if section in WHOLE:
            written = set(NAME.findall(block))
            faults += [f'{section}: `tesuji {section}` does not print "{name}"' for name in sorted(written - set(printed))]
            faults += [f'{section}: "{name}", which `tesuji {section}` prints, is missing'
                       for name in sorted(set(printed) - written)]
            compared += len(written)
    for fault in faults:
        print(f"{folder}, {fault}")
    print(f"{folder}: {compared} members compared, {len(faults)} differ")
    return 1 if faults or not compared else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
