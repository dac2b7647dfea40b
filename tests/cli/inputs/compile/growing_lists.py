"""Writes a rulesheet that walks over a board with a list of the cells that it has been to.

A list may have as many elements as there are cells, so that helper relations over lists are many, and
are made of the same facts.

usage: growing_lists.py SIDE
"""
import sys

side = int(sys.argv[1])
cells = [(x, y) for x in range(1, side + 1) for y in range(1, side + 1)]


def lists(length):
    elements = [f"?e{i}" for i in range(length)]
    term = "nil"
    for element in reversed(elements):
        term = f"(list {element} {term})"
    return f"(<= (isList {term}) {' '.join(f'(element {e})' for e in elements)})"


print("(role red) (role blue) (init (control red))")
print(*(f"(init (cell {x} {y} blank)) (id {x} {y} e{x}.{y}) (element e{x}.{y})" for x, y in cells))
print(*(f"(succ {i} {i + 1})" for i in range(1, side)))
print(*(f"(same {i} {i})" for i in range(1, side + 1)))
print("""
(<= (legal ?p (mark ?x ?y)) (true (control ?p)) (true (cell ?x ?y blank)))
(<= (legal red noop) (true (control blue)))
(<= (legal blue noop) (true (control red)))
(<= (next (control red)) (true (control blue)))
(<= (next (control blue)) (true (control red)))
(<= (next (cell ?x ?y ?p)) (does ?p (mark ?x ?y)))
(<= (next (cell ?x ?y ?c)) (true (cell ?x ?y ?c)) (distinct ?c blank))
(<= (next (cell ?x ?y blank)) (true (cell ?x ?y blank)) (does ?p (mark ?j ?k)) (distinct ?x ?j))
(<= (next (cell ?x ?y blank)) (true (cell ?x ?y blank)) (does ?p (mark ?j ?k)) (distinct ?y ?k))
(<= (near ?x ?y ?z ?y) (same ?y ?y) (succ ?x ?z))
(<= (near ?x ?y ?z ?y) (same ?y ?y) (succ ?z ?x))
(<= (near ?x ?y ?x ?z) (same ?x ?x) (succ ?y ?z))
(<= (near ?x ?y ?x ?z) (same ?x ?x) (succ ?z ?y))
(<= (step ?a ?b ?x ?y ?c) (near ?a ?b ?x ?y) (true (cell ?x ?y ?c)))
(<= (way ?a ?b ?x ?y ?c ?l) (id ?a ?b ?e) (append ?e ?l ?m) (way2 ?a ?b ?x ?y ?c ?m))
(<= (way2 ?a ?b ?x ?y ?c ?l) (step ?a ?b ?x ?y ?c) (isList ?l))
(<= (way2 ?a ?b ?x ?y ?c ?l) (step ?a ?b ?i ?j ?c) (way ?i ?j ?x ?y ?c ?l) (isList ?l))
(<= (append ?e nil (list ?e nil)) (element ?e))
(<= (append ?e (list ?h ?t) (list ?h ?n)) (element ?h) (element ?e) (distinct ?e ?h) (isList ?t)
  (append ?e ?t ?n) (isList ?n))""")
print(f"(<= (line red) (true (cell 1 ?y red)) (way 1 ?y {side} ?z red nil))")
print(f"(<= (line blue) (true (cell ?x 1 blue)) (way ?x 1 ?z {side} blue nil))")
print("(<= (goal ?p 100) (line ?p)) (<= (goal red 0) (line blue)) (<= (goal blue 0) (line red))")
print("(<= terminal (line red)) (<= terminal (line blue))")
print("(isList nil)")
for length in range(1, len(cells) + 1):
    print(lists(length))
