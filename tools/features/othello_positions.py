#!/usr/bin/env python3
"""Othello positions from games of random and greedy players against each other, one per line.

    tools/features/othello_positions.py [--count=10385] [--size=8] [--seed=1] [--target] [--group]

A line is the board, row by row from the top, and who is to move; the same count, size and seed give
the same lines. Greedy players turn as many discs as they can; ties, and everything a random player
does, are drawn. Behind `=`, with --target: black's discs minus white's at the end of the game. Behind `@`, with --group: the game's number.
"""
import argparse
import random


def play(size, rng, greedy):
    """Returns all positions of one game, with who is to move; and black's discs minus white's at
    its end."""
    width = size + 2
    board = ["#"] * (width * width)
    for r in range(1, size + 1):
        for c in range(1, size + 1):
            board[r * width + c] = "-"
    half = size // 2
    board[half * width + half] = board[(half + 1) * width + half + 1] = "o"
    board[half * width + half + 1] = board[(half + 1) * width + half] = "x"
    steps = (-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1)
    squares = [r * width + c for r in range(1, size + 1) for c in range(1, size + 1)]

    def turned(square, mover):
        other = "o" if mover == "x" else "x"
        discs = []
        for step in steps:
            at = square + step
            run = []
            while board[at] == other:
                run.append(at)
                at += step
            if run and board[at] == mover:
                discs += run
        return discs

    positions = []
    mover, passes = "x", 0
    while passes < 2:
        moves = [(s, t) for s in squares if board[s] == "-" for t in [turned(s, mover)] if t]
        if moves:
            passes = 0
            text = "".join(board[s] for s in squares)
            positions.append((text, mover))
            if greedy[mover]:
                most = max(len(t) for _, t in moves)
                moves = [m for m in moves if len(m[1]) == most]
            square, discs = rng.choice(moves)
            for one in [square] + discs:
                board[one] = mover
        else:
            passes += 1
        mover = "o" if mover == "x" else "x"
    positions.append(("".join(board[s] for s in squares), mover))
    return positions, board.count("x") - board.count("o")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=10385)
    parser.add_argument("--size", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", action="store_true")
    parser.add_argument("--group", action="store_true")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    left = options.count
    game = 0
    while left > 0:
        greedy = {"x": game % 2 == 1, "o": game % 4 >= 2}
        positions, result = play(options.size, rng, greedy)
        for board, mover in positions[:left]:
            print(f"{board} {mover}" + (f" = {result}" if options.target else "")
                  + (f" @ {game + 1}" if options.group else ""))
        left -= min(left, len(positions))
        game += 1


if __name__ == "__main__":
    main()
