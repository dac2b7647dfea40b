#!/usr/bin/env python3
"""The baselines of `tools/bench.sh games` play the games of the rulesheets.

The Prolog translation on examples, and the bitboards (and Prolog) on the corpus: perft, and
for bitboards the numbers of legal moves in all states of the recorded games. Exit code 77
where nothing could be compared.
"""
import argparse
import os
import pathlib
import shutil
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from games import agreement  # noqa: E402
from games.contestants import Bitboard, Engine, Limits, Prolog  # noqa: E402

EXAMPLES = {"noughts-and-crosses": 4, "connect-four": 3, "goofspiel": 2, "hanoi": 3}
# Perft depths with bitboards and with Prolog.
CORPUS = {"ticTacToe": (5, 3), "connectFour": (5, 3), "breakthrough": (3, 2), "reversi": (6, 3)}


def compare_examples(limits):
    return [f"{name}: {found}" for name, depth in EXAMPLES.items()
            if (found := agreement.perft_difference(
                Engine(ROOT / "examples" / f"{name}.kif", "interpreter", limits),
                Prolog(ROOT / "examples" / f"{name}.kif", limits), depth))]


def compare_corpus(folder, programs, limits, with_prolog):
    faults = []
    for name, (depth, prolog_depth) in CORPUS.items():
        sheet = folder / f"{name}.kif"
        engine = Engine(sheet, "interpreter", limits)
        bitboard = Bitboard(name, programs, limits)
        found = [agreement.perft_difference(engine, bitboard, depth),
                 agreement.recorded_difference(bitboard, sheet.with_suffix(".trace.json"))]
        if with_prolog:
            found.append(agreement.perft_difference(engine, Prolog(sheet, limits), prolog_depth))
        faults += [f"{name}: {fault}" for fault in found if fault]
    # The comparison itself: another game is told apart.
    other = Engine(folder / "connectFour.kif", "interpreter", limits)
    noughts = Bitboard("ticTacToe", programs, limits)
    if not agreement.perft_difference(other, noughts, 2):
        faults.append("connect four passes for noughts and crosses")
    return faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--default-shared", type=pathlib.Path)
    parser.add_argument("tesuji")
    options = parser.parse_args()
    os.environ["TESUJI"] = str(pathlib.Path(options.tesuji).resolve())
    folder = pathlib.Path(os.environ.get("TESUJI_SHARED", options.default_shared)) / "corpus/dev"
    folder = folder.resolve()
    os.chdir(ROOT)
    limits = Limits()
    with_prolog = shutil.which("swipl") is not None
    faults = compare_examples(limits) if with_prolog else []
    if folder.is_dir():
        with tempfile.TemporaryDirectory() as programs:
            faults += compare_corpus(folder, programs, limits, with_prolog)
    for fault in faults:
        print(fault)
    if faults:
        return 1
    if not folder.is_dir():
        print(f"*** skipped in part: the bitboards, since there is no corpus at {folder}")
    if not with_prolog:
        print("*** skipped in part: the Prolog translation, since swipl is missing")
    return 0 if folder.is_dir() or with_prolog else 77


if __name__ == "__main__":
    sys.exit(main())
