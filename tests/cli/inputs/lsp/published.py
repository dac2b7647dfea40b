"""Compares the diagnostics of the language server with `tesuji check --json`, and what its formatting
makes of a text with `tesuji format`.

usage: published.py FOLDER..
"""
import json
import pathlib
import subprocess
import sys

from lsp_client import Client, ResponseError



def applied(text, edits):
    """The text after edits whose columns are bytes and whose ends are beginnings of lines."""
    lines = text.splitlines(keepends=True)
    for edit in edits:
        start, end = edit["range"]["start"], edit["range"]["end"]
        assert start["character"] == 0
        last = "".join(lines[end["line"]:])
        rest = last.encode()[end["character"]:].decode()
        text = "".join(lines[:start["line"]]) + edit["newText"] + rest
    return text


def formatted(uri, text):
    try:
        return applied(text, client.about("formatting", uri))
    except ResponseError:
        return None


SEVERITIES = {"error": 1, "warning": 2, "note": 3}
client = Client(capabilities={"general": {"positionEncodings": ["utf-8"]}})  # so that columns are bytes
sheets = messages = differ = 0
for path in sorted(path for folder in sys.argv[1:] for path in pathlib.Path(folder).glob("*.[kg][id][fl]")):
    try:
        uri = client.open_file(path)
    except UnicodeDecodeError:
        continue
    done = subprocess.run(["tesuji", "check", "--json", path], capture_output=True, text=True)
    expected = []
    for one in json.loads(done.stdout)["files"][0]["diagnostics"]:
        notes = "".join("\nnote: " + note["message"] for note in one.get("notes", []))
        expected.append([one.get("line", 1), one.get("column", 1), one.get("end_line", 1), one.get("end_column", 1),
                         SEVERITIES[one["severity"]], one["code"], one["message"] + notes])
    found = [[one["range"]["start"]["line"] + 1, one["range"]["start"]["character"] + 1,
              one["range"]["end"]["line"] + 1, one["range"]["end"]["character"] + 1,
              one["severity"], one["code"], one["message"]] for one in client.checked(uri)]
    done = subprocess.run(["tesuji", "format", path], capture_output=True)
    layout = done.stdout.decode() if done.returncode == 0 else None
    if formatted(uri, path.read_bytes().decode()) != layout:
        differ += 1
        print(f"{path.name}: formatting differs")
    sheets += 1
    messages += len(expected)
    if found != expected:
        differ += 1
        print(f"{path.name} differ:\n{found}\n{expected}")
print(f"{sheets} sheets, {messages} messages, {differ} differ")
