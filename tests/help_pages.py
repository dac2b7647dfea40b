#!/usr/bin/env python3
"""Checks the form of every --help and --help-all: lines of at most 100 characters, one line for each
option, and --help on one screen.

usage: help_pages.py TESUJI
"""
import re
import subprocess
import sys

MOST_COLUMNS = 100
MOST_LINES = 40
MOST_ENTRIES = 10  # positionals and options that --help explains; --help and --help-all are beside these
HELP = {"-h", "--help", "--help-all"}
COLUMN = 28  # where explanations of options begin, unless names are longer: then behind two blanks
MOST_WIDE = 80  # characters of a line of `tesuji --help`, which everybody reads first
OTHERS = "More options, which --help-all explains:"


class Page:
    """What one help text says, by sections: lines below a heading that ends in a colon."""

    def __init__(self, text):
        self.lines = text.splitlines()
        self.sections = {}
        section = None
        for line in self.lines:
            if re.fullmatch(r"\S.*:", line):
                section = self.sections.setdefault(line[:-1], [])
            elif not line:
                section = None
            elif section is not None:
                section.append(line)

    def entries(self, section):
        return [entry_of(line) for line in self.sections.get(section, [])]


def split_entry(line):
    """What an explanation is about, and the explanation."""
    begin, explanation = line[:COLUMN], line[COLUMN:]
    if not begin.endswith(" ") or explanation.startswith(" ") or "  " in begin.strip():
        begin, _, explanation = line[2:].partition("  ")
    return begin.strip(), explanation.strip()


def entry_of(line):
    """The words that the entry is known by: names of an option. None where the line is no entry with
    an explanation."""
    begin, explanation = split_entry(line)
    names = begin.split()
    if not re.match(r"  \S", line) or not names or not explanation:
        return None
    return set(names[0].split("[")[0].split(","))


def names_of(entries):
    return set().union(*entries)


def command_sections(page):
    """The headings of `tesuji --help` or `tesuji GROUP --help` below which subcommands are listed."""
    return [section for section in page.sections if section not in ("Options", "Positionals", "Examples", OTHERS[:-1])]


class Checks:
    def __init__(self, tesuji):
        self.tesuji, self.count, self.wrong = tesuji, 0, 0

    def expect(self, condition, what):
        self.count += 1
        if not condition:
            self.wrong += 1
            print(f"help_pages.py: {what}")

    def page(self, command, option):
        done = subprocess.run([self.tesuji, *command, option], text=True, check=True, capture_output=True)
        page = Page(done.stdout)
        name = " ".join(["tesuji", *command, option])
        long = [line for line in page.lines if len(line) > MOST_COLUMNS]
        self.expect(not long, f"{name}: {len(long)} lines over {MOST_COLUMNS} characters, such as\n  {(long or [''])[0]}")
        return name, page

    def entries(self, name, page, section):
        """Those of the section, each of which has to be one line."""
        entries = page.entries(section)
        broken = [line for line, entry in zip(page.sections.get(section, []), entries) if entry is None]
        self.expect(not broken, f"{name}: {section}: not one line for each entry:\n  {(broken or [''])[0]}")
        return [entry for entry in entries if entry]


def check_command(checks, command):
    name, page = checks.page(command, "--help")
    checks.expect(len(page.lines) <= MOST_LINES, f"{name}: {len(page.lines)} lines")
    first = checks.entries(name, page, "Options")
    positionals = checks.entries(name, page, "Positionals")
    shown = len(positionals) + len([entry for entry in first if not entry & HELP])
    checks.expect(shown <= MOST_ENTRIES, f"{name}: {shown} positionals and options")
    checks.expect(names_of(first) >= HELP, f"{name}: {sorted(HELP - names_of(first))} are missing")
    listed = re.findall(r" (-\S+)", "\n".join(page.sections.get(OTHERS[:-1], [])))

    # --help lists by name whatever else --help-all explains.
    name, page = checks.page(command, "--help-all")
    explained = set()
    for section in page.sections:
        if section not in ("Positionals", "Subcommands", "Examples") and not section.startswith("Passes"):
            explained |= names_of(checks.entries(name, page, section))
    short = {option for option in explained if re.fullmatch(r"-\w", option)}
    missing = explained - names_of(first) - set(listed) - short
    # Of an option with several long names the list has one.
    checks.expect(len(missing) == 0, f"{name}: not in --help: {sorted(missing)}")
    checks.expect(set(listed) <= explained, f"{name}: not explained: {sorted(set(listed) - explained)}")
    return shown


def main(tesuji):
    checks = Checks(tesuji)
    name, page = checks.page([], "--help")
    commands = [[*entry] for section in command_sections(page) for entry in checks.entries(name, page, section)]
    wide = [line for section in command_sections(page) for line in page.sections[section] if len(line) > MOST_WIDE]
    checks.expect(not wide, f"{name}: {len(wide)} lines over {MOST_WIDE} characters, such as\n  {(wide or [''])[0]}")
    checks.expect(len(command_sections(page)) >= 6, f"{name}: subcommands are not in groups")
    checks.expect("Subcommands" not in page.sections, f"{name}: a subcommand belongs to no group")
    _, page = checks.page(["cache"], "--help")
    commands += [["cache", *entry] for entry in page.entries("Subcommands") if entry]
    checks.expect(len(commands) >= 20, f"{name}: only {len(commands)} subcommands")
    checks.page([], "--help-all")
    most = max(check_command(checks, command) for command in commands)
    print(f"{len(commands)} subcommands, at most {most} positionals and options in --help: "
          f"{checks.count} checks, {checks.wrong} failed")
    return 1 if checks.wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
