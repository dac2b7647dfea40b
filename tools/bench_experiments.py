#!/usr/bin/env python3
"""The paper's comparison: MIGO and its rivals on the boards of the published runs.

Muggleton and Hocquette (2019), Figure 3, Table 2 and Figure 5. Each published run is replayed board
by board with its own number as seed, all learners on the same boards, and the means are set beside
the published ones. For transfer the bound is the published mean + 2 std / sqrt(runs).
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import bench_migo
from bench_migo import DATA, HEXAPAWN, MARKS, NOUGHTS, boards, deviation, mean, show_curves

# Learner -> the published files of its scores and times, by game.
PUBLISHED = {
    "migo-mixed": ({NOUGHTS: "migo_mixed", HEXAPAWN: "metagol_mixed"}, "migo_mixed"),
    "migo-separated": ({NOUGHTS: "migo_separated", HEXAPAWN: "metagol_separated"}, "migo_separated"),
    "menace": ({NOUGHTS: "menace"}, "menace"),
    "her": ({HEXAPAWN: "menace"}, "menace"),
    "q": ({NOUGHTS: "qlearn", HEXAPAWN: "score_qlearn"}, "qlearn"),
    "deep-q": ({NOUGHTS: "DeepQ", HEXAPAWN: "score_DeepQ"}, "DeepQ"),
}


def numbers(path):
    return [float(line) for line in path.read_text().split()]


def convergence(game, learners, extra):
    """Returns curves and seconds a game by learner, of all published runs."""
    curves = {learner: [] for learner in learners}
    seconds = {learner: [] for learner in learners}
    for run in range(game.runs):
        with tempfile.NamedTemporaryFile("w", suffix=".boards") as start:
            start.write(boards(game.folder / "boards-per-run" / f"input_{run}.pl", game.mover))
            start.flush()
            command = [os.environ["TESUJI"], "experiment", "convergence", game.rulesheet(),
                       "--json", "--runs=1", f"--seed={run}", f"--games={game.games}",
                       f"--boards={start.name}", "--in-order", *extra]
            command += [f"--learner={learner}" for learner in learners]
            result = subprocess.run(command, stdout=subprocess.PIPE, check=True)
        for one in json.loads(result.stdout)["experiments"][0]["learners"]:
            curves[one["learner"]].append(one["runs"][0]["curve"])
            seconds[one["learner"]].append(one["milliseconds_per_game"])
    return curves, seconds


def published(game, learner, what):
    scores, times = PUBLISHED.get(learner.split(":")[0], ({}, ""))
    if game not in scores:
        return None
    folder = game.folder / "published"
    if what == "time":
        return numbers(folder / f"time_{times}_av.txt")
    return numbers(folder / f"score_{scores[game]}_{what}.txt")


def show(game, curves, seconds):
    marks = [mark for mark in MARKS if mark <= game.games]
    print(f"\n{game.name}, {game.runs} runs: cumulative regret, mean ± deviation; published below")
    print("| learner | " + " | ".join(f"{mark} games" for mark in marks) + " | ms a game |")
    print("|---" * (len(marks) + 2) + "|")
    for learner, all_runs in curves.items():
        cells = []
        for mark in marks:
            values = [curve[mark - 1] for curve in all_runs]
            cells.append(f"{mean(values):.2f} ± {deviation(values):.2f}")
        print(f"| {learner} | " + " | ".join(cells) + f" | {mean(seconds[learner]):.4f} |")
        means = published(game, learner, "av")
        if means is None:
            continue
        spread = published(game, learner, "std")
        cells = [f"{means[mark - 1]:.2f} ± {spread[mark - 1]:.2f}" if mark <= len(means) else ""
                 for mark in marks]
        time = published(game, learner, "time")
        print("| published | " + " | ".join(cells) + f" | {1e3 * time[-1] / len(time):.3f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--learner", action="append", help="instead of those of the paper")
    parser.add_argument("--without-deep-q", action="store_true")
    parser.add_argument("--engine", default="interpreter")
    arguments = parser.parse_args()
    if not DATA.is_dir():
        sys.exit(f"bench.sh: {DATA} is missing (set TESUJI_SHARED)")
    extra = [f"--engine={arguments.engine}"]
    for game in (NOUGHTS, HEXAPAWN):
        learners = arguments.learner or [
            "migo-mixed", "migo-separated", "menace" if game is NOUGHTS else "her:won=3", "q", "tesuji",
            *([] if arguments.without_deep_q else ["deep-q"])]
        show(game, *convergence(game, learners, extra))
    if not arguments.learner:
        bench_migo.transfer(extra[0])


if __name__ == "__main__":
    main()
