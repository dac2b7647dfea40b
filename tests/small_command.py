#!/usr/bin/env python3
"""Lists the files that the small command needs (target tesuji_small), in cmake/small.txt.

They are those that its commands include, directly or not, and the sources of these headers: of `name.h`
`name.cpp`, and the files beside it that include it and have no header of their own.
With --write the list is made anew; without, a list that differs is a fault. With --link=BUILD, the folder
of a build of everything in batches, that list must be enough: the small command and its code generator are
linked from these files' objects alone.
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
COMMAND = re.compile(r"\badd_(\w+)_command\b")
ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "cmake" / "small.txt"
FIRST = ["tools/main/small_commands.cpp", "tools/main/main.cpp", "tools/main/command_line.cpp", "backend/on_demand/exported.cpp"]
FOLDERS = ("runtime", "ir", "frontend", "passes", "backend", "learner", "tools")
# Files that define what a header of another folder or another name declares.
ALSO = ["backend/driver/rulesheet/read_file.cpp", "frontend/gdl/lower/normalise.cpp"]
SOURCES = (".cpp", ".c", ".S")
RUNTIME = "runtime/core/"


def find(name, beside):
    """The file that an include names, as a path from the root; None: made by the build."""
    for folder in (ROOT, ROOT / "runtime/core", (ROOT / beside).parent):
        if (folder / name).is_file():
            return (folder / name).resolve().relative_to(ROOT).as_posix()
    return None


def sources_of(header, includes):
    """The files that define what a header declares."""
    path = pathlib.PurePosixPath(header)
    if header.startswith(RUNTIME):  # compiled code calls it by name
        return [name for name in includes if name.startswith(RUNTIME) and name.endswith(SOURCES)]
    stem, folder = header.removesuffix(".h"), f"{path.parent}/"
    return [name for name, included in includes.items()
            if name.endswith(SOURCES) and name.startswith(folder) and "/" not in name.removeprefix(folder)
            and (name.rpartition(".")[0] == stem
                 or header in included and f"{name.rpartition('.')[0]}.h" not in includes)]


def needed():
    includes = {}
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*")):
            name = file.relative_to(ROOT).as_posix()
            if file.suffix in (*SOURCES, ".h"):
                found = (find(included, name) for included in INCLUDE.findall(file.read_text(encoding="utf-8")))
                includes[name] = {included for included in found if included}
    seen, work = set(), FIRST + ALSO + [f"tools/commands/{name}_command.cpp" for name in COMMAND.findall((ROOT / FIRST[0]).read_text())]
    while work:
        name = work.pop()
        if name in seen or name not in includes:
            continue
        seen.add(name)
        work += includes[name]
        if name.endswith(".h"):
            work += sources_of(name, includes)
    return sorted(name for name in seen if name.endswith(SOURCES))


def small_objects(build):
    """Objects of the list's files, as paths from the build folder."""
    files = set(LIST.read_text(encoding="utf-8").splitlines())
    found = set()
    for entry in json.loads((build / "compile_commands.json").read_text(encoding="utf-8")):
        file = pathlib.Path(entry["file"])
        in_list = file.is_relative_to(ROOT) and file.relative_to(ROOT).as_posix() in files
        if in_list or "_small_" in file.name:
            found.add(re.search(r" -o (\S+)", entry["command"])[1])
    return found


def link(build):
    """What is wrong; None: all is well."""
    def commands(target):
        listed = subprocess.run(["ninja", "-C", build, "-t", "commands", target], check=True, capture_output=True, text=True)
        return listed.stdout.splitlines()

    small = small_objects(build)
    if not any("_small_" in name for name in small):
        return "this is no build in batches"
    archives = {}
    for line in commands("tesuji"):
        made = re.search(r"\bar(?:-\d+)? qc (\S+) +([^&]*)&&", line)
        if made:
            archives[made[1]] = [name for name in made[2].split() if name in small or name.endswith(".S.o")]
    if not archives:
        return "no archive was found among the commands of the build"
    with tempfile.TemporaryDirectory() as folder:
        for target in ("libtesuji_llvm.so", "tesuji"):
            words = shlex.split(commands(target)[-1].replace(": &&", "").replace("&& :", ""))
            objects = []
            for word in words:
                if word in archives and "on_demand" not in word:
                    objects += archives[word]
                elif word.endswith("/components.cpp.o"):
                    pass  # it has none
                elif word.endswith("all_commands.cpp.o"):
                    compiled = next(line for line in commands(target) if word in line and " -c " in line)
                    made = compiled.replace("all_commands", "small_commands").replace(word.replace("all_", "small_"), f"{folder}/small.o")
                    subprocess.run(re.sub(r"-MF \S+|-MD|-MT \S+", "", made), shell=True, check=True, cwd=build)
                    objects.append(f"{folder}/small.o")
                else:
                    objects.append(word)
            objects[objects.index("-o") + 1] = f"{folder}/linked"
            done = subprocess.run(objects, cwd=build, capture_output=True, text=True)
            if done.returncode != 0:
                missing = sorted(set(re.findall(r"undefined (?:reference to `|symbol: )([^'\n]*)", done.stderr)))
                return f"{target} does not link: " + ("; ".join(missing[:5]) or done.stderr[-2000:])
    return None


def main():
    for option in sys.argv[1:]:
        if option.startswith("--link="):
            wrong = link(pathlib.Path(option.removeprefix("--link=")).resolve())
            if wrong:
                print(f"small_command.py: {wrong}: add the file to ALSO, and --write")
            return 1 if wrong else 0
    text = "".join(f"{name}\n" for name in needed())
    if "--write" in sys.argv[1:]:
        LIST.write_text(text, encoding="utf-8")
    elif not LIST.exists() or LIST.read_text(encoding="utf-8") != text:
        print("small_command.py: cmake/small.txt is not what the sources say: tests/small_command.py --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
