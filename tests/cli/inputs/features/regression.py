"""regression.py TESUJI: weights and standard errors of `tesuji fit` beside the normal equations and
beside Newton's method, done here without a library."""
import json
import math
import random
import subprocess
import sys
import tempfile


def inverse(matrix):
    n = len(matrix)
    m = [row[:] + [float(i == j) for j in range(n)] for i, row in enumerate(matrix)]
    for i in range(n):
        p = max(range(i, n), key=lambda k: abs(m[k][i]))
        m[i], m[p] = m[p], m[i]
        m[i] = [v / m[i][i] for v in m[i]]
        for k in range(n):
            if k != i:
                m[k] = [a - m[k][i] * b for a, b in zip(m[k], m[i])]
    return [row[n:] for row in m]


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector)) for row in matrix]


def fitted(tesuji, rows, targets, *options):
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as matrix:
        matrix.write("line,a,b,c,target\n")
        for i, (row, target) in enumerate(zip(rows, targets)):
            matrix.write(",".join(map(str, [i, *row, repr(target)])) + "\n")
        matrix.flush()
        text = subprocess.run([tesuji, "fit", matrix.name, "--test=0", "-o", "-", *options],
                              capture_output=True, text=True, check=True).stdout
    fit = json.loads(text)
    return ([fit["intercept"]] + [w["weight"] for w in fit["weights"]],
            [fit["intercept_error"]] + [w["standard_error"] for w in fit["weights"]])


def compare(name, ours, theirs):
    worst = max(abs(a - b) / max(1e-9, abs(b)) for x, y in zip(ours, theirs) for a, b in zip(x, y))
    print(f"{name}: {'same' if worst < 1e-6 else f'off by {worst}'}")


random.seed(4)
rows = [[random.randint(0, 9) for _ in range(3)] for _ in range(300)]
design = [[1.0] + row for row in rows]
n = len(design[0])
linear = [2 + 3 * a - 0.5 * b + random.gauss(0, 1) for a, b, _ in rows]
gram = inverse([[sum(x[i] * x[j] for x in design) for j in range(n)] for i in range(n)])
weights = times(gram, [sum(x[i] * t for x, t in zip(design, linear)) for i in range(n)])
rest = sum((t - p) ** 2 for t, p in zip(linear, times(design, weights))) / (len(rows) - n)
compare("linear", fitted(sys.argv[1], rows, linear),
        (weights, [math.sqrt(rest * gram[i][i]) for i in range(n)]))

logistic = [float(random.random() < 1 / (1 + math.exp(2 - a + 0.5 * b))) for a, b, _ in rows]
weights = [0.0] * n
for _ in range(30):
    chances = [1 / (1 + math.exp(-s)) for s in times(design, weights)]
    information = inverse([[sum(p * (1 - p) * x[i] * x[j] for x, p in zip(design, chances))
                            for j in range(n)] for i in range(n)])
    slope = [sum((t - p) * x[i] for x, t, p in zip(design, logistic, chances)) for i in range(n)]
    weights = [w + s for w, s in zip(weights, times(information, slope))]
compare("logistic", fitted(sys.argv[1], rows, logistic, "--model=logistic"),
        (weights, [math.sqrt(information[i][i]) for i in range(n)]))
