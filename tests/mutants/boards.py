#!/usr/bin/env python3
"""Mutants of games on large boards: whatever rules come out, no pass fails and engines agree.

    boards.py TESUJI [--count=25] [--seed=1] [--size=20] [--engines=interpreter,jit,net] [--keep=FOLDER]

A mutant is one of the sheets below, on a board of --size columns or more, after one to three
changes (mutation.py). `check --verify-each` has to accept it, refuse it as input
(exit code 1) or name a limit (3). Of what is accepted the interpreter (with --verify-each), native
code and the net have to count the same sequences and states as the reference reasoner. --keep
writes the mutants that fail to a folder.
"""
import argparse
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from mutation import mutate, parse, show

TIME = 20  # seconds for one question; the reasoner is slow on large boards
DEPTH = 2
MOST_TRANSITIONS = 300


def numbers(size):
    facts = [f"(index {i})" for i in range(1, size + 1)]
    facts += [f"(succ {i} {i + 1})" for i in range(1, size)]
    return facts


FRAME = ["(role white)", "(role black)", "(init (control white))",
         "(<= (next (control white)) (true (control black)))",
         "(<= (next (control black)) (true (control white)))",
         "(<= (legal ?r noop) (role ?r) (not (true (control ?r))))",
         "(opponent white black)", "(opponent black white)"]


def drop(size):
    """Pieces that fall; a line of three in a row or a column wins."""
    return FRAME + numbers(size) + [
        "(<= (legal ?r (drop ?x)) (true (control ?r)) (open ?x))",
        f"(<= (open ?x) (free ?x {size}))",
        "(<= (free ?x ?y) (index ?x) (index ?y) (not (filled ?x ?y)))",
        "(<= (filled ?x ?y) (true (cell ?x ?y ?r)))",
        "(<= (next (cell ?x 1 ?r)) (does ?r (drop ?x)) (free ?x 1))",
        "(<= (next (cell ?x ?z ?r)) (does ?r (drop ?x)) (filled ?x ?y) (succ ?y ?z) (free ?x ?z))",
        "(<= (next (cell ?x ?y ?r)) (true (cell ?x ?y ?r)))",
        "(<= (line ?r) (true (cell ?x ?y ?r)) (succ ?x ?u) (true (cell ?u ?y ?r)) (succ ?u ?v)"
        " (true (cell ?v ?y ?r)))",
        "(<= (line ?r) (true (cell ?x ?y ?r)) (succ ?y ?u) (true (cell ?x ?u ?r)) (succ ?u ?v)"
        " (true (cell ?x ?v ?r)))",
        "(<= terminal (line ?r))", "(<= terminal (not some-open))",
        "(<= some-open (open ?x))",
        "(<= (goal ?r 100) (line ?r))", "(<= (goal ?r 0) (role ?r) (not (line ?r)))"]


def walk(size):
    """Two runners on a board, who leave marks where nobody may go again."""
    return FRAME + numbers(size) + [
        "(init (at white 1 1))", f"(init (at black {size} {size}))",
        "(<= (legal ?r (move ?u ?v)) (true (control ?r)) (reach ?r ?u ?v) (not (marked ?u ?v)))",
        "(<= (legal ?r stay) (true (control ?r)))",
        "(<= (reach ?r ?u ?y) (true (at ?r ?x ?y)) (near ?x ?u))",
        "(<= (reach ?r ?x ?v) (true (at ?r ?x ?y)) (near ?y ?v))",
        "(<= (near ?x ?y) (succ ?x ?y))", "(<= (near ?x ?y) (succ ?y ?x))",
        "(<= (marked ?x ?y) (true (mark ?x ?y)))", "(<= (marked ?x ?y) (true (at ?r ?x ?y)))",
        "(<= (next (at ?r ?u ?v)) (does ?r (move ?u ?v)))",
        "(<= (next (at ?r ?x ?y)) (true (at ?r ?x ?y)) (not (goes ?r)))",
        "(<= (goes ?r) (does ?r (move ?u ?v)))",
        "(<= (next (mark ?x ?y)) (true (at ?r ?x ?y)) (goes ?r))",
        "(<= (next (mark ?x ?y)) (true (mark ?x ?y)))",
        "(<= terminal (true (at white ?x ?y)) (true (at black ?x ?v)) (distinct ?y ?v))",
        "(<= (goal ?r 100) (role ?r) (not (true (control ?r))))",
        "(<= (goal ?r 0) (true (control ?r)))"]


def breakthrough(size):
    """Pawns with forward moves and diagonal captures."""
    start = [f"(init (cell {x} {y} {r}))" for x in range(1, size + 1)
             for y, r in ((1, "white"), (2, "white"), (size - 1, "black"), (size, "black"))]
    return FRAME + numbers(size) + start + [
        "(<= (ahead white ?x ?y) (succ ?x ?y))",
        "(<= (ahead black ?x ?y) (succ ?y ?x))",
        "(<= (side ?x ?y) (succ ?x ?y))", "(<= (side ?x ?y) (succ ?y ?x))",
        "(<= (empty ?x ?y) (index ?x) (index ?y) (not (filled ?x ?y)))",
        "(<= (filled ?x ?y) (true (cell ?x ?y ?r)))",
        "(<= (legal ?r (move ?x ?y ?x ?v)) (true (control ?r)) (true (cell ?x ?y ?r))"
        " (ahead ?r ?y ?v) (empty ?x ?v))",
        "(<= (legal ?r (move ?x ?y ?u ?v)) (true (control ?r)) (true (cell ?x ?y ?r))"
        " (ahead ?r ?y ?v) (side ?x ?u) (not (true (cell ?u ?v ?r))))",
        "(<= (next (cell ?u ?v ?r)) (does ?r (move ?x ?y ?u ?v)))",
        "(<= (next (cell ?x ?y ?r)) (true (cell ?x ?y ?r)) (not (left ?x ?y)) (not (taken ?x ?y)))",
        "(<= (left ?x ?y) (does ?r (move ?x ?y ?u ?v)))",
        "(<= (taken ?u ?v) (does ?r (move ?x ?y ?u ?v)))",
        f"(<= (won white) (true (cell ?x {size} white)))", "(<= (won black) (true (cell ?x 1 black)))",
        "(<= terminal (won ?r))",
        "(<= (goal ?r 100) (won ?r))", "(<= (goal ?r 0) (opponent ?r ?s) (won ?s))"]


def slide(size):
    """Stones that slide until something stops them: recursion over lines."""
    return FRAME + numbers(size) + [
        "(init (stone 1 1 white))", f"(init (stone {size} 3 black))", "(init (stone 7 9 white))",
        "(<= (blocked ?x ?y) (true (stone ?x ?y ?r)))",
        "(<= (clear ?x ?y) (index ?x) (index ?y) (not (blocked ?x ?y)))",
        "(<= (slides ?x ?y ?u ?y) (true (stone ?x ?y ?r)) (succ ?x ?u) (clear ?u ?y))",
        "(<= (slides ?x ?y ?w ?y) (slides ?x ?y ?u ?y) (succ ?u ?w) (clear ?w ?y))",
        "(<= (slides ?x ?y ?x ?v) (true (stone ?x ?y ?r)) (succ ?v ?y) (clear ?x ?v))",
        "(<= (slides ?x ?y ?x ?w) (slides ?x ?y ?x ?v) (succ ?w ?v) (clear ?x ?w))",
        "(<= (legal ?r (slide ?x ?y ?u ?v)) (true (control ?r)) (true (stone ?x ?y ?r))"
        " (slides ?x ?y ?u ?v))",
        "(<= (legal ?r pass) (true (control ?r)))",
        "(<= (next (stone ?u ?v ?r)) (does ?r (slide ?x ?y ?u ?v)))",
        "(<= (next (stone ?x ?y ?r)) (true (stone ?x ?y ?r)) (not (leaves ?x ?y)))",
        "(<= (leaves ?x ?y) (does ?r (slide ?x ?y ?u ?v)))",
        f"(<= terminal (true (stone {size} ?y white)))",
        "(<= (goal white 100) terminal)", "(<= (goal black 50) (role black))"]


SHEETS = (drop, walk, breakthrough, slide)


def mutant(number, seed, size):
    rng = random.Random(f"{seed}.{number}")
    make = SHEETS[number % len(SHEETS)]
    sheet = parse("\n".join(make(size + rng.randrange(0, 9))))
    for _ in range(rng.randrange(1, 4)):
        mutate(sheet, rng)
    return "\n".join(map(show, sheet)) + "\n"


def run(command, *args):
    """Exit code and output; None after the time limit."""
    try:
        done = subprocess.run([command, *args], capture_output=True, text=True, timeout=TIME,
                              check=False)
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stdout if done.returncode in (0, 3) else done.stderr


def counts(command, path, engine, *more):
    code, text = run(command, "perft", f"--engine={engine}", *more, "--json",
                     f"--max-transitions={MOST_TRANSITIONS}", path, str(DEPTH))
    if code == 3 and '"levels"' not in text:
        return 3, None
    found = re.findall(r'"(?:distinct|sequences|terminal)": (\d+)', text)
    return code, found


ENGINES = {"interpreter": ("--verify-each",), "jit": (), "net": ()}


def examine(command, path, names):
    """What is wrong, or nothing; whether the sheet was accepted, and by how many engines."""
    code, text = run(command, "check", "--verify-each", path)
    if code is None:
        return "check took too long", 0
    if code not in (0, 1, 3):
        return f"check: exit code {code}: {text[-400:]}", 0
    if code != 0:
        return None, 0
    code, expected = counts(command, path, "reference") if names else (None, None)
    engines = 0
    for engine in names:
        got, found = counts(command, path, engine, *ENGINES[engine])
        if got is None:
            continue
        if got not in (0, 1, 3):
            return f"{engine}: exit code {got}", engines
        if code in (0, 3) and got == code and found is not None:
            engines += 1
            if found != expected:  # as far as the limit let them count
                return f"{engine} counts {found}, the reference reasoner {expected}", engines
    return None, engines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tesuji")
    parser.add_argument("--count", type=int, default=25)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=20)
    parser.add_argument("--engines", default=",".join(ENGINES), help="compared; empty: none")
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    names = [name for name in options.engines.split(",") if name]
    faults = accepted = comparisons = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mutant.kif"
        for number in range(options.first, options.first + options.count):
            text = mutant(number, options.seed, options.size)
            path.write_text(text)
            fault, engines = examine(options.tesuji, str(path), names)
            accepted += engines > 0
            comparisons += engines
            if fault is None:
                continue
            faults += 1
            print(f"mutant {number} of seed {options.seed}: {fault}")
            if options.keep:
                options.keep.mkdir(parents=True, exist_ok=True)
                (options.keep / f"mutant-{options.seed}-{number}.kif").write_text(text)
    print(f"{options.count} mutants, {accepted} compared ({comparisons} comparisons), "
          f"{faults} faults")
    # With nothing to compare the test would say nothing.
    return 1 if faults or (names and options.count >= 10 and accepted == 0) else 0


if __name__ == "__main__":
    sys.exit(main())
