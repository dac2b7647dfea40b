#!/usr/bin/env python3
"""Compares random playouts of games by plugins with the JIT in the same run; called by bench.sh
plugins.

For matchers and for nets: what it takes to compile a plugin, how large it is, how long a process
takes to its first answer, and its speed, made for this processor and for x86-64-v2. The contestants
take turns, so that other load on the machine affects them alike; ratios are medians over the turns."""
import os
import pathlib
import statistics
import tempfile
import time

from bench_games import GAMES, sheet_of
from games import command_line, machine, process, report
from games.contestants import Engine, Failed, Limits, Plugin

ENGINES = ("jit", "net-jit")
CPUS = ("native", "x86-64-v2")


def arguments():
    parser = command_line.parser("plugins")
    command_line.add_playouts(parser, runs=9, seconds=0.5, memory=2048)
    return parser.parse_args()


def compile_plugin(sheet, engine, cpu, folder, limits):
    """Returns the plugin's path and the CPU seconds that it took."""
    path = folder / f"{sheet.stem}.{engine}.{cpu}.so"
    outcome = process.run([os.environ["TESUJI"], "compile", f"--engine={engine}",
                           f"--target-cpu={cpu}", "-o", path, sheet], limits.seconds,
                          limits.mebibytes)
    if outcome.reason:
        raise Failed(outcome.reason)
    return path, outcome.cpu_seconds


def measure(sheet, engine, options, folder):
    """Returns the figures of one game and engine."""
    limits = Limits(options.limit, options.memory)
    figures = {"game": sheet.stem, "engine": engine}
    players = {"jit": Engine(sheet, engine, limits)}
    try:
        for cpu in CPUS:
            path, seconds = compile_plugin(sheet, engine, cpu, folder, limits)
            players[cpu] = Plugin(path, limits)
            if cpu == "native":
                figures |= {"compile_seconds": seconds, "bytes": path.stat().st_size}
        speeds = {name: [] for name in players}
        firsts = []
        for _ in range(options.runs):
            for name, player in players.items():
                sample = player.measure(options.seconds)
                speeds[name].append(sample.transitions / sample.seconds)
            firsts.append(players["native"].first_answer())
    except Failed as failure:
        return figures | {"failure": str(failure)}
    figures["first_answer_seconds"] = statistics.median(firsts)
    figures["transitions_per_second"] = {n: statistics.median(s) for n, s in speeds.items()}
    for cpu in CPUS:
        figures[f"{cpu}_to_jit"] = statistics.median(
            plugin / jit for plugin, jit in zip(speeds[cpu], speeds["jit"]))
    return figures


def markdown(results, options):
    lines = report.head(results, f"Medians of {options.runs} turns of {options.seconds:g} s.")
    rows = []
    for one in results["games"]:
        if "failure" in one:
            rows.append([one["game"], one["engine"], one["failure"]] + [""] * 6)
            continue
        speed = one["transitions_per_second"]
        rows.append([one["game"], one["engine"], report.seconds(one["compile_seconds"]),
                     f"{one['bytes'] / 1024:.0f} KiB", report.seconds(one["first_answer_seconds"]),
                     report.rate(speed["jit"]), report.rate(speed["native"]),
                     f"{one['native_to_jit']:.3f}", f"{one['x86-64-v2_to_jit']:.3f}"])
    lines += report.table(["game", "engine", "compile", "size", "first answer", "JIT", "plugin",
                           "plugin ÷ JIT", "x86-64-v2 ÷ JIT"], rows)
    for engine in ENGINES:
        found = [one for one in results["games"] if one["engine"] == engine and "failure" not in one]
        if not found:
            continue
        for cpu in CPUS:
            mean = report.geometric_mean([one[f"{cpu}_to_jit"] for one in found])
            lines.append(f"* {engine}, {cpu}: {mean:.3f}× the JIT (geometric mean of {len(found)} games)")
    return "\n".join(lines) + "\n"


def main():
    options = arguments()
    results = machine.description() | {"games": []}
    with tempfile.TemporaryDirectory() as folder:
        for game in options.games or GAMES:
            for engine in ENGINES:
                begin = time.monotonic()
                one = measure(sheet_of(game), engine, options, pathlib.Path(folder))
                results["games"].append(one)
                said = one.get("failure") or f"{one['native_to_jit']:.3f} of the JIT's speed"
                print(f"{one['game']} {engine}: {said} ({time.monotonic() - begin:.0f} s)", flush=True)
    text = markdown(results, options)
    report.deliver(results, text, options, "tools/bench.sh plugins")


if __name__ == "__main__":
    main()
