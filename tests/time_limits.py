#!/usr/bin/env python3
"""Checks that every command with --seconds ends in time, loading included: within the limit, 10 percent
of it and one second more, or ten times what `tesuji check SHEET` takes, if that is longer:
code that LLVM has begun to make is made to its end, and machines differ.

Commands are those of `tesuji --help-all`; one that COMMANDS does not know is an error. A run that is late
is repeated, since other work may have held the machine.

usage: time_limits.py TESUJI FOLDER [--sheets=N] [--seconds=S] [--only=COMMAND] [--table]
FOLDER: rulesheets; the N largest are used. Without any the exit code is 77: skipped.
"""
import argparse
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

TRIES = 3
EXIT_CODES = {0, 1, 3}  # done; not a game for this command; a limit
CHECKS = 10             # times what `check` takes, if that is more than a second
NEVER_ENDS = 10         # a run is killed after so many times the allowed time

# Arguments by command, SHEET being the rulesheet. None: --seconds limits something else, for the reason given.
COMMANDS = {
    ("experiment", "convergence"): ["SHEET"],
    ("experiment", "transfer"): ["SHEET", "--from=SHEET"],
    ("explain",): ["SHEET", "--proofs"],
    ("explore",): None,  # one request of a server
    ("features",): ["--game=SHEET", "--features=FEATURES", "--positions=POSITIONS"],
    ("generalise",): ["SHEET", "--games=1000"],
    ("induce",): ["--game=SHEET", "--examples=EXAMPLES"],
    ("learn",): ["SHEET"],
    ("perft",): ["SHEET", "100"],
    ("regret",): ["SHEET", "--strategy=STRATEGY"],
    ("run",): ["RULES", "--facts=FACTS"],
    ("simulate",): ["SHEET"],
    ("solve",): ["SHEET"],
    ("spread",): ["-o", "results.jsonl", "--inputs=INPUTS", "perft {} 100"],
    ("verify",): ["SHEET", "--auto"],
}
# The same command in other ways.
MORE = [
    (("simulate",), ["SHEET", "--batch"]),
    (("simulate",), ["SHEET", "--engine=auto"]),
    (("simulate",), ["SHEET", "--report"]),
    (("solve",), ["SHEET", "--ranks=2"]),
    (("verify",), ["SHEET", "--auto", "--prover=clingo"]),
    (("experiment", "convergence"), ["SHEET", "--unsolved", "--opponent=random", "--learner=q"]),
    (("perft",), ["SHEET", "100", "--engine=net-jit"]),
    (("learn",), ["SHEET", "--opponent=self", "--unsolved", "--boards=initial", "--measure"]),
    (("regret",), ["SHEET", "--strategy=STRATEGY", "--measure"]),
    (("induce",), ["--game=SHEET", "--fluents", "--examples=EXAMPLES"]),
]
FILES = {
    "POSITIONS": "",
    "FEATURES": "f1(A) :- role(A).\n",
    "INPUTS": "SHEET\n",
    "RULES": "(rule sum (premises (present (n ?x)) (present (n ?y)) (present (n ?z))) (conclusions (add (n (mod (+ ?x ?y ?z 1) 2003)))))",
    "FACTS": "n(1).\n",
    "EXAMPLES": "pos(won_1([])).\n",
    "STRATEGY": "win_1(A,B):-move(A,B),won(B).\n",
}


def limited_commands(tesuji, command=()):
    """Every command below this one that has --seconds."""
    text = subprocess.run([tesuji, *command, "--help-all"], text=True, check=True, capture_output=True).stdout
    found = []
    pages = re.split(r"^Usage: tesuji((?: [a-z][-a-z]*)*)( .*)$", text, flags=re.M)[1:]
    for names, rest, page in zip(pages[::3], pages[1::3], pages[2::3]):
        name = tuple(names.split())
        if re.search(r"^ +--seconds\b", page, re.M): found.append(name)
        if not rest.endswith("SUBCOMMAND") or not name: continue
        below = re.search(r"^Subcommands:\n((?:  .*\n)+)", page, re.M)
        for inner in re.findall(r"^  ([a-z][-a-z]*)\b", below[1], re.M): found += limited_commands(tesuji, (*name, inner))
    return found


def run(tesuji, command, words, seconds, most, folder):
    """Exit code; the seconds it took, of the clock or of the processor, whichever are fewer, since others may
    hold the machine; and messages."""
    def processor():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    with tempfile.TemporaryDirectory(dir=folder) as here:
        begin, before = time.monotonic(), processor()
        try:
            done = subprocess.run([tesuji, *command, *words, f"--seconds={seconds}"], cwd=here, timeout=NEVER_ENDS * most,
                                  stdin=subprocess.DEVNULL, capture_output=True)
            return done.returncode, min(time.monotonic() - begin, processor() - before), done.stderr.decode(errors="replace")
        except subprocess.TimeoutExpired:
            return None, time.monotonic() - begin, "killed"


def seconds_of_check(tesuji, sheet):
    begin = time.monotonic()
    subprocess.run([tesuji, "check", str(sheet)], stdin=subprocess.DEVNULL, capture_output=True)
    return time.monotonic() - begin


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    options.add_argument("tesuji")
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("--sheets", type=int, default=10)
    options.add_argument("--seconds", type=float, default=2)
    options.add_argument("--only", default="", help="a command, such as `solve`")
    options.add_argument("--table", action="store_true", help="print the longest run of each command")
    options = options.parse_args()
    options.tesuji = str(pathlib.Path(options.tesuji).resolve())
    # The largest first; sheets of one size in the order of their names.
    sheets = sorted(options.folder.glob("*.kif"), key=lambda sheet: (-sheet.stat().st_size, sheet.name))
    sheets = sheets[:options.sheets]
    wrong = []
    if not sheets:
        print(f"*** skipped: no rulesheet in {options.folder}")
        return 77
    allowed = {sheet: 1.1 * options.seconds + max(1, CHECKS * seconds_of_check(options.tesuji, sheet)) for sheet in sheets}
    known = limited_commands(options.tesuji)
    wrong += [f"`{' '.join(command)}` has --seconds, and is not tried" for command in known if command not in COMMANDS]
    wrong += [f"`{' '.join(command)}` has no --seconds any more" for command in COMMANDS if command not in known]
    ways = [(command, words) for command, words in COMMANDS.items() if words is not None] + MORE
    with tempfile.TemporaryDirectory() as folder:
        for command, words in ways:
            if options.only and options.only not in command: continue
            longest = (0, "")
            for sheet, most in allowed.items():
                names = {"SHEET": str(sheet.resolve()), **{name: f"{folder}/{name}" for name in FILES}}
                for name, text in FILES.items(): (pathlib.Path(folder) / name).write_text(text.replace("SHEET", names["SHEET"]))
                told = [re.sub("|".join(names), lambda name: names[name[0]], word) for word in words]
                for _ in range(TRIES):
                    code, took, errors = run(options.tesuji, command, told, options.seconds, most, folder)
                    if took <= most: break
                else:
                    wrong.append(f"{' '.join([*command, *words])}: {took:.1f} s instead of {most:.1f}: {sheet.name}")
                if code not in EXIT_CODES and took <= most:
                    wrong.append(f"{' '.join([*command, *words])}: exit code {code}: {sheet.name}\n{errors}")
                longest = max(longest, (took, sheet.name))
            if options.table: print(f"| `{' '.join([*command, *words])}` | {longest[0]:.1f} | {longest[1]} |", flush=True)
    for line in wrong: print(f"time_limits.py: {line}")
    print(f"{len(ways)} ways on {len(sheets)} sheets, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
