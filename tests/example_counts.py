#!/usr/bin/env python3
"""Holds `tesuji perft` on the examples against counts made without any rulesheet.

Each game is written once more below, in plain Python and from its rules in words. A model
gives its initial state, whether a state ends the game, and its successors, one per joint
move. Where a number can be had by arithmetic or is known, it is checked as well.

usage: example_counts.py TESUJI EXAMPLES_FOLDER
"""
import collections
import itertools
import json
import os
import subprocess
import sys
from math import factorial


class Nim:
    """State: sizes of the heaps, and whose turn it is."""

    file, depth = "nim.kif", 12
    initial = ((3, 4, 5), 0)

    def ends(self, state):
        return not any(state[0])

    def successors(self, state):
        heaps, turn = state
        for i, size in enumerate(heaps):
            for left in range(size):
                yield heaps[:i] + (left,) + heaps[i + 1:], 1 - turn

    def known(self, levels):
        # The longest game takes one counter at a time.
        # Single counters of three heaps, in any order.
        orders = factorial(12) // (factorial(3) * factorial(4) * factorial(5))
        assert levels[-1] == (12, orders, orders, 1)


class Quarto:
    """State: pieces on the squares (None: empty), pool, given piece, whose turn it is.

    A piece is a number of four bits, one per trait.
    """

    file, depth = "quarto.kif", 4
    initial = ((None,) * 16, frozenset(range(16)), None, 0)
    lines = ([[4 * r + c for c in range(4)] for r in range(4)] +
             [[4 * r + c for r in range(4)] for c in range(4)] +
             [[0, 5, 10, 15], [3, 6, 9, 12]])

    def ends(self, state):
        board = state[0]
        for line in self.lines:
            pieces = [board[square] for square in line]
            if None not in pieces and any(
                    len({piece >> bit & 1 for piece in pieces}) == 1 for bit in range(4)):
                return True
        return None not in board

    def successors(self, state):
        board, pool, given, turn = state
        if given is None:
            for piece in pool:
                yield board, pool - {piece}, piece, 1 - turn
        else:
            for square in range(16):
                if board[square] is None:
                    yield board[:square] + (given,) + board[square + 1:], pool, None, turn

    def known(self, levels):
        assert [level[1] for level in levels] == [16, 16 * 16, 16 * 16 * 15, 16 * 16 * 15 * 15]
        assert levels[3][3] == 57600 // 2


class ButtonsAndLights:
    """State: for each box the lights that are on, and the number of presses."""

    file, depth = "buttons-and-lights.kif", 6
    initial = (((0, 0, 0),) * 3, 0)

    def ends(self, state):
        return state[1] == 6

    def successors(self, state):
        boxes, presses = state
        for i, (p, q, r) in enumerate(boxes):
            for box in ((1 - p, q, r), (q, p, r), (p, r, q)):
                yield boxes[:i] + (box,) + boxes[i + 1:], presses + 1

    def known(self, levels):
        assert [level[1] for level in levels] == [9 ** n for n in range(1, 7)]
        sequences = last_level(self)
        winning = {boxes: n for (boxes, _), n in sequences.items() if (1, 1, 1) in boxes}
        assert len(winning) == 3 and set(winning.values()) == {2}, winning


class Goofspiel:
    """State: hands, points, and the prize."""

    file, depth = "goofspiel.kif", 4
    initial = ((frozenset((1, 2, 3, 4)),) * 3, (0, 0, 0), 1)

    def ends(self, state):
        return state[2] == 5

    def successors(self, state):
        hands, points, prize = state
        for bids in itertools.product(*hands):
            single = [bid for bid in bids if bids.count(bid) == 1]
            yield (tuple(hand - {bid} for hand, bid in zip(hands, bids)),
                   tuple(had + prize * (single != [] and bid == max(single))
                         for had, bid in zip(points, bids)), prize + 1)

    def known(self, levels):
        assert [level[1] for level in levels] == [64, 64 * 27, 64 * 27 * 8, 64 * 27 * 8]


class Hanoi:
    """State: for each disk, smallest first, its peg; and the number of moves."""

    file, depth = "hanoi.kif", 15
    initial = ((0, 0, 0, 0), 0)

    def ends(self, state):
        return state[0] == (2, 2, 2, 2) or state[1] == 15

    def successors(self, state):
        disks, moves = state
        for i, peg in enumerate(disks):
            for to in {0, 1, 2} - {peg}:
                if peg not in disks[:i] and to not in disks[:i]:
                    yield disks[:i] + (to,) + disks[i + 1:], moves + 1

    def known(self, levels):
        assert levels[-1][3] == 3 ** 4  # all placements
        # The shortest solution has 2^4 - 1 moves, and there is one.
        assert all(level[2] == 0 for level in levels[:-1])
        assert last_level(self)[((2, 2, 2, 2), 15)] == 1


def next_level(game, sequences):
    """From the number of sequences that lead to each state, the same a move later."""
    result = collections.Counter()
    for state, count in sequences.items():
        if not game.ends(state):
            for successor in game.successors(state):
                result[successor] += count
    return result


def last_level(game):
    sequences = {game.initial: 1}
    for _ in range(game.depth):
        sequences = next_level(game, sequences)
    return sequences


def count(game):
    """(depth, sequences, of them terminal, different states) per level."""
    sequences = {game.initial: 1}
    for depth in range(1, game.depth + 1):
        sequences = next_level(game, sequences)
        yield (depth, sum(sequences.values()),
               sum(n for state, n in sequences.items() if game.ends(state)), len(sequences))


def perft(tesuji, sheet, depth):
    text = subprocess.run([tesuji, "perft", "--json", "--tier=fast", sheet, str(depth)],
                          check=True, stdout=subprocess.PIPE).stdout
    for level in json.loads(text)["levels"]:
        yield (level["depth"], int(level["sequences"]), int(level["terminal"]),
               level["distinct"])


def main(tesuji, examples):
    wrong = 0
    for game in (Nim(), Quarto(), ButtonsAndLights(), Goofspiel(), Hanoi()):
        expected = list(count(game))
        game.known(expected)
        found = list(perft(tesuji, os.path.join(examples, game.file), game.depth))
        print(f"{game.file}: {len(found)} levels,", "same" if found == expected else "DIFFERENT")
        if found != expected:
            wrong += 1
            print(f"  expected {expected}\n  found    {found}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
