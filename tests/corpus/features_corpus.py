#!/usr/bin/env python3
"""Logical features over games of the conformance corpus: the same counts in slices, incrementally and
by the interpreter.

For every n-th game, states of two random matches, and of each a second one without some of its
fluents, which need not come up in play. Features speak of every fluent that was seen, of goals and
of the end. Exit code 77: there is no corpus.
"""
import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ENGINES = ("interpreter", "slices", "incremental")
TIMEOUT = 60  # seconds; of any engine


def tesuji(command, *arguments):
    return subprocess.run([command, *map(str, arguments)], capture_output=True, text=True,
                          errors="replace", timeout=TIMEOUT)


def states_of(command, game, rng):
    """Lines of fluents and the roles, or nothing where the game cannot be played."""
    played = tesuji(command, "play", game, "--json", "--quiet", "--games=2", "--max-steps=12",
                    "--engine=interpreter")
    if played.returncode != 0:
        return None
    report = json.loads(played.stdout)
    states = [move["state"] for match in report["matches"] for move in match["moves"]]
    states += [[f for f in state if rng.random() < 0.7] for state in states]
    return states, [role["role"] for role in report["roles"]]


def atom(text):
    return text if re.fullmatch(r"[a-z][a-zA-Z0-9_]*|[0-9]+", text) else f"'{text}'"


def features_of(states, roles):
    """A feature for each name and number of arguments of fluents, and some with two of them."""
    shapes = set()
    for fluent in (fluent for state in states for fluent in state):
        words = fluent.strip("()").split()
        if fluent.count("(") <= 1 and "'" not in fluent:
            shapes.add((words[0], len(words) - 1))
    clauses = ["over :- terminal."]
    for number, (name, width) in enumerate(sorted(shapes)):
        if width == 0:
            clauses.append(f"f{number} :- {atom(name)}.")
            continue
        first = [f"V{i}" for i in range(width)]
        second = ["V0"] + [f"W{i}" for i in range(1, width)]
        literal = f"{atom(name)}({','.join(first)})"
        clauses.append(f"f{number}({','.join(first)}) :- {literal}.")
        if width > 1:
            other = f"{atom(name)}({','.join(second)})"
            clauses.append(f"g{number}(V0) :- {literal}, {other}, V1 \\= W1.")
    clauses += [f"goal{number}(G) :- goal({atom(role)},G)." for number, role in enumerate(roles)]
    return "\n".join(clauses) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tesuji")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--default-shared", default="")
    options = parser.parse_args()
    folder = pathlib.Path(os.environ.get("TESUJI_SHARED") or options.default_shared) / "corpus/dev"
    games = sorted(folder.glob("*.kif"))[::options.every]
    if not games:
        print("*** skipped: no corpus (set TESUJI_SHARED)")
        sys.exit(77)
    same, unplayed, limited, wrong = 0, 0, 0, []
    for game in games:
        rng = random.Random(game.stem)
        found = states_of(options.tesuji, game, rng)
        if not found or not found[0]:
            unplayed += 1
            continue
        states, roles = found
        with tempfile.TemporaryDirectory() as name:
            lines, features = pathlib.Path(name, "states"), pathlib.Path(name, "f.pl")
            lines.write_text("".join(" ".join(state) + "\n" for state in states))
            features.write_text(features_of(states, roles))
            runs = [tesuji(options.tesuji, "features", f"--engine={engine}", "--game", game,
                           "--features", features, "--positions", lines, "--malformed=skip")
                    for engine in ENGINES]
        if any(run.returncode != runs[0].returncode or run.stdout != runs[0].stdout
               for run in runs):
            wrong.append(game.stem)
        elif runs[0].returncode == 0:
            same += 1
        else:
            limited += 1
            if runs[0].returncode != 3:
                wrong.append(f"{game.stem}: {runs[0].stderr[-300:]}")
    print(f"{len(games)} games: {same} the same by {', '.join(ENGINES)}; {unplayed} left out, "
          f"{limited} over a limit")
    for one in wrong:
        print(f"WRONG: {one}")
    sys.exit(1 if wrong or same == 0 else 0)


if __name__ == "__main__":
    main()
