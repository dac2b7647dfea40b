#!/usr/bin/env python3
"""Compares what `tesuji generate` prints with every subcommand's --help-all: the manual page names all
subcommands and options, and the shells complete them, and the words that their values may be.

usage: generated.py TESUJI
groff, mandoc, zsh and fish check what is theirs, where there are such; bash has to be there.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

import help_pages

DRIVER = """
source "$1"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_tesuji
printf '%s\\n' "${COMPREPLY[@]}"
"""
OPTION = re.compile(r"^  (-[\w,-]+)(.*)", re.MULTILINE)
MOST_NAMED = 6  # words that a value may be, which help names all; longer lists are in docs/cli
WORDS = re.compile(r"not in \{(.*)\}")  # of the message about a wrong value


class Checks:
    def __init__(self, tesuji, folder):
        self.tesuji, self.folder, self.count, self.wrong = os.path.abspath(tesuji), folder, 0, 0

    def expect(self, condition, what):
        self.count += 1
        if not condition:
            self.wrong += 1
            print(f"generated.py: {what}")

    def output(self, *arguments):
        return subprocess.run([self.tesuji, *arguments], text=True, check=True,
                              capture_output=True).stdout

    def words(self, command, option):
        """The words that a value may be, as the message about a wrong one lists them; nothing where it
        may be others."""
        if command in ("serve", "explore"):
            return []  # they need no file, and would serve; none of their options has such a list
        done = subprocess.run([self.tesuji, command, f"{option}=?"], text=True, capture_output=True,
                              cwd=self.folder, stdin=subprocess.DEVNULL, timeout=60)
        found = WORDS.search(done.stderr)
        return found[1].split(",") if found else []

    def generate(self, kind):
        path = f"{self.folder}/{kind}"
        text = self.output("generate", kind)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path, text

    def silent(self, *command):
        """The program has nothing to say about it, if there is such a program."""
        if not shutil.which(command[0]):
            print(f"generated.py: there is no {command[0]}")
            return
        done = subprocess.run(command, text=True, capture_output=True)
        self.expect(done.returncode == 0 and not done.stdout + done.stderr,
                    f"{' '.join(command)}:\n{done.stdout}{done.stderr}")

    def completed(self, *words):
        path = f"{self.folder}/bash"
        done = subprocess.run(["bash", "--norc", "-c", DRIVER, "bash", path, *words], text=True,
                              capture_output=True, cwd=self.folder)
        self.expect(done.returncode == 0 and not done.stderr, f"{words}: {done.stderr}")
        return sorted(done.stdout.split())


def options_of(help_text):
    """The names of options, and what the line says behind them."""
    names = {}
    for listed, rest in OPTION.findall(help_text):
        names.update(dict.fromkeys(listed.split(","), rest))
    return names


def check_man_page(checks, options):
    path, page = checks.generate("man")
    checks.silent("groff", "-man", "-Tutf8", "-ww", "-z", path)
    checks.silent("mandoc", "-Tlint", "-Wwarning", path)
    plain = re.sub(r"\\f[BIR]", "", page).replace("\\-", "-").replace("\\&", "").replace("\\e", "\\")
    sections = dict(re.findall(r"^\.SS (\S+)\n(.*?)(?=^\.S[SH] )", plain, re.MULTILINE | re.DOTALL))
    checks.expect(set(sections) == set(options), f"sections of subcommands: {sorted(sections)}")
    for command, names in options.items():
        headings = re.findall(r"^\.TP\n(.*)", sections.get(command, ""), re.MULTILINE)
        named = {word for heading in headings for word in re.findall(r"(?<![\w-])--?\w[\w-]*", heading)}
        checks.expect(named == set(names) - {"-h", "--help"},
                      f"{command}: the manual page has {sorted(named)}, --help {sorted(names)}")
        checks.expect(f"tesuji {command}" in sections.get(command, ""), f"{command}: no synopsis")


def check_bash(checks, options):
    path, _ = checks.generate("bash")
    checks.silent("bash", "-n", path)
    checks.expect(checks.completed("tesuji", "") == sorted([*options, "-h", "--help", "--help-all", "--version"]),
                  "subcommands are not completed")
    checks.expect(checks.completed("tesuji", "sim") == ["simulate"], "`sim` is not completed")
    with open(f"{checks.folder}/some game.kif", "w", encoding="utf-8") as file:
        file.write("")
    lists = 0
    for command, names in options.items():
        checks.expect(checks.completed("tesuji", command, "--") == sorted(
            name for name in names if name.startswith("--")), f"{command}: options are not completed")
        for name, rest in names.items():
            # A flag without a value rejects `=?`, so nothing runs.
            all_of_them = sorted(checks.words(command, name)) if name.startswith("--") else []
            if not all_of_them:
                continue
            lists += 1
            checks.expect(re.match(r" [A-Z]|\[=", rest), f"{command} {name}: no name of its value")
            checks.expect(len(all_of_them) > MOST_NAMED or all(word in rest for word in all_of_them),
                          f"{command} {name}: --help-all does not name {all_of_them}")
            optional = rest.startswith("[=")  # behind `=` only
            for words in ([] if optional else [["--x", name, ""]]) + [[name, "=", ""], [name, "="]]:
                # After `=` bash has no word of its own yet.
                checks.expect(checks.completed("tesuji", command, *words) == all_of_them,
                              f"{command} {words}: not {all_of_them}")
            if optional:
                continue
            checks.expect(checks.completed("tesuji", command, name, all_of_them[0] + ",") == [
                f"{all_of_them[0]},{one}" for one in all_of_them], f"{command} {name}: no list")
    checks.expect(lists > 50, f"only {lists} options whose values are words")
    checks.expect(checks.completed("tesuji", "simulate", "some") == ["game.kif", "some"],
                  "files are not completed")
    checks.expect(checks.completed("tesuji", "simulate", "--seed", "") == [],
                  "numbers are completed")
    checks.expect(checks.completed("tesuji", "compile", "-o", "some") == ["game.kif", "some"],
                  "files are not completed after -o")
    checks.expect(checks.completed("tesuji", "generate", "") == ["bash", "fish", "man", "zsh"],
                  "kinds are not completed")


def check_other_shells(checks, options):
    path, text = checks.generate("zsh")
    checks.silent("zsh", "-n", path)
    for command, names in options.items():
        case = re.search(rf"^    {command}\)\n(.*?);;$", text, re.MULTILINE | re.DOTALL)
        named = set(re.findall(r"'\*?(--?[\w-]+?)(?:=-?)?\[", case[1] if case else ""))
        checks.expect(named == set(names), f"zsh, {command}: {sorted(named)}")
    path, text = checks.generate("fish")
    checks.silent("fish", "--no-execute", path)
    for command, names in options.items():
        lines = "\n".join(line for line in text.splitlines() if f"_from {command}'" in line)
        named = {"--" + name for name in re.findall(r" -l (\S+)", lines)}
        named |= {"-" + name for name in re.findall(r" -s (\S+)", lines)}
        checks.expect(named == set(names), f"fish, {command}: {sorted(named)}")


def main(tesuji):
    with tempfile.TemporaryDirectory() as folder:
        checks = Checks(tesuji, folder)
        page = help_pages.Page(checks.output("--help"))
        commands = [help_pages.split_entry(line)[0] for section in help_pages.command_sections(page)
                    for line in page.sections[section]]
        options = {name: options_of(checks.output(name, "--help-all")) for name in commands}
        check_man_page(checks, options)
        check_bash(checks, options)
        check_other_shells(checks, options)
    print(f"{len(commands)} subcommands, {sum(map(len, options.values()))} options: "
          f"{checks.count} checks, {checks.wrong} failed")
    return 1 if checks.wrong or len(commands) < 10 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
