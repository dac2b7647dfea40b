#!/usr/bin/env python3
"""Replays games of the conformance corpus: none may differ from its trace.

Modes: interpreter, stencils, jit, reference: that engine. net: the same; games over a limit of
grounding are counted apart. round-trip: the plan is dumped, read back,
must print the same, and is replayed instead of the rulesheet. net-text: the same with the net.
lanes-text: graphs and programs over lanes print the same once they are read back, and the former
become the latter; nothing is replayed.
lanes: what plays many games at a time, asked about one in a lane among others; words of 64, 256 and
512 lanes by turns, as far as the processor has them. plugin, plugin-auto: the rulesheet is compiled to a plugin, of plans or of what is faster, which is
replayed.
Games in not-yet.txt are known not to replay (in that mode) and are left out;
tools/corpus.sh runs them too. Exit code 77: there is no corpus.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

TIMEOUT = 250  # seconds per game; the slowest ones take some 20 on an idle machine


def left_out(mode):
    """Reasons of not-yet.txt by name, for a mode. Lines: NAME MODE,..|all REASON"""
    reasons = {}
    for line in pathlib.Path(__file__).with_name("not-yet.txt").read_text().splitlines():
        words = line.split(maxsplit=2)
        if not words or words[0].startswith("#"):
            continue
        if words[1] == "all" or mode in words[1].split(","):
            reasons[words[0]] = words[2]
    return reasons


class Failure(Exception):
    pass


class TooLarge(Exception):
    """A net cannot be made within its limits."""


LIMIT = 3  # exit code
MOST_READ = 256 << 20  # bytes of a file that tesuji reads
PLUGINS = {"plugin": "jit", "plugin-auto": "auto"}
LANES = ("lanes-512", "lanes-64", "lanes-256")
DUMPED = {"round-trip": "plan", "net-text": "net"}


def run(*command):
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                              errors="replace", timeout=TIMEOUT)
    except subprocess.TimeoutExpired as timeout:
        raise Failure(f"not done after {TIMEOUT} s: {command[1]}") from timeout
    nets = ("--engine=net", "--emit=net", "--emit=lanes", *(f"--engine={width}" for width in LANES))
    if done.returncode == LIMIT and any(word in nets for word in command):
        raise TooLarge()
    if done.returncode != 0:
        raise Failure(f"exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def compare(tesuji, what, folder, sheet, *options):
    """The text of a stage, which is the same after it was read back."""
    text, again = folder / "text.tir", folder / "again.tir"
    run(tesuji, "dump", f"--emit={what}", *options, "-o", text, sheet)
    if text.stat().st_size > MOST_READ:
        raise TooLarge()
    run(tesuji, "dump", f"--emit={what}", *options, "-o", again, text)
    if text.read_bytes() != again.read_bytes():
        raise Failure(f"the {what} prints differently after it was read back")
    return text


def compare_lanes(tesuji, sheet, folder):
    graphs = compare(tesuji, "lanes", folder, sheet, "--disable-pass=map-luts")
    mapped = folder / "mapped.tir"
    run(tesuji, "opt", "--passes=map-luts", "--verify-each", "-o", mapped, graphs)
    programs = compare(tesuji, "lanes", folder, sheet)
    if mapped.read_bytes() != programs.read_bytes():
        raise Failure("graphs that were read become other programs")


def replay(tesuji, mode, sheet, trace, folder):
    if mode == "lanes-text":
        return compare_lanes(tesuji, sheet, folder)
    if mode in PLUGINS:
        plugin = folder / "game.so"
        run(tesuji, "compile", f"--engine={PLUGINS[mode]}", "-o", plugin, sheet)
        return run(tesuji, "replay", plugin, trace)
    if mode not in DUMPED:
        return run(tesuji, "replay", f"--engine={mode}", sheet, trace)
    text = compare(tesuji, DUMPED[mode], folder, sheet)
    return run(tesuji, "replay", "--engine=interpreter", text, trace)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", required=True,
                        choices=("interpreter", "stencils", "jit", "net", "lanes", *LANES, "round-trip",
                                 "net-text", "lanes-text", "reference", *PLUGINS))
    parser.add_argument("--every", type=int, default=1, help="take every Nth game only")
    parser.add_argument("--game", help="take this game only")
    parser.add_argument("--default-shared", required=True)
    parser.add_argument("tesuji", type=pathlib.Path)
    options = parser.parse_args()

    shared = pathlib.Path(os.environ.get("TESUJI_SHARED") or options.default_shared)
    corpus = shared / "corpus"
    games = [game for part in ("dev", "fig3") for game in sorted((corpus / part).glob("*.kif"))]
    if not games:
        print(f"*** skipped: no corpus at {corpus} (set TESUJI_SHARED)")
        return 77
    if options.game:
        games = [game for game in games if game.stem == options.game]
        if not games:
            sys.exit(f"the corpus has no game {options.game}")
    skipped = left_out(options.mode)
    chosen = [game for game in games[::options.every] if game.stem not in skipped]
    for game in games[::options.every]:
        if game.stem in skipped:
            print(f"left out: {game.stem}: {skipped[game.stem]}")
    failures = too_large = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, sheet in enumerate(chosen):
            mode = LANES[number % len(LANES)] if options.mode == "lanes" else options.mode
            trace = sheet.with_suffix(".trace.json")
            try:
                replay(options.tesuji, mode, sheet, trace, pathlib.Path(folder))
            except TooLarge:
                too_large += 1
                print(f"{sheet.stem}: too large for a net", flush=True)
            except Failure as failure:
                failures += 1
                print(f"{sheet.stem}: {failure}", flush=True)
    print(f"{options.mode}: {len(chosen)} of {len(games)} games replayed, {failures} failed, "
          f"{too_large} too large")
    return 1 if failures or too_large > len(chosen) // 5 else 0


if __name__ == "__main__":
    sys.exit(main())
