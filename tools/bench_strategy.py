#!/usr/bin/env python3
"""Compares learned strategies in tesuji and in SWI-Prolog, on the same boards, in one run.

The Prolog side runs the strategy's clauses unchanged over two versions of the game
(tools/baseline/strategy): `plain`, written straightforwardly, and `tuned`, with moves looked up in
tables. Ratios are Prolog's CPU time over tesuji's; both are medians, of PROLOG_RUNS and TESUJI_RUNS
executions."""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

GAMES = ("noughts-and-crosses", "hexapawn3", "hexapawn4")
ENGINES = ("jit", "interpreter")
LANES = "lanes"  # many boards at once, where the strategy is for that
PROLOG_RUNS = 3
TESUJI_RUNS = 31
EXIT_LIMIT = 3
RUN_PL = "tools/baseline/strategy/run.pl"


def output_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def prolog(command, game, *rest):
    return output_of("swipl", RUN_PL, command, game.replace("-", "_"), *rest)


def measure(game, folder):
    strategy = f"examples/strategies/{game}.pl"
    boards = pathlib.Path(folder) / f"{game}.boards"
    boards.write_text(prolog("boards", game, "--tuned"))
    result = {"game": game}
    for style in ("plain", "tuned"):
        flags = ["--tuned"] if style == "tuned" else []
        runs = [json.loads(prolog("time", game, strategy, *flags)) for _ in range(PROLOG_RUNS)]
        result[style] = {key: statistics.median(run[key] for run in runs) for key in runs[0]}
    for engine in (*ENGINES, LANES):
        done = subprocess.run(
            [os.environ["TESUJI"], "strategy-bench", f"examples/{game}.kif",
             f"--strategy={strategy}", f"--boards={boards}", f"--repeat={TESUJI_RUNS}", "--json",
             "--batch" if engine == LANES else f"--engine={engine}"], text=True, capture_output=True)
        if done.returncode == EXIT_LIMIT and engine == LANES:
            print(f"{game}: {done.stderr.strip()}")
            continue
        if done.returncode != 0:
            sys.exit(f"bench.sh: {game}: {engine}: {done.stderr}")
        result[engine] = json.loads(done.stdout)
        for count in ("boards", "decided"):
            if result[engine][count] != result.get("jit", result["plain"]).get(count):
                sys.exit(f"bench.sh: {game}: {engine} has another number of {count}")
    return result


def show(result):
    print(f"{result['game']}: {result['plain']['boards']} boards")
    print(f"  {'':24}{'all boards':>14}{'one at a time':>16}{'start':>14}")
    milliseconds = lambda s: f"{s * 1e3:.3f} ms"
    for style in ("plain", "tuned"):
        t = result[style]
        print(f"  {'Prolog, ' + style:24}{milliseconds(t['all_seconds']):>14}"
              f"{milliseconds(t['all_seconds']):>16}{milliseconds(t['start_seconds']):>14}")
    for engine in (*ENGINES, LANES):
        if engine not in result:
            continue
        t = result[engine]
        own = (t["all_seconds"], t["each_seconds"], t["start_seconds"])
        print(f"  {'tesuji, ' + engine:24}" + f"{milliseconds(own[0]):>14}"
              f"{milliseconds(own[1]):>16}{milliseconds(own[2]):>14}")
        for style in ("plain", "tuned"):
            p = result[style]
            base = (p["all_seconds"], p["all_seconds"], p["start_seconds"])
            ratios = [f"{b / o:.0f}x" if o > 0 else "-" for b, o in zip(base, own)]
            print(f"  {'  faster than ' + style:24}{ratios[0]:>14}{ratios[1]:>16}{ratios[2]:>14}")
    print()


def main():
    parser = argparse.ArgumentParser(prog="tools/bench.sh strategy")
    parser.add_argument("--json", type=pathlib.Path, help="write the figures to this file too")
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    options = parser.parse_args()
    unknown = set(options.games) - set(GAMES)
    if unknown:
        parser.error(f"no such game: {', '.join(sorted(unknown))}")
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for game in options.games or GAMES:
            results.append(measure(game, folder))
            show(results[-1])
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
