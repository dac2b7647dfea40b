#!/usr/bin/env python3
"""Checks that every file that has tesuji's version has that of CMakeLists.txt."""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def first(path, pattern):
    found = re.search(pattern, (ROOT / path).read_text(), re.M)
    return found[1] if found else "none"


def main():
    version = first("CMakeLists.txt", r"^project\(tesuji VERSION ([0-9.]+)")
    extension = "tools/editors/vscode"
    versions = {
        "CHANGELOG.md": first("CHANGELOG.md", r"^## ([0-9.]+)"),
        "CITATION.cff": first("CITATION.cff", r"^version: ([0-9.]+)$"),
        "debian/changelog": first("debian/changelog", r"^tesuji \(([0-9.]+)\)"),
        f"{extension}/package.json": json.loads((ROOT / extension / "package.json").read_text())["version"],
        f"{extension}/package-lock.json": json.loads((ROOT / extension / "package-lock.json").read_text())["version"],
    }
    wrong = {path: found for path, found in versions.items() if found != version}
    for path, found in wrong.items(): print(f"{path} has version {found}, CMakeLists.txt {version}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
