"""Describes what was measured, and on which machine."""
import datetime
import os
import pathlib
import platform
import re

from games import process


def _first_line(*command):
    lines = process.run(command, mebibytes=16384).output.splitlines()
    return lines[0] if lines else "missing"


def _processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def _lanes():
    text = pathlib.Path("/proc/cpuinfo").read_text()
    found = [name for name in ("avx2", "bmi2", "avx512f") if re.search(rf"\b{name}\b", text)]
    return ", ".join(found) or "none of AVX2, BMI2, AVX-512"


def description():
    """Returns the description for the head of a report."""
    changed = process.run(["git", "status", "--porcelain", "--untracked-files=no"]).output.strip()
    return {
        "date": str(datetime.date.today()),
        "commit": _first_line("git", "rev-parse", "--short=10", "HEAD") +
        (" with changes" if changed else ""),
        "machine": {
            "processor": f"{_processor()} ({_lanes()}), {os.cpu_count()} cores",
            "system": platform.freedesktop_os_release().get("PRETTY_NAME", platform.system()),
            "c++": _first_line("c++", "--version"),
            "llvm": _first_line("llvm-config-19", "--version"),
            "swipl": _first_line("swipl", "--version"),
        },
        "load": os.getloadavg()[0],
    }
