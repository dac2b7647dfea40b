#!/usr/bin/env python3
"""Plants variables that nothing binds under `not`, and follows what `tesuji check` proposes, as a person would.

    suggestions.py [--sheets=60] [--default-shared=FOLDER] TESUJI

In up to four negated literals of each of --sheets sheets of the corpus an argument becomes a variable of its own:
several of them are about one relation, at different arguments. Each message proposes a literal and a rule; with all
of them the sheet has no errors any more, and no relation that is proposed has two meanings or is one of the sheet's.
Exit code 77: there is no corpus.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "mutants"))
from mutation import parse, parts, show  # noqa: E402

MOST_PLANTED = 4
PROPOSAL = re.compile(r"write `(.*)` and add the rule `(.*)`$")


def check(tesuji, clauses, folder):
    """The diagnostics of a sheet whose clauses have a line each."""
    path = pathlib.Path(folder) / "sheet.kif"
    path.write_text("".join(show(clause) + "\n" for clause in clauses))
    done = subprocess.run([tesuji, "check", "--json", "--playouts=0", path], capture_output=True, text=True)
    return json.loads(done.stdout)["files"][0]["diagnostics"]


def errors(diagnostics):
    return [one for one in diagnostics if one["severity"] == "error"]


def plant(clauses):
    """Numbers of clauses, each with its negated literal, in which an argument is a new variable now.

    Literals of one relation that are met again get the variable at another argument.
    """
    planted, met = {}, {}
    for number, clause in enumerate(clauses):
        if len(planted) == MOST_PLANTED:
            break
        if not isinstance(clause, list) or clause[0] != "<=":
            continue
        for literal in clause[2:]:
            if not (isinstance(literal, list) and literal[0] == "not" and isinstance(literal[1], list)):
                continue
            atom = literal[1]
            inner = atom[1] if atom[0] == "true" and isinstance(atom[1], list) else atom
            if inner[0] in ("true", "does", "role", "distinct", "or", "and", "not") or len(inner) < 2:
                continue
            at = met.get(inner[0], 0)
            if at >= len(inner) - 1:
                continue
            met[inner[0]] = at + 1
            inner[1 + at] = "?planted"
            planted[number] = literal
            break
    return planted


def follow(clauses, planted, diagnostics):
    """Does what the messages propose; the rules that were added."""
    rules = []
    for one in errors(diagnostics):
        proposals = [found for note in one.get("notes", []) if (found := PROPOSAL.search(note["message"]))]
        if not proposals:
            raise AssertionError(f"nothing is proposed: {one['message']}")
        literal, rule = (parse(text)[0] for text in proposals[0].groups())
        planted[one["line"] - 1][:] = literal
        if rule not in rules:
            rules.append(rule)
    clauses += rules
    return rules


def faults(tesuji, clauses, folder):
    """What is wrong after all proposals were followed, in words; None where nothing can be planted."""
    if errors(check(tesuji, clauses, folder)):
        return None
    names = {part[0] for part in parts(clauses)} | {clause for clause in clauses if isinstance(clause, str)}
    planted = plant(clauses)
    diagnostics = check(tesuji, clauses, folder)
    if not planted or not errors(diagnostics):
        return None
    try:
        rules = follow(clauses, planted, diagnostics)
    except AssertionError as error:
        return [str(error)]
    heads = [rule[1] if isinstance(rule[1], str) else rule[1][0] for rule in rules]
    found = [f"`{name}` has two meanings" for name in set(heads) if heads.count(name) > 1]
    found += [f"`{name}` is a name of the sheet" for name in set(heads) if name in names]
    found += [one["message"] for one in errors(check(tesuji, clauses, folder))]
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sheets", type=int, default=60)
    parser.add_argument("--default-shared", default="shared")
    parser.add_argument("tesuji")
    options = parser.parse_args()
    corpus = pathlib.Path(os.environ.get("TESUJI_SHARED", options.default_shared)) / "corpus" / "dev"
    sheets = sorted(corpus.glob("*.kif"))
    if not sheets:
        print("*** skipped: no corpus (set TESUJI_SHARED)")
        return 77
    followed = wrong = 0
    for path in sheets[::max(1, len(sheets) // options.sheets)]:
        text = subprocess.run([options.tesuji, "convert", "--to=kif", "--no-comments", path], capture_output=True,
                              text=True).stdout
        with tempfile.TemporaryDirectory() as folder:
            found = faults(options.tesuji, parse(text), folder)
        followed += found is not None
        for fault in found or []:
            wrong += 1
            print(f"{path.stem}: {fault}")
    print(f"{followed} sheets in which proposals were followed, {wrong} faults")
    return 1 if wrong or followed < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
