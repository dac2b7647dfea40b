#!/usr/bin/env python3
"""Rewrites the files words.txt below tests, which hold what diagnostics say, from what the tests print.

A section of a words.txt belongs to a test: of lit (file_check.py), or a file of unit tests
(unit/support/words.h). Read the difference in Git: it is what users will read.

usage: words.py --write BUILD_FOLDER [FILTER]
FILTER: a regular expression; only tests of lit whose path, and unit tests whose file's name matches it
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from file_check import read_sections

TESTS = pathlib.Path(__file__).resolve().parent
LIT = "/usr/lib/llvm-19/build/utils/lit/lit.py"


def run_tests(build, pattern, folder):
    """Runs the tests, which write their sentences into `folder`."""
    environment = {**os.environ, "TESUJI_WORDS": folder, "TESUJI_CACHE": ""}
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([sys.executable, LIT, "-sv", "-j2", f"--filter={pattern}", "--param", f"bin_dir={build}",
                        "--param", f"filecheck={shutil.which('FileCheck-19')}", "--param", f"exec_root={scratch}",
                        "--allow-empty-runs", TESTS / "cli", TESTS / "ir", TESTS / "papers"], env=environment)
    # Catch2 gives each test case the name of its file as a tag (-#).
    files = [path.stem for path in (TESTS / "unit").rglob("*_test.cpp") if "words.h" in path.read_text()]
    tags = ",".join(f"[#{name}]" for name in files if re.search(pattern, name))
    if tags:
        subprocess.run([build / "tests" / "unit_tests", "-#", tags], env=environment)


def written(folder):
    """What tests have written: path of a words.txt -> section -> sentences."""
    files = {}
    for path in sorted(pathlib.Path(folder).iterdir(), key=lambda path: path.stat().st_mtime_ns):
        own = {}
        for line in path.read_text().splitlines():
            words, section, sentence = line.split("\t", 2)
            own.setdefault((words, section), []).append(sentence)
        for (words, section), sentences in own.items():
            known = files.setdefault(words, {}).setdefault(section, [])
            # Several commands share a section of lit; a unit test has all its sentences here, in their order.
            known += sentences if not known else [line for line in sentences if line not in known]
    return files


def main(build, pattern=""):
    with tempfile.TemporaryDirectory() as folder:
        run_tests(pathlib.Path(build).resolve(), pattern, folder)
        files = written(folder)
    for path, sections in files.items():
        # Tests that did not run keep their sections.
        new = {**read_sections(path), **sections}
        pathlib.Path(path).write_text("\n".join("\n".join([f"== {name}", *lines, ""])
                                                for name, lines in sorted(new.items())))
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] != "--write":
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[2:]))
