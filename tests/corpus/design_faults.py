#!/usr/bin/env python3
"""Plants one design fault each in 60 games of the conformance corpus; `tesuji check` has to name 55 of them.

    design_faults.py [--least=55] [--per-kind=5] [--keep=FOLDER] [--default-shared=FOLDER] TESUJI

Each of the twelve kinds of fault below goes into --per-kind games, the next ones of the list that it fits: no random
numbers, so every run plants the same. A fault is named by a warning or an error that the game itself does not get, of
one of the codes that fit the kind. --keep writes the faulty sheets to a folder. Exit code 77: there is no corpus.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
TIMEOUT = 60  # seconds of one `check`

GAMES = """
    ticTacToe breakthrough connectFour blocker nim1 pegEuro knightsTour eightPuzzle hanoi buttons
    skirmishNew checkersTiny reversi sheepAndWolf pawnWhopping knightThrough chomp dotsAndBoxes
    tictactoe_3player pentago quarto cephalopodMicro biddingTicTacToe ticTacToeParallel connectFourSimultaneous
    racer4.v1 snake_2009 blocksWorld lightsOn pancakes88 queens06ug gt_chicken roshambo2 tron_10x10
    madBishops cittaceot 2pffa 3pttc battlebrushes catcha_mouse hex minichess merrills ggpserver.cubicup
    ggpserver.tictactoe ggpserver.breakthrough ggpserver.maze ggpserver.connectfour ggpserver.numbertictactoe
    ggpserver.skirmish2 untwistycomplex2 majorities crisscross doubletictactoe coins peg hodgepodge firefighter
""".split()

IN_PLAY = {"over-at-start", "no-legal", "play-cut", "goal-missing", "goal-several", "goal-value", "goal-sum"}
LOST = {"frame", "unreachable", "undefined", "no-moves"}
MISSPELT = {"undefined", "unused", "misspelt", "unreachable"}


class Clause:
    """A fact or a rule, with its place in the text."""

    def __init__(self, term, begin, end):
        self.begin, self.end = begin, end
        self.is_rule = isinstance(term, list) and term[0] == "<="
        self.head = term[1] if self.is_rule else term
        self.body = term[2:] if self.is_rule else []
        self.relation = functor(self.head)

    def fluent(self):
        """That `init` or `next` gives."""
        return self.head[1] if self.relation in ("init", "next") and len(self.head) == 2 else None


def functor(term):
    return term[0] if isinstance(term, list) and term else term


def show(term):
    return "(" + " ".join(map(show, term)) + ")" if isinstance(term, list) else term


def tokens(text):
    i = 0
    while i < len(text):
        c = text[i]
        if c == ";":
            while i < len(text) and text[i] not in "\r\n":
                i += 1
        elif c.isspace():
            i += 1
        elif c in "()":
            yield c, i, i + 1
            i += 1
        else:
            begin = i
            while i < len(text) and not text[i].isspace() and text[i] not in "();":
                i += 1
            yield text[begin:i].lower(), begin, i


def parse(text):
    """The clauses of a sheet; words in lower case."""
    clauses, stack, starts = [], [], []
    for token, begin, end in tokens(text):
        if token == "(":
            stack.append([])
            starts.append(begin)
            continue
        if token == ")":
            token, begin = stack.pop(), starts.pop()
        if stack:
            stack[-1].append(token)
        else:
            clauses.append(Clause(token, begin, end))
    return clauses


class Sheet:
    def __init__(self, text):
        self.text = text
        self.clauses = parse(text)

    def of(self, relation):
        return [clause for clause in self.clauses if clause.relation == relation]

    def edit(self, dropped=(), replaced=(), added=""):
        """The text without some clauses, with others in the place of some, and with more at the end."""
        changes = {clause.begin: (clause, "") for clause in dropped}
        changes.update({clause.begin: (clause, text) for clause, text in replaced})
        parts, at = [], 0
        for begin, (clause, text) in sorted(changes.items()):
            parts += [self.text[at:begin], text]
            at = clause.end
        return "".join(parts) + self.text[at:] + "\n" + added

    def write(self, clause):
        return self.text[clause.begin:clause.end]

    def turn(self):
        """The functor of the fluent that says whose turn it is: one initial fact, about a role."""
        roles = {clause.head[1] for clause in self.of("role")}
        starts = [c.fluent() for c in self.of("init") if isinstance(c.fluent(), list)]
        for fluent in starts:
            if len(fluent) == 2 and fluent[1] in roles and \
                    sum(functor(other) == fluent[0] for other in starts) == 1:
                return fluent[0]
        return None


# Kinds of faults: each returns the text of the faulty sheet, or nothing where it does not fit.

def no_first_turn(sheet):
    """Nobody has the first turn."""
    turn = sheet.turn()
    return turn and sheet.edit([c for c in sheet.of("init") if functor(c.fluent()) == turn])


def turn_never_passes(sheet):
    """No rule says whose turn is next."""
    turn = sheet.turn()
    return turn and sheet.edit([c for c in sheet.of("next") if functor(c.fluent()) == turn])


def over_at_start(sheet):
    """A rule of `terminal` lacks its conditions but for one that holds at the start."""
    start = next((c.fluent() for c in sheet.of("init")), None)
    rules = [c for c in sheet.of("terminal") if c.is_rule]
    return start and rules and sheet.edit(
        replaced=[(rules[0], f"(<= terminal (true {show(start)}))")])


def never_over(sheet):
    """The only rule of `terminal` has conditions that exclude each other."""
    start = next((c.fluent() for c in sheet.of("init")), None)
    return start and sheet.edit(
        sheet.of("terminal"),
        added=f"(<= terminal (true {show(start)}) (not (true {show(start)})))\n")


def goals_of(sheet, value):
    return [c for c in sheet.of("goal") if c.is_rule and c.head[2] == value]


def goal_removed(sheet):
    """Who wins has no goal."""
    wins = goals_of(sheet, "100")
    return wins and sheet.edit(wins)


def goal_twice(sheet):
    """Who wins also has another goal."""
    wins = goals_of(sheet, "100")
    return wins and sheet.edit(
        added=sheet.write(wins[0]).replace("100", "50", 1) + "\n")


def misspell(word):
    return word[:-2] + word[-1] if len(word) > 3 else word + word[-1]


def relation_misspelt(sheet):
    """A rule's condition is a relation that lacks a letter."""
    own = {c.relation for c in sheet.clauses if c.relation not in KEYWORDS and len(c.relation) > 4}
    for clause in sheet.clauses:
        for literal in clause.body:
            if functor(literal) in own:
                return sheet.edit(replaced=[(clause, respell(sheet, clause, functor(literal)))])
    return None


KEYWORDS = {"role", "init", "true", "does", "next", "legal", "goal", "terminal", "distinct", "not", "or", "base",
            "input", "sees"}


def respell(sheet, clause, word):
    """The clause with the last occurrence of a word misspelt."""
    text = sheet.write(clause)
    places = [(b, e) for token, b, e in tokens(text) if token == word]
    begin, end = places[-1]
    return text[:begin] + misspell(word) + text[end:]


def keyword_misspelt(sheet):
    """The head of a rule for `next` is misspelt."""
    rules = [c for c in sheet.of("next") if c.is_rule]
    if not rules:
        return None
    text = sheet.write(rules[-1])
    begin, end = next((b, e) for token, b, e in tokens(text) if token == "next")
    return sheet.edit(replaced=[(rules[-1], text[:begin] + "nxt" + text[end:])])


def fluent_misspelt(sheet):
    """A rule reads a fluent whose name lacks a letter."""
    for clause in sheet.of("legal") + sheet.of("next"):
        for literal in clause.body:
            if functor(literal) == "true" and len(functor(literal[1])) > 3:
                return sheet.edit(replaced=[(clause, respell(sheet, clause, functor(literal[1])))])
    return None


def waiting_removed(sheet):
    """Who waits has no move."""
    rules = [c for c in sheet.of("legal") if c.is_rule and isinstance(c.head[2], str) and c.head[2][0] != "?"]
    return rules and sheet.edit(rules)


def moves_impossible(sheet):
    """The first role's first rule of `legal` has conditions that exclude each other."""
    start = next((c.fluent() for c in sheet.of("init")), None)
    rules = [c for c in sheet.of("legal") if c.is_rule]
    if not start or not rules:
        return None
    text = sheet.write(rules[0])
    return sheet.edit(replaced=[(rules[0], text[:-1] + f" (true {show(start)}) (not (true {show(start)})))")])


def frame_dropped(sheet):
    """What a move does not change is gone after it."""
    for clause in sheet.of("next"):
        fluent = clause.fluent()
        if isinstance(fluent, list) and ["true", fluent] in clause.body:
            return sheet.edit([clause])
    return None


KINDS = {
    no_first_turn: IN_PLAY | LOST,
    turn_never_passes: IN_PLAY | LOST,
    over_at_start: {"over-at-start"},
    never_over: {"play-cut", "no-legal"},
    goal_removed: {"goal-missing", "no-goals"},
    goal_twice: {"goal-several"},
    relation_misspelt: MISSPELT,
    keyword_misspelt: MISSPELT,
    fluent_misspelt: MISSPELT,
    waiting_removed: {"no-legal", "no-moves", "unreachable"},
    moves_impossible: {"no-legal", "idle-rule", "unreachable"},
    frame_dropped: IN_PLAY | LOST,
}


def messages(tesuji, path):
    """Warnings and errors of a sheet, as code and message, whose counts say nothing."""
    run = subprocess.run([tesuji, "check", "--json", path], capture_output=True, text=True, timeout=TIMEOUT)
    if run.returncode not in (0, 1, 3):
        raise RuntimeError(f"exit code {run.returncode}: check {path}\n{run.stderr}")
    file, = json.loads(run.stdout)["files"]
    return {(d["code"], re.sub(r"\d+", "N", d.get("message", ""))) for d in file["diagnostics"] if d["severity"] != "note"}


def plant(folder, per_kind):
    """Each kind of fault in some games: its name, its codes, the game's sheet, the faulty text."""
    sheets = {}
    at = 0
    for kind, codes in KINDS.items():
        count = 0
        for step in range(len(GAMES)):
            game = GAMES[(at + step) % len(GAMES)]
            path = folder / f"{game}.kif"
            if path not in sheets:
                sheets[path] = Sheet(path.read_text(encoding="latin-1"))
            text = kind(sheets[path])
            if not text:
                continue
            yield kind.__name__, codes, path, text
            count += 1
            if count == per_kind:
                break
        at += step + 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tesuji")
    parser.add_argument("--least", type=int, default=55, help="so many faults have to be named")
    parser.add_argument("--per-kind", type=int, default=5, help="games that each kind of fault goes into")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the faulty sheets")
    parser.add_argument("--default-shared", default=str(SOURCE / "shared"))
    arguments = parser.parse_args()
    corpus = pathlib.Path(os.environ.get("TESUJI_SHARED", arguments.default_shared)) / "corpus/dev"
    if not corpus.is_dir():
        print(f"*** skipped: no corpus at {corpus} (set TESUJI_SHARED)")
        return 77
    named, planted = 0, 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for kind, codes, path, text in plant(corpus, arguments.per_kind):
            faulty = folder / f"{kind}.{path.name}"
            faulty.write_text(text, encoding="latin-1")
            new = messages(arguments.tesuji, faulty) - messages(arguments.tesuji, path)
            found = sorted(code for code, _ in new if code in codes)
            planted += 1
            named += bool(found)
            print(f"{'named ' if found else 'MISSED'} {kind} {path.stem}: "
                  f"{', '.join(found) or sorted(new)}")
    print(f"{named} of {planted} faults are named")
    return 0 if named >= arguments.least else 1


if __name__ == "__main__":
    sys.exit(main())
