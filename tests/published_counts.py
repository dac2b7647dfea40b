#!/usr/bin/env python3
"""Compares `tesuji perft` on examples with counts that others publish for these games.

Chess: the positions of https://www.chessprogramming.org/Perft_Results, by the numbers there. Between
them they have castling, captures en passant, promotions, pins, checks and double checks. Connect four:
sequences of drops, 7^n until the first four in a line can stand. Reversi: what programs of Othello
count; a pass is a move.

usage: published_counts.py TESUJI EXAMPLES_FOLDER
"""
import os
import re
import subprocess
import sys
import tempfile

PIECES = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
COLOURS = {"w": "white", "b": "black"}

CHESS = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -": [20, 400, 8902, 197281],
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -": [48, 2039, 97862],
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -": [14, 191, 2812, 43238],
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -": [6, 264, 9467],
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -": [44, 1486, 62379],
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -": [46, 2079, 89890],
}
OTHERS = {
    "connect-four-7x6": [7, 49, 343, 2401, 16807, 117649, 823536],
    "reversi": [4, 12, 56, 244, 1396, 8200, 55092],
}


def initial_facts(position):
    """Returns the fluents of examples/chess.kif in this position (Forsyth-Edwards notation)."""
    board, turn, castling, passing = position.split()
    for rank, row in zip("87654321", board.split("/")):
        files = iter("abcdefgh")
        for letter in re.sub(r"\d", lambda empty: "." * int(empty.group()), row):
            file = next(files)
            if letter != ".":
                colour = "white" if letter.isupper() else "black"
                yield f"(cell {file} {rank} {colour} {PIECES[letter.lower()]})"
    yield f"(control {COLOURS[turn]})"
    yield "(quiet 0)"
    for letter in castling.replace("-", ""):
        side = "short" if letter.lower() == "k" else "long"
        yield f"(castle {'white' if letter.isupper() else 'black'} {side})"
    if passing != "-":
        yield f"(passing {passing[0]})"


def chess_from(sheet, position):
    """Returns the text of the rulesheet with another initial position."""
    with open(sheet, encoding="utf-8") as file:
        rules = [line for line in file if not line.startswith("(init ")]
    return "".join(rules) + "".join(f"(init {fact})\n" for fact in initial_facts(position))


def check(tesuji, name, sheet, expected):
    """Prints whether the counts are the expected ones; returns it."""
    text = subprocess.run([tesuji, "perft", sheet, str(len(expected))], check=True, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.DEVNULL).stdout
    found = [int(count) for count in re.findall(r"^depth \d+: (\d+) sequences", text, re.MULTILINE)]
    print(f"{name}: {'same' if found == expected else f'DIFFERENT: expected {expected}, found {found}'}", flush=True)
    return found == expected


def main(tesuji, examples):
    same = True
    for name, expected in OTHERS.items():
        same &= check(tesuji, name, os.path.join(examples, f"{name}.kif"), expected)
    with tempfile.TemporaryDirectory() as folder:
        for number, (position, expected) in enumerate(CHESS.items()):
            sheet = os.path.join(folder, f"chess{number}.kif")
            with open(sheet, "w", encoding="utf-8") as file:
                file.write(chess_from(os.path.join(examples, "chess.kif"), position))
            same &= check(tesuji, position, sheet, expected)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
