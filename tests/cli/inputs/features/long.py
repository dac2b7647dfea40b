#!/usr/bin/env python3
"""long.py FOLDER: writes domain theories, features and positions of which evaluation takes long.

clique: whether a graph of five parts, with an edge between any two vertices of different parts, has six vertices that are all
joined: one question for minutes. path: which vertices of a chain can be reached from which; the vertices are numbered
against the chain's direction, so that a repetition adds little."""
import itertools
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
IN_PART, CHAIN, LINES = 30, 140, 30000

vertices = [(f"v{i}", f"p{i % 5}") for i in range(5 * IN_PART)]
(folder / "clique.pl").write_text("".join(f"part({v},{p}).\n" for v, p in vertices) +
                                  "base(edge(A,B)) :- part(A,P), part(B,Q), P \\= Q.\n")
edges = ", ".join(f"edge({a},{b})" for a, b in itertools.combinations("ABCDEF", 2))
(folder / "clique.features.pl").write_text(f"clique :- {edges}.\nsmall(A) :- edge(A,v0).\n")
there = "".join(f"edge({a},{b}). " for (a, p), (b, q) in itertools.product(vertices, vertices) if p != q)
(folder / "clique.positions").write_text(f"edge(v0,v1).\n{there}\n")
states = "".join(f"(edge {a} {b}) " for (a, p), (b, q) in itertools.product(vertices, vertices) if p != q)
(folder / "clique.states").write_text(f"(edge v0 v1)\n{states}\n")

(folder / "path.pl").write_text("".join(f"node({i}).\n" for i in range(CHAIN)) +
                                "base(link(S,T)) :- node(S), node(T).\n"
                                "path(S,T) :- link(S,T).\npath(S,U) :- path(S,T), link(T,U).\n")
(folder / "path.features.pl").write_text("reached(S,T) :- path(S,T).\n")
chain = " ".join(f"link({i},{i - 1})." for i in range(1, CHAIN))
short = " ".join(f"link({i},{i - 1})." for i in range(2, CHAIN, 2))
(folder / "path.positions").write_text(f"{short}\n{chain}\n" * (LINES // 2))
