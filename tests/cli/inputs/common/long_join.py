#!/usr/bin/env python3
"""long_join.py [IN_PART [static]]: prints a game whose first question takes minutes: whether a graph of five parts, with an
edge between any two vertices of different parts, has six vertices that are all joined. With `static`, the edges are the same
in all states, so that the question is answered while the game is loaded."""
import itertools
import sys

in_part = int(sys.argv[1]) if len(sys.argv) > 1 else 60
print("(role searcher)\n(legal searcher wait)\n(goal searcher 50)")
for vertex in range(5 * in_part):
    print(f"(part v{vertex} p{vertex % 5})")
static = len(sys.argv) > 2
if static:
    print("(init start)\n(next start)")
    print("(<= (edge ?a ?b) (part ?a ?p) (part ?b ?q) (distinct ?p ?q))")
else:
    print("(<= (init (edge ?a ?b)) (part ?a ?p) (part ?b ?q) (distinct ?p ?q))")
    print("(<= (next (edge ?a ?b)) (true (edge ?a ?b)))")
edge = "(edge ?{} ?{})" if static else "(true (edge ?{} ?{}))"
edges = " ".join(edge.format(a, b) for a, b in itertools.combinations("abcdef", 2))
print(f"(<= terminal {edges})")
