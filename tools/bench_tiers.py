#!/usr/bin/env python3
"""Speed of what runs plans: the interpreter, stencils, and code that LLVM optimised, one after the other.

Random games of one thread on every so many sheets of the corpus, in user time of whole processes less that of a
process that plays one step. Every sheet is measured --runs times with the engines by turns; the fastest counts.
"""
import argparse
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from bench_start import corpus, percentile  # noqa: E402
from games import machine  # noqa: E402

ENGINES = ("interpreter", "stencils", "jit")
TIMEOUT = 100  # seconds


def run(sheet, engine, cache, *options):
    """Returns user time and steps of a run; nothing if the game cannot be played."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([os.environ["TESUJI"], "simulate", "--json", f"--engine={engine}", f"--cache={cache}",
                           *options, str(sheet)], capture_output=True, text=True, timeout=TIMEOUT)
    if done.returncode != 0: return None
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, json.loads(done.stdout)["transitions"]


def speed(sheet, engine, cache, seconds):
    """Returns steps a second."""
    idle = run(sheet, engine, cache, "--playouts=1", "--max-steps=1")
    busy = run(sheet, engine, cache, "--playouts=1000000000", "--max-steps=1000", f"--play-seconds={seconds}")
    if idle is None or busy is None or busy[0] <= idle[0]: return None
    return (busy[1] - idle[1]) / (busy[0] - idle[0])


def measure(sheet, runs, seconds):
    with tempfile.TemporaryDirectory() as cache:
        if run(sheet, "jit", cache, "--playouts=1", "--max-steps=1") is None: return None
        rounds = [[speed(sheet, engine, cache, seconds) for engine in ENGINES] for _ in range(runs)]
    if any(None in one for one in rounds): return None
    best = [max(one) for one in zip(*rounds)]
    return {"game": sheet.stem, **dict(zip(ENGINES, best))}


def main():
    parser = argparse.ArgumentParser(prog="tools/bench.sh tiers", description=__doc__)
    parser.add_argument("--json", metavar="FILE", help="write all figures there")
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.5, help="how long each run plays")
    parser.add_argument("--every", type=int, default=1, help="only every so many sheets")
    parser.add_argument("sheets", nargs="*", type=pathlib.Path, help="default: the corpus")
    options = parser.parse_args()
    games = []
    for sheet in (options.sheets or corpus())[::options.every]:
        game = measure(sheet, options.runs, options.seconds)
        if game is None:
            print(f"{sheet.stem}: cannot be played", file=sys.stderr)
            continue
        games.append(game)
        print(f"{game['game']}: " + ", ".join(f"{engine} {game[engine]:,.0f}" for engine in ENGINES), file=sys.stderr)
    place = machine.description()
    print(f"Commit {place['commit']}, {place['date']}; {place['machine']['processor']}, load {place['load']:.1f}. "
          f"{len(games)} sheets.\n")
    print("| stencils run as many steps as | 5% | 25% | median | 75% | 95% |")
    print("|---|---|---|---|---|---|")
    for engine, name in (("interpreter", "the interpreter, times"), ("jit", "optimised plans, times")):
        ratios = sorted(game["stencils"] / game[engine] for game in games)
        print(f"| {name} | " + " | ".join(f"{percentile(ratios, p):.2f}" for p in (5, 25, 50, 75, 95)) + " |")
    half = statistics.mean(game["stencils"] >= game["jit"] / 2 for game in games)
    print(f"\nHalf the speed of optimised plans or more: {100 * half:.0f} %")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps({**place, "games": games}, indent=1) + "\n")


if __name__ == "__main__":
    main()
