"""Measures how long the language server takes to answer on one sheet.

usage: latency.py SHEET [ROUNDS]

Each round types a character into the middle of the sheet and asks everything that an editor asks
then. Prints the median and the longest time of each request in milliseconds.
"""
import statistics
import sys

from lsp_client import Client, place_of, position, timed, whole_range


def main():
    path, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    text = open(path, encoding="utf-8", errors="replace").read()
    client = Client()
    uri = "file:///measured.kif"
    client.open(uri, text)
    lines = text.count("\n")
    times = {}

    def measure(name, call):
        times.setdefault(name, []).append(timed(call)[1] * 1000)

    middle = text.rindex("\n", 0, len(text) // 2) + 1
    line = text.count("\n", 0, middle)
    place = (line, min(5, text.index("\n", middle) - middle))
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
        measure("diagnostics, all", lambda: client.checked(uri))
    print(f"{path}: {lines} lines, {len(text)} bytes, {rounds} rounds")
    for name, values in times.items():
        print(f"  {name:30} {statistics.median(values):8.1f} {max(values):8.1f}")
    client.shut_down()


if __name__ == "__main__":
    main()
