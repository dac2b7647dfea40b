#!/usr/bin/env python3
"""Compares games with and without their saved invariants; called by bench.sh invariants
(docs/proving/saving.md).

For each rulesheet: `verify --save` finds facts; then gates of the net, fluents and bytes of a state in
lanes, transitions a second one by one (net-jit) and in lanes, and CPU seconds until lanes play, with
no object cache and with one that has all. Contestants take turns;
speeds are medians of ratios. The sheet's trace is replayed with the file by net-jit and by lanes.
"""
import json
import pathlib
import signal
import statistics
import sys
import tempfile

from games import command_line, growth, machine, process, report
from games.contestants import Failed, Limits, STEP_LIMIT, as_json, tesuji

REPLAYED = ("net-jit", "lanes-512")
LANES = "512"


def arguments():
    parser = command_line.parser("invariants")
    command_line.add_playouts(parser, runs=5, seconds=0.3, memory=8192)
    parser.add_argument("--every", type=int, default=6, metavar="N",
                        help="every so many DEV games, where none is named (default: 6)")
    parser.add_argument("--proof-seconds", type=float, default=20, help="of finding facts")
    parser.add_argument("--files", type=pathlib.Path, metavar="DIR",
                        help="keeps files of facts, and takes those that are there")
    return parser.parse_args()


def sheets(options):
    dev = growth.corpus() / "dev"
    if options.games:
        return [pathlib.Path(game) if "/" in game else dev / f"{game}.kif" for game in options.games]
    return sorted(dev.glob("*.kif"))[::options.every]


def save_facts(sheet, path, options):
    """Returns the number of facts; raises Failed if there is no file."""
    if not path.is_file():
        process.run([tesuji(), "verify", "--property", "terminal or not terminal", "--enumerate=never",
                     "--attack-states=0", f"--proof-seconds={options.proof_seconds}", "--save", path, sheet],
                    options.limit + 4 * options.proof_seconds, options.memory)
    if not path.is_file():
        raise Failed("no facts are saved")
    return len(json.loads(path.read_text())["facts"])


class Pair:
    """A way to play with and without the file."""

    def __init__(self, sheet, facts, words, options):
        self.sheet, self.words, self.options = sheet, words, options
        self.limits = Limits(options.limit, options.memory)
        self.with_facts = [f"--invariants={facts}"]

    def simulate(self, *more):
        found = as_json(process.run([tesuji(), "simulate", *self.words, f"--max-steps={STEP_LIMIT}", "--json",
                                     *more, self.sheet], self.limits.seconds, self.limits.mebibytes))
        if found.get("one_by_one"):
            raise Failed(f"one by one: {found['one_by_one']}")
        return found

    def gain(self):
        """Returns the median ratio of speeds, with the file to without."""
        ratios = []
        for _ in range(self.options.runs):
            rates = [found["transitions"] / found["cpu_seconds"]
                     for found in (self.simulate(f"--play-seconds={self.options.seconds}", *more)
                                   for more in ((), self.with_facts))]
            ratios.append(rates[1] / rates[0])
        return statistics.median(ratios)

    def setup(self, folder):
        """Returns CPU seconds before playouts: without and with the file, with no cache; again,
        with a full one."""
        both = ((), self.with_facts)
        plain = [self.simulate("--playouts=1", *more) for more in both]
        cached = [[self.simulate("--playouts=1", f"--cache={folder}", *more) for _ in range(2)][-1] for more in both]
        return [found["setup_cpu_seconds"] for found in (*plain, *cached)]


def gates(sheet, more, limits):
    found = as_json(process.run([tesuji(), "explain", "--no-timing", "--json", *more, sheet], limits.seconds,
                                limits.mebibytes))
    if not found["net"]:
        raise Failed("no net")
    return found["net"]["step_gates"]


def replay(sheet, facts, options):
    """Returns the engines whose answers differ from the trace."""
    trace = sheet.with_suffix(".trace.json")
    if not trace.is_file():
        return []
    wrong = []
    for engine in REPLAYED:
        outcome = process.run([tesuji(), "replay", f"--engine={engine}", "--perft=2000", f"--invariants={facts}",
                               sheet, trace], options.limit, options.memory)
        if outcome.reason:
            wrong.append(f"{engine}: {outcome.reason}")
    return wrong


def measure(sheet, facts, options):
    found = {"game": sheet.stem, "facts": save_facts(sheet, facts, options)}
    single = Pair(sheet, facts, ["--engine=net-jit"], options)
    lanes = Pair(sheet, facts, [f"--batch={LANES}"], options)
    found["gates"] = [gates(sheet, more, single.limits) for more in ((), single.with_facts)]
    states = [lanes.simulate("--playouts=1", *more) for more in ((), lanes.with_facts)]
    for figure in ("lane_fluents", "lane_bytes"):
        found[figure] = [state[figure] for state in states]
    found["single"], found["lanes"] = single.gain(), lanes.gain()
    with tempfile.TemporaryDirectory() as cache:
        found["setup"] = lanes.setup(cache)
    found["differences"] = replay(sheet, facts, options)
    return found


def row(game):
    before_after = (f"{before} → {after}" for before, after in
                    (game["lane_fluents"], game["lane_bytes"], game["gates"]))
    return [game["game"], str(game["facts"]), *before_after, f"{game['single']:.2f}", f"{game['lanes']:.2f}",
            *(" → ".join(map(report.seconds, game["setup"][i:i + 2])) for i in (0, 2))]


def markdown(results):
    games, failed = results["games"], results["failed"]
    lines = report.table(["game", "facts", "fluents in lanes", "bytes a lane", "gates a step", "one by one",
                          "lanes", "set-up of lanes", "with a full cache"], [row(game) for game in games])
    means = {title: report.geometric_mean([after / before for before, after in (game[figure] for game in games)])
             for title, figure in (("fluents", "lane_fluents"), ("bytes a lane", "lane_bytes"), ("gates", "gates"))}
    speeds = {title: [game[figure] for game in games]
              for title, figure in (("one by one", "single"), ("lanes", "lanes"))}
    lines += ["", f"Geometric means of {len(games)} games: "
              + ", ".join(f"{title} ×{mean:.3f}" for title, mean in means.items()) + "; speed "
              + ", ".join(f"{title} ×{report.geometric_mean(of):.3f} (least {min(of):.2f})"
                          for title, of in speeds.items()) + "."]
    wrong = [f"{game['game']} ({'; '.join(game['differences'])})" for game in games if game["differences"]]
    lines += [f"Traces with the file, by {' and '.join(REPLAYED)}: "
              + (f"DIFFERENCES: {', '.join(wrong)}." if wrong else "no difference.")]
    if failed:
        lines += ["", "Not measured: " + "; ".join(f"{name}: {why}" for name, why in failed.items()) + "."]
    return "\n".join(report.head(results, f"`tools/bench.sh invariants`; speeds are medians of {results['runs']} pairs of {results['seconds']:g} s.") + lines)


def main():
    options = arguments()
    # Handles both signals, even if it was started in the background, so that it prints the results
    # so far.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    results = {**machine.description(), "runs": options.runs, "seconds": options.seconds, "games": [], "failed": {}}
    with tempfile.TemporaryDirectory() as folder:
        files = options.files or pathlib.Path(folder)
        files.mkdir(parents=True, exist_ok=True)
        for sheet in sheets(options):
            try:
                results["games"].append(measure(sheet, files / f"{sheet.stem}.inv.json", options))
                print(" ".join(row(results["games"][-1])), file=sys.stderr, flush=True)
            except Failed as failure:
                results["failed"][sheet.stem] = str(failure)
                print(f"{sheet.stem}: {failure}", file=sys.stderr, flush=True)
            except KeyboardInterrupt:
                break  # what was measured is told
    if not results["games"]:
        sys.exit("bench.sh invariants: no game was measured")
    report.deliver(results, markdown(results), options, "tools/bench.sh invariants")


main()
