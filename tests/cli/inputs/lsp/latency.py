"""Measures how long the language server takes to answer on one sheet.

usage: latency.py SHEET [ROUNDS [LINES]]

Each round types a character into the middle of the sheet and asks everything that an editor asks
then. With LINES the sheet is repeated until it has so many, each time with other names. Prints the
median and the longest time of each request in milliseconds, and the bytes of its longest answer.
"""
import re
import statistics
import sys
import time

from lsp_client import Client, position, whole_range


KEYWORDS = {"<=", "not", "or", "and", "distinct", "role", "init", "true", "does", "next", "legal", "goal", "terminal",
            "base", "input", "sees"}


def copies(text, lines):
    """The text, and as many copies with other names as it takes to have so many lines."""
    parts = [text]
    while sum(part.count("\n") for part in parts) < lines:
        suffix = f"_{len(parts)}"
        parts.append(re.sub(
            r";[^\n]*|[^\s();?]+|\?[^\s();]+",
            lambda word: word[0] if word[0][0] in ";?" or word[0].lower() in KEYWORDS or word[0].isdigit()
            else word[0] + suffix, text))
    return "\n".join(parts)


def main():
    path, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    text = open(path, encoding="utf-8", errors="replace").read()
    if len(sys.argv) > 3:
        text = copies(text, int(sys.argv[3]))
    client = Client()
    uri = "file:///measured.kif"
    client.open(uri, text)
    lines = text.count("\n")
    times = {}
    sizes = {}

    def measure(name, call):
        """Until the last byte of the answer has arrived: reading it is the client's part."""
        begin = time.perf_counter()
        call()
        sizes[name] = max(sizes.get(name, 0), client.last_size)
        times.setdefault(name, []).append((client.last_arrival - begin) * 1000)

    # In the name of a fluent in the middle.
    middle = text.lower().index("(true (", len(text) // 2) + len("(true (") + 1
    line = text.count("\n", 0, middle)
    place = (line, middle - text.rindex("\n", 0, middle) - 1)
    for number in range(rounds):
        client.change(uri, 2 * number + 2, [(place, place, "x")])
        client.change(uri, 2 * number + 3, [(place, (place[0], place[1] + 1), "")])
        measure("semanticTokens after an edit", lambda: client.about("semanticTokens/full", uri))
        measure("semanticTokens again", lambda: client.about("semanticTokens/full", uri))
        measure("hover, domains computed", lambda: client.about("hover", uri, place))
        for method in ("hover", "definition", "references", "implementation", "completion", "signatureHelp"):
            measure(method, lambda: client.about(method, uri, place))
        for method in ("documentSymbol", "foldingRange", "formatting"):
            measure(method, lambda: client.about(method, uri))
        screen = {"start": position((line, 0)), "end": position((line + 60, 0))}
        measure("inlayHint, 60 lines", lambda: client.about("inlayHint", uri, range=screen))
        measure("inlayHint, all", lambda: client.about("inlayHint", uri, range=whole_range(text)))
        for method in ("documentHighlight", "prepareRename"):
            measure(method, lambda: client.about(method, uri, place))
        measure("rename", lambda: client.about("rename", uri, place, newName="quite_another_name"))
        measure("codeAction", lambda: client.about("codeAction", uri, range=screen, context={"diagnostics": []}))
        measure("workspace/symbol", lambda: client.request("workspace/symbol", {"query": ""}))
        measure("semanticTokens of 60 lines", lambda: client.about("semanticTokens/range", uri, range=screen))
        measure("diagnostics, all", lambda: client.checked(uri))
    print(f"{path}: {lines} lines, {len(text)} bytes, {rounds} rounds")
    for name, values in times.items():
        print(f"  {name:30} {statistics.median(values):8.1f} {max(values):8.1f} {sizes[name]:10}")
    client.shut_down()


if __name__ == "__main__":
    main()
