#!/usr/bin/env python3
"""Formats rulesheets of the conformance corpus: the same game, every comment, and nothing left to do.

Of each sheet and what `tesuji format` makes of it, these are compared: the clauses, in order, as
`convert` prints them; all comments; what a second formatting makes of the first; and for every tenth
sheet, the trace that lies beside it is replayed. All this once more with line breaks and blanks
changed at random, and in infix form. Exit code 77: there is no corpus.
"""
import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

TIMEOUT = 60  # seconds


def tesuji(command, *arguments):
    return subprocess.run([command, *map(str, arguments)], capture_output=True, timeout=TIMEOUT)


def comments_of(text, mark):
    lines = re.split(rb"\r\n|\r|\n", text)
    return [line[line.index(mark):].rstrip() for line in lines if mark in line]


def clauses_of(command, path):
    done = tesuji(command, "convert", "--to=kif", "--no-comments", path)
    if done.returncode != 0:
        raise AssertionError(done.stderr.decode(errors="replace"))
    return done.stdout


def formatted(command, path):
    done = tesuji(command, "format", path)
    if done.returncode != 0:
        raise AssertionError(done.stderr.decode(errors="replace"))
    return done.stdout


def crumpled(text, rng):
    """The same rules with other blanks between words, and a comment here and there. `(<=` goes on
    beginning lines only where it begins a clause."""
    result = bytearray()
    depth = 0
    for part in re.findall(rb";[^\r\n]*|[()]|[^\s();]+", text):
        if part.startswith(b";"):
            result += b" " + part + b"\n"
            continue
        depth += (part == b"(") - (part == b")")
        result += part
        if part == b"(":
            result += rng.choice([b"", b"", b"", b" "])
        else:
            result += rng.choice([b" ", b" ", b" ", b"  ", b"\n", b"\n\n", b"\t", b" ; so\n"])
        if depth == 0 and not result.endswith(b"\n"):
            result += rng.choice([b" ", b"\n"])
    return bytes(result)


def crumpled_infix(text, rng):
    """The same rules of a text that `convert` printed. A line may be broken behind an operator."""
    lines = []
    for line in text.split(b"\n"):
        rule, mark, comment = line.partition(b"%")
        rule = re.sub(rb" [&|] | :- ", lambda sign: sign[0].rstrip() + rng.choice(
            [b" ", b"  ", b"\n", b"\n\n", b"\t", b" % so\n", b" /* so */ ", b"\n % so\n"]), rule)
        rule = re.sub(rb",", lambda comma: rng.choice([b",", b",", b" , ", b",\n"]), rule)
        lines.append(rule + mark + comment)
    return b"\n".join(lines)


def check(command, sheet, folder, trace, ending=".kif"):
    before = folder / ("before" + ending)
    after = folder / ("after" + ending)
    before.write_bytes(sheet)
    once = formatted(command, before)
    after.write_bytes(once)
    if formatted(command, after) != once:
        raise AssertionError("a second formatting changes it")
    mark = b";" if ending == ".kif" else b"%"
    if comments_of(once, mark) != comments_of(sheet, mark):
        raise AssertionError("comments differ")
    if clauses_of(command, after) != clauses_of(command, before):
        raise AssertionError("clauses differ")
    if trace is not None:
        done = tesuji(command, "replay", "--engine=interpreter", after, trace)
        if done.returncode != 0:
            raise AssertionError(done.stdout.decode(errors="replace") + done.stderr.decode(errors="replace"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1, help="take every Nth game only")
    parser.add_argument("--default-shared", required=True)
    parser.add_argument("tesuji", type=pathlib.Path)
    options = parser.parse_args()
    shared = pathlib.Path(os.environ.get("TESUJI_SHARED") or options.default_shared)
    games = sorted((shared / "corpus/dev").glob("*.kif"))
    if not games:
        print(f"*** skipped: no corpus at {shared / 'corpus'} (set TESUJI_SHARED)")
        return 77
    rng = random.Random(1)
    failures, replayed = 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for number, game in enumerate(games[::options.every]):
            text = game.read_bytes()
            trace = game.with_suffix(".trace.json")
            trace = trace if number % 10 == 0 and trace.exists() else None
            replayed += trace is not None
            infix = tesuji(options.tesuji, "convert", "--to=infix", game).stdout
            for kind, sheet, ending in (("", text, ".kif"), (" crumpled", crumpled(text, rng), ".kif"),
                                        (" in infix form", crumpled_infix(infix, rng), ".gdl")):
                try:
                    check(options.tesuji, sheet, folder, trace, ending)
                except AssertionError as failure:
                    failures += 1
                    print(f"{game.name}{kind}: {failure}")
    print(f"{len(games[::options.every])} sheets, as they are, crumpled, and in infix form; {replayed} replayed; "
          f"{failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
