#!/usr/bin/env python3
"""Kills ranks of `solve --ranks=mpi --disk` at random moments, starts again, and compares the solution
with that of one process which nobody disturbs.

    tests/cluster/killed_ranks.py TESUJI [--kills N] [--ranks N] [--seed N] [--board COLUMNS ROWS | --sheet FILE]

Also a time limit that ends a run, and, on threads, a disk that is full: files may be no larger.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

from killed_runs import end, fail, finish, mpirun, parser, start, told_of_full_disk
from mpi_processes import processes

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SAME = ("value", "states", "terminal", "edges", "levels", "digest", "drawn", "most_moves",
        "stuck", "to_move", "goal_faults")


def arguments():
    options = parser(kills=2)
    options.add_argument("--board", type=int, nargs=2, default=(4, 4), help="of connect four")
    options.add_argument("--sheet", type=pathlib.Path, help="another game")
    options.add_argument("--file-limit", type=int, default=10_000, help="bytes of a file, where the disk is to be full")
    return options.parse_args()


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
        return start([*mpirun(self.options.ranks), self.options.tesuji, "solve", "--ranks=mpi", f"--disk={disk}",
                      "--json", *more, self.sheet])

    def on_threads(self, disk, *more, file_limit=None):
        return start([self.options.tesuji, "solve", f"--ranks={self.options.ranks}", f"--disk={disk}", "--json",
                      *more, self.sheet], file_limit)

    def finish(self, disk):
        return json.loads(finish(self.start(disk), timeout=3600))

    def undisturbed(self):
        return json.loads(finish(start([self.options.tesuji, "solve", "--ranks=1", "--json", self.sheet]), timeout=3600))


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
                killed += end(generator.choice(ranks))
            process.communicate(timeout=60)
            if ranks and process.returncode == 0 and processes(f"--disk={disk}"):
                fail("mpirun ended well, and ranks are left")
            good &= check(f"killed after {delay:.2f} s", runs.finish(disk), expected)
        if options.kills > 0 and killed == 0:
            fail("all runs had ended before a rank was killed")
        disk = folder / "limit"
        process = runs.start(disk, f"--seconds={max(0.01, usual / 5):.3f}")
        process.communicate(timeout=60)
        print(f"time limit: exit code {process.returncode}", flush=True)
        good &= check("after a time limit", runs.finish(disk), expected)
        # Also in the middle of proofs, which say how states are numbered.
        disk = folder / "limits"
        codes = []
        for number in range(9):
            process = runs.on_threads(disk, f"--seconds={0.005 * 1.5**number:.3f}")
            process.communicate(timeout=60)
            codes.append(process.returncode)
        print(f"time limits from 5 ms on: exit codes {', '.join(map(str, codes))}", flush=True)
        again = json.loads(finish(runs.on_threads(disk), timeout=3600))
        good &= check("after time limits", again, expected)
        disk = folder / "full"
        good &= told_of_full_disk(runs.on_threads(disk, file_limit=options.file_limit), timeout=3600)
        again = json.loads(finish(runs.on_threads(disk), timeout=3600))
        good &= check("after a full disk", again, expected)
    sys.exit(0 if good else 1)


main()
