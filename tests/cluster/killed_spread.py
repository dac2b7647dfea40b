#!/usr/bin/env python3
"""Ends `tesuji spread` at random moments, by signals and by a full disk, on processes and on ranks of MPI, starts
it again, and compares the results with those of a run that nobody disturbed.

    tests/cluster/killed_spread.py TESUJI [--kills N] [--ranks N] [--seed N] [--tasks N]
"""
import json
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

from killed_runs import end, finish, mpirun, parser, start, told_of_full_disk
from mpi_processes import processes

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TEMPLATE = "simulate --json --playouts=700000 --seed={#} {}"


def arguments():
    options = parser(kills=4)
    options.add_argument("--tasks", type=int, default=12)
    return options.parse_args()


class Runs:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.inputs = [str(ROOT / "examples/hexapawn4.kif")] * options.tasks

    def start(self, output, by_mpi, file_limit=None):
        launcher = mpirun(self.options.ranks) if by_mpi else []
        jobs = "mpi" if by_mpi else self.options.ranks
        return start([*launcher, self.options.tesuji, "spread", f"--jobs={jobs}", "-o", output, TEMPLATE, *self.inputs],
                     file_limit)

    def finish(self, output, by_mpi):
        finish(self.start(output, by_mpi), timeout=600)
        return self.without_times(output)

    def without_times(self, output):
        equal = self.folder / "equal"
        subprocess.run([self.options.tesuji, "merge", "--without-times", "-o", equal, output], check=True,
                       capture_output=True)
        return equal.read_text()


def children(parents):
    found = []
    for parent in parents:
        for thread in pathlib.Path(f"/proc/{parent}/task").glob("*"):
            try:
                found += map(int, (thread / "children").read_text().split())
            except OSError:
                pass
    return found


def alive(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def results_in(folder, name):
    """Whole lines that are results."""
    count = 0
    for file in folder.glob(f"{name}*"):
        for line in file.read_text().splitlines(keepends=True)[1:]:
            if line.endswith("\n"):
                json.loads(line)
                count += 1
    return count


def main():
    options = arguments()
    generator = random.Random(options.seed)
    good = True
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        runs = Runs(options, folder)
        usual = {}
        for by_mpi in (False, True):
            begin = time.monotonic()
            found = runs.finish(folder / f"whole-{by_mpi}", by_mpi)
            usual[by_mpi] = time.monotonic() - begin
            expected = found if not by_mpi else expected
            print(f"{'ranks' if by_mpi else 'processes'}, undisturbed: {'the same' if found == expected else 'DIFFERENT'}",
                  flush=True)
            good &= found == expected
        for number in range(options.kills):
            by_mpi = number % 2 == 1
            how = (signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGTERM)[number % 4]
            output = folder / f"kill-{number}"
            process = runs.start(output, by_mpi)
            time.sleep(generator.uniform(0.4, 0.8) * usual[by_mpi])
            own = processes(str(output))
            tasks = children(own)
            victims = [process.pid] if how != signal.SIGKILL else own[:1]
            for victim in victims:
                end(victim, how)
            process.communicate(timeout=60)
            for _ in range(100):
                left = [task for task in tasks if alive(task)]
                if not left:
                    break
                time.sleep(0.05)
            there = results_in(folder, output.name)
            same = runs.finish(output, by_mpi) == expected
            print(f"{'ranks' if by_mpi else 'processes'}, {how.name}: exit code {process.returncode}, {there} of "
                  f"{options.tasks} results there, {len(left)} tasks left behind; then "
                  f"{'the same' if same else 'DIFFERENT'}", flush=True)
            interrupted = how == signal.SIGKILL or process.returncode in (0, 3) or by_mpi
            good &= same and not left and interrupted and not list(folder.glob(f"{output.name}.rank-*"))
        # Files may be no larger than half of the results.
        output = folder / "full"
        process = runs.start(output, False, (folder / "whole-False").stat().st_size // 2)
        good &= told_of_full_disk(process, timeout=600)
        there = results_in(folder, output.name)
        same = runs.finish(output, False) == expected
        print(f"full disk: {there} of {options.tasks} results there; then {'the same' if same else 'DIFFERENT'}",
              flush=True)
        good &= same and there > 0
    sys.exit(0 if good else 1)


main()
