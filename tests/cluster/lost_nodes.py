#!/usr/bin/env python3
"""Runs the scripts of tools/cluster under Slurm on two nodes, switches nodes off in the middle of jobs and on again,
and compares the results with those of one process.

    tests/cluster/lost_nodes.py TESUJI [--losses N] [--seed N] [--board COLUMNS ROWS] [--tasks N]

Every loss hits two jobs, solve.sbatch and spread.sbatch, both with a rank on each node. Needs root and Slurm
(tools/cluster/test_slurm.sh); exit code 77 where they are missing.
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

from mpi_processes import AS_ROOT

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCRIPTS = ROOT / "tools/cluster"
SLURM = SCRIPTS / "test_slurm.sh"
SAME = ("value", "states", "terminal", "edges", "levels", "digest", "drawn", "most_moves")
TEMPLATE = "simulate --json --playouts=2000000 --seed={#} {}"
BEGIN = time.monotonic()
ENDS = ("COMPLETED", "FAILED", "CANCELLED", "NODE_FAIL", "TIMEOUT")


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("tesuji", type=pathlib.Path)
    parser.add_argument("--losses", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1, help="of the moments of losses")
    parser.add_argument("--board", type=int, nargs=2, default=(5, 4), help="of connect four")
    parser.add_argument("--tasks", type=int, default=12)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


def output_of(*command, **more):
    return subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True, **more).stdout


def submit(folder, script, *words, nodes=2, tasks=2, more=()):
    folder.mkdir(exist_ok=True)
    return output_of("sbatch", "--parsable", f"--nodes={nodes}", f"--ntasks={tasks}", *more, SCRIPTS / script, *words,
                     cwd=folder).strip()


def state_of(job):
    """How Slurm accounts for a job, and how often it was started again."""
    words = output_of("scontrol", "show", "job", job, "--oneliner").split()
    fields = dict(word.split("=", 1) for word in words if "=" in word)
    return fields["JobState"], int(fields["Restarts"])


def wait_for(what, condition, seconds=300):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            sys.exit(f"lost_nodes.py: waited {seconds} s for {what}")
        time.sleep(0.05)


def levels_told(where):
    log = where / "solve.log"
    return log.read_text().count("solve: level") if log.exists() else 0


def wait_for_jobs(*jobs):
    wait_for("the end of jobs", lambda: all(state_of(job)[0] in ENDS for job in jobs))
    return [state_of(job) for job in jobs]


class Jobs:
    def __init__(self, options, folder):
        self.options, self.folder, self.good = options, folder, True
        self.sheet = folder / "board.kif"
        self.sheet.write_text(output_of(sys.executable, ROOT / "tools/sized_board.py", "connect-four", *options.board))
        self.tasks = (TEMPLATE, *[str(ROOT / "examples/hexapawn4.kif")] * options.tasks)
        self.solution = json.loads(output_of("tesuji", "solve", "--ranks=1", "--json", self.sheet))
        output_of("tesuji", "spread", "--jobs=2", "-o", folder / "one.jsonl", *self.tasks)
        self.results = self.without_times(folder / "one.jsonl")

    def without_times(self, *files):
        equal = self.folder / "equal"
        output_of("tesuji", "merge", "--without-times", "-o", equal, *files)
        return equal.read_text()

    def check(self, what, state, differences, log):
        completed = state[0] == "COMPLETED"
        print(f"{time.monotonic() - BEGIN:5.1f} s: {what}: {state[0]}, started again {state[1]} times, "
              f"{'DIFFERENT: ' + differences if differences else 'the same'}", flush=True)
        if not completed or differences:
            print(log.read_text())
            self.good = False

    def check_solution(self, what, where, state):
        try:
            found = json.loads((where / "solve.json").read_text())
            wrong = [key for key in SAME if found[key] != self.solution[key]]
            what += ", went on" if found["resumed"] else ""
        except FileNotFoundError:
            wrong = ["no solution"]
        self.check(what, state, ", ".join(wrong), where / "solve.log")

    def check_results(self, what, state, log, *files):
        self.check(what, state, "" if self.without_times(*files) == self.results else "results", log)

    def undisturbed(self):
        """Both jobs at once, and then an array; returns how many levels `solve` told of."""
        where = self.folder / "whole"
        jobs = (submit(where, "solve.sbatch", self.sheet), submit(where, "spread.sbatch", *self.tasks))
        solved, spread = wait_for_jobs(*jobs)
        self.check_solution("solve.sbatch", where, solved)
        self.check_results("spread.sbatch", spread, where / "spread.log", where / "results.jsonl")
        array = submit(where, "array.sbatch", *self.tasks, nodes=1, tasks=1, more=("--array=1-2",))
        states = wait_for_jobs(f"{array}_1", f"{array}_2")
        for part, state in enumerate(states, 1):
            self.check_results("array.sbatch", state, where / f"part-{part}.log", where / "part-1.jsonl",
                               where / "part-2.jsonl")
        return levels_told(where)

    def disturbed(self, number, how, node, levels, away):
        """Returns how many times jobs were started again."""
        where = self.folder / f"loss-{number}"
        jobs = (submit(where, "solve.sbatch", self.sheet), submit(where, "spread.sbatch", *self.tasks))
        wait_for("levels", lambda: levels_told(where) >= levels)
        output_of(SLURM, f"--{how}={node}")
        time.sleep(away)
        output_of(SLURM, f"--start={node}")
        solved, spread = wait_for_jobs(*jobs)
        what = f"{how} {node} after {levels} levels for {away} s: "
        self.check_solution(what + "solve.sbatch", where, solved)
        self.check_results(what + "spread.sbatch", spread, where / "spread.log", where / "results.jsonl")
        wait_for("nodes", lambda: output_of("sinfo", "--noheader", "--Node", "--format=%t").split() == ["idle"] * 2)
        return solved[1] + spread[1]


def inside(options):
    """What runs under Slurm."""
    generator = random.Random(options.seed)
    os.environ.update(AS_ROOT)
    os.environ["PATH"] = f"{options.tesuji.resolve().parent}:{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as name:
        jobs = Jobs(options, pathlib.Path(name))
        levels = jobs.undisturbed()
        restarts = 0
        for number in range(options.losses):
            # Open MPI finds out, and Slurm does.
            how, node, away = (("kill", "node2", 0), ("stop", "node1", 0), ("stop", "node2", 10),
                               ("kill", "node1", 10), ("stop", "node2", 0), ("stop", "node1", 10))[number % 6]
            restarts += jobs.disturbed(number, how, node, generator.randrange(1, levels * 3 // 4), away)
        if options.losses > 0 and restarts == 0:
            sys.exit("lost_nodes.py: all jobs had ended before a node was lost")
    sys.exit(0 if jobs.good else 1)


def main():
    options = arguments()
    if options.inside:
        inside(options)
    missing = [name for name in ("slurmctld", "slurmd", "sbatch", "munged", "mpirun", "ip", "unshare")
               if shutil.which(name) is None]
    if os.geteuid() != 0 or missing:
        print(f"*** skipped: needs root and {', '.join(missing) or 'Slurm'}")
        sys.exit(77)
    # Containers may forbid what the nodes are made of.
    wanted = "ip link add one type veth peer name other && ip link add between type bridge && mount -t tmpfs none /dev/shm"
    namespaces = ["unshare", "--net", "--uts", "--pid", "--mount", "--fork", "--mount-proc", "sh", "-c", wanted]
    if subprocess.run(namespaces, capture_output=True).returncode != 0:
        print("*** skipped: no namespaces with networks of their own")
        sys.exit(77)
    sys.exit(subprocess.run([SLURM, "--nodes=2", sys.executable, __file__, *sys.argv[1:], "--inside"]).returncode)


main()
