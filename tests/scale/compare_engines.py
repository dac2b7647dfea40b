#!/usr/bin/env python3
"""Every sheet of generate.py in its small size: both engines must count the same.

`compare_engines.py TESUJI`; counts sequences of two joint moves where these can be listed,
and otherwise plays at random with one seed.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import generate

TIMEOUT = 120  # seconds per run; on an idle machine none takes a second
TOO_MANY_JOINT_MOVES = {"roles"}


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          timeout=TIMEOUT)
    if done.returncode != 0:
        raise RuntimeError(f"exit code {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def counts(tesuji, sheet, name, engine):
    if name in TOO_MANY_JOINT_MOVES:
        result = run(tesuji, "simulate", "--json", f"--engine={engine}", "--playouts=20", sheet)
    else:
        result = run(tesuji, "perft", "--json", f"--engine={engine}", sheet, 2)
    return {key: value for key, value in result.items()
            if key != "engine" and "second" not in key}


def main():
    tesuji = pathlib.Path(sys.argv[1]).resolve()
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, (_, _, small) in generate.SHEETS.items():
            sheet = pathlib.Path(folder) / f"{name}.kif"
            sheet.write_text(generate.text(name, small))
            try:
                found = [counts(tesuji, sheet, name, engine) for engine in ("interpreter", "jit")]
                if found[0] != found[1]:
                    raise RuntimeError(f"interpreter {found[0]}\njit         {found[1]}")
            except (RuntimeError, subprocess.TimeoutExpired) as failure:
                failures += 1
                print(f"{name} {small}: {failure}")
    print(f"{len(generate.SHEETS)} sheets, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
