#!/usr/bin/env python3
"""Plays games of the conformance corpus with uniformly random moves that are chosen outside, in NumPy, from the masks of
the Python package's vectors: mean goals and lengths are those of `tesuji simulate --batch` within 4.5 standard errors.
Exit code 77: there is no corpus, or no NumPy.

The package is that of this checkout (tools/python), with the library that TESUJI_LIBRARY names.
"""
import argparse
import json
import math
import pathlib
import subprocess
import sys
import time
import warnings

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(SOURCE / "tests"), str(SOURCE / "tools/python")]
from with_numpy import SKIPPED, ensure  # noqa: E402

ensure()
import numpy as np  # noqa: E402
import tesuji  # noqa: E402
import vector_sheets  # noqa: E402

MOST_STEPS, MOST_ERRORS, BATCH = 300, 4.5, 200_000
CHOICES = 20_000_000  # random numbers at a time, at most


def uniform(mask, random):
    """One of the actions with a true in each row, all equally likely; 0 in rows without."""
    return np.argmax((1 - random.random(mask.shape, np.float32)) * mask, axis=1)  # above 0


def play(game, count, random):
    """Of `count` games the goals by role (-1: none, or the game was cut) and lengths."""
    env = game.vector_env(count, max_steps=MOST_STEPS, observation=None)
    step, left = env.reset(seed=3), np.ones(count, bool)
    goals, lengths = np.full((count, len(game.roles)), -1), np.zeros(count, int)
    while left.any():
        masks = step.legal_action_mask
        actions = (np.stack([uniform(mask, random) for mask in masks], axis=1) if isinstance(masks, tuple) else
                   uniform(masks, random))
        step = env.step(actions)
        over = left & (step.terminated | step.truncated)
        goals[over & step.terminated] = step.rewards[over & step.terminated]
        lengths[over] = env.lengths[over]
        left &= ~over
    return goals, lengths


def simulated(tesuji_command, sheet):
    done = subprocess.run([tesuji_command, "simulate", "--batch", f"--playouts={BATCH}", f"--max-steps={MOST_STEPS}",
                           "--seconds=30", "--json", sheet], capture_output=True, text=True)
    if done.returncode != 0:
        raise tesuji.TesujiError(done.stderr.strip())
    return json.loads(done.stdout)


def errors(values, mean, count):
    """How many standard errors the mean of `values` lies from that of `count` others, which vary alike."""
    if len(values) < 2 or mean is None:
        return 0.0 if len(values) < 2 and mean is None else math.inf
    error = values.std(ddof=1) * math.sqrt(1 / len(values) + 1 / count)
    difference = abs(values.mean() - mean)
    return difference / error if error > 0 else 0.0 if difference < 1e-9 else math.inf


def compare(command, sheet, count):
    """(The largest number of standard errors, of what, how many games were played)."""
    game = tesuji.load(sheet)
    widest = max(game.action_counts)
    count = min(count if game.lanes else count // 8, max(256, CHOICES // widest))
    goals, lengths = play(game, count, np.random.default_rng(4))
    other = simulated(command, sheet)
    found = {"length": errors(lengths, other["mean_length"], other["playouts"])}
    for role, column in zip(other["roles"], goals.T):
        found[f"goal of {role['role']}"] = errors(column[column >= 0], role["mean_goal"], other["playouts"])
    worst = max(found, key=found.get)
    return found[worst], worst, count


def main():
    parser = argparse.ArgumentParser(description="Compare moves chosen in NumPy with those of simulate --batch.")
    parser.add_argument("--playouts", type=int, default=8000, help="of each game, in vectors (default: 8000)")
    parser.add_argument("tesuji", help="the command")
    vector_sheets.add_to(parser, 20)
    options = parser.parse_args()
    sheets = vector_sheets.chosen(options, middle=True)
    if sheets is None:
        return SKIPPED
    warnings.simplefilter("ignore")
    failures, largest = 0, 0.0
    for sheet in sheets:
        begin = time.monotonic()
        try:
            found, what, count = compare(options.tesuji, sheet, options.playouts)
        except tesuji.TesujiError as error:
            failures += 1
            print(f"{sheet.stem}: {error}", flush=True)
            continue
        failures, largest = failures + (found > MOST_ERRORS), max(largest, found)
        print(f"{sheet.stem}: {count} games, {found:.2f} standard errors ({what}), {time.monotonic() - begin:.1f} s", flush=True)
    print(f"{len(sheets)} games, the largest difference {largest:.2f} standard errors; {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
