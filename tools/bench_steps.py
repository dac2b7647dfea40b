#!/usr/bin/env python3
"""Measures steps of thousands of games at once with given moves, from C and from Python; called by
bench.sh steps (docs/engines/steps.md).

In C it is examples/hosts/c/vector_play.c, which chooses moves at random from the rows of legal ones
and counts goals; in Python a loop of `env.step(env.sample())`, with observations and masks as
bytes, and without observations and with masks as bits. The contestants take turns; figures are
medians. --sizes has fewer games, by the number of games at once and of threads, with moves chosen
in NumPy, too. --ready measures how long it takes until a game is ready, with an empty object cache
and then with a filled one."""
import json
import os
import pathlib
import re
import statistics
import sys
import tempfile

from bench_games import GAMES, sheet_of
from games import command_line, machine, plots, process, report, step_ready, step_sizes

LOOP = """
import sys, time, warnings
import tesuji
warnings.simplefilter("ignore")
path, games, seconds, observation, mask = sys.argv[1:]
env = tesuji.load(path).vector_env(int(games), observation=observation if observation != "none" else None, mask=mask)
env.reset(seed=1)
begin, steps = time.process_time(), 0
while time.process_time() - begin < float(seconds):
    for _ in range(10):
        env.step(env.sample(), check=False)
    steps += 10
print(f"{1e-6 * steps * int(games) / (time.process_time() - begin):.3f} million steps")
"""
CONTESTANTS = ("C", "Python, bytes", "Python, bits")


def arguments():
    parser = command_line.parser("steps")
    command_line.add_playouts(parser, runs=3, seconds=1, memory=8192)
    parser.add_argument("--at-once", type=int, default=4096, metavar="N", help="games side by side (default: 4096)")
    parser.add_argument("--sizes", action="store_true", help="by the number of games at once and of threads, instead")
    parser.add_argument("--ready", action="store_true", help="time until a game is ready, instead")
    parser.add_argument("--svg", type=pathlib.Path, metavar="DIR", help="write the plot of --sizes")
    parser.add_argument("--python", default="/usr/bin/python3", help="a Python with NumPy")
    return parser.parse_args()


def build(folder):
    """Builds vector_play for this processor; returns where its library is."""
    library = pathlib.Path(os.environ["TESUJI"]).parent / "libtesuji.so.1"
    program, headers = folder / "vector_play", folder / "include"
    headers.mkdir()
    (headers / "tesuji").symlink_to(pathlib.Path("runtime/core/tesuji").resolve())
    done = process.run(["cc", "-std=c11", "-D_DEFAULT_SOURCE", "-O3", "-march=native", f"-I{headers}",
                        "examples/hosts/c/vector_play.c", "-o", program, library.resolve(),
                        f"-Wl,-rpath,{library.resolve().parent}"])
    if done.reason:
        sys.exit(f"bench.sh steps: {done.reason}")
    os.environ.update(TESUJI_LIBRARY=str(library.resolve()), PYTHONPATH="tools/python", PYTHONDONTWRITEBYTECODE="1")
    return program


def command(contestant, program, sheet, options):
    if contestant == "C":
        return [program, sheet, options.at_once, options.seconds]
    observation, mask = ("bytes", "bytes") if contestant.endswith("bytes") else ("none", "bits")
    return [options.python, "-c", LOOP, sheet, options.at_once, options.seconds, observation, mask]


def measure(program, sheet, options):
    speeds = {name: [] for name in CONTESTANTS}
    for _ in range(options.runs):
        for name in CONTESTANTS:
            outcome = process.run(command(name, program, sheet, options), options.limit, options.memory)
            found = re.search(r"([0-9.]+) million steps", outcome.output)
            if outcome.reason or not found:
                return {"game": sheet.stem, "failure": outcome.reason or "no figure"}
            speeds[name].append(1e6 * float(found[1]))
    return {"game": sheet.stem, "steps_per_second": {name: statistics.median(s) for name, s in speeds.items()}}


def markdown(results, options):
    lines = report.head(results, f"Steps per CPU second of one thread, {options.at_once} games at once; medians of "
                                 f"{options.runs} runs by turns, {options.seconds:g} s each.")
    rows = [[one["game"], *([one["failure"], "", ""] if "failure" in one else
                            [report.rate(one["steps_per_second"][name]) for name in CONTESTANTS])]
            for one in results["games"]]
    return "\n".join(lines + report.table(["game", *CONTESTANTS], rows)) + "\n"


def by_sizes(options):
    """Runs the other kind of measurement: prints lines at once, and writes between its own marks."""
    results = machine.description() | {"games": []}
    with tempfile.TemporaryDirectory() as folder:
        program = build(pathlib.Path(folder))
        for game in options.games or step_sizes.GAMES:
            results["games"].append(step_sizes.measure(sheet_of(game), program, options))
            print(json.dumps(results["games"][-1]), flush=True)
    text = report.head(results, f"One thread: steps per CPU second, medians of {options.runs} runs, {options.seconds:g} s each. Two: "
                                "steps per second of the clock, the most of these runs.") + step_sizes.tables(results["games"])
    if options.svg:
        from games import step_plots  # needs matplotlib
        step_plots.draw(results["games"], options.svg)
    report.deliver(results, "\n".join(text) + "\n", options, "tools/bench.sh steps --sizes")


def by_readiness(options):
    """Runs a third kind of measurement."""
    results = machine.description() | {"games": []}
    with tempfile.TemporaryDirectory() as folder:
        build(pathlib.Path(folder))
    for game in options.games or [*step_sizes.GAMES, "checkers", "othello-comp2007"]:
        results["games"].append(step_ready.measure(sheet_of(game), options))
        print(json.dumps(results["games"][-1]), flush=True)
    text = report.head(results, f"Medians of {options.runs} runs.") + step_ready.table(results["games"])
    report.deliver(results, "\n".join(text) + "\n", options, "tools/bench.sh steps --ready")


def main():
    options = arguments()
    if options.svg:
        plots.require()
    if options.sizes:
        by_sizes(options)
        return
    if options.ready:
        by_readiness(options)
        return
    results = machine.description() | {"games": []}
    with tempfile.TemporaryDirectory() as folder:
        program = build(pathlib.Path(folder))
        for game in options.games or GAMES:
            results["games"].append(measure(program, sheet_of(game), options))
            print(results["games"][-1], flush=True)
    report.deliver(results, markdown(results, options), options, "tools/bench.sh steps")


if __name__ == "__main__":
    main()
