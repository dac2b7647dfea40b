#!/usr/bin/env python3
"""Mutants of the corpus' games: engines agree, and none is much slower than the reference reasoner.

    corpus.py TESUJI --output=RUNS.jsonl [--games=100] [--mutants=20] [--seed=1] [--keep=FOLDER]
              [--engines=tiers,interpreter,fast] [--sometimes=jit,auto] [--only=NAMES] [--jobs=1] [--again]
              [--fresh] [--times=1] [--default-shared=FOLDER]

Of --games sheets, spread evenly over the corpus, each gets --mutants mutants (mutation.py) that
the compiler accepts. The reference reasoner records random games and perft counts of each mutant;
every engine replays this trace, without the object cache, and so does the reference reasoner, for the
time that it takes. A mutant is one line of the output. Mutants that are there already are left
out, so that a run that was stopped goes on; with --again those that had faults are done again, which
tells a slow engine from a busy machine. Exit code 1: some engine disagrees, or the first of
--engines takes more than twice the reference reasoner's time and 50 ms more. Exit code 77: no corpus.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import sys
import tempfile
import threading

from replays import mutant, record, replay, run, waited

SOMETIMES = 5  # one mutant in so many is played by the engines that take long to set up
TRIES = 4  # mutants made for each one that is wanted: many are refused
FACTOR, SLACK = 2, 0.05  # the bound: FACTOR times the reference reasoner's seconds, and SLACK
REPEATS = 3  # runs, of which the fastest counts, where the first is above the bound


def is_above(said, reference, times=1):
    return waited(said) > times * (FACTOR * reference["seconds"] + SLACK)


def engines_for(options, number):
    more = options.sometimes.split(",") if options.sometimes and number % SOMETIMES == 0 else []
    return options.engines.split(",") + more


def examine(command, engines, sheet, trace):
    """The line of a mutant that is accepted."""
    why = record(command, sheet, trace)
    if why is not None:
        return {"unrecorded": why}
    line = {"reference": replay(command, "reference", sheet, trace)}
    line.update((engine, replay(command, engine, sheet, trace)) for engine in engines)
    first = line[engines[0]]
    for _ in range(REPEATS - 1):
        if not is_above(first, line["reference"]):
            break
        for engine in ("reference", engines[0]):
            again = replay(command, engine, sheet, trace)
            for measure in ("seconds", "main"):
                if measure in again:
                    line[engine][measure] = min(line[engine][measure], again[measure])
    return line


def faults(line, default, times):
    """What is wrong with a mutant's line, in words. `default`: the engine whose time is bounded, by
    so many times the bound."""
    if "reference" not in line:
        return []
    found = []
    for engine, said in line.items():
        if not isinstance(said, dict):
            continue
        if "differences" in said:
            found.append(f"{engine} disagrees: {said['differences'][:1]}")
        if "error" in said:
            found.append(f"{engine}: {said['error']}")
    if is_above(line[default], line["reference"], times):
        found.append(f"{default} takes {waited(line[default]):.2f} s, the reference reasoner "
                     f"{line['reference']['seconds']:.2f} s")
    return found


class Runs:
    """The output: what is there from earlier runs, and lines added to it."""

    def __init__(self, path):
        self.path = path
        self.lock = threading.Lock()
        texts = path.read_text().splitlines() if path.exists() else []
        self.lines = {(line["game"], line["number"]): line for line in map(json.loads, texts)}

    def forget(self, wanted):
        """Drops the lines for which `wanted` holds."""
        self.lines = {place: line for place, line in self.lines.items() if not wanted(line)}
        self.path.write_text("".join(json.dumps(line) + "\n" for line in self.lines.values()))

    def add(self, line):
        with self.lock:
            self.lines[line["game"], line["number"]] = line
            with self.path.open("a") as out:
                out.write(json.dumps(line) + "\n")


def examine_game(options, path, runs):
    """Adds the game's mutants to the runs."""
    code, clauses, *_ = run(options.tesuji, "convert", "--to=kif", "--no-comments", path)
    if code != 0:
        return
    wanted = options.mutants
    with tempfile.TemporaryDirectory() as folder:
        sheet, trace = pathlib.Path(folder) / "mutant.kif", pathlib.Path(folder) / "mutant.json"
        for number in range(TRIES * options.mutants):
            if wanted == 0:
                break
            line = runs.lines.get((path.stem, number))
            if line is None:
                sheet.write_text(mutant(clauses, path.stem, number, options.seed))
                line = {"game": path.stem, "number": number, "seed": options.seed}
                code, *_ = run(options.tesuji, "dump", "--emit=plan", sheet)
                line |= ({"refused": code} if code != 0 else
                         examine(options.tesuji, engines_for(options, number), sheet, trace))
                runs.add(line)
                report(options, line, sheet)
            wanted -= "reference" in line


def report(options, line, sheet):
    if "refused" in line:
        found = [] if line["refused"] in (1, 3) else [f"exit code {line['refused']}"]
    else:
        found = faults(line, options.engines.split(",")[0], options.times)
    for fault in found:
        print(f"{line['game']} {line['number']}: {fault}", flush=True)
    if found and options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        kept = options.keep / f"{line['game']}-{line['seed']}-{line['number']}.kif"
        kept.write_text(sheet.read_text())


def corpus_sheets(options):
    shared = pathlib.Path(os.environ.get("TESUJI_SHARED", options.default_shared))
    only = options.only.split(",")
    sheets = sorted(path for path in (shared / "corpus" / "dev").glob("*.kif")
                    if any(part in path.stem for part in only))
    count = min(options.games, len(sheets))
    return [sheets[i * len(sheets) // count] for i in range(count)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tesuji")
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--only", default="", help="games with one of these in their names")
    parser.add_argument("--mutants", type=int, default=20, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engines", default="tiers,interpreter,fast",
                        help="`fast`: the first native tier; the time of the first one is bounded")
    parser.add_argument("--sometimes", default="jit,auto", help="engines for one mutant in five")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--times", type=float, default=1, help="of the bound; inf: none")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--fresh", action="store_true", help="forget what the output has")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for mutants that fail")
    parser.add_argument("--default-shared", default="shared")
    options = parser.parse_args()
    sheets = corpus_sheets(options)
    if not sheets:
        print("*** skipped: no corpus (set TESUJI_SHARED)")
        return 77
    runs = Runs(options.output)
    default = options.engines.split(",")[0]
    if options.fresh:
        runs.forget(lambda line: True)
    if options.again:
        runs.forget(lambda line: faults(line, default, options.times))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for done in [pool.submit(examine_game, options, path, runs) for path in sheets]:
            done.result()
    compared = [line for line in runs.lines.values() if "reference" in line]
    faulty = [line for line in compared if faults(line, default, options.times)]
    print(f"{len(compared)} mutants compared, {len(faulty)} with faults; "
          f"{sum('unrecorded' in line for line in runs.lines.values())} that the reference reasoner "
          f"cannot play, {sum('refused' in line for line in runs.lines.values())} refused")
    return 1 if faulty or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
