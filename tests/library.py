#!/usr/bin/env python3
"""Installs into a folder of its own, compiles C programs against the headers that lie there by
pkg-config and with libtesuji, and runs them; and checks what the library exports and needs.

usage: library.py CMAKE BUILD_FOLDER SOURCE_FOLDER
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

GAMES = {"noughts-and-crosses": 7.626, "connect-four": None, "goofspiel": None}
# Nothing of these is to be seen from outside.
FOREIGN = re.compile(r"llvm|fmt|tesuji::|std::|boost", re.IGNORECASE)


def output_of(command, folder=None, allowed=(0,)):
    done = subprocess.run([str(part) for part in command], cwd=folder, text=True, capture_output=True)
    if done.returncode not in allowed:
        sys.exit(f"library.py: {command}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def flags(*what):
    return output_of(["pkg-config", *what, "tesuji"]).split()


def exported(library):
    """The functions that it exports, by version."""
    found = {}
    for line in output_of(["nm", "--dynamic", "--defined-only", "--demangle", library]).splitlines():
        _, kind, symbol = line.split(maxsplit=2)
        # Not versions, nor what is local: the linker keeps names of such that other libraries have, too.
        if kind not in "Adtrb":
            name, _, version = symbol.partition("@@")
            found[name] = version
    return found


def declared(header):
    """The functions that a header declares."""
    text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.DOTALL)
    return set(re.findall(r"\b(tsj_\w+)\([^()]*\);", text))


def main(cmake, build, source):
    source = pathlib.Path(source)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        prefix = folder / "installed"
        output_of([cmake, "--install", build, "--prefix", prefix])
        package = next(prefix.rglob("tesuji.pc"))  # in lib, lib64 or lib/x86_64-linux-gnu
        os.environ.update(PKG_CONFIG_PATH=str(package.parent), LD_LIBRARY_PATH=str(package.parent.parent),
                          TESUJI_CACHE=str(prefix / "cache"))
        library = package.parent.parent / "libtesuji.so"
        header = prefix / "include/tesuji/tesuji.h"
        functions = exported(library)
        assert set(functions) == declared(header), sorted(set(functions) ^ declared(header))
        assert set(functions.values()) == {"TESUJI_1", "TESUJI_2", "TESUJI_3", "TESUJI_4"}, functions
        assert not [name for name in functions if FOREIGN.search(name)]

        # The header alone, as C11 and as C++.
        alone = folder / "alone.c"
        alone.write_text("#include <tesuji/tesuji.h>\nint main(void) { return tsj_library_version() == 0; }\n")
        strict = ["-Wall", "-Wextra", "-Werror", "-pedantic-errors"]
        output_of(["cc", "-std=c11", *strict, *flags("--cflags"), alone, "-o", folder / "alone", *flags("--libs")])
        output_of(["c++", "-std=c++17", "-x", "c++", *strict, *flags("--cflags"), "-fsyntax-only", alone])
        output_of([folder / "alone"])

        test = folder / "library_test"
        output_of(["cc", "-std=c11", "-D_DEFAULT_SOURCE", *strict, *flags("--cflags"),
                   source / "tests/library/library_test.c", "-o", test, *flags("--libs"), "-lpthread"])
        examples = prefix / "share/doc/tesuji/examples"
        print(output_of([test, examples / "noughts-and-crosses.kif"]), end="")

        make = ["make", "-s", "-C", examples / "hosts/c", "vector_play"]
        output_of(make)
        for game, moves in GAMES.items():
            told = output_of([examples / "hosts/c/vector_play", examples / f"{game}.kif", "2000", "0.1", "2"])
            mean = float(re.search(r"([0-9.]+) moves each", told)[1])
            assert moves is None or abs(mean - moves) < 0.05, told
            print(told, end="")
        for arguments in ([], ["none.kif"]):
            output_of([examples / "hosts/c/vector_play", *arguments], allowed=(1, 2))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
