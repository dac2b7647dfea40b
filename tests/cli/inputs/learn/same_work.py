"""Compares the work by hand that `tesuji regret --measure --csv` counts with Prolog's (run.pl work).

same_work.py PROLOG CSV
"""

import csv
import sys


def main():
    prolog = {}
    with open(sys.argv[1], encoding="utf-8") as file:
        for line in file:
            state, predicate, *counts = line.rstrip("\n").split("\t")
            prolog[frozenset(state.strip("()").split(") ("))] = (predicate, counts)
    same = 0
    with open(sys.argv[2], encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            theirs = prolog.get(frozenset(row["state"].strip("()").split(") (")))
            if theirs is None:
                continue
            clause = "none" if row["clause"] == "random" else row["clause"]
            ours = (clause, [row["boards"], row["tests"], row["literals"]])
            assert ours == theirs, (row["state"], ours, theirs)
            assert int(row["checks"]) == int(row["boards"]) + int(row["tests"])
            same += 1
    print(f"{same} states, {len(prolog)} in Prolog: the same work")


main()
