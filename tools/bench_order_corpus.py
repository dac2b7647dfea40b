"""Measures the ordering of GDL bodies over the corpus: `--order=source` compared with the default.

Replays every game's trace in both orders alternately, each with interpreter and JIT, and takes the
least CPU time of the whole run (reading, passes, set-up, matching; user and system). A game counts
as worse if the default order takes more than 5 % and 2 ms longer than the source's."""
import math
import os
import pathlib
import resource
import subprocess

ORDERS = ("source", "metarules")
ENGINES = ("interpreter", "jit")
RATIO, SLACK = 1.05, 0.002  # worse from here on: seconds = RATIO * source + SLACK


def folder():
    shared = os.environ.get("TESUJI_SHARED", pathlib.Path.cwd().parent / "shared")
    return pathlib.Path(shared) / "corpus" / "dev"


def cpu_seconds(engine, order, sheet, trace):
    """Returns the CPU time of one replay, which must find no difference."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([os.environ["TESUJI"], "replay", f"--engine={engine}", f"--order={order}",
                    str(sheet), str(trace)], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def is_worse(times):
    return times["metarules"] > RATIO * times["source"] + SLACK


def least_times(engine, sheet, runs, again):
    """Returns the least times per order. If the default seems worse, up to `again` more runs
    decide: on a busy machine the least of few runs is too high."""
    trace = sheet.with_suffix(".trace.json")
    times = {order: math.inf for order in ORDERS}
    for number in range(runs + again):
        if number >= runs and not is_worse(times):
            break
        for order in ORDERS:
            times[order] = min(times[order], cpu_seconds(engine, order, sheet, trace))
    return times


def summary(games):
    """Summarises {name: {order: seconds}}."""
    ratios = [times["source"] / times["metarules"] for times in games.values()]
    return {
        "games": len(games),
        "seconds": {order: sum(times[order] for times in games.values()) for order in ORDERS},
        "gain": math.exp(sum(map(math.log, ratios)) / len(ratios)),
        "worse": {name: times for name, times in games.items() if is_worse(times)},
        "most": {name: games[name] for name in sorted(
            games, key=lambda n: games[n]["metarules"] / games[n]["source"])[:10]},
    }


def print_summary(engine, result):
    print(f"\n{engine}: {result['games']} games, CPU time {result['seconds']['source']:.1f} s in "
          f"source order, {result['seconds']['metarules']:.1f} s in the default order; "
          f"geometric mean gain {result['gain']:.3f}")
    for title, games in (("gain most", result["most"]), ("worse", result["worse"])):
        print(f"  {title}: {'none' if not games else ''}")
        for name, times in games.items():
            print(f"    {name}: {times['source']:.3f} s -> {times['metarules']:.3f} s")


def measure(runs=3, again=6, names=()):
    sheets = [sheet for sheet in sorted(folder().glob("*.kif")) if not names or sheet.stem in names]
    if not sheets:
        raise SystemExit(f"no games in {folder()} (TESUJI_SHARED)")
    result = {}
    for engine in ENGINES:
        games = {sheet.stem: least_times(engine, sheet, runs, again) for sheet in sheets}
        result[engine] = summary(games) | {"all": games}
        print_summary(engine, result[engine])
    return result
