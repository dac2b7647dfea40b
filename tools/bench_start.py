#!/usr/bin/env python3
"""Start of every game of the corpus: with an empty object cache, and with what that run left.

Wall-clock time of whole processes until one joint move was made: with tiers, whose stencils
give the first answer, and with optimised native code alone. The fastest of --runs; code that is
compiled anew: one run.
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from games import machine  # noqa: E402

TIMEOUT = 100  # seconds
FIRST_ANSWER = 0.050  # what is wanted, in seconds
WARM_CODE = 0.100


def corpus():
    shared = os.environ.get("TESUJI_SHARED", pathlib.Path.cwd().parent / "shared")
    return sorted((pathlib.Path(shared) / "corpus" / "dev").glob("*.kif"))


def seconds(sheet, tier, cache, cpu):
    """Returns the seconds of a run, by the clock or of CPU time; nothing if the game cannot be
    played."""
    command = [os.environ["TESUJI"], "simulate", "--playouts=1", "--max-steps=1", f"--cache={cache}",
               *tier, str(sheet)]
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               preexec_fn=limit)
    _, status, usage = os.wait4(process.pid, 0)
    spent = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        return None
    return usage.ru_utime + usage.ru_stime if cpu else spent


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (TIMEOUT, TIMEOUT))


def passes(sheet, cache):
    """Returns the seconds of the warm run that passes took."""
    done = subprocess.run([os.environ["TESUJI"], "simulate", "--playouts=1", "--max-steps=1",
                           f"--cache={cache}", "--tier=optimised", "--time-passes", str(sheet)],
                          capture_output=True, text=True, errors="replace", timeout=TIMEOUT)
    lines = [line.split() for line in done.stderr.splitlines() if line.endswith("all passes")]
    return float(lines[0][0]) / 1000 if lines else 0.0


def measure(sheet, runs, cpu):
    optimised = ["--tier=optimised"]
    with tempfile.TemporaryDirectory() as folder:
        game = {"game": sheet.stem}
        (pathlib.Path(folder) / "2").mkdir()
        cold = []
        for number in range(runs):
            empty = f"{folder}/empty{number}"
            pathlib.Path(empty).mkdir()
            cold.append(seconds(sheet, [], empty, cpu))
            if cold[-1] is None:
                return None
        game["first_answer_cold"] = min(cold)
        game["optimised_cold"] = seconds(sheet, optimised, f"{folder}/2", cpu)
        if game["optimised_cold"] is None:
            return game
        for name, tier in (("first_answer_warm", []), ("optimised_warm", optimised)):
            game[name] = min(seconds(sheet, tier, f"{folder}/2", cpu) or TIMEOUT
                             for _ in range(runs))
        if game["optimised_warm"] > WARM_CODE:
            game["passes_warm"] = passes(sheet, f"{folder}/2")
        return game


def percentile(values, percent):
    return values[min(len(values) - 1, int(len(values) * percent / 100))]


def print_table(games):
    print("| until one move, ms | median | 90% | 95% | 99% | slowest |")
    print("|---|---|---|---|---|---|")
    names = {"first_answer_cold": "tiers, empty cache", "first_answer_warm": "tiers, warm cache",
             "optimised_cold": "optimised code, empty cache",
             "optimised_warm": "optimised code, warm cache"}
    for key, name in names.items():
        values = sorted(game[key] for game in games if game.get(key) is not None)
        shown = " | ".join(f"{1000 * value:.0f}" for value in
                           [percentile(values, p) for p in (50, 90, 95, 99)] + [values[-1]])
        print(f"| {name} | {shown} |")
    print()
    for key, wanted in (("first_answer_cold", FIRST_ANSWER), ("optimised_warm", WARM_CODE)):
        values = [game[key] for game in games if game.get(key) is not None]
        within = sum(value <= wanted for value in values)
        print(f"* {names[key]}: {within} of {len(values)} within {1000 * wanted:.0f} ms "
              f"({100 * within / len(values):.1f} %)")
    slow = sorted((game for game in games if "passes_warm" in game),
                  key=lambda game: -game["optimised_warm"])
    if slow:
        print("\nOver it, with what passes took by the clock, in ms: " + ", ".join(
            f"{game['game']} {1000 * game['optimised_warm']:.0f} ({1000 * game['passes_warm']:.0f})"
            for game in slow))


def main():
    parser = argparse.ArgumentParser(prog="tools/bench.sh start", description=__doc__)
    parser.add_argument("--json", metavar="FILE", help="write all figures there")
    parser.add_argument("--cpu", action="store_true",
                        help="CPU time, of all threads: for a machine that is not idle")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--every", type=int, default=1, help="only every so many sheets")
    parser.add_argument("sheets", nargs="*", type=pathlib.Path, help="default: the corpus")
    options = parser.parse_args()
    sheets = options.sheets or corpus()[::options.every]
    games = [game for game in (measure(sheet, options.runs, options.cpu) for sheet in sheets) if game]
    if not games:
        sys.exit("bench_start.py: no sheet could be played (TESUJI_SHARED?)")
    place = machine.description()
    print(f"Commit {place['commit']}, {place['date']}; {place['machine']['processor']}, load "
          f"{place['load']:.1f}. {len(games)} of {len(sheets)} sheets; "
          f"{'CPU time' if options.cpu else 'time by the clock'}.\n")
    print_table(games)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({**place, "games": games}, indent=1) + "\n")


if __name__ == "__main__":
    main()
