"""Checks that baselines play the games of the rulesheets: perft, recorded games, and averages."""
import json
import math
import re

PERFT_DEPTH = 3
PERFT_MOST = 2_000  # sequences of the deepest level that is compared
DEVIATIONS = 5  # averages of playouts that are farther apart are called different


def depth_for(engine):
    """Returns the deepest level, up to PERFT_DEPTH, that has few enough sequences; at least 1."""
    for depth in range(1, PERFT_DEPTH + 1):
        if int(engine.perft(depth)[-1]["sequences"]) > PERFT_MOST:
            return max(depth - 1, 1)
    return PERFT_DEPTH


def counts(levels):
    return [(int(level["depth"]), int(level["sequences"]), int(level["terminal"]),
             int(level["distinct"])) for level in levels]


def perft_difference(engine, other, depth):
    """Returns the differences, in words; empty if there are none."""
    for ours, theirs in zip(counts(engine.perft(depth)), counts(other.perft(depth)), strict=True):
        if ours != theirs:
            return f"perft at depth {ours[0]}: tesuji {ours[1:]}, {other.name} {theirs[1:]}"
    return ""


def numbers_of(joint):
    """Returns the numbers of the move of the role that does not pass."""
    return next((numbers for move in joint if (numbers := re.findall(r"\d+", move))), [])


def recorded_difference(bitboard, trace_path):
    """Replays the games of a trace: compares numbers of legal moves, and ends."""
    trace = json.loads(trace_path.read_text())
    games, expected = [], []
    for playout in trace["playouts"]:
        steps = playout["steps"]
        games.append([numbers_of(step["m"]) for step in steps if "m" in step])
        expected.append([0 if step["t"] else max(count for count, _ in step["l"])
                         for step in steps])
    for number, (ours, theirs) in enumerate(zip(expected, bitboard.counts(games), strict=True)):
        if ours != theirs:
            return f"recorded game {number}: moves per state {ours}, bitboards {theirs}"
    return ""


def average_difference(engine_sample, other_sample, other_name):
    """Goals lie between 0 and 100, lengths between 0 and the longest, which bounds variances."""
    chance = math.sqrt(1 / max(engine_sample.playouts, 1) + 1 / max(other_sample.playouts, 1))
    if engine_sample.mean_goal is not None and other_sample.mean_goal is not None:
        if abs(engine_sample.mean_goal - other_sample.mean_goal) > DEVIATIONS * 50 * chance:
            return (f"mean goal: tesuji {engine_sample.mean_goal:.2f}, "
                    f"{other_name} {other_sample.mean_goal:.2f}")
    lengths = [s.transitions / max(s.playouts, 1) for s in (engine_sample, other_sample)]
    if abs(lengths[0] - lengths[1]) > DEVIATIONS * (engine_sample.longest or 0) / 2 * chance:
        return f"mean length: tesuji {lengths[0]:.3f}, {other_name} {lengths[1]:.3f}"
    return ""


def difference(engine, other, trace_path=None):
    """Compares perft, and the games of a trace if there is one; returns the differences, in words.
    Raises Failed if one of them has no answer."""
    found = perft_difference(engine, other, depth_for(engine))
    if not found and trace_path is not None and trace_path.is_file():
        found = recorded_difference(other, trace_path)
    return found
