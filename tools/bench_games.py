#!/usr/bin/env python3
"""Measures random playouts of games by all of tesuji's engines, SWI-Prolog and C++ bitboards.

Called by bench.sh games; docs/performance/performance.md describes the measurements."""
import json
import os
import pathlib
import statistics
import sys
import tempfile

from games import agreement, command_line, growth, machine, net, plots, report
from games.contestants import Bitboard, Engine, Failed, Limits, Prolog, engine_names

GAMES = ["ticTacToe", "connectFour", "breakthrough", "reversi", "knightThrough", "hex", "pentago",
         "quarto", "ttcc4_2player", "eightPuzzle", "amazons_8x8", "chineseCheckers4", "checkers",
         "othello-comp2007", "chess"]
LONG_SETUP = 10  # seconds from which one run is enough
PUBLISHED = pathlib.Path("tools/baseline/games/published.json")


def arguments():
    parser = command_line.parser("games", "tables")
    parser.add_argument("--svg", type=pathlib.Path, metavar="DIR", help="write plots")
    parser.add_argument("--read", type=pathlib.Path, metavar="FILE",
                        help="take the figures from this JSON and measure nothing")
    command_line.add_playouts(parser, runs=5, seconds=1, memory=2048)
    parser.add_argument("--engines", metavar="NAME,..", help="of tesuji; all by default")
    parser.add_argument("--corpus", action="store_true",
                        help="grounding and compile time of every sheet instead")
    return parser.parse_args()


def sheet_of(game):
    """Returns a path unchanged, else a sheet of the corpus."""
    path = pathlib.Path(game)
    if not path.suffix:
        path = growth.corpus() / "dev" / f"{game}.kif"
    if not path.is_file():
        raise SystemExit(f"bench.sh games: no rulesheet {path} (TESUJI_SHARED)")
    return path


def median_of(samples, figure):
    values = [figure(s) for s in samples if figure(s) is not None]
    return statistics.median(values) if values else None


def entry_of(samples, failure):
    """Returns the figures of one contestant: medians over its runs, and the runs' speeds."""
    entry = {"failure": failure} if failure else {}
    played = [s for s in samples if s.seconds > 0]
    if played:
        speeds = [s.transitions / s.seconds for s in played]
        entry |= {"transitions_per_second": statistics.median(speeds),
                  "playouts_per_second": median_of(played, lambda s: s.playouts / s.seconds),
                  "mean_length": median_of(played, lambda s: s.transitions / s.playouts),
                  "setup_seconds": median_of(played, lambda s: s.setup_seconds),
                  "peak_mib": max(s.peak_mib for s in played),
                  "speeds": speeds}
    return entry


def take_turns(contestants, options):
    """Returns samples and failures by name. A contestant that failed, or takes long, has no further
    turn."""
    samples = {c.name: [] for c in contestants}
    failures = {}
    for _ in range(options.runs):
        for contestant in contestants:
            if contestant.name in failures:
                continue
            try:
                sample = contestant.measure(options.seconds)
                samples[contestant.name].append(sample)
                if (sample.setup_seconds or 0) > LONG_SETUP:
                    failures[contestant.name] = (f"one run only, set-up takes "
                                                 f"{sample.setup_seconds:.1f} s")
            except Failed as failure:
                failures[contestant.name] = str(failure)
    return samples, failures


def first_answers(engines, samples, runs):
    """Returns the median seconds until one joint move is made, by engine."""
    found = {}
    for engine in engines:
        taken = []
        try:
            while samples[engine.name] and len(taken) < runs and sum(taken) < LONG_SETUP:
                taken.append(engine.first_answer())
        except Failed:
            pass  # that it fails was told of its playouts
        if taken:
            found[engine.name] = statistics.median(taken)
    return found


def baselines_of(sheet, limits, folder):
    """Returns SWI-Prolog, and bitboards if they exist for the game; and why one cannot play, by
    name."""
    found, failures = [Prolog(sheet, limits)], {}
    if Bitboard.exists(sheet.stem):
        try:
            found.append(Bitboard(sheet.stem, folder, limits))
        except Failed as failure:
            failures["bitboards"] = str(failure)
    return found, failures


def compare(engine, baselines, sheet):
    """Returns the differences between the games, in words; and the contestants that could not be
    compared, by name."""
    differences, failures = [], {}
    for other in baselines:
        trace = sheet.with_suffix(".trace.json") if other.name == "bitboards" else None
        try:
            found = agreement.difference(engine, other, trace)
            differences += [found] if found else []
        except Failed as failure:
            failures[other.name] = f"not compared: {failure}"
    return differences, failures


def measure(game, options, folder, published):
    sheet = sheet_of(game)
    limits = Limits(options.limit, options.memory)
    engines = [Engine(sheet, name, limits) for name in options.engine_list]
    baselines, missing = baselines_of(sheet, limits, folder)
    differences, unknown = compare(Engine(sheet, "interpreter", limits), baselines, sheet)
    samples, failures = take_turns(engines + baselines, options)
    played = next((samples[e.name][0] for e in engines if samples[e.name]), None)
    for other in baselines:
        if played and samples[other.name]:
            found = agreement.average_difference(played, samples[other.name][0], other.name)
            differences += [found] if found else []
    first = first_answers(engines, samples, min(options.runs, 3))
    failures = unknown | failures
    contestants = {name: {"failure": why} for name, why in missing.items()}
    for name, taken in samples.items():
        contestants[name] = entry_of(taken, failures.get(name, ""))
        if name in first:
            contestants[name]["first_answer_seconds"] = first[name]
    return {"game": sheet.stem, "net": net.size(sheet, limits), "engines": options.engine_list,
            "contestants": contestants, "differences": differences,
            "published": published["games"].get(sheet.stem, {})}


def write(results, options):
    text = report.markdown(results)
    print(text)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n")
    if options.markdown:
        report.insert(options.markdown, text, report.GAMES)
    if options.svg:
        plots.draw_games(results, options.svg)


def main():
    options = arguments()
    if options.svg:
        plots.require()
    if options.corpus:
        return growth.main(options)
    if options.read:
        results = json.loads(options.read.read_text())
        write(results, options)
        return 0
    known = engine_names()
    options.engine_list = options.engines.split(",") if options.engines else known
    if unknown := set(options.engine_list) - set(known):
        raise SystemExit(f"bench.sh games: no engine {', '.join(sorted(unknown))}; "
                         f"there are {', '.join(known)}")
    published = json.loads(PUBLISHED.read_text())
    results = machine.description() | {
        "runs": options.runs, "seconds": options.seconds, "limit_seconds": options.limit,
        "limit_mib": options.memory, "published": published["source"], "games": []}
    with tempfile.TemporaryDirectory() as folder:
        for game in options.games or GAMES:
            results["games"].append(measure(game, options, folder, published))
            print(report.progress(results["games"][-1]), file=sys.stderr, flush=True)
            if options.json:  # what there is, should the run be broken off
                options.json.write_text(json.dumps(results, indent=1) + "\n")
    write(results, options)
    return 1 if any(game["differences"] for game in results["games"]) else 0


if __name__ == "__main__":
    sys.exit(main())
