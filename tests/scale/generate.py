#!/usr/bin/env python3
"""Rulesheets that stress one dimension each: `generate.py NAME N` prints one.

Every sheet is valid GDL that always has a legal move and ends after a few steps, so
that it can be checked, simulated and counted. N is the size that grows; what it
counts is said where the sheet is made.
"""
import argparse
import sys

SHEETS = {}


def sheet(size, small):
    """Registers a generator with the size it is meant for and one for quick tests."""
    def register(function):
        SHEETS[function.__name__] = (function, size, small)
        return function
    return register


def game(body, roles=("robot",), steps=5, moves=True):
    """A frame around the rules: a counter that ends the game, a move per role."""
    lines = [f"(role {role})" for role in roles]
    lines += ["(init (step 0))", "(<= (next (step ?n)) (true (step ?m)) (tick ?m ?n))"]
    lines += [f"(tick {i} {i + 1})" for i in range(steps)]
    lines.append(f"(<= terminal (true (step {steps})))")
    lines += [f"(<= (goal {role} 100) (true (step {steps})))" for role in roles]
    if moves:
        lines += [f"(legal {role} wait)" for role in roles]
    return "\n".join(lines + list(body)) + "\n"


@sheet(5000, 100)
def rules(n):
    """n rules, each for a relation of its own that depends on the one before."""
    yield from ("(init (on 1))", "(<= (next (on ?x)) (true (on ?x)))", "(<= (r0 ?x) (true (on ?x)))")
    for i in range(1, n + 1):
        yield f"(<= (r{i} ?x) (r{i - 1} ?x) (true (on ?x)))"
    yield f"(<= (legal robot (go ?x)) (r{n} ?x))"


@sheet(5000, 100)
def rules_of_one(n):
    """n rules for one relation."""
    yield from (f"(init (on c{i}))" for i in range(n))
    for i in range(n):
        yield f"(<= (seen c{i}) (true (on c{i})) (not (true (on c{(i * 7 + 3) % n}x))))"
    yield from ("(<= (next (on ?x)) (seen ?x))", "(<= (next (on ?x)) (true (on ?x)))",
                "(<= (legal robot (go ?x)) (seen ?x))")


@sheet(20000, 300)
def facts(n):
    """n facts of two columns, joined twice."""
    yield from (f"(edge v{i} v{(i * 31 + 7) % n})" for i in range(n))
    yield from ("(init (at v0))",
                "(<= (next (at ?y)) (true (at ?x)) (edge ?x ?y))",
                "(<= (legal robot (go ?z)) (true (at ?x)) (edge ?x ?y) (edge ?y ?z))")


@sheet(100, 20)
def body(n):
    """A body of n literals in a chain of variables."""
    yield from (f"(edge v{i} v{j})" for i in range(12) for j in (i, (i + 1) % 12))
    yield from ("(init (at v0))", "(<= (next (at ?y)) (true (at ?x)) (edge ?x ?y))")
    chain = " ".join(f"(edge ?x{i} ?x{i + 1})" for i in range(n - 1))
    yield f"(<= (legal robot (go ?x{n - 1})) (true (at ?x0)) {chain})"


@sheet(100, 20)
def tests_in_body(n):
    """Bodies of n literals that test fluents and compare."""
    yield from (f"(init (cell c{i} {i % 3}))" for i in range(n))
    yield "(<= (next (cell ?x ?v)) (true (cell ?x ?v)))"
    full = " ".join(f"(true (cell c{i} ?v{i % 7}))" if i >= 7 else f"(true (cell c{i} ?v{i}))"
                    for i in range(n // 2))
    others = " ".join(f"(distinct ?v{i % 7} {i + 9})" for i in range(n // 2))
    yield f"(<= full {full} {others})"
    yield "(<= (legal robot go) (not full))"


@sheet(100, 10)
def roles(n):
    """n roles with 100 moves each: joint moves can only be drawn, never listed."""
    yield from (f"(move m{i})" for i in range(100))
    yield from ("(<= (legal ?r (pick ?m)) (role ?r) (move ?m))",
                "(<= (next (picked ?r ?m)) (does ?r (pick ?m)))")


@sheet(10000, 200)
def moves(n):
    """n legal moves in every state."""
    side = max(1, int(n ** 0.5))
    yield from (f"(index {i})" for i in range(side))
    yield from ("(<= (legal robot (mark ?x ?y)) (index ?x) (index ?y))",
                "(<= (next (last ?x ?y)) (does robot (mark ?x ?y)))")


@sheet(16, 8)
def columns(n):
    """A relation and a fluent of n columns."""
    names = [f"?x{i}" for i in range(n)]
    yield from ("(bit 0)", "(bit 1)", "(flip 0 1)", "(flip 1 0)")
    yield f"(init (wide {' '.join('0' for _ in names)}))"
    wide = f"(wide {' '.join(names)})"
    yield f"(<= (next {wide}) (true {wide}))"
    for i in range(n):
        flipped = " ".join(names[:i] + ["?y"] + names[i + 1:])
        yield f"(<= (next (wide {flipped})) (true {wide}) (flip ?x{i} ?y))"
    yield f"(<= (legal robot (go {' '.join(names)})) (true {wide}))"


@sheet(50, 10)
def depth(n):
    """Function terms nested n deep."""
    def term(inner, times):
        return "(s " * times + inner + ")" * times
    yield f"(init (number {term('z', n)}))"
    yield f"(<= (next (number {term('?x', n - 1)})) (true (number {term('?x', n)})))"
    yield "(<= (next (number ?x)) (true (number ?x)))"
    yield f"(<= (legal robot (go {term('?x', n)})) (true (number {term('?x', n)})))"


@sheet(24, 10)
def lists(n):
    """Lists of up to n elements as terms: one is put in front in every step."""
    yield from (f"(item i{k})" for k in range(5))
    yield "(init (stack nil))"
    shape = "nil"
    for k in range(n):
        yield f"(<= (list {shape}) (item i0))" if k == 0 else ""
        shape = f"(cons ?x{k} {shape})"
    yield "(<= (next (stack (cons ?x ?l))) (does robot (push ?x)) (true (stack ?l)) (short ?l))"
    tail = "nil"
    for k in range(n - 1):
        items = " ".join(f"(item ?x{j})" for j in range(k))
        yield f"(<= (short {tail}) (item i0) {items})" if k else "(short nil)"
        tail = f"(cons ?x{k} {tail})"
    yield "(<= (legal robot (push ?x)) (item ?x))"


@sheet(200, 20)
def arities(n):
    """One name as constant, as function of n arities, and as relation."""
    yield from ("(init (f f))", "(init f)")
    for k in range(2, min(n, 40)):
        yield f"(init (f {' '.join(['f'] * k)}))"
    yield from ("(<= (next (f ?x)) (true (f ?x)))", "(<= (f ?x) (true (f ?x)))",
                "(<= (legal robot (f ?x)) (f ?x))")
    for k in range(2, min(n, 40)):
        row = " ".join(f"?x{i}" for i in range(k))
        yield f"(<= (next (f {row})) (true (f {row})))"
        yield f"(<= (legal robot (f {row})) (true (f {row})))"


@sheet(2000, 100)
def fluents(n):
    """n fluents without arguments, each kept by a rule of its own."""
    for i in range(n):
        yield f"(init p{i})"
        yield f"(<= (next p{i}) (true p{i}) (not (does robot (clear m{i}))))"
        yield f"(<= (legal robot (clear m{i})) (true p{i}))"


@sheet(1000, 50)
def sparse(n):
    """Pairs over n times n constants, of which few hold."""
    yield from (f"(succ {i} {i + 1})" for i in range(n))
    yield from ("(init (at 0 0))",
                "(<= (next (at ?x ?y)) (does robot (go ?x ?y)))",
                "(<= (legal robot (go ?u ?y)) (true (at ?x ?y)) (succ ?x ?u))",
                "(<= (legal robot (go ?x ?v)) (true (at ?x ?y)) (succ ?y ?v))")


@sheet(10000, 100)
def chain(n):
    """A chain of n successors, walked by a recursive relation over half of it."""
    yield from (f"(succ {i} {i + 1})" for i in range(n))
    yield from ("(number 0)", "(<= (number ?y) (number ?x) (succ ?x ?y))",
                "(even 0)", "(<= (even ?z) (even ?x) (succ ?x ?y) (succ ?y ?z))",
                "(init (at 0))", "(<= (next (at ?y)) (does robot (go ?y)))",
                "(<= (legal robot (go ?y)) (true (at ?x)) (succ ?x ?y) (number ?x))",
                "(<= (legal robot (go ?x)) (true (at ?x)) (even ?x))")


@sheet(2000, 60)
def closure(n):
    """The transitive closure of a chain: n * (n + 1) / 2 tuples."""
    yield from (f"(succ {i} {i + 1})" for i in range(n))
    yield from ("(<= (less ?x ?y) (succ ?x ?y))",
                "(<= (less ?x ?z) (less ?x ?y) (succ ?y ?z))",
                "(init (at 0))", "(<= (next (at ?y)) (does robot (go ?y)))",
                "(<= (legal robot (go ?y)) (true (at ?x)) (succ ?x ?y))",
                f"(<= (legal robot (go ?x)) (true (at ?x)) (less ?x {n}))")


@sheet(64, 8)
def strata(n):
    """n strata of negation."""
    yield from (f"(init (on c{i}))" for i in range(10))
    yield from ("(<= (next (on ?x)) (true (on ?x)))", "(<= (q0 ?x) (true (on ?x)))")
    for i in range(1, n + 1):
        yield f"(<= (q{i} ?x) (true (on ?x)) (not (q{i - 1} ?x)))"
    yield f"(<= (legal robot (go ?x)) (q{n} ?x))"


@sheet(60, 8)
def products(n):
    """A static relation over all lists of five out of n: too many to be tabulated."""
    yield from (f"(item i{k})" for k in range(n))
    yield from ("(<= (five (cons ?a (cons ?b (cons ?c (cons ?d ?e))))) (item ?a) (item ?b)"
                " (item ?c) (item ?d) (item ?e))",
                "(init (held (cons i0 (cons i0 (cons i0 (cons i0 i0))))))",
                "(<= (next (held ?l)) (does robot (hold ?l)))",
                "(<= (legal robot (hold (cons ?a (cons ?b (cons ?c (cons ?d ?e))))))"
                " (true (held (cons ?b (cons ?c (cons ?d (cons ?e ?f)))))) (item ?a)"
                " (five (cons ?a (cons ?b (cons ?c (cons ?d ?e))))))")


def text(name, n):
    function = SHEETS[name][0]
    names = [f"role{i}" for i in range(n)] if name == "roles" else ("robot",)
    return game([line for line in function(n) if line], roles=names)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", choices=sorted(SHEETS))
    parser.add_argument("n", type=int, nargs="?", help="default: the size it is meant for")
    options = parser.parse_args()
    sys.stdout.write(text(options.name, options.n or SHEETS[options.name][1]))


if __name__ == "__main__":
    main()
