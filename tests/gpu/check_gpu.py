#!/usr/bin/env python3
"""Compares what a real GPU counts with what the processor counts: check_gpu.py TESUJI GAME...

For each game, with kernels that the driver has to compile (its cache is off, and so is tesuji's):
as many playouts as the processor plays in --seconds, by lanes of the processor, by both together, by
the GPU alone, and by a plugin. Prints who played how much and when the GPU was ready; exits with 1
where counts differ or a GPU did not play.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

COUNTS = ("playouts", "terminal", "cut", "stuck", "goals_missing", "goals_ambiguous", "goals_not_integer",
          "transitions", "shortest", "longest", "mean_length", "roles")


def simulate(tesuji, game, *options):
    environment = os.environ | {"CUDA_CACHE_DISABLE": "1"}
    command = [tesuji, "simulate", "--json", "--no-cache", *options, str(game)]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        sys.exit(f"{' '.join(command)}: {ended.stderr}")
    return json.loads(ended.stdout), ended.stderr.strip()


def counts(result):
    return {key: result[key] for key in COUNTS}


def check(tesuji, game, arguments, folder):
    threads = f"--threads={arguments.threads}"
    rate, _ = simulate(tesuji, game, "--batch", f"--play-seconds={arguments.seconds}", threads)
    playouts = f"--playouts={max(rate['playouts'], 1000)}"
    plugin = folder / (game.stem + ".so")
    subprocess.run([tesuji, "compile", "--batch", "--gpu", str(game), "-o", str(plugin)], check=True)
    expected, _ = simulate(tesuji, game, "--batch", playouts, threads)
    runs = {
        "both": simulate(tesuji, game, "--batch=gpu", playouts, threads),
        "alone": simulate(tesuji, game, "--batch=gpu", "--gpu-alone", playouts),
        "plugin": simulate(tesuji, plugin, "--batch=gpu", "--gpu-alone", playouts),
    }
    # The driver is not ready by then in large games: the result must be there all the same.
    short, _ = simulate(tesuji, game, "--batch=gpu", "--play-seconds=0.5", threads)
    print(f"{game.stem}: {expected['playouts']} playouts; after 0.5 s {short['playouts']}, "
          f"{short.get('gpu', {}).get('playouts', 0)} of them the GPU's, in {short['seconds']:.2f} s")
    good = True
    for name, (result, messages) in runs.items():
        gpu = result.get("gpu", {})
        same = counts(result) == counts(expected)
        played = name == "both" or gpu.get("playouts", 0) == expected["playouts"]
        good &= same and played and "gpu" in result
        print(f"  {name}: {'same' if same else 'DIFFERENT'} counts, {gpu.get('playouts', 0)} by the GPU, "
              f"ready {gpu.get('ready')}, kernels {gpu.get('load_seconds', 0):.2f} s, "
              f"in all {result['seconds']:.2f} s {messages}")
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tesuji")
    parser.add_argument("games", nargs="+", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=3, help="of the processor's run")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        results = [check(arguments.tesuji, game, arguments, pathlib.Path(folder))
                   for game in arguments.games]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
