#!/usr/bin/env python3
"""Measures random playouts in lanes, compared with playouts one by one, SWI-Prolog and C++
bitboards.

Called by bench.sh batches; docs/engines/batches.md describes the measurements, and has the figures."""
import json
import pathlib
import sys
import tempfile

from bench_games import GAMES, baselines_of, entry_of, sheet_of, take_turns
from games import agreement, command_line, machine, plots, process, report
from games.contestants import STEP_LIMIT, Batch, Engine, Failed, Limits, as_json, batch_names, tesuji

SINGLE = "auto"  # the fastest engine for one game
SIZES = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
SIZED_GAMES = ["ticTacToe", "breakthrough"]
FROM_STATES = [(20, 1_000), (200, 100), (2_000, 10), (20_000, 1)]  # states, and playouts from each
MARK = "tools/bench.sh batches"


def arguments():
    parser = command_line.parser("batches", "tables")
    parser.add_argument("--svg", type=pathlib.Path, metavar="DIR", help="write plots")
    command_line.add_playouts(parser, runs=3, seconds=1, memory=4096)
    parser.add_argument("--prolog", action="store_true", help="SWI-Prolog, too")
    parser.add_argument("--sizes", action="store_true",
                        help="playouts by their number, and from many states, too")
    return parser.parse_args()


def measure(game, options, folder):
    sheet = sheet_of(game)
    limits = Limits(options.limit, options.memory)
    single = Engine(sheet, SINGLE, limits)
    batches = [Batch(sheet, name, limits) for name in batch_names()]
    baselines, missing = baselines_of(sheet, limits, folder)
    if not options.prolog:
        baselines = [other for other in baselines if other.name != "swipl"]
    samples, failures = take_turns([single, *batches, *baselines], options)
    differences = []
    for other in batches:
        if samples[SINGLE] and samples[other.name]:
            found = agreement.average_difference(samples[SINGLE][0], samples[other.name][0],
                                                 other.name)
            differences += [found] if found else []
    contestants = {name: {"failure": why} for name, why in missing.items()}
    contestants |= {name: entry_of(taken, failures.get(name, ""))
                    for name, taken in samples.items()}
    for batch in batches:
        if samples[batch.name]:
            contestants[batch.name]["lane_bytes"] = samples[batch.name][0].lane_bytes
    return {"game": sheet.stem, "contestants": contestants, "differences": differences}


def playouts_per_second(sheet, words, limits):
    """Returns a command's playouts per second, by its own clock: the fastest of three."""
    fastest = None
    for _ in range(3):
        found = as_json(process.run([tesuji(), "simulate", *words,
                                     f"--max-steps={STEP_LIMIT}", "--json", sheet], limits.seconds,
                                    limits.mebibytes))
        rate = found["playouts"] / found["seconds"]
        fastest = max(fastest or 0, rate)
    return fastest


def sizes(options):
    limits = Limits(options.limit, options.memory)
    found = {}
    for game in SIZED_GAMES:
        sheet = sheet_of(game)
        found[game] = {name: [playouts_per_second(sheet, [*words, f"--playouts={size}"], limits)
                              for size in SIZES]
                       for name, words in (("one by one", [f"--engine={SINGLE}"]),
                                           *((name, [f"--batch={name.removeprefix('batch-')}"])
                                             for name in batch_names()))}
    return found


def trace_states(sheet):
    """Returns states of the corpus's trace that are not terminal, as lines of --states."""
    trace = json.loads(sheet.with_suffix(".trace.json").read_text())
    found = [" ".join(step["F"]) for playout in trace["playouts"] for step in playout["steps"]
             if step.get("F") and not step["t"]]
    if not found:
        raise Failed(f"{sheet}: its trace has no states")
    return found


def from_states(options, folder):
    """Returns playouts per second from many start states, by their number."""
    limits = Limits(options.limit, options.memory)
    file = pathlib.Path(folder) / "states.txt"
    found = {}
    for game in SIZED_GAMES:
        sheet = sheet_of(game)
        states = trace_states(sheet)
        rates = found[game] = {"one by one": [], "lanes": []}
        for count, playouts in FROM_STATES:
            file.write_text("".join(states[i % len(states)] + "\n" for i in range(count)))
            for name, way in (("one by one", f"--engine={SINGLE}"), ("lanes", "--batch")):
                words = [way, f"--states={file}", f"--playouts={playouts}"]
                rates[name].append(playouts_per_second(sheet, words, limits))
    return found


def best_batch(game):
    speeds = [report.speed(game, name) for name in batch_names() if report.speed(game, name)]
    return max(speeds, default=None)


def speed_table(games, prolog):
    rows = []
    for game in games:
        best = best_batch(game)
        entry = game["contestants"].get("batch-512", {})
        rows.append([game["game"], report.cell(game, SINGLE),
                     *[report.cell(game, name) for name in batch_names()],
                     report.cell(game, "bitboards"),
                     *([report.cell(game, "swipl")] if prolog else []),
                     report.ratio(best, report.speed(game, SINGLE)),
                     report.ratio(best, report.speed(game, "bitboards")),
                     *([report.ratio(best, report.speed(game, "swipl"))] if prolog else []),
                     report.seconds(entry.get("setup_seconds")),
                     f"{entry['peak_mib']:.0f} MiB" if "peak_mib" in entry else "-",
                     f"{entry['lane_bytes']:,} B" if "lane_bytes" in entry else "-"])
    head = ["game", "one by one", "64 lanes", "256", "512", "bitboards",
            *(["SWI-Prolog"] if prolog else []), "lanes ÷ one by one", "÷ bitboards",
            *(["÷ Prolog"] if prolog else []), "ready after", "memory", "of a lane"]
    return report.table(head, rows)


def rate_table(found, columns):
    names = list(next(iter(found.values())))
    rows = [[game, name, *[report.rate(rate) for rate in found[game][name]]]
            for game in found for name in names]
    return report.table(["game", "playouts/s", *columns], rows)


def markdown(results):
    games = results["games"]
    ratios = [best_batch(game) / report.speed(game, SINGLE) for game in games
              if best_batch(game) and report.speed(game, SINGLE)]
    differences = [f"* {g['game']}: {d}" for g in games for d in g["differences"]]
    lines = report.head(results, f"Transitions per CPU second of one thread; medians of "
                        f"{results['runs']} runs by turns, {results['seconds']:g} s each; "
                        f"one by one: `--engine={SINGLE}`.")
    lines += speed_table(games, results["prolog"])
    if ratios:
        lines += ["", f"Geometric mean of lanes ÷ one by one: "
                  f"{report.geometric_mean(ratios):.1f} ({len(ratios)} games)."]
    if results.get("sizes"):
        lines += ["", "Playouts per second of the clock, of one command (without its set-up):", "",
                  *rate_table(results["sizes"], [f"of {size:,}" for size in SIZES]),
                  "", "The same from many states of the game's trace, in the widest lanes:", "",
                  *rate_table(results["from_states"],
                              [f"{count:,} × {playouts:,}" for count, playouts in FROM_STATES])]
    lines += ["", "No figure, or not from all runs:", "", *report.failures(
        [{"net": {}, **game} for game in games])]
    lines += ["", "Mean goals and lengths that differ from those one by one:", "",
              *(differences or ["None."])]
    return "\n".join(lines)


def draw(results, folder):
    names = [SINGLE, *batch_names(), "bitboards"]
    games = [game for game in results["games"] if best_batch(game)]
    figure, axes = plots.pyplot.subplots(figsize=(max(6, 1.1 * len(games)), 5))
    width = 0.85 / len(names)
    for number, name in enumerate(names):
        axes.bar([place + (number - (len(names) - 1) / 2) * width for place in range(len(games))],
                 [report.speed(game, name) or 0 for game in games], width,
                 label="one by one" if name == SINGLE else name)
    axes.set_yscale("log")
    axes.set_ylabel("transitions per CPU second")
    axes.set_xticks(range(len(games)), [game["game"] for game in games], rotation=40, ha="right")
    axes.grid(axis="y", alpha=0.3)
    axes.legend(ncols=5, loc="lower center", bbox_to_anchor=(0.5, 1.0), frameon=False)
    plots.save(figure, folder, "widths.svg")
    if not results.get("sizes"):
        return
    figure, places = plots.pyplot.subplots(1, len(results["sizes"]), figsize=(10, 4), squeeze=False)
    for axes, (game, rates) in zip(places[0], results["sizes"].items()):
        for name, found in rates.items():
            axes.plot(SIZES, found, marker="o", markersize=3, label=name)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_title(game)
        axes.set_xlabel("playouts of one call")
        axes.grid(alpha=0.3)
    places[0][0].set_ylabel("playouts per second")
    places[0][0].legend(frameon=False, fontsize=8)
    plots.save(figure, folder, "sizes.svg")


def main():
    options = arguments()
    if options.svg:
        plots.require()
    results = machine.description() | {"runs": options.runs, "seconds": options.seconds,
                                       "prolog": options.prolog, "games": []}
    with tempfile.TemporaryDirectory() as folder:
        for game in options.games or GAMES:
            results["games"].append(measure(game, options, folder))
            print(f"{game}: {report.rate(best_batch(results['games'][-1]))}", file=sys.stderr,
                  flush=True)
        if options.sizes:
            results["sizes"] = sizes(options)
            results["from_states"] = from_states(options, folder)
    if options.svg:
        draw(results, options.svg)
    report.deliver(results, markdown(results), options, MARK)
    return 1 if any(game["differences"] for game in results["games"]) else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failed as failure:
        raise SystemExit(f"bench.sh batches: {failure}") from None
