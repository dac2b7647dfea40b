#!/usr/bin/env python3
"""Solves games on 1, 2, 3, 4 and 8 ranks, by threads and by MPI, with symmetric states merged and not, and by `solve`.
All have to agree, on listed states too.

    tests/cluster/rank_games.py TESUJI SHEET... [--ranks 1 2 3 4 8] [--seconds S]

A sheet that is none for `solve`, or takes longer, is told of and left out; --least N: fail where
fewer games were compared.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from mpi_processes import AS_ROOT

SAME = ("value", "states", "terminal", "stuck", "endless", "drawn", "more_in_the_end", "most_moves", "levels",
        "layered", "edges", "digest", "best_play", "to_move", "goal_faults")
LISTED = 500  # states of a game that all are asked about


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("tesuji", type=pathlib.Path)
    parser.add_argument("sheets", nargs="+", type=pathlib.Path)
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2, 3, 4, 8])
    parser.add_argument("--seconds", type=float, default=20, help="of one run (default: 20)")
    parser.add_argument("--least", type=int, default=0)
    return parser.parse_args()


def run(words, options, sheet):
    command = [*words, f"--seconds={options.seconds}", str(sheet)]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | AS_ROOT,
                          timeout=20 * options.seconds + 60)


def solved(words, options, sheet):
    """What it says, or why not, in words."""
    done = run([*words, "--json"], options, sheet)
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if "error" in line]
        return (lines or [f"exit code {done.returncode}"])[-1]
    return json.loads(done.stdout)


def listed_differences(sheet, options):
    """Of answers about states of the game, evenly from all: by `solve` and by ranks."""
    every = run([options.tesuji, "solve", "--states=all"], options, sheet).stdout.splitlines()
    states = [line for line in every if line and not line.startswith("#")]
    with tempfile.NamedTemporaryFile("w", suffix=".boards") as file:
        file.write("".join(f"{line}\n" for line in states[::max(1, len(states) // LISTED)]))
        file.flush()
        asked = f"--states={file.name}"
        expected = run([options.tesuji, "solve", asked], options, sheet).stdout
        if not expected:
            return ["states: no answer"]
        return [f"states on {ranks} ranks" for ranks in options.ranks[:2]
                if run([options.tesuji, "solve", f"--ranks={ranks}", asked], options, sheet).stdout != expected]


def told(what):
    """Goal faults in any order, whichever state is told of."""
    if isinstance(what, dict):
        return what
    return sorted((fault["code"], fault["role"], fault["count"]) for fault in what)


def compare(sheet, options):
    """Differences; None where the game was left out."""
    whole = solved([options.tesuji, "solve", "--boards=none"], options, sheet)
    if isinstance(whole, str):
        print(f"{sheet.stem}: left out: {whole}", flush=True)
        return None
    first, differences = None, []
    for ranks in options.ranks:
        for name, words in (
                ("threads", [options.tesuji, "solve", f"--ranks={ranks}"]),
                ("threads, not merged", [options.tesuji, "solve", f"--ranks={ranks}", "--no-symmetries"]),
                ("MPI", ["mpirun", "--oversubscribe", "-n", str(ranks), options.tesuji, "solve", "--ranks=mpi"])):
            found = solved(words, options, sheet)
            if isinstance(found, str):
                if first is None:
                    print(f"{sheet.stem}: left out: {found}", flush=True)
                    return None
                differences.append(f"{name} {ranks}: {found}")
                continue
            first = first or found
            differences += [f"{name} {ranks}: {key}" for key in SAME if found.get(key) != first.get(key)]
    if first["best_play"] != whole["best_play"]:
        differences.append("best play")
    differences += listed_differences(sheet, options)
    # `solve` counts a state for each role that may have moved there.
    if first["value"] != whole["value"]:
        differences.append("value")
    if first["states"] > whole["states"] or first["terminal"] > whole["terminal"]:
        differences.append("states")
    if first["states"] == whole["states"]:
        differences += [key for key in ("to_move", "goal_faults") if key in first and told(first[key]) != told(whole[key])]
    same = "the same states" if first["states"] == whole["states"] else f"{whole['states']} nodes"
    print(f"{sheet.stem}: {first['states']} states, {same}, {'layered' if first['layered'] else 'not layered'}, "
          f"{first['key_bits']} bits, {first['symmetries']} symmetries, {'; '.join(differences) or 'no difference'}", flush=True)
    return differences


def main():
    options = arguments()
    results = [compare(sheet, options) for sheet in options.sheets]
    compared = [found for found in results if found is not None]
    wrong = sum(1 for found in compared if found)
    print(f"{len(compared)} games compared, {wrong} with differences")
    sys.exit(1 if wrong or len(compared) < options.least else 0)


main()
