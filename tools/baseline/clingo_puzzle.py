#!/usr/bin/env python3
"""Solves a game for one with clingo alone: the rules as they stand, with a time argument, in the manner of Thielscher, "Answer Set
Programming for Single-Player Games in General Game Playing" (2009). It shares nothing with tesuji.

usage: clingo_puzzle.py [--seconds=S] [--memory=MIB] [--emit] SHEET.kif
Asks for plays of 0, 1, 2, .. joint moves that end with goal 100 and no other, in clingo's incremental mode, so that the first play found is a
shortest one. Prints JSON as `tesuji solve --json` does (goal, moves, solved), or with --emit the program. Exit code 3: none found
within the limits.
"""
import argparse
import itertools
import json
import re
import resource
import subprocess
import sys

GDL = {"role", "base", "input", "init", "true", "does", "next", "legal", "goal", "terminal"}


def read(text):
    """Returns the S-expressions of a sheet: a word is a string, a term a list."""
    stack = [[]]
    for word in re.findall(r"[()]|[^\s()]+", re.sub(r";[^\n]*", "", text)):
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word.lower())
    return stack[0]


class Names:
    """Maps GDL's words to clingo's names, and back."""

    def __init__(self):
        self.words = {}

    def name(self, word):
        if re.fullmatch(r"0|[1-9][0-9]{0,8}", word):
            return word
        name = "c_" + re.sub(r"[^a-z0-9]", lambda found: f"_{ord(found[0])}_", word)
        self.words[name] = word
        return name

    def term(self, term):
        if isinstance(term, list):
            return f"{self.name(term[0])}({','.join(map(self.term, term[1:]))})" if len(term) > 1 else self.name(term[0])
        return "V" + self.name(term[1:]) if term.startswith("?") else self.name(term)

    def atom(self, atom, timed, time):
        """Returns an atom over a relation, with the time as its last argument if the relation
        changes."""
        relation, arguments = (atom[0], atom[1:]) if isinstance(atom, list) else (atom, [])
        terms = list(map(self.term, arguments))
        if relation in timed:
            terms.append(time)
        name = ("gdl_" if relation in GDL else "r") + self.name(relation)
        return f"{name}({','.join(terms)})" if terms else name


def bodies(literals):
    """Returns the conjunctions of literals that a body with `or` stands for; a literal is (atom, is
    positive)."""
    def forms(literal, positive):
        if isinstance(literal, list) and literal[0] == "not":
            return forms(literal[1], not positive)
        if isinstance(literal, list) and literal[0] in ("or", "and"):
            parts = [forms(part, positive) for part in literal[1:]]
            if (literal[0] == "or") == positive:
                return [form for part in parts for form in part]
            return [list(itertools.chain(*choice)) for choice in itertools.product(*parts)]
        return [[(literal, positive)]]
    return [list(itertools.chain(*choice)) for choice in itertools.product(*(forms(literal, True) for literal in literals))]


def relation_of(atom):
    return atom[0] if isinstance(atom, list) else atom


def dependents(rules, relations):
    """Returns these relations and those that depend on them, except through the next state."""
    found = set(relations)
    while True:
        more = {relation_of(head) for head, body in rules if any(relation_of(atom) in found for atom, _ in body)} - found - {"next"}
        if not more:
            return found
        found |= more


def program(sheet, names):
    rules = []
    for clause in sheet:
        head, literals = (clause[1], clause[2:]) if isinstance(clause, list) and clause[0] == "<=" else (clause, [])
        rules += [(head, body) for body in bodies(literals)]
    by_moves = dependents(rules, {"does"})
    timed = dependents(rules, {"true", "does", "legal", "goal", "terminal"}) | {"next"}

    def literal(atom, positive, time):
        if relation_of(atom) == "distinct":
            return f"{names.term(atom[1])} {'!=' if positive else '=='} {names.term(atom[2])}"
        return ("" if positive else "not ") + names.atom(atom, timed, time)

    def texts(relations, time):
        for head, body in rules:
            if relation_of(head) in relations:
                conclusion = f"gdl_c_true({names.term(head[1])},t)" if relation_of(head) == "next" else names.atom(head, timed, time)
                conditions = ", ".join(literal(*part, time) for part in body)
                yield f"{conclusion} :- {conditions}." if body else f"{conclusion}."

    relations = {relation_of(head) for head, _ in rules}
    of_states = timed - by_moves - {"next"}
    return "\n".join([
        "#include <incmode>.", "#program base.", *texts(relations - timed, "0"), "gdl_c_true(X,0) :- gdl_c_init(X).", *texts(of_states, "0"),
        "#program step(t).", "1 { gdl_c_does(R,M,t-1) : gdl_c_legal(R,M,t-1) } 1 :- gdl_c_role(R).", ":- gdl_c_terminal(t-1).",
        *texts(by_moves - {"next"}, "t-1"), *texts({"next"}, "t-1"), *texts(of_states, "t"),
        "#program check(t).", ":- query(t), not gdl_c_terminal(t).", ":- query(t), gdl_c_role(R), not gdl_c_goal(R,100,t).",
        ":- query(t), gdl_c_goal(R,V,t), V != 100.",
        "#show gdl_c_does/3.", ""])


def words_back(text, names):
    """Converts a term of clingo's to GDL's text."""
    tokens = re.findall(r"[(),]|[^(),]+", text)

    def term(at):
        word = names.words.get(tokens[at], tokens[at])
        if at + 1 == len(tokens) or tokens[at + 1] != "(":
            return word, at + 1
        parts, at = [word], at + 2
        while True:
            part, at = term(at)
            parts.append(part)
            if tokens[at] == ")":
                return f"({' '.join(parts)})", at + 1
            at += 1
    return term(0)[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--memory", type=int, default=4096)
    parser.add_argument("--emit", action="store_true")
    parser.add_argument("sheet")
    options = parser.parse_args()
    names = Names()
    with open(options.sheet, encoding="utf-8") as sheet:
        asked = program(read(sheet.read()), names)
    if options.emit:
        print(asked, end="")
        return 0
    size = options.memory << 20
    process = subprocess.Popen(["clingo", "-", "--outf=2", f"--time-limit={options.seconds}"], text=True, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size)))
    try:
        output, _ = process.communicate(asked, timeout=options.seconds + 1)
    except subprocess.TimeoutExpired:  # The time limit is not held while clingo grounds.
        process.kill()
        output, _ = process.communicate()
    answers = json.loads(output) if output.rstrip().endswith("}") else {"Call": []}
    found = next((call["Witnesses"][0]["Value"] for call in reversed(answers["Call"]) if call.get("Witnesses")), None)
    if found is None:
        print(json.dumps({"goal": None, "moves": [], "solved": False, "horizons": len(answers["Call"])}))
        return 3
    moves = sorted((int(re.search(r",(\d+)\)$", does)[1]), words_back(re.sub(r",\d+\)$", ")", does), names)) for does in found)
    print(json.dumps({"goal": 100, "solved": True, "horizons": len(answers["Call"]),
                      "moves": [re.match(r"\(\S+ \S+ (.*)\)$", does)[1] for _, does in moves]}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
