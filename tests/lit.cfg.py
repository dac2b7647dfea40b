# Tests that run the `tesuji` command: tests/ir (FileCheck tests of passes) and
# tests/cli (messages, exit codes), tests/papers (what papers print). Run by ctest, which hands over the places.
import os
import pathlib
import re
import shutil
import sys

import lit.formats

config.name = "tesuji"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".tir", ".test"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = lit_config.params["exec_root"]
config.excludes = ["inputs", "unit", "traces", "corpus"]
# Tests of components that the build leaves out (cmake/Components.cmake): folders of their names, and tests that run
# `tesuji WORDS` or give `--OPTION=VALUE`.
for words in filter(None, lit_config.params.get("left_out", "").split(",")):
    config.excludes.append(words)
    first, *others = words.split()
    named = [re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])")
             for word in (first if first.startswith("-") else f"tesuji {first}", *others)]
    for test in pathlib.Path(config.test_source_root).rglob("*.test"):
        runs = [line for line in test.read_text(encoding="utf-8").splitlines() if line.startswith("RUN:")]
        if any(all(word.search(line) for word in named) for line in runs):
            config.excludes.append(test.name)
for program in ("dot", "nvim", "swipl"):
    if shutil.which(program):
        config.available_features.add(program)

source_root = os.path.dirname(config.test_source_root)
bin_dir = lit_config.params["bin_dir"]
# Nothing is found that another run compiled.
config.environment["TESUJI_CACHE"] = ""
config.environment["PATH"] = os.pathsep.join([bin_dir, os.environ["PATH"]])
# Sanitised builds: report leaks and faults as failures, not as exit code 1.
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

terminal = os.path.join(config.test_source_root, "terminal.py")
config.substitutions.append(("%terminal", f"{sys.executable} -SE {terminal}"))
config.substitutions.append(("%exit", os.path.join(config.test_source_root, "cli", "exit_code.sh")))
config.substitutions.append(("%bin", bin_dir))
config.substitutions.append(("%examples", os.path.join(source_root, "examples")))
config.substitutions.append(("%inputs", os.path.join(config.test_source_root, "cli", "inputs")))
config.substitutions.append(("%traces", os.path.join(config.test_source_root, "traces")))
# FileCheck, and the sentences of diagnostics: tests assert their codes (file_check.py).
config.environment["TESUJI_DIAGNOSTIC_CODES"] = "1"
if "TESUJI_WORDS" in os.environ:
    config.environment["TESUJI_WORDS"] = os.environ["TESUJI_WORDS"]
file_check = os.path.join(config.test_source_root, "file_check.py")
config.substitutions.append(("FileCheck", f"{sys.executable} -SE {file_check} {lit_config.params['filecheck']}"))
