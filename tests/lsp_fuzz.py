#!/usr/bin/env python3
"""Types at random into rulesheets and asks at random, and compares with a server that sees the text
for the first time: same diagnostics, symbols and semantic tokens, no internal error, no crash. What
formatting, rename and code actions propose is done to the text; formatting again then changes nothing.

usage: lsp_fuzz.py TESUJI FOLDER [--steps=N] [--seed=N] [--compare-every=N]

Rulesheets are those of FOLDER. A step is an edit or a request; every so many of them both servers
are compared. The seed makes a run repeatable.
"""
import argparse
import collections
import pathlib
import random
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "cli" / "inputs" / "lsp"))
from lsp_client import Client, frame, position, utf16, whole_range  # noqa: E402

PIECES = ["(", ")", " ", "\n", "\r\n", "?x", "?", "(<= ", "(true (cell ?x 1 b))", "not", "or", "(or", "distinct",
          "; a comment\n", ";", "cell", "legal", "noop", "b", "7", "é", "名", "\U0001f600", "\t", "\0", "\x01", "'",
          "/*", "%", ":-", "(role w)", "(<= terminal (not open))", "\ufeff", "TRUE", "((", "))", "(goal w 100)",
          "(<= (nxt (cell 1 1 b)) (true (cell 1 1 b)))", "(<= (legal w noop) (true (contrl b)))", "(<= terminal opne)"]
# What keeps a sheet free of errors before a list.
LAYOUT = [" ", "   ", "\n", "\n\n", "\t", "\r\n", "; a comment\n", "\n;; 名 (\n", "\n; ?x é\n\n"]
AT_PLACES = ["hover", "completion", "signatureHelp", "definition", "implementation", "references",
             "documentHighlight", "prepareRename", "rename", "declaration", "selectionRange", "prepareCallHierarchy"]
OF_TEXTS = ["documentSymbol", "foldingRange", "semanticTokens/full", "formatting", "formatting", "inlayHint",
            "semanticTokens/range", "codeAction", "codeAction", "rangeFormatting", "rangeFormatting", "codeLens",
            "documentLink"]
MALFORMED = [b"{", b"[]", b"7", b"null", b'"text"', b'{"jsonrpc":"2.0"}', b'{"id":{},"method":"shutdown"}',
             b'{"id":null,"method":"textDocument/hover"}', b'{"method":7}', b"\xff\xfe",
             b'{"method":"textDocument/didChange","params":[]}', b'{"method":"textDocument/didOpen","params":{}}',
             b'{"method":"$/cancelRequest","params":{"id":1}}', b'{"method":"unknown/notification"}',
             b"[" * 5000, b'{"result":null,"id":3}']
INTERNAL_ERROR = -32603


class Fuzzer:
    def __init__(self, tesuji, sheets, seed):
        self.command = (tesuji, "lsp")
        self.sheets = sheets
        self.random = random.Random(seed)
        self.client = Client(self.command, commands=["tesuji.play", "tesuji.explainRule", "tesuji.showReaders"])
        self.uri = "file:///fuzzed.kif"
        self.version = 0
        self.applied = collections.Counter()  # proposals of the server, by method
        self.open()

    def open(self):
        path = self.random.choice(self.sheets)
        self.text = path.read_text(encoding="utf-8")
        self.uri = "file:///fuzzed" + path.suffix
        self.version += 1
        self.careful = self.random.random() < 0.4  # no faults are typed
        self.client.open(self.uri, self.text, version=self.version)

    def place(self, offset):
        # Of CR and LF that follow each other the protocol knows no place between.
        before = self.text[:offset].replace("\r\n", "\n").replace("\r", "\n")
        line = before.count("\n")
        return line, utf16(before[before.rfind("\n") + 1:])

    def offset(self):
        offset = self.random.randrange(len(self.text) + 1)
        if self.text[offset - 1:offset + 1] == "\r\n":
            offset -= 1
        return offset

    def offset_of(self, place):
        """The offset of a protocol's position."""
        starts = [0] + [line.end() for line in re.finditer("\r\n|\r|\n", self.text)]
        if place["line"] >= len(starts):
            return len(self.text)
        offset = starts[place["line"]]
        left = place["character"]
        while left > 0:
            left -= utf16(self.text[offset])
            offset += 1
        return offset

    def apply(self, method, edits):
        """Does what the server proposes. Of several edits the last comes first, so that places stay."""
        found = sorted(((self.offset_of(edit["range"]["start"]), self.offset_of(edit["range"]["end"]), edit["newText"])
                        for edit in edits), reverse=True)
        changes = []
        self.applied[method] += bool(found)
        for i, (begin, end, piece) in enumerate(found):
            if end < begin or i > 0 and end > found[i - 1][0]:
                raise AssertionError(f"edits overlap: {edits}")
            changes.append((self.place(begin), self.place(end), piece))
            self.text = self.text[:begin] + piece + self.text[end:]
        if changes:
            self.version += 1
            self.client.change(self.uri, self.version, changes)

    def apply_answer(self, method, answer):
        if method == "formatting":
            self.apply(method, answer)
            again = self.client.about("formatting", self.uri)
            if again:
                raise AssertionError(f"formatting again changes: {again}")
        elif method == "rangeFormatting":
            self.apply(method, answer)
        elif method == "prepareCallHierarchy":
            for way in ("incoming", "outgoing"):
                self.check_answer(way, self.client.ask(f"callHierarchy/{way}Calls", {"item": answer[0]}))
        elif method == "rename":
            self.apply(method, answer["changes"][self.uri])
        elif method == "codeAction" and answer:
            self.apply(method, self.random.choice(answer)["edit"]["changes"][self.uri])

    def edit(self):
        changes = []
        for _ in range(self.random.choice([1, 1, 1, 2, 5])):
            begin = self.offset()
            kind = self.random.random()
            if self.careful:
                begin = end = max(self.text.find("(", begin), 0)
                in_comment = ";" in self.text[self.text.rfind("\n", 0, begin) + 1:begin]
                piece = " " if in_comment else self.random.choice(LAYOUT)
            elif kind < 0.6:
                end, piece = begin, self.random.choice(PIECES)
            elif kind < 0.8:
                end, piece = min(len(self.text), begin + self.random.choice([1, 1, 2, 20, 200])), ""
            elif kind < 0.9:
                other = self.offset()
                end, piece = begin, self.text[other:other + 60]
            else:
                end, piece = min(len(self.text), begin + 5), self.random.choice(PIECES)
            if self.text[end - 1:end + 1] == "\r\n":
                end += 1
            changes.append((self.place(begin), self.place(end), piece))
            self.text = self.text[:begin] + piece + self.text[end:]
        self.version += 1
        if self.random.random() < 0.05:
            changes.append(self.text)
        self.client.change(self.uri, self.version, changes)

    def ask(self):
        params = {"textDocument": {"uri": self.uri}}
        if self.random.random() < 0.7:
            method = self.random.choice(AT_PLACES)
            line, character = self.place(self.offset())
            if self.random.random() < 0.1:
                line, character = self.random.choice([(10**6, 3), (line, 10**6), (-1, -1)])
            params["position"] = position((line, character))
            params["positions"] = [params["position"]]
            params["newName"] = self.random.choice(["x", "?x", "a b", "cell", "", "TRUE", "é", f"name{self.version}",
                                                    f"?v{self.version}"])
        else:
            method = self.random.choice(OF_TEXTS)
            params["range"] = whole_range(self.text)
            if method == "rangeFormatting":
                begin, end = sorted((self.offset(), self.offset()))
                params["range"] = {"start": position(self.place(begin)), "end": position(self.place(end))}
            if method == "codeAction":
                params["context"] = {"diagnostics": self.client.checked(self.uri)}
                if self.random.random() < 0.2:
                    params["context"]["only"] = ["source"]
        answer = self.check_answer(method, self.client.ask("textDocument/" + method, params))
        if answer.get("result") is not None:
            self.apply_answer(method, answer["result"])

    def check_answer(self, method, number):
        answer = self.client.answer(number)
        if "error" in answer and answer["error"]["code"] == INTERNAL_ERROR:
            raise AssertionError(f"{method}: {answer['error']}")
        return answer

    def step(self):
        kind = self.random.random()
        if kind < 0.6:
            self.edit()
        elif kind < 0.97:
            self.ask()
        elif kind < 0.985:
            self.client.write(frame(self.random.choice(MALFORMED)))
        elif kind < 0.99:
            # Asked and at once cancelled: answered all the same.
            number = self.client.ask("textDocument/documentSymbol", {"textDocument": {"uri": self.uri}})
            self.client.notify("$/cancelRequest", {"id": number})
            self.check_answer("documentSymbol", number)
        else:
            self.client.close(self.uri)
            self.open()

    def state(self, client):
        return {"diagnostics": client.checked(self.uri),
                "symbols": client.about("documentSymbol", self.uri),
                "tokens": client.about("semanticTokens/full", self.uri)}

    def compare(self):
        fresh = Client(self.command)
        fresh.open(self.uri, self.text)
        expected = self.state(fresh)
        fresh.shut_down()
        found = self.state(self.client)
        for name, value in expected.items():
            if found[name] != value:
                raise AssertionError(f"stale {name}:\n{found[name]}\ninstead of\n{value}")
        published = self.client.diagnostics.get(self.uri, {"diagnostics": []})["diagnostics"]
        if published != expected["diagnostics"]:
            raise AssertionError("what was published last is not what holds")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tesuji")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compare-every", type=int, default=50)
    arguments = parser.parse_args()
    sheets = sorted([*arguments.folder.glob("*.kif"), *arguments.folder.glob("*.gdl")])
    fuzzer = Fuzzer(arguments.tesuji, sheets, arguments.seed)
    compared = 0
    for step in range(arguments.steps):
        try:
            fuzzer.step()
            if (step + 1) % arguments.compare_every == 0:
                fuzzer.compare()
                compared += 1
        except (AssertionError, EOFError, OSError) as error:
            print(f"seed {arguments.seed}, step {step}: {error}\nthe text:\n{fuzzer.text}")
            return 1
    code = fuzzer.client.shut_down()
    done = ", ".join(f"{count} of {method}" for method, count in sorted(fuzzer.applied.items()))
    print(f"{arguments.steps} edits and requests, proposals done: {done or 'none'}; "
          f"{compared} comparisons with a fresh server, exit code {code}")
    return code


if __name__ == "__main__":
    sys.exit(main())
