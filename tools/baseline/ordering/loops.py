#!/usr/bin/env python3
"""Writes a production rule over fixed facts as nested loops in C++, as one would write them by
hand: the baseline of tools/bench.sh ordering.

    loops.py RULES FACTS > loops.cpp

The program runs the rule once and prints JSON: seconds (of CPU time), nodes (trials of premises),
firings, and the number of new facts. Constants become numbers; a premise's access to a relation
becomes an array: a list, a list per value of the given variables, or a table of truth values. RULES
has one rule, none of whose premises reads its conclusions."""
import re
import sys

TOKEN = re.compile(r";[^\n]*|[()]|[^\s();]+")


def read_expressions(text):
    stack = [[]]
    for token in TOKEN.findall(text):
        if token.startswith(";"):
            continue
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0]


def read_rule(path):
    """Returns premises and conclusions: (word, relation or None, arguments)."""
    with open(path, encoding="utf-8") as file:
        (rule,) = read_expressions(file.read())
    parts = {part[0]: part[1:] for part in rule if isinstance(part, list)}

    def patterns(items):
        for item in items:
            if isinstance(item[1], list):
                yield item[0], item[1][0], item[1][1:]
            else:
                yield item[0], None, item[1:]

    return list(patterns(parts["premises"])), list(patterns(parts["conclusions"]))


def read_facts(path):
    facts = {}
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"%[^\n]*", "", file.read())
    for name, args in re.findall(r"(\w+)\(([^)]*)\)\s*\.", text):
        facts.setdefault(name, []).append(tuple(arg.strip() for arg in args.split(",")))
    return facts


class Loops:
    def __init__(self, facts):
        self.facts = facts
        constants = sorted({c for rows in facts.values() for row in rows for c in row})
        self.number = {constant: i for i, constant in enumerate(constants)}
        self.size = len(constants)
        self.bound = []
        self.data = []
        self.body = []
        self.depth = 0

    def array(self, kind, values):
        name = f"t{len(self.data)}"
        self.data.append(f"static const {kind} {name}[] = {{{','.join(map(str, values))}}};")
        return name

    def open(self, line):
        self.body.append("  " * (self.depth + 1) + line + " {")
        self.depth += 1

    def line(self, line):
        self.body.append("  " * (self.depth + 1) + line)

    def key(self, given):
        """Returns the index expression for the values of given variables."""
        expression = "0"
        for variable in given:
            expression = f"({expression}) * {self.size} + {variable}" if expression != "0" else variable
        return expression

    def present(self, relation, args):
        given, free = [], []
        for argument in args:
            if argument.startswith("?"):
                name = argument[1:]
                (given if name in self.bound else free).append(name)
        if len(set(given)) != len(given) or len(set(free)) != len(free):
            sys.exit("loops.py: a variable twice in one premise")
        groups = {}
        for row in self.facts.get(relation, []):
            values = dict(zip(args, row))
            if any(not a.startswith("?") and a != v for a, v in zip(args, row)):
                continue
            key = 0
            for name in given:
                key = key * self.size + self.number[values["?" + name]]
            groups.setdefault(key, []).append([self.number[values["?" + n]] for n in free])
        keys = self.size ** len(given)
        if not free:
            table = self.array("bool", [int(k in groups) for k in range(keys)])
            self.open(f"if ({table}[{self.key(given)}])")
            return
        rows, begins = [], [0]
        for k in range(keys):
            rows += groups.get(k, [])
            begins.append(len(rows))
        at = f"at{self.depth}"
        columns = [self.array("unsigned char" if self.size < 256 else "unsigned short",
                              [row[i] for row in rows]) for i in range(len(free))]
        if given:
            table = self.array("unsigned short", begins)
            index = self.key(given)
            self.open(f"for (unsigned {at} = {table}[{index}], end{at} = {table}[{index} + 1]; "
                      f"{at} < end{at}; ++{at})")
        else:
            self.open(f"for (unsigned {at} = 0; {at} < {len(rows)}; ++{at})")
        for column, name in zip(columns, free):
            self.line(f"const unsigned {name} = {column}[{at}];")
        self.bound += free

    def program(self, premises, conclusions):
        for place, (word, relation, args) in enumerate(premises):
            self.line(f"++n[{place}];")
            if relation is not None:
                self.present(relation, [a if a != "_" else f"?_{place}_{i}"
                                        for i, a in enumerate(args)])
            else:
                left, right = (a[1:] if a.startswith("?") else str(self.number[a]) for a in args)
                self.open(f"if ({left} != {right})")
        self.line("++firings;")
        derived = []
        for place, (_, _, args) in enumerate(conclusions):
            variables = list(dict.fromkeys(a[1:] for a in args if a.startswith("?")))
            derived.append((place, self.size ** len(variables)))
            self.line(f"{{ bool& old = derived{place}[{self.key(variables)}]; "
                      "added += !old; old = true; }")
        closing = "\n".join("  " * (d + 1) + "}" for d in reversed(range(self.depth)))
        memory = "\n".join(f"static bool derived{place}[{size}];" for place, size in derived)
        return f"""#include <cstdio>
#include <ctime>

{chr(10).join(self.data)}
{memory}

int main() {{
  unsigned long n[{len(premises)}] = {{}};
  unsigned long firings = 0, added = 0;
  const std::clock_t start = std::clock();
{chr(10).join(self.body)}
{closing}
  const double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
  unsigned long nodes = 0;
  for (unsigned long trials : n) nodes += trials;
  std::printf("{{\\"seconds\\": %.9f, \\"nodes\\": %lu, \\"firings\\": %lu, \\"added\\": %lu}}\\n",
              seconds, nodes, firings, added);
}}
"""


def main():
    rules, facts = sys.argv[1:]
    print(Loops(read_facts(facts)).program(*read_rule(rules)), end="")


if __name__ == "__main__":
    main()
