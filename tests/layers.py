#!/usr/bin/env python3
"""Checks who includes whom against the layers of docs/architecture.md.

Linking enforces most of it; headers without code, and outside libraries whose
headers lie on every search path, would slip through.
"""
import pathlib
import re
import sys

# folder -> folders it may include; each may include itself
LAYERS = {
    "runtime/core": (),
    "runtime/host": ("runtime/core",),
    "ir": (),
    "frontend": ("ir",),
    "passes": ("ir",),
    "backend/interpreter": ("ir", "runtime"),
    "backend/llvm": ("ir", "runtime"),
    "backend/driver": ("runtime", "ir", "frontend", "passes", "backend"),
    "tools": ("runtime", "ir", "frontend", "passes", "backend"),
}
# prefix of an outside header -> folders that may include it (in any file, or in .cpp files only)
OUTSIDE = {
    "llvm/": {"backend/llvm": "any"},
    "boost/": {"passes": ".cpp"},
    "CLI/": {"tools": "any"},
    "nlohmann/": {"tools": "any"},
    "fmt/": {name: ".cpp" for name in LAYERS if not name.startswith("runtime")},
}
# What the public headers of these folders must not show, wherever they come from.
PIMPL = ("backend/llvm/jit.h", "backend/llvm/strategy_jit.h")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def within(path, folder):
    return path == folder or path.startswith(folder + "/")


def faults(root):
    for folder, allowed in LAYERS.items():
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in (".h", ".c", ".cpp"):
                continue
            name = file.relative_to(root).as_posix()
            for mark, header in INCLUDE.findall(file.read_text(encoding="utf-8")):
                if header.startswith("tesuji/"):  # the C ABI, for generated code's sake
                    header = "runtime/core/" + header
                if mark == '"' and "/" in header:
                    if not any(within(header, place) for place in (folder, *allowed)):
                        yield f"{name}: {folder} may not include {header}"
                for prefix, places in OUTSIDE.items():
                    if not header.startswith(prefix):
                        continue
                    files = places.get(folder)
                    if files is None or (files != "any" and file.suffix != files):
                        yield f"{name}: {header} does not belong here"
                    elif name in PIMPL:
                        yield f"{name}: a public header shows {header}"


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    found = list(faults(root))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
