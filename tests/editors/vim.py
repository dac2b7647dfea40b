#!/usr/bin/env python3
"""Tests the syntax files for Vim: opens all examples and sheets of the corpus, and asks for the colours of places.
Skipped (77) without `nvim` and `vim`, or where Vim has no syntax highlighting.

usage: vim.py ROOT [--default-shared=FOLDER]
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
# File, a text in it, a word in that text or after it, and its syntax group.
PROBES = [
    ("hexapawn3.kif", "(role w)", "role", "gdlKeyword"),
    ("hexapawn3.kif", "(role w)", "w)", ""),
    ("hexapawn3.kif", "(<= (legal", "<=", "gdlConnective"),
    ("hexapawn3.kif", "(<= (legal", "legal", "gdlKeyword"),
    ("hexapawn3.kif", "(legal ?player (move", "?player", "gdlVariable"),
    ("hexapawn3.kif", "(legal ?player (move", "move", "gdlFunction"),
    ("hexapawn3.kif", "(not (true", "not", "gdlConnective"),
    ("hexapawn3.kif", "(index 1)", "index", "gdlFunction"),
    ("hexapawn3.kif", "(index 1)", "1", "gdlNumber"),
    ("hexapawn3.kif", "; Hexapawn", "Hexapawn", "gdlComment"),
    ("nim.gdl", "role(red)", "role", "gdlKeyword"),
    ("nim.gdl", "succ(0,1)", "succ", "gdlFunction"),
    ("nim.gdl", "succ(0,1)", "0", "gdlNumber"),
    ("nim.gdl", ":- start(Name,Size)", ":-", "gdlConnective"),
    ("nim.gdl", "start(Name,Size)", "Name", "gdlInfixVariable"),
    ("nim.gdl", "% Nim", "Nim", "gdlComment"),
    ("invariants/noughts-and-crosses.inv", "invariant one_mover", "invariant", "invDeclaration"),
    ("invariants/noughts-and-crosses.inv", "invariant one_mover", "one_mover", "invName"),
    ("invariants/noughts-and-crosses.inv", "exists[1] P", "exists", "invQuantifier"),
    ("invariants/noughts-and-crosses.inv", "exists[1] P", "P", "invVariable"),
    ("invariants/noughts-and-crosses.inv", "implies next", "implies", "invConnective"),
    ("ordering/connect-table3.rules", "(premises", "premises", "rulesWord"),
    ("ordering/connect-table3.rules", "present", "present", "rulesCondition"),
    ("explanation/capture.rules", "(rule", "rule", "rulesWord"),
]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--default-shared", type=pathlib.Path)
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    shared = pathlib.Path(os.environ.get("TESUJI_SHARED", arguments.default_shared or root.parent / "shared"))
    command = (["nvim", "--headless", "--clean", "--cmd", "let &runtimepath = $TESUJI_VIM . ',' . &runtimepath"] if shutil.which("nvim") else ["vim", "-es", "-N", "-u", "NONE"])
    if not shutil.which(command[0]):
        print("skipped: no nvim and no vim")
        return SKIPPED
    if command[0] == "vim" and "+syntax" not in subprocess.run(["vim", "--version"], capture_output=True, text=True, check=True).stdout:
        print("skipped: this vim has no syntax highlighting")
        return SKIPPED
    examples = root / "examples"
    files = [path for pattern in ("*.kif", "*.gdl", "invariants/*.inv", "ordering/*.rules", "explanation/*.rules", "tutorial/*.*")
             for path in sorted(examples.glob(pattern))]
    files += sorted((shared / "corpus" / "dev").glob("*.kif"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "files").write_text("".join(f"{path}\n" for path in files))
        (folder / "probes").write_text("".join(f"{examples / file}\t{text}\t{word}\n" for file, text, word, _ in PROBES))
        environment = {**os.environ, "TESUJI_VIM": str(root / "tools" / "editors" / "vim"), "TESUJI_FILES": str(folder / "files"),
                       "TESUJI_PROBES": str(folder / "probes"), "TESUJI_REPORT": str(folder / "report"), "HOME": name}
        done = subprocess.run([*command, "-S", str(root / "tests" / "editors" / "colours.vim"), "+cquit!"], env=environment,
                              capture_output=True, text=True, timeout=300, check=False)
        report = folder / "report"
        assert report.exists(), done.stdout + done.stderr
        lines = report.read_text(encoding="utf-8", errors="replace").splitlines()
    assert "Error" not in done.stderr and "E" + "4" not in done.stderr, done.stderr
    types = {".kif": "gdl", ".gdl": "gdl", ".inv": "tesuji-invariants", ".rules": "tesuji-rules"}
    wrong = []
    opened = [line.removeprefix("FILE ") for line in lines if line.startswith("FILE ")]
    for path, line in zip(files, opened, strict=True):
        if not line.startswith(f"{path} {types[path.suffix]} {'%' if path.suffix == '.inv' else ';'} %s"):
            wrong.append(f"{path}: {line}")
    found = [line.removeprefix("PROBE ").split("\t") for line in lines if line.startswith("PROBE ")]
    for (file, text, word, colour), (*_, got) in zip(PROBES, found, strict=True):
        if got != colour:
            wrong.append(f"{file}: {word} in {text}: {got or 'none'} instead of {colour or 'none'}")
    for line in wrong[:20]:
        print(line)
    print(f"{command[0]}: {len(opened)} files, {len(found)} places, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
