#!/usr/bin/env python3
"""Makes logical features by random steps, in the manner of Zenith (Fawcett and Utgoff, 1991).

    tools/features/make_features.py TESUJI THEORY POSITIONS [--count=126] [--seed=1] [--mean=3.9]

A feature grows from a literal of the theory by conjunction with others, which take over variables of
the same kind or are about something else; it is specialised by putting constants for variables, and
generalised by dropping literals. Kept are safe ones of 2 to 6 literals, counted in some of their
variables, that are not constant over a sample of the positions; no two are the same. The theory's
type(..) facts say which predicates there are, and of what kinds their arguments. The same seed gives
the same features.
"""
import argparse
import random
import re
import subprocess
import sys
import tempfile

LENGTHS = (2, 3, 4, 5, 6)


def read_theory(path):
    """Returns predicates with the kinds of their arguments; constants of kinds with few."""
    text = open(path, encoding="utf-8").read()
    predicates = [(name, kinds.split(","))
                  for name, kinds in re.findall(r"^type\((\w+)\(([\w,]+)\)\)\.", text, re.M)]
    kinds = {kind for _, of in predicates for kind in of}
    constants = {}
    for kind in sorted(kinds):
        found = re.findall(rf"\b{kind}\(([a-z0-9]\w*)\)\.", text)
        if found:
            constants[kind] = found
    return predicates, constants


def weights(mean):
    """Returns weights of the lengths: as near to a bell curve as the mean allows."""
    best = None
    for centre in (c / 20 for c in range(40, 121)):
        of = [2.718 ** (-((n - centre) / 1.2) ** 2 / 2) for n in LENGTHS]
        got = sum(n * w for n, w in zip(LENGTHS, of)) / sum(of)
        if best is None or abs(got - mean) < best[0]:
            best = (abs(got - mean), of)
    return best[1]


class Maker:
    def __init__(self, predicates, constants, rng):
        self.predicates, self.constants, self.rng = predicates, constants, rng

    def literal(self, kinds_of, share):
        """Returns a literal whose arguments are variables, old ones of their kind with probability
        share."""
        name, kinds = self.rng.choice(self.predicates)
        args = []
        for kind in kinds:
            old = [v for v, k in kinds_of.items() if k == kind and v not in args]
            if old and self.rng.random() < share:
                args.append(self.rng.choice(old))
            else:
                variable = f"V{len(kinds_of)}"
                kinds_of[variable] = kind
                args.append(variable)
        return [name, args]

    def make(self, length):
        kinds_of = {}
        body = [self.literal(kinds_of, 0)]
        while len(body) < length:
            step = self.rng.random()
            if step < 0.7:
                # One in ten conjunctions is unrelated.
                body.append(self.literal(kinds_of, 0.0 if self.rng.random() < 0.1 else 0.75))
            elif step < 0.92:
                self.specialise(body, kinds_of)
            elif len(body) > 1:
                body.pop(self.rng.randrange(len(body)))
        if self.rng.random() < 0.7:
            self.specialise(body, kinds_of)
        return body, kinds_of

    def specialise(self, body, kinds_of):
        """Replaces a variable by a constant: mostly a player or direction, seldom a square."""
        used = sorted({a for _, args in body for a in args if a in kinds_of})
        few = [v for v in used if len(self.constants.get(kinds_of[v], [])) in range(1, 17)]
        many = [v for v in used if len(self.constants.get(kinds_of[v], [])) > 16]
        choice = few if few and (not many or self.rng.random() < 0.9) else many
        if not choice:
            return
        variable = self.rng.choice(choice)
        constant = self.rng.choice(self.constants[kinds_of[variable]])
        for literal in body:
            literal[1] = [constant if a == variable else a for a in literal[1]]

    def negate(self, body):
        """Occasionally negates a literal whose variables others bind."""
        if self.rng.random() > 0.15 or len(body) < 3:
            return None
        for i in self.rng.sample(range(len(body)), len(body)):
            others = {a for j, (_, args) in enumerate(body) if j != i for a in args}
            if all(a in others for a in body[i][1] if a.startswith("V")):
                return i
        return None


def written(body, negated, counted):
    """Prints the feature with variables A, B, .. in the order of their appearance."""
    order = [i for i in range(len(body)) if i != negated] + ([negated] if negated is not None else [])
    names = {}
    for i in order:
        for arg in body[i][1]:
            if re.fullmatch(r"V\d+", arg):
                names.setdefault(arg, chr(ord("A") + len(names)))
    literals = []
    for i in order:
        name, args = body[i]
        text = f"{name}({','.join(names.get(a, a) for a in args)})"
        literals.append("\\+ " + text if i == negated else text)
    head = ",".join(sorted(names[v] for v in counted))
    return f"({head}) :- {', '.join(literals)}."


def candidate(maker, length):
    body, kinds_of = maker.make(length)
    if len({(n, tuple(a)) for n, a in body}) < len(body):
        return None
    negated = maker.negate(body)
    variables = sorted({a for i, (_, args) in enumerate(body) if i != negated for a in args
                        if a in kinds_of})
    if not variables or len(variables) > 12:
        return None
    counted = maker.rng.sample(variables, min(len(variables), maker.rng.choice((1, 1, 2, 2, 3))))
    return written(body, negated, counted)


def varying(tesuji, theory, sample, texts):
    """Returns which of the features have more than one value."""
    with tempfile.NamedTemporaryFile("w", suffix=".pl") as features, \
         tempfile.NamedTemporaryFile("w") as positions:
        features.write("".join(f"f{i}{t}\n" for i, t in enumerate(texts)))
        features.flush()
        positions.writelines(sample)
        positions.flush()
        run = subprocess.run([tesuji, "features", "--domain", theory, "--features", features.name,
                              "--positions", positions.name], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit("make_features.py: " + run.stderr)
    rows = [line.split(",") for line in run.stdout.splitlines()]
    columns = {name: {row[i] for row in rows[1:]} for i, name in enumerate(rows[0])}
    return [len(columns[f"f{i}"]) > 1 for i in range(len(texts))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tesuji")
    parser.add_argument("theory")
    parser.add_argument("positions")
    parser.add_argument("--count", type=int, default=126)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mean", type=float, default=3.9)
    parser.add_argument("--sample", type=int, default=50, help="positions that are looked at")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    lines = open(options.positions, encoding="utf-8").readlines()
    sample = rng.sample(lines, min(options.sample, len(lines)))
    maker = Maker(*read_theory(options.theory), rng)
    # Numbers of features of each length that give the mean.
    of = weights(options.mean)
    wanted = [round(options.count * w / sum(of)) for w in of]
    wanted[2] += options.count - sum(wanted)
    kept, seen = [], set()
    for length, count in zip(LENGTHS, wanted):
        found = 0
        while found < count:
            batch = []
            while len(batch) < 2 * (count - found):
                text = candidate(maker, length)
                if text and text not in seen:
                    seen.add(text)
                    batch.append(text)
            for text, good in zip(batch, varying(options.tesuji, options.theory, sample, batch)):
                if good and found < count:
                    kept.append((length, text))
                    found += 1
    rng.shuffle(kept)
    mean = sum(length for length, _ in kept) / len(kept)
    print(f"% {len(kept)} features of {mean:.2f} literals in the mean, made by "
          f"tools/features/make_features.py, seed {options.seed}.")
    for i, (_, text) in enumerate(kept, 1):
        print(f"g{i}{text}")


if __name__ == "__main__":
    main()
