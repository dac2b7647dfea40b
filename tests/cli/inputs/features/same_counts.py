"""same_counts.py TESUJI SWI: the matrix of `tesuji features` beside the lines of
tools/features/baseline.pl, in which `-` is a count that took too long."""
import sys

ours = [line.rstrip("\n").split(",")[1:] for line in open(sys.argv[1])][1:]
theirs = [line.rstrip("\n").split(",") for line in open(sys.argv[2])
          if not line.startswith(("time ", "position "))]
assert len(ours) == len(theirs) and {len(r) for r in ours} == {len(r) for r in theirs}
pairs = [(a, b) for x, y in zip(ours, theirs) for a, b in zip(x, y)]
known = [(a, b) for a, b in pairs if b != "-"]
print(f"{len(known)} counts, {sum(a != b for a, b in known)} differ, "
      f"{len(pairs) - len(known)} are not known")
