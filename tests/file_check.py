#!/usr/bin/env python3
"""FileCheck that also compares what diagnostics say.

Tests assert the place and code of a diagnostic, as `:3:1: warning[unused]:`, and the values in it. The whole
sentences are in words.txt of the test's folder, with a section for each test and check prefix.
`tests/words.py --write` rewrites these files.

usage: file_check.py FILECHECK [OPTION..] TEST [OPTION..] < OUTPUT
TESUJI_WORDS names a folder: the sentences are written into it, and not compared.
"""
import os
import re
import sys

DIAGNOSTIC = re.compile(r"^(?:[^\s`].*?: )??((?:(?:error|warning|note)(?:\[[a-z-]+\])?|--[a-z-]+): .*)$", re.MULTILINE)
FOLDERS = re.compile(r"/(?:[^\s`'\",;:()\[\]/]*/)+")
LEFT_OVER = re.compile(r"; did you mean `[^`]*\.tmp\.[^`]*`\?")  # a file of an earlier run
NUMBER = re.compile(r"(?<![\w.-])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w])")


def sentences(output):
    """The diagnostics of an output and errors of options, without places; paths become names and numbers `#`."""
    found = [NUMBER.sub("#", LEFT_OVER.sub("", FOLDERS.sub("", text))) for text in DIAGNOSTIC.findall(output)]
    return list(dict.fromkeys(found))


def read_sections(path):
    """The sections of a words.txt: name -> sentences."""
    sections = {}
    if os.path.exists(path):
        with open(path) as file:
            for line in file.read().splitlines():
                if line.startswith("== "):
                    sentences_of_test = sections[line[3:]] = []
                elif line:
                    sentences_of_test.append(line)
    return sections


def check(test, options, output):
    """Compares the sentences of an output, or writes them down."""
    found = sentences(output)
    prefixes = [option.split("=", 1)[1] for option in options if option.startswith("--check-prefix")]
    section = " ".join([os.path.basename(test), *prefixes])
    words = os.path.join(os.path.dirname(test), "words.txt")
    folder = os.environ.get("TESUJI_WORDS")
    if folder:
        with open(os.path.join(folder, f"{os.getpid()}.{os.urandom(4).hex()}"), "w") as file:
            file.writelines(f"{words}\t{section}\t{line}\n" for line in found)
        return True
    known = read_sections(words).get(section, []) if found else []
    new = [line for line in found if line not in known]
    if new:
        print(f"{words} lacks, of {section}:", *new, sep="\n  ", file=sys.stderr)
        print("If they are right: tests/words.py --write build", file=sys.stderr)
    return not new


def main(program, *options):
    test = next(option for option in options if not option.startswith("-"))
    if any(option.startswith("--input-file") for option in options):
        os.execv(program, [program, *options])
    output = sys.stdin.buffer.read()
    same = check(test, options, output.decode(errors="replace"))
    copy = os.memfd_create("output")
    with os.fdopen(os.dup(copy), "wb") as file:
        file.write(output)
    os.lseek(copy, 0, os.SEEK_SET)
    os.dup2(copy, 0)
    status = os.posix_spawn(program, [program, *options], os.environ)
    _, status = os.waitpid(status, 0)
    return os.waitstatus_to_exitcode(status) or not same


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
