#!/usr/bin/env python3
"""Installs into a folder of its own and runs the tests of the Python package that lies there; and the
examples of its page, in which the first rulesheet is that of the folder.

usage: python.py CMAKE BUILD_FOLDER SOURCE_FOLDER
Exits with 77 where no Python of this machine has NumPy.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from with_numpy import SKIPPED, with_numpy

TESTS = ("python_test", "python_questions_test", "python_players_test", "python_misuse_test", "python_copies_test", "python_calls", "adapters_gymnasium_test", "adapters_pettingzoo_test",
         "adapters_openspiel_test")


def main(cmake, build, source):
    source, python = pathlib.Path(source).resolve(), with_numpy()
    if python is None:
        print("*** skipped: the Python package needs NumPy (Debian: python3-numpy)")
        return SKIPPED
    with tempfile.TemporaryDirectory() as temporary:
        prefix = pathlib.Path(temporary) / "installed"
        subprocess.run([cmake, "--install", build, "--prefix", prefix], check=True, capture_output=True)
        packages = next(prefix.rglob("tesuji/_location.py")).parent.parent
        environment = {**os.environ, "PYTHONPATH": str(packages), "PYTHONDONTWRITEBYTECODE": "1",
                       "TESUJI": str(prefix / "bin/tesuji"), "TESUJI_CACHE": str(prefix / "cache")}
        environment.pop("TESUJI_LIBRARY", None)
        examples = prefix / "share/doc/tesuji/examples"
        commands = [[python, source / f"tests/library/{name}.py", examples] for name in TESTS]
        commands.append([python, "-c", page(source)])
        if shutil.which("mypy"):
            commands.append(["mypy", "--strict", "--no-error-summary", "--cache-dir", prefix, packages / "tesuji"])
        else:
            print("*** skipped in part: the types of the Python package need mypy (Debian: mypy)")
        for command in commands:
            done = subprocess.run(command, env=environment, cwd=examples)
            if done.returncode != 0:
                return 1
    return 0


def page(source):
    """The Python of docs/python.md, as one program."""
    text = (source / "docs/python.md").read_text()
    return "\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
