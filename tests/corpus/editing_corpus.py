#!/usr/bin/env python3
"""Edits sheets of the corpus as the language server proposes: formatting all lines as a range is formatting the text,
formatting a line changes only blanks, and declarations by `base` and `input` bring no new message. Skipped (77) without the
corpus.

usage: editing_corpus.py TESUJI [--every=N] [--default-shared=FOLDER]
"""
import argparse
import collections
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli" / "inputs" / "lsp"))
from lsp_client import Client, position, whole_range  # noqa: E402

SKIPPED = 77
STATIC = {"parse", "arity", "keyword", "unsafe", "base", "input", "duplicate-clause", "undefined", "unused", "unreachable",
          "recursion", "ir", "limit"}
MOST_LINES = 15  # of a sheet that are formatted alone


def applied(text, edits):
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)

    def offset(place):
        return min(starts[min(place["line"], len(starts) - 1)] + place["character"], len(text))

    for edit in sorted(edits, key=lambda one: offset(one["range"]["start"]), reverse=True):
        begin, end = (offset(edit["range"][name]) for name in ("start", "end"))
        text = text[:begin] + edit["newText"] + text[end:]
    return text


def codes(client, uri):
    """The messages that do not depend on how far games were played in the time for them."""
    found = collections.Counter(one["code"] for one in client.checked(uri))
    return collections.Counter({code: count for code, count in found.items() if code in STATIC})


def check_sheet(client, path):
    """Yields what is wrong; returns whether the sheet was declared."""
    text = path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n").replace("\r", "\n")
    uri = f"file:///{path.name}"
    client.open(uri, text)
    whole = applied(text, client.about("formatting", uri))
    lines = applied(text, client.about("rangeFormatting", uri, range=whole_range(text)))
    if whole.strip() != lines.strip():
        yield "formatting all lines differs from formatting the text"
    count = text.count("\n")
    for line in range(0, count, max(1, count // MOST_LINES)):
        place = position((line, 0))
        one = applied(text, client.about("rangeFormatting", uri, range={"start": place, "end": place}))
        if one.split() != text.split() and "".join(one.split()) != "".join(text.split()):
            yield f"formatting line {line + 1} changes more than blanks"
    before = codes(client, uri)
    actions = client.about("codeAction", uri, range=whole_range(text), context={"diagnostics": [], "only": ["source"]})
    if actions:
        other = f"file:///declared-{path.name}"
        client.open(other, applied(text, actions[0]["edit"]["changes"][uri]))
        new = codes(client, other) - before
        client.close(other)
        if new:
            yield f"declarations bring messages: {dict(new)}"
    client.close(uri)
    return bool(actions)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tesuji")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--default-shared", type=pathlib.Path)
    arguments = parser.parse_args()
    shared = pathlib.Path(os.environ.get("TESUJI_SHARED", arguments.default_shared or ""))
    sheets = sorted((shared / "corpus" / "dev").glob("*.kif"))[::arguments.every]
    if not sheets:
        print("skipped: no corpus")
        return SKIPPED
    client = Client((arguments.tesuji, "lsp"))
    wrong = declared = 0
    for path in sheets:
        checks = check_sheet(client, path)
        while True:
            try:
                print(f"{path.name}: {next(checks)}")
                wrong += 1
            except StopIteration as end:
                declared += bool(end.value)
                break
    print(f"{len(sheets)} sheets, {declared} declared, {wrong} faults, exit code {client.shut_down()}")
    return 1 if wrong or not declared else 0


if __name__ == "__main__":
    sys.exit(main())
