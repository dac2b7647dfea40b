"""same_choices.py PROLOG BOARDS TESUJI: the choices of `run.pl moves` and of `strategy-bench
--choices` on noughts and crosses are the same; BOARDS is what `run.pl boards` gave, by whose lines
TESUJI counts."""
import pathlib
import re
import sys

prolog, boards, tesuji = (pathlib.Path(path).read_text().splitlines() for path in sys.argv[1:])


def board_of(state):
    cells = ["e"] * 9
    for row, column, mark in re.findall(r"\(cell (\d) (\d) (\w)\)", state):
        cells[3 * int(row) + int(column) - 4] = mark
    return cells


theirs = {}
for line in prolog:
    start, *chosen = line.split()
    before = start[2:-1].split(",")
    choice = None
    if chosen and chosen[0] != "none":
        after = chosen[1][2:-1].split(",")
        cell = next(i for i in range(9) if before[i] != after[i])
        choice = f"{chosen[0]} (mark {cell // 3 + 1} {cell % 3 + 1})"
    theirs[tuple(before)] = choice
assert len(boards) == len(theirs) == len(tesuji)
for line in tesuji:
    number, ours = line.split(" ", 1)
    choice = theirs[tuple(board_of(boards[int(number) - 1]))]
    assert ours == choice if choice else "(mark" not in ours, (boards[int(number) - 1], choice, ours)
print(f"{len(tesuji)} choices are the same")
