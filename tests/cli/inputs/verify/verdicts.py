#!/usr/bin/env python3
"""verdicts.py REPORT...: how many formulas of each invariant have which verdict, by reports of
`tesuji verify --json`, which must all say the same."""
import json
import pathlib
import sys


def verdicts(path):
    report = json.loads(pathlib.Path(path).read_text())
    return [f"{one['invariant']}: " + ", ".join(f"{verdict} {count}" for verdict, count
                                               in one["verdicts"].items() if count)
            for one_set in report["sets"] for one in one_set["invariants"]]


first, *others = map(verdicts, sys.argv[1:])
print("\n".join(first))
for path, other in zip(sys.argv[2:], others):
    if other != first:
        sys.exit(f"{path}: " + "; ".join(other))
print(f"the same in {len(others) + 1} reports")
