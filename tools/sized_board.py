#!/usr/bin/env python3
"""Writes hexapawn or connect four on a board of another size: the example's rules with other facts.

    tools/sized_board.py hexapawn ROWS COLUMNS > hexapawn5x4.kif
    tools/sized_board.py connect-four COLUMNS ROWS > connect4x4.kif
"""
import argparse
import pathlib
import re
import sys

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / "examples"


def facts(form, values):
    return " ".join(form.format(*value) if isinstance(value, tuple) else form.format(value) for value in values)


def replaced(text, pattern, new):
    """Returns `text` with the first line or lines that match replaced; they must exist."""
    result, count = re.subn(pattern, new, text, count=1, flags=re.MULTILINE)
    if count != 1:
        sys.exit(f"sized_board.py: the example has no `{pattern}`")
    return result


def hexapawn(rows, columns):
    text = (EXAMPLES / "hexapawn4.kif").read_text()
    text = replaced(text, r"^; Hexapawn on a 4x4 board", f"; Hexapawn on {rows} rows and {columns} columns")
    text = replaced(text, r"^; Each player has four pawns", f"; Each player has {columns} pawns")
    text = text.replace("both 1..4", f"rows 1..{rows}, columns 1..{columns}")
    index = facts("(index {})", range(1, max(rows, columns) + 1))
    text = replaced(text, r"^\(index 1\).*$", index)
    ahead = "\n".join(f"(ahead w {row + 1} {row}) (ahead b {row} {row + 1})" for row in range(1, rows))
    text = replaced(text, r"(^\(ahead .*\n)+", ahead + "\n")
    beside = "\n".join(f"(beside {column} {column + 1}) (beside {column + 1} {column})" for column in range(1, columns))
    text = replaced(text, r"(^\(beside .*\n)+", beside + "\n")
    pawns = "\n".join(facts("(init (cell {} {} {}))", [(row, column, player) for column in range(1, columns + 1)])
                      for row, player in ((1, "b"), (rows, "w")))
    text = replaced(text, r"(^\(init \(cell .*\n)+", pawns + "\n")
    return replaced(text, r"^\(<= \(won b\) \(true \(cell 4 ", f"(<= (won b) (true (cell {rows} ")


def connect_four(columns, rows):
    text = (EXAMPLES / "connect-four.kif").read_text()
    text = replaced(text, r"8 columns and 6 rows", f"{columns} columns and {rows} rows")
    text = replaced(text, r"^\(column 1\).*$", facts("(column {})", range(1, columns + 1)))
    text = replaced(text, r"^\(row 1\).*$", facts("(row {})", range(1, rows + 1)))
    succ = facts("(succ {} {})", [(i, i + 1) for i in range(1, max(columns, rows))])
    text = replaced(text, r"^\(succ 1 2\).*$", succ)
    return text.replace("(cell ?column 6 ", f"(cell ?column {rows} ")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=("hexapawn", "connect-four"))
    parser.add_argument("first", type=int, help="hexapawn: rows; connect four: columns")
    parser.add_argument("second", type=int, help="the other of both")
    arguments = parser.parse_args()
    if not 2 <= min(arguments.first, arguments.second) or max(arguments.first, arguments.second) > 99:
        parser.error("sizes are from 2 to 99")
    make = hexapawn if arguments.game == "hexapawn" else connect_four
    print(make(arguments.first, arguments.second), end="")


if __name__ == "__main__":
    main()
