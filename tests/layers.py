#!/usr/bin/env python3
"""Checks who includes whom against the layers of docs/architecture.md, that no folder of the
repository has too many files, that folders of unit tests are those of the code, and that only
an optional component's own files and tests include its headers (cmake/Components.cmake).

Linking enforces most of it; headers without code, and outside libraries whose
headers lie on every search path, would slip through. With --self-test it checks
that it finds what it should, in a tree made for that.
"""
import collections
import functools
import pathlib
import re
import subprocess
import sys
import tempfile

# Rooms of backend/proofs from formulas to reports of proofs; `certificates` and `games` are layers of their own.
PROVING = ("formulas", "sat", "observe", "clingo", "prove", "playouts", "knowledge", "verify")
# folder -> folders it may include; each may include itself
ENGINES = ("backend/agenda", "backend/interpreter", "backend/object_cache", "backend/llvm", "backend/on_demand", "backend/proofs/sat",
           "backend/plugins/host", "backend/reference")
LAYERS = {
    "runtime/core": (),
    "runtime/host": ("runtime/core",),
    "ir": (),
    "frontend": ("ir",),
    "passes": ("ir",),
    "backend/agenda": ("ir", "runtime"),
    "backend/interpreter": ("ir", "runtime", "backend/agenda"),
    "backend/object_cache": (),
    "backend/temporary": (),
    "backend/mpi": ("runtime",),
    "backend/child": (),
    "backend/llvm": ("ir", "runtime", "backend/agenda", "backend/object_cache",
                     "backend/temporary"),
    "backend/on_demand": ("ir", "runtime", "backend/agenda", "backend/object_cache",
                          "backend/llvm"),
    # What checks certificates shares nothing with what makes them.
    "backend/proofs/certificates": (),
    "backend/proofs/sat": ("ir",),
    **{f"backend/proofs/{room}": ("ir", "passes", "runtime", "backend/child", *(f"backend/proofs/{other}" for other in PROVING))
       for room in PROVING if room != "sat"},
    "backend/features/traced": ("ir", "passes", "runtime"),
    "backend/plugins/host": ("runtime",),
    "backend/reference": ("ir", "runtime"),
    "backend/features/views": ("runtime", "backend/features/traced"),
    "backend/driver": ("runtime", "ir", "frontend", "passes", *ENGINES),
    "backend/rules": ("runtime", "ir", "frontend", "passes", *ENGINES, "backend/driver"),
    "backend/features/sets": ("runtime", "ir", "frontend", "passes", *ENGINES, "backend/features", "backend/driver"),
    "backend/strategies": ("runtime", "ir", "frontend", "passes", *ENGINES, "backend/driver"),
    "backend/plugins/make": ("runtime", "ir", "frontend", "passes", *ENGINES, "backend/driver", "backend/features/sets",
                             "backend/strategies"),
    "backend/open": ("runtime", "ir", "frontend", "passes", *ENGINES, "backend/driver", "backend/strategies", "backend/plugins/make"),
    "backend/players": ("runtime", "ir", "frontend", "passes", *ENGINES, "backend/driver", "backend/features/sets", "backend/strategies",
                        "backend/open"),
    "backend/proofs/games": ("runtime", "ir", "frontend", "passes", *ENGINES, "backend/child", "backend/proofs", "backend/driver",
                             "backend/open"),
    "backend/puzzles": ("runtime", "ir", "passes", *ENGINES, "backend/driver", "backend/open", "backend/proofs"),
    "learner": ("backend/driver", "backend/rules", "backend/strategies", "backend/players", "runtime", "ir"),
    "tools": ("runtime", "ir", "frontend", "passes", "backend", "learner"),
}
# Rooms of a folder, in the order in which data passes through: files of one may include those of the
# rooms before it, and files that lie in the folder itself may include and be included by all.
ROOMS = {
    "ir": ("core", "module", "nets", "text", "verify", "formulas"),
    "frontend": ("text", "gdl", "gdl/checks", "gdl/lower", "gdl/editing", "prolog", "strategy", "rules", "invariants"),
    # Planning is before clauses: passes over these evaluate static relations by plans that they throw away.
    "passes": ("analysis", "core", "ordering", "plans", "clauses", "ground", "calls", "nets", "bitboards", "subgames", "lanes", "manager"),
    "backend/proofs": (*PROVING, "games"),
    "backend/driver": ("rulesheet", "invariants", "games"),
    "backend/features": ("traced", "views", "sets"),
    "backend/llvm": ("emit", "orc", "plans", "agendas", "nets", "lanes", "gpu", "strategies", "plugin"),
    "learner": ("search", "arena", "migo", "lookahead", "regression", "comprehension", "experiments", "rivals", "induction", "game_rules",
                "explanation"),
    "runtime/host": ("memory", "game", "standby", "playouts", "gpu", "steps", "strategy", "search", "puzzles", "partition", "mcts", "production"),
    "tools": ("base", "files", "options", "spread", "servers/http", "servers", "boards", "play", "reports/verify", "reports/proofs", "reports",
              "answers", "servers/lsp", "library", "commands"),
}
# What goes against that order, and why.
UPWARDS = {
    # Messages about IR text name the place in the rulesheet that it was made of.
    ("ir/core/diagnostics.cpp", "ir/text/origins.h"),
    # The table of passes over nets lists that of bitboards.
    ("passes/nets/net_unit.cpp", "passes/bitboards/net_bitboards.h"),
}
# prefix of an outside header -> folders that may include it (in any file, in .cpp files only, or also in these headers)
OUTSIDE = {
    "llvm/": {"backend/llvm": "any"},
    "boost/": {"backend/mpi": ".cpp", "frontend": ".cpp", "passes": ".cpp", "backend/object_cache": ".cpp", "backend/child": ".cpp",
               "runtime/host": ".cpp",
               "backend/features/views": ".cpp"},
    "bliss/": {"passes": ".cpp"},
    # The network of deep Q-learning is made of matrices; of other files, only deep_q.* and a unit test include its header.
    "Eigen/": {"learner": (".cpp", "learner/rivals/dense_network.h")},
    "sqlite3.h": {"learner": ".cpp"},
    "cadical.hpp": {"backend/proofs/sat": ".cpp"},
    "xxhash": {"backend/object_cache": ".cpp"},
    "CLI/": {"tools": ".cpp"},
    "zlib": {"tools": ".cpp"},
    "httplib": {"tools": ".cpp"},
    "nlohmann/": {"tools": "any"},
    "fmt/": {name: ".cpp" for name in LAYERS if not name.startswith("runtime") and name != "backend/proofs/certificates"},
}
# What the public headers of these folders must not show, wherever they come from.
PIMPL = ("backend/llvm/plans/jit.h", "backend/llvm/strategies/strategy_jit.h", "backend/llvm/agendas/agenda_jit.h",
         "backend/llvm/lanes/lane_jit.h", "backend/llvm/nets/net_jit.h", "backend/llvm/plugin/plugin_data.h",
         "backend/llvm/plugin/link_plugin.h", "backend/llvm/orc/source_hash.h")
CODE = ("runtime", "ir", "frontend", "passes", "backend", "learner", "tools", "tests")  # room_tables.py
LARGEST_FOLDER = 60  # files
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def within(path, folder):
    return path == folder or path.startswith(folder + "/")


def room_of(folder, name):
    """The place of a file's room in the order of ROOMS, or None: in the folder itself, or a folder of
    another purpose."""
    inside = [room for room in ROOMS[folder] if within(name, f"{folder}/{room}")]
    return ROOMS[folder].index(max(inside, key=len)) if inside else None


def code_files(root, folder):
    """The repository's files of C and C++ in a folder: not those that other programs make, such as tree-sitter's parser."""
    for name in sorted(tracked(root)):
        if name.suffix in (".h", ".c", ".cpp") and name.is_relative_to(folder) and (root / name).is_file():
            yield root / name


def room_faults(root):
    for folder, rooms in ROOMS.items():
        for file in code_files(root, folder):
            name = file.relative_to(root).as_posix()
            here = room_of(folder, name)
            if here is None:
                continue
            for mark, header in INCLUDE.findall(file.read_text(encoding="utf-8")):
                there = room_of(folder, header) if mark == '"' and within(header, folder) else None
                if there is not None and there > here and (name, header) not in UPWARDS:
                    yield f"{name}: {rooms[here]} comes before {rooms[there]}, so it may not include {header}"


@functools.cache
def tracked(root):
    """The files of the repository, as paths from its root; of a tree without one, all there are."""
    if (root / ".git").exists():
        listed = subprocess.run(["git", "-C", str(root), "ls-files", "-z"], check=True, capture_output=True, text=True)
        return [pathlib.PurePosixPath(name) for name in listed.stdout.split("\0") if name]
    return [pathlib.PurePosixPath(file.relative_to(root).as_posix()) for file in root.rglob("*") if file.is_file()]


def crowded(files):
    """Folders with more files than a reader looks through, of whatever kind."""
    for folder, count in sorted(collections.Counter(file.parent.as_posix() for file in files).items()):
        if count > LARGEST_FOLDER:
            yield f"{folder}: {count} files, more than {LARGEST_FOLDER}"


def unmirrored(root, files):
    """Folders of unit tests that no room of the code has."""
    mirror = pathlib.PurePosixPath("tests/unit")
    for folder in sorted({file.parent for file in files if file.is_relative_to(mirror)}):
        room = folder.relative_to(mirror)
        if room != pathlib.PurePosixPath("support") and not (root / room).is_dir():
            yield f"{folder}: there is no folder {room} that it tests"


def components(root):
    """Option of each optional component -> its files and folders, and its tests."""
    table = root / "cmake" / "Components.cmake"
    text = table.read_text(encoding="utf-8") if table.exists() else ""
    found = {}
    for option, body in re.findall(r"^tesuji_component\((\w+) \"[^\"]*\"((?:[^()]|\n)*)\)$", text, re.MULTILINE):
        files = re.search(r"\bFILES\s+([^A-Z]+)", body)[1].split()
        tests = re.search(r"\bTESTS\s+([^A-Z]+)", body)
        found[option] = files, [f"tests/unit/{file}" for file in files] + (tests[1].split() if tests else [])
    return found


def component_faults(root):
    """Headers of a component that other parts include, and files of it that the small command needs."""
    optional = components(root)
    small = root / "cmake" / "small.txt"
    needed = small.read_text(encoding="utf-8").split() if small.exists() else []
    for option, (files, tests) in optional.items():
        for name in files:
            if not (root / name).exists():
                yield f"cmake/Components.cmake: {option} has no {name}"
        for name in needed:
            if any(within(name, place) for place in files):
                yield f"{name}: the small command needs it, so {option} cannot leave it out"
    for file in (file for folder in CODE for file in code_files(root, folder)):
        name = file.relative_to(root).as_posix()
        for mark, header in INCLUDE.findall(file.read_text(encoding="utf-8")):
            for option, (files, tests) in optional.items():
                if (mark == '"' and any(within(header, place) for place in files)
                        and not any(within(name, place) for place in (*files, *tests))):
                    yield f"{name}: {option} may leave {header} out"


def faults(root):
    yield from room_faults(root)
    yield from component_faults(root)
    files = tracked(root)
    yield from crowded(files)
    yield from unmirrored(root, files)
    yield from layer_faults(root)


def layer_faults(root):
    for folder, allowed in LAYERS.items():
        for file in code_files(root, folder):
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
                    if files is None or not (files == "any" or file.suffix in files or name in files):
                        yield f"{name}: {header} does not belong here"
                    elif name in PIMPL:
                        yield f"{name}: a public header shows {header}"


PLANTED = {
    "ir/core/up.h": '#include "ir/text/printer.h"',
    "frontend/gdl/up.cpp": '#include "frontend/gdl/checks/validate.h"',
    "ir/up.cpp": '#include "passes/core/pass.h"',
    "runtime/host/up.h": '#include "ir/module/module.h"',
    "runtime/core/up.c": '#include "runtime/host/game/game.h"',
    "frontend/aside.h": '  #  include "backend/driver/load.h"',
    "backend/llvm/aside.cpp": '#include "passes/core/pass.h"',
    "backend/llvm/plans/jit.h": "#include <llvm/IR/Module.h>",
    "backend/reference/aside.cpp": '#include "frontend/gdl/gdl_ast.h"',
    "backend/proofs/certificates/aside.cpp": '#include "ir/core/source.h"',
    "backend/proofs/certificates/outside.cpp": "#include <fmt/format.h>",
    "backend/driver/outside.cpp": "#include <llvm/IR/Module.h>",
    "passes/outside.h": "#include <boost/graph/adjacency_list.hpp>",
    "runtime/host/outside.cpp": "#include <fmt/format.h>",
}
COMPONENT = {
    "cmake/Components.cmake": 'tesuji_component(TESUJI_SHOP "Sell"\n  WORDS sell\n  FILES tools/shop tools/commands/sell_command.cpp\n  TESTS tests/unit/tools/sale_test.cpp)',
    "cmake/small.txt": "tools/shop/scales.cpp",
    "tools/shop/scales.h": "",
    "tools/commands/sell_command.cpp": '#include "tools/shop/scales.h"',
    "tests/unit/tools/sale_test.cpp": '#include "tools/shop/scales.h"',
    "tools/play/customer.cpp": '#include "tools/shop/scales.h"',
}
CROWDED = {f"tests/cli/inputs/{number}.kif": "" for number in range(LARGEST_FOLDER + 1)}
UNMIRRORED = {"tests/unit/ir/cellar/lost_test.cpp": ""}
ALLOWED = {
    "frontend/gdl/checks/good.cpp": '#include "frontend/text/sexpr.h"\n#include "frontend/gdl/checks/up.h"',
    "ir/text/good.cpp": '#include "ir/core/source.h"',
    "ir/good.cpp": '#include "ir/module/module.h"\n#include <fmt/format.h>\n#include <vector>',
    "runtime/host/good.cpp": '#include "runtime/core/tesuji/abi.h"',
    "backend/llvm/emit/emitter.h": '#include <llvm/IR/Module.h>\n#include "ir/module/module.h"',
    "tests/unit/ir/core/good_test.cpp": "",
    "tests/unit/support/good.h": "",
    **{f"docs/{number}.md": "" for number in range(LARGEST_FOLDER)},
    "passes/good.cpp": '#include <boost/graph/adjacency_list.hpp>\n#include "ir/module/module.h"',
}


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (PLANTED | COMPONENT | CROWDED | UNMIRRORED | ALLOWED).items():
            path = pathlib.Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n", encoding="utf-8")
        found = {fault.split(":")[0] for fault in faults(pathlib.Path(folder))}
    expected = PLANTED.keys() | {"tests/cli/inputs", "tests/unit/ir/cellar", "tools/play/customer.cpp", "tools/shop/scales.cpp"}
    for name in found ^ expected:
        print(f"self-test: {name}: {'found in vain' if name in found else 'not found'}")
    return 1 if found != expected else 0


def main():
    if "--self-test" in sys.argv[1:]:
        return self_test()
    root = pathlib.Path(__file__).resolve().parent.parent
    found = list(faults(root))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
