#!/usr/bin/env python3
"""How `tesuji explore` starts: which games it shows, and who opens the page.

usage: explore_start.py TESUJI EXAMPLES
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request


class Server:
    """`tesuji explore` with these arguments and variables, until the end of a `with`."""

    def __init__(self, tesuji, *arguments, **variables):
        self.process = subprocess.Popen(
            [tesuji, "explore", *arguments], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**os.environ, "DISPLAY": "", "WAYLAND_DISPLAY": "", **variables})
        self.address = self.process.stdout.readline().strip()

    def games(self):
        request = urllib.request.Request(self.address + "games", data=b"{}", method="POST")
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.messages = self.process.communicate(timeout=20)[1]
        assert self.process.returncode == 0, self.messages


def test_games(tesuji, examples):
    with Server(tesuji) as bundled:
        games = bundled.games()
    assert games["first"] == "" and "breakthrough.kif" in games["names"], games
    with Server(tesuji, examples) as folder:
        assert folder.games() == games
    with Server(tesuji, str(pathlib.Path(examples) / "nim.kif")) as one:
        assert one.games() == {**games, "first": "nim.kif"}
    with Server(tesuji, "connect-four") as server:  # a bundled game, by its name
        assert server.games()["first"] == "connect-four.kif", server.games()
    print("games: bundled ones without an argument, of a folder, and a file")


def test_not_installed(tesuji):
    """A program that is copied elsewhere has no games, and says what to do."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / "bin" / "tesuji"
        copy.parent.mkdir()
        shutil.copyfile(tesuji, copy)
        copy.chmod(0o755)
        ran = subprocess.run([copy, "explore"], text=True, capture_output=True, timeout=60, check=False)
    assert ran.returncode == 1 and "name a folder of rulesheets" in ran.stderr, ran
    print("not installed:", ran.stderr.strip())


def test_open(tesuji, examples):
    with tempfile.TemporaryDirectory() as folder:
        opened = pathlib.Path(folder) / "opened"
        program = pathlib.Path(folder) / "xdg-open"
        program.write_text(f"#!/bin/sh\necho \"$1\" > {opened}.new && mv {opened}.new {opened}\n", encoding="utf-8")
        program.chmod(0o755)
        path = f"{folder}:{os.environ['PATH']}"
        with Server(tesuji, examples, "--open", PATH=path, DISPLAY=":9") as server:
            end = time.monotonic() + 20
            while not opened.exists() and time.monotonic() < end:
                time.sleep(0.02)
            assert opened.read_text(encoding="utf-8").strip() == server.address, server.address
        assert server.messages == "" or "codemirror" in server.messages, server.messages
        opened.unlink()
        with Server(tesuji, examples, "--open", PATH=path) as server:
            assert server.games()["names"]
        assert "open the address in a browser" in server.messages and not opened.exists(), server.messages
    print("open: by xdg-open, or a note")


def main():
    tesuji, examples = sys.argv[1:]
    test_games(tesuji, examples)
    test_not_installed(tesuji)
    test_open(tesuji, examples)


if __name__ == "__main__":
    main()
