#!/usr/bin/env python3
"""Keeps docs/cli true to the command line: each subcommand has a page NAME.md, which has between marks
what --help-all prints: synopsis, arguments, options, examples. README.md lists the subcommands and the
options that many of them share; options.md lists all options by name.

Without --write a page that differs is a fault; so is an option in the text by hand that the subcommand
does not have.

usage: cli_pages.py [--write] TESUJI
"""
import collections
import pathlib
import re
import subprocess
import sys

import help_pages

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "docs" / "cli"
OTHER_PAGES = {"README", "diagnostics-json", "options", "trace-format"}
PART = re.compile(r"<!-- options: begin -->\n.*?<!-- options: end -->\n", re.DOTALL)
SHARED_PART = re.compile(r"<!-- shared options: begin -->\n.*?<!-- shared options: end -->\n", re.DOTALL)
ALL_PART = re.compile(r"<!-- all options: begin -->\n.*?<!-- all options: end -->\n", re.DOTALL)
LIST = re.compile(r"<!-- commands: ([a-z -]+) -->\n.*?<!-- end -->\n", re.DOTALL)
SHARED_BY = 10  # subcommands; an option that as many have in the same words is explained in README.md
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
MOST_NAMED = 8  # subcommands in a row of options.md
HELP = {"--help", "--help-all", "--version"}
OTHER_PROGRAMS = {"cmake", "tests/cli_pages.py"}
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`]+)`")
SYNOPSIS = re.compile(r"^    (tesuji [a-z-]+ .*(?:\n {10}.*)*)", re.MULTILINE)


class Command:
    """A subcommand, as --help-all explains it."""

    def __init__(self, tesuji, words):
        # `tesuji --help-all` explains the subcommands, too.
        option = "--help-all" if words else "--help"
        done = subprocess.run([tesuji, *words, option], text=True, check=True, capture_output=True)
        self.words = words
        self.page = help_pages.Page(done.stdout)
        usage = next(number for number, line in enumerate(self.page.lines) if line.startswith("Usage: "))
        self.description = self.page.lines[:usage]
        self.usage = self.page.lines[usage].removeprefix("Usage: ")
        self.options = {}  # (group, what stands for the option) -> explanation
        self.tables = {}  # what is neither options nor examples: arguments, passes
        self.examples = self.page.sections.get("Examples", [])
        for section, lines in self.page.sections.items():
            if section in ("Examples", "Subcommands"):
                continue
            for entry in map(help_pages.split_entry, lines):
                if not entry[0].startswith("-"):
                    self.tables.setdefault(section, []).append(entry)
                elif entry[0] not in ("-h,--help", "--help-all"):
                    self.options[section, entry[0]] = entry[1]
        listing = ["Subcommands"] if words else help_pages.command_sections(self.page)
        self.groups = {section: [help_pages.split_entry(line)[0] for line in self.page.sections.get(section, [])]
                       for section in listing}
        names = [name for group in self.groups.values() for name in group]
        self.subcommands = [Command(tesuji, [*words, name]) for name in names] if words else names

    def all(self):
        return [self, *(command for one in self.subcommands for command in one.all())]

    def names(self):
        """All long options."""
        return {name for command in self.all() for _, heading in command.options for name in OPTION.findall(heading)}


def cell(text):
    return text.replace("|", "\\|").replace("<", "&lt;")


def code(text):
    return "`" + text.replace("|", "\\|") + "`"


def shared_of(commands):
    """The options of groups with a name that many subcommands explain in the same words."""
    count = collections.Counter(item for one in commands for item in one.options.items())
    return [(key, text) for (key, text), times in count.items() if times >= SHARED_BY and key[0] != "Options"]


def table(heading, rows):
    return [f"| {heading} | meaning |", "|---|---|", *rows, ""]


def option_rows(options):
    """Rows below the names of their groups, of which "Options" needs no name."""
    rows, last = [], "Options"
    for (group, heading), text in options:
        if group != last:
            rows.append(f"| **{group}** | |")
        rows.append(f"| {code(heading)} | {cell(text)} |")
        last = group
    return rows


def made_part(command, shared):
    """The lines between the marks."""
    lines = []
    for one in command.all():
        if one is not command:
            lines += [f"### {' '.join(one.words)}"]
        lines += [*(line if line.endswith((".", ":")) else line + "." for line in one.description), "",
                  f"    {one.usage}", ""]
        for section, rows in one.tables.items():
            heading = {"Positionals": "argument"}.get(section, section)
            lines += table(heading, [f"| {code(name)} | {cell(text)} |" for name, text in rows])
        own = [item for item in one.options.items() if item not in shared]
        if own:
            lines += table("option", option_rows(own))
        names = [code(help_pages.split_entry("  " + key[1])[0].split()[0].split("[")[0])
                 for key, text in one.options.items() if (key, text) in shared]
        if names:
            lines += [f"[Shared options](README.md#shared-options): {', '.join(names)}.", ""]
        if one.examples:
            lines += ["Examples:", "", *("  " + line for line in one.examples), ""]
    return "\n".join(["<!-- options: begin -->", *lines[:-1], "<!-- options: end -->", ""])


def made_list(names, commands, faults):
    rows = []
    for name in names.split():
        if name not in commands:
            faults.append(f"README.md lists `{name}`, which is not a subcommand")
            continue
        rows.append(f"| [{name}]({name}.md) | {cell(commands[name].description[0])} |")
    return "\n".join([f"<!-- commands: {names} -->", "| subcommand | does |", "|---|---|", *rows, "<!-- end -->", ""])


def made_shared(shared):
    rows = table("option", option_rows(sorted(shared, key=lambda item: item[0][0])))
    return "\n".join(["<!-- shared options: begin -->", *rows[:-1], "<!-- shared options: end -->", ""])


def made_all(commands):
    """A table of all options: one row for each name, value and explanation, with the subcommands that have these."""
    rows = {}  # (name, value, explanation) -> subcommands
    for one in (below for command in commands.values() for below in command.all()):
        for (_, heading), text in one.options.items():
            names, _, value = heading.partition(" ")
            names, mark, rest = names.partition("[")
            for name in OPTION.findall(names):
                others = [other for other in names.split(",") if other != name]
                also = f" (or {', '.join(code(other) for other in others)})" if others else ""
                rows.setdefault((name, mark + rest + value.split("=")[0], cell(text) + also), []).append(" ".join(one.words))
    lines = ["<!-- all options: begin -->", "| option | value | subcommands | meaning |", "|---|---|---|---|"]
    for (name, value, text), words in sorted(rows.items(), key=lambda item: (item[0][0], -len(item[1]), item[1])):
        whom = f"{len(words)} subcommands" if len(words) > MOST_NAMED else ", ".join(words)
        lines.append(f"| {code(name)} | {cell(value)} | {whom} | {text} |")
    return "\n".join([*lines, "<!-- all options: end -->", ""])


def faults_of_text(name, text, commands):
    """Options in the text by hand that the page's subcommand does not have, nor the one that is named
    before them: `solve --save`."""
    text = FENCED.sub("", PART.sub("", SHARED_PART.sub("", ALL_PART.sub("", text))))
    known = {option for one in commands.values() for option in one.names()}
    for found in [*CODE.finditer(text), *SYNOPSIS.finditer(text)]:
        words = re.sub(r"'[^']*'", "", found[1]).split(" | ")[0]
        first = words.removeprefix("tesuji ").split(" ")[0]
        if first in OTHER_PROGRAMS:
            continue
        command = commands.get(first) or commands.get(name)
        for option in sorted(set(OPTION.findall(words)) - (command.names() if command else known) - HELP):
            yield f"{name}.md: `{words}`: {' '.join(command.words) if command else 'no subcommand'} does not have {option}"


def main(tesuji, write):
    top = Command(tesuji, [])
    commands = {name: Command(tesuji, [name]) for name in top.subcommands}
    shared = shared_of(commands.values())
    faults, pages = [], {}
    for name, command in commands.items():
        file = FOLDER / f"{name}.md"
        if not file.exists() and write:
            file.write_text(f"# tesuji {name}\n<!-- options: begin -->\n<!-- options: end -->\n", encoding="utf-8")
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        if len(PART.findall(text)) != 1:
            faults.append(f"{name}.md: has to have one part between the marks `options: begin` and `options: end`")
        pages[file] = PART.sub(lambda _, made=made_part(command, shared): made, text)
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    lists = LIST.findall(readme)
    if lists != [" ".join(group) for group in top.groups.values()]:
        faults.append("README.md: its lists of subcommands are not the groups of `tesuji --help`")
    listed = " ".join(lists).split()
    faults += [f"README.md: `{name}` is listed {listed.count(name)} times" for name in commands if listed.count(name) != 1]
    readme = LIST.sub(lambda found: made_list(found[1], commands, faults), readme)
    options = (FOLDER / "options.md").read_text(encoding="utf-8")
    if len(ALL_PART.findall(options)) != 1:
        faults.append("options.md: has to have one part between the marks `all options: begin` and `all options: end`")
    pages[FOLDER / "options.md"] = ALL_PART.sub(lambda _: made_all(commands), options)
    pages[FOLDER / "README.md"] = SHARED_PART.sub(lambda _: made_shared(shared), readme)
    for file in sorted(FOLDER.glob("*.md")):
        if file.stem not in OTHER_PAGES and file.stem not in commands:
            faults.append(f"{file.name}: there is no such subcommand")
    for file, text in pages.items():
        old = file.read_text(encoding="utf-8") if file.exists() else ""
        faults += faults_of_text(file.stem, text, commands)
        if text != old and write:
            file.write_text(text, encoding="utf-8")
        elif text != old:
            faults.append(f"{file.name} is not what --help-all prints: tests/cli_pages.py --write TESUJI")
    for fault in faults:
        print(f"docs/cli: {fault}")
    print(f"docs/cli: {len(pages)} pages, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main([one for one in sys.argv[1:] if one != "--write"][0], "--write" in sys.argv[1:]))
