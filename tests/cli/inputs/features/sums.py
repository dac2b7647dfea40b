"""sums.py POSITIONS MATRIX: the features of features-sums.test, from their definitions."""
import csv
import sys

VALUE = dict(a=1, b=2, c=3, d=10)
WEIGHT = dict(a=0, b=5, c=5, d=7)
names = ["worth", "distinct", "best", "least", "both", "either", "times", "moved", "fixed"]
differ = count = 0
rows = list(csv.DictReader(open(sys.argv[2])))
for line, row in zip(open(sys.argv[1]), rows):
    board, *turn = line.split()
    x = [s for s, c in zip("abcd", board) if c == "x"]
    o = [s for s, c in zip("abcd", board) if c == "o"]
    of_x = [VALUE[s] for s in x]
    either = [VALUE[s] for s in o] + ([WEIGHT[s] for s in x] if turn else [])
    wanted = [sum(of_x), sum({WEIGHT[s] for s in x}), max(of_x, default=0), min(of_x, default=0),
              sum(of_x) + sum(WEIGHT[s] for s in o), min(either, default=0), sum(of_x) * len(o),
              max(of_x, default=0) if turn else 0, 3 if board[0] != "-" else 0]
    count += 1
    differ += [int(row[name]) for name in names] != wanted
print(f"{count} positions, {len(names)} features, {differ} differ")
