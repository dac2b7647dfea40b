#!/usr/bin/env python3
"""Speed and answers of tree search: docs/engines/search.md has the results. bench_arena.py measures strength.

usage: bench_search.py rate [--seconds=S] [GAME..]
       bench_search.py puzzles [--start=S] [--play=S] [--no-plan] [GAME..]
       bench_search.py first [--start=S] [GAME..]
       bench_search.py protocol [--matches=N] [--parallel=N] [--turns=N] [GAME..]
GAME is a path, or the name of a sheet of the corpus. `rate`: simulations a second within the search, on one thread, beside
`simulate`. `puzzles`: games for one, played by `tesuji serve` with these clocks, also by tree search alone. `first`: how soon after START there is a simulation,
on all sheets unless some are named. `protocol`: matches over HTTP by the host of the tests (tests/cli/inputs/play/ggp_host.py), with a
start clock of 2 s and a play clock of 1 s, several at a time, on thirty sheets for one to six players. Each prints a line a game, as it comes.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

from bench_sheets import CORPUS, sheet_path

TESUJI = os.environ.get("TESUJI", "build/tesuji")
TEN = ["ticTacToe", "connectFour", "breakthrough", "reversi", "hex", "pentago", "checkers", "amazons_8x8", "chineseCheckers4",
       "chess"]
THIRTY = ["ticTacToe", "connectFour", "breakthrough", "reversi", "hex", "pentago", "checkers", "amazons_8x8",
          "chineseCheckers4", "hanoi", "eightPuzzle", "knightsTour", "lightsOn", "ttcc4_2player", "3pConnectFour", "2pffa",
          "chineseCheckers6", "blocker", "tron_10x10", "quarto", "dotsAndBoxes", "nineBoardTicTacToePie",
          "ggpserver.cubicup_3player", "chinook", "sheepAndWolf", "nim1", "pentagoSuicide", "connectFourSimultaneous",
          "tictactoe_3d_small_6player", "breakthroughSuicideSmall"]
PUZZLES = ["hanoi", "eightPuzzle", "knightsTour", "lightsOn", "lightsOnParallel", "peg", "pegEuro", "queens", "queens08lg", "sudoku",
           "ggpserver.sudoku_simple", "snakeParallel", "asteroidsParallel.v1", "incredible", "mummymaze1p", "nonogram_5x5_1",
           "factoringEasyTurtleBrain", "factoringImpossibleTurtleBrain", "ggpserver.blocksworldparallel", "blocksWorldSerial",
           "haystack", "god", "untwistycomplex2", "ggpserver.uf20-01_cnf_SAT", "pearls", "slidingpieces", "stateSpaceLarge", "coins",
           "troublemaker01", "chineseCheckers1", "aaai2006.SERGEI_S.3359145771", "aaai2006.ZIGGY_S.3359145644"]

def run(*command, timeout=None):
    return subprocess.run([TESUJI, *command], text=True, capture_output=True, check=False, timeout=timeout)


def roles(path):
    """Returns the roles without chance."""
    done = run("play", path, "--games=1", "--max-steps=1", "--json")
    if done.returncode != 0:
        sys.exit(f"{path}: {done.stderr}")
    return [role["role"] for role in json.loads(done.stdout)["roles"] if role["role"] != "random"]


def rate(options):
    for name in options.game or TEN:
        path = sheet_path(name)
        first = roles(path)[0]
        # With a number of simulations the search waits for lanes.
        played = run("play", path, f"--player={first}=mcts:simulations=1000000000,seconds={options.seconds}", "--max-steps=1",
                     "--json")
        chosen = json.loads(played.stdout)["matches"][0]["moves"][0]["chosen"][0]
        reading = chosen.get("reading", "")
        found = re.match(r"(\d+) simulations( in lanes)?", reading)
        raw = {}
        for kind, extra in (("batch", ["--batch"]), ("jit", ["--engine=jit"])):
            text = run("simulate", path, *extra, f"--play-seconds={options.seconds}", "--playouts=1000000000", "--json").stdout
            raw[kind] = json.loads(text)["playouts_per_second"] if text else 0
        inside = int(found[1]) / chosen["seconds"] if found else 0
        kind = "batch" if found and found[2] else "jit"
        print(f"| {name} | {inside:,.0f} | {kind} | {raw[kind]:,.0f} | {inside / raw[kind] if raw[kind] else 0:.2f} | {reading} |",
              flush=True)


def puzzles(options):
    plan = ["--no-plan"] if options.no_plan else []
    serving = subprocess.Popen([TESUJI, "serve", "--port=0", "--memory=4096", *plan], text=True, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL)
    address = serving.stdout.readline().strip()
    try:
        for name in options.game or PUZZLES:
            path = sheet_path(name)
            begin = time.monotonic()
            try:
                done = run("match", path, f"--player={address}", "--rounds=1", "--opening=0", f"--http-start-seconds={options.start}",
                           f"--http-play-seconds={options.play}", "--max-steps=500", "--json", timeout=900)
            except subprocess.TimeoutExpired:
                print(f"| {name} | more than 900 s |", flush=True)
                continue
            if done.returncode != 0:
                print(f"| {name} | {done.stderr.strip()} |", flush=True)
                continue
            player = json.loads(done.stdout)["players"][0]
            goal = "-" if player["mean_goal"] is None else f"{player['mean_goal']:.0f}"
            print(f"| {name} | {goal} | {player['moves']} | {player['fallbacks']} | "
                  f"{time.monotonic() - begin:.0f} s |", flush=True)
    finally:
        serving.terminate()


def first(options):
    """Sends START, and waits until the log reports the first simulation."""
    found = []
    sheets = options.game or [path.stem for path in sorted((CORPUS / "dev").glob("*.kif"))]
    for name in sheets:
        text = re.sub(r";[^\n]*", "", pathlib.Path(sheet_path(name)).read_text(encoding="utf-8"))
        role = re.search(r"\(\s*role\s+([^\s()]+)\s*\)", text, re.IGNORECASE)[1]
        serving = subprocess.Popen([TESUJI, "serve", "--port=0", "--threads=1", "--no-lanes"], text=True, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        address = serving.stdout.readline().strip()
        body = f"( START m {role} ({' '.join(text.split())}) {options.start} 1 )".encode()
        try:
            urllib.request.urlopen(urllib.request.Request(address, body), timeout=options.start + 5).read()
        except OSError as error:
            print(f"{name}: {error}", file=sys.stderr)
        serving.terminate()
        log = serving.communicate()[1]
        at = re.search(r"first simulation after ([0-9.]+) s", log)
        found.append((float(at[1]) if at else float("inf"), name, log if not at else ""))
    found.sort()
    soon = sum(seconds <= 0.1 for seconds, _, _ in found)
    print(f"{soon} of {len(found)} within 0.1 s ({100 * soon / len(found):.1f} %), median {found[len(found) // 2][0]:.3f} s")
    for seconds, name, log in found:
        if seconds > 0.1:
            print(f"  {name}: {seconds:.3f} s {log.strip().splitlines()[-2:] if log else ''}")


def protocol(options):
    host = pathlib.Path(__file__).resolve().parents[1] / "tests/cli/inputs/play/ggp_host.py"
    games = options.game or THIRTY
    slowest, faulty, moves = [], 0, 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.parallel) as pool:
        def play(number):
            name = games[number % len(games)]
            return name, subprocess.run([sys.executable, host, TESUJI, f"{folder}/{number}", "2", "1", str(options.turns), sheet_path(name)],
                                        env=os.environ | {"HOST_SEED": str(number)}, text=True, capture_output=True, check=False)
        for name, done in pool.map(play, range(options.matches)):
            line = done.stdout.strip()
            found = re.search(r", (\d+) moves, slowest ([0-9.]+) s", line)
            if found:
                moves += int(found[1])
                slowest.append(float(found[2]))
            if done.returncode != 0 or not found:
                faulty += 1
                print(f"{name}: {line} {done.stderr.strip()[-500:]}", flush=True)
    print(f"{options.matches} matches of {len(games)} games, {moves} moves, {faulty} with faults; slowest answer {max(slowest):.3f} s, "
          f"{sum(seconds > 0.8 for seconds in slowest)} matches with one after more than 0.8 s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    part = parts.add_parser("rate")
    part.add_argument("--seconds", type=float, default=2)
    part.add_argument("game", nargs="*")
    part.set_defaults(run=rate)
    part = parts.add_parser("puzzles")
    part.add_argument("--start", type=int, default=30)
    part.add_argument("--play", type=int, default=5)
    part.add_argument("--no-plan", action="store_true")
    part.add_argument("game", nargs="*")
    part.set_defaults(run=puzzles)
    part = parts.add_parser("first")
    part.add_argument("--start", type=int, default=1)
    part.add_argument("game", nargs="*")
    part.set_defaults(run=first)
    part = parts.add_parser("protocol")
    part.add_argument("--matches", type=int, default=200)
    part.add_argument("--parallel", type=int, default=4)
    part.add_argument("--turns", type=int, default=6)
    part.add_argument("game", nargs="*")
    part.set_defaults(run=protocol)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
