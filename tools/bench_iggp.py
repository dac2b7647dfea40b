#!/usr/bin/env python3
"""Learns the rules of games from random play, and compares them with the true ones.

For each rulesheet: tasks by `tesuji iggp`, rules by `tesuji induce --iggp`, then perft of the learned
rulesheet and of the original to a depth, and with --traces a replay of recorded games of the original
on the learned rules. Prints a table in Markdown, a row for each game, and sums.

    tools/bench_iggp.py build/tesuji ../shared/corpus/dev --seconds=240 --jobs=2
    tools/bench_iggp.py build/tesuji examples/hexapawn3.kif --depth=6 --keep=/tmp/learned
"""
import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

# Small and medium rulesheets of the corpus, one of a family; chosen before any measurement.
GAMES = ["ticTacToe", "connectFour", "buttons", "coins", "blocker", "nim1", "blocksWorld", "lightsOn", "eightPuzzle",
         "hanoi", "roshambo2", "breakthroughSuicideSmall", "pawnWhopping", "ggpserver.maze", "knightsTour",
         "sheepAndWolf", "ggpserver.gt_centipede", "gt_chicken", "2pffa", "untwistycomplex2"]
TARGETS = ("legal", "goal", "terminal", "next")


def run(command, timeout=None):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=timeout)


def perft(tesuji, sheet, depth):
    """Returns numbers of sequences by depth, or None if the rulesheet cannot be played."""
    try:
        ran = run([tesuji, "perft", sheet, f"--depth={depth}", "--json"], timeout=600)
    except subprocess.TimeoutExpired:
        return None
    if ran.returncode != 0:
        return None
    return json.loads(ran.stdout)


def same_plays(tesuji, original, learned, depth):
    """Whether perft agrees up to the depth, or up to the largest one that both can count."""
    for tried in range(depth, 0, -1):
        left = perft(tesuji, original, tried)
        if left is None:
            continue
        right = perft(tesuji, learned, tried)
        return tried, right is not None and counts(left) == counts(right)
    return 0, False


def counts(report):
    """Returns the parts of a perft report that do not depend on time or name."""
    return json.dumps([[row.get("depth"), row.get("sequences"), row.get("distinct"), row.get("terminal"),
                        row.get("stuck_before")]
                       for row in report.get("depths", report.get("levels", []))])


def trace_agrees(tesuji, original, learned, folder):
    """Whether random games of the original replay on the learned rules without a difference."""
    trace = folder / "trace.json"
    if run([tesuji, "record", original, "--playouts=50", "--perft=0", "--seed=77", "-o", trace]).returncode != 0:
        return False
    return run([tesuji, "replay", learned, trace]).returncode == 0


def bench(options, sheet):
    keep = pathlib.Path(options.keep) if options.keep else pathlib.Path(tempfile.mkdtemp())
    folder = keep / sheet.stem
    folder.mkdir(parents=True, exist_ok=True)
    made = run([options.tesuji, "iggp", sheet, "-o", folder, f"--games={options.games}",
                f"--examples={options.examples}", f"--seed={options.seed}"])
    if made.returncode != 0:
        return sheet.stem, None, made.stderr
    learned = folder / "learned.kif"
    command = [options.tesuji, "induce", f"--iggp={folder}", "--json", "--quiet", f"--seconds={options.seconds}",
               f"--seed={options.seed}", "-o", learned, "--force"]
    if options.greedy:
        command.append("--greedy")
    ran = run(command)
    if not ran.stdout:
        return sheet.stem, None, ran.stderr
    result = json.loads(ran.stdout)
    (folder / "result.json").write_text(ran.stdout)
    (folder / "messages.txt").write_text(ran.stderr)
    depth, same = same_plays(options.tesuji, sheet, learned, options.depth)
    result["depth"] = depth
    result["same_perft"] = same
    result["same_traces"] = same and trace_agrees(options.tesuji, sheet, learned, folder)
    return sheet.stem, result, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("tesuji")
    parser.add_argument("sheets", nargs="+", help="rulesheets, or the folder that has those of the list")
    parser.add_argument("--seconds", type=float, default=240, help="of a game; a target gets a quarter")
    parser.add_argument("--depth", type=int, default=4, help="of perft")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--examples", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--greedy", action="store_true", help="the plain top-down learner")
    parser.add_argument("--keep", help="folder to keep tasks and rules in")
    options = parser.parse_args()
    sheets = []
    for name in options.sheets:
        path = pathlib.Path(name)
        sheets += [path / f"{game}.kif" for game in GAMES] if path.is_dir() else [path]
    rows = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, result, fault in pool.map(lambda sheet: bench(options, sheet), sheets):
            if result is None:
                print(f"{name}: {fault.strip()}", file=sys.stderr)
            rows.append((name, result))
    head = " | ".join(TARGETS)
    print(f"| game | {head} | perft | traces | clauses/s | seconds |\n|---|{'---|' * len(TARGETS)}---|---|---|---|")
    perfect = tasks = whole = 0
    balanced = 0.0
    for name, result in rows:
        tasks += len(TARGETS)
        if result is None:
            print(f"| {name} | failed |")
            continue
        cells = []
        for target in TARGETS:
            found = next((entry for entry in result["targets"] if entry["target"] == target), None)
            if found is None:
                cells.append("-")
                continue
            perfect += found["perfect"]
            balanced += found["balanced_accuracy"]
            cells.append("**1**" if found["perfect"] else f"{found['balanced_accuracy']:.3f}")
        whole += result["same_perft"]
        tested = sum(entry["clauses_tested"] for entry in result["targets"])
        searched = sum(entry["search_seconds"] for entry in result["targets"])
        seconds = sum(entry["seconds"] for entry in result["targets"])
        print(f"| {name} | {' | '.join(cells)} | {'same' if result['same_perft'] else 'differs'} ({result['depth']}) | "
              f"{'same' if result['same_traces'] else 'differ'} | {tested / max(searched, 1e-9):,.0f} | {seconds:.1f} |")
    print(f"\n{perfect} of {tasks} tasks perfect ({100 * perfect / tasks:.0f} %), mean balanced accuracy "
          f"{balanced / tasks:.4f}, {whole} whole games with the same perft")


if __name__ == "__main__":
    main()
