#!/usr/bin/env python3
"""Quarto's formulas of the invariants paper, proved; and the faulty rule of its section 3.1, told of.

    haufe_quarto.py TESUJI SHEET FORMULAS

SHEET: the corpus' fig3/quarto.kif (where it is missing the exit code is 77), FORMULAS:
examples/invariants/quarto.inv. Source: Haufe, Schiffel, Thielscher (2012), sections 2.1 and 3.1.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

RIGHT = "(<= terminal\n    (not boardopen))"
# The game is over as soon as *some* cell is not empty.
WRONG = "(<= terminal (not (true (cell ?x ?y empty))) (index ?x) (index ?y))"


def verify(tesuji, *arguments):
    run = subprocess.run([tesuji, "verify", "--json", "--attack-states=2000", *map(str, arguments)],
                         capture_output=True, text=True, timeout=300, check=False)
    if run.returncode not in (0, 1): sys.exit(f"exit code {run.returncode}: {run.stderr}")
    report = json.loads(run.stdout)
    if report["disagreements"]: sys.exit(f"bugs: {report['disagreements']}")
    return run.returncode, report["sets"][0]["invariants"]


def main():
    tesuji, sheet, formulas = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    if not sheet.is_file() or not shutil.which("clingo"):
        print(f"*** skipped: no {sheet}, or no clingo")
        return 77
    code, invariants = verify(tesuji, sheet, formulas)
    for one in invariants:
        print(f"{one['invariant']}: {one['verdicts']}")
        if one["verdicts"]["proved"] != one["formulas"]: sys.exit("not all proved")
    if code != 0 or sum(one["formulas"] for one in invariants) < 300: sys.exit("formulas are missing")

    text = sheet.read_text()
    if text.count(RIGHT) != 1: sys.exit("the rule of section 3.1 is not there")
    with tempfile.TemporaryDirectory() as folder:
        faulty = pathlib.Path(folder) / "faulty.kif"
        faulty.write_text(text.replace(RIGHT, WRONG))
        code, invariants = verify(
            tesuji, faulty, "--property",
            "(exists X,Y: index. true(cell(X,Y,empty))) and not line implies not terminal")
    play = invariants[0].get("play")
    print(f"with the faulty rule: {invariants[0]['verdicts']}")
    if code != 1 or invariants[0]["verdicts"]["false"] != 1 or not play: sys.exit("not refuted by a play")
    # A piece is selected and placed, and the game is over.
    moves = [step["joint"] for step in play["steps"] if "joint" in step]
    print(f"play: {moves}")
    if play["violated"] != 2 or "(select" not in str(moves[0]) or "(place" not in str(moves[1]):
        sys.exit("not the play that was to be expected")
    return 0


if __name__ == "__main__":
    sys.exit(main())
