#!/usr/bin/env python3
"""Strategies in plugins, by their own functions, beside the JIT in the same run; called by bench.sh
plugin-strategies. The contestants take turns; ratios are medians over the turns.

The boards are those of bench.sh strategy: all with the learner to move, from SWI-Prolog.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

from games import machine, report

GAMES = ("noughts-and-crosses", "hexapawn3", "hexapawn4")
PROLOG = "tools/baseline/strategy/run.pl"
# What is asked: its name, and what of strategy-bench's answer it is.
QUESTIONS = {"one memory": "all_seconds", "forgetting": "each_seconds"}


def arguments():
    parser = argparse.ArgumentParser(prog="tools/bench.sh plugin-strategies")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write all figures")
    parser.add_argument("--markdown", type=pathlib.Path, metavar="FILE",
                        help="write the table between the marks of this file, or the whole file")
    parser.add_argument("--runs", type=int, default=7, help="of each contestant, by turns")
    parser.add_argument("--repeat", type=int, default=15, help="executions in each run")
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    return parser.parse_args()


def output_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def measure(game, options, folder):
    """The figures of one game."""
    sheet, strategy = f"examples/{game}.kif", f"examples/strategies/{game}.pl"
    boards = folder / f"{game}.boards"
    boards.write_text(output_of("swipl", PROLOG, "boards", game.replace("-", "_"), "--tuned"))
    contestants = {"JIT": [sheet, f"--strategy={strategy}", "--engine=jit"]}
    for engine in ("jit", "auto"):
        path = folder / f"{game}.{engine}.so"
        output_of(os.environ["TESUJI"], "compile", sheet, "--strategy", strategy,
                  f"--engine={engine}", "--target-cpu=native", "-o", path)
        contestants[f"plugin, {engine}"] = [path]
    rates = {name: {question: [] for question in QUESTIONS} for name in contestants}
    for _ in range(options.runs):
        for name, words in contestants.items():
            answer = json.loads(output_of(os.environ["TESUJI"], "strategy-bench", *words, "--json",
                                          f"--boards={boards}", f"--repeat={options.repeat}"))
            for question, key in QUESTIONS.items():
                rates[name][question].append(answer["boards"] / answer[key])
    return {"game": game, "boards": answer["boards"],
            "choices_per_second": {name: {question: statistics.median(all_rates) for
                                          question, all_rates in of_name.items()}
                                   for name, of_name in rates.items()},
            "to_jit": {name: {question: statistics.median(
                a / b for a, b in zip(of_name[question], rates["JIT"][question]))
                for question in QUESTIONS} for name, of_name in rates.items()}}


def markdown(results, options):
    head = results["machine"]
    lines = [f"Commit {results['commit']}, {results['date']}; {head['processor']}, {head['system']}. "
             f"Load when it began: {results['load']:.1f}. Medians of {options.runs} turns of "
             f"{options.repeat} executions; choices a CPU second.", ""]
    rows = []
    for one in results["games"]:
        for question in QUESTIONS:
            row = [f"{one['game']}, {one['boards']:,} boards", question]
            for name, rates in one["choices_per_second"].items():
                row.append(report.rate(rates[question]))
                if name != "JIT":
                    row.append(f"{one['to_jit'][name][question]:.2f}")
            rows.append(row)
    lines += report.table(["game", "between boards", "JIT", "plugin, jit", "÷ JIT", "plugin, auto",
                           "÷ JIT"], rows)
    return "\n".join(lines) + "\n"


def main():
    options = arguments()
    results = machine.description() | {"load": os.getloadavg()[0], "games": []}
    with tempfile.TemporaryDirectory() as folder:
        for game in options.games or GAMES:
            results["games"].append(measure(game, options, pathlib.Path(folder)))
            print(f"{game}: {results['games'][-1]['to_jit']}", flush=True)
    text = markdown(results, options)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    if options.markdown:
        report.insert(options.markdown, text, "tools/bench.sh plugin-strategies")
    else:
        print(text)


if __name__ == "__main__":
    main()
