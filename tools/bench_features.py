#!/usr/bin/env python3
"""Logical features: tesuji beside SWI-Prolog, plain and tabled, and beside interpreted relational
algebra.

The 126 features of examples/features/othello-126.pl are counted in 10,385 Othello positions from
seeded games (tools/features/othello_positions.py), by one thread each: in slices (the default), by
the interpreter, which does what the paper does without generating code, and by SWI-Prolog in a sample
of the positions, where a feature that takes longer than the cap in a position is left out of the
ratios and counted. Counts are compared wherever two of them have one. Then: growth with features,
with the board and with positions; and one position after the other along games, incrementally and
from scratch by the JIT and the interpreter. --svg writes figures 3 and 4 of the paper (needs gnuplot).

Times are of the clock, of evaluation alone but where process times are named.
"""
import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
THEORY = "examples/features/othello.pl"
FEATURES = "examples/features/othello-126.pl"
# The paper's method: relations of all rules, then joins in the order of their sizes, then
# projection.
PAPER = ["--engine=interpreter"] + [
    f"--disable-pass={name}"
    for name in ("introduce-exists", "insert-absent", "split-bodies", "demand", "separate-moves")]


class Run:
    """One process of tesuji features, with times by feature and position."""

    def __init__(self, tesuji, theory, features, positions, options, folder):
        """`theory`: the domain, or arguments that select it."""
        if not isinstance(theory, list):
            theory = ["--domain", theory]
        times, per_position, matrix = (folder / n for n in ("times.csv", "positions.csv", "m.csv"))
        begin = time.perf_counter()
        process = subprocess.Popen(
            [tesuji, "features", *theory, "--features", features, "--positions", positions,
             "--times", times, "--position-times", per_position, "-o", matrix, *options],
            stderr=subprocess.PIPE, text=True)
        _, errors = process.communicate()
        self.process_seconds = time.perf_counter() - begin
        if process.returncode != 0:
            sys.exit(f"bench_features.py: {errors}")
        rows = [line.split(",") for line in times.read_text().splitlines()[1:]]
        self.positions = int(rows[0][2])
        self.seconds = float(rows[0][1])
        self.relations = next((float(r[1]) for r in rows if r[0] == "relations"), None)
        self.features = {r[0]: float(r[1]) for r in rows if r[0] not in ("total", "relations")}
        self.per_position = [tuple(map(float, line.split(",")[1:]))
                             for line in per_position.read_text().splitlines()[1:]]
        lines = matrix.read_text().splitlines()
        self.names = lines[0].split(",")[1:]
        self.values = [line.split(",")[1:] for line in lines[1:]]


def swi(features, positions, mode, cap):
    """Returns values, seconds of each position; by feature: seconds, positions, how often the cap
    was reached."""
    process = subprocess.run(
        ["swipl", "-g", "main", str(HERE / "features/baseline.pl"), "--", THEORY, features,
         positions, mode, str(cap)], capture_output=True, text=True)
    if process.returncode != 0:
        sys.exit(f"bench_features.py: {process.stderr}")
    lines = process.stdout.splitlines()
    times = {}
    for line in lines:
        if line.startswith("time "):
            _, name, seconds, count, capped = line.split()
            times[name] = (float(seconds), int(count), int(capped))
    per_position = [float(line.split()[1]) for line in lines if line.startswith("position ")]
    values = [line.split(",") for line in lines
              if not line.startswith(("time ", "position "))]
    return values, per_position, times


def differences(left, right):
    """Returns how many values both have, and how many of them differ."""
    both = [(a, b) for x, y in zip(left, right) for a, b in zip(x, y) if a != "-" and b != "-"]
    return len(both), sum(a != b for a, b in both)


def geometric_mean(numbers):
    return math.exp(sum(map(math.log, numbers)) / len(numbers))


def make_positions(folder, options):
    path = folder / "positions.txt"
    with path.open("w") as out:
        subprocess.run([HERE / "features/othello_positions.py", f"--count={options.positions}"],
                       stdout=out, check=True)
    return path


def few_and_many(folder, options, positions):
    """Writes files with the first 10 features, and with 1,000."""
    texts = [line for line in open(FEATURES) if not line.startswith("%")]
    few = folder / "f10.pl"
    few.write_text("".join(texts[:10]))
    many = folder / "f1000.pl"
    with many.open("w") as out:
        subprocess.run([HERE / "features/make_features.py", options.tesuji, THEORY, positions,
                        "--count=1000", "--seed=2"], stdout=out, check=True)
    return few, many


def compare(options, folder, report):
    """Computes the main table; returns times of the sample for the figures."""
    positions = make_positions(folder, options)
    lines = positions.read_text().splitlines(keepends=True)
    chosen = sorted(random.Random(1).sample(range(len(lines)), min(options.sample, len(lines))))
    sample = folder / "sample.txt"
    sample.write_text("".join(lines[i] for i in chosen))

    ours = Run(options.tesuji, THEORY, FEATURES, positions, [], folder)
    algebra = Run(options.tesuji, THEORY, FEATURES, positions, PAPER, folder)
    count, wrong = differences(ours.values, algebra.values)
    print(f"{count} values in {ours.positions} positions by slices and by interpreted algebra: "
          f"{wrong} differ")
    report["algebra"] = {"values": count, "differ": wrong}
    # Each feature is charged an equal share of the common work.
    own = {name: (seconds + ours.relations / len(ours.features)) / ours.positions
           for name, seconds in ours.features.items()}
    per_position = ours.seconds / ours.positions
    print(f"\n{'':34}{'per position':>14}{'ratio':>12}{'geom. mean':>12}   of features")
    print(f"{'tesuji, slices':34}{1e6 * per_position:11.2f} us{1:12}{1:12}")
    slower = algebra.seconds / algebra.positions
    print(f"{'relational algebra, interpreted':34}{1e6 * slower:11.2f} us"
          f"{slower / per_position:12.0f}")
    report["slices"] = {"seconds_per_position": per_position,
                        "process_seconds": ours.process_seconds}
    report["algebra"]["seconds_per_position"] = slower
    figures = {"algebra": algebra, "chosen": chosen, "slices": ours}
    for mode in ("tabled", "plain"):
        values, seconds, times = swi(FEATURES, sample, mode, options.cap)
        count, wrong = differences([ours.values[i] for i in chosen], values)
        capped = sum(c for _, _, c in times.values())
        # For the same features and positions: those that exceeded the cap are in neither sum.
        swi_seconds = sum(s for s, _, _ in times.values())
        our_seconds = sum(own[name] * n for name, (_, n, _) in times.items())
        least = 1e-7  # of SWI-Prolog's clock
        ratios = [max(s / n, least) / own[name] for name, (s, n, _) in times.items() if n > 0]
        mean = geometric_mean(ratios)
        print(f"{'SWI-Prolog, ' + mode:34}{1e6 * swi_seconds / len(chosen):11.0f} us"
              f"{swi_seconds / our_seconds:12.0f}{mean:12.0f}   "
              f"{len(chosen)} positions; {count} values, {wrong} differ; {capped} capped")
        report[mode] = {"seconds_per_position": swi_seconds / len(chosen),
                        "ratio": swi_seconds / our_seconds, "geometric_mean": mean,
                        "positions": len(chosen), "values": count, "differ": wrong,
                        "capped": capped, "cap": options.cap}
        figures[mode] = seconds
    return figures


def measured(tesuji, theory, features, positions, options=()):
    """Returns seconds of a process, seconds of evaluation, peak memory in MiB."""
    with tempfile.NamedTemporaryFile() as times:
        begin = time.perf_counter()
        child = os.fork()
        if child == 0:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 2)
            os.execvp(str(tesuji), [str(tesuji), "features", "--domain", str(theory), "--features",
                                    str(features), "--positions", str(positions), "-o",
                                    "/dev/null", "--times", times.name, *options])
        _, status, usage = os.wait4(child, 0)
        seconds = time.perf_counter() - begin
        if status != 0:
            sys.exit("bench_features.py: tesuji failed")
        total = float(pathlib.Path(times.name).read_text().splitlines()[1].split(",")[1])
    return seconds, total, usage.ru_maxrss / 1024


def growth(options, folder, report):
    """Measures growth with features, with the board, and with positions."""
    positions = make_positions(folder, options)
    rows = []

    def row(what, theory, features, positions, count):
        seconds, evaluation, memory = measured(options.tesuji, theory, features, positions)
        print(f"{what:34}{1e6 * evaluation / count:11.2f} us{1e3 * (seconds - evaluation):9.0f} ms"
              f"{seconds:9.2f} s{memory:9.0f} MiB")
        rows.append({"what": what, "seconds_per_position": evaluation / count,
                     "other_seconds": seconds - evaluation, "process_seconds": seconds,
                     "peak_mib": memory})

    print(f"\n{'growth':34}{'per position':>14}{'besides':>12}{'process':>11}{'memory':>13}")
    few, many = few_and_many(folder, options, positions)
    for features, name in ((few, "10 features"), (FEATURES, "126 features"),
                           (many, "1,000 features")):
        row(name, THEORY, features, positions, options.positions)
    for size in (6, 8, 10):
        theory, board = folder / f"othello{size}.pl", folder / f"positions{size}.txt"
        with theory.open("w") as out:
            subprocess.run([HERE / "features/othello_theory.py", str(size)], stdout=out, check=True)
        with board.open("w") as out:
            subprocess.run([HERE / "features/othello_positions.py", f"--size={size}",
                            f"--count={options.positions}"], stdout=out, check=True)
        row(f"board {size} x {size}", theory, FEATURES, board, options.positions)
    for count in (1_000, 10_000, 100_000, 1_000_000):
        long = folder / "long.txt"
        with long.open("w") as out, positions.open() as lines:
            for _ in range(count):
                line = lines.readline()
                if not line:
                    lines.seek(0)
                    line = lines.readline()
                out.write(line)
        row(f"{count:,} positions", THEORY, FEATURES, long, count)
    report["growth"] = rows


def along_games(options, folder, report):
    """Measures positions one after the other, each incrementally from the one before and each from
    scratch."""
    positions = make_positions(folder, options)
    few, many = few_and_many(folder, options, positions)
    jobs = [("Othello, 10 features", THEORY, few, positions),
            ("Othello, 126 features", THEORY, FEATURES, positions),
            ("Othello, 1,000 features", THEORY, many, positions),
            ("Othello, by hand", THEORY, "examples/features/othello-features.pl", positions)]
    for game in ("breakthrough", "connect-four"):
        states = folder / f"{game}.states"
        with states.open("w") as out:
            subprocess.run([HERE / "features/game_positions.py", options.tesuji,
                            f"examples/{game}.kif", "--games=100"], stdout=out, check=True)
        theory = [f"--game=examples/{game}.kif", "--domain", f"examples/features/{game}.pl"]
        jobs.append((f"{game}, by hand", theory, f"examples/features/{game}-features.pl", states))
    print(f"\n{'along games, per position':34}{'incremental':>14}{'JIT':>14}{'interpreter':>14}"
          f"{'ratio':>8}{'set-up':>10}{'of JIT':>10}")
    rows = []
    for what, theory, features, lines in jobs:
        runs = {engine: Run(options.tesuji, theory, features, lines, [f"--engine={engine}"], folder)
                for engine in ("incremental", "jit", "interpreter")}
        ours, jit, interpreter = runs.values()
        count, wrong = differences(ours.values, jit.values)
        each = {name: run.seconds / run.positions for name, run in runs.items()}
        scratch = min(each["jit"], each["interpreter"])
        start = {name: run.process_seconds - run.seconds for name, run in runs.items()}
        print(f"{what:34}{1e6 * each['incremental']:11.2f} us{1e6 * each['jit']:11.2f} us"
              f"{1e6 * each['interpreter']:11.2f} us{scratch / each['incremental']:8.1f}"
              f"{1e3 * start['incremental']:7.0f} ms{1e3 * start['jit']:7.0f} ms"
              f"   {ours.positions} positions; {count} values, {wrong} differ")
        rows.append({"what": what, "seconds_per_position": each, "ratio": scratch / each["incremental"],
                     "other_seconds": start, "values": count, "differ": wrong})
    report["along_games"] = rows


def all_counts(options, folder, report):
    """Returns SWI-Prolog's counts of all positions, tabled, a hundred at a time. Stores finished
    parts in the folder --keep, so that the hours this takes may be split."""
    keep = pathlib.Path(options.keep)
    keep.mkdir(parents=True, exist_ok=True)
    positions = make_positions(folder, options)
    ours = Run(options.tesuji, THEORY, FEATURES, positions, [], folder)
    lines = positions.read_text().splitlines(keepends=True)
    begin = time.monotonic()

    def chunk(first):
        done = keep / f"{first:06}.csv"
        if not done.exists():
            if options.seconds and time.monotonic() - begin > options.seconds:
                return 0, 0, 0, 0
            part = folder / f"{first}.txt"
            part.write_text("".join(lines[first:first + 100]))
            values, _, _ = swi(FEATURES, part, "tabled", options.cap)
            unfinished = done.with_suffix(".tmp")
            unfinished.write_text("".join(",".join(row) + "\n" for row in values))
            unfinished.rename(done)
        values = [line.split(",") for line in done.read_text().splitlines()]
        count, wrong = differences(ours.values[first:first + 100], values)
        return len(values), count, wrong, sum(row.count("-") for row in values)

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        totals = [sum(column) for column in zip(*pool.map(chunk, range(0, len(lines), 100)))]
    print(f"{totals[0]} of {len(lines)} positions by SWI-Prolog, tabled: {totals[1]} values, "
          f"{totals[2]} differ; {totals[3]} took longer than {options.cap:g} s")
    report["all_counts"] = dict(zip(("positions", "values", "differ", "capped"), totals))


def plot(path, title, labels, series, scale):
    """Plots series of points as SVG."""
    script = [f"set terminal svg size 640,480 font 'sans,12' background rgb 'white'",
              f"set output '{path}'", f"set title '{title}'", f"set xlabel '{labels[0]}'",
              f"set ylabel '{labels[1]}'", scale, "set grid", "set key left top"]
    script.append("plot " + ", ".join(f"'-' with points pt 7 ps 0.35 title '{name}'"
                                      for name, _ in series))
    for _, points in series:
        script += [f"{x:.9g} {y:.9g}" for x, y in points] + ["e"]
    subprocess.run(["gnuplot"], input="\n".join(script) + "\n", text=True, check=True)


def draw(folder, figures):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    slices, algebra, chosen = figures["slices"], figures["algebra"], figures["chosen"]
    series = []
    for mode in ("plain", "tabled"):
        for name, run in (("slices", slices), ("interpreted algebra", algebra)):
            series.append((f"SWI-Prolog {mode} by {name}",
                           [(1e3 * run.per_position[i][0], 1e3 * s)
                            for i, s in zip(chosen, figures[mode])]))
    plot(folder / "figure3.svg", "Time for the 126 features of a position (Figure 3)",
         ("tesuji (ms)", "SWI-Prolog (ms)"), series, "set logscale xy")
    plot(folder / "figure4.svg", "Relations, and all there is to evaluate (Figure 4)",
         ("all of a position (us)", "relations (us)"),
         [("slices", [(1e6 * a, 1e6 * b) for a, b in sorted(set(slices.per_position))])],
         "set xrange [0:*]; set yrange [0:*]")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=10385)
    parser.add_argument("--sample", type=int, default=50, help="positions for SWI-Prolog")
    parser.add_argument("--cap", type=float, default=1, help="seconds for a feature in a position")
    parser.add_argument("--svg", metavar="FOLDER")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--only", choices=("compare", "growth", "games", "all"),
                        help="all: SWI-Prolog's counts of all positions, which takes hours")
    parser.add_argument("--keep", metavar="FOLDER", help="all: where counts are kept")
    parser.add_argument("--jobs", type=int, default=1, help="all: so many at a time")
    parser.add_argument("--seconds", type=float, help="all: begin nothing after these")
    options = parser.parse_args()
    options.tesuji = os.environ["TESUJI"]
    if options.only == "all" and not options.keep:
        parser.error("--only=all needs --keep=FOLDER")
    report = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # Growth first, because a process inherits its parent's peak memory.
        if options.only in (None, "growth"):
            growth(options, folder, report)
        if options.only in (None, "games"):
            along_games(options, folder, report)
        if options.only == "all":
            all_counts(options, folder, report)
        if options.only in (None, "compare"):
            figures = compare(options, folder, report)
            if options.svg:
                draw(options.svg, figures)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
