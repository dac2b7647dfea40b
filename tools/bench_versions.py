#!/usr/bin/env python3
"""Compares two builds of tesuji by turns: playouts, batches, plugins, start-up, perft.

    tools/bench_versions.py BEFORE AFTER FOLDER [GAME...] [--kinds KIND,..] [--turns 3] [--seconds 0.3]

BEFORE, AFTER: the commands. FOLDER has GAME.kif. Prints for each kind the geometric mean of after / before
(rates, or processor times turned round: more is better), and the games at both ends."""
import argparse
import json
import math
import os
import resource
import subprocess
import tempfile

GAMES = ["ticTacToe", "connectFour", "breakthrough", "reversi", "hex", "pentago", "checkers",
         "chineseCheckers4", "ttcc4_2player", "3pConnectFour", "2pffa", "amazons_8x8", "hanoi"]


def rate(command, *arguments):
    """Returns transitions a second of random play; nothing if the game cannot be played so."""
    done = subprocess.run([command, "simulate", "--json", "--playouts=1000000000", *arguments],
                          capture_output=True, text=True, check=False)
    played = done.stdout and done.returncode in (0, 3)  # 3 without output: loading took all the time
    return json.loads(done.stdout)["transitions_per_second"] if played else None


def speed(command, *arguments):
    """Returns one divided by the processor seconds of a whole run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([command, *arguments], capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 3):
        return None
    return 1 / (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def plugin_rate(command, name, game, seconds, folder):
    path = f"{folder}/{name}-{os.path.basename(game)}.so"
    if not os.path.exists(path):
        if subprocess.run([command, "compile", game, "-o", path], capture_output=True, check=False).returncode:
            return None
    return rate(command, seconds, path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("folder")
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--kinds", default="jit,auto,batch,plugin,start-auto,start-jit,perft")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.3)
    options = parser.parse_args()
    os.environ["TESUJI_CACHE"] = ""
    seconds = f"--seconds={options.seconds}"
    with tempfile.TemporaryDirectory() as folder:
        kinds = {
            "jit": lambda t, n, g: rate(t, "--engine=jit", seconds, g),
            "auto": lambda t, n, g: rate(t, "--engine=auto", seconds, g),
            "batch": lambda t, n, g: rate(t, "--batch", seconds, g),
            "plugin": lambda t, n, g: plugin_rate(t, n, g, seconds, folder),
            "start-auto": lambda t, n, g: speed(t, "perft", "--engine=auto", g, "1"),
            "start-jit": lambda t, n, g: speed(t, "perft", "--engine=jit", g, "1"),
            "perft": lambda t, n, g: speed(t, "perft", "--engine=jit", "--max-transitions=300000", g, "30"),
        }
        commands = [("before", options.before), ("after", options.after)]
        for kind in options.kinds.split(","):
            ratios = []
            for game in options.games:
                best = {"before": 0, "after": 0}
                for turn in range(options.turns):
                    for name, command in commands if turn % 2 == 0 else commands[::-1]:
                        found = kinds[kind](command, name, f"{options.folder}/{game}.kif")
                        best[name] = max(best[name], found or 0)
                if all(best.values()):
                    ratios.append((best["after"] / best["before"], game))
                else:
                    print(f"{kind} {game}: not in both", flush=True)
            if ratios:
                mean = math.exp(sum(math.log(ratio) for ratio, _ in ratios) / len(ratios))
                least, most = min(ratios), max(ratios)
                print(f"{kind}: {mean:.3f} over {len(ratios)} games, least {least[0]:.3f} {least[1]}, "
                      f"most {most[0]:.3f} {most[1]}", flush=True)


if __name__ == "__main__":
    main()
