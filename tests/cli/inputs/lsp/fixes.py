"""Makes mistakes in the examples, applies what the language server proposes, and checks again: the message is gone, and no
other one has come.

usage: fixes.py EXAMPLES TRACES
"""
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from lsp_client import Client, whole_range

examples, traces = map(pathlib.Path, sys.argv[1:3])
client = Client()
opened = 0


def offset_of(text, place):
    lines = text.splitlines(keepends=True)
    return sum(map(len, lines[:place["line"]])) + place["character"]


def applied(text, edits):
    for edit in sorted(edits, key=lambda one: offset_of(text, one["range"]["start"]), reverse=True):
        begin, end = (offset_of(text, edit["range"][name]) for name in ("start", "end"))
        text = text[:begin] + edit["newText"] + text[end:]
    return text


def codes(found):
    return collections.Counter(one["code"] for one in found)


def open_text(text, suffix):
    global opened
    opened += 1
    uri = f"file:///fix{opened}{suffix}"
    client.open(uri, text)
    return uri


def actions(uri, text, found, **more):
    return client.about("codeAction", uri, range=whole_range(text), context={"diagnostics": found, **more})


def changed(before, after):
    """The lines of `after` that `before` lacks."""
    old = collections.Counter(before.splitlines())
    return [line for line in after.splitlines() if not old[line] or old.subtract([line])]


def fix(title, text, suffix, code, choose=0):
    """Applies one proposal for the message of this code."""
    uri = open_text(text, suffix)
    found = client.checked(uri)
    wrong = [one for one in found if one["code"] == code]
    proposals = actions(uri, text, wrong[:1])
    print(f"== {title}: {len(wrong)} {code}, {len(proposals)} proposals")
    if not proposals:
        return
    chosen = proposals[choose]
    result = applied(text, chosen["edit"]["changes"][uri])
    left = codes(client.checked(open_text(result, suffix)))
    print(chosen["title"])
    for line in changed(text, result):
        print("  " + line)
    new = left - codes(found)
    print("  gone" if left[code] == len(wrong) - 1 else f"  still there: {left[code]}", f"new: {dict(new)}" if new else "")
    client.close(uri)


def example(name, *replaced):
    text = (examples / name).read_text(encoding="utf-8")
    for pattern, piece in replaced:
        text, count = re.subn(pattern, piece, text, count=1, flags=re.S)
        assert count == 1, (name, pattern)
    return text


hexapawn = "hexapawn3.kif"
STEP = """role(red)
role(blue)
base(cell(1))
base(cell(2))
input(P, go) :- role(P)
init(cell(1))
legal(P, go) :- role(P)
next(cell(2)) :- true(cell(1)) & does(red, go)
terminal :- true(cell(2))
goal(P, 100) :- ~(true(cell(1))).
goal(P, 0) :- role(P) & true(cell(1))
"""
# Variables that nothing binds.
fix("in a negation", example(hexapawn, (r"\(<= open\n", "(<= open\n    (not (true (cell ?lost 1 w)))\n")), ".kif", "unsafe")
fix("for none at all", example(hexapawn, (r"\(<= open\n", "(<= open\n    (not (true (cell ?lost 1 w)))\n")), ".kif", "unsafe", 1)
fix("in the head", example(hexapawn, (r"\(<= \(won w\)", "(<= (won ?who) (true (cell 1 1 b)))\n(<= (won w)")),
    ".kif", "unsafe")
fix("on one line", example(hexapawn, (r"\(<= \(won w\)", "(<= open (distinct ?row 2) (true (cell 1 1 w)))\n(<= (won w)")),
    ".kif", "unsafe")
fix("in infix form", example("nim.gdl", (r"\ncounters_left :-", "\nterminal :- distinct(Player, red) &\n    ~true(control(Player))\ncounters_left :-")),
    ".gdl", "unsafe")
fix("in infix form, beside a negation in parentheses", STEP, ".gdl", "unsafe")
fix("in infix form, for none at all", example("nim.gdl", (r"\ncounters_left :-", "\nterminal :- ~(true(control(P)))\ncounters_left :-")),
    ".gdl", "unsafe", 1)
fix("in a fact", example(hexapawn, (r"\(index 3\)", "(index 3) (index ?x)")), ".kif", "unsafe")
# Declarations.
fix("a fluent that is not declared", example(hexapawn, (r"\(<= \(base \(cell [^\n]*\n", "")), ".kif", "base")
fix("a fluent without arguments", example(hexapawn, (r"\(init ", "(init started)\n(init ")), ".kif", "base")
fix("a function without arguments", example(hexapawn, (r"\(init ", "(init (started))\n(init ")), ".kif", "base")
fix("a move", example(hexapawn, (r"\(<= \(input \?player noop\)[^\n]*\n", "")), ".kif", "input")
fix("in infix form", example("nim.gdl", (r"\nbase\(control[^\n]*\n", "\n")), ".gdl", "base")
# Fluents that get lost.
fix("no rule gives it", example(hexapawn, (r"\(init \(control", "(init (mark 1 2))\n(<= open (true (mark ?x 2)) (true (control ?x)))\n(init (control")),
    ".kif", "frame")
# Clauses that are there twice.
fix("a clause twice", example(hexapawn, (r"(\(<= \(won w\)[^\n]*\n)", r"\1\1")), ".kif", "duplicate-clause")
fix("a fact twice on a line", example(hexapawn, (r"\(index 3\)", "(index 3) (index 3)")), ".kif", "duplicate-clause")
fix("in infix form, a clause twice", example("nim.gdl", (r"\ncounters_left :-", "\nleft(1).\nleft(1).\nterminal :- left(2).\ncounters_left :-")),
    ".gdl", "duplicate-clause")
fix("in infix form, facts on a line", example("nim.gdl", (r"\ncounters_left :-", "\nleft(1). left(1) .\nterminal :- left(2).\ncounters_left :-")),
    ".gdl", "duplicate-clause")
# Names.
fix("in infix form, a quoted name", example("nim.gdl", (r"\ncounters_left :-",
    "\n'row-one'(1)\n'row-one'(2)\nterminal :- 'row-on'(1) & 'row-one'(2)\ncounters_left :-")), ".gdl", "undefined")
fix("in infix form, a fluent without `true`", example("nim.gdl", (r"\ncounters_left :-", "\nterminal :- control(red)\ncounters_left :-")),
    ".gdl", "undefined")

def answers(path, query):
    found = subprocess.run(["tesuji", "query", path, query, "--json"], capture_output=True, text=True, check=False).stdout
    return {tuple(answer.values()) for answer in json.loads(found)["answers"]}


def undeclared(name, text, suffix):
    """Counts the fluents and moves of the recorded games; prints those that the sheet does not declare."""
    trace = json.loads((traces / f"{name}.trace.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"sheet{suffix}"
        path.write_text(text, encoding="utf-8")
        fluents, moves = answers(path, "(base ?f)"), answers(path, "(input ?r ?m)")
    count = 0
    for step in (step for playout in trace["playouts"] for step in playout["steps"]):
        played = set(zip(trace["roles"], step.get("m", [])))
        held = {(fluent,) for fluent in step.get("F", [])}
        count += len(played) + len(held)
        for one in (played - moves) | (held - fluents):
            print(f"{name}: not declared: {one}")
    return count


# All declarations at once, in every example without them: all that recorded games have is declared then.
declared = refused = held = 0
for path in sorted([*examples.glob("*.kif"), *examples.glob("*.gdl"), *(examples / "tutorial").glob("*.[kg]*")]):
    text = path.read_text(encoding="utf-8")
    bare = re.sub(r"(?m)^\(<= \((base|input) (?:[^\n]*\n)(?:[ \t]+[^\n]*\n)*|^\((?:base|input) [^\n]*\n", "", text)
    bare = re.sub(r"(?m)^(base|input)\([^\n]*\n(?:[ \t]+[^\n]*\n)*", "", bare)
    uri = open_text(bare, path.suffix)
    before = codes(client.checked(uri))
    proposals = actions(uri, bare, [], only=["source"])
    assert not actions(uri, bare, [])  # only editors that ask for it get it
    if not proposals:
        refused += 1
        print(f"{path.name}: not declared")
        continue
    result = applied(bare, proposals[0]["edit"]["changes"][uri])
    after = codes(client.checked(open_text(result, path.suffix)))
    declared += 1
    if after - before:
        print(f"{path.name}: {dict(after - before)}")
    if path.suffix == ".kif" and (traces / f"{path.stem}.trace.json").exists():
        held += undeclared(path.stem, result, path.suffix)
print(f"declared: {declared}, refused: {refused}, {held} fluents and moves compared")
print("exit code", client.shut_down())
