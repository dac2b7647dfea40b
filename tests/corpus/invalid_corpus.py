#!/usr/bin/env python3
"""Holds `tesuji` against the invalid and hostile sheets of the conformance corpus.

Every file of corpus/invalid gets the outcome that MANIFEST.tsv names:
  ok             `check` finds no error, and `simulate` plays it
  error:X        `check` reports errors, all of code X
  ok-or-error:X  one of the two
  runtime:X      as ok, but `check --playouts` reports errors, all of code X
Where a trace lies beside an accepted sheet, `replay` finds no difference in either
engine. Each command has to end within 4 s of processor time and 1 GiB of memory.
Exit code 77: there is no corpus.
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import threading

SECONDS = 4  # 2 s where nothing else uses the machine's memory: a million legal moves miss all caches
BYTES = 1 << 30
WALL_SECONDS = 60  # a busy machine may be slow; a hang is told from that by processor time

FINE, WRONG, LIMIT = 0, 1, 3  # exit codes


# Traces that MANIFEST.tsv overrules.
NOT_REPLAYED = {
    "role_twice.kif": "its trace has two players of one name",
}


class Failure(Exception):
    pass


def limit_resources():
    # LLVM reserves much address space that it never touches, so RLIMIT_AS would say
    # nothing; what is really used is measured afterwards.
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS + 1, SECONDS + 2))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_DATA, (4 * BYTES, 4 * BYTES))


class Runner:
    """Runs commands, and holds each to the limits."""

    def __init__(self, factor):
        self.factor = factor
        self.slowest = (0, "")
        self.largest = (0, "")

    def run(self, *command):
        """Exit code and standard output of a command."""
        words = [str(word) for word in command]
        text = " ".join(words[1:])
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            # A sanitised build reserves much memory and is slow: it is only measured.
            limits = limit_resources if self.factor == 1 else None
            process = subprocess.Popen(words, stdout=out, stderr=err, preexec_fn=limits)
            alarm = threading.Timer(WALL_SECONDS * self.factor, process.kill)
            alarm.start()
            _, status, usage = os.wait4(process.pid, 0)
            alarm.cancel()
            code = process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            err.seek(0)
            output, messages = (stream.read().decode(errors="replace") for stream in (out, err))
        self.measure(usage, text)
        if code not in (FINE, WRONG, LIMIT):
            raise Failure(f"exit code {code}: {text}\n{messages[-2000:]}")
        return code, output, messages

    def measure(self, usage, text):
        seconds = usage.ru_utime + usage.ru_stime
        size = usage.ru_maxrss * 1024
        self.slowest = max(self.slowest, (seconds, text))
        self.largest = max(self.largest, (size, text))
        if seconds > SECONDS * self.factor:
            raise Failure(f"{seconds:.1f} s of processor time: {text}")
        if size > BYTES * self.factor:
            raise Failure(f"{size >> 20} MiB: {text}")

    def error_codes(self, *command):
        """Codes of the errors that a `check --json` reports, which has to agree with
        the exit code."""
        code, out, _ = self.run(*command)
        report = json.loads(out)["files"][0]
        codes = set()
        for diagnostic in report["diagnostics"]:
            if diagnostic["severity"] != "error":
                continue
            codes.add(diagnostic["code"])
            if "omitted" not in diagnostic and diagnostic.get("line", 0) < 1:
                raise Failure(f"an error without a place: {diagnostic['message']}")
        if report["ok"] != (not codes) or (code == 0) != report["ok"]:
            raise Failure(f"exit code {code} does not fit its errors {sorted(codes)}")
        return codes


def check_sheet(runner, tesuji, sheet, expected):
    outcome, _, wanted = expected.partition(":")
    errors = runner.error_codes(tesuji, "check", "--json", sheet)
    if errors:
        if outcome in ("error", "ok-or-error") and errors == {wanted}:
            return
        raise Failure(f"refused with {sorted(errors)}")
    if outcome == "error":
        raise Failure("accepted")

    play = ("--playouts", "3", "--max-steps", "10")
    if outcome == "runtime":
        found = runner.error_codes(tesuji, "check", "--json", *play, sheet)
        if found != {wanted}:
            raise Failure(f"play finds {sorted(found)}")
    for engine in ("interpreter", "jit"):
        code, _, err = runner.run(tesuji, "simulate", f"--engine={engine}", "--playouts=3",
                                       "--max-steps=10", sheet)
        if code != FINE and not (code == LIMIT and wanted == "limit"):
            raise Failure(f"simulate with {engine}: exit code {code}\n{err}")
        trace = sheet.with_suffix(".trace.json")
        if sheet.name in NOT_REPLAYED or not trace.exists():
            continue
        code, out, err = runner.run(tesuji, "replay", f"--engine={engine}", sheet, trace)
        if code != FINE:
            raise Failure(f"replay with {engine}: exit code {code}\n{out}{err}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--default-shared", required=True)
    parser.add_argument("--factor", type=int, default=1,
                        help="multiplies the limits, for sanitised builds")
    parser.add_argument("tesuji", type=pathlib.Path)
    options = parser.parse_args()

    shared = pathlib.Path(os.environ.get("TESUJI_SHARED") or options.default_shared)
    folder = shared / "corpus" / "invalid"
    manifest = folder / "MANIFEST.tsv"
    if not manifest.exists():
        print(f"*** skipped: no {manifest} (set TESUJI_SHARED)")
        return 77
    lines = [line.split("\t") for line in manifest.read_text().splitlines()[1:]]
    sheets = {path.name for path in folder.glob("*.kif")}
    if sheets != {line[0] for line in lines}:
        print(f"the manifest does not name just the sheets of {folder}")
        return 1
    runner = Runner(options.factor)
    failures = 0
    for name, reason in NOT_REPLAYED.items():
        print(f"not replayed: {name}: {reason}")
    for name, expected, *_ in lines:
        try:
            check_sheet(runner, options.tesuji, folder / name, expected)
        except Failure as failure:
            failures += 1
            print(f"{name} (expected {expected}): {failure}", flush=True)
    print(f"slowest: {runner.slowest[0]:.2f} s, {runner.slowest[1]}")
    print(f"largest: {runner.largest[0] >> 20} MiB, {runner.largest[1]}")
    print(f"{len(lines)} sheets, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
