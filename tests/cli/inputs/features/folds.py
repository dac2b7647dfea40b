"""folds.py CSV JSON: for every fold, a line through the points of the other groups: no group is in two
folds, and the fold's mean squared error is that of the line. The folds are found by their errors."""
import csv
import itertools
import json
import sys

rows = list(csv.DictReader(open(sys.argv[1])))
folds = json.load(open(sys.argv[2]))["folds"]
points = {}
for row in rows:
    points.setdefault(row["group"], []).append((float(row["a"]), float(row["target"])))


def error(test):
    train = [p for g, of in points.items() if g not in test for p in of]
    n = len(train)
    mx, my = sum(x for x, _ in train) / n, sum(y for _, y in train) / n
    slope = sum((x - mx) * (y - my) for x, y in train) / sum((x - mx) ** 2 for x, _ in train)
    return sum((y - my - slope * (x - mx)) ** 2 for g in test for x, y in points[g]) / (10 * len(test))


# Groups whose number is the same modulo 4 have the same points up to a shift: one sum of squares
# decides little, so that all sets of five groups are tried.
wanted = [fold["loss"] for fold in folds]
found = [[] for _ in wanted]
for test in itertools.combinations(points, 5):
    e = error(test)
    for i, loss in enumerate(wanted):
        if abs(e - loss) < 1e-9:
            found[i].append(set(test))
fits = any(len(set().union(*choice)) == 20 for choice in itertools.product(*found))
print("every fold agrees" if fits else "no partition of the groups has these errors")
