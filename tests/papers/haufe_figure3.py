#!/usr/bin/env python3
"""Figure 3 of the invariants paper: what it proves is proved, and no verdict contradicts it.

    haufe_figure3.py TESUJI FOLDER [GAME ..]

FOLDER: the corpus' fig3 (where it is missing the exit code is 77). Of each game the four sets of formulas
are generated and proved, without lemmas as in the paper. For each set as many formulas are true at the start as are printed,
and at least as many proved; verdicts of single formulas are the printed ones, or decide what was not decided. kriegtictactoe,
whose sheet is not known, is only printed.
Prints the table, with the seconds until the last proof. Source: Haufe, Schiffel, Thielscher (2012), section 6.3.
"""
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from verdicts import figure3  # noqa: E402
from verdicts.words import SETS  # noqa: E402

# Another sheet than the paper's, in which both players move at once.
STAND_INS = {"kriegtictactoe"}


def verify(tesuji, sheet):
    # Until the sieve's limit random games refute what is not worth proving, as users have it.
    run = subprocess.run([tesuji, "verify", "--json", "--auto", "--no-cache", "--enumerate=never", "--attack-states=20000",
                          "--attack-seconds=5", "--directed-seconds=0", "--proof-seconds=30", "--seconds=120", sheet],
                         capture_output=True, text=True, timeout=300, check=False)
    if run.returncode not in (0, 1, 3): sys.exit(f"{sheet.name}: exit code {run.returncode}: {run.stderr}")
    report = json.loads(run.stdout)
    if report["disagreements"]: sys.exit(f"{sheet.name}: bugs: {report['disagreements']}")
    return report


def main():
    tesuji, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    if not folder.is_dir():
        print(f"*** skipped: no {folder}")
        return 77
    paper = figure3.paper()
    wrong = []
    for game in sys.argv[3:] or sorted(paper):
        report = verify(tesuji, folder / f"{game}.kif")
        for name in SETS:
            text, mark = figure3.compare(report, name, paper[game][name])
            other = "(not compared: another sheet)" if game in STAND_INS else mark
            print(f"{game:18} {name:12} {text:24} paper {paper[game][name]:18} {other}", flush=True)
            fewer = figure3.FEWER in mark or figure3.OTHER in mark
            if fewer and game not in STAND_INS: wrong.append(f"{game}, {name}")
    if wrong: sys.exit(f"less than the paper has: {'; '.join(wrong)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
