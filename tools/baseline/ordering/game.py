#!/usr/bin/env python3
"""Writes a game of Go as changes of the facts of examples/ordering/position.pl.

    game.py POSITION.pl [--moves N] [--seed S] > game.changes
    game.py --board SIZE > empty.pl

The second writes the facts of an empty board of another size. From the position on, noir and blanc
take turns: each puts a stone on a random empty point, captured strings leave the board, suicide is
not allowed. Each move is a step for `tesuji run --sequence`: the changes of that point, of captured
points, and of the numbers of neighbours and adjacent strings derived from them. The same seed gives
the same game. First it checks that the position's facts follow from its board."""
import argparse
import pathlib
import random
import re
import sys

EMPTY = "+"
COLOURS = ("noir", "blanc")
def name(point):
    return f"i_{point[0]}_{point[1]}"


def neighbours(board, point):
    row, column = point
    around = ((row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column))
    return [p for p in around if p in board]


def strings(board):
    """Returns the string to which each stone belongs."""
    number = {}
    for start in board:
        if board[start] == EMPTY or start in number:
            continue
        found = [start]
        number[start] = start
        while found:
            for point in neighbours(board, found.pop()):
                if board[point] == board[start] and point not in number:
                    number[point] = start
                    found.append(point)
    return number


def facts_of(board):
    """Returns the facts that depend on the stones."""
    string_of = strings(board)
    facts = []
    for point in board:
        around = neighbours(board, point)
        facts.append(f"couleur_intersection_avant({name(point)},{board[point]})")
        for content in (EMPTY, *COLOURS):
            number = sum(board[p] == content for p in around)
            facts.append(f"nombre_voisines_couleur_avant({name(point)},{content},{number})")
        near = {string_of[p] for p in around if p in string_of}
        facts.append(f"nombre_blocs_voisins_avant({name(point)},{len(near)})")
        for colour in COLOURS:
            number = sum(board[p] == colour for p in near)
            facts.append(f"nombre_blocs_voisins_couleur_avant({name(point)},{colour},{number})")
    return facts


def without_liberties(board, colour):
    string_of = strings(board)
    free = {string_of[p] for p in string_of if any(board[q] == EMPTY for q in neighbours(board, p))}
    return [p for p in string_of if board[p] == colour and string_of[p] not in free]


def play(board, point, colour):
    """Returns the board after the move; None if it is suicide."""
    board = {**board, point: colour}
    other = COLOURS[1 - COLOURS.index(colour)]
    for captured in without_liberties(board, other):
        board[captured] = EMPTY
    return None if without_liberties(board, colour) else board


def read_board(path):
    given = set(re.findall(r"^(\w+\([^)]*\))\.", path.read_text(), re.MULTILINE))
    board = {}
    for fact in sorted(given):
        match = re.match(r"couleur_intersection_avant\(i_(\d+)_(\d+),(.*)\)", fact)
        if match:
            board[int(match[1]), int(match[2])] = match[3]
    missing = set(facts_of(board)) - given
    if missing:
        sys.exit(f"game.py: {path} does not have {sorted(missing)[0]}")
    return board


def empty_board(size):
    board = {(row, column): EMPTY for row in range(1, size + 1) for column in range(1, size + 1)}
    for colour, other in (COLOURS, COLOURS[::-1]):
        yield f"couleur({colour})"
        yield f"couleur_opposees({colour},{other})"
    for point in board:
        around = neighbours(board, point)
        yield f"nombre_voisines({name(point)},{len(around)})"
        for other in around:
            yield f"voisine({name(point)},{name(other)})"
    yield from facts_of(board)


def main():
    parser = argparse.ArgumentParser(prog="game.py")
    parser.add_argument("position", type=pathlib.Path, nargs="?")
    parser.add_argument("--board", type=int, metavar="SIZE")
    parser.add_argument("--moves", type=int, default=60, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    options = parser.parse_args()
    if options.board:
        print("".join(f"{fact}.\n" for fact in empty_board(options.board)), end="")
        return
    if not options.position:
        parser.error("a position is needed")
    board = read_board(options.position)
    pick = random.Random(options.seed)
    colour = COLOURS[0]
    for move in range(1, options.moves + 1):
        empty = [point for point in board if board[point] == EMPTY]
        pick.shuffle(empty)
        point, after = next(((p, b) for p in empty if (b := play(board, p, colour))), (None, None))
        if after is None:
            break
        before, now = set(facts_of(board)), set(facts_of(after))
        captured = sum(board[p] != EMPTY and after[p] == EMPTY for p in board)
        print(f"step.  % {move}: {colour} {name(point)}, {captured} captured")
        print("".join(f"- {fact}.\n" for fact in sorted(before - now)) +
              "".join(f"+ {fact}.\n" for fact in sorted(now - before)), end="")
        board = after
        colour = COLOURS[1 - COLOURS.index(colour)]


if __name__ == "__main__":
    main()
