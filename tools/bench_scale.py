#!/usr/bin/env python3
"""Set-up of sheets that stress one dimension each (tests/scale/generate.py).

Every sheet is made in half and in full size; `check`, and three playouts with the
interpreter and with native code, are run on it. CPU seconds of the whole run, and the
largest resident memory. The growth from half to full size tells where something is
worse than linear: 2 is linear, 4 quadratic (below 0.1 s it means nothing).
"""
import argparse
import datetime
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "scale"))
import generate  # noqa: E402

CPU_LIMIT = 60  # seconds per run
MEMORY_LIMIT = 8 << 30  # bytes of address space
RUNS = {
    "check": ["check"],
    "interpreter": ["simulate", "--engine=interpreter", "--playouts=3"],
    "jit": ["simulate", "--engine=jit", "--playouts=3"],
}


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_LIMIT, CPU_LIMIT))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))


def measure(tesuji, arguments, sheet):
    """Returns CPU seconds, MiB, and the exit code (negative: a signal) of one run."""
    process = subprocess.Popen([tesuji, *arguments, sheet], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, preexec_fn=limit)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, process.returncode


def cell(half, full):
    seconds, memory, code = full
    if code != 0:
        outcome = {3: "limit", -9: "time", -24: "time"}.get(code, f"exit code {code}")
        return f"{outcome} ({seconds:.2f} s, {memory:.0f} MiB)"
    growth = f", ×{seconds / half[0]:.1f}" if seconds >= 0.1 and half[2] == 0 else ""
    return f"{seconds:.2f} s, {memory:.0f} MiB{growth}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sheets", nargs="*", help="default: all of them")
    options = parser.parse_args()
    tesuji = os.environ["TESUJI"]
    print(f"{datetime.date.today()}, CPU seconds and largest memory; ×: growth from half the size")
    print()
    print("| sheet | size | kB | " + " | ".join(RUNS) + " |")
    print("|---" * (3 + len(RUNS)) + "|")
    with tempfile.TemporaryDirectory() as folder:
        for name in options.sheets or generate.SHEETS:
            full = generate.SHEETS[name][1]
            sizes = []
            for size in (full // 2, full):
                sheet = pathlib.Path(folder) / f"{name}.kif"
                sheet.write_text(generate.text(name, size))
                sizes.append({run: measure(tesuji, arguments, sheet)
                              for run, arguments in RUNS.items()})
            cells = [cell(sizes[0][run], sizes[1][run]) for run in RUNS]
            print(f"| {name} | {full:,} | {sheet.stat().st_size / 1000:.0f} | "
                  + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
