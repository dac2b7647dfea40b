#!/usr/bin/env python3
"""Games for one, solved by each method: docs/engines/puzzles.md has what came of it.

usage: bench_puzzles.py [--seconds=S] [--memory=MIB] [--methods=NAME,..] [GAME..]
GAME is a path, or the name of a sheet of the corpus; none: all sheets of the corpus with one role. `auto` is the command as it
stands, all methods beside each other; `clingo` is a plain encoding for clingo, which shares nothing with tesuji
(tools/baseline/clingo_puzzle.py); its plays are replayed here. Prints a line a game: goal and joint moves by each method, `=` where that is proved to be
the highest goal, and the seconds; then how many games were solved by each.
"""
import argparse
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from bench_sheets import CORPUS, sheet_path

TESUJI = os.environ.get("TESUJI", "build/tesuji")


def puzzles():
    with open(CORPUS / "index.tsv", encoding="utf-8") as table:
        rows = list(csv.DictReader(table, delimiter="\t"))
    return [row["name"] for row in rows if row["roles"] == "1" and row["split"] == "dev" and not row["dup_of"]]


def command(name, method, options):
    limits = [f"--seconds={options.seconds}", f"--memory={options.memory}"]
    if method == "clingo":
        return [sys.executable, str(pathlib.Path(__file__).parent / "baseline" / "clingo_puzzle.py"), *limits, sheet_path(name)]
    return [TESUJI, "solve", sheet_path(name), *limits, "--json", *([] if method == "auto" else [f"--method={method}"])]


def replays(name, found):
    """Whether the game ends with the goal after the moves."""
    with tempfile.NamedTemporaryFile("w", suffix=".moves") as moves:
        moves.writelines(move + "\n" for move in found["moves"])
        moves.flush()
        after = [f"--after=@{moves.name}"] if found["moves"] else []
        done = subprocess.run([TESUJI, "position", "--json", "--engine=interpreter", *after, sheet_path(name)],
                              text=True, capture_output=True, check=False)
    position = json.loads(done.stdout) if done.returncode == 0 else {}
    return position.get("terminal") and position["goals"] == [[str(found["goal"])]]


def solve(name, method, options):
    begin = time.monotonic()
    try:
        done = subprocess.run(command(name, method, options), text=True, capture_output=True, check=False, timeout=2 * options.seconds + 30)
    except subprocess.TimeoutExpired:
        return None, "does not end", time.monotonic() - begin
    seconds = time.monotonic() - begin
    if method == "clingo" and done.returncode == 0 and not replays(name, json.loads(done.stdout)):
        return None, "a play that the game does not replay", seconds
    if not done.stdout:
        return None, (done.stderr.strip().splitlines() or ["no answer"])[-1], seconds
    return json.loads(done.stdout), "", seconds


def cell(found, why, seconds):
    if found is None:
        return why
    if found["goal"] is None:
        return f"none= ({seconds:.1f} s)" if found["solved"] else f"- ({seconds:.1f} s)"
    proved = "=" if found["solved"] else ""
    return f"{found['goal']}{proved} in {len(found['moves'])} ({seconds:.1f} s)"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--memory", type=int, default=4096)
    parser.add_argument("--methods", default="auto")
    parser.add_argument("game", nargs="*")
    options = parser.parse_args()
    methods = options.methods.split(",")
    games = options.game or puzzles()
    solved = dict.fromkeys(methods, 0)
    best = dict.fromkeys(methods, 0)
    print(f"| game | {' | '.join(methods)} |")
    for name in games:
        cells = []
        for method in methods:
            found, why, seconds = solve(name, method, options)
            solved[method] += found is not None and found["solved"]
            best[method] += found is not None and found["goal"] == 100
            cells.append(cell(found, why, seconds))
        print(f"| {pathlib.Path(name).name} | {' | '.join(cells)} |", flush=True)
    for method in methods:
        print(f"{method}: {solved[method]} of {len(games)} solved, {best[method]} with goal 100")


if __name__ == "__main__":
    main()
