"""Reads what tests/papers/migo-*.test compare with the paper.

migo.py boards RUN           start boards of a run that `tesuji learn --save` wrote, a state a line
migo.py predicates CHOICES   lines of `strategy-bench --truth` of the predicates win_k alone
migo.py order FILE           learners of the last game of `tesuji experiment --json`, least regret
                             first
"""

import json
import re
import sys


def main():
    what, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        if what == "boards":
            for board in json.load(file)["start_boards"]:
                print(*board)
        elif what == "predicates":
            for line in file:
                if re.match(r"\d+ win_\d+ ", line):
                    print(line, end="")
        else:
            learners = json.load(file)["experiments"][-1]["learners"]
            for one in sorted(learners, key=lambda one: one["mean_curve"][-1]):
                print(one["learner"], "after " + one["source"] if one["source"] else "alone")


main()
