#!/usr/bin/env python3
"""Follows random matches of examples by models in Python (tests/board_games.py).

Every state of a match, its end and its goals have to be those of the model; in some states, so have
all legal moves. The model of checkers, too, is checked: by counts that others publish for it.

usage: board_matches.py TESUJI EXAMPLES_FOLDER
"""
import json
import os
import random
import subprocess
import sys
import tempfile

from board_games import Checkers, DotsAndBoxes, Hex, Reversi, count_turns

MATCHES = 20
QUESTIONS = 4  # states of a match in which legal moves are compared
# English draughts: turns from the initial position, as programs that play it count them.
DRAUGHTS = [7, 49, 302, 1469, 7361, 36768, 179740]


def run(arguments):
    return json.loads(subprocess.run(arguments, check=True, stdout=subprocess.PIPE).stdout)


def compare(what, expected, found):
    if expected != found:
        raise SystemExit(f"{what}: expected {expected}, found {found}")


def check_legal(tesuji, sheet, joints, model):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as after:
        after.write("\n".join(joints) + "\n")
        after.flush()
        position = run([tesuji, "position", "--engine=interpreter", "--json", sheet, "--after", f"@{after.name}"])
    compare(f"legal moves after {joints}", sorted(model.legal()), sorted(position["legal"][model.mover]))
    compare(f"moves of who waits after {joints}", ["noop"], position["legal"][1 - model.mover])


def follow(tesuji, sheet, match, start, chosen):
    model, joints = start, []
    questions = set(chosen.sample(range(1, len(match["moves"])), QUESTIONS))
    for number, turn in enumerate(match["moves"]):
        compare(f"state after {joints}", sorted(model.facts()), sorted(turn["state"]))
        compare(f"end after {joints}", None, model.goals())
        if number in questions:
            check_legal(tesuji, sheet, joints, model)
        move = turn["joint"][model.mover]
        if move not in model.legal():
            raise SystemExit(f"{move} after {joints}")
        joints.append(" ".join(turn["joint"]))
        model = model.after(move)
    compare(f"last state of {joints}", sorted(model.facts()), sorted(match["state"]))
    compare(f"goals of {joints}", model.goals(), [int(goal) for goals in match["goals"] for goal in goals])


def main(tesuji, examples):
    compare("turns of checkers", DRAUGHTS, [count_turns(Checkers(), depth + 1) for depth in range(len(DRAUGHTS))])
    for game in (Reversi, Hex, DotsAndBoxes, Checkers):
        sheet = os.path.join(examples, game.file)
        played = run([tesuji, "play", "--engine=interpreter", "--players=random,random", "--seed=1",
                      f"--games={MATCHES}", "--json", sheet])
        chosen = random.Random(1)
        for match in played["matches"]:
            follow(tesuji, sheet, match, game(), chosen)
        print(f"{game.file}: {len(played['matches'])} matches, same", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
