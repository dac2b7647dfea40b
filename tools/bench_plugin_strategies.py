#!/usr/bin/env python3
"""Compares strategies in plugins, by their own functions, with tesuji's execution of them in native
code, in the same run; called by bench.sh plugin-strategies. For matchers and for whichever engine
is faster. The contestants take turns; ratios are medians over the turns.

The boards are those of bench.sh strategy: all with the learner to move, from SWI-Prolog.
"""
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

from games import command_line, machine, report

GAMES = ("noughts-and-crosses", "hexapawn3", "hexapawn4")
PROLOG = "tools/baseline/strategy/run.pl"
ENGINES = ("jit", "auto")
# Whether memory is kept between boards -> the member of strategy-bench's answer.
QUESTIONS = {"kept": "all_seconds", "dropped": "each_seconds"}


def arguments():
    parser = command_line.parser("plugin-strategies")
    parser.add_argument("--runs", type=int, default=7, help="of each contestant, by turns")
    parser.add_argument("--repeat", type=int, default=15, help="executions in each run")
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    return parser.parse_args()


def output_of(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def measure(game, options, folder):
    """Returns the figures of one game."""
    sheet, strategy = f"examples/{game}.kif", f"examples/strategies/{game}.pl"
    boards = folder / f"{game}.boards"
    boards.write_text(output_of("swipl", PROLOG, "boards", game.replace("-", "_"), "--tuned"))
    contestants = {}
    for engine in ENGINES:
        contestants[f"{engine}, tesuji"] = [sheet, f"--strategy={strategy}", f"--engine={engine}"]
        path = folder / f"{game}.{engine}.so"
        output_of(os.environ["TESUJI"], "compile", sheet, "--strategy", strategy,
                  f"--engine={engine}", "--target-cpu=native", "-o", path)
        contestants[f"{engine}, plugin"] = [path]
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
            "plugin_to_tesuji": {engine: {question: statistics.median(
                a / b for a, b in zip(rates[f"{engine}, plugin"][question],
                                      rates[f"{engine}, tesuji"][question]))
                for question in QUESTIONS} for engine in ENGINES}}


def markdown(results, options):
    lines = report.head(results, f"Medians of {options.runs} turns of {options.repeat} executions; "
                                 "choices a CPU second.")
    rows = []
    for one in results["games"]:
        for question in QUESTIONS:
            row = [f"{one['game']}, {one['boards']:,} boards", question]
            for engine in ENGINES:
                for who in ("tesuji", "plugin"):
                    rates = one["choices_per_second"][f"{engine}, {who}"]
                    row.append(report.rate(rates[question]))
                row.append(f"{one['plugin_to_tesuji'][engine][question]:.2f}")
            rows.append(row)
    columns = [f"{engine}{part}" for engine in ENGINES for part in (", tesuji", ", plugin", ": ÷")]
    lines += report.table(["game", "memory"] + columns, rows)
    return "\n".join(lines) + "\n"


def main():
    options = arguments()
    results = machine.description() | {"games": []}
    with tempfile.TemporaryDirectory() as folder:
        for game in options.games or GAMES:
            results["games"].append(measure(game, options, pathlib.Path(folder)))
            print(f"{game}: {results['games'][-1]['plugin_to_tesuji']}", flush=True)
    text = markdown(results, options)
    report.deliver(results, text, options, "tools/bench.sh plugin-strategies")


if __name__ == "__main__":
    main()
