#!/usr/bin/env python3
"""Cliffs: sheets on which a default engine takes much longer than the best engine.

    tools/bench.sh cliffs [--json=FILE] [--mutants=300] [--seed=N] [--sets=dev,fig3,slow,mutants] [--jobs=1] [NAME...]

Every sheet of the corpus (dev, fig3, slow) and mutants of dev sheets are replayed by the alternatives (reference,
interpreter, net) and by the default engines (tiers, auto), without the object cache. A row is printed for each sheet
on which a default engine takes more than twice the seconds of the best engine and one second more, or disagrees with
the trace. A default engine is stopped at three times the best and two seconds; alternatives start with short limits,
which grow until one of them has finished. Seconds are the less of wall clock and processor time; for tiers and
auto also of the main thread's processor time and what it may wait (tests/mutants/replays.py). A row needs three runs that all say so.

Sheets without a trace are recorded by the reference reasoner first. What cannot be measured is counted and listed:
mutants that nothing records, sheets that no engine finishes. With --json, results are appended to FILE, and what FILE
has already is not run again. Exit code 1: there are rows; 77: no corpus.
"""
import argparse
import collections
import concurrent.futures
import datetime
import json
import os
import pathlib
import random
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parent / "tests" / "mutants"))
from games import machine  # noqa: E402
from replays import mutant, record, replay, run, waited  # noqa: E402

ALTERNATIVES = ("reference", "interpreter", "net")
DEFAULTS = ("tiers", "auto")
SETS = ("dev", "fig3", "slow", "mutants")
CAPS = (2, 20, 120)  # seconds for the alternatives, until one has finished
RUNS = 3  # that must all be above the bound
TRIES = 6  # mutants made for each one that is wanted: many are refused

Sheet = collections.namedtuple("Sheet", "set name path number seed")  # number, seed: of a mutant, else 0


def bound(best):
    """Returns the seconds above which a default engine has failed."""
    return 2 * best + 1


def stop_at(best):
    return 3 * best + 2


def finished(said):
    return "limit" not in said and "error" not in said


def best_of(line):
    """Returns the seconds of the fastest alternative, or nothing if none has finished."""
    times = [waited(line[engine]) for engine in ALTERNATIVES if engine in line and finished(line[engine])]
    return min(times, default=None)


def ask_alternatives(tesuji, sheet, trace):
    """Returns the answer of each alternative, with limits that grow until one has finished."""
    line = {}
    for cap in CAPS:
        for engine in ALTERNATIVES:
            if "error" in line.get(engine, {}):
                continue  # such as a net that is too large
            best = best_of(line)
            limit = cap if best is None else min(cap, stop_at(best))
            line[engine] = replay(tesuji, engine, sheet, trace, limit)
        if best_of(line) is not None:
            break
    return line


def ask_default(tesuji, engine, sheet, trace, best):
    """Returns the answer of a default engine: the fastest of up to RUNS runs, stopped at the first
    below the bound.

    A run that the clock has ended before it used much processor time met a busy machine: it gets
    more time."""
    said, limit = None, stop_at(best)
    for _ in range(RUNS):
        again = replay(tesuji, engine, sheet, trace, limit)
        if said is None or (finished(again), -waited(again)) > (finished(said), -waited(said)):
            said = again
        if finished(said) and waited(said) <= bound(best) or "differences" in said:
            break
        if "limit" in again and waited(again) <= bound(best):
            limit *= 2
    return said


def measure(tesuji, sheet, trace):
    line = ask_alternatives(tesuji, sheet, trace)
    best = best_of(line)
    if best is None:
        return line | {"unfinished": True}
    return line | {engine: ask_default(tesuji, engine, sheet, trace, best) for engine in DEFAULTS}


def faults(line):
    """Returns the faults of a sheet, in words."""
    found, best = [], best_of(line)
    for engine in (*ALTERNATIVES, *DEFAULTS):
        if "differences" in line.get(engine, {}):
            found.append(f"{engine} disagrees: {line[engine]['differences'][:1]}")
    for engine in DEFAULTS:
        said = line.get(engine)
        if said is None:
            continue
        if "error" in said:
            found.append(f"{engine}: {said['error'].strip()}")
        elif "limit" in said:
            found.append(f"{engine} not done after {waited(said):.1f} s")
        elif waited(said) > bound(best):
            found.append(f"{engine} takes {waited(said):.1f} s")
    return found


def sheets_of(options, corpus):
    """Returns sheets with their traces, and one mutant each of sheets that are spread evenly over
    dev."""
    chosen = []
    for name in ("dev", "fig3", "slow"):
        if name in options.sets:
            chosen += [Sheet(name, path.stem, path, 0, 0) for path in sorted((corpus / name).glob("*.kif"))]
    if "mutants" in options.sets:
        dev = sorted((corpus / "dev").glob("*.kif"))
        chosen += [Sheet("mutants", dev[i * len(dev) // options.mutants].stem, dev[i * len(dev) // options.mutants],
                         i + 1, options.seed) for i in range(options.mutants)]
    if options.names:
        chosen = [sheet for sheet in chosen if sheet.name in options.names]
    random.Random(options.seed).shuffle(chosen)  # a run that is stopped has seen some of every set
    return chosen


def examine(options, sheet):
    """Returns the row of a sheet, ready for JSON."""
    line = {"set": sheet.set, "game": sheet.name, "number": sheet.number, "seed": sheet.seed}
    with tempfile.TemporaryDirectory() as folder:
        path, trace = sheet.path, sheet.path.with_suffix(".trace.json")
        if sheet.number:
            trace = pathlib.Path(folder) / "none"
            path = make_mutant(options.tesuji, sheet, pathlib.Path(folder))
            if path is None:
                return line | {"refused": True}
        if not trace.exists():
            trace = pathlib.Path(folder) / "trace.json"
            why = record(options.tesuji, path, trace)
            if why is not None:
                return line | {"unrecorded": why}
        line |= measure(options.tesuji, path, trace)
        if sheet.number and options.keep and faults(line):
            options.keep.mkdir(parents=True, exist_ok=True)
            kept = options.keep / f"{sheet.name}-{sheet.seed}-{sheet.number}.kif"
            kept.write_text(path.read_text())
    return line


def make_mutant(tesuji, sheet, folder):
    """Returns the first mutant that the compiler accepts; nothing if it rejects TRIES of them."""
    code, clauses, *_ = run(tesuji, "convert", "--to=kif", "--no-comments", sheet.path)
    if code != 0:
        return None
    path = folder / "mutant.kif"
    for attempt in range(TRIES):
        path.write_text(mutant(clauses, sheet.name, sheet.number * TRIES + attempt, sheet.seed))
        code, *_ = run(tesuji, "dump", "--emit=plan", path)
        if code == 0:
            return path
    return None


def seconds_of(said):
    if said is None:
        return ""
    if "error" in said:
        return "refused"
    return f"{'> ' if 'limit' in said else ''}{waited(said):.2f}"


def print_rows(lines):
    """Prints the table of the sheets with faults, and the rest in one line each."""
    rows = sorted((line for line in lines if faults(line)), key=lambda line: (line["set"], line["game"]))
    if rows:
        print("| sheet | " + " | ".join((*ALTERNATIVES, *DEFAULTS)) + " | fault |")
        print("|---" * (len(ALTERNATIVES) + len(DEFAULTS) + 2) + "|")
    for line in rows:
        name = f"{line['set']}/{line['game']}" + (f" {line['seed']}.{line['number']}" if line["number"] else "")
        shown = " | ".join(seconds_of(line.get(engine)) for engine in (*ALTERNATIVES, *DEFAULTS))
        print(f"| {name} | {shown} | {'; '.join(faults(line))} |")
    unfinished = [f"{line['set']}/{line['game']}" for line in lines if "unfinished" in line]
    if unfinished:
        print(f"No alternative finishes: {', '.join(unfinished)}")
    measured = sum(1 for line in lines if best_of(line) is not None)
    print(f"{measured} sheets measured, {len(rows)} cliffs; {len(unfinished)} that no engine finishes, "
          f"{sum('unrecorded' in line for line in lines)} that the reference reasoner cannot record, "
          f"{sum('refused' in line for line in lines)} whose mutants are refused")
    return rows


def key_of(line):
    return line["set"], line["game"], line["number"], line["seed"]


def sheet_key(sheet):
    return sheet.set, sheet.name, sheet.number, sheet.seed


def main():
    today = datetime.date.today()
    parser = argparse.ArgumentParser(prog="tools/bench.sh cliffs", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="lines of results; is continued")
    parser.add_argument("--mutants", type=int, default=300)
    parser.add_argument("--seed", type=int, default=today.year * 10000 + today.month * 100 + today.day,
                        help="of the mutants; default: the date")
    parser.add_argument("--sets", default=",".join(SETS), help="default: %(default)s")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for mutants with faults")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("names", nargs="*", metavar="NAME", help="sheets; all by default")
    options = parser.parse_args()
    options.tesuji = os.environ["TESUJI"]
    options.sets = options.sets.split(",")
    if unknown := set(options.sets) - set(SETS):
        parser.error(f"unknown set {', '.join(sorted(unknown))}; there are {', '.join(SETS)}")
    corpus = pathlib.Path(os.environ.get("TESUJI_SHARED", pathlib.Path.cwd().parent / "shared")) / "corpus"
    sheets = sheets_of(options, corpus)
    if not sheets:
        print("no corpus, or no sheet of these names: set TESUJI_SHARED")
        return 77
    known = {}
    if options.json and options.json.exists():
        known = {key_of(line): line for line in map(json.loads, options.json.read_text().splitlines())}
    lock, lines = threading.Lock(), []

    def one(sheet):
        line = known.get(sheet_key(sheet))
        if line is None:
            line = examine(options, sheet)
            with lock:
                for fault in faults(line):
                    print(f"{sheet.set}/{sheet.name}: {fault}", file=sys.stderr, flush=True)
                if options.json:
                    with options.json.open("a") as out:
                        out.write(json.dumps(line) + "\n")
        with lock:
            lines.append(line)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for done in [pool.submit(one, sheet) for sheet in sheets]:
            done.result()
    head = machine.description()
    print(f"{head['date']}, {head['commit']}, {head['machine']['processor']}; "
          f"seed {options.seed}, {options.jobs} job(s)\n")
    return 1 if print_rows(lines) else 0


if __name__ == "__main__":
    sys.exit(main())
