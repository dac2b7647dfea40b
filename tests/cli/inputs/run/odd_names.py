#!/usr/bin/env python3
"""odd_names.py TESUJI FOLDER [SWIPL]: prints facts with odd values, as `tesuji run` does, and reads them again: with tesuji,
which has to print the same, and, where it is named, with SWI-Prolog, which has to find the same names and numbers. Writes to
FOLDER; tells how many values were read, or what was wrong."""
import re
import subprocess
import sys
from pathlib import Path

VALUES = [
    "a", "a_1B".lower(), "a b", " a", "a ", "it's", "''", '"q"', "`", "a\nb", "\n", "a\r\nb", "a\tb", "a\\b", "\\", "\\n", "a\\",
    "\\x41\\", "?x", "1,2", "p(1,?x).", ",", "(", ")", "()", "[]", "[a]", "{}", "{a}", "|", ";", "!", ".", "..", "a.", "a.b", ".a",
    ":-", ":- halt", "-->", "%", "a%b", "/*", "*/", "/* a */", "_", "_x", "_1", "0", "1", "-1", "-0", "007", "-007", "00", "+3",
    "2.5", "2.50", "-2.50", "-0.0", ".5", "5.", "1e5", "1.0e5", "1e400", "--", "-", "+", "*", "-a", "- 1", "1-2", "2026-11-24",
    "0'a", "0x1f", "0b1", "1_000", "1r3", "inf", "nan", "1.0inf", "1.5nan", "dynamic", "is", "mod", "table", "end_of_file", "a:b",
    "@", "#", "$", "&", "~", "^", "=", "<", "=..", "\\+", "\\=", "é", "É", "ß", "ǅ", "ñandú", "日本", "😀", "²", "a²", "½", "\u0301a",
    "\u00a0", "a\u00a0b", "\u200b", "\u202ea", "\u2028", "\ufeff", "\u3000", "\x00", "a\x00b", "\x01", "\x1b[0m", "\x7f",
    "\x85", "9" * 40, "9" * 400, "9" * 400 + ".5", "0." + "1" * 50, "x" * 3000,
]
NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?")

PROLOG = """
main :- current_prolog_flag(argv, [File]), set_stream(user_output, encoding(utf8)),
        open(File, read, In, [encoding(utf8)]), all(In).
all(In) :- read_term(In, Term, []), ( Term == end_of_file -> true ; tell(Term), all(In) ).
tell('odd relation'(I, X)) :- kind(X, Kind), format("~w ~w~n", [I, Kind]).
kind(X, codes(Codes)) :- atom(X), atom_codes(X, Codes).
kind(X, number(X)) :- number(X).
"""


def run(command, text=None):
    result = subprocess.run(command, input=text, capture_output=True, check=False)
    if result.returncode != 0 or result.stderr:
        sys.exit(f"{command[0]}: exit code {result.returncode}\n{result.stderr.decode(errors='replace')}")
    return result.stdout


def same(value, answer):
    if answer.startswith("codes("):
        return [int(code) for code in re.findall(r"\d+", answer)] == [ord(c) for c in value]
    number = answer[len("number("):-1]
    if not NUMBER.fullmatch(value):
        return False
    return int(number) == int(value) if "." not in value else float(number) == float(value)


def main():
    tesuji, folder = sys.argv[1], Path(sys.argv[2])
    rows = [f'{i},"{value.replace(chr(34), chr(34) * 2)}"\n' for i, value in enumerate(VALUES)]
    (folder / "p.csv").write_bytes("".join(rows).encode())
    rules = folder / "copy.rules"
    rules.write_text('(rule copy (premises (present (p ?i ?x))) (conclusions (add (q ?i ?x))))')
    printed = run([tesuji, "run", str(rules), "--facts", str(folder / "p.csv")])
    facts = folder / "facts.pl"
    facts.write_bytes(printed.replace(b"q(", b"p("))
    again = run([tesuji, "run", str(rules), "--facts", str(facts)])
    if again != printed:
        sys.exit("tesuji read other names than it had printed")
    lines = printed.decode().splitlines()
    if len(lines) != len(VALUES):
        sys.exit(f"{len(VALUES)} facts in {len(lines)} lines")
    if len(sys.argv) > 3:
        facts.write_bytes(re.sub(rb"(?m)^q\(", rb"'odd relation'(", printed))
        program = folder / "read.pl"
        program.write_text(PROLOG)
        answers = run([sys.argv[3], "-q", "-g", "main", "-t", "halt", str(program), "--", str(facts)]).decode().splitlines()
        for value, line, answer in zip(VALUES, lines, answers, strict=True):
            if not same(value, answer.split(" ", 1)[1]):
                sys.exit(f"{line}: {value!r} became {answer}")
    print(f"{len(VALUES)} values were read again")


main()
