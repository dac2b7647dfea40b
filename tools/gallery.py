#!/usr/bin/env python3
"""Draws the gallery of boards in docs/gallery: a page, and a picture of a position of each rulesheet.

usage: tools/gallery.py TESUJI [--corpus=FOLDER] [--new] [--only=NAME,..] [--check]

docs/gallery/positions.json lists the sheets with the moves to the position that is drawn. Sheets of
examples/ are in the repository; others are those of FOLDER, where it has them, and keep their pictures
where it has not. --new plays the moves anew, at random with a fixed seed. --check compares the pictures
with those in docs/gallery, and writes nothing.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
GALLERY = ROOT / "docs" / "gallery"
POSITIONS = GALLERY / "positions.json"
SEED = 3


def run(arguments):
    return subprocess.run(arguments, capture_output=True, text=True, check=True).stdout


def sheet_of(name, corpus):
    """The rulesheet's path, or None where it is not at hand."""
    for folder in (ROOT / "examples", corpus):
        if folder and (folder / f"{name}.kif").exists():
            return folder / f"{name}.kif"
    return None


def play(tesuji, sheet, count):
    """The first so many joint moves of a random match."""
    if count == 0:
        return []
    start = json.loads(run([tesuji, "position", "--engine=interpreter", "--json", str(sheet)]))
    players = ",".join("random" for role in start["roles"] if role != "random")
    match = json.loads(run([tesuji, "play", "--engine=interpreter", f"--players={players}", f"--seed={SEED}", "--json",
                            f"--max-steps={count}", str(sheet)]))["matches"][0]
    return [" ".join(turn["joint"]) for turn in match["moves"]][:count]


def draw(tesuji, sheet, moves, picture):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as after:
        after.write("\n".join(moves) + "\n")
        after.flush()
        run([tesuji, "position", "--engine=interpreter", "--force", f"--svg={picture}", str(sheet),
             *(["--after", f"@{after.name}"] if moves else [])])


def page(entries):
    lines = ["# Boards of rulesheets", "",
             "What `tesuji position --svg` draws: positions of rulesheets from other people's collections, and of `examples`.",
             "Nothing is said about any of these games but their rules. [boards.md](../boards.md) says what is found in rules,",
             "and how a comment line in a rulesheet says it instead. `tools/gallery.py` made this page.", ""]
    for entry in entries:
        title = entry["name"]
        count = len(entry["moves"])
        state = "at the start" if count == 0 else f"after {count} {'move' if count == 1 else 'moves'}"
        lines += [f"## {title}", "", f"![{title}, {state}]({title}.svg)", ""]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tesuji")
    parser.add_argument("--corpus", type=pathlib.Path)
    parser.add_argument("--new", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    entries = json.loads(POSITIONS.read_text())
    only = set(filter(None, options.only.split(",")))
    different = []
    drawn = 0
    for entry in entries:
        sheet = sheet_of(entry["name"], options.corpus)
        if sheet is None or (only and entry["name"] not in only):
            continue
        if options.new:
            entry["moves"] = play(options.tesuji, sheet, entry.get("count", len(entry["moves"])))
            entry.pop("count", None)
        kept = GALLERY / f"{entry['name']}.svg"
        with tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder) / "picture.svg"
            draw(options.tesuji, sheet, entry["moves"], picture)
            text = picture.read_text()
        drawn += 1
        if not options.check:
            kept.write_text(text)
        elif not kept.exists() or kept.read_text() != text:
            different.append(entry["name"])
    if options.check:
        print(f"{drawn} pictures drawn, {len(different)} differ from docs/gallery: {' '.join(different)}".rstrip(": "))
        sys.exit(1 if different or drawn == 0 else 0)
    POSITIONS.write_text("[\n" + ",\n".join(json.dumps(entry) for entry in entries) + "\n]\n")
    (GALLERY / "README.md").write_text(page(entries))
    print(f"{drawn} pictures drawn, of {len(entries)}")


if __name__ == "__main__":
    main()
