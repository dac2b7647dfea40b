#!/usr/bin/env python3
"""Tests the tree-sitter grammar of rulesheets: generates the parser, runs its own tests, checks the queries, and parses all
examples and sheets of the corpus, of which none may have an error. Skipped (77) without `tree-sitter`, a C compiler or node.

usage: tree_sitter.py ROOT [--default-shared=FOLDER]
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
WRONG = ["(<= (p ?x)\n", "(role w))\n", "(<= (p ?x) (not))\n", "(<= (p) (not q r))\n"]


def run(folder, *arguments):
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "XDG_CONFIG_HOME": str(folder / "config"),
                   "HOME": str(folder)}
    done = subprocess.run(["tree-sitter", *arguments], cwd=folder / "grammar", env=environment, capture_output=True, text=True,
                          check=False)
    return done.returncode, done.stdout + done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--default-shared", type=pathlib.Path)
    arguments = parser.parse_args()
    if not all(map(shutil.which, ("tree-sitter", "cc", "node"))):
        print("skipped: no tree-sitter, cc or node")
        return SKIPPED
    shared = pathlib.Path(os.environ.get("TESUJI_SHARED", arguments.default_shared or arguments.root.parent / "shared"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shutil.copytree(arguments.root / "tools" / "editors" / "tree-sitter", folder / "grammar",
                        ignore=shutil.ignore_patterns("src", "node_modules"))
        # The parser is generated without bindings, which newer versions no longer write unasked.
        code, output = run(folder, "generate", "--no-bindings")
        if code != 0:
            code, output = run(folder, "generate")
        assert code == 0, output
        code, output = run(folder, "test")
        assert code == 0, output
        cases = sum(len(re.findall(r"^===+\n.*\n(?::error\n)?===+$", file.read_text(encoding="utf-8"), re.M))
                    for file in (folder / "grammar" / "test" / "corpus").glob("*.txt"))

        sheets = [path for place in (arguments.root / "examples", arguments.root / "examples" / "tutorial", shared / "corpus" / "dev",
                                     shared / "corpus" / "fig3", shared / "corpus" / "slow") for path in sorted(place.glob("*.kif"))]
        (folder / "paths").write_text("".join(f"{path.resolve()}\n" for path in sheets))
        code, output = run(folder, "parse", "--quiet", "--stat", "--paths", str(folder / "paths"))
        assert code == 0, output
        assert f"successful parses: {len(sheets)}; failed parses: 0" in output, output

        for number, text in enumerate(WRONG):
            wrong = folder / f"wrong{number}.kif"
            wrong.write_text(text)
            code, output = run(folder, "parse", "--quiet", str(wrong))
            assert code != 0, f"no error in {text!r}: {output}"

        game = arguments.root.resolve() / "examples" / "hexapawn3.kif"
        captures = {}
        for query in sorted((folder / "grammar" / "queries").glob("*.scm")):
            code, output = run(folder, "query", str(query), str(game))
            assert code == 0, output
            captures[query.name] = set(re.findall(r"capture: (?:\d+ - )?([\w.]+)", output))
        wanted = {"comment", "variable", "number", "keyword", "keyword.operator", "punctuation.bracket", "function", "function.call",
                  "property", "function.method", "constant"}
        assert wanted <= captures["highlights.scm"], wanted - captures["highlights.scm"]
        assert all(captures.values()), captures
    print(f"{cases} tests of the grammar, {len(sheets)} sheets without an error, {len(WRONG)} with one, {len(captures)} queries")
    return 0


if __name__ == "__main__":
    sys.exit(main())
