#!/usr/bin/env python3
"""Plays games of the conformance corpus many at a time and one by one: mean lengths and mean goals of
both samples may not differ by more than five standard errors. Games are compiled to plugins, and played by
the Python host. Exit code 77: there is no corpus.
"""
import argparse
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "examples/hosts/python"))
from tesuji_plugin import DRAWN, STUCK, TERMINAL, Game  # noqa: E402
from replay_corpus import left_out  # noqa: E402

TIMEOUT = 120  # seconds for a compilation
ENDS = {TERMINAL: "over", DRAWN: "cut", STUCK: "stuck"}
MOST_STEPS = 500
FEW, MANY = 2_000, 20_000  # playouts
SINGLE_SECONDS = 2  # for the few


class Sample:
    """Of a number."""

    def __init__(self, values):
        self.count = len(values)
        self.mean = sum(values) / max(1, self.count)
        squares = sum((value - self.mean) ** 2 for value in values)
        self.error = math.sqrt(squares / max(1, self.count - 1) / max(1, self.count))

    def errors_from(self, other):
        """How many standard errors lie between the means. A number that one sample has and the other has not
        is no small difference; of a single value nothing is known."""
        if (self.count == 0) != (other.count == 0):
            return math.inf
        if self.count < 2 or other.count < 2 or self.mean == other.mean:
            return 0.0
        error = math.hypot(self.error, other.error)
        return abs(self.mean - other.mean) / error if error > 0 else math.inf


def share_errors(few, many):
    """The same for shares of what is true, by the variance of both together: a share of nothing has none."""
    share = (sum(few) + sum(many)) / (len(few) + len(many))
    error = math.sqrt(share * (1 - share) * (1 / len(few) + 1 / len(many)))
    return abs(sum(few) / len(few) - sum(many) / len(many)) / error if error > 0 else 0.0


def single(game):
    """How playouts one by one end, their lengths, and goals by role."""
    ends, lengths, goals = [], [], [[] for _ in game.roles]
    end = time.monotonic() + SINGLE_SECONDS
    for i in range(FEW):
        how, last, steps = game.playout(game.random(11, i), most_steps=MOST_STEPS)
        ends.append(how)
        lengths.append(steps)
        for of_role, value in zip(goals, game.goal_values(last) if how == TERMINAL else ()):
            if value is not None:
                of_role.append(value)
        if time.monotonic() > end and i >= 30:
            break
    return ends, lengths, goals


def many(game, width):
    batch = game.playouts(count=MANY, seed=12, most_steps=MOST_STEPS, lanes=width, each=True)
    lengths = [int(batch.lengths[0, i]) for i in range(MANY)]
    goals = [[int(batch.goals[0, i, role]) for i in range(MANY) if batch.goals[0, i, role] >= 0]
             for role in range(len(game.roles))]
    return [int(batch.ends[0, i]) for i in range(MANY)], lengths, goals


def compare(tesuji, sheet, width, folder):
    """The largest difference in standard errors and what differs; None: there are no lanes."""
    plugin = folder / f"{sheet.stem}.so"
    done = subprocess.run([tesuji, "compile", "--batch", "--engine=jit", "-o", plugin, sheet],
                          capture_output=True, text=True, timeout=TIMEOUT)
    if done.returncode != 0:
        raise RuntimeError(f"exit code {done.returncode}\n{done.stderr}")
    game = Game(plugin)
    plugin.unlink()
    if game.most_lanes == 0:
        return None
    (ends, lengths, goals), (many_ends, many_lengths, many_goals) = (
        single(game), many(game, min(width, game.most_lanes)))
    found = {"length": Sample(lengths).errors_from(Sample(many_lengths))}
    for how, name in ENDS.items():
        few, lots = ([end == how for end in of] for of in (ends, many_ends))
        found[f"how often games are {name}"] = share_errors(few, lots)
    for role, few, lots in zip(game.roles, goals, many_goals):
        found[f"goal of {role}"] = Sample(few).errors_from(Sample(lots))
        # Where some have a goal, and some have none.
        found[f"how often {role} has a goal"] = share_errors(
            [True] * len(few) + [False] * (len(lengths) - len(few)),
            [True] * len(lots) + [False] * (len(many_lengths) - len(lots)))
    worst = max(found, key=found.get)
    return found[worst], worst


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1, help="take every Nth game only")
    parser.add_argument("--default-shared", required=True)
    parser.add_argument("tesuji", type=pathlib.Path)
    options = parser.parse_args()
    shared = pathlib.Path(os.environ.get("TESUJI_SHARED") or options.default_shared)
    skipped = left_out("batch")
    games = [game for game in sorted((shared / "corpus/dev").glob("*.kif")) if game.stem not in skipped]
    if not games:
        print(f"*** skipped: no corpus at {shared / 'corpus'} (set TESUJI_SHARED)")
        return 77
    compared, failures, without, largest = 0, 0, 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        for number, sheet in enumerate(games[::options.every]):
            width = (512, 64, 256)[number % 3]
            try:
                found = compare(options.tesuji, sheet, width, pathlib.Path(folder))
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                failures += 1
                print(f"{sheet.stem}: {error}", flush=True)
                continue
            if found is None:
                without += 1
                continue
            compared += 1
            largest = max(largest, found[0])
            if found[0] > 5:
                failures += 1
                print(f"{sheet.stem}: {found[1]} differs by {found[0]:.1f} standard errors", flush=True)
    print(f"{compared} games played in lanes and one by one, the largest difference {largest:.2f} standard "
          f"errors; {without} without lanes; {failures} failed")
    return 1 if failures or without > compared // 3 else 0


if __name__ == "__main__":
    sys.exit(main())
