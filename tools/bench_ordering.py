#!/usr/bin/env python3
"""Ordering of premises, and what native code makes of it: one run, this machine.

Table 4's order: native code beside the same nested loops written in C++ (a program made
by tools/baseline/ordering/loops.py); both must count the same nodes. Table 5's order, the
paper's best: native code beside SWI-Prolog running the rule as it stands
(tools/baseline/ordering/ordering.pl); both must deduce the same facts. The compiler's
own passes are measured on the same rule, too. Sequence: a game played on the same
position, and one on an empty board of 19 x 19 (tools/baseline/ordering/game.py), with what
the ordered rule deduces kept up to date from move to move, and run from scratch after every
move; both must deduce the same facts. Times are CPU time, medians of several
executions; compiling is not in them, and shown apart.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import bench_order_corpus

FOLDER = pathlib.Path("examples/ordering")
FACTS = FOLDER / "position.pl"
BASELINE = pathlib.Path("tools/baseline/ordering")
ORDERED = "order-premises,introduce-exists,insert-absent"
PASSES = (("as it stands", ""), ("insert-absent", "insert-absent"),
          ("introduce-exists, insert-absent", "introduce-exists,insert-absent"),
          ("order-premises, .. both", "order-premises,introduce-exists,insert-absent"))


def output_of(*command):
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE,
                          text=True).stdout


def loops(rules, folder, level):
    source = pathlib.Path(folder) / "loops.cpp"
    program = pathlib.Path(folder) / f"loops{level}"
    source.write_text(output_of(sys.executable, BASELINE / "loops.py", rules, FACTS))
    compiler = os.environ.get("CXX", "g++")
    subprocess.run([compiler, level, "-march=native", "-o", program, source], check=True)
    return program


def native(rules, repeat, passes=""):
    command = [os.environ["TESUJI"], "run", rules, "--facts", FACTS, "--engine=native", "--time",
               f"--repeat={repeat}", "--json"]
    with tempfile.TemporaryDirectory() as folder:
        command.append(f"--profile={folder}/profile.json")  # times without counting, too
        return json.loads(output_of(*command, *([f"--passes={passes}"] if passes else [])))


def unordered(executions):
    """Measures alternately, so that a change of the machine's speed affects all alike."""
    rules = FOLDER / "connect-table4.rules"
    times = {"-O2": [], "-O3": [], "native": [], "uncounted": []}
    compile_seconds = []
    with tempfile.TemporaryDirectory() as folder:
        programs = {level: loops(rules, folder, level) for level in ("-O2", "-O3")}
        for _ in range(executions):
            run = native(rules, 1)
            times["native"].append(run["seconds"]["run"])
            times["uncounted"].append(run["seconds"]["uncounted"])
            compile_seconds.append(run["seconds"]["compile"])
            for level, program in programs.items():
                counted = json.loads(output_of(program))
                times[level].append(counted["seconds"])
                if counted["nodes"] != run["nodes"]:
                    sys.exit(f"bench.sh: {run['nodes']} nodes, and in C++ {counted['nodes']}")
    result = {"nodes": run["nodes"], "executions": executions,
              "compile_seconds": statistics.median(compile_seconds)}
    for key, name in (("native", "native"), ("uncounted", "uncounted"), ("-O2", "cpp_O2"), ("-O3", "cpp_O3")):
        result[f"{name}_seconds"] = statistics.median(times[key])
    best = min(result["cpp_O2_seconds"], result["cpp_O3_seconds"])
    result["speed_beside_cpp"] = best / result["native_seconds"]
    return result


def ordered(executions, repeat):
    rules = FOLDER / "connect-table5.rules"
    prolog = [json.loads(output_of("swipl", "-O", BASELINE / "ordering.pl", rules, FACTS, 5))
              for _ in range(executions)]
    result = {"prolog_seconds": statistics.median(run["seconds"] for run in prolog), "native": []}
    for name, passes in PASSES:
        runs = [native(rules, repeat, passes) for _ in range(executions)]
        if len(runs[0]["deduced"]) != prolog[0]["added"]:
            sys.exit(f"bench.sh: {name}: other facts than Prolog's")
        seconds = statistics.median(run["seconds"]["run"] for run in runs)
        uncounted = statistics.median(run["seconds"]["uncounted"] for run in runs)
        result["native"].append({
            "passes": name, "nodes": runs[0]["nodes"], "seconds": seconds,
            "compile_seconds": statistics.median(run["seconds"]["compile"] for run in runs),
            "faster_than_prolog": result["prolog_seconds"] / seconds,
            "uncounted_seconds": uncounted,
            "uncounted_faster": result["prolog_seconds"] / uncounted})
    return result


def steps_of(engine, mode, facts, changes, repeat):
    """Returns CPU seconds of all steps but the first, trials, how many were incremental; the facts."""
    lines = output_of(os.environ["TESUJI"], "run", FOLDER / "connect-table4.rules", "--facts", facts,
                      "--sequence", changes, f"--passes={ORDERED}", f"--incremental={mode}",
                      f"--engine={engine}", f"--repeat={repeat}", "--time", "--json").splitlines()
    steps = [json.loads(line) for line in lines]
    return ({"seconds": sum(step["seconds"]["median"] for step in steps[1:]),
             "nodes": sum(step["nodes"] for step in steps[1:]),
             "incremental": sum(step["how"] == "incremental" for step in steps[1:])},
            [step["deduced"] for step in steps])


def sequence(repeat):
    games = {}
    with tempfile.TemporaryDirectory() as folder:
        empty = pathlib.Path(folder) / "empty.pl"
        empty.write_text(output_of(sys.executable, BASELINE / "game.py", "--board", 19))
        for name, facts, moves in (("9 x 9", FACTS, 150), ("19 x 19", empty, 300)):
            changes = pathlib.Path(folder) / "game.changes"
            changes.write_text(output_of(sys.executable, BASELINE / "game.py", facts,
                                         "--moves", moves))
            game = games[name] = {"steps": changes.read_text().count("step."), "engines": {}}
            for engine in ("interpreter", "native"):
                runs = {mode: steps_of(engine, mode, facts, changes, repeat)
                        for mode in ("never", "always", "auto")}
                if any(facts_of != runs["never"][1] for _, facts_of in runs.values()):
                    sys.exit(f"bench.sh: {name}, {engine}: other facts than from scratch")
                game["engines"][engine] = {mode: figures for mode, (figures, _) in runs.items()}
    return games


def show(report):
    if "unordered" in report:
        t = report["unordered"]
        print(f"Table 4's order: {t['nodes']:,} nodes, median of {t['executions']} executions")
        for name, key in (("C++, g++ -O2", "cpp_O2"), ("C++, g++ -O3", "cpp_O3"),
                          ("tesuji, native", "native"),
                          ("tesuji, native, not counting", "uncounted")):
            seconds = t[f"{key}_seconds"]
            print(f"  {name:34}{seconds:10.3f} s  {seconds / t['nodes'] * 1e9:7.3f} ns per node")
        print(f"  native code at {t['speed_beside_cpp']:.2f} x the speed of the faster C++ program"
              f" (compiled in {t['compile_seconds']:.2f} s)\n")
    if "ordered" in report:
        t = report["ordered"]
        print("Table 5's order")
        print(f"  {'SWI-Prolog':34}{t['prolog_seconds'] * 1e6:10.1f} us")
        for run in t["native"]:
            print(f"  {'native, ' + run['passes']:34}{run['seconds'] * 1e6:10.1f} us"
                  f"{run['nodes']:>9,} nodes  {run['faster_than_prolog']:6.0f} x faster"
                  f", not counting {run['uncounted_seconds'] * 1e6:.1f} us"
                  f" {run['uncounted_faster']:.0f} x"
                  f"  (compiled in {run['compile_seconds']:.2f} s)")
    for name, game in report.get("sequence", {}).items():
        print(f"\nA game of {game['steps']} moves on {name}, per move")
        for engine, modes in game["engines"].items():
            for mode, t in modes.items():
                print(f"  {engine + ', --incremental=' + mode:34}"
                      f"{t['seconds'] / game['steps'] * 1e6:10.1f} us"
                      f"{t['nodes'] / game['steps']:>9,.0f} nodes"
                      f"  {modes['never']['seconds'] / t['seconds']:6.2f} x"
                      f"  ({t['incremental']} moves incremental)")


def main():
    parser = argparse.ArgumentParser(prog="tools/bench.sh ordering")
    parser.add_argument("--json", type=pathlib.Path, help="write the figures to this file too")
    parser.add_argument("--executions", type=int, default=3, metavar="N")
    parser.add_argument("--repeat", type=int, default=10000, metavar="N",
                        help="runs of Table 5's order within one execution")
    parser.add_argument("--runs", type=int, default=3, metavar="N",
                        help="of each game of the corpus in each order")
    parser.add_argument("parts", nargs="*", metavar="PART",
                        help="unordered, ordered, sequence; corpus (not by default: 15 minutes)")
    options = parser.parse_args()
    parts = options.parts or ["unordered", "ordered", "sequence"]
    report = {}
    for part in parts:
        if part == "unordered":
            report[part] = unordered(options.executions)
        elif part == "ordered":
            report[part] = ordered(options.executions, options.repeat)
        elif part == "sequence":
            report[part] = sequence(max(1, options.repeat // 500))
        elif part == "corpus":
            report[part] = bench_order_corpus.measure(options.runs)
        else:
            parser.error(f"no such part: {part}")
    show(report)
    if options.json:
        options.json.write_text(json.dumps(report, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
