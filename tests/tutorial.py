#!/usr/bin/env python3
"""Does what a page such as docs/languages/writing-games.md tells its reader, and compares the outputs.

Fenced blocks have a meaning by their first words:

    ```kif FILE, ```prolog FILE, ```inv FILE   added to the end of FILE
    ```console                    commands after `$ ` (and `> `, where they have more lines),
                                  each followed by its output; a line `...` stands for any
                                  lines. Times and rates are not compared. The terminal is a dumb one,
                                  which shows no progress.

Commands run in an empty folder that has the examples as `examples`. At the end the files that blocks
made must be those of the folder examples/tutorial.

usage: tutorial.py [--update] TESUJI PAGE SHEETS_FOLDER
--update writes the outputs that differ into the page, unless they have `...` lines.
"""
import difflib
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile
import threading

TIME = re.compile(r"\d[\d.]* (us|ms|s)\b|\d+ (playouts|transitions|states)/s")
END = b"\x00end of the command\x00"


def run(command, folder, tesuji):
    """What a terminal shows.

    The end is a mark that is written here after the command has ended: a terminal that its last writer
    has left may drop what was not read yet.
    """
    master, slave = pty.openpty()
    path = os.pathsep.join([str(pathlib.Path(tesuji).resolve().parent), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "NO_COLOR": "1", "TERM": "dumb"}
    process = subprocess.Popen(["bash", "-c", command], cwd=folder, env=environment,
                               stdin=subprocess.DEVNULL, stdout=slave, stderr=slave)

    def mark_end():
        process.wait()
        os.write(slave, END)

    waiting = threading.Thread(target=mark_end)
    waiting.start()
    output = b""
    while not output.endswith(END):
        output += os.read(master, 65536)
    waiting.join()
    os.close(slave)
    os.close(master)
    text = output.removesuffix(END).decode().replace("\r\n", "\n")
    return text.rstrip("\n").split("\n")


def same(expected, found):
    """Whether the lines match, apart from times, and `...` for any lines."""
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else
                      re.escape(TIME.sub("TIME", line)) + "\n" for line in expected)
    text = "".join(TIME.sub("TIME", line) + "\n" for line in found)
    return re.fullmatch(pattern, text) is not None


def split_commands(lines):
    """[command lines, output lines] of a console block."""
    commands = []
    for line in lines:
        if line.startswith("$ "):
            commands.append([[line], []])
        elif line.startswith("> ") and not commands[-1][1]:
            commands[-1][0].append(line)
        else:
            commands[-1][1].append(line)
    return commands


class Page:
    def __init__(self, tesuji, folder):
        self.tesuji = tesuji
        self.folder = pathlib.Path(folder)
        self.sheets = []  # names
        self.differences = 0
        self.commands = 0

    def block(self, words, lines):
        """Does what a block says, and returns its lines as they should be."""
        if words[:1] in (["kif"], ["prolog"], ["inv"]) and len(words) == 2:
            if words[1] not in self.sheets:
                self.sheets.append(words[1])
            with open(self.folder / words[1], "a") as file:
                file.writelines(line + "\n" for line in lines)
        elif words == ["console"]:
            return [line for command in split_commands(lines) for line in self.console(*command)]
        return lines

    def console(self, command, expected):
        text = "\n".join(line[2:] for line in command)
        found = run(text, self.folder, self.tesuji)
        self.commands += 1
        if found == [""]:
            found = []
        if same(expected, found):
            return command + expected
        self.differences += 1
        print(f"$ {text}")
        print("\n".join(difflib.unified_diff(expected, found, "page", "found", lineterm="")))
        return command + (expected if "..." in expected else found)


def follow(page, text):
    """Goes through the page and returns it with the outputs as they should be."""
    result, block = [], None
    for line in text.split("\n"):
        if block is None:
            if line.startswith("```"):
                words, block = line[3:].split(), []
            result.append(line)
        elif line == "```":
            result += page.block(words, block) + [line]
            block = None
        else:
            block.append(line)
    return "\n".join(result)


def main(tesuji, page_file, sheets, update=False):
    if not os.access(tesuji, os.X_OK):
        sys.exit(f"tutorial.py: {tesuji} cannot be executed")
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError as error:
        print(f"*** skipped: commands are shown as on a terminal, and there is none: {error}")
        return 77
    text = pathlib.Path(page_file).read_text()
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "examples").symlink_to(pathlib.Path(sheets).resolve().parent)
        page = Page(tesuji, folder)
        result = follow(page, text)
        finished = {name: (pathlib.Path(folder) / name).read_text() for name in page.sheets}
    for name, sheet in finished.items():
        kept = pathlib.Path(sheets) / name
        if not kept.exists() or kept.read_text() != sheet:
            print(f"{kept} is not what {page_file} comes to")
            page.differences += 1
            if update:
                kept.write_text(sheet)
    if update:
        pathlib.Path(page_file).write_text(result)
    print(f"{page_file}: {page.commands} commands, {page.differences} differences")
    return 1 if page.differences or not page.commands else 0


if __name__ == "__main__":
    arguments = [a for a in sys.argv[1:] if a != "--update"]
    sys.exit(main(*arguments, update="--update" in sys.argv))
