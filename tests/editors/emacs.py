#!/usr/bin/env python3
"""Tests the modes for Emacs: compiles them without warnings, opens all examples and sheets of the corpus, asks for the colours
of places, and indents. Skipped (77) without `emacs`.

usage: emacs.py ROOT [--default-shared=FOLDER]
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
PROBES = [
    ("hexapawn3.kif", "(role w)", "role", "font-lock-keyword-face"),
    ("hexapawn3.kif", "(role w)", "w)", "nil"),
    ("hexapawn3.kif", "(<= (legal", "<=", "font-lock-builtin-face"),
    ("hexapawn3.kif", "(legal ?player (move", "legal", "font-lock-keyword-face"),
    ("hexapawn3.kif", "(legal ?player (move", "?player", "font-lock-variable-name-face"),
    ("hexapawn3.kif", "(legal ?player (move", "move", "font-lock-type-face"),
    ("hexapawn3.kif", "(<= (touched", "touched", "font-lock-function-name-face"),
    ("hexapawn3.kif", "(not (true", "not", "font-lock-builtin-face"),
    ("hexapawn3.kif", "(index 1)", "1", "font-lock-constant-face"),
    ("hexapawn3.kif", "; Hexapawn", "Hexapawn", "font-lock-comment-face"),
    ("nim.gdl", "role(red)", "role", "font-lock-keyword-face"),
    ("nim.gdl", "% Nim", "Nim", "font-lock-comment-face"),
    ("nim.gdl", ":- start(Name,Size)", ":-", "font-lock-builtin-face"),
    ("invariants/noughts-and-crosses.inv", "invariant one_mover", "invariant", "font-lock-keyword-face"),
    ("invariants/noughts-and-crosses.inv", "invariant one_mover", "one_mover", "font-lock-function-name-face"),
    ("invariants/noughts-and-crosses.inv", "exists[1] P", "P", "font-lock-variable-name-face"),
    ("invariants/noughts-and-crosses.inv", "implies next", "implies", "font-lock-builtin-face"),
    ("ordering/connect-table3.rules", "(rule connect", "connect", "font-lock-function-name-face"),
    ("ordering/connect-table3.rules", "(premises", "premises", "font-lock-keyword-face"),
]
MODES = {".kif": "gdl-mode", ".gdl": "gdl-mode", ".inv": "tesuji-invariants-mode", ".rules": "tesuji-rules-mode"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--default-shared", type=pathlib.Path)
    arguments = parser.parse_args()
    if not shutil.which("emacs"):
        print("skipped: no emacs")
        return SKIPPED
    root = arguments.root.resolve()
    shared = pathlib.Path(os.environ.get("TESUJI_SHARED", arguments.default_shared or root.parent / "shared"))
    examples = root / "examples"
    files = [path for pattern in ("*.kif", "*.gdl", "invariants/*.inv", "ordering/*.rules", "explanation/*.rules", "tutorial/*.*")
             for path in sorted(examples.glob(pattern))]
    files += sorted((shared / "corpus" / "dev").glob("*.kif"))
    indented = sorted(examples.glob("*.kif"))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        mode = folder / "gdl-mode.el"
        shutil.copy(root / "tools" / "editors" / "emacs" / "gdl-mode.el", mode)
        (folder / "files").write_text("".join(f"{path}\n" for path in files))
        (folder / "probes").write_text("".join(f"{examples / file}\t{text}\t{word}\n" for file, text, word, _ in PROBES))
        (folder / "indented").write_text("".join(f"{path}\n" for path in indented))
        environment = {**os.environ, "TESUJI_MODE": str(mode), "HOME": name,
                       **{f"TESUJI_{what.upper()}": str(folder / what) for what in ("files", "probes", "indented")}}
        done = subprocess.run(["emacs", "--batch", "-Q", "-l", str(root / "tests" / "editors" / "modes.el")], env=environment,
                              capture_output=True, timeout=300, check=False)
    output, errors = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
    assert done.returncode == 0, errors[-2000:] + output[-500:]
    rows = [line.split("\t") for line in output.splitlines()]
    wrong = []
    opened = [row[1:] for row in rows if row[0] == "FILE"]
    for path, (_, found, balanced) in zip(files, opened, strict=True):
        if found != MODES[path.suffix] or balanced != "balanced":
            wrong.append(f"{path}: {found}, {balanced}")
    found = [row[1:] for row in rows if row[0] == "PROBE"]
    for (file, text, word, face), (*_, got) in zip(PROBES, found, strict=True):
        if got != face:
            wrong.append(f"{file}: {word} in {text}: {got} instead of {face}")
    wrong += [f"{row[1]} is indented otherwise" for row in rows if row[0] == "INDENT" and row[2] != "same"]
    wrong += [f"{row}" for row in rows if row[0] == "ROLES" and row[1] != "black white" and row[1] != "white black"]
    wrong += [f"{row}" for row in rows if row[0] == "KEYS" and row[1] != "gdl-explain-rule"]
    for line in wrong[:20]:
        print(line)
    if wrong:
        print("\n".join(line for line in output.splitlines() if line.startswith("  at"))[:1500])
    print(f"emacs: {len(opened)} files, {len(found)} places, {len(indented)} indented, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
