#!/usr/bin/env python3
"""Kills ranks of `solve --ranks=mpi --disk` at random moments, starts again, and compares the solution
with that of one process which nobody disturbs.

    tests/cluster/killed_ranks.py TESUJI [--kills N] [--ranks N] [--seed N] [--board COLUMNS ROWS | --sheet FILE]

Also a time limit that ends a run, and, on threads, a disk that is full: files may be no larger.
"""
import argparse
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

from mpi_processes import AS_ROOT, processes

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SAME = ("value", "states", "terminal", "edges", "levels", "digest", "drawn", "most_moves")


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("tesuji", type=pathlib.Path)
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--ranks", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--board", type=int, nargs=2, default=(4, 4), help="of connect four")
    parser.add_argument("--sheet", type=pathlib.Path, help="another game")
    parser.add_argument("--file-limit", type=int, default=10_000, help="bytes of a file, where the disk is to be full")
    return parser.parse_args()


class Runs:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.sheet = folder / "board.kif"
        if options.sheet:
            self.sheet.write_text(options.sheet.read_text())
            return
        self.sheet.write_text(subprocess.run(
            [sys.executable, ROOT / "tools/sized_board.py", "connect-four", *map(str, options.board)],
            check=True, capture_output=True, text=True).stdout)

    def start(self, disk, *more):
        return subprocess.Popen(
            ["mpirun", "--oversubscribe", "-n", str(self.options.ranks), str(self.options.tesuji), "solve",
             "--ranks=mpi", f"--disk={disk}", "--json", *more, str(self.sheet)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | AS_ROOT,
            start_new_session=True)

    def on_threads(self, disk, *more, file_limit=resource.RLIM_INFINITY):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit, resource.RLIM_INFINITY))
        return subprocess.run([self.options.tesuji, "solve", f"--ranks={self.options.ranks}", f"--disk={disk}",
                               "--json", *more, self.sheet], capture_output=True, text=True, preexec_fn=limit)

    def finish(self, disk):
        process = self.start(disk)
        output, errors = process.communicate(timeout=3600)
        if process.returncode != 0:
            sys.exit(f"killed_ranks.py: exit code {process.returncode}: {errors}")
        return json.loads(output)

    def undisturbed(self):
        done = subprocess.run([self.options.tesuji, "solve", "--ranks=1", "--json", self.sheet], check=True,
                              capture_output=True, text=True)
        return json.loads(done.stdout)


def check(what, found, expected):
    wrong = [key for key in SAME if found[key] != expected[key]]
    print(f"{what}: {'DIFFERENT: ' + ', '.join(wrong) if wrong else 'the same'}"
          f"{', went on' if found['resumed'] else ''}", flush=True)
    return not wrong


def main():
    options = arguments()
    generator = random.Random(options.seed)
    good = True
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        runs = Runs(options, folder)
        expected = runs.undisturbed()
        begin = time.monotonic()
        good &= check("undisturbed", runs.finish(folder / "whole"), expected)
        usual = time.monotonic() - begin
        killed = 0
        for number in range(options.kills):
            disk = folder / f"kill-{number}"
            process = runs.start(disk)
            delay = generator.uniform(0.1, 1) * usual
            time.sleep(delay)
            ranks = processes(f"--disk={disk}")
            if ranks:
                try:
                    os.kill(generator.choice(ranks), signal.SIGKILL)
                    killed += 1
                except ProcessLookupError:
                    pass
            process.communicate(timeout=60)
            if ranks and process.returncode == 0 and processes(f"--disk={disk}"):
                sys.exit("killed_ranks.py: mpirun ended well, and ranks are left")
            good &= check(f"killed after {delay:.2f} s", runs.finish(disk), expected)
        if options.kills > 0 and killed == 0:
            sys.exit("killed_ranks.py: all runs had ended before a rank was killed")
        disk = folder / "limit"
        process = runs.start(disk, f"--seconds={max(0.01, usual / 5):.3f}")
        _, errors = process.communicate(timeout=60)
        print(f"time limit: exit code {process.returncode}", flush=True)
        good &= check("after a time limit", runs.finish(disk), expected)
        # Also in the middle of proofs, which say how states are numbered.
        disk = folder / "limits"
        codes = [runs.on_threads(disk, f"--seconds={0.005 * 1.5**number:.3f}").returncode for number in range(9)]
        print(f"time limits from 5 ms on: exit codes {', '.join(map(str, codes))}", flush=True)
        again = runs.on_threads(disk)
        good &= again.returncode == 0 and check("after time limits", json.loads(again.stdout), expected)
        if again.returncode != 0:
            print(again.stderr)
        disk = folder / "full"
        full = runs.on_threads(disk, file_limit=options.file_limit)
        told = "File too large" in full.stderr
        print(f"full disk: exit code {full.returncode}, {'told' if told else 'NOT TOLD: ' + full.stderr}", flush=True)
        good &= full.returncode == 3 and told
        again = runs.on_threads(disk)
        good &= again.returncode == 0 and check("after a full disk", json.loads(again.stdout), expected)
    sys.exit(0 if good else 1)


main()
