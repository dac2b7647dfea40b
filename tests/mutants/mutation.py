"""Mutants of rulesheets: parsed KIF, changed in one place at random.

A mutation drops, doubles, negates, moves or exchanges literals, drops or doubles rules, or replaces a
variable, constant or relation by another one of the sheet.
"""
import re

TOKEN = re.compile(r"[()]|[^\s()]+")


def parse(text):
    stack = [[]]
    for token in TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0]


def show(term):
    return term if isinstance(term, str) else "(" + " ".join(map(show, term)) + ")"


def places(term, path=()):
    """All places of symbols but `<=`, as paths of indexes."""
    if isinstance(term, str):
        if term != "<=":
            yield path
        return
    for i, part in enumerate(term):
        yield from places(part, path + (i,))


def at(term, path):
    for i in path:
        term = term[i]
    return term


def like(sheet, rule, path):
    """Symbols that may stand there: other names of as many arguments; the rule's variables and
    the sheet's constants."""
    old = at(rule, path)
    if path[-1] == 0:
        arity = len(at(rule, path[:-1]))
        found = {part[0] for part in parts(sheet) if len(part) == arity}
    else:
        found = {at(rule, p) for p in places(rule) if at(rule, p).startswith("?")}
        found |= {symbol for part in parts(sheet) for symbol in part[1:] if isinstance(symbol, str)
                  and not symbol.startswith("?")}
    return sorted(found - {old, "<="})


def parts(term):
    """All compound terms within a sheet."""
    for part in term:
        if isinstance(part, list):
            if part and isinstance(part[0], str):
                yield part
            yield from parts(part)


def replace_symbol(rule, sheet, kind, rng):
    """Puts another symbol that may stand there in one place; `kind`: of which symbols."""
    found = [path for path in places(rule) if len(path) > 1]
    if not found:
        return
    path = rng.choice(found)
    wanted = {"symbol": lambda symbol: True,
              "variable": lambda symbol: symbol.startswith("?"),
              "constant": lambda symbol: not symbol.startswith("?")}[kind]
    others = [symbol for symbol in like(sheet, rule, path) if wanted(symbol)]
    if others:
        at(rule, path[:-1])[path[-1]] = rng.choice(others)


def change_literal(rule, i, other, kind, rng):
    """Changes literal i of a rule's body; `other`: a rule with a body, to move to or exchange with."""
    if kind == "drop-literal":
        rule.pop(i)
    elif kind == "double-literal":
        rule.append(parse(show(rule[i]))[0])
    elif kind == "move-literal":
        other.append(parse(show(rule.pop(i)))[0])
    elif kind == "exchange-literals":
        k = rng.randrange(2, len(other))
        rule[i], other[k] = other[k], rule[i]
    elif isinstance(rule[i], list) and rule[i][0] == "not":
        rule[i] = rule[i][1]
    else:
        rule[i] = ["not", rule[i]]


def mutate(sheet, rng):
    """Changes the parsed sheet in one place; facts that only list constants are left alone."""
    rules = [i for i, clause in enumerate(sheet) if clause[0] == "<="]
    bodies = [i for i in rules if len(sheet[i]) > 2]
    kind = rng.choice(("drop-literal", "double-literal", "negate", "symbol", "symbol", "variable",
                       "variable", "drop-rule", "double-rule", "move-literal", "exchange-literals",
                       "constant"))
    if not bodies:
        return
    if kind == "drop-rule":
        sheet.pop(rng.choice(rules))
    elif kind == "double-rule":
        sheet.insert(rng.choice(rules), parse(show(sheet[rng.choice(rules)]))[0])
    elif kind in ("symbol", "variable", "constant"):
        replace_symbol(sheet[rng.choice(rules)], sheet, kind, rng)
    else:
        rule = sheet[rng.choice(bodies)]
        change_literal(rule, rng.randrange(2, len(rule)), sheet[rng.choice(bodies)], kind, rng)
