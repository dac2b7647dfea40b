#!/usr/bin/env python3
"""Players with evaluations made of the goal, beside players without: docs/engines/evaluations.md has what came of it.

usage: bench_evaluations.py [--rounds=N] [--seconds=S] [--seed=N] [GAME..]
GAME is a path, or the name of a sheet of the corpus; none: ten sheets of two players who take turns. Every pair plays N rounds from
random openings, each of the two having both roles in every round, S seconds a move. Prints a line a game with the first player's score
and its 95 % confidence, `-` where the game has no evaluation.
"""
import argparse
import json
import os
import subprocess

from bench_sheets import sheet_path

TESUJI = os.environ.get("TESUJI", "build/tesuji")
TEN = ["connectFour", "breakthrough", "knightThrough", "reversi", "checkers", "amazons_8x8", "quarto", "hex", "ttcc4_2player", "dotsAndBoxes"]
PAIRS = [("greedy:goal", "random"), ("alpha-beta:goal", "mcts"), ("mcts:prior=goal", "mcts"), ("mcts:leaf=goal", "mcts")]


def score(game, pair, options):
    done = subprocess.run([TESUJI, "match", sheet_path(game), "--player", pair[0], "--player", pair[1], f"--rounds={options.rounds}",
                           f"--move-seconds={options.seconds}", f"--seed={options.seed}", "--max-steps=400", "--json"],
                          text=True, capture_output=True, check=False)
    if done.returncode != 0:
        return "-"
    found = json.loads(done.stdout)["players"][0]
    if found["score"] is None:
        return "none ended"
    low, high = found["score_interval"]
    return f"{found['score']:.2f} ({low:.2f} to {high:.2f})"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("game", nargs="*")
    options = parser.parse_args()
    print("| game | " + " | ".join(f"{a} : {b}" for a, b in PAIRS) + " |")
    print("|---|" + "---|" * len(PAIRS))
    for game in options.game or TEN:
        print(f"| {game} | " + " | ".join(score(game, pair, options) for pair in PAIRS) + " |", flush=True)


if __name__ == "__main__":
    main()
