#!/usr/bin/env python3
"""Keeps the tables of performance figures true that stand on several pages.

docs/performance/figures.json has each figure with the measurement that it comes from: command,
machine and date. Pages have a table between `<!-- figures NAME -->` and `<!-- end -->`. With --write
the tables are made anew; without, a table that differs, a page without its table, a figure of an unknown
measurement, and one that the table of its own measurement does not have are faults. So are
numbers in sentences (`facts`) that differ from those of the file.

usage: figures.py [--write] [ROOT]
"""
import json
import pathlib
import re
import sys

DATA = "docs/performance/figures.json"


def speed(data):
    """Lines of the table of games, with a column for each player."""
    columns = data["tables"]["speed"]["columns"]
    lines = ["| game | " + " | ".join(data["columns"][one] for one in columns) + " |", "|" + "---|" * (len(columns) + 1)]
    for game, figures in data["figures"].items():
        lines.append("| " + " | ".join([game] + [figures.get(one, [""])[0] for one in columns]) + " |")
    return lines


def measured(data):
    """Lines of the table of measurements, with the figures that come from each."""
    lines = ["| command | machine | date | figures |", "|---|---|---|---|"]
    for name, one in data["measurements"].items():
        used = {}
        for game, figures in data["figures"].items():
            for column, (_, source) in figures.items():
                if source == name:
                    used.setdefault(data["columns"][column], []).append(game)
        texts = [f"{column}: {', '.join(games)}" for column, games in used.items()]
        lines.append(f"| `{one['command']}` | {one['machine']} | {one['date']} | {'; '.join(texts)} |")
    return lines


def faults_of(data):
    known = data["measurements"]
    for name, one in known.items():
        for key in ("command", "machine", "date"):
            if not one.get(key):
                yield f"{DATA}: the measurement `{name}` has no {key}"
    for game, figures in data["figures"].items():
        for column, (_, source) in figures.items():
            if source not in known:
                yield f"{DATA}: {game}, {column}: no measurement is called `{source}`"


def rows_of(page, name):
    """The cells of each row whose first cell is the game's name, with or without a mean length."""
    for line in page.split("\n"):
        cells = [one.strip() for one in line.split("|")[1:-1]]
        if cells and re.fullmatch(re.escape(name) + r"( \([\d.]+\))?", cells[0]):
            yield cells


def faults_of_sources(data, root):
    """Figures that the table of their own measurement does not have."""
    for game, figures in data["figures"].items():
        for column, (figure, measurement) in figures.items():
            source = data["sources"].get(measurement)
            if source is None or column not in source["cells"] or game not in data["names"]:
                continue
            written = figure.removesuffix(source.get("unit", ""))
            cell = source["cells"][column]
            page = (root / source["page"]).read_text(encoding="utf-8")
            found = [cells[cell] for cells in rows_of(page, data["names"][game]) if cell < len(cells)]
            if written not in found:
                yield f"{source['page']}: {game} has {found} there and {figure} in {DATA} ({column})"


def faults_of_facts(data, root):
    """Numbers in sentences that differ from page to page."""
    for fact in data["facts"]:
        for page, pattern in fact["places"]:
            found = re.search(pattern, (root / page).read_text(encoding="utf-8"))
            if found is None or found[1] != fact["value"]:
                yield f"{page}: `{pattern}` finds {found and found[1]} and not {fact['value']} ({DATA})"


def main():
    write = "--write" in sys.argv[1:]
    names = [one for one in sys.argv[1:] if one != "--write"]
    root = pathlib.Path(names[0]) if names else pathlib.Path(__file__).resolve().parent.parent
    data = json.loads((root / DATA).read_text(encoding="utf-8"))
    faults = [*faults_of(data), *faults_of_sources(data, root), *faults_of_facts(data, root)]
    for name, table in data["tables"].items():
        made = "\n".join({"speed": speed, "measured": measured}[name](data)) + "\n"
        place = re.compile(rf"(<!-- figures {name} -->\n).*?(<!-- end -->\n)", re.DOTALL)
        for page in table["pages"]:
            text = (root / page).read_text(encoding="utf-8")
            if not place.search(text):
                faults.append(f"{page}: the table of figures `{name}` is missing")
                continue
            new = place.sub(lambda found: found[1] + made + found[2], text)
            if new == text:
                continue
            if write:
                (root / page).write_text(new, encoding="utf-8")
            else:
                faults.append(f"{page}: the table `{name}` is not that of {DATA}: tests/figures.py --write")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
