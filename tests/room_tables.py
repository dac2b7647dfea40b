#!/usr/bin/env python3
"""Keeps the tables of files in each folder's README.md true.

A table has a row for every file of a room, with the first sentence of its header. A file stands
below those of its room that its header includes, so not always in the order in which data passes;
rooms stand in that order, which the README itself chooses. With --write the tables are made anew;
without, a table that differs is a fault.
"""
import pathlib
import re
import sys

import layers

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
TABLE = re.compile(r"<!-- files of (\S+) -->\n(.*?)<!-- end -->\n", re.DOTALL)
SUFFIXES = (".h", ".cpp", ".c", ".S")


def stems(folder):
    """Stem -> its files, the header first."""
    found = {}
    for suffix in SUFFIXES:
        for file in sorted(folder.glob(f"*{suffix}")):
            found.setdefault(file.stem, []).append(file)
    return found


def first_sentence(file):
    text = file.read_text(encoding="utf-8")
    if text.startswith("//"):
        lines = [line[2:].strip() for line in re.match(r"(//[^\n]*\n)+", text)[0].splitlines()]
    elif text.startswith("/*"):
        lines = [line.strip(" *") for line in text[2 : text.index("*/")].splitlines()]
    else:
        return ""
    paragraph = " ".join(lines).split("  ")[0] if "" not in lines else ""
    if not paragraph:
        kept = []
        for line in lines:
            if not line and kept:
                break
            kept.append(line)
        paragraph = " ".join(kept).strip()
    end = re.search(r"(?<![A-Z])\.\s+(?=[A-Z`/&(])", paragraph + " ")
    return (paragraph[: end.start()] if end else paragraph.rstrip(".: ")).replace("|", "\\|")


def ordered(folder, root):
    """Stems, each behind those that it includes."""
    found = stems(folder)
    place = folder.relative_to(root).as_posix()
    uses = {}
    for stem, files in found.items():
        included = set()
        for file in files[:1] if files[0].suffix == ".h" else files:
            included.update(INCLUDE.findall(file.read_text(encoding="utf-8")))
        headers = (pathlib.PurePosixPath(name) for name in included)
        uses[stem] = {
            header.stem
            for header in headers
            if header.parent.as_posix() == place and header.stem != stem
        }
    done = []

    def visit(stem, path):
        if stem in done or stem in path:
            return
        for used in sorted(uses.get(stem, ())):
            visit(used, path | {stem})
        if stem in found:
            done.append(stem)

    for stem in found and sorted(found):
        visit(stem, frozenset())
    return [(stem, found[stem]) for stem in done]


def table(folder, root):
    rows = ["| file | holds |", "|---|---|"]
    for stem, files in ordered(folder, root):
        name = stem if files[0].suffix == ".h" else files[0].name
        rows.append(f"| `{name}` | {first_sentence(files[0])} |")
    return "\n".join(rows) + "\n"


def rooms(root):
    """Folders with code that a README of theirs or of a folder above them has to list."""
    for top in layers.CODE:
        if top == "tests":
            continue
        for file in layers.tracked(root):
            if file.suffix in SUFFIXES and file.is_relative_to(top) and (root / file).is_file():
                yield (root / file).parent


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    listed = set()
    faults = []
    for page in (page for page in sorted(root.rglob("README.md")) if "node_modules" not in page.parts):
        if any(part.startswith(("build", ".")) for part in page.relative_to(root).parts):
            continue
        text = page.read_text(encoding="utf-8")

        def renewed(match):
            folder = page.parent / match[1]
            listed.add(folder.resolve())
            if not folder.is_dir():
                faults.append(f"{page.relative_to(root)}: there is no folder {match[1]}")
                return match[0]
            return f"<!-- files of {match[1]} -->\n{table(folder, root)}<!-- end -->\n"

        fresh = TABLE.sub(renewed, text)
        if fresh == text:
            continue
        if "--write" in sys.argv[1:]:
            page.write_text(fresh, encoding="utf-8")
        else:
            faults.append(f"{page.relative_to(root)}: tables are not up to date: tests/room_tables.py --write")
    for folder in sorted(set(rooms(root))):
        if folder.resolve() not in listed:
            faults.append(f"{folder.relative_to(root)}: no README.md lists its files")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
