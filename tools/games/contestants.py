"""Contestants that play a game at random: tesuji's engines, SWI-Prolog, and bitboards in C++.

Each has a name, `measure(seconds)`, one run that returns a Sample or raises Failed, and
`perft(depth)`, the levels as in `tesuji perft --json`."""
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess

from games import process

BASELINE = pathlib.Path("tools/baseline/games")
CXX = ["c++", "-std=c++20", "-O3", "-march=native", "-Wno-psabi"]
STEP_LIMIT = 1000  # joint moves of a playout


class Failed(Exception):
    """Raised if there is no figure, with the reason in words."""


@dataclasses.dataclass
class Sample:
    playouts: int
    transitions: int
    seconds: float                 # CPU time of these playouts
    setup_seconds: float | None    # CPU time of the process before them
    peak_mib: float
    mean_goal: float | None = None  # of the first role
    longest: int | None = None
    lane_bytes: int | None = None  # memory of one lane


@dataclasses.dataclass
class Limits:
    seconds: float = 60  # of one command, CPU time
    mebibytes: int = 2048


def checked(outcome):
    if outcome.reason:
        raise Failed(outcome.reason)
    return outcome


def as_json(outcome):
    try:
        return json.loads(checked(outcome).output)
    except ValueError:
        raise Failed("its output is no JSON") from None


def tesuji():
    return os.environ["TESUJI"]


def engine_names():
    """Returns the engines for `--engine`, except the reference reasoner, which is built for
    certainty."""
    # The message about a wrong name lists the right ones.
    text = subprocess.run([tesuji(), "simulate", "--engine=?"], text=True, capture_output=True).stderr
    found = re.search(r"--engine: \? not in \{([^}]*)\}", text)
    names = found.group(1).split(",") if found else ["interpreter", "jit"]
    # Excludes tiers: they are the interpreter and the JIT, and when they switch depends on the
    # other cores. Lanes are played many at a time, below.
    return [name for name in names if name not in ("reference", "tiers") and "lanes" not in name]


def batch_names():
    """Returns engines that play many games at a time, by width."""
    return ["batch-64", "batch-256", "batch-512"]


class Engine:
    def __init__(self, sheet, name, limits):
        self.sheet, self.name, self.limits = sheet, name, limits
        self.options = [f"--engine={name}"]

    def _run(self, *words):
        return process.run([tesuji(), *words, *self.options, "--json", self.sheet],
                           self.limits.seconds, self.limits.mebibytes)

    def measure(self, seconds):
        outcome = self._run("simulate", f"--play-seconds={seconds}", f"--max-steps={STEP_LIMIT}")
        found = as_json(outcome)
        return Sample(found["playouts"], found["transitions"],
                      found.get("cpu_seconds", found["seconds"]), found.get("setup_cpu_seconds"),
                      outcome.peak_mib, found["roles"][0]["mean_goal"] if found["roles"] else None,
                      found["longest"])

    def first_answer(self):
        """Returns the seconds until one joint move is made: CPU time of the process before it, and
        the move's. Compilation after the answer does not count."""
        found = as_json(self._run("simulate", "--playouts=1", "--max-steps=1"))
        return found["setup_cpu_seconds"] + found["seconds"]

    def perft(self, depth):
        outcome = process.run([tesuji(), "perft", *self.options, "--json", self.sheet, depth],
                              self.limits.seconds, self.limits.mebibytes)
        return as_json(outcome)["levels"]


class Batch(Engine):
    """Plays many games at a time; a game that cannot be played so is a failure."""

    def __init__(self, sheet, name, limits):
        super().__init__(sheet, name, limits)
        self.options = [f"--batch={name.removeprefix('batch-')}"]

    def measure(self, seconds):
        outcome = self._run("simulate", f"--play-seconds={seconds}", f"--max-steps={STEP_LIMIT}")
        found = as_json(outcome)
        if found["one_by_one"]:
            raise Failed(f"one by one: {found['one_by_one']}")
        return Sample(found["playouts"], found["transitions"], found["cpu_seconds"],
                      found["setup_cpu_seconds"], outcome.peak_mib,
                      found["roles"][0]["mean_goal"] if found["roles"] else None, found["longest"],
                      found["lane_bytes"])


class Plugin(Engine):
    """Plays a game that was compiled before."""

    def __init__(self, path, limits):
        super().__init__(path, "plugin", limits)
        self.options = []


class Prolog:
    name = "swipl"

    def __init__(self, sheet, limits):
        self.sheet, self.limits = sheet, limits

    def _run(self, *words):
        if shutil.which("swipl") is None:
            raise Failed("no swipl (Debian: swi-prolog-nox)")
        # SWI-Prolog reserves more address space than it uses; its stacks have a limit of 2 GB. Its
        # set-up may take long, and does not count.
        return process.run(["swipl", BASELINE / "play.pl", *words], 3 * self.limits.seconds, 16384)

    def measure(self, seconds):
        outcome = self._run("playouts", self.sheet, f"--seconds={seconds}", f"--steps={STEP_LIMIT}")
        found = as_json(outcome)
        return Sample(found["playouts"], found["transitions"], found["seconds"],
                      found["setup_seconds"], outcome.peak_mib, found["roles"][0]["mean_goal"])

    def perft(self, depth):
        return as_json(self._run("perft", self.sheet, depth))["levels"]


class Bitboard:
    """Compiled when created; `folder` keeps the program."""
    name = "bitboards"

    def __init__(self, game, folder, limits):
        self.program, self.limits = pathlib.Path(folder) / game, limits
        checked(process.run([*CXX, BASELINE / f"{game}.cpp", "-o", self.program], mebibytes=16384))

    @staticmethod
    def exists(game):
        return (BASELINE / f"{game}.cpp").is_file()

    def _run(self, *words, text=""):
        return process.run([self.program, *words], self.limits.seconds, text=text)

    def measure(self, seconds):
        outcome = self._run("playouts", seconds)
        found = as_json(outcome)
        return Sample(found["playouts"], found["transitions"], found["seconds"], None,
                      outcome.peak_mib, found["first_role_mean_goal"])

    def perft(self, depth):
        return as_json(self._run("perft", depth))["levels"]

    def counts(self, games):
        """For games, each a list of moves as numbers, returns how many moves each state has."""
        text = "\n".join("".join(" ".join(map(str, move)) + ";" for move in game)
                         for game in games)
        lines = checked(self._run("counts", text=text)).output.splitlines()
        return [[int(word) for word in line.split()] for line in lines]
