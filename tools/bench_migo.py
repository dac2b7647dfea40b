#!/usr/bin/env python3
"""MIGO: tesuji's learner beside the published runs.

The start boards of the published runs (reference/migo-data) are replayed game by game, a run with
its own number as seed, and the cumulative minimax regret is set beside the published means; the
bound is mean + 2 std / sqrt(runs). Then the games are learned from start boards of tesuji's own,
with 100 seeds, to see how long a run takes at worst; and strategies are transferred from one game
to another. Times are processor time of whole processes, loading and solving the game included.
"""
import argparse
import json
import math
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

SHARED = pathlib.Path(os.environ.get("TESUJI_SHARED", "../shared"))
DATA = SHARED / "reference" / "migo-data"
MARKS = (10, 20, 50, 100, 200)


class Published:
    """A game as the public implementation learned it."""

    def __init__(self, name, folder, prefix, runs, games, mover, milliseconds):
        self.name, self.folder, self.prefix = name, DATA / folder, prefix
        self.runs, self.games, self.mover = runs, games, mover
        self.milliseconds = milliseconds  # per iteration: published, and measured under SWI-Prolog

    def curve(self, variant, what):
        path = self.folder / "published" / f"score_{self.prefix}_{variant}_{what}.txt"
        return [float(line) for line in path.read_text().split()]

    def rulesheet(self):
        return f"examples/{self.name}.kif"


NOUGHTS = Published("noughts-and-crosses", "noughts-and-crosses", "migo", 20, 200, "o", "64-79")
HEXAPAWN = Published("hexapawn3", "hexapawn3", "metagol", 40, 100, "w", "2.0-4.5")


def state(board, mover):
    """Converts `b(e,o,..)`, row by row, to fluents of the example rulesheets."""
    cells = board.split(",")
    size = math.isqrt(len(cells))
    fluents = [f"(cell {i // size + 1} {i % size + 1} {mark})"
               for i, mark in enumerate(cells) if mark != "e"]
    return " ".join(fluents + [f"(control {mover})"])


def boards(path, mover):
    """Returns the start boards of a run in the order of play: from the highest index down."""
    found = re.findall(r"^board\((\d+),b\(([^)]*)\)\)", path.read_text(), re.MULTILINE)
    ordered = sorted(found, key=lambda one: -int(one[0]))
    return "\n".join(state(board, mover) for _, board in ordered) + "\n"


def learn(game, *options, start=None, strategy=None):
    """Returns the JSON of one `tesuji learn`, with the processor time of its process."""
    command = [os.environ["TESUJI"], "learn", game, "--json", *options]
    with tempfile.TemporaryDirectory() as folder:
        if start is not None:
            path = pathlib.Path(folder) / "boards"
            path.write_text(start)
            command += [f"--boards={path}", "--in-order"]
        if strategy is not None:
            path = pathlib.Path(folder) / "strategy.pl"
            path.write_text(strategy)
            command += [f"--from={path}"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = subprocess.run(command, stdout=subprocess.PIPE)
        if run.returncode not in (0, 3):  # 3: a level needs more steps than a search has
            run.check_returncode()
        result = json.loads(run.stdout)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    result["cpu"] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return result


def mean(values):
    return sum(values) / len(values)


def deviation(values):
    middle = mean(values)
    return math.sqrt(mean([(value - middle) ** 2 for value in values]))


def show_curves(title, curves, means, deviations, runs):
    """Shows curves next to the published ones; returns whether every bound is kept."""
    kept = True
    print(f"\n{title}: {len(curves)} runs")
    print("| games | tesuji | published | bound | |")
    print("|---|---|---|---|---|")
    for mark in MARKS:
        if mark > len(curves[0]) or mark > len(means):
            continue
        values = [curve[mark - 1] for curve in curves]
        bound = means[mark - 1] + 2 * deviations[mark - 1] / math.sqrt(runs)
        good = mean(values) <= bound
        kept &= good
        print(f"| {mark} | {mean(values):.2f} ± {deviation(values):.2f} "
              f"| {means[mark - 1]:.2f} ± {deviations[mark - 1]:.2f} | {bound:.2f} "
              f"| {'kept' if good else 'MISSED'} |")
    return kept


def replay(game, variant, repeat, engine):
    """Replays the published runs' boards; with `repeat` seeds for each run, to estimate the mean."""
    curves, cpu, run_seconds = [], [], []
    for run in range(game.runs):
        start = boards(game.folder / "boards-per-run" / f"input_{run}.pl", game.mover)
        for extra in range(repeat):
            result = learn(game.rulesheet(), f"--learner=migo-{variant}", f"--games={game.games}",
                           f"--seed={run + 1000 * extra}", engine, start=start)
            curves.append(result["curve"])
            cpu.append(1e3 * result["cpu"] / game.games)
            run_seconds.append(1e3 * result["seconds"]["run"] / game.games)
    kept = show_curves(f"{game.name}, migo-{variant}", curves, game.curve(variant, "av"),
                       game.curve(variant, "std"), game.runs)
    print(f"CPU per game: {mean(cpu):.3f} ms with everything ({max(cpu):.3f} at worst), "
          f"{mean(run_seconds):.4f} ms of it playing and learning; "
          f"published and under SWI-Prolog: {game.milliseconds} ms")
    return kept, curves


def seeds(name, games, engine):
    """Runs 100 seeds from start boards up to symmetry; the second half shows what is lost for ever."""
    for learner, option in (("mixed", "--learner=migo-mixed"),
                            ("separated", "--learner=migo-separated"),
                            ("mixed, --refute", "--refute")):
        result = learn(f"examples/{name}.kif", option, f"--games={games}", "--runs=100", engine)
        runs = result["runs"]
        times = [1e3 * run["seconds"] for run in runs]
        complete = sum(run["complete"] for run in runs)
        half, last = ([run["curve"][at - 1] for run in runs] for at in (games // 2, games))
        print(f"| {name} | {learner} | {complete} of {len(runs)} | {mean(times):.2f} "
              f"| {max(times):.2f} | {mean(half):.1f} ± {deviation(half):.1f} "
              f"| {mean(last):.1f} ± {deviation(last):.1f} |")


def transfer(engine):
    """Measures transfer from hexapawn 3x3 to noughts and crosses, on the published boards."""
    folder = DATA / "transfer-h3-to-ox"
    numbers = {name: [float(x) for x in (folder / "output_transfer" / f"score_{name}.txt")
                      .read_text().split()]
               for name in ("transfer_av", "transfer_std", "no_transfer_av", "no_transfer_std")}
    runs = len(list((folder / "inputs_transfer_OX").glob("*.pl")))
    with_curves, without_curves = [], []
    for run in range(runs):
        first = learn(HEXAPAWN.rulesheet(), "--games=100", f"--seed={run}", engine,
                      start=boards(folder / "inputs_transfer_h3" / f"input_{run}.pl", "w"))
        start = boards(folder / "inputs_transfer_OX" / f"input_{run}.pl", "o")
        common = (NOUGHTS.rulesheet(), "--games=200", f"--seed={run}", engine)
        with_curves.append(learn(*common, start=start, strategy=first["strategy"])["curve"])
        without_curves.append(learn(*common, start=start)["curve"])
    show_curves("hexapawn3 to noughts-and-crosses, with transfer", with_curves,
                numbers["transfer_av"], numbers["transfer_std"], runs)
    show_curves("the same boards without transfer", without_curves, numbers["no_transfer_av"],
                numbers["no_transfer_std"], runs)


def plot(path, all_curves):
    import matplotlib
    matplotlib.use("svg")
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(1, len(all_curves), figsize=(5 * len(all_curves), 4))
    for axis, (game, by_variant) in zip(axes, all_curves.items()):
        for (variant, curves), colour in zip(by_variant.items(), ("tab:blue", "tab:orange")):
            ours = [mean([curve[i] for curve in curves]) for i in range(game.games)]
            axis.plot(range(1, game.games + 1), ours, color=colour, label=f"tesuji, {variant}")
            published = game.curve(variant, "av")[:game.games]
            axis.plot(range(1, len(published) + 1), published, "--", color=colour,
                      label=f"published, {variant}")
        axis.set_title(game.name)
        axis.set_xlabel("games")
        axis.set_ylabel("cumulative minimax regret")
        axis.legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=1, help="seeds for each published run")
    parser.add_argument("--engine", default="interpreter")
    parser.add_argument("--svg", help="draw the curves into this file (needs matplotlib)")
    arguments = parser.parse_args()
    if not DATA.is_dir():
        sys.exit(f"bench.sh: {DATA} is missing (set TESUJI_SHARED)")
    engine = f"--engine={arguments.engine}"
    kept, all_curves = True, {}
    for game in (NOUGHTS, HEXAPAWN):
        for variant in ("mixed", "separated"):
            good, curves = replay(game, variant, arguments.repeat, engine)
            kept &= good
            all_curves.setdefault(game, {})[variant] = curves
    print("\n100 seeds, start boards up to symmetry; time of playing and learning")
    print("| game | learner | complete | ms a run | at worst | regret, half the games | all |")
    print("|---|---|---|---|---|---|---|")
    for name, games in (("noughts-and-crosses", 400), ("hexapawn3", 200), ("hexapawn4", 400)):
        seeds(name, games, engine)
    transfer(engine)
    if arguments.svg:
        plot(arguments.svg, all_curves)
    sys.exit(0 if kept else 1)


if __name__ == "__main__":
    main()
