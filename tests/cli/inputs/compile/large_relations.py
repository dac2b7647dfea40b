"""Writes rulesheets whose relations are too large to be computed, and one that fits.

usage: large_relations.py PREFIX: PREFIX.columns.kif, PREFIX.left.kif, ..
"""
import sys

PLAYER = "(role r) (goal r 50)"
GAME = PLAYER + " (init (at 1)) (<= (next (at ?x)) (true (at ?x))) (<= terminal (true (at 2)))"
STATE = PLAYER + " (<= (next (e ?x ?y)) (true (e ?x ?y))) (<= terminal (true (e 1 1)))"
PAIRS = ["(<= (legal r (m ?x ?y)) (reach ?x ?y))", "(<= (reach ?x ?y) (e ?x ?y))"]


def write(name, *parts):
    with open(f"{sys.argv[1]}.{name}.kif", "w") as file:
        for part in parts:
            file.write("\n".join([part] if isinstance(part, str) else part) + "\n")


def chain(length, form="(e {} {})", first=0):
    return [form.format(i, i + 1) for i in range(first, first + length)]


def groups(form="(e {} {})"):
    return [form.format(i, f"g{i % 10}") for i in range(2000)]


write("columns", GAME, "(<= (legal r (m ?x ?y ?z)) (reach ?x ?y ?z))",
      "(<= (reach ?x ?y ?z) (e ?x ?y) (e ?z ?w))",
      "(<= (reach ?x ?w ?z) (reach ?x ?y ?z) (e ?y ?w))", chain(600))
write("left", GAME, PAIRS, "(<= (reach ?x ?z) (reach ?x ?y) (e ?y ?z))", chain(20000))
write("right", GAME, PAIRS, "(<= (reach ?x ?z) (e ?x ?y) (reach ?y ?z))", chain(20000))
write("double", GAME, PAIRS, "(<= (reach ?x ?z) (reach ?x ?y) (reach ?y ?z))", chain(20000))
write("mutual", GAME, PAIRS, "(<= (reach ?x ?z) (even ?x ?y) (e ?y ?z))",
      "(<= (even ?x ?z) (reach ?x ?y) (e ?y ?z))", chain(20000))
write("join", GAME, "(<= (legal r (m ?a ?b ?c ?d)) (join ?a ?b ?c ?d))",
      "(<= (join ?a ?b ?c ?d) (e ?a ?k) (e ?b ?k) (e ?c ?k) (e ?d ?k))", groups())
write("joins", GAME, "(<= (legal r (m ?a ?b ?c ?d)) (join ?a ?b ?c ?d))",
      "(<= (two ?a ?b) (e ?a ?k) (e ?b ?k))",
      "(<= (join ?a ?b ?c ?d) (two ?a ?b) (two ?b ?c) (two ?c ?d))", groups())
write("fluents", STATE, "(<= (legal r (m ?x ?y)) (reach ?x ?y))",
      "(<= (reach ?x ?y) (true (e ?x ?y)))",
      "(<= (reach ?x ?z) (reach ?x ?y) (true (e ?y ?z)))", chain(30000, "(init (e {} {}))"))
write("fluents-join", STATE,
      "(<= (legal r (m ?a ?b ?c ?d)) (true (e ?a ?k)) (true (e ?b ?k)) (true (e ?c ?k)) "
      "(true (e ?d ?k)))", groups("(init (e {} {}))"))
write("fits", GAME, "(<= (legal r (m ?x)) (true (at ?x)) (reach ?x ?y) (last ?y))",
      "(<= (reach ?x ?y) (e ?x ?y))", "(<= (reach ?x ?z) (reach ?x ?y) (e ?y ?z))",
      *(chain(999, first=1000 * c) + [f"(last {1000 * c + 999})"] for c in range(9)))
