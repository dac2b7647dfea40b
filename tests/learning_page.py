#!/usr/bin/env python3
"""Runs the Python of docs/learning/self-play.md, and the example that it is about with a small budget: what is printed is
what stands in the page. Where a line says "numbers vary", numbers may be others. Exit code 77: there is no NumPy.

usage: learning_page.py SOURCE_FOLDER, with the library that TESUJI_LIBRARY names
"""
import doctest
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.dom.minidom

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from with_numpy import ensure  # noqa: E402

ensure()
NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")


class Checker(doctest.OutputChecker):
    def check_output(self, want, got, flags):
        return super().check_output(want, got, flags) or "numbers vary" in self.source and (
            NUMBER.sub("#", want).split() == NUMBER.sub("#", got).split())


class Runner(doctest.DocTestRunner):
    """Knows the example whose output is checked."""

    def report_start(self, out, test, example):
        self._checker.source = example.source


def main(source):
    source = pathlib.Path(source).resolve()
    page = source / "docs/learning/self-play.md"
    text = page.read_text()
    sys.path[:0] = [str(source / "tools/python"), str(source / "examples/hosts/python")]
    os.chdir(source / "examples")
    sessions = "\n".join(re.findall(r"^```pycon\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))
    test = doctest.DocTestParser().get_doctest(sessions, {}, page.name, str(page), 0)
    failed = Runner(Checker(), optionflags=doctest.NORMALIZE_WHITESPACE).run(test).failed
    with tempfile.TemporaryDirectory() as folder:
        curve = pathlib.Path(folder) / "curve.svg"
        done = subprocess.run([sys.executable, "hosts/python/learn_to_play.py", "--steps=300", "--evaluations=1", f"--svg={curve}"],
                              env={**os.environ, "PYTHONPATH": str(source / "tools/python")}, capture_output=True, text=True)
        shown = re.search(r"^```text\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)[1].splitlines()
        printed = done.stdout.splitlines()
        if done.returncode != 0 or printed[0] != shown[1] or len(printed) != 3 or not all(
                NUMBER.sub("#", line).split() == NUMBER.sub("#", shown[2]).split() for line in printed[1:]):
            print(f"{page.name}: the example prints otherwise:\n{done.stdout}{done.stderr}")
            failed += 1
        elif xml.dom.minidom.parse(str(curve)).documentElement.tagName != "svg":
            failed += 1
    print(f"{len(test.examples)} examples and one run, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
