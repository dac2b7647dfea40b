#!/usr/bin/env python3
"""States of a game from matches of random players, one per line, for `tesuji features --game`.

    tools/features/game_positions.py TESUJI GAME [--games=100] [--seed=1] [--target=ROLE]
                                    [--group]

The same matches and seed give the same lines. Behind `=`, with --target: the role's goal at the end of
the match that the state is of. Behind `@`, with --group: the match's number, for `tesuji fit`, which
then has no match on both sides of a split.
"""
import argparse
import json
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tesuji")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", metavar="ROLE")
    parser.add_argument("--group", action="store_true")
    options = parser.parse_args()
    run = subprocess.run([options.tesuji, "play", options.game, "--json", "--quiet",
                          f"--games={options.games}", f"--seed={options.seed}"],
                         capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit("game_positions.py: " + run.stderr)
    report = json.loads(run.stdout)
    roles = [one["role"] for one in report["roles"]]
    if options.target and options.target not in roles:
        sys.exit(f"game_positions.py: there is no role {options.target}, but {', '.join(roles)}")
    for number, match in enumerate(report["matches"], 1):
        goals = match["goals"][roles.index(options.target)] if options.target else []
        target = f" = {goals[0]}" if goals else ""
        group = f" @ {number}" if options.group else ""
        for move in match["moves"]:
            print(" ".join(move["state"]) + target + group)


if __name__ == "__main__":
    main()
