#!/usr/bin/env python3
"""Whether boards are found whatever things are called: every constant and relation of a rulesheet gets
another name, also numbers and colours. The board must then have the same squares, drawn in the same way,
with the same contents up to names; or the program must decline to draw one.

usage: scrambled_boards.py TESUJI SHEET...
"""
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

KEYWORDS = {"role", "init", "true", "does", "next", "legal", "goal", "terminal", "distinct", "not", "or", "base", "input", "sees",
            "random", "and"}
GOALS = {str(number) for number in range(0, 101)}
SYLLABLES = ("ba", "do", "fi", "gu", "ke", "lo", "mi", "nu", "pa", "re", "su", "ti", "vo", "wa", "ze")


def scrambled(text, seed):
    """The text with other names, and the new name of each old one. Goal values stay."""
    code = re.sub(r";[^\n]*", "", text).lower()
    code = re.sub(r"\(goal\s+(\S+)\s+(\d+)\)", r"(goal \1 @\2)", code)
    word = re.compile(r"(?<![?@\w+.-])[a-z0-9_+.-]+")
    names = sorted({name for name in word.findall(code)} - KEYWORDS)
    draw = random.Random(seed)
    new = {}
    for name in names:
        while True:
            made = "".join(draw.choice(SYLLABLES) for _ in range(3)) + "q"
            if made not in new.values():
                break
        new[name] = made
    changed = word.sub(lambda found: new.get(found.group(), found.group()), code)
    return changed.replace("@", ""), new


def boards_of(tesuji, sheet):
    out = subprocess.run([tesuji, "position", "--engine=interpreter", "--json", str(sheet)], capture_output=True, text=True,
                         check=True).stdout
    return json.loads(out)["boards"]


def renamed(place, new):
    return " ".join(new.get(word, word) for word in place.split())


def same(own, other, new):
    """Whether boards are equal up to names."""
    if [board["tiling"] for board in own] != [board["tiling"] for board in other]:
        return "other tiling"
    for first, second in zip(own, other):
        if [new.get(row, row) for row in first["rows"]] != second["rows"]:
            return f"other rows: {first['rows']} and {second['rows']}"
        if [new.get(column, column) for column in first["columns"]] != second["columns"]:
            return f"other columns: {first['columns']} and {second['columns']}"
        for square, changed in zip(first["squares"], second["squares"]):
            if renamed(square["place"], new) != changed["place"]:
                return f"another place: {square['place']} and {changed['place']}"
            if bool(square["content"]) != bool(changed["content"]):
                return f"another content on {square['place']}"
    return ""


def main():
    tesuji, *sheets = sys.argv[1:]
    wrong = 0
    for sheet in map(pathlib.Path, sheets):
        own = boards_of(tesuji, sheet)
        for seed in (1, 2):
            text, new = scrambled(sheet.read_text(), seed)
            with tempfile.NamedTemporaryFile("w", suffix=".kif") as file:
                file.write(text)
                file.flush()
                other = boards_of(tesuji, file.name)
            fault = "" if not other else "another number of boards" if len(own) != len(other) else same(own, other, new)
            wrong += bool(fault)
            print(f"{sheet.stem}, names {seed}: {fault or ('the same' if other else 'declined')}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
