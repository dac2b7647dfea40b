#!/usr/bin/env python3
"""Checks that links between pages (*.md) have targets: files and folders of the repository, and headings.

A page of docs that a text or a comment names with its path (as docs/architecture.md) has to be there, too.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\[[^\]]*\]\(([^()\s]+)\)")
CODE = re.compile(r"^```.*?^```$|^    [^\n]*$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ +(.*?) *$", re.MULTILINE)
NAMED = re.compile(r"(?<![\w/.-])docs/(?:[a-z0-9-]+/)*(?:[a-z0-9-]+|README)\.md")
SUFFIXES = {".md", ".h", ".cpp", ".c", ".py", ".sh", ".pl", ".txt", ".cmake", ".test"}


def files():
    for file in sorted(ROOT.rglob("*")):
        parts = file.relative_to(ROOT).parts
        if file.suffix in SUFFIXES and not any(one.startswith((".", "build")) or one in ("shared", "node_modules") for one in parts):
            yield file


def anchors(page):
    """Those that GitHub makes of headings."""
    found = set()
    for heading in HEADING.findall(re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w -]", "", text).replace(" ", "-")
        number = 0
        while (name := anchor + (f"-{number}" if number else "")) in found:
            number += 1
        found.add(name)
    return found


def faults_of(page):
    for target in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists():
            yield f"there is no {target}"
        elif anchor and file.suffix == ".md" and anchor not in anchors(file):
            yield f"{target}: there is no such heading"


def main():
    faults, pages = [], 0
    for file in files():
        name = file.relative_to(ROOT)
        if file.suffix == ".md":
            pages += 1
            faults += [f"{name}: {fault}" for fault in faults_of(file)]
        for page in sorted(set(NAMED.findall(file.read_text(encoding="utf-8", errors="replace")))):
            if not (ROOT / page).exists():
                faults.append(f"{name}: there is no {page}")
    for fault in faults:
        print(fault)
    print(f"{pages} pages, {len(faults)} faults")
    return 1 if faults or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
