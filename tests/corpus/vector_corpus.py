#!/usr/bin/env python3
"""Replays traces of the conformance corpus through the vectors of the Python package: fluents, legal moves, ends and
goals of 512 games side by side, each at another step of its playout than its neighbours. Percepts are not in traces.

Which rows of bits a step has is found once, by the hashes of the trace over the names of what holds; all games that
come to the step later are compared with these. Exit code 77: there is no corpus, or no NumPy.

The package is that of this checkout (tools/python), with the library that TESUJI_LIBRARY names.
"""
import argparse
import json
import pathlib
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

GAMES, STAY, LAPS = 512, -2, 2  # an action that is not legal leaves a game as it is


def fnv(terms):
    """The hash of a set of terms, as traces have it."""
    digest = 0xCBF29CE484222325
    for byte in "\n".join(sorted(terms)).encode():
        digest = (digest ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{digest:016x}"


def goal_of(values):
    """What rewards have for a role's set of goals: -1 for none, several, or no number."""
    numbers = [int(value) for value in values if value.isdigit()]
    return numbers[0] if len(values) == len(numbers) == 1 and numbers[0] <= 100 else -1


class Trace:
    """The playouts of a trace end to end: for each step its actions, where there is a next one, and how it ends."""

    def __init__(self, game, trace):
        order = [trace["roles"].index(role) for role in game.roles]
        self.steps = [step for playout in trace["playouts"] for step in playout["steps"]]
        self.order, self.first, self.actions, self.moves = order, [], [], []
        for playout in trace["playouts"]:
            self.first.append(len(self.actions))
            for step in playout["steps"]:
                joint = step.get("m")
                self.moves.append(joint is not None)
                self.actions.append([game.move_action(role, game.find_move(joint[place])) if joint else STAY
                                     for role, place in enumerate(order)])
        self.first, self.moves = np.array(self.first), np.array(self.moves)
        self.actions = np.array(self.actions, np.int32)
        self.terminal = np.array([bool(step["t"]) for step in self.steps])
        self.stuck = ~self.terminal & ~self.moves & np.array([any(n == 0 for n, _ in step["l"]) for step in self.steps])
        self.goals = np.array([[goal_of(step["g"][place]) for place in order] for step in self.steps])
        self.longest = max(len(playout["steps"]) for playout in trace["playouts"])


class Rows:
    """The rows of bits that belong to steps, once their names have had the hash of the trace."""

    def __init__(self, steps, names, hash_of, what):
        self.known, self.rows = np.zeros(steps, bool), np.zeros((steps, len(names)), bool)
        self.names, self.hash_of, self.what = np.array(names, object), hash_of, what

    def check(self, at, seen):
        """Compares a row for each game, which is at step at[game]; returns what is wrong, or nothing."""
        for step in np.unique(at[~self.known[at]]):
            self.rows[step] = seen[np.flatnonzero(at == step)[0]]
            if fnv(self.names[self.rows[step]].tolist()) != self.hash_of(step):
                return f"step {step}: other {self.what}: {' '.join(self.names[self.rows[step]][:20])}"
            self.known[step] = True
        wrong = np.flatnonzero((self.rows[at] != seen).any(axis=1))
        return f"game {wrong[0]}, step {at[wrong[0]]}: other {self.what}" if len(wrong) else ""


def replay(game, trace, threads):
    """(states compared, what differs or nothing)."""
    played = Trace(game, trace)
    env = game.vector_env(GAMES, joint=True, chance_given=True, threads=threads)
    steps = played.steps
    rows = [Rows(len(steps), game.fluent_names, lambda step: steps[step]["h"], "fluents")]
    rows += [Rows(len(steps), game.actions(role), lambda step, place=place: steps[step]["l"][place][1], f"moves of {name}")
             for role, (name, place) in enumerate(zip(game.roles, played.order))]
    order = np.random.default_rng(1).permutation(GAMES)
    playout = order % len(played.first)
    at, wait = played.first[playout], order // len(played.first) % played.longest  # each begins at another time
    seen, compared = env.reset(), 0
    for _ in range(LAPS * played.longest + int(wait.max())):
        masks = seen.legal_action_mask if isinstance(seen.legal_action_mask, tuple) else (seen.legal_action_mask,)
        for table, bits in zip(rows, (seen.observation, *masks)):
            fault = table.check(at, bits)
            if fault:
                return compared, fault
        compared += GAMES
        moving = (wait == 0) & played.moves[at]
        actions = np.where(moving[:, np.newaxis], played.actions[at], STAY)
        cut = ~played.moves[at]  # a playout that was cut: begins again without a move
        seen = env.step(actions[:, 0] if len(game.roles) == 1 else actions, check=False)
        if not (env.faults == ~moving).all():
            game_number = int(np.flatnonzero(env.faults != ~moving)[0])
            return compared, f"game {game_number}, step {at[game_number]}: the move was not made"
        wait = np.maximum(wait - 1, 0)
        after = np.where(moving, at + 1, at)
        over = moving & (played.terminal | played.stuck)[after]
        for flags, expected, what in ((seen.terminated, moving & played.terminal[after], "terminated"),
                                      (seen.truncated, moving & played.stuck[after], "truncated")):
            if not (flags == expected).all():
                return compared, f"game {np.flatnonzero(flags != expected)[0]}: {what}, or not, as it should not be"
        ended = moving & played.terminal[after]
        if not (seen.rewards[ended] == played.goals[after[ended]]).all():
            return compared, "other goals"
        compared += int(over.sum())
        if cut.any():
            seen = env.reset_games(cut)
        playout = np.where(over | cut, (playout + 1) % len(played.first), playout)
        at = np.where(over | cut, played.first[playout], after)
    return compared, ""


def main():
    parser = argparse.ArgumentParser(description="Replay traces through vectors of the Python package.")
    parser.add_argument("--threads", type=int, default=1)
    vector_sheets.add_to(parser, 40)
    options = parser.parse_args()
    sheets = vector_sheets.chosen(options)
    if sheets is None:
        return SKIPPED
    warnings.simplefilter("ignore")
    total, failures, without = 0, 0, 0
    for sheet in sheets:
        begin = time.monotonic()
        try:
            game = tesuji.load(sheet)
            compared, fault = replay(game, json.loads(sheet.with_suffix(".trace.json").read_text()), options.threads)
        except tesuji.TesujiError as error:
            compared, fault = 0, str(error)
        total, failures, without = total + compared, failures + bool(fault), without + (not fault and game.lanes == 0)
        print(f"{sheet.stem}: {fault or f'{compared} states'}, {time.monotonic() - begin:.1f} s"
              f"{'' if fault or game.lanes else ', one after the other'}", flush=True)
    print(f"{len(sheets)} games, {total} states, {failures} with differences, {without} without lanes")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
